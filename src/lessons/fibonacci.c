/* fibonacci.c: a recursion that calls itself twice, and so does the same work again and again
 * (LOG). The tree of its calls is why game searches remember positions. */
#include "base/draw/treedraw.h"
#include "lessons/lesson.h"
#include <string.h>

#define N_MAX       80 /* 2 F(81) - 1 calls still fit 63 bits with room */
#define OUTLINE_MAX 45 /* lines of the outline: the whole tree up to f(7) */
#define DRAWN_MAX   67 /* boxes of the drawing: the whole tree up to f(8), ... */
#define CUT_MAX     40 /* ... and the top of larger ones, whose boxes are wider */

static uint64_t fibonacci(int n)
{
    uint64_t now = 0, next = 1;
    for (int i = 0; i < n; i++) {
        uint64_t sum = now + next;
        now = next;
        next = sum;
    }
    return now;
}

/* calls(n) = 1 + calls(n - 1) + calls(n - 2) and calls(0) = calls(1) = 1, hence 2 F(n+1) - 1. */
static uint64_t calls(int n)
{
    return 2 * fibonacci(n + 1) - 1;
}

/* How often f(k) is called on the way from f(n): F(n - k + 1) for k >= 1, and F(n - 1) for 0. */
static uint64_t calls_of(int n, int k)
{
    if (k > 0)
        return fibonacci(n - k + 1);
    return n == 0 ? 1 : fibonacci(n - 1);
}

/* --- the tree ---------------------------------------------------------------------------- */

/* Nodes of the tree of f(n) that has no more than `levels` levels below its root. */
static int nodes_within(int n, int levels)
{
    if (n <= 1 || levels == 0)
        return 1;
    return 1 + nodes_within(n - 1, levels - 1) + nodes_within(n - 2, levels - 1);
}

/* The most levels of f(n) that `most` nodes can show. */
static int levels_for(int n, int most)
{
    int levels = 0;
    while (levels < n && nodes_within(n, levels + 1) <= most)
        levels++;
    return levels;
}

/* The call that is drawn golden wherever it is made again: f(2) where the whole tree is drawn. */
static int repeated(int n)
{
    if (n < 4)
        return -1;
    return calls(n) <= DRAWN_MAX ? 2 : n - 4;
}

static const char *area_of(int n, int k)
{
    if (k == repeated(n))
        return "gold edge";
    return k <= 1 ? "panel edge" : "soft edge";
}

/* Calls below `levels` are left out and counted instead. */
static void grow(struct by_treedraw *tree, int parent, int n, int k, int levels)
{
    char count[BY_COMMAS_SIZE];
    int index = by_treedraw_add(tree, parent, area_of(n, k));
    if (index < 0)
        return;
    if (k > 1 && levels == 0) {
        by_treedraw_label(tree, index, "f(%d)\n%s calls", k, by_commas(calls(k), count));
        return;
    }
    by_treedraw_label(tree, index, "f(%d)\n= %s", k, by_commas(fibonacci(k), count));
    if (k > 1) {
        grow(tree, index, n, k - 1, levels - 1);
        grow(tree, index, n, k - 2, levels - 1);
    }
}

static enum by_status make_tree(struct by_treedraw *tree, int n, int most, struct by_error *err)
{
    enum by_status status = by_treedraw_open(tree, most, err);
    if (status == BY_OK)
        grow(tree, -1, n, n, levels_for(n, most));
    return status;
}

/* --- characters ----------------------------------------------------------------------------- */

static void write_counts(struct by_buffer *out, int n)
{
    char value[BY_COMMAS_SIZE], all[BY_COMMAS_SIZE];
    int first = n > 15 ? n - 15 : 0;
    by_buffer_format(out, "\n%5s %24s %24s %10s\n", "n", "f(n)", "calls", "distinct");
    for (int k = first; k <= n; k++)
        by_buffer_format(out, "%5d %24s %24s %10d\n", k, by_commas(fibonacci(k), value),
                         by_commas(calls(k), all), k + 1 - (k == 1));
}

static void write_text(struct by_sink *sink, const struct by_treedraw *tree, int n)
{
    char value[BY_COMMAS_SIZE];
    struct by_buffer *out = &sink->text;
    by_buffer_add(out,
                  "f(0) = 0, f(1) = 1, and every other f(n) = f(n - 1) + f(n - 2). Here a call\n"
                  "makes two calls, so that the calls form a tree:\n\n");
    by_treedraw_outline(tree, by_mark(sink, BY_MARK_GOOD), by_mark(sink, BY_MARK_PLAIN), out);
    write_counts(out, n);
    by_buffer_format(out, "\nf(%d) takes %s calls", n, by_commas(calls(n), value));
    if (n >= 4)
        by_buffer_format(out, ", and f(2) alone is worked out %s times",
                         by_commas(calls_of(n, 2), value));
    by_buffer_add(
        out, ".\nThe calls are 2 f(n + 1) - 1: each n costs 1.6 times the one before. Yet hardly\n"
             "any of them is new: whoever writes results down works out every f(k) once, the\n"
             "last column. Game trees are like this too, because different moves lead to the\n"
             "same position; the note-book of a search is its transposition table.\n");
}

#define STEP_CALLS 17 /* that fit a screen of 24 lines */

/* One call after the other, as the machine makes them; the newest is marked. */
static void write_steps(struct by_sink *sink, struct by_treedraw *tree)
{
    int count = tree->count;
    for (int shown = 1; shown <= count && by_sink_wants(sink, BY_WANT_STEPS); shown++) {
        struct by_buffer *out = by_sink_step(sink);
        if (out == NULL)
            return;
        int first = shown > STEP_CALLS ? shown - STEP_CALLS : 0;
        if (first > 0)
            by_buffer_format(out, "  (%d calls before)\n", first);
        for (int i = first; i < shown; i++) {
            const struct by_treedraw_node *node = &tree->node[i];
            by_buffer_repeat(out, ' ', 2 + 3 * node->depth);
            bool newest = i == shown - 1;
            by_buffer_format(out, "%s%.*s%s\n", newest ? by_mark(sink, BY_MARK_NEW) : "",
                             (int)(strchr(node->label, '\n') - node->label), node->label,
                             newest ? by_mark(sink, BY_MARK_PLAIN) : "");
        }
        by_buffer_format(out, "\ncall %d of %d\n", shown, count);
    }
}

/* --- SVG -------------------------------------------------------------------------------------- */

static enum by_status draw_svg(struct by_sink *sink, int n, struct by_error *err)
{
    struct by_svg svg;
    struct by_treedraw tree;
    char below[160], count[BY_COMMAS_SIZE];
    bool whole = calls(n) <= DRAWN_MAX;
    enum by_status status = make_tree(&tree, n, whole ? DRAWN_MAX : CUT_MAX, err);
    if (status != BY_OK)
        return status;
    by_treedraw_lay(&tree);
    struct by_treedraw_look look = {.width = whole ? 44 : 92, .height = 36, .gap = 8, .rise = 30};
    double width = by_treedraw_width(&tree, &look) + 2 * BY_SVG_MARGIN;
    struct by_text text = by_text_over(below, sizeof below);
    by_text_format(&text, "f(%d) takes %s call%s.", n, by_commas(calls(n), count),
                   calls(n) == 1 ? "" : "s");
    if (repeated(n) > 0)
        by_text_format(&text, " Golden: f(%d), worked out %s times.", repeated(n),
                       by_commas(calls_of(n, repeated(n)), count));
    by_svg_begin(&svg, &sink->svg, width < 560 ? 560 : width,
                 by_treedraw_height(&tree, &look) + BY_SVG_TOP + 40, "Fibonacci: the tree of calls",
                 below);
    by_treedraw_svg(&tree, &look, &svg, BY_SVG_MARGIN, BY_SVG_TOP + 10);
    by_svg_end(&svg);
    by_treedraw_close(&tree);
    return BY_OK;
}

/* --- a moving picture --------------------------------------------------------------------------- */

/* A call begins, or comes back with its value. */
static void write_frame(struct by_sink *sink, const struct by_treedraw *tree, int node,
                        const uint64_t *value)
{
    struct by_json *frame = by_sink_frame(sink);
    if (frame == NULL)
        return;
    by_json_int(frame, "node", node);
    by_json_int(frame, "open", tree->node[node].depth + 1 - (value != NULL));
    if (value != NULL)
        by_json_count(frame, "value", *value);
    by_json_end_object(frame);
}

/* Parents come before their children, as grow makes them. */
static void walk_calls(struct by_sink *sink, const struct by_treedraw *tree, int node, int k)
{
    uint64_t value = fibonacci(k);
    int child = tree->node[node].first;
    write_frame(sink, tree, node, NULL);
    for (int i = 1; child >= 0; i++, child = tree->node[child].next)
        walk_calls(sink, tree, child, k - i);
    write_frame(sink, tree, node, &value);
}

static void put_node(struct by_json *figures, const struct by_treedraw *tree, int node, int k)
{
    const struct by_treedraw_node *at = &tree->node[node];
    int child = at->first;
    by_json_object(figures, NULL);
    by_json_int(figures, "n", k);
    by_json_int(figures, "parent", at->parent);
    by_json_int(figures, "depth", at->depth);
    by_json_figure(figures, "place", at->place);
    by_json_end_object(figures);
    for (int i = 1; child >= 0; i++, child = tree->node[child].next)
        put_node(figures, tree, child, k - i);
}

/* The whole tree of calls, with its frames, where it is drawn whole; null else. */
static enum by_status write_tree(struct by_sink *sink, int n, struct by_error *err)
{
    struct by_treedraw tree;
    if (calls(n) > DRAWN_MAX) {
        by_json_null(&sink->figures, "tree");
        return BY_OK;
    }
    enum by_status status = make_tree(&tree, n, DRAWN_MAX, err);
    if (status != BY_OK)
        return status;
    by_treedraw_lay(&tree);
    by_json_array(&sink->figures, "tree");
    put_node(&sink->figures, &tree, 0, n);
    by_json_end_array(&sink->figures);
    walk_calls(sink, &tree, 0, n);
    by_treedraw_close(&tree);
    return BY_OK;
}

/* --- the lesson --------------------------------------------------------------------------------- */

static void write_figures(struct by_json *figures, int n)
{
    by_json_int(figures, "n", n);
    by_json_count(figures, "value", fibonacci(n));
    by_json_count(figures, "calls", calls(n));
    by_json_array(figures, "calls_of");
    for (int k = 0; k <= n; k++)
        by_json_count(figures, NULL, calls_of(n, k));
    by_json_end_array(figures);
}

static enum by_status run(const struct by_values *values, struct by_sink *sink,
                          struct by_error *err)
{
    int n = by_lesson_int(values, "n");
    struct by_treedraw tree;
    enum by_status status = make_tree(&tree, n, OUTLINE_MAX, err);
    if (status != BY_OK)
        return status;
    write_text(sink, &tree, n);
    write_steps(sink, &tree);
    write_figures(&sink->figures, n);
    by_treedraw_close(&tree);
    status = write_tree(sink, n, err);
    return status == BY_OK && by_sink_wants(sink, BY_WANT_SVG) ? draw_svg(sink, n, err) : status;
}

static const struct by_option options[] = {
    {.name = "n",
     .type = BY_OPTION_INT,
     .fallback = "6",
     .low = 0,
     .high = N_MAX,
     .help = "which Fibonacci number; small trees are drawn whole"},
    {.name = NULL},
};

const struct by_lesson by_lesson_fibonacci = {
    .name = "fibonacci",
    .title = "Fibonacci: the tree of calls",
    .summary = "a function that calls itself twice, and repeats itself",
    .options = options,
    .run = run,
};
