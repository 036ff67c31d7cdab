/* rng.c: see rng.h. */
#include "base/rng.h"
#include <time.h>
#include <unistd.h>

/* splitmix64's step: 2^64 divided by the golden ratio, made odd. */
#define GOLDEN_STEP 0x9e3779b97f4a7c15U

/* For one seed the result is a bijection of the index: no two indices share a seed. */
uint64_t by_seed_derive(uint64_t seed, uint64_t index)
{
    return by_mix64(by_mix64(seed + GOLDEN_STEP) + (index + 1) * GOLDEN_STEP);
}

uint64_t by_seed_of_the_moment(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    uint64_t moment = (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
    return by_mix64(by_mix64(moment) ^ (uint64_t)getpid()) >> 32;
}

/* Four steps of splitmix64. The mixer is a bijection, so that at most one of the four
 * words is zero and the generator never starts in its dead state. */
void by_rng_init(struct by_rng *rng, uint64_t seed, uint64_t stream)
{
    uint64_t state = by_seed_derive(seed, stream);
    for (int i = 0; i < 4; i++) {
        state += GOLDEN_STEP;
        rng->s[i] = by_mix64(state);
    }
}

uint32_t by_rng_below_redrawn(struct by_rng *rng, uint32_t n, uint64_t product)
{
    uint32_t threshold = -n % n;
    while ((uint32_t)product < threshold)
        product = (by_rng_next(rng) >> 32) * n;
    return (uint32_t)(product >> 32);
}
