#include "arena/truth.h"
#include "base/clock.h"
#include "search/solve/solve.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* So many positions in a row beyond the solver, and there is no hope. */
#define PATIENCE 50

/* What positions and moves are drawn from, for each of them. */
enum { SEED_GAME, SEED_SOURCE, SEED_PLAYER, SEEDS };

struct scale {
    const struct by_truth_plan *plan;
    const atomic_bool *stop;
    by_truth_watch *watch;
    struct by_line *line;
    struct by_player *player, *source;
    struct by_decision decision;
    by_move *moves; /* room for rules->max_moves */
    uint64_t *keys; /* of the positions so far */
    int in_vain;    /* positions in a row that could not be solved */
    struct by_truth *out;
};

double by_truth_mean(const struct by_truth *truth)
{
    return truth->asked > 0 ? truth->sum / truth->asked : 0;
}

struct by_interval by_truth_interval(const struct by_truth *truth, double confidence)
{
    double n = truth->asked, mean = by_truth_mean(truth);
    if (n < 2)
        return (struct by_interval){0, INFINITY};
    double variance = (truth->squares - n * mean * mean) / (n - 1);
    double half = by_normal_quantile(0.5 + confidence / 2) * sqrt(variance > 0 ? variance / n : 0);
    return (struct by_interval){mean > half ? mean - half : 0, mean + half};
}

static bool is_halted(const void *context)
{
    const struct scale *s = context;
    return s->stop && atomic_load(s->stop);
}

/* --- positions ----------------------------------------------------------------------- */

static enum by_status ask(struct scale *s, struct by_player *player, const struct by_limits *limits,
                          by_move *move, struct by_error *err)
{
    if (s->watch)
        s->watch(player);
    enum by_status status =
        is_halted(s) ? BY_OK : by_player_move(player, s->line, limits, NULL, &s->decision, err);
    if (s->watch)
        s->watch(NULL);
    *move = is_halted(s) ? BY_NO_MOVE : s->decision.move;
    return status;
}

static int empty_cells(const struct by_line *line)
{
    const struct by_rules *rules = line->rules;
    struct by_cells cells;
    int count = 0;
    rules->game->cells(rules, by_line_position(line), BY_NO_MOVE, &cells);
    for (int i = 0; i < cells.width * cells.height; i++)
        count += cells.cell[i] == '.';
    return count;
}

static bool is_there(const struct scale *s)
{
    return by_line_over(s->line) ||
           (s->plan->empties > 0 && empty_cells(s->line) <= s->plan->empties);
}

/* An opening, and then moves of the source, to the end of the game or to few empty cells. A player
 * that gives up leaves the game where it is. */
static enum by_status play_game(struct scale *s, int number, struct by_error *err)
{
    uint64_t seed = by_seed_derive(s->plan->seed, (uint64_t)number * SEEDS + SEED_GAME);
    by_move move = 0;
    enum by_status status =
        by_openings_play(&s->plan->openings, s->line, number, seed, s->moves, is_halted, s, err);
    by_player_reset(s->source,
                    by_seed_derive(s->plan->seed, (uint64_t)number * SEEDS + SEED_SOURCE));
    while (status == BY_OK && !is_halted(s) && !is_there(s)) {
        status = ask(s, s->source, NULL, &move, err);
        if (status != BY_OK || move == BY_NO_MOVE)
            break;
        status = by_line_play(s->line, move, err);
    }
    return status;
}

/* Goes back to where the player is to be asked. */
static void go_back(struct scale *s, int number)
{
    struct by_rng rng;
    int length = s->line->count, to = length - s->plan->plies;
    if (s->plan->empties > 0)
        return;
    by_rng_init(&rng, by_seed_derive(s->plan->seed, (uint64_t)number * SEEDS + SEED_GAME), 1);
    if (to < 0)
        to = (int)by_rng_below(&rng, (uint32_t)length);
    while (s->line->count > to)
        by_line_undo(s->line);
}

/* The next position along the game that leaves a choice; false: there is none. */
static bool find_choice(struct scale *s, const by_move *rest, int count)
{
    for (int i = 0; !by_line_over(s->line); i++) {
        if (by_line_moves(s->line, s->moves) > 1)
            return true;
        if (i == count || by_line_play(s->line, rest[i], NULL) != BY_OK)
            return false;
    }
    return false;
}

static enum by_status find_position(struct scale *s, int number, bool *found, struct by_error *err)
{
    *found = false;
    enum by_status status = play_game(s, number, err);
    int length = s->line->count;
    if (status != BY_OK || is_halted(s) || length == 0)
        return status;
    by_move *game = malloc((size_t)length * sizeof *game);
    if (!game)
        return by_fail_memory(err, (size_t)length * sizeof *game);
    memcpy(game, s->line->moves, (size_t)length * sizeof *game);
    go_back(s, number);
    *found = find_choice(s, game + s->line->count, length - s->line->count);
    free(game);
    return BY_OK;
}

/* --- weighing ---------------------------------------------------------------------------- */

static enum by_status solve(struct scale *s, struct by_solution *solution, struct by_error *err)
{
    struct by_solve_options options = {
        .table_bytes = s->plan->table_bytes,
        .most_nodes = s->plan->most_nodes,
        .one = true,
    };
    enum by_status status = by_solve(s->line, &options, s->stop, NULL, NULL, solution, err);
    s->out->nodes += solution->nodes;
    return status;
}

/* What the position behind `move` is worth to who plays it. */
static enum by_status value_behind(struct scale *s, by_move move, int32_t *value, bool *proven,
                                   struct by_error *err)
{
    struct by_solution behind;
    enum by_status status = by_line_play(s->line, move, err);
    if (status != BY_OK)
        return status;
    status = solve(s, &behind, err);
    *value = -behind.value;
    *proven = behind.proven;
    by_solution_close(&behind);
    by_line_undo(s->line);
    return status;
}

static void keep_worst(struct scale *s, int32_t loss, by_move move, by_move best)
{
    struct by_truth_worst *worst = &s->out->worst;
    if (loss <= worst->loss)
        return;
    worst->loss = loss;
    worst->move = move;
    worst->best = best;
    memcpy(worst->position, by_line_position(s->line), s->plan->rules->position_size);
}

static void count(struct scale *s, int32_t value, int32_t got)
{
    struct by_truth *out = s->out;
    double loss = (double)value - got;
    int best = (value > 0) - (value < 0), kept = (got > 0) - (got < 0);
    s->keys[out->asked++] = s->line->keys[s->line->count];
    out->sum += loss;
    out->squares += loss * loss;
    out->best += loss == 0;
    out->at_stake += best >= 0;
    out->given += kept < best;
}

/* Asks the player at the end of the line, which is worth `value`. */
static enum by_status weigh_move(struct scale *s, int number, int32_t value, by_move best,
                                 bool *proven, struct by_error *err)
{
    by_move move;
    int32_t got = value;
    by_player_reset(s->player,
                    by_seed_derive(s->plan->seed, (uint64_t)number * SEEDS + SEED_PLAYER));
    double begun = by_clock_now();
    enum by_status status = ask(s, s->player, &s->plan->limits, &move, err);
    double seconds = by_clock_now() - begun;
    if (status != BY_OK || is_halted(s))
        return status;
    if (move == BY_NO_MOVE)
        return by_fail(err, BY_FAILED, "the player gave up instead of moving: add resign=0");
    *proven = true;
    if (move != best)
        status = value_behind(s, move, &got, proven, err);
    if (status != BY_OK || !*proven)
        return status;
    s->out->seconds += seconds;
    count(s, value, got);
    keep_worst(s, value - got, move, best);
    return BY_OK;
}

static enum by_status weigh(struct scale *s, int number, struct by_error *err)
{
    struct by_solution solution;
    enum by_status status = solve(s, &solution, err);
    bool proven = solution.proven;
    int32_t value = solution.value;
    by_move best = solution.best_count > 0 ? solution.best[0] : BY_NO_MOVE;
    by_solution_close(&solution);
    if (status == BY_OK && proven)
        status = weigh_move(s, number, value, best, &proven, err);
    if (status == BY_OK && !proven && !is_halted(s)) {
        s->out->left_out++;
        s->in_vain++;
    } else if (proven) {
        s->in_vain = 0;
    }
    return status;
}

/* --- all of it -------------------------------------------------------------------------- */

static enum by_status give_up(const struct scale *s, struct by_error *err)
{
    return by_fail(err, BY_FAILED,
                   "%d positions in a row could not be solved with %llu nodes or left no choice: "
                   "look nearer to the end, or allow more",
                   PATIENCE, (unsigned long long)s->plan->most_nodes);
}

static enum by_status weigh_all(struct scale *s, by_truth_progress *progress, void *context,
                                struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int number = 0; status == BY_OK && s->out->asked < s->plan->positions && !is_halted(s);
         number++) {
        bool found;
        status = find_position(s, number, &found, err);
        if (status == BY_OK && found)
            status = weigh(s, number, err);
        if (status == BY_OK && !found && !is_halted(s)) {
            s->out->forced++;
            s->in_vain++;
        }
        if (s->in_vain == PATIENCE)
            status = give_up(s, err);
        if (progress)
            progress(context, s->out);
    }
    return status;
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void finish(struct scale *s)
{
    int n = s->out->asked;
    if (n > 1)
        qsort(s->keys, (size_t)n, sizeof *s->keys, by_key);
    for (int i = 0; i < n; i++)
        s->out->different += i == 0 || s->keys[i] != s->keys[i - 1];
    s->out->stopped = n < s->plan->positions;
}

static enum by_status open_player(const struct scale *s, const char *spec, struct by_player **out,
                                  struct by_error *err)
{
    struct by_player_terms terms = {.seed = s->plan->seed, .trust = s->plan->trust};
    return by_player_open(s->plan->rules, spec, &terms, out, err);
}

static enum by_status open_scale(struct scale *s, struct by_error *err)
{
    const struct by_rules *rules = s->plan->rules;
    s->moves = malloc((size_t)rules->max_moves * sizeof *s->moves);
    s->keys = malloc((size_t)s->plan->positions * sizeof *s->keys);
    s->out->worst.position = malloc(rules->position_size);
    if (!s->moves || !s->keys || !s->out->worst.position)
        return by_fail_memory(err, (size_t)s->plan->positions * sizeof *s->keys);
    enum by_status status = by_line_open(rules, &s->line, err);
    if (status == BY_OK)
        status = by_decision_open(rules, &s->decision, err);
    if (status == BY_OK)
        status = open_player(s, s->plan->player, &s->player, err);
    return status == BY_OK ? open_player(s, s->plan->source, &s->source, err) : status;
}

static void close_scale(struct scale *s)
{
    if (s->player)
        by_player_close(s->player);
    if (s->source)
        by_player_close(s->source);
    by_decision_close(&s->decision);
    if (s->line)
        by_line_close(s->line);
    free(s->moves);
    free(s->keys);
}

enum by_status by_truth(const struct by_truth_plan *plan, const atomic_bool *stop,
                        by_truth_watch *watch, by_truth_progress *progress, void *context,
                        struct by_truth *out, struct by_error *err)
{
    struct scale scale = {.plan = plan, .stop = stop, .watch = watch, .out = out};
    memset(out, 0, sizeof *out);
    if (by_looks_back(plan->rules))
        return by_fail(err, BY_BAD_INPUT,
                       "positions of a game that looks back cannot be solved: leave superko off");
    if (plan->empties > 0 && !plan->rules->game->cells)
        return by_fail(err, BY_BAD_INPUT,
                       "the game %s has no cells to count: say how many plies "
                       "before the end",
                       plan->rules->name);
    enum by_status status = open_scale(&scale, err);
    if (status == BY_OK)
        status = weigh_all(&scale, progress, context, err);
    if (scale.keys)
        finish(&scale);
    close_scale(&scale);
    return status;
}

void by_truth_close(struct by_truth *truth)
{
    free(truth->worst.position);
    truth->worst.position = NULL;
}
