/* mcts_tree.h: the tree of a Monte Carlo search after it, or between two simulations of it, as JSON or SVG.
 *
 * The part that is shown: the most visited moves of each node, some plies deep, and never more
 * than so many nodes, nearest to the root first or the most visited first. What is left out is
 * counted. */
#ifndef BY_REPORT_MCTS_TREE_H
#define BY_REPORT_MCTS_TREE_H

#include "report/pieces.h"
#include "search/mcts/mcts.h"

struct by_shown {
    int parent;       /* -1: the root */
    int depth;        /* moves from the root */
    int first, count; /* its children among the nodes shown */
    by_move move;
    char name[32]; /* of the move */
    int by;        /* who plays it; at the root who is to move */
    bool chance;   /* nature does; `by` comes next */
    uint64_t visits;
    double value;  /* the share of points for `by`; without visits it means nothing */
    by_link known; /* the result for `by` where it is proven, else 0 */
    by_link node;  /* BY_LINK_NONE: it has none of its own */
    struct by_visits amaf;
    double prior;
    int left_out; /* children that are not shown, and their visits */
    uint64_t left_visits;
    bool best; /* on the line that is expected */
};

struct by_mcts_view {
    const struct by_core *core; /* the first tree */
    const struct by_line *line;
    const struct by_decision *decision;
    const char *spec;
    int trees;
    int depth, width;    /* limits, the caller's */
    int narrow;          /* the width below the root's children; 0: the same */
    bool busiest;        /* the most visited nodes first; else the nearest to the root */
    const by_move *path; /* looked at from behind these moves on: the caller's */
    int path_count;
    int reached;     /* so many of them: the tree went no further */
    int count, room; /* room: the most nodes, the caller's */
    bool cut;        /* there was no room for all that the limits allow */
    struct by_shown *node;
    void *start; /* the position that is the root here */
};

/* Nodes that a program, or a person, can do with. */
#define BY_MCTS_VIEW_JSON 20000
#define BY_MCTS_VIEW_SVG  600

/* Chooses what is shown of the search's tree after a decision, or in its progress event; line, decision,
 * spec and limits are set. To be closed in either case. */
enum by_status by_mcts_view_open(struct by_mcts_view *view, const struct by_mcts *mcts,
                                 struct by_error *err);
void by_mcts_view_close(struct by_mcts_view *view);

void by_report_mcts_tree(struct by_json *json, const char *name, const struct by_mcts_view *view);
void by_draw_mcts_tree(struct by_buffer *out, const struct by_mcts_view *view);

#endif
