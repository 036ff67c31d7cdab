#include "games/othello/search/squares.h"
#include <string.h>

/* --- actions ----------------------------------------------------------------------------- */

int by_othello_square_of(const struct by_othello_squares *squares, int action)
{
    int row = action / squares->size, column = action % squares->size;
    return 8 * (row + squares->margin) + column + squares->margin;
}

int by_othello_action_of(const struct by_othello_squares *squares, int square)
{
    int row = square / 8 - squares->margin, column = square % 8 - squares->margin;
    return squares->size * row + column;
}

uint64_t by_othello_set_of(const struct by_othello_squares *squares, uint64_t actions)
{
    uint64_t set = 0;
    for (; actions; actions &= actions - 1)
        set |= UINT64_C(1) << by_othello_square_of(squares, by_bits_first(actions));
    return set;
}

/* --- symmetries ------------------------------------------------------------------------- */

int by_othello_image_square(int square, int symmetry)
{
    int row = square / 8, column = square % 8;
    int y = symmetry & 1 ? 7 - row : row, x = symmetry & 2 ? 7 - column : column;
    return symmetry & 4 ? 8 * x + y : 8 * y + x;
}

int by_othello_unimage_square(int square, int symmetry)
{
    int y = symmetry & 4 ? square % 8 : square / 8, x = symmetry & 4 ? square / 8 : square % 8;
    return 8 * (symmetry & 1 ? 7 - y : y) + (symmetry & 2 ? 7 - x : x);
}

uint64_t by_othello_image(uint64_t set, int symmetry)
{
    uint64_t image = 0;
    for (; set; set &= set - 1)
        image |= UINT64_C(1) << by_othello_image_square(by_bits_first(set), symmetry);
    return image;
}

/* --- the board ------------------------------------------------------------------------------ */

static bool is_inside(const struct by_othello_squares *s, int row, int column)
{
    int low = s->margin, high = s->margin + s->size;
    return row >= low && row < high && column >= low && column < high;
}

/* How good squares are in general, a quarter of the 8x8 board, from the corner. Only the order
 * counts; it was chosen by the nodes that solving takes. */
static const int8_t likings[4][4] = {{9, 2, 8, 6}, {2, 0, 3, 4}, {8, 3, 7, 5}, {6, 4, 5, 4}};

static void fill_square(struct by_othello_squares *s, int row, int column)
{
    static const int dx[4] = {1, 0, 1, -1}, dy[4] = {0, 1, 1, 1};
    int square = 8 * row + column, low = s->margin, high = s->margin + s->size - 1;
    uint64_t bit = UINT64_C(1) << square;
    s->board |= bit;
    for (int i = 0; i < 4; i++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            int y = row + sign * dy[i], x = column + sign * dx[i];
            if (is_inside(s, y, x))
                s->around[square] |= UINT64_C(1) << (8 * y + x);
            else
                s->rim[i] |= bit;
        }
    }
    s->quadrant[square] = (uint8_t)(1 << (2 * (row > 3) + (column > 3)));
    for (int set = 0; set < 16; set++)
        s->odd[set] |= set & s->quadrant[square] ? bit : 0;
    int from_row = row - low < high - row ? row - low : high - row;
    int from_column = column - low < high - column ? column - low : high - column;
    s->liking[square] = likings[from_row][from_column];
    if (from_row == 0 && from_column == 0)
        s->corners |= bit;
}

/* --- the last square -------------------------------------------------------------------------- */

static int turned_one_way(int mine, int from, int step)
{
    int at = from + step;
    while (at >= 0 && at < 8 && !(mine >> at & 1))
        at += step;
    return at >= 0 && at < 8 ? (at > from ? at - from : from - at) - 1 : 0;
}

static void fill_turned(struct by_othello_squares *s)
{
    for (int place = 0; place < 8; place++)
        for (int mine = 0; mine < 256; mine++)
            s->turned[place][mine] =
                (uint8_t)(turned_one_way(mine, place, 1) + turned_one_way(mine, place, -1));
}

static void fill_lines(struct by_othello_squares *s)
{
    for (int square = 0; square < 64; square++) {
        int row = square / 8, column = square % 8;
        s->place[square][0] = (uint8_t)column;
        s->place[square][1] = (uint8_t)row;
        for (int other = 0; other < 64; other++) {
            int y = other / 8, x = other % 8;
            uint64_t bit = UINT64_C(1) << other;
            bool on[3] = {x == column, y - row == x - column, y - row == column - x};
            for (int i = 0; i < 3; i++) {
                s->line[square][i] |= on[i] ? bit : 0;
                s->place[square][i + 1] =
                    (uint8_t)by_bits_count(s->line[square][i] & ((UINT64_C(1) << square) - 1));
            }
        }
    }
}

/* --- edges -------------------------------------------------------------------------------------- */

static int flips_on_edge(int mine, int yours, int from, int step)
{
    int at = from + step, turned = 0;
    while (at >= 0 && at < 8 && (yours >> at & 1)) {
        turned |= 1 << at;
        at += step;
    }
    return at >= 0 && at < 8 && (mine >> at & 1) ? turned : 0;
}

/* The discs of both that stay what they are whatever is played on the edge: of the ones that stand,
 * those that stay after every next disc. Such a disc may also turn nothing here: its move can be legal
 * by another line. Edges with more discs were filled in before. */
static int stable_on_edge(const struct by_othello_squares *s, int mine, int yours)
{
    int stable = mine | yours;
    for (int at = 0; at < s->size; at++) {
        if ((mine | yours) >> at & 1)
            continue;
        int a = flips_on_edge(mine, yours, at, 1) | flips_on_edge(mine, yours, at, -1);
        int b = flips_on_edge(yours, mine, at, 1) | flips_on_edge(yours, mine, at, -1);
        int m1 = mine | a | 1 << at, y1 = yours & ~a, m2 = mine & ~b, y2 = yours | b | 1 << at;
        stable &= ~a & ~b & (s->edge[m1 << 8 | y1] | s->edge[y1 << 8 | m1]);
        stable &= s->edge[m2 << 8 | y2] | s->edge[y2 << 8 | m2];
    }
    return stable;
}

static void fill_edges(struct by_othello_squares *s)
{
    int all = (1 << s->size) - 1;
    for (int discs = all; discs >= 0; discs--) /* a set comes after every set that contains it */
        for (int mine = discs;; mine = (mine - 1) & discs) {
            int yours = discs & ~mine, stable = stable_on_edge(s, mine, yours);
            s->edge[mine << 8 | yours] = (uint8_t)(stable & mine);
            s->edge[yours << 8 | mine] = (uint8_t)(stable & yours);
            if (mine == 0)
                break;
        }
    for (int rows = 0; rows < 256; rows++)
        for (int row = 0; row < 8; row++)
            s->column[rows] |= (uint64_t)(rows >> row & 1) << (8 * row);
}

void by_othello_squares_fill(struct by_othello_squares *s, int size)
{
    memset(s, 0, sizeof *s);
    s->size = size;
    s->cells = size * size;
    s->margin = (8 - size) / 2;
    for (int row = s->margin; row < s->margin + size; row++)
        for (int column = s->margin; column < s->margin + size; column++)
            fill_square(s, row, column);
    fill_turned(s);
    fill_lines(s);
    fill_edges(s);
}
