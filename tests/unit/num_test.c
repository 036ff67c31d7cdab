/* num_test.c: ln, exp, erfc and lgamma against libm's long double, in units in the last place. */
#include "base/long_test.h"
#include "base/num.h"
#include "base/rng.h"
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

_Static_assert(LDBL_MANT_DIG >= 64, "the reference needs more digits than a double has");

static int points(void)
{
    return long_or(5000000, 300000);
}

/* |got - want| in units of the last place that a double near `want` has. */
static double ulps(double got, long double want)
{
    int exponent;
    frexpl(want, &exponent);
    if (exponent < DBL_MIN_EXP)
        exponent = DBL_MIN_EXP;
    return (double)ldexpl(fabsl((long double)got - want), DBL_MANT_DIG - exponent);
}

struct worst {
    double ulps;
    double at;
};

static void note(struct worst *worst, double x, double error)
{
    if (!(error <= worst->ulps)) {
        worst->ulps = error;
        worst->at = x;
    }
}

static void assert_within(const char *name, struct worst worst, double bound)
{
    if (getenv("BY_SHOW") != NULL)
        print_message("%s: at most %.3f ulp, at %a\n", name, worst.ulps, worst.at);
    if (!(worst.ulps <= bound))
        fail_msg("%s: %.3f ulp at %a, bound %.3f", name, worst.ulps, worst.at, bound);
}

/* The worst error on [low, high], points spread evenly. */
static struct worst sweep(double (*f)(double), long double (*reference)(long double), double low,
                          double high, uint64_t seed)
{
    struct by_rng rng;
    struct worst worst = {0, 0};
    by_rng_init(&rng, seed, 0);
    for (int i = 0; i < points(); i++) {
        double x = low + (high - low) * by_rng_unit(&rng);
        note(&worst, x, ulps(f(x), reference((long double)x)));
    }
    return worst;
}

/* The same on all positive finite doubles, spread evenly over their bits. */
static struct worst sweep_bits(double (*f)(double), long double (*reference)(long double),
                               uint64_t seed)
{
    struct by_rng rng;
    struct worst worst = {0, 0};
    by_rng_init(&rng, seed, 1);
    for (int i = 0; i < points(); i++) {
        uint64_t bits = by_rng_next(&rng) % 0x7ff0000000000000U;
        double x;
        memcpy(&x, &bits, sizeof x);
        if (x > 0)
            note(&worst, x, ulps(f(x), reference((long double)x)));
    }
    return worst;
}

static void ln_is_good_to_an_ulp(void **state)
{
    (void)state;
    assert_within("ln, all doubles", sweep_bits(by_ln, logl, 1), 0.9);
    assert_within("ln on 0.5..2", sweep(by_ln, logl, 0.5, 2, 2), 0.9);
    assert_within("ln near 1", sweep(by_ln, logl, 0.999, 1.001, 3), 0.9);
    assert_within("ln, subnormal", sweep(by_ln, logl, 0x1p-1074, DBL_MIN, 4), 0.9);
}

static void ln_has_its_edges(void **state)
{
    (void)state;
    assert_true(by_ln(1) == 0);
    assert_true(by_ln(0) == -INFINITY);
    assert_true(by_ln(-0.0) == -INFINITY);
    assert_true(by_ln(INFINITY) == INFINITY);
    assert_true(isnan(by_ln(-1)));
    assert_true(isnan(by_ln(-INFINITY)));
    assert_true(isnan(by_ln(NAN)));
    assert_true(ulps(by_ln(0x1p-1074), logl(0x1p-1074L)) <= 1);
    assert_true(ulps(by_ln(DBL_MAX), logl((long double)DBL_MAX)) <= 1);
}

static void exp_is_good_to_an_ulp(void **state)
{
    (void)state;
    assert_within("exp, normal results", sweep(by_exp, expl, -708.39, 709.78, 5), 0.8);
    assert_within("exp, subnormal results", sweep(by_exp, expl, -745.2, -708.3, 6), 1.1);
    assert_within("exp on -1..1", sweep(by_exp, expl, -1, 1, 7), 0.8);
    assert_within("exp near 0", sweep(by_exp, expl, -1e-8, 1e-8, 8), 0.8);
}

static void exp_has_its_edges(void **state)
{
    (void)state;
    assert_true(by_exp(0) == 1);
    assert_true(by_exp(-0.0) == 1);
    assert_true(by_exp(0x1p-1074) == 1);
    assert_true(by_exp(709.782712893384) > 1.797e308 && by_exp(709.782712893384) <= DBL_MAX);
    assert_true(by_exp(709.79) == INFINITY);
    assert_true(by_exp(1e300) == INFINITY);
    assert_true(by_exp(INFINITY) == INFINITY);
    assert_true(by_exp(-745.13) == 0x1p-1074);
    assert_true(by_exp(-745.14) == 0);
    assert_true(by_exp(-1e300) == 0);
    assert_true(by_exp(-INFINITY) == 0);
    assert_true(isnan(by_exp(NAN)));
}

static void erfc_is_good_to_a_few_ulps(void **state)
{
    (void)state;
    assert_within("erfc on -6..0", sweep(by_erfc, erfcl, -6, 0, 9), 2);
    assert_within("erfc on 0..1", sweep(by_erfc, erfcl, 0, 1, 10), 7);
    assert_within("erfc on 1..6.5", sweep(by_erfc, erfcl, 1, 6.5, 11), 7);
    assert_within("erfc on 5.9..6.4", sweep(by_erfc, erfcl, 5.9, 6.4, 12), 7);
    assert_within("erfc, tiny but normal", sweep(by_erfc, erfcl, 6.5, 26.543, 13), 7);
    assert_within("erfc, subnormal", sweep(by_erfc, erfcl, 26.543, 28, 14), 4);
}

static void erfc_has_its_edges(void **state)
{
    (void)state;
    assert_true(by_erfc(0) == 1);
    assert_true(by_erfc(0x1p-1074) == 1);
    assert_true(by_erfc(INFINITY) == 0);
    assert_true(by_erfc(1e300) == 0);
    assert_true(by_erfc(28) == 0);
    assert_true(by_erfc(-INFINITY) == 2);
    assert_true(by_erfc(-1e300) == 2);
    assert_true(isnan(by_erfc(NAN)));
}

static void erf_keeps_precision_near_zero(void **state)
{
    (void)state;
    assert_within("erf on -6..6", sweep(by_erf, erfl, -6, 6, 15), 3);
    assert_within("erf on -0.5..0.5", sweep(by_erf, erfl, -0.5, 0.5, 16), 3);
    assert_within("erf near 0", sweep(by_erf, erfl, -1e-9, 1e-9, 17), 3);
    assert_true(by_erf(0) == 0);
}

static void lgamma_is_good_to_a_few_ulps(void **state)
{
    (void)state;
    assert_within("lgamma on 0..0.5", sweep(by_lgamma, lgammal, 0x1p-1022, 0.5, 18), 8);
    assert_within("lgamma on 0.5..3", sweep(by_lgamma, lgammal, 0.5, 3, 19), 8);
    assert_within("lgamma near 1", sweep(by_lgamma, lgammal, 0.999, 1.001, 20), 8);
    assert_within("lgamma near 2", sweep(by_lgamma, lgammal, 1.999, 2.001, 21), 8);
    assert_within("lgamma on 3..20", sweep(by_lgamma, lgammal, 3, 20, 22), 8);
    assert_within("lgamma on 20..1e7", sweep(by_lgamma, lgammal, 20, 1e7, 23), 8);
    assert_true(by_lgamma(1) == 0);
    assert_true(by_lgamma(2) == 0);
    assert_true(by_lgamma(0) == INFINITY);
    assert_true(by_lgamma(INFINITY) == INFINITY);
    assert_true(isnan(by_lgamma(-1)));
}

static long double stirling_rest(long double x)
{
    long double half_ln_2pi = 0.91893853320467274178032973640561764L;
    return lgammal(x) - ((x - 0.5L) * logl(x) - x + half_ln_2pi);
}

static void stirling_rest_is_what_is_left(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 24, 0);
    for (int i = 0; i < points() / 10; i++) {
        double x = 0.01 + 40 * by_rng_unit(&rng);
        double off = by_stirling_rest(x) - (double)stirling_rest((long double)x);
        assert_true(fabs(off) < 2e-14);
    }
}

/* A checksum that held on x86-64 with gcc and clang at -O0 to -O3 must hold everywhere. */
static void results_are_the_same_bits_everywhere(void **state)
{
    (void)state;
    struct by_rng rng;
    uint64_t sum = 0;
    by_rng_init(&rng, 25, 0);
    for (int i = 0; i < 10000; i++) {
        double x = by_rng_unit(&rng) * 20;
        double got[] = {by_ln(x), by_exp(x), by_exp(-x), by_erfc(x), by_erf(x), by_lgamma(x)};
        for (size_t j = 0; j < sizeof got / sizeof got[0]; j++) {
            uint64_t bits;
            memcpy(&bits, &got[j], sizeof bits);
            sum = by_mix64(sum + bits);
        }
    }
    if (getenv("BY_SHOW") != NULL)
        print_message("checksum 0x%016llx\n", (unsigned long long)sum);
    assert_true(sum == 0xf5975c5beee60578U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ln_is_good_to_an_ulp),
        cmocka_unit_test(ln_has_its_edges),
        cmocka_unit_test(exp_is_good_to_an_ulp),
        cmocka_unit_test(exp_has_its_edges),
        cmocka_unit_test(erfc_is_good_to_a_few_ulps),
        cmocka_unit_test(erfc_has_its_edges),
        cmocka_unit_test(erf_keeps_precision_near_zero),
        cmocka_unit_test(lgamma_is_good_to_a_few_ulps),
        cmocka_unit_test(stirling_rest_is_what_is_left),
        cmocka_unit_test(results_are_the_same_bits_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
