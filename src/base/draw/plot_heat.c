/* plot_heat.c: values over two parameters; see plot.h. */
#include "base/draw/plot_frame.h"
#include "base/text.h"
#include <math.h>

#define CELL_HIGH 46.0
#define WIDEST    620.0
#define LETTER    6.4

struct heat_frame {
    const struct by_heat *heat;
    struct by_plot_span span;
    double left, wide; /* of the words at the left, of a cell */
};

static struct by_plot_span span_of(const struct by_heat *heat)
{
    struct by_plot_span span = {heat->low, heat->high};
    for (int i = 0; i < heat->x.places * heat->y.places; i++) {
        double value = heat->value[i];
        if (!isfinite(value))
            continue;
        if (isnan(heat->low) && !(span.low <= value))
            span.low = value;
        if (isnan(heat->high) && !(span.high >= value))
            span.high = value;
    }
    if (!(span.high > span.low))
        span.high = span.low + 1;
    return span;
}

static struct heat_frame frame_of(const struct by_heat *heat)
{
    size_t most = by_letters(heat->y.title);
    for (int i = 0; i < heat->y.places; i++) {
        size_t letters = by_letters(heat->y.place[i]);
        most = letters > most ? letters : most;
    }
    double wide = WIDEST / heat->x.places;
    return (struct heat_frame){heat, span_of(heat), 20 + LETTER * (double)(most < 30 ? most : 30),
                               wide < 110 ? wide : 110};
}

static void draw_cell(struct by_svg *svg, const struct heat_frame *frame, int column, int row)
{
    const struct by_heat *heat = frame->heat;
    int i = row * heat->x.places + column;
    double x = frame->wide * column, y = CELL_HIGH * row, value = heat->value[i];
    const char *note = heat->note ? heat->note[i] : NULL;
    if (!isfinite(value)) {
        by_svg_rect(svg, x, y, frame->wide, CELL_HIGH, "paper edge");
        by_svg_line(svg, x, y + CELL_HIGH, x + frame->wide, y, "grid");
        return;
    }
    double part = by_plot_part(BY_PLOT_LINEAR, &frame->span, value);
    by_svg_shade(svg, x, y, frame->wide, CELL_HIGH, part);
    char label[32];
    struct by_text text = by_text_over(label, sizeof label);
    by_plot_number(&text, value);
    by_svg_text(svg, x + frame->wide / 2, y + (note ? 21 : 27),
                part > 0.5 ? "text mid inverse" : "text mid on-light", "%s", label);
    if (note)
        by_svg_text(svg, x + frame->wide / 2, y + 37,
                    part > 0.5 ? "text small mid inverse" : "text small mid on-light", "%s", note);
}

static void draw_places(struct by_svg *svg, const struct heat_frame *frame)
{
    const struct by_heat *heat = frame->heat;
    double under = CELL_HIGH * heat->y.places;
    for (int i = 0; i < heat->x.places; i++)
        by_svg_text(svg, frame->wide * (i + 0.5), under + 18, "text small mid faint", "%s",
                    heat->x.place[i]);
    for (int i = 0; i < heat->y.places; i++)
        by_svg_text(svg, -9, CELL_HIGH * (i + 0.5) + 4, "text small end faint", "%.*s",
                    (int)by_letters_bytes(heat->y.place[i], 30), heat->y.place[i]);
    by_svg_text(svg, frame->wide * heat->x.places / 2, under + 40, "text small mid", "%s",
                heat->x.title);
    by_svg_text(svg, -9, -12, "text small end", "%.*s", (int)by_letters_bytes(heat->y.title, 30),
                heat->y.title);
}

/* Ten steps of the shade, the ends named. */
static void draw_scale(struct by_svg *svg, const struct heat_frame *frame)
{
    const double high = 150;
    char ends[2][32];
    for (int i = 0; i < 2; i++) {
        struct by_text text = by_text_over(ends[i], sizeof ends[i]);
        by_plot_number(&text, i == 0 ? frame->span.high : frame->span.low);
        by_svg_text(svg, 26, i == 0 ? 10 : high, "text small", "%s", ends[i]);
    }
    for (int i = 0; i < 10; i++)
        by_svg_shade(svg, 0, high / 10 * i, 18, high / 10, (9 - i) / 9.0);
    by_svg_rect(svg, 0, 0, 18, high, "grid");
    by_svg_text(svg, 0, high + 18, "text small faint", "%s", frame->heat->unit);
}

void by_plot_heat(const struct by_heat *heat, struct by_buffer *out)
{
    struct by_svg svg;
    struct heat_frame frame = frame_of(heat);
    double wide = frame.wide * heat->x.places, high = CELL_HIGH * heat->y.places;
    double all = BY_SVG_MARGIN + frame.left + wide + 150;
    by_plot_begin(&svg, out, all < 620 ? 620 : all,
                  BY_SVG_TOP + 26 + (high > 170 ? high : 170) + 66, heat->title, heat->below);
    by_svg_move(&svg, BY_SVG_MARGIN + frame.left, BY_SVG_TOP + 26);
    draw_places(&svg, &frame);
    for (int row = 0; row < heat->y.places; row++)
        for (int column = 0; column < heat->x.places; column++)
            draw_cell(&svg, &frame, column, row);
    by_svg_move(&svg, wide + 30, 0);
    draw_scale(&svg, &frame);
    by_svg_back(&svg);
    by_svg_back(&svg);
    by_svg_end(&svg);
}
