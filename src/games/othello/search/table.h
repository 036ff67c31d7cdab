/* table.h: positions met before, for Othello's own search.
 *
 * An entry is three words: both sets of discs, whole, so that no two positions are ever taken for one
 * another, and what is known. Two entries, a bucket, lie in one line of the cache. Threads share
 * the table without locks: the words of an entry are stored xor-ed with what is known, and an entry
 * that two threads wrote into each other matches no position (R. Hyatt's trick).
 *
 * What is known: a lower and an upper bound in discs, how deep they hold (plies; to the end of the
 * game where that is as many as squares are empty), how much was left out on the way (`level`: higher
 * is surer), the two best moves. */
#ifndef BY_OTHELLO_TABLE_H
#define BY_OTHELLO_TABLE_H

#include "base/error.h"
#include <stdatomic.h>
#include <stdint.h>

#define BY_OTHELLO_NO_SQUARE 64
#define BY_OTHELLO_BOUND     127 /* a bound that says nothing */
#define BY_OTHELLO_SURE      5   /* the level at which nothing was left out */

struct by_othello_known {
    int8_t low, high;
    uint8_t move[2]; /* the better one first; BY_OTHELLO_NO_SQUARE: none */
    uint8_t depth, level;
    uint8_t date;
    uint8_t used; /* 1: this is an entry at all */
};

struct by_othello_entry {
    _Atomic uint64_t me, you, known;
};

struct by_othello_bucket {
    _Alignas(64) struct by_othello_entry entry[2];
};

struct by_othello_table {
    void *block; /* the buckets lie in it */
    struct by_othello_bucket *buckets;
    uint64_t mask;     /* of a bucket's number */
    int cells;         /* of the board */
    bool latest_first; /* the older of two goes, whatever it knows; else what is worth less */
    uint8_t date;      /* entries of other dates go first */
};

/* At most `bytes`, at least a few buckets. */
enum by_status by_othello_table_open(struct by_othello_table *table, size_t bytes,
                                     struct by_error *err);
void by_othello_table_close(struct by_othello_table *table);
void by_othello_table_clear(struct by_othello_table *table);

static inline uint64_t by_othello_hash(uint64_t me, uint64_t you)
{
    uint64_t h = me * UINT64_C(0x9e3779b97f4a7c15) ^ you * UINT64_C(0xc2b2ae3d27d4eb4f);
    h ^= h >> 32;
    h *= UINT64_C(0xd6e8feb86659fd93);
    return h ^ h >> 29;
}

static inline struct by_othello_bucket *by_othello_bucket_of(const struct by_othello_table *table,
                                                             uint64_t hash)
{
    return &table->buckets[hash & table->mask];
}

/* Brings the bucket near, for later. */
static inline void by_othello_fetch(const struct by_othello_table *table, uint64_t hash)
{
    __builtin_prefetch(by_othello_bucket_of(table, hash));
}

static inline uint64_t by_othello_known_word(const struct by_othello_known *k)
{
    return (uint64_t)(uint8_t)k->low | (uint64_t)(uint8_t)k->high << 8 |
           (uint64_t)k->move[0] << 16 | (uint64_t)k->move[1] << 24 | (uint64_t)k->depth << 32 |
           (uint64_t)k->level << 40 | (uint64_t)k->date << 48 | (uint64_t)k->used << 56;
}

static inline struct by_othello_known by_othello_word_known(uint64_t word)
{
    return (struct by_othello_known){.low = (int8_t)(word & 255),
                                     .high = (int8_t)(word >> 8 & 255),
                                     .move = {(uint8_t)(word >> 16), (uint8_t)(word >> 24)},
                                     .depth = (uint8_t)(word >> 32),
                                     .level = (uint8_t)(word >> 40),
                                     .date = (uint8_t)(word >> 48),
                                     .used = (uint8_t)(word >> 56)};
}

/* True: the position is there. */
static inline bool by_othello_entry_is(const struct by_othello_entry *e, uint64_t me, uint64_t you,
                                       uint64_t *word)
{
    *word = atomic_load_explicit(&e->known, memory_order_relaxed);
    uint64_t mine = atomic_load_explicit(&e->me, memory_order_relaxed) ^ *word;
    uint64_t yours = atomic_load_explicit(&e->you, memory_order_relaxed) ^ *word;
    return ((mine ^ me) | (yours ^ you)) == 0 && *word != 0;
}

static inline bool by_othello_find(const struct by_othello_table *table, uint64_t hash, uint64_t me,
                                   uint64_t you, struct by_othello_known *out)
{
    const struct by_othello_bucket *bucket = by_othello_bucket_of(table, hash);
    uint64_t word;
    for (int i = 0; i < 2; i++) {
        if (!by_othello_entry_is(&bucket->entry[i], me, you, &word))
            continue;
        *out = by_othello_word_known(word);
        return true;
    }
    return false;
}

/* What a search has found: a value within a window at some depth and level. */
struct by_othello_finding {
    int depth, level, low, high; /* the window that was asked for */
    int value, move;             /* a move of BY_OTHELLO_NO_SQUARE: not known */
};

/* Keeps it, together with what was known at the same depth and level. */
void by_othello_keep(struct by_othello_table *table, uint64_t hash, uint64_t me, uint64_t you,
                     const struct by_othello_finding *found);

#endif
