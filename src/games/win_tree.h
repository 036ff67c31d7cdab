/* win_tree.h: proofs that somebody wins (struct by_win_tree, game.h): making, measuring. */
#ifndef BY_GAMES_WIN_TREE_H
#define BY_GAMES_WIN_TREE_H

#include "games/game.h"

/* Adds a node without children and brothers; returns its number, -1: there is no room. */
int by_win_tree_add(struct by_win_tree *proof, by_move reply, by_move answer);
void by_win_tree_free(struct by_win_tree *proof);

/* Whether the links of the nodes lead on and not back, and every node but the root hangs somewhere. */
bool by_win_tree_is_sound(const struct by_win_tree *proof);

/* The winner's moves in the longest line, the last one included. */
int by_win_tree_moves(const struct by_win_tree *proof);

/* The longest line, beginning with the winner's move, as far as it names the opponent's moves: at
 * most `room` moves. Returns how many. */
int by_win_tree_line(const struct by_win_tree *proof, by_move *out, int room);

#endif
