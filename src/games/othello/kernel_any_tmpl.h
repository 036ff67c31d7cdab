/* kernel_any_tmpl.h: moves and turned discs of boards of up to 128 squares; see
 * kernel_8x8_tmpl.h for what a kernel is. */
#include "games/bits.h"
#include "games/othello/othello.h"

#define INLINE static inline __attribute__((always_inline))

__extension__ typedef unsigned __int128 set;
typedef set lanes;

struct field {
    const struct by_othello_shape *shape;
    set points, inner; /* the board, and the board without its first and last column */
};

INLINE struct field field_of(const struct by_rules *rules)
{
    const struct by_othello_shape *shape = rules->data;
    return (struct field){shape, (set)shape->points[1] << 64 | shape->points[0],
                          (set)shape->inner[1] << 64 | shape->inner[0]};
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
    return (set)1 << square;
}

INLINE int size_of(set s)
{
    return by_bits_count((uint64_t)s) + by_bits_count((uint64_t)(s >> 64));
}

INLINE int first_of(set s)
{
    return (uint64_t)s ? by_bits_first((uint64_t)s) : 64 + by_bits_first((uint64_t)(s >> 64));
}

INLINE int nth_of(set s, int rank)
{
    int low = by_bits_count((uint64_t)s);
    if (rank < low)
        return by_bits_first(by_bits_nth((uint64_t)s, rank));
    return 64 + by_bits_first(by_bits_nth((uint64_t)(s >> 64), rank - low));
}

/* The row of `inner` that begins next to `from`, towards higher squares or towards lower ones. */
INLINE set row_up(set from, set inner, int step, int size)
{
    set row = inner & from << step;
    for (int i = 3; i < size; i++)
        row |= inner & row << step;
    return row;
}

INLINE set row_down(set from, set inner, int step, int size)
{
    set row = inner & from >> step;
    for (int i = 3; i < size; i++)
        row |= inner & row >> step;
    return row;
}

static set moves_of(const struct field *field, lanes me, lanes you)
{
    int size = field->shape->size;
    set inner = you & field->inner, behind = 0;
    const int step[4] = {1, size, size - 1, size + 1};
    for (int i = 0; i < 4; i++) {
        set row = i == 1 ? you : inner; /* down columns no row goes around an edge */
        behind |= row_up(me, row, step[i], size) << step[i];
        behind |= row_down(me, row, step[i], size) >> step[i];
    }
    return behind & field->points & ~(me | you);
}

static lanes turned_by(const struct field *field, lanes me, lanes you, int square)
{
    int size = field->shape->size;
    set from = square_set(square), inner = you & field->inner, all = 0;
    const int step[4] = {1, size, size - 1, size + 1};
    for (int i = 0; i < 4; i++) {
        set row = i == 1 ? you : inner;
        set above = row_up(from, row, step[i], size), below = row_down(from, row, step[i], size);
        all |= above << step[i] & me ? above : 0;
        all |= below >> step[i] & me ? below : 0;
    }
    return all;
}
