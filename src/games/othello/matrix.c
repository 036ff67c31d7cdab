/* matrix.c: values of squares (OTH figure 6.3), built in or from a file.
 *
 * A file has one line of numbers for each row of the board, from the top, separated by blanks or
 * commas. Empty lines, and lines that begin with '#', are skipped. */
#include "base/file.h"
#include "games/othello/othello.h"

#include <stdlib.h>
#include <string.h>

/* The upper left quarters; the others are their mirror images. */
static const int16_t printed[2][4][4] = {
    {{500, -150, 30, 10}, {-150, -250, 0, 0}, {30, 0, 1, 2}, {10, 0, 2, 16}},
    {{100, -20, 10, 5}, {-20, -50, -2, -2}, {10, -2, -1, -1}, {5, -2, -1, -1}},
};

/* Which of four lines the line `at` of a board is, counted from the nearer edge. */
static int quarter(int at, int size)
{
    int line = at < size - 1 - at ? at : size - 1 - at;
    return line < 3 ? line : 3;
}

void by_othello_matrix_printed(int number, int size, struct by_othello_matrix *out)
{
    for (int i = 0; i < size * size; i++)
        out->at[i] = printed[number - 1][quarter(i / size, size)][quarter(i % size, size)];
}

void by_othello_matrix_set(int size, int row, int column, int32_t value,
                           struct by_othello_matrix *out)
{
    for (int i = 0; i < size * size; i++) {
        int y = quarter(i / size, size), x = quarter(i % size, size);
        if ((y == row && x == column) || (y == column && x == row))
            out->at[i] = value;
    }
}

bool by_othello_matrix_symmetric(int size, const struct by_othello_matrix *matrix)
{
    for (int s = 1; s < 8; s++)
        for (int i = 0; i < size * size; i++) {
            int x = i % size, y = i / size;
            by_grid_image(size, size, s, &x, &y);
            if (matrix->at[y * size + x] != matrix->at[i])
                return false;
        }
    return true;
}

/* --- reading ----------------------------------------------------------------------------- */

struct reader {
    const char *text, *end;
    const char *line; /* where the line begins */
    long number;      /* of the line, from 1 */
    int size;
    struct by_error *err;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == ',' || c == '\r';
}

#define REFUSE(r, at, ...) refuse(r, at, __VA_ARGS__)
__attribute__((format(printf, 3, 4))) static enum by_status
refuse(const struct reader *r, const char *at, const char *format, ...)
{
    char text[200];
    struct by_text out = by_text_over(text, sizeof text);
    va_list arguments;
    va_start(arguments, format);
    by_text_vformat(&out, format, arguments);
    va_end(arguments);
    return by_fail(r->err, BY_BAD_INPUT, "line %ld, column %ld: %s", r->number,
                   (long)(at - r->line) + 1, text);
}

/* The word at r->text, cut to fit, with r->text moved behind it. */
static const char *take_word(struct reader *r, char *word, size_t room)
{
    const char *from = r->text;
    size_t length = 0;
    while (r->text < r->end && !is_blank(*r->text) && *r->text != '\n')
        r->text++;
    length = (size_t)(r->text - from);
    length = length < room ? length : room - 1;
    memcpy(word, from, length);
    word[length] = '\0';
    for (size_t i = 0; i < length; i++)
        word[i] = word[i] == '\0' ? '?' : word[i];
    return from;
}

static enum by_status read_row(struct reader *r, int32_t *out, bool *found)
{
    char word[32], quoted[BY_QUOTE_SIZE];
    int64_t value;
    int count = 0;
    for (r->line = r->text;; count++) {
        while (r->text < r->end && is_blank(*r->text))
            r->text++;
        if (r->text == r->end || *r->text == '\n')
            break;
        const char *at = take_word(r, word, sizeof word);
        if (count == r->size)
            return REFUSE(r, at, "row of more than %d values on a %dx%d board", r->size, r->size,
                          r->size);
        if (!by_read_int(word, -BY_OTHELLO_WEIGHT_MAX, BY_OTHELLO_WEIGHT_MAX, &value))
            return REFUSE(r, at, "'%s' is no whole number from %d to %d", by_quote(word, quoted),
                          -BY_OTHELLO_WEIGHT_MAX, BY_OTHELLO_WEIGHT_MAX);
        out[count] = (int32_t)value;
    }
    *found = count > 0;
    if (count > 0 && count < r->size)
        return REFUSE(r, r->text, "the row ends after %d of %d values", count, r->size);
    return BY_OK;
}

static bool skip_comment(struct reader *r)
{
    const char *at = r->text;
    while (at < r->end && is_blank(*at))
        at++;
    if (at == r->end || *at != '#')
        return false;
    while (r->text < r->end && *r->text != '\n')
        r->text++;
    return true;
}

enum by_status by_othello_matrix_read(const char *text, size_t length, int size,
                                      struct by_othello_matrix *out, struct by_error *err)
{
    struct reader r = {.text = text, .end = text + length, .size = size, .err = err};
    int32_t row[BY_OTHELLO_SIDE_MAX];
    int rows = 0;
    for (; r.text < r.end; r.text += r.text < r.end) {
        bool found = false;
        r.number++;
        enum by_status status = skip_comment(&r) ? BY_OK : read_row(&r, row, &found);
        if (status != BY_OK)
            return status;
        if (found && rows == size)
            return REFUSE(&r, r.line, "more than %d rows on a %dx%d board", size, size, size);
        if (found)
            memcpy(&out->at[rows++ * size], row, (size_t)size * sizeof *row);
    }
    r.line = r.text;
    r.number++;
    return rows == size ? BY_OK
                        : REFUSE(&r, r.text, "the file ends after %d of %d rows", rows, size);
}

/* No matrix is longer, and a file that goes on and on is none. */
#define FILE_MAX ((size_t)1 << 16)

enum by_status by_othello_matrix_open(const char *name, int size, struct by_othello_matrix *out,
                                      struct by_error *err)
{
    char *text, quoted[BY_QUOTE_SIZE];
    size_t length;
    struct by_error why = {.status = BY_OK};
    if (strcmp(name, "1") == 0 || strcmp(name, "2") == 0) {
        by_othello_matrix_printed(name[0] - '0', size, out);
        return BY_OK;
    }
    enum by_status status = by_file_load(name, FILE_MAX, &text, &length, &why);
    if (status != BY_OK)
        return by_fail(err, status,
                       "matrix=%s: neither 1 nor 2, nor a file that can be read: %.300s",
                       by_quote(name, quoted), why.text);
    status = by_othello_matrix_read(text, length, size, out, &why);
    free(text);
    return status == BY_OK
               ? BY_OK
               : by_fail(err, status, "the matrix %s: %.300s", by_quote(name, quoted), why.text);
}
