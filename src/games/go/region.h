/* region.h: a part of the board read to its end.
 *
 * What playouts cannot tell is small: a seki, a bent four, a big eye with a stone in it. Where the
 * stones around it live, such a region is a game of its own, and alpha-beta plays it to the end by the
 * rules: stones count as they stand after two passes, so that who says that a chain is dead has to
 * take it, and who cannot had better pass. Both kinds of counting agree on what becomes of stones
 * then. Ko is fought without threats from elsewhere: who passes has none, and his opponent settles
 * it. No move brings a position back that came before it in the line that is read.
 *
 * A region has at most 64 points, numbered as its owner likes; sets of them are words. Stones that are
 * fixed do not belong to it: whoever stands beside a fixed stone of his colour is never taken. */
#ifndef BY_GAMES_GO_REGION_H
#define BY_GAMES_GO_REGION_H

#include <stdbool.h>
#include <stdint.h>

#define BY_GO_REGION_MAX 64

struct by_go_region {
    int count;
    uint64_t near[BY_GO_REGION_MAX]; /* neighbours of a point within the region */
    uint64_t wall[2];                /* points beside a fixed stone of that colour */
    uint64_t stones[2];
    int ko;         /* the point that the side to move may not take back, or -1 */
    int ko_side;    /* and whose turn that is */
    uint64_t nodes; /* in: positions that may be looked at; out: how many were left */
};

/* What is left on the board when both have played well. */
struct by_go_outcome {
    int value;          /* black points less white ones */
    uint64_t stones[2]; /* as they stand at the end */
    uint64_t area[2];   /* points owned, stones included; others are nobody's */
};

/* Reads the region with `side` to move first. False: there was not enough memory, or it takes more than
 * so many nodes. */
bool by_go_region_read(struct by_go_region *region, int side, struct by_go_outcome *out);

#endif
