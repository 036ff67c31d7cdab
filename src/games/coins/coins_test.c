/* coins_test.c: the rules, and the thesis' game against plain counting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"

static void coins_count_when_all_fall_heads(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("coins", NULL);
    void *p = read_text(rules, "0:0 0");
    assert_moves(rules, p, "1 2 3");
    assert_int_equal(rules->game->side(rules, p), 0);
    play_text(rules, p, "3");
    assert_position(rules, p, "0:0 0 3");
    assert_int_equal(rules->game->side(rules, p), 1);
    assert_moves(rules, p, "heads tails");
    play_text(rules, p, "heads");
    assert_position(rules, p, "3:0 1");
    assert_int_equal(rules->game->side(rules, p), 1);
    play_text(rules, p, "2");
    play_text(rules, p, "tails");
    assert_position(rules, p, "3:0 2");
    assert_int_equal(rules->game->side(rules, p), 0);
    free(p);
    by_rules_close(rules);
}

static void n_coins_fall_heads_once_in_two_to_the_n(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("coins", "coins=8");
    for (int coins = 1; coins <= 8; coins++) {
        char text[32];
        (void)snprintf(text, sizeof text, "0:0 0 %d", coins);
        void *p = read_text(rules, text);
        assert_int_equal(rules->game->chance(rules, p, BY_NO_MOVE), 1 << coins);
        assert_int_equal(rules->game->chance(rules, p, move_of(rules, p, "heads")), 1);
        assert_int_equal(rules->game->chance(rules, p, move_of(rules, p, "tails")),
                         (1 << coins) - 1);
        free(p);
    }
    by_rules_close(rules);
}

static void most_heads_win(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("coins", NULL);
    assert_finished(rules, "5:4 8", 1);
    assert_finished(rules, "0:3 8", -1);
    assert_finished(rules, "2:2 8", 0);
    by_rules_close(rules);
}

/* With one coin each line of play is as likely as any other: of 4^turns ends, those in which X has
 * more heads are counted by Vandermonde: C(2n, n + d) have a difference of d. */
static void the_thesis_game_has_as_many_ends_as_coins_can_fall(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("coins", "coins=1 turns=4");
    int64_t ends[3] = {0, 0, 0};
    unsigned char *stack = malloc(17 * rules->position_size);
    assert_non_null(stack);
    for (int fall = 0; fall < 256; fall++) {
        memcpy(stack, rules->start, rules->position_size);
        for (int i = 0; i < 8; i++) {
            play_text(rules, stack, "1");
            play_text(rules, stack, fall >> i & 1 ? "heads" : "tails");
        }
        assert_true(rules->game->over(rules, stack));
        ends[1 + rules->game->result(rules, stack)]++;
    }
    assert_int_equal(ends[1], 70); /* C(8, 4) */
    assert_int_equal(ends[0], 93); /* C(8, 5) + C(8, 6) + C(8, 7) + C(8, 8) */
    assert_int_equal(ends[2], 93);
    free(stack);
    by_rules_close(rules);
}

static void positions_no_game_comes_to_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",        "1",      "1:0 0",    "0:1 1", "4:0 1",  "0:0 9", "0:0 8 1",        "0:0 0 4",
        "0:0 0 0", "0:0 -1", "0:0 0 1x", "0 0 0", "-1:0 2", "0:0",   "99999999999:0 3"};
    struct by_rules *rules = open_rules("coins", NULL);
    void *p = new_position(rules);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct by_error err = {0};
        assert_int_equal(rules->game->read(rules, bad[i], p, &err), BY_BAD_INPUT);
        assert_true(err.text[0] != '\0');
    }
    free(p);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coins_count_when_all_fall_heads),
        cmocka_unit_test(n_coins_fall_heads_once_in_two_to_the_n),
        cmocka_unit_test(most_heads_win),
        cmocka_unit_test(the_thesis_game_has_as_many_ends_as_coins_can_fall),
        cmocka_unit_test(positions_no_game_comes_to_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
