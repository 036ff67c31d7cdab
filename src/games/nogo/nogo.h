/* nogo.h: what the files of this folder share. Nobody else includes it.
 *
 * There are two kinds of board. The fast ones are compiled from board_tmpl.h, once for 7x7,
 * once for 9x9, and for other sizes once per number of words that a set of points takes; the
 * naive one (naive.c) is an array and flood fill. All have the same options, text, moves,
 * keys and packs, which is what this header is about. */
#ifndef BY_GAMES_NOGO_H
#define BY_GAMES_NOGO_H

#include "games/board.h"

#define BY_NOGO_SIDE_MAX  19
#define BY_NOGO_CELLS_MAX (BY_NOGO_SIDE_MAX * BY_NOGO_SIDE_MAX)
#define BY_NOGO_SALT      UINT64_C(0x6e6f676f)
#define BY_NOGO_TURN      (2 * BY_NOGO_CELLS_MAX) /* the feature "O is to move", behind the stones */

/* A row takes one bit more than it has points, so up to three rows of 19 fit into a word. */
#define BY_NOGO_WORDS_MAX 7
#define BY_NOGO_BITS_MAX  (64 * BY_NOGO_WORDS_MAX)

/* What setup works out once and keeps in rules->data. The action of a point is
 * y * width + x; its bit is where it lies in the sets of the fast boards (set_tmpl.h). */
struct by_nogo_shape {
    int stride;                          /* bits from a point to the one above it */
    int carry;                           /* bits that the last row of a word lies above the first */
    uint64_t points[BY_NOGO_WORDS_MAX];  /* the board as a set */
    int16_t bit[BY_NOGO_CELLS_MAX];      /* of an action */
    int16_t action[BY_NOGO_BITS_MAX];    /* of a bit; -1 where there is no point */
    int16_t image[8][BY_NOGO_CELLS_MAX]; /* of an action, under each symmetry */
    uint64_t key[2][BY_NOGO_BITS_MAX];   /* of a player's stone on a bit, and of the change of
                                            sides that comes with it */
};

/* --- in nogo.c: what does not depend on the board ---------------------------------- */

enum by_status by_nogo_setup(struct by_rules *rules, const char *position, struct by_error *err);

/* Of cells from outside: every chain has a liberty. */
enum by_status by_nogo_check(const struct by_rules *rules, const struct by_board_view *view,
                             struct by_error *err);

/* Emits the facts that `show` prints: how many moves each player would have. */
void by_nogo_emit_facts(const int moves[2], by_fact_fn *emit, void *context);

/* The default value of an evaluation is mobility; no board has so many moves. */
#define BY_NOGO_EVAL_WIN 1000

extern const struct by_option by_nogo_options[];
extern const char *const by_nogo_samples[];

/* The entries of a table that are the same for every board, part by part. */
#define BY_NOGO_FACTS                                                                              \
    .name = "nogo", .title = "NoGo",                                                               \
    .summary =                                                                                     \
        "place stones as in Go, but never capture or commit suicide; who cannot move loses",       \
    .move_help = "a point such as d4; there is no column i", .options = by_nogo_options,           \
    .traits = BY_TRAIT_PLACES, .samples = by_nogo_samples, .asked = by_asked_size,                 \
    .sides = {"Black", "White"}, .stars = true, .normal_play = true, .player = "mcts rave=on"
#define BY_NOGO_RULES                                                                              \
    .setup = by_nogo_setup, BY_BOARD_RULES, .transform_move = by_board_transform_move
#define BY_NOGO_TEXT BY_BOARD_TEXT, BY_BOARD_MOVES, .cells = by_board_cells

/* What every board has in its struct by_board. */
#define BY_NOGO_BOARD                                                                              \
    .skip_i = true, .moves_are_cells = true, .what = "point", .salt = BY_NOGO_SALT,                \
    .turn = BY_NOGO_TURN, .check = by_nogo_check

/* --- in naive.c ------------------------------------------------------------------ */

/* True when the chain of the stone on cell `at` has a liberty. */
bool by_nogo_breathes(const struct by_grid *grid, int at);

/* True when the side to move may play on cell `at`. */
bool by_nogo_allows(const struct by_grid *grid, int at);

/* --- in explain.c: for every board -------------------------------------------------- */

by_terms_fn by_nogo_mobility_terms;
by_explain_fn by_nogo_explain;

/* --- uniform playouts on 7x7 by the batch ------------------------------------------------ */

/* Of who is to move and of the other: the stones, the weak ones and the lone liberties (board_tmpl.h). */
struct by_nogo_words {
    uint64_t player[2][3];
    int side;
};

void by_nogo_words_of(const void *position, struct by_nogo_words *out);

#define BY_NOGO_POINTS_7X7 UINT64_C(0x007f7f7f7f7f7f7f) /* as set_tmpl.h lays them out */

/* Adds a playout of so many plies to the totals: who is to move then has lost. */
static inline void by_nogo_count(struct by_totals *totals, int first, int plies)
{
    by_totals_add(totals, (first + plies) % 2 == 1 ? 1 : -1, plies);
}

/* In board_7x7.c in plain words, in batch_avx2.c, where lanes.h has BY_LANES_AVX2, in lanes; the same games. */
typedef void by_nogo_batch_fn(const struct by_nogo_words *start, int64_t count, struct by_rng *rng,
                              struct by_totals *totals);
by_nogo_batch_fn by_nogo_batch_plain, by_nogo_batch_avx2;

/* --- the boards: by_game_nogo, which the register knows, is the one for 9x9 ------- */

extern const struct by_game by_game_nogo;
extern const struct by_game by_nogo_7x7;
extern const struct by_game by_nogo_1_word;
extern const struct by_game by_nogo_2_words;
extern const struct by_game by_nogo_4_words;
extern const struct by_game by_nogo_7_words;
extern const struct by_game by_nogo_naive;

#endif
