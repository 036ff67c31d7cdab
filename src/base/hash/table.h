/* table.h: the inside of a hash table, for the kinds. */
#ifndef BY_BASE_HASH_TABLE_H
#define BY_BASE_HASH_TABLE_H

#include "base/hash/hash.h"

struct by_hash_item; /* java's, see bintree.h */

struct by_hash {
    const struct by_hash_kind *kind;
    struct by_hash_memory memory;
    bool power; /* slots are a power of two, else a prime */
    bool fixed; /* never rebuilt */
    double max_load;
    void *cells; /* slots * kind->slot_bytes bytes */
    uint64_t slots;
    uint64_t probes; /* of the operation under way */
    union {
        uint64_t slot;             /* open addressing: the slot */
        struct by_hash_item **end; /* java: the end of the chain; NULL for a tree */
    } place;                       /* where a key that was not found goes: `find` tells `add` */
    struct by_hash_stats stats;
};

/* The slot where the search for a key begins. */
static inline uint64_t by_hash_home(const struct by_hash *table, uint64_t key)
{
    return table->power ? key & (table->slots - 1) : key % table->slots;
}

/* Memory through the table's own source, counted in stats.bytes. */
void *by_hash_take(struct by_hash *table, size_t bytes);
void by_hash_give(struct by_hash *table, void *block, size_t bytes);

/* The slots of a table for `keys` keys, or with at least `least` slots; above BY_HASH_MAX
 * when there can be no such table. */
uint64_t by_hash_slots_for(const struct by_hash *table, uint64_t keys);
uint64_t by_hash_slots_from(const struct by_hash *table, uint64_t least);

/* Rebuilds the table for twice its limit. BY_NO_MEMORY: it is as before. A fixed table, and
 * one that would pass BY_HASH_MAX, stays as it is: BY_OK. */
enum by_status by_hash_grow(struct by_hash *table);

#endif
