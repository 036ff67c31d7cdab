/* groups.h: the groups of the thesis' chapter 4: union-find with rank and path compression, and a
 * set of liberties for each group.
 *
 * The board is an array of nodes, laid out as in board.h, with a border. A stone's node has, as
 * GO 4.1 asks, its parent, its rank, its colour, the liberties of its group when it is the root,
 * and its children, by which a group that is taken is gone through: parents alone lead upwards
 * only. Children are doubly linked, because path compression hangs a node elsewhere in O(1).
 *
 * The liberties of a group are a ring of links. An empty point has four links, one for each
 * neighbour, and stands in the ring of a group by one of them, however many of its stones are
 * beside it. So they are counted once, a stone on the point takes them out of all rings without
 * looking for them, and whether a point is a liberty of a group already is a look at its four
 * neighbours. When groups unite, the links of the one with fewer liberties go over to the other:
 * a link that goes over comes into a set at least twice as large, so it does so seldom. */
#ifndef BY_GAMES_GO_GROUPS_H
#define BY_GAMES_GO_GROUPS_H

#include "games/go/board.h"

#define BY_GO_NONE 0xffff

struct by_go_node {
    uint16_t parent;         /* a root's: itself */
    uint16_t child;          /* the first, or BY_GO_NONE */
    uint16_t next, previous; /* children of the same parent, or BY_GO_NONE */
    uint16_t liberty;        /* a root's: a link of the ring, or BY_GO_NONE */
    uint16_t liberties;      /* a root's: how many */
    uint8_t rank;
    uint8_t colour; /* enum by_go_colour */
};

struct by_go_link {
    uint16_t next, previous; /* BY_GO_NONE: in no ring */
};

/* Points whose legality may have changed: for those who keep a set of moves. The same point may be
 * there more than once. */
struct by_go_touched {
    int count;
    uint16_t point[5 * BY_GO_POINTS_MAX + 16]; /* five for each stone taken, sixteen for a move */
};

/* The groups of a position that is being changed. */
struct by_go_groups {
    int stride;
    struct by_go_node *node;       /* by_go_records(stride) */
    struct by_go_link *link;       /* four for each node */
    struct by_go_touched *touched; /* or NULL: nobody asks */
    uint64_t *work;                /* as in by_playout */
};

static inline int by_go_way(int stride, int direction)
{
    const int step[4] = {stride, 1, -stride, -1};
    return step[direction];
}

void by_go_groups_clear(struct by_go_groups *groups);

/* The root of a stone's group: find with path compression, and for positions that may only be
 * looked at, the walk upwards alone. */
int by_go_find(struct by_go_groups *groups, int stone);
int by_go_root(const struct by_go_node *node, int stone);

/* Puts a stone on an empty point: the groups beside it lose a liberty, those of its colour become
 * one with it. Nothing is taken. */
void by_go_groups_add(struct by_go_groups *groups, int index, int colour);

/* Takes the group of a stone off the board; returns how many stones, which it writes down. */
int by_go_groups_take(struct by_go_groups *groups, int stone, uint16_t *out);

/* The stones of the group with this root; returns how many. */
int by_go_groups_list(const struct by_go_node *node, int root, uint16_t *out);

#endif
