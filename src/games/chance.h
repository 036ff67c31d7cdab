/* chance.h: nature's moves, for whoever plays games with chance or searches them.
 *
 * Nature is to move where the slot `chance` of game.h says so. In a game that is really played its
 * moves come from the game's seed and from the number of moves before, from nothing else: the same
 * seed gives the same game, and taking a move back does not change how the coin falls. */
#ifndef BY_GAMES_CHANCE_H
#define BY_GAMES_CHANCE_H

#include "games/game.h"

/* Nature is to move; the game is not over. */
static inline bool by_is_chance(const struct by_rules *rules, const void *position)
{
    return rules->has_chance && rules->game->chance(rules, position, BY_NO_MOVE) > 0;
}

/* One of nature's moves, `count` of them, each as likely as its weight says. */
by_move by_chance_draw(const struct by_rules *rules, const void *position, const by_move *moves,
                       int count, struct by_rng *rng);

/* The mean of the values behind nature's moves, rounded once, and for -x as for x. Values may be as
 * large as 2^61: they are divided by the sum of the weights before they are added up, and what
 * remains is kept beside. */
struct by_mean {
    int64_t total; /* the sum of all weights */
    int64_t whole, rest;
};

static inline void by_mean_add(struct by_mean *mean, int32_t weight, int64_t value)
{
    mean->whole += value / mean->total * weight;
    mean->rest += value % mean->total * weight;
}

static inline int64_t by_mean_value(const struct by_mean *mean)
{
    int64_t half = mean->rest < 0 ? -mean->total : mean->total;
    return mean->whole + (2 * mean->rest + half) / (2 * mean->total);
}

#endif
