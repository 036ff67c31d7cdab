/* nim_test.c: published values, sums of heaps against a naive search, bounds and text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include <math.h>

static struct by_rules *from(const char *position)
{
    return open_rules_at("nim", NULL, position);
}

static void take_grundy(void *context, const struct by_fact *fact)
{
    assert_string_equal(fact->name, "grundy");
    assert_true(fact->is_number);
    *(int64_t *)context = fact->number;
}

static int64_t grundy_of(const struct by_rules *rules, const void *position)
{
    int64_t value = -1;
    rules->game->facts(rules, position, take_grundy, &value);
    return value;
}

static bool theory_wins(const struct by_rules *rules, const void *position)
{
    int32_t value = 0;
    assert_true(rules->game->theory(rules, position, &value));
    assert_true(value == 1 || value == -1);
    return value == 1;
}

static void heaps_have_the_published_grundy_values(void **state)
{
    (void)state;
    /* Berlekamp, Conway and Guy, Winning Ways; OEIS A002188. */
    static const int published[31] = {0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1,
                                      3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3};
    struct by_rules *rules = from("30");
    for (int heap = 0; heap <= 30; heap++) {
        char text[16];
        (void)snprintf(text, sizeof text, "%d", heap);
        void *position = read_text(rules, text);
        assert_int_equal(grundy_of(rules, position), published[heap]);
        assert_int_equal(theory_wins(rules, position), published[heap] != 0);
        free(position);
    }
    by_rules_close(rules);
}

/* Whether the mover wins, with nothing but the rules: a list of heaps, split one, recurse. */
static bool naive_wins(const int *heaps, int count)
{
    int next[40];
    for (int i = 0; i < count; i++) {
        for (int a = 1; a < heaps[i] - a; a++) {
            memcpy(next, heaps, (size_t)count * sizeof *next);
            next[i] = a;
            next[count] = heaps[i] - a;
            if (!naive_wins(next, count + 1))
                return true;
        }
    }
    return false;
}

static void sums_of_heaps_are_right(void **state)
{
    (void)state;
    struct by_rules *rules = from("10 10 10");
    int lost = 0;
    for (int a = 0; a <= (long_tests() ? 10 : 8); a++) {
        for (int b = a; b <= 8; b++) {
            for (int c = b; a + b + c <= (long_tests() ? 20 : 15) && c <= 10; c++) {
                char text[48];
                (void)snprintf(text, sizeof text, "%d %d %d", a, b, c);
                void *position = read_text(rules, text);
                bool wins = theory_wins(rules, position);
                assert_int_equal(wins, naive_wins((int[]){a, b, c}, 3));
                lost += !wins;
                free(position);
            }
        }
    }
    assert_true(lost > 10);
    by_rules_close(rules);
}

static void a_game_goes_as_the_rules_say(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("nim", "");
    void *position = new_position(rules);
    memcpy(position, rules->start, rules->position_size);
    assert_string_equal(rules->label, "heap7");
    assert_position(rules, position, "7");
    assert_moves(rules, position, "7=1+6 7=2+5 7=3+4");
    play_text(rules, position, "7=4+3");
    assert_position(rules, position, "3 4 | O");
    assert_moves(rules, position, "3=1+2 4=1+3");
    play_text(rules, position, " 4 = 1 + 3 ");
    assert_position(rules, position, "1 3 3");
    assert_moves(rules, position, "3=1+2");
    play_text(rules, position, "3=2+1");
    play_text(rules, position, "3=1+2");
    assert_position(rules, position, "1 1 1 2 2");
    assert_finished(rules, "1 1 1 2 2", -1);
    assert_finished(rules, "1 2 | O", 1);
    free(position);
    by_rules_close(rules);
}

static void every_form_of_text_is_read(void **state)
{
    (void)state;
    struct by_rules *rules = from("7 0 3 5 0");
    assert_string_equal(rules->label, "heaps3");
    assert_position(rules, rules->start, "3 5 7");
    void *position = read_text(rules, " 5\t4 | x");
    assert_position(rules, position, "4 5");
    free(position);
    by_rules_close(rules);
    rules = from("0 | O");
    assert_position(rules, rules->start, "0 | O");
    assert_finished(rules, "0", -1);
    by_rules_close(rules);
}

/* Splitting off ones is the slowest way to play, and there is no slower one. */
static void the_longest_game_has_the_stated_length(void **state)
{
    (void)state;
    struct by_rules *rules = from("40");
    void *position = new_position(rules);
    by_move *list = calloc((size_t)rules->max_moves, sizeof *list);
    assert_non_null(list);
    memcpy(position, rules->start, rules->position_size);
    int plies = 0;
    for (; !rules->game->over(rules, position); plies++) {
        (void)rules->game->moves(rules, position, list);
        rules->game->play(rules, position, list[0], NULL);
    }
    assert_int_equal(plies, 38);
    assert_int_equal(rules->max_length, 38);
    free(list);
    free(position);
    by_rules_close(rules);
}

static void the_largest_heaps_fit_and_no_larger(void **state)
{
    (void)state;
    struct by_rules *rules = from("1000 999 998 997 996 995 994 993 992 991 45");
    by_move *list = calloc((size_t)rules->max_moves, sizeof *list);
    assert_non_null(list);
    int count = rules->game->moves(rules, rules->start, list);
    assert_int_equal(count, 499 + 499 + 498 + 498 + 497 + 497 + 496 + 496 + 495 + 495 + 22);
    assert_int_equal(rules->action_count, 999 * 999 / 4);
    for (int i = 0; i < count; i++) {
        char buffer[32];
        struct by_text text = by_text_over(buffer, sizeof buffer);
        rules->game->write_move(rules, rules->start, list[i], &text);
        assert_int_equal(move_of(rules, rules->start, buffer), list[i]);
    }
    free(list);
    by_rules_close(rules);
    struct by_error err = {0};
    assert_int_equal(by_rules_open("nim", NULL, 0, "1001", &rules, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "from 0 to 1000"));
    const char *many = "1000 1000 1000 1000 1000 1000 1000 1000 1000 1000 1";
    assert_int_equal(by_rules_open("nim", NULL, 0, many, &rules, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "10000 matches at most"));
}

static void bad_texts_are_refused(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("nim", "");
    assert_refused(rules, "", "numbers such as");
    assert_refused(rules, "| X", "numbers such as");
    assert_refused(rules, "3 -4", "from 0 to 1000");
    assert_refused(rules, "3,4", "from 0 to 1000");
    assert_refused(rules, "8", "larger than this game's largest, 7");
    assert_refused(rules, "4 4", "more than this game's 7");
    assert_refused(rules, "3 4 |", "side to move");
    assert_refused(rules, "3 4 | Q", "side to move");
    assert_move_refused(rules, "7", "as in '7=3+4'");
    assert_move_refused(rules, "7=3+4+0", "as in '7=3+4'");
    assert_move_refused(rules, "7=3+5", "two parts of different sizes");
    assert_move_refused(rules, "6=3+3", "two parts of different sizes");
    assert_move_refused(rules, "9=4+5", "no heap of 9");
    by_rules_close(rules);
    assert_settings_refused("nim", "heaps=1e9", "heaps: a heap is");
    assert_settings_refused("nim", "heaps=-1", "heaps: a heap is");
}

/* The mover's share of wins, which is worked out by hand from the smallest heap up. In Grundy's game
 * both players always have the same moves, so a - b is 0 for all of them and every move is as likely:
 * 4 is lost (1+3, 1+2), 5 is even (1+4 wins, 2+3 loses), 6 is (1/2 + 1) / 2, and 7 is
 * (1/4 + 1/2 + 0) / 3, since 3+4 wins for who has it. */
static void mobility_wins_as_worked_out_by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        double share;
    } cases[] = {{"3", 1}, {"4", 0}, {"5", 0.5}, {"6", 0.75}, {"3 4", 1}, {"7", 0.25}};
    static const char *const policies[] = {"mobility", "mobility-full"};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        struct by_rules *rules = from(cases[i / 2].position);
        by_move scratch[16];
        void *position = new_position(rules);
        struct by_totals totals = {.position = position, .scratch = scratch};
        struct by_rng rng;
        const int playouts = 4000;
        double share = cases[i / 2].share, error = sqrt(share * (1 - share) / playouts);
        by_rng_init(&rng, i, 0);
        by_playouts(rules, by_policy_find(rules, policies[i % 2]), rules->start, playouts, &rng,
                    &totals);
        assert_true(fabs((double)totals.wins[0] / playouts - share) <= 4 * error);
        free(position);
        by_rules_close(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heaps_have_the_published_grundy_values),
        cmocka_unit_test(sums_of_heaps_are_right),
        cmocka_unit_test(a_game_goes_as_the_rules_say),
        cmocka_unit_test(every_form_of_text_is_read),
        cmocka_unit_test(the_longest_game_has_the_stated_length),
        cmocka_unit_test(the_largest_heaps_fit_and_no_larger),
        cmocka_unit_test(bad_texts_are_refused),
        cmocka_unit_test(mobility_wins_as_worked_out_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
