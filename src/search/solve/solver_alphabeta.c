/* Alpha-beta to the end of the game as a solver of by_solve: pvs.h with everything it has. */
#include "search/alphabeta/pvs.h"
#include "search/solve/solver.h"
#include <stdlib.h>

#define TABLE ((size_t)256 << 20) /* bytes, when nobody says otherwise */

struct solver {
    struct by_pvs pvs;
    struct by_table table;
};

static const struct by_events nobody;

static void close_engine(void *state)
{
    struct solver *solver = state;
    by_table_close(&solver->table);
    by_pvs_close(&solver->pvs);
    free(solver);
}

static enum by_status open_engine(const struct by_rules *rules,
                                  const struct by_solve_options *options, void **state,
                                  struct by_error *err)
{
    struct solver *solver = calloc(1, sizeof *solver);
    if (!solver)
        return by_fail_memory(err, sizeof *solver);
    enum by_status status = by_pvs_open(&solver->pvs, rules, err);
    if (status != BY_OK) {
        free(solver);
        return status;
    }
    status =
        by_table_open(&solver->table, options->table_bytes ? options->table_bytes : TABLE, err);
    if (status != BY_OK) {
        close_engine(solver);
        return status;
    }
    solver->pvs.table = &solver->table;
    solver->pvs.use = (struct by_pvs_options){true, true, true, true, true};
    *state = solver;
    return BY_OK;
}

static void start(void *state, const struct by_solver_job *job)
{
    struct by_walk *walk = &((struct solver *)state)->pvs.frame.walk;
    by_walk_start(walk, job->root);
    walk->stop = job->stop;
    walk->events = &nobody;
    walk->pulse = job->pulse;
    walk->pulse_context = job->context;
    by_walk_count(walk);
}

/* The value after `move`, for who plays it: exact within the window, a bound outside. */
static int64_t after(struct by_pvs *pvs, by_move move, int64_t alpha, int64_t beta)
{
    struct by_walk *walk = &pvs->frame.walk;
    int full = walk->rules->max_length + 1; /* every line of play ends before this */
    by_walk_down(walk, move);
    int64_t value = -by_pvs_value(pvs, full, -beta, -alpha);
    by_walk_up(walk);
    return value;
}

/* The window begins just below the floor: equal moves come back exact, worse ones as bounds. */
static bool value_of(void *state, by_move move, int64_t floor, int64_t ceiling, int64_t *value)
{
    struct by_pvs *pvs = &((struct solver *)state)->pvs;
    if (!pvs->frame.walk.stopped)
        *value = after(pvs, move, floor > -BY_VALUE_INF ? floor - 1 : floor, ceiling);
    return !pvs->frame.walk.stopped;
}

/* --- the line of play -------------------------------------------------------------- */

/* A move that keeps `value` for the side to move where the walk stands. */
static by_move keeping_move(struct by_pvs *pvs, int64_t value)
{
    struct by_walk *walk = &pvs->frame.walk;
    size_t first = walk->move_top;
    int count = by_walk_moves(walk);
    by_move found = BY_NO_MOVE;
    for (int i = 0; i < count && found == BY_NO_MOVE && !walk->stopped; i++) {
        by_move move = walk->moves[first + (size_t)i];
        if (after(pvs, move, value - 1, value) >= value)
            found = move;
    }
    walk->move_top = first;
    return walk->stopped ? BY_NO_MOVE : found;
}

/* The table remembers most of what this asks. */
static int line_of(void *state, by_move move, int64_t value, by_move *out, int room)
{
    struct by_pvs *pvs = &((struct solver *)state)->pvs;
    struct by_walk *walk = &pvs->frame.walk;
    int count = 0;
    while (move != BY_NO_MOVE) {
        out[count++] = move;
        by_walk_down(walk, move);
        value = -value;
        if (count == room || walk->rules->game->over(walk->rules, by_walk_position(walk)))
            break;
        move = keeping_move(pvs, value);
    }
    while (walk->ply > 0)
        by_walk_up(walk);
    return walk->stopped ? 0 : count;
}

static uint64_t nodes_of(const void *state)
{
    return ((const struct solver *)state)->pvs.frame.walk.nodes;
}

static enum by_status trouble(const void *state, struct by_error *err)
{
    return by_exact_starved(&((const struct solver *)state)->pvs.frame.walk, err);
}

/* --- the table for files ------------------------------------------------------------ */

static bool next(const void *state, size_t *cursor, struct by_solver_entry *entry)
{
    const struct solver *solver = state;
    do {
        if (!by_table_next(&solver->table, cursor, &entry->key, &entry->data))
            return false;
    } while (entry->key == 0); /* files end their tables with it */
    return true;
}

static bool insert(void *state, const struct by_solver_entry *entry)
{
    return by_table_insert(&((struct solver *)state)->table, entry->key, entry->data);
}

static size_t notes(const void *state, uint64_t *out, size_t room)
{
    (void)state;
    (void)out;
    (void)room;
    return 0;
}

static bool take_notes(void *state, const uint64_t *words, size_t count)
{
    (void)state;
    (void)words;
    return count == 0;
}

const struct by_solver by_solver_alphabeta = {
    .name = "alphabeta",
    .open = open_engine,
    .close = close_engine,
    .start = start,
    .value = value_of,
    .line = line_of,
    .nodes = nodes_of,
    .trouble = trouble,
    .next = next,
    .insert = insert,
    .notes = notes,
    .take_notes = take_notes,
};
