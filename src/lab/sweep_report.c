/* sweep_report.c: see sweep_report.h. */
#include "lab/sweep_report.h"
#include "report/columns.h"
#include <math.h>
#include <string.h>

#define LINES_MAX BY_LAB_CELLS_MAX

static const struct by_lab_row *row_of(const struct by_lab_results *results)
{
    return &results->experiment->rows[0];
}

static const struct by_lab_number *score_of(const struct by_lab_results *results, int cell)
{
    return by_lab_number(&results->list[cell].numbers, "score");
}

/* --- text ------------------------------------------------------------------------------------ */

enum { SCORE, INTERVAL, WON, DRAWN, LOST, GAMES, OWN_COLUMNS };

static void put_heading(const struct by_lab_row *row, int column, struct by_buffer *out)
{
    static const char *const names[OWN_COLUMNS] = {"score", "95 % interval", "won",
                                                   "drawn", "lost",          "games"};
    by_buffer_add(out, column < row->axis_count ? row->axes[column].name
                                                : names[column - row->axis_count]);
}

static int count_of(const struct by_lab_result *result, int column)
{
    switch (column) {
    case WON:
        return result->won;
    case DRAWN:
        return result->drawn;
    case LOST:
        return result->lost;
    default:
        return result->played;
    }
}

static void put_figure(const struct by_lab_results *results, int cell, int column,
                       struct by_buffer *out)
{
    const struct by_lab_number *score = score_of(results, cell);
    if (column >= WON)
        by_buffer_format(out, "%d", count_of(&results->list[cell], column));
    else if (!score)
        by_buffer_char(out, '-');
    else if (column == SCORE)
        by_buffer_format(out, "%.1f", score->value);
    else
        by_buffer_format(out, "%.1f to %.1f", score->low, score->high);
}

static void write_line(const void *context, int line, int column, struct by_buffer *out)
{
    const struct by_lab_results *results = context;
    const struct by_lab_row *row = row_of(results);
    if (line < 0)
        put_heading(row, column, out);
    else if (column < row->axis_count)
        by_buffer_add(out, row->axes[column].values[results->list[line].cell.at[column]]);
    else
        put_figure(results, line, column - row->axis_count, out);
}

static double number_of(const void *context, int line, int column)
{
    (void)context;
    (void)column;
    return -line;
}

/* Two parameters: the first one's values down, the second one's across. */
static void write_square(const void *context, int line, int column, struct by_buffer *out)
{
    const struct by_lab_results *results = context;
    const struct by_lab_axis *axes = row_of(results)->axes;
    if (line < 0 && column == 0) {
        by_buffer_format(out, "%s \\ %s", axes[0].name, axes[1].name);
    } else if (line < 0) {
        by_buffer_add(out, axes[1].values[column - 1]);
    } else if (column == 0) {
        by_buffer_add(out, axes[0].values[line]);
    } else {
        const struct by_lab_number *score = score_of(results, line * axes[1].count + column - 1);
        if (score)
            by_buffer_format(out, "%.1f", score->value);
        else
            by_buffer_char(out, '-');
    }
}

static void put_grid(struct by_buffer *out, const struct by_lab_results *results)
{
    const struct by_lab_axis *axes = row_of(results)->axes;
    const struct by_columns grid = {.rows = axes[0].count,
                                    .columns = axes[1].count + 1,
                                    .sorted_by = -1,
                                    .context = results,
                                    .write = write_square,
                                    .value = number_of};
    by_buffer_format(out, "\nscores of a, %s down and %s across\n", axes[0].name, axes[1].name);
    (void)by_put_columns(out, &grid, LINES_MAX);
}

void by_put_sweep(struct by_buffer *out, const struct by_lab_results *results)
{
    const struct by_lab_row *row = row_of(results);
    const struct by_columns table = {.rows = results->count,
                                     .columns = row->axis_count + OWN_COLUMNS,
                                     .sorted_by = -1,
                                     .context = results,
                                     .write = write_line,
                                     .value = number_of};
    by_buffer_format(out, "game  %s\na     %s\nb     %s\n\n", by_lab_text(row, BY_LAB_KEY_GAME, ""),
                     by_lab_text(row, BY_LAB_KEY_A, ""), by_lab_text(row, BY_LAB_KEY_B, ""));
    (void)by_put_columns(out, &table, LINES_MAX);
    if (row->axis_count == 2 && row->axes[1].count < BY_COLUMNS_MAX)
        put_grid(out, results);
}

/* --- CSV --------------------------------------------------------------------------------------- */

static void put_field(struct by_buffer *out, const char *text)
{
    by_buffer_char(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            by_buffer_char(out, '"');
        by_buffer_char(out, *text);
    }
    by_buffer_char(out, '"');
}

void by_sweep_csv(struct by_buffer *out, const struct by_lab_results *results)
{
    const struct by_lab_row *row = row_of(results);
    for (int i = 0; i < row->axis_count; i++)
        by_buffer_format(out, "%s,", row->axes[i].name);
    by_buffer_add(out, "score,score_low,score_high,won,drawn,lost,games,game,a,b,seed\n");
    for (int k = 0; k < results->count; k++) {
        const struct by_lab_result *result = &results->list[k];
        const struct by_lab_number *score = score_of(results, k);
        for (int i = 0; i < row->axis_count; i++) {
            put_field(out, row->axes[i].values[result->cell.at[i]]);
            by_buffer_char(out, ',');
        }
        if (score)
            by_buffer_format(out, "%.4f,%.4f,%.4f", score->value, score->low, score->high);
        else
            by_buffer_add(out, ",,");
        by_buffer_format(out, ",%d,%d,%d,%d,", result->won, result->drawn, result->lost,
                         result->played);
        const char *const texts[] = {result->cell.game, result->cell.a, result->cell.b};
        for (int i = 0; i < 3; i++) {
            put_field(out, texts[i]);
            by_buffer_char(out, ',');
        }
        by_buffer_format(out, "%llu\n", (unsigned long long)result->cell.seed);
    }
}

/* --- JSON -------------------------------------------------------------------------------------- */

static void report_cell(struct by_json *json, const struct by_lab_results *results, int number)
{
    const struct by_lab_result *result = &results->list[number];
    const struct by_lab_row *row = row_of(results);
    const struct by_lab_number *score = score_of(results, number);
    by_json_object(json, NULL);
    by_json_text(json, "cell", result->cell.label);
    by_json_object(json, "parameters");
    for (int i = 0; i < row->axis_count; i++)
        by_json_text(json, row->axes[i].name, row->axes[i].values[result->cell.at[i]]);
    by_json_end_object(json);
    by_json_text(json, "a", result->cell.a);
    by_json_text(json, "b", result->cell.b);
    by_json_real(json, "score", score ? score->value : NAN);
    by_json_range(json, "interval", score ? score->low : NAN, score ? score->high : NAN);
    by_json_int(json, "won", result->won);
    by_json_int(json, "drawn", result->drawn);
    by_json_int(json, "lost", result->lost);
    by_json_int(json, "games", result->played);
    by_json_int(json, "planned", result->cell.games);
    by_json_text(json, "seed", result->match_seed);
    by_json_end_object(json);
}

void by_report_sweep(struct by_json *json, const struct by_lab_results *results)
{
    const struct by_lab_row *row = row_of(results);
    by_json_object(json, NULL);
    by_json_text(json, "game", by_lab_text(row, BY_LAB_KEY_GAME, ""));
    by_json_text(json, "a", by_lab_text(row, BY_LAB_KEY_A, ""));
    by_json_text(json, "b", by_lab_text(row, BY_LAB_KEY_B, ""));
    by_json_array(json, "axes");
    for (int i = 0; i < row->axis_count; i++) {
        by_json_object(json, NULL);
        by_json_text(json, "name", row->axes[i].name);
        by_json_array(json, "values");
        for (int k = 0; k < row->axes[i].count; k++)
            by_json_text(json, NULL, row->axes[i].values[k]);
        by_json_end_array(json);
        by_json_end_object(json);
    }
    by_json_end_array(json);
    by_json_array(json, "cells");
    for (int k = 0; k < results->count; k++)
        report_cell(json, results, k);
    by_json_end_array(json);
    by_json_end_object(json);
}
