/* quiet_test.c: wins by quiet moves. The plain checker finds no gap in any proof, nor does a search of all
 * lines of play on boards that are small enough; and a gap that is made is found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/gomoku/gomoku.h"
#include "games/win_tree.h"

#define CELLS BY_GOMOKU_CELLS_MAX

static struct by_threats ask(const struct by_rules *rules, const void *position, uint64_t nodes)
{
    struct by_threats t = {.kind = BY_THREATS_QUIET, .most_nodes = nodes, .memory = 1 << 20};
    struct by_error err = {0};
    t.proof.most = 1000000;
    if (rules->game->threats(rules, position, &t, &err) != BY_OK)
        fail_msg("%s", err.text);
    return t;
}

static bool holds_up(const struct by_rules *rules, const void *position,
                     const struct by_win_tree *proof)
{
    struct by_error err;
    uint64_t nodes;
    return rules->game->check_proof(rules, position, proof, &nodes, &err) == BY_OK;
}

/* Random moves near the stones; true when the game is not over after them. */
static bool wander(const struct by_rules *rules, void *position, struct by_rng *rng, int plies)
{
    by_move near[CELLS];
    rules->game->start(rules, position);
    for (int i = 0; i < plies; i++) {
        if (rules->game->over(rules, position))
            return false;
        int count = rules->game->active(rules, position, near);
        if (count == 0)
            count = rules->game->moves(rules, position, near);
        rules->game->play(rules, position, near[by_rng_below(rng, (uint32_t)count)], NULL);
    }
    return !rules->game->over(rules, position);
}

static void every_win_holds(void **state)
{
    (void)state;
    for (int exact = 0; exact < 2; exact++) {
        struct by_rules *rules =
            open_rules("gomoku", exact ? "size=11 rule=exact" : "size=11 rule=freestyle");
        void *position = new_position(rules);
        struct by_rng rng;
        int quiet = 0;
        by_rng_init(&rng, 24, (uint64_t)exact);
        while (quiet < 4) {
            if (!wander(rules, position, &rng, 6 + (int)by_rng_below(&rng, 4)))
                continue;
            struct by_threats t = ask(rules, position, 30000);
            if (t.found == BY_THREATS_WIN)
                assert_true(holds_up(rules, position, &t.proof));
            quiet += t.found == BY_THREATS_WIN && t.won_by == BY_THREATS_QUIET;
            by_win_tree_free(&t.proof);
        }
        free(position);
        by_rules_close(rules);
    }
}

/* Whether the side to move wins: all lines of play, nothing but the rules. */
static bool wins(const struct by_rules *rules, const void *position, bool to_win)
{
    const struct by_game *game = rules->game;
    by_move list[64];
    void *next = new_position(rules);
    int count = game->moves(rules, position, list);
    bool won = false; /* who is to move has what he wants */
    int side = game->side(rules, position);
    for (int i = 0; i < count && !won; i++) {
        memcpy(next, position, rules->position_size);
        game->play(rules, next, list[i], NULL);
        bool good = game->over(rules, next) && game->result(rules, next) == (side == 0 ? 1 : -1);
        if (game->over(rules, next))
            won = to_win ? good : true;
        else
            won = !wins(rules, next, !to_win);
    }
    free(next);
    return won;
}

/* With nine empty points at most: what is found is true. */
static void no_win_is_false_on_a_small_board(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("gomoku", "size=6x5");
    void *position = new_position(rules);
    struct by_rng rng;
    int won = 0, lost = 0;
    by_rng_init(&rng, 25, 0);
    while (won < 10 || lost < 10) {
        if (!wander(rules, position, &rng, 22 + (int)by_rng_below(&rng, 3)))
            continue;
        struct by_threats t = ask(rules, position, 20000);
        bool truth = wins(rules, position, true);
        assert_true(truth || t.found != BY_THREATS_WIN);
        *(truth ? &won : &lost) += 1;
        by_win_tree_free(&t.proof);
    }
    free(position);
    by_rules_close(rules);
}

/* Replies to the first move without which the proof does not hold: each in turn is left to the answer
 * that stands for all others. */
static int count_needed(const struct by_rules *rules, const void *position,
                        struct by_win_tree *proof)
{
    int needed = 0;
    for (int32_t i = proof->node[0].child; proof->node[i].next != 0; i = proof->node[i].next) {
        by_move reply = proof->node[i].reply;
        proof->node[i].reply = BY_ANY_MOVE;
        needed += !holds_up(rules, position, proof);
        proof->node[i].reply = reply;
    }
    return needed;
}

static void a_hole_is_found(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("gomoku", "size=11");
    void *position = new_position(rules);
    struct by_rng rng;
    int tried = 0;
    by_rng_init(&rng, 26, 0);
    while (tried < 3) {
        if (!wander(rules, position, &rng, 6 + (int)by_rng_below(&rng, 4)))
            continue;
        struct by_threats t = ask(rules, position, 30000);
        if (t.found == BY_THREATS_WIN && t.won_by == BY_THREATS_QUIET) {
            assert_true(holds_up(rules, position, &t.proof));
            assert_true(count_needed(rules, position, &t.proof) > 0);
            tried++;
        }
        by_win_tree_free(&t.proof);
    }
    free(position);
    by_rules_close(rules);
}

static void renju_is_refused(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("gomoku", "rule=renju");
    struct by_threats t = {.kind = BY_THREATS_QUIET, .most_nodes = 100, .memory = 1 << 16};
    struct by_error err = {0};
    assert_int_equal(rules->game->threats(rules, rules->start, &t, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "Renju"));
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_win_holds),
        cmocka_unit_test(no_win_is_false_on_a_small_board),
        cmocka_unit_test(a_hole_is_found),
        cmocka_unit_test(renju_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
