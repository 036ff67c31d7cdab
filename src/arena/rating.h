/* rating.h: one number a player from the games of many (Bradley and Terry 1952).
 *
 * i beats j with chance s_i / (s_i + s_j); a draw counts half a win for each. Strengths are found by
 * minorization-maximization (Hunter 2004) and told in Elo, 400 log10 s, their mean, or one of the players, being 0. Every
 * player is thought to have drawn one game against a player of strength 1 besides: who won or lost
 * everything keeps a finite number, and groups that never met can be told apart at all. */
#ifndef BY_ARENA_RATING_H
#define BY_ARENA_RATING_H

#include "base/error.h"
#include "base/stats.h"
#include <stdbool.h>

#define BY_RATED_MAX 1000 /* players */

/* The games between two players, seen by a. Several entries for the same two add up. Where the two games of
 * a pair share an opening it is pairs that are independent (tally.h): intervals go by them. */
struct by_pairing {
    int a, b;
    long wins, draws, losses;
    long pairs[5]; /* finished ones, by a's half points; all 0: games are independent */
};

struct by_rating {
    double elo;
    struct by_interval interval; /* of the difference from the players' mean, or from that player */
    double games, points;
};

#define BY_RATED_BY_MEAN (-1)

/* `zero` is the player who has 0, without an interval, or BY_RATED_BY_MEAN. `out` has room for `players` entries. Players without games have 0 with a wide interval. */
enum by_status by_ratings(int players, const struct by_pairing *pairings, int count, int zero,
                          double confidence, struct by_rating *out, struct by_error *err);

#endif
