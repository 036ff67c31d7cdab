/* net.c: a network applied to a board; layers.h says how things lie. */
#include "nets/layers.h"

#include <float.h>
#include <string.h>

/* --- how a board lies --------------------------------------------------------------------- */

struct board {
    int size, stride; /* cells from a point to the one above it */
    int cells;        /* from the first point to the last, up to a multiple of 4 */
    size_t first;     /* bytes before the first point */
    size_t quad;      /* bytes */
};

static size_t up_to(size_t number, size_t step)
{
    return (number + step - 1) / step * step;
}

static struct board board_of(int size)
{
    size_t stride = (size_t)size + 1, run = (size_t)size * stride - 1;
    return (struct board){.size = size,
                          .stride = (int)stride,
                          .cells = (int)up_to(run, 4),
                          .first = 4 * (stride + 1),
                          .quad = 4 * up_to(2 * (stride + 1) + up_to(run, 16), 16)};
}

/* The parts of the scratch memory, in this order. */
struct parts {
    size_t input, x, h, hid, dots, end;
};

static struct parts parts_of(const struct by_net *net, const struct board *board)
{
    size_t channels = (size_t)net->shape.channels / 4 * board->quad;
    struct parts parts = {.input = 0};
    parts.x = (size_t)net->stem.quads * board->quad;
    parts.h = parts.x + channels;
    parts.hid = parts.h + channels;
    parts.dots = parts.hid + (size_t)net->shape.head / 4 * board->quad;
    parts.end = parts.dots + board->quad;
    return parts;
}

size_t by_net_scratch(const struct by_net *net, int size)
{
    struct board board = board_of(size);
    return parts_of(net, &board).end;
}

static const struct by_net_steps *steps_of(enum by_net_kernel kernel)
{
#if defined __x86_64__
    if (kernel == BY_NET_VNNI)
        return &by_net_vnni;
    if (kernel == BY_NET_AVX2)
        return &by_net_avx2;
#endif
    (void)kernel;
    return &by_net_plain;
}

bool by_net_has_kernel(enum by_net_kernel kernel)
{
#if defined __x86_64__
    if (kernel == BY_NET_VNNI)
        return __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl");
    if (kernel == BY_NET_AVX2)
        return __builtin_cpu_supports("avx2");
#endif
    return kernel == BY_NET_PLAIN;
}

/* --- convolutions -------------------------------------------------------------------------- */

/* One evaluation under way. */
struct run {
    const struct by_net *net;
    const struct by_net_steps *steps;
    struct board board;
    uint8_t *input, *x, *h, *hid; /* their first quads at the first point */
    int32_t *dots;
};

static void fill_input(const struct run *run, const uint8_t *planes)
{
    int count = run->net->shape.planes, size = run->board.size;
    for (int p = 0; p < size * size; p++, planes += count) {
        uint8_t *cell = run->input + (size_t)(p / size * run->board.stride + p % size) * 4;
        int i = 0;
        for (; i + 4 <= count; i += 4, cell += run->board.quad)
            memcpy(cell, planes + i, 4);
        memcpy(cell, planes + i, (size_t)(count - i));
    }
}

/* Cells that are no points: between the rows, and behind the last up to the multiple of 4. */
static void clear_between(const struct board *board, uint8_t *out, int quads)
{
    int run = board->size * board->stride - 1;
    for (int q = 0; q < quads; q++, out += board->quad) {
        for (int y = 1; y < board->size; y++)
            memset(out + ((ptrdiff_t)y * board->stride - 1) * 4, 0, 4);
        for (int i = run; i < board->cells; i++)
            memset(out + (ptrdiff_t)i * 4, 0, 4);
    }
}

static void convolve(const struct run *run, struct by_net_pass pass)
{
    const struct board *board = &run->board;
    int taps = pass.conv->taps, quads = pass.conv->quads;
    int32_t offset[BY_NET_STEPS];
    for (int t = 0; t < taps; t++) {
        int tap = taps == 1 ? 0 : (t / 3 - 1) * board->stride + (t % 3 - 1);
        for (int q = 0; q < quads; q++)
            offset[t * quads + q] = tap * 4 + q * (int)board->quad;
    }
    pass.quad = board->quad;
    pass.cells = board->cells;
    pass.steps = taps * quads;
    pass.offset = offset;
    run->steps->conv(&pass);
    clear_between(board, pass.out, pass.conv->out / 4);
}

static void run_trunk(const struct run *run)
{
    const struct by_net *net = run->net;
    convolve(run, (struct by_net_pass){.conv = &net->stem, .in = run->input, .out = run->x});
    for (int b = 0; b < net->shape.blocks; b++) {
        convolve(run, (struct by_net_pass){.conv = &net->block[b][0], .in = run->x, .out = run->h});
        convolve(run, (struct by_net_pass){.conv = &net->block[b][1],
                                           .in = run->h,
                                           .out = run->x,
                                           .old = run->x,
                                           .skip = net->skip[b]});
    }
    convolve(run, (struct by_net_pass){.conv = &net->head, .in = run->x, .out = run->hid});
}

/* --- the heads ----------------------------------------------------------------------------- */

static float bounded(float t)
{
    return t > FLT_MAX ? FLT_MAX : t >= -FLT_MAX ? t : t < 0 ? -FLT_MAX : 0; /* 0: no number */
}

static void write_logits(const struct run *run, const struct by_net_hidden *hidden,
                         const struct by_net_logit *logit, float *out)
{
    int size = run->board.size;
    run->steps->dots(hidden, logit->weight, run->dots);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            out[y * size + x] =
                bounded((float)run->dots[y * run->board.stride + x] * logit->mult + logit->bias);
}

static void pool(const struct run *run, const struct by_net_hidden *hidden, float *out)
{
    uint32_t sum[BY_NET_HEAD_MAX];
    uint8_t max[BY_NET_HEAD_MAX];
    int head = run->net->shape.head;
    run->steps->pool(hidden, sum, max);
    for (int i = 0; i < head; i++)
        out[i] = (float)(int32_t)sum[i] / (float)(run->board.size * run->board.size);
    for (int i = 0; i < head; i++)
        out[head + i] = (float)max[i];
}

/* Sums of all units beside each other: each in the order of the index, and yet by the vector. */
static void think(const struct by_net *net, const float *pooled, float out[3])
{
    float unit[BY_NET_DENSE_MAX] = {0};
    int dense = net->shape.dense;
    for (int i = 0; i < 2 * net->shape.head; i++)
        for (int d = 0; d < dense; d++)
            unit[d] += net->w1[i][d] * pooled[i];
    for (int d = 0; d < dense; d++) {
        unit[d] += net->b1[d];
        unit[d] = unit[d] > 0 ? unit[d] : 0;
    }
    for (int o = 0; o < 3; o++) {
        out[o] = 0;
        for (int d = 0; d < dense; d++)
            out[o] += net->w2[o][d] * unit[d];
        out[o] = bounded(out[o] + net->b2[o]);
    }
}

static void run_heads(const struct run *run, struct by_net_out *out)
{
    const struct by_net *net = run->net;
    float pooled[2 * BY_NET_HEAD_MAX], last[3];
    struct by_net_hidden hidden = {.at = run->hid,
                                   .quad = run->board.quad,
                                   .quads = net->shape.head / 4,
                                   .cells = run->board.cells};
    write_logits(run, &hidden, &net->policy, out->policy);
    if (out->owner)
        write_logits(run, &hidden, &net->owner, out->owner);
    pool(run, &hidden, pooled);
    think(net, pooled, last);
    out->value = last[0];
    out->policy[run->board.size * run->board.size] = last[1];
    out->lead = last[2];
}

void by_net_run_with(const struct by_net *net, enum by_net_kernel kernel, int size,
                     const uint8_t *planes, void *scratch, struct by_net_out *out)
{
    struct board board = board_of(size);
    struct parts parts = parts_of(net, &board);
    uint8_t *first = (uint8_t *)scratch + board.first;
    struct run run = {.net = net,
                      .steps = steps_of(kernel),
                      .board = board,
                      .input = first + parts.input,
                      .x = first + parts.x,
                      .h = first + parts.h,
                      .hid = first + parts.hid,
                      .dots = (int32_t *)((uint8_t *)scratch + parts.dots)};
    memset(scratch, 0, parts.dots); /* the borders; little beside what follows */
    fill_input(&run, planes);
    run_trunk(&run);
    run_heads(&run, out);
}

void by_net_run(const struct by_net *net, int size, const uint8_t *planes, void *scratch,
                struct by_net_out *out)
{
    enum by_net_kernel best = BY_NET_KERNELS - 1;
    while (!by_net_has_kernel(best))
        best--;
    by_net_run_with(net, best, size, planes, scratch, out);
}
