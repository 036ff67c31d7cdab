/* plot.c: lines, marks, bars and legends; see plot.h. */
#include "base/draw/plot_frame.h"
#include "base/text.h"
#include <math.h>

#define LEFT       92.0
#define PLOT_WIDTH 560.0
#define LEAST_HIGH 330.0
#define LETTER     6.3  /* pixels of a small one */
#define ENTRY      19.0 /* a line of the legend */
#define NAME_MAX   38   /* letters of a name in it */
#define ASIDE      5.0  /* how far hollow marks lie to the right of a single series */
#define MARKS_MAX  44   /* a joined series of more points has marks at some of them */
#define SOME_MARKS 8
#define MOST_ASIDE 28.0 /* how far apart the first and the last of several series lie */

/* How series look; the marks are drawn by draw_mark. */
static const struct {
    const char *line, *thin, *fill, *hollow, *band, *bar;
} looks[BY_PLOT_LOOKS] = {
    {"line first-line", "line thin first-line", "first", "line first-line hollow",
     "first-soft veil", "first"},
    {"line second-line dashed", "line thin second-line", "second", "line second-line hollow",
     "second-soft veil", "second-soft edge"},
    {"line good-line dash-dot", "line thin good-line", "good", "line good-line hollow", "soft veil",
     "ink"},
    {"line ink-line short", "line thin ink-line", "ink", "line ink-line hollow", "panel veil",
     "soft edge"},
    {"line bad-line long", "line thin bad-line", "bad", "line bad-line hollow", "blush veil",
     "bad"},
    {"line gold-line dotted", "line thin gold-line", "gold edge", "line gold-line hollow",
     "shade veil", "panel edge"},
};

void by_plot_begin(struct by_svg *svg, struct by_buffer *out, double width, double height,
                   const char *title, const char *below)
{
    char head[200], line[200];
    struct by_text text = by_text_over(head, sizeof head);
    size_t most = (size_t)((width - 2 * BY_SVG_MARGIN) / 11.6);
    size_t all = by_letters(title);
    by_text_format(&text, "%.*s%s", (int)by_letters_bytes(title, all > most ? most - 3 : most),
                   title, all > most ? "..." : "");
    text = by_text_over(line, sizeof line);
    most = (size_t)((width - 2 * BY_SVG_MARGIN) / 6.9);
    all = by_letters(below);
    by_text_format(&text, "%.*s%s", (int)by_letters_bytes(below, all > most ? most - 3 : most),
                   below, all > most ? "..." : "");
    by_svg_begin(svg, out, width, height, head, line);
}

/* --- marks --------------------------------------------------------------------------------------- */

static void draw_corners(struct by_svg *svg, double x, double y, const double (*corner)[2],
                         int count, const char *classes)
{
    by_svg_path(svg, classes);
    for (int i = 0; i <= count; i++)
        by_svg_to(svg, x + corner[i % count][0], y + corner[i % count][1]);
    by_svg_path_end(svg);
}

/* Circle, square, triangle, diamond, triangle upside down, cross. */
static void draw_mark(struct by_svg *svg, double x, double y, int mark, int look, bool hollow)
{
    static const double up[][2] = {{0, -5.4}, {5, 3.8}, {-5, 3.8}};
    static const double diamond[][2] = {{0, -5.8}, {5.8, 0}, {0, 5.8}, {-5.8, 0}};
    static const double down[][2] = {{0, 5.4}, {5, -3.8}, {-5, -3.8}};
    static const double cross[][2] = {{-2, -5}, {2, -5}, {2, -2}, {5, -2}, {5, 2},   {2, 2},
                                      {2, 5},   {-2, 5}, {-2, 2}, {-5, 2}, {-5, -2}, {-2, -2}};
    const char *classes = hollow ? looks[look].hollow : looks[look].fill;
    switch (mark % BY_PLOT_LOOKS) {
    case 0:
        by_svg_circle(svg, x, y, hollow ? 4.2 : 4.6, classes);
        break;
    case 1:
        by_svg_rect(svg, x - 4.2, y - 4.2, 8.4, 8.4, classes);
        break;
    case 2:
        draw_corners(svg, x, y, up, 3, classes);
        break;
    case 3:
        draw_corners(svg, x, y, diamond, 4, classes);
        break;
    case 4:
        draw_corners(svg, x, y, down, 3, classes);
        break;
    default:
        draw_corners(svg, x, y, cross, 12, classes);
    }
}

/* Behind the last look the marks begin again, with the next colour and dash. */
static int look_of(const struct by_plot_series *series)
{
    return (series->look + series->look / BY_PLOT_LOOKS) % BY_PLOT_LOOKS;
}

/* --- a series ---------------------------------------------------------------------------------------- */

static bool drawn(const struct by_plot *plot, const struct by_plot_point *point)
{
    return by_plot_shown(plot->x.scale, point->x) && by_plot_shown(plot->y.scale, point->y);
}

static bool has_interval(const struct by_plot_point *point)
{
    return !isnan(point->low) && !isnan(point->high) && point->high > point->low;
}

/* Marks of several series at one x lie beside each other where intervals would hide each other; hollow
 * ones at the right of their own. */
static double aside(const struct by_plot *plot, const struct by_plot_series *series)
{
    int all = 1;
    bool intervals = false;
    for (int s = 0; s < plot->count; s++) {
        all = plot->series[s].look >= all ? plot->series[s].look + 1 : all;
        for (int i = 0; i < plot->series[s].count; i++)
            intervals |= has_interval(&plot->series[s].points[i]) && !plot->series[s].band;
    }
    double step = all > 7 ? MOST_ASIDE / all : MOST_ASIDE / 7;
    double shift = intervals ? (series->look - (all - 1) / 2.0) * step : 0;
    return shift + (!series->hollow ? 0 : all == 1 ? ASIDE : step / 2);
}

static double end_y(const struct by_plot_frame *frame, double end, bool low)
{
    if (!isfinite(end) || !by_plot_shown(frame->plot->y.scale, end))
        return low ? frame->height : 0;
    return by_plot_at_y(frame, end);
}

static void draw_interval(struct by_svg *svg, const struct by_plot_frame *frame, double x,
                          const struct by_plot_point *point, const char *classes)
{
    double low = end_y(frame, point->low, true), high = end_y(frame, point->high, false);
    by_svg_line(svg, x, low, x, high, classes);
    by_svg_line(svg, x - 3.5, low, x + 3.5, low, classes);
    by_svg_line(svg, x - 3.5, high, x + 3.5, high, classes);
}

/* Both ends of the intervals, there and back. */
static void draw_band(struct by_svg *svg, const struct by_plot_frame *frame,
                      const struct by_plot_series *series)
{
    by_svg_path(svg, looks[look_of(series)].band);
    for (int turn = 0; turn < 2; turn++)
        for (int k = 0; k < series->count; k++) {
            const struct by_plot_point *point =
                &series->points[turn == 0 ? k : series->count - 1 - k];
            if (drawn(frame->plot, point) && has_interval(point))
                by_svg_to(svg, by_plot_at_x(frame, point->x),
                          end_y(frame, turn == 0 ? point->high : point->low, turn != 0));
        }
    by_svg_path_end(svg);
}

static void draw_joined(struct by_svg *svg, const struct by_plot_frame *frame,
                        const struct by_plot_series *series)
{
    int look = look_of(series);
    double shift = series->bare ? 0 : aside(frame->plot, series);
    bool fit =
        series->bare && !*series->name; /* it belongs to another series, whose dash it leaves */
    by_svg_path(svg, series->hollow || fit ? looks[look].thin : looks[look].line);
    for (int i = 0; i < series->count; i++)
        if (drawn(frame->plot, &series->points[i]))
            by_svg_to(svg, by_plot_at_x(frame, series->points[i].x) + shift,
                      by_plot_at_y(frame, series->points[i].y));
    by_svg_path_end(svg);
}

static void draw_points(struct by_svg *svg, const struct by_plot_frame *frame,
                        const struct by_plot_series *series)
{
    int look = look_of(series);
    double shift = aside(frame->plot, series);
    int every = series->joined && series->count > MARKS_MAX ? series->count / SOME_MARKS : 1;
    int first = every * (series->look % SOME_MARKS) / SOME_MARKS; /* not all at the same places */
    for (int i = first; i < series->count; i += every) {
        const struct by_plot_point *point = &series->points[i];
        if (!drawn(frame->plot, point))
            continue;
        double x = by_plot_at_x(frame, point->x) + shift;
        if (has_interval(point) && !series->band)
            draw_interval(svg, frame, x, point, looks[look].thin);
        draw_mark(svg, x, by_plot_at_y(frame, point->y), series->look, look, series->hollow);
    }
}

static void draw_series(struct by_svg *svg, const struct by_plot_frame *frame)
{
    const struct by_plot *plot = frame->plot;
    for (int s = 0; s < plot->count; s++)
        if (plot->series[s].band)
            draw_band(svg, frame, &plot->series[s]);
    for (int s = 0; s < plot->count; s++)
        if (plot->series[s].joined || plot->series[s].bare)
            draw_joined(svg, frame, &plot->series[s]);
    for (int s = plot->count - 1; s >= 0; s--)
        if (!plot->series[s].bare)
            draw_points(svg, frame, &plot->series[s]);
}

/* --- the legend ------------------------------------------------------------------------------------------ */

/* A hollow series needs no line of its own where the filled one beside it has one, and one without a name
 * has none. */
static bool listed(const struct by_plot *plot, int s)
{
    if (!*plot->series[s].name)
        return false;
    for (int i = 0; i < plot->count; i++)
        if (plot->series[s].hollow && !plot->series[i].hollow && !plot->series[i].bare &&
            plot->series[i].look == plot->series[s].look)
            return false;
    return true;
}

static bool has(const struct by_plot *plot, bool hollow)
{
    for (int s = 0; s < plot->count; s++)
        if (plot->series[s].hollow == hollow && !plot->series[s].bare && plot->series[s].count > 0)
            return true;
    return false;
}

static double legend_width(const struct by_plot *plot)
{
    size_t most = 12;
    for (int s = 0; s < plot->count; s++) {
        const struct by_plot_series *series = &plot->series[s];
        size_t name = by_letters(series->name);
        size_t note = series->note ? by_letters(series->note) : 0;
        most = name > most ? name : most;
        most = note > most ? note : most;
    }
    most = most < NAME_MAX ? most : NAME_MAX;
    return 52 + LETTER * (double)most;
}

static double legend_height(const struct by_plot *plot)
{
    double height = 2.5 * ENTRY;
    for (int s = 0; s < plot->count; s++)
        if (listed(plot, s))
            height += plot->series[s].note ? 1.8 * ENTRY : ENTRY;
    return height;
}

/* Bars show their filling; lines their mark and dash. */
static void draw_sample(struct by_svg *svg, const struct by_plot_series *series, double y,
                        bool bars)
{
    int look = look_of(series);
    if (bars) {
        by_svg_rect(svg, 6, y - 6, 20, 11, looks[look].bar);
        return;
    }
    if (series->joined || series->bare)
        by_svg_line(svg, 0, y, 32, y, looks[look].line);
    if (!series->bare)
        draw_mark(svg, 16, y, series->look, look, series->hollow);
}

static void put_cut(struct by_svg *svg, double x, double y, const char *classes, const char *words)
{
    bool cut = by_letters(words) > NAME_MAX;
    by_svg_text(svg, x, y, classes, "%.*s%s",
                (int)by_letters_bytes(words, cut ? NAME_MAX - 3 : NAME_MAX), words,
                cut ? "..." : "");
}

static void draw_kinds(struct by_svg *svg, const struct by_plot *plot, double y, bool bars)
{
    double at = y;
    for (int hollow = 0; has(plot, true) && hollow < 2; hollow++) {
        if (!has(plot, hollow))
            continue;
        if (bars)
            by_svg_rect(svg, 6, at - 6, 20, 11, hollow ? "line ink-line hollow" : "ink");
        else
            draw_mark(svg, 16, at, 3, 3, hollow);
        put_cut(svg, 42, at + 4, "text small faint", hollow ? plot->hollow : plot->filled);
        at += ENTRY;
    }
}

static void draw_legend(struct by_svg *svg, const struct by_plot *plot, bool bars)
{
    double y = 8;
    for (int s = 0; s < plot->count; s++) {
        const struct by_plot_series *series = &plot->series[s];
        if (!listed(plot, s))
            continue;
        draw_sample(svg, series, y, bars);
        put_cut(svg, 42, y + 4, "text small", series->name);
        if (series->note)
            put_cut(svg, 42, y + 4 + 0.75 * ENTRY, "text small faint", series->note);
        y += series->note ? 1.8 * ENTRY : ENTRY;
    }
    draw_kinds(svg, plot, y + 8, bars);
}

/* --- whole plots -------------------------------------------------------------------------------------------- */

static struct by_plot_frame open_plot(const struct by_plot *plot, struct by_svg *svg,
                                      struct by_buffer *out)
{
    double legend = legend_height(plot);
    struct by_plot_frame frame = {plot, PLOT_WIDTH, legend > LEAST_HIGH ? legend : LEAST_HIGH,
                                  by_plot_span_x(plot), by_plot_span_y(plot)};
    by_plot_begin(svg, out, LEFT + PLOT_WIDTH + 26 + legend_width(plot) + BY_SVG_MARGIN,
                  BY_SVG_TOP + 26 + frame.height + 84, plot->title, plot->below);
    by_svg_move(svg, LEFT, BY_SVG_TOP + 26);
    by_plot_draw_axes(svg, &frame);
    return frame;
}

static void close_plot(const struct by_plot_frame *frame, struct by_svg *svg, bool bars)
{
    by_svg_move(svg, PLOT_WIDTH + 26, 0);
    draw_legend(svg, frame->plot, bars);
    by_svg_back(svg);
    by_svg_back(svg);
    by_svg_end(svg);
}

void by_plot_lines(const struct by_plot *plot, struct by_buffer *out)
{
    struct by_svg svg;
    struct by_plot_frame frame = open_plot(plot, &svg, out);
    draw_series(&svg, &frame);
    close_plot(&frame, &svg, false);
}

static void draw_bar(struct by_svg *svg, const struct by_plot_frame *frame, int s, int i)
{
    const struct by_plot_series *series = &frame->plot->series[s];
    const struct by_plot_point *point = &series->points[i];
    if (!drawn(frame->plot, point))
        return;
    double place = frame->width / frame->plot->x.places * 0.8;
    double wide = place / frame->plot->count;
    double x = by_plot_at_x(frame, point->x) - place / 2 + wide * s;
    double y = by_plot_at_y(frame, point->y);
    const char *fill = looks[look_of(series)].bar, *edge = looks[look_of(series)].hollow;
    by_svg_rect(svg, x + 1, y, wide - 2, frame->height - y, series->hollow ? edge : fill);
    by_svg_line(svg, x + 1, y, x + wide - 1, y, "line thin ink-line"); /* a bar of 0 is one, too */
    if (has_interval(point))
        draw_interval(svg, frame, x + wide / 2, point, "line thin ink-line");
}

/* Bars stand on the lower end of y, which is 0 unless the axis is logarithmic. */
void by_plot_bars(const struct by_plot *plot, struct by_buffer *out)
{
    struct by_plot standing = *plot;
    struct by_svg svg;
    if (standing.y.scale == BY_PLOT_LINEAR && isnan(standing.y.low))
        standing.y.low = 0;
    struct by_plot_frame frame = open_plot(&standing, &svg, out);
    for (int s = 0; s < plot->count; s++)
        for (int i = 0; i < plot->series[s].count; i++)
            draw_bar(&svg, &frame, s, i);
    close_plot(&frame, &svg, true);
}
