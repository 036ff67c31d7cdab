/* store.h: matches and games of a store as JSON, tables and words. It takes rows that others have
 * read: no database is needed here. */
#ifndef BY_REPORT_STORE_H
#define BY_REPORT_STORE_H

#include "arena/played.h"
#include "arena/store/store.h"
#include "arena/tally.h"
#include "report/pieces.h"

/* A match as members of the object that is open; how many games were read and how many left out,
 * as they cannot be; and what those that were read add up to: no games have no score. */
void by_report_stored_match(struct by_json *json, const struct by_store_match *match);
void by_report_stored_count(struct by_json *json, const struct by_store_match *match,
                            const struct by_tally *tally);
void by_report_stored_sum(struct by_json *json, const struct by_store_match *match,
                          const struct by_tally *tally);
void by_put_stored_match(struct by_buffer *out, const struct by_store_match *match,
                         const struct by_tally *tally);

/* A game, an object; or a line, with its times and where it was played when `whole`. */
void by_report_stored_game(struct by_json *json, const char *name, const struct by_played *game);
void by_put_stored_game(struct by_buffer *out, const struct by_played *game, bool whole);

/* A table of games (RFC 4180): its first line, and one for each game. */
void by_put_stored_columns(struct by_buffer *out);
void by_put_stored_row(struct by_buffer *out, int64_t match, const struct by_played *game);

#endif
