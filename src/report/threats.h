/* threats.h: wins by threats, and proofs that were checked, in words and as JSON. */
#ifndef BY_REPORT_THREATS_H
#define BY_REPORT_THREATS_H

#include "report/pieces.h"

/* What was found at the last position of a line; one object: result, threats, moves, pv,
 * proof_nodes, nodes, seconds, nodes_per_second. */
void by_report_threats(struct by_json *json, const struct by_line *line,
                       const struct by_threats *threats, double seconds);
void by_put_threats(struct by_buffer *out, const struct by_line *line,
                    const struct by_threats *threats, double seconds, const struct by_marks *marks);

/* A proof that holds, of a win at the start of these rules: position, side, moves, proof_nodes, nodes
 * (moves that the checker made), seconds. */
struct by_checked_win {
    const struct by_rules *rules;
    const struct by_win_tree *tree;
    uint64_t nodes;
    double seconds;
};
void by_report_checked_win(struct by_json *json, const struct by_checked_win *checked);
void by_put_checked_win(struct by_buffer *out, const struct by_checked_win *checked,
                        const struct by_marks *marks);

#endif
