/* bintree.c: see bintree.h. */
#include "base/hash/bintree.h"
#include <stddef.h>

static int compare(uint32_t hash, uint64_t key, const struct by_branch *node)
{
    if (hash != node->item.hash)
        return hash < node->item.hash ? -1 : 1;
    return (key > node->item.key) - (key < node->item.key);
}

struct by_branch *by_branch_find(struct by_branch *root, uint32_t hash, uint64_t key,
                                 uint64_t *probes)
{
    while (root) {
        ++*probes;
        int side = compare(hash, key, root);
        if (side == 0)
            break;
        root = side < 0 ? root->left : root->right;
    }
    return root;
}

/* --- balance ------------------------------------------------------------ */

static uint32_t size_of(const struct by_branch *node)
{
    return node ? node->item.size : 0;
}

static uint32_t weight(const struct by_branch *node)
{
    return size_of(node) + 1;
}

static void recount(struct by_branch *node)
{
    node->item.size = size_of(node->left) + size_of(node->right) + 1;
}

static struct by_branch *rotate_left(struct by_branch *node)
{
    struct by_branch *up = node->right;
    node->right = up->left;
    up->left = node;
    recount(node);
    recount(up);
    return up;
}

static struct by_branch *rotate_right(struct by_branch *node)
{
    struct by_branch *up = node->left;
    node->left = up->right;
    up->right = node;
    recount(node);
    recount(up);
    return up;
}

/* Children are balanced and the sizes right; one insertion or deletion may be too much. */
static struct by_branch *balance(struct by_branch *node)
{
    struct by_branch *left = node->left, *right = node->right;
    if (weight(right) > 3 * weight(left)) {
        if (weight(right->left) >= 2 * weight(right->right))
            node->right = rotate_right(right);
        return rotate_left(node);
    }
    if (weight(left) > 3 * weight(right)) {
        if (weight(left->right) >= 2 * weight(left->left))
            node->left = rotate_left(left);
        return rotate_right(node);
    }
    return node;
}

/* The links from the root down to where something changed. */
struct way {
    struct by_branch **link[BY_BRANCH_DEPTH_MAX];
    int length;
};

static void repair(const struct way *way)
{
    for (int i = way->length - 1; i >= 0; i--) {
        recount(*way->link[i]);
        *way->link[i] = balance(*way->link[i]);
    }
}

/* --- change ------------------------------------------------------------- */

/* The link that points to the key's node, or the null link where it belongs; the links
 * before it are on the way. */
static struct by_branch **descend(struct by_branch **root, uint32_t hash, uint64_t key,
                                  struct way *way)
{
    struct by_branch **at = root;
    way->length = 0;
    while (*at) {
        int side = compare(hash, key, *at);
        if (side == 0)
            break;
        way->link[way->length++] = at;
        at = side < 0 ? &(*at)->left : &(*at)->right;
    }
    return at;
}

void by_branch_insert(struct by_branch **root, struct by_branch *node)
{
    struct way way;
    struct by_branch **at = descend(root, node->item.hash, node->item.key, &way);
    node->left = node->right = NULL;
    node->item.size = 1;
    *at = node;
    repair(&way);
}

/* The next node in order takes the place of one with two children. */
static void replace_by_next(struct by_branch **at, struct way *way)
{
    struct by_branch *node = *at, **low = &node->right;
    int below = way->length + 1;
    way->link[way->length++] = at;
    while ((*low)->left) {
        way->link[way->length++] = low;
        low = &(*low)->left;
    }
    struct by_branch *next = *low;
    *low = next->right;
    next->left = node->left;
    next->right = node->right;
    *at = next;
    if (way->length > below)
        way->link[below] = &next->right; /* it was in the node that goes */
}

struct by_branch *by_branch_remove(struct by_branch **root, uint32_t hash, uint64_t key,
                                   uint64_t *probes)
{
    struct way way;
    struct by_branch **at = descend(root, hash, key, &way), *node = *at;
    *probes += (uint64_t)way.length + (node != NULL);
    if (!node)
        return NULL;
    if (node->left && node->right)
        replace_by_next(at, &way);
    else
        *at = node->left ? node->left : node->right;
    repair(&way);
    return node;
}

/* --- the whole tree ----------------------------------------------------- */

/* Rotates to the right until no node of the right spine has a left child; each rotation
 * lengthens the spine, so that 2 n steps do. */
struct by_branch *by_branch_flatten(struct by_branch *root)
{
    struct by_branch **at = &root;
    while (*at) {
        struct by_branch *node = *at, *left = node->left;
        if (!left) {
            at = &node->right;
            continue;
        }
        node->left = left->right;
        left->right = node;
        *at = left;
    }
    return root;
}

uint64_t by_branch_depth(const struct by_branch *root)
{
    struct {
        const struct by_branch *node;
        uint64_t depth;
    } waiting[BY_BRANCH_DEPTH_MAX + 1];
    int count = 0;
    uint64_t most = 0, depth = 1;
    while (root) {
        most = depth > most ? depth : most;
        if (root->right) {
            waiting[count].node = root->right;
            waiting[count++].depth = depth + 1;
        }
        root = root->left;
        depth++;
        if (!root && count > 0) {
            root = waiting[--count].node;
            depth = waiting[count].depth;
        }
    }
    return most;
}

void by_branch_keys(const struct by_branch *root, uint64_t *keys, uint64_t room)
{
    const struct by_branch *waiting[BY_BRANCH_DEPTH_MAX];
    int count = 0;
    uint64_t written = 0;
    while (written < room && (root || count > 0)) {
        while (root) {
            waiting[count++] = root;
            root = root->left;
        }
        root = waiting[--count];
        keys[written++] = root->item.key;
        root = root->right;
    }
}
