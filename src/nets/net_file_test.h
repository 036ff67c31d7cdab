/* net_file_test.h: files of networks for tests: any shape, with numbers that are made up. Include it after
 * cmocka.h. */
#ifndef BY_NETS_NET_FILE_TEST_H
#define BY_NETS_NET_FILE_TEST_H

#include "base/checksum.h"
#include "base/rng.h"
#include "nets/net.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NET_FILE_SUM = 12, NET_FILE_SHAPE = 16, NET_FILE_LAYERS = 36 }; /* where they begin */

enum net_style {
    NET_USUAL,   /* activations are somewhere within 0..127 */
    NET_TIES,    /* halves before they are rounded */
    NET_LARGE,   /* weights of 127, a few of -127 and 0 */
    NET_EXTREME, /* floats that overflow, vanish and cancel */
    NET_ANY,     /* any bits that are finite */
    NET_STYLES
};

struct net_file {
    uint8_t *bytes;
    size_t size, room;
    struct by_rng rng;
    enum net_style style;
};

static inline float net_float_of(uint32_t word)
{
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static inline void net_put_word(uint8_t *at, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(word >> 8 * i);
}

static inline void net_file_add(struct net_file *file, uint32_t value, size_t bytes)
{
    if (file->size + 4 > file->room) {
        file->room = 2 * file->room + 4096;
        file->bytes = realloc(file->bytes, file->room);
        assert_non_null(file->bytes);
    }
    uint8_t word[4];
    net_put_word(word, value);
    memcpy(file->bytes + file->size, word, bytes);
    file->size += bytes;
}

/* --- numbers ------------------------------------------------------------------------------ */

/* -1 to 1 */
static inline float net_unit(struct net_file *file)
{
    return (float)(2 * by_rng_unit(&file->rng) - 1);
}

static inline float net_extreme(struct net_file *file)
{
    static const float some[] = {0,         -0.0F,      1,        -1,       0.5F,
                                 100,       FLT_MAX,    -FLT_MAX, 0x1p100F, -0x1p100F,
                                 0x1p-149F, -0x1p-149F, FLT_MIN,  1e30F};
    return some[by_rng_below(&file->rng, sizeof some / sizeof some[0])];
}

static inline float net_finite(struct net_file *file)
{
    for (;;) {
        float value = net_float_of((uint32_t)by_rng_next(&file->rng));
        if (isfinite(value))
            return value;
    }
}

/* As `file` has them: about `scale`, or no more than that. */
static inline void net_add_float(struct net_file *file, float scale, bool about)
{
    float value = scale * (about ? 1 + net_unit(file) / 2 : net_unit(file));
    if (file->style == NET_TIES)
        value = about ? 0.5F : (float)by_rng_below(&file->rng, 40) / 2 - 4;
    else if (file->style == NET_EXTREME && by_rng_below(&file->rng, 3) == 0)
        value = net_extreme(file);
    else if (file->style == NET_ANY)
        value = net_finite(file);
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    net_file_add(file, word, 4);
}

/* Ties need sums of a few products, each of them one or two activations. */
static inline void net_add_weights(struct net_file *file, int count, int fan)
{
    for (int i = 0; i < count; i++) {
        int weight = (int)by_rng_below(&file->rng, 255) - 127;
        if (file->style == NET_TIES)
            weight = by_rng_below(&file->rng, (uint32_t)fan) < 4 ? weight % 2 : 0;
        else if (file->style == NET_LARGE)
            weight = weight > 124 ? 0 : weight > -124 ? 127 : -127;
        net_file_add(file, (uint32_t)weight, 1);
    }
}

/* --- layers --------------------------------------------------------------------------------- */

static inline void net_add_conv(struct net_file *file, int in, int out, int taps)
{
    float weight =
        file->style == NET_LARGE ? 127.0F * (float)(taps * in) : 73 * sqrtf((float)(taps * in));
    for (int i = 0; i < out; i++)
        net_add_float(file, 1 / weight, true);
    for (int i = 0; i < out; i++)
        net_add_float(file, 30, false);
    net_add_weights(file, out * taps * in, taps * in);
}

static inline void net_add_logit(struct net_file *file, int head)
{
    net_add_float(file, 1e-3F, true);
    net_add_float(file, 1, false);
    net_add_weights(file, head, head);
}

static inline void net_add_dense(struct net_file *file, struct by_net_shape shape)
{
    for (int i = 0; i < shape.dense * 2 * shape.head; i++)
        net_add_float(file, 0.01F, false);
    for (int i = 0; i < shape.dense; i++)
        net_add_float(file, 0.1F, false);
    for (int i = 0; i < 3 * shape.dense; i++)
        net_add_float(file, 0.3F, false);
    for (int i = 0; i < 3; i++)
        net_add_float(file, 1, false);
}

/* --- the file ------------------------------------------------------------------------------- */

/* Makes the sum right. */
static inline void net_file_seal(uint8_t *bytes, size_t size)
{
    net_put_word(bytes + NET_FILE_SUM, by_crc32(0, bytes + NET_FILE_SHAPE, size - NET_FILE_SHAPE));
}

static inline void net_file_make(struct net_file *file, struct by_net_shape shape,
                                 enum net_style style, uint64_t seed)
{
    static const uint8_t magic[8] = {'b', 'a', 'n', 'y', 'a', 'n', 0x1a, 'n'};
    const int sides[5] = {shape.planes, shape.channels, shape.blocks, shape.head, shape.dense};
    *file = (struct net_file){.style = style};
    by_rng_init(&file->rng, seed, 0);
    for (int i = 0; i < 8; i++)
        net_file_add(file, magic[i], 1);
    net_file_add(file, 1, 4);
    net_file_add(file, 0, 4);
    for (int i = 0; i < 5; i++)
        net_file_add(file, (uint32_t)sides[i], 4);
    net_add_conv(file, shape.planes, shape.channels, 9);
    for (int b = 0; b < shape.blocks; b++) {
        net_add_conv(file, shape.channels, shape.channels, 9);
        net_add_conv(file, shape.channels, shape.channels, 9);
        net_add_float(file, 0.7F, true);
    }
    net_add_conv(file, shape.channels, shape.head, 1);
    net_add_logit(file, shape.head);
    net_add_logit(file, shape.head);
    net_add_dense(file, shape);
    net_file_seal(file->bytes, file->size);
}

static inline struct by_net *net_file_read(const struct net_file *file)
{
    struct by_net *net = NULL;
    struct by_error err = {0};
    if (by_net_read(file->bytes, file->size, "made", &net, &err) != BY_OK)
        fail_msg("%s", err.text);
    return net;
}

#endif
