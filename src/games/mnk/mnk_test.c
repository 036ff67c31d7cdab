/* Tests of mnk: published counts, a naive board, positions a player can read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"

/* --- the naive board: characters and plain loops ------------------------------ */

struct naive {
    int width, height, k;
    char to_move;
    char cell[8][9]; /* cell[y][x], y from the bottom */
};

static struct naive naive_of(const struct by_rules *rules, const void *position)
{
    struct naive n = {.width = rules->width, .height = rules->height};
    char buffer[TEXT_SIZE];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    rules->game->write(rules, position, &text);
    for (int row = 0; row < n.height; row++)
        memcpy(n.cell[n.height - 1 - row], buffer + row * (n.width + 1), (size_t)n.width);
    n.k = (int)by_values_get(&rules->values, "k")->integer;
    n.to_move = buffer[text.length - 1];
    return n;
}

static char naive_at(const struct naive *n, int x, int y)
{
    return x < 0 || y < 0 || x >= n->width || y >= n->height ? '#' : n->cell[y][x];
}

/* How many lines of k cells hold nothing but `a` and `b`. */
static int naive_lines(const struct naive *n, char a, char b)
{
    static const int step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int lines = 0;
    for (int start = 0; start < n->width * n->height; start++) {
        for (int d = 0; d < (n->k == 1 ? 1 : 4); d++) {
            bool whole = true;
            for (int i = 0; i < n->k; i++) {
                char c = naive_at(n, start % n->width + i * step[d][0],
                                  start / n->width + i * step[d][1]);
                whole = whole && (c == a || c == b);
            }
            lines += whole;
        }
    }
    return lines;
}

static int naive_count(const struct naive *n, char c)
{
    int count = 0;
    for (int i = 0; i < n->width * n->height; i++)
        count += n->cell[i / n->width][i % n->width] == c;
    return count;
}

static void compare_moves(const struct by_rules *rules, const void *position, const struct naive *n)
{
    by_move list[64];
    int count = rules->game->moves(rules, position, list), expected = 0;
    for (int i = 0; i < n->width * n->height; i++) {
        if (n->cell[i / n->width][i % n->width] == '.')
            assert_int_equal(list[expected++], i);
    }
    assert_int_equal(count, expected);
}

static void compare(const struct by_rules *rules, const void *position)
{
    struct naive n = naive_of(rules, position);
    bool x = naive_lines(&n, 'X', 'X') > 0, o = naive_lines(&n, 'O', 'O') > 0;
    bool full = naive_count(&n, '.') == 0;
    assert_int_equal(rules->game->over(rules, position), x || o || full);
    assert_int_equal(n.to_move, naive_count(&n, 'X') == naive_count(&n, 'O') ? 'X' : 'O');
    assert_int_equal(rules->game->side(rules, position), n.to_move == 'O');
    if (x || o || full) {
        assert_int_equal(rules->game->result(rules, position), x - o);
        return;
    }
    compare_moves(rules, position, &n);
    int lines = naive_lines(&n, 'X', '.') - naive_lines(&n, 'O', '.');
    int value = n.to_move == 'X' ? lines : -lines;
    int bounded = value > 99 ? 99 : value < -99 ? -99 : value;
    assert_int_equal(rules->game->evals[0].value(rules, position), bounded);
}

static void random_games_agree_with_the_naive_board(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "",           "m=4 n=3 k=3", "size=4 k=4", "m=1 n=8 k=3", "m=8 n=1 k=3", "m=2 n=5 k=3",
        "size=1 k=1", "size=5 k=4",  "size=8 k=5", "m=8 n=7 k=2",
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct by_rules *rules = open_rules("mnk", settings[i]);
        assert_true(walk(rules, long_tests() ? 200000 : 12000, compare) > 0);
        by_rules_close(rules);
    }
}

/* --- published numbers -------------------------------------------------------- */

/* Lines of play of tic-tac-toe by their length; those that a win ends early are not
 * continued. */
static void tictactoe_has_the_known_counts(void **state)
{
    (void)state;
    static const uint64_t counts[] = {9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
    assert_perft("tictactoe", "", counts, 9);
}

/* Walks every position that play can reach; `seen` has one byte for each of the 3^9 boards. */
static void visit(const struct by_rules *rules, void *position, unsigned char *seen, int counts[3])
{
    struct naive n = naive_of(rules, position);
    int code = 0;
    for (int i = 0; i < 9; i++) {
        char c = n.cell[i / 3][i % 3];
        code = 3 * code + (c == 'X' ? 1 : c == 'O' ? 2 : 0);
    }
    if (seen[code])
        return;
    seen[code] = 1;
    compare(rules, position);
    check_promises(rules, position);
    if (rules->game->over(rules, position)) {
        counts[1 - rules->game->result(rules, position)]++;
        return;
    }
    by_move list[9];
    int count = rules->game->moves(rules, position, list);
    for (int i = 0; i < count; i++) {
        struct by_undo undo;
        rules->game->play(rules, position, list[i], &undo);
        visit(rules, position, seen, counts);
        rules->game->undo(rules, position, list[i], &undo);
    }
}

/* 5478 positions: 626 won for X, 316 for O, 16 drawn. Known results of the full enumeration. */
static void tictactoe_has_5478_positions(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", "");
    unsigned char *seen = calloc(19683, 1);
    void *position = new_position(rules);
    int counts[3] = {0, 0, 0}, positions = 0;
    memcpy(position, rules->start, rules->position_size);
    visit(rules, position, seen, counts);
    for (int i = 0; i < 19683; i++)
        positions += seen[i];
    assert_int_equal(positions, 5478);
    assert_int_equal(counts[0], 626);
    assert_int_equal(counts[1], 16);
    assert_int_equal(counts[2], 316);
    free(position);
    free(seen);
    by_rules_close(rules);
}

/* --- positions a player can read ------------------------------------------------ */

static void lines_win_in_every_direction(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("mnk", "");
    assert_finished(rules,
                    "XXX/"
                    "OO./"
                    "... O",
                    1);
    assert_finished(rules,
                    "OX./"
                    "OX./"
                    "O.X X",
                    -1);
    assert_finished(rules,
                    "..X/"
                    "OX./"
                    "XO. O",
                    1);
    assert_finished(rules,
                    "O.X/"
                    "XO./"
                    "X.O X",
                    -1);
    assert_finished(rules,
                    "XOX/" /* two lines closed by one stone */
                    "OXO/"
                    "XOX O",
                    1);
    assert_finished(rules,
                    "XOX/" /* nobody */
                    "XOO/"
                    "OXX O",
                    0);
    by_rules_close(rules);
}

static void a_line_does_not_wrap_around_the_edge(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("mnk", "m=4 n=4 k=3");
    assert_open(rules, "..../" /* c2 d2 then a3 is not a row */
                       "X.../"
                       "..XX/"
                       "OO.. O");
    assert_open(rules, "X.../" /* c1 d2 a4: this diagonal leaves on the right */
                       "O.../"
                       "O..X/"
                       "..X. O");
    assert_open(rules, ".O../" /* b1 a2 d2: the other diagonal leaves on the left */
                       "O.../"
                       "X..X/"
                       ".X.. O");
    by_rules_close(rules);
    rules = open_rules("mnk", "m=8 n=8 k=3"); /* all 64 bits: the last corner counts */
    assert_finished(rules,
                    ".....XXX/......../......../......../......../......../......../.....O.O O", 1);
    by_rules_close(rules);
}

static void longer_lines_win_too(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("mnk", "m=5 n=2 k=4");
    void *position = read_text(rules, "OOOO./XX.XX X");
    assert_true(rules->game->over(rules, position));
    free(position);
    position = read_text(rules, "OOO.O/XX.XX X");
    play_text(rules, position, "C1");
    assert_position(rules, position, "OOO.O/XXXXX O");
    assert_true(rules->game->over(rules, position));
    assert_int_equal(rules->game->result(rules, position), 1);
    free(position);
    by_rules_close(rules);
}

/* LOG's example: X in the centre leaves X all eight lines and O the four of the rim. */
static void open_lines_count_as_in_the_lecture(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", "");
    void *position = read_text(rules, ".../.X./... O");
    assert_int_equal(rules->game->evals[0].value(rules, position), -4);
    free(position);
    position = read_text(rules, ".../.X./O.. X"); /* a1 lies in three lines */
    assert_int_equal(rules->game->evals[0].value(rules, position), 5 - 4);
    free(position);
    by_rules_close(rules);
}

static void the_board_is_drawn_with_coordinates(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("mnk", "m=4 n=3");
    void *position = read_text(rules, "x..o/.x../...o x");
    char buffer[TEXT_SIZE];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    rules->game->draw(rules, position, &text);
    assert_string_equal(buffer, "3 X . . O\n"
                                "2 . X . .\n"
                                "1 . . . O\n"
                                "  a b c d\n"
                                "X to move\n");
    assert_moves(rules, position, "a1 b1 c1 a2 c2 d2 b3 c3");
    free(position);
    by_rules_close(rules);
}

/* --- refusals --------------------------------------------------------------------- */

static void settings_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    assert_settings_refused("mnk", "k=4", "k=4 in a row does not fit on a 3x3 board");
    assert_settings_refused("mnk", "size=2", "k is from 1 to 2 there");
    assert_settings_refused("mnk", "size=4 m=5", "size=4x4 and m=5 contradict each other");
    assert_settings_refused("mnk", "size=4 n=5", "size=4x4 and n=5 contradict each other");
    assert_settings_refused("mnk", "m=9", "");
    assert_settings_refused("mnk", "size=0", "");
    struct by_rules *rules = open_rules("mnk", "size=5x4 m=5 k=4");
    assert_int_equal(rules->width, 5);
    assert_int_equal(rules->height, 4);
    by_rules_close(rules);
}

static void impossible_positions_are_refused(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", "");
    assert_refused(rules, "", "row 1 of the position has 0 cells, but the board is 3 wide");
    assert_refused(rules, ".../.../.... X", "row 3 of the position has 4 cells");
    assert_refused(rules, ".../... X", "the position has 2 rows, but the board is 3 high");
    assert_refused(rules, ".../.../.../... X", "more than 3 rows");
    assert_refused(rules, ".../.?./... X", "'?' in row 2");
    assert_refused(rules, ".../.../...", "must end in a space and the side to move");
    assert_refused(rules, ".../.../... Z", "must end in a space and the side to move");
    assert_refused(rules, ".../.../... X ", "must end in a space and the side to move");
    assert_refused(rules, "X../.../... X", "1 X and 0 O do not fit X to move");
    assert_refused(rules, ".../.../... O", "0 X and 0 O do not fit O to move");
    assert_refused(rules, "XX./.../... O", "2 X and 0 O do not fit O to move");
    assert_refused(rules, "XXX/OOO/... X", "both X and O have a line");
    assert_refused(rules, "XXX/OO./O.. X", "X has a line and is to move");
    assert_refused(rules, "XX./OOO/.XX O", "O has a line and is to move");
    assert_move_refused(rules, "d1", "'d1' is not a point: they are a1 to c3");
    assert_move_refused(rules, "a4", "a1 to c3");
    assert_move_refused(rules, "a0", "a1 to c3");
    assert_move_refused(rules, "a01", "a1 to c3");
    assert_move_refused(rules, "a1x", "a1 to c3");
    assert_move_refused(rules, "a99999999999", "a1 to c3");
    assert_move_refused(rules, "", "a1 to c3");
    by_rules_close(rules);
}

static void bad_bytes_are_refused(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", "");
    void *position = new_position(rules);
    struct by_error err = {0};
    const uint8_t both[4] = {1, 0, 1, 0}, outside[4] = {0, 2, 0, 0}, turns[4] = {3, 0, 0, 0};
    const uint8_t fine[4] = {1, 0, 0, 1};
    assert_int_equal(rules->game->unpack(rules, both, 4, position, &err), BY_BAD_INPUT);
    assert_int_equal(rules->game->unpack(rules, outside, 4, position, &err), BY_BAD_INPUT);
    assert_int_equal(rules->game->unpack(rules, turns, 4, position, &err), BY_BAD_INPUT);
    assert_int_equal(rules->game->unpack(rules, fine, 3, position, &err), BY_BAD_INPUT);
    assert_int_equal(rules->game->unpack(rules, fine, 4, position, &err), BY_OK);
    assert_position(rules, position, "..O/.../X.. X");
    free(position);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tictactoe_has_the_known_counts),
        cmocka_unit_test(tictactoe_has_5478_positions),
        cmocka_unit_test(random_games_agree_with_the_naive_board),
        cmocka_unit_test(lines_win_in_every_direction),
        cmocka_unit_test(a_line_does_not_wrap_around_the_edge),
        cmocka_unit_test(longer_lines_win_too),
        cmocka_unit_test(open_lines_count_as_in_the_lecture),
        cmocka_unit_test(the_board_is_drawn_with_coordinates),
        cmocka_unit_test(settings_that_do_not_fit_are_refused),
        cmocka_unit_test(impossible_positions_are_refused),
        cmocka_unit_test(bad_bytes_are_refused),
    };
    return cmocka_run_group_tests_name("mnk", tests, NULL, NULL);
}
