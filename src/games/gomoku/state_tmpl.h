/* state_tmpl.h: the position of the fast board, and what it keeps up to date with every stone put
 * down or taken up; the first part of board_tmpl.h.
 *
 * The first part of a position, down to `cell`, is all that the rules of a free game need. Behind
 * it is what players ask: for every point, player and direction the best pattern (found by two
 * table look-ups in a word of stones, never by scanning), the points where somebody makes an open
 * three, a four or a five, the active moves, the sums of scores. All of it depends on the cells
 * alone, so taking a stone up restores every byte.
 *
 * A uniform playout works on times (playout_tmpl.h) and leaves the second part as it was: its game
 * is over, and nobody may ask any more. */
#include "games/bits.h"
#include "games/gomoku/gomoku.h"

#include <stddef.h>
#include <string.h>

#define STRIDE (SIDE + 1)
#define CELLS  (SIDE * SIDE)
#define LINES  (2 * SIDE - 1)
#define WORDS  ((CELLS + 63) / 64)
#define ROOM   ((SIDE * STRIDE + 31) / 32 * 32) /* cells with their border, whole vectors */

enum { EMPTY, STONE, BORDER = STONE + 2 }; /* STONE + player is his stone */
enum { NOBODY = 2 };

struct set {
    uint64_t word[WORDS];
};

/* The stones of both players, line by line. */
struct lines {
    uint64_t of[2][BY_GOMOKU_DIRECTIONS][LINES];
};

struct gomoku {
    uint64_t key;
    int32_t side, stones, winner;
    uint8_t cell[ROOM]; /* by spot */

    uint8_t near[CELLS]; /* stones within two steps; from here on by action */
    uint8_t pattern[CELLS][2][BY_GOMOKU_DIRECTIONS];
    struct lines lines;
    struct set active;
    struct set threat[2][4]; /* empty points whose best pattern for a player is FIVE - i */
    int64_t total[2];        /* the scores of a player's stones */
    int64_t weight[2];       /* and what `threats` makes of them */
    int64_t learned[2];      /* what `learned` makes of all points: learned.h */
    int64_t points[2];       /* what `points` makes of the empty ones */
};

/* --- sets ------------------------------------------------------------------------ */

static inline void put_in(struct set *set, int i, bool member)
{
    uint64_t bit = UINT64_C(1) << (i % 64);
    set->word[i / 64] = member ? set->word[i / 64] | bit : set->word[i / 64] & ~bit;
}

static inline int size_of(const struct set *set)
{
    int count = 0;
    for (int i = 0; i < WORDS; i++)
        count += by_bits_count(set->word[i]);
    return count;
}

static int list_of(const struct set *set, by_move *out)
{
    int count = 0;
    for (int i = 0; i < WORDS; i++)
        for (uint64_t word = set->word[i]; word; word &= word - 1)
            out[count++] = 64 * i + by_bits_first(word);
    return count;
}

/* --- patterns -------------------------------------------------------------------- */

/* The two shapes beside bit i + REACH of a line, as an index into the tables. */
static inline int shapes_at(const struct by_gomoku_tables *tables, uint64_t own, uint64_t blocked,
                            int i)
{
    unsigned below = (unsigned)(own >> i & 31) | (unsigned)(blocked >> i & 31) << BY_GOMOKU_REACH;
    int up = i + BY_GOMOKU_REACH + 1;
    unsigned above = (unsigned)(own >> up & 31) | (unsigned)(blocked >> up & 31) << BY_GOMOKU_REACH;
    return tables->half[0][below] * BY_GOMOKU_SHAPES + tables->half[1][above];
}

static inline int best_of(const uint8_t pattern[BY_GOMOKU_DIRECTIONS])
{
    int a = pattern[0] > pattern[1] ? pattern[0] : pattern[1];
    int b = pattern[2] > pattern[3] ? pattern[2] : pattern[3];
    return a > b ? a : b;
}

static int64_t score_of(const struct by_gomoku_shape *shape,
                        const uint8_t pattern[BY_GOMOKU_DIRECTIONS])
{
    int64_t sum = 0;
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++)
        sum += shape->value[pattern[d]];
    return sum;
}

static inline int64_t weight_of(const uint8_t pattern[BY_GOMOKU_DIRECTIONS])
{
    return by_gomoku_weight[pattern[0]] + by_gomoku_weight[pattern[1]] +
           by_gomoku_weight[pattern[2]] + by_gomoku_weight[pattern[3]];
}

/* Adds a point to the sums and sets over patterns, or takes it out of them. */
static inline void count_point(const struct by_gomoku_shape *shape, struct gomoku *gomoku,
                               int action, int cell, int player, bool in)
{
    const uint8_t *pattern = gomoku->pattern[action][player];
    if (cell == EMPTY) {
        int best = best_of(pattern);
        if (best >= BY_GOMOKU_THREE)
            put_in(&gomoku->threat[player][BY_GOMOKU_FIVE - best], action, in);
        int code = by_gomoku_code(pattern);
        int64_t learned = shape->weights->point[0][code], worth = shape->worth[code];
        gomoku->learned[player] += in ? learned : -learned;
        gomoku->points[player] += in ? worth : -worth;
    } else if (cell == STONE + player) {
        int64_t score = score_of(shape, pattern), weight = weight_of(pattern);
        gomoku->total[player] += in ? score : -score;
        int64_t learned = shape->weights->point[1][by_gomoku_code(pattern)];
        gomoku->weight[player] += in ? weight : -weight;
        gomoku->learned[player] += in ? learned : -learned;
    }
}

static inline void set_pattern(const struct by_gomoku_shape *shape, struct gomoku *gomoku,
                               int action, int cell, int player, int d, uint8_t pattern)
{
    count_point(shape, gomoku, action, cell, player, false);
    gomoku->pattern[action][player][d] = pattern;
    count_point(shape, gomoku, action, cell, player, true);
}

/* The patterns of the points of a line up to REACH from `action`, which has changed: all are worked
 * out and compared before the first is written, without a branch, since nobody can foresee which of
 * them have changed. */
static inline void renew_line(const struct by_gomoku_shape *shape, struct gomoku *gomoku,
                              int action, int d)
{
    const struct by_gomoku_tables *tables = &shape->tables;
    struct by_gomoku_place place = shape->place[d][action];
    uint64_t border = shape->border[d][place.line];
    uint64_t stones[2] = {gomoku->lines.of[0][d][place.line], gomoku->lines.of[1][d][place.line]};
    int low = place.at < BY_GOMOKU_REACH ? 0 : place.at - BY_GOMOKU_REACH;
    int last = shape->length[d][place.line] - 1, step = shape->step[d];
    int high = place.at + BY_GOMOKU_REACH < last ? place.at + BY_GOMOKU_REACH : last;
    int first = action + (low - place.at) * step;
    uint8_t fresh[2 * (2 * BY_GOMOKU_REACH + 1)];
    uint32_t changed = 0;
    for (int i = low; i <= high; i++) {
        uint8_t(*was)[BY_GOMOKU_DIRECTIONS] = gomoku->pattern[first + (i - low) * step];
        for (int player = 0; player < 2; player++) {
            int n = 2 * (i - low) + player;
            int shapes = shapes_at(tables, stones[player], stones[!player] | border, i);
            int taken = (int)(stones[!player] >> (i + BY_GOMOKU_REACH) & 1);
            fresh[n] = (uint8_t)(tables->pattern[player][shapes] & (taken - 1));
            changed |= (uint32_t)(was[player][d] != fresh[n]) << n;
        }
    }
    for (; changed; changed &= changed - 1) {
        int n = by_bits_first(changed), player = n % 2, at = first + n / 2 * step;
        set_pattern(shape, gomoku, at, gomoku->cell[shape->spot[at]], player, d, fresh[n]);
    }
}

static inline void toggle_lines(const struct by_gomoku_shape *shape, struct lines *lines,
                                int action, int player)
{
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++) {
        struct by_gomoku_place place = shape->place[d][action];
        lines->of[player][d][place.line] ^= UINT64_C(1) << (place.at + BY_GOMOKU_REACH);
    }
}

/* --- active moves ------------------------------------------------------------------ */

static inline int at_least(int a, int low)
{
    return a < low ? low : a;
}

static inline int at_most(int a, int high)
{
    return a > high ? high : a;
}

/* The points within two steps of `action`, as columns and rows. */
struct area {
    int left, right, low, high;
};

static inline struct area area_around(const struct by_rules *rules, int action)
{
    int x = action % rules->width, y = action / rules->width;
    return (struct area){at_least(x - 2, 0), at_most(x + 2, rules->width - 1), at_least(y - 2, 0),
                         at_most(y + 2, rules->height - 1)};
}

static inline void renew_active_point(const struct by_gomoku_shape *shape, struct gomoku *gomoku,
                                      int at)
{
    bool active = gomoku->near[at] > 0 && gomoku->cell[shape->spot[at]] == EMPTY;
    put_in(&gomoku->active, at, active);
}

/* A stone came (+1) or went (-1): only the points around it can change. */
static void renew_active(const struct by_rules *rules, struct gomoku *gomoku, int action,
                         int change)
{
    struct area area = area_around(rules, action);
    for (int y = area.low; y <= area.high; y++) {
        for (int at = y * rules->width + area.left; at <= y * rules->width + area.right; at++) {
            gomoku->near[at] = (uint8_t)(gomoku->near[at] + change);
            renew_active_point(rules->data, gomoku, at);
        }
    }
}

/* --- stones -------------------------------------------------------------------------- */

/* Puts a stone of `player` on an empty point, or (`cell` is EMPTY) takes it up again; the active
 * moves stay as they are. */
static void change_stone(const struct by_gomoku_shape *shape, struct gomoku *gomoku, int action,
                         int player, int cell)
{
    uint8_t *here = &gomoku->cell[shape->spot[action]];
    for (int i = 0; i < 2; i++)
        count_point(shape, gomoku, action, *here, i, false);
    *here = (uint8_t)cell;
    for (int i = 0; i < 2; i++)
        count_point(shape, gomoku, action, *here, i, true);
    toggle_lines(shape, &gomoku->lines, action, player);
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++)
        renew_line(shape, gomoku, action, d);
    gomoku->key ^= shape->key[player][shape->spot[action]];
    gomoku->stones += cell == EMPTY ? -1 : 1;
}

static void change_cell(const struct by_rules *rules, struct gomoku *gomoku, int action, int player,
                        int cell)
{
    change_stone(rules->data, gomoku, action, player, cell);
    renew_active(rules, gomoku, action, cell == EMPTY ? -1 : 1);
}

/* The points around have a stone less beside them; which of them are active has been put back. */
static void leave_area(const struct by_rules *rules, struct gomoku *gomoku, int action)
{
    struct area area = area_around(rules, action);
    for (int y = area.low; y <= area.high; y++)
        for (int at = y * rules->width + area.left; at <= y * rules->width + area.right; at++)
            gomoku->near[at]--;
}

/* The board without stones; nothing is worked out yet. */
static void clear_cells(const struct by_rules *rules, struct gomoku *gomoku)
{
    const struct by_gomoku_shape *shape = rules->data;
    memset(gomoku, 0, sizeof *gomoku);
    gomoku->winner = NOBODY;
    memset(gomoku->cell, BORDER, sizeof gomoku->cell);
    for (int action = 0; action < rules->width * rules->height; action++)
        gomoku->cell[shape->spot[action]] = EMPTY;
}

/* The patterns of one point in all directions, for cells that came all at once. */
static void work_out_point(const struct by_gomoku_shape *shape, struct gomoku *gomoku, int action)
{
    int cell = gomoku->cell[shape->spot[action]];
    for (int player = 0; player < 2; player++) {
        for (int d = 0; d < BY_GOMOKU_DIRECTIONS && cell != STONE + !player; d++) {
            struct by_gomoku_place place = shape->place[d][action];
            uint64_t own = gomoku->lines.of[player][d][place.line];
            uint64_t blocked =
                gomoku->lines.of[!player][d][place.line] | shape->border[d][place.line];
            int shapes = shapes_at(&shape->tables, own, blocked, place.at);
            gomoku->pattern[action][player][d] = shape->tables.pattern[player][shapes];
        }
        count_point(shape, gomoku, action, cell, player, true);
    }
}

/* Everything behind the cells, from the cells; it was all zero. */
static void work_out(const struct by_rules *rules, struct gomoku *gomoku)
{
    const struct by_gomoku_shape *shape = rules->data;
    int cells = rules->width * rules->height;
    for (int action = 0; action < cells; action++) {
        int cell = gomoku->cell[shape->spot[action]];
        if (cell == EMPTY)
            continue;
        toggle_lines(shape, &gomoku->lines, action, cell - STONE);
        struct area area = area_around(rules, action);
        for (int y = area.low; y <= area.high; y++)
            for (int x = area.left; x <= area.right; x++)
                gomoku->near[y * rules->width + x]++;
    }
    for (int action = 0; action < cells; action++) {
        work_out_point(shape, gomoku, action);
        renew_active_point(shape, gomoku, action);
    }
}

/* The owner of a five among stones that came all at once. */
static int find_winner(const struct by_rules *rules, const struct gomoku *gomoku)
{
    const struct by_gomoku_shape *shape = rules->data;
    for (int action = 0; action < rules->width * rules->height; action++) {
        int player = gomoku->cell[shape->spot[action]] - STONE;
        if (player >= 0 && best_of(gomoku->pattern[action][player]) == BY_GOMOKU_FIVE)
            return player;
    }
    return NOBODY;
}

/* Would a stone of `player` on this empty point make the five that wins? */
static inline bool wins_at(const struct gomoku *gomoku, int action, int player)
{
    const struct set *fives = &gomoku->threat[player][0];
    return fives->word[action / 64] >> (action % 64) & 1;
}
