#include "search/textbook/recorder.h"
#include <stdlib.h>
#include <string.h>

#define ROOM_FIRST 1024

/* Where the search stands, ply by ply, and who gave the window its ends: the ancestor whose own
 * best child raised alpha (lowered beta) to what it is; BY_RECORDER_NONE while it is open. A node
 * whose best is merely equal to alpha does not count: with fail-soft values such a best may
 * be a bound, and then its owner does not have it. */
struct by_recorder_frame {
    int32_t node;
    int32_t alpha_from, beta_from;
    int root_sign; /* frame 0: what turns the trace's values into MAX's, or 0: the mover's */
};

enum by_status by_recorder_open(struct by_recorder *recorder, const struct by_rules *rules,
                                int32_t limit, struct by_error *err)
{
    size_t plies = (size_t)rules->max_length + 1;
    *recorder = (struct by_recorder){.rules = rules, .limit = limit, .unit = 1};
    recorder->frame = calloc(plies, sizeof *recorder->frame);
    recorder->moves = malloc((size_t)rules->max_moves * sizeof *recorder->moves);
    recorder->root = calloc(1, rules->position_size);
    recorder->position = calloc(1, rules->position_size);
    if (recorder->frame && recorder->moves && recorder->root && recorder->position)
        return BY_OK;
    by_recorder_close(recorder);
    return by_fail_memory(err, plies * sizeof *recorder->frame);
}

void by_recorder_close(struct by_recorder *recorder)
{
    free(recorder->node);
    free(recorder->frame);
    free(recorder->moves);
    free(recorder->root);
    free(recorder->position);
    *recorder = (struct by_recorder){0};
}

/* --- nodes ------------------------------------------------------------------- */

static bool make_room(struct by_recorder *recorder, int32_t more)
{
    if (more > recorder->limit - recorder->count)
        return false;
    int64_t need = (int64_t)recorder->count + more;
    if (need <= recorder->room)
        return true;
    int64_t room = recorder->room > 0 ? recorder->room : ROOM_FIRST;
    while (room < need)
        room *= 2;
    room = room < recorder->limit ? room : recorder->limit;
    struct by_recorder_node *node = realloc(recorder->node, (size_t)room * sizeof *node);
    if (!node)
        return false;
    recorder->node = node;
    recorder->room = (int32_t)room;
    return true;
}

static struct by_recorder_node unseen_node(int32_t parent, by_move move, int ply, int side)
{
    return (struct by_recorder_node){.parent = parent,
                                     .first = BY_RECORDER_NONE,
                                     .move = move,
                                     .entered = BY_RECORDER_NONE,
                                     .left = BY_RECORDER_NONE,
                                     .best = BY_RECORDER_NONE,
                                     .because = BY_RECORDER_NONE,
                                     .proof = BY_RECORDER_NONE,
                                     .ply = (uint16_t)ply,
                                     .side = (uint8_t)side};
}

/* The children of a node whose position is given; a finished game has none. */
static bool add_children(struct by_recorder *recorder, int32_t id, const void *position)
{
    const struct by_game *game = recorder->rules->game;
    if (game->over(recorder->rules, position)) {
        recorder->node[id].leaf = true;
        return true;
    }
    int count = game->moves(recorder->rules, position, recorder->moves);
    if (!make_room(recorder, count))
        return false;
    struct by_recorder_node *node = &recorder->node[id];
    bool chance = by_is_chance(recorder->rules, position);
    node->first = recorder->count;
    node->count = count;
    node->total = chance ? game->chance(recorder->rules, position, BY_NO_MOVE) : 0;
    for (int i = 0; i < count; i++) {
        struct by_recorder_node *child = &recorder->node[recorder->count++];
        by_move move = recorder->moves[i];
        *child = unseen_node(id, move, node->ply + 1, chance ? node->side : 1 - node->side);
        child->weight = chance ? game->chance(recorder->rules, position, move) : 0;
    }
    return true;
}

/* Most games list their moves so that move m of a full list stands at place m, and searches
 * without an order of their own take them in turn: look there first. */
static int32_t find_child(const struct by_recorder *recorder, int32_t parent, by_move move)
{
    const struct by_recorder_node *p = &recorder->node[parent];
    if (move >= 0 && move < p->count && recorder->node[p->first + move].move == move)
        return p->first + move;
    for (int32_t id = p->first; id < p->first + p->count; id++)
        if (recorder->node[id].move == move)
            return id;
    return BY_RECORDER_NONE;
}

/* --- events ------------------------------------------------------------------ */

static bool is_max(const struct by_recorder_node *node)
{
    return node->side == 0;
}

static bool is_better(const struct by_recorder_node *chooser, int64_t a, int64_t b)
{
    return is_max(chooser) ? a > b : a < b;
}

/* Minimax speaks for the root player, and says so at the root; the others for the mover. */
static int sign_of(const struct by_recorder *recorder, const struct by_step *step)
{
    int root_sign = recorder->frame[0].root_sign;
    return root_sign != 0 ? root_sign : step->side == 0 ? 1 : -1;
}

static int32_t begin(struct by_recorder *recorder, const struct by_step *step)
{
    recorder->count = 0;
    recorder->events = 0;
    recorder->unit = step->unit > 0 ? step->unit : 1;
    recorder->full = recorder->stopped = false;
    recorder->frame[0] =
        (struct by_recorder_frame){.alpha_from = BY_RECORDER_NONE,
                                   .beta_from = BY_RECORDER_NONE,
                                   .root_sign = step->maximise ? 1 - 2 * step->side : 0};
    memcpy(recorder->root, step->position, recorder->rules->position_size);
    if (!make_room(recorder, 1))
        return BY_RECORDER_NONE;
    recorder->node[recorder->count++] = unseen_node(BY_RECORDER_NONE, BY_NO_MOVE, 0, step->side);
    return 0;
}

/* The node a step enters; BY_RECORDER_NONE without memory. */
static int32_t node_entered(struct by_recorder *recorder, const struct by_step *step)
{
    if (step->ply == 0)
        return begin(recorder, step);
    int32_t parent = recorder->frame[step->ply - 1].node;
    int32_t id = find_child(recorder, parent, step->move);
    if (id == BY_RECORDER_NONE)
        return id;
    int32_t weight = recorder->node[id].weight;
    recorder->node[id] = unseen_node(parent, step->move, step->ply, step->side);
    recorder->node[id].weight = weight;
    return id;
}

/* Whoever narrowed the window last is known to the frame above, unless it was its node itself. */
static void push_frame(struct by_recorder *recorder, int32_t id)
{
    const struct by_recorder_node *node = &recorder->node[id];
    struct by_recorder_frame *frame = &recorder->frame[node->ply];
    frame->node = id;
    if (node->ply == 0)
        return;
    const struct by_recorder_node *parent = &recorder->node[node->parent];
    *frame = recorder->frame[node->ply - 1];
    frame->node = id;
    if (is_max(parent) && node->alpha > parent->alpha)
        frame->alpha_from = node->parent;
    if (!is_max(parent) && node->beta < parent->beta)
        frame->beta_from = node->parent;
}

static void enter(struct by_recorder *recorder, const struct by_step *step)
{
    int32_t id = node_entered(recorder, step);
    if (id == BY_RECORDER_NONE || !add_children(recorder, id, step->position)) {
        recorder->full = true;
        return;
    }
    struct by_recorder_node *node = &recorder->node[id];
    bool turned = sign_of(recorder, step) < 0;
    node->alpha = turned ? -step->beta : step->alpha;
    node->beta = turned ? -step->alpha : step->beta;
    node->entered = recorder->events++;
    push_frame(recorder, id);
}

/* All that a window tells: a value outside it is a bound. */
static enum by_bound by_the_window(const struct by_recorder_node *node)
{
    if (node->value <= node->alpha)
        return BY_BOUND_UPPER;
    return node->value >= node->beta ? BY_BOUND_LOWER : BY_BOUND_EXACT;
}

/* What the children tell of a node whose value is the best of theirs, or their mean, which is as
 * certain as all of them. MAX: it is worth no more
 * when no child can be worth more, and no less when the best one is worth no less. */
static enum by_bound known(const struct by_recorder *recorder, const struct by_recorder_node *node)
{
    enum by_bound towards = is_max(node) ? BY_BOUND_UPPER : BY_BOUND_LOWER;
    enum by_bound away = is_max(node) ? BY_BOUND_LOWER : BY_BOUND_UPPER;
    bool no_better = true, no_worse = false;
    for (int32_t id = node->first; id < node->first + node->count; id++) {
        const struct by_recorder_node *child = &recorder->node[id];
        bool left = child->left != BY_RECORDER_NONE;
        no_better &= left && (child->bound == BY_BOUND_EXACT || child->bound == towards);
        no_worse |= left && child->value == node->value &&
                    (child->bound == BY_BOUND_EXACT || child->bound == away);
    }
    if (no_better && (no_worse || node->total > 0))
        return BY_BOUND_EXACT;
    return no_better ? towards : no_worse ? away : by_the_window(node);
}

/* Whoever gave the window its end has that much; in a search that also tries windows of its own
 * making (a null window) it may be nobody. */
static void explain_cut(struct by_recorder *recorder, struct by_recorder_node *node, int32_t id)
{
    const struct by_recorder_frame *frame = &recorder->frame[node->ply];
    int64_t end = is_max(node) ? node->beta : node->alpha;
    int32_t owner = is_max(node) ? frame->beta_from : frame->alpha_from;
    int32_t proof = owner == BY_RECORDER_NONE ? BY_RECORDER_NONE : recorder->node[owner].best;
    if (proof != BY_RECORDER_NONE && recorder->node[proof].value == end) {
        node->because = owner;
        node->proof = proof;
    }
    for (int32_t child = node->first; child < node->first + node->count; child++)
        if (recorder->node[child].entered == BY_RECORDER_NONE)
            recorder->node[child].because = id;
}

static void note_best(struct by_recorder *recorder, int32_t id)
{
    const struct by_recorder_node *node = &recorder->node[id];
    if (node->parent == BY_RECORDER_NONE)
        return;
    struct by_recorder_node *parent = &recorder->node[node->parent];
    if (parent->total > 0)
        return;
    if (parent->best == BY_RECORDER_NONE ||
        is_better(parent, node->value, recorder->node[parent->best].value))
        parent->best = id;
}

/* A node that was not searched, at the depth limit or known from a table, has no children: those
 * that entering it brought are the last ones, and go again. */
static void drop_children(struct by_recorder *recorder, struct by_recorder_node *node)
{
    recorder->count -= node->count;
    node->first = BY_RECORDER_NONE;
    node->count = node->total = 0;
}

static enum by_bound bound_of(const struct by_recorder *recorder,
                              const struct by_recorder_node *node)
{
    if (node->leaf)
        return BY_BOUND_EXACT;
    return node->count > 0 ? known(recorder, node) : by_the_window(node);
}

static void leave(struct by_recorder *recorder, const struct by_step *step)
{
    int32_t id = recorder->frame[step->ply].node;
    struct by_recorder_node *node = &recorder->node[id];
    node->left = recorder->events++;
    node->reason = (uint8_t)step->reason;
    node->value = sign_of(recorder, step) * step->value;
    if (step->reason == BY_REASON_STOPPED) {
        recorder->stopped = true;
        return;
    }
    bool estimated = step->reason == BY_REASON_HORIZON || step->reason == BY_REASON_SEEN;
    node->leaf |= estimated;
    if (estimated || step->reason == BY_REASON_KNOWN)
        drop_children(recorder, node);
    node->bound = (uint8_t)bound_of(recorder, node);
    if (step->reason == BY_REASON_CUT)
        explain_cut(recorder, node, id);
    note_best(recorder, id);
}

void by_recorder_step(void *context, const struct by_step *step)
{
    struct by_recorder *recorder = context;
    if (recorder->full && (step->ply > 0 || step->kind != BY_STEP_ENTER))
        return;
    if (step->kind == BY_STEP_ENTER)
        enter(recorder, step);
    else
        leave(recorder, step);
}

/* --- what was never looked at -------------------------------------------------- */

static bool at_horizon(const struct by_recorder *recorder, const struct by_walk *walk)
{
    return recorder->depth > 0 && walk->ply >= recorder->depth &&
           !recorder->rules->game->over(recorder->rules, by_walk_position(walk)) &&
           !by_walk_chance(walk);
}

/* Below an unseen node everything is unseen, for the same reason. */
static bool describe(struct by_recorder *recorder, const struct by_walk *walk, int32_t id)
{
    struct by_recorder_node *node = &recorder->node[id];
    if (at_horizon(recorder, walk)) {
        node->leaf = true;
        node->value = by_walk_estimate(walk) * (is_max(node) ? 1 : -1);
        return true;
    }
    if (!add_children(recorder, id, by_walk_position(walk)))
        return false;
    node = &recorder->node[id];
    if (node->leaf)
        node->value = by_walk_finished(walk) * (is_max(node) ? 1 : -1);
    for (int32_t child = node->first; child < node->first + node->count; child++)
        recorder->node[child].because = node->because;
    return true;
}

static bool is_last_child(const struct by_recorder *recorder, int32_t id)
{
    const struct by_recorder_node *parent = &recorder->node[recorder->node[id].parent];
    return id == parent->first + parent->count - 1;
}

/* Through the whole tree in preorder; not recursive, because trees are deep. */
static bool complete_all(struct by_recorder *recorder, struct by_walk *walk)
{
    for (int32_t id = 0;;) {
        if (recorder->node[id].entered == BY_RECORDER_NONE && !describe(recorder, walk, id))
            return false;
        if (recorder->node[id].count > 0) {
            id = recorder->node[id].first;
            by_walk_down(walk, recorder->node[id].move);
            continue;
        }
        for (; id != 0 && is_last_child(recorder, id); id = recorder->node[id].parent)
            by_walk_up(walk);
        if (id == 0)
            return true;
        by_walk_up(walk);
        by_walk_down(walk, recorder->node[++id].move);
    }
}

/* A search of a finished game tells nothing; here it is entered and left at once. */
static bool add_finished(struct by_recorder *recorder, const struct by_walk *walk)
{
    const struct by_game *game = recorder->rules->game;
    const void *position = by_walk_position(walk);
    if (!game->over(recorder->rules, position))
        return true;
    struct by_step step = {.kind = BY_STEP_ENTER,
                           .reason = BY_REASON_FINISHED,
                           .move = BY_NO_MOVE,
                           .side = game->side(recorder->rules, position),
                           .alpha = -BY_VALUE_INF,
                           .beta = BY_VALUE_INF,
                           .value = by_walk_finished(walk),
                           .unit = walk->unit,
                           .position = position};
    by_recorder_step(recorder, &step);
    step.kind = BY_STEP_LEAVE;
    by_recorder_step(recorder, &step);
    return !recorder->full;
}

enum by_status by_recorder_complete(struct by_recorder *recorder, const void *root,
                                    struct by_error *err)
{
    struct by_walk walk;
    enum by_status status = by_walk_open(&walk, recorder->rules, err);
    if (status != BY_OK)
        return status;
    walk.eval = recorder->eval;
    by_walk_start(&walk, root);
    bool done = add_finished(recorder, &walk);
    if (done && recorder->count > 0)
        done = complete_all(recorder, &walk);
    by_walk_close(&walk);
    if (!done || recorder->full)
        return by_fail(err, BY_NO_MEMORY, "the tree has more nodes than can be kept: %d at most",
                       recorder->limit);
    return BY_OK;
}

/* --- the game ----------------------------------------------------------------------- */

static void play_to(const struct by_recorder *recorder, int32_t id)
{
    const struct by_recorder_node *node = &recorder->node[id];
    if (node->parent == BY_RECORDER_NONE) {
        memcpy(recorder->position, recorder->root, recorder->rules->position_size);
        return;
    }
    play_to(recorder, node->parent);
    recorder->rules->game->play(recorder->rules, recorder->position, node->move, NULL);
}

const void *by_recorder_position(const struct by_recorder *recorder, int32_t id)
{
    play_to(recorder, id);
    return recorder->position;
}

void by_recorder_move(const struct by_recorder *recorder, int32_t id, struct by_text *out)
{
    const struct by_recorder_node *node = &recorder->node[id];
    if (node->parent == BY_RECORDER_NONE)
        return;
    const void *position = by_recorder_position(recorder, node->parent);
    recorder->rules->game->write_move(recorder->rules, position, node->move, out);
}

/* --- looking at it --------------------------------------------------------------- */

int32_t by_recorder_skipped(const struct by_recorder *recorder, int32_t id)
{
    const struct by_recorder_node *node = &recorder->node[id];
    int32_t skipped = 0;
    if (node->reason != BY_REASON_CUT)
        return 0;
    for (int32_t child = node->first; child < node->first + node->count; child++)
        skipped += recorder->node[child].entered == BY_RECORDER_NONE;
    return skipped;
}

struct by_recorder_counts by_recorder_count(const struct by_recorder *recorder)
{
    struct by_recorder_counts counts = {0};
    for (int32_t id = 0; id < recorder->count; id++) {
        const struct by_recorder_node *node = &recorder->node[id];
        bool seen = node->entered != BY_RECORDER_NONE;
        if (!by_recorder_linked(recorder, id))
            continue;
        counts.nodes++;
        counts.nodes_seen += seen;
        counts.leaves += node->leaf;
        counts.leaves_seen += node->leaf && seen;
        counts.depth = node->ply > counts.depth ? node->ply : counts.depth;
        counts.cuts += by_recorder_skipped(recorder, id) > 0;
    }
    return counts;
}

int32_t by_recorder_scale(const struct by_recorder *recorder)
{
    const struct by_eval *eval = recorder->eval;
    if (!eval)
        return recorder->rules->score_scale;
    bool counts = !eval->counting || eval->counting(recorder->rules);
    return eval->unit > 0 && counts ? eval->unit : 1;
}

double by_recorder_fraction(const struct by_recorder *recorder, int64_t value)
{
    return by_walk_fraction(value, recorder->unit) / by_recorder_scale(recorder);
}

int32_t by_recorder_best(const struct by_recorder *recorder, int32_t id, int32_t now)
{
    const struct by_recorder_node *node = &recorder->node[id];
    if (by_recorder_left(node, now))
        return node->best;
    int32_t best = BY_RECORDER_NONE;
    for (int32_t child = node->first; child < node->first + node->count && node->total == 0;
         child++) {
        const struct by_recorder_node *c = &recorder->node[child];
        if (!by_recorder_left(c, now))
            continue;
        const struct by_recorder_node *b = best == BY_RECORDER_NONE ? NULL : &recorder->node[best];
        if (!b || is_better(node, c->value, b->value) ||
            (c->value == b->value && c->left < b->left))
            best = child;
    }
    return best;
}

struct by_recorder_window by_recorder_window(const struct by_recorder *recorder, int32_t id,
                                             int32_t now)
{
    const struct by_recorder_node *node = &recorder->node[id];
    struct by_recorder_window window = {node->alpha, node->beta};
    int32_t best = by_recorder_best(recorder, id, now);
    if (best == BY_RECORDER_NONE)
        return window;
    int64_t value = recorder->node[best].value;
    if (is_max(node) && value > window.alpha)
        window.alpha = value;
    if (!is_max(node) && value < window.beta)
        window.beta = value;
    return window;
}
