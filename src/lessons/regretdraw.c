/* regretdraw.c: curves of regret, both axes in tenfold steps. */
#include "base/draw/svg.h"
#include "base/num.h"
#include "lessons/regret.h"
#include <string.h>

static double log10_of(double x)
{
    return by_ln(x) / by_ln(10);
}

/* The whole decades that the curves and bounds fill: from 1 round, and from a regret of 1. */
struct frame {
    const struct by_regret *study;
    double width, height;
    double decades_x;
    int decades_y;
};

static struct frame frame_of(const struct by_regret *study, double width, double height)
{
    int last = study->time_count - 1;
    double most = 10;
    for (int p = 0; p < study->players; p++) {
        const struct by_regret_player *player = &study->player[p];
        double bound = by_regret_bound(study, player, last, true);
        most = bound > most ? bound : most;
        most = player->mean[last] > most ? player->mean[last] : most;
    }
    double decades = log10_of(most);
    int whole = (int)decades;
    return (struct frame){study, width, height, log10_of((double)study->horizon),
                          whole + (decades > whole)};
}

static double place_x(const struct frame *f, int64_t t)
{
    return log10_of((double)t) / f->decades_x * f->width;
}

/* Regret of less than 1 lies on the axis. */
static double place_y(const struct frame *f, double regret)
{
    double height = regret > 1 ? log10_of(regret) / f->decades_y : 0;
    return f->height * (1 - (height < 1 ? height : 1));
}

/* Where a bound begins to say something: behind the first round, and for ETC behind its trials. */
static bool bound_shown(const struct by_regret *study, const struct by_regret_player *player, int i)
{
    const struct by_gambler *gambler = &player->gambler;
    return gambler->way == BY_BANDIT_ETC ? study->times[i] >= gambler->m * study->bandit.arms
                                         : study->times[i] > 1;
}

/* --- characters ---------------------------------------------------------------------------------- */

#define COLUMNS 64
#define LINES   18

static void put_point(char cell[LINES][COLUMNS], double x, double y, char mark)
{
    int column = (int)(x + 0.5), line = (int)(y + 0.5);
    if (column >= 0 && column < COLUMNS && line >= 0 && line < LINES)
        cell[line][column] = mark;
}

static void put_player(char cell[LINES][COLUMNS], const struct frame *f, int p)
{
    const struct by_regret *study = f->study;
    const struct by_regret_player *player = &study->player[p];
    for (int i = 0; i < study->time_count; i++)
        if (player->mean[i] > 1)
            put_point(cell, place_x(f, study->times[i]), place_y(f, player->mean[i]),
                      p == 0 ? 'U' : (char)('0' + p));
}

static void put_bounds(char cell[LINES][COLUMNS], const struct frame *f)
{
    const struct by_regret *study = f->study;
    for (int i = 1; i < study->time_count; i++) {
        double x = place_x(f, study->times[i]);
        put_point(cell, x, place_y(f, by_regret_bound(study, &study->player[0], i, true)), '\'');
        put_point(cell, x, place_y(f, by_regret_bound(study, &study->player[0], i, false)), '.');
    }
}

static void write_rounds(const struct frame *f, struct by_buffer *out)
{
    char row[COLUMNS + 16];
    memset(row, ' ', sizeof row);
    int64_t t = 1;
    int end = 0;
    for (int d = 0; d <= (int)f->decades_x; d++, t *= 10) {
        struct by_text label = by_text_over(row + (int)place_x(f, t), 12);
        by_text_format(&label, "%lld", (long long)t);
        end = (int)place_x(f, t) + (int)label.length;
        row[end] = ' ';
    }
    by_buffer_format(out, "         %.*s\n", end, row);
}

void by_regret_plot(const struct by_sink *sink, const struct by_regret *study,
                    struct by_buffer *out)
{
    char cell[LINES][COLUMNS];
    struct frame f = frame_of(study, COLUMNS - 1, LINES - 1);
    memset(cell, ' ', sizeof cell);
    put_bounds(cell, &f);
    for (int p = study->players - 1; p >= 0; p--)
        put_player(cell, &f, p);
    for (int line = 0; line < LINES; line++) {
        char label[16] = "";
        double power = 1;
        for (int d = 0; d <= f.decades_y; d++, power *= 10) {
            struct by_text text = by_text_over(label, sizeof label);
            if ((int)(place_y(&f, power) + 0.5) == line)
                by_text_format(&text, "%.0f", power);
            if (label[0])
                break;
        }
        by_buffer_format(out, "%7s |%.*s\n", label, COLUMNS, cell[line]);
    }
    by_buffer_format(out, "        +%.*s\n", COLUMNS,
                     "----------------------------------------------------------------");
    write_rounds(&f, out);
    by_buffer_format(out, "\n  U %s", study->player[0].name);
    for (int p = 1; p < study->players; p++)
        by_buffer_format(out, "   %d %s", p, study->player[p].name);
    by_buffer_format(out, "\n  %s. UCB's bound   ' the one for any gaps%s\n",
                     by_mark(sink, BY_MARK_DIM), by_mark(sink, BY_MARK_PLAIN));
}

/* --- SVG ------------------------------------------------------------------------------------------- */

#define PLOT_WIDTH  600.0
#define PLOT_HEIGHT 420.0

/* Colours of the players by their places. */
static const struct {
    const char *line, *bound, *band, *words;
} look[BY_REGRET_PLAYERS] = {
    {"line medium first-line", "line first-line dashed", "first-soft", "text small bold first-ink"},
    {"line medium good-line", "line good-line dashed", "soft", "text small bold good-ink"},
    {"line medium second-line", "line second-line dashed", "second-soft",
     "text small bold second-ink"},
    {"line medium bad-line", "line bad-line dashed", "blush", "text small bold bad-ink"},
    {"line medium gold-line", "line gold-line dashed", "panel", "text small bold"},
};

static void draw_axes(struct by_svg *svg, const struct frame *f)
{
    char label[BY_COMMAS_SIZE];
    uint64_t power = 1;
    by_svg_rect(svg, 0, 0, f->width, f->height, "paper edge");
    for (int d = 0; d <= f->decades_y; d++, power *= 10) {
        double y = place_y(f, (double)power);
        if (d > 0 && d < f->decades_y)
            by_svg_line(svg, 0, y, f->width, y, "grid");
        by_svg_text(svg, -9, y + 4, "text small end faint", "%s", by_commas(power, label));
    }
    power = 1;
    for (int d = 0; d <= (int)(f->decades_x + 1e-9); d++, power *= 10) {
        double x = place_x(f, (int64_t)power);
        if (x > 0 && x < f->width - 1)
            by_svg_line(svg, x, 0, x, f->height, "grid");
        by_svg_text(svg, x, f->height + 18, "text small mid faint", "%s", by_commas(power, label));
    }
    by_svg_text(svg, f->width / 2, f->height + 38, "text small mid", "rounds played");
    by_svg_text(svg, 0, -10, "text small", "regret so far");
}

/* Both ends of the interval, there and back. */
static void draw_band(struct by_svg *svg, const struct frame *f, int p)
{
    const struct by_regret *study = f->study;
    const struct by_regret_player *player = &study->player[p];
    by_svg_path(svg, look[p].band);
    for (int i = 0; i < study->time_count; i++)
        by_svg_to(svg, place_x(f, study->times[i]), place_y(f, player->mean[i] + player->half[i]));
    for (int i = study->time_count - 1; i >= 0; i--)
        by_svg_to(svg, place_x(f, study->times[i]), place_y(f, player->mean[i] - player->half[i]));
    by_svg_path_end(svg);
}

static void draw_mean(struct by_svg *svg, const struct frame *f, int p)
{
    const struct by_regret *study = f->study;
    by_svg_path(svg, look[p].line);
    for (int i = 0; i < study->time_count; i++)
        by_svg_to(svg, place_x(f, study->times[i]), place_y(f, study->player[p].mean[i]));
    by_svg_path_end(svg);
}

static void draw_bound(struct by_svg *svg, const struct frame *f, int p, bool any)
{
    const struct by_regret *study = f->study;
    by_svg_path(svg, any ? "line dim-line dashed" : look[p].bound);
    for (int i = 0; i < study->time_count; i++)
        if (bound_shown(study, &study->player[p], i))
            by_svg_to(svg, place_x(f, study->times[i]),
                      place_y(f, by_regret_bound(study, &study->player[p], i, any)));
    by_svg_path_end(svg);
}

/* --- words at the ends of the curves --------------------------------------------------------------- */

#define LABELS_MAX (2 * BY_REGRET_PLAYERS + 1)
#define LABEL_STEP 15.0

struct label {
    double y;
    int player;
    enum { OF_MEAN, OF_BOUND, OF_ANY } of;
};

static void sort_labels(struct label *labels, int count)
{
    for (int i = 1; i < count; i++) {
        struct label moved = labels[i];
        int j = i;
        for (; j > 0 && labels[j - 1].y > moved.y; j--)
            labels[j] = labels[j - 1];
        labels[j] = moved;
    }
}

/* Pushed apart: downwards first, and up again from the lower edge. */
static void spread_labels(struct label *labels, int count)
{
    for (int i = 1; i < count; i++)
        if (labels[i].y < labels[i - 1].y + LABEL_STEP)
            labels[i].y = labels[i - 1].y + LABEL_STEP;
    if (count > 0 && labels[count - 1].y > PLOT_HEIGHT)
        labels[count - 1].y = PLOT_HEIGHT;
    for (int i = count - 2; i >= 0; i--)
        if (labels[i].y > labels[i + 1].y - LABEL_STEP)
            labels[i].y = labels[i + 1].y - LABEL_STEP;
}

static void draw_label(struct by_svg *svg, const struct frame *f, const struct label *label,
                       double from)
{
    const struct by_regret_player *player = &f->study->player[label->player];
    const char *const words[] = {"", "bound of ", "UCB's bound for any gaps"};
    by_svg_line(svg, f->width + 3, from, f->width + 14, label->y, "grid");
    by_svg_text(svg, f->width + 18, label->y + 4,
                label->of == OF_MEAN ? look[label->player].words : "text small faint", "%s%s",
                words[label->of], label->of == OF_ANY ? "" : player->name);
}

static void draw_labels(struct by_svg *svg, const struct frame *f)
{
    struct label labels[LABELS_MAX];
    const struct by_regret *study = f->study;
    int count = 0, last = study->time_count - 1;
    for (int p = 0; p < study->players; p++) {
        const struct by_regret_player *player = &study->player[p];
        labels[count++] = (struct label){place_y(f, player->mean[last]), p, OF_MEAN};
        labels[count++] =
            (struct label){place_y(f, by_regret_bound(study, player, last, false)), p, OF_BOUND};
    }
    labels[count++] = (struct label){
        place_y(f, by_regret_bound(study, &study->player[0], last, true)), 0, OF_ANY};
    sort_labels(labels, count);
    double from[LABELS_MAX];
    for (int i = 0; i < count; i++)
        from[i] = labels[i].y;
    spread_labels(labels, count);
    for (int i = 0; i < count; i++)
        draw_label(svg, f, &labels[i], from[i]);
}

/* --- the table below -------------------------------------------------------------------------------- */

static void draw_row(struct by_svg *svg, const struct by_regret *study, int p, double y)
{
    const struct by_regret_player *player = &study->player[p];
    int last = study->time_count - 1;
    double mean = player->mean[last], half = player->half[last];
    by_svg_line(svg, 0, y - 4, 22, y - 4, look[p].line);
    by_svg_text(svg, 32, y, look[p].words, "%s", player->name);
    by_svg_text(svg, 230, y, "text small mono end bold", "%.1f", mean);
    by_svg_text(svg, 390, y, "text small mono end", "%.1f to %.1f", mean - half, mean + half);
    by_svg_text(svg, 500, y, "text small mono end", "%.1f",
                by_regret_bound(study, player, last, false));
    if (p == 0)
        by_svg_text(svg, 610, y, "text small mono end", "%.1f",
                    by_regret_bound(study, player, last, true));
    by_svg_text(svg, 740, y, "text small mono end", "%.1f %%", 100 * player->best_share);
}

static void draw_table(struct by_svg *svg, const struct by_regret *study)
{
    char horizon[BY_COMMAS_SIZE];
    by_svg_text(svg, 0, 0, "text small faint", "after %s rounds",
                by_commas((uint64_t)study->horizon, horizon));
    by_svg_text(svg, 230, 0, "text small faint end", "regret");
    by_svg_text(svg, 390, 0, "text small faint end", "95 %% interval");
    by_svg_text(svg, 500, 0, "text small faint end", "bound");
    by_svg_text(svg, 610, 0, "text small faint end", "for any gaps");
    by_svg_text(svg, 740, 0, "text small faint end", "on the best arm");
    for (int p = 0; p < study->players; p++)
        draw_row(svg, study, p, 22.0 + 19 * p);
}

static void draw_curves(struct by_svg *svg, const struct frame *f)
{
    const struct by_regret *study = f->study;
    for (int p = study->players - 1; p >= 0; p--)
        draw_band(svg, f, p);
    draw_bound(svg, f, 0, true);
    for (int p = study->players - 1; p >= 0; p--)
        draw_bound(svg, f, p, false);
    for (int p = study->players - 1; p >= 0; p--)
        draw_mean(svg, f, p);
}

/* "5 arms that pay 1 with chances of 0.7, 0.5, 0.4": as many as there is room for. */
static void describe(const struct by_regret *study, struct by_text *out)
{
    const struct by_bandit *bandit = &study->bandit;
    by_text_format(out, "%d %s arms, means", bandit->arms,
                   bandit->kind == BY_ARM_BERNOULLI ? "Bernoulli" : "Gaussian");
    int shown = bandit->arms <= 5 ? bandit->arms : 4;
    for (int i = 0; i < shown; i++)
        by_text_format(out, "%s %.2g", i > 0 ? "," : "", bandit->mean[i]);
    by_text_format(out, "%s; averages of %d runs with 95 %% bands, proved bounds dashed.",
                   shown < bandit->arms ? ", ..." : "", study->runs);
}

void by_regret_svg(const struct by_regret *study, struct by_buffer *out)
{
    char below[240];
    struct by_text text = by_text_over(below, sizeof below);
    struct by_svg svg;
    struct frame f = frame_of(study, PLOT_WIDTH, PLOT_HEIGHT);
    describe(study, &text);
    by_svg_begin(&svg, out, 880, BY_SVG_TOP + 540 + 19 * study->players,
                 "What it costs not to know the arms", below);
    by_svg_move(&svg, 80, BY_SVG_TOP + 22);
    draw_axes(&svg, &f);
    draw_curves(&svg, &f);
    draw_labels(&svg, &f);
    by_svg_back(&svg);
    by_svg_move(&svg, 80, BY_SVG_TOP + 510);
    draw_table(&svg, study);
    by_svg_back(&svg);
    by_svg_end(&svg);
}
