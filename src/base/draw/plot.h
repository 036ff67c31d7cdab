/* plot.h: figures over one or two parameters, as SVG that is readable in black and white.
 *
 * Series of points over x, with intervals as bars or bands; bars for counts; a heat map for two parameters.
 * Series differ by mark and dash as well as by colour. Filled marks are ours; hollow ones, which lie
 * a little to the right so that both are seen, are somebody else's figures, as published ones; a hollow
 * series has the look of the series that it belongs to. Ticks are round numbers. The
 * legend has a column of its own at the right.
 *
 * A series of many points has marks at a few of them.
 *
 * What is not finite, or not positive on a logarithmic axis, is not drawn; an interval's end beyond
 * the axis is cut there. */
#ifndef BY_BASE_DRAW_PLOT_H
#define BY_BASE_DRAW_PLOT_H

#include "base/buffer.h"

#define BY_PLOT_LOOKS                                                                              \
    6 /* marks and dashes; more series begin again with another colour for each mark */

enum by_plot_scale {
    BY_PLOT_LINEAR,
    BY_PLOT_LOG,
    BY_PLOT_PLACES, /* words at even distances: x is 0, 1, 2, ... */
};

struct by_plot_axis {
    const char *title;
    enum by_plot_scale scale;
    double low, high; /* shown at least; NAN: as the points ask */
    int places;       /* BY_PLOT_PLACES */
    const char *const *place;
};

struct by_plot_point {
    double x, y;
    double low, high; /* NAN: there is no interval */
};

struct by_plot_series {
    const char *name;
    const char *note; /* below the name, small; may be NULL */
    int look;         /* 0, 1, ...: mark, dash and colour */
    bool hollow;
    bool joined; /* by a line */
    bool band;   /* the intervals are a band, not bars */
    bool bare;   /* a line without marks: bounds, fits */
    int count;
    const struct by_plot_point *points;
};

struct by_plot {
    const char *title, *below;
    struct by_plot_axis x, y;
    double divide; /* a line across at this y; NAN: none */
    const char
        *filled; /* what filled marks are: "measured here"; and hollow ones; for the legend */
    const char *hollow;
    int count;
    const struct by_plot_series *series;
};

/* Points and lines; and the same as bars, one group at each place of x. */
void by_plot_lines(const struct by_plot *plot, struct by_buffer *out);
void by_plot_bars(const struct by_plot *plot, struct by_buffer *out);

/* Values over two parameters: `value` has a row for every place of y. NAN: a cell that was not run. Darker is
 * more. `below` each value, smaller, what else is known of it; may be NULL, as may its entries. */
struct by_heat {
    const char *title, *below;
    struct by_plot_axis x, y; /* BY_PLOT_PLACES */
    const double *value;
    const char *const *note;
    double low, high; /* what white and black are; NAN: the least and the largest value */
    const char *unit; /* of the values, for the scale at the right */
};
void by_plot_heat(const struct by_heat *heat, struct by_buffer *out);

/* Round numbers that cover low to high: writes at most `room` of them, returns how many. On a
 * logarithmic scale powers of ten, with 2 and 5 between them where these are few. */
int by_plot_ticks(enum by_plot_scale scale, double low, double high, double *ticks, int room);

/* A number as an axis has it: "1,000", "0.05", "1e-07". */
struct by_text;
void by_plot_number(struct by_text *out, double value);

#endif
