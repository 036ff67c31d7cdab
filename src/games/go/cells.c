/* cells.c: see cells.h. */
#include "games/go/cells.h"

#include "games/go/strength.h"

#include <stdlib.h>
#include <string.h>

/* --- chains ----------------------------------------------------------------------- */

void by_go_fill_init(struct by_go_fill *fill, int size, uint64_t *work)
{
    fill->size = size;
    fill->work = work;
    fill->now = 0;
    memset(fill->seen, 0, (size_t)(size * size) * sizeof *fill->seen);
}

void by_go_fill(struct by_go_fill *fill, const uint8_t *cell, int start)
{
    int looks = 1;
    fill->now++;
    fill->stone[0] = (uint16_t)start;
    fill->count = 1;
    fill->liberties = 0;
    fill->seen[start] = fill->now;
    for (int i = 0; i < fill->count; i++) {
        int near[4], count = by_go_neighbours(fill->size, fill->stone[i], near);
        looks += count;
        for (int j = 0; j < count; j++) {
            if (fill->seen[near[j]] == fill->now)
                continue;
            fill->seen[near[j]] = fill->now;
            if (cell[near[j]] == cell[start])
                fill->stone[fill->count++] = (uint16_t)near[j];
            else
                fill->liberties += cell[near[j]] == BY_GO_EMPTY;
        }
    }
    by_go_count(fill->work, BY_GO_GROUPS, looks);
}

static void take_off(const struct by_go_fill *chain, uint8_t *cell)
{
    for (int i = 0; i < chain->count; i++)
        cell[chain->stone[i]] = BY_GO_EMPTY;
    by_go_count(chain->work, BY_GO_CAPTURE, chain->count);
}

int by_go_cells_place(struct by_go_fill *fill, uint8_t *cell, int point, int colour, int *last)
{
    int near[4], taken = 0, count = by_go_neighbours(fill->size, point, near);
    cell[point] = (uint8_t)colour;
    by_go_count(fill->work, BY_GO_CAPTURE, 1 + count);
    for (int i = 0; i < count; i++) {
        if (cell[near[i]] != !colour)
            continue;
        by_go_fill(fill, cell, near[i]);
        if (fill->liberties > 0)
            continue;
        taken += fill->count;
        *last = near[i];
        take_off(fill, cell);
    }
    return taken;
}

/* --- eyes and keys ------------------------------------------------------------------- */

static bool few_corners_are_theirs(int size, const uint8_t *cell, int point, int colour)
{
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

bool by_go_cells_eye(int size, const uint8_t *cell, int point, int colour, uint64_t *work)
{
    int near[4], count = by_go_neighbours(size, point, near), own = 0;
    while (own < count && cell[near[own]] == colour)
        own++;
    by_go_count(work, BY_GO_LEGALITY, own < count ? own + 1 : own + 4);
    return own == count && few_corners_are_theirs(size, cell, point, colour);
}

uint64_t by_go_cells_taken_key(const struct by_go_shape *shape, const struct by_go_view *view,
                               int point)
{
    uint8_t cell[BY_GO_POINTS_MAX];
    struct by_go_fill fill;
    uint64_t key = 0;
    int last;
    memcpy(cell, view->cell, (size_t)shape->points);
    by_go_fill_init(&fill, shape->size, NULL);
    (void)by_go_cells_place(&fill, cell, point, view->head.side, &last);
    for (int i = 0; i < shape->points; i++)
        if (i != point && cell[i] != view->cell[i])
            key ^= shape->stone_key[view->cell[i]][i];
    return key;
}

/* --- features: the stone is put on a copy, and the copies are compared ---------------------- */

/* The fewest liberties of the chains of `colour` beside the point; more than any when there is none
 * of them. */
static int fewest_liberties(struct by_go_fill *fill, const uint8_t *cell, int point, int colour)
{
    int near[4], fewest = BY_GO_POINTS_MAX, count = by_go_neighbours(fill->size, point, near);
    for (int i = 0; i < count; i++) {
        if (cell[near[i]] != colour)
            continue;
        by_go_fill(fill, cell, near[i]);
        fewest = fill->liberties < fewest ? fill->liberties : fewest;
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

unsigned by_go_cells_features(const struct by_go_shape *shape, const struct by_go_view *view,
                              by_move move)
{
    const uint8_t *now = view->cell;
    uint8_t cell[BY_GO_POINTS_MAX];
    struct by_go_fill fill;
    int last, size = shape->size, me = view->head.side;
    if (move == shape->points)
        return 1U << BY_GO_PASS;
    unsigned set = place_features(size, move, view->head.last - 1);
    memcpy(cell, now, (size_t)shape->points);
    by_go_fill_init(&fill, size, NULL);
    bool takes = by_go_cells_place(&fill, cell, move, me, &last) > 0;
    by_go_fill(&fill, cell, move);
    bool stays = takes || fill.liberties >= 2;
    bool endangered = fewest_liberties(&fill, now, move, me) == 1;
    int own = stones_around(size, now, move, me, true);
    int theirs = stones_around(size, now, move, !me, true);
    int around =
        stones_around(size, now, move, me, false) + stones_around(size, now, move, !me, false);
    set |= takes ? 1U << BY_GO_TAKES : 0;
    set |= fewest_liberties(&fill, cell, move, !me) == 1 ? 1U << BY_GO_ATARI : 0;
    set |= !stays ? 1U << BY_GO_SELF_ATARI : 0;
    set |= stays && endangered ? 1U << BY_GO_SECURES : 0;
    set |= by_go_cells_eye(size, now, move, me, NULL) ? 1U << BY_GO_FILLS_EYE : 0;
    set |= own > 0 ? 1U << BY_GO_NEXT_TO_OWN : 0;
    set |= theirs > 0 ? 1U << BY_GO_NEXT_TO_THEIRS : 0;
    return around == 0 ? set | 1U << BY_GO_ALONE : set;
}
