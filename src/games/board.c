#include "games/board.h"

#include "base/zobrist.h"

#include <string.h>

static const struct by_board *board_of(const struct by_rules *rules)
{
    return rules->game->board;
}

static int words_of(const struct by_rules *rules)
{
    return (by_board_cells_of(rules) + 63) / 64;
}

/* --- views ------------------------------------------------------------------------- */

void by_board_clear(const struct by_rules *rules, struct by_board_view *view)
{
    for (int i = 0; i < words_of(rules); i++)
        view->stones[0][i] = view->stones[1][i] = 0;
}

int by_board_count(const struct by_rules *rules, const struct by_board_view *view, int player)
{
    int count = 0;
    for (int i = 0; i < words_of(rules); i++)
        count += by_bits_count(view->stones[player][i]);
    return count;
}

uint64_t by_board_key(const struct by_rules *rules, const struct by_board_view *view)
{
    const struct by_board *board = board_of(rules);
    uint64_t key = view->side == 1 ? by_zobrist(board->salt, (uint64_t)board->turn) : 0;
    for (int player = 0; player < 2; player++)
        for (int i = 0; i < words_of(rules); i++)
            for (uint64_t set = view->stones[player][i]; set; set &= set - 1) {
                int cell = 64 * i + by_bits_first(set);
                key ^= by_zobrist(board->salt, (uint64_t)(2 * cell + player));
            }
    return key;
}

/* Where a cell stands in a grid, whose rows count from the bottom. */
static int in_grid(const struct by_rules *rules, int cell)
{
    int y = cell / rules->width;
    return board_of(rules)->from_top ? cell + (rules->height - 1 - 2 * y) * rules->width : cell;
}

void by_board_to_grid(const struct by_rules *rules, const struct by_board_view *view,
                      struct by_grid *out)
{
    memset(out, 0, sizeof *out);
    out->width = rules->width;
    out->height = rules->height;
    out->side = view->side;
    for (int cell = 0; cell < by_board_cells_of(rules); cell++)
        out->cell[in_grid(rules, cell)] = ".XO"[1 + by_board_owner(view, cell)];
}

void by_board_from_grid(const struct by_rules *rules, const struct by_grid *grid,
                        struct by_board_view *out)
{
    by_board_clear(rules, out);
    out->side = grid->side;
    for (int cell = 0; cell < by_board_cells_of(rules); cell++) {
        char c = grid->cell[in_grid(rules, cell)];
        if (c != '.')
            by_board_add(out, cell, c == 'O');
    }
}

static enum by_status complete(const struct by_rules *rules, const struct by_board_view *view,
                               void *position, struct by_error *err)
{
    const struct by_board *board = board_of(rules);
    enum by_status status = board->check ? board->check(rules, view, err) : BY_OK;
    if (status == BY_OK)
        board->make(rules, view, position);
    return status;
}

/* --- setup ------------------------------------------------------------------------- */

static size_t set_bytes(const struct by_rules *rules)
{
    return ((size_t)by_board_cells_of(rules) + 7) / 8;
}

void by_board_set_up(struct by_rules *rules, int width, int height, const char *behind)
{
    const struct by_board *board = board_of(rules);
    struct by_text label = by_text_over(rules->label, sizeof rules->label);
    by_text_format(&label, "%dx%d%s", width, height, behind);
    rules->width = width;
    rules->height = height;
    rules->position_size = board->position_size;
    rules->pack_size = !board->side_follows + 2 * set_bytes(rules);
    rules->max_moves = rules->max_length = width * height;
    rules->action_count = width * height + board->may_pass;
    rules->symmetry_count = width == height ? 8 : 4;
    rules->score_scale = 1;
}

/* --- symmetry ------------------------------------------------------------------------ */

/* The image of a cell is origin + x * right + y * up. */
struct turn {
    int origin, right, up;
};

/* Of the eight images of a square in by_grid_image, a rectangle has every second; and the fourth
 * is the mirror, left to right, the one besides itself where up is not down. */
static struct turn turn_of(const struct by_rules *rules, int s)
{
    int width = rules->width, image = s * (8 / rules->symmetry_count), flip = image & 6;
    bool left = flip == 2 || flip == 4, down = flip == 2 || flip == 6;
    int right = left ? -1 : 1, up = down ? -width : width;
    int origin = (left ? width - 1 : 0) + (down ? (rules->height - 1) * width : 0);
    return image & 1 ? (struct turn){origin, up, right} : (struct turn){origin, right, up};
}

/* cell = y * width + x, so that the image is origin + cell * right and, for each row, the rest. */
static inline int turned(struct turn turn, int width, int cell)
{
    unsigned y = (unsigned)cell / (unsigned)width;
    return turn.origin + cell * turn.right + (int)y * (turn.up - width * turn.right);
}

void by_board_images(const struct by_rules *rules, int s, int16_t *out)
{
    struct turn turn = turn_of(rules, s);
    for (int cell = 0; cell < by_board_cells_of(rules); cell++)
        out[cell] = (int16_t)turned(turn, rules->width, cell);
}

by_move by_board_transform_move(const struct by_rules *rules, by_move move, int s)
{
    bool pass = move == by_board_cells_of(rules);
    return pass ? move : turned(turn_of(rules, s), rules->width, move);
}

static inline void turn_word(struct turn turn, int width, uint64_t word, int first, uint64_t *out)
{
    for (; word; word &= word - 1) {
        int image = turned(turn, width, first + by_bits_first(word));
        out[image / 64] |= UINT64_C(1) << image % 64;
    }
}

void by_board_transform(const struct by_rules *rules, const void *position, int s, void *out)
{
    struct by_board_view view, image;
    struct turn turn = turn_of(rules, s);
    board_of(rules)->look(rules, position, &view);
    by_board_clear(rules, &image);
    image.side = view.side;
    for (int i = 0; i < words_of(rules); i++) {
        turn_word(turn, rules->width, view.stones[0][i], 64 * i, image.stones[0]);
        turn_word(turn, rules->width, view.stones[1][i], 64 * i, image.stones[1]);
    }
    board_of(rules)->make(rules, &image, out);
}

/* --- text ---------------------------------------------------------------------------- */

enum by_status by_board_read(const struct by_rules *rules, const char *text, void *position,
                             struct by_error *err)
{
    struct by_grid grid;
    struct by_board_view view;
    enum by_status status = by_grid_read(text, rules->width, rules->height, &grid, err);
    if (status != BY_OK)
        return status;
    by_board_from_grid(rules, &grid, &view);
    return complete(rules, &view, position, err);
}

static void look_at_grid(const struct by_rules *rules, const void *position, struct by_grid *out)
{
    struct by_board_view view;
    board_of(rules)->look(rules, position, &view);
    by_board_to_grid(rules, &view, out);
}

void by_board_write(const struct by_rules *rules, const void *position, struct by_text *out)
{
    struct by_grid grid;
    look_at_grid(rules, position, &grid);
    by_grid_write(&grid, out);
}

void by_board_draw(const struct by_rules *rules, const void *position, struct by_text *out)
{
    const struct by_board *board = board_of(rules);
    struct by_grid grid;
    look_at_grid(rules, position, &grid);
    if (board->from_top)
        by_grid_draw_from_top(&grid, board->skip_i, out);
    else
        by_grid_draw(&grid, board->skip_i, out);
}

void by_board_cells(const struct by_rules *rules, const void *position, by_move last,
                    struct by_cells *out)
{
    const struct by_board *board = board_of(rules);
    struct by_board_view view;
    board->look(rules, position, &view);
    *out = (struct by_cells){rules->width,    rules->height, view.side, board->skip_i,
                             board->from_top, {0},           {0}};
    for (int cell = 0; cell < by_board_cells_of(rules); cell++)
        out->cell[cell] = ".XO"[1 + by_board_owner(&view, cell)];
    if (board->moves_are_cells && last >= 0 && last < by_board_cells_of(rules))
        out->mark[last] = BY_MARK_LAST;
}

void by_board_holding(const struct by_rules *rules, const void *position, const char *what,
                      struct by_holding *out)
{
    struct by_cells cells;
    by_board_cells(rules, position, BY_NO_MOVE, &cells);
    *out = (struct by_holding){.what = what};
    for (int cell = 0; cell < by_board_cells_of(rules); cell++)
        if (cells.cell[cell] != '.')
            out->each[cells.cell[cell] == 'O']++;
}

bool by_board_hand_over(const struct by_rules *rules, void *position)
{
    struct by_board_view view;
    board_of(rules)->look(rules, position, &view);
    view.side ^= 1;
    return complete(rules, &view, position, NULL) == BY_OK;
}

enum by_status by_board_read_move(const struct by_rules *rules, const void *position,
                                  const char *text, by_move *out, struct by_error *err)
{
    (void)position;
    const struct by_board *board = board_of(rules);
    int x, y;
    const char *end = text;
    char quoted[BY_QUOTE_SIZE];
    if (board->may_pass && by_same_text(text, "pass")) {
        *out = by_board_cells_of(rules);
        return BY_OK;
    }
    if (!by_grid_scan_point(&end, rules->width, rules->height, board->skip_i, &x, &y) || *end)
        return by_fail(err, BY_BAD_INPUT, "'%s' is not a %s: they are a1 to %c%d%s",
                       by_quote(text, quoted), board->what,
                       by_grid_column(rules->width - 1, board->skip_i), rules->height,
                       board->skip_i && rules->width > 8 ? ", without a column i" : "");
    *out = y * rules->width + x;
    return BY_OK;
}

void by_board_write_move(const struct by_rules *rules, const void *position, by_move move,
                         struct by_text *out)
{
    (void)position;
    if (move == by_board_cells_of(rules))
        by_text_add(out, "pass");
    else
        by_grid_write_point(move % rules->width, move / rules->width, board_of(rules)->skip_i, out);
}

/* --- packs --------------------------------------------------------------------------- */

static void store_set(const uint64_t *set, size_t bytes, uint8_t *out)
{
    for (; bytes > 8; bytes -= 8, out += 8)
        by_bits_store(*set++, 8, out);
    by_bits_store(*set, (int)bytes, out);
}

static void load_set(const uint8_t *in, size_t bytes, uint64_t *out)
{
    for (; bytes > 8; bytes -= 8, in += 8)
        *out++ = by_bits_load(in, 8);
    *out = by_bits_load(in, (int)bytes);
}

size_t by_board_pack(const struct by_rules *rules, const void *position, uint8_t *out)
{
    struct by_board_view view;
    size_t bytes = set_bytes(rules);
    board_of(rules)->look(rules, position, &view);
    if (!board_of(rules)->side_follows)
        *out++ = (uint8_t)view.side;
    store_set(view.stones[0], bytes, out);
    store_set(view.stones[1], bytes, out + bytes);
    return rules->pack_size;
}

/* No cell has two stones, and none is behind the last cell. */
static bool is_sound(const struct by_rules *rules, const struct by_board_view *view)
{
    int words = words_of(rules), last = by_board_cells_of(rules) - 64 * (words - 1);
    for (int i = 0; i < words; i++)
        if (view->stones[0][i] & view->stones[1][i])
            return false;
    return !((view->stones[0][words - 1] | view->stones[1][words - 1]) & ~by_bits_below(last));
}

enum by_status by_board_unpack(const struct by_rules *rules, const uint8_t *bytes, size_t size,
                               void *position, struct by_error *err)
{
    const struct by_board *board = board_of(rules);
    struct by_board_view view;
    size_t set = set_bytes(rules);
    if (size != rules->pack_size)
        return by_fail(err, BY_BAD_INPUT, "a packed position has %zu bytes here, not %zu",
                       rules->pack_size, size);
    view.side = board->side_follows ? 0 : *bytes++;
    if (view.side > 1)
        return by_fail(err, BY_BAD_INPUT, "the packed position has nobody to move");
    load_set(bytes, set, view.stones[0]);
    load_set(bytes + set, set, view.stones[1]);
    if (!is_sound(rules, &view))
        return by_fail(err, BY_BAD_INPUT,
                       "the packed position has two stones on one %s or one off the board",
                       board->what);
    if (board->side_follows)
        view.side = by_board_count(rules, &view, 0) > by_board_count(rules, &view, 1);
    return complete(rules, &view, position, err);
}

/* --- the array board ------------------------------------------------------------------ */

void by_array_start(const struct by_rules *rules, void *position)
{
    struct by_board_view view = {.side = 0};
    by_array_make(rules, &view, position);
}

int by_array_side(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct by_array *)position)->grid.side;
}

static uint64_t key_of(const struct by_rules *rules, const struct by_array *array)
{
    struct by_board_view view;
    by_board_from_grid(rules, &array->grid, &view);
    return by_board_key(rules, &view);
}

void by_array_play(const struct by_rules *rules, void *position, by_move move, struct by_undo *undo)
{
    (void)undo; /* there is none */
    struct by_array *array = position;
    array->grid.cell[move] = "XO"[array->grid.side];
    array->grid.side ^= 1;
    array->key = key_of(rules, array);
}

uint64_t by_array_key(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct by_array *)position)->key;
}

void by_array_look(const struct by_rules *rules, const void *position, struct by_board_view *out)
{
    by_board_from_grid(rules, &((const struct by_array *)position)->grid, out);
}

void by_array_make(const struct by_rules *rules, const struct by_board_view *view, void *position)
{
    struct by_array *array = position;
    memset(array, 0, sizeof *array);
    by_board_to_grid(rules, view, &array->grid);
    array->key = by_board_key(rules, view);
}
