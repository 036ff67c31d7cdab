/* td.h: the weights of a linear evaluation from self-play alone: TD(lambda) (Sutton 1988; OTH 8.3).
 *
 * Nothing is known at first. Games are played by looking one ply ahead with the weights of the moment, from
 * random beginnings, now and then a move at random. Then each position of the game, from its end on, is drawn
 * towards what came after it: g = (1 - lambda) * value of the next position + lambda * g of the next one, and
 * behind the last one the result. A weight moves by rate / (features * n^(1/2)) of the error, where n counts
 * how often it was moved: much at first, ever less later. */
#ifndef BY_LEARN_TD_H
#define BY_LEARN_TD_H

#include "learn/fit.h"

struct by_td_plan {
    int games;
    double lambda; /* 0 to 1 */
    double rate;
    double stray; /* the chance of a move at random */
    int random;   /* plies at the beginning, at most */
    uint64_t seed;
};

/* `error` in each phase is the root of the mean square of (g - value) over the last tenth of the games.
 * Stopped, it keeps what it has learned; before the first game was over, that is no phase. `done` counts games. */
enum by_status by_td(const struct by_rules *rules, const struct by_td_plan *plan,
                     const atomic_bool *stop, atomic_int *done, struct by_fit *out,
                     struct by_error *err);

#endif
