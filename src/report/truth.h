/* truth.h: how much a player's moves lose against perfect play, for people and for programs. */
#ifndef BY_REPORT_TRUTH_H
#define BY_REPORT_TRUTH_H

#include "arena/truth.h"
#include "report/pieces.h"

void by_report_truth(struct by_json *json, const struct by_truth_plan *plan,
                     const struct by_truth *truth);
void by_put_truth(struct by_buffer *out, const struct by_truth_plan *plan,
                  const struct by_truth *truth, const struct by_marks *marks);

#endif
