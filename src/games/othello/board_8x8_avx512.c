/* Othello on 8x8 for machines with AVX-512 too. setup chooses it at run time: the build may be
 * one that must run everywhere. */
#include "games/othello/othello.h"

#if BY_OTHELLO_HAS_AVX2

#ifdef __clang__
#pragma clang attribute push(                                                                      \
    __attribute__((                                                                                \
        target("avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512vl,avx512dq,avx512bw"))),        \
    apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512vl,avx512dq,avx512bw")
#endif

#include "games/othello/kernel_avx2_tmpl.h"

#define LANES 8
#define TABLE by_othello_8x8_avx512
#include "games/othello/board_tmpl.h"

#ifdef __clang__
#pragma clang attribute pop
#endif

#endif
