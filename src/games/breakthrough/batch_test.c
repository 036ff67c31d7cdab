/* Tests of playouts by the batch: in plain words and in lanes the same games, as likely as single ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_cdf.h>

#include "games/batch_test.h"
#include "games/breakthrough/breakthrough.h"
#include "games/lanes.h"

#define POSITIONS 400

/* The position as a batch begins it; the board is turned for O. */
static void both_forms(const struct breakthrough *bt, int64_t count, struct by_rng *rng)
{
    struct by_totals plain = {0}, lanes = {0};
    struct by_rng first = *rng;
    uint64_t start[2] = {bt->pawns[bt->side], bt->pawns[!bt->side]};
    for (int i = 0; i < 2 && bt->side == 1; i++)
        start[i] = __builtin_bswap64(start[i]);
    by_breakthrough_batch_plain(start, bt->side, count, rng, &plain);
    assert_int_equal(plain.wins[0] + plain.wins[1], count);
    assert_int_equal(plain.results, plain.wins[0] - plain.wins[1]);
#if BY_LANES_AVX2
    if (!by_has_avx2())
        return;
    by_breakthrough_batch_avx2(start, bt->side, count, &first, &lanes);
    assert_memory_equal(&lanes, &plain, sizeof lanes);
    assert_memory_equal(&first, rng, sizeof first);
#else
    (void)lanes, (void)first;
#endif
}

static void every_form_plays_the_same_games(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "");
    struct breakthrough *bt = new_position(rules);
    struct by_rng rng;
    by_rng_init(&rng, 11, 0);
    for (int i = 0; i < POSITIONS; i++) {
        wander(rules, bt, i % 60, &rng);
        if (bt->winner < 0)
            both_forms(bt, i % 53, &rng);
    }
    free(bt);
    by_rules_close(rules);
}

/* Few games and many, games that are over, and boards that have no batch. */
static void every_count_is_met(void **state)
{
    (void)state;
    static const char *const sizes[] = {"", "size=6x6"};
    struct by_rng rng;
    by_rng_init(&rng, 13, 0);
    for (int i = 0; i < 80; i++) {
        struct by_rules *rules = open_rules("breakthrough", sizes[i % 2]);
        void *position = new_position(rules);
        struct by_totals totals = {0};
        wander(rules, position, i % 8 < 4 ? 177 : i, &rng);
        bool over = rules->game->over(rules, position);
        by_policy_find(rules, "uniform")->many(rules, position, i, &rng, &totals);
        assert_int_equal(totals.wins[0] + totals.wins[1], i);
        assert_true(over ? totals.plies == 0 : totals.plies >= i);
        assert_true(!over || totals.results == i * rules->game->result(rules, position));
        free(position);
        by_rules_close(rules);
    }
}

static void batches_are_as_likely_as_single_games(void **state)
{
    (void)state;
    assert_as_likely("breakthrough", "", 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_plays_the_same_games),
        cmocka_unit_test(every_count_is_met),
        cmocka_unit_test(batches_are_as_likely_as_single_games),
    };
    return cmocka_run_group_tests_name("breakthrough batches", tests, NULL, NULL);
}
