/* trace.h: the first steps of a search, as text or JSON.
 *
 * A listener for by_events.trace. Move text needs the position before the move, so the
 * positions along the path are kept. */
#ifndef BY_CLI_TRACE_H
#define BY_CLI_TRACE_H

#include "cli/json.h"

struct by_trace {
    const struct by_rules *rules;
    FILE *out;           /* text goes here; NULL: JSON */
    json_t *steps;       /* JSON goes here */
    int64_t left;        /* steps still to be told */
    uint64_t unseen;     /* steps after those */
    unsigned char *path; /* the position at each ply, up to `room` */
    int room;
};

/* `limit` steps; to `out`, or as a JSON array when it is NULL. Returns false without memory. */
bool by_trace_open(struct by_trace *trace, const struct by_rules *rules, FILE *out, int64_t limit);
void by_trace_close(struct by_trace *trace);

/* For struct by_events: the context is the trace. */
void by_trace_step(void *context, const struct by_step *step);

#endif
