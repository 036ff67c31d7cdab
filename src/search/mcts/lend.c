/* lend.c: what other ranks know of the root moves, lent to a tree while it is searched (search/team.h). */
#include "search/mcts/mcts.h"
#include <limits.h>

static struct by_node *root_of(const struct by_core *core)
{
    return by_tree_node(&core->tree, core->root);
}

/* Tallies of 16 bits would overflow: a root that cannot have wide ones gets no loan. */
bool by_core_lend_begin(struct by_core *core)
{
    struct by_node *root = root_of(core);
    if (!by_node_wide(&core->tree, root))
        by_tree_widen(&core->tree, core->root);
    return by_node_wide(&core->tree, root) && !root->chance;
}

static int bounded(uint64_t now, uint64_t before)
{
    int64_t more = (int64_t)(now - before);
    return more > INT_MAX / 2 ? INT_MAX / 2 : more < -(INT_MAX / 2) ? -(INT_MAX / 2) : (int)more;
}

void by_core_lend(struct by_core *core, const struct by_visits *wanted, struct by_visits *lent)
{
    struct by_node *root = root_of(core);
    if (core->root_is_saved)
        return;
    for (int i = 0; i < root->count; i++) {
        int visits = bounded(wanted[i].visits, lent[i].visits);
        int halves = bounded(wanted[i].halves, lent[i].halves);
        (void)by_node_add(&core->tree, root, i, visits, halves, true);
        (void)by_add32(&root->visits, (uint32_t)visits, true);
        lent[i].visits += (uint64_t)(int64_t)visits;
        lent[i].halves += (uint64_t)(int64_t)halves;
    }
}
