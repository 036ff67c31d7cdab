/* hmcts: the same number of simulations for every move, then the one with the best mean (GOM,
 * algorithm 1). It explores, then commits: no tree, no second thoughts.
 *
 * `sims` is the total and is split evenly over the moves; what does not divide goes to the first
 * ones. Moves take turns, a few simulations at a time, so that there is an answer at any moment;
 * in the end that makes no difference to GOM's one move after the other. */
#include "base/clock.h"
#include "search/search.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TURN            16 /* simulations of a move at a time */
#define EVENTS_A_SECOND 20
#define FALLBACK        10000 /* simulations, when nothing else ends it */

struct hmcts {
    const struct by_rules *rules;
    const struct by_policy *policy;
    struct by_rng rng;
    unsigned char *positions; /* after each root move */
    struct by_totals *totals; /* of each root move */
    void *position;
    by_move *scratch;
    by_move *moves; /* those that it looks at */
    bool active;

    /* One think. */
    int move_count;
    const struct by_job *job;
    struct by_decision *decision;
    int side;
    double told;
};

static void destroy(void *state)
{
    struct hmcts *h = state;
    free(h->positions);
    free(h->totals);
    free(h->position);
    free(h->scratch);
    free(h->moves);
    free(h);
}

static enum by_status create(const struct by_rules *rules, const struct by_values *values,
                             void **state, struct by_error *err)
{
    size_t moves = (size_t)rules->max_moves;
    bool active = by_values_get(values, "moves")->choice == 1;
    if (active && !rules->game->active)
        return by_fail(err, BY_BAD_INPUT, "moves=active: the game %s has no active moves",
                       rules->name);
    struct hmcts *h = calloc(1, sizeof *h);
    if (!h)
        return by_fail_memory(err, sizeof *h);
    h->rules = rules;
    h->active = active;
    h->policy = by_policy_find(rules, by_values_get(values, "playout")->text);
    h->positions = aligned_alloc(16, moves * rules->position_size);
    h->totals = calloc(moves, sizeof *h->totals);
    h->position = aligned_alloc(16, rules->position_size);
    h->scratch = calloc(moves, sizeof *h->scratch);
    h->moves = calloc(moves, sizeof *h->moves);
    if (!h->positions || !h->totals || !h->position || !h->scratch || !h->moves) {
        destroy(h);
        return by_fail_memory(err, moves * rules->position_size);
    }
    *state = h;
    return BY_OK;
}

static void reset(void *state, uint64_t seed)
{
    struct hmcts *h = state;
    by_rng_init(&h->rng, seed, 0);
}

static void *position_after(const struct hmcts *h, int move)
{
    return h->positions + (size_t)move * h->rules->position_size;
}

static int64_t seen(const struct by_totals *t)
{
    return t->wins[0] + t->wins[1] + t->draws;
}

/* How many simulations there are in all; 0: as many as time allows. A limit of nodes is one of
 * simulations here, and one of depth says nothing. */
static uint64_t total(const struct by_limits *limits)
{
    uint64_t nodes = limits->nodes, sims = limits->simulations;
    if (sims == 0 && nodes == 0)
        return limits->seconds > 0 ? 0 : FALLBACK;
    return sims == 0 || (nodes > 0 && nodes < sims) ? nodes : sims;
}

/* How many of them move `i` gets. */
static int64_t quota(const struct hmcts *h, int i)
{
    uint64_t all = total(&h->job->limits), moves = (uint64_t)h->move_count;
    if (all == 0)
        return INT64_MAX;
    return (int64_t)(all / moves + ((uint64_t)i < all % moves ? 1 : 0));
}

static void list_moves(struct hmcts *h, const struct by_job *job)
{
    h->move_count = job->move_count;
    memcpy(h->moves, job->moves, (size_t)job->move_count * sizeof *h->moves);
    if (h->active)
        h->move_count = h->rules->game->active(h->rules, by_line_position(job->line), h->moves);
}

static void begin(struct hmcts *h, const struct by_job *job, struct by_decision *decision)
{
    const struct by_rules *rules = h->rules;
    const void *root = by_line_position(job->line);
    h->job = job;
    h->decision = decision;
    h->side = rules->game->side(rules, root);
    h->told = job->begun;
    list_moves(h, job);
    for (int i = 0; i < h->move_count; i++) {
        memcpy(position_after(h, i), root, rules->position_size);
        rules->game->play(rules, position_after(h, i), h->moves[i], NULL);
        h->totals[i] = (struct by_totals){
            .position = h->position, .scratch = h->scratch, .thinker = 1 + h->side};
    }
}

/* A game that is over needs no simulation to be known. */
static void simulate(struct hmcts *h, int i, int64_t count)
{
    const struct by_rules *rules = h->rules;
    const void *position = position_after(h, i);
    if (!rules->game->over(rules, position)) {
        by_playouts(rules, h->policy, position, count, &h->rng, &h->totals[i]);
        return;
    }
    int32_t result = rules->game->result(rules, position);
    for (int64_t k = 0; k < count; k++)
        by_totals_add(&h->totals[i], result, 0);
}

/* --- what a listener gets to know -------------------------------------------------------------- */

static double points_of(const struct by_totals *t, int side)
{
    return (double)t->wins[side] + 0.5 * (double)t->draws;
}

/* Whose turn it is, and what every move has come to. */
static void tell_turn(const struct hmcts *h, int taken)
{
    const struct by_events *events = h->job->events;
    struct by_choice *choices = calloc((size_t)h->move_count, sizeof *choices);
    double games = 0;
    for (int i = 0; choices && i < h->move_count; i++) {
        double n = (double)seen(&h->totals[i]), w = points_of(&h->totals[i], h->side);
        choices[i] = (struct by_choice){.move = h->moves[i],
                                        .taken = i == taken,
                                        .visits = n,
                                        .points = w,
                                        .exploit = n > 0 ? w / n : INFINITY,
                                        .value = n > 0 ? w / n : INFINITY};
        games += n;
    }
    if (choices)
        events->trace(events->context,
                      &(struct by_step){.kind = BY_STEP_SELECT,
                                        .reason = BY_REASON_TURN,
                                        .move = BY_NO_MOVE,
                                        .side = h->side,
                                        .visits = games,
                                        .choices = choices,
                                        .choice_count = h->move_count,
                                        .position = by_line_position(h->job->line)});
    free(choices);
}

/* The games that were played out behind a move, and that it has got them. */
static void tell_games(const struct hmcts *h, int i, const struct by_totals *before)
{
    const struct by_events *events = h->job->events;
    const void *position = position_after(h, i);
    const struct by_totals *now = &h->totals[i];
    double games = (double)(seen(now) - seen(before));
    struct by_step step = {.kind = BY_STEP_SIMULATE,
                           .ply = 1,
                           .move = h->moves[i],
                           .side = h->rules->game->side(h->rules, position),
                           .visits = games,
                           .length = (int)(now->plies - before->plies),
                           .position = position};
    if (h->rules->game->over(h->rules, position))
        step.reason = BY_REASON_FINISHED;
    for (int side = 0; side < 2; side++)
        step.points[side] = points_of(now, side) - points_of(before, side);
    step.share = step.points[0] / games;
    events->trace(events->context, &step);
    step.kind = BY_STEP_BACKUP;
    events->trace(events->context, &step);
}

static void take_turn(struct hmcts *h, int i, int64_t count)
{
    struct by_totals before = h->totals[i];
    bool told = h->job->events->trace != NULL;
    if (told)
        tell_turn(h, i);
    simulate(h, i, count);
    if (told)
        tell_games(h, i, &before);
}

/* --- the decision ------------------------------------------------------------------------------- */

static void decide(struct hmcts *h)
{
    struct by_decision *d = h->decision;
    int best = 0;
    d->scale = BY_SCALE_PROBABILITY;
    d->work.simulations = 0;
    for (int i = 0; i < h->move_count; i++) {
        const struct by_totals *t = &h->totals[i];
        int64_t n = seen(t);
        struct by_move_stat *stat = &d->moves[i];
        *stat = (struct by_move_stat){.move = h->moves[i], .visits = (uint64_t)n};
        if (n > 0) {
            stat->value = points_of(t, h->side) / (double)n;
            stat->bound = BY_BOUND_ESTIMATE;
        }
        bool better = stat->value > d->moves[best].value || d->moves[best].visits == 0;
        best = n > 0 && better ? i : best;
        d->work.simulations += (uint64_t)n;
    }
    by_list_others(h->job, h->move_count, d);
    d->work.leaves = d->work.simulations;
    d->move = d->pv[0] = d->moves[best].move;
    d->pv_count = 1;
    d->value = d->moves[best].value;
    d->bound = d->moves[best].bound;
    d->work.seconds = by_clock_now() - h->job->begun;
}

/* True: it is time to stop. Tells how it goes. */
static bool look(struct hmcts *h)
{
    const struct by_job *job = h->job;
    double now = by_clock_now();
    double end = job->soft_seconds > 0 ? job->soft_seconds : job->limits.seconds;
    if (atomic_load_explicit(job->stop, memory_order_relaxed) ||
        (end > 0 && now - job->begun >= end))
        return true;
    if (job->events->progress && now - h->told >= 1.0 / EVENTS_A_SECOND) {
        h->told = now;
        decide(h);
        job->events->progress(job->events->context, h->decision);
    }
    return false;
}

/* One turn for every move; false when all have had theirs. `*stopped` when it was cut short. */
static bool take_turns(struct hmcts *h, bool *stopped)
{
    bool more = false;
    for (int i = 0; i < h->move_count; i++) {
        int64_t left = quota(h, i) - seen(&h->totals[i]);
        if (left <= 0)
            continue;
        if (look(h)) {
            *stopped = true;
            return false;
        }
        take_turn(h, i, left < TURN ? left : TURN);
        more = true;
    }
    return more;
}

static enum by_status think(void *state, const struct by_job *job, struct by_decision *decision,
                            struct by_error *err)
{
    struct hmcts *h = state;
    bool stopped = false;
    (void)err;
    begin(h, job, decision);
    while (take_turns(h, &stopped))
        ;
    decide(h);
    decision->complete = !stopped;
    return BY_OK;
}

static const struct by_option options[] = {
    {"sims", BY_OPTION_INT, NULL, 1, 1e15, NULL,
     "simulations in all, split evenly over the moves (10000 when there is no limit at all)"},
    {"time", BY_OPTION_TIME, NULL, 0.001, 1e6, NULL, "time for a move"},
    {"playout", BY_OPTION_NAME, "uniform", 0, 0, "playout", "how games are played out"},
    {"moves", BY_OPTION_CHOICE, "all", 0, 0, "all|active",
     "the moves that it compares: all, or those near what has been played (Gomoku)"},
    {.name = NULL},
};

const struct by_search by_search_hmcts = {
    .name = "hmcts",
    .title = "HMCTS",
    .summary = "the same number of games played out for every move, then the best mean (GOM)",
    .options = options,
    .traced = true,
    .fallback = {.simulations = FALLBACK},
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .think = think,
};
