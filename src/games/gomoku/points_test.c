/* points_test.c: what the evaluation `points` makes of an empty point. That the sums are kept stone by stone is
 * tested with all evaluations, against the plain board (naive_test.c) and against the terms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/gomoku/gomoku.h"

static int64_t worth[BY_GOMOKU_CODES];

static int64_t of(int a, int b, int c, int d)
{
    return worth[by_gomoku_code((const uint8_t[]){(uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)d})];
}

static void directions_are_equal(void **state)
{
    (void)state;
    int16_t classes[BY_GOMOKU_CODES];
    int64_t first[BY_GOMOKU_CLASSES] = {0};
    by_gomoku_fill_classes(classes);
    for (int code = BY_GOMOKU_CODES - 1; code >= 0; code--)
        first[classes[code]] = worth[code];
    for (int code = 0; code < BY_GOMOKU_CODES; code++) {
        assert_int_equal(worth[code], first[classes[code]]);
        if (by_gomoku_code_is_bare(code))
            assert_int_equal(worth[code], 0);
    }
}

/* Two threats with one stone are more than one and one, for both players, and better yet with the turn. */
static void two_threats_are_more_than_both(void **state)
{
    (void)state;
    for (int a = BY_GOMOKU_THREE; a <= BY_GOMOKU_BLOCKED_FOUR; a++) {
        for (int b = BY_GOMOKU_THREE; b <= a; b++) {
            int64_t one = of(a, 0, 0, 0), other = of(b, 0, 0, 0), both = of(a, b, 0, 0);
            int to_move = by_gomoku_to_move(one) + by_gomoku_to_move(other);
            int waiting = by_gomoku_waiting(one) + by_gomoku_waiting(other);
            assert_true(to_move > 0 && waiting < 0);
            assert_true(by_gomoku_to_move(both) > to_move + 300);
            assert_true(by_gomoku_waiting(both) < waiting - 100);
            assert_true(by_gomoku_to_move(both) > -by_gomoku_waiting(both));
        }
    }
}

/* A three is worth more than a two, a two more than a blocked one, whatever was fitted. */
static void better_patterns_are_worth_more(void **state)
{
    (void)state;
    for (int p = BY_GOMOKU_BLOCKED_TWO; p < BY_GOMOKU_THREE; p++) {
        assert_true(by_gomoku_to_move(of(p, 0, 0, 0)) < by_gomoku_to_move(of(p + 1, 0, 0, 0)));
        assert_true(by_gomoku_waiting(of(p, 0, 0, 0)) > by_gomoku_waiting(of(p + 1, 0, 0, 0)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directions_are_equal),
        cmocka_unit_test(two_threats_are_more_than_both),
        cmocka_unit_test(better_patterns_are_worth_more),
    };
    by_gomoku_fill_worth(worth);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
