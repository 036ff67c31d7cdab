/* set_tmpl.h: sets of points of a board, WORDS words each. Define WORDS before including it, and
 * WIDTH where the board's is known when the program is compiled.
 *
 * Row after row from the bottom, each with one bit more than it has points: the fence, which
 * belongs to no set. A word holds whole rows, as many as fit. 9x9 takes two words:
 *
 *      word 0   9 8 7 6 5 4 3 2 1 0          word 1: rows 6, 7 and 8 in the same way
 *               |\_______________/\_ row 0
 *               fence  ...           rows 1 to 5 above, 10 bits each; 4 bits left over
 *
 * Steps to the left, right, up and down are then shifts of all points at once: what leaves a
 * row falls on a fence and is masked out, and only the last row of a word has to be carried
 * into the next. Two words with a carry of one row are faster than one number of 128 bits,
 * whose every shift carries (9x9 playouts, gcc 12: 439 k/s against 340 k/s). */

/* With the 32 vector registers of AVX-512 gcc 12 keeps numbers there that it needs in general
 * ones, and playouts become slower (9x9: 360 k/s instead of 439 k/s). */
#if defined(__GNUC__) && !defined(__clang__) && defined(__AVX512F__)
#pragma GCC target("no-avx512f")
#endif

#include "games/bits.h"
#include "games/nogo/nogo.h"

/* Sets live in registers only when everything that passes them is inlined. Under a sanitizer that
 * makes functions which take the compiler minutes, and nobody measures speed there. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define INLINE static inline
#else
#define INLINE static inline __attribute__((always_inline))
#endif

struct set {
    uint64_t word[WORDS];
};

/* The board as the functions here need it; its steps are constants where WIDTH is. */
struct field {
    struct set points;
    int stride, carry;
};

INLINE struct field field_of(const struct by_rules *rules)
{
    const struct by_nogo_shape *shape = rules->data;
    struct field field;
    for (int i = 0; i < WORDS; i++)
        field.points.word[i] = shape->points[i];
#ifdef WIDTH
    field.stride = WIDTH + 1;
    field.carry = (64 / (WIDTH + 1) - 1) * (WIDTH + 1);
#else
    field.stride = shape->stride;
    field.carry = shape->carry;
#endif
    return field;
}

INLINE struct set join(struct set a, struct set b)
{
    for (int i = 0; i < WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

INLINE struct set meet(struct set a, struct set b)
{
    for (int i = 0; i < WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

INLINE struct set without(struct set a, struct set b)
{
    for (int i = 0; i < WORDS; i++)
        a.word[i] &= ~b.word[i];
    return a;
}

INLINE bool is_empty(struct set a)
{
    uint64_t any = 0;
    for (int i = 0; i < WORDS; i++)
        any |= a.word[i];
    return any == 0;
}

INLINE bool overlap(struct set a, struct set b)
{
    return !is_empty(meet(a, b));
}

INLINE int size_of(struct set a)
{
    int count = 0;
    for (int i = 0; i < WORDS; i++)
        count += by_bits_count(a.word[i]);
    return count;
}

/* At least two points. */
INLINE bool has_several(struct set a)
{
    if (WORDS == 1)
        return (a.word[0] & (a.word[0] - 1)) != 0;
    return size_of(a) > 1;
}

INLINE struct set point_at(int bit)
{
    struct set point;
    for (int i = 0; i < WORDS; i++)
        point.word[i] = bit / 64 == i ? UINT64_C(1) << (bit % 64) : 0;
    return point;
}

/* The bit of the lowest point of a set that is not empty. A loop that stopped at its word would
 * be a branch that nobody can foresee. */
INLINE int bit_of(struct set a)
{
    uint64_t word = a.word[0];
    int base = 0;
    for (int i = 1; i < WORDS; i++) {
        base = word ? base : 64 * i;
        word = word ? word : a.word[i];
    }
    return base + by_bits_first(word);
}

INLINE struct set lowest(struct set a)
{
    uint64_t before = 0;
    for (int i = 0; i < WORDS; i++) {
        uint64_t word = a.word[i];
        a.word[i] = before ? 0 : word & -word;
        before |= word;
    }
    return a;
}

/* The point with `rank` lower ones in the set. No branch depends on where it is. */
INLINE struct set nth(struct set a, int rank)
{
    if (WORDS == 1)
        return (struct set){{by_bits_nth(a.word[0], rank)}};
    for (int i = 0; i < WORDS; i++) {
        int count = by_bits_count(a.word[i]);
        uint64_t here = -(uint64_t)(rank >= 0 && rank < count);
        a.word[i] = by_bits_nth(a.word[i], rank & 63) & here;
        rank -= count;
    }
    return a;
}

/* What lies above and below word i of the set; fences included. */
INLINE uint64_t up_and_down(const struct field *field, const struct set *a, int i)
{
    uint64_t rows = a->word[i] << field->stride | a->word[i] >> field->stride;
    if (i > 0)
        rows |= a->word[i - 1] >> field->carry;
    if (i < WORDS - 1)
        rows |= a->word[i + 1] << field->carry;
    return rows;
}

/* The points next to a point of the set. */
INLINE struct set next_to(const struct field *field, struct set a)
{
    struct set out;
    for (int i = 0; i < WORDS; i++) {
        uint64_t near = a.word[i] << 1 | a.word[i] >> 1 | up_and_down(field, &a, i);
        out.word[i] = near & field->points.word[i];
    }
    return out;
}

/* The same with the diagonal neighbours. */
INLINE struct set around(const struct field *field, struct set a)
{
    struct set wide, out;
    for (int i = 0; i < WORDS; i++)
        wide.word[i] = a.word[i] | a.word[i] << 1 | a.word[i] >> 1;
    wide = meet(wide, field->points);
    for (int i = 0; i < WORDS; i++)
        out.word[i] = (a.word[i] << 1 | a.word[i] >> 1 | up_and_down(field, &wide, i)) &
                      field->points.word[i];
    return out;
}

/* The points of `within` that can be reached from `a` by steps inside `within`, and `a`. Two
 * steps between looks at whether anything was gained: most chains are small. */
INLINE struct set spread(const struct field *field, struct set a, struct set within)
{
    for (;;) {
        struct set once = join(a, meet(next_to(field, a), within));
        struct set twice = join(once, meet(next_to(field, once), within));
        if (is_empty(without(twice, once)))
            return once;
        a = twice;
    }
}
