/* maze_lesson.c: out of a maze by backtracking: choose, and where it leads nowhere, go back (LOG). */
#include "base/draw/svg.h"
#include "lessons/lesson.h"
#include "lessons/maze.h"

#define WIDE_MAX 19 /* cells across that fit a line of 80 when each is four wide */

/* --- characters ---------------------------------------------------------------------- */

/* `across` characters between two posts. */
static int across_of(const struct by_maze *maze)
{
    return maze->width <= WIDE_MAX ? 3 : 1;
}

static void draw_wall_line(const struct by_maze *maze, int row, struct by_buffer *out)
{
    int across = across_of(maze);
    by_buffer_add(out, "  ");
    for (int column = 0; column < maze->width; column++) {
        bool gap = row > 0 && by_maze_passage(maze, row * maze->width + column - maze->width, 1);
        by_buffer_char(out, '+');
        by_buffer_repeat(out, gap ? ' ' : '-', across);
    }
    by_buffer_add(out, "+\n");
}

static void draw_cell(const struct by_sink *sink, const struct by_maze *maze, int cell, bool here,
                      struct by_buffer *out)
{
    static const char marks[] = {[BY_MAZE_NEW] = ' ', [BY_MAZE_WAY] = 'o', [BY_MAZE_LOST] = 'x'};
    int state = maze->state[cell], beside = across_of(maze) / 2;
    enum by_mark mark = state == BY_MAZE_LOST ? BY_MARK_BAD : BY_MARK_GOOD;
    by_buffer_repeat(out, ' ', beside);
    by_buffer_add(out, state == BY_MAZE_NEW ? "" : by_mark(sink, mark));
    by_buffer_char(out, here ? '@' : marks[state]);
    by_buffer_add(out, state == BY_MAZE_NEW ? "" : by_mark(sink, BY_MARK_PLAIN));
    by_buffer_repeat(out, ' ', beside);
}

static void draw(const struct by_sink *sink, const struct by_maze *maze, bool walking,
                 struct by_buffer *out)
{
    int here = walking && maze->way_length > 0 ? maze->way[maze->way_length - 1] : -1;
    for (int row = 0; row < maze->height; row++) {
        draw_wall_line(maze, row, out);
        by_buffer_add(out, row == 0 ? "   " : "  |"); /* the way in */
        for (int column = 0; column < maze->width; column++) {
            int cell = row * maze->width + column;
            bool last = cell == maze->width * maze->height - 1; /* the way out */
            draw_cell(sink, maze, cell, cell == here, out);
            by_buffer_char(out, last || by_maze_passage(maze, cell, 0) ? ' ' : '|');
        }
        by_buffer_char(out, '\n');
    }
    draw_wall_line(maze, maze->height, out);
}

static void write_step(struct by_sink *sink, const struct by_maze *maze, bool back)
{
    struct by_buffer *out = by_sink_step(sink);
    if (out == NULL)
        return;
    draw(sink, maze, true, out);
    by_buffer_format(out, "\n%s; %d cells entered, %d on the way, %d dead ends\n",
                     back ? "a dead end: one cell back" : "forward", maze->entered,
                     maze->way_length, maze->dead_ends);
}

/* Where the search stands, and whether it came back there. */
static void write_frame(struct by_sink *sink, const struct by_maze *maze, int cell, bool back)
{
    struct by_json *frame = by_sink_frame(sink);
    if (frame == NULL)
        return;
    by_json_array(frame, "at");
    by_json_int(frame, NULL, cell % maze->width);
    by_json_int(frame, NULL, cell / maze->width);
    by_json_end_array(frame);
    by_json_flag(frame, "back", back);
    by_json_int(frame, "way", maze->way_length);
    by_json_int(frame, "entered", maze->entered);
    by_json_int(frame, "dead_ends", maze->dead_ends);
    by_json_end_object(frame);
}

static void listen(void *context, const struct by_maze *maze, bool back)
{
    write_step(context, maze, back);
    write_frame(context, maze, maze->way[maze->way_length - 1], back);
}

static void write_text(struct by_sink *sink, const struct by_maze *maze)
{
    struct by_buffer *out = &sink->text;
    by_buffer_add(out,
                  "A maze is a search problem that one can see. Walk on into a cell not entered\n"
                  "yet; where there is none, it is a dead end: go back the way you came to the\n"
                  "last cell with a choice left. East, south, west, north are tried in turn.\n\n"
                  "  escape(cell):  if it is the exit: done\n"
                  "      for every neighbour through a passage, not entered yet:\n"
                  "          go there; if escape(neighbour) is done: done\n"
                  "          come back\n\n");
    draw(sink, maze, false, out);
    by_buffer_format(
        out,
        "\no the way, x entered in vain\n\n"
        "The way is %d cells long. The search entered %d of the %d cells, met %d dead\n"
        "ends and left %d cells again. It remembers where it was, or it would walk in\n"
        "circles in mazes that have them; and it finds a way, not the shortest. Here\n"
        "there is only one.\n",
        maze->way_length, maze->entered, maze->width * maze->height, maze->dead_ends,
        maze->entered - maze->way_length);
}

/* --- SVG --------------------------------------------------------------------------------- */

static void draw_cells(struct by_svg *svg, const struct by_maze *maze, double size)
{
    for (int cell = 0; cell < maze->width * maze->height; cell++) {
        int column = cell % maze->width, row = cell / maze->width;
        if (maze->state[cell] == BY_MAZE_LOST)
            by_svg_rect(svg, column * size, row * size, size, size, "blush");
    }
}

static void draw_walls(struct by_svg *svg, const struct by_maze *maze, double size)
{
    int last = maze->width * maze->height - 1;
    by_svg_line(svg, 0, 0, maze->width * size, 0, "wall");
    by_svg_line(svg, 0, size, 0, maze->height * size, "wall");
    for (int cell = 0; cell <= last; cell++) {
        int column = cell % maze->width, row = cell / maze->width;
        double x = column * size, y = row * size;
        if (!by_maze_passage(maze, cell, 0) && cell != last)
            by_svg_line(svg, x + size, y, x + size, y + size, "wall");
        if (!by_maze_passage(maze, cell, 1))
            by_svg_line(svg, x, y + size, x + size, y + size, "wall");
    }
}

static void draw_way(struct by_svg *svg, const struct by_maze *maze, double size)
{
    by_svg_path(svg, "way");
    by_svg_to(svg, -size / 4, size / 2);
    for (int i = 0; i < maze->way_length; i++) {
        int column = maze->way[i] % maze->width, row = maze->way[i] / maze->width;
        by_svg_to(svg, (column + 0.5) * size, (row + 0.5) * size);
    }
    by_svg_to(svg, (maze->width + 0.25) * size, (maze->height - 0.5) * size);
    by_svg_path_end(svg);
}

static void draw_svg(struct by_sink *sink, const struct by_maze *maze)
{
    struct by_svg svg;
    char below[160];
    int longer = maze->width > maze->height ? maze->width : maze->height;
    double size = longer <= 25 ? 32 : longer <= 50 ? 18 : 11;
    double width = maze->width * size + 2 * BY_SVG_MARGIN;
    struct by_text text = by_text_over(below, sizeof below);
    by_text_format(&text, "Green: the way, %d cells. Red: %d cells entered in vain, %d dead ends.",
                   maze->way_length, maze->entered - maze->way_length, maze->dead_ends);
    by_svg_begin(&svg, &sink->svg, width < 560 ? 560 : width,
                 maze->height * size + BY_SVG_TOP + BY_SVG_MARGIN, "A maze and its dead ends",
                 below);
    by_svg_move(&svg, BY_SVG_MARGIN, BY_SVG_TOP);
    draw_cells(&svg, maze, size);
    draw_way(&svg, maze, size);
    draw_walls(&svg, maze, size);
    by_svg_back(&svg);
    by_svg_end(&svg);
}

/* --- the lesson ----------------------------------------------------------------------------- */

/* Walls as '#', floors as ' ', on a grid of (2 width + 1) x (2 height + 1). */
static void write_plan(struct by_json *figures, const struct by_maze *maze)
{
    char line[2 * BY_MAZE_SIDE_MAX + 2];
    by_json_array(figures, "plan");
    for (int y = 0; y <= 2 * maze->height; y++) {
        struct by_text text = by_text_over(line, sizeof line);
        for (int x = 0; x <= 2 * maze->width; x++) {
            bool rim = x == 0 || y == 0 || x == 2 * maze->width || y == 2 * maze->height;
            int cell = (y - 1) / 2 * maze->width + (x - 1) / 2;
            bool floor = !rim && (x % 2 == 1 || y % 2 == 1) &&
                         ((x % 2 == 1 && y % 2 == 1) || by_maze_passage(maze, cell, x % 2));
            by_text_char(&text, floor ? ' ' : '#');
        }
        by_json_text(figures, NULL, line);
    }
    by_json_end_array(figures);
}

static void write_figures(struct by_json *figures, const struct by_maze *maze)
{
    by_json_int(figures, "width", maze->width);
    by_json_int(figures, "height", maze->height);
    by_json_int(figures, "length", maze->way_length);
    by_json_int(figures, "entered", maze->entered);
    by_json_int(figures, "dead_ends", maze->dead_ends);
    by_json_array(figures, "way");
    for (int i = 0; i < maze->way_length; i++) {
        by_json_array(figures, NULL);
        by_json_int(figures, NULL, maze->way[i] % maze->width);
        by_json_int(figures, NULL, maze->way[i] / maze->width);
        by_json_end_array(figures);
    }
    by_json_end_array(figures);
    write_plan(figures, maze);
}

static enum by_status run(const struct by_values *values, struct by_sink *sink,
                          struct by_error *err)
{
    const struct by_value *size = by_values_get(values, "size");
    struct by_maze maze;
    struct by_rng rng;
    uint64_t seed;
    enum by_status status = by_lesson_seed(values, &seed, err);
    if (status != BY_OK)
        return status;
    by_rng_init(&rng, seed, 0);
    status = by_maze_open(&maze, size->width, size->height, &rng, err);
    if (status != BY_OK)
        return status;
    maze.way_length = maze.entered = 1; /* the search begins in the first cell */
    write_frame(sink, &maze, 0, false);
    by_maze_solve(&maze, listen, sink);
    write_text(sink, &maze);
    write_figures(&sink->figures, &maze);
    if (by_sink_wants(sink, BY_WANT_SVG))
        draw_svg(sink, &maze);
    by_maze_close(&maze);
    return BY_OK;
}

static const struct by_option options[] = {
    {.name = "size",
     .type = BY_OPTION_SIZE,
     .fallback = "16x9",
     .low = 2,
     .high = BY_MAZE_SIDE_MAX,
     .help = "cells across and down"},
    BY_LESSON_SEED,
    {.name = NULL},
};

const struct by_lesson by_lesson_maze = {
    .name = "maze",
    .title = "A maze and its dead ends",
    .summary = "a way out by backtracking, drawn with its dead ends",
    .options = options,
    .run = run,
};
