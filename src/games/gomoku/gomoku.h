/* gomoku.h: what the files of this folder share. Nobody else includes it.
 *
 * There are two kinds of board. The fast one is compiled from board_tmpl.h for sides up to 15, 20
 * and 25; the naive one (naive.c) is an array that is scanned whenever somebody asks. All have the
 * same options, text, moves, keys and packs. */
#ifndef BY_GAMES_GOMOKU_H
#define BY_GAMES_GOMOKU_H

#include "base/buffer.h"
#include "games/board.h"
#include "games/gomoku/learned.h"
#include "games/gomoku/patterns.h"

#define BY_GOMOKU_SALT      UINT64_C(0x676f6d6f6b75)
#define BY_GOMOKU_TURN      (2 * BY_GOMOKU_CELLS_MAX) /* the feature "O is to move" */
#define BY_GOMOKU_LINES_MAX (2 * BY_GOMOKU_SIDE_MAX - 1)

enum by_gomoku_rule {
#define BY_GOMOKU_RULE(id, name) BY_GOMOKU_##id,
#include "games/gomoku/rules.def"
#undef BY_GOMOKU_RULE
};

/* --- patterns by table look-up: pattern.c ------------------------------------------ */

/* The five points on one side of a point, as far as they matter: `k` points up to the first that
 * is blocked (the opponent's, or off the board; 5: none is), and which of them are own. Written
 * 1 << k | own: 1 to 63. Nothing behind a blocked point counts, so two such numbers say all. */
#define BY_GOMOKU_REACH  5
#define BY_GOMOKU_SHAPES 64

/* What Renju must know of a line through a stone of X, besides its pattern. */
struct by_gomoku_row {
    uint8_t fours;  /* fours that the stone belongs to: 0, 1 or 2 */
    uint8_t over;   /* six or more in a row */
    uint16_t three; /* bit 3 + k: a stone k points on makes a straight four */
};

struct by_gomoku_tables {
    /* [0]: points below, the nearest in bit 4; [1]: above, the nearest in bit 0. The index is
     * blocked << 5 | own. */
    uint8_t half[2][1 << (2 * BY_GOMOKU_REACH)];
    uint8_t pattern[2][BY_GOMOKU_SHAPES * BY_GOMOKU_SHAPES]; /* of a player; below * 64 + above */
    struct by_gomoku_row row[BY_GOMOKU_SHAPES * BY_GOMOKU_SHAPES]; /* in Renju only */
};

void by_gomoku_fill_tables(struct by_gomoku_tables *tables, enum by_gomoku_rule rule);

/* --- what patterns are worth: values.c ---------------------------------------------- */

void by_gomoku_default_values(int32_t value[BY_GOMOKU_PATTERNS]);

/* As GOM writes it: "BLOCKED_TWO"; "" is nothing. */
const char *by_gomoku_pattern_name(enum by_gomoku_pattern pattern);
enum by_status by_gomoku_read_values(const char *path, int32_t value[BY_GOMOKU_PATTERNS],
                                     struct by_error *err);

/* --- the shape of the board: gomoku.c ---------------------------------------------- */

/* A line of stones is a word in which point i is bit i + REACH: looking REACH points to either
 * side needs no check. */
struct by_gomoku_place {
    uint8_t line, at;
};

/* A kind of board, with how it answers what the functions above ask. */
struct by_gomoku_board {
    struct by_board board; /* the slot `board` of its table */
    int side;              /* the longest it is compiled for */
    enum by_gomoku_pattern (*pattern)(const struct by_rules *rules, const void *position,
                                      int player, int direction, by_move at);
    int (*active)(const struct by_rules *rules, const void *position, by_move *out);
};

/* What setup works out once and keeps in rules->data. The action of a point is y * width + x; its
 * spot is y * stride + x, where the fast board has its cells. */
struct by_gomoku_shape {
    enum by_gomoku_rule rule;
    int stride; /* one more than the longest side the board is compiled for */
    int step[BY_GOMOKU_DIRECTIONS];
    int32_t value[BY_GOMOKU_PATTERNS];
    const struct by_gomoku_weights *weights; /* never NULL */
    struct by_gomoku_weights *of_file;       /* those, when the user named a file */
    int64_t worth[BY_GOMOKU_CODES];          /* of empty points, for `points` */
    uint8_t nth_bit[256][8]; /* the members of a set of eight, in order; then zeros */
    struct by_gomoku_place place[BY_GOMOKU_DIRECTIONS][BY_GOMOKU_CELLS_MAX];
    uint8_t length[BY_GOMOKU_DIRECTIONS][BY_GOMOKU_LINES_MAX];
    uint64_t border[BY_GOMOKU_DIRECTIONS][BY_GOMOKU_LINES_MAX];    /* the bits off the board */
    int16_t spot[BY_GOMOKU_CELLS_MAX];                             /* of an action */
    int16_t action[BY_GOMOKU_SIDE_MAX * (BY_GOMOKU_SIDE_MAX + 1)]; /* of a spot; -1: no point */
    int16_t image[8][BY_GOMOKU_CELLS_MAX]; /* of an action, under each symmetry */
    uint8_t turn[8][BY_GOMOKU_DIRECTIONS]; /* of a direction */
    uint64_t key[2][BY_GOMOKU_SIDE_MAX * (BY_GOMOKU_SIDE_MAX + 1)]; /* of a player's stone on a
                                            spot, and of the change of sides that comes with it */
    struct by_gomoku_tables tables;
};

/* --- slots and halves of slots that do not depend on the board: gomoku.c ------------ */

enum by_status by_gomoku_setup(struct by_rules *rules, const char *position, struct by_error *err);
void by_gomoku_close(struct by_rules *rules);
void by_gomoku_strengths(const struct by_rules *rules, const void *position, const by_move *moves,
                         int count, float *out);
int by_gomoku_active_moves(const struct by_rules *rules, const void *position, by_move *out);

/* Of cells from outside: at most one player has five, and the other is to move. */
enum by_status by_gomoku_check(const struct by_rules *rules, const struct by_board_view *view,
                               struct by_error *err);

/* Evaluations stay below this: a sum over all stones, cut where a user's values are huge. */
#define BY_GOMOKU_EVAL_WIN 1000000000
int32_t by_gomoku_cut_value(int64_t value);

/* The evaluation `threats`: rows that can still grow, and who is first to five. A stone counts
 * `weight` of its patterns, whatever the user's values are; the rest is said of the side to move. */
extern const int32_t by_gomoku_weight[BY_GOMOKU_PATTERNS];
struct by_gomoku_threats {
    int64_t mine, theirs;      /* the weights of the stones */
    int my_fives, their_fives; /* points that make five */
    bool my_four;              /* one that makes an open four */
};
int32_t by_gomoku_threats_value(const struct by_gomoku_threats *threats);

/* The code of a point (learned.h), asking the board. */
int by_gomoku_code_at(const struct by_rules *rules, const void *position, int player, by_move at);

/* The evaluation `learned`: its sums in place of the weights, `threats` where there are none. */
int32_t by_gomoku_learned_value(const struct by_rules *rules, struct by_gomoku_threats *threats,
                                int64_t me, int64_t you);

/* The evaluation `points`: what each empty point could become for each player, by the code of its
 * patterns; both halves of a word as in learned.h, for a player to move and, below zero, for his
 * opponent. The sum of the one and of the other is in place of the weights. */
void by_gomoku_points_of_build(struct by_gomoku_points *out);
void by_gomoku_fill_worth(const struct by_gomoku_points *points, int64_t worth[BY_GOMOKU_CODES]);

/* A file of such numbers: points.c has the form. Whether it is one at all; trusts nothing. */
bool by_gomoku_points_are(const uint8_t *bytes, size_t size);
enum by_status by_gomoku_points_read(const uint8_t *bytes, size_t size, const char *name,
                                     struct by_gomoku_points *out, struct by_error *err);
void by_gomoku_points_write(const struct by_gomoku_points *points, struct by_buffer *out);
static inline int32_t by_gomoku_points_sum(int64_t me, int64_t you)
{
    return by_gomoku_to_move(me) + by_gomoku_waiting(you);
}
int32_t by_gomoku_points_value(struct by_gomoku_threats *threats, int64_t me, int64_t you);

/* The sums of both players by looking at every point, for those boards that do not keep them. */
void by_gomoku_points_look(const struct by_rules *rules, const void *position, int64_t sums[2]);

/* More than all rows together; and five is nearer than an open four. */
#define BY_GOMOKU_FIVE_NEXT 50000000
#define BY_GOMOKU_FOUR_NEXT 20000000

/* So many units of `threats` are odds of e to one: by matches of `mcts playout=judged`. */
#define BY_GOMOKU_THREATS_ODDS 60
#define BY_GOMOKU_POINTS_ODDS  1360 /* fitted to 423 positions of 60 games at 100 ms */
#define BY_GOMOKU_POINTS_FIT   150 /* the same between a leaf and what a deeper search says of it */

/* --- openings.c --------------------------------------------------------------------------- */

int by_gomoku_opening(const struct by_rules *rules, int index, by_move *out);

/* --- in explain.c: what they are made of, for every board ------------------------------ */

by_terms_fn by_gomoku_patterns_terms, by_gomoku_threats_terms, by_gomoku_learned_terms,
    by_gomoku_points_terms;
by_explain_fn by_gomoku_explain;
void by_gomoku_reason(const struct by_rules *rules, const void *position, by_move move,
                      struct by_text *out);

extern const struct by_linear by_gomoku_linear, by_gomoku_points_linear;

/* The slot `quiet` of both. */
bool by_gomoku_is_quiet(const struct by_rules *rules, const void *position);

extern const struct by_option by_gomoku_options[];
extern const char *const by_gomoku_samples[];
extern const char *const by_gomoku_asked[];
extern const char *const by_gomoku_tunable[];

/* The forbidden points of Renju are marked. */
void by_gomoku_cells(const struct by_rules *rules, const void *position, by_move last,
                     struct by_cells *out);
int by_gomoku_likely_length(const struct by_rules *rules);

/* The entries of a table that are the same for every board, part by part. */
#define BY_GOMOKU_FACTS                                                                            \
    .name = "gomoku", .title = "Gomoku",                                                           \
    .summary = "place stones in turn; five in a row win, along a row, a column or a diagonal",     \
    .move_help = "a point such as h8; there is no column i", .options = by_gomoku_options,         \
    .traits = BY_TRAIT_PLACES | BY_TRAIT_FIVES, .samples = by_gomoku_samples,                      \
    .asked = by_gomoku_asked, .tunable = by_gomoku_tunable, .sides = {"Black", "White"},           \
    .stars = true
#define BY_GOMOKU_RULES                                                                            \
    .setup = by_gomoku_setup, .close = by_gomoku_close, BY_BOARD_RULES,                            \
    .transform_move = by_board_transform_move
#define BY_GOMOKU_TEXT BY_BOARD_TEXT, BY_BOARD_MOVES, .cells = by_gomoku_cells
#define BY_GOMOKU_KNOWLEDGE                                                                        \
    .strengths = by_gomoku_strengths, .active = by_gomoku_active_moves,                            \
    .likely_length = by_gomoku_likely_length, .explain = by_gomoku_explain,                        \
    .reason = by_gomoku_reason, .check_proof = by_gomoku_check_proof, .linear = &by_gomoku_linear, \
    .lacks = by_gomoku_lacks, .opening_rule = "swap2", .opening = by_gomoku_opening

/* What every board has in its struct by_board. */
#define BY_GOMOKU_BOARD                                                                            \
    .skip_i = true, .moves_are_cells = true, .what = "point", .salt = BY_GOMOKU_SALT,              \
    .turn = BY_GOMOKU_TURN, .check = by_gomoku_check

/* --- in naive.c: the rules by scanning an array --------------------------------------- */

/* Has `player` won with these cells? */
bool by_gomoku_has_five(const struct by_rules *rules, const struct by_grid *grid, int player);

/* Must `player` have exactly five? */
bool by_gomoku_is_exact(const struct by_rules *rules, int player);

/* Is the cell empty, and may the side to move play there? */
bool by_gomoku_may_play(const struct by_rules *rules, const struct by_grid *grid, int at);

/* --- in check.c: the slot check_proof ---------------------------------------------------- */

enum by_status by_gomoku_check_proof(const struct by_rules *rules, const void *position,
                                     const struct by_win_tree *proof, uint64_t *nodes,
                                     struct by_error *err);

/* --- the boards: by_game_gomoku, which the register knows, is the one up to 15x15 ------ */

extern const struct by_game by_game_gomoku;
extern const struct by_game by_gomoku_20;
extern const struct by_game by_gomoku_25;
extern const struct by_game by_gomoku_naive;

#endif
