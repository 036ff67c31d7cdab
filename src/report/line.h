/* line.h: a game as far as it was played, written so that it can be had again: as data for programs, and
 * as words for a shell. */
#ifndef BY_REPORT_LINE_H
#define BY_REPORT_LINE_H

#include "report/pieces.h"

/* {"game": "go", "options": {"size": "9x9"}, "start": null, "moves": ["e5"]}; `start` is a position text
 * where the game did not begin as these rules do. */
void by_report_line(struct by_json *json, const char *name, const struct by_line *line);

/* An option of a command; value NULL: one without. */
struct by_said {
    const char *name, *value;
};

/* "banyan think go --size 9x9 --moves 'e5 c3' --seed 1": what does the same on the command line. The
 * options come behind the game, up to one without a name; NULL: none. */
void by_put_command(struct by_buffer *out, const char *command, const struct by_line *line,
                    const struct by_said *options);

/* The same as a member of the object that is open. */
void by_report_command(struct by_json *json, const char *command, const struct by_line *line,
                       const struct by_said *options);

/* A word as the shell takes it: in single quotes, unless nothing in it is special. */
void by_put_word(struct by_buffer *out, const char *word);

#endif
