/* proof_table.h: the table of proof-number search.
 *
 * A position's two numbers say how far the question about it is from its answer, seen by the
 * side to move: `phi` positions at least must still turn out well to show that it gets what it
 * wants, `delta` to show that it does not. Each is 0 when that is shown; the other is then
 * BY_PROOF_INF.
 *
 * An entry has 16 bytes: the whole key, and a word of 28 bits phi, 28 bits delta and 8 bits of
 * how much work was spent below, on a scale of quarter powers of two. Keys are 64 bits and
 * positions are not compared: in a search of 10^9 probes about one in 10^4 would once meet the
 * entry of another position, which then would have to matter.
 *
 * Four entries fill a cache line, so a probe costs one memory access, and the search asks for it
 * ahead of time (by_proof_table_fetch). A new position goes to an empty place of its four, else to
 * that of the least work. So the three others are safe from cheap newcomers, which are the many:
 * what was dear to find stays; and the newest always gets in, or a search deep in a full table
 * would forget what it just saw.
 *
 * The memory is what was asked for and a 256th for its own use. Forgetting clears the buckets that were
 * written to as long as they are few, all of it otherwise: a short search does not pay for a
 * large table. */
#ifndef BY_SEARCH_PROOF_PROOF_TABLE_H
#define BY_SEARCH_PROOF_PROOF_TABLE_H

#include "base/error.h"

#define BY_PROOF_INF ((uint32_t)0xfffffff)

struct by_proof {
    uint32_t phi, delta;
};

/* `data` is written by by_proof_table_store only. A key is never 0: that marks an empty place. */
struct by_proof_entry {
    uint64_t key, data;
};

struct by_proof_table {
    struct by_proof_entry *entries; /* 4 for each bucket, at a multiple of 64 bytes */
    void *memory;
    size_t bucket_count;
    uint32_t *touched; /* buckets that are not empty */
    size_t touched_count, touched_room;
};

/* The least and the most a table may have. */
#define BY_PROOF_TABLE_BYTES_MIN ((size_t)64)
#define BY_PROOF_TABLE_BYTES_MAX ((size_t)1 << 37)

/* `bytes` are rounded down to whole buckets. */
enum by_status by_proof_table_open(struct by_proof_table *table, size_t bytes,
                                   struct by_error *err);
void by_proof_table_close(struct by_proof_table *table);
void by_proof_table_clear(struct by_proof_table *table);
size_t by_proof_table_bytes(const struct by_proof_table *table);

static inline struct by_proof_entry *by_proof_table_bucket(const struct by_proof_table *table,
                                                           uint64_t key)
{
    return table->entries + (size_t)(((key >> 32) * table->bucket_count) >> 32) * 4;
}

static inline void by_proof_table_fetch(const struct by_proof_table *table, uint64_t key)
{
    __builtin_prefetch(by_proof_table_bucket(table, key));
}

/* NULL when nothing is known of the key. */
static inline const struct by_proof_entry *by_proof_table_find(const struct by_proof_table *table,
                                                               uint64_t key)
{
    const struct by_proof_entry *bucket = by_proof_table_bucket(table, key);
    for (int i = 0; i < 4; i++)
        if (bucket[i].key == key)
            return &bucket[i];
    return NULL;
}

static inline struct by_proof by_proof_of(const struct by_proof_entry *entry)
{
    return (struct by_proof){(uint32_t)(entry->data >> 36),
                             (uint32_t)(entry->data >> 8) & BY_PROOF_INF};
}

/* How much work an entry stands for: comparable, not a count. */
static inline unsigned by_proof_work(const struct by_proof_entry *entry)
{
    return (unsigned)(entry->data & 0xff);
}

/* Notes what `work` steps have shown. */
void by_proof_table_store(struct by_proof_table *table, uint64_t key, struct by_proof proof,
                          uint64_t work);

/* Puts an entry of another table in, if there is room or it is worth more than one that is
 * there. False: this is no entry, its numbers contradict each other. */
bool by_proof_table_insert(struct by_proof_table *table, const struct by_proof_entry *entry);

/* The entries one after the other, beginning with *cursor 0; NULL at the end. */
const struct by_proof_entry *by_proof_table_next(const struct by_proof_table *table,
                                                 size_t *cursor);

#endif
