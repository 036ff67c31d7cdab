/* text.h: writing into bounded buffers, reading numbers strictly.
 *
 * Nothing here depends on the locale, allocates, or reads past the end. */
#ifndef BY_BASE_TEXT_H
#define BY_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A writer over the caller's buffer. Like snprintf it counts what did not fit:
 * `length` is the length of the whole text, and the buffer always ends in a zero
 * (when size > 0). */
struct by_text {
    char *data;
    size_t size;
    size_t length;
};

struct by_text by_text_over(char *buffer, size_t size);
void by_text_char(struct by_text *text, char c);
void by_text_add(struct by_text *text, const char *string);
void by_text_format(struct by_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void by_text_vformat(struct by_text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Reads a whole decimal integer ("-12", "+3"); false on anything else, on
 * trailing characters and on values outside [low, high]. */
bool by_read_int(const char *text, int64_t low, int64_t high, int64_t *out);

/* Reads a seed: digits alone, up to 18446744073709551615, one bit more than by_read_int reads. */
bool by_read_seed(const char *text, uint64_t *out);

/* Reads a whole finite decimal number ("0.5", "1e-3"), never nan or inf or hex. */
bool by_read_real(const char *text, double low, double high, double *out);

/* Reads an integer at *cursor and moves the cursor behind it; false when there is
 * none there or it does not fit. */
bool by_scan_int(const char **cursor, int64_t *out);

/* Compares ASCII text without regard to case. */
bool by_same_text(const char *a, const char *b);

/* The same for a text up to its first colon, if it has one: "mixed" and "mixed:corner=5". */
bool by_same_before_colon(const char *name, const char *text);

/* The number of single-character edits between two short words, for "did you
 * mean"; words longer than 31 characters count as far apart. */
int by_edit_distance(const char *a, const char *b);

/* Makes user input fit for a message: at most 40 characters of UTF-8, fewer where they do not fit, bytes that a
 * terminal would obey or that are no UTF-8 shown as '?', "..." when cut. Returns `buffer`. */
#define BY_QUOTE_SIZE 48
const char *by_quote(const char *text, char buffer[BY_QUOTE_SIZE]);

/* The character of UTF-8 that `at` begins with, and its length; 0: there is none, or it is written
 * in more bytes than it needs. Surrogates are no characters. */
size_t by_character(const char *at, size_t length, uint32_t *out);
bool by_is_utf8(const char *text);

/* How many characters of UTF-8 there are; a byte that belongs to none is one, too. */
size_t by_letters(const char *text);

/* How many bytes the first `most` characters have, or all where there are fewer: for "%.*s", which
 * would cut one in two. */
size_t by_letters_bytes(const char *text, size_t most);

/* The length of the character of UTF-8 that `text` begins with, 1 to 4 bytes, when a terminal shows
 * it. 0 when the terminal would obey it (controls of ASCII and of C1, marks that turn the direction
 * of writing) and when it is no UTF-8. */
size_t by_printable(const char *text, size_t length);

/* Makes text from a file or another program fit to be printed, in place: each byte of what is not
 * printable, and not one of `keep`, becomes '?'. */
void by_make_printable(char *text, size_t length, const char *keep);

#endif
