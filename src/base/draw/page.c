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

/* Brackets stay: links are written with them. */
static const char *markdown_sign(char c)
{
    return c == '|' ? "\\|" : c == '<' ? "&lt;" : c == '*' ? "\\*" : NULL;
}

#define LINK '\001' /* in HTML: what stands up to the next one is the words of a link */

/* Titles as the ends of links, in the form that readers of Markdown give them: small letters, '-' for
 * blanks, no other signs. */
static void put_anchor_name(struct by_buffer *out, const char *title)
{
    for (; *title; title++) {
        char c = *title >= 'A' && *title <= 'Z' ? (char)(*title - 'A' + 'a') : *title;
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_')
            by_buffer_char(out, c);
        else if (c == ' ')
            by_buffer_char(out, '-');
    }
}

static void put_link_edge(struct by_page *page, const char *words, bool opens)
{
    if (!opens) {
        by_buffer_add(page->out, "</a>");
        return;
    }
    by_buffer_add(page->out, "<a href=\"#");
    for (const char *at = words; *at && *at != LINK; at++)
        put_anchor_name(page->out, (char[]){*at, '\0'});
    by_buffer_add(page->out, "\">");
}

/* What stands between two backquotes is code where there is a look for it. */
static bool put_code_edge(struct by_page *page, bool opens)
{
    if (page->format == BY_PAGE_HTML)
        by_buffer_add(page->out, opens ? "<code>" : "</code>");
    else if (page->format == BY_PAGE_LATEX)
        by_buffer_add(page->out, opens ? "\\texttt{" : "}");
    return page->format == BY_PAGE_HTML || page->format == BY_PAGE_LATEX;
}

static void put_words(struct by_page *page, const char *words)
{
    bool linked = false, code = false;
    for (; *words; words++) {
        if (page->format == BY_PAGE_HTML && *words == LINK) {
            linked = !linked;
            put_link_edge(page, words + 1, linked);
            continue;
        }
        if (*words == '`' && put_code_edge(page, !code)) {
            code = !code;
            continue;
        }
        const char *sign = page->format == BY_PAGE_HTML       ? html_sign(*words)
                           : page->format == BY_PAGE_LATEX    ? latex_sign(*words)
                           : page->format == BY_PAGE_MARKDOWN ? markdown_sign(*words)
                                                              : NULL;
        if (sign)
            by_buffer_add(page->out, sign);
        else
            by_buffer_char(page->out, *words);
    }
    if (code)
        put_code_edge(page, false);
    if (linked)
        by_buffer_add(page->out, "</a>");
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

/* Text underlines its titles, Markdown marks them. */
static void put_title(struct by_page *page, const char *title, char line, const char *mark)
{
    if (page->format == BY_PAGE_TEXT) {
        underline(page, title, line);
        return;
    }
    by_buffer_add(page->out, mark);
    put_words(page, title);
    by_buffer_add(page->out, "\n\n");
}

static void put_anchor(struct by_page *page, const char *title)
{
    by_buffer_add(page->out, "<a id=\"");
    put_anchor_name(page->out, title);
    by_buffer_add(page->out, "\"></a>\n");
}

void by_page_link(const struct by_page *page, struct by_buffer *out, const char *heading)
{
    if (page->format == BY_PAGE_HTML) {
        by_buffer_char(out, LINK);
        by_buffer_add(out, heading);
        by_buffer_char(out, LINK);
    } else if (page->format == BY_PAGE_MARKDOWN) {
        by_buffer_format(out, "[%s](#", heading);
        put_anchor_name(out, heading);
        by_buffer_char(out, ')');
    } else {
        by_buffer_add(out, heading);
    }
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
    "td.r,th.r{text-align:right;white-space:nowrap}\ntd.l,th.l{text-align:left}\n"
    "div.table{overflow-x:auto}\na{color:#1f5ea8}\n"
    "svg{max-width:100%;height:auto}\nfigure{margin:.8rem 0;break-inside:avoid}\n"
    "@media(max-width:40rem){figure{overflow-x:auto}figure svg{min-width:36rem}"
    "body{margin:1rem auto}td,th{padding:.15rem .3rem;font-size:.8rem}}\n"
    "@media(prefers-color-scheme:dark){body{color:#dde3e9;background:#14181c}a{color:#8ab8ee}"
    "h2{border-color:#3a444e}td,th{border-color:#4a5560}"
    "svg .paper,svg .hollow{fill:#1b2127}svg .text{fill:#dde3e9}svg .text.faint{fill:#9fabb6}"
    "svg .grid{stroke:#2c353d}svg .line{stroke:#dde3e9}svg .ink{fill:#dde3e9}"
    "svg .ink-line{stroke:#dde3e9}svg .first-line{stroke:#6ba5e8}svg .first{fill:#6ba5e8}"
    "svg .second-line{stroke:#e89a52}svg .second{fill:#e89a52}svg .good-line{stroke:#66bd86}"
    "svg .good{fill:#66bd86}svg .bad-line{stroke:#ef7d73}svg .bad{fill:#ef7d73}"
    "svg .gold-line{stroke:#d9b75a}svg .dim-line{stroke:#6b7681}"
    "svg .first-ink{fill:#8ab8ee}svg .second-ink{fill:#e89a52}svg .good-ink{fill:#66bd86}"
    "svg .bad-ink{fill:#ef7d73}svg .inverse{fill:#fff}svg .text.on-light{fill:#22303c}}\n"
    "@media print{h2{break-before:page}body{margin:0}}\n</style>\n";

static const char latex_head[] =
    "\\documentclass[11pt,a4paper]{article}\n\\usepackage[T1]{fontenc}\n"
    "\\usepackage[utf8]{inputenc}\n\\usepackage[margin=2.2cm]{geometry}\n\\usepackage{tikz}\n"
    "\\usepackage{longtable}\n"
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
    if (format == BY_PAGE_TEXT || format == BY_PAGE_MARKDOWN) {
        put_title(page, title, '=', "# ");
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
    if (page->format == BY_PAGE_HTML || page->format == BY_PAGE_LATEX)
        by_buffer_add(page->out,
                      page->format == BY_PAGE_HTML ? "</body>\n</html>\n" : "\\end{document}\n");
    page->out->failed |= page->cells.failed;
    by_buffer_close(&page->cells);
}

void by_page_part(struct by_page *page, const char *title)
{
    bool html = page->format == BY_PAGE_HTML;
    if (page->format == BY_PAGE_TEXT || page->format == BY_PAGE_MARKDOWN) {
        if (page->format == BY_PAGE_TEXT)
            by_buffer_char(page->out, '\n');
        put_title(page, title, '=', "## ");
        return;
    }
    if (html)
        put_anchor(page, title);
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
    if (page->format == BY_PAGE_TEXT || page->format == BY_PAGE_MARKDOWN) {
        put_title(page, words, '-', "### ");
        return;
    }
    if (html)
        put_anchor(page, words);
    by_buffer_add(page->out, html ? "<h3>" : "\\subsection*{");
    put_words(page, words);
    by_buffer_add(page->out, html ? "</h3>\n" : "}\n");
}

void by_page_text(struct by_page *page, const char *format, ...)
{
    char words[4096];
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
        int length = (int)by_letters(cell), column = i % page->columns;
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
        int blanks = width[column] - (int)by_letters(cell);
        by_buffer_add(page->out, "  ");
        if (page->align[column] == 'r')
            by_buffer_repeat(page->out, ' ', blanks);
        by_buffer_add(page->out, cell);
        if (page->align[column] != 'r' && !last)
            by_buffer_repeat(page->out, ' ', blanks);
        if (last)
            by_buffer_char(page->out, '\n');
    }
    by_buffer_char(page->out, '\n');
}

static void put_html_table(struct by_page *page)
{
    const char *cell = by_buffer_text(&page->cells);
    by_buffer_add(page->out, "<div class=\"table\">\n<table>\n");
    for (int i = 0; i < page->count; i++, cell += strlen(cell) + 1) {
        int column = i % page->columns;
        const char *name = i < page->columns ? "th" : "td";
        by_buffer_format(page->out, "%s<%s class=\"%c\">", column == 0 ? "<tr>" : "", name,
                         page->align[column]);
        put_words(page, cell);
        by_buffer_format(page->out, "</%s>%s", name, column == page->columns - 1 ? "</tr>\n" : "");
    }
    by_buffer_add(page->out, "</table>\n</div>\n");
}

/* Words that would not fit beside the other columns are broken into lines; a long table into pages. */
static void put_latex_columns(struct by_page *page)
{
    int width[COLUMNS_MAX] = {0};
    measure(page, width, COLUMNS_MAX);
    for (int i = 0; i < page->columns; i++)
        if (width[i] > 40)
            by_buffer_format(page->out, "p{%.1fcm}", page->columns > 4 ? 4.5 : 8.0);
        else
            by_buffer_char(page->out, page->align[i]);
}

static void put_latex_table(struct by_page *page)
{
    const char *cell = by_buffer_text(&page->cells);
    const char *kind = page->count > 12 * page->columns ? "longtable" : "tabular";
    by_buffer_format(page->out, "{\\small\\setlength{\\tabcolsep}{4pt}\n\\begin{%s}{", kind);
    put_latex_columns(page);
    by_buffer_add(page->out, "}\n\\hline\n");
    for (int i = 0; i < page->count; i++, cell += strlen(cell) + 1) {
        bool last = i % page->columns == page->columns - 1;
        put_words(page, cell);
        by_buffer_add(page->out, last ? " \\\\\n" : " & ");
        if (i == page->columns - 1)
            by_buffer_add(page->out, "\\hline\n");
    }
    by_buffer_format(page->out, "\\hline\n\\end{%s}\n}\n\n", kind);
}

static void put_markdown_table(struct by_page *page)
{
    const char *cell = by_buffer_text(&page->cells);
    for (int i = 0; i < page->count; i++, cell += strlen(cell) + 1) {
        bool last = i % page->columns == page->columns - 1;
        by_buffer_add(page->out, i % page->columns == 0 ? "| " : " | ");
        put_words(page, cell);
        if (last)
            by_buffer_add(page->out, " |\n");
        for (int c = 0; i == page->columns - 1 && c < page->columns; c++)
            by_buffer_format(page->out, "%s%s%s", c == 0 ? "|" : "",
                             page->align[c] == 'r' ? "---:|" : "---|",
                             c == page->columns - 1 ? "\n" : "");
    }
    by_buffer_char(page->out, '\n');
}

void by_page_table_end(struct by_page *page)
{
    if (page->columns == 0 || page->columns > COLUMNS_MAX)
        return;
    if (page->format == BY_PAGE_TEXT)
        put_text_table(page);
    else if (page->format == BY_PAGE_HTML)
        put_html_table(page);
    else if (page->format == BY_PAGE_LATEX)
        put_latex_table(page);
    else
        put_markdown_table(page);
}

void by_page_picture(struct by_page *page, const char *text, const char *svg, const char *tikz)
{
    if (page->format == BY_PAGE_TEXT)
        by_buffer_format(page->out, "%s\n", text);
    else if (page->format == BY_PAGE_MARKDOWN && *text)
        by_buffer_format(page->out, "%s\n\n", text);
    else if (page->format == BY_PAGE_HTML && *svg)
        by_buffer_format(page->out, "<figure>\n%s</figure>\n", svg);
    else if (page->format == BY_PAGE_LATEX && *tikz)
        by_buffer_format(page->out, "\\begin{center}\n%s\\end{center}\n\n", tikz);
}
