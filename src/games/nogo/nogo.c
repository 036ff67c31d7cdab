/* nogo.c: NoGo's options, and what does not depend on the kind of board. */
#include "games/nogo/nogo.h"

#include "base/zobrist.h"

#include <stdlib.h>

/* --- options and setup --------------------------------------------------------------- */

const struct by_option by_nogo_options[] = {
    {"size", BY_OPTION_SIZE, "9", 1, BY_NOGO_SIDE_MAX, NULL, "the board, columns x rows"},
    {"naive", BY_OPTION_FLAG, "off", 0, 0, NULL, "an array board with flood fill, for comparison"},
    {0},
};

/* Every kind of board, and the sizes at which they are easiest to get wrong. */
const char *const by_nogo_samples[] = {
    "size=7x7", "size=1x1",   "size=2x2",          "size=1x19", "size=5x4",
    "size=8x8", "size=11x12", "size=4x3 naive=on", NULL,
};

static int rows_in_a_word(int width)
{
    return 64 / (width + 1);
}

/* The board for the options. */
static const struct by_game *choose_board(int width, int height, bool naive)
{
    int rows = rows_in_a_word(width);
    int words = (height + rows - 1) / rows;
    if (naive)
        return &by_nogo_naive;
    if (width == 7 && height == 7)
        return &by_nogo_7x7;
    if (width == 9 && height == 9)
        return &by_game_nogo;
    return words == 1   ? &by_nogo_1_word
           : words == 2 ? &by_nogo_2_words
           : words <= 4 ? &by_nogo_4_words
                        : &by_nogo_7_words;
}

static uint64_t stone_key(int action, int player)
{
    return by_zobrist(BY_NOGO_SALT, (uint64_t)(2 * action + player)) ^
           by_zobrist(BY_NOGO_SALT, BY_NOGO_TURN);
}

static void fill_point(struct by_nogo_shape *shape, int width, int action)
{
    int x = action % width, y = action / width, rows = rows_in_a_word(width);
    int bit = 64 * (y / rows) + (y % rows) * shape->stride + x;
    shape->points[bit / 64] |= UINT64_C(1) << (bit % 64);
    shape->bit[action] = (int16_t)bit;
    shape->action[bit] = (int16_t)action;
    for (int player = 0; player < 2; player++)
        shape->key[player][bit] = stone_key(action, player);
}

static struct by_nogo_shape *make_shape(int width, int height)
{
    struct by_nogo_shape *shape = calloc(1, sizeof *shape);
    if (!shape)
        return NULL;
    shape->stride = width + 1;
    shape->carry = (rows_in_a_word(width) - 1) * shape->stride;
    for (int bit = 0; bit < BY_NOGO_BITS_MAX; bit++)
        shape->action[bit] = -1;
    for (int action = 0; action < width * height; action++)
        fill_point(shape, width, action);
    return shape;
}

enum by_status by_nogo_setup(struct by_rules *rules, const char *position, struct by_error *err)
{
    (void)position;
    const struct by_value *size = by_values_get(&rules->values, "size");
    bool naive = by_values_get(&rules->values, "naive")->flag;
    struct by_nogo_shape *shape = make_shape(size->width, size->height);
    if (!shape)
        return by_fail_memory(err, sizeof *shape);
    rules->data = shape;
    rules->game = choose_board(size->width, size->height, naive);
    by_board_set_up(rules, size->width, size->height, naive ? "-naive" : "");
    for (int s = 0; s < rules->symmetry_count; s++)
        by_board_images(rules, s, shape->image[s]);
    return BY_OK;
}

/* --- positions from outside --------------------------------------------------------------- */

/* Any stones may stand there, handicaps and puzzles too, but nobody has captured yet. */
enum by_status by_nogo_check(const struct by_rules *rules, const struct by_board_view *view,
                             struct by_error *err)
{
    struct by_grid grid;
    by_board_to_grid(rules, view, &grid);
    for (int i = 0; i < grid.width * grid.height; i++) {
        if (grid.cell[i] != '.' && !by_nogo_breathes(&grid, i))
            return by_fail(err, BY_BAD_INPUT, "the chain of %c at %c%d has no liberty",
                           grid.cell[i], by_grid_column(i % grid.width, true), i / grid.width + 1);
    }
    return BY_OK;
}

/* --- facts -------------------------------------------------------------------------------------- */

void by_nogo_emit_facts(const int moves[2], by_fact_fn *emit, void *context)
{
    emit(context, &(struct by_fact){.name = "moves_x", .is_number = true, .number = moves[0]});
    emit(context, &(struct by_fact){.name = "moves_o", .is_number = true, .number = moves[1]});
}
