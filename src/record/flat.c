#include "record/flat.h"
#include "games/grid.h"
#include <string.h>

/* --- places in the text --------------------------------------------------------------- */

enum by_status by_flat_fail(const struct by_record_source *source, size_t at, struct by_error *err,
                            const char *format, ...)
{
    char text[480];
    long line, column;
    struct by_text out = by_text_over(text, sizeof text);
    va_list arguments;
    va_start(arguments, format);
    by_text_vformat(&out, format, arguments);
    va_end(arguments);
    by_sgf_where(source->text, source->size, at, &line, &column);
    return by_fail(err, BY_BAD_INPUT, "line %ld, column %ld: %s", line, column, text);
}

enum by_status by_flat_end(const struct by_record_source *source, const char *what,
                           struct by_error *err)
{
    if (source->games > 0)
        return BY_OK;
    return by_flat_fail(source, source->size, err, "there is no %s in this text", what);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_break(char c)
{
    return c == '\n' || c == '\r';
}

size_t by_flat_skip_blanks(const struct by_record_source *source, size_t at)
{
    while (at < source->size && is_blank(source->text[at]))
        at++;
    return at;
}

size_t by_flat_line_end(const struct by_record_source *source, size_t at)
{
    while (at < source->size && !is_break(source->text[at]))
        at++;
    return at;
}

size_t by_flat_skip_lines(const struct by_record_source *source, size_t at, const char *marks)
{
    for (;;) {
        while (at < source->size && (is_blank(source->text[at]) || is_break(source->text[at])))
            at++;
        if (at == source->size || source->text[at] == '\0' || !strchr(marks, source->text[at]))
            return at;
        at = by_flat_line_end(source, at);
    }
}

const char *by_flat_quote(const struct by_record_source *source, size_t from, size_t to,
                          char buffer[BY_QUOTE_SIZE])
{
    char text[BY_QUOTE_SIZE];
    size_t length = to - from < sizeof text - 1 ? to - from : sizeof text - 1;
    for (size_t i = 0; i < length; i++)
        text[i] = source->text[from + i] ? source->text[from + i] : '?';
    text[length] = '\0';
    return by_quote(text, buffer);
}

const char *by_flat_keep(struct by_record *record, const char *text, size_t length)
{
    length = length < BY_INFO_MAX ? length : BY_INFO_MAX;
    char *copy = by_pool_take(&record->pool, length + 1, 1);
    if (!copy)
        return NULL;
    for (size_t i = 0; i < length; i++)
        copy[i] = text[i] ? text[i] : ' ';
    copy[length] = '\0';
    return copy;
}

/* --- lines of play ----------------------------------------------------------------------- */

enum by_status by_flat_begin(struct by_record *record, const char *game, int size,
                             const char *position, struct by_error *err)
{
    char text[16];
    struct by_text out = by_text_over(text, sizeof text);
    by_text_format(&out, "%dx%d", size, size);
    struct by_setting setting = {"size", text};
    return by_record_begin(record, game, &setting, 1, position, err);
}

bool by_flat_is_pass(const char *word)
{
    static const char *const words[] = {"pass", "pa", "ps", "--"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (by_same_text(word, words[i]))
            return true;
    return false;
}

/* A pass is legal exactly when nothing else is: then it was left out. */
enum by_status by_flat_play(struct by_record *record, const char *word, struct by_error *err)
{
    if (by_flat_is_pass(word))
        return by_line_play_text(record->line, "pass", err);
    if (!by_line_over(record->line))
        (void)by_line_play_text(record->line, "pass", NULL);
    return by_line_play_text(record->line, word, err);
}

/* --- Othello's boards ----------------------------------------------------------------------- */

bool by_flat_is_othello(const struct by_record *record, struct by_error *err)
{
    if (strcmp(record->rules->game->name, "othello") == 0)
        return true;
    (void)by_fail(err, BY_BAD_INPUT, "this format is for Othello, and the game is %s",
                  record->rules->name);
    return false;
}

int by_flat_position(const char *squares, size_t count, int side, char out[BY_FLAT_POSITION_MAX])
{
    struct by_text text = by_text_over(out, BY_FLAT_POSITION_MAX);
    int size = 4;
    while (size < 10 && (size_t)(size * size) != count)
        size += 2;
    if ((size_t)(size * size) != count)
        return 0;
    by_text_format(&text, "%.*s %c", (int)count, squares, side == 0 ? 'X' : 'O');
    return size;
}

void by_flat_squares(const struct by_rules *rules, const void *position, char black,
                     struct by_text *out)
{
    char text[BY_FLAT_POSITION_MAX];
    struct by_text writer = by_text_over(text, sizeof text);
    rules->game->write(rules, position, &writer);
    for (const char *c = text; *c; c++)
        if (*c != '/')
            by_text_char(out, (char)(*c == 'X' ? black : *c == '.' ? '-' : *c));
}
