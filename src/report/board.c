/* board.c: see board.h. */
#include "report/board.h"
#include "games/grid.h"
#include "games/value.h"
#include "report/value.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STAR  '+'
#define LEGAL '*'

const char *by_side_title(const struct by_rules *rules, int side, char buffer[BY_SIDE_BUFFER])
{
    const char *name = by_player_name(rules, side);
    if (!rules->game->sides[side] || !rules->game->cells)
        snprintf(buffer, BY_SIDE_BUFFER, "%s", name);
    else
        snprintf(buffer, BY_SIDE_BUFFER, "%s (%s)", name, by_side_name(side));
    return buffer;
}

const char *by_mover_title(const struct by_line *line)
{
    return by_line_nature(line) ? "nature" : by_player_name(line->rules, by_line_side(line));
}

static const char *escape(const char *text)
{
    return text ? text : "";
}

/* --- the board ------------------------------------------------------------------------------ */

/* One coordinate of star points: on the third line of small boards, the fourth of large ones, and in
 * the middle. */
static bool on_star_line(int size, int at, bool *middle)
{
    int line = size >= 13 ? 3 : 2;
    *middle = size % 2 == 1 && at == size / 2;
    return at == line || at == size - 1 - line;
}

/* As Go boards are printed: the corners' from 9x9 on, the centre, and from 19x19 on the sides' too. */
static bool is_star(int size, int x, int y)
{
    bool middle_x, middle_y;
    bool line_x = on_star_line(size, x, &middle_x), line_y = on_star_line(size, y, &middle_y);
    if (middle_x || middle_y)
        return size >= 7 && ((middle_x && middle_y) || (size >= 19 && (line_x || line_y)));
    return size >= 9 && line_x && line_y;
}

bool by_is_star(const struct by_rules *rules, const struct by_cells *cells, int cell)
{
    return rules->game->stars && cells->width == cells->height &&
           is_star(cells->width, cell % cells->width, cell / cells->width);
}

/* Which cells a move goes to. */
static void mark_legal(const struct by_line *line, bool *to)
{
    const struct by_rules *rules = line->rules;
    size_t size = rules->position_size;
    by_move *moves = calloc((size_t)rules->max_moves, sizeof *moves);
    void *after = aligned_alloc(16, size);
    struct by_cells cells;
    int count = moves && after ? by_line_moves(line, moves) : 0;
    for (int i = 0; i < count; i++) {
        memcpy(after, by_line_position(line), size);
        rules->game->play(rules, after, moves[i], NULL);
        rules->game->cells(rules, after, moves[i], &cells);
        for (int cell = 0; cell < cells.width * cells.height; cell++)
            to[cell] |= (cells.mark[cell] & BY_MARK_LAST) != 0;
    }
    free(moves);
    free(after);
}

struct picture {
    struct by_buffer *out;
    const struct by_rules *rules;
    const struct by_marks *marks;
    struct by_cells cells;
    bool legal[BY_CELLS_MAX];
};

static void put_cell(const struct picture *p, int x, int y)
{
    const struct by_cells *cells = &p->cells;
    int cell = y * cells->width + x;
    char c = cells->cell[cell];
    if (c == 'X' || c == 'O') {
        by_buffer_format(p->out, "%s%c%s", escape(c == 'X' ? p->marks->first : p->marks->second), c,
                         escape(p->marks->plain));
        return;
    }
    if (p->legal[cell])
        c = LEGAL;
    else if (cells->mark[cell] & BY_MARK_BARRED)
        c = '#';
    else if (by_is_star(p->rules, cells, cell))
        c = STAR;
    by_buffer_char(p->out, c);
}

static bool is_last(const struct by_cells *cells, int x, int y)
{
    return x >= 0 && x < cells->width && (cells->mark[y * cells->width + x] & BY_MARK_LAST);
}

static void put_row(const struct picture *p, int y, int digits)
{
    const struct by_cells *cells = &p->cells;
    by_buffer_format(p->out, "%*d", digits, y + 1);
    for (int x = 0; x < cells->width; x++) {
        by_buffer_char(p->out, is_last(cells, x, y) ? '(' : is_last(cells, x - 1, y) ? ')' : ' ');
        put_cell(p, x, y);
    }
    by_buffer_add(p->out, is_last(cells, cells->width - 1, y) ? ")\n" : "\n");
}

static void put_letters(const struct picture *p, int digits)
{
    by_buffer_format(p->out, "%*s", digits, "");
    for (int x = 0; x < p->cells.width; x++)
        by_buffer_format(p->out, " %c", by_grid_column(x, p->cells.skip_i));
    by_buffer_char(p->out, '\n');
}

static void put_cells(struct picture *p)
{
    int digits = p->cells.height > 9 ? 2 : 1;
    if (p->cells.from_top)
        put_letters(p, digits);
    for (int line = 0; line < p->cells.height; line++)
        put_row(p, p->cells.from_top ? line : p->cells.height - 1 - line, digits);
    if (!p->cells.from_top)
        put_letters(p, digits);
}

/* The game's own drawing, but for its last line, which says who is to move, and says it also when
 * nobody is. */
static void put_drawing(struct by_buffer *out, const struct by_line *line)
{
    static const char tail[] = " to move";
    char *drawing = by_drawing_string(line->rules, by_line_position(line));
    if (!drawing) {
        out->failed = true;
        return;
    }
    size_t length = strlen(drawing);
    while (length > 0 && drawing[length - 1] == '\n')
        drawing[--length] = '\0';
    char *last = strrchr(drawing, '\n');
    if (last && strstr(last, tail))
        *last = '\0';
    by_buffer_format(out, "%s\n", drawing);
    free(drawing);
}

/* --- below the board -------------------------------------------------------------------------- */

static void put_holding(struct by_buffer *out, const struct by_line *line)
{
    const struct by_rules *rules = line->rules;
    struct by_holding holding;
    if (!rules->game->holding)
        return;
    rules->game->holding(rules, by_line_position(line), &holding);
    by_buffer_format(out, "%s: %s %lld, %s %lld\n", holding.what, by_player_name(rules, 0),
                     (long long)holding.each[0], by_player_name(rules, 1),
                     (long long)holding.each[1]);
}

void by_put_turn(struct by_buffer *out, const struct by_line *line, const struct by_marks *marks)
{
    char words[BY_WORTH_BUFFER], title[BY_SIDE_BUFFER];
    int side = by_line_side(line);
    if (by_line_over(line))
        by_buffer_format(out, "the game is over: %s%s%s", escape(marks->strong),
                         by_result_string(line->rules, by_line_result(line), words),
                         escape(marks->plain));
    else if (by_line_nature(line))
        by_buffer_format(out, "nature moves, then %s", by_player_name(line->rules, side));
    else
        by_buffer_format(out, "%s%s%s to move", escape(side == 0 ? marks->first : marks->second),
                         by_side_title(line->rules, side, title), escape(marks->plain));
}

static void put_turn_line(struct by_buffer *out, const struct by_line *line,
                          const struct by_marks *marks)
{
    by_put_turn(out, line, marks);
    by_buffer_char(out, '\n');
}

void by_put_board(struct by_buffer *out, const struct by_line *line, const struct by_marks *marks,
                  bool legal)
{
    const struct by_rules *rules = line->rules;
    struct picture picture = {.out = out, .rules = rules, .marks = marks};
    by_move last = line->count > 0 ? line->moves[line->count - 1] : BY_NO_MOVE;
    if (rules->game->cells) {
        rules->game->cells(rules, by_line_position(line), last, &picture.cells);
        if (legal && !by_line_over(line))
            mark_legal(line, picture.legal);
        put_cells(&picture);
    } else {
        put_drawing(out, line);
    }
    put_holding(out, line);
    put_turn_line(out, line, marks);
}

void by_put_ended(struct by_buffer *out, const struct by_line *line)
{
    put_drawing(out, line);
    put_turn_line(out, line, &(struct by_marks){.strong = NULL});
}
