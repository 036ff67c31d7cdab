/* batch_tmpl.h: uniform playouts by the batch (lanes.h) in plain words, and the choice between these and
 * lanes; a part of playout_tmpl.h for the board of 7x7. */
#include "games/lanes.h"

/* One game of a lane; returns its plies. The last draw finds no point: in lanes it is made before anybody
 * looks. */
static int play_lane(const struct field *field, struct player me, struct player you,
                     struct by_rng *rng)
{
    for (int length = 0;; length++) {
        struct set legal = legal_points(field, &me, &you);
        uint64_t draw = by_rng_next(rng);
        if (is_empty(legal))
            return length;
        place(field, &me, &you, nth(legal, by_lane_below(draw, size_of(legal))));
        struct player moved = me;
        me = you;
        you = moved;
    }
}

static struct player player_of(const uint64_t words[3])
{
    return (struct player){{{words[0]}}, {{words[1]}}, {{words[2]}}};
}

void by_nogo_batch_plain(const struct by_nogo_words *start, int64_t count, struct by_rng *rng,
                         struct by_totals *totals)
{
    const struct field field = {{{BY_NOGO_POINTS_7X7}}, WIDTH + 1, 0};
    struct player me = player_of(start->player[0]), you = player_of(start->player[1]);
    uint64_t seed = by_rng_next(rng);
    for (int lane = 0; lane < BY_LANES; lane++) {
        struct by_rng own;
        by_rng_init(&own, seed, (uint64_t)lane);
        for (int64_t i = by_lane_share(count, lane); i > 0; i--)
            by_nogo_count(totals, start->side, play_lane(&field, me, you, &own));
    }
}

void by_nogo_words_of(const void *position, struct by_nogo_words *out)
{
    const struct nogo *nogo = position;
    const struct player *me = &nogo->player[nogo->side], *you = &nogo->player[!nogo->side];
    *out = (struct by_nogo_words){
        .player = {{me->stones.word[0], me->weak.word[0], me->lone.word[0]},
                   {you->stones.word[0], you->weak.word[0], you->lone.word[0]}},
        .side = nogo->side};
}

/* Few games cost less one after the other. */
static void uniform_many(const struct by_rules *rules, const void *position, int64_t count,
                         struct by_rng *rng, struct by_totals *totals)
{
    (void)rules;
    by_nogo_batch_fn *play_all = by_nogo_batch_plain;
#if BY_LANES_AVX2
    if (2 * count >= BY_LANES && by_has_avx2())
        play_all = by_nogo_batch_avx2;
#endif
    struct by_nogo_words start;
    by_nogo_words_of(position, &start);
    play_all(&start, count, rng, totals);
}

#define MANY_UNIFORM uniform_many
#define BATCH        BY_LANES
