/* plot_axis.c: ticks, frames and places of plots; see plot.h and plot_frame.h. */
#include "base/draw/plot_frame.h"
#include "base/num.h"
#include "base/text.h"
#include <math.h>
#include <string.h>

#define TICKS_MAX    24
#define PLACE_LEVELS 3

static double log10_of(double x)
{
    return by_ln(x) / by_ln(10);
}

static double power_of_ten(int exponent)
{
    double power = 1;
    for (int i = 0; i < (exponent < 0 ? -exponent : exponent); i++)
        power *= 10;
    return exponent < 0 ? 1 / power : power;
}

/* --- numbers ------------------------------------------------------------------------------------ */

static void put_grouped(struct by_text *out, double value)
{
    char digits[32];
    struct by_text text = by_text_over(digits, sizeof digits);
    by_text_format(&text, "%.0f", value < 0 ? -value : value);
    size_t length = strlen(digits);
    if (value < 0)
        by_text_char(out, '-');
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0 && length > 3)
            by_text_char(out, ',');
        by_text_char(out, digits[i]);
    }
}

void by_plot_number(struct by_text *out, double value)
{
    double size = value < 0 ? -value : value;
    if (size >= 1000 && size < 1e10)
        put_grouped(out, value);
    else
        by_text_format(out, "%.4g", value == 0 ? 0 : value); /* no "-0" */
}

/* --- ticks --------------------------------------------------------------------------------------- */

static double floor_of(double x)
{
    double whole = x < 9e18 && x > -9e18 ? (double)(int64_t)x : x;
    return whole > x ? whole - 1 : whole;
}

/* 1, 2 or 5 times a power of ten, so that about five steps cover the range. */
static double round_step(double range)
{
    int exponent = (int)floor_of(log10_of(range / 5));
    double unit = power_of_ten(exponent), times = range / 5 / unit;
    return unit * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}

static int linear_ticks(double low, double high, double *ticks, int room)
{
    double range = high - low;
    if (!(range > 0) || !isfinite(range))
        return 0;
    double step = round_step(range), first = -floor_of(-low / step + 1e-9);
    int count = 0;
    for (double k = first; k * step <= high + 1e-9 * range && count < room; k++)
        ticks[count++] = k * step + 0.0; /* never -0 */
    return count;
}

static int log_ticks(double low, double high, double *ticks, int room)
{
    double decades = log10_of(high / low);
    if (decades < 0.9) /* hardly a power of ten in it */
        return linear_ticks(low, high, ticks, room);
    int first = (int)floor_of(log10_of(low) + 1e-9), last = (int)floor_of(log10_of(high) + 1e-9);
    int stride = decades > 10 ? 3 : decades > 6 ? 2 : 1, count = 0;
    for (int e = first; e <= last + 1; e++)
        for (int m = 0; m < 3; m++) {
            static const double times[] = {1, 2, 5};
            double tick = times[m] * power_of_ten(e);
            bool wanted = m == 0 ? (e - first) % stride == 0 : decades <= 2.6;
            if (wanted && tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9) && count < room)
                ticks[count++] = tick;
        }
    return count;
}

int by_plot_ticks(enum by_plot_scale scale, double low, double high, double *ticks, int room)
{
    if (scale == BY_PLOT_LOG)
        return low > 0 && high > low ? log_ticks(low, high, ticks, room) : 0;
    return linear_ticks(low, high, ticks, room);
}

/* --- the range that is shown ------------------------------------------------------------------------ */

bool by_plot_shown(enum by_plot_scale scale, double value)
{
    return isfinite(value) && (scale != BY_PLOT_LOG || value > 0);
}

static void widen(struct by_plot_span *span, enum by_plot_scale scale, double value)
{
    if (!by_plot_shown(scale, value))
        return;
    if (isnan(span->low) || value < span->low)
        span->low = value;
    if (isnan(span->high) || value > span->high)
        span->high = value;
}

/* A little room beside the outermost points, and never a range of nothing. */
static void relax(struct by_plot_span *span, const struct by_plot_axis *axis)
{
    bool log = axis->scale == BY_PLOT_LOG;
    if (isnan(span->low) || isnan(span->high))
        *span = (struct by_plot_span){log ? 1 : 0, log ? 10 : 1};
    if (log) {
        double by =
            span->high / span->low < 1.01 ? 2 : by_exp(0.04 * by_ln(span->high / span->low));
        span->low = isnan(axis->low) || span->low < axis->low ? span->low / by : axis->low;
        span->high = isnan(axis->high) || span->high > axis->high ? span->high * by : axis->high;
        return;
    }
    double by = 0.04 * (span->high - span->low);
    if (!(by > 0))
        by = span->high != 0 ? 0.1 * fabs(span->high) : 1;
    span->low = isnan(axis->low) || span->low < axis->low ? span->low - by : axis->low;
    span->high = isnan(axis->high) || span->high > axis->high ? span->high + by : axis->high;
}

struct by_plot_span by_plot_span_x(const struct by_plot *plot)
{
    struct by_plot_span span = {plot->x.low, plot->x.high};
    if (plot->x.scale == BY_PLOT_PLACES)
        return (struct by_plot_span){-0.5, plot->x.places - 0.5};
    for (int s = 0; s < plot->count; s++)
        for (int i = 0; i < plot->series[s].count; i++)
            widen(&span, plot->x.scale, plot->series[s].points[i].x);
    relax(&span, &plot->x);
    return span;
}

struct by_plot_span by_plot_span_y(const struct by_plot *plot)
{
    struct by_plot_span span = {plot->y.low, plot->y.high};
    for (int s = 0; s < plot->count; s++)
        for (int i = 0; i < plot->series[s].count; i++) {
            const struct by_plot_point *point = &plot->series[s].points[i];
            widen(&span, plot->y.scale, point->y);
            widen(&span, plot->y.scale, point->low);
            widen(&span, plot->y.scale, point->high);
        }
    widen(&span, plot->y.scale, plot->divide);
    relax(&span, &plot->y);
    return span;
}

/* --- drawing axes --------------------------------------------------------------------------------------- */

double by_plot_part(enum by_plot_scale scale, const struct by_plot_span *span, double value)
{
    double part = scale == BY_PLOT_LOG ? by_ln(value / span->low) / by_ln(span->high / span->low)
                                       : (value - span->low) / (span->high - span->low);
    return part < 0 ? 0 : part > 1 ? 1 : part;
}

double by_plot_at_x(const struct by_plot_frame *frame, double x)
{
    return frame->width * by_plot_part(frame->plot->x.scale, &frame->x, x);
}

double by_plot_at_y(const struct by_plot_frame *frame, double y)
{
    return frame->height * (1 - by_plot_part(frame->plot->y.scale, &frame->y, y));
}

static bool is_whole(double x)
{
    return !isfinite(x) || floor_of(x) == x;
}

/* Where all figures are whole numbers, as plies and heaps are, there are no halves of them to tick. */
static bool all_whole(const struct by_plot *plot, bool y)
{
    for (int s = 0; s < plot->count; s++)
        for (int i = 0; i < plot->series[s].count; i++) {
            const struct by_plot_point *point = &plot->series[s].points[i];
            if (!is_whole(y ? point->y : point->x))
                return false;
        }
    return true;
}

#define LETTER 6.4 /* pixels of a small one */

/* A label is left out where it would touch the one before. */
static void draw_x_label(struct by_svg *svg, const struct by_plot_frame *frame, double x,
                         const char *label, double *free_from)
{
    double half = LETTER / 2 * (double)by_letters(label);
    if (x - half < *free_from)
        return;
    by_svg_text(svg, x, frame->height + 18, "text small mid faint", "%s", label);
    *free_from = x + half + 6;
}

static void draw_x_ticks(struct by_svg *svg, const struct by_plot_frame *frame)
{
    double ticks[TICKS_MAX], free_from = -60;
    int count = by_plot_ticks(frame->plot->x.scale, frame->x.low, frame->x.high, ticks, TICKS_MAX);
    bool whole = all_whole(frame->plot, false);
    for (int i = 0; i < count; i++) {
        if (whole && !is_whole(ticks[i]))
            continue;
        char label[32];
        struct by_text text = by_text_over(label, sizeof label);
        double x = by_plot_at_x(frame, ticks[i]);
        by_plot_number(&text, ticks[i]);
        if (x > 1 && x < frame->width - 1)
            by_svg_line(svg, x, 0, x, frame->height, "grid");
        draw_x_label(svg, frame, x, label, &free_from);
    }
}

/* Words longer than their place is wide lie on up to three levels by turns; what is longer still is cut. */
static void draw_places(struct by_svg *svg, const struct by_plot_frame *frame)
{
    const struct by_plot_axis *axis = &frame->plot->x;
    size_t fit = (size_t)(frame->width / axis->places / LETTER), longest = 1;
    for (int i = 0; i < axis->places; i++) {
        size_t letters = by_letters(axis->place[i]);
        longest = letters > longest ? letters : longest;
    }
    fit = fit > 1 ? fit - 1 : 1;
    size_t levels = (longest + fit - 1) / fit;
    levels = levels < PLACE_LEVELS ? levels : PLACE_LEVELS;
    for (int i = 0; i < axis->places; i++)
        by_svg_text(svg, by_plot_at_x(frame, i),
                    frame->height + 18 + 13 * (double)((size_t)i % levels), "text small mid faint",
                    "%.*s", (int)by_letters_bytes(axis->place[i], fit * levels), axis->place[i]);
}

static void draw_y_ticks(struct by_svg *svg, const struct by_plot_frame *frame)
{
    double ticks[TICKS_MAX];
    int count = by_plot_ticks(frame->plot->y.scale, frame->y.low, frame->y.high, ticks, TICKS_MAX);
    bool whole = all_whole(frame->plot, true);
    for (int i = 0; i < count; i++) {
        if (whole && !is_whole(ticks[i]))
            continue;
        char label[32];
        struct by_text text = by_text_over(label, sizeof label);
        double y = by_plot_at_y(frame, ticks[i]);
        by_plot_number(&text, ticks[i]);
        if (y > 1 && y < frame->height - 1)
            by_svg_line(svg, 0, y, frame->width, y, "grid");
        by_svg_text(svg, -9, y + 4, "text small end faint", "%s", label);
    }
}

void by_plot_draw_axes(struct by_svg *svg, const struct by_plot_frame *frame)
{
    const struct by_plot *plot = frame->plot;
    bool words = plot->x.scale == BY_PLOT_PLACES;
    by_svg_rect(svg, 0, 0, frame->width, frame->height, "paper edge");
    draw_y_ticks(svg, frame);
    if (words)
        draw_places(svg, frame);
    else
        draw_x_ticks(svg, frame);
    if (isfinite(plot->divide)) {
        double y = by_plot_at_y(frame, plot->divide);
        by_svg_line(svg, 0, y, frame->width, y, "line dim-line");
    }
    by_svg_text(svg, frame->width / 2, frame->height + (words ? 64 : 40), "text small mid", "%s",
                plot->x.title);
    by_svg_text(svg, -40, -12, "text small", "%s", plot->y.title);
}
