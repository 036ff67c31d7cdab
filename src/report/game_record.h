/* game_record.h: a game that was played as a game record, for other programs. */
#ifndef BY_REPORT_GAME_RECORD_H
#define BY_REPORT_GAME_RECORD_H

#include "arena/played.h"
#include "games/line.h"

/* The game as SGF: `line` stands at its end, `a` and `b` are what the players are called. The text is
 * the caller's to free. */
enum by_status by_game_record(const struct by_played *played, const struct by_line *line,
                              const char *a, const char *b, char **text, size_t *size,
                              struct by_error *err);

#endif
