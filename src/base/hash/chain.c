/* chain.c: separate chaining, a list of keys per slot. */
#include "base/hash/table.h"

struct node {
    uint64_t key, value;
    struct node *next;
};

/* The link that points to the key's node, or the null link at the end of its chain. */
static struct node **seek(struct by_hash *table, uint64_t key)
{
    struct node **link = (struct node **)table->cells + by_hash_home(table, key);
    table->probes = 0;
    for (; *link; link = &(*link)->next) {
        table->probes++;
        if ((*link)->key == key)
            break;
    }
    return link;
}

static uint64_t *find(struct by_hash *table, uint64_t key)
{
    struct node *node = *seek(table, key);
    return node ? &node->value : NULL;
}

/* At the head: no walk, and what came last is often asked for next. */
static void push(struct by_hash *table, struct node *node)
{
    struct node **head = (struct node **)table->cells + by_hash_home(table, node->key);
    node->next = *head;
    *head = node;
}

static enum by_status add(struct by_hash *table, uint64_t key, uint64_t value)
{
    struct node *node = by_hash_take(table, sizeof *node);
    if (!node)
        return BY_NO_MEMORY;
    node->key = key;
    node->value = value;
    push(table, node);
    return BY_OK;
}

static bool remove_key(struct by_hash *table, uint64_t key)
{
    struct node **link = seek(table, key), *node = *link;
    if (!node)
        return false;
    *link = node->next;
    by_hash_give(table, node, sizeof *node);
    return true;
}

static void move(struct by_hash *table, void *from, uint64_t count)
{
    struct node **old = from;
    for (uint64_t i = 0; i < count; i++)
        while (old[i]) {
            struct node *node = old[i];
            old[i] = node->next;
            push(table, node);
        }
}

static void clear(struct by_hash *table)
{
    struct node **heads = table->cells;
    for (uint64_t i = 0; i < table->slots; i++)
        while (heads[i]) {
            struct node *node = heads[i];
            heads[i] = node->next;
            by_hash_give(table, node, sizeof *node);
        }
}

static uint64_t show(const struct by_hash *table, uint64_t slot, enum by_hash_state *state,
                     uint64_t *keys, uint64_t room)
{
    struct node *const *heads = table->cells;
    uint64_t count = 0;
    for (const struct node *node = heads[slot]; node; node = node->next) {
        if (count < room)
            keys[count] = node->key;
        count++;
    }
    *state = count > 0 ? BY_HASH_USED : BY_HASH_FREE;
    return count;
}

static uint64_t longest(const struct by_hash *table)
{
    uint64_t most = 0;
    for (uint64_t i = 0; i < table->slots; i++) {
        enum by_hash_state state;
        uint64_t none;
        uint64_t count = show(table, i, &state, &none, 0);
        most = count > most ? count : most;
    }
    return most;
}

const struct by_hash_kind by_hash_kind_chain = {
    .name = "chain",
    .title = "separate chaining: a list per slot",
    .sizing = BY_HASH_PRIME,
    .slot_bytes = sizeof(struct node *),
    .load_cap = 16,
    .find = find,
    .add = add,
    .remove = remove_key,
    .move = move,
    .clear = clear,
    .longest = longest,
    .show = show,
};
