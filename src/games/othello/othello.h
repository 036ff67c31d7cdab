/* othello.h: what the files of this folder share. Nobody else includes it.
 *
 * There are two kinds of board. The fast ones are compiled from board_tmpl.h: three times for 8x8
 * (with AVX-512, with AVX2 and BMI2, and without), once for the other sizes; the naive one (naive.c)
 * goes from square to square. All have the same options, text, moves, keys and packs, which is what
 * this header is about.
 *
 * The action of a square is row * size + column, both from 0 at the top left: a1 is 0. The action
 * behind the last square is the pass. */
#ifndef BY_GAMES_OTHELLO_H
#define BY_GAMES_OTHELLO_H

#include "games/board.h"
#include "games/lanes.h"
#include "games/othello/pattern_eval.h"

#define BY_OTHELLO_SIDE_MAX  10
#define BY_OTHELLO_CELLS_MAX (BY_OTHELLO_SIDE_MAX * BY_OTHELLO_SIDE_MAX)
#define BY_OTHELLO_SALT      UINT64_C(0x6f7468656c6c6f)
#define BY_OTHELLO_TURN      (2 * BY_OTHELLO_CELLS_MAX) /* the feature "O is to move" */

/* A matrix of the value of squares, by action. */
#define BY_OTHELLO_WEIGHT_MAX 10000
struct by_othello_matrix {
    int32_t at[BY_OTHELLO_CELLS_MAX];
};

/* Which matrix: the one of the option `matrix`, or one of the two printed in OTH figure 6.3. */
enum { BY_OTHELLO_CHOSEN, BY_OTHELLO_FIRST, BY_OTHELLO_SECOND, BY_OTHELLO_MATRICES };

/* What setup works out once and keeps in rules->data. */
struct by_othello_shape {
    /* Rays of squares of the 8x8 board from each square: to the right, down, down right, down left,
     * then the four opposite ones. Every vector of four is loaded at once. */
    _Alignas(64) uint64_t ray[64][8];
    uint64_t key[2][BY_OTHELLO_CELLS_MAX]; /* of a player's disc */
    uint64_t turned[BY_OTHELLO_CELLS_MAX]; /* what the key changes by when a disc turns over */
    uint64_t turn;                         /* of the change of sides */
    uint64_t points[2], inner[2];          /* the board as a set, and without the outer columns */
    struct by_othello_matrix matrix[BY_OTHELLO_MATRICES];
    int size, cells;
    bool empties_count; /* for the winner, at the end of the game */
    int opening, ending, corner;
    struct by_othello_weights *weights; /* of the user's own file; NULL: those of the build */
};

/* --- in othello.c: slots and halves of slots that do not depend on the board ------ */

enum by_status by_othello_setup(struct by_rules *rules, const char *position, struct by_error *err);
void by_othello_close(struct by_rules *rules);

/* The four discs in the middle. */
void by_othello_start(const struct by_rules *rules, void *position);

/* The result for X of a finished game with so many discs. */
int32_t by_othello_margin(const struct by_othello_shape *shape, int x, int o);

/* Emits the facts that `show` prints: the discs of each player. */
void by_othello_holding(const struct by_rules *rules, const void *position, struct by_holding *out);
void by_othello_emit_facts(int x, int o, by_fact_fn *emit, void *context);

extern const struct by_option by_othello_options[];
extern const char *const by_othello_samples[];
extern const char *const by_othello_tunable[];
extern const struct by_linear by_othello_linear; /* in pattern_fit.c */

int by_othello_likely_length(const struct by_rules *rules);

/* The entries of a table that are the same for every board, part by part. */
#define BY_OTHELLO_FACTS                                                                           \
    .name = "othello", .title = "Othello",                                                         \
    .summary = "enclose the opponent's discs to turn them over; most discs win",                   \
    .move_help = "a square such as f5, row 1 at the top; 'pass' when there is none",               \
    .traits = BY_TRAIT_FORCED_PASS, .options = by_othello_options, .samples = by_othello_samples,  \
    .asked = by_asked_size, .tunable = by_othello_tunable, .sides = {"Black", "White"},            \
    .has_margin = true, .margin = "disc", .player = "alphabeta eval=learned"
#define BY_OTHELLO_RULES                                                                           \
    .setup = by_othello_setup, .close = by_othello_close, .start = by_othello_start,               \
    BY_BOARD_RULES, .transform = by_board_transform, .transform_move = by_board_transform_move
#define BY_OTHELLO_TEXT                                                                            \
    BY_BOARD_TEXT, BY_BOARD_MOVES, .cells = by_board_cells, .holding = by_othello_holding
#define BY_OTHELLO_KNOWLEDGE                                                                       \
    .likely_length = by_othello_likely_length, .explain = by_othello_explain,                      \
    .reason = by_othello_reason, .linear = &by_othello_linear, .lacks = by_othello_lacks

/* What every board has in its struct by_board. */
#define BY_OTHELLO_BOARD                                                                           \
    .from_top = true, .may_pass = true, .moves_are_cells = true, .what = "square",                 \
    .salt = BY_OTHELLO_SALT, .turn = BY_OTHELLO_TURN

/* No evaluation reaches it: 100 squares of at most BY_OTHELLO_WEIGHT_MAX. */
#define BY_OTHELLO_EVAL_WIN 2000000

/* The evaluations of a board, which has a function for each (OTH table 4.2). The first is the one that
 * searches take when none is named: the winner of a match of all (README.md). */
#define BY_OTHELLO_EVAL(name_, value_, help_)                                                      \
    .name = (name_), .help = (help_), .win = BY_OTHELLO_EVAL_WIN, .value = (value_),               \
    .terms = by_othello_##value_##_terms
#define BY_OTHELLO_EVALS                                                                           \
    {BY_OTHELLO_EVAL("mobility", mobility,                                                         \
                     "moves, and corners by their weight, minus the opponent's")},                 \
        {BY_OTHELLO_EVAL("positional", positional,                                                 \
                         "own squares minus the opponent's, by the game's option matrix")},        \
        {BY_OTHELLO_EVAL("matrix", positional, "the same by a matrix of your own: matrix:FILE")},  \
        {BY_OTHELLO_EVAL("positional1", positional1, "the same by OTH's matrix 1")},               \
        {BY_OTHELLO_EVAL("positional2", positional2, "the same by OTH's matrix 2")},               \
        {BY_OTHELLO_EVAL("absolute", absolute, "own discs minus the opponent's"),                  \
         .counts = "disc"},                                                                        \
        {BY_OTHELLO_EVAL("mixed", mixed, "positional, then mobility, at the end absolute")},       \
    {                                                                                              \
        BY_OTHELLO_EVAL(                                                                           \
            "learned", learned,                                                                    \
            "patterns with weights fitted to games (8x8; else mobility): learned:weights=FILE"),   \
            .counts = "disc", .unit = BY_OTHELLO_DISC, .counting = by_othello_counts_discs         \
    }

/* The playouts of a board, which has a function for each; `many_` plays uniform ones by the batch, or
 * is NULL. */
#define BY_OTHELLO_POLICIES(many_)                                                                 \
    {.name = "uniform",                                                                            \
     .help = "every legal move equally likely",                                                    \
     .run = uniform,                                                                               \
     .many = (many_),                                                                              \
     .batch = BY_LANES},                                                                           \
        {.name = "probabilistic",                                                                  \
         .help = "the opponent draws squares in proportion to their value in the matrix",          \
         .run = probabilistic},                                                                    \
    {                                                                                              \
        .name = "deterministic", .help = "the opponent takes the best square by the matrix",       \
        .run = deterministic                                                                       \
    }

/* --- in explain.c: what they are made of, for every board ------------------------------ */

by_terms_fn by_othello_positional_terms, by_othello_positional1_terms, by_othello_positional2_terms,
    by_othello_absolute_terms, by_othello_mobility_terms, by_othello_mixed_terms,
    by_othello_learned_terms; /* in pattern_terms.c */
by_explain_fn by_othello_explain;
void by_othello_reason(const struct by_rules *rules, const void *position, by_move move,
                       struct by_text *out);

/* --- in matrix.c --------------------------------------------------------------------- */

/* One of the two printed matrices (number 1 or 2), fitted to the board: a square has the value of
 * the one that lies the same way from its nearest corner, the lines in the middle are repeated. */
void by_othello_matrix_printed(int number, int size, struct by_othello_matrix *out);

/* Gives a value to the squares of a line and column, counted from the nearer edges, 3 standing for
 * all farther ones, and to their images. */
void by_othello_matrix_set(int size, int row, int column, int32_t value,
                           struct by_othello_matrix *out);

/* "1", "2" or the name of a file with `size` rows of `size` whole numbers. */
enum by_status by_othello_matrix_open(const char *name, int size, struct by_othello_matrix *out,
                                      struct by_error *err);

/* The same from the text of the file; mistakes are named with line and column. */
enum by_status by_othello_matrix_read(const char *text, size_t length, int size,
                                      struct by_othello_matrix *out, struct by_error *err);

/* True when all eight images of a square have its value. */
bool by_othello_matrix_symmetric(int size, const struct by_othello_matrix *matrix);

/* --- in pattern_eval.c: the evaluation `learned` ------------------------------------------ */

/* The weights of a file, or NULL for the name of the build's own. */
#define BY_OTHELLO_OWN_WEIGHTS "own"
enum by_status by_othello_weights_open(const char *name, struct by_othello_weights **out,
                                       struct by_error *err);

const char *by_othello_lacks(const struct by_rules *rules);

/* Whether the learned evaluation has weights here, and counts discs. */
bool by_othello_counts_discs(const struct by_rules *rules);

/* --- the boards: by_game_othello, which the register knows, is the one for every machine ----- */

extern const struct by_game by_game_othello;
extern const struct by_game by_othello_8x8_avx2;   /* only where BY_OTHELLO_HAS_AVX2 */
extern const struct by_game by_othello_8x8_avx512; /* the same */
bool by_othello_has_avx512(void);                  /* what that one needs; the same */
extern const struct by_game by_othello_any_size;
extern const struct by_game by_othello_naive;

#if defined __x86_64__
#define BY_OTHELLO_HAS_AVX2 1
#else
#define BY_OTHELLO_HAS_AVX2 0
#endif

#endif
