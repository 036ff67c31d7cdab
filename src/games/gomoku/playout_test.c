/* playout_test.c: Gomoku's playouts: exact enumeration, the naive board, fair dice, and the forced
 * moves of GOM 2.3 chosen again by slow means. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "games/game_test.h"
#include "games/gomoku/gomoku.h"

#define CELLS BY_GOMOKU_CELLS_MAX

struct table {
    struct by_rules *rules;
    void *start, *position;
    struct by_ply plies[CELLS];
    by_move scratch[CELLS];
    struct by_playout out;
    struct by_rng rng;
};

static void table_open(struct table *table, const char *settings, const char *text)
{
    table->rules = open_rules("gomoku", settings);
    table->position = new_position(table->rules);
    table->start = text ? read_text(table->rules, text) : new_position(table->rules);
    if (!text)
        table->rules->game->start(table->rules, table->start);
    table->out = (struct by_playout){.plies = table->plies, .scratch = table->scratch};
    by_rng_init(&table->rng, 11, 0);
}

static void table_close(struct table *table)
{
    free(table->start);
    free(table->position);
    by_rules_close(table->rules);
}

static void run(struct table *table, const char *policy)
{
    memcpy(table->position, table->start, table->rules->position_size);
    by_policy_find(table->rules, policy)
        ->run(table->rules, table->position, &table->rng, &table->out);
}

/* Counts beside what they should be on average: nothing rarer than one case in a million. */
static void assert_fits(const double *count, const double *expected, int cells)
{
    double sum = 0;
    int used = 0;
    for (int i = 0; i < cells; i++) {
        if (expected[i] == 0) {
            assert_true(count[i] == 0);
            continue;
        }
        sum += (count[i] - expected[i]) * (count[i] - expected[i]) / expected[i];
        used++;
    }
    if (used > 1 && gsl_cdf_chisq_Q(sum, used - 1) < 1e-6)
        fail_msg("chi-square %g with %d degrees of freedom", sum, used - 1);
}

/* --- uniform -------------------------------------------------------------------------- */

/* The points of an early ply, before anybody can have five; points are drawn four at a time. */
static void assert_plies_equal(const char *settings, const char *text, long playouts)
{
    struct table table;
    double count[4][CELLS] = {{0}}, expected[CELLS] = {0};
    table_open(&table, settings, text);
    int moves = table.rules->game->moves(table.rules, table.start, table.scratch);
    for (int i = 0; i < moves; i++)
        expected[table.scratch[i]] = (double)playouts / moves;
    for (long i = 0; i < playouts; i++) {
        run(&table, "uniform");
        for (int ply = 0; ply < 4; ply++)
            count[ply][table.plies[ply].action]++;
    }
    for (int ply = 0; ply < 4; ply++)
        assert_fits(count[ply], expected, table.rules->action_count);
    table_close(&table);
}

static void every_point_is_equally_likely(void **state)
{
    (void)state;
    long playouts = long_tests() ? 10000000 : 100000;
    assert_plies_equal("size=15", NULL, playouts);
    assert_plies_equal("size=9", NULL, playouts);
    assert_plies_equal("size=20", NULL, playouts);
    assert_plies_equal("size=25 rule=exact", NULL, playouts / 4);
    assert_plies_equal("size=6x7", "X.O.X./....../.XO.../O.X.../....../XO..../.....O X", playouts);
}

/* A line of play on at most five empty points as a number: five digits to the base 6. */
enum { POINTS = 5, LINES = 6 * 6 * 6 * 6 * 6 };

static int digit_of(const struct by_rules *rules, const void *start, by_move move)
{
    by_move list[CELLS];
    int count = rules->game->moves(rules, start, list), digit = 0;
    for (int i = 0; i < count; i++)
        if (list[i] == move)
            digit = i + 1;
    assert_int_not_equal(digit, 0);
    return digit;
}

/* The chance of every line, with equally likely moves. */
static void enumerate(const struct by_rules *rules, const void *start, const void *position,
                      int number, double chance, double *out)
{
    by_move list[CELLS];
    if (rules->game->over(rules, position)) {
        out[number] += chance;
        return;
    }
    int count = rules->game->moves(rules, position, list);
    void *next = new_position(rules);
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, list[i], NULL);
        enumerate(rules, start, next, (POINTS + 1) * number + digit_of(rules, start, list[i]),
                  chance / count, out);
    }
    free(next);
}

/* The naive board enumerates, the fast one plays. */
static void assert_enumerated(const char *settings, const char *text, int playouts)
{
    char line[128];
    struct table table;
    double count[LINES] = {0}, expected[LINES] = {0};
    (void)snprintf(line, sizeof line, "%s naive=on", settings);
    struct by_rules *naive = open_rules("gomoku", line);
    void *start = read_text(naive, text);
    enumerate(naive, start, start, 0, playouts, expected);
    table_open(&table, settings, text);
    for (int i = 0; i < playouts; i++) {
        int number = 0;
        run(&table, "uniform");
        for (int ply = 0; ply < table.out.length; ply++)
            number =
                (POINTS + 1) * number + digit_of(table.rules, table.start, table.plies[ply].action);
        count[number]++;
    }
    assert_fits(count, expected, LINES);
    free(start);
    by_rules_close(naive);
    table_close(&table);
}

static void whole_playouts_are_as_likely_as_enumerated(void **state)
{
    (void)state;
    int playouts = long_tests() ? 2000000 : 30000;
    /* X wins at a5. */
    static const char x_row[] = ".XXXX/OX.OO/XO.XO/OXOXO/.OXX. X";
    assert_enumerated("size=5", x_row, playouts);
    assert_enumerated("size=5 rule=exact", x_row, playouts);
    /* On 6x5: f5 makes six of the row, unless a5 is O's by then. */
    static const char six[] = ".XXXX./OX.OOX/XO.XOO/OXOXOX/OOXXOX X";
    assert_enumerated("size=6x5", six, playouts);
    assert_enumerated("size=6x5 rule=exact", six, playouts);
    assert_enumerated("size=6x5 rule=renju", six, playouts);
}

/* Lengths of uniform playouts on a board, eight plies to a cell of `count`. */
static void count_lengths(struct table *table, int playouts, double *count)
{
    for (int i = 0; i < playouts; i++) {
        run(table, "uniform");
        count[table->out.length / 8 * 3 + table->out.result + 1]++;
    }
}

/* Two samples of one distribution: chi-square of the table of both, rare cells put together. */
static void assert_alike(const double *a, const double *b, int cells)
{
    double total_a = 0, total_b = 0, rest_a = 0, rest_b = 0, sum = 0;
    int used = 0;
    for (int i = 0; i < cells; i++) {
        total_a += a[i];
        total_b += b[i];
    }
    for (int i = 0; i <= cells; i++) {
        double x = i < cells ? a[i] : rest_a, y = i < cells ? b[i] : rest_b;
        if (i < cells && x + y < 20) {
            rest_a += x;
            rest_b += y;
            continue;
        }
        double d = x * sqrt(total_b / total_a) - y * sqrt(total_a / total_b);
        sum += x + y > 0 ? d * d / (x + y) : 0;
        used++;
    }
    if (gsl_cdf_chisq_Q(sum, used - 1) < 1e-6)
        fail_msg("chi-square %g with %d degrees of freedom", sum, used - 1);
}

static void lengths_and_winners_are_those_of_the_naive_board(void **state)
{
    (void)state;
    static const char *const settings[] = {"size=7", "size=9 rule=exact", "size=15",
                                           "size=8 rule=renju"};
    for (int i = 0; i < 4; i++) {
        char line[64];
        struct table fast, naive;
        double count[2][(CELLS / 8 + 1) * 3] = {{0}};
        (void)snprintf(line, sizeof line, "%s naive=on", settings[i]);
        table_open(&fast, settings[i], NULL);
        table_open(&naive, line, NULL);
        count_lengths(&fast, long_tests() ? 100000 : 3000, count[0]);
        count_lengths(&naive, long_tests() ? 20000 : 500, count[1]);
        assert_alike(count[0], count[1], (CELLS / 8 + 1) * 3);
        table_close(&fast);
        table_close(&naive);
    }
}

/* Many in one call are as likely as one by one: compared by the sums of wins, draws and plies. */
static void many_are_as_many_single_ones(void **state)
{
    (void)state;
    static const char *const settings[] = {"size=15", "size=7 rule=exact", "size=5", "size=20",
                                           "size=7 rule=renju"};
    for (int i = 0; i < 5; i++) {
        struct table table;
        int count = i < 4 ? 20000 : 500;
        table_open(&table, settings[i], NULL);
        struct by_totals totals = {.position = table.position, .scratch = table.scratch};
        double sum = 0, squares = 0, won[3] = {0};
        by_playouts(table.rules, by_policy_find(table.rules, "uniform"), table.start, count,
                    &table.rng, &totals);
        for (int j = 0; j < count; j++) {
            run(&table, "uniform");
            sum += table.out.length;
            squares += (double)table.out.length * table.out.length;
            won[table.out.result + 1]++;
        }
        assert_int_equal(totals.wins[0] + totals.wins[1] + totals.draws, count);
        double error = sqrt(2 * (squares / count - sum / count * sum / count) / count);
        assert_true(fabs((double)totals.plies - sum) / count < 5 * error);
        double many[3] = {(double)totals.wins[1], (double)totals.draws, (double)totals.wins[0]};
        assert_alike(many, won, 3);
        table_close(&table);
    }
}

/* --- forced ------------------------------------------------------------------------------ */

/* Empty points where a player's best pattern is `pattern`, found by asking the naive board. */
static int points_with(const struct by_rules *naive, const void *position, int player,
                       enum by_gomoku_pattern pattern, by_move *out)
{
    by_move legal[CELLS];
    int count = 0, moves = naive->game->moves(naive, position, legal);
    for (int i = 0; i < moves; i++) {
        enum by_gomoku_pattern best = BY_GOMOKU_NOTHING;
        for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++) {
            enum by_gomoku_pattern p = by_gomoku_pattern_at(naive, position, player, d, legal[i]);
            best = p > best ? p : best;
        }
        if (best == pattern)
            out[count++] = legal[i];
    }
    return count;
}

/* Those of the moves whose scores for both players add up to most. */
static int keep_best(const struct by_rules *naive, const void *position, by_move *list, int count)
{
    int64_t worth[CELLS], most = 0;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        worth[i] = by_gomoku_score(naive, position, 0, list[i]) +
                   by_gomoku_score(naive, position, 1, list[i]);
        most = worth[i] > most ? worth[i] : most;
    }
    for (int i = 0; i < count; i++)
        if (worth[i] == most)
            list[kept++] = list[i];
    return kept;
}

/* The moves among which the policy must choose. */
static int forced_choice(const struct by_rules *naive, const void *position, bool best,
                         by_move *out)
{
    static const struct {
        bool other;
        enum by_gomoku_pattern pattern;
    } wishes[] = {{false, BY_GOMOKU_FIVE}, {true, BY_GOMOKU_FIVE},
                  {false, BY_GOMOKU_FOUR}, {false, BY_GOMOKU_BLOCKED_FOUR},
                  {true, BY_GOMOKU_FOUR},  {true, BY_GOMOKU_BLOCKED_FOUR}};
    int side = naive->game->side(naive, position), kept = 0;
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        int player = wishes[i].other ? !side : side;
        int count = points_with(naive, position, player, wishes[i].pattern, out);
        if (count > 0)
            return count;
    }
    by_move legal[CELLS], active[CELLS];
    int moves = naive->game->moves(naive, position, legal);
    int near = by_gomoku_active(naive, position, active);
    for (int i = 0; i < near; i++)
        if (holds(legal, moves, active[i]))
            out[kept++] = active[i];
    if (kept > 0)
        return best ? keep_best(naive, position, out, kept) : kept;
    memcpy(out, legal, (size_t)moves * sizeof *out);
    return moves;
}

static void assert_forced(const char *settings, const char *policy, int playouts)
{
    char line[64];
    struct table fast;
    by_move choice[CELLS];
    (void)snprintf(line, sizeof line, "%s naive=on", settings);
    struct by_rules *naive = open_rules("gomoku", line);
    void *position = new_position(naive);
    table_open(&fast, settings, NULL);
    for (int i = 0; i < playouts; i++) {
        run(&fast, policy);
        naive->game->start(naive, position);
        for (int ply = 0; ply < fast.out.length; ply++) {
            int count = forced_choice(naive, position, strcmp(policy, "forced-best") == 0, choice);
            assert_true(holds(choice, count, fast.plies[ply].action));
            naive->game->play(naive, position, fast.plies[ply].action, NULL);
        }
        assert_true(naive->game->over(naive, position));
        assert_int_equal(naive->game->result(naive, position), fast.out.result);
    }
    table_close(&fast);
    free(position);
    by_rules_close(naive);
}

static void forced_playouts_choose_as_gom_says(void **state)
{
    (void)state;
    int playouts = long_tests() ? 2000 : 12;
    for (int best = 0; best < 2; best++) {
        const char *policy = best ? "forced-best" : "forced";
        assert_forced("size=15", policy, playouts / 2);
        assert_forced("size=9 rule=exact", policy, playouts);
        assert_forced("size=9 rule=renju", policy, playouts);
        assert_forced("size=20", policy, playouts / 8);
        assert_forced("size=25x6", policy, playouts / 4);
    }
}

/* Of equally good points each is equally likely: X can win at two, O can be stopped at none. */
static void assert_choices_equal(const char *text, const char *points, int playouts)
{
    struct table table;
    double count[CELLS] = {0}, expected[CELLS] = {0};
    char point[8];
    int length, choices = 0;
    table_open(&table, "size=9", text);
    for (const char *p = points; sscanf(p, "%7s%n", point, &length) == 1; p += length)
        choices++;
    for (const char *p = points; sscanf(p, "%7s%n", point, &length) == 1; p += length)
        expected[move_of(table.rules, table.start, point)] = (double)playouts / choices;
    for (int i = 0; i < playouts; i++) {
        run(&table, "forced");
        count[table.plies[0].action]++;
    }
    assert_fits(count, expected, table.rules->action_count);
    table_close(&table);
}

static void forced_moves_are_equally_likely(void **state)
{
    (void)state;
    int playouts = long_tests() ? 100000 : 4000;
    assert_choices_equal("........./........./..XXXX.../..OOOO.../........./........./........./"
                         "........./......... X",
                         "b7 g7", playouts);
    assert_choices_equal("........./........./..XXX..../..OOOO.../........./........./........./"
                         "........./......... X",
                         "b6 g6", playouts);
    assert_choices_equal("........./........./..XXX..../..OOO..../........./........./........./"
                         "........./......... X",
                         "b7 f7", playouts);
    assert_choices_equal("........./........./........./..OOO..../........./........./........./"
                         "........./......... X",
                         "b6 f6", playouts);
    assert_choices_equal("........./........./........./..X....../........./........./........./"
                         "........./......... O",
                         "a8 b8 c8 d8 e8 a7 b7 c7 d7 e7 a6 b6 d6 e6 a5 b5 c5 d5 e5 a4 b4 c4 d4 e4",
                         playouts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_point_is_equally_likely),
        cmocka_unit_test(whole_playouts_are_as_likely_as_enumerated),
        cmocka_unit_test(lengths_and_winners_are_those_of_the_naive_board),
        cmocka_unit_test(many_are_as_many_single_ones),
        cmocka_unit_test(forced_playouts_choose_as_gom_says),
        cmocka_unit_test(forced_moves_are_equally_likely),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
