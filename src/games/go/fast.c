/* fast.c: the board that Go is played on, seen from outside: how it is looked at and made, and which
 * table is whose. fast_tmpl.h has what is compiled for the sizes people play, and once for all
 * others; each has a file of its own. */

#include "games/go/board.h"
#include "games/go/strength.h"

#include <string.h>

/* --- between boards --------------------------------------------------------------- */

static size_t fast_bytes(int stride)
{
    size_t records = (size_t)by_go_records(stride);
    size_t list = (size_t)(stride - 1) * (size_t)(stride - 1);
    return sizeof(struct by_go_board) + records * sizeof(struct by_go_point) +
           (records + list) * sizeof(uint16_t);
}

size_t by_go_fast_bytes(int size)
{
    return fast_bytes(size + 1);
}

static void look(const struct by_rules *rules, const void *position, struct by_go_view *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const struct by_go_board *board = position;
    out->head = board->head;
    memset(out->cell, BY_GO_EMPTY, sizeof out->cell);
    for (int i = 0; i < shape->points; i++)
        out->cell[i] = board->point[by_go_index(shape->size + 1, i)].colour;
}

/* An empty board. Points off the board have everything set in `near`, which makes the diagonal
 * points beyond the edge count as off the board too. */
static void clear(struct by_go_board *board, int size, size_t bytes)
{
    int stride = size + 1;
    memset(board, 0, bytes);
    for (int i = 0; i < by_go_records(stride); i++)
        board->point[i] = (struct by_go_point){
            .liberties = BY_GO_PLENTY, .chain = (uint16_t)i, .near = 255, .colour = BY_GO_OFF};
    uint16_t *list = by_go_list(board, stride);
    for (int i = 0; i < size * size; i++) {
        int x = i % size, y = i / size, index = by_go_index(stride, i);
        unsigned off = (unsigned)(y == size - 1) | (unsigned)(x == size - 1) << 1 |
                       (unsigned)(y == 0) << 2 | (unsigned)(x == 0) << 3;
        board->point[index].near = (uint8_t)(off | off << 4);
        board->point[index].colour = BY_GO_EMPTY;
        board->point[index].next = (uint16_t)board->empty;
        list[board->empty++] = (uint16_t)index;
    }
}

/* Every chain has a liberty, but not perhaps while the stones are being put down one by one: so
 * nothing is ever taken here. */
static void add_stone(struct by_go_board *board, int stride, int index, int colour)
{
    struct by_go_point *p = board->point + index;
    by_go_unlist(board, stride, p->next, true);
    unsigned own = by_go_near(p, colour), theirs = by_go_near(p, !colour);
    for (unsigned set = BY_GO_ALL; set; set &= set - 1)
        board->point[p[by_go_step(stride, set)].chain].liberties--;
    by_go_flip(p, stride, colour);
    p->colour = (uint8_t)colour;
    p->next = (uint16_t)index;
    p->liberties = (int16_t)(3 - __builtin_popcount(own | theirs));
    by_go_sizes(board, stride)[index] = 1;
    int head = index;
    for (unsigned set = own & ~theirs; set; set &= set - 1) {
        int other = p[by_go_step(stride, set)].chain;
        if (other != head)
            head = by_go_join(board, stride, head, other);
    }
}

static void make(const struct by_rules *rules, const struct by_go_view *view, void *position)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_board *board = position;
    int stride = shape->size + 1;
    clear(board, shape->size, rules->position_size);
    for (int i = 0; i < shape->points; i++)
        if (view->cell[i] != BY_GO_EMPTY)
            add_stone(board, stride, by_go_index(stride, i), view->cell[i]);
    board->head = view->head;
    board->head.stones_key = by_go_stones_key(shape, view);
    board->head.lead = by_go_lead(shape, view);
    board->head.key_is_stale = 0;
}

static int liberties(const struct by_rules *rules, const void *position, int point)
{
    const struct by_go_board *board = position;
    uint16_t found[BY_GO_POINTS_MAX];
    int stride = by_go_shape_of(rules)->size + 1;
    int head = board->point[by_go_index(stride, point)].chain;
    return by_go_find_liberties(board->point, stride, head, BY_GO_POINTS_MAX, found);
}

static bool eye(const struct by_rules *rules, const void *position, int point, int colour)
{
    const struct by_go_board *board = position;
    int stride = by_go_shape_of(rules)->size + 1;
    return by_go_is_eye(board->point + by_go_index(stride, point), stride, colour);
}

/* A chain that is beside the point more than once is marked by its head. */
static uint64_t taken_key(const struct by_rules *rules, const void *position, int point)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const struct by_go_board *board = position;
    int stride = shape->size + 1, colour = board->head.side, done[4], count = 0;
    const struct by_go_point *p = board->point + by_go_index(stride, point);
    unsigned dead = by_go_last_breath(board->point, p, stride) & by_go_near(p, !colour) &
                    ~by_go_near(p, colour);
    uint64_t key = 0;
    for (; dead; dead &= dead - 1) {
        int head = p[by_go_step(stride, dead)].chain, stone = head, i = 0;
        while (i < count && done[i] != head)
            i++;
        if (i < count)
            continue;
        done[count++] = head;
        do {
            key ^= shape->stone_key[!colour][by_go_action(stride, stone)];
            stone = board->point[stone].next;
        } while (stone != head);
    }
    return key;
}

const struct by_go_kind by_go_fast_kind = {look, make,      liberties,
                                           eye,  taken_key, by_go_fast_features};

/* --- one table for each size ------------------------------------------------------------ */

const struct by_game *by_go_fast_table(int size)
{
    switch (size) {
    case 7:
        return &by_go_fast_7;
    case 9:
        return &by_go_fast_9;
    case 13:
        return &by_go_fast_13;
    case 19:
        return &by_go_fast_19;
    default:
        return &by_game_go;
    }
}
