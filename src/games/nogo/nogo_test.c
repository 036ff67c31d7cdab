/* Tests of NoGo's rules: published counts and values, and positions a player can read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/nogo/nogo.h"

/* --- published numbers ------------------------------------------------------------ */

static void the_boards_have_the_known_counts(void **state)
{
    (void)state;
    static const uint64_t counts[] = {9, 72, 496, 2832};
    assert_perft("nogo", "size=3x3", counts, 4);
    assert_perft("nogo", "size=3x3 naive=on", counts, 4);
}

/* Marks a position of at most 9 points by its two sets and its side; false when it was there. */
static bool is_new(const struct by_rules *rules, const void *position, bool *seen)
{
    uint8_t pack[8] = {0};
    size_t bytes = (rules->game->pack(rules, position, pack) - 1) / 2;
    unsigned x = pack[1] | (bytes > 1 ? pack[2] * 256U : 0);
    unsigned o = pack[1 + bytes] | (bytes > 1 ? pack[2 + bytes] * 256U : 0);
    unsigned index = (x * 512 + o) * 2 + pack[0];
    bool fresh = !seen[index];
    seen[index] = true;
    return fresh;
}

static int count_reachable(const struct by_rules *rules, const void *position, bool *seen)
{
    by_move list[9];
    if (!is_new(rules, position, seen))
        return 0;
    if (rules->game->over(rules, position))
        return 1;
    int sum = 1, count = rules->game->moves(rules, position, list);
    void *next = new_position(rules);
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, list[i], NULL);
        sum += count_reachable(rules, next, seen);
    }
    free(next);
    return sum;
}

static void assert_reachable(const char *settings, int expected)
{
    struct by_rules *rules = open_rules("nogo", settings);
    bool *seen = calloc((size_t)512 * 512 * 2, sizeof *seen);
    assert_non_null(seen);
    assert_int_equal(count_reachable(rules, rules->start, seen), expected);
    free(seen);
    by_rules_close(rules);
}

static void small_boards_have_the_known_numbers_of_positions(void **state)
{
    (void)state;
    assert_reachable("size=2x2", 25);
    assert_reachable("size=3x3", 3884);
    assert_reachable("size=3x3 naive=on", 3884);
}

/* Keys of positions with their lowest bit for the outcome: 1 when the mover wins. Zero: free. */
enum { MEMORY = 1 << 22 };

static bool mover_wins(const struct by_rules *rules, const void *position, uint64_t *memory)
{
    by_move list[16];
    if (rules->game->over(rules, position))
        return false;
    uint64_t key = by_mix64(rules->game->key(rules, position) + 1) | 1; /* the start has key 0 */
    uint64_t *slot = &memory[key >> 42];
    if ((*slot | 1) == key)
        return *slot & 1;
    int count = rules->game->moves(rules, position, list);
    void *next = new_position(rules);
    bool wins = false;
    for (int i = 0; i < count && !wins; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, list[i], NULL);
        wins = !mover_wins(rules, next, memory);
    }
    free(next);
    *slot = wins ? key : key - 1;
    return wins;
}

static void assert_mover_wins(const char *size, const char *text, bool expected)
{
    char settings[64];
    (void)snprintf(settings, sizeof settings, "size=%s", size);
    struct by_rules *rules = open_rules("nogo", settings);
    uint64_t *memory = calloc(MEMORY, sizeof *memory);
    assert_non_null(memory);
    void *position = text ? read_text(rules, text) : new_position(rules);
    if (!text)
        rules->game->start(rules, position);
    assert_int_equal(mover_wins(rules, position, memory), expected);
    free(position);
    free(memory);
    by_rules_close(rules);
}

/* Lines: the tests of MCGS (University of Alberta). Squares: M. Mueller, "Solving NoGo on Small
 * Board Sizes", which says that on 4x4 the symmetrical reply wins and prints D3 for the one to B1;
 * it is C4, as a search in another language confirmed. */
static void small_boards_are_won_as_published(void **state)
{
    (void)state;
    static const bool line[] = {false, true, true, false, true};
    for (int n = 1; n <= 5; n++)
        assert_mover_wins((const char *[]){"1x1", "2x1", "3x1", "4x1", "5x1"}[n - 1], NULL,
                          line[n - 1]);
    assert_mover_wins("6x1", "..XO.. X", false);
    assert_mover_wins("6x1", "..XO.. O", false);
    assert_mover_wins("3x3", NULL, true); /* by every first move */
    assert_mover_wins("3x3", ".../.../X.. O", false);
    assert_mover_wins("3x3", ".../.../.X. O", false);
    assert_mover_wins("3x3", ".../.X./... O", false);
    assert_mover_wins("4x4", "...O/..../..../X... X", false); /* the reply across wins */
    assert_mover_wins("4x4", "..../..O./.X../.... X", false);
    assert_mover_wins("4x4", "..O./..../..../.X.. X", false);
    assert_mover_wins("4x4", "..../...O/..../.X.. X", true); /* no other reply does */
    if (long_tests())
        assert_mover_wins("4x4", NULL, false);
}

/* --- positions a player can read ---------------------------------------------------- */

static void assert_moves_at(const char *size, const char *text, const char *expected)
{
    char settings[64];
    for (int naive = 0; naive < 2; naive++) {
        (void)snprintf(settings, sizeof settings, "size=%s%s", size, naive ? " naive=on" : "");
        struct by_rules *rules = open_rules("nogo", settings);
        void *position = read_text(rules, text);
        assert_moves(rules, position, expected);
        free(position);
        by_rules_close(rules);
    }
}

static void captures_are_illegal(void **state)
{
    (void)state;
    assert_moves_at("4", /* in the corner: a3 */
                    "OX../"
                    "..../"
                    "..../"
                    ".... X",
                    "a1 b1 c1 d1 a2 b2 c2 d2 b3 c3 d3 c4 d4");
    assert_moves_at("4", /* O may go there */
                    "OX../"
                    "..../"
                    "..../"
                    ".... O",
                    "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 c4 d4");
    assert_moves_at("4", /* at the edge: d2 */
                    "..../"
                    "...X/"
                    "..XO/"
                    "...O X",
                    "a1 b1 a2 b2 a3 b3 c3 a4 b4 c4 d4");
    assert_moves_at("5", /* in the middle: d3 */
                    "...../"
                    "..X../"
                    ".XO../"
                    "..X../"
                    "..... X",
                    "a1 b1 c1 d1 e1 a2 b2 d2 e2 a3 e3 a4 b4 d4 e4 a5 b5 c5 d5 e5");
    assert_moves_at("5", /* a chain that bends around the corner: e3 */
                    "XXX../"
                    "OOOX./"
                    "OXO../"
                    "OXX../"
                    "OX... X",
                    "c1 d1 e1 d2 e2 e3 e4 d5 e5");
}

static void suicide_is_illegal(void **state)
{
    (void)state;
    assert_moves_at("4", /* in the corner a4, at the edges c4 and d3, in the middle b3 */
                    ".O.O/"
                    "O.O./"
                    ".O.O/"
                    ".... X",
                    "a1 b1 c1 d1 a2 c2");
    assert_moves_at("4", /* O may fill its own eyes */
                    ".O.O/"
                    "O.O./"
                    ".O.O/"
                    ".... O",
                    "a1 b1 c1 d1 a2 c2 b3 d3 a4 c4");
    assert_moves_at("4", /* a whole chain: a1 is its last liberty */
                    "..../"
                    "O.../"
                    "XO../"
                    ".XO. X",
                    "d1 c2 d2 b3 c3 d3 a4 b4 c4 d4");
}

static void joining_a_chain_that_has_air_is_legal(void **state)
{
    (void)state;
    assert_moves_at("4", /* a1 joins a2, which also has a3 */
                    "..../"
                    "..../"
                    "XO../"
                    ".O.. X",
                    "a1 c1 d1 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4");
    assert_moves_at("4", /* c1 is the last liberty of both chains of X, a1-b1 and d1 */
                    "..../"
                    "..../"
                    "OOOO/"
                    "XX.X X",
                    "a3 b3 c3 d3 a4 b4 c4 d4");
    assert_moves_at("4", /* but d1-d2-d3 has d4 as well */
                    "..../"
                    "...X/"
                    "OOOX/"
                    "XX.X X",
                    "c1 a3 b3 c3 a4 b4 c4 d4");
}

/* c3 connects b3, which has no other liberty, to d3, which has: then a chain of two liberties
 * stands there, and O may take one of them. */
static void joined_chains_share_their_liberties(void **state)
{
    (void)state;
    for (int naive = 0; naive < 2; naive++) {
        struct by_rules *rules = open_rules("nogo", naive ? "size=5 naive=on" : "size=5");
        void *position = read_text(rules, ".OO../"
                                          "OX.X./"
                                          ".OOO./"
                                          "...../"
                                          "..... O");
        assert_moves(rules, position, "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 e3 e4 a5 d5 e5");
        rules->game->read(rules, ".OO../OX.X./.OOO./...../..... X", position, NULL);
        play_text(rules, position, "c4");
        assert_moves(rules, position, "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 e3 e4 a5 d5 e5");
        play_text(rules, position, "d5");
        assert_position(rules, position,
                        ".OOO./"
                        "OXXX./"
                        ".OOO./"
                        "...../"
                        "..... X");
        play_text(rules, position, "a1"); /* e4 is now the last liberty: a capture for O */
        assert_moves(rules, position, "b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 e3 a5 e5");
        free(position);
        by_rules_close(rules);
    }
}

static void who_cannot_move_loses(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("nogo", "size=1");
    assert_finished(rules, ". X", -1); /* a stone would have no liberty */
    assert_finished(rules, ". O", 1);
    by_rules_close(rules);
    rules = open_rules("nogo", "size=2x1");
    void *position = read_text(rules, ".. X");
    assert_moves(rules, position, "a1 b1");
    play_text(rules, position, "b1"); /* a1 would capture */
    assert_true(rules->game->over(rules, position));
    assert_int_equal(rules->game->result(rules, position), 1);
    free(position);
    by_rules_close(rules);
    rules = open_rules("nogo", "size=3x3");
    assert_finished(rules, ".X./X.X/.X. O", 1); /* only eyes of X are left */
    by_rules_close(rules);
}

/* --- text ------------------------------------------------------------------------------ */

static void columns_skip_the_letter_i(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("nogo", "");
    assert_int_equal(move_of(rules, rules->start, "a1"), 0);
    assert_int_equal(move_of(rules, rules->start, "J9"), 80);
    assert_int_equal(move_of(rules, rules->start, "h2"), 16);
    assert_move_refused(rules, "i5", "'i5' is not a point: they are a1 to j9, without a column i");
    assert_move_refused(rules, "a10", "is not a point");
    assert_move_refused(rules, "pass", "is not a point");
    by_rules_close(rules);
    rules = open_rules("nogo", "size=19x3");
    assert_int_equal(move_of(rules, rules->start, "t3"), 56);
    by_rules_close(rules);
}

static void the_board_is_drawn_with_coordinates(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("nogo", "size=9x2");
    char buffer[TEXT_SIZE];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    void *position = read_text(rules, "X......../........O O");
    rules->game->draw(rules, position, &text);
    assert_string_equal(buffer, "2 X . . . . . . . .\n"
                                "1 . . . . . . . . O\n"
                                "  a b c d e f g h j\n"
                                "O to move\n");
    free(position);
    by_rules_close(rules);
}

static void impossible_input_is_refused(void **state)
{
    (void)state;
    assert_settings_refused("nogo", "size=20", "");
    assert_settings_refused("nogo", "size=0x4", "");
    assert_settings_refused("nogo", "naive=maybe", "");
    struct by_rules *rules = open_rules("nogo", "size=3");
    assert_refused(rules, "OX./XX./... X", "the chain of O at a3 has no liberty");
    assert_refused(rules, ".../.../...", "must end in a space and the side to move");
    assert_refused(rules, ".../... X", "the position has 2 rows");
    assert_refused(rules, "XXX/XXX/XXX O", "the chain of X at a1 has no liberty");
    by_rules_close(rules);
}

static void bad_bytes_are_refused(void **state)
{
    (void)state;
    for (int naive = 0; naive < 2; naive++) {
        struct by_rules *rules = open_rules("nogo", naive ? "size=3 naive=on" : "size=3");
        void *position = new_position(rules);
        struct by_error err = {0};
        uint8_t bytes[5] = {1, 0x10, 0, 0x02, 1};
        assert_int_equal(rules->pack_size, 5);
        assert_int_equal(rules->game->unpack(rules, bytes, 5, position, &err), BY_OK);
        assert_position(rules, position, "..O/.X./.O. O");
        assert_int_equal(rules->game->unpack(rules, bytes, 4, position, &err), BY_BAD_INPUT);
        bytes[0] = 2; /* nobody to move */
        assert_int_equal(rules->game->unpack(rules, bytes, 5, position, &err), BY_BAD_INPUT);
        bytes[0] = 0, bytes[1] = 0x02; /* two stones on b1 */
        assert_int_equal(rules->game->unpack(rules, bytes, 5, position, &err), BY_BAD_INPUT);
        bytes[1] = 0, bytes[2] = 2; /* off the board */
        assert_int_equal(rules->game->unpack(rules, bytes, 5, position, &err), BY_BAD_INPUT);
        bytes[1] = 0x0b, bytes[2] = 0, bytes[3] = 0x14, bytes[4] = 0; /* a1 b1 a2 breathe at a3 */
        assert_int_equal(rules->game->unpack(rules, bytes, 5, position, &err), BY_OK);
        bytes[3] |= 0x40; /* and no more */
        assert_int_equal(rules->game->unpack(rules, bytes, 5, position, &err), BY_BAD_INPUT);
        free(position);
        by_rules_close(rules);
    }
}

static void take_fact(void *context, const struct by_fact *fact)
{
    int64_t *count = context;
    assert_true(fact->is_number);
    count[strcmp(fact->name, "moves_o") == 0] = fact->number;
}

static void show_counts_the_moves_of_both(void **state)
{
    (void)state;
    for (int naive = 0; naive < 2; naive++) {
        struct by_rules *rules = open_rules("nogo", naive ? "size=4 naive=on" : "size=4");
        void *position = read_text(rules, ".O.O/O.O./.O.O/.... X");
        int64_t count[2] = {0, 0};
        rules->game->facts(rules, position, take_fact, count);
        assert_int_equal(count[0], 6);
        assert_int_equal(count[1], 10);
        assert_int_equal(by_eval_find(rules, "mobility")->value(rules, position), -4);
        free(position);
        by_rules_close(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_boards_have_the_known_counts),
        cmocka_unit_test(small_boards_have_the_known_numbers_of_positions),
        cmocka_unit_test(small_boards_are_won_as_published),
        cmocka_unit_test(captures_are_illegal),
        cmocka_unit_test(suicide_is_illegal),
        cmocka_unit_test(joining_a_chain_that_has_air_is_legal),
        cmocka_unit_test(joined_chains_share_their_liberties),
        cmocka_unit_test(who_cannot_move_loses),
        cmocka_unit_test(columns_skip_the_letter_i),
        cmocka_unit_test(the_board_is_drawn_with_coordinates),
        cmocka_unit_test(impossible_input_is_refused),
        cmocka_unit_test(bad_bytes_are_refused),
        cmocka_unit_test(show_counts_the_moves_of_both),
    };
    return cmocka_run_group_tests_name("nogo", tests, NULL, NULL);
}
