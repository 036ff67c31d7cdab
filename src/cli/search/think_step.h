/* think_step.h: a search recorded while it thinks, to be walked through afterwards: think --step. */
#ifndef BY_CLI_SEARCH_THINK_STEP_H
#define BY_CLI_SEARCH_THINK_STEP_H

#include "cli/lessons/tree.h"
#include "lessons/simsteps.h"

/* Exact searches go into the job's recorder, Monte Carlo into the other one. */
struct by_think_steps {
    struct by_cli *cli;
    struct by_tree_job exact;
    int passes; /* how often an exact search has entered its root */
    struct by_simsteps sims;
};

/* For a search of the line of `cli`. Refuses what cannot be followed. Returns an exit status; closing is
 * safe in any case. */
int by_think_steps_open(struct by_think_steps *steps, struct by_cli *cli,
                        const struct by_searcher *searcher);
void by_think_steps_close(struct by_think_steps *steps);

/* For struct by_events: the context is the record. */
void by_think_steps_note(void *context, const struct by_step *step);

/* Walks with the keyboard, or prints the steps. Returns an exit status. */
int by_think_steps_walk(struct by_think_steps *steps);

#endif
