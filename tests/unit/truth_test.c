/* Tests of the truth meter: what moves lose is worked out by hand here. */
#include "search_help.h"

#include "arena/truth.h"

static struct by_truth measure(const char *game, const char *position, const char *player,
                               struct by_truth_plan plan)
{
    struct by_error err = {.status = BY_OK};
    struct by_rules *rules;
    struct by_truth truth;
    assert_int_equal(by_rules_open(game, NULL, 0, position, &rules, &err), BY_OK);
    plan.rules = rules;
    plan.player = player;
    plan.source = plan.source ? plan.source : "random";
    plan.most_nodes = plan.most_nodes ? plan.most_nodes : 1000000;
    plan.table_bytes = 1 << 20;
    if (by_truth(&plan, NULL, NULL, NULL, NULL, &truth, &err) != BY_OK)
        fail_msg("%s: %s", game, err.text);
    by_truth_close(&truth);
    by_rules_close(rules);
    return truth;
}

/* One choice, worth 3, 12 or 8: a random one loses 9, 0 or 4, which is 13/3 on average with a
 * variance of 122/9. Nothing is given away, for all of it wins. */
static void a_random_choice_loses_what_it_does_on_average(void **state)
{
    (void)state;
    struct by_truth_plan plan = {.positions = 3000, .plies = 5, .seed = 7};
    struct by_truth truth = measure("tree", "(3 12 8)", "random", plan);
    struct by_interval interval = by_truth_interval(&truth, 0.95);
    double error = sqrt(122.0 / 9 / 3000);
    assert_int_equal(truth.asked, 3000);
    assert_int_equal(truth.different, 1);
    assert_true(fabs(by_truth_mean(&truth) - 13.0 / 3) < 5 * error);
    assert_true(fabs((interval.high - interval.low) / 2 / error - 1.96) < 0.1);
    assert_true(abs(truth.best - 1000) < 150);
    assert_int_equal(truth.at_stake, 3000);
    assert_int_equal(truth.given, 0);
    assert_int_equal(truth.worst.loss, 9);
}

/* Among 5, 0 and -5 a win is given away by two of three. */
static void results_given_away_are_counted(void **state)
{
    (void)state;
    struct by_truth_plan plan = {.positions = 900, .plies = 5, .seed = 8};
    struct by_truth truth = measure("tree", "(5 0 -5)", "random", plan);
    assert_int_equal(truth.given + truth.best, 900);
    assert_true(abs(truth.given - 600) < 100);
    truth = measure("tree", "(-5 -7)", "random", plan);
    assert_int_equal(truth.at_stake, 0);
    assert_int_equal(truth.given, 0);
    assert_true(truth.sum > 0);
}

static void a_perfect_player_loses_nothing(void **state)
{
    (void)state;
    static const char *const games[] = {"tictactoe", "stones", "nim", "tree"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct by_truth_plan plan = {.positions = 40, .plies = 6, .seed = i};
        struct by_truth truth = measure(games[i], NULL, "alphabeta", plan);
        assert_int_equal(truth.asked, 40);
        assert_int_equal(truth.best, 40);
        assert_int_equal(truth.given, 0);
        assert_true(truth.sum == 0);
        assert_false(truth.stopped);
    }
    struct by_truth_plan plan = {.positions = 20, .empties = 7, .seed = 1};
    plan.openings.plies = 8;
    struct by_truth truth = measure("othello", NULL, "alphabeta", plan);
    assert_int_equal(truth.best, 20);
    plan.openings.plies = 8;
    truth = measure("othello", NULL, "random", plan);
    assert_true(truth.sum > 0);
    assert_true(truth.best < 20);
}

/* The positions are those of the seed, whoever is weighed. */
static void the_same_seed_weighs_the_same(void **state)
{
    (void)state;
    struct by_truth_plan plan = {.positions = 30, .plies = 5, .seed = 5};
    struct by_truth one = measure("tictactoe", NULL, "random", plan);
    struct by_truth two = measure("tictactoe", NULL, "random", plan);
    struct by_truth best = measure("tictactoe", NULL, "alphabeta", plan);
    assert_true(one.sum == two.sum && one.nodes == two.nodes && one.best == two.best);
    assert_int_equal(one.at_stake, best.at_stake);
    assert_int_equal(one.different, best.different);
    plan.seed = 6;
    two = measure("tictactoe", NULL, "random", plan);
    assert_true(one.nodes != two.nodes);
}

static void what_cannot_be_weighed_is_refused(void **state)
{
    (void)state;
    struct by_error err = {.status = BY_OK};
    struct by_truth truth;
    struct by_rules *rules;
    assert_int_equal(by_rules_open("nim", NULL, 0, NULL, &rules, &err), BY_OK);
    struct by_truth_plan plan = {.rules = rules,
                                 .player = "random",
                                 .source = "random",
                                 .positions = 5,
                                 .empties = 3,
                                 .most_nodes = 100};
    assert_int_equal(by_truth(&plan, NULL, NULL, NULL, NULL, &truth, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "no cells"));
    by_truth_close(&truth);
    by_rules_close(rules);
    assert_int_equal(by_rules_open("othello", NULL, 0, NULL, &rules, &err), BY_OK);
    plan.rules = rules;
    plan.empties = 58;
    plan.most_nodes = 1000;
    plan.table_bytes = 1 << 16;
    assert_int_equal(by_truth(&plan, NULL, NULL, NULL, NULL, &truth, &err), BY_FAILED);
    assert_non_null(strstr(err.text, "could not be solved"));
    by_truth_close(&truth);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_random_choice_loses_what_it_does_on_average),
        cmocka_unit_test(results_given_away_are_counted),
        cmocka_unit_test(a_perfect_player_loses_nothing),
        cmocka_unit_test(the_same_seed_weighs_the_same),
        cmocka_unit_test(what_cannot_be_weighed_is_refused),
    };
    return cmocka_run_group_tests_name("truth", tests, NULL, NULL);
}
