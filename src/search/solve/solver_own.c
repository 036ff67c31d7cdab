/* A game's own search (the slots own_...) as a solver of by_solve. */
#include "search/solve/solver.h"
#include <stdlib.h>
#include <string.h>

struct solver {
    const struct by_rules *rules;
    struct by_solver_job job;
    void *own; /* the search's state; NULL: these rules are beyond it */
    uint64_t nodes;
    uint64_t running; /* nodes of the question that is being asked */
    void *here;       /* a position */
};

static void close_own(void *state)
{
    struct solver *solver = state;
    if (solver->own)
        solver->rules->game->own_close(solver->own);
    free(solver->here);
    free(solver);
}

static enum by_status open_own(const struct by_rules *rules, const struct by_solve_options *options,
                               void **state, struct by_error *err)
{
    struct solver *solver = calloc(1, sizeof *solver);
    void *here = malloc(rules->position_size);
    if (!solver || !here) {
        free(solver);
        free(here);
        return by_fail_memory(err, sizeof *solver + rules->position_size);
    }
    *solver = (struct solver){.rules = rules, .here = here};
    enum by_status status =
        rules->game->own_open(rules, options->table_bytes,
                              options->threads > 0 ? options->threads : 1, &solver->own, err);
    if (status == BY_OK)
        *state = solver;
    else
        close_own(solver);
    return status;
}

static void start(void *state, const struct by_solver_job *job)
{
    ((struct solver *)state)->job = *job;
}

static bool go_on(void *context, const struct by_own_search *so_far)
{
    struct solver *solver = context;
    solver->running = so_far->nodes;
    solver->job.pulse(solver->job.context);
    return !solver->job.stop || !atomic_load(solver->job.stop);
}

static int32_t clamp(int64_t value)
{
    return (int32_t)(value > INT32_MAX ? INT32_MAX : value < -INT32_MAX ? -INT32_MAX : value);
}

/* Of the position `here`, for its side to move: exact above `low` and below `high`. */
static bool value_here(struct solver *solver, int64_t low, int64_t high, struct by_own_search *out)
{
    const struct by_rules *rules = solver->rules;
    uint64_t most = solver->job.most_nodes;
    if (most > 0 && solver->nodes >= most)
        return false;
    *out = (struct by_own_search){
        .exact = true,
        .low = clamp(low),
        .high = clamp(high),
        .most_nodes = most > 0 ? most - solver->nodes : 0,
        .tell = go_on,
        .context = solver,
        .move = BY_NO_MOVE,
    };
    if (rules->game->over(rules, solver->here)) {
        int32_t result = rules->game->result(rules, solver->here);
        out->value = rules->game->side(rules, solver->here) == 0 ? result : -result;
        return true;
    }
    bool found = solver->own && rules->game->own_search(solver->own, solver->here, out);
    solver->nodes += out->nodes;
    solver->running = 0;
    return found && out->proven;
}

static void go_to(struct solver *solver, by_move move)
{
    memcpy(solver->here, solver->job.root, solver->rules->position_size);
    solver->rules->game->play(solver->rules, solver->here, move, NULL);
}

/* At least `floor` for us is at most -floor for the opponent, and to be known exactly. */
static bool value_of(void *state, by_move move, int64_t floor, int64_t ceiling, int64_t *value)
{
    struct solver *solver = state;
    struct by_own_search found;
    go_to(solver, move);
    if (!value_here(solver, -ceiling, 1 - floor, &found))
        return false;
    *value = -(int64_t)found.value;
    return true;
}

/* Goes on with a line of `count` moves to where we stand: what the search expects of a position, as
 * far as it says, and then what it says of the position behind that. 0: stopped. */
static int follow(struct solver *solver, by_move *out, int count, int room)
{
    const struct by_rules *rules = solver->rules;
    struct by_own_search found;
    while (count < room && !rules->game->over(rules, solver->here)) {
        if (!value_here(solver, -INT32_MAX, INT32_MAX, &found))
            return 0;
        int more = found.pv_count > 0 ? found.pv_count : 1;
        for (int i = 0; i < more && count < room; i++) {
            out[count++] = found.pv_count > 0 ? found.pv[i] : found.move;
            rules->game->play(rules, solver->here, out[count - 1], NULL);
        }
    }
    return count;
}

static int line_of(void *state, by_move move, int64_t value, by_move *out, int room)
{
    struct solver *solver = state;
    (void)value;
    go_to(solver, move);
    out[0] = move;
    return follow(solver, out, 1, room);
}

static int root_of(void *state, int64_t floor, int64_t ceiling, int64_t *value, by_move *line,
                   int room)
{
    struct solver *solver = state;
    struct by_own_search found;
    memcpy(solver->here, solver->job.root, solver->rules->position_size);
    if (!value_here(solver, floor - 1, ceiling, &found))
        return 0;
    *value = found.value;
    line[0] = found.move;
    if (*value < floor || *value >= ceiling)
        return 1;
    memcpy(solver->here, solver->job.root, solver->rules->position_size);
    return follow(solver, line, 0, room);
}

static uint64_t nodes_of(const void *state)
{
    const struct solver *solver = state;
    return solver->nodes + solver->running;
}

static enum by_status trouble(const void *state, struct by_error *err)
{
    (void)state;
    (void)err;
    return BY_OK;
}

static bool next(const void *state, size_t *cursor, struct by_solver_entry *entry)
{
    const struct solver *solver = state;
    uint64_t words[2];
    if (!solver->own || !solver->rules->game->own_next(solver->own, cursor, words))
        return false;
    *entry = (struct by_solver_entry){words[0], words[1]};
    return true;
}

static bool insert(void *state, const struct by_solver_entry *entry)
{
    struct solver *solver = state;
    uint64_t words[2] = {entry->key, entry->data};
    return solver->own && solver->rules->game->own_insert(solver->own, words);
}

static size_t notes(const void *state, uint64_t *out, size_t room)
{
    (void)state, (void)out, (void)room;
    return 0;
}

static bool take_notes(void *state, const uint64_t *words, size_t count)
{
    (void)state, (void)words;
    return count == 0;
}

const struct by_solver by_solver_own = {
    .name = "own",
    .open = open_own,
    .close = close_own,
    .start = start,
    .value = value_of,
    .root = root_of,
    .line = line_of,
    .nodes = nodes_of,
    .trouble = trouble,
    .next = next,
    .insert = insert,
    .notes = notes,
    .take_notes = take_notes,
};
