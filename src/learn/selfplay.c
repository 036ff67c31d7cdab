/* selfplay.c: random beginnings, and one player on both sides. */
#include "learn/selfplay.h"

#include "players/player.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The legal moves, or those near what has been played. */
static int likely_moves(const struct by_line *line, by_move *moves)
{
    const struct by_rules *rules = line->rules;
    return rules->game->active ? rules->game->active(rules, by_line_position(line), moves)
                               : by_line_moves(line, moves);
}

enum by_status by_play_randomly(struct by_line *line, int most, struct by_rng *rng, by_move *moves,
                                struct by_error *err)
{
    int plies = (int)by_rng_below(rng, (uint32_t)most + 1);
    for (int ply = 0; ply < plies; ply++) {
        int count = likely_moves(line, moves);
        enum by_status status = by_line_play(line, moves[by_rng_below(rng, (uint32_t)count)], err);
        if (status != BY_OK)
            return status;
        if (by_line_over(line)) {
            (void)by_line_undo(line);
            return BY_OK;
        }
    }
    return BY_OK;
}

/* --- one game ---------------------------------------------------------------------------- */

struct table {
    struct by_samples *samples;
    const struct by_selfplay *plan;
    const atomic_bool *stop;
    struct by_player *player;
    struct by_line *line, *beside;
    struct by_decision decision;
    by_move *moves, *begun; /* room for all moves of a position, for the best beginning */
    float *said;            /* by ply: the result that the search hoped for; NAN: it did not say */
    float result;           /* for the first player, once it is known */
};

static bool halted(const struct table *t)
{
    return t->stop && atomic_load(t->stop);
}

/* What the search has just said, for the side to move. */
static float hope_of(const struct table *t)
{
    const struct by_linear *linear = t->samples->linear;
    const struct by_decision *d = &t->decision;
    if (linear->odds && d->proven)
        return d->value > 0 ? 1 : d->value < 0 ? -1 : 0;
    bool knows =
        linear->odds && d->bound != BY_BOUND_NONE && d->eval && strcmp(d->eval, linear->eval) == 0;
    return knows ? (float)by_odds_hope(d->value / linear->unit) : NAN;
}

/* Has the side to move proven that it wins? */
static bool is_won(const struct table *t)
{
    return t->samples->linear->odds && t->decision.proven && t->decision.value > 0;
}

static enum by_status play_on(struct table *t, struct by_error *err)
{
    struct by_line *line = t->line;
    enum by_status status = BY_OK;
    while (status == BY_OK && !by_line_over(line) && isnan(t->result) && !halted(t)) {
        status = by_player_move(t->player, line, NULL, NULL, &t->decision, err);
        if (status != BY_OK || t->decision.move == BY_NO_MOVE)
            break;
        t->said[line->count] = hope_of(t);
        if (is_won(t))
            t->result = by_line_side(line) == 0 ? 1 : -1;
        else
            status = by_line_play(line, t->decision.move, err);
    }
    if (status == BY_OK && by_line_over(line))
        t->result = (float)by_line_result(line);
    return status;
}

/* --- its beginning ------------------------------------------------------------------------- */

/* How uneven the player finds the position; a proven one is worse than any other. */
static enum by_status unevenness(struct table *t, double *out, struct by_error *err)
{
    enum by_status status = by_player_move(t->player, t->line, NULL, NULL, &t->decision, err);
    *out = t->decision.proven ? INFINITY : fabs(t->decision.value);
    return status;
}

static enum by_status begin(struct table *t, struct by_rng *rng, struct by_error *err)
{
    double least = INFINITY;
    int count = 0;
    enum by_status status = BY_OK;
    if (t->plan->balance <= 1)
        return by_play_randomly(t->line, t->plan->random, rng, t->moves, err);
    for (int i = 0; status == BY_OK && i < t->plan->balance && !halted(t); i++) {
        double uneven = INFINITY;
        by_line_begin(t->line, t->samples->rules->start);
        status = by_play_randomly(t->line, t->plan->random, rng, t->moves, err);
        if (status == BY_OK)
            status = unevenness(t, &uneven, err);
        if (status == BY_OK && (i == 0 || uneven < least)) {
            least = uneven;
            count = t->line->count;
            for (int ply = 0; ply < count; ply++)
                t->begun[ply] = t->line->moves[ply];
        }
    }
    by_line_begin(t->line, t->samples->rules->start);
    for (int ply = 0; status == BY_OK && ply < count; ply++)
        status = by_line_play(t->line, t->begun[ply], err);
    return status;
}

/* --- all games ------------------------------------------------------------------------------ */

/* The values of the game that was added last: what came of it, and what was said of each position. Where a
 * win is proven no search asks for an estimate. */
static void value_samples(const struct table *t, int skip)
{
    struct by_samples *s = t->samples;
    const struct by_rules *rules = s->rules;
    size_t first = s->first[s->games - 1], end = s->first[s->games];
    for (size_t i = first; i < end; i++) {
        int ply = skip + (int)(i - first);
        int side = rules->game->side(rules, by_line_position_at(t->line, ply));
        float came = side == 0 ? t->result : -t->result, said = t->said[ply];
        float trust = isnan(said) ? 0 : (float)t->plan->trust;
        s->value[i] = trust > 0 ? (1 - trust) * came + trust * said : came;
    }
    if (!by_line_over(t->line))
        s->value[end - 1] = NAN;
}

#define ASIDE_WIDTH 14 /* moves that are worth a look */

/* Another move at a position of the game, and what the search says of where it leads. */
static enum by_status look_aside(struct table *t, int ply, struct by_rng *rng, struct by_error *err)
{
    const struct by_rules *rules = t->samples->rules;
    const void *position = by_line_position_at(t->line, ply);
    enum by_status status = BY_OK;
    by_line_begin(t->beside, rules->start);
    /* a search with knowledge of its own replays the line */
    for (int i = 0; status == BY_OK && i < ply; i++)
        status = by_line_play(t->beside, t->line->moves[i], err);
    if (status != BY_OK)
        return status;
    int count = rules->game->rank ? rules->game->rank(rules, position, ASIDE_WIDTH, t->moves)
                                  : likely_moves(t->beside, t->moves);
    by_move move = t->moves[by_rng_below(rng, (uint32_t)count)];
    status = by_line_play(t->beside, move, err);
    if (status != BY_OK || by_line_over(t->beside))
        return status;
    status = by_player_move(t->player, t->beside, NULL, NULL, &t->decision, err);
    if (status != BY_OK || isnan(hope_of(t)) || is_won(t))
        return status;
    return by_samples_add_aside(t->samples, by_line_position(t->beside), hope_of(t), err);
}

static enum by_status look_aside_all(struct table *t, int skip, struct by_rng *rng,
                                     struct by_error *err)
{
    enum by_status status = BY_OK;
    int end = by_line_over(t->line) ? t->line->count : t->line->count + 1;
    for (int ply = skip; status == BY_OK && ply < end && !halted(t); ply++)
        if ((double)(by_rng_next(rng) >> 11) < t->plan->aside * 9007199254740992.0) /* 2^53 */
            status = look_aside(t, ply, rng, err);
    return status;
}

static enum by_status play_game(struct table *t, int game, struct by_error *err)
{
    struct by_rng rng;
    by_rng_init(&rng, t->plan->seed, (uint64_t)game);
    by_line_begin(t->line, t->samples->rules->start);
    by_player_reset(t->player, by_rng_next(&rng));
    enum by_status status = begin(t, &rng, err);
    int skip = t->line->count;
    t->result = NAN;
    if (status == BY_OK)
        status = play_on(t, err);
    if (status != BY_OK || isnan(t->result))
        return status;
    size_t games = t->samples->games;
    status = by_samples_add(t->samples, t->line, skip, err);
    if (status != BY_OK || t->samples->games == games || !t->samples->linear->odds)
        return status;
    value_samples(t, skip);
    return t->plan->aside > 0 ? look_aside_all(t, skip, &rng, err) : BY_OK;
}

static enum by_status open_table(struct table *t, struct by_error *err)
{
    const struct by_rules *rules = t->samples->rules;
    const struct by_player_terms terms = {.seed = t->plan->seed, .trust = BY_TRUST_ALL};
    size_t plies =
        (size_t)(rules->max_length > t->plan->random ? rules->max_length : t->plan->random) + 1;
    t->moves = calloc((size_t)rules->max_moves, sizeof *t->moves);
    t->begun = calloc(plies, sizeof *t->begun);
    t->said = calloc(plies, sizeof *t->said);
    if (!t->moves || !t->begun || !t->said)
        return by_fail_memory(err, plies * sizeof *t->begun);
    enum by_status status = by_player_open(rules, t->plan->player, &terms, &t->player, err);
    if (status == BY_OK)
        status = by_line_open(rules, &t->line, err);
    if (status == BY_OK)
        status = by_line_open(rules, &t->beside, err);
    if (status == BY_OK)
        status = by_decision_open(rules, &t->decision, err);
    return status;
}

static void close_table(struct table *t)
{
    by_decision_close(&t->decision);
    by_line_close(t->line);
    by_line_close(t->beside);
    by_player_close(t->player);
    free(t->moves);
    free(t->begun);
    free(t->said);
}

enum by_status by_selfplay(struct by_samples *samples, const struct by_selfplay *plan,
                           const atomic_bool *stop, atomic_int *done, struct by_error *err)
{
    struct table t = {.samples = samples, .plan = plan, .stop = stop};
    enum by_status status = open_table(&t, err);
    for (int game = 0; status == BY_OK && game < plan->games && !halted(&t); game++) {
        status = play_game(&t, game, err);
        if (done)
            atomic_fetch_add(done, 1);
    }
    close_table(&t);
    return status;
}
