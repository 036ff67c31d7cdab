/* verdict.h: does what was measured here agree with what was published?
 *
 * The figures of an experiment are compared cell by cell, each with its own uncertainty, and the whole
 * table at once, so that of many cells that truly agree hardly ever one is said not to.
 *
 * 1. Is the size the same? Around both figures lie intervals of the same confidence: for a share of
 *    games those of Clopper and Pearson (1934), which keep at least what they promise, draws as half
 *    a win; for another number Student's; for a published ± the normal one; for a number that was
 *    counted none. A published figure that was rounded may lie anywhere within half a step. The two
 *    are taken together as Newcombe (1998) does it: the difference is explained while it is no longer
 *    than the root of the sum of the squares of the two arms that point at each other. The
 *    confidence at which it just is, is p. What the experiment calls near enough (`tolerance`,
 *    `factor`) is taken off the difference before.
 * 2. Is the direction the same? Where the experiment has a value that divides (50 % of the games), the
 *    published figure may take a side: then its own 95 % interval does not reach across. Ours contradicts
 *    it when it lies on the other side, by the exact one-sided test.
 * 3. Both kinds of p are made larger for the number of cells (Holm 1979), each kind by itself; below
 *    BY_VERDICT_LEVEL they count. So the chance that anything at all is called different, where
 *    nothing is, stays below it, and the same for "contradicts".
 * 4. What is not different agrees only where there were games enough to tell: our 95 % interval reaches at most
 *    `enough` to either side, or lies whole on the side that the published figure takes.
 *
 * Pure numbers: nothing here knows files, games or words. Shares are in per cent. */
#ifndef BY_LAB_VERDICT_H
#define BY_LAB_VERDICT_H

#include "base/stats.h"
#include <stdbool.h>

#define BY_VERDICT_LEVEL  0.05
#define BY_VERDICT_ENOUGH 10.0 /* per cent of the games */

#define X(NAME, words)    BY_VERDICT_##NAME,
enum by_lab_verdict {
#include "lab/verdicts.def"
    BY_VERDICTS
};
#undef X
const char *by_verdict_words(enum by_lab_verdict verdict);

/* How a published ± is meant. */
enum by_spread { BY_SPREAD_SD, BY_SPREAD_TWO_SD, BY_SPREAD_95 };

struct by_published {
    bool there;
    double value;
    double sd;    /* of the value; 0: none is known */
    double games; /* behind a share, where no ± is given; 0: not known */
    double step;  /* the value is a multiple of this; 0: as it stands */
};

struct by_published by_published_value(double value);
struct by_published by_published_spread(double value, double amount, enum by_spread spread);

/* A share of wins and losses, the rest of the games drawn; as counts, or in per cent of `games`. */
struct by_published by_published_counts(double wins, double losses);
struct by_published by_published_percents(double wins, double losses, double games);

enum by_figure_kind { BY_FIGURE_SHARE, BY_FIGURE_NUMBER };

struct by_measured {
    bool there;
    double value;
    double games;   /* of a share */
    double sd;      /* of a number that has been measured; 0: it has been counted */
    double freedom; /* degrees, of that sd; 0: it is known */
};

/* The p of a test, and what Holm makes of it; NAN: there is no test. */
struct by_p {
    double alone, among_all;
};

struct by_comparison {
    enum by_figure_kind kind;
    double divide;    /* the value that divides two directions; NAN: there is none */
    double tolerance; /* as near as this is near enough */
    double factor;    /* numbers: so is this many times more or less; 1 or less: not so */
    double enough;    /* how far our interval may reach to one side; 0: a number always is enough */
    bool scaled;      /* numbers that depend on the machine: compared after one common factor */
};

/* A cell, and what is said of it. */
struct by_compared {
    const struct by_comparison *how;
    struct by_published published;
    struct by_measured ours;

    enum by_lab_verdict verdict;
    struct by_interval interval; /* of ours, 95 % */
    struct by_p size, side;
};

/* The usual one for shares: 50 divides, no tolerance, BY_VERDICT_ENOUGH. */
struct by_comparison by_comparison_of_shares(void);

/* All cells of an experiment: those with the same `how` share its common factor, and all are one table
 * for Holm. */
void by_compare(struct by_compared *cells, int count);

/* What the common factor was: our numbers over the published ones, the geometric mean; 1 where the
 * comparison is not scaled or no cell has both. */
double by_common_factor(const struct by_comparison *how, const struct by_compared *cells,
                        int count);

/* The interval of what was measured, at any confidence. */
struct by_interval by_measured_interval(enum by_figure_kind kind, const struct by_measured *ours,
                                        double confidence);

/* And of what was published, as far as it is known; no interval where nothing is. */
struct by_interval by_published_interval(enum by_figure_kind kind,
                                         const struct by_published *figure, double confidence);

/* The test in words, for reports: one paragraph that names what this comparison does. */
struct by_buffer;
void by_put_comparison(struct by_buffer *out, const struct by_comparison *how);

#endif
