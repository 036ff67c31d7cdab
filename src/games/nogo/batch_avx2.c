/* Uniform playouts on 7x7 by the batch, for machines with AVX2 and BMI2; playout_tmpl.h chooses it at run
 * time, and has the same games in plain words. The rules are those of board_tmpl.h.
 *
 * Alone, a game waits for branches that nobody can foresee: is there a chain beside the stone, how far must
 * it be followed? Here the own chain and those of four neighbours are followed in four games at once, as far
 * as the farthest needs; where there is no chain, nothing is. Eight lanes to a vector, AVX-512, are slower
 * (1.8 M playouts a second instead of 2.0 M; README.md says on which machine): the farthest is farther. */
#include "games/lanes.h"
#include "games/nogo/nogo.h"

#if BY_LANES_AVX2

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))),                \
                             apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif

#define INLINE static inline __attribute__((always_inline))
#define LANES  4
#include "games/lanes_tmpl.h"

#define POINTS BY_NOGO_POINTS_7X7
#define STRIDE 8 /* from a point to the one above it */
#define CHAINS 5 /* the stone's own and those of its four neighbours */

struct seat {
    word stones[PARTS], weak[PARTS], lone[PARTS];
};

struct batch {
    struct seat seat[2];           /* who is to move has the seat turn & 1 */
    word state[PARTS][4];          /* of the generators */
    int64_t turn, begun[BY_LANES]; /* plies so far, and when the game of a lane began */
    int64_t left[BY_LANES];        /* games that a lane has to begin yet */
    unsigned playing;              /* lanes; the others hold boards without a legal point */
    const struct by_nogo_words *start;
};

INLINE word next_to(word a)
{
    return (a << 1 | a >> 1 | a << STRIDE | a >> STRIDE) & POINTS;
}

INLINE word legal_of(const struct seat *me, const struct seat *you, int p)
{
    word empty = POINTS & ~(me->stones[p] | you->stones[p]);
    return empty & ~you->lone[p] & next_to(empty | (me->stones[p] & ~me->weak[p]));
}

struct chain {
    word part, stones;    /* as far as it was followed, and within which */
    word liberties, weak; /* of that part; all bits where there are fewer than two */
};

/* One step; returns the stones it came to, none where two liberties are seen. */
INLINE word follow_on(struct chain *chain, word empty)
{
    word near = next_to(chain->part);
    chain->liberties = near & empty;
    chain->weak = ~ALL_IF(chain->liberties & (chain->liberties - 1));
    word more = near & chain->stones & ~chain->part & chain->weak;
    chain->part |= more;
    return more;
}

/* To where each shows two liberties or is at its end. Two steps between looks at whether anything was gained:
 * with one it is 1.85 M playouts a second, with two 2.0 M. */
INLINE void follow(struct chain chain[CHAINS], word empty)
{
    word any;
    do {
        any = in_all_lanes(0);
        for (int k = 0; k < CHAINS; k++)
            follow_on(&chain[k], empty);
        for (int k = 0; k < CHAINS; k++)
            any |= follow_on(&chain[k], empty);
    } while (EMPTY_LANES(any) != (1U << LANES) - 1);
}

/* Puts stones of `me` on the points, one or none in each lane. */
INLINE void place(struct seat *me, struct seat *you, int p, word point)
{
    word mine = me->stones[p] | point, yours = you->stones[p], none = in_all_lanes(0);
    struct chain chain[CHAINS] = {{point, mine, none, none},
                                  {point << 1 & yours, yours, none, none},
                                  {point >> 1 & yours, yours, none, none},
                                  {point << STRIDE & yours, yours, none, none},
                                  {point >> STRIDE & yours, yours, none, none}};
    follow(chain, POINTS & ~(mine | yours));
    me->stones[p] = mine;
    me->weak[p] |= chain[0].part & chain[0].weak;
    me->lone[p] |= chain[0].liberties & chain[0].weak;
    for (int k = 1; k < CHAINS; k++) {
        you->weak[p] |= chain[k].part & chain[k].weak;
        you->lone[p] |= chain[k].liberties & chain[k].weak;
    }
}

static void sit_down(struct seat *seat, int lane, const uint64_t player[3])
{
    seat->stones[lane / LANES][lane % LANES] = player[0];
    seat->weak[lane / LANES][lane % LANES] = player[1];
    seat->lone[lane / LANES][lane % LANES] = player[2];
}

/* The next game of a lane, or none any more. */
static void begin_game(struct batch *batch, int lane)
{
    static const uint64_t full[3] = {POINTS, 0, 0}, none[3] = {0, 0, 0};
    bool more = batch->left[lane]-- > 0;
    batch->begun[lane] = batch->turn;
    batch->playing &= ~((unsigned)!more << lane);
    sit_down(&batch->seat[batch->turn & 1], lane, more ? batch->start->player[0] : full);
    sit_down(&batch->seat[!(batch->turn & 1)], lane, more ? batch->start->player[1] : none);
}

/* One ply in every lane, step by step for all vectors; a draw where there is no point is lost. Returns the
 * lanes whose game was over before it. */
INLINE unsigned place_stones(struct batch *batch)
{
    struct seat *me = &batch->seat[batch->turn & 1], *you = &batch->seat[!(batch->turn & 1)];
    unsigned stuck = 0;
    word point[PARTS];
    for (int p = 0; p < PARTS; p++)
        point[p] = legal_of(me, you, p);
    for (int p = 0; p < PARTS; p++) {
        word draw = lanes_next(batch->state[p]), legal = point[p];
        for (int i = 0; i < LANES; i++) {
            int rank = by_lane_below(draw[i], __builtin_popcountll(legal[i]));
            point[p][i] = _pdep_u64(UINT64_C(1) << rank, legal[i]);
        }
        stuck |= EMPTY_LANES(legal) << p * LANES;
    }
    for (int p = 0; p < PARTS; p++)
        place(me, you, p, point[p]);
    batch->turn++;
    return batch->playing & stuck;
}

void by_nogo_batch_avx2(const struct by_nogo_words *start, int64_t count, struct by_rng *rng,
                        struct by_totals *totals)
{
    struct batch batch = {.start = start, .playing = (1U << BY_LANES) - 1};
    lanes_seed(batch.state, rng);
    for (int lane = 0; lane < BY_LANES; lane++) {
        batch.left[lane] = by_lane_share(count, lane);
        begin_game(&batch, lane);
    }
    while (batch.playing) {
        for (unsigned over = place_stones(&batch); over; over &= over - 1) {
            int lane = __builtin_ctz(over);
            by_nogo_count(totals, start->side, (int)(batch.turn - 1 - batch.begun[lane]));
            begin_game(&batch, lane);
        }
    }
}

#ifdef __clang__
#pragma clang attribute pop
#endif

#endif
