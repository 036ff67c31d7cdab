/* explain_text.c: an explanation for people: boards of values, and tables. */
#include "games/grid.h"
#include "games/value.h"
#include "report/board.h"
#include "report/columns.h"
#include "report/explain.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_SHOWN  16 /* of a table that is not shown whole */
#define CELLS_SHOWN 12 /* places of a group of terms */

struct page {
    struct by_buffer *out;
    const struct by_explanation *why;
    const struct by_told_player *player;
    const struct by_marks *marks;
    bool all;
};

static int board_cells(const struct by_explanation *why)
{
    return why->cells.width * why->cells.height;
}

/* --- boards ------------------------------------------------------------------------------ */

/* What stands on a cell: "X+5", "+1", "X", "."; a stone's letter before its value. */
static const char *cell_string(const struct by_explanation *why, const struct by_value_board *board,
                               int cell, char buffer[BY_FIGURE_BUFFER + 2])
{
    char number[BY_FIGURE_BUFFER];
    char stone = why->cells.cell[cell];
    by_figure_string(board->value[cell], board->is_signed, number);
    if (stone == '.')
        return strcpy(buffer, number[0] ? number : ".");
    snprintf(buffer, BY_FIGURE_BUFFER + 2, "%c%s%s", stone,
             number[0] && isdigit((unsigned char)number[0]) ? ":" : "", number);
    return buffer;
}

static int widest(const struct by_explanation *why, const struct by_value_board *board)
{
    char buffer[BY_FIGURE_BUFFER + 2];
    size_t most = 1;
    for (int i = 0; i < board_cells(why); i++) {
        size_t length = strlen(cell_string(why, board, i, buffer));
        most = length > most ? length : most;
    }
    return (int)most;
}

static void put_letters(const struct page *page, int width)
{
    const struct by_cells *cells = &page->why->cells;
    by_buffer_add(page->out, "    ");
    for (int x = 0; x < cells->width; x++)
        by_buffer_format(page->out, " %*c", width, by_grid_column(x, cells->skip_i));
    by_buffer_char(page->out, '\n');
}

static void put_board(const struct page *page, const struct by_value_board *board)
{
    const struct by_cells *cells = &page->why->cells;
    char buffer[BY_FIGURE_BUFFER + 2];
    int width = widest(page->why, board);
    if (cells->from_top)
        put_letters(page, width);
    for (int line = 0; line < cells->height; line++) {
        int y = cells->from_top ? line : cells->height - 1 - line;
        by_buffer_format(page->out, "  %2d", y + 1);
        for (int x = 0; x < cells->width; x++)
            by_buffer_format(page->out, " %*s", width,
                             cell_string(page->why, board, y * cells->width + x, buffer));
        by_buffer_char(page->out, '\n');
    }
    if (!cells->from_top)
        put_letters(page, width);
}

/* --- tables ------------------------------------------------------------------------------- */

static void put_table(const struct page *page, const struct by_columns *table)
{
    int left = by_put_columns(page->out, table, page->all ? table->rows : ROWS_SHOWN);
    if (left > 0)
        by_buffer_format(page->out, "  and %d more (--all)\n", left);
}

/* --- an evaluation ------------------------------------------------------------------------- */

/* In what the evaluation counts. */
static const char *signed_string(const struct page *page, const struct by_eval *eval, int64_t value,
                                 char buffer[BY_FIGURE_BUFFER])
{
    double unit = by_eval_unit(page->why->line->rules, eval);
    return by_figure_string((double)value / unit, true, buffer);
}

static const char *side_name(const struct page *page, int side)
{
    return by_player_name(page->why->line->rules, side);
}

static bool same_group(const struct by_term *a, const struct by_term *b)
{
    return a->side == b->side && a->value == b->value && strcmp(a->name, b->name) == 0;
}

static bool is_first(const struct by_told_eval *told, int term)
{
    for (int i = 0; i < term; i++)
        if (same_group(&told->terms[i], &told->terms[term]))
            return false;
    return true;
}

static int group_size(const struct by_told_eval *told, int first)
{
    int count = 0;
    for (int i = first; i < told->term_count; i++)
        count += same_group(&told->terms[i], &told->terms[first]);
    return count;
}

/* Terms that differ in place alone: "O move -1 x 4 = -4: c4 d3 e6 f5". */
static void put_group(const struct page *page, const struct by_told_eval *told, int first)
{
    const struct by_term *term = &told->terms[first];
    int count = group_size(told, first), most = page->all ? told->term_count : CELLS_SHOWN;
    char number[BY_FIGURE_BUFFER];
    by_buffer_format(page->out, "  %-*s %-16s", (int)strlen(side_name(page, 0)),
                     term->side < 0 ? "" : side_name(page, term->side), term->name);
    if (term->side >= 0 || term->value != 0)
        by_buffer_format(page->out, " %6s", signed_string(page, told->eval, term->value, number));
    if (count > 1)
        by_buffer_format(page->out, " x %d = %s", count,
                         signed_string(page, told->eval, (int64_t)term->value * count, number));
    int seen = 0;
    for (int i = first; i < told->term_count; i++) {
        if (!same_group(&told->terms[i], term) || told->terms[i].cell_count == 0)
            continue;
        if (seen++ < most) {
            by_buffer_add(page->out, seen == 1 ? ": " : " ");
            by_put_cells(page->out, &page->why->cells, told->terms[i].cells,
                         told->terms[i].cell_count, most);
        }
    }
    if (seen > most)
        by_buffer_format(page->out, " and %d more", seen - most);
    by_buffer_char(page->out, '\n');
}

static void put_sums(const struct page *page, const struct by_told_eval *told)
{
    int64_t sum[3] = {0, 0, 0}; /* of nobody, X, O */
    char all[BY_FIGURE_BUFFER], x[BY_FIGURE_BUFFER], o[BY_FIGURE_BUFFER];
    for (int i = 0; i < told->term_count; i++)
        sum[told->terms[i].side + 1] += told->terms[i].value;
    by_buffer_format(page->out, "  sum %s for %s = %s %s, %s %s",
                     signed_string(page, told->eval, told->value, all),
                     side_name(page, by_line_side(page->why->line)), side_name(page, 0),
                     signed_string(page, told->eval, sum[1], x), side_name(page, 1),
                     signed_string(page, told->eval, sum[2], o));
    if (sum[0] != 0)
        by_buffer_format(page->out, ", nobody's %s", signed_string(page, told->eval, sum[0], x));
    by_buffer_char(page->out, '\n');
}

static void put_eval(const struct page *page, int index)
{
    const struct by_told_eval *told = &page->why->evals[index];
    struct by_value_board board;
    char value[BY_WORTH_BUFFER];
    by_buffer_format(page->out, "\n%sevaluation %s: %s%s (%s)\n", page->marks->strong,
                     told->eval->name, by_told_eval_string(page->why, told, value),
                     page->marks->plain, told->eval->help);
    if (by_board_of_eval(page->why, index, &board))
        put_board(page, &board);
    for (int i = 0; i < told->term_count; i++)
        if (is_first(told, i))
            put_group(page, told, i);
    if (told->eval->terms)
        put_sums(page, told);
}

/* The first is explained, the others are named: --eval NAME or --all shows them. */
static void put_evals(const struct page *page)
{
    const struct by_explanation *why = page->why;
    char value[BY_WORTH_BUFFER];
    for (int i = 0; i < why->eval_count && (i == 0 || page->all); i++)
        put_eval(page, i);
    if (why->eval_count < 2 || page->all)
        return;
    by_buffer_add(page->out, "\nother evaluations (--eval NAME): ");
    for (int i = 1; i < why->eval_count; i++)
        by_buffer_format(page->out, "%s%s %s", i > 1 ? ", " : "", why->evals[i].eval->name,
                         by_told_eval_string(why, &why->evals[i], value));
    by_buffer_char(page->out, '\n');
}

/* --- what the game says --------------------------------------------------------------------- */

struct remarks {
    const struct by_explanation *why;
    int from;
    bool owned; /* there is a column for whose it is */
};

static const struct by_remark *remark_of(const struct remarks *r, int row)
{
    return &r->why->remarks[r->from + (row < 0 ? 0 : row)];
}

static void write_remark(const void *context, int row, int column, struct by_buffer *out)
{
    const struct remarks *r = context;
    const struct by_remark *remark = remark_of(r, row);
    char number[BY_FIGURE_BUFFER];
    if (column == 0 && row < 0) {
        by_buffer_add(out, remark->table);
    } else if (column == 0) {
        by_put_subject(out, r->why, remark);
    } else if (r->owned && column == 1) {
        by_buffer_add(out, row < 0            ? "of"
                           : remark->side < 0 ? ""
                                              : by_player_name(r->why->line->rules, remark->side));
    } else {
        const struct by_figure *figure = &remark->figures[column - 1 - r->owned];
        by_buffer_add(out, row < 0        ? figure->name
                           : figure->text ? figure->text
                                          : by_figure_string(figure->value, false, number));
    }
}

static double remark_value(const void *context, int row, int column)
{
    const struct remarks *r = context;
    return remark_of(r, row)->figures[column - 1 - r->owned].value;
}

static bool has_words(const struct by_explanation *why, int from, int count, int figure)
{
    for (int i = from; i < from + count; i++)
        if (why->remarks[i].figures[figure].text)
            return true;
    return false;
}

/* Whose it is is worth a column where it differs. */
static bool has_owners(const struct by_explanation *why, int from, int count)
{
    for (int i = from; i < from + count; i++)
        if (why->remarks[i].side != why->remarks[from].side)
            return true;
    return false;
}

static void put_remarks(const struct page *page, int from, int count)
{
    const struct by_explanation *why = page->why;
    struct remarks remarks = {why, from, has_owners(why, from, count)};
    int figures = why->remarks[from].figure_count, last = -1;
    struct by_value_board board;
    for (int i = 0; i < figures; i++) {
        if (by_board_of_figure(why, from, i, &board)) {
            by_buffer_format(page->out, "\n%s%s%s\n", page->marks->strong, board.title,
                             page->marks->plain);
            put_board(page, &board);
        }
        last = has_words(why, from, count, i) ? last : i;
    }
    by_buffer_char(page->out, '\n');
    put_table(page, &(struct by_columns){.rows = count,
                                         .columns = 1 + remarks.owned + figures,
                                         .sorted_by = last < 0 ? -1 : 1 + remarks.owned + last,
                                         .context = &remarks,
                                         .write = write_remark,
                                         .value = remark_value});
}

/* --- moves ------------------------------------------------------------------------------------- */

enum { MOVE, AFTER, THEORY, SHARE, RANK, FIRST, MOVE_COLUMNS };

/* Which columns there are. */
struct moves {
    const struct by_explanation *why;
    int column[MOVE_COLUMNS], count;
};

/* "won", or with a margin "won by 3". */
static void write_result(const struct by_rules *rules, int32_t result, struct by_buffer *out)
{
    char score[BY_SCORE_BUFFER];
    by_buffer_add(out, by_outcome_name(result));
    if (rules->game->has_margin && result != 0)
        by_buffer_format(out, " by %s",
                         by_score_string(rules, result > 0 ? result : -result, score));
}

static void write_after(const struct moves *m, const struct by_told_move *move,
                        struct by_buffer *out)
{
    const struct by_rules *rules = m->why->line->rules;
    char number[BY_FIGURE_BUFFER];
    if (move->over)
        write_result(rules, move->result, out);
    else if (m->why->eval_count > 0)
        by_buffer_add(out,
                      by_figure_string(move->after / by_eval_unit(rules, m->why->evals[0].eval),
                                       true, number));
    else
        by_buffer_add(out, "goes on");
}

static void write_move(const void *context, int row, int column, struct by_buffer *out)
{
    static const char *const heading[] = {"moves", "after it", "theory",
                                          "P",     "rank",     "first in playouts"};
    const struct moves *m = context;
    const struct by_explanation *why = m->why;
    char text[BY_MOVE_BUFFER], number[BY_FIGURE_BUFFER];
    int what = m->column[column];
    if (row < 0) {
        by_buffer_add(out, heading[what]);
        return;
    }
    const struct by_told_move *move = &why->moves[row];
    if (what == MOVE)
        by_buffer_add(
            out, by_move_string(why->line->rules, by_line_position(why->line), move->move, text));
    else if (what == AFTER)
        write_after(m, move, out);
    else if (what == THEORY && move->has_theory)
        write_result(why->line->rules, move->theory, out);
    else if (what == SHARE)
        by_buffer_add(out, by_figure_string(move->share, false, number));
    else if (what == RANK && move->rank > 0)
        by_buffer_format(out, "%d", move->rank);
    else if (what == FIRST)
        by_buffer_format(out, "%.1f %%",
                         100 * (double)why->playouts.first[row] / (double)why->playouts.games);
}

/* A won move is above all values, a lost one below. */
static double move_value(const void *context, int row, int column)
{
    const struct moves *m = context;
    const struct by_told_move *move = &m->why->moves[row];
    if (m->column[column] == FIRST)
        return (double)m->why->playouts.first[row];
    if (m->column[column] == SHARE)
        return move->share;
    return !move->over ? move->after : move->result > 0 ? 1e12 : move->result < 0 ? -1e12 : 0;
}

static bool any_theory(const struct by_explanation *why)
{
    for (int i = 0; i < why->move_count; i++)
        if (why->moves[i].has_theory)
            return true;
    return false;
}

static bool any_ends(const struct by_explanation *why)
{
    for (int i = 0; i < why->move_count; i++)
        if (why->moves[i].over)
            return true;
    return false;
}

static void put_moves(const struct page *page)
{
    const struct by_explanation *why = page->why;
    const struct by_game *game = why->line->rules->game;
    struct moves moves = {.why = why};
    moves.column[moves.count++] = MOVE;
    if (why->eval_count > 0 || any_ends(why) || !game->explain)
        moves.column[moves.count++] = AFTER;
    if (any_theory(why))
        moves.column[moves.count++] = THEORY;
    if (game->strengths || why->by_nature)
        moves.column[moves.count++] = SHARE;
    if (game->rank)
        moves.column[moves.count++] = RANK;
    if (why->playouts.policy && why->playouts.games > 0)
        moves.column[moves.count++] = FIRST;
    if (moves.count == 1)
        return; /* the game has said it all */
    if (why->eval_count > 0)
        by_buffer_format(page->out, "\nafter each move, by %s, for %s:\n", why->evals[0].eval->name,
                         why->by_nature ? side_name(page, by_line_side(why->line)) : "who moves");
    else
        by_buffer_char(page->out, '\n');
    int sorted = moves.column[moves.count - 1] == FIRST ? moves.count - 1 : 1;
    put_table(page, &(struct by_columns){.rows = why->move_count,
                                         .columns = moves.count,
                                         .sorted_by = sorted,
                                         .context = &moves,
                                         .write = write_move,
                                         .value = move_value});
}

/* --- what is known, playouts, the player ------------------------------------------------------- */

static void put_known(const struct page *page)
{
    const struct by_explanation *why = page->why;
    const struct by_rules *rules = why->line->rules;
    const void *position = by_line_position(why->line);
    if (why->has_theory) {
        by_buffer_format(page->out, "\ntheory: for %s ", side_name(page, by_line_side(why->line)));
        write_result(rules, why->theory, page->out);
        by_buffer_char(page->out, '\n');
    }
    if (why->has_forced) {
        by_buffer_add(page->out, "\nforced win: ");
        by_put_sequence(page->out, rules, position, why->forced.line, why->forced.length);
        by_buffer_char(page->out, '\n');
    }
}

static void put_verdict(const struct page *page)
{
    const struct by_verdict *verdict = &page->why->verdict;
    struct by_value_board board;
    if (!page->why->has_verdict)
        return;
    by_buffer_format(page->out, "\n%sif both stop now: %s +%.1f; dead stones: %s %d, %s %d; %s%s\n",
                     page->marks->strong, side_name(page, verdict->lead < 0), fabs(verdict->lead),
                     side_name(page, 0), verdict->dead_stones[0], side_name(page, 1),
                     verdict->dead_stones[1], verdict->settled ? "settled" : "not settled",
                     page->marks->plain);
    if (by_board_of_owners(page->why, &board))
        put_board(page, &board);
}

static void put_playouts(const struct page *page)
{
    const struct by_told_playouts *p = &page->why->playouts;
    const struct by_rules *rules = page->why->line->rules;
    double games = (double)p->games;
    if (!p->policy || p->games == 0)
        return;
    by_buffer_format(
        page->out,
        "\n%splayout %s: %lld games, %s wins %.1f %%, %s %.1f %%, draws %.1f %%%s (%s)\n",
        page->marks->strong, p->policy->name, (long long)p->games, side_name(page, 0),
        100 * (double)p->wins[0] / games, side_name(page, 1), 100 * (double)p->wins[1] / games,
        100 * (double)p->draws / games, page->marks->plain, p->policy->help);
    by_buffer_format(page->out, "  %.1f plies more on the average", (double)p->plies / games);
    if (rules->game->has_margin)
        by_buffer_format(page->out, ", %s +%.2f", side_name(page, p->results < 0),
                         fabs((double)p->results) / games / rules->score_scale);
    by_buffer_char(page->out, '\n');
}

static void write_choice(const void *context, int row, int column, struct by_buffer *out)
{
    static const char *const heading[] = {"moves", "prior", "explore", "value"};
    const struct page *page = context;
    const struct by_line *line = page->why->line;
    char text[BY_MOVE_BUFFER];
    if (row < 0) {
        by_buffer_add(out, heading[column]);
        return;
    }
    const struct by_choice *choice = &page->player->choices[row];
    if (column == 0)
        by_buffer_format(out, "%s%s",
                         by_move_string(line->rules, by_line_position(line), choice->move, text),
                         row < page->player->width ? "" : " (not looked at yet)");
    else if (column == 1 && page->player->has_prior)
        by_buffer_format(out, "%.4f", choice->prior);
    else if (column == 2 && !isinf(choice->value))
        by_buffer_format(out, "%.4f", choice->explore);
    else if (column == 3 && isinf(choice->value))
        by_buffer_add(out, "infinite");
    else if (column == 3)
        by_buffer_format(out, "%.4f", choice->value);
}

static void put_player(const struct page *page)
{
    const struct by_told_player *player = page->player;
    if (!player->spec)
        return;
    by_buffer_format(page->out, "\n%splayer %s%s\n", page->marks->strong, player->spec,
                     page->marks->plain);
    if (!player->choices)
        return;
    by_buffer_format(page->out, "  value = %s\n  before the first simulation:\n", player->formula);
    put_table(page, &(struct by_columns){.rows = player->choice_count,
                                         .columns = 4,
                                         .sorted_by = -1, /* they are best first */
                                         .context = page,
                                         .write = write_choice});
}

void by_put_explanation(struct by_buffer *out, const struct by_explanation *why,
                        const struct by_told_player *player, bool all, const struct by_marks *marks)
{
    const struct page page = {out, why, player, marks, all};
    by_put_board(out, why->line, marks, false);
    put_known(&page);
    put_evals(&page);
    for (int i = 0; i < why->remark_count; i += by_told_table(why, i))
        put_remarks(&page, i, by_told_table(why, i));
    put_verdict(&page);
    put_playouts(&page);
    put_moves(&page);
    put_player(&page);
}
