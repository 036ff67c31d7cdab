/* tuning.h: what a tuning came to, for people, for programs and for plots. */
#ifndef BY_REPORT_TUNING_H
#define BY_REPORT_TUNING_H

#include "learn/tune.h"
#include "report/pieces.h"

struct by_tuning_report {
    const struct by_rules *rules;
    const struct by_tune_plan *plan;
    const struct by_tune_result *result;
};

void by_put_tuning(struct by_buffer *out, const struct by_tuning_report *report,
                   const struct by_marks *marks);
void by_report_tuning(struct by_json *json, const struct by_tuning_report *report);

/* A table of every player of every step, and the mean of each step (RFC 4180). */
void by_tuning_csv(const struct by_tuning_report *report, struct by_buffer *out);

/* The values over the steps, a panel for each option. */
void by_tuning_svg(const struct by_tuning_report *report, struct by_buffer *out);

#endif
