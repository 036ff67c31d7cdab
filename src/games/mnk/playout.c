/* playout.c: uniform playouts of the m,n,k game, made to be fast.
 *
 * The empty cells are a set; a draw names a rank in it, and the cell of that rank is taken out.
 * That uses the generator as the generic playout does, and so plays the same game. On the small
 * boards that list the sets with a line, one draw decides the whole game. The key is made at the
 * end, or not at all. */
#include "games/bits.h"
#include "games/mnk/mnk.h"

/* A game stays in registers only when everything is inlined, with k as a constant. */
#define INLINE static inline __attribute__((always_inline))

/* In place of a number of stones: the sets that hold a line are listed. */
#define LISTED 0

INLINE bool has_line(const struct shape *shape, int k, uint64_t set)
{
    if (k == LISTED)
        return shape->lined[set / 64] >> set % 64 & 1;
    return by_mnk_has_line(shape, k, set);
}

/* --- draws ------------------------------------------------------------------------ */

/* A fraction of 2^32 whose digits to the bases n, n - 1, ..., 1 are uniform and independent:
 * they are those of a draw below n!, by Lemire's method (rng.h), without rejoining them first.
 * `orders` is n!, and 9! is far below 2^32. */
INLINE uint32_t draw_fraction(struct by_rng *rng, uint32_t orders)
{
    uint32_t fraction;
    do
        fraction = (uint32_t)(by_rng_next(rng) >> 32);
    while (__builtin_expect(fraction * orders < orders, 0) && fraction * orders < -orders % orders);
    return fraction;
}

INLINE int next_digit(uint32_t *fraction, int base)
{
    uint64_t product = (uint64_t)*fraction * (uint32_t)base;
    *fraction = (uint32_t)product;
    return (int)(product >> 32);
}

static uint32_t factorial(int n)
{
    return n > 1 ? (uint32_t)n * factorial(n - 1) : 1;
}

/* --- a game ----------------------------------------------------------------------- */

struct run {
    uint64_t empty;
    uint64_t own, theirs; /* of the side to move, and of the other */
    int left;             /* empty cells */
    uint32_t orders;      /* in which they can be filled, on listed boards */
};

static struct run run_from(const struct shape *shape, const struct mnk *mnk)
{
    uint64_t own = mnk->stones[mnk->side], theirs = mnk->stones[!mnk->side];
    uint64_t empty = shape->board & ~(own | theirs);
    int left = by_bits_count(empty);
    return (struct run){empty, own, theirs, left, shape->listed ? factorial(left) : 0};
}

/* Plays to the end, of a game that is not over; true when the side that moved last has won. */
INLINE bool play_on(const struct shape *shape, int k, struct run *run, struct by_rng *rng,
                    struct by_ply *plies, int side)
{
    uint32_t fraction = k == LISTED ? draw_fraction(rng, run->orders) : 0;
    for (;; side ^= 1) {
        int rank = k == LISTED ? next_digit(&fraction, run->left)
                               : (int)by_rng_below_from(rng, (uint32_t)(by_rng_next(rng) >> 32),
                                                        (uint32_t)run->left);
        uint64_t cell = by_bits_nth(run->empty, rank), placed = run->own | cell;
        if (plies)
            *plies++ = (struct by_ply){by_bits_first(cell), side};
        run->empty ^= cell;
        run->own = run->theirs;
        run->theirs = placed;
        run->left--;
        if (has_line(shape, k, placed))
            return true;
        if (run->left == 0)
            return false;
    }
}

static bool is_over(const struct shape *shape, const struct mnk *mnk)
{
    return mnk->winner != BY_MNK_NOBODY || (mnk->stones[0] | mnk->stones[1]) == shape->board;
}

static int32_t result_at(const struct mnk *mnk)
{
    return mnk->winner == BY_MNK_NOBODY ? 0 : mnk->winner == 0 ? 1 : -1;
}

/* --- one -------------------------------------------------------------------------- */

/* The key of the stones placed since. */
static uint64_t new_key(uint64_t placed, int player)
{
    uint64_t key = 0;
    for (; placed; placed &= placed - 1)
        key ^= by_mnk_move_key(by_bits_first(placed), player);
    return key;
}

/* The position in which a run has ended. */
static void arrive(struct mnk *mnk, const struct run *run, int length, bool won)
{
    int side = mnk->side ^ (length & 1);
    mnk->key ^= new_key(run->own ^ mnk->stones[side], side);
    mnk->key ^= new_key(run->theirs ^ mnk->stones[!side], !side);
    mnk->stones[side] = run->own;
    mnk->stones[!side] = run->theirs;
    mnk->side = side;
    mnk->winner = won ? !side : BY_MNK_NOBODY;
}

INLINE int play_one(const struct shape *shape, int k, struct mnk *mnk, struct by_rng *rng,
                    struct by_ply *plies)
{
    struct run run = run_from(shape, mnk);
    int cells = run.left;
    bool won = play_on(shape, k, &run, rng, plies, mnk->side);
    arrive(mnk, &run, cells - run.left, won);
    return cells - run.left;
}

static void uniform(const struct by_rules *rules, void *position, struct by_rng *rng,
                    struct by_playout *out)
{
    const struct shape *shape = rules->data;
    struct mnk *mnk = position;
    if (is_over(shape, mnk))
        out->length = 0;
    else if (shape->listed)
        out->length = play_one(shape, LISTED, mnk, rng, out->plies);
    else
        out->length = play_one(shape, shape->k, mnk, rng, out->plies);
    out->result = result_at(mnk);
}

/* --- many ------------------------------------------------------------------------- */

/* How many were won with an even and with an odd number of plies, and all plies. */
struct sums {
    int64_t even, odd, plies;
};

INLINE struct sums play_many(const struct shape *shape, int k, const struct mnk *mnk, int64_t count,
                             struct by_rng *rng)
{
    const struct run start = run_from(shape, mnk);
    struct sums sums = {0, 0, 0};
    for (int64_t i = 0; i < count; i++) {
        struct run run = start;
        bool won = play_on(shape, k, &run, rng, NULL, 0);
        int length = start.left - run.left;
        sums.even += won & ~length;
        sums.odd += won & length;
        sums.plies += length;
    }
    return sums;
}

/* Each a function of its own, for the sake of its registers. */
typedef struct sums many_fn(const struct shape *shape, const struct mnk *mnk, int64_t count,
                            struct by_rng *rng);

static struct sums many_listed(const struct shape *shape, const struct mnk *mnk, int64_t count,
                               struct by_rng *rng)
{
    return play_many(shape, LISTED, mnk, count, rng);
}

static struct sums many_of_3(const struct shape *shape, const struct mnk *mnk, int64_t count,
                             struct by_rng *rng)
{
    return play_many(shape, 3, mnk, count, rng);
}

static struct sums many_of_4(const struct shape *shape, const struct mnk *mnk, int64_t count,
                             struct by_rng *rng)
{
    return play_many(shape, 4, mnk, count, rng);
}

static struct sums many_of_5(const struct shape *shape, const struct mnk *mnk, int64_t count,
                             struct by_rng *rng)
{
    return play_many(shape, 5, mnk, count, rng);
}

static struct sums many_of_k(const struct shape *shape, const struct mnk *mnk, int64_t count,
                             struct by_rng *rng)
{
    return play_many(shape, shape->k, mnk, count, rng);
}

static many_fn *many_for(const struct shape *shape)
{
    if (shape->listed)
        return many_listed;
    return shape->k == 3   ? many_of_3
           : shape->k == 4 ? many_of_4
           : shape->k == 5 ? many_of_5
                           : many_of_k;
}

static void uniform_many(const struct by_rules *rules, const void *position, int64_t count,
                         struct by_rng *rng, struct by_totals *totals)
{
    const struct shape *shape = rules->data;
    const struct mnk *mnk = position;
    if (is_over(shape, mnk)) {
        for (int64_t i = 0; i < count; i++)
            by_totals_add(totals, result_at(mnk), 0);
        return;
    }
    struct sums sums = many_for(shape)(shape, mnk, count, rng);
    int64_t x = mnk->side == 0 ? sums.odd : sums.even, o = sums.odd + sums.even - x;
    totals->wins[0] += x;
    totals->wins[1] += o;
    totals->draws += count - x - o;
    totals->results += x - o;
    totals->plies += sums.plies;
}

const struct by_policy by_mnk_policies[] = {
    {.name = "uniform",
     .help = "every legal move equally likely, to the end of the game",
     .run = uniform,
     .many = uniform_many},
    {0},
};
