#include "search/solve/solve.h"
#include "base/clock.h"
#include "base/deep.h"
#include "search/alphabeta/own.h"
#include "search/solve/save.h"
#include "search/textbook/walk.h"
#include <stdlib.h>
#include <string.h>

const char by_solve_words[] = ""
#define BY_SOLVE(id, name) "|" name
#include "search/solve/methods.def"
#undef BY_SOLVE
    ;

#define TELL_EVERY 0.1

/* What both ways of solving fill in. */
struct effort {
    const struct by_line *line;
    struct by_solve_options options;
    double begun;
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

/* A value as it counts: where only the winner does, as one of three. */
static int64_t seen(const struct effort *e, int64_t value)
{
    return e->out->wld ? (value > 0) - (value < 0) : value;
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
            note_move(e->out, e->moves[i], seen(e, value), &e->moves[i], 1);
    }
    if (known) {
        e->out->proven = true;
        e->out->method = "theory";
        e->out->nodes = (uint64_t)e->count + 1;
        unsigned char *here = scratch + rules->position_size;
        memcpy(here, root, rules->position_size);
        if (!e->out->wld)
            follow(rules, e->out, here, scratch, e->moves);
        e->out->seconds = by_clock_now() - e->begun;
    }
    free(scratch);
    return BY_OK;
}

/* --- by search ------------------------------------------------------------ */

static const struct by_solver *solver_of(const struct effort *e)
{
    const struct by_game *game = e->line->rules->game;
    switch (e->options.method) {
    case BY_SOLVE_ALPHABETA:
        return &by_solver_alphabeta;
    case BY_SOLVE_PNS:
        return &by_solver_pns;
    default:
        return game->drawless && !game->has_margin ? &by_solver_pns : &by_solver_alphabeta;
    }
}

/* Everything a session needs: a solver at work on the root moves, one after the other. */
struct session {
    struct effort *effort;
    const struct by_solver *solver;
    void *state;
    bool known; /* the root's value, by the solver's slot `root`, and the best play below */
    int64_t value;
    by_move pv[BY_PV_MAX];
    int pv_count;
    atomic_bool halt;      /* by who asked, or by the limit */
    int done;              /* root moves */
    uint64_t nodes_before; /* of earlier sessions */
    double seconds_before;
};

static void on_pulse(void *context)
{
    struct session *s = context;
    struct effort *e = s->effort;
    uint64_t nodes = s->solver->nodes(s->state), most = e->options.most_nodes;
    if ((e->stop && atomic_load(e->stop)) || (most > 0 && nodes >= most))
        atomic_store(&s->halt, true);
    tell(e, s->done, s->nodes_before + nodes);
}

/* What is not to be told apart: where only the winner counts, all wins, and all losses. Once the
 * root's value is known, no move is worth more. */
static int64_t ceiling_of(const struct session *s)
{
    return s->known ? s->value : s->effort->out->wld ? 1 : BY_VALUE_INF;
}

/* The best value so far: equal moves are to be known exactly, worse ones only as such; where one
 * move is enough, equal ones do not matter either. */
static int64_t floor_of(const struct session *s)
{
    const struct effort *e = s->effort;
    int64_t least = e->out->wld ? 0 : -BY_VALUE_INF;
    int64_t floor = s->known                 ? s->value
                    : e->out->best_count > 0 ? e->out->value + e->options.one
                                             : least;
    return floor > least ? floor : least;
}

/* The next root move. False when the solver was stopped. */
static bool solve_move(struct session *s)
{
    struct effort *e = s->effort;
    struct by_solution *out = e->out;
    by_move move = e->moves[s->done], pv[BY_PV_MAX] = {move};
    int64_t value;
    int pv_count = 1;
    if (!s->solver->value(s->state, move, floor_of(s), ceiling_of(s), &value))
        return false;
    value = s->known && value > s->value ? s->value : seen(e, value);
    bool better = out->best_count == 0 || value > out->value;
    if (better && !out->wld && !(s->known && value < s->value)) {
        pv_count = s->solver->line(s->state, move, value, pv, BY_PV_MAX);
        if (pv_count == 0)
            return false;
    }
    if (better || !e->options.one)
        note_move(out, move, value, pv, pv_count);
    s->done++;
    return true;
}

/* The root as a whole. False when the solver was stopped. */
static bool solve_root(struct session *s)
{
    struct effort *e = s->effort;
    s->pv_count = s->solver->root(s->state, floor_of(s), ceiling_of(s), &s->value, s->pv,
                                  e->out->wld ? 1 : BY_PV_MAX);
    s->value = seen(e, s->value);
    s->known = s->pv_count > 0;
    if (s->known && e->options.one) {
        note_move(e->out, s->pv[0], s->value, s->pv, s->pv_count);
        s->done = e->count;
    }
    return s->known;
}

/* The move that the root's value comes from needs no second look. */
static bool solve_next(struct session *s)
{
    struct effort *e = s->effort;
    if (!s->known || e->moves[s->done] != s->pv[0])
        return solve_move(s);
    note_move(e->out, s->pv[0], s->value, s->pv, s->pv_count);
    s->done++;
    return true;
}

/* One move is enough, and none can be better than the best so far. */
static bool is_settled(const struct effort *e)
{
    bool wins_are_alike = e->out->wld || !e->line->rules->game->has_margin;
    return e->options.one && e->out->best_count > 0 && wins_are_alike && e->out->value == 1;
}

static void solve_moves(struct session *s)
{
    struct effort *e = s->effort;
    struct by_solver_job job = {by_line_position(e->line), &s->halt, e->options.most_nodes,
                                on_pulse, s};
    atomic_store(&s->halt, e->stop && atomic_load(e->stop));
    s->nodes_before = e->out->nodes;
    s->seconds_before = e->out->seconds;
    s->solver->start(s->state, &job);
    bool going = !s->solver->root || solve_root(s);
    while (going && s->done < e->count && !is_settled(e))
        going = solve_next(s);
    e->out->proven = s->done == e->count || is_settled(e);
    e->out->nodes = s->nodes_before + s->solver->nodes(s->state);
    e->out->seconds = s->seconds_before + by_clock_now() - e->begun;
}

static struct by_save save_of(struct session *s)
{
    return (struct by_save){.line = s->effort->line,
                            .solver = s->solver,
                            .state = s->state,
                            .moves = s->effort->moves,
                            .move_count = s->effort->count,
                            .done = s->done,
                            .solution = s->effort->out};
}

static enum by_status resume(struct session *s, struct by_error *err)
{
    struct effort *e = s->effort;
    struct by_save save = save_of(s);
    enum by_status status = by_save_read(e->options.save, &save, &e->out->resumed, err);
    s->done = save.done;
    return status;
}

static enum by_status keep(struct session *s, struct by_error *err)
{
    struct by_save save = save_of(s);
    enum by_status status = by_save_write(s->effort->options.save, &save, err);
    s->effort->out->saved = status == BY_OK;
    return status;
}

/* Getting ready is not solving: a game's weights, unpacked once a process, would slow down the first
 * position of many. */
static enum by_status open_solver(struct session *s, struct by_error *err)
{
    struct effort *e = s->effort;
    double before = by_clock_now();
    enum by_status status = s->solver->open(e->line->rules, &e->options, &s->state, err);
    e->begun += by_clock_now() - before;
    return status;
}

static enum by_status solve_by(struct effort *e, const struct by_solver *solver,
                               struct by_error *err)
{
    struct session s = {.effort = e, .solver = solver};
    enum by_status status = open_solver(&s, err);
    if (status != BY_OK)
        return status;
    e->out->method = s.solver->name;
    if (e->options.save)
        status = resume(&s, err);
    if (status == BY_OK) {
        solve_moves(&s);
        status = s.solver->trouble(s.state, err);
    }
    if (status == BY_OK && e->options.save)
        status = keep(&s, err);
    s.solver->close(s.state);
    return status;
}

/* -------------------------------------------------------------------------- */

static enum by_status solve_anew(struct effort *e, const struct by_solver *solver,
                                 struct by_error *err)
{
    e->out->best_count = 0;
    e->out->seconds = 0;
    return solve_by(e, solver, err);
}

/* Whether the game's own search can do it with these rules, and keep its work in a file. */
static bool game_can_save(const struct by_rules *rules)
{
    void *own = NULL;
    if (!rules->game->own_next || rules->game->own_open(rules, 1, 1, &own, NULL) != BY_OK || !own)
        return false;
    rules->game->own_close(own);
    return true;
}

static bool asks_game(const struct effort *e)
{
    return e->options.method == BY_SOLVE_AUTO && by_own_speaks(e->line) &&
           (!e->options.save || game_can_save(e->line->rules));
}

/* A stop before anything has begun is the search's to notice. */
static bool is_stopped(const struct effort *e)
{
    bool spent = e->options.most_nodes > 0 && e->out->nodes >= e->options.most_nodes;
    return asks_game(e) && (spent || (e->stop && atomic_load(e->stop)));
}

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
        if (rules->game->theory && e->options.method == BY_SOLVE_AUTO)
            status = solve_by_theory(e, err);
        if (status == BY_OK && !e->out->proven && asks_game(e))
            status = solve_anew(e, &by_solver_own, err);
        if (status == BY_OK && !e->out->proven && !is_stopped(e))
            status = solve_anew(e, solver_of(e), err);
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

enum by_status by_solve(const struct by_line *line, const struct by_solve_options *options,
                        const atomic_bool *stop, by_solve_progress *progress, void *context,
                        struct by_solution *out, struct by_error *err)
{
    struct effort effort = {.line = line,
                            .stop = stop,
                            .progress = progress,
                            .context = context,
                            .begun = by_clock_now(),
                            .out = out};
    if (options)
        effort.options = *options;
    effort.told = effort.begun;
    memset(out, 0, sizeof *out);
    out->wld = effort.options.wld && line->rules->game->has_margin;
    if (line->rules->has_chance)
        return by_fail(
            err, BY_BAD_INPUT,
            "chance leaves no certain result to solve: minimax finds the mean of what may "
            "come");
    if (!by_line_over(line))
        return solve_safely(&effort, err);
    int32_t result = by_line_result(line);
    out->value = (int32_t)seen(&effort, by_line_side(line) == 0 ? result : -result);
    out->proven = true;
    out->method = "rules";
    return BY_OK;
}

void by_solution_close(struct by_solution *solution)
{
    free(solution->best);
    solution->best = NULL;
    solution->best_count = 0;
}
