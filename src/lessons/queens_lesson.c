/* queens_lesson.c: the n queens, told as the lecture tells them: dead ends, and back (LOG). */
#include "base/draw/svg.h"
#include "lessons/lesson.h"
#include "lessons/queens.h"
#include <stdlib.h>

#define SHOW_MAX     20000 /* all solutions of 12 queens */
#define TEXT_COLUMNS 78
#define SVG_BOARDS   100 /* solutions in the drawing */
#define CORNERS      2   /* dead ends that are drawn */

/* A picture of the search, kept for later. */
struct snapshot {
    struct by_queens at;
    bool taken;
};

struct told {
    struct by_sink *sink;
    uint64_t show;
    uint64_t kept;
    int8_t *solutions; /* n columns each */
    struct snapshot corner[CORNERS];
    struct snapshot first; /* the first solution */
};

/* --- characters ----------------------------------------------------------------------------- */

static void put_cell(const struct by_sink *sink, char c, struct by_buffer *out)
{
    enum by_mark mark = c == 'Q' ? BY_MARK_GOOD : c == 'x' ? BY_MARK_BAD : BY_MARK_DIM;
    by_buffer_char(out, ' ');
    by_buffer_add(out, by_mark(sink, mark));
    by_buffer_char(out, c);
    by_buffer_add(out, by_mark(sink, BY_MARK_PLAIN));
}

static void draw_search(const struct by_sink *sink, const struct by_queens *queens,
                        struct by_buffer *out)
{
    for (int row = 0; row < queens->n; row++) {
        by_buffer_add(out, "  ");
        for (int column = 0; column < queens->n; column++)
            put_cell(sink, by_queens_cell(queens, row, column), out);
        by_buffer_char(out, '\n');
    }
}

/* Solutions side by side, as many as fit a line. */
static void draw_solutions(const struct told *told, int n, struct by_buffer *out)
{
    int across = TEXT_COLUMNS / (2 * n + 3);
    for (uint64_t first = 0; first < told->kept; first += (uint64_t)across) {
        by_buffer_char(out, '\n');
        for (int row = 0; row < n; row++) {
            for (uint64_t i = first; i < told->kept && i < first + (uint64_t)across; i++) {
                by_buffer_add(out, i == first ? "  " : "   ");
                for (int column = 0; column < n; column++)
                    put_cell(told->sink,
                             told->solutions[i * (uint64_t)n + (uint64_t)row] == column ? 'Q' : '.',
                             out);
            }
            by_buffer_char(out, '\n');
        }
    }
}

/* --- what happens on the way -------------------------------------------------------------------- */

static void write_step(struct told *told, const struct by_queens *queens,
                       enum by_queens_event event)
{
    struct by_buffer *out = by_sink_step(told->sink);
    if (out == NULL)
        return;
    draw_search(told->sink, queens, out);
    int row = queens->rows;
    if (event == BY_QUEENS_PLACED)
        by_buffer_format(out, "\nrow %d: the next free column is %d: a queen goes there\n", row,
                         queens->column[row - 1] + 1);
    else if (event == BY_QUEENS_SOLVED)
        by_buffer_format(out, "\nsolution %llu; and on with the search\n",
                         (unsigned long long)queens->solutions);
    else
        by_buffer_format(out, "\nrow %d: dead end %llu: every column is guarded; back to row %d\n",
                         row + 1, (unsigned long long)queens->dead_ends, row);
}

static void write_frame(struct told *told, const struct by_queens *queens,
                        enum by_queens_event event)
{
    static const char *const names[] = {[BY_QUEENS_PLACED] = "placed",
                                        [BY_QUEENS_DEAD_END] = "dead_end",
                                        [BY_QUEENS_SOLVED] = "solved"};
    char cells[BY_QUEENS_MAX * (BY_QUEENS_MAX + 1) + 1];
    struct by_text text = by_text_over(cells, sizeof cells);
    struct by_json *frame = by_sink_frame(told->sink);
    if (frame == NULL)
        return;
    for (int row = 0; row < queens->n; row++) {
        by_text_add(&text, row > 0 ? "/" : "");
        for (int column = 0; column < queens->n; column++)
            by_text_char(&text, by_queens_cell(queens, row, column));
    }
    by_json_text(frame, "event", names[event]);
    by_json_int(frame, "row", queens->rows + (event == BY_QUEENS_DEAD_END));
    by_json_text(frame, "cells", cells);
    by_json_count(frame, "solutions", queens->solutions);
    by_json_count(frame, "dead_ends", queens->dead_ends);
    by_json_end_object(frame);
}

static void keep_solution(struct told *told, const struct by_queens *queens)
{
    if (told->kept == told->show)
        return;
    for (int row = 0; row < queens->n; row++)
        told->solutions[told->kept * (uint64_t)queens->n + (uint64_t)row] =
            (int8_t)queens->column[row];
    told->kept++;
}

static void take_snapshot(struct snapshot *snapshot, const struct by_queens *queens)
{
    if (!snapshot->taken)
        *snapshot = (struct snapshot){*queens, true};
}

static void listen(void *context, const struct by_queens *queens, enum by_queens_event event)
{
    struct told *told = context;
    if (event == BY_QUEENS_DEAD_END && queens->dead_ends <= CORNERS && queens->solutions == 0)
        take_snapshot(&told->corner[queens->dead_ends - 1], queens);
    if (event == BY_QUEENS_SOLVED) {
        take_snapshot(&told->first, queens);
        keep_solution(told, queens);
    }
    write_step(told, queens, event);
    write_frame(told, queens, event);
}

/* --- words ---------------------------------------------------------------------------------------- */

static void write_pictures(const struct told *told, struct by_buffer *out)
{
    static const char *const heading[CORNERS] = {"The first dead end:", "The second:"};
    for (int i = 0; i < CORNERS; i++) {
        if (!told->corner[i].taken)
            continue;
        by_buffer_format(out, "%s row %d has no free column\n\n", heading[i],
                         told->corner[i].at.rows + 1);
        draw_search(told->sink, &told->corner[i].at, out);
        by_buffer_char(out, '\n');
    }
    if (told->first.taken) {
        by_buffer_add(out, "The first solution, as the search finds it:\n\n");
        draw_search(told->sink, &told->first.at, out);
        by_buffer_char(out, '\n');
    }
}

static void write_profile(const struct by_queens *queens, struct by_buffer *out)
{
    char count[BY_COMMAS_SIZE];
    by_buffer_add(out, "  queens on the board   ways to place them\n");
    for (int k = 0; k <= queens->n; k++)
        by_buffer_format(out, "  %19d   %18s\n", k, by_commas(queens->placed[k], count));
}

static void write_text(struct told *told, const struct by_queens *queens)
{
    char solutions[BY_COMMAS_SIZE], distinct[BY_COMMAS_SIZE], ends[BY_COMMAS_SIZE];
    struct by_buffer *out = &told->sink->text;
    by_buffer_format(
        out,
        "Put %d queen%s on a board of %d x %d so that none attacks another. Each row\n"
        "needs one: go down row by row, take the first free column, and where there is\n"
        "none, go back and move the last queen on. This is backtracking:\n\n"
        "  add_queen(row):  for every column of the row that is not guarded:\n"
        "      put a queen there\n"
        "      if it was the last row, print the board, else add_queen(row + 1)\n"
        "      take the queen away again\n\n"
        "Q a queen, x guarded or tried in vain, ? still to be tried, . not looked at\n\n",
        queens->n, queens->n == 1 ? "" : "s", queens->n, queens->n);
    write_pictures(told, out);
    write_profile(queens, out);
    by_buffer_format(out, "\n%s solution%s (%s apart from turning and mirroring), %s dead end%s.\n",
                     by_commas(queens->solutions, solutions), queens->solutions == 1 ? "" : "s",
                     by_commas(queens->distinct, distinct), by_commas(queens->dead_ends, ends),
                     queens->dead_ends == 1 ? "" : "s");
    if (told->kept > 0) {
        by_buffer_format(out, "\nThe first %s (--show):\n", by_commas(told->kept, solutions));
        draw_solutions(told, queens->n, out);
    }
}

/* --- SVG -------------------------------------------------------------------------------------------- */

static void draw_squares(struct by_svg *svg, int n, double side)
{
    double cell = side / n;
    by_svg_rect(svg, 0, 0, side, side, "panel");
    for (int row = 0; row < n; row++)
        for (int column = row % 2 == 0; column < n; column += 2)
            by_svg_rect(svg, column * cell, row * cell, cell, cell, "shade");
    by_svg_rect(svg, 0, 0, side, side, "line");
}

/* A crown with five points over a base. */
static void draw_queen(struct by_svg *svg, double x, double y, double cell)
{
    static const double shape[][2] = {{.22, .78}, {.14, .30}, {.34, .52}, {.50, .18},
                                      {.66, .52}, {.86, .30}, {.78, .78}, {.22, .78}};
    by_svg_path(svg, "ink");
    for (size_t i = 0; i < sizeof shape / sizeof shape[0]; i++)
        by_svg_to(svg, x + shape[i][0] * cell, y + shape[i][1] * cell);
    by_svg_path_end(svg);
    for (int i = 1; i <= 5; i += 2)
        by_svg_circle(svg, x + shape[i][0] * cell, y + shape[i][1] * cell, cell * 0.07, "ink");
}

static void draw_mark(struct by_svg *svg, double x, double y, double cell, char mark)
{
    double a = cell * 0.34, b = cell * 0.66;
    if (mark == 'Q') {
        draw_queen(svg, x, y, cell);
    } else if (mark == 'x') {
        by_svg_line(svg, x + a, y + a, x + b, y + b, "lost");
        by_svg_line(svg, x + a, y + b, x + b, y + a, "lost");
    } else if (mark == '?' && cell >= 16) {
        by_svg_text(svg, x + cell / 2, y + cell / 2 + 5, "text mid faint", "?");
    }
}

static void draw_snapshot(struct by_svg *svg, const struct snapshot *snapshot, double x, double y,
                          double side, const char *caption)
{
    int n = snapshot->at.n;
    by_svg_move(svg, x, y);
    draw_squares(svg, n, side);
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++)
            draw_mark(svg, column * side / n, row * side / n, side / n,
                      by_queens_cell(&snapshot->at, row, column));
    by_svg_text(svg, side / 2, side + 20, "text mid", "%s", caption);
    by_svg_back(svg);
}

static void draw_solution(struct by_svg *svg, const struct told *told, int n, uint64_t index,
                          double x, double y, double side)
{
    by_svg_move(svg, x, y);
    draw_squares(svg, n, side);
    for (int row = 0; row < n; row++)
        draw_queen(svg, told->solutions[index * (uint64_t)n + (uint64_t)row] * side / n,
                   row * side / n, side / n);
    by_svg_back(svg);
}

static void draw_svg(struct told *told, const struct by_queens *queens)
{
    const double large = 240, gap = 24, small = 138;
    const int across = 5;
    struct by_svg svg;
    char below[160], count[BY_COMMAS_SIZE], ends[BY_COMMAS_SIZE];
    int shown = told->kept < SVG_BOARDS ? (int)told->kept : SVG_BOARDS;
    int rows = (shown + across - 1) / across;
    struct by_text text = by_text_over(below, sizeof below);
    by_text_format(&text, "%d queen%s: %s solution%s, %s dead end%s.", queens->n,
                   queens->n == 1 ? "" : "s", by_commas(queens->solutions, count),
                   queens->solutions == 1 ? "" : "s", by_commas(queens->dead_ends, ends),
                   queens->dead_ends == 1 ? "" : "s");
    by_svg_begin(&svg, &told->sink->svg, 3 * large + 2 * gap + 2 * BY_SVG_MARGIN,
                 BY_SVG_TOP + large + 44 + rows * (small + 16) + 12, "Queens and backtracking",
                 below);
    static const char *const caption[CORNERS] = {"the first dead end", "the second dead end"};
    double x = BY_SVG_MARGIN;
    for (int i = 0; i < CORNERS; i++, x += large + gap)
        if (told->corner[i].taken)
            draw_snapshot(&svg, &told->corner[i], x, BY_SVG_TOP, large, caption[i]);
    if (told->first.taken)
        draw_snapshot(&svg, &told->first, x, BY_SVG_TOP, large, "the first solution");
    for (int i = 0; i < shown; i++) {
        int column = i % across, row = i / across;
        draw_solution(&svg, told, queens->n, (uint64_t)i, BY_SVG_MARGIN + column * (small + 19.5),
                      BY_SVG_TOP + large + 44 + row * (small + 16), small);
    }
    by_svg_end(&svg);
}

/* --- the lesson ---------------------------------------------------------------------------------------- */

static void write_figures(struct by_json *figures, const struct told *told,
                          const struct by_queens *queens)
{
    by_json_int(figures, "n", queens->n);
    by_json_count(figures, "solutions", queens->solutions);
    by_json_count(figures, "distinct", queens->distinct);
    by_json_count(figures, "dead_ends", queens->dead_ends);
    by_json_array(figures, "placed");
    for (int k = 0; k <= queens->n; k++)
        by_json_count(figures, NULL, queens->placed[k]);
    by_json_end_array(figures);
    by_json_array(figures, "list");
    for (uint64_t i = 0; i < told->kept; i++) {
        by_json_array(figures, NULL);
        for (int row = 0; row < queens->n; row++)
            by_json_int(figures, NULL,
                        told->solutions[i * (uint64_t)queens->n + (uint64_t)row] + 1);
        by_json_end_array(figures);
    }
    by_json_end_array(figures);
}

static enum by_status run(const struct by_values *values, struct by_sink *sink,
                          struct by_error *err)
{
    struct told told = {.sink = sink, .show = (uint64_t)by_values_get(values, "show")->integer};
    struct by_queens queens = {.n = by_lesson_int(values, "n"), .event = listen, .context = &told};
    size_t bytes = (size_t)told.show * (size_t)queens.n + 1;
    told.solutions = malloc(bytes);
    if (told.solutions == NULL)
        return by_fail_memory(err, bytes);
    by_queens_search(&queens);
    write_text(&told, &queens);
    write_figures(&sink->figures, &told, &queens);
    if (by_sink_wants(sink, BY_WANT_SVG))
        draw_svg(&told, &queens);
    free(told.solutions);
    return BY_OK;
}

static const struct by_option options[] = {
    {.name = "n",
     .type = BY_OPTION_INT,
     .fallback = "8",
     .low = 1,
     .high = BY_QUEENS_MAX,
     .help = "queens, and the side of the board"},
    {.name = "show",
     .type = BY_OPTION_INT,
     .fallback = "4",
     .low = 0,
     .high = SHOW_MAX,
     .help = "how many solutions are shown"},
    {.name = NULL},
};

const struct by_lesson by_lesson_queens = {
    .name = "queens",
    .title = "Queens and backtracking",
    .summary = "every way to place n queens, with the dead ends on the way",
    .options = options,
    .run = run,
};
