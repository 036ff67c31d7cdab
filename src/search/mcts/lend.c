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

/* The loan has half of the room for visits at most: of more, all moves lend the same part. */
static int part_of(const struct by_core *core, const struct by_visits *wanted, int count)
{
    uint64_t sum = 0;
    int part = 0;
    for (int i = 0; i < count; i++)
        sum += wanted[i].visits;
    while (sum >> part > by_tree_most(&core->tree) / 2)
        part++;
    return part;
}

void by_core_lend(struct by_core *core, const struct by_visits *wanted, struct by_visits *lent)
{
    struct by_node *root = root_of(core);
    if (core->root_is_saved)
        return;
    int part = part_of(core, wanted, root->count);
    for (int i = 0; i < root->count; i++) {
        int visits = bounded(wanted[i].visits >> part, lent[i].visits);
        int parts = bounded(wanted[i].parts >> part, lent[i].parts);
        (void)by_node_add(&core->tree, root, i, visits, parts, true);
        (void)by_add32(&root->visits, (uint32_t)visits, true);
        lent[i].visits += (uint64_t)(int64_t)visits;
        lent[i].parts += (uint64_t)(int64_t)parts;
    }
}
