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

/* --- why ----------------------------------------------------------------------------- */

/* Whoever asks, and for whom. */
struct asking {
    const struct breakthrough *bt;
    by_term_fn *emit;
    void *context;
};

static void tell(const struct asking *a, const char *name, int player, int square, int32_t worth)
{
    const int16_t cell = (int16_t)square;
    a->emit(a->context, &(struct by_term){.name = name,
                                          .side = player,
                                          .value = player == a->bt->side ? worth : -worth,
                                          .cells = &cell,
                                          .cell_count = 1});
}

static void material_terms(const struct by_rules *rules, const void *position, by_term_fn *emit,
                           void *context)
{
    const struct asking a = {position, emit, context};
    for (int i = 0; i < 2 * by_board_cells_of(rules); i++)
        if (a.bt->pawns[i % 2] >> i / 2 & 1)
            tell(&a, "pawn", i % 2, i / 2, 1);
}

/* The foremost is the first of those that have come farthest. */
static void advance_terms(const struct by_rules *rules, const void *position, by_term_fn *emit,
                          void *context)
{
    const struct asking a = {position, emit, context};
    int most[2] = {0, 0}, foremost[2] = {0, 0};
    for (int i = 0; i < 2 * by_board_cells_of(rules); i++) {
        int player = i % 2, square = i / 2, y = square / rules->width;
        int gone = player == 0 ? y : rules->height - 1 - y;
        if (!(a.bt->pawns[player] >> square & 1))
            continue;
        tell(&a, "pawn", player, square, PAWN);
        if (gone > 0)
            tell(&a, "rows behind it", player, square, gone);
        foremost[player] = gone > most[player] ? square : foremost[player];
        most[player] = gone > most[player] ? gone : most[player];
    }
    for (int player = 0; player < 2; player++)
        if (most[player] > 0)
            tell(&a, "foremost", player, foremost[player], 2 * most[player]);
}

const struct by_eval by_breakthrough_evals[] = {
    {.name = "advance",
     .help = "pawns, how far they have come, and the foremost",
     .win = ADVANCE_WIN,
     .value = advance,
     .terms = advance_terms},
    {.name = "material",
     .help = "own pawns minus the opponent's",
     .win = MATERIAL_WIN,
     .value = material,
     .terms = material_terms,
     .counts = "pawn"},
    {0},
};
