/* life.c: see life.h.
 *
 * Stones that live unconditionally cut the board into regions, and each that is small enough is read
 * (region.h) with either side to move first. Where no wall is that sure a region reaches across the
 * board; then chains that playouts hardly ever lose are taken for walls, too. What becomes of a chain
 * is then:
 *
 *   dead    its opponent owns most of its points at the end
 *   seki    it stands, is not alive for certain, and has a liberty that nobody can fill without losing
 *           something, or shares its eyes with such a chain
 *   alive   else
 *
 * Where that depends on who moves first it is the side to move; after two passes a chain is dead only
 * if its owner cannot save it either. */
#include "games/go/life.h"

#include "games/go/region.h"
#include <string.h>

/* So much of itself a chain keeps in playouts that is taken for a wall; and empty points that a region
 * has at the most: one more is about five times the work. */
#define WALL      0.75
#define EMPTY_MAX 14

struct board {
    const struct by_go_shape *shape;
    const struct by_go_view *view;
    struct by_go_life *life;
    bool fixed[BY_GO_POINTS_MAX]; /* stones that are taken for walls */
    bool done[BY_GO_POINTS_MAX];  /* points of regions that were read */
};

/* A region, and where its points are. */
struct part {
    struct by_go_region region;
    int16_t point[BY_GO_POINTS_MAX];
    int16_t place[BY_GO_POINTS_MAX]; /* of a point in the region, or -1 */
    int count, empty;
    bool touches[2];               /* fixed stones of that colour */
    struct by_go_outcome after[2]; /* by who moves first */
};

/* --- regions ------------------------------------------------------------------------ */

static void collect(const struct board *board, int start, bool *seen, struct part *part)
{
    const uint8_t *cell = board->view->cell;
    *part = (struct part){.count = 1, .point = {(int16_t)start}};
    seen[start] = true;
    for (int i = 0; i < part->count; i++) {
        int p = part->point[i], near[4], nears = by_go_neighbours(board->shape->size, p, near);
        part->empty += cell[p] == BY_GO_EMPTY;
        for (int j = 0; j < nears; j++) {
            int next = near[j];
            if (board->fixed[next])
                part->touches[cell[next]] = true;
            /* Fixed stones between two stones that are not part them. */
            if (board->fixed[next] || seen[next])
                continue;
            seen[next] = true;
            part->point[part->count++] = (int16_t)next;
        }
    }
}

static void map_out(const struct board *board, struct part *part)
{
    const struct by_go_head *head = &board->view->head;
    const uint8_t *cell = board->view->cell;
    struct by_go_region *region = &part->region;
    memset(part->place, -1, sizeof part->place);
    for (int i = 0; i < part->count; i++)
        part->place[part->point[i]] = (int16_t)i;
    region->count = part->count;
    region->ko = head->ko == BY_GO_NO_POINT ? -1 : part->place[head->ko];
    region->ko_side = head->side;
    for (int i = 0; i < part->count; i++) {
        int p = part->point[i], near[4], nears = by_go_neighbours(board->shape->size, p, near);
        if (cell[p] != BY_GO_EMPTY)
            region->stones[cell[p]] |= UINT64_C(1) << i;
        for (int j = 0; j < nears; j++) {
            if (board->fixed[near[j]])
                region->wall[cell[near[j]]] |= UINT64_C(1) << i;
            else
                region->near[i] |= UINT64_C(1) << part->place[near[j]];
        }
    }
}

/* --- what becomes of stones --------------------------------------------------------- */

static int owner_after(const struct part *part, int first, int place)
{
    const struct by_go_outcome *after = &part->after[first];
    return (int)(after->area[0] >> place & 1) - (int)(after->area[1] >> place & 1);
}

/* Whether a chain is lost when `first` moves first. */
static bool is_lost(const struct board *board, const struct part *part, const int16_t *chain,
                    int count, int first)
{
    int kept = 0, sign = board->view->cell[chain[0]] == BY_GO_BLACK ? 1 : -1;
    for (int i = 0; i < count; i++)
        kept += sign * owner_after(part, first, part->place[chain[i]]);
    return kept < 0;
}

static void set_end(const struct board *board, const struct part *part, int first, uint8_t *cell)
{
    const struct by_go_outcome *after = &part->after[first];
    memcpy(cell, board->view->cell, sizeof board->view->cell);
    for (int i = 0; i < part->count; i++)
        cell[part->point[i]] = after->stones[0] >> i & 1   ? BY_GO_BLACK
                               : after->stones[1] >> i & 1 ? BY_GO_WHITE
                                                           : BY_GO_EMPTY;
}

/* The colours beside a set of empty points: bit 1 black, bit 2 white; bit 4 if one of the stones is
 * marked. */
static unsigned colours_beside(int size, const uint8_t *cell, const bool *marked,
                               const int16_t *points, int count)
{
    unsigned found = 0;
    for (int i = 0; i < count; i++) {
        int near[4], nears = by_go_neighbours(size, points[i], near);
        for (int j = 0; j < nears; j++)
            if (cell[near[j]] != BY_GO_EMPTY)
                found |= (cell[near[j]] == BY_GO_BLACK ? 1U : 2U) | (marked[near[j]] ? 4U : 0U);
    }
    return found;
}

/* Marks the chains beside the points, unless they are safe; whether one was new. */
static bool mark_beside(int size, const uint8_t *cell, const bool *safe, const int16_t *points,
                        int count, bool *marked)
{
    bool changed = false;
    for (int i = 0; i < count; i++) {
        int near[4], nears = by_go_neighbours(size, points[i], near);
        for (int j = 0; j < nears; j++) {
            bool seen[BY_GO_POINTS_MAX] = {false};
            int16_t chain[BY_GO_POINTS_MAX];
            if (cell[near[j]] == BY_GO_EMPTY || safe[near[j]] || marked[near[j]])
                continue;
            int stones = by_go_connected(size, cell, near[j], seen, chain);
            for (int k = 0; k < stones; k++)
                marked[chain[k]] = true;
            changed = true;
        }
    }
    return changed;
}

/* The stones in seki on a board at its end: `safe` ones are not. */
static void find_seki(int size, const uint8_t *cell, const bool *safe, bool *seki)
{
    bool again = true;
    while (again) {
        bool seen[BY_GO_POINTS_MAX] = {false};
        int16_t space[BY_GO_POINTS_MAX];
        again = false;
        for (int p = 0; p < size * size; p++) {
            if (seen[p] || cell[p] != BY_GO_EMPTY)
                continue;
            int count = by_go_connected(size, cell, p, seen, space);
            unsigned beside = colours_beside(size, cell, seki, space, count);
            if ((beside & 3U) == 3U || (beside & 4U))
                again |= mark_beside(size, cell, safe, space, count, seki);
        }
    }
}

/* Stones at the end that stand in seki when `first` has moved first. */
static void seki_after(const struct board *board, const struct part *part, int first, bool *seki)
{
    uint8_t cell[BY_GO_POINTS_MAX];
    bool safe[BY_GO_POINTS_MAX], touched[BY_GO_POINTS_MAX] = {false};
    int size = board->shape->size;
    memcpy(safe, board->fixed, sizeof safe);
    set_end(board, part, first, cell);
    by_go_benson(size, cell, BY_GO_BLACK, safe);
    by_go_benson(size, cell, BY_GO_WHITE, safe);
    /* A chain that a fixed stone belongs to is safe with all its stones, and so is what lies
     * outside the region: it is not asked about here. */
    for (int p = 0; p < size * size; p++) {
        int16_t chain[BY_GO_POINTS_MAX];
        if (!safe[p] || touched[p] || cell[p] == BY_GO_EMPTY)
            continue;
        int count = by_go_connected(size, cell, p, touched, chain);
        for (int i = 0; i < count; i++)
            safe[chain[i]] = true;
    }
    for (int p = 0; p < size * size; p++)
        safe[p] |= part->place[p] < 0;
    find_seki(size, cell, safe, seki);
}

static void decide_chain(const struct board *board, const struct part *part, const int16_t *chain,
                         int count, const bool *seki)
{
    const struct by_go_head *head = &board->view->head;
    int colour = board->view->cell[chain[0]];
    int first = head->passes == 2 ? colour : head->side;
    bool dead = is_lost(board, part, chain, count, first);
    int standing = 0;
    for (int i = 0; i < count; i++)
        standing +=
            seki[chain[i]] && (part->after[first].stones[colour] >> part->place[chain[i]] & 1);
    for (int i = 0; i < count; i++) {
        board->life->dead[chain[i]] = dead;
        board->life->seki[chain[i]] = !dead && standing > 0;
    }
}

static void apply(struct board *board, const struct part *part)
{
    const uint8_t *cell = board->view->cell;
    bool seki[BY_GO_POINTS_MAX] = {false}, seen[BY_GO_POINTS_MAX] = {false};
    int first = board->view->head.side;
    bool even = part->after[0].value == part->after[1].value;
    seki_after(board, part, first, seki);
    for (int i = 0; i < part->count; i++) {
        int p = part->point[i];
        int16_t chain[BY_GO_POINTS_MAX];
        board->done[p] = true;
        board->life->known[p] = even;
        board->life->contested[p] = !even;
        board->life->owner[p] = (owner_after(part, 0, i) + owner_after(part, 1, i)) / 2.0;
        if (seen[p] || cell[p] == BY_GO_EMPTY)
            continue;
        int count = by_go_connected(board->shape->size, cell, p, seen, chain);
        decide_chain(board, part, chain, count, seki);
    }
}

/* --- reading ------------------------------------------------------------------------ */

/* Whether the chain of the stone at `place` has a liberty, or a wall to hold on to. */
static bool breathes(const struct by_go_region *region, int place, int colour)
{
    uint64_t own = region->stones[colour], taken = own | region->stones[!colour];
    uint64_t chain = UINT64_C(1) << place, fresh = chain;
    while (fresh) {
        uint64_t near = region->near[__builtin_ctzll(fresh)];
        if (near & ~taken)
            return true;
        fresh = (fresh & (fresh - 1)) | (near & own & ~chain);
        chain |= fresh;
    }
    return chain & region->wall[colour];
}

/* Lets a colour fill a point that is nobody's, and reads on. True: that costs it nothing, and `after` is the
 * board then. */
static bool fill(const struct board *board, const struct part *part, int place, int colour,
                 struct by_go_outcome *after)
{
    struct by_go_region region = part->region;
    struct by_go_outcome next;
    uint64_t stone = UINT64_C(1) << place;
    region.ko = -1;
    region.nodes = board->life->nodes;
    region.stones[colour] = after->stones[colour] | stone;
    region.stones[!colour] = after->stones[!colour];
    if (!breathes(&region, place, colour) || !by_go_region_read(&region, !colour, &next) ||
        next.value != after->value || !(next.stones[colour] & stone))
        return false;
    *after = next;
    return true;
}

/* Fills a point that is nobody's and that somebody can fill at no cost; false: there is none. */
static bool fill_one(const struct board *board, const struct part *part,
                     struct by_go_outcome *after)
{
    uint64_t owned = after->area[0] | after->area[1];
    for (int i = 0; i < part->count; i++)
        for (int colour = 0; colour < 2 && !(owned >> i & 1); colour++)
            if (fill(board, part, i, colour, after))
                return true;
    return false;
}

/* Reading stops where nobody gains anything. Of two gains that are alike, as of neutral points in pairs, each side
 * could then have one: they are taken, so that what is nobody's at the end is so for a reason. */
static void fill_up(const struct board *board, const struct part *part, struct by_go_outcome *after)
{
    for (int i = 0; i < part->count && fill_one(board, part, after); i++)
        ;
}

static bool read_part(const struct board *board, struct part *part)
{
    if (part->count > BY_GO_REGION_MAX || part->empty > EMPTY_MAX)
        return false;
    if (part->empty == part->count && !(part->touches[0] && part->touches[1]))
        return false; /* somebody's territory */
    map_out(board, part);
    for (int first = 0; first < 2; first++) {
        part->region.nodes = board->life->nodes;
        if (!by_go_region_read(&part->region, first, &part->after[first]))
            return false;
    }
    for (int first = 0; first < 2; first++)
        fill_up(board, part, &part->after[first]);
    return true;
}

static void read_parts(struct board *board)
{
    bool seen[BY_GO_POINTS_MAX] = {false};
    struct part part;
    for (int p = 0; p < board->shape->points; p++) {
        if (seen[p] || board->fixed[p] || board->done[p])
            continue;
        collect(board, p, seen, &part);
        if (read_part(board, &part))
            apply(board, &part);
    }
}

/* Chains that playouts hardly ever lose become walls. */
static void trust_playouts(struct board *board)
{
    const uint8_t *cell = board->view->cell;
    bool seen[BY_GO_POINTS_MAX] = {false};
    int16_t chain[BY_GO_POINTS_MAX];
    for (int p = 0; p < board->shape->points; p++) {
        if (seen[p] || cell[p] == BY_GO_EMPTY || board->done[p])
            continue;
        int count = by_go_connected(board->shape->size, cell, p, seen, chain);
        double kept = 0;
        for (int i = 0; i < count; i++)
            kept += cell[p] == BY_GO_BLACK ? board->life->owner[chain[i]]
                                           : -board->life->owner[chain[i]];
        for (int i = 0; i < count; i++)
            board->fixed[chain[i]] |= kept / count >= WALL;
    }
}

void by_go_read_life(const struct by_go_shape *shape, const struct by_go_view *view,
                     struct by_go_life *life)
{
    struct board board = {.shape = shape, .view = view, .life = life};
    by_go_benson(shape->size, view->cell, BY_GO_BLACK, board.fixed);
    by_go_benson(shape->size, view->cell, BY_GO_WHITE, board.fixed);
    for (int p = 0; p < shape->points; p++) {
        life->known[p] = board.fixed[p];
        if (!board.fixed[p])
            continue;
        life->owner[p] = view->cell[p] == BY_GO_BLACK ? 1 : -1;
        life->dead[p] = life->seki[p] = false;
    }
    read_parts(&board);
    trust_playouts(&board);
    read_parts(&board);
}
