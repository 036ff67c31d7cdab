/* transpositions.c: which node stands for which position, where transpositions are shared. */
#include "search/mcts/core.h"
#include <stdlib.h>
#include <string.h>

#define PART 8 /* of the memory goes to the table */

struct entry {
    uint64_t key;
    by_link link;
};

struct by_transpositions {
    size_t mask, count;
    struct entry entry[];
};

/* The largest power of two of entries that fits. */
static size_t entries_in(size_t bytes)
{
    size_t entries = 16;
    while (sizeof(struct by_transpositions) + 2 * entries * sizeof(struct entry) <= bytes)
        entries *= 2;
    return entries;
}

size_t by_transpositions_bytes(size_t memory)
{
    return sizeof(struct by_transpositions) + entries_in(memory / PART) * sizeof(struct entry);
}

struct by_transpositions *by_transpositions_open(size_t bytes)
{
    size_t entries = entries_in(bytes);
    struct by_transpositions *transpositions =
        calloc(1, sizeof *transpositions + entries * sizeof(struct entry));
    if (transpositions)
        transpositions->mask = entries - 1;
    return transpositions;
}

void by_transpositions_close(struct by_transpositions *transpositions)
{
    free(transpositions);
}

void by_transpositions_clear(struct by_transpositions *transpositions)
{
    transpositions->count = 0;
    memset(transpositions->entry, 0, (transpositions->mask + 1) * sizeof *transpositions->entry);
}

/* The key's entry, or the free one where it would go. */
static size_t place_of(const struct by_transpositions *transpositions, uint64_t key)
{
    size_t i = key & transpositions->mask;
    while (transpositions->entry[i].link && transpositions->entry[i].key != key)
        i = (i + 1) & transpositions->mask;
    return i;
}

by_link by_transpositions_find(const struct by_transpositions *transpositions, uint64_t key)
{
    return transpositions->entry[place_of(transpositions, key)].link;
}

/* A table that is three quarters full takes no more: what is not found is made again. */
void by_transpositions_add(struct by_transpositions *transpositions, uint64_t key, by_link link)
{
    if (transpositions->count >= (transpositions->mask + 1) / 4 * 3)
        return;
    transpositions->entry[place_of(transpositions, key)] = (struct entry){key, link};
    transpositions->count++;
}

/* Every entry is taken out and put in again, one run after the other, from behind a place that was
 * free: it ends where it was or earlier in its run, so no second table is needed (there may be no
 * memory left for one). */
void by_transpositions_follow(struct by_transpositions *transpositions, const struct by_tree *tree)
{
    size_t size = transpositions->mask + 1, free_place = 0;
    while (transpositions->entry[free_place].link) /* a quarter of them is free */
        free_place++;
    transpositions->count = 0;
    for (size_t k = 1; k < size; k++) {
        struct entry *entry = &transpositions->entry[(free_place + k) & transpositions->mask];
        by_link to = entry->link ? by_tree_node(tree, entry->link)->mark : BY_LINK_NONE;
        entry->link = BY_LINK_NONE;
        if (to)
            by_transpositions_add(transpositions, entry->key, to);
    }
}
