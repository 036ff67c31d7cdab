/* mcts_active_test.c: moves=active (GOM 4.2, 4.3): searches look at the game's active moves and at
 * nothing else, name all legal ones, and prove no more than they may. */
#include "search/mcts/mcts.h"
#include "search_help.h"

/* By action: whether the move is active. */
static int mark_active(const struct by_line *line, bool *active)
{
    by_move moves[HELP_MOVES_MAX];
    const struct by_rules *rules = line->rules;
    memset(active, 0, HELP_MOVES_MAX * sizeof *active);
    int count = rules->game->active(rules, by_line_position(line), moves);
    for (int i = 0; i < count; i++)
        active[moves[i]] = true;
    return count;
}

static const char *const specs[] = {
    "mcts sims=300 moves=active",
    "mcts sims=300 moves=active proofs=off rave=on",
    "mcts sims=300 moves=active epsilon=1",
    "mcts sims=300 moves=active selection=puct prior=on",
    "mcts sims=300 moves=active threads=2",
    "mcts sims=300 moves=active roots=2 playout=forced",
    "mcts sims=300 moves=active dag=on z=0",
    "hmcts sims=300 moves=active",
    "hmcts sims=300 moves=active playout=forced",
};
#define SPECS ((int)(sizeof specs / sizeof *specs))

static void check_decision(const struct by_line *line, const struct by_decision *d)
{
    bool active[HELP_MOVES_MAX];
    uint64_t visits = 0;
    assert_true(mark_active(line, active) > 0);
    assert_true(active[d->move]);
    assert_int_equal(d->moves[0].move, d->move);
    for (int i = 0; i < d->move_count; i++) {
        assert_true(is_legal(line, d->moves[i].move));
        for (int j = 0; j < i; j++)
            assert_int_not_equal(d->moves[i].move, d->moves[j].move);
        if (!active[d->moves[i].move]) {
            assert_int_equal(d->moves[i].visits, 0);
            assert_int_equal(d->moves[i].bound, BY_BOUND_NONE);
        }
        visits += d->moves[i].visits;
    }
    assert_true(visits == d->work.simulations || d->proven);
}

static void only_active_moves_are_looked_at(void **state)
{
    (void)state;
    static const char *const boards[] = {"size=7", "size=15", "size=9 rule=renju"};
    struct by_rng rng;
    by_rng_init(&rng, 5, 0);
    for (int b = 0; b < 3; b++) {
        struct by_rules *rules = open_rules("gomoku", boards[b]);
        struct by_line *line = open_line(rules);
        for (int i = 0; i < long_or(20, 2) * SPECS; i++) {
            walk(line, (int)by_rng_below(&rng, 20), &rng);
            struct by_decision decision = think(line, specs[i % SPECS], (uint64_t)i, NULL);
            by_move legal[HELP_MOVES_MAX];
            assert_int_equal(decision.move_count, by_line_moves(line, legal));
            check_decision(line, &decision);
            by_decision_close(&decision);
        }
        by_line_close(line);
        by_rules_close(rules);
    }
}

/* The nodes below the root, too: as many children as active moves, at every one of them. */
static void compare_node(const struct by_core *core, by_link at, struct by_line *line)
{
    bool active[HELP_MOVES_MAX];
    struct by_node *node = by_tree_node(&core->tree, at);
    assert_int_equal(node->count, mark_active(line, active));
    for (int i = 0; i < node->count; i++) {
        by_link link = atomic_load(&by_node_link(&core->tree, node)[i]);
        by_move move = by_node_move(&core->tree, node)[i];
        assert_true(active[move]);
        if (!by_link_is_node(link))
            continue;
        assert_int_equal(by_line_play(line, move, NULL), BY_OK);
        compare_node(core, link, line);
        by_line_undo(line);
    }
}

static void the_tree_has_active_moves_alone(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("gomoku", "size=7");
    struct by_line *line = open_line(rules);
    struct by_searcher *searcher =
        open_searcher(rules, "mcts sims=3000 proofs=off moves=active reuse=on", 1);
    struct by_decision decision;
    assert_int_equal(by_decision_open(rules, &decision, NULL), BY_OK);
    for (int i = 0; i < 6; i++) { /* from the empty board on; the tree is kept between moves */
        assert_int_equal(by_searcher_think(searcher, line, NULL, NULL, &decision, NULL), BY_OK);
        const struct by_core *core = by_mcts_core(by_mcts_of(searcher), 0);
        compare_node(core, core->root, line);
        assert_int_equal(decision.work.simulations, 3000);
        assert_int_equal(by_line_play(line, decision.move, NULL), BY_OK);
    }
    by_decision_close(&decision);
    by_searcher_close(searcher);
    by_line_close(line);
    by_rules_close(rules);
}

/* X has two fours: every active answer loses, but an answer elsewhere was not looked at. */
static void losses_among_active_moves_are_no_proof(void **state)
{
    (void)state;
    static const char text[] = "........./........./........./........./"
                               ".XXXX..../.XXXX..../.OOO...../.OOO...../........O O";
    struct by_rules *rules = open_rules_at("gomoku", "size=9", text);
    struct by_line *line = open_line(rules);
    struct by_decision all = think(line, "mcts sims=200000", 1, NULL);
    struct by_decision few = think(line, "mcts sims=200000 moves=active", 1, NULL);
    assert_true(all.proven && all.value == 0);
    assert_false(few.proven);
    assert_true(few.value < 0.01);
    by_decision_close(&all);
    by_decision_close(&few);
    by_line_close(line);
    by_rules_close(rules);
}

static void games_without_active_moves_refuse(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", NULL);
    for (int i = 0; i < 2; i++) {
        struct by_searcher *searcher = NULL;
        struct by_error err = {0};
        const char *spec = i == 0 ? "mcts moves=active" : "hmcts moves=active";
        assert_int_equal(by_searcher_open(rules, spec, 1, &searcher, &err), BY_BAD_INPUT);
        assert_string_equal(err.text, "moves=active: the game connect4 has no active moves");
    }
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_active_moves_are_looked_at),
        cmocka_unit_test(the_tree_has_active_moves_alone),
        cmocka_unit_test(losses_among_active_moves_are_no_proof),
        cmocka_unit_test(games_without_active_moves_refuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
