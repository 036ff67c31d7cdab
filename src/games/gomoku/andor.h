/* andor.h: proof-number search, best first (Allis, van der Meulen, van den Herik 1994), for who brings
 * the positions: nodes that stand for positions, joined by moves, in memory.
 *
 * A node has two numbers: `proof`, how much there still is to show for a win of the attacker, and
 * `refute`, how much for there being none that is looked for. Where the attacker moves (`any`) one
 * move must be won, elsewhere all. The node to look at next is found by going down from the root to
 * the move that needs least. Of what all moves take only the largest is counted and a part for the others,
 * for much of the work is the same. Positions that are reached in several ways share a node; moves only add
 * stones, so nothing comes back. What a shared node says is told on one way only, so numbers are
 * worked out anew on the way down, too. */
#ifndef BY_GAMES_GOMOKU_ANDOR_H
#define BY_GAMES_GOMOKU_ANDOR_H

#include "games/game.h"

#define BY_ANDOR_ENDLESS 100000000 /* numbers stay below it unless they say: never */

struct by_andor_node {
    uint64_t key;
    uint32_t proof, refute;
    int32_t first;       /* its edges */
    int16_t count, last; /* edges; the one that was gone on with */
    bool any;            /* the attacker is to move */
    uint8_t stage;       /* for who brings the positions; 0 when the node is new */
};

struct by_andor_edge {
    by_move move;
    int32_t to;
};

struct by_andor {
    struct by_andor_node *node; /* the root first */
    struct by_andor_edge *edge;
    int32_t *place; /* by key: the number of a node plus one */
    int count, edges, most;
};

/* For at most so many nodes; false: there is not enough memory. Close it in any case. */
bool by_andor_open(struct by_andor *tree, int most);
void by_andor_close(struct by_andor *tree);

/* The node of a position; -1: there is none. */
int by_andor_seek(const struct by_andor *tree, uint64_t key);

/* The same, new ones with `proof` and 1; -1: there is no room. */
int by_andor_find(struct by_andor *tree, uint64_t key, bool any, uint32_t proof);

/* Gives a node one more edge: all edges of a node are given before those of another. False: there is no
 * room. */
bool by_andor_join(struct by_andor *tree, int from, by_move move, int to);

/* Works out the numbers of a node with edges by those of the nodes below; whether it is decided. Of the
 * moves that must all be dealt with so many count as one beside the largest. */
bool by_andor_renew(struct by_andor *tree, int at, uint32_t alike);

/* The edge to go on with; of a node that is won, where the attacker moves, a move that wins. */
const struct by_andor_edge *by_andor_best(struct by_andor *tree, int at);

void by_andor_decide(struct by_andor *tree, int at, bool won);

#endif
