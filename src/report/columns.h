/* columns.h: a table in text: numbers at the right of their columns, words at the left. */
#ifndef BY_REPORT_COLUMNS_H
#define BY_REPORT_COLUMNS_H

#include "base/buffer.h"

#define BY_COLUMNS_MAX 20

struct by_columns {
    int rows, columns; /* at most BY_COLUMNS_MAX columns */
    int sorted_by; /* where it is cut, the rows with the largest of this column stay; -1: the first */
    const void *context;

    /* Writes a cell; row -1 is the heading. */
    void (*write)(const void *context, int row, int column, struct by_buffer *out);
    double (*value)(const void *context, int row, int column); /* for sorting; NAN: last */
};

/* At most `most` rows, indented by two blanks. Returns how many were left out. */
int by_put_columns(struct by_buffer *out, const struct by_columns *table, int most);

#endif
