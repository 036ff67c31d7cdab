/* bradley_terry_test.c: strengths from competitions with known answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "learn/bradley_terry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- strengths ------------------------------------------------------------------------------- */

static void bout(struct by_bt *bt, uint16_t winner, uint16_t loser, int times)
{
    for (int i = 0; i < times; i++) {
        assert_int_equal(by_bt_begin(bt, false, NULL), BY_OK);
        assert_int_equal(by_bt_add(bt, &winner, NULL), BY_OK);
        assert_int_equal(by_bt_add(bt, &loser, NULL), BY_OK);
    }
}

/* Two players: the odds are the wins. */
static void three_wins_of_four_are_odds_of_three(void **state)
{
    (void)state;
    struct by_bt bt;
    const int values[1] = {2};
    assert_int_equal(by_bt_open(&bt, 1, values, 1000, NULL), BY_OK);
    bout(&bt, 1, 0, 30);
    bout(&bt, 0, 1, 10);
    assert_int_equal(by_bt_fit(&bt, 500, 0, NULL, NULL, NULL, NULL), BY_OK);
    assert_true(bt.strength[0][0] == 1);
    assert_true(fabs(bt.strength[0][1] - 3) < 1e-4);
    by_bt_close(&bt);
}

/* Teams of two groups whose winners are drawn with strengths that are known. */
static void strengths_of_teams_are_found_again(void **state)
{
    (void)state;
    static const double truth[2][3] = {{1, 3, 0.5}, {1, 0.2, 2}};
    struct by_bt bt;
    struct by_rng rng;
    const int values[2] = {3, 3};
    by_rng_init(&rng, 3, 0);
    assert_int_equal(by_bt_open(&bt, 2, values, 1000000, NULL), BY_OK);
    for (int i = 0; i < 30000; i++) {
        uint16_t team[4][2];
        double worth[4], all = 0;
        for (int t = 0; t < 4; t++) {
            for (int g = 0; g < 2; g++)
                team[t][g] = (uint16_t)by_rng_below(&rng, 3);
            all += worth[t] = truth[0][team[t][0]] * truth[1][team[t][1]];
        }
        double draw = by_rng_unit(&rng) * all;
        int winner = 0;
        while (winner < 3 && (draw -= worth[winner]) >= 0)
            winner++;
        assert_int_equal(by_bt_begin(&bt, i % 10 == 0, NULL), BY_OK);
        assert_int_equal(by_bt_add(&bt, team[winner], NULL), BY_OK);
        for (int t = 0; t < 4; t++)
            if (t != winner)
                assert_int_equal(by_bt_add(&bt, team[t], NULL), BY_OK);
    }
    assert_int_equal(by_bt_fit(&bt, 60, 0, NULL, NULL, NULL, NULL), BY_OK);
    for (int g = 0; g < 2; g++)
        for (int i = 0; i < 3; i++)
            assert_true(fabs(bt.strength[g][i] / truth[g][i] - 1) < 0.08);
    by_bt_close(&bt);
}

static void more_teams_than_allowed_are_refused(void **state)
{
    (void)state;
    struct by_bt bt;
    struct by_error err = {.status = BY_OK};
    const int values[1] = {2};
    uint16_t feature = 0;
    assert_int_equal(by_bt_open(&bt, 1, values, 1, NULL), BY_OK);
    assert_int_equal(by_bt_begin(&bt, false, NULL), BY_OK);
    assert_int_equal(by_bt_add(&bt, &feature, NULL), BY_OK);
    assert_int_equal(by_bt_add(&bt, &feature, &err), BY_NO_MEMORY);
    assert_non_null(strstr(err.text, "--every"));
    by_bt_close(&bt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_wins_of_four_are_odds_of_three),
        cmocka_unit_test(strengths_of_teams_are_found_again),
        cmocka_unit_test(more_teams_than_allowed_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
