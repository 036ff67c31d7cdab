/* playout.c: uniform playouts of breakthrough, made to be fast.
 *
 * The pawns that may go in each of the three directions are three sets. A move is drawn by its
 * rank among all of them, directions one after the other, and the pawn of that rank is taken out
 * of its set: no list of moves is made, and no branch depends on the draw. Only the two sets of
 * pawns change from ply to ply; the key is made once, at the end, or not at all.
 *
 * On 8x8, many playouts are played by the batch (lanes.h). */
#include "games/bits.h"
#include "games/breakthrough/breakthrough.h"
#include "games/lanes.h"

/* A game stays in registers only when everything is inlined, with width and side as constants. */
#define INLINE static inline __attribute__((always_inline))

struct run {
    uint64_t pawns[2];
    struct by_rng *rng;
    struct by_ply *plies; /* NULL: nobody wants to know */
    int length;
};

/* The board, in constants where its size is one. */
struct field {
    int width;
    uint64_t has_left, has_right; /* squares with one beside them */
    uint64_t goal[2];
};

INLINE uint64_t forward(uint64_t set, int player, int step)
{
    return player == 0 ? set << step : set >> step;
}

INLINE uint64_t back(uint64_t set, int player, int step)
{
    return forward(set, !player, step);
}

/* The pawns of one direction, and how far ahead it leads. */
struct way {
    uint64_t pawns;
    int count, step;
};

struct leap {
    uint64_t from, to;
};

INLINE struct leap leap_along(struct way way, int player, uint64_t from)
{
    return (struct leap){from, forward(from, player, way.step)};
}

/* The pawn with this rank in the directions one after the other. Which direction that is nobody
 * can predict. With an instruction that takes the member of a rank out of a set, and nothing
 * where there is none, doing it in all three takes half the time of branching (gcc 12). A rank
 * below a direction's first becomes a large one: a side has at most 16 pawns, and so no more
 * than 48 moves, and -48 is 16 modulo 64. */
INLINE struct leap draw(const struct way way[3], int player, int rank)
{
#ifdef __BMI2__
    int later = rank - way[0].count, last = later - way[1].count;
    struct leap a = leap_along(way[0], player, by_bits_nth(way[0].pawns, rank));
    struct leap b = leap_along(way[1], player, by_bits_nth(way[1].pawns, later & 63));
    struct leap c = leap_along(way[2], player, by_bits_nth(way[2].pawns, last & 63));
    return (struct leap){a.from | b.from | c.from, a.to | b.to | c.to};
#else
    for (; rank >= way->count; way++)
        rank -= way->count;
    return leap_along(*way, player, by_bits_nth(way->pawns, rank));
#endif
}

INLINE struct way way_of(uint64_t pawns, int step)
{
    return (struct way){pawns, by_bits_count(pawns), step};
}

/* Directions are those of actions: to the left, straight, to the right, as X sees them. */
INLINE void record(struct run *run, const struct field *field, struct leap leap, int player)
{
    int from = by_bits_first(leap.from), to = by_bits_first(leap.to);
    int ahead = player == 0 ? field->width : -field->width;
    run->plies[run->length] = (struct by_ply){3 * from + 1 + to - from - ahead, player};
}

INLINE void find_ways(uint64_t own, uint64_t theirs, const struct field *field, int player,
                      struct way out[3])
{
    int left = field->width + (player == 0 ? -1 : 1), right = 2 * field->width - left;
    out[0] = way_of(own & field->has_left & ~back(own, player, left), left);
    out[1] = way_of(own & ~back(own | theirs, player, field->width), field->width);
    out[2] = way_of(own & field->has_right & ~back(own, player, right), right);
}

/* False when the player has won with it. */
INLINE bool take_turn(struct run *run, const struct field *field, int player, uint32_t bits,
                      bool recorded)
{
    uint64_t own = run->pawns[player], theirs = run->pawns[!player];
    struct way way[3];
    find_ways(own, theirs, field, player, way);
    int count = way[0].count + way[1].count + way[2].count;
    int rank = (int)by_rng_below_from(run->rng, bits, (uint32_t)count);
    struct leap leap = draw(way, player, rank);
    if (recorded)
        record(run, field, leap, player);
    run->length++;
    run->pawns[player] = own ^ leap.from ^ leap.to;
    run->pawns[!player] = theirs & ~leap.to;
    return !(leap.to & field->goal[player]) && (theirs & ~leap.to) != 0;
}

/* To the end, of a game that is not over: one draw for a move of each side. */
INLINE void play_on(struct run *run, const struct field *field, int side, bool recorded)
{
    struct run r = *run;
    uint64_t bits = by_rng_next(r.rng);
    if (side == 0 || take_turn(&r, field, 1, (uint32_t)bits, recorded)) {
        if (side == 1)
            bits = by_rng_next(r.rng);
        while (take_turn(&r, field, 0, (uint32_t)(bits >> 32), recorded) &&
               take_turn(&r, field, 1, (uint32_t)bits, recorded))
            bits = by_rng_next(r.rng);
    }
    *run = r;
}

#define COLUMN_A UINT64_C(0x0101010101010101)

INLINE struct field field_8x8(void)
{
    return (struct field){8, ~COLUMN_A, ~(COLUMN_A << 7), {UINT64_C(0xff) << 56, UINT64_C(0xff)}};
}

static struct field field_of(const struct by_rules *rules)
{
    const struct shape *shape = rules->data;
    return (struct field){
        rules->width, shape->open[0], shape->open[2], {shape->goal[0], shape->goal[1]}};
}

INLINE bool is_8x8(const struct by_rules *rules)
{
    return rules->width == 8 && rules->height == 8;
}

static void play_game(const struct by_rules *rules, struct run *run, int side)
{
    struct field large = field_8x8(), any = field_of(rules);
    bool recorded = run->plies != NULL;
    if (is_8x8(rules) && recorded)
        play_on(run, &large, side, true);
    else if (is_8x8(rules))
        play_on(run, &large, side, false);
    else
        play_on(run, &any, side, recorded);
}

/* The winner made the last move. */
static int winner_of(const struct run *run, int side)
{
    return (side + run->length + 1) & 1;
}

static void uniform(const struct by_rules *rules, void *position, struct by_rng *rng,
                    struct by_playout *out)
{
    struct breakthrough *bt = position;
    struct run run = {{bt->pawns[0], bt->pawns[1]}, rng, out->plies, 0};
    if (bt->winner < 0) {
        play_game(rules, &run, bt->side);
        *bt = (struct breakthrough){.pawns = {run.pawns[0], run.pawns[1]},
                                    .side = (bt->side + run.length) & 1,
                                    .winner = winner_of(&run, bt->side)};
        bt->key = by_breakthrough_key(rules, bt);
    }
    out->length = run.length;
    out->result = bt->winner == 0 ? 1 : -1;
}

/* --- by the batch, on 8x8 ---------------------------------------------------------------------- */

/* One game of a lane, who is to move always going up; returns its plies. */
static int play_lane(uint64_t me, uint64_t you, struct by_rng *rng)
{
    const struct field field = field_8x8();
    for (int length = 1;; length++) {
        struct way way[3];
        find_ways(me, you, &field, 0, way);
        int rank = by_lane_below(by_rng_next(rng), way[0].count + way[1].count + way[2].count);
        struct leap leap = draw(way, 0, rank);
        you &= ~leap.to;
        if (leap.to & field.goal[0] || !you)
            return length;
        uint64_t moved = __builtin_bswap64(me ^ leap.from ^ leap.to);
        me = __builtin_bswap64(you);
        you = moved;
    }
}

void by_breakthrough_batch_plain(const uint64_t start[2], int first, int64_t count,
                                 struct by_rng *rng, struct by_totals *totals)
{
    uint64_t seed = by_rng_next(rng);
    for (int lane = 0; lane < BY_LANES; lane++) {
        struct by_rng own;
        by_rng_init(&own, seed, (uint64_t)lane);
        for (int64_t i = by_lane_share(count, lane); i > 0; i--)
            by_breakthrough_count(totals, first, play_lane(start[0], start[1], &own));
    }
}

/* Few games cost less one after the other. */
static void play_batch(const struct breakthrough *bt, int64_t count, struct by_rng *rng,
                       struct by_totals *totals)
{
    by_breakthrough_batch_fn *play = by_breakthrough_batch_plain;
#if BY_LANES_AVX2
    if (2 * count >= BY_LANES && by_has_avx2())
        play = by_breakthrough_batch_avx2;
#endif
    uint64_t me = bt->pawns[bt->side], you = bt->pawns[!bt->side];
    uint64_t start[2] = {bt->side == 0 ? me : __builtin_bswap64(me),
                         bt->side == 0 ? you : __builtin_bswap64(you)};
    play(start, bt->side, count, rng, totals);
}

static void uniform_many(const struct by_rules *rules, const void *position, int64_t count,
                         struct by_rng *rng, struct by_totals *totals)
{
    const struct breakthrough *bt = position;
    if (is_8x8(rules) && bt->winner < 0) {
        play_batch(bt, count, rng, totals);
        return;
    }
    for (int64_t i = 0; i < count; i++) {
        struct run run = {{bt->pawns[0], bt->pawns[1]}, rng, NULL, 0};
        if (bt->winner < 0)
            play_game(rules, &run, bt->side);
        int winner = bt->winner < 0 ? winner_of(&run, bt->side) : bt->winner;
        by_totals_add(totals, winner == 0 ? 1 : -1, run.length);
    }
}

const struct by_policy by_breakthrough_policies[] = {
    {.name = "uniform",
     .help = "every legal move equally likely, to the end of the game",
     .run = uniform,
     .many = uniform_many,
     .batch = BY_LANES},
    {0},
};
