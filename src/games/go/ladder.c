/* ladder.c: see ladder.h. */
#include "games/go/ladder.h"

#include <stddef.h>
#include <string.h>

/* A ladder across the largest board has about 4 * 25 plies; a level of the recursion keeps a board. */
#define PLIES_MAX 120
#define NODES_MAX 5000

/* A board with one point of BY_GO_OFF around it: rows of `stride` points, the right edge of one being the
 * left edge of the next. */
#define FIELD_MAX ((BY_GO_SIZE_MAX + 2) * (BY_GO_SIZE_MAX + 1) + 1)

struct reading {
    int stride, bytes;
    int nodes, most;
    bool lost; /* a limit came first: the answer means nothing */
};

/* A chain on such a board. It is followed no further than to its third liberty. */
struct chain {
    int stones, liberties;
    int16_t stone[BY_GO_POINTS_MAX], liberty[3];
};

void by_go_chain_at(int size, const uint8_t *cell, int point, struct by_go_chain *out)
{
    bool seen[BY_GO_POINTS_MAX] = {false};
    out->stone[0] = (int16_t)point;
    out->stone_count = 1;
    out->liberty_count = 0;
    seen[point] = true;
    for (int i = 0; i < out->stone_count; i++) {
        int near[4], count = by_go_neighbours(size, out->stone[i], near);
        for (int j = 0; j < count; j++) {
            if (seen[near[j]])
                continue;
            seen[near[j]] = true;
            if (cell[near[j]] == cell[point])
                out->stone[out->stone_count++] = (int16_t)near[j];
            else if (cell[near[j]] == BY_GO_EMPTY)
                out->liberty[out->liberty_count++] = (int16_t)near[j];
        }
    }
}

static void follow(const struct reading *r, const uint8_t *cell, int point, int most,
                   struct chain *out)
{
    const int step[4] = {r->stride, 1, -r->stride, -1};
    uint64_t seen[(FIELD_MAX + 63) / 64];
    memset(seen, 0, ((size_t)r->bytes + 63) / 64 * sizeof *seen);
    seen[point / 64] |= UINT64_C(1) << point % 64;
    out->stone[0] = (int16_t)point;
    out->stones = 1;
    out->liberties = 0;
    for (int i = 0; i < out->stones; i++) {
        for (int j = 0; j < 4; j++) {
            int near = out->stone[i] + step[j];
            if ((cell[near] != cell[point] && cell[near] != BY_GO_EMPTY) ||
                seen[near / 64] >> near % 64 & 1)
                continue;
            seen[near / 64] |= UINT64_C(1) << near % 64;
            if (cell[near] != BY_GO_EMPTY) {
                out->stone[out->stones++] = (int16_t)near;
                continue;
            }
            out->liberty[out->liberties++] = (int16_t)near;
            if (out->liberties == most)
                return;
        }
    }
}

/* Empty points beside one: mostly that says enough, and no chain need be followed. */
static int breaths_at(const struct reading *r, const uint8_t *cell, int point)
{
    return (cell[point + r->stride] == BY_GO_EMPTY) + (cell[point + 1] == BY_GO_EMPTY) +
           (cell[point - r->stride] == BY_GO_EMPTY) + (cell[point - 1] == BY_GO_EMPTY);
}

/* At most three of the liberties, which is all that matters here. */
static int liberties_of(const struct reading *r, const uint8_t *cell, int point, int16_t out[3])
{
    struct chain chain;
    follow(r, cell, point, 3, &chain);
    memcpy(out, chain.liberty, sizeof chain.liberty);
    return chain.liberties;
}

static void take_if_dead(const struct reading *r, uint8_t *cell, int point)
{
    struct chain chain;
    if (breaths_at(r, cell, point) > 0)
        return;
    follow(r, cell, point, 1, &chain);
    for (int i = 0; chain.liberties == 0 && i < chain.stones; i++)
        cell[chain.stone[i]] = BY_GO_EMPTY;
}

/* Puts a stone down and takes what has no liberty left; false: it would be suicide. */
static bool place(const struct reading *r, uint8_t *cell, int point, int colour)
{
    const int step[4] = {r->stride, 1, -r->stride, -1};
    struct chain chain;
    cell[point] = (uint8_t)colour;
    for (int i = 0; i < 4; i++)
        if (cell[point + step[i]] == !colour)
            take_if_dead(r, cell, point + step[i]);
    if (breaths_at(r, cell, point) > 0)
        return true;
    follow(r, cell, point, 1, &chain);
    return chain.liberties > 0;
}

static bool is_caught(struct reading *r, const uint8_t *cell, int point, int plies);

/* Whether the chain, which has one liberty, gets away when its owner plays `move`. */
static bool runs_by(struct reading *r, const uint8_t *cell, int point, int move, int plies)
{
    uint8_t next[FIELD_MAX];
    int16_t found[3];
    memcpy(next, cell, (size_t)r->bytes);
    if (!place(r, next, move, cell[point]))
        return false;
    int liberties = liberties_of(r, next, point, found);
    return liberties > 2 || (liberties == 2 && !is_caught(r, next, point, plies + 1));
}

/* By its last liberty, or by taking a chain beside it that has one. */
static bool runs_away(struct reading *r, const uint8_t *cell, int point, int plies)
{
    const int step[4] = {r->stride, 1, -r->stride, -1};
    struct chain chain;
    int16_t found[3];
    if (++r->nodes > r->most || plies > PLIES_MAX) {
        r->lost = true;
        return false;
    }
    follow(r, cell, point, 3, &chain);
    if (runs_by(r, cell, point, chain.liberty[0], plies))
        return true;
    for (int i = 0; i < chain.stones && !r->lost; i++)
        for (int j = 0; j < 4; j++) {
            int near = chain.stone[i] + step[j];
            if (cell[near] == !cell[point] && breaths_at(r, cell, near) < 2 &&
                liberties_of(r, cell, near, found) == 1 && runs_by(r, cell, point, found[0], plies))
                return true;
        }
    return false;
}

/* Whether a stone at `liberty` has three liberties at once, though the opponent is at `other`: most chains in
 * the open need not be read. */
static bool is_open(const struct reading *r, const uint8_t *cell, int liberty, int other)
{
    const int step[4] = {r->stride, 1, -r->stride, -1};
    int count = 0;
    for (int i = 0; i < 4; i++)
        count += cell[liberty + step[i]] == BY_GO_EMPTY && liberty + step[i] != other;
    return count > 2;
}

/* Whether the chain, which has two liberties, is taken when its opponent moves. */
static bool is_caught(struct reading *r, const uint8_t *cell, int point, int plies)
{
    int16_t liberty[3];
    (void)liberties_of(r, cell, point, liberty);
    for (int i = 0; i < 2 && !r->lost; i++) {
        uint8_t next[FIELD_MAX];
        if (is_open(r, cell, liberty[!i], liberty[i]))
            continue;
        memcpy(next, cell, (size_t)r->bytes);
        if (place(r, next, liberty[i], !cell[point]) && !runs_away(r, next, point, plies + 1))
            return true;
    }
    return false;
}

static void fill_field(const struct reading *r, int size, const uint8_t *cell, uint8_t *field)
{
    memset(field, BY_GO_OFF, (size_t)r->bytes);
    for (int y = 0; y < size; y++)
        memcpy(field + (y + 1) * r->stride + 1, cell + (ptrdiff_t)y * size, (size_t)size);
}

enum by_go_ladder by_go_read_ladder(int size, const uint8_t *cell, int point)
{
    return by_go_read_ladder_within(size, cell, point, NODES_MAX);
}

enum by_go_ladder by_go_read_ladder_within(int size, const uint8_t *cell, int point, int nodes)
{
    struct reading r = {.stride = size + 1, .bytes = (size + 2) * (size + 1) + 1, .most = nodes};
    uint8_t field[FIELD_MAX];
    int16_t found[3];
    int at = (point / size + 1) * r.stride + point % size + 1;
    fill_field(&r, size, cell, field);
    int liberties = liberties_of(&r, field, at, found);
    if (liberties > 2)
        return BY_GO_NO_LADDER;
    bool caught = liberties == 1 ? !runs_away(&r, field, at, 0) : is_caught(&r, field, at, 0);
    return r.lost ? BY_GO_TOO_LONG : caught ? BY_GO_CAUGHT : BY_GO_ESCAPES;
}
