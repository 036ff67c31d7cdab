/* searchsvg.c: a recorded search as a picture: MAX as a box with its roof up, MIN with its point
 * down, chance as an oval, leaves as plates, one level of the tree a row. Above a node stands the
 * window it was entered with, and the cut if there was one, or, below an oval, how likely it is; what
 * the search never saw is grey.
 *
 * Layout: a subtree takes the width of its children side by side, or of its own label if that is
 * wider; nothing overlaps. A parent stands over the middle of its first and last child, moved
 * just so far that its label stays within its own width. */
#include "lessons/searchdraw.h"
#include <stdlib.h>
#include <string.h>

enum {
    MARGIN = 28,
    SIDE = 58,   /* the column with MAX and MIN */
    HEAD = 86,   /* title and subtitle */
    LEGEND = 72, /* below */
    LEGEND_WIDTH = 560,
    GAP = 12,
    NODE = 34, /* height of a box, of which the roof takes ROOF */
    ROOF = 11,
    LABEL = 15,     /* height of a line above a node */
    RISE = 36,      /* from the bottom of a node to the labels of the next row, at least */
    RISE_MORE = 64, /* at most so much more where the tree is wide: flat edges are hard to follow */
};

struct box {
    double own;     /* width of shape and label */
    double subtree; /* width of everything */
    double inner;   /* width of the children and the gaps between them */
    double left;    /* where the subtree begins */
    double cursor;  /* where the next child begins */
    double first_x; /* middle of the first child; `x` of the last is known when it is placed */
    double last_x;
    double x, y; /* the middle, and the top of the shape */
    double shape;
    int lines;       /* of labels above the shape */
    int child_lines; /* the most of any child */
    char value[40];  /* in UTF-8, unescaped */
    char window[64];
    char cut[64];
    char move[64];
};

struct picture {
    const struct by_searchview *view;
    struct box *box;
    double width, height, row; /* a row: from the top of a node to that of the next level */
    int32_t levels;
    int labels; /* lines above a node, at most */
    struct by_text *out;
};

/* --- words ------------------------------------------------------------------------ */

/* The drawing's own signs for what plain text spells: a minus, infinity, at most, at least. */
static void pretty(const char *text, struct by_text *out)
{
    static const char *const signs[][2] = {{"-inf", "\u2212\u221e"},
                                           {"+inf", "\u221e"},
                                           {"<=", "\u2264"},
                                           {">=", "\u2265"},
                                           {"-", "\u2212"}};
    while (*text) {
        size_t i = 0, count = sizeof signs / sizeof *signs;
        while (i < count && strncmp(text, signs[i][0], strlen(signs[i][0])) != 0)
            i++;
        if (i < count) {
            by_text_add(out, signs[i][1]);
            text += strlen(signs[i][0]);
        } else {
            by_text_char(out, *text++);
        }
    }
}

static void escape(const char *text, struct by_text *out)
{
    for (; *text; text++) {
        if (*text == '<')
            by_text_add(out, "&lt;");
        else if (*text == '>')
            by_text_add(out, "&gt;");
        else if (*text == '&')
            by_text_add(out, "&amp;");
        else if (*text == '"')
            by_text_add(out, "&quot;");
        else
            by_text_char(out, *text);
    }
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static bool is_cut(const struct by_searchview *view, const struct by_recorder_node *node)
{
    return node->reason == BY_REASON_CUT && by_recorder_left(node, view->now);
}

static void word_value(const struct by_searchview *view, int32_t id, struct by_text *out)
{
    const struct by_recorder_node *node = &view->recorder->node[id];
    if (view->blank && !node->leaf)
        return;
    if (by_recorder_left(node, view->now)) {
        by_recorder_value(view->recorder, id, out);
    } else if (node->leaf) {
        by_recorder_number(view->recorder, node->value, out);
    } else if (by_recorder_entered(node, view->now)) {
        int32_t best = by_recorder_best(view->recorder, id, view->now);
        if (best != BY_RECORDER_NONE)
            by_recorder_number(view->recorder, view->recorder->node[best].value, out);
    }
}

static void word_cut(const struct by_searchview *view, int32_t id, struct by_text *out)
{
    const struct by_recorder_node *node = &view->recorder->node[id];
    if (!is_cut(view, node) || by_recorder_skipped(view->recorder, id) == 0)
        return;
    by_text_add(out, "cut: ");
    by_recorder_number(view->recorder, node->value, out);
    by_text_add(out, node->side == 0 ? " >= " : " <= ");
    by_recorder_number(view->recorder, node->side == 0 ? node->beta : node->alpha, out);
}

static void words(const struct by_searchview *view, const struct by_searchview_item *item,
                  struct box *box)
{
    char plain[64];
    struct by_text text = by_text_over(plain, sizeof plain);
    struct by_text value = by_text_over(box->value, sizeof box->value);
    struct by_text window = by_text_over(box->window, sizeof box->window);
    struct by_text cut = by_text_over(box->cut, sizeof box->cut);
    if (item->node == BY_RECORDER_NONE) {
        by_text_format(&value, "+%d", item->hidden);
        return;
    }
    const struct by_recorder_node *node = &view->recorder->node[item->node];
    struct by_text move = by_text_over(box->move, sizeof box->move);
    if (view->moves)
        by_recorder_move(view->recorder, item->node, &move);
    word_value(view, item->node, &text);
    pretty(plain, &value);
    if (view->windows && !view->blank && !node->leaf && by_recorder_entered(node, view->now)) {
        text = by_text_over(plain, sizeof plain);
        by_recorder_interval(view->recorder, (struct by_recorder_window){node->alpha, node->beta},
                             &text);
        pretty(plain, &window);
    }
    by_recorder_part(view->recorder, item->node, &window);
    text = by_text_over(plain, sizeof plain);
    if (!view->blank)
        word_cut(view, item->node, &text);
    pretty(plain, &cut);
}

/* --- layout ------------------------------------------------------------------------- */

/* Widths of letters in the sizes used below; generous, because fonts differ. */
static void size_box(const struct by_searchview_item *item, struct box *box)
{
    bool hidden = item->node == BY_RECORDER_NONE;
    box->shape = larger(9.0 * (double)by_letters(box->value) + (hidden ? 4 : 16), hidden ? 24 : 32);
    box->lines = (box->window[0] != 0) + (box->cut[0] != 0) + (box->move[0] != 0);
    box->own = larger(box->shape, 7.0 * (double)by_letters(box->window));
    box->own = larger(box->own, 7.0 * (double)by_letters(box->cut));
    box->own = larger(box->own, 8.0 * (double)by_letters(box->move));
    if (!hidden && item->hidden > 0)
        box->own = larger(box->own, 54);
}

static void add_widths(struct picture *p)
{
    const struct by_searchview *view = p->view;
    for (int32_t i = view->count - 1; i >= 0; i--) {
        struct box *box = &p->box[i];
        box->subtree = larger(box->own, box->inner);
        int32_t parent = view->item[i].parent;
        if (parent < 0)
            continue;
        struct box *above = &p->box[parent];
        above->inner += box->subtree + (above->inner > 0 ? GAP : 0);
        above->child_lines = box->lines > above->child_lines ? box->lines : above->child_lines;
    }
}

static double top_row(const struct picture *p)
{
    return HEAD + (double)p->labels * LABEL;
}

/* Parents before children: every subtree gets its left edge and its row. */
static void place_subtrees(struct picture *p)
{
    const struct by_searchview *view = p->view;
    double spare = LEGEND_WIDTH - p->box[0].subtree;
    double left = MARGIN + SIDE + (spare > 0 ? spare / 2 - SIDE / 2.0 : 0);
    for (int32_t i = 0; i < view->count; i++) {
        struct box *box = &p->box[i];
        int32_t parent = view->item[i].parent;
        box->left = parent >= 0 ? p->box[parent].cursor : left;
        if (parent >= 0)
            p->box[parent].cursor += box->subtree + GAP;
        box->cursor = box->left + (box->subtree - box->inner) / 2;
        box->y = top_row(p) + view->item[i].level * p->row;
        p->levels = view->item[i].level + 1 > p->levels ? view->item[i].level + 1 : p->levels;
    }
}

/* Children before parents: over the middle, within the own width. */
static void place_nodes(struct picture *p)
{
    const struct by_searchview *view = p->view;
    for (int32_t i = view->count - 1; i >= 0; i--) {
        struct box *box = &p->box[i];
        double low = box->left + box->own / 2, high = box->left + box->subtree - box->own / 2;
        double middle =
            box->inner > 0 ? (box->first_x + box->last_x) / 2 : box->left + box->subtree / 2;
        box->x = middle < low ? low : middle > high ? high : middle;
        int32_t parent = view->item[i].parent;
        if (parent < 0)
            continue;
        if (view->item[i].last)
            p->box[parent].last_x = box->x;
        p->box[parent].first_x = box->x; /* the first child comes last in this loop */
    }
}

static void lay_out(struct picture *p)
{
    for (int32_t i = 0; i < p->view->count; i++) {
        words(p->view, &p->view->item[i], &p->box[i]);
        size_box(&p->view->item[i], &p->box[i]);
    }
    add_widths(p);
    p->width = larger(p->box[0].subtree, LEGEND_WIDTH) + SIDE + 2 * MARGIN;
    p->labels = p->view->moves ? 3 : 2;
    p->row = RISE + p->labels * LABEL + NODE + smaller(p->width / 60, RISE_MORE);
    place_subtrees(p);
    place_nodes(p);
    p->height = top_row(p) + (p->levels - 1) * p->row + NODE + (p->view->blank ? MARGIN : LEGEND);
}

/* --- drawing -------------------------------------------------------------------------- */

static void text_at(struct picture *p, double x, double y, const char *classes, const char *text)
{
    by_text_format(p->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", classes, x, y);
    escape(text, p->out);
    by_text_add(p->out, "</text>\n");
}

static bool is_seen(const struct picture *p, int32_t index)
{
    int32_t id = p->view->item[index].node;
    return id != BY_RECORDER_NONE &&
           (p->view->blank || by_recorder_entered(&p->view->recorder->node[id], p->view->now));
}

static bool is_best(const struct picture *p, int32_t index)
{
    return p->view->item[index].best && !p->view->blank;
}

/* Two strokes across the middle of an edge: this is where the search turned back. */
static void draw_cut_mark(struct picture *p, double x, double y)
{
    for (int i = -1; i <= 1; i += 2)
        by_text_format(
            p->out, "<line class=\"cutmark\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
            x - 7, y + 2.5 * i + 3, x + 7, y + 2.5 * i - 3);
}

/* Where the labels of a node begin, or its shape when it has none. */
static double top_of(const struct box *box, int lines)
{
    return lines > 0 ? box->y - lines * LABEL - 3 : box->y;
}

/* Slanting as far as the highest label among the siblings, then straight down: no edge runs
 * through the label of another node. */
static void draw_edge(struct picture *p, int32_t index)
{
    const struct by_searchview_item *item = &p->view->item[index];
    if (item->parent < 0)
        return;
    const struct box *box = &p->box[index], *above = &p->box[item->parent];
    const struct by_recorder_node *parent =
        &p->view->recorder->node[p->view->item[item->parent].node];
    bool seen = is_seen(p, index);
    double y1 = above->y + NODE, y2 = top_of(box, above->child_lines);
    by_text_format(p->out, "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1fV%.1f\"/>\n",
                   is_best(p, index) ? "edge best"
                   : seen            ? "edge"
                                     : "edge unseen",
                   above->x, y1, box->x, y2, top_of(box, box->lines));
    if (!seen && item->node != BY_RECORDER_NONE && is_cut(p->view, parent))
        draw_cut_mark(p, above->x + (box->x - above->x) * 0.45, y1 + (y2 - y1) * 0.45);
}

static void draw_shape(struct picture *p, const struct box *box,
                       const struct by_recorder_node *node, const char *state)
{
    double l = box->x - box->shape / 2, r = box->x + box->shape / 2, t = box->y, b = box->y + NODE;
    if (node->leaf)
        by_text_format(p->out,
                       "<rect class=\"leaf%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                       "height=\"%d\" rx=\"5\"/>\n",
                       state, l, t + 4, r - l, NODE - 8);
    else if (node->total > 0)
        by_text_format(p->out,
                       "<ellipse class=\"chance%s\" cx=\"%.1f\" cy=\"%.1f\" rx=\"%.1f\" "
                       "ry=\"%.1f\"/>\n",
                       state, box->x, (t + b) / 2, (r - l) / 2 + 4, NODE / 2.0);
    else if (node->side == 0)
        by_text_format(p->out,
                       "<path class=\"max%s\" d=\"M%.1f %.1fV%.1fL%.1f %.1fL%.1f %.1fV%.1fZ\"/>\n",
                       state, l, b, t + ROOF, box->x, t, r, t + ROOF, b);
    else
        by_text_format(p->out,
                       "<path class=\"min%s\" d=\"M%.1f %.1fV%.1fL%.1f %.1fL%.1f %.1fV%.1fZ\"/>\n",
                       state, l, t, b - ROOF, box->x, b, r, b - ROOF, t);
}

static double baseline(const struct box *box, const struct by_recorder_node *node)
{
    double shift = node->leaf || node->total > 0 ? 0
                   : node->side == 0             ? ROOF / 2.0 - 1
                                                 : -ROOF / 2.0 + 1;
    return box->y + NODE / 2.0 + 5.5 + shift;
}

/* What a pointer held over the node tells. */
static void draw_tip(struct picture *p, int32_t id)
{
    char plain[512];
    struct by_text text = by_text_over(plain, sizeof plain);
    by_recorder_name(p->view->recorder, id, &text);
    by_text_add(&text, ": ");
    by_recorder_why(p->view->recorder, id, &text);
    by_text_add(p->out, "<title>");
    escape(plain, p->out);
    by_text_add(p->out, "</title>\n");
}

/* From the shape upwards. */
static void draw_labels(struct picture *p, const struct box *box)
{
    double y = box->y - 5;
    const char *const text[] = {box->window, box->cut, box->move};
    static const char *const classes[] = {"window", "cut", "move"};
    for (int i = 0; i < 3; i++) {
        if (!text[i][0])
            continue;
        text_at(p, box->x, y, classes[i], text[i]);
        y -= LABEL;
    }
}

static void draw_node(struct picture *p, int32_t index)
{
    const struct by_searchview_item *item = &p->view->item[index];
    const struct box *box = &p->box[index];
    const struct by_recorder_node *node = &p->view->recorder->node[item->node];
    bool seen = is_seen(p, index);
    by_text_add(p->out, "<g>\n");
    if (p->view->now == BY_RECORDER_END && !p->view->blank)
        draw_tip(p, item->node);
    draw_shape(p, box, node, is_best(p, index) ? " best" : seen ? "" : " unseen");
    text_at(p, box->x, baseline(box, node), seen ? "value" : "value faint", box->value);
    draw_labels(p, box);
    if (item->hidden > 0) {
        char more[32];
        struct by_text text = by_text_over(more, sizeof more);
        by_text_format(&text, "+%d", item->hidden);
        text_at(p, box->x, box->y + NODE + 14, "more", more);
    }
    by_text_add(p->out, "</g>\n");
}

static void draw_item(struct picture *p, int32_t index)
{
    if (p->view->item[index].node != BY_RECORDER_NONE)
        draw_node(p, index);
    else
        text_at(p, p->box[index].x, p->box[index].y + NODE / 2.0 + 5, "more", p->box[index].value);
}

/* --- around it ------------------------------------------------------------------------- */

/* Who moves on each level; of a level where some do and elsewhere others, nothing. */
static void draw_sides(struct picture *p)
{
    const char *name[BY_SEARCHVIEW_LEVELS + 1] = {NULL};
    for (int32_t i = 0; i < p->view->count; i++) {
        int32_t id = p->view->item[i].node, level = p->view->item[i].level;
        if (id == BY_RECORDER_NONE || p->view->recorder->node[id].leaf)
            continue;
        const char *kind = by_recorder_kind(&p->view->recorder->node[id]);
        name[level] = !name[level] || strcmp(name[level], kind) == 0 ? kind : "";
    }
    for (int32_t level = 0; level < p->levels; level++)
        if (name[level])
            text_at(p, MARGIN, top_row(p) + level * p->row + NODE / 2.0 + 5, "side", name[level]);
}

static void draw_legend(struct picture *p)
{
    double y = p->height - 24, x = MARGIN;
    if (p->view->blank)
        return;
    by_text_format(p->out,
                   "<line class=\"edge best\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                   x, y - 4, x + 26, y - 4);
    text_at(p, x + 34, y, "note", "best play");
    if (!p->view->windows)
        return;
    x += 124;
    by_text_format(
        p->out, "<line class=\"edge unseen\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
        x, y - 4, x + 26, y - 4);
    draw_cut_mark(p, x + 13, y - 4);
    text_at(p, x + 34, y, "note", "cut: never looked at");
    text_at(p, x + 190, y, "note", "(\u03b1, \u03b2): the window on entering");
}

static const char style[] =
    "<style>\n"
    "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;"
    "font-variant-numeric:tabular-nums;fill:#1f2933}\n"
    ".title{font-size:18px;font-weight:600}\n"
    ".sub,.note{font-size:12px;fill:#616e7c}\n"
    ".side{font-size:12px;font-weight:600;fill:#7b8794;letter-spacing:.06em}\n"
    ".value{font-size:15px;font-weight:600;text-anchor:middle}\n"
    ".faint{fill:#9aa5b1;font-weight:400}\n"
    ".window{font-size:11px;fill:#52606d;text-anchor:middle}\n"
    ".cut{font-size:11px;font-weight:600;fill:#b42318;text-anchor:middle}\n"
    ".move{font-size:12px;font-weight:600;text-anchor:middle}\n"
    ".window,.cut,.move{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}\n"
    ".more{font-size:11px;fill:#7b8794;text-anchor:middle}\n"
    ".edge{stroke:#7b8794;stroke-width:1.3;stroke-linejoin:round;fill:none}\n"
    ".edge.best{stroke:#1864ab;stroke-width:3.2}\n"
    ".edge.unseen{stroke:#cbd2d9;stroke-dasharray:4 3;fill:none}\n"
    ".cutmark{stroke:#b42318;stroke-width:1.8}\n"
    ".max,.min,.chance,.leaf{stroke:#52606d;stroke-width:1.3;stroke-linejoin:round}\n"
    ".max{fill:#e7f0fa}\n.min{fill:#fdf1e3}\n.chance{fill:#edf6ec}\n.leaf{fill:#fff}\n"
    ".best{stroke:#1864ab;stroke-width:2.6}\n"
    ".unseen{fill:#f5f7fa;stroke:#cbd2d9;stroke-dasharray:4 3}\n"
    "</style>\n";

static void draw_all(struct picture *p, const char *title, const char *subtitle)
{
    by_text_format(p->out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                   "viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n<title>",
                   p->width, p->height, p->width, p->height);
    escape(title, p->out);
    by_text_add(p->out, "</title>\n");
    by_text_add(p->out, style);
    by_text_add(p->out, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    text_at(p, MARGIN, 38, "title", title);
    text_at(p, MARGIN, 60, "sub", subtitle);
    draw_sides(p);
    for (int32_t i = 0; i < p->view->count; i++)
        draw_edge(p, i);
    for (int32_t i = 0; i < p->view->count; i++)
        draw_item(p, i);
    draw_legend(p);
    by_text_add(p->out, "</svg>\n");
}

enum by_status by_searchdraw_svg(const struct by_searchview *view, const char *title,
                                 const char *subtitle, struct by_text *out, struct by_error *err)
{
    struct picture picture = {.view = view, .out = out};
    picture.box = calloc((size_t)view->count, sizeof *picture.box);
    if (!picture.box)
        return by_fail_memory(err, (size_t)view->count * sizeof *picture.box);
    lay_out(&picture);
    draw_all(&picture, title, subtitle);
    free(picture.box);
    return BY_OK;
}
