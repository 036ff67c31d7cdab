/* share.c: which node stands for which position, where transpositions are shared. */
#include "search/mcts/core.h"
#include <stdlib.h>
#include <string.h>

#define PART 8 /* of the memory goes to the table */

struct entry {
    uint64_t key;
    by_link link;
};

struct by_share {
    size_t mask, count;
    struct entry entry[];
};

/* The largest power of two of entries that fits. */
static size_t entries_in(size_t bytes)
{
    size_t entries = 16;
    while (sizeof(struct by_share) + 2 * entries * sizeof(struct entry) <= bytes)
        entries *= 2;
    return entries;
}

size_t by_share_bytes(size_t memory)
{
    return sizeof(struct by_share) + entries_in(memory / PART) * sizeof(struct entry);
}

struct by_share *by_share_open(size_t bytes)
{
    size_t entries = entries_in(bytes);
    struct by_share *share = calloc(1, sizeof *share + entries * sizeof(struct entry));
    if (share)
        share->mask = entries - 1;
    return share;
}

void by_share_close(struct by_share *share)
{
    free(share);
}

void by_share_clear(struct by_share *share)
{
    share->count = 0;
    memset(share->entry, 0, (share->mask + 1) * sizeof *share->entry);
}

/* The key's entry, or the free one where it would go. */
static size_t place_of(const struct by_share *share, uint64_t key)
{
    size_t i = key & share->mask;
    while (share->entry[i].link && share->entry[i].key != key)
        i = (i + 1) & share->mask;
    return i;
}

by_link by_share_find(const struct by_share *share, uint64_t key)
{
    return share->entry[place_of(share, key)].link;
}

/* A table that is three quarters full takes no more: what is not found is made again. */
void by_share_add(struct by_share *share, uint64_t key, by_link link)
{
    if (share->count >= (share->mask + 1) / 4 * 3)
        return;
    share->entry[place_of(share, key)] = (struct entry){key, link};
    share->count++;
}

/* Every entry is taken out and put in again, one run after the other, from behind a place that was
 * free: it ends where it was or earlier in its run, so no second table is needed (there may be no
 * memory left for one). */
void by_share_follow(struct by_share *share, const struct by_tree *tree)
{
    size_t size = share->mask + 1, free_place = 0;
    while (share->entry[free_place].link) /* a quarter of them is free */
        free_place++;
    share->count = 0;
    for (size_t k = 1; k < size; k++) {
        struct entry *entry = &share->entry[(free_place + k) & share->mask];
        by_link to = entry->link ? by_tree_node(tree, entry->link)->mark : BY_LINK_NONE;
        entry->link = BY_LINK_NONE;
        if (to)
            by_share_add(share, entry->key, to);
    }
}
