/* sim.c: one simulation. */
#include "search/mcts/core.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HOT static inline __attribute__((always_inline))

/* --- selection --------------------------------------------------------------------------------- */

/* AMAF tallies of the whole search for the children's moves. */
static void load_global(struct by_worker *w, struct by_node *node, int count, int side)
{
    const uint16_t *move = by_node_move(&w->core->tree, node);
    const float part = 1.0F / (float)w->core->tree.whole;
    for (int i = 0; i < count; i++) {
        uint64_t word = atomic_load_explicit(&w->core->global[side][move[i]], memory_order_relaxed);
        w->field.rn[i] = (float)(uint32_t)word;
        w->field.rw[i] = (float)(uint32_t)(word >> 32) * part;
    }
}

/* A child known to be lost is out, a drawn one is worth a draw and nothing for curiosity. */
static void mask_known(const struct by_worker *w, struct by_node *node, int count)
{
    const struct by_core *core = w->core;
    _Atomic uint32_t *link = by_node_link(&core->tree, node);
    for (int i = 0; i < count; i++) {
        by_link to = atomic_load_explicit(&link[i], memory_order_relaxed);
        if (to == BY_LINK_LOST)
            w->field.value[i] = -INFINITY;
        else if (to == BY_LINK_DRAWN)
            w->field.value[i] = 0.5F * (float)core->options.draw_halves;
        else if (to == BY_LINK_WON)
            w->field.value[i] = INFINITY;
    }
}

/* Any child but a lost one, from a random one on. */
static int at_random(struct by_worker *w, struct by_node *node, int count)
{
    _Atomic uint32_t *link = by_node_link(&w->core->tree, node);
    int first = (int)by_rng_below(&w->rng, (uint32_t)count);
    for (int i = first; i < first + count; i++)
        if (atomic_load_explicit(&link[i % count], memory_order_relaxed) != BY_LINK_LOST)
            return i % count;
    return first;
}

/* The next child in order, until all have been tried; -1: they have. */
HOT int next_untried(struct by_node *node, int count, bool shared)
{
    int tried = atomic_load_explicit(&node->tried, memory_order_relaxed);
    if (tried >= count)
        return -1;
    if (shared)
        tried = atomic_fetch_add_explicit(&node->tried, 1, memory_order_relaxed);
    else
        atomic_store_explicit(&node->tried, (uint16_t)(tried + 1), memory_order_relaxed);
    return tried < count ? tried : -1;
}

/* A child that chance (epsilon) has been to, or whose result was seen from the root. */
HOT bool needs_no_try(const struct by_core *core, struct by_node *node, int child)
{
    if (core->rule.epsilon > 0 && by_node_tally(&core->tree, node, child).visits > 0)
        return true;
    return atomic_load_explicit(&node->known, memory_order_relaxed) > 0 &&
           by_link_is_known(
               atomic_load_explicit(&by_node_link(&core->tree, node)[child], memory_order_relaxed));
}

HOT int untried(const struct by_core *core, struct by_node *node, int count, bool shared)
{
    int child = next_untried(node, count, shared);
    while (child >= 0 && needs_no_try(core, node, child))
        child = next_untried(node, count, shared);
    return child;
}

/* The first one to find that the user's formula is no number ends the search. */
static void fail(struct by_worker *w)
{
    struct by_core *core = w->core;
    if (!atomic_exchange(&core->failed, true))
        (void)by_rule_fail(&core->rule, &w->field, &core->failure);
    atomic_store(&core->halt, true);
}

static void fill_values(struct by_worker *w, struct by_node *node, int count, int depth,
                        uint32_t visits)
{
    struct by_core *core = w->core;
    struct by_field *field = &w->field;
    by_field_load(field, &core->tree, node, count, core->options.amaf == BY_AMAF_STATE);
    if (core->options.amaf == BY_AMAF_GLOBAL)
        load_global(w, node, count, by_worker_side(w, depth));
    if (core->options.total_root && depth > 0) /* this simulation has been there already */
        visits = atomic_load_explicit(&by_tree_node(&core->tree, core->root)->visits,
                                      memory_order_relaxed) -
                 (uint32_t)w->games;
    field->visits = (float)visits;
    field->depth = (float)depth;
    by_rule_values(&core->rule, field);
    if (field->senseless >= 0)
        fail(w);
    if (atomic_load_explicit(&node->known, memory_order_relaxed) > 0)
        mask_known(w, node, count);
}

/* Where every move that may be looked at is lost, the next one that is not may be, too. */
static int past_lost(const struct by_core *core, struct by_node *node, int count)
{
    _Atomic uint32_t *link = by_node_link(&core->tree, node);
    for (int i = 0; i < node->count; i++)
        if (atomic_load_explicit(&link[i], memory_order_relaxed) != BY_LINK_LOST)
            return i < count ? count : i + 1;
    return count;
}

HOT int choose(struct by_worker *w, struct by_node *node, int depth, uint32_t visits, bool shared)
{
    const struct by_rule *rule = &w->core->rule;
    int count = by_rule_width(rule, node->count, visits), child = -1;
    enum by_step_reason reason = BY_REASON_UNTRIED;
    bool told = by_is_told(w);
    if (count < node->count && atomic_load_explicit(&node->known, memory_order_relaxed) >= count)
        count = past_lost(w->core, node, count);
    if (rule->epsilon > 0 && by_rng_unit(&w->rng) < rule->epsilon) {
        child = at_random(w, node, count);
        reason = BY_REASON_RANDOM;
    } else if (rule->untried_first) {
        child = untried(w->core, node, count, shared);
    }
    if (child >= 0 && !told)
        return child;
    fill_values(w, node, count, depth, visits);
    if (child < 0) {
        child = by_rule_take(rule, &w->field, &w->rng);
        reason = BY_REASON_LARGEST;
    }
    if (told)
        by_tell_selection(w, node, depth, child, reason);
    return child;
}

/* --- the playout ------------------------------------------------------------------------------------- */

static struct by_outcome outcome_of(int32_t result, int times)
{
    struct by_outcome outcome = {.drawn = 0};
    if (result == 0)
        outcome.drawn = times;
    else
        outcome.won[result < 0] = times;
    return outcome;
}

static void stamp_plies(struct by_worker *w, const struct by_playout *playout)
{
    uint32_t now = w->now;
    uint32_t *stamp[2] = {w->stamp[0], w->stamp[1]};
    for (int i = 0; i < playout->length; i++)
        stamp[playout->plies[i].side][playout->plies[i].action] = now;
}

/* Marks of earlier simulations mean nothing from here on. */
void by_worker_new_stamp(struct by_worker *w)
{
    size_t bytes = (size_t)w->core->rules->action_count * sizeof(uint32_t);
    if (++w->now != 0)
        return;
    memset(w->stamp[0], 0, bytes);
    memset(w->stamp[1], 0, bytes);
    w->now = 1;
}

/* A single playout; its plies are stamped. */
static struct by_outcome play_one(struct by_worker *w)
{
    const struct by_core *core = w->core;
    w->playout.thinker = 1 + core->root_side;
    core->options.policy->run(core->rules, w->position, &w->rng, &w->playout);
    if (core->options.amaf)
        stamp_plies(w, &w->playout);
    int32_t result = w->playout.result;
    return outcome_of(core->options.dynkomi ? by_worker_balance(w, result) : result, 1);
}

/* `*records` are those of several playouts. */
static struct by_outcome play_out(struct by_worker *w, const struct by_playout **records)
{
    if (!w->leaves)
        return play_one(w);
    return by_leaves_play(w->leaves, w->games, w->position, w->core->root_side, records);
}

/* What the network says of the leaf, and by mix= what the playout came to. Parts of a point are drawn so that
 * the mean is right. Of a leaf that got no node it was not asked: such a one is played out where anything is. */
static struct by_outcome weigh(struct by_worker *w, int side)
{
    const struct by_core *core = w->core;
    double mix = core->options.mix;
    if (w->chance < 0 && mix < 1)
        return play_one(w);
    if (w->chance < 0) {
        struct by_opinion opinion = {.prior = NULL};
        core->rules->game->opinion(core->rules, w->position, NULL, 0, w->opinion, &opinion);
        w->chance = opinion.chance;
    }
    double share = (double)(side == 0 ? w->chance : 1 - w->chance);
    w->playout.length = 0;
    if (mix < 1) {
        struct by_outcome played = play_one(w);
        share = mix * share + (1 - mix) * (played.won[0] + 0.5 * played.drawn);
    }
    share *= core->tree.whole;
    int parts = (int)share;
    parts += by_rng_unit(&w->rng) < share - parts;
    return (struct by_outcome){.weighed = true, .parts = parts};
}

/* --- backing up ----------------------------------------------------------------------------------------- */

/* See tree.h for the race that is accepted here. */
#if defined(__clang__)
#define RACES __attribute__((no_sanitize("thread"), noinline))
#else
#define RACES __attribute__((no_sanitize_thread, noinline))
#endif

RACES static void add_amaf32(uint32_t *restrict tally, const uint16_t *restrict move, int count,
                             const uint32_t *restrict stamp, uint32_t now, uint32_t what)
{
    for (int i = 0; i < count; i++)
        tally[i] += stamp[move[i]] == now ? what : 0;
}

RACES static void add_amaf64(uint64_t *restrict tally, const uint16_t *restrict move, int count,
                             const uint32_t *restrict stamp, uint32_t now, uint64_t what)
{
    for (int i = 0; i < count; i++)
        tally[i] += stamp[move[i]] == now ? what : 0;
}

/* Every child whose move its player made later in this simulation gets the outcome. */
void by_worker_add_amaf(struct by_worker *w, struct by_node *node, int side, int visits, int parts)
{
    struct by_tree *tree = &w->core->tree;
    struct by_wide *wide = by_node_wide(tree, node);
    const uint16_t *move = by_node_move(tree, node);
    if (wide)
        add_amaf64((uint64_t *)wide->tally + node->count, move, node->count, w->stamp[side], w->now,
                   (uint64_t)visits | (uint64_t)parts << 32);
    else
        add_amaf32((uint32_t *)by_node_amaf(node), move, node->count, w->stamp[side], w->now,
                   (uint32_t)visits | (uint32_t)parts << 16);
}

/* amaf=global: every move that was played counts once, for its player. */
static void add_global(struct by_worker *w, int visits, const int parts[2], bool shared)
{
    struct by_core *core = w->core;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < core->rules->action_count; i++)
            if (w->stamp[side][i] == w->now)
                by_add64(&core->global[side][i], (uint64_t)visits | (uint64_t)parts[side] << 32,
                         shared);
}

/* In parts of a point, for each player. */
HOT void rewards(const struct by_core *core, const struct by_outcome *outcome, int parts[2])
{
    int whole = (int)core->tree.whole;
    int draws = outcome->drawn * core->options.draw_halves * (whole / 2);
    parts[0] = outcome->weighed ? outcome->parts : whole * outcome->won[0] + draws;
    parts[1] = outcome->weighed ? whole - outcome->parts : whole * outcome->won[1] + draws;
}

/* Adds the outcome to all moves of the path, and with `amaf` also what was played later; to nodes
 * that get it late, later. */
HOT void back_up(struct by_worker *w, int depth, const struct by_outcome *outcome,
                 enum by_amaf amaf, bool played_out, bool shared)
{
    struct by_core *core = w->core;
    struct by_tree *tree = &core->tree;
    int parts[2], games = w->games;
    rewards(core, outcome, parts);
    for (int d = depth - 1; d >= 0; d--) {
        struct by_node *node = by_tree_node(tree, w->path[d].node);
        int side = by_worker_side(w, d);
        bool late = shared && d < w->batch.depth;
        if (!late)
            by_node_add(tree, node, w->path[d].child, 0, parts[side], shared);
        if (!amaf)
            continue;
        w->stamp[side][w->played[d]] = w->now;
        if (amaf == BY_AMAF_STATE && !late)
            by_worker_add_amaf(w, node, side, games, parts[side]);
    }
    if (amaf == BY_AMAF_GLOBAL)
        add_global(w, games, parts, shared);
    if (shared && w->batch.depth > 0)
        by_batch_keep(w, depth, parts, played_out ? &w->playout : NULL);
}

/* What each of several playouts from the leaf has to say to AMAF. */
static void back_up_records(struct by_worker *w, int depth, const struct by_playout *records,
                            bool shared)
{
    struct by_core *core = w->core;
    for (int i = 0; i < w->games; i++) {
        struct by_outcome outcome = outcome_of(records[i].result, 1);
        int parts[2];
        rewards(core, &outcome, parts);
        by_worker_new_stamp(w);
        stamp_plies(w, &records[i]);
        for (int d = depth - 1; d >= 0; d--) {
            int side = by_worker_side(w, d);
            w->stamp[side][w->played[d]] = w->now;
            if (core->options.amaf == BY_AMAF_STATE)
                by_worker_add_amaf(w, by_tree_node(&core->tree, w->path[d].node), side, 1,
                                   parts[side]);
        }
        if (core->options.amaf == BY_AMAF_GLOBAL)
            add_global(w, 1, parts, shared);
    }
}

/* An iteration that was spent on making a node leaves no visit behind (OTH, algorithm 5). */
static void unvisit(struct by_worker *w, int depth, bool shared)
{
    struct by_tree *tree = &w->core->tree;
    int games = w->games;
    for (int d = shared ? w->batch.depth : 0; d < depth; d++) {
        struct by_node *node = by_tree_node(tree, w->path[d].node);
        by_node_add(tree, node, w->path[d].child, -games, 0, shared);
        by_add32(&node->visits, -(uint32_t)games, shared);
    }
}

/* --- all of it --------------------------------------------------------------------------------------------- */

/* Where a simulation's way down ended. */
struct leaf {
    int depth;     /* moves played */
    by_link known; /* the result for the player at the root, or NONE: to be played out */
    bool nothing;  /* the iteration was spent on a node */
};

/* Whether the node at `depth` belongs to the way of a batch that is being chosen: so do all before
 * it. With chance every simulation goes its own way; with a network simulations take so long that threads
 * hardly meet, and are so few that each is to know what the others found. */
HOT bool is_batched(const struct by_worker *w, struct by_node *node, int depth)
{
    return w->batch.left == 0 && w->batch.depth == depth && depth < BY_BATCH_DEPTH && !w->side &&
           !w->core->options.net &&
           atomic_load_explicit(&node->visits, memory_order_relaxed) >= BY_BATCH_VISITS;
}

/* The way of a batch that is being chosen ends at the node that comes behind its last child. */
HOT void end_way(struct by_worker *w, by_link at, int depth, uint32_t seen)
{
    if (depth > 0 && w->batch.depth == depth && w->batch.left == 0)
        by_batch_begin(w, at, seen);
}

/* The next node comes while the move is being played: to be written where others write there, too,
 * so that it need not be asked for twice. */
HOT void fetch_ahead(const struct by_tree *tree, by_link link, bool write)
{
    const char *node = (const char *)by_tree_node(tree, link);
    if (write) {
        __builtin_prefetch(node, 1);
        __builtin_prefetch(node + BY_LINE_BYTES, 1);
    } else {
        __builtin_prefetch(node);
        __builtin_prefetch(node + BY_LINE_BYTES);
    }
}

/* Counts the visit of a node, unless a batch is going to, and chooses a child. `*seen` is how often
 * the node was gone to, and then how often the child was. */
HOT int take_child(struct by_worker *w, by_link at, int depth, bool shared, uint32_t *seen)
{
    struct by_core *core = w->core;
    struct by_node *node = by_tree_node(&core->tree, at);
    int games = w->games;
    bool batched = shared && is_batched(w, node, depth);
    if (shared && !batched)
        end_way(w, at, depth, *seen);
    uint32_t visits = batched ? atomic_load_explicit(&node->visits, memory_order_relaxed)
                              : by_worker_visit(core, at, (uint32_t)games, shared);
    int child =
        node->chance ? by_worker_draw(w, node, depth) : choose(w, node, depth, visits, shared);
    *seen = batched ? (uint32_t)by_node_tally(&core->tree, node, child).visits
                    : by_node_add(&core->tree, node, child, games, 0, shared);
    w->batch.depth += batched;
    return child;
}

/* Whether the game is over where the way down leaves the tree, or won by force; then `result` says how,
 * for the player who moves at the root. */
HOT bool ends_here(struct by_worker *w, int depth, uint32_t seen, by_link *result)
{
    const struct by_rules *rules = w->core->rules;
    if (rules->game->over(rules, w->position))
        *result = by_worker_finish(w, depth);
    else if (seen == 0 && w->core->options.forced && by_worker_wins_by_force(w))
        *result = by_worker_settle(w, depth, BY_LINK_LOST);
    else
        return false;
    return true;
}

HOT struct leaf go_down(struct by_worker *w, bool shared)
{
    struct by_core *core = w->core;
    const struct by_rules *rules = core->rules;
    struct by_tree *tree = &core->tree;
    uint32_t seen = 0;
    int depth = shared ? w->batch.depth : 0;
    for (by_link at = depth > 0 ? w->batch.at : core->root;; depth++) {
        struct by_node *node = by_tree_node(tree, at);
        int child = take_child(w, at, depth, shared, &seen);
        _Atomic uint32_t *link = by_node_link(tree, node) + child;
        fetch_ahead(tree, atomic_load_explicit(link, memory_order_relaxed),
                    shared && seen < BY_BATCH_VISITS);
        w->path[depth] = (struct by_step_down){at, child};
        w->played[depth] = by_node_move(tree, node)[child];
        rules->game->play(rules, w->position, w->played[depth], NULL);
        if (w->side)
            w->side[depth + 1] = (uint8_t)rules->game->side(rules, w->position);

        at = atomic_load_explicit(link, memory_order_acquire);
        by_link result;
        if (at == BY_LINK_NONE && ends_here(w, depth, seen, &result))
            return (struct leaf){.depth = depth + 1, .known = result};
        if (at == BY_LINK_NONE && seen >= (uint32_t)core->options.z &&
            depth + 1 < core->depth_limit) {
            at = by_worker_expand(w, link, depth + 1, seen, shared);
            if (at != BY_LINK_NONE && (core->options.expansion_only || core->options.net))
                return (struct leaf){.depth = depth + 1, .nothing = core->options.expansion_only};
        }
        if (by_link_is_known(at))
            return (struct leaf){.depth = depth + 1,
                                 .known = depth % 2 == 0 ? at : by_link_turned(at)};
        if (!by_link_is_node(at))
            return (struct leaf){.depth = depth + 1};
        if (core->looks_back)
            w->repeats[depth + 1] = rules->game->repeat_key(rules, w->position, BY_NO_MOVE);
        result = atomic_load_explicit(&by_tree_node(tree, at)->result, memory_order_relaxed);
        if (result != BY_LINK_NONE) /* settled when it was reached by another way */
            return (struct leaf){.depth = depth + 1,
                                 .known = by_worker_settle(w, depth, by_link_turned(result))};
    }
}

/* `known` is the result for the player who moves at the root. */
static int32_t result_for_first(const struct by_core *core, by_link known)
{
    int result = (int)known - (int)BY_LINK_DRAWN;
    return core->root_side == 0 ? result : -result;
}

/* A simulation of a batch is at its end, and with the last one the batch is. */
HOT void leave_batch(struct by_worker *w, bool shared)
{
    if (shared && w->batch.depth > 0 && (w->batch.left == 0 || --w->batch.left == 0))
        by_batch_end(w);
}

HOT void simulate(struct by_worker *w, bool shared)
{
    struct by_core *core = w->core;
    struct by_outcome outcome;
    const struct by_playout *records = NULL;
    if (!shared || !by_batch_resume(w))
        memcpy(w->position, by_line_position(core->job->line), core->rules->position_size);
    if (w->side)
        w->side[0] = (uint8_t)core->root_side;
    if (core->options.amaf)
        by_worker_new_stamp(w);
    w->chance = -1;
    struct leaf leaf = go_down(w, shared);
    if (leaf.depth > atomic_load_explicit(&w->deepest, memory_order_relaxed))
        atomic_store_explicit(&w->deepest, leaf.depth, memory_order_relaxed);
    if (leaf.nothing) {
        unvisit(w, leaf.depth, shared);
        leave_batch(w, shared);
        return;
    }
    if (leaf.known != BY_LINK_NONE)
        outcome = outcome_of(result_for_first(core, leaf.known), w->games);
    else if (core->options.net)
        outcome = weigh(w, by_worker_side(w, leaf.depth));
    else
        outcome = play_out(w, &records);
    if (by_is_told(w))
        by_tell_outcome(w, BY_STEP_SIMULATE, leaf.depth, &outcome, leaf.known != BY_LINK_NONE);
    back_up(w, leaf.depth, &outcome, records ? BY_AMAF_OFF : core->options.amaf,
            leaf.known == BY_LINK_NONE, shared);
    if (records && core->options.amaf)
        back_up_records(w, leaf.depth, records, shared);
    if (by_is_told(w))
        by_tell_outcome(w, BY_STEP_BACKUP, leaf.depth, &outcome, leaf.known != BY_LINK_NONE);
    leave_batch(w, shared);
    by_add64(&w->simulations, (uint64_t)w->games, false);
}

static __attribute__((noinline)) void simulate_alone(struct by_worker *w)
{
    simulate(w, false);
}

static __attribute__((noinline)) void simulate_among_others(struct by_worker *w)
{
    simulate(w, true);
}

void by_simulate(struct by_worker *w)
{
    if (w->core->options.threads > 1)
        simulate_among_others(w);
    else
        simulate_alone(w);
}
