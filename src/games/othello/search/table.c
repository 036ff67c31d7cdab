#include "games/othello/search/table.h"
#include "base/pages.h"
#include <stdlib.h>
#include <string.h>

enum by_status by_othello_table_open(struct by_othello_table *table, size_t bytes,
                                     struct by_error *err)
{
    size_t count = 16;
    while (2 * count * sizeof *table->buckets <= bytes)
        count *= 2;
    size_t size = count * sizeof *table->buckets, edge = size >= BY_PAGE_LARGE ? BY_PAGE_LARGE : 64;
    table->block = calloc(1, size + edge); /* zeros that cost nothing yet */
    if (!table->block)
        return by_fail(err, BY_NO_MEMORY,
                       "a table of %zu MiB does not fit into memory: ask for a smaller one",
                       size >> 20);
    uintptr_t at = (uintptr_t)table->block;
    table->buckets = (void *)((char *)table->block + (-at & (edge - 1)));
    if (size >= BY_PAGE_LARGE)
        by_pages_ask_large(table->buckets, size);
    table->mask = count - 1;
    return BY_OK;
}

void by_othello_table_close(struct by_othello_table *table)
{
    free(table->block);
    table->block = table->buckets = NULL;
}

void by_othello_table_clear(struct by_othello_table *table)
{
    memset((void *)table->buckets, 0, (table->mask + 1) * sizeof *table->buckets);
    table->date = 0;
}

static void store(struct by_othello_entry *e, uint64_t me, uint64_t you,
                  const struct by_othello_known *known)
{
    uint64_t word = by_othello_known_word(known);
    atomic_store_explicit(&e->me, me ^ word, memory_order_relaxed);
    atomic_store_explicit(&e->you, you ^ word, memory_order_relaxed);
    atomic_store_explicit(&e->known, word, memory_order_relaxed);
}

/* A value at or below the window says that it is no more, and so on. Bounds of another depth or level
 * speak of another tree. */
static void learn(struct by_othello_known *k, const struct by_othello_finding *found)
{
    if (!k->used || k->depth != found->depth || k->level != found->level) {
        k->low = -BY_OTHELLO_BOUND;
        k->high = BY_OTHELLO_BOUND;
        k->depth = (uint8_t)found->depth;
        k->level = (uint8_t)found->level;
    }
    if (found->value < found->high && found->value < k->high)
        k->high = (int8_t)found->value;
    if (found->value > found->low && found->value > k->low)
        k->low = (int8_t)found->value;
    /* A move is known where the value is no mere upper bound. */
    if ((found->value > found->low || k->move[0] == BY_OTHELLO_NO_SQUARE) &&
        found->move != k->move[0]) {
        k->move[1] = k->move[0];
        k->move[0] = (uint8_t)found->move;
    }
    k->used = 1;
}

/* What is to be kept rather: of this search, deeper, surer. */
static int worth(const struct by_othello_known *k, uint8_t date)
{
    return k->used ? (k->date == date ? 1024 : 0) + 8 * k->depth + k->level + 1 : 0;
}

static void move_back(struct by_othello_bucket *bucket)
{
    const struct by_othello_entry *from = &bucket->entry[0];
    struct by_othello_entry *to = &bucket->entry[1];
    atomic_store_explicit(&to->me, from->me, memory_order_relaxed);
    atomic_store_explicit(&to->you, from->you, memory_order_relaxed);
    atomic_store_explicit(&to->known, from->known, memory_order_relaxed);
}

void by_othello_keep(struct by_othello_table *table, uint64_t hash, uint64_t me, uint64_t you,
                     const struct by_othello_finding *found)
{
    struct by_othello_bucket *bucket = by_othello_bucket_of(table, hash);
    struct by_othello_known fresh = {.move = {BY_OTHELLO_NO_SQUARE, BY_OTHELLO_NO_SQUARE}};
    struct by_othello_entry *chosen = NULL;
    int least = INT32_MAX;
    for (int i = 0; i < 2; i++) {
        uint64_t word;
        if (by_othello_entry_is(&bucket->entry[i], me, you, &word)) {
            fresh = by_othello_word_known(word);
            chosen = &bucket->entry[i];
            break;
        }
        struct by_othello_known other = by_othello_word_known(word);
        int other_worth = table->latest_first ? 1 - i : worth(&other, table->date);
        if (other_worth < least) {
            least = other_worth;
            chosen = &bucket->entry[i];
        }
    }
    if (table->latest_first && !fresh.used) { /* the older of the two goes */
        move_back(bucket);
        chosen = &bucket->entry[0];
    }
    learn(&fresh, found);
    fresh.date = table->date;
    store(chosen, me, you, &fresh);
}
