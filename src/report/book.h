/* book.h: what an opening book says of a position. */
#ifndef BY_REPORT_BOOK_H
#define BY_REPORT_BOOK_H

#include "base/buffer.h"
#include "base/json.h"
#include "players/book.h"

/* The best moves of the book, one after the other, from the end of the line on; `line` is as it was
 * afterwards. Returns how many were written, at most `most`. */
int by_book_line(struct by_book *book, struct by_line *line, by_move *out, int most);

enum by_status by_put_book(struct by_buffer *out, struct by_book *book, struct by_line *line,
                           struct by_error *err);
enum by_status by_report_book(struct by_json *json, struct by_book *book, struct by_line *line,
                              struct by_error *err);

#endif
