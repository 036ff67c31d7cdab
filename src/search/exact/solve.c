#include "search/exact/solve.h"
#include "base/clock.h"
#include "base/deep.h"
#include "search/exact/pvs.h"
#include <stdlib.h>
#include <string.h>

#define TELL_EVERY 0.1

/* Memory for positions met before. */
#define SOLVE_TABLE ((size_t)256 << 20)

/* What both ways of solving fill in. */
struct effort {
    const struct by_line *line;
    const atomic_bool *stop;
    by_solve_progress *progress;
    void *context;
    double told;
    by_move *moves;
    int count;
    struct by_solution *out;
};

/* Takes note of a root move's value; `pv` is its line, itself included. */
static void note_move(struct by_solution *out, by_move move, int64_t value, const by_move *pv,
                      int pv_count)
{
    if (out->best_count > 0 && value < out->value)
        return;
    if (out->best_count == 0 || value > out->value) {
        out->best_count = 0;
        out->value = (int32_t)value;
        out->pv_count = pv_count < BY_PV_MAX ? pv_count : BY_PV_MAX;
        memcpy(out->pv, pv, (size_t)out->pv_count * sizeof *pv);
    }
    out->best[out->best_count++] = move;
}

static void tell(struct effort *e, int done, uint64_t nodes)
{
    double now = by_clock_now();
    if (!e->progress || now - e->told < TELL_EVERY)
        return;
    e->told = now;
    e->progress(e->context, done, e->count, nodes);
}

/* --- by theory ------------------------------------------------------------ */

/* The result after `move`, seen by who plays it, by the game's own theory. */
static bool value_after(const struct by_rules *rules, const void *position, by_move move,
                        void *scratch, int32_t *value)
{
    memcpy(scratch, position, rules->position_size);
    rules->game->play(rules, scratch, move, NULL);
    if (!rules->game->theory(rules, scratch, value))
        return false;
    *value = -*value;
    return true;
}

/* A move after which the mover gets `value`; BY_NO_MOVE when theory does not know one. */
static by_move move_with_value(const struct by_rules *rules, const void *here, int32_t value,
                               void *scratch, by_move *moves)
{
    int count = rules->game->moves(rules, here, moves);
    for (int i = 0; i < count; i++) {
        int32_t after;
        if (value_after(rules, here, moves[i], scratch, &after) && after == value)
            return moves[i];
    }
    return BY_NO_MOVE;
}

/* Walks down best moves to write the line of play. */
static void follow(const struct by_rules *rules, struct by_solution *out, void *here, void *scratch,
                   by_move *moves)
{
    int32_t value = out->value;
    out->pv_count = 0;
    while (out->pv_count < BY_PV_MAX && !rules->game->over(rules, here)) {
        by_move move = move_with_value(rules, here, value, scratch, moves);
        if (move == BY_NO_MOVE)
            return;
        out->pv[out->pv_count++] = move;
        rules->game->play(rules, here, move, NULL);
        value = -value;
    }
}

static enum by_status solve_by_theory(struct effort *e, struct by_error *err)
{
    const struct by_rules *rules = e->line->rules;
    unsigned char *scratch = malloc(2 * rules->position_size);
    if (!scratch)
        return by_fail_memory(err, 2 * rules->position_size);
    const void *root = by_line_position(e->line);
    bool known = true;
    for (int i = 0; i < e->count && known; i++) {
        int32_t value;
        known = value_after(rules, root, e->moves[i], scratch, &value);
        if (known)
            note_move(e->out, e->moves[i], value, &e->moves[i], 1);
    }
    if (known) {
        e->out->proven = true;
        e->out->nodes = (uint64_t)e->count + 1;
        unsigned char *here = scratch + rules->position_size;
        memcpy(here, root, rules->position_size);
        follow(rules, e->out, here, scratch, e->moves);
    }
    free(scratch);
    return BY_OK;
}

/* --- by search ------------------------------------------------------------ */

/* Full depth: every line of play ends before this. */
static int full_depth(const struct by_rules *rules)
{
    return rules->max_length + 1;
}

/* What the pulse of the walk needs to tell progress. */
struct pulse {
    struct effort *effort;
    const struct by_walk *walk;
    int done;
};

static void on_pulse(void *context)
{
    const struct pulse *p = context;
    tell(p->effort, p->done, p->walk->nodes);
}

/* Each root move with a window just below the best value so far: equal moves come back
 * exact, worse ones as bounds below it. */
static void solve_moves(struct effort *e, struct by_pvs *pvs, struct pulse *pulse)
{
    struct by_walk *walk = &pvs->frame.walk;
    by_walk_count(walk);
    for (int i = 0; i < e->count && !walk->stopped; i++) {
        int64_t floor = e->out->best_count > 0 ? (int64_t)e->out->value - 1 : -BY_VALUE_INF;
        by_walk_down(walk, e->moves[i]);
        int64_t value = -by_pvs_value(pvs, full_depth(walk->rules), -BY_VALUE_INF, -floor);
        by_walk_up(walk);
        if (walk->stopped)
            break;
        note_move(e->out, e->moves[i], value, &e->moves[i], 1);
        pulse->done = i + 1;
    }
    e->out->proven = !walk->stopped;
}

/* A move that keeps `value` for the side to move where the walk stands. */
static by_move keeping_move(struct by_pvs *pvs, int64_t value)
{
    struct by_walk *walk = &pvs->frame.walk;
    size_t first = walk->move_top;
    int count = by_walk_moves(walk);
    by_move found = BY_NO_MOVE;
    for (int i = 0; i < count && found == BY_NO_MOVE && !walk->stopped; i++) {
        by_move move = walk->moves[first + (size_t)i];
        by_walk_down(walk, move);
        if (-by_pvs_value(pvs, full_depth(walk->rules), -value, 1 - value) >= value)
            found = move;
        by_walk_up(walk);
    }
    walk->move_top = first;
    return walk->stopped ? BY_NO_MOVE : found;
}

/* The line goes on behind the first best move: the table remembers most of what this asks. */
static void write_line(struct effort *e, struct by_pvs *pvs)
{
    struct by_walk *walk = &pvs->frame.walk;
    struct by_solution *out = e->out;
    int64_t value = out->value;
    by_move move = out->pv[0];
    out->pv_count = 0;
    while (move != BY_NO_MOVE) {
        out->pv[out->pv_count++] = move;
        by_walk_down(walk, move);
        value = -value;
        if (out->pv_count == BY_PV_MAX ||
            walk->rules->game->over(walk->rules, by_walk_position(walk)))
            break;
        move = keeping_move(pvs, value);
    }
}

static enum by_status solve_by_search(struct effort *e, struct by_error *err)
{
    struct by_pvs pvs;
    struct by_table table;
    enum by_status status = by_pvs_open(&pvs, e->line->rules, err);
    if (status != BY_OK)
        return status;
    status = by_table_open(&table, SOLVE_TABLE, err);
    if (status == BY_OK) {
        struct pulse pulse = {e, &pvs.frame.walk, 0};
        struct by_events nobody = {0};
        struct by_walk *walk = &pvs.frame.walk;
        by_walk_start(walk, by_line_position(e->line));
        walk->stop = e->stop;
        walk->events = &nobody;
        walk->pulse = on_pulse;
        walk->pulse_context = &pulse;
        pvs.table = &table;
        pvs.use = (struct by_pvs_options){true, true, true, true, true};
        solve_moves(e, &pvs, &pulse);
        if (e->out->proven)
            write_line(e, &pvs);
        e->out->nodes = walk->nodes;
        by_table_close(&table);
    }
    by_pvs_close(&pvs);
    return status;
}

/* -------------------------------------------------------------------------- */

static enum by_status solve_unfinished(struct effort *e, struct by_error *err)
{
    const struct by_rules *rules = e->line->rules;
    size_t bytes = (size_t)rules->max_moves * sizeof(by_move);
    e->moves = malloc(bytes);
    e->out->best = malloc(bytes);
    enum by_status status = BY_OK;
    if (!e->moves || !e->out->best) {
        status = by_fail_memory(err, bytes);
    } else {
        e->count = by_line_moves(e->line, e->moves);
        if (rules->game->theory)
            status = solve_by_theory(e, err);
        if (status == BY_OK && !e->out->proven) {
            e->out->best_count = 0;
            status = solve_by_search(e, err);
        }
    }
    free(e->moves);
    return status;
}

struct call {
    struct effort *effort;
    struct by_error *err;
    enum by_status status;
};

static void call_solve(void *context)
{
    struct call *c = context;
    c->status = solve_unfinished(c->effort, c->err);
}

/* On this thread, or on one with a large stack when the game is long enough to need it. */
static enum by_status solve_safely(struct effort *e, struct by_error *err)
{
    struct call call = {e, err, BY_OK};
    if (e->line->rules->max_length > BY_DEEP_PLIES) {
        enum by_status status = by_deep_run(call_solve, &call, err);
        return status == BY_OK ? call.status : status;
    }
    call_solve(&call);
    return call.status;
}

enum by_status by_solve(const struct by_line *line, const atomic_bool *stop,
                        by_solve_progress *progress, void *context, struct by_solution *out,
                        struct by_error *err)
{
    double begun = by_clock_now();
    memset(out, 0, sizeof *out);
    struct effort effort = {.line = line,
                            .stop = stop,
                            .progress = progress,
                            .context = context,
                            .told = begun,
                            .out = out};
    enum by_status status = BY_OK;
    if (by_line_over(line)) {
        int32_t result = by_line_result(line);
        out->value = by_line_side(line) == 0 ? result : -result;
        out->proven = true;
    } else {
        status = solve_safely(&effort, err);
    }
    out->seconds = by_clock_now() - begun;
    return status;
}

void by_solution_close(struct by_solution *solution)
{
    free(solution->best);
    solution->best = NULL;
    solution->best_count = 0;
}
