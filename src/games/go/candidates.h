/* candidates.h: sets of moves to choose from at random, and the thesis' three ways to keep them
 * (GO 4.2).
 *
 *   list  the possible moves of each colour, updated after every move. To insert or to remove one,
 *         the list is gone through and closed up: its length.
 *   lazy  one list of points that were free once. Nothing is done about it at a move, but a point
 *         that is drawn is looked at, and struck out when a stone stands on it. Points that are
 *         taken off the board come back. (The thesis strikes out every move that is not possible:
 *         one that is a suicide now would be lost for when it is none.)
 *   map   as list, with a map from a move to its place: base/indexset.h, O(1) for all.
 *
 * A set is plain bytes, so that it can live in a position. */
#ifndef BY_GAMES_GO_CANDIDATES_H
#define BY_GAMES_GO_CANDIDATES_H

#include "games/go/go.h"

struct by_go_candidates_kind {
    bool exact; /* there is a set for each colour, with what it may play and nothing else */
    size_t (*bytes)(int capacity);
    void (*clear)(void *set, int capacity); /* members are below `capacity` */

    /* Inserting a member or removing a stranger changes nothing. `work` as in by_playout. */
    void (*insert)(void *set, int index, uint64_t *work);
    void (*remove)(void *set, int index, uint64_t *work);

    int (*count)(const void *set);
    int (*at)(const void *set, int place); /* 0 <= place < count */

    /* One of the members at places below *left, each equally likely; it then stands at the place
     * *left, which has become one less: drawing without putting back, from *left = count on. */
    int (*draw)(void *set, struct by_rng *rng, int *left, uint64_t *work);
};

extern const struct by_go_candidates_kind by_go_candidates_map, by_go_candidates_lazy,
    by_go_candidates_list;

#endif
