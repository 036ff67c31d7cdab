#include "cli/mcts_tree.h"
#include "cli/file.h"

#include <stdlib.h>
#include <string.h>

#define DEPTH      3 /* unless told otherwise */
#define WIDTH      5
#define NODES_JSON 20000
#define NODES_SVG  600
#define SVG_BYTES  (8 << 20)

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
        memcpy(position, by_line_position(view->line), rules->position_size);
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
                             .by = parent == 0 ? above->by : 1 - above->by,
                             .visits = child->tally.visits,
                             .amaf = by_node_amaf_tally(tree, node, child->index),
                             .prior =
                                 tree->prior ? (double)by_node_prior(tree, node)[child->index] : 0};
    look_below(view, child->link, &shown);
    const struct by_core_move move = {.tally = child->tally, .link = shown.known};
    shown.value = by_core_move_value(&move);
    shown.best = above->best && above->depth < view->decision->pv_count &&
                 view->decision->pv[above->depth] == shown.move;
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
    while (seen < count && seen < view->width && view->node[index].depth < view->depth &&
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

static void show_root(struct by_mcts_view *view)
{
    const struct by_core *core = view->core;
    const struct by_tree *tree = &core->tree;
    struct by_node *root = by_tree_node(tree, core->root);
    struct by_visits sum = {0, 0};
    for (int i = 0; i < root->count; i++) {
        struct by_visits tally = by_node_tally(tree, root, i);
        sum.visits += tally.visits;
        sum.halves += tally.halves;
    }
    const struct by_core_move all = {.tally = sum, .link = atomic_load(&root->result)};
    view->node[0] = (struct by_shown){.parent = -1,
                                      .move = BY_NO_MOVE,
                                      .by = core->root_side,
                                      .visits = atomic_load(&root->visits),
                                      .value = by_core_move_value(&all),
                                      .known = all.link,
                                      .node = core->root,
                                      .best = true};
    view->count = 1;
}

/* Nodes are taken breadth first, so that what there is no room for is far from the root. */
static bool collect(struct by_mcts_view *view)
{
    const struct by_rules *rules = view->line->rules;
    struct child *child = calloc((size_t)rules->max_moves, sizeof *child);
    void *position = malloc(rules->position_size);
    view->node = calloc((size_t)view->room, sizeof *view->node);
    bool good = child && position && view->node;
    if (good)
        show_root(view);
    for (int i = 0; good && i < view->count; i++)
        if (view->node[i].node != BY_LINK_NONE)
            show_children(view, i, child, position);
    free(child);
    free(position);
    return good;
}

/* --- JSON ----------------------------------------------------------------------------- */

static json_t *tally_value(const struct by_visits *tally)
{
    return tally->visits > 0 ? json_real(0.5 * (double)tally->halves / (double)tally->visits)
                             : json_null();
}

static json_t *proven_json(by_link known)
{
    static const char *const names[] = {"lost", "drawn", "won"};
    return by_json_text(known ? names[known - BY_LINK_LOST] : NULL);
}

static json_t *node_json(const struct by_mcts_view *view, int index)
{
    const struct by_tree *tree = &view->core->tree;
    const struct by_shown *node = &view->node[index];
    bool root = node->parent < 0, amaf = tree->amaf && !root, own = node->node != BY_LINK_NONE;
    json_t *children = json_array();
    for (int i = 0; children && i < node->count; i++)
        json_array_append_new(children, node_json(view, node->first + i));
    return json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:i, s:o}", "move",
                     by_json_text(root ? NULL : node->name), root ? "to_move" : "by",
                     node->by == 0 ? "X" : "O", "visits", by_json_count(node->visits), "value",
                     node->visits > 0 || node->known ? json_real(node->value) : json_null(),
                     "proven", proven_json(node->known), "amaf_visits",
                     amaf ? by_json_count(node->amaf.visits) : json_null(), "amaf_value",
                     amaf ? tally_value(&node->amaf) : json_null(), "prior",
                     tree->prior && !root ? json_real(node->prior) : json_null(), "node_visits",
                     own ? by_json_count(atomic_load(&by_tree_node(tree, node->node)->visits))
                         : json_null(),
                     "children", children, "left_out", node->left_out, "left_out_visits",
                     by_json_count(node->left_visits));
}

static json_t *view_json(const struct by_mcts_view *view)
{
    const struct by_rules *rules = view->line->rules;
    const struct by_work *work = &view->decision->work;
    return json_pack(
        "{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:i, s:i, s:i, s:i, s:b, s:o}", "game", rules->name,
        "label", rules->label, "position", by_json_position(rules, by_line_position(view->line)),
        "player", by_json_text(view->spec), "simulations", by_json_count(work->simulations),
        "nodes", by_json_count(work->nodes), "tree_bytes", by_json_count(work->tree_bytes), "trees",
        view->trees, "depth", view->depth, "width", view->width, "shown", view->count, "cut",
        view->cut, "root", node_json(view, 0));
}

/* --- the options ------------------------------------------------------------------------ */

static bool ends_in(const char *path, const char *end)
{
    size_t length = strlen(path), tail = strlen(end);
    return length > tail && by_same_text(path + length - tail, end);
}

bool by_mcts_tree_alone(const struct by_cli *cli)
{
    const char *path = by_cli_text(cli, "tree");
    return path && strcmp(path, "-") == 0 && !by_cli_flag(cli, "json");
}

int by_mcts_tree_check(struct by_cli *cli, struct by_player *player)
{
    char quoted[BY_QUOTE_SIZE];
    const char *path = by_cli_text(cli, "tree");
    struct by_searcher *searcher = by_player_searcher(player);
    if (!path && (by_cli_value(cli, "tree-depth")->set || by_cli_value(cli, "tree-width")->set))
        return by_cli_refuse(cli, "--tree-depth and --tree-width go with --tree FILE");
    if (!path)
        return BY_EXIT_OK;
    if (!searcher)
        return by_cli_refuse(cli, "--tree shows the tree of our own Monte Carlo search (--player "
                                  "mcts): another program's cannot be seen");
    if (!by_mcts_of(searcher))
        return by_cli_refuse(cli,
                             "--tree shows the tree of a Monte Carlo search (--player mcts); "
                             "the search %s keeps none",
                             by_searcher_search(searcher)->name);
    if (strcmp(path, "-") != 0 && !ends_in(path, ".json") && !ends_in(path, ".svg"))
        return by_cli_refuse(cli, "--tree '%s' must end in .json or .svg, or be '-'",
                             by_quote(path, quoted));
    if (by_line_over(cli->line))
        return by_cli_refuse(cli, "the game is over: there is no tree to show");
    if (by_mcts_tree_alone(cli) && by_cli_value(cli, "trace")->set)
        return by_cli_refuse(cli, "'--tree -' writes the tree to standard output: leave out "
                                  "--trace, or add --json");
    return BY_EXIT_OK;
}

static int write_svg(struct by_cli *cli, const struct by_mcts_view *view, const char *path)
{
    struct by_buffer out;
    by_buffer_open(&out, SVG_BYTES);
    int status = by_mcts_tree_svg(cli, view, &out);
    if (status == BY_EXIT_OK)
        status = by_cli_write(cli, path, by_buffer_text(&out), out.length);
    by_buffer_close(&out);
    return status;
}

static int write_json(struct by_cli *cli, const struct by_mcts_view *view, const char *path)
{
    json_t *object = view_json(view);
    if (strcmp(path, "-") == 0)
        return by_json_print(cli, object);
    char *text = object ? json_dumps(object, JSON_REAL_PRECISION(15)) : NULL;
    json_decref(object);
    int status = text ? by_cli_write(cli, path, text, strlen(text))
                      : by_cli_failed(cli, "there is not enough memory for the JSON text");
    free(text);
    return status;
}

static int limit_of(const struct by_cli *cli, const char *name, int fallback)
{
    return by_cli_value(cli, name)->set ? (int)by_cli_int(cli, name) : fallback;
}

int by_mcts_tree_write(struct by_cli *cli, struct by_player *player,
                       const struct by_decision *decision, json_t **json)
{
    const char *path = by_cli_text(cli, "tree");
    const struct by_mcts *mcts = by_mcts_of(by_player_searcher(player));
    bool svg = ends_in(path, ".svg");
    struct by_mcts_view view = {.core = by_mcts_core(mcts, 0),
                                .line = cli->line,
                                .decision = decision,
                                .spec = by_player_spec(player),
                                .depth = limit_of(cli, "tree-depth", DEPTH),
                                .width = limit_of(cli, "tree-width", WIDTH),
                                .room = svg ? NODES_SVG : NODES_JSON};
    int status = BY_EXIT_OK;
    while (by_mcts_core(mcts, view.trees))
        view.trees++;
    if (view.core->root == BY_LINK_NONE || view.core->tree.broken)
        return by_cli_failed(cli, "the search was stopped while it pruned its tree");
    if (!collect(&view))
        status = by_cli_failed(cli, "there is not enough memory for the tree");
    else if (svg)
        status = write_svg(cli, &view, path);
    else if (strcmp(path, "-") == 0 && by_cli_flag(cli, "json"))
        *json = view_json(&view);
    else
        status = write_json(cli, &view, path);
    free(view.node);
    return status;
}
