/* gomocup.h: what Gomocup's formats share: reading numbers with line and column in the errors, and
 * lines of Gomoku whose points count from the top left corner. */
#ifndef BY_RECORD_GOMOCUP_H
#define BY_RECORD_GOMOCUP_H

#include "record/record.h"

/* Where a reader stands in its text. */
struct by_gomocup_text {
    const char *text;
    size_t size, at;
    struct by_error *err;
};

/* A point: x from the left, y from the top, both from 0; and where it stands in the text. */
struct by_gomocup_point {
    int x, y;
    size_t from, to;
};

/* The sentence with the line and column of `offset` before it. */
enum by_status by_gomocup_fail(const struct by_gomocup_text *in, size_t offset, const char *format,
                               ...) __attribute__((format(printf, 3, 4)));

/* A whole number from -9999 to 99999 at the cursor, which moves behind it. */
bool by_gomocup_number(struct by_gomocup_text *in, int *out);

/* Moves over exactly this text; false when it is not there. */
bool by_gomocup_skip(struct by_gomocup_text *in, const char *text);

/* Moves over a line break (LF, CRLF, CR) or to the end of the text, blanks before it included. */
bool by_gomocup_end_line(struct by_gomocup_text *in);

/* The line up to its break, which is moved over too. */
void by_gomocup_take_line(struct by_gomocup_text *in, const char **line, size_t *length);

/* Begins a line of play in the record; rule NULL: freestyle. */
enum by_status by_gomocup_open(struct by_record *record, int width, int height, const char *rule,
                               struct by_error *err);

/* Plays a point. Messages name it as the text does. */
enum by_status by_gomocup_play(struct by_gomocup_text *in, struct by_record *record,
                               const struct by_gomocup_point *point);

/* Checks that the record can be written as points alone: Gomoku from the empty board. */
enum by_status by_gomocup_check(const struct by_record *record, const char *format,
                                struct by_error *err);
struct by_gomocup_point by_gomocup_point_at(const struct by_record *record, int ply);

#endif
