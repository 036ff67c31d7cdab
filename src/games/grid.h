/* grid.h: text and coordinates that board games share.
 *
 * Position text: rows from the top joined by '/', one character a cell, a space, the
 * side to move: "X.O/.X./..O X". Coordinates: columns are letters from the left, rows
 * count from the bottom, as in GTP; most games skip the letter i. Point (x, y): x from
 * the left, y from the bottom, both from 0. */
#ifndef BY_GAMES_GRID_H
#define BY_GAMES_GRID_H

#include "games/game.h"

#define BY_GRID_SIDE_MAX 25
_Static_assert(BY_GRID_SIDE_MAX *BY_GRID_SIDE_MAX == BY_CELLS_MAX, "one largest board");

/* Cells as characters: cell[y * width + x], y from the bottom. */
struct by_grid {
    int width, height;
    int side; /* who is to move: 0 or 1 */
    char cell[BY_CELLS_MAX];
};

/* Reads "X.O/.X./..O X" into a grid of the stated size; letters in either case, stored
 * as 'X', 'O', '.'. Also takes the lines of OBF: no '/' at all, '-' for empty and '*' for X, and
 * behind the side to move ';' with moves and their scores, which are not looked at. */
enum by_status by_grid_read(const char *text, int width, int height, struct by_grid *out,
                            struct by_error *err);
void by_grid_write(const struct by_grid *grid, struct by_text *out);

/* The drawing: coordinates outside, a blank between cells, then "X to move". */
void by_grid_draw(const struct by_grid *grid, bool skip_i, struct by_text *out);

/* The same for boards whose row 1 is the upper one; the coordinates of the columns are there. */
void by_grid_draw_from_top(const struct by_grid *grid, bool skip_i, struct by_text *out);

/* How many cells hold `c`. */
int by_grid_count(const struct by_grid *grid, char c);

/* One coordinate ("b2") at *cursor, which is moved behind it; false when there is none on
 * a board of that size. */
bool by_grid_scan_point(const char **cursor, int width, int height, bool skip_i, int *x, int *y);
void by_grid_write_point(int x, int y, bool skip_i, struct by_text *out);

/* What a cell is called: "b2". */
void by_cells_name(const struct by_cells *cells, int cell, struct by_text *out);

/* The column's letter, lower case. */
char by_grid_column(int x, bool skip_i);

/* The dihedral group: image s (0..7) of point (x, y) on a width x height board. Even s keep
 * the sides' lengths: 0 identity, 2 half turn, 4 left-right mirror, 6 top-bottom mirror;
 * odd s also exchange the axes (square boards only). */
void by_grid_image(int width, int height, int s, int *x, int *y);

#endif
