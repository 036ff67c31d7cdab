/* stones.c: a row of valued stones; each player in turn takes the first one, two or three
 * (LOG). The larger sum wins.
 *
 * The row never changes, so it lives in rules->data; a position only says how far the
 * row has been eaten and what each player has.
 *
 * Every position keeps |X's sum| + |O's sum| + sum of |stones left| <= TOTAL_MAX. A move
 * cannot break this (the triangle inequality), a row of 1000 stones of 1,000,000 just
 * meets it, and with it every sum and every margin fits 32 bits with room to spare. */
#include "base/zobrist.h"
#include "games/game.h"
#include <stdlib.h>
#include <string.h>

#define STONES_MAX 1000
#define VALUE_MAX  1000000
#define TOTAL_MAX  1000000000
#define TAKE_MAX   3
#define PACK_SIZE  11
#define SALT       0x73746f6e6573U /* "stones" */

/* rules->data. best[i]: by how much the side to move gains on the other from stone i on. */
struct row {
    int count;
    int32_t stone[STONES_MAX];
    int32_t best[STONES_MAX + 1];
    int32_t taken[2]; /* of the start position, with the side below */
    int side;
};

struct position {
    uint64_t key;
    int32_t taken[2];
    int32_t first; /* the first stone still in the row */
    int32_t side;
};

/* What a position text says. */
struct reading {
    int count;
    int32_t stone[STONES_MAX];
    int32_t taken[2];
    int side;
};

/* --- reading text ---------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static const char *skip_blanks(const char *s)
{
    while (is_blank(*s))
        s++;
    return s;
}

static bool ends_word(char c)
{
    return c == '\0' || c == '|' || is_blank(c);
}

/* A number in [-limit, limit] that ends where a word ends; blanks around it are skipped. */
static bool scan_number(const char **cursor, int32_t limit, int32_t *out)
{
    int64_t value;
    *cursor = skip_blanks(*cursor);
    if (!by_scan_int(cursor, &value) || !ends_word(**cursor) || value < -limit || value > limit)
        return false;
    *cursor = skip_blanks(*cursor);
    *out = (int32_t)value;
    return true;
}

/* The stones before the first '|' or the end; "-" stands for none. */
static enum by_status read_stones(const char **cursor, struct reading *out, struct by_error *err)
{
    char quote[BY_QUOTE_SIZE];
    out->count = 0;
    const char *s = skip_blanks(*cursor);
    if (*s == '-' && ends_word(s[1])) {
        *cursor = skip_blanks(s + 1);
        return BY_OK;
    }
    if (ends_word(*s))
        return by_fail(err, BY_BAD_INPUT, "a row of stones is numbers such as '1 2 3 6'");
    while (*s != '\0' && *s != '|') {
        const char *word = s;
        if (out->count == STONES_MAX)
            return by_fail(err, BY_BAD_INPUT, "a row has at most %d stones", STONES_MAX);
        if (!scan_number(&s, VALUE_MAX, &out->stone[out->count]))
            return by_fail(err, BY_BAD_INPUT, "stone %d is not a whole number from -%d to %d: '%s'",
                           out->count + 1, VALUE_MAX, VALUE_MAX, by_quote(word, quote));
        out->count++;
    }
    *cursor = s;
    return BY_OK;
}

/* "| 0 0 | X" behind the stones, or nothing: nothing taken, X to move. */
static enum by_status read_taken(const char *s, struct reading *out, struct by_error *err)
{
    char quote[BY_QUOTE_SIZE];
    const char *rest = s;
    out->taken[0] = out->taken[1] = 0;
    out->side = 0;
    if (*s == '\0')
        return BY_OK;
    bool good = *s++ == '|' && scan_number(&s, TOTAL_MAX, &out->taken[0]) &&
                scan_number(&s, TOTAL_MAX, &out->taken[1]) && *s++ == '|';
    if (good) {
        s = skip_blanks(s);
        char side = *s;
        out->side = side == 'O' || side == 'o';
        good = (out->side == 1 || side == 'X' || side == 'x') && *skip_blanks(s + 1) == '\0';
    }
    if (!good)
        return by_fail(err, BY_BAD_INPUT,
                       "after the stones comes '| X's sum O's sum | side', as in "
                       "'3 6 | 3 0 | O', not '%s'",
                       by_quote(rest, quote));
    return BY_OK;
}

static int64_t magnitude(int32_t value)
{
    return value < 0 ? -(int64_t)value : value;
}

static bool within_total(const int32_t *stone, int count, const int32_t taken[2])
{
    int64_t total = magnitude(taken[0]) + magnitude(taken[1]);
    for (int i = 0; i < count; i++)
        total += magnitude(stone[i]);
    return total <= TOTAL_MAX;
}

static enum by_status read_text(const char *text, struct reading *out, struct by_error *err)
{
    enum by_status status = read_stones(&text, out, err);
    if (status == BY_OK)
        status = read_taken(text, out, err);
    if (status == BY_OK && !within_total(out->stone, out->count, out->taken))
        return by_fail(err, BY_BAD_INPUT,
                       "the sums taken and the stones left may amount to %d at most", TOTAL_MAX);
    return status;
}

/* --- setup ----------------------------------------------------------------- */

static enum by_status read_row_option(const char *text, struct reading *out, struct by_error *err)
{
    struct by_error why = {BY_OK, ""};
    if (read_text(text, out, &why) != BY_OK)
        return by_fail(err, BY_BAD_INPUT, "row: %.400s", why.text);
    if (out->count == 0 || strchr(text, '|') != NULL)
        return by_fail(err, BY_BAD_INPUT, "row: it takes the stones alone, such as '1 2 3 6'");
    return BY_OK;
}

/* The value of every suffix, from the end: each way to take, then the other's best. */
static void solve_suffixes(struct row *row)
{
    row->best[row->count] = 0;
    for (int i = row->count - 1; i >= 0; i--) {
        int32_t sum = 0;
        for (int n = 1; n <= TAKE_MAX && i + n <= row->count; n++) {
            sum += row->stone[i + n - 1];
            int32_t gain = sum - row->best[i + n];
            if (n == 1 || gain > row->best[i])
                row->best[i] = gain;
        }
    }
}

static enum by_status setup(struct by_rules *rules, const char *position, struct by_error *err)
{
    const struct by_value *option = by_values_get(&rules->values, "row");
    struct reading reading;
    enum by_status status = position != NULL && !option->given
                                ? read_text(position, &reading, err)
                                : read_row_option(option->text, &reading, err);
    if (status != BY_OK)
        return status;
    struct row *row = calloc(1, sizeof *row);
    if (row == NULL)
        return by_fail_memory(err, sizeof *row);
    row->count = reading.count;
    memcpy(row->stone, reading.stone, (size_t)reading.count * sizeof *row->stone);
    memcpy(row->taken, reading.taken, sizeof row->taken);
    row->side = reading.side;
    solve_suffixes(row);

    rules->data = row;
    rules->position_size = sizeof(struct position);
    rules->pack_size = PACK_SIZE;
    rules->action_count = rules->max_moves = TAKE_MAX;
    rules->max_length = row->count > 0 ? row->count : 1;
    rules->symmetry_count = 1;
    rules->score_scale = 1;
    struct by_text label = by_text_over(rules->label, sizeof rules->label);
    by_text_format(&label, "row%d", row->count);
    return BY_OK;
}

/* --- positions ------------------------------------------------------------- */

static uint64_t feature(uint64_t kind, int32_t value)
{
    return by_zobrist(SALT, kind << 32 | (uint32_t)value);
}

/* Four features whatever the row: as cheap as an update, and nothing to keep in step. */
static uint64_t key_of(const struct position *p)
{
    return feature(0, p->first) ^ feature(1, p->taken[0]) ^ feature(2, p->taken[1]) ^
           feature(3, p->side);
}

static void fill(struct position *p, int first, const int32_t taken[2], int side)
{
    p->first = first;
    p->taken[0] = taken[0];
    p->taken[1] = taken[1];
    p->side = side;
    p->key = key_of(p);
}

static void start(const struct by_rules *rules, void *position)
{
    const struct row *row = rules->data;
    fill(position, 0, row->taken, row->side);
}

static enum by_status read(const struct by_rules *rules, const char *text, void *position,
                           struct by_error *err)
{
    const struct row *row = rules->data;
    struct reading reading;
    enum by_status status = read_text(text, &reading, err);
    if (status != BY_OK)
        return status;
    int first = row->count - reading.count;
    if (first < 0 ||
        memcmp(row->stone + first, reading.stone, (size_t)reading.count * sizeof *row->stone) != 0)
        return by_fail(err, BY_BAD_INPUT, "the stones are not the end of this game's row");
    fill(position, first, reading.taken, reading.side);
    return BY_OK;
}

static void write(const struct by_rules *rules, const void *position, struct by_text *out)
{
    const struct row *row = rules->data;
    const struct position *p = position;
    for (int i = p->first; i < row->count; i++)
        by_text_format(out, "%d ", row->stone[i]);
    if (p->first == row->count)
        by_text_add(out, "- ");
    by_text_format(out, "| %d %d | %c", p->taken[0], p->taken[1], "XO"[p->side]);
}

static int heaps(const struct by_rules *rules, const void *position, int32_t *out, int most)
{
    const struct row *row = rules->data;
    int first = ((const struct position *)position)->first;
    for (int i = first; i < row->count && i - first < most; i++)
        out[i - first] = row->stone[i];
    return row->count - first;
}

static void draw(const struct by_rules *rules, const void *position, struct by_text *out)
{
    enum { SHOWN = 16 }; /* stones on the line: even long ones keep it near a screen's width */
    const struct row *row = rules->data;
    const struct position *p = position;
    int left = row->count - p->first;
    by_text_add(out, left > 0 ? "row:  " : "row:   empty");
    for (int i = 0; i < left && i < SHOWN; i++)
        by_text_format(out, " %d", row->stone[p->first + i]);
    if (left > SHOWN)
        by_text_format(out, " ... %d more", left - SHOWN);
    by_text_format(out, "\ntaken: X %d, O %d\n", p->taken[0], p->taken[1]);
    by_text_format(out, "%c to move\n", "XO"[p->side]);
}

static enum by_status read_move(const struct by_rules *rules, const void *position,
                                const char *text, by_move *out, struct by_error *err)
{
    (void)rules;
    (void)position;
    char quote[BY_QUOTE_SIZE];
    int64_t number;
    if (!by_read_int(text, 1, TAKE_MAX, &number))
        return by_fail(err, BY_BAD_INPUT, "a move is 1, 2 or 3, the stones to take, not '%s'",
                       by_quote(text, quote));
    *out = (by_move)(number - 1);
    return BY_OK;
}

static void write_move(const struct by_rules *rules, const void *position, by_move move,
                       struct by_text *out)
{
    (void)rules;
    (void)position;
    by_text_format(out, "%d", move + 1);
}

/* --- rules ----------------------------------------------------------------- */

static int side(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct position *)position)->side;
}

static bool over(const struct by_rules *rules, const void *position)
{
    const struct row *row = rules->data;
    return ((const struct position *)position)->first == row->count;
}

static int32_t result(const struct by_rules *rules, const void *position)
{
    (void)rules;
    const struct position *p = position;
    return p->taken[0] - p->taken[1];
}

static int moves(const struct by_rules *rules, const void *position, by_move *out)
{
    const struct row *row = rules->data;
    int left = row->count - ((const struct position *)position)->first;
    int count = left < TAKE_MAX ? left : TAKE_MAX;
    for (int i = 0; i < count; i++)
        out[i] = i;
    return count;
}

static void play(const struct by_rules *rules, void *position, by_move move, struct by_undo *undo)
{
    (void)undo; /* the row still knows the stones */
    const struct row *row = rules->data;
    struct position *p = position;
    for (int i = 0; i <= move; i++)
        p->taken[p->side] += row->stone[p->first++];
    p->side ^= 1;
    p->key = key_of(p);
}

static void undo_move(const struct by_rules *rules, void *position, by_move move,
                      const struct by_undo *undo)
{
    (void)undo;
    const struct row *row = rules->data;
    struct position *p = position;
    p->side ^= 1;
    for (int i = 0; i <= move; i++)
        p->taken[p->side] -= row->stone[--p->first];
    p->key = key_of(p);
}

/* --- identity -------------------------------------------------------------- */

static uint64_t key(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct position *)position)->key;
}

static void put(uint8_t *out, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        out[i] = (uint8_t)(value >> (8 * i));
}

static uint32_t get(const uint8_t *bytes, int count)
{
    uint32_t value = 0;
    for (int i = 0; i < count; i++)
        value |= (uint32_t)bytes[i] << (8 * i);
    return value;
}

/* side, first stone (2 bytes), X's sum, O's sum (4 each), low bytes first. */
static size_t pack(const struct by_rules *rules, const void *position, uint8_t *out)
{
    (void)rules;
    const struct position *p = position;
    put(out, (uint32_t)p->side, 1);
    put(out + 1, (uint32_t)p->first, 2);
    put(out + 3, (uint32_t)p->taken[0], 4);
    put(out + 7, (uint32_t)p->taken[1], 4);
    return PACK_SIZE;
}

static enum by_status unpack(const struct by_rules *rules, const uint8_t *bytes, size_t size,
                             void *position, struct by_error *err)
{
    const struct row *row = rules->data;
    if (size != PACK_SIZE || bytes[0] > 1 || get(bytes + 1, 2) > (uint32_t)row->count)
        return by_fail(err, BY_BAD_INPUT, "these bytes are not a position of stones");
    int first = (int)get(bytes + 1, 2);
    int32_t taken[2] = {(int32_t)get(bytes + 3, 4), (int32_t)get(bytes + 7, 4)};
    if (!within_total(row->stone + first, row->count - first, taken))
        return by_fail(err, BY_BAD_INPUT, "these bytes hold sums out of range");
    fill(position, first, taken, bytes[0]);
    return BY_OK;
}

/* --- knowledge ------------------------------------------------------------- */

static int32_t lead(const struct position *p)
{
    return p->taken[p->side] - p->taken[1 - p->side];
}

static int32_t eval_sums(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return lead(position);
}

static void sums_terms(const struct by_rules *rules, const void *position, by_term_fn *emit,
                       void *context)
{
    (void)rules;
    const struct position *p = position;
    for (int player = 0; player < 2; player++)
        emit(context,
             &(struct by_term){.name = "taken",
                               .side = player,
                               .value = player == p->side ? p->taken[player] : -p->taken[player]});
}

/* A move takes some stones now and leaves the opponent with the rest of the row. */
static void explain(const struct by_rules *rules, const void *position, by_remark_fn *emit,
                    void *context)
{
    const struct row *row = rules->data;
    const struct position *p = position;
    int32_t now = 0;
    for (int count = 1; count <= TAKE_MAX && p->first + count <= row->count; count++) {
        now += row->stone[p->first + count - 1];
        int32_t then = row->best[p->first + count];
        const struct by_figure figure[] = {
            {.name = "takes", .value = now},
            {.name = "leaves", .value = then},
            {.name = "lead", .value = lead(p) + now - then},
        };
        emit(context, &(struct by_remark){.table = "moves",
                                          .move = count - 1,
                                          .side = p->side,
                                          .figures = figure,
                                          .figure_count = 3});
    }
}

static bool theory(const struct by_rules *rules, const void *position, int32_t *value)
{
    const struct row *row = rules->data;
    const struct position *p = position;
    *value = lead(p) + row->best[p->first];
    return true;
}

static void facts(const struct by_rules *rules, const void *position, by_fact_fn *emit,
                  void *context)
{
    (void)rules;
    const struct position *p = position;
    emit(context, &(struct by_fact){.name = "taken_x", .is_number = true, .number = p->taken[0]});
    emit(context, &(struct by_fact){.name = "taken_o", .is_number = true, .number = p->taken[1]});
}

static const struct by_option options[] = {
    {.name = "row",
     .type = BY_OPTION_TEXT,
     .fallback = "1 2 3 6",
     .high = 16000,
     .help = "the stones from the first to the last, separated by blanks"},
    {.name = NULL},
};

static const char *const asked[] = {"row", NULL};
static const char *const samples[] = {"row=\"1 2 3 7\"", "row=\"1 2 3 -9\"",
                                      "row=\"5 -3 0 2 -1000000 7 7 1 -4 9 1000000 2\"", "row=4",
                                      NULL};

/* A lead never exceeds TOTAL_MAX, so a finished game outweighs it without clamping. */
static const struct by_eval evals[] = {
    {.name = "sums",
     .help = "what the side to move has taken, less what the other has",
     .win = TOTAL_MAX + 1,
     .value = eval_sums,
     .terms = sums_terms,
     .counts = "point"},
    {.name = NULL},
};

const struct by_game by_game_stones = {
    /* facts */
    .name = "stones",
    .title = "Stones",
    .summary = "take the first one, two or three stones of the row; the larger sum wins",
    .move_help = "1, 2 or 3: how many stones to take",
    .options = options,
    .samples = samples,
    .asked = asked,
    .has_margin = true,
    .margin = "point",

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

    /* text */
    .read = read,
    .write = write,
    .draw = draw,
    .heaps = heaps,
    .read_move = read_move,
    .write_move = write_move,
    .facts = facts,

    /* knowledge */
    .evals = evals,
    .theory = theory,
    .explain = explain,
};
