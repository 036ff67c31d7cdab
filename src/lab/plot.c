/* plot.c: see plot.h. */
#include "lab/plot.h"
#include "base/num.h"
#include "lab/plot_plan.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SERIES_MAX  64
#define TELLABLE    14 /* series that can be told apart */
#define PLACES_MAX  64
#define FIT_POINTS  24
#define BARE_BEYOND 30 /* a curve of more points has no marks */

/* Everything that a drawing is made of; a series has our points and the published ones. */
struct drawing {
    const struct by_lab_judged *judged;
    struct by_lab_plot_plan plan;
    const char *row; /* drawn alone; "": all */

    int series_count;
    struct entry {
        char name[96], note[64];
        struct by_plot_point *ours, *theirs, *fit;
        int our_count, their_count, fit_count;
    } series[SERIES_MAX];

    int place_count;
    const char *places[PLACES_MAX];
    struct by_plot_point *points; /* memory of all series */
    int used, room;
};

/* --- where a line belongs ---------------------------------------------------------------------------- */

static const char *place_of(const struct drawing *d, const struct by_lab_line *line)
{
    const struct by_lab_row *row = line->result->cell.row;
    if (strcmp(d->plan.x, "row") == 0)
        return *row->title ? row->title : row->name;
    const char *value = by_lab_cell_value(&line->result->cell, d->plan.x);
    return value ? value : "";
}

/* The number of a place, a new one where it is met for the first time. */
static double place_number(struct drawing *d, const char *place)
{
    int i = 0;
    while (i < d->place_count && strcmp(d->places[i], place) != 0)
        i++;
    if (i == d->place_count && i < PLACES_MAX)
        d->places[d->place_count++] = place;
    return i < PLACES_MAX ? (double)i : NAN;
}

static bool by_numbers(const struct drawing *d)
{
    return by_lab_axis_numeric(d->judged->results->experiment, d->plan.x) &&
           d->plan.kind != BY_LAB_BARS;
}

static double x_of(struct drawing *d, const struct by_lab_line *line)
{
    double x = NAN;
    const char *place = place_of(d, line);
    if (!by_numbers(d))
        return place_number(d, place);
    by_read_real(place, -1e300, 1e300, &x);
    return x;
}

static bool in_list(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
        if (strncmp(at, name, length) == 0 && (!at[length] || at[length] == ','))
            return true;
    return false;
}

static bool wanted(const struct drawing *d, const struct by_lab_line *line)
{
    const char *row = *d->plan.row ? d->plan.row : d->row;
    if (*row && strcmp(line->result->cell.row->name, row) != 0)
        return false;
    return *d->plan.y ? in_list(d->plan.y, line->number) : line->main;
}

static bool many_numbers(const struct drawing *d)
{
    const char *first = NULL;
    for (int i = 0; i < d->judged->count; i++) {
        const struct by_lab_line *line = &d->judged->lines[i];
        if (!wanted(d, line))
            continue;
        if (first && strcmp(first, line->number) != 0)
            return true;
        first = line->number;
    }
    return false;
}

/* What tells this line's series from others: row, number, and the axes that are not x. */
static void name_series(const struct drawing *d, const struct by_lab_line *line, bool numbers,
                        struct by_text *out)
{
    const struct by_lab_cell *cell = &line->result->cell;
    const struct by_lab_row *row = cell->row;
    const struct by_lab_experiment *experiment = d->judged->results->experiment;
    const char *between = "";
    if (experiment->row_count > 1 && strcmp(d->plan.x, "row") != 0 && !*d->row && !*d->plan.row) {
        by_text_add(out, row->name);
        between = ", ";
    }
    if (numbers) {
        by_text_format(out, "%s%s", between, by_lab_words_for(experiment, line->number));
        between = ", ";
    }
    for (int a = 0; a < row->axis_count; a++)
        if (strcmp(row->axes[a].name, d->plan.x) != 0 && row->axes[a].count > 1) {
            by_text_format(out, "%s%s=%s", between, row->axes[a].name,
                           row->axes[a].values[cell->at[a]]);
            between = ", ";
        }
}

static int series_named(struct drawing *d, const char *name)
{
    int i = 0;
    while (i < d->series_count && strcmp(d->series[i].name, name) != 0)
        i++;
    if (i == SERIES_MAX)
        return -1;
    if (i == d->series_count) {
        struct entry *entry = &d->series[d->series_count++];
        struct by_text text = by_text_over(entry->name, sizeof entry->name);
        *entry = (struct entry){.note = ""};
        by_text_add(&text, name);
    }
    return i;
}

static int series_of(struct drawing *d, const struct by_lab_line *line, bool numbers)
{
    char name[96];
    struct by_text text = by_text_over(name, sizeof name);
    name_series(d, line, numbers, &text);
    return series_named(d, name);
}

/* --- points --------------------------------------------------------------------------------------------- */

static struct by_plot_point *take(struct drawing *d, int count)
{
    if (d->used + count > d->room)
        return NULL;
    d->used += count;
    return d->points + d->used - count;
}

static double cut_share(const struct by_lab_line *line, double value)
{
    return !line->share ? value : value < 0 ? 0 : value > 100 ? 100 : value;
}

static struct by_plot_point our_point(const struct by_lab_line *line, double x)
{
    const struct by_lab_number *ours = line->ours;
    struct by_plot_point point = {x, ours->value, NAN, NAN};
    if (ours->bounded) {
        point.low = cut_share(line, ours->low);
        point.high = cut_share(line, ours->high);
    }
    return point;
}

static struct by_plot_point their_point(const struct by_lab_line *line,
                                        const struct by_compared *cell, double x)
{
    struct by_plot_point point = {x, line->figure->value, NAN, NAN};
    struct by_interval around = by_published_interval(
        line->share ? BY_FIGURE_SHARE : BY_FIGURE_NUMBER, &cell->published, 0.95);
    if (cell->published.there && around.high > around.low) {
        point.low = cut_share(line, around.low);
        point.high = cut_share(line, around.high);
    }
    return point;
}

static int by_x(const void *a, const void *b)
{
    const struct by_plot_point *p = a, *q = b;
    return (p->x > q->x) - (p->x < q->x);
}

/* Two passes over the lines: how many points each series has, and then the points themselves. */
static void count_points(struct drawing *d, bool numbers)
{
    for (int i = 0; i < d->judged->count; i++) {
        const struct by_lab_line *line = &d->judged->lines[i];
        if (!wanted(d, line))
            continue;
        int s = series_of(d, line, numbers);
        if (s < 0)
            continue;
        d->series[s].our_count += line->ours != NULL;
        d->series[s].their_count += line->figure != NULL;
    }
}

static void fill_points(struct drawing *d, bool numbers)
{
    for (int s = 0; s < d->series_count; s++) {
        d->series[s].ours = take(d, d->series[s].our_count);
        d->series[s].theirs = take(d, d->series[s].their_count);
        d->series[s].our_count = d->series[s].their_count = 0;
    }
    for (int i = 0; i < d->judged->count; i++) {
        const struct by_lab_line *line = &d->judged->lines[i];
        int s = wanted(d, line) ? series_of(d, line, numbers) : -1;
        if (s < 0)
            continue;
        struct entry *entry = &d->series[s];
        double x = x_of(d, line);
        if (line->ours)
            entry->ours[entry->our_count++] = our_point(line, x);
        if (line->figure)
            entry->theirs[entry->their_count++] = their_point(line, &d->judged->cells[i], x);
    }
    for (int s = 0; s < d->series_count; s++) {
        qsort(d->series[s].ours, (size_t)d->series[s].our_count, sizeof(struct by_plot_point),
              by_x);
        qsort(d->series[s].theirs, (size_t)d->series[s].their_count, sizeof(struct by_plot_point),
              by_x);
    }
}

/* Series in which nothing is known are not drawn. */
static void drop_empty(struct drawing *d)
{
    int kept = 0;
    for (int s = 0; s < d->series_count; s++)
        if (d->series[s].our_count + d->series[s].their_count > 0)
            d->series[kept++] = d->series[s];
    d->series_count = kept;
}

/* The row with the most of our figures, where all together are too many to be told apart. */
static const char *busiest_row(const struct drawing *d)
{
    const struct by_lab_experiment *experiment = d->judged->results->experiment;
    int most = -1;
    const char *best = "";
    for (int r = 0; r < experiment->row_count; r++) {
        int count = 0;
        for (int i = 0; i < d->judged->count; i++)
            count += d->judged->lines[i].result->cell.row == &experiment->rows[r] &&
                     d->judged->lines[i].ours != NULL;
        if (count > most) {
            most = count;
            best = experiment->rows[r].name;
        }
    }
    return best;
}

static void gather(struct drawing *d)
{
    count_points(d, many_numbers(d));
    if (d->series_count > TELLABLE && !*d->plan.row && strcmp(d->plan.x, "row") != 0 &&
        d->judged->results->experiment->row_count > 1) {
        d->row = busiest_row(d);
        d->series_count = 0;
        count_points(d, many_numbers(d));
    }
    fill_points(d, many_numbers(d));
    drop_empty(d);
}

/* --- curves: the series that measures give ------------------------------------------------------------------ */

static void add_curve(struct drawing *d, const struct by_lab_result *result,
                      const struct by_lab_series *series)
{
    char name[96];
    struct by_text text = by_text_over(name, sizeof name);
    bool only = d->judged->results->count == 1;
    by_text_format(&text, "%s%s%s", only ? "" : result->cell.label, only ? "" : ": ",
                   by_lab_words_for(result->cell.experiment, series->name));
    int s = series_named(d, name);
    struct by_plot_point *points = s < 0 ? NULL : take(d, series->count);
    if (!points)
        return;
    for (int i = 0; i < series->count; i++)
        points[i] = (struct by_plot_point){series->x[i], series->y[i], NAN, NAN};
    d->series[s].ours = points;
    d->series[s].our_count = series->count;
}

static void gather_curves(struct drawing *d)
{
    const struct by_lab_results *results = d->judged->results;
    for (int i = 0; i < results->count; i++) {
        const struct by_lab_result *result = &results->list[i];
        if (*d->plan.row && strcmp(result->cell.row->name, d->plan.row) != 0)
            continue;
        for (int s = 0; s < result->numbers.series_count; s++)
            if (!*d->plan.y || in_list(d->plan.y, result->numbers.series[s].name))
                add_curve(d, result, &result->numbers.series[s]);
    }
}

/* --- fits ------------------------------------------------------------------------------------------------------ */

static void note_fit(const struct drawing *d, const struct by_growth *fit, struct entry *entry)
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

static void add_fit(struct drawing *d, struct entry *entry)
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
    struct by_plot_point *drawn = fit.count >= 2 && to > from ? take(d, FIT_POINTS) : NULL;
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
static bool spans_far(const struct drawing *d, bool y, double factor)
{
    struct extent e = {INFINITY, -INFINITY};
    for (int s = 0; s < d->series_count; s++) {
        extend(&e, d->series[s].ours, d->series[s].our_count, y);
        extend(&e, d->series[s].theirs, d->series[s].their_count, y);
    }
    return e.low > 0 && e.high >= factor * e.low;
}

static bool of_shares(const struct drawing *d)
{
    for (int i = 0; i < d->judged->count; i++)
        if (wanted(d, &d->judged->lines[i]))
            return d->judged->lines[i].share;
    return false;
}

static void choose_scales(struct drawing *d)
{
    if (d->plan.log_said)
        return;
    d->plan.log_x = spans_far(d, false, 20);
    d->plan.log_y = !of_shares(d) && spans_far(d, true, 50);
}

static int make_series(const struct drawing *d, struct by_plot_series out[3 * SERIES_MAX])
{
    int count = 0;
    bool curves = d->plan.kind == BY_LAB_CURVES;
    for (int s = 0; s < d->series_count; s++) {
        const struct entry *entry = &d->series[s];
        const char *name = *entry->name ? entry->name : "figures";
        const char *note = *entry->note ? entry->note : NULL;
        if (entry->our_count > 0)
            out[count++] = (struct by_plot_series){.name = name,
                                                   .note = note,
                                                   .look = s,
                                                   .joined = true,
                                                   .bare = curves && entry->our_count > BARE_BEYOND,
                                                   .count = entry->our_count,
                                                   .points = entry->ours};
        if (entry->their_count > 0)
            out[count++] = (struct by_plot_series){.name = name,
                                                   .look = s,
                                                   .hollow = true,
                                                   .count = entry->their_count,
                                                   .points = entry->theirs};
        if (entry->fit_count > 0)
            out[count++] = (struct by_plot_series){.name = "",
                                                   .look = s,
                                                   .bare = true,
                                                   .count = entry->fit_count,
                                                   .points = entry->fit};
    }
    return count;
}

/* The number that y is, where it is one. */
static const char *y_title(const struct drawing *d)
{
    const struct by_lab_experiment *experiment = d->judged->results->experiment;
    const char *name = NULL;
    if (d->plan.kind == BY_LAB_CURVES)
        return by_lab_words_for(experiment, "y");
    for (int i = 0; i < d->judged->count; i++)
        if (wanted(d, &d->judged->lines[i])) {
            if (name && strcmp(name, d->judged->lines[i].number) != 0)
                return by_lab_words_for(experiment, "y");
            name = d->judged->lines[i].number;
        }
    return name ? by_lab_words_for(experiment, name) : "";
}

static void put_titles(const struct drawing *d, struct by_text *title, struct by_text *below)
{
    const struct by_lab_experiment *experiment = d->judged->results->experiment;
    const char *row = *d->plan.row ? d->plan.row : d->row;
    by_text_format(title, "%s: %s", experiment->name, experiment->title);
    by_text_format(below, "%s%s%s%sscale %s, 95 %% intervals", experiment->document,
                   *row ? "; row " : "", row, *experiment->document || *row ? "; " : "",
                   by_lab_scale_name(d->judged->results->scale));
}

static void draw_plot(struct drawing *d, struct by_buffer *out)
{
    struct by_plot_series series[3 * SERIES_MAX];
    char title[160], below[200], theirs[48];
    struct by_text head = by_text_over(title, sizeof title);
    struct by_text line = by_text_over(below, sizeof below);
    struct by_text who = by_text_over(theirs, sizeof theirs);
    const struct by_lab_experiment *experiment = d->judged->results->experiment;
    bool words = d->plan.kind == BY_LAB_BARS || (d->plan.kind == BY_LAB_LINES && !by_numbers(d));
    bool shares = d->plan.kind != BY_LAB_CURVES && of_shares(d);
    put_titles(d, &head, &line);
    by_text_format(&who, "published (%s)", experiment->document);
    choose_scales(d);
    struct by_plot plot = {.title = title, .below = below, .divide = shares ? 50 : NAN};
    plot.x = (struct by_plot_axis){by_lab_words_for(experiment, d->plan.x),
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
    if (d->plan.kind == BY_LAB_BARS)
        by_plot_bars(&plot, out);
    else
        by_plot_lines(&plot, out);
}

/* --- two parameters --------------------------------------------------------------------------------------------------- */

struct heat_cells {
    double value[PLACES_MAX * SERIES_MAX];
    char notes[PLACES_MAX * SERIES_MAX][24];
    const char *note[PLACES_MAX * SERIES_MAX];
    const char *rows[SERIES_MAX];
};

static void fill_heat(struct drawing *d, struct heat_cells *cells)
{
    bool numbers = many_numbers(d);
    for (int i = 0; i < d->place_count * d->series_count; i++)
        cells->value[i] = NAN;
    for (int i = 0; i < d->judged->count; i++) {
        const struct by_lab_line *line = &d->judged->lines[i];
        int s = wanted(d, line) ? series_of(d, line, numbers) : -1;
        double x = s < 0 ? NAN : place_number(d, place_of(d, line));
        if (s < 0 || isnan(x) || (int)x >= d->place_count)
            continue;
        int at = s * d->place_count + (int)x;
        struct by_text note = by_text_over(cells->notes[at], sizeof cells->notes[at]);
        if (line->ours)
            cells->value[at] =
                line->share ? (int)(10 * line->ours->value + 0.5) / 10.0 : line->ours->value;
        if (line->ours && line->figure) {
            by_text_format(&note, line->share ? "(%.1f)" : "(%.4g)", line->figure->value);
            cells->note[at] = cells->notes[at];
        }
    }
}

static enum by_status draw_heat(struct drawing *d, struct by_buffer *out, struct by_error *err)
{
    const struct by_lab_experiment *experiment = d->judged->results->experiment;
    struct heat_cells *cells = calloc(1, sizeof *cells);
    char title[160], below[240];
    struct by_text head = by_text_over(title, sizeof title);
    struct by_text line = by_text_over(below, sizeof below);
    if (!cells)
        return by_fail_memory(err, sizeof *cells);
    bool numbers = many_numbers(d);
    for (int i = 0; i < d->judged->count; i++)
        if (wanted(d, &d->judged->lines[i]) && series_of(d, &d->judged->lines[i], numbers) >= 0)
            place_number(d, place_of(d, &d->judged->lines[i]));
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
    by_plot_heat(&heat, out);
    free(cells);
    return BY_OK;
}

/* --- all of it ------------------------------------------------------------------------------------------------------------ */

static int points_of(const struct by_lab_judged *judged)
{
    int count = 2 * judged->count + SERIES_MAX * FIT_POINTS;
    for (int i = 0; i < judged->results->count; i++)
        count += judged->results->list[i].numbers.points;
    return count;
}

static enum by_status draw(struct drawing *d, struct by_buffer *out, struct by_error *err)
{
    if (d->plan.kind == BY_LAB_NO_PLOT)
        return BY_OK;
    if (d->plan.kind == BY_LAB_HEAT)
        return draw_heat(d, out, err);
    if (d->plan.kind == BY_LAB_CURVES)
        gather_curves(d);
    else
        gather(d);
    for (int s = 0; d->plan.fit && s < d->series_count; s++)
        add_fit(d, &d->series[s]);
    draw_plot(d, out);
    return BY_OK;
}

enum by_status by_lab_plot(const struct by_lab_judged *judged, struct by_buffer *out,
                           struct by_error *err)
{
    struct drawing *d = calloc(1, sizeof *d);
    if (!d)
        return by_fail_memory(err, sizeof *d);
    *d = (struct drawing){.judged = judged, .row = "", .room = points_of(judged)};
    d->points = calloc((size_t)d->room + 1, sizeof *d->points);
    enum by_status status = d->points ? by_lab_plot_planned(judged, &d->plan, err)
                                      : by_fail_memory(err, (size_t)d->room);
    if (status == BY_OK)
        status = draw(d, out, err);
    free(d->points);
    free(d);
    return status;
}
