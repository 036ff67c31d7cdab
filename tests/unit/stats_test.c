/* stats_test.c: distributions and intervals against GSL. */
#include "base/long_test.h"
#include "base/rng.h"
#include "base/stats.h"
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static int rounds(int few)
{
    return long_or(50 * few, few);
}

static void assert_close(double got, double want, double relative, const char *what, double at)
{
    if (!(fabs(got - want) <= relative * fabs(want)))
        fail_msg("%s at %.17g: got %.17g, want %.17g, off by %.3g", what, at, got, want,
                 fabs(got - want) / fabs(want));
}

/* A number spread evenly over the orders of magnitude from low to high. */
static double log_uniform(struct by_rng *rng, double low, double high)
{
    return low * pow(high / low, by_rng_unit(rng));
}

static void normal_cdf_agrees_with_gsl(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 1, 0);
    for (int i = 0; i < rounds(200000); i++) {
        double z = -37 + 45 * by_rng_unit(&rng);
        assert_close(by_normal_cdf(z), gsl_cdf_ugaussian_P(z), 1e-12, "cdf", z);
    }
    assert_true(by_normal_cdf(0) == 0.5);
    assert_true(by_normal_cdf(INFINITY) == 1);
    assert_true(by_normal_cdf(-INFINITY) == 0);
}

static void normal_quantile_agrees_with_gsl(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 2, 0);
    for (int i = 0; i < rounds(10000); i++) {
        double p = by_rng_unit(&rng);
        double tail = log_uniform(&rng, 1e-300, 0.5);
        double offset = log_uniform(&rng, 1e-12, 0.25);
        assert_close(by_normal_quantile(p), gsl_cdf_ugaussian_Pinv(p), 1e-9, "quantile", p);
        assert_close(by_normal_quantile(tail), gsl_cdf_ugaussian_Pinv(tail), 1e-9, "quantile",
                     tail);
        assert_close(by_normal_quantile(0.5 + offset), gsl_cdf_ugaussian_Pinv(0.5 + offset), 1e-9,
                     "quantile", 0.5 + offset);
    }
    assert_close(by_normal_quantile(0.975), 1.959963984540054, 1e-15, "quantile", 0.975);
    assert_true(by_normal_quantile(0.5) == 0);
    assert_true(by_normal_quantile(0) == -INFINITY);
    assert_true(by_normal_quantile(1) == INFINITY);
    assert_true(isnan(by_normal_quantile(NAN)));
}

static void normal_quantile_inverts_the_cdf(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 3, 0);
    for (int i = 0; i < rounds(10000); i++) {
        double p = log_uniform(&rng, 1e-300, 0.9);
        assert_close(by_normal_cdf(by_normal_quantile(p)), p, 1e-12, "cdf of quantile", p);
    }
}

static void beta_cdf_agrees_with_gsl(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 4, 0);
    for (int i = 0; i < rounds(20000); i++) {
        double a = log_uniform(&rng, 0.05, 2000), b = log_uniform(&rng, 0.05, 2000);
        double x = by_rng_unit(&rng);
        double want = gsl_cdf_beta_P(x, a, b);
        if (want > 1e-200)
            assert_close(by_beta_cdf(x, a, b), want, 1e-9, "beta cdf", x);
    }
}

/* Sums of binomial probabilities are an independent way to the same number. */
static void beta_cdf_is_a_binomial_tail(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 5, 0);
    for (int i = 0; i < rounds(2000); i++) {
        unsigned n = 1 + by_rng_below(&rng, 60), k = 1 + by_rng_below(&rng, n);
        double x = 0.01 + 0.98 * by_rng_unit(&rng), want = 0;
        for (unsigned j = n; j >= k; j--)
            want += gsl_ran_binomial_pdf(j, x, n);
        assert_close(by_beta_cdf(x, k, n - k + 1), want, 1e-12, "tail", x);
    }
}

static void beta_cdf_has_closed_forms(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 6, 0);
    for (int i = 0; i < rounds(2000); i++) {
        double x = by_rng_unit(&rng), a = log_uniform(&rng, 1e-3, 1e6);
        double power = pow(x, a);
        if (power > 1e-290)
            assert_close(by_beta_cdf(x, a, 1), power, 1e-10, "x^a", x);
        assert_close(by_beta_cdf(0.5, a, a), 0.5, 1e-12, "symmetric", a);
    }
    assert_true(by_beta_cdf(0, 2, 3) == 0);
    assert_true(by_beta_cdf(-1, 2, 3) == 0);
    assert_true(by_beta_cdf(1, 2, 3) == 1);
    assert_true(by_beta_cdf(2, 2, 3) == 1);
    assert_true(isnan(by_beta_cdf(NAN, 2, 3)));
}

/* GSL's inverse gives up for some arguments; those are left out, and counted. */
static void assert_beta_quantile(double got, double p, double a, double b, int *compared)
{
    double want = gsl_cdf_beta_Pinv(p, a, b);
    if (!isfinite(want))
        return;
    assert_close(got, want, 1e-9, "beta quantile", p);
    (*compared)++;
}

static void beta_quantile_agrees_with_gsl(void **state)
{
    (void)state;
    struct by_rng rng;
    int compared = 0;
    by_rng_init(&rng, 7, 0);
    for (int i = 0; i < rounds(2000); i++) {
        double a = log_uniform(&rng, 0.5, 500), b = log_uniform(&rng, 0.5, 500);
        double p = 0.001 + 0.998 * by_rng_unit(&rng);
        assert_beta_quantile(by_beta_quantile(p, a, b), p, a, b, &compared);
    }
    assert_true(compared > rounds(2000) * 9 / 10);
    assert_true(by_beta_quantile(0, 2, 3) == 0);
    assert_true(by_beta_quantile(1, 2, 3) == 1);
}

static void beta_quantile_inverts_the_cdf(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 8, 0);
    for (int i = 0; i < rounds(2000); i++) {
        double a = log_uniform(&rng, 0.1, 1e5), b = log_uniform(&rng, 0.1, 1e5);
        double p = log_uniform(&rng, 1e-12, 0.999);
        double x = by_beta_quantile(p, a, b);
        if (x < 0.9)
            assert_close(by_beta_cdf(x, a, b), p, 1e-9, "cdf of quantile", p);
    }
}

static void clopper_pearson_agrees_with_gsl(void **state)
{
    (void)state;
    struct by_rng rng;
    int compared = 0;
    by_rng_init(&rng, 9, 0);
    for (int i = 0; i < rounds(1000); i++) {
        long n = 2 + by_rng_below(&rng, 2000), k = 1 + by_rng_below(&rng, (uint32_t)n - 1);
        struct by_interval got = by_clopper_pearson(k, n, 0.95);
        double s = (double)k, f = (double)(n - k);
        assert_beta_quantile(got.low, 0.025, s, f + 1, &compared);
        assert_beta_quantile(got.high, 0.975, s + 1, f, &compared);
    }
    assert_true(compared > 2 * rounds(1000) * 9 / 10);
}

static void clopper_pearson_at_the_ends_has_closed_forms(void **state)
{
    (void)state;
    for (long n = 1; n <= 100000; n *= 10) {
        double root = pow(0.025, 1 / (double)n);
        struct by_interval none = by_clopper_pearson(0, n, 0.95);
        struct by_interval all = by_clopper_pearson(n, n, 0.95);
        assert_true(none.low == 0);
        assert_close(none.high, -expm1(log(0.025) / (double)n), 1e-9, "0 of n", (double)n);
        assert_close(all.low, root, 1e-12, "n of n", (double)n);
        assert_true(all.high == 1);
    }
    struct by_interval nothing = by_clopper_pearson(0, 0, 0.95);
    assert_true(nothing.low == 0 && nothing.high == 1);
}

/* Exact coverage: the probability, summed over all outcomes, that the interval holds the truth. */
static void clopper_pearson_covers_what_it_states(void **state)
{
    (void)state;
    const long sizes[] = {1, 5, 20, 73};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        long n = sizes[i];
        struct by_interval interval[74];
        for (long k = 0; k <= n; k++)
            interval[k] = by_clopper_pearson(k, n, 0.9);
        for (double truth = 0.0005; truth < 1; truth += 0.001) {
            double covered = 0;
            for (long k = 0; k <= n; k++)
                if (interval[k].low <= truth && truth <= interval[k].high)
                    covered += gsl_ran_binomial_pdf((unsigned)k, truth, (unsigned)n);
            assert_true(covered >= 0.9 - 1e-9);
        }
    }
}

static void wilson_agrees_with_the_closed_form(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 10, 0);
    for (int i = 0; i < rounds(2000); i++) {
        double n = 1 + by_rng_below(&rng, 10000), p = by_rng_unit(&rng);
        double confidence = 0.5 + 0.499 * by_rng_unit(&rng);
        double z = gsl_cdf_ugaussian_Pinv(0.5 + confidence / 2);
        double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
        double half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
        struct by_interval got = by_wilson(p * n, n, confidence);
        assert_true(fabs(got.low - (middle - half)) < 1e-12);
        assert_close(got.high, middle + half, 1e-9, "high", p);
    }
}

/* Wilson's ends are where the score test just rejects: |p - t| = z sqrt(t (1 - t) / n). */
static void wilson_solves_the_score_equation(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 11, 0);
    for (int i = 0; i < rounds(2000); i++) {
        double n = 1 + by_rng_below(&rng, 1000), s = by_rng_below(&rng, 2 * (uint32_t)n + 1) / 2.0;
        double p = s / n, z = gsl_cdf_ugaussian_Pinv(0.975);
        struct by_interval got = by_wilson(s, n, 0.95);
        assert_true(got.low <= p && p <= got.high);
        double at_low = z * sqrt(got.low * (1 - got.low) / n);
        double at_high = z * sqrt(got.high * (1 - got.high) / n);
        if (s > 0)
            assert_close(p - got.low, at_low, 1e-9, "low", p);
        if (s < n)
            assert_close(got.high - p, at_high, 1e-9, "high", p);
    }
}

static void wilson_has_its_edges(void **state)
{
    (void)state;
    struct by_interval nothing = by_wilson(0, 0, 0.95);
    assert_true(nothing.low == 0 && nothing.high == 1);
    for (double n = 1; n < 1e7; n *= 10) {
        struct by_interval none = by_wilson(0, n, 0.95), all = by_wilson(n, n, 0.95);
        assert_true(none.low == 0 && none.high > 0 && none.high < 1);
        assert_true(all.high == 1 && all.low > 0 && all.low < 1);
    }
}

static void elo_and_score_invert_each_other(void **state)
{
    (void)state;
    for (double elo = -2000; elo <= 2000; elo += 1.25) {
        double score = 1 / (1 + pow(10, -elo / 400));
        assert_close(by_elo_score(elo), score, 1e-13, "score", elo);
        assert_true(fabs(by_elo(score) - elo) < 1e-7);
    }
    assert_true(by_elo(0.5) == 0);
    assert_true(by_elo(0) == -INFINITY);
    assert_true(by_elo(1) == INFINITY);
    assert_true(isnan(by_elo(NAN)));
    assert_true(by_elo_score(INFINITY) == 1);
    assert_true(by_elo_score(-INFINITY) == 0);
    assert_close(by_elo(0.75), 190.84850188786498, 1e-13, "elo", 0.75);
}

static void elo_estimate_is_wilson_in_elo(void **state)
{
    (void)state;
    struct by_elo_estimate got = by_elo_estimate(412, 57, 331, 0.95);
    double score = (412 + 57 / 2.0) / 800;
    struct by_interval wilson = by_wilson(score * 800, 800, 0.95);
    assert_close(got.elo, 400 * log10(score / (1 - score)), 1e-12, "elo", score);
    assert_close(got.interval.low, 400 * log10(wilson.low / (1 - wilson.low)), 1e-11, "low", score);
    assert_close(got.interval.high, 400 * log10(wilson.high / (1 - wilson.high)), 1e-11, "high",
                 score);
    struct by_elo_estimate won = by_elo_estimate(10, 0, 0, 0.95);
    assert_true(won.elo == INFINITY && won.interval.high == INFINITY && won.interval.low > 0);
    struct by_elo_estimate none = by_elo_estimate(0, 0, 0, 0.95);
    assert_true(none.elo == 0);
    assert_true(none.interval.low == -INFINITY && none.interval.high == INFINITY);
}

static void superiority_is_the_normal_tail(void **state)
{
    (void)state;
    for (long wins = 0; wins <= 300; wins += 7)
        for (long losses = 1; losses <= 300; losses += 11) {
            double z = (double)(wins - losses) / sqrt((double)(wins + losses));
            assert_close(by_superiority(wins, losses), gsl_cdf_ugaussian_P(z), 1e-12, "los", z);
        }
    assert_true(by_superiority(0, 0) == 0.5);
    assert_true(by_superiority(5, 5) == 0.5);
}

static void student_bound_agrees_with_gsl(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 21, 0);
    for (int i = 0; i < rounds(500); i++) {
        double outside = log_uniform(&rng, 1e-4, 0.5), freedom = 1 + (double)(i % 100);
        assert_close(by_student_bound(1 - outside, freedom),
                     gsl_cdf_tdist_Pinv(1 - outside / 2, freedom), 1e-8, "student", outside);
    }
}

static void fitted_lines_agree_with_gsl(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 22, 0);
    for (int i = 0; i < rounds(200); i++) {
        double x[40], y[40], c0, c1, v00, v01, v11, square;
        int count = 3 + (int)by_rng_below(&rng, 38);
        for (int j = 0; j < count; j++) {
            x[j] = by_rng_unit(&rng) * 10 + j;
            y[j] = 3 - 2 * x[j] + by_rng_unit(&rng);
        }
        struct by_line_fit fit = by_fit_line(x, y, count, 0.95);
        gsl_fit_linear(x, 1, y, 1, (size_t)count, &c0, &c1, &v00, &v01, &v11, &square);
        double error = sqrt(v11) * gsl_cdf_tdist_Pinv(0.975, count - 2);
        assert_close(fit.slope, c1, 1e-9, "slope", count);
        assert_close(fit.intercept, c0, 1e-9, "intercept", count);
        assert_close(fit.interval.high - fit.slope, error, 1e-6, "interval", count);
        assert_close(fit.slope - fit.interval.low, error, 1e-6, "interval", count);
    }
}

/* By halving, in the C library's arithmetic. */
static double naive_kl_upper(double p, double level)
{
    double low = p, high = 1;
    for (int i = 0; i < 200; i++) {
        double q = (low + high) / 2;
        double d = (p > 0 ? p * log(p / q) : 0) + (p < 1 ? (1 - p) * log((1 - p) / (1 - q)) : 0);
        if (d <= level)
            low = q;
        else
            high = q;
    }
    return low;
}

static void kl_bound_is_the_largest_chance_that_fits(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 31, 0);
    for (int i = 0; i < rounds(20000); i++) {
        double n = (double)(1 + by_rng_below(&rng, 5000));
        double p = i % 7 == 0 ? 0 : (double)by_rng_below(&rng, 2 * (uint32_t)n + 1) / (2 * n);
        double bound = i % 2 ? log_uniform(&rng, 1e-3, 100) : 20 * by_rng_unit(&rng);
        double got = by_kl_upper(p, n, bound), want = naive_kl_upper(p, bound / n);
        if (!(fabs(got - want) <= 1e-7))
            fail_msg("mean %.17g, n %g, bound %.17g: %.17g, not %.17g", p, n, bound, got, want);
    }
    assert_close(by_kl_upper(0, 2, 3), 1 - exp(-1.5), 1e-9, "mean 0 in closed form", 0);
    assert_close(by_kl_upper(0.5, 4, 1), (1 + sqrt(1 - exp(-0.5))) / 2, 1e-9, "mean 1/2", 0.5);
}

static void kl_bound_takes_all_numbers(void **state)
{
    (void)state;
    assert_true(by_kl_upper(1, 5, 2) == 1 && by_kl_upper(7, 5, 2) == 1);
    assert_true(by_kl_upper(0.3, 5, 0) == 0.3 && by_kl_upper(0.3, 5, -4) == 0.3);
    assert_true(by_kl_upper(0.3, 0, 1) == 1 && by_kl_upper(0.3, 0, 0) == 1);
    assert_true(by_kl_upper(0.3, -2, 1) == 1 && by_kl_upper(0.3, 5, INFINITY) == 1);
    assert_true(by_kl_upper(-2, 5, 1e-300) >= 0 && by_kl_upper(-2, 5, 1e-300) < 1e-9);
    assert_true(by_kl_upper(0.3, INFINITY, 1) == 0.3 && by_kl_upper(0.3, 1e-300, 1e300) == 1);
    assert_true(isnan(by_kl_upper(NAN, 1, 1)) && isnan(by_kl_upper(0, NAN, 1)) &&
                isnan(by_kl_upper(0, 1, NAN)));
    assert_true(by_kl_upper(0.5, INFINITY, INFINITY) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_cdf_agrees_with_gsl),
        cmocka_unit_test(normal_quantile_agrees_with_gsl),
        cmocka_unit_test(normal_quantile_inverts_the_cdf),
        cmocka_unit_test(beta_cdf_agrees_with_gsl),
        cmocka_unit_test(beta_cdf_is_a_binomial_tail),
        cmocka_unit_test(beta_cdf_has_closed_forms),
        cmocka_unit_test(beta_quantile_agrees_with_gsl),
        cmocka_unit_test(beta_quantile_inverts_the_cdf),
        cmocka_unit_test(clopper_pearson_agrees_with_gsl),
        cmocka_unit_test(clopper_pearson_at_the_ends_has_closed_forms),
        cmocka_unit_test(clopper_pearson_covers_what_it_states),
        cmocka_unit_test(wilson_agrees_with_the_closed_form),
        cmocka_unit_test(wilson_solves_the_score_equation),
        cmocka_unit_test(wilson_has_its_edges),
        cmocka_unit_test(elo_and_score_invert_each_other),
        cmocka_unit_test(elo_estimate_is_wilson_in_elo),
        cmocka_unit_test(superiority_is_the_normal_tail),
        cmocka_unit_test(kl_bound_is_the_largest_chance_that_fits),
        cmocka_unit_test(kl_bound_takes_all_numbers),
        cmocka_unit_test(student_bound_agrees_with_gsl),
        cmocka_unit_test(fitted_lines_agree_with_gsl),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
