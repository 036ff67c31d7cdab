/* hash_compare.h: what the hash tables of base/hash cost, measured on keys of real positions.
 *
 * Keys are the Zobrist keys of distinct positions of Connect 4, met in random games. A table of
 * each kind is filled; at certain loads every key in it and as many others are looked up. Counts
 * only, no times: they are the same on every machine. */
#ifndef BY_LESSONS_HASH_COMPARE_H
#define BY_LESSONS_HASH_COMPARE_H

#include "base/hash/hash.h"

#define BY_HASH_KINDS_MAX 8
#define BY_HASH_LOADS     5

struct by_hash_row {
    uint64_t keys;
    double found, missed;                   /* mean probes */
    double expected_found, expected_missed; /* by Knuth's formulas; nan: none known */
    uint64_t longest;                       /* the most probes that finding any key takes */
    size_t bytes;
};

struct by_hash_result {
    const struct by_hash_kind *kind;
    uint64_t slots;
    struct by_hash_row row[BY_HASH_LOADS]; /* at by_hash_load(i) */
};

struct by_hash_comparison {
    int kinds;
    struct by_hash_result result[BY_HASH_KINDS_MAX];
};

double by_hash_load(int index); /* 0.25, 0.5, 0.75, 0.9, 0.95 */

/* `count` distinct keys in the order in which random games meet them; freed with free(). */
enum by_status by_hash_position_keys(uint64_t count, uint64_t seed, uint64_t **out,
                                     struct by_error *err);

/* Fills tables of `slots` slots, a power of two from 64 on, or of the next prime, as the kind has
 * it. Of the 2 * slots keys the first half is put in as far as needed, the second looked for in
 * vain. */
enum by_status by_hash_compare(const uint64_t *keys, uint64_t slots, struct by_hash_comparison *out,
                               struct by_error *err);

/* One kind at one load, as by_hash_compare fills and looks it up. */
enum by_status by_hash_measure(const uint64_t *keys, uint64_t slots,
                               const struct by_hash_kind *kind, double load,
                               struct by_hash_row *out, struct by_error *err);

/* A table of so many slots, as the kind has them, filled from keys[0] on up to a load; to be closed by
 * by_hash_close, after a failure too. */
enum by_status by_hash_filled(const uint64_t *keys, uint64_t slots, const struct by_hash_kind *kind,
                              double load, struct by_hash **out, struct by_error *err);

#endif
