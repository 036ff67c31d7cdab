/* saved.h: what the table knows for certain, as files keep it: two words for each position.
 *
 * Both words begin with half of the board, 32 squares as a number of 51 bits in base 3 (0 empty, 1 a disc of
 * the side to move, 2 one of the opponent). Behind it the first has the lower bound plus 128 in eight bits,
 * the four low bits of the best move, and a one; the second has the upper bound, and the rest of the
 * move. Only values to the end of the game with nothing left out are kept, so that no depth is needed. */
#ifndef BY_OTHELLO_SAVED_H
#define BY_OTHELLO_SAVED_H

#include "games/othello/search/squares.h"
#include "games/othello/search/table.h"

/* The next entry that is certain, from *cursor = 0 on; false at the end. */
bool by_othello_saved_next(const struct by_othello_table *table, size_t *cursor, uint64_t words[2]);

/* Puts one back; false: no position of this board is like that. */
bool by_othello_saved_insert(struct by_othello_table *table, const struct by_othello_squares *s,
                             const uint64_t words[2]);

#endif
