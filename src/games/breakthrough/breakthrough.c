/* breakthrough.c: pawns that only go forward; the first on the far row wins.
 *
 * X goes up the board, O down. Which pawns of a side may go in one of the three directions
 * comes from one shift of a set (`movers`). A move is its start square and its direction as
 * the board is seen from X's side: 3 * square + 0 to the left, 1 straight, 2 to the right. */
#include "games/breakthrough/breakthrough.h"

#include "base/zobrist.h"

#include <stdlib.h>

#define SIDE_MIN   3
#define SIDE_MAX   8
#define NOBODY     (-1)
#define SALT       UINT64_C(0x627265616b)
#define SIDE_TO_GO 128 /* the feature "O is to move", behind the 64 squares of two players */

enum { LEFT, STRAIGHT, RIGHT };

static const char letter[] = "XO";

/* --- options -------------------------------------------------------------- */

static const struct by_option options[] = {
    {"size", BY_OPTION_SIZE, "8", SIDE_MIN, SIDE_MAX, NULL, "the board, columns x rows"},
    {0},
};

static const char *const samples[] = {"size=3x4", "size=4x4", "size=6x6", "size=5x8", NULL};

static struct shape make_shape(int width, int height)
{
    int cells = width * height;
    int rows = height < 5 ? 1 : 2;
    uint64_t board = by_bits_below(cells), row = by_bits_below(width), left = 0;
    for (int y = 0; y < height; y++)
        left |= UINT64_C(1) << (y * width);
    uint64_t low_home = by_bits_below(rows * width), top = row << (cells - width);
    return (struct shape){
        .board = board,
        .home = {low_home, low_home << (cells - rows * width)},
        .goal = {top, row},
        .open = {board & ~left, board, board & ~(left << (width - 1))},
        .rows = rows,
    };
}

/* The longest game: every move takes a pawn one row on, and up to the last move no pawn is
 * on its far row. A pawn that starts in row y (0 is its own first row) can so make
 * height - 2 - y moves, and captures only take moves away; the winning move comes on top.
 * No position has pawns further back than the start, so this holds for all of them. */
static int longest_game(const struct by_rules *rules, int rows)
{
    int steps = 0;
    for (int y = 0; y < rows; y++)
        steps += rules->width * (rules->height - 2 - y);
    return 2 * steps + 1;
}

static enum by_status setup(struct by_rules *rules, const char *position, struct by_error *err)
{
    (void)position;
    const struct by_value *size = by_values_get(&rules->values, "size");
    struct shape *shape = malloc(sizeof *shape);
    if (!shape)
        return by_fail_memory(err, sizeof *shape);
    *shape = make_shape(size->width, size->height);
    rules->data = shape;
    by_board_set_up(rules, size->width, size->height, "");
    rules->action_count = 3 * rules->width * rules->height;
    rules->max_moves = 3 * by_bits_count(shape->home[0]);
    rules->max_length = longest_game(rules, shape->rows);
    rules->symmetry_count = 2; /* itself and the mirror, left to right */
    return BY_OK;
}

/* --- the rules ------------------------------------------------------------ */

static uint64_t pawn_key(int square, int player)
{
    return by_zobrist(SALT, (uint64_t)(2 * square + player));
}

static void look(const struct by_rules *rules, const void *position, struct by_board_view *out)
{
    (void)rules;
    const struct breakthrough *bt = position;
    out->side = bt->side;
    out->stones[0][0] = bt->pawns[0];
    out->stones[1][0] = bt->pawns[1];
}

uint64_t by_breakthrough_key(const struct by_rules *rules, const struct breakthrough *bt)
{
    struct by_board_view view;
    look(rules, bt, &view);
    return by_board_key(rules, &view);
}

static void start(const struct by_rules *rules, void *position)
{
    const struct shape *shape = rules->data;
    struct breakthrough bt = {.pawns = {shape->home[0], shape->home[1]}, .winner = NOBODY};
    bt.key = by_breakthrough_key(rules, &bt);
    *(struct breakthrough *)position = bt;
}

static int side(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct breakthrough *)position)->side;
}

/* There is no draw and no stalemate: the foremost pawn always has a free or hostile square
 * diagonally ahead. */
static bool over(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct breakthrough *)position)->winner != NOBODY;
}

static int32_t result(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct breakthrough *)position)->winner == 0 ? 1 : -1;
}

/* How far ahead, in bits, a direction leads: upwards for X, downwards for O. */
static int step_of(const struct by_rules *rules, int player, int direction)
{
    int ahead = player == 0 ? rules->width : -rules->width;
    return ahead + direction - STRAIGHT;
}

/* The pawns of the side to move that may go in `direction`: there is a square, and nobody
 * (straight ahead) or none of their own (diagonally) stands on it. */
static uint64_t movers(const struct by_rules *rules, const struct breakthrough *bt, int direction)
{
    const struct shape *shape = rules->data;
    uint64_t own = bt->pawns[bt->side];
    uint64_t free = ~(direction == STRAIGHT ? own | bt->pawns[!bt->side] : own);
    int step = step_of(rules, bt->side, direction);
    uint64_t reach = step > 0 ? free >> step : free << -step;
    return own & shape->open[direction] & reach;
}

static int moves(const struct by_rules *rules, const void *position, by_move *out)
{
    const struct breakthrough *bt = position;
    uint64_t may[3];
    for (int direction = LEFT; direction <= RIGHT; direction++)
        may[direction] = movers(rules, bt, direction);
    int count = 0;
    for (uint64_t set = may[LEFT] | may[STRAIGHT] | may[RIGHT]; set; set &= set - 1) {
        int square = by_bits_first(set);
        for (int direction = LEFT; direction <= RIGHT; direction++) {
            if (may[direction] >> square & 1)
                out[count++] = 3 * square + direction;
        }
    }
    return count;
}

static int target_of(const struct by_rules *rules, int player, by_move move)
{
    return move / 3 + step_of(rules, player, move % 3);
}

/* Moves the pawn of the side to move between two squares, either way. */
static void shift_pawn(struct breakthrough *bt, int from, int to)
{
    bt->pawns[bt->side] ^= UINT64_C(1) << from | UINT64_C(1) << to;
    bt->key ^= pawn_key(from, bt->side) ^ pawn_key(to, bt->side);
}

static void play(const struct by_rules *rules, void *position, by_move move, struct by_undo *undo)
{
    const struct shape *shape = rules->data;
    struct breakthrough *bt = position;
    int to = target_of(rules, bt->side, move);
    uint64_t *theirs = &bt->pawns[!bt->side];
    uint64_t captured = *theirs & UINT64_C(1) << to;
    if (undo)
        undo->word[0] = captured;

    shift_pawn(bt, move / 3, to);
    if (captured) {
        *theirs ^= captured;
        bt->key ^= pawn_key(to, !bt->side);
    }
    if (*theirs == 0 || (bt->pawns[bt->side] & shape->goal[bt->side]))
        bt->winner = bt->side;
    bt->side ^= 1;
    bt->key ^= by_zobrist(SALT, SIDE_TO_GO);
}

static void undo_move(const struct by_rules *rules, void *position, by_move move,
                      const struct by_undo *undo)
{
    struct breakthrough *bt = position;
    bt->key ^= by_zobrist(SALT, SIDE_TO_GO);
    bt->side ^= 1;
    bt->winner = NOBODY; /* nobody plays on after a win */
    int to = target_of(rules, bt->side, move);
    shift_pawn(bt, to, move / 3);
    if (undo->word[0]) {
        bt->pawns[!bt->side] |= undo->word[0];
        bt->key ^= pawn_key(to, !bt->side);
    }
}

/* --- positions from outside ------------------------------------------------ */

static enum by_status check_count(const struct shape *shape, const struct by_board_view *view,
                                  struct by_error *err)
{
    for (int player = 0; player < 2; player++) {
        uint64_t pawns = view->stones[player][0];
        int count = by_bits_count(pawns), most = by_bits_count(shape->home[player]);
        if (count > most)
            return by_fail(err, BY_BAD_INPUT, "%c has %d pawns; a side starts with %d here",
                           letter[player], count, most);
        if (by_bits_count(pawns & shape->goal[player]) > 1)
            return by_fail(err, BY_BAD_INPUT,
                           "%c has two pawns on the last row: the game ended at the first",
                           letter[player]);
    }
    return BY_OK;
}

static bool has_won(const struct by_rules *rules, const struct by_board_view *view, int player)
{
    const struct shape *shape = rules->data;
    return (view->stones[player][0] & shape->goal[player]) || view->stones[!player][0] == 0;
}

/* Can a game stand like this? */
static enum by_status check(const struct by_rules *rules, const struct by_board_view *view,
                            struct by_error *err)
{
    int side = view->side;
    enum by_status status = check_count(rules->data, view, err);
    if (status != BY_OK)
        return status;
    if (has_won(rules, view, 0) && has_won(rules, view, 1))
        return by_fail(err, BY_BAD_INPUT,
                       "both X and O have won here: the game ended at the first win");
    if (has_won(rules, view, side))
        return by_fail(err, BY_BAD_INPUT,
                       "%c has won and is to move: the game ended before %c's last move",
                       letter[side], letter[!side]);
    return BY_OK;
}

static void make(const struct by_rules *rules, const struct by_board_view *view, void *position)
{
    *(struct breakthrough *)position = (struct breakthrough){
        .pawns = {view->stones[0][0], view->stones[1][0]},
        .key = by_board_key(rules, view),
        .side = view->side,
        .winner = has_won(rules, view, !view->side) ? !view->side : NOBODY,
    };
}

static const struct by_board on_sets = {
    .position_size = sizeof(struct breakthrough),
    .what = "square",
    .salt = SALT,
    .turn = SIDE_TO_GO,
    .look = look,
    .make = make,
    .check = check,
};

/* --- moves as text --------------------------------------------------------- */

static bool scan_square(const struct by_rules *rules, const char **cursor, int *x, int *y)
{
    return by_grid_scan_point(cursor, rules->width, rules->height, false, x, y);
}

static enum by_status read_move(const struct by_rules *rules, const void *position,
                                const char *text, by_move *out, struct by_error *err)
{
    const struct breakthrough *bt = position;
    int from_x, from_y, to_x, to_y;
    char quoted[BY_QUOTE_SIZE];
    const char *end = text;
    if (!scan_square(rules, &end, &from_x, &from_y) || !scan_square(rules, &end, &to_x, &to_y) ||
        *end != '\0')
        return by_fail(err, BY_BAD_INPUT,
                       "'%s' is not a move: write two squares from a1 to %c%d, such as a2a3",
                       by_quote(text, quoted), by_grid_column(rules->width - 1, false),
                       rules->height);
    int ahead = bt->side == 0 ? 1 : -1;
    if (to_y - from_y != ahead || abs(to_x - from_x) > 1)
        return by_fail(
            err, BY_BAD_INPUT,
            "'%s' is not a move of %c, whose pawns go one row %s, straight or diagonally",
            by_quote(text, quoted), letter[bt->side], ahead > 0 ? "up" : "down");
    *out = 3 * (from_y * rules->width + from_x) + to_x - from_x + STRAIGHT;
    return BY_OK;
}

static void write_move(const struct by_rules *rules, const void *position, by_move move,
                       struct by_text *out)
{
    const struct breakthrough *bt = position;
    int from = move / 3, to = target_of(rules, bt->side, move);
    by_grid_write_point(from % rules->width, from / rules->width, false, out);
    by_grid_write_point(to % rules->width, to / rules->width, false, out);
}

static void cells(const struct by_rules *rules, const void *position, by_move last,
                  struct by_cells *out)
{
    by_board_cells(rules, position, last, out);
    if (last == BY_NO_MOVE)
        return;
    out->mark[last / 3] = BY_MARK_FROM;
    out->mark[target_of(rules, !out->side, last)] = BY_MARK_LAST;
}

/* --- identity and symmetry ------------------------------------------------- */

static uint64_t key(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct breakthrough *)position)->key;
}

static by_move transform_move(const struct by_rules *rules, by_move move, int s)
{
    int mirrored = by_board_transform_move(rules, move / 3, s);
    return 3 * mirrored + (s == 0 ? move % 3 : RIGHT - move % 3);
}

const struct by_game by_game_breakthrough = {
    /* facts */
    .name = "breakthrough",
    .title = "Breakthrough",
    .summary = "pawns step or capture forward; reach the last row or capture everything to win",
    .move_help = "two squares, from and to, such as e2e3",
    .options = options,
    .samples = samples,
    .asked = by_asked_size,
    .drawless = true,
    .traits = BY_TRAIT_STEPS,
    .board = &on_sets,

    /* rules */
    .setup = setup,
    .start = start,
    .side = side,
    .over = over,
    .result = result,
    .moves = moves,
    .play = play,
    .undo = undo_move,
    .key = key,
    BY_BOARD_RULES,
    .transform = by_board_transform,
    .transform_move = transform_move,

    /* text */
    BY_BOARD_TEXT,
    .read_move = read_move,
    .write_move = write_move,
    .cells = cells,

    /* knowledge */
    .evals = by_breakthrough_evals,
    .policies = by_breakthrough_policies,
    .theory = by_breakthrough_race,
};
