/* tournament.h: a tournament in text, Markdown, CSV, HTML, SVG and JSON. */
#ifndef BY_REPORT_TOURNAMENT_H
#define BY_REPORT_TOURNAMENT_H

#include "arena/tournament.h"
#include "report/origin.h"

/* What reports are made from. */
struct by_tournament_report {
    const struct by_tournament *tournament;
    const struct by_rules *rules;
    const struct by_tournament_result *result;
    struct by_origin origin;
};

/* For a terminal, and for files. */
void by_tournament_text(const struct by_tournament_report *report, struct by_buffer *out);
void by_tournament_markdown(const struct by_tournament_report *report, struct by_buffer *out);
void by_tournament_csv(const struct by_tournament_report *report, struct by_buffer *out);
void by_tournament_pairings_csv(const struct by_tournament_report *report, struct by_buffer *out);
void by_tournament_svg(const struct by_tournament_report *report, struct by_buffer *out);
void by_tournament_html(const struct by_tournament_report *report, struct by_buffer *out);
void by_report_tournament(struct by_json *json, const struct by_tournament_report *report);

/* What writes a file of this name, by its extension (".pairings.csv" has the pairings, ".csv" the
 * standings); NULL: there is no such report. */
typedef void by_tournament_writer(const struct by_tournament_report *report, struct by_buffer *out);
by_tournament_writer *by_tournament_writer_of(const char *path);

#endif
