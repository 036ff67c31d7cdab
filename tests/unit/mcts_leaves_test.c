/* mcts_leaves_test.c: several playouts from one leaf: on no more threads than there are processors, each as
 * its own stream has it, whoever plays it. */
#include "search/mcts/core.h"
#include "search_help.h"

#define SEATS 16
#define SEED  7

/* The playout of a seat, alone: the `turn`th of its stream. */
static int32_t result_alone(const struct by_rules *rules, const struct by_policy *policy,
                            uint64_t stream, int turn)
{
    struct by_rng rng;
    struct by_playout out = {.thinker = 1,
                             .scratch = calloc((size_t)rules->max_moves, sizeof *out.scratch)};
    void *position = aligned_alloc(16, rules->position_size);
    assert_non_null(position);
    by_rng_init(&rng, SEED, stream);
    for (int i = 0; i <= turn; i++) {
        memcpy(position, rules->start, rules->position_size);
        policy->run(rules, position, &rng, &out);
    }
    free(position);
    free(out.scratch);
    return out.result;
}

static void each_seat_plays_its_own_stream(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", "");
    const struct by_policy *policy = by_policy_find(rules, "uniform");
    struct by_leaves *leaves = by_leaves_open(rules, policy, SEATS, true);
    assert_non_null(leaves);
    assert_true(by_leaves_threads(leaves) <= by_thread_processors());
    by_leaves_reset(leaves, SEED, 100);
    for (int turn = 0; turn < 20; turn++) {
        const struct by_playout *playouts;
        struct by_outcome outcome = by_leaves_play(leaves, SEATS, rules->start, 0, &playouts);
        int won[2] = {0, 0};
        for (int i = 0; i < SEATS; i++) {
            assert_int_equal(playouts[i].result,
                             result_alone(rules, policy, 100 + (uint64_t)i, turn));
            won[0] += playouts[i].result > 0;
            won[1] += playouts[i].result < 0;
        }
        assert_memory_equal(outcome.won, won, sizeof won);
        assert_int_equal(outcome.drawn, SEATS - won[0] - won[1]);
    }
    by_leaves_close(leaves);
    by_rules_close(rules);
}

/* Also by the batch, which takes no threads. */
static void fewer_can_be_played(void **state)
{
    (void)state;
    static const char *const games[] = {"connect4", "othello"};
    for (int i = 0; i < 2; i++) {
        struct by_rules *rules = open_rules(games[i], "");
        const struct by_policy *policy = by_policy_find(rules, "uniform");
        struct by_leaves *leaves = by_leaves_open(rules, policy, SEATS, false);
        assert_non_null(leaves);
        assert_true(policy->batch == 0 || by_leaves_threads(leaves) == 1);
        by_leaves_reset(leaves, SEED, 0);
        for (int count = 1; count <= SEATS; count++) {
            const struct by_playout *playouts;
            struct by_outcome outcome = by_leaves_play(leaves, count, rules->start, 0, &playouts);
            assert_int_equal(outcome.won[0] + outcome.won[1] + outcome.drawn, count);
        }
        by_leaves_close(leaves);
        by_rules_close(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_seat_plays_its_own_stream),
        cmocka_unit_test(fewer_can_be_played),
    };
    return cmocka_run_group_tests_name("mcts leaves", tests, NULL, NULL);
}
