/* net_test.c: every kernel computes what net.h says, bit for bit. The twin below does so point by point and tap by
 * tap, from the bytes of the file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/long_test.h"
#include "nets/net_file_test.h"

#include <stdio.h>

#define POINTS_MAX (BY_NET_SIZE_MAX * BY_NET_SIZE_MAX)

/* --- the twin: layers ----------------------------------------------------------------------- */

struct conv {
    int in, out, taps;
    float mult[BY_NET_CHANNELS_MAX], bias[BY_NET_CHANNELS_MAX];
    const uint8_t *weight; /* [out][tap][in] */
};

struct logit {
    float mult, bias;
    const uint8_t *weight;
};

struct twin {
    struct by_net_shape shape;
    struct conv stem, head, block[BY_NET_BLOCKS_MAX][2];
    float skip[BY_NET_BLOCKS_MAX];
    struct logit policy, owner;
    float w1[BY_NET_DENSE_MAX][2 * BY_NET_HEAD_MAX], b1[BY_NET_DENSE_MAX];
    float w2[3][BY_NET_DENSE_MAX], b2[3];
    const uint8_t *at; /* while it is read */
};

static int weight_at(const uint8_t *at)
{
    return *at < 128 ? *at : *at - 256;
}

static uint32_t read_word(struct twin *t)
{
    const uint8_t *at = t->at;
    t->at += 4;
    return (uint32_t)at[0] + ((uint32_t)at[1] << 8) + ((uint32_t)at[2] << 16) +
           ((uint32_t)at[3] << 24);
}

static void read_floats(struct twin *t, float *out, int count)
{
    for (int i = 0; i < count; i++)
        out[i] = net_float_of(read_word(t));
}

static void read_conv(struct twin *t, struct conv *conv, int in, int out, int taps)
{
    conv->in = in;
    conv->out = out;
    conv->taps = taps;
    read_floats(t, conv->mult, out);
    read_floats(t, conv->bias, out);
    conv->weight = t->at;
    t->at += out * taps * in;
}

static void read_logit(struct twin *t, struct logit *logit)
{
    read_floats(t, &logit->mult, 1);
    read_floats(t, &logit->bias, 1);
    logit->weight = t->at;
    t->at += t->shape.head;
}

static void read_dense(struct twin *t)
{
    int dense = t->shape.dense;
    for (int i = 0; i < dense; i++)
        read_floats(t, t->w1[i], 2 * t->shape.head);
    read_floats(t, t->b1, dense);
    for (int i = 0; i < 3; i++)
        read_floats(t, t->w2[i], dense);
    read_floats(t, t->b2, 3);
}

static struct twin *read_twin(const struct net_file *file)
{
    struct twin *t = calloc(1, sizeof *t);
    assert_non_null(t);
    t->at = file->bytes + NET_FILE_SHAPE;
    t->shape.planes = (int)read_word(t);
    t->shape.channels = (int)read_word(t);
    t->shape.blocks = (int)read_word(t);
    t->shape.head = (int)read_word(t);
    t->shape.dense = (int)read_word(t);
    int channels = t->shape.channels;
    read_conv(t, &t->stem, t->shape.planes, channels, 9);
    for (int b = 0; b < t->shape.blocks; b++) {
        read_conv(t, &t->block[b][0], channels, channels, 9);
        read_conv(t, &t->block[b][1], channels, channels, 9);
        read_floats(t, &t->skip[b], 1);
    }
    read_conv(t, &t->head, channels, t->shape.head, 1);
    read_logit(t, &t->policy);
    read_logit(t, &t->owner);
    read_dense(t);
    assert_ptr_equal(t->at, file->bytes + file->size);
    return t;
}

/* --- the twin: what it computes --------------------------------------------------------------- */

/* Activations: [point][channel] */
typedef uint8_t layer[POINTS_MAX * BY_NET_CHANNELS_MAX];

static int sum_at(const struct conv *conv, int size, const uint8_t *in, int x, int y, int out)
{
    int reach = conv->taps == 9 ? 1 : 0, sum = 0;
    const uint8_t *weight = conv->weight + out * conv->taps * conv->in;
    for (int dy = -reach; dy <= reach; dy++)
        for (int dx = -reach; dx <= reach; dx++, weight += conv->in) {
            const uint8_t *from = in + ((y + dy) * size + x + dx) * conv->in;
            if (x + dx < 0 || x + dx >= size || y + dy < 0 || y + dy >= size)
                continue;
            for (int i = 0; i < conv->in; i++)
                sum += from[i] * weight_at(weight + i);
        }
    return sum;
}

static uint8_t byte_of(float t)
{
    float whole = isnan(t) ? 0 : rintf(t);
    return (uint8_t)(whole < 0 ? 0 : whole > 127 ? 127 : whole);
}

/* `old`: what is added, times `skip`, or NULL. */
static void convolve(const struct conv *conv, int size, const uint8_t *in, const uint8_t *old,
                     float skip, uint8_t *out)
{
    for (int p = 0; p < size * size; p++)
        for (int o = 0; o < conv->out; o++) {
            float t = (float)sum_at(conv, size, in, p % size, p / size, o) * conv->mult[o];
            t += conv->bias[o];
            if (old)
                t += (float)old[p * conv->out + o] * skip;
            out[p * conv->out + o] = byte_of(t);
        }
}

struct answer {
    float policy[POINTS_MAX + 1], owner[POINTS_MAX], value, lead;
};

static float bounded(float t)
{
    return isnan(t) ? 0 : t > FLT_MAX ? FLT_MAX : t < -FLT_MAX ? -FLT_MAX : t;
}

static float logit_at(const struct logit *logit, const uint8_t *hid, int head)
{
    int sum = 0;
    for (int i = 0; i < head; i++)
        sum += hid[i] * weight_at(logit->weight + i);
    return bounded((float)sum * logit->mult + logit->bias);
}

static void pool(int size, int head, const uint8_t *hid, float *out)
{
    for (int i = 0; i < head; i++) {
        int sum = 0, most = 0;
        for (int p = 0; p < size * size; p++) {
            int value = hid[p * head + i];
            sum += value;
            most = value > most ? value : most;
        }
        out[i] = (float)sum / (float)(size * size);
        out[head + i] = (float)most;
    }
}

static float line(const float *weight, const float *in, int count, float bias)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += weight[i] * in[i];
    return sum + bias;
}

static void run_heads(const struct twin *t, int size, const uint8_t *hid, struct answer *out)
{
    float pooled[2 * BY_NET_HEAD_MAX], unit[BY_NET_DENSE_MAX], last[3];
    int head = t->shape.head, dense = t->shape.dense;
    for (int p = 0; p < size * size; p++) {
        out->policy[p] = logit_at(&t->policy, hid + p * head, head);
        out->owner[p] = logit_at(&t->owner, hid + p * head, head);
    }
    pool(size, head, hid, pooled);
    for (int i = 0; i < dense; i++) {
        unit[i] = line(t->w1[i], pooled, 2 * head, t->b1[i]);
        unit[i] = unit[i] > 0 ? unit[i] : 0;
    }
    for (int i = 0; i < 3; i++)
        last[i] = bounded(line(t->w2[i], unit, dense, t->b2[i]));
    out->value = last[0];
    out->policy[size * size] = last[1];
    out->lead = last[2];
}

static void run_twin(const struct twin *t, int size, const uint8_t *planes, struct answer *out)
{
    static layer x, h, hid;
    convolve(&t->stem, size, planes, NULL, 0, x);
    for (int b = 0; b < t->shape.blocks; b++) {
        convolve(&t->block[b][0], size, x, NULL, 0, h);
        convolve(&t->block[b][1], size, h, x, t->skip[b], x); /* x of this point alone */
    }
    convolve(&t->head, size, x, NULL, 0, hid);
    run_heads(t, size, hid, out);
}

/* --- the kernels ------------------------------------------------------------------------------ */

static const char *const kernel_names[BY_NET_KERNELS] = {"plain", "avx2", "vnni"};

enum { GUARD = 64, GUARDED = 0xa5 };

static bool is_guard(const void *at, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const uint8_t *)at)[i] != GUARDED)
            return false;
    return true;
}

/* By a kernel, or by the best one; in scratch memory that is full of something, with guards on both sides. */
static void run_guarded(const struct by_net *net, int kernel, int size, const uint8_t *planes,
                        bool owner, struct answer *out)
{
    size_t bytes = by_net_scratch(net, size), points = (size_t)size * (size_t)size;
    uint8_t *room = aligned_alloc(GUARD, bytes + 2 * (size_t)GUARD);
    assert_non_null(room);
    assert_int_equal(bytes % GUARD, 0);
    memset(room, GUARDED, bytes + 2 * (size_t)GUARD);
    memset(out, GUARDED, sizeof *out);
    struct by_net_out said = {.policy = out->policy, .owner = owner ? out->owner : NULL};
    if (kernel < BY_NET_KERNELS)
        by_net_run_with(net, (enum by_net_kernel)kernel, size, planes, room + GUARD, &said);
    else
        by_net_run(net, size, planes, room + GUARD, &said);
    out->value = said.value;
    out->lead = said.lead;
    assert_true(is_guard(room, GUARD) && is_guard(room + GUARD + bytes, GUARD));
    assert_true(is_guard(out->policy + points + 1, sizeof out->policy - 4 * (points + 1)));
    size_t asked = owner ? 4 * points : 0;
    assert_true(is_guard((uint8_t *)out->owner + asked, sizeof out->owner - asked));
    free(room);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void assert_bits(const float *a, const float *b, int count, const char *what,
                        const char *where)
{
    for (int i = 0; i < count; i++)
        if (bits_of(a[i]) != bits_of(b[i]))
            fail_msg("%s %d: %a, and %a by %s", what, i, (double)a[i], (double)b[i], where);
}

static void assert_same(const struct answer *twin, const struct answer *other, int size, bool owner,
                        const char *where)
{
    assert_bits(twin->policy, other->policy, size * size + 1, "policy", where);
    if (owner)
        assert_bits(twin->owner, other->owner, size * size, "owner", where);
    assert_bits(&twin->value, &other->value, 1, "value", where);
    assert_bits(&twin->lead, &other->lead, 1, "lead", where);
}

/* All kernels that there are, and by_net_run, say what the twin says. */
static void check(const struct twin *twin, const struct by_net *net, int size,
                  const uint8_t *planes, bool owner)
{
    struct answer mine, theirs;
    char where[128];
    struct by_net_shape s = twin->shape;
    run_twin(twin, size, planes, &mine);
    for (int kernel = 0; kernel <= BY_NET_KERNELS; kernel++) {
        if (kernel < BY_NET_KERNELS && !by_net_has_kernel((enum by_net_kernel)kernel))
            continue;
        (void)snprintf(where, sizeof where, "%s at %dx%d, shape %d %d %d %d %d",
                       kernel < BY_NET_KERNELS ? kernel_names[kernel] : "the best kernel", size,
                       size, s.planes, s.channels, s.blocks, s.head, s.dense);
        run_guarded(net, kernel, size, planes, owner, &theirs);
        assert_same(&mine, &theirs, size, owner, where);
    }
}

/* --- any networks on any boards ----------------------------------------------------------------- */

static int one_of(struct by_rng *rng, int low, int high)
{
    return low + (int)by_rng_below(rng, (uint32_t)(high - low + 1));
}

/* Flags, few or many, or bytes of all values, or all the largest; an allocation of its own. */
static uint8_t *made_planes(struct by_rng *rng, int size, int count)
{
    size_t bytes = (size_t)size * (size_t)size * (size_t)count;
    int kind = one_of(rng, 0, 3), among = one_of(rng, 2, 12);
    uint8_t *planes = malloc(bytes);
    assert_non_null(planes);
    for (size_t i = 0; i < bytes; i++)
        planes[i] = (uint8_t)(kind == 0   ? 127
                              : kind == 1 ? one_of(rng, 0, 127)
                                          : 64 * (one_of(rng, 1, among) == 1));
    return planes;
}

static void check_made(struct by_net_shape shape, enum net_style style, int size,
                       struct by_rng *rng, bool owner)
{
    struct net_file file;
    net_file_make(&file, shape, style, by_rng_next(rng));
    struct by_net *net = net_file_read(&file);
    struct twin *twin = read_twin(&file);
    uint8_t *planes = made_planes(rng, size, shape.planes);
    check(twin, net, size, planes, owner);
    free(planes);
    free(twin);
    by_net_close(net);
    free(file.bytes);
}

static struct by_net_shape made_shape(struct by_rng *rng)
{
    return (struct by_net_shape){.planes = one_of(rng, 1, BY_NET_PLANES_MAX),
                                 .channels = 16 * one_of(rng, 1, BY_NET_CHANNELS_MAX / 16),
                                 .blocks = one_of(rng, 0, 4),
                                 .head = 16 * one_of(rng, 1, BY_NET_HEAD_MAX / 16),
                                 .dense = one_of(rng, 1, BY_NET_DENSE_MAX)};
}

/* Products in the convolutions. */
static double work_of(struct by_net_shape s, int size)
{
    return (double)size * size * s.channels * (9 * s.planes + 18 * s.blocks * s.channels + s.head);
}

static void all_kernels_compute_what_the_twin_does(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 11, 0);
    for (int i = 0; i < long_or(20000, 400); i++) {
        struct by_net_shape shape = made_shape(&rng);
        int size = one_of(&rng, 2, BY_NET_SIZE_MAX);
        while (work_of(shape, size) > 1e7) {
            shape = made_shape(&rng);
            size = one_of(&rng, 2, BY_NET_SIZE_MAX);
        }
        check_made(shape, (enum net_style)(i % NET_STYLES), size, &rng, i % 3 > 0);
    }
}

/* Blocks of cells and slices fit boards and widths differently. */
static void every_size_of_board_goes_with_every_width(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 12, 0);
    for (int size = 2; size <= BY_NET_SIZE_MAX; size++)
        for (int slices = 1; slices <= BY_NET_CHANNELS_MAX / 16; slices++) {
            struct by_net_shape shape = made_shape(&rng);
            shape.planes = 1 + (size + slices) % 8;
            shape.channels = 16 * slices;
            shape.blocks = 0;
            check_made(shape, NET_USUAL, size, &rng, true);
            shape.blocks = 1;
            if ((size + slices) % long_or(1, 8) == 0)
                check_made(shape, NET_USUAL, size, &rng, true);
        }
}

static void many_blocks_and_the_largest_shape(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 13, 0);
    check_made((struct by_net_shape){16, 32, BY_NET_BLOCKS_MAX, 32, 64}, NET_USUAL, 7, &rng, true);
    check_made((struct by_net_shape){BY_NET_PLANES_MAX, BY_NET_CHANNELS_MAX, BY_NET_BLOCKS_MAX,
                                     BY_NET_HEAD_MAX, BY_NET_DENSE_MAX},
               NET_USUAL, 3, &rng, true);
    if (long_tests())
        check_made((struct by_net_shape){BY_NET_PLANES_MAX, BY_NET_CHANNELS_MAX, 6, BY_NET_HEAD_MAX,
                                         BY_NET_DENSE_MAX},
                   NET_LARGE, BY_NET_SIZE_MAX, &rng, true);
}

/* --- by hand ---------------------------------------------------------------------------------- */

/* One plane and nothing but zeros, but that an activation of channel 0 passes through the head as it is, to the
 * policy with a weight of 1 and to the owner with one of -2. */
static struct net_file empty_file(void)
{
    struct net_file file;
    struct by_net_shape shape = {1, 16, 0, 16, 1};
    net_file_make(&file, shape, NET_USUAL, 1);
    memset(file.bytes + NET_FILE_LAYERS, 0, file.size - NET_FILE_LAYERS);
    return file;
}

/* In the file of empty_file(). */
enum {
    STEM_MULT = NET_FILE_LAYERS,
    STEM_BIAS = STEM_MULT + 4 * 16,
    STEM_WEIGHT = STEM_BIAS + 4 * 16,
    HEAD_MULT = STEM_WEIGHT + 16 * 9,
    HEAD_WEIGHT = HEAD_MULT + 8 * 16,
    POLICY = HEAD_WEIGHT + 16 * 16,
    OWNER = POLICY + 8 + 16,
    W1 = OWNER + 8 + 16,
    B1 = W1 + 4 * 32,
    W2 = B1 + 4,
    B2 = W2 + 4 * 3
};

static void set(struct net_file *file, int place, float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    net_put_word(file->bytes + place, word);
}

static void let_through(struct net_file *file)
{
    set(file, HEAD_MULT, 1);
    file->bytes[HEAD_WEIGHT] = 1;
    set(file, POLICY, 1);
    file->bytes[POLICY + 8] = 1;
    set(file, OWNER, 1);
    file->bytes[OWNER + 8] = 0xfe; /* -2 */
}

/* By every kernel. */
static void expect(struct net_file *file, int size, const uint8_t *planes,
                   const struct answer *wanted)
{
    net_file_seal(file->bytes, file->size);
    struct by_net *net = net_file_read(file);
    struct twin *twin = read_twin(file);
    struct answer out;
    run_twin(twin, size, planes, &out);
    assert_same(wanted, &out, size, true, "the twin");
    check(twin, net, size, planes, true);
    free(twin);
    by_net_close(net);
}

static void a_tap_looks_where_the_file_says(void **state)
{
    (void)state;
    for (int tap = 0; tap < 9; tap++)
        for (int from = 0; from < 9; from++) {
            struct net_file file = empty_file();
            struct answer wanted = {.value = 0};
            uint8_t planes[9] = {0};
            planes[from] = 10;
            let_through(&file);
            set(&file, STEM_MULT, 1);
            file.bytes[STEM_WEIGHT + tap] = 3;
            /* ky 0 is the row below, so who looks there is above */
            int x = from % 3 - (tap % 3 - 1), y = from / 3 - (tap / 3 - 1);
            if (x >= 0 && x < 3 && y >= 0 && y < 3)
                wanted.policy[y * 3 + x] = 30;
            for (int i = 0; i < 9; i++)
                wanted.owner[i] = -2 * wanted.policy[i] + 0;
            expect(&file, 3, planes, &wanted);
            free(file.bytes);
        }
}

static void halves_are_rounded_to_even(void **state)
{
    (void)state;
    static const struct {
        float bias, byte;
    } cases[] = {{0.5F, 0},       {1.5F, 2},   {2.5F, 2},      {126.5F, 126},    {0.50000006F, 1},
                 {-0.5F, 0},      {-7, 0},     {127.5F, 127},  {1e30F, 127},     {-FLT_MAX, 0},
                 {2.4999998F, 2}, {63.5F, 64}, {0x1p-149F, 0}, {126.49999F, 126}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct net_file file = empty_file();
        struct answer wanted = {.value = 0};
        const uint8_t planes[4] = {0};
        let_through(&file);
        set(&file, STEM_BIAS, cases[i].bias);
        for (int p = 0; p < 4; p++) {
            wanted.policy[p] = cases[i].byte;
            wanted.owner[p] = -2 * cases[i].byte + 0;
        }
        expect(&file, 2, planes, &wanted);
        free(file.bytes);
    }
}

/* 127 * 127 * FLT_MAX is infinite; with as much of the other sign it is no number. */
static void what_overflows_is_clamped_and_what_is_no_number_is_0(void **state)
{
    (void)state;
    const uint8_t planes[4] = {127, 0, 0, 0};
    struct net_file file = empty_file();
    struct answer wanted = {.value = FLT_MAX, .lead = -FLT_MAX, .policy = {[4] = 0}};
    let_through(&file);
    set(&file, STEM_MULT, FLT_MAX);
    file.bytes[STEM_WEIGHT + 4] = 127;
    set(&file, POLICY, FLT_MAX);      /* 127 * FLT_MAX; */
    set(&file, OWNER + 4, FLT_MAX);   /* -254 + FLT_MAX */
    set(&file, B1, FLT_MAX);          /* the unit: FLT_MAX + */
    set(&file, W1 + 4 * 16, FLT_MAX); /* 127 * FLT_MAX */
    set(&file, W2, 1);
    set(&file, W2 + 4, 0); /* the pass: 0 * infinity */
    set(&file, W2 + 8, -1);
    wanted.policy[0] = FLT_MAX;
    for (int i = 0; i < 4; i++)
        wanted.owner[i] = FLT_MAX;
    expect(&file, 2, planes, &wanted);
    free(file.bytes);
}

/* --- the rest of what net.h promises ------------------------------------------------------------ */

/* Allocations of just the size that is asked for: a sanitizer sees who reads behind them. */
static void run_in_exact_room(const struct by_net *net, enum by_net_kernel kernel, int size,
                              const uint8_t *planes)
{
    size_t points = (size_t)size * (size_t)size;
    struct by_net_out out = {.policy = malloc((points + 1) * sizeof(float)),
                             .owner = malloc(points * sizeof(float))};
    void *scratch = aligned_alloc(64, by_net_scratch(net, size));
    assert_true(out.policy && out.owner && scratch);
    by_net_run_with(net, kernel, size, planes, scratch, &out);
    free(scratch);
    free(out.policy);
    free(out.owner);
}

static void the_room_that_is_asked_for_is_enough(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 14, 0);
    for (int size = 2; size <= BY_NET_SIZE_MAX; size++) {
        struct net_file file;
        struct by_net_shape shape = {one_of(&rng, 1, 9), 16 * one_of(&rng, 1, 3), 1, 16, 3};
        net_file_make(&file, shape, NET_USUAL, (uint64_t)size);
        struct by_net *net = net_file_read(&file);
        uint8_t *planes = made_planes(&rng, size, shape.planes);
        for (int kernel = 0; kernel < BY_NET_KERNELS; kernel++)
            if (by_net_has_kernel((enum by_net_kernel)kernel))
                run_in_exact_room(net, (enum by_net_kernel)kernel, size, planes);
        free(planes);
        by_net_close(net);
        free(file.bytes);
    }
}

static void plain_c_is_always_there(void **state)
{
    (void)state;
    assert_true(by_net_has_kernel(BY_NET_PLAIN));
    for (int i = 0; i < BY_NET_KERNELS; i++)
        print_message("kernel %s: %s\n", kernel_names[i],
                      by_net_has_kernel((enum by_net_kernel)i) ? "compared"
                                                               : "not on this machine");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_c_is_always_there),
        cmocka_unit_test(a_tap_looks_where_the_file_says),
        cmocka_unit_test(halves_are_rounded_to_even),
        cmocka_unit_test(what_overflows_is_clamped_and_what_is_no_number_is_0),
        cmocka_unit_test(all_kernels_compute_what_the_twin_does),
        cmocka_unit_test(every_size_of_board_goes_with_every_width),
        cmocka_unit_test(many_blocks_and_the_largest_shape),
        cmocka_unit_test(the_room_that_is_asked_for_is_enough),
    };
    return cmocka_run_group_tests_name("net", tests, NULL, NULL);
}
