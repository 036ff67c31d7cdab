/* Tests of playouts by the batch: every form of the 8x8 board plays the same games, and they are as
 * likely as single ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_cdf.h>

#include "games/batch_test.h"
#include "games/othello/othello.h"

#define POSITIONS 200

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

static void batches_are_as_likely_as_single_games(void **state)
{
    (void)state;
    assert_as_likely("othello", "", 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_plays_the_same_games),
        cmocka_unit_test(batches_are_as_likely_as_single_games),
    };
    return cmocka_run_group_tests_name("othello batches", tests, NULL, NULL);
}
