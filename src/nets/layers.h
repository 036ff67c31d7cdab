/* layers.h: a network as it lies in memory, and what a kernel does.
 *
 * Activations lie by fours of channels: a quad is a plane of 32-bit cells, one a point, each with four
 * channels of that point. What four channels of a point give to sixteen outputs is then one instruction
 * (VNNI) after one broadcast, and cells of neighbouring points stand beside each other.
 *
 * The board is one long row. Between the end of a row of points and the beginning of the next one there is one
 * cell that is always 0: the border on the right of one and on the left of the other. From the first point to
 * the last are n * (n + 1) - 1 cells; before and behind them are a row and a cell of zeros. A convolution
 * computes all cells of that run, in fours, and the cells between rows are set to 0 again behind it: 9x9 has
 * 92 cells to compute for 81 points, and no row of nine that fits no vector.
 *
 * Weights lie by slices of sixteen outputs: [out / 16][tap][in / 4][16 outputs][4 inputs], so that a slice
 * is read front to back, 64 bytes a quad. */
#ifndef BY_NETS_LAYERS_H
#define BY_NETS_LAYERS_H

#include "nets/net.h"

#define BY_NET_SLICE 16 /* outputs */
#define BY_NET_TAPS  9
#define BY_NET_STEPS (BY_NET_TAPS * BY_NET_CHANNELS_MAX / 4)

struct by_net_conv {
    int in, out, taps;
    int quads;      /* of inputs; what is missing to a multiple of four is 0 */
    int8_t *weight; /* from aligned_alloc, to 64 bytes */
    float mult[BY_NET_CHANNELS_MAX], bias[BY_NET_CHANNELS_MAX];
};

/* A logit of each point. */
struct by_net_logit {
    float mult, bias;
    int8_t weight[BY_NET_HEAD_MAX];
};

struct by_net {
    struct by_net_shape shape;
    struct by_net_conv stem, head;
    struct by_net_conv block[BY_NET_BLOCKS_MAX][2];
    float skip[BY_NET_BLOCKS_MAX];
    struct by_net_logit policy, owner;
    float w1[2 * BY_NET_HEAD_MAX][BY_NET_DENSE_MAX]; /* by what is pooled: sums beside each other */
    float b1[BY_NET_DENSE_MAX];
    float w2[3][BY_NET_DENSE_MAX], b2[3];
};

/* Cells of the first point in quad 0 (`in`, `out`, ...), and from a quad to the next, in bytes. */
struct by_net_pass {
    const struct by_net_conv *conv;
    const uint8_t *in;
    uint8_t *out;
    const uint8_t *old; /* what is added, times `skip`: may be `out`; NULL: nothing */
    float skip;
    size_t quad;
    int cells;             /* a multiple of 4 */
    int steps;             /* a tap and a quad each, at least 1 */
    const int32_t *offset; /* of the cells that a step looks at, in bytes */
};

/* What is read of `hid`; quads are readable up to a multiple of 16 cells. */
struct by_net_hidden {
    const uint8_t *at;
    size_t quad;
    int quads, cells;
};

struct by_net_steps {
    void (*conv)(const struct by_net_pass *pass);
    /* Dot products with weights, of all cells; out: room for a multiple of 16. */
    void (*dots)(const struct by_net_hidden *hidden, const int8_t *weight, int32_t *out);
    /* Of each channel; cells that are no points are 0. */
    void (*pool)(const struct by_net_hidden *hidden, uint32_t *sum, uint8_t *max);
};

extern const struct by_net_steps by_net_plain;
#if defined __x86_64__
extern const struct by_net_steps by_net_avx2, by_net_vnni;
#endif

#endif
