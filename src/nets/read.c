/* read.c: networks from files; net.h says what is in one. */
#include "base/checksum.h"
#include "base/file.h"
#include "base/text.h"
#include "nets/layers.h"

#include <stdlib.h>
#include <string.h>

#define HEAD  16 /* bytes that the sum does not cover */
#define SHAPE 20

static const uint8_t magic[8] = {'b', 'a', 'n', 'y', 'a', 'n', 0x1a, 'n'};

/* The bytes from front to back. Their number was compared with the shape before: all that is asked for is
 * there. */
struct reader {
    const uint8_t *at;
    bool odd_float, odd_weight; /* what was met */
};

static uint32_t word_at(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static float next_float(struct reader *in)
{
    uint32_t word = word_at(in->at);
    float value;
    memcpy(&value, &word, sizeof value);
    in->odd_float |= (word >> 23 & 0xff) == 0xff; /* infinite, or not a number */
    in->at += 4;
    return value;
}

static void next_floats(struct reader *in, float *out, int count)
{
    for (int i = 0; i < count; i++)
        out[i] = next_float(in);
}

static int8_t next_weight(struct reader *in)
{
    int8_t weight = (int8_t)*in->at++;
    in->odd_weight |= weight == -128;
    return weight;
}

/* --- layers ---------------------------------------------------------------------------- */

static int8_t *weight_of(const struct by_net_conv *conv, int out, int tap, int in)
{
    size_t row = (size_t)(out / BY_NET_SLICE * conv->taps + tap) * (size_t)conv->quads;
    size_t place = ((row + (size_t)in / 4) * BY_NET_SLICE + (size_t)out % BY_NET_SLICE) * 4;
    return conv->weight + place + in % 4;
}

/* False: no memory. */
static bool read_conv(struct reader *in, struct by_net_conv *conv, int inputs, int outputs,
                      int taps)
{
    conv->in = inputs;
    conv->out = outputs;
    conv->taps = taps;
    conv->quads = (inputs + 3) / 4;
    size_t bytes = (size_t)outputs * (size_t)taps * (size_t)conv->quads * 4; /* a multiple of 64 */
    conv->weight = aligned_alloc(64, bytes);
    if (!conv->weight)
        return false;
    memset(conv->weight, 0, bytes);
    next_floats(in, conv->mult, outputs);
    next_floats(in, conv->bias, outputs);
    for (int o = 0; o < outputs; o++)
        for (int t = 0; t < taps; t++)
            for (int i = 0; i < inputs; i++)
                *weight_of(conv, o, t, i) = next_weight(in);
    return true;
}

static void read_logit(struct reader *in, struct by_net_logit *logit, int head)
{
    logit->mult = next_float(in);
    logit->bias = next_float(in);
    for (int i = 0; i < head; i++)
        logit->weight[i] = next_weight(in);
}

static void read_dense(struct reader *in, struct by_net *net)
{
    int dense = net->shape.dense;
    for (int d = 0; d < dense; d++)
        for (int i = 0; i < 2 * net->shape.head; i++)
            net->w1[i][d] = next_float(in);
    next_floats(in, net->b1, dense);
    for (int o = 0; o < 3; o++)
        next_floats(in, net->w2[o], dense);
    next_floats(in, net->b2, 3);
}

static bool read_layers(struct reader *in, struct by_net *net)
{
    int channels = net->shape.channels;
    if (!read_conv(in, &net->stem, net->shape.planes, channels, BY_NET_TAPS))
        return false;
    for (int b = 0; b < net->shape.blocks; b++) {
        for (int k = 0; k < 2; k++)
            if (!read_conv(in, &net->block[b][k], channels, channels, BY_NET_TAPS))
                return false;
        net->skip[b] = next_float(in);
    }
    if (!read_conv(in, &net->head, channels, net->shape.head, 1))
        return false;
    read_logit(in, &net->policy, net->shape.head);
    read_logit(in, &net->owner, net->shape.head);
    read_dense(in, net);
    return true;
}

/* --- the file --------------------------------------------------------------------------- */

static size_t conv_bytes(int in, int out, int taps)
{
    return (size_t)out * (8 + (size_t)taps * (size_t)in);
}

static size_t bytes_of(struct by_net_shape s)
{
    size_t block = 2 * conv_bytes(s.channels, s.channels, BY_NET_TAPS) + 4;
    size_t floats = (size_t)s.dense * (2 * (size_t)s.head + 4) + 3;
    return HEAD + SHAPE + conv_bytes(s.planes, s.channels, BY_NET_TAPS) + (size_t)s.blocks * block +
           conv_bytes(s.channels, s.head, 1) + 2 * (8 + (size_t)s.head) + 4 * floats;
}

/* A number of the shape; -1: out of its bounds. */
static int side(const uint8_t *at, int low, int high, int step)
{
    uint32_t value = word_at(at);
    bool good = value >= (uint32_t)low && value <= (uint32_t)high && value % (uint32_t)step == 0;
    return good ? (int)value : -1;
}

static bool read_shape(const uint8_t *at, struct by_net_shape *shape)
{
    *shape = (struct by_net_shape){.planes = side(at, 1, BY_NET_PLANES_MAX, 1),
                                   .channels = side(at + 4, 16, BY_NET_CHANNELS_MAX, 16),
                                   .blocks = side(at + 8, 0, BY_NET_BLOCKS_MAX, 1),
                                   .head = side(at + 12, 16, BY_NET_HEAD_MAX, 16),
                                   .dense = side(at + 16, 1, BY_NET_DENSE_MAX, 1)};
    return shape->planes > 0 && shape->channels > 0 && shape->blocks >= 0 && shape->head > 0 &&
           shape->dense > 0;
}

/* NULL: the bytes around the layers are good. Otherwise what is wrong with them. */
static const char *first_fault(const uint8_t *bytes, size_t size, struct by_net_shape *shape)
{
    if (size < HEAD + SHAPE || size > BY_NET_FILE_MAX || memcmp(bytes, magic, sizeof magic) != 0)
        return "not a file of a network";
    if (word_at(bytes + 8) != BY_NET_VERSION)
        return "a network of a version that this program does not know";
    if (word_at(bytes + 12) != by_crc32(0, bytes + HEAD, size - HEAD))
        return "the file of a network, damaged: its checksum is wrong";
    if (!read_shape(bytes + HEAD, shape))
        return "a network of a shape that is not supported";
    if (bytes_of(*shape) != size)
        return "the file of a network that is not as long as its shape says";
    return NULL;
}

static enum by_status refuse(const char *name, const char *fault, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    return by_fail(err, BY_BAD_INPUT, "%s: %s", by_quote(name, quoted), fault);
}

enum by_status by_net_read(const uint8_t *bytes, size_t size, const char *name, struct by_net **out,
                           struct by_error *err)
{
    struct by_net_shape shape;
    *out = NULL;
    const char *fault = first_fault(bytes, size, &shape);
    if (fault)
        return refuse(name, fault, err);
    struct by_net *net = calloc(1, sizeof *net);
    if (!net)
        return by_fail_memory(err, sizeof *net);
    net->shape = shape;
    struct reader in = {.at = bytes + HEAD + SHAPE};
    bool whole = read_layers(&in, net);
    if (whole && !in.odd_float && !in.odd_weight) {
        *out = net;
        return BY_OK;
    }
    by_net_close(net);
    if (!whole)
        return by_fail_memory(err, size);
    return refuse(name,
                  in.odd_float ? "a network with a number that is not finite"
                               : "a network with a weight of -128; the lowest is -127",
                  err);
}

enum by_status by_net_load(const char *path, struct by_net **out, struct by_error *err)
{
    char *bytes = NULL;
    size_t size = 0;
    *out = NULL;
    enum by_status status = by_file_load(path, BY_NET_FILE_MAX, &bytes, &size, err);
    if (status == BY_OK)
        status = by_net_read((const uint8_t *)bytes, size, path, out, err);
    free(bytes);
    return status;
}

void by_net_close(struct by_net *net)
{
    if (!net)
        return;
    free(net->stem.weight);
    for (int b = 0; b < BY_NET_BLOCKS_MAX; b++)
        for (int k = 0; k < 2; k++)
            free(net->block[b][k].weight);
    free(net->head.weight);
    free(net);
}

struct by_net_shape by_net_shape(const struct by_net *net)
{
    return net->shape;
}
