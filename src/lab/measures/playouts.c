/* playouts.c: what uniform playouts cost: the measure `playouts`, in steps that the game counts, and
 * `playout-time`, which runs alone. `playout-growth` and `playout-time-growth` go through boards of many
 * sizes in turn and give the power of the size that the cost grows with, and the series behind it; their
 * row names no game, for it is the measure's own, once for each size. */
#include "base/num.h"
#include "lab/measure.h"
#include "lab/measures/work.h"
#include "lab/playout_cost.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZES_MAX BY_WORK_PLAYERS_MAX

/* clang-format off */
#define SIZE_OPTIONS                                                                               \
    {.name = "of", .type = BY_OPTION_TEXT, .low = 1, .high = 1000, .help = "the game and its settings, without size="},    \
    {.name = "from", .type = BY_OPTION_INT, .fallback = "5", .low = 2, .high = 25,                 \
     .help = "the smallest size"},                                                                 \
    {.name = "to", .type = BY_OPTION_INT, .fallback = "19", .low = 4, .high = 25,                  \
     .help = "the largest size"},                                                                  \
    {.name = "step", .type = BY_OPTION_INT, .fallback = "1", .low = 1, .high = 10,                 \
     .help = "from one size to the next"}

#define TIME_OPTIONS                                                                               \
    {.name = "repeat", .type = BY_OPTION_INT, .fallback = "5", .low = 1, .high = 1000,             \
     .help = "times that each board is timed in turn, of which the shortest counts"},              \
    {.name = "least", .type = BY_OPTION_TIME, .fallback = "5ms", .low = 0.0001, .high = 10,        \
     .help = "how long playouts are repeated each time"}
/* clang-format on */

static const struct by_option time_options[] = {TIME_OPTIONS, {0}};
static const struct by_option growth_options[] = {SIZE_OPTIONS, {0}};
static const struct by_option time_growth_options[] = {SIZE_OPTIONS, TIME_OPTIONS, {0}};

static bool grows(const struct by_lab_job *job)
{
    return by_values_find(job->options, "of") != NULL;
}

static bool is_timed(const struct by_lab_job *job)
{
    return by_values_find(job->options, "least") != NULL;
}

/* The boards of a cell, small to large: one for each size, or one. */
struct boards {
    int count;
    double size[SIZES_MAX];
    struct by_playground ground[SIZES_MAX];
};

static void close_boards(struct boards *boards)
{
    for (int i = 0; i < boards->count; i++)
        by_playground_close(&boards->ground[i]);
    free(boards);
}

static enum by_status add_board(struct boards *boards, const char *game, int size,
                                struct by_error *err)
{
    char text[512];
    if (snprintf(text, sizeof text, "%s size=%d", game, size) >= (int)sizeof text)
        return by_fail(err, BY_BAD_INPUT, "of= is too long");
    boards->size[boards->count] = size;
    return by_playground_open(&boards->ground[boards->count++], text, err);
}

static enum by_status add_boards(const struct by_lab_job *job, struct boards *boards,
                                 struct by_error *err)
{
    const struct by_value *game = by_values_get(job->options, "of");
    int from = (int)by_values_get(job->options, "from")->integer;
    int to = (int)by_values_get(job->options, "to")->integer;
    int step = (int)by_values_get(job->options, "step")->integer;
    enum by_status status = BY_OK;
    if (!game->set)
        return by_fail(err, BY_BAD_INPUT, "this measure needs of=\"GAME SETTINGS\"");
    if (from + 2 * step > to)
        return by_fail(err, BY_BAD_INPUT, "a power takes three sizes or more");
    for (int size = from; size <= to && status == BY_OK; size += step)
        status = add_board(boards, game->text, size, err);
    return status;
}

/* The row's game alone, or all sizes. */
static enum by_status open_boards(const struct by_lab_job *job, struct boards **out,
                                  struct by_error *err)
{
    struct boards *boards = calloc(1, sizeof *boards);
    if (!boards)
        return by_fail_memory(err, sizeof *boards);
    enum by_status status;
    if (grows(job)) {
        status = add_boards(job, boards, err);
    } else {
        boards->count = 1;
        status = by_playground_open(&boards->ground[0], job->cell->game, err);
    }
    if (status != BY_OK) {
        close_boards(boards);
        return status;
    }
    for (int i = 0; i < boards->count; i++)
        boards->ground[i].stop = job->stop;
    *out = boards;
    return BY_OK;
}

static bool stopped(const struct by_lab_job *job)
{
    return atomic_load_explicit(job->stop, memory_order_relaxed);
}

static void give_power(const struct boards *boards, const double *amounts, int samples,
                       const char *name, struct by_lab_numbers *out)
{
    double x[SIZES_MAX];
    struct by_sample_mean power;
    for (int i = 0; i < boards->count; i++)
        x[i] = by_ln(boards->size[i]);
    if (!by_growth_of(x, boards->count, amounts, samples, &power))
        return;
    by_lab_give_mean(out, name, power.value, power.interval.low, power.interval.high, samples);
}

/* An amount of one board, or what it grows with and its series. */
static void give_amount(const struct by_lab_job *job, const struct boards *boards,
                        const double *amounts, const char *name, struct by_lab_numbers *out)
{
    char power[BY_LAB_WORD_MAX];
    int samples = job->cell->games;
    struct by_sample_mean mean = by_mean_of(amounts, samples);
    if (!grows(job)) {
        by_lab_give_mean(out, name, mean.value, mean.interval.low, mean.interval.high, samples);
        return;
    }
    snprintf(power, sizeof power, "power-%s", name);
    give_power(boards, amounts, samples, power, out);
    for (int i = 0; i < boards->count; i++)
        by_lab_give_point(out, name, boards->size[i],
                          by_mean_of(amounts + i * samples, samples).value);
}

/* --- steps ------------------------------------------------------------------------------------ */

/* Steps of each phase, of all together, and plies: each [board * samples + sample]. */
struct counted {
    double *steps, *plies, *of[BY_PHASES_MAX];
};

static void free_counted(struct counted *counted)
{
    free(counted->steps);
    free(counted->plies);
    for (int i = 0; i < BY_PHASES_MAX; i++)
        free(counted->of[i]);
}

static bool open_counted(struct counted *counted, size_t count, int phases)
{
    bool room = true;
    counted->steps = calloc(count, sizeof *counted->steps);
    counted->plies = calloc(count, sizeof *counted->plies);
    for (int i = 0; i < phases; i++) {
        counted->of[i] = calloc(count, sizeof *counted->of[i]);
        room &= counted->of[i] != NULL;
    }
    return room && counted->steps && counted->plies;
}

static void count_board(const struct by_lab_job *job, struct boards *boards, int board,
                        struct counted *counted)
{
    int samples = job->cell->games;
    struct by_playground *ground = &boards->ground[board];
    for (int s = 0; s < samples && !stopped(job); s++) {
        double of[BY_PHASES_MAX] = {0};
        int at = board * samples + s;
        by_playground_reset(ground, job->cell->seed, (uint64_t)s);
        counted->steps[at] = by_playground_steps(ground, of);
        by_playground_reset(ground, job->cell->seed, (uint64_t)s);
        counted->plies[at] = by_playground_plies(ground);
        for (int i = 0; i < by_playground_phases(ground); i++)
            counted->of[i][at] = of[i];
    }
}

static void give_counted(const struct by_lab_job *job, const struct boards *boards,
                         const struct counted *counted, struct by_lab_numbers *out)
{
    const char *const *names = boards->ground[0].rules->game->phases;
    give_amount(job, boards, counted->steps, "steps", out);
    give_amount(job, boards, counted->plies, "plies", out);
    for (int i = 0; i < by_playground_phases(&boards->ground[0]); i++)
        give_amount(job, boards, counted->of[i], names[i], out);
}

static enum by_status count_all(const struct by_lab_job *job, struct boards *boards,
                                struct by_lab_numbers *out, struct by_error *err)
{
    struct counted counted = {0};
    size_t count = (size_t)(boards->count * job->cell->games);
    bool room = open_counted(&counted, count, by_playground_phases(&boards->ground[0]));
    for (int board = 0; room && board < boards->count && !stopped(job); board++) {
        job->progress(job->context, (double)board / boards->count);
        count_board(job, boards, board, &counted);
    }
    if (room && !stopped(job))
        give_counted(job, boards, &counted, out);
    free_counted(&counted);
    return room ? BY_OK : by_fail_memory(err, count * sizeof *counted.steps);
}

/* --- time ---------------------------------------------------------------------------------------- */

/* All boards in turn, and again: of each the shortest. */
static void time_sample(const struct by_lab_job *job, struct boards *boards, int sample,
                        double *amounts)
{
    int samples = job->cell->games, repeat = (int)by_values_get(job->options, "repeat")->integer;
    double least = by_values_get(job->options, "least")->real;
    for (int round = 0; round < repeat; round++)
        for (int board = 0; board < boards->count && !stopped(job); board++) {
            struct by_playground *ground = &boards->ground[board];
            double *amount = &amounts[board * samples + sample];
            by_playground_reset(ground, job->cell->seed, (uint64_t)sample);
            double seconds = by_playground_seconds(ground, by_playground_playouts(ground), least);
            *amount = round == 0 ? seconds : fmin(*amount, seconds);
        }
}

static enum by_status time_all(const struct by_lab_job *job, struct boards *boards,
                               struct by_lab_numbers *out, struct by_error *err)
{
    int samples = job->cell->games;
    double *amounts = calloc((size_t)(boards->count * samples), sizeof *amounts);
    if (!amounts)
        return by_fail_memory(err, (size_t)(boards->count * samples) * sizeof *amounts);
    for (int s = 0; s < samples && !stopped(job); s++) {
        job->progress(job->context, (double)s / samples);
        time_sample(job, boards, s, amounts);
    }
    if (!stopped(job))
        give_amount(job, boards, amounts, "seconds", out);
    free(amounts);
    return BY_OK;
}

/* --- the measures ------------------------------------------------------------------------------------ */

static enum by_status check(const struct by_lab_job *job, struct by_error *err)
{
    struct boards *boards;
    if (job->cell->games > BY_SAMPLES_MAX)
        return by_fail(err, BY_BAD_INPUT, "this measure takes at most %d games", BY_SAMPLES_MAX);
    if (!grows(job) && !job->rules)
        return by_fail(err, BY_BAD_INPUT, "a row with this measure names a game");
    enum by_status status = open_boards(job, &boards, err);
    if (status != BY_OK)
        return status;
    bool counts = by_playground_phases(&boards->ground[0]) > 0;
    close_boards(boards);
    if (!counts && !is_timed(job))
        return by_fail(err, BY_BAD_INPUT, "this game does not count the steps of its playouts");
    return BY_OK;
}

static enum by_status run(const struct by_lab_job *job, struct by_lab_numbers *out,
                          struct by_error *err)
{
    struct boards *boards;
    enum by_status status = open_boards(job, &boards, err);
    if (status != BY_OK)
        return status;
    status = is_timed(job) ? time_all(job, boards, out, err) : count_all(job, boards, out, err);
    close_boards(boards);
    return status;
}

const struct by_lab_measure by_lab_measure_playouts = {
    .name = "playouts",
    .help =
        "steps of a playout as the game counts them, plies, and the steps of each of its phases",
    .check = check,
    .run = run,
};

const struct by_lab_measure by_lab_measure_playout_time = {
    .name = "playout-time",
    .help = "seconds of a playout",
    .options = time_options,
    .alone = true,
    .check = check,
    .run = run,
};

const struct by_lab_measure by_lab_measure_playout_growth = {
    .name = "playout-growth",
    .help = "power-steps: the power of the board's size that the steps of a playout grow with; "
            "power-plies, power-PHASE",
    .options = growth_options,
    .check = check,
    .run = run,
};

const struct by_lab_measure by_lab_measure_playout_time_growth = {
    .name = "playout-time-growth",
    .help = "power-seconds: the power of the board's size that the time of a playout grows with",
    .options = time_growth_options,
    .alone = true,
    .check = check,
    .run = run,
};
