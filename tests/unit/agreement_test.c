/* agreement_test.c: the end of a game of Go among people: what is dead, and what the board counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "players/agreement.h"
#include "players/player.h"
#include "report/counted.h"
#include <string.h>

struct table {
    struct by_rules *rules;
    struct by_line *line;
    struct by_agreement agreement;
};

/* A board at the end, black's stones left, white's right, as the position text has it. */
static void open_table(struct table *table, const char *scoring, const char *size,
                       const char *position, const char *moves)
{
    struct by_error err = {0};
    struct by_setting settings[] = {{"size", size}, {"scoring", scoring}};
    if (by_rules_open("go", settings, 2, position, &table->rules, &err) != BY_OK ||
        by_line_open(table->rules, &table->line, &err) != BY_OK ||
        by_line_play_list(table->line, moves, &err) != BY_OK ||
        by_agreement_open(&table->agreement, table->line, 1, &err) != BY_OK)
        fail_msg("%s: %s", position ? position : "an empty board", err.text);
}

static void close_table(struct table *table)
{
    by_line_close(table->line);
    by_rules_close(table->rules);
}

/* What the board counts, in the words that people see. */
static const char *words_of(const struct table *table, char *out, size_t size)
{
    struct by_buffer text;
    struct by_text copy = by_text_over(out, size);
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_counted(&text, table->rules, &table->agreement.count, true);
    by_text_add(&copy, by_buffer_text(&text));
    by_buffer_close(&text);
    return out;
}

static void assert_points(const struct table *table, int first, int second)
{
    assert_int_equal(table->agreement.count.points[0], first);
    assert_int_equal(table->agreement.count.points[1], second);
}

/* White's stones at a7 and a6 have no eyes and nowhere to go; Black has two of his own. */
#define DEAD                                                                                       \
    "O.X.XO./"                                                                                     \
    "O.XXXO./"                                                                                     \
    "XXX.XOO/"                                                                                     \
    ".XXXXO./"                                                                                     \
    "XXX.XO./"                                                                                     \
    ".XXXXOO/"                                                                                     \
    "XX.XXO. X"

static void dead_stones_are_proposed_and_counted(void **state)
{
    (void)state;
    struct table table;
    char words[256];
    open_table(&table, "area", "7", DEAD, "pass pass");
    assert_true(by_agreement_wanted(table.line));
    assert_int_equal(by_agreement_dead(&table.agreement, 0), 0);
    assert_int_equal(by_agreement_dead(&table.agreement, 1), 2);
    assert_points(&table, 35, 14); /* five columns of seven; the rest is White's */
    assert_int_equal(table.agreement.count.result, 2 * (35 - 14) - 1);
    assert_non_null(strstr(words_of(&table, words, sizeof words), " 35, "));
    assert_non_null(strstr(words, " 14 + 0.5: "));
    assert_non_null(strstr(words, " wins by 20.5"));
    close_table(&table);
}

static void a_disputed_chain_lives_again(void **state)
{
    (void)state;
    struct table table;
    struct by_error err = {0};
    open_table(&table, "area", "7", DEAD, "pass pass");
    int32_t proposed = table.agreement.count.result;
    assert_int_equal(by_agreement_turn(&table.agreement, "a7", &err), BY_OK);
    assert_int_equal(by_agreement_dead(&table.agreement, 1), 0);
    assert_points(&table, 31, 16); /* b6 and b7 are nobody's now */
    assert_int_equal(table.agreement.count.result, by_line_result(table.line));
    assert_int_equal(by_agreement_turn(&table.agreement, "A6", &err), BY_OK);
    assert_int_equal(table.agreement.count.result, proposed);
    assert_int_equal(by_agreement_turn(&table.agreement, "b7", &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "no stone on 'b7'"));
    assert_int_equal(by_agreement_turn(&table.agreement, "pass", &err), BY_BAD_INPUT);
    assert_int_equal(by_agreement_turn(&table.agreement, "z99", &err), BY_BAD_INPUT);
    assert_int_equal(table.agreement.count.result, proposed);
    close_table(&table);
}

static void territory_counts_dead_stones_as_prisoners(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, "japanese", "7", DEAD, "pass pass");
    /* Black: a4 a2 c1 d7 d5 d3, and a6 a7 b6 b7 with two prisoners; White: seven down the edge less two. */
    assert_points(&table, 10 + 2, 5);
    assert_string_equal(table.agreement.count.part[1].name, "prisoners");
    assert_int_equal(table.agreement.count.part[1].points[0], 2);
    assert_string_equal(by_values_get(&table.rules->values, "scoring")->text, "territory");
    close_table(&table);
}

/* Black's chain at the left and White's beside it share two liberties, and neither has an eye: whoever
 * plays there loses his stones. A point that only such stones surround counts for nobody. */
static void seki_has_no_territory_by_japanese_counting(void **state)
{
    (void)state;
    struct table table;
    struct by_error err = {0};
    open_table(&table, "territory", "5", "XXXXX/.XOOO/XXO../OOO../..... X", "pass pass");
    assert_int_equal(by_agreement_seki(&table.agreement, "a3", &err), BY_OK);
    assert_true(table.agreement.seki[10] && table.agreement.seki[24]);
    assert_false(table.agreement.dead[10]);
    assert_int_equal(table.agreement.count.owner[15], 0); /* a4 */
    assert_int_equal(by_agreement_seki(&table.agreement, "a3", &err), BY_OK);
    assert_int_equal(table.agreement.count.owner[15], 1);
    close_table(&table);
    open_table(&table, "area", "5", "XXXXX/.XOOO/XXO../OOO../..... X", "pass pass");
    assert_int_equal(by_agreement_seki(&table.agreement, "a3", &err), BY_OK);
    assert_int_equal(table.agreement.count.owner[15], 1); /* areas know no seki */
    close_table(&table);
}

static void other_ends_are_not_agreed_on(void **state)
{
    (void)state;
    struct by_error err = {0};
    struct by_rules *rules;
    struct by_line *line;
    struct by_setting size = {"size", "3"};
    assert_int_equal(by_rules_open("go", &size, 1, NULL, &rules, &err), BY_OK);
    assert_int_equal(by_line_open(rules, &line, &err), BY_OK);
    assert_false(by_agreement_wanted(line)); /* it is not over */
    by_line_close(line);
    by_rules_close(rules);
    size.value = "2";
    assert_int_equal(by_rules_open("go", &size, 1, ".X/X. O ply=11", &rules, &err), BY_OK);
    assert_int_equal(by_line_open(rules, &line, &err), BY_OK);
    assert_int_equal(by_line_play_text(line, "pass", &err), BY_OK);
    assert_true(by_line_over(line));
    assert_false(by_agreement_wanted(line)); /* it is as long as a game may be */
    by_line_close(line);
    by_rules_close(rules);
    assert_int_equal(by_rules_open("tictactoe", NULL, 0, "XXX/OO./... O", &rules, &err), BY_OK);
    assert_int_equal(by_line_open(rules, &line, &err), BY_OK);
    assert_false(by_agreement_wanted(line));
    by_line_close(line);
    by_rules_close(rules);
}

/* With somebody who agrees on dead stones nobody has to take them first. */
static void a_player_who_agrees_passes_on_a_settled_board(void **state)
{
    (void)state;
    struct by_error err = {0};
    struct by_rules *rules;
    struct by_line *line;
    struct by_player *player;
    struct by_decision decision;
    /* With the dead stones on the board Black loses by 3 points, without them he wins by 3. */
    struct by_setting settings[] = {{"size", "7"}, {"komi", "18"}};
    assert_int_equal(by_rules_open("go", settings, 2, DEAD, &rules, &err), BY_OK);
    assert_int_equal(by_line_open(rules, &line, &err), BY_OK);
    assert_int_equal(by_decision_open(rules, &decision, &err), BY_OK);
    assert_int_equal(
        by_player_open(rules, "mcts sims=200", &(struct by_player_terms){.seed = 1}, &player, &err),
        BY_OK);
    assert_int_equal(
        by_player_turn(player, line, &(struct by_turn){.agrees = true}, &decision, &err), BY_OK);
    assert_int_equal(decision.move, 49);
    assert_int_equal(by_player_turn(player, line, &(struct by_turn){0}, &decision, &err), BY_OK);
    assert_int_not_equal(decision.move, 49);
    by_player_close(player);
    by_decision_close(&decision);
    by_line_close(line);
    by_rules_close(rules);
}

/* A pass in the middle of a game is no gift: dead stones will be agreed on, and the count without them is lost. */
static void a_player_who_agrees_plays_on_where_the_count_is_lost(void **state)
{
    (void)state;
    struct by_error err = {0};
    struct by_rules *rules;
    struct by_line *line;
    struct by_player *player;
    struct by_decision decision;
    struct by_setting settings[] = {{"size", "9"}, {"komi", "7.5"}};
    assert_int_equal(by_rules_open("go", settings, 2, NULL, &rules, &err), BY_OK);
    assert_int_equal(by_line_open(rules, &line, &err), BY_OK);
    assert_int_equal(by_line_play_list(line,
                                       "f5 b2 c6 g3 g4 d2 f3 e5 e6 h5 h4 g7 g6 f2 g2 e7 d7 j5 f7 "
                                       "h3 j3 e8 g8 b4 pass",
                                       &err),
                     BY_OK);
    assert_int_equal(by_decision_open(rules, &decision, &err), BY_OK);
    assert_int_equal(
        by_player_open(rules, "mcts sims=200", &(struct by_player_terms){.seed = 1}, &player, &err),
        BY_OK);
    assert_int_equal(
        by_player_turn(player, line, &(struct by_turn){.agrees = true}, &decision, &err), BY_OK);
    assert_int_not_equal(decision.move, 81);
    assert_false(decision.proven);
    assert_int_equal(by_player_turn(player, line, &(struct by_turn){0}, &decision, &err), BY_OK);
    /* White leads by the stones as they stand, but half the board is open: it is no end to agree to. */
    assert_int_not_equal(decision.move, 81);
    by_player_close(player);
    by_decision_close(&decision);
    by_line_close(line);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dead_stones_are_proposed_and_counted),
        cmocka_unit_test(a_disputed_chain_lives_again),
        cmocka_unit_test(territory_counts_dead_stones_as_prisoners),
        cmocka_unit_test(seki_has_no_territory_by_japanese_counting),
        cmocka_unit_test(other_ends_are_not_agreed_on),
        cmocka_unit_test(a_player_who_agrees_passes_on_a_settled_board),
        cmocka_unit_test(a_player_who_agrees_plays_on_where_the_count_is_lost),
    };
    return cmocka_run_group_tests_name("agreement", tests, NULL, NULL);
}
