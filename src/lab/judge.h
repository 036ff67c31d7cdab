/* judge.h: an experiment's results beside the published figures, judged.
 *
 * A line for every cell and number: the number that stands for the cell, and every other one of which
 * something is published. The verdicts of all lines are made together (verdict.h); the claims of the
 * file are checked against the same figures (claim.h), and come to one word for the experiment. */
#ifndef BY_LAB_JUDGE_H
#define BY_LAB_JUDGE_H

#include "lab/agree.h"
#include "lab/result.h"

struct by_lab_line {
    const struct by_lab_result *result;
    const char *number;                       /* its name; "" where nothing tells it yet */
    const struct by_lab_number *ours;         /* NULL: not run */
    const struct by_lab_published *published; /* NULL: nothing is, of this number */
    const struct by_lab_figure *figure;       /* NULL: nothing is, of this cell */
    const struct by_lab_comparison *how;
    bool share;
    bool main; /* the number that stands for the cell */
    bool bounded;
    struct by_interval interval; /* of ours, 95 %; of shares the exact one, as verdicts have it */
};

struct by_lab_judged_claim {
    struct by_lab_claim claim;
    enum by_claim_finding finding;
    char found[200]; /* what was seen */
};

struct by_lab_judged {
    const struct by_lab_results *results;
    int count;
    struct by_lab_line *lines;
    struct by_compared *cells; /* beside the lines */
    int number[BY_VERDICTS];   /* how many lines have each verdict */
    int claim_count;
    struct by_lab_judged_claim *claims;

    /* What the claims come to. A file without claims is judged by its cells: the document is right
     * where all agree, wrong where one contradicts, right in part where sizes differ; and where
     * no cell that was run has a published figure, that is said. */
    enum by_claim_finding finding;
    struct by_lab_comparison *comparisons;
};

enum by_status by_lab_judge(const struct by_lab_results *results, struct by_lab_judged *out,
                            struct by_error *err);
void by_lab_judged_close(struct by_lab_judged *judged);

/* How many lines of another verdict than "left out" and "not run". */
int by_lab_judged_run(const struct by_lab_judged *judged);

#endif
