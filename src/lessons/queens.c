/* queens.c: see queens.h. */
#include "lessons/queens.h"
#include <stdbool.h>
#include <string.h>

/* Guarded columns as three sets: by queens straight above, and along the two diagonals, which
 * shift by one column from row to row. */
struct guards {
    uint32_t above, left, right;
};

static void tell(struct by_queens *queens, enum by_queens_event event)
{
    if (queens->event != NULL)
        queens->event(queens->context, queens, event);
}

/* --- images --------------------------------------------------------------------- */

/* Image `s` of the solution: bit 0 mirrors, bits 1 and 2 turn by quarters. */
static void image(const struct by_queens *queens, int s, int out[BY_QUEENS_MAX])
{
    int n = queens->n;
    for (int row = 0; row < n; row++) {
        int y = row, x = queens->column[row];
        if (s & 1)
            x = n - 1 - x;
        for (int turn = s >> 1; turn > 0; turn--) {
            int t = y;
            y = x;
            x = n - 1 - t;
        }
        out[y] = x;
    }
}

/* Solutions come in lexical order, so that the first of a family is its smallest. */
static bool is_first_of_family(const struct by_queens *queens)
{
    for (int s = 1; s < 8; s++) {
        int other[BY_QUEENS_MAX];
        image(queens, s, other);
        for (int row = 0; row < queens->n; row++) {
            if (other[row] > queens->column[row])
                break;
            if (other[row] < queens->column[row])
                return false;
        }
    }
    return true;
}

/* --- the search -------------------------------------------------------------------- */

static void solved(struct by_queens *queens)
{
    queens->solutions++;
    queens->distinct += is_first_of_family(queens);
    tell(queens, BY_QUEENS_SOLVED);
}

static void search(struct by_queens *queens, struct guards guards)
{
    int row = queens->rows;
    uint32_t all = ((uint32_t)1 << queens->n) - 1;
    uint32_t guarded = (guards.above | guards.left | guards.right) & all;
    queens->guarded[row] = guarded;
    queens->placed[row]++;
    if (row == queens->n) {
        solved(queens);
        return;
    }
    if (guarded == all) {
        queens->dead_ends++;
        tell(queens, BY_QUEENS_DEAD_END);
    }
    for (uint32_t free = all & ~guarded; free != 0; free &= free - 1) {
        uint32_t bit = free & -free;
        queens->column[row] = __builtin_ctz(bit);
        queens->rows = row + 1;
        struct guards next = {guards.above | bit, (guards.left | bit) >> 1,
                              (guards.right | bit) << 1};
        /* The picture of a placed queen shows the row below as it will be found. */
        queens->guarded[row + 1] = (next.above | next.left | next.right) & all;
        tell(queens, BY_QUEENS_PLACED);
        search(queens, next);
        queens->rows = row;
    }
}

void by_queens_search(struct by_queens *queens)
{
    queens->rows = 0;
    queens->dead_ends = queens->solutions = queens->distinct = 0;
    memset(queens->placed, 0, sizeof queens->placed);
    search(queens, (struct guards){0, 0, 0});
}

char by_queens_cell(const struct by_queens *queens, int row, int column)
{
    if (row > queens->rows || row >= queens->n)
        return '.';
    bool guarded = queens->guarded[row] >> column & 1;
    if (row == queens->rows)
        return guarded ? 'x' : '?';
    if (column == queens->column[row])
        return 'Q';
    return guarded || column < queens->column[row] ? 'x' : '?';
}
