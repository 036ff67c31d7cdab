/* claim.h: what a document says in words, as a statement that can be checked against our figures.
 *
 *     rises along sims at variant=rave         the figures go up as sims does (falls: down)
 *     above 50 at sims>=1000                   so does their mean (below, equals, between A and B)
 *     each above 50 at c>0                     and so does every one
 *     z=1 below z=5 at sims<=200               the left figures against the right ones that differ
 *                                              from them in nothing else (above, below, equals)
 *     each algorithm=alphabeta below algorithm=minimax
 *     ratio z=1 to z=10 between 3 and 8        how many times as large, the geometric mean
 *     power along n between 5 and 7 at board=naive     the figure grows as n to such a power
 *     growth along depth between 2 and 8       and here by such a factor with every step of 1
 *
 * What stands behind `at`, and left and right of a comparison, picks cells: conditions on axes joined by
 * commas without blanks, with = != < <= > >=; a value with blanks stands in quotation marks. Words are
 * compared as words, numbers as numbers. Lines of cells that differ along the axis alone are looked
 * at one by one for `each`, `power` and `growth`, and together otherwise.
 *
 * A claim holds when the figures show it (one-sided at BY_VERDICT_LEVEL; an interval lies whole
 * between the bounds at 95 %), does not hold when they show its contrary (at that level divided by the number
 * of claims and of parts that are tested), and otherwise there are not enough games. Counted figures
 * have no uncertainty: there it holds or not. */
#ifndef BY_LAB_CLAIM_H
#define BY_LAB_CLAIM_H

#include "base/buffer.h"
#include "base/error.h"
#include "lab/growth.h"
#include "lab/verdict.h"

#define X(NAME, words) BY_FINDING_##NAME,
enum by_claim_finding {
#include "lab/findings.def"
    BY_FINDINGS
};
#undef X
const char *by_finding_words(enum by_claim_finding finding);

#define BY_CLAIM_WORD_MAX   48
#define BY_CLAIM_CONDITIONS 6

struct by_claim_cells {
    int count;
    struct by_claim_condition {
        char axis[BY_CLAIM_WORD_MAX], value[BY_CLAIM_WORD_MAX];
        enum by_claim_sign {
            BY_CLAIM_IS,
            BY_CLAIM_IS_NOT,
            BY_CLAIM_LESS,
            BY_CLAIM_AT_MOST,
            BY_CLAIM_MORE,
            BY_CLAIM_AT_LEAST
        } how;
    } condition[BY_CLAIM_CONDITIONS];
};

struct by_claim {
    enum by_claim_about {
        BY_CLAIM_TREND,
        BY_CLAIM_MEAN,
        BY_CLAIM_SIDES,
        BY_CLAIM_RATIO,
        BY_CLAIM_POWER,
        BY_CLAIM_GROWTH
    } about;
    enum by_claim_relation {
        BY_CLAIM_ABOVE,
        BY_CLAIM_BELOW,
        BY_CLAIM_EQUALS,
        BY_CLAIM_BETWEEN
    } relation; /* trend: above is up */
    bool each;
    double low, high; /* the bound, or both */
    char axis[BY_CLAIM_WORD_MAX];
    struct by_claim_cells left, right, at;
};

/* Errors are one sentence without a line number: whoever reads the file has that. */
enum by_status by_claim_read(struct by_claim *claim, const char *text, struct by_error *err);

/* A table of figures: a name for every axis, and every cell's value on each, in their order. */
struct by_claim_table {
    int axes;
    const char *const *axis;
    int count;
    const struct by_claim_figure {
        const char *const *at;
        bool there;
        double value, sd; /* sd 0: counted */
    } * cell;
};

/* Are the axes that a claim names there? */
enum by_status by_claim_fits(const struct by_claim *claim, int axes, const char *const *axis,
                             struct by_error *err);

/* `claims`: how many are tested with this one. `found` gets what was seen, in a few words; may be NULL. */
enum by_claim_finding by_claim_test(const struct by_claim *claim,
                                    const struct by_claim_table *figures, int claims,
                                    struct by_buffer *found);

/* What several claims come to; those about cells that were not run say nothing. */
enum by_claim_finding by_findings_joined(const enum by_claim_finding *findings, int count);

/* The standard deviation of what was measured; of a share what the longer arm of the exact 95 % interval
 * makes it: few games are no certainty, even where all were won. */
double by_measured_sd(enum by_figure_kind kind, const struct by_measured *ours);

#endif
