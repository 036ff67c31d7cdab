/* speed.c: speed of move generators, playouts and searches.
 *
 * Each figure is the best of several short repetitions, in processor time: what the machine can do
 * when nothing disturbs it. The line machine/rng depends on the machine alone, so figures from
 * different machines can be compared by their ratio to it. */
#include "base/clock.h"
#include "base/rng.h"
#include "base/spec.h"
#include "bench/parts.h"
#include "games/perft.h"
#include "players/player.h"
#include "search/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPETITIONS       3
#define REPETITION_S      0.06
#define PERFT_TARGET_S    0.05 /* one count takes about so long */
#define SEARCH_NODES      30000
#define SEARCH_SIMS       2000
#define PLAYOUTS_ROUND_S  0.001 /* between two looks at the clock */
#define RNG_DRAWS_A_ROUND 1000000

struct speed {
    const struct by_bench *bench;
    struct by_rules *rules; /* the game being measured */
    struct by_line *line;   /* at its start */
    struct by_rng rng;
    enum by_status status;
    struct by_error *err;
};

/* Does a piece of work; returns how many units it was. */
typedef double work_fn(struct speed *speed, void *context);

static double one_speed(struct speed *speed, work_fn *work, void *context)
{
    double begun = by_clock_worked(), done = 0, elapsed = 0;
    do {
        done += work(speed, context);
        elapsed = by_clock_worked() - begun;
    } while (elapsed < REPETITION_S && !by_bench_stopped(speed->bench));
    return elapsed > 0 ? done / elapsed : 0;
}

static void measure(struct speed *speed, const char *name, const char *unit, work_fn *work,
                    void *context)
{
    double best = 0;
    for (int i = 0; i < REPETITIONS && !by_bench_stopped(speed->bench); i++) {
        double once = one_speed(speed, work, context);
        best = once > best ? once : best;
    }
    if (!by_bench_stopped(speed->bench))
        by_bench_tell(speed->bench, name, best, unit);
}

/* --- perft ---------------------------------------------------------------------- */

static double count_leaves(struct speed *speed, void *context)
{
    const int *depth = context;
    struct by_perft perft;
    if (by_perft(speed->rules, speed->rules->start, *depth, 1, speed->bench->stop, NULL, &perft,
                 NULL) != BY_OK)
        return 0;
    return (double)(perft.nodes[*depth - 1] + perft.finished[*depth - 1]);
}

/* The largest depth whose count is quick, judged by the growth from depth to depth. */
static int quick_depth(struct speed *speed)
{
    double leaves = 1, seconds = 0, growth = 1;
    int depth = 1;
    for (; depth < BY_PERFT_DEPTH_MAX && depth < speed->rules->max_length; depth++) {
        double begun = by_clock_now();
        double now = count_leaves(speed, &depth);
        seconds = by_clock_now() - begun;
        growth = now / leaves;
        leaves = now;
        if (seconds * growth > PERFT_TARGET_S || by_bench_stopped(speed->bench))
            break;
    }
    return depth;
}

static void bench_perft(struct speed *speed)
{
    char name[96];
    snprintf(name, sizeof name, "perft/%s/%s", speed->rules->name, speed->rules->label);
    if (!by_bench_asks(speed->bench, name))
        return;
    int depth = quick_depth(speed);
    measure(speed, name, "leaves/s", count_leaves, &depth);
}

/* The depth that a game is known by elsewhere. */
static void bench_published_perft(struct speed *speed)
{
    char name[96];
    int depth = by_bench_perft_depth(speed->rules->game);
    snprintf(name, sizeof name, "perft/%s/%d", speed->rules->name, depth);
    if (depth > 0 && by_bench_asks(speed->bench, name))
        measure(speed, name, "leaves/s", count_leaves, &depth);
}

/* --- playouts ------------------------------------------------------------------- */

struct playouts {
    const struct by_policy *policy;
    int64_t round; /* how many are played between two looks at the clock */
    struct by_totals totals;
};

static double run_playouts(struct speed *speed, void *context)
{
    struct playouts *p = context;
    by_playouts(speed->rules, p->policy, speed->rules->start, p->round, &speed->rng, &p->totals);
    return (double)p->round;
}

/* The quickest playouts take less time than the clock that measures them. */
static void choose_round(struct speed *speed, struct playouts *p)
{
    double begun;
    p->round = 1;
    do {
        begun = by_clock_now();
        p->round *= 2;
        run_playouts(speed, p);
    } while (by_clock_now() - begun < PLAYOUTS_ROUND_S);
}

static void bench_policy(struct speed *speed, const struct by_policy *policy, const char *form)
{
    char name[128];
    const struct by_rules *rules = speed->rules;
    struct playouts p = {.policy = policy};
    snprintf(name, sizeof name, "playout/%s/%s/%s%s", rules->name, rules->label, policy->name,
             form);
    if (!by_bench_asks(speed->bench, name))
        return;
    p.totals.position = malloc(rules->position_size);
    p.totals.scratch = calloc((size_t)rules->max_moves, sizeof *p.totals.scratch);
    if (p.totals.position && p.totals.scratch) {
        by_rng_init(&speed->rng, 1, 0);
        choose_round(speed, &p);
        measure(speed, name, "1/s", run_playouts, &p);
    } else {
        speed->status = by_fail_memory(speed->err, rules->position_size);
    }
    free(p.totals.position);
    free(p.totals.scratch);
}

/* A policy that plays by the batch is measured one game at a time beside it. */
static void bench_forms(struct speed *speed, const struct by_policy *policy)
{
    struct by_policy single = *policy;
    single.many = NULL;
    bench_policy(speed, policy, "");
    if (policy->many && policy->batch > 0)
        bench_policy(speed, &single, "/single");
}

static void bench_playouts(struct speed *speed)
{
    bench_forms(speed, by_policy_find(speed->rules, "uniform"));
    const struct by_policy *policy = speed->rules->game->policies;
    for (; policy && policy->name; policy++)
        if (strcmp(policy->name, "uniform") != 0)
            bench_forms(speed, policy);
}

/* --- searches ------------------------------------------------------------------- */

struct thinking {
    struct by_searcher *searcher;
    struct by_decision decision;
    bool simulates; /* the search counts simulations, not nodes */
};

static double think_once(struct speed *speed, void *context)
{
    struct thinking *t = context;
    struct by_limits limits = {.nodes = SEARCH_NODES, .simulations = SEARCH_SIMS};
    by_searcher_reset(t->searcher, 1);
    if (by_searcher_think(t->searcher, speed->line, &limits, NULL, &t->decision, NULL) != BY_OK)
        return 0;
    return (double)(t->simulates ? t->decision.work.simulations : t->decision.work.nodes);
}

/* A search that counts neither nodes nor simulations has no speed. */
static void time_search(struct speed *speed, const char *name, struct thinking *t)
{
    if (think_once(speed, t) > 0) {
        t->simulates = t->decision.work.simulations > 0;
        measure(speed, name, t->simulates ? "simulations/s" : "nodes/s", think_once, t);
    }
}

static void bench_spec(struct speed *speed, const char *name, const char *spec)
{
    struct thinking t = {0};
    if (!by_bench_asks(speed->bench, name))
        return;
    if (by_searcher_open(speed->rules, spec, 1, &t.searcher, NULL) != BY_OK)
        return; /* a search that does not fit the game */
    if (by_decision_open(speed->rules, &t.decision, NULL) == BY_OK)
        time_search(speed, name, &t);
    by_decision_close(&t.decision);
    by_searcher_close(t.searcher);
}

static void bench_searches(struct speed *speed)
{
    char name[128];
    const struct by_rules *rules = speed->rules;
    const struct by_search *search;
    for (int i = 0; (search = by_search_at(i)) && !by_bench_stopped(speed->bench); i++) {
        snprintf(name, sizeof name, "search/%s/%s/%s", rules->name, rules->label, search->name);
        bench_spec(speed, name, search->name);
    }
}

/* Who plays the game when nobody is named. */
static void bench_player(struct speed *speed)
{
    char name[128];
    const struct by_rules *rules = speed->rules;
    snprintf(name, sizeof name, "player/%s/%s", rules->name, rules->label);
    bench_spec(speed, name, by_player_for(rules));
}

/* --- the machine ---------------------------------------------------------------- */

static double draw_numbers(struct speed *speed, void *context)
{
    uint64_t *sum = context;
    for (int i = 0; i < RNG_DRAWS_A_ROUND; i++)
        *sum += by_rng_next(&speed->rng);
    return RNG_DRAWS_A_ROUND;
}

static void bench_machine(struct speed *speed)
{
    /* Written to and never read: it keeps the compiler from leaving the draws out. */
    volatile uint64_t kept;
    uint64_t sum = 0;
    by_rng_init(&speed->rng, 1, 0);
    if (by_bench_asks(speed->bench, "machine/rng"))
        measure(speed, "machine/rng", "draws/s", draw_numbers, &sum);
    kept = sum;
    (void)kept;
}

/* --- all of it ------------------------------------------------------------------ */

/* The playouts of one of the further settings that a game wants to have measured. */
static void bench_settings(struct speed *speed, const struct by_game *game, const char *settings)
{
    char line[BY_SPEC_LENGTH_MAX];
    struct by_spec spec;
    snprintf(line, sizeof line, "%s %s", game->name, settings);
    speed->status = by_spec_read(line, &spec, speed->err);
    if (speed->status == BY_OK)
        speed->status =
            by_rules_open(game->name, spec.settings, spec.count, NULL, &speed->rules, speed->err);
    if (speed->status != BY_OK)
        return;
    bench_playouts(speed);
    by_rules_close(speed->rules);
}

static void bench_further(struct speed *speed, const struct by_game *game)
{
    const char *settings;
    int at = 0;
    while (speed->status == BY_OK && !by_bench_stopped(speed->bench) &&
           (settings = by_bench_settings(game, &at)))
        bench_settings(speed, game, settings);
}

static void bench_game(struct speed *speed, int index)
{
    speed->status = by_bench_game(index, &speed->rules, speed->err);
    if (speed->status != BY_OK)
        return;
    speed->status = by_line_open(speed->rules, &speed->line, speed->err);
    if (speed->status == BY_OK) {
        bench_perft(speed);
        bench_published_perft(speed);
        bench_playouts(speed);
        bench_searches(speed);
        bench_player(speed);
        by_line_close(speed->line);
    }
    by_rules_close(speed->rules);
}

enum by_status by_bench_speed(const struct by_bench *how, struct by_error *err)
{
    int games = 0;
    struct speed speed = {.bench = how, .err = err};
    while (by_game_at(games))
        games++;
    bench_machine(&speed);
    for (int i = 0; i < games && speed.status == BY_OK && !by_bench_stopped(how); i++) {
        bench_game(&speed, i);
        bench_further(&speed, by_game_at(i));
        if (how->progress)
            how->progress(how->context, i + 1, games);
    }
    return speed.status;
}
