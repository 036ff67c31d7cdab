/* bintree.h: the trees of crowded slots in the java table.
 *
 * Search trees ordered by hash, then key, balanced by weight (Nievergelt and Reingold 1973):
 * with w = number of nodes + 1, neither child of a node weighs more than 3 times the other;
 * a rotation is single when the inner grandchild weighs less than twice the outer one. Hirai
 * and Yamamoto (2011) prove that (3, 2) keeps the balance under insertion and deletion. A
 * child has at most 3/4 of its parent's weight, so that n nodes lie within
 * log(n + 1) / log(4/3) = 2.41 log2(n + 1) levels, 68 for BY_HASH_MAX keys; in practice hardly
 * more than log2 n. Nothing here allocates or recurses. */
#ifndef BY_BASE_HASH_BINTREE_H
#define BY_BASE_HASH_BINTREE_H

#include <stdint.h>

#define BY_BRANCH_DEPTH_MAX 72

/* What nodes of chains and of trees begin with. `size` tells them apart: the number of nodes
 * in the tree below a branch, itself included; 0 in a chain. */
struct by_hash_item {
    uint64_t key, value;
    uint32_t hash;
    uint32_t size;
};

struct by_branch {
    struct by_hash_item item;
    struct by_branch *left, *right;
};

/* Adds the nodes looked at to `*probes`. */
struct by_branch *by_branch_find(struct by_branch *root, uint32_t hash, uint64_t key,
                                 uint64_t *probes);

/* Puts in a node whose key is not there; its size and children are set here. */
void by_branch_insert(struct by_branch **root, struct by_branch *node);

/* Takes out the node of the key and returns it; NULL when there is none. */
struct by_branch *by_branch_remove(struct by_branch **root, uint32_t hash, uint64_t key,
                                   uint64_t *probes);

/* Turns the tree into a list along `right`, in ascending order, with `left` NULL and sizes
 * without meaning. */
struct by_branch *by_branch_flatten(struct by_branch *root);

/* The nodes on the longest way from the root to a leaf. */
uint64_t by_branch_depth(const struct by_branch *root);

/* Writes the first `room` keys in the tree's order. */
void by_branch_keys(const struct by_branch *root, uint64_t *keys, uint64_t room);

#endif
