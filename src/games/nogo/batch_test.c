/* Tests of playouts by the batch: in plain words and in lanes the same games, as likely as single ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_cdf.h>

#include "games/batch_test.h"
#include "games/lanes.h"
#include "games/nogo/nogo.h"

#define POSITIONS 400

static void both_forms(const struct by_nogo_words *start, int64_t count, struct by_rng *rng)
{
    struct by_totals plain = {0}, lanes = {0};
    struct by_rng first = *rng;
    by_nogo_batch_plain(start, count, rng, &plain);
    assert_int_equal(plain.wins[0] + plain.wins[1], count);
    assert_int_equal(plain.results, plain.wins[0] - plain.wins[1]);
#if BY_LANES_AVX2
    if (!by_has_avx2())
        return;
    by_nogo_batch_avx2(start, count, &first, &lanes);
    assert_memory_equal(&lanes, &plain, sizeof lanes);
    assert_memory_equal(&first, rng, sizeof first);
#else
    (void)lanes, (void)first;
#endif
}

static void every_form_plays_the_same_games(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("nogo", "size=7x7");
    void *position = new_position(rules);
    struct by_nogo_words start;
    struct by_rng rng;
    by_rng_init(&rng, 11, 0);
    for (int i = 0; i < POSITIONS; i++) {
        wander(rules, position, i % 49, &rng);
        by_nogo_words_of(position, &start);
        assert_int_equal(start.side, rules->game->side(rules, position));
        both_forms(&start, i % 53, &rng);
    }
    free(position);
    by_rules_close(rules);
}

/* Few games and many; where a game is over, who is to move has lost. */
static void every_count_is_met(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("nogo", "size=7x7");
    void *position = new_position(rules);
    struct by_rng rng;
    by_rng_init(&rng, 13, 0);
    for (int i = 0; i < 80; i++) {
        struct by_totals totals = {0};
        wander(rules, position, i % 8 < 4 ? 49 : i / 2, &rng);
        bool over = rules->game->over(rules, position);
        by_policy_find(rules, "antidecisive")->many(rules, position, i, &rng, &totals);
        assert_int_equal(totals.wins[0] + totals.wins[1], i);
        assert_true(over ? totals.plies == 0 : totals.plies >= i);
        assert_true(!over || totals.results == i * rules->game->result(rules, position));
    }
    free(position);
    by_rules_close(rules);
}

static void batches_are_as_likely_as_single_games(void **state)
{
    (void)state;
    assert_as_likely("nogo", "size=7x7", 44);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_plays_the_same_games),
        cmocka_unit_test(every_count_is_met),
        cmocka_unit_test(batches_are_as_likely_as_single_games),
    };
    return cmocka_run_group_tests_name("nogo batches", tests, NULL, NULL);
}
