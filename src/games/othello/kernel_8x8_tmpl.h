/* kernel_8x8_tmpl.h: moves and turned discs of the 8x8 board, on any machine.
 *
 * A set is a word, square a1 its lowest bit. A kernel tells board_tmpl.h
 *
 *      set       a set of squares
 *      lanes     a set as it is kept while a game is played; here the same
 *      moves_of  the empty squares next to a row of your discs that mine encloses
 *      turned_by the discs that turn over when I play on a square */
#include "games/bits.h"
#include "games/othello/othello.h"

#define INLINE static inline __attribute__((always_inline))

typedef uint64_t set;
typedef uint64_t lanes;

struct field {
    const struct by_othello_shape *shape;
};

INLINE struct field field_of(const struct by_rules *rules)
{
    return (struct field){rules->data};
}

INLINE lanes spread(set s)
{
    return s;
}

INLINE set gather(lanes l)
{
    return l;
}

INLINE set square_set(int square)
{
    return UINT64_C(1) << square;
}

INLINE int size_of(set s)
{
    return by_bits_count(s);
}

INLINE int first_of(set s)
{
    return by_bits_first(s);
}

/* The square with `rank` lower ones, as a set; the empty set when there is none. */
INLINE set nth_set(set s, int rank)
{
    return by_bits_nth(s, rank);
}

INLINE int nth_of(set s, int rank)
{
    return first_of(nth_set(s, rank));
}

/* Squares behind a row of `inner` that begins next to `me`, both ways along one line. Rows have
 * at most six discs between two others: one, two, four and six of them by doubling the step. */
INLINE set along(set me, set inner, int step)
{
    set up = inner & me << step, down = inner & me >> step;
    set pair_up = inner & inner << step, pair_down = inner & inner >> step;
    up |= inner & up << step;
    down |= inner & down >> step;
    up |= pair_up & up << 2 * step;
    down |= pair_down & down >> 2 * step;
    up |= pair_up & up << 2 * step;
    down |= pair_down & down >> 2 * step;
    return up << step | down >> step;
}

INLINE set moves_of(const struct field *field, lanes me, lanes you)
{
    (void)field;
    set inner = you & UINT64_C(0x7e7e7e7e7e7e7e7e); /* no row goes on around an edge */
    set behind =
        along(me, inner, 1) | along(me, you, 8) | along(me, inner, 7) | along(me, inner, 9);
    return behind & ~(me | you);
}

/* The discs on a ray up to the first square that is not yours, if that is mine. On the first four
 * rays that square is the lowest, on the others the highest. */
INLINE lanes turned_by(const struct field *field, lanes me, lanes you, int square)
{
    const uint64_t *ray = field->shape->ray[square];
    set all = 0;
    for (int i = 0; i < 4; i++) {
        set rest = ray[i] & ~you;
        set end = rest & -rest & me;
        all |= ray[i] & (end - (end != 0));
    }
    for (int i = 4; i < 8; i++) {
        set rest = ray[i] & ~you;
        set end = rest ? UINT64_C(0x8000000000000000) >> __builtin_clzll(rest) & me : 0;
        all |= ray[i] & (0 - 2 * end);
    }
    return all;
}
