/* text.c: Go positions and moves as text and as packed bytes.
 *
 * Text: the board and the side to move as every board game has it, then, where they are not the
 * usual ones, the point forbidden by ko, passes in a row, moves made, and, under territory
 * scoring, the stones X and O have taken:
 *
 *     .XO./XO.O/.XO./.... X ko=c3 passes=0 ply=12 captures=1,0
 *
 * Pack: a byte with the side (bit 0) and the passes (bits 1, 2), two bytes each of ply and of ko + 1,
 * and under territory scoring of both captures, low byte first; then two bits a point from a1:
 * 0 black, 1 white, 2 empty. */
#include "games/bits.h"
#include "games/go/go.h"
#include "games/grid.h"

#include <string.h>

#define CAPTURES_MAX 9999
#define WORD_MAX     32
#define BOARD_MAX    (BY_GO_SIZE_MAX * (BY_GO_SIZE_MAX + 1) + 2)

static const char letter[] = "XO.";

static void write_point(const struct by_go_shape *shape, int point, struct by_text *out)
{
    by_grid_write_point(point % shape->size, point / shape->size, true, out);
}

/* --- what a position must fulfil -------------------------------------------------- */

/* The stones of the chain at `start`, and how many liberties it has. */
static int chain_at(int size, const uint8_t *cell, int start, int *liberties)
{
    uint16_t point[BY_GO_POINTS_MAX] = {(uint16_t)start};
    bool seen[BY_GO_POINTS_MAX] = {false};
    int count = 1;
    seen[start] = true;
    *liberties = 0;
    for (int i = 0; i < count; i++) {
        int near[4], nears = by_go_neighbours(size, point[i], near);
        for (int j = 0; j < nears; j++) {
            if (seen[near[j]])
                continue;
            seen[near[j]] = true;
            if (cell[near[j]] == cell[start])
                point[count++] = (uint16_t)near[j];
            else
                *liberties += cell[near[j]] == BY_GO_EMPTY;
        }
    }
    return count;
}

static enum by_status check_chains(const struct by_go_shape *shape, const struct by_go_view *view,
                                   struct by_error *err)
{
    char name[8];
    for (int i = 0; i < shape->points; i++) {
        int liberties = 1;
        if (view->cell[i] != BY_GO_EMPTY)
            (void)chain_at(shape->size, view->cell, i, &liberties);
        if (liberties > 0)
            continue;
        struct by_text text = by_text_over(name, sizeof name);
        write_point(shape, i, &text);
        return by_fail(err, BY_BAD_INPUT, "the %c at %s has no liberties", letter[view->cell[i]],
                       name);
    }
    return BY_OK;
}

/* A ko: the point is empty, the opponent is all around it, and just one of the stones there, the
 * one that has just taken, stands alone with this as its only liberty. */
static bool is_ko(const struct by_go_shape *shape, const struct by_go_view *view)
{
    int near[4], takers = 0, count = by_go_neighbours(shape->size, view->head.ko, near);
    if (view->cell[view->head.ko] != BY_GO_EMPTY || view->head.passes > 0)
        return false;
    for (int i = 0; i < count; i++) {
        int liberties;
        if (view->cell[near[i]] != !view->head.side)
            return false;
        takers += chain_at(shape->size, view->cell, near[i], &liberties) == 1 && liberties == 1;
    }
    return takers == 1;
}

static enum by_status complete(const struct by_rules *rules, const struct by_go_view *view,
                               void *position, struct by_error *err)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    enum by_status status = check_chains(shape, view, err);
    if (status != BY_OK)
        return status;
    if (view->head.ko != BY_GO_NO_POINT && !is_ko(shape, view)) {
        char name[8];
        struct by_text text = by_text_over(name, sizeof name);
        write_point(shape, view->head.ko, &text);
        return by_fail(err, BY_BAD_INPUT,
                       "%s is no ko: a single stone cannot just have been taken there", name);
    }
    shape->kind->make(rules, view, position);
    return BY_OK;
}

/* --- reading ------------------------------------------------------------------------ */

enum { WORD_KO = 1, WORD_PASSES = 2, WORD_PLY = 4, WORD_CAPTURES = 8 };

static enum by_status refuse_word(const char *word, const char *what, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    return by_fail(err, BY_BAD_INPUT, "'%s' behind the side to move: %s", by_quote(word, quoted),
                   what);
}

static bool read_ko(const struct by_go_shape *shape, const char *value, struct by_go_head *head)
{
    int x, y;
    if (!by_grid_scan_point(&value, shape->size, shape->size, true, &x, &y) || *value != '\0')
        return false;
    head->ko = (int16_t)(y * shape->size + x);
    return true;
}

static bool read_captures(const char *value, struct by_go_head *head)
{
    int64_t x, o;
    if (!by_scan_int(&value, &x) || *value++ != ',' || !by_scan_int(&value, &o) || *value != '\0')
        return false;
    head->captures[0] = (int32_t)x;
    head->captures[1] = (int32_t)o;
    return x >= 0 && x <= CAPTURES_MAX && o >= 0 && o <= CAPTURES_MAX;
}

static bool read_number(const char *value, int high, int *out)
{
    int64_t number = 0;
    bool good = by_read_int(value, 0, high, &number);
    *out = (int)number;
    return good;
}

/* The value of `word` when it begins with `name`, else NULL. */
static const char *value_of(const char *word, const char *name)
{
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 ? word + length : NULL;
}

/* One word; adds its WORD_ to `*seen`. */
static enum by_status read_word(const struct by_go_shape *shape, const char *word,
                                struct by_go_head *head, int *seen, struct by_error *err)
{
    const char *value;
    int which = 0, number = 0;
    bool good = false;
    if ((value = value_of(word, "ko="))) {
        which = WORD_KO;
        good = read_ko(shape, value, head);
    } else if ((value = value_of(word, "passes="))) {
        which = WORD_PASSES;
        good = read_number(value, 2, &number);
        head->passes = (uint8_t)number;
    } else if ((value = value_of(word, "ply="))) {
        which = WORD_PLY;
        good = read_number(value, by_go_cap(shape), &number);
        head->ply = (uint16_t)number;
    } else if ((value = value_of(word, "captures="))) {
        which = WORD_CAPTURES;
        good = shape->scoring == BY_GO_TERRITORY && read_captures(value, head);
    }
    if (!which || !good || (*seen & which))
        return refuse_word(word,
                           "there may be ko=POINT, passes=0 to 2, ply=MOVES and, under territory "
                           "scoring, captures=X,O, each once",
                           err);
    *seen |= which;
    return BY_OK;
}

static enum by_status read_words(const struct by_go_shape *shape, const char *text,
                                 struct by_go_head *head, struct by_error *err)
{
    int seen = 0;
    while (*text == ' ') {
        char word[WORD_MAX];
        size_t length = strcspn(++text, " ");
        size_t kept = length < sizeof word ? length : sizeof word - 1;
        memcpy(word, text, kept);
        word[kept] = '\0';
        if (length == 0 || length != kept)
            return refuse_word(word, "a word of 1 to 31 characters is expected", err);
        enum by_status status = read_word(shape, word, head, &seen, err);
        if (status != BY_OK)
            return status;
        text += length;
    }
    return BY_OK;
}

enum by_status by_go_read(const struct by_rules *rules, const char *text, void *position,
                          struct by_error *err)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_view view = {.head = {.ko = BY_GO_NO_POINT}};
    struct by_grid grid;
    char board[BOARD_MAX + 1];
    const char *side = strchr(text, ' ');
    const char *words = side ? strchr(side + 1, ' ') : NULL;
    size_t length = words ? (size_t)(words - text) : 0;
    if (words && length < sizeof board) {
        memcpy(board, text, length);
        board[length] = '\0';
        text = board;
    }
    enum by_status status = by_grid_read(text, shape->size, shape->size, &grid, err);
    if (status == BY_OK && words)
        status = read_words(shape, words, &view.head, err);
    if (status != BY_OK)
        return status;
    view.head.side = (uint8_t)grid.side;
    memset(view.cell, BY_GO_EMPTY, sizeof view.cell);
    for (int i = 0; i < shape->points; i++)
        view.cell[i] = grid.cell[i] == '.' ? BY_GO_EMPTY : grid.cell[i] == 'O';
    return complete(rules, &view, position, err);
}

/* --- writing -------------------------------------------------------------------------- */

static struct by_grid to_grid(const struct by_go_shape *shape, const struct by_go_view *view)
{
    struct by_grid grid = {.width = shape->size, .height = shape->size, .side = view->head.side};
    for (int i = 0; i < shape->points; i++)
        grid.cell[i] = letter[view->cell[i]];
    return grid;
}

static void write_words(const struct by_go_shape *shape, const struct by_go_head *head,
                        struct by_text *out)
{
    if (head->ko != BY_GO_NO_POINT) {
        by_text_add(out, " ko=");
        write_point(shape, head->ko, out);
    }
    if (head->passes > 0)
        by_text_format(out, " passes=%d", head->passes);
    if (head->ply > 0)
        by_text_format(out, " ply=%d", head->ply);
    if (shape->scoring == BY_GO_TERRITORY && (head->captures[0] || head->captures[1]))
        by_text_format(out, " captures=%d,%d", head->captures[0], head->captures[1]);
}

void by_go_write(const struct by_rules *rules, const void *position, struct by_text *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_view view;
    shape->kind->look(rules, position, &view);
    struct by_grid grid = to_grid(shape, &view);
    by_grid_write(&grid, out);
    write_words(shape, &view.head, out);
}

void by_go_draw(const struct by_rules *rules, const void *position, struct by_text *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_view view;
    shape->kind->look(rules, position, &view);
    struct by_grid grid = to_grid(shape, &view);
    by_grid_draw(&grid, true, out);
}

void by_go_cells(const struct by_rules *rules, const void *position, by_move last,
                 struct by_cells *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_view view;
    shape->kind->look(rules, position, &view);
    *out = (struct by_cells){
        .width = shape->size, .height = shape->size, .side = view.head.side, .skip_i = true};
    for (int i = 0; i < shape->points; i++)
        out->cell[i] = letter[view.cell[i]];
    if (last >= 0 && last < shape->points)
        out->mark[last] = BY_MARK_LAST;
    if (view.head.ko != BY_GO_NO_POINT)
        out->mark[view.head.ko] |= BY_MARK_BARRED;
}

enum by_status by_go_read_move(const struct by_rules *rules, const void *position, const char *text,
                               by_move *out, struct by_error *err)
{
    (void)position;
    int x, y, size = rules->width;
    const char *cursor = text;
    if (by_same_text(text, "pass")) {
        *out = size * size;
        return BY_OK;
    }
    if (by_grid_scan_point(&cursor, size, size, true, &x, &y) && *cursor == '\0') {
        *out = y * size + x;
        return BY_OK;
    }
    char quoted[BY_QUOTE_SIZE];
    return by_fail(err, BY_BAD_INPUT, "'%s' is neither a point, a1 to %c%d without i, nor pass",
                   by_quote(text, quoted), by_grid_column(size - 1, true), size);
}

void by_go_write_move(const struct by_rules *rules, const void *position, by_move move,
                      struct by_text *out)
{
    (void)position;
    const struct by_go_shape *shape = by_go_shape_of(rules);
    if (move == shape->points)
        by_text_add(out, "pass");
    else
        write_point(shape, move, out);
}

/* --- packs ------------------------------------------------------------------------------ */

enum { HEAD_BYTES = 5, CAPTURE_BYTES = 4 };

size_t by_go_pack(const struct by_rules *rules, const void *position, uint8_t *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_view view;
    shape->kind->look(rules, position, &view);
    const struct by_go_head *head = &view.head;
    uint8_t *to = out;
    *to++ = (uint8_t)(head->side | head->passes << 1);
    by_bits_store(head->ply, 2, to);
    by_bits_store((uint64_t)(head->ko + 1), 2, to + 2);
    to += 4;
    if (shape->scoring == BY_GO_TERRITORY) {
        by_bits_store((uint64_t)head->captures[0], 2, to);
        by_bits_store((uint64_t)head->captures[1], 2, to + 2);
        to += CAPTURE_BYTES;
    }
    size_t bytes = ((size_t)shape->points + 3) / 4;
    memset(to, 0, bytes);
    for (int i = 0; i < shape->points; i++)
        to[i / 4] |= (uint8_t)(view.cell[i] << 2 * (i % 4));
    return (size_t)(to - out) + bytes;
}

/* The stones; false: a point that is neither, or a bit behind the last point. */
static bool unpack_cells(const struct by_go_shape *shape, const uint8_t *bytes,
                         struct by_go_view *view)
{
    memset(view->cell, BY_GO_EMPTY, sizeof view->cell);
    for (int i = 0; i < (shape->points + 3) / 4 * 4; i++) {
        int cell = bytes[i / 4] >> 2 * (i % 4) & 3;
        if (i < shape->points ? cell == BY_GO_OFF : cell != 0)
            return false;
        if (i < shape->points)
            view->cell[i] = (uint8_t)cell;
    }
    return true;
}

static bool unpack_head(const struct by_go_shape *shape, const uint8_t *bytes,
                        struct by_go_head *head)
{
    int ply = (int)by_bits_load(bytes + 1, 2), ko = (int)by_bits_load(bytes + 3, 2) - 1;
    *head = (struct by_go_head){
        .side = bytes[0] & 1, .passes = bytes[0] >> 1, .ply = (uint16_t)ply, .ko = (int16_t)ko};
    if (shape->scoring == BY_GO_TERRITORY)
        for (int i = 0; i < 2; i++)
            head->captures[i] = (int32_t)by_bits_load(bytes + HEAD_BYTES + 2 * i, 2);
    return head->passes <= 2 && ply <= by_go_cap(shape) && ko < shape->points &&
           head->captures[0] <= CAPTURES_MAX && head->captures[1] <= CAPTURES_MAX;
}

enum by_status by_go_unpack(const struct by_rules *rules, const uint8_t *bytes, size_t size,
                            void *position, struct by_error *err)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    size_t head = HEAD_BYTES + (shape->scoring == BY_GO_TERRITORY ? CAPTURE_BYTES : 0);
    size_t wanted = head + ((size_t)shape->points + 3) / 4;
    struct by_go_view view;
    if (size != wanted)
        return by_fail(err, BY_BAD_INPUT, "a packed position has %zu bytes here, not %zu", wanted,
                       size);
    if (!unpack_head(shape, bytes, &view.head) || !unpack_cells(shape, bytes + head, &view))
        return by_fail(err, BY_BAD_INPUT, "the packed position is not one of this board");
    return complete(rules, &view, position, err);
}
