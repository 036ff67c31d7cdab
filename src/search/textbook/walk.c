#include "search/textbook/walk.h"
#include "base/clock.h"
#include <stdlib.h>
#include <string.h>

/* The clock and the stop flag are looked at every so many steps: at a million steps a
 * second, once in half a millisecond. */
#define POLL_MASK 511U

/* How many positions a node may spend on a forced win. */
#define FORCED_NODES 20

enum by_status by_walk_open(struct by_walk *walk, const struct by_rules *rules,
                            struct by_error *err)
{
    memset(walk, 0, sizeof *walk);
    walk->rules = rules;
    walk->unit = rules->has_chance ? BY_WALK_UNIT : 1;
    size_t plies = (size_t)rules->max_length + 1;
    bool undo = rules->game->undo != NULL;
    size_t positions = undo ? 1 : plies;
    walk->path = calloc(plies, sizeof *walk->path);
    walk->undos = calloc(undo ? plies : 1, sizeof *walk->undos);
    walk->stack = calloc(positions, rules->position_size);
    walk->move_room = (size_t)rules->max_moves;
    walk->moves = malloc(walk->move_room * sizeof *walk->moves);
    if (walk->path && walk->undos && walk->stack && walk->moves)
        return BY_OK;
    by_walk_close(walk);
    return by_fail_memory(err, plies * sizeof *walk->undos + positions * rules->position_size);
}

void by_walk_close(struct by_walk *walk)
{
    free(walk->path);
    free(walk->undos);
    free(walk->stack);
    free(walk->moves);
    memset(walk, 0, sizeof *walk);
}

void by_walk_start(struct by_walk *walk, const void *position)
{
    memcpy(walk->stack, position, walk->rules->position_size);
    walk->ply = 0;
    walk->move_top = 0;
    walk->nodes = 0;
    walk->leaves = 0;
    walk->ticks = 0;
    walk->stopped = false;
    walk->starved = false;
    walk->horizon = false;
    walk->guessed = false;
    walk->pv_count[0] = 0;
    walk->root_side = walk->rules->game->side(walk->rules, position);
}

void by_walk_down(struct by_walk *walk, by_move move)
{
    const struct by_game *game = walk->rules->game;
    size_t size = walk->rules->position_size;
    walk->path[walk->ply] = move;
    if (game->undo) {
        game->play(walk->rules, walk->stack, move, &walk->undos[walk->ply]);
    } else {
        unsigned char *here = walk->stack + (size_t)walk->ply * size;
        memcpy(here + size, here, size);
        game->play(walk->rules, here + size, move, NULL);
    }
    walk->ply++;
}

void by_walk_up(struct by_walk *walk)
{
    const struct by_game *game = walk->rules->game;
    walk->ply--;
    if (game->undo)
        game->undo(walk->rules, walk->stack, walk->path[walk->ply], &walk->undos[walk->ply]);
}

static bool must_stop(const struct by_walk *walk)
{
    if (walk->stop && atomic_load_explicit(walk->stop, memory_order_relaxed))
        return true;
    return walk->deadline > 0 && by_clock_now() >= walk->deadline;
}

bool by_walk_poll(struct by_walk *walk)
{
    if ((walk->ticks++ & POLL_MASK) == 0) {
        walk->stopped |= must_stop(walk);
        if (walk->pulse)
            walk->pulse(walk->pulse_context);
    }
    return walk->stopped;
}

bool by_walk_count(struct by_walk *walk)
{
    if (walk->node_limit != 0 && walk->nodes >= walk->node_limit)
        walk->stopped = true;
    if (by_walk_poll(walk))
        return false;
    walk->nodes++;
    by_walk_no_line(walk);
    return true;
}

/* Makes room for one more list of moves. */
static bool reserve(struct by_walk *walk)
{
    size_t need = walk->move_top + (size_t)walk->rules->max_moves;
    if (need <= walk->move_room)
        return true;
    by_move *more = realloc(walk->moves, 2 * need * sizeof *more);
    if (!more) {
        walk->stopped = walk->starved = true;
        return false;
    }
    walk->moves = more;
    walk->move_room = 2 * need;
    return true;
}

int by_walk_moves(struct by_walk *walk)
{
    if (!reserve(walk))
        return 0;
    int count =
        walk->rules->game->moves(walk->rules, by_walk_position(walk), walk->moves + walk->move_top);
    walk->move_top += (size_t)count;
    return count;
}

/* What is left out was not searched: the outcome is as open as at the depth limit. */
int by_walk_candidates(struct by_walk *walk)
{
    if (walk->width == 0)
        return by_walk_moves(walk);
    if (!reserve(walk))
        return 0;
    int most = walk->width < walk->rules->max_moves ? walk->width : walk->rules->max_moves;
    int count = walk->rules->game->rank(walk->rules, by_walk_position(walk), most,
                                        walk->moves + walk->move_top);
    walk->move_top += (size_t)count;
    walk->horizon = true;
    return count;
}

/* Brings those of the moves that are candidates to the front, in the candidates' order; where
 * none of them is there, all are to be looked at. */
static int candidates_first(by_move *moves, int count, const by_move *candidates, int among)
{
    int front = 0;
    for (int i = 0; i < among; i++) {
        int at = front;
        while (at < count && moves[at] != candidates[i])
            at++;
        if (at == count)
            continue;
        memmove(moves + front + 1, moves + front, (size_t)(at - front) * sizeof *moves);
        moves[front++] = candidates[i];
    }
    return front > 0 ? front : count;
}

static bool is_listed(const by_move *moves, int count, by_move move)
{
    int i = 0;
    while (i < count && moves[i] != move)
        i++;
    return i < count;
}

/* Whether `width` leaves out moves here that may matter: of those that the game calls urgent, or
 * of all where it calls none so. */
static bool leaves_out(struct by_walk *walk)
{
    const struct by_game *game = walk->rules->game;
    const void *position = by_walk_position(walk);
    size_t first = walk->move_top;
    int count = by_walk_candidates(walk), among = 0, i = 0;
    bool room = reserve(walk);
    const by_move *listed = walk->moves + first;
    by_move *others = walk->moves + walk->move_top;
    walk->move_top = first;
    if (!room)
        return true;
    if (game->urgent)
        among = game->urgent(walk->rules, position, others);
    if (among == 0)
        among = game->moves(walk->rules, position, others);
    while (i < among && is_listed(listed, count, others[i]))
        i++;
    return i < among;
}

/* The least that is no loss. */
static int64_t least_open(const struct by_walk *walk)
{
    int64_t win = walk->eval ? walk->eval->win : 1;
    return -(win - 1) * (walk->by_length ? BY_WALK_PLY : walk->unit);
}

int64_t by_walk_believed(struct by_walk *walk, int64_t value)
{
    int64_t least = least_open(walk);
    return walk->width > 0 && value < least && leaves_out(walk) ? least : value;
}

int64_t by_walk_root_believed(const struct by_walk *walk, int64_t value)
{
    int64_t least = least_open(walk);
    return walk->root_open && value < least ? least : value;
}

int by_walk_root_moves(struct by_walk *walk, const by_move *moves, int count)
{
    size_t first = walk->move_top;
    walk->root_open = false;
    if (!reserve(walk))
        return 0;
    memcpy(walk->moves + first, moves, (size_t)count * sizeof *moves);
    walk->move_top += (size_t)count;
    if (walk->width == 0)
        return count;
    int among = by_walk_candidates(walk);
    walk->move_top = first + (size_t)count;
    int front = candidates_first(walk->moves + first, count, walk->moves + walk->move_top, among);
    walk->root_open = front < count && (front < among || leaves_out(walk));
    return front;
}

static int sign(int64_t x)
{
    return (x > 0) - (x < 0);
}

int64_t by_walk_finished(const struct by_walk *walk)
{
    const struct by_game *game = walk->rules->game;
    const void *position = by_walk_position(walk);
    int64_t result = game->result(walk->rules, position);
    if (game->side(walk->rules, position) == 1)
        result = -result;
    int64_t value = result;
    if (walk->eval)
        value = sign(result) * (int64_t)walk->eval->win + (game->has_margin ? result : 0);
    return walk->by_length ? value * BY_WALK_PLY - sign(value) * walk->ply : value * walk->unit;
}

int64_t by_walk_estimate(const struct by_walk *walk)
{
    if (!walk->eval)
        return 0;
    int64_t value = walk->eval->value(walk->rules, by_walk_position(walk));
    return walk->by_length ? value * BY_WALK_PLY : value * walk->unit;
}

int64_t by_walk_win(const struct by_walk *walk, int plies)
{
    int64_t value = walk->eval ? walk->eval->win : 1;
    return walk->by_length ? value * BY_WALK_PLY - walk->ply - plies : value * walk->unit;
}

/* What the game looked at counts as nodes, and brings the next look at the clock nearer. */
static void spend(struct by_walk *walk, int64_t nodes)
{
    uint64_t before = walk->ticks;
    walk->nodes += (uint64_t)nodes;
    walk->ticks += (uint64_t)nodes;
    if ((before ^ walk->ticks) & ~(uint64_t)POLL_MASK)
        walk->stopped |= must_stop(walk);
}

bool by_walk_forced(struct by_walk *walk, int64_t nodes, struct by_forced *f)
{
    uint64_t left = walk->node_limit > walk->nodes ? walk->node_limit - walk->nodes : 0;
    if (walk->node_limit != 0 && (uint64_t)nodes > left)
        nodes = (int64_t)left;
    f->most_moves = walk->forced;
    f->most_nodes = nodes;
    bool wins = walk->rules->game->forced_win(walk->rules, by_walk_position(walk), f);
    spend(walk, f->nodes);
    return wins;
}

/* A forced win here, if one is looked for; its line is the best one from here. */
static bool wins_by_force(struct by_walk *walk, int64_t *value)
{
    struct by_forced f;
    if (!by_walk_forced(walk, FORCED_NODES, &f))
        return false;
    *value = by_walk_win(walk, f.length);
    if (walk->ply <= BY_PV_MAX) {
        int count = f.length < BY_PV_MAX ? f.length : BY_PV_MAX;
        memcpy(walk->pv[walk->ply], f.line, (size_t)count * sizeof *f.line);
        walk->pv_count[walk->ply] = count;
    }
    return true;
}

bool by_walk_leaf(struct by_walk *walk, int depth, int64_t *value, enum by_step_reason *reason)
{
    if (walk->rules->game->over(walk->rules, by_walk_position(walk))) {
        *value = by_walk_finished(walk);
        *reason = BY_REASON_FINISHED;
    } else if (walk->forced > 0 && wins_by_force(walk, value)) {
        *reason = BY_REASON_FORCED;
    } else if (depth == 0 && !by_walk_chance(walk)) {
        *value = by_walk_estimate(walk);
        *reason = BY_REASON_HORIZON;
        walk->horizon = true;
    } else if (walk->seen && by_seen_before(walk->seen, by_walk_position(walk))) {
        *value = by_walk_estimate(walk);
        *reason = BY_REASON_SEEN;
        walk->guessed = true;
        return true;
    } else {
        return false;
    }
    walk->leaves++;
    return true;
}

int64_t by_walk_mean(struct by_walk *walk, int depth, by_walk_below *below, void *context)
{
    const struct by_rules *rules = walk->rules;
    size_t first = walk->move_top;
    struct by_mean mean = {.total = rules->game->chance(rules, by_walk_position(walk), BY_NO_MOVE)};
    int count = by_walk_moves(walk);
    for (int i = 0; i < count && !walk->stopped; i++) {
        by_move move = walk->moves[first + (size_t)i];
        int32_t weight = rules->game->chance(rules, by_walk_position(walk), move);
        by_walk_down(walk, move);
        by_mean_add(&mean, weight, below(context, depth > 0 ? depth - 1 : 0));
        by_walk_up(walk);
    }
    walk->move_top = first;
    by_walk_no_line(walk);
    return by_mean_value(&mean);
}

double by_walk_fraction(int64_t value, int64_t unit)
{
    const int64_t decimals = 1000000000;
    int64_t whole = value / unit, rest = value % unit;
    int64_t half = rest < 0 ? -unit / 2 : unit / 2;
    int64_t parts = (rest * decimals + half) / unit;
    return (double)whole + (double)parts / (double)decimals;
}

int64_t by_walk_result(const struct by_walk *walk, int64_t plain)
{
    if (!walk->eval)
        return plain;
    if (!walk->rules->game->has_margin)
        return sign(plain);
    return plain - sign(plain) * (int64_t)walk->eval->win;
}

void by_walk_best(struct by_walk *walk, by_move move)
{
    int ply = walk->ply;
    if (ply >= BY_PV_MAX)
        return;
    int below = walk->pv_count[ply + 1];
    if (below > BY_PV_MAX - 1)
        below = BY_PV_MAX - 1;
    walk->pv[ply][0] = move;
    memcpy(&walk->pv[ply][1], walk->pv[ply + 1], (size_t)below * sizeof(by_move));
    walk->pv_count[ply] = below + 1;
}

/* What a listener sees: the value without the part for ties, infinity as it is. */
static int64_t told(const struct by_walk *walk, int64_t value)
{
    return value >= BY_VALUE_INF || value <= -BY_VALUE_INF ? value : by_walk_plain(walk, value);
}

void by_walk_tell(const struct by_walk *walk, const struct by_step *step)
{
    struct by_step full = *step;
    const void *position = by_walk_position(walk);
    full.ply = walk->ply;
    full.move = walk->ply > 0 ? walk->path[walk->ply - 1] : BY_NO_MOVE;
    full.side = walk->rules->game->side(walk->rules, position);
    full.position = position;
    full.unit = walk->unit;
    full.eval = walk->eval ? walk->eval->name : NULL;
    full.alpha = told(walk, step->alpha);
    full.beta = told(walk, step->beta);
    full.value = told(walk, step->value);
    walk->events->trace(walk->events->context, &full);
}
