/* spec_test.c: the grammar of spec strings, by example and by random bytes. */
#include "base/long_test.h"
#include "base/rng.h"
#include "base/spec.h"
#include "base/text.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int rounds(int few)
{
    return long_or(20 * few, few);
}

static void assert_spec(const char *text, const char *name, int count,
                        const struct by_setting *want)
{
    struct by_spec spec;
    struct by_error err = {0};
    if (by_spec_read(text, &spec, &err) != BY_OK)
        fail_msg("'%s' was refused: %s", text, err.text);
    assert_string_equal(spec.name, name);
    assert_int_equal(spec.count, count);
    for (int i = 0; i < count; i++) {
        assert_string_equal(spec.settings[i].name, want[i].name);
        assert_string_equal(spec.settings[i].value, want[i].value);
    }
}

#define PAIRS(...)                                                                                 \
    (const struct by_setting[])                                                                    \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

static void specs_read(void **state)
{
    (void)state;
    assert_spec("random", "random", 0, NULL);
    assert_spec("  random \t", "random", 0, NULL);
    assert_spec("mcts sims=10000 rave=on", "mcts", 2, PAIRS({"sims", "10000"}, {"rave", "on"}));
    assert_spec("mcts   sims=1", "mcts", 1, PAIRS({"sims", "1"}));
    assert_spec("gtp cmd=\"gnugo --mode gtp\"", "gtp", 1, PAIRS({"cmd", "gnugo --mode gtp"}));
    assert_spec("gtp cmd=\"a \\\"b\\\" \\\\c\\d\" x=1", "gtp", 2,
                PAIRS({"cmd", "a \"b\" \\cd"}, {"x", "1"}));
    assert_spec("a b=c=d", "a", 1, PAIRS({"b", "c=d"}));
    assert_spec("a path=C:\\dir\\x", "a", 1, PAIRS({"path", "C:\\dir\\x"}));
    assert_spec("a b= c=\"\"", "a", 2, PAIRS({"b", ""}, {"c", ""}));
    assert_spec("A-b_9 k-1_=v", "A-b_9", 1, PAIRS({"k-1_", "v"}));
    assert_spec("a b=\303\251", "a", 1, PAIRS({"b", "\303\251"}));
}

static void assert_refused(const char *text, const char *column, const char *why)
{
    struct by_spec spec;
    struct by_error err = {0};
    assert_int_equal(by_spec_read(text, &spec, &err), BY_BAD_INPUT);
    assert_int_equal(err.status, BY_BAD_INPUT);
    if (strstr(err.text, column) != err.text || strstr(err.text, why) == NULL)
        fail_msg("'%s' says: %s", text, err.text);
    assert_string_equal(spec.name, "");
    assert_int_equal(spec.count, 0);
}

static void errors_name_the_column(void **state)
{
    (void)state;
    assert_refused("", "column 1 of ''", "begins with a name");
    assert_refused("   ", "column 4 ", "begins with a name");
    assert_refused("9a", "column 1 ", "begins with a name");
    assert_refused("min,max", "column 4 ", "letters, digits");
    assert_refused("depth=4", "column 6 ", "letters, digits");
    assert_refused("minimax depth", "column 14 ", "'=' is missing");
    assert_refused("minimax depth =4", "column 14 ", "'=' is missing");
    assert_refused("minimax =4", "column 9 ", "begin with a letter");
    assert_refused("minimax 4=4", "column 9 ", "begin with a letter");
    assert_refused("gtp cmd=\"abc", "column 9 ", "never closed");
    assert_refused("gtp cmd=\"abc\\", "column 9 ", "never closed");
    assert_refused("gtp cmd=\"abc\\\"", "column 9 ", "never closed");
    assert_refused("gtp cmd=\"abc\"x", "column 14 ", "blank must follow");
    assert_refused("gtp cmd=a\"b\"", "column 10 ", "whole value");
    assert_int_equal(by_spec_read("", &(struct by_spec){0}, NULL), BY_BAD_INPUT);
}

static void lengths_and_counts_are_bounded(void **state)
{
    (void)state;
    static char text[BY_SPEC_LENGTH_MAX + 2];
    struct by_spec spec;
    struct by_error err;
    memset(text, 'a', sizeof text - 1);
    assert_int_equal(by_spec_read(text, &spec, &err), BY_BAD_INPUT);
    text[BY_SPEC_LENGTH_MAX] = '\0';
    assert_int_equal(by_spec_read(text, &spec, &err), BY_OK);
    assert_string_equal(spec.name, text);
    strcpy(text, "a");
    for (int i = 0; i < BY_SPEC_PAIRS_MAX; i++)
        strcat(text, " k=v");
    assert_int_equal(by_spec_read(text, &spec, &err), BY_OK);
    assert_int_equal(spec.count, BY_SPEC_PAIRS_MAX);
    strcat(text, " k=v");
    assert_int_equal(by_spec_read(text, &spec, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "64"));
}

/* --- random text --------------------------------------------------------------------- */

/* A spec as text, every value quoted. */
static void write_spec(const struct by_spec *spec, char *out)
{
    out += sprintf(out, "%s", spec->name);
    for (int i = 0; i < spec->count; i++) {
        out += sprintf(out, " %s=\"", spec->settings[i].name);
        for (const char *p = spec->settings[i].value; *p != '\0'; p++) {
            if (*p == '"' || *p == '\\')
                *out++ = '\\';
            *out++ = *p;
        }
        out += sprintf(out, "\"");
    }
}

static void assert_round_trip(const struct by_spec *spec)
{
    static char text[4 * BY_SPEC_LENGTH_MAX];
    write_spec(spec, text);
    assert_spec(text, spec->name, spec->count, spec->settings);
}

static void assert_one_line(const struct by_error *err)
{
    size_t length = strlen(err->text);
    assert_true(length > 0 && length < sizeof err->text);
    for (const char *p = err->text; *p != '\0'; p += by_printable(p, strnlen(p, 4)))
        assert_true(by_printable(p, strnlen(p, 4)) > 0);
}

/* Random bytes are hardly ever specs; random choices of telling characters often are. The
 * text lies at the very end of its allocation, so that the sanitizer sees any step beyond. */
static char *random_text(struct by_rng *rng)
{
    static const char telling[] = "aab==\"\"\\ \t19-_x";
    size_t length = by_rng_below(rng, 40);
    bool any = by_rng_below(rng, 4) == 0;
    char *text = malloc(length + 1);
    assert_non_null(text);
    for (size_t i = 0; i < length; i++)
        text[i] = any ? (char)(1 + by_rng_below(rng, 255))
                      : telling[by_rng_below(rng, sizeof telling - 1)];
    text[length] = '\0';
    if (!any && length > 4)
        memcpy(text, "a b=", 4);
    return text;
}

static void random_text_is_read_or_refused(void **state)
{
    (void)state;
    struct by_rng rng;
    int valid = 0, refused = 0;
    by_rng_init(&rng, 1, 0);
    for (int i = 0; i < rounds(200000); i++) {
        char *text = random_text(&rng);
        struct by_spec spec;
        struct by_error err = {0};
        if (by_spec_read(text, &spec, &err) == BY_OK) {
            assert_round_trip(&spec);
            valid++;
        } else {
            assert_one_line(&err);
            refused++;
        }
        free(text);
    }
    assert_true(valid > 1000 && refused > 1000);
}

/* --- single settings ------------------------------------------------------------------- */

static void settings_split_at_the_first_equals_sign(void **state)
{
    (void)state;
    static char storage[BY_SPEC_LENGTH_MAX + 1];
    struct by_setting got;
    struct by_error err;
    assert_int_equal(by_setting_read("m=4", storage, &got, &err), BY_OK);
    assert_string_equal(got.name, "m");
    assert_string_equal(got.value, "4");
    assert_int_equal(by_setting_read("tree=((1 2) \"x\"=3)", storage, &got, &err), BY_OK);
    assert_string_equal(got.name, "tree");
    assert_string_equal(got.value, "((1 2) \"x\"=3)");
    assert_int_equal(by_setting_read("k=", storage, &got, &err), BY_OK);
    assert_string_equal(got.value, "");
}

static void other_settings_are_refused(void **state)
{
    (void)state;
    static char storage[BY_SPEC_LENGTH_MAX + 1], longest[BY_SPEC_LENGTH_MAX + 2];
    const char *const bad[] = {"", "=", "=4", "m", "4=m", " m=4", "m =4", "m\n=4", "\377=1"};
    struct by_setting got;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct by_error err = {0};
        assert_int_equal(by_setting_read(bad[i], storage, &got, &err), BY_BAD_INPUT);
        assert_one_line(&err);
        assert_non_null(strstr(err.text, "name=value"));
    }
    memset(longest, 'a', sizeof longest - 1);
    longest[1] = '=';
    assert_int_equal(by_setting_read(longest, storage, &got, NULL), BY_BAD_INPUT);
    longest[BY_SPEC_LENGTH_MAX] = '\0';
    assert_int_equal(by_setting_read(longest, storage, &got, NULL), BY_OK);
    assert_int_equal(strlen(got.value), BY_SPEC_LENGTH_MAX - 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specs_read),
        cmocka_unit_test(errors_name_the_column),
        cmocka_unit_test(lengths_and_counts_are_bounded),
        cmocka_unit_test(random_text_is_read_or_refused),
        cmocka_unit_test(settings_split_at_the_first_equals_sign),
        cmocka_unit_test(other_settings_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
