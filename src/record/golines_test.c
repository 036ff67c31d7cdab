/* golines_test.c: games of Go a line each: what they mean, round trips, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "record/record.h"

#include <stdlib.h>
#include <string.h>

/* Reads the first game of a text of exactly `size` bytes, so that reading past it is seen. */
static enum by_status read_bytes(const char *bytes, size_t size, struct by_record *record,
                                 struct by_error *err)
{
    bool found = false;
    char *text = malloc(size > 0 ? size : 1);
    assert_non_null(text);
    memcpy(text, bytes, size);
    struct by_record_source source = {
        .format = by_record_format_find("golines"), .text = text, .size = size};
    enum by_status status = by_record_next(&source, record, &found, err);
    assert_true(status != BY_OK || found || size == 0);
    free(text);
    return status;
}

/* The text that the first game of `text` is written as. */
static void assert_written(const char *text, const char *wanted)
{
    struct by_record record = {0};
    struct by_error err = {.status = BY_OK};
    char *written = NULL;
    size_t size = 0;
    if (read_bytes(text, strlen(text), &record, &err) != BY_OK)
        fail_msg("%s: %s", text, err.text);
    assert_int_equal(by_record_text(&record, record.format, &written, &size, &err), BY_OK);
    assert_string_equal(written, wanted);
    free(written);
    by_record_close(&record);
}

static void lines_are_games(void **state)
{
    (void)state;
    struct by_record record = {0};
    const char *text = "# a word\n\n9 5.5 W+3.5 - B:aaiitt Japanese 2k 1k ogs\n";
    assert_int_equal(read_bytes(text, strlen(text), &record, NULL), BY_OK);
    assert_int_equal(record.rules->width, 9);
    assert_int_equal(record.rules->komi, 11);
    assert_string_equal(record.info[BY_INFO_result], "W+3.5");
    assert_int_equal(record.line->count, 3);
    assert_int_equal(record.line->moves[0], 72);
    assert_int_equal(record.line->moves[1], 8);
    assert_int_equal(record.line->moves[2], 81);
    by_record_close(&record);
}

static void what_is_read_is_written(void **state)
{
    (void)state;
    assert_written("9 5.5 W+3.5 - B:aaiitt Japanese 2k 1k ogs\n", "9 5.5 W+3.5 - B:aaiitt\n");
    assert_written("19 ? ? Bddpp W:dp", "19 7.5 ? Bddpp W:dp\n");
    assert_written("19 2.25 B+R - W:", "19 7.5 B+R - W:\n");
    assert_written("5 0 ? - B:ttttcc", "5 0 ? - B:ttttcc\n"); /* they went on */
}

static void what_is_no_game_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "9 5 B+R - B:aa0",  "9 5 B+R - B:jj",   "9 5 B+R x B:aa",
        "9 5 B+R - C:aa",   "1 5 B+R - B:aa",   "20 5 B+R - B:aa",
        "9 5 B+R Btt B:aa", "9 5 B+R -",        "9",
        "9x 5 B+R - B:aa",  "9 5 B+R - B:aaaa", "9 5 B+R Baaaa W:bb",
        "9 5 B+R Baab W:bb"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct by_record record = {0};
        struct by_error err = {.status = BY_OK};
        if (read_bytes(wrong[i], strlen(wrong[i]), &record, &err) != BY_BAD_INPUT)
            fail_msg("%s was read", wrong[i]);
        assert_non_null(strstr(err.text, "line 1"));
        by_record_close(&record);
    }
}

/* In the words of the file. */
static void a_move_that_is_not_legal_is_named(void **state)
{
    (void)state;
    static const char text[] = "9 5 B+R - B:aabbaa";
    struct by_record record = {0};
    struct by_error err = {.status = BY_OK};
    assert_int_equal(read_bytes(text, strlen(text), &record, &err), BY_BAD_INPUT);
    assert_string_equal(err.text, "line 1, column 17: move 3, aa, is not legal here");
    by_record_close(&record);
}

static void the_format_is_known_by_its_look(void **state)
{
    (void)state;
    const char *text = "# games\n9 5.5 W+3.5 - B:aaii\n", *other = "9 5.5 W+3.5 - C:aaii\n";
    assert_ptr_equal(by_record_format_sniff(text, strlen(text)), by_record_format_find("golines"));
    assert_true(by_record_format_sniff(other, strlen(other)) != by_record_format_find("golines"));
}

static void what_has_no_room_is_refused(void **state)
{
    (void)state;
    static const char *const other[] = {"game nim\n", "game go size=25\nmoves a1\n",
                                        "game go size=2\nposition O./.. X\n"};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        struct by_record record = {0};
        struct by_error err = {.status = BY_OK};
        struct by_record_source source = {
            .format = by_record_format_find("game"), .text = other[i], .size = strlen(other[i])};
        char *written = NULL;
        size_t size = 0;
        bool found = false;
        assert_int_equal(by_record_next(&source, &record, &found, &err), BY_OK);
        assert_int_equal(
            by_record_text(&record, by_record_format_find("golines"), &written, &size, &err),
            BY_BAD_INPUT);
        by_record_close(&record);
    }
}

static void any_bytes_are_games_or_refused(void **state)
{
    (void)state;
    static const char letters[] = "9 1-B:Wat\n#i.";
    struct by_rng rng;
    int games = 0;
    by_rng_init(&rng, 8, 0);
    for (int i = 0; i < 400; i++) {
        char text[64] = "9 5 R - B:aabbcc\n9 5 R Bcc W:ttaa";
        struct by_record record = {0};
        for (int j = (int)by_rng_below(&rng, 6); j > 0; j--)
            text[by_rng_below(&rng, 34)] =
                i % 2 ? (char)by_rng_below(&rng, 256) : letters[by_rng_below(&rng, 13)];
        games += read_bytes(text, 34, &record, NULL) == BY_OK;
        by_record_close(&record);
    }
    assert_in_range(games, 40, 360);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_games),
        cmocka_unit_test(what_is_read_is_written),
        cmocka_unit_test(what_is_no_game_is_refused),
        cmocka_unit_test(a_move_that_is_not_legal_is_named),
        cmocka_unit_test(the_format_is_known_by_its_look),
        cmocka_unit_test(what_has_no_room_is_refused),
        cmocka_unit_test(any_bytes_are_games_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
