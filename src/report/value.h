/* value.h: what a decision says of a position and of its moves, as people read it. The words are those
 * of games/value.h. */
#ifndef BY_REPORT_VALUE_H
#define BY_REPORT_VALUE_H

#include "games/line.h"
#include "games/value.h"

/* The value of a decision on the last position of a line; what it says of a move of it. A win is so
 * many plies away where the line of play that is expected ends the game. */
struct by_worth by_worth_of(const struct by_line *line, const struct by_decision *decision);
struct by_worth by_worth_of_move(const struct by_line *line, const struct by_decision *decision,
                                 const struct by_move_stat *stat);

/* "Black +4 discs", "X wins in 5 plies"; and of a move, for a column, "+4", "wins". */
const char *by_value_string(const struct by_line *line, const struct by_decision *decision,
                            char buffer[BY_WORTH_BUFFER]);
const char *by_move_value_string(const struct by_line *line, const struct by_decision *decision,
                                 const struct by_move_stat *stat, char buffer[BY_WORTH_BUFFER]);

/* A result, seen by the first player as games have it: "Black wins by 4 discs", "draw". */
const char *by_result_string(const struct by_rules *rules, int32_t result,
                             char buffer[BY_WORTH_BUFFER]);

/* A value that a step of an exact search has, seen by `side`: "+4", "wins", "-inf". */
struct by_step;
const char *by_step_value_string(const struct by_rules *rules, const struct by_step *step, int side,
                                 int64_t value, char buffer[BY_WORTH_BUFFER]);

#endif
