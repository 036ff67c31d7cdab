/* board.h: tic-tac-toe boards in the drawings of lessons. */
#ifndef BY_LESSONS_BOARD_H
#define BY_LESSONS_BOARD_H

#include "base/draw/svg.h"
#include "games/game.h"

#define BY_TICTACTOE_SIDE  3
#define BY_TICTACTOE_CELLS 9

/* The stones of a position of tictactoe, row by row from the bottom as moves are numbered: 'X',
 * 'O' or '.'. */
void by_tictactoe_cells(const struct by_rules *rules, const void *position,
                        char cells[BY_TICTACTOE_CELLS]);

/* Grid and stones of a board whose top left corner is (0, 0); `fresh` (-1: none) is the cell of a
 * stone that is shown as new. */
void by_tictactoe_svg(struct by_svg *svg, const char cells[BY_TICTACTOE_CELLS], int fresh,
                      double side);

/* The top left corner of a cell. */
double by_tictactoe_x(int cell, double side);
double by_tictactoe_y(int cell, double side);

#endif
