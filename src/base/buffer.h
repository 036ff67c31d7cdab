/* buffer.h: text that grows, up to a limit.
 *
 * For reports and drawings whose length nobody knows beforehand. Writing never fails on the
 * spot: the first allocation that is refused, and the first text that would pass the limit, set
 * `failed`, and from then on nothing more is written. The owner looks once, at the end. */
#ifndef BY_BASE_BUFFER_H
#define BY_BASE_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct by_buffer {
    char *data; /* ends in a zero; NULL before the first character */
    size_t length;
    size_t room;
    size_t limit; /* the most bytes it takes from malloc */
    bool failed;
};

void by_buffer_open(struct by_buffer *buffer, size_t limit);
void by_buffer_close(struct by_buffer *buffer);

/* The text so far; "" when there is none. Valid until the next writing. */
const char *by_buffer_text(const struct by_buffer *buffer);

void by_buffer_char(struct by_buffer *buffer, char c);
void by_buffer_repeat(struct by_buffer *buffer, char c, int count);
void by_buffer_add(struct by_buffer *buffer, const char *string);
void by_buffer_format(struct by_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void by_buffer_vformat(struct by_buffer *buffer, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

#endif
