/* bits.h: sets of at most 64 cells in one word, for games on small boards. */
#ifndef BY_GAMES_BITS_H
#define BY_GAMES_BITS_H

#include <stdint.h>

static inline int by_bits_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* The smallest member of a set that is not empty. */
static inline int by_bits_first(uint64_t set)
{
    return __builtin_ctzll(set);
}

/* The set {0, ..., count - 1}, count from 0 to 64. */
static inline uint64_t by_bits_below(int count)
{
    return count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

/* The low `bytes` bytes of a set, the lowest first: the same on every machine. */
static inline void by_bits_store(uint64_t set, int bytes, uint8_t *out)
{
    for (int i = 0; i < bytes; i++)
        out[i] = (uint8_t)(set >> (8 * i));
}

static inline uint64_t by_bits_load(const uint8_t *in, int bytes)
{
    uint64_t set = 0;
    for (int i = 0; i < bytes; i++)
        set |= (uint64_t)in[i] << (8 * i);
    return set;
}

#endif
