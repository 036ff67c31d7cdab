#include "games/grid.h"

#include <string.h>

#define FORM "rows from the top joined by '/', a space, the side to move, as in X.O/.X./..O X"

/* Upper case without the locale. */
static char upper(char c)
{
    return (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
}

static enum by_status refuse_cell(char c, int row, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    return by_fail(err, BY_BAD_INPUT, "'%s' in row %d of the position is none of X, O and '.'",
                   by_quote((char[]){c, '\0'}, quoted), row);
}

/* A cell as grids have it, also from the letters of OBF, Othello's files of positions: '*' is black
 * there, '-' empty. '\0': it is none. */
static char cell_of(char c)
{
    c = upper(c);
    return (char)(c == '*' ? 'X' : c == '-' ? '.' : c == 'X' || c == 'O' || c == '.' ? c : '\0');
}

/* One row of `length` cells at *cursor into `cells`, up to the character behind it. `row` counts
 * from 1 at the top, as a reader of the text does. */
static enum by_status read_row(const char **cursor, size_t length, int width, int row, char *cells,
                               struct by_error *err)
{
    for (size_t x = 0; x < length; x++) {
        char c = cell_of((*cursor)[x]);
        if (c == '\0')
            return refuse_cell((*cursor)[x], row, err);
        if (x < (size_t)width)
            cells[x] = c;
    }
    if (length != (size_t)width)
        return by_fail(err, BY_BAD_INPUT,
                       "row %d of the position has %zu cell%s, but the board is %d wide", row,
                       length, length == 1 ? "" : "s", width);
    *cursor += length;
    return BY_OK;
}

/* Behind the side to move nothing, or what a line of OBF has there, which says nothing of the
 * position: ';', then moves and their scores, "A2:+38;", and '%' with a comment. */
static bool is_remark(const char *text)
{
    static const char ends[] = " :;%";
    if (*text++ != ';')
        return false;
    for (text += strspn(text, " "); *text != '\0' && *text != '%'; text += strspn(text, " ")) {
        size_t move = strcspn(text, ends);
        if (move == 0 || text[move] != ':')
            return false;
        text += move + 1;
        size_t score = strcspn(text, ends);
        if (score == 0 || text[score] != ';')
            return false;
        text += score + 1;
    }
    return true;
}

/* The space and the side to move. */
static enum by_status read_side(const char *text, int *side, struct by_error *err)
{
    char c = text[0] == ' ' ? cell_of(text[1]) : '\0';
    if ((c != 'X' && c != 'O') || (text[2] != '\0' && !is_remark(text + 2)))
        return by_fail(err, BY_BAD_INPUT,
                       "the position must end in a space and the side to move, X or O (" FORM ")");
    *side = c == 'O';
    return BY_OK;
}

enum by_status by_grid_read(const char *text, int width, int height, struct by_grid *out,
                            struct by_error *err)
{
    *out = (struct by_grid){.width = width, .height = height};
    bool joined = strcspn(text, "/ ") == (size_t)width * (size_t)height; /* without any '/' */
    for (int row = 1; row <= height; row++) {
        char *cells = &out->cell[(height - row) * width];
        size_t length = joined ? (size_t)width : strcspn(text, "/ ");
        enum by_status status = read_row(&text, length, width, row, cells, err);
        if (status != BY_OK)
            return status;
        if (row < height && !joined && *text++ != '/')
            return by_fail(err, BY_BAD_INPUT,
                           "the position has %d row%s, but the board is %d high (" FORM ")", row,
                           row == 1 ? "" : "s", height);
    }
    if (*text == '/')
        return by_fail(err, BY_BAD_INPUT,
                       "the position has more than %d row%s, but the board is %d high", height,
                       height == 1 ? "" : "s", height);
    return read_side(text, &out->side, err);
}

void by_grid_write(const struct by_grid *grid, struct by_text *out)
{
    for (int y = grid->height - 1; y >= 0; y--) {
        for (int x = 0; x < grid->width; x++)
            by_text_char(out, grid->cell[y * grid->width + x]);
        by_text_char(out, y > 0 ? '/' : ' ');
    }
    by_text_char(out, grid->side == 0 ? 'X' : 'O');
}

/* Digits of the largest row number. */
static int margin_of(const struct by_grid *grid)
{
    return grid->height > 9 ? 2 : 1;
}

static void draw_row(const struct by_grid *grid, int y, int number, struct by_text *out)
{
    by_text_format(out, "%*d", margin_of(grid), number);
    for (int x = 0; x < grid->width; x++)
        by_text_format(out, " %c", grid->cell[y * grid->width + x]);
    by_text_char(out, '\n');
}

static void draw_columns(const struct by_grid *grid, bool skip_i, struct by_text *out)
{
    by_text_format(out, "%*s", margin_of(grid), "");
    for (int x = 0; x < grid->width; x++)
        by_text_format(out, " %c", by_grid_column(x, skip_i));
    by_text_char(out, '\n');
}

static void draw_side(const struct by_grid *grid, struct by_text *out)
{
    by_text_format(out, "%c to move\n", grid->side == 0 ? 'X' : 'O');
}

void by_grid_draw(const struct by_grid *grid, bool skip_i, struct by_text *out)
{
    for (int y = grid->height - 1; y >= 0; y--)
        draw_row(grid, y, y + 1, out);
    draw_columns(grid, skip_i, out);
    draw_side(grid, out);
}

void by_grid_draw_from_top(const struct by_grid *grid, bool skip_i, struct by_text *out)
{
    draw_columns(grid, skip_i, out);
    for (int y = grid->height - 1; y >= 0; y--)
        draw_row(grid, y, grid->height - y, out);
    draw_side(grid, out);
}

int by_grid_count(const struct by_grid *grid, char c)
{
    int count = 0;
    for (int i = 0; i < grid->width * grid->height; i++)
        count += grid->cell[i] == c;
    return count;
}

char by_grid_column(int x, bool skip_i)
{
    return (char)('a' + x + (skip_i && x >= 'i' - 'a'));
}

/* The column called `letter`; -1 when the board has none of that name. */
static int column_of(char letter, int width, bool skip_i)
{
    for (int x = 0; x < width; x++) {
        if (upper(letter) == upper(by_grid_column(x, skip_i)))
            return x;
    }
    return -1;
}

bool by_grid_scan_point(const char **cursor, int width, int height, bool skip_i, int *x, int *y)
{
    const char *text = *cursor;
    int column = column_of(*text++, width, skip_i);
    if (column < 0 || *text == '0')
        return false;
    int row = 0;
    for (; *text >= '0' && *text <= '9' && row <= height; text++)
        row = 10 * row + (*text - '0');
    if (row < 1 || row > height)
        return false;
    *x = column;
    *y = row - 1;
    *cursor = text;
    return true;
}

void by_grid_write_point(int x, int y, bool skip_i, struct by_text *out)
{
    by_text_format(out, "%c%d", by_grid_column(x, skip_i), y + 1);
}

void by_cells_name(const struct by_cells *cells, int cell, struct by_text *out)
{
    by_grid_write_point(cell % cells->width, cell / cells->width, cells->skip_i, out);
}

void by_grid_image(int width, int height, int s, int *x, int *y)
{
    if (s & 1) {
        int swap = *x;
        *x = *y;
        *y = swap;
    }
    int flip = s & 6;
    if (flip == 2 || flip == 4)
        *x = width - 1 - *x;
    if (flip == 2 || flip == 6)
        *y = height - 1 - *y;
}
