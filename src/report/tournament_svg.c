/* tournament_svg.c: ratings with their intervals as a drawing that a paper can print in black and white. */
#include "base/draw/svg.h"
#include "report/tournament.h"

#include <math.h>

enum { LEFT = 220, WIDTH = 820, NUMBERS = 150, ROW = 30, TICK = 5 };

/* What the drawing spans, in whole steps. */
struct axis {
    double low, high, step, scale;
};

static struct axis span(const struct by_tournament_report *report)
{
    struct axis axis = {0, 0, 50, 0}; /* 0 is always there */
    for (int i = 0; i < report->tournament->count; i++) {
        const struct by_rating *r = &report->result->standings[i].rating;
        axis.low = fmin(axis.low, r->interval.low);
        axis.high = fmax(axis.high, r->interval.high);
    }
    while ((axis.high - axis.low) / axis.step > 10)
        axis.step *= 2;
    axis.low = floor(axis.low / axis.step) * axis.step;
    axis.high = ceil(axis.high / axis.step) * axis.step;
    axis.scale =
        (WIDTH - LEFT - NUMBERS - 2 * BY_SVG_MARGIN) / fmax(axis.high - axis.low, axis.step);
    return axis;
}

static double place(const struct axis *axis, double elo)
{
    return LEFT + (elo - axis->low) * axis->scale;
}

static void draw_axis(struct by_svg *svg, const struct axis *axis, double bottom)
{
    for (double elo = axis->low; elo <= axis->high + 1e-9; elo += axis->step) {
        double x = place(axis, elo);
        by_svg_line(svg, x, BY_SVG_TOP - 6, x, bottom,
                    fabs(elo) < 1e-9 ? "line dashed dim-line" : "grid");
        by_svg_text(svg, x, bottom + 18, "text small mid", fabs(elo) < 1e-9 ? "0" : "%+.0f", elo);
    }
}

/* A point, its interval with ends, the name before and the numbers behind. */
static void draw_player(struct by_svg *svg, const struct axis *axis, const struct by_standing *s,
                        const char *name, double y)
{
    const struct by_rating *r = &s->rating;
    const double ends[2] = {place(axis, r->interval.low), place(axis, r->interval.high)};
    by_svg_text(svg, LEFT - 12, y + 5, "text end", "%.*s", (int)by_letters_bytes(name, 28), name);
    by_svg_line(svg, ends[0], y, ends[1], y, "line");
    for (int i = 0; i < 2; i++)
        by_svg_line(svg, ends[i], y - TICK, ends[i], y + TICK, "line");
    by_svg_circle(svg, place(axis, r->elo), y, 5, "ink");
    by_svg_text(svg, WIDTH - BY_SVG_MARGIN, y + 5, "text small end", "%+.0f (%+.0f to %+.0f)",
                r->elo, r->interval.low, r->interval.high);
}

void by_tournament_svg(const struct by_tournament_report *report, struct by_buffer *out)
{
    const struct by_tournament *t = report->tournament;
    struct axis axis = span(report);
    struct by_svg svg;
    struct by_buffer below;
    double bottom = BY_SVG_TOP + t->count * ROW + 10;
    by_buffer_open(&below, 4096);
    by_buffer_format(&below, "%s %s, %d games, Elo with 95 %% intervals; 0 is %s",
                     report->rules->name, report->rules->label, report->result->games_played,
                     t->format == BY_GAUNTLET ? t->players[0].name : "the mean");
    by_svg_begin(&svg, out, WIDTH, bottom + 60, t->title, by_buffer_text(&below));
    draw_axis(&svg, &axis, bottom);
    for (int i = 0; i < t->count; i++) {
        const struct by_standing *s = &report->result->standings[i];
        draw_player(&svg, &axis, s, t->players[s->player].name, BY_SVG_TOP + i * ROW + ROW / 2.0);
    }
    by_buffer_close(&below);
    by_buffer_open(&below, 4096);
    by_put_origin(&below, &report->origin, t->seed);
    by_svg_text(&svg, BY_SVG_MARGIN, bottom + 44, "text small faint", "%s", by_buffer_text(&below));
    by_buffer_close(&below);
    by_svg_end(&svg);
}
