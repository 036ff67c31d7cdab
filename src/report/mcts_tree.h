/* mcts_tree.h: the tree of a Monte Carlo search after it, as JSON or SVG.
 *
 * The part that is shown: the most visited moves of each node, some plies deep, and never more
 * than so many nodes, nearest to the root first. What is left out is counted. */
#ifndef BY_CLI_MCTS_TREE_H
#define BY_CLI_MCTS_TREE_H

#include "base/buffer.h"
#include "cli/json.h"
#include "players/player.h"
#include "search/mcts/mcts.h"

struct by_shown {
    int parent;       /* -1: the root */
    int depth;        /* moves from the root */
    int first, count; /* its children among the nodes shown */
    by_move move;
    char name[32]; /* of the move */
    int by;        /* who plays it; at the root who is to move */
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
    const struct by_core *core;
    const struct by_line *line;
    const struct by_decision *decision;
    const char *spec;
    int trees;
    int depth, width; /* limits */
    int count, room;
    bool cut; /* there was no room for all that the limits allow */
    struct by_shown *node;
};

/* --tree, --tree-depth, --tree-width: whether they can be obeyed, before a long search. Returns
 * an exit status. */
int by_mcts_tree_check(struct by_cli *cli, struct by_player *player);

/* Writes what --tree asks for; with --json and "-" it is `*json` instead, which is else left as it
 * is. Returns an exit status. */
int by_mcts_tree_write(struct by_cli *cli, struct by_player *player,
                       const struct by_decision *decision, json_t **json);

/* True when standard output is for the tree alone. */
bool by_mcts_tree_alone(const struct by_cli *cli);

/* The drawing; from by_buffer_open. Returns an exit status. */
int by_mcts_tree_svg(struct by_cli *cli, const struct by_mcts_view *view, struct by_buffer *out);

#endif
