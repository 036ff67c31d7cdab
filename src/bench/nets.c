/* nets.c: how often networks that are part of this build answer, by the best kernel of this machine and, to compare
 * with in the same run, in plain C (nets/net.h). What they are shown makes no difference: it is drawn. */
#include "base/clock.h"
#include "base/data.h"
#include "base/rng.h"
#include "bench/parts.h"
#include "nets/net.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE         9
#define POINTS       (SIZE * SIZE)
#define REPETITIONS  3
#define REPETITION_S 0.06
#define FLAG         64 /* one, in the networks' units */

struct asked {
    const struct by_bench *bench;
    const struct by_net *net;
    void *scratch;
    uint8_t planes[POINTS * BY_NET_PLANES_MAX];
};

static double one_speed(const struct asked *a, enum by_net_kernel kernel)
{
    float policy[POINTS + 1];
    struct by_net_out out = {.policy = policy};
    double begun = by_clock_worked(), elapsed = 0;
    int done = 0;
    do {
        by_net_run_with(a->net, kernel, SIZE, a->planes, a->scratch, &out);
        done++;
        elapsed = by_clock_worked() - begun;
    } while (elapsed < REPETITION_S && !by_bench_stopped(a->bench));
    return elapsed > 0 ? done / elapsed : 0;
}

static void measure(const struct asked *a, const char *name, enum by_net_kernel kernel)
{
    double best = 0;
    if (!by_bench_asks(a->bench, name))
        return;
    for (int i = 0; i < REPETITIONS && !by_bench_stopped(a->bench); i++)
        best = fmax(best, one_speed(a, kernel));
    if (!by_bench_stopped(a->bench))
        by_bench_tell(a->bench, name, best, "evaluations/s");
}

static void measure_both(struct asked *a, const char *line)
{
    char plain[80];
    enum by_net_kernel best = BY_NET_KERNELS - 1;
    struct by_rng rng;
    by_rng_init(&rng, 1, 0);
    for (size_t i = 0; i < sizeof a->planes; i++)
        a->planes[i] = by_rng_below(&rng, 4) == 0 ? FLAG : 0;
    while (!by_net_has_kernel(best))
        best--;
    snprintf(plain, sizeof plain, "%s/plain", line);
    measure(a, line, best);
    measure(a, plain, BY_NET_PLAIN);
}

/* The line is named after the file without its ending: go.net. */
static void bench_file(const struct by_bench *bench, const struct by_data *data, int length)
{
    char line[64];
    struct by_net *net = NULL;
    struct asked *a = calloc(1, sizeof *a);
    snprintf(line, sizeof line, "net/%.*s/%dx%d", length, data->name, SIZE, SIZE);
    if (a && by_net_read(data->bytes, data->size, data->name, &net, NULL) == BY_OK) {
        a->bench = bench;
        a->net = net;
        a->scratch = aligned_alloc(64, by_net_scratch(net, SIZE));
        if (a->scratch)
            measure_both(a, line);
        free(a->scratch);
    }
    by_net_close(net);
    free(a);
}

void by_bench_nets(const struct by_bench *bench)
{
    struct by_data data;
    for (int i = 0; by_data_at(i, &data) && !by_bench_stopped(bench); i++) {
        const char *ending = strrchr(data.name, '.');
        if (ending && strcmp(ending, ".net") == 0)
            bench_file(bench, &data, (int)(ending - data.name));
    }
}
