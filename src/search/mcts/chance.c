/* chance.c: nodes where nature moves. */
#include "search/mcts/core.h"

int by_worker_draw(struct by_worker *w, struct by_node *node, int depth)
{
    const struct by_rules *rules = w->core->rules;
    const uint16_t *move = by_node_move(&w->core->tree, node);
    int32_t total = rules->game->chance(rules, w->position, BY_NO_MOVE);
    int32_t left = (int32_t)by_rng_below(&w->rng, (uint32_t)total);
    int child = 0;
    for (; child < node->count - 1; child++) {
        left -= rules->game->chance(rules, w->position, move[child]);
        if (left < 0)
            break;
    }
    if (by_is_told(w))
        by_tell_nature(w, node, depth, child);
    return child;
}
