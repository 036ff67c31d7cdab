/* columns.c: see columns.h. */
#include "report/columns.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MAX ((size_t)1 << 16) /* of one cell */

struct order {
    double value;
    int row;
};

static int larger_first(const void *a, const void *b)
{
    const struct order *x = a, *y = b;
    if (x->value > y->value || x->value < y->value)
        return x->value > y->value ? -1 : 1;
    return x->row - y->row;
}

/* Which rows are shown, best first where some are left out; NULL without memory. */
static struct order *choose_rows(const struct by_columns *table, bool cut)
{
    struct order *order = calloc((size_t)table->rows + 1, sizeof *order);
    for (int i = 0; order && i < table->rows; i++) {
        double value =
            cut && table->sorted_by >= 0 ? table->value(table->context, i, table->sorted_by) : 0;
        order[i] = (struct order){isnan(value) ? -INFINITY : value, i};
    }
    if (order && cut)
        qsort(order, (size_t)table->rows, sizeof *order, larger_first);
    return order;
}

static const char *text_of(const struct by_columns *table, int row, int column,
                           struct by_buffer *text)
{
    text->length = 0;
    if (text->data)
        text->data[0] = '\0';
    table->write(table->context, row, column, text);
    return by_buffer_text(text);
}

/* Numbers stand at the right of their column, words at the left; the last column is never padded. */
static void put_row(struct by_buffer *out, const struct by_columns *table, int row,
                    const int *width, const bool *words, struct by_buffer *text)
{
    by_buffer_add(out, " ");
    for (int c = 0; c < table->columns; c++) {
        const char *cell = text_of(table, row, c, text);
        if (words[c] && c == table->columns - 1)
            by_buffer_format(out, " %s", cell);
        else
            by_buffer_format(out, words[c] ? " %-*s" : " %*s", width[c], cell);
        by_buffer_add(out, c + 1 < table->columns ? " " : "");
    }
    while (out->length > 0 && out->data[out->length - 1] == ' ')
        out->data[--out->length] = '\0';
    by_buffer_char(out, '\n');
}

static void measure(const struct by_columns *table, const struct order *order, int shown,
                    int *width, bool *words, struct by_buffer *text)
{
    for (int c = 0; c < table->columns; c++) {
        width[c] = (int)strlen(text_of(table, -1, c, text));
        words[c] = c == 0;
        for (int i = 0; i < shown; i++) {
            const char *cell = text_of(table, order[i].row, c, text);
            int length = (int)strlen(cell);
            width[c] = length > width[c] ? length : width[c];
            words[c] |= isalpha((unsigned char)cell[0]) != 0;
        }
    }
}

int by_put_columns(struct by_buffer *out, const struct by_columns *table, int most)
{
    struct by_buffer text;
    int width[BY_COLUMNS_MAX];
    bool words[BY_COLUMNS_MAX], cut = table->rows > most;
    int shown = cut ? most : table->rows;
    struct order *order = choose_rows(table, cut);
    if (!order) {
        out->failed = true;
        return 0;
    }
    by_buffer_open(&text, TEXT_MAX);
    measure(table, order, shown, width, words, &text);
    put_row(out, table, -1, width, words, &text);
    for (int i = 0; i < shown; i++)
        put_row(out, table, order[i].row, width, words, &text);
    out->failed |= text.failed;
    by_buffer_close(&text);
    free(order);
    return table->rows - shown;
}
