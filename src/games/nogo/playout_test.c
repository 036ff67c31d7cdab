/* Tests of NoGo's uniform and naive playouts: exact enumeration, the naive board, fair dice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <gsl/gsl_cdf.h>

#include "games/nogo/playout_help_test.h"

/* --- uniform ------------------------------------------------------------------------------ */

static void assert_first_moves_equal(const char *settings, const char *text, long playouts)
{
    struct table table;
    double count[CELLS] = {0}, expected[CELLS] = {0};
    table_open(&table, settings);
    if (text)
        assert_int_equal(table.rules->game->read(table.rules, text, table.start, NULL), BY_OK);
    int moves = table.rules->game->moves(table.rules, table.start, table.scratch);
    for (int i = 0; i < moves; i++)
        expected[table.scratch[i]] = (double)playouts / moves;
    for (long i = 0; i < playouts; i++) {
        run(&table, "uniform");
        count[table.plies[0].action]++;
    }
    assert_fits(count, expected, table.rules->action_count);
    table_close(&table);
}

static void first_moves_are_equally_likely(void **state)
{
    (void)state;
    long playouts = long_tests() ? 10000000 : 200000;
    assert_first_moves_equal("size=7x7", NULL, playouts);
    assert_first_moves_equal("size=9x9", NULL, playouts);
    assert_first_moves_equal("size=5x4", NULL, playouts);
    assert_first_moves_equal("size=4x4", ".O.O/O.O./.O.O/.... X", playouts);
    assert_first_moves_equal("size=12x12", NULL, playouts / 20);
    assert_first_moves_equal("size=19x19", NULL, playouts / 20);
}

/* A line of play on at most six points as a number below LINES. */
enum { POINTS = 6, LINES = 7 * 7 * 7 * 7 * 7 * 7 };

static int line_number(const struct by_playout *out)
{
    int number = 0;
    for (int i = 0; i < out->length; i++)
        number = (POINTS + 1) * number + out->plies[i].action + 1;
    return number;
}

/* The chance of every line, with equally likely moves. */
static void enumerate(const struct by_rules *rules, const void *position, int number, double chance,
                      double *out)
{
    by_move moves[POINTS];
    if (rules->game->over(rules, position)) {
        out[number] = chance;
        return;
    }
    int count = rules->game->moves(rules, position, moves);
    void *next = new_position(rules);
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        enumerate(rules, next, (POINTS + 1) * number + moves[i] + 1, chance / count, out);
    }
    free(next);
}

/* The naive board enumerates, the fast one plays. */
static void whole_playouts_are_as_likely_as_enumerated(void **state)
{
    (void)state;
    static const char *const sizes[] = {"2x2", "2x3", "3x2", "6x1"};
    int playouts = long_tests() ? 10000000 : 200000;
    double *count = malloc(LINES * sizeof *count), *expected = malloc(LINES * sizeof *expected);
    for (int s = 0; s < 4; s++) {
        struct table table;
        char settings[64];
        (void)snprintf(settings, sizeof settings, "size=%s naive=on", sizes[s]);
        struct by_rules *naive = open_rules("nogo", settings);
        (void)snprintf(settings, sizeof settings, "size=%s", sizes[s]);
        table_open(&table, settings);
        memset(count, 0, LINES * sizeof *count);
        memset(expected, 0, LINES * sizeof *expected);
        enumerate(naive, naive->start, 0, playouts, expected);
        for (int i = 0; i < playouts; i++) {
            run(&table, "uniform");
            count[line_number(&table.out)]++;
        }
        assert_fits(count, expected, LINES);
        table_close(&table);
        by_rules_close(naive);
    }
    free(count);
    free(expected);
}

/* Adds up how often each length came up; the length says who has won, for the loser is the one
 * who would be to move. */
static void count_lengths(struct table *table, const char *policy, int playouts, double *count)
{
    int side = table->rules->game->side(table->rules, table->start);
    for (int i = 0; i < playouts; i++) {
        run(table, policy);
        assert_int_equal(table->out.result, (table->out.length + side) % 2 == 0 ? -1 : 1);
        count[table->out.length]++;
    }
}

/* Two samples of the same distribution, one ten times as large: the variance of the difference
 * has a tenth of the smaller one's on top. */
static void fast_and_naive_playouts_end_alike(void **state)
{
    (void)state;
    static const char *const sizes[][2] = {{"size=7x7", "size=7x7 naive=on"},
                                           {"size=9x9", "size=9x9 naive=on"}};
    for (int s = 0; s < 2; s++) {
        struct table fast_table, naive_table;
        double fast[CELLS] = {0}, naive[CELLS] = {0}, sum = 0;
        int few = long_tests() ? 300000 : 4000, used = 0;
        table_open(&fast_table, sizes[s][0]);
        table_open(&naive_table, sizes[s][1]);
        count_lengths(&fast_table, "uniform", 10 * few, fast);
        count_lengths(&naive_table, "uniform", few, naive);
        for (int i = 0; i < CELLS; i++) {
            double expected = fast[i] / 10, difference = naive[i] - expected;
            if (expected < 6)
                continue;
            sum += difference * difference / (expected * 1.1);
            used++;
        }
        assert_in_range(used, 6, 40);
        assert_true(gsl_cdf_chisq_Q(sum, used) > 1e-6);
        table_close(&fast_table);
        table_close(&naive_table);
    }
}

/* --- naive -------------------------------------------------------------------------------- */

/* The chance of every length: whoever steps on an illegal point has lost. */
static void enumerate_naive(const struct by_grid *grid, int length, double chance, double *out)
{
    int cells = grid->width * grid->height, empty = by_grid_count(grid, '.');
    for (int i = 0; i < cells; i++) {
        if (grid->cell[i] != '.')
            continue;
        struct by_grid next = *grid;
        next.cell[i] = "XO"[grid->side];
        next.side = !grid->side;
        if (by_nogo_allows(grid, i))
            enumerate_naive(&next, length + 1, chance / empty, out);
        else
            out[length] += chance / empty;
    }
}

static void a_capture_or_a_suicide_loses_a_naive_playout(void **state)
{
    (void)state;
    static const char *const starts[] = {"../.. X", ".../... X", ".X/X. O", ".X./X.X/.X. X"};
    static const char *const sizes[] = {"size=2x2", "size=3x2", "size=2x2", "size=3x3"};
    int playouts = long_tests() ? 10000000 : 200000;
    for (int s = 0; s < 4; s++) {
        struct table table;
        struct by_grid grid;
        double count[CELLS] = {0}, expected[CELLS] = {0};
        table_open(&table, sizes[s]);
        table.rules->game->read(table.rules, starts[s], table.start, NULL);
        by_grid_read(starts[s], table.rules->width, table.rules->height, &grid, NULL);
        enumerate_naive(&grid, 0, playouts, expected);
        count_lengths(&table, "naive", playouts, count);
        assert_fits(count, expected, CELLS);
        table_close(&table);
    }
}

/* --- what they are called ------------------------------------------------------------------------- */

static void antidecisive_is_uniform(void **state)
{
    (void)state;
    static const char *const settings[] = {"", "size=7x7", "size=3x3", "naive=on"};
    for (int i = 0; i < 4; i++) {
        char buffer[256];
        struct by_text names = by_text_over(buffer, sizeof buffer);
        struct by_rules *rules = open_rules("nogo", settings[i]);
        const struct by_policy *uniform = by_policy_find(rules, "uniform");
        assert_ptr_equal(by_policy_find(rules, NULL), uniform);
        assert_ptr_equal(by_policy_find(rules, "antidecisive")->run, uniform->run);
        by_policy_names(rules, &names);
        assert_string_equal(buffer, i == 3 ? "uniform|antidecisive|cointoss|mobility|mobility-full"
                                           : "uniform|antidecisive|antidecisive2|naive|mobility|"
                                             "mobility-full|go|go-legal|cointoss");
        by_rules_close(rules);
    }
}

static void a_coin_is_fair_and_knows_when_the_game_is_over(void **state)
{
    (void)state;
    struct table table;
    double count[2] = {0, 0};
    int playouts = long_tests() ? 10000000 : 100000;
    double expected[2] = {playouts / 2.0, playouts / 2.0};
    table_open(&table, "size=2x2");
    for (int i = 0; i < playouts; i++) {
        run(&table, "cointoss");
        assert_int_equal(table.out.length, 0);
        assert_int_equal(abs(table.out.result), 1);
        count[table.out.result > 0]++;
    }
    assert_fits(count, expected, 2);
    table.rules->game->read(table.rules, "X./.X O", table.start, NULL);
    for (int i = 0; i < 100; i++) {
        run(&table, "cointoss");
        assert_int_equal(table.out.result, 1);
    }
    table_close(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_moves_are_equally_likely),
        cmocka_unit_test(whole_playouts_are_as_likely_as_enumerated),
        cmocka_unit_test(fast_and_naive_playouts_end_alike),
        cmocka_unit_test(a_capture_or_a_suicide_loses_a_naive_playout),
        cmocka_unit_test(antidecisive_is_uniform),
        cmocka_unit_test(a_coin_is_fair_and_knows_when_the_game_is_over),
    };
    return cmocka_run_group_tests_name("nogo playouts", tests, NULL, NULL);
}
