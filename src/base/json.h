/* json.h: JSON text, written from front to back.
 *
 * One value, usually an object: members, and nested objects and arrays that are opened and closed
 * in order. `name` is the key inside an object and NULL inside an array or at the top. The caller
 * keeps the nesting right and looks at out->failed at the end (buffer.h). All JSON that we print or
 * write into files comes from here.
 *
 * Text is UTF-8 and stays so; of text that is none (a user's odd bytes) the ASCII part stays, and
 * the rest becomes '?'. */
#ifndef BY_BASE_JSON_H
#define BY_BASE_JSON_H

#include "base/buffer.h"
#include <stdint.h>

enum by_json_style {
    BY_JSON_LINE,    /* one line: {"a": 1, "b": [2, 3]} */
    BY_JSON_COMPACT, /* for files of ours: no blanks, ASCII alone, numbers that read back the same */
    BY_JSON_LINES,   /* a line for each value, indented */
};

struct by_json {
    struct by_buffer *out;
    enum by_json_style style;
    int depth;  /* objects and arrays that are open */
    bool empty; /* nothing stands yet in the innermost of them */
};

void by_json_open(struct by_json *json, struct by_buffer *out, enum by_json_style style);

void by_json_object(struct by_json *json, const char *name);
void by_json_array(struct by_json *json, const char *name);
void by_json_end_object(struct by_json *json);
void by_json_end_array(struct by_json *json);

void by_json_null(struct by_json *json, const char *name);
void by_json_flag(struct by_json *json, const char *name, bool value);
void by_json_int(struct by_json *json, const char *name, int64_t value);
void by_json_count(struct by_json *json, const char *name, uint64_t value);
void by_json_text(struct by_json *json, const char *name, const char *value); /* NULL: null */

/* A real stays one when it is whole: 2.0; a number is then written as an integer: 2; a figure is
 * written as printf's %g has it. What is not finite is null. 15 digits: 0.1 is 0.1, and no figure
 * of ours is known better. */
void by_json_real(struct by_json *json, const char *name, double value);
void by_json_number(struct by_json *json, const char *name, double value);
void by_json_figure(struct by_json *json, const char *name, double value);
void by_json_seconds(struct by_json *json, const char *name,
                     double seconds); /* to the microsecond */

/* Two reals: the ends of an interval. */
void by_json_range(struct by_json *json, const char *name, double low, double high);

/* A value that was written before, into a buffer of its own, on one line. Where that buffer has
 * failed, so has this one. */
void by_json_written(struct by_json *json, const char *name, const struct by_buffer *value);

#endif
