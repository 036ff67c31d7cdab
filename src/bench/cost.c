/* cost.c: what a playout costs as the board grows, in steps that its game counts and in time, and the
 * power of the size that fits best. A playout of Go has about n^2 moves: it must cost n^2 at the
 * least. Steps are the same on every machine. */
#include "base/num.h"
#include "bench/parts.h"
#include "lab/playout_cost.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SIZE_FIRST   5
#define SIZES        15 /* up to 19 */
#define CONFIDENCE   0.95
#define REPETITIONS  3
#define REPETITION_S 0.01

static enum by_status ground_open(struct by_playground *ground,
                                  const struct by_bench_growth *growth, int size)
{
    char text[128];
    snprintf(text, sizeof text, "%s size=%d %s", growth->game, size, growth->settings);
    enum by_status status = by_playground_open(ground, text, NULL);
    if (status == BY_OK)
        by_playground_reset(ground, 1, (uint64_t)size);
    return status;
}

static double count_plies(struct by_playground *ground, double *of)
{
    (void)of;
    return by_playground_plies(ground);
}

/* Microseconds of one playout: the best of several short repetitions. */
static double take_time(struct by_playground *ground, double *of)
{
    (void)of;
    double best = INFINITY;
    for (int i = 0; i < REPETITIONS; i++)
        best = fmin(best, by_playground_seconds(ground, 1, REPETITION_S));
    return 1e6 * best;
}

static const struct measure {
    const char *name, *unit;
    double (*take)(struct by_playground *ground, double *of);
    bool has_parts;
    bool once; /* it is the same on all boards of a game */
} measures[] = {{"plies", "plies", count_plies, false, true},
                {"operations", "operations", by_playground_steps, true, false},
                {"time", "us", take_time, false, false}};

/* What came out for each size. */
struct column {
    double size[SIZES]; /* logarithms */
    double all[SIZES];
    double of[SIZES][BY_PHASES_MAX];
    const char *const *part;
    int parts;
};

static struct by_line_fit fit_power(const struct column *column, const double *values)
{
    double y[SIZES];
    for (int i = 0; i < SIZES; i++)
        y[i] = by_ln(values[i]);
    return by_fit_line(column->size, y, SIZES, CONFIDENCE);
}

/* The power of a phase; 0 when it does not come up on every size. */
static double power_of_part(const struct column *column, int part)
{
    double values[SIZES];
    for (int i = 0; i < SIZES; i++) {
        values[i] = column->of[i][part];
        if (values[i] <= 0)
            return 0;
    }
    return fit_power(column, values).slope;
}

static void tell_exponent(const struct by_bench *bench, const struct by_bench_growth *growth,
                          const struct column *column, const char *name)
{
    double powers[BY_PHASES_MAX] = {0};
    struct by_line_fit fit = fit_power(column, column->all);
    for (int i = 0; i < column->parts; i++)
        powers[i] = power_of_part(column, i);
    bench->figure(bench->context, &(struct by_bench_figure){.name = name,
                                                            .value = fit.slope,
                                                            .unit = "power of n",
                                                            .interval = &fit.interval,
                                                            .source = growth->source,
                                                            .published = growth->published,
                                                            .part = column->part,
                                                            .of = powers});
}

/* What is added to the size in labels of this board: "-array" of "9x9-array". */
static const char *mark_of(const struct by_rules *rules)
{
    const char *mark = strchr(rules->label, '-');
    return mark ? mark : "";
}

/* One size: measured when its own line or the exponent is asked for. */
static bool climb_to(const struct by_bench *bench, const struct by_bench_growth *growth,
                     const struct measure *measure, struct column *column, int step)
{
    char line[96], exponent[96];
    struct by_playground ground;
    if (ground_open(&ground, growth, SIZE_FIRST + step) != BY_OK) {
        by_playground_close(&ground);
        return false;
    }
    snprintf(line, sizeof line, "cost/%s/%s/%s", growth->game, measure->name, ground.rules->label);
    snprintf(exponent, sizeof exponent, "cost/%s/%s/exponent%s", growth->game, measure->name,
             mark_of(ground.rules));
    bool shown = by_bench_asks(bench, line), fitted = by_bench_asks(bench, exponent);
    column->size[step] = by_ln(SIZE_FIRST + step);
    column->part = measure->has_parts ? ground.rules->game->phases : NULL;
    column->parts = measure->has_parts ? by_playground_phases(&ground) : 0;
    if (shown || fitted)
        column->all[step] = measure->take(&ground, column->of[step]);
    if (shown)
        bench->figure(bench->context, &(struct by_bench_figure){.name = line,
                                                                .value = column->all[step],
                                                                .unit = measure->unit,
                                                                .part = column->part,
                                                                .of = column->of[step]});
    if (fitted && step == SIZES - 1)
        tell_exponent(bench, growth, column, exponent);
    by_playground_close(&ground);
    return true;
}

static void climb(const struct by_bench *bench, const struct by_bench_growth *growth,
                  const struct measure *measure)
{
    struct column column = {.part = NULL};
    for (int step = 0; step < SIZES && !by_bench_stopped(bench); step++)
        if (!climb_to(bench, growth, measure, &column, step))
            return;
}

void by_bench_cost(const struct by_bench *bench)
{
    for (size_t m = 0; m < sizeof measures / sizeof *measures; m++) {
        const struct by_bench_growth *growth, *last = NULL;
        for (int g = 0; (growth = by_bench_growth(g)); g++) {
            bool again = last && strcmp(last->game, growth->game) == 0;
            last = growth;
            if (!again || !measures[m].once)
                climb(bench, growth, measures + m);
        }
    }
}
