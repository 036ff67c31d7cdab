/* Tests of the queens: published counts, solutions checked square by square, and the lecture's
 * own pictures of dead ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lesson_help.h"
#include "lessons/queens.h"

/* OEIS A000170 and A002562 (apart from turning and mirroring), from n = 1. */
static const long long all[] = {1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596};
static const long long distinct[] = {1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752};

static void counts_are_the_published_ones(void **state)
{
    (void)state;
    for (int n = 1; n <= (long_tests() ? 14 : 12); n++) {
        char line[32];
        snprintf(line, sizeof line, "queens n=%d", n);
        json_t *figures = figures_of(line);
        assert_int_equal(whole(figures, "solutions"), all[n - 1]);
        assert_int_equal(whole(figures, "distinct"), distinct[n - 1]);
        json_decref(figures);
    }
    refuses("queens n=0", "from 1 to 14");
    refuses("queens n=15", "from 1 to 14");
    refuses("queens show=20001", "show");
}

/* Knuth, The Art of Computer Programming 7.2.2: the profile of the 8 queens problem. */
static void the_profile_of_eight_queens_is_knuths(void **state)
{
    (void)state;
    static const long long profile[] = {1, 8, 42, 140, 344, 568, 550, 312, 92};
    json_t *figures = figures_of("queens");
    const json_t *placed = member(figures, "placed");
    assert_int_equal(json_array_size(placed), 9);
    for (size_t k = 0; k < 9; k++)
        assert_int_equal(whole_at(placed, k), profile[k]);
    json_decref(figures);
}

/* Every solution listed is one, and comes after the one before in lexical order: so they differ,
 * and since their number is right they are all there. */
static void check_list(int n)
{
    char line[48];
    long long before[14] = {0};
    snprintf(line, sizeof line, "queens n=%d show=20000", n);
    json_t *figures = figures_of(line);
    const json_t *list = member(figures, "list");
    assert_int_equal(json_array_size(list), all[n - 1]);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *solution = json_array_get(list, i);
        long long column[14];
        int larger = 0;
        assert_int_equal(json_array_size(solution), n);
        for (int r = 0; r < n; r++) {
            column[r] = whole_at(solution, (size_t)r);
            assert_in_range(column[r], 1, n);
            for (int q = 0; q < r; q++) {
                assert_true(column[q] != column[r]);
                assert_true(llabs(column[q] - column[r]) != r - q);
            }
            if (larger == 0 && column[r] != before[r])
                larger = column[r] > before[r] ? 1 : -1;
            before[r] = column[r];
        }
        assert_int_equal(larger, 1);
    }
    json_decref(figures);
}

static void solutions_are_solutions_and_all_of_them(void **state)
{
    (void)state;
    for (int n = 1; n <= (long_tests() ? 12 : 9); n++)
        check_list(n);
    json_t *figures = figures_of("queens n=8 show=3");
    assert_int_equal(json_array_size(member(figures, "list")), 3);
    json_decref(figures);
}

/* --- the lecture's pictures ------------------------------------------------------------------ */

struct pictures {
    char dead_end[8][24];
    int dead_ends;
    char solution[4][24];
    int solutions;
};

static void picture(const struct by_queens *queens, char out[24])
{
    for (int row = 0; row < queens->n; row++) {
        for (int column = 0; column < queens->n; column++)
            *out++ = by_queens_cell(queens, row, column);
        *out++ = '|';
    }
    *out = '\0';
}

static void keep(void *context, const struct by_queens *queens, enum by_queens_event event)
{
    struct pictures *pictures = context;
    if (event == BY_QUEENS_DEAD_END)
        picture(queens, pictures->dead_end[pictures->dead_ends++]);
    if (event == BY_QUEENS_SOLVED)
        picture(queens, pictures->solution[pictures->solutions++]);
}

/* The figure with four queens: two dead ends, and the solution found after them (LOG; the figure
 * is by Kruse, Tondo and Leung). Its x are guarded or tried, its ? are still to be tried. */
static void four_queens_meet_the_lectures_dead_ends(void **state)
{
    (void)state;
    struct pictures pictures = {.dead_ends = 0};
    struct by_queens queens = {.n = 4, .event = keep, .context = &pictures};
    by_queens_search(&queens);
    assert_int_equal(pictures.dead_ends, 4);
    assert_int_equal(pictures.solutions, 2);
    assert_string_equal(pictures.dead_end[0], "Q???|xxQ?|xxxx|....|");
    assert_string_equal(pictures.dead_end[1], "Q???|xxxQ|xQxx|xxxx|");
    assert_string_equal(pictures.solution[0], "xQ??|xxxQ|Qxxx|xxQx|");
    assert_string_equal(pictures.solution[1], "xxQ?|Qxxx|xxxQ|xQxx|");
}

/* A step for every queen placed, every dead end, every solution. */
static void steps_show_every_queen_and_every_dead_end(void **state)
{
    (void)state;
    struct by_sink sink;
    size_t length;
    run_lesson("queens n=4", BY_WANT_STEPS, false, &sink);
    assert_int_equal(sink.step_count, (4 + 6 + 4 + 2) + 4 + 2);
    const char *step = by_sink_step_text(&sink, 2, &length); /* two queens, then */
    assert_non_null(strstr(step, "row 3: dead end 1: every column is guarded; back to row 2"));
    by_sink_close(&sink);
    run_lesson("queens", BY_WANT_STEPS, false, &sink);
    assert_int_equal(sink.step_count, 2056 + 644 + 92);
    by_sink_close(&sink);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_the_published_ones),
        cmocka_unit_test(the_profile_of_eight_queens_is_knuths),
        cmocka_unit_test(solutions_are_solutions_and_all_of_them),
        cmocka_unit_test(four_queens_meet_the_lectures_dead_ends),
        cmocka_unit_test(steps_show_every_queen_and_every_dead_end),
    };
    return cmocka_run_group_tests_name("queens", tests, NULL, NULL);
}
