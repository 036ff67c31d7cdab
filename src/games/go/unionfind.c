/* unionfind.c: the board of the thesis' chapter 4: groups by union-find (groups.h), one forbidden
 * point for the ko, and a set of candidate moves that is not looked for again at every move
 * (candidates.h). */
#include "games/go/candidates.h"
#include "games/go/cells.h"
#include "games/go/groups.h"
#include "games/go/planes.h"

#include <string.h>

struct unionfind {
    struct by_go_head head;
    struct by_go_node node[]; /* then the links, then the sets of candidates, one for each colour */
};

static size_t groups_bytes(int records)
{
    return (size_t)records * (sizeof(struct by_go_node) + 4 * sizeof(struct by_go_link));
}

size_t by_go_unionfind_bytes(int size, const struct by_go_candidates_kind *candidates)
{
    int records = by_go_records(size + 1);
    return sizeof(struct unionfind) + groups_bytes(records) + 2 * candidates->bytes(records);
}

static struct by_go_groups groups_of(const struct by_go_shape *shape, struct unionfind *board,
                                     uint64_t *work)
{
    int stride = shape->size + 1;
    void *links = board->node + by_go_records(stride);
    return (struct by_go_groups){
        .stride = stride, .node = board->node, .link = links, .work = work};
}

/* The set that `colour` draws from. */
static size_t offset_of_set(const struct by_go_shape *shape, int colour)
{
    int records = by_go_records(shape->size + 1);
    size_t one = shape->candidates->bytes(records);
    return groups_bytes(records) + (shape->candidates->exact && colour ? one : 0);
}

static void *set_of(const struct by_go_shape *shape, struct unionfind *board, int colour)
{
    return (char *)board->node + offset_of_set(shape, colour);
}

static const void *set_seen(const struct by_go_shape *shape, const struct unionfind *board,
                            int colour)
{
    return (const char *)board->node + offset_of_set(shape, colour);
}

/* --- legality ------------------------------------------------------------------------ */

static bool has_empty_neighbour(const struct by_go_node *p, int stride)
{
    return p[stride].colour == BY_GO_EMPTY || p[1].colour == BY_GO_EMPTY ||
           p[-stride].colour == BY_GO_EMPTY || p[-1].colour == BY_GO_EMPTY;
}

/* Whether a group beside a point lets `colour` play there: it is taken, or keeps a liberty. */
static bool lets_stand(const struct by_go_node *group, int colour)
{
    return group->colour == colour ? group->liberties > 1
                                   : group->colour == !colour && group->liberties == 1;
}

/* Whether `colour` may play at an index, but for the ko, in a position that is only looked at. */
static bool is_legal(const struct by_go_node *node, int stride, int index, int colour)
{
    if (node[index].colour != BY_GO_EMPTY)
        return false;
    if (has_empty_neighbour(node + index, stride))
        return true;
    for (int d = 0; d < 4; d++)
        if (lets_stand(node + by_go_root(node, index + by_go_way(stride, d)), colour))
            return true;
    return false;
}

/* The same with finds that compress the paths. */
static bool find_legal(struct by_go_groups *groups, int index, int colour)
{
    struct by_go_node *node = groups->node;
    by_go_count(groups->work, BY_GO_LEGALITY, 1);
    if (node[index].colour != BY_GO_EMPTY)
        return false;
    by_go_count(groups->work, BY_GO_LEGALITY, 4);
    if (has_empty_neighbour(node + index, groups->stride))
        return true;
    for (int d = 0; d < 4; d++) {
        int near = index + by_go_way(groups->stride, d);
        if (lets_stand(node + by_go_find(groups, near), colour))
            return true;
    }
    return false;
}

static int moves(const struct by_rules *rules, const void *position, by_move *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const struct by_go_candidates_kind *kind = shape->candidates;
    const struct unionfind *board = position;
    const void *set = set_seen(shape, board, board->head.side);
    bool possible[BY_GO_POINTS_MAX] = {false};
    int count = 0, stride = shape->size + 1;
    for (int i = 0; i < kind->count(set); i++) {
        int index = kind->at(set, i);
        possible[by_go_action(stride, index)] =
            kind->exact || is_legal(board->node, stride, index, board->head.side);
    }
    for (int i = 0; i < shape->points; i++)
        if (possible[i] && i != board->head.ko)
            out[count++] = i;
    out[count++] = shape->points; /* pass */
    return count;
}

/* --- playing ---------------------------------------------------------------------------- */

/* The sets know of a move: every point that it touched is asked again for both colours. */
static void refresh(const struct by_go_shape *shape, struct unionfind *board,
                    struct by_go_groups *groups)
{
    const struct by_go_candidates_kind *kind = shape->candidates;
    for (int colour = 0; colour < 2; colour++) {
        void *set = set_of(shape, board, colour);
        for (int i = 0; i < groups->touched->count; i++) {
            int index = groups->touched->point[i];
            if (find_legal(groups, index, colour))
                kind->insert(set, index, groups->work);
            else
                kind->remove(set, index, groups->work);
        }
    }
}

/* Takes the opponent's groups beside a stone that have no liberty left; returns how many stones,
 * and writes them down. */
static int take_around(struct by_go_groups *groups, int index, int colour, uint16_t *out)
{
    int taken = 0;
    by_go_count(groups->work, BY_GO_CAPTURE, 4);
    for (int d = 0; d < 4; d++) {
        int near = index + by_go_way(groups->stride, d);
        if (groups->node[near].colour == !colour &&
            groups->node[by_go_find(groups, near)].liberties == 0)
            taken += by_go_groups_take(groups, near, out + taken);
    }
    return taken;
}

/* Whether the stone is alone and has one liberty. */
static bool is_bare(const struct by_go_node *stone, int index)
{
    return stone->parent == index && stone->child == BY_GO_NONE && stone->liberties == 1;
}

static void put(const struct by_go_shape *shape, struct unionfind *board, by_move move,
                uint64_t *work)
{
    const struct by_go_candidates_kind *kind = shape->candidates;
    struct by_go_groups groups = groups_of(shape, board, work);
    struct by_go_touched touched;
    struct by_go_head *head = &board->head;
    uint16_t stone[BY_GO_POINTS_MAX];
    int index = by_go_index(groups.stride, move), colour = head->side;
    touched.count = 0; /* and nothing else: the rest is larger than the board */
    groups.touched = kind->exact ? &touched : NULL;
    by_go_groups_add(&groups, index, colour);
    int taken = take_around(&groups, index, colour, stone);
    head->captures[colour] += taken;
    if (taken == 1 && is_bare(groups.node + index, index))
        head->ko = (int16_t)by_go_action(groups.stride, stone[0]);
    if (kind->exact) {
        refresh(shape, board, &groups);
        return;
    }
    for (int i = 0; i < taken; i++)
        kind->insert(set_of(shape, board, colour), stone[i], work);
}

static void do_move(const struct by_go_shape *shape, struct unionfind *board, by_move move,
                    uint64_t *work)
{
    struct by_go_head *head = &board->head;
    bool pass = move == shape->points;
    head->ko = BY_GO_NO_POINT;
    head->before = head->last;
    head->last = pass ? 0 : (uint16_t)(move + 1);
    head->passes = pass ? (uint8_t)(head->passes + 1) : 0;
    if (!pass)
        put(shape, board, move, work);
    head->ply++;
    head->side ^= 1;
    head->key_is_stale = 1; /* by_go_key counts the stones */
}

static void play(const struct by_rules *rules, void *position, by_move move, struct by_undo *undo)
{
    (void)undo;
    do_move(by_go_shape_of(rules), position, move, NULL);
}

/* --- between boards -------------------------------------------------------------------- */

static void look(const struct by_rules *rules, const void *position, struct by_go_view *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const struct unionfind *board = position;
    out->head = board->head;
    memset(out->cell, BY_GO_EMPTY, sizeof out->cell);
    for (int i = 0; i < shape->points; i++)
        out->cell[i] = board->node[by_go_index(shape->size + 1, i)].colour;
    out->head.lead = by_go_lead(shape, out);
}

static void fill_sets(const struct by_go_shape *shape, struct unionfind *board)
{
    const struct by_go_candidates_kind *kind = shape->candidates;
    int stride = shape->size + 1;
    for (int colour = kind->exact ? 1 : 0; colour >= 0; colour--) {
        void *set = set_of(shape, board, colour);
        kind->clear(set, by_go_records(stride));
        for (int i = 0; i < shape->points; i++) {
            int index = by_go_index(stride, i);
            bool goes_in = kind->exact ? is_legal(board->node, stride, index, colour)
                                       : board->node[index].colour == BY_GO_EMPTY;
            if (goes_in)
                kind->insert(set, index, NULL);
        }
    }
}

static void make(const struct by_rules *rules, const struct by_go_view *view, void *position)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct unionfind *board = position;
    memset(position, 0, rules->position_size);
    struct by_go_groups groups = groups_of(shape, board, NULL);
    by_go_groups_clear(&groups);
    for (int i = 0; i < shape->points; i++)
        if (view->cell[i] != BY_GO_EMPTY)
            by_go_groups_add(&groups, by_go_index(groups.stride, i), view->cell[i]);
    board->head = view->head;
    board->head.key_is_stale = 1;
    fill_sets(shape, board);
}

static int liberties(const struct by_rules *rules, const void *position, int point)
{
    const struct unionfind *board = position;
    int index = by_go_index(by_go_shape_of(rules)->size + 1, point);
    return board->node[by_go_root(board->node, index)].liberties;
}

/* As by_go_kind has it; a point beyond the edge is nobody's. */
static bool is_eye(const struct by_go_node *p, int stride, int colour)
{
    const int corner[4] = {stride + 1, stride - 1, -stride + 1, -stride - 1};
    int theirs = 0, off = 0;
    for (int d = 0; d < 4; d++) {
        int near = p[by_go_way(stride, d)].colour;
        if (near != colour && near != BY_GO_OFF)
            return false;
        off += near == BY_GO_OFF;
        theirs += p[corner[d]].colour == !colour;
    }
    return theirs <= (off == 0);
}

static bool eye(const struct by_rules *rules, const void *position, int point, int colour)
{
    const struct unionfind *board = position;
    int stride = by_go_shape_of(rules)->size + 1;
    return is_eye(board->node + by_go_index(stride, point), stride, colour);
}

static uint64_t taken_key(const struct by_rules *rules, const void *position, int point)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const struct unionfind *board = position;
    int stride = shape->size + 1, index = by_go_index(stride, point), theirs = !board->head.side;
    uint16_t stone[BY_GO_POINTS_MAX];
    int done[4] = {0};
    uint64_t key = 0;
    for (int d = 0; d < 4; d++) {
        int root = by_go_root(board->node, index + by_go_way(stride, d));
        done[d] = root;
        bool again =
            (d > 0 && done[0] == root) || (d > 1 && done[1] == root) || (d > 2 && done[2] == root);
        if (again || board->node[root].colour != theirs || board->node[root].liberties != 1)
            continue;
        for (int i = by_go_groups_list(board->node, root, stone) - 1; i >= 0; i--)
            key ^= shape->stone_key[theirs][by_go_action(stride, stone[i])];
    }
    return key;
}

static unsigned features(const struct by_rules *rules, const void *position, by_move move)
{
    struct by_go_view view;
    look(rules, position, &view);
    return by_go_cells_features(by_go_shape_of(rules), &view, move);
}

const struct by_go_kind by_go_unionfind_kind = {look, make, liberties, eye, taken_key, features};

/* --- playouts ----------------------------------------------------------------------------- */

/* Whether a playout may go to a point of the set; a point of a lazy set may be anything. */
static bool will_do(const struct by_go_shape *shape, struct by_go_groups *groups,
                    const struct by_go_head *head, int index)
{
    by_go_count(groups->work, BY_GO_KO, 1);
    if (head->ko != BY_GO_NO_POINT && by_go_index(groups->stride, head->ko) == index)
        return false;
    if (!shape->candidates->exact && !find_legal(groups, index, head->side))
        return false;
    by_go_count(groups->work, BY_GO_LEGALITY, 8);
    return !is_eye(groups->node + index, groups->stride, head->side);
}

/* A random legal move that fills no own eye; pass when there is none. */
static by_move random_move(const struct by_go_shape *shape, struct unionfind *board,
                           struct by_rng *rng, uint64_t *work)
{
    const struct by_go_candidates_kind *kind = shape->candidates;
    struct by_go_groups groups = groups_of(shape, board, work);
    void *set = set_of(shape, board, board->head.side);
    for (int left = kind->count(set); left > 0;) {
        int index = kind->draw(set, rng, &left, work);
        if (will_do(shape, &groups, &board->head, index))
            return by_go_action(groups.stride, index);
        if (board->node[index].colour != BY_GO_EMPTY)
            kind->remove(set, index, work);
    }
    return shape->points;
}

static void uniform(const struct by_rules *rules, void *position, struct by_rng *rng,
                    struct by_playout *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct unionfind *board = position;
    out->length = 0;
    while (!by_go_is_over(shape, &board->head)) {
        by_move move = random_move(shape, board, rng, out->work);
        if (out->plies)
            out->plies[out->length] = (struct by_ply){move, board->head.side};
        out->length++;
        do_move(shape, board, move, out->work);
    }
    by_go_finish(rules, position, out);
}

static const struct by_policy policies[] = {{BY_GO_UNIFORM, .run = uniform}, {.name = NULL}};

const struct by_game by_go_unionfind_table = {BY_GO_TABLE(BY_GO_SLOW_PLAYER), .moves = moves,
                                              .play = play, .policies = policies};
