/* linear.h: an evaluation that is a sum of weights, for those who fit the weights to games.
 *
 * The game says which weights a position adds up; the value for the side to move is their sum, in the
 * units of `result`, or the logarithm of the odds of winning. What the weights should be is found elsewhere, from positions whose results are
 * known: the game need not know how, and who fits need not know the game. */
#ifndef BY_GAMES_LINEAR_H
#define BY_GAMES_LINEAR_H

#include "games/game.h"

#include <string.h>

#define BY_LINEAR_FEATURES_MAX 6400

struct by_linear {
    const char *eval; /* its name among the game's evaluations */
    int phases;       /* stages of the game, in its order, with weights of their own */
    int features; /* of a position: so many weights are added up at most, BY_LINEAR_FEATURES_MAX at most */
    int unit;  /* a weight is kept as a whole number of 1/unit */
    bool odds; /* the sum is the logarithm of the odds; results are 1, 0 and -1 */

    /* What the other functions need: to be opened once and used by any number of threads. NULL: there is
     * no memory, or these rules have no such evaluation (a size that nobody fitted). */
    void *(*open)(const struct by_rules *rules);
    void (*close)(void *state);

    int (*weights)(const void *state); /* of one phase */
    int (*phase)(const struct by_rules *rules, const void *position);

    /* The numbers of the weights, from 0, at most `features` of them; one may come several times.
     * Returns how many. */
    int (*look)(const void *state, const struct by_rules *rules, const void *position,
                int32_t *out);

    /* Would a search ask the evaluation here? NULL: everywhere. */
    bool (*quiet)(const struct by_rules *rules, const void *position);

    /* The file that the evaluation reads: `weights` has those of all phases, one phase behind the
     * other. The bytes come from malloc. */
    enum by_status (*pack)(const void *state, const int16_t *weights, uint8_t **bytes, size_t *size,
                           struct by_error *err);

    /* The other way: `weights` has room for all. `name` is what messages call the bytes. */
    enum by_status (*unpack)(const void *state, const uint8_t *bytes, size_t size, const char *name,
                             int16_t *weights, struct by_error *err);

    const struct by_linear *next; /* another evaluation of the game that can be learned; or NULL */
};

/* The one by this name, from the game's first one on; NULL: it has none. */
static inline const struct by_linear *by_linear_named(const struct by_linear *linear,
                                                      const char *eval)
{
    while (linear && strcmp(linear->eval, eval) != 0)
        linear = linear->next;
    return linear;
}

#endif
