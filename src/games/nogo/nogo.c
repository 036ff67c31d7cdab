/* nogo.c: NoGo's options, and what does not depend on the kind of board: text of moves, checks
 * of positions from outside, packs, keys. */
#include "games/nogo/nogo.h"

#include "base/zobrist.h"
#include "games/bits.h"

#include <stdlib.h>

#define SALT       UINT64_C(0x6e6f676f)
#define SIDE_TO_GO (2 * BY_NOGO_CELLS_MAX) /* the feature "O is to move", behind the stones */

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

const char *const by_nogo_benches[] = {"size=7x7", "size=7x7 naive=on", "size=9x9 naive=on", NULL};

static int rows_in_a_word(int width)
{
    return 64 / (width + 1);
}

/* The board for the options, and the words that its sets take. */
static const struct by_game *choose_board(int width, int height, int *words)
{
    int rows = rows_in_a_word(width);
    int needed = (height + rows - 1) / rows;
    *words = needed <= 2 ? needed : needed <= 4 ? 4 : BY_NOGO_WORDS_MAX;
    if (width == 7 && height == 7)
        return &by_nogo_7x7;
    if (width == 9 && height == 9)
        return &by_game_nogo;
    return *words == 1   ? &by_nogo_1_word
           : *words == 2 ? &by_nogo_2_words
           : *words == 4 ? &by_nogo_4_words
                         : &by_nogo_7_words;
}

static uint64_t stone_key(int action, int player)
{
    return by_zobrist(SALT, (uint64_t)(2 * action + player)) ^ by_zobrist(SALT, SIDE_TO_GO);
}

static void fill_point(struct by_nogo_shape *shape, int width, int height, int action)
{
    int x = action % width, y = action / width, rows = rows_in_a_word(width);
    int bit = 64 * (y / rows) + (y % rows) * shape->stride + x;
    shape->points[bit / 64] |= UINT64_C(1) << (bit % 64);
    shape->bit[action] = (int16_t)bit;
    shape->action[bit] = (int16_t)action;
    for (int player = 0; player < 2; player++)
        shape->key[player][bit] = stone_key(action, player);
    /* A board that is not square has the four even symmetries of by_grid_image. */
    int step = width == height ? 1 : 2;
    for (int s = 0; s * step < 8; s++) {
        int to_x = x, to_y = y;
        by_grid_image(width, height, s * step, &to_x, &to_y);
        shape->image[s][action] = (int16_t)(to_y * width + to_x);
    }
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
        fill_point(shape, width, height, action);
    return shape;
}

static size_t packed_bytes(const struct by_rules *rules)
{
    return ((size_t)(rules->width * rules->height) + 7) / 8;
}

enum by_status by_nogo_setup(struct by_rules *rules, const char *position, struct by_error *err)
{
    (void)position;
    const struct by_value *size = by_values_get(&rules->values, "size");
    bool naive = by_values_get(&rules->values, "naive")->flag;
    int words;
    rules->width = size->width;
    rules->height = size->height;
    rules->data = make_shape(rules->width, rules->height);
    if (!rules->data)
        return by_fail_memory(err, sizeof(struct by_nogo_shape));
    rules->game = choose_board(rules->width, rules->height, &words);
    if (naive)
        rules->game = &by_nogo_naive;

    struct by_text label = by_text_over(rules->label, sizeof rules->label);
    by_text_format(&label, "%dx%d%s", rules->width, rules->height, naive ? "-naive" : "");
    rules->position_size = naive ? BY_NOGO_NAIVE_SIZE : (size_t)BY_NOGO_FAST_SIZE(words);
    rules->pack_size = 1 + 2 * packed_bytes(rules);
    rules->action_count = rules->max_moves = rules->max_length = rules->width * rules->height;
    rules->symmetry_count = rules->width == rules->height ? 8 : 4;
    rules->score_scale = 1;
    return BY_OK;
}

/* --- moves ------------------------------------------------------------------------------ */

enum by_status by_nogo_read_move(const struct by_rules *rules, const void *position,
                                 const char *text, by_move *out, struct by_error *err)
{
    (void)position;
    int x, y;
    const char *end = text;
    char quoted[BY_QUOTE_SIZE];
    if (!by_grid_scan_point(&end, rules->width, rules->height, true, &x, &y) || *end != '\0')
        return by_fail(err, BY_BAD_INPUT, "'%s' is not a point: they are a1 to %c%d%s",
                       by_quote(text, quoted), by_grid_column(rules->width - 1, true),
                       rules->height, rules->width > 8 ? ", without a column i" : "");
    *out = y * rules->width + x;
    return BY_OK;
}

void by_nogo_write_move(const struct by_rules *rules, const void *position, by_move move,
                        struct by_text *out)
{
    (void)position;
    by_grid_write_point(move % rules->width, move / rules->width, true, out);
}

by_move by_nogo_transform_move(const struct by_rules *rules, by_move move, int s)
{
    return ((const struct by_nogo_shape *)rules->data)->image[s][move];
}

/* --- positions from outside --------------------------------------------------------------- */

/* Any stones may stand there, handicaps and puzzles too, but nobody has captured yet. */
static enum by_status check_chains(const struct by_grid *grid, struct by_error *err)
{
    for (int i = 0; i < grid->width * grid->height; i++) {
        if (grid->cell[i] != '.' && !by_nogo_breathes(grid, i))
            return by_fail(err, BY_BAD_INPUT, "the chain of %c at %c%d has no liberty",
                           grid->cell[i], by_grid_column(i % grid->width, true),
                           i / grid->width + 1);
    }
    return BY_OK;
}

enum by_status by_nogo_read_grid(const struct by_rules *rules, const char *text,
                                 struct by_grid *out, struct by_error *err)
{
    enum by_status status = by_grid_read(text, rules->width, rules->height, out, err);
    return status == BY_OK ? check_chains(out, err) : status;
}

/* --- identity -------------------------------------------------------------------------------- */

uint64_t by_nogo_grid_key(const struct by_rules *rules, const struct by_grid *grid)
{
    const struct by_nogo_shape *shape = rules->data;
    uint64_t key = 0;
    int stones = 0;
    for (int i = 0; i < grid->width * grid->height; i++) {
        if (grid->cell[i] == '.')
            continue;
        key ^= shape->key[grid->cell[i] == 'O'][shape->bit[i]];
        stones++;
    }
    /* Each stone brought a change of sides with it: one more or less where X did not begin. */
    return stones % 2 == grid->side ? key : key ^ by_zobrist(SALT, SIDE_TO_GO);
}

/* Whose turn it is, the points of X, the points of O: bit i % 8 of byte i / 8 is action i. */
size_t by_nogo_pack_grid(const struct by_rules *rules, const struct by_grid *grid, uint8_t *out)
{
    size_t bytes = packed_bytes(rules);
    out[0] = (uint8_t)grid->side;
    for (size_t i = 0; i < 2 * bytes; i++)
        out[1 + i] = 0;
    for (int i = 0; i < grid->width * grid->height; i++) {
        uint8_t *set = out + 1 + (grid->cell[i] == 'O' ? bytes : 0);
        if (grid->cell[i] != '.')
            set[i / 8] |= (uint8_t)(1U << (i % 8));
    }
    return rules->pack_size;
}

/* Fills in the cells; false when two stones are on one point or one is off the board. */
static bool unpack_cells(const uint8_t *x_set, const uint8_t *o_set, int bits, struct by_grid *grid)
{
    for (int i = 0; i < bits; i++) {
        int x = x_set[i / 8] >> (i % 8) & 1, o = o_set[i / 8] >> (i % 8) & 1;
        if (i < grid->width * grid->height)
            grid->cell[i] = ".XO."[x + 2 * o];
        if (x + o > (i < grid->width * grid->height))
            return false;
    }
    return true;
}

enum by_status by_nogo_unpack_grid(const struct by_rules *rules, const uint8_t *bytes, size_t size,
                                   struct by_grid *out, struct by_error *err)
{
    size_t set = packed_bytes(rules);
    if (size != rules->pack_size)
        return by_fail(err, BY_BAD_INPUT, "a packed position has %zu bytes here, not %zu",
                       rules->pack_size, size);
    if (bytes[0] > 1)
        return by_fail(err, BY_BAD_INPUT, "the packed position has nobody to move");
    *out = (struct by_grid){.width = rules->width, .height = rules->height, .side = bytes[0]};
    if (!unpack_cells(bytes + 1, bytes + 1 + set, 8 * (int)set, out))
        return by_fail(err, BY_BAD_INPUT,
                       "the packed position has two stones on one point or one off the board");
    return check_chains(out, err);
}

/* --- facts -------------------------------------------------------------------------------------- */

void by_nogo_emit_facts(const int moves[2], by_fact_fn *emit, void *context)
{
    emit(context, &(struct by_fact){.name = "moves_x", .is_number = true, .number = moves[0]});
    emit(context, &(struct by_fact){.name = "moves_o", .is_number = true, .number = moves[1]});
}
