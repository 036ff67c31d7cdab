/* Tests of the growing buffer: what is written is there, and the limit holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buffer.h"
#include <stdlib.h>
#include <string.h>

static void pieces_of_every_length_arrive(void **state)
{
    (void)state;
    struct by_buffer buffer;
    char piece[1001] = "";
    size_t wanted = 0;
    by_buffer_open(&buffer, (size_t)1 << 24);
    assert_string_equal(by_buffer_text(&buffer), "");
    for (size_t length = 0; length <= 1000; length++) {
        memset(piece, 'a' + (int)(length % 26), length);
        piece[length] = '\0';
        if (length % 2 == 0)
            by_buffer_add(&buffer, piece);
        else
            by_buffer_format(&buffer, "%s", piece);
        wanted += length;
        assert_int_equal(buffer.length, wanted);
        assert_int_equal(strlen(by_buffer_text(&buffer)), wanted);
        assert_string_equal(by_buffer_text(&buffer) + wanted - length, piece);
    }
    assert_false(buffer.failed);
    by_buffer_close(&buffer);
}

static void small_writers_write(void **state)
{
    (void)state;
    struct by_buffer buffer;
    by_buffer_open(&buffer, 4096);
    by_buffer_char(&buffer, 'x');
    by_buffer_repeat(&buffer, '-', 3);
    by_buffer_repeat(&buffer, '+', 0);
    by_buffer_repeat(&buffer, '+', -2);
    by_buffer_format(&buffer, "%d|%.2f", 7, 0.5);
    assert_string_equal(by_buffer_text(&buffer), "x---7|0.50");
    by_buffer_close(&buffer);
}

/* With every limit: what fits is kept, the first that does not sets the flag, and all after it is
 * refused. */
static void the_limit_holds(void **state)
{
    (void)state;
    for (size_t limit = 0; limit < 700; limit++) {
        struct by_buffer buffer;
        size_t written = 0;
        by_buffer_open(&buffer, limit);
        for (int i = 0; i < 100; i++) {
            by_buffer_add(&buffer, "0123456");
            if (!buffer.failed)
                written += 7;
        }
        assert_int_equal(buffer.length, written);
        assert_int_equal(buffer.failed, limit < 701);
        assert_true(buffer.room <= limit);
        assert_int_equal(strlen(by_buffer_text(&buffer)), written);
        assert_true(written + 8 > limit || limit == 0);
        by_buffer_char(&buffer, 'x');
        assert_int_equal(buffer.length, written);
        by_buffer_close(&buffer);
    }
}

static void long_formats_respect_it_too(void **state)
{
    (void)state;
    struct by_buffer buffer;
    by_buffer_open(&buffer, 1000);
    by_buffer_format(&buffer, "%0999d", 1);
    assert_int_equal(buffer.length, 999);
    assert_false(buffer.failed);
    by_buffer_close(&buffer);
    by_buffer_open(&buffer, 1000);
    by_buffer_format(&buffer, "%01000d", 1);
    assert_int_equal(buffer.length, 0);
    assert_true(buffer.failed);
    by_buffer_close(&buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_of_every_length_arrive),
        cmocka_unit_test(small_writers_write),
        cmocka_unit_test(the_limit_holds),
        cmocka_unit_test(long_formats_respect_it_too),
    };
    return cmocka_run_group_tests_name("buffer", tests, NULL, NULL);
}
