#include "search/textbook/watch.h"
#include <stdlib.h>
#include <string.h>

#define ROOM_FIRST 1024

/* Where the search stands, ply by ply, and who gave the window its ends: the ancestor whose own
 * best child raised alpha (lowered beta) to what it is; BY_WATCH_NONE while it is open. A node
 * whose best is merely equal to alpha does not count: with fail-soft values such a best may
 * be a bound, and then its owner does not have it. */
struct by_watch_frame {
    int32_t node;
    int32_t alpha_from, beta_from;
    int root_sign; /* frame 0: what turns the trace's values into MAX's, or 0: the mover's */
};

enum by_status by_watch_open(struct by_watch *watch, const struct by_rules *rules, int32_t limit,
                             struct by_error *err)
{
    size_t plies = (size_t)rules->max_length + 1;
    *watch = (struct by_watch){.rules = rules, .limit = limit};
    watch->frame = calloc(plies, sizeof *watch->frame);
    watch->moves = malloc((size_t)rules->max_moves * sizeof *watch->moves);
    if (watch->frame && watch->moves)
        return BY_OK;
    by_watch_close(watch);
    return by_fail_memory(err, plies * sizeof *watch->frame);
}

void by_watch_close(struct by_watch *watch)
{
    free(watch->node);
    free(watch->frame);
    free(watch->moves);
    *watch = (struct by_watch){0};
}

/* --- nodes ------------------------------------------------------------------- */

static bool make_room(struct by_watch *watch, int32_t more)
{
    if (more > watch->limit - watch->count)
        return false;
    int64_t need = (int64_t)watch->count + more;
    if (need <= watch->room)
        return true;
    int64_t room = watch->room > 0 ? watch->room : ROOM_FIRST;
    while (room < need)
        room *= 2;
    room = room < watch->limit ? room : watch->limit;
    struct by_watch_node *node = realloc(watch->node, (size_t)room * sizeof *node);
    if (!node)
        return false;
    watch->node = node;
    watch->room = (int32_t)room;
    return true;
}

static struct by_watch_node unseen_node(int32_t parent, by_move move, int ply, int side)
{
    return (struct by_watch_node){.parent = parent,
                                  .first = BY_WATCH_NONE,
                                  .move = move,
                                  .entered = BY_WATCH_NONE,
                                  .left = BY_WATCH_NONE,
                                  .best = BY_WATCH_NONE,
                                  .because = BY_WATCH_NONE,
                                  .proof = BY_WATCH_NONE,
                                  .ply = (uint16_t)ply,
                                  .side = (uint8_t)side};
}

/* The children of a node whose position is given; a finished game has none. */
static bool add_children(struct by_watch *watch, int32_t id, const void *position)
{
    const struct by_game *game = watch->rules->game;
    if (game->over(watch->rules, position)) {
        watch->node[id].leaf = true;
        return true;
    }
    int count = game->moves(watch->rules, position, watch->moves);
    if (!make_room(watch, count))
        return false;
    struct by_watch_node *node = &watch->node[id];
    node->first = watch->count;
    node->count = count;
    for (int i = 0; i < count; i++)
        watch->node[watch->count++] =
            unseen_node(id, watch->moves[i], node->ply + 1, 1 - node->side);
    return true;
}

/* Most games list their moves so that move m of a full list stands at place m, and searches
 * without an order of their own take them in turn: look there first. */
static int32_t find_child(const struct by_watch *watch, int32_t parent, by_move move)
{
    const struct by_watch_node *p = &watch->node[parent];
    if (move >= 0 && move < p->count && watch->node[p->first + move].move == move)
        return p->first + move;
    for (int32_t id = p->first; id < p->first + p->count; id++)
        if (watch->node[id].move == move)
            return id;
    return BY_WATCH_NONE;
}

/* --- events ------------------------------------------------------------------ */

static bool is_max(const struct by_watch_node *node)
{
    return node->side == 0;
}

static bool is_better(const struct by_watch_node *chooser, int64_t a, int64_t b)
{
    return is_max(chooser) ? a > b : a < b;
}

/* Minimax speaks for the root player, and says so at the root; the others for the mover. */
static int sign_of(const struct by_watch *watch, const struct by_step *step)
{
    int root_sign = watch->frame[0].root_sign;
    return root_sign != 0 ? root_sign : step->side == 0 ? 1 : -1;
}

static int32_t begin(struct by_watch *watch, const struct by_step *step)
{
    watch->count = 0;
    watch->events = 0;
    watch->full = watch->stopped = false;
    watch->frame[0] = (struct by_watch_frame){.alpha_from = BY_WATCH_NONE,
                                              .beta_from = BY_WATCH_NONE,
                                              .root_sign = step->maximise ? 1 - 2 * step->side : 0};
    if (!make_room(watch, 1))
        return BY_WATCH_NONE;
    watch->node[watch->count++] = unseen_node(BY_WATCH_NONE, BY_NO_MOVE, 0, step->side);
    return 0;
}

/* The node a step enters; BY_WATCH_NONE without memory. */
static int32_t node_entered(struct by_watch *watch, const struct by_step *step)
{
    if (step->ply == 0)
        return begin(watch, step);
    int32_t parent = watch->frame[step->ply - 1].node;
    int32_t id = find_child(watch, parent, step->move);
    if (id != BY_WATCH_NONE)
        watch->node[id] = unseen_node(parent, step->move, step->ply, step->side);
    return id;
}

/* Whoever narrowed the window last is known to the frame above, unless it was its node itself. */
static void push_frame(struct by_watch *watch, int32_t id)
{
    const struct by_watch_node *node = &watch->node[id];
    struct by_watch_frame *frame = &watch->frame[node->ply];
    frame->node = id;
    if (node->ply == 0)
        return;
    const struct by_watch_node *parent = &watch->node[node->parent];
    *frame = watch->frame[node->ply - 1];
    frame->node = id;
    if (is_max(parent) && node->alpha > parent->alpha)
        frame->alpha_from = node->parent;
    if (!is_max(parent) && node->beta < parent->beta)
        frame->beta_from = node->parent;
}

static void enter(struct by_watch *watch, const struct by_step *step)
{
    int32_t id = node_entered(watch, step);
    if (id == BY_WATCH_NONE || !add_children(watch, id, step->position)) {
        watch->full = true;
        return;
    }
    struct by_watch_node *node = &watch->node[id];
    bool turned = sign_of(watch, step) < 0;
    node->alpha = turned ? -step->beta : step->alpha;
    node->beta = turned ? -step->alpha : step->beta;
    node->entered = watch->events++;
    push_frame(watch, id);
}

/* All that a window tells: a value outside it is a bound. */
static enum by_bound by_the_window(const struct by_watch_node *node)
{
    if (node->value <= node->alpha)
        return BY_BOUND_UPPER;
    return node->value >= node->beta ? BY_BOUND_LOWER : BY_BOUND_EXACT;
}

/* What the children tell of a node whose value is the best of theirs. MAX: it is worth no more
 * when no child can be worth more, and no less when the best one is worth no less. */
static enum by_bound known(const struct by_watch *watch, const struct by_watch_node *node)
{
    enum by_bound towards = is_max(node) ? BY_BOUND_UPPER : BY_BOUND_LOWER;
    enum by_bound away = is_max(node) ? BY_BOUND_LOWER : BY_BOUND_UPPER;
    bool no_better = true, no_worse = false;
    for (int32_t id = node->first; id < node->first + node->count; id++) {
        const struct by_watch_node *child = &watch->node[id];
        bool left = child->left != BY_WATCH_NONE;
        no_better &= left && (child->bound == BY_BOUND_EXACT || child->bound == towards);
        no_worse |= left && child->value == node->value &&
                    (child->bound == BY_BOUND_EXACT || child->bound == away);
    }
    if (no_better && no_worse)
        return BY_BOUND_EXACT;
    return no_better ? towards : no_worse ? away : by_the_window(node);
}

/* Whoever gave the window its end has that much; in a search that also tries windows of its own
 * making (a null window) it may be nobody. */
static void explain_cut(struct by_watch *watch, struct by_watch_node *node, int32_t id)
{
    const struct by_watch_frame *frame = &watch->frame[node->ply];
    int64_t end = is_max(node) ? node->beta : node->alpha;
    int32_t owner = is_max(node) ? frame->beta_from : frame->alpha_from;
    int32_t proof = owner == BY_WATCH_NONE ? BY_WATCH_NONE : watch->node[owner].best;
    if (proof != BY_WATCH_NONE && watch->node[proof].value == end) {
        node->because = owner;
        node->proof = proof;
    }
    for (int32_t child = node->first; child < node->first + node->count; child++)
        if (watch->node[child].entered == BY_WATCH_NONE)
            watch->node[child].because = id;
}

static void note_best(struct by_watch *watch, int32_t id)
{
    const struct by_watch_node *node = &watch->node[id];
    if (node->parent == BY_WATCH_NONE)
        return;
    struct by_watch_node *parent = &watch->node[node->parent];
    if (parent->best == BY_WATCH_NONE ||
        is_better(parent, node->value, watch->node[parent->best].value))
        parent->best = id;
}

/* A node that was not searched, at the depth limit or known from a table, has no children: those
 * that entering it brought are the last ones, and go again. */
static void drop_children(struct by_watch *watch, struct by_watch_node *node)
{
    watch->count -= node->count;
    node->first = BY_WATCH_NONE;
    node->count = 0;
}

static enum by_bound bound_of(const struct by_watch *watch, const struct by_watch_node *node)
{
    if (node->leaf)
        return BY_BOUND_EXACT;
    return node->count > 0 ? known(watch, node) : by_the_window(node);
}

static void leave(struct by_watch *watch, const struct by_step *step)
{
    int32_t id = watch->frame[step->ply].node;
    struct by_watch_node *node = &watch->node[id];
    node->left = watch->events++;
    node->reason = (uint8_t)step->reason;
    node->value = sign_of(watch, step) * step->value;
    if (step->reason == BY_REASON_STOPPED) {
        watch->stopped = true;
        return;
    }
    bool estimated = step->reason == BY_REASON_HORIZON || step->reason == BY_REASON_SEEN;
    node->leaf |= estimated;
    if (estimated || step->reason == BY_REASON_KNOWN)
        drop_children(watch, node);
    node->bound = (uint8_t)bound_of(watch, node);
    if (step->reason == BY_REASON_CUT)
        explain_cut(watch, node, id);
    note_best(watch, id);
}

void by_watch_step(void *context, const struct by_step *step)
{
    struct by_watch *watch = context;
    if (watch->full && (step->ply > 0 || step->kind != BY_STEP_ENTER))
        return;
    if (step->kind == BY_STEP_ENTER)
        enter(watch, step);
    else
        leave(watch, step);
}

/* --- what was never looked at -------------------------------------------------- */

/* Below an unseen node everything is unseen, for the same reason. */
static bool describe(struct by_watch *watch, const struct by_walk *walk, int32_t id)
{
    if (!add_children(watch, id, by_walk_position(walk)))
        return false;
    struct by_watch_node *node = &watch->node[id];
    if (node->leaf)
        node->value = by_walk_finished(walk) * (is_max(node) ? 1 : -1);
    for (int32_t child = node->first; child < node->first + node->count; child++)
        watch->node[child].because = node->because;
    return true;
}

static bool is_last_child(const struct by_watch *watch, int32_t id)
{
    const struct by_watch_node *parent = &watch->node[watch->node[id].parent];
    return id == parent->first + parent->count - 1;
}

/* Through the whole tree in preorder; not recursive, because trees are deep. */
static bool complete_all(struct by_watch *watch, struct by_walk *walk)
{
    for (int32_t id = 0;;) {
        if (watch->node[id].entered == BY_WATCH_NONE && !describe(watch, walk, id))
            return false;
        if (watch->node[id].count > 0) {
            id = watch->node[id].first;
            by_walk_down(walk, watch->node[id].move);
            continue;
        }
        for (; id != 0 && is_last_child(watch, id); id = watch->node[id].parent)
            by_walk_up(walk);
        if (id == 0)
            return true;
        by_walk_up(walk);
        by_walk_down(walk, watch->node[++id].move);
    }
}

/* A search of a finished game tells nothing; here it is entered and left at once. */
static bool add_finished(struct by_watch *watch, const struct by_walk *walk)
{
    const struct by_game *game = watch->rules->game;
    const void *position = by_walk_position(walk);
    if (!game->over(watch->rules, position))
        return true;
    struct by_step step = {.kind = BY_STEP_ENTER,
                           .reason = BY_REASON_FINISHED,
                           .move = BY_NO_MOVE,
                           .side = game->side(watch->rules, position),
                           .alpha = -BY_VALUE_INF,
                           .beta = BY_VALUE_INF,
                           .value = by_walk_finished(walk),
                           .position = position};
    by_watch_step(watch, &step);
    step.kind = BY_STEP_LEAVE;
    by_watch_step(watch, &step);
    return !watch->full;
}

enum by_status by_watch_complete(struct by_watch *watch, const void *root, struct by_error *err)
{
    struct by_walk walk;
    enum by_status status = by_walk_open(&walk, watch->rules, err);
    if (status != BY_OK)
        return status;
    by_walk_start(&walk, root);
    bool done = add_finished(watch, &walk);
    if (done && watch->count > 0)
        done = complete_all(watch, &walk);
    by_walk_close(&walk);
    if (!done || watch->full)
        return by_fail(err, BY_NO_MEMORY, "the tree has more nodes than can be kept: %d at most",
                       watch->limit);
    return BY_OK;
}

/* --- looking at it --------------------------------------------------------------- */

int32_t by_watch_skipped(const struct by_watch *watch, int32_t id)
{
    const struct by_watch_node *node = &watch->node[id];
    int32_t skipped = 0;
    if (node->reason != BY_REASON_CUT)
        return 0;
    for (int32_t child = node->first; child < node->first + node->count; child++)
        skipped += watch->node[child].entered == BY_WATCH_NONE;
    return skipped;
}

struct by_watch_counts by_watch_count(const struct by_watch *watch)
{
    struct by_watch_counts counts = {0};
    for (int32_t id = 0; id < watch->count; id++) {
        const struct by_watch_node *node = &watch->node[id];
        bool seen = node->entered != BY_WATCH_NONE;
        if (!by_watch_linked(watch, id))
            continue;
        counts.nodes++;
        counts.nodes_seen += seen;
        counts.leaves += node->leaf;
        counts.leaves_seen += node->leaf && seen;
        counts.depth = node->ply > counts.depth ? node->ply : counts.depth;
        counts.cuts += by_watch_skipped(watch, id) > 0;
    }
    return counts;
}

int32_t by_watch_best(const struct by_watch *watch, int32_t id, int32_t now)
{
    const struct by_watch_node *node = &watch->node[id];
    if (by_watch_left(node, now))
        return node->best;
    int32_t best = BY_WATCH_NONE;
    for (int32_t child = node->first; child < node->first + node->count; child++) {
        const struct by_watch_node *c = &watch->node[child];
        if (!by_watch_left(c, now))
            continue;
        const struct by_watch_node *b = best == BY_WATCH_NONE ? NULL : &watch->node[best];
        if (!b || is_better(node, c->value, b->value) ||
            (c->value == b->value && c->left < b->left))
            best = child;
    }
    return best;
}

struct by_watch_window by_watch_window(const struct by_watch *watch, int32_t id, int32_t now)
{
    const struct by_watch_node *node = &watch->node[id];
    struct by_watch_window window = {node->alpha, node->beta};
    int32_t best = by_watch_best(watch, id, now);
    if (best == BY_WATCH_NONE)
        return window;
    int64_t value = watch->node[best].value;
    if (is_max(node) && value > window.alpha)
        window.alpha = value;
    if (!is_max(node) && value < window.beta)
        window.beta = value;
    return window;
}
