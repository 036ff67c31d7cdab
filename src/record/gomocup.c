#include "record/gomocup.h"
#include "games/grid.h"

#include <string.h>

enum by_status by_gomocup_fail(const struct by_gomocup_text *in, size_t offset, const char *format,
                               ...)
{
    char text[256];
    long line, column;
    struct by_text out = by_text_over(text, sizeof text);
    va_list arguments;
    va_start(arguments, format);
    by_text_vformat(&out, format, arguments);
    va_end(arguments);
    by_sgf_where(in->text, in->size, offset, &line, &column);
    return by_fail(in->err, BY_BAD_INPUT, "line %ld, column %ld: %s", line, column, text);
}

/* --- reading ----------------------------------------------------------------------- */

bool by_gomocup_number(struct by_gomocup_text *in, int *out)
{
    size_t at = in->at;
    bool minus = at < in->size && in->text[at] == '-';
    int value = 0, digits = 0;
    for (at += minus; at < in->size && in->text[at] >= '0' && in->text[at] <= '9'; at++) {
        if (++digits > (minus ? 4 : 5))
            return false;
        value = 10 * value + (in->text[at] - '0');
    }
    if (digits == 0)
        return false;
    in->at = at;
    *out = minus ? -value : value;
    return true;
}

bool by_gomocup_skip(struct by_gomocup_text *in, const char *text)
{
    size_t length = strlen(text);
    if (in->size - in->at < length || memcmp(in->text + in->at, text, length) != 0)
        return false;
    in->at += length;
    return true;
}

bool by_gomocup_end_line(struct by_gomocup_text *in)
{
    size_t at = in->at;
    while (at < in->size && (in->text[at] == ' ' || in->text[at] == '\t'))
        at++;
    if (at < in->size && in->text[at] != '\n' && in->text[at] != '\r')
        return false;
    if (at + 1 < in->size && in->text[at] == '\r' && in->text[at + 1] == '\n')
        at++;
    in->at = at < in->size ? at + 1 : at;
    return true;
}

void by_gomocup_take_line(struct by_gomocup_text *in, const char **line, size_t *length)
{
    size_t end = in->at;
    while (end < in->size && in->text[end] != '\n' && in->text[end] != '\r')
        end++;
    *line = in->text + in->at;
    *length = end - in->at;
    in->at = end;
    (void)by_gomocup_end_line(in);
}

/* --- lines of play ------------------------------------------------------------------- */

enum by_status by_gomocup_open(struct by_record *record, int width, int height, const char *rule,
                               struct by_error *err)
{
    char size[32];
    struct by_text text = by_text_over(size, sizeof size);
    struct by_setting settings[] = {{"size", size}, {"rule", rule}};
    by_text_format(&text, "%dx%d", width, height);
    return by_record_begin(record, "gomoku", settings, rule ? 2 : 1, NULL, err);
}

/* The stones at `ply`; they are all that a position of Gomoku writes. */
static enum by_status read_stones(const struct by_record *record, int ply, struct by_grid *out,
                                  struct by_error *err)
{
    char text[BY_GRID_SIDE_MAX * (BY_GRID_SIDE_MAX + 1) + 8];
    const struct by_rules *rules = record->rules;
    struct by_text writer = by_text_over(text, sizeof text);
    rules->game->write(rules, by_line_position_at(record->line, ply), &writer);
    return by_grid_read(text, rules->width, rules->height, out, err);
}

/* Says why the move was refused. */
static enum by_status refuse_move(const struct by_gomocup_text *in, const struct by_record *record,
                                  const struct by_gomocup_point *point, by_move move)
{
    char word[16], quoted[BY_QUOTE_SIZE];
    struct by_grid grid;
    struct by_text text = by_text_over(word, sizeof word);
    const char *why = "is not legal";
    for (size_t i = point->from; i < point->to; i++)
        by_text_char(&text, in->text[i]);
    by_quote(word, quoted);
    if (move < 0)
        return by_gomocup_fail(in, point->from, "the point '%s' is off the board of %dx%d", quoted,
                               record->rules->width, record->rules->height);
    if (by_line_over(record->line))
        why = "comes after the end of the game";
    else if (read_stones(record, record->line->count, &grid, NULL) == BY_OK)
        why = grid.cell[move] == '.' ? "is forbidden" : "is taken";
    return by_gomocup_fail(in, point->from, "move %d: the point '%s' %s", record->line->count + 1,
                           quoted, why);
}

enum by_status by_gomocup_play(struct by_gomocup_text *in, struct by_record *record,
                               const struct by_gomocup_point *point)
{
    const struct by_rules *rules = record->rules;
    struct by_error why = {.status = BY_OK};
    if (point->x < 0 || point->y < 0 || point->x >= rules->width || point->y >= rules->height)
        return refuse_move(in, record, point, -1);
    by_move move = (rules->height - 1 - point->y) * rules->width + point->x;
    enum by_status status = by_line_play(record->line, move, &why);
    record->plies = record->line->count;
    if (status == BY_BAD_INPUT)
        return refuse_move(in, record, point, move);
    return status == BY_OK ? BY_OK : by_fail(in->err, status, "%s", why.text);
}

enum by_status by_gomocup_check(const struct by_record *record, const char *format,
                                struct by_error *err)
{
    const struct by_rules *rules = record->rules;
    if (strcmp(rules->game->name, "gomoku") != 0)
        return by_fail(err, BY_BAD_INPUT, "the format %s is for gomoku, not for %s", format,
                       rules->name);
    struct by_grid grid;
    enum by_status status = read_stones(record, 0, &grid, err);
    if (status != BY_OK)
        return status;
    if (by_grid_count(&grid, '.') < rules->width * rules->height || grid.side != 0)
        return by_fail(err, BY_BAD_INPUT,
                       "the format %s has moves only, but this game begins with stones set up",
                       format);
    return BY_OK;
}

struct by_gomocup_point by_gomocup_point_at(const struct by_record *record, int ply)
{
    const struct by_rules *rules = record->rules;
    by_move move = record->line->moves[ply];
    return (struct by_gomocup_point){.x = move % rules->width,
                                     .y = rules->height - 1 - move / rules->width};
}
