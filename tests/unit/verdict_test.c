/* verdict_test.c: verdicts of cells against GSL, known cases and simulated error rates. */
#include "base/buffer.h"
#include "base/long_test.h"
#include "base/rng.h"
#include "lab/verdict.h"
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void judge(const struct by_comparison *how, struct by_compared *cells, int count)
{
    for (int i = 0; i < count; i++)
        cells[i].how = how;
    by_compare(cells, count);
}

static struct by_compared share_cell(struct by_published published, double value, double games)
{
    return (struct by_compared){
        .published = published,
        .ours = {.there = true, .value = value, .games = games},
    };
}

static enum by_lab_verdict verdict_of(struct by_published published, double value, double games)
{
    struct by_comparison how = by_comparison_of_shares();
    struct by_compared cell = share_cell(published, value, games);
    judge(&how, &cell, 1);
    return cell.verdict;
}

static void known_cases_get_their_verdicts(void **state)
{
    (void)state;
    struct by_published p83 = by_published_spread(83, 3, BY_SPREAD_TWO_SD);
    assert_int_equal(verdict_of(p83, 82, 400), BY_VERDICT_AGREES);
    assert_int_equal(verdict_of(p83, 65, 400), BY_VERDICT_SIZE);
    assert_int_equal(verdict_of(p83, 99, 400), BY_VERDICT_SIZE);
    assert_int_equal(verdict_of(p83, 40, 400), BY_VERDICT_CONTRADICTS);
    assert_int_equal(verdict_of(p83, 75, 4), BY_VERDICT_FEW);
    assert_int_equal(verdict_of(p83, 80, 20), BY_VERDICT_AGREES); /* few, but surely above 50 */
    assert_int_equal(verdict_of(by_published_spread(37, 9, BY_SPREAD_TWO_SD), 62, 400),
                     BY_VERDICT_CONTRADICTS);
    /* 30 +- 8 takes a side when that is one or two sd, 40 +- 15 does not */
    assert_int_equal(verdict_of(by_published_spread(40, 15, BY_SPREAD_TWO_SD), 75, 1000),
                     BY_VERDICT_SIZE);
    assert_int_equal(verdict_of(by_published_counts(3, 1), 10, 10000), BY_VERDICT_SIZE);
    assert_int_equal(verdict_of((struct by_published){0}, 80, 20), BY_VERDICT_UNPUBLISHED);
}

static void without_a_measurement_a_cell_is_left_out(void **state)
{
    (void)state;
    struct by_comparison how = by_comparison_of_shares();
    struct by_compared cell = {.published = by_published_value(50)};
    judge(&how, &cell, 1);
    assert_int_equal(cell.verdict, BY_VERDICT_LEFT_OUT);
    assert_true(isnan(cell.size.alone) && isnan(cell.side.among_all) && isnan(cell.interval.low));
}

static void what_plus_minus_means_changes_the_verdict(void **state)
{
    (void)state;
    assert_int_equal(verdict_of(by_published_spread(60, 6, BY_SPREAD_SD), 71, 1000),
                     BY_VERDICT_AGREES);
    assert_int_equal(verdict_of(by_published_spread(60, 6, BY_SPREAD_TWO_SD), 71, 1000),
                     BY_VERDICT_SIZE);
    assert_int_equal(verdict_of(by_published_spread(60, 6, BY_SPREAD_95), 71, 1000),
                     BY_VERDICT_SIZE);
    struct by_published coarse = by_published_value(80);
    assert_int_equal(verdict_of(coarse, 77.4, 100000), BY_VERDICT_SIZE);
    coarse.step = 5;
    assert_int_equal(verdict_of(coarse, 77.6, 100000), BY_VERDICT_AGREES);
    assert_int_equal(verdict_of(by_published_percents(80, 20, 20), 65, 1000), BY_VERDICT_AGREES);
    assert_int_equal(verdict_of(by_published_percents(80, 20, 2000), 65, 1000), BY_VERDICT_SIZE);
}

static void figures_are_read_as_documents_print_them(void **state)
{
    (void)state;
    struct by_published p = by_published_counts(138, 65);
    assert_true(fabs(p.value - 100 * 138.0 / 203) < 1e-12 && p.games == 203 && p.there);
    p = by_published_percents(54, 38, 50);
    assert_true(p.value == 58 && p.games == 50);
    p = by_published_spread(78, 3.25, BY_SPREAD_SD);
    assert_true(p.sd == 3.25);
    p = by_published_spread(78, 1.96, BY_SPREAD_95);
    assert_true(fabs(p.sd - 1) < 1e-4);
    assert_false(by_published_counts(0, 0).there);
}

/* The exact tail of the binomial, by another library. */
static void the_test_of_direction_is_the_binomials(void **state)
{
    (void)state;
    struct by_comparison how = by_comparison_of_shares();
    struct by_published above = by_published_spread(90, 1, BY_SPREAD_SD);
    struct by_published below = by_published_spread(10, 1, BY_SPREAD_SD);
    for (unsigned n = 1; n <= 60; n += 7)
        for (unsigned k = 0; k <= n; k++) {
            struct by_compared cell = share_cell(above, 100.0 * k / n, n);
            judge(&how, &cell, 1);
            double want = 2 * k >= n ? 1 : gsl_cdf_binomial_P(k, 0.5, n);
            assert_true(fabs(cell.side.alone - want) < 1e-9);
            cell = share_cell(below, 100.0 * k / n, n);
            judge(&how, &cell, 1);
            want = 2 * k <= n ? 1 : gsl_cdf_binomial_Q(k - 1, 0.5, n);
            assert_true(fabs(cell.side.alone - want) < 1e-9);
        }
}

static void the_intervals_are_clopper_and_pearsons(void **state)
{
    (void)state;
    for (unsigned n = 3; n <= 300; n += 27)
        for (unsigned k = 0; k <= n; k += 3) {
            struct by_measured ours = {.there = true, .value = 100.0 * k / n, .games = n};
            struct by_interval got = by_measured_interval(BY_FIGURE_SHARE, &ours, 0.95);
            double low = k == 0 ? 0 : gsl_cdf_beta_Pinv(0.025, k, n - k + 1);
            double high = k == n ? 1 : gsl_cdf_beta_Pinv(0.975, k + 1, n - k);
            assert_true(fabs(got.low - 100 * low) < 1e-6 && fabs(got.high - 100 * high) < 1e-6);
        }
}

/* Where both are normal the joined arms are the usual test of a difference. */
static void the_test_of_size_is_the_normal_one_for_normal_figures(void **state)
{
    (void)state;
    struct by_comparison how = {.kind = BY_FIGURE_NUMBER, .divide = NAN};
    for (double off = 0.5; off < 12; off += 0.5) {
        struct by_compared cell = {.published = by_published_spread(100, 2, BY_SPREAD_SD),
                                   .ours = {.there = true, .value = 100 - off, .sd = 1.5}};
        judge(&how, &cell, 1);
        assert_true(fabs(cell.size.alone - 2 * gsl_cdf_ugaussian_Q(off / 2.5)) < 1e-5);
    }
}

static void few_measurements_use_students_bound(void **state)
{
    (void)state;
    struct by_comparison how = {.kind = BY_FIGURE_NUMBER, .divide = NAN};
    struct by_compared cell = {.published = by_published_value(10),
                               .ours = {.there = true, .value = 13, .sd = 1, .freedom = 4}};
    judge(&how, &cell, 1);
    assert_true(fabs(cell.interval.high - (13 + gsl_cdf_tdist_Pinv(0.975, 4))) < 1e-6);
    assert_true(fabs(cell.size.alone - 2 * gsl_cdf_tdist_Q(3, 4)) < 1e-5);
}

static void counted_numbers_agree_when_they_are_equal(void **state)
{
    (void)state;
    struct by_comparison how = {.kind = BY_FIGURE_NUMBER, .divide = NAN};
    struct by_compared cells[2] = {
        {.published = by_published_value(255168), .ours = {.there = true, .value = 255168}},
        {.published = by_published_value(5478), .ours = {.there = true, .value = 5477}},
    };
    judge(&how, cells, 2);
    assert_int_equal(cells[0].verdict, BY_VERDICT_AGREES);
    assert_int_equal(cells[1].verdict, BY_VERDICT_SIZE);
    how.tolerance = 1;
    judge(&how, cells, 2);
    assert_int_equal(cells[1].verdict, BY_VERDICT_AGREES);
}

static void factors_and_a_common_scale_are_no_difference(void **state)
{
    (void)state;
    struct by_comparison how = {.kind = BY_FIGURE_NUMBER, .divide = NAN, .factor = 1.5};
    struct by_compared cells[3];
    const double theirs[] = {0.001, 0.08, 8.8}, ours[] = {0.00001, 0.0009, 0.086};
    for (int i = 0; i < 3; i++)
        cells[i] = (struct by_compared){.published = by_published_value(theirs[i]),
                                        .ours = {.there = true, .value = ours[i]}};
    judge(&how, cells, 3);
    assert_int_equal(cells[0].verdict, BY_VERDICT_SIZE);
    how.scaled = true;
    judge(&how, cells, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(cells[i].verdict, BY_VERDICT_AGREES);
    assert_true(fabs(by_common_factor(&how, cells, 3) -
                     pow(0.01 * 0.0009 / 0.08 * 0.086 / 8.8, 1.0 / 3)) < 1e-12);
    cells[2].published.value = 80;
    judge(&how, cells, 3);
    assert_int_equal(cells[2].verdict, BY_VERDICT_SIZE);
}

static void editing_one_published_figure_changes_its_verdict_alone(void **state)
{
    (void)state;
    struct by_comparison how = by_comparison_of_shares();
    struct by_compared cells[3];
    for (int i = 0; i < 3; i++)
        cells[i] = share_cell(by_published_spread(70, 4, BY_SPREAD_TWO_SD), 70, 300);
    judge(&how, cells, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(cells[i].verdict, BY_VERDICT_AGREES);
    cells[1].published.value = 20;
    judge(&how, cells, 3);
    assert_int_equal(cells[0].verdict, BY_VERDICT_AGREES);
    assert_int_equal(cells[1].verdict, BY_VERDICT_CONTRADICTS);
    assert_int_equal(cells[2].verdict, BY_VERDICT_AGREES);
}

/* Worked by hand: p 0.01 0.04 0.03 0.005 become 0.03 0.06 0.06 0.02 (Holm 1979). */
static void many_cells_raise_the_bar(void **state)
{
    (void)state;
    struct by_comparison how = {.kind = BY_FIGURE_NUMBER, .divide = NAN};
    const double p[] = {0.01, 0.04, 0.03, 0.005}, want[] = {0.03, 0.06, 0.06, 0.02};
    struct by_compared cells[4];
    for (int i = 0; i < 4; i++)
        cells[i] = (struct by_compared){
            .published = by_published_value(0),
            .ours = {.there = true, .value = gsl_cdf_ugaussian_Qinv(p[i] / 2), .sd = 1}};
    judge(&how, cells, 4);
    for (int i = 0; i < 4; i++) {
        assert_true(fabs(cells[i].size.alone - p[i]) < 1e-5);
        assert_true(fabs(cells[i].size.among_all - want[i]) < 1e-5);
    }
}

/* Two kinds of numbers in one table: each with its own common factor, together one table for Holm. */
static void kinds_of_numbers_are_scaled_apart_and_judged_together(void **state)
{
    (void)state;
    struct by_comparison times = {.kind = BY_FIGURE_NUMBER, .divide = NAN, .scaled = true};
    struct by_comparison counts = {.kind = BY_FIGURE_NUMBER, .divide = NAN};
    struct by_compared cells[4];
    for (int i = 0; i < 4; i++)
        cells[i] = (struct by_compared){
            .how = i < 2 ? &times : &counts,
            .published = by_published_value(i + 1),
            .ours = {
                .there = true, .value = i < 2 ? 7 * (i + 1) : i + 1 + 2.4 * (i == 3), .sd = 1}};
    by_compare(cells, 4);
    assert_int_equal(cells[0].verdict, BY_VERDICT_AGREES);
    assert_int_equal(cells[1].verdict, BY_VERDICT_AGREES);
    assert_true(fabs(by_common_factor(&times, cells, 4) - 7) < 1e-9);
    assert_true(fabs(cells[3].size.among_all - 4 * 2 * gsl_cdf_ugaussian_Q(2.4)) < 1e-4);
    assert_int_equal(cells[3].verdict, BY_VERDICT_AGREES); /* alone it would differ: p 0.016 */
}

/* --- error rates ------------------------------------------------------------------------------- */

static int binomial(struct by_rng *rng, int n, double p)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        k += by_rng_unit(rng) < p;
    return k;
}

struct rates {
    int tables, different, contradicting;
};

/* Tables where ours and theirs are of one truth: how often is anything said to differ? */
static struct rates simulate(double truth, int their_games, int our_games, int tables)
{
    enum { CELLS = 4 };
    struct by_comparison how = by_comparison_of_shares();
    struct by_rng rng;
    struct rates rates = {.tables = tables};
    by_rng_init(&rng, (uint64_t)(1000 * truth) + (uint64_t)our_games, 0);
    for (int t = 0; t < tables; t++) {
        struct by_compared cells[CELLS];
        int different = 0, contradicting = 0;
        for (int i = 0; i < CELLS; i++) {
            int k = binomial(&rng, their_games, truth);
            cells[i] = share_cell(by_published_counts(k, their_games - k),
                                  100.0 * binomial(&rng, our_games, truth) / our_games, our_games);
        }
        judge(&how, cells, CELLS);
        for (int i = 0; i < CELLS; i++) {
            different |= cells[i].size.among_all < BY_VERDICT_LEVEL;
            contradicting |= cells[i].verdict == BY_VERDICT_CONTRADICTS;
        }
        rates.different += different;
        rates.contradicting += contradicting;
    }
    return rates;
}

static void nothing_is_said_to_differ_more_often_than_the_level(void **state)
{
    (void)state;
    const struct {
        double truth;
        int theirs, ours;
    } cases[] = {{0.5, 100, 60}, {0.5, 20, 200}, {0.83, 300, 100}, {0.55, 50, 50}, {0.97, 40, 80}};
    int tables = long_or(4000, 100);
    double most = BY_VERDICT_LEVEL * tables; /* and what chance adds: two standard deviations */
    most += 2 * sqrt(most * (1 - BY_VERDICT_LEVEL));
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct rates rates = simulate(cases[c].truth, cases[c].theirs, cases[c].ours, tables);
        print_message("truth %.2f, %d and %d games: %d of %d tables differ, %d contradict\n",
                      cases[c].truth, cases[c].theirs, cases[c].ours, rates.different, tables,
                      rates.contradicting);
        assert_true(rates.different <= most);
        assert_true(rates.contradicting <= most);
    }
}

/* The other half of a test: what does differ is found. */
static void a_large_difference_is_found(void **state)
{
    (void)state;
    struct by_comparison how = by_comparison_of_shares();
    struct by_rng rng;
    int found = 0, tables = 50;
    by_rng_init(&rng, 5, 0);
    for (int t = 0; t < tables; t++) {
        struct by_compared cells[6];
        for (int i = 0; i < 6; i++)
            cells[i] = share_cell(by_published_spread(83, 3, BY_SPREAD_TWO_SD),
                                  binomial(&rng, 200, i == 2 ? 0.6 : 0.83) / 2.0, 200);
        judge(&how, cells, 6);
        found += cells[2].verdict == BY_VERDICT_SIZE;
    }
    assert_true(found >= 48);
}

static void the_test_is_told_in_words(void **state)
{
    (void)state;
    struct by_buffer out;
    struct by_comparison how = by_comparison_of_shares();
    by_buffer_open(&out, 1 << 16);
    by_put_comparison(&out, &how);
    assert_non_null(strstr(by_buffer_text(&out), "Clopper-Pearson"));
    assert_non_null(strstr(by_buffer_text(&out), "Holm"));
    assert_non_null(strstr(by_buffer_text(&out), "side of 50"));
    by_buffer_close(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_cases_get_their_verdicts),
        cmocka_unit_test(without_a_measurement_a_cell_is_left_out),
        cmocka_unit_test(what_plus_minus_means_changes_the_verdict),
        cmocka_unit_test(figures_are_read_as_documents_print_them),
        cmocka_unit_test(the_test_of_direction_is_the_binomials),
        cmocka_unit_test(the_intervals_are_clopper_and_pearsons),
        cmocka_unit_test(the_test_of_size_is_the_normal_one_for_normal_figures),
        cmocka_unit_test(few_measurements_use_students_bound),
        cmocka_unit_test(counted_numbers_agree_when_they_are_equal),
        cmocka_unit_test(factors_and_a_common_scale_are_no_difference),
        cmocka_unit_test(editing_one_published_figure_changes_its_verdict_alone),
        cmocka_unit_test(many_cells_raise_the_bar),
        cmocka_unit_test(kinds_of_numbers_are_scaled_apart_and_judged_together),
        cmocka_unit_test(nothing_is_said_to_differ_more_often_than_the_level),
        cmocka_unit_test(a_large_difference_is_found),
        cmocka_unit_test(the_test_is_told_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
