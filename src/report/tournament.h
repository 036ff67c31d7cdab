/* tournament.h: what the parts of the command `tournament` share. */
#ifndef BY_CLI_TOURNAMENT_H
#define BY_CLI_TOURNAMENT_H

#include "arena/tournament.h"
#include "base/buffer.h"
#include "cli/json.h"

/* What reports are made from. */
struct by_tournament_report {
    const struct by_tournament *tournament;
    const struct by_rules *rules;
    const struct by_tournament_result *result;
};

/* For a terminal, and for files. */
void by_tournament_text(const struct by_tournament_report *report, struct by_buffer *out);
void by_tournament_markdown(const struct by_tournament_report *report, struct by_buffer *out);
void by_tournament_csv(const struct by_tournament_report *report, struct by_buffer *out);
void by_tournament_html(const struct by_tournament_report *report, struct by_buffer *out);
json_t *by_tournament_json(const struct by_tournament_report *report);

/* Is there a way to write a report into a file of this name? By its extension. */
bool by_tournament_can_report(const char *path);

/* Writes it. Returns an exit status. */
int by_tournament_write(struct by_cli *cli, const struct by_tournament_report *report,
                        const char *path);

#endif
