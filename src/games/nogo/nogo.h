/* nogo.h: what the files of this folder share. Nobody else includes it.
 *
 * There are two kinds of board. The fast ones are compiled from board_tmpl.h, once for 7x7,
 * once for 9x9, and for other sizes once per number of words that a set of points takes; the
 * naive one (naive.c) is an array and flood fill. All have the same options, text, moves,
 * keys and packs, which is what this header is about. */
#ifndef BY_GAMES_NOGO_H
#define BY_GAMES_NOGO_H

#include "games/grid.h"

#define BY_NOGO_SIDE_MAX  19
#define BY_NOGO_CELLS_MAX (BY_NOGO_SIDE_MAX * BY_NOGO_SIDE_MAX)

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

/* Bytes of a position of a fast board: three sets for each player, key and side. */
#define BY_NOGO_FAST_SIZE(words) (2 * 3 * 8 * (words) + 16)

/* The same for the naive board. */
#define BY_NOGO_NAIVE_SIZE ((sizeof(struct by_grid) + 7) / 8 * 8 + 8)

/* --- in nogo.c: slots and halves of slots that do not depend on the board ------ */

enum by_status by_nogo_setup(struct by_rules *rules, const char *position, struct by_error *err);
enum by_status by_nogo_read_move(const struct by_rules *rules, const void *position,
                                 const char *text, by_move *out, struct by_error *err);
void by_nogo_write_move(const struct by_rules *rules, const void *position, by_move move,
                        struct by_text *out);
by_move by_nogo_transform_move(const struct by_rules *rules, by_move move, int s);

/* Text and packed bytes to cells and back. What comes in is checked: afterwards every chain
 * has a liberty. */
enum by_status by_nogo_read_grid(const struct by_rules *rules, const char *text,
                                 struct by_grid *out, struct by_error *err);
enum by_status by_nogo_unpack_grid(const struct by_rules *rules, const uint8_t *bytes, size_t size,
                                   struct by_grid *out, struct by_error *err);
size_t by_nogo_pack_grid(const struct by_rules *rules, const struct by_grid *grid, uint8_t *out);

/* The Zobrist key of the cells, from scratch. */
uint64_t by_nogo_grid_key(const struct by_rules *rules, const struct by_grid *grid);

/* Emits the facts that `show` prints: how many moves each player would have. */
void by_nogo_emit_facts(const int moves[2], by_fact_fn *emit, void *context);

/* The default value of an evaluation is mobility; no board has so many moves. */
#define BY_NOGO_EVAL_WIN 1000

extern const struct by_option by_nogo_options[];
extern const char *const by_nogo_samples[];
extern const char *const by_nogo_benches[];

/* The slots of a table that are the same for every board. */
#define BY_NOGO_COMMON                                                                             \
    .name = "nogo", .title = "NoGo",                                                               \
    .summary =                                                                                     \
        "place stones as in Go, but never capture or commit suicide; who cannot move loses",       \
    .move_help = "a point such as d4; there is no column i", .options = by_nogo_options,           \
    .samples = by_nogo_samples, .benches = by_nogo_benches, .player = "mcts rave=on",              \
    .setup = by_nogo_setup, .read_move = by_nogo_read_move, .write_move = by_nogo_write_move,      \
    .transform_move = by_nogo_transform_move

/* --- in naive.c ------------------------------------------------------------------ */

/* True when the chain of the stone on cell `at` has a liberty. */
bool by_nogo_breathes(const struct by_grid *grid, int at);

/* True when the side to move may play on cell `at`. */
bool by_nogo_allows(const struct by_grid *grid, int at);

/* --- the boards: by_game_nogo, which the register knows, is the one for 9x9 ------- */

extern const struct by_game by_game_nogo;
extern const struct by_game by_nogo_7x7;
extern const struct by_game by_nogo_1_word;
extern const struct by_game by_nogo_2_words;
extern const struct by_game by_nogo_4_words;
extern const struct by_game by_nogo_7_words;
extern const struct by_game by_nogo_naive;

#endif
