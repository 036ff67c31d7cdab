/* flat.h: what formats without trees share: sentences with a place, and rules and a line of play
 * in the record. */
#ifndef BY_RECORD_FLAT_H
#define BY_RECORD_FLAT_H

#include "record/record.h"

/* Words of such formats are moves and numbers: what is longer is none. */
#define BY_FLAT_WORD_MAX 32

/* Refuses what stands at the byte `at` of the text: its line and column, and the sentence. */
enum by_status by_flat_fail(const struct by_record_source *source, size_t at, struct by_error *err,
                            const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Begins a line of `game` on a board of that size; `position` may be NULL: the game's start. */
enum by_status by_flat_begin(struct by_record *record, const char *game, int size,
                             const char *position, struct by_error *err);

/* Whether records of Othello write a pass like that: "pass", "PA", "PS", "--". */
bool by_flat_is_pass(const char *word);

/* Plays a move of Othello as records write it: "F5", "pass", "PA", "--". A pass that the record
 * left out is played before it. */
enum by_status by_flat_play(struct by_record *record, const char *word, struct by_error *err);

/* The position text of squares as Othello's records write them, a1 b1 ... (by_grid_read takes them
 * so). Returns the board's size, or 0 when so many squares are no board. */
#define BY_FLAT_POSITION_MAX 128
int by_flat_position(const char *squares, size_t count, int side, char out[BY_FLAT_POSITION_MAX]);

/* The same the other way: a1 b1 ... as 'X', 'O', '-'; the last side to move follows after a blank. */
void by_flat_squares(const struct by_rules *rules, const void *position, char black,
                     struct by_text *out);

/* False, with a sentence, when the record is not of Othello. */
bool by_flat_is_othello(const struct by_record *record, struct by_error *err);

/* A copy in the record's pool, cut to BY_INFO_MAX bytes, zero bytes as blanks; NULL: no memory. */
const char *by_flat_keep(struct by_record *record, const char *text, size_t length);

/* The end of the text: nothing found, which is a mistake where there was no game at all. */
enum by_status by_flat_end(const struct by_record_source *source, const char *what,
                           struct by_error *err);

/* Moves the cursor behind blanks (of one line); behind blanks, empty lines and lines that begin
 * with one of `marks`. */
size_t by_flat_skip_blanks(const struct by_record_source *source, size_t at);
size_t by_flat_skip_lines(const struct by_record_source *source, size_t at, const char *marks);

/* The end of the line. */
size_t by_flat_line_end(const struct by_record_source *source, size_t at);

/* The text between two bytes, fit for a message. Returns `buffer`. */
const char *by_flat_quote(const struct by_record_source *source, size_t from, size_t to,
                          char buffer[BY_QUOTE_SIZE]);

#endif
