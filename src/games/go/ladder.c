/* ladder.c: see ladder.h. */
#include "games/go/ladder.h"

#include <string.h>

/* A ladder across the largest board has about 4 * 25 plies; a level of the recursion keeps a board. */
#define PLIES_MAX 120
#define NODES_MAX 5000

struct reading {
    int size;
    int nodes;
    bool lost; /* a limit came first: the answer means nothing */
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

/* At most three of the liberties, which is all that matters here. */
static int liberties_of(const struct reading *r, const uint8_t *cell, int point, int16_t out[3])
{
    struct by_go_chain chain;
    by_go_chain_at(r->size, cell, point, &chain);
    for (int i = 0; i < chain.liberty_count && i < 3; i++)
        out[i] = chain.liberty[i];
    return chain.liberty_count < 3 ? chain.liberty_count : 3;
}

static void take_if_dead(const struct reading *r, uint8_t *cell, int point)
{
    struct by_go_chain chain;
    by_go_chain_at(r->size, cell, point, &chain);
    for (int i = 0; chain.liberty_count == 0 && i < chain.stone_count; i++)
        cell[chain.stone[i]] = BY_GO_EMPTY;
}

/* Puts a stone down and takes what has no liberty left; false: it would be suicide. */
static bool place(const struct reading *r, uint8_t *cell, int point, int colour)
{
    int16_t found[3];
    int near[4], count = by_go_neighbours(r->size, point, near);
    cell[point] = (uint8_t)colour;
    for (int i = 0; i < count; i++)
        if (cell[near[i]] == !colour)
            take_if_dead(r, cell, near[i]);
    return liberties_of(r, cell, point, found) > 0;
}

static bool is_caught(struct reading *r, const uint8_t *cell, int point, int plies);

/* Whether the chain, which has one liberty, gets away when its owner plays `move`. */
static bool runs_by(struct reading *r, const uint8_t *cell, int point, int move, int plies)
{
    uint8_t next[BY_GO_POINTS_MAX];
    int16_t found[3];
    memcpy(next, cell, (size_t)(r->size * r->size));
    if (!place(r, next, move, cell[point]))
        return false;
    int liberties = liberties_of(r, next, point, found);
    return liberties > 2 || (liberties == 2 && !is_caught(r, next, point, plies + 1));
}

/* By its last liberty, or by taking a chain beside it that has one. */
static bool runs_away(struct reading *r, const uint8_t *cell, int point, int plies)
{
    struct by_go_chain chain;
    int16_t found[3];
    if (++r->nodes > NODES_MAX || plies > PLIES_MAX) {
        r->lost = true;
        return false;
    }
    by_go_chain_at(r->size, cell, point, &chain);
    if (runs_by(r, cell, point, chain.liberty[0], plies))
        return true;
    for (int i = 0; i < chain.stone_count && !r->lost; i++) {
        int near[4], count = by_go_neighbours(r->size, chain.stone[i], near);
        for (int j = 0; j < count; j++)
            if (cell[near[j]] == !cell[point] && liberties_of(r, cell, near[j], found) == 1 &&
                runs_by(r, cell, point, found[0], plies))
                return true;
    }
    return false;
}

/* Whether the chain, which has two liberties, is taken when its opponent moves. */
static bool is_caught(struct reading *r, const uint8_t *cell, int point, int plies)
{
    int16_t liberty[3], found[3];
    int count = liberties_of(r, cell, point, liberty);
    for (int i = 0; i < count && !r->lost; i++) {
        uint8_t next[BY_GO_POINTS_MAX];
        memcpy(next, cell, (size_t)(r->size * r->size));
        if (place(r, next, liberty[i], !cell[point]) && liberties_of(r, next, point, found) == 1 &&
            !runs_away(r, next, point, plies + 1))
            return true;
    }
    return false;
}

enum by_go_ladder by_go_read_ladder(int size, const uint8_t *cell, int point)
{
    struct reading r = {.size = size};
    int16_t found[3];
    int liberties = liberties_of(&r, cell, point, found);
    if (liberties > 2)
        return BY_GO_NO_LADDER;
    bool caught = liberties == 1 ? !runs_away(&r, cell, point, 0) : is_caught(&r, cell, point, 0);
    return r.lost ? BY_GO_TOO_LONG : caught ? BY_GO_CAUGHT : BY_GO_ESCAPES;
}
