/* mnk.h: what the files of this folder share. Nobody else includes it. */
#ifndef BY_GAMES_MNK_H
#define BY_GAMES_MNK_H

#include "base/zobrist.h"
#include "games/board.h"

#define BY_MNK_NOBODY     (-1)
#define BY_MNK_LISTED     9 /* boards of at most so many cells list the sets that hold a line */
#define BY_MNK_SALT       UINT64_C(0x6d2c6e2c6b)
#define BY_MNK_SIDE_TO_GO 128 /* the feature "O is to move", behind the 64 cells of two players */

/* A player's stones are one set: bit y * width + x is point (x, y), y from the bottom. */
struct mnk {
    uint64_t stones[2];
    uint64_t key;
    int32_t side;
    int32_t winner; /* 0, 1 or BY_MNK_NOBODY */
};

/* A direction on the board: how many bits one step is, and the cells from which a line of k
 * does not leave the board. */
struct direction {
    int step;
    uint64_t fits;
};

/* What setup works out once. A line of one cell has one direction, not four. */
struct shape {
    int k;
    int direction_count;
    struct direction direction[4];
    uint64_t board;
    bool listed;                               /* the board is small enough for this: */
    uint64_t lined[(1 << BY_MNK_LISTED) / 64]; /* bit s: the set s holds a line */
};

/* The cells of `set` at which a line of k cells of `set` begins. A line of 2n is one of n and
 * another n steps on; the last step lets two lines overlap. Lines that a shift carries over an
 * edge do not begin where a line fits. */
static inline uint64_t by_mnk_lines(struct direction way, int k, uint64_t set)
{
    int length = 1;
    for (; 2 * length <= k; length *= 2)
        set &= set >> length * way.step;
    if (length < k)
        set &= set >> (k - length) * way.step;
    return set & way.fits;
}

static inline bool by_mnk_has_line(const struct shape *shape, int k, uint64_t set)
{
    uint64_t lines = 0;
    for (int i = 0; i < (k == 1 ? 1 : 4); i++)
        lines |= by_mnk_lines(shape->direction[i], k, set);
    return lines != 0;
}

/* What a stone of `player` on `cell`, and the change of sides with it, does to the key. */
static inline uint64_t by_mnk_move_key(int cell, int player)
{
    return by_zobrist(BY_MNK_SALT, (uint64_t)(2 * cell + player)) ^
           by_zobrist(BY_MNK_SALT, BY_MNK_SIDE_TO_GO);
}

/* A value that stays below that of a won game: in mnk.c. */
int32_t by_mnk_cut_value(int32_t value);

/* In explain.c. */
by_terms_fn by_mnk_lines_terms;
by_explain_fn by_mnk_explain;

/* In playout.c. */
extern const struct by_policy by_mnk_policies[];

#endif
