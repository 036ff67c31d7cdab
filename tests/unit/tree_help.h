/* tree_help.h: random explicit trees of the test's own, and what minimax makes of them.
 *
 * The tree is kept twice: here as an array of nodes, and in the program as the game "tree"
 * opened from the text written here. Nothing but that text connects the two. */
#ifndef BY_TESTS_TREE_HELP_H
#define BY_TESTS_TREE_HELP_H

#include "search_help.h"

#define SPROUT_CHILDREN 4
#define SPROUT_NODES    400

struct sprout {
    int value; /* of a leaf, for the first player */
    int count; /* children */
    int child[SPROUT_CHILDREN];
};

struct sapling {
    struct sprout node[SPROUT_NODES]; /* node[0] is the root */
    int count;
    bool root_min; /* the second player moves first */
    int range;     /* leaves lie in -range..range: small ranges make ties */
};

static inline int sprout_leaf(struct sapling *tree, int node, struct by_rng *rng)
{
    tree->node[node].value = (int)by_rng_below(rng, 2 * (uint32_t)tree->range + 1) - tree->range;
    return node;
}

/* Leaves come at every depth: an inner place stays one with probability 3/4. A tree that has
 * grown large is closed with leaves. */
static inline int grow(struct sapling *tree, int depth, struct by_rng *rng)
{
    int node = tree->count++;
    tree->node[node] = (struct sprout){0};
    bool ends = depth == 0 || node > SPROUT_NODES * 3 / 4 || by_rng_below(rng, 4) == 0;
    if (node != 0 && ends)
        return sprout_leaf(tree, node, rng);
    int count = 1 + (int)by_rng_below(rng, SPROUT_CHILDREN);
    for (int i = 0; i < count; i++) {
        int child = grow(tree, depth - 1, rng);
        tree->node[node].child[tree->node[node].count++] = child;
    }
    return node;
}

static inline void grow_random(struct sapling *tree, struct by_rng *rng)
{
    static const int ranges[] = {1, 3, 20, 1000000};
    tree->count = 0;
    tree->range = ranges[by_rng_below(rng, 4)];
    tree->root_min = by_rng_below(rng, 2) == 1;
    grow(tree, 1 + (int)by_rng_below(rng, 5), rng);
    assert_true(tree->count <= SPROUT_NODES);
}

static inline void write_sprout(const struct sapling *tree, int node, struct by_text *out)
{
    const struct sprout *sprout = &tree->node[node];
    if (sprout->count == 0) {
        by_text_format(out, "%d", sprout->value);
        return;
    }
    by_text_char(out, '(');
    for (int i = 0; i < sprout->count; i++) {
        if (i > 0)
            by_text_char(out, ' ');
        write_sprout(tree, sprout->child[i], out);
    }
    by_text_char(out, ')');
}

static inline struct by_rules *plant(const struct sapling *tree)
{
    char text[SPROUT_NODES * 12];
    struct by_text out = by_text_over(text, sizeof text);
    write_sprout(tree, 0, &out);
    by_text_add(&out, tree->root_min ? " O" : " X");
    assert_true(out.length < sizeof text);
    return open_rules_at("tree", NULL, text);
}

/* Minimax as the lecture has it: the first player takes the largest, the second the
 * smallest; seen by the first player. */
static inline int sprout_value(const struct sapling *tree, int node, bool maximise)
{
    const struct sprout *sprout = &tree->node[node];
    if (sprout->count == 0)
        return sprout->value;
    int best = sprout_value(tree, sprout->child[0], !maximise);
    for (int i = 1; i < sprout->count; i++) {
        int value = sprout_value(tree, sprout->child[i], !maximise);
        if (maximise ? value > best : value < best)
            best = value;
    }
    return best;
}

/* The same for the side to move at the root, and for one of its moves. */
static inline int root_value(const struct sapling *tree)
{
    int value = sprout_value(tree, 0, !tree->root_min);
    return tree->root_min ? -value : value;
}

static inline int root_move_value(const struct sapling *tree, by_move move)
{
    int value = sprout_value(tree, tree->node[0].child[move], tree->root_min);
    return tree->root_min ? -value : value;
}

#endif
