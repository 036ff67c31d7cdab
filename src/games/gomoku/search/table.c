#include "games/gomoku/search/table.h"
#include "base/pages.h"
#include <stdlib.h>
#include <string.h>

#define ENTRIES 4
#define DATES   64

enum by_status by_gomoku_table_open(struct by_gomoku_table *table, size_t bytes,
                                    struct by_error *err)
{
    size_t count = 16;
    while (2 * count * sizeof *table->buckets <= bytes)
        count *= 2;
    size_t size = count * sizeof *table->buckets, edge = size >= BY_PAGE_LARGE ? BY_PAGE_LARGE : 64;
    table->block = calloc(1, size + edge); /* zeros that cost nothing yet */
    if (!table->block)
        return by_fail_memory(err, size + edge);
    uintptr_t at = (uintptr_t)table->block;
    table->buckets = (void *)((char *)table->block + (-at & (edge - 1)));
    if (size >= BY_PAGE_LARGE)
        by_pages_ask_large(table->buckets, size);
    table->mask = count - 1;
    return BY_OK;
}

void by_gomoku_table_close(struct by_gomoku_table *table)
{
    free(table->block);
    table->block = table->buckets = NULL;
}

void by_gomoku_table_clear(struct by_gomoku_table *table)
{
    memset((void *)table->buckets, 0, (table->mask + 1) * sizeof *table->buckets);
    table->date = 0;
}

/* 16 bits each of value, evaluation and point, 8 of depth, 2 of bound, 6 of date. */
static uint64_t word_of(const struct by_gomoku_known *k, uint8_t date)
{
    return (uint64_t)(uint16_t)k->value | (uint64_t)(uint16_t)k->eval << 16 |
           (uint64_t)k->point << 32 | (uint64_t)k->depth << 48 | (uint64_t)(k->bound & 3) << 56 |
           (uint64_t)(date % DATES) << 58;
}

static struct by_gomoku_known known_of(uint64_t word)
{
    return (struct by_gomoku_known){.value = (int16_t)(uint16_t)word,
                                    .eval = (int16_t)(uint16_t)(word >> 16),
                                    .point = (uint16_t)(word >> 32),
                                    .depth = (uint8_t)(word >> 48),
                                    .bound = (uint8_t)(word >> 56 & 3)};
}

bool by_gomoku_table_find(const struct by_gomoku_table *table, uint64_t key,
                          struct by_gomoku_known *out)
{
    const struct by_gomoku_bucket *bucket = &table->buckets[key & table->mask];
    for (int i = 0; i < ENTRIES; i++) {
        uint64_t word = atomic_load_explicit(&bucket->entry[i].known, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->entry[i].check, memory_order_relaxed);
        if ((check ^ word) != key || word == 0)
            continue;
        *out = known_of(word);
        return true;
    }
    return false;
}

/* How much it would cost to lose it: nothing, little when it is of another search, more when deep. */
static int worth_of(uint64_t word, uint8_t date)
{
    return word == 0 ? -1 : (word >> 58 == date % DATES ? 256 : 0) + (int)(word >> 48 & 255);
}

void by_gomoku_table_keep(struct by_gomoku_table *table, uint64_t key,
                          const struct by_gomoku_known *known)
{
    struct by_gomoku_bucket *bucket = &table->buckets[key & table->mask];
    struct by_gomoku_entry *chosen = NULL;
    int least = INT32_MAX;
    for (int i = 0; i < ENTRIES; i++) {
        struct by_gomoku_entry *entry = &bucket->entry[i];
        uint64_t word = atomic_load_explicit(&entry->known, memory_order_relaxed);
        bool same = (atomic_load_explicit(&entry->check, memory_order_relaxed) ^ word) == key;
        int worth = same ? -2 : worth_of(word, table->date);
        if (worth < least) {
            least = worth;
            chosen = entry;
        }
    }
    uint64_t word = word_of(known, table->date);
    atomic_store_explicit(&chosen->check, key ^ word, memory_order_relaxed);
    atomic_store_explicit(&chosen->known, word, memory_order_relaxed);
}
