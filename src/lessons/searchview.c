/* searchview.c: which part of a tree is drawn. */
#include "lessons/searchdraw.h"
#include <stdlib.h>

/* What choosing needs for every node of the tree. */
struct chooser {
    struct by_searchview *view;
    int32_t *size; /* nodes of the subtree, itself included */
    bool *chosen;
    bool *best;
    int32_t left;   /* nodes that may still be chosen */
    int32_t *queue; /* chosen nodes whose children are to be looked at */
    int32_t queued;
};

static const struct by_recorder_node *node_at(const struct chooser *c, int32_t id)
{
    return &c->view->recorder->node[id];
}

/* Children stand behind their parent: from the back, every subtree is whole when it is added. */
static void measure(struct chooser *c)
{
    const struct by_recorder *recorder = c->view->recorder;
    for (int32_t id = recorder->count - 1; id >= 0; id--) {
        c->size[id]++;
        if (id > 0 && by_recorder_linked(recorder, id))
            c->size[recorder->node[id].parent] += c->size[id];
    }
}

static bool is_below_top(const struct chooser *c, int32_t id)
{
    int32_t ply = node_at(c, c->view->top)->ply;
    while (id != BY_RECORDER_NONE && node_at(c, id)->ply > ply)
        id = node_at(c, id)->parent;
    return id == c->view->top;
}

static int32_t level_of(const struct chooser *c, int32_t id)
{
    return node_at(c, id)->ply - node_at(c, c->view->top)->ply;
}

static bool choose(struct chooser *c, int32_t id)
{
    if (c->chosen[id])
        return true;
    if (c->left == 0 || level_of(c, id) >= c->view->levels)
        return false;
    c->left--;
    return c->chosen[id] = true;
}

/* From the top to the focus; its siblings stand around it if there is room. */
static void choose_focus(struct chooser *c)
{
    int32_t id = c->view->focus;
    if (id == BY_RECORDER_NONE)
        return;
    for (int32_t at = id; at != c->view->top; at = node_at(c, at)->parent)
        choose(c, at);
    int32_t parent = node_at(c, id)->parent;
    for (int32_t near = id - 2; parent != BY_RECORDER_NONE && near <= id + 2; near++)
        if (near > 0 && near < c->view->recorder->count && node_at(c, near)->parent == parent &&
            id != c->view->top)
            choose(c, near);
}

/* The line of best play from the root, as far as it leads through the top. */
static void mark_best(struct chooser *c)
{
    const struct by_recorder *recorder = c->view->recorder;
    int32_t id = 0;
    while (id != BY_RECORDER_NONE && by_recorder_entered(&recorder->node[id], c->view->now)) {
        c->best[id] = true;
        id = by_recorder_best(recorder, id, c->view->now);
    }
    if (!recorder->node[0].leaf && by_recorder_best(recorder, 0, c->view->now) == BY_RECORDER_NONE)
        c->best[0] = false; /* there is no line yet */
}

static void choose_best(struct chooser *c)
{
    int32_t half = c->left / 2; /* something must be left for what surrounds it */
    for (int32_t id = c->view->top; id != BY_RECORDER_NONE && c->best[id] && c->left > half;
         id = by_recorder_best(c->view->recorder, id, c->view->now))
        choose(c, id);
}

static void choose_children(struct chooser *c, int32_t id)
{
    const struct by_recorder_node *node = node_at(c, id);
    for (int32_t child = node->first; child < node->first + node->count; child++) {
        if (choose(c, child))
            c->queue[c->queued++] = child;
        else if (c->left > 0)
            return; /* too deep */
    }
}

static void choose_by_level(struct chooser *c)
{
    c->queue[c->queued++] = c->view->top;
    for (int32_t i = 0; i < c->queued; i++)
        choose_children(c, c->queue[i]);
}

/* --- the list --------------------------------------------------------------------- */

static int32_t add_item(struct by_searchview *view, struct by_searchview_item item)
{
    view->item[view->count] = item;
    return view->count++;
}

static bool any_child_chosen(const struct chooser *c, const struct by_recorder_node *node)
{
    for (int32_t child = node->first; child < node->first + node->count; child++)
        if (c->chosen[child])
            return true;
    return false;
}

/* Siblings left out, from `child` to the next one chosen. Returns the one behind them. */
static int32_t list_hidden(struct chooser *c, int32_t child, int32_t end, int32_t parent_item)
{
    struct by_searchview_item item = {.node = BY_RECORDER_NONE,
                                      .parent = parent_item,
                                      .level = c->view->item[parent_item].level + 1};
    for (; child < end && !c->chosen[child]; child++) {
        item.siblings++;
        item.hidden += c->size[child];
    }
    item.last = child == end;
    add_item(c->view, item);
    return child;
}

/* In preorder. Recursion is as deep as the drawing. */
static void list(struct chooser *c, int32_t id, int32_t parent_item, bool last)
{
    const struct by_recorder_node *node = node_at(c, id);
    bool some = any_child_chosen(c, node);
    int32_t item =
        add_item(c->view, (struct by_searchview_item){.node = id,
                                                      .parent = parent_item,
                                                      .level = level_of(c, id),
                                                      .hidden = some ? 0 : c->size[id] - 1,
                                                      .siblings = some ? 0 : node->count,
                                                      .last = last,
                                                      .best = c->best[id]});
    int32_t end = node->first + node->count;
    for (int32_t child = node->first; some && child < end;) {
        if (!c->chosen[child]) {
            child = list_hidden(c, child, end, item);
            continue;
        }
        list(c, child, item, child == end - 1);
        child++;
    }
}

/* --- opening -------------------------------------------------------------------------- */

/* The root, or, when that is too far above the focus, whoever is half a drawing above it. */
static void choose_top(struct by_searchview *view)
{
    int32_t id = view->focus;
    view->top = 0;
    if (id == BY_RECORDER_NONE || view->recorder->node[id].ply < view->levels)
        return;
    for (int32_t i = 0; i < view->levels / 2; i++)
        id = view->recorder->node[id].parent;
    view->top = id;
}

static void build(struct chooser *c)
{
    measure(c);
    mark_best(c);
    choose(c, c->view->top);
    if (c->view->focus != BY_RECORDER_NONE && is_below_top(c, c->view->focus))
        choose_focus(c);
    choose_best(c);
    choose_by_level(c);
    list(c, c->view->top, -1, true);
}

/* Items: the chosen nodes, and what is left out before, between and behind the chosen children of
 * a node, which is at most one more than there are of these. */
enum by_status by_searchview_open(struct by_searchview *view, struct by_error *err)
{
    size_t nodes = (size_t)view->recorder->count;
    size_t most = (size_t)(view->most < view->recorder->count ? view->most : view->recorder->count);
    struct chooser c = {.view = view, .left = (int32_t)most};
    choose_top(view);
    view->count = 0;
    view->item = malloc((3 * most + 2) * sizeof *view->item);
    c.size = calloc(nodes, sizeof *c.size);
    c.chosen = calloc(nodes, sizeof *c.chosen);
    c.best = calloc(nodes, sizeof *c.best);
    c.queue = malloc((most + 1) * sizeof *c.queue);
    enum by_status status = BY_OK;
    if (view->item && c.size && c.chosen && c.best && c.queue)
        build(&c);
    else
        status = by_fail_memory(err, nodes * sizeof *c.size);
    free(c.size);
    free(c.chosen);
    free(c.best);
    free(c.queue);
    return status;
}

void by_searchview_close(struct by_searchview *view)
{
    free(view->item);
    view->item = NULL;
    view->count = 0;
}

int32_t by_searchview_drawn(const struct by_searchview *view)
{
    int32_t count = 0;
    for (int32_t i = 0; i < view->count; i++)
        count += view->item[i].node != BY_RECORDER_NONE;
    return count;
}
