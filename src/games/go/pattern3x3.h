/* pattern3x3.h: 3x3 surroundings worth an answer near the last move.
 *
 * A surrounding has an index of 16 bits: black stones (low byte) and white stones (high byte) to
 * the north, east, south, west, north-east, south-east, south-west, north-west; off the board is
 * both. The set is given by rules, not by a list: to connect, to cut, to turn round the end of a
 * line, to stop a stone at the edge. */
#ifndef BY_GAMES_GO_PATTERN3X3_H
#define BY_GAMES_GO_PATTERN3X3_H

#include <stdbool.h>
#include <stdint.h>

/* Bit i of set[colour] is on when `colour` likes to play in surrounding i. */
void by_go_pattern3x3_fill(uint64_t set[2][1024]);

static inline bool by_go_pattern3x3_has(const uint64_t set[1024], unsigned index)
{
    return set[index >> 6] >> (index & 63) & 1;
}

#endif
