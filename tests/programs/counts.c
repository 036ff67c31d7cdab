/* counts.c: searches whose numbers must not depend on whether there are threads.
 *
 * Prints what each finds, but for the time it took, and what a build says to threads=. */
#include "games/line.h"
#include "games/perft.h"
#include "search/mcts/mcts.h"
#include <stdio.h>

static const struct by_error nothing = {.text = ""};

/* The root's moves with their visits and values, best first. */
static void print_moves(const struct by_line *line, const struct by_decision *decision)
{
    char move[32];
    for (int i = 0; i < decision->move_count; i++) {
        const struct by_move_stat *stat = &decision->moves[i];
        (void)by_line_move_text(line, stat->move, move, sizeof move);
        printf(" %s:%llu:%.17g", move, (unsigned long long)stat->visits, stat->value);
    }
    printf("\n");
}

static void think(const struct by_rules *rules, const struct by_line *line, const char *spec)
{
    struct by_error err = nothing;
    struct by_searcher *searcher = NULL;
    struct by_decision decision;
    enum by_status status = by_decision_open(rules, &decision, &err);
    if (status == BY_OK)
        status = by_searcher_open(rules, spec, 7, &searcher, &err);
    if (status == BY_OK)
        status = by_searcher_think(searcher, line, NULL, NULL, &decision, &err);
    printf("%s: %s", spec, err.text);
    if (status == BY_OK) {
        printf("%llu simulations, %llu nodes, depth %d:",
               (unsigned long long)decision.work.simulations,
               (unsigned long long)decision.work.nodes, decision.depth);
        print_moves(line, &decision);
    } else {
        printf("\n");
    }
    by_searcher_close(searcher);
    by_decision_close(&decision);
}

/* Time alone ends it, and every tree has had some of it. */
static void think_in_time(const struct by_rules *rules, const struct by_line *line)
{
    struct by_error err = nothing;
    struct by_searcher *searcher = NULL;
    struct by_decision decision;
    enum by_status status = by_decision_open(rules, &decision, &err);
    if (status == BY_OK)
        status = by_searcher_open(rules, "mcts time=0.1 roots=3 early=off", 7, &searcher, &err);
    if (status == BY_OK)
        status = by_searcher_think(searcher, line, NULL, NULL, &decision, &err);
    for (int i = 0; status == BY_OK && i < 3; i++) {
        const struct by_core *tree = by_mcts_core(by_mcts_of(searcher), i);
        printf("tree %d of a timed search: %s\n", i,
               by_core_simulations(tree) > 50 ? "grew" : "poor");
    }
    by_searcher_close(searcher);
    by_decision_close(&decision);
}

static void count(const struct by_rules *rules, const struct by_line *line, int threads)
{
    struct by_perft perft;
    struct by_error err = nothing;
    enum by_status status =
        by_perft(rules, by_line_position(line), 5, threads, NULL, NULL, &perft, &err);
    printf("perft on %d threads: %s%llu\n", threads, err.text,
           status == BY_OK ? (unsigned long long)perft.nodes[4] : 0ULL);
}

/* Roots and leaves, trees so small that they are pruned, a search that recurses, threads=. */
static void try_game(const char *name, const struct by_setting *settings, int count_settings)
{
    static const char *const specs[] = {"mcts sims=1000",
                                        "mcts sims=1000 roots=3",
                                        "mcts sims=1001 roots=4 rave=on",
                                        "mcts sims=1000 leaves=4",
                                        "mcts sims=999 leaves=3 rave=on",
                                        "mcts sims=6000 roots=2 memory=200K",
                                        "alphabeta depth=5",
                                        "mcts sims=100 threads=2",
                                        "alphabeta depth=3 threads=2"};
    struct by_error err = nothing;
    struct by_rules *rules = NULL;
    struct by_line *line = NULL;
    enum by_status status = by_rules_open(name, settings, count_settings, NULL, &rules, &err);
    if (status == BY_OK)
        status = by_line_open(rules, &line, &err);
    printf("%s: %s\n", name, err.text);
    for (size_t i = 0; status == BY_OK && i < sizeof specs / sizeof specs[0]; i++)
        think(rules, line, specs[i]);
    for (int threads = 1; status == BY_OK && threads <= 3; threads += 2)
        count(rules, line, threads);
    if (status == BY_OK)
        think_in_time(rules, line);
    by_line_close(line);
    by_rules_close(rules);
}

int main(void)
{
    const struct by_setting small = {"size", "5x5"};
    try_game("connect4", NULL, 0);
    try_game("nogo", &small, 1);
    return 0;
}
