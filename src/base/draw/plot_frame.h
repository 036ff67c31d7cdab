/* plot_frame.h: what the files of plots share: where a figure lies in the frame. */
#ifndef BY_BASE_DRAW_PLOT_FRAME_H
#define BY_BASE_DRAW_PLOT_FRAME_H

#include "base/draw/plot.h"
#include "base/draw/svg.h"

struct by_plot_span {
    double low, high;
};

struct by_plot_frame {
    const struct by_plot *plot;
    double width, height;
    struct by_plot_span x, y;
};

/* Can this value be drawn on such an axis? */
bool by_plot_shown(enum by_plot_scale scale, double value);

struct by_plot_span by_plot_span_x(const struct by_plot *plot);
struct by_plot_span by_plot_span_y(const struct by_plot *plot);

/* How far along the span, from 0 to 1; what lies outside is at its end. */
double by_plot_part(enum by_plot_scale scale, const struct by_plot_span *span, double value);
double by_plot_at_x(const struct by_plot_frame *frame, double x);
double by_plot_at_y(const struct by_plot_frame *frame, double y);

void by_plot_draw_axes(struct by_svg *svg, const struct by_plot_frame *frame);

/* The title and the line below it, cut to what fits. */
void by_plot_begin(struct by_svg *svg, struct by_buffer *out, double width, double height,
                   const char *title, const char *below);

#endif
