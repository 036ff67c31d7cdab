/* json.c: see json.h. */
#include "base/json.h"
#include "base/text.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define INDENT       2
#define WHOLE_MAX    9e15 /* doubles up to here are exact integers */
#define DIGITS       15
#define DIGITS_EXACT 17 /* tell every double from its neighbours */

void by_json_open(struct by_json *json, struct by_buffer *out, enum by_json_style style)
{
    *json = (struct by_json){.out = out, .style = style, .empty = true};
}

/* --- text --------------------------------------------------------------------------- */

static void put_escape(struct by_buffer *out, char c)
{
    static const char plain[] = "\b\f\n\r\t\"\\", letters[] = "bfnrt\"\\";
    const char *found = strchr(plain, c);
    if (found)
        by_buffer_format(out, "\\%c", letters[found - plain]);
    else
        by_buffer_format(out, "\\u%04X", (unsigned)c);
}

/* Characters past FFFF are written as two surrogates. */
static void put_ascii(struct by_buffer *out, uint32_t c)
{
    if (c >= 0x10000)
        by_buffer_format(out, "\\u%04X\\u%04X", (unsigned)(0xd800 + ((c - 0x10000) >> 10)),
                         (unsigned)(0xdc00 + ((c - 0x10000) & 0x3ff)));
    else
        by_buffer_format(out, "\\u%04X", (unsigned)c);
}

static void put_string(const struct by_json *json, const char *text)
{
    struct by_buffer *out = json->out;
    bool valid = by_is_utf8(text);
    by_buffer_char(out, '"');
    for (size_t left = strlen(text), bytes = 1; left > 0; left -= bytes, text += bytes) {
        uint32_t c = 0;
        bytes = valid && json->style == BY_JSON_COMPACT ? by_character(text, left, &c) : 1;
        if (*text == '"' || *text == '\\' || (unsigned char)*text < ' ')
            put_escape(out, *text);
        else if (bytes > 1)
            put_ascii(out, c);
        else
            by_buffer_char(out, valid || (unsigned char)*text < 128 ? *text : '?');
    }
    by_buffer_char(out, '"');
}

/* --- nesting --------------------------------------------------------------------------- */

static void begin_line(struct by_json *json)
{
    by_buffer_char(json->out, '\n');
    by_buffer_repeat(json->out, ' ', INDENT * json->depth);
}

/* What stands before every value. */
static void begin(struct by_json *json, const char *name)
{
    if (!json->empty)
        by_buffer_add(json->out, json->style == BY_JSON_LINE ? ", " : ",");
    if (json->style == BY_JSON_LINES && json->depth > 0)
        begin_line(json);
    json->empty = false;
    if (name != NULL) {
        put_string(json, name);
        by_buffer_add(json->out, json->style == BY_JSON_COMPACT ? ":" : ": ");
    }
}

static void open_with(struct by_json *json, const char *name, char bracket)
{
    begin(json, name);
    by_buffer_char(json->out, bracket);
    json->depth++;
    json->empty = true;
}

static void close_with(struct by_json *json, char bracket)
{
    json->depth--;
    if (json->style == BY_JSON_LINES && !json->empty)
        begin_line(json);
    by_buffer_char(json->out, bracket);
    json->empty = false;
}

void by_json_object(struct by_json *json, const char *name)
{
    open_with(json, name, '{');
}

void by_json_array(struct by_json *json, const char *name)
{
    open_with(json, name, '[');
}

void by_json_end_object(struct by_json *json)
{
    close_with(json, '}');
}

void by_json_end_array(struct by_json *json)
{
    close_with(json, ']');
}

/* --- values ------------------------------------------------------------------------------ */

static void put_word(struct by_json *json, const char *name, const char *word)
{
    begin(json, name);
    by_buffer_add(json->out, word);
}

void by_json_null(struct by_json *json, const char *name)
{
    put_word(json, name, "null");
}

void by_json_flag(struct by_json *json, const char *name, bool value)
{
    put_word(json, name, value ? "true" : "false");
}

void by_json_written(struct by_json *json, const char *name, const struct by_buffer *value)
{
    put_word(json, name, by_buffer_text(value));
    json->out->failed |= value->failed;
}

void by_json_int(struct by_json *json, const char *name, int64_t value)
{
    begin(json, name);
    by_buffer_format(json->out, "%" PRId64, value);
}

void by_json_count(struct by_json *json, const char *name, uint64_t value)
{
    begin(json, name);
    by_buffer_format(json->out, "%" PRIu64, value);
}

void by_json_text(struct by_json *json, const char *name, const char *value)
{
    if (value == NULL) {
        by_json_null(json, name);
        return;
    }
    begin(json, name);
    put_string(json, value);
}

/* "1e-07" -> "1e-7": printf pads the exponent, which differs between systems. */
static void trim_exponent(char *exponent)
{
    char *to = exponent + 1;
    const char *from = to;
    if (*from == '-')
        to++;
    from += *from == '-' || *from == '+';
    while (*from == '0')
        from++;
    memmove(to, from, strlen(from) + 1);
}

void by_json_real(struct by_json *json, const char *name, double value)
{
    char text[40];
    if (!isfinite(value)) {
        by_json_null(json, name); /* JSON has no infinity and no nan */
        return;
    }
    snprintf(text, sizeof text, "%.*g", json->style == BY_JSON_COMPACT ? DIGITS_EXACT : DIGITS,
             value);
    char *exponent = strchr(text, 'e');
    if (exponent)
        trim_exponent(exponent);
    begin(json, name);
    by_buffer_add(json->out, text);
    if (!strpbrk(text, ".e"))
        by_buffer_add(json->out, ".0");
}

void by_json_number(struct by_json *json, const char *name, double value)
{
    if (value > -WHOLE_MAX && value < WHOLE_MAX && value == (double)(int64_t)value)
        by_json_int(json, name, (int64_t)value);
    else
        by_json_real(json, name, value);
}

void by_json_figure(struct by_json *json, const char *name, double value)
{
    if (!isfinite(value)) {
        by_json_null(json, name);
        return;
    }
    begin(json, name);
    by_buffer_format(json->out, "%.*g", DIGITS, value);
}

void by_json_seconds(struct by_json *json, const char *name, double seconds)
{
    by_json_real(json, name, (double)(int64_t)(seconds * 1e6 + 0.5) / 1e6);
}

void by_json_range(struct by_json *json, const char *name, double low, double high)
{
    by_json_array(json, name);
    by_json_real(json, NULL, low);
    by_json_real(json, NULL, high);
    by_json_end_array(json);
}
