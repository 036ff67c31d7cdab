/* proofs.c: results that are certain. */
#include "search/mcts/core.h"
#include <string.h>

static by_link result_of(const struct by_core *core, struct by_node *node)
{
    by_link best = BY_LINK_LOST;
    _Atomic uint32_t *link = by_node_link(&core->tree, node);
    for (int i = 0; i < node->count; i++) {
        by_link to = atomic_load_explicit(&link[i], memory_order_relaxed);
        if (!by_link_is_known(to))
            return BY_LINK_NONE;
        best = to > best ? to : best;
    }
    return best;
}

by_link by_worker_settle(struct by_worker *w, int depth, by_link known)
{
    struct by_core *core = w->core;
    for (;; depth--) {
        struct by_node *node = by_tree_node(&core->tree, w->path[depth].node);
        _Atomic uint32_t *link = by_node_link(&core->tree, node) + w->path[depth].child;
        by_link before = atomic_exchange(link, known);
        if (!by_link_is_known(before))
            atomic_fetch_add(&node->known, 1);
        by_link result = BY_LINK_NONE;
        if (known == BY_LINK_WON)
            result = BY_LINK_WON;
        else if (!node->partial && atomic_load(&node->known) >= node->count)
            result = result_of(core, node);
        if (result == BY_LINK_NONE)
            break;
        atomic_store(&node->result, (uint8_t)result);
        if (depth == 0)
            return result;
        known = by_link_turned(result);
    }
    return depth % 2 == 0 ? known : by_link_turned(known);
}

static by_link result_for_mover(const struct by_worker *w, int depth)
{
    const struct by_rules *rules = w->core->rules;
    int32_t result = rules->game->result(rules, w->position);
    int mover = by_worker_side(w, depth);
    if (result == 0)
        return BY_LINK_DRAWN;
    return (result > 0) == (mover == 0) ? BY_LINK_WON : BY_LINK_LOST;
}

by_link by_worker_finish(struct by_worker *w, int depth)
{
    by_link result = result_for_mover(w, depth);
    if (w->core->options.proofs)
        return by_worker_settle(w, depth, result);
    return by_worker_side(w, depth) == w->core->root_side ? result : by_link_turned(result);
}

/* How many positions a win by threats may cost at a new state, which gets a single playout besides,
 * and at the root. */
#define FORCED_NODES      64
#define FORCED_ROOT_NODES 20000

bool by_worker_wins_by_force(const struct by_worker *w)
{
    const struct by_rules *rules = w->core->rules;
    struct by_forced f = {.most_moves = w->core->options.reach, .most_nodes = FORCED_NODES};
    return rules->game->forced_win(rules, w->position, &f);
}

void by_core_force(struct by_core *core)
{
    const struct by_rules *rules = core->rules;
    struct by_forced *f = &core->forced;
    f->length = 0;
    f->most_moves = core->options.reach;
    f->most_nodes = FORCED_ROOT_NODES;
    if (core->options.forced &&
        !rules->game->forced_win(rules, by_line_position(core->job->line), f))
        f->length = 0;
}

void by_worker_settle_forced(struct by_worker *w)
{
    const struct by_core *core = w->core;
    w->path[0] = (struct by_step_down){core->root, 0};
    if (core->forced.length > 0)
        by_worker_settle(w, 0, BY_LINK_WON);
}

void by_worker_look_ahead(struct by_worker *w)
{
    const struct by_core *core = w->core;
    const struct by_rules *rules = core->rules;
    struct by_node *root = by_tree_node(&core->tree, core->root);
    for (int i = 0; i < root->count; i++) {
        by_link link = atomic_load(&by_node_link(&core->tree, root)[i]);
        if (link != BY_LINK_NONE)
            continue;
        memcpy(w->position, by_line_position(core->job->line), rules->position_size);
        rules->game->play(rules, w->position, by_node_move(&core->tree, root)[i], NULL);
        w->path[0] = (struct by_step_down){core->root, i};
        if (rules->game->over(rules, w->position))
            by_worker_settle(w, 0, result_for_mover(w, 0));
    }
}
