/* weights_file.c: packing and unpacking weights. The header has the format. */
#include "games/weights_file.h"

#include "base/checksum.h"
#include "games/bits.h"
#include <stdlib.h>
#include <string.h>

enum { HEAD = 32, SUM_AT = 28, VERSION = 1, BY_RICE_ESCAPE = 20 };
static const uint8_t magic[8] = {'b', 'a', 'n', 'y', 'a', 'n', 0x1a, 0x77};

/* --- Rice's code ------------------------------------------------------------------- */

/* What decides the number of low bits. */
struct mean {
    uint32_t count;
    uint64_t sum;
};

static int low_bits(const struct mean *mean)
{
    int k = 0;
    while ((uint64_t)mean->count << k < mean->sum)
        k++;
    return k;
}

static void learn(struct mean *mean, uint32_t number)
{
    mean->count++;
    mean->sum += number;
    if (mean->count == 64) {
        mean->count /= 2;
        mean->sum /= 2;
    }
}

/* Bits to or from bytes. Once they do not suffice, `failed` is set and all further bits are 0. */
struct bits {
    uint8_t *out; /* when writing */
    const uint8_t *in;
    size_t size, at; /* in bytes */
    uint64_t held;
    int count; /* bits held */
    bool failed;
    struct mean run, difference;
};

static void put(struct bits *bits, uint32_t value, int count)
{
    bits->held |= (uint64_t)value << bits->count;
    bits->count += count;
    for (; bits->count >= 8; bits->count -= 8, bits->held >>= 8) {
        if (bits->at < bits->size)
            bits->out[bits->at++] = (uint8_t)bits->held;
        else
            bits->failed = true;
    }
}

static void put_number(struct bits *bits, struct mean *mean, uint32_t number)
{
    int k = low_bits(mean);
    uint32_t ones = k < 32 ? number >> k : 0;
    if (ones >= BY_RICE_ESCAPE) {
        put(bits, (1U << BY_RICE_ESCAPE) - 1, BY_RICE_ESCAPE);
        put(bits, number, 32);
    } else {
        put(bits, (1U << ones) - 1, (int)ones + 1);
        put(bits, (uint32_t)(number & ((UINT64_C(1) << k) - 1)), k);
    }
    learn(mean, number);
}

/* At least 56 bits are held, zeros behind the end. */
static void fill(struct bits *bits)
{
    while (bits->count <= 56) {
        if (bits->at < bits->size)
            bits->held |= (uint64_t)bits->in[bits->at] << bits->count;
        bits->at++;
        bits->count += 8;
    }
}

static uint32_t take(struct bits *bits, int count)
{
    uint32_t value = (uint32_t)(bits->held & ((UINT64_C(1) << count) - 1));
    bits->held >>= count;
    bits->count -= count;
    return value;
}

static uint32_t get_number(struct bits *bits, struct mean *mean)
{
    int k = low_bits(mean);
    fill(bits);
    int ones = by_bits_first(~bits->held | UINT64_C(1) << BY_RICE_ESCAPE);
    uint32_t number;
    (void)take(bits, ones < BY_RICE_ESCAPE ? ones + 1 : BY_RICE_ESCAPE);
    if (ones < BY_RICE_ESCAPE && k < 32)
        number = (uint32_t)ones << k | take(bits, k);
    else
        number = take(bits, 32);
    bits->failed |= bits->at > bits->size + 8;
    learn(mean, number);
    return number;
}

/* --- weights one after another ---------------------------------------------------------- */

static uint32_t folded(int32_t difference)
{
    return difference > 0 ? 2 * (uint32_t)(difference - 1) : 2 * (uint32_t)-difference - 1;
}

static int32_t unfolded(uint32_t number)
{
    int32_t half = (int32_t)(number / 2);
    return number % 2 ? -half - 1 : half + 1;
}

static void pack(struct bits *bits, const int16_t *weights, int phases, size_t each)
{
    uint32_t run = 0;
    for (int phase = phases - 1; phase >= 0; phase--) {
        const int16_t *now = weights + (size_t)phase * each;
        for (size_t i = 0; i < each; i++) {
            int32_t difference = now[i] - (phase + 1 < phases ? now[i + each] : 0);
            if (difference == 0) {
                run++;
                continue;
            }
            put_number(bits, &bits->run, run);
            put_number(bits, &bits->difference, folded(difference));
            run = 0;
        }
    }
    put_number(bits, &bits->run, run);
    put(bits, 0, 7); /* what is held goes out */
}

/* False: the bytes do not say so many weights. */
static bool unpack(struct bits *bits, int16_t *weights, size_t phases, size_t each)
{
    size_t total = each * phases, run = get_number(bits, &bits->run);
    for (size_t n = 0; n < total && !bits->failed; n++) {
        size_t phase = phases - 1 - n / each, at = phase * each + n % each;
        int32_t value = phase + 1 < phases ? weights[at + each] : 0;
        if (run > 0) {
            run--;
        } else {
            value += unfolded(get_number(bits, &bits->difference));
            run = get_number(bits, &bits->run);
        }
        if (value < INT16_MIN || value > INT16_MAX)
            return false;
        weights[at] = (int16_t)value;
    }
    return run == 0 && !bits->failed && bits->at - (size_t)(bits->count / 8) == bits->size;
}

/* --- the file ----------------------------------------------------------------------------- */

static uint32_t sum_of(const uint8_t *file, size_t size)
{
    return by_crc32(by_crc32(0, file, SUM_AT), file + HEAD, size - HEAD);
}

enum by_status by_weights_write(const struct by_weights_kind *kind, const int16_t *weights,
                                uint8_t **bytes, size_t *size, struct by_error *err)
{
    uint8_t *file = malloc(BY_WEIGHTS_FILE_MAX);
    if (!file)
        return by_fail_memory(err, BY_WEIGHTS_FILE_MAX);
    struct bits bits = {.out = file + HEAD, .size = BY_WEIGHTS_FILE_MAX - HEAD};
    pack(&bits, weights, kind->phases, (size_t)kind->weights);
    if (bits.failed) {
        free(file);
        return by_fail(err, BY_BAD_INPUT,
                       "the weights take more than the %d MiB that a file may have",
                       BY_WEIGHTS_FILE_MAX >> 20);
    }
    memcpy(file, magic, sizeof magic);
    const uint32_t head[] = {VERSION, kind->sum, (uint32_t)kind->phases, (uint32_t)kind->weights,
                             (uint32_t)bits.at};
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
        by_bits_store(head[i], 4, file + 8 + 4 * i);
    *size = HEAD + bits.at;
    by_bits_store(sum_of(file, *size), 4, file + SUM_AT);
    *bytes = file;
    return BY_OK;
}

static uint32_t word(const uint8_t *file, int number)
{
    return (uint32_t)by_bits_load(file + 8 + 4 * (size_t)number, 4);
}

/* Everything but the packed weights. */
static enum by_status check_head(const struct by_weights_kind *kind, const uint8_t *file,
                                 size_t size, const char *name, struct by_error *err)
{
    if (size < HEAD || memcmp(file, magic, sizeof magic) != 0)
        return by_fail(err, BY_BAD_INPUT, "%.300s: this is no file of weights for %s", name,
                       kind->game);
    if (word(file, 0) != VERSION)
        return by_fail(err, BY_BAD_INPUT,
                       "%.300s: these weights have the format %u, this program reads %d", name,
                       word(file, 0), VERSION);
    if (word(file, 4) != size - HEAD)
        return by_fail(err, BY_BAD_INPUT, "%.300s: the file has %zu bytes of weights, not %u", name,
                       size - HEAD, word(file, 4));
    if (word(file, 5) != sum_of(file, size))
        return by_fail(err, BY_BAD_INPUT, "%.300s: the file is damaged: its sum is wrong", name);
    if (word(file, 1) != kind->sum || word(file, 2) != (uint32_t)kind->phases ||
        word(file, 3) != (uint32_t)kind->weights)
        return by_fail(err, BY_BAD_INPUT,
                       "%.300s: these weights are for other patterns than this program has", name);
    return BY_OK;
}

enum by_status by_weights_read(const struct by_weights_kind *kind, const uint8_t *bytes,
                               size_t size, const char *name, int16_t *weights,
                               struct by_error *err)
{
    enum by_status status = check_head(kind, bytes, size, name, err);
    if (status != BY_OK)
        return status;
    struct bits bits = {.in = bytes + HEAD, .size = size - HEAD};
    if (!unpack(&bits, weights, (size_t)kind->phases, (size_t)kind->weights))
        return by_fail(err, BY_BAD_INPUT, "%.300s: the packed weights cannot be read", name);
    return BY_OK;
}
