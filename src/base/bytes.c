/* bytes.c: see bytes.h. */
#include "base/bytes.h"
#include <string.h>

#define WORD 8

void by_bytes_put_u64(struct by_buffer *out, uint64_t value)
{
    for (int i = 0; i < WORD; i++)
        by_buffer_char(out, (char)(unsigned char)(value >> (8 * i)));
}

void by_bytes_put_int(struct by_buffer *out, int64_t value)
{
    by_bytes_put_u64(out, (uint64_t)value);
}

void by_bytes_put_real(struct by_buffer *out, double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    by_bytes_put_u64(out, word);
}

void by_bytes_put_text(struct by_buffer *out, const char *text)
{
    by_bytes_put_u64(out, strlen(text));
    by_buffer_add(out, text);
    by_buffer_char(out, '\0');
}

struct by_bytes by_bytes_over(const void *data, size_t size)
{
    return (struct by_bytes){data, size, false};
}

uint64_t by_bytes_u64(struct by_bytes *bytes)
{
    uint64_t value = 0;
    bytes->failed |= bytes->left < WORD;
    if (bytes->failed)
        return 0;
    for (int i = 0; i < WORD; i++)
        value |= (uint64_t)bytes->at[i] << (8 * i);
    bytes->at += WORD;
    bytes->left -= WORD;
    return value;
}

int64_t by_bytes_int(struct by_bytes *bytes, int64_t low, int64_t high)
{
    int64_t value = (int64_t)by_bytes_u64(bytes);
    bytes->failed |= value < low || value > high;
    return bytes->failed ? 0 : value;
}

double by_bytes_real(struct by_bytes *bytes)
{
    uint64_t word = by_bytes_u64(bytes);
    double value;
    memcpy(&value, &word, sizeof value);
    bytes->failed |= !(value - value == 0); /* neither infinite nor no number */
    return bytes->failed ? 0 : value;
}

const char *by_bytes_text(struct by_bytes *bytes, size_t longest)
{
    uint64_t length = by_bytes_u64(bytes);
    const char *text = (const char *)bytes->at;
    bytes->failed |= length > longest || length >= bytes->left;
    if (!bytes->failed)
        bytes->failed = memchr(text, 0, (size_t)length + 1) != text + length;
    if (bytes->failed)
        return "";
    bytes->at += length + 1;
    bytes->left -= (size_t)length + 1;
    return text;
}

bool by_bytes_end(const struct by_bytes *bytes)
{
    return !bytes->failed && bytes->left == 0;
}
