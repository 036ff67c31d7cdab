/* mcts_svg.c: the drawing of a Monte Carlo tree, from left to right: a tree is wide, a page long.
 *
 * A box has the move, the share of points for who plays it, also as a bar, and the visits. A node
 * stands beside its most visited child, so that the root and the main line run along the top. The
 * line that is expected is drawn thick; what is left out is named in words. */
#include "base/draw/treedraw.h"
#include "games/value.h"
#include "report/mcts_tree.h"

#include <stdio.h>
#include <string.h>

#define BOX      200.0 /* width of a node */
#define LINE     20.0  /* height of one line of words in it */
#define GAP      6.0   /* between neighbours */
#define RISE     44.0  /* from a node to its children */
#define HEADING  34.0  /* words above the columns */
#define ELLIPSIS 14.0  /* room behind the last column */

struct drawing {
    const struct by_mcts_view *view;
    struct by_treedraw *tree;
    struct by_svg svg;
    double height; /* of a node */
    bool more;     /* boxes have a second line, for AMAF and prior */
};

static double left_of(int depth)
{
    return depth * (BOX + RISE);
}

static double middle_of(const struct drawing *d, int index)
{
    return d->tree->node[index].place * (d->height + GAP);
}

/* 1234567 as "1,234,567". */
static const char *count_string(uint64_t count, char buffer[32])
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count), out = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            buffer[out++] = ',';
        buffer[out++] = digits[i];
    }
    buffer[out] = 0;
    return buffer;
}

/* --- one node ------------------------------------------------------------------------ */

static void draw_value(struct by_svg *svg, const struct by_shown *node)
{
    static const char *const inks[] = {"bad-ink", "faint", "good-ink"};
    char classes[48];
    if (!node->known) {
        by_svg_text(svg, BOX * 0.58, 14, "text small end", "%.1f %%", 100 * node->value);
        return;
    }
    snprintf(classes, sizeof classes, "text small end bold %s", inks[node->known - BY_LINK_LOST]);
    by_svg_text(svg, BOX * 0.58, 14, classes, "%s",
                by_outcome_name((int)node->known - BY_LINK_DRAWN));
}

static void draw_second_line(const struct drawing *d, struct by_svg *svg,
                             const struct by_shown *node)
{
    const struct by_tree *tree = &d->view->core->tree;
    char line[80], count[32];
    struct by_text text = by_text_over(line, sizeof line);
    if (tree->amaf && node->amaf.visits > 0)
        by_text_format(&text, "AMAF %.1f %% of %s", 100 * by_visits_mean(&node->amaf),
                       count_string(node->amaf.visits, count));
    if (tree->prior)
        by_text_format(&text, "%sprior %.3f", text.length > 0 ? ", " : "", node->prior);
    by_svg_text(svg, 8, LINE + 12, "text small faint", "%s", line);
}

static void draw_box(const struct drawing *d, struct by_svg *svg, const struct by_shown *node)
{
    char count[32];
    bool root = node->parent < 0;
    by_svg_round(svg, 0, 0, BOX, d->height, 5, "paper");
    if (node->visits > 0 || node->known)
        by_svg_round(svg, 0, 0, BOX * node->value, d->height, 5,
                     node->by == 0 ? "first-soft" : "second-soft");
    by_svg_round(svg, 0, 0, BOX, d->height, 5,
                 node->best ? "line medium good-line" : "line dim-line");
    by_svg_text(svg, 8, 14, "text small bold", "%s", root ? "root" : node->name);
    draw_value(svg, node);
    by_svg_text(svg, BOX - 8, 14, "text small end", "%s", count_string(node->visits, count));
    if (d->more && !root)
        draw_second_line(d, svg, node);
    if (node->count == 0 && node->left_visits > 0)
        by_svg_text(svg, BOX + 4, d->height / 2 + 3, "text small faint", "...");
}

/* --- edges, and what is left out ------------------------------------------------------- */

static void draw_edge(struct drawing *d, int index, const char *classes)
{
    const struct by_treedraw_node *node = &d->tree->node[index];
    double from = middle_of(d, node->parent), to = middle_of(d, index);
    double right = left_of(node->depth), bend = right - RISE / 2;
    by_svg_path(&d->svg, classes);
    by_svg_to(&d->svg, left_of(node->depth - 1) + BOX, from);
    by_svg_to(&d->svg, bend, from);
    by_svg_to(&d->svg, bend, to);
    by_svg_to(&d->svg, right, to);
    by_svg_path_end(&d->svg);
}

static const char *edge_class(const struct by_mcts_view *view, const struct by_shown *node)
{
    if (node->best)
        return "way";
    return 3 * node->visits >= view->node[node->parent].visits ? "line medium dim-line"
                                                               : "line dim-line";
}

/* Of the drawn nodes those behind the tree's own stand for what is left out: their labels say. */
static void draw_nodes(struct drawing *d)
{
    const struct by_mcts_view *view = d->view;
    for (int pass = 0; pass < 2; pass++) /* the expected line lies above the others */
        for (int i = 1; i < d->tree->count; i++)
            if (i >= view->count ? pass == 0 : view->node[i].best == (pass == 1))
                draw_edge(d, i,
                          i < view->count ? edge_class(view, &view->node[i])
                                          : "line dim-line dashed");
    for (int i = 0; i < d->tree->count; i++) {
        by_svg_move(&d->svg, left_of(d->tree->node[i].depth), middle_of(d, i) - d->height / 2);
        if (i < view->count)
            draw_box(d, &d->svg, &view->node[i]);
        else
            by_svg_text(&d->svg, 6, d->height / 2 + 4, "text small faint", "%s",
                        d->tree->node[i].label);
        by_svg_back(&d->svg);
    }
}

/* Children of one node come in their order, and behind them the words for the others. */
static void build(struct drawing *d)
{
    const struct by_mcts_view *view = d->view;
    char visits[32];
    for (int i = 0; i < view->count; i++)
        (void)by_treedraw_add(d->tree, view->node[i].parent, "");
    for (int i = 0; i < view->count; i++) {
        const struct by_shown *node = &view->node[i];
        if (node->count == 0 || node->left_out == 0)
            continue;
        int index = by_treedraw_add(d->tree, i, "");
        by_treedraw_label(d->tree, index, "%d more, %s visit%s", node->left_out,
                          count_string(node->left_visits, visits),
                          node->left_visits == 1 ? "" : "s");
    }
    by_treedraw_lay(d->tree);
    for (int i = view->count - 1; i >= 0; i--) /* children come behind their parents */
        if (view->node[i].count > 0)
            d->tree->node[i].place = d->tree->node[view->node[i].first].place;
}

/* The first of the nodes so many moves deep: who plays there plays at all of them, but in explicit
 * trees that have chance nodes anywhere. */
static const struct by_shown *node_at(const struct by_mcts_view *view, int depth)
{
    int i = 0;
    while (i < view->count - 1 && view->node[i].depth < depth)
        i++;
    return &view->node[i];
}

static const char *mover_name(const struct by_rules *rules, const struct by_shown *node)
{
    return node->chance ? "nature" : by_player_name(rules, node->by);
}

static void draw_headings(struct drawing *d)
{
    const struct by_rules *rules = d->view->line->rules;
    by_svg_text(&d->svg, 8, 0, "text small bold", "%s to move",
                mover_name(rules, &d->view->node[0]));
    by_svg_text(&d->svg, BOX - 8, 0, "text small end faint", "visits");
    for (int depth = 1; depth < d->tree->levels; depth++) {
        const struct by_shown *node = node_at(d->view, depth);
        double x = left_of(depth);
        by_svg_text(&d->svg, x + 8, 0, "text small bold", "%s plays", mover_name(rules, node));
        by_svg_text(&d->svg, x + BOX * 0.58, 0, "text small end faint", "for %s",
                    by_player_name(rules, node->by));
        by_svg_text(&d->svg, x + BOX - 8, 0, "text small end faint", "visits");
    }
}

static void put_words(const struct by_mcts_view *view, struct by_text *title, struct by_text *below)
{
    char count[32], bytes[BY_SCORE_BUFFER];
    const struct by_rules *rules = view->line->rules;
    const struct by_work *work = &view->decision->work;
    by_text_format(title, "Monte Carlo tree: %s %s", rules->name, rules->label);
    by_text_format(below, "%s simulations, ", count_string(work->simulations, count));
    by_text_format(below, "%s nodes, %sB", count_string(work->nodes, count),
                   by_short_number((double)work->tree_bytes, bytes));
    if (view->trees > 1)
        by_text_format(below, "; the first of %d trees", view->trees);
    by_text_format(below, "; the %d most visited moves", view->width);
    if (view->narrow > 0)
        by_text_format(below, " and %d below each", view->narrow);
    by_text_format(below, ", %d deep%s", view->depth, view->cut ? ", as far as they fit" : "");
}

static void draw(struct drawing *d, struct by_buffer *out)
{
    char title[128], below[256];
    struct by_text head = by_text_over(title, sizeof title);
    struct by_text words = by_text_over(below, sizeof below);
    put_words(d->view, &head, &words);
    double width = left_of(d->tree->levels - 1) + BOX + ELLIPSIS + 2 * BY_SVG_MARGIN;
    double height = BY_SVG_TOP + HEADING + d->tree->leaves * (d->height + GAP) + BY_SVG_MARGIN;
    by_svg_begin(&d->svg, out, width > 640 ? width : 640, height, title, below);
    by_svg_move(&d->svg, BY_SVG_MARGIN, BY_SVG_TOP + 14);
    draw_headings(d);
    by_svg_back(&d->svg);
    by_svg_move(&d->svg, BY_SVG_MARGIN, BY_SVG_TOP + HEADING - 8);
    draw_nodes(d);
    by_svg_back(&d->svg);
    by_svg_end(&d->svg);
}

void by_draw_mcts_tree(struct by_buffer *out, const struct by_mcts_view *view)
{
    struct by_treedraw tree;
    struct drawing d = {.view = view, .tree = &tree};
    d.more = view->core->tree.amaf || view->core->tree.prior;
    d.height = d.more ? 2 * LINE : LINE;
    if (by_treedraw_open(&tree, 2 * view->count, NULL) != BY_OK) {
        out->failed = true;
        return;
    }
    build(&d);
    draw(&d, out);
    by_treedraw_close(&tree);
}
