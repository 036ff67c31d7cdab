/* java.c: the HashMap of Java 11, from what its documentation says of it: a power of two of
 * chains, doubled when the load passes 0.75, with trees in place of long chains. Java's
 * initial capacity counts slots; here, as in all tables, `keys` counts keys. */
#include "base/hash/bintree.h"
#include "base/hash/table.h"
#include <stddef.h>

enum {
    TREE_FROM = 8,      /* a key added to so many makes the chain a tree ... */
    TREE_SLOTS = 64,    /* ... if the table has so many slots; else it doubles */
    CHAIN_AGAIN_AT = 6, /* a tree with so many keys left becomes a chain */
};

/* A slot points to the item of a chain's first link or of a tree's root; item.size tells. */
struct link {
    struct by_hash_item item;
    struct by_hash_item *next;
};

static struct by_hash_item **slot_of(const struct by_hash *table, uint32_t hash)
{
    return (struct by_hash_item **)table->cells + (hash & (table->slots - 1));
}

static uint32_t hash_of(uint64_t key)
{
    return by_hash_spread(by_hash_long(key));
}

static bool is_tree(const struct by_hash_item *first)
{
    return first && first->size > 0;
}

static struct by_hash_item **next_of(struct by_hash_item *item)
{
    return &((struct link *)item)->next;
}

/* --- chains and trees into each other ----------------------------------- */

static struct by_branch *new_branch(struct by_hash *table, const struct by_hash_item *item)
{
    struct by_branch *branch = by_hash_take(table, sizeof *branch);
    if (branch)
        *branch = (struct by_branch){.item = *item};
    return branch;
}

static struct by_hash_item *new_link(struct by_hash *table, const struct by_hash_item *item)
{
    struct link *link = by_hash_take(table, sizeof *link);
    if (!link)
        return NULL;
    *link = (struct link){.item = *item};
    link->item.size = 0;
    return &link->item;
}

static void give_chain(struct by_hash *table, struct by_hash_item *chain)
{
    while (chain) {
        struct by_hash_item *next = *next_of(chain);
        by_hash_give(table, chain, sizeof(struct link));
        chain = next;
    }
}

/* A list along `right`, as by_branch_flatten makes it. */
static void give_branches(struct by_hash *table, struct by_branch *list)
{
    while (list) {
        struct by_branch *next = list->right;
        by_hash_give(table, list, sizeof *list);
        list = next;
    }
}

/* Without memory for the tree the chain stays, only slower; the next key tries again. */
static void make_tree(struct by_hash *table, struct by_hash_item **slot)
{
    struct by_branch *root = NULL;
    for (struct by_hash_item *item = *slot; item; item = *next_of(item)) {
        struct by_branch *branch = new_branch(table, item);
        if (!branch) {
            give_branches(table, by_branch_flatten(root));
            return;
        }
        by_branch_insert(&root, branch);
    }
    give_chain(table, *slot);
    *slot = &root->item;
    table->stats.trees++;
}

/* A chain with the keys of a list along `right`, or NULL when there is no memory. */
static struct by_hash_item *chain_of(struct by_hash *table, const struct by_branch *list)
{
    struct by_hash_item *chain = NULL, **end = &chain;
    for (; list; list = list->right) {
        *end = new_link(table, &list->item);
        if (!*end) {
            give_chain(table, chain);
            return NULL;
        }
        end = next_of(*end);
    }
    return chain;
}

/* Fills a slot from a list along `right` of `count` branches: a tree again if they are
 * many, or if there is no memory for a chain. */
static void settle(struct by_hash *table, struct by_hash_item **slot, struct by_branch *list,
                   uint32_t count)
{
    struct by_hash_item *chain = count <= CHAIN_AGAIN_AT ? chain_of(table, list) : NULL;
    if (chain) {
        *slot = chain;
        give_branches(table, list);
        return;
    }
    struct by_branch *root = NULL;
    while (list) {
        struct by_branch *next = list->right;
        by_branch_insert(&root, list);
        list = next;
    }
    *slot = root ? &root->item : NULL;
    table->stats.trees += root != NULL;
}

/* --- finding, adding, removing ------------------------------------------ */

/* The pointer to the key's item in a chain, or the null pointer at its end. */
static struct by_hash_item **seek(struct by_hash *table, struct by_hash_item **slot, uint32_t hash,
                                  uint64_t key)
{
    struct by_hash_item **at = slot;
    for (; *at; at = next_of(*at)) {
        table->probes++;
        if ((*at)->hash == hash && (*at)->key == key)
            break;
    }
    return at;
}

static uint64_t *find(struct by_hash *table, uint64_t key)
{
    uint32_t hash = hash_of(key);
    struct by_hash_item **slot = slot_of(table, hash);
    table->probes = 0;
    if (is_tree(*slot)) {
        table->place.end = NULL;
        struct by_branch *branch =
            by_branch_find((struct by_branch *)*slot, hash, key, &table->probes);
        return branch ? &branch->item.value : NULL;
    }
    struct by_hash_item **at = seek(table, slot, hash, key);
    table->place.end = at;
    return *at ? &(*at)->value : NULL;
}

static enum by_status add_to_tree(struct by_hash *table, const struct by_hash_item *item)
{
    struct by_hash_item **slot = slot_of(table, item->hash);
    struct by_branch *branch = new_branch(table, item), *root = (struct by_branch *)*slot;
    if (!branch)
        return BY_NO_MEMORY;
    by_branch_insert(&root, branch);
    *slot = &root->item;
    return BY_OK;
}

/* The vain search has just walked the whole chain: its probes are the chain's length. */
static enum by_status add(struct by_hash *table, uint64_t key, uint64_t value)
{
    struct by_hash_item item = {key, value, hash_of(key), 0};
    struct by_hash_item **end = table->place.end;
    if (!end)
        return add_to_tree(table, &item);
    *end = new_link(table, &item);
    if (!*end)
        return BY_NO_MEMORY;
    if (table->probes < TREE_FROM)
        return BY_OK;
    if (table->slots >= TREE_SLOTS) {
        make_tree(table, slot_of(table, item.hash));
        return BY_OK;
    }
    if (by_hash_grow(table) == BY_OK)
        return BY_OK;
    by_hash_give(table, *end, sizeof(struct link));
    *end = NULL;
    return BY_NO_MEMORY;
}

static bool remove_from_tree(struct by_hash *table, struct by_hash_item **slot, uint32_t hash,
                             uint64_t key)
{
    struct by_branch *root = (struct by_branch *)*slot;
    struct by_branch *gone = by_branch_remove(&root, hash, key, &table->probes);
    if (!gone)
        return false;
    by_hash_give(table, gone, sizeof *gone);
    *slot = root ? &root->item : NULL;
    uint32_t left = root ? root->item.size : 0;
    if (left <= CHAIN_AGAIN_AT) {
        table->stats.trees--;
        settle(table, slot, by_branch_flatten(root), left);
    }
    return true;
}

static bool remove_key(struct by_hash *table, uint64_t key)
{
    uint32_t hash = hash_of(key);
    struct by_hash_item **slot = slot_of(table, hash);
    table->probes = 0;
    if (is_tree(*slot))
        return remove_from_tree(table, slot, hash, key);
    struct by_hash_item **at = seek(table, slot, hash, key), *item = *at;
    if (!item)
        return false;
    *at = *next_of(item);
    by_hash_give(table, item, sizeof(struct link));
    return true;
}

/* --- doubling ----------------------------------------------------------- */

/* One more bit of the hash decides: what was in slot i goes to i or to i + old slots, in the
 * order it had. */
static void split_chain(const struct by_hash *table, struct by_hash_item *chain, uint64_t slot,
                        uint64_t old_slots)
{
    struct by_hash_item **cells = table->cells;
    struct by_hash_item **end[2] = {&cells[slot], &cells[slot + old_slots]};
    for (; chain; chain = *next_of(chain)) {
        int high = (chain->hash & old_slots) != 0;
        *end[high] = chain;
        end[high] = next_of(chain);
    }
    *end[0] = *end[1] = NULL;
}

static void split_tree(struct by_hash *table, struct by_branch *root, uint64_t slot,
                       uint64_t old_slots)
{
    struct by_hash_item **cells = table->cells;
    struct by_branch *part[2] = {NULL, NULL}, **end[2] = {&part[0], &part[1]};
    uint32_t count[2] = {0, 0};
    for (struct by_branch *b = by_branch_flatten(root); b; b = b->right) {
        int high = (b->item.hash & old_slots) != 0;
        *end[high] = b;
        end[high] = &b->right;
        count[high]++;
    }
    *end[0] = *end[1] = NULL;
    table->stats.trees--;
    settle(table, &cells[slot], part[0], count[0]);
    settle(table, &cells[slot + old_slots], part[1], count[1]);
}

static void move(struct by_hash *table, void *from, uint64_t count)
{
    struct by_hash_item **old = from;
    for (uint64_t i = 0; i < count; i++)
        if (is_tree(old[i]))
            split_tree(table, (struct by_branch *)old[i], i, count);
        else
            split_chain(table, old[i], i, count);
}

static void clear(struct by_hash *table)
{
    struct by_hash_item **cells = table->cells;
    for (uint64_t i = 0; i < table->slots; i++)
        if (is_tree(cells[i]))
            give_branches(table, by_branch_flatten((struct by_branch *)cells[i]));
        else
            give_chain(table, cells[i]);
}

/* --- reports ------------------------------------------------------------ */

static uint64_t show(const struct by_hash *table, uint64_t slot, enum by_hash_state *state,
                     uint64_t *keys, uint64_t room)
{
    const struct by_hash_item *first = ((struct by_hash_item *const *)table->cells)[slot];
    uint64_t count = 0;
    if (is_tree(first)) {
        *state = BY_HASH_TREE;
        by_branch_keys((const struct by_branch *)first, keys, room);
        return first->size;
    }
    for (const struct by_hash_item *i = first; i; i = ((const struct link *)i)->next) {
        if (count < room)
            keys[count] = i->key;
        count++;
    }
    *state = count > 0 ? BY_HASH_USED : BY_HASH_FREE;
    return count;
}

static uint64_t longest(const struct by_hash *table)
{
    struct by_hash_item *const *cells = table->cells;
    uint64_t most = 0;
    for (uint64_t i = 0; i < table->slots; i++) {
        enum by_hash_state state;
        uint64_t none;
        uint64_t length = is_tree(cells[i]) ? by_branch_depth((const struct by_branch *)cells[i])
                                            : show(table, i, &state, &none, 0);
        most = length > most ? length : most;
    }
    return most;
}

const struct by_hash_kind by_hash_kind_java = {
    .name = "java",
    .title = "Java 11's HashMap: chains that turn into trees",
    .sizing = BY_HASH_POWER,
    .power_only = true,
    .grows_after = true,
    .slot_bytes = sizeof(struct by_hash_item *),
    .load_cap = 16,
    .find = find,
    .add = add,
    .remove = remove_key,
    .move = move,
    .clear = clear,
    .longest = longest,
    .show = show,
};
