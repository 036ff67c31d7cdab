/* td.c: games played by the weights of the moment, and what they teach. */
#include "learn/td.h"

#include "learn/selfplay.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct learning {
    const struct by_rules *rules;
    const struct by_linear *linear;
    const struct by_td_plan *plan;
    void *state;
    void *child;
    by_move *moves;
    struct by_line *line;
    struct by_rng rng;
    int weights;
    size_t taught;   /* positions */
    int features;    /* of the position that was looked at last */
    float *w;        /* of all phases */
    uint32_t *moved; /* how often each was */
    int32_t number[BY_LINEAR_FEATURES_MAX];
    double square[BY_FIT_PHASES_MAX]; /* of the errors in the last games */
    size_t seen[BY_FIT_PHASES_MAX];
};

/* The value of a position for its side to move; leaves its features in l->number. */
static double look(struct learning *l, const void *position, size_t *base)
{
    double sum = 0;
    *base = (size_t)l->linear->phase(l->rules, position) * (size_t)l->weights;
    l->features = l->linear->look(l->state, l->rules, position, l->number);
    for (int i = 0; i < l->features; i++)
        sum += (double)l->w[*base + (size_t)l->number[i]];
    return sum;
}

static double value_after(struct learning *l, const void *position, by_move move)
{
    size_t base;
    memcpy(l->child, position, l->rules->position_size);
    int side = l->rules->game->side(l->rules, position);
    l->rules->game->play(l->rules, l->child, move, NULL);
    if (l->rules->game->over(l->rules, l->child)) {
        double result = l->rules->game->result(l->rules, l->child);
        return side == 0 ? result : -result;
    }
    return -look(l, l->child, &base);
}

static by_move choose(struct learning *l)
{
    int count = by_line_moves(l->line, l->moves);
    bool strays = (double)(by_rng_next(&l->rng) >> 11) < l->plan->stray * 9007199254740992.0;
    by_move best = l->moves[by_rng_below(&l->rng, (uint32_t)count)];
    double value = -INFINITY;
    for (int i = 0; i < count && !strays; i++) {
        double next = value_after(l, by_line_position(l->line), l->moves[i]);
        if (next > value) {
            value = next;
            best = l->moves[i];
        }
    }
    return best;
}

/* Draws one position towards g. */
static void teach(struct learning *l, size_t base, double error)
{
    for (int i = 0; i < l->features; i++) {
        size_t at = base + (size_t)l->number[i];
        double n = ++l->moved[at];
        l->w[at] += (float)(l->plan->rate * error / (l->features * sqrt(n)));
    }
}

static void learn_from(struct learning *l, int first, bool count)
{
    const struct by_line *line = l->line;
    const void *end = by_line_position(line);
    double g = l->rules->game->result(l->rules, end), next = 0;
    g = l->rules->game->side(l->rules, end) == 0 ? g : -g;
    next = g;
    for (int ply = line->count - 1; ply >= first; ply--) {
        const void *position = by_line_position_at(line, ply);
        size_t base;
        double value = look(l, position, &base);
        g = -((1 - l->plan->lambda) * next + l->plan->lambda * g);
        if (count) {
            int phase = l->linear->phase(l->rules, position);
            l->square[phase] += (g - value) * (g - value);
            l->seen[phase]++;
        }
        teach(l, base, g - value);
        l->taught++;
        next = value;
    }
}

static enum by_status play_and_learn(struct learning *l, int game, struct by_error *err)
{
    by_rng_init(&l->rng, l->plan->seed, (uint64_t)game);
    by_line_begin(l->line, l->rules->start);
    enum by_status status = by_play_randomly(l->line, l->plan->random, &l->rng, l->moves, err);
    int first = l->line->count;
    while (status == BY_OK && !by_line_over(l->line))
        status = by_line_play(l->line, choose(l), err);
    if (status == BY_OK)
        learn_from(l, first, game >= l->plan->games - l->plan->games / 10);
    return status;
}

static enum by_status open_learning(struct learning *l, struct by_fit *out, struct by_error *err)
{
    if (l->linear->odds)
        return by_fail(err, BY_BAD_INPUT,
                       "the evaluation %s is learned from odds, not by TD(lambda): leave --method "
                       "as it is",
                       l->linear->eval);
    l->state = l->linear->open(l->rules);
    if (!l->state)
        return by_fail(err, BY_BAD_INPUT,
                       "the evaluation %s has no weights to be learned for a board like this",
                       l->linear->eval);
    l->weights = l->linear->weights(l->state);
    *out = (struct by_fit){.phases = l->linear->phases, .weights = l->weights};
    size_t all = (size_t)out->phases * (size_t)out->weights;
    out->weight = calloc(all, sizeof *out->weight);
    l->w = calloc(all, sizeof *l->w);
    l->moved = calloc(all, sizeof *l->moved);
    l->child = calloc(1, l->rules->position_size);
    l->moves = calloc((size_t)l->rules->max_moves, sizeof *l->moves);
    if (!out->weight || !l->w || !l->moved || !l->child || !l->moves)
        return by_fail_memory(err, all * sizeof *l->w);
    return by_line_open(l->rules, &l->line, err);
}

static void close_learning(struct learning *l)
{
    by_line_close(l->line);
    free(l->moves);
    free(l->child);
    free(l->moved);
    free(l->w);
    if (l->state)
        l->linear->close(l->state);
}

static void keep(const struct learning *l, struct by_fit *out)
{
    size_t all = (size_t)out->phases * (size_t)out->weights;
    out->taught = l->taught;
    for (size_t i = 0; i < all; i++)
        out->weight[i] = by_fit_whole((double)l->w[i] * l->linear->unit);
    for (int phase = 0; phase < out->phases; phase++) {
        struct by_fit_phase *p = &out->phase[phase];
        *p = (struct by_fit_phase){.fitted = l->seen[phase]};
        p->fit_error = p->fitted ? sqrt(l->square[phase] / (double)p->fitted) : NAN;
        p->error = p->absolute = p->spread = NAN;
    }
    out->done = out->phases;
}

enum by_status by_td(const struct by_rules *rules, const struct by_td_plan *plan,
                     const atomic_bool *stop, atomic_int *done, struct by_fit *out,
                     struct by_error *err)
{
    struct learning *l = calloc(1, sizeof *l);
    *out = (struct by_fit){0};
    if (!l)
        return by_fail_memory(err, sizeof *l);
    l->rules = rules;
    l->linear = rules->game->linear;
    l->plan = plan;
    enum by_status status = open_learning(l, out, err);
    int game = 0;
    for (; status == BY_OK && game < plan->games && !(stop && atomic_load(stop)); game++) {
        status = play_and_learn(l, game, err);
        if (done)
            atomic_fetch_add(done, 1);
    }
    if (status == BY_OK && game > 0)
        keep(l, out);
    else if (status != BY_OK)
        by_fit_close(out);
    close_learning(l);
    free(l);
    return status;
}
