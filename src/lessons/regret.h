/* regret.h: what bandit players lose over time, as means over many runs; for the lesson bandit and the
 * laboratory. */
#ifndef BY_LESSONS_REGRET_H
#define BY_LESSONS_REGRET_H

#include "lessons/lesson.h"
#include "search/flat/bandit.h"
#include <stdatomic.h>

#define BY_REGRET_TIMES   61
#define BY_REGRET_PLAYERS 5

struct by_regret_player {
    char name[32];
    struct by_gambler gambler;
    double mean[BY_REGRET_TIMES]; /* of the regret at each time */
    double half[BY_REGRET_TIMES]; /* half the 95 % interval of it */
    double best_share;            /* of all rounds: those on an arm with the best mean */
};

struct by_regret {
    struct by_bandit bandit;
    int64_t horizon;
    int runs;
    uint64_t seed;
    bool by_means;           /* payments counted as their arm's mean */
    const atomic_bool *stop; /* set: the runs end, and the means are nothing. May be NULL */
    int64_t times[BY_REGRET_TIMES];
    int time_count;
    struct by_regret_player player[BY_REGRET_PLAYERS]; /* UCB first, then ETC */
    int players;
};

/* The times at which regret is looked at: 1 to the horizon, evenly spread over its logarithm. */
void by_regret_times(struct by_regret *study);

/* Plays all runs of all players. Run k of a player depends on the seed, k and his place alone. */
void by_regret_run(struct by_regret *study);

/* The bound that is proved for a player at time i; `any`: UCB's second one, which knows no gaps. */
double by_regret_bound(const struct by_regret *study, const struct by_regret_player *player, int i,
                       bool any);

/* In regretdraw.c: curves as characters and as SVG. */
void by_regret_plot(const struct by_sink *sink, const struct by_regret *study,
                    struct by_buffer *out);
void by_regret_svg(const struct by_regret *study, struct by_buffer *out);

#endif
