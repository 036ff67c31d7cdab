/* growth.c: see growth.h. */
#include "lab/growth.h"
#include "base/num.h"
#include <math.h>
#include <stdlib.h>

#define Z_95 1.959963984540054

/* Logarithms; of sd the part of y that it is. */
static int take_logarithms(const struct by_point *points, int count, bool power,
                           struct by_point *out)
{
    int n = 0;
    for (int i = 0; i < count; i++)
        if (points[i].y > 0 && (!power || points[i].x > 0))
            out[n++] = (struct by_point){power ? by_ln(points[i].x) : points[i].x,
                                         by_ln(points[i].y), points[i].sd / points[i].y};
    return n;
}

struct sums {
    double x, y; /* means */
    double xx, xy;
};

static struct sums sum_up(const struct by_point *p, int n)
{
    struct sums sums = {0, 0, 0, 0};
    for (int i = 0; i < n; i++) {
        sums.x += p[i].x / n;
        sums.y += p[i].y / n;
    }
    for (int i = 0; i < n; i++) {
        sums.xx += (p[i].x - sums.x) * (p[i].x - sums.x);
        sums.xy += (p[i].x - sums.x) * (p[i].y - sums.y);
    }
    return sums;
}

/* The standard deviation of the slope that the points' own make; without any, what the distances from
 * the line make, with Student's bound. */
static struct by_interval slope_interval(const struct by_point *p, const struct sums *sums,
                                         struct by_growth *fit)
{
    double noise = 0, left = 0;
    for (int i = 0; i < fit->count; i++) {
        double weight = (p[i].x - sums->x) / sums->xx;
        double off = p[i].y - fit->intercept - fit->slope * p[i].x;
        noise += weight * weight * p[i].sd * p[i].sd;
        left += off * off;
    }
    fit->measured = noise > 0;
    if (!fit->measured && fit->count < 3)
        return (struct by_interval){NAN, NAN};
    double arm = fit->measured ? Z_95 * sqrt(noise)
                               : by_student_bound(0.95, fit->count - 2) *
                                     sqrt(left / (fit->count - 2) / sums->xx);
    return (struct by_interval){fit->slope - arm, fit->slope + arm};
}

struct by_growth by_growth_fit(const struct by_point *points, int count, bool power)
{
    struct by_growth fit = {.slope = NAN, .intercept = NAN, .interval = {NAN, NAN}};
    struct by_point *logs = malloc(sizeof *logs * ((size_t)count + 1));
    if (!logs)
        return fit;
    int n = take_logarithms(points, count, power, logs);
    struct sums sums = sum_up(logs, n);
    if (n >= 2 && sums.xx > 0) {
        fit.count = n;
        fit.slope = sums.xy / sums.xx;
        fit.intercept = sums.y - fit.slope * sums.x;
        fit.interval = slope_interval(logs, &sums, &fit);
    }
    free(logs);
    return fit;
}
