/* bits.h: sets of at most 64 cells in one word, for games on small boards. */
#ifndef BY_GAMES_BITS_H
#define BY_GAMES_BITS_H

#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

static inline int by_bits_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* The smallest member of a set that is not empty. */
static inline int by_bits_first(uint64_t set)
{
    return __builtin_ctzll(set);
}

/* The member of a set with `rank` (0 to 63) smaller ones, alone in a set of its own; the empty
 * set when there is none. By counting the members in the half, the quarter, ... where it may be. */
static inline uint64_t by_bits_nth_counted(uint64_t set, int rank)
{
    int below = 0;
    if (rank >= by_bits_count(set))
        return 0;
    for (int half = 32; half > 0; half /= 2) {
        int count = by_bits_count(set >> below & ((UINT64_C(1) << half) - 1));
        below += rank >= count ? half : 0;
        rank -= rank >= count ? count : 0;
    }
    return UINT64_C(1) << below;
}

/* The same by the processor's own instruction, where it has one. */
static inline uint64_t by_bits_nth(uint64_t set, int rank)
{
#ifdef __BMI2__
    return _pdep_u64(UINT64_C(1) << rank, set);
#else
    return by_bits_nth_counted(set, rank);
#endif
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
