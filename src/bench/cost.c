/* cost.c: what a playout costs as the board grows, in steps that its game counts and in time, and the
 * power of the size that fits best. A playout of Go has about n^2 moves: it must cost n^2 at the
 * least. Steps are the same on every machine. */
#include "base/clock.h"
#include "base/num.h"
#include "base/spec.h"
#include "bench/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_FIRST   5
#define SIZES        15 /* up to 19 */
#define CONFIDENCE   0.95
#define POINTS       4000 /* playouts whose steps are counted: about as many points together */
#define REPETITIONS  3
#define REPETITION_S 0.01
#define PHASES_MAX   16

/* A game at one size, ready for playouts. */
struct field {
    struct by_rules *rules;
    void *position;
    struct by_playout out;
    uint64_t work[PHASES_MAX];
    struct by_rng rng;
};

static void field_close(struct field *field)
{
    free(field->position);
    free(field->out.scratch);
    by_rules_close(field->rules);
}

static bool field_open(struct field *field, const struct by_bench_growth *growth, int size)
{
    char text[128];
    struct by_spec spec;
    *field = (struct field){.rules = NULL};
    snprintf(text, sizeof text, "%s size=%d %s", growth->game, size, growth->settings);
    if (by_spec_read(text, &spec, NULL) != BY_OK ||
        by_rules_open(growth->game, spec.settings, spec.count, NULL, &field->rules, NULL) != BY_OK)
        return false;
    field->position = malloc(field->rules->position_size);
    field->out.scratch = calloc((size_t)field->rules->max_moves, sizeof *field->out.scratch);
    by_rng_init(&field->rng, 1, (uint64_t)size);
    if (field->position && field->out.scratch)
        return true;
    field_close(field);
    return false;
}

static void play_out(struct field *field)
{
    const struct by_policy *policy = by_policy_find(field->rules, "uniform");
    memcpy(field->position, field->rules->start, field->rules->position_size);
    policy->run(field->rules, field->position, &field->rng, &field->out);
}

static int count_of(const char *const *names)
{
    int count = 0;
    while (names && names[count] && count < PHASES_MAX)
        count++;
    return count;
}

/* Steps of one playout, by phase, and all of them together. */
static double count_steps(struct field *field, double *of)
{
    int phases = count_of(field->rules->game->phases);
    int playouts = 1 + POINTS / (field->rules->width * field->rules->height);
    double all = 0;
    field->out.work = field->work;
    for (int i = 0; i < playouts; i++)
        play_out(field);
    for (int i = 0; i < phases; i++) {
        of[i] = (double)field->work[i] / playouts;
        all += of[i];
    }
    return all;
}

/* Plies of one playout: what the board itself asks for. */
static double count_plies(struct field *field, double *of)
{
    (void)of;
    int playouts = 1 + POINTS / (field->rules->width * field->rules->height);
    double plies = 0;
    for (int i = 0; i < playouts; i++) {
        play_out(field);
        plies += field->out.length;
    }
    return plies / playouts;
}

/* Microseconds of one playout from the start: the best of several short repetitions. */
static double take_time(struct field *field, double *of)
{
    (void)of;
    double best = INFINITY;
    for (int i = 0; i < REPETITIONS; i++) {
        double begun = by_clock_worked(), elapsed;
        int done = 0;
        do {
            play_out(field);
            done++;
            elapsed = by_clock_worked() - begun;
        } while (elapsed < REPETITION_S);
        best = fmin(best, elapsed / done);
    }
    return 1e6 * best;
}

static const struct measure {
    const char *name, *unit;
    double (*take)(struct field *field, double *of);
    bool has_parts;
    bool once; /* it is the same on all boards of a game */
} measures[] = {{"plies", "plies", count_plies, false, true},
                {"operations", "operations", count_steps, true, false},
                {"time", "us", take_time, false, false}};

/* What came out for each size. */
struct column {
    double size[SIZES]; /* logarithms */
    double all[SIZES];
    double of[SIZES][PHASES_MAX];
    const char *const *part;
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
    double powers[PHASES_MAX] = {0};
    struct by_line_fit fit = fit_power(column, column->all);
    for (int i = 0; i < count_of(column->part); i++)
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
    struct field field;
    if (!field_open(&field, growth, SIZE_FIRST + step))
        return false;
    snprintf(line, sizeof line, "cost/%s/%s/%s", growth->game, measure->name, field.rules->label);
    snprintf(exponent, sizeof exponent, "cost/%s/%s/exponent%s", growth->game, measure->name,
             mark_of(field.rules));
    bool shown = by_bench_asks(bench, line), fitted = by_bench_asks(bench, exponent);
    column->size[step] = by_ln(SIZE_FIRST + step);
    column->part = measure->has_parts ? field.rules->game->phases : NULL;
    if (shown || fitted)
        column->all[step] = measure->take(&field, column->of[step]);
    if (shown)
        bench->figure(bench->context, &(struct by_bench_figure){.name = line,
                                                                .value = column->all[step],
                                                                .unit = measure->unit,
                                                                .part = column->part,
                                                                .of = column->of[step]});
    if (fitted && step == SIZES - 1)
        tell_exponent(bench, growth, column, exponent);
    field_close(&field);
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
