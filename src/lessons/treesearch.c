/* treesearch.c: the lessons minimax and alphabeta: a tree of numbers, searched node by node (LOG).
 *
 * Both search the same tree: what alpha-beta leaves out is seen beside what minimax looks at. */
#include "lessons/lesson.h"
#include "lessons/searchdraw.h"
#include "search/search.h"
#include <stdlib.h>
#include <string.h>

#define NODES_MAX 2000
#define DRAWN     30 /* nodes of the text */
#define STEP_ROWS 17 /* of the tree in a step: the sentence needs the others */
#define STEPS_MAX 2000
#define COLUMNS   79

struct lesson {
    struct by_sink *sink;
    const char *search; /* the name of the lesson, too */
    const char *order;  /* NULL: minimax has none */
    struct by_rules *rules;
    struct by_line *line;
    struct by_recorder recorder;
    struct by_recorder_counts counts;
    struct by_buffer *out;          /* where rows go */
    struct by_recorder_counts full; /* what minimax looks at */
};

/* --- the search ---------------------------------------------------------------------------- */

static enum by_status think(struct lesson *l, const char *spec, struct by_recorder *recorder,
                            struct by_error *err)
{
    const struct by_events events = {.context = recorder, .trace = by_recorder_step};
    const struct by_limits limits = {.depth = l->rules->max_length};
    struct by_searcher *searcher = NULL;
    struct by_decision decision = {.moves = NULL};
    enum by_status status = by_recorder_open(recorder, l->rules, NODES_MAX, err);
    if (status == BY_OK)
        status = by_searcher_open(l->rules, spec, 1, &searcher, err);
    if (status == BY_OK)
        status = by_decision_open(l->rules, &decision, err);
    if (status == BY_OK)
        status = by_searcher_think(searcher, l->line, &limits, &events, &decision, err);
    if (status == BY_OK)
        status = by_recorder_complete(recorder, by_line_position(l->line), err);
    by_decision_close(&decision);
    by_searcher_close(searcher);
    return status;
}

static enum by_status search(struct lesson *l, struct by_error *err)
{
    char spec[64];
    struct by_text text = by_text_over(spec, sizeof spec);
    struct by_recorder everything = {.count = 0};
    by_text_add(&text, l->search);
    if (l->order)
        by_text_format(&text, " plain=on order=%s", l->order);
    enum by_status status = think(l, spec, &l->recorder, err);
    if (status == BY_OK)
        status = think(l, "minimax", &everything, err);
    l->counts = by_recorder_count(&l->recorder);
    l->full = by_recorder_count(&everything);
    by_recorder_close(&everything);
    return status;
}

static enum by_status open_tree(struct lesson *l, const struct by_values *values,
                                struct by_error *err)
{
    const struct by_setting root = {"root", by_values_get(values, "root")->text};
    enum by_status status =
        by_rules_open("tree", &root, 1, by_values_get(values, "tree")->text, &l->rules, err);
    if (status == BY_OK && l->rules->has_chance)
        status = by_fail(err, BY_BAD_INPUT,
                         "the lesson %s has no chance nodes: see the lesson expectimax", l->search);
    if (status == BY_OK)
        status = by_line_open(l->rules, &l->line, err);
    if (status == BY_OK && by_line_over(l->line))
        status = by_fail(err, BY_BAD_INPUT,
                         "the lesson %s needs a tree with moves, such as "
                         "((3 12)(2 4))",
                         l->search);
    return status;
}

/* --- the tree in characters ------------------------------------------------------------------ */

static void put_row(void *context, const struct by_recorder_row *row)
{
    by_buffer_format(context, "%.*s\n", COLUMNS, row->text);
}

static struct by_searchview view_of(const struct lesson *l, int32_t now, int32_t focus, int most)
{
    return (struct by_searchview){.recorder = &l->recorder,
                                  .windows = l->order != NULL,
                                  .now = now,
                                  .focus = focus,
                                  .most = most,
                                  .levels = 8};
}

static enum by_status put_tree(const struct lesson *l, struct by_searchview view,
                               struct by_buffer *out, struct by_error *err)
{
    (void)l;
    enum by_status status = by_searchview_open(&view, err);
    if (status == BY_OK)
        status = by_searchdraw_text(&view, put_row, out, err);
    by_searchview_close(&view);
    return status;
}

/* The lines of `text` around the one that begins with '>'. */
static void put_window(const char *text, int rows, struct by_buffer *out)
{
    int focus = 0, lines = 0, at = 0;
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1, lines++)
        focus = *line == '>' ? lines : focus;
    int first = focus - rows / 2 > lines - rows ? lines - rows : focus - rows / 2;
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1, at++)
        if (at >= first && at < (first < 0 ? 0 : first) + rows)
            by_buffer_format(out, "%.*s\n", (int)strcspn(line, "\n"), line);
}

/* A sentence in lines of at most COLUMNS characters. */
static void put_sentence(const char *words, struct by_buffer *out)
{
    size_t length;
    while ((length = strlen(words)) > COLUMNS) {
        size_t part = COLUMNS;
        while (part > 1 && words[part] != ' ')
            part--;
        by_buffer_format(out, "%.*s\n", (int)part, words);
        words += part + (words[part] == ' ');
    }
    by_buffer_format(out, "%s\n", words);
}

static enum by_status put_step(struct lesson *l, int32_t id, int32_t event, struct by_error *err)
{
    char words[512];
    struct by_text text = by_text_over(words, sizeof words);
    struct by_buffer tree, *out = by_sink_step(l->sink);
    if (!out)
        return BY_OK;
    by_buffer_open(&tree, 1 << 20);
    by_recorder_tell(&l->recorder, id, event, l->order != NULL, &text);
    enum by_status status = put_tree(l, view_of(l, event + 1, id, 2 * STEP_ROWS), &tree, err);
    put_window(by_buffer_text(&tree), STEP_ROWS, out);
    by_buffer_char(out, '\n');
    put_sentence(words, out);
    by_buffer_close(&tree);
    return status;
}

/* --- the steps, for a moving picture ----------------------------------------------------------- */

static void write_number(struct by_json *json, const char *name, const struct lesson *l, bool there,
                         int64_t value)
{
    if (there && value > -BY_VALUE_INF && value < BY_VALUE_INF)
        by_json_number(json, name, by_recorder_fraction(&l->recorder, value));
    else
        by_json_null(json, name);
}

/* The window of a node after an event; null for minimax, which has none, and above the root. */
static void write_window(struct by_json *json, const char *name, const struct lesson *l, int32_t id,
                         int32_t event)
{
    if (!l->order || id == BY_RECORDER_NONE) {
        by_json_null(json, name);
        return;
    }
    struct by_recorder_window window = by_recorder_window(&l->recorder, id, event + 1);
    by_json_array(json, name);
    write_number(json, NULL, l, true, window.alpha);
    write_number(json, NULL, l, true, window.beta);
    by_json_end_array(json);
}

static void write_frame(const struct lesson *l, int32_t id, int32_t event)
{
    const struct by_recorder_node *node = &l->recorder.node[id];
    bool leaves = node->left == event;
    struct by_json *frame = by_sink_frame(l->sink);
    if (!frame)
        return;
    by_json_int(frame, "node", id);
    by_json_text(frame, "kind", node->leaf ? "leaf" : leaves ? "leave" : "enter");
    write_number(frame, "value", l, leaves, node->value);
    by_json_flag(frame, "cut", leaves && by_recorder_skipped(&l->recorder, id) > 0);
    write_window(frame, "window", l, id, event);
    write_window(frame, "above", l, node->parent, event);
    by_json_end_object(frame);
}

static void write_nodes(const struct lesson *l)
{
    struct by_json *figures = &l->sink->figures;
    by_json_array(figures, "nodes");
    for (int32_t id = 0; id < l->recorder.count; id++) {
        const struct by_recorder_node *node = &l->recorder.node[id];
        by_json_object(figures, NULL);
        by_json_int(figures, "parent", node->parent);
        by_json_text(figures, "kind", by_recorder_kind(node));
        write_number(figures, "number", l, node->leaf, node->value);
        by_json_end_object(figures);
    }
    by_json_end_array(figures);
}

/* A leaf is read in one step: that it is entered is none of its own. */
static enum by_status put_steps(struct lesson *l, struct by_error *err)
{
    const struct by_recorder *r = &l->recorder;
    enum by_status status = BY_OK;
    for (int32_t event = 0; event < r->events && status == BY_OK; event++)
        for (int32_t id = 0; id < r->count && status == BY_OK; id++) {
            const struct by_recorder_node *node = &r->node[id];
            if (node->left != event && (node->entered != event || node->leaf))
                continue;
            write_frame(l, id, event);
            if (event < STEPS_MAX)
                status = put_step(l, id, event, err);
        }
    return status;
}

/* --- words ------------------------------------------------------------------------------------ */

static const char minimax_words[] =
    "MAX wants the largest number, MIN the smallest, and they move in turn. What is\n"
    "the root worth when both play their best? Go down to the leaves and come back:\n"
    "a leaf is worth its number, a node of MAX the largest value of its children, a\n"
    "node of MIN the smallest. No node has a value before all its children have.\n\n";

static const char alphabeta_words[] =
    "Minimax looks at every leaf, although many cannot matter. Alpha-beta carries a\n"
    "window (alpha, beta): MAX has alpha for certain somewhere else on the way, MIN\n"
    "has beta. At a node of MAX alpha rises, at a node of MIN beta falls, and when\n"
    "they meet nobody will let the game come here: the children that are left are\n"
    "cut off. The value of the root is minimax's, always.\n\n";

static const char drawing_words[] =
    "\nAll values are MAX's. A * marks the line of best play; a node is named by the\n"
    "way there, 2.1 being the first child of the second child of the root.\n";

static void put_counts(const struct lesson *l, struct by_buffer *out)
{
    char value[32];
    struct by_text text = by_text_over(value, sizeof value);
    by_recorder_number(&l->recorder, l->recorder.node[0].value, &text);
    by_buffer_format(out, "\nThe root is worth %s. %d of %d leaves were looked at", value,
                     l->counts.leaves_seen, l->counts.leaves);
    if (l->order)
        by_buffer_format(out, ", with %d %s; minimax\nlooks at all %d", l->counts.cuts,
                         l->counts.cuts == 1 ? "cut" : "cuts", l->full.leaves_seen);
    by_buffer_add(out, ".\n");
}

static void put_tasks(const struct lesson *l, struct by_buffer *out)
{
    by_buffer_add(out, "\nTo try:\n");
    if (l->order)
        by_buffer_add(out,
                      "  --order best and --order worst: how many leaves does the order save?\n"
                      "  --root min: who is cut off now?\n"
                      "  Which number must leaf 2.1 have, so that nothing is cut below 2?\n"
                      "  --step: say at each step what the window becomes before you go on.\n");
    else
        by_buffer_add(out,
                      "  --root min: what is the same tree worth when MIN begins?\n"
                      "  Which leaf can you change without changing the root? By how much?\n"
                      "  --step: say the value of each node before you go on.\n"
                      "  'lesson alphabeta' finds the same value and looks at fewer leaves.\n");
}

static void write_figures(const struct lesson *l, const struct by_values *values)
{
    struct by_json *figures = &l->sink->figures;
    const struct by_recorder *recorder = &l->recorder;
    by_json_text(figures, "tree", by_values_get(values, "tree")->text);
    by_json_text(figures, "order", l->order);
    by_json_figure(figures, "value", by_recorder_fraction(recorder, recorder->node[0].value));
    by_json_array(figures, "best");
    for (int32_t id = recorder->node[0].best; id != BY_RECORDER_NONE; id = recorder->node[id].best)
        by_json_int(figures, NULL, id - recorder->node[recorder->node[id].parent].first + 1);
    by_json_end_array(figures);
    by_json_int(figures, "leaves", l->counts.leaves);
    by_json_int(figures, "looked_at", l->counts.leaves_seen);
    by_json_int(figures, "cuts", l->counts.cuts);
    write_nodes(l);
}

static enum by_status draw_svg(struct lesson *l, struct by_error *err)
{
    struct by_searchview view = view_of(l, BY_RECORDER_END, BY_RECORDER_NONE, 200);
    struct by_text measure = by_text_over(NULL, 0);
    const char *title = l->order ? "Alpha-beta" : "Minimax";
    const char *below = l->order ? "Windows on entering and leaving, and what was cut off."
                                 : "MAX takes the largest value of its children, MIN the smallest.";
    enum by_status status = by_searchview_open(&view, err);
    if (status == BY_OK)
        status = by_searchdraw_svg(&view, title, below, &measure, err);
    char *text = status == BY_OK ? malloc(measure.length + 1) : NULL;
    if (status == BY_OK && !text)
        status = by_fail_memory(err, measure.length + 1);
    if (status == BY_OK) {
        struct by_text out = by_text_over(text, measure.length + 1);
        status = by_searchdraw_svg(&view, title, below, &out, err);
        by_buffer_add(&l->sink->svg, text);
    }
    free(text);
    by_searchview_close(&view);
    return status;
}

static enum by_status teach(struct lesson *l, const struct by_values *values, struct by_error *err)
{
    struct by_buffer *out = &l->sink->text;
    by_buffer_add(out, l->order ? alphabeta_words : minimax_words);
    enum by_status status =
        put_tree(l, view_of(l, BY_RECORDER_END, BY_RECORDER_NONE, DRAWN), out, err);
    by_buffer_add(out, drawing_words);
    put_counts(l, out);
    put_tasks(l, out);
    write_figures(l, values);
    if (status == BY_OK && by_sink_wants(l->sink, BY_WANT_SVG))
        status = draw_svg(l, err);
    if (status == BY_OK &&
        (by_sink_wants(l->sink, BY_WANT_STEPS) || by_sink_wants(l->sink, BY_WANT_FRAMES)))
        status = put_steps(l, err);
    return status;
}

static enum by_status run(struct lesson *l, const struct by_values *values, struct by_error *err)
{
    enum by_status status = open_tree(l, values, err);
    if (status == BY_OK)
        status = search(l, err);
    if (status == BY_OK)
        status = teach(l, values, err);
    by_recorder_close(&l->recorder);
    by_line_close(l->line);
    by_rules_close(l->rules);
    return status;
}

/* --- the lessons ---------------------------------------------------------------------------------- */

static enum by_status run_minimax(const struct by_values *values, struct by_sink *sink,
                                  struct by_error *err)
{
    struct lesson l = {.sink = sink, .search = "minimax"};
    return run(&l, values, err);
}

static enum by_status run_alphabeta(const struct by_values *values, struct by_sink *sink,
                                    struct by_error *err)
{
    struct lesson l = {
        .sink = sink, .search = "alphabeta", .order = by_values_get(values, "order")->text};
    return run(&l, values, err);
}

/* clang-format off */
#define TREE_OPTION                                                                                \
    {.name = "tree", .type = BY_OPTION_TEXT, .fallback = "((3 12 8)(2 4 6)(14 5 2))", .low = 1,     \
     .high = 2000, .help = "the tree: a leaf is a number, a node its children in parentheses"}
#define ROOT_OPTION                                                                                \
    {.name = "root", .type = BY_OPTION_CHOICE, .fallback = "max", .choices = "max|min",             \
     .help = "who moves at the root"}

static const struct by_option minimax_options[] = {
    TREE_OPTION,
    ROOT_OPTION,
    {.name = NULL},
};

static const struct by_option alphabeta_options[] = {
    TREE_OPTION,
    ROOT_OPTION,
    {.name = "order", .type = BY_OPTION_CHOICE, .fallback = "game", .choices = "game|best|worst",
     .help = "children as they are written, the truly best one first, or the worst"},
    {.name = NULL},
};
/* clang-format on */

const struct by_lesson by_lesson_minimax = {
    .name = "minimax",
    .title = "Minimax: what a tree is worth when both play their best",
    .summary = "a leaf is its number, MAX takes the largest value, MIN the smallest",
    .options = minimax_options,
    .run = run_minimax,
};

const struct by_lesson by_lesson_alphabeta = {
    .name = "alphabeta",
    .title = "Alpha-beta: the same value without looking at everything",
    .summary = "windows, cuts, and what the order of moves saves",
    .options = alphabeta_options,
    .run = run_alphabeta,
};
