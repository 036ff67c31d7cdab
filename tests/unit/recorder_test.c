/* recorder_test.c: what a recorded search leaves behind is what the search did, and the drawings
 * leave nothing out without saying so. The windows and reasons of the command `tree` are compared
 * with a second implementation in tests/cli/tree_test.py; here are the parts below it. */
#include "lessons/searchdraw.h"
#include "search/textbook/treesize.h"
#include "search_help.h"
#include "tree_help.h"

#define LIMIT 1000000

/* Watches `spec` think about the line; to be closed. */
static struct by_decision watch_think(struct by_recorder *recorder, const struct by_line *line,
                                      const char *spec, int32_t limit)
{
    assert_int_equal(by_recorder_open(recorder, line->rules, limit, NULL), BY_OK);
    struct by_events events = {.context = recorder, .trace = by_recorder_step};
    return think(line, spec, 1, &events);
}

static void watch_tree(struct by_recorder *recorder, const struct by_rules *rules, const char *spec)
{
    struct by_line *line = open_line(rules);
    struct by_decision decision = watch_think(recorder, line, spec, LIMIT);
    assert_int_equal(by_recorder_complete(recorder, by_line_position(line), NULL), BY_OK);
    by_decision_close(&decision);
    by_line_close(line);
}

/* --- the tree of the textbooks, worked by hand (Russell and Norvig, figure 5.5) ----------- */

static void expect_node(const struct by_recorder *recorder, int32_t id, int64_t alpha, int64_t beta,
                        int64_t value, enum by_bound bound, enum by_step_reason reason)
{
    const struct by_recorder_node *node = &recorder->node[id];
    assert_int_equal(node->alpha, alpha);
    assert_int_equal(node->beta, beta);
    assert_int_equal(node->value, value);
    assert_int_equal(node->bound, bound);
    assert_int_equal(node->reason, reason);
}

static void the_textbook_tree(void **state)
{
    (void)state;
    const int64_t inf = BY_VALUE_INF;
    struct by_rules *rules = open_rules("tree", NULL);
    struct by_recorder recorder;
    watch_tree(&recorder, rules, "alphabeta plain=on depth=2");
    /* 0; its children 1 2 3; then the leaves 4 5 6, 7 8 9, 10 11 12 */
    assert_int_equal(recorder.count, 13);
    expect_node(&recorder, 0, -inf, inf, 3, BY_BOUND_EXACT, BY_REASON_SEARCHED);
    expect_node(&recorder, 1, -inf, inf, 3, BY_BOUND_EXACT, BY_REASON_SEARCHED);
    expect_node(&recorder, 2, 3, inf, 2, BY_BOUND_UPPER, BY_REASON_CUT);
    expect_node(&recorder, 3, 3, inf, 2, BY_BOUND_EXACT, BY_REASON_CUT);
    expect_node(&recorder, 6, -inf, 3, 8, BY_BOUND_EXACT, BY_REASON_FINISHED);
    expect_node(&recorder, 12, 3, 5, 2, BY_BOUND_EXACT, BY_REASON_FINISHED);
    assert_int_equal(recorder.node[2].because, 0);
    assert_int_equal(recorder.node[2].proof, 1);
    assert_int_equal(by_recorder_skipped(&recorder, 2), 2);
    assert_int_equal(by_recorder_skipped(&recorder, 3), 0);
    for (int32_t id = 8; id <= 9; id++) {
        assert_int_equal(recorder.node[id].entered, BY_RECORDER_NONE);
        assert_int_equal(recorder.node[id].because, 2);
        assert_int_equal(recorder.node[id].value, id == 8 ? 4 : 6);
    }
    struct by_recorder_counts counts = by_recorder_count(&recorder);
    assert_int_equal(counts.leaves, 9);
    assert_int_equal(counts.leaves_seen, 7);
    assert_int_equal(counts.nodes_seen, 11);
    assert_int_equal(counts.cuts, 1);
    by_recorder_close(&recorder);
    by_rules_close(rules);
}

/* --- times --------------------------------------------------------------------------------- */

/* MIN's first node: nothing, then 3, which 12 and 8 do not change. */
static void windows_narrow_as_time_goes_by(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tree", NULL);
    struct by_recorder recorder;
    watch_tree(&recorder, rules, "alphabeta plain=on depth=2");
    const struct by_recorder_node *leaf = &recorder.node[4];
    assert_false(by_recorder_left(leaf, leaf->left));
    assert_true(by_recorder_left(leaf, leaf->left + 1));
    assert_int_equal(by_recorder_best(&recorder, 1, leaf->left), BY_RECORDER_NONE);
    assert_int_equal(by_recorder_window(&recorder, 1, leaf->left).beta, BY_VALUE_INF);
    for (int32_t now = leaf->left + 1; now <= recorder.node[1].left + 1; now++) {
        assert_int_equal(by_recorder_best(&recorder, 1, now), 4);
        assert_int_equal(by_recorder_window(&recorder, 1, now).beta, 3);
        assert_int_equal(by_recorder_window(&recorder, 1, now).alpha, -BY_VALUE_INF);
    }
    struct by_recorder_window crossed = by_recorder_window(&recorder, 2, BY_RECORDER_END);
    assert_int_equal(crossed.alpha, 3);
    assert_int_equal(crossed.beta, 2);
    by_recorder_close(&recorder);
    by_rules_close(rules);
}

/* --- random trees ----------------------------------------------------------------------------- */

/* What must hold of any node, whoever searched: children behind parents, times nested, the value
 * that of the best child, and what the bound says of the true value, which the test knows. */
static void check_node(const struct by_recorder *recorder, int32_t id, const struct sapling *tree,
                       int sprout, bool maximise)
{
    const struct by_recorder_node *node = &recorder->node[id];
    int64_t truth = sprout_value(tree, sprout, maximise);
    assert_int_equal(node->side, maximise ? 0 : 1);
    assert_int_equal(node->leaf, tree->node[sprout].count == 0);
    assert_int_equal(node->count, tree->node[sprout].count);
    if (node->entered != BY_RECORDER_NONE) {
        assert_true(node->entered < node->left && node->left < recorder->events);
        assert_true(node->alpha < node->beta);
        assert_true(node->bound != BY_BOUND_NONE);
        assert_true(node->bound == BY_BOUND_LOWER || truth <= node->value);
        assert_true(node->bound == BY_BOUND_UPPER || truth >= node->value);
        if (!node->leaf)
            assert_int_equal(node->value, recorder->node[node->best].value);
    } else if (node->leaf) {
        assert_int_equal(node->value, truth);
    }
    for (int i = 0; i < node->count; i++) {
        const struct by_recorder_node *child = &recorder->node[node->first + i];
        assert_true(node->first > id);
        assert_int_equal(child->parent, id);
        assert_int_equal(child->move, i);
        if (child->entered != BY_RECORDER_NONE)
            assert_true(node->entered < child->entered && child->left < node->left);
        check_node(recorder, node->first + i, tree, tree->node[sprout].child[i], !maximise);
    }
}

/* One who has enough already has it in truth. */
static void check_cuts(const struct by_recorder *recorder)
{
    for (int32_t id = 0; id < recorder->count; id++) {
        const struct by_recorder_node *node = &recorder->node[id];
        if (node->reason != BY_REASON_CUT)
            continue;
        const struct by_recorder_node *proof = &recorder->node[node->proof];
        assert_true(node->because < id && proof->parent == node->because);
        assert_true(proof->left < node->entered);
        assert_int_equal(recorder->node[node->because].side, 1 - node->side);
        assert_int_equal(proof->bound, BY_BOUND_EXACT);
        assert_int_equal(proof->value, node->side == 0 ? node->beta : node->alpha);
        assert_true(node->side == 0 ? node->value >= node->beta : node->value <= node->alpha);
    }
}

static void random_trees_are_told_truly(void **state)
{
    (void)state;
    static const char *const specs[] = {
        "minimax depth=9",
        "negamax depth=9",
        "alphabeta plain=on depth=9",
        "alphabeta plain=on depth=9 order=best",
        "alphabeta plain=on depth=9 order=worst",
        "alphabeta plain=on depth=9 order=random",
    };
    struct by_rng rng;
    struct sapling tree;
    by_rng_init(&rng, 31, 0);
    for (int i = 0; i < long_or(50000, 2000); i++) {
        grow_random(&tree, &rng);
        struct by_rules *rules = plant(&tree);
        for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
            struct by_recorder recorder;
            watch_tree(&recorder, rules, specs[s]);
            assert_int_equal(recorder.count, tree.count);
            check_node(&recorder, 0, &tree, 0, !tree.root_min);
            check_cuts(&recorder);
            by_recorder_close(&recorder);
        }
        by_rules_close(rules);
    }
}

/* --- other games, limits ------------------------------------------------------------------------ */

static void record_game(const struct by_rules *rules, void *context)
{
    static const char *const specs[] = {"minimax depth=2",
                                        "negamax depth=3 nodes=400",
                                        "alphabeta plain=on depth=2",
                                        "alphabeta plain=on depth=3 order=random",
                                        "alphabeta depth=3",
                                        "alphabeta depth=4 nodes=2000"};
    struct by_line *line = open_line(rules);
    walk(line, (int)by_rng_below(context, (uint32_t)rules->max_length), context);
    int sign = by_line_side(line) == 0 ? 1 : -1;
    for (size_t s = 0; s < sizeof specs / sizeof *specs && !by_line_over(line); s++) {
        struct by_recorder recorder;
        struct by_decision decision = watch_think(&recorder, line, specs[s], LIMIT);
        struct by_recorder_counts counts = by_recorder_count(&recorder);
        bool deepens = strstr(specs[s], "nodes") || strncmp(specs[s], "alphabeta depth", 15) == 0;
        assert_true(counts.nodes_seen <= (int64_t)decision.work.nodes);
        assert_true(!recorder.full ||
                    rules->max_moves > 64); /* moves that are cut take room, too */
        if (decision.complete && !recorder.full) {
            assert_false(recorder.stopped);
            assert_true(deepens || counts.nodes_seen == (int64_t)decision.work.nodes);
            assert_true(deepens || counts.leaves_seen == (int64_t)decision.work.leaves);
            assert_int_equal(recorder.node[0].value, sign * (int64_t)decision.value);
            assert_int_equal(recorder.node[recorder.node[0].best].move, decision.move);
        }
        by_decision_close(&decision);
        by_recorder_close(&recorder);
    }
    by_line_close(line);
}

static void every_game_can_be_recorded(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 8, 0);
    for (int i = 0; i < long_or(50, 3); i++)
        for_every_certain_game(record_game, &rng);
}

/* Deepening begins afresh: what is kept is the last iteration, not the sum. */
static void deepening_keeps_the_last_iteration(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules_at("tictactoe", NULL, "X.O/.X./..O X");
    struct by_line *line = open_line(rules);
    struct by_recorder recorder;
    struct by_decision all = watch_think(&recorder, line, "minimax", LIMIT);
    struct by_decision last = think(line, "minimax depth=5", 1, NULL);
    assert_int_equal(all.depth, 5);
    assert_true(last.work.nodes < all.work.nodes);
    assert_int_equal(by_recorder_count(&recorder).nodes_seen, last.work.nodes);
    by_decision_close(&all);
    by_decision_close(&last);
    by_recorder_close(&recorder);
    by_line_close(line);
    by_rules_close(rules);
}

static void the_limit_holds(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tree", "branching=3 depth=5");
    struct by_line *line = open_line(rules);
    for (int32_t limit = 0; limit < 364; limit += 7) {
        struct by_recorder recorder;
        struct by_error err = {0};
        struct by_decision decision = watch_think(&recorder, line, "minimax depth=5", limit);
        assert_true(recorder.full && recorder.count <= limit);
        assert_int_equal(by_recorder_complete(&recorder, by_line_position(line), &err),
                         BY_NO_MEMORY);
        assert_non_null(strstr(err.text, "more nodes"));
        by_decision_close(&decision);
        by_recorder_close(&recorder);
    }
    by_line_close(line);
    by_rules_close(rules);
}

/* Half of the nodes are enough for alpha-beta, but not for what it leaves out. */
static void completing_respects_the_limit(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tree", "branching=3 depth=5");
    struct by_line *line = open_line(rules);
    struct by_recorder recorder;
    const char *spec = "alphabeta plain=on depth=5 order=best";
    struct by_decision decision = watch_think(&recorder, line, spec, 200);
    assert_false(recorder.full);
    assert_int_equal(by_recorder_complete(&recorder, by_line_position(line), NULL), BY_NO_MEMORY);
    assert_true(recorder.count <= 200);
    by_decision_close(&decision);
    by_recorder_close(&recorder);
    by_line_close(line);
    by_rules_close(rules);
}

static void a_finished_game_is_a_leaf(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules_at("tree", NULL, "-5 O");
    struct by_recorder recorder;
    watch_tree(&recorder, rules, "alphabeta plain=on depth=1");
    assert_int_equal(recorder.count, 1);
    assert_true(recorder.node[0].leaf);
    assert_int_equal(recorder.node[0].value, -5);
    assert_int_equal(recorder.node[0].side, 1);
    by_recorder_close(&recorder);
    by_rules_close(rules);
}

/* --- drawings -------------------------------------------------------------------------------------- */

/* Each node is drawn or counted as left out, once. */
static void check_view(const struct by_searchview *view)
{
    int32_t drawn = 0, hidden = 0;
    for (int32_t i = 0; i < view->count; i++) {
        const struct by_searchview_item *item = &view->item[i];
        drawn += item->node != BY_RECORDER_NONE;
        hidden += item->hidden;
        assert_true(item->parent < i);
        assert_true((item->parent < 0) == (i == 0));
        assert_true(item->level <= view->levels);
        assert_true(i == 0 || item->level == view->item[item->parent].level + 1);
    }
    assert_true(drawn <= view->most);
    if (view->top == 0)
        assert_int_equal(drawn + hidden, view->recorder->count);
}

static bool is_drawn(const struct by_searchview *view, int32_t id)
{
    for (int32_t i = 0; i < view->count; i++)
        if (view->item[i].node == id)
            return true;
    return false;
}

struct tally {
    int rows;
    bool focus;
};

static void count_row(void *context, const struct by_recorder_row *row)
{
    struct tally *tally = context;
    assert_non_null(row->text);
    tally->rows++;
    tally->focus |= row->text[0] == '>';
}

/* Measured and written must be the same length, and the end the end. */
static void check_svg(const struct by_searchview *view)
{
    struct by_text measure = by_text_over(NULL, 0);
    assert_int_equal(by_searchdraw_svg(view, "a < b", "c & d", &measure, NULL), BY_OK);
    char *buffer = malloc(measure.length + 1);
    assert_non_null(buffer);
    struct by_text text = by_text_over(buffer, measure.length + 1);
    assert_int_equal(by_searchdraw_svg(view, "a < b", "c & d", &text, NULL), BY_OK);
    assert_int_equal(text.length, measure.length);
    assert_int_equal(strlen(buffer), measure.length);
    assert_string_equal(buffer + measure.length - 7, "</svg>\n");
    assert_null(strstr(buffer, "a < b"));
    assert_null(strstr(buffer, "nan"));
    free(buffer);
}

static void check_drawing(const struct by_recorder *recorder, int32_t now, int32_t focus,
                          int32_t most, int32_t levels)
{
    struct by_searchview view = {.recorder = recorder,
                                 .windows = true,
                                 .now = now,
                                 .focus = focus,
                                 .most = most,
                                 .levels = levels};
    struct tally tally = {0, false};
    assert_int_equal(by_searchview_open(&view, NULL), BY_OK);
    check_view(&view);
    assert_int_equal(by_searchdraw_text(&view, count_row, &tally, NULL), BY_OK);
    assert_int_equal(tally.rows, view.count + 1);
    if (focus != BY_RECORDER_NONE && most >= levels)
        assert_true(is_drawn(&view, focus) && tally.focus);
    check_svg(&view);
    by_searchview_close(&view);
}

static void drawings_leave_nothing_out_silently(void **state)
{
    (void)state;
    struct by_rng rng;
    struct sapling tree;
    by_rng_init(&rng, 5, 0);
    for (int i = 0; i < long_or(20000, 600); i++) {
        grow_random(&tree, &rng);
        struct by_rules *rules = plant(&tree);
        struct by_recorder recorder;
        watch_tree(&recorder, rules, "alphabeta plain=on depth=9");
        int32_t focus = (int32_t)by_rng_below(&rng, (uint32_t)recorder.count);
        int32_t now = (int32_t)by_rng_below(&rng, (uint32_t)recorder.events + 1);
        check_drawing(&recorder, BY_RECORDER_END, BY_RECORDER_NONE, recorder.count,
                      BY_SEARCHVIEW_LEVELS);
        check_drawing(&recorder, BY_RECORDER_END, BY_RECORDER_NONE,
                      1 + (int32_t)by_rng_below(&rng, 30), 2 + (int32_t)by_rng_below(&rng, 4));
        check_drawing(&recorder, now, focus, 6 + (int32_t)by_rng_below(&rng, 30),
                      2 + (int32_t)by_rng_below(&rng, 5));
        by_recorder_close(&recorder);
        by_rules_close(rules);
    }
}

/* The focus is drawn however deep it lies; 300 parentheses, two leaves in each. */
static void a_deep_focus_is_seen(void **state)
{
    (void)state;
    enum { DEPTH = 300 };
    char text[4 * DEPTH + 8];
    struct by_text out = by_text_over(text, sizeof text);
    for (int i = 0; i < DEPTH; i++)
        by_text_add(&out, "(1");
    by_text_add(&out, " 2");
    for (int i = 0; i < DEPTH; i++)
        by_text_char(&out, ')');
    struct by_rules *rules = open_rules_at("tree", NULL, text);
    struct by_recorder recorder;
    watch_tree(&recorder, rules, "minimax depth=300");
    for (int32_t id = 0; id < recorder.count; id += 13)
        check_drawing(&recorder, BY_RECORDER_END, id, 60, 2 + id % (BY_SEARCHVIEW_LEVELS - 1));
    by_recorder_close(&recorder);
    by_rules_close(rules);
}

/* The counts of tic-tac-toe are well known: 549,946 nodes in the whole tree. */
static void trees_are_counted(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", "");
    struct by_treesize size;
    bool fits = false;
    assert_int_equal(by_treesize(rules, rules->start, 0, 549946, &size, &fits, NULL), BY_OK);
    assert_true(fits && size.whole && size.nodes == 549946);
    assert_int_equal(by_treesize(rules, rules->start, 0, 549945, &size, &fits, NULL), BY_OK);
    assert_false(fits);
    assert_int_equal(by_treesize(rules, rules->start, 2, 100, &size, &fits, NULL), BY_OK);
    assert_true(fits && !size.whole && size.nodes == 1 + 9 + 72);
    assert_int_equal(by_treesize_deepest(rules, rules->start, 1000, &size, NULL), BY_OK);
    assert_true(!size.whole && size.depth == 3 && size.nodes == 1 + 9 + 72 + 504);
    assert_int_equal(by_treesize_deepest(rules, rules->start, 2, &size, NULL), BY_OK);
    assert_true(size.depth == 1 && size.nodes == 10);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_textbook_tree),
        cmocka_unit_test(windows_narrow_as_time_goes_by),
        cmocka_unit_test(random_trees_are_told_truly),
        cmocka_unit_test(every_game_can_be_recorded),
        cmocka_unit_test(deepening_keeps_the_last_iteration),
        cmocka_unit_test(the_limit_holds),
        cmocka_unit_test(completing_respects_the_limit),
        cmocka_unit_test(a_finished_game_is_a_leaf),
        cmocka_unit_test(drawings_leave_nothing_out_silently),
        cmocka_unit_test(a_deep_focus_is_seen),
        cmocka_unit_test(trees_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
