/* treedraw.h: trees of labelled nodes, drawn as an outline of characters and as SVG.
 *
 * Call trees and game trees of lessons: small, built node by node, parents before children.
 * A label may have two lines, separated by '\n'; the outline joins them with a blank. */
#ifndef BY_BASE_DRAW_TREEDRAW_H
#define BY_BASE_DRAW_TREEDRAW_H

#include "base/draw/svg.h"
#include "base/error.h"

struct by_treedraw_node {
    int parent;            /* -1: the root */
    int first, last, next; /* children and sibling; -1: none */
    int depth;
    double place;     /* the middle, in widths of a leaf; after by_treedraw_lay */
    bool strong;      /* the edge from the parent is drawn thick */
    const char *area; /* class of the box */
    char edge[16];    /* words on the edge from the parent */
    char label[64];
};

struct by_treedraw {
    struct by_treedraw_node *node;
    int count, room;
    int leaves, levels; /* after by_treedraw_lay */
};

/* Room for so many nodes. */
enum by_status by_treedraw_open(struct by_treedraw *tree, int room, struct by_error *err);
void by_treedraw_close(struct by_treedraw *tree);

/* Adds a child behind its siblings; the root has parent -1 and comes first. Returns its index,
 * or -1 when the tree is full. */
int by_treedraw_add(struct by_treedraw *tree, int parent, const char *area);
void by_treedraw_label(struct by_treedraw *tree, int index, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void by_treedraw_edge(struct by_treedraw *tree, int index, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* One line per node, indented with branches; strong ones stand between `strong` and `plain`: escapes
 * of a terminal, or "". */
void by_treedraw_outline(const struct by_treedraw *tree, const char *strong, const char *plain,
                         struct by_buffer *out);

/* Gives every node its place: leaves side by side, parents above the middle of their children. */
void by_treedraw_lay(struct by_treedraw *tree);

/* How the SVG looks: sizes in pixels. `paint` draws a node instead of the box with its label,
 * into the rectangle at (0, 0); NULL: the box. */
struct by_treedraw_look {
    double width, height; /* of a node */
    double gap;           /* between neighbours */
    double rise;          /* from the bottom of a node to the top of its children */
    void (*paint)(void *context, struct by_svg *svg, int index);
    void *context;
};
double by_treedraw_width(const struct by_treedraw *tree, const struct by_treedraw_look *look);
double by_treedraw_height(const struct by_treedraw *tree, const struct by_treedraw_look *look);
void by_treedraw_svg(const struct by_treedraw *tree, const struct by_treedraw_look *look,
                     struct by_svg *svg, double left, double top);

#endif
