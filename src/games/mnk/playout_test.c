/* Tests of the m,n,k game's fast playouts: the generic playout with the same draws, and the chances
 * of tic-tac-toe played at random. More on chances is in tests/unit/playouts_test.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <gsl/gsl_cdf.h>

#include "games/game_test.h"

#include <math.h>

#define CELLS_MAX 64

/* On boards of at most nine cells one draw decides the game: the number of the order in which the
 * empty cells are filled, its first digit the first choice. */
static void one_draw_playout(const struct by_rules *rules, void *position, struct by_rng *rng,
                             struct by_playout *out)
{
    by_move list[CELLS_MAX];
    uint32_t orders = 1, number = 0;
    for (out->length = 0; !rules->game->over(rules, position); out->length++) {
        int count = rules->game->moves(rules, position, list);
        if (out->length == 0) {
            for (int i = 2; i <= count; i++)
                orders *= (uint32_t)i;
            number = by_rng_below(rng, orders);
        }
        orders /= (uint32_t)count;
        struct by_ply ply = {list[number / orders], rules->game->side(rules, position)};
        number %= orders;
        out->plies[out->length] = ply;
        rules->game->play(rules, position, ply.action, NULL);
    }
    out->result = rules->game->result(rules, position);
}

static void assert_same_playout(const struct by_rules *rules, const void *start, struct by_rng *rng)
{
    struct by_ply slow_plies[CELLS_MAX], fast_plies[CELLS_MAX];
    by_move scratch[CELLS_MAX];
    struct by_playout slow = {.plies = slow_plies, .scratch = scratch};
    struct by_playout fast = {.plies = fast_plies};
    struct by_rng other = *rng;
    void *x = new_position(rules), *y = new_position(rules);
    memcpy(x, start, rules->position_size);
    memcpy(y, start, rules->position_size);
    if (rules->max_length <= 9)
        one_draw_playout(rules, x, rng, &slow);
    else
        by_playout_uniform(rules, x, rng, &slow);
    by_policy_find(rules, "uniform")->run(rules, y, &other, &fast);
    assert_int_equal(fast.length, slow.length);
    assert_int_equal(fast.result, slow.result);
    assert_memory_equal(fast_plies, slow_plies, (size_t)slow.length * sizeof *slow_plies);
    assert_memory_equal(x, y, rules->position_size);
    assert_memory_equal(rng, &other, sizeof other);
    free(x);
    free(y);
}

static const char *const sizes[] = {
    "",
    "m=3 n=2 k=2",
    "size=1 k=1",
    "m=8 n=1 k=3",
    "m=1 n=8 k=8",
    "m=5 n=2 k=4",
    "size=4",
    "size=4 k=4",
    "size=5 k=4",
    "m=7 n=6 k=4",
    "size=6 k=5",
    "size=8 k=5",
    "m=8 n=3 k=6",
    "size=8 k=7",
    "size=8 k=8",
};

/* From every position of random games. */
static void fast_playouts_are_the_slow_ones(void **state)
{
    (void)state;
    long positions = long_tests() ? 70000 : 20000;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct by_rules *rules = open_rules("mnk", sizes[i]);
        void *position = new_position(rules);
        struct by_rng rng;
        by_rng_init(&rng, 5, i);
        for (long seen = 0; seen < positions;) {
            memcpy(position, rules->start, rules->position_size);
            for (;; seen++) {
                by_move list[CELLS_MAX];
                assert_same_playout(rules, position, &rng);
                if (rules->game->over(rules, position))
                    break;
                int count = rules->game->moves(rules, position, list);
                by_move move = list[by_rng_below(&rng, (uint32_t)count)];
                rules->game->play(rules, position, move, NULL);
            }
        }
        free(position);
        by_rules_close(rules);
    }
}

static void many_are_as_many_single_ones(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct by_rules *rules = open_rules("mnk", sizes[i]);
        const struct by_policy *policy = by_policy_find(rules, "uniform");
        struct by_policy single = {.run = policy->run};
        struct by_totals sums = {0}, expected = {.position = new_position(rules)};
        struct by_rng rng, other;
        by_rng_init(&rng, 6, i);
        other = rng;
        by_playouts(rules, policy, rules->start, 3000, &rng, &sums);
        by_playouts(rules, &single, rules->start, 3000, &other, &expected);
        assert_memory_equal(sums.wins, expected.wins, sizeof sums.wins);
        assert_int_equal(sums.draws, expected.draws);
        assert_int_equal(sums.results, expected.results);
        assert_int_equal(sums.plies, expected.plies);
        assert_memory_equal(&rng, &other, sizeof rng);
        free(expected.position);
        by_rules_close(rules);
    }
}

/* The chances of tic-tac-toe at random, by enumeration of all 255168 games (they are known:
 * 737/1260, 121/420 and 8/63), and those of its lengths, hit by playouts. */
static void enumerate(const struct by_rules *rules, void *position, int length, double chance,
                      double *results, double *plies)
{
    by_move list[CELLS_MAX];
    if (rules->game->over(rules, position)) {
        results[1 - rules->game->result(rules, position)] += chance;
        *plies += chance * length;
        return;
    }
    int count = rules->game->moves(rules, position, list);
    for (int i = 0; i < count; i++) {
        rules->game->play(rules, position, list[i], NULL);
        enumerate(rules, position, length + 1, chance / count, results, plies);
        rules->game->undo(rules, position, list[i], NULL);
    }
}

static void tictactoe_ends_as_enumerated(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", "");
    struct by_totals sums = {0};
    double chance[3] = {0}, plies = 0, sum = 0, n = long_tests() ? 1e8 : 1e6;
    struct by_rng rng;
    void *start = read_text(rules, ".../.../... X");
    by_rng_init(&rng, 7, 0);
    enumerate(rules, start, 0, 1, chance, &plies);
    assert_true(fabs(chance[0] - 737 / 1260.0) < 1e-12);
    assert_true(fabs(chance[2] - 121 / 420.0) < 1e-12);
    assert_true(fabs(chance[1] - 8 / 63.0) < 1e-12);
    by_playouts(rules, by_policy_find(rules, "uniform"), rules->start, (int64_t)n, &rng, &sums);
    const int64_t got[3] = {sums.wins[0], sums.draws, sums.wins[1]};
    for (int i = 0; i < 3; i++)
        sum += ((double)got[i] - n * chance[i]) * ((double)got[i] - n * chance[i]) / n / chance[i];
    assert_true(gsl_cdf_chisq_Q(sum, 2) > 1e-6);
    /* a length lies between 5 and 9: its standard deviation is at most 2 */
    assert_true(fabs((double)sums.plies / n - plies) < 6 * 2 / 1e3);
    free(start);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_playouts_are_the_slow_ones),
        cmocka_unit_test(many_are_as_many_single_ones),
        cmocka_unit_test(tictactoe_ends_as_enumerated),
    };
    return cmocka_run_group_tests_name("mnk playouts", tests, NULL, NULL);
}
