/* deviation.c: how far a shallow search of a game's own is off a deep one, by plies left on the board: what
 * such a search needs to know to leave out what hardly matters (multi-probcut). Only when asked for by
 * name: it takes a while. Positions are those of games that begin at random and go on by short looks
 * ahead. */
#include "bench/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAMES        80
#define RANDOM_PLIES 8
#define EVERY        6 /* plies between two samples */
#define DEEPEST      10
#define STAGES       16
#define MEMORY       ((size_t)16 << 20)

/* The depths that are compared: a search leaves out by the pairs of its own game. */
static const int pairs[][2] = {{3, 1}, {4, 2}, {5, 1}, {5, 3}, {6, 2},  {6, 4},
                               {7, 3}, {8, 2}, {8, 4}, {9, 5}, {10, 4}, {10, 6}};
#define PAIRS ((int)(sizeof pairs / sizeof *pairs))

struct sums {
    int count;
    double sum, squares;
};

struct measure {
    const struct by_bench *bench;
    const struct by_rules *rules;
    void *own, *position;
    by_move *moves;
    struct by_rng rng;
    struct sums sums[STAGES][PAIRS];
};

static bool ask(struct measure *m, int depth, struct by_own_search *out)
{
    *out = (struct by_own_search){.depth = depth, .sure = true};
    return m->rules->game->own_search(m->own, m->position, out);
}

static void sample(struct measure *m, int stage)
{
    double value[DEEPEST + 1];
    for (int depth = 1; depth <= DEEPEST; depth++) {
        struct by_own_search found;
        if (by_bench_stopped(m->bench) || !ask(m, depth, &found) || found.proven)
            return;
        value[depth] = (double)found.value / m->rules->game->own_unit;
    }
    for (int p = 0; p < PAIRS; p++) {
        double error = value[pairs[p][0]] - value[pairs[p][1]];
        struct sums *s = &m->sums[stage][p];
        s->count++;
        s->sum += error;
        s->squares += error * error;
    }
}

static by_move choose(struct measure *m, int ply)
{
    struct by_own_search found;
    int count = m->rules->game->moves(m->rules, m->position, m->moves);
    if (ply >= RANDOM_PLIES && ask(m, 2, &found))
        return found.move;
    return m->moves[by_rng_below(&m->rng, (uint32_t)count)];
}

static void play_game(struct measure *m)
{
    const struct by_rules *rules = m->rules;
    memcpy(m->position, rules->start, rules->position_size);
    for (int ply = 0; !rules->game->over(rules, m->position) && !by_bench_stopped(m->bench);
         ply++) {
        if (ply >= RANDOM_PLIES && ply % EVERY == 0 && ply / EVERY < STAGES)
            sample(m, ply / EVERY);
        rules->game->play(rules, m->position, choose(m, ply), NULL);
    }
    rules->game->own_forget(m->own);
}

static void tell(const struct measure *m)
{
    for (int stage = 0; stage < STAGES; stage++)
        for (int p = 0; p < PAIRS; p++) {
            const struct sums *s = &m->sums[stage][p];
            char name[96];
            if (s->count < GAMES / 2)
                continue;
            snprintf(name, sizeof name, "deviation/%s/%s/ply%d/%d-%d", m->rules->name,
                     m->rules->label, stage * EVERY, pairs[p][0], pairs[p][1]);
            by_bench_tell(m->bench, name, sqrt(s->squares / s->count), "points");
        }
}

static void measure(const struct by_bench *bench, const struct by_rules *rules)
{
    struct measure *m = calloc(1, sizeof *m);
    if (!m)
        return;
    m->bench = bench;
    m->rules = rules;
    m->position = malloc(rules->position_size);
    m->moves = calloc((size_t)rules->max_moves, sizeof *m->moves);
    by_rng_init(&m->rng, 1, 0);
    if (m->position && m->moves &&
        rules->game->own_open(rules, MEMORY, 1, &m->own, NULL) == BY_OK && m->own) {
        for (int i = 0; i < GAMES && !by_bench_stopped(bench); i++)
            play_game(m);
        tell(m);
        rules->game->own_close(m->own);
    }
    free(m->position);
    free(m->moves);
    free(m);
}

void by_bench_deviation(const struct by_bench *bench)
{
    for (int i = 0; bench->filter && by_game_at(i); i++) {
        struct by_rules *rules;
        char name[64];
        if (by_bench_game(i, &rules, NULL) != BY_OK)
            continue;
        snprintf(name, sizeof name, "deviation/%s", rules->name);
        if (rules->game->own_eval && strncmp(bench->filter, "deviation", 9) == 0 &&
            (strchr(bench->filter, '/') == NULL || by_bench_asks(bench, name)))
            measure(bench, rules);
        by_rules_close(rules);
    }
}
