/* Tests of breakthrough: published counts, a naive board, positions a player can read. */
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
    n.to_move = buffer[text.length - 1];
    return n;
}

static int naive_count(const struct naive *n, char c)
{
    int count = 0;
    for (int i = 0; i < n->width * n->height; i++)
        count += n->cell[i / n->width][i % n->width] == c;
    return count;
}

static bool naive_won(const struct naive *n, char c)
{
    bool there = false;
    for (int x = 0; x < n->width; x++)
        there = there || n->cell[c == 'X' ? n->height - 1 : 0][x] == c;
    return there || naive_count(n, c == 'X' ? 'O' : 'X') == 0;
}

static bool naive_may(const struct naive *n, int x, int y, int to_x, int to_y)
{
    if (to_x < 0 || to_x >= n->width || n->cell[y][x] != n->to_move)
        return false;
    char target = n->cell[to_y][to_x];
    return to_x == x ? target == '.' : target != n->to_move;
}

/* The move leads to the board on which that pawn stands one row on. */
static void compare_play(const struct by_rules *rules, const void *position, const struct naive *n,
                         by_move move, int to_x, int to_y)
{
    int square = move / 3;
    void *next = new_position(rules);
    memcpy(next, position, rules->position_size);
    rules->game->play(rules, next, move, NULL);
    struct naive after = naive_of(rules, next), same = *n;
    same.cell[square / n->width][square % n->width] = '.';
    same.cell[to_y][to_x] = n->to_move;
    same.to_move = n->to_move == 'X' ? 'O' : 'X';
    assert_memory_equal(&after, &same, sizeof after);
    free(next);
}

static void compare_moves(const struct by_rules *rules, const void *position, const struct naive *n)
{
    by_move list[48];
    int count = rules->game->moves(rules, position, list), expected = 0;
    int ahead = n->to_move == 'X' ? 1 : -1;
    for (int i = 0; i < 3 * n->width * n->height; i++) {
        int x = i / 3 % n->width, y = i / 3 / n->width, to_x = x + i % 3 - 1;
        if (!naive_may(n, x, y, to_x, y + ahead))
            continue;
        assert_true(expected < count);
        assert_int_equal(list[expected++], i);
        compare_play(rules, position, n, i, to_x, y + ahead);
    }
    assert_int_equal(count, expected);
}

/* 10 for a pawn, 1 for each row it has come, 2 for each row of the foremost. */
static int naive_strength(const struct naive *n, char c)
{
    int sum = 0, foremost = 0;
    for (int y = 0; y < n->height; y++) {
        for (int x = 0; x < n->width; x++) {
            int gone = c == 'X' ? y : n->height - 1 - y;
            if (n->cell[y][x] != c)
                continue;
            sum += 10 + gone;
            foremost = gone > foremost ? gone : foremost;
        }
    }
    return sum + 2 * foremost;
}

static void compare_evals(const struct by_rules *rules, const void *position, const struct naive *n)
{
    char own = n->to_move, theirs = own == 'X' ? 'O' : 'X';
    const struct by_eval *material = by_eval_find(rules, "material");
    const struct by_eval *advance = by_eval_find(rules, "advance");
    assert_int_equal(material->value(rules, position),
                     naive_count(n, own) - naive_count(n, theirs));
    assert_int_equal(advance->value(rules, position),
                     naive_strength(n, own) - naive_strength(n, theirs));
}

static void compare(const struct by_rules *rules, const void *position)
{
    struct naive n = naive_of(rules, position);
    bool x = naive_won(&n, 'X'), o = naive_won(&n, 'O');
    assert_int_equal(rules->game->over(rules, position), x || o);
    assert_int_equal(rules->game->side(rules, position), n.to_move == 'O');
    if (x || o) {
        assert_int_equal(rules->game->result(rules, position), x ? 1 : -1);
        return;
    }
    compare_moves(rules, position, &n);
    compare_evals(rules, position, &n);
}

static void random_games_agree_with_the_naive_board(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "", "size=3x3", "size=3x4", "size=8x3", "size=3x8", "size=5x5", "size=6x6", "size=7x4",
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct by_rules *rules = open_rules("breakthrough", settings[i]);
        assert_true(walk(rules, long_tests() ? 200000 : 14000, compare) > 0);
        by_rules_close(rules);
    }
}

/* --- published numbers -------------------------------------------------------- */

static void the_boards_have_the_known_counts(void **state)
{
    (void)state;
    static const uint64_t large[] = {22, 484, 11132, 256036};
    static const uint64_t small[] = {16, 256, 4308, 71478};
    assert_perft("breakthrough", "", large, 4);
    assert_perft("breakthrough", "size=6x6", small, 4);
}

/* --- positions a player can read ------------------------------------------------ */

static void boards_start_with_one_or_two_rows_of_pawns(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "size=3x5");
    assert_position(rules, rules->start,
                    "OOO/"
                    "OOO/"
                    ".../"
                    "XXX/"
                    "XXX X");
    assert_moves(rules, rules->start, "a2a3 a2b3 b2a3 b2b3 b2c3 c2b3 c2c3");
    assert_int_equal(rules->max_length, 2 * 3 * (3 + 2) + 1);
    by_rules_close(rules);
    rules = open_rules("breakthrough", "size=4");
    assert_position(rules, rules->start,
                    "OOOO/"
                    "..../"
                    "..../"
                    "XXXX X");
    assert_int_equal(rules->max_length, 2 * 4 * 2 + 1);
    by_rules_close(rules);
}

static void pawns_capture_diagonally_only(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "size=5");
    void *position = read_text(rules, "...../"
                                      "...../"
                                      ".OOOO/" /* straight on from c2: blocked */
                                      "..X../"
                                      "...X. X");
    assert_moves(rules, position, "d1d2 d1e2 c2b3 c2d3");
    play_text(rules, position, "C2D3");
    assert_position(rules, position,
                    "...../"
                    "...../"
                    ".OOXO/"
                    "...../"
                    "...X. O");
    assert_moves(rules, position, "b3a2 b3b2 b3c2 c3b2 c3c2 c3d2 e3d2 e3e2");
    free(position);
    by_rules_close(rules);
}

static void pawns_do_not_walk_around_the_edge(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "size=4");
    void *position = read_text(rules, "..../"
                                      "O..O/"
                                      "X..X/"
                                      ".... X");
    assert_moves(rules, position, "a2b3 d2c3");
    free(position);
    position = read_text(rules, "..../"
                                "O..O/"
                                "X..X/"
                                ".... O");
    assert_moves(rules, position, "a3b2 d3c2");
    free(position);
    by_rules_close(rules);
}

static void the_last_row_wins(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "size=4");
    void *position = read_text(rules, "O.OO/"
                                      ".X../"
                                      "..../"
                                      "X.XX X");
    play_text(rules, position, "b3b4");
    assert_position(rules, position, "OXOO/..../..../X.XX O");
    assert_true(rules->game->over(rules, position));
    assert_int_equal(rules->game->result(rules, position), 1);
    free(position);
    assert_finished(rules,
                    "...O/"
                    ".X../"
                    "..../"
                    "X.OX X",
                    -1);
    by_rules_close(rules);
}

static void capturing_the_last_pawn_wins(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "size=4");
    void *position = read_text(rules, "..../"
                                      "..O./"
                                      ".X../"
                                      ".... X");
    play_text(rules, position, "b2c3");
    assert_position(rules, position, "..../..X./..../.... O");
    assert_true(rules->game->over(rules, position));
    assert_int_equal(rules->game->result(rules, position), 1);
    free(position);
    assert_finished(rules,
                    "..../"
                    "..../"
                    ".O../"
                    ".... X",
                    -1);
    assert_finished(rules,
                    "X.../" /* the last pawn, taken on the last row */
                    "..../"
                    "..../"
                    ".... O",
                    1);
    by_rules_close(rules);
}

static void the_board_is_drawn_with_coordinates(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "size=4x3");
    char buffer[TEXT_SIZE];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    rules->game->draw(rules, rules->start, &text);
    assert_string_equal(buffer, "3 O O O O\n"
                                "2 . . . .\n"
                                "1 X X X X\n"
                                "  a b c d\n"
                                "X to move\n");
    by_rules_close(rules);
}

/* --- refusals --------------------------------------------------------------------- */

static void impossible_input_is_refused(void **state)
{
    (void)state;
    assert_settings_refused("breakthrough", "size=2x4", "");
    assert_settings_refused("breakthrough", "size=9", "");
    struct by_rules *rules = open_rules("breakthrough", "size=4");
    assert_refused(rules, "OOOO/..../XXXX X", "the position has 3 rows, but the board is 4 high");
    assert_refused(rules, "OOOO/O.../..../XXXX X", "O has 5 pawns; a side starts with 4 here");
    assert_refused(rules, "OOOO/..../...X/XXXX X", "X has 5 pawns; a side starts with 4 here");
    assert_refused(rules, "XX../..../...O/.... O", "X has two pawns on the last row");
    assert_refused(rules, "..../...X/..../OO.. X", "O has two pawns on the last row");
    assert_refused(rules, "X.../..../..../...O O", "both X and O have won here");
    assert_refused(rules, "..../..../..../.... X", "both X and O have won here");
    assert_refused(rules, "X.../..O./..../...X X", "X has won and is to move");
    assert_refused(rules, "..../..O./..../.... O", "O has won and is to move");
    assert_move_refused(rules, "a1", "'a1' is not a move: write two squares from a1 to d4");
    assert_move_refused(rules, "a1a2a3", "is not a move: write two squares");
    assert_move_refused(rules, "a1e2", "is not a move: write two squares");
    assert_move_refused(rules, "a1a3", "is not a move of X, whose pawns go one row up");
    assert_move_refused(rules, "a1c2", "is not a move of X, whose pawns go one row up");
    assert_move_refused(rules, "a4a3", "is not a move of X, whose pawns go one row up");
    by_rules_close(rules);
}

static void bad_bytes_are_refused(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "size=3x3");
    void *position = new_position(rules);
    struct by_error err = {0};
    uint8_t bytes[5] = {0, 7, 0, 0x10, 0};
    assert_int_equal(rules->pack_size, 5);
    assert_int_equal(rules->game->unpack(rules, bytes, 5, position, &err), BY_OK);
    assert_position(rules, position, ".../.O./XXX X");
    assert_int_equal(rules->game->unpack(rules, bytes, 4, position, &err), BY_BAD_INPUT);
    bytes[0] = 2; /* nobody to move */
    assert_int_equal(rules->game->unpack(rules, bytes, 5, position, &err), BY_BAD_INPUT);
    bytes[0] = 0, bytes[3] = 4; /* two pawns on c1 */
    assert_int_equal(rules->game->unpack(rules, bytes, 5, position, &err), BY_BAD_INPUT);
    bytes[3] = 0x10, bytes[4] = 2; /* off the board */
    assert_int_equal(rules->game->unpack(rules, bytes, 5, position, &err), BY_BAD_INPUT);
    free(position);
    by_rules_close(rules);
}

/* --- races ---------------------------------------------------------------------- */

/* Every position of a small board, solved by plain recursion; `memory` is indexed by key. */
#define MEMORY (1 << 23)

struct solved {
    uint64_t key;
    int32_t value; /* for the side to move; 0: nothing is known of this key */
};

struct races {
    const struct by_rules *rules;
    struct solved *memory;
    int positions, known;
};

static struct solved *recall(const struct races *races, uint64_t key)
{
    uint64_t place = key % MEMORY;
    while (races->memory[place].value != 0 && races->memory[place].key != key)
        place = (place + 1) % MEMORY;
    return &races->memory[place];
}

static int32_t true_value(struct races *races, const void *position)
{
    const struct by_rules *rules = races->rules;
    if (rules->game->over(rules, position))
        return rules->game->side(rules, position) == 0 ? rules->game->result(rules, position)
                                                       : -rules->game->result(rules, position);
    uint64_t key = rules->game->key(rules, position);
    if (recall(races, key)->value != 0)
        return recall(races, key)->value;
    by_move moves[64];
    void *next = new_position(rules);
    int count = rules->game->moves(rules, position, moves);
    int32_t best = -1, told;
    for (int i = 0; i < count; i++) { /* all of them: every position is to be met */
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        int32_t value = -true_value(races, next);
        best = value > best ? value : best;
    }
    free(next);
    if (rules->game->theory(rules, position, &told)) {
        assert_int_equal(told, best);
        races->known++;
    }
    assert_true(++races->positions < MEMORY / 2);
    *recall(races, key) = (struct solved){key, best};
    return best;
}

/* Wherever a race is called decided, plain recursion agrees, on every reachable position of
 * whole boards; and on each of them there are such races. */
static void decided_races_are_decided(void **state)
{
    (void)state;
    static const char *const sizes[] = {"size=3x3", "size=5x3", "size=3x4", "size=4x4", "size=3x5"};
    int count = long_tests() ? 5 : 4;
    for (int i = 0; i < count; i++) {
        struct by_rules *rules = open_rules("breakthrough", sizes[i]);
        struct races races = {.rules = rules, .memory = calloc(MEMORY, sizeof *races.memory)};
        assert_non_null(races.memory);
        true_value(&races, rules->start);
        assert_true(races.known > races.positions / 2);
        free(races.memory);
        by_rules_close(rules);
    }
}

static void assert_race(const struct by_rules *rules, const char *text, int expected)
{
    void *position = read_text(rules, text);
    int32_t value = 0;
    assert_int_equal(rules->game->theory(rules, position, &value), expected != 0);
    assert_int_equal(value, expected);
    free(position);
}

static void races_that_a_player_sees(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "size=5x6");
    /* Both are three moves from home: who is to move arrives first. */
    assert_race(rules, "...../...../X..../....O/...../..... X", 1);
    assert_race(rules, "...../...../X..../....O/...../..... O", 1);
    /* One row behind, and not to move. */
    assert_race(rules, "...../...../...../X...O/...../..... O", 1);
    assert_race(rules, "...../...../...../X...O/...../..... X", -1);
    /* O guards every square before the runner: nothing is said. */
    assert_race(rules, "...../.OO../...../..X../...../..... X", 0);
    assert_race(rules, "...../..O../...../..X../...../..... X", 1);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_boards_have_the_known_counts),
        cmocka_unit_test(random_games_agree_with_the_naive_board),
        cmocka_unit_test(boards_start_with_one_or_two_rows_of_pawns),
        cmocka_unit_test(pawns_capture_diagonally_only),
        cmocka_unit_test(pawns_do_not_walk_around_the_edge),
        cmocka_unit_test(the_last_row_wins),
        cmocka_unit_test(capturing_the_last_pawn_wins),
        cmocka_unit_test(the_board_is_drawn_with_coordinates),
        cmocka_unit_test(impossible_input_is_refused),
        cmocka_unit_test(bad_bytes_are_refused),
        cmocka_unit_test(decided_races_are_decided),
        cmocka_unit_test(races_that_a_player_sees),
    };
    return cmocka_run_group_tests_name("breakthrough", tests, NULL, NULL);
}
