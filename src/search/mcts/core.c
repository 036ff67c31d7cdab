#include "search/mcts/core.h"
#include "base/clock.h"
#include <stdlib.h>
#include <string.h>

/* --- opening ------------------------------------------------------------------------------- */

/* Zeros, in lines of the cache of their own. */
static void *room_for(size_t count, size_t size)
{
    size_t lines = (count * size + BY_LINE_BYTES - 1) / BY_LINE_BYTES + 1;
    void *room = aligned_alloc(BY_LINE_BYTES, lines * BY_LINE_BYTES);
    return room ? memset(room, 0, lines * BY_LINE_BYTES) : NULL;
}

static enum by_status open_worker(struct by_worker *w, struct by_core *core, int number,
                                  struct by_error *err)
{
    const struct by_rules *rules = core->rules;
    size_t moves = (size_t)rules->max_moves, actions = (size_t)rules->action_count;
    size_t plies = (size_t)rules->max_length + 2;
    bool record = core->options.amaf != BY_AMAF_OFF;
    size_t scratch = core->rule.expr ? by_expr_scratch(core->rule.expr, rules->max_moves) : 0;
    w->core = core;
    w->number = number;
    w->position = aligned_alloc(64, (rules->position_size + 63) / 64 * 64);
    w->moves = room_for(moves, sizeof *w->moves);
    w->prior = room_for(moves, sizeof *w->prior);
    w->path = room_for(plies, sizeof *w->path);
    w->played = room_for(plies, sizeof *w->played);
    w->repeats = room_for(plies, sizeof *w->repeats);
    w->side = rules->has_chance ? room_for(plies, sizeof *w->side) : NULL;
    w->playout.scratch = room_for(moves, sizeof *w->playout.scratch);
    w->playout.plies = record ? room_for(plies, sizeof *w->playout.plies) : NULL;
    for (int side = 0; side < 2; side++)
        w->stamp[side] = room_for(record ? actions : 1, sizeof *w->stamp[side]);
    bool several = core->options.threads > 1;
    w->games = core->options.leaves;
    size_t opinion = core->options.net ? rules->game->opinion_bytes(rules) : 0;
    w->opinion = opinion > 0 ? room_for(opinion, 1) : NULL;
    if (core->options.leaves > 1)
        w->leaves = by_leaves_open(rules, core->options.policy, core->options.leaves, record);
    if (!w->position || !w->moves || !w->prior || !w->path || !w->played || !w->repeats ||
        (rules->has_chance && !w->side) || !w->playout.scratch || (record && !w->playout.plies) ||
        !w->stamp[0] || !w->stamp[1] || (core->options.leaves > 1 && !w->leaves) ||
        (opinion > 0 && !w->opinion) || (several && !by_batch_open(w)))
        return by_fail_memory(err, plies * sizeof *w->playout.plies);
    return by_field_open(&w->field, rules->max_moves, scratch, err);
}

static void close_worker(struct by_worker *w)
{
    free(w->position);
    free(w->moves);
    free(w->prior);
    free(w->path);
    free(w->played);
    free(w->repeats);
    free(w->side);
    free(w->playout.scratch);
    free(w->playout.plies);
    free(w->opinion);
    free(w->stamp[0]);
    free(w->stamp[1]);
    by_leaves_close(w->leaves);
    by_batch_close(w);
    by_field_close(&w->field);
}

/* The tables beside the tree; what they take is taken off `*memory`. */
static enum by_status open_tables(struct by_core *core, size_t *memory, struct by_error *err)
{
    size_t actions = (size_t)core->rules->action_count;
    size_t global = 2 * actions * sizeof(uint64_t),
           transpositions = by_transpositions_bytes(*memory);
    size_t wanted = (core->options.amaf == BY_AMAF_GLOBAL ? global : 0) +
                    (core->options.dag ? transpositions : 0);
    if (wanted > *memory / 2)
        return by_fail(err, BY_NO_MEMORY, "memory=%zu is too little for the tables beside the tree",
                       *memory);
    if (core->options.amaf == BY_AMAF_GLOBAL) {
        core->global[0] = room_for(actions, sizeof *core->global[0]);
        core->global[1] = room_for(actions, sizeof *core->global[1]);
        if (!core->global[0] || !core->global[1])
            return by_fail_memory(err, global);
    }
    if (core->options.dag) {
        core->transpositions = by_transpositions_open(transpositions);
        if (!core->transpositions)
            return by_fail_memory(err, transpositions);
    }
    *memory -= wanted;
    return BY_OK;
}

enum by_status by_core_open(struct by_core *core, const struct by_rules *rules,
                            const struct by_core_options *options, const struct by_rule *rule,
                            size_t memory, struct by_error *err)
{
    memset(core, 0, sizeof *core);
    if (!by_monitor_open(&core->lock, &core->changed))
        return by_fail(err, BY_FAILED, "the system gave no lock for the tree");
    core->rules = rules;
    core->options = *options;
    core->rule = *rule;
    by_rule_open(&core->rule);
    bool prior = rule->prior || rule->trust > 0 || rule->widening > 0 ||
                 rule->selection == BY_SELECT_PUCT || options->net ||
                 (rule->expr && by_expr_uses(rule->expr) & BY_EXPR_PRIOR);
    enum by_status status = open_tables(core, &memory, err);
    if (status == BY_OK)
        status = by_tree_open(&core->tree, memory, options->amaf == BY_AMAF_STATE, prior,
                              options->net ? BY_TREE_FINE : 2, err);
    core->workers = room_for((size_t)options->threads, sizeof *core->workers);
    core->last = room_for((size_t)rules->max_moves, sizeof *core->last);
    if (status == BY_OK && (!core->workers || !core->last))
        status = by_fail_memory(err, (size_t)options->threads * sizeof *core->workers);
    for (int i = 0; status == BY_OK && i < options->threads; i++)
        status = open_worker(&core->workers[i], core, i, err);
    return status;
}

void by_core_close(struct by_core *core)
{
    for (int i = 0; core->workers && i < core->options.threads; i++)
        close_worker(&core->workers[i]);
    free(core->workers);
    free(core->last);
    free(core->global[0]);
    free(core->global[1]);
    by_transpositions_close(core->transpositions);
    by_tree_close(&core->tree);
    by_monitor_close(&core->lock, &core->changed);
}

static void forget(struct by_core *core)
{
    by_tree_clear(&core->tree);
    core->root = BY_LINK_NONE;
    core->root_is_saved = false;
    if (core->transpositions)
        by_transpositions_clear(core->transpositions);
    for (int side = 0; side < 2; side++)
        for (int i = 0; core->global[side] && i < core->rules->action_count; i++)
            atomic_store_explicit(&core->global[side][i], 0, memory_order_relaxed);
}

void by_core_reset(struct by_core *core, uint64_t seed, uint64_t first)
{
    forget(core);
    by_core_balance_reset(core);
    for (int i = 0; i < core->options.threads; i++) {
        uint64_t stream = first + (uint64_t)i * (uint64_t)core->options.leaves;
        by_rng_init(&core->workers[i].rng, seed, stream);
        if (core->workers[i].leaves)
            by_leaves_reset(core->workers[i].leaves, by_seed_derive(seed, 1), stream);
    }
}

/* --- the root -------------------------------------------------------------------------------- */

/* The moves that the root is to have, in worker->moves. Of all moves the job says which may be played:
 * it knows those that would bring an earlier position back. */
static int list_moves(struct by_worker *w, bool *partial)
{
    const struct by_job *job = w->core->job;
    if (w->core->forced.length > 0) {
        *partial = false;
        w->moves[0] = w->core->forced.line[0];
        return 1;
    }
    int count = by_worker_list(w, by_line_position(job->line), partial);
    *partial = *partial && count < job->move_count;
    if (w->core->looks_back) {
        memcpy(w->moves, job->moves, (size_t)job->move_count * sizeof *w->moves);
        return job->move_count;
    }
    return count;
}

static enum by_status make_root(struct by_core *core, struct by_error *err)
{
    struct by_worker *w = &core->workers[0];
    forget(core);
    bool partial;
    int count = list_moves(w, &partial);
    if (core->tree.prior)
        by_worker_priors(w, by_line_position(core->job->line), count);
    by_worker_shuffle(w, count);
    core->root = by_tree_make(&core->tree, w->moves, w->prior, count, 0);
    if (core->root == BY_LINK_NONE)
        return by_fail(err, BY_NO_MEMORY, "memory=%zu has no room for the root of the tree",
                       core->tree.limit);
    by_tree_node(&core->tree, core->root)->partial = partial;
    by_tree_node(&core->tree, core->root)->chance =
        by_is_chance(core->rules, by_line_position(core->job->line));
    return BY_OK;
}

static by_link child_by_move(const struct by_core *core, by_link at, by_move move)
{
    struct by_node *node = by_tree_node(&core->tree, at);
    for (int i = 0; i < node->count; i++)
        if (by_node_move(&core->tree, node)[i] == move)
            return atomic_load(&by_node_link(&core->tree, node)[i]);
    return BY_LINK_NONE;
}

/* The node that the tree of the last think has for the job's position. */
static by_link find_root(const struct by_core *core)
{
    const struct by_line *line = core->job->line;
    if (core->root == BY_LINK_NONE || core->tree.broken || core->root_ply > line->count ||
        line->keys[core->root_ply] != core->root_key)
        return BY_LINK_NONE;
    by_link at = core->root;
    for (int ply = core->root_ply; ply < line->count && by_link_is_node(at); ply++)
        at = child_by_move(core, at, line->moves[ply]);
    return by_link_is_node(at) ? at : BY_LINK_NONE;
}

/* Whether the node has just the moves that may be played now. */
static bool has_moves(const struct by_core *core, by_link at)
{
    struct by_node *node = by_tree_node(&core->tree, at);
    struct by_worker *w = &core->workers[0];
    int found = 0;
    bool partial;
    if (node->count != list_moves(w, &partial))
        return false;
    for (int i = 0; i < node->count; i++)
        for (int j = 0; j < node->count; j++)
            found += by_node_move(&core->tree, node)[i] == w->moves[j];
    return found == node->count;
}

static void placed(void *context, const struct by_tree *tree)
{
    by_transpositions_follow(context, tree);
}

static struct by_tree_keeper keeper_of(const struct by_core *core)
{
    return (struct by_tree_keeper){.stop = core->job->stop,
                                   .deadline = core->deadline,
                                   .placed = core->transpositions ? placed : NULL,
                                   .context = core->transpositions};
}

static bool keep(struct by_core *core, by_link *root, uint32_t least)
{
    const struct by_tree_keeper keeper = keeper_of(core);
    return by_tree_keep(&core->tree, root, least, &keeper);
}

static bool reuse_root(struct by_core *core)
{
    by_link root = find_root(core);
    if (root == BY_LINK_NONE || !has_moves(core, root))
        return false;
    if (root != core->root && !keep(core, &root, 0))
        return false;
    core->root = root;
    return true;
}

/* Who listens hears what is played out, also without AMAF. Others need not pay for it. */
static void keep_plies(struct by_core *core)
{
    struct by_worker *w = &core->workers[0];
    bool wanted = core->options.amaf != BY_AMAF_OFF || core->job->events->trace;
    if (wanted && !w->playout.plies)
        w->playout.plies = room_for((size_t)core->rules->max_length + 2, sizeof *w->playout.plies);
    if (!wanted) {
        free(w->playout.plies);
        w->playout.plies = NULL;
    }
}

enum by_status by_core_begin(struct by_core *core, const struct by_job *job, bool reuse,
                             struct by_error *err)
{
    const struct by_rules *rules = core->rules;
    const void *position = by_line_position(job->line);
    enum by_status status = BY_OK;
    core->job = job;
    keep_plies(core);
    core->deadline = job->limits.seconds > 0 ? job->begun + job->limits.seconds : 0;
    core->root_side = rules->game->side(rules, position);
    core->looks_back = job->line->repeats[job->line->count] != 0;
    core->depth_limit = job->limits.depth > 0 ? job->limits.depth : rules->max_length + 1;
    by_core_force(core);
    if (!reuse || !reuse_root(core))
        status = make_root(core, err);
    if (status == BY_OK && core->options.proofs)
        by_worker_look_ahead(&core->workers[0]);
    if (status == BY_OK)
        by_worker_settle_forced(&core->workers[0]);
    core->root_key = job->line->keys[job->line->count];
    core->root_ply = job->line->count;
    atomic_store(&core->tickets, 0);
    atomic_store(&core->halt, false);
    atomic_store(&core->failed, false);
    atomic_store(&core->spent, false);
    atomic_store(&core->full, false);
    core->root_is_saved = core->crowded = false;
    by_core_balance_begin(core);
    for (int i = 0; i < core->options.threads; i++) {
        atomic_store(&core->workers[i].simulations, 0);
        atomic_store(&core->workers[i].deepest, 0);
        core->workers[i].tickets = 0;
    }
    return status;
}

/* --- looking at the root ------------------------------------------------------------------------ */

static int read_moves(const struct by_core *core, struct by_core_move *out)
{
    struct by_node *root = by_tree_node(&core->tree, core->root);
    for (int i = 0; i < root->count; i++)
        out[i] = (struct by_core_move){
            .move = by_node_move(&core->tree, root)[i],
            .link = atomic_load_explicit(&by_node_link(&core->tree, root)[i], memory_order_acquire),
            .tally = by_node_tally(&core->tree, root, i),
            .amaf = by_node_amaf_tally(&core->tree, root, i),
            .prior = core->tree.prior ? by_node_prior(&core->tree, root)[i] : 0};
    return root->count;
}

int by_core_moves(const struct by_core *core, struct by_core_move *out)
{
    if (!core->root_is_saved)
        return read_moves(core, out);
    memcpy(out, core->last, (size_t)core->last_count * sizeof *out);
    for (int i = 0; i < core->last_count; i++)
        if (by_link_is_node(out[i].link))
            out[i].link = BY_LINK_NONE;
    return core->last_count;
}

/* A pruning holds the lock and moves the root. */
int by_core_moves_locked(struct by_core *core, struct by_core_move *out)
{
    by_mutex_lock(&core->lock);
    int count = by_core_moves(core, out);
    by_mutex_unlock(&core->lock);
    return count;
}

uint64_t by_core_simulations(const struct by_core *core)
{
    uint64_t sum = 0;
    for (int i = 0; i < core->options.threads; i++)
        sum += atomic_load_explicit(&core->workers[i].simulations, memory_order_relaxed);
    return sum;
}

int by_core_depth(const struct by_core *core)
{
    int depth = 0;
    for (int i = 0; i < core->options.threads; i++) {
        int deepest = atomic_load_explicit(&core->workers[i].deepest, memory_order_relaxed);
        depth = deepest > depth ? deepest : depth;
    }
    return depth;
}

/* --- running -------------------------------------------------------------------------------------- */

#define TICKETS   16  /* taken at a time */
#define KEPT_PART 0.5 /* of a full tree stays when it is pruned */
#define LOOK_SIMS 64  /* simulations between two looks at the clock */
#define GAIN_PART 0.1 /* of it must have become free, or else it is not pruned again */

static void prune(struct by_core *core)
{
    core->last_count = read_moves(core, core->last);
    by_link root = core->root;
    double before = (double)by_tree_bytes(&core->tree);
    const struct by_tree_keeper keeper = keeper_of(core);
    if (keep(core, &root, by_tree_least(&core->tree, KEPT_PART, &keeper))) {
        core->root = root;
        core->crowded = (double)by_tree_bytes(&core->tree) > (1 - GAIN_PART) * before;
    } else {
        core->root_is_saved = true;
        atomic_store(&core->halt, true);
    }
    atomic_store(&core->full, false);
    core->prunings++;
}

/* Waits until all workers rest; the last one to come prunes for all. */
static void rest(struct by_core *core)
{
    by_mutex_lock(&core->lock);
    uint64_t before = core->prunings;
    core->resting++;
    while (core->prunings == before && core->resting < core->working)
        by_condition_wait(&core->changed, &core->lock);
    if (core->prunings == before) {
        prune(core);
        by_condition_wake_all(&core->changed);
    }
    core->resting--;
    by_mutex_unlock(&core->lock);
}

static void leave(struct by_core *core)
{
    by_mutex_lock(&core->lock);
    core->working--;
    by_condition_wake_all(&core->changed);
    by_mutex_unlock(&core->lock);
}

/* The next ticket; several threads take a few at a time, so as not to meet there. */
static bool take_ticket(struct by_worker *w)
{
    struct by_core *core = w->core;
    bool shared = core->options.threads > 1;
    uint64_t each = (uint64_t)core->options.leaves, wanted = shared ? TICKETS * each : each;
    if (w->tickets > 0) {
        w->tickets--;
        return true;
    }
    uint64_t mine = by_add64(&core->tickets, wanted, shared);
    if (core->limit > 0 && mine + wanted > core->limit)
        wanted = mine < core->limit ? core->limit - mine : 0;
    if (wanted == 0)
        return false;
    w->games = (int)(wanted < each ? wanted : each); /* with leaves=, wanted is no more than that */
    w->tickets = (wanted - 1) / each;
    return true;
}

bool by_core_decided(const struct by_core *core)
{
    return atomic_load_explicit(&by_tree_node(&core->tree, core->root)->result,
                                memory_order_relaxed) != BY_LINK_NONE;
}

/* Whether the root has all visits that can be counted: about two thousand million of halves. */
static bool is_counted_out(const struct by_core *core)
{
    return atomic_load_explicit(&by_tree_node(&core->tree, core->root)->visits,
                                memory_order_relaxed) >= by_tree_most(&core->tree);
}

/* Workers without a pulse look at the stop flag and the clock themselves: whoever has one may be
 * at its end already (the first of several trees). */
static bool is_late(const struct by_core *core, unsigned count)
{
    return atomic_load_explicit(core->job->stop, memory_order_relaxed) ||
           (core->deadline > 0 && count % LOOK_SIMS == 0 && by_clock_now() >= core->deadline);
}

/* A simulation or a pruning; false: this worker is at its end. */
static inline bool turn(struct by_worker *w, unsigned count, void (*pulse)(void *context),
                        void *context)
{
    struct by_core *core = w->core;
    if (atomic_load_explicit(&core->halt, memory_order_relaxed) || (!pulse && is_late(core, count)))
        return false;
    if (core->options.prune && !core->crowded &&
        atomic_load_explicit(&core->full, memory_order_relaxed)) {
        by_batch_end(w); /* pruning moves the nodes */
        rest(core);
        return true;
    }
    if (by_core_decided(core) || is_counted_out(core))
        return false;
    if (!take_ticket(w)) {
        atomic_store(&core->spent, true);
        return false;
    }
    by_simulate(w);
    if (pulse)
        pulse(context);
    return true;
}

static void work(struct by_worker *w, void (*pulse)(void *context), void *context)
{
    for (unsigned count = 1; turn(w, count, pulse, context); count++) {
    }
    by_batch_end(w);
    leave(w->core);
}

bool by_core_turn(struct by_core *core, unsigned count)
{
    core->working = 1;
    return turn(&core->workers[0], count, NULL, NULL);
}

static void work_along(void *context)
{
    work(context, NULL, NULL);
}

enum by_status by_core_run(struct by_core *core, void (*pulse)(void *context), void *context,
                           struct by_error *err)
{
    enum by_status status = BY_OK;
    int started = 1;
    core->working = core->options.threads;
    core->resting = 0;
    for (; started < core->options.threads; started++)
        if (!by_thread_start(&core->workers[started].thread, 0, work_along,
                             &core->workers[started])) {
            status = by_fail(err, BY_FAILED, "thread %d of the search could not be started",
                             started + 1);
            atomic_store(&core->halt, true);
            by_mutex_lock(&core->lock);
            core->working -= core->options.threads - started;
            by_mutex_unlock(&core->lock);
            break;
        }
    work(&core->workers[0], pulse, context);
    for (int i = 1; i < started; i++)
        by_thread_join(&core->workers[i].thread);
    return status;
}
