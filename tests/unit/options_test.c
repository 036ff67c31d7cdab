/* options_test.c: what every type of option takes and refuses, and what it says then. */
#include "base/long_test.h"
#include "base/options.h"
#include "base/rng.h"
#include "base/text.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct by_option minimax[] = {
    {"depth", BY_OPTION_INT, "3", 1, 100, NULL, "how many plies to look ahead"},
    {"eval", BY_OPTION_NAME, NULL, 0, 0, "eval", "what judges a position"},
    {"tie", BY_OPTION_CHOICE, "first", 0, 0, "first|random|fastest", "which of equal moves"},
    {0},
};

static const struct by_option every[] = {
    {"flag", BY_OPTION_FLAG, "off", 0, 0, NULL, "a flag"},
    {"int", BY_OPTION_INT, NULL, -5, 1e18, NULL, "an integer"},
    {"any", BY_OPTION_INT, NULL, 0, 0x1p63, NULL, "an integer without an upper end"},
    {"real", BY_OPTION_REAL, "0.5", -1, 1, NULL, "a number"},
    {"choice", BY_OPTION_CHOICE, NULL, 0, 0, "best|worst|random", "a choice"},
    {"text", BY_OPTION_TEXT, NULL, 1, 10, NULL, "a text"},
    {"note", BY_OPTION_TEXT, NULL, 0, 10, NULL, "a text that may be empty"},
    {"size", BY_OPTION_SIZE, "3x4", 1, 20, NULL, "a size"},
    {"time", BY_OPTION_TIME, NULL, 0.001, 3600, NULL, "a time"},
    {"bytes", BY_OPTION_BYTES, NULL, 1024, 0x1p40, NULL, "an amount"},
    {"name", BY_OPTION_NAME, NULL, 0, 0, "policy", "a name"},
    {0},
};

/* --- asking for one setting --------------------------------------------------------- */

static enum by_status open_one(const struct by_option *options, const char *name, const char *value,
                               struct by_values *out, struct by_error *err)
{
    struct by_setting setting = {name, value};
    memset(err, 0, sizeof *err);
    return by_values_open("the search minimax", options, &setting, 1, out, err);
}

/* The sentence for one refused setting. */
static void assert_says(const struct by_option *options, const char *name, const char *value,
                        const char *sentence)
{
    struct by_values values;
    struct by_error err;
    assert_int_equal(open_one(options, name, value, &values, &err), BY_BAD_INPUT);
    assert_int_equal(err.status, BY_BAD_INPUT);
    assert_string_equal(err.text, sentence);
    assert_null(values.value);
    by_values_close(&values);
}

static void assert_refused(const char *name, const char *value, const char *accepted)
{
    struct by_values values;
    struct by_error err;
    if (open_one(every, name, value, &values, &err) != BY_BAD_INPUT)
        fail_msg("%s=%s was accepted", name, value);
    if (strstr(err.text, accepted) == NULL || strchr(err.text, '\n') != NULL)
        fail_msg("%s=%s says: %s", name, value, err.text);
    by_values_close(&values);
}

static struct by_value accepted(const char *name, const char *value)
{
    struct by_values values;
    struct by_error err;
    if (open_one(every, name, value, &values, &err) != BY_OK)
        fail_msg("%s=%s was refused: %s", name, value, err.text);
    struct by_value result = *by_values_get(&values, name);
    assert_true(result.set && result.given);
    assert_string_equal(result.text, value);
    by_values_close(&values);
    result.text = NULL;
    return result;
}

/* --- names ------------------------------------------------------------------------- */

static void unknown_names_are_refused_with_a_hint(void **state)
{
    (void)state;
    assert_says(minimax, "dept", "3",
                "the search minimax has no option 'dept'; did you mean 'depth'? It accepts depth, "
                "eval, tie.");
    assert_says(minimax, "DEPTH", "3",
                "the search minimax has no option 'DEPTH'; did you mean 'depth'? It accepts depth, "
                "eval, tie.");
    assert_says(minimax, "simulations", "3",
                "the search minimax has no option 'simulations'. It accepts depth, eval, tie.");
    assert_says(minimax, "", "3",
                "the search minimax has no option ''. It accepts depth, eval, tie.");
    assert_says(minimax, "a\nb", "3",
                "the search minimax has no option 'a?b'. It accepts depth, eval, tie.");
    assert_says(NULL, "depth", "3", "the search minimax has no option 'depth'; it takes none");
}

static void a_long_name_gets_no_hint(void **state)
{
    (void)state;
    char name[3001];
    memset(name, 'd', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    struct by_values values;
    struct by_error err;
    assert_int_equal(open_one(minimax, name, "3", &values, &err), BY_BAD_INPUT);
    assert_null(strstr(err.text, "did you mean"));
    assert_true(strlen(err.text) < 200);
}

static void a_setting_given_twice_is_refused(void **state)
{
    (void)state;
    const struct by_setting twice[] = {{"depth", "3"}, {"tie", "first"}, {"depth", "3"}};
    struct by_values values;
    struct by_error err;
    assert_int_equal(by_values_open("the search minimax", minimax, twice, 3, &values, &err),
                     BY_BAD_INPUT);
    assert_string_equal(err.text, "depth is given twice; the search minimax takes it once");
    by_values_close(&values);
    assert_int_equal(by_values_open("the search minimax", minimax, twice, 2, &values, NULL), BY_OK);
    by_values_close(&values);
}

/* --- values ------------------------------------------------------------------------ */

static void refusals_name_what_fits(void **state)
{
    (void)state;
    assert_says(minimax, "depth", "99999",
                "depth=99999 does not fit the search minimax: depth takes a whole number from 1 to "
                "100");
    assert_says(minimax, "tie", "last",
                "tie=last does not fit the search minimax: tie takes first|random|fastest");
    assert_says(minimax, "depth", "",
                "depth= does not fit the search minimax: depth takes a whole number from 1 to 100");
    assert_says(minimax, "eval", "",
                "eval= does not fit the search minimax: eval takes the name of an eval");
    assert_says(minimax, "depth", NULL,
                "depth= does not fit the search minimax: depth takes a whole number from 1 to 100");
}

static void assert_all_refused(const char *name, const char *const *bad, const char *takes)
{
    for (; *bad != NULL; bad++)
        assert_refused(name, *bad, takes);
}

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

static void flags(void **state)
{
    (void)state;
    assert_true(accepted("flag", "on").flag);
    assert_false(accepted("flag", "off").flag);
    assert_all_refused("flag", LIST("", "yes", "ON", "1", "onoff", "on|off", "on "), "on|off");
}

static void integers(void **state)
{
    (void)state;
    assert_true(accepted("int", "-5").integer == -5);
    assert_true(accepted("int", "1000000000000000000").integer == 1000000000000000000);
    assert_all_refused("int",
                       LIST("", "-6", "1000000000000000001", "1e3", "1.0", "0x10", "nan", "inf",
                            " 1", "1 ", "1e999", "ten"),
                       "int takes a whole number from -5 to 1000000000000000000");
}

static void integers_without_an_upper_end(void **state)
{
    (void)state;
    assert_true(accepted("any", "9223372036854775807").integer == INT64_MAX);
    assert_all_refused("any", LIST("-1", "9223372036854775808"),
                       "any takes a whole number of at least 0");
}

static void reals(void **state)
{
    (void)state;
    assert_true(accepted("real", "-1").real == -1);
    assert_true(accepted("real", "1e-3").real == 1e-3);
    assert_all_refused("real",
                       LIST("", "1.01", "-1.01", "nan", "-nan", "inf", "1e999", "0x0.1", " 0", "0 ",
                            "0,5", "half"),
                       "real takes a number from -1 to 1");
}

static void choices(void **state)
{
    (void)state;
    assert_int_equal(accepted("choice", "best").choice, 0);
    assert_int_equal(accepted("choice", "random").choice, 2);
    assert_all_refused("choice", LIST("", "bes", "bestt", "best|worst", "|", "Best"),
                       "choice takes best|worst|random");
}

static void texts(void **state)
{
    (void)state;
    accepted("text", "0123456789");
    accepted("text", " a=\"b\" ");
    assert_all_refused("text", LIST("", "0123456789x"), "text of 1 to 10 characters");
    accepted("note", "");
    assert_refused("note", "0123456789x", "text of at most 10 characters");
    accepted("name", "uniform");
    assert_refused("name", "", "the name of a policy");
}

static void assert_size(const char *text, int width, int height)
{
    struct by_value value = accepted("size", text);
    assert_int_equal(value.width, width);
    assert_int_equal(value.height, height);
}

static void sizes(void **state)
{
    (void)state;
    assert_size("6x7", 6, 7);
    assert_size("6X7", 6, 7);
    assert_size("9", 9, 9);
    assert_size("1x20", 1, 20);
    assert_all_refused("size",
                       LIST("", "0", "-1", "1000000000", "nan", "21", "0x5", "5x0", "6x", "x6",
                            "6x7x8", "6 x 7", " 6", "6x-7", "+6", "6*7", "6.0", "1e1", "x",
                            "99999999999999999999999x3", "4294967297"),
                       "size takes WIDTHxHEIGHT or N, each side from 1 to 20");
}

static void times(void **state)
{
    (void)state;
    assert_true(accepted("time", "200ms").real == 0.2);
    assert_true(accepted("time", "2s").real == 2);
    assert_true(accepted("time", "1.5").real == 1.5);
    assert_true(accepted("time", "5m").real == 300);
    assert_true(accepted("time", "1ms").real == 0.001);
    assert_true(accepted("time", "60m").real == 3600);
    assert_all_refused(
        "time",
        LIST("", "0", "0.5ms", "-1", "61m", "3601", "nan", "inf", "1e999", "ms", "s", "2 s", " 2",
             "2h", "2sec", "2S", "1e", "0x1p3", "2|s", "2ss",
             "00000000000000000000000000000000000000000000000000000000000000000001"),
        "time takes a number of seconds from 0.001 to 3600, or with a unit as in 1.5s, 200ms, 5m");
}

static void amounts(void **state)
{
    (void)state;
    assert_true(accepted("bytes", "4096").integer == 4096);
    assert_true(accepted("bytes", "64K").integer == 65536);
    assert_true(accepted("bytes", "64M").integer == 67108864);
    assert_true(accepted("bytes", "2G").integer == 2147483648);
    assert_true(accepted("bytes", "1024G").integer == 1099511627776);
    assert_all_refused("bytes",
                       LIST("", "0", "1023", "-1M", "1025G", "99999999999999999999G", "8589934592G",
                            "17179869184G", "9223372036854775807K", "1.5G", "64MB", "M", "64 M",
                            " 64M", "nan", "1e6", "0x1000", "64T"),
                       "bytes takes a number of bytes from 1K to 1024G, as in 4096, 64K, 64M, 2G");
}

/* --- the whole table ----------------------------------------------------------------- */

static void defaults_fill_what_is_not_given(void **state)
{
    (void)state;
    const struct by_setting settings[] = {{"tie", "fastest"}};
    struct by_values values;
    struct by_error err;
    assert_int_equal(by_values_open("the search minimax", minimax, settings, 1, &values, &err),
                     BY_OK);
    const struct by_value *depth = by_values_get(&values, "depth");
    assert_true(depth->set && !depth->given && depth->integer == 3);
    assert_string_equal(depth->text, "3");
    const struct by_value *tie = by_values_get(&values, "tie");
    assert_true(tie->set && tie->given && tie->choice == 2);
    const struct by_value *eval = by_values_get(&values, "eval");
    assert_true(!eval->set && !eval->given && eval->text == NULL);
    assert_null(by_values_find(&values, "sims"));
    by_values_close(&values);
    by_values_close(&values);
}

static void no_options_take_no_settings(void **state)
{
    (void)state;
    struct by_values values;
    struct by_error err;
    assert_int_equal(by_values_open("the game x", NULL, NULL, 0, &values, &err), BY_OK);
    assert_int_equal(values.count, 0);
    assert_null(by_values_find(&values, "depth"));
    by_values_close(&values);
    assert_int_equal(by_options_count(NULL), 0);
    assert_int_equal(by_options_count(minimax), 3);
}

static void a_default_that_does_not_fit_is_reported(void **state)
{
    (void)state;
    const struct by_option wrong[] = {{"n", BY_OPTION_INT, "9", 1, 8, NULL, "a number"}, {0}};
    struct by_values values;
    struct by_error err;
    assert_int_equal(by_values_open("the game x", wrong, NULL, 0, &values, &err), BY_BAD_INPUT);
    by_values_close(&values);
}

static void suggestions_are_close_words_only(void **state)
{
    (void)state;
    const char *const cases[][2] = {
        {"tictacto", "; did you mean 'tictactoe'?"},
        {"alfabeta", "; did you mean 'alphabeta'?"},
        {"nimm", "; did you mean 'nim'?"},
        {"NIM", "; did you mean 'nim'?"},
        {"chess", ""},
        {"x", ""},
        {"", ""},
        {"stone", "; did you mean 'stones'?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char buffer[96];
        struct by_text text = by_text_over(buffer, sizeof buffer);
        by_suggest(&text, cases[i][0], "tictactoe|nim|stones|alphabeta");
        assert_string_equal(buffer, cases[i][1]);
    }
}

/* Random values never crash, and each refusal is one short line. */
static void random_values_are_read_or_refused(void **state)
{
    (void)state;
    static const char telling[] = "0123456789..xXeE+--smMKGon|f ";
    struct by_rng rng;
    by_rng_init(&rng, 1, 0);
    int count = long_or(2000000, 100000);
    for (int i = 0; i < count; i++) {
        char value[16] = "";
        for (uint32_t j = by_rng_below(&rng, 15); j > 0; j--)
            value[j - 1] = by_rng_below(&rng, 20) == 0
                               ? (char)(1 + by_rng_below(&rng, 255))
                               : telling[by_rng_below(&rng, sizeof telling - 1)];
        const char *name = every[by_rng_below(&rng, (uint32_t)by_options_count(every))].name;
        struct by_values values;
        struct by_error err;
        if (open_one(every, name, value, &values, &err) != BY_OK)
            for (const char *p = err.text; *p != '\0'; p += by_printable(p, strnlen(p, 4)))
                assert_true(by_printable(p, strnlen(p, 4)) > 0);
        by_values_close(&values);
    }
}

/* A sentence that would not fit says that it was cut. */
static void errors_always_fit(void **state)
{
    (void)state;
    struct by_error err;
    char text[2000];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(by_fail(&err, BY_FAILED, "%s", text), BY_FAILED);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    assert_string_equal(err.text + sizeof err.text - 5, "a...");
    text[sizeof err.text - 1] = '\0';
    by_fail(&err, BY_FAILED, "%s", text);
    assert_string_equal(err.text, text);
    assert_int_equal(by_fail(NULL, BY_BAD_INPUT, "x"), BY_BAD_INPUT);
    assert_int_equal(by_fail_memory(&err, 12), BY_NO_MEMORY);
    assert_int_equal(err.status, BY_NO_MEMORY);
    assert_non_null(strstr(err.text, "12 bytes"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_names_are_refused_with_a_hint),
        cmocka_unit_test(a_long_name_gets_no_hint),
        cmocka_unit_test(a_setting_given_twice_is_refused),
        cmocka_unit_test(refusals_name_what_fits),
        cmocka_unit_test(flags),
        cmocka_unit_test(integers),
        cmocka_unit_test(integers_without_an_upper_end),
        cmocka_unit_test(reals),
        cmocka_unit_test(choices),
        cmocka_unit_test(texts),
        cmocka_unit_test(sizes),
        cmocka_unit_test(times),
        cmocka_unit_test(amounts),
        cmocka_unit_test(defaults_fill_what_is_not_given),
        cmocka_unit_test(no_options_take_no_settings),
        cmocka_unit_test(a_default_that_does_not_fit_is_reported),
        cmocka_unit_test(suggestions_are_close_words_only),
        cmocka_unit_test(random_values_are_read_or_refused),
        cmocka_unit_test(errors_always_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
