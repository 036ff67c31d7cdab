/* explanation.c: see explanation.h. */
#include "games/explanation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A forced win is looked for as long as a person waits for nothing. */
#define FORCED_MOVES    32
#define FORCED_NODES    200000
#define JUDGED_PLAYOUTS 256

/* --- copies: what games tell is theirs, and gone after the call ----------------------------- */

static void *copy_of(const void *from, size_t bytes, bool *failed)
{
    void *copy = bytes > 0 ? malloc(bytes) : NULL;
    if (copy)
        memcpy(copy, from, bytes);
    *failed |= bytes > 0 && !copy;
    return copy;
}

static const int16_t *copy_cells(const int16_t *cells, int count, bool *failed)
{
    return copy_of(cells, (size_t)count * sizeof *cells, failed);
}

static const char *copy_text(const char *text, bool *failed)
{
    return text ? copy_of(text, strlen(text) + 1, failed) : NULL;
}

/* Room for one more of `size` bytes; false without memory. */
static bool grow(void **list, int count, int *room, size_t size)
{
    if (count < *room)
        return true;
    int more = *room > 0 ? 2 * *room : 64;
    void *grown = realloc(*list, (size_t)more * size);
    if (!grown)
        return false;
    *list = grown;
    *room = more;
    return true;
}

/* --- evaluations ---------------------------------------------------------------------------- */

struct hearing {
    struct by_explanation *why;
    struct by_told_eval *told;
};

static void hear_term(void *context, const struct by_term *term)
{
    struct hearing *hearing = context;
    struct by_told_eval *told = hearing->told;
    struct by_explanation *why = hearing->why;
    if (!grow((void **)&told->terms, told->term_count, &told->term_room, sizeof *told->terms)) {
        why->failed = true;
        return;
    }
    struct by_term *copy = &told->terms[told->term_count++];
    *copy = *term;
    copy->cells = copy_cells(term->cells, term->cell_count, &why->failed);
    copy->cell_count = copy->cells ? term->cell_count : 0;
}

static void explain_eval(struct by_explanation *why, const struct by_eval *eval)
{
    const struct by_rules *rules = why->line->rules;
    const void *position = by_line_position(why->line);
    struct by_told_eval *told = &why->evals[why->eval_count++];
    struct hearing hearing = {why, told};
    told->eval = eval;
    told->value = eval->value(rules, position);
    if (eval->terms)
        eval->terms(rules, position, hear_term, &hearing);
}

static enum by_status unknown_eval(const struct by_rules *rules, const char *name,
                                   struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], names[256];
    struct by_text list = by_text_over(names, sizeof names);
    by_eval_names(rules, &list);
    if (list.length == 0)
        return by_fail(err, BY_BAD_INPUT, "the game %s has no evaluations: '%s' is unknown",
                       rules->name, by_quote(name, quoted));
    return by_fail(err, BY_BAD_INPUT, "the game %s has no evaluation '%s'; it has %s", rules->name,
                   by_quote(name, quoted), names);
}

static enum by_status explain_evals(struct by_explanation *why, const char *name,
                                    struct by_error *err)
{
    const struct by_rules *rules = why->line->rules;
    const struct by_eval *named = name ? by_eval_find(rules, name) : NULL;
    int count = 0;
    while (rules->game->evals && rules->game->evals[count].name)
        count++;
    if (name && !named)
        return unknown_eval(rules, name, err);
    why->evals = calloc((size_t)count + 1, sizeof *why->evals);
    if (!why->evals)
        return by_fail_memory(err, ((size_t)count + 1) * sizeof *why->evals);
    for (int i = 0; i < count; i++)
        if (!named || named == &rules->game->evals[i])
            explain_eval(why, &rules->game->evals[i]);
    return BY_OK;
}

bool by_told_at(const struct by_told_eval *told, int cell, int64_t *sum)
{
    bool found = false;
    *sum = 0;
    for (int i = 0; i < told->term_count; i++) {
        const struct by_term *term = &told->terms[i];
        for (int j = 0; j < term->cell_count; j++) {
            found |= term->cells[j] == cell;
            *sum += term->cells[j] == cell ? term->value : 0;
        }
    }
    return found;
}

/* --- moves --------------------------------------------------------------------------------- */

static int marked_cell(const struct by_cells *cells)
{
    for (int i = 0; i < cells->width * cells->height; i++)
        if (cells->mark[i] & BY_MARK_LAST)
            return i;
    return -1;
}

/* What comes of one move, tried on `scratch`. */
static void try_move(const struct by_explanation *why, struct by_told_move *move, void *scratch)
{
    const struct by_rules *rules = why->line->rules;
    const void *position = by_line_position(why->line);
    int mover = rules->game->side(rules, position);
    memcpy(scratch, position, rules->position_size);
    rules->game->play(rules, scratch, move->move, NULL);
    move->over = rules->game->over(rules, scratch);
    if (move->over) {
        int32_t result = rules->game->result(rules, scratch);
        move->result = mover == 0 ? result : -result;
    } else {
        /* After nature's move, or before it, the turn may be where it was. */
        int sign = rules->game->side(rules, scratch) == mover ? 1 : -1;
        move->has_theory =
            rules->game->theory && rules->game->theory(rules, scratch, &move->theory);
        move->theory *= sign;
        if (why->eval_count > 0)
            move->after = sign * why->evals[0].eval->value(rules, scratch);
    }
    if (why->has_cells) {
        struct by_cells cells = {0};
        rules->game->cells(rules, scratch, move->move, &cells);
        move->cell = marked_cell(&cells);
    }
}

static void share_strengths(struct by_explanation *why, const by_move *moves, float *strength)
{
    const struct by_rules *rules = why->line->rules;
    double sum = 0;
    rules->game->strengths(rules, by_line_position(why->line), moves, why->move_count, strength);
    for (int i = 0; i < why->move_count; i++)
        sum += (double)strength[i];
    for (int i = 0; i < why->move_count; i++)
        why->moves[i].share = (double)strength[i] / sum;
}

static void share_chances(struct by_explanation *why)
{
    const struct by_rules *rules = why->line->rules;
    const void *position = by_line_position(why->line);
    double sum = rules->game->chance(rules, position, BY_NO_MOVE);
    for (int i = 0; i < why->move_count; i++)
        why->moves[i].share = rules->game->chance(rules, position, why->moves[i].move) / sum;
}

static void rank_moves(struct by_explanation *why, by_move *order)
{
    const struct by_rules *rules = why->line->rules;
    int count = rules->game->rank(rules, by_line_position(why->line), rules->max_moves, order);
    for (int i = 0; i < why->move_count; i++)
        for (int j = 0; j < count && why->moves[i].rank == 0; j++)
            why->moves[i].rank = order[j] == why->moves[i].move ? j + 1 : 0;
}

static enum by_status explain_moves(struct by_explanation *why, struct by_error *err)
{
    const struct by_rules *rules = why->line->rules;
    size_t most = (size_t)rules->max_moves;
    by_move *moves = calloc(most, sizeof *moves), *order = calloc(most, sizeof *order);
    float *strength = calloc(most, sizeof *strength);
    void *scratch = malloc(rules->position_size);
    why->moves = calloc(most, sizeof *why->moves);
    bool good = moves && order && strength && scratch && why->moves;
    if (good) {
        why->move_count = by_line_moves(why->line, moves);
        for (int i = 0; i < why->move_count; i++) {
            why->moves[i] = (struct by_told_move){.move = moves[i], .cell = -1, .share = NAN};
            try_move(why, &why->moves[i], scratch);
        }
        if (why->by_nature)
            share_chances(why);
        else if (rules->game->strengths)
            share_strengths(why, moves, strength);
        if (rules->game->rank && !why->by_nature)
            rank_moves(why, order);
    }
    free(moves);
    free(order);
    free(strength);
    free(scratch);
    return good ? BY_OK : by_fail_memory(err, most * sizeof *why->moves);
}

/* --- remarks -------------------------------------------------------------------------------- */

static void copy_figures(struct by_remark *copy, const struct by_remark *remark, bool *failed)
{
    struct by_figure *figures =
        copy_of(remark->figures, (size_t)remark->figure_count * sizeof *figures, failed);
    for (int i = 0; figures && i < remark->figure_count; i++)
        figures[i].text = copy_text(figures[i].text, failed);
    copy->figures = figures;
    copy->figure_count = figures ? remark->figure_count : 0;
}

static void hear_remark(void *context, const struct by_remark *remark)
{
    struct by_explanation *why = context;
    if (!grow((void **)&why->remarks, why->remark_count, &why->remark_room, sizeof *why->remarks)) {
        why->failed = true;
        return;
    }
    struct by_remark *copy = &why->remarks[why->remark_count++];
    *copy = *remark;
    copy->what = copy_text(remark->what, &why->failed);
    copy->cells = copy_cells(remark->cells, remark->cell_count, &why->failed);
    copy->cell_count = copy->cells ? remark->cell_count : 0;
    copy_figures(copy, remark, &why->failed);
}

int by_told_table(const struct by_explanation *why, int from)
{
    int end = from;
    while (end < why->remark_count &&
           strcmp(why->remarks[end].table, why->remarks[from].table) == 0)
        end++;
    return end - from;
}

/* --- what is known for certain -------------------------------------------------------------- */

static enum by_status explain_known(struct by_explanation *why, uint64_t seed, struct by_error *err)
{
    const struct by_rules *rules = why->line->rules;
    const struct by_game *game = rules->game;
    const void *position = by_line_position(why->line);
    if (game->theory)
        why->has_theory = game->theory(rules, position, &why->theory);
    if (game->forced_win) {
        why->forced = (struct by_forced){.most_moves = FORCED_MOVES, .most_nodes = FORCED_NODES};
        why->has_forced = game->forced_win(rules, position, &why->forced);
    }
    if (game->judge) {
        const struct by_judging how = {.seed = seed, .playouts = JUDGED_PLAYOUTS};
        why->has_verdict = game->judge(rules, position, &how, &why->verdict);
        if (!why->has_verdict)
            return by_fail(err, BY_FAILED, "there is not enough memory to judge the position");
    }
    return BY_OK;
}

/* --- playouts -------------------------------------------------------------------------------- */

static void count_first(struct by_explanation *why, const struct by_playout *playout)
{
    for (int i = 0; playout->length > 0 && i < why->move_count; i++)
        why->playouts.first[i] += why->moves[i].move == playout->plies[0].action;
}

static void play_one(struct by_explanation *why, struct by_rng *rng, void *scratch,
                     struct by_playout *playout)
{
    const struct by_rules *rules = why->line->rules;
    struct by_told_playouts *told = &why->playouts;
    memcpy(scratch, by_line_position(why->line), rules->position_size);
    told->policy->run(rules, scratch, rng, playout);
    told->games++;
    told->wins[0] += playout->result > 0;
    told->wins[1] += playout->result < 0;
    told->draws += playout->result == 0;
    told->results += playout->result;
    told->plies += playout->length;
    count_first(why, playout);
}

enum by_status by_explanation_play(struct by_explanation *why, const struct by_policy *policy,
                                   int64_t games, uint64_t seed, const atomic_bool *stop,
                                   atomic_int *done, struct by_error *err)
{
    const struct by_rules *rules = why->line->rules;
    struct by_rng rng;
    void *scratch = malloc(rules->position_size);
    struct by_playout playout = {
        .plies = calloc((size_t)rules->max_length + 1, sizeof *playout.plies),
        .scratch = calloc((size_t)rules->max_moves, sizeof *playout.scratch)};
    why->playouts.first = calloc((size_t)why->move_count + 1, sizeof *why->playouts.first);
    bool good = scratch && playout.plies && playout.scratch && why->playouts.first;
    why->playouts.policy = good ? policy : NULL;
    by_rng_init(&rng, seed, 0);
    for (int64_t i = 0; good && i < games && !atomic_load(stop); i++) {
        play_one(why, &rng, scratch, &playout);
        if (done)
            atomic_store(done, (int)(1000 * (i + 1) / games));
    }
    free(scratch);
    free(playout.plies);
    free(playout.scratch);
    return good ? BY_OK : by_fail_memory(err, (size_t)rules->max_length * sizeof *playout.plies);
}

/* --- all of it --------------------------------------------------------------------------------- */

enum by_status by_explanation_open(struct by_explanation *why, const struct by_line *line,
                                   const char *eval, uint64_t seed, struct by_error *err)
{
    const struct by_rules *rules = line->rules;
    memset(why, 0, sizeof *why);
    why->line = line;
    if (by_line_over(line)) {
        int32_t result = by_line_result(line);
        return by_fail(err, BY_BAD_INPUT,
                       "the game is over, and there is nothing more to explain: %s",
                       result > 0   ? "X has won"
                       : result < 0 ? "O has won"
                                    : "it is a draw");
    }
    why->by_nature =
        rules->game->chance && rules->game->chance(rules, by_line_position(line), BY_NO_MOVE) > 0;
    why->has_cells = rules->game->cells != NULL;
    if (why->has_cells)
        rules->game->cells(rules, by_line_position(line),
                           line->count > 0 ? line->moves[line->count - 1] : BY_NO_MOVE,
                           &why->cells);
    enum by_status status = explain_evals(why, eval, err);
    if (status == BY_OK)
        status = explain_moves(why, err);
    if (status == BY_OK && rules->game->explain)
        rules->game->explain(rules, by_line_position(line), hear_remark, why);
    if (status == BY_OK)
        status = explain_known(why, seed, err);
    return status == BY_OK && why->failed
               ? by_fail(err, BY_FAILED, "there is not enough memory for the explanation")
               : status;
}

static void close_terms(struct by_told_eval *told)
{
    for (int i = 0; i < told->term_count; i++)
        free((void *)told->terms[i].cells);
    free(told->terms);
}

static void close_remark(struct by_remark *remark)
{
    for (int i = 0; i < remark->figure_count; i++)
        free((void *)remark->figures[i].text);
    free((void *)remark->figures);
    free((void *)remark->cells);
    free((void *)remark->what);
}

void by_explanation_close(struct by_explanation *why)
{
    for (int i = 0; i < why->eval_count; i++)
        close_terms(&why->evals[i]);
    for (int i = 0; i < why->remark_count; i++)
        close_remark(&why->remarks[i]);
    free(why->evals);
    free(why->moves);
    free(why->remarks);
    free(why->playouts.first);
    memset(why, 0, sizeof *why);
}
