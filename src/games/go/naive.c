/* naive.c: the boards of the thesis, chapter 3: an array, searched anew for every question.
 *
 * On the naive board a move is tried out on a copy: placed, chains without liberties found by
 * flood fill and taken away, and the whole board compared with the one before the opponent's move
 * (that is its ko). The half-way board has a ko point instead and asks the neighbours, but fills
 * all the same. Both are what experiments compare the fast board with, and its test oracles. */
#include "games/go/strength.h"

#include <stdlib.h>
#include <string.h>

/* cell[0..points) is the board, cell[points..2 points) the one a move earlier. */
struct naive {
    struct by_go_head head;
    uint8_t cell[];
};

size_t by_go_naive_bytes(int size)
{
    return sizeof(struct naive) + 2 * (size_t)(size * size);
}

/* --- chains ----------------------------------------------------------------------- */

struct chain {
    uint16_t stone[BY_GO_POINTS_MAX];
    int count;
    int liberties;
};

static void fill_from(int size, const uint8_t *cell, int start, struct chain *out)
{
    bool seen[BY_GO_POINTS_MAX] = {false};
    out->stone[0] = (uint16_t)start;
    out->count = 1;
    out->liberties = 0;
    seen[start] = true;
    for (int i = 0; i < out->count; i++) {
        int near[4], count = by_go_neighbours(size, out->stone[i], near);
        for (int j = 0; j < count; j++) {
            if (seen[near[j]])
                continue;
            seen[near[j]] = true;
            if (cell[near[j]] == cell[start])
                out->stone[out->count++] = (uint16_t)near[j];
            else
                out->liberties += cell[near[j]] == BY_GO_EMPTY;
        }
    }
}

static void take_off(uint8_t *cell, const struct chain *chain)
{
    for (int i = 0; i < chain->count; i++)
        cell[chain->stone[i]] = BY_GO_EMPTY;
}

/* Puts a stone down and takes the opponent's chains that have no liberty left. Returns how many
 * stones that were; `*last` is one of them. */
static int place(int size, uint8_t *cell, int point, int colour, int *last)
{
    struct chain chain;
    int near[4], taken = 0, count = by_go_neighbours(size, point, near);
    cell[point] = (uint8_t)colour;
    for (int i = 0; i < count; i++) {
        if (cell[near[i]] != !colour)
            continue;
        fill_from(size, cell, near[i], &chain);
        if (chain.liberties > 0)
            continue;
        taken += chain.count;
        *last = near[i];
        take_off(cell, &chain);
    }
    return taken;
}

/* --- legality ------------------------------------------------------------------------ */

static const uint8_t *before(const struct by_go_shape *shape, const struct naive *naive)
{
    return naive->cell + shape->points;
}

static bool legal_naive(const struct by_go_shape *shape, const struct naive *naive, int point)
{
    uint8_t cell[BY_GO_POINTS_MAX];
    struct chain chain;
    int last;
    size_t bytes = (size_t)shape->points;
    if (naive->cell[point] != BY_GO_EMPTY)
        return false;
    memcpy(cell, naive->cell, bytes);
    (void)place(shape->size, cell, point, naive->head.side, &last);
    fill_from(shape->size, cell, point, &chain);
    return chain.liberties > 0 && memcmp(cell, before(shape, naive), bytes) != 0;
}

/* The thesis' condition: free, and (an empty neighbour, or it kills, or a friendly chain that
 * keeps a liberty), and no ko. */
static bool legal_halfway(const struct by_go_shape *shape, const struct naive *naive, int point)
{
    int near[4], count = by_go_neighbours(shape->size, point, near);
    if (naive->cell[point] != BY_GO_EMPTY || naive->head.ko == point)
        return false;
    for (int i = 0; i < count; i++)
        if (naive->cell[near[i]] == BY_GO_EMPTY)
            return true;
    for (int i = 0; i < count; i++) {
        struct chain chain;
        fill_from(shape->size, naive->cell, near[i], &chain);
        bool own = naive->cell[near[i]] == naive->head.side;
        if (own ? chain.liberties > 1 : chain.liberties == 1)
            return true;
    }
    return false;
}

typedef bool legal_fn(const struct by_go_shape *shape, const struct naive *naive, int point);

static int list_moves(const struct by_rules *rules, const struct naive *naive, legal_fn *legal,
                      by_move *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    int count = 0;
    for (int i = 0; i < shape->points; i++)
        if (legal(shape, naive, i))
            out[count++] = i;
    out[count++] = shape->points;
    return count;
}

static int moves_naive(const struct by_rules *rules, const void *position, by_move *out)
{
    return list_moves(rules, position, legal_naive, out);
}

static int moves_halfway(const struct by_rules *rules, const void *position, by_move *out)
{
    return list_moves(rules, position, legal_halfway, out);
}

/* --- playing ---------------------------------------------------------------------------- */

/* The taken stone's place when one stone took one stone and could be taken back at once. */
static int ko_after(const struct by_go_shape *shape, const struct naive *naive, int point,
                    int taken, int last)
{
    struct chain chain;
    if (taken != 1)
        return BY_GO_NO_POINT;
    fill_from(shape->size, naive->cell, point, &chain);
    return chain.count == 1 && chain.liberties == 1 ? last : BY_GO_NO_POINT;
}

static void play(const struct by_rules *rules, void *position, by_move move, struct by_undo *undo)
{
    (void)undo;
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct naive *naive = position;
    struct by_go_head *head = &naive->head;
    int last = BY_GO_NO_POINT;
    memcpy(naive->cell + shape->points, naive->cell, (size_t)shape->points);
    head->ko = BY_GO_NO_POINT;
    head->last = 0;
    if (move == shape->points) {
        head->passes++;
    } else {
        head->last = (uint16_t)(move + 1);
        int taken = place(shape->size, naive->cell, move, head->side, &last);
        head->captures[head->side] += taken;
        head->passes = 0;
        head->ko = (int16_t)ko_after(shape, naive, move, taken, last);
    }
    head->ply++;
    head->side ^= 1;
    head->key_is_stale = 1; /* nothing is kept up to date here: by_go_key counts the stones */
}

/* --- between boards -------------------------------------------------------------------- */

static void look(const struct by_rules *rules, const void *position, struct by_go_view *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const struct naive *naive = position;
    out->head = naive->head;
    memset(out->cell, BY_GO_EMPTY, sizeof out->cell);
    memcpy(out->cell, naive->cell, (size_t)shape->points);
    out->head.lead = by_go_lead(shape, out);
}

/* The board before a stone was taken in a ko: without the stone that took, with the other. */
static void undo_ko(const struct by_go_shape *shape, struct naive *naive)
{
    struct chain chain;
    uint8_t *earlier = naive->cell + shape->points;
    int near[4], ko = naive->head.ko, count = by_go_neighbours(shape->size, ko, near);
    for (int i = 0; i < count; i++) {
        fill_from(shape->size, naive->cell, near[i], &chain);
        if (chain.count != 1 || chain.liberties != 1)
            continue;
        earlier[near[i]] = BY_GO_EMPTY;
        earlier[ko] = naive->head.side;
    }
}

static void make(const struct by_rules *rules, const struct by_go_view *view, void *position)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct naive *naive = position;
    memset(position, 0, rules->position_size);
    naive->head = view->head;
    naive->head.key_is_stale = 1;
    memcpy(naive->cell, view->cell, (size_t)shape->points);
    memcpy(naive->cell + shape->points, view->cell, (size_t)shape->points);
    if (naive->head.ko != BY_GO_NO_POINT)
        undo_ko(shape, naive);
}

static int liberties(const struct by_rules *rules, const void *position, int point)
{
    struct chain chain;
    const struct naive *naive = position;
    fill_from(by_go_shape_of(rules)->size, naive->cell, point, &chain);
    return chain.liberties;
}

static bool is_eye(const struct by_go_shape *shape, const uint8_t *cell, int point, int colour)
{
    int near[4], size = shape->size, count = by_go_neighbours(size, point, near);
    for (int i = 0; i < count; i++)
        if (cell[near[i]] != colour)
            return false;
    int theirs = 0, corners = 0;
    for (int dy = -1; dy <= 1; dy += 2) {
        for (int dx = -1; dx <= 1; dx += 2) {
            int x = point % size + dx, y = point / size + dy;
            if (x < 0 || x >= size || y < 0 || y >= size)
                continue;
            corners++;
            theirs += cell[y * size + x] == !colour;
        }
    }
    return theirs <= (corners == 4);
}

static bool eye(const struct by_rules *rules, const void *position, int point, int colour)
{
    const struct naive *naive = position;
    return is_eye(by_go_shape_of(rules), naive->cell, point, colour);
}

static uint64_t taken_key(const struct by_rules *rules, const void *position, int point)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const struct naive *naive = position;
    uint8_t cell[BY_GO_POINTS_MAX];
    uint64_t key = 0;
    int last;
    memcpy(cell, naive->cell, (size_t)shape->points);
    (void)place(shape->size, cell, point, naive->head.side, &last);
    for (int i = 0; i < shape->points; i++)
        if (i != point && cell[i] != naive->cell[i])
            key ^= shape->stone_key[naive->cell[i]][i];
    return key;
}

/* --- features: the stone is put on a copy, and the copies are compared ---------------------- */

/* The fewest liberties of the chains of `colour` beside the point; more than any when there is none
 * of them. */
static int fewest_liberties(int size, const uint8_t *cell, int point, int colour)
{
    struct chain chain;
    int near[4], fewest = BY_GO_POINTS_MAX, count = by_go_neighbours(size, point, near);
    for (int i = 0; i < count; i++) {
        if (cell[near[i]] != colour)
            continue;
        fill_from(size, cell, near[i], &chain);
        fewest = chain.liberties < fewest ? chain.liberties : fewest;
    }
    return fewest;
}

/* Stones of `colour` up to one column and one row away; straight: only along the lines. */
static int stones_around(int size, const uint8_t *cell, int point, int colour, bool straight)
{
    int count = 0;
    for (int i = 0; i < size * size; i++) {
        int dx = abs(i % size - point % size), dy = abs(i / size - point / size);
        count += cell[i] == colour && dx <= 1 && dy <= 1 && (!straight || dx + dy == 1);
    }
    return count;
}

static unsigned place_features(int size, int point, int last)
{
    static const enum by_go_feature lines[] = {BY_GO_LINE_1, BY_GO_LINE_2, BY_GO_LINE_3};
    static const enum by_go_feature near[] = {BY_GO_DISTANCE_2, BY_GO_DISTANCE_3, BY_GO_DISTANCE_4,
                                              BY_GO_DISTANCE_5, BY_GO_DISTANCE_6};
    unsigned set = 0;
    int x = point % size, y = point / size;
    for (int edge = 2; edge >= 0; edge--)
        if (x == edge || y == edge || x == size - 1 - edge || y == size - 1 - edge)
            set = 1U << lines[edge];
    if (last == BY_GO_NO_POINT)
        return set;
    int dx = abs(x - last % size), dy = abs(y - last / size);
    int distance = dx + dy + (dx > dy ? dx : dy);
    return distance >= 2 && distance <= 6 ? set | 1U << near[distance - 2] : set;
}

static unsigned features(const struct by_rules *rules, const void *position, by_move move)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const struct naive *naive = position;
    uint8_t cell[BY_GO_POINTS_MAX];
    struct chain chain;
    int last, size = shape->size, me = naive->head.side;
    if (move == shape->points)
        return 1U << BY_GO_PASS;
    unsigned set = place_features(size, move, naive->head.last - 1);
    memcpy(cell, naive->cell, (size_t)shape->points);
    bool takes = place(size, cell, move, me, &last) > 0;
    fill_from(size, cell, move, &chain);
    bool stays = takes || chain.liberties >= 2;
    bool endangered = fewest_liberties(size, naive->cell, move, me) == 1;
    int own = stones_around(size, naive->cell, move, me, true);
    int theirs = stones_around(size, naive->cell, move, !me, true);
    int around = stones_around(size, naive->cell, move, me, false) +
                 stones_around(size, naive->cell, move, !me, false);
    set |= takes ? 1U << BY_GO_TAKES : 0;
    set |= fewest_liberties(size, cell, move, !me) == 1 ? 1U << BY_GO_ATARI : 0;
    set |= !stays ? 1U << BY_GO_SELF_ATARI : 0;
    set |= stays && endangered ? 1U << BY_GO_SECURES : 0;
    set |= is_eye(shape, naive->cell, move, me) ? 1U << BY_GO_FILLS_EYE : 0;
    set |= own > 0 ? 1U << BY_GO_NEXT_TO_OWN : 0;
    set |= theirs > 0 ? 1U << BY_GO_NEXT_TO_THEIRS : 0;
    return around == 0 ? set | 1U << BY_GO_ALONE : set;
}

const struct by_go_kind by_go_naive_kind = {look, make, liberties, eye, taken_key, features};
const struct by_go_kind by_go_halfway_kind = {look, make, liberties, eye, taken_key, features};

/* --- playouts ----------------------------------------------------------------------------- */

/* A random legal move that fills no own eye; pass when there is none. */
static by_move random_move(const struct by_rules *rules, const struct naive *naive,
                           struct by_rng *rng, by_move *scratch)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    int kept = 0, count = rules->game->moves(rules, naive, scratch);
    for (int i = 0; i < count - 1; i++)
        if (!is_eye(shape, naive->cell, scratch[i], naive->head.side))
            scratch[kept++] = scratch[i];
    return kept ? scratch[by_rng_below(rng, (uint32_t)kept)] : shape->points;
}

static void uniform(const struct by_rules *rules, void *position, struct by_rng *rng,
                    struct by_playout *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct naive *naive = position;
    struct by_go_view view;
    out->length = 0;
    while (!by_go_is_over(shape, &naive->head)) {
        by_move move = random_move(rules, naive, rng, out->scratch);
        if (out->plies)
            out->plies[out->length] = (struct by_ply){move, naive->head.side};
        out->length++;
        play(rules, position, move, NULL);
    }
    out->result = by_go_result(rules, position);
    if (out->owner) {
        look(rules, position, &view);
        by_go_owners(shape, &view, out->owner);
    }
}

static const struct by_policy policies[] = {
    {.name = "uniform",
     .help = "every legal move that fills no own eye equally likely, to the end of the game",
     .run = uniform},
    {.name = NULL},
};

const struct by_game by_go_naive_table = {BY_GO_TABLE, .moves = moves_naive, .play = play,
                                          .policies = policies};
const struct by_game by_go_halfway_table = {BY_GO_TABLE, .moves = moves_halfway, .play = play,
                                            .policies = policies};
