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

/* The replies to the last position of a line, images of each other once, each with what was found of a
 * win of the other player behind it; one object: replies, proved, moves (an object each: move, result,
 * moves, proof_nodes), nodes, seconds. */
struct by_answered_reply {
    by_move move;
    enum by_threats_found found;
    int moves, proof_nodes; /* of a win: at most so many of the winner; the size of the proof */
};
struct by_answered_replies {
    struct by_answered_reply *reply;
    int count, proved;
    uint64_t nodes;
    double seconds;
};
void by_report_replies(struct by_json *json, const struct by_line *line,
                       const struct by_answered_replies *replies);
void by_put_replies(struct by_buffer *out, const struct by_line *line,
                    const struct by_answered_replies *replies, const struct by_marks *marks);

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
