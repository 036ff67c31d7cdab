/* table.h: the transposition table, memory for positions met before.
 *
 * Layout. An entry is 16 bytes: a word of data, and the position's 64-bit key XORed with that
 * word. Four entries are one bucket, and a bucket is one cache line (64 bytes, aligned): a
 * look-up costs one trip to memory, however many of the four it reads. 16 bytes leave room for
 * the whole key, so two positions are taken for one another only when all 64 bits agree (once
 * in 2^64 pairs), whatever the size of the table: small tables forget, they do not lie.
 *
 * The data word: value 32 bits, depth 14 (BY_LENGTH_MAX fits), bound 2, closed 1, action 10,
 * age 5. Actions of 1023 and more are not kept: such games have no use for ten bits of order.
 *
 * Sharing. Threads read and write without locks. The two words of an entry are written by two
 * relaxed stores, so a reader can see halves of different writers; then key ^ data does not give
 * the key it looks for, and the entry counts as absent (Hyatt and Mann 2002). The one race left
 * is that two threads evict each other's entries: that costs work, never truth.
 *
 * Replacement. Within the bucket: the same position first, then an empty entry, then the one
 * with the least depth, entries of earlier searches counting AGE_WEIGHT plies less for each
 * search ago. Deep results are dear, old ones are likely never to be asked for again.
 *
 * Truth. A value found to depth d is not the value at depth d - 1 or d + 1, so a search that
 * must equal minimax may use an entry only at its own depth: with one exception. An entry is
 * `closed` when no line below it met the depth limit: every line was played to the end of the
 * game, and looking deeper finds the same. A closed entry holds for its depth and all greater. */
#ifndef BY_SEARCH_ALPHABETA_TABLE_H
#define BY_SEARCH_ALPHABETA_TABLE_H

#include "base/error.h"
#include <stdatomic.h>

#define BY_TABLE_BUCKET     4
#define BY_TABLE_ACTION_MAX 1023
#define BY_TABLE_MIN_BYTES  256 /* 16 entries: small enough to test forgetting */

struct by_table_entry {
    _Atomic uint64_t check; /* key ^ data */
    _Atomic uint64_t data;
};

/* How many buckets written since the last clearing are remembered one by one: after a short game
 * only they have to be cleared. */
#define BY_TABLE_LOG 1024

struct by_table {
    void *memory;                   /* from calloc: pages nobody touched cost nothing */
    struct by_table_entry *entries; /* inside it, 64-byte aligned */
    size_t bucket_mask;             /* buckets - 1, a power of two */
    size_t bytes;
    unsigned age;
    _Atomic uint32_t written; /* stores since the last clearing, as far as BY_TABLE_LOG + 1 */
    uint32_t log[BY_TABLE_LOG];
};

/* What is known of a position. */
struct by_known {
    int32_t value; /* for the side to move */
    int depth;
    enum by_bound bound;
    bool closed;
    by_move action; /* the best move, or BY_NO_MOVE */
};

/* Takes the largest power of two of buckets that fits `bytes` (at least BY_TABLE_MIN_BYTES). */
enum by_status by_table_open(struct by_table *table, size_t bytes, struct by_error *err);
void by_table_close(struct by_table *table);

/* Forgets everything. Not while others use the table. */
void by_table_clear(struct by_table *table);

/* A new search begins: what is there grows older. Not while others use the table. */
void by_table_age(struct by_table *table);

/* False when the position is not there. */
bool by_table_find(const struct by_table *table, uint64_t key, struct by_known *out);
void by_table_store(struct by_table *table, uint64_t key, const struct by_known *known);

/* Brings the bucket of a position that will be asked for soon nearer. */
static inline void by_table_prefetch(const struct by_table *table, uint64_t key)
{
    __builtin_prefetch(&table->entries[(key & table->bucket_mask) * BY_TABLE_BUCKET]);
}

/* The entries as words, for files: one after the other, beginning with *cursor 0, false at the
 * end; and putting one in, false when it is none. Not while others use the table. */
bool by_table_next(const struct by_table *table, size_t *cursor, uint64_t *key, uint64_t *data);
bool by_table_insert(struct by_table *table, uint64_t key, uint64_t data);

/* How full it is, in 1/1000, by looking at the first thousand entries. */
int by_table_permille(const struct by_table *table);

#endif
