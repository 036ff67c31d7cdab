/* board.c: see board.h. */
#include "lessons/board.h"

#include <string.h>

void by_tictactoe_cells(const struct by_rules *rules, const void *position,
                        char cells[BY_TICTACTOE_CELLS])
{
    struct by_cells board;
    rules->game->cells(rules, position, BY_NO_MOVE, &board);
    memcpy(cells, board.cell, BY_TICTACTOE_CELLS);
}

double by_tictactoe_x(int cell, double side)
{
    return cell % BY_TICTACTOE_SIDE * side / BY_TICTACTOE_SIDE;
}

double by_tictactoe_y(int cell, double side)
{
    int row = cell / BY_TICTACTOE_SIDE;
    return (BY_TICTACTOE_SIDE - 1 - row) * side / BY_TICTACTOE_SIDE;
}

static void draw_stone(struct by_svg *svg, char stone, double x, double y, double size)
{
    double near = size * 0.25, far = size * 0.75;
    bool large = size > 40;
    const char *x_class = large ? "line heavy first-line" : "line medium first-line";
    if (stone == 'X') {
        by_svg_line(svg, x + near, y + near, x + far, y + far, x_class);
        by_svg_line(svg, x + near, y + far, x + far, y + near, x_class);
    } else if (stone == 'O') {
        by_svg_circle(svg, x + size / 2, y + size / 2, size * 0.27,
                      large ? "line heavy second-line" : "line medium second-line");
    }
}

void by_tictactoe_svg(struct by_svg *svg, const char cells[BY_TICTACTOE_CELLS], int fresh,
                      double side)
{
    double cell = side / BY_TICTACTOE_SIDE;
    if (fresh >= 0)
        by_svg_rect(svg, by_tictactoe_x(fresh, side), by_tictactoe_y(fresh, side), cell, cell,
                    "gold");
    for (int i = 1; i < BY_TICTACTOE_SIDE; i++) {
        by_svg_line(svg, i * cell, 0, i * cell, side, "line dim-line");
        by_svg_line(svg, 0, i * cell, side, i * cell, "line dim-line");
    }
    by_svg_rect(svg, 0, 0, side, side, "line dim-line");
    for (int i = 0; i < BY_TICTACTOE_CELLS; i++)
        draw_stone(svg, cells[i], by_tictactoe_x(i, side), by_tictactoe_y(i, side), cell);
}
