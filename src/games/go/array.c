/* array.c: the boards of the thesis, chapter 3: an array, searched anew for every question.
 *
 * A move is possible when its point is free, has an empty neighbour, or takes something, or joins a
 * chain that keeps a liberty, which flood fill tells, and when it is no ko (GO 3.2.1). For the ko
 * the first board, `array`, has the board before the opponent's move, makes every possible move
 * on a copy, and compares each point: the thesis' n^2 (n^2 + l) for the moves of a position, n^6
 * for a playout. `halfway` remembers the one forbidden point instead (GO 4.2): n^4. Both still ask
 * every point of the board at every move. */
#include "games/go/cells.h"
#include "games/go/planes.h"

#include <string.h>

/* cell[0..points) is the board, cell[points..2 points) the one a move earlier. */
struct array {
    struct by_go_head head;
    uint8_t cell[];
};

size_t by_go_array_bytes(int size)
{
    return sizeof(struct array) + 2 * (size_t)(size * size);
}

/* --- legality ------------------------------------------------------------------------ */

/* E, K or G: an empty neighbour, or an enemy chain that dies, or a friendly one that does not. */
static bool may_stand(struct by_go_fill *fill, const struct array *array, int point)
{
    int near[4], count = by_go_neighbours(fill->size, point, near);
    by_go_count(fill->work, BY_GO_LEGALITY, count);
    for (int i = 0; i < count; i++)
        if (array->cell[near[i]] == BY_GO_EMPTY)
            return true;
    for (int i = 0; i < count; i++) {
        by_go_fill(fill, array->cell, near[i]);
        bool own = array->cell[near[i]] == array->head.side;
        if (own ? fill->liberties > 1 : fill->liberties == 1)
            return true;
    }
    return false;
}

/* Whether the move brings back the board before the opponent's. Each point is compared, as the
 * thesis has it; who stops at the first difference compares a third of them. */
static bool repeats(struct by_go_fill *fill, const struct array *array, int point)
{
    uint8_t cell[BY_GO_POINTS_MAX];
    int last, same = 0, points = fill->size * fill->size;
    const uint8_t *before = array->cell + points;
    for (int i = 0; i < points; i++)
        cell[i] = array->cell[i];
    (void)by_go_cells_place(fill, cell, point, array->head.side, &last);
    for (int i = 0; i < points; i++)
        same += cell[i] == before[i];
    by_go_count(fill->work, BY_GO_KO, 2 * points);
    return same == points;
}

static bool legal_array(struct by_go_fill *fill, const struct array *array, int point)
{
    by_go_count(fill->work, BY_GO_LEGALITY, 1);
    return array->cell[point] == BY_GO_EMPTY && may_stand(fill, array, point) &&
           !repeats(fill, array, point);
}

static bool legal_halfway(struct by_go_fill *fill, const struct array *array, int point)
{
    by_go_count(fill->work, BY_GO_LEGALITY, 1);
    if (array->cell[point] != BY_GO_EMPTY)
        return false;
    by_go_count(fill->work, BY_GO_KO, 1);
    return array->head.ko != point && may_stand(fill, array, point);
}

/* What tells the two boards apart. */
struct way {
    bool (*legal)(struct by_go_fill *fill, const struct array *array, int point);
    bool remembers; /* the board before the last move */
};
static const struct way whole_board = {legal_array, true}, ko_point = {legal_halfway, false};

/* The points that may be played at, in order; returns how many. */
static int list_points(struct by_go_fill *fill, const struct array *array, const struct way *way,
                       by_move *out)
{
    int count = 0;
    for (int i = 0; i < fill->size * fill->size; i++)
        if (way->legal(fill, array, i))
            out[count++] = i;
    by_go_count(fill->work, BY_GO_CANDIDATES, count);
    return count;
}

static int list_moves(const struct by_rules *rules, const struct array *array,
                      const struct way *way, by_move *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_fill fill;
    by_go_fill_init(&fill, shape->size, NULL);
    int count = list_points(&fill, array, way, out);
    out[count++] = shape->points; /* pass */
    return count;
}

static int moves_array(const struct by_rules *rules, const void *position, by_move *out)
{
    return list_moves(rules, position, &whole_board, out);
}

static int moves_halfway(const struct by_rules *rules, const void *position, by_move *out)
{
    return list_moves(rules, position, &ko_point, out);
}

/* --- playing ---------------------------------------------------------------------------- */

/* The taken stone's place when one stone took one stone and could be taken back at once. Only
 * `halfway` goes by it; to all boards it is a part of what a position is called. */
static int ko_after(struct by_go_fill *fill, const struct array *array, int point, int taken,
                    int last)
{
    if (taken != 1)
        return BY_GO_NO_POINT;
    by_go_fill(fill, array->cell, point);
    return fill->count == 1 && fill->liberties == 1 ? last : BY_GO_NO_POINT;
}

static void do_move(struct by_go_fill *fill, struct array *array, const struct way *way,
                    by_move move)
{
    struct by_go_head *head = &array->head;
    int last = BY_GO_NO_POINT, points = fill->size * fill->size;
    if (way->remembers) {
        memcpy(array->cell + points, array->cell, (size_t)points);
        by_go_count(fill->work, BY_GO_KO, points);
    }
    head->ko = BY_GO_NO_POINT;
    head->before = head->last;
    head->last = 0;
    if (move == points) {
        head->passes++;
    } else {
        head->last = (uint16_t)(move + 1);
        int taken = by_go_cells_place(fill, array->cell, move, head->side, &last);
        head->captures[head->side] += taken;
        head->passes = 0;
        head->ko = (int16_t)ko_after(fill, array, move, taken, last);
    }
    head->ply++;
    head->side ^= 1;
    head->key_is_stale = 1; /* nothing is kept up to date here: by_go_key counts the stones */
}

static void play_array(const struct by_rules *rules, void *position, by_move move,
                       struct by_undo *undo)
{
    (void)undo;
    struct by_go_fill fill;
    by_go_fill_init(&fill, by_go_shape_of(rules)->size, NULL);
    do_move(&fill, position, &whole_board, move);
}

static void play_halfway(const struct by_rules *rules, void *position, by_move move,
                         struct by_undo *undo)
{
    (void)undo;
    struct by_go_fill fill;
    by_go_fill_init(&fill, by_go_shape_of(rules)->size, NULL);
    do_move(&fill, position, &ko_point, move);
}

/* --- between boards -------------------------------------------------------------------- */

static void look(const struct by_rules *rules, const void *position, struct by_go_view *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const struct array *array = position;
    out->head = array->head;
    memset(out->cell, BY_GO_EMPTY, sizeof out->cell);
    memcpy(out->cell, array->cell, (size_t)shape->points);
    out->head.lead = by_go_lead(shape, out);
}

/* The board before a stone was taken in a ko: without the stone that took, with the other. */
static void undo_ko(const struct by_go_shape *shape, struct array *array)
{
    struct by_go_fill fill;
    uint8_t *earlier = array->cell + shape->points;
    int near[4], ko = array->head.ko, count = by_go_neighbours(shape->size, ko, near);
    by_go_fill_init(&fill, shape->size, NULL);
    for (int i = 0; i < count; i++) {
        by_go_fill(&fill, array->cell, near[i]);
        if (fill.count != 1 || fill.liberties != 1)
            continue;
        earlier[near[i]] = BY_GO_EMPTY;
        earlier[ko] = array->head.side;
    }
}

static void make(const struct by_rules *rules, const struct by_go_view *view, void *position)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct array *array = position;
    memset(position, 0, rules->position_size);
    array->head = view->head;
    array->head.key_is_stale = 1;
    memcpy(array->cell, view->cell, (size_t)shape->points);
    memcpy(array->cell + shape->points, view->cell, (size_t)shape->points);
    if (array->head.ko != BY_GO_NO_POINT)
        undo_ko(shape, array);
}

static int liberties(const struct by_rules *rules, const void *position, int point)
{
    struct by_go_fill fill;
    const struct array *array = position;
    by_go_fill_init(&fill, by_go_shape_of(rules)->size, NULL);
    by_go_fill(&fill, array->cell, point);
    return fill.liberties;
}

static bool eye(const struct by_rules *rules, const void *position, int point, int colour)
{
    const struct array *array = position;
    return by_go_cells_eye(by_go_shape_of(rules)->size, array->cell, point, colour, NULL);
}

static uint64_t taken_key(const struct by_rules *rules, const void *position, int point)
{
    struct by_go_view view;
    look(rules, position, &view);
    return by_go_cells_taken_key(by_go_shape_of(rules), &view, point);
}

static unsigned features(const struct by_rules *rules, const void *position, by_move move)
{
    struct by_go_view view;
    look(rules, position, &view);
    return by_go_cells_features(by_go_shape_of(rules), &view, move);
}

const struct by_go_kind by_go_array_kind = {look, make, liberties, eye, taken_key, features};

/* --- playouts ----------------------------------------------------------------------------- */

/* A random legal move that fills no own eye; pass when there is none. */
static by_move random_move(struct by_go_fill *fill, const struct array *array,
                           const struct way *way, struct by_rng *rng, by_move *scratch)
{
    int kept = 0, count = list_points(fill, array, way, scratch);
    for (int i = 0; i < count; i++)
        if (!by_go_cells_eye(fill->size, array->cell, scratch[i], array->head.side, fill->work))
            scratch[kept++] = scratch[i];
    return kept ? scratch[by_rng_below(rng, (uint32_t)kept)] : fill->size * fill->size;
}

static void run(const struct by_rules *rules, struct array *array, const struct way *way,
                struct by_rng *rng, struct by_playout *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_fill fill;
    by_go_fill_init(&fill, shape->size, out->work);
    out->length = 0;
    while (!by_go_is_over(shape, &array->head)) {
        by_move move = random_move(&fill, array, way, rng, out->scratch);
        if (out->plies)
            out->plies[out->length] = (struct by_ply){move, array->head.side};
        out->length++;
        do_move(&fill, array, way, move);
    }
    by_go_finish(rules, array, out);
}

static void uniform_array(const struct by_rules *rules, void *position, struct by_rng *rng,
                          struct by_playout *out)
{
    run(rules, position, &whole_board, rng, out);
}

static void uniform_halfway(const struct by_rules *rules, void *position, struct by_rng *rng,
                            struct by_playout *out)
{
    run(rules, position, &ko_point, rng, out);
}

static const struct by_policy policies_array[] = {{BY_GO_UNIFORM, .run = uniform_array},
                                                  {.name = NULL}};
static const struct by_policy policies_halfway[] = {{BY_GO_UNIFORM, .run = uniform_halfway},
                                                    {.name = NULL}};

const struct by_game by_go_array_table = {BY_GO_TABLE(BY_GO_SLOW_PLAYER), .moves = moves_array,
                                          .play = play_array, .policies = policies_array};
const struct by_game by_go_halfway_table = {BY_GO_TABLE(BY_GO_SLOW_PLAYER), .moves = moves_halfway,
                                            .play = play_halfway, .policies = policies_halfway};
