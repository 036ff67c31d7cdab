/* plot_drawn.h: the points of a drawing, gathered. Only for this room. */
#ifndef BY_LAB_PLOT_DRAWN_H
#define BY_LAB_PLOT_DRAWN_H

#include "lab/plot_plan.h"

#define BY_DRAWN_SERIES 64
#define BY_DRAWN_PLACES 64

/* Everything that a drawing is made of; a series has our points and the published ones. */
struct by_lab_drawn {
    const struct by_lab_judged *judged;
    struct by_lab_plot_plan plan;
    const char *row; /* drawn alone; "": all */

    /* The judged lines, and behind them those of other numbers that the plan asks for. */
    int count;
    struct by_lab_line *lines;
    bool *chosen; /* cells that the plan wants, by their numbers */

    int series_count;
    struct by_lab_drawn_series {
        char name[96], note[64];
        struct by_plot_point *ours, *theirs, *fit;
        int our_count, their_count, fit_count;
    } series[BY_DRAWN_SERIES];

    int place_count;
    const char *places[BY_DRAWN_PLACES];
    struct by_plot_point *points; /* memory of all series */
    int used, room;
};

/* Where a drawing goes: to an SVG, or as data. */
struct by_lab_canvas {
    struct by_buffer *svg;
    struct by_json *json; /* NULL: as an SVG */
    const char *name;     /* of the object, as data */
    int most;             /* points of a series, as data */
};
void by_canvas_plot(const struct by_lab_canvas *canvas, const struct by_plot *plot, bool bars);
void by_canvas_heat(const struct by_lab_canvas *canvas, const struct by_heat *heat,
                    const double *published);

/* Our points and the published ones of every series, or the series that measures give. */
void by_drawn_gather(struct by_lab_drawn *d);
void by_drawn_curves(struct by_lab_drawn *d);

/* Room for points; NULL: there is none. */
struct by_plot_point *by_drawn_take(struct by_lab_drawn *d, int count);

/* Whether a line is drawn, where it stands on x, and in which series: `numbers` is whether series are
 * told apart by their number, too; -1: there are too many. */
bool by_drawn_wanted(const struct by_lab_drawn *d, const struct by_lab_line *line);
bool by_drawn_numbers(const struct by_lab_drawn *d);
int by_drawn_series_of(struct by_lab_drawn *d, const struct by_lab_line *line, bool numbers);

/* x as a number, or as one of the places, whose order is that of the file or of their numbers. */
bool by_drawn_numeric(const struct by_lab_drawn *d);
const char *by_drawn_place(const struct by_lab_drawn *d, const struct by_lab_line *line);
double by_drawn_place_number(struct by_lab_drawn *d, const char *place); /* NAN: too many */
void by_drawn_order_places(struct by_lab_drawn *d);

#endif
