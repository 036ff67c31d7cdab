/* The real alpha-beta finds minimax's value: with and without table, order, windows, symmetry,
 * on any number of threads, and with a table so small that it forgets all the time. */
#include "tree_help.h"

static const char *const specs[] = {
    "alphabeta table=0 pvs=off killers=off history=off aspiration=off",
    "alphabeta table=0",
    "alphabeta table=256", /* 16 entries */
    "alphabeta table=256 symmetry=on",
    "alphabeta table=64K pvs=off",
    "alphabeta table=64K symmetry=on aspiration=off",
    "alphabeta table=64K killers=off history=off",
    "alphabeta table=256 threads=2",
    "alphabeta table=64K threads=2 symmetry=on",
    "alphabeta table=64K threads=4",
};
enum { SPECS = sizeof specs / sizeof *specs };

/* --- explicit trees -------------------------------------------------------------------- */

static void random_trees_have_their_value(void **state)
{
    (void)state;
    struct by_rng rng;
    struct sapling tree;
    by_rng_init(&rng, 31, 0);
    for (int i = 0; i < long_or(200000, 5000); i++) {
        grow_random(&tree, &rng);
        struct by_rules *rules = plant(&tree);
        struct by_line *line = open_line(rules);
        int64_t truth = root_value(&tree);
        const char *spec = specs[by_rng_below(&rng, SPECS)];
        struct by_decision decision = think(line, spec, 1, NULL);
        assert_true(decision.proven && decision.complete);
        assert_int_equal((int64_t)decision.value, truth);
        assert_int_equal(root_move_value(&tree, decision.move), truth);
        by_decision_close(&decision);
        by_line_close(line);
        by_rules_close(rules);
    }
}

/* --- every game ------------------------------------------------------------------------- */

/* A move's value is exact or a bound on the right side of the truth. */
static void check_moves(const struct by_line *line, const struct by_eval *eval, int depth,
                        const struct by_decision *decision)
{
    for (int i = 0; i < decision->move_count; i++) {
        const struct by_move_stat *stat = &decision->moves[i];
        int64_t truth =
            plain_move_value(line->rules, eval, by_line_position(line), stat->move, depth);
        if (stat->bound == BY_BOUND_EXACT)
            assert_int_equal((int64_t)stat->value, truth);
        else if (stat->bound == BY_BOUND_UPPER)
            assert_true(stat->value >= (double)truth);
        else if (stat->bound == BY_BOUND_LOWER)
            assert_true(stat->value <= (double)truth);
    }
}

/* The line is legal from the root and begins with the move. */
static void check_line(struct by_line *line, const struct by_decision *decision)
{
    int before = line->count;
    assert_true(decision->pv_count >= 1 && decision->pv[0] == decision->move);
    for (int i = 0; i < decision->pv_count; i++)
        assert_int_equal(by_line_play(line, decision->pv[i], NULL), BY_OK);
    while (line->count > before)
        by_line_undo(line);
}

static void check_position(struct by_line *line, const struct by_eval *eval, int depth,
                           const char *base)
{
    char spec[160];
    const struct by_rules *rules = line->rules;
    /* A game's own search with an evaluation of its own looks at other moves than minimax. */
    (void)snprintf(spec, sizeof spec, "%s depth=%d eval=%s own=%s", base, depth,
                   eval ? eval->name : "none", rules->game->own_eval ? "off" : "on");
    int64_t truth = plain_value(rules, eval, by_line_position(line), depth);
    struct by_decision decision = think(line, spec, 1, NULL);
    if ((int64_t)decision.value != truth)
        fail_msg("%s: %s finds %g, minimax %lld", rules->name, spec, decision.value,
                 (long long)truth);
    int64_t move_value =
        plain_move_value(rules, eval, by_line_position(line), decision.move, depth);
    if (move_value != truth) {
        char text[256], move[32];
        (void)by_line_text(line, text, sizeof text);
        (void)by_line_move_text(line, decision.move, move, sizeof move);
        fail_msg("%s at %s: %s plays %s, worth %lld and not %lld", rules->name, text, spec, move,
                 (long long)move_value, (long long)truth);
    }
    check_moves(line, eval, decision.depth, &decision);
    check_line(line, &decision);
    by_decision_close(&decision);
}

/* As deep as plain minimax can follow. */
static int affordable_depth(const struct by_line *line)
{
    enum { NODES = 2000 };
    int depth = 1;
    while (depth < 12 && count_below(line->rules, by_line_position(line), depth + 1, NODES) < NODES)
        depth++;
    return depth;
}

static void check_game(const struct by_rules *rules, void *context)
{
    struct by_rng *rng = context;
    struct by_line *line = open_line(rules);
    for (int i = 0; i < long_or(400, 20); i++) {
        walk(line, (int)by_rng_below(rng, (uint32_t)rules->max_length + 1), rng);
        if (by_line_over(line))
            break; /* a start with nothing to play */
        const struct by_eval *eval = by_rng_below(rng, 4) > 0 ? by_eval_find(rules, NULL) : NULL;
        check_position(line, eval, affordable_depth(line), specs[by_rng_below(rng, SPECS)]);
    }
    by_line_close(line);
}

static void every_game_has_minimax_values(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 32, 0);
    for_every_certain_game(check_game, &rng);
}

/* The table lives on from move to move: what it learned in one search must not mislead the
 * next, at another depth, in another place. */
static void a_table_kept_between_moves_tells_the_truth(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 33, 0);
    struct by_rules *rules = open_rules("connect4", "size=5x4");
    struct by_line *line = open_line(rules);
    const struct by_eval *eval = by_eval_find(rules, NULL);
    struct by_searcher *searcher = open_searcher(rules, "alphabeta table=4K symmetry=on", 1);
    struct by_decision decision;
    assert_int_equal(by_decision_open(rules, &decision, NULL), BY_OK);
    for (int i = 0; i < long_or(5000, 300); i++) {
        walk(line, (int)by_rng_below(&rng, 20), &rng);
        struct by_limits limits = {.depth = 1 + (int)by_rng_below(&rng, 5)};
        assert_int_equal(by_searcher_think(searcher, line, &limits, NULL, &decision, NULL), BY_OK);
        assert_int_equal((int64_t)decision.value,
                         plain_value(rules, eval, by_line_position(line), limits.depth));
    }
    by_decision_close(&decision);
    by_searcher_close(searcher);
    by_line_close(line);
    by_rules_close(rules);
}

/* --- work --------------------------------------------------------------------------------- */

static uint64_t nodes_of(const struct by_line *line, const char *spec)
{
    struct by_decision decision = think(line, spec, 1, NULL);
    uint64_t nodes = decision.work.nodes;
    by_decision_close(&decision);
    return nodes;
}

/* Each improvement looks at no more positions than the form before it. */
static void check_ladder(const char *game, const char *settings)
{
    static const char *const ladder[] = {
        "alphabeta plain=on depth=8",
        "alphabeta depth=8 pvs=off aspiration=off killers=off history=off",
        "alphabeta depth=8",
        "alphabeta depth=8 symmetry=on",
    };
    struct by_rules *rules = open_rules(game, settings);
    struct by_line *line = open_line(rules);
    uint64_t before = UINT64_MAX;
    for (size_t i = 0; i < sizeof ladder / sizeof *ladder; i++) {
        uint64_t nodes = nodes_of(line, ladder[i]);
        if (nodes > before)
            fail_msg("%s: %s looks at %llu positions, the form before it at %llu", game, ladder[i],
                     (unsigned long long)nodes, (unsigned long long)before);
        before = nodes;
    }
    by_line_close(line);
    by_rules_close(rules);
}

static void each_improvement_saves_positions(void **state)
{
    (void)state;
    check_ladder("breakthrough", "size=6x6");
    check_ladder("connect4", NULL);
}

static void one_thread_is_deterministic(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "size=6x6");
    struct by_line *line = open_line(rules);
    struct by_decision a = think(line, "alphabeta nodes=50000 table=1M", 1, NULL);
    struct by_decision b = think(line, "alphabeta nodes=50000 table=1M", 1, NULL);
    assert_same_decision(&a, &b);
    assert_int_equal(a.work.nodes, 50000);
    assert_int_equal(a.work.tree_bytes, 1 << 20);
    by_decision_close(&a);
    by_decision_close(&b);
    by_line_close(line);
    by_rules_close(rules);
}

static void options_of_the_other_form_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"alphabeta plain=on table=1M", "alphabeta order=best",
                                      "alphabeta plain=on threads=2", "alphabeta threads=0",
                                      "alphabeta table=-1"};
    struct by_rules *rules = open_rules("tictactoe", NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct by_searcher *searcher;
        struct by_error err = {0};
        assert_int_equal(by_searcher_open(rules, bad[i], 1, &searcher, &err), BY_BAD_INPUT);
        assert_true(err.text[0] != '\0');
    }
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_trees_have_their_value),
        cmocka_unit_test(every_game_has_minimax_values),
        cmocka_unit_test(a_table_kept_between_moves_tells_the_truth),
        cmocka_unit_test(each_improvement_saves_positions),
        cmocka_unit_test(one_thread_is_deterministic),
        cmocka_unit_test(options_of_the_other_form_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
