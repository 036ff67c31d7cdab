/* squares.h: what Othello's own search knows of the board once and for all.
 *
 * Its boards are 8x8 words, square a1 the lowest bit, row by row. Smaller boards lie in the middle of
 * the 8x8 one (6x6: b2 to g7): the squares around them are always empty and nobody's, rows of discs end
 * there, and nobody plays there. So there is one kernel for all. */
#ifndef BY_OTHELLO_SQUARES_H
#define BY_OTHELLO_SQUARES_H

#include "games/bits.h"
#include <stdbool.h>
#include <stdint.h>

struct by_othello_squares {
    int size, cells;
    int margin; /* rows and columns that are left free on each side */
    uint64_t board, corners;
    uint64_t rim[4]; /* squares without a neighbour at one end of their row, column, diagonals */
    uint64_t around[64];  /* the neighbours of a square */
    uint64_t odd[16];     /* the quadrants of a set of them, as squares */
    uint8_t quadrant[64]; /* 1, 2, 4, 8 */

    /* The last empty square: how many discs turn on a line of eight by where the square is and which
     * of the others are the player's, all others being the opponent's. Lines through a square:
     * column and diagonals (the row needs no mask). */
    uint8_t turned[8][256];
    uint64_t line[64][3];
    uint8_t place[64][4]; /* of the square on its row, column, diagonals */

    uint8_t edge[65536];  /* stable discs of mine on an edge: [mine << 8 | yours] */
    uint64_t column[256]; /* the squares of column a that are in a set of rows */
    int8_t liking[64];    /* how early a square is tried, other things being equal: 0 to 9 */
};

/* `size` is 4, 6 or 8. */
void by_othello_squares_fill(struct by_othello_squares *squares, int size);

/* The quadrants with an odd number of empty squares, as a set of them: who plays there may have the last word in
 * them, so that their squares are tried first. */
static inline unsigned by_othello_odd_quadrants(uint64_t empties)
{
    const uint64_t quadrant = UINT64_C(0x0f0f0f0f);
    return (unsigned)(by_bits_count(empties & quadrant) & 1) |
           (unsigned)(by_bits_count(empties & quadrant << 4) & 1) << 1 |
           (unsigned)(by_bits_count(empties & quadrant << 32) & 1) << 2 |
           (unsigned)(by_bits_count(empties & quadrant << 36) & 1) << 3;
}

/* Between the action of a square on the game's board and its place on this one. */
int by_othello_square_of(const struct by_othello_squares *squares, int action);
int by_othello_action_of(const struct by_othello_squares *squares, int square);
uint64_t by_othello_set_of(const struct by_othello_squares *squares, uint64_t actions);

/* A square, or a set of them, as seen through one of the eight symmetries of the board, and back. */
int by_othello_image_square(int square, int symmetry);
int by_othello_unimage_square(int square, int symmetry);
uint64_t by_othello_image(uint64_t set, int symmetry);

#endif
