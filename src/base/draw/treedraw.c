/* treedraw.c: see treedraw.h. */
#include "base/draw/treedraw.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum by_status by_treedraw_open(struct by_treedraw *tree, int room, struct by_error *err)
{
    *tree = (struct by_treedraw){.room = room};
    tree->node = calloc((size_t)room, sizeof *tree->node);
    if (tree->node == NULL)
        return by_fail_memory(err, (size_t)room * sizeof *tree->node);
    return BY_OK;
}

void by_treedraw_close(struct by_treedraw *tree)
{
    free(tree->node);
    *tree = (struct by_treedraw){0};
}

int by_treedraw_add(struct by_treedraw *tree, int parent, const char *area)
{
    if (tree->count == tree->room)
        return -1;
    int index = tree->count++;
    tree->node[index] = (struct by_treedraw_node){
        .parent = parent, .first = -1, .last = -1, .next = -1, .area = area};
    if (parent < 0)
        return index;
    struct by_treedraw_node *above = &tree->node[parent];
    tree->node[index].depth = above->depth + 1;
    if (above->first < 0)
        above->first = index;
    else
        tree->node[above->last].next = index;
    above->last = index;
    return index;
}

void by_treedraw_label(struct by_treedraw *tree, int index, const char *format, ...)
{
    struct by_treedraw_node *node = &tree->node[index];
    struct by_text text = by_text_over(node->label, sizeof node->label);
    va_list arguments;
    va_start(arguments, format);
    by_text_vformat(&text, format, arguments);
    va_end(arguments);
}

void by_treedraw_edge(struct by_treedraw *tree, int index, const char *format, ...)
{
    struct by_treedraw_node *node = &tree->node[index];
    struct by_text text = by_text_over(node->edge, sizeof node->edge);
    va_list arguments;
    va_start(arguments, format);
    by_text_vformat(&text, format, arguments);
    va_end(arguments);
}

/* --- the outline ------------------------------------------------------------- */

/* The branches that pass by a node on the left, or end at it, from the root on. */
static void put_branches(const struct by_treedraw *tree, int index, struct by_buffer *out)
{
    const struct by_treedraw_node *node = &tree->node[index];
    if (node->parent < 0)
        return;
    put_branches(tree, node->parent, out);
    by_buffer_add(out, node->next >= 0 ? "|   " : "    ");
}

static void put_label(const struct by_treedraw_node *node, struct by_buffer *out)
{
    if (node->edge[0] != '\0')
        by_buffer_format(out, "%s: ", node->edge);
    for (const char *c = node->label; *c != '\0'; c++)
        by_buffer_char(out, *c == '\n' ? ' ' : *c);
}

static void put_line(const struct by_treedraw *tree, const char *const marks[2], int index,
                     struct by_buffer *out)
{
    const struct by_treedraw_node *node = &tree->node[index];
    if (node->parent >= 0) {
        put_branches(tree, node->parent, out);
        by_buffer_add(out, node->next >= 0 ? "|-- " : "`-- ");
    }
    by_buffer_add(out, node->strong ? marks[0] : "");
    put_label(node, out);
    by_buffer_add(out, node->strong ? marks[1] : "");
    by_buffer_char(out, '\n');
}

static void put_below(const struct by_treedraw *tree, const char *const marks[2], int index,
                      struct by_buffer *out)
{
    put_line(tree, marks, index, out);
    for (int child = tree->node[index].first; child >= 0; child = tree->node[child].next)
        put_below(tree, marks, child, out);
}

void by_treedraw_outline(const struct by_treedraw *tree, const char *strong, const char *plain,
                         struct by_buffer *out)
{
    const char *const marks[2] = {strong, plain};
    if (tree->count > 0)
        put_below(tree, marks, 0, out);
}

/* --- the drawing ------------------------------------------------------------- */

static void lay(struct by_treedraw *tree, int index)
{
    struct by_treedraw_node *node = &tree->node[index];
    if (node->depth + 1 > tree->levels)
        tree->levels = node->depth + 1;
    if (node->first < 0) {
        node->place = tree->leaves++ + 0.5;
        return;
    }
    for (int child = node->first; child >= 0; child = tree->node[child].next)
        lay(tree, child);
    node->place = (tree->node[node->first].place + tree->node[node->last].place) / 2;
}

void by_treedraw_lay(struct by_treedraw *tree)
{
    tree->leaves = tree->levels = 0;
    if (tree->count > 0)
        lay(tree, 0);
}

double by_treedraw_width(const struct by_treedraw *tree, const struct by_treedraw_look *look)
{
    return tree->leaves * (look->width + look->gap);
}

double by_treedraw_height(const struct by_treedraw *tree, const struct by_treedraw_look *look)
{
    return tree->levels * (look->height + look->rise) - look->rise;
}

static double middle(const struct by_treedraw_look *look, const struct by_treedraw_node *node)
{
    return node->place * (look->width + look->gap);
}

static double top_of(const struct by_treedraw_look *look, const struct by_treedraw_node *node)
{
    return node->depth * (look->height + look->rise);
}

static void draw_edge(const struct by_treedraw *tree, const struct by_treedraw_look *look,
                      struct by_svg *svg, const struct by_treedraw_node *node)
{
    const struct by_treedraw_node *above = &tree->node[node->parent];
    double x1 = middle(look, above), y1 = top_of(look, above) + look->height;
    double x2 = middle(look, node), y2 = top_of(look, node);
    by_svg_line(svg, x1, y1, x2, y2, node->strong ? "way" : "line dim-line");
    if (node->edge[0] == '\0')
        return;
    /* Nearer to the child, where edges have parted; a white ground keeps the words readable. */
    double x = x1 + (x2 - x1) * 0.62, y = y1 + (y2 - y1) * 0.62;
    double half = 3.6 * (double)strlen(node->edge) + 3;
    by_svg_round(svg, x - half, y - 9, 2 * half, 15, 4, "paper");
    by_svg_text(svg, x, y + 3, "text small mid faint", "%s", node->edge);
}

static void draw_box(const struct by_treedraw_look *look, struct by_svg *svg,
                     const struct by_treedraw_node *node)
{
    char first[sizeof node->label];
    size_t length = strcspn(node->label, "\n");
    snprintf(first, sizeof first, "%.*s", (int)length, node->label);
    bool two = node->label[length] == '\n';
    by_svg_round(svg, 0, 0, look->width, look->height, 6, node->area);
    by_svg_text(svg, look->width / 2, look->height / 2 + (two ? -3 : 4.5), "text small mid", "%s",
                first);
    if (two)
        by_svg_text(svg, look->width / 2, look->height / 2 + 13, "text small mid bold", "%s",
                    node->label + length + 1);
}

void by_treedraw_svg(const struct by_treedraw *tree, const struct by_treedraw_look *look,
                     struct by_svg *svg, double left, double top)
{
    by_svg_move(svg, left, top);
    for (int pass = 0; pass < 2; pass++) /* weak edges below strong ones */
        for (int i = 1; i < tree->count; i++)
            if (tree->node[i].strong == (pass == 1))
                draw_edge(tree, look, svg, &tree->node[i]);
    for (int i = 0; i < tree->count; i++) {
        const struct by_treedraw_node *node = &tree->node[i];
        by_svg_move(svg, middle(look, node) - look->width / 2, top_of(look, node));
        if (look->paint != NULL)
            look->paint(look->context, svg, i);
        else
            draw_box(look, svg, node);
        by_svg_back(svg);
    }
    by_svg_back(svg);
}
