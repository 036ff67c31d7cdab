/* board.h: a position as players know it: the board with its star points and the last move, what each
 * side has (discs, prisoners), and who is to move or how it ended. */
#ifndef BY_REPORT_BOARD_H
#define BY_REPORT_BOARD_H

#include "report/pieces.h"

/* The last position of a line, in lines of plain ASCII. The last move stands in brackets, a star point
 * is '+', a point that a rule closes to who is to move (ko) '#'. With `legal` the cells to which there
 * is a move are '*'. Escapes come from `marks`. */
void by_put_board(struct by_buffer *out, const struct by_line *line, const struct by_marks *marks,
                  bool legal);

/* The same of a game that is over, as the game itself draws it. */
void by_put_ended(struct by_buffer *out, const struct by_line *line);

/* The same position as data, for who draws it: an object with "kind" (lines, cells, heaps or text), the
 * cells as rows of characters, row 1 first, where the last move was and what it took, the legal moves with
 * their cells, and the two sides. docs/API.md has all of it. */
void by_report_board(struct by_json *json, const char *name, const struct by_line *line);

/* Whether a cell is a star point. */
bool by_is_star(const struct by_rules *rules, const struct by_cells *cells, int cell);

/* "Black to move", "the game is over: Black wins by 4 discs". */
void by_put_turn(struct by_buffer *out, const struct by_line *line, const struct by_marks *marks);

/* "Black (X)"; "X" where the players have no other names. */
#define BY_SIDE_BUFFER 32
const char *by_side_title(const struct by_rules *rules, int side, char buffer[BY_SIDE_BUFFER]);

/* Who is to move at the end of a line: "Black", "nature". */
const char *by_mover_title(const struct by_line *line);

#endif
