/* review_svg.c: the values of a game as a drawing, and its worst moves below. */
#include "base/draw/svg.h"
#include "report/review.h"
#include <stdio.h>

#define WIDTH  760
#define HEIGHT 260
#define LEFT   52 /* for the labels of the upright axis */
#define LINE   20

struct frame {
    struct by_svg svg;
    const struct by_review *review;
    double width, most;
};

static double place_x(const struct frame *f, int ply)
{
    int span = f->review->count - f->review->first;
    return LEFT + (f->width - LEFT) * (ply - f->review->first) / (span > 0 ? span : 1);
}

static double place_y(const struct frame *f, int ply)
{
    const struct by_review_standing *standing = &f->review->standings[ply];
    double share = f->review->unit == BY_REVIEW_CHANCE ? standing->chance
                                                       : 0.5 + standing->score / f->most / 2;
    return HEIGHT * (1 - share);
}

static void draw_axes(struct frame *f)
{
    bool chance = f->review->unit == BY_REVIEW_CHANCE;
    for (int i = 0; i <= 4; i++) {
        double y = HEIGHT * i / 4.0;
        char text[BY_SCORE_BUFFER];
        struct by_text out = by_text_over(text, sizeof text);
        by_write_number(chance ? 100 - 25 * i : f->most * (2 - i) / 2, 1, &out);
        by_svg_line(&f->svg, LEFT, y, f->width, y, i == 2 ? "line dim-line" : "grid");
        by_svg_text(&f->svg, LEFT - 8, y + 4, "text small faint end", "%s%s", text,
                    chance ? " %" : "");
    }
    int span = f->review->count - f->review->first, step = 1;
    while (span / step > 20)
        step = step == 1 ? 5 : 2 * step;
    for (int ply = f->review->first; ply <= f->review->count; ply++)
        if (ply % step == 0)
            by_svg_text(&f->svg, place_x(f, ply), HEIGHT + 18, "text small faint mid", "%d", ply);
}

static void draw_curve(struct frame *f)
{
    by_svg_path(&f->svg, "line first-line medium");
    for (int ply = f->review->first; ply <= f->review->count; ply++)
        by_svg_to(&f->svg, place_x(f, ply), place_y(f, ply));
    by_svg_path_end(&f->svg);
}

static void draw_worst(struct frame *f, const int *worst, int count)
{
    const struct by_rules *rules = f->review->line->rules;
    for (int i = 0; i < count; i++) {
        char played[BY_MOVE_BUFFER], better[BY_MOVE_BUFFER];
        char before[BY_WORTH_BUFFER], after[BY_WORTH_BUFFER];
        int ply = worst[i];
        const struct by_reviewed *move = &f->review->moves[ply];
        const void *position = by_line_position_at(f->review->line, ply);
        const struct by_worth was = by_review_worth(f->review, ply, move->side);
        const struct by_worth is = by_review_worth(f->review, ply + 1, move->side);
        double x = place_x(f, ply + 1), y = place_y(f, ply + 1);
        by_svg_circle(&f->svg, x, y, 9, "bad");
        by_svg_text(&f->svg, x, y + 4, "text small bold mid inverse", "%d", i + 1);
        by_svg_text(&f->svg, LEFT, HEIGHT + 48 + i * LINE, "text",
                    "%d  move %d, %s %s%s: %s, then %s; better %s", i + 1, ply + 1,
                    by_player_name(rules, move->side),
                    by_move_string(rules, position, move->move, played), by_grade_mark(move->grade),
                    by_worth_string(&was, before), by_worth_string(&is, after),
                    by_move_string(rules, position, move->better, better));
    }
}

void by_draw_review(struct by_buffer *out, const struct by_review *review,
                    const struct by_review_facts *facts)
{
    int worst[BY_REVIEW_WORST_MAX];
    char title[160], below[160];
    int count = by_review_worst(review, facts->worst, worst);
    const struct by_rules *rules = review->line->rules;
    struct frame f = {.review = review, .width = WIDTH - 2 * BY_SVG_MARGIN, .most = 1};
    for (int ply = review->first; ply <= review->count; ply++) {
        double score = review->standings[ply].score;
        score = score < 0 ? -score : score;
        f.most = review->unit == BY_REVIEW_SCORE && score > f.most ? score : f.most;
    }
    snprintf(title, sizeof title, "%s: the game looked at again", rules->game->title);
    snprintf(below, sizeof below, "After each move, %s for %s. By %.80s.",
             review->unit == BY_REVIEW_CHANCE ? "the chance to win" : "the score",
             by_player_name(rules, 0), facts->player);
    by_svg_begin(&f.svg, out, WIDTH, BY_SVG_TOP + HEIGHT + 60 + count * LINE, title, below);
    by_svg_move(&f.svg, BY_SVG_MARGIN, BY_SVG_TOP);
    draw_axes(&f);
    draw_curve(&f);
    draw_worst(&f, worst, count);
    by_svg_back(&f.svg);
    by_svg_end(&f.svg);
}
