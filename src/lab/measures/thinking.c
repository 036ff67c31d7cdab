/* thinking.c: what searches cost: the measures `work` and `growth`, and `time` and `time-growth`, which
 * run alone.
 *
 *   work    what a move takes player a: nodes, leaves, bytes, ... as `first` says which stands for the cell.
 *           With a player b also `ratio`, a's over b's, and `exponent`, the power of b's that a's is: where b
 *           looks at all b^d positions and a at b^(d/2), it is 1/2
 *   growth  the same for values of one option of player a: the power of the option (fit=power), or the
 *           factor for each 1 that it grows by (fit=factor); and the series behind it */
#include "base/num.h"
#include "lab/measures/searched.h"
#include "lab/measures/work.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- options ------------------------------------------------------------------------------------ */

/* clang-format off */
#define POSITION_OPTIONS                                                                           \
    {.name = "source", .type = BY_OPTION_TEXT, .low = 1, .high = 1000,                                                     \
     .help = "who plays the games that positions are taken from; without it: the start position"}, \
    {.name = "opening", .type = BY_OPTION_INT, .fallback = "4", .low = 0, .high = 1000,            \
     .help = "random plies at the beginning of these games"},                                      \
    {.name = "side", .type = BY_OPTION_CHOICE, .choices = "both|first|second", .fallback = "both", \
     .help = "whose moves are looked at"},                                                         \
    {.name = "positions", .type = BY_OPTION_INT, .fallback = "0", .low = 0, .high = 1000,          \
     .help = "positions of each game, spread over it; 0: all"}

#define TIME_OPTION                                                                                \
    {.name = "repeat", .type = BY_OPTION_INT, .fallback = "5", .low = 1, .high = 1000,             \
     .help = "thinks about each position, of which the shortest counts"}

#define GROWTH_OPTIONS                                                                             \
    {.name = "over", .type = BY_OPTION_TEXT, .low = 1, .high = 1000, .help = "the option of player a that grows"},         \
    {.name = "at", .type = BY_OPTION_TEXT, .low = 1, .high = 1000, .help = "its values, from three on: \"2 4 6\""},        \
    {.name = "fit", .type = BY_OPTION_CHOICE, .choices = "power|factor", .fallback = "power",      \
     .help = "grows with a power of it, or by a factor each time it grows by 1"}

#define FIRST_OPTION                                                                               \
    {.name = "first", .type = BY_OPTION_CHOICE, .choices = BY_CHOICES(by_work_words),              \
     .fallback = "nodes", .help = "which of the counts it is about"}
/* clang-format on */

static const struct by_option work_options[] = {FIRST_OPTION, POSITION_OPTIONS, {0}};
static const struct by_option time_options[] = {POSITION_OPTIONS, TIME_OPTION, {0}};
static const struct by_option growth_options[] = {
    GROWTH_OPTIONS, FIRST_OPTION, POSITION_OPTIONS, {0}};
static const struct by_option time_growth_options[] = {
    GROWTH_OPTIONS, POSITION_OPTIONS, TIME_OPTION, {0}};

static struct by_work_plan plan_of(const struct by_lab_job *job)
{
    const struct by_values *values = job->options;
    const struct by_value *source = by_values_get(values, "source");
    const struct by_value *repeat = by_values_find(values, "repeat");
    return (struct by_work_plan){
        .rules = job->rules,
        .seed = job->cell->seed,
        .samples = job->cell->games,
        .source = source->set ? source->text : NULL,
        .opening = (int)by_values_get(values, "opening")->integer,
        .side = by_values_get(values, "side")->choice - 1,
        .positions = (int)by_values_get(values, "positions")->integer,
        .repeat = repeat ? (int)repeat->integer : 1,
        .stop = job->stop,
        .progress = job->progress,
        .context = job->context,
    };
}

static enum by_work_what what_of(const struct by_lab_job *job)
{
    const struct by_value *first = by_values_find(job->options, "first");
    return first ? (enum by_work_what)first->choice : BY_WORK_SECONDS;
}

/* What is told besides: all counts, and time only where it is what is measured. */
static bool is_told(enum by_work_what what, enum by_work_what first)
{
    return what != BY_WORK_SECONDS || first == BY_WORK_SECONDS;
}

static enum by_status check_job(const struct by_lab_job *job, struct by_error *err)
{
    const struct by_value *source = by_values_get(job->options, "source");
    enum by_status status = BY_OK;
    if (!job->rules || !*job->cell->a)
        return by_fail(err, BY_BAD_INPUT, "a row with this measure names a game and a player a");
    if (job->cell->games > BY_SAMPLES_MAX)
        return by_fail(err, BY_BAD_INPUT, "this measure takes at most %d games", BY_SAMPLES_MAX);
    if (source->set)
        status = by_check_search(job->rules, source->text, err);
    if (status == BY_OK && *job->cell->b)
        status = by_check_search(job->rules, job->cell->b, err);
    return status;
}

/* --- a move ---------------------------------------------------------------------------------------- */

static void give(struct by_lab_numbers *out, const char *name, const double *values, int samples)
{
    struct by_sample_mean mean = by_mean_of(values, samples);
    if (samples == 1)
        by_lab_give(out, name, mean.value);
    else
        by_lab_give_mean(out, name, mean.value, mean.interval.low, mean.interval.high, samples);
}

static void give_amount(struct by_lab_numbers *out, const struct by_work_taken *taken, int samples,
                        enum by_work_what what)
{
    double values[BY_SAMPLES_MAX] = {0};
    for (int s = 0; s < samples; s++)
        values[s] = taken[s].amount[what];
    give(out, by_work_name(what), values, samples);
}

/* How a's compares with b's, sample by sample. */
static void give_compared(struct by_lab_numbers *out, const struct by_work_taken *taken,
                          int samples, enum by_work_what what)
{
    double ratio[BY_SAMPLES_MAX] = {0}, exponent[BY_SAMPLES_MAX] = {0};
    for (int s = 0; s < samples; s++) {
        double a = taken[s].amount[what], b = taken[samples + s].amount[what];
        ratio[s] = a / b;
        exponent[s] = by_ln(a) / by_ln(b);
    }
    give(out, "ratio", ratio, samples);
    give(out, "exponent", exponent, samples);
}

static void give_work(const struct by_lab_job *job, const struct by_work_taken *taken,
                      struct by_lab_numbers *out)
{
    enum by_work_what first = what_of(job);
    int samples = job->cell->games;
    give_amount(out, taken, samples, first);
    for (enum by_work_what what = 0; what < BY_WORKS; what++)
        if (what != first && is_told(what, first))
            give_amount(out, taken, samples, what);
    if (*job->cell->b)
        give_compared(out, taken, samples, first);
}

static enum by_status run_work(const struct by_lab_job *job, struct by_lab_numbers *out,
                               struct by_error *err)
{
    struct by_work_plan plan = plan_of(job);
    const char *specs[] = {job->cell->a, job->cell->b};
    int players = *job->cell->b ? 2 : 1;
    bool stopped = false;
    struct by_work_taken *taken = calloc((size_t)(players * plan.samples), sizeof *taken);
    if (!taken)
        return by_fail_memory(err, (size_t)(players * plan.samples) * sizeof *taken);
    enum by_status status = by_work_take(&plan, specs, players, taken, &stopped, err);
    if (status == BY_OK && !stopped)
        give_work(job, taken, out);
    free(taken);
    return status;
}

static enum by_status check_work(const struct by_lab_job *job, struct by_error *err)
{
    enum by_status status = check_job(job, err);
    return status == BY_OK ? by_check_search(job->rules, job->cell->a, err) : status;
}

/* --- how it grows ------------------------------------------------------------------------------------ */

struct growth {
    const char *over;
    int points;
    double value[BY_WORK_PLAYERS_MAX];
    char spec[BY_WORK_PLAYERS_MAX][BY_SPEC_LENGTH_MAX + 1];
    const char *specs[BY_WORK_PLAYERS_MAX];
};

static enum by_status add_point(struct growth *growth, const char *a, const char *text, int length,
                                struct by_error *err)
{
    char *end;
    int i = growth->points;
    if (i == BY_WORK_PLAYERS_MAX)
        return by_fail(err, BY_BAD_INPUT, "at= takes at most %d values", BY_WORK_PLAYERS_MAX);
    growth->value[i] = strtod(text, &end);
    if (end != text + length || !isfinite(growth->value[i]))
        return by_fail(err, BY_BAD_INPUT, "at= takes numbers, not '%.*s'", length, text);
    if (growth->value[i] <= (i > 0 ? growth->value[i - 1] : 0))
        return by_fail(err, BY_BAD_INPUT, "at= takes rising numbers above 0");
    int size = snprintf(growth->spec[i], sizeof growth->spec[i], "%s %s=%.*s", a, growth->over,
                        length, text);
    if (size >= (int)sizeof growth->spec[i])
        return by_fail(err, BY_BAD_INPUT, "the player's spec is too long");
    growth->specs[i] = growth->spec[i];
    growth->points++;
    return BY_OK;
}

/* Player a at each of the values. */
static enum by_status read_growth(const struct by_lab_job *job, struct growth *growth,
                                  struct by_error *err)
{
    const struct by_value *over = by_values_get(job->options, "over");
    const struct by_value *at = by_values_get(job->options, "at");
    enum by_status status = BY_OK;
    if (!over->set || !at->set)
        return by_fail(err, BY_BAD_INPUT, "growth needs over=OPTION and at=\"VALUE VALUE VALUE\"");
    growth->over = over->text;
    growth->points = 0;
    for (const char *text = at->text; *text && status == BY_OK;) {
        int length = (int)strcspn(text, " ,");
        if (length > 0)
            status = add_point(growth, job->cell->a, text, length, err);
        text += length + (text[length] != '\0');
    }
    if (status == BY_OK && growth->points < 3)
        return by_fail(err, BY_BAD_INPUT, "at= takes three values or more");
    return status;
}

static void give_growth(const struct by_lab_job *job, const struct growth *growth,
                        const struct by_work_taken *taken, enum by_work_what what, const char *name,
                        struct by_lab_numbers *out)
{
    double x[BY_WORK_PLAYERS_MAX];
    int samples = job->cell->games;
    bool factor = by_values_get(job->options, "fit")->choice == 1;
    double *amounts = calloc((size_t)(growth->points * samples), sizeof *amounts);
    struct by_sample_mean slope;
    for (int i = 0; i < growth->points; i++)
        x[i] = factor ? growth->value[i] : by_ln(growth->value[i]);
    for (int i = 0; amounts && i < growth->points * samples; i++)
        amounts[i] = taken[i].amount[what];
    if (amounts && by_growth_of(x, growth->points, amounts, samples, &slope))
        by_lab_give_mean(out, name, factor ? by_exp(slope.value) : slope.value,
                         factor ? by_exp(slope.interval.low) : slope.interval.low,
                         factor ? by_exp(slope.interval.high) : slope.interval.high, samples);
    for (int i = 0; amounts && i < growth->points; i++)
        by_lab_give_point(out, by_work_name(what), growth->value[i],
                          by_mean_of(amounts + i * samples, samples).value);
    free(amounts);
}

static enum by_status run_growth_of(const struct by_lab_job *job, struct growth *growth,
                                    struct by_lab_numbers *out, struct by_error *err)
{
    struct by_work_plan plan = plan_of(job);
    enum by_work_what first = what_of(job);
    size_t count = (size_t)(growth->points * plan.samples);
    bool stopped = false;
    struct by_work_taken *taken = calloc(count, sizeof *taken);
    if (!taken)
        return by_fail_memory(err, count * sizeof *taken);
    enum by_status status =
        by_work_take(&plan, growth->specs, growth->points, taken, &stopped, err);
    if (status == BY_OK && !stopped) {
        give_growth(job, growth, taken, first, "growth", out);
        if (first == BY_WORK_SECONDS) /* what does not depend on the machine, beside it */
            give_growth(job, growth, taken, BY_WORK_NODES, "growth-nodes", out);
    }
    free(taken);
    return status;
}

static enum by_status run_growth(const struct by_lab_job *job, struct by_lab_numbers *out,
                                 struct by_error *err)
{
    struct growth *growth = malloc(sizeof *growth);
    if (!growth)
        return by_fail_memory(err, sizeof *growth);
    enum by_status status = read_growth(job, growth, err);
    if (status == BY_OK)
        status = run_growth_of(job, growth, out, err);
    free(growth);
    return status;
}

static enum by_status check_growth(const struct by_lab_job *job, struct by_error *err)
{
    struct growth *growth = malloc(sizeof *growth);
    if (!growth)
        return by_fail_memory(err, sizeof *growth);
    enum by_status status = check_job(job, err);
    if (status == BY_OK)
        status = read_growth(job, growth, err);
    for (int i = 0; status == BY_OK && i < growth->points; i++)
        status = by_check_search(job->rules, growth->specs[i], err);
    free(growth);
    return status;
}

/* --- the measures --------------------------------------------------------------------------------------- */

const struct by_lab_measure by_lab_measure_work = {
    .name = "work",
    .help = "what a move takes player a: nodes, leaves, simulations, bytes, blocks, states, saved; "
            "with "
            "a player b: ratio, exponent",
    .options = work_options,
    .check = check_work,
    .run = run_work,
};

const struct by_lab_measure by_lab_measure_time = {
    .name = "time",
    .help = "seconds of the processor that a move takes player a, and what it counted; with a "
            "player b: "
            "ratio, exponent",
    .options = time_options,
    .alone = true,
    .check = check_work,
    .run = run_work,
};

const struct by_lab_measure by_lab_measure_growth = {
    .name = "growth",
    .help = "how what a move takes player a grows with one of its options",
    .options = growth_options,
    .check = check_growth,
    .run = run_growth,
};

const struct by_lab_measure by_lab_measure_time_growth = {
    .name = "time-growth",
    .help = "how the time of a move grows with an option of player a, and growth-nodes: its nodes",
    .options = time_growth_options,
    .alone = true,
    .check = check_growth,
    .run = run_growth,
};
