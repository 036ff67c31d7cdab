/* run.h: running the cells of experiments into a store.
 *
 * First everything is planned: which cells there are at this scale, what the store has of each, and what
 * the rest will cost. Then cells are run, what is cheap first, so that whoever interrupts it has as many
 * whole cells as can be: measures that need no quiet several at a time, then matches, whose games are
 * played several at a time, and at last the measures that want the machine for themselves.
 *
 * Every game and every result is in the store when it is done. The same run goes on where it stopped,
 * whatever stopped it. */
#ifndef BY_LAB_RUN_H
#define BY_LAB_RUN_H

#include "arena/shard.h"
#include "lab/result.h"

struct by_lab_order {
    const struct by_lab_experiment *experiments;
    int count;
    const char *cells; /* by_lab_select; NULL: all */
    enum by_lab_scale scale;
    uint64_t seed;
    struct by_shard shard; /* games of matches, cells of other measures */
    int concurrency;       /* games at a time, measures at a time */
    const char *store;     /* a path */
};

/* A cell in the plan. */
struct by_lab_step {
    struct by_lab_result had; /* what the store had of it when it was planned; with its cell */
    bool elsewhere;           /* another part's */
    int games;                /* that are missing here: games of a match, or 1 */
    double seconds;           /* what they will take on one core; 0: nobody knows */
    bool measured;            /* by what the store has of the cell, not by its file */
    bool alone;               /* a measure that wants quiet */
    int fresh;                /* how many were done, in the end */
};

struct by_lab_plan {
    int count;
    struct by_lab_step *steps; /* in the order of the experiments and their cells */
    int left_out, done;        /* cells that need nothing */
    int64_t games;             /* all that are missing in matches */
    int measures;              /* cells of other measures that are missing */
    double seconds;            /* on one core; unknown cells count nothing */
    int unknown;               /* cells of which nobody knows what they take */
    int failed;                /* cells that could not be run, in the end */
};

/* `store` may be NULL: there is none yet. Cells that were not chosen are not in the plan. Specs,
 * games and measures of all that will be run are checked. */
enum by_status by_lab_plan_open(const struct by_lab_order *order, struct by_store *store,
                                struct by_lab_plan *out, struct by_error *err);
void by_lab_plan_end(struct by_lab_plan *plan);

/* What is told while it runs; one call at a time, from any thread. */
struct by_lab_news {
    const struct by_lab_step *step; /* what is being run, or one of them */
    double done;                    /* of that step, from 0 to 1 */
    double overall;                 /* of what was missing, by cost, from 0 to 1 */
    double cell_left, left; /* seconds that the step, and all, will still take; 0: unknown */
    int cells_done, cells;
    bool finished; /* the step has just been done */
};
typedef void by_lab_news_fn(void *context, const struct by_lab_news *news);

/* Runs what the plan lacks. A cell that fails does not keep the others from being run: the first failure is
 * told at the end. Once `stop` is true what is running ends within about 50 ms; what is done is
 * kept. */
enum by_status by_lab_run(const struct by_lab_order *order, struct by_lab_plan *plan,
                          const atomic_bool *stop, by_lab_news_fn *news, void *context,
                          struct by_error *err);

/* Plays the games of a cell once more, in memory, or measures it once more, and sums up what comes out.
 * `had` is what the store has: of a match, the games that are there are summed up; without a store, or
 * where there are none, all that the scale wants. `progress` may be NULL. */
struct by_lab_again {
    uint64_t checksum;
    int played; /* of those that are summed up */
    int64_t
        differs; /* the first game that is another one than in the store, from 1; 0: none, or no match */
};
enum by_status by_lab_again(struct by_store *store, const struct by_lab_result *had,
                            int concurrency, const atomic_bool *stop,
                            void (*progress)(void *context, double done), void *context,
                            struct by_lab_again *out, struct by_error *err);

#endif
