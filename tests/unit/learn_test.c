/* Tests of the room that learns: values are proven where they say so, the fit finds the weights that values
 * were made from, the same games give the same bits, and what is stopped keeps what it has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/rules_test.h"
#include "learn/fit.h"
#include "learn/selfplay.h"
#include "learn/td.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct by_samples random_games(const struct by_rules *rules, int games, uint64_t seed)
{
    struct by_samples samples;
    const struct by_selfplay plan = {.player = "random", .games = games, .random = 8, .seed = seed};
    struct by_error err = {.status = BY_OK};
    assert_int_equal(by_samples_open(&samples, rules, 64 << 20, &err), BY_OK);
    assert_int_equal(by_selfplay(&samples, &plan, NULL, NULL, &err), BY_OK);
    assert_int_equal(samples.games, games);
    return samples;
}

/* --- values ---------------------------------------------------------------------------- */

/* The value for the side to move, by looking at everything. */
static int32_t plain_value(const struct by_rules *rules, const void *position)
{
    _Alignas(16) char child[256];
    by_move moves[64];
    int32_t best = INT32_MIN;
    if (rules->game->over(rules, position)) {
        int32_t result = rules->game->result(rules, position);
        return rules->game->side(rules, position) == 0 ? result : -result;
    }
    int count = rules->game->moves(rules, position, moves);
    for (int i = 0; i < count; i++) {
        memcpy(child, position, rules->position_size);
        rules->game->play(rules, child, moves[i], NULL);
        int32_t value = -plain_value(rules, child);
        best = value > best ? value : best;
    }
    return best;
}

static const void *unpacked(const struct by_samples *s, size_t i, void *position)
{
    assert_int_equal(s->rules->game->unpack(s->rules, s->packs + i * s->rules->pack_size,
                                            s->rules->pack_size, position, NULL),
                     BY_OK);
    return position;
}

static enum by_status label(struct by_samples *samples, int phases, int threads)
{
    const struct by_labelling how = {.phases = phases, .every = 1, .threads = threads};
    return by_samples_label(samples, &how, NULL, NULL, NULL);
}

static void values_are_proven_where_they_say_so(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", NULL);
    struct by_samples s = random_games(rules, 20, 3);
    _Alignas(16) char position[256];
    assert_int_equal(label(&s, 5, 2), BY_OK);
    for (size_t game = 0; game < s.games; game++) {
        size_t end = s.first[game + 1], i = end;
        for (; i > s.first[game] && s.exact[i - 1]; i--)
            if (end - i < 6)
                assert_int_equal((int)s.value[i - 1],
                                 plain_value(rules, unpacked(&s, i - 1, position)));
        assert_true(i == s.first[game] || s.phase[i - 1] < 25);
        assert_true(i == end || s.phase[i] >= 25);
        for (; i > s.first[game]; i--) {
            assert_false(s.exact[i - 1]);
            assert_true(i == end || s.value[i - 1] == -s.value[i]);
        }
    }
    by_samples_close(&s);
    by_rules_close(rules);
}

/* Before what is proven every third position gets what a look says, and the others nothing, on any number
 * of threads. */
static void looks_do_not_depend_on_threads(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", NULL);
    struct by_samples one = random_games(rules, 12, 5), three = random_games(rules, 12, 5);
    struct by_labelling how = {.phases = 3, .look = 2, .every = 3, .threads = 1};
    assert_int_equal(by_samples_label(&one, &how, NULL, NULL, NULL), BY_OK);
    how.threads = 3;
    assert_int_equal(by_samples_label(&three, &how, NULL, NULL, NULL), BY_OK);
    assert_memory_equal(one.value, three.value, one.count * sizeof *one.value);
    int looked_at = 0;
    for (size_t i = 0; i < one.count; i++) {
        bool known = one.exact[i] || i % 3 == 0;
        assert_int_equal(!isnan(one.value[i]), known);
        assert_true(!known || fabs((double)one.value[i]) <= 64);
        looked_at += known && !one.exact[i];
    }
    assert_true(looked_at > 100);
    by_samples_close(&one);
    by_samples_close(&three);
    by_rules_close(rules);
}

static void values_are_the_result_without_a_search(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", NULL);
    struct by_samples s = random_games(rules, 5, 4), same = random_games(rules, 5, 4);
    assert_int_equal(label(&same, 0, 1), BY_OK);
    assert_int_equal(s.count, same.count);
    assert_memory_equal(s.value, same.value, s.count * sizeof *s.value);
    for (size_t i = 0; i + 1 < s.first[1]; i++)
        assert_true(s.value[i] == -s.value[i + 1]);
    by_samples_close(&same);
    by_samples_close(&s);
    by_rules_close(rules);
}

static void more_games_than_memory_are_refused(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", NULL);
    struct by_samples samples;
    const struct by_selfplay plan = {.player = "random", .games = 100, .seed = 1};
    struct by_error err = {.status = BY_OK};
    assert_int_equal(by_samples_open(&samples, rules, 20000, &err), BY_OK);
    assert_int_equal(by_selfplay(&samples, &plan, NULL, NULL, &err), BY_NO_MEMORY);
    assert_non_null(strstr(err.text, "memory"));
    assert_true(samples.games > 5 && samples.games < 20);
    by_samples_close(&samples);
    by_rules_close(rules);
}

static void games_of_another_board_are_left_out(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", NULL),
                    *small = open_rules("othello", "size=6x6");
    struct by_samples samples;
    struct by_line *line = NULL;
    assert_int_equal(by_samples_open(&samples, rules, 1 << 20, NULL), BY_OK);
    assert_int_equal(by_line_open(small, &line, NULL), BY_OK);
    assert_int_equal(by_samples_add(&samples, line, 0, NULL), BY_OK);
    assert_int_equal(samples.dropped, 1);
    assert_int_equal(samples.count, 0);
    by_line_close(line);
    by_samples_close(&samples);
    by_rules_close(small);
    by_rules_close(rules);
}

/* --- the fit, on an evaluation whose weights are known ------------------------------------ */

/* Two features, one of ten and one of seven kinds, in two phases. */
enum { LEFT = 10, RIGHT = 7, KINDS = LEFT + RIGHT };

static void *toy_open(const struct by_rules *rules)
{
    union {
        const struct by_rules *given;
        void *kept;
    } state = {rules};
    return state.kept;
}

static void toy_close(void *state)
{
    (void)state;
}

static int toy_weights(const void *state)
{
    (void)state;
    return KINDS;
}

static int toy_phase(const struct by_rules *rules, const void *position)
{
    return (int)(rules->game->key(rules, position) >> 40 & 1);
}

static int toy_look(const void *state, const struct by_rules *rules, const void *position,
                    int32_t *out)
{
    (void)state;
    uint64_t key = rules->game->key(rules, position);
    out[0] = (int32_t)(key % LEFT);
    out[1] = (int32_t)(LEFT + (key >> 20) % RIGHT);
    return 2;
}

static const struct by_linear toy = {.eval = "toy",
                                     .phases = 2,
                                     .features = 2,
                                     .unit = 1000,
                                     .open = toy_open,
                                     .close = toy_close,
                                     .weights = toy_weights,
                                     .phase = toy_phase,
                                     .look = toy_look};

/* Rules like others, but for the evaluation. */
struct toy_rules {
    struct by_rules rules;
    struct by_game game;
};

static struct toy_rules with_toy(const struct by_rules *rules)
{
    struct toy_rules t = {*rules, *rules->game};
    t.game.linear = &toy;
    return t;
}

static double known_weight(int phase, int kind)
{
    return (phase ? 1.5 : -1) * (kind % 5 - 2.0) + 0.25 * kind;
}

static void give_known_values(struct by_samples *s)
{
    _Alignas(16) char position[256];
    int32_t number[2];
    for (size_t i = 0; i < s->count; i++) {
        toy_look(NULL, s->rules, unpacked(s, i, position), number);
        s->value[i] =
            (float)(known_weight(s->phase[i], number[0]) + known_weight(s->phase[i], number[1]));
    }
}

/* A constant may go from one feature to the other: what counts are differences. */
static void the_fit_finds_the_weights_again(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", NULL);
    struct toy_rules t = with_toy(rules);
    t.rules.game = &t.game;
    struct by_samples s = random_games(&t.rules, 100, 5);
    const struct by_fit_plan plan = {
        .ridge = 1e-6, .beside = 0, .rounds = 100, .hold_out = 0.2, .seed = 1};
    struct by_fit fit;
    give_known_values(&s);
    assert_int_equal(by_fit(&s, &plan, NULL, NULL, NULL, &fit, NULL), BY_OK);
    assert_int_equal(fit.done, 2);
    for (int phase = 0; phase < 2; phase++) {
        const int16_t *w = fit.weight + (size_t)phase * KINDS;
        assert_true(fit.phase[phase].held_out > 100);
        assert_true(fit.phase[phase].error < 0.001);
        for (int kind = 1; kind < KINDS; kind++) {
            int base = kind < LEFT ? 0 : LEFT;
            double got = (w[kind] - w[base]) / 1000.0;
            assert_true(fabs(got - known_weight(phase, kind) + known_weight(phase, base)) < 0.003);
        }
    }
    by_fit_close(&fit);
    by_samples_close(&s);
    by_rules_close(rules);
}

/* Values that are the hopes of known odds lead back to the odds. */
static void the_fit_finds_odds_again(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", NULL);
    struct toy_rules t = with_toy(rules);
    struct by_linear odds = toy;
    odds.odds = true;
    t.game.linear = &odds;
    t.rules.game = &t.game;
    struct by_samples s = random_games(&t.rules, 100, 5);
    const struct by_fit_plan plan = {.ridge = 1e-6, .rounds = 100, .hold_out = 0.2, .seed = 1};
    struct by_fit fit;
    give_known_values(&s);
    for (size_t i = 0; i < s.count; i++)
        s.value[i] = (float)by_odds_hope((double)s.value[i] / 4);
    assert_int_equal(by_fit(&s, &plan, NULL, NULL, NULL, &fit, NULL), BY_OK);
    for (int phase = 0; phase < 2; phase++) {
        const int16_t *w = fit.weight + (size_t)phase * KINDS;
        assert_true(fit.phase[phase].error < 0.001);
        for (int kind = 1; kind < LEFT; kind++)
            assert_true(fabs((w[kind] - w[0]) / 250.0 - known_weight(phase, kind) +
                             known_weight(phase, 0)) < 0.02);
    }
    by_fit_close(&fit);
    by_samples_close(&s);
    by_rules_close(rules);
}

/* With one kind and n samples of value y the weight is n y / (n + ridge) when the prior is 0. */
static void the_ridge_draws_towards_the_next_phase(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", NULL);
    struct toy_rules t = with_toy(rules);
    t.rules.game = &t.game;
    struct by_samples s = random_games(&t.rules, 20, 6);
    struct by_fit_plan plan = {.ridge = 1e12, .rounds = 50, .seed = 1};
    struct by_fit fit;
    give_known_values(&s);
    assert_int_equal(by_fit(&s, &plan, NULL, NULL, NULL, &fit, NULL), BY_OK);
    for (int i = 0; i < 2 * KINDS; i++)
        assert_int_equal(fit.weight[i], 0);
    by_fit_close(&fit);
    int16_t known[2 * KINDS];
    for (int i = 0; i < 2 * KINDS; i++)
        known[i] = (int16_t)(100 * i);
    plan.prior = known;
    assert_int_equal(by_fit(&s, &plan, NULL, NULL, NULL, &fit, NULL), BY_OK);
    for (int i = 0; i < 2 * KINDS; i++)
        assert_int_equal(fit.weight[i], known[KINDS + i % KINDS]);
    by_fit_close(&fit);
    by_samples_close(&s);
    by_rules_close(rules);
}

static void the_same_games_give_the_same_weights(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", NULL);
    const struct by_fit_plan plan = {
        .ridge = 10, .beside = 0.5, .rounds = 5, .hold_out = 0.1, .seed = 9};
    struct by_fit one, two;
    struct by_samples a = random_games(rules, 40, 7), b = random_games(rules, 40, 7);
    assert_int_equal(label(&a, 4, 1), BY_OK);
    assert_int_equal(label(&b, 4, 2), BY_OK);
    assert_int_equal(by_fit(&a, &plan, NULL, NULL, NULL, &one, NULL), BY_OK);
    assert_int_equal(by_fit(&b, &plan, NULL, NULL, NULL, &two, NULL), BY_OK);
    size_t all = (size_t)one.phases * (size_t)one.weights;
    assert_memory_equal(one.weight, two.weight, all * sizeof *one.weight);
    int other = 0;
    for (size_t i = 0; i < all; i++)
        other += one.weight[i] != 0;
    assert_true(other > 1000);
    by_fit_close(&one);
    by_fit_close(&two);
    by_samples_close(&a);
    by_samples_close(&b);
    by_rules_close(rules);
}

static void stop_after_three(void *context, const struct by_fit *so_far)
{
    if (so_far->done == 3)
        atomic_store((atomic_bool *)context, true);
}

static void what_is_stopped_keeps_what_it_has(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", NULL);
    struct by_samples s = random_games(rules, 20, 8);
    const struct by_fit_plan plan = {.ridge = 10, .rounds = 3, .seed = 1};
    atomic_bool stop = false;
    struct by_fit fit;
    assert_int_equal(by_fit(&s, &plan, &stop, stop_after_three, &stop, &fit, NULL), BY_OK);
    assert_int_equal(fit.done, 3);
    size_t each = (size_t)fit.weights;
    const int16_t *fitted = fit.weight + (size_t)(fit.phases - 3) * each;
    for (int phase = 0; phase < fit.phases - 3; phase++)
        assert_memory_equal(fit.weight + (size_t)phase * each, fitted, each * sizeof *fitted);
    by_fit_close(&fit);
    by_samples_close(&s);
    by_rules_close(rules);
}

/* --- TD(lambda) ----------------------------------------------------------------------------- */

/* The mean square of (value - what these weights say) over positions whose values are proven. */
static double square_error(const struct by_samples *s, const struct by_fit *fit)
{
    const struct by_linear *linear = s->rules->game->linear;
    void *state = linear->open(s->rules);
    _Alignas(16) char position[256];
    int32_t number[BY_LINEAR_FEATURES_MAX];
    double sum = 0, count = 0;
    assert_non_null(state);
    for (size_t i = 0; i < s->count; i++) {
        double value = 0;
        if (!s->exact[i])
            continue;
        linear->look(state, s->rules, unpacked(s, i, position), number);
        for (int k = 0; fit && k < linear->features; k++)
            value += fit->weight[s->phase[i] * (size_t)fit->weights + (size_t)number[k]];
        value = (double)s->value[i] - value / linear->unit;
        sum += value * value;
        count++;
    }
    linear->close(state);
    assert_true(count > 300);
    return sum / count;
}

static void td_learns_and_is_repeatable(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", NULL);
    const struct by_td_plan plan = {
        .games = 1000, .lambda = 0.9, .rate = 1, .stray = 0.05, .random = 40, .seed = 2};
    struct by_samples s = random_games(rules, 60, 11);
    struct by_fit fit, again;
    assert_int_equal(label(&s, 5, 1), BY_OK);
    assert_int_equal(by_td(rules, &plan, NULL, NULL, &fit, NULL), BY_OK);
    assert_int_equal(by_td(rules, &plan, NULL, NULL, &again, NULL), BY_OK);
    size_t all = (size_t)fit.phases * (size_t)fit.weights;
    assert_memory_equal(fit.weight, again.weight, all * sizeof *fit.weight);
    double knowing = square_error(&s, &fit), nothing = square_error(&s, NULL);
    if (!(knowing < 0.6 * nothing))
        fail_msg("mean square error %g, without weights %g", knowing, nothing);
    by_fit_close(&fit);
    by_fit_close(&again);
    by_samples_close(&s);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_proven_where_they_say_so),
        cmocka_unit_test(looks_do_not_depend_on_threads),
        cmocka_unit_test(values_are_the_result_without_a_search),
        cmocka_unit_test(more_games_than_memory_are_refused),
        cmocka_unit_test(games_of_another_board_are_left_out),
        cmocka_unit_test(the_fit_finds_the_weights_again),
        cmocka_unit_test(the_fit_finds_odds_again),
        cmocka_unit_test(the_ridge_draws_towards_the_next_phase),
        cmocka_unit_test(the_same_games_give_the_same_weights),
        cmocka_unit_test(what_is_stopped_keeps_what_it_has),
        cmocka_unit_test(td_learns_and_is_repeatable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
