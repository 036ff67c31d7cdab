/* Othello's own search for machines with AVX2 and BMI2; see board_8x8_avx2.c. */
#include "games/othello/othello.h"

#if BY_OTHELLO_HAS_AVX2

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))),                \
                             apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif

#include "games/othello/kernel_avx2_tmpl.h"
#include "games/othello/search/squares.h"

/* How many of your discs turn when I fill the last square. All others are mine or yours, so that each of
 * the four lines is a number of eight bits: which are mine. */
INLINE int count_last(const struct field *field, const struct by_othello_squares *s, set me,
                      int square)
{
    const uint64_t *line = s->line[square];
    const uint8_t *place = s->place[square];
    (void)field;
    return s->turned[place[0]][me >> (square & 56) & 255] +
           s->turned[place[1]][_pext_u64(me, line[0])] +
           s->turned[place[2]][_pext_u64(me, line[1])] +
           s->turned[place[3]][_pext_u64(me, line[2])];
}

#define SEARCH by_othello_search_avx2
#include "games/othello/search/search_tmpl.h"

#ifdef __clang__
#pragma clang attribute pop
#endif

#endif
