/* points_test.c: what the evaluation `points` makes of an empty point. That the sums are kept stone by stone is
 * tested with all evaluations, against the plain board (naive_test.c) and against the terms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/gomoku/gomoku.h"
#include "games/linear.h"
#include "games/rules_test.h"
#include <stdlib.h>
#include <string.h>

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

/* --- the numbers as text ------------------------------------------------------------------- */

static void the_text_comes_back(void **state)
{
    (void)state;
    struct by_gomoku_points points, again;
    struct by_buffer text;
    by_gomoku_points_of_build(&points);
    by_buffer_open(&text, 65536);
    by_gomoku_points_write(&points, &text);
    assert_false(text.failed);
    const uint8_t *bytes = (const uint8_t *)by_buffer_text(&text);
    assert_true(by_gomoku_points_are(bytes, text.length));
    assert_int_equal(by_gomoku_points_read(bytes, text.length, "x", &again, NULL), BY_OK);
    assert_memory_equal(&again, &points, sizeof again);
    for (size_t i = 0; i < text.length;
         i += i < 400 ? 1 : 97) { /* cut short, at a point's end or within */
        struct by_error err = {.status = BY_OK};
        enum by_status status = by_gomoku_points_read(bytes, i, "x", &again, &err);
        assert_true(status == BY_OK || status == BY_BAD_INPUT);
        assert_true(status == BY_OK
                        ? bytes[i - 1] == ')' || bytes[i - 1] == ' ' || bytes[i - 1] == '\n'
                        : err.text[0] != '\0');
    }
    by_buffer_close(&text);
}

/* The trainer's sums are those that the player adds up. */
static void the_features_add_up_to_the_value(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("gomoku", "");
    const struct by_linear *linear = by_linear_named(rules->game->linear, "points");
    void *fit = linear->open(rules), *at = calloc(1, rules->position_size);
    int16_t *weights = calloc((size_t)linear->weights(fit), sizeof *weights);
    int32_t *number = calloc((size_t)linear->features, sizeof *number);
    struct by_gomoku_points points;
    struct by_rng rng;
    by_move moves[BY_GOMOKU_CELLS_MAX];
    int quiet = 0;
    by_gomoku_points_of_build(&points);
    memcpy(weights, &points, sizeof points); /* as unpack does */
    by_rng_init(&rng, 5, 0);
    assert_true(linear->features <= BY_LINEAR_FEATURES_MAX);
    for (int n = 0; n < 3000; n++) {
        if (n % 15 == 0) /* few stones are quiet */
            rules->game->start(rules, at);
        int count = rules->game->active(rules, at, moves);
        rules->game->play(rules, at, moves[by_rng_below(&rng, (uint32_t)count)], NULL);
        if (rules->game->over(rules, at) || !linear->quiet(rules, at))
            continue;
        int64_t sum = 0, sums[2];
        count = linear->look(fit, rules, at, number);
        for (int i = 0; i < count; i++)
            sum += weights[number[i]];
        int me = rules->game->side(rules, at);
        by_gomoku_points_look(rules, at, sums);
        assert_int_equal(sum, by_gomoku_points_sum(sums[me], sums[!me]));
        quiet++;
    }
    assert_true(quiet > 100);
    linear->close(fit);
    free(number);
    free(weights);
    free(at);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directions_are_equal),
        cmocka_unit_test(two_threats_are_more_than_both),
        cmocka_unit_test(better_patterns_are_worth_more),
        cmocka_unit_test(the_text_comes_back),
        cmocka_unit_test(the_features_add_up_to_the_value),
    };
    struct by_gomoku_points points;
    by_gomoku_points_of_build(&points);
    by_gomoku_fill_worth(&points, worth);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
