/* claim_test.c: claims in words, read and checked against figures. */
#include "base/rng.h"
#include "lab/claim.h"
#include <gsl/gsl_fit.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Two algorithms at four sizes; `value` row by row. */
static const char *const axes[] = {"algorithm", "n"};
static const char *const places[8][2] = {{"slow", "2"},  {"slow", "4"}, {"slow", "8"},
                                         {"slow", "16"}, {"fast", "2"}, {"fast", "4"},
                                         {"fast", "8"},  {"fast", "16"}};

static enum by_claim_finding found(const char *text, const double value[8], double sd)
{
    struct by_claim_figure cells[8];
    struct by_error err;
    struct by_claim claim;
    for (int i = 0; i < 8; i++)
        cells[i] = (struct by_claim_figure){places[i], !isnan(value[i]), value[i], sd};
    struct by_claim_table figures = {2, axes, 8, cells};
    if (by_claim_read(&claim, text, &err) != BY_OK || by_claim_fits(&claim, 2, axes, &err) != BY_OK)
        fail_msg("%s: %s", text, err.text);
    return by_claim_test(&claim, &figures, 1, NULL);
}

static const double powers[8] = {8, 64, 512, 4096, 4, 16, 64, 256};

static void counted_figures_decide_claims(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum by_claim_finding want;
    } cases[] = {
        {"rises along n", BY_FINDING_HOLDS},
        {"each rises along n", BY_FINDING_HOLDS},
        {"falls along n at algorithm=fast", BY_FINDING_FAILS},
        {"above 3", BY_FINDING_HOLDS},
        {"each above 4", BY_FINDING_FAILS},
        {"each above 4 at n>2", BY_FINDING_HOLDS},
        {"below 300 at algorithm=fast", BY_FINDING_HOLDS},
        {"equals 64 at algorithm=slow,n=4", BY_FINDING_HOLDS},
        {"equals 65 at algorithm=slow,n=4", BY_FINDING_FAILS},
        {"between 60 and 70 at algorithm=fast,n=8", BY_FINDING_HOLDS},
        {"algorithm=slow above algorithm=fast", BY_FINDING_HOLDS},
        {"each algorithm=slow above algorithm=fast", BY_FINDING_HOLDS},
        {"algorithm=slow,n=2 above algorithm=fast,n=16", BY_FINDING_FAILS},
        {"algorithm=slow,n=4 equals algorithm=fast,n=8", BY_FINDING_HOLDS},
        {"ratio algorithm=slow to algorithm=fast between 5 and 6", BY_FINDING_HOLDS},
        {"ratio n=4 to n=2 between 7 and 9 at algorithm=slow", BY_FINDING_HOLDS},
        {"power along n between 2.9 and 3.1 at algorithm=slow", BY_FINDING_HOLDS},
        {"power along n between 2.9 and 3.1", BY_FINDING_FAILS},
        {"power along n between 1.9 and 3.1", BY_FINDING_HOLDS},
        {"growth along n between 1.2 and 1.6", BY_FINDING_HOLDS},
        {"above 3 at n=32", BY_FINDING_UNSEEN},
        {"below 5 at algorithm!=slow,n<=2", BY_FINDING_HOLDS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (found(cases[i].text, powers, 0) != cases[i].want)
            fail_msg("%s: %s", cases[i].text, by_finding_words(found(cases[i].text, powers, 0)));
}

static void measured_figures_may_leave_claims_open(void **state)
{
    (void)state;
    const double rising[8] = {50, 55, 60, 65, 50, 50.5, 49.5, 50};
    assert_int_equal(found("rises along n at algorithm=slow", rising, 2), BY_FINDING_HOLDS);
    assert_int_equal(found("falls along n at algorithm=slow", rising, 2), BY_FINDING_FAILS);
    assert_int_equal(found("rises along n at algorithm=fast", rising, 2), BY_FINDING_OPEN);
    assert_int_equal(found("above 50 at algorithm=slow", rising, 2), BY_FINDING_HOLDS);
    assert_int_equal(found("each above 50 at algorithm=slow", rising, 2), BY_FINDING_OPEN);
    assert_int_equal(found("between 45 and 55 at algorithm=fast", rising, 2), BY_FINDING_HOLDS);
    assert_int_equal(found("between 49 and 51 at algorithm=fast", rising, 2), BY_FINDING_OPEN);
    assert_int_equal(found("between 70 and 80 at algorithm=fast", rising, 2), BY_FINDING_FAILS);
    assert_int_equal(found("algorithm=slow above algorithm=fast at n>=8", rising, 2),
                     BY_FINDING_HOLDS);
    assert_int_equal(found("algorithm=slow above algorithm=fast at n=2", rising, 2),
                     BY_FINDING_OPEN);
}

/* A pair of which one is missing says nothing. */
static void cells_that_were_not_run_are_not_compared(void **state)
{
    (void)state;
    const double some[8] = {1, NAN, 3, NAN, NAN, 50, 2, NAN};
    assert_int_equal(found("algorithm=slow above algorithm=fast", some, 0), BY_FINDING_HOLDS);
    assert_int_equal(found("algorithm=slow above algorithm=fast at n=2", some, 0),
                     BY_FINDING_UNSEEN);
    assert_int_equal(found("rises along n at algorithm=slow", some, 0), BY_FINDING_HOLDS);
}

static void values_with_blanks_are_quoted(void **state)
{
    (void)state;
    struct by_claim claim;
    assert_int_equal(by_claim_read(&claim, "row=\"no RAVE, plain\",n=2 below row=x", NULL), BY_OK);
    assert_string_equal(claim.left.condition[0].value, "no RAVE, plain");
    assert_int_equal(claim.left.count, 2);
    assert_string_equal(claim.left.condition[1].axis, "n");
}

static void what_is_no_claim_is_refused_in_a_sentence(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "each",
                                        "grows",
                                        "rises",
                                        "rises along",
                                        "rises over n",
                                        "above",
                                        "above x",
                                        "between 1",
                                        "between 1 and",
                                        "between 2 and 1",
                                        "n=1",
                                        "n=1 above",
                                        "n=1 is n=2",
                                        "n=1 between n=2",
                                        "above 5 at",
                                        "above 5 at n",
                                        "above 5 at n=1 and",
                                        "above 5 n=1",
                                        "power along n",
                                        "power along n between 1 and x",
                                        "ratio n=1 between 1 and 2",
                                        "=1 above n=2",
                                        "n= above n=2",
                                        "n=1, above n=2",
                                        "a!1 above b=2",
                                        "a=1,b=1,c=1,d=1,e=1,f=1,g=1 above b=2"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct by_claim claim;
        struct by_error err = {0};
        if (by_claim_read(&claim, wrong[i], &err) != BY_BAD_INPUT)
            fail_msg("'%s' was taken for a claim", wrong[i]);
        assert_true(strlen(err.text) > 10);
    }
    struct by_claim claim;
    struct by_error err;
    assert_int_equal(by_claim_read(&claim, "rises along m", &err), BY_OK);
    assert_int_equal(by_claim_fits(&claim, 2, axes, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "'m'"));
}

static void long_words_are_refused(void **state)
{
    (void)state;
    char text[600] = "above 5 at n=";
    struct by_claim claim;
    memset(text + strlen(text), '1', 500);
    assert_int_equal(by_claim_read(&claim, text, NULL), BY_BAD_INPUT);
}

static void findings_are_joined(void **state)
{
    (void)state;
    enum by_claim_finding holds = BY_FINDING_HOLDS, fails = BY_FINDING_FAILS,
                          open = BY_FINDING_OPEN, unseen = BY_FINDING_UNSEEN;
    assert_int_equal(by_findings_joined(NULL, 0), unseen);
    assert_int_equal(by_findings_joined((enum by_claim_finding[]){holds, holds}, 2), holds);
    assert_int_equal(by_findings_joined((enum by_claim_finding[]){holds, open}, 2), open);
    assert_int_equal(by_findings_joined((enum by_claim_finding[]){holds, fails, open}, 3),
                     BY_FINDING_PART);
    assert_int_equal(by_findings_joined((enum by_claim_finding[]){fails, open}, 2), fails);
    assert_int_equal(by_findings_joined((enum by_claim_finding[]){unseen, unseen}, 2), unseen);
    assert_int_equal(by_findings_joined((enum by_claim_finding[]){holds, unseen}, 2), holds);
}

/* Under the null, "does not hold" is said less often than the level, and so is "holds". */
static void a_claim_about_nothing_is_seldom_decided(void **state)
{
    (void)state;
    struct by_rng rng;
    int held = 0, failed = 0, rounds = 2000;
    by_rng_init(&rng, 9, 0);
    for (int r = 0; r < rounds; r++) {
        double value[8];
        for (int i = 0; i < 8; i++) {
            double sum = -6; /* a sum of twelve is nearly normal, sd 1 */
            for (int k = 0; k < 12; k++)
                sum += by_rng_unit(&rng);
            value[i] = 50 + 3 * sum;
        }
        enum by_claim_finding finding = found("rises along n", value, 3);
        held += finding == BY_FINDING_HOLDS;
        failed += finding == BY_FINDING_FAILS;
    }
    assert_in_range(held, 1, 140); /* 100 expected, sd 10 */
    assert_in_range(failed, 1, 140);
}

static void growth_agrees_with_gsl(void **state)
{
    (void)state;
    struct by_point points[6];
    double x[6], y[6], c0, c1, v00, v01, v11, rest;
    for (int i = 0; i < 6; i++) {
        points[i] = (struct by_point){i + 2, pow(i + 2, 2.5) * (i % 2 ? 1.1 : 0.9), 0};
        x[i] = log(points[i].x);
        y[i] = log(points[i].y);
    }
    gsl_fit_linear(x, 1, y, 1, 6, &c0, &c1, &v00, &v01, &v11, &rest);
    struct by_growth fit = by_growth_fit(points, 6, true);
    assert_true(fabs(fit.slope - c1) < 1e-12 && fabs(fit.intercept - c0) < 1e-12);
    assert_true(fabs(fit.interval.high - c1 - by_student_bound(0.95, 4) * sqrt(v11)) < 1e-9);
    assert_false(fit.measured);
    for (int i = 0; i < 6; i++)
        points[i].sd = 0.05 * points[i].y;
    double w[6] = {400, 400, 400, 400, 400, 400}, rest2;
    gsl_fit_wlinear(x, 1, w, 1, y, 1, 6, &c0, &c1, &v00, &v01, &v11, &rest2);
    fit = by_growth_fit(points, 6, true);
    assert_true(fit.measured && fabs(fit.slope - c1) < 1e-12);
    assert_true(fabs(fit.interval.high - c1 - 1.959963984540054 * sqrt(v11)) < 1e-9);
    assert_true(isnan(by_growth_fit(points, 1, true).slope));
}

/* Two games, both won, are no proof of anything; six of six are, against 50. */
static void few_games_decide_nothing(void **state)
{
    (void)state;
    struct by_measured two = {.there = true, .value = 100, .games = 2};
    struct by_measured six = {.there = true, .value = 100, .games = 6};
    assert_true(50 / by_measured_sd(BY_FIGURE_SHARE, &two) < 1.2);
    assert_true(50 / by_measured_sd(BY_FIGURE_SHARE, &six) > 1.96);
    struct by_measured many = {.there = true, .value = 60, .games = 1000};
    assert_true(fabs(by_measured_sd(BY_FIGURE_SHARE, &many) - 100 * sqrt(0.24 / 1000)) < 0.1);
}

static void what_was_found_is_told(void **state)
{
    (void)state;
    struct by_claim_figure cells[8];
    struct by_claim claim;
    struct by_buffer out;
    for (int i = 0; i < 8; i++)
        cells[i] = (struct by_claim_figure){places[i], true, powers[i], 0.5};
    struct by_claim_table figures = {2, axes, 8, cells};
    by_buffer_open(&out, 4096);
    assert_int_equal(by_claim_read(&claim, "power along n between 2.9 and 3.1", NULL), BY_OK);
    by_claim_test(&claim, &figures, 2, &out);
    assert_non_null(strstr(by_buffer_text(&out), "power 2"));
    assert_non_null(strstr(by_buffer_text(&out), "1 do not"));
    by_buffer_close(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counted_figures_decide_claims),
        cmocka_unit_test(measured_figures_may_leave_claims_open),
        cmocka_unit_test(cells_that_were_not_run_are_not_compared),
        cmocka_unit_test(values_with_blanks_are_quoted),
        cmocka_unit_test(what_is_no_claim_is_refused_in_a_sentence),
        cmocka_unit_test(long_words_are_refused),
        cmocka_unit_test(findings_are_joined),
        cmocka_unit_test(a_claim_about_nothing_is_seldom_decided),
        cmocka_unit_test(growth_agrees_with_gsl),
        cmocka_unit_test(few_games_decide_nothing),
        cmocka_unit_test(what_was_found_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
