/* rng.h: random numbers that are the same on every machine.
 *
 * xoshiro256** 1.0 by Blackman and Vigna (2018), state from splitmix64. One
 * generator per thread; (seed, stream) names an independent sequence, so that
 * game k of a match can be replayed alone. */
#ifndef BY_BASE_RNG_H
#define BY_BASE_RNG_H

#include <stdint.h>

struct by_rng {
    uint64_t s[4];
};

/* A bijective mixer of 64 bits (splitmix64's finaliser): for keys and for deriving seeds. */
static inline uint64_t by_mix64(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

/* Derives one seed from another and an index; distinct indices give unrelated seeds. */
uint64_t by_seed_derive(uint64_t seed, uint64_t index);

/* Another one every time; ten digits, which can be typed again. */
uint64_t by_seed_of_the_moment(void);

void by_rng_init(struct by_rng *rng, uint64_t seed, uint64_t stream);

static inline uint64_t by_rotl64(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

static inline uint64_t by_rng_next(struct by_rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t result = by_rotl64(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = by_rotl64(s[3], 45);
    return result;
}

/* Uniform on 0..n-1 without bias, n >= 1 (Lemire 2019: multiply, and reject the few
 * low products that would favour some results). */
static inline uint32_t by_rng_below(struct by_rng *rng, uint32_t n)
{
    uint64_t product = (by_rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t threshold = -n % n;
        while ((uint32_t)product < threshold)
            product = (by_rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

/* The same from 32 random bits that the caller has drawn, two of which fit into one draw; more
 * are drawn only where these must be rejected. That is rare, and apart, so that the rest stays
 * small. */
uint32_t by_rng_below_redrawn(struct by_rng *rng, uint32_t n, uint64_t product);

static inline uint32_t by_rng_below_from(struct by_rng *rng, uint32_t bits, uint32_t n)
{
    uint64_t product = (uint64_t)bits * n;
    if (__builtin_expect((uint32_t)product < n, 0))
        return by_rng_below_redrawn(rng, n, product);
    return (uint32_t)(product >> 32);
}

#ifndef BY_RNG_INTEGERS_ONLY /* for files compiled without floating point */
/* Uniform on [0, 1), 53 bits. */
static inline double by_rng_unit(struct by_rng *rng)
{
    return (double)(by_rng_next(rng) >> 11) * 0x1p-53;
}
#endif

#endif
