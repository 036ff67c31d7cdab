/* Tests of the bandits: arms pay what they should, players do what the formulas say, regret stays
 * under the bounds that are proved for it, and explore-then-commit stands and falls with m. */
#include "base/long_test.h"
#include "search/flat/bandit.h"
#include "search_help.h"

static struct by_bandit two_arms(double a, double b)
{
    return (struct by_bandit){.kind = BY_ARM_BERNOULLI, .arms = 2, .deviation = 1, .mean = {a, b}};
}

static struct by_bandit random_arms(uint64_t seed)
{
    struct by_rng rng;
    struct by_bandit bandit = {.deviation = 1};
    by_rng_init(&rng, seed, 9);
    bandit.kind = seed % 2 == 0 ? BY_ARM_BERNOULLI : BY_ARM_GAUSSIAN;
    bandit.arms = 2 + (int)by_rng_below(&rng, 9);
    for (int i = 0; i < bandit.arms; i++)
        bandit.mean[i] = by_rng_unit(&rng);
    return bandit;
}

/* The mean of many payments within five deviations, and so their squares. */
static void check_payments(const struct by_bandit *bandit, int arm, double mean, double variance)
{
    enum { COUNT = 200000 };
    struct by_rng rng;
    double sum = 0, squares = 0;
    by_rng_init(&rng, 4, (uint64_t)arm);
    for (int i = 0; i < COUNT; i++) {
        double payment = by_bandit_pull(bandit, arm, &rng);
        sum += payment;
        squares += (payment - mean) * (payment - mean);
    }
    assert_true(fabs(sum / COUNT - mean) <= 5 * sqrt(variance / COUNT));
    assert_true(fabs(squares / COUNT - variance) <=
                5 * sqrt(3 / (double)COUNT) * (variance + 0.01));
}

static void arms_pay_their_means(void **state)
{
    (void)state;
    struct by_bandit coins = two_arms(0.25, 1), normal = two_arms(-3, 7.5);
    check_payments(&coins, 0, 0.25, 0.25 * 0.75);
    check_payments(&coins, 1, 1, 0);
    normal.kind = BY_ARM_GAUSSIAN;
    check_payments(&normal, 0, -3, 1);
    normal.deviation = 0.5;
    check_payments(&normal, 1, 7.5, 0.25);
    assert_true(by_bandit_gap(&coins, 0) == 0.75 && by_bandit_best(&normal) == 7.5);
}

/* argmax mean + sqrt(2 a ln t / S) from the whole history, in the C library's arithmetic. */
static int slow_ucb(const int *arms, const double *payments, int rounds, int count, double alpha)
{
    int best = -1;
    double most = 0;
    for (int arm = 0; arm < count; arm++) {
        double sum = 0, tries = 0;
        for (int t = 0; t < rounds; t++) {
            sum += arms[t] == arm ? payments[t] : 0;
            tries += arms[t] == arm;
        }
        if (tries < 1)
            return arm;
        double value = sum / tries + sqrt(2 * alpha * log(rounds + 1.0) / tries);
        if (best < 0 || value > most) {
            best = arm;
            most = value;
        }
    }
    return best;
}

static void ucb_takes_the_largest_bound(void **state)
{
    (void)state;
    enum { ROUNDS = 600 };
    int arms[ROUNDS];
    double payments[ROUNDS];
    for (uint64_t seed = 0; seed < 6; seed++) {
        struct by_bandit bandit = random_arms(seed);
        struct by_gambler gambler = {.way = BY_BANDIT_UCB, .alpha = 2.1 + (double)seed};
        struct by_rng rng;
        by_rng_init(&rng, seed, 0);
        by_gambler_start(&gambler, bandit.arms);
        for (int t = 0; t < ROUNDS; t++) {
            arms[t] = by_gambler_choose(&gambler);
            assert_int_equal(arms[t], slow_ucb(arms, payments, t, bandit.arms, gambler.alpha));
            payments[t] = by_bandit_pull(&bandit, arms[t], &rng);
            by_gambler_see(&gambler, arms[t], payments[t]);
        }
    }
}

/* Every arm m times, then the best of these trials for good, whatever it pays later. */
static void etc_explores_then_commits(void **state)
{
    (void)state;
    struct by_gambler gambler = {.way = BY_BANDIT_ETC, .m = 3};
    static const double pays[3] = {1, 5, 4};
    int tries[3] = {0};
    by_gambler_start(&gambler, 3);
    for (int t = 0; t < 9; t++) {
        int arm = by_gambler_choose(&gambler);
        tries[arm]++;
        by_gambler_see(&gambler, arm, pays[arm]);
    }
    for (int i = 0; i < 3; i++)
        assert_int_equal(tries[i], 3);
    for (int t = 0; t < 100; t++) {
        assert_int_equal(by_gambler_choose(&gambler), 1);
        by_gambler_see(&gambler, 1, -10);
    }
}

/* Regret by the sums collected and by the means of the arms: each as it is defined. */
static void regret_is_what_the_best_arm_would_have_paid_less_what_was_collected(void **state)
{
    (void)state;
    struct by_bandit sure = two_arms(0, 1);
    struct by_gambler gambler = {.way = BY_BANDIT_ETC, .m = 10};
    struct by_rng rng;
    static const int64_t times[] = {1, 2, 20, 1000};
    double collected[4], by_means[4];
    by_rng_init(&rng, 1, 0);
    by_bandit_play(&sure, &gambler, times, 4, &rng, collected, by_means);
    static const double wanted[] = {1, 1, 10, 10};
    for (int i = 0; i < 4; i++)
        assert_true(collected[i] == wanted[i] && by_means[i] == wanted[i]);
}

static void assert_near(double found, double wanted)
{
    if (fabs(found - wanted) > 1e-9 * (1 + fabs(wanted)))
        fail_msg("%.12g, not %.12g", found, wanted);
}

/* The formulas worked out with 30 decimal digits, for means 0.9 0.8 0.4 and T = 10000. */
static void bounds_are_the_published_ones(void **state)
{
    (void)state;
    struct by_bandit b = {.arms = 3, .mean = {0.9, 0.8, 0.4}};
    assert_near(by_etc_bound(&b, 100, 10000), 824.799462139967);
    assert_near(by_ucb_bound(&b, 3, 10000), 2654.378027129141);
    assert_near(by_ucb_bound_any(&b, 3, 10000), 5152.118463094433);
    assert_near(by_etc_bound(&b, 5000, 10000), 3000);
}

static void the_best_m_is_the_best(void **state)
{
    (void)state;
    struct by_bandit b = random_arms(6);
    int64_t best = by_etc_best_m(&b, 3000);
    for (int64_t m = 1; m * b.arms <= 3000; m++)
        assert_true(by_etc_bound(&b, best, 3000) <= by_etc_bound(&b, m, 3000));
}

/* --- chance ----------------------------------------------------------------------------- */

/* The mean regret of `runs` games of T rounds, and its standard error. */
static double mean_regret(const struct by_bandit *bandit, struct by_gambler gambler, int64_t rounds,
                          int runs, double *error)
{
    double sum = 0, squares = 0;
    for (int run = 0; run < runs; run++) {
        struct by_rng rng;
        double regret;
        by_rng_init(&rng, 1234, (uint64_t)run);
        by_bandit_play(bandit, &gambler, &rounds, 1, &rng, &regret, NULL);
        sum += regret;
        squares += regret * regret;
    }
    double mean = sum / runs;
    *error = sqrt((squares / runs - mean * mean) / (runs - 1));
    return mean;
}

static void ucb_stays_under_both_bounds(void **state)
{
    (void)state;
    static const int64_t horizons[] = {100, 3000};
    double error;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct by_bandit b = random_arms(seed);
        struct by_gambler ucb = {.way = BY_BANDIT_UCB, .alpha = 2.5};
        for (int i = 0; i < 2; i++) {
            double mean = mean_regret(&b, ucb, horizons[i], long_or(2000, 60), &error);
            double low = by_ucb_bound(&b, 2.5, horizons[i]);
            double any = by_ucb_bound_any(&b, 2.5, horizons[i]);
            if (mean + 4 * error >= low || mean + 4 * error >= any)
                fail_msg("bandit %d: %g +- %g, bounds %g and %g", (int)seed, mean, error, low, any);
        }
    }
}

static void etc_stays_under_its_bound(void **state)
{
    (void)state;
    double error;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct by_bandit b = random_arms(seed);
        struct by_gambler etc = {.way = BY_BANDIT_ETC, .m = 1 + 10 * (int64_t)(seed % 7)};
        double mean = mean_regret(&b, etc, 2000, long_or(2000, 60), &error);
        double bound = by_etc_bound(&b, etc.m, 2000);
        if (mean - 4 * error > bound)
            fail_msg("bandit %d: %g +- %g, bound %g", (int)seed, mean, error, bound);
    }
}

/* A good m: enough to tell the arms apart, little beside the horizon. */
static void etc_stands_and_falls_with_m(void **state)
{
    (void)state;
    static const int64_t m[] = {60, 1, 4000};
    struct by_bandit b = two_arms(0.8, 0.5);
    struct by_gambler ucb = {.way = BY_BANDIT_UCB, .alpha = 2.5};
    double error, other;
    double ucb_regret = mean_regret(&b, ucb, 10000, 200, &error);
    for (int i = 0; i < 3; i++) {
        struct by_gambler etc = {.way = BY_BANDIT_ETC, .m = m[i]};
        double regret = mean_regret(&b, etc, 10000, 200, &other);
        if (i == 0)
            assert_true(regret + 4 * other < ucb_regret - 4 * error);
        else
            assert_true(regret - 2 * other > ucb_regret + 2 * error);
    }
}

static void the_public_call_plays_the_same_game(void **state)
{
    (void)state;
    static const double means[3] = {0.2, 0.5, 0.9};
    struct by_bandit_game game = {.means = means, .arms = 3, .alpha = 3, .rounds = 500, .seed = 4};
    struct by_bandit bandit = {.kind = BY_ARM_BERNOULLI, .arms = 3, .mean = {0.2, 0.5, 0.9}};
    for (int m = 0; m <= 20; m += 10) {
        struct by_gambler gambler = {.way = m ? BY_BANDIT_ETC : BY_BANDIT_UCB, .alpha = 3, .m = m};
        struct by_rng rng;
        struct by_error err = {0};
        double want, got;
        by_rng_init(&rng, 4, 0);
        by_bandit_play(&bandit, &gambler, &game.rounds, 1, &rng, &want, NULL);
        game.m = m;
        assert_int_equal(by_bandit_regret(&game, &got, &err), BY_OK);
        assert_true(got == want);
    }
    double regret;
    game.m = 200; /* 600 rounds of 500 */
    assert_int_equal(by_bandit_regret(&game, &regret, NULL), BY_BAD_INPUT);
    game.m = 0;
    game.alpha = 2;
    assert_int_equal(by_bandit_regret(&game, &regret, NULL), BY_BAD_INPUT);
    game.alpha = 3;
    game.arms = 65;
    assert_int_equal(by_bandit_regret(&game, &regret, NULL), BY_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arms_pay_their_means),
        cmocka_unit_test(the_public_call_plays_the_same_game),
        cmocka_unit_test(ucb_takes_the_largest_bound),
        cmocka_unit_test(etc_explores_then_commits),
        cmocka_unit_test(regret_is_what_the_best_arm_would_have_paid_less_what_was_collected),
        cmocka_unit_test(bounds_are_the_published_ones),
        cmocka_unit_test(the_best_m_is_the_best),
        cmocka_unit_test(ucb_stays_under_both_bounds),
        cmocka_unit_test(etc_stays_under_its_bound),
        cmocka_unit_test(etc_stands_and_falls_with_m),
    };
    return cmocka_run_group_tests_name("bandit", tests, NULL, NULL);
}
