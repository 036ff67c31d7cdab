/* review.c: a reviewed game in words; and for programs. */
#include "report/review.h"
#include <stdio.h>
#include <string.h>

#define SHORT_LINE 6 /* moves of a better line in a sentence */

static const struct {
    const char *name, *mark;
} grades[] = {
    [BY_GRADE_GOOD] = {"good", ""},
    [BY_GRADE_DOUBTFUL] = {"doubtful", "?!"},
    [BY_GRADE_BAD] = {"bad", "?"},
    [BY_GRADE_BLUNDER] = {"blunder", "??"},
};

const char *by_grade_name(enum by_grade grade)
{
    return grades[grade].name;
}

const char *by_grade_mark(enum by_grade grade)
{
    return grades[grade].mark;
}

/* --- pieces ------------------------------------------------------------------------------- */

static const struct by_rules *rules_of(const struct by_review *review)
{
    return review->line->rules;
}

/* "3", "12.5 %", and "-" for nothing. */
static const char *loss_string(const struct by_review *review, double loss,
                               char buffer[BY_SCORE_BUFFER])
{
    struct by_text out = by_text_over(buffer, BY_SCORE_BUFFER);
    bool chance = review->unit == BY_REVIEW_CHANCE;
    by_write_number(chance ? 100 * loss : loss, chance ? 1 : 2, &out);
    if (chance)
        by_text_add(&out, " %");
    return loss > 0 ? buffer : "-";
}

/* What losses count: " discs"; "" where that has been said, or games are won and lost and no more. */
static const char *things_of(const struct by_review *review, char buffer[BY_SCORE_BUFFER])
{
    const struct by_game *game = rules_of(review)->game;
    struct by_text out = by_text_over(buffer, BY_SCORE_BUFFER);
    if (review->unit == BY_REVIEW_SCORE && game->has_margin)
        by_text_format(&out, " %ss", game->margin ? game->margin : "point");
    return buffer;
}

static void put_grades(struct by_buffer *out, const struct by_review *review)
{
    char things[BY_SCORE_BUFFER];
    by_buffer_add(out, "\nValues are as who moves sees them, before and after the move.\n");
    if (review->unit == BY_REVIEW_CHANCE)
        by_buffer_add(out, "?! lost 5 % or more, ? 10 % or half a certain result, ?? 25 % or a "
                           "certain win.\n");
    else if (rules_of(review)->game->has_margin)
        by_buffer_format(out,
                         "?! lost 2%s or more, ? 4 or half a certain result, ?? 8 or a certain "
                         "win.\n",
                         things_of(review, things));
    else
        by_buffer_add(out, "? lost a win for a draw, or a draw; ?? a win for a loss.\n");
}

/* As many moves of the line as fit. */
static void put_line(struct by_buffer *out, const struct by_review *review, int ply, size_t most)
{
    const struct by_reviewed *move = &review->moves[ply];
    const void *position = by_line_position_at(review->line, ply);
    int count = move->line_count;
    for (; count > 0; count--) {
        struct by_buffer text;
        by_buffer_open(&text, BY_REPORT_LIMIT);
        by_put_sequence(&text, rules_of(review), position, move->line, count);
        bool fits = text.length <= most || count == 1;
        if (fits)
            by_buffer_add(out, by_buffer_text(&text));
        by_buffer_close(&text);
        if (fits)
            return;
    }
}

/* --- the table ---------------------------------------------------------------------------- */

#define BESIDE 45 /* characters before the better line */

static void put_row(struct by_buffer *out, const struct by_review *review, int ply, int columns)
{
    char text[BY_MOVE_BUFFER], before[BY_WORTH_BUFFER], after[BY_WORTH_BUFFER];
    char loss[BY_SCORE_BUFFER];
    const struct by_reviewed *move = &review->moves[ply];
    const struct by_worth was = by_review_worth(review, ply, move->side);
    const struct by_worth is = by_review_worth(review, ply + 1, move->side);
    by_move_string(rules_of(review), by_line_position_at(review->line, ply), move->move, text);
    by_buffer_format(out, "%4d %-5s %-6s %8s %8s %7s", ply + 1,
                     by_player_name(rules_of(review), move->side), text,
                     by_worth_brief_string(&was, before), by_worth_brief_string(&is, after),
                     loss_string(review, move->loss, loss));
    if (move->better != BY_NO_MOVE) {
        by_buffer_format(out, " %-2s ", by_grade_mark(move->grade));
        put_line(out, review, ply, columns > BESIDE + 8 ? (size_t)(columns - BESIDE) : 8);
    } else if (move->forced) {
        by_buffer_add(out, "    the only move");
    }
    by_buffer_char(out, '\n');
}

static void put_head(struct by_buffer *out, const struct by_review *review,
                     const struct by_review_facts *facts)
{
    const struct by_rules *rules = rules_of(review);
    for (int side = 0; side < 2; side++)
        if (facts->names[side])
            by_buffer_format(out, "%-9s %s\n", by_player_name(rules, side), facts->names[side]);
    if (facts->result)
        by_buffer_format(out, "%-9s %s\n", "result", facts->result);
    by_buffer_format(out, "%-9s %s\n", "review by", facts->player);
    if (review->first > 0)
        by_buffer_format(out, "stopped   the moves before number %d were not looked at\n",
                         review->first + 1);
}

static void put_table(struct by_buffer *out, const struct by_review *review, int columns,
                      const struct by_marks *marks)
{
    by_buffer_format(out, "\n%s%4s %-5s %-6s %8s %8s %7s %-2s better%s\n", marks->strong, "move",
                     "by", "played", "before", "after", "lost", "", marks->plain);
    for (int ply = review->first; ply < review->count; ply++) {
        bool strong = review->moves[ply].grade >= BY_GRADE_BAD;
        by_buffer_add(out, strong ? marks->strong : "");
        put_row(out, review, ply, columns);
        by_buffer_add(out, strong ? marks->plain : "");
    }
    put_grades(out, review);
}

/* --- the graph ---------------------------------------------------------------------------- */

#define HALF   4 /* rows above and below the middle */
#define MARGIN 9

struct graph {
    const struct by_review *review;
    int columns; /* of the graph */
    int each;    /* columns for one position; 1 also where several share one */
    double most; /* what the upper edge stands for */
};

static struct graph graph_of(const struct by_review *review, int columns)
{
    struct graph g = {.review = review, .most = 1};
    int positions = review->count - review->first + 1, room = columns - MARGIN - 1;
    g.each = room >= 3 * positions ? 3 : room >= 2 * positions ? 2 : 1;
    g.columns = positions * g.each < room ? positions * g.each : room;
    for (int ply = review->first; ply <= review->count && review->unit == BY_REVIEW_SCORE; ply++) {
        double score = review->standings[ply].score;
        score = score < 0 ? -score : score;
        g.most = score > g.most ? score : g.most;
    }
    return g;
}

/* The last position that a column stands for; the column of a position. */
static int ply_at(const struct graph *g, int column)
{
    int positions = g->review->count - g->review->first + 1;
    if (positions * g->each <= g->columns)
        return g->review->first + column / g->each;
    return g->review->first + (int)((int64_t)(column + 1) * positions / g->columns) - 1;
}

static int column_of(const struct graph *g, int ply)
{
    int column = 0;
    while (column < g->columns - 1 && ply_at(g, column) < ply)
        column++;
    return column;
}

/* From -1, the second player's win, to 1. */
static double height_at(const struct graph *g, int ply)
{
    const struct by_review_standing *standing = &g->review->standings[ply];
    return g->review->unit == BY_REVIEW_CHANCE ? 2 * standing->chance - 1
                                               : standing->score / g->most;
}

static void put_graph_row(struct by_buffer *out, const struct graph *g, int row)
{
    char label[BY_SCORE_BUFFER] = "";
    struct by_text text = by_text_over(label, sizeof label);
    bool chance = g->review->unit == BY_REVIEW_CHANCE;
    if (row == HALF || row == -HALF || row == 0)
        by_write_number(chance ? 50 + 50.0 * row / HALF : g->most * row / HALF, 1, &text);
    by_buffer_format(out, "%*s%s |", MARGIN - 4, label, label[0] && chance ? " %" : "  ");
    for (int column = 0; column < g->columns; column++) {
        double height = HALF * height_at(g, ply_at(g, column));
        bool filled = row > 0 ? height >= row - 0.5 : height <= row + 0.5;
        by_buffer_char(out, row == 0 ? '-' : filled ? '#' : ' ');
    }
    by_buffer_char(out, '\n');
}

/* The numbers of the worst moves below them, 1 to 9. */
static void put_graph_marks(struct by_buffer *out, const struct graph *g, const int *worst,
                            int count)
{
    char marks[1024] = "";
    int room = g->columns < (int)sizeof marks - 1 ? g->columns : (int)sizeof marks - 1;
    memset(marks, ' ', (size_t)room);
    marks[room] = '\0';
    for (int i = count < 9 ? count - 1 : 8; i >= 0; i--)
        if (column_of(g, worst[i] + 1) < room)
            marks[column_of(g, worst[i] + 1)] = (char)('1' + i);
    for (int end = room; end > 0 && marks[end - 1] == ' '; end--)
        marks[end - 1] = '\0';
    if (marks[0])
        by_buffer_format(out, "%*s%s\n", MARGIN, "worst ", marks);
}

static void put_graph(struct by_buffer *out, const struct by_review *review, const int *worst,
                      int count, int columns)
{
    struct graph g = graph_of(review, columns);
    const struct by_rules *rules = rules_of(review);
    by_buffer_format(out, "\n%*s%s\n", MARGIN, "", by_player_name(rules, 0));
    for (int row = HALF; row >= -HALF; row--)
        put_graph_row(out, &g, row);
    by_buffer_format(out, "%*s%s; moves %d to %d from left to right\n", MARGIN, "",
                     by_player_name(rules, 1), review->first + 1, review->count);
    put_graph_marks(out, &g, worst, count);
}

/* --- the worst moves and sums ------------------------------------------------------------- */

static void put_worst(struct by_buffer *out, const struct by_review *review, const int *worst,
                      int count, const struct by_marks *marks)
{
    char text[BY_MOVE_BUFFER], before[BY_WORTH_BUFFER], after[BY_WORTH_BUFFER];
    if (count == 0) {
        by_buffer_add(out, "\nNo move lost anything.\n");
        return;
    }
    by_buffer_format(out, "\n%sThe moves that lost most%s\n", marks->strong, marks->plain);
    for (int i = 0; i < count; i++) {
        int ply = worst[i];
        const struct by_reviewed *move = &review->moves[ply];
        const struct by_worth was = by_review_worth(review, ply, move->side);
        const struct by_worth is = by_review_worth(review, ply + 1, move->side);
        by_buffer_format(out, "%2d  move %d, %s %s%s: %s, then %s\n    better ", i + 1, ply + 1,
                         by_player_name(rules_of(review), move->side),
                         by_move_string(rules_of(review), by_line_position_at(review->line, ply),
                                        move->move, text),
                         by_grade_mark(move->grade), by_worth_string(&was, before),
                         by_worth_string(&is, after));
        put_line(out, review, ply, 64);
        by_buffer_char(out, '\n');
    }
}

static void put_sum(struct by_buffer *out, const struct by_review *review, int side)
{
    char loss[BY_SCORE_BUFFER], things[BY_SCORE_BUFFER];
    struct by_review_sum sum = by_review_sum(review, side);
    if (sum.moves == 0)
        return;
    double mean = sum.loss / sum.moves;
    by_buffer_format(out, "%-9s %d moves, %s%s lost a move; %d doubtful, %d bad, %d %s\n",
                     by_player_name(rules_of(review), side), sum.moves,
                     mean > 0 ? loss_string(review, mean, loss) : "nothing",
                     mean > 0 ? things_of(review, things) : "", sum.graded[BY_GRADE_DOUBTFUL],
                     sum.graded[BY_GRADE_BAD], sum.graded[BY_GRADE_BLUNDER],
                     sum.graded[BY_GRADE_BLUNDER] == 1 ? "blunder" : "blunders");
}

static void put_work(struct by_buffer *out, const struct by_review *review)
{
    char count[BY_SCORE_BUFFER];
    bool simulated = review->simulations > 0;
    by_buffer_format(
        out, "%-9s %d positions, %s %s, %.1f s\n", "work", review->count - review->first + 1,
        by_short_number((double)(simulated ? review->simulations : review->nodes), count),
        simulated ? "simulations" : "nodes", review->seconds);
}

void by_put_review(struct by_buffer *out, const struct by_review *review,
                   const struct by_review_facts *facts, int columns, const struct by_marks *marks)
{
    int worst[BY_REVIEW_WORST_MAX];
    int count = by_review_worst(review, facts->worst, worst);
    put_head(out, review, facts);
    if (review->first == review->count) {
        by_buffer_add(out, "\nNo move was looked at.\n");
        return;
    }
    put_table(out, review, columns, marks);
    put_graph(out, review, worst, count, columns);
    put_worst(out, review, worst, count, marks);
    by_buffer_char(out, '\n');
    put_sum(out, review, 0);
    put_sum(out, review, 1);
    put_work(out, review);
}

/* --- JSON --------------------------------------------------------------------------------- */

static void report_value(struct by_json *json, const char *name, const struct by_review *review,
                         int ply, int side)
{
    char text[BY_WORTH_BUFFER];
    const struct by_worth worth = by_review_worth(review, ply, side);
    const struct by_review_standing *standing = &review->standings[ply];
    by_json_object(json, name);
    by_json_text(json, "text", by_worth_string(&worth, text));
    by_json_real(json, "value", by_worth_number(&worth));
    if (standing->scored)
        by_json_real(json, "score", side == 0 ? standing->score : -standing->score);
    else
        by_json_null(json, "score");
    by_json_real(json, "chance", side == 0 ? standing->chance : 1 - standing->chance);
    by_json_flag(json, "certain", standing->certain);
    by_json_end_object(json);
}

static void report_move(struct by_json *json, const struct by_review *review, int ply)
{
    const struct by_reviewed *move = &review->moves[ply];
    const struct by_rules *rules = rules_of(review);
    const void *position = by_line_position_at(review->line, ply);
    by_json_object(json, NULL);
    by_json_int(json, "number", ply + 1);
    by_json_text(json, "side", by_side_name(move->side));
    by_report_move(json, "move", rules, position, move->move);
    report_value(json, "before", review, ply, move->side);
    report_value(json, "after", review, ply + 1, move->side);
    by_json_real(json, "loss", move->loss);
    by_json_real(json, "lost_chance", move->lost_chance);
    by_json_text(json, "grade", by_grade_name(move->grade));
    by_json_flag(json, "forced", move->forced);
    if (move->better == BY_NO_MOVE)
        by_json_null(json, "better");
    else
        by_report_move(json, "better", rules, position, move->better);
    by_report_sequence(json, "line", rules, position, move->line, move->line_count);
    by_json_end_object(json);
}

static void report_sum(struct by_json *json, const char *name, const struct by_review *review,
                       int side)
{
    struct by_review_sum sum = by_review_sum(review, side);
    by_json_object(json, name);
    by_json_int(json, "moves", sum.moves);
    by_json_real(json, "loss", sum.loss);
    for (int i = BY_GRADE_GOOD; i <= BY_GRADE_BLUNDER; i++)
        by_json_int(json, grades[i].name, sum.graded[i]);
    by_json_end_object(json);
}

void by_report_review(struct by_json *json, const struct by_review *review,
                      const struct by_review_facts *facts)
{
    int worst[BY_REVIEW_WORST_MAX];
    int count = by_review_worst(review, facts->worst, worst);
    by_json_text(json, "game", rules_of(review)->name);
    by_json_text(json, "first", facts->names[0]);
    by_json_text(json, "second", facts->names[1]);
    by_json_text(json, "result", facts->result);
    by_json_text(json, "player", facts->player);
    by_json_text(json, "unit", review->unit == BY_REVIEW_CHANCE ? "chance" : "score");
    by_json_flag(json, "complete", review->first == 0);
    by_json_array(json, "moves");
    for (int ply = review->first; ply < review->count; ply++)
        report_move(json, review, ply);
    by_json_end_array(json);
    by_json_array(json, "worst");
    for (int i = 0; i < count; i++)
        by_json_int(json, NULL, worst[i] + 1);
    by_json_end_array(json);
    by_json_object(json, "sums");
    report_sum(json, "X", review, 0);
    report_sum(json, "O", review, 1);
    by_json_end_object(json);
    by_json_count(json, "nodes", review->nodes);
    by_json_count(json, "simulations", review->simulations);
    by_json_real(json, "seconds", review->seconds);
}
