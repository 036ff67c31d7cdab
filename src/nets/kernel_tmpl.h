/* kernel_tmpl.h: convolutions by vectors, compiled once per instruction set. The including file says what is
 * different: struct lanes, sixteen sums of 32 bits, and
 *
 *   lanes_none()                      all 0
 *   lanes_weights(at)                 16 outputs x 4 inputs, as lanes
 *   lanes_dot(sum, four, weights)     four: a cell in every 32 bits
 *   cells_at(at)                      that cell, broadcast
 *   lanes_bytes(sum, mult, bias)      requantized
 *   lanes_bytes_added(sum, mult, bias, old, skip)
 *
 * and WIDEST and the blocks in convolve_slices(). A block is some slices of outputs x some cells, whose sums
 * stay in registers. */
#ifndef BY_NETS_KERNEL_TMPL_H
#define BY_NETS_KERNEL_TMPL_H

/* Four cells of 16 channels from four quads, or the other way round. */
INLINE void transpose(__m128i r[4])
{
    __m128i a = _mm_unpacklo_epi32(r[0], r[1]), b = _mm_unpackhi_epi32(r[0], r[1]);
    __m128i c = _mm_unpacklo_epi32(r[2], r[3]), d = _mm_unpackhi_epi32(r[2], r[3]);
    r[0] = _mm_unpacklo_epi64(a, c);
    r[1] = _mm_unpackhi_epi64(a, c);
    r[2] = _mm_unpacklo_epi64(b, d);
    r[3] = _mm_unpackhi_epi64(b, d);
}

/* Four cells of one slice. By value: sums whose address is taken do not stay in registers. */
INLINE void put_cells(const struct by_net_pass *pass, int slice, ptrdiff_t cell, struct lanes a,
                      struct lanes b, struct lanes c, struct lanes d)
{
    const float *mult = pass->conv->mult + slice * BY_NET_SLICE;
    const float *bias = pass->conv->bias + slice * BY_NET_SLICE;
    ptrdiff_t quad = (ptrdiff_t)pass->quad, place = slice * 4 * quad + cell;
    __m128i bytes[4];
    if (pass->old) {
        for (int k = 0; k < 4; k++)
            bytes[k] =
                _mm_loadu_si128((const __m128i *)(const void *)(pass->old + place + k * quad));
        transpose(bytes);
        bytes[0] = lanes_bytes_added(a, mult, bias, bytes[0], pass->skip);
        bytes[1] = lanes_bytes_added(b, mult, bias, bytes[1], pass->skip);
        bytes[2] = lanes_bytes_added(c, mult, bias, bytes[2], pass->skip);
        bytes[3] = lanes_bytes_added(d, mult, bias, bytes[3], pass->skip);
    } else {
        bytes[0] = lanes_bytes(a, mult, bias);
        bytes[1] = lanes_bytes(b, mult, bias);
        bytes[2] = lanes_bytes(c, mult, bias);
        bytes[3] = lanes_bytes(d, mult, bias);
    }
    transpose(bytes);
    for (int k = 0; k < 4; k++)
        _mm_storeu_si128((__m128i *)(void *)(pass->out + place + k * quad), bytes[k]);
}

/* `width` and `cells` are constants where this is called: the loops over them vanish. One loop over taps and
 * quads, which has a first step: with two, gcc 12 keeps the sums in memory, and half the speed is lost. */
INLINE void block(const struct by_net_pass *pass, int slice, ptrdiff_t cell, int width, int cells)
{
    size_t slice_bytes = (size_t)pass->steps * 64;
    const int8_t *at = pass->conv->weight + (size_t)slice * slice_bytes;
    const uint8_t *first = pass->in + cell;
    struct lanes sum[SUMS], weights[WIDEST];
    UNROLL for (int i = 0; i < width * cells; i++) sum[i] = lanes_none();
    int step = 0;
    do {
        const uint8_t *in = first + pass->offset[step];
        UNROLL for (int w = 0; w < width; w++) weights[w] =
            lanes_weights(at + (size_t)w * slice_bytes);
        UNROLL for (int p = 0; p < cells; p++)
        {
            vector four = cells_at(in + 4 * p);
            UNROLL for (int w = 0; w < width; w++) sum[p * width + w] =
                lanes_dot(sum[p * width + w], four, weights[w]);
        }
        at += 64;
    } while (++step < pass->steps);
    UNROLL for (int p = 0; p < cells; p += 4)
    {
        UNROLL for (int w = 0; w < width; w++)
        {
            const struct lanes *s = &sum[p * width + w];
            put_cells(pass, slice + w, cell + 4 * p, s[0], s[width], s[2 * width], s[3 * width]);
        }
    }
}

/* What is pooled of a quad, from vectors of it: sums of channels 0 and 2, and of 1 and 3, in 16 bits each;
 * bytes. */
INLINE void put_pool(__m256i even, __m256i odd, __m256i most, uint32_t *sum, uint8_t *max)
{
    uint16_t evens[16], odds[16];
    _mm256_storeu_si256((__m256i *)(void *)evens, even);
    _mm256_storeu_si256((__m256i *)(void *)odds, odd);
    sum[0] = sum[1] = sum[2] = sum[3] = 0;
    for (int i = 0; i < 16; i++) {
        sum[2 * (i & 1)] += evens[i];
        sum[2 * (i & 1) + 1] += odds[i];
    }
    __m128i four = _mm_max_epu8(_mm256_castsi256_si128(most), _mm256_extracti128_si256(most, 1));
    four = _mm_max_epu8(four, _mm_srli_si128(four, 8));
    four = _mm_max_epu8(four, _mm_srli_si128(four, 4));
    int32_t cell = _mm_cvtsi128_si32(four);
    __builtin_memcpy(max, &cell, sizeof cell);
}

#endif
