/* lanes.h: playouts by the batch: BY_LANES games beside each other, each with a generator of its own, whether
 * in lanes of vectors (lanes_tmpl.h) or one lane after the other in plain words: the same games. */
#ifndef BY_GAMES_LANES_H
#define BY_GAMES_LANES_H

#include <stdbool.h>
#include <stdint.h>

#define BY_LANES 16 /* in Othello 8 and 32 are slower; Breakthrough gains 5 % with 32 */

/* Whether the build has forms for AVX2 and BMI2, and for AVX-512, and whether the machine does. */
#if defined __x86_64__
#define BY_LANES_AVX2 1
static inline bool by_has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}
#else
#define BY_LANES_AVX2 0
#endif

/* How many of so many games a lane plays, where each has its share. */
static inline int64_t by_lane_share(int64_t games, int lane)
{
    return games / BY_LANES + (lane < games % BY_LANES);
}

/* A number below `count`, 0 for 0, from one draw. The high half of the product favours some by less than
 * one part in 2^58. */
static inline int by_lane_below(uint64_t draw, int count)
{
    __extension__ typedef unsigned __int128 wide;
    return (int)((wide)draw * (wide)count >> 64);
}

#endif
