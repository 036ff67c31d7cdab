/* trace.h: the first steps of a search, as text or JSON.
 *
 * A listener for by_events.trace. Move text needs the position before the move, so the
 * positions along the path are kept. trace_exact.c knows the steps of exact searches, trace_mcts.c
 * those of Monte Carlo. */
#ifndef BY_REPORT_TRACE_H
#define BY_REPORT_TRACE_H

#include "report/pieces.h"
#include "search/search.h"

struct by_core; /* search/mcts/core.h */

struct by_trace {
    const struct by_rules *rules;
    bool as_json;
    struct by_buffer out; /* the steps: text, or an array of JSON that by_trace_end ends */
    struct by_json json;  /* writes into it */
    int64_t left;         /* steps still to be told */
    uint64_t unseen;      /* steps after those */
    unsigned char *path;  /* the position at each ply, up to `room` */
    int room;

    /* Exact searches. */
    bool windows;      /* the search has them */
    bool sees_as_root; /* its values are those of who moves at the root; else of who moves */
    int root_side;
    int depth;     /* of the pass */
    bool *inexact; /* at each ply: some child was left with a bound */

    /* Monte Carlo. */
    const struct by_core *core; /* NULL: another search */
    int width;                  /* the most moves of a selection; 0: all. The caller's */
    int64_t simulation;         /* its number */
    struct by_choice *taken;    /* the move taken at each ply of it */
};

/* `limit` steps of this searcher (NULL: a person). Returns false without memory; to be closed in
 * either case. */
bool by_trace_open(struct by_trace *trace, const struct by_rules *rules,
                   const struct by_searcher *searcher, bool as_json, int64_t limit);
void by_trace_close(struct by_trace *trace);

/* No more steps: trace->out is whole. */
void by_trace_end(struct by_trace *trace);

/* For struct by_events: the context is the trace. */
void by_trace_step(void *context, const struct by_step *step);

/* Whether a searcher tells its steps; those that do, in words: "minimax, negamax, ... and mcts". */
bool by_trace_can(const struct by_searcher *searcher);
void by_trace_who(struct by_text *out);

/* What a Monte Carlo search computes, in letters, as the member "formula". */
void by_report_formula(struct by_json *json, const struct by_searcher *searcher);

/* All that `think --json` prints: the decision, and as members of its own what was asked for: the steps
 * (as JSON, ended) with their formula, and the tree (one JSON value). NULL: not wanted. */
void by_report_thought(struct by_json *json, const struct by_line *line,
                       const struct by_decision *decision, const struct by_searcher *searcher,
                       struct by_trace *trace, const struct by_buffer *tree);

/* --- for others in this room --------------------------------------------- */

/* A value; an open end of a window is null. */
void by_report_bound(struct by_json *json, const char *name, int64_t value, int64_t unit);

const char *by_reason_name(enum by_step_reason reason);
const char *by_step_name(enum by_step_kind kind);

/* The text of a move made at `ply` on the path. */
const char *by_trace_move(const struct by_trace *trace, int ply, by_move move,
                          char buffer[BY_MOVE_BUFFER]);

unsigned char *by_trace_position(const struct by_trace *trace, int ply);

/* One step of an exact search; the head of a pass, at the root. */
void by_trace_exact(struct by_trace *trace, const struct by_step *step, const char *move);
void by_trace_pass(struct by_trace *trace, const struct by_step *step);

/* One step of Monte Carlo; the first lines of its trace. */
void by_trace_mcts(struct by_trace *trace, const struct by_step *step);
void by_trace_mcts_head(struct by_trace *trace, const struct by_searcher *searcher);

#endif
