/* net.h: small convolutional networks on square boards, in integers. They know no game: planes of bytes go
 * in; what each point is worth as a move, whose it will be, who wins and by how much come out.
 *
 * A board has n x n points, 2 <= n <= 25. Activations are bytes 0..127, weights -127..127, sums of products
 * exact. Beside its sum a convolution has for each of its outputs two floats,
 *
 *   out = clamp(rint((float)sum * mult + bias), 0, 127)     rint: to the nearest, ties to even;
 *
 * clamping at 0 is the ReLU. Outside the board all is 0. The order of the float operations is the one
 * written here, none is fused: the results are the same bits from every kernel on every machine.
 *
 *   stem    3x3, planes -> channels
 *   block   h = 3x3 of x; x = clamp(rint(((float)sum * mult + bias) + (float)x * skip), 0, 127), where the sum
 *           is that of a 3x3 of h; one skip a block
 *   head    1x1, channels -> head, gives `hid`
 *   policy  of each point (float)(dot product of hid and wp) * mp + bp
 *   owner   of each point the same with wo, mo, bo
 *   pooled  for each channel of hid its mean over the board, (float)sum / (float)(n * n), then for each its
 *           maximum: 2 * head floats
 *   dense   max(0, W1 pooled + b1); out = W2 dense + b2. Each sum begins at 0, goes in the order of the
 *           index, and gets its b last. out: value, pass, lead.
 *
 * What overflows a float in between is infinite and clamped; what is not a number then counts as 0. So do the
 * outputs: an infinite one is the largest float, and all are finite.
 *
 * In a file, numbers are little-endian whatever the machine:
 *
 *   8 bytes   "banyan" 0x1a 'n'
 *   u32       version: BY_NET_VERSION
 *   u32       CRC-32 of all bytes behind this one
 *   u32       planes, channels, blocks, head, dense
 *   conv      stem
 *   for each block: conv, conv, f32 skip
 *   conv      head
 *   f32 mp, f32 bp, i8 wp[head]
 *   f32 mo, f32 bo, i8 wo[head]
 *   f32       W1[dense][2 * head], b1[dense], W2[3][dense], b2[3]
 *
 * where a conv is f32 mult[out], f32 bias[out], i8 weight[out][ky][kx][in]; ky 0 is the row below, kx 0 the
 * column to the left; that of the head has no ky and kx. */
#ifndef BY_NETS_NET_H
#define BY_NETS_NET_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BY_NET_VERSION      1
#define BY_NET_FILE_MAX     (8 << 20) /* bytes; the largest shape has 6.0 M */
#define BY_NET_SIZE_MAX     25
#define BY_NET_PLANES_MAX   64
#define BY_NET_CHANNELS_MAX 128 /* and a multiple of 16 */
#define BY_NET_BLOCKS_MAX   20
#define BY_NET_HEAD_MAX     64 /* and a multiple of 16 */
#define BY_NET_DENSE_MAX    128

struct by_net; /* never changes; threads may share it */

struct by_net_shape {
    int planes, channels, blocks, head, dense;
};

/* Trusts nothing; `name` is what messages call the file. */
enum by_status by_net_read(const uint8_t *bytes, size_t size, const char *name, struct by_net **out,
                           struct by_error *err);

/* The same from a file. */
enum by_status by_net_load(const char *path, struct by_net **out, struct by_error *err);

void by_net_close(struct by_net *net);
struct by_net_shape by_net_shape(const struct by_net *net);

/* Bytes that a call needs for a board of this size, a multiple of 64; they are to be aligned to 64 bytes. It
 * does not matter what is in them. */
size_t by_net_scratch(const struct by_net *net, int size);

struct by_net_out {
    float *policy; /* room for n*n + 1 logits, the last one the pass */
    float *owner;  /* room for n*n logits (positive: the side to move), or NULL: not asked for */
    float value;   /* logit that the side to move wins */
    float lead;    /* points that the side to move is thought to be ahead */
};

/* Ways to compute the same: in plain C; with AVX2; with AVX-512 VNNI. */
enum by_net_kernel { BY_NET_PLAIN, BY_NET_AVX2, BY_NET_VNNI, BY_NET_KERNELS };
bool by_net_has_kernel(enum by_net_kernel kernel); /* the build and this machine */

/* `planes`: n*n*P bytes 0..127, point by point (row by row from the bottom), each point's P planes together.
 * By the best kernel of this machine. */
void by_net_run(const struct by_net *net, int size, const uint8_t *planes, void *scratch,
                struct by_net_out *out);

/* By a kernel that the machine has. */
void by_net_run_with(const struct by_net *net, enum by_net_kernel kernel, int size,
                     const uint8_t *planes, void *scratch, struct by_net_out *out);

#endif
