/* solve_test.c: the solver's value, its complete list of best moves and its line of play,
 * against plain recursion on boards small enough for it and against known results. */
#include "search/solve/solve.h"
#include "search_help.h"
#include "tree_help.h"
#include <pthread.h>
#include <time.h>

static struct by_solution solve(const struct by_line *line)
{
    struct by_solution solution;
    struct by_error err = {0};
    struct by_solve_options small = {.table_bytes = 1 << 20}; /* thousands are opened here */
    if (by_solve(line, &small, NULL, NULL, NULL, &solution, &err))
        fail_msg("%s", err.text);
    assert_true(solution.proven);
    assert_true(solution.seconds >= 0);
    return solution;
}

/* The line of play is legal, begins with a best move and ends where the value is. */
static void check_line(struct by_line *line, const struct by_solution *solution)
{
    int side = by_line_side(line);
    assert_in_range(solution->pv_count, 1, BY_PV_MAX);
    assert_int_equal(solution->pv[0], solution->best[0]);
    for (int i = 0; i < solution->pv_count; i++)
        assert_int_equal(by_line_play(line, solution->pv[i], NULL), BY_OK);
    if (solution->pv_count < BY_PV_MAX) {
        assert_true(by_line_over(line));
        int32_t result = by_line_result(line);
        assert_int_equal(side == 0 ? result : -result, solution->value);
    }
    for (int i = 0; i < solution->pv_count; i++)
        by_line_undo(line);
}

static void check_position(struct by_line *line)
{
    const struct by_rules *rules = line->rules;
    const void *position = by_line_position(line);
    by_move moves[HELP_MOVES_MAX];
    int count = by_line_moves(line, moves), best = 0;
    int64_t value = plain_value(rules, NULL, position, HELP_FULL);
    struct by_solution solution = solve(line);
    assert_int_equal(solution.value, value);
    for (int i = 0; i < count; i++)
        if (plain_move_value(rules, NULL, position, moves[i], HELP_FULL) == value) {
            assert_true(best < solution.best_count);
            assert_int_equal(solution.best[best++], moves[i]); /* in the game's order */
        }
    assert_int_equal(solution.best_count, best);
    check_line(line, &solution);
    by_solution_close(&solution);
}

/* Random positions from which plain recursion comes to an end. */
static void check_game(const struct by_rules *rules, void *context)
{
    struct by_rng *rng = context;
    struct by_line *line = open_line(rules);
    int cap = long_or(200000, 10000);
    for (int i = 0; i < long_or(300, 30); i++) {
        walk(line, (int)by_rng_below(rng, (uint32_t)rules->max_length + 1), rng);
        if (!by_line_over(line) && count_below(rules, by_line_position(line), HELP_FULL, cap) < cap)
            check_position(line);
    }
    by_line_close(line);
}

static void solutions_are_true_in_every_game(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 31, 0);
    for_every_certain_game(check_game, &rng);
}

/* Whole small boards, and rows and heaps of the test's own. */
static void solutions_are_true_from_the_start(void **state)
{
    (void)state;
    static const struct {
        const char *game, *settings, *position;
    } starts[] = {
        {"tictactoe", NULL, NULL},
        {"mnk", "m=4 n=2 k=2", NULL},
        {"mnk", "m=3 n=2 k=3", NULL},
        {"connect4", "size=4x4", "XO../XO../OX../OX.. X"},
        {"breakthrough", "size=3x4", NULL},
        {"stones", NULL, "4 -7 2 2 9 -1 3 0 5 -5"},
        {"stones", NULL, "-1 -2 -3"},
        {"nim", NULL, "3 5 7"},
        {"nim", NULL, "9 4"},
        {"nim", NULL, "1 2 8 6"},
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        struct by_rules *rules =
            open_rules_at(starts[i].game, starts[i].settings, starts[i].position);
        struct by_line *line = open_line(rules);
        check_position(line);
        by_line_close(line);
        by_rules_close(rules);
    }
}

static int32_t value_of(const char *game, const char *settings, const char *position)
{
    struct by_rules *rules = open_rules_at(game, settings, position);
    struct by_line *line = open_line(rules);
    struct by_solution solution = solve(line);
    int32_t value = solution.value;
    by_solution_close(&solution);
    by_line_close(line);
    by_rules_close(rules);
    return value;
}

static void known_games_have_their_known_results(void **state)
{
    (void)state;
    assert_int_equal(value_of("tictactoe", NULL, NULL), 0);
    assert_int_equal(value_of("stones", NULL, "1 2 3 6"), 0);
    assert_true(value_of("stones", NULL, "1 2 3 7") < 0);
    assert_true(value_of("stones", NULL, "1 2 3 -9") > 0);
    assert_int_equal(value_of("tree", NULL, "((3 12 8)(2 4 6)(14 5 2)) X"), 3);
    assert_int_equal(value_of("tree", NULL, "((3 12 8)(2 4 6)(14 5 2)) O"), -6);
    /* Grundy's game: the heaps of value 0 are lost (0 to 30; OEIS A002188). */
    static const int grundy[] = {0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1,
                                 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3};
    for (int heap = 1; heap <= 30; heap++) {
        char text[32];
        (void)snprintf(text, sizeof text, "%d", heap);
        assert_int_equal(value_of("nim", NULL, text), grundy[heap] ? 1 : -1);
        for (int other = 1; other <= 30; other += 3) {
            (void)snprintf(text, sizeof text, "%d %d", heap, other);
            assert_int_equal(value_of("nim", NULL, text), grundy[heap] != grundy[other] ? 1 : -1);
        }
    }
}

static void solutions_are_true_on_random_trees(void **state)
{
    (void)state;
    struct by_rng rng;
    struct sapling tree;
    by_rng_init(&rng, 37, 0);
    for (int i = 0; i < long_or(200000, 20000); i++) {
        grow_random(&tree, &rng);
        struct by_rules *rules = plant(&tree);
        struct by_line *line = open_line(rules);
        struct by_solution solution = solve(line);
        int value = root_value(&tree), best = 0;
        assert_int_equal(solution.value, value);
        for (by_move move = 0; move < tree.node[0].count; move++)
            if (root_move_value(&tree, move) == value) {
                assert_true(best < solution.best_count);
                assert_int_equal(solution.best[best++], move);
            }
        assert_int_equal(solution.best_count, best);
        check_line(line, &solution);
        by_solution_close(&solution);
        by_line_close(line);
        by_rules_close(rules);
    }
}

static void a_finished_game_is_solved_by_looking(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_line *line = open_line(rules);
    assert_int_equal(by_line_play_list(line, "a1 b1 a2 b2 a3", NULL), BY_OK);
    struct by_solution solution = solve(line);
    assert_int_equal(solution.value, -1);
    assert_int_equal(solution.best_count, 0);
    assert_int_equal(solution.pv_count, 0);
    by_solution_close(&solution);
    by_line_close(line);
    by_rules_close(rules);
}

/* --- stopping and progress ---------------------------------------------------------------- */

struct stopper {
    atomic_bool stop;
    double stopped_at;
    int told;
    bool in_range;
};

static void *stop_later(void *argument)
{
    struct stopper *stopper = argument;
    struct timespec pause = {0, 350000000};
    nanosleep(&pause, NULL);
    stopper->stopped_at = by_clock_now();
    atomic_store(&stopper->stop, true);
    return NULL;
}

static void count_progress(void *context, int done, int total, uint64_t nodes)
{
    struct stopper *stopper = context;
    stopper->told++;
    stopper->in_range = done >= 0 && done < total && total == 22 && nodes > 0;
}

static void a_stop_is_obeyed_and_progress_told(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "size=8x8");
    struct by_line *line = open_line(rules);
    double best = 1000;
    for (int attempt = 0; attempt < 4 && best > 0.05; attempt++) { /* the machine may be busy */
        struct stopper stopper = {0};
        struct by_solution solution;
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, stop_later, &stopper), 0);
        assert_int_equal(
            by_solve(line, NULL, &stopper.stop, count_progress, &stopper, &solution, NULL), BY_OK);
        double returned = by_clock_now();
        pthread_join(thread, NULL);
        assert_false(solution.proven);
        assert_true(solution.nodes > 0);
        assert_true(stopper.told >= 1 && stopper.told <= 1 + solution.seconds / 0.09);
        assert_true(stopper.in_range);
        by_solution_close(&solution);
        double delay = returned - stopper.stopped_at;
        best = delay < best ? delay : best;
    }
    assert_true(best <= 0.05);
    by_line_close(line);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solutions_are_true_in_every_game),
        cmocka_unit_test(solutions_are_true_from_the_start),
        cmocka_unit_test(known_games_have_their_known_results),
        cmocka_unit_test(solutions_are_true_on_random_trees),
        cmocka_unit_test(a_finished_game_is_solved_by_looking),
        cmocka_unit_test(a_stop_is_obeyed_and_progress_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
