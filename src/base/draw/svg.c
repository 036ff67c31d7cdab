/* svg.c: see svg.h. */
#include "base/draw/svg.h"
#include "base/text.h"
#include <math.h>
#include <stdarg.h>

/* Plain class selectors and plain colours: some viewers know nothing else. */
static const char style[] =
    "  <style>\n"
    "    .paper{fill:#ffffff} .panel{fill:#f5f3ee} .shade{fill:#d9d3c5} .soft{fill:#e8f1ea}\n"
    "    .ink{fill:#22303c} .dim{fill:#b8bfc6} .good{fill:#3c8d5a} .bad{fill:#c8473d}\n"
    "    .first{fill:#2f6db5} .second{fill:#d0782a} .gold{fill:#f2d98b} .blush{fill:#f6dcd8}\n"
    "    .line,.grid,.wall,.way,.lost{fill:none;stroke-linecap:round;stroke-linejoin:round}\n"
    "    .line{stroke:#22303c;stroke-width:1.5} .grid{stroke:#dfe3e6;stroke-width:1}\n"
    "    .wall{stroke:#22303c;stroke-width:2.5} .way{stroke:#3c8d5a;stroke-width:3}\n"
    "    .lost{stroke:#c8473d;stroke-width:1.5} .edge{stroke:#8d99a5;stroke-width:1}\n"
    "    .first-line{stroke:#2f6db5} .second-line{stroke:#d0782a} .dim-line{stroke:#b8bfc6}\n"
    "    .bad-line{stroke:#c8473d} .good-line{stroke:#3c8d5a} .gold-line{stroke:#b8912f}\n"
    "    .ink-line{stroke:#22303c} .heavy{stroke-width:6} .medium{stroke-width:2.5}\n"
    "    .dashed{stroke-dasharray:6 5} .dotted{stroke-dasharray:1 5} .long{stroke-dasharray:14 5}\n"
    "    .dash-dot{stroke-dasharray:10 4 1 4} .short{stroke-dasharray:3 3} .hollow{fill:#fff}\n"
    "    .thin{stroke-width:1.2} .veil{fill-opacity:.6} .on-light{fill:#22303c}\n"
    "    .text{font-family:Helvetica,Arial,'DejaVu Sans',sans-serif;font-size:14px;fill:#22303c}\n"
    "    .title{font-size:22px;font-weight:bold} .large{font-size:18px} .small{font-size:11.5px}\n"
    "    .mono{font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace} .bold{font-weight:bold}\n"
    "    .mid{text-anchor:middle} .end{text-anchor:end} .faint{fill:#66727e} .inverse{fill:#fff}\n"
    "    .good-ink{fill:#2c7347} .bad-ink{fill:#b03a31} .first-ink{fill:#2f6db5}\n"
    "    .second-ink{fill:#b8641c} .first-soft{fill:#d6e4f4} .second-soft{fill:#f8e2cd}\n"
    "  </style>\n";

static void put_escaped(struct by_buffer *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '&')
            by_buffer_add(out, "&amp;");
        else if (*text == '<')
            by_buffer_add(out, "&lt;");
        else if (*text == '>')
            by_buffer_add(out, "&gt;");
        else if ((unsigned char)*text < ' ')
            by_buffer_char(out, ' ');
        else
            by_buffer_char(out, *text);
    }
}

void by_svg_begin(struct by_svg *svg, struct by_buffer *out, double width, double height,
                  const char *title, const char *below)
{
    svg->out = out;
    by_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%.0f\" "
                     "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n  <title>",
                     width, height, width, height);
    put_escaped(out, title);
    by_buffer_add(out, "</title>\n  <desc>");
    put_escaped(out, below);
    by_buffer_add(out, "</desc>\n");
    by_buffer_add(out, style);
    by_svg_rect(svg, 0, 0, width, height, "paper");
    by_svg_text(svg, BY_SVG_MARGIN, 40, "text title", "%s", title);
    by_svg_text(svg, BY_SVG_MARGIN, 62, "text faint", "%s", below);
}

void by_svg_end(struct by_svg *svg)
{
    by_buffer_add(svg->out, "</svg>\n");
}

void by_svg_move(struct by_svg *svg, double x, double y)
{
    by_buffer_format(svg->out, "  <g transform=\"translate(%.1f %.1f)\">\n", x, y);
}

void by_svg_back(struct by_svg *svg)
{
    by_buffer_add(svg->out, "  </g>\n");
}

void by_svg_rect(struct by_svg *svg, double x, double y, double width, double height,
                 const char *classes)
{
    by_buffer_format(svg->out,
                     "  <rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                     "height=\"%.1f\"/>\n",
                     classes, x, y, width, height);
}

void by_svg_round(struct by_svg *svg, double x, double y, double width, double height,
                  double radius, const char *classes)
{
    by_buffer_format(svg->out,
                     "  <rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                     "height=\"%.1f\" rx=\"%.1f\"/>\n",
                     classes, x, y, width, height, radius);
}

void by_svg_circle(struct by_svg *svg, double x, double y, double radius, const char *classes)
{
    by_buffer_format(svg->out, "  <circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
                     classes, x, y, radius);
}

void by_svg_line(struct by_svg *svg, double x1, double y1, double x2, double y2,
                 const char *classes)
{
    by_buffer_format(svg->out,
                     "  <line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                     classes, x1, y1, x2, y2);
}

void by_svg_shade(struct by_svg *svg, double x, double y, double width, double height, double part)
{
    static const int light[3] = {247, 250, 253}, dark[3] = {12, 40, 84};
    int mixed[3];
    for (int i = 0; i < 3; i++)
        mixed[i] = (int)(light[i] + part * (dark[i] - light[i]) + 0.5);
    by_buffer_format(svg->out,
                     "  <rect fill=\"#%02x%02x%02x\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                     "height=\"%.1f\"/>\n",
                     (unsigned)mixed[0] & 255, (unsigned)mixed[1] & 255, (unsigned)mixed[2] & 255,
                     x, y, width, height);
}

void by_svg_arrow(struct by_svg *svg, double x1, double y1, double x2, double y2,
                  const char *classes)
{
    const double long_side = 8, half = 4;
    double dx = x2 - x1, dy = y2 - y1, length = sqrt(dx * dx + dy * dy);
    by_svg_line(svg, x1, y1, x2, y2, classes);
    if (!(length > 0))
        return;
    dx /= length;
    dy /= length;
    by_svg_path(svg, classes);
    by_svg_to(svg, x2 - long_side * dx - half * dy, y2 - long_side * dy + half * dx);
    by_svg_to(svg, x2, y2);
    by_svg_to(svg, x2 - long_side * dx + half * dy, y2 - long_side * dy - half * dx);
    by_svg_path_end(svg);
}

void by_svg_path(struct by_svg *svg, const char *classes)
{
    by_buffer_format(svg->out, "  <polyline class=\"%s\" points=\"", classes);
}

void by_svg_to(struct by_svg *svg, double x, double y)
{
    by_buffer_format(svg->out, "%.1f,%.1f ", x, y);
}

void by_svg_path_end(struct by_svg *svg)
{
    by_buffer_add(svg->out, "\"/>\n");
}

void by_svg_text(struct by_svg *svg, double x, double y, const char *classes, const char *format,
                 ...)
{
    char line[256];
    struct by_text text = by_text_over(line, sizeof line);
    va_list arguments;
    va_start(arguments, format);
    by_text_vformat(&text, format, arguments);
    va_end(arguments);
    by_buffer_format(svg->out, "  <text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", classes, x, y);
    put_escaped(svg->out, line);
    by_buffer_add(svg->out, "</text>\n");
}
