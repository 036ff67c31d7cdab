/* store.h: matches and games of a store as JSON, tables and words. It takes rows that others have
 * read: no database is needed here. */
#ifndef BY_REPORT_STORE_H
#define BY_REPORT_STORE_H

#include "arena/played.h"
#include "arena/store/store.h"
#include "arena/tally.h"
#include "report/pieces.h"

/* A match as members of the object that is open. */
void by_report_stored_match(struct by_json *json, const struct by_store_match *match);

/* What the games of a match add up to; or of several that differ in nothing but their seeds. */
struct by_stored {
    const struct by_store_match *const *matches;
    int count; /* 1: one match by itself */
    struct by_tally tally;
};

/* How many games were read and how many left out, as they cannot be: members of the object that is
 * open; and all that is known of the matches, an object or lines of text: no games have no score. */
void by_report_stored_count(struct by_json *json, const struct by_stored *stored);
void by_report_stored(struct by_json *json, const struct by_stored *stored);
void by_put_stored(struct by_buffer *out, const struct by_stored *stored);

/* A table of them (RFC 4180): its first line, and a line. */
void by_put_stored_head(struct by_buffer *out);
void by_put_stored_line(struct by_buffer *out, const struct by_stored *stored);

/* A game, an object; or a line, with its times and where it was played when `whole`. */
void by_report_stored_game(struct by_json *json, const char *name, const struct by_played *game);
void by_put_stored_game(struct by_buffer *out, const struct by_played *game, bool whole);

/* A table of games: its first line, and one for each game. */
void by_put_stored_columns(struct by_buffer *out);
void by_put_stored_row(struct by_buffer *out, const struct by_store_match *match,
                       const struct by_played *game);

#endif
