/* tree.h: the tree of Monte Carlo search in memory.
 *
 * A node is one block: a head, then arrays with one entry per child. What is known of a child
 * stands in its parent, so that choosing among children reads a few cache lines in a row; a child
 * gets a node of its own only when it is visited again (option z). The arrays, in this order:
 *
 *     tally   4 bytes   visits in the low half, parts of points won in the high half:
 *                       halves of one, or BY_TREE_FINE where values are weighed (by_tree_open)
 *     amaf    4 bytes   the same of simulations in which the move was played later (trees with it)
 *     prior   4 bytes   a float (trees with it)
 *     link    4 bytes   the child's node, or what is known of it instead
 *     move    2 bytes   its action
 *
 * So a child takes 10 bytes, or 14 with AMAF: a million visits of 16 bit halves lie in a fourth of
 * the memory that four words would take, and a simulation waits for memory more than for
 * arithmetic. Before 16 bits could overflow (by_tree_grow() visits of the node) the node's tallies
 * move to a block of 64-bit ones outside, which few nodes ever need. When there is no room for
 * that, all tallies of the node are halved: their ratios stay.
 *
 * Links count units of 16 bytes from the beginning of their memory, so 32 bits reach 64 GiB. Nodes lie in
 * the order in which they were made; pruning slides the ones that stay together.
 *
 * Threads: a visit is added to a tally on the way down and its reward on the way up, so that
 * others see a loss there in the meantime (a virtual loss that needs no taking back). Tallies are
 * added to by single atomic instructions. Three races are accepted, because they cost a count
 * here and there and never more: AMAF tallies are added to without atomicity; readers of whole
 * arrays read them as plain memory, each entry old or new; tallies that arrive while a node's are
 * being widened may be lost. */
#ifndef BY_SEARCH_MCTS_TREE_H
#define BY_SEARCH_MCTS_TREE_H

#include "games/game.h"
#include <stdatomic.h>

typedef uint32_t by_link;

/* What a link may say instead of naming a node. Results are seen by who makes the move. */
enum {
    BY_LINK_NONE, /* no node yet */
    BY_LINK_BUSY, /* somebody is making it */
    BY_LINK_LOST,
    BY_LINK_DRAWN,
    BY_LINK_WON,
    BY_LINK_NODE, /* this and all larger ones: a node */
};

#define BY_TREE_UNIT 16
#define BY_TREE_GROW                                                                               \
    16000U               /* visits after which a node gets wide tallies, where points are halves */
#define BY_TREE_FINE  64 /* parts of a point, where outcomes are more than won, drawn and lost */
#define BY_TREE_WIDE  16384 /* nodes that may have them at a time */
#define BY_TREE_MOVES 65535 /* most actions, and most children of a node */

struct by_node {
    _Atomic uint32_t visits;  /* simulations through it */
    _Atomic uint32_t wide;    /* its wide tallies: an index into tree->wide; 0: none */
    uint32_t mark;            /* of pruning; 0 at all other times */
    uint16_t count;           /* children */
    _Atomic uint16_t tried;   /* of them: visited, when they are visited in order */
    _Atomic uint16_t known;   /* of them: with a proven result */
    _Atomic uint8_t result;   /* proven for who is to move here: BY_LINK_LOST ..., or 0 */
    bool partial : 1;         /* legal moves were left out: what these come to proves a win only */
    bool chance : 1;          /* nature moves here: children are drawn, not chosen */
    _Atomic uint32_t tally[]; /* and the other arrays behind it */
};

/* Tallies of 64 bits: visits in the low half. */
struct by_wide {
    size_t bytes;
    by_link owner;
    _Atomic uint64_t tally[]; /* and then those of AMAF */
};

/* What is written all the time lies apart from what everybody reads: a line of the cache that one
 * thread writes is gone for the others. */
#define BY_LINE_BYTES 64

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): the lines of the cache are wanted */
struct by_tree {
    unsigned char *base;
    size_t limit;     /* bytes it may take in all */
    size_t room;      /* of them: bytes for nodes */
    bool amaf, prior; /* which arrays nodes have */
    uint32_t whole;   /* parts of a point: 2 or BY_TREE_FINE */
    bool broken;      /* a pruning was cut short: nothing but clearing helps */
    struct by_wide **wide;
    _Alignas(BY_LINE_BYTES) _Atomic size_t used; /* bytes handed out to nodes, from the beginning */
    _Atomic uint64_t nodes;                      /* made since it was cleared */
    _Atomic uint64_t pruned;                     /* of them: gone again */
    _Atomic size_t wide_bytes;                   /* bytes of wide tallies */
    _Atomic uint32_t wide_count;
};

/* A tree that never takes more than `limit` bytes, of tallies in parts of which `whole` are a point. */
enum by_status by_tree_open(struct by_tree *tree, size_t limit, bool amaf, bool prior, int whole,
                            struct by_error *err);
void by_tree_close(struct by_tree *tree);
void by_tree_clear(struct by_tree *tree);

/* Bytes in use: nodes and wide tallies. Nodes made since it was cleared. */
size_t by_tree_bytes(const struct by_tree *tree);
uint64_t by_tree_nodes(const struct by_tree *tree);

/* In how many pieces the bytes lie: nodes that are there, and wide tallies (NOGO 3.2 counts both). */
uint64_t by_tree_blocks(const struct by_tree *tree);

/* A node with these moves that was visited `visits` times; BY_LINK_NONE when there is no room.
 * `prior` may be NULL. */
by_link by_tree_make(struct by_tree *tree, const by_move *moves, const float *prior, int count,
                     uint32_t visits);

/* Moves the node's tallies to wide ones, or halves them. */
void by_tree_widen(struct by_tree *tree, by_link link);

/* Keeps what hangs on `*root` and frees the rest; of that, nodes of fewer than `least` visits go
 * too. `*root` is where it is then. Whoever holds links elsewhere is called (`placed`, may be
 * NULL) when each node's mark is the link it will have, 0 for those that go. False: `stop` was set
 * or the deadline came meanwhile, and the tree is broken. */
struct by_tree_keeper {
    const atomic_bool *stop; /* may be NULL */
    double deadline;         /* a by_clock_now() that counts as a stop; 0: none */
    void (*placed)(void *context, const struct by_tree *tree);
    void *context;
};
bool by_tree_keep(struct by_tree *tree, by_link *root, uint32_t least,
                  const struct by_tree_keeper *keeper);

/* The number of visits below which nodes must go so that about `part` of the bytes stay. */
uint32_t by_tree_least(struct by_tree *tree, double part, const struct by_tree_keeper *keeper);

/* A checksum of everything below `root`: visits, wins, moves, AMAF, results. */
uint64_t by_tree_checksum(const struct by_tree *tree, by_link root);

/* --- looking at nodes ------------------------------------------------------------ */

static inline struct by_node *by_tree_node(const struct by_tree *tree, by_link link)
{
    return (struct by_node *)(tree->base + (size_t)link * BY_TREE_UNIT);
}

/* Visits after which a node gets wide tallies. */
static inline uint32_t by_tree_grow(const struct by_tree *tree)
{
    return BY_TREE_GROW * 2 / tree->whole;
}

/* Visits of a node that wide tallies have room for, even if all of them go to one child. */
static inline uint32_t by_tree_most(const struct by_tree *tree)
{
    return UINT32_MAX / tree->whole - (1U << 20);
}

static inline bool by_link_is_node(by_link link)
{
    return link >= BY_LINK_NODE;
}

static inline bool by_link_is_known(by_link link)
{
    return link >= BY_LINK_LOST && link <= BY_LINK_WON;
}

/* What a result is to the other player. */
static inline by_link by_link_turned(by_link known)
{
    return BY_LINK_LOST + BY_LINK_WON - known;
}

static inline _Atomic uint32_t *by_node_amaf(struct by_node *node)
{
    return node->tally + node->count;
}

static inline float *by_node_prior(const struct by_tree *tree, struct by_node *node)
{
    return (float *)(void *)(node->tally + (size_t)node->count * (tree->amaf ? 2 : 1));
}

static inline _Atomic uint32_t *by_node_link(const struct by_tree *tree, struct by_node *node)
{
    return node->tally + (size_t)node->count * (1U + tree->amaf + tree->prior);
}

static inline uint16_t *by_node_move(const struct by_tree *tree, struct by_node *node)
{
    return (uint16_t *)(by_node_link(tree, node) + node->count);
}

static inline size_t by_tree_node_bytes(const struct by_tree *tree, int count)
{
    size_t child = 10U + 4U * ((size_t)tree->amaf + tree->prior);
    size_t bytes = offsetof(struct by_node, tally) + (size_t)count * child;
    return (bytes + BY_TREE_UNIT - 1) / BY_TREE_UNIT * BY_TREE_UNIT;
}

/* The node's wide tallies; NULL: it has none. */
static inline struct by_wide *by_node_wide(const struct by_tree *tree, const struct by_node *node)
{
    uint32_t wide = atomic_load_explicit(&node->wide, memory_order_acquire);
    return wide ? tree->wide[wide] : NULL;
}

/* Visits, and what was won, in parts of which `whole` are a point. */
struct by_visits {
    uint64_t visits, parts;
    uint32_t whole;
};

/* Points a visit; 0.5 where nobody knows. */
static inline double by_visits_mean(const struct by_visits *tally)
{
    return tally->visits > 0 ? (double)tally->parts / tally->whole / (double)tally->visits : 0.5;
}

struct by_visits by_node_tally(const struct by_tree *tree, struct by_node *node, int child);
struct by_visits by_node_amaf_tally(const struct by_tree *tree, struct by_node *node, int child);

/* --- adding --------------------------------------------------------------------------- */

/* Adds and returns what was there before. `shared` says whether others add too. */
static inline uint32_t by_add32(_Atomic uint32_t *to, uint32_t what, bool shared)
{
    if (shared)
        return atomic_fetch_add_explicit(to, what, memory_order_relaxed);
    uint32_t old = atomic_load_explicit(to, memory_order_relaxed);
    atomic_store_explicit(to, old + what, memory_order_relaxed);
    return old;
}

static inline uint64_t by_add64(_Atomic uint64_t *to, uint64_t what, bool shared)
{
    if (shared)
        return atomic_fetch_add_explicit(to, what, memory_order_relaxed);
    uint64_t old = atomic_load_explicit(to, memory_order_relaxed);
    atomic_store_explicit(to, old + what, memory_order_relaxed);
    return old;
}

/* Adds visits and parts to a child's tally; returns the visits it had before. Negative ones are
 * taken away. */
static inline uint32_t by_node_add(const struct by_tree *tree, struct by_node *node, int child,
                                   int visits, int parts, bool shared)
{
    struct by_wide *wide = by_node_wide(tree, node);
    if (wide)
        return (uint32_t)by_add64(&wide->tally[child],
                                  (uint64_t)((int64_t)visits + (int64_t)parts * (INT64_C(1) << 32)),
                                  shared);
    return by_add32(&node->tally[child], (uint32_t)(visits + parts * 65536), shared) & 0xffff;
}

#endif
