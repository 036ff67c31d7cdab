/* tune.c: see tune.h: the budget, the log, the steps as they are kept, the final match. */
#include "base/clock.h"
#include "base/file.h"
#include "learn/tuner.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define CONFIDENCE  0.95
#define FINAL_BOUT  20 /* games of the final match that are kept together */
#define STEPS_LEAST 2
#define SAVE_AFTER  1.0 /* seconds between two writings of the log */

const char by_tune_method_words[] = ""
#define BY_TUNE_METHOD(id, name, title) "|" name
#include "learn/methods.def"
#undef BY_TUNE_METHOD
    ;

const char *by_tune_method_name(enum by_tune_method method)
{
    static const char *const names[] = {
#define BY_TUNE_METHOD(id, name, title) name,
#include "learn/methods.def"
#undef BY_TUNE_METHOD
    };
    return names[method];
}

/* --- the budget ---------------------------------------------------------------------------- */

static int pairings_of(const struct by_tune_plan *plan)
{
    return plan->method == BY_TUNE_SELECTION ? plan->population * (plan->population - 1) / 2 : 1;
}

static enum by_status check_numbers(const struct by_tune_plan *plan, struct by_error *err)
{
    const struct {
        const char *what;
        int value, low, high;
    } numbers[] = {
        {"the budget", plan->games, 2, BY_TUNE_GAMES_MAX},
        {"the final match", plan->final_games, 2, BY_TUNE_GAMES_MAX},
        {"the population", plan->population, 2, BY_TUNE_POPULATION_MAX},
        {"a pairing", plan->pairing, 2, BY_TUNE_PAIRING_MAX},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].value < numbers[i].low || numbers[i].value > numbers[i].high ||
            (i > 0 && numbers[i].value % 2 != 0))
            return by_fail(err, BY_BAD_INPUT, "%s is %s number from %d to %d, not %d",
                           numbers[i].what, i == 0 ? "a whole" : "an even", numbers[i].low,
                           numbers[i].high, numbers[i].value);
    return BY_OK;
}

enum by_status by_tune_check(const struct by_tune_plan *plan, int *steps, struct by_error *err)
{
    enum by_status status = check_numbers(plan, err);
    if (status != BY_OK)
        return status;
    int64_t each = (int64_t)pairings_of(plan) * plan->pairing;
    int64_t least = STEPS_LEAST * each + plan->final_games;
    if (plan->games < least)
        return by_fail(
            err, BY_BAD_INPUT,
            "a budget of %d games is too small: %d steps of %lld games and a final match "
            "of %d take %lld",
            plan->games, STEPS_LEAST, (long long)each, plan->final_games, (long long)least);
    int64_t count = (plan->games - plan->final_games) / each;
    if (count > BY_TUNE_STEPS_MAX)
        return by_fail(err, BY_BAD_INPUT,
                       "%lld steps are more than %d: let a pairing have more games than %d",
                       (long long)count, BY_TUNE_STEPS_MAX, plan->pairing);
    *steps = (int)count;
    return BY_OK;
}

/* --- the log --------------------------------------------------------------------------------- */

static void write_identity(struct by_tuner *tuner)
{
    const struct by_tune_plan *plan = tuner->plan;
    struct by_buffer *out = &tuner->identity;
    by_buffer_open(out, BY_TUNE_LOG_BYTES);
    by_buffer_format(out, "method %s\ngames %d\nfinal %d\npopulation %d\npairing %d\nseed %llu\n",
                     by_tune_method_name(plan->method), plan->games, plan->final_games,
                     plan->population, plan->pairing, (unsigned long long)plan->seed);
    for (int k = 0; k < plan->vary->count; k++) {
        const struct by_param *p = &plan->vary->param[k];
        by_buffer_format(out, "vary %s=%.15g..%.15g%s from %.15g\n", p->name, p->low, p->high,
                         p->log ? ":log" : "", p->start);
    }
    by_buffer_format(out, "player %s\n", tuner->out->start_spec);
    by_buffer_add(out, plan->identity);
}

static enum by_status load_log(struct by_tuner *tuner, struct by_error *err)
{
    char *text = NULL, quoted[BY_QUOTE_SIZE];
    size_t size = 0;
    struct by_error why = {0};
    const char *path = tuner->plan->log;
    if (!path)
        return BY_OK;
    enum by_status status = by_file_load(path, BY_TUNE_LOG_BYTES, &text, &size, &why);
    if (status != BY_OK && errno == ENOENT)
        return by_file_can_save(path, err);
    if (status != BY_OK)
        return by_fail(err, status, "%.400s", why.text);
    status = by_tune_log_read(text, size, by_buffer_text(&tuner->identity), &tuner->log, &why);
    free(text);
    return status == BY_OK
               ? BY_OK
               : by_fail(err, status, "the log %s: %.400s", by_quote(path, quoted), why.text);
}

static enum by_status save_log(struct by_tuner *tuner, struct by_error *err)
{
    struct by_buffer text;
    if (!tuner->plan->log || tuner->out->fresh == 0)
        return BY_OK;
    by_buffer_open(&text, BY_TUNE_LOG_BYTES);
    by_tune_log_write(&tuner->log, by_buffer_text(&tuner->identity), &text);
    enum by_status status =
        text.failed ? by_fail_memory(err, text.limit)
                    : by_file_save(tuner->plan->log, by_buffer_text(&text), text.length, err);
    by_buffer_close(&text);
    tuner->saved = by_clock_now();
    return status;
}

/* --- bouts ------------------------------------------------------------------------------------- */

uint64_t by_tuner_seed(const struct by_tuner *tuner, enum by_tune_chance kind, int step)
{
    return by_seed_derive(by_seed_derive(tuner->plan->seed, (uint64_t)kind), (uint64_t)step);
}

double by_tuner_normal(struct by_rng *rng)
{
    return by_normal_quantile((by_rng_unit(rng) + 0x1p-54)); /* never 0 */
}

static void tell(const struct by_tuner *tuner)
{
    const struct by_tune_result *out = tuner->out;
    double values[BY_VARY_MAX];
    by_vary_values(tuner->plan->vary, tuner->best, values);
    const struct by_tune_news news = {out->games, tuner->plan->games, out->step_count + 1,
                                      tuner->steps, out->step_count > 0 ? values : out->start};
    if (tuner->progress)
        tuner->progress(tuner->context, &news);
}

/* What the log knows of the next bout, if it can be. */
static enum by_status look_up(struct by_tuner *tuner, int games, struct by_tally *out,
                              struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    *out = tuner->log.bouts[tuner->next++];
    if (by_tally_games(out) == games)
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT, "the log %s: bout %d has %ld games, not %d",
                   by_quote(tuner->plan->log, quoted), tuner->next, by_tally_games(out), games);
}

/* Plays a bout that nobody has played, and keeps it. */
static enum by_status play(struct by_tuner *tuner, const struct by_bout *bout, struct by_tally *out,
                           struct by_error *err)
{
    const struct by_tune_plan *plan = tuner->plan;
    enum by_status status = plan->play(plan->play_context, bout, tuner->stop, out, err);
    tuner->stopped = by_tally_games(out) < bout->games;
    if (status != BY_OK || tuner->stopped)
        return status;
    tuner->out->fresh += bout->games;
    tuner->next++;
    status = by_tune_log_add(&tuner->log, out, err);
    if (status == BY_OK && by_clock_now() - tuner->saved >= SAVE_AFTER)
        status = save_log(tuner, err);
    return status;
}

static enum by_status run_bout(struct by_tuner *tuner, const struct by_bout *bout,
                               struct by_tally *out, struct by_error *err)
{
    *out = (struct by_tally){{0}, {0}};
    enum by_status status = tuner->next < tuner->log.count ? look_up(tuner, bout->games, out, err)
                                                           : play(tuner, bout, out, err);
    if (status == BY_OK && !tuner->stopped) {
        tuner->out->games += bout->games;
        tell(tuner);
    }
    return status;
}

enum by_status by_tuner_bout(struct by_tuner *tuner, const double *a, const double *b,
                             uint64_t seed, struct by_tally *out, struct by_error *err)
{
    const struct by_vary *vary = tuner->plan->vary;
    char specs[2][BY_SPEC_LENGTH_MAX + 1];
    const double *points[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        double values[BY_VARY_MAX];
        by_vary_values(vary, points[i], values);
        if (!by_vary_spec(vary, values, specs[i], sizeof specs[i]))
            return by_fail(err, BY_BAD_INPUT, "the player is too long with what is varied");
    }
    const struct by_bout bout = {specs[0], specs[1], tuner->plan->pairing, seed};
    *out = (struct by_tally){{0}, {0}};
    return strcmp(specs[0], specs[1]) == 0 ? BY_OK : run_bout(tuner, &bout, out, err);
}

/* --- steps --------------------------------------------------------------------------------------- */

/* The mean over the last third; before that, the last point alone. */
static void average(struct by_tuner *tuner, const double *middle)
{
    int from = tuner->steps - (tuner->steps + 2) / 3;
    int counted = tuner->out->step_count - 1 - from;
    for (int k = 0; k < tuner->plan->vary->count; k++) {
        tuner->sum[k] = (counted > 0 ? tuner->sum[k] : 0) + middle[k];
        tuner->best[k] = tuner->sum[k] / (counted > 0 ? counted + 1 : 1);
    }
}

enum by_status by_tuner_add_step(struct by_tuner *tuner, int count, const double *u,
                                 const double *score, const bool *kept, const double *middle,
                                 struct by_error *err)
{
    const struct by_vary *vary = tuner->plan->vary;
    struct by_tune_result *out = tuner->out;
    struct by_tune_step *step = &out->steps[out->step_count];
    step->entries = calloc((size_t)count, sizeof *step->entries);
    if (!step->entries)
        return by_fail_memory(err, (size_t)count * sizeof *step->entries);
    step->games = out->games;
    step->count = count;
    for (int i = 0; i < count; i++) {
        by_vary_values(vary, u + (ptrdiff_t)i * BY_VARY_MAX, step->entries[i].value);
        step->entries[i].score = score[i];
        step->entries[i].kept = kept[i];
    }
    by_vary_values(vary, middle, step->value);
    out->step_count++;
    average(tuner, middle);
    return BY_OK;
}

/* --- the final match ------------------------------------------------------------------------------- */

static void add_up(struct by_tally *sum, const struct by_tally *more)
{
    for (int i = 0; i < 3; i++)
        sum->games[i] += more->games[i];
    for (int i = 0; i < 5; i++)
        sum->pairs[i] += more->pairs[i];
}

static enum by_status play_final(struct by_tuner *tuner, struct by_error *err)
{
    struct by_tune_result *out = tuner->out;
    int total = tuner->plan->final_games;
    enum by_status status = BY_OK;
    if (strcmp(out->best_spec, out->start_spec) == 0)
        return BY_OK;
    for (int done = 0; done < total && !status && !tuner->stopped; done += FINAL_BOUT) {
        struct by_tally tally;
        const struct by_bout bout = {out->best_spec, out->start_spec,
                                     total - done < FINAL_BOUT ? total - done : FINAL_BOUT,
                                     by_tuner_seed(tuner, BY_TUNE_FINAL, done / FINAL_BOUT)};
        status = run_bout(tuner, &bout, &tally, err);
        if (!status && !tuner->stopped)
            add_up(&out->final, &tally);
    }
    return status;
}

/* --- all of it --------------------------------------------------------------------------------------- */

static enum by_status open_tuner(struct by_tuner *tuner, struct by_error *err)
{
    struct by_tune_result *out = tuner->out;
    enum by_status status = by_tune_check(tuner->plan, &tuner->steps, err);
    if (status != BY_OK)
        return status;
    by_vary_start(tuner->plan->vary, out->start);
    if (!by_vary_spec(tuner->plan->vary, out->start, out->start_spec, sizeof out->start_spec))
        return by_fail(err, BY_BAD_INPUT, "the player is too long with what is varied");
    out->planned = tuner->steps;
    out->steps = calloc((size_t)tuner->steps, sizeof *out->steps);
    if (!out->steps)
        return by_fail_memory(err, (size_t)tuner->steps * sizeof *out->steps);
    write_identity(tuner);
    tuner->saved = by_clock_now();
    return tuner->identity.failed ? by_fail_memory(err, tuner->identity.limit)
                                  : load_log(tuner, err);
}

/* Where it leads to: the start when nothing was finished. */
static enum by_status settle(struct by_tuner *tuner, struct by_error *err)
{
    struct by_tune_result *out = tuner->out;
    memcpy(out->best, out->start, sizeof out->best);
    if (out->step_count > 0)
        by_vary_values(tuner->plan->vary, tuner->best, out->best);
    return by_vary_spec(tuner->plan->vary, out->best, out->best_spec, sizeof out->best_spec)
               ? BY_OK
               : by_fail(err, BY_BAD_INPUT, "the player is too long with what is varied");
}

static enum by_status run(struct by_tuner *tuner, struct by_error *err)
{
    enum by_status status = tuner->plan->method == BY_TUNE_SELECTION
                                ? by_tune_by_selection(tuner, err)
                                : by_tune_by_spsa(tuner, err);
    if (status == BY_OK)
        status = settle(tuner, err);
    if (status == BY_OK && !tuner->stopped)
        status = play_final(tuner, err);
    tuner->out->complete = status == BY_OK && !tuner->stopped;
    if (status == BY_OK && tuner->out->complete && tuner->next < tuner->log.count)
        return by_fail(err, BY_BAD_INPUT, "the log has more bouts than this tuning");
    enum by_status saved = save_log(tuner, status ? NULL : err);
    return status ? status : saved;
}

enum by_status by_tune(const struct by_tune_plan *plan, const atomic_bool *stop,
                       by_tune_progress *progress, void *context, struct by_tune_result *out,
                       struct by_error *err)
{
    *out = (struct by_tune_result){0};
    struct by_tuner tuner = {
        .plan = plan, .stop = stop, .progress = progress, .context = context, .out = out};
    enum by_status status = open_tuner(&tuner, err);
    if (status == BY_OK)
        status = run(&tuner, err);
    out->score = by_tally_score(&out->final, plan->paired, CONFIDENCE);
    by_tune_log_close(&tuner.log);
    by_buffer_close(&tuner.identity);
    return status;
}

void by_tune_close(struct by_tune_result *result)
{
    for (int i = 0; i < result->step_count; i++)
        free(result->steps[i].entries);
    free(result->steps);
    *result = (struct by_tune_result){0};
}
