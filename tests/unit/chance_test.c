/* chance_test.c: nature's moves, and the searches that understand them. The truth of a tree is
 * computed here, beside the text that spells it. */
#include "base/thread.h"
#include "games/chance.h"
#include "search/solve/solve.h"
#include "search_help.h"

#include <gsl/gsl_cdf.h>

#define TEXT_MAX 4096
#define RARE     1e-6

/* --- random trees with their values -------------------------------------------------- */

struct maker {
    struct by_rng rng;
    int most; /* leaves are from -most to most */
    char buffer[TEXT_MAX];
    struct by_text text;
};

/* Writes a tree and returns its value for X. */
static double make_tree(struct maker *m, int depth, int side);

static double make_chance(struct maker *m, int depth, int side)
{
    int count = 1 + (int)by_rng_below(&m->rng, 4);
    double sum = 0, total = 0;
    by_text_char(&m->text, '[');
    for (int i = 0; i < count; i++) {
        int weight = by_rng_below(&m->rng, 2) ? 1 + (int)by_rng_below(&m->rng, 9) : 1;
        by_text_format(&m->text, " %d:", weight);
        sum += weight * make_tree(m, depth - 1, side);
        total += weight;
    }
    by_text_char(&m->text, ']');
    return sum / total;
}

static double make_choice(struct maker *m, int depth, int side)
{
    int count = 1 + (int)by_rng_below(&m->rng, 3);
    double best = 0;
    by_text_char(&m->text, '(');
    for (int i = 0; i < count; i++) {
        by_text_char(&m->text, ' ');
        double value = make_tree(m, depth - 1, 1 - side);
        if (i == 0 || (side == 0 ? value > best : value < best))
            best = value;
    }
    by_text_char(&m->text, ')');
    return best;
}

static double make_tree(struct maker *m, int depth, int side)
{
    uint32_t kind = by_rng_below(&m->rng, 5);
    if (depth == 0 || kind == 0) {
        int leaf = (int)by_rng_below(&m->rng, (uint32_t)(2 * m->most + 1)) - m->most;
        by_text_format(&m->text, "%d", leaf);
        return leaf;
    }
    return kind < 3 ? make_chance(m, depth, side) : make_choice(m, depth, side);
}

/* A tree that is no leaf, and begins with a player's choice when `choice`. */
static double new_tree(struct maker *m, int depth, bool choice)
{
    do {
        m->text = by_text_over(m->buffer, sizeof m->buffer);
        double value = choice || by_rng_below(&m->rng, 2) ? make_choice(m, depth, 0)
                                                          : make_chance(m, depth, 0);
        if (m->text.length < TEXT_MAX)
            return value;
    } while (true);
}

static double value_by(const char *spec, const char *tree, const char *side)
{
    char text[TEXT_MAX + 8];
    (void)snprintf(text, sizeof text, "%s %s", tree, side);
    struct by_rules *rules = open_rules_at("tree", NULL, text);
    struct by_line *line = open_line(rules);
    struct by_decision d = think(line, spec, 1, NULL);
    double value = d.value;
    assert_true(d.complete);
    assert_int_equal(d.move == BY_NO_MOVE, by_line_nature(line));
    by_decision_close(&d);
    by_line_close(line);
    by_rules_close(rules);
    return value;
}

static void expectimax_is_the_mean_of_what_may_come(void **state)
{
    (void)state;
    struct maker m = {.most = 50};
    by_rng_init(&m.rng, 3, 0);
    for (int i = 0; i < long_or(20000, 3000); i++) {
        double value = new_tree(&m, 1 + (int)by_rng_below(&m.rng, 5), false);
        double found = value_by("minimax", m.buffer, "X");
        if (fabs(found - value) > 1e-8)
            fail_msg("%s: %.12f, not %.12f", m.buffer, found, value);
        assert_true(fabs(value_by("negamax", m.buffer, "X") - value) <= 1e-8);
    }
}

/* Seen by O: the leaves turned and the tree begun by O is worth the same to him. */
static void it_is_the_same_for_either_player(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules_at("tree", NULL, "([2:3 (4 6)][5 [1 2]]) O");
    struct by_line *line = open_line(rules);
    for (int i = 0; i < 2; i++) {
        struct by_decision d = think(line, i ? "negamax" : "minimax", 1, NULL);
        assert_true(fabs(d.value + 3.25) < 1e-12); /* MIN takes 3.25, not (2*3 + 6)/3 = 4 */
        assert_int_equal(d.move, 1);
        assert_int_equal(d.pv_count, 1);
        by_decision_close(&d);
    }
    by_line_close(line);
    by_rules_close(rules);
}

/* By hand, for the side to move. One coin each: X wins in 1/4, O in 1/4, else it is even. Then O, last
 * to throw, one head behind: one coin draws in 1/2, two win in 1/4: -1/2 either way; three: -3/4. */
static void coins_have_the_values_computed_by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *position;
        double value;
    } cases[] = {
        {"coins=1 turns=1", NULL, 0},
        {"coins=1 turns=1", "0:0 0 1", 0},
        {"coins=1 turns=1", "1:0 1", -0.5},
        {"coins=1 turns=1", "0:0 1", 0.5},
        {"coins=3 turns=1", "1:0 1", -0.5},
        {"coins=3 turns=1", "2:0 1", -0.75},  /* three: won in 1/8; two: drawn in 1/4 */
        {"coins=3 turns=1", "3:0 1", -0.875}, /* three draw in 1/8 */
        {"coins=3 turns=1", "0:0 1", 0.5},
        {"coins=2 turns=1", NULL, 0}, /* one: (0.5 - 0.5)/2; two: 0.75/4 - 3 * 0.5/4 < 0 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct by_rules *rules = open_rules_at("coins", cases[i].settings, cases[i].position);
        struct by_line *line = open_line(rules);
        struct by_decision d = think(line, "minimax", 1, NULL);
        if (fabs(d.value - cases[i].value) > 1e-12)
            fail_msg("%s, %s: %g, not %g", cases[i].settings, cases[i].position, d.value,
                     cases[i].value);
        by_decision_close(&d);
        by_line_close(line);
        by_rules_close(rules);
    }
}

/* --- simulations ------------------------------------------------------------------------ */

/* Leaves of -1, 0 and 1: a share of points is (1 + value) / 2. */
static void mcts_comes_to_the_value_of_expectimax(void **state)
{
    (void)state;
    static const char *const specs[] = {"mcts sims=30000", "mcts sims=30000 dag=on reuse=on",
                                        "mcts sims=30000 selection=ucb1 c=1 rave=off z=0"};
    struct maker m = {.most = 1};
    by_rng_init(&m.rng, 8, 0);
    for (int i = 0; i < long_or(300, 30); i++) {
        double value = new_tree(&m, 4, false);
        double found = value_by(specs[i % 3], m.buffer, "X");
        if (fabs(found - (1 + value) / 2) > 0.03)
            fail_msg("%s: %f, not %f", m.buffer, found, (1 + value) / 2);
    }
}

/* Every simulation goes through the root, and nature sends it on as the weights say. */
static void simulations_spread_as_nature_does(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules_at("tree", NULL, "[1 2:(2 3) 3:-1 4:[0 5]]");
    struct by_line *line = open_line(rules);
    struct by_decision d = think(line, "mcts sims=20000", 5, NULL);
    double sum = 0, all = 0;
    for (int i = 0; i < d.move_count; i++) {
        double expected = 20000.0 * (1 + d.moves[i].move) / 10, off;
        off = (double)d.moves[i].visits - expected;
        sum += off * off / expected;
        all += (double)d.moves[i].visits;
    }
    assert_true(all == 20000);
    assert_true(gsl_cdf_chisq_Q(sum, 3) > RARE);
    by_decision_close(&d);
    by_line_close(line);
    by_rules_close(rules);
}

static void several_threads_find_it_too(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("coins", "turns=2");
    struct by_line *line = open_line(rules);
    struct by_decision exact = think(line, "minimax", 1, NULL);
    static const char *const specs[] = {"mcts sims=40000 threads=2", "mcts sims=40000 roots=2",
                                        "mcts sims=40000 leaves=2", "mcts sims=40000 rave=on"};
    for (size_t i = BY_THREADS ? 0 : 1; i < sizeof specs / sizeof *specs; i++) {
        struct by_decision d = think(line, specs[i], 2, NULL);
        assert_true(fabs(d.value - (1 + exact.value) / 2) < 0.02);
        assert_false(d.proven);
        by_decision_close(&d);
    }
    by_decision_close(&exact);
    by_line_close(line);
    by_rules_close(rules);
}

/* --- nature's moves ----------------------------------------------------------------------- */

static by_move drawn(const struct by_line *line, uint64_t seed)
{
    by_move move = BY_NO_MOVE;
    assert_int_equal(by_line_draw_nature(line, seed, &move, NULL), BY_OK);
    return move;
}

static void nature_keeps_to_its_weights(void **state)
{
    (void)state;
    enum { DRAWS = 100000 };
    struct by_rules *rules = open_rules_at("tree", NULL, "[1 2:2 3:3 4:4]");
    struct by_line *line = open_line(rules);
    double times[4] = {0}, played[4] = {0}, sums[2] = {0, 0};
    struct by_rng rng;
    by_move scratch[4];
    by_rng_init(&rng, 4, 0);
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        struct by_playout out = {.scratch = scratch};
        unsigned char position[64];
        times[drawn(line, seed)]++;
        memcpy(position, rules->start, rules->position_size);
        by_playout_uniform(rules, position, &rng, &out);
        played[out.result - 1]++;
    }
    for (int i = 0; i < 4; i++) {
        double expected = DRAWS * (i + 1) / 10.0;
        sums[0] += (times[i] - expected) * (times[i] - expected) / expected;
        sums[1] += (played[i] - expected) * (played[i] - expected) / expected;
    }
    assert_true(gsl_cdf_chisq_Q(sums[0], 3) > RARE);
    assert_true(gsl_cdf_chisq_Q(sums[1], 3) > RARE);
    by_line_close(line);
    by_rules_close(rules);
}

/* Along one game the draws are independent: pairs of neighbours fall four ways equally often. */
static void coins_do_not_remember(void **state)
{
    (void)state;
    double pairs[4] = {0}, sum = 0, all = 0;
    struct by_rules *rules = open_rules("coins", "coins=1 turns=50");
    struct by_line *line = open_line(rules);
    for (uint64_t seed = 0; seed < 200; seed++) {
        int last = -1;
        rewind_line(line);
        while (!by_line_over(line)) {
            by_move move = by_line_nature(line) ? drawn(line, seed) : 0;
            if (by_line_nature(line)) {
                if (last >= 0)
                    pairs[2 * last + (move == 1)]++;
                last = move == 1;
            }
            assert_int_equal(by_line_play(line, move, NULL), BY_OK);
        }
    }
    for (int i = 0; i < 4; i++)
        all += pairs[i];
    for (int i = 0; i < 4; i++)
        sum += (pairs[i] - all / 4) * (pairs[i] - all / 4) / (all / 4);
    assert_true(gsl_cdf_chisq_Q(sum, 3) > RARE);
    by_line_close(line);
    by_rules_close(rules);
}

static void the_seed_decides_and_taking_back_changes_nothing(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("coins", NULL);
    struct by_line *line = open_line(rules);
    int different = 0;
    assert_int_equal(drawn(line, 1), BY_NO_MOVE);
    for (uint64_t seed = 0; seed < 64; seed++) {
        rewind_line(line);
        assert_int_equal(by_line_play_text(line, "1", NULL), BY_OK);
        by_move first = drawn(line, seed);
        assert_int_equal(by_line_play(line, first, NULL), BY_OK);
        by_line_undo(line);
        assert_int_equal(drawn(line, seed), first);
        different += first != drawn(line, seed + 1);
    }
    assert_in_range(different, 10, 54);
    by_line_close(line);
    by_rules_close(rules);
}

/* --- means ---------------------------------------------------------------------------------- */

static void a_mean_is_rounded_once_and_alike_on_both_sides(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 6, 0);
    for (int i = 0; i < 100000; i++) {
        struct by_mean up = {0}, down = {0};
        int32_t weight[5];
        int64_t value[5];
        long double sum = 0;
        int count = 1 + (int)by_rng_below(&rng, 5);
        for (int k = 0; k < count; k++) {
            weight[k] = 1 + (int32_t)by_rng_below(&rng, BY_CHANCE_MAX / 5);
            value[k] = (int64_t)(by_rng_next(&rng) >> (4 + by_rng_below(&rng, 60)));
            value[k] = by_rng_below(&rng, 2) ? value[k] : -value[k];
            up.total += weight[k];
        }
        down.total = up.total;
        for (int k = 0; k < count; k++) {
            by_mean_add(&up, weight[k], value[k]);
            by_mean_add(&down, weight[k], -value[k]);
            sum += (long double)weight[k] * (long double)value[k];
        }
        assert_true(by_mean_value(&up) == -by_mean_value(&down));
        long double mean = sum / (long double)up.total,
                    off = (long double)by_mean_value(&up) - mean;
        assert_true(off <= 0.51L + 0x1p-4L && off >= -0.51L - 0x1p-4L);
    }
}

/* --- refusals ---------------------------------------------------------------------------------- */

static void searches_without_chance_refuse_it_in_a_sentence(void **state)
{
    (void)state;
    static const char *const specs[] = {"alphabeta", "alphabeta plain=on", "pns", "hmcts",
                                        "minimax tie=fastest"};
    struct by_rules *rules = open_rules("coins", NULL);
    struct by_line *line = open_line(rules);
    struct by_solution solution;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct by_searcher *searcher = NULL;
        struct by_error err = {0};
        assert_int_equal(by_searcher_open(rules, specs[i], 1, &searcher, &err), BY_BAD_INPUT);
        assert_non_null(strstr(err.text, "chance"));
    }
    struct by_error err = {0};
    assert_int_equal(by_solve(line, NULL, NULL, NULL, NULL, &solution, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "chance"));
    by_solution_close(&solution);
    by_line_close(line);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expectimax_is_the_mean_of_what_may_come),
        cmocka_unit_test(it_is_the_same_for_either_player),
        cmocka_unit_test(coins_have_the_values_computed_by_hand),
        cmocka_unit_test(mcts_comes_to_the_value_of_expectimax),
        cmocka_unit_test(simulations_spread_as_nature_does),
        cmocka_unit_test(several_threads_find_it_too),
        cmocka_unit_test(nature_keeps_to_its_weights),
        cmocka_unit_test(coins_do_not_remember),
        cmocka_unit_test(the_seed_decides_and_taking_back_changes_nothing),
        cmocka_unit_test(a_mean_is_rounded_once_and_alike_on_both_sides),
        cmocka_unit_test(searches_without_chance_refuse_it_in_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
