/* sweep_svg.c: a sweep drawn: scores over one parameter with their intervals, a heat map of two. */
#include "base/draw/plot.h"
#include "base/spec.h"
#include "lab/sweep_report.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SPAN    10  /* values that span as many times their least are spread by their logarithm */
#define LETTERS 110 /* of the line below the title */
#define NOTE    24  /* bytes of an interval */

static const struct by_lab_row *row_of(const struct by_lab_results *results)
{
    return &results->experiment->rows[0];
}

static double value_of(const struct by_lab_axis *axis, int place)
{
    double value;
    return by_read_real(axis->values[place], -1e15, 1e15, &value) ? value : NAN;
}

/* Numbers stand where they are; words, and numbers of which 0 is one and the rest span decades, at even
 * distances. */
static enum by_plot_scale scale_of(const struct by_lab_axis *axis)
{
    double least = INFINITY, largest = 0;
    bool numbers = true, positive = true;
    for (int i = 0; i < axis->count; i++) {
        double value = value_of(axis, i);
        numbers &= isfinite(value) != 0;
        positive &= value > 0;
        if (value > 0)
            least = fmin(least, value);
        largest = fmax(largest, value);
    }
    if (!numbers)
        return BY_PLOT_PLACES;
    if (largest < SPAN * least)
        return BY_PLOT_LINEAR;
    return positive ? BY_PLOT_LOG : BY_PLOT_PLACES;
}

static struct by_plot_axis axis_of(const struct by_lab_axis *axis, enum by_plot_scale scale)
{
    return (struct by_plot_axis){.title = axis->name,
                                 .scale = scale,
                                 .low = NAN,
                                 .high = NAN,
                                 .places = axis->count,
                                 .place = axis->values};
}

/* The game and both players, as far as they fit. */
static void put_players(struct by_text *out, const struct by_lab_row *row)
{
    by_text_format(out, "%s: %s against %s", by_lab_text(row, BY_LAB_KEY_GAME, ""),
                   by_lab_text(row, BY_LAB_KEY_A, ""), by_lab_text(row, BY_LAB_KEY_B, ""));
    if (by_letters(out->data) > LETTERS)
        memcpy(out->data + by_letters_bytes(out->data, LETTERS - 4), " ...", sizeof " ...");
}

static void draw_line(struct by_buffer *out, const struct by_lab_results *results,
                      const char *below, struct by_plot_point *points)
{
    const struct by_lab_axis *axis = &row_of(results)->axes[0];
    enum by_plot_scale scale = scale_of(axis);
    for (int i = 0; i < results->count; i++) {
        const struct by_lab_number *score = by_lab_number(&results->list[i].numbers, "score");
        points[i] = (struct by_plot_point){scale == BY_PLOT_PLACES ? i : value_of(axis, i),
                                           score ? score->value : NAN, score ? score->low : NAN,
                                           score ? score->high : NAN};
    }
    const struct by_plot_series series = {
        .name = "a", .joined = true, .count = results->count, .points = points};
    const struct by_plot plot = {.title = "Score of a",
                                 .below = below,
                                 .x = axis_of(axis, scale),
                                 .y = {.title = "per cent of the points", .low = 0, .high = 100},
                                 .divide = 50,
                                 .filled = "with 95 % intervals",
                                 .count = 1,
                                 .series = &series};
    by_plot_lines(&plot, out);
}

/* The first parameter down, the second across, as the table has them. */
static void draw_heat(struct by_buffer *out, const struct by_lab_results *results,
                      const char *below, double *values, const char **notes,
                      char (*intervals)[NOTE])
{
    const struct by_lab_axis *axes = row_of(results)->axes;
    for (int i = 0; i < results->count; i++) {
        const struct by_lab_number *score = by_lab_number(&results->list[i].numbers, "score");
        struct by_text text = by_text_over(intervals[i], NOTE);
        values[i] = score ? score->value : NAN;
        notes[i] = score ? intervals[i] : NULL;
        if (score)
            by_text_format(&text, "%.0f to %.0f", score->low, score->high);
    }
    const struct by_heat heat = {.title = "Score of a",
                                 .below = below,
                                 .x = axis_of(&axes[1], BY_PLOT_PLACES),
                                 .y = axis_of(&axes[0], BY_PLOT_PLACES),
                                 .value = values,
                                 .note = notes,
                                 .low = 0,
                                 .high = 100,
                                 .unit = "%"};
    by_plot_heat(&heat, out);
}

enum by_status by_sweep_svg(struct by_buffer *out, const struct by_lab_results *results,
                            struct by_error *err)
{
    const struct by_lab_row *row = row_of(results);
    char players[2 * BY_SPEC_LENGTH_MAX];
    struct by_text text = by_text_over(players, sizeof players);
    if (row->axis_count > BY_SWEEP_DRAWN)
        return by_fail(err, BY_BAD_INPUT, "one or two parameters can be drawn, not %d",
                       row->axis_count);
    size_t count = (size_t)results->count;
    struct by_plot_point *points = malloc(count * sizeof *points);
    double *values = malloc(count * sizeof *values);
    const char **notes = malloc(count * sizeof *notes);
    char(*intervals)[NOTE] = malloc(count * sizeof *intervals);
    bool room = points && values && notes && intervals;
    put_players(&text, row);
    if (room && row->axis_count == 1)
        draw_line(out, results, players, points);
    else if (room)
        draw_heat(out, results, players, values, notes, intervals);
    free(points);
    free(values);
    free(notes);
    free(intervals);
    return room ? BY_OK : by_fail_memory(err, count * sizeof *points);
}
