/* Tests of the lesson bandit: its curves are those of the library, and its options are checked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "lesson_help.h"
#include "search/flat/bandit.h"

static double number(const json_t *object, const char *name)
{
    return json_number_value(member(object, name));
}

static json_t *last_of(const json_t *player)
{
    json_t *curve = member(player, "curve");
    return json_array_get(curve, json_array_size(curve) - 1);
}

static void the_means_and_bounds_are_the_librarys(void **state)
{
    (void)state;
    json_t *figures = figures_of("bandit means=0.9,0.8,0.4 horizon=500 runs=30 m=7 regret=means");
    struct by_bandit bandit = {.arms = 3, .mean = {0.9, 0.8, 0.4}};
    json_t *players = member(figures, "players");
    assert_int_equal(json_array_size(players), 2);
    for (size_t p = 0; p < 2; p++) {
        json_t *player = json_array_get(players, p), *end = last_of(player);
        struct by_gambler gambler = {
            .way = p == 0 ? BY_BANDIT_UCB : BY_BANDIT_ETC, .alpha = 2.5, .m = 7};
        int64_t rounds = 500;
        double sum = 0, regret;
        for (uint64_t run = 0; run < 30; run++) {
            struct by_rng rng;
            by_rng_init(&rng, 1, run * 5 + p);
            by_bandit_play(&bandit, &gambler, &rounds, 1, &rng, NULL, &regret);
            sum += regret;
        }
        assert_true(fabs(number(end, "regret") - sum / 30) < 1e-9 * (1 + sum));
        assert_int_equal(whole(end, "t"), 500);
        double bound = p == 0 ? by_ucb_bound(&bandit, 2.5, 500) : by_etc_bound(&bandit, 7, 500);
        assert_true(fabs(number(end, "bound") - bound) < 1e-9 * bound);
    }
    json_decref(figures);
}

/* The interval of the means over the runs covers what very many runs give. */
static void the_interval_covers_the_mean(void **state)
{
    (void)state;
    char line[128];
    int covered = 0;
    json_t *many = figures_of("bandit means=0.6,0.4 horizon=200 runs=20000 m=5 seed=99");
    double truth = number(last_of(json_array_get(member(many, "players"), 0)), "regret");
    json_decref(many);
    for (int seed = 1; seed <= 200; seed++) {
        (void)snprintf(line, sizeof line, "bandit means=0.6,0.4 horizon=200 runs=50 m=5 seed=%d",
                       seed);
        json_t *figures = figures_of(line);
        json_t *ends = member(last_of(json_array_get(member(figures, "players"), 0)), "interval");
        covered += json_number_value(json_array_get(ends, 0)) <= truth &&
                   truth <= json_number_value(json_array_get(ends, 1));
        json_decref(figures);
    }
    assert_true(covered >= 178 && covered < 200); /* 190 expected; four deviations below */
}

static void random_arms_come_from_the_seed(void **state)
{
    (void)state;
    json_t *one = figures_of("bandit arms=4 seed=5 horizon=50 runs=3");
    json_t *same = figures_of("bandit arms=4 seed=5 horizon=80 runs=4 kind=gaussian");
    json_t *other = figures_of("bandit arms=4 seed=6 horizon=50 runs=3");
    assert_int_equal(json_array_size(member(one, "means")), 4);
    assert_true(json_equal(member(one, "means"), member(same, "means")));
    assert_false(json_equal(member(one, "means"), member(other, "means")));
    json_decref(one);
    json_decref(same);
    json_decref(other);
}

static void mistakes_are_refused(void **state)
{
    (void)state;
    refuses("bandit means=0.5", "one arm is no choice");
    refuses("bandit means=0.5,1.5", "'1.5' in column 5");
    refuses("bandit means=0.5,,0.4", "'' in column 5");
    refuses("bandit kind=gaussian means=0.5,1e9", "from -1000 to 1000");
    refuses("bandit means=0.5,0.4 arms=3", "take one of them");
    refuses("bandit arms=1", "from 2 to 64");
    refuses("bandit alpha=2", "2.001");
    refuses("bandit m=0", "'0' in column 1");
    refuses("bandit m=best,2001", "'2001' in column 6");
    refuses("bandit m=1,2,3,4,5", "'5' in column 9");
    refuses("bandit horizon=1000000 runs=1000", "200000000 at most");
    refuses("bandit arms=64 horizon=50", "too near");
    refuses("bandit runs=1", "from 2 to 100000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_means_and_bounds_are_the_librarys),
        cmocka_unit_test(the_interval_covers_the_mean),
        cmocka_unit_test(random_arms_come_from_the_seed),
        cmocka_unit_test(mistakes_are_refused),
    };
    return cmocka_run_group_tests_name("lesson bandit", tests, NULL, NULL);
}
