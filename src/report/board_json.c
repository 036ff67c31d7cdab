/* board_json.c: a position as data for who draws it; see board.h.
 *
 * All that a picture needs comes from the slots `cells` and `heaps` and from facts of the game: whoever
 * draws it knows no game. */
#include "games/grid.h"
#include "games/value.h"
#include "report/board.h"
#include <stdlib.h>
#include <string.h>

#define HEAPS_MAX 1000 /* that are told */

/* A position to try moves on, and what there is to see before and after one. */
struct picture {
    const struct by_line *line;
    const struct by_rules *rules;
    const void *position;
    void *after;
    bool has_cells, has_heaps;
    struct by_cells cells, other;
    int heap_count, other_count;
    int32_t heaps[HEAPS_MAX], others[HEAPS_MAX];
};

static const char *kind_of(const struct picture *p)
{
    if (p->has_cells)
        return p->rules->game->stars ? "lines" : "cells";
    return p->has_heaps ? "heaps" : "text";
}

/* --- cells ------------------------------------------------------------------------------------ */

static int cell_count(const struct by_cells *cells)
{
    return cells->width * cells->height;
}

static void report_rows(struct by_json *json, const struct by_cells *cells)
{
    char row[BY_GRID_SIDE_MAX + 1];
    by_json_array(json, "rows");
    for (int y = 0; y < cells->height; y++) {
        memcpy(row, cells->cell + (ptrdiff_t)y * cells->width, (size_t)cells->width);
        row[cells->width] = '\0';
        by_json_text(json, NULL, row);
    }
    by_json_end_array(json);
}

/* The cells with a mark, as members of the array that is open. */
static void report_marked(struct by_json *json, const struct by_cells *cells, uint8_t mark)
{
    for (int i = 0; i < cell_count(cells); i++)
        if (cells->mark[i] & mark)
            by_json_int(json, NULL, i);
}

static void report_marks(struct by_json *json, const char *name, const struct by_cells *cells,
                         uint8_t mark)
{
    by_json_array(json, name);
    report_marked(json, cells, mark);
    by_json_end_array(json);
}

static void report_stars(struct by_json *json, const struct picture *p)
{
    by_json_array(json, "stars");
    for (int i = 0; i < cell_count(&p->cells); i++)
        if (by_is_star(p->rules, &p->cells, i))
            by_json_int(json, NULL, i);
    by_json_end_array(json);
}

/* What the last move took or turned over: stones that are gone or are the other player's now, but for
 * the one that moved. */
static void report_taken(struct by_json *json, struct picture *p)
{
    const struct by_cells *before = &p->other, *now = &p->cells;
    int plies = p->line->count;
    by_json_array(json, "taken");
    if (plies > 0) {
        p->rules->game->cells(p->rules, by_line_position_at(p->line, plies - 1), BY_NO_MOVE,
                              &p->other);
        for (int i = 0; i < cell_count(now); i++)
            if (before->cell[i] != '.' && before->cell[i] != now->cell[i] &&
                !(now->mark[i] & BY_MARK_FROM))
                by_json_int(json, NULL, i);
    }
    by_json_end_array(json);
}

static void report_cells(struct by_json *json, struct picture *p)
{
    const struct by_cells *cells = &p->cells;
    by_json_int(json, "width", cells->width);
    by_json_int(json, "height", cells->height);
    by_json_flag(json, "from_top", cells->from_top);
    by_json_flag(json, "skip_i", cells->skip_i);
    by_json_flag(json, "drops", by_rules_have(p->rules, BY_TRAIT_DROPS));
    by_json_flag(json, "steps", by_rules_have(p->rules, BY_TRAIT_STEPS));
    report_rows(json, cells);
    report_stars(json, p);
    report_marks(json, "last", cells, BY_MARK_LAST);
    report_marks(json, "from", cells, BY_MARK_FROM);
    report_marks(json, "closed", cells, BY_MARK_BARRED);
    report_taken(json, p);
}

/* --- heaps ------------------------------------------------------------------------------------ */

static int read_heaps(const struct picture *p, const void *position, int32_t *out)
{
    int count = p->rules->game->heaps(p->rules, position, out, HEAPS_MAX);
    return count < HEAPS_MAX ? count : HEAPS_MAX;
}

static void report_heaps(struct by_json *json, const struct picture *p)
{
    by_json_array(json, "heaps");
    for (int i = 0; i < p->heap_count; i++)
        by_json_int(json, NULL, p->heaps[i]);
    by_json_end_array(json);
}

/* The heaps that are not there any more after a move: equal ones count as often as they come. */
static void report_heaps_changed(struct by_json *json, struct picture *p)
{
    p->other_count = read_heaps(p, p->after, p->others);
    for (int i = 0; i < p->heap_count; i++) {
        int at = 0, before = 0, now = 0;
        while (at < i)
            before += p->heaps[at++] == p->heaps[i];
        int all = before;
        while (at < p->heap_count)
            all += p->heaps[at++] == p->heaps[i];
        for (int j = 0; j < p->other_count; j++)
            now += p->others[j] == p->heaps[i];
        if (before < all - now)
            by_json_int(json, NULL, i);
    }
}

/* --- moves ------------------------------------------------------------------------------------ */

/* Where a move is drawn: where it comes from, then where it goes. */
static void report_cells_of(struct by_json *json, struct picture *p, by_move move)
{
    const struct by_game *game = p->rules->game;
    by_json_array(json, "cells");
    if (p->has_cells || p->has_heaps) {
        memcpy(p->after, p->position, p->rules->position_size);
        game->play(p->rules, p->after, move, NULL);
    }
    if (p->has_cells) {
        game->cells(p->rules, p->after, move, &p->other);
        report_marked(json, &p->other, BY_MARK_FROM);
        report_marked(json, &p->other, BY_MARK_LAST);
    } else if (p->has_heaps) {
        report_heaps_changed(json, p);
    }
    by_json_end_array(json);
}

static void report_legal(struct by_json *json, struct picture *p)
{
    by_move *moves = calloc((size_t)p->rules->max_moves, sizeof *moves);
    int count = moves && !by_line_over(p->line) ? by_line_moves(p->line, moves) : 0;
    json->out->failed |= !moves;
    by_json_array(json, "legal");
    for (int i = 0; i < count; i++) {
        by_json_object(json, NULL);
        by_report_move(json, "move", p->rules, p->position, moves[i]);
        report_cells_of(json, p, moves[i]);
        by_json_end_object(json);
    }
    by_json_end_array(json);
    free(moves);
}

/* --- the sides -------------------------------------------------------------------------------- */

static void report_sides(struct by_json *json, const struct picture *p)
{
    struct by_holding holding;
    bool holds = p->rules->game->holding != NULL;
    if (holds)
        p->rules->game->holding(p->rules, p->position, &holding);
    by_json_array(json, "sides");
    for (int side = 0; side < 2; side++) {
        by_json_object(json, NULL);
        by_json_text(json, "name", by_player_name(p->rules, side));
        by_json_text(json, "mark", by_side_name(side));
        if (holds) {
            by_json_object(json, "holding");
            by_json_text(json, "what", holding.what);
            by_json_int(json, "count", holding.each[side]);
            by_json_end_object(json);
        } else {
            by_json_null(json, "holding");
        }
        by_json_end_object(json);
    }
    by_json_end_array(json);
}

static void report_words(struct by_json *json, const struct picture *p)
{
    struct by_buffer words;
    const struct by_marks none = {.strong = NULL};
    char *drawing = by_drawing_string(p->rules, p->position);
    by_buffer_open(&words, BY_REPORT_LIMIT);
    by_put_turn(&words, p->line, &none);
    by_json_text(json, "words", by_buffer_text(&words));
    by_json_text(json, "drawing", drawing);
    json->out->failed |= words.failed || !drawing;
    by_buffer_close(&words);
    free(drawing);
}

/* --- all of it -------------------------------------------------------------------------------- */

static void look(struct picture *p)
{
    const struct by_line *line = p->line;
    const struct by_game *game = p->rules->game;
    by_move last = line->count > 0 ? line->moves[line->count - 1] : BY_NO_MOVE;
    p->has_cells = game->cells != NULL;
    p->has_heaps = !p->has_cells && game->heaps != NULL;
    if (p->has_cells)
        game->cells(p->rules, p->position, last, &p->cells);
    if (p->has_heaps)
        p->heap_count = read_heaps(p, p->position, p->heaps);
}

void by_report_board(struct by_json *json, const char *name, const struct by_line *line)
{
    struct picture *p = calloc(1, sizeof *p);
    void *after = aligned_alloc(16, line->rules->position_size);
    by_json_object(json, name);
    if (p && after) {
        *p = (struct picture){
            .line = line, .rules = line->rules, .position = by_line_position(line), .after = after};
        look(p);
        by_json_text(json, "kind", kind_of(p));
        if (p->has_cells)
            report_cells(json, p);
        if (p->has_heaps)
            report_heaps(json, p);
        report_legal(json, p);
        report_sides(json, p);
        report_words(json, p);
    } else {
        json->out->failed = true;
    }
    by_json_end_object(json);
    free(p);
    free(after);
}
