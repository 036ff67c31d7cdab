/* figures.c: see figures.h. */
#include "lessons/figures.h"
#include <inttypes.h>

void by_figures_open(struct by_figures *figures, struct by_buffer *out)
{
    *figures = (struct by_figures){.out = out, .first = true};
}

static void put_string(struct by_buffer *out, const char *text)
{
    by_buffer_char(out, '"');
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            by_buffer_format(out, "\\%c", c);
        else if (c < ' ' || c > '~')
            by_buffer_format(out, "\\u%04x", c);
        else
            by_buffer_char(out, (char)c);
    }
    by_buffer_char(out, '"');
}

/* What stands before every value. */
static void begin(struct by_figures *figures, const char *name)
{
    if (!figures->first)
        by_buffer_add(figures->out, ", ");
    figures->first = false;
    if (name != NULL) {
        put_string(figures->out, name);
        by_buffer_add(figures->out, ": ");
    }
}

static void open_with(struct by_figures *figures, const char *name, char bracket)
{
    begin(figures, name);
    by_buffer_char(figures->out, bracket);
    figures->first = true;
}

static void close_with(struct by_figures *figures, char bracket)
{
    by_buffer_char(figures->out, bracket);
    figures->first = false;
}

void by_figures_object(struct by_figures *figures, const char *name)
{
    open_with(figures, name, '{');
}

void by_figures_array(struct by_figures *figures, const char *name)
{
    open_with(figures, name, '[');
}

void by_figures_end_object(struct by_figures *figures)
{
    close_with(figures, '}');
}

void by_figures_end_array(struct by_figures *figures)
{
    close_with(figures, ']');
}

void by_figures_int(struct by_figures *figures, const char *name, int64_t value)
{
    begin(figures, name);
    by_buffer_format(figures->out, "%" PRId64, value);
}

void by_figures_count(struct by_figures *figures, const char *name, uint64_t value)
{
    begin(figures, name);
    by_buffer_format(figures->out, "%" PRIu64, value);
}

void by_figures_real(struct by_figures *figures, const char *name, double value)
{
    begin(figures, name);
    if (value - value == 0)
        by_buffer_format(figures->out, "%.15g", value);
    else
        by_buffer_add(figures->out, "null"); /* JSON has no infinity and no nan */
}

void by_figures_flag(struct by_figures *figures, const char *name, bool value)
{
    begin(figures, name);
    by_buffer_add(figures->out, value ? "true" : "false");
}

void by_figures_text(struct by_figures *figures, const char *name, const char *value)
{
    begin(figures, name);
    put_string(figures->out, value);
}
