/* decision.h: what a search came to: its move, values, work; a solved position; counts. */
#ifndef BY_REPORT_DECISION_H
#define BY_REPORT_DECISION_H

#include "games/perft.h"
#include "report/pieces.h"
#include "search/solve/count.h"
#include "search/solve/solve.h"

/* A decision on the last position of a line, as members of the object that is open: move, value,
 * scale, pv, work, moves, bound, complete, proven, depth. `searcher`, whose last think or the one in progress it
 * is of, knows the line behind each move; NULL: nobody does. At most `most` moves are told, 0: all. */
void by_report_decision(struct by_json *json, const struct by_line *line,
                        const struct by_decision *decision, const struct by_searcher *searcher,
                        int most);
/* In words, with the `rows` best moves, 0: all of them; how many others there are, and how many of those
 * nobody looked at, is said below. */
#define BY_DECISION_ROWS 10
void by_put_decision(struct by_buffer *out, const struct by_line *line,
                     const struct by_decision *decision, int rows, const struct by_marks *marks);

/* The result of a position, one object. */
void by_report_solution(struct by_json *json, const struct by_line *line,
                        const struct by_solution *solution);
void by_put_solution(struct by_buffer *out, const struct by_line *line,
                     const struct by_solution *solution, const struct by_marks *marks);

/* The same as members of the object that is open. */
void by_report_solved(struct by_json *json, const struct by_line *line,
                      const struct by_solution *solution);

/* How many positions and games there are, one object. */
void by_report_count(struct by_json *json, const struct by_count *count, double seconds);
void by_put_count(struct by_buffer *out, const struct by_count *count, double seconds);

/* Lines of play, ply by ply, one object. */
void by_report_perft(struct by_json *json, const struct by_rules *rules,
                     const struct by_perft *perft, double seconds);
void by_put_perft(struct by_buffer *out, const struct by_perft *perft, double seconds);

#endif
