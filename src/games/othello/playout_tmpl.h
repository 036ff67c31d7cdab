/* playout_tmpl.h: the playout policies of the fast boards; the second half of board_tmpl.h.
 *
 * A policy is a way to choose among the legal squares; `run_game` does the rest. A pass takes a
 * number from the generator too, as in the playout that every game has: a naive board that draws
 * the same numbers plays the same game. */

struct run {
    struct field field;
    struct by_rng rng;
    struct by_ply *plies;
    int length;
    int opponent; /* whose moves follow the matrix */
};

/* The square that `player` plays, given the legal ones, of which there are some. */
typedef int choose_fn(struct run *run, set legal, int player);

INLINE void write_down(struct run *run, by_move action, int player)
{
    if (run->plies)
        run->plies[run->length] = (struct by_ply){action, player};
    run->length++;
}

/* False when nobody can move. */
INLINE bool take_turn(struct run *run, choose_fn *choose, lanes *me, lanes *you, int player)
{
    set legal = moves_of(&run->field, *me, *you);
    if (__builtin_expect(!legal, 0)) {
        if (!moves_of(&run->field, *you, *me))
            return false;
        (void)by_rng_below(&run->rng, 1);
        write_down(run, run->field.shape->cells, player);
        return true;
    }
    int square = choose(run, legal, player);
    lanes turned = turned_by(&run->field, *me, *you, square);
    *me |= turned | spread(square_set(square));
    *you ^= turned;
    write_down(run, square, player);
    return true;
}

/* Who the opponent is: that of the one who thinks at the root, if the caller says who that is. */
INLINE int opponent_of(const struct by_playout *out, int first)
{
    return out->thinker > 0 ? 2 - out->thinker : !first;
}

INLINE void run_game(const struct by_rules *rules, void *position, struct by_rng *rng,
                     struct by_playout *out, choose_fn *choose)
{
    struct othello *o = position;
    int first = o->side;
    lanes a = spread(o->discs[first]), b = spread(o->discs[!first]);
    struct run run = {.field = field_of(rules),
                      .rng = *rng,
                      .plies = out->plies,
                      .opponent = opponent_of(out, first)};
    while (take_turn(&run, choose, &a, &b, first) && take_turn(&run, choose, &b, &a, !first))
        continue;
    o->discs[first] = gather(a);
    o->discs[!first] = gather(b);
    o->side = first ^ (run.length & 1);
    o->key = whole_key(rules->data, o);
    *rng = run.rng;
    out->length = run.length;
    out->result = result(rules, position);
}

/* --- uniform ------------------------------------------------------------------------ */

INLINE int any_of(struct run *run, set legal, int player)
{
    (void)player;
    return nth_of(legal, (int)by_rng_below(&run->rng, (uint32_t)size_of(legal)));
}

static void uniform(const struct by_rules *rules, void *position, struct by_rng *rng,
                    struct by_playout *out)
{
    run_game(rules, position, rng, out, any_of);
}

/* --- by the matrix (OTH 4.3.1) -------------------------------------------------------- */

static int32_t least_of(const int32_t *value, set legal)
{
    int32_t least = value[first_of(legal)];
    for (; legal; legal &= legal - 1) {
        int32_t next = value[first_of(legal)];
        least = next < least ? next : least;
    }
    return least;
}

/* Drawn in proportion to the value, shifted so that the worst legal square has 1. */
static int by_chance(struct run *run, set legal, int player)
{
    if (player != run->opponent)
        return any_of(run, legal, player);
    const int32_t *value = run->field.shape->matrix[BY_OTHELLO_CHOSEN].at;
    int32_t shift = 1 - least_of(value, legal);
    uint32_t sum = 0;
    for (set rest = legal; rest; rest &= rest - 1)
        sum += (uint32_t)(value[first_of(rest)] + shift);
    uint32_t drawn = by_rng_below(&run->rng, sum);
    for (;; legal &= legal - 1) {
        uint32_t part = (uint32_t)(value[first_of(legal)] + shift);
        if (drawn < part)
            return first_of(legal);
        drawn -= part;
    }
}

static void probabilistic(const struct by_rules *rules, void *position, struct by_rng *rng,
                          struct by_playout *out)
{
    run_game(rules, position, rng, out, by_chance);
}

/* The best square; the first one of several. */
static int best_of(struct run *run, set legal, int player)
{
    if (player != run->opponent)
        return any_of(run, legal, player);
    const int32_t *value = run->field.shape->matrix[BY_OTHELLO_CHOSEN].at;
    int best = first_of(legal);
    for (set rest = legal & (legal - 1); rest; rest &= rest - 1) {
        int next = first_of(rest);
        best = value[next] > value[best] ? next : best;
    }
    return best;
}

static void deterministic(const struct by_rules *rules, void *position, struct by_rng *rng,
                          struct by_playout *out)
{
    run_game(rules, position, rng, out, best_of);
}

/* --- the table ------------------------------------------------------------------------ */

#ifdef LANES
#include "games/othello/batch_tmpl.h"
#define MANY uniform_many
#else
#define MANY NULL
#endif

static const struct by_policy policies[] = {BY_OTHELLO_POLICIES(MANY), {0}};
