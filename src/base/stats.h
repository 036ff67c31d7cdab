/* stats.h: what a number of games says, and how surely.
 *
 * Checked against GSL in the tests. `confidence` is the coverage asked for, such as 0.95. */
#ifndef BY_BASE_STATS_H
#define BY_BASE_STATS_H

struct by_interval {
    double low, high;
};

/* Normal distribution: P(Z <= z), and its inverse for p in (0, 1). */
double by_normal_cdf(double z);
double by_normal_quantile(double p);

/* Regularised incomplete beta I_x(a, b), and its inverse in x; a, b > 0. */
double by_beta_cdf(double x, double a, double b);
double by_beta_quantile(double p, double a, double b);

/* Intervals for a proportion of `successes` in `trials`. Wilson (1927) takes a real
 * number of successes, so that draws may count half: with draws it is wider than
 * need be, never narrower. Clopper-Pearson (1934) is exact: at least the stated coverage. */
struct by_interval by_wilson(double successes, double trials, double confidence);
struct by_interval by_clopper_pearson(long successes, long trials, double confidence);

/* An interval for the expectation of something between 0 and 1, such as the points of a game or of a
 * pair of games: `mean` of `count` observations x, `inside` their mean of x (1 - x). Where there are
 * only 0 and 1 that is 0, and this is Wilson's interval. Otherwise the observations vary by a part
 * of what those would, and are worth as many more of them: Wilson's interval for so many. Half an
 * observation more, of 0 or 1, is thought into `inside`: a few games that were all drawn do not
 * make a certainty. */
struct by_interval by_mean_interval(double mean, double inside, double count, double confidence);

/* The upper confidence bound of KL-UCB (Garivier and Cappe 2011) for rewards from 0 to 1: the largest q
 * from `mean` to 1 with n d(mean, q) <= bound, where d(p, q) = p ln(p/q) + (1-p) ln((1-p)/(1-q)).
 * Right to 1e-7; a mean outside of 0 to 1 counts as the nearer end, a bound below 0 as 0, and with
 * n = 0 nothing speaks against 1. What is no number gives none. The same bits on every machine. */
double by_kl_upper(double mean, double n, double bound);

/* Student's t with `freedom` degrees: the t that |T| stays below with this confidence. */
double by_student_bound(double confidence, double freedom);

/* The line through points that has the least squares in y, and an interval for its slope: right where
 * the points stray from a line by chance alone, evenly and independently. With y and x as logarithms
 * the slope is the power by which something grows. From three points on, not all at one x. */
struct by_line_fit {
    double slope, intercept;
    struct by_interval interval; /* of the slope */
};
struct by_line_fit by_fit_line(const double *x, const double *y, int count, double confidence);

/* Elo difference for an expected score in (0, 1): 400 log10(s / (1 - s)); the ends
 * give -inf and +inf. */
double by_elo(double score);
double by_elo_score(double elo); /* the inverse */

/* Elo difference of wins, draws, losses with the interval that Wilson's gives. */
struct by_elo_estimate {
    double elo;
    struct by_interval interval;
};
struct by_elo_estimate by_elo_estimate(long wins, long draws, long losses, double confidence);

/* Likelihood of superiority: P(stronger | decisive games), uniform prior, normal
 * approximation of the difference: Phi((w - l) / sqrt(w + l)). 0.5 without decisive games. */
double by_superiority(long wins, long losses);

#endif
