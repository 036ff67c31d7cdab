/* num.c: see num.h.
 *
 * Each function splits its argument until a short series of known coefficients is
 * exact to a double, and keeps what the largest term loses in rounding in a second
 * double. Errors are in units in the last place (ulp), measured by num_test. */
#include "base/num.h"
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "doubles must be computed as doubles");

/* ln 2 in two parts; the first ends in 21 zero bits, so that small multiples are exact. */
#define LN2_HIGH     0x1.62e42fee00000p-1
#define LN2_LOW      0x1.a39ef35793c76p-33
#define LN2_UNDER    1.4426950408889634074 /* 1 / ln 2 */
#define SQRT2        1.4142135623730950488
#define PI           3.1415926535897932385
#define TWO_PI_UNDER 0.15915494309189533577 /* 1 / (2 pi) */
#define TWO_SQRTPI   1.1283791670955125739  /* 2 / sqrt(pi) */
#define LN_2PI       1.8378770664093454836

static uint64_t to_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* 2 to the k, for -1022 <= k <= 1023. */
static double power_of_two(int k)
{
    return from_bits((uint64_t)(k + 1023) << 52);
}

/* coefficients[0] + coefficients[1] x + ... */
static double polynomial(const double *coefficients, int count, double x)
{
    double sum = coefficients[count - 1];
    for (int i = count - 2; i >= 0; i--)
        sum = sum * x + coefficients[i];
    return sum;
}

#define POLYNOMIAL(c, x) polynomial(c, (int)(sizeof(c) / sizeof(c)[0]), x)

/* --- logarithm ---------------------------------------------------------- */

/* With s = f / (2 + f): ln(1 + f) = 2 artanh(s) = 2s + s R(s^2), and 2s = f - sf. The
 * sum is arranged around f, which is exact: f - (f^2/2 - s (f^2/2 + R)). */
static double ln_split(double f, int k)
{
    static const double tail[] = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11, 2.0 / 13,
                                  2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23};
    double s = f / (2 + f), square = s * s, half = 0.5 * f * f;
    double rest = half - (s * (half + square * POLYNOMIAL(tail, square)) + k * LN2_LOW);
    double whole = k * LN2_HIGH;
    double high = whole + f;
    double taken = high - whole;
    double low = (whole - (high - taken)) + (f - taken);
    return high + (low - rest);
}

double by_ln(double x)
{
    if (!(x > 0))
        return x == 0 ? -INFINITY : NAN;
    if (x > DBL_MAX)
        return x;
    int k = 0;
    if (x < DBL_MIN) {
        x *= 0x1p54;
        k = -54;
    }
    uint64_t bits = to_bits(x);
    k += (int)(bits >> 52) - 1023;
    double m = from_bits((bits & 0xfffffffffffffU) | 0x3ff0000000000000U);
    if (m > SQRT2) {
        m *= 0.5;
        k++;
    }
    return ln_split(m - 1, k);
}

/* --- exponential -------------------------------------------------------- */

/* y 2^k with one rounding, also where the result is subnormal or 2^k is too large. */
static double scale(double y, int k)
{
    if (k > 1000)
        return y * power_of_two(k - 100) * 0x1p100;
    if (k < -1000)
        return y * power_of_two(k + 100) * 0x1p-100;
    return y * power_of_two(k);
}

/* x = k ln 2 + r with |r| <= ln 2 / 2; r in two parts. Taylor's series to r^13. */
double by_exp(double x)
{
    static const double tail[] = {1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
                                  1.0 / 720,     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
                                  1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
    if (!(x < 710))
        return x >= 710 ? INFINITY : x;
    if (x < -746)
        return 0;
    int k = (int)(x * LN2_UNDER + (x < 0 ? -0.5 : 0.5));
    double first = x - k * LN2_HIGH, second = k * LN2_LOW;
    double r = first - second;
    double r_low = (first - r) - second;
    double high = 1 + r;
    double low = (1 - high) + r;
    double rest = r_low + r * r * POLYNOMIAL(tail, r);
    return scale(high + (low + rest), k);
}

/* exp(-x^2) without the error that rounding x^2 would bring for large x: the upper half
 * of x has an exact square, and the rest of x^2 is so small that three terms do. */
static double exp_minus_square(double x)
{
    double upper = from_bits(to_bits(x) & 0xfffffffff8000000U);
    double rest = -(x - upper) * (x + upper);
    double value = by_exp(-upper * upper);
    return value + value * (rest * (1 + rest * (0.5 + rest * (1.0 / 6))));
}

/* --- error function ----------------------------------------------------- */

/* erf for |x| <= 1/2: Maclaurin, x^(2n) (-1)^n / (n! (2n + 1)). */
static double erf_near_zero(double x)
{
    static const double series[] = {1.0,
                                    -1.0 / 3,
                                    1.0 / 10,
                                    -1.0 / 42,
                                    1.0 / 216,
                                    -1.0 / 1320,
                                    1.0 / 9360,
                                    -1.0 / 75600,
                                    1.0 / 685440,
                                    -1.0 / 6894720,
                                    1.0 / 76204800,
                                    -1.0 / 918086400,
                                    1.0 / 11975040000.0};
    return TWO_SQRTPI * x * POLYNOMIAL(series, x * x);
}

/* erfc for x >= 1/2. The integral (x / pi) exp(-x^2) of exp(-t^2) / (t^2 + x^2) over all
 * t is erfc(x); the trapezoidal sum with step 1/2 gives it up to the residue at t = ix,
 * which is known and counts below 2 pi, and a factor 1 + O(exp(-4 pi^2)) (Chiarella and
 * Reichel 1968, Matta and Reichel 1971). */
static double erfc_far(double x)
{
    static const double weight[] = {
        /* exp(-n^2 / 4), n = 1..13 */
        0x1.8ebef9eac820bp-1,  0x1.78b56362cef38p-2,  0x1.afb718e8457f7p-4,  0x1.2c155b8213cf4p-6,
        0x1.fa0e9586aebc7p-10, 0x1.02cf22526545ap-13, 0x1.411fb0da07713p-18, 0x1.e355bbaee85cbp-24,
        0x1.b93de1e27ca3bp-30, 0x1.e8a37a45fc32ep-37, 0x1.4835bd010a41bp-44, 0x1.0b6c3afdde064p-52,
        0x1.0851945bd91fcp-61};
    double square = x * x, sum = 0;
    for (int n = 13; n >= 1; n--)
        sum += weight[n - 1] / (square + 0.25 * n * n);
    sum = (1 / x + 2 * x * sum) * exp_minus_square(x) * TWO_PI_UNDER;
    return x < 2 * PI ? sum - 2 / (by_exp(4 * PI * x) - 1) : sum;
}

double by_erfc(double x)
{
    if (x != x)
        return x;
    if (x > 28)
        return 0;
    if (x < -6)
        return 2;
    if (x >= 0.5)
        return erfc_far(x);
    return x <= -0.5 ? 2 - erfc_far(-x) : 1 - erf_near_zero(x);
}

double by_erf(double x)
{
    if (x > -0.5 && x < 0.5)
        return erf_near_zero(x);
    return x < 0 ? by_erfc(-x) - 1 : 1 - by_erfc(x);
}

/* --- gamma function ----------------------------------------------------- */

/* ln gamma(2 + z) for |z| <= 1/2: z (1 - Euler's constant), then z^k (-1)^k (zeta(k) - 1) / k. */
static double lgamma_near_two(double z)
{
    static const double series[] = {
        0.42278433509846713939,    0.32246703342411321824,    -0.067352301053198095133,
        0.020580808427784547879,   -0.0073855510286739852663, 0.0028905103307415232858,
        -0.0011927539117032609771, 0.00050966952474304242234, -0.00022315475845357937976,
        9.9457512781808533715e-5,  -4.49262367381331417e-5,   2.0507212775670691553e-5,
        -9.439488275268395904e-6,  4.3748667899074878042e-6,  -2.0392157538013662368e-6,
        9.5514121304074198329e-7,  -4.4924691987645660433e-7, 2.1207184805554665869e-7,
        -1.0043224823968099609e-7, 4.7698101693639805658e-8,  -2.271109460894316491e-8,
        1.0838659214896954091e-8,  -5.1834750419700466551e-9, 2.4836745438024783172e-9,
        -1.1921401405860912074e-9, 5.7313672416788620133e-10};
    return z * POLYNOMIAL(series, z);
}

/* Stirling's series with Bernoulli's numbers, B(2k) / (2k (2k - 1) x^(2k-1)), for x >= 8. */
static double stirling_series(double x)
{
    static const double series[] = {1.0 / 12,    -1.0 / 360,       1.0 / 1260,
                                    -1.0 / 1680, 1.0 / 1188,       -691.0 / 360360,
                                    1.0 / 156,   -3617.0 / 122400, 43867.0 / 244188};
    return POLYNOMIAL(series, 1 / x / x) / x;
}

/* gamma(x + 1) = x gamma(x) leads from everywhere below 8 to the series around 2. */
double by_lgamma(double x)
{
    if (!(x > 0))
        return x == 0 ? INFINITY : NAN;
    if (x >= 8)
        return (x - 0.5) * (by_ln(x) - 1) + (0.5 * LN_2PI - 0.5 + stirling_series(x));
    if (x < 0.5)
        return lgamma_near_two(x) - by_ln(1 + x) - by_ln(x);
    if (x < 1.5)
        return lgamma_near_two(x - 1) - by_ln(x);
    double product = 1;
    while (x > 2.5) {
        x -= 1;
        product *= x;
    }
    return lgamma_near_two(x - 2) + by_ln(product);
}

double by_stirling_rest(double x)
{
    if (x >= 8)
        return stirling_series(x);
    return by_lgamma(x) - ((x - 0.5) * by_ln(x) - x + 0.5 * LN_2PI);
}
