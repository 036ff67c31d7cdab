/* pi.c: pi from random points, and how far such an estimate can be trusted (GO).
 *
 * A point thrown into the unit square falls within the quarter circle with probability pi/4, so
 * the hits of n throws are a binomial count. Four times the share is the estimate, and four times
 * Wilson's interval for the share the interval for pi. */
#include "base/draw/svg.h"
#include "base/num.h"
#include "base/rng.h"
#include "base/stats.h"
#include "lessons/lesson.h"
#include <math.h>

#define PI         3.14159265358979323846
#define POINTS_MAX 100000000 /* a second at most */
#define ROWS_MAX   10        /* 10, 100, ... 100,000,000, and the number asked for */
#define SHOWN_MAX  2000      /* points kept for the drawings */
#define COLUMNS    44
#define STEP_LINES 12 /* in a step, which fits a screen of 24 lines */
#define STEP_ROWS  6
#define LINES      22

struct row {
    uint64_t points, hits;
    double estimate, error, low, high;
};

struct pi {
    struct by_rng rng;
    struct row row[ROWS_MAX];
    int rows;
    float x[SHOWN_MAX], y[SHOWN_MAX];
    bool hit[SHOWN_MAX];
    int shown;
    int framed; /* points that earlier frames have shown */
};

/* --- throwing ------------------------------------------------------------------ */

static bool within(double x, double y)
{
    return x * x + y * y < 1;
}

static uint64_t throw_points(struct pi *pi, uint64_t count)
{
    uint64_t hits = 0;
    for (uint64_t i = 0; i < count; i++) {
        double x = by_rng_unit(&pi->rng), y = by_rng_unit(&pi->rng);
        hits += within(x, y);
        if (pi->shown < SHOWN_MAX) {
            pi->hit[pi->shown] = within(x, y);
            pi->x[pi->shown] = (float)x;
            pi->y[pi->shown++] = (float)y;
        }
    }
    return hits;
}

static struct row make_row(uint64_t points, uint64_t hits)
{
    struct by_interval share = by_wilson((double)hits, (double)points, 0.95);
    double estimate = 4.0 * (double)hits / (double)points;
    return (struct row){points, hits, estimate, estimate - PI, 4 * share.low, 4 * share.high};
}

static bool holds_pi(const struct row *row)
{
    return row->low <= PI && PI <= row->high;
}

/* --- characters ------------------------------------------------------------------ */

/* A square is twice as many characters wide as lines high. */
static void draw_points(const struct by_sink *sink, const struct pi *pi, int shown, int lines,
                        struct by_buffer *out)
{
    char cell[LINES][COLUMNS] = {{0}};
    int columns = 2 * lines;
    for (int i = 0; i < shown; i++)
        cell[(int)(pi->y[i] * (float)lines) % lines][(int)(pi->x[i] * (float)columns) % columns] =
            within(pi->x[i], pi->y[i]) ? 'o' : '.';
    by_buffer_format(out, "  +%.*s+\n", columns,
                     "------------------------------------------------");
    for (int line = lines - 1; line >= 0; line--) {
        by_buffer_add(out, "  |");
        for (int column = 0; column < columns; column++) {
            char c = cell[line][column];
            if (c == 'o')
                by_buffer_format(out, "%so%s", by_mark(sink, BY_MARK_GOOD),
                                 by_mark(sink, BY_MARK_PLAIN));
            else
                by_buffer_char(out, c != 0 ? c : ' ');
        }
        by_buffer_add(out, "|\n");
    }
    by_buffer_format(out, "  +%.*s+\n", columns,
                     "------------------------------------------------");
}

static void write_table_head(struct by_buffer *out)
{
    by_buffer_format(out, "%12s %12s %10s %10s   %-19s  %s\n", "points", "within", "estimate",
                     "error", "95 % interval", "pi in it");
}

static void write_row(const struct by_sink *sink, const struct row *row, struct by_buffer *out)
{
    char points[BY_COMMAS_SIZE], hits[BY_COMMAS_SIZE];
    bool good = holds_pi(row);
    by_buffer_format(out, "%12s %12s %10.6f %+10.6f   %.6f-%.6f    %s%s%s\n",
                     by_commas(row->points, points), by_commas(row->hits, hits), row->estimate,
                     row->error, row->low, row->high,
                     by_mark(sink, good ? BY_MARK_GOOD : BY_MARK_BAD), good ? "yes" : "no",
                     by_mark(sink, BY_MARK_PLAIN));
}

static void write_step(struct by_sink *sink, const struct pi *pi)
{
    struct by_buffer *out = by_sink_step(sink);
    if (out == NULL)
        return;
    draw_points(sink, pi, pi->shown, STEP_LINES, out);
    write_table_head(out);
    for (int i = pi->rows > STEP_ROWS ? pi->rows - STEP_ROWS : 0; i < pi->rows; i++)
        write_row(sink, &pi->row[i], out);
}

static void write_row_figures(struct by_json *figures, const struct row *row)
{
    by_json_count(figures, "points", row->points);
    by_json_count(figures, "within", row->hits);
    by_json_figure(figures, "estimate", row->estimate);
    by_json_figure(figures, "error", row->error);
    by_json_array(figures, "interval");
    by_json_figure(figures, NULL, row->low);
    by_json_figure(figures, NULL, row->high);
    by_json_end_array(figures);
}

/* What is known after so many points, and the points since the frame before, as far as they are kept. */
static void write_frame(struct by_sink *sink, struct pi *pi, const struct row *row)
{
    struct by_json *frame = by_sink_frame(sink);
    if (frame == NULL)
        return;
    write_row_figures(frame, row);
    by_json_array(frame, "new");
    for (; pi->framed < pi->shown; pi->framed++) {
        by_json_array(frame, NULL);
        by_json_figure(frame, NULL, (int)(1e4F * pi->x[pi->framed]) / 1e4);
        by_json_figure(frame, NULL, (int)(1e4F * pi->y[pi->framed]) / 1e4);
        by_json_int(frame, NULL, pi->hit[pi->framed]);
        by_json_end_array(frame);
    }
    by_json_end_array(frame);
    by_json_end_object(frame);
}

static void write_text(struct by_sink *sink, const struct pi *pi)
{
    struct by_buffer *out = &sink->text;
    by_buffer_add(
        out, "Throw points into a square, every place equally likely. A quarter circle around\n"
             "one corner covers pi/4 of it, so that four times the share of the points that\n"
             "fall within is an estimate of pi.\n\n");
    draw_points(sink, pi, pi->shown, LINES, out);
    by_buffer_format(out, "  the first %d points: o within, . outside\n\n", pi->shown);
    write_table_head(out);
    for (int i = 0; i < pi->rows; i++)
        write_row(sink, &pi->row[i], out);
    by_buffer_add(
        out, "\nAn estimate without its error is worth little. The interval covers pi in 95 of\n"
             "100 such experiments: with other seeds about one row in twenty says no. Its\n"
             "width shrinks with the root of the number of points: one more digit costs a\n"
             "hundred times the work. A playout of a game is such a point, and its result\n"
             "such a hit: this is how a Monte Carlo search knows what a move is worth.\n");
}

/* --- SVG ---------------------------------------------------------------------------- */

#define SIDE 400.0

static void draw_square(struct by_svg *svg, const struct pi *pi)
{
    by_svg_rect(svg, 0, 0, SIDE, SIDE, "panel");
    for (int i = 0; i < pi->shown; i++)
        by_svg_circle(svg, pi->x[i] * SIDE, SIDE - pi->y[i] * SIDE, 1.8,
                      within(pi->x[i], pi->y[i]) ? "good" : "second");
    by_svg_path(svg, "wall");
    for (int i = 0; i <= 90; i++)
        by_svg_to(svg, SIDE * sqrt(1 - i * i / 8100.0), SIDE - SIDE * i / 90.0);
    by_svg_path_end(svg);
    by_svg_rect(svg, 0, 0, SIDE, SIDE, "line");
    by_svg_text(svg, 0, SIDE + 22, "text small faint", "the first %d points", pi->shown);
}

#define PLOT_WIDTH  400.0
#define PLOT_HEIGHT 200.0
#define DECADES     8.0 /* 1 to 100,000,000 points */
#define LOWEST      (-6.0)
#define HIGHEST     1.0

static double log10_of(double x)
{
    return by_ln(x) / by_ln(10);
}

static double plot_x(uint64_t points)
{
    return log10_of((double)points) / DECADES * PLOT_WIDTH;
}

static double plot_y(double size)
{
    double height = size > 0 ? log10_of(size) : LOWEST;
    height = height < LOWEST ? LOWEST : height > HIGHEST ? HIGHEST : height;
    return (HIGHEST - height) / (HIGHEST - LOWEST) * PLOT_HEIGHT;
}

static void draw_axes(struct by_svg *svg)
{
    static const char *const sizes[] = {"10",    "1",      "0.1",   "0.01",
                                        "0.001", "0.0001", "10^-5", "10^-6"};
    static const char *const counts[] = {"1",    "10",   "100",  "1,000", "10^4",
                                         "10^5", "10^6", "10^7", "10^8"};
    for (int i = 0; i < 8; i++) {
        double y = PLOT_HEIGHT * i / 7;
        by_svg_line(svg, 0, y, PLOT_WIDTH, y, "grid");
        by_svg_text(svg, -8, y + 4, "text small end faint", "%s", sizes[i]);
    }
    for (int i = 0; i <= 8; i++) {
        double x = PLOT_WIDTH * i / DECADES;
        by_svg_line(svg, x, 0, x, PLOT_HEIGHT, "grid");
        by_svg_text(svg, x, PLOT_HEIGHT + 16, "text small mid faint", "%s", counts[i]);
    }
}

static void draw_plot(struct by_svg *svg, const struct pi *pi)
{
    draw_axes(svg);
    by_svg_path(svg, "line first-line");
    for (int i = 0; i < pi->rows; i++)
        by_svg_to(svg, plot_x(pi->row[i].points), plot_y((pi->row[i].high - pi->row[i].low) / 2));
    by_svg_path_end(svg);
    for (int i = 0; i < pi->rows; i++) {
        const struct row *row = &pi->row[i];
        by_svg_circle(svg, plot_x(row->points), plot_y(fabs(row->error)), 4,
                      holds_pi(row) ? "good" : "bad");
    }
    by_svg_circle(svg, 8, PLOT_HEIGHT + 35, 4, "good");
    by_svg_text(svg, 18, PLOT_HEIGHT + 39, "text small", "the error made");
    by_svg_line(svg, 130, PLOT_HEIGHT + 35, 158, PLOT_HEIGHT + 35, "line first-line");
    by_svg_text(svg, 166, PLOT_HEIGHT + 39, "text small", "half the width of the 95 %% interval");
}

static void draw_table(struct by_svg *svg, const struct pi *pi)
{
    char points[BY_COMMAS_SIZE];
    by_svg_text(svg, 70, 0, "text small faint end", "points");
    by_svg_text(svg, 170, 0, "text small faint end", "estimate");
    by_svg_text(svg, 250, 0, "text small faint", "95 %% interval");
    for (int i = 0; i < pi->rows; i++) {
        const struct row *row = &pi->row[i];
        double y = 16.0 * (i + 1);
        by_svg_text(svg, 70, y, "text small mono end", "%s", by_commas(row->points, points));
        by_svg_text(svg, 170, y, "text small mono end bold", "%.6f", row->estimate);
        by_svg_text(svg, 250, y, holds_pi(row) ? "text small mono" : "text small mono bad-ink",
                    "%.6f to %.6f", row->low, row->high);
    }
}

static void draw_svg(struct by_sink *sink, const struct pi *pi)
{
    struct by_svg svg;
    by_svg_begin(&svg, &sink->svg, 950, 540, "Pi from random points",
                 "Four times the share that falls within the quarter circle; the error shrinks "
                 "with the root of the number of points.");
    by_svg_move(&svg, BY_SVG_MARGIN, BY_SVG_TOP);
    draw_square(&svg, pi);
    by_svg_back(&svg);
    by_svg_move(&svg, 510, BY_SVG_TOP + 6);
    draw_plot(&svg, pi);
    by_svg_back(&svg);
    by_svg_move(&svg, 510, BY_SVG_TOP + 276);
    draw_table(&svg, pi);
    by_svg_back(&svg);
    by_svg_end(&svg);
}

/* --- the lesson ------------------------------------------------------------------------ */

static void write_figures(struct by_json *figures, const struct pi *pi)
{
    by_json_array(figures, "rows");
    for (int i = 0; i < pi->rows; i++) {
        by_json_object(figures, NULL);
        write_row_figures(figures, &pi->row[i]);
        by_json_end_object(figures);
    }
    by_json_end_array(figures);
}

static enum by_status run(const struct by_values *values, struct by_sink *sink,
                          struct by_error *err)
{
    uint64_t seed, wanted = (uint64_t)by_values_get(values, "points")->integer;
    uint64_t thrown = 0, hits = 0;
    struct pi pi = {.rows = 0};
    if (by_lesson_seed(values, &seed, err) != BY_OK)
        return BY_BAD_INPUT;
    by_rng_init(&pi.rng, seed, 0);
    for (uint64_t unit = 1, until = 1; thrown < wanted; until += unit) {
        until = until < wanted ? until : wanted;
        hits += throw_points(&pi, until - thrown);
        thrown = until;
        struct row row = make_row(thrown, hits);
        write_frame(sink, &pi, &row);
        unit = until == 10 * unit ? until : unit;
        if (thrown < wanted && (until != unit || unit == 1))
            continue;
        pi.row[pi.rows++] = row; /* 10, 100, ... and the number asked for */
        write_step(sink, &pi);
    }
    write_text(sink, &pi);
    write_figures(&sink->figures, &pi);
    if (by_sink_wants(sink, BY_WANT_SVG))
        draw_svg(sink, &pi);
    return BY_OK;
}

static const struct by_option options[] = {
    {.name = "points",
     .type = BY_OPTION_INT,
     .fallback = "1000000",
     .low = 1,
     .high = POINTS_MAX,
     .help = "how many points are thrown"},
    BY_LESSON_SEED,
    {.name = NULL},
};

const struct by_lesson by_lesson_pi = {
    .name = "pi",
    .title = "Pi from random points",
    .summary = "estimate pi by chance, and know how far to trust it",
    .options = options,
    .run = run,
};
