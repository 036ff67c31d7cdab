/* stability.h: discs that can never be turned over again.
 *
 * On an edge that is known exactly, by a table of all ways to fill it. Elsewhere a disc is taken for
 * stable when on each of its four lines the line is full, or the disc stands at the rim, or beside a
 * stable disc of its own: fewer than there are, never more. */
#ifndef BY_OTHELLO_STABILITY_H
#define BY_OTHELLO_STABILITY_H

#include "games/othello/search/squares.h"

/* The lines of which every square is occupied: rows, columns, diagonals down right and down left. What
 * lies beyond the rim counts as occupied. Eight squares by doubling: one, two, four ahead and back. */
static inline uint64_t by_othello_full_rows(uint64_t full)
{
    full &= full >> 4;
    full &= full >> 2;
    full &= full >> 1;
    return (full & UINT64_C(0x0101010101010101)) * 255;
}

static inline uint64_t by_othello_full_columns(uint64_t full)
{
    full &= full >> 8 | full << 56;
    full &= full >> 16 | full << 48;
    full &= full >> 32 | full << 32;
    return full;
}

static inline uint64_t by_othello_full_right(uint64_t full)
{
    uint64_t ahead = full, back = full;
    ahead &= ahead >> 9 | UINT64_C(0xff80808080808080);
    back &= back << 9 | UINT64_C(0x01010101010101ff);
    ahead &= ahead >> 18 | UINT64_C(0xffffc0c0c0c0c0c0);
    back &= back << 18 | UINT64_C(0x030303030303ffff);
    ahead &= ahead >> 36 | UINT64_C(0xfffffffff0f0f0f0);
    back &= back << 36 | UINT64_C(0x0f0f0f0fffffffff);
    return ahead & back;
}

static inline uint64_t by_othello_full_left(uint64_t full)
{
    uint64_t ahead = full, back = full;
    ahead &= ahead >> 7 | UINT64_C(0xff01010101010101);
    back &= back << 7 | UINT64_C(0x80808080808080ff);
    ahead &= ahead >> 14 | UINT64_C(0xffff030303030303);
    back &= back << 14 | UINT64_C(0xc0c0c0c0c0c0ffff);
    ahead &= ahead >> 28 | UINT64_C(0xffffffff0f0f0f0f);
    back &= back << 28 | UINT64_C(0xf0f0f0f0ffffffff);
    return ahead & back;
}

/* Column a as eight bits, row 1 the lowest. */
static inline uint64_t by_othello_column(uint64_t squares)
{
    return (squares & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56;
}

/* Stable discs of mine on the four edges. */
static inline uint64_t by_othello_stable_edges(const struct by_othello_squares *s, uint64_t mine,
                                               uint64_t yours)
{
    int low = s->margin, high = 7 - s->margin;
    uint64_t all = ((UINT64_C(1) << s->size) - 1), stable = 0;
    for (int row = low; row <= high; row += s->size - 1) {
        int shift = 8 * row + low;
        stable |= (uint64_t)s->edge[(mine >> shift & all) << 8 | (yours >> shift & all)] << shift;
    }
    for (int column = low; column <= high; column += s->size - 1) {
        uint64_t m = by_othello_column(mine >> column) >> low & all;
        uint64_t y = by_othello_column(yours >> column) >> low & all;
        stable |= s->column[(uint64_t)s->edge[m << 8 | y] << low & 255] << column;
    }
    return stable;
}

/* Beside a rim nothing comes around an edge that could matter: those squares are in s->rim. */
static inline uint64_t by_othello_stable(const struct by_othello_squares *s, uint64_t mine,
                                         uint64_t yours)
{
    uint64_t occupied = mine | yours | ~s->board;
    uint64_t row = by_othello_full_rows(occupied) | s->rim[0];
    uint64_t column = by_othello_full_columns(occupied) | s->rim[1];
    uint64_t right = by_othello_full_right(occupied) | s->rim[2];
    uint64_t left = by_othello_full_left(occupied) | s->rim[3];
    uint64_t stable =
        by_othello_stable_edges(s, mine, yours) | (mine & row & column & right & left);
    for (uint64_t before = 0; stable != before;) {
        before = stable;
        stable |= mine & (row | stable << 1 | stable >> 1) & (column | stable << 8 | stable >> 8) &
                  (right | stable << 9 | stable >> 9) & (left | stable << 7 | stable >> 7);
    }
    return stable;
}

#endif
