#include "wire/gtp.h"

#include "games/board.h"
#include <ctype.h>
#include <string.h>

/* --- commands -------------------------------------------------------------- */

static bool is_digits(const char *text)
{
    return *text && text[strspn(text, "0123456789")] == 0;
}

/* Drops control characters, comments, and makes blanks of tabs. */
static void clean(char *line)
{
    char *to = line;
    for (const char *from = line; *from && *from != '#' && *from != '\n'; from++) {
        unsigned char c = (unsigned char)*from;
        if (c == '\t')
            *to++ = ' ';
        else if (c >= 32 && c != 127)
            *to++ = *from;
    }
    *to = 0;
}

/* The next word, cut out in place; NULL when there is none. */
static char *next_word(char **cursor)
{
    char *word = *cursor + strspn(*cursor, " ");
    if (!*word)
        return NULL;
    char *end = word + strcspn(word, " ");
    *cursor = *end ? end + 1 : end;
    *end = 0;
    return word;
}

bool by_gtp_read_command(char *line, struct by_gtp_command *out)
{
    char *cursor = line;
    clean(line);
    out->id[0] = 0;
    out->name = "";
    out->count = 0;
    out->cut = false;
    char *word = next_word(&cursor);
    if (!word)
        return false;
    if (is_digits(word) && strlen(word) <= BY_GTP_ID_MAX) {
        strcpy(out->id, word);
        word = next_word(&cursor);
    }
    if (word)
        out->name = word;
    while ((word = next_word(&cursor))) {
        if (out->count == BY_GTP_ARGUMENTS_MAX) {
            out->cut = true;
            break;
        }
        out->arguments[out->count++] = word;
    }
    return true;
}

bool by_gtp_is_interrupt(const char *line)
{
    static const char word[] = "interrupt";
    line += strspn(line, " \t");
    if (*line != '#')
        return false;
    line += 1 + strspn(line + 1, " \t");
    if (strncmp(line, word, sizeof word - 1) != 0)
        return false;
    line += sizeof word - 1;
    return line[strspn(line, " \t\r\n")] == 0;
}

/* --- answers --------------------------------------------------------------- */

void by_gtp_write_answer(struct by_buffer *out, const char *id, bool good, const char *text)
{
    char last = ' ';
    by_buffer_format(out, "%c%s%s", good ? '=' : '?', id, *text && *text != '\n' ? " " : "");
    for (; *text; last = *text++)
        if (*text != '\n' || (last != '\n' && text[strspn(text, "\n")]))
            by_buffer_char(out, *text);
    by_buffer_add(out, "\n\n");
}

/* The end of the line that begins at `from`: where its LF is; `size` when there is none. */
static size_t line_end(const char *data, size_t from, size_t size)
{
    const char *end = memchr(data + from, '\n', size - from);
    return end ? (size_t)(end - data) : size;
}

static bool is_blank(const char *data, size_t from, size_t to)
{
    while (from < to && isspace((unsigned char)data[from]))
        from++;
    return from == to;
}

/* Makes a text of the bytes, in place. */
static char *make_text(char *data, size_t from, size_t to)
{
    size_t length = from;
    for (size_t i = from; i < to; i++) {
        unsigned char c = (unsigned char)data[i];
        if (c == '\t')
            data[length++] = ' ';
        else if (c == '\n' || (c >= 32 && c != 127))
            data[length++] = data[i];
    }
    data[length] = 0;
    return data + from;
}

/* The id and the text of an answer; false when the id is too long to be one. */
static bool take_id(struct by_gtp_answer *answer)
{
    size_t digits = strspn(answer->text, "0123456789");
    if (digits > BY_GTP_ID_MAX)
        return false;
    memcpy(answer->id, answer->text, digits);
    answer->id[digits] = 0;
    answer->text += digits;
    answer->text += strspn(answer->text, " ");
    return true;
}

enum by_gtp_reading by_gtp_read_answer(char *data, size_t size, struct by_gtp_answer *out)
{
    size_t from = 0, end = line_end(data, from, size);
    *out = (struct by_gtp_answer){.text = NULL};
    while (end < size && is_blank(data, from, end)) {
        from = end + 1;
        end = line_end(data, from, size);
    }
    if (end == size)
        return BY_GTP_MORE;
    if (data[from] != '=' && data[from] != '?') {
        out->used = end + 1;
        out->text = make_text(data, from, end);
        return BY_GTP_GARBAGE;
    }
    size_t stop = end; /* before the LF of the last line */
    for (;;) {
        size_t next = line_end(data, stop + 1, size);
        if (next == size)
            return BY_GTP_MORE;
        if (is_blank(data, stop + 1, next)) {
            out->used = next + 1;
            break;
        }
        stop = next;
    }
    out->good = data[from] == '=';
    out->text = make_text(data, from + 1, stop);
    return take_id(out) ? BY_GTP_ANSWER : BY_GTP_GARBAGE;
}

/* --- words ----------------------------------------------------------------- */

bool by_gtp_read_colour(const char *text, int *side)
{
    bool black = by_same_text(text, "b") || by_same_text(text, "black");
    bool white = by_same_text(text, "w") || by_same_text(text, "white");
    *side = white;
    return black || white;
}

const char *by_gtp_colour(int side)
{
    return side == 0 ? "black" : "white";
}

/* --- games ----------------------------------------------------------------- */

/* "Tic-tac-toe" becomes TicTacToe: letters and digits, the first of each word a capital. */
static void join_words(const char *title, struct by_text *out)
{
    bool begins = true;
    for (; *title; title++) {
        unsigned char c = (unsigned char)*title;
        if (isalnum(c))
            by_text_char(out, (char)(begins ? toupper(c) : c));
        begins = !isalnum(c);
    }
}

static char upper(unsigned char c)
{
    return (char)toupper(c);
}

static char lower(unsigned char c)
{
    return (char)tolower(c);
}

/* "connect4" becomes Connectfour: GoGui has letters alone. */
static void spell_digits(const char *name, struct by_text *out)
{
    static const char *const digit[] = {"zero", "one", "two",   "three", "four",
                                        "five", "six", "seven", "eight", "nine"};
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        if (isdigit(c))
            by_text_add(out, digit[c - '0']);
        else if (isalpha(c))
            by_text_char(out, out->length == 0 ? upper(c) : lower(c));
    }
}

static bool name_game(const char *name, const char *title, struct by_gtp_game *out)
{
    out->game = name;
    struct by_text text = by_text_over(out->name, sizeof out->name);
    join_words(title, &text);
    if (!by_same_text(out->name, name)) { /* a title of other words */
        text = by_text_over(out->name, sizeof out->name);
        join_words(name, &text);
    }
    text = by_text_over(out->gogui, sizeof out->gogui);
    spell_digits(name, &text);
    return true;
}

bool by_gtp_game_at(int index, struct by_gtp_game *out)
{
    const struct by_game *game;
    for (int i = 0; (game = by_game_at(i)); i++) {
        if (index-- == 0)
            return name_game(game->name, game->title, out);
        for (const struct by_alias *a = game->aliases; a && a->name; a++)
            if (index-- == 0)
                return name_game(a->name, a->title, out);
    }
    return false;
}

bool by_gtp_game_find(const char *name, struct by_gtp_game *out)
{
    for (int i = 0; by_gtp_game_at(i, out); i++)
        if (by_same_text(name, out->game) || by_same_text(name, out->name) ||
            by_same_text(name, out->gogui))
            return true;
    return false;
}

/* --- moves ----------------------------------------------------------------- */

/* As the game has them; where stones fall, as GoGui has them. */
static bool skips_i(const struct by_rules *rules)
{
    const struct by_board *board = rules->game->board;
    return by_rules_have(rules, BY_TRAIT_DROPS) || !board || board->skip_i;
}

static char column_letter(const struct by_rules *rules, int x)
{
    return (char)('A' + x + (x >= 8 && skips_i(rules)));
}

void by_gtp_write_point(const struct by_rules *rules, int x, int y, struct by_text *out)
{
    by_text_format(out, "%c%d", column_letter(rules, x), y + 1);
}

/* Stones in a column. */
static int column_height(const struct by_rules *rules, const void *position, int x)
{
    struct by_cells cells;
    int height = 0;
    rules->game->cells(rules, position, BY_NO_MOVE, &cells);
    while (height < cells.height && cells.cell[height * cells.width + x] != '.')
        height++;
    return height;
}

void by_gtp_write_move(const struct by_rules *rules, const void *position, by_move move,
                       struct by_text *out)
{
    char own[64];
    struct by_text writer = by_text_over(own, sizeof own);
    if (by_rules_have(rules, BY_TRAIT_DROPS)) {
        by_gtp_write_point(rules, move, column_height(rules, position, move), out);
        return;
    }
    rules->game->write_move(rules, position, move, &writer);
    bool word = strcmp(own, "pass") == 0;
    for (const char *c = own; *c; c++)
        by_text_char(out, word ? *c : (char)toupper((unsigned char)*c));
}

/* A column, and a row where a stone would come to lie. */
static enum by_status read_drop(const struct by_rules *rules, const void *position,
                                const char *text, by_move *out, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    int letter = toupper((unsigned char)text[0]);
    for (int x = 0; x < rules->width; x++) {
        if (column_letter(rules, x) != letter)
            continue;
        int64_t row;
        int height = column_height(rules, position, x);
        if (text[1] && (!by_read_int(text + 1, 1, rules->height, &row) || row != height + 1))
            break;
        *out = x;
        return BY_OK;
    }
    return by_fail(err, BY_BAD_INPUT, "'%s' is no square where a stone can come to lie",
                   by_quote(text, quoted));
}

enum by_status by_gtp_read_move(const struct by_rules *rules, const void *position,
                                const char *text, by_move *out, struct by_error *err)
{
    char joined[64];
    struct by_text writer = by_text_over(joined, sizeof joined);
    if (by_rules_have(rules, BY_TRAIT_DROPS))
        return read_drop(rules, position, text, out, err);
    enum by_status status = rules->game->read_move(rules, position, text, out, err);
    if (status == BY_OK || !strchr(text, '-'))
        return status;
    for (const char *c = text; *c; c++)
        if (*c != '-')
            by_text_char(&writer, *c);
    bool read = writer.length < sizeof joined &&
                rules->game->read_move(rules, position, joined, out, NULL) == BY_OK;
    return read ? BY_OK : status;
}
