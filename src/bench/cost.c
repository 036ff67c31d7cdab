/* cost.c: what a playout of Go costs as the board grows, on each of its boards, and the power of
 * the size that fits best. A playout has about n^2 moves: it must cost n^2 at the least. */
#include "base/clock.h"
#include "bench/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_FIRST   9
#define SIZE_STEP    2
#define SIZES        6 /* up to 19 */
#define REPETITIONS  5
#define REPETITION_S 0.03

/* The boards, as the option `naive` calls them, and what is added to their lines' names. */
static const struct {
    const char *naive, *mark;
} boards[] = {{"off", ""}, {"on", "-naive"}, {"halfway", "-halfway"}};

/* Seconds of one playout from the start: the best of several short repetitions. */
static double best_cost(const struct by_bench *bench, const struct by_rules *rules, void *position,
                        struct by_playout *out)
{
    const struct by_policy *policy = by_policy_find(rules, "uniform");
    double best = INFINITY;
    struct by_rng rng;
    by_rng_init(&rng, 1, 0);
    for (int i = 0; i < REPETITIONS && !by_bench_stopped(bench); i++) {
        double begun = by_clock_worked(), elapsed;
        int done = 0;
        do {
            memcpy(position, rules->start, rules->position_size);
            policy->run(rules, position, &rng, out);
            done++;
            elapsed = by_clock_worked() - begun;
        } while (elapsed < REPETITION_S);
        best = fmin(best, elapsed / done);
    }
    return best;
}

/* A negative number when it could not be measured. */
static double cost_of(const struct by_bench *bench, int size, const char *naive)
{
    char text[8];
    const struct by_setting settings[] = {{"size", text}, {"naive", naive}};
    struct by_rules *rules;
    double cost = -1;
    snprintf(text, sizeof text, "%d", size);
    if (by_rules_open("go", settings, 2, NULL, &rules, NULL) != BY_OK)
        return -1;
    void *position = malloc(rules->position_size);
    struct by_playout out = {.scratch = calloc((size_t)rules->max_moves, sizeof *out.scratch)};
    if (position && out.scratch)
        cost = best_cost(bench, rules, position, &out);
    free(position);
    free(out.scratch);
    by_rules_close(rules);
    return cost;
}

/* The slope of the line through (ln size, ln cost) that has the least squares. */
static double slope(const double *cost)
{
    const double count = SIZES;
    double x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < SIZES; i++) {
        double size = log(SIZE_FIRST + i * SIZE_STEP), value = log(cost[i]);
        x += size;
        y += value;
        xx += size * size;
        xy += size * value;
    }
    return (count * xy - x * y) / (count * xx - x * x);
}

static void climb(const struct by_bench *bench, const char *naive, const char *mark)
{
    char name[64];
    double cost[SIZES];
    snprintf(name, sizeof name, "cost/go/exponent%s", mark);
    bool fit = by_bench_asks(bench, name);
    for (int i = 0; i < SIZES; i++) {
        char line[64];
        int size = SIZE_FIRST + i * SIZE_STEP;
        snprintf(line, sizeof line, "cost/go/%dx%d%s", size, size, mark);
        bool shown = by_bench_asks(bench, line);
        cost[i] = fit || shown ? cost_of(bench, size, naive) : -1;
        if (by_bench_stopped(bench))
            return;
        fit = fit && cost[i] > 0;
        if (shown && cost[i] > 0)
            by_bench_tell(bench, line, 1e6 * cost[i], "us");
    }
    if (fit)
        by_bench_tell(bench, name, slope(cost), "power of n");
}

void by_bench_cost(const struct by_bench *bench)
{
    for (size_t i = 0; i < sizeof boards / sizeof *boards && !by_bench_stopped(bench); i++)
        climb(bench, boards[i].naive, boards[i].mark);
}
