/* agree.h: what an experiment's file says about agreement: settings of the comparison, and claims.
 *
 *     agree: within 5; rises along sims; each above 50 at sims>=1000
 *     agree nodes: factor 2; scaled
 *
 * Parts stand between semicolons. Settings hold for the figures of the number that `agree` names (without a
 * name, for all that have no own):
 *
 *     within X       a difference of X is none             factor X   X times more or less is none
 *     scaled         compared after one common factor, as times on another machine are
 *     unscaled       compared as it stands, though the row is timed: a power, a ratio of times
 *     divide X       the value between two directions (shares: 50; `divide none`)
 *     enough X       how far our interval may reach        share      the number is per cent of `count` trials
 *     shown          not compared: the published figure stands beside ours, and that is all
 *
 * All else is a claim (claim.h) about the cell's main number, or the one that `agree` names; with
 * number=NAME in its conditions, about others. What stands in a row is said of its cells alone; what stands
 * before all rows, of all that do not say otherwise, and there row=NAME picks some.
 *
 * Where nothing is said: a share is compared as verdict.h has it; a number of a timed row up to a
 * factor of 2 after one common factor; another number must be equal, or its interval must explain the difference. */
#ifndef BY_LAB_AGREE_H
#define BY_LAB_AGREE_H

#include "lab/claim.h"
#include "lab/lab.h"

struct by_lab_comparison {
    struct by_comparison how;
    bool shown; /* not compared */
};

/* The comparison for a number of a row; `share` is what the number is by itself. */
enum by_status by_lab_comparison(const struct by_lab_experiment *experiment,
                                 const struct by_lab_row *row, const char *number, bool share,
                                 struct by_lab_comparison *out, struct by_error *err);

struct by_lab_claim {
    struct by_claim claim;
    char text[256];               /* as written */
    const char *number;           /* "": the cell's main one */
    const struct by_lab_row *row; /* NULL: said before the rows, of those that say nothing else */
    int line;
};

/* Is this row one of which the claim is said? */
bool by_lab_claim_about(const struct by_lab_claim *claim, const struct by_lab_row *row);

/* The claim number `index` of the file, from 0; `*found` is false past the last. */
enum by_status by_lab_claim_at(const struct by_lab_experiment *experiment, int index,
                               struct by_lab_claim *out, bool *found, struct by_error *err);

/* Whether everything that is said can be read, and names axes that there are; errors with file and
 * line. Called when a file is read. */
enum by_status by_lab_check_agreement(const struct by_lab_experiment *experiment,
                                      struct by_error *err);

/* The axes of all rows, each once, and "row" and "number": what conditions of claims may name. */
#define BY_LAB_CLAIM_AXES 64
int by_lab_claim_axes(const struct by_lab_experiment *experiment,
                      const char *axes[BY_LAB_CLAIM_AXES]);

#endif
