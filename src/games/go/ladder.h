/* ladder.h: can a chain be taken by one atari after the other? On plain cells, for people who ask, and for the
 * features of moves (team.h); playouts do not use it. */
#ifndef BY_GAMES_GO_LADDER_H
#define BY_GAMES_GO_LADDER_H

#include "games/go/go.h"

/* A chain and its liberties, by flood fill from a stone. */
struct by_go_chain {
    int stone_count, liberty_count;
    int16_t stone[BY_GO_POINTS_MAX];
    int16_t liberty[BY_GO_POINTS_MAX];
};
void by_go_chain_at(int size, const uint8_t *cell, int point, struct by_go_chain *out);

enum by_go_ladder {
    BY_GO_NO_LADDER, /* three liberties or more: nobody asks */
    BY_GO_ESCAPES,
    BY_GO_CAUGHT,
    BY_GO_TOO_LONG, /* not read to its end */
};

/* With one liberty: what becomes of the chain when its owner moves now. With two: when its opponent
 * does. The one who runs adds a stone at his last liberty or takes a chain that has one; the other
 * takes one of two liberties. Ko is not looked at. */
enum by_go_ladder by_go_read_ladder(int size, const uint8_t *cell, int point);

/* The same, looking at so many positions of the one who runs at most. */
enum by_go_ladder by_go_read_ladder_within(int size, const uint8_t *cell, int point, int nodes);

#endif
