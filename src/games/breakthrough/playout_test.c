/* Tests of breakthrough's fast playouts: played again with lists of moves, draw by draw. That
 * every move is equally likely, on every board, is in tests/unit/playouts_test.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"

#define PLIES_MAX 177
#define MOVES_MAX 48

/* The legal moves, those to the left first, then straight, then to the right. */
static int sorted_moves(const struct by_rules *rules, const void *position, by_move *out)
{
    by_move list[MOVES_MAX];
    int count = rules->game->moves(rules, position, list), sorted = 0;
    for (int direction = 0; direction < 3; direction++) {
        for (int i = 0; i < count; i++) {
            if (list[i] % 3 == direction)
                out[sorted++] = list[i];
        }
    }
    assert_int_equal(sorted, count);
    return count;
}

/* One draw for a move of X (its upper half) and the next of O (its lower half). */
static int slow_playout(const struct by_rules *rules, void *position, struct by_rng *rng,
                        struct by_ply *plies)
{
    by_move list[MOVES_MAX];
    uint64_t bits = 0;
    int length = 0;
    for (; !rules->game->over(rules, position); length++) {
        int side = rules->game->side(rules, position);
        int count = sorted_moves(rules, position, list);
        if (length == 0 || side == 0)
            bits = by_rng_next(rng);
        uint32_t half = (uint32_t)(side == 0 ? bits >> 32 : bits);
        plies[length] = (struct by_ply){list[by_rng_below_from(rng, half, (uint32_t)count)], side};
        rules->game->play(rules, position, plies[length].action, NULL);
    }
    return length;
}

static void assert_same_playout(const struct by_rules *rules, const void *start, struct by_rng *rng)
{
    const struct by_policy *policy = by_policy_find(rules, "uniform");
    struct by_ply slow[PLIES_MAX], fast[PLIES_MAX];
    struct by_playout out = {.plies = fast};
    struct by_rng other = *rng;
    void *x = new_position(rules), *y = new_position(rules);
    memcpy(x, start, rules->position_size);
    memcpy(y, start, rules->position_size);
    int length = slow_playout(rules, x, rng, slow);
    policy->run(rules, y, &other, &out);
    assert_int_equal(out.length, length);
    assert_memory_equal(fast, slow, (size_t)length * sizeof *fast);
    assert_memory_equal(x, y, rules->position_size);
    assert_int_equal(out.result, rules->game->result(rules, x));
    assert_memory_equal(rng, &other, sizeof other);
    free(x);
    free(y);
}

/* From every position of a slow playout, with either side to move. */
static void fast_playouts_are_the_slow_ones(void **state)
{
    (void)state;
    static const char *const settings[] = {"",         "size=6x6", "size=5x5",
                                           "size=3x3", "size=8x3", "size=7x4",
                                           "size=3x8", "size=8x7", "size=7x8"};
    long positions = long_tests() ? 120000 : 12000;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct by_rules *rules = open_rules("breakthrough", settings[i]);
        struct by_rng rng;
        struct by_ply plies[PLIES_MAX];
        void *position = new_position(rules);
        by_rng_init(&rng, 5, i);
        for (long seen = 0; seen < positions;) {
            memcpy(position, rules->start, rules->position_size);
            int length = slow_playout(rules, position, &rng, plies);
            memcpy(position, rules->start, rules->position_size);
            for (int ply = 0; ply <= length; ply++, seen++) {
                assert_same_playout(rules, position, &rng);
                if (ply < length)
                    rules->game->play(rules, position, plies[ply].action, NULL);
            }
        }
        free(position);
        by_rules_close(rules);
    }
}

/* Nothing that somebody would look at is left out when nobody records the plies. On 8x8 they are other
 * games (batch_test.c). */
static void many_are_as_many_single_ones(void **state)
{
    (void)state;
    static const char *const settings[] = {"size=8x7", "size=6x6", "size=3x4"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct by_rules *rules = open_rules("breakthrough", settings[i]);
        const struct by_policy *policy = by_policy_find(rules, "uniform");
        struct by_policy single = {.run = policy->run};
        struct by_totals sums = {0}, expected = {.position = new_position(rules)};
        struct by_rng rng, other;
        by_rng_init(&rng, 6, i);
        other = rng;
        by_playouts(rules, policy, rules->start, 1000, &rng, &sums);
        by_playouts(rules, &single, rules->start, 1000, &other, &expected);
        assert_memory_equal(sums.wins, expected.wins, sizeof sums.wins);
        assert_int_equal(sums.plies, expected.plies);
        assert_memory_equal(&rng, &other, sizeof rng);
        free(expected.position);
        by_rules_close(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_playouts_are_the_slow_ones),
        cmocka_unit_test(many_are_as_many_single_ones),
    };
    return cmocka_run_group_tests_name("breakthrough playouts", tests, NULL, NULL);
}
