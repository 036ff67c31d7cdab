/* othello.c: Othello's options, and what does not depend on the kind of board: start, score. */
#include "games/othello/othello.h"

#include "base/zobrist.h"

#include <stdlib.h>
#include <string.h>

/* --- options and setup --------------------------------------------------------------- */

/* The defaults of the evaluations are after OTH table 4.2. */
const struct by_option by_othello_options[] = {
    {"size", BY_OPTION_SIZE, "8", 4, BY_OTHELLO_SIDE_MAX, NULL, "the board: 4x4, 6x6, 8x8, 10x10"},
    {"empties", BY_OPTION_CHOICE, "nobody", 0, 0, "nobody|winner",
     "who gets the empty squares of a finished game in the score"},
    {"matrix", BY_OPTION_TEXT, "2", 1, 1000, "1|2",
     "values of squares for playouts and evaluations"},
    {"opening", BY_OPTION_INT, "22", 0, BY_OTHELLO_CELLS_MAX, NULL,
     "evaluation mixed: positional for so many plies"},
    {"ending", BY_OPTION_INT, "13", 0, BY_OTHELLO_CELLS_MAX, NULL,
     "evaluation mixed: absolute for the last so many plies"},
    {"corner", BY_OPTION_INT, "10", -1000, 1000, NULL,
     "evaluations mobility and mixed: a corner counts as so many moves"},
    {"weights", BY_OPTION_TEXT, BY_OTHELLO_OWN_WEIGHTS, 1, 1000, BY_OTHELLO_OWN_WEIGHTS,
     "evaluation learned: a file of weights, or those of the program"},
#define BY_OTHELLO_SQUARE(name, row, column)                                                       \
    {#name,                                                                                        \
     BY_OPTION_INT,                                                                                \
     NULL,                                                                                         \
     -BY_OTHELLO_WEIGHT_MAX,                                                                       \
     BY_OTHELLO_WEIGHT_MAX,                                                                        \
     NULL,                                                                                         \
     "the value of " #name " and its images, in place of the matrix's"},
#include "games/othello/squares.def"
#undef BY_OTHELLO_SQUARE
    {"naive", BY_OPTION_FLAG, "off", 0, 0, NULL,
     "a board that goes from square to square, for comparison"},
    {0},
};

const char *const by_othello_samples[] = {
    "size=4x4", "size=6x6", "size=10x10", "size=4x4 naive=on", "matrix=1 empties=winner", NULL,
};

const char *const by_othello_tunable[] = {"matrix", "opening", "ending", "corner", "weights",
#define BY_OTHELLO_SQUARE(name, row, column) #name,
#include "games/othello/squares.def"
#undef BY_OTHELLO_SQUARE
                                          NULL};

#if BY_OTHELLO_HAS_AVX2
bool by_othello_has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw");
}
#endif

/* The board for the options. The three for 8x8 differ in speed alone. */
static const struct by_game *choose_board(int size, bool naive)
{
    if (naive)
        return &by_othello_naive;
    if (size != 8)
        return &by_othello_any_size;
#if BY_OTHELLO_HAS_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        return by_othello_has_avx512() ? &by_othello_8x8_avx512 : &by_othello_8x8_avx2;
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
        shape->key[player][action] = by_zobrist(BY_OTHELLO_SALT, (uint64_t)(2 * action + player));
    shape->turned[action] = shape->key[0][action] ^ shape->key[1][action];
}

static void fill_shape(struct by_othello_shape *shape, int size)
{
    shape->size = size;
    shape->cells = size * size;
    shape->turn = by_zobrist(BY_OTHELLO_SALT, BY_OTHELLO_TURN);
    fill_rays(shape);
    for (int action = 0; action < shape->cells; action++)
        fill_square(shape, action);
    by_othello_matrix_printed(1, size, &shape->matrix[BY_OTHELLO_FIRST]);
    by_othello_matrix_printed(2, size, &shape->matrix[BY_OTHELLO_SECOND]);
}

static void set_squares(const struct by_values *values, int size, struct by_othello_matrix *matrix)
{
    static const struct {
        const char *name;
        int row, column;
    } squares[] = {
#define BY_OTHELLO_SQUARE(name, row, column) {#name, row, column},
#include "games/othello/squares.def"
#undef BY_OTHELLO_SQUARE
    };
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++) {
        const struct by_value *value = by_values_get(values, squares[i].name);
        if (value->set)
            by_othello_matrix_set(size, squares[i].row, squares[i].column, (int32_t)value->integer,
                                  matrix);
    }
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
        set_squares(values, size, &shape->matrix[BY_OTHELLO_CHOSEN]);
    if (status == BY_OK)
        status =
            by_othello_weights_open(by_values_get(values, "weights")->text, &shape->weights, err);
    if (status == BY_OK && shape->weights && size != 8)
        status = by_fail(err, BY_BAD_INPUT, "files of weights are for the 8x8 board");
    if (status == BY_OK) {
        *out = shape;
    } else {
        free(shape->weights);
        free(shape);
    }
    return status;
}

/* Two passes never follow each other, and there is a move between them only while a square is
 * empty. */
static void fill_rules(struct by_rules *rules, const struct by_othello_shape *shape, bool naive)
{
    by_board_set_up(rules, shape->size, shape->size, naive ? "-naive" : "");
    rules->max_length = 2 * shape->cells;
    /* Searches take images for the same: so they must be in every evaluation. */
    const struct by_othello_matrix *matrix = &shape->matrix[BY_OTHELLO_CHOSEN];
    rules->symmetry_count = by_othello_matrix_symmetric(shape->size, matrix) ? 8 : 1;
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
    rules->data = shape;
    rules->game = choose_board(size->width, naive);
    fill_rules(rules, shape, naive);
    return BY_OK;
}

void by_othello_close(struct by_rules *rules)
{
    struct by_othello_shape *shape = rules->data;
    if (shape)
        free(shape->weights);
    free(shape);
}

/* --- the start --------------------------------------------------------------------------- */

void by_othello_start(const struct by_rules *rules, void *position)
{
    struct by_board_view view = {.side = 0};
    int size = rules->width, middle = (size / 2 - 1) * size + size / 2 - 1; /* d4 on 8x8 */
    by_board_add(&view, middle, 1);
    by_board_add(&view, middle + 1, 0);
    by_board_add(&view, middle + size, 0);
    by_board_add(&view, middle + size + 1, 1);
    rules->game->board->make(rules, &view, position);
}

/* --- the score --------------------------------------------------------------------------- */

int32_t by_othello_margin(const struct by_othello_shape *shape, int x, int o)
{
    int empties = shape->empties_count ? shape->cells - x - o : 0;
    return x > o ? x - o + empties : x < o ? x - o - empties : 0;
}

void by_othello_holding(const struct by_rules *rules, const void *position, struct by_holding *out)
{
    by_board_holding(rules, position, "discs", out);
}

void by_othello_emit_facts(int x, int o, by_fact_fn *emit, void *context)
{
    emit(context, &(struct by_fact){.name = "discs_x", .is_number = true, .number = x});
    emit(context, &(struct by_fact){.name = "discs_o", .is_number = true, .number = o});
}

/* It fills the board, but the last dozen plies are soon searched out. */
int by_othello_likely_length(const struct by_rules *rules)
{
    int cells = by_board_cells_of(rules);
    return cells > 32 ? cells - 16 : cells - 4;
}
