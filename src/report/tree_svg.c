/* tree_svg.c: a searched tree as a drawing. */
#include "lessons/searchdraw.h"
#include "report/searched_tree.h"

#include <stdlib.h>
#include <string.h>

static void put_head(const struct by_searched_tree *tree, bool blank, struct by_text *out)
{
    const struct by_rules *rules = tree->recorder.rules;
    if (tree->game)
        by_text_format(out, "%s: ", rules->name);
    by_text_add(out, strcmp(tree->search, "minimax") != 0 ? "Alpha-beta"
                     : rules->has_chance                  ? "Expectimax"
                                                          : "Minimax");
    if (blank)
        return;
    by_text_add(out, ": value ");
    by_recorder_number(&tree->recorder, tree->recorder.node[0].value, out);
}

static void put_below(const struct by_searched_tree *tree, const struct by_searchview *view,
                      struct by_text *out)
{
    const struct by_recorder_counts *counts = &tree->counts;
    if (!view->blank) {
        by_searched_tree_title(tree, out);
        by_text_format(out, ": %d of %d leaves looked at", counts->leaves_seen, counts->leaves);
    } else if (tree->order) {
        by_text_add(out, "Write down windows and values, from left to right, and cross out what is "
                         "never looked at.");
    } else {
        by_text_add(out, "Write down the value of every node, and mark the best line of play.");
    }
    if (by_searchview_drawn(view) < counts->nodes)
        by_text_format(out, "; %d of %d nodes are drawn", by_searchview_drawn(view), counts->nodes);
}

/* Twice: once to know how long it is. */
static enum by_status draw(const struct by_searched_tree *tree, const struct by_searchview *view,
                           struct by_buffer *out, struct by_error *err)
{
    char title[96], subtitle[160];
    struct by_text head = by_text_over(title, sizeof title);
    struct by_text below = by_text_over(subtitle, sizeof subtitle);
    put_head(tree, view->blank, &head);
    put_below(tree, view, &below);
    struct by_text measure = by_text_over(NULL, 0);
    enum by_status status = by_searchdraw_svg(view, title, subtitle, &measure, err);
    if (status != BY_OK)
        return status;
    char *text = malloc(measure.length + 1);
    if (!text)
        return by_fail_memory(err, measure.length + 1);
    struct by_text drawn = by_text_over(text, measure.length + 1);
    status = by_searchdraw_svg(view, title, subtitle, &drawn, err);
    if (status == BY_OK)
        by_buffer_add(out, text);
    free(text);
    return status;
}

enum by_status by_searched_tree_svg(const struct by_searched_tree *tree,
                                    const struct by_tree_drawing *drawing, struct by_buffer *out,
                                    struct by_error *err)
{
    struct by_searchview view = {.recorder = &tree->recorder,
                                 .windows = tree->order != NULL,
                                 .now = drawing->now,
                                 .focus = drawing->focus,
                                 .most = drawing->most,
                                 .levels = BY_SEARCHVIEW_LEVELS,
                                 .moves = tree->game,
                                 .blank = drawing->blank};
    enum by_status status = by_searchview_open(&view, err);
    if (status == BY_OK)
        status = draw(tree, &view, out, err);
    by_searchview_close(&view);
    return status;
}
