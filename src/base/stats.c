/* stats.c: see stats.h. */
#include "base/stats.h"
#include "base/num.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define SQRT_HALF 0.70710678118654752440
#define TWO_PI    6.2831853071795864769
#define LN_10     2.3025850929940456840

/* --- inverting ---------------------------------------------------------- */

struct increasing {
    double (*at)(double x, const struct increasing *self);
    double a, b;
};

/* The first double in [0, top] where the function reaches `target`. Doubles >= 0 are
 * ordered like their bits, so halving the bits finds tiny results as surely as others,
 * in at most 63 steps. */
static double first_reaching(const struct increasing *function, double target, double top)
{
    uint64_t low = 0, high;
    memcpy(&high, &top, sizeof high);
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        double x;
        memcpy(&x, &middle, sizeof x);
        if (function->at(x, function) >= target)
            high = middle;
        else
            low = middle + 1;
    }
    double result;
    memcpy(&result, &low, sizeof result);
    return result;
}

/* --- normal distribution ------------------------------------------------ */

double by_normal_cdf(double z)
{
    return 0.5 * by_erfc(-z * SQRT_HALF);
}

static double erf_at(double x, const struct increasing *self)
{
    (void)self;
    return by_erf(x);
}

static double minus_erfc_at(double x, const struct increasing *self)
{
    (void)self;
    return -by_erfc(x);
}

/* Near the middle p - 1/2 is exact and erf keeps its precision; elsewhere the tail does. */
double by_normal_quantile(double p)
{
    if (!(p > 0 && p < 1))
        return p <= 0 ? -INFINITY : p >= 1 ? INFINITY : p;
    double from_middle = p - 0.5;
    bool lower = from_middle < 0;
    double t;
    if (from_middle > -0.25 && from_middle < 0.25)
        t = first_reaching(&(struct increasing){erf_at, 0, 0},
                           2 * (lower ? -from_middle : from_middle), 1);
    else
        t = first_reaching(&(struct increasing){minus_erfc_at, 0, 0}, -2 * (lower ? p : 1 - p), 28);
    return (lower ? -t : t) / SQRT_HALF;
}

/* --- beta distribution -------------------------------------------------- */

/* ln(1 + u) - u without cancellation; `ratio` is 1 + u. With s = u / (2 + u) it is
 * -us + 2 (s^3/3 + s^5/5 + ...). */
static double ln_minus_linear(double u, double ratio)
{
    if (u < -0.4 || u > 0.6)
        return by_ln(ratio) - u;
    double s = u / (2 + u), square = s * s, sum = 0;
    for (int n = 31; n >= 3; n -= 2)
        sum = sum * square + 1.0 / n;
    return 2 * s * square * sum - u * s;
}

/* x^a y^b / B(a, b), y = 1 - x. Around the mode m = a / (a + b) the large logarithms
 * of powers and gammas cancel; taken out by hand (Loader 2000), what stays is exact even
 * for a million games. */
static double beta_density_times_xy(double x, double y, double a, double b)
{
    double n = a + b;
    double off = x * b - y * a; /* n (x - m) */
    double exponent =
        a * ln_minus_linear(off / a, x * n / a) + b * ln_minus_linear(-off / b, y * n / b);
    double rest = by_stirling_rest(n) - by_stirling_rest(a) - by_stirling_rest(b);
    return sqrt(a / n * b / TWO_PI) * by_exp(exponent + rest);
}

/* The n-th numerator of the continued fraction of I_x(a, b) (DLMF 8.17.22). */
static double beta_numerator(int n, double x, double a, double b)
{
    int pair = n / 2;
    double m = pair;
    if (n % 2 == 0)
        return m * (b - m) / (a + 2 * m - 1) * x / (a + 2 * m);
    return -(a + m) / (a + 2 * m) * (a + b + m) / (a + 2 * m + 1) * x;
}

static double not_zero(double x)
{
    return x == 0 ? DBL_MIN : x;
}

/* 1 / (1 + d1 / (1 + d2 / ...)) from the front (Lentz 1976, Thompson and Barnett 1986).
 * For x below the mean about sqrt(max(a, b)) terms are enough. */
static double beta_fraction(double x, double a, double b)
{
    enum { TERMS_MAX = 1000000 };
    double value = 1, c = 1, d = 0;
    for (int n = 1; n <= TERMS_MAX; n++) {
        double numerator = beta_numerator(n, x, a, b);
        d = 1 / not_zero(1 + numerator * d);
        c = not_zero(1 + numerator / c);
        value *= c * d;
        if (c * d - 1 < DBL_EPSILON && 1 - c * d < DBL_EPSILON)
            break;
    }
    return 1 / value;
}

static double beta_lower_tail(double x, double y, double a, double b)
{
    return beta_density_times_xy(x, y, a, b) / a * beta_fraction(x, a, b);
}

double by_beta_cdf(double x, double a, double b)
{
    if (!(x > 0 && x < 1))
        return x <= 0 ? 0 : x >= 1 ? 1 : x;
    double y = 1 - x;
    if (x <= (a + 1) / (a + b + 2))
        return beta_lower_tail(x, y, a, b);
    return 1 - beta_lower_tail(y, x, b, a);
}

static double beta_at(double x, const struct increasing *self)
{
    return by_beta_cdf(x, self->a, self->b);
}

double by_beta_quantile(double p, double a, double b)
{
    if (!(p > 0 && p < 1))
        return p <= 0 ? 0 : p >= 1 ? 1 : p;
    return first_reaching(&(struct increasing){beta_at, a, b}, p, 1);
}

/* --- proportions -------------------------------------------------------- */

/* The lower root of n (p - t)^2 = z^2 t (1 - t). The product of the roots is p^2 / (1 + z^2/n):
 * divided by the upper root it has no cancellation. */
static double wilson_low(double p, double n, double z)
{
    double share = z * z / n;
    double upper = p + share / 2 + sqrt(share * (p * (1 - p) + share / 4));
    return p * p / upper;
}

struct by_interval by_wilson(double successes, double trials, double confidence)
{
    if (!(trials > 0))
        return (struct by_interval){0, 1};
    double z = by_normal_quantile(0.5 + confidence / 2);
    return (struct by_interval){wilson_low(successes / trials, trials, z),
                                1 - wilson_low((trials - successes) / trials, trials, z)};
}

struct by_interval by_clopper_pearson(long successes, long trials, double confidence)
{
    double outside = (1 - confidence) / 2;
    double s = (double)successes, f = (double)(trials - successes);
    struct by_interval interval = {0, 1};
    if (successes > 0)
        interval.low = by_beta_quantile(outside, s, f + 1);
    if (successes < trials)
        interval.high = by_beta_quantile(1 - outside, s + 1, f);
    return interval;
}

struct by_interval by_mean_interval(double mean, double inside, double count, double confidence)
{
    double whole = mean * (1 - mean);
    double part = whole > 0 ? 1 - inside * count / (count + 0.5) / whole : 1;
    return by_wilson(mean * count / part, count / part, confidence);
}

/* x ln x, which is 0 at 0. */
static double times_ln(double x)
{
    return x > 0 ? x * by_ln(x) : 0;
}

/* Two bounds that are never below the answer: Pinsker's 2 (q-p)^2 <= d(p, q), and what is left of
 * d(p, q) without -p ln q. `ordered` is p ln p + (1-p) ln(1-p). */
static double above_kl_upper(double p, double ordered, double level)
{
    double near = p + sqrt(level / 2), far = 1 - by_exp(-(level - ordered) / (1 - p));
    return near < far ? near : far;
}

/* d(p, q) - level is convex and grows with q: from above, Newton's steps come down to the root and
 * never pass it. A few suffice; near 1 each closes most of the logarithm of what is left. */
double by_kl_upper(double mean, double n, double bound)
{
    if (isnan(mean) || isnan(n) || isnan(bound))
        return NAN;
    double p = mean < 0 ? 0 : mean > 1 ? 1 : mean, level = bound > 0 ? bound / n : 0;
    if (level <= 0)
        return n > 0 ? p : 1;
    if (p >= 1 || n <= 0 || isnan(level) || isinf(level))
        return 1;
    double ordered = times_ln(p) + times_ln(1 - p), q = above_kl_upper(p, ordered, level);
    for (int i = 0; i < 100 && q > p && q < 1; i++) {
        double d = ordered - (p > 0 ? p * by_ln(q) : 0) - (1 - p) * by_ln(1 - q);
        double step = (d - level) * q * (1 - q) / (q - p);
        if (!(step > 1e-10))
            break;
        q -= step;
    }
    return q > p ? q : p;
}

/* --- lines ---------------------------------------------------------------- */

/* P(|T| > t) = I_x(f/2, 1/2) with x = f / (f + t^2). */
double by_student_bound(double confidence, double freedom)
{
    double x = by_beta_quantile(1 - confidence, freedom / 2, 0.5);
    return sqrt(freedom * (1 - x) / x);
}

static double mean_of(const double *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}

struct by_line_fit by_fit_line(const double *x, const double *y, int count, double confidence)
{
    double middle_x = mean_of(x, count), middle_y = mean_of(y, count), xx = 0, xy = 0, rest = 0;
    for (int i = 0; i < count; i++) {
        xx += (x[i] - middle_x) * (x[i] - middle_x);
        xy += (x[i] - middle_x) * (y[i] - middle_y);
    }
    double slope = xy / xx, intercept = middle_y - slope * middle_x;
    for (int i = 0; i < count; i++) {
        double off = y[i] - intercept - slope * x[i];
        rest += off * off;
    }
    double error = sqrt(rest / (count - 2) / xx) * by_student_bound(confidence, count - 2);
    return (struct by_line_fit){slope, intercept, {slope - error, slope + error}};
}

/* --- Elo ---------------------------------------------------------------- */

double by_elo(double score)
{
    if (!(score > 0 && score < 1))
        return score <= 0 ? -INFINITY : score >= 1 ? INFINITY : score;
    return 400 / LN_10 * by_ln(score / (1 - score));
}

double by_elo_score(double elo)
{
    return 1 / (1 + by_exp(-elo * (LN_10 / 400)));
}

struct by_elo_estimate by_elo_estimate(long wins, long draws, long losses, double confidence)
{
    double games = (double)wins + (double)draws + (double)losses;
    double points = (double)wins + 0.5 * (double)draws;
    struct by_interval score = by_wilson(points, games, confidence);
    return (struct by_elo_estimate){games > 0 ? by_elo(points / games) : 0,
                                    {by_elo(score.low), by_elo(score.high)}};
}

double by_superiority(long wins, long losses)
{
    double decisive = (double)wins + (double)losses;
    return decisive > 0 ? by_normal_cdf(((double)wins - (double)losses) / sqrt(decisive)) : 0.5;
}
