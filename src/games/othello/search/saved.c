#include "games/othello/search/saved.h"

#define HALF      32
#define HALF_BITS 51
#define HALF_MASK ((UINT64_C(1) << HALF_BITS) - 1)
#define OFFSET    128 /* of a bound */
#define MARK      (UINT64_C(1) << 63)

static uint64_t write_half(uint64_t me, uint64_t you, int first)
{
    uint64_t number = 0;
    for (int square = first + HALF - 1; square >= first; square--)
        number = 3 * number + (me >> square & 1) + 2 * (you >> square & 1);
    return number;
}

/* True: the number is that of a half. */
static bool read_half(uint64_t number, int first, uint64_t *me, uint64_t *you)
{
    for (int square = first; square < first + HALF; square++, number /= 3) {
        *me |= (uint64_t)(number % 3 == 1) << square;
        *you |= (uint64_t)(number % 3 == 2) << square;
    }
    return number == 0;
}

static bool is_certain(const struct by_othello_known *known, uint64_t me, uint64_t you, int cells)
{
    return known->used && known->level == BY_OTHELLO_SURE &&
           known->depth == cells - by_bits_count(me | you);
}

bool by_othello_saved_next(const struct by_othello_table *table, size_t *cursor, uint64_t words[2])
{
    for (; *cursor < 2 * (table->mask + 1); ++*cursor) {
        const struct by_othello_entry *e = &table->buckets[*cursor / 2].entry[*cursor % 2];
        uint64_t word = atomic_load(&e->known);
        uint64_t me = atomic_load(&e->me) ^ word, you = atomic_load(&e->you) ^ word;
        struct by_othello_known known = by_othello_word_known(word);
        if (!is_certain(&known, me, you, table->cells))
            continue;
        unsigned move = known.move[0];
        words[0] = write_half(me, you, 0) | (uint64_t)(known.low + OFFSET) << HALF_BITS |
                   (uint64_t)(move & 15) << (HALF_BITS + 8) | MARK;
        words[1] = write_half(me, you, HALF) | (uint64_t)(known.high + OFFSET) << HALF_BITS |
                   (uint64_t)(move >> 4) << (HALF_BITS + 8);
        ++*cursor;
        return true;
    }
    return false;
}

bool by_othello_saved_insert(struct by_othello_table *table, const struct by_othello_squares *s,
                             const uint64_t words[2])
{
    uint64_t me = 0, you = 0;
    int low = (int)(words[0] >> HALF_BITS & 255) - OFFSET;
    int high = (int)(words[1] >> HALF_BITS & 255) - OFFSET;
    int move = (int)(words[0] >> (HALF_BITS + 8) & 15) | (int)(words[1] >> (HALF_BITS + 8)) << 4;
    if (!(words[0] & MARK) || words[1] & MARK || !read_half(words[0] & HALF_MASK, 0, &me, &you) ||
        !read_half(words[1] & HALF_MASK, HALF, &me, &you) || (me | you) & ~s->board || low > high ||
        move > BY_OTHELLO_NO_SQUARE)
        return false;
    int depth = s->cells - by_bits_count(me | you);
    uint64_t hash = by_othello_hash(me, you);
    struct by_othello_finding found = {
        depth, BY_OTHELLO_SURE, -BY_OTHELLO_BOUND, BY_OTHELLO_BOUND, 0, move};
    if (low > -BY_OTHELLO_BOUND) { /* a value at the upper end of its window */
        found.value = found.high = low;
        by_othello_keep(table, hash, me, you, &found);
    }
    if (high < BY_OTHELLO_BOUND) {
        found.value = found.low = high;
        found.high = BY_OTHELLO_BOUND;
        by_othello_keep(table, hash, me, you, &found);
    }
    return true;
}
