/* sweep_report.h: what a sweep came to, for people, for programs, for spreadsheets, and drawn. */
#ifndef BY_LAB_SWEEP_REPORT_H
#define BY_LAB_SWEEP_REPORT_H

#include "base/json.h"
#include "lab/result.h"

/* A line for each cell; of two parameters also the scores as a grid. */
void by_put_sweep(struct by_buffer *out, const struct by_lab_results *results);
void by_report_sweep(struct by_json *json, const struct by_lab_results *results);

/* A line for each cell (RFC 4180): parameters, score and 95 % interval in per cent, games, both players. */
void by_sweep_csv(struct by_buffer *out, const struct by_lab_results *results);

/* Scores over the parameter, or a heat map of two (sweep_svg.c); more are refused. */
#define BY_SWEEP_DRAWN 2
enum by_status by_sweep_svg(struct by_buffer *out, const struct by_lab_results *results,
                            struct by_error *err);

#endif
