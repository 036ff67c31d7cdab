/* kernel_avx2_tmpl.h: the same as kernel_8x8_tmpl.h with AVX2 and BMI2: four lines at a time.
 *
 * While a game is played both sets stay in vectors, each four times: bringing them there and
 * back costs as much as a third of the moves. One ply is a chain of about 55 dependent operations,
 * and that, not their number, is what takes the time (README.md has the figures). */
#include "games/bits.h"
#include "games/othello/othello.h"

#include <immintrin.h>

#define INLINE static inline __attribute__((always_inline))

typedef uint64_t set;
typedef __m256i lanes;

struct field {
    const struct by_othello_shape *shape;
};

INLINE struct field field_of(const struct by_rules *rules)
{
    return (struct field){rules->data};
}

INLINE lanes spread(set s)
{
    return _mm256_set1_epi64x((long long)s);
}

INLINE set gather(lanes l)
{
    return (set)_mm_cvtsi128_si64(_mm256_castsi256_si128(l));
}

INLINE set square_set(int square)
{
    return UINT64_C(1) << square;
}

INLINE int size_of(set s)
{
    return by_bits_count(s);
}

INLINE int first_of(set s)
{
    return by_bits_first(s);
}

INLINE set nth_set(set s, int rank)
{
    return _pdep_u64(UINT64_C(1) << rank, s);
}

INLINE int nth_of(set s, int rank)
{
    return first_of(nth_set(s, rank));
}

/* The steps along the four lines, in the order of the rays. */
INLINE lanes steps(int count)
{
    return _mm256_set_epi64x(7 * count, 9 * count, 8 * count, count);
}

INLINE lanes up(lanes l, int count)
{
    return _mm256_sllv_epi64(l, steps(count));
}

INLINE lanes down(lanes l, int count)
{
    return _mm256_srlv_epi64(l, steps(count));
}

/* a | (b & c) */
INLINE lanes grow(lanes a, lanes b, lanes c)
{
    return _mm256_or_si256(a, _mm256_and_si256(b, c));
}

/* See along() of the other kernel. Down columns a row cannot go around an edge. */
INLINE set moves_of(const struct field *field, lanes me, lanes you)
{
    (void)field;
    const long long middle = 0x7e7e7e7e7e7e7e7e;
    lanes inner = _mm256_and_si256(you, _mm256_set_epi64x(middle, middle, -1, middle));
    lanes a = _mm256_and_si256(inner, up(me, 1)), b = _mm256_and_si256(inner, down(me, 1));
    lanes pair_a = _mm256_and_si256(inner, up(inner, 1)), pair_b = down(pair_a, 1);
    a = grow(a, inner, up(a, 1));
    b = grow(b, inner, down(b, 1));
    a = grow(a, pair_a, up(a, 2));
    b = grow(b, pair_b, down(b, 2));
    a = grow(a, pair_a, up(a, 2));
    b = grow(b, pair_b, down(b, 2));
    lanes behind = _mm256_or_si256(up(a, 1), down(b, 1));
    behind = _mm256_andnot_si256(_mm256_or_si256(me, you), behind);
    __m128i half =
        _mm_or_si128(_mm256_castsi256_si128(behind), _mm256_extracti128_si256(behind, 1));
    return (set)_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
}

/* The highest square of each lane, whose squares lie on one ray. */
INLINE lanes highest(lanes l)
{
#if defined __AVX512CD__ && defined __AVX512VL__
    return _mm256_srlv_epi64(_mm256_set1_epi64x(INT64_MIN), _mm256_lzcnt_epi64(l));
#else
    l = _mm256_or_si256(l, down(l, 1));
    l = _mm256_or_si256(l, down(l, 2));
    l = _mm256_or_si256(l, down(l, 4));
    return _mm256_andnot_si256(down(l, 1), l);
#endif
}

/* The union of the four lanes, in each of them. */
INLINE lanes share(lanes l)
{
    l = _mm256_or_si256(l, _mm256_permute4x64_epi64(l, 0x4e));
    return _mm256_or_si256(l, _mm256_shuffle_epi32(l, 0x4e));
}

INLINE lanes turned_by(const struct field *field, lanes me, lanes you, int square)
{
    const lanes zero = _mm256_setzero_si256(), less = _mm256_set1_epi64x(-1);
    const __m256i *rays = (const __m256i *)field->shape->ray[square];
    lanes forth = _mm256_load_si256(rays), back = _mm256_load_si256(rays + 1);
    lanes rest = _mm256_andnot_si256(you, forth);
    lanes end = _mm256_and_si256(_mm256_andnot_si256(_mm256_add_epi64(rest, less), rest), me);
    lanes none = _mm256_cmpeq_epi64(end, zero);
    lanes turned = _mm256_and_si256(_mm256_add_epi64(end, less), forth);
    turned = _mm256_andnot_si256(none, turned);
    end = _mm256_and_si256(highest(_mm256_andnot_si256(you, back)), me);
    turned = grow(turned, _mm256_sub_epi64(zero, _mm256_add_epi64(end, end)), back);
    return share(turned);
}
