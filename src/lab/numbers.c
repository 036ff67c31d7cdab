/* numbers.c: what a measure gives, and how a store keeps it: lines of
 *
 *   number NAME VALUE COUNT [LOW HIGH]
 *   series NAME X Y X Y ... */
#include "base/buffer.h"
#include "lab/measure.h"
#include "lab/parts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 1e300

/* --- giving ------------------------------------------------------------------------------- */

static void copy_name(char out[BY_LAB_WORD_MAX], const char *name)
{
    struct by_text text = by_text_over(out, BY_LAB_WORD_MAX);
    by_text_add(&text, name);
}

/* Room for one more in a list that doubles. */
static bool grow(struct by_lab_numbers *out, void **list, int count, size_t size)
{
    if (count & (count - 1))
        return true;
    void *more = realloc(*list, (size_t)(count ? 2 * count : 1) * size);
    if (!more) {
        out->failed = BY_NO_MEMORY;
        return false;
    }
    *list = more;
    return true;
}

static void give(struct by_lab_numbers *out, const struct by_lab_number *number)
{
    void *list = out->list;
    if (!by_lab_is_word(number->name) || by_lab_number(out, number->name) ||
        out->count >= BY_LAB_NUMBERS_MAX)
        out->failed = BY_FAILED;
    else if (isfinite(number->value) && grow(out, &list, out->count, sizeof *number)) {
        out->list = list;
        out->list[out->count++] = *number;
    }
}

void by_lab_give(struct by_lab_numbers *out, const char *name, double value)
{
    struct by_lab_number number = {.value = value};
    copy_name(number.name, name);
    give(out, &number);
}

void by_lab_give_mean(struct by_lab_numbers *out, const char *name, double value, double low,
                      double high, int64_t count)
{
    bool bounded = isfinite(low) && isfinite(high);
    struct by_lab_number number = {.value = value, .bounded = bounded, .count = count};
    number.low = bounded ? low : 0;
    number.high = bounded ? high : 0;
    copy_name(number.name, name);
    give(out, &number);
}

static struct by_lab_series *find_or_add(struct by_lab_numbers *out, const char *name)
{
    for (int i = 0; i < out->series_count; i++)
        if (strcmp(out->series[i].name, name) == 0)
            return &out->series[i];
    void *list = out->series;
    if (!by_lab_is_word(name) || out->series_count >= BY_LAB_SERIES_MAX) {
        out->failed = BY_FAILED;
        return NULL;
    }
    if (!grow(out, &list, out->series_count, sizeof *out->series))
        return NULL;
    out->series = list;
    struct by_lab_series *series = &out->series[out->series_count++];
    *series = (struct by_lab_series){.count = 0};
    copy_name(series->name, name);
    return series;
}

void by_lab_give_point(struct by_lab_numbers *out, const char *name, double x, double y)
{
    struct by_lab_series *series = find_or_add(out, name);
    if (!series || !isfinite(x) || !isfinite(y))
        return;
    void *xs = series->x, *ys = series->y;
    if (out->points >= BY_LAB_POINTS_MAX) {
        out->failed = BY_FAILED;
        return;
    }
    bool grown = grow(out, &xs, series->count, sizeof *series->x);
    series->x = xs;
    grown = grown && grow(out, &ys, series->count, sizeof *series->y);
    series->y = ys;
    if (!grown)
        return;
    series->x[series->count] = x;
    series->y[series->count++] = y;
    out->points++;
}

const struct by_lab_number *by_lab_number(const struct by_lab_numbers *numbers, const char *name)
{
    for (int i = 0; i < numbers->count; i++)
        if (strcmp(numbers->list[i].name, name) == 0)
            return &numbers->list[i];
    return NULL;
}

const struct by_lab_series *by_lab_series(const struct by_lab_numbers *numbers, const char *name)
{
    for (int i = 0; i < numbers->series_count; i++)
        if (strcmp(numbers->series[i].name, name) == 0)
            return &numbers->series[i];
    return NULL;
}

void by_lab_numbers_close(struct by_lab_numbers *numbers)
{
    for (int i = 0; i < numbers->series_count; i++) {
        free(numbers->series[i].x);
        free(numbers->series[i].y);
    }
    free(numbers->series);
    free(numbers->list);
    *numbers = (struct by_lab_numbers){0};
}

/* --- as text ------------------------------------------------------------------------------ */

void by_lab_numbers_write(const struct by_lab_numbers *numbers, struct by_buffer *out)
{
    for (int i = 0; i < numbers->count; i++) {
        const struct by_lab_number *number = &numbers->list[i];
        by_buffer_format(out, "number %s %.17g %lld", number->name, number->value,
                         (long long)number->count);
        if (number->bounded)
            by_buffer_format(out, " %.17g %.17g", number->low, number->high);
        by_buffer_char(out, '\n');
    }
    for (int i = 0; i < numbers->series_count; i++) {
        const struct by_lab_series *series = &numbers->series[i];
        by_buffer_format(out, "series %s", series->name);
        for (int j = 0; j < series->count; j++)
            by_buffer_format(out, " %.17g %.17g", series->x[j], series->y[j]);
        by_buffer_char(out, '\n');
    }
}

/* The next word of a line that is cut up on the way; NULL: there is none. */
static char *next_word(char **at)
{
    char *word = *at + strspn(*at, " ");
    if (!*word)
        return NULL;
    *at = word + strcspn(word, " ");
    if (**at)
        *(*at)++ = 0;
    return word;
}

static bool next_real(char **at, double *out)
{
    const char *word = next_word(at);
    return word && by_read_real(word, -LARGEST, LARGEST, out);
}

static bool read_number(char *at, const char *name, struct by_lab_numbers *out)
{
    struct by_lab_number number = {.count = 0};
    if (strlen(name) >= sizeof number.name || !next_real(&at, &number.value))
        return false;
    const char *count = next_word(&at);
    if (!count || !by_read_int(count, 0, INT64_MAX, &number.count))
        return false;
    copy_name(number.name, name);
    if (next_real(&at, &number.low)) {
        number.bounded = true;
        if (!next_real(&at, &number.high))
            return false;
    }
    give(out, &number);
    return next_word(&at) == NULL;
}

static bool read_series(char *at, const char *name, struct by_lab_numbers *out)
{
    double x, y;
    if (strlen(name) >= BY_LAB_WORD_MAX || by_lab_series(out, name) || !find_or_add(out, name))
        return false;
    while (*(at += strspn(at, " "))) {
        if (!next_real(&at, &x) || !next_real(&at, &y))
            return false;
        by_lab_give_point(out, name, x, y);
    }
    return true;
}

static bool read_line(char *line, struct by_lab_numbers *out)
{
    const char *kind = next_word(&line), *name = next_word(&line);
    if (!kind || !name)
        return false;
    if (strcmp(kind, "number") == 0)
        return read_number(line, name, out);
    return strcmp(kind, "series") == 0 && read_series(line, name, out);
}

enum by_status by_lab_numbers_read(const char *text, struct by_lab_numbers *out,
                                   struct by_error *err)
{
    *out = (struct by_lab_numbers){0};
    char *copy = strdup(text);
    if (!copy)
        return by_fail_memory(err, strlen(text) + 1);
    int number = 0;
    bool good = true;
    for (char *at = copy; *at && good;) {
        char *line = at;
        at += strcspn(at, "\n");
        if (*at)
            *at++ = 0;
        number++;
        good = read_line(line, out) && !out->failed;
    }
    free(copy);
    if (good)
        return BY_OK;
    by_lab_numbers_close(out);
    return by_fail(err, BY_BAD_INPUT, "line %d of a result holds what no measure has given",
                   number);
}
