/* review.c: see review.h. */
#include "players/review.h"
#include "players/agreement.h"
#include <stdlib.h>
#include <string.h>

/* Less than this is what adding up numbers leaves behind. */
#define NOTHING 1e-9

/* From here on a loss has this grade; by unit. */
static const double steps[2][BY_GRADE_BLUNDER + 1] = {
    [BY_REVIEW_CHANCE] = {0, 0.05, 0.10, 0.25},
    [BY_REVIEW_SCORE] = {0, 2, 4, 8},
};

/* --- what a position is worth --------------------------------------------------------- */

static int sign(double value)
{
    return (value > 0) - (value < 0);
}

/* A result as the game gives it, for the first player; the side to move sees it its own way. */
static struct by_review_standing of_result(const struct by_rules *rules, double result, int side)
{
    return (struct by_review_standing){.known = true,
                                       .certain = true,
                                       .scored = true,
                                       .score = result / rules->score_scale,
                                       .chance = 0.5 + sign(result) / 2.0,
                                       .worth = {.rules = rules,
                                                 .side = side,
                                                 .bound = BY_BOUND_EXACT,
                                                 .decided = true,
                                                 .value = side == 0 ? result : -result}};
}

/* Does the evaluation count what the game's results count? */
static bool counts_results(const struct by_rules *rules, const struct by_eval *eval)
{
    return rules->game->margin && eval->counts && strcmp(eval->counts, rules->game->margin) == 0 &&
           (!eval->counting || eval->counting(rules));
}

/* A score for the side to move, where it is one of results: true, and the score in *out. */
static bool read_score(const struct by_worth *w, bool certain, double *out)
{
    const struct by_rules *rules = w->rules;
    double size = w->value < 0 ? -w->value : w->value;
    if (certain && !rules->game->has_margin) {
        *out = w->scale == BY_SCALE_PROBABILITY ? sign(w->value - 0.5) : sign(w->value);
        return true;
    }
    if (w->scale == BY_SCALE_PROBABILITY || !rules->game->has_margin)
        return false;
    if (!w->eval)
        *out = w->value / rules->score_scale;
    else if (certain)
        *out = sign(w->value) * (size - w->eval->win) / rules->score_scale;
    else
        *out = w->value / (w->eval->unit > 0 ? w->eval->unit : 1);
    return !w->eval || certain || counts_results(rules, w->eval);
}

static struct by_review_standing standing_of(const struct by_line *line,
                                             const struct by_decision *d)
{
    int side = by_line_side(line);
    struct by_worth worth = {.rules = line->rules,
                             .side = side,
                             .scale = d->scale,
                             .bound = d->bound == BY_BOUND_ESTIMATE ? d->bound : BY_BOUND_EXACT,
                             .eval = d->eval ? by_eval_find(line->rules, d->eval) : NULL,
                             .decided = d->proven,
                             .value = d->value};
    double win = worth.eval ? worth.eval->win : 0, score = 0;
    bool found = worth.eval && (d->value >= win || d->value <= -win);
    double chance = found ? 0.5 + sign(d->value) / 2.0 : by_chance_of(line->rules, d, d->value);
    struct by_review_standing standing = {
        .known = true, .certain = d->proven || found, .worth = worth};
    standing.scored = read_score(&worth, standing.certain, &score);
    standing.score = side == 0 ? score : -score;
    standing.chance = side == 0 ? chance : 1 - chance;
    return standing;
}

/* --- losses --------------------------------------------------------------------------- */

static double first_value(const struct by_review *review, int ply)
{
    const struct by_review_standing *standing = &review->standings[ply];
    return review->unit == BY_REVIEW_SCORE ? standing->score : standing->chance;
}

double by_review_value(const struct by_review *review, int ply, int side)
{
    double value = first_value(review, ply);
    if (side == 0)
        return value;
    return review->unit == BY_REVIEW_SCORE ? -value : 1 - value;
}

struct by_worth by_review_worth(const struct by_review *review, int ply, int side)
{
    struct by_worth worth = review->standings[ply].worth;
    if (worth.side == side)
        return worth;
    worth.side = side;
    worth.value = worth.scale == BY_SCALE_PROBABILITY ? 1 - worth.value : -worth.value;
    return worth;
}

/* By how many halves of a certain result it got worse: 2 for a win that became a loss. */
static int halves_lost(const struct by_review_standing *before,
                       const struct by_review_standing *after, int side)
{
    if (!before->certain || !after->certain)
        return 0;
    double lost = side == 0 ? before->chance - after->chance : after->chance - before->chance;
    return (int)(2 * lost);
}

static enum by_grade grade_of(const struct by_review *review, int ply)
{
    const struct by_reviewed *move = &review->moves[ply];
    enum by_grade grade = BY_GRADE_BLUNDER;
    int halves = halves_lost(&review->standings[ply], &review->standings[ply + 1], move->side);
    if (move->loss <= 0)
        return BY_GRADE_GOOD;
    while (grade > BY_GRADE_GOOD && move->loss < steps[review->unit][grade] - NOTHING)
        grade--;
    if (halves == 2)
        return BY_GRADE_BLUNDER;
    return halves == 1 && grade < BY_GRADE_BAD ? BY_GRADE_BAD : grade;
}

/* What is certain behind one of several moves need not be before it: another may be better. It is where there is
 * no other, and where the move wins and a win is all there is. */
static struct by_review_standing before_move(const struct by_review_standing *behind,
                                             const struct by_reviewed *move)
{
    struct by_review_standing before = *behind;
    bool wins = behind->chance == (move->side == 0 ? 1.0 : 0.0);
    if (behind->certain && !move->forced && !(wins && !behind->worth.rules->game->has_margin))
        before.certain = before.worth.decided = false;
    return before;
}

/* A position is worth what followed where the player would have gone the same way, which was then
 * looked at from further on, and where it turned out to be better than what the player thought of.
 * What was certain beforehand stays. */
static void learn(struct by_review *review, int ply)
{
    const struct by_reviewed *move = &review->moves[ply];
    double gained =
        by_review_value(review, ply + 1, move->side) - by_review_value(review, ply, move->side);
    bool followed = move->forced || move->line[0] == move->move || gained >= -NOTHING;
    if (followed && !review->standings[ply].certain)
        review->standings[ply] = before_move(&review->standings[ply + 1], move);
}

static void weigh(struct by_review *review, int ply)
{
    struct by_reviewed *move = &review->moves[ply];
    double chance = review->standings[ply].chance - review->standings[ply + 1].chance;
    double lost =
        by_review_value(review, ply, move->side) - by_review_value(review, ply + 1, move->side);
    chance = move->side == 0 ? chance : -chance;
    move->loss = lost;
    move->lost_chance = chance > 0 ? chance : 0;
    move->better = lost > 0 ? move->line[0] : BY_NO_MOVE;
    move->grade = grade_of(review, ply);
}

/* Losses are in the units of results when all values are. */
static void weigh_all(struct by_review *review)
{
    review->unit = BY_REVIEW_SCORE;
    for (int ply = review->first; ply <= review->count; ply++)
        if (!review->standings[ply].scored)
            review->unit = BY_REVIEW_CHANCE;
    for (int ply = review->count - 1; ply >= review->first; ply--) {
        learn(review, ply);
        weigh(review, ply);
    }
}

/* --- thinking ------------------------------------------------------------------------- */

struct run {
    struct by_review *review;
    const struct by_review_terms *terms;
    struct by_line *line; /* a copy that is taken back move by move */
    struct by_decision decision;
    by_move *legal;
    struct by_error *err;
};

/* A line of its own; records of servers may go on after the passes that had ended the game. */
static enum by_status copy_line(const struct by_line *from, struct by_line **out,
                                struct by_error *err)
{
    enum by_status status = by_line_open(from->rules, out, err);
    if (status == BY_OK)
        by_line_begin(*out, by_line_position_at(from, 0));
    for (int i = 0; i < from->count && status == BY_OK; i++) {
        by_line_resume(*out);
        status = by_line_play(*out, from->moves[i], err);
    }
    return status;
}

static void note_work(struct by_review *review, const struct by_work *work)
{
    review->nodes += work->nodes;
    review->simulations += work->simulations;
    review->seconds += work->seconds;
}

/* What is expected behind the first move of a line, from a look at the position there. */
static void add_line(const struct by_decision *d, struct by_reviewed *move)
{
    int count = d->pv_count < BY_REVIEW_LINE - 1 ? d->pv_count : BY_REVIEW_LINE - 1;
    if (count == 0 || d->pv[0] != d->move)
        return;
    memcpy(move->line + 1, d->pv, (size_t)count * sizeof *move->line);
    move->line_count = count + 1;
}

static bool stopped(const struct run *run)
{
    return run->terms->stop && atomic_load(run->terms->stop);
}

/* A game that is over; where players agree on the end, without the stones that are dead. */
static enum by_status look_at_end(struct run *run, struct by_review_standing *out)
{
    int32_t result = by_line_result(run->line);
    if (by_agreement_wanted(run->line)) {
        struct by_agreement agreement;
        uint64_t seed = run->line->keys[run->line->count];
        enum by_status status = by_agreement_open(&agreement, run->line, seed, run->err);
        if (status != BY_OK)
            return status;
        result = agreement.count.result;
    }
    *out = of_result(run->line->rules, result, by_line_side(run->line));
    return BY_OK;
}

/* What the position at the end of run->line is worth; the decision has the rest. */
static enum by_status look(struct run *run, struct by_review_standing *out)
{
    const struct by_turn turn = {
        .limits = &run->terms->limits, .bare = true, .watched = true, .aside = true};
    if (by_line_over(run->line))
        return look_at_end(run, out);
    enum by_status status =
        by_player_turn(run->terms->player, run->line, &turn, &run->decision, run->err);
    if (status != BY_OK || stopped(run))
        return status;
    if (run->decision.bound == BY_BOUND_NONE || run->decision.move == BY_NO_MOVE)
        return by_fail(run->err, BY_BAD_INPUT,
                       "the player %s does not say what a position is worth: a review wants one of "
                       "our own searches that does",
                       by_player_spec(run->terms->player));
    note_work(run->review, &run->decision.work);
    *out = standing_of(run->line, &run->decision);
    return BY_OK;
}

/* Looks behind the player's own move as it did behind the one played: what is hoped for before a move
 * and what is seen after it differ by a ply, and the two would not compare. */
static enum by_status look_behind(struct run *run, int ply)
{
    struct by_reviewed *move = &run->review->moves[ply];
    struct by_review_standing *standing = &run->review->standings[ply], behind = {0};
    if (!standing->known || move->forced || move->line[0] == move->move || standing->certain)
        return BY_OK;
    enum by_status status = by_line_play(run->line, move->line[0], run->err);
    if (status != BY_OK)
        return status;
    status = look(run, &behind);
    if (status == BY_OK && behind.known && !by_line_over(run->line))
        add_line(&run->decision, move);
    *standing = behind.known ? before_move(&behind, move) : behind;
    by_line_undo(run->line);
    return status;
}

static enum by_status look_at_move(struct run *run, int ply)
{
    struct by_review *review = run->review;
    struct by_reviewed *move = &review->moves[ply];
    move->move = review->line->moves[ply];
    move->side = by_line_side(run->line);
    move->better = BY_NO_MOVE; /* until it is weighed */
    move->forced = by_line_moves(run->line, run->legal) == 1;
    enum by_status status = look(run, &review->standings[ply]);
    if (status != BY_OK || !review->standings[ply].known)
        return status;
    move->line[0] = run->decision.move;
    move->line_count = 1;
    if (run->decision.pv_count > 1 && run->decision.pv[0] == run->decision.move) {
        int count = run->decision.pv_count;
        move->line_count = count < BY_REVIEW_LINE ? count : BY_REVIEW_LINE;
        memcpy(move->line, run->decision.pv, (size_t)move->line_count * sizeof *move->line);
    }
    return look_behind(run, ply);
}

static enum by_status look_back(struct run *run)
{
    struct by_review *review = run->review;
    enum by_status status = look(run, &review->standings[review->count]);
    for (int ply = review->count - 1; ply >= 0 && status == BY_OK && !stopped(run); ply--) {
        by_line_undo(run->line);
        status = look_at_move(run, ply);
        if (status != BY_OK || !review->standings[ply].known || !review->standings[ply + 1].known)
            continue;
        review->first = ply;
        if (run->terms->progress)
            run->terms->progress(run->terms->context, review);
    }
    return status;
}

static enum by_status prepare(struct run *run)
{
    struct by_review *review = run->review;
    const struct by_rules *rules = review->line->rules;
    size_t count = (size_t)review->count;
    review->moves = calloc(count, sizeof *review->moves);
    review->standings = calloc(count + 1, sizeof *review->standings);
    run->legal = calloc((size_t)rules->max_moves, sizeof *run->legal);
    if (!review->moves || !review->standings || !run->legal)
        return by_fail_memory(run->err, count * sizeof *review->moves);
    enum by_status status = by_decision_open(rules, &run->decision, run->err);
    return status == BY_OK ? copy_line(review->line, &run->line, run->err) : status;
}

enum by_status by_review_run(struct by_review *review, const struct by_line *line,
                             const struct by_review_terms *terms, struct by_error *err)
{
    *review = (struct by_review){.line = line, .count = line->count, .first = line->count};
    struct run run = {.review = review, .terms = terms, .err = err};
    if (line->rules->has_chance)
        return by_fail(
            err, BY_BAD_INPUT,
            "%s is a game of chance: what is luck and what is a mistake is not told apart "
            "here",
            line->rules->name);
    if (line->count == 0)
        return by_fail(err, BY_BAD_INPUT, "the game has no moves to look at");
    enum by_status status = prepare(&run);
    if (status == BY_OK)
        status = look_back(&run);
    if (status == BY_OK)
        weigh_all(review);
    by_line_close(run.line);
    by_decision_close(&run.decision);
    free(run.legal);
    return status;
}

void by_review_close(struct by_review *review)
{
    free(review->moves);
    free(review->standings);
    *review = (struct by_review){0};
}

/* --- sums ----------------------------------------------------------------------------- */

/* Is move `a` a worse one than `b`? */
static bool is_worse(const struct by_review *review, int a, int b)
{
    const struct by_reviewed *x = &review->moves[a], *y = &review->moves[b];
    if (x->grade != y->grade)
        return x->grade > y->grade;
    return x->loss > y->loss;
}

int by_review_worst(const struct by_review *review, int most, int *out)
{
    int count = 0;
    for (int ply = review->first; ply < review->count; ply++) {
        int at = count;
        if (review->moves[ply].loss <= 0)
            continue;
        while (at > 0 && is_worse(review, ply, out[at - 1]))
            at--;
        if (at >= most)
            continue;
        count += count < most;
        memmove(out + at + 1, out + at, (size_t)(count - 1 - at) * sizeof *out);
        out[at] = ply;
    }
    return count;
}

struct by_review_sum by_review_sum(const struct by_review *review, int side)
{
    struct by_review_sum sum = {0};
    for (int ply = review->first; ply < review->count; ply++) {
        const struct by_reviewed *move = &review->moves[ply];
        if (move->side != side)
            continue;
        sum.moves++;
        sum.graded[move->grade]++;
        sum.loss += move->loss;
    }
    return sum;
}
