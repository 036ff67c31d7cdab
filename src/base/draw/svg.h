/* svg.h: drawings as SVG text that any viewer shows without other files.
 *
 * A drawing has a size in pixels, a white ground, a title and a line below it; what follows is
 * placed from its top left corner, y downwards. Shapes carry class names instead of colours: one
 * style sheet, written into every drawing, makes them look alike. Classes may be joined with
 * blanks: "text mono mid".
 *
 *   areas   paper panel shade soft ink dim good bad blush first second gold   (filled)
 *           first-soft second-soft: pale, for words to stand on; veil: what is below shines through
 *   edges   line grid wall way lost                                     (drawn, not filled)
 *           in another colour: "line first-line", and second- good- bad- gold- dim-
 *           ink-line; wider: medium heavy, narrower: thin; broken: dashed dotted
 *           long short dash-dot; hollow: with white inside, as marks are
 *           edge: a thin edge for an area, as in "soft edge"
 *   words   text, and with it: small large mono bold, mid end (anchors), faint inverse
 *           colours: good-ink bad-ink first-ink second-ink; on-light: on an area that is always light
 *
 * The caller closes what it opens. Words are escaped here; class names are our own. */
#ifndef BY_BASE_DRAW_SVG_H
#define BY_BASE_DRAW_SVG_H

#include "base/buffer.h"

/* Where drawings begin, and the margin on every side. */
#define BY_SVG_TOP    84
#define BY_SVG_MARGIN 28

struct by_svg {
    struct by_buffer *out;
};

void by_svg_begin(struct by_svg *svg, struct by_buffer *out, double width, double height,
                  const char *title, const char *below);
void by_svg_end(struct by_svg *svg);

/* Everything until by_svg_back is placed relative to this point. */
void by_svg_move(struct by_svg *svg, double x, double y);
void by_svg_back(struct by_svg *svg);

void by_svg_rect(struct by_svg *svg, double x, double y, double width, double height,
                 const char *classes);
void by_svg_round(struct by_svg *svg, double x, double y, double width, double height,
                  double radius, const char *classes);
void by_svg_circle(struct by_svg *svg, double x, double y, double radius, const char *classes);
void by_svg_line(struct by_svg *svg, double x1, double y1, double x2, double y2,
                 const char *classes);

/* An area from white (0) to dark blue (1), the lightness alone telling the order. */
void by_svg_shade(struct by_svg *svg, double x, double y, double width, double height, double part);

/* A line with a head at its second end. */
void by_svg_arrow(struct by_svg *svg, double x1, double y1, double x2, double y2,
                  const char *classes);

/* A line through any number of points: open, by_svg_to for each, close. */
void by_svg_path(struct by_svg *svg, const char *classes);
void by_svg_to(struct by_svg *svg, double x, double y);
void by_svg_path_end(struct by_svg *svg);

void by_svg_text(struct by_svg *svg, double x, double y, const char *classes, const char *format,
                 ...) __attribute__((format(printf, 5, 6)));

#endif
