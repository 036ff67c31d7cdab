/* queens.h: n queens on an n x n board, none on another's row, column or diagonal, found by
 * backtracking row by row, columns from left to right (LOG). */
#ifndef BY_LESSONS_QUEENS_H
#define BY_LESSONS_QUEENS_H

#include <stdint.h>

#define BY_QUEENS_MAX 14 /* less than a second */

enum by_queens_event {
    BY_QUEENS_PLACED,
    BY_QUEENS_DEAD_END, /* the next row has no free column */
    BY_QUEENS_SOLVED,
};

/* The search as it stands. Rows 0..rows-1 hold queens. A column of row r is guarded when a queen
 * above attacks it. */
struct by_queens {
    int n;
    int rows;
    int column[BY_QUEENS_MAX];
    uint32_t guarded[BY_QUEENS_MAX + 1]; /* of rows 0..rows: a bit per column */
    uint64_t placed[BY_QUEENS_MAX + 1];  /* placed[k]: ways to have k queens in the first k rows */
    uint64_t dead_ends;
    uint64_t solutions;
    uint64_t distinct; /* solutions that are no turned or mirrored image of an earlier one */

    /* Called at every event, or NULL. */
    void (*event)(void *context, const struct by_queens *queens, enum by_queens_event event);
    void *context;
};

/* Runs through all positions; `n` and the callback are set, all else is filled in. */
void by_queens_search(struct by_queens *queens);

/* What the lecture's figures show in a row: 'Q' the queen; 'x' a column that is guarded or was
 * tried before in vain; '?' one that is still to be tried; '.' in rows not looked at yet. */
char by_queens_cell(const struct by_queens *queens, int row, int column);

#endif
