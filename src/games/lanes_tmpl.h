/* lanes_tmpl.h: games beside each other, a lane of a vector for each (lanes.h). Define LANES before including
 * it, 1 (plain words), 4 (AVX2) or 8 (AVX-512), and INLINE. */
#include "base/rng.h"
#include "games/lanes.h"

#if LANES > 1
#include <immintrin.h>
#endif

#define PARTS (BY_LANES / LANES) /* vectors */

#if LANES == 1
typedef uint64_t word;
#define LANE(w, i)     (w)
#define ALL_IF(x)      (0 - (word)((x) != 0))
#define EMPTY_LANES(w) ((unsigned)((w) == 0))
#else
typedef uint64_t word __attribute__((vector_size(8 * LANES)));
#define LANE(w, i) ((w)[i])
#define ALL_IF(x)  ((word)((x) != 0)) /* all bits of the lanes that are not 0 */
#if LANES == 4
#define EMPTY_LANES(w)                                                                             \
    ((unsigned)_mm256_movemask_pd((__m256d)_mm256_cmpeq_epi64((__m256i)(w), (__m256i){0})))
#else
#define EMPTY_LANES(w) ((unsigned)_mm512_testn_epi64_mask((__m512i)(w), (__m512i)(w)))
#endif
#endif

INLINE word in_all_lanes(uint64_t bits)
{
    word zero = {0};
    return zero + bits;
}

/* by_rng_next in every lane; a product with 5 or 9 is a shift and a sum. */
INLINE word lanes_next(word *s)
{
    word product = s[1] + (s[1] << 2), rolled = product << 7 | product >> 57;
    word t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3] << 45 | s[3] >> 19;
    return rolled + (rolled << 3);
}

/* A generator for each lane, from one draw. */
INLINE void lanes_seed(word state[PARTS][4], struct by_rng *rng)
{
    uint64_t seed = by_rng_next(rng);
    for (int lane = 0; lane < BY_LANES; lane++) {
        struct by_rng own;
        by_rng_init(&own, seed, (uint64_t)lane);
        for (int k = 0; k < 4; k++)
            LANE(state[lane / LANES][k], lane % LANES) = own.s[k];
    }
}
