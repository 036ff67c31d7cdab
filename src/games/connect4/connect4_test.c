/* Tests of connect4: published counts, a naive board, positions a player can read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"

/* --- the naive board: characters and plain loops ------------------------------ */

struct naive {
    int width, height;
    char to_move;
    char cell[9][10]; /* cell[y][x], y from the bottom */
};

static struct naive naive_of(const struct by_rules *rules, const void *position)
{
    struct naive n = {.width = rules->width, .height = rules->height};
    char buffer[TEXT_SIZE];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    rules->game->write(rules, position, &text);
    for (int row = 0; row < n.height; row++)
        memcpy(n.cell[n.height - 1 - row], buffer + row * (n.width + 1), (size_t)n.width);
    n.to_move = buffer[text.length - 1];
    return n;
}

static char naive_at(const struct naive *n, int x, int y)
{
    return x < 0 || y < 0 || x >= n->width || y >= n->height ? '#' : n->cell[y][x];
}

/* Over all fours without a stone of the other colour: the sum of the squares of the stones
 * of `c`, and whether one is full. */
static int naive_fours(const struct naive *n, char c, bool *full)
{
    static const int step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int sum = 0;
    *full = false;
    for (int start = 0; start < n->width * n->height; start++) {
        for (int d = 0; d < 4; d++) {
            int own = 0, empty = 0;
            for (int i = 0; i < 4; i++) {
                char at = naive_at(n, start % n->width + i * step[d][0],
                                   start / n->width + i * step[d][1]);
                own += at == c;
                empty += at == '.';
            }
            if (own + empty == 4)
                sum += own * own;
            *full = *full || own == 4;
        }
    }
    return sum;
}

/* Every column with a free cell is a move, and its stone lies on the lowest of them. */
static void compare_moves(const struct by_rules *rules, const void *position, const struct naive *n)
{
    by_move list[9];
    int count = rules->game->moves(rules, position, list), expected = 0;
    void *next = new_position(rules);
    for (int x = 0; x < n->width; x++) {
        int y = 0;
        while (y < n->height && n->cell[y][x] != '.')
            y++;
        if (y == n->height)
            continue;
        expected++;
        assert_true(holds(list, count, x));
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, x, NULL);
        struct naive after = naive_of(rules, next), same = *n;
        same.cell[y][x] = n->to_move;
        same.to_move = n->to_move == 'X' ? 'O' : 'X';
        assert_memory_equal(&after, &same, sizeof after);
    }
    assert_int_equal(count, expected);
    free(next);
}

static void compare(const struct by_rules *rules, const void *position)
{
    struct naive n = naive_of(rules, position);
    bool x, o, full = true;
    int value = naive_fours(&n, 'X', &x) - naive_fours(&n, 'O', &o);
    for (int i = 0; i < n.width; i++)
        full = full && n.cell[n.height - 1][i] != '.';
    assert_int_equal(rules->game->over(rules, position), x || o || full);
    assert_int_equal(rules->game->side(rules, position), n.to_move == 'O');
    if (x || o || full) {
        assert_int_equal(rules->game->result(rules, position), x - o);
        return;
    }
    compare_moves(rules, position, &n);
    assert_int_equal(rules->game->evals[0].value(rules, position),
                     n.to_move == 'X' ? value : -value);
}

static void random_games_agree_with_the_naive_board(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "",         "size=1",   "size=1x9", "size=9x1", "size=2x5",
        "size=4x4", "size=5x4", "size=9x6", "size=8x7", "size=6x9",
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct by_rules *rules = open_rules("connect4", settings[i]);
        assert_true(walk(rules, long_tests() ? 200000 : 12000, compare) > 0);
        by_rules_close(rules);
    }
}

/* --- published numbers -------------------------------------------------------- */

/* Lines of play from the empty 7x6 board, as published for move generators. */
static void the_standard_board_has_the_known_counts(void **state)
{
    (void)state;
    static const uint64_t counts[] = {7, 49, 343, 2401, 16807, 117649, 823536, 5673234};
    assert_perft("connect4", "", counts, long_tests() ? 8 : 7);
}

/* --- positions a player can read ------------------------------------------------ */

static void fours_win_in_every_direction(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", "");
    assert_finished(rules,
                    "......./"
                    "......./"
                    "......./"
                    "......./"
                    "OOO..../"
                    "XXXX... O",
                    1);
    assert_finished(rules,
                    "......./"
                    "......./"
                    "......O/"
                    "......O/"
                    "X.....O/"
                    "XXX...O X",
                    -1);
    assert_finished(rules,
                    "......./"
                    "......./"
                    "...X.../"
                    "..XO.../"
                    ".XOX.../"
                    "XOOO..X O",
                    1);
    assert_finished(rules,
                    "...O.../"
                    "...XO../"
                    "...XXO./"
                    "...XOXO/"
                    "...OXXO/"
                    "O.XOOXX X",
                    -1);
    by_rules_close(rules);
}

static void a_four_does_not_leave_the_board(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", "");
    assert_open(rules, "X....../" /* the top of column a does not go on in column b */
                       "X....../"
                       "X....../"
                       "O....../"
                       "O....../"
                       "OX..... O");
    assert_open(rules, "......./" /* nor the end of row 1 in row 2 */
                       "......./"
                       "......./"
                       "......./"
                       "XX...../"
                       "OO.O.XX O");
    by_rules_close(rules);
}

static void five_in_a_row_wins_too(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", "");
    void *position = read_text(rules, "......./"
                                      "......./"
                                      "......./"
                                      "......./"
                                      "OO.OO../"
                                      "XX.XX.. X");
    play_text(rules, position, "C");
    assert_true(rules->game->over(rules, position));
    assert_int_equal(rules->game->result(rules, position), 1);
    free(position);
    by_rules_close(rules);
}

static void a_full_board_is_a_draw(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", "size=2");
    void *position = new_position(rules);
    memcpy(position, rules->start, rules->position_size);
    play_text(rules, position, "a");
    play_text(rules, position, "a");
    assert_moves(rules, position, "b");
    play_text(rules, position, "b");
    assert_false(rules->game->over(rules, position));
    play_text(rules, position, "b");
    assert_position(rules, position, "OO/XX X");
    assert_true(rules->game->over(rules, position));
    assert_int_equal(rules->game->result(rules, position), 0);
    free(position);
    by_rules_close(rules);
}

/* On an empty 7x6 board the middle of the bottom row lies in 4 + 1 + 1 + 1 fours. */
static void the_evaluation_counts_open_fours(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", "");
    void *position = read_text(rules, "......./......./......./......./......./...X... O");
    assert_int_equal(rules->game->evals[0].value(rules, position), -7);
    free(position);
    by_rules_close(rules);
}

static void the_board_is_drawn_with_coordinates(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", "size=9x2");
    void *position = read_text(rules, "........./.x......o x");
    char buffer[TEXT_SIZE];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    rules->game->draw(rules, position, &text);
    assert_string_equal(buffer, "2 . . . . . . . . .\n"
                                "1 . X . . . . . . O\n"
                                "  a b c d e f g h i\n"
                                "X to move\n");
    assert_moves(rules, position, "e f d g c h b i a");
    free(position);
    by_rules_close(rules);
}

/* --- refusals --------------------------------------------------------------------- */

static void impossible_input_is_refused(void **state)
{
    (void)state;
    assert_settings_refused("connect4", "size=9", "connect4 on 9x9 is too large");
    assert_settings_refused("connect4", "size=9x7", "columns x (rows + 1) is at most 64");
    assert_settings_refused("connect4", "size=10x3", "");
    struct by_rules *rules = open_rules("connect4", "size=4");
    assert_refused(rules, "..../..../..../.... O", "0 X and 0 O do not fit O to move");
    assert_refused(rules, "..../..../.X../.... O", "column b has a stone above an empty cell");
    assert_refused(rules, "...X/..../...O/...X O", "column d has a stone above an empty cell");
    assert_refused(rules, "..../..../OOOO/XXXX X", "X has four in a row, so O cannot have made");
    assert_refused(rules, "..../.XX./XXX./OOOO O", "O has four in a row, so X cannot have made");
    assert_refused(rules, "..../..../.... X", "row");
    assert_refused(rules, "..../..../..../.. X", "row 4 of the position has 2 cells");
    assert_move_refused(rules, "e", "'e' is not a column: they are a to d");
    assert_move_refused(rules, "a1", "'a1' is not a column");
    assert_move_refused(rules, "", "'' is not a column");
    by_rules_close(rules);
}

static void bad_bytes_are_refused(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", "size=4");
    void *position = new_position(rules);
    struct by_error err = {0};
    uint8_t bytes[16] = {1, 0, 0, 0, 0, 0, 0, 0, 1, 0};
    assert_int_equal(rules->game->unpack(rules, bytes, 16, position, &err), BY_BAD_INPUT);
    bytes[8] = 1 << 2; /* O on a3, over an empty a2 */
    assert_int_equal(rules->game->unpack(rules, bytes, 16, position, &err), BY_BAD_INPUT);
    bytes[8] = 1 << 4; /* the fence over column a */
    assert_int_equal(rules->game->unpack(rules, bytes, 16, position, &err), BY_BAD_INPUT);
    bytes[8] = 1 << 5;
    assert_int_equal(rules->game->unpack(rules, bytes, 15, position, &err), BY_BAD_INPUT);
    assert_int_equal(rules->game->unpack(rules, bytes, 16, position, &err), BY_OK);
    assert_position(rules, position, "..../..../..../XO.. X");
    free(position);
    by_rules_close(rules);
}

/* --- playouts ----------------------------------------------------------------------- */

static int by_column(const void *a, const void *b)
{
    return *(const by_move *)a - *(const by_move *)b;
}

/* The playout over a list of moves: columns from the left, one draw a ply. */
static void slow_playout(const struct by_rules *rules, void *position, struct by_rng *rng,
                         struct by_playout *out)
{
    by_move list[9];
    for (out->length = 0; !rules->game->over(rules, position); out->length++) {
        int count = rules->game->moves(rules, position, list);
        qsort(list, (size_t)count, sizeof *list, by_column);
        by_move move = list[by_rng_below(rng, (uint32_t)count)];
        out->plies[out->length] = (struct by_ply){move, rules->game->side(rules, position)};
        rules->game->play(rules, position, move, NULL);
    }
    out->result = rules->game->result(rules, position);
}

static void compare_playouts(const struct by_rules *rules, const void *start)
{
    struct by_ply slow_plies[64], fast_plies[64];
    struct by_playout slow = {.plies = slow_plies}, fast = {.plies = fast_plies};
    struct by_rng rng, other;
    void *x = new_position(rules), *y = new_position(rules);
    memcpy(x, start, rules->position_size);
    memcpy(y, start, rules->position_size);
    by_rng_init(&rng, 5, rules->game->key(rules, start));
    other = rng;
    slow_playout(rules, x, &rng, &slow);
    by_policy_find(rules, "uniform")->run(rules, y, &other, &fast);
    assert_int_equal(fast.length, slow.length);
    assert_int_equal(fast.result, slow.result);
    assert_memory_equal(fast_plies, slow_plies, (size_t)slow.length * sizeof *slow_plies);
    assert_memory_equal(x, y, rules->position_size);
    assert_memory_equal(&rng, &other, sizeof rng);
    free(x);
    free(y);
}

static void assert_many_like_single(const struct by_rules *rules)
{
    const struct by_policy *policy = by_policy_find(rules, "uniform");
    struct by_policy single = {.run = policy->run};
    struct by_totals sums = {0}, expected = {.position = new_position(rules)};
    struct by_rng rng, other;
    by_rng_init(&rng, 6, 0);
    other = rng;
    by_playouts(rules, policy, rules->start, 1000, &rng, &sums);
    by_playouts(rules, &single, rules->start, 1000, &other, &expected);
    assert_memory_equal(sums.wins, expected.wins, sizeof sums.wins);
    assert_int_equal(sums.draws, expected.draws);
    assert_int_equal(sums.plies, expected.plies);
    free(expected.position);
}

/* From every position of random games. More on playouts is in tests/unit/playouts_test.c. */
static void fast_playouts_are_the_slow_ones(void **state)
{
    (void)state;
    static const char *const settings[] = {"",         "size=4x4", "size=1x1", "size=9x6",
                                           "size=8x7", "size=1x9", "size=9x1", "size=5x4"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct by_rules *rules = open_rules("connect4", settings[i]);
        assert_true(walk(rules, long_tests() ? 130000 : 10000, compare_playouts) > 0);
        assert_many_like_single(rules);
        by_rules_close(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_standard_board_has_the_known_counts),
        cmocka_unit_test(random_games_agree_with_the_naive_board),
        cmocka_unit_test(fours_win_in_every_direction),
        cmocka_unit_test(a_four_does_not_leave_the_board),
        cmocka_unit_test(five_in_a_row_wins_too),
        cmocka_unit_test(a_full_board_is_a_draw),
        cmocka_unit_test(the_evaluation_counts_open_fours),
        cmocka_unit_test(the_board_is_drawn_with_coordinates),
        cmocka_unit_test(impossible_input_is_refused),
        cmocka_unit_test(bad_bytes_are_refused),
        cmocka_unit_test(fast_playouts_are_the_slow_ones),
    };
    return cmocka_run_group_tests_name("connect4", tests, NULL, NULL);
}
