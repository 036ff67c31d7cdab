/* golines.c: games of Go, one a line:
 *
 *      SIZE KOMI RESULT SETUP MOVES ...
 *
 * with a blank between fields. KOMI is a number, or something else where nobody knows it; RESULT is as SGF has it.
 * SETUP is "-", or "B" and the points of black stones; MOVES is "B:" or "W:", who begins, and the points of the
 * moves, colours by turns. A point is two letters as in SGF, column from the left and row from the top, both from a on;
 * tt is a pass. What follows is not looked at, and neither are lines that begin with '#'. */
#include "record/flat.h"

#include <stdlib.h>
#include <string.h>

#define SIZE_MAX_HERE 19 /* tt is a pass: beyond, it would be a point */
#define POSITION_ROOM (SIZE_MAX_HERE * (SIZE_MAX_HERE + 1) + 8)
#define KOMI_MAX      1000

enum { SIZE, KOMI, RESULT, SETUP, MOVES, FIELDS };

struct field {
    size_t from, to;
};

/* The fields of the line at `at`; false: there are too few. */
static bool split(const struct by_record_source *source, size_t at, struct field field[FIELDS])
{
    size_t end = by_flat_line_end(source, at);
    for (int i = 0; i < FIELDS; i++) {
        field[i].from = at;
        while (at < end && source->text[at] != ' ')
            at++;
        field[i].to = at;
        if (field[i].from == at)
            return false;
        at += at < end;
    }
    return true;
}

static bool take(const struct by_record_source *source, struct field field,
                 char out[BY_FLAT_WORD_MAX])
{
    size_t length = field.to - field.from;
    if (length >= BY_FLAT_WORD_MAX)
        return false;
    memcpy(out, source->text + field.from, length);
    out[length] = '\0';
    return true;
}

static bool read_size(const struct by_record_source *source, struct field field, int *out)
{
    char word[BY_FLAT_WORD_MAX];
    int64_t size;
    if (!take(source, field, word) || !by_read_int(word, 2, SIZE_MAX_HERE, &size))
        return false;
    *out = (int)size;
    return true;
}

static bool begins(const struct by_record_source *source, struct field moves)
{
    const char *text = source->text + moves.from;
    return moves.to - moves.from >= 2 && (text[0] == 'B' || text[0] == 'W') && text[1] == ':';
}

static bool sniff(const char *text, size_t size)
{
    struct by_record_source source = {.text = text, .size = size};
    struct field field[FIELDS];
    int board;
    return split(&source, by_flat_skip_lines(&source, 0, "#"), field) &&
           read_size(&source, field[SIZE], &board) && begins(&source, field[MOVES]);
}

/* --- reading --------------------------------------------------------------------------------- */

/* Column and row from the top; false: it is no point of the board. */
static bool read_point(const char *letters, int size, int *x, int *y)
{
    *x = letters[0] - 'a';
    *y = letters[1] - 'a';
    return *x >= 0 && *y >= 0 && *x < size && *y < size;
}

static size_t place_of(int size, int x, int y)
{
    return (size_t)y * ((size_t)size + 1) + (size_t)x;
}

/* The position as Go's own text: rows from the top, then who begins. */
static enum by_status set_up(const struct by_record_source *source, struct field setup, int size,
                             bool white, char out[POSITION_ROOM], struct by_error *err)
{
    const char *text = source->text;
    size_t length = place_of(size, 0, size);
    int x, y;
    for (size_t i = 0; i < length; i++)
        out[i] = (i + 1) % ((size_t)size + 1) == 0 ? '/' : '.';
    memcpy(out + length - 1, white ? " O" : " X", 3);
    if (text[setup.from] != 'B' && (text[setup.from] != '-' || setup.to - setup.from != 1))
        return by_flat_fail(source, setup.from, err, "stones are '-' or as in 'Bddpp'");
    for (size_t at = setup.from + 1; at < setup.to; at += 2) {
        if (at + 1 == setup.to || !read_point(text + at, size, &x, &y) ||
            out[place_of(size, x, y)] != '.')
            return by_flat_fail(source, at, err, "this is no point for a stone");
        out[place_of(size, x, y)] = 'X';
    }
    return BY_OK;
}

static enum by_status begin(const struct by_record_source *source, const struct field *field,
                            struct by_record *record, int *size, struct by_error *err)
{
    char position[POSITION_ROOM], board[BY_FLAT_WORD_MAX], komi[BY_FLAT_WORD_MAX];
    struct by_setting setting[2] = {{"size", board}, {"komi", komi}};
    struct by_error why = {.status = BY_OK};
    double points = 0;
    if (!read_size(source, field[SIZE], size))
        return by_flat_fail(source, field[SIZE].from, err, "a board is 2 to %d", SIZE_MAX_HERE);
    if (!begins(source, field[MOVES]))
        return by_flat_fail(source, field[MOVES].from, err, "moves are as in 'B:eegc'");
    bool white = source->text[field[MOVES].from] == 'W', start = !white;
    enum by_status status = set_up(source, field[SETUP], *size, white, position, err);
    if (status != BY_OK)
        return status;
    start = start && !memchr(position, 'X', place_of(*size, 0, *size) - 1);
    (void)take(source, field[SIZE], board);
    bool stated = take(source, field[KOMI], komi) &&
                  by_read_real(komi, -KOMI_MAX, KOMI_MAX, &points) &&
                  (int)(2 * points) == 2 * points;
    status = by_record_begin(record, "go", setting, stated ? 2 : 1, start ? NULL : position, &why);
    if (status == BY_BAD_INPUT)
        return by_flat_fail(source, field[SETUP].from, err, "%.400s", why.text);
    return status == BY_OK ? BY_OK : by_fail(err, status, "%s", why.text);
}

/* Servers let a game go on after the passes that ended it. */
static enum by_status play(const struct by_record_source *source, size_t at, int size,
                           struct by_record *record, struct by_error *err)
{
    struct by_error why = {.status = BY_OK};
    const char *letters = source->text + at;
    bool pass = letters[0] == 't' && letters[1] == 't';
    int x = 0, y = 0;
    if (!pass && !read_point(letters, size, &x, &y))
        return by_flat_fail(source, at, err, "this is no point of a %dx%d board", size, size);
    by_line_resume(record->line);
    by_move move = pass ? size * size : (size - 1 - y) * size + x;
    enum by_status status = by_line_play(record->line, move, &why);
    if (status == BY_BAD_INPUT)
        return by_flat_fail(source, at, err, "move %d, %.2s, is not legal here",
                            record->line->count + 1, letters);
    return status == BY_OK ? BY_OK : by_fail(err, status, "%s", why.text);
}

static enum by_status read_record(struct by_record_source *source, struct by_record *record,
                                  bool *found, struct by_error *err)
{
    struct field field[FIELDS];
    int size = 0;
    source->at = by_flat_skip_lines(source, source->at, "#");
    if (source->at == source->size)
        return by_flat_end(source, "game", err);
    if (!split(source, source->at, field))
        return by_flat_fail(source, source->at, err,
                            "a game is 'SIZE KOMI RESULT SETUP MOVES', as in '9 7 B+R - B:eegc'");
    enum by_status status = begin(source, field, record, &size, err);
    size_t end = field[MOVES].to;
    for (size_t at = field[MOVES].from + 2; status == BY_OK && at < end; at += 2)
        status = at + 1 < end ? play(source, at, size, record, err)
                              : by_flat_fail(source, at, err, "a point has two letters");
    if (status == BY_OK && source->text[field[RESULT].from] != '?')
        record->info[BY_INFO_result] = by_flat_keep(record, source->text + field[RESULT].from,
                                                    field[RESULT].to - field[RESULT].from);
    source->at = by_flat_line_end(source, source->at);
    *found = status == BY_OK;
    return status;
}

/* --- writing --------------------------------------------------------------------------------- */

static void write_point(int x, int y, struct by_text *out)
{
    by_text_char(out, (char)('a' + x));
    by_text_char(out, (char)('a' + y));
}

/* Whether the format has room for a start, as Go's own text has it: black stones, and who begins. */
static bool fits(const char *start, int size)
{
    const char *side = strchr(start, ' ');
    return size <= SIZE_MAX_HERE && side && side[1] != '\0' && side[2] == '\0' &&
           !memchr(start, 'O', (size_t)(side - start));
}

static void write_setup(const char *start, int size, struct by_text *out)
{
    bool stones = memchr(start, 'X', place_of(size, 0, size) - 1) != NULL;
    by_text_add(out, stones ? " B" : " -");
    for (int i = 0; i < size * size; i++)
        if (start[place_of(size, i % size, i / size)] == 'X')
            write_point(i % size, i / size, out);
    by_text_format(out, " %c:", start[place_of(size, 0, size)] == 'X' ? 'B' : 'W');
}

static void write_moves(const struct by_line *line, int size, struct by_text *out)
{
    for (int i = 0; i < line->count; i++)
        if (line->moves[i] == size * size)
            by_text_add(out, "tt");
        else
            write_point(line->moves[i] % size, size - 1 - line->moves[i] / size, out);
    by_text_char(out, '\n');
}

/* Ways to count and other rules are lost. */
static enum by_status write_record(struct by_record *record, struct by_text *out,
                                   struct by_error *err)
{
    char start[POSITION_ROOM * 2];
    const struct by_rules *rules = record->rules;
    const char *result = record->info[BY_INFO_result];
    struct by_text text = by_text_over(start, sizeof start);
    if (strcmp(rules->game->name, "go") != 0)
        return by_fail(err, BY_BAD_INPUT, "this format is for Go, and the game is %s", rules->name);
    rules->game->write(rules, by_line_position_at(record->line, 0), &text);
    if (!fits(start, rules->width))
        return by_fail(err, BY_BAD_INPUT,
                       "this format is for boards up to %dx%d, and for games that begin with "
                       "black stones or none",
                       SIZE_MAX_HERE, SIZE_MAX_HERE);
    bool known = result && *result && *result != '?' && !strpbrk(result, " \t\r\n");
    by_text_format(out, "%d %s %s", rules->width, by_values_get(&rules->values, "komi")->text,
                   known ? result : "?");
    write_setup(start, rules->width, out);
    write_moves(record->line, rules->width, out);
    return BY_OK;
}

const struct by_record_format by_record_golines = {
    .name = "golines",
    .sniff = sniff,
    .read = read_record,
    .write = write_record,
};
