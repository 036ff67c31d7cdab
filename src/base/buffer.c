/* buffer.c: see buffer.h. */
#include "base/buffer.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 256

void by_buffer_open(struct by_buffer *buffer, size_t limit)
{
    *buffer = (struct by_buffer){.limit = limit};
}

void by_buffer_close(struct by_buffer *buffer)
{
    free(buffer->data);
    *buffer = (struct by_buffer){0};
}

const char *by_buffer_text(const struct by_buffer *buffer)
{
    return buffer->data != NULL ? buffer->data : "";
}

/* Makes room for `more` characters and the zero: doubling, or what is left below the limit. */
static bool grow(struct by_buffer *buffer, size_t more)
{
    if (buffer->failed)
        return false;
    if (more < buffer->room - buffer->length)
        return true;
    size_t room = buffer->room > 0 ? buffer->room : FIRST_ROOM;
    while (room < buffer->limit && room - buffer->length <= more)
        room *= 2;
    if (room > buffer->limit)
        room = buffer->limit;
    char *data =
        room > buffer->length && more < room - buffer->length ? realloc(buffer->data, room) : NULL;
    if (data == NULL) {
        buffer->failed = true;
        return false;
    }
    buffer->data = data;
    buffer->room = room;
    return true;
}

static void append(struct by_buffer *buffer, const char *text, size_t length)
{
    if (!grow(buffer, length))
        return;
    memcpy(buffer->data + buffer->length, text, length);
    buffer->length += length;
    buffer->data[buffer->length] = '\0';
}

void by_buffer_char(struct by_buffer *buffer, char c)
{
    append(buffer, &c, 1);
}

void by_buffer_repeat(struct by_buffer *buffer, char c, int count)
{
    for (int i = 0; i < count; i++)
        append(buffer, &c, 1);
}

void by_buffer_add(struct by_buffer *buffer, const char *string)
{
    append(buffer, string, strlen(string));
}

void by_buffer_vformat(struct by_buffer *buffer, const char *format, va_list arguments)
{
    char line[256];
    va_list again;
    va_copy(again, arguments);
    struct by_text text = by_text_over(line, sizeof line);
    by_text_vformat(&text, format, arguments);
    if (text.length < sizeof line) {
        append(buffer, line, text.length);
    } else if (grow(buffer, text.length)) {
        struct by_text rest =
            by_text_over(buffer->data + buffer->length, buffer->room - buffer->length);
        by_text_vformat(&rest, format, again);
        buffer->length += rest.length;
    }
    va_end(again);
}

void by_buffer_format(struct by_buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    by_buffer_vformat(buffer, format, arguments);
    va_end(arguments);
}
