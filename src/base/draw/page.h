/* page.h: a page of words, tables and pictures, as plain text, as one HTML file that stands alone, as
 * LaTeX, or as Markdown. Whoever writes it says what there is, not what it looks like; words are escaped here, and what
 * stands between backquotes is code. */
#ifndef BY_BASE_DRAW_PAGE_H
#define BY_BASE_DRAW_PAGE_H

#include "base/buffer.h"

enum by_page_format { BY_PAGE_TEXT, BY_PAGE_HTML, BY_PAGE_LATEX, BY_PAGE_MARKDOWN };
#define BY_PAGE_FORMATS "text|html|latex" /* in that order; Markdown is for who asks for it */

struct by_page {
    enum by_page_format format;
    struct by_buffer *out;

    /* The table under way: its cells, each ended by a zero byte. */
    struct by_buffer cells;
    const char *align;
    int columns, count;
};

/* The caller owns the buffer; the rest is closed by by_page_end. */
void by_page_begin(struct by_page *page, enum by_page_format format, struct by_buffer *out,
                   const char *title);
void by_page_end(struct by_page *page);

/* A part of the document, on a new sheet of paper; a heading in it. */
void by_page_part(struct by_page *page, const char *title);
void by_page_heading(struct by_page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A paragraph. */
void by_page_text(struct by_page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A table: `align` has one letter a column, l or r; cells come row by row, the first row is the head. */
void by_page_table(struct by_page *page, const char *align);
void by_page_cell(struct by_page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void by_page_table_end(struct by_page *page);

/* A link to a heading of this page, for a cell of a table or a paragraph: the words alone where there are
 * no links. Writes into `out` what by_page_cell and by_page_text take as words. */
void by_page_link(const struct by_page *page, struct by_buffer *out, const char *heading);

/* The same picture in the formats: lines of text (Markdown: a line of its own), a whole SVG, what stands
 * inside a tikzpicture. Only the one of the page's format is looked at; "" is no picture. */
void by_page_picture(struct by_page *page, const char *text, const char *svg, const char *tikz);

#endif
