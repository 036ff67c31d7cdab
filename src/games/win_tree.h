/* win_tree.h: proofs that somebody wins (struct by_win_tree, game.h): making, measuring. */
#ifndef BY_GAMES_WIN_TREE_H
#define BY_GAMES_WIN_TREE_H

#include "base/buffer.h"
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

/* --- as text ----------------------------------------------------------------------------
 *
 *   proof gomoku size=15x15
 *   position .../... X
 *   0 - h8
 *   1 g9 j8
 *   1 * h9
 *
 * The rules, the position, and a line for each node, children behind their parents: how deep it
 * stands, the opponent's move ('-' at the root, '*' any that no brother names) and the answer. Lines
 * that begin with '#' are remarks. */

void by_win_tree_write(const struct by_rules *rules, const void *position,
                       const struct by_win_tree *tree, struct by_buffer *out);

/* `*rules` start with the position of the text; to be closed also after a failure. `tree->most` says
 * how large it may be. Whether the proof holds is another question: the slot check_proof. */
enum by_status by_win_tree_read(const char *text, struct by_rules **rules, struct by_win_tree *tree,
                                struct by_error *err);

#endif
