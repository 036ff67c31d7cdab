/* match.h: what a match came to, for people and for programs. */
#ifndef BY_REPORT_MATCH_H
#define BY_REPORT_MATCH_H

#include "arena/match.h"
#include "report/origin.h"

/* One object, or text; `list`: every game too. */
void by_report_match(struct by_json *json, const struct by_match_plan *plan,
                     const struct by_match_result *result, const struct by_origin *origin,
                     bool list);
void by_put_match(struct by_buffer *out, const struct by_match_plan *plan,
                  const struct by_match_result *result, const struct by_origin *origin, bool list,
                  const struct by_marks *marks);

/* Deterministic players play one game again and again: many games, little news. */
bool by_match_repeats(const struct by_match_result *result);

#endif
