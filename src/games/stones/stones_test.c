/* stones_test.c: the lecture's rows (LOG), a naive player as oracle, and the text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"

static struct by_rules *from(const char *position)
{
    return open_rules_at("stones", NULL, position);
}

static int32_t theory_of(const struct by_rules *rules, const void *position)
{
    int32_t value = 0;
    assert_true(rules->game->theory(rules, position, &value));
    return value;
}

static int32_t value_of(const char *position)
{
    struct by_rules *rules = from(position);
    int32_t value = theory_of(rules, rules->start);
    by_rules_close(rules);
    return value;
}

/* What the first to move can win by, straight from the rules of the lecture. */
static int naive(const int *row, int count)
{
    int best = 0, sum = 0;
    for (int n = 1; n <= 3 && n <= count; n++) {
        sum += row[n - 1];
        int gain = sum - naive(row + n, count - n);
        if (n == 1 || gain > best)
            best = gain;
    }
    return best;
}

static void the_lectures_rows_have_their_values(void **state)
{
    (void)state;
    assert_int_equal(value_of("1 2 3 6"), 0);
    assert_true(value_of("1 2 3 7") < 0);
    assert_true(value_of("1 2 3 -9") > 0);
}

static void theory_is_the_naive_players_margin(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 5, 0);
    for (int i = 0; i < (long_tests() ? 20000 : 1000); i++) {
        int row[14], count = 1 + (int)by_rng_below(&rng, 14);
        char buffer[256];
        struct by_text text = by_text_over(buffer, sizeof buffer);
        for (int j = 0; j < count; j++) {
            row[j] = (int)by_rng_below(&rng, 21) - 10;
            by_text_format(&text, "%d ", row[j]);
        }
        int x = (int)by_rng_below(&rng, 9) - 4, o = (int)by_rng_below(&rng, 9) - 4;
        by_text_format(&text, "| %d %d | O", x, o);
        assert_int_equal(value_of(buffer), o - x + naive(row, count));
    }
}

/* After d plies: the ways to write at most 4 as an ordered sum of d numbers from 1 to 3. */
static void the_row_of_four_has_few_games(void **state)
{
    (void)state;
    static const uint64_t counts[] = {3, 6, 4, 1, 0};
    assert_perft("stones", "", counts, 5);
}

static void a_game_goes_as_the_rules_say(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("stones", "");
    void *position = new_position(rules);
    memcpy(position, rules->start, rules->position_size);
    assert_string_equal(rules->label, "row4");
    assert_position(rules, position, "1 2 3 6 | 0 0 | X");
    assert_moves(rules, position, "1 2 3");
    play_text(rules, position, "2");
    assert_position(rules, position, "3 6 | 3 0 | O");
    assert_moves(rules, position, "1 2");
    play_text(rules, position, "1");
    assert_moves(rules, position, "1");
    play_text(rules, position, "1");
    assert_position(rules, position, "- | 9 3 | O");
    assert_finished(rules, "- | 9 3 | O", 6);
    assert_finished(rules, "- | 6 6 | O", 0);
    free(position);
    by_rules_close(rules);
}

static void a_position_text_makes_its_own_row(void **state)
{
    (void)state;
    struct by_rules *rules = from(" 4 -5\t| -1 2 | o ");
    assert_position(rules, rules->start, "4 -5 | -1 2 | O");
    assert_int_equal(rules->max_length, 2);
    by_rules_close(rules);
    rules = from("- | 6 6 | O");
    assert_true(rules->game->over(rules, rules->start));
    by_rules_close(rules);
}

/* A row that was given stays the row; the position is then a part of it. */
static void a_position_under_a_given_row_is_an_end_of_it(void **state)
{
    (void)state;
    struct by_setting row = {"row", "1 2 3 6"};
    struct by_rules *rules = NULL;
    struct by_error err = {0};
    assert_int_equal(by_rules_open("stones", &row, 1, "3 6 | 3 0 | O", &rules, &err), BY_OK);
    assert_string_equal(rules->label, "row4");
    assert_position(rules, rules->start, "3 6 | 3 0 | O");
    by_rules_close(rules);
    assert_int_equal(by_rules_open("stones", &row, 1, "3 5", &rules, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "not the end of this game's row"));
}

static void bad_texts_are_refused(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("stones", "");
    assert_refused(rules, "", "numbers such as");
    assert_refused(rules, "1 2 3 x", "stone 4 is not a whole number");
    assert_refused(rules, "1 2 3 6 7 8", "not the end");
    assert_refused(rules, "1 2 1000001", "stone 3 is not");
    assert_refused(rules, "3-6", "stone 1 is not");
    assert_refused(rules, "3 6 | 0 | X", "after the stones comes");
    assert_refused(rules, "3 6 | 0 0", "after the stones comes");
    assert_refused(rules, "3 6 | 0 0 | Z", "after the stones comes");
    assert_refused(rules, "3 6 | 0 0 | X X", "after the stones comes");
    assert_refused(rules, "3 6 | 999999999 0 | X", "may amount to");
    assert_refused(rules, "3 6 | 99999999999999999999 0 | X", "after the stones comes");
    assert_move_refused(rules, "0", "1, 2 or 3");
    assert_move_refused(rules, "4", "1, 2 or 3");
    assert_move_refused(rules, "one", "1, 2 or 3");
    by_rules_close(rules);
    assert_settings_refused("stones", "row=-", "stones alone");
    assert_settings_refused("stones", "row=\"1 2 | 0 0 | X\"", "stones alone");
    assert_settings_refused("stones", "row=nan", "stone 1 is not");
}

/* 1000 stones of a million: the largest sums there are, and one stone too many. */
static void the_largest_row_fits_and_no_larger(void **state)
{
    (void)state;
    char *text = calloc(1001, 9);
    assert_non_null(text);
    for (int i = 0; i < 1000; i++)
        strcat(text, "1000000 ");
    struct by_rules *rules = from(text);
    assert_int_equal(rules->max_length, 1000);
    assert_finished(rules, "- | 1000000000 0 | X", 1000000000);
    assert_finished(rules, "- | 0 1000000000 | X", -1000000000);
    by_rules_close(rules);
    strcat(text, "0");
    struct by_error err = {0};
    assert_int_equal(by_rules_open("stones", NULL, 0, text, &rules, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "at most 1000 stones"));
    free(text);
}

static void the_evaluation_is_the_movers_lead(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("stones", "");
    void *position = read_text(rules, "6 | 5 1 | O");
    assert_int_equal(by_eval_find(rules, "sums")->value(rules, position), -4);
    free(position);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lectures_rows_have_their_values),
        cmocka_unit_test(theory_is_the_naive_players_margin),
        cmocka_unit_test(the_row_of_four_has_few_games),
        cmocka_unit_test(a_game_goes_as_the_rules_say),
        cmocka_unit_test(a_position_text_makes_its_own_row),
        cmocka_unit_test(a_position_under_a_given_row_is_an_end_of_it),
        cmocka_unit_test(bad_texts_are_refused),
        cmocka_unit_test(the_largest_row_fits_and_no_larger),
        cmocka_unit_test(the_evaluation_is_the_movers_lead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
