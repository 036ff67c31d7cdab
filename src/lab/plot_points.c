/* plot_points.c: see plot_drawn.h. */
#include "lab/plot_drawn.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TELLABLE 14 /* series that can be told apart */

/* --- where a line belongs ---------------------------------------------------------------------------- */

const char *by_drawn_place(const struct by_lab_drawn *d, const struct by_lab_line *line)
{
    const struct by_lab_row *row = line->result->cell.row;
    if (strcmp(d->plan.x, "row") == 0)
        return row->name;
    const char *value = by_lab_cell_value(&line->result->cell, d->plan.x);
    return value ? value : "";
}

/* The number of a place, a new one where it is met for the first time. */
double by_drawn_place_number(struct by_lab_drawn *d, const char *place)
{
    int i = 0;
    while (i < d->place_count && strcmp(d->places[i], place) != 0)
        i++;
    if (i == d->place_count && i < BY_DRAWN_PLACES)
        d->places[d->place_count++] = place;
    return i < BY_DRAWN_PLACES ? (double)i : NAN;
}

bool by_drawn_numeric(const struct by_lab_drawn *d)
{
    return by_lab_axis_numeric(d->judged->results->experiment, d->plan.x) &&
           d->plan.kind != BY_LAB_BARS && !d->plan.spaced;
}

static double x_of(struct by_lab_drawn *d, const struct by_lab_line *line)
{
    double x = NAN;
    const char *place = by_drawn_place(d, line);
    if (!by_drawn_numeric(d))
        return by_drawn_place_number(d, place);
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

bool by_drawn_wanted(const struct by_lab_drawn *d, const struct by_lab_line *line)
{
    const char *row = *d->plan.row ? d->plan.row : d->row;
    if (!d->chosen[line->result->cell.number] ||
        (*row && strcmp(line->result->cell.row->name, row) != 0))
        return false;
    return *d->plan.y ? in_list(d->plan.y, line->number) : line->main;
}

bool by_drawn_numbers(const struct by_lab_drawn *d)
{
    const char *first = NULL;
    for (int i = 0; i < d->count; i++) {
        const struct by_lab_line *line = &d->lines[i];
        if (!by_drawn_wanted(d, line))
            continue;
        if (first && strcmp(first, line->number) != 0)
            return true;
        first = line->number;
    }
    return false;
}

/* What tells this line's series from others: row, number, and the axes that are not x. */
static void name_series(const struct by_lab_drawn *d, const struct by_lab_line *line, bool numbers,
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

static int series_named(struct by_lab_drawn *d, const char *name)
{
    int i = 0;
    while (i < d->series_count && strcmp(d->series[i].name, name) != 0)
        i++;
    if (i == BY_DRAWN_SERIES)
        return -1;
    if (i == d->series_count) {
        struct by_lab_drawn_series *entry = &d->series[d->series_count++];
        struct by_text text = by_text_over(entry->name, sizeof entry->name);
        *entry = (struct by_lab_drawn_series){.note = ""};
        by_text_add(&text, name);
    }
    return i;
}

int by_drawn_series_of(struct by_lab_drawn *d, const struct by_lab_line *line, bool numbers)
{
    char name[96];
    struct by_text text = by_text_over(name, sizeof name);
    name_series(d, line, numbers, &text);
    return series_named(d, name);
}

/* --- points --------------------------------------------------------------------------------------------- */

struct by_plot_point *by_drawn_take(struct by_lab_drawn *d, int count)
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
    struct by_plot_point point = {x, line->ours->value, NAN, NAN};
    if (line->bounded) {
        point.low = cut_share(line, line->interval.low);
        point.high = cut_share(line, line->interval.high);
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
static void count_points(struct by_lab_drawn *d, bool numbers)
{
    for (int i = 0; i < d->count; i++) {
        const struct by_lab_line *line = &d->lines[i];
        if (!by_drawn_wanted(d, line))
            continue;
        int s = by_drawn_series_of(d, line, numbers);
        if (s < 0)
            continue;
        d->series[s].our_count += line->ours != NULL;
        d->series[s].their_count += line->figure != NULL;
    }
}

static void fill_points(struct by_lab_drawn *d, bool numbers)
{
    for (int s = 0; s < d->series_count; s++) {
        d->series[s].ours = by_drawn_take(d, d->series[s].our_count);
        d->series[s].theirs = by_drawn_take(d, d->series[s].their_count);
        d->series[s].our_count = d->series[s].their_count = 0;
    }
    for (int i = 0; i < d->count; i++) {
        const struct by_lab_line *line = &d->lines[i];
        int s = by_drawn_wanted(d, line) ? by_drawn_series_of(d, line, numbers) : -1;
        if (s < 0)
            continue;
        struct by_lab_drawn_series *entry = &d->series[s];
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
static void drop_empty(struct by_lab_drawn *d)
{
    int kept = 0;
    for (int s = 0; s < d->series_count; s++)
        if (d->series[s].our_count + d->series[s].their_count > 0)
            d->series[kept++] = d->series[s];
    d->series_count = kept;
}

/* The row with the most of our figures, where all together are too many to be told apart. */
static const char *busiest_row(const struct by_lab_drawn *d)
{
    const struct by_lab_experiment *experiment = d->judged->results->experiment;
    int most = -1;
    const char *best = "";
    for (int r = 0; r < experiment->row_count; r++) {
        int count = 0;
        for (int i = 0; i < d->count; i++)
            count +=
                d->lines[i].result->cell.row == &experiment->rows[r] && d->lines[i].ours != NULL;
        if (count > most) {
            most = count;
            best = experiment->rows[r].name;
        }
    }
    return best;
}

static int by_value(const void *a, const void *b)
{
    double x = 0, y = 0;
    by_read_real(*(const char *const *)a, -1e300, 1e300, &x);
    by_read_real(*(const char *const *)b, -1e300, 1e300, &y);
    return (x > y) - (x < y);
}

/* Numbers at even distances stand in their order, whatever rows they come from. */
void by_drawn_order_places(struct by_lab_drawn *d)
{
    if (!by_lab_axis_numeric(d->judged->results->experiment, d->plan.x))
        return;
    for (int i = 0; i < d->count; i++)
        if (by_drawn_wanted(d, &d->lines[i]))
            by_drawn_place_number(d, by_drawn_place(d, &d->lines[i]));
    qsort(d->places, (size_t)d->place_count, sizeof *d->places, by_value);
}

void by_drawn_gather(struct by_lab_drawn *d)
{
    by_drawn_order_places(d);
    count_points(d, by_drawn_numbers(d));
    if (d->series_count > TELLABLE && !*d->plan.row && strcmp(d->plan.x, "row") != 0 &&
        d->judged->results->experiment->row_count > 1) {
        d->row = busiest_row(d);
        d->series_count = 0;
        count_points(d, by_drawn_numbers(d));
    }
    fill_points(d, by_drawn_numbers(d));
    drop_empty(d);
}

/* --- curves: the series that measures give ------------------------------------------------------------------ */

static void add_curve(struct by_lab_drawn *d, const struct by_lab_result *result,
                      const struct by_lab_series *series)
{
    char name[96];
    struct by_text text = by_text_over(name, sizeof name);
    bool only = d->judged->results->count == 1;
    by_text_format(&text, "%s%s%s", only ? "" : result->cell.label, only ? "" : ": ",
                   by_lab_words_for(result->cell.experiment, series->name));
    int s = series_named(d, name);
    struct by_plot_point *points = s < 0 ? NULL : by_drawn_take(d, series->count);
    if (!points)
        return;
    for (int i = 0; i < series->count; i++)
        points[i] = (struct by_plot_point){series->x[i], series->y[i], NAN, NAN};
    d->series[s].ours = points;
    d->series[s].our_count = series->count;
}

void by_drawn_curves(struct by_lab_drawn *d)
{
    const struct by_lab_results *results = d->judged->results;
    for (int i = 0; i < results->count; i++) {
        const struct by_lab_result *result = &results->list[i];
        if (!d->chosen[result->cell.number] ||
            (*d->plan.row && strcmp(result->cell.row->name, d->plan.row) != 0))
            continue;
        for (int s = 0; s < result->numbers.series_count; s++)
            if (!*d->plan.y || in_list(d->plan.y, result->numbers.series[s].name))
                add_curve(d, result, &result->numbers.series[s]);
    }
}
