/* origin.h: what a reader of a report needs to make it again: which program, when, where. */
#ifndef BY_REPORT_ORIGIN_H
#define BY_REPORT_ORIGIN_H

#include "base/version.h"
#include "report/pieces.h"

struct by_origin {
    char date[24]; /* UTC, as ISO 8601 has it: "2026-11-16T09:30:00Z" */
    char host[64]; /* the machine's name; "" when the system does not say */
    char build[BY_BUILD_SIZE];
};

/* Of a report that is made now, by this program. */
struct by_origin by_origin_now(void);

/* "banyan 0.1.0+3f2a91c07d11, 2026-11-16T09:30:00Z, on tree, seed 1". */
void by_put_origin(struct by_buffer *out, const struct by_origin *origin, uint64_t seed);

/* "made": {"version", "date", "host", "seed"}. */
void by_report_origin(struct by_json *json, const struct by_origin *origin, uint64_t seed);

#endif
