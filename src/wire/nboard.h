/* nboard.h: the words of the NBoard protocol, version 2, for both sides. Othello on 8x8.
 *
 * Source: the protocol's description at orbanova.com/nboard/protocol.htm. A move is a square such
 * as "F5", or "PA" for a pass; evaluation and seconds may follow it, "F5/1.50/0.3". A game is told
 * as one line of GGF. */
#ifndef BY_WIRE_NBOARD_H
#define BY_WIRE_NBOARD_H

#include "games/line.h"

/* The protocol's only game, and whether these are rules of it, on its only board. */
#define BY_NBOARD_GAME "othello"
bool by_nboard_fits(const struct by_rules *rules);

void by_nboard_write_move(const struct by_rules *rules, const void *position, by_move move,
                          struct by_text *out);

/* Understands the words only: the caller checks that the move is legal. What follows the move is
 * left behind. */
enum by_status by_nboard_read_move(const struct by_rules *rules, const void *position,
                                   const char *text, by_move *out, struct by_error *err);

/* The line as GGF, without a newline. Returns false when there is not enough memory. */
bool by_nboard_write_game(const struct by_line *line, struct by_text *out);

#endif
