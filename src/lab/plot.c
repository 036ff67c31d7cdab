/* plot.c: see plot.h. */
#include "lab/plot.h"
#include "base/num.h"
#include "lab/plot_drawn.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIT_POINTS 24

/* --- fits ------------------------------------------------------------------------------------------------------ */

static void note_fit(const struct by_lab_drawn *d, const struct by_growth *fit,
                     struct by_lab_drawn_series *entry)
{
    struct by_text note = by_text_over(entry->note, sizeof entry->note);
    bool power = d->plan.power;
    double value = power ? fit->slope : by_exp(fit->slope);
    by_text_format(&note, power ? "power %.3g" : "%.3g times a step", value);
    if (!isnan(fit->interval.low))
        by_text_format(&note, " (%.3g to %.3g)",
                       power ? fit->interval.low : by_exp(fit->interval.low),
                       power ? fit->interval.high : by_exp(fit->interval.high));
}

static void add_fit(struct by_lab_drawn *d, struct by_lab_drawn_series *entry)
{
    struct by_point *points = calloc((size_t)entry->our_count + 1, sizeof *points);
    if (!points || entry->our_count < 2) {
        free(points);
        return;
    }
    for (int i = 0; i < entry->our_count; i++)
        points[i] = (struct by_point){entry->ours[i].x, entry->ours[i].y, 0};
    struct by_growth fit = by_growth_fit(points, entry->our_count, d->plan.power);
    double from = points[0].x, to = points[entry->our_count - 1].x;
    free(points);
    struct by_plot_point *drawn = fit.count >= 2 && to > from ? by_drawn_take(d, FIT_POINTS) : NULL;
    if (!drawn)
        return;
    note_fit(d, &fit, entry);
    for (int i = 0; i < FIT_POINTS; i++) {
        double part = i / (FIT_POINTS - 1.0);
        double x = d->plan.power && from > 0 ? from * by_exp(part * by_ln(to / from))
                                             : from + part * (to - from);
        double u = d->plan.power ? by_ln(x) : x;
        drawn[i] = (struct by_plot_point){x, by_exp(fit.intercept + fit.slope * u), NAN, NAN};
    }
    entry->fit = drawn;
    entry->fit_count = FIT_POINTS;
}

/* --- drawing ------------------------------------------------------------------------------------------------------ */

struct extent {
    double low, high;
};

static void extend(struct extent *e, const struct by_plot_point *points, int count, bool y)
{
    for (int i = 0; i < count; i++) {
        double value = y ? points[i].y : points[i].x;
        if (isfinite(value)) {
            e->low = value < e->low ? value : e->low;
            e->high = value > e->high ? value : e->high;
        }
    }
}

/* Far enough for a logarithmic axis, and nothing on it that has no logarithm. */
static bool spans_far(const struct by_lab_drawn *d, bool y, double factor)
{
    struct extent e = {INFINITY, -INFINITY};
    for (int s = 0; s < d->series_count; s++) {
        extend(&e, d->series[s].ours, d->series[s].our_count, y);
        extend(&e, d->series[s].theirs, d->series[s].their_count, y);
    }
    return e.low > 0 && e.high >= factor * e.low;
}

/* Steps that grow by more than a factor of 4, as 50 500 5000 do and 1 2 3 does not. */
static bool steps_grow(const struct by_lab_drawn *d)
{
    double least = INFINITY, most = 0;
    for (int s = 0; s < d->series_count; s++)
        for (int theirs = 0; theirs < 2; theirs++) {
            const struct by_plot_point *points = theirs ? d->series[s].theirs : d->series[s].ours;
            int count = theirs ? d->series[s].their_count : d->series[s].our_count;
            for (int i = 1; i < count; i++) {
                double step = points[i].x - points[i - 1].x;
                least = step > 0 && step < least ? step : least;
                most = step > most ? step : most;
            }
        }
    return most >= 4 * least;
}

static bool of_shares(const struct by_lab_drawn *d)
{
    for (int i = 0; i < d->count; i++)
        if (by_drawn_wanted(d, &d->lines[i]))
            return d->lines[i].share;
    return false;
}

static void choose_scales(struct by_lab_drawn *d)
{
    if (d->plan.log_said)
        return;
    d->plan.log_x = spans_far(d, false, 10) && steps_grow(d);
    d->plan.log_y = !of_shares(d) && spans_far(d, true, 50);
}

/* A label that the file has, or else `name`. */
static const char *label_or(const struct by_lab_drawn *d, const char *label, const char *name)
{
    const struct by_lab_row *row = &d->judged->results->experiment->rows[0];
    const char *text = by_lab_text(row, BY_LAB_KEY_LABEL, label);
    return text ? text : name;
}

/* The number that y is, where it is one; else what the file calls it. */
static const char *y_title(const struct by_lab_drawn *d)
{
    const struct by_lab_experiment *experiment = d->judged->results->experiment;
    const char *name = NULL;
    if (d->plan.kind == BY_LAB_CURVES)
        return label_or(d, "y", "");
    for (int i = 0; i < d->count; i++)
        if (by_drawn_wanted(d, &d->lines[i])) {
            if (name && strcmp(name, d->lines[i].number) != 0)
                return label_or(d, "y", "");
            name = d->lines[i].number;
        }
    return name ? by_lab_words_for(experiment, name) : "";
}

/* Ours, theirs and the fitted line of every series, as far as there are any. */
static int make_series(const struct by_lab_drawn *d, struct by_plot_series out[3 * BY_DRAWN_SERIES])
{
    struct by_plot_series *next = out;
    for (int s = 0; s < d->series_count; s++) {
        const struct by_lab_drawn_series *entry = &d->series[s];
        const char *name = *entry->name ? entry->name : y_title(d);
        struct by_plot_series ours = {.name = name, .look = s, .joined = true};
        struct by_plot_series theirs = {.name = name, .look = s, .hollow = true};
        struct by_plot_series fit = {.name = "", .look = s, .bare = true};
        ours.note = *entry->note ? entry->note : NULL;
        ours.count = entry->our_count;
        ours.points = entry->ours;
        theirs.count = entry->their_count;
        theirs.points = entry->theirs;
        fit.count = entry->fit_count;
        fit.points = entry->fit;
        if (ours.count > 0)
            *next++ = ours;
        if (theirs.count > 0)
            *next++ = theirs;
        if (fit.count > 0)
            *next++ = fit;
    }
    return (int)(next - out);
}

static void put_titles(const struct by_lab_drawn *d, struct by_text *title, struct by_text *below)
{
    const struct by_lab_experiment *experiment = d->judged->results->experiment;
    const char *row = *d->plan.row ? d->plan.row : d->row;
    by_text_add(title, experiment->name);
    by_text_format(below, "%s; %s%s%s%sscale %s, 95 %% intervals", experiment->title,
                   experiment->document, *row ? "; row " : "", row,
                   *experiment->document || *row ? "; " : "",
                   by_lab_scale_name(d->judged->results->scale));
}

static void draw_plot(struct by_lab_drawn *d, const struct by_lab_canvas *canvas)
{
    struct by_plot_series series[3 * BY_DRAWN_SERIES];
    char title[160], below[200], theirs[48];
    struct by_text head = by_text_over(title, sizeof title);
    struct by_text line = by_text_over(below, sizeof below);
    struct by_text who = by_text_over(theirs, sizeof theirs);
    const struct by_lab_experiment *experiment = d->judged->results->experiment;
    bool words =
        d->plan.kind == BY_LAB_BARS || (d->plan.kind == BY_LAB_LINES && !by_drawn_numeric(d));
    bool shares = d->plan.kind != BY_LAB_CURVES && of_shares(d);
    put_titles(d, &head, &line);
    by_text_format(&who, "published (%s)", experiment->document);
    choose_scales(d);
    struct by_plot plot = {.title = title, .below = below, .divide = shares ? 50 : NAN};
    plot.x = (struct by_plot_axis){d->plan.kind == BY_LAB_CURVES
                                       ? label_or(d, "x", "")
                                       : by_lab_words_for(experiment, d->plan.x),
                                   words           ? BY_PLOT_PLACES
                                   : d->plan.log_x ? BY_PLOT_LOG
                                                   : BY_PLOT_LINEAR,
                                   NAN,
                                   NAN,
                                   d->place_count,
                                   d->places};
    plot.y = (struct by_plot_axis){
        y_title(d), d->plan.log_y ? BY_PLOT_LOG : BY_PLOT_LINEAR, NAN, NAN, 0, NULL};
    plot.filled = "measured here";
    plot.hollow = theirs;
    plot.series = series;
    plot.count = make_series(d, series);
    by_canvas_plot(canvas, &plot, d->plan.kind == BY_LAB_BARS);
}

/* --- two parameters --------------------------------------------------------------------------------------------------- */

struct heat_cells {
    double value[BY_DRAWN_PLACES * BY_DRAWN_SERIES];
    double published[BY_DRAWN_PLACES * BY_DRAWN_SERIES];
    char notes[BY_DRAWN_PLACES * BY_DRAWN_SERIES][24];
    const char *note[BY_DRAWN_PLACES * BY_DRAWN_SERIES];
    const char *rows[BY_DRAWN_SERIES];
};

static void fill_heat(struct by_lab_drawn *d, struct heat_cells *cells)
{
    bool numbers = by_drawn_numbers(d);
    for (int i = 0; i < d->place_count * d->series_count; i++)
        cells->value[i] = cells->published[i] = NAN;
    for (int i = 0; i < d->count; i++) {
        const struct by_lab_line *line = &d->lines[i];
        int s = by_drawn_wanted(d, line) ? by_drawn_series_of(d, line, numbers) : -1;
        double x = s < 0 ? NAN : by_drawn_place_number(d, by_drawn_place(d, line));
        if (s < 0 || isnan(x) || (int)x >= d->place_count)
            continue;
        int at = s * d->place_count + (int)x;
        struct by_text note = by_text_over(cells->notes[at], sizeof cells->notes[at]);
        if (line->figure)
            cells->published[at] = line->figure->value;
        if (line->ours)
            cells->value[at] =
                line->share ? (int)(10 * line->ours->value + 0.5) / 10.0 : line->ours->value;
        if (line->ours && line->figure) {
            by_text_format(&note, line->share ? "(%.1f)" : "(%.4g)", line->figure->value);
            cells->note[at] = cells->notes[at];
        }
    }
}

static enum by_status draw_heat(struct by_lab_drawn *d, const struct by_lab_canvas *canvas,
                                struct by_error *err)
{
    const struct by_lab_experiment *experiment = d->judged->results->experiment;
    struct heat_cells *cells = calloc(1, sizeof *cells);
    char title[160], below[240];
    struct by_text head = by_text_over(title, sizeof title);
    struct by_text line = by_text_over(below, sizeof below);
    if (!cells)
        return by_fail_memory(err, sizeof *cells);
    bool numbers = by_drawn_numbers(d);
    by_drawn_order_places(d);
    for (int i = 0; i < d->count; i++)
        if (by_drawn_wanted(d, &d->lines[i]) && by_drawn_series_of(d, &d->lines[i], numbers) >= 0)
            by_drawn_place_number(d, by_drawn_place(d, &d->lines[i]));
    fill_heat(d, cells);
    for (int s = 0; s < d->series_count; s++)
        cells->rows[s] = *d->series[s].name ? d->series[s].name : " ";
    put_titles(d, &head, &line);
    by_text_add(&line, "; published figures in brackets");
    struct by_heat heat = {.title = title, .below = below, .value = cells->value};
    heat.x = (struct by_plot_axis){by_lab_words_for(experiment, d->plan.x),
                                   BY_PLOT_PLACES,
                                   NAN,
                                   NAN,
                                   d->place_count,
                                   d->places};
    heat.y = (struct by_plot_axis){"", BY_PLOT_PLACES, NAN, NAN, d->series_count, cells->rows};
    heat.note = cells->note;
    heat.low = heat.high = NAN;
    heat.unit = y_title(d);
    by_canvas_heat(canvas, &heat, cells->published);
    free(cells);
    return BY_OK;
}

/* --- all of it ------------------------------------------------------------------------------------------------------------ */

static int points_of(const struct by_lab_drawn *d)
{
    const struct by_lab_results *results = d->judged->results;
    int count = 2 * d->count + BY_DRAWN_SERIES * FIT_POINTS;
    for (int i = 0; i < results->count; i++)
        count += results->list[i].numbers.points;
    return count;
}

static bool has_line(const struct by_lab_judged *judged, const struct by_lab_result *result,
                     const char *number)
{
    for (int i = 0; i < judged->count; i++)
        if (judged->lines[i].result == result && strcmp(judged->lines[i].number, number) == 0)
            return true;
    return false;
}

/* A line for every number of every cell that is not judged: the plan may name it. */
static void add_lines(struct by_lab_drawn *d)
{
    const struct by_lab_results *results = d->judged->results;
    memcpy(d->lines, d->judged->lines, (size_t)d->judged->count * sizeof *d->lines);
    d->count = d->judged->count;
    for (int i = 0; *d->plan.y && i < results->count; i++)
        for (int n = 0; n < results->list[i].numbers.count; n++) {
            const struct by_lab_number *number = &results->list[i].numbers.list[n];
            if (!has_line(d->judged, &results->list[i], number->name))
                d->lines[d->count++] = (struct by_lab_line){
                    .result = &results->list[i], .number = number->name, .ours = number};
        }
}

static enum by_status open_lines(struct by_lab_drawn *d, struct by_error *err)
{
    size_t room = (size_t)d->judged->count + 1;
    for (int i = 0; i < d->judged->results->count; i++)
        room += (size_t)d->judged->results->list[i].numbers.count;
    d->lines = calloc(room, sizeof *d->lines);
    if (!d->lines)
        return by_fail_memory(err, room * sizeof *d->lines);
    add_lines(d);
    d->chosen = calloc((size_t)d->judged->results->experiment->cells + 1, sizeof *d->chosen);
    if (!d->chosen)
        return by_fail_memory(err, (size_t)d->judged->results->count);
    enum by_status status =
        by_lab_select(d->judged->results->experiment, d->plan.cells, d->chosen, err);
    if (status != BY_OK)
        return status;
    d->room = points_of(d);
    d->points = calloc((size_t)d->room + 1, sizeof *d->points);
    return d->points ? BY_OK : by_fail_memory(err, (size_t)d->room);
}

static enum by_status draw(struct by_lab_drawn *d, const struct by_lab_canvas *canvas,
                           struct by_error *err)
{
    if (d->plan.kind == BY_LAB_NO_PLOT) {
        if (canvas->json)
            by_json_null(canvas->json, canvas->name);
        return BY_OK;
    }
    if (d->plan.kind == BY_LAB_HEAT)
        return draw_heat(d, canvas, err);
    if (d->plan.kind == BY_LAB_CURVES)
        by_drawn_curves(d);
    else
        by_drawn_gather(d);
    for (int s = 0; d->plan.fit && s < d->series_count; s++)
        add_fit(d, &d->series[s]);
    draw_plot(d, canvas);
    return BY_OK;
}

static enum by_status plot_on(const struct by_lab_canvas *canvas,
                              const struct by_lab_judged *judged, struct by_error *err)
{
    struct by_lab_drawn *d = calloc(1, sizeof *d);
    if (!d)
        return by_fail_memory(err, sizeof *d);
    d->judged = judged;
    d->row = "";
    enum by_status status = by_lab_plot_planned(judged, &d->plan, err);
    if (status == BY_OK)
        status = open_lines(d, err);
    if (status == BY_OK)
        status = draw(d, canvas, err);
    free(d->lines);
    free(d->points);
    free(d->chosen);
    free(d);
    return status;
}

enum by_status by_lab_plot(const struct by_lab_judged *judged, struct by_buffer *out,
                           struct by_error *err)
{
    const struct by_lab_canvas canvas = {.svg = out};
    return plot_on(&canvas, judged, err);
}

enum by_status by_report_lab_plot(struct by_json *json, const char *name,
                                  const struct by_lab_judged *judged, int most,
                                  struct by_error *err)
{
    const struct by_lab_canvas canvas = {.json = json, .name = name, .most = most};
    return plot_on(&canvas, judged, err);
}
