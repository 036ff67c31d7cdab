/* Gomoku's own search: what it must find, what it may call certain, and its limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/long_test.h"
#include "games/game_test.h"
#include "games/gomoku/gomoku.h"

#include <stdlib.h>
#include <string.h>

/* --- asking -------------------------------------------------------------------------------- */

struct asked {
    struct by_rules *rules;
    void *position;
    void *own;
    struct by_own_search found;
};

static void set_up(struct asked *a, const char *settings, const char *line, int threads)
{
    char text[1024], *rest = text;
    struct by_error err = {0};
    *a = (struct asked){.rules = open_rules("gomoku", settings)};
    a->position = aligned_alloc(64, (a->rules->position_size + 63) / 64 * 64);
    memcpy(a->position, a->rules->start, a->rules->position_size);
    (void)snprintf(text, sizeof text, "%s", line);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        by_move move;
        assert_int_equal(by_move_read(a->rules, a->position, word, &move, &err), BY_OK);
        a->rules->game->play(a->rules, a->position, move, NULL);
    }
    assert_int_equal(a->rules->game->own_open(a->rules, 1 << 20, threads, &a->own, &err), BY_OK);
}

static void clean_up(struct asked *a)
{
    a->rules->game->own_close(a->own);
    free(a->position);
    by_rules_close(a->rules);
}

static void ask(struct asked *a, uint64_t nodes)
{
    a->found = (struct by_own_search){.most_nodes = nodes, .move = BY_NO_MOVE};
    assert_true(a->rules->game->own_search(a->own, a->position, &a->found));
}

static void expect_move(const char *line, uint64_t nodes, const char *move, bool won)
{
    struct asked a;
    char text[16];
    struct by_text out = by_text_over(text, sizeof text);
    set_up(&a, "", line, 1);
    ask(&a, nodes);
    a.rules->game->write_move(a.rules, a.position, a.found.move, &out);
    assert_string_equal(text, move);
    assert_true(!won || (a.found.proven && a.found.value == 1));
    clean_up(&a);
}

/* --- what it must find ------------------------------------------------------------------------ */

static void a_three_outside_of_any_beam_is_found(void **state)
{
    (void)state;
    expect_move("p7 j7 n2 o2 p1 g7 n4 h7 k7 h6 n5 f7 e7 n3 m5 j8", 200000, "l5", false);
}

static void an_open_four_wins_though_the_opponent_has_a_three(void **state)
{
    (void)state;
    expect_move(
        "p15 l12 k13 f12 j9 g13 g9 e11 d10 e13 e10 f13 d13 g11 d14 f11 d11 d12 f14 f9 f10 h11 "
        "j11 h14 j15 h13 j13",
        1000, "h12", true);
}

static void a_win_by_threes_is_proven(void **state)
{
    (void)
        state; /* `solve --vct` finds a win against each of the 212 answers to m12, and of those to m11 */
    expect_move("p15 l12 k13 f12 j9 l10 l11 k9 k10 h8 j11 j8", 400000, "m12", true);
}

static void the_first_stone_lies_in_the_middle(void **state)
{
    (void)state;
    expect_move("", 1000, "h8", false);
}

/* --- certainty ---------------------------------------------------------------------------------- */

/* The result for the side to move by trying everything; `budget` positions at most. */
static bool try_all(const struct by_rules *rules, const void *position, int *budget, int *value)
{
    if (rules->game->over(rules, position)) {
        int result = rules->game->result(rules, position);
        *value = rules->game->side(rules, position) == 0 ? result : -result;
        return true;
    }
    if (--*budget < 0)
        return false;
    by_move moves[BY_GOMOKU_CELLS_MAX];
    void *next = aligned_alloc(64, (rules->position_size + 63) / 64 * 64);
    int count = rules->game->moves(rules, position, moves), best = -1;
    bool known = true;
    for (int i = 0; i < count && best < 1 && known; i++) {
        int after;
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        known = try_all(rules, next, budget, &after);
        best = known && -after > best ? -after : best;
    }
    free(next);
    *value = best;
    return known;
}

/* Games at random; from where trying everything is possible, what is called proven is true. */
static int compare_game(struct asked *a, struct by_rng *rng)
{
    const struct by_game *game = a->rules->game;
    int compared = 0;
    memcpy(a->position, a->rules->start, a->rules->position_size);
    while (!game->over(a->rules, a->position)) {
        by_move moves[BY_GOMOKU_CELLS_MAX];
        int count = game->moves(a->rules, a->position, moves), budget = 20000, value;
        ask(a, count > 14 ? 300 : 3000);
        if (a->found.proven && try_all(a->rules, a->position, &budget, &value)) {
            assert_int_equal(a->found.value, value);
            compared++;
        }
        game->play(a->rules, a->position, moves[by_rng_below(rng, (uint32_t)count)], NULL);
    }
    return compared;
}

static void what_is_proven_is_what_trying_everything_finds(void **state)
{
    (void)state;
    const char *const settings[] = {"size=5", "size=6x5 rule=exact", "size=6 rule=renju"};
    for (int i = 0; i < 3; i++) {
        struct asked a;
        struct by_rng rng;
        int compared = 0;
        set_up(&a, settings[i], "", 1);
        by_rng_init(&rng, 11, (uint64_t)i);
        for (int game = 0; game < long_or(200, 10); game++)
            compared += compare_game(&a, &rng);
        assert_true(compared >= 10);
        clean_up(&a);
    }
}

/* --- limits ------------------------------------------------------------------------------------- */

static void the_same_question_has_the_same_answer(void **state)
{
    (void)state;
    struct asked a;
    set_up(&a, "size=20 rule=exact", "k10 l10 k11 l12", 1);
    ask(&a, 20000);
    struct by_own_search first = a.found;
    a.rules->game->own_forget(a.own);
    ask(&a, 20000);
    assert_int_equal(first.move, a.found.move);
    assert_int_equal(first.value, a.found.value);
    assert_int_equal(first.nodes, a.found.nodes);
    assert_int_equal(first.reached, a.found.reached);
    clean_up(&a);
}

static bool go_on(void *context, const struct by_own_search *so_far)
{
    (void)so_far;
    return --*(int *)context > 0;
}

static void it_stops_when_told_to_and_has_a_move(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        struct asked a;
        by_move scratch[BY_GOMOKU_CELLS_MAX];
        int looks = 3;
        set_up(&a, "size=25 rule=renju", "n13 o13 o14", threads);
        a.found = (struct by_own_search){.tell = go_on, .context = &looks, .move = BY_NO_MOVE};
        assert_true(a.rules->game->own_search(a.own, a.position, &a.found));
        assert_true(by_move_legal(a.rules, a.position, a.found.move, scratch));
        assert_false(a.found.complete);
        clean_up(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_three_outside_of_any_beam_is_found),
        cmocka_unit_test(an_open_four_wins_though_the_opponent_has_a_three),
        cmocka_unit_test(a_win_by_threes_is_proven),
        cmocka_unit_test(the_first_stone_lies_in_the_middle),
        cmocka_unit_test(what_is_proven_is_what_trying_everything_finds),
        cmocka_unit_test(the_same_question_has_the_same_answer),
        cmocka_unit_test(it_stops_when_told_to_and_has_a_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
