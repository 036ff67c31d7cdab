/* value_test.c: what people read where programs have numbers. */
#include "games/value.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "games/rules_test.h"

/* A value of a game that opens with `settings`, seen by `side`, and how it is to be read. */
struct reading {
    const char *game, *settings;
    struct by_worth worth;
    const char *eval; /* by name */
    const char *full, *brief;
};

static void check(const struct reading *r)
{
    struct by_rules *rules = open_rules(r->game, r->settings);
    struct by_worth worth = r->worth;
    char full[BY_WORTH_BUFFER], brief[BY_WORTH_BUFFER];
    worth.rules = rules;
    worth.eval = r->eval ? by_eval_find(rules, r->eval) : NULL;
    assert_true(!r->eval == !worth.eval);
    assert_string_equal(by_worth_string(&worth, full), r->full);
    assert_string_equal(by_worth_brief_string(&worth, brief), r->brief);
    by_rules_close(rules);
}

static void check_all(const struct reading *readings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check(&readings[i]);
}
#define CHECK(readings) check_all((readings), sizeof(readings) / sizeof *(readings))

/* clang-format off */
#define SEEN(side_, bound_, decided_, value_) \
    {.side = (side_), .bound = BY_BOUND_##bound_, .decided = (decided_), .value = (value_)}
#define FAR(plies_, value_) \
    {.bound = BY_BOUND_EXACT, .decided = true, .plies = (plies_), .value = (value_)}
#define CHANCE(side_, bound_, value_) \
    {.side = (side_), .scale = BY_SCALE_PROBABILITY, .bound = BY_BOUND_##bound_, \
     .decided = BY_BOUND_##bound_ == BY_BOUND_EXACT, .value = (value_)}
/* clang-format on */

static void results_say_who_wins_and_by_what(void **state)
{
    (void)state;
    const struct reading readings[] = {
        {"othello", "", SEEN(0, EXACT, true, -8), NULL, "White wins by 8 discs", "-8"},
        {"othello", "", SEEN(1, EXACT, true, -1), NULL, "Black wins by 1 disc", "-1"},
        {"othello", "", SEEN(1, EXACT, true, 0), NULL, "draw", "draw"},
        {"go", "size=9", SEEN(0, EXACT, true, 15), NULL, "Black wins by 7.5 points", "+7.5"},
        {"tictactoe", "", SEEN(0, EXACT, true, 1), NULL, "X wins", "wins"},
        {"tictactoe", "", SEEN(0, EXACT, true, -1), NULL, "O wins", "loses"},
        {"tictactoe", "", SEEN(1, EXACT, true, 0), NULL, "draw", "draw"},
        {"tictactoe", "", FAR(5, -1), NULL, "O wins in 5 plies", "loses in 5 plies"},
        {"tictactoe", "", FAR(1, 1), NULL, "X wins in 1 ply", "wins in 1 ply"},
        {"tree", "", SEEN(0, EXACT, true, 5), NULL, "5 for MAX", "5"},
        {"tree", "", SEEN(1, EXACT, true, 5), NULL, "-5 for MAX", "5"},
        {"tree", "", SEEN(0, EXACT, true, -2.75), NULL, "-2.75 for MAX", "-2.75"},
    };
    CHECK(readings);
}

/* What beats every hope inside a search is a win, whatever number it is there. */
static void no_number_stands_for_a_win(void **state)
{
    (void)state;
    const struct reading readings[] = {
        {"gomoku", "", SEEN(0, EXACT, false, 1e9), "threats", "Black wins", "wins"},
        {"gomoku", "", SEEN(0, EXACT, false, -1e9), "threats", "White wins", "loses"},
        {"nogo", "", SEEN(1, EXACT, false, 1000), "mobility", "White wins", "wins"},
        {"breakthrough", "", SEEN(0, EXACT, false, -100000), "advance", "O wins", "loses"},
        {"othello", "", SEEN(0, EXACT, false, 2000010), "mobility", "Black wins by 10 discs",
         "wins by 10"},
        {"othello", "", SEEN(0, EXACT, false, 2000010), "learned", "Black wins by 10 discs",
         "wins by 10"},
        {"go", "size=9", SEEN(1, EXACT, false, -10015), "area", "Black wins by 7.5 points",
         "loses by 7.5"},
        {"stones", "", SEEN(0, EXACT, false, -1000000007.0), "sums", "O wins by 6 points",
         "loses by 6"},
        {"gomoku", "", SEEN(0, EXACT, false, -50000000), "threats", "White is about to win",
         "nearly lost"},
        {"gomoku", "", SEEN(0, EXACT, false, 1e9 - 16), "threats", "nearly a win for Black",
         "win - 16"},
        {"gomoku", "", SEEN(0, EXACT, false, 16 - 1e9), "threats", "nearly a loss for Black",
         "loss + 16"},
    };
    CHECK(readings);
}

static void hopes_say_what_they_count(void **state)
{
    (void)state;
    const struct reading readings[] = {
        {"othello", "", SEEN(0, EXACT, false, 2.5), NULL, "Black +2.5 discs", "+2.5"},
        {"othello", "", SEEN(0, EXACT, false, -512), "learned", "White +4 discs", "-4"},
        {"othello", "size=6", SEEN(0, EXACT, false, -512), "learned", "White +512 by learned",
         "-512"},
        {"othello", "", SEEN(0, EXACT, false, 12), "mobility", "Black +12 by mobility", "+12"},
        {"othello", "", SEEN(1, EXACT, false, 0), "mobility", "even", "0"},
        {"go", "size=9", SEEN(1, EXACT, false, 1), "area", "White +0.5 points", "+0.5"},
        {"nogo", "", SEEN(0, EXACT, false, -1), "mobility", "White +1 move", "-1"},
        {"breakthrough", "", SEEN(0, EXACT, false, 120), "advance", "X +120 by advance", "+120"},
    };
    CHECK(readings);
}

static void bounds_are_those_of_who_is_named(void **state)
{
    (void)state;
    const struct reading readings[] = {
        {"othello", "", SEEN(0, UPPER, false, 4), NULL, "Black +4 discs or less", "<= +4"},
        {"othello", "", SEEN(0, UPPER, false, -4), NULL, "White +4 discs or more", "<= -4"},
        {"othello", "", SEEN(0, LOWER, false, -4), NULL, "White +4 discs or less", ">= -4"},
        {"tictactoe", "", SEEN(0, UPPER, true, -1), NULL, "O wins", "loses"},
        {"tictactoe", "", SEEN(0, UPPER, true, 1), NULL, "not known", "-"},
        {"tictactoe", "", SEEN(0, LOWER, true, -1), NULL, "not known", "-"},
        {"tictactoe", "", SEEN(0, UPPER, true, 0), NULL, "draw or worse for X", "<= draw"},
        {"tictactoe", "", SEEN(0, NONE, false, 0), NULL, "not known", "-"},
    };
    CHECK(readings);
}

static void chances_are_per_cent(void **state)
{
    (void)state;
    const struct reading readings[] = {
        {"go", "size=9", CHANCE(0, ESTIMATE, 0.531), NULL, "Black 53.1 %", "53.1 %"},
        {"go", "size=9", CHANCE(1, ESTIMATE, 0.469), NULL, "White 46.9 %", "46.9 %"},
        {"go", "size=9", CHANCE(1, EXACT, 1), NULL, "White wins", "wins"},
        {"nogo", "", CHANCE(0, EXACT, 0), NULL, "White wins", "loses"},
        {"tictactoe", "", CHANCE(0, EXACT, 0.5), NULL, "draw", "draw"},
        /* where chance plays along, a mean of results is one */
        {"coins", "", SEEN(0, EXACT, false, 0.25), NULL, "X 62.5 %", "62.5 %"},
    };
    CHECK(readings);
}

static void numbers_have_no_exponent(void **state)
{
    (void)state;
    const struct {
        double value;
        int decimals;
        const char *text;
    } cases[] = {{2e6, 2, "2000000"}, {0.5, 2, "0.5"}, {1.0 / 3, 6, "0.333333"},
                 {-0.001, 2, "0"},    {100, 0, "100"}, {-1e9, 6, "-1000000000"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char buffer[64];
        struct by_text text = by_text_over(buffer, sizeof buffer);
        by_write_number(cases[i].value, cases[i].decimals, &text);
        assert_string_equal(buffer, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_say_who_wins_and_by_what),
        cmocka_unit_test(no_number_stands_for_a_win),
        cmocka_unit_test(hopes_say_what_they_count),
        cmocka_unit_test(bounds_are_those_of_who_is_named),
        cmocka_unit_test(chances_are_per_cent),
        cmocka_unit_test(numbers_have_no_exponent),
    };
    return cmocka_run_group_tests_name("values", tests, NULL, NULL);
}
