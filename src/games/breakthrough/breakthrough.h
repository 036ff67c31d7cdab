/* breakthrough.h: what the files of this folder share. Nobody else includes it. */
#ifndef BY_GAMES_BREAKTHROUGH_H
#define BY_GAMES_BREAKTHROUGH_H

#include "games/board.h"

/* A player's pawns are one set: bit y * width + x is square (x, y), y from the bottom. */
struct breakthrough {
    uint64_t pawns[2];
    uint64_t key;
    int32_t side;   /* who is to move: 0 (X, up the board) or 1 (O, down) */
    int32_t winner; /* 0, 1 or -1: nobody */
};

/* What setup works out once and keeps in rules->data. */
struct shape {
    uint64_t board;
    uint64_t home[2]; /* where each player's pawns start */
    uint64_t goal[2]; /* the row each player must reach */
    uint64_t open[3]; /* the squares with one to their left, straight on, to their right */
    int rows;         /* of pawns at the start */
};

/* In breakthrough.c: the key of a position, made from scratch. */
uint64_t by_breakthrough_key(const struct by_rules *rules, const struct breakthrough *bt);

/* Adds a playout of so many plies to the totals: who made the last move has won. */
static inline void by_breakthrough_count(struct by_totals *totals, int first, int plies)
{
    by_totals_add(totals, (first + plies) % 2 == 1 ? 1 : -1, plies);
}

/* Uniform playouts on 8x8 by the batch, of a game that is not over: in playout.c in plain words, in
 * batch_avx2.c, where lanes.h has BY_LANES_AVX2, in lanes; the same games. `start` has the pawns of who is
 * to move, and those of the other, on a board on which the former go up. */
typedef void by_breakthrough_batch_fn(const uint64_t start[2], int first, int64_t count,
                                      struct by_rng *rng, struct by_totals *totals);
by_breakthrough_batch_fn by_breakthrough_batch_plain, by_breakthrough_batch_avx2;

/* In playout.c. */
extern const struct by_policy by_breakthrough_policies[];

/* In eval.c. */
extern const struct by_eval by_breakthrough_evals[];

/* In race.c: the result where a race decides it, for the side to move; false elsewhere. */
bool by_breakthrough_race(const struct by_rules *rules, const void *position, int32_t *value);

#endif
