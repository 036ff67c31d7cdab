/* ladder.c: what each improvement of alpha-beta is worth: positions looked at to a fixed depth,
 * and the gain of a second thread. */
#include "base/clock.h"
#include "base/rng.h"
#include "bench/parts.h"
#include "search/search.h"

#include <stdio.h>
#include <stdlib.h>

#define LADDER_DEPTH      8
#define SPEEDUP_DEPTH     15
#define SPEEDUP_POSITIONS 7
#define SPEEDUP_PLIES     6 /* random moves before each position */

static const struct rung {
    const char *name;
    const char *spec;
} ladder[] = {
    {"plain", "alphabeta plain=on"},
    {"table", "alphabeta pvs=off aspiration=off killers=off history=off"},
    {"order", "alphabeta"},
    {"symmetry", "alphabeta symmetry=on"},
};

static const struct ladder_game {
    const char *game, *size;
    bool threads; /* measure a second one */
} ladder_games[] = {{"breakthrough", "6x6", false}, {"connect4", "7x6", true}};

/* Thinks to `depth`; the seconds it took, or a negative number when it could not. */
static double think(const struct by_line *line, const char *spec, int depth, uint64_t *nodes)
{
    struct by_searcher *searcher = NULL;
    struct by_decision decision = {.moves = NULL};
    struct by_limits limits = {.depth = depth};
    enum by_status status = by_searcher_open(line->rules, spec, 1, &searcher, NULL);
    if (status == BY_OK)
        status = by_decision_open(line->rules, &decision, NULL);
    if (status == BY_OK)
        status = by_searcher_think(searcher, line, &limits, NULL, &decision, NULL);
    *nodes = decision.work.nodes;
    by_decision_close(&decision);
    by_searcher_close(searcher);
    return status == BY_OK ? decision.work.seconds : -1;
}

static void climb(const struct by_bench *bench, const struct by_line *line)
{
    for (size_t i = 0; i < sizeof ladder / sizeof *ladder && !by_bench_stopped(bench); i++) {
        char name[96];
        uint64_t nodes;
        snprintf(name, sizeof name, "nodes/%s/%s/%s@depth%d", line->rules->name, line->rules->label,
                 ladder[i].name, LADDER_DEPTH);
        if (by_bench_asks(bench, name) && think(line, ladder[i].spec, LADDER_DEPTH, &nodes) >= 0)
            by_bench_tell(bench, name, (double)nodes, "nodes");
    }
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void play_randomly(struct by_line *line, struct by_rng *rng)
{
    by_move moves[64]; /* Connect 4 has at most nine */
    while (by_line_undo(line))
        ;
    for (int i = 0; i < SPEEDUP_PLIES; i++) {
        int count = by_line_moves(line, moves);
        if (count > 0)
            (void)by_line_play(line, moves[by_rng_below(rng, (uint32_t)count)], NULL);
    }
}

/* The median gain of two threads over one to the same depth. */
static void gain(const struct by_bench *bench, struct by_line *line)
{
    char name[96];
    double gains[SPEEDUP_POSITIONS];
    struct by_rng rng;
    by_rng_init(&rng, 1, 0);
    snprintf(name, sizeof name, "speedup/%s/%s/alphabeta@2", line->rules->name, line->rules->label);
    if (!by_bench_asks(bench, name))
        return;
    for (int i = 0; i < SPEEDUP_POSITIONS && !by_bench_stopped(bench); i++) {
        uint64_t nodes;
        play_randomly(line, &rng);
        double one = think(line, "alphabeta", SPEEDUP_DEPTH, &nodes);
        double two = think(line, "alphabeta threads=2", SPEEDUP_DEPTH, &nodes);
        gains[i] = two > 0 ? one / two : 0;
    }
    if (by_bench_stopped(bench)) /* not all were measured */
        return;
    qsort(gains, SPEEDUP_POSITIONS, sizeof *gains, by_size);
    by_bench_tell(bench, name, gains[SPEEDUP_POSITIONS / 2], "times one thread");
}

void by_bench_ladder(const struct by_bench *bench)
{
    for (size_t i = 0; i < sizeof ladder_games / sizeof *ladder_games && !by_bench_stopped(bench);
         i++) {
        struct by_setting size = {"size", ladder_games[i].size};
        struct by_rules *rules;
        struct by_line *line = NULL;
        if (by_rules_open(ladder_games[i].game, &size, 1, NULL, &rules, NULL) != BY_OK)
            continue;
        if (by_line_open(rules, &line, NULL) == BY_OK) {
            climb(bench, line);
            if (ladder_games[i].threads)
                gain(bench, line);
        }
        by_line_close(line);
        by_rules_close(rules);
    }
}
