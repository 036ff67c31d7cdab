/* HMCTS: the same number of games for every move, and the best mean. */
#include "search_help.h"

static struct by_line *line_after(const char *game, const char *settings, const char *moves,
                                  struct by_rules **rules)
{
    *rules = open_rules(game, settings);
    struct by_line *line = open_line(*rules);
    assert_int_equal(by_line_play_list(line, moves, NULL), BY_OK);
    return line;
}

static void close_all(struct by_line *line, struct by_rules *rules, struct by_decision *decision)
{
    by_decision_close(decision);
    by_line_close(line);
    by_rules_close(rules);
}

/* The total is exact; what does not divide goes to the first moves. */
static void simulations_are_split_evenly(void **state)
{
    (void)state;
    static const int totals[] = {1, 5, 6, 7, 20, 1000, 1003};
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++) {
        struct by_rules *rules;
        struct by_line *line = line_after("tictactoe", NULL, "b2 a1 c1", &rules);
        char spec[64];
        (void)snprintf(spec, sizeof spec, "hmcts sims=%d", totals[i]);
        struct by_decision decision = think(line, spec, 1, NULL);
        uint64_t least = (uint64_t)totals[i] / 6, sum = 0;
        assert_int_equal(decision.move_count, 6);
        for (int k = 0; k < 6; k++) {
            assert_in_range(decision.moves[k].visits, least, least + 1);
            sum += decision.moves[k].visits;
        }
        assert_int_equal(sum, totals[i]);
        assert_int_equal(decision.work.simulations, totals[i]);
        assert_true(decision.complete);
        close_all(line, rules, &decision);
    }
}

/* How often the mover wins at random after a move, by trying all ways to go on: each move equally
 * likely, a draw half a point. */
static double chance(const struct by_rules *rules, const void *position, int player)
{
    if (rules->game->over(rules, position)) {
        int32_t result = rules->game->result(rules, position);
        return result == 0 ? 0.5 : (result > 0) == (player == 0);
    }
    _Alignas(16) unsigned char next[HELP_POSITION_MAX];
    by_move moves[HELP_MOVES_MAX];
    int count = rules->game->moves(rules, position, moves);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        sum += chance(rules, next, player);
    }
    return sum / count;
}

static void means_are_the_chances_of_winning(void **state)
{
    (void)state;
    struct by_rules *rules;
    struct by_line *line = line_after("tictactoe", NULL, "a1 b2", &rules);
    int games = long_or(4000000, 400000);
    char spec[64];
    (void)snprintf(spec, sizeof spec, "hmcts sims=%d", games);
    struct by_decision decision = think(line, spec, 3, NULL);
    double best = 0;
    for (int i = 0; i < decision.move_count; i++) {
        _Alignas(16) unsigned char next[HELP_POSITION_MAX];
        memcpy(next, by_line_position(line), rules->position_size);
        rules->game->play(rules, next, decision.moves[i].move, NULL);
        double p = chance(rules, next, 0), n = (double)decision.moves[i].visits;
        assert_true(fabs(decision.moves[i].value - p) < 5 * sqrt(0.25 / n));
        best = decision.moves[i].value > best ? decision.moves[i].value : best;
    }
    assert_true(decision.value == best);
    close_all(line, rules, &decision);
}

static void a_win_at_once_is_played(void **state)
{
    (void)state;
    struct by_rules *rules;
    struct by_line *line = line_after("tictactoe", NULL, "a1 b2 a2 c3", &rules);
    struct by_decision decision = think(line, "hmcts sims=500", 1, NULL);
    char move[8];
    (void)by_line_move_text(line, decision.move, move, sizeof move);
    assert_string_equal(move, "a3");
    assert_true(decision.value >= 1);
    close_all(line, rules, &decision);
}

static void the_seed_decides(void **state)
{
    (void)state;
    struct by_rules *rules;
    struct by_line *line = line_after("connect4", NULL, "d", &rules);
    struct by_decision first = think(line, "hmcts sims=5000", 1, NULL);
    struct by_decision again = think(line, "hmcts sims=5000", 1, NULL);
    struct by_decision other = think(line, "hmcts sims=5000", 2, NULL);
    assert_same_decision(&first, &again);
    assert_true(first.value != other.value);
    by_decision_close(&again);
    by_decision_close(&other);
    close_all(line, rules, &first);
}

static void time_ends_it(void **state)
{
    (void)state;
    struct by_rules *rules;
    struct by_line *line = line_after("connect4", NULL, "", &rules);
    struct by_decision decision = think(line, "hmcts time=50ms", 1, NULL);
    assert_true(decision.work.seconds < 5 && decision.work.simulations > 0);
    assert_false(decision.complete);
    uint64_t most = 0, least = UINT64_MAX;
    for (int i = 0; i < decision.move_count; i++) {
        most = decision.moves[i].visits > most ? decision.moves[i].visits : most;
        least = decision.moves[i].visits < least ? decision.moves[i].visits : least;
    }
    assert_true(most - least <= 16);
    close_all(line, rules, &decision);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simulations_are_split_evenly),
        cmocka_unit_test(means_are_the_chances_of_winning),
        cmocka_unit_test(a_win_at_once_is_played),
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(time_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
