/* Tests of the lessons on recursion: factorial, fibonacci, hanoi. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lesson_help.h"

/* --- factorial ---------------------------------------------------------------------- */

/* OEIS A000142. */
static void factorials_are_the_known_ones(void **state)
{
    (void)state;
    static const struct {
        int n;
        long long value;
    } known[] = {{0, 1},
                 {1, 1},
                 {2, 2},
                 {5, 120},
                 {10, 3628800},
                 {13, 6227020800},
                 {15, 1307674368000},
                 {20, 2432902008176640000}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char line[32];
        snprintf(line, sizeof line, "factorial n=%d", known[i].n);
        json_t *figures = figures_of(line);
        assert_int_equal(whole(figures, "value"), known[i].value);
        assert_int_equal(whole(figures, "calls"), known[i].n + 1);
        json_decref(figures);
    }
    refuses("factorial n=21", "from 0 to 20");
    refuses("factorial n=-1", "from 0 to 20");
}

/* --- fibonacci ------------------------------------------------------------------------ */

#define COUNTED 26

struct count {
    long long calls, of[COUNTED];
};

static long long recurse(int n, struct count *count)
{
    count->calls++;
    count->of[n]++;
    return n <= 1 ? n : recurse(n - 1, count) + recurse(n - 2, count);
}

/* The lesson computes its counts; here the recursion itself is run and counted. */
static void fibonacci_counts_what_the_recursion_does(void **state)
{
    (void)state;
    for (int n = 0; n < COUNTED; n++) {
        char line[32];
        struct count count = {0};
        long long value = recurse(n, &count);
        snprintf(line, sizeof line, "fibonacci n=%d", n);
        json_t *figures = figures_of(line);
        const json_t *of = member(figures, "calls_of");
        assert_int_equal(whole(figures, "value"), value);
        assert_int_equal(whole(figures, "calls"), count.calls);
        assert_int_equal(json_array_size(of), n + 1);
        for (int k = 0; k <= n; k++)
            assert_int_equal(whole_at(of, (size_t)k), count.of[k]);
        json_decref(figures);
    }
}

/* OEIS A000045, and calls = 2 F(n + 1) - 1. */
static void large_fibonacci_numbers_are_the_known_ones(void **state)
{
    (void)state;
    json_t *figures = figures_of("fibonacci n=80");
    assert_int_equal(whole(figures, "value"), 23416728348467685);
    assert_int_equal(whole(figures, "calls"), 2 * 37889062373143906 - 1);
    json_decref(figures);
    refuses("fibonacci n=81", "from 0 to 80");
}

/* Every call of a small tree has its line in the text. */
static void small_call_trees_are_drawn_whole(void **state)
{
    (void)state;
    static const int calls[] = {1, 1, 3, 5, 9, 15, 25, 41};
    for (int n = 0; n < 8; n++) {
        struct by_sink sink;
        char line[32];
        int found = 0;
        snprintf(line, sizeof line, "fibonacci n=%d", n);
        run_lesson(line, BY_WANT_STEPS, false, &sink);
        for (const char *at = by_buffer_text(&sink.text); (at = strstr(at, "-- f(")); at++)
            found++;
        assert_int_equal(found + 1, calls[n]); /* the root has no branch before it */
        assert_int_equal(sink.step_count, calls[n]);
        by_sink_close(&sink);
    }
}

/* --- hanoi ----------------------------------------------------------------------------- */

/* Plays the listed moves on pegs of its own: every one legal, the tower on C at the end. */
static void play_hanoi(int n)
{
    char line[48];
    char peg_of[21]; /* of each disc */
    snprintf(line, sizeof line, "hanoi n=%d show=100000", n);
    json_t *figures = figures_of(line);
    const json_t *list = member(figures, "list");
    for (int disc = 1; disc <= n; disc++)
        peg_of[disc] = 'A';
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *move = json_array_get(list, i);
        int disc = (int)whole(move, "disc");
        char from = *words(move, "from"), to = *words(move, "to");
        assert_in_range(disc, 1, n);
        assert_in_range(to, 'A', 'C');
        assert_int_equal(peg_of[disc], from);
        for (int smaller = 1; smaller < disc; smaller++) /* neither above it nor below */
            assert_true(peg_of[smaller] != from && peg_of[smaller] != to);
        peg_of[disc] = to;
    }
    for (int disc = 1; disc <= n; disc++)
        assert_int_equal(peg_of[disc], 'C');
    assert_int_equal(json_array_size(list), (1 << n) - 1);
    assert_int_equal(whole(figures, "moves"), (1 << n) - 1);
    json_decref(figures);
}

static void hanoi_moves_are_legal_and_lead_to_the_goal(void **state)
{
    (void)state;
    for (int n = 1; n <= (long_tests() ? 16 : 12); n++)
        play_hanoi(n);
}

static void hanoi_has_bounds(void **state)
{
    (void)state;
    json_t *figures = figures_of("hanoi n=20 show=0");
    assert_int_equal(whole(figures, "moves"), 1048575);
    assert_int_equal(json_array_size(member(figures, "list")), 0);
    json_decref(figures);
    refuses("hanoi n=0", "from 1 to 20");
    refuses("hanoi n=21", "from 1 to 20");
    refuses("hanoi show=-1", "show");
}

/* The start and every move is a step; more than fit are cut off. */
static void hanoi_walks_move_by_move(void **state)
{
    (void)state;
    struct by_sink sink;
    size_t length;
    run_lesson("hanoi n=4", BY_WANT_STEPS, false, &sink);
    assert_int_equal(sink.step_count, 16);
    assert_false(sink.steps_cut);
    const char *last = by_sink_step_text(&sink, 15, &length);
    assert_non_null(strstr(last, "move 15 of 15: disc 1 from B to C"));
    by_sink_close(&sink);
    run_lesson("hanoi n=16", BY_WANT_STEPS, false, &sink);
    assert_true(sink.steps_cut);
    assert_int_equal(sink.step_count, BY_STEPS_MAX);
    by_sink_close(&sink);
}

/* The calls from the top branch to the lowest, and the numbers of their moves: left child, itself,
 * right child. */
static int expect_calls(const char *text, int disc, char from, char to, int *number)
{
    char line[80], spare = (char)('A' + 'B' + 'C' - from - to);
    if (disc == 0)
        return 1;
    int calls = 1 + expect_calls(text, disc - 1, from, spare, number);
    snprintf(line, sizeof line, "move(%d, %c, %c) %d. disc %d: %c to %c\n", disc, from, to,
             ++*number, disc, from, to);
    assert_non_null(strstr(text, line));
    return calls + expect_calls(text, disc - 1, spare, to, number);
}

static void hanoi_draws_the_tree_of_its_calls(void **state)
{
    (void)state;
    for (int n = 1; n <= 5; n++) {
        struct by_sink sink;
        char line[32];
        int number = 0;
        snprintf(line, sizeof line, "hanoi n=%d", n);
        run_lesson(line, 0, false, &sink);
        int calls = expect_calls(by_buffer_text(&sink.text), n, 'A', 'C', &number);
        by_sink_close(&sink);
        json_t *figures = figures_of(line);
        assert_int_equal(whole(figures, "calls"), calls);
        assert_int_equal(whole(figures, "moves"), number);
        json_decref(figures);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(factorials_are_the_known_ones),
        cmocka_unit_test(fibonacci_counts_what_the_recursion_does),
        cmocka_unit_test(large_fibonacci_numbers_are_the_known_ones),
        cmocka_unit_test(small_call_trees_are_drawn_whole),
        cmocka_unit_test(hanoi_moves_are_legal_and_lead_to_the_goal),
        cmocka_unit_test(hanoi_has_bounds),
        cmocka_unit_test(hanoi_walks_move_by_move),
        cmocka_unit_test(hanoi_draws_the_tree_of_its_calls),
    };
    return cmocka_run_group_tests_name("recursion", tests, NULL, NULL);
}
