/* batched_backup.c: simulations that share their way through the nodes near the root. core.h says why. */
#include "search/mcts/core.h"
#include <stdlib.h>
#include <string.h>

bool by_batch_open(struct by_worker *w)
{
    const struct by_core *core = w->core;
    struct by_batch *batch = &w->batch;
    size_t plies = (size_t)core->rules->max_length + 2;
    batch->position =
        aligned_alloc(BY_LINE_BYTES, (core->rules->position_size + BY_LINE_BYTES - 1) /
                                         BY_LINE_BYTES * BY_LINE_BYTES);
    if (core->options.amaf != BY_AMAF_STATE)
        return batch->position;
    batch->backups = calloc(BY_BATCH, sizeof *batch->backups);
    for (int i = 0; batch->backups && i < BY_BATCH; i++) {
        batch->backups[i].plies = calloc(plies, sizeof *batch->backups[i].plies);
        if (!batch->backups[i].plies)
            return false;
    }
    return batch->position && batch->backups;
}

void by_batch_close(struct by_worker *w)
{
    struct by_batch *batch = &w->batch;
    for (int i = 0; batch->backups && i < BY_BATCH; i++)
        free(batch->backups[i].plies);
    free(batch->backups);
    free(batch->position);
}

static void promise(struct by_worker *w, int visits)
{
    struct by_core *core = w->core;
    w->batch.promised = visits;
    for (int d = 0; d < w->batch.depth; d++) {
        struct by_node *node = by_tree_node(&core->tree, w->path[d].node);
        by_worker_visit(core, w->path[d].node, (uint32_t)visits, true);
        by_node_add(&core->tree, node, w->path[d].child, visits, 0, true);
    }
}

/* A listener wants to see every simulation from the root on. */
void by_batch_begin(struct by_worker *w, by_link at, uint32_t seen)
{
    struct by_batch *batch = &w->batch;
    uint32_t part = by_is_told(w) ? 1 : seen / BY_BATCH_PART;
    int length = part < 1 ? 1 : part > BY_BATCH ? BY_BATCH : (int)part;
    batch->at = at;
    batch->left = length;
    if (length == 1)
        return;
    memcpy(batch->position, w->position, w->core->rules->position_size);
    promise(w, length);
}

bool by_batch_resume(struct by_worker *w)
{
    struct by_batch *batch = &w->batch;
    struct by_tree *tree = &w->core->tree;
    if (batch->left > 0) {
        const struct by_step_down *last = &w->path[batch->depth - 1];
        struct by_node *node = by_tree_node(tree, last->node);
        by_link to =
            atomic_load_explicit(&by_node_link(tree, node)[last->child], memory_order_relaxed);
        if (to == batch->at) { /* its result is not known meanwhile */
            memcpy(w->position, batch->position, w->core->rules->position_size);
            return true;
        }
    }
    if (batch->depth > 0)
        by_batch_end(w);
    return false;
}

/* All that was played behind the way. */
static void keep_plies(const struct by_worker *w, struct by_backup *backup, int depth,
                       const struct by_playout *playout)
{
    backup->count = 0;
    for (int d = w->batch.depth; d < depth; d++)
        backup->plies[backup->count++] =
            (struct by_ply){w->played[d], w->core->root_side ^ (d & 1)};
    for (int i = 0; playout && i < playout->length; i++)
        backup->plies[backup->count++] = playout->plies[i];
}

void by_batch_keep(struct by_worker *w, int depth, const int parts[2],
                   const struct by_playout *playout)
{
    struct by_batch *batch = &w->batch;
    batch->parts[0] += parts[0];
    batch->parts[1] += parts[1];
    if (batch->backups) {
        struct by_backup *backup = &batch->backups[batch->count];
        backup->parts[0] = parts[0];
        backup->parts[1] = parts[1];
        keep_plies(w, backup, depth, playout);
    }
    batch->count++;
}

static void add_amaf(struct by_worker *w, const struct by_backup *backup)
{
    struct by_tree *tree = &w->core->tree;
    by_worker_new_stamp(w);
    for (int i = 0; i < backup->count; i++)
        w->stamp[backup->plies[i].side][backup->plies[i].action] = w->now;
    for (int d = w->batch.depth - 1; d >= 0; d--) {
        int side = w->core->root_side ^ (d & 1);
        w->stamp[side][w->played[d]] = w->now;
        by_worker_add_amaf(w, by_tree_node(tree, w->path[d].node), side, 1, backup->parts[side]);
    }
}

void by_batch_end(struct by_worker *w)
{
    struct by_batch *batch = &w->batch;
    struct by_core *core = w->core;
    int visits = batch->count - batch->promised;
    for (int d = 0; d < batch->depth; d++) {
        struct by_node *node = by_tree_node(&core->tree, w->path[d].node);
        int side = core->root_side ^ (d & 1);
        if (visits != 0)
            by_worker_visit(core, w->path[d].node, (uint32_t)visits, true);
        by_node_add(&core->tree, node, w->path[d].child, visits, batch->parts[side], true);
    }
    for (int i = 0; batch->backups && i < batch->count; i++)
        add_amaf(w, &batch->backups[i]);
    batch->depth = batch->left = batch->promised = batch->count = 0;
    batch->parts[0] = batch->parts[1] = 0;
}
