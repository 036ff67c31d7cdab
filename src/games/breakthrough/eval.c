/* Evaluations of unfinished positions, for the side to move. */
#include "games/breakthrough/breakthrough.h"

/* In pawns: at most 16 of them on a side. */
#define MATERIAL_WIN 1000

/* In tenths of a pawn, and more: see `strength`. */
#define ADVANCE_WIN 100000
#define PAWN        10

static int32_t material(const struct by_rules *rules, const void *position)
{
    (void)rules;
    const struct breakthrough *bt = position;
    return by_bits_count(bt->pawns[bt->side]) - by_bits_count(bt->pawns[!bt->side]);
}

/* A player's pawns and how far they have come: PAWN for each, one for every row between it
 * and its own first row, and once more twice the rows of the foremost, which is the one the
 * opponent has to stop. At most 16 * (10 + 6) + 12 on the largest board. */
static int32_t strength(const struct by_rules *rules, const struct breakthrough *bt, int player)
{
    uint64_t row = by_bits_below(rules->width);
    int value = 0, foremost = 0;
    for (int y = 0; y < rules->height; y++) {
        int count = by_bits_count(bt->pawns[player] & row << (y * rules->width));
        int gone = player == 0 ? y : rules->height - 1 - y;
        value += count * (PAWN + gone);
        if (count > 0 && gone > foremost)
            foremost = gone;
    }
    return value + 2 * foremost;
}

static int32_t advance(const struct by_rules *rules, const void *position)
{
    const struct breakthrough *bt = position;
    return strength(rules, bt, bt->side) - strength(rules, bt, !bt->side);
}

const struct by_eval by_breakthrough_evals[] = {
    {"advance", "pawns, how far they have come, and the foremost", ADVANCE_WIN, advance},
    {"material", "own pawns minus the opponent's", MATERIAL_WIN, material},
    {0},
};
