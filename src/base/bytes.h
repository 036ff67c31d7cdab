/* bytes.h: numbers and texts as bytes, the same on every machine, for messages between programs.
 *
 * Written to the end of a buffer; read front to back, trusting nothing: the first thing that is not
 * there, or not within its bounds, sets `failed`, and from then on everything reads as 0 and "".
 * The reader looks once, at the end (by_bytes_end). Whole numbers are eight bytes, the lowest
 * first; a text is its length, its characters and a zero, so that it can be used where it stands. */
#ifndef BY_BASE_BYTES_H
#define BY_BASE_BYTES_H

#include "base/buffer.h"
#include <stdint.h>

void by_bytes_put_u64(struct by_buffer *out, uint64_t value);
void by_bytes_put_int(struct by_buffer *out, int64_t value);
void by_bytes_put_real(struct by_buffer *out, double value);
void by_bytes_put_text(struct by_buffer *out, const char *text);

struct by_bytes {
    const unsigned char *at;
    size_t left;
    bool failed;
};

struct by_bytes by_bytes_over(const void *data, size_t size);
uint64_t by_bytes_u64(struct by_bytes *bytes);
int64_t by_bytes_int(struct by_bytes *bytes, int64_t low, int64_t high);
double by_bytes_real(struct by_bytes *bytes); /* finite */

/* At most `longest` characters, none of them zero; valid as long as the data. */
const char *by_bytes_text(struct by_bytes *bytes, size_t longest);

/* Whether all was read, and nothing failed. */
bool by_bytes_end(const struct by_bytes *bytes);

#endif
