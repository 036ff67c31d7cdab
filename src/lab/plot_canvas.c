/* plot_canvas.c: a drawing as an SVG, or as data for who draws it himself (plot.h). */
#include "base/json.h"
#include "lab/plot_drawn.h"
#include <math.h>

static const char *scale_name(enum by_plot_scale scale)
{
    return scale == BY_PLOT_PLACES ? "places" : scale == BY_PLOT_LOG ? "log" : "linear";
}

static void put_axis(struct by_json *json, const char *name, const struct by_plot_axis *axis)
{
    by_json_object(json, name);
    by_json_text(json, "title", axis->title);
    by_json_text(json, "scale", scale_name(axis->scale));
    if (axis->scale == BY_PLOT_PLACES) {
        by_json_array(json, "places");
        for (int i = 0; i < axis->places; i++)
            by_json_text(json, NULL, axis->place[i]);
        by_json_end_array(json);
    }
    by_json_end_object(json);
}

static void put_point(struct by_json *json, const struct by_plot_point *point)
{
    by_json_array(json, NULL);
    by_json_number(json, NULL, point->x);
    by_json_number(json, NULL, point->y);
    if (!isnan(point->low) && !isnan(point->high)) {
        by_json_number(json, NULL, point->low);
        by_json_number(json, NULL, point->high);
    }
    by_json_end_array(json);
}

/* Of many points some, evenly, and always the first and the last. */
static void put_points(struct by_json *json, const struct by_plot_series *series, int most)
{
    int count = series->count < most ? series->count : most;
    by_json_array(json, "points");
    for (int i = 0; i < count; i++) {
        int64_t at = count == series->count || count < 2
                         ? i
                         : (int64_t)i * (series->count - 1) / (count - 1);
        put_point(json, &series->points[at]);
    }
    by_json_end_array(json);
}

static void put_series(struct by_json *json, const struct by_plot_series *series, int most)
{
    by_json_object(json, NULL);
    by_json_text(json, "name", series->name);
    by_json_text(json, "note", series->note);
    by_json_int(json, "look", series->look);
    by_json_flag(json, "hollow", series->hollow);
    by_json_flag(json, "joined", series->joined);
    by_json_flag(json, "bare", series->bare);
    put_points(json, series, most);
    by_json_end_object(json);
}

void by_canvas_plot(const struct by_lab_canvas *canvas, const struct by_plot *plot, bool bars)
{
    struct by_json *json = canvas->json;
    if (!json && bars)
        by_plot_bars(plot, canvas->svg);
    else if (!json)
        by_plot_lines(plot, canvas->svg);
    if (!json)
        return;
    by_json_object(json, canvas->name);
    by_json_text(json, "kind", bars ? "bars" : "lines");
    by_json_text(json, "below", plot->below);
    put_axis(json, "x", &plot->x);
    put_axis(json, "y", &plot->y);
    by_json_number(json, "divide", plot->divide);
    by_json_array(json, "series");
    for (int i = 0; i < plot->count; i++)
        put_series(json, &plot->series[i], canvas->most);
    by_json_end_array(json);
    by_json_end_object(json);
}

static void put_table(struct by_json *json, const char *name, const struct by_heat *heat,
                      const double *values)
{
    by_json_array(json, name);
    for (int y = 0; y < heat->y.places; y++) {
        by_json_array(json, NULL);
        for (int x = 0; x < heat->x.places; x++)
            by_json_number(json, NULL, values[y * heat->x.places + x]);
        by_json_end_array(json);
    }
    by_json_end_array(json);
}

void by_canvas_heat(const struct by_lab_canvas *canvas, const struct by_heat *heat,
                    const double *published)
{
    struct by_json *json = canvas->json;
    if (!json) {
        by_plot_heat(heat, canvas->svg);
        return;
    }
    by_json_object(json, canvas->name);
    by_json_text(json, "kind", "heat");
    by_json_text(json, "below", heat->below);
    put_axis(json, "x", &heat->x);
    put_axis(json, "y", &heat->y);
    by_json_text(json, "unit", heat->unit);
    put_table(json, "value", heat, heat->value);
    put_table(json, "published", heat, published);
    by_json_end_object(json);
}
