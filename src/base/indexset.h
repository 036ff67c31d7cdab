/* indexset.h: a set of small indices with O(1) insert, remove and random pick (GO 4.2).
 *
 * A dense list of the members beside a map from index to place in that list:
 * removal moves the last member into the hole. The set is plain bytes without
 * pointers, so it can live inside a position and be copied with memcpy. It takes
 * by_indexset_size(capacity) bytes and holds indices 0..capacity-1. Order of the
 * members depends on the history: do not let it decide anything but through the
 * random generator. */
#ifndef BY_BASE_INDEXSET_H
#define BY_BASE_INDEXSET_H

#include "base/rng.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BY_INDEXSET_CAPACITY_MAX 65534

struct by_indexset {
    uint16_t capacity;
    uint16_t count;
    uint16_t slot[]; /* [0, capacity): members; [capacity, 2 capacity): place + 1, or 0 */
};

static inline size_t by_indexset_size(int capacity)
{
    return sizeof(struct by_indexset) + 2 * (size_t)capacity * sizeof(uint16_t);
}

void by_indexset_init(struct by_indexset *set, int capacity);

static inline bool by_indexset_has(const struct by_indexset *set, int index)
{
    return set->slot[set->capacity + index] != 0;
}

/* Inserting a member or removing a stranger changes nothing and returns false. */
static inline bool by_indexset_insert(struct by_indexset *set, int index)
{
    if (by_indexset_has(set, index))
        return false;
    set->slot[set->count++] = (uint16_t)index;
    set->slot[set->capacity + index] = set->count;
    return true;
}

static inline bool by_indexset_remove(struct by_indexset *set, int index)
{
    uint16_t place = set->slot[set->capacity + index];
    if (place == 0)
        return false;
    uint16_t last = set->slot[--set->count];
    set->slot[place - 1] = last;
    set->slot[set->capacity + last] = place;
    set->slot[set->capacity + index] = 0;
    return true;
}

/* A member chosen uniformly; the set must not be empty. */
static inline int by_indexset_pick(const struct by_indexset *set, struct by_rng *rng)
{
    return set->slot[by_rng_below(rng, set->count)];
}

/* One of the members at places below *left, each equally likely; it changes places with the last of
 * them, and *left becomes one less: drawing without putting back, from *left = count on. */
static inline int by_indexset_draw(struct by_indexset *set, struct by_rng *rng, int *left)
{
    uint32_t place = by_rng_below(rng, (uint32_t)*left);
    uint16_t drawn = set->slot[place], other = set->slot[--*left];
    set->slot[place] = other;
    set->slot[*left] = drawn;
    set->slot[set->capacity + other] = (uint16_t)(place + 1);
    set->slot[set->capacity + drawn] = (uint16_t)(*left + 1);
    return drawn;
}

#endif
