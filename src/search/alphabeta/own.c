#include "search/alphabeta/own.h"
#include "base/clock.h"
#include <stdlib.h>
#include <string.h>

#define TELL_EVERY 0.05 /* seconds between two words to a listener */

bool by_own_speaks(const struct by_line *line)
{
    const struct by_rules *rules = line->rules;
    const struct by_game *game = rules->game;
    return game->own_search &&
           !(game->repeat_key && game->repeat_key(rules, by_line_position(line), BY_NO_MOVE));
}

enum by_status by_own_open(struct by_own *own, const struct by_rules *rules,
                           const struct by_eval *eval, size_t memory, int threads,
                           struct by_error *err)
{
    const struct by_game *game = rules->game;
    *own = (struct by_own){.rules = rules};
    if (!game->own_search || (game->own_eval && (!eval || strcmp(eval->name, game->own_eval) != 0)))
        return BY_OK;
    return game->own_open(rules, memory, threads, &own->state, err);
}

void by_own_close(struct by_own *own)
{
    if (own->state)
        own->rules->game->own_close(own->state);
    own->state = NULL;
}

void by_own_reset(struct by_own *own)
{
    if (own->state && own->used)
        own->rules->game->own_forget(own->state);
    own->used = false;
    own->pv_count = 0;
}

/* --- thinking --------------------------------------------------------------------------- */

struct watch {
    const struct by_own *own;
    const struct by_job *job;
    struct by_decision *decision;
    double deadline; /* 0: none */
    double told;     /* when the listener last heard of it */
    int reached;     /* the depth at which it was last asked whether to go on */
};

/* In units of the game's result, proven or not. */
static double shown(const struct by_own *own, bool proven, double value)
{
    const struct by_game *game = own->rules->game;
    return proven || !game->own_unit ? value : value / game->own_unit;
}

static void fill_move(const struct by_own *own, const struct by_job *job,
                      const struct by_own_search *found, const struct by_move_stat *stat,
                      struct by_decision *decision)
{
    for (int i = 0; i < job->move_count; i++) {
        if (job->moves[i] != stat->move)
            continue;
        decision->moves[i] = *stat;
        decision->moves[i].value = shown(own, found->proven, stat->value);
    }
}

static void fill_moves(const struct by_own *own, const struct by_job *job,
                       const struct by_own_search *found, struct by_decision *decision)
{
    struct by_move_stat best = {found->move, BY_BOUND_EXACT, found->nodes, found->value};
    for (int i = 0; i < found->move_count; i++)
        fill_move(own, job, found, &found->moves[i], decision);
    if (found->move_count == 0)
        fill_move(own, job, found, &best, decision);
}

static void decide(const struct by_own *own, const struct by_job *job,
                   const struct by_own_search *found, struct by_decision *decision)
{
    decision->work.nodes = found->nodes;
    if (found->move == BY_NO_MOVE)
        return;
    decision->move = decision->pv[0] = found->move;
    decision->pv_count = found->pv_count > 0 ? found->pv_count : 1;
    if (found->pv_count > 0)
        memcpy(decision->pv, found->pv, (size_t)found->pv_count * sizeof *found->pv);
    decision->value = shown(own, found->proven, found->value);
    bool as_evaluated = !found->proven && own->rules->game->own_unit == 0;
    decision->eval = as_evaluated ? own->rules->game->own_eval : NULL;
    decision->bound = BY_BOUND_EXACT;
    decision->proven = found->proven;
    decision->complete = found->complete;
    /* A game's word on its end is no iteration's: it reaches as far as the game. */
    decision->depth = found->proven ? own->rules->max_length : found->reached;
    fill_moves(own, job, found, decision);
}

/* With a game clock: the next depth takes longer than all before it together. */
static bool is_late(const struct watch *watch, int reached)
{
    const struct by_job *job = watch->job;
    return reached > watch->reached && job->soft_seconds > 0 &&
           by_clock_now() - job->begun > job->soft_seconds / 2;
}

static bool go_on(void *context, const struct by_own_search *so_far)
{
    struct watch *watch = context;
    const struct by_job *job = watch->job;
    double now = by_clock_now();
    if (atomic_load(job->stop) || (watch->deadline > 0 && now >= watch->deadline))
        return false;
    if (job->events->progress && now - watch->told >= TELL_EVERY && so_far->move != BY_NO_MOVE) {
        watch->told = now;
        decide(watch->own, job, so_far, watch->decision);
        watch->decision->work.seconds = now - job->begun;
        job->events->progress(job->events->context, watch->decision);
    }
    bool late = is_late(watch, so_far->reached);
    watch->reached = so_far->reached;
    return !late;
}

/* A busy machine may leave a process waiting just when it should stop. */
#define RESERVE      0.06 /* of the time, */
#define RESERVE_MOST 0.05 /* and in seconds */

/* A search of exact values alone leaves half for searching otherwise. */
static double deadline_of(const struct by_own *own, const struct by_job *job)
{
    bool whole = own->rules->game->own_eval != NULL;
    double seconds = !whole && job->soft_seconds > 0 ? job->soft_seconds : job->limits.seconds;
    double reserve = seconds * RESERVE < RESERVE_MOST ? seconds * RESERVE : RESERVE_MOST;
    return seconds > 0 ? job->begun + (whole ? seconds - reserve : seconds / 2) : 0;
}

bool by_own_think(struct by_own *own, const struct by_job *job, struct by_decision *decision)
{
    if (!own->state || !by_own_speaks(job->line))
        return false;
    const struct by_game *game = own->rules->game;
    bool whole = game->own_eval != NULL;
    if (!whole && job->limits.depth > 0)
        return false;
    struct watch watch = {own, job, decision, deadline_of(own, job), job->begun, 0};
    struct by_own_search search = {
        .exact = !whole,
        .depth = job->limits.depth,
        .low = -INT32_MAX,
        .high = INT32_MAX,
        .most_nodes = whole ? job->limits.nodes : (job->limits.nodes + 1) / 2,
        .tell = go_on,
        .context = &watch,
        .moves = malloc((size_t)own->rules->max_moves * sizeof *search.moves),
        .move = BY_NO_MOVE,
    };
    own->used = true;
    bool found = search.moves && game->own_search(own->state, by_line_position(job->line), &search);
    if (found) {
        decide(own, job, &search, decision);
        own->pv_count = decision->pv_count;
        memcpy(own->pv, decision->pv, (size_t)own->pv_count * sizeof *own->pv);
    }
    free(search.moves);
    return found;
}

int by_own_line(const struct by_own *own, by_move move, by_move *out)
{
    if (own->pv_count == 0 || own->pv[0] != move)
        return 0;
    memcpy(out, own->pv, (size_t)own->pv_count * sizeof *out);
    return own->pv_count;
}
