/* result_test.c: how results go from SGF to GGF and back, alone and in records. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "record/result.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- words ------------------------------------------------------------------------------------ */

static void ggf_in_words_of_sgf(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"+4.000", "B+4"},    {"-12.000", "W+12"},
        {"+2.500", "B+2.5"},  {"4", "B+4"},
        {"0.000", "0"},       {"+0.000", "0"},
        {"-0.000", "0"},      {"+64.000:t", "B+T"},
        {"-64.000:r", "W+R"}, {"-2.000:l", "W+F"},
        {"+6.000:s", "B+6"},  {"0.000:s", "0"},
        {"?", "?"},           {"", "?"},
        {"+0.000:r", "?"},    {"+4.000:x", "?"},
        {"many", "?"},        {"+9999999.000", "?"},
        {"+4.000 ", "?"},     {"++4", "?"},
        {"nan", "?"},         {"+1000000000000000000000000000000000000", "?"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char text[64];
        struct by_text out = by_text_over(text, sizeof text);
        by_result_from_ggf(pairs[i][0], &out);
        assert_string_equal(text, pairs[i][1]);
    }
}

static void sgf_in_words_of_ggf(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"B+4", "+4.000"},
        {"W+12", "-12.000"},
        {"b+2.5", "+2.500"},
        {"0", "+0.000"},
        {"Draw", "+0.000"},
        {"B+R", "+64.000:r"},
        {"W+Resign", "-64.000:r"},
        {"B+T", "+64.000:t"},
        {"W+Time", "-64.000:t"},
        {"W+F", "-64.000:l"},
        {"B+Forfeit", "+64.000:l"},
        {"B+", NULL},
        {"?", NULL},
        {"Void", NULL},
        {"", NULL},
        {"B", NULL},
        {"B+-3", NULL},
        {"B+x", NULL},
        {"+4.000", NULL},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char text[64];
        struct by_text out = by_text_over(text, sizeof text);
        bool known = by_result_to_ggf(pairs[i][0], 64, &out);
        assert_string_equal(known ? text : "nothing", pairs[i][1] ? pairs[i][1] : "nothing");
    }
}

/* --- records ---------------------------------------------------------------------------------- */

/* The first game of `text` in another format. */
static void convert(const char *from, const char *text, const char *to, char out[1024])
{
    char *written = NULL;
    size_t size;
    bool found = false;
    struct by_record record = {0};
    struct by_record_request whole = {.ply = -1};
    struct by_error err = {.status = BY_OK};
    struct by_record_source source = {
        .format = by_record_format_find(from), .text = text, .size = strlen(text)};
    if (by_record_next(&source, &record, &found, &err) != BY_OK ||
        by_record_play(&record, &whole, &err) != BY_OK ||
        by_record_text(&record, by_record_format_find(to), &written, &size, &err) != BY_OK)
        fail_msg("%s: %s", text, err.text);
    (void)snprintf(out, 1024, "%s", written);
    free(written);
    by_record_close(&record);
}

/* "RE[...]" of a record; "nothing" where there is none. */
static void result_in(const char *text, char out[64])
{
    const char *begin = strstr(text, "RE[");
    (void)snprintf(out, 64, "%.*s", begin ? (int)strcspn(begin, "]") + 1 : 7,
                   begin ? begin : "nothing");
}

static void check(const char *from, const char *game, const char *result, const char *to,
                  const char *expected)
{
    char text[256], written[1024], found[64];
    (void)snprintf(text, sizeof text, game, result);
    convert(from, text, to, written);
    result_in(written, found);
    assert_string_equal(found, expected);
}

#define SGF  "(;GM[2]%s;B[fe];W[df])"
#define OVER "(;GM[2]%s;B[ef];W[fd];B[ec];W[ff];B[ge];W[df];B[eg];W[fe];B[ce])"
#define GGF  "(;GM[Othello]%sB[f5]W[d6];)"

static void results_of_games_broken_off_stay(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        {"RE[B+4]", "RE[+4.000]"},
        {"RE[W+R]", "RE[-64.000:r]"},
        {"RE[B+T]", "RE[+64.000:t]"},
        {"RE[W+F]", "RE[-64.000:l]"},
        {"RE[0]", "RE[+0.000]"},
        {"RE[?]", "RE[?]"},
        {"", "nothing"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const char *sgf = same[i][0], *ggf = same[i][1];
        check("sgf", SGF, sgf, "ggf", ggf);
        check("ggf", GGF, strcmp(ggf, "nothing") == 0 ? "" : ggf, "sgf", *sgf ? sgf : "nothing");
    }
    check("sgf", SGF, "RE[B+]", "ggf", "RE[?]");
    check("sgf", SGF, "RE[Void]", "ggf", "RE[?]");
}

static void ggf_keeps_its_own_words(void **state)
{
    (void)state;
    static const char *const results[] = {"RE[+4.000:r]", "RE[4]", "RE[-0.5:s]", "RE[x y]",
                                          "RE[?]"};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        check("ggf", GGF, results[i], "ggf", results[i]);
}

static void finished_games_have_a_result(void **state)
{
    (void)state;
    check("sgf", OVER, "", "ggf", "RE[+13.000]");
    check("sgf", OVER, "RE[B+]", "ggf", "RE[+13.000]");
    check("sgf", OVER, "RE[?]", "ggf", "RE[+13.000]");
    check("transcript", "e6f4e3f6g5d6e7f5c5%s", "", "sgf", "RE[B+13]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ggf_in_words_of_sgf),
        cmocka_unit_test(sgf_in_words_of_ggf),
        cmocka_unit_test(results_of_games_broken_off_stay),
        cmocka_unit_test(ggf_keeps_its_own_words),
        cmocka_unit_test(finished_games_have_a_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
