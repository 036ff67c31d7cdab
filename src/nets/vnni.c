/* vnni.c: the kernel for AVX-512 VNNI: an instruction for four products in each of sixteen lanes.
 *
 * Of 32 registers 24 hold sums, so that as many instructions are under way at once and a broadcast serves two or
 * three of them. */
#include "nets/layers.h"

#if defined __x86_64__

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512vnni"))), \
                             apply_to = function)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#pragma GCC target("avx2,avx512f,avx512bw,avx512vl,avx512vnni")
#define UNROLL _Pragma("GCC unroll 32")
#endif

#include <immintrin.h>

#define INLINE static inline __attribute__((always_inline))
#define WIDEST 3
#define SUMS   24

typedef __m512i vector;
struct lanes {
    vector part;
};

INLINE struct lanes lanes_none(void)
{
    return (struct lanes){_mm512_setzero_si512()};
}

INLINE struct lanes lanes_weights(const int8_t *at)
{
    return (struct lanes){_mm512_load_si512(at)};
}

INLINE vector cells_at(const uint8_t *at)
{
    int32_t cell;
    __builtin_memcpy(&cell, at, sizeof cell);
    return _mm512_set1_epi32(cell);
}

INLINE struct lanes lanes_dot(struct lanes sum, vector four, struct lanes weights)
{
    return (struct lanes){_mm512_dpbusd_epi32(sum.part, four, weights.part)};
}

INLINE __m512 scaled(struct lanes sum, const float *mult, const float *bias)
{
    return _mm512_add_ps(_mm512_mul_ps(_mm512_cvtepi32_ps(sum.part), _mm512_loadu_ps(mult)),
                         _mm512_loadu_ps(bias));
}

/* Clamped before it is rounded, which is the same and knows no number too large; what is none gives 0, the
 * second operand of the maximum. */
INLINE __m128i bytes_of(__m512 t)
{
    t = _mm512_min_ps(_mm512_max_ps(t, _mm512_setzero_ps()), _mm512_set1_ps(127));
    return _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(t));
}

INLINE __m128i lanes_bytes(struct lanes sum, const float *mult, const float *bias)
{
    return bytes_of(scaled(sum, mult, bias));
}

INLINE __m128i lanes_bytes_added(struct lanes sum, const float *mult, const float *bias,
                                 __m128i old, float skip)
{
    __m512 more =
        _mm512_mul_ps(_mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(old)), _mm512_set1_ps(skip));
    return bytes_of(_mm512_add_ps(scaled(sum, mult, bias), more));
}

#include "nets/kernel_tmpl.h"

/* The cells of some slices; what is left behind the large blocks, in smaller ones. */
INLINE void slices(const struct by_net_pass *pass, int slice, int width, int most)
{
    int cell = 0;
    for (; pass->cells - cell >= most; cell += most)
        block(pass, slice, cell * 4, width, most);
    if (most > 8 && pass->cells - cell >= 8) {
        block(pass, slice, cell * 4, width, 8);
        cell += 8;
    }
    for (; cell < pass->cells; cell += 4)
        block(pass, slice, cell * 4, width, 4);
}

static void convolve(const struct by_net_pass *pass)
{
    int count = pass->conv->out / BY_NET_SLICE, slice = 0;
    if (count == 1)
        slices(pass, 0, 1, 16);
    if (count % 2 == 1 && count > 1) {
        slices(pass, 0, 3, 8);
        slice = 3;
    }
    for (; slice + 2 <= count; slice += 2)
        slices(pass, slice, 2, 12);
}

static void dots(const struct by_net_hidden *hidden, const int8_t *weight, int32_t *out)
{
    for (int cell = 0; cell < hidden->cells; cell += 16) {
        const uint8_t *in = hidden->at + 4 * (size_t)cell;
        struct lanes sum = lanes_none();
        for (int q = 0; q < hidden->quads; q++, in += hidden->quad) {
            struct lanes four = {cells_at((const uint8_t *)weight + 4 * q)};
            sum = lanes_dot(sum, _mm512_loadu_si512(in), four);
        }
        _mm512_store_si512(out + cell, sum.part);
    }
}

INLINE __m256i upper(vector wide)
{
    return _mm512_extracti64x4_epi64(wide, 1);
}

/* Bytes of even and of odd channels are summed in 16 bits: 41 vectors at most, then
 * twice as much: 82 * 127 < 2^16. */
static void pool(const struct by_net_hidden *hidden, uint32_t *sum, uint8_t *max)
{
    const vector low = _mm512_set1_epi16(0xff);
    const uint8_t *in = hidden->at;
    for (int q = 0; q < hidden->quads; q++, in += hidden->quad) {
        vector even = _mm512_setzero_si512(), odd = even, most = even;
        for (int cell = 0; cell < hidden->cells; cell += 16) {
            vector bytes = _mm512_loadu_si512(in + 4 * (size_t)cell);
            even = _mm512_add_epi16(even, _mm512_and_si512(bytes, low));
            odd = _mm512_add_epi16(odd, _mm512_srli_epi16(bytes, 8));
            most = _mm512_max_epu8(most, bytes);
        }
        __m256i evens = _mm256_add_epi16(_mm512_castsi512_si256(even), upper(even));
        __m256i odds = _mm256_add_epi16(_mm512_castsi512_si256(odd), upper(odd));
        __m256i bytes = _mm256_max_epu8(_mm512_castsi512_si256(most), upper(most));
        put_pool(evens, odds, bytes, sum + 4 * q, max + 4 * q);
    }
}

const struct by_net_steps by_net_vnni = {convolve, dots, pool};

#ifdef __clang__
#pragma clang attribute pop
#endif

#else
typedef int by_net_no_vnni; /* a file is not empty */
#endif
