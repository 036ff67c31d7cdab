/* plain.c: the kernel that every machine has, and that says what the others compute. */
#include "nets/layers.h"

#include <string.h>

/* Without libm: there is no other rounding within 0..127 when the last bit of the sum is worth 1. */
static uint8_t to_byte(float t)
{
    const float whole = 0x1.8p23F;
    float bounded = t > 0 ? (t < 127 ? t : 127) : 0;
    return (uint8_t)(int)(bounded + whole - whole);
}

static void add_products(const struct by_net_pass *pass, int slice, ptrdiff_t cell, int32_t *sum)
{
    const int8_t *w = pass->conv->weight + (size_t)slice * (size_t)pass->steps * 64;
    for (int s = 0; s < pass->steps; s++, w += 64) {
        const uint8_t *a = pass->in + cell + pass->offset[s];
        for (int o = 0; o < BY_NET_SLICE; o++)
            sum[o] +=
                a[0] * w[4 * o] + a[1] * w[4 * o + 1] + a[2] * w[4 * o + 2] + a[3] * w[4 * o + 3];
    }
}

static void convolve(const struct by_net_pass *pass)
{
    const struct by_net_conv *conv = pass->conv;
    for (int slice = 0; slice < conv->out / BY_NET_SLICE; slice++)
        for (ptrdiff_t cell = 0; cell < 4 * (ptrdiff_t)pass->cells; cell += 4) {
            int32_t sum[BY_NET_SLICE] = {0};
            add_products(pass, slice, cell, sum);
            for (int o = 0; o < BY_NET_SLICE; o++) {
                int channel = slice * BY_NET_SLICE + o;
                ptrdiff_t place = (channel / 4) * (ptrdiff_t)pass->quad + cell + channel % 4;
                float t = (float)sum[o] * conv->mult[channel];
                t = t + conv->bias[channel];
                if (pass->old)
                    t = t + (float)pass->old[place] * pass->skip;
                pass->out[place] = to_byte(t);
            }
        }
}

static void dots(const struct by_net_hidden *hidden, const int8_t *weight, int32_t *out)
{
    memset(out, 0, (size_t)hidden->cells * sizeof *out);
    const uint8_t *a = hidden->at;
    for (int q = 0; q < hidden->quads; q++, a += hidden->quad, weight += 4)
        for (int i = 0; i < hidden->cells; i++)
            for (int k = 0; k < 4; k++)
                out[i] += a[4 * i + k] * weight[k];
}

static void pool(const struct by_net_hidden *hidden, uint32_t *sum, uint8_t *max)
{
    const uint8_t *a = hidden->at;
    for (int q = 0; q < hidden->quads; q++, a += hidden->quad)
        for (int k = 0; k < 4; k++) {
            sum[4 * q + k] = 0;
            max[4 * q + k] = 0;
            for (int i = 0; i < hidden->cells; i++) {
                uint8_t value = a[4 * i + k];
                sum[4 * q + k] += value;
                max[4 * q + k] = value > max[4 * q + k] ? value : max[4 * q + k];
            }
        }
}

const struct by_net_steps by_net_plain = {convolve, dots, pool};
