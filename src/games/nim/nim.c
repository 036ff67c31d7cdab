/* nim.c: Grundy's game, the heap game of the lecture (LOG). A move splits one heap into two
 * heaps of different sizes; who cannot move loses.
 *
 * A position is how many heaps there are of each size: the order of heaps never matters,
 * so equal positions are equal bytes. Heaps of 1 and 2 cannot be split.
 *
 * Bounds, for T matches in all and heaps of at most L:
 *   moves    A heap of h splits in (h-1)/2 ways (rounded down), and equal heaps count
 *            once, so there are fewer than T/2 moves: at most (T-1)/2, and never more
 *            than there are actions.
 *   length   A heap of h >= 2 can be split h-2 times at most: splitting it down leaves at
 *            least one heap of 2 (a heap of 3 leaves one, and the larger part of any other
 *            does by induction), hence at most h-1 heaps. Over all heaps: T-2 at most. */
#include "base/zobrist.h"
#include "games/game.h"
#include <stdlib.h>
#include <string.h>

#define HEAP_MAX  1000
#define TOTAL_MAX 10000
#define SALT      0x6772756e6479U /* "grundy" */

/* Grundy values of heaps up to HEAP_MAX, and their sums, stay below this: a heap of 1000
 * splits in 499 ways, so its value is at most 499, and 512 is the next power of two. */
#define GRUNDY_MAX 512

/* What a position text says. */
struct reading {
    int side;
    int heaps; /* without empty ones */
    int largest;
    int total;
    uint16_t count[HEAP_MAX + 1]; /* heaps of each size */
};

/* rules->data. Actions count the splits of heaps 3, 4, 5, ... in this order, for each heap by
 * the smaller part: action = first_action(heap) + smaller - 1. */
struct heap_game {
    struct reading start;
    uint16_t grundy[HEAP_MAX + 1];
    uint16_t heap[]; /* the heap that an action splits */
};

struct position {
    uint64_t key;
    int32_t side;
    int32_t live;     /* heaps of 3 and more: the game is over when there is none */
    uint16_t count[]; /* heaps of each size, up to the start's largest */
};

/* The number of splits of all heaps below `heap`: 0+0+1+1+2+2+... = (heap-2)^2/4. */
static int first_action(int heap)
{
    return heap < 3 ? 0 : (heap - 2) * (heap - 2) / 4;
}

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

static enum by_status add_heap(struct reading *r, int64_t heap, struct by_error *err)
{
    if (heap == 0)
        return BY_OK;
    if (heap > TOTAL_MAX - r->total)
        return by_fail(err, BY_BAD_INPUT, "there may be %d matches at most", TOTAL_MAX);
    r->count[heap]++;
    r->heaps++;
    r->total += (int)heap;
    if (heap > r->largest)
        r->largest = (int)heap;
    return BY_OK;
}

static enum by_status read_heaps(const char **cursor, struct reading *out, struct by_error *err)
{
    char quote[BY_QUOTE_SIZE];
    const char *s = skip_blanks(*cursor);
    if (*s == '\0' || *s == '|')
        return by_fail(err, BY_BAD_INPUT, "heaps are numbers such as '3 5 7', or '0' for none");
    while (*s != '\0' && *s != '|') {
        const char *word = s;
        int64_t heap;
        bool good = by_scan_int(&s, &heap) && (*s == '\0' || *s == '|' || is_blank(*s));
        if (!good || heap < 0 || heap > HEAP_MAX)
            return by_fail(err, BY_BAD_INPUT, "a heap is a whole number from 0 to %d, not '%s'",
                           HEAP_MAX, by_quote(word, quote));
        enum by_status status = add_heap(out, heap, err);
        if (status != BY_OK)
            return status;
        s = skip_blanks(s);
    }
    *cursor = s;
    return BY_OK;
}

static enum by_status read_text(const char *text, struct reading *out, struct by_error *err)
{
    char quote[BY_QUOTE_SIZE];
    memset(out, 0, sizeof *out);
    enum by_status status = read_heaps(&text, out, err);
    if (status != BY_OK || *text == '\0')
        return status;
    const char *side = skip_blanks(text + 1);
    out->side = *side == 'O' || *side == 'o';
    if ((!out->side && *side != 'X' && *side != 'x') || *skip_blanks(side + 1) != '\0')
        return by_fail(err, BY_BAD_INPUT,
                       "after the heaps comes '| X' or '| O', the side to move, not '%s'",
                       by_quote(text, quote));
    return BY_OK;
}

/* --- setup ----------------------------------------------------------------- */

static enum by_status read_heaps_option(const char *text, struct reading *out, struct by_error *err)
{
    struct by_error why = {BY_OK, ""};
    if (read_text(text, out, &why) != BY_OK)
        return by_fail(err, BY_BAD_INPUT, "heaps: %.400s", why.text);
    return BY_OK;
}

/* A heap's value is the smallest number that none of its splits has (Sprague and Grundy);
 * a split's value is the exclusive or of its parts'. */
static void find_grundy(struct heap_game *g)
{
    uint16_t seen[GRUNDY_MAX] = {0}; /* the last heap that could reach this value */
    for (int heap = 1; heap <= g->start.largest; heap++) {
        for (int a = 1; a < heap - a; a++)
            seen[g->grundy[a] ^ g->grundy[heap - a]] = (uint16_t)heap;
        uint16_t value = 0;
        while (seen[value] == heap)
            value++;
        g->grundy[heap] = value;
    }
}

static void list_actions(struct heap_game *g)
{
    for (int heap = 3; heap <= g->start.largest; heap++)
        for (int action = first_action(heap); action < first_action(heap + 1); action++)
            g->heap[action] = (uint16_t)heap;
}

static int at_least_one(int n)
{
    return n > 1 ? n : 1;
}

/* Sizes that differ add up to at least 1 + 2 + ... : few fit into `total`. */
static int most_sizes(int largest, int total)
{
    int sizes = 0;
    while (sizes < largest && (sizes + 1) * (sizes + 2) / 2 <= total)
        sizes++;
    return sizes;
}

static void fill_facts(struct by_rules *rules, const struct reading *start, int actions)
{
    int splits = at_least_one((start->total - 1) / 2);
    rules->position_size =
        sizeof(struct position) + ((size_t)start->largest + 1) * sizeof(uint16_t);
    rules->pack_size = 1 + 4 * (size_t)most_sizes(start->largest, start->total);
    rules->action_count = at_least_one(actions);
    rules->max_moves = splits < rules->action_count ? splits : rules->action_count;
    rules->max_length = at_least_one(start->total - 2);
    rules->symmetry_count = 1;
    rules->score_scale = 1;
    struct by_text label = by_text_over(rules->label, sizeof rules->label);
    if (start->heaps == 1)
        by_text_format(&label, "heap%d", start->largest);
    else
        by_text_format(&label, "heaps%d", start->heaps);
}

static enum by_status setup(struct by_rules *rules, const char *position, struct by_error *err)
{
    const struct by_value *option = by_values_get(&rules->values, "heaps");
    struct reading start;
    enum by_status status = position != NULL && !option->given
                                ? read_text(position, &start, err)
                                : read_heaps_option(option->text, &start, err);
    if (status != BY_OK)
        return status;
    int actions = first_action(start.largest + 1);
    size_t bytes = sizeof(struct heap_game) + (size_t)actions * sizeof(uint16_t);
    struct heap_game *g = calloc(1, bytes);
    if (g == NULL)
        return by_fail_memory(err, bytes);
    g->start = start;
    find_grundy(g);
    list_actions(g);
    rules->data = g;
    fill_facts(rules, &start, actions);
    return BY_OK;
}

/* --- positions ------------------------------------------------------------- */

static uint64_t size_key(int heap, int count)
{
    return count == 0 ? 0 : by_zobrist(SALT, (uint64_t)heap << 16 | (uint64_t)count);
}

static uint64_t side_key(void)
{
    return by_zobrist(SALT, 0);
}

static void change(struct position *p, int heap, int by)
{
    p->key ^= size_key(heap, p->count[heap]);
    p->count[heap] = (uint16_t)(p->count[heap] + by);
    p->key ^= size_key(heap, p->count[heap]);
    if (heap >= 3)
        p->live += by;
}

static void turn(struct position *p)
{
    p->side ^= 1;
    p->key ^= side_key();
}

static void fill(const struct by_rules *rules, const struct reading *from, struct position *p)
{
    memset(p, 0, rules->position_size);
    for (int heap = 1; heap <= from->largest; heap++)
        if (from->count[heap] > 0)
            change(p, heap, from->count[heap]);
    if (from->side == 1)
        turn(p);
}

static const struct reading *start_of(const struct by_rules *rules)
{
    return &((const struct heap_game *)rules->data)->start;
}

static void start(const struct by_rules *rules, void *position)
{
    fill(rules, start_of(rules), position);
}

static enum by_status check_bounds(const struct by_rules *rules, const struct reading *r,
                                   struct by_error *err)
{
    const struct reading *bound = start_of(rules);
    if (r->largest > bound->largest)
        return by_fail(err, BY_BAD_INPUT, "a heap of %d is larger than this game's largest, %d",
                       r->largest, bound->largest);
    if (r->total > bound->total)
        return by_fail(err, BY_BAD_INPUT, "%d matches are more than this game's %d", r->total,
                       bound->total);
    return BY_OK;
}

static enum by_status read(const struct by_rules *rules, const char *text, void *position,
                           struct by_error *err)
{
    struct reading reading;
    enum by_status status = read_text(text, &reading, err);
    if (status == BY_OK)
        status = check_bounds(rules, &reading, err);
    if (status == BY_OK)
        fill(rules, &reading, position);
    return status;
}

static void write(const struct by_rules *rules, const void *position, struct by_text *out)
{
    const struct position *p = position;
    size_t before = out->length;
    for (int heap = 1; heap <= start_of(rules)->largest; heap++)
        for (int i = 0; i < p->count[heap]; i++)
            by_text_format(out, "%s%d", out->length > before ? " " : "", heap);
    if (out->length == before)
        by_text_char(out, '0');
    if (p->side == 1)
        by_text_add(out, " | O");
}

static int heaps(const struct by_rules *rules, const void *position, int32_t *out, int most)
{
    const struct position *p = position;
    int count = 0;
    for (int heap = 1; heap <= start_of(rules)->largest; heap++)
        for (int i = 0; i < p->count[heap]; i++, count++)
            if (count < most)
                out[count] = heap;
    return count;
}

static void draw_size(int heap, int count, struct by_text *out)
{
    enum { SHOWN = 50 };
    by_text_format(out, "%4d x %-4d ", count, heap);
    for (int i = 0; i < heap && i < SHOWN; i++)
        by_text_char(out, '|');
    by_text_add(out, heap > SHOWN ? "...\n" : "\n");
}

/* One line a size, the largest first: they are the ones that can still be split. */
static void draw(const struct by_rules *rules, const void *position, struct by_text *out)
{
    enum { LINES = 20 };
    const struct position *p = position;
    int sizes = 0;
    for (int heap = start_of(rules)->largest; heap > 0; heap--)
        if (p->count[heap] > 0 && ++sizes <= LINES)
            draw_size(heap, p->count[heap], out);
    if (sizes > LINES)
        by_text_format(out, "     ... %d more sizes\n", sizes - LINES);
    if (sizes == 0)
        by_text_add(out, "no heaps\n");
    by_text_format(out, "%c to move\n", "XO"[p->side]);
}

static bool scan_part(const char **cursor, int64_t *out)
{
    *cursor = skip_blanks(*cursor);
    if (!by_scan_int(cursor, out) || *out < 1 || *out > HEAP_MAX)
        return false;
    *cursor = skip_blanks(*cursor);
    return true;
}

static enum by_status read_move(const struct by_rules *rules, const void *position,
                                const char *text, by_move *out, struct by_error *err)
{
    (void)position;
    char quote[BY_QUOTE_SIZE];
    const char *s = text;
    int64_t heap, a, b;
    if (!scan_part(&s, &heap) || *s++ != '=' || !scan_part(&s, &a) || *s++ != '+' ||
        !scan_part(&s, &b) || *s != '\0')
        return by_fail(err, BY_BAD_INPUT, "a move splits a heap, as in '7=3+4', not '%s'",
                       by_quote(text, quote));
    if (a + b != heap || a == b)
        return by_fail(err, BY_BAD_INPUT,
                       "'%s' does not split a heap into two parts of different sizes",
                       by_quote(text, quote));
    if (heap > start_of(rules)->largest)
        return by_fail(err, BY_BAD_INPUT, "there is no heap of %d here", (int)heap);
    *out = first_action((int)heap) + (int)(a < b ? a : b) - 1;
    return BY_OK;
}

/* --- rules ----------------------------------------------------------------- */

struct split {
    int heap, small, large;
};

static struct split split_of(const struct by_rules *rules, by_move move)
{
    const struct heap_game *g = rules->data;
    int heap = g->heap[move];
    int small = move - first_action(heap) + 1;
    return (struct split){heap, small, heap - small};
}

static void write_move(const struct by_rules *rules, const void *position, by_move move,
                       struct by_text *out)
{
    (void)position;
    struct split s = split_of(rules, move);
    by_text_format(out, "%d=%d+%d", s.heap, s.small, s.large);
}

static int side(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct position *)position)->side;
}

static bool over(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct position *)position)->live == 0;
}

/* Who is to move and cannot has lost. */
static int32_t result(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct position *)position)->side == 0 ? -1 : 1;
}

static int moves(const struct by_rules *rules, const void *position, by_move *out)
{
    const struct position *p = position;
    int count = 0;
    for (int heap = 3; heap <= start_of(rules)->largest; heap++) {
        if (p->count[heap] == 0)
            continue;
        for (int action = first_action(heap); action < first_action(heap + 1); action++)
            out[count++] = action;
    }
    return count;
}

static void play(const struct by_rules *rules, void *position, by_move move, struct by_undo *undo)
{
    (void)undo; /* the move says it all */
    struct split s = split_of(rules, move);
    change(position, s.heap, -1);
    change(position, s.small, +1);
    change(position, s.large, +1);
    turn(position);
}

static void undo_move(const struct by_rules *rules, void *position, by_move move,
                      const struct by_undo *undo)
{
    (void)undo;
    struct split s = split_of(rules, move);
    turn(position);
    change(position, s.large, -1);
    change(position, s.small, -1);
    change(position, s.heap, +1);
}

static bool hand_over(const struct by_rules *rules, void *position)
{
    (void)rules;
    turn(position);
    return true;
}

/* --- identity -------------------------------------------------------------- */

static uint64_t key(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct position *)position)->key;
}

/* The side, then for each size there is, from the smallest: the size and how many heaps have
 * it, two bytes each, low byte first. */
static size_t pack(const struct by_rules *rules, const void *position, uint8_t *out)
{
    const struct position *p = position;
    size_t size = 0;
    out[size++] = (uint8_t)p->side;
    for (int heap = 1; heap <= start_of(rules)->largest; heap++) {
        if (p->count[heap] == 0)
            continue;
        out[size++] = (uint8_t)heap;
        out[size++] = (uint8_t)(heap >> 8);
        out[size++] = (uint8_t)p->count[heap];
        out[size++] = (uint8_t)(p->count[heap] >> 8);
    }
    return size;
}

static enum by_status unpack(const struct by_rules *rules, const uint8_t *bytes, size_t size,
                             void *position, struct by_error *err)
{
    struct reading r = {.side = 0};
    bool good = size % 4 == 1 && bytes[0] <= 1;
    for (size_t i = 1; good && i < size; i += 4) {
        int heap = bytes[i] | bytes[i + 1] << 8, count = bytes[i + 2] | bytes[i + 3] << 8;
        good = heap > r.largest && heap <= HEAP_MAX && count > 0 &&
               (int64_t)heap * count <= TOTAL_MAX - r.total;
        if (!good)
            break;
        r.count[heap] = (uint16_t)count;
        r.largest = heap;
        r.total += heap * count;
    }
    if (!good)
        return by_fail(err, BY_BAD_INPUT, "these bytes are not a position of nim");
    r.side = bytes[0];
    enum by_status status = check_bounds(rules, &r, err);
    if (status == BY_OK)
        fill(rules, &r, position);
    return status;
}

/* --- knowledge ------------------------------------------------------------- */

/* Pairs of equal heaps cancel; what is left adds without carry. */
static int grundy_sum(const struct by_rules *rules, const struct position *p)
{
    const struct heap_game *g = rules->data;
    int sum = 0;
    for (int heap = 3; heap <= g->start.largest; heap++)
        if (p->count[heap] % 2 == 1)
            sum ^= g->grundy[heap];
    return sum;
}

static bool theory(const struct by_rules *rules, const void *position, int32_t *value)
{
    *value = grundy_sum(rules, position) != 0 ? 1 : -1;
    return true;
}

static void facts(const struct by_rules *rules, const void *position, by_fact_fn *emit,
                  void *context)
{
    emit(context, &(struct by_fact){
                      .name = "grundy", .is_number = true, .number = grundy_sum(rules, position)});
}

/* The Grundy value of each heap that can be split, and of all heaps after each move: 0 is won for
 * the one who moved there. */
static void tell_heap(const struct by_rules *rules, int heap, int count, by_remark_fn *emit,
                      void *context)
{
    const struct heap_game *g = rules->data;
    char what[32];
    struct by_text text = by_text_over(what, sizeof what);
    by_text_format(&text, "heap of %d", heap);
    const struct by_figure figure[] = {
        {.name = "heaps", .value = count},
        {.name = "grundy", .value = g->grundy[heap]},
    };
    emit(context, &(struct by_remark){.table = "heaps",
                                      .what = what,
                                      .move = BY_NO_MOVE,
                                      .side = -1,
                                      .figures = figure,
                                      .figure_count = 2});
}

static void tell_split(const struct by_rules *rules, const struct position *p, by_move move,
                       by_remark_fn *emit, void *context)
{
    const struct heap_game *g = rules->data;
    int heap = g->heap[move], small = move - first_action(heap) + 1, large = heap - small;
    int parts = g->grundy[small] ^ g->grundy[large];
    int after = grundy_sum(rules, p) ^ g->grundy[heap] ^ parts;
    const struct by_figure figure[] = {
        {.name = "parts", .value = parts},
        {.name = "grundy after", .value = after},
        {.name = "result", .text = after == 0 ? "won" : "lost"},
    };
    emit(
        context,
        &(struct by_remark){
            .table = "moves", .move = move, .side = p->side, .figures = figure, .figure_count = 3});
}

static void explain(const struct by_rules *rules, const void *position, by_remark_fn *emit,
                    void *context)
{
    const struct heap_game *g = rules->data;
    const struct position *p = position;
    for (int heap = 1; heap <= g->start.largest; heap++)
        if (p->count[heap] > 0)
            tell_heap(rules, heap, p->count[heap], emit, context);
    for (int heap = 3; heap <= g->start.largest; heap++)
        for (int small = 1; p->count[heap] > 0 && small < heap - small; small++)
            tell_split(rules, p, first_action(heap) + small - 1, emit, context);
}

static const struct by_option options[] = {
    {.name = "heaps",
     .type = BY_OPTION_TEXT,
     .fallback = "7",
     .high = 40000,
     .help = "the sizes of the heaps at the start, separated by blanks"},
    {.name = NULL},
};

static const char *const asked[] = {"heaps", NULL};
static const char *const samples[] = {"heaps=\"3 5 7\"", "heaps=\"1 2 9 9 0 4\"", "heaps=30",
                                      "heaps=2", NULL};

const struct by_game by_game_nim = {
    /* facts */
    .name = "nim",
    .title = "Nim (Grundy's game)",
    .summary = "split a heap into two heaps of different sizes; who cannot move loses",
    .move_help = "7=3+4: split a heap of 7 into 3 and 4",
    .options = options,
    .samples = samples,
    .asked = asked,
    .drawless = true,
    .normal_play = true,

    /* rules */
    .setup = setup,
    .start = start,
    .side = side,
    .over = over,
    .result = result,
    .moves = moves,
    .play = play,
    .undo = undo_move,
    .hand_over = hand_over,
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
    .theory = theory,
    .explain = explain,
};
