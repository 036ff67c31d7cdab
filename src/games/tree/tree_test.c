/* tree_test.c: textbook trees, sharing of equal subtrees, the limits, and malformed text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/tree/dag.h"

static struct by_rules *from(const char *position)
{
    return open_rules_at("tree", NULL, position);
}

static void assert_tree_refused(const char *text, const char *words)
{
    struct by_rules *rules = NULL;
    struct by_error err = {0};
    assert_int_equal(by_rules_open("tree", NULL, 0, text, &rules, &err), BY_BAD_INPUT);
    if (strstr(err.text, words) == NULL)
        fail_msg("'%.60s' was refused with: %s", text, err.text);
}

/* The leaf that best play reaches, over the slots. */
static int32_t minimax(const struct by_rules *rules, const void *position)
{
    if (rules->game->over(rules, position))
        return rules->game->result(rules, position);
    by_move *list = calloc((size_t)rules->max_moves, sizeof *list);
    void *next = new_position(rules);
    assert_non_null(list);
    int side = rules->game->side(rules, position);
    int count = rules->game->moves(rules, position, list);
    int32_t best = 0;
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, list[i], NULL);
        int32_t value = minimax(rules, next);
        if (i == 0 || (side == 0 ? value > best : value < best))
            best = value;
    }
    free(next);
    free(list);
    return best;
}

static int32_t value_of(const char *text)
{
    struct by_rules *rules = from(text);
    int32_t value = minimax(rules, rules->start);
    by_rules_close(rules);
    return value;
}

/* The first is Russell and Norvig's figure 5.2; the others are worked by hand. */
static void trees_have_their_minimax_values(void **state)
{
    (void)state;
    assert_int_equal(value_of("((3 12 8)(2 4 6)(14 5 2))"), 3);
    assert_int_equal(value_of("((3 12 8)(2 4 6)(14 5 2)) O"), 6);
    assert_int_equal(value_of("(5 -7 (((1 2)(3 4)) 9))"), 5);
    assert_int_equal(value_of("-1000000000"), -1000000000);
    assert_int_equal(value_of("(((((42)))))x"), 42);
}

static void a_game_goes_down_the_tree(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tree", "");
    void *position = new_position(rules);
    memcpy(position, rules->start, rules->position_size);
    assert_string_equal(rules->label, "leaves9");
    assert_int_equal(rules->max_length, 2);
    assert_int_equal(rules->max_moves, 3);
    assert_position(rules, position, "((3 12 8)(2 4 6)(14 5 2)) X");
    assert_moves(rules, position, "1 2 3");
    play_text(rules, position, "2");
    assert_position(rules, position, "(2 4 6) O");
    play_text(rules, position, "3");
    assert_position(rules, position, "6 X");
    assert_finished(rules, "6 X", 6);
    free(position);
    by_rules_close(rules);
}

static void text_is_written_in_one_way(void **state)
{
    (void)state;
    struct by_rules *rules = from(" ( 1( +2 )003\n-4(5(6)7 ) ) o");
    assert_position(rules, rules->start, "(1(2)3 -4(5(6)7)) O");
    by_rules_close(rules);
}

/* A list as other languages write it; beside parentheses or weights, and without commas, brackets stay
 * chance nodes. */
static void lists_and_commas_are_read(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        {"[[3, 12, 8], [2, 4, 6]]", "((3 12 8)(2 4 6)) X"},
        {"[[3,12],[[2],4]]O", "((3 12)((2)4)) O"},
        {"((3, 12) 8, 2)", "((3 12)8 2) X"},
        {"[3 12]", "[3 12] X"},
        {"[3, 2:12]", "[3 2:12] X"},
        {"([3, 12], [1, 5])", "([3 12][1 5]) X"},
        {"[[1 2] [3 4]]", "[[1 2][3 4]] X"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        struct by_rules *rules = from(same[i][0]);
        assert_position(rules, rules->start, same[i][1]);
        by_rules_close(rules);
    }
}

static void decimals_are_kept(void **state)
{
    (void)state;
    struct by_rules *rules = from("((0.5 -1.25)(-0.500 3 10.0))");
    assert_int_equal(rules->score_scale, 100);
    assert_int_equal(minimax(rules, rules->start), -50);
    assert_position(rules, rules->start, "((0.5 -1.25)(-0.5 3 10)) X");
    void *part = read_text(rules, "(0.50, -1.25) O"); /* a subtree, spelled otherwise */
    assert_position(rules, part, "(0.5 -1.25) O");
    free(part);
    by_rules_close(rules);
    rules = from("(0.123456789 0)");
    assert_position(rules, rules->start, "(0.123456789 0) X");
    by_rules_close(rules);
    assert_tree_refused("(1.5 1000000000)", "column 6: in a tree whose numbers have 1 decimals");
    assert_tree_refused("(1 0.1234567891)", "column 4: ");
    assert_tree_refused("(1 2.)", "column 4: ");
    assert_tree_refused("[1, 2", "column 6: the text ends with 1 '[' not closed");
    assert_tree_refused("[1, 2,]", "column 7: a child belongs behind the comma");
    assert_tree_refused("(, 1)", "column 2: a comma stands between two children");
    assert_tree_refused("[2:, 1]", "column 4: a weight stands before a child");
}

static void the_option_root_says_who_begins(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tree", "root=min");
    assert_position(rules, rules->start, "((3 12 8)(2 4 6)(14 5 2)) O");
    void *position = read_text(rules, "(2 4 6) X");
    assert_position(rules, position, "(2 4 6) X");
    free(position);
    by_rules_close(rules);
}

/* Both ways lead to the same position: one key, one pack. */
static void equal_subtrees_are_one_position(void **state)
{
    (void)state;
    struct by_rules *rules = from("((1(2 3))(4(2 3))(1(2 3)))");
    void *a = new_position(rules), *b = new_position(rules);
    memcpy(a, rules->start, rules->position_size);
    memcpy(b, rules->start, rules->position_size);
    play_text(rules, a, "1");
    play_text(rules, b, "3");
    check_same(rules, a, b);
    play_text(rules, b, "2");
    memcpy(a, rules->start, rules->position_size);
    play_text(rules, a, "2");
    assert_true(rules->game->key(rules, a) != rules->game->key(rules, b));
    play_text(rules, a, "2");
    check_same(rules, a, b);
    assert_refused(rules, "(1(2 3)", "not closed");
    assert_refused(rules, "(1)", "not a part");
    assert_refused(rules, "(2)", "not a part");
    assert_refused(rules, "5", "not a part");
    free(a);
    free(b);
    by_rules_close(rules);
}

/* Every subtree is found again from its text and its bytes, and every move can be undone. */
static void visit_all(const struct by_rules *rules, void *position)
{
    by_move *list = calloc((size_t)rules->max_moves, sizeof *list);
    assert_non_null(list);
    check_round_trips(rules, position);
    if (!rules->game->over(rules, position)) {
        int count = rules->game->moves(rules, position, list);
        check_moves(rules, position, list, count);
        for (int i = 0; i < count; i++) {
            struct by_undo undo;
            rules->game->play(rules, position, list[i], &undo);
            visit_all(rules, position);
            rules->game->undo(rules, position, list[i], &undo);
        }
    }
    free(list);
}

static void random_trees_keep_the_promises(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 3, 0);
    for (int i = 0; i < (long_tests() ? 5000 : 300); i++) {
        char buffer[TEXT_SIZE];
        struct by_text text = by_text_over(buffer, sizeof buffer);
        int open = 0;
        do {
            uint32_t die = by_rng_below(&rng, 8);
            if (die < 3 && open < 12) {
                by_text_char(&text, '(');
                open++;
            }
            by_text_format(&text, "%d ", (int)by_rng_below(&rng, 5) - 2);
            if (die > 4 && open > 0) {
                by_text_char(&text, ')');
                open--;
            }
        } while (open > 0 && text.length < 600);
        for (; open > 0; open--)
            by_text_char(&text, ')');
        struct by_rules *rules = from(buffer);
        void *position = new_position(rules);
        memcpy(position, rules->start, rules->position_size);
        visit_all(rules, position);
        free(position);
        by_rules_close(rules);
    }
}

static void assert_every_number_once(bool mixed)
{
    struct by_dag dag;
    struct by_error err = {0};
    const struct by_dag_uniform form = {.branching = 5, .depth = 6, .mixed = mixed, .seed = 9};
    assert_int_equal(by_dag_open_uniform(&dag, &form, &err), BY_OK);
    assert_int_equal(dag.shape.leaves, 15625);
    assert_int_equal(dag.shape.nodes, (15625 * 5 - 1) / 4);
    assert_int_equal(dag.widest, 5);
    char *seen = calloc(15626, 1);
    assert_non_null(seen);
    int leaves = 0, in_place = 0;
    for (int32_t i = 0; i < dag.node_count; i++) {
        if (dag.node[i].before != BY_DAG_LEAF)
            continue;
        assert_in_range(dag.node[i].last, 1, 15625);
        assert_int_equal(seen[dag.node[i].last]++, 0);
        in_place += dag.node[i].last == ++leaves;
    }
    assert_int_equal(leaves, 15625);
    assert_true(in_place < 20); /* about one in a random permutation */
    free(seen);
    by_dag_close(&dag);
}

static void a_uniform_tree_has_every_number_once(void **state)
{
    (void)state;
    assert_every_number_once(false);
    assert_every_number_once(true);
}

static void uniform_trees_depend_on_their_number(void **state)
{
    (void)state;
    char one[TEXT_SIZE], two[TEXT_SIZE], again[TEXT_SIZE];
    const char *settings[] = {"branching=3 depth=4", "branching=3 depth=4 values=2",
                              "branching=3 depth=4 values=1"};
    char *out[] = {one, two, again};
    for (int i = 0; i < 3; i++) {
        struct by_rules *rules = open_rules("tree", settings[i]);
        struct by_text text = by_text_over(out[i], TEXT_SIZE);
        rules->game->write(rules, rules->start, &text);
        assert_int_equal(count_plies(rules, rules->start, 4), 81);
        by_rules_close(rules);
    }
    assert_string_equal(one, again);
    assert_string_not_equal(one, two);
}

static void options_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    assert_settings_refused("tree", "branching=3", "depth is missing");
    assert_settings_refused("tree", "depth=3", "branching is missing");
    assert_settings_refused("tree", "branching=10 depth=7", "more than 1000000 leaves");
    assert_settings_refused("tree", "branching=64 depth=64", "more than 1000000 leaves");
    assert_settings_refused("tree", "branching=65 depth=1", "1 to 64");
    assert_settings_refused("tree", "values=3", "give branching and depth");
    assert_settings_refused("tree", "root=middle", "max|min");
}

static void malformed_trees_are_refused_with_the_column(void **state)
{
    (void)state;
    assert_tree_refused("", "in parentheses");
    assert_tree_refused("   ", "in parentheses");
    assert_tree_refused("X", "column 1");
    assert_tree_refused("()", "column 2: a node needs at least one child");
    assert_tree_refused("(1 ( ) 2)", "column 6: a node needs at least one child");
    assert_tree_refused("(1 2))", "column 6");
    assert_tree_refused(")", "column 1: this ')' closes nothing");
    assert_tree_refused("((1 2)", "column 7: the text ends with 1 '(' not closed");
    assert_tree_refused("(1 2) 3", "column 7: after the tree comes");
    assert_tree_refused("(1 2) X O", "column 9: after the tree comes");
    assert_tree_refused("(1 2x)", "column 4");
    assert_tree_refused("(1 X)", "column 4");
    assert_tree_refused("(1 2.5.1)", "column 4");
    assert_tree_refused("(1 nan)", "column 4");
    assert_tree_refused("(1 1000000001)", "column 4");
    assert_tree_refused("(1-2)", "column 2");
}

static void moves_outside_are_refused(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tree", "");
    assert_move_refused(rules, "0", "1 to 3");
    assert_move_refused(rules, "4", "1 to 3");
    assert_move_refused(rules, "a", "1 to 3");
    by_rules_close(rules);
}

/* `depth` parentheses around one leaf. */
static char *nested(int depth)
{
    char *text = malloc(2 * (size_t)depth + 4);
    assert_non_null(text);
    memset(text, '(', (size_t)depth);
    text[depth] = '7';
    memset(text + depth + 1, ')', (size_t)depth);
    memcpy(text + 2 * depth + 1, " X", 3);
    return text;
}

static void nesting_goes_to_its_limit_and_no_further(void **state)
{
    (void)state;
    char *text = nested(BY_DAG_DEPTH_MAX);
    struct by_rules *rules = from(text);
    assert_int_equal(rules->max_length, BY_DAG_DEPTH_MAX);
    size_t size = strlen(text) + 1;
    char *written = malloc(size);
    assert_non_null(written);
    struct by_text out = by_text_over(written, size);
    rules->game->write(rules, rules->start, &out);
    assert_string_equal(written, text);
    out = by_text_over(written, size);
    rules->game->draw(rules, rules->start, &out);
    assert_non_null(strstr(written, "... 9960 more\n"));
    free(written);
    by_rules_close(rules);
    free(text);
    text = nested(BY_DAG_DEPTH_MAX + 1);
    assert_tree_refused(text, "column 10000: a tree is nested 9999 deep at most");
    free(text);
}

static void many_leaves_go_to_their_limit_and_no_further(void **state)
{
    (void)state;
    size_t size = 2 * (size_t)BY_DAG_LEAVES_MAX + 8;
    char *text = malloc(size);
    assert_non_null(text);
    struct by_text out = by_text_over(text, size);
    by_text_char(&out, '(');
    for (int i = 0; i < BY_DAG_LEAVES_MAX; i++)
        by_text_add(&out, i % 2 == 0 ? "1 " : "2 ");
    by_text_add(&out, ")");
    struct by_rules *rules = from(text);
    assert_int_equal(rules->max_moves, BY_DAG_LEAVES_MAX);
    by_rules_close(rules);
    memcpy(text + out.length - 1, "3)", 3);
    assert_tree_refused(text, "1000000 leaves at most");
    free(text);
}

/* Short chains, nodes without end: the leaves are few, the nodes are not. */
static void many_nodes_are_refused(void **state)
{
    (void)state;
    enum { CHAIN = 200, CHAINS = BY_DAG_NODES_MAX / CHAIN };
    size_t size = (size_t)CHAINS * (2 * CHAIN + 1) + 3;
    char *text = malloc(size), *at = text;
    assert_non_null(text);
    *at++ = '(';
    for (int i = 0; i < CHAINS; i++) {
        memset(at, '(', CHAIN);
        at[CHAIN] = '1';
        memset(at + CHAIN + 1, ')', CHAIN);
        at += 2 * CHAIN + 1;
    }
    memcpy(at, ")", 2);
    assert_tree_refused(text, "4000000 nodes at most");
    free(text);
}

static void the_drawing_shows_the_tree(void **state)
{
    (void)state;
    struct by_rules *rules = from("((3 12)7)");
    char buffer[TEXT_SIZE];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    rules->game->draw(rules, rules->start, &text);
    assert_string_equal(buffer, "MAX\n"
                                "  1: MIN\n"
                                "    1: 3\n"
                                "    2: 12\n"
                                "  2: 7\n"
                                "X to move\n");
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_have_their_minimax_values),
        cmocka_unit_test(a_game_goes_down_the_tree),
        cmocka_unit_test(text_is_written_in_one_way),
        cmocka_unit_test(lists_and_commas_are_read),
        cmocka_unit_test(decimals_are_kept),
        cmocka_unit_test(the_option_root_says_who_begins),
        cmocka_unit_test(equal_subtrees_are_one_position),
        cmocka_unit_test(random_trees_keep_the_promises),
        cmocka_unit_test(a_uniform_tree_has_every_number_once),
        cmocka_unit_test(uniform_trees_depend_on_their_number),
        cmocka_unit_test(options_that_do_not_fit_are_refused),
        cmocka_unit_test(malformed_trees_are_refused_with_the_column),
        cmocka_unit_test(moves_outside_are_refused),
        cmocka_unit_test(nesting_goes_to_its_limit_and_no_further),
        cmocka_unit_test(many_leaves_go_to_their_limit_and_no_further),
        cmocka_unit_test(many_nodes_are_refused),
        cmocka_unit_test(the_drawing_shows_the_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
