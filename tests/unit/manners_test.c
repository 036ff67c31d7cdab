/* manners_test.c: when players pass, what they play instead, and when they give up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "players/player.h"
#include <string.h>

struct table {
    struct by_rules *rules;
    struct by_line *line;
    struct by_decision decision;
    struct by_player *player;
};

static void open_sized(struct table *table, const char *size, const char *scoring, const char *komi,
                       const char *position, const char *spec)
{
    struct by_error err = {0};
    struct by_setting settings[] = {{"size", size}, {"scoring", scoring}, {"komi", komi}};
    if (by_rules_open("go", settings, komi ? 3 : 2, position, &table->rules, &err) != BY_OK ||
        by_line_open(table->rules, &table->line, &err) != BY_OK ||
        by_decision_open(table->rules, &table->decision, &err) != BY_OK ||
        by_player_open(table->rules, spec, &(struct by_player_terms){.seed = 1}, &table->player,
                       &err) != BY_OK)
        fail_msg("%s: %s", position ? position : "an empty board", err.text);
}

static void open_with_komi(struct table *table, const char *scoring, const char *komi,
                           const char *position, const char *spec)
{
    open_sized(table, "5", scoring, komi, position, spec);
}

static void open_table(struct table *table, const char *scoring, const char *position,
                       const char *spec)
{
    open_with_komi(table, scoring, NULL, position, spec);
}

static void close_table(struct table *table)
{
    by_player_close(table->player);
    by_decision_close(&table->decision);
    by_line_close(table->line);
    by_rules_close(table->rules);
}

static by_move move_of(struct table *table, const struct by_turn *turn)
{
    const struct by_turn usual = {.watched = false};
    assert_int_equal(
        by_player_turn(table->player, table->line, turn ? turn : &usual, &table->decision, NULL),
        BY_OK);
    return table->decision.move;
}

#define PASS 25

static by_move first_move(const char *scoring, const char *position, const char *spec,
                          const struct by_turn *turn)
{
    struct table table;
    open_table(&table, scoring, position, spec);
    by_move move = move_of(&table, turn);
    if (move != BY_NO_MOVE)
        assert_int_equal(table.decision.pv[0], move);
    close_table(&table);
    return move;
}

/* X has two eyes and 15 points, O two eyes and 10. */
#define SETTLED_X "X.XOO/.XXO./XXXOO/.XXO./XXXOO X"
#define SETTLED_O "X.XOO/.XXO./XXXOO/.XXO./XXXOO O"
#define TAKEN_X   "X.XOO/.OXO./XXXOO/.XXO./XXXOO X" /* the O in X's area is dead */

static void a_settled_board_is_left_alone(void **state)
{
    (void)state;
    const struct by_turn bare = {.bare = true}, watched = {.watched = true};
    assert_int_equal(first_move("area", SETTLED_X, "alphabeta depth=1", NULL), PASS);
    assert_int_equal(first_move("area", SETTLED_O, "alphabeta depth=1", NULL), PASS);
    assert_int_equal(first_move("area", SETTLED_X, "alphabeta depth=1", &watched), PASS);
    assert_int_not_equal(first_move("area", SETTLED_X, "alphabeta depth=1", &bare), PASS);
    assert_int_not_equal(first_move("area", SETTLED_X, "alphabeta depth=1 manners=off", NULL),
                         PASS);
    assert_int_not_equal(first_move("area", NULL, "alphabeta depth=1", NULL), PASS);
}

/* X leads by its area without the dead stone, and with it. */
static void dead_stones_are_taken_when_asked_for(void **state)
{
    (void)state;
    const struct by_turn clean_up = {.clean_up = true};
    assert_int_equal(first_move("territory", TAKEN_X, "random", NULL), PASS);
    by_move move = first_move("territory", TAKEN_X, "random", &clean_up);
    int x = move % 5, y = move / 5; /* the dead stone stands on b4 */
    assert_int_equal((x - 1) * (x - 1) + (y - 3) * (y - 3), 1);
}

/* Nothing is left, and one pass more wins: it is taken, whatever the search says. */
static void a_pass_that_wins_is_answered(void **state)
{
    (void)state;
    assert_int_equal(first_move("area", SETTLED_X " passes=1", "random", NULL), PASS);
}

/* One pass more wins by the stones as they stand, but nothing is decided yet. */
static void a_pass_on_an_open_board_is_not(void **state)
{
    (void)state;
    static const char open_board[] = "...../..X../.XOX./..O../..... X passes=1";
    struct table table;
    assert_int_not_equal(first_move("area", open_board, "mcts sims=300", NULL), PASS);
    open_table(&table, "area", open_board, "random");
    for (uint64_t seed = 0; seed < 200; seed++) {
        by_player_reset(table.player, seed);
        assert_int_not_equal(move_of(&table, NULL), PASS);
    }
    close_table(&table);
}

/* X wins with c5 or without it, and plays there before it passes; O, who has lost, does so, too. */
static void neutral_points_are_played_before_a_pass(void **state)
{
    (void)state;
    static const char *const ends[] = {"X", "X passes=1", "O", "O passes=1"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char position[64] = "XX.OO/.XXO./XXXOO/.XXO./XXXOO ";
        strcat(position, ends[i]);
        assert_int_equal(first_move("area", position, "mcts sims=300", NULL), 4 * 5 + 2);
    }
}

/* By the owners of points X wins whoever gets the open ones, but O is about to save a5 at b7, where the search
 * would play: an open point that it did not look at is no better. */
static void a_move_that_is_needed_comes_first(void **state)
{
    (void)state;
    static const char position[] = "....X.O../..XXXO.O./..XOXXO../.XOOXOO../.OXOOOO../..XOXOOOO/"
                                   "...XXXOXX/...X..XO./....XXXO. X";
    struct table table;
    open_sized(
        &table, "9", "area", "7", position,
        "mcts rave=on c=0 trust=20 widening=on playout=tactical:strengths=learned sims=1000");
    for (uint64_t seed = 0; seed < 20; seed++) {
        by_player_reset(table.player, seed);
        by_move move = move_of(&table, NULL);
        int i = 0;
        while (table.decision.moves[i].move != move)
            i++;
        assert_true(table.decision.moves[i].visits > 50);
    }
    close_table(&table);
}

/* One pass more loses: a player who would pass, as a random one does now and then, plays on. */
static void a_pass_that_loses_is_not(void **state)
{
    (void)state;
    const struct by_turn bare = {.bare = true};
    struct table table;
    int passes = 0;
    open_table(&table, "area", "...../..O../.OXO./..X../..... X passes=1", "random");
    for (uint64_t seed = 0; seed < 200; seed++) {
        by_player_reset(table.player, seed);
        passes += move_of(&table, &bare) == PASS;
        by_player_reset(table.player, seed);
        assert_int_not_equal(move_of(&table, NULL), PASS);
    }
    assert_true(passes > 0);
    close_table(&table);
}

/* A draw is no lost game: where dead stones stand in its way, as they count here, they are taken. */
static void a_draw_is_played_for(void **state)
{
    (void)state;
    struct table table;
    open_with_komi(&table, "area", "5", TAKEN_X, "mcts sims=300");
    assert_int_not_equal(move_of(&table, NULL), PASS);
    close_table(&table);
    open_with_komi(&table, "area", "5", SETTLED_X, "mcts sims=300");
    assert_int_equal(move_of(&table, NULL), PASS);
    close_table(&table);
    open_with_komi(&table, "area", "6", TAKEN_X, "mcts sims=300"); /* lost */
    assert_int_equal(move_of(&table, NULL), PASS);
    close_table(&table);
}

/* Asked for a move on an empty board that X cannot win, again and again: how many moves it makes
 * before it gives up; -1: it does not. */
static int moves_until_resigned(const char *spec, const struct by_turn *turn)
{
    struct table table;
    int moves = 0;
    open_with_komi(&table, "area", "30.5", NULL, spec);
    while (moves < 6 && move_of(&table, turn) != BY_NO_MOVE)
        moves++;
    assert_int_equal(by_player_resigned(table.player), moves < 6);
    close_table(&table);
    return moves < 6 ? moves : -1;
}

static void a_lost_game_is_given_up(void **state)
{
    (void)state;
    const struct by_turn aside = {.aside = true};
    assert_int_equal(moves_until_resigned("mcts sims=300", NULL), 2);
    assert_int_equal(moves_until_resigned("mcts sims=100", NULL), -1); /* too few to judge by */
    assert_int_equal(moves_until_resigned("mcts sims=300 resign=0", NULL), -1);
    assert_int_equal(moves_until_resigned("mcts sims=300 manners=off", NULL), -1);
    assert_int_equal(moves_until_resigned("mcts sims=300", &aside), -1);
}

static void manners_are_options(void **state)
{
    (void)state;
    struct table table;
    struct by_player *player;
    struct by_error err = {0};
    open_table(&table, "area", SETTLED_X, "mcts sims=10 resign=3 rave=on");
    assert_true(by_player_resign(table.player, table.rules->game) > 0.029);
    assert_string_equal(by_player_spec(table.player), "mcts sims=10 resign=3 rave=on");
    assert_int_equal(by_player_open(table.rules, "random resign=60",
                                    &(struct by_player_terms){.seed = 1}, &player, &err),
                     BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "resign"));
    assert_int_equal(by_player_open(table.rules, "random manners=2",
                                    &(struct by_player_terms){.seed = 1}, &player, &err),
                     BY_BAD_INPUT);
    close_table(&table);
    open_table(&table, "area", SETTLED_X, "random");
    assert_true(by_player_resign(table.player, table.rules->game) > 0.049);
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_settled_board_is_left_alone),
        cmocka_unit_test(dead_stones_are_taken_when_asked_for),
        cmocka_unit_test(a_pass_that_wins_is_answered),
        cmocka_unit_test(a_pass_on_an_open_board_is_not),
        cmocka_unit_test(neutral_points_are_played_before_a_pass),
        cmocka_unit_test(a_move_that_is_needed_comes_first),
        cmocka_unit_test(a_pass_that_loses_is_not),
        cmocka_unit_test(a_draw_is_played_for),
        cmocka_unit_test(a_lost_game_is_given_up),
        cmocka_unit_test(manners_are_options),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
