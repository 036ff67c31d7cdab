/* values.c: what the patterns are worth: GOM table 1, or a file of the user's:
 *
 *      # anything behind a hash is a remark
 *      FIVE          10000000
 *      FOUR          100000
 *      ...
 *
 * Each of the nine patterns once, in any order, with a whole number. */
#include "base/file.h"
#include "games/gomoku/gomoku.h"

#include <stdlib.h>
#include <string.h>

#define VALUE_MAX 10000000 /* that of FIVE; sums over all stones then stay far from overflow */
#define FILE_MAX  65536
#define WORD_MAX  32

static const struct {
    const char *name;
    int32_t value;
} table_1[BY_GOMOKU_PATTERNS] = {
    [BY_GOMOKU_NOTHING] = {"", 0},       [BY_GOMOKU_BLOCKED_ONE] = {"BLOCKED_ONE", 1},
    [BY_GOMOKU_ONE] = {"ONE", 10},       [BY_GOMOKU_BLOCKED_TWO] = {"BLOCKED_TWO", 10},
    [BY_GOMOKU_TWO] = {"TWO", 100},      [BY_GOMOKU_BLOCKED_THREE] = {"BLOCKED_THREE", 100},
    [BY_GOMOKU_THREE] = {"THREE", 1000}, [BY_GOMOKU_BLOCKED_FOUR] = {"BLOCKED_FOUR", 10000},
    [BY_GOMOKU_FOUR] = {"FOUR", 100000}, [BY_GOMOKU_FIVE] = {"FIVE", 10000000},
};

void by_gomoku_default_values(int32_t value[BY_GOMOKU_PATTERNS])
{
    for (int i = 0; i < BY_GOMOKU_PATTERNS; i++)
        value[i] = table_1[i].value;
}

const char *by_gomoku_pattern_name(enum by_gomoku_pattern pattern)
{
    return table_1[pattern].name;
}

/* --- a user's file ----------------------------------------------------------------- */

struct reader {
    const char *path;
    const char *text;
    size_t size, at;
    int line;
    size_t line_start;
    struct by_error *err;
};

static enum by_status refuse(const struct reader *r, size_t at, const char *what)
{
    char quoted[BY_QUOTE_SIZE];
    return by_fail(r->err, BY_BAD_INPUT, "%s, line %d, column %zu: %s", by_quote(r->path, quoted),
                   r->line, at - r->line_start + 1, what);
}

/* To the next word, over blanks, line breaks and remarks; false at the end of the text. */
static bool find_word(struct reader *r)
{
    for (bool remark = false; r->at < r->size; r->at++) {
        char c = r->text[r->at];
        remark = c == '#' || (remark && c != '\n');
        if (c == '\n') {
            r->line++;
            r->line_start = r->at + 1;
        } else if (!remark && c != ' ' && c != '\t' && c != '\r') {
            return true;
        }
    }
    return false;
}

/* The word at the cursor, cut where it is too long to be one that is known. */
static void take_word(struct reader *r, char word[WORD_MAX])
{
    struct by_text out = by_text_over(word, WORD_MAX);
    while (r->at < r->size && r->text[r->at] && !strchr(" \t\r\n#", r->text[r->at]))
        by_text_char(&out, r->text[r->at++]);
    if (out.length == 0)
        r->at++; /* a NUL byte: no word that is known */
}

static int find_pattern(const char *word)
{
    for (int i = 1; i < BY_GOMOKU_PATTERNS; i++)
        if (by_same_text(word, table_1[i].name))
            return i;
    return BY_GOMOKU_NOTHING;
}

/* One pattern with its value. */
static enum by_status read_entry(struct reader *r, int32_t value[BY_GOMOKU_PATTERNS],
                                 bool seen[BY_GOMOKU_PATTERNS])
{
    char word[WORD_MAX];
    int64_t number;
    size_t begin = r->at;
    const struct reader here = *r;
    take_word(r, word);
    int pattern = find_pattern(word);
    if (pattern == BY_GOMOKU_NOTHING)
        return refuse(r, begin, "a pattern is FIVE, FOUR, THREE, TWO, ONE or BLOCKED_ and a name");
    if (seen[pattern])
        return refuse(r, begin, "this pattern has a value already");
    if (!find_word(r) || r->line != here.line)
        return refuse(&here, begin, "this pattern has no value on its line");
    begin = r->at;
    take_word(r, word);
    if (!by_read_int(word, 0, VALUE_MAX, &number))
        return refuse(r, begin, "a value is a whole number from 0 to 10000000");
    value[pattern] = (int32_t)number;
    seen[pattern] = true;
    return BY_OK;
}

static enum by_status read_values(struct reader *r, int32_t value[BY_GOMOKU_PATTERNS])
{
    bool seen[BY_GOMOKU_PATTERNS] = {[BY_GOMOKU_NOTHING] = true};
    enum by_status status = BY_OK;
    value[BY_GOMOKU_NOTHING] = 0;
    while (status == BY_OK && find_word(r))
        status = read_entry(r, value, seen);
    for (int i = 0; i < BY_GOMOKU_PATTERNS && status == BY_OK; i++) {
        char text[64];
        struct by_text what = by_text_over(text, sizeof text);
        by_text_format(&what, "the file ends without a value for %s", table_1[i].name);
        if (!seen[i])
            status = refuse(r, r->at, text);
    }
    return status;
}

enum by_status by_gomoku_read_values(const char *path, int32_t value[BY_GOMOKU_PATTERNS],
                                     struct by_error *err)
{
    char *text;
    size_t size;
    enum by_status status = by_file_load(path, FILE_MAX, &text, &size, err);
    if (status != BY_OK)
        return status;
    struct reader reader = {.path = path, .text = text, .size = size, .line = 1, .err = err};
    status = read_values(&reader, value);
    free(text);
    return status;
}
