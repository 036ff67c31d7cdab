/* measures_test.c: the laboratory's measures, each against another way to the same numbers: plain
 * recursion, formulas, published sequences. */
#include "lab/measure.h"
#include "lab/measures/work.h"
#include "lab/playout_cost.h"
#include "lessons/regret.h"
#include "search_help.h"

/* --- running a cell ----------------------------------------------------------------------------- */

static void nothing(void *context, double done)
{
    (void)context;
    assert_true(done >= 0 && done <= 1);
}

static enum by_status run_cell(const char *text, uint64_t seed, bool stopped,
                               struct by_lab_numbers *numbers, struct by_error *err)
{
    struct by_lab_experiment experiment;
    struct by_lab_cell cell;
    struct by_lab_opened opened = {0};
    atomic_bool stop = stopped;
    assert_int_equal(by_lab_read("test.lab", text, strlen(text), &experiment, err), BY_OK);
    assert_int_equal(by_lab_cell_open(&experiment, 0, BY_LAB_SMOKE, seed, &cell, err), BY_OK);
    enum by_status status = by_lab_measure_open(&cell, &opened, err);
    struct by_lab_job job = {
        &cell, opened.rules, &opened.options, 1, &stop, nothing, NULL,
    };
    if (status == BY_OK && opened.measure->check)
        status = opened.measure->check(&job, err);
    *numbers = (struct by_lab_numbers){0};
    if (status == BY_OK)
        status = opened.measure->run(&job, numbers, err);
    by_lab_measure_close(&opened);
    by_lab_cell_close(&cell);
    by_lab_close(&experiment);
    return status;
}

#define HEAD "name: t\ndocument: own\nsource: s\ntitle: t\nclaim: c.\n"

static struct by_lab_numbers run_seeded(const char *rows, uint64_t seed)
{
    char text[4096];
    struct by_error err = {0};
    struct by_lab_numbers numbers;
    snprintf(text, sizeof text, HEAD "%s", rows);
    if (run_cell(text, seed, false, &numbers, &err) != BY_OK)
        fail_msg("%s: %s", rows, err.text);
    return numbers;
}

static struct by_lab_numbers run(const char *rows)
{
    return run_seeded(rows, 1);
}

static double number(const struct by_lab_numbers *numbers, const char *name)
{
    const struct by_lab_number *found = by_lab_number(numbers, name);
    if (!found)
        fail_msg("there is no number %s", name);
    return found->value;
}

static void assert_number(const struct by_lab_numbers *numbers, const char *name, double value)
{
    double found = number(numbers, name);
    if (found != value)
        fail_msg("%s is %.17g, not %.17g", name, found, value);
}

static void assert_refused(const char *rows, const char *part)
{
    char text[4096];
    struct by_error err = {0};
    struct by_lab_numbers numbers;
    snprintf(text, sizeof text, HEAD "%s", rows);
    assert_int_equal(run_cell(text, 1, false, &numbers, &err), BY_BAD_INPUT);
    if (!strstr(err.text, part))
        fail_msg("'%s' does not say '%s'", err.text, part);
    by_lab_numbers_close(&numbers);
}

/* --- work ------------------------------------------------------------------------------------------ */

static int leaves_below(const struct by_rules *rules, const void *position, int depth)
{
    if (depth == 0 || rules->game->over(rules, position))
        return 1;
    _Alignas(16) unsigned char next[HELP_POSITION_MAX];
    by_move moves[HELP_MOVES_MAX];
    int count = rules->game->moves(rules, position, moves), leaves = 0;
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        leaves += leaves_below(rules, next, depth - 1);
    }
    return leaves;
}

static void minimax_looks_at_every_position(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules_at("othello", "size=6x6", NULL);
    struct by_lab_numbers numbers =
        run("game: othello size=6x6\nmeasure: work first=leaves\na: minimax depth=5\n");
    assert_string_equal(numbers.list[0].name, "leaves");
    assert_number(&numbers, "leaves", leaves_below(rules, rules->start, 5));
    assert_number(&numbers, "nodes", count_below(rules, rules->start, 5, 1000000));
    assert_null(by_lab_number(&numbers, "seconds")); /* no two runs have it in common */
    by_lab_numbers_close(&numbers);
    by_rules_close(rules);
}

/* Knuth and Moore 1975: b^ceil(d/2) + b^floor(d/2) - 1 leaves with the best order. */
static void alpha_beta_lies_between_its_bounds(void **state)
{
    (void)state;
    struct by_lab_numbers best =
        run("game: tree branching=3 depth=7 values=5\n"
            "measure: work first=leaves\n"
            "a: alphabeta plain=on order=best depth=7\nb: minimax depth=7\n");
    assert_number(&best, "leaves", 81 + 27 - 1);
    assert_true(fabs(number(&best, "ratio") - 107.0 / 2187) < 1e-12);
    assert_true(fabs(number(&best, "exponent") - log(107) / log(2187)) < 1e-9);
    by_lab_numbers_close(&best);
    struct by_lab_numbers worst =
        run("game: tree branching=3 depth=7 values=5\n"
            "measure: work first=leaves\n"
            "a: alphabeta plain=on order=worst depth=7\nb: minimax depth=7\n");
    assert_number(&worst, "exponent", 1);
    by_lab_numbers_close(&worst);
}

/* One game of random moves, gone through here once more: every position of the first player. */
static void positions_come_from_games(void **state)
{
    (void)state;
    struct by_lab_numbers numbers = run("game: tictactoe\n"
                                        "measure: work source=random opening=2 side=first\n"
                                        "a: minimax depth=1\ngames: 40\n");
    const struct by_lab_number *nodes = by_lab_number(&numbers, "nodes");
    assert_int_equal(nodes->count, 40);
    assert_true(nodes->bounded && nodes->low < nodes->value && nodes->value < nodes->high);
    /* After 2, 4, 6 and perhaps 8 plies there are 7, 5, 3 and 1 moves, and the root is a node. */
    assert_true(nodes->value > 4 && nodes->value < 7);
    by_lab_numbers_close(&numbers);
    numbers = run("game: tictactoe\nmeasure: work source=random opening=0 positions=1 side=first\n"
                  "a: minimax depth=1\ngames: 5\n");
    assert_number(&numbers, "nodes", 10); /* the first of a game's positions */
    by_lab_numbers_close(&numbers);
}

static void counts_are_the_seeds_alone(void **state)
{
    (void)state;
    const char *rows = "game: nogo size=5x5\nmeasure: work first=bytes source=random positions=3\n"
                       "a: mcts sims=200 z=2 proofs=off\ngames: 3\n";
    struct by_lab_numbers a = run_seeded(rows, 7), b = run_seeded(rows, 7), c = run_seeded(rows, 8);
    assert_int_equal(a.count, b.count);
    for (int i = 0; i < a.count; i++) {
        assert_string_equal(a.list[i].name, b.list[i].name);
        assert_true(a.list[i].value == b.list[i].value);
    }
    assert_true(number(&a, "bytes") != number(&c, "bytes"));
    assert_number(&a, "simulations", 200);
    by_lab_numbers_close(&a);
    by_lab_numbers_close(&b);
    by_lab_numbers_close(&c);
}

static void time_stands_beside_counts(void **state)
{
    (void)state;
    struct by_lab_numbers numbers =
        run("game: tictactoe\nmeasure: time repeat=3\na: minimax depth=4\n");
    assert_string_equal(numbers.list[0].name, "seconds");
    assert_true(number(&numbers, "seconds") > 0);
    assert_number(&numbers, "leaves", 3024);
    by_lab_numbers_close(&numbers);
}

/* A value of an axis may stand for a text of several words, at each scale for another. */
static void values_are_spelled_out(void **state)
{
    (void)state;
    struct by_lab_numbers numbers =
        run("game: {game}\naxis game: small\nlet game.small: tree branching=2 depth=4\n"
            "axis search: best\nlet search.best: alphabeta plain=on order=best\n"
            "let depth: smoke=4 quick=2 standard=2 paper=2\n"
            "measure: work first=leaves\na: {search} depth={depth}\n");
    assert_number(&numbers, "leaves", 4 + 4 - 1);
    by_lab_numbers_close(&numbers);
}

/* --- growth ------------------------------------------------------------------------------------------ */

static void growth_of_a_uniform_tree_is_its_branching(void **state)
{
    (void)state;
    struct by_lab_numbers numbers =
        run("game: tree branching=3 depth=9\n"
            "measure: growth over=depth at=\"2 4 6\" fit=factor first=leaves\n"
            "a: minimax\n");
    assert_true(fabs(number(&numbers, "growth") - 3) < 1e-6);
    const struct by_lab_series *series = by_lab_series(&numbers, "leaves");
    assert_non_null(series);
    assert_int_equal(series->count, 3);
    assert_true(series->x[1] == 4 && series->y[1] == 81);
    by_lab_numbers_close(&numbers);
    numbers =
        run("game: nogo size=5x5\nmeasure: growth over=sims at=\"10 100 1000\" first=simulations\n"
            "a: mcts z=1\n");
    assert_true(fabs(number(&numbers, "growth") - 1) < 1e-6);
    by_lab_numbers_close(&numbers);
}

static void slopes_of_samples_have_a_mean(void **state)
{
    (void)state;
    double x[] = {0, 1, 2}, one[] = {1, 2, 4};
    double two[] = {1, 1, 2, 4, 4, 16}; /* [point * samples + sample]: factors 2 and 4 */
    struct by_sample_mean slope;
    assert_true(by_growth_of(x, 3, one, 1, &slope));
    assert_true(fabs(slope.value - log(2)) < 1e-9);
    assert_true(by_growth_of(x, 3, two, 2, &slope));
    assert_true(fabs(slope.value - 1.5 * log(2)) < 1e-9);
    assert_true(slope.interval.low < log(2) && slope.interval.high > log(4));
    two[0] = 0;
    assert_false(by_growth_of(x, 3, two, 2, &slope));
    struct by_sample_mean mean = by_mean_of((double[]){1, 2, 3, 4}, 4); /* t(3) = 3.182, sd 1.291 */
    assert_true(mean.value == 2.5 && fabs(mean.interval.high - 2.5 - 3.18245 * 0.645497) < 1e-4);
}

/* --- plays and values ---------------------------------------------------------------------------------- */

static void stones_have_seven_plays(void **state)
{
    (void)state;
    struct by_lab_numbers numbers =
        run("game: stones row=\"1 2 3 6\"\nmeasure: plays\na: minimax nodes=10000\n");
    static const double result[] = {-4, 8, 2, -10, 6, -6, 0};
    assert_string_equal(numbers.list[0].name, "games");
    assert_number(&numbers, "games", 7);
    assert_number(&numbers, "value", 0);
    for (int i = 0; i < 7; i++) {
        char name[16];
        snprintf(name, sizeof name, "play-%d", i + 1);
        assert_number(&numbers, name, result[i]);
    }
    by_lab_numbers_close(&numbers);
    assert_refused("game: stones row=\"1 2 3 6\"\nmeasure: plays most=6\n", "7 plays");
}

static void tictactoe_has_its_ends(void **state)
{
    (void)state;
    struct by_lab_numbers numbers = run("game: tictactoe\nmeasure: plays\n");
    assert_number(&numbers, "games", 255168);
    assert_number(&numbers, "finished", 958);
    assert_number(&numbers, "finished-symmetric", 138);
    assert_number(&numbers, "plies-5", 1440);
    assert_null(by_lab_number(&numbers, "value")); /* nobody searched */
    by_lab_numbers_close(&numbers);
}

/* OEIS A002188. */
static void heaps_are_worth_what_is_known(void **state)
{
    (void)state;
    static const int known[] = {0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0};
    for (int heap = 1; heap <= 20; heap++) {
        char rows[128];
        snprintf(rows, sizeof rows,
                 "game: nim heaps=%d\nmeasure: grundy\na: minimax nodes=1000000\n", heap);
        struct by_lab_numbers numbers = run(rows);
        assert_number(&numbers, "grundy", known[heap - 1]);
        if (heap <= 14)
            assert_number(&numbers, "value", known[heap - 1] ? 1 : -1);
        by_lab_numbers_close(&numbers);
    }
    struct by_lab_numbers numbers = run("game: nim heaps=\"5 8\"\nmeasure: grundy\n");
    assert_number(&numbers, "grundy", 0x2 ^ 2);
    by_lab_numbers_close(&numbers);
    numbers = run("game: nim heaps=\"5 6\"\nmeasure: grundy\n");
    assert_number(&numbers, "grundy", 0x2 ^ 1);
    by_lab_numbers_close(&numbers);
}

/* --- hash tables -------------------------------------------------------------------------------------- */

static void probes_are_near_knuths(void **state)
{
    (void)state;
    struct by_lab_numbers numbers =
        run("game: connect4\nmeasure: hash load=0.75 slots=4096\na: alphabeta plain=on depth=9\n");
    static const char *const kinds[] = {"chain", "linear", "quadratic", "double", "java"};
    static const double found[] = {1.375, 2.5, 2.011, 1.848, 1.375};
    static const double missed[] = {0.75, 8.5, 4.636, 4, 0.75};
    for (int i = 0; i < 5; i++) {
        char name[64];
        snprintf(name, sizeof name, "found-%s", kinds[i]);
        assert_true(fabs(number(&numbers, name) / found[i] - 1) < 0.1);
        snprintf(name, sizeof name, "missed-%s", kinds[i]);
        assert_true(fabs(number(&numbers, name) / missed[i] - 1) < 0.2);
        snprintf(name, sizeof name, "expected-found-%s", kinds[i]);
        assert_true(fabs(number(&numbers, name) - found[i]) < 0.001);
    }
    by_lab_numbers_close(&numbers);
    numbers = run(
        "game: connect4\nmeasure: hash-time slots=64 repeat=2\na: alphabeta plain=on depth=5\n");
    assert_true(number(&numbers, "found-double") > 0);
    by_lab_numbers_close(&numbers);
    assert_refused("game: connect4\nmeasure: hash slots=4096\na: minimax depth=2\n",
                   "the search met 57 different positions, and 8192 are needed");
    assert_refused("game: connect4\nmeasure: hash slots=100\na: minimax depth=2\n", "power of two");
}

/* --- bandits -------------------------------------------------------------------------------------------- */

/* ETC on two normal arms: m rounds each, then the worse one with probability Phi(-D sqrt(m/2)). */
static void etc_loses_what_the_formula_says(void **state)
{
    (void)state;
    struct by_lab_numbers numbers =
        run("measure: regret arms=\"0.6 0.2\" pay=gaussian player=etc gap=0.9 horizon=1000\n"
            "games: 4000\n");
    double m = number(&numbers, "tries"), d = 0.4;
    double expected = m * d + (1000 - 2 * m) * d * by_normal_cdf(-d * sqrt(m / 2));
    const struct by_lab_number *regret = by_lab_number(&numbers, "regret");
    double sd = (regret->high - regret->low) / 2 / 1.96;
    assert_true(fabs(regret->value - expected) < 5 * sd);
    assert_true(number(&numbers, "share") < 1 && number(&numbers, "ratio") > 1);
    by_lab_numbers_close(&numbers);
}

static void ucb_stays_below_its_bounds(void **state)
{
    (void)state;
    struct by_lab_numbers numbers =
        run("measure: regret arms=\"0.6 0.4 0.3\" player=ucb alpha=2.5 horizon=2000\ngames: 50\n");
    assert_true(by_lab_number(&numbers, "share")->high < 1);
    double d[] = {0.2, 0.3}, a = 2.5, bound = a / (a - 2) * (d[0] + d[1]);
    for (int i = 0; i < 2; i++)
        bound += 8 * a * log(2000) / d[i];
    assert_true(fabs(number(&numbers, "bound") / bound - 1) < 1e-9);
    double any = 4 * sqrt(2 * a * 3 * 2000 * log(2000)) + a / (a - 2) * 0.5;
    assert_true(fabs(number(&numbers, "bound-any") / any - 1) < 1e-9);
    const struct by_lab_series *series = by_lab_series(&numbers, "regret");
    assert_true(series->count > 20 && series->x[series->count - 1] == 2000);
    by_lab_numbers_close(&numbers);
    assert_refused("measure: regret arms=\"0.5 2\"\ngames: 2\n", "means from 0 to 1");
    assert_refused("measure: regret arms=0.5\ngames: 2\n", "two or more");
}

/* --- playouts --------------------------------------------------------------------------------------------- */

static void playouts_cost_more_on_larger_boards(void **state)
{
    (void)state;
    struct by_lab_numbers array =
        run("measure: playout-growth of=\"go board=array\" from=5 to=9 step=2\ngames: 2\n");
    struct by_lab_numbers fast =
        run("measure: playout-growth of=\"go board=fast\" from=5 to=9 step=2\ngames: 2\n");
    assert_string_equal(array.list[0].name, "power-steps");
    assert_true(number(&array, "power-steps") > 4.5 && number(&array, "power-steps") < 6.5);
    assert_true(number(&fast, "power-steps") > 1.2 && number(&fast, "power-steps") < 2.6);
    assert_true(number(&array, "power-plies") > 1.2 && number(&array, "power-plies") < 2.8);
    assert_int_equal(by_lab_series(&array, "steps")->count, 3);
    by_lab_numbers_close(&array);
    by_lab_numbers_close(&fast);
}

/* The parts of the steps are all of them, and the measure counts what a playout itself tells. */
static void steps_are_the_sum_of_their_phases(void **state)
{
    (void)state;
    struct by_lab_numbers numbers =
        run("game: go size=7 board=unionfind\nmeasure: playouts\ngames: 3\n");
    struct by_playground ground;
    assert_int_equal(by_playground_open(&ground, "go size=7 board=unionfind", NULL), BY_OK);
    double sum = 0;
    for (int i = 0; i < by_playground_phases(&ground); i++)
        sum += number(&numbers, ground.rules->game->phases[i]);
    assert_true(fabs(number(&numbers, "steps") / sum - 1) < 1e-9);
    assert_true(number(&numbers, "plies") > 30 &&
                number(&numbers, "plies") < number(&numbers, "steps"));
    by_playground_close(&ground);
    by_lab_numbers_close(&numbers);
    numbers = run("game: go size=5\nmeasure: playout-time repeat=2 least=1ms\ngames: 2\n");
    assert_true(number(&numbers, "seconds") > 0);
    by_lab_numbers_close(&numbers);
    assert_refused("game: tictactoe\nmeasure: playouts\n", "does not count");
    assert_refused("measure: playout-growth\n", "needs of=");
    assert_refused("measure: playout-growth of=go from=5 to=6\n", "three sizes");
}

/* --- all of them ------------------------------------------------------------------------------------------- */

static void what_is_stopped_gives_nothing(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "game: othello\nmeasure: work\na: negamax depth=12\n",
        "game: othello\nmeasure: work source=\"alphabeta depth=12\"\na: negamax depth=12\n",
        "game: othello\nmeasure: time\na: negamax depth=12\n",
        "game: othello\nmeasure: growth over=depth at=\"10 11 12\"\na: negamax\n",
        "game: othello\nmeasure: time-growth over=depth at=\"10 11 12\"\na: negamax\n",
        "game: go size=9\nmeasure: playouts\ngames: 1000\n",
        "game: go size=9\nmeasure: playout-time\ngames: 1000\n",
        "measure: playout-growth of=\"go board=array\"\ngames: 100\n",
        "measure: playout-time-growth of=\"go board=array\"\ngames: 100\n",
        "game: connect4\nmeasure: plays\n",
        "game: nim heaps=60\nmeasure: grundy\n",
        "game: connect4\nmeasure: hash\na: minimax depth=20\n",
        "game: connect4\nmeasure: hash-time\na: minimax depth=20\n",
        "measure: regret horizon=100000000\ngames: 1000\n",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1024];
        struct by_error err = {0};
        struct by_lab_numbers numbers;
        snprintf(text, sizeof text, HEAD "%s", rows[i]);
        if (run_cell(text, 1, true, &numbers, &err) != BY_OK)
            fail_msg("%s: %s", rows[i], err.text);
        assert_int_equal(numbers.count, 0);
        assert_int_equal(numbers.series_count, 0);
        by_lab_numbers_close(&numbers);
    }
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    assert_refused("game: tictactoe\nmeasure: work\n", "names a game and a player a");
    assert_refused("game: tictactoe\nmeasure: work\na: minimaks\n", "minimaks");
    assert_refused("game: tictactoe\nmeasure: work source=nobody\na: minimax\n", "nobody");
    assert_refused("game: tictactoe\nmeasure: work\na: minimax\ngames: 1001\n", "at most 1000");
    assert_refused("game: tictactoe\nmeasure: growth over=depth at=\"1 2\"\na: minimax\n",
                   "three values");
    assert_refused("game: tictactoe\nmeasure: growth over=depth at=\"3 2 1\"\na: minimax\n",
                   "rising");
    assert_refused("game: tictactoe\nmeasure: growth over=depth at=\"1 2 x\"\na: minimax\n",
                   "not 'x'");
    assert_refused("game: tictactoe\nmeasure: growth\na: minimax\n", "needs over=");
    assert_refused("game: coins\nmeasure: grundy\n", "without chance");
    assert_refused("measure: plays\n", "names a game");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(minimax_looks_at_every_position),
        cmocka_unit_test(alpha_beta_lies_between_its_bounds),
        cmocka_unit_test(positions_come_from_games),
        cmocka_unit_test(counts_are_the_seeds_alone),
        cmocka_unit_test(time_stands_beside_counts),
        cmocka_unit_test(values_are_spelled_out),
        cmocka_unit_test(growth_of_a_uniform_tree_is_its_branching),
        cmocka_unit_test(slopes_of_samples_have_a_mean),
        cmocka_unit_test(stones_have_seven_plays),
        cmocka_unit_test(tictactoe_has_its_ends),
        cmocka_unit_test(heaps_are_worth_what_is_known),
        cmocka_unit_test(probes_are_near_knuths),
        cmocka_unit_test(etc_loses_what_the_formula_says),
        cmocka_unit_test(ucb_stays_below_its_bounds),
        cmocka_unit_test(playouts_cost_more_on_larger_boards),
        cmocka_unit_test(steps_are_the_sum_of_their_phases),
        cmocka_unit_test(what_is_stopped_gives_nothing),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
