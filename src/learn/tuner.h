/* tuner.h: what the methods of tuning share; only for this room. */
#ifndef BY_LEARN_TUNER_H
#define BY_LEARN_TUNER_H

#include "base/rng.h"
#include "learn/tune.h"
#include "learn/tune_log.h"

struct by_tuner {
    const struct by_tune_plan *plan;
    const atomic_bool *stop;
    by_tune_progress *progress;
    void *context;
    struct by_tune_result *out;
    struct by_tune_log log;
    struct by_buffer identity; /* of the log */
    int next;                  /* bouts so far; those the log has are looked up there */
    double saved;              /* when the log was written, by by_clock_now */
    int steps;
    double sum[BY_VARY_MAX];  /* of the points of the last third of the steps */
    double best[BY_VARY_MAX]; /* their mean */
    bool stopped;             /* nothing more is played; what is unfinished does not count */
};

/* The streams of random numbers: one of each kind for every step. */
enum by_tune_chance { BY_TUNE_GAMES, BY_TUNE_MUTANTS, BY_TUNE_FINAL };
uint64_t by_tuner_seed(const struct by_tuner *tuner, enum by_tune_chance kind, int step);
double by_tuner_normal(struct by_rng *rng); /* mean 0, variance 1 */

/* Lets the players at two points play; `out` is a's. Where both are the same player nothing is
 * played. After a stop `tuner->stopped` is true. */
enum by_status by_tuner_bout(struct by_tuner *tuner, const double *a, const double *b,
                             uint64_t seed, struct by_tally *out, struct by_error *err);

/* Keeps a step: `count` players at points u (BY_VARY_MAX apart) with their scores, and the point
 * that stands for them. */
enum by_status by_tuner_add_step(struct by_tuner *tuner, int count, const double *u,
                                 const double *score, const bool *kept, const double *middle,
                                 struct by_error *err);

/* The methods; they end early after a stop. */
enum by_status by_tune_by_selection(struct by_tuner *tuner, struct by_error *err);
enum by_status by_tune_by_spsa(struct by_tuner *tuner, struct by_error *err);

#endif
