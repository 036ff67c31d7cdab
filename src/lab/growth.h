/* growth.h: how fast figures grow. */
#ifndef BY_LAB_GROWTH_H
#define BY_LAB_GROWTH_H

#include "base/stats.h"
#include <stdbool.h>

/* A figure over its place on an axis; sd 0: it was counted. */
struct by_point {
    double x, y, sd;
};

/* The line of least squares for ln y over ln x (power: y grows as x to the slope) or over x (y grows by
 * e to the slope with every 1), with a 95 % interval of the slope: from the uncertainty of the figures
 * where they have one, else from how far they stray from the line, three points or more; else none
 * (NAN). Points that have no logarithm are left out; with fewer than two places there is no slope (NAN). */
struct by_growth {
    int count; /* of the points that it goes through */
    double slope, intercept;
    struct by_interval interval;
    bool measured; /* the interval is from the figures' own uncertainty */
};
struct by_growth by_growth_fit(const struct by_point *points, int count, bool power);

#endif
