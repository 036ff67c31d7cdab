/* explain_pieces.c: boards of values and short numbers, for text and drawings. */
#include "games/grid.h"
#include "games/value.h"
#include "report/explain.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SUBJECT_CELLS 4 /* of a chain that has many */

static void clear(struct by_value_board *out, const char *title, bool is_signed)
{
    out->title = title;
    out->is_signed = is_signed;
    for (int i = 0; i < BY_CELLS_MAX; i++)
        out->value[i] = NAN;
}

const char *by_told_eval_string(const struct by_explanation *why, const struct by_told_eval *told,
                                char buffer[BY_WORTH_BUFFER])
{
    const struct by_worth worth = {.rules = why->line->rules,
                                   .side = by_line_side(why->line),
                                   .bound = BY_BOUND_EXACT,
                                   .eval = told->eval,
                                   .headed = true,
                                   .value = told->value};
    return by_worth_string(&worth, buffer);
}

bool by_board_of_eval(const struct by_explanation *why, int eval, struct by_value_board *out)
{
    const struct by_told_eval *told = &why->evals[eval];
    bool any = false;
    clear(out, told->eval->name, true);
    for (int i = 0; why->has_cells && i < why->cells.width * why->cells.height; i++) {
        int64_t sum;
        if (!by_told_at(told, i, &sum))
            continue;
        out->value[i] = (double)sum / by_eval_unit(why->line->rules, told->eval);
        any = true;
    }
    return any;
}

bool by_board_of_figure(const struct by_explanation *why, int from, int figure,
                        struct by_value_board *out)
{
    const struct by_figure *first = &why->remarks[from].figures[figure];
    int count = by_told_table(why, from);
    bool any = false;
    clear(out, first->name, false);
    if (!first->on_board || !why->has_cells)
        return false;
    for (int i = from; i < from + count; i++) {
        const struct by_remark *remark = &why->remarks[i];
        double value = remark->figures[figure].value;
        for (int j = 0; j < remark->cell_count; j++)
            out->value[remark->cells[j]] = value;
        any |= remark->cell_count > 0 && !isnan(value);
        out->is_signed |= value < 0;
    }
    return any;
}

bool by_board_of_owners(const struct by_explanation *why, struct by_value_board *out)
{
    clear(out, "owner", true);
    for (int i = 0; why->has_verdict && i < why->verdict.points; i++)
        out->value[i] = round(10 * why->verdict.owner[i]) / 10;
    return why->has_verdict && why->has_cells;
}

/* Boards are narrow: ".017" for 0.017. */
static void drop_zero(char *text)
{
    text += *text == '+' || *text == '-';
    if (text[0] == '0' && text[1] == '.')
        memmove(text, text + 1, strlen(text));
}

/* Three digits, and no exponent. */
static void write_figure(double value, bool is_signed, char buffer[BY_FIGURE_BUFFER])
{
    double size = fabs(value);
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    for (double least = 0.1; decimals >= 3 && decimals < 9 && size < least; least /= 10)
        decimals++;
    struct by_text text = by_text_over(buffer, BY_FIGURE_BUFFER);
    if (is_signed && value > 0)
        by_text_char(&text, '+');
    by_write_number(value, decimals, &text);
}

const char *by_figure_string(double value, bool is_signed, char buffer[BY_FIGURE_BUFFER])
{
    bool whole = fabs(value) < 1e15 && !(value > floor(value));
    buffer[0] = '\0';
    if (isnan(value))
        return buffer;
    if (whole)
        snprintf(buffer, BY_FIGURE_BUFFER, is_signed && value > 0 ? "+%.0f" : "%.0f", value + 0.0);
    else
        write_figure(value, is_signed, buffer);
    drop_zero(buffer);
    return buffer;
}

void by_put_cells(struct by_buffer *out, const struct by_cells *cells, const int16_t *cell,
                  int count, int most)
{
    char name[16];
    for (int i = 0; i < count && i < most; i++) {
        struct by_text text = by_text_over(name, sizeof name);
        by_cells_name(cells, cell[i], &text);
        by_buffer_format(out, "%s%s", i > 0 ? "+" : "", name);
    }
    if (count > most)
        by_buffer_format(out, "+%d more", count - most);
}

void by_put_subject(struct by_buffer *out, const struct by_explanation *why,
                    const struct by_remark *remark)
{
    char move[BY_MOVE_BUFFER];
    const struct by_line *line = why->line;
    if (remark->move != BY_NO_MOVE)
        by_buffer_add(out, by_move_string(line->rules, by_line_position(line), remark->move, move));
    else if (remark->what)
        by_buffer_add(out, remark->what);
    else
        by_put_cells(out, &why->cells, remark->cells, remark->cell_count, SUBJECT_CELLS);
}
