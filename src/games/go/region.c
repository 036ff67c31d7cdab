/* region.c: see region.h. Alpha-beta in the form of negamax, one ply deeper after the other, with a table; a
 * value is final when no line below it was cut off by the depth. */
#include "games/go/region.h"

#include <stdlib.h>
#include <string.h>

#define PLIES_MAX   64
#define FINAL_DEPTH 100
#define TABLE_BITS  16
#define INFINITE    1000

/* No shape of so many points can be killed from within (the largest is the rabbity six): who takes so
 * many stones at once lives where they were, and a search looks no further. The line that is followed to
 * the end goes on behind it: what else the region holds is not yet decided. */
#define LIVING_SPACE 7
#define TAKEN_MANY   3 /* in the place of passes: so the state came about */

struct state {
    uint64_t stones[2];
    int8_t ko; /* or -1 */
    uint8_t side, passes;
};

struct entry {
    uint64_t stones[2];
    int8_t ko;
    uint8_t side, passes, depth;
    int16_t low, high; /* the value is between them */
    int16_t best;      /* a point, -1 for a pass, -2: none known */
};

struct reader {
    struct by_go_region *region;
    uint64_t all;
    struct entry *table;
    struct state path[PLIES_MAX + 1];
    int plies;
    uint64_t horizons; /* lines cut off by the depth */
    bool stopped;
};

struct child {
    struct state state;
    int16_t move;
    int rank;
};

/* --- sets --------------------------------------------------------------------------- */

static uint64_t bit(int point)
{
    return UINT64_C(1) << point;
}

/* The points beside a set, which may be its own. */
static uint64_t beside(const struct by_go_region *region, uint64_t set)
{
    uint64_t near = 0;
    for (; set; set &= set - 1)
        near |= region->near[__builtin_ctzll(set)];
    return near;
}

/* What of `of` is connected with `seed`. */
static uint64_t fill(const struct by_go_region *region, uint64_t seed, uint64_t of)
{
    uint64_t found = seed & of, fresh = found;
    while (fresh) {
        fresh = beside(region, fresh) & of & ~found;
        found |= fresh;
    }
    return found;
}

static uint64_t empty_of(const struct reader *r, const struct state *state)
{
    return r->all & ~(state->stones[0] | state->stones[1]);
}

static bool breathes(const struct reader *r, uint64_t chain, int colour, uint64_t empty)
{
    return (chain & r->region->wall[colour]) || (beside(r->region, chain) & empty);
}

/* --- moves -------------------------------------------------------------------------- */

/* The opponent's chains beside `point` that a stone there takes. */
static uint64_t taken_by(const struct reader *r, const struct state *state, int point)
{
    int colour = state->side;
    uint64_t theirs = state->stones[!colour], taken = 0;
    uint64_t empty = empty_of(r, state) & ~bit(point);
    for (uint64_t set = r->region->near[point] & theirs; set;) {
        uint64_t chain = fill(r->region, set & -set, theirs);
        if (!breathes(r, chain, !colour, empty))
            taken |= chain;
        set &= ~chain;
    }
    return taken;
}

/* Whether a point is an eye that is never filled: one chain stands on all sides, or chains that
 * cannot be taken. */
static bool is_eye(const struct reader *r, const struct state *state, int point)
{
    const struct by_go_region *region = r->region;
    uint64_t own = state->stones[state->side], sides = region->near[point], chains = 0;
    int breakable = 0;
    if ((sides & ~own) || (region->wall[!state->side] & bit(point)))
        return false;
    for (; sides & ~chains;) {
        uint64_t chain = fill(region, (sides & ~chains) & -(sides & ~chains), own);
        chains |= chain;
        breakable += !(chain & region->wall[state->side]);
    }
    return breakable == 0 || (breakable == 1 && chains == fill(region, chains & -chains, own) &&
                              !(region->wall[state->side] & bit(point)));
}

static bool came_before(const struct reader *r, const struct state *state)
{
    for (int i = 0; i <= r->plies; i++)
        if (memcmp(r->path[i].stones, state->stones, sizeof state->stones) == 0)
            return true;
    return false;
}

/* Plays at `point`; false: that is illegal, or good for nothing. */
static bool play(const struct reader *r, const struct state *state, int point, struct child *out)
{
    const struct by_go_region *region = r->region;
    int colour = state->side;
    if (state->ko == point)
        return false;
    uint64_t taken = taken_by(r, state, point);
    if (!taken && is_eye(r, state, point))
        return false;
    struct state next = {.ko = -1, .side = (uint8_t)!colour};
    next.stones[colour] = state->stones[colour] | bit(point);
    next.stones[!colour] = state->stones[!colour] & ~taken;
    uint64_t chain = fill(region, bit(point), next.stones[colour]), empty = empty_of(r, &next);
    if (!breathes(r, chain, colour, empty) || came_before(r, &next))
        return false;
    uint64_t liberties = beside(region, chain) & empty;
    bool held = chain & region->wall[colour];
    if (__builtin_popcountll(taken) == 1 && chain == bit(point) && liberties == taken && !held)
        next.ko = (int8_t)__builtin_ctzll(taken);
    if (__builtin_popcountll(taken) >= LIVING_SPACE)
        next.passes = TAKEN_MANY;
    int few = __builtin_popcountll(liberties);
    *out =
        (struct child){next, (int16_t)point,
                       8 * __builtin_popcountll(taken) +
                           2 * __builtin_popcountll(region->near[point] & state->stones[!colour]) -
                           (few == 1 && !held ? 6 : 0)};
    return true;
}

static void pass(const struct state *state, struct child *out)
{
    *out = (struct child){*state, -1, state->passes ? INFINITE : -INFINITE};
    out->state.ko = -1;
    out->state.side = !state->side;
    out->state.passes++;
}

/* All moves, the promising ones first. */
static int children_of(const struct reader *r, const struct state *state, int best,
                       struct child *out)
{
    int count = 0;
    pass(state, &out[count++]);
    for (uint64_t set = empty_of(r, state); set; set &= set - 1)
        if (play(r, state, __builtin_ctzll(set), &out[count]))
            count++;
    for (int i = 0; i < count; i++)
        if (out[i].move == best)
            out[i].rank = 2 * INFINITE;
    for (int i = 1; i < count; i++) {
        struct child moved = out[i];
        int j = i;
        for (; j > 0 && out[j - 1].rank < moved.rank; j--)
            out[j] = out[j - 1];
        out[j] = moved;
    }
    return count;
}

/* --- counting ----------------------------------------------------------------------- */

/* Who owns what when the stones are left as they stand. */
static void count_areas(const struct reader *r, const struct state *state, uint64_t area[2])
{
    const struct by_go_region *region = r->region;
    uint64_t empty = empty_of(r, state);
    area[0] = state->stones[0];
    area[1] = state->stones[1];
    while (empty) {
        uint64_t space = fill(region, empty & -empty, empty), edge = beside(region, space);
        bool black = (edge & state->stones[0]) || (space & region->wall[0]);
        bool white = (edge & state->stones[1]) || (space & region->wall[1]);
        if (black != white)
            area[white] |= space;
        empty &= ~space;
    }
}

static int worth(const struct reader *r, const struct state *state)
{
    uint64_t area[2];
    count_areas(r, state, area);
    int black = __builtin_popcountll(area[0]) - __builtin_popcountll(area[1]);
    return state->side == 0 ? black : -black;
}

/* --- the table ---------------------------------------------------------------------- */

static struct entry *place_of(const struct reader *r, const struct state *state)
{
    uint64_t key = state->stones[0] * UINT64_C(0x9e3779b97f4a7c15);
    key = (key ^ key >> 29) + state->stones[1];
    key = (key ^ key >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
    key += (uint64_t)(4 * (state->ko + 1) + 2 * state->side + state->passes);
    key = (key ^ key >> 31) * UINT64_C(0x94d049bb133111eb);
    return &r->table[key >> (64 - TABLE_BITS)];
}

static bool is_of(const struct entry *entry, const struct state *state)
{
    return entry->depth && entry->ko == state->ko && entry->side == state->side &&
           entry->passes == state->passes &&
           memcmp(entry->stones, state->stones, sizeof state->stones) == 0;
}

static void keep(const struct reader *r, const struct state *state, int depth, int value, int alpha,
                 int beta, int best)
{
    *place_of(r, state) = (struct entry){.stones = {state->stones[0], state->stones[1]},
                                         .ko = state->ko,
                                         .side = state->side,
                                         .passes = state->passes,
                                         .depth = (uint8_t)depth,
                                         .low = (int16_t)(value > alpha ? value : -INFINITE),
                                         .high = (int16_t)(value < beta ? value : INFINITE),
                                         .best = (int16_t)best};
}

/* --- the search --------------------------------------------------------------------- */

static int search(struct reader *r, const struct state *state, int depth, int alpha, int beta);

static int search_children(struct reader *r, const struct state *state, int depth, int alpha,
                           int beta, int *best)
{
    struct child child[BY_GO_REGION_MAX + 1];
    int count = children_of(r, state, *best, child), value = -INFINITE;
    for (int i = 0; i < count && !r->stopped && value < beta; i++) {
        int floor = value > alpha ? value : alpha;
        r->path[++r->plies] = child[i].state;
        int found = -search(r, &child[i].state, depth - 1, -beta, -floor);
        r->plies--;
        if (found > value) {
            value = found;
            *best = child[i].move;
        }
    }
    return value;
}

static int search(struct reader *r, const struct state *state, int depth, int alpha, int beta)
{
    if (state->passes >= 2)
        return worth(r, state);
    if (depth <= 0 || r->plies >= PLIES_MAX) {
        r->horizons++;
        return worth(r, state);
    }
    if (r->region->nodes == 0) {
        r->stopped = true;
        return 0;
    }
    r->region->nodes--;
    const struct entry *known = place_of(r, state);
    int best = -2;
    if (is_of(known, state)) {
        best = known->best;
        if (known->depth >= depth &&
            (known->low >= beta || known->high <= alpha || known->low == known->high)) {
            r->horizons += known->depth != FINAL_DEPTH;
            return known->low >= beta ? known->low : known->high;
        }
    }
    uint64_t before = r->horizons;
    int value = search_children(r, state, depth, alpha, beta, &best);
    if (!r->stopped)
        keep(r, state, r->horizons == before ? FINAL_DEPTH : depth, value, alpha, beta, best);
    return value;
}

/* The value of a state, final; false: that took too long. */
static bool solve(struct reader *r, const struct state *state, int *value)
{
    if (state->passes >= 2) {
        *value = worth(r, state);
        return true;
    }
    for (int depth = 2; depth <= PLIES_MAX && !r->stopped; depth += 2) {
        uint64_t before = r->horizons;
        *value = search(r, state, depth, -INFINITE, INFINITE);
        if (r->horizons == before && !r->stopped)
            return true;
    }
    return false;
}

/* --- the line to the end ------------------------------------------------------------ */

/* Goes on by the best move; a pass where nothing is better. */
static bool follow(struct reader *r, struct state *state)
{
    struct child child[BY_GO_REGION_MAX + 1];
    int count = children_of(r, state, -1, child), best = 0, value = -INFINITE;
    for (int i = 0; i < count; i++) {
        int found = 0;
        r->path[++r->plies] = child[i].state;
        bool solved = solve(r, &child[i].state, &found);
        r->plies--;
        if (!solved)
            return false;
        if (-found > value) {
            value = -found;
            best = i;
        }
    }
    *state = child[best].state;
    r->path[++r->plies] = *state;
    return true;
}

/* The point of a connected set that is farthest from another. */
static int farthest(const struct by_go_region *region, int from, uint64_t set)
{
    uint64_t found = bit(from), fresh = found;
    while (true) {
        uint64_t next = beside(region, fresh) & set & ~found;
        if (!next)
            return __builtin_ctzll(fresh);
        found |= next;
        fresh = next;
    }
}

/* Goes on after many stones were taken. The taker's stones fill their points, but for two eyes as far from each other
 * as can be: there is nothing left to be read there. */
static void go_on(const struct by_go_region *region, uint64_t taken, struct state *state)
{
    uint64_t chain = 0;
    state->passes = 0;
    for (uint64_t left = taken; left;) {
        uint64_t one = fill(region, left & -left, taken);
        if (__builtin_popcountll(one) > __builtin_popcountll(chain))
            chain = one;
        left &= ~one;
    }
    int first = farthest(region, __builtin_ctzll(chain), chain);
    int second = farthest(region, first, chain);
    if (first != second && !(region->near[first] & bit(second)))
        state->stones[!state->side] |= taken & ~(bit(first) | bit(second));
}

static void count_up(const struct reader *r, const struct state *state, struct by_go_outcome *out)
{
    count_areas(r, state, out->area);
    memcpy(out->stones, state->stones, sizeof out->stones);
    out->value = __builtin_popcountll(out->area[0]) - __builtin_popcountll(out->area[1]);
}

/* What is too much to be read behind a place where many stones were taken stays as it stands there. */
static bool to_the_end(struct reader *r, struct state state, struct by_go_outcome *out)
{
    bool known = false;
    int value;
    if (!solve(r, &state, &value))
        return false;
    while (state.passes < 2) {
        struct state before = state;
        if (r->plies >= PLIES_MAX - 2 || !follow(r, &state))
            return known;
        if (state.passes != TAKEN_MANY)
            continue;
        count_up(r, &state, out);
        known = true;
        go_on(r->region, before.stones[state.side] & ~state.stones[state.side], &state);
        r->path[r->plies] = state;
    }
    count_up(r, &state, out);
    return true;
}

bool by_go_region_read(struct by_go_region *region, int side, struct by_go_outcome *out)
{
    struct reader *r = calloc(1, sizeof *r);
    struct entry *table = calloc((size_t)1 << TABLE_BITS, sizeof *table);
    bool read = false;
    if (r && table) {
        struct state state = {.stones = {region->stones[0], region->stones[1]},
                              .ko = (int8_t)(region->ko_side == side ? region->ko : -1),
                              .side = (uint8_t)side};
        *r = (struct reader){.region = region, .table = table, .path = {state}};
        r->all = region->count == 64 ? ~UINT64_C(0) : bit(region->count) - 1;
        *out = (struct by_go_outcome){0};
        read = to_the_end(r, state, out);
    }
    free(r);
    free(table);
    return read;
}
