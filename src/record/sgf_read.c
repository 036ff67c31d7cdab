/* sgf_read.c: from text to tree, in one pass and without a stack.
 *
 * The parser stands at one node. "(" and ";" lead down; ")" leads back to the node before the
 * variation it closes, which is found by going up to the node that the matching "(" stood
 * before. Every node is passed once downwards and once upwards, so this takes time in
 * proportion to the text, and no memory but the nodes themselves. */
#include "record/sgf.h"
#include <string.h>

/* What came last decides what may come next. */
enum stage { OPENED, IN_NODE, CLOSED };

struct parser {
    const char *text;
    size_t size, at;
    size_t begun; /* where the game begins */
    struct by_sgf_limits limits;
    struct by_sgf_game *game;
    enum stage stage;
    struct by_sgf_node *node;        /* where we are; NULL before the root */
    struct by_sgf_node *before;      /* CLOSED and the OPENED after it: the sibling closed last */
    struct by_sgf_property **append; /* where the node's next property goes */
    struct by_error *err;
};

/* --- places ------------------------------------------------------------------ */

static bool is_break(char c)
{
    return c == '\n' || c == '\r';
}

void by_sgf_where(const char *text, size_t size, size_t offset, long *line, long *column)
{
    size_t start = 0;
    *line = 1;
    for (size_t i = 0; i < offset && i < size; i++) {
        if (!is_break(text[i]))
            continue;
        if (i + 1 < offset && is_break(text[i + 1]) && text[i + 1] != text[i])
            i++; /* CRLF and LFCR are one line break */
        start = i + 1;
        ++*line;
    }
    *column = (long)(offset - start) + 1;
}

enum by_status by_sgf_fail(const struct by_sgf_game *game, const struct by_sgf_value *value,
                           struct by_error *err, const char *format, ...)
{
    char text[sizeof err->text];
    long line, column;
    uintptr_t begin = (uintptr_t)game->text, at = (uintptr_t)value->data;
    struct by_text out = by_text_over(text, sizeof text);
    if (game->text && at >= begin && at - begin <= game->size) {
        by_sgf_where(game->text, game->size, (size_t)(at - begin), &line, &column);
        by_text_format(&out, "line %ld, column %ld: ", line, column);
    }
    va_list arguments;
    va_start(arguments, format);
    by_text_vformat(&out, format, arguments);
    va_end(arguments);
    return by_fail(err, BY_BAD_INPUT, "%s", text);
}

bool by_sgf_node_where(const struct by_sgf_game *game, const struct by_sgf_node *node, long *line,
                       long *column)
{
    if (!game->text || node->offset == 0)
        return false;
    by_sgf_where(game->text, game->size, node->offset - 1, line, column);
    return true;
}

static enum by_status fail(const struct parser *p, size_t offset, const char *what)
{
    long line, column;
    by_sgf_where(p->text, p->size, offset, &line, &column);
    return by_fail(p->err, BY_BAD_INPUT, "line %ld, column %ld: %s", line, column, what);
}

static enum by_status fail_limit(const struct parser *p, const char *what, size_t limit)
{
    char text[128];
    struct by_text out = by_text_over(text, sizeof text);
    by_text_format(&out, "this game has more than %zu %s, which is more than is read", limit, what);
    return fail(p, p->at, text);
}

static enum by_status fail_memory(const struct parser *p)
{
    long line, column;
    by_sgf_where(p->text, p->size, p->at, &line, &column);
    return by_fail(p->err, BY_NO_MEMORY,
                   "line %ld, column %ld: this game takes more memory than it may, %zu MiB", line,
                   column, p->game->pool->limit >> 20);
}

/* --- characters --------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_name(char c)
{
    return is_capital(c) || is_small(c) || (c >= '0' && c <= '9');
}

static void skip_blanks(struct parser *p)
{
    while (p->at < p->size && is_blank(p->text[p->at]))
        p->at++;
}

/* --- properties ---------------------------------------------------------------- */

/* One value, whose "[" is next. */
static enum by_status read_value(struct parser *p, struct by_sgf_value *out)
{
    size_t begun = p->at++;
    size_t at = p->at;
    const char *text = p->text;
    while (at < p->size && text[at] != ']')
        at += text[at] == '\\' ? 2 : 1;
    if (at >= p->size)
        return fail(p, begun, "the value that begins here has no ']' at its end");
    *out = (struct by_sgf_value){NULL, text + p->at, (uint32_t)(at - p->at)};
    p->at = at + 1;
    if (++p->game->values > p->limits.values)
        return fail_limit(p, "values", p->limits.values);
    return BY_OK;
}

static enum by_status read_more_values(struct parser *p, struct by_sgf_value *last)
{
    for (skip_blanks(p); p->at < p->size && p->text[p->at] == '['; skip_blanks(p)) {
        last->next = by_pool_take(p->game->pool, sizeof *last->next, _Alignof(struct by_sgf_value));
        if (!last->next)
            return fail_memory(p);
        last = last->next;
        enum by_status status = read_value(p, last);
        if (status != BY_OK)
            return status;
    }
    return BY_OK;
}

/* The capitals and digits of the name that is next; FF[3] says that small letters do not count
 * ("White" is W). */
static enum by_status read_name(struct parser *p, char name[BY_SGF_NAME_MAX + 1])
{
    size_t begun = p->at, length = 0;
    for (; p->at < p->size && is_name(p->text[p->at]); p->at++) {
        if (is_small(p->text[p->at]))
            continue;
        if (length == BY_SGF_NAME_MAX)
            return fail(p, begun, "the name of a property has at most 63 capital letters");
        name[length++] = p->text[p->at];
    }
    name[length] = '\0';
    if (!is_capital(name[0]))
        return fail(p, begun, "the name of a property begins with a capital letter");
    skip_blanks(p);
    if (p->at >= p->size || p->text[p->at] != '[')
        return fail(p, begun, "this property has no value: a '[' must follow its name");
    return BY_OK;
}

static enum by_status read_property(struct parser *p)
{
    char name[BY_SGF_NAME_MAX + 1];
    enum by_status status = read_name(p, name);
    if (status != BY_OK)
        return status;
    size_t length = strlen(name) + 1;
    struct by_sgf_property *property =
        by_pool_take(p->game->pool, sizeof *property + length, _Alignof(struct by_sgf_property));
    if (!property)
        return fail_memory(p);
    property->next = NULL;
    memcpy(property->name, name, length);
    *p->append = property;
    p->append = &property->next;
    status = read_value(p, &property->value);
    return status == BY_OK ? read_more_values(p, &property->value) : status;
}

/* --- nodes --------------------------------------------------------------------- */

static enum by_status open_variation(struct parser *p)
{
    if (p->stage == OPENED)
        return fail(p, p->at, "a ';' must follow a '(', not another '('");
    if (p->stage == IN_NODE)
        p->before = NULL; /* the first variation here */
    p->stage = OPENED;
    p->at++;
    return BY_OK;
}

static enum by_status add_node(struct parser *p)
{
    if (p->stage == CLOSED)
        return fail(p, p->at, "a node cannot follow a variation: a '(' or ')' is missing before");
    if (p->game->nodes == p->limits.nodes)
        return fail_limit(p, "nodes", p->limits.nodes);
    struct by_sgf_node *node =
        by_pool_take(p->game->pool, sizeof *node, _Alignof(struct by_sgf_node));
    if (!node)
        return fail_memory(p);
    *node = (struct by_sgf_node){
        .parent = p->node, .offset = (uint32_t)p->at + 1, .opens = p->stage == OPENED};
    if (!p->node)
        p->game->root = node;
    else if (p->stage == OPENED && p->before)
        p->before->next = node;
    else
        p->node->child = node;
    p->game->nodes++;
    p->node = node;
    p->append = &node->properties;
    p->stage = IN_NODE;
    p->at++;
    return BY_OK;
}

static enum by_status close_variation(struct parser *p)
{
    if (p->stage == OPENED)
        return fail(p, p->at, "a ';' must follow a '(', not a ')'");
    struct by_sgf_node *first = p->node;
    while (!first->opens)
        first = first->parent;
    p->before = first;
    p->node = first->parent;
    p->stage = CLOSED;
    p->at++;
    return BY_OK;
}

static enum by_status refuse_byte(const struct parser *p)
{
    char text[96];
    unsigned char c = (unsigned char)p->text[p->at];
    struct by_text out = by_text_over(text, sizeof text);
    by_text_format(&out, c > ' ' && c <= '~' ? "'%c'" : "the byte 0x%02x", c);
    by_text_add(&out, " is out of place: expected '(', ')', ';' or a property");
    return fail(p, p->at, text);
}

static enum by_status read_step(struct parser *p)
{
    switch (p->text[p->at]) {
    case '(':
        return open_variation(p);
    case ';':
        return add_node(p);
    case ')':
        return close_variation(p);
    default:
        break;
    }
    if (!is_name(p->text[p->at]))
        return refuse_byte(p);
    if (p->stage != IN_NODE)
        return fail(p, p->at, "a property stands in a node: a ';' is missing before it");
    return read_property(p);
}

/* The game whose "(" is next. */
static enum by_status read_game(struct parser *p)
{
    enum by_status status = BY_OK;
    p->begun = p->at++;
    p->stage = OPENED;
    while (status == BY_OK) {
        skip_blanks(p);
        if (p->at >= p->size)
            return fail(p, p->begun, "the game that begins here does not end: a ')' is missing");
        status = read_step(p);
        if (p->stage == CLOSED && !p->node)
            break;
    }
    return status;
}

/* --- collections ----------------------------------------------------------------- */

/* The place of the first "(" with a ";" behind it; `size` when there is none. */
static size_t find_game(const char *text, size_t size)
{
    const char *open = memchr(text, '(', size);
    while (open) {
        size_t at = (size_t)(open - text) + 1;
        while (at < size && is_blank(text[at]))
            at++;
        if (at < size && text[at] == ';')
            return (size_t)(open - text);
        open = memchr(text + at, '(', size - at);
    }
    return size;
}

void by_sgf_open(struct by_sgf_reader *reader, const char *text, size_t size,
                 const struct by_sgf_limits *limits)
{
    static const struct by_sgf_limits most = {BY_SGF_BYTES_MAX, BY_SGF_NODES_MAX,
                                              BY_SGF_VALUES_MAX};
    *reader = (struct by_sgf_reader){.text = text, .size = size, .limits = limits ? *limits : most};
    if (reader->limits.bytes > BY_SGF_BYTES_MAX)
        reader->limits.bytes = BY_SGF_BYTES_MAX;
}

/* Finds the beginning of the next game; p->at is the end of the text when there is none. */
static enum by_status find_next(struct parser *p, bool first)
{
    if (p->size > p->limits.bytes)
        return by_fail(p->err, BY_BAD_INPUT, "the text has %zu bytes, and at most %zu are read",
                       p->size, p->limits.bytes);
    if (first) {
        p->at = p->size > 0 ? find_game(p->text, p->size) : 0;
        return p->at < p->size ? BY_OK : fail(p, 0, "there is no game: SGF begins with '(;'");
    }
    skip_blanks(p);
    if (p->at < p->size && p->text[p->at] == ')')
        return fail(p, p->at, "there is a ')' too many: the game has ended before it");
    if (p->at < p->size && p->text[p->at] != '(')
        return fail(p, p->at, "only another game, which begins with '(;', may follow a game");
    return BY_OK;
}

enum by_status by_sgf_next(struct by_sgf_reader *reader, struct by_pool *pool,
                           struct by_sgf_game *out, struct by_error *err)
{
    *out = (struct by_sgf_game){.text = reader->text, .size = reader->size, .pool = pool};
    struct parser parser = {.text = reader->text,
                            .size = reader->size,
                            .at = reader->at,
                            .limits = reader->limits,
                            .game = out,
                            .err = err};
    enum by_status status = find_next(&parser, reader->at == 0);
    if (status == BY_OK && parser.at < parser.size)
        status = read_game(&parser);
    reader->at = parser.at;
    if (status != BY_OK)
        out->root = NULL;
    return status;
}
