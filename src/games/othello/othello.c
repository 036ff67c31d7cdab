/* othello.c: Othello's options, and what does not depend on the kind of board: text, packs, keys,
 * the score. */
#include "games/othello/othello.h"

#include "base/zobrist.h"

#include <stdlib.h>
#include <string.h>

#define SALT UINT64_C(0x6f7468656c6c6f)
#define TURN (2 * BY_OTHELLO_CELLS_MAX) /* the feature "O is to move", behind the discs */

/* --- options and setup --------------------------------------------------------------- */

/* The defaults of the evaluations: SPEC 2, after OTH table 4.2. */
const struct by_option by_othello_options[] = {
    {"size", BY_OPTION_SIZE, "8", 4, BY_OTHELLO_SIDE_MAX, NULL, "the board: 4x4, 6x6, 8x8, 10x10"},
    {"empties", BY_OPTION_CHOICE, "nobody", 0, 0, "nobody|winner",
     "who gets the empty squares of a finished game in the score"},
    {"matrix", BY_OPTION_TEXT, "2", 1, 1000, NULL,
     "values of squares for playouts and evaluations: 1, 2 or a file"},
    {"opening", BY_OPTION_INT, "22", 0, BY_OTHELLO_CELLS_MAX, NULL,
     "evaluation mixed: positional for so many plies"},
    {"ending", BY_OPTION_INT, "13", 0, BY_OTHELLO_CELLS_MAX, NULL,
     "evaluation mixed: absolute for the last so many plies"},
    {"corner", BY_OPTION_INT, "10", -1000, 1000, NULL,
     "evaluations mobility and mixed: a corner counts as so many moves"},
    {"naive", BY_OPTION_FLAG, "off", 0, 0, NULL,
     "a board that goes from square to square, for comparison"},
    {0},
};

const char *const by_othello_samples[] = {
    "size=4x4", "size=6x6", "size=10x10", "size=4x4 naive=on", "matrix=1 empties=winner", NULL,
};

const char *const by_othello_tunable[] = {"matrix", "opening", "ending", "corner", NULL};

const char *const by_othello_benches[] = {
    "size=6x6",
    "size=10x10",
    "naive=on",
    NULL,
};

/* The board for the options. The two for 8x8 differ in speed alone. */
static const struct by_game *choose_board(int size, bool naive)
{
    if (naive)
        return &by_othello_naive;
    if (size != 8)
        return &by_othello_any_size;
#if BY_OTHELLO_HAS_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        return &by_othello_8x8_avx2;
#endif
    return &by_game_othello;
}

static void fill_rays(struct by_othello_shape *shape)
{
    static const int dx[8] = {1, 0, 1, -1, -1, 0, -1, 1}, dy[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    for (int square = 0; square < 64; square++) {
        for (int i = 0; i < 8; i++) {
            int x = square % 8 + dx[i], y = square / 8 + dy[i];
            for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx[i], y += dy[i])
                shape->ray[square][i] |= UINT64_C(1) << (8 * y + x);
        }
    }
}

static void fill_square(struct by_othello_shape *shape, int action)
{
    int size = shape->size, column = action % size;
    uint64_t bit = UINT64_C(1) << (action % 64);
    shape->points[action / 64] |= bit;
    if (column > 0 && column < size - 1)
        shape->inner[action / 64] |= bit;
    for (int player = 0; player < 2; player++)
        shape->key[player][action] = by_zobrist(SALT, (uint64_t)(2 * action + player));
    shape->turned[action] = shape->key[0][action] ^ shape->key[1][action];
    for (int s = 0; s < 8; s++) {
        int x = column, y = action / size;
        by_grid_image(size, size, s, &x, &y);
        shape->image[s][action] = (int16_t)(y * size + x);
    }
}

static void fill_shape(struct by_othello_shape *shape, int size)
{
    shape->size = size;
    shape->cells = size * size;
    shape->turn = by_zobrist(SALT, TURN);
    fill_rays(shape);
    for (int action = 0; action < shape->cells; action++)
        fill_square(shape, action);
    for (int s = 0; s < 8; s++)
        shape->image[s][shape->cells] = (int16_t)shape->cells;
    by_othello_matrix_printed(1, size, &shape->matrix[BY_OTHELLO_FIRST]);
    by_othello_matrix_printed(2, size, &shape->matrix[BY_OTHELLO_SECOND]);
}

static enum by_status make_shape(const struct by_values *values, int size,
                                 struct by_othello_shape **out, struct by_error *err)
{
    struct by_othello_shape *shape =
        aligned_alloc(_Alignof(struct by_othello_shape), sizeof *shape);
    if (!shape)
        return by_fail_memory(err, sizeof *shape);
    memset(shape, 0, sizeof *shape);
    fill_shape(shape, size);
    shape->empties_count = by_values_get(values, "empties")->choice == 1;
    shape->opening = (int)by_values_get(values, "opening")->integer;
    shape->ending = (int)by_values_get(values, "ending")->integer;
    shape->corner = (int)by_values_get(values, "corner")->integer;
    enum by_status status = by_othello_matrix_open(by_values_get(values, "matrix")->text, size,
                                                   &shape->matrix[BY_OTHELLO_CHOSEN], err);
    if (status == BY_OK)
        *out = shape;
    else
        free(shape);
    return status;
}

/* Two passes never follow each other, and there is a move between them only while a square is
 * empty. */
static void fill_rules(struct by_rules *rules, const struct by_othello_shape *shape, bool naive)
{
    struct by_text label = by_text_over(rules->label, sizeof rules->label);
    by_text_format(&label, "%dx%d%s", shape->size, shape->size, naive ? "-naive" : "");
    rules->position_size = naive             ? BY_OTHELLO_NAIVE_SIZE
                           : shape->size > 8 ? BY_OTHELLO_FAST_SIZE(uint64_t[2])
                           : shape->size < 8 ? BY_OTHELLO_FAST_SIZE(uint64_t[2])
                                             : BY_OTHELLO_FAST_SIZE(uint64_t);
    rules->pack_size = 1 + 2 * (((size_t)shape->cells + 7) / 8);
    rules->action_count = shape->cells + 1;
    rules->max_moves = shape->cells;
    rules->max_length = 2 * shape->cells;
    /* Searches take images for the same: so they must be in every evaluation. */
    const struct by_othello_matrix *matrix = &shape->matrix[BY_OTHELLO_CHOSEN];
    rules->symmetry_count = by_othello_matrix_symmetric(shape, matrix) ? 8 : 1;
    rules->score_scale = 1;
}

enum by_status by_othello_setup(struct by_rules *rules, const char *position, struct by_error *err)
{
    (void)position;
    const struct by_value *size = by_values_get(&rules->values, "size");
    bool naive = by_values_get(&rules->values, "naive")->flag;
    struct by_othello_shape *shape = NULL;
    if (size->width != size->height || size->width % 2 != 0)
        return by_fail(err, BY_BAD_INPUT,
                       "the game othello: boards are 4x4, 6x6, 8x8 or 10x10, not %dx%d",
                       size->width, size->height);
    enum by_status status = make_shape(&rules->values, size->width, &shape, err);
    if (status != BY_OK)
        return status;
    rules->width = rules->height = size->width;
    rules->data = shape;
    rules->game = choose_board(size->width, naive);
    fill_rules(rules, shape, naive);
    return BY_OK;
}

/* --- moves ----------------------------------------------------------------------------- */

enum by_status by_othello_read_move(const struct by_rules *rules, const void *position,
                                    const char *text, by_move *out, struct by_error *err)
{
    (void)position;
    int x, row;
    char quoted[BY_QUOTE_SIZE];
    const char *end = text;
    if (by_same_text(text, "pass")) {
        *out = rules->width * rules->height;
        return BY_OK;
    }
    if (!by_grid_scan_point(&end, rules->width, rules->height, false, &x, &row) || *end)
        return by_fail(err, BY_BAD_INPUT, "'%s' is not a square: they are a1 to %c%d",
                       by_quote(text, quoted), by_grid_column(rules->width - 1, false),
                       rules->height);
    *out = row * rules->width + x;
    return BY_OK;
}

void by_othello_write_move(const struct by_rules *rules, const void *position, by_move move,
                           struct by_text *out)
{
    (void)position;
    if (move == rules->width * rules->height)
        by_text_add(out, "pass");
    else
        by_grid_write_point(move % rules->width, move / rules->width, false, out);
}

by_move by_othello_transform_move(const struct by_rules *rules, by_move move, int s)
{
    return ((const struct by_othello_shape *)rules->data)->image[s][move];
}

/* --- cells ------------------------------------------------------------------------------- */

int by_othello_cell(int size, int action)
{
    return (size - 1 - action / size) * size + action % size;
}

void by_othello_start_grid(const struct by_rules *rules, struct by_grid *out)
{
    int size = rules->width, middle = (size / 2 - 1) * size + size / 2 - 1; /* d4 on 8x8 */
    *out = (struct by_grid){.width = size, .height = size};
    memset(out->cell, '.', (size_t)(size * size));
    out->cell[by_othello_cell(size, middle)] = 'O';
    out->cell[by_othello_cell(size, middle + 1)] = 'X';
    out->cell[by_othello_cell(size, middle + size)] = 'X';
    out->cell[by_othello_cell(size, middle + size + 1)] = 'O';
}

/* As by_grid_draw does it, but row 1 is at the top. */
void by_othello_draw_grid(const struct by_grid *grid, struct by_text *out)
{
    int size = grid->width, margin = size > 9 ? 2 : 1;
    by_text_format(out, "%*s", margin, "");
    for (int x = 0; x < size; x++)
        by_text_format(out, " %c", by_grid_column(x, false));
    by_text_char(out, '\n');
    for (int row = 0; row < size; row++) {
        by_text_format(out, "%*d", margin, row + 1);
        for (int x = 0; x < size; x++)
            by_text_format(out, " %c", grid->cell[by_othello_cell(size, row * size + x)]);
        by_text_char(out, '\n');
    }
    by_text_format(out, "%c to move\n", grid->side == 0 ? 'X' : 'O');
}

size_t by_othello_pack_grid(const struct by_rules *rules, const struct by_grid *grid, uint8_t *out)
{
    size_t bytes = (rules->pack_size - 1) / 2;
    memset(out, 0, rules->pack_size);
    out[0] = (uint8_t)grid->side;
    for (int i = 0; i < rules->width * rules->height; i++) {
        char c = grid->cell[by_othello_cell(rules->width, i)];
        uint8_t *set = out + 1 + (c == 'O' ? bytes : 0);
        set[i / 8] |= (uint8_t)((c != '.') << (i % 8));
    }
    return rules->pack_size;
}

/* Bit number `i` of packed squares. */
static bool bit_at(const uint8_t *bytes, int i)
{
    return bytes[i / 8] >> (i % 8) & 1;
}

enum by_status by_othello_unpack_grid(const struct by_rules *rules, const uint8_t *bytes,
                                      size_t size, struct by_grid *out, struct by_error *err)
{
    size_t half = (rules->pack_size - 1) / 2;
    int cells = rules->width * rules->height;
    bool good = size == rules->pack_size && bytes[0] <= 1;
    *out = (struct by_grid){.width = rules->width, .height = rules->height};
    for (int i = 0; good && i < cells; i++) {
        bool x = bit_at(bytes + 1, i), o = bit_at(bytes + 1 + half, i);
        out->cell[by_othello_cell(rules->width, i)] = x ? 'X' : o ? 'O' : '.';
        good = !(x && o);
    }
    for (int i = cells; good && i < (int)half * 8; i++) /* the rest of the last byte */
        good = !bit_at(bytes + 1, i) && !bit_at(bytes + 1 + half, i);
    if (!good)
        return by_fail(err, BY_BAD_INPUT, "these bytes are no position of Othello");
    out->side = bytes[0];
    return BY_OK;
}

uint64_t by_othello_grid_key(const struct by_rules *rules, const struct by_grid *grid)
{
    const struct by_othello_shape *shape = rules->data;
    uint64_t key = grid->side == 0 ? 0 : shape->turn;
    for (int i = 0; i < shape->cells; i++) {
        char c = grid->cell[by_othello_cell(shape->size, i)];
        key ^= c == '.' ? 0 : shape->key[c == 'O'][i];
    }
    return key;
}

/* --- the score --------------------------------------------------------------------------- */

int32_t by_othello_margin(const struct by_othello_shape *shape, int x, int o)
{
    int empties = shape->empties_count ? shape->cells - x - o : 0;
    return x > o ? x - o + empties : x < o ? x - o - empties : 0;
}

void by_othello_emit_facts(int x, int o, by_fact_fn *emit, void *context)
{
    emit(context, &(struct by_fact){.name = "discs_x", .is_number = true, .number = x});
    emit(context, &(struct by_fact){.name = "discs_o", .is_number = true, .number = o});
}
