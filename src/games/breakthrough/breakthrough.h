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

/* In playout.c. */
extern const struct by_policy by_breakthrough_policies[];

/* In eval.c. */
extern const struct by_eval by_breakthrough_evals[];

/* In race.c: the result where a race decides it, for the side to move; false elsewhere. */
bool by_breakthrough_race(const struct by_rules *rules, const void *position, int32_t *value);

#endif
