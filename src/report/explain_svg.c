/* explain_svg.c: boards of values as a drawing, two side by side. */
#include "base/draw/svg.h"
#include "games/grid.h"
#include "report/explain.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELL      44
#define LETTERS   24 /* for the coordinates of rows and columns */
#define HEADING   28
#define GAP       36
#define LINE      18
#define LINES_MAX 60

struct picture {
    struct by_svg svg;
    const struct by_explanation *why;
    double width, height; /* of one board with its heading and letters */
};

/* --- a board ------------------------------------------------------------------------------- */

static const char *ground_of(const struct by_value_board *board, int cell)
{
    double value = board->value[cell];
    if (isnan(value))
        return "soft edge";
    if (!board->is_signed)
        return "gold edge";
    return value > 0 ? "first-soft edge" : value < 0 ? "second-soft edge" : "shade edge";
}

static void draw_cell(struct picture *p, const struct by_value_board *board, int cell, double x,
                      double y)
{
    char stone = p->why->cells.cell[cell], number[BY_FIGURE_BUFFER];
    double middle = CELL / 2.0;
    by_svg_rect(&p->svg, x, y, CELL, CELL, ground_of(board, cell));
    if (stone != '.') {
        double radius = isnan(board->value[cell]) ? 15 : 8;
        double up = isnan(board->value[cell]) ? middle : 12;
        by_svg_circle(&p->svg, x + middle, y + up, radius, stone == 'X' ? "first" : "second");
    }
    by_figure_string(board->value[cell], board->is_signed, number);
    if (number[0])
        by_svg_text(&p->svg, x + middle, y + (stone == '.' ? middle + 5 : CELL - 8),
                    strlen(number) > 5 ? "text mono mid small" : "text mono mid", "%s", number);
}

static void draw_board(struct picture *p, const struct by_value_board *board, const char *title)
{
    const struct by_cells *cells = &p->why->cells;
    by_svg_text(&p->svg, LETTERS, 14, "text bold", "%s", title);
    for (int line = 0; line < cells->height; line++) {
        int y = cells->from_top ? line : cells->height - 1 - line;
        by_svg_text(&p->svg, LETTERS - 8, HEADING + line * CELL + CELL / 2.0 + 5,
                    "text small faint end", "%d", y + 1);
        for (int x = 0; x < cells->width; x++)
            draw_cell(p, board, y * cells->width + x, LETTERS + x * CELL, HEADING + line * CELL);
    }
    for (int x = 0; x < cells->width; x++)
        by_svg_text(&p->svg, LETTERS + x * CELL + CELL / 2.0, HEADING + cells->height * CELL + 16,
                    "text small faint mid", "%c", by_grid_column(x, cells->skip_i));
}

/* --- all boards ------------------------------------------------------------------------------ */

typedef void board_fn(struct picture *p, int number, const struct by_value_board *board,
                      const char *title);

static void draw_at(struct picture *p, int number, const struct by_value_board *board,
                    const char *title)
{
    int column = number % 2, row = number / 2;
    by_svg_move(&p->svg, BY_SVG_MARGIN + column * (p->width + GAP),
                BY_SVG_TOP + row * (p->height + GAP));
    draw_board(p, board, title);
    by_svg_back(&p->svg);
}

static void count_only(struct picture *p, int number, const struct by_value_board *board,
                       const char *title)
{
    (void)p, (void)number, (void)board, (void)title;
}

/* Evaluations first, then figures, then owners; returns how many there are. */
static int each_board(struct picture *p, struct by_value_board *board, board_fn *use)
{
    const struct by_explanation *why = p->why;
    char title[160], value[BY_WORTH_BUFFER];
    int number = 0;
    for (int i = 0; i < why->eval_count; i++) {
        snprintf(title, sizeof title, "evaluation %s: %s", why->evals[i].eval->name,
                 by_told_eval_string(why, &why->evals[i], value));
        if (by_board_of_eval(why, i, board))
            use(p, number++, board, title);
    }
    for (int i = 0; i < why->remark_count; i += by_told_table(why, i))
        for (int j = 0; j < why->remarks[i].figure_count; j++)
            if (by_board_of_figure(why, i, j, board))
                use(p, number++, board, board->title);
    if (by_board_of_owners(why, board))
        use(p, number++, board, "who will own what");
    return number;
}

/* --- games without a board ---------------------------------------------------------------------- */

/* The text, as far as a page goes. */
static void draw_words(struct by_buffer *out, const struct by_explanation *why, const char *title,
                       const char *below)
{
    struct by_svg svg;
    struct by_buffer text;
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_explanation(&text, why, &(struct by_told_player){0}, false,
                       &(struct by_marks){.strong = "", .plain = ""});
    out->failed |= text.failed;
    const char *at = by_buffer_text(&text);
    int lines = 0;
    for (const char *c = at; *c && lines < LINES_MAX; c++)
        lines += *c == '\n';
    by_svg_begin(&svg, out, 760, BY_SVG_TOP + (lines + 1) * LINE, title, below);
    for (int i = 0; i < lines; i++, at = strchr(at, '\n') + 1)
        by_svg_text(&svg, BY_SVG_MARGIN, BY_SVG_TOP + (i + 1) * LINE, "text mono small", "%.*s",
                    (int)strcspn(at, "\n"), at);
    by_svg_end(&svg);
    by_buffer_close(&text);
}

void by_draw_explanation(struct by_buffer *out, const struct by_explanation *why)
{
    struct picture p = {.why = why};
    struct by_value_board board;
    char title[120], below[160];
    snprintf(title, sizeof title, "%s: what is thought before a search",
             why->line->rules->game->title);
    snprintf(below, sizeof below, "%s to move. Values of evaluations are for the side to move.",
             by_player_name(why->line->rules, by_line_side(why->line)));
    int count = why->has_cells ? each_board(&p, &board, count_only) : 0;
    if (count == 0) {
        draw_words(out, why, title, below);
        return;
    }
    p.width = LETTERS + CELL * why->cells.width;
    p.height = HEADING + CELL * why->cells.height + LETTERS;
    int columns = count > 1 ? 2 : 1, rows = (count + 1) / 2;
    double width = 2 * BY_SVG_MARGIN + columns * p.width + (columns - 1) * GAP;
    by_svg_begin(&p.svg, out, width < 560 ? 560 : width,
                 BY_SVG_TOP + rows * (p.height + GAP) + BY_SVG_MARGIN, title, below);
    each_board(&p, &board, draw_at);
    by_svg_end(&p.svg);
}
