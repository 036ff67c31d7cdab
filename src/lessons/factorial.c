/* factorial.c: the simplest recursion: one call calls one smaller (LOG). */
#include "base/draw/svg.h"
#include "lessons/lesson.h"

#define N_MAX 20 /* 21! no longer fits 64 bits */

static uint64_t factorial(int n)
{
    return n == 0 ? 1 : (uint64_t)n * factorial(n - 1);
}

/* --- characters ---------------------------------------------------------------------- */

/* The first `called` calls going down and the last `returned` results coming back up. */
static void draw_calls(const struct by_sink *sink, int n, int called, int returned,
                       struct by_buffer *out)
{
    char value[BY_COMMAS_SIZE];
    for (int i = 0; i < called; i++) {
        by_buffer_repeat(out, ' ', 2 + 2 * i);
        by_buffer_format(out, "factorial(%d)", n - i);
        by_buffer_add(out, i < n ? "\n" : "  <- the base case\n");
    }
    for (int k = 0; k < returned; k++) {
        by_buffer_repeat(out, ' ', 2 + 2 * (n - k));
        by_buffer_format(out, "%s= %s%s", by_mark(sink, BY_MARK_GOOD),
                         by_commas(factorial(k), value), by_mark(sink, BY_MARK_PLAIN));
        if (k > 0)
            by_buffer_format(out, "  (%d * %s)", k, by_commas(factorial(k - 1), value));
        by_buffer_char(out, '\n');
    }
}

/* The calls that are open after `called` calls and `returned` results, and the last of these. */
static void write_frame(struct by_sink *sink, int n, int called, int returned)
{
    struct by_json *frame = by_sink_frame(sink);
    if (frame == NULL)
        return;
    by_json_array(frame, "open");
    for (int k = n; k > n - called && k >= returned; k--)
        by_json_int(frame, NULL, k);
    by_json_end_array(frame);
    if (returned > 0) {
        by_json_int(frame, "returned", returned - 1);
        by_json_count(frame, "value", factorial(returned - 1));
    }
    by_json_end_object(frame);
}

static void write_steps(struct by_sink *sink, int n)
{
    for (int step = 1; step <= 2 * (n + 1); step++) {
        struct by_buffer *out = by_sink_step(sink);
        int called = step <= n + 1 ? step : n + 1;
        if (out != NULL)
            draw_calls(sink, n, called, step - called, out);
        write_frame(sink, n, called, step - called);
    }
}

static void write_text(struct by_sink *sink, int n)
{
    char value[BY_COMMAS_SIZE];
    struct by_buffer *out = &sink->text;
    by_buffer_add(
        out, "n! = 1 * 2 * ... * n, and 0! = 1. A recursive function has two parts: a base\n"
             "case that it answers at once, and a step that leads every other case to a\n"
             "smaller one.\n\n"
             "  factorial(0) = 1                        the base case\n"
             "  factorial(n) = n * factorial(n - 1)     the step\n\n"
             "Each call waits for the one it made; the results come back in reverse order:\n\n");
    draw_calls(sink, n, n + 1, n + 1, out);
    by_buffer_format(out,
                     "\n%d! = %s, after %d calls. The calls form a tree that is a single line:\n"
                     "the deepest recursion is %d calls, and so many are open at once.\n",
                     n, by_commas(factorial(n), value), n + 1, n + 1);
}

/* --- SVG --------------------------------------------------------------------------------- */

#define ROW_HEIGHT 44.0
#define BOX_WIDTH  190.0
#define SLANT      55.0 /* how far the columns lean towards each other without touching */

static void draw_row(struct by_svg *svg, int n, int i)
{
    char value[BY_COMMAS_SIZE];
    double lean = n > 6 ? SLANT / n : 9;
    double y = i * ROW_HEIGHT, x = i * lean, right = 340 - i * lean;
    int k = n - i;
    by_svg_round(svg, x, y, BOX_WIDTH, 28, 6, k == 0 ? "gold" : "soft edge");
    by_svg_text(svg, x + 12, y + 19, "text", k == 0 ? "factorial(0)" : "%d * factorial(%d)", k,
                k - 1);
    by_svg_round(svg, right, y, 250, 28, 6, k == 0 ? "gold" : "panel edge");
    by_svg_text(svg, right + 238, y + 19, "text mono end", "%s", by_commas(factorial(k), value));
    if (k > 0) {
        by_svg_arrow(svg, x + 30, y + 28, x + 30, y + ROW_HEIGHT, "line first-line");
        by_svg_arrow(svg, right + 30, y + ROW_HEIGHT, right + 30, y + 29, "line good-line");
        return;
    }
    by_svg_arrow(svg, x + BOX_WIDTH, y + 14, right, y + 14, "line");
}

static void draw_svg(struct by_sink *sink, int n)
{
    struct by_svg svg;
    by_svg_begin(&svg, &sink->svg, 680, BY_SVG_TOP + 40 + (n + 1) * ROW_HEIGHT,
                 "Factorial: one call, one smaller",
                 "Calls go down on the left until the base case; results come back up on the "
                 "right.");
    by_svg_move(&svg, BY_SVG_MARGIN, BY_SVG_TOP + 10);
    for (int i = 0; i <= n; i++)
        draw_row(&svg, n, i);
    by_svg_back(&svg);
    by_svg_end(&svg);
}

/* --- the lesson --------------------------------------------------------------------------- */

static enum by_status run(const struct by_values *values, struct by_sink *sink,
                          struct by_error *err)
{
    (void)err;
    int n = by_lesson_int(values, "n");
    write_text(sink, n);
    write_steps(sink, n);
    by_json_int(&sink->figures, "n", n);
    by_json_count(&sink->figures, "value", factorial(n));
    by_json_int(&sink->figures, "calls", n + 1);
    by_json_int(&sink->figures, "depth", n + 1);
    if (by_sink_wants(sink, BY_WANT_SVG))
        draw_svg(sink, n);
    return BY_OK;
}

static const struct by_option options[] = {
    {.name = "n",
     .type = BY_OPTION_INT,
     .fallback = "5",
     .low = 0,
     .high = N_MAX,
     .help = "the number; 21! no longer fits 64 bits"},
    {.name = NULL},
};

const struct by_lesson by_lesson_factorial = {
    .name = "factorial",
    .title = "Factorial: a function that calls itself",
    .summary = "recursion at its simplest: a base case and a step",
    .options = options,
    .run = run,
};
