/* signature.c: a checksum of what every search decides on every game.
 *
 * Fixed seed, one thread, limits on work alone, integers throughout: the same on every
 * machine, compiler and run. A change that should not change play must not change a line. */
#include "base/rng.h"
#include "bench/parts.h"
#include "search/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED       20240229
#define POSITIONS  8
#define PLIES_STEP 3     /* position p is reached by p * PLIES_STEP random plies */
#define NODES      10000 /* some depth in each game, and quick enough without optimisation */
#define NODES_WIDE 1000  /* in games of more than WIDE moves, where a node costs more */
#define WIDE       64
#define SIMS       500
#define DEPTH      3

struct signature {
    struct by_rules *rules;
    struct by_line *line;
    struct by_searcher *searcher;
    struct by_decision decision;
    by_move *moves;
    uint64_t count;    /* nodes and simulations */
    uint64_t checksum; /* of the decisions */
};

/* Which lines, and who hears of them. */
struct asked {
    const char *filter;
    void (*line)(void *context, const struct by_signature *signature);
    void *context;
};

static void mix(struct signature *s, uint64_t word)
{
    s->checksum = by_mix64(s->checksum ^ word) + 0x9e3779b97f4a7c15U;
}

/* Scores are whole numbers here, but for the means of games with chance; those and probabilities
 * are taken bit by bit. */
static void mix_value(struct signature *s, enum by_scale scale, double value)
{
    uint64_t bits = (uint64_t)(int64_t)value;
    if (scale == BY_SCALE_PROBABILITY || s->rules->has_chance)
        memcpy(&bits, &value, sizeof bits);
    mix(s, bits);
}

static void mix_decision(struct signature *s)
{
    const struct by_decision *d = &s->decision;
    mix(s, (uint64_t)(int64_t)d->move);
    mix(s, (uint64_t)d->bound * 4 + (uint64_t)d->complete * 2 + (uint64_t)d->proven);
    mix_value(s, d->scale, d->value);
    for (int i = 0; i < d->pv_count; i++)
        mix(s, (uint64_t)(int64_t)d->pv[i]);
    s->count += d->work.nodes + d->work.simulations;
}

/* Takes the line from wherever it stands to `plies` random plies behind the start; a game that
 * ends sooner stops one ply before its end. */
static void place_line(struct signature *s, int plies, struct by_error *error)
{
    struct by_rng rng;
    while (by_line_undo(s->line))
        continue;
    by_rng_init(&rng, SEED, (uint64_t)plies);
    for (int i = 0; i < plies; i++) {
        int count = by_line_moves(s->line, s->moves);
        if (count == 0)
            break;
        by_line_play(s->line, s->moves[by_rng_below(&rng, (uint32_t)count)], error);
    }
    if (by_line_over(s->line))
        by_line_undo(s->line);
}

/* Once with a fixed depth, once for a fixed effort. */
static enum by_status decide(struct signature *s, uint64_t seed, struct by_error *error)
{
    uint64_t nodes = s->rules->max_moves > WIDE ? NODES_WIDE : NODES;
    const struct by_limits limits[] = {
        {.nodes = nodes, .simulations = SIMS, .depth = DEPTH},
        {.nodes = nodes, .simulations = SIMS},
    };
    enum by_status status = BY_OK;
    for (int i = 0; i < 2 && status == BY_OK; i++) {
        by_searcher_reset(s->searcher, seed);
        status = by_searcher_think(s->searcher, s->line, &limits[i], NULL, &s->decision, error);
        if (status == BY_OK)
            mix_decision(s);
    }
    return status;
}

static enum by_status decide_all(struct signature *s, struct by_error *error)
{
    enum by_status status = BY_OK;
    for (int p = 0; p < POSITIONS && status == BY_OK; p++) {
        place_line(s, p * PLIES_STEP, error);
        if (!by_line_over(s->line)) /* a start with nothing to play is over */
            status = decide(s, by_seed_derive(SEED, (uint64_t)p), error);
    }
    return status;
}

static enum by_status sign(struct signature *s, struct by_error *error)
{
    s->count = 0;
    s->checksum = SEED;
    return decide_all(s, error);
}

static enum by_status sign_search(struct signature *s, const char *search,
                                  const struct asked *asked, struct by_error *error)
{
    char name[128];
    snprintf(name, sizeof name, "%s %s %s", s->rules->name, s->rules->label, search);
    if (!by_bench_wants(asked->filter, name))
        return BY_OK;
    if (by_searcher_open(s->rules, search, SEED, &s->searcher, NULL) != BY_OK)
        return BY_OK; /* a search that does not fit the game has no line */
    enum by_status status = sign(s, error);
    by_searcher_close(s->searcher);
    if (status == BY_OK)
        asked->line(asked->context, &(struct by_signature){s->rules->name, s->rules->label, search,
                                                           s->count, s->checksum});
    return status;
}

static enum by_status open_game(struct signature *s, int index, struct by_error *error)
{
    enum by_status status = by_bench_game(index, &s->rules, error);
    if (status != BY_OK)
        return status;
    size_t moves = (size_t)s->rules->max_moves;
    s->moves = calloc(moves, sizeof *s->moves);
    if (!s->moves)
        return by_fail_memory(error, moves * sizeof *s->moves);
    status = by_line_open(s->rules, &s->line, error);
    return status == BY_OK ? by_decision_open(s->rules, &s->decision, error) : status;
}

static enum by_status sign_game(int index, const struct asked *asked, struct by_error *error)
{
    struct signature s = {0};
    enum by_status status = open_game(&s, index, error);
    for (int i = 0; status == BY_OK && by_search_at(i); i++)
        status = sign_search(&s, by_search_at(i)->name, asked, error);
    by_decision_close(&s.decision);
    by_line_close(s.line);
    free(s.moves);
    by_rules_close(s.rules);
    return status;
}

enum by_status by_signature_run(const char *filter,
                                void (*line)(void *context, const struct by_signature *signature),
                                void *context, struct by_error *err)
{
    const struct asked asked = {filter, line, context};
    enum by_status status = BY_OK;
    for (int i = 0; status == BY_OK && by_game_at(i); i++)
        status = sign_game(i, &asked, err);
    return status;
}
