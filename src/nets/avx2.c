/* avx2.c: the kernel for AVX2: thirty-two products take three instructions. Products of two bytes are added to
 * 16 bits (2 * 127 * 127 < 2^15: never saturated), these by twos to 32 bits, and that to the sum. */
#include "nets/layers.h"

#if defined __x86_64__

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#pragma GCC target("avx2")
#define UNROLL _Pragma("GCC unroll 32")
#endif

#include <immintrin.h>

#define INLINE static inline __attribute__((always_inline))
#define WIDEST 1
#define SUMS   4

typedef __m256i vector;
struct lanes {
    vector part[2];
};

INLINE struct lanes lanes_none(void)
{
    return (struct lanes){{_mm256_setzero_si256(), _mm256_setzero_si256()}};
}

INLINE vector load(const void *at)
{
    return _mm256_loadu_si256((const __m256i *)at);
}

INLINE struct lanes lanes_weights(const int8_t *at)
{
    return (struct lanes){{load(at), load(at + 32)}};
}

INLINE vector cells_at(const void *at)
{
    int32_t cell;
    __builtin_memcpy(&cell, at, sizeof cell);
    return _mm256_set1_epi32(cell);
}

INLINE vector dot(vector sum, vector bytes, vector weights)
{
    vector pairs = _mm256_maddubs_epi16(bytes, weights);
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

INLINE struct lanes lanes_dot(struct lanes sum, vector four, struct lanes weights)
{
    return (struct lanes){
        {dot(sum.part[0], four, weights.part[0]), dot(sum.part[1], four, weights.part[1])}};
}

INLINE __m256 scaled(vector sum, const float *mult, const float *bias)
{
    return _mm256_add_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(sum), _mm256_loadu_ps(mult)),
                         _mm256_loadu_ps(bias));
}

/* Clamped before it is rounded, which is the same and knows no number too large; what is none gives 0, the
 * second operand of the maximum. */
INLINE vector whole(__m256 t)
{
    t = _mm256_min_ps(_mm256_max_ps(t, _mm256_setzero_ps()), _mm256_set1_ps(127));
    return _mm256_cvtps_epi32(t);
}

INLINE __m128i bytes_of(__m256 low, __m256 high)
{
    vector words = _mm256_packs_epi32(whole(low), whole(high)); /* by halves: 0-3 8-11, 4-7 12-15 */
    words = _mm256_permute4x64_epi64(words, 0xd8);
    return _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
}

INLINE __m128i lanes_bytes(struct lanes sum, const float *mult, const float *bias)
{
    return bytes_of(scaled(sum.part[0], mult, bias), scaled(sum.part[1], mult + 8, bias + 8));
}

INLINE __m256 added(__m256 t, __m128i old, float skip)
{
    __m256 bytes = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(old));
    return _mm256_add_ps(t, _mm256_mul_ps(bytes, _mm256_set1_ps(skip)));
}

INLINE __m128i lanes_bytes_added(struct lanes sum, const float *mult, const float *bias,
                                 __m128i old, float skip)
{
    __m256 low = scaled(sum.part[0], mult, bias);
    __m256 high = scaled(sum.part[1], mult + 8, bias + 8);
    return bytes_of(added(low, old, skip), added(high, _mm_srli_si128(old, 8), skip));
}

#include "nets/kernel_tmpl.h"

static void convolve(const struct by_net_pass *pass)
{
    for (int slice = 0; slice < pass->conv->out / BY_NET_SLICE; slice++)
        for (int cell = 0; cell < pass->cells; cell += 4)
            block(pass, slice, cell * 4, 1, 4);
}

static void dots(const struct by_net_hidden *hidden, const int8_t *weight, int32_t *out)
{
    for (int cell = 0; cell < hidden->cells; cell += 8) {
        const uint8_t *in = hidden->at + 4 * (size_t)cell;
        vector sum = _mm256_setzero_si256();
        for (int q = 0; q < hidden->quads; q++, in += hidden->quad)
            sum = dot(sum, load(in), cells_at(weight + 4 * q));
        _mm256_storeu_si256((__m256i *)(void *)(out + cell), sum);
    }
}

/* Bytes of even and of odd channels are summed in 16 bits: 82 vectors at most, 82 * 127 < 2^16. */
static void pool(const struct by_net_hidden *hidden, uint32_t *sum, uint8_t *max)
{
    const vector low = _mm256_set1_epi16(0xff);
    const uint8_t *in = hidden->at;
    for (int q = 0; q < hidden->quads; q++, in += hidden->quad) {
        vector even = _mm256_setzero_si256(), odd = even, most = even;
        for (int cell = 0; cell < hidden->cells; cell += 8) {
            vector bytes = load(in + 4 * (size_t)cell);
            even = _mm256_add_epi16(even, _mm256_and_si256(bytes, low));
            odd = _mm256_add_epi16(odd, _mm256_srli_epi16(bytes, 8));
            most = _mm256_max_epu8(most, bytes);
        }
        put_pool(even, odd, most, sum + 4 * q, max + 4 * q);
    }
}

const struct by_net_steps by_net_avx2 = {convolve, dots, pool};

#ifdef __clang__
#pragma clang attribute pop
#endif

#else
typedef int by_net_no_avx2; /* a file is not empty */
#endif
