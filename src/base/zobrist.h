/* zobrist.h: random-looking 64-bit keys for the features of a position (Zobrist 1970).
 *
 * A position's key is the XOR of the keys of its features (a stone on a square, the
 * side to move), so playing and taking back changes it in O(1). Keys are computed,
 * not stored: by_zobrist(game salt, feature) is a fixed bijection of the feature for
 * each salt, the same in every program run. A game that wants a table fills it once. */
#ifndef BY_BASE_ZOBRIST_H
#define BY_BASE_ZOBRIST_H

#include "base/rng.h"

static inline uint64_t by_zobrist(uint64_t salt, uint64_t feature)
{
    return by_mix64(salt + (feature + 1) * 0x9e3779b97f4a7c15U);
}

/* table[i] = by_zobrist(salt, i). */
void by_zobrist_fill(uint64_t *table, int count, uint64_t salt);

#endif
