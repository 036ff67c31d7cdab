/* hint.h: a few moves that a person might play, with what they are worth and why. */
#ifndef BY_REPORT_HINT_H
#define BY_REPORT_HINT_H

#include "games/value.h"
#include "players/player.h"
#include "report/pieces.h"
#include <stdatomic.h>

#define BY_HINTS_MAX 3
#define BY_HINT_WHY  160

struct by_hint {
    by_move move;
    struct by_worth worth; /* for who plays it */
    char why[BY_HINT_WHY]; /* "takes 3 stones; stops d4"; "": there is nothing to say */
};

struct by_hints {
    int count;
    struct by_hint hint[BY_HINTS_MAX]; /* best first */
};

/* Lets the player think about the last position of a line, which is not over and no nature's, for about
 * so many seconds: half of them about the position, the others about what follows its best moves, each for
 * the same time, so that their values compare. These are several searches: who stops them sets `stop` (may be
 * NULL) first and calls by_player_stop then; the moves that were weighed until then are told, at least one. */
enum by_status by_hints_find(struct by_player *player, const struct by_line *line, double seconds,
                             const atomic_bool *stop, struct by_hints *out, struct by_error *err);

/* Why a person would make a legal move, in words: what it does at once, and what the game says. */
void by_write_reason(const struct by_line *line, by_move move, struct by_text *out);

/* A line each: the move, what it is worth, why. */
void by_put_hints(struct by_buffer *out, const struct by_line *line, const struct by_hints *hints);

/* [{"move", "value", "words", "why"}, ...] */
void by_report_hints(struct by_json *json, const char *name, const struct by_line *line,
                     const struct by_hints *hints);

#endif
