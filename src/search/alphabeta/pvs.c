#include "search/alphabeta/pvs.h"
#include "base/zobrist.h"
#include <stdlib.h>
#include <string.h>

/* Images are compared only where it pays: not right above the leaves, and near the root, where
 * symmetric lines part. Deeper down most of them have been taken for one already. */
#define SYMMETRY_DEPTH 2
#define SYMMETRY_PLIES 8

/* Right above the leaves a look-up costs more than the search it may save: without it Connect 4
 * to depth 17 takes one thread 10 % longer, but two threads no longer than before, for they do
 * not pull the table's lines from each other any more (1.8 times one thread instead of 1.5). */
#define TABLE_DEPTH 2

/* Below this depth a move is searched sooner than another thread is asked about it. */
#define DEFER_DEPTH 3

/* Ranks of moves. History stays below the killers. */
#define RANK_TABLE  UINT32_MAX
#define RANK_KILLER (UINT32_MAX - 1)
#define HISTORY_MAX (UINT32_MAX / 2)

enum by_status by_pvs_open(struct by_pvs *pvs, const struct by_rules *rules, struct by_error *err)
{
    memset(pvs, 0, sizeof *pvs);
    enum by_status status = by_exact_init(&pvs->frame, rules, err);
    size_t actions = (size_t)rules->action_count;
    pvs->killer = calloc((size_t)rules->max_length + 1, sizeof *pvs->killer);
    pvs->history[0] = calloc(actions, sizeof **pvs->history);
    pvs->history[1] = calloc(actions, sizeof **pvs->history);
    pvs->image = malloc(rules->position_size);
    if (status == BY_OK && (!pvs->killer || !pvs->history[0] || !pvs->history[1] || !pvs->image))
        status = by_fail_memory(err, 2 * actions * sizeof **pvs->history);
    if (status != BY_OK)
        by_pvs_close(pvs);
    else
        by_pvs_forget(pvs);
    return status;
}

void by_pvs_close(struct by_pvs *pvs)
{
    by_exact_clear(&pvs->frame);
    free(pvs->killer);
    free(pvs->history[0]);
    free(pvs->history[1]);
    free(pvs->image);
    memset(pvs, 0, sizeof *pvs);
}

void by_pvs_forget(struct by_pvs *pvs)
{
    const struct by_rules *rules = pvs->frame.walk.rules;
    for (int i = 0; i <= rules->max_length; i++)
        pvs->killer[i][0] = pvs->killer[i][1] = BY_NO_MOVE;
    for (int side = 0; side < 2; side++)
        memset(pvs->history[side], 0, (size_t)rules->action_count * sizeof **pvs->history);
}

/* --- the table ------------------------------------------------------------- */

/* The smallest key among the symmetric images: the same for all of them. */
uint64_t by_pvs_key(struct by_pvs *pvs, int depth, int *symmetry)
{
    const struct by_walk *walk = &pvs->frame.walk;
    const struct by_rules *rules = walk->rules;
    const void *position = by_walk_position(walk);
    uint64_t least = rules->game->key(rules, position);
    *symmetry = 0;
    if (!pvs->use.symmetry || depth < SYMMETRY_DEPTH || walk->ply > SYMMETRY_PLIES)
        return least;
    for (int s = 1; s < rules->symmetry_count; s++) {
        rules->game->transform(rules, position, s, pvs->image);
        uint64_t key = rules->game->key(rules, pvs->image);
        if (key < least) {
            least = key;
            *symmetry = s;
        }
    }
    return least;
}

static by_move image_of(const struct by_rules *rules, by_move move, int symmetry)
{
    return symmetry == 0 ? move : rules->game->transform_move(rules, move, symmetry);
}

/* True when the entry may stand for a search `depth` plies deep; see table.h. When every line
 * is played to its end, so were those behind the entry. */
static bool holds(const struct by_pvs *pvs, const struct by_known *known, int depth)
{
    return known->depth == depth ||
           (known->closed && (pvs->use.to_the_end || known->depth <= depth));
}

/* True when the entry settles the node. */
static bool settles(const struct by_pvs *pvs, const struct by_known *known, int depth,
                    int64_t alpha, int64_t beta)
{
    if (!holds(pvs, known, depth))
        return false;
    switch (known->bound) {
    case BY_BOUND_EXACT:
        return true;
    case BY_BOUND_LOWER:
        return known->value >= beta;
    case BY_BOUND_UPPER:
        return known->value <= alpha;
    default:
        return false;
    }
}

/* --- the order of moves ------------------------------------------------------ */

/* One node under search. */
struct node {
    int depth;
    int64_t alpha, beta;
    uint64_t key;
    int symmetry;
    by_move hint; /* the table's move, as the table sees it; BY_NO_MOVE: none */
    size_t first; /* where its moves begin */
    int count;
    int64_t best;
    by_move best_move;
};

static uint32_t rank_of(const struct by_pvs *pvs, const struct node *node, by_move move, int side)
{
    const struct by_walk *walk = &pvs->frame.walk;
    if (node->hint != BY_NO_MOVE && image_of(walk->rules, move, node->symmetry) == node->hint)
        return RANK_TABLE;
    const by_move *killer = pvs->killer[walk->ply];
    if (pvs->use.killers && move == killer[0])
        return RANK_KILLER;
    if (pvs->use.killers && move == killer[1])
        return RANK_KILLER - 1;
    return pvs->use.history ? pvs->history[side][move] : 0;
}

/* Sorts by rank, equal ranks in the game's order: insertion, because lists are short and
 * mostly sorted by the cut of the first few moves; long lists (wide explicit trees) would take
 * quadratic time and stay as they are, but for the table's move, and so do lists that the game
 * has put in order (width=). */
static void sort_moves(struct by_pvs *pvs, const struct node *node)
{
    enum { LONG_LIST = 512 };
    struct by_walk *walk = &pvs->frame.walk;
    by_move *moves = walk->moves + node->first;
    struct by_ranked *ranked = pvs->frame.ranked;
    int side = walk->rules->game->side(walk->rules, by_walk_position(walk));
    bool all =
        walk->width == 0 && node->count <= LONG_LIST && (pvs->use.killers || pvs->use.history);
    if (!all && node->hint == BY_NO_MOVE)
        return;
    for (int i = 0; i < node->count; i++) {
        by_move move = moves[i];
        int64_t rank = rank_of(pvs, node, move, side);
        if (!all && rank != RANK_TABLE)
            rank = 0;
        int place = i;
        for (; place > 0 && ranked[place - 1].value < rank; place--) {
            ranked[place] = ranked[place - 1];
            moves[place] = moves[place - 1];
        }
        ranked[place].value = rank;
        moves[place] = move;
    }
}

static void note_cut(struct by_pvs *pvs, const struct node *node, by_move move)
{
    struct by_walk *walk = &pvs->frame.walk;
    by_move *killer = pvs->killer[walk->ply];
    if (killer[0] != move) {
        killer[1] = killer[0];
        killer[0] = move;
    }
    int side = walk->rules->game->side(walk->rules, by_walk_position(walk));
    uint32_t *worth = &pvs->history[side][move];
    *worth += (uint32_t)(node->depth * node->depth);
    if (*worth < HISTORY_MAX)
        return;
    for (int i = 0; i < walk->rules->action_count; i++)
        pvs->history[side][i] /= 2;
}

/* --- the search --------------------------------------------------------------- */

static int64_t max64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The value of a move, for who plays it. `scout`: an empty window first. */
static int64_t value_of_move(struct by_pvs *pvs, const struct node *node, by_move move, bool scout)
{
    struct by_walk *walk = &pvs->frame.walk;
    int64_t alpha = max64(node->alpha, node->best), beta = node->beta;
    by_walk_down(walk, move);
    int64_t value = alpha;
    if (scout)
        value = -by_pvs_value(pvs, node->depth - 1, -alpha - 1, -alpha);
    if (!scout || (value > alpha && value < beta && !walk->stopped))
        value = -by_pvs_value(pvs, node->depth - 1, -beta, -alpha);
    by_walk_up(walk);
    return value;
}

/* Searches one move and takes note of what it brought. True: go on with the next. */
static bool try_move(struct by_pvs *pvs, struct node *node, by_move move)
{
    struct by_walk *walk = &pvs->frame.walk;
    bool scout = pvs->use.null_windows && node->best > -BY_VALUE_INF;
    int64_t value = value_of_move(pvs, node, move, scout);
    if (walk->stopped)
        return false;
    if (value > node->best) {
        node->best = value;
        node->best_move = move;
        by_walk_best(walk, move);
    }
    if (node->best < node->beta)
        return true;
    note_cut(pvs, node, move);
    return false;
}

/* The moves in order, the ones another thread is busy with last. Returns how many were never
 * looked at. */
static int try_moves(struct by_pvs *pvs, struct node *node)
{
    struct by_walk *walk = &pvs->frame.walk;
    bool ask = pvs->deferred && node->depth >= DEFER_DEPTH;
    int put_off = 0;
    for (int i = 0; i < node->count; i++) {
        by_move move = walk->moves[node->first + (size_t)i];
        uint64_t mark = ask ? by_zobrist(node->key, (uint64_t)move) | 1 : 0;
        if (ask && i > 0 && by_deferred_is(pvs->deferred, mark)) {
            walk->moves[node->first + (size_t)put_off++] = move;
            continue;
        }
        if (ask && i > 0)
            by_deferred_begin(pvs->deferred, mark);
        bool on = try_move(pvs, node, move);
        if (ask && i > 0)
            by_deferred_end(pvs->deferred, mark);
        if (!on)
            return node->count - 1 - i + put_off;
    }
    for (int i = 0; i < put_off; i++)
        if (!try_move(pvs, node, walk->moves[node->first + (size_t)i]))
            return put_off - 1 - i;
    return 0;
}

/* The most that a position can be worth; nothing is known of it in games with margins. */
static int64_t top_value(const struct by_walk *walk)
{
    if (walk->rules->game->has_margin)
        return BY_VALUE_INF;
    return walk->eval ? walk->eval->win : 1;
}

/* What the outcome says of the value: a bound beyond which there is nothing is exact. */
static enum by_bound bound_of(const struct by_walk *walk, const struct node *node)
{
    int64_t top = top_value(walk);
    if (node->best <= node->alpha && node->best > -top)
        return BY_BOUND_UPPER;
    if (node->best >= node->beta && node->best < top)
        return BY_BOUND_LOWER;
    return BY_BOUND_EXACT;
}

static void remember(struct by_pvs *pvs, const struct node *node)
{
    struct by_walk *walk = &pvs->frame.walk;
    struct by_known known = {.value = (int32_t)node->best,
                             .depth = node->depth,
                             .bound = bound_of(walk, node),
                             .closed = !walk->horizon,
                             .action = BY_NO_MOVE};
    if (node->best > node->alpha)
        known.action = image_of(walk->rules, node->best_move, node->symmetry);
    by_table_store(pvs->table, node->key, &known);
}

/* Searches the moves of a node that is neither a leaf nor settled. The walk's horizon flag is
 * this subtree's own meanwhile: it says whether the outcome is closed. */
static int64_t search_node(struct by_pvs *pvs, struct node *node, int *skipped)
{
    struct by_walk *walk = &pvs->frame.walk;
    bool horizon = walk->horizon;
    walk->horizon = false;
    node->first = walk->move_top;
    node->count = by_walk_candidates(walk);
    node->best = -BY_VALUE_INF;
    node->best_move = BY_NO_MOVE;
    sort_moves(pvs, node);
    *skipped = try_moves(pvs, node);
    if (!walk->stopped)
        node->best = by_walk_believed(walk, node->best);
    walk->move_top = node->first;
    if (pvs->table && node->depth >= TABLE_DEPTH && !walk->stopped)
        remember(pvs, node);
    walk->horizon |= horizon;
    return node->best;
}

/* Asks the table. True when the node needs no search: the value is in node->best. */
static bool known_already(struct by_pvs *pvs, struct node *node)
{
    struct by_known known;
    node->hint = BY_NO_MOVE;
    if ((!pvs->table && !pvs->deferred) || node->depth < TABLE_DEPTH)
        return false;
    node->key = by_pvs_key(pvs, node->depth, &node->symmetry);
    if (!pvs->table || !by_table_find(pvs->table, node->key, &known))
        return false;
    node->hint = known.action;
    if (!settles(pvs, &known, node->depth, node->alpha, node->beta))
        return false;
    node->best = known.value;
    pvs->frame.walk.horizon |= !known.closed;
    return true;
}

int64_t by_pvs_value(struct by_pvs *pvs, int depth, int64_t alpha, int64_t beta)
{
    struct by_walk *walk = &pvs->frame.walk;
    if (!by_walk_count(walk))
        return 0;
    struct by_step step = {.kind = BY_STEP_ENTER, .alpha = alpha, .beta = beta};
    if (by_walk_traced(walk))
        by_walk_tell(walk, &step);
    if (!by_walk_leaf(walk, depth, &step.value, &step.reason)) {
        /* Nothing is better than a win, so a win is a cut whatever the window says. */
        int64_t top = top_value(walk);
        struct node node = {
            .depth = depth, .alpha = max64(alpha, -top), .beta = beta < top ? beta : top};
        if (known_already(pvs, &node)) {
            step.value = node.best;
            step.reason = BY_REASON_KNOWN;
        } else {
            step.value = search_node(pvs, &node, &step.skipped);
            step.reason = step.value >= node.beta ? BY_REASON_CUT : BY_REASON_SEARCHED;
        }
        if (walk->stopped)
            step.reason = BY_REASON_STOPPED;
    }
    step.kind = BY_STEP_LEAVE;
    if (by_walk_traced(walk))
        by_walk_tell(walk, &step);
    return step.value;
}

/* --- the line ------------------------------------------------------------------- */

/* The table's move here; `certain`: only if it is known to belong to this depth. */
static by_move known_move(struct by_pvs *pvs, int depth, bool certain)
{
    struct by_walk *walk = &pvs->frame.walk;
    struct by_known known;
    int symmetry;
    uint64_t key = by_pvs_key(pvs, depth, &symmetry);
    if (!by_table_find(pvs->table, key, &known) || known.action == BY_NO_MOVE ||
        (certain && (known.bound != BY_BOUND_EXACT || !holds(pvs, &known, depth))))
        return BY_NO_MOVE;
    by_move move = BY_NO_MOVE;
    int count = by_walk_moves(walk);
    for (int i = 0; i < count && move == BY_NO_MOVE; i++)
        if (image_of(walk->rules, walk->moves[i], symmetry) == known.action)
            move = walk->moves[i];
    walk->move_top = 0;
    return move;
}

/* Goes down the line, on with the table, and up again. */
static int extend(struct by_pvs *pvs, int depth, bool certain, by_move *line, int count)
{
    struct by_walk *walk = &pvs->frame.walk;
    for (int i = 0; i < count; i++)
        by_walk_down(walk, line[i]);
    while (count < BY_PV_MAX && count < depth &&
           !walk->rules->game->over(walk->rules, by_walk_position(walk))) {
        by_move move = known_move(pvs, depth - count, certain);
        if (move == BY_NO_MOVE)
            break;
        line[count++] = move;
        by_walk_down(walk, move);
    }
    while (walk->ply > 0)
        by_walk_up(walk);
    return count;
}

void by_pvs_extend_line(struct by_pvs *pvs, int depth)
{
    struct by_walk *walk = &pvs->frame.walk;
    if (pvs->table)
        walk->pv_count[0] = extend(pvs, depth, true, walk->pv[0], walk->pv_count[0]);
}

void by_pvs_extend_other(struct by_pvs *pvs, int depth, struct by_expected *expected)
{
    expected->count = expected->searched;
    if (pvs->table && expected->count < depth)
        expected->count = extend(pvs, depth, false, expected->line, expected->count);
}
