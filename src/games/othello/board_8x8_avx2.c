/* Othello on 8x8 for machines with AVX2 and BMI2. setup chooses it at run time: the build may be
 * one that must run everywhere. */
#include "games/othello/othello.h"

#if BY_OTHELLO_HAS_AVX2

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))),                \
                             apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif

#include "games/othello/kernel_avx2_tmpl.h"

#define LANES 4
#define TABLE by_othello_8x8_avx2
#include "games/othello/board_tmpl.h"

#ifdef __clang__
#pragma clang attribute pop
#endif

#endif
