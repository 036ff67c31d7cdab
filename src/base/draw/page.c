/* page.c: see page.h. */
#include "base/draw/page.h"
#include "base/text.h"
#include <string.h>

#define WIDTH     78 /* of a line of text */
#define CELLS_MAX ((size_t)1 << 20)

/* --- words ------------------------------------------------------------------------------- */

static const char *html_sign(char c)
{
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

static const char *latex_sign(char c)
{
    static const char *const signs[] = {"&\\&",
                                        "%\\%",
                                        "$\\$",
                                        "#\\#",
                                        "_\\_",
                                        "{\\{",
                                        "}\\}",
                                        "~\\textasciitilde{}",
                                        "^\\textasciicircum{}",
                                        "\\\\textbackslash{}",
                                        "<\\textless{}",
                                        ">\\textgreater{}",
                                        "|\\textbar{}",
                                        "\"\\textquotedbl{}"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i][0] == c)
            return signs[i] + 1;
    return NULL;
}

static void put_words(struct by_page *page, const char *words)
{
    for (; *words; words++) {
        const char *sign = page->format == BY_PAGE_HTML    ? html_sign(*words)
                           : page->format == BY_PAGE_LATEX ? latex_sign(*words)
                                                           : NULL;
        if (sign)
            by_buffer_add(page->out, sign);
        else
            by_buffer_char(page->out, *words);
    }
}

/* Broken at blanks into lines of text. */
static void put_lines(struct by_page *page, const char *words)
{
    size_t length = strlen(words);
    while (length > 0) {
        size_t part = length;
        if (part > WIDTH)
            for (part = WIDTH; part > 1 && words[part] != ' ';)
                part--;
        by_buffer_format(page->out, "%.*s\n", (int)part, words);
        words += part;
        words += strspn(words, " ");
        length = strlen(words);
    }
}

static void underline(struct by_page *page, const char *title, char line)
{
    by_buffer_format(page->out, "%s\n", title);
    by_buffer_repeat(page->out, line, (int)strlen(title));
    by_buffer_add(page->out, "\n\n");
}

/* --- the document --------------------------------------------------------------------------- */

static const char html_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>\n"
    "body{font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;"
    "max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1f2933;background:#fff}\n"
    "h1{font-size:1.6rem}\nh2{font-size:1.3rem;margin-top:2.5rem;border-top:1px solid #cbd2d9;"
    "padding-top:1rem}\nh3{font-size:1.05rem;margin-top:2rem;break-after:avoid}\n"
    "table{border-collapse:collapse;margin:.8rem 0}\n"
    "td,th{border:1px solid #9aa5b1;padding:.15rem .7rem;font-variant-numeric:tabular-nums}\n"
    "td.r,th.r{text-align:right}\ntd.l,th.l{text-align:left}\n"
    "svg{max-width:100%;height:auto}\nfigure{margin:.8rem 0;break-inside:avoid}\n"
    "@media print{h2{break-before:page}body{margin:0}}\n</style>\n";

static const char latex_head[] =
    "\\documentclass[11pt,a4paper]{article}\n\\usepackage[T1]{fontenc}\n"
    "\\usepackage[utf8]{inputenc}\n\\usepackage[margin=2.2cm]{geometry}\n\\usepackage{tikz}\n"
    "\\tikzset{every node/.style={font=\\small}, max/.style={draw, rectangle, minimum size=6mm},\n"
    "  min/.style={draw, rectangle, rounded corners=2.6mm, minimum size=6mm},\n"
    "  chance/.style={draw, ellipse, minimum size=6mm}, leaf/.style={inner sep=2pt},\n"
    "  best/.style={very thick}, unseen/.style={gray, dashed},\n"
    "  window/.style={font=\\tiny, inner sep=1pt, fill=white}}\n"
    "\\usetikzlibrary{shapes.geometric, backgrounds}\n"
    "\\setlength{\\parindent}{0pt}\n\\setlength{\\parskip}{6pt}\n\\begin{document}\n";

void by_page_begin(struct by_page *page, enum by_page_format format, struct by_buffer *out,
                   const char *title)
{
    *page = (struct by_page){.format = format, .out = out};
    by_buffer_open(&page->cells, CELLS_MAX);
    if (format == BY_PAGE_TEXT) {
        underline(page, title, '=');
        return;
    }
    bool html = format == BY_PAGE_HTML;
    by_buffer_add(out, html ? html_head : latex_head);
    if (html) {
        by_buffer_add(out, "<title>");
        put_words(page, title);
        by_buffer_add(out, "</title>\n</head>\n<body>\n");
    }
    by_buffer_add(out, html ? "<h1>" : "\\section*{");
    put_words(page, title);
    by_buffer_add(out, html ? "</h1>\n" : "}\n");
}

void by_page_end(struct by_page *page)
{
    if (page->format != BY_PAGE_TEXT)
        by_buffer_add(page->out,
                      page->format == BY_PAGE_HTML ? "</body>\n</html>\n" : "\\end{document}\n");
    page->out->failed |= page->cells.failed;
    by_buffer_close(&page->cells);
}

void by_page_part(struct by_page *page, const char *title)
{
    bool html = page->format == BY_PAGE_HTML;
    if (page->format == BY_PAGE_TEXT) {
        by_buffer_char(page->out, '\n');
        underline(page, title, '=');
        return;
    }
    by_buffer_add(page->out, html ? "<h2>" : "\\newpage\n\\section*{");
    put_words(page, title);
    by_buffer_add(page->out, html ? "</h2>\n" : "}\n");
}

void by_page_heading(struct by_page *page, const char *format, ...)
{
    char words[256];
    struct by_text text = by_text_over(words, sizeof words);
    va_list arguments;
    va_start(arguments, format);
    by_text_vformat(&text, format, arguments);
    va_end(arguments);
    bool html = page->format == BY_PAGE_HTML;
    if (page->format == BY_PAGE_TEXT) {
        underline(page, words, '-');
        return;
    }
    by_buffer_add(page->out, html ? "<h3>" : "\\subsection*{");
    put_words(page, words);
    by_buffer_add(page->out, html ? "</h3>\n" : "}\n");
}

void by_page_text(struct by_page *page, const char *format, ...)
{
    char words[2048];
    struct by_text text = by_text_over(words, sizeof words);
    va_list arguments;
    va_start(arguments, format);
    by_text_vformat(&text, format, arguments);
    va_end(arguments);
    bool html = page->format == BY_PAGE_HTML;
    if (page->format == BY_PAGE_TEXT) {
        put_lines(page, words);
        by_buffer_char(page->out, '\n');
        return;
    }
    by_buffer_add(page->out, html ? "<p>" : "");
    put_words(page, words);
    by_buffer_add(page->out, html ? "</p>\n" : "\n\n");
}

/* --- tables ------------------------------------------------------------------------------------ */

void by_page_table(struct by_page *page, const char *align)
{
    page->align = align;
    page->columns = (int)strlen(align);
    page->count = 0;
    page->cells.length = 0;
}

void by_page_cell(struct by_page *page, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    by_buffer_vformat(&page->cells, format, arguments);
    va_end(arguments);
    by_buffer_char(&page->cells, '\0');
    page->count++;
}

static void measure(const struct by_page *page, int *width, int room)
{
    const char *cell = by_buffer_text(&page->cells);
    for (int i = 0; i < page->count; i++, cell += strlen(cell) + 1) {
        int length = (int)strlen(cell), column = i % page->columns;
        if (column < room && length > width[column])
            width[column] = length;
    }
}

#define COLUMNS_MAX 16

static void put_text_table(struct by_page *page)
{
    int width[COLUMNS_MAX] = {0};
    const char *cell = by_buffer_text(&page->cells);
    measure(page, width, COLUMNS_MAX);
    for (int i = 0; i < page->count; i++, cell += strlen(cell) + 1) {
        int column = i % page->columns;
        bool last = column == page->columns - 1;
        if (page->align[column] == 'r')
            by_buffer_format(page->out, "  %*s", width[column], cell);
        else
            by_buffer_format(page->out, "  %-*s", last ? 0 : width[column], cell);
        if (last)
            by_buffer_char(page->out, '\n');
    }
    by_buffer_char(page->out, '\n');
}

static void put_html_table(struct by_page *page)
{
    const char *cell = by_buffer_text(&page->cells);
    by_buffer_add(page->out, "<table>\n");
    for (int i = 0; i < page->count; i++, cell += strlen(cell) + 1) {
        int column = i % page->columns;
        const char *name = i < page->columns ? "th" : "td";
        by_buffer_format(page->out, "%s<%s class=\"%c\">", column == 0 ? "<tr>" : "", name,
                         page->align[column]);
        put_words(page, cell);
        by_buffer_format(page->out, "</%s>%s", name, column == page->columns - 1 ? "</tr>\n" : "");
    }
    by_buffer_add(page->out, "</table>\n");
}

static void put_latex_table(struct by_page *page)
{
    const char *cell = by_buffer_text(&page->cells);
    by_buffer_format(page->out, "\\begin{tabular}{%s}\n\\hline\n", page->align);
    for (int i = 0; i < page->count; i++, cell += strlen(cell) + 1) {
        bool last = i % page->columns == page->columns - 1;
        put_words(page, cell);
        by_buffer_add(page->out, last ? " \\\\\n" : " & ");
        if (i == page->columns - 1)
            by_buffer_add(page->out, "\\hline\n");
    }
    by_buffer_add(page->out, "\\hline\n\\end{tabular}\n\n");
}

void by_page_table_end(struct by_page *page)
{
    if (page->columns == 0 || page->columns > COLUMNS_MAX)
        return;
    if (page->format == BY_PAGE_TEXT)
        put_text_table(page);
    else if (page->format == BY_PAGE_HTML)
        put_html_table(page);
    else
        put_latex_table(page);
}

void by_page_picture(struct by_page *page, const char *text, const char *svg, const char *tikz)
{
    if (page->format == BY_PAGE_TEXT)
        by_buffer_format(page->out, "%s\n", text);
    else if (page->format == BY_PAGE_HTML)
        by_buffer_format(page->out, "<figure>\n%s</figure>\n", svg);
    else
        by_buffer_format(page->out, "\\begin{center}\n%s\\end{center}\n\n", tikz);
}
