/* hash_help.h: what the tests of the hash tables share. Include it after cmocka.h. */
#ifndef BY_BASE_HASH_HASH_TEST_H
#define BY_BASE_HASH_HASH_TEST_H

#include "base/hash/hash.h"
#include "base/long_test.h"
#include <stdlib.h>
#include <string.h>

static inline int rounds(int few)
{
    return long_or(10 * few, few);
}

/* Every table there is: each kind with each rule for its size. */
struct design {
    const struct by_hash_kind *kind;
    enum by_hash_sizing sizing;
};

#define DESIGNS 9

static inline int all_designs(struct design out[DESIGNS])
{
    int count = 0;
    for (int i = 0; by_hash_kind_at(i); i++)
        for (int s = BY_HASH_PRIME; s <= BY_HASH_POWER; s++)
            if (s == BY_HASH_POWER || !by_hash_kind_at(i)->power_only) {
                assert_true(count < DESIGNS);
                out[count++] = (struct design){by_hash_kind_at(i), (enum by_hash_sizing)s};
            }
    assert_int_equal(count, DESIGNS);
    return count;
}

static inline struct by_hash *open_or_fail(struct by_hash_options options)
{
    struct by_hash *table = NULL;
    struct by_error err;
    if (by_hash_open(&options, &table, &err) != BY_OK)
        fail_msg("%s", err.text);
    return table;
}

static inline struct by_hash *open_design(struct design d, uint64_t keys, uint64_t slots)
{
    return open_or_fail((struct by_hash_options){
        .kind = d.kind->name, .sizing = d.sizing, .keys = keys, .slots = slots});
}

static inline struct by_hash_stats stats_of(const struct by_hash *table)
{
    struct by_hash_stats stats;
    by_hash_stats(table, &stats);
    return stats;
}

/* The value does not matter where this is used. */
static inline void put(struct by_hash *table, uint64_t key)
{
    assert_int_equal(by_hash_insert(table, key, ~key, NULL), BY_OK);
}

static inline double mean(struct by_hash_tally tally)
{
    return (double)tally.probes / (double)tally.operations;
}

static inline enum by_hash_state state_of(const struct by_hash *table, uint64_t slot)
{
    enum by_hash_state state;
    by_hash_slot(table, slot, &state, NULL, 0);
    return state;
}

#endif
