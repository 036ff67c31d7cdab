/* drawing.c: boards and pictures made of characters, on a terminal.
 *
 * A game draws its board in characters, a lesson its pictures. What is added here needs to know neither: a
 * stone is a letter that stands alone, and the last move is where one came that was not in the drawing
 * before. */
#include "cli/cli.h"
#include "report/board.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NOWHERE SIZE_MAX

static bool is_piece(char c)
{
    return c == 'X' || c == 'O' || c == 'Q'; /* the two players' stones, and a queen */
}

/* A piece that stands alone: no letter or digit beside it, and no O(n). */
static bool stands(const char *drawing, size_t at)
{
    char before = at > 0 ? drawing[at - 1] : ' ';
    return is_piece(drawing[at]) && !isalnum((unsigned char)before) &&
           !isalnum((unsigned char)drawing[at + 1]) && drawing[at + 1] != '(';
}

/* Stands on a cell of a board, where a mark has room beside it: words begin at the margin. */
static bool on_board(const char *drawing, size_t at)
{
    return at > 0 && drawing[at - 1] == ' ' && stands(drawing, at) &&
           (drawing[at + 1] == ' ' || drawing[at + 1] == '\n');
}

/* The bytes from the start in which the lines of both have the same lengths. */
static size_t comparable(const char *before, const char *now)
{
    size_t at = 0;
    for (;;) {
        size_t length = strcspn(now + at, "\n");
        if (strcspn(before + at, "\n") != length || !now[at + length] || !before[at + length])
            return at;
        at += length + 1;
    }
}

/* Where the last move put a piece: on the only cell that was empty before; or, where there is no such
 * cell, on the only one on which another piece stood (a capture by moving there). Pieces that turn over
 * come with one on an empty cell. */
static size_t newest(const char *before, const char *now)
{
    size_t end = before ? comparable(before, now) : 0, placed = NOWHERE, taken = NOWHERE;
    int places = 0, takes = 0;
    for (size_t at = 0; at < end; at++) {
        if (now[at] == before[at] || !on_board(now, at))
            continue;
        if (is_piece(before[at])) {
            taken = at;
            takes++;
        } else {
            placed = at;
            places++;
        }
    }
    if (places > 0)
        return places == 1 ? placed : NOWHERE;
    return takes == 1 ? taken : NOWHERE;
}

/* The length of the escape for a colour that begins here; 0: none does. */
static size_t escape_length(const char *text)
{
    const char *end = text[0] == '\033' && text[1] == '[' ? strchr(text, 'm') : NULL;
    return end ? (size_t)(end - text) + 1 : 0;
}

/* Without the escapes; NULL without memory. */
static char *uncoloured(const char *text)
{
    char *plain = malloc(strlen(text) + 1);
    size_t length = 0;
    while (plain && *text) {
        size_t escape = escape_length(text);
        if (escape == 0)
            plain[length++] = *text++;
        else
            text += escape;
    }
    if (plain)
        plain[length] = 0;
    return plain;
}

static void put(const struct by_cli *cli, FILE *out, const char *plain, size_t at, bool coloured)
{
    char c = plain[at];
    if (out == cli->out && !coloured && stands(plain, at))
        fprintf(out, "%s%c%s", by_style(cli, c == 'O' ? BY_STYLE_SECOND : BY_STYLE_FIRST), c,
                by_style(cli, BY_STYLE_PLAIN));
    else
        fputc(c, out);
}

/* `now` again, whose characters alone are `plain`, with brackets around the one at `mark`. */
static void print_marked(const struct by_cli *cli, FILE *out, const char *now, const char *plain,
                         size_t mark)
{
    bool coloured = false; /* the drawing says itself what colour comes next */
    for (size_t at = 0; *now;) {
        size_t escape = escape_length(now);
        fwrite(now, 1, escape, out);
        now += escape;
        if (escape > 0) {
            coloured = true;
            continue;
        }
        bool opens = mark != NOWHERE && at + 1 == mark, closes = mark != NOWHERE && at == mark + 1;
        if (opens || closes)
            fputc(opens ? '(' : ')', out);
        if (!opens && !(closes && plain[at] == ' '))
            put(cli, out, plain, at, coloured);
        coloured = false;
        now++;
        at++;
    }
}

void by_print_drawing(const struct by_cli *cli, FILE *out, const char *before, const char *now)
{
    char *plain = uncoloured(now), *old = before ? uncoloured(before) : NULL;
    if (plain)
        print_marked(cli, out, now, plain, newest(old, plain));
    else
        fputs(now, out);
    free(old);
    free(plain);
}

void by_print_line_board(const struct by_cli *cli, FILE *out, const struct by_line *line,
                         bool legal)
{
    const struct by_marks none = {.strong = "", .plain = ""}, own = by_cli_marks(cli);
    struct by_buffer text;
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_board(&text, line, out == cli->out ? &own : &none, legal);
    fputs(by_buffer_text(&text), out);
    by_buffer_close(&text);
}
