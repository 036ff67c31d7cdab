/* connect4.c: drop stones into columns; four in a row win.
 *
 * This file is a whole game in the order in which one would write it (CONTRIBUTING.md has a
 * smaller one). It begins with the position and its options, goes on with the rules, text, and
 * identity, and ends with the table that hands it all to the program.
 *
 * A player's stones are one 64-bit set, column after column, each column from the bottom
 * up with one bit more than it has cells:
 *
 *      6 13 20 27 34 41 48     always empty: the fence
 *      5 12 19 26 33 40 47     7x6: bit x * 7 + y is column x, row y
 *      4 11 18 25 32 39 46
 *      3 10 17 24 31 38 45
 *      2  9 16 23 30 37 44
 *      1  8 15 22 29 36 43
 *      0  7 14 21 28 35 42
 *
 * A step up is then always 1, to the right 7, diagonally 8 or 6, and a line cannot run on
 * from one column into the next: it would have to cross the fence. */
#include "base/zobrist.h"
#include "games/board.h"

/* --- the position ---------------------------------------------------------- */

#define NOBODY     (-1)
#define SALT       UINT64_C(0x636f6e6e65637434) /* makes this game's keys its own */
#define SIDE_TO_GO 128 /* the key feature "O is to move", behind 64 bits of two players */

/* Plain bytes, no pointers. `key` and `winner` follow from the stones; they are kept so
 * that nobody has to work them out again. */
struct connect4 {
    uint64_t stones[2];
    uint64_t key;
    int32_t side;   /* who is to move: 0 (X) or 1 (O) */
    int32_t winner; /* 0, 1 or NOBODY */
};

static uint64_t bit(const struct by_rules *rules, int x, int y)
{
    return UINT64_C(1) << (x * (rules->height + 1) + y);
}

static uint64_t column(const struct by_rules *rules, int x)
{
    return by_bits_below(rules->height) << (x * (rules->height + 1));
}

static uint64_t board(const struct by_rules *rules)
{
    uint64_t cells = 0;
    for (int x = 0; x < rules->width; x++)
        cells |= column(rules, x);
    return cells;
}

static uint64_t occupied(const struct connect4 *c4)
{
    return c4->stones[0] | c4->stones[1];
}

/* --- options --------------------------------------------------------------- */

static const struct by_option options[] = {
    {"size", BY_OPTION_SIZE, "7x6", 1, 9, NULL, "columns x rows; columns x (rows + 1) up to 64"},
    {0},
};

static const char *const samples[] = {"size=4x4", "size=5x4", "size=9x6", "size=8x7", NULL};

static enum by_status setup(struct by_rules *rules, const char *position, struct by_error *err)
{
    (void)position; /* the sizes do not depend on the start position */
    const struct by_value *size = by_values_get(&rules->values, "size");
    if (size->width * (size->height + 1) > 64)
        return by_fail(err, BY_BAD_INPUT,
                       "connect4 on %dx%d is too large: columns x (rows + 1) is at most 64",
                       size->width, size->height);
    by_board_set_up(rules, size->width, size->height, "");
    rules->pack_size = 16;
    rules->action_count = rules->max_moves = rules->width;
    rules->symmetry_count = 2; /* itself and the mirror */
    return BY_OK;
}

/* --- the rules ------------------------------------------------------------- */

static void start(const struct by_rules *rules, void *position)
{
    (void)rules;
    *(struct connect4 *)position = (struct connect4){.winner = NOBODY};
}

/* Steps to the next cell of a line: up, right, up right, down right. */
static inline void directions(int height, int step[4])
{
    step[0] = 1;
    step[1] = height + 1;
    step[2] = height + 2;
    step[3] = height;
}

/* The cells of `set` at which four cells of `set` in a row begin: two neighbours, and two
 * neighbours again two steps on. */
static inline uint64_t fours(uint64_t set, int step)
{
    uint64_t pairs = set & (set >> step);
    return pairs & (pairs >> 2 * step);
}

static inline bool has_four(int height, uint64_t set)
{
    int step[4];
    directions(height, step);
    return (fours(set, step[0]) | fours(set, step[1]) | fours(set, step[2]) |
            fours(set, step[3])) != 0;
}

static int side(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct connect4 *)position)->side;
}

static bool over(const struct by_rules *rules, const void *position)
{
    const struct connect4 *c4 = position;
    return c4->winner != NOBODY || by_bits_count(occupied(c4)) == rules->width * rules->height;
}

static int32_t result(const struct by_rules *rules, const void *position)
{
    (void)rules;
    const struct connect4 *c4 = position;
    return c4->winner == NOBODY ? 0 : c4->winner == 0 ? 1 : -1;
}

/* The columns from the middle outwards, for i = 0, 1, 2, ...: more lines run through the middle,
 * and alpha-beta gains from seeing the better moves first. */
static int from_the_middle(const struct by_rules *rules, int i)
{
    int step = (i + 1) / 2;
    return (rules->width - 1) / 2 + (i % 2 == 0 ? -step : step);
}

/* A move is a column: every one whose top cell is free. */
static int moves(const struct by_rules *rules, const void *position, by_move *out)
{
    int count = 0;
    for (int i = 0; i < rules->width; i++) {
        int x = from_the_middle(rules, i);
        if (!(occupied(position) & bit(rules, x, rules->height - 1)))
            out[count++] = x;
    }
    return count;
}

/* What a stone of `player` on `cell`, and the change of sides with it, does to the key. */
static uint64_t move_key(uint64_t cell, int player)
{
    uint64_t feature = (uint64_t)(2 * by_bits_first(cell) + player);
    return by_zobrist(SALT, feature) ^ by_zobrist(SALT, SIDE_TO_GO);
}

/* Adding 1 at the bottom of a filled stretch of bits carries to the first free one. */
static uint64_t landing(const struct by_rules *rules, const struct connect4 *c4, int x)
{
    return (occupied(c4) & column(rules, x)) + bit(rules, x, 0);
}

static void play(const struct by_rules *rules, void *position, by_move move, struct by_undo *undo)
{
    (void)undo; /* the column alone says which stone to take back */
    struct connect4 *c4 = position;
    uint64_t cell = landing(rules, c4, move);
    c4->stones[c4->side] |= cell;
    c4->key ^= move_key(cell, c4->side);
    if (has_four(rules->height, c4->stones[c4->side]))
        c4->winner = c4->side;
    c4->side ^= 1;
}

static void undo_move(const struct by_rules *rules, void *position, by_move move,
                      const struct by_undo *undo)
{
    (void)undo;
    struct connect4 *c4 = position;
    uint64_t cell = landing(rules, c4, move) >> 1; /* one below the first free cell */
    c4->side ^= 1;
    c4->winner = NOBODY; /* nobody plays on after a win */
    c4->key ^= move_key(cell, c4->side);
    c4->stones[c4->side] &= ~cell;
}

/* --- positions from outside ------------------------------------------------ */

static uint64_t key_of(const struct connect4 *c4)
{
    uint64_t key = 0;
    for (int player = 0; player < 2; player++) {
        for (uint64_t set = c4->stones[player]; set; set &= set - 1)
            key ^= move_key(set & -set, player); /* its lowest stone alone */
    }
    return key; /* X and O move in turn: each stone came with one change of sides */
}

static const char letter[] = "XO";

/* X and O took turns, every stone fell as far as it could, and nobody played on after a win. */
static enum by_status check_stones(const struct by_rules *rules, const struct connect4 *c4,
                                   struct by_error *err)
{
    int count[2] = {by_bits_count(c4->stones[0]), by_bits_count(c4->stones[1])};
    if (count[0] - count[1] != c4->side)
        return by_fail(err, BY_BAD_INPUT,
                       "%d X and %d O do not fit %c to move: X begins, then they take turns",
                       count[0], count[1], letter[c4->side]);
    for (int x = 0; x < rules->width; x++) {
        uint64_t stack = occupied(c4) & column(rules, x);
        if (stack & landing(rules, c4, x))
            return by_fail(err, BY_BAD_INPUT, "column %c has a stone above an empty cell",
                           by_grid_column(x, false));
    }
    if (has_four(rules->height, c4->stones[c4->side]))
        return by_fail(err, BY_BAD_INPUT,
                       "%c has four in a row, so %c cannot have made the last move",
                       letter[c4->side], letter[!c4->side]);
    return BY_OK;
}

/* A position of stones that can stand like this: what follows from them is filled in. */
static struct connect4 complete(const struct by_rules *rules, struct connect4 c4)
{
    int last = !c4.side; /* who moved last, and so who may have won */
    c4.winner = has_four(rules->height, c4.stones[last]) ? last : NOBODY;
    c4.key = key_of(&c4);
    return c4;
}

/* --- the board as others see it ---------------------------------------------- */

/* board.h reads, writes and draws boards that are two sets, row after row from the bottom. Here
 * are columns with a fence: `look` and `from_view` translate. */
static void look(const struct by_rules *rules, const void *position, struct by_board_view *out)
{
    const struct connect4 *c4 = position;
    by_board_clear(rules, out);
    out->side = c4->side;
    for (int player = 0; player < 2; player++) {
        for (uint64_t set = c4->stones[player]; set; set &= set - 1) {
            int x = by_bits_first(set) / (rules->height + 1);
            int y = by_bits_first(set) % (rules->height + 1);
            by_board_add(out, y * rules->width + x, player);
        }
    }
}

static struct connect4 from_view(const struct by_rules *rules, const struct by_board_view *view)
{
    struct connect4 c4 = {.side = view->side};
    for (int i = 0; i < rules->width * rules->height; i++) {
        int player = by_board_owner(view, i);
        if (player >= 0)
            c4.stones[player] |= bit(rules, i % rules->width, i / rules->width);
    }
    return c4;
}

static enum by_status check(const struct by_rules *rules, const struct by_board_view *view,
                            struct by_error *err)
{
    struct connect4 c4 = from_view(rules, view);
    return check_stones(rules, &c4, err);
}

static void make(const struct by_rules *rules, const struct by_board_view *view, void *position)
{
    *(struct connect4 *)position = complete(rules, from_view(rules, view));
}

static const struct by_board in_columns = {
    .position_size = sizeof(struct connect4),
    .what = "cell",
    .look = look,
    .make = make,
    .check = check,
};

/* For pictures: the last stone is the upper one of its column. */
static void cells(const struct by_rules *rules, const void *position, by_move last,
                  struct by_cells *out)
{
    by_board_cells(rules, position, last, out);
    if (last == BY_NO_MOVE)
        return;
    int top = by_bits_count(occupied(position) & column(rules, last)) - 1;
    out->mark[top * rules->width + last] = BY_MARK_LAST;
}

/* A move as text is its column. */
static enum by_status read_move(const struct by_rules *rules, const void *position,
                                const char *text, by_move *out, struct by_error *err)
{
    (void)position;
    for (int x = 0; x < rules->width; x++) {
        if (by_same_text(text, (char[]){by_grid_column(x, false), '\0'})) {
            *out = x;
            return BY_OK;
        }
    }
    char quoted[BY_QUOTE_SIZE];
    return by_fail(err, BY_BAD_INPUT, "'%s' is not a column: they are a to %c",
                   by_quote(text, quoted), by_grid_column(rules->width - 1, false));
}

static void write_move(const struct by_rules *rules, const void *position, by_move move,
                       struct by_text *out)
{
    (void)rules, (void)position;
    by_text_char(out, by_grid_column(move, false));
}

/* --- identity and symmetry -------------------------------------------------- */

static uint64_t key(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct connect4 *)position)->key;
}

/* The two sets of stones; whose turn it is follows from their sizes. */
static size_t pack(const struct by_rules *rules, const void *position, uint8_t *out)
{
    const struct connect4 *c4 = position;
    by_bits_store(c4->stones[0], 8, out);
    by_bits_store(c4->stones[1], 8, out + 8);
    return rules->pack_size;
}

static enum by_status unpack(const struct by_rules *rules, const uint8_t *bytes, size_t size,
                             void *position, struct by_error *err)
{
    if (size != rules->pack_size)
        return by_fail(err, BY_BAD_INPUT, "a packed position has %zu bytes here, not %zu",
                       rules->pack_size, size);
    struct connect4 c4 = {.stones = {by_bits_load(bytes, 8), by_bits_load(bytes + 8, 8)}};
    c4.side = by_bits_count(c4.stones[0]) > by_bits_count(c4.stones[1]);
    if ((c4.stones[0] & c4.stones[1]) || (occupied(&c4) & ~board(rules)))
        return by_fail(err, BY_BAD_INPUT,
                       "the packed position has two stones on one cell or one off the board");
    enum by_status status = check_stones(rules, &c4, err);
    if (status == BY_OK)
        *(struct connect4 *)position = complete(rules, c4);
    return status;
}

/* Two images: the identity and the mirror, which puts column x in the place of the last - x. */
static by_move transform_move(const struct by_rules *rules, by_move move, int s)
{
    return s == 0 ? move : rules->width - 1 - move;
}

static void transform(const struct by_rules *rules, const void *position, int s, void *out)
{
    const struct connect4 *c4 = position;
    struct connect4 image = {.side = c4->side, .winner = c4->winner};
    for (int player = 0; player < 2; player++) {
        for (int x = 0; x < rules->width; x++) {
            uint64_t stack = c4->stones[player] & column(rules, x);
            int from = x * (rules->height + 1);
            int to = transform_move(rules, x, s) * (rules->height + 1);
            image.stones[player] |= stack >> from << to;
        }
    }
    image.key = key_of(&image);
    *(struct connect4 *)out = image;
}

/* --- evaluation -------------------------------------------------------------- */

/* The fours that a player can still complete, each counted with the square of the stones
 * already in it: 1, 4, 9. Adding up, over all pairs (i, j) of places in a four, the fours
 * with a stone in both places gives just that. */
static int hopes(const struct by_rules *rules, uint64_t own, uint64_t theirs)
{
    int step[4], sum = 0;
    directions(rules->height, step);
    uint64_t within = board(rules) & ~theirs;
    for (int d = 0; d < 4; d++) {
        uint64_t open = fours(within, step[d]);
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++)
                sum += by_bits_count(open & own >> i * step[d] & own >> j * step[d]);
        }
    }
    return sum;
}

/* The largest board, 8x7, has 107 fours: 9 for each of them stays far below a win. */
static int32_t lines(const struct by_rules *rules, const void *position)
{
    const struct connect4 *c4 = position;
    uint64_t own = c4->stones[c4->side], theirs = c4->stones[!c4->side];
    return hopes(rules, own, theirs) - hopes(rules, theirs, own);
}

/* One such four, for people who ask why: it begins at `from`. */
static void explain_four(const struct by_rules *rules, const struct connect4 *c4, int player,
                         int from, int step, by_term_fn *emit, void *context)
{
    static const char *const name[] = {"", "four with 1", "four with 2", "four with 3"};
    int16_t cells[4];
    int stones = 0, place = rules->height + 1;
    for (int i = 0; i < 4; i++) {
        int at = from + i * step;
        cells[i] = (int16_t)(at % place * rules->width + at / place);
        stones += (int)(c4->stones[player] >> at & 1);
    }
    int32_t worth = stones * stones;
    if (worth > 0)
        emit(context, &(struct by_term){.name = name[stones],
                                        .side = player,
                                        .value = player == c4->side ? worth : -worth,
                                        .cells = cells,
                                        .cell_count = 4});
}

static void explain_lines(const struct by_rules *rules, const void *position, by_term_fn *emit,
                          void *context)
{
    const struct connect4 *c4 = position;
    int step[4];
    directions(rules->height, step);
    for (int i = 0; i < 8; i++) {
        int player = i % 2;
        uint64_t open = fours(board(rules) & ~c4->stones[!player], step[i / 2]);
        for (; open; open &= open - 1)
            explain_four(rules, c4, player, by_bits_first(open), step[i / 2], emit, context);
    }
}

static const struct by_eval evals[] = {
    {.name = "lines",
     .help = "fours still open to each side, by the stones already in them",
     .win = 10000,
     .value = lines,
     .terms = explain_lines},
    {0},
};

/* --- playouts ----------------------------------------------------------------- */

/* Every game has the generic uniform playout, which uses the slots above. This one is several
 * times as fast: it makes no list of moves, and no key until the end. */

struct run {
    uint64_t own, theirs; /* stones of the side to move, and of the other */
    int length;
    bool won; /* by whoever moved last */
};

/* Every column's lowest cell. */
static uint64_t bottom(const struct by_rules *rules)
{
    uint64_t cells = 0;
    for (int x = 0; x < rules->width; x++)
        cells |= bit(rules, x, 0);
    return cells;
}

/* Plays to the end, of a game that is not over. Adding 1 at the bottom of every column at once
 * leaves each one's landing cell, or the fence where it is full. */
static inline struct run play_on(int height, uint64_t floor, uint64_t cells, struct run run,
                                 struct by_rng *rng, struct by_ply *plies, int side)
{
    uint64_t open = ((run.own | run.theirs) + floor) & cells;
    while (open && !run.won) {
        uint32_t bits = (uint32_t)(by_rng_next(rng) >> 32);
        uint32_t rank = by_rng_below_from(rng, bits, (uint32_t)by_bits_count(open));
        uint64_t cell = by_bits_nth(open, (int)rank), placed = run.own | cell;
        if (plies)
            plies[run.length] =
                (struct by_ply){by_bits_first(cell) / (height + 1), side ^ (run.length & 1)};
        run = (struct run){run.theirs, placed, run.length + 1, has_four(height, placed)};
        open = ((run.own | run.theirs) + floor) & cells;
    }
    return run;
}

static int32_t result_of(const struct run *run, int side)
{
    bool by_x = (side ^ (run->length & 1)) == 1; /* O would be to move */
    return !run->won ? 0 : by_x ? 1 : -1;
}

static struct run run_from(const struct connect4 *c4)
{
    return (struct run){c4->stones[c4->side], c4->stones[!c4->side], 0, c4->winner != NOBODY};
}

static void uniform(const struct by_rules *rules, void *position, struct by_rng *rng,
                    struct by_playout *out)
{
    struct connect4 *c4 = position;
    struct run run = play_on(rules->height, bottom(rules), board(rules), run_from(c4), rng,
                             out->plies, c4->side);
    out->length = run.length;
    out->result = result_of(&run, c4->side);
    c4->side ^= run.length & 1;
    c4->stones[c4->side] = run.own;
    c4->stones[!c4->side] = run.theirs;
    c4->winner = run.won ? !c4->side : NOBODY;
    c4->key = key_of(c4);
}

static void uniform_many(const struct by_rules *rules, const void *position, int64_t count,
                         struct by_rng *rng, struct by_totals *totals)
{
    const struct connect4 *c4 = position;
    const struct run start = run_from(c4);
    uint64_t floor = bottom(rules), cells = board(rules);
    for (int64_t i = 0; i < count; i++) {
        struct run run = play_on(rules->height, floor, cells, start, rng, NULL, 0);
        by_totals_add(totals, result_of(&run, c4->side), run.length);
    }
}

static const struct by_policy policies[] = {
    {.name = "uniform",
     .help = "every legal move equally likely, to the end of the game",
     .run = uniform,
     .many = uniform_many},
    {0},
};

/* --- the table ----------------------------------------------------------------- */

const struct by_game by_game_connect4 = {
    /* facts */
    .name = "connect4",
    .title = "Connect Four",
    .summary = "drop stones into columns in turn; the first with four in a row wins",
    .move_help = "a column letter, from a at the left",
    .options = options,
    .samples = samples,
    .asked = by_asked_size,
    .traits = BY_TRAIT_DROPS,
    .board = &in_columns,

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
    .pack = pack,
    .unpack = unpack,
    .transform = transform,
    .transform_move = transform_move,

    /* text */
    BY_BOARD_TEXT,
    .read_move = read_move,
    .write_move = write_move,
    .cells = cells,

    /* knowledge */
    .evals = evals,
    .policies = policies,
};
