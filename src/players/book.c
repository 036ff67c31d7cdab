#include "players/book.h"

#include "base/data.h"
#include "base/rng.h"
#include "base/text.h"
#include "search/position_set.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY    ((size_t)256 << 20)
#define WORD_MAX  64 /* of a move with its value */
#define PLIES_MAX 200

/* What is known of a position: some of `edges`; count 0 where it is the end of a move only. */
struct node {
    uint32_t first, count;
};

struct edge {
    const struct node *to;
    int32_t value;
};

struct by_book {
    struct by_rules *rules;
    struct by_line *line;       /* to replay */
    struct by_position_set set; /* of struct node, by the packs of canonical positions */
    size_t held;
    struct edge *edges;
    uint32_t edge_count, edge_room;
    int positions, plies;
    void *image;
    uint8_t *scratch, *pack;
    by_move *moves;
};

/* --- positions ------------------------------------------------------------------------- */

static size_t pack_position(struct by_book *book, const void *position)
{
    (void)by_canonical(book->rules, position, book->image, book->scratch);
    return book->rules->game->pack(book->rules, book->image, book->pack);
}

/* The node of where the line stands, made where there is none; NULL: no memory. */
static struct node *make_node(struct by_book *book)
{
    bool added = false;
    size_t size = pack_position(book, by_line_position(book->line));
    return by_position_set_at(&book->set, book->pack, size, &added);
}

static const struct node *find_node(struct by_book *book)
{
    size_t size = pack_position(book, by_line_position(book->line));
    return by_position_set_find(&book->set, book->pack, size);
}

/* --- reading --------------------------------------------------------------------------- */

struct reading {
    struct by_book *book;
    const char *at, *end;
    const char *name;
    int line; /* number */
};

static enum by_status complain(const struct reading *r, const char *what, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    return by_fail(err, BY_BAD_INPUT, "the book %s, line %d: %s", by_quote(r->name, quoted),
                   r->line, what);
}

/* The next line without its end, cut to what a line may have; false: there is none. */
static bool next_line(struct reading *r, char *out, size_t room)
{
    do {
        if (r->at == r->end)
            return false;
        const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
        size_t length = (size_t)((stop ? stop : r->end) - r->at);
        size_t kept = length < room ? length : room - 1;
        memcpy(out, r->at, kept);
        out[kept] = '\0';
        r->at = stop ? stop + 1 : r->end;
        r->line++;
    } while (out[0] == '#');
    return true;
}

static enum by_status open_rules(struct reading *r, struct by_error *err)
{
    char text[256], game[64] = "", size[32] = "";
    if (!next_line(r, text, sizeof text) || strcmp(text, "banyan book 1") != 0)
        return complain(r, "a book begins with 'banyan book 1'", err);
    if (!next_line(r, text, sizeof text) || sscanf(text, "%63s %31s", game, size) < 1)
        return complain(r, "the second line is the game and the size of its board", err);
    const struct by_setting setting = {"size", size};
    return by_rules_open(game, &setting, size[0] ? 1 : 0, NULL, &r->book->rules, err);
}

static enum by_status make_room(struct by_book *book, struct by_error *err)
{
    const struct by_rules *rules = book->rules;
    book->image = malloc(rules->position_size);
    book->scratch = malloc(by_canonical_scratch(rules));
    book->pack = malloc(rules->pack_size);
    book->moves = malloc((size_t)rules->max_moves * sizeof *book->moves);
    if (!book->image || !book->scratch || !book->pack || !book->moves)
        return by_fail_memory(err, rules->position_size);
    enum by_status status = by_position_set_open(&book->set, rules->pack_size, sizeof(struct node),
                                                 &book->held, MEMORY, err);
    return status == BY_OK ? by_line_open(rules, &book->line, err) : status;
}

static enum by_status add_edge(struct reading *r, const struct node *to, int32_t value,
                               struct by_error *err)
{
    struct by_book *book = r->book;
    if (book->edge_count == book->edge_room) {
        uint32_t room = book->edge_room ? 2 * book->edge_room : 1024;
        struct edge *larger = realloc(book->edges, room * sizeof *larger);
        if (!larger)
            return by_fail_memory(err, room * sizeof *larger);
        book->edges = larger;
        book->edge_room = room;
    }
    book->edges[book->edge_count++] = (struct edge){to, value};
    return BY_OK;
}

/* "d6=1" at the end of the line that stands there. */
static enum by_status read_move(struct reading *r, char *word, struct by_error *err)
{
    struct by_book *book = r->book;
    char *equals = strchr(word, '=');
    int64_t value = 0;
    if (!equals || !by_read_int(equals + 1, -1000000, 1000000, &value))
        return complain(r, "a move is followed by '=' and its value", err);
    *equals = '\0';
    enum by_status status = by_line_play_text(book->line, word, err);
    if (status != BY_OK) {
        struct by_error why = *err;
        return complain(r, why.text, err);
    }
    const struct node *to = make_node(book);
    (void)by_line_undo(book->line);
    return to ? add_edge(r, to, (int32_t)value, err) : by_fail_memory(err, MEMORY);
}

static enum by_status read_moves(struct reading *r, char *text, struct by_error *err)
{
    struct by_book *book = r->book;
    struct node *node = make_node(book);
    if (!node)
        return by_fail_memory(err, MEMORY);
    if (node->count > 0)
        return complain(r, "this position was there already", err);
    uint32_t first = book->edge_count;
    enum by_status status = BY_OK;
    for (char *rest = text, *word; status == BY_OK && (word = strtok_r(rest, " \t\r", &rest));)
        status = read_move(r, word, err);
    if (status == BY_OK && book->edge_count == first)
        return complain(r, "there is no move behind the colon", err);
    *node = (struct node){first, book->edge_count - first};
    book->positions++;
    return status;
}

static enum by_status read_position(struct reading *r, char *text, struct by_error *err)
{
    struct by_book *book = r->book;
    char *colon = strchr(text, ':');
    if (!colon)
        return complain(r, "a position is followed by ':' and its moves", err);
    *colon = '\0';
    while (by_line_undo(book->line))
        continue;
    enum by_status status = by_line_play_list(book->line, text, err);
    if (status != BY_OK) {
        struct by_error why = *err;
        return complain(r, why.text, err);
    }
    if (book->line->count > PLIES_MAX)
        return complain(r, "so long a line is no opening", err);
    book->plies = book->line->count > book->plies ? book->line->count : book->plies;
    return read_moves(r, colon + 1, err);
}

static enum by_status read_all(struct reading *r, struct by_error *err)
{
    char *text = malloc(PLIES_MAX * WORD_MAX);
    enum by_status status = text ? open_rules(r, err) : by_fail_memory(err, PLIES_MAX * WORD_MAX);
    if (status == BY_OK)
        status = make_room(r->book, err);
    while (status == BY_OK && next_line(r, text, PLIES_MAX * WORD_MAX))
        if (text[strspn(text, " \t\r")] != '\0')
            status = read_position(r, text, err);
    free(text);
    return status;
}

enum by_status by_book_read(const char *text, size_t size, const char *name, struct by_book **out,
                            struct by_error *err)
{
    struct by_book *book = calloc(1, sizeof *book);
    struct reading r = {book, text, text + size, name, 0};
    *out = NULL;
    if (!book)
        return by_fail_memory(err, sizeof *book);
    enum by_status status = read_all(&r, err);
    if (status == BY_OK)
        *out = book;
    else
        by_book_close(book);
    return status;
}

enum by_status by_book_find(const struct by_rules *rules, struct by_book **out,
                            struct by_error *err)
{
    char name[64];
    struct by_data data;
    *out = NULL;
    (void)snprintf(name, sizeof name, "%s.book", rules->game->name);
    if (!by_data_find(name, &data))
        return BY_OK;
    return by_book_read((const char *)data.bytes, data.size, name, out, err);
}

void by_book_close(struct by_book *book)
{
    if (!book)
        return;
    if (book->set.stride > 0)
        by_position_set_close(&book->set);
    by_line_close(book->line);
    by_rules_close(book->rules);
    free(book->edges);
    free(book->image);
    free(book->scratch);
    free(book->pack);
    free(book->moves);
    free(book);
}

/* --- asking ---------------------------------------------------------------------------- */

bool by_book_is_for(const struct by_book *book, const struct by_rules *rules)
{
    const struct by_rules *own = book->rules;
    bool usual = true;
    for (int i = 0; i < rules->values.count; i++)
        usual = usual &&
                (!rules->values.value[i].given || rules->values.options[i].type == BY_OPTION_SIZE);
    return usual && by_rules_of(rules, own->game->name) && rules->width == own->width &&
           rules->height == own->height && rules->pack_size == own->pack_size;
}

static int by_value(const void *a, const void *b)
{
    const struct by_book_move *x = a, *y = b;
    return x->value != y->value ? (x->value < y->value) - (x->value > y->value)
                                : (x->move > y->move) - (x->move < y->move);
}

/* A position of other rules is handed over by its pack. */
static bool stand_at(struct by_book *book, const struct by_line *line)
{
    size_t size = line->rules->game->pack(line->rules, by_line_position(line), book->pack);
    if (book->rules->game->unpack(book->rules, book->pack, size, book->image, NULL) != BY_OK)
        return false;
    by_line_begin(book->line, book->image);
    return true;
}

static bool find_value(const struct by_book *book, const struct node *from, const struct node *to,
                       int32_t *value)
{
    for (uint32_t e = from->first; to && e < from->first + from->count; e++)
        if (book->edges[e].to == to) {
            *value = book->edges[e].value;
            return true;
        }
    return false;
}

/* Which of the legal moves lead to where the book's moves lead: they may be images of those. */
int by_book_moves(struct by_book *book, const struct by_line *line, struct by_book_move *out)
{
    int found = 0;
    const struct node *node = stand_at(book, line) ? find_node(book) : NULL;
    int count = node && node->count > 0 ? by_line_moves(line, book->moves) : 0;
    for (int i = 0; i < count; i++) {
        out[found].move = book->moves[i];
        if (by_line_play(book->line, book->moves[i], NULL) != BY_OK)
            continue;
        found += find_value(book, node, find_node(book), &out[found].value);
        (void)by_line_undo(book->line);
    }
    qsort(out, (size_t)found, sizeof *out, by_value);
    return found;
}

by_move by_book_choose(struct by_book *book, const struct by_line *line, uint64_t seed)
{
    struct by_book_move *moves = malloc((size_t)line->rules->max_moves * sizeof *moves);
    struct by_rng rng;
    int count = moves ? by_book_moves(book, line, moves) : 0, best = 0;
    while (best < count && moves[best].value == moves[0].value)
        best++;
    by_rng_init(&rng, seed, line->keys[line->count]);
    by_move move = best > 0 ? moves[by_rng_below(&rng, (uint32_t)best)].move : BY_NO_MOVE;
    free(moves);
    return move;
}

int by_book_positions(const struct by_book *book)
{
    return book->positions;
}

int by_book_plies(const struct by_book *book)
{
    return book->plies;
}

const struct by_rules *by_book_rules(const struct by_book *book)
{
    return book->rules;
}
