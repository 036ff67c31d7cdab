/* plot_test.c: plots as SVG: well-formed, with round ticks, nothing over anything in the legend. */
#include "base/draw/plot.h"
#include "base/text.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (; (text = strstr(text, word)); text += strlen(word))
        count++;
    return count;
}

/* Every element that is opened is closed, in order; no number is none. */
static void check_well_formed(const char *svg)
{
    char open[32][16];
    int depth = 0;
    for (const char *at = svg; (at = strchr(at, '<')); at++) {
        const char *end = strchr(at, '>');
        char name[16] = "";
        assert_non_null(end);
        if (sscanf(at, "</%15[a-z]", name) == 1) {
            assert_true(depth > 0);
            assert_string_equal(open[--depth], name);
        } else if (sscanf(at, "<%15[a-z]", name) == 1 && end[-1] != '/') {
            assert_true(depth < 32);
            strcpy(open[depth++], name);
        }
    }
    assert_int_equal(depth, 0);
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf"));
}

static void ticks_are_round(void **state)
{
    (void)state;
    static const struct {
        enum by_plot_scale scale;
        double low, high;
        int count;
        double first, last;
    } cases[] = {
        {BY_PLOT_LINEAR, 0, 100, 6, 0, 100},
        {BY_PLOT_LINEAR, 47, 103, 6, 50, 100},
        {BY_PLOT_LINEAR, -0.3, 0.3, 7, -0.3, 0.3},
        {BY_PLOT_LINEAR, 0.7, 8.3, 4, 2, 8},
        {BY_PLOT_LOG, 40, 1.2e6, 5, 100, 1e6},
        {BY_PLOT_LOG, 3, 60, 4, 5, 50},
        {BY_PLOT_LOG, 1e-7, 1e4, 4, 1e-7, 100},
        {BY_PLOT_LINEAR, 5, 5, 0, 0, 0},
        {BY_PLOT_LOG, 0, 5, 0, 0, 0},
        {BY_PLOT_LINEAR, 1, INFINITY, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double ticks[24];
        int count = by_plot_ticks(cases[i].scale, cases[i].low, cases[i].high, ticks, 24);
        if (count != cases[i].count)
            fail_msg("case %zu: %d ticks from %g to %g", i, count, ticks[0], ticks[count - 1]);
        if (count > 0) {
            assert_true(fabs(ticks[0] - cases[i].first) < 1e-9 * (1 + fabs(cases[i].first)));
            assert_true(fabs(ticks[count - 1] / cases[i].last - 1) < 1e-9);
        }
    }
}

static void any_range_has_a_few_ticks_inside_it(void **state)
{
    (void)state;
    for (double low = -1000; low < 1000; low += 77.7)
        for (double wide = 1e-6; wide < 1e9; wide *= 3.3) {
            double ticks[24];
            int count = by_plot_ticks(BY_PLOT_LINEAR, low, low + wide, ticks, 24);
            assert_in_range(count, 3, 11);
            for (int i = 0; i < count; i++)
                assert_true(ticks[i] >= low - 1e-6 * wide && ticks[i] <= low + wide * 1.000001);
        }
}

static void numbers_are_written_as_people_do(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *want;
    } cases[] = {{1000, "1,000"}, {1024000, "1,024,000"}, {0.05, "0.05"},
                 {12, "12"},      {-25000, "-25,000"},    {1e-7, "1e-07"},
                 {0, "0"},        {999, "999"},           {8204836, "8,204,836"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        struct by_text out = by_text_over(text, sizeof text);
        by_plot_number(&out, cases[i].value);
        assert_string_equal(text, cases[i].want);
    }
}

#define SERIES 9
#define POINTS 5

static void make(struct by_plot *plot, struct by_plot_series *series,
                 struct by_plot_point points[SERIES][POINTS])
{
    static const char *const names[SERIES] = {
        "a", "b < c", "d & e", "f", "g", "h", "one with a name that is far too long for a legend",
        "i", "j"};
    for (int s = 0; s < SERIES; s++) {
        for (int i = 0; i < POINTS; i++)
            points[s][i] =
                (struct by_plot_point){10 * pow(4, i), 20 + 7 * s + i, i == 3 ? NAN : 18.0 + 7 * s,
                                       i == 3   ? NAN
                                       : s == 2 ? INFINITY
                                                : 29.0 + 7 * s};
        series[s] = (struct by_plot_series){.name = names[s],
                                            .note = s % 3 == 0 ? "as n to the 2.03" : NULL,
                                            .look = s / 2,
                                            .hollow = s % 2 == 1,
                                            .joined = s % 2 == 0,
                                            .band = s == 4,
                                            .bare = s == 8,
                                            .count = POINTS,
                                            .points = points[s]};
    }
    *plot = (struct by_plot){.title = "a < b",
                             .below = "c & d",
                             .x = {"x", BY_PLOT_LOG, NAN, NAN, 0, NULL},
                             .y = {"y", BY_PLOT_LINEAR, NAN, NAN, 0, NULL},
                             .divide = 50,
                             .filled = "ours",
                             .hollow = "theirs",
                             .count = SERIES,
                             .series = series};
}

/* The lines of the legend, which all begin at one place: at least a letter's height apart. */
static void check_legend(const char *svg)
{
    double last = -1000;
    int lines = 0;
    for (const char *at = svg; (at = strstr(at, "x=\"42.0\" y=\"")); at++) {
        double y = strtod(at + strlen("x=\"42.0\" y=\""), NULL);
        assert_true(y - last >= 13);
        last = y;
        lines++;
    }
    assert_true(lines >= 6);
}

static void lines_are_drawn_with_all_marks(void **state)
{
    (void)state;
    struct by_plot plot;
    struct by_plot_series series[SERIES];
    struct by_plot_point points[SERIES][POINTS];
    struct by_buffer out;
    make(&plot, series, points);
    by_buffer_open(&out, 1 << 20);
    by_plot_lines(&plot, &out);
    const char *svg = by_buffer_text(&out);
    assert_false(out.failed);
    check_well_formed(svg);
    check_legend(svg);
    assert_int_equal(count_of(svg, "class=\"first\""), POINTS + 1); /* circles, and the legend's */
    assert_int_equal(count_of(svg, "class=\"line first-line hollow\""), POINTS);
    assert_non_null(strstr(svg, "a &lt; b"));
    assert_non_null(strstr(svg, "1,000"));
    assert_non_null(strstr(svg, "..."));
    by_buffer_close(&out);
}

static void what_has_no_logarithm_is_not_drawn(void **state)
{
    (void)state;
    struct by_plot plot;
    struct by_plot_series series[SERIES];
    struct by_plot_point points[SERIES][POINTS];
    struct by_buffer out;
    make(&plot, series, points);
    plot.count = 1;
    plot.y.scale = BY_PLOT_LOG;
    plot.divide = NAN;
    points[0][0].x = 0;
    points[0][1].y = -1;
    points[0][2].y = NAN;
    points[0][4].low = -3; /* the bar ends at the axis */
    by_buffer_open(&out, 1 << 20);
    by_plot_lines(&plot, &out);
    check_well_formed(by_buffer_text(&out));
    assert_int_equal(count_of(by_buffer_text(&out), "<circle class=\"first\""), 2 + 1);
    by_buffer_close(&out);
}

static void nothing_at_all_is_a_frame(void **state)
{
    (void)state;
    struct by_plot plot = {.title = "",
                           .below = "",
                           .x = {"x", BY_PLOT_LOG, NAN, NAN, 0, NULL},
                           .y = {"y", BY_PLOT_LINEAR, NAN, NAN, 0, NULL},
                           .divide = NAN,
                           .filled = "",
                           .hollow = ""};
    struct by_buffer out;
    by_buffer_open(&out, 1 << 20);
    by_plot_lines(&plot, &out);
    check_well_formed(by_buffer_text(&out));
    by_buffer_close(&out);
}

static void bars_stand_on_zero(void **state)
{
    (void)state;
    static const char *const places[] = {"one", "two & a half", "three"};
    const struct by_plot_point ours[] = {{0, 97, 90, 99}, {1, 40, NAN, NAN}, {2, 50, 40, 60}};
    const struct by_plot_series series[] = {
        {.name = "score", .look = 0, .count = 3, .points = ours},
        {.name = "published", .look = 0, .hollow = true, .count = 3, .points = ours}};
    struct by_plot plot = {.title = "bars",
                           .below = "",
                           .x = {"pairing", BY_PLOT_PLACES, NAN, NAN, 3, places},
                           .y = {"%", BY_PLOT_LINEAR, NAN, NAN, 0, NULL},
                           .divide = 50,
                           .filled = "ours",
                           .hollow = "published",
                           .count = 2,
                           .series = series};
    struct by_buffer out;
    by_buffer_open(&out, 1 << 20);
    by_plot_bars(&plot, &out);
    check_well_formed(by_buffer_text(&out));
    assert_non_null(strstr(by_buffer_text(&out), ">0</text>"));
    assert_int_equal(count_of(by_buffer_text(&out), "<rect class=\"first\""), 3 + 1);
    by_buffer_close(&out);
}

static void heat_maps_leave_out_what_was_not_run(void **state)
{
    (void)state;
    static const char *const x[] = {"1", "2"}, *const y[] = {"100", "200"};
    const double value[] = {61, 40, NAN, 52.5};
    const char *const notes[] = {"57.0", NULL, NULL, "50.1"};
    struct by_heat heat = {.title = "heat",
                           .below = "",
                           .x = {"z", BY_PLOT_PLACES, NAN, NAN, 2, x},
                           .y = {"sims", BY_PLOT_PLACES, NAN, NAN, 2, y},
                           .value = value,
                           .note = notes,
                           .low = NAN,
                           .high = NAN,
                           .unit = "%"};
    struct by_buffer out;
    by_buffer_open(&out, 1 << 20);
    by_plot_heat(&heat, &out);
    const char *svg = by_buffer_text(&out);
    check_well_formed(svg);
    assert_int_equal(count_of(svg, "fill=\"#"), 3 + 10);
    assert_non_null(strstr(svg, ">52.5</text>"));
    assert_non_null(strstr(svg, ">57.0</text>"));
    by_buffer_close(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_are_round),
        cmocka_unit_test(any_range_has_a_few_ticks_inside_it),
        cmocka_unit_test(numbers_are_written_as_people_do),
        cmocka_unit_test(lines_are_drawn_with_all_marks),
        cmocka_unit_test(what_has_no_logarithm_is_not_drawn),
        cmocka_unit_test(nothing_at_all_is_a_frame),
        cmocka_unit_test(bars_stand_on_zero),
        cmocka_unit_test(heat_maps_leave_out_what_was_not_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
