/* work.c: see work.h. */
#include "lab/measures/work.h"
#include "base/clock.h"
#include "base/num.h"
#include <math.h>
#include <stdlib.h>

#define CONFIDENCE 0.95

const char by_work_words[] =
#define BY_WORK(id, name, unit) "|" name
#include "lab/measures/works.def"
#undef BY_WORK
    ;

const char *by_work_name(enum by_work_what what)
{
    static const char *const names[] = {
#define BY_WORK(id, name, unit) name,
#include "lab/measures/works.def"
#undef BY_WORK
    };
    return names[what];
}

struct bench {
    const struct by_work_plan *plan;
    struct by_searcher *player[BY_WORK_PLAYERS_MAX];
    struct by_work_taken sum[BY_WORK_PLAYERS_MAX]; /* over the positions of the sample under way */
    int players;
    int positions; /* of it */
    struct by_searcher *source;
    struct by_searcher *thinking; /* to be stopped */
    struct by_decision decision;
    struct by_line *line, *game;
    by_move *moves;
};

static bool stopped(const struct by_work_plan *plan)
{
    return plan->stop && atomic_load_explicit(plan->stop, memory_order_relaxed);
}

/* --- one position ------------------------------------------------------------------------------ */

static struct by_work_taken taken_of(const struct by_work *work, double seconds)
{
    return (struct by_work_taken){{
        [BY_WORK_NODES] = (double)work->nodes,
        [BY_WORK_LEAVES] = (double)work->leaves,
        [BY_WORK_SIMULATIONS] = (double)work->simulations,
        [BY_WORK_BYTES] = (double)work->tree_bytes,
        [BY_WORK_BLOCKS] = (double)work->tree_blocks,
        [BY_WORK_STATES] = (double)work->states,
        [BY_WORK_SAVED] = (double)work->saved,
        [BY_WORK_SECONDS] = seconds,
    }};
}

static void on_progress(void *context, const struct by_decision *so_far)
{
    const struct bench *bench = context;
    (void)so_far;
    if (stopped(bench->plan))
        by_searcher_stop(bench->thinking);
}

static enum by_status think(struct bench *bench, struct by_searcher *searcher,
                            const struct by_line *line, struct by_error *err)
{
    struct by_events events = {.context = bench, .progress = on_progress};
    bench->thinking = searcher;
    return by_searcher_think(searcher, line, NULL, &events, &bench->decision, err);
}

/* Every player in turn, and again: of the time the shortest counts, all else is the same each time. */
static enum by_status ask_all(struct bench *bench, uint64_t seed, struct by_error *err)
{
    const struct by_work_plan *plan = bench->plan;
    struct by_work_taken least[BY_WORK_PLAYERS_MAX] = {{{0}}};
    enum by_status status = BY_OK;
    for (int round = 0; round < plan->repeat; round++)
        for (int p = 0; p < bench->players; p++) {
            by_searcher_reset(bench->player[p], seed);
            double begun = by_clock_thread();
            status = think(bench, bench->player[p], bench->line, err);
            double seconds = by_clock_thread() - begun;
            if (status != BY_OK || stopped(plan))
                return status;
            double before = round == 0 ? seconds : least[p].amount[BY_WORK_SECONDS];
            least[p] = taken_of(&bench->decision.work, fmin(before, seconds));
        }
    for (int p = 0; p < bench->players; p++)
        for (int what = 0; what < BY_WORKS; what++)
            bench->sum[p].amount[what] += least[p].amount[what];
    bench->positions++;
    return status;
}

/* --- one sample ------------------------------------------------------------------------------- */

static bool wanted(const struct bench *bench, const struct by_line *line)
{
    return !by_line_nature(line) &&
           (bench->plan->side < 0 || bench->plan->side == by_line_side(line));
}

static enum by_status play_on(struct bench *bench, struct by_rng *rng, struct by_error *err)
{
    struct by_line *line = bench->game;
    by_move move;
    if (by_line_nature(line) || line->count < bench->plan->opening) {
        int count = by_line_moves(line, bench->moves);
        move = bench->moves[by_rng_below(rng, (uint32_t)count)];
    } else {
        enum by_status status = think(bench, bench->source, line, err);
        if (status != BY_OK)
            return status;
        move = bench->decision.move;
    }
    return by_line_play(line, move, err);
}

/* Plays the game of a sample to its end, into bench->game; returns how many of its positions are of
 * the kind that is looked at. */
static enum by_status play_game(struct bench *bench, struct by_rng *rng, int *candidates,
                                struct by_error *err)
{
    enum by_status status = BY_OK;
    while (by_line_undo(bench->game))
        ;
    by_searcher_reset(bench->source, by_rng_next(rng));
    *candidates = 0;
    while (status == BY_OK && !by_line_over(bench->game) && !stopped(bench->plan)) {
        *candidates += bench->game->count >= bench->plan->opening && wanted(bench, bench->game);
        status = play_on(bench, rng, err);
    }
    return status;
}

/* Number `index` of `count` is one of the `most` that are spread evenly over them; 0: all are. */
static bool is_chosen(int index, int count, int most)
{
    return most == 0 || count <= most ||
           (int64_t)index * most / count != (int64_t)(index - 1) * most / count || index == 0;
}

static enum by_status go_through(struct bench *bench, int candidates, struct by_rng *rng,
                                 struct by_error *err)
{
    const struct by_line *game = bench->game;
    enum by_status status = BY_OK;
    int index = 0;
    while (by_line_undo(bench->line))
        ;
    for (int ply = 0; ply < game->count && status == BY_OK && !stopped(bench->plan); ply++) {
        uint64_t seed = by_rng_next(rng);
        if (ply >= bench->plan->opening && wanted(bench, bench->line) &&
            is_chosen(index++, candidates, bench->plan->positions))
            status = ask_all(bench, seed, err);
        if (status == BY_OK)
            status = by_line_play(bench->line, game->moves[ply], err);
    }
    return status;
}

static enum by_status visit(struct bench *bench, struct by_rng *rng, struct by_error *err)
{
    int candidates;
    if (!bench->plan->source)
        return ask_all(bench, by_rng_next(rng), err);
    enum by_status status = play_game(bench, rng, &candidates, err);
    return status == BY_OK ? go_through(bench, candidates, rng, err) : status;
}

static enum by_status take_sample(struct bench *bench, int sample, struct by_work_taken *taken,
                                  struct by_error *err)
{
    struct by_rng rng;
    by_rng_init(&rng, bench->plan->seed, (uint64_t)sample);
    bench->positions = 0;
    for (int p = 0; p < bench->players; p++)
        bench->sum[p] = (struct by_work_taken){{0}};
    enum by_status status = visit(bench, &rng, err);
    if (status != BY_OK || stopped(bench->plan))
        return status;
    if (bench->positions == 0)
        return by_fail(err, BY_BAD_INPUT,
                       "a game was over before there was a position to think about");
    for (int p = 0; p < bench->players; p++)
        for (int what = 0; what < BY_WORKS; what++)
            taken[p * bench->plan->samples + sample].amount[what] =
                bench->sum[p].amount[what] / bench->positions;
    return BY_OK;
}

/* --- all ---------------------------------------------------------------------------------------- */

static void close_bench(struct bench *bench)
{
    for (int p = 0; p < bench->players; p++)
        by_searcher_close(bench->player[p]);
    by_searcher_close(bench->source);
    by_decision_close(&bench->decision);
    by_line_close(bench->line);
    by_line_close(bench->game);
    free(bench->moves);
}

static enum by_status open_bench(struct bench *bench, const char *const *specs, int players,
                                 struct by_error *err)
{
    const struct by_rules *rules = bench->plan->rules;
    enum by_status status = by_decision_open(rules, &bench->decision, err);
    for (; bench->players < players && status == BY_OK; bench->players++)
        status =
            by_searcher_open(rules, specs[bench->players], 0, &bench->player[bench->players], err);
    if (status == BY_OK && bench->plan->source)
        status = by_searcher_open(rules, bench->plan->source, 0, &bench->source, err);
    if (status == BY_OK)
        status = by_line_open(rules, &bench->line, err);
    if (status == BY_OK)
        status = by_line_open(rules, &bench->game, err);
    if (status != BY_OK)
        return status;
    bench->moves = calloc((size_t)rules->max_moves, sizeof *bench->moves);
    return bench->moves ? BY_OK : by_fail_memory(err, (size_t)rules->max_moves);
}

enum by_status by_work_take(const struct by_work_plan *plan, const char *const *specs, int players,
                            struct by_work_taken *taken, bool *was_stopped, struct by_error *err)
{
    struct bench bench = {.plan = plan};
    if (players > BY_WORK_PLAYERS_MAX)
        return by_fail(err, BY_BAD_INPUT, "at most %d players are compared at a time",
                       BY_WORK_PLAYERS_MAX);
    enum by_status status = open_bench(&bench, specs, players, err);
    for (int sample = 0; sample < plan->samples && status == BY_OK && !stopped(plan); sample++) {
        if (plan->progress)
            plan->progress(plan->context, (double)sample / plan->samples);
        status = take_sample(&bench, sample, taken, err);
    }
    close_bench(&bench);
    *was_stopped = stopped(plan);
    return status;
}

/* --- what samples say ------------------------------------------------------------------------- */

struct by_sample_mean by_mean_of(const double *values, int count)
{
    double mean = 0, squares = 0;
    for (int i = 0; i < count; i++) { /* Welford */
        double before = values[i] - mean;
        mean += before / (i + 1);
        squares += before * (values[i] - mean);
    }
    double half = 0;
    if (count > 1 && squares > 0)
        half = by_student_bound(CONFIDENCE, count - 1) * sqrt(squares / (count - 1) / count);
    return (struct by_sample_mean){mean, {mean - half, mean + half}};
}

bool by_growth_of(const double *x, int points, const double *amounts, int samples,
                  struct by_sample_mean *out)
{
    double slopes[BY_SAMPLES_MAX] = {0}, y[BY_WORK_PLAYERS_MAX];
    struct by_line_fit fit = {0};
    for (int i = 0; i < points * samples; i++)
        if (!(amounts[i] > 0))
            return false;
    for (int s = 0; s < samples; s++) {
        for (int i = 0; i < points; i++)
            y[i] = by_ln(amounts[i * samples + s]);
        fit = by_fit_line(x, y, points, CONFIDENCE);
        slopes[s] = fit.slope;
    }
    *out = samples == 1 ? (struct by_sample_mean){fit.slope, fit.interval}
                        : by_mean_of(slopes, samples);
    return true;
}
