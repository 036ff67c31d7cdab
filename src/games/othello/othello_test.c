/* Tests of Othello's rules: published counts and values, and positions a player can read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/othello/othello.h"
#include "games/perft.h"

/* --- published numbers ------------------------------------------------------------ */

/* Lines of play by plies, a pass being one, with games that ended before: A. Bik, "Perft for
 * Reversi" (2009). The shortest games have nine plies; there are 228 of them. */
static void assert_published(const char *settings, int depth)
{
    static const uint64_t published[] = {4,     12,     56,      244,      1396,     8200,
                                         55092, 390216, 3005288, 24571284, 212258800};
    struct by_perft perft;
    struct by_error err = {0};
    struct by_rules *rules = open_rules("othello", settings);
    assert_int_equal(by_perft(rules, rules->start, depth, 1, NULL, NULL, &perft, &err), BY_OK);
    for (int d = 1; d <= depth; d++) {
        assert_int_equal(perft.nodes[d - 1] + perft.finished[d - 1], published[d - 1]);
        if (d <= 10)
            assert_int_equal(perft.finished[d - 1], d < 10 ? 0 : 228);
    }
    by_rules_close(rules);
}

static void the_boards_have_the_published_counts(void **state)
{
    (void)state;
    assert_published("", long_tests() ? 11 : 10);
    assert_published("naive=on", long_tests() ? 9 : 7);
    static const uint64_t counts[] = {4, 12, 56, 244, 1396, 8200, 55092};
    assert_perft("othello", "", counts, 7);
}

/* Full search without a table. */
static int32_t best_result(const struct by_rules *rules, const void *position, int32_t low,
                           int32_t high)
{
    by_move list[16];
    if (rules->game->over(rules, position)) {
        int32_t result = rules->game->result(rules, position);
        return rules->game->side(rules, position) == 0 ? result : -result;
    }
    int count = rules->game->moves(rules, position, list);
    void *next = new_position(rules);
    int32_t best = INT32_MIN;
    for (int i = 0; i < count && best < high; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, list[i], NULL);
        int32_t value = -best_result(rules, next, -high, -(best > low ? best : low));
        best = value > best ? value : best;
    }
    free(next);
    return best;
}

/* White wins 4x4 by 11 discs to 3. */
static void the_4x4_board_is_won_as_published(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", "size=4x4");
    assert_int_equal(best_result(rules, rules->start, -100, 100), 3 - 11);
    by_rules_close(rules);
}

/* --- positions a player can read ---------------------------------------------------- */

/* Every kind of board of that size. */
static void assert_play(const char *size, const char *before, const char *move, const char *after)
{
    char settings[64];
    for (int naive = 0; naive < 2; naive++) {
        (void)snprintf(settings, sizeof settings, "size=%s naive=%s", size, naive ? "on" : "off");
        struct by_rules *rules = open_rules("othello", settings);
        void *position = read_text(rules, before);
        assert_true(by_move_legal(rules, position, move_of(rules, position, move),
                                  (by_move[BY_OTHELLO_CELLS_MAX]){0}));
        play_text(rules, position, move);
        assert_position(rules, position, after);
        free(position);
        by_rules_close(rules);
    }
}

static void assert_moves_at(const char *size, const char *text, const char *expected)
{
    char settings[64];
    for (int naive = 0; naive < 2; naive++) {
        (void)snprintf(settings, sizeof settings, "size=%s naive=%s", size, naive ? "on" : "off");
        struct by_rules *rules = open_rules("othello", settings);
        void *position = read_text(rules, text);
        assert_moves(rules, position, expected);
        free(position);
        by_rules_close(rules);
    }
}

static void the_first_move_turns_one_disc(void **state)
{
    (void)state;
    assert_play("8", /* OTH figure 2.1 */
                "......../......../......../...OX.../...XO.../......../......../........ X", "d3",
                "......../......../...X..../...XX.../...XO.../......../......../........ O");
    assert_play("4", "..../.OX./.XO./.... X", "a2", "..../XXX./.XO./.... O");
    assert_play("6", "....../....../..OX../..XO../....../...... X", "e4",
                "....../....../..OX../..XXX./....../...... O");
    assert_play("10",
                "........../........../........../........../....OX..../....XO..../........../"
                "........../........../.......... X",
                "g6",
                "........../........../........../........../....OX..../....XXX.../........../"
                "........../........../.......... O");
}

static void discs_turn_in_all_eight_directions(void **state)
{
    (void)state;
    assert_play("8",
                "X..X..X./"
                ".O.O.O../"
                "..OOO.../"
                "XOO.OOOX/"
                "..OOO.../"
                ".O.O.O../"
                "X..O..O./"
                "...X...X X",
                "d4",
                "X..X..X./"
                ".X.X.X../"
                "..XXX.../"
                "XXXXXXXX/"
                "..XXX.../"
                ".X.X.X../"
                "X..X..X./"
                "...X...X O");
    assert_play("10", /* from the corner, across the whole board */
                "X........X/"
                ".O......O./"
                "..O....O../"
                "...O..O.../"
                "....OO..../"
                "....OO..../"
                "...O..O.../"
                "..O....O../"
                ".O......O./"
                ".OOOOOOOOX X",
                "a10",
                "X........X/"
                ".O......X./"
                "..O....X../"
                "...O..X.../"
                "....OX..../"
                "....XO..../"
                "...X..O.../"
                "..X....O../"
                ".X......O./"
                "XXXXXXXXXX O");
}

static void only_enclosed_discs_turn(void **state)
{
    (void)state;
    assert_play("8", /* the row behind the gap and the row without an end stay */
                "XO.OOX../"
                "..O...../"
                "..O...../"
                "......../"
                "......../"
                "......../"
                "......../"
                "........ X",
                "c1",
                "XXXXXX../"
                "..O...../"
                "..O...../"
                "......../"
                "......../"
                "......../"
                "......../"
                "........ O");
}

static void rows_do_not_go_around_the_edge(void **state)
{
    (void)state;
    assert_moves_at(
        "8", "......XO/O......./......../......../......../......../......../........ X", "pass");
    assert_moves_at("6", "....XO/O...../....../....../....../...... X", "pass");
    assert_moves_at("10",
                    "........XO/O........./........../........../........../........../"
                    "........../........../........../.......... X",
                    "pass");
}

static void who_cannot_move_passes_and_only_he(void **state)
{
    (void)state;
    for (int naive = 0; naive < 2; naive++) {
        struct by_rules *rules = open_rules("othello", naive ? "size=4 naive=on" : "size=4");
        void *position = read_text(rules, "XO../..../..../.... O");
        assert_false(rules->game->over(rules, position));
        assert_moves(rules, position, "pass");
        play_text(rules, position, "pass");
        assert_position(rules, position, "XO../..../..../.... X");
        assert_moves(rules, position, "c1");
        play_text(rules, position, "c1");
        assert_position(rules, position, "XXX./..../..../.... O");
        assert_true(rules->game->over(rules, position));
        assert_int_equal(rules->game->result(rules, position), 3);
        free(position);
        by_rules_close(rules);
    }
}

static void most_discs_win(void **state)
{
    (void)state;
    for (int naive = 0; naive < 2; naive++) {
        struct by_rules *rules = open_rules("othello", naive ? "size=4 naive=on" : "size=4");
        assert_finished(rules, "XXXX/XXXX/OOOO/OOOO X", 0);
        assert_finished(rules, "XXXX/XXXX/OOOO/OOOX O", 2);
        assert_finished(rules, "XX../..../..../OOO. X", -1);
        assert_finished(rules, "..../..../..../.... X", 0);
        by_rules_close(rules);
        rules = open_rules("othello",
                           naive ? "size=4 empties=winner naive=on" : "size=4 empties=winner");
        assert_finished(rules, "XX../..../..../OOO. X", -12);
        assert_finished(rules, "XX../..../..../..OO O", 0);
        assert_finished(rules, "XXX./..../..../.... O", 16);
        by_rules_close(rules);
    }
}

/* --- text ------------------------------------------------------------------------------ */

static void row_1_is_at_the_top(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", "");
    assert_int_equal(move_of(rules, rules->start, "a1"), 0);
    assert_int_equal(move_of(rules, rules->start, "H8"), 63);
    assert_int_equal(move_of(rules, rules->start, "f5"), 37);
    assert_int_equal(move_of(rules, rules->start, "PASS"), 64);
    assert_move_refused(rules, "i5", "'i5' is not a square: they are a1 to h8");
    assert_move_refused(rules, "a9", "is not a square");
    assert_move_refused(rules, "a1b2", "is not a square");
    by_rules_close(rules);
    rules = open_rules("othello", "size=10");
    assert_int_equal(move_of(rules, rules->start, "i10"), 98);
    by_rules_close(rules);
}

static void the_board_is_drawn_with_coordinates(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", "size=4");
    char buffer[TEXT_SIZE];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    void *position = read_text(rules, "X.../.OX./.XO./.... O");
    rules->game->draw(rules, position, &text);
    assert_string_equal(buffer, "  a b c d\n"
                                "1 X . . .\n"
                                "2 . O X .\n"
                                "3 . X O .\n"
                                "4 . . . .\n"
                                "O to move\n");
    free(position);
    by_rules_close(rules);
}

static void impossible_input_is_refused(void **state)
{
    (void)state;
    assert_settings_refused("othello", "size=5", "4x4, 6x6, 8x8 or 10x10, not 5x5");
    assert_settings_refused("othello", "size=6x8", "not 6x8");
    assert_settings_refused("othello", "size=12", "");
    assert_settings_refused("othello", "matrix=/nowhere", "neither 1 nor 2, nor a file");
    struct by_rules *rules = open_rules("othello", "size=4");
    assert_refused(rules, "..../..../.... X", "the position has 3 rows");
    assert_refused(rules, "..../..../..../....", "must end in a space and the side to move");
    by_rules_close(rules);
}

static void bad_bytes_are_refused(void **state)
{
    (void)state;
    for (int naive = 0; naive < 2; naive++) {
        struct by_rules *rules = open_rules("othello", naive ? "size=6 naive=on" : "size=6");
        void *position = new_position(rules);
        struct by_error err = {0};
        uint8_t bytes[11] = {1, 0x01, 0, 0, 0, 0x08, 0x02, 0, 0, 0, 0};
        assert_int_equal(rules->pack_size, 11);
        assert_int_equal(rules->game->unpack(rules, bytes, 11, position, &err), BY_OK);
        assert_position(rules, position, "XO..../....../....../....../....../.....X O");
        assert_int_equal(rules->game->unpack(rules, bytes, 10, position, &err), BY_BAD_INPUT);
        bytes[0] = 2; /* nobody to move */
        assert_int_equal(rules->game->unpack(rules, bytes, 11, position, &err), BY_BAD_INPUT);
        bytes[0] = 0, bytes[1] = 0x02; /* two discs on b1 */
        assert_int_equal(rules->game->unpack(rules, bytes, 11, position, &err), BY_BAD_INPUT);
        bytes[1] = 0, bytes[5] = 0x10; /* off the board */
        assert_int_equal(rules->game->unpack(rules, bytes, 11, position, &err), BY_BAD_INPUT);
        free(position);
        by_rules_close(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_boards_have_the_published_counts),
        cmocka_unit_test(the_4x4_board_is_won_as_published),
        cmocka_unit_test(the_first_move_turns_one_disc),
        cmocka_unit_test(discs_turn_in_all_eight_directions),
        cmocka_unit_test(only_enclosed_discs_turn),
        cmocka_unit_test(rows_do_not_go_around_the_edge),
        cmocka_unit_test(who_cannot_move_passes_and_only_he),
        cmocka_unit_test(most_discs_win),
        cmocka_unit_test(row_1_is_at_the_top),
        cmocka_unit_test(the_board_is_drawn_with_coordinates),
        cmocka_unit_test(impossible_input_is_refused),
        cmocka_unit_test(bad_bytes_are_refused),
    };
    return cmocka_run_group_tests_name("othello", tests, NULL, NULL);
}
