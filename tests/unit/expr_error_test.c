/* expr_error_test.c: what is wrong with a selection rule is said, with the column. */
#include "base/long_test.h"
#include "base/rng.h"
#include "search/mcts/expr.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int rounds(void)
{
    return long_or(2000000, 100000);
}

static void assert_refused(const char *text, const char *sentence)
{
    struct by_error err = {0};
    struct by_expr *expr = (struct by_expr *)&err;
    assert_int_equal(by_expr_open(text, &expr, &err), BY_BAD_INPUT);
    assert_null(expr);
    if (strcmp(err.text, sentence) != 0)
        fail_msg("%s\n%s\nnot %s", text, err.text, sentence);
    assert_int_equal(by_expr_open(text, &expr, NULL), BY_BAD_INPUT); /* nobody listens */
}

static void every_mistake_has_its_sentence(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "column 1: a value is missing here, at the end"},
        {"   ", "column 4: a value is missing here, at the end"},
        {"w/n + x", "column 7: there is no variable 'x'; there are n, w, N, t, rn, rw, prior, "
                    "depth, c, k, inf"},
        {"w/n + Prior", "column 7: there is no variable 'Prior'; did you mean 'prior'? There are "
                        "n, w, N, t, rn, rw, prior, depth, c, k, inf"},
        {"W", "column 1: there is no variable 'W'; did you mean 'w'? There are n, w, N, t, rn, rw, "
              "prior, depth, c, k, inf"},
        {"2*root(n)", "column 3: there is no function 'root'; there are sqrt, ln, log, exp, abs, "
                      "erfc, min, max, klucb, best, sum"},
        {"sqr(n)", "column 1: there is no function 'sqr'; did you mean 'sqrt'? There are sqrt, ln, "
                   "log, exp, abs, erfc, min, max, klucb, best, sum"},
        {"let d = n; let d = w; d",
         "column 16: this name means something already: choose another one"},
        {"let n = w; n", "column 5: this name means something already: choose another one"},
        {"let log = w; n", "column 5: this name means something already: choose another one"},
        {"let let = w; n", "column 5: this name means something already: choose another one"},
        {"let 2 = w; n", "column 5: a name is missing here: let d = n + 1; w/d"},
        {"let d w", "column 7: a '=' is missing here: let d = n + 1; w/d"},
        {"let d == w; d", "column 7: a '=' is missing here: let d = n + 1; w/d"},
        {"let d = w d", "column 11: a ';' is missing here: let d = n + 1; w/d"},
        {"let d = w;", "column 11: a value is missing here, at the end"},
        {"let d = ; d", "column 9: a value is missing here"},
        {"let d = d + 1; d", "column 9: there is no variable 'd'; there are n, w, N, t, rn, rw, "
                             "prior, depth, c, k, inf"},
        {"let dd = 1; ddd", "column 13: there is no variable 'ddd'; did you mean 'dd'? There are "
                            "n, w, N, t, rn, rw, prior, depth, c, k, inf, dd"},
        {"w/n; n", "column 4: a ';' ends a let: let d = n + 1; w/d"},
        {"w + let d = 1; d", "column 5: names are given at the beginning: let d = n + 1; w/d"},
        {"let abcdefghijklmnopqrstuvwxyzabcdef = 1; 2",
         "column 5: the name is too long: at most 31 characters are accepted"},
        {"klucb(w/n, n)", "column 1: this function takes three values, separated by commas"},
        {"klucb(w/n, n, 1, 2)", "column 16: this function takes three values"},
        {"n(2)", "column 2: an operator is missing here"},
        {"sqrt + 1", "column 6: a '(' is missing here: a function's values stand in parentheses"},
        {"ln n", "column 4: a '(' is missing here: a function's values stand in parentheses"},
        {"sqrt()", "column 6: a value is missing here"},
        {"sqrt(n, w)", "column 7: this function takes one value"},
        {"min(n)", "column 1: this function takes two values, separated by a comma"},
        {"1+max(n, w, 2)", "column 11: this function takes two values"},
        {"(w/n", "column 5: a ')' is missing here, for the '(' at column 1"},
        {"w/(n+ln(N", "column 10: a ')' is missing here, for the '(' at column 8"},
        {"(w, n)", "column 3: a ')' is missing here, for the '(' at column 1"},
        {"(w n)", "column 4: an operator or a ')' is missing here"},
        {"w/n)", "column 4: this ')' was never opened"},
        {"w/", "column 3: a value is missing here, at the end"},
        {"w//n", "column 3: a value is missing here"},
        {"*n", "column 1: a value is missing here"},
        {"+n", "column 1: a value is missing here"},
        {"()", "column 2: a value is missing here"},
        {"2n", "column 2: an operator is missing here"},
        {"n 2", "column 3: an operator is missing here"},
        {"n (w)", "column 3: an operator is missing here"},
        {"(n) (w)", "column 5: an operator is missing here"},
        {"n # w", "column 3: '#' does not belong in a rule"},
        {"n, w", "column 2: ',' does not belong in a rule"},
        {"n \x80", "column 3: this does not belong in a rule"},
        {"n \x01", "column 3: this does not belong in a rule"},
        {"n = 0", "column 3: write == to compare"},
        {"n ! 0", "column 3: '!' does not belong in a rule"},
        {"n < w < N", "column 7: comparisons do not follow each other: put one in parentheses"},
        {"n == 0 ? 1", "column 11: a ':' is missing here, for the '?' at column 8"},
        {"n ? 1 : ", "column 9: a value is missing here, at the end"},
        {"n ? : 2", "column 5: a value is missing here"},
        {"n : 2", "column 3: ':' does not belong in a rule"},
        {"1.2.3", "column 1: this is not a number that can be computed with: write 2, 0.5 or 1e-3"},
        {"n + .", "column 5: this is not a number that can be computed with: write 2, 0.5 or 1e-3"},
        {"n+1e39",
         "column 3: this is not a number that can be computed with: write 2, 0.5 or 1e-3"},
        {"1e", "column 2: an operator is missing here"},
        {"0x10", "column 2: an operator is missing here"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(cases[i][0], cases[i][1]);
}

/* --- sizes ------------------------------------------------------------------------------ */

/* `count` times `open`, then "n", then `count` times `shut`. To be freed. */
static char *nested(int count, const char *open, const char *shut)
{
    size_t size = (size_t)count * (strlen(open) + strlen(shut)) + 2;
    char *text = malloc(size), *at = text;
    assert_non_null(text);
    for (int i = 0; i < count; i++)
        at = strcpy(at, open) + strlen(open);
    *at++ = 'n';
    *at = '\0';
    for (int i = 0; i < count; i++)
        at = strcpy(at, shut) + strlen(shut);
    return text;
}

static void assert_opens(char *text, bool opens, const char *why)
{
    struct by_expr *expr;
    struct by_error err = {0};
    enum by_status status = by_expr_open(text, &expr, &err);
    if (status != (opens ? BY_OK : BY_BAD_INPUT) || (!opens && !strstr(err.text, why)))
        fail_msg("%.60s...: %s", text, err.text);
    by_expr_close(expr);
    free(text);
}

/* So many names, and a rule. To be freed. */
static char *named(int count)
{
    char *text = malloc(BY_EXPR_LENGTH_MAX);
    struct by_text out = by_text_over(text, BY_EXPR_LENGTH_MAX);
    assert_non_null(text);
    for (int i = 0; i < count; i++)
        by_text_format(&out, "let v%d = w*n + %d;", i, i);
    by_text_add(&out, "v0");
    return text;
}

static void nesting_and_length_are_bounded(void **state)
{
    (void)state;
    static const char *const ways[][2] = {{"(", ")"},     {"-", ""},      {"n^", ""},
                                          {"sqrt(", ")"}, {"1?n:", ""},   {"min(n*w,", ")"},
                                          {"n?", ":n"},   {"n*w+(", ")"}, {"n-(w/", ")"}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const char *open = ways[i][0], *shut = ways[i][1];
        assert_opens(nested(BY_EXPR_NESTING_MAX, open, shut), true, "");
        assert_opens(nested(BY_EXPR_NESTING_MAX + 1, open, shut), false, "nested too deeply");
        assert_opens(nested(100000, open, shut), false, "column 1001: the rule is too long");
        assert_opens(nested(100000, open, ""), false, "column 1001: the rule is too long");
    }
    assert_opens(nested(499, "n+", ""), true, "");
    assert_opens(nested(500, "n+", ""), false, "column 1001: the rule is too long");
    assert_opens(nested(999, " ", ""), true, "");
    assert_opens(nested(71, "n^8+", ""), true, "");
    assert_opens(nested(72, "n^8+", ""), false, "too many operations: at most 500");
    assert_opens(nested(249, "1*n+", ""), true, "");
    assert_opens(nested(BY_EXPR_NESTING_MAX, "klucb(n*w,w*n,", ")"), true, "");
    assert_opens(named(BY_EXPR_NAMES_MAX), true, "");
    assert_opens(named(BY_EXPR_NAMES_MAX + 1), false, "too many names: at most 20");
}

/* Operands waiting in every way that the grammar has, on every level: their places suffice. */
static void the_deepest_rule_is_computed(void **state)
{
    (void)state;
    char *text = nested(16, "n+w?w/n:w*w<w+n*w-w*(w/n)^(", ")");
    struct by_expr *expr;
    struct by_error err = {0};
    if (by_expr_open(text, &expr, &err) != BY_OK)
        fail_msg("%s", err.text);
    float n[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8];
    float *scratch = malloc(by_expr_scratch(expr, 8) * sizeof *scratch);
    assert_non_null(scratch);
    struct by_expr_input in = {.count = 8, .n = n, .w = n};
    by_expr_values(expr, &in, scratch, out);
    for (int i = 0; i < 8; i++)
        assert_true(out[i] == 1); /* 2n is not 0: w/n */
    free(scratch);
    by_expr_close(expr);
    free(text);
}

/* --- garbage ------------------------------------------------------------------------------ */

/* Either a rule, which can then be computed, or a sentence with a column inside the text. */
static bool survives(const char *text)
{
    struct by_expr *expr;
    struct by_error err = {0};
    float n[16] = {3, 0, 1}, out[16], *scratch;
    if (by_expr_open(text, &expr, &err) != BY_OK) {
        int column = atoi(err.text + strlen("column "));
        assert_true(strncmp(err.text, "column ", 7) == 0);
        assert_in_range(column, 1, strlen(text) + 1);
        return false;
    }
    scratch = malloc(by_expr_scratch(expr, 11) * sizeof *scratch);
    assert_non_null(scratch);
    struct by_expr_input in = {.count = 11, .n = n, .w = n, .rn = n, .rw = n, .prior = n};
    by_expr_values(expr, &in, scratch, out);
    free(scratch);
    by_expr_close(expr);
    return true;
}

static void garbage_is_refused(void **state)
{
    (void)state;
    static const char *const words[] = {
        "n",    "w",    "N",      "c",   "prior",  "(",    ")",    "+", "-",    "*",
        "/",    "^",    "?",      ":",   "<",      "<=",   "==",   ",", "sqrt", "ln(",
        "min(", "erfc", "2",      "0.5", "1e",     " ",    "x",    "=", "3",    "rn",
        "(n)",  "max(", "let x=", ";",   "klucb(", "sum(", "best("};
    struct by_rng rng;
    int rules = 0;
    by_rng_init(&rng, 71, 0);
    for (int round = 0; round < rounds(); round++) {
        char text[256] = "";
        int length = (int)by_rng_below(&rng, 30);
        for (int i = 0; i < length; i++)
            if (round % 2 == 0)
                text[i] = (char)(1 + by_rng_below(&rng, 255));
            else
                strcat(text, words[by_rng_below(&rng, sizeof words / sizeof *words)]);
        rules += survives(text);
    }
    assert_in_range(rules, rounds() / 200, rounds() / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mistake_has_its_sentence),
        cmocka_unit_test(nesting_and_length_are_bounded),
        cmocka_unit_test(the_deepest_rule_is_computed),
        cmocka_unit_test(garbage_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
