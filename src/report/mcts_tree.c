/* mcts_tree.c: see mcts_tree.h. */
#include "report/mcts_tree.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- what is shown ------------------------------------------------------------------ */

struct child {
    int index;
    struct by_visits tally;
    by_link link;
};

/* Proven wins first, they are what will be played; then by visits. */
static int by_visits(const void *a, const void *b)
{
    const struct child *x = a, *y = b;
    if ((x->link == BY_LINK_WON) != (y->link == BY_LINK_WON))
        return x->link == BY_LINK_WON ? -1 : 1;
    if (x->tally.visits != y->tally.visits)
        return x->tally.visits > y->tally.visits ? -1 : 1;
    return x->index - y->index;
}

/* The position at a node, played from the root. */
static void play_to(const struct by_mcts_view *view, int index, void *position)
{
    const struct by_rules *rules = view->line->rules;
    const struct by_shown *node = &view->node[index];
    if (node->parent < 0) {
        memcpy(position, view->start, rules->position_size);
        return;
    }
    play_to(view, node->parent, position);
    rules->game->play(rules, position, node->move, NULL);
}

/* The result that stands for the child, and the node below it. */
static void look_below(const struct by_mcts_view *view, by_link link, struct by_shown *shown)
{
    if (by_link_is_known(link))
        shown->known = link;
    if (!by_link_is_node(link))
        return;
    by_link result = atomic_load(&by_tree_node(&view->core->tree, link)->result);
    shown->node = link;
    shown->known = result ? by_link_turned(result) : BY_LINK_NONE;
}

static struct by_shown shown_child(const struct by_mcts_view *view, int parent,
                                   const struct child *child, const void *position)
{
    const struct by_tree *tree = &view->core->tree;
    const struct by_shown *above = &view->node[parent];
    struct by_node *node = by_tree_node(tree, above->node);
    char text[BY_MOVE_BUFFER];
    struct by_shown shown = {.parent = parent,
                             .depth = above->depth + 1,
                             .move = by_node_move(tree, node)[child->index],
                             .by = view->line->rules->game->side(view->line->rules, position),
                             .chance = node->chance,
                             .visits = child->tally.visits,
                             .amaf = by_node_amaf_tally(tree, node, child->index),
                             .prior =
                                 tree->prior ? (double)by_node_prior(tree, node)[child->index] : 0};
    look_below(view, child->link, &shown);
    const struct by_core_move move = {.tally = child->tally, .link = shown.known};
    shown.value = by_core_move_value(&move);
    int ply = view->reached + above->depth;
    shown.best =
        above->best && ply < view->decision->pv_count && view->decision->pv[ply] == shown.move;
    snprintf(shown.name, sizeof shown.name, "%.31s",
             by_move_string(view->line->rules, position, shown.move, text));
    return shown;
}

static void leave_out(struct by_shown *node, const struct child *child, int count)
{
    for (int i = 0; i < count; i++) {
        node->left_out++;
        node->left_visits += child[i].tally.visits;
    }
}

static int list_children(const struct by_mcts_view *view, by_link at, struct child *out)
{
    const struct by_tree *tree = &view->core->tree;
    struct by_node *node = by_tree_node(tree, at);
    for (int i = 0; i < node->count; i++)
        out[i] = (struct child){i, by_node_tally(tree, node, i),
                                atomic_load(&by_node_link(tree, node)[i])};
    qsort(out, node->count, sizeof *out, by_visits);
    return node->count;
}

/* Appends the children of a node that are to be seen. */
static void show_children(struct by_mcts_view *view, int index, struct child *child, void *position)
{
    int count = list_children(view, view->node[index].node, child), seen = 0;
    int width = view->narrow > 0 && view->node[index].depth > 0 ? view->narrow : view->width;
    while (seen < count && seen < width && view->node[index].depth < view->depth &&
           (child[seen].tally.visits > 0 || by_link_is_known(child[seen].link)))
        seen++;
    if (view->count + seen > view->room) {
        view->cut = true;
        seen = view->room - view->count;
    }
    view->node[index].first = view->count;
    view->node[index].count = seen;
    play_to(view, index, position);
    for (int i = 0; i < seen; i++)
        view->node[view->count++] = shown_child(view, index, &child[i], position);
    leave_out(&view->node[index], child + seen, count - seen);
}

static int child_of(const struct by_tree *tree, struct by_node *node, by_move move)
{
    for (int i = 0; i < node->count; i++)
        if (by_node_move(tree, node)[i] == move)
            return i;
    return -1;
}

/* Goes down the path as far as there are nodes, and notes the position there. */
static by_link go_down(struct by_mcts_view *view)
{
    const struct by_rules *rules = view->line->rules;
    const struct by_tree *tree = &view->core->tree;
    by_link at = view->core->root;
    memcpy(view->start, by_line_position(view->line), rules->position_size);
    for (view->reached = 0; view->reached < view->path_count; view->reached++) {
        by_move move = view->path[view->reached];
        struct by_node *node = by_tree_node(tree, at);
        int child = child_of(tree, node, move);
        by_link below = child < 0 ? BY_LINK_NONE : atomic_load(&by_node_link(tree, node)[child]);
        if (!by_link_is_node(below))
            break;
        at = below;
        rules->game->play(rules, view->start, move, NULL);
    }
    return at;
}

static bool is_expected(const struct by_mcts_view *view)
{
    bool same = view->reached <= view->decision->pv_count;
    for (int i = 0; same && i < view->reached; i++)
        same = view->path[i] == view->decision->pv[i];
    return same;
}

static void show_root(struct by_mcts_view *view)
{
    const struct by_tree *tree = &view->core->tree;
    const struct by_rules *rules = view->line->rules;
    by_link at = go_down(view);
    struct by_node *root = by_tree_node(tree, at);
    struct by_visits sum = {.whole = tree->whole};
    for (int i = 0; i < root->count; i++) {
        struct by_visits tally = by_node_tally(tree, root, i);
        sum.visits += tally.visits;
        sum.parts += tally.parts;
    }
    const struct by_core_move all = {.tally = sum, .link = atomic_load(&root->result)};
    view->node[0] = (struct by_shown){.parent = -1,
                                      .move = BY_NO_MOVE,
                                      .by = rules->game->side(rules, view->start),
                                      .chance = root->chance,
                                      .visits = atomic_load(&root->visits),
                                      .value = by_core_move_value(&all),
                                      .known = all.link,
                                      .node = at,
                                      .best = is_expected(view)};
    view->count = 1;
}

/* The next node whose children are to be shown; -1: none. Breadth first what there is no room for is far
 * from the root; busiest first it has few visits. */
static int next_node(const struct by_mcts_view *view, int last, const bool *done)
{
    int best = -1;
    for (int i = view->busiest ? 0 : last + 1; i < view->count; i++) {
        bool open = !done[i] && view->node[i].node != BY_LINK_NONE;
        if (open && (best < 0 || view->node[i].visits > view->node[best].visits))
            best = i;
        if (open && !view->busiest)
            break;
    }
    return best;
}

static bool collect(struct by_mcts_view *view)
{
    const struct by_rules *rules = view->line->rules;
    struct child *child = calloc((size_t)rules->max_moves, sizeof *child);
    bool *done = calloc((size_t)view->room, sizeof *done);
    void *position = malloc(rules->position_size);
    view->node = calloc((size_t)view->room, sizeof *view->node);
    view->start = malloc(rules->position_size);
    bool good = child && done && position && view->node && view->start;
    if (good)
        show_root(view);
    for (int i = good ? next_node(view, -1, done) : -1; i >= 0; i = next_node(view, i, done)) {
        done[i] = true;
        show_children(view, i, child, position);
    }
    free(child);
    free(done);
    free(position);
    return good;
}

enum by_status by_mcts_view_open(struct by_mcts_view *view, const struct by_mcts *mcts,
                                 struct by_error *err)
{
    view->core = by_mcts_core(mcts, 0);
    while (by_mcts_core(mcts, view->trees))
        view->trees++;
    if (view->core->root == BY_LINK_NONE || view->core->tree.broken)
        return by_fail(err, BY_FAILED, "the search was stopped while it pruned its tree");
    if (!collect(view))
        return by_fail_memory(err, (size_t)view->room * sizeof *view->node);
    return BY_OK;
}

void by_mcts_view_close(struct by_mcts_view *view)
{
    free(view->node);
    free(view->start);
    view->node = NULL;
    view->start = NULL;
}

/* --- JSON ----------------------------------------------------------------------------- */

static void report_real(struct by_json *json, const char *name, bool there, double value)
{
    if (there)
        by_json_real(json, name, value);
    else
        by_json_null(json, name);
}

static void report_count(struct by_json *json, const char *name, bool there, uint64_t count)
{
    if (there)
        by_json_count(json, name, count);
    else
        by_json_null(json, name);
}

static const char *proven_name(by_link known)
{
    return known ? by_outcome_name((int)known - BY_LINK_DRAWN) : NULL;
}

static uint64_t node_visits(const struct by_mcts_view *view, const struct by_shown *shown)
{
    return atomic_load(&by_tree_node(&view->core->tree, shown->node)->visits);
}

static void report_node(struct by_json *json, const char *name, const struct by_mcts_view *view,
                        int index)
{
    const struct by_tree *tree = &view->core->tree;
    const struct by_shown *node = &view->node[index];
    bool root = node->parent < 0, amaf = tree->amaf && !root, own = node->node != BY_LINK_NONE;
    bool tried = amaf && node->amaf.visits > 0;
    by_json_object(json, name);
    by_json_text(json, "move", root ? NULL : node->name);
    by_json_text(json, root ? "to_move" : "by", node->chance ? "nature" : by_side_name(node->by));
    by_json_count(json, "visits", node->visits);
    report_real(json, "value", node->visits > 0 || node->known, node->value);
    by_json_text(json, "proven", proven_name(node->known));
    report_count(json, "amaf_visits", amaf, node->amaf.visits);
    report_real(json, "amaf_value", tried, tried ? by_visits_mean(&node->amaf) : 0);
    report_real(json, "prior", tree->prior && !root, node->prior);
    report_count(json, "node_visits", own, own ? node_visits(view, node) : 0);
    by_json_array(json, "children");
    for (int i = 0; i < node->count; i++)
        report_node(json, NULL, view, node->first + i);
    by_json_end_array(json);
    by_json_int(json, "left_out", node->left_out);
    by_json_count(json, "left_out_visits", node->left_visits);
    by_json_end_object(json);
}

/* The moves from the search's own root to the one that is looked at. */
static void report_path(struct by_json *json, const struct by_mcts_view *view)
{
    const struct by_rules *rules = view->line->rules;
    unsigned char *position = malloc(rules->position_size);
    char text[BY_MOVE_BUFFER];
    by_json_array(json, "path");
    if (position)
        memcpy(position, by_line_position(view->line), rules->position_size);
    for (int i = 0; position && i < view->reached; i++) {
        by_json_text(json, NULL, by_move_string(rules, position, view->path[i], text));
        rules->game->play(rules, position, view->path[i], NULL);
    }
    by_json_end_array(json);
    free(position);
}

void by_report_mcts_tree(struct by_json *json, const char *name, const struct by_mcts_view *view)
{
    const struct by_rules *rules = view->line->rules;
    const struct by_work *work = &view->decision->work;
    by_json_object(json, name);
    by_json_text(json, "game", rules->name);
    by_json_text(json, "label", rules->label);
    by_report_position(json, "position", rules, view->start);
    if (view->path_count > 0)
        report_path(json, view);
    by_json_text(json, "player", view->spec);
    by_json_count(json, "simulations", work->simulations);
    by_json_count(json, "nodes", work->nodes);
    by_json_count(json, "tree_bytes", work->tree_bytes);
    by_json_count(json, "tree_blocks", work->tree_blocks);
    by_json_int(json, "trees", view->trees);
    by_json_int(json, "depth", view->depth);
    by_json_int(json, "width", view->width);
    by_json_int(json, "shown", view->count);
    by_json_flag(json, "cut", view->cut);
    report_node(json, "root", view, 0);
    by_json_end_object(json);
}
