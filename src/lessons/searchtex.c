/* searchtex.c: a recorded search as a tikzpicture, for exercises on paper: the styles max, min, chance,
 * leaf, best, unseen and window are the document's (base/draw/page.c).
 *
 * Layout: what has nothing drawn below it gets the next place from left to right, a parent stands over
 * the middle of its first and last child. */
#include "lessons/searchdraw.h"
#include <stdlib.h>

#define PAPER_CM 16.0
#define PLACE_CM 1.5 /* at most */
#define ABOVE_CM 0.45

struct place {
    double first,
        x; /* of the first child, and its own; the last child's is known when it is placed */
    bool inner;
};

static void place_items(const struct by_searchview *view, struct place *place, int *places)
{
    for (int32_t i = 0; i < view->count; i++)
        if (view->item[i].parent >= 0)
            place[view->item[i].parent].inner = true;
    *places = 0;
    for (int32_t i = 0; i < view->count; i++)
        if (!place[i].inner)
            place[i].x = (*places)++;
    for (int32_t i = view->count - 1; i >= 0; i--) {
        int32_t parent = view->item[i].parent;
        if (place[i].inner)
            place[i].x = (place[i].first + place[i].x) / 2;
        if (parent < 0)
            continue;
        if (view->item[i].last)
            place[parent].x = place[i].x;
        place[parent].first = place[i].x;
    }
}

/* "<=" and the like stand for themselves in mathematics alone. */
static void put_signs(const char *plain, struct by_text *out)
{
    for (; *plain; plain++) {
        if (plain[0] == '<' && plain[1] == '=')
            by_text_add(out, "\\le ");
        else if (plain[0] == '>' && plain[1] == '=')
            by_text_add(out, "\\ge ");
        else if (plain[0] == 'i' && plain[1] == 'n' && plain[2] == 'f')
            by_text_add(out, "\\infty ");
        else {
            if (*plain != '%' && *plain != '_' && *plain != '#')
                by_text_char(out, *plain);
            continue;
        }
        plain += plain[0] == 'i' ? 2 : 1;
    }
}

static void put_value(const struct by_searchview *view, int32_t id, struct by_text *out)
{
    char plain[64] = "";
    const struct by_recorder_node *node = &view->recorder->node[id];
    struct by_text text = by_text_over(plain, sizeof plain);
    if (node->leaf)
        by_recorder_number(view->recorder, node->value, &text);
    else if (!view->blank)
        by_recorder_value(view->recorder, id, &text);
    by_text_char(out, '$');
    if (plain[0])
        put_signs(plain, out);
    else
        by_text_add(out, "\\phantom{0}");
    by_text_char(out, '$');
}

static void put_window(const struct by_searchview *view, int32_t id, double x, double y,
                       struct by_text *out)
{
    char plain[96];
    const struct by_recorder_node *node = &view->recorder->node[id];
    struct by_text text = by_text_over(plain, sizeof plain);
    if (view->blank || !view->windows || node->leaf || node->entered == BY_RECORDER_NONE)
        return;
    by_recorder_interval(view->recorder, (struct by_recorder_window){node->alpha, node->beta},
                         &text);
    by_text_format(out, "\\node[window] at (%.2f,%.2f) {$", x, y + ABOVE_CM);
    put_signs(plain, out);
    by_text_add(out, by_recorder_skipped(view->recorder, id) > 0 ? "$ cut};\n" : "$};\n");
}

/* In place of the window: there is room for one of them. */
static void put_move(const struct by_searchview *view, int32_t id, double x, double y,
                     struct by_text *out)
{
    char plain[64];
    struct by_text text = by_text_over(plain, sizeof plain);
    by_recorder_move(view->recorder, id, &text);
    by_text_format(out, "\\node[window] at (%.2f,%.2f) {$", x, y + ABOVE_CM);
    put_signs(plain, out);
    by_text_add(out, "$};\n");
}

static void put_node(const struct by_searchview *view, int32_t index, double x, double y,
                     struct by_text *out)
{
    const struct by_searchview_item *item = &view->item[index];
    if (item->node == BY_RECORDER_NONE) {
        by_text_format(out, "\\node (n%d) at (%.2f,%.2f) {+%d};\n", index, x, y, item->hidden);
        return;
    }
    const struct by_recorder_node *node = &view->recorder->node[item->node];
    bool seen = view->blank || by_recorder_entered(node, view->now);
    by_text_format(out, "\\node[%s%s] (n%d) at (%.2f,%.2f) {",
                   node->leaf        ? "leaf"
                   : node->total > 0 ? "chance"
                   : node->side == 0 ? "max"
                                     : "min",
                   !seen                        ? ", unseen"
                   : item->best && !view->blank ? ", best"
                                                : "",
                   index, x, y);
    put_value(view, item->node, out);
    by_text_add(out, "};\n");
    if (view->moves && node->parent != BY_RECORDER_NONE)
        put_move(view, item->node, x, y, out);
    else
        put_window(view, item->node, x, y, out);
}

static void put_edge(const struct by_searchview *view, int32_t index, struct by_text *out)
{
    const struct by_searchview_item *item = &view->item[index];
    bool seen = item->node == BY_RECORDER_NONE || view->blank ||
                by_recorder_entered(&view->recorder->node[item->node], view->now);
    by_text_format(out, "\\draw%s (n%d) -- (n%d);\n",
                   !seen                        ? "[unseen]"
                   : item->best && !view->blank ? "[best]"
                                                : "",
                   item->parent, index);
}

enum by_status by_searchdraw_tikz(const struct by_searchview *view, struct by_text *out,
                                  struct by_error *err)
{
    int places;
    struct place *place = calloc((size_t)view->count, sizeof *place);
    if (!place)
        return by_fail_memory(err, (size_t)view->count * sizeof *place);
    place_items(view, place, &places);
    double unit = places * PLACE_CM > PAPER_CM ? PAPER_CM / places : PLACE_CM;
    by_text_add(out, "\\begin{tikzpicture}\n");
    for (int32_t i = 0; i < view->count; i++)
        put_node(view, i, place[i].x * unit, -1.5 * view->item[i].level, out);
    by_text_add(out, "\\begin{scope}[on background layer]\n"); /* words stand above the lines */
    for (int32_t i = 1; i < view->count; i++)
        put_edge(view, i, out);
    by_text_add(out, "\\end{scope}\n");
    by_text_add(out, "\\end{tikzpicture}\n");
    free(place);
    return BY_OK;
}
