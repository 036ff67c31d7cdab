/* plot.h: an experiment's figures as one drawing.
 *
 *     plot: lines x=sims y=score log=x fit=power     marks over an axis, joined by lines
 *     plot: bars x=row                                counts or scores over words
 *     plot: heat x=z                                  two parameters
 *     plot: curves log=xy fit=power                   the series that measures give, not the cells' numbers
 *     plot: none
 *
 * x is an axis or `row`; y a number, or several with commas; row=NAME draws one row alone, cells="AXIS=VALUE" some
 * cells as --cell names them; log is x, y, xy or none;
 * fit=power or growth draws the fitted line and names the exponent with its 95 % interval. What is not
 * said is chosen: curves where measures give some; a heat map for two parameters without rows; bars
 * where the places are words; else lines, over the axis with the most values, on a logarithmic axis where it
 * spans far. An axis of another kind, a further row or number makes another series. Where there would
 * be more series than can be told apart, one row is drawn, and the line below the title names it. Labels `x` and `y` name
 * the axes of curves, and y where it is several numbers. */
#ifndef BY_LAB_PLOT_H
#define BY_LAB_PLOT_H

#include "base/json.h"
#include "lab/judge.h"

/* Writes the SVG; nothing where the file says `plot: none`. */
enum by_status by_lab_plot(const struct by_lab_judged *judged, struct by_buffer *out,
                           struct by_error *err);

/* The same as data, for who draws it himself: an object, or null where there is no plot.
 * {"kind": "lines", "bars" or "heat", "x": {"title", "scale", "places"}, "y", "divide", "series": [{"name", "note",
 * "look", "hollow", "joined", "bare", "points": [[x, y, low, high]]}]}; a heat map has "value" and "published", a row for each place of y. Of a
 * series at most `most` points are told. */
enum by_status by_report_lab_plot(struct by_json *json, const char *name,
                                  const struct by_lab_judged *judged, int most,
                                  struct by_error *err);

/* Whether what the file says about its plot can be read; errors with file and line. */
enum by_status by_lab_check_plot(const struct by_lab_experiment *experiment, struct by_error *err);

#endif
