/* Tests of Gomoku's rules: known counts, GOM's worked example, and positions a
 * player can read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/gomoku/gomoku.h"

/* --- counts --------------------------------------------------------------------------- */

/* Nobody has five before ply 9: every order of the points is a line of play. */
static void the_first_plies_are_free(void **state)
{
    (void)state;
    static const uint64_t counts[] = {25, 25 * 24, 25 * 24 * 23};
    assert_perft("gomoku", "size=5", counts, 3);
    assert_perft("gomoku", "size=5 naive=on", counts, 3);
}

/* --- rows ------------------------------------------------------------------------------ */

static void assert_end(const char *settings, const char *text, const char *move, bool over,
                       int32_t result)
{
    char line[128];
    for (int naive = 0; naive < 2; naive++) {
        (void)snprintf(line, sizeof line, "%s%s", settings, naive ? " naive=on" : "");
        struct by_rules *rules = open_rules("gomoku", line);
        void *position = read_text(rules, text);
        assert_false(rules->game->over(rules, position));
        play_text(rules, position, move);
        if (rules->game->over(rules, position) != over)
            fail_msg("%s, %s in %s: over is not %d", line, move, text, over);
        if (over)
            assert_int_equal(rules->game->result(rules, position), result);
        free(position);
        by_rules_close(rules);
    }
}

static void five_in_a_row_win_in_every_direction(void **state)
{
    (void)state;
    assert_end("size=6", "XXXX../O...../.O..../..O.../...O../...... X", "e6", true, 1);
    assert_end("size=6", "XXXX../O...../.O..../..O.../...O../...... O", "e1", true, -1);
    assert_end("size=6", ".....X/.....X/....../.....X/.....X/OOO... X", "f4", true, 1);
    assert_end("size=6", ".....O/....../...O../..O.../.O..../XXX... O", "e5", true, -1);
    assert_end("size=6", ".....O/....../...O../..O.../.O..../XXX... O", "d1", false, 0);
}

static void five_across_the_edge_is_none(void **state)
{
    (void)state;
    assert_end("size=6", "....XX/XX..../....../OO.O../....../...... X", "c5", false, 0);
    assert_end("size=6", "....../....../X...../X...../....../...... X", "f6", false, 0);
}

/* b to f of six: the row of six that c makes, and the five beside it. */
static void six_in_a_row_win_by_rule(void **state)
{
    (void)state;
    static const char x_six[] = "......./......./......./XX.XXX./......./O.O.O.O/....... X";
    static const char o_six[] = "......./......./......./OO.OOO./......./X.X.X.X/....... O";
    assert_end("size=7", x_six, "c4", true, 1);
    assert_end("size=7 rule=exact", x_six, "c4", false, 0);
    assert_end("size=7", o_six, "c4", true, -1);
    assert_end("size=7 rule=exact", o_six, "c4", false, 0);
    assert_end("size=7 rule=renju", o_six, "c4", true, -1);
}

static void a_five_beside_a_six_wins(void **state)
{
    (void)state;
    assert_end("size=7 rule=exact", "..X..../..X..../......./XX.XXX./..X..../..X..../O.O.O.O X",
               "c4", false, 0);
    assert_end("size=7 rule=exact", "..X..../..X..../......./XX.XXX./..X..../O.O.O../O.O.O.O X",
               "c5", false, 0);
    assert_end("size=7 rule=exact", "......./..X..../..X..../XX.XXX./..X..../..X..../O.O.O.O X",
               "c4", true, 1);
}

static void a_full_board_is_a_draw(void **state)
{
    (void)state;
    assert_end("size=5", "XXOXO/OOXOX/XXOXO/OOXOX/XXOX. O", "e1", true, 0);
}

static void impossible_positions_are_refused(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("gomoku", "size=5");
    assert_refused(rules, "XXXXX/OOOOO/...../...../..... X", "both players");
    assert_refused(rules, "XXXXX/OOOO./...../...../..... X", "X has five");
    assert_finished(rules, "XXXXX/OOOO./...../...../..... O", 1);
    assert_refused(rules, "XXXX/OOOO./...../...../..... O", "4 cells");
    by_rules_close(rules);
    assert_settings_refused("gomoku", "size=4", "size");
    assert_settings_refused("gomoku", "size=26", "size");
    assert_settings_refused("gomoku", "rule=swap2", "freestyle|exact|renju");
}

/* --- scores ---------------------------------------------------------------------------- */

/* GOM's figure 2 is lost; this point has the patterns that the text names. O, the white there,
 * has a neighbour on the row and on the column of e5, X on both diagonals, one of them shut in. */
static void the_worked_example_gives_202_and_112(void **state)
{
    (void)state;
    for (int naive = 0; naive < 2; naive++) {
        struct by_rules *rules = open_rules("gomoku", naive ? "size=9 naive=on" : "size=9");
        void *position = read_text(rules, "........./"
                                          "........./"
                                          "..O....../"
                                          "...XOX.../"
                                          "...O...../"
                                          "........./"
                                          "........./"
                                          "........./"
                                          "......... X");
        by_move e5 = move_of(rules, position, "e5");
        assert_int_equal(by_gomoku_score(rules, position, 1, e5), 202);
        assert_int_equal(by_gomoku_score(rules, position, 0, e5), 112);
        free(position);
        by_rules_close(rules);
    }
}

/* The patterns of e1, on an edge, in the row that the text shows; the other lines are empty. */
static void assert_row(const char *row, int player, enum by_gomoku_pattern expected)
{
    char text[64];
    for (int naive = 0; naive < 2; naive++) {
        struct by_rules *rules = open_rules("gomoku", naive ? "size=9x5 naive=on" : "size=9x5");
        (void)snprintf(text, sizeof text, "........./........./........./........./%s X", row);
        void *position = read_text(rules, text);
        by_move e1 = move_of(rules, position, "e1");
        assert_int_equal(by_gomoku_pattern_at(rules, position, player, 0, e1), expected);
        free(position);
        by_rules_close(rules);
    }
}

static void rows_have_the_patterns_of_table_1(void **state)
{
    (void)state;
    assert_row("..XX.XX..", 0, BY_GOMOKU_FIVE);
    assert_row("..XX.X...", 0, BY_GOMOKU_FOUR);
    assert_row(".OXX.X...", 0, BY_GOMOKU_BLOCKED_FOUR);
    assert_row("..X..XX..", 0, BY_GOMOKU_BLOCKED_FOUR);
    assert_row("...X.X...", 0, BY_GOMOKU_THREE);
    assert_row("..X..X...", 0, BY_GOMOKU_THREE);
    assert_row("..OX.X...", 0, BY_GOMOKU_BLOCKED_THREE);
    assert_row("X.X......", 0, BY_GOMOKU_BLOCKED_THREE);
    assert_row(".....X...", 0, BY_GOMOKU_TWO);
    assert_row("...O.X...", 0, BY_GOMOKU_BLOCKED_TWO);
    assert_row(".........", 0, BY_GOMOKU_ONE);
    assert_row("...O.....", 0, BY_GOMOKU_BLOCKED_ONE);
    assert_row("..O...O..", 0, BY_GOMOKU_NOTHING);
    assert_row("..XX.X...", 1, BY_GOMOKU_NOTHING);
    assert_row("...O.OO..", 1, BY_GOMOKU_FOUR);
}

/* For every board: legal, different from each other, three stones that leave the game open. */
static void there_are_openings_for_every_board(void **state)
{
    (void)state;
    static const char *const settings[] = {"size=5",  "size=5x25",          "size=7 rule=renju",
                                           "size=15", "size=20 rule=exact", "size=25"};
    static const int least[] = {1, 1, 8, 8, 8, 8};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct by_rules *rules = open_rules("gomoku", settings[i]);
        by_move all[64][BY_OPENING_MOVES], legal[BY_GOMOKU_CELLS_MAX];
        void *position = new_position(rules);
        int count = 0;
        while (rules->game->opening(rules, count, all[count]) > 0) {
            rules->game->start(rules, position);
            for (int k = 0; k < 3; k++) {
                int moves = rules->game->moves(rules, position, legal);
                assert_true(holds(legal, moves, all[count][k]));
                rules->game->play(rules, position, all[count][k], NULL);
            }
            assert_false(rules->game->over(rules, position));
            for (int j = 0; j < count; j++)
                assert_memory_not_equal(all[j], all[count], 3 * sizeof **all);
            assert_true(++count < 64);
        }
        assert_true(count >= least[i]);
        free(position);
        by_rules_close(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_plies_are_free),
        cmocka_unit_test(five_in_a_row_win_in_every_direction),
        cmocka_unit_test(five_across_the_edge_is_none),
        cmocka_unit_test(six_in_a_row_win_by_rule),
        cmocka_unit_test(a_five_beside_a_six_wins),
        cmocka_unit_test(a_full_board_is_a_draw),
        cmocka_unit_test(impossible_positions_are_refused),
        cmocka_unit_test(the_worked_example_gives_202_and_112),
        cmocka_unit_test(rows_have_the_patterns_of_table_1),
        cmocka_unit_test(there_are_openings_for_every_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
