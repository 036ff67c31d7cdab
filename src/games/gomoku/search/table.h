/* table.h: what Gomoku's own search remembers of positions.
 *
 * A bucket is one line of the cache: four entries of two words, a position's key xored with what is
 * known of it, and that. A reader who meets a half-written entry finds a key that is not his: threads
 * need no locks. An entry of an older search goes first, then the one of the least depth.
 *
 * A bound counts for every search that is not deeper; a proven one for all of them, since it speaks of
 * the game and not of a depth. Whatever else is there says which move to try first. */
#ifndef BY_GOMOKU_SEARCH_TABLE_H
#define BY_GOMOKU_SEARCH_TABLE_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BY_GOMOKU_NO_POINT 0xffff

enum by_gomoku_bound {
    BY_GOMOKU_NO_BOUND,
    BY_GOMOKU_UPPER,
    BY_GOMOKU_LOWER,
    BY_GOMOKU_EXACT_VALUE
};

struct by_gomoku_known {
    int16_t value;  /* as the side to move there sees it; wins count from there */
    int16_t eval;   /* what the evaluation says */
    uint16_t point; /* the best move, or BY_GOMOKU_NO_POINT */
    uint8_t depth;
    uint8_t bound; /* enum by_gomoku_bound */
};

struct by_gomoku_entry {
    _Atomic uint64_t check, known;
};

struct by_gomoku_bucket {
    _Alignas(64) struct by_gomoku_entry entry[4];
};

struct by_gomoku_table {
    void *block; /* the buckets lie in it */
    struct by_gomoku_bucket *buckets;
    uint64_t mask; /* of a bucket's number */
    uint8_t date;  /* 0 to 63: of the search under way */
};

/* At most `bytes`, at least a few buckets. */
enum by_status by_gomoku_table_open(struct by_gomoku_table *table, size_t bytes,
                                    struct by_error *err);
void by_gomoku_table_close(struct by_gomoku_table *table);
void by_gomoku_table_clear(struct by_gomoku_table *table);

bool by_gomoku_table_find(const struct by_gomoku_table *table, uint64_t key,
                          struct by_gomoku_known *out);
void by_gomoku_table_keep(struct by_gomoku_table *table, uint64_t key,
                          const struct by_gomoku_known *known);

/* Brings the bucket near, for later. */
static inline void by_gomoku_table_fetch(const struct by_gomoku_table *table, uint64_t key)
{
    __builtin_prefetch(&table->buckets[key & table->mask]);
}

#endif
