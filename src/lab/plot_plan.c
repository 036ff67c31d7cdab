/* plot_plan.c: what a file says about its plot, and what is chosen where it says nothing. */
#include "lab/plot_plan.h"
#include "base/options.h"
#include "base/spec.h"
#include "lab/parts.h"
#include <stdlib.h>
#include <string.h>

static const struct by_option options[] = {
    {"x", BY_OPTION_TEXT, NULL, 1, BY_LAB_WORD_MAX - 1, NULL, "the axis, or row"},
    {"y", BY_OPTION_TEXT, NULL, 1, 255, NULL, "the numbers, with commas between them"},
    {"row", BY_OPTION_TEXT, NULL, 1, BY_LAB_WORD_MAX - 1, NULL, "this row alone"},
    {"cells", BY_OPTION_TEXT, NULL, 1, 255, NULL, "these cells alone"},
    {"log", BY_OPTION_CHOICE, NULL, 0, 0, "none|x|y|xy", "logarithmic axes"},
    {"fit", BY_OPTION_CHOICE, "none", 0, 0, "none|power|growth", "a fitted line"},
    {NULL, BY_OPTION_FLAG, NULL, 0, 0, NULL, NULL},
};

static const char *const kinds[] = {"lines", "bars", "heat", "curves", "none"};

static const struct by_lab_entry *plot_entry(const struct by_lab_experiment *experiment)
{
    return experiment->row_count > 0 ? by_lab_entry(&experiment->rows[0], BY_LAB_KEY_PLOT, "")
                                     : NULL;
}

const char *by_lab_words_for(const struct by_lab_experiment *experiment, const char *name)
{
    for (int r = 0; r < experiment->row_count; r++) {
        const char *label = by_lab_text(&experiment->rows[r], BY_LAB_KEY_LABEL, name);
        if (label)
            return label;
    }
    return strcmp(name, "score") == 0 ? "score, %" : name;
}

/* --- axes ---------------------------------------------------------------------------------------- */

static bool axis_known(const struct by_lab_experiment *experiment, const char *name,
                       const char **own)
{
    *own = "row";
    if (strcmp(name, "row") == 0)
        return true;
    for (int r = 0; r < experiment->row_count; r++)
        for (int a = 0; a < experiment->rows[r].axis_count; a++)
            if (strcmp(experiment->rows[r].axes[a].name, name) == 0) {
                *own = experiment->rows[r].axes[a].name;
                return true;
            }
    return false;
}

bool by_lab_axis_numeric(const struct by_lab_experiment *experiment, const char *name)
{
    double ignored;
    bool some = false;
    for (int r = 0; r < experiment->row_count; r++)
        for (int a = 0; a < experiment->rows[r].axis_count; a++) {
            const struct by_lab_axis *axis = &experiment->rows[r].axes[a];
            if (strcmp(axis->name, name) != 0)
                continue;
            some = true;
            for (int i = 0; i < axis->count; i++)
                if (!by_read_real(axis->values[i], -1e300, 1e300, &ignored))
                    return false;
        }
    return some;
}

/* A 0, and more than a factor of 20 between the others: neither even nor logarithmic places would do. */
static bool zero_and_far(const struct by_lab_experiment *experiment, const char *name)
{
    double low = 0, high = 0, value;
    bool zero = false;
    for (int r = 0; r < experiment->row_count; r++)
        for (int a = 0; a < experiment->rows[r].axis_count; a++) {
            const struct by_lab_axis *axis = &experiment->rows[r].axes[a];
            for (int i = 0; strcmp(axis->name, name) == 0 && i < axis->count; i++) {
                if (!by_read_real(axis->values[i], 0, 1e300, &value))
                    return false;
                zero |= value == 0;
                low = value > 0 && (low == 0 || value < low) ? value : low;
                high = value > high ? value : high;
            }
        }
    return zero && low > 0 && high > 20 * low;
}

static bool few_have(const struct by_lab_experiment *experiment, const char *name)
{
    int rows = 0;
    for (int r = 0; r < experiment->row_count; r++)
        for (int a = 0; a < experiment->rows[r].axis_count; a++)
            rows += strcmp(experiment->rows[r].axes[a].name, name) == 0 &&
                    experiment->rows[r].axes[a].count > 1;
    return experiment->row_count > 2 && 2 * rows < experiment->row_count;
}

/* The axis with the most values; numbers before words, the later one of two. "row" where there are
 * none, where most rows stand at one place of it, and where it has two and there are more rows. */
static const char *longest_axis(const struct by_lab_experiment *experiment)
{
    const char *best = "row";
    int most = experiment->row_count > 1 ? 1 : 0;
    bool numbers = false;
    for (int r = 0; r < experiment->row_count; r++)
        for (int a = 0; a < experiment->rows[r].axis_count; a++) {
            const struct by_lab_axis *axis = &experiment->rows[r].axes[a];
            bool numeric = by_lab_axis_numeric(experiment, axis->name);
            if (axis->count < 2 || numeric < numbers || (numeric == numbers && axis->count < most))
                continue;
            best = axis->name;
            most = axis->count;
            numbers = numeric;
        }
    return few_have(experiment, best) || (most <= 2 && experiment->row_count > 2) ? "row" : best;
}

/* --- choosing -------------------------------------------------------------------------------------- */

static bool gives_series(const struct by_lab_results *results)
{
    for (int i = 0; i < results->count; i++)
        if (results->list[i].numbers.series_count > 0)
            return true;
    return false;
}

static bool two_parameters(const struct by_lab_experiment *experiment)
{
    const struct by_lab_row *row = &experiment->rows[0];
    return experiment->row_count == 1 && row->axis_count == 2 && row->axes[0].count > 1 &&
           row->axes[1].count > 1 && by_lab_axis_numeric(experiment, row->axes[0].name) &&
           by_lab_axis_numeric(experiment, row->axes[1].name);
}

static enum by_lab_drawing usual_kind(const struct by_lab_judged *judged, const char *x)
{
    const struct by_lab_experiment *experiment = judged->results->experiment;
    if (gives_series(judged->results))
        return BY_LAB_CURVES;
    if (two_parameters(experiment))
        return BY_LAB_HEAT;
    return by_lab_axis_numeric(experiment, x) ? BY_LAB_LINES : BY_LAB_BARS;
}

/* --- what the file says ------------------------------------------------------------------------------- */

static void copy(char *out, size_t size, const struct by_value *value)
{
    struct by_text text = by_text_over(out, size);
    if (value->set)
        by_text_add(&text, value->text);
}

static void take_values(const struct by_values *values, struct by_lab_plot_plan *out)
{
    const struct by_value *log = by_values_get(values, "log"), *fit = by_values_get(values, "fit");
    copy(out->y, sizeof out->y, by_values_get(values, "y"));
    copy(out->row, sizeof out->row, by_values_get(values, "row"));
    copy(out->cells, sizeof out->cells, by_values_get(values, "cells"));
    out->log_said = log->set;
    out->log_x = log->set && (log->choice & 1);
    out->log_y = log->set && (log->choice & 2);
    out->fit = fit->choice > 0;
    out->power = fit->choice == 1;
}

static enum by_status fail(const struct by_lab_experiment *experiment, const char *sentence,
                           struct by_error *err)
{
    return by_lab_fail_at(err, experiment->path, plot_entry(experiment)->line, "%s", sentence);
}

static enum by_status check_cells(const struct by_lab_experiment *experiment, const char *cells,
                                  struct by_error *err)
{
    struct by_error why = {.status = BY_OK};
    bool *chosen = calloc((size_t)experiment->cells + 1, sizeof *chosen);
    if (!chosen)
        return by_fail_memory(err, (size_t)experiment->cells);
    enum by_status status = by_lab_select(experiment, cells, chosen, &why);
    free(chosen);
    return status == BY_OK ? BY_OK : fail(experiment, why.text, err);
}

static enum by_status read_names(const struct by_lab_experiment *experiment,
                                 const struct by_values *values, struct by_lab_plot_plan *out,
                                 struct by_error *err)
{
    const struct by_value *x = by_values_get(values, "x");
    bool row = !*out->row;
    if (x->set && !axis_known(experiment, x->text, &out->x))
        return fail(experiment, "the x of the plot is no axis of this experiment", err);
    for (int r = 0; r < experiment->row_count; r++)
        row |= strcmp(experiment->rows[r].name, out->row) == 0;
    if (!row)
        return fail(experiment, "the row of the plot is none of this experiment", err);
    return *out->cells ? check_cells(experiment, out->cells, err) : BY_OK;
}

/* `*kind` stays -1 where the file says nothing. */
static enum by_status read_plot(const struct by_lab_experiment *experiment, int *kind,
                                struct by_lab_plot_plan *out, struct by_error *err)
{
    const struct by_lab_entry *entry = plot_entry(experiment);
    struct by_spec spec;
    struct by_values values;
    struct by_error why = {.status = BY_OK};
    *kind = -1;
    if (!entry)
        return BY_OK;
    if (by_spec_read(entry->text, &spec, &why) != BY_OK)
        return fail(experiment, why.text, err);
    for (int i = 0; i < 5; i++)
        if (strcmp(spec.name, kinds[i]) == 0)
            *kind = i;
    if (*kind < 0)
        return fail(experiment, "a plot is lines, bars, heat, curves or none", err);
    if (by_values_open("a plot", options, spec.settings, spec.count, &values, &why) != BY_OK)
        return fail(experiment, why.text, err);
    take_values(&values, out);
    enum by_status status = read_names(experiment, &values, out, err);
    by_values_close(&values);
    return status;
}

enum by_status by_lab_check_plot(const struct by_lab_experiment *experiment, struct by_error *err)
{
    struct by_lab_plot_plan plan = {.x = NULL};
    int kind;
    return read_plot(experiment, &kind, &plan, err);
}

enum by_status by_lab_plot_planned(const struct by_lab_judged *judged, struct by_lab_plot_plan *out,
                                   struct by_error *err)
{
    const struct by_lab_experiment *experiment = judged->results->experiment;
    int kind;
    *out = (struct by_lab_plot_plan){.x = NULL};
    enum by_status status = read_plot(experiment, &kind, out, err);
    if (status != BY_OK)
        return status;
    if (!out->x)
        out->x = longest_axis(experiment);
    out->kind = kind >= 0 ? (enum by_lab_drawing)kind : usual_kind(judged, out->x);
    out->spaced = !out->log_said && zero_and_far(experiment, out->x);
    return BY_OK;
}
