/* Tests of playouts by the batch: every form of the 8x8 board plays the same games, and they are as
 * likely as single ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/othello/othello.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#define POSITIONS 200
#define GAMES     4000

/* The forms that this machine can run. */
static int forms(const struct by_game *out[3])
{
    int count = 0;
    out[count++] = &by_game_othello;
#if BY_OTHELLO_HAS_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        out[count++] = &by_othello_8x8_avx2;
    if (by_othello_has_avx512())
        out[count++] = &by_othello_8x8_avx512;
#endif
    return count;
}

static const struct by_policy *uniform_of(const struct by_game *board)
{
    assert_string_equal(board->policies[0].name, "uniform");
    assert_non_null(board->policies[0].many);
    return &board->policies[0];
}

/* So many random plies from the start, or until the game is over. */
static void wander(const struct by_rules *rules, void *position, int plies, struct by_rng *rng)
{
    by_move moves[BY_OTHELLO_CELLS_MAX];
    rules->game->start(rules, position);
    for (int i = 0; i < plies && !rules->game->over(rules, position); i++) {
        int count = rules->game->moves(rules, position, moves);
        rules->game->play(rules, position, moves[by_rng_below(rng, (uint32_t)count)], NULL);
    }
}

static void every_form_plays_the_same_games(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", "");
    void *position = new_position(rules);
    const struct by_game *form[3];
    int count = forms(form);
    struct by_rng rng;
    by_rng_init(&rng, 11, 0);
    for (int i = 0; i < POSITIONS; i++) {
        wander(rules, position, i % 70, &rng);
        struct by_totals first = {0};
        struct by_rng left = {{0}};
        for (int k = 0; k < count; k++) {
            struct by_totals sums = {0};
            struct by_rng own = rng;
            uniform_of(form[k])->many(rules, position, 1 + i % 53, &own, &sums);
            assert_int_equal(sums.wins[0] + sums.wins[1] + sums.draws, 1 + i % 53);
            first = k == 0 ? sums : first;
            left = k == 0 ? own : left;
            assert_memory_equal(&sums, &first, sizeof sums);
            assert_memory_equal(&own, &left, sizeof own);
        }
        rng = left;
    }
    free(position);
    by_rules_close(rules);
}

struct moments {
    double win[3], margin, squares, plies, plies_squares;
};

static void play_single(const struct by_rules *rules, const void *start, void *position,
                        struct by_rng *rng, struct moments *out)
{
    struct by_playout one = {0};
    for (int i = 0; i < GAMES; i++) {
        memcpy(position, start, rules->position_size);
        uniform_of(rules->game)->run(rules, position, rng, &one);
        out->win[one.result > 0 ? 0 : one.result < 0 ? 1 : 2]++;
        out->margin += one.result / (double)GAMES;
        out->squares += (double)one.result * one.result / GAMES;
        out->plies += one.length / (double)GAMES;
        out->plies_squares += (double)one.length * one.length / GAMES;
    }
}

/* Two means of as many games each, whose spread is that of the single ones. */
static void expect_near(double sum, double mean, double squares)
{
    double spread = sqrt(2 * (squares - mean * mean) / GAMES);
    assert_true(fabs(sum / GAMES - mean) <= 5.5 * spread + 1e-9);
}

static void batches_are_as_likely_as_single_games(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", "");
    void *start = new_position(rules), *position = new_position(rules);
    struct by_rng rng;
    by_rng_init(&rng, 12, 0);
    for (int plies = 0; plies < 60; plies += 4) {
        wander(rules, start, plies, &rng);
        struct moments one = {0};
        struct by_totals many = {0};
        play_single(rules, start, position, &rng, &one);
        uniform_of(rules->game)->many(rules, start, GAMES, &rng, &many);
        double wins[3] = {(double)many.wins[0], (double)many.wins[1], (double)many.draws}, sum = 0;
        for (int i = 0; i < 3; i++)
            sum += (wins[i] - one.win[i]) * (wins[i] - one.win[i]) / fmax(1, wins[i] + one.win[i]);
        assert_true(gsl_cdf_chisq_Q(sum, 2) > 1e-7);
        expect_near((double)many.results, one.margin, one.squares);
        expect_near((double)many.plies, one.plies, one.plies_squares);
    }
    free(start);
    free(position);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_plays_the_same_games),
        cmocka_unit_test(batches_are_as_likely_as_single_games),
    };
    return cmocka_run_group_tests_name("othello batches", tests, NULL, NULL);
}
