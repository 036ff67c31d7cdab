/* bench.c: speed of move generators, playouts and searches.
 *
 * Each figure is the best of several short repetitions, in processor time: what the machine can do
 * when nothing disturbs it. The line machine/rng depends on the machine alone, so figures from
 * different machines can be compared by their ratio to it. */
#include "bench/bench.h"
#include "base/clock.h"
#include "base/rng.h"
#include "base/spec.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "games/perft.h"
#include "players/player.h"
#include "search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define REPETITIONS       3
#define REPETITION_S      0.06
#define PERFT_TARGET_S    0.05 /* one count takes about so long */
#define SEARCH_NODES      30000
#define SEARCH_SIMS       2000
#define PLAYOUTS_ROUND_S  0.001 /* between two looks at the clock */
#define RNG_DRAWS_A_ROUND 1000000

struct bench {
    struct by_cli *cli;
    const char *filter;   /* NULL: everything */
    struct by_json *json; /* NULL: text */
    int lines;            /* figures printed */
    struct by_progress progress;
    struct by_rules *rules; /* the game being measured */
    struct by_line *line;   /* at its start */
    struct by_rng rng;
    int status;
};

/* Does a piece of work; returns how many units it was. */
typedef double work_fn(struct bench *bench, void *context);

static double one_speed(struct bench *bench, work_fn *work, void *context)
{
    double begun = by_clock_worked(), done = 0, elapsed = 0;
    do {
        done += work(bench, context);
        elapsed = by_clock_worked() - begun;
    } while (elapsed < REPETITION_S && !by_interrupted());
    return elapsed > 0 ? done / elapsed : 0;
}

/* Whether a part of a filter means that of a line: the same words, or the line has an
 * alias of the game that the filter names. */
static bool means(const char *filter, size_t wanted, const char *name, size_t length)
{
    char word[64];
    if (wanted == length && strncmp(filter, name, length) == 0)
        return true;
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : 0), name);
    const struct by_game *game = by_game_find(word, NULL);
    return game && strlen(game->name) == wanted && strncmp(filter, game->name, wanted) == 0;
}

bool by_bench_wants(const char *filter, const char *name)
{
    while (filter && *filter) {
        size_t wanted = strcspn(filter, "/@ "), length = strcspn(name, "/@ ");
        if (!means(filter, wanted, name, length))
            return false;
        filter += wanted + (filter[wanted] != '\0');
        name += length + (name[length] != '\0');
    }
    return true;
}

static bool wanted(const struct bench *bench, const char *name)
{
    return by_bench_wants(bench->filter, name);
}

static void emit(struct bench *bench, const char *name, double value, const char *unit)
{
    char number[BY_SCORE_BUFFER];
    bench->lines++;
    if (bench->json) {
        by_json_object(bench->json, NULL);
        by_json_text(bench->json, "name", name);
        by_json_number(bench->json, "value", value >= 100 ? floor(value) : value);
        by_json_text(bench->json, "unit", unit);
        by_json_end_object(bench->json);
    } else {
        fprintf(bench->cli->out, "%-40s %10s %s\n", name, by_short_number(value, number), unit);
    }
}

static void measure(struct bench *bench, const char *name, const char *unit, work_fn *work,
                    void *context)
{
    double best = 0;
    for (int i = 0; i < REPETITIONS && !by_interrupted(); i++) {
        double speed = one_speed(bench, work, context);
        best = speed > best ? speed : best;
    }
    emit(bench, name, best, unit);
}

/* --- perft ---------------------------------------------------------------------- */

static double count_leaves(struct bench *bench, void *context)
{
    const int *depth = context;
    struct by_perft perft;
    if (by_perft(bench->rules, bench->rules->start, *depth, 1, by_interrupt_flag(), NULL, &perft,
                 &bench->cli->error) != BY_OK)
        return 0;
    return (double)(perft.nodes[*depth - 1] + perft.finished[*depth - 1]);
}

/* The largest depth whose count is quick, judged by the growth from depth to depth. */
static int quick_depth(struct bench *bench)
{
    double leaves = 1, seconds = 0, growth = 1;
    int depth = 1;
    for (; depth < BY_PERFT_DEPTH_MAX && depth < bench->rules->max_length; depth++) {
        double begun = by_clock_now();
        double now = count_leaves(bench, &depth);
        seconds = by_clock_now() - begun;
        growth = now / leaves;
        leaves = now;
        if (seconds * growth > PERFT_TARGET_S || by_interrupted())
            break;
    }
    return depth;
}

static void bench_perft(struct bench *bench)
{
    char name[96];
    snprintf(name, sizeof name, "perft/%s/%s", bench->rules->name, bench->rules->label);
    if (!wanted(bench, name))
        return;
    int depth = quick_depth(bench);
    measure(bench, name, "leaves/s", count_leaves, &depth);
}

/* The depth that a game is known by elsewhere. */
static void bench_published_perft(struct bench *bench)
{
    char name[96];
    int depth = bench->rules->game->bench_perft;
    snprintf(name, sizeof name, "perft/%s/%d", bench->rules->name, depth);
    if (depth > 0 && wanted(bench, name))
        measure(bench, name, "leaves/s", count_leaves, &depth);
}

/* --- playouts ------------------------------------------------------------------- */

struct playouts {
    const struct by_policy *policy;
    int64_t round; /* how many are played between two looks at the clock */
    struct by_totals totals;
};

static double run_playouts(struct bench *bench, void *context)
{
    struct playouts *p = context;
    by_playouts(bench->rules, p->policy, bench->rules->start, p->round, &bench->rng, &p->totals);
    return (double)p->round;
}

/* The quickest playouts take less time than the clock that measures them. */
static void choose_round(struct bench *bench, struct playouts *p)
{
    double begun;
    p->round = 1;
    do {
        begun = by_clock_now();
        p->round *= 2;
        run_playouts(bench, p);
    } while (by_clock_now() - begun < PLAYOUTS_ROUND_S);
}

static void bench_policy(struct bench *bench, const char *policy)
{
    char name[128];
    const struct by_rules *rules = bench->rules;
    struct playouts p = {.policy = by_policy_find(rules, policy)};
    snprintf(name, sizeof name, "playout/%s/%s/%s", rules->name, rules->label, policy);
    if (!wanted(bench, name))
        return;
    p.totals.position = malloc(rules->position_size);
    p.totals.scratch = calloc((size_t)rules->max_moves, sizeof *p.totals.scratch);
    if (p.totals.position && p.totals.scratch) {
        by_rng_init(&bench->rng, 1, 0);
        choose_round(bench, &p);
        measure(bench, name, "1/s", run_playouts, &p);
    } else {
        bench->status = by_cli_failed(bench->cli, "there is not enough memory");
    }
    free(p.totals.position);
    free(p.totals.scratch);
}

static void bench_playouts(struct bench *bench)
{
    bench_policy(bench, "uniform");
    const struct by_policy *policy = bench->rules->game->policies;
    for (; policy && policy->name; policy++)
        if (strcmp(policy->name, "uniform") != 0)
            bench_policy(bench, policy->name);
}

/* --- searches ------------------------------------------------------------------- */

struct thinking {
    struct by_searcher *searcher;
    struct by_decision decision;
    bool simulates; /* the search counts simulations, not nodes */
};

static double think_once(struct bench *bench, void *context)
{
    struct thinking *t = context;
    struct by_limits limits = {.nodes = SEARCH_NODES, .simulations = SEARCH_SIMS};
    by_searcher_reset(t->searcher, 1);
    if (by_searcher_think(t->searcher, bench->line, &limits, NULL, &t->decision,
                          &bench->cli->error) != BY_OK)
        return 0;
    return (double)(t->simulates ? t->decision.work.simulations : t->decision.work.nodes);
}

/* A search that counts neither nodes nor simulations has no speed. */
static void time_search(struct bench *bench, const char *name, struct thinking *t)
{
    if (think_once(bench, t) > 0) {
        t->simulates = t->decision.work.simulations > 0;
        measure(bench, name, t->simulates ? "simulations/s" : "nodes/s", think_once, t);
    }
}

static void bench_spec(struct bench *bench, const char *name, const char *spec)
{
    struct thinking t = {0};
    struct by_error *error = &bench->cli->error;
    if (!wanted(bench, name))
        return;
    if (by_searcher_open(bench->rules, spec, 1, &t.searcher, error) != BY_OK)
        return; /* a search that does not fit the game */
    if (by_decision_open(bench->rules, &t.decision, error) == BY_OK)
        time_search(bench, name, &t);
    by_decision_close(&t.decision);
    by_searcher_close(t.searcher);
}

static void bench_searches(struct bench *bench)
{
    char name[128];
    const struct by_rules *rules = bench->rules;
    const struct by_search *search;
    for (int i = 0; (search = by_search_at(i)) && !by_interrupted(); i++) {
        snprintf(name, sizeof name, "search/%s/%s/%s", rules->name, rules->label, search->name);
        bench_spec(bench, name, search->name);
    }
}

/* Who plays the game when nobody is named. */
static void bench_player(struct bench *bench)
{
    char name[128];
    const struct by_rules *rules = bench->rules;
    snprintf(name, sizeof name, "player/%s/%s", rules->name, rules->label);
    bench_spec(bench, name, by_player_default(rules->game));
}

/* --- the machine ---------------------------------------------------------------- */

static double draw_numbers(struct bench *bench, void *context)
{
    uint64_t *sum = context;
    for (int i = 0; i < RNG_DRAWS_A_ROUND; i++)
        *sum += by_rng_next(&bench->rng);
    return RNG_DRAWS_A_ROUND;
}

static void bench_machine(struct bench *bench)
{
    /* Written to and never read: it keeps the compiler from leaving the draws out. */
    volatile uint64_t kept;
    uint64_t sum = 0;
    by_rng_init(&bench->rng, 1, 0);
    if (wanted(bench, "machine/rng"))
        measure(bench, "machine/rng", "draws/s", draw_numbers, &sum);
    kept = sum;
    (void)kept;
}

/* --- all of it ------------------------------------------------------------------ */

/* The alias that means the same rules: the same label and the same start. */
static const char *bench_name(const struct by_rules *rules, struct by_error *error)
{
    const struct by_alias *alias = rules->game->aliases;
    for (; alias && alias->name; alias++) {
        struct by_rules *other;
        if (by_rules_open(alias->name, NULL, 0, NULL, &other, error) != BY_OK)
            continue;
        bool same = strcmp(other->label, rules->label) == 0;
        by_rules_close(other);
        if (same)
            return alias->name;
    }
    return rules->name;
}

int by_bench_game(struct by_cli *cli, int index, struct by_rules **out)
{
    if (by_rules_open(by_game_at(index)->name, NULL, 0, NULL, out, &cli->error) != BY_OK)
        return by_cli_report(cli);
    (*out)->name = bench_name(*out, &cli->error);
    return BY_EXIT_OK;
}

/* The playouts of one of the further settings that a game wants to have measured. */
static void bench_settings(struct bench *bench, const struct by_game *game, const char *settings)
{
    char line[BY_SPEC_LENGTH_MAX];
    struct by_spec spec;
    struct by_error *error = &bench->cli->error;
    snprintf(line, sizeof line, "%s %s", game->name, settings);
    if (by_spec_read(line, &spec, error) != BY_OK ||
        by_rules_open(game->name, spec.settings, spec.count, NULL, &bench->rules, error) != BY_OK) {
        bench->status = by_cli_report(bench->cli);
        return;
    }
    bench_playouts(bench);
    by_rules_close(bench->rules);
}

static void bench_further(struct bench *bench, const struct by_game *game)
{
    const char *const *settings = game->benches;
    for (; settings && *settings && bench->status == BY_EXIT_OK && !by_interrupted(); settings++)
        bench_settings(bench, game, *settings);
}

static void bench_game(struct bench *bench, int index)
{
    bench->status = by_bench_game(bench->cli, index, &bench->rules);
    if (bench->status != BY_EXIT_OK)
        return;
    if (by_line_open(bench->rules, &bench->line, &bench->cli->error) == BY_OK) {
        bench_perft(bench);
        bench_published_perft(bench);
        bench_playouts(bench);
        bench_searches(bench);
        bench_player(bench);
        by_line_close(bench->line);
    } else {
        bench->status = by_cli_report(bench->cli);
    }
    by_rules_close(bench->rules);
}

static bool emit_if_wanted(void *context, const char *name, double value, const char *unit)
{
    struct bench *bench = context;
    if (!wanted(bench, name))
        return false;
    if (value >= 0)
        emit(bench, name, value, unit);
    return true;
}

static void bench_all(struct bench *bench)
{
    int games = 0;
    while (by_game_at(games))
        games++;
    by_progress_open(&bench->progress, "bench");
    atomic_store(&bench->progress.total, games);
    bench_machine(bench);
    for (int i = 0; i < games && bench->status == BY_EXIT_OK && !by_interrupted(); i++) {
        bench_game(bench, i);
        bench_further(bench, by_game_at(i));
        atomic_store(&bench->progress.done, i + 1);
    }
    if (bench->status == BY_EXIT_OK) {
        by_bench_cost(bench->cli, emit_if_wanted, bench);
        by_bench_ladder(bench->cli, emit_if_wanted, bench);
        by_bench_mcts(bench->cli, emit_if_wanted, bench);
    }
    by_progress_close(&bench->progress);
}

static int run(struct by_cli *cli)
{
    bool json = by_cli_flag(cli, "json");
    struct bench bench = {.cli = cli, .filter = by_cli_text(cli, "filter")};
    if (by_cli_flag(cli, "signature"))
        return json ? by_cli_refuse(cli, "bench --signature prints lines of text: leave --json out")
                    : by_signature(cli, bench.filter);
    if (json) {
        bench.json = by_cli_json(cli);
        by_json_object(bench.json, NULL);
        by_json_array(bench.json, "results");
    }
    bench_all(&bench);
    if (bench.status == BY_EXIT_OK && by_interrupted())
        bench.status = by_cli_failed(cli, "stopped before the figures were complete");
    else if (bench.status == BY_EXIT_OK && bench.lines == 0)
        bench.status = by_cli_refuse(cli, "no line of the bench is named '%s'", bench.filter);
    if (bench.status != BY_EXIT_OK || !json)
        return bench.status;
    by_json_end_array(bench.json);
    by_json_end_object(bench.json);
    return by_cli_json_end(cli);
}

static const struct by_cli_option options[] = {
    {.base = {"filter", BY_OPTION_TEXT, NULL, 0, 100, NULL,
              "only the lines whose name has these parts in front: playout, playout/go"},
     .placeholder = "NAME"},
    {.base = {"signature", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "print what the searches decide on fixed work instead of how fast they are"}},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"bench --filter perft/ --json", "the speed of the move generators, for a program"},
    {"bench --filter search/breakthrough", "the searches on one game"},
    {"bench --signature", "the same on every machine, until play changes"},
    {NULL, NULL},
};

const struct by_command by_command_bench = {
    .name = "bench",
    .arguments = "",
    .summary = "measure speed, or print the signature of play",
    .about =
        "Measures move generation (perft/GAME/LABEL, for some games also perft/GAME/DEPTH), "
        "playouts (playout/GAME/LABEL/POLICY), searches (search/GAME/LABEL/SEARCH) and the game's "
        "own player (player/GAME/LABEL) on every game, playouts of some also at further sizes, one "
        "thread, processor time, the "
        "best of several short runs; machine/rng is a yardstick of the machine itself. "
        "cost/go/LABEL is the "
        "time of one playout on a board of that size, cost/go/exponent the power of the size "
        "that it grows with. nodes/GAME/LABEL/FORM counts the positions each form of "
        "alpha-beta looks at, speedup/ what a second thread brings. "
        "mcts/GAME/SIZE/NAME are searches of 100,000 simulations, with @2 on two threads, "
        "with /expr by the same rule as a user's formula; /playouts and /tree are their shares "
        "of the time. JSON: "
        "{\"results\": [{\"name\", \"value\", \"unit\"}]}.\n"
        "With --signature it prints a line for every game and search, made with a fixed "
        "seed and fixed work: GAME LABEL SEARCH COUNT CHECKSUM. The lines change only when "
        "play changes.",
    .group = BY_GROUP_JSON,
    .options = options,
    .examples = examples,
    .run = run,
};
