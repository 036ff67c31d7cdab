/* mcts_decide_test.c: which of the root's moves is played when several have as many visits. */
#include "search/mcts/mcts.h"
#include "search_help.h"

#define MOVES 25

static struct by_decision play_once(const struct by_line *line, const char *tie, uint64_t seed)
{
    char spec[128];
    (void)snprintf(spec, sizeof spec, "mcts sims=%d proofs=off playout=cointoss tie=%s", MOVES,
                   tie);
    return think(line, spec, seed, NULL);
}

/* After one simulation of every move all are equal in visits; tosses of a coin make half of them
 * better than the others. */
static void equal_visits_are_told_apart_by_the_mean_or_by_chance(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("nogo", "size=5x5");
    struct by_line *line = open_line(rules);
    int chosen[MOVES] = {0}, lost = 0, turns = 4000;
    for (int i = 0; i < turns; i++) {
        struct by_decision any = play_once(line, "random", (uint64_t)i);
        struct by_decision best = play_once(line, "mean", (uint64_t)i);
        assert_int_equal(any.moves[MOVES - 1].visits, 1);
        assert_true(best.value == 1);
        chosen[any.move]++;
        lost += any.value == 0;
        by_decision_close(&any);
        by_decision_close(&best);
    }
    assert_even(chosen, MOVES);
    assert_true(abs(lost - turns / 2) < 5 * 32); /* deviation: sqrt(4000) / 2 */
    by_line_close(line);
    by_rules_close(rules);
}

/* More visits beat a better mean, and fewer never win. */
static void the_most_visited_is_played_however_ties_are_broken(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("nogo", "size=5x5");
    struct by_line *line = open_line(rules);
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct by_decision any = think(line, "mcts sims=400 tie=random proofs=off", seed, NULL);
        for (int i = 1; i < any.move_count; i++)
            assert_true(any.moves[0].visits >= any.moves[i].visits);
        by_decision_close(&any);
    }
    by_line_close(line);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_visits_are_told_apart_by_the_mean_or_by_chance),
        cmocka_unit_test(the_most_visited_is_played_however_ties_are_broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
