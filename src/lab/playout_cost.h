/* playout_cost.h: what a uniform playout costs on one board, in steps that its game counts and in time. */
#ifndef BY_LAB_PLAYOUT_COST_H
#define BY_LAB_PLAYOUT_COST_H

#include "games/game.h"
#include <stdatomic.h>

#define BY_PHASES_MAX 16

/* A game with its settings, ready for playouts from the start. */
struct by_playground {
    struct by_rules *rules;
    void *position;
    struct by_playout out;
    uint64_t work[BY_PHASES_MAX];
    struct by_rng rng;
    const atomic_bool
        *stop; /* set: what is counted or timed ends soon, and means nothing. May be NULL */
};

/* `text`: the game and its settings, "go size=9 board=array". Closed also after a failure. */
enum by_status by_playground_open(struct by_playground *ground, const char *text,
                                  struct by_error *err);
void by_playground_close(struct by_playground *ground);

/* The playouts to come depend on these alone. */
void by_playground_reset(struct by_playground *ground, uint64_t seed, uint64_t stream);

/* How many phases the game's steps are counted in; 0: it does not count. */
int by_playground_phases(const struct by_playground *ground);

/* Steps of one playout, by phase into `of` and all of them together; plies of one: as means over a
 * number of playouts that takes as many points together on every board. */
double by_playground_steps(struct by_playground *ground, double *of);
double by_playground_plies(struct by_playground *ground);

/* Seconds of one playout, on the thread's own clock: the mean over as many as take `least` seconds, but no
 * fewer than `playouts`. Few playouts of a large board are no fair sample: the rare long ones cost most. */
double by_playground_seconds(struct by_playground *ground, int playouts, double least);

/* How many playouts the two above take the mean of. */
int by_playground_playouts(const struct by_playground *ground);

#endif
