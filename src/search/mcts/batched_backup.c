/* batched_backup.c: outcomes for the nodes near the root, a few at a time. core.h says why. */
#include "search/mcts/core.h"
#include <stdlib.h>

bool by_batched_backup_open(struct by_worker *w)
{
    const struct by_core *core = w->core;
    size_t plies = (size_t)core->rules->max_length + 2;
    w->backups = calloc(BY_BATCH, sizeof *w->backups);
    if (!w->backups)
        return false;
    for (int i = 0; core->options.amaf == BY_AMAF_STATE && i < BY_BATCH; i++) {
        w->backups[i].plies = calloc(plies, sizeof *w->backups[i].plies);
        if (!w->backups[i].plies)
            return false;
    }
    return true;
}

void by_batched_backup_close(struct by_worker *w)
{
    for (int i = 0; w->backups && i < BY_BATCH; i++)
        free(w->backups[i].plies);
    free(w->backups);
}

/* All that was played from the first node that is not late on. */
static void keep_plies(const struct by_worker *w, struct by_backup *backup, int depth,
                       const struct by_playout *playout)
{
    backup->count = 0;
    for (int d = w->hot; d < depth; d++)
        backup->plies[backup->count++] =
            (struct by_ply){w->played[d], w->core->root_side ^ (d & 1)};
    for (int i = 0; playout && i < playout->length; i++)
        backup->plies[backup->count++] = playout->plies[i];
}

void by_batched_backup_keep(struct by_worker *w, int depth, const int halves[2],
                            const struct by_playout *playout)
{
    struct by_backup *backup = &w->backups[w->backup_count++];
    backup->depth = w->hot;
    backup->halves[0] = halves[0];
    backup->halves[1] = halves[1];
    for (int d = 0; d < w->hot; d++)
        backup->path[d] = w->path[d];
    if (backup->plies)
        keep_plies(w, backup, depth, playout);
    if (w->backup_count == BY_BATCH)
        by_batched_backup_add(w);
}

static void add_one(struct by_worker *w, const struct by_backup *backup)
{
    struct by_core *core = w->core;
    struct by_tree *tree = &core->tree;
    if (backup->plies)
        by_worker_new_stamp(w);
    for (int i = 0; backup->plies && i < backup->count; i++)
        w->stamp[backup->plies[i].side][backup->plies[i].action] = w->now;
    for (int d = backup->depth - 1; d >= 0; d--) {
        struct by_node *node = by_tree_node(tree, backup->path[d].node);
        int side = core->root_side ^ (d & 1), child = backup->path[d].child;
        by_worker_visit(core, backup->path[d].node, true);
        by_node_add(tree, node, child, 1, backup->halves[side], true);
        if (!backup->plies)
            continue;
        w->stamp[side][by_node_move(tree, node)[child]] = w->now;
        by_worker_add_amaf(w, node, side, 1, backup->halves[side]);
    }
}

void by_batched_backup_add(struct by_worker *w)
{
    for (int i = 0; i < w->backup_count; i++)
        add_one(w, &w->backups[i]);
    w->backup_count = 0;
}
