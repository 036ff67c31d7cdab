/* board_tmpl.h: the fast board. A file that defines WORDS and TABLE (and WIDTH, or not) and
 * includes this is a whole board: the table of functions is called TABLE.
 *
 * Beside its stones a player has two sets that make the legal moves a matter of a few words:
 *
 *      weak   the stones of his chains that came down to a single liberty
 *      lone   those liberties
 *
 * A player may play on an empty point unless it is the lone liberty of a chain of the opponent
 * (a capture), or its neighbours are all taken and none of them is an own stone that is not
 * weak (a suicide):
 *
 *      legal = empty - lone(opponent) & next to (empty + stones - weak)
 *
 * for all points at once. Members stay in both sets when such a liberty is filled: it is no empty
 * point any more, and the stones that had it have no empty neighbour left, so neither counts.
 *
 * Nothing is ever captured: chains only grow, and a move changes the sets for its own chain and
 * for those it touches; a chain that shows two liberties close by need not be followed to its
 * end. That is all the bookkeeping: no chain has a name, a root or a list. Chains by union-find
 * with pseudo-liberties, drawing from a list of points that may still be legal, made 480 k
 * playouts/s on 7x7 and 285 k on 9x9 where this makes 1139 k and 452 k; on 13x13 they are level,
 * and on 19x19, which nobody plays, chains win, 61 k against 38 k (gcc 12; README.md says on which
 * machine). */
#include "games/nogo/set_tmpl.h"

#include <string.h>

struct player {
    struct set stones, weak, lone;
};

struct nogo {
    struct player player[2];
    uint64_t key;
    int32_t side;
};

/* --- the rules ------------------------------------------------------------------- */

INLINE struct set empty_points(const struct field *field, const struct player *a,
                               const struct player *b)
{
    return without(field->points, join(a->stones, b->stones));
}

INLINE struct set legal_points(const struct field *field, const struct player *me,
                               const struct player *you)
{
    struct set empty = empty_points(field, me, you);
    struct set air = join(empty, without(me->stones, me->weak));
    return meet(without(empty, you->lone), next_to(field, air));
}

/* Follows a chain from its part `chain` until it shows two liberties, or to its end: then it
 * is weak. */
INLINE void mark_if_weak(const struct field *field, struct player *owner, struct set chain,
                         struct set empty)
{
    for (;;) {
        struct set near = next_to(field, chain);
        struct set liberties = meet(near, empty);
        if (has_several(liberties))
            return;
        struct set more = without(meet(near, owner->stones), chain);
        if (is_empty(more)) {
            owner->weak = join(owner->weak, chain);
            owner->lone = join(owner->lone, liberties);
            return;
        }
        chain = join(chain, more);
    }
}

/* Puts a stone of `me` on a legal point. No chain of the opponent next to it is weak: its lone
 * liberty would be the point. */
INLINE void place(const struct field *field, struct player *me, struct player *you,
                  struct set point)
{
    struct set near = next_to(field, point);
    me->stones = join(me->stones, point);
    struct set empty = empty_points(field, me, you);
    mark_if_weak(field, me, join(point, meet(near, me->stones)), empty);
    for (struct set rest = meet(near, you->stones); !is_empty(rest);) {
        struct set stone = lowest(rest);
        mark_if_weak(field, you, stone, empty);
        rest = without(rest, stone);
    }
}

static struct set legal_for(const struct by_rules *rules, const struct nogo *nogo, int player)
{
    struct field field = field_of(rules);
    return legal_points(&field, &nogo->player[player], &nogo->player[!player]);
}

static void start(const struct by_rules *rules, void *position)
{
    (void)rules;
    memset(position, 0, sizeof(struct nogo));
}

static int side(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct nogo *)position)->side;
}

static bool over(const struct by_rules *rules, const void *position)
{
    const struct nogo *nogo = position;
    return is_empty(legal_for(rules, nogo, nogo->side));
}

/* Who is to move and cannot has lost. */
static int32_t result(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct nogo *)position)->side == 0 ? -1 : 1;
}

static int moves(const struct by_rules *rules, const void *position, by_move *out)
{
    const struct by_nogo_shape *shape = rules->data;
    const struct nogo *nogo = position;
    struct set legal = legal_for(rules, nogo, nogo->side);
    int count = 0;
    for (int i = 0; i < WORDS; i++) {
        for (uint64_t word = legal.word[i]; word; word &= word - 1)
            out[count++] = shape->action[64 * i + by_bits_first(word)];
    }
    return count;
}

static void play(const struct by_rules *rules, void *position, by_move move, struct by_undo *undo)
{
    (void)undo; /* there is none: copying the few words of a position is as fast */
    const struct by_nogo_shape *shape = rules->data;
    struct nogo *nogo = position;
    struct field field = field_of(rules);
    struct player *me = &nogo->player[nogo->side], *you = &nogo->player[!nogo->side];
    place(&field, me, you, point_at(shape->bit[move]));
    nogo->key ^= shape->key[nogo->side][shape->bit[move]];
    nogo->side ^= 1;
}

/* --- to and from cells ------------------------------------------------------------- */

/* The bits of a set, row after row without the fences. */
static void close_rows(const struct by_rules *rules, struct set set, uint64_t *out)
{
    const struct by_nogo_shape *shape = rules->data;
    for (int y = 0, at = 0; y < rules->height; y++, at += rules->width) {
        int from = shape->bit[at];
        uint64_t row = set.word[from / 64] >> (from % 64) & by_bits_below(rules->width);
        out[at / 64] |= row << (at % 64);
        if (at % 64 + rules->width > 64)
            out[at / 64 + 1] |= row >> (64 - at % 64);
    }
}

static void look(const struct by_rules *rules, const void *position, struct by_board_view *out)
{
    const struct nogo *nogo = position;
    by_board_clear(rules, out);
    out->side = nogo->side;
    close_rows(rules, nogo->player[0].stones, out->stones[0]);
    close_rows(rules, nogo->player[1].stones, out->stones[1]);
}

static void find_weak(const struct field *field, struct player *owner, struct set empty)
{
    for (struct set rest = owner->stones; !is_empty(rest);) {
        struct set chain = spread(field, lowest(rest), owner->stones);
        mark_if_weak(field, owner, chain, empty);
        rest = without(rest, chain);
    }
}

static void make(const struct by_rules *rules, const struct by_board_view *view, void *position)
{
    const struct by_nogo_shape *shape = rules->data;
    struct field field = field_of(rules);
    struct nogo *nogo = position;
    memset(nogo, 0, sizeof *nogo);
    nogo->side = view->side;
    nogo->key = by_board_key(rules, view);
    for (int i = 0; i < rules->width * rules->height; i++) {
        int player = by_board_owner(view, i);
        if (player < 0)
            continue;
        struct player *owner = &nogo->player[player];
        owner->stones = join(owner->stones, point_at(shape->bit[i]));
    }
    struct set empty = empty_points(&field, &nogo->player[0], &nogo->player[1]);
    find_weak(&field, &nogo->player[0], empty);
    find_weak(&field, &nogo->player[1], empty);
}

static const struct by_board on_sets = {
    BY_NOGO_BOARD,
    .position_size = sizeof(struct nogo),
    .look = look,
    .make = make,
};

/* --- identity and symmetry --------------------------------------------------------- */

static uint64_t key(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct nogo *)position)->key;
}

static struct set image_of(const struct by_rules *rules, struct set set, int s)
{
    const struct by_nogo_shape *shape = rules->data;
    struct set image = {{0}};
    for (int i = 0; i < WORDS; i++) {
        for (uint64_t word = set.word[i]; word; word &= word - 1) {
            int action = shape->action[64 * i + by_bits_first(word)];
            image = join(image, point_at(shape->bit[shape->image[s][action]]));
        }
    }
    return image;
}

static uint64_t stones_key(const struct by_nogo_shape *shape, struct set stones, int player)
{
    uint64_t sum = 0;
    for (int i = 0; i < WORDS; i++) {
        for (uint64_t word = stones.word[i]; word; word &= word - 1)
            sum ^= shape->key[player][64 * i + by_bits_first(word)];
    }
    return sum;
}

/* The key without its stones is the same in every image: only their places change. */
static void transform(const struct by_rules *rules, const void *position, int s, void *out)
{
    const struct nogo *nogo = position;
    struct nogo image = *nogo;
    for (int player = 0; player < 2; player++) {
        const struct player *from = &nogo->player[player];
        struct player *to = &image.player[player];
        to->stones = image_of(rules, from->stones, s);
        to->weak = image_of(rules, from->weak, s);
        to->lone = image_of(rules, from->lone, s);
        image.key ^= stones_key(rules->data, from->stones, player);
        image.key ^= stones_key(rules->data, to->stones, player);
    }
    *(struct nogo *)out = image;
}

/* --- knowledge --------------------------------------------------------------------- */

static int32_t mobility_value(const struct by_rules *rules, const void *position)
{
    const struct nogo *nogo = position;
    return size_of(legal_for(rules, nogo, nogo->side)) -
           size_of(legal_for(rules, nogo, !nogo->side));
}

static const struct by_eval evals[] = {
    {.name = "mobility",
     .help = "own legal moves minus the opponent's",
     .win = BY_NOGO_EVAL_WIN,
     .value = mobility_value,
     .terms = by_nogo_mobility_terms,
     .counts = "move"},
    {0},
};

static void facts(const struct by_rules *rules, const void *position, by_fact_fn *emit,
                  void *context)
{
    int count[2] = {size_of(legal_for(rules, position, 0)), size_of(legal_for(rules, position, 1))};
    by_nogo_emit_facts(count, emit, context);
}

#include "games/nogo/playout_tmpl.h"

const struct by_game TABLE = {
    /* facts */
    BY_NOGO_FACTS,
    .board = &on_sets,

    /* rules */
    BY_NOGO_RULES,
    .start = start,
    .side = side,
    .over = over,
    .result = result,
    .moves = moves,
    .play = play,
    .key = key,
    .transform = transform,

    /* text */
    BY_NOGO_TEXT,
    .facts = facts,

    /* knowledge */
    .evals = evals,
    .policies = policies,
    .explain = by_nogo_explain,
};
