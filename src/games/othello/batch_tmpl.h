/* batch_tmpl.h: uniform playouts of the 8x8 board by the batch: sixteen games at a time, a lane of a
 * vector for each; the third part of board_tmpl.h.
 *
 * One game alone is a chain of dependent instructions in which the processor waits; others beside it
 * fill the gaps. The sixteen are the same on every machine, each with a generator of its own, so that
 * plain words (LANES 1), AVX2 (4) and AVX-512 (8) play the same games. */
#include <limits.h>

#include "games/lanes_tmpl.h"

#define IDLE (INT_MIN / 2) /* the length of no game */

struct batch {
    word me[PARTS], you[PARTS]; /* me: whose turn it is */
    word state[PARTS][4];       /* of the generators */
    int length[BY_LANES];       /* plies so far */
    unsigned stuck;             /* lanes whose last ply was a pass */
    uint64_t start[2];          /* of the player whose turn it is there, and of the other */
    int first;                  /* who that player is */
    int64_t waiting, playing;   /* games to begin, games to end */
};

/* --- moves, all lanes at once ------------------------------------------------------------------ */

/* One of the four lines along which discs turn over: what may lie between its ends, and where that lies
 * twice in a row, upwards and downwards; the squares above the lowest one and below the highest. */
struct line {
    int step;
    uint64_t above_first, below_last;
    word inner, pair_up, pair_down;
};

INLINE struct line line_of(word inner, int step, uint64_t above_first, uint64_t below_last)
{
    word pair = inner & inner << step;
    return (struct line){step, above_first, below_last, inner, pair, pair >> step};
}

/* No row goes on around an edge: but for columns, none has discs at the edge between its ends. */
INLINE void lines_of(word you, struct line out[4])
{
    word inner = you & UINT64_C(0x7e7e7e7e7e7e7e7e);
    out[0] = line_of(inner, 1, 0x00000000000000fe, 0x7f00000000000000);
    out[1] = line_of(you, 8, 0x0101010101010100, 0x0080808080808080);
    out[2] = line_of(inner, 9, 0x8040201008040200, 0x0040201008040201);
    out[3] = line_of(inner, 7, 0x0002040810204080, 0x0102040810204000);
}

/* The rows next to `from`, by doubling steps as in `along` of kernel_8x8_tmpl.h. */
INLINE word rows_up(const struct line *line, word from)
{
    word row = line->inner & from << line->step;
    row |= line->inner & row << line->step;
    row |= line->pair_up & row << 2 * line->step;
    return row | (line->pair_up & row << 2 * line->step);
}

INLINE word rows_down(const struct line *line, word from)
{
    word row = line->inner & from >> line->step;
    row |= line->inner & row >> line->step;
    row |= line->pair_down & row >> 2 * line->step;
    return row | (line->pair_down & row >> 2 * line->step);
}

INLINE word legal_of(word me, word you)
{
    struct line line[4];
    word behind = {0};
    lines_of(you, line);
    for (int i = 0; i < 4; i++)
        behind |= rows_up(&line[i], me) << line[i].step | rows_down(&line[i], me) >> line[i].step;
    return behind & ~(me | you);
}

/* The row above `from`, which is on `square`, if it ends at one of mine. With all squares beside the ray
 * full, a sum carries through the row to its end; that of nothing changes nothing. */
INLINE word turned_up(const struct line *line, word from, word square, word me)
{
    word ray = in_all_lanes(line->above_first) << square;
    word full = line->inner | ~ray;
    word changed = ((full + (from << 1)) ^ full) & ray;
    return changed & line->inner & ALL_IF(changed & me);
}

/* The same downwards. AVX-512 finds the highest bit; below square 0, where a lane without a move points,
 * there is no ray. */
INLINE word turned_down(const struct line *line, word from, word square, word me)
{
#if LANES == 8
    (void)from;
    word ray = in_all_lanes(line->below_last) >> (square ^ 63);
    __m512i zeros = _mm512_lzcnt_epi64((__m512i)(ray & ~line->inner));
    word end = (word)_mm512_srlv_epi64(_mm512_set1_epi64(INT64_MIN), zeros) & me;
    return ray & (0 - (end + end));
#else
    (void)square;
    word row = rows_down(line, from);
    return row & ALL_IF(row >> line->step & me);
#endif
}

INLINE word lanes_turned(word from, word square, word me, word you)
{
    struct line line[4];
    word turned = {0};
    lines_of(you, line);
    for (int i = 0; i < 4; i++)
        turned |= turned_up(&line[i], from, square, me) | turned_down(&line[i], from, square, me);
    return turned;
}

/* --- draws ------------------------------------------------------------------------------------- */

/* One of the squares; 0 when there is none. */
INLINE uint64_t drawn_of(uint64_t legal, uint64_t draw)
{
    set one = nth_set(legal, by_lane_below(draw, size_of(legal)));
    return one ? (uint64_t)first_of(one) : 0;
}

/* --- the games --------------------------------------------------------------------------------- */

/* The next game, if there is one, or nothing: a lane that holds an empty board. */
static void begin_game(struct batch *batch, int lane)
{
    bool more = batch->waiting > 0;
    batch->waiting -= more;
    batch->length[lane] = more ? 0 : IDLE;
    LANE(batch->me[lane / LANES], lane % LANES) = more ? batch->start[0] : 0;
    LANE(batch->you[lane / LANES], lane % LANES) = more ? batch->start[1] : 0;
}

/* Neither had a square in the last two plies of this lane: there were no such plies, the game was over
 * before them, and the next one begins. */
static void end_game(struct batch *batch, const struct field *field, int lane,
                     struct by_totals *totals)
{
    int length = batch->length[lane] - 2;
    if (length < 0)
        return;
    int me = size_of(LANE(batch->me[lane / LANES], lane % LANES));
    int you = size_of(LANE(batch->you[lane / LANES], lane % LANES));
    bool turn_of_x = ((batch->first ^ length) & 1) == 0;
    int32_t margin = by_othello_margin(field->shape, turn_of_x ? me : you, turn_of_x ? you : me);
    by_totals_add(totals, margin, length);
    batch->playing--;
    begin_game(batch, lane);
}

/* One ply in every lane, step by step for all vectors: each step waits for the one before. Returns the
 * lanes that have no square to play on. */
INLINE unsigned place_discs(struct batch *batch)
{
    unsigned stuck = 0;
    word legal[PARTS], square[PARTS];
    for (int p = 0; p < PARTS; p++)
        legal[p] = legal_of(batch->me[p], batch->you[p]);
    for (int p = 0; p < PARTS; p++) {
        word draw = lanes_next(batch->state[p]);
        for (int i = 0; i < LANES; i++)
            LANE(square[p], i) = drawn_of(LANE(legal[p], i), LANE(draw, i));
        stuck |= EMPTY_LANES(legal[p]) << (p * LANES);
    }
    for (int p = 0; p < PARTS; p++) {
        word me = batch->me[p], you = batch->you[p];
        word from = in_all_lanes(1) << square[p] & ALL_IF(legal[p]);
        word turned = lanes_turned(from, square[p], me, you);
        batch->me[p] = you & ~turned;
        batch->you[p] = me | turned | from;
    }
    return stuck;
}

static void take_turns(struct batch *batch, const struct field *field, struct by_totals *totals)
{
    unsigned stuck = place_discs(batch), ended = stuck & batch->stuck;
    for (int lane = 0; lane < BY_LANES; lane++)
        batch->length[lane]++;
    batch->stuck = stuck & ~ended;
    for (; ended; ended &= ended - 1)
        end_game(batch, field, by_bits_first(ended), totals);
}

static void set_out(struct batch *batch, const struct othello *o, int64_t count, struct by_rng *rng)
{
    batch->stuck = 0;
    batch->first = o->side;
    batch->start[0] = o->discs[o->side];
    batch->start[1] = o->discs[!o->side];
    batch->waiting = batch->playing = count;
    lanes_seed(batch->state, rng);
    for (int lane = 0; lane < BY_LANES; lane++)
        begin_game(batch, lane);
}

static void uniform_many(const struct by_rules *rules, const void *position, int64_t count,
                         struct by_rng *rng, struct by_totals *totals)
{
    struct field field = field_of(rules);
    struct batch batch;
    set_out(&batch, position, count, rng);
    while (batch.playing > 0)
        take_turns(&batch, &field, totals);
}
