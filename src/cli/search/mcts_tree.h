/* mcts_tree.h: --tree of `think`: the tree of a Monte Carlo search, into a file or beside the move. */
#ifndef BY_CLI_SEARCH_MCTS_TREE_H
#define BY_CLI_SEARCH_MCTS_TREE_H

#include "cli/cli.h"
#include "players/player.h"

/* --tree, --tree-depth, --tree-width: whether they can be obeyed, before a long search. Returns
 * an exit status. */
int by_mcts_tree_check(struct by_cli *cli, struct by_player *player);

/* Writes what --tree asks for; with --json and "-" into `json` instead, on one line, which else
 * stays empty. Returns an exit status. */
int by_mcts_tree_write(struct by_cli *cli, struct by_player *player,
                       const struct by_decision *decision, struct by_buffer *json);

/* True when standard output is for the tree alone. */
bool by_mcts_tree_alone(const struct by_cli *cli);

#endif
