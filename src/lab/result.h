/* result.h: what a store knows of the cells of an experiment.
 *
 * A cell of games is the match in the store that its rules, players, openings, terms and seed name, as
 * far as the scale wants games of it; a cell of another measure is one row of results. The same store
 * gives the same results, however many runs, processes and parts filled it. */
#ifndef BY_LAB_RESULT_H
#define BY_LAB_RESULT_H

#include "arena/store/store.h"
#include "arena/tally.h"
#include "lab/measure.h"

enum by_lab_state {
    BY_LAB_NOT_RUN,
    BY_LAB_LEFT_OUT, /* too dear for this scale, or what it needs is not there */
    BY_LAB_PARTIAL,  /* some of its games are there */
    BY_LAB_DONE,
};
const char *by_lab_state_name(enum by_lab_state state); /* "not run", "left out", ... */

struct by_lab_result {
    struct by_lab_cell cell; /* with its label, players, games wanted, figures by by_lab_figure */
    enum by_lab_state state;
    char why[BY_LAB_WHY]; /* LEFT_OUT: one clause */

    /* A match. The numbers below are made of these: score (per cent of the points; the interval is of pairs where
     * openings are played twice), won, drawn, lost (per cent), seconds-a, seconds-b (per move), sims-a,
     * sims-b (per move), plies (per game). */
    bool match;
    int played, won, drawn, lost; /* a's; `played` is at most cell.games */
    bool paired;
    struct by_tally tally;
    double seconds[2]; /* spent by a and b */
    int64_t moves[2];
    int64_t sims[2];
    char match_seed[24];
    int64_t match_id; /* in the store; 0: none */

    struct by_lab_numbers numbers; /* the first one stands for the cell */
    double spent;                  /* seconds of one core (match: of both players; else the run) */
    uint64_t checksum;             /* of the games, or of the numbers; 0 for timed numbers */
    char version[64], host[64];    /* of who ran it, or the first game of it; "" */
    double finished;               /* seconds since 1970, of the last of it; 0: nobody knows */
};

struct by_lab_results {
    const struct by_lab_experiment *experiment;
    enum by_lab_scale scale;
    uint64_t seed;
    int count;
    struct by_lab_result *list; /* in the order of the cells */
    double finished;            /* the last of them; 0: nothing was run */
};

/* Everything that a store has of an experiment at a scale. `store` may be NULL: nothing was run. */
enum by_status by_lab_collect(struct by_store *store, const struct by_lab_experiment *experiment,
                              enum by_lab_scale scale, uint64_t seed, struct by_lab_results *out,
                              struct by_error *err);
void by_lab_results_close(struct by_lab_results *results);

/* The last run of an experiment that a store knows of; false: there is none. */
struct by_lab_last {
    enum by_lab_scale scale;
    uint64_t seed;
    double when;
};
enum by_status by_lab_last(struct by_store *store, const char *experiment, struct by_lab_last *out,
                           bool *found, struct by_error *err);

/* The number that stands for a cell; NULL: there is none yet. */
const struct by_lab_number *by_lab_main(const struct by_lab_result *result);

#endif
