/* Tests of knowledge of a player's own: what stands behind the colon of an evaluation or playout. */
#include "search_help.h"

#define TABLE "knowledge_test.tmp"

static const char copy_of_matrix_2[] = "100 -20 10 5 5 10 -20 100\n"
                                       "-20 -50 -2 -2 -2 -2 -50 -20\n"
                                       "10 -2 -1 -1 -1 -1 -2 10\n"
                                       "5 -2 -1 -1 -1 -1 -2 5\n"
                                       "5 -2 -1 -1 -1 -1 -2 5\n"
                                       "10 -2 -1 -1 -1 -1 -2 10\n"
                                       "-20 -50 -2 -2 -2 -2 -50 -20\n"
                                       "100 -20 10 5 5 10 -20 100\n";

static void put_file(const char *text)
{
    FILE *file = fopen(TABLE, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

static void refused(const struct by_rules *rules, const char *spec, const char *sentence)
{
    struct by_searcher *searcher = NULL;
    struct by_error err = {0};
    assert_int_equal(by_searcher_open(rules, spec, 1, &searcher, &err), BY_BAD_INPUT);
    assert_null(searcher);
    if (!strstr(err.text, sentence))
        fail_msg("%s: '%s' is not '%s'", spec, err.text, sentence);
}

/* What two specs decide, move by move, along a game that the first one plays on both sides. */
static bool decide_alike(const char *game, const char *settings, const char *position,
                         const char *one, const char *settings2, const char *two)
{
    struct by_rules *r1 = open_rules_at(game, settings, position);
    struct by_rules *r2 = open_rules_at(game, settings2, position);
    struct by_line *l1 = open_line(r1), *l2 = open_line(r2);
    struct by_searcher *s1 = open_searcher(r1, one, 3), *s2 = open_searcher(r2, two, 3);
    struct by_decision d1, d2;
    assert_int_equal(by_decision_open(r1, &d1, NULL), BY_OK);
    assert_int_equal(by_decision_open(r2, &d2, NULL), BY_OK);
    bool alike = true;
    for (int ply = 0; ply < 40 && alike && !by_line_over(l1); ply++) {
        assert_int_equal(by_searcher_think(s1, l1, NULL, NULL, &d1, NULL), BY_OK);
        assert_int_equal(by_searcher_think(s2, l2, NULL, NULL, &d2, NULL), BY_OK);
        alike = d1.move == d2.move && d1.value == d2.value && d1.work.nodes == d2.work.nodes;
        assert_int_equal(by_line_play(l1, d1.move, NULL), BY_OK);
        assert_int_equal(by_line_play(l2, d1.move, NULL), BY_OK);
    }
    by_decision_close(&d1);
    by_decision_close(&d2);
    by_searcher_close(s1);
    by_searcher_close(s2);
    by_line_close(l1);
    by_line_close(l2);
    by_rules_close(r1);
    by_rules_close(r2);
    return alike;
}

/* A player's own value of an option plays as the game with that option does. */
static void own_knowledge_is_that_of_the_option(void **state)
{
    (void)state;
    static const char *const searches[] = {"negamax depth=3", "alphabeta plain=on depth=4",
                                           "alphabeta depth=4 symmetry=on"};
    char one[128], two[128];
    for (size_t i = 0; i < sizeof searches / sizeof searches[0]; i++) {
        (void)snprintf(one, sizeof one, "%s eval=mixed:matrix=1,opening=9,ending=30,corner=4,b2=-9",
                       searches[i]);
        (void)snprintf(two, sizeof two, "%s eval=mixed", searches[i]);
        assert_true(decide_alike("othello", NULL, NULL, one,
                                 "matrix=1 opening=9 ending=30 corner=4 b2=-9", two));
        assert_false(decide_alike("othello", NULL, NULL, one, NULL, two));
    }
    assert_true(decide_alike("othello", NULL, NULL, "mcts sims=300 playout=probabilistic:1",
                             "matrix=1", "mcts sims=300 playout=probabilistic"));
    assert_false(decide_alike("othello", NULL, NULL, "mcts sims=300 playout=probabilistic:1", NULL,
                              "mcts sims=300 playout=probabilistic"));
}

static void a_copy_of_the_built_in_matrix_plays_the_same_game(void **state)
{
    (void)state;
    put_file(copy_of_matrix_2);
    assert_true(decide_alike("othello", NULL, NULL, "alphabeta depth=4 eval=matrix:" TABLE, NULL,
                             "alphabeta depth=4 eval=positional2"));
    assert_true(decide_alike("othello", "matrix=1", NULL, "negamax depth=3 eval=matrix:" TABLE,
                             "matrix=1", "negamax depth=3 eval=positional2"));
    assert_false(decide_alike("othello", NULL, NULL, "alphabeta depth=4 eval=matrix:1", NULL,
                              "alphabeta depth=4 eval=positional2"));
    (void)remove(TABLE);
}

/* Gomoku's positions hold sums of scores: they must be the player's own, from the first move. */
static void a_position_is_seen_with_the_own_table(void **state)
{
    (void)state;
    static const char start[] = "...../.XO../.XO../...../..... X";
    put_file("FIVE 900\nFOUR 700\nBLOCKED_FOUR 650\nTHREE 1\nBLOCKED_THREE 600\nTWO 0\n"
             "BLOCKED_TWO 500\nONE 400\nBLOCKED_ONE 3\n");
    assert_true(decide_alike("gomoku", "size=5", start, "alphabeta depth=2 eval=patterns:" TABLE,
                             "size=5 patterns=" TABLE, "alphabeta depth=2 eval=patterns"));
    assert_false(decide_alike("gomoku", "size=5", start, "alphabeta depth=2 eval=patterns:" TABLE,
                              "size=5", "alphabeta depth=2 eval=patterns"));
    (void)remove(TABLE);
}

/* An own matrix without symmetry: the search may not take images for the same. */
static void symmetry_is_that_of_the_own_matrix(void **state)
{
    (void)state;
    put_file("1 2 3 4\n5 -6 7 8\n9 10 11 -12\n13 14 15 16\n");
    assert_true(decide_alike(
        "othello", "size=4", NULL, "alphabeta depth=5 symmetry=on table=1M eval=matrix:" TABLE,
        "size=4 matrix=" TABLE, "alphabeta depth=5 symmetry=on table=1M eval=positional"));
    (void)remove(TABLE);
}

/* A line may begin elsewhere than its rules do, and go on after its end: a search with knowledge of its own
 * thinks about the same position as one without, where the knowledge says the same. */
static void a_line_is_followed_from_where_it_began(void **state)
{
    (void)state;
    static const char *const specs[] = {"mcts sims=200",
                                        "mcts sims=200 playout=uniform:strengths=set"};
    struct by_rules *rules = open_rules("go", "size=5"),
                    *there = open_rules_at("go", "size=5", "XO.../XO.../XO.../.O.../..... X");
    struct by_line *line = open_line(rules);
    struct by_decision d[2];
    by_move pass = rules->action_count - 1;
    by_line_begin(line, there->start);
    for (int part = 0; part < 2; part++) {
        for (int i = 0; i < 2; i++) {
            struct by_searcher *searcher = open_searcher(rules, specs[i], 3);
            assert_int_equal(by_decision_open(rules, &d[i], NULL), BY_OK);
            assert_int_equal(by_searcher_think(searcher, line, NULL, NULL, &d[i], NULL), BY_OK);
            by_searcher_close(searcher);
        }
        assert_int_equal(d[0].move, d[1].move);
        assert_int_equal(d[0].move_count, d[1].move_count);
        for (int i = 0; i < d[0].move_count; i++)
            assert_true(d[0].moves[i].move == d[1].moves[i].move &&
                        d[0].moves[i].visits == d[1].moves[i].visits);
        by_decision_close(&d[0]);
        by_decision_close(&d[1]);
        assert_int_equal(by_line_play(line, pass, NULL), BY_OK);
        assert_int_equal(by_line_play(line, pass, NULL), BY_OK);
        assert_true(by_line_over(line));
        by_line_resume(line);
        assert_int_equal(by_line_play(line, 4 - part, NULL), BY_OK);
    }
    by_line_close(line);
    by_rules_close(there);
    by_rules_close(rules);
}

static void mistakes_are_named(void **state)
{
    (void)state;
    struct by_rules *othello = open_rules("othello", NULL);
    struct by_rules *mnk = open_rules("mnk", NULL);
    put_file("100 -20 10\n");
    refused(othello, "alphabeta eval=matrix:" TABLE,
            "the matrix " TABLE ": line 1, column 11: the row ends after 3 of 8 values");
    refused(othello, "negamax eval=matrix:nowhere.txt", "nor a file that can be read");
    refused(othello, "negamax eval=matrix:", "matrix");
    refused(othello, "negamax eval=mixed:opening=x", "opening");
    refused(othello, "negamax eval=mixed:opening=101", "from 0 to 100");
    refused(othello, "negamax eval=mixed:opening=3,", "takes matrix|opening|ending|corner");
    refused(othello, "negamax eval=mixed:size=6", "'size' cannot be set");
    refused(othello, "negamax eval=mixture:opening=3", "which has mobility|");
    refused(othello, "negamax eval=none:3", "which has mobility|");
    refused(othello, "mcts playout=nothing:3", "which has uniform|");
    refused(mnk, "negamax eval=lines:3", "nothing to set behind the colon");
    (void)remove(TABLE);
    by_rules_close(othello);
    by_rules_close(mnk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_knowledge_is_that_of_the_option),
        cmocka_unit_test(a_copy_of_the_built_in_matrix_plays_the_same_game),
        cmocka_unit_test(a_position_is_seen_with_the_own_table),
        cmocka_unit_test(symmetry_is_that_of_the_own_matrix),
        cmocka_unit_test(a_line_is_followed_from_where_it_began),
        cmocka_unit_test(mistakes_are_named),
    };
    return cmocka_run_group_tests_name("knowledge", tests, NULL, NULL);
}
