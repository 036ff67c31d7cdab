/* pattern.c: fills the tables that turn the neighbourhood of a point into its pattern. The
 * definitions are in README.md. */
#include "games/gomoku/gomoku.h"

#include <string.h>

#define CENTRE BY_GOMOKU_REACH
#define SPAN   (2 * BY_GOMOKU_REACH + 1)

/* A line around a point, bit CENTRE: what is own and what is blocked. */
struct around {
    uint32_t own, blocked;
};

static bool is_own(const struct around *line, int i)
{
    return i >= 0 && i < SPAN && (line->own >> i & 1);
}

static bool is_empty(const struct around *line, int i)
{
    return i >= 0 && i < SPAN && !((line->own | line->blocked) >> i & 1);
}

/* --- patterns -------------------------------------------------------------------- */

/* Own stones among the `count` points from `from`; -1 when one of them is blocked, or when the
 * rule wants the row to end there and it does not. */
static int row_stones(const struct around *line, int from, int count, bool exact)
{
    int stones = 0;
    for (int i = from; i < from + count; i++) {
        if (!is_own(line, i) && !is_empty(line, i))
            return -1;
        stones += is_own(line, i);
    }
    bool longer = is_own(line, from - 1) || is_own(line, from + count);
    return exact && longer ? -1 : stones;
}

static int most_in_a_five(const struct around *line, bool exact)
{
    int most = 0;
    for (int from = CENTRE - 4; from <= CENTRE; from++) {
        int stones = row_stones(line, from, 5, exact);
        most = stones > most ? stones : most;
    }
    return most;
}

/* A row of four is open when a fifth stone at either end makes five. */
static int most_in_an_open_four(const struct around *line, bool exact)
{
    int most = 0;
    for (int from = CENTRE - 3; from <= CENTRE; from++) {
        int stones = row_stones(line, from, 4, false);
        bool open = is_empty(line, from - 1) && is_empty(line, from + 4) &&
                    !(exact && (is_own(line, from - 2) || is_own(line, from + 5)));
        most = open && stones > most ? stones : most;
    }
    return most;
}

static enum by_gomoku_pattern find_pattern(const struct around *line, bool exact)
{
    int five = most_in_a_five(line, exact), open = most_in_an_open_four(line, exact);
    if (five == 5)
        return BY_GOMOKU_FIVE;
    int blocked = five > 0 ? BY_GOMOKU_BLOCKED_ONE + 2 * (five - 1) : BY_GOMOKU_NOTHING;
    int free = open > 0 ? BY_GOMOKU_ONE + 2 * (open - 1) : BY_GOMOKU_NOTHING;
    return (enum by_gomoku_pattern)(free > blocked ? free : blocked);
}

/* --- Renju: what X makes in a line ------------------------------------------------- */

/* The own stones in a row through the point `at`, itself included. */
static int run_through(const struct around *line, int at)
{
    int low = at, high = at;
    while (is_own(line, low - 1))
        low--;
    while (is_own(line, high + 1))
        high++;
    return high - low + 1;
}

static struct around with_stone(const struct around *line, int i)
{
    struct around more = *line;
    more.own |= 1U << i;
    return more;
}

/* Is the centre in a row of four that can become five at both ends? */
static bool is_straight_four(const struct around *line)
{
    int low = CENTRE;
    while (is_own(line, low - 1))
        low--;
    if (run_through(line, CENTRE) != 4 || !is_empty(line, low - 1) || !is_empty(line, low + 4))
        return false;
    return !is_own(line, low - 2) && !is_own(line, low + 5);
}

/* Points where a stone makes five with the centre; a straight four, which has two, is one four. */
static int count_fours(const struct around *line)
{
    int count = 0;
    for (int i = CENTRE - 4; i <= CENTRE + 4; i++) {
        if (!is_empty(line, i))
            continue;
        struct around more = with_stone(line, i);
        count += run_through(&more, CENTRE) == 5;
    }
    return is_straight_four(line) ? 1 : count;
}

static uint16_t find_threes(const struct around *line)
{
    unsigned set = 0;
    for (int k = -3; k <= 3; k++) {
        if (!is_empty(line, CENTRE + k))
            continue;
        struct around more = with_stone(line, CENTRE + k);
        int low = k < 0 ? CENTRE + k : CENTRE, high = k < 0 ? CENTRE : CENTRE + k;
        uint32_t between = ((2U << high) - 1) & ~((1U << low) - 1);
        if ((more.own & between) == between && is_straight_four(&more))
            set |= 1U << (3 + k);
    }
    return (uint16_t)set;
}

/* --- the tables -------------------------------------------------------------------- */

static uint8_t shape_of(int own, int blocked)
{
    int count = 0;
    while (count < BY_GOMOKU_REACH && !(blocked >> count & 1))
        count++;
    return (uint8_t)(1 << count | (own & ((1 << count) - 1)));
}

static int reversed(int bits)
{
    int back = 0;
    for (int i = 0; i < BY_GOMOKU_REACH; i++)
        back |= (bits >> i & 1) << (BY_GOMOKU_REACH - 1 - i);
    return back;
}

static void fill_halves(struct by_gomoku_tables *tables)
{
    for (int i = 0; i < 1 << (2 * BY_GOMOKU_REACH); i++) {
        int own = i & 31, blocked = i >> BY_GOMOKU_REACH;
        tables->half[0][i] = shape_of(reversed(own), reversed(blocked));
        tables->half[1][i] = shape_of(own, blocked);
    }
}

/* The line that two shapes stand for, with an own stone between them. */
static struct around line_of(int below, int above)
{
    struct around line = {.own = 1U << CENTRE};
    for (int side = 0; side < 2; side++) {
        int shape = side ? above : below, step = side ? 1 : -1, count = 0;
        while (shape >> (count + 1))
            count++;
        for (int i = 0; i < count; i++)
            line.own |= (unsigned)(shape >> i & 1) << (CENTRE + step * (i + 1));
        for (int i = count; i < BY_GOMOKU_REACH; i++)
            line.blocked |= 1U << (CENTRE + step * (i + 1));
    }
    return line;
}

void by_gomoku_fill_tables(struct by_gomoku_tables *tables, enum by_gomoku_rule rule)
{
    memset(tables, 0, sizeof *tables);
    fill_halves(tables);
    for (int i = 0; i < BY_GOMOKU_SHAPES * BY_GOMOKU_SHAPES; i++) {
        int below = i / BY_GOMOKU_SHAPES, above = i % BY_GOMOKU_SHAPES;
        if (below == 0 || above == 0)
            continue; /* no such shape */
        struct around line = line_of(below, above);
        tables->pattern[0][i] = (uint8_t)find_pattern(&line, rule != BY_GOMOKU_FREESTYLE);
        tables->pattern[1][i] = (uint8_t)find_pattern(&line, rule == BY_GOMOKU_EXACT);
        if (rule == BY_GOMOKU_RENJU)
            tables->row[i] =
                (struct by_gomoku_row){.fours = (uint8_t)count_fours(&line),
                                       .over = run_through(&line, CENTRE) > BY_GOMOKU_REACH,
                                       .three = find_threes(&line)};
    }
}
