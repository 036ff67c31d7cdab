/* board.h: what games on a grid share: text, drawing, cells, packs, images and moves that are
 * cells, written once.
 *
 * A board keeps its position as it likes: sets in words, bytes with a border, a plain array. What
 * is not hot sees it through a view, two sets of cells. A board says how to `look` at a position
 * and how to `make` one, and the slots below do the rest; a board that can do one of them much
 * faster, because it takes along what it has worked out, has its own.
 *
 * Cell y * width + x is column x (from a) of row y (from row 1). Row 1 is at the bottom, or, where
 * `from_top` says so, at the top. */
#ifndef BY_GAMES_BOARD_H
#define BY_GAMES_BOARD_H

#include "games/bits.h"
#include "games/grid.h"

#define BY_BOARD_WORDS ((BY_CELLS_MAX + 63) / 64)

/* A position as two sets. Bit i % 64 of word i / 64 is cell i; words that the board does not need
 * say nothing. */
struct by_board_view {
    int side; /* who is to move */
    uint64_t stones[2][BY_BOARD_WORDS];
};

/* A kind of board: the slot `board` of a game's table. */
struct by_board {
    size_t position_size; /* bytes of a position */
    bool skip_i;          /* the columns' letters leave out i */
    bool from_top;        /* row 1 is the upper one */
    bool side_follows;    /* from the numbers of stones, X having begun: packs leave it out */
    bool may_pass;        /* the action behind the last cell is a pass */
    bool moves_are_cells; /* an action below the number of cells is a stone on that cell */
    const char *what;     /* what a cell is called: "point", "square" */
    uint64_t salt;        /* of the keys; the feature of a stone is 2 * cell + player */
    int turn;             /* the feature "O is to move" */
    void (*look)(const struct by_rules *rules, const void *position, struct by_board_view *out);

    /* Fills all of a position; the view is one that `check` lets pass, or an image of a position. */
    void (*make)(const struct by_rules *rules, const struct by_board_view *view, void *position);

    /* Refuses what no game can stand like. Optional. */
    enum by_status (*check)(const struct by_rules *rules, const struct by_board_view *view,
                            struct by_error *err);
};

/* --- views ------------------------------------------------------------------------- */

static inline int by_board_cells_of(const struct by_rules *rules)
{
    return rules->width * rules->height;
}

/* Clears the words that the board needs. */
void by_board_clear(const struct by_rules *rules, struct by_board_view *view);

static inline void by_board_add(struct by_board_view *view, int cell, int player)
{
    view->stones[player][cell / 64] |= UINT64_C(1) << cell % 64;
}

/* Whose stone is on a cell: 0, 1, or -1. */
static inline int by_board_owner(const struct by_board_view *view, int cell)
{
    return (int)(view->stones[0][cell / 64] >> cell % 64 & 1)   ? 0
           : (int)(view->stones[1][cell / 64] >> cell % 64 & 1) ? 1
                                                                : -1;
}

int by_board_count(const struct by_rules *rules, const struct by_board_view *view, int player);

/* The key of a view: of its stones, and of whose turn it is. */
uint64_t by_board_key(const struct by_rules *rules, const struct by_board_view *view);

/* Views as text has them, and back. */
void by_board_to_grid(const struct by_rules *rules, const struct by_board_view *view,
                      struct by_grid *out);
void by_board_from_grid(const struct by_rules *rules, const struct by_grid *grid,
                        struct by_board_view *out);

/* --- setup ------------------------------------------------------------------------- */

/* What boards have in common when rules->game is chosen: sizes, the label "9x9" and what is behind
 * it, a move for every cell (and a pass), all symmetries of the rectangle. A game changes what is
 * different with it. */
void by_board_set_up(struct by_rules *rules, int width, int height, const char *behind);

/* The cells' images under symmetry `s` of a game. */
void by_board_images(const struct by_rules *rules, int s, int16_t *out);

/* --- slots --------------------------------------------------------------------------- */

enum by_status by_board_read(const struct by_rules *rules, const char *text, void *position,
                             struct by_error *err);
void by_board_write(const struct by_rules *rules, const void *position, struct by_text *out);
void by_board_draw(const struct by_rules *rules, const void *position, struct by_text *out);

/* The cells; where moves are cells the last one is marked. */
/* How many of its pieces each side has on the board, for the slot `holding`. */
void by_board_holding(const struct by_rules *rules, const void *position, const char *what,
                      struct by_holding *out);

void by_board_cells(const struct by_rules *rules, const void *position, by_move last,
                    struct by_cells *out);

/* The same cells with the other side to move, if `check` lets them pass. */
bool by_board_hand_over(const struct by_rules *rules, void *position);

/* A pack: whose turn it is, a bit for each cell of X, one for each cell of O; cell i is bit i % 8
 * of byte i / 8. */
size_t by_board_pack(const struct by_rules *rules, const void *position, uint8_t *out);
enum by_status by_board_unpack(const struct by_rules *rules, const uint8_t *bytes, size_t size,
                               void *position, struct by_error *err);
void by_board_transform(const struct by_rules *rules, const void *position, int s, void *out);

/* For games whose moves are cells. */
enum by_status by_board_read_move(const struct by_rules *rules, const void *position,
                                  const char *text, by_move *out, struct by_error *err);
void by_board_write_move(const struct by_rules *rules, const void *position, by_move move,
                         struct by_text *out);
by_move by_board_transform_move(const struct by_rules *rules, by_move move, int s);

/* Entries of a table: rules but for symmetry, and text but for moves. */
#define BY_BOARD_RULES                                                                             \
    .pack = by_board_pack, .unpack = by_board_unpack, .hand_over = by_board_hand_over
#define BY_BOARD_TEXT .read = by_board_read, .write = by_board_write, .draw = by_board_draw

/* Text of moves that are cells. */
#define BY_BOARD_MOVES .read_move = by_board_read_move, .write_move = by_board_write_move

/* --- the array board ------------------------------------------------------------------ */

/* A position as a beginner would have it, for the naive twins of boards: cells and nothing worked
 * out. A move is a stone on a cell; rules that depend on more are the twin's own. */
struct by_array {
    struct by_grid grid;
    uint64_t key;
};

void by_array_start(const struct by_rules *rules, void *position);
int by_array_side(const struct by_rules *rules, const void *position);
void by_array_play(const struct by_rules *rules, void *position, by_move move,
                   struct by_undo *undo);
uint64_t by_array_key(const struct by_rules *rules, const void *position);
void by_array_look(const struct by_rules *rules, const void *position, struct by_board_view *out);
void by_array_make(const struct by_rules *rules, const struct by_board_view *view, void *position);

#define BY_ARRAY_RULES                                                                             \
    .start = by_array_start, .side = by_array_side, .play = by_array_play, .key = by_array_key,    \
    .transform = by_board_transform

#endif
