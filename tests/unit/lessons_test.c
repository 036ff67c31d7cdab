/* Tests of what holds for every lesson: text, drawing, numbers and steps are all there, the same
 * every time, and within bounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/draw/svg.h"
#include "lesson_help.h"

#define EVERYTHING (BY_WANT_SVG | BY_WANT_STEPS)

static void every_lesson_is_found_by_its_name(void **state)
{
    (void)state;
    char names[256];
    struct by_text list = by_text_over(names, sizeof names);
    by_lesson_names(&list);
    const char *expected = ""
#define BY_LESSON(name) "|" #name
#include "lessons/lessons.def"
#undef BY_LESSON
        ;
    assert_string_equal(names, BY_CHOICES(expected));
    for (int i = 0; by_lesson_at(i); i++) {
        const struct by_lesson *lesson = by_lesson_at(i);
        assert_ptr_equal(by_lesson_find(lesson->name), lesson);
        assert_true(lesson->title && lesson->summary && lesson->run);
        assert_true(strlen(lesson->summary) < 70);
    }
    assert_null(by_lesson_find("nosuch"));
    assert_null(by_lesson_at(-1));
}

static void every_lesson_has_text_drawing_numbers_and_steps(void **state)
{
    (void)state;
    for (int i = 0; by_lesson_at(i); i++) {
        struct by_sink sink;
        json_error_t error;
        run_lesson(by_lesson_at(i)->name, EVERYTHING, false, &sink);
        const char *text = by_buffer_text(&sink.text), *svg = by_buffer_text(&sink.svg);
        assert_true(sink.text.length > 500 && strstr(text, by_lesson_at(i)->title) == text);
        assert_true(strncmp(svg, "<svg xmlns=", 11) == 0);
        assert_string_equal(svg + sink.svg.length - 7, "</svg>\n");
        assert_true(sink.step_count > 0);
        json_t *figures = json_loads(by_buffer_text(&sink.json), JSON_REJECT_DUPLICATES, &error);
        assert_non_null(figures);
        assert_string_equal(words(figures, "lesson"), by_lesson_at(i)->name);
        json_decref(figures);
        by_sink_close(&sink);
    }
}

/* Without an order for it nothing is drawn; steps cost nothing. */
static void what_is_not_wanted_is_not_made(void **state)
{
    (void)state;
    for (int i = 0; by_lesson_at(i); i++) {
        struct by_sink sink;
        run_lesson(by_lesson_at(i)->name, 0, false, &sink);
        assert_int_equal(sink.svg.length, 0);
        assert_int_equal(sink.step_count, 0);
        by_sink_close(&sink);
    }
}

static void without_escapes(const char *coloured, char *out)
{
    for (; *coloured; coloured++) {
        if (*coloured != '\033')
            *out++ = *coloured;
        else
            coloured = strchr(coloured, 'm');
    }
    *out = '\0';
}

static void colour_changes_nothing_but_colour(void **state)
{
    (void)state;
    for (int i = 0; by_lesson_at(i); i++) {
        struct by_sink plain, coloured;
        run_lesson(by_lesson_at(i)->name, EVERYTHING, false, &plain);
        run_lesson(by_lesson_at(i)->name, EVERYTHING, true, &coloured);
        char *stripped = malloc(coloured.text.length + 1);
        assert_non_null(stripped);
        without_escapes(by_buffer_text(&coloured.text), stripped);
        assert_string_equal(stripped, by_buffer_text(&plain.text));
        assert_null(strchr(by_buffer_text(&plain.text), '\033'));
        assert_null(strchr(by_buffer_text(&plain.steps), '\033'));
        assert_string_equal(by_buffer_text(&coloured.svg), by_buffer_text(&plain.svg));
        assert_string_equal(by_buffer_text(&coloured.json), by_buffer_text(&plain.json));
        free(stripped);
        by_sink_close(&plain);
        by_sink_close(&coloured);
    }
}

/* Lines of the texts fit a screen; one title of a hash table is longer. */
static void texts_fit_a_screen(void **state)
{
    (void)state;
    for (int i = 0; by_lesson_at(i); i++) {
        struct by_sink sink;
        run_lesson(by_lesson_at(i)->name, 0, false, &sink);
        const char *line = by_buffer_text(&sink.text);
        while (*line) {
            size_t length = strcspn(line, "\n");
            if (length > 80 && strncmp(line, "  quadratic ", 12) != 0)
                fail_msg("%s: %.*s", by_lesson_at(i)->name, (int)length, line);
            line += length + 1;
        }
        by_sink_close(&sink);
    }
}

static void the_largest_settings_stay_within_bounds(void **state)
{
    (void)state;
    static const char *const lines[] = {"pi points=1",
                                        "factorial n=0",
                                        "factorial n=20",
                                        "fibonacci n=0",
                                        "fibonacci n=1",
                                        "fibonacci n=80",
                                        "hanoi n=1 show=0",
                                        "hanoi n=20",
                                        "queens n=1",
                                        "queens n=2",
                                        "queens n=3",
                                        "queens n=11 show=20000",
                                        "maze size=2",
                                        "maze size=100 seed=3",
                                        "stones row=1",
                                        "stones row=\"1 2 3 4 5 6 7 8 9 10 11 1000000\"",
                                        "tictactoe position=\"XOX/XOO/OXX O\"",
                                        "tictactoe moves=\"a1 b1 c1 b2 a2 c2 b3 a3\"",
                                        "depth depth=1",
                                        "depth depth=4",
                                        "depth depth=4 moves=\"a1 b1 c1 b2 a2 c2 b3 a3\"",
                                        "delay depth=15 turns=60",
                                        "delay depth=1 turns=1",
                                        "minimax tree=\"(1 2)\"",
                                        "minimax tree=\"(((1 2)(3 4))((5 6)(7 8)))\" root=min",
                                        "alphabeta order=worst tree=\"(((((1 2))))((3)))\"",
                                        "mcts sims=1 runs=1",
                                        "mcts sims=5000 rule=rave runs=1 moves=\"\"",
                                        "mcts moves=\"a1 b1 c1 b2 a2 c2 b3 a3\" runs=3",
                                        "expectimax coins=1",
                                        "expectimax coins=3 turns=2",
                                        "hash slots=1024 seed=0",
                                        "zobrist moves=\"a1 b1 c1 b2 a2 c2 b3 a3 c3\""};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct by_sink sink;
        run_lesson(lines[i], EVERYTHING, true, &sink);
        assert_true(sink.step_count > 0 && sink.step_count <= BY_STEPS_MAX);
        assert_true(sink.steps.length < BY_STEPS_BYTES_MAX && !sink.steps.failed);
        assert_true(sink.svg.length > 500 && sink.svg.length < 4 << 20);
        by_sink_close(&sink);
    }
}

static void commas_and_signs(void **state)
{
    (void)state;
    char buffer[BY_COMMAS_SIZE], sign[BY_SIGNED_SIZE];
    assert_string_equal(by_commas(0, buffer), "0");
    assert_string_equal(by_commas(999, buffer), "999");
    assert_string_equal(by_commas(14200, buffer), "14,200");
    assert_string_equal(by_commas(UINT64_MAX, buffer), "18,446,744,073,709,551,615");
    assert_string_equal(by_signed(0, sign), "0");
    assert_string_equal(by_signed(8, sign), "+8");
    assert_string_equal(by_signed(-2147483647 - 1, sign), "-2147483648");
}

static void svg_escapes_what_it_is_given(void **state)
{
    (void)state;
    struct by_buffer out;
    struct by_svg svg;
    by_buffer_open(&out, 1 << 16);
    by_svg_begin(&svg, &out, 100, 50, "a < b & c > d", "x");
    by_svg_text(&svg, 1, 2, "text", "%s\n", "<&>");
    by_svg_end(&svg);
    assert_non_null(strstr(by_buffer_text(&out), "<title>a &lt; b &amp; c &gt; d</title>"));
    assert_non_null(strstr(by_buffer_text(&out), ">&lt;&amp;&gt; </text>"));
    by_buffer_close(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lesson_is_found_by_its_name),
        cmocka_unit_test(every_lesson_has_text_drawing_numbers_and_steps),
        cmocka_unit_test(what_is_not_wanted_is_not_made),
        cmocka_unit_test(colour_changes_nothing_but_colour),
        cmocka_unit_test(texts_fit_a_screen),
        cmocka_unit_test(the_largest_settings_stay_within_bounds),
        cmocka_unit_test(commas_and_signs),
        cmocka_unit_test(svg_escapes_what_it_is_given),
    };
    return cmocka_run_group_tests_name("lessons", tests, NULL, NULL);
}
