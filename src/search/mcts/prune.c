/* prune.c: making room in a tree.
 *
 * Four walks over the nodes as they lie in memory: mark what stays, give it its new place, let
 * links name the new places, and slide. A large tree takes longer than a caller who says stop
 * wants to wait. Then the walk is broken off: the search is over anyway, and the tree, half done,
 * is thrown away. */
#include "base/clock.h"
#include "search/mcts/tree.h"
#include <stdlib.h>
#include <string.h>

#define FIRST_LINK ((by_link)BY_LINK_NODE)
#define STOP_NODES 4096 /* how many nodes are walked between two looks at stop flag and clock */
#define EXACT      64   /* visits up to here are told apart when the limit is chosen */
#define BUCKETS    (EXACT + 32)
#define LIVE       1U

struct walk {
    struct by_tree *tree;
    const struct by_tree_keeper *keeper;
    by_link at, end;
    unsigned ticks;
};

static struct walk start(struct by_tree *tree, const struct by_tree_keeper *keeper)
{
    by_link end = (by_link)(atomic_load(&tree->used) / BY_TREE_UNIT);
    return (struct walk){tree, keeper, FIRST_LINK, end, 0};
}

static bool stopped(struct walk *walk)
{
    const struct by_tree_keeper *keeper = walk->keeper;
    if (++walk->ticks % STOP_NODES != 0)
        return false;
    return (keeper->stop && atomic_load(keeper->stop)) ||
           (keeper->deadline > 0 && by_clock_now() >= keeper->deadline);
}

/* The next node, in the order of memory; NULL at the end. */
static struct by_node *next(struct walk *walk)
{
    if (walk->at >= walk->end || stopped(walk))
        return NULL;
    struct by_node *node = by_tree_node(walk->tree, walk->at);
    walk->at += (by_link)(by_tree_node_bytes(walk->tree, node->count) / BY_TREE_UNIT);
    return node;
}

static bool finished(const struct walk *walk)
{
    return walk->at >= walk->end;
}

static uint32_t visits_of(const struct by_node *node)
{
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

/* --- how many must go ------------------------------------------------------------------- */

static int bucket(uint32_t visits)
{
    return visits < EXACT ? (int)visits : EXACT + 31 - __builtin_clz(visits);
}

static uint32_t bucket_begin(int index)
{
    return index < EXACT ? (uint32_t)index : UINT32_C(1) << (index - EXACT);
}

uint32_t by_tree_least(struct by_tree *tree, double part, const struct by_tree_keeper *keeper)
{
    size_t bytes[BUCKETS] = {0}, stay = 0;
    size_t most = (size_t)((double)by_tree_bytes(tree) * part);
    struct walk walk = start(tree, keeper);
    struct by_node *node;
    while ((node = next(&walk)))
        bytes[bucket(visits_of(node))] += by_tree_node_bytes(tree, node->count);
    int index = BUCKETS;
    while (index > 0 && stay + bytes[index - 1] <= most)
        stay += bytes[--index];
    return index == BUCKETS ? UINT32_MAX : bucket_begin(index);
}

/* --- the walks ----------------------------------------------------------------------------- */

/* Marks the children that stay of a node that stays; true: one of them lies before it, where
 * this walk has been already. */
static bool mark_children(struct by_tree *tree, struct by_node *node, uint32_t least)
{
    bool again = false;
    _Atomic uint32_t *link = by_node_link(tree, node);
    for (int i = 0; i < node->count; i++) {
        by_link to = atomic_load_explicit(&link[i], memory_order_relaxed);
        if (!by_link_is_node(to))
            continue;
        struct by_node *child = by_tree_node(tree, to);
        if (visits_of(child) < least) {
            atomic_store_explicit(&link[i], BY_LINK_NONE, memory_order_relaxed);
        } else if (child->mark == 0) {
            child->mark = LIVE;
            again |= child < node;
        }
    }
    return again;
}

/* A tree needs one walk, since children are made after their parents; where transpositions are
 * shared, a child may be older. */
static bool mark_all(struct by_tree *tree, by_link root, uint32_t least,
                     const struct by_tree_keeper *keeper)
{
    bool again = true;
    by_tree_node(tree, root)->mark = LIVE;
    while (again) {
        struct walk walk = start(tree, keeper);
        struct by_node *node;
        again = false;
        while ((node = next(&walk)))
            if (node->mark)
                again |= mark_children(tree, node, least);
        if (!finished(&walk))
            return false;
    }
    return true;
}

/* `mark` becomes the place to which a node goes. */
static bool place_all(struct by_tree *tree, const struct by_tree_keeper *keeper)
{
    struct walk walk = start(tree, keeper);
    struct by_node *node;
    by_link to = FIRST_LINK;
    while ((node = next(&walk))) {
        if (!node->mark)
            continue;
        node->mark = to;
        to += (by_link)(by_tree_node_bytes(tree, node->count) / BY_TREE_UNIT);
    }
    return finished(&walk);
}

static bool link_all(struct by_tree *tree, const struct by_tree_keeper *keeper)
{
    struct walk walk = start(tree, keeper);
    struct by_node *node;
    while ((node = next(&walk))) {
        _Atomic uint32_t *link = by_node_link(tree, node);
        for (int i = 0; node->mark && i < node->count; i++) {
            by_link to = atomic_load_explicit(&link[i], memory_order_relaxed);
            if (by_link_is_node(to))
                atomic_store_explicit(&link[i], by_tree_node(tree, to)->mark, memory_order_relaxed);
        }
    }
    return finished(&walk);
}

static void drop_wide(struct by_tree *tree, struct by_node *node)
{
    struct by_wide *wide = by_node_wide(tree, node);
    if (!wide)
        return;
    atomic_fetch_sub(&tree->wide_bytes, wide->bytes);
    tree->wide[atomic_load(&node->wide)] = NULL;
    free(wide);
}

static bool slide_all(struct by_tree *tree, const struct by_tree_keeper *keeper)
{
    struct walk walk = start(tree, keeper);
    struct by_node *node;
    size_t used = (size_t)FIRST_LINK * BY_TREE_UNIT;
    while ((node = next(&walk))) {
        by_link to = node->mark;
        if (!to) {
            atomic_fetch_add(&tree->pruned, 1);
            drop_wide(tree, node);
            continue;
        }
        struct by_wide *wide = by_node_wide(tree, node);
        size_t bytes = by_tree_node_bytes(tree, node->count);
        if (wide)
            wide->owner = to;
        node->mark = 0;
        memmove(by_tree_node(tree, to), node, bytes);
        used = (size_t)to * BY_TREE_UNIT + bytes;
    }
    if (finished(&walk))
        atomic_store(&tree->used, used);
    return finished(&walk);
}

/* Wide tallies close ranks, so that the free places are at the table's end. */
static void close_ranks(struct by_tree *tree)
{
    uint32_t count = atomic_load(&tree->wide_count), kept = 0;
    for (uint32_t i = 1; i <= count; i++) {
        struct by_wide *wide = tree->wide[i];
        if (!wide)
            continue;
        tree->wide[i] = NULL;
        tree->wide[++kept] = wide;
        atomic_store(&by_tree_node(tree, wide->owner)->wide, kept);
    }
    atomic_store(&tree->wide_count, kept);
}

bool by_tree_keep(struct by_tree *tree, by_link *root, uint32_t least,
                  const struct by_tree_keeper *keeper)
{
    bool whole =
        mark_all(tree, *root, least, keeper) && place_all(tree, keeper) && link_all(tree, keeper);
    if (whole && keeper->placed)
        keeper->placed(keeper->context, tree);
    by_link to = whole ? by_tree_node(tree, *root)->mark : *root;
    whole = whole && slide_all(tree, keeper);
    if (whole)
        close_ranks(tree);
    tree->broken = !whole;
    *root = to;
    return whole;
}
