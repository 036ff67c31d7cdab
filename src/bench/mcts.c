/* mcts.c: simulations per second of Monte Carlo tree search, and where their time goes.
 *
 *     mcts/GAME/SIZE/NAME            fresh searches of 100,000 simulations, the better of two
 *     mcts/GAME/SIZE/NAME@2          the same on two threads
 *     mcts/GAME/SIZE/NAME/expr       the same rule written as a user's own formula
 *     mcts/GAME/SIZE/NAME/playouts   the share of the time that goes into playouts
 *     mcts/GAME/SIZE/NAME/tree       and the rest: selection, expansion, backing up
 *
 * A clock inside of a simulation would disturb what it measures. So the share is computed: from
 * the middle of a search the positions are kept from which it plays out, the same playouts are
 * timed alone from those, and what they take is set against what whole simulations take. Both are
 * times of the processor: other programs may run meanwhile. */
#include "base/clock.h"
#include "base/spec.h"
#include "bench/parts.h"
#include "games/line.h"
#include "search/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIMULATIONS 100000
#define RUNS        2
#define LEAVES      1000 /* positions to play out from */
#define PASSES      5    /* over all of them; the best counts */

/* The twins compute the same numbers in the same order, so that the trees are the same. */
#define OWN_UCT "expand=one selection=\"expr: w/(n+1) + c*sqrt(ln(N+2)/(n+1))\""
#define OWN_RAVE                                                                                   \
    "selection=\"expr: (1-(1-n/(k+n)))*(w/max(n,1)) + (1-n/(k+n))*(rn > 0 ? rw/max(rn,1) : 1)"     \
    " + c*sqrt(ln(N+2)/(n+1))\""

static const struct bench_case {
    const char *game, *settings, *size; /* the size is for the name */
    const char *name;
    const char *spec;
    const char *own; /* what makes the same rule out of a formula; NULL: not measured */
} cases[] = {
    {"go", "size=9x9", "9x9", "uniform", "mcts", OWN_UCT},
    {"go", "size=9x9", "9x9", "uniform+rave", "mcts rave=on", OWN_RAVE},
    {"nogo", "size=7x7", "7x7", "antidecisive+rave", "mcts playout=antidecisive rave=on", OWN_RAVE},
    {"othello", "", "8x8", "uniform", "mcts", NULL},
    {"gomoku", "size=15x15", "15x15", "uniform", "mcts", NULL},
};

struct bench_mcts {
    const struct by_bench *bench;
    const struct bench_case *what;
    struct by_rules *rules;
    struct by_line *line;
    char name[96];
    double seconds; /* of the processor for a simulation on one thread */
};

/* --- whole searches --------------------------------------------------------------------- */

/* One think of a new searcher: simulations per second, of processor time on one thread and of the
 * clock on two; 0 when it could not. `seconds` is what a simulation took of the processor, where
 * that is less. */
static double one_speed(const struct bench_mcts *b, const char *spec, double *seconds)
{
    struct by_searcher *searcher = NULL;
    struct by_decision decision = {.moves = NULL};
    struct by_limits limits = {.simulations = SIMULATIONS};
    enum by_status status = by_searcher_open(b->rules, spec, 1, &searcher, NULL);
    if (status == BY_OK)
        status = by_decision_open(b->rules, &decision, NULL);
    double begun = by_clock_worked();
    if (status == BY_OK)
        status = by_searcher_think(searcher, b->line, &limits, NULL, &decision, NULL);
    double each = (by_clock_worked() - begun) / SIMULATIONS;
    *seconds = *seconds > 0 && *seconds < each ? *seconds : each;
    bool alone = !strstr(spec, "threads=");
    double elapsed = alone ? each * SIMULATIONS : decision.work.seconds;
    double speed = status == BY_OK && elapsed > 0 ? (double)decision.work.simulations / elapsed : 0;
    by_decision_close(&decision);
    by_searcher_close(searcher);
    return speed;
}

static double best_speed(const struct bench_mcts *b, const char *more, double *seconds)
{
    char spec[BY_SPEC_LENGTH_MAX];
    double best = 0;
    *seconds = 0;
    snprintf(spec, sizeof spec, "%s %s", b->what->spec, more);
    for (int i = 0; i < RUNS && !by_bench_stopped(b->bench); i++) {
        double speed = one_speed(b, spec, seconds);
        best = speed > best ? speed : best;
    }
    return best;
}

static void bench_variant(const struct bench_mcts *b, const char *suffix, const char *more)
{
    char name[128];
    double seconds;
    snprintf(name, sizeof name, "%s%s", b->name, suffix);
    if (by_bench_asks(b->bench, name) && !by_bench_stopped(b->bench))
        by_bench_tell(b->bench, name, best_speed(b, more, &seconds), "simulations/s");
}

/* --- playouts alone ----------------------------------------------------------------------- */

/* A listener that keeps the positions from which games were played out. */
struct leaves {
    const struct by_rules *rules;
    unsigned char *position; /* LEAVES of them, and one more: the last node on the way down */
    by_move move;            /* taken there */
    int count, simulations;
};

static unsigned char *leaf_at(const struct leaves *leaves, int index)
{
    return leaves->position + (size_t)index * leaves->rules->position_size;
}

static void on_step(void *context, const struct by_step *step)
{
    struct leaves *leaves = context;
    const struct by_rules *rules = leaves->rules;
    if (step->kind == BY_STEP_SELECT) {
        memcpy(leaf_at(leaves, LEAVES), step->position, rules->position_size);
        for (int i = 0; i < step->choice_count; i++)
            if (step->choices[i].taken)
                leaves->move = step->choices[i].move;
    }
    if (step->kind != BY_STEP_SIMULATE)
        return;
    leaves->simulations++;
    if (step->reason != BY_REASON_NONE || leaves->count == LEAVES)
        return;
    unsigned char *leaf = leaf_at(leaves, leaves->count++);
    memcpy(leaf, leaf_at(leaves, LEAVES), rules->position_size);
    rules->game->play(rules, leaf, leaves->move, NULL);
}

/* Half of the search, and then some simulations that are watched. */
static bool find_leaves(const struct bench_mcts *b, struct leaves *leaves)
{
    char spec[BY_SPEC_LENGTH_MAX];
    struct by_searcher *searcher = NULL;
    struct by_decision decision = {.moves = NULL};
    struct by_limits half = {.simulations = SIMULATIONS / 2}, few = {.simulations = LEAVES};
    struct by_events events = {.context = leaves, .trace = on_step};
    snprintf(spec, sizeof spec, "%s reuse=on", b->what->spec);
    bool good = by_searcher_open(b->rules, spec, 1, &searcher, NULL) == BY_OK &&
                by_decision_open(b->rules, &decision, NULL) == BY_OK &&
                by_searcher_think(searcher, b->line, &half, NULL, &decision, NULL) == BY_OK &&
                by_searcher_think(searcher, b->line, &few, &events, &decision, NULL) == BY_OK;
    by_decision_close(&decision);
    by_searcher_close(searcher);
    return good && leaves->count > 0;
}

/* The policy that the spec names, and whether it must write down what it plays. */
static const struct by_policy *policy_of(const struct bench_mcts *b, bool *record)
{
    struct by_spec spec;
    const char *name = "uniform";
    if (by_spec_read(b->what->spec, &spec, NULL) != BY_OK)
        return NULL;
    *record = false;
    for (int i = 0; i < spec.count; i++) {
        if (strcmp(spec.settings[i].name, "playout") == 0)
            name = spec.settings[i].value;
        *record = *record || strcmp(spec.settings[i].name, "rave") == 0;
    }
    return by_policy_find(b->rules, name);
}

/* Seconds that a playout takes. */
static double playout_time(const struct bench_mcts *b, const struct leaves *leaves,
                           const struct by_policy *policy, struct by_playout *out)
{
    struct by_rng rng;
    double best = 0;
    by_rng_init(&rng, 1, 0);
    for (int pass = 0; pass < PASSES && !by_bench_stopped(b->bench); pass++) {
        double begun = by_clock_worked();
        for (int i = 0; i < leaves->count; i++) {
            memcpy(leaf_at(leaves, LEAVES), leaf_at(leaves, i), leaves->rules->position_size);
            policy->run(leaves->rules, leaf_at(leaves, LEAVES), &rng, out);
        }
        double seconds = (by_clock_worked() - begun) / leaves->count;
        best = pass == 0 || seconds < best ? seconds : best;
    }
    return best;
}

/* The share of playouts in the time of a simulation; negative when it could not be found out. */
static double share_of_playouts(const struct bench_mcts *b)
{
    const struct by_rules *rules = b->rules;
    struct leaves leaves = {.rules = rules};
    struct by_playout out = {.plies = NULL};
    bool record;
    const struct by_policy *policy = policy_of(b, &record);
    double share = -1;
    leaves.position = calloc(LEAVES + 1, rules->position_size);
    out.scratch = calloc((size_t)rules->max_moves, sizeof *out.scratch);
    struct by_ply *plies = calloc((size_t)rules->max_length, sizeof *plies);
    if (leaves.position && out.scratch && plies && policy && find_leaves(b, &leaves)) {
        out.plies = record ? plies : NULL;
        double played = (double)leaves.count / leaves.simulations;
        share = playout_time(b, &leaves, policy, &out) * played / b->seconds;
    }
    free(leaves.position);
    free(out.scratch);
    free(plies);
    return share > 1 ? 1 : share;
}

static void bench_share(const struct bench_mcts *b)
{
    char playouts[128], tree[128];
    snprintf(playouts, sizeof playouts, "%s/playouts", b->name);
    snprintf(tree, sizeof tree, "%s/tree", b->name);
    if (!by_bench_asks(b->bench, playouts) && !by_bench_asks(b->bench, tree))
        return;
    double share = by_bench_stopped(b->bench) ? -1 : share_of_playouts(b);
    if (share < 0)
        return;
    if (by_bench_asks(b->bench, playouts))
        by_bench_tell(b->bench, playouts, share, "of the time");
    if (by_bench_asks(b->bench, tree))
        by_bench_tell(b->bench, tree, 1 - share, "of the time");
}

/* --- all of it ------------------------------------------------------------------------------ */

static bool wants_any(const struct bench_mcts *b)
{
    static const char *const suffixes[] = {"", "@2", "/expr", "/playouts", "/tree"};
    char name[128];
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        snprintf(name, sizeof name, "%s%s", b->name, suffixes[i]);
        if (by_bench_asks(b->bench, name))
            return true;
    }
    return false;
}

static void bench_case(struct bench_mcts *b)
{
    double speed = best_speed(b, "", &b->seconds);
    if (by_bench_asks(b->bench, b->name))
        by_bench_tell(b->bench, b->name, speed, "simulations/s");
    bench_variant(b, "@2", "threads=2");
    if (b->what->own)
        bench_variant(b, "/expr", b->what->own);
    bench_share(b);
}

static bool open_game(struct bench_mcts *b)
{
    char line[BY_SPEC_LENGTH_MAX];
    struct by_spec spec;
    snprintf(line, sizeof line, "%s %s", b->what->game, b->what->settings);
    return by_spec_read(line, &spec, NULL) == BY_OK &&
           by_rules_open(spec.name, spec.settings, spec.count, NULL, &b->rules, NULL) == BY_OK;
}

void by_bench_mcts(const struct by_bench *bench)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases && !by_bench_stopped(bench); i++) {
        struct bench_mcts b = {.bench = bench, .what = &cases[i]};
        snprintf(b.name, sizeof b.name, "mcts/%s/%s/%s", b.what->game, b.what->size, b.what->name);
        if (!wants_any(&b) || !open_game(&b))
            continue;
        if (by_line_open(b.rules, &b.line, NULL) == BY_OK)
            bench_case(&b);
        by_line_close(b.line);
        by_rules_close(b.rules);
    }
}
