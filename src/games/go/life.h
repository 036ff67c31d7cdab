/* life.h: which stones live, which are dead and which stand in seki, as far as reading tells. */
#ifndef BY_GAMES_GO_LIFE_H
#define BY_GAMES_GO_LIFE_H

#include "games/go/go.h"

/* Marks the stones of `colour` that cannot be taken even if their owner passes for ever: each chain
 * has two regions without own stones whose empty points are all its liberties, and which chains of
 * that kind alone surround (D. Benson, Life in the game of Go, 1976). Others are left as they are. */
void by_go_benson(int size, const uint8_t *cell, int colour, bool *alive);

/* What reading adds to what playouts know of a position. In: who owns each point by playouts, and
 * stones that are dead or in seki by it. Where a region could be read to its end these are replaced.
 * `known`: points of such regions where it makes no difference who moves first, and stones
 * that live for certain. `contested`: points of regions where it does. `nodes`: positions that may be
 * looked at. */
struct by_go_life {
    double *owner;
    bool *dead, *seki;
    bool known[BY_GO_POINTS_MAX], contested[BY_GO_POINTS_MAX];
    uint64_t nodes;
};
void by_go_read_life(const struct by_go_shape *shape, const struct by_go_view *view,
                     struct by_go_life *life);

#endif
