/* Uniform playouts on 8x8 by the batch, for machines with AVX2 and BMI2; playout.c chooses it at run time,
 * and has the same games in plain words.
 *
 * One game alone is a chain of dependent instructions in which the processor waits; others beside it fill
 * the gaps. With eight lanes to a vector, AVX-512, it was slower (5.0 M playouts a second with four, 4.1 M
 * with eight; README.md says on which machine): the pawn is drawn lane by lane. */
#include "games/breakthrough/breakthrough.h"
#include "games/lanes.h"

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

#define COLUMN_A UINT64_C(0x0101010101010101)
#define LAST_ROW (UINT64_C(0xff) << 56)

struct batch {
    word me[PARTS], you[PARTS];    /* me: whose turn it is, from his side of the board */
    word state[PARTS][4];          /* of the generators */
    int64_t turn, begun[BY_LANES]; /* plies so far, and when the game of a lane began */
    int64_t left[BY_LANES];        /* games that a lane has to begin yet */
    unsigned playing;              /* lanes; the others hold empty boards */
    const uint64_t *start;         /* as me and you */
    int first;                     /* who is to move there */
};

INLINE word upside_down(word w)
{
    const __m256i back = _mm256_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607,
                                           0x08090a0b0c0d0e0f, 0x0001020304050607);
    return (word)_mm256_shuffle_epi8((__m256i)w, back);
}

/* The pawns that may go to the left, straight, to the right: 7, 8, 9 squares on. */
struct ways {
    word pawns[3];
};

INLINE struct ways ways_of(word me, word you)
{
    return (struct ways){
        {me & ~COLUMN_A & ~(me >> 7), me & ~((me | you) >> 8), me & ~(COLUMN_A << 7) & ~(me >> 9)}};
}

/* Leaves one pawn in one of the sets of a lane, or none where there was none. A rank below a direction's
 * first becomes a large one, and nobody is there: a side has at most 48 moves. */
INLINE void draw_pawn(struct ways *ways, int i, uint64_t draw)
{
    uint64_t left = ways->pawns[0][i], straight = ways->pawns[1][i], right = ways->pawns[2][i];
    int lefts = __builtin_popcountll(left), straights = __builtin_popcountll(straight);
    int rank = by_lane_below(draw, lefts + straights + __builtin_popcountll(right));
    int later = rank - lefts, last = later - straights;
    ways->pawns[0][i] = _pdep_u64(UINT64_C(1) << rank, left);
    ways->pawns[1][i] = _pdep_u64(UINT64_C(1) << (later & 63), straight);
    ways->pawns[2][i] = _pdep_u64(UINT64_C(1) << (last & 63), right);
}

/* The next game of a lane, or none any more. */
static void begin_game(struct batch *batch, int lane)
{
    bool more = batch->left[lane]-- > 0;
    batch->begun[lane] = batch->turn;
    batch->playing &= ~((unsigned)!more << lane);
    batch->me[lane / LANES][lane % LANES] = more ? batch->start[0] : 0;
    batch->you[lane / LANES][lane % LANES] = more ? batch->start[1] : 0;
}

/* One ply in every lane, step by step for all vectors: each step waits for the one before. Returns the lanes
 * whose game is over. */
INLINE unsigned move_pawns(struct batch *batch)
{
    unsigned going_on = 0;
    struct ways ways[PARTS];
    for (int p = 0; p < PARTS; p++)
        ways[p] = ways_of(batch->me[p], batch->you[p]);
    for (int p = 0; p < PARTS; p++) {
        word draw = lanes_next(batch->state[p]);
        for (int i = 0; i < LANES; i++)
            draw_pawn(&ways[p], i, draw[i]);
    }
    for (int p = 0; p < PARTS; p++) {
        const word *way = ways[p].pawns;
        word from = way[0] | way[1] | way[2], to = way[0] << 7 | way[1] << 8 | way[2] << 9;
        word left = batch->you[p] & ~to;
        going_on |= (EMPTY_LANES(to & LAST_ROW) & ~EMPTY_LANES(left)) << p * LANES;
        batch->you[p] = upside_down(batch->me[p] ^ from ^ to);
        batch->me[p] = upside_down(left);
    }
    batch->turn++;
    return batch->playing & ~going_on;
}

void by_breakthrough_batch_avx2(const uint64_t start[2], int first, int64_t count,
                                struct by_rng *rng, struct by_totals *totals)
{
    struct batch batch = {.start = start, .first = first, .playing = (1U << BY_LANES) - 1};
    lanes_seed(batch.state, rng);
    for (int lane = 0; lane < BY_LANES; lane++) {
        batch.left[lane] = by_lane_share(count, lane);
        begin_game(&batch, lane);
    }
    while (batch.playing) {
        for (unsigned over = move_pawns(&batch); over; over &= over - 1) {
            int lane = __builtin_ctz(over);
            by_breakthrough_count(totals, first, (int)(batch.turn - batch.begun[lane]));
            begin_game(&batch, lane);
        }
    }
}

#ifdef __clang__
#pragma clang attribute pop
#endif

#endif
