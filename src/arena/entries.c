/* entries.c: see entries.h. */
#include "arena/entries.h"
#include "base/text.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *at, *end;
    int line;
    const char *part;
    bool json;
    char *room; /* where texts go */
    struct by_entries *out;
    struct by_error *err;
};

static enum by_status refuse(const struct reader *r, const char *sentence)
{
    return by_fail(r->err, BY_BAD_INPUT, "line %d: %s", r->line, sentence);
}

static int peek(const struct reader *r)
{
    return r->at < r->end ? (unsigned char)*r->at : -1;
}

static int take(struct reader *r)
{
    int c = peek(r);
    if (c >= 0)
        r->at++;
    if (c == '\n')
        r->line++;
    return c;
}

static void skip_blanks(struct reader *r)
{
    while (peek(r) == ' ' || peek(r) == '\t' || peek(r) == '\r')
        take(r);
}

/* --- values, which both languages share ------------------------------------------- */

static void put_utf8(struct reader *r, unsigned code)
{
    if (code < 0x80) {
        *r->room++ = (char)code;
    } else if (code < 0x800) {
        *r->room++ = (char)(0xc0 | code >> 6);
        *r->room++ = (char)(0x80 | (code & 0x3f));
    } else {
        *r->room++ = (char)(0xe0 | code >> 12);
        *r->room++ = (char)(0x80 | (code >> 6 & 0x3f));
        *r->room++ = (char)(0x80 | (code & 0x3f));
    }
}

/* Behind "\u": four digits, which never make more text than they are. */
static bool read_code(struct reader *r)
{
    unsigned code = 0;
    for (int i = 0; i < 4; i++) {
        int c = take(r);
        if (c < 0 || !isxdigit(c))
            return false;
        code = code * 16 + (unsigned)(isdigit(c) ? c - '0' : tolower(c) - 'a' + 10);
    }
    if (code == 0 || (code >= 0xd800 && code < 0xe000))
        return false;
    put_utf8(r, code);
    return true;
}

static enum by_status read_escape(struct reader *r)
{
    static const char letters[] = "\"\\/nt", meant[] = "\"\\/\n\t";
    int c = take(r);
    const char *found = c > 0 ? strchr(letters, c) : NULL;
    if (found)
        *r->room++ = meant[found - letters];
    else if (c != 'u' || !read_code(r))
        return refuse(r, "a backslash may stand before \" \\ / n t, or u and four digits");
    return BY_OK;
}

/* In quotes of one kind or the other. */
static enum by_status read_text(struct reader *r, const char **out)
{
    int quote = take(r);
    *out = r->room;
    for (;;) {
        int c = peek(r);
        if (c < 0 || c == '\n')
            return refuse(r, "a text must end in a quote on the same line");
        if (c < 0x20 && c != '\t')
            return refuse(r, "there is a control character in a text");
        take(r);
        if (c == quote)
            break;
        if (c == '\\' && quote == '"') {
            enum by_status status = read_escape(r);
            if (status != BY_OK)
                return status;
        } else {
            *r->room++ = (char)c;
        }
    }
    *r->room++ = 0;
    return BY_OK;
}

static bool is_word(int c)
{
    return c >= 0 && (isalnum(c) || c == '_' || c == '-' || c == '+' || c == '.');
}

static const char *read_word(struct reader *r)
{
    const char *word = r->room;
    while (is_word(peek(r)))
        *r->room++ = (char)take(r);
    *r->room++ = 0;
    return word;
}

static enum by_status read_value(struct reader *r, struct by_entry *entry)
{
    double number;
    entry->line = r->line;
    if (peek(r) == '"' || (peek(r) == '\'' && !r->json)) {
        entry->kind = BY_ENTRY_TEXT;
        return read_text(r, &entry->text);
    }
    entry->text = read_word(r);
    bool flag = strcmp(entry->text, "true") == 0 || strcmp(entry->text, "false") == 0;
    entry->kind = flag ? BY_ENTRY_FLAG : BY_ENTRY_NUMBER;
    if (!flag && !by_read_real(entry->text, -1e300, 1e300, &number))
        return refuse(r, "a value is a \"text\" in quotes, a number, true or false");
    return BY_OK;
}

static enum by_status keep(struct reader *r, const struct by_entry *entry)
{
    struct by_entries *out = r->out;
    for (int i = 0; i < out->count; i++)
        if (out->list[i].part == entry->part && strcmp(out->list[i].key, entry->key) == 0)
            return by_fail(r->err, BY_BAD_INPUT, "line %d: %.40s was said before, in line %d",
                           entry->line, entry->key, out->list[i].line);
    if (out->count >= BY_ENTRIES_MAX)
        return refuse(r, "there are too many entries");
    if ((out->count & (out->count - 1)) == 0) {
        size_t bytes = (size_t)(out->count ? 2 * out->count : 1) * sizeof *out->list;
        struct by_entry *list = realloc(out->list, bytes);
        if (!list)
            return by_fail_memory(r->err, bytes);
        out->list = list;
    }
    out->list[out->count++] = *entry;
    return BY_OK;
}

static enum by_status begin_part(struct reader *r)
{
    if (r->out->parts >= BY_ENTRIES_PARTS_MAX)
        return refuse(r, "there are too many players");
    r->out->part_line[r->out->parts++] = r->line;
    return BY_OK;
}

/* --- text ---------------------------------------------------------------------------- */

static enum by_status read_head(struct reader *r)
{
    char wanted[64];
    int length = snprintf(wanted, sizeof wanted, "[[%s]]", r->part);
    if (r->end - r->at < length || memcmp(r->at, wanted, (size_t)length) != 0)
        return by_fail(r->err, BY_BAD_INPUT, "line %d: the only heading is %s", r->line, wanted);
    r->at += length;
    return begin_part(r);
}

static enum by_status read_line(struct reader *r)
{
    struct by_entry entry = {.part = r->out->parts};
    if (peek(r) == '[')
        return read_head(r);
    entry.key = read_word(r);
    if (!*entry.key)
        return refuse(r, "a line is `key = value`");
    skip_blanks(r);
    if (take(r) != '=')
        return refuse(r, "a line is `key = value`: the = is missing");
    skip_blanks(r);
    enum by_status status = read_value(r, &entry);
    return status == BY_OK ? keep(r, &entry) : status;
}

static enum by_status read_toml(struct reader *r)
{
    while (r->at < r->end) {
        enum by_status status = BY_OK;
        skip_blanks(r);
        if (peek(r) != '#' && peek(r) != '\n' && peek(r) >= 0)
            status = read_line(r);
        if (status != BY_OK)
            return status;
        skip_blanks(r);
        if (peek(r) == '#')
            while (peek(r) >= 0 && peek(r) != '\n')
                take(r);
        if (peek(r) >= 0 && take(r) != '\n')
            return refuse(r, "there is something behind the value");
    }
    return BY_OK;
}

/* --- JSON ------------------------------------------------------------------------------ */

static int next_json(struct reader *r)
{
    for (skip_blanks(r); peek(r) == '\n'; skip_blanks(r))
        take(r);
    return peek(r);
}

static enum by_status expect(struct reader *r, int wanted)
{
    char sentence[64];
    if (next_json(r) == wanted) {
        take(r);
        return BY_OK;
    }
    (void)snprintf(sentence, sizeof sentence, "there should be a '%c' here", wanted);
    return refuse(r, sentence);
}

static enum by_status read_members(struct reader *r, int part);

static enum by_status read_parts(struct reader *r)
{
    enum by_status status = expect(r, '[');
    bool more = status == BY_OK && next_json(r) != ']';
    while (more && status == BY_OK) {
        status = next_json(r) == '{' ? begin_part(r) : expect(r, '{');
        if (status == BY_OK)
            status = read_members(r, r->out->parts);
        more = status == BY_OK && next_json(r) == ',';
        if (more)
            take(r);
    }
    return status == BY_OK ? expect(r, ']') : status;
}

static enum by_status read_member(struct reader *r, int part)
{
    struct by_entry entry = {.part = part};
    char plural[64];
    (void)snprintf(plural, sizeof plural, "%ss", r->part);
    if (next_json(r) != '"')
        return refuse(r, "there should be a \"key\" here");
    enum by_status status = read_text(r, &entry.key);
    if (status == BY_OK)
        status = expect(r, ':');
    if (status != BY_OK)
        return status;
    next_json(r);
    if (part == 0 && strcmp(entry.key, plural) == 0)
        return read_parts(r);
    status = read_value(r, &entry);
    return status == BY_OK ? keep(r, &entry) : status;
}

/* An object: its members belong to `part`. */
static enum by_status read_members(struct reader *r, int part)
{
    enum by_status status = expect(r, '{');
    bool more = status == BY_OK && next_json(r) != '}';
    while (more && status == BY_OK) {
        status = read_member(r, part);
        more = status == BY_OK && next_json(r) == ',';
        if (more)
            take(r);
    }
    return status == BY_OK ? expect(r, '}') : status;
}

static enum by_status read_json(struct reader *r)
{
    enum by_status status = read_members(r, 0);
    if (status == BY_OK && next_json(r) >= 0)
        return refuse(r, "there is something behind the object");
    return status;
}

/* --- both -------------------------------------------------------------------------------- */

enum by_status by_entries_read(const char *text, size_t size, const char *part,
                               struct by_entries *out, struct by_error *err)
{
    *out = (struct by_entries){0};
    if (size > BY_ENTRIES_BYTES_MAX)
        return by_fail(err, BY_BAD_INPUT, "it is larger than %zu MiB", BY_ENTRIES_BYTES_MAX >> 20);
    /* No text in the list is longer than what it was written as, but each has a zero more. */
    out->storage = malloc(2 * size + 16);
    out->part_line = malloc(BY_ENTRIES_PARTS_MAX * sizeof *out->part_line);
    struct reader r = {text, text + size, 1, part, false, out->storage, out, err};
    enum by_status status =
        out->storage && out->part_line ? BY_OK : by_fail_memory(err, 2 * size + 16);
    if (status == BY_OK) {
        r.json = next_json(&r) == '{';
        status = r.json ? read_json(&r) : read_toml(&r);
    }
    if (status != BY_OK)
        by_entries_close(out);
    return status;
}

void by_entries_close(struct by_entries *entries)
{
    free(entries->list);
    free(entries->part_line);
    free(entries->storage);
    *entries = (struct by_entries){0};
}
