/* dag.h: an explicit tree, stored so that identical subtrees are one node.
 *
 * Text: a leaf is a number, an inner node its children in parentheses, blanks where one
 * likes, a comma between two children too; then, optionally, the side to move: "((3 12 8)(2 4 6)(14 5 2)) X". A chance node, where
 * nature moves, has its children in brackets, each with its weight before it unless that is 1:
 * "[3 12]" are equally likely, in "[2:3 (4 6)]" the 3 is twice as likely as the other. A text in
 * brackets alone, with commas and without weights, is a list as other languages write it: there the
 * brackets are inner nodes, "[[3, 12, 8], [2, 4, 6]]". Leaves may have decimals; all are counted in
 * units of 10^-decimals then, as many as the longest one has.
 *
 * Storage: a node is known by how it is spelled. A list of children is a chain of
 * pairs: (the list before, the last child), beginning with the empty list. Each
 * different pair is stored once, in a hash table, so equal lists get equal numbers, and a
 * list that is closed somewhere by ')' is an inner node of that number. A leaf is the pair
 * (LEAF, value). A chance node is a list that begins with another kind of empty list; a child of it
 * whose weight w is not 1 stands there as the pair (WEIGHT - w, child). Finding the node of a text needs no memory but one number for each open
 * parenthesis, is exact (no fingerprints), and takes one look-up for each word. */
#ifndef BY_GAMES_TREE_DAG_H
#define BY_GAMES_TREE_DAG_H

#include "base/error.h"
#include <stdint.h>

#define BY_DAG_DEPTH_MAX     9999
#define BY_DAG_LEAVES_MAX    1000000
#define BY_DAG_BRANCHING_MAX 64      /* of a uniform tree */
#define BY_DAG_NODES_MAX     4000000 /* as written: the storage stays below 200 MB, with weights 400 */
#define BY_DAG_WEIGHT_MAX    1000000 /* also of all weights of a node together */
#define BY_DAG_TEXT_MAX      ((size_t)64 << 20)
#define BY_DAG_VALUE_MAX     1000000000 /* also in units */
#define BY_DAG_DECIMALS_MAX  9

/* No node; the mark of a leaf; the list without children, and that of a chance node; below the last
 * one the marks of weights. */
#define BY_DAG_NONE   ((int32_t)-1)
#define BY_DAG_LEAF   ((int32_t)-2)
#define BY_DAG_EMPTY  ((int32_t)-3)
#define BY_DAG_CHANCE ((int32_t)-4)
#define BY_DAG_WEIGHT ((int32_t)-5)

struct by_dag_node {
    int32_t before; /* the list without its last child; BY_DAG_LEAF: this is a leaf */
    int32_t last;   /* the last child, or the leaf's value */
    int32_t first;  /* where in by_dag.child the children of an inner node begin */
    int32_t count;  /* children; 0: a leaf, or a list that no ')' ever closed */
    int32_t total;  /* of a chance node: the sum of its children's weights; 0: none */
};

/* What a text or a recipe amounts to, counted as written. */
struct by_dag_shape {
    int leaves;
    int nodes;    /* leaves included */
    int depth;    /* parentheses around the deepest leaf */
    int side;     /* 0, 1, or -1: the text does not say */
    int chances;  /* chance nodes */
    int weights;  /* numbers with a colon */
    int decimals; /* of the leaf that has the most */
};

struct by_dag {
    struct by_dag_shape shape;
    int widest; /* the most children of a node */
    int32_t root;
    int32_t node_count;
    int32_t child_count;
    struct by_dag_node *node;
    int32_t *child;
    int32_t *weight; /* beside `child`; NULL: there is no chance node */
    int32_t *slot;   /* hash table over the pairs: node numbers or BY_DAG_NONE */
    uint32_t mask;
};

/* Builds from a text. Errors name the column, counted from 1. */
enum by_status by_dag_open_text(struct by_dag *dag, const char *text, struct by_error *err);

/* A tree in which every inner node has `branching` (1..BY_DAG_BRANCHING_MAX) children and every leaf
 * lies at `depth`; the leaves are 1..branching^depth in an order made from `seed`. Mixed: any number
 * anywhere. Otherwise each node's children share out its range, so that no cut is possible when the
 * worst child always comes first: what alpha-beta has of its window then lies outside the range of
 * every subtree still to come. */
struct by_dag_uniform {
    int branching, depth;
    bool mixed;
    bool chance; /* every second level, from the root's children on, is nature's: equal weights */
    uint64_t seed;
};
enum by_status by_dag_open_uniform(struct by_dag *dag, const struct by_dag_uniform *form,
                                   struct by_error *err);

/* Safe on a zeroed dag and after a failed open. */
void by_dag_close(struct by_dag *dag);

/* The node a text spells; refused when it is malformed or nowhere in the tree. `side` gets
 * the side to move, or -1. Allocates nothing. */
enum by_status by_dag_find(const struct by_dag *dag, const char *text, int32_t *node, int *side,
                           struct by_error *err);

/* True when `node` numbers a leaf or an inner node. */
bool by_dag_has(const struct by_dag *dag, int64_t node);

#endif
