#include "search/mcts/tree.h"
#include "base/rng.h"
#include <stdlib.h>
#include <string.h>

/* Links below BY_LINK_NODE name no node, so the first units stay empty. */
#define FIRST_BYTE ((size_t)BY_LINK_NODE * BY_TREE_UNIT)

/* Nodes may take all but this part of the memory; wide tallies have what is left. */
#define WIDE_PART 16

enum by_status by_tree_open(struct by_tree *tree, size_t limit, bool amaf, bool prior, int whole,
                            struct by_error *err)
{
    memset(tree, 0, sizeof *tree);
    size_t table = (BY_TREE_WIDE + 1) * sizeof(struct by_wide *);
    tree->limit = limit;
    tree->amaf = amaf;
    tree->prior = prior;
    tree->whole = (uint32_t)whole;
    tree->room = (limit - limit / WIDE_PART) / BY_TREE_UNIT * BY_TREE_UNIT;
    /* The pages of both are only taken when they are first written to. */
    tree->base = malloc(tree->room);
    tree->wide = calloc(1, table);
    if (!tree->base || !tree->wide) {
        by_tree_close(tree);
        return by_fail_memory(err, limit);
    }
    by_tree_clear(tree);
    return BY_OK;
}

static void free_wide(struct by_tree *tree)
{
    uint32_t count = atomic_load(&tree->wide_count);
    for (uint32_t i = 1; i <= count && i <= BY_TREE_WIDE; i++) {
        free(tree->wide[i]);
        tree->wide[i] = NULL;
    }
    atomic_store(&tree->wide_count, 0);
    atomic_store(&tree->wide_bytes, 0);
}

void by_tree_close(struct by_tree *tree)
{
    if (tree->wide)
        free_wide(tree);
    free(tree->wide);
    free(tree->base);
    memset(tree, 0, sizeof *tree);
}

void by_tree_clear(struct by_tree *tree)
{
    free_wide(tree);
    atomic_store(&tree->used, FIRST_BYTE);
    atomic_store(&tree->nodes, 0);
    atomic_store(&tree->pruned, 0);
    tree->broken = false;
}

size_t by_tree_bytes(const struct by_tree *tree)
{
    return atomic_load(&tree->used) - FIRST_BYTE + atomic_load(&tree->wide_bytes);
}

uint64_t by_tree_nodes(const struct by_tree *tree)
{
    return atomic_load_explicit(&tree->nodes, memory_order_relaxed);
}

uint64_t by_tree_blocks(const struct by_tree *tree)
{
    return by_tree_nodes(tree) - atomic_load(&tree->pruned) + atomic_load(&tree->wide_count);
}

/* Takes bytes for nodes; 0: there is no room. */
static size_t take(struct by_tree *tree, size_t bytes)
{
    size_t used = atomic_load_explicit(&tree->used, memory_order_relaxed);
    do {
        if (bytes > tree->room - used)
            return 0;
    } while (!atomic_compare_exchange_weak_explicit(&tree->used, &used, used + bytes,
                                                    memory_order_relaxed, memory_order_relaxed));
    return used;
}

by_link by_tree_make(struct by_tree *tree, const by_move *moves, const float *prior, int count,
                     uint32_t visits)
{
    size_t bytes = by_tree_node_bytes(tree, count), at = take(tree, bytes);
    if (at == 0)
        return BY_LINK_NONE;
    by_link link = (by_link)(at / BY_TREE_UNIT);
    struct by_node *node = by_tree_node(tree, link);
    memset(node, 0, bytes);
    atomic_store_explicit(&node->visits, visits, memory_order_relaxed);
    atomic_fetch_add_explicit(&tree->nodes, 1, memory_order_relaxed);
    node->count = (uint16_t)count;
    uint16_t *move = by_node_move(tree, node);
    for (int i = 0; i < count; i++)
        move[i] = (uint16_t)moves[i];
    if (tree->prior && prior)
        memcpy(by_node_prior(tree, node), prior, (size_t)count * sizeof *prior);
    return link;
}

/* --- tallies -------------------------------------------------------------------------- */

static struct by_visits split32(const struct by_tree *tree, uint32_t word)
{
    return (struct by_visits){word & 0xffff, word >> 16, tree->whole};
}

static struct by_visits split64(const struct by_tree *tree, uint64_t word)
{
    return (struct by_visits){word & UINT32_MAX, word >> 32, tree->whole};
}

struct by_visits by_node_tally(const struct by_tree *tree, struct by_node *node, int child)
{
    struct by_wide *wide = by_node_wide(tree, node);
    if (wide)
        return split64(tree, atomic_load_explicit(&wide->tally[child], memory_order_relaxed));
    return split32(tree, atomic_load_explicit(&node->tally[child], memory_order_relaxed));
}

struct by_visits by_node_amaf_tally(const struct by_tree *tree, struct by_node *node, int child)
{
    struct by_wide *wide = by_node_wide(tree, node);
    if (!tree->amaf)
        return (struct by_visits){0, 0, tree->whole};
    if (wide)
        return split64(
            tree, atomic_load_explicit(&wide->tally[node->count + child], memory_order_relaxed));
    return split32(tree, atomic_load_explicit(&by_node_amaf(node)[child], memory_order_relaxed));
}

static uint32_t halved(uint32_t word)
{
    return word >> 1 & 0x7fff7fffU;
}

static void halve(struct by_node *node, int tallies)
{
    for (int i = 0; i < tallies; i++) {
        uint32_t word = atomic_load_explicit(&node->tally[i], memory_order_relaxed);
        atomic_store_explicit(&node->tally[i], halved(word), memory_order_relaxed);
    }
    uint32_t visits = atomic_load_explicit(&node->visits, memory_order_relaxed);
    atomic_store_explicit(&node->visits, visits / 2, memory_order_relaxed);
}

/* A place in the table of wide tallies, and bytes for them; 0: there is none. */
static uint32_t take_wide(struct by_tree *tree, size_t bytes)
{
    size_t most = tree->limit - tree->room;
    if (atomic_fetch_add(&tree->wide_bytes, bytes) + bytes <= most) {
        uint32_t place = atomic_fetch_add(&tree->wide_count, 1) + 1;
        if (place <= BY_TREE_WIDE)
            return place;
        atomic_fetch_sub(&tree->wide_count, 1);
    }
    atomic_fetch_sub(&tree->wide_bytes, bytes);
    return 0;
}

void by_tree_widen(struct by_tree *tree, by_link link)
{
    struct by_node *node = by_tree_node(tree, link);
    int tallies = node->count * (tree->amaf ? 2 : 1);
    size_t bytes = sizeof(struct by_wide) + (size_t)tallies * sizeof(uint64_t);
    uint32_t place = take_wide(tree, bytes);
    struct by_wide *wide = place ? malloc(bytes) : NULL;
    if (!wide) {
        halve(node, tallies);
        return;
    }
    wide->bytes = bytes;
    wide->owner = link;
    for (int i = 0; i < tallies; i++) {
        struct by_visits t =
            split32(tree, atomic_load_explicit(&node->tally[i], memory_order_relaxed));
        atomic_store_explicit(&wide->tally[i], t.visits | t.parts << 32, memory_order_relaxed);
    }
    tree->wide[place] = wide;
    atomic_store_explicit(&node->wide, place, memory_order_release);
}

/* --- checksum ---------------------------------------------------------------------------- */

static uint64_t mix(uint64_t sum, uint64_t word)
{
    return by_mix64(sum ^ word) + 0x9e3779b97f4a7c15U;
}

static uint64_t node_checksum(const struct by_tree *tree, struct by_node *node)
{
    uint64_t sum = mix(atomic_load(&node->visits), node->count);
    for (int i = 0; i < node->count; i++) {
        struct by_visits t = by_node_tally(tree, node, i), a = by_node_amaf_tally(tree, node, i);
        by_link link = atomic_load(&by_node_link(tree, node)[i]);
        sum = mix(sum, t.visits << 32 | t.parts);
        sum = mix(sum, a.visits << 32 | a.parts);
        sum = mix(sum, by_node_move(tree, node)[i]);
        sum = mix(sum, by_link_is_node(link) ? BY_LINK_NODE : link);
    }
    return sum;
}

/* Nodes are taken as they lie in memory, which is the order in which they were made. */
uint64_t by_tree_checksum(const struct by_tree *tree, by_link root)
{
    uint64_t sum = root;
    size_t at = FIRST_BYTE, end = atomic_load(&tree->used);
    while (at < end) {
        struct by_node *node = by_tree_node(tree, (by_link)(at / BY_TREE_UNIT));
        sum = mix(sum, node_checksum(tree, node));
        at += by_tree_node_bytes(tree, node->count);
    }
    return sum;
}
