/* work.h: what searches cost, counted or timed, on positions of a game.
 *
 * A sample is the start position alone, or the positions of one game, which a player that is named for
 * it (`source`) plays against itself after some random moves. All players that are compared think about
 * the same positions, one after the other at each of them, so that a machine that is busy with something
 * else for a while slows all of them. Each think begins anew, with a seed that is made of the plan's, the
 * sample and the ply: what is counted is the same at every run. Times are of the processor, and the
 * shortest of several. */
#ifndef BY_LAB_MEASURES_WORK_H
#define BY_LAB_MEASURES_WORK_H

#include "base/stats.h"
#include "search/search.h"

enum by_work_what {
#define BY_WORK(id, name, unit) BY_WORK_##id,
#include "lab/measures/works.def"
#undef BY_WORK
    BY_WORKS
};
extern const char by_work_words[]; /* their names, for BY_CHOICES */
const char *by_work_name(enum by_work_what what);

/* What one move takes a player, as the mean over the positions of a sample. */
struct by_work_taken {
    double amount[BY_WORKS];
};

#define BY_WORK_PLAYERS_MAX 32

struct by_work_plan {
    const struct by_rules *rules;
    uint64_t seed;
    int samples;        /* at least 1 */
    const char *source; /* who plays the games; NULL: the start position alone */
    int opening;        /* random plies before */
    int side;           /* whose moves are looked at: 0, 1; -1: of both */
    int positions;      /* of a game, spread over it; 0: all */
    int repeat;         /* thinks about each, of which the shortest counts; at least 1 */
    const atomic_bool *stop;
    void (*progress)(void *context, double done); /* from 0 to 1; may be NULL */
    void *context;
};

/* taken[p * plan->samples + s] is that of player p (specs[p], of `players`) in sample s. `*stopped`: the
 * plan's flag was set, and what was taken means nothing. */
enum by_status by_work_take(const struct by_work_plan *plan, const char *const *specs, int players,
                            struct by_work_taken *taken, bool *stopped, struct by_error *err);

/* --- what samples say ------------------------------------------------------------------------- */

/* A mean with Student's 95 % interval; of one sample the interval is that value alone. */
struct by_sample_mean {
    double value;
    struct by_interval interval;
};
struct by_sample_mean by_mean_of(const double *values, int count);

/* How something grows: for each sample the slope of the line through (x, ln amount), and the mean of the
 * slopes. x as ln of a size: the power of the size. x as it is: the logarithm of the factor per unit. Of
 * one sample: the slope with the interval that its points give. amounts[i * samples + s] is that of point
 * i in sample s; false: one of them is not positive, and there is no such line. */
#define BY_SAMPLES_MAX 1000
bool by_growth_of(const double *x, int points, const double *amounts, int samples,
                  struct by_sample_mean *out);

#endif
