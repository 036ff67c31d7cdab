/* values_test.c: the values of the patterns: GOM's table 1, and files of the user's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/gomoku/gomoku.h"
#include <unistd.h>

static const char table_1[] = "FIVE 10000000\nFOUR 100000\nBLOCKED_FOUR 10000\nTHREE 1000\n"
                              "BLOCKED_THREE 100\nTWO 100\nBLOCKED_TWO 10\nONE 10\nBLOCKED_ONE 1\n";

static void the_default_is_the_printed_table(void **state)
{
    (void)state;
    static const int32_t printed[] = {0, 1, 10, 10, 100, 100, 1000, 10000, 100000, 10000000};
    int32_t value[BY_GOMOKU_PATTERNS];
    by_gomoku_default_values(value);
    assert_memory_equal(value, printed, sizeof printed);
}

/* Writes a file and reads it as values. */
static enum by_status read_file(const char *text, size_t size, int32_t value[BY_GOMOKU_PATTERNS],
                                struct by_error *err)
{
    char path[] = "/tmp/banyan-values-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, size), size);
    close(file);
    enum by_status status = by_gomoku_read_values(path, value, err);
    unlink(path);
    return status;
}

static void a_copy_of_the_table_is_the_table(void **state)
{
    (void)state;
    int32_t expected[BY_GOMOKU_PATTERNS], value[BY_GOMOKU_PATTERNS];
    by_gomoku_default_values(expected);
    assert_int_equal(read_file(table_1, strlen(table_1), value, NULL), BY_OK);
    assert_memory_equal(value, expected, sizeof expected);
    static const char other[] = "# mine\r\n  one 10 # lower case\r\nBLOCKED_ONE\t1\r\n\r\nTWO 100\n"
                                "BLOCKED_TWO 10\nTHREE 1000\nBLOCKED_THREE 100\nFOUR 100000\n"
                                "BLOCKED_FOUR 10000\nFIVE 10000000";
    assert_int_equal(read_file(other, strlen(other), value, NULL), BY_OK);
    assert_memory_equal(value, expected, sizeof expected);
}

static void refuse_bytes(const char *text, size_t size, const char *words)
{
    int32_t value[BY_GOMOKU_PATTERNS];
    struct by_error err = {0};
    assert_int_equal(read_file(text, size, value, &err), BY_BAD_INPUT);
    if (!strstr(err.text, words))
        fail_msg("'%s' was refused with: %s", text, err.text);
}

static void refuse(const char *text, const char *words)
{
    refuse_bytes(text, strlen(text), words);
}

static void mistakes_are_refused_with_line_and_column(void **state)
{
    (void)state;
    refuse("", "line 1, column 1: the file ends without a value for BLOCKED_ONE");
    refuse("ONE 1\n  SIX 3\n", "line 2, column 3: a pattern is");
    refuse("ONE 1\nONE 2\n", "line 2, column 1: this pattern has a value already");
    refuse("ONE\n1\n", "line 1, column 1: this pattern has no value");
    refuse("ONE 1\nTWO # 3", "line 2, column 1: this pattern has no value");
    refuse("ONE 1.5\n", "line 1, column 5: a value is a whole number");
    refuse("ONE -1\n", "line 1, column 5: a value is a whole number");
    refuse("ONE 10000001\n", "line 1, column 5: a value is a whole number");
    refuse("ONE 1 2\n", "line 1, column 7: a pattern is");
    refuse_bytes("ONE 1\n\0", 7, "line 2, column 1: a pattern is");
    for (size_t size = 0; size + 3 < strlen(table_1); size++)
        refuse_bytes(table_1, size, "line ");
    char *large = malloc(1 << 17);
    assert_non_null(large);
    memset(large, ' ', 1 << 17);
    refuse_bytes(large, 1 << 17, "larger than 64 KiB");
    free(large);
    assert_settings_refused("gomoku", "patterns=/no/such/file", "cannot read");
    assert_settings_refused("gomoku", "patterns=/tmp", "cannot");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_is_the_printed_table),
        cmocka_unit_test(a_copy_of_the_table_is_the_table),
        cmocka_unit_test(mistakes_are_refused_with_line_and_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
