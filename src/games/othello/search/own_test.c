/* Tests of Othello's own search: its values against plain negamax, its parts against plain code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/long_test.h"
#include "games/game_test.h"
#include "games/othello/search/worker.h"

/* --- random positions ---------------------------------------------------------------------- */

/* Plays at random until so many squares are empty and the game is not over. */
static void wander(const struct by_rules *rules, int empties, struct by_rng *rng, void *position)
{
    by_move moves[BY_OTHELLO_CELLS_MAX];
    for (;;) {
        int left = rules->width * rules->height - 4;
        memcpy(position, rules->start, rules->position_size);
        while (left > empties && !rules->game->over(rules, position)) {
            int count = rules->game->moves(rules, position, moves);
            by_move move = moves[by_rng_below(rng, (uint32_t)count)];
            rules->game->play(rules, position, move, NULL);
            left -= move < rules->width * rules->height;
        }
        if (!rules->game->over(rules, position))
            return;
    }
}

/* --- values ----------------------------------------------------------------------------------- */

/* Alpha-beta over the slots of the game, in the order of the board. */
static int32_t negamax(const struct by_rules *rules, const void *position, int32_t low,
                       int32_t high)
{
    _Alignas(16) unsigned char next[128];
    by_move moves[BY_OTHELLO_CELLS_MAX];
    int32_t best = -INT32_MAX;
    if (rules->game->over(rules, position)) {
        int32_t result = rules->game->result(rules, position);
        return rules->game->side(rules, position) == 0 ? result : -result;
    }
    int count = rules->game->moves(rules, position, moves);
    for (int i = 0; i < count && best < high; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        int32_t value = -negamax(rules, next, -high, best > low ? -best : -low);
        best = value > best ? value : best;
    }
    return best;
}

static int32_t value_after(const struct by_rules *rules, const void *position, by_move move)
{
    _Alignas(16) unsigned char next[128];
    memcpy(next, position, rules->position_size);
    rules->game->play(rules, next, move, NULL);
    return -negamax(rules, next, -INT32_MAX, INT32_MAX);
}

static struct by_own_search ask(const struct by_rules *rules, void *own, const void *position,
                                int32_t low, int32_t high)
{
    struct by_own_search search = {.exact = true, .low = low, .high = high};
    assert_true(rules->game->own_search(own, position, &search));
    assert_true(search.proven && search.complete);
    return search;
}

static void *open_own(const struct by_rules *rules, bool plain)
{
    void *own;
    assert_int_equal(rules->game->own_open(rules, 1 << 22, 1, &own, NULL), BY_OK);
    if (plain)
        ((struct by_othello_search *)own)->kernel = &by_othello_search_any;
    return own;
}

/* The true value, exactly, and on its side of windows beside it; moves that keep it. Both kernels enter
 * the same positions. */
static void expect_true_value(const struct by_rules *rules, void *own[2], const void *position,
                              struct by_rng *rng)
{
    int32_t value = negamax(rules, position, -INT32_MAX, INT32_MAX);
    struct by_own_search found = ask(rules, own[0], position, -INT32_MAX, INT32_MAX);
    struct by_own_search plain = ask(rules, own[1], position, -INT32_MAX, INT32_MAX);
    assert_int_equal(found.value, value);
    assert_int_equal(value_after(rules, position, found.move), value);
    assert_true(found.pv_count > 0 && found.pv[0] == found.move);
    assert_int_equal(plain.value, value);
    assert_int_equal(plain.nodes, found.nodes);
    assert_int_equal(plain.move, found.move);
    rules->game->own_forget(own[0]);
    int32_t low = (int32_t)by_rng_below(rng, 80) - 40;
    found = ask(rules, own[0], position, low, low + 1);
    assert_true(value <= low ? found.value <= low && found.value >= value
                             : found.value > low && found.value <= value);
}

static void check_values(const char *settings, int least, int most, int count)
{
    struct by_rules *rules = open_rules("othello", settings);
    struct by_rng rng;
    void *own[2] = {open_own(rules, false), open_own(rules, true)};
    void *position = malloc(rules->position_size);
    by_rng_init(&rng, 7, 0);
    for (int i = 0; i < count; i++) {
        wander(rules, least + i % (most - least + 1), &rng, position);
        rules->game->own_forget(own[0]);
        rules->game->own_forget(own[1]);
        expect_true_value(rules, own, position, &rng);
    }
    free(position);
    rules->game->own_close(own[0]);
    rules->game->own_close(own[1]);
    by_rules_close(rules);
}

static void the_last_four_squares_are_as_plain_code_has_them(void **state)
{
    (void)state;
    check_values("", 1, 4, long_or(400000, 4000));
    check_values("empties=winner", 1, 4, long_or(400000, 4000));
    check_values("size=6x6 empties=winner", 1, 4, long_or(100000, 2000));
    check_values("size=4x4", 1, 4, 1000);
}

static void values_are_those_of_plain_negamax(void **state)
{
    (void)state;
    check_values("", 5, 9, long_or(2000, 150));
    check_values("empties=winner", 8, long_or(14, 10), long_or(1000, 60));
    check_values("size=6x6", 5, 10, long_or(1000, 100));
    check_values("size=4x4 empties=winner", 5, 12, 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_four_squares_are_as_plain_code_has_them),
        cmocka_unit_test(values_are_those_of_plain_negamax),
    };
    return cmocka_run_group_tests_name("Othello's own search", tests, NULL, NULL);
}
