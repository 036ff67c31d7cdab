/* mnk.c: the m,n,k game, of which tic-tac-toe is 3,3,3.
 *
 * A line of k stones is found for the whole board at once: intersecting a set with itself
 * moved by one step leaves the cells that begin a pair, doing that again those that begin
 * four, and so on to k (mnk.h). The same function counts the lines still open to a player:
 * lines within the cells that the opponent has not taken. */
#include "games/mnk/mnk.h"

#include <stdlib.h>

#define SIDE_MAX 8
#define EVAL_WIN 100
#define NOBODY   BY_MNK_NOBODY

/* --- options -------------------------------------------------------------- */

static const struct by_option options[] = {
    {"size", BY_OPTION_SIZE, "3", 1, SIDE_MAX, NULL, "the board, columns x rows"},
    {"m", BY_OPTION_INT, NULL, 1, SIDE_MAX, NULL, "columns, instead of size"},
    {"n", BY_OPTION_INT, NULL, 1, SIDE_MAX, NULL, "rows, instead of size"},
    {"k", BY_OPTION_INT, "3", 1, SIDE_MAX, NULL, "stones in a row that win"},
    {0},
};

static const struct by_alias aliases[] = {
    {"tictactoe", "Tic-tac-toe", "m=3 n=3 k=3"},
    {0},
};

static const char *const asked[] = {"size", "k", NULL};
static const char *const samples[] = {
    "size=4x4", "m=4 n=3 k=3", "m=5 n=2 k=4", "size=1 k=1", "size=8 k=5", NULL,
};

/* A side of the board: m or n where the user gave it, else its part of size. */
static enum by_status choose_side(const struct by_rules *rules, const char *name, int by_size,
                                  int *out, struct by_error *err)
{
    const struct by_value *size = by_values_get(&rules->values, "size");
    const struct by_value *side = by_values_get(&rules->values, name);
    *out = side->set ? (int)side->integer : by_size;
    if (size->given && *out != by_size)
        return by_fail(err, BY_BAD_INPUT,
                       "size=%dx%d and %s=%d contradict each other: give only one of them",
                       size->width, size->height, name, *out);
    return BY_OK;
}

/* The cells (x, y) from which k - 1 steps by (dx, dy) stay on the board. */
static uint64_t fitting(int width, int height, int k, int dx, int dy)
{
    uint64_t fits = 0;
    for (int cell = 0; cell < width * height; cell++) {
        int x = cell % width + (k - 1) * dx, y = cell / width + (k - 1) * dy;
        if (x >= 0 && x < width && y < height)
            fits |= UINT64_C(1) << cell;
    }
    return fits;
}

static struct shape make_shape(int width, int height, int k)
{
    static const int towards[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    struct shape shape = {
        .k = k,
        .direction_count = k == 1 ? 1 : 4,
        .board = by_bits_below(width * height),
        .listed = width * height <= BY_MNK_LISTED,
    };
    for (int i = 0; i < 4; i++) {
        int dx = towards[i][0], dy = towards[i][1];
        shape.direction[i] = (struct direction){dy * width + dx, fitting(width, height, k, dx, dy)};
    }
    for (uint64_t set = 0; shape.listed && set <= shape.board; set++) {
        if (by_mnk_has_line(&shape, k, set))
            shape.lined[set / 64] |= UINT64_C(1) << set % 64;
    }
    return shape;
}

static enum by_status setup(struct by_rules *rules, const char *position, struct by_error *err)
{
    (void)position;
    const struct by_value *size = by_values_get(&rules->values, "size");
    int k = (int)by_values_get(&rules->values, "k")->integer;
    enum by_status status = choose_side(rules, "m", size->width, &rules->width, err);
    if (status == BY_OK)
        status = choose_side(rules, "n", size->height, &rules->height, err);
    if (status != BY_OK)
        return status;

    int longest = rules->width > rules->height ? rules->width : rules->height;
    if (k > longest)
        return by_fail(err, BY_BAD_INPUT,
                       "k=%d in a row does not fit on a %dx%d board: k is from 1 to %d there", k,
                       rules->width, rules->height, longest);
    struct shape *shape = malloc(sizeof *shape);
    if (!shape)
        return by_fail_memory(err, sizeof *shape);
    *shape = make_shape(rules->width, rules->height, k);
    rules->data = shape;

    char wanted[8];
    struct by_text behind = by_text_over(wanted, sizeof wanted);
    if (k != 3)
        by_text_format(&behind, "k%d", k);
    by_board_set_up(rules, rules->width, rules->height, wanted);
    return BY_OK;
}

/* --- lines ---------------------------------------------------------------- */

static bool has_line(const struct shape *shape, uint64_t set)
{
    return by_mnk_has_line(shape, shape->k, set);
}

static int count_lines(const struct shape *shape, uint64_t set)
{
    int count = 0;
    for (int i = 0; i < shape->direction_count; i++)
        count += by_bits_count(by_mnk_lines(shape->direction[i], shape->k, set));
    return count;
}

/* --- the rules ------------------------------------------------------------ */

static uint64_t empty_cells(const struct by_rules *rules, const struct mnk *mnk)
{
    const struct shape *shape = rules->data;
    return shape->board & ~(mnk->stones[0] | mnk->stones[1]);
}

static void start(const struct by_rules *rules, void *position)
{
    (void)rules;
    *(struct mnk *)position = (struct mnk){.winner = NOBODY};
}

static int side(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct mnk *)position)->side;
}

static bool over(const struct by_rules *rules, const void *position)
{
    const struct mnk *mnk = position;
    return mnk->winner != NOBODY || empty_cells(rules, mnk) == 0;
}

static int32_t result(const struct by_rules *rules, const void *position)
{
    (void)rules;
    const struct mnk *mnk = position;
    return mnk->winner == NOBODY ? 0 : mnk->winner == 0 ? 1 : -1;
}

static int moves(const struct by_rules *rules, const void *position, by_move *out)
{
    int count = 0;
    for (uint64_t empty = empty_cells(rules, position); empty; empty &= empty - 1)
        out[count++] = by_bits_first(empty);
    return count;
}

static void play(const struct by_rules *rules, void *position, by_move move, struct by_undo *undo)
{
    (void)undo; /* the move itself says what to take back */
    struct mnk *mnk = position;
    uint64_t *own = &mnk->stones[mnk->side];
    *own |= UINT64_C(1) << move;
    mnk->key ^= by_mnk_move_key(move, mnk->side);
    if (has_line(rules->data, *own))
        mnk->winner = mnk->side;
    mnk->side ^= 1;
}

static void undo_move(const struct by_rules *rules, void *position, by_move move,
                      const struct by_undo *undo)
{
    (void)rules, (void)undo;
    struct mnk *mnk = position;
    mnk->side ^= 1;
    mnk->winner = NOBODY; /* nobody plays on after a win */
    mnk->key ^= by_mnk_move_key(move, mnk->side);
    mnk->stones[mnk->side] &= ~(UINT64_C(1) << move);
}

/* --- to and from sets -------------------------------------------------------- */

static void look(const struct by_rules *rules, const void *position, struct by_board_view *out)
{
    (void)rules;
    const struct mnk *mnk = position;
    out->side = mnk->side;
    out->stones[0][0] = mnk->stones[0];
    out->stones[1][0] = mnk->stones[1];
}

/* Can a game stand like this? */
static enum by_status check(const struct by_rules *rules, const struct by_board_view *view,
                            struct by_error *err)
{
    static const char letter[] = "XO";
    int side = view->side;
    int count[2] = {by_bits_count(view->stones[0][0]), by_bits_count(view->stones[1][0])};
    if (count[0] - count[1] != side)
        return by_fail(err, BY_BAD_INPUT,
                       "%d X and %d O do not fit %c to move: X begins, then they take turns",
                       count[0], count[1], letter[side]);
    bool line[2] = {has_line(rules->data, view->stones[0][0]),
                    has_line(rules->data, view->stones[1][0])};
    if (line[0] && line[1])
        return by_fail(err, BY_BAD_INPUT,
                       "both X and O have a line: the game ended at the first one");
    if (line[side])
        return by_fail(err, BY_BAD_INPUT,
                       "%c has a line and is to move: the game ended before %c's last stone",
                       letter[side], letter[!side]);
    return BY_OK;
}

/* The key changes sides with every stone: X and O move in turn. */
static void make(const struct by_rules *rules, const struct by_board_view *view, void *position)
{
    bool won = has_line(rules->data, view->stones[!view->side][0]);
    *(struct mnk *)position = (struct mnk){
        .stones = {view->stones[0][0], view->stones[1][0]},
        .key = by_board_key(rules, view),
        .side = view->side,
        .winner = won ? !view->side : NOBODY,
    };
}

static const struct by_board on_sets = {
    .position_size = sizeof(struct mnk),
    .skip_i = true,
    .side_follows = true,
    .moves_are_cells = true,
    .what = "point",
    .salt = BY_MNK_SALT,
    .turn = BY_MNK_SIDE_TO_GO,
    .look = look,
    .make = make,
    .check = check,
};

static uint64_t key(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct mnk *)position)->key;
}

/* --- evaluation ------------------------------------------------------------ */

/* LOG's evaluation of tic-tac-toe, where no more than 8 lines set it off from the 100 of a won
 * game. 8x8 has 210 lines of two and 168 of three, and nothing proves that a difference stays
 * below 100 there (the largest that a search for one found was 73): so it is cut off. */
int32_t by_mnk_cut_value(int32_t value)
{
    return value >= EVAL_WIN ? EVAL_WIN - 1 : value <= -EVAL_WIN ? 1 - EVAL_WIN : value;
}

static int32_t open_lines(const struct by_rules *rules, const void *position)
{
    const struct shape *shape = rules->data;
    const struct mnk *mnk = position;
    int own = count_lines(shape, shape->board & ~mnk->stones[!mnk->side]);
    int theirs = count_lines(shape, shape->board & ~mnk->stones[mnk->side]);
    return by_mnk_cut_value(own - theirs);
}

static const struct by_eval evals[] = {
    {.name = "lines",
     .help = "lines still open to the side to move minus the opponent's",
     .win = EVAL_WIN,
     .value = open_lines,
     .terms = by_mnk_lines_terms,
     .counts = "line"},
    {0},
};

const struct by_game by_game_mnk = {
    /* facts */
    .name = "mnk",
    .title = "m,n,k game",
    .summary = "place stones in turn; the first with k in a row wins, a full board is a draw",
    .move_help = "a point: column letter (i is skipped) and row from the bottom, such as b2",
    .aliases = aliases,
    .options = options,
    .samples = samples,
    .asked = asked,
    .traits = BY_TRAIT_PLACES,
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
    .transform_move = by_board_transform_move,

    /* text */
    BY_BOARD_TEXT,
    BY_BOARD_MOVES,
    .cells = by_board_cells,

    /* knowledge */
    .evals = evals,
    .policies = by_mnk_policies,
    .explain = by_mnk_explain,
};
