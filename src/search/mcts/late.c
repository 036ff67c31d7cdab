/* late.c: outcomes for the nodes near the root, a few at a time. core.h says why. */
#include "search/mcts/core.h"
#include <stdlib.h>

bool by_late_open(struct by_worker *w)
{
    const struct by_core *core = w->core;
    size_t plies = (size_t)core->rules->max_length + 2;
    w->late = calloc(BY_LATE, sizeof *w->late);
    if (!w->late)
        return false;
    for (int i = 0; core->options.amaf == BY_AMAF_STATE && i < BY_LATE; i++) {
        w->late[i].plies = calloc(plies, sizeof *w->late[i].plies);
        if (!w->late[i].plies)
            return false;
    }
    return true;
}

void by_late_close(struct by_worker *w)
{
    for (int i = 0; w->late && i < BY_LATE; i++)
        free(w->late[i].plies);
    free(w->late);
}

/* All that was played from the first node that is not late on. */
static void keep_plies(const struct by_worker *w, struct by_late *late, int depth,
                       const struct by_playout *playout)
{
    late->count = 0;
    for (int d = w->hot; d < depth; d++)
        late->plies[late->count++] = (struct by_ply){w->played[d], w->core->root_side ^ (d & 1)};
    for (int i = 0; playout && i < playout->length; i++)
        late->plies[late->count++] = playout->plies[i];
}

void by_late_keep(struct by_worker *w, int depth, const int halves[2],
                  const struct by_playout *playout)
{
    struct by_late *late = &w->late[w->late_count++];
    late->depth = w->hot;
    late->halves[0] = halves[0];
    late->halves[1] = halves[1];
    for (int d = 0; d < w->hot; d++)
        late->path[d] = w->path[d];
    if (late->plies)
        keep_plies(w, late, depth, playout);
    if (w->late_count == BY_LATE)
        by_late_add(w);
}

static void add_one(struct by_worker *w, const struct by_late *late)
{
    struct by_core *core = w->core;
    struct by_tree *tree = &core->tree;
    if (late->plies)
        by_worker_new_stamp(w);
    for (int i = 0; late->plies && i < late->count; i++)
        w->stamp[late->plies[i].side][late->plies[i].action] = w->now;
    for (int d = late->depth - 1; d >= 0; d--) {
        struct by_node *node = by_tree_node(tree, late->path[d].node);
        int side = core->root_side ^ (d & 1), child = late->path[d].child;
        by_worker_visit(core, late->path[d].node, true);
        by_node_add(tree, node, child, 1, late->halves[side], true);
        if (!late->plies)
            continue;
        w->stamp[side][by_node_move(tree, node)[child]] = w->now;
        by_worker_add_amaf(w, node, side, 1, late->halves[side]);
    }
}

void by_late_add(struct by_worker *w)
{
    for (int i = 0; i < w->late_count; i++)
        add_one(w, &w->late[i]);
    w->late_count = 0;
}
