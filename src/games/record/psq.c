/* psq.c: the records of Gomocup's manager Piskvork, one game a file:
 *
 *      Piskvorky 20x20, 11:11, 0       columns x rows, the players' levels, who begins: 0 or 1
 *      11,10,1500                      x from the left, y from the top, from 1; milliseconds
 *      ...
 *      pbrain-one.exe                  the players, or no names at all
 *      pbrain-two.exe
 *      0                               how the game ended for the manager
 *
 * The rule is not stated. A record that goes on behind a row of six or more is taken for one of
 * the rule that wants exactly five. Times and levels are not kept. */
#include "games/record/gomocup.h"

#include <string.h>

#define NAME_MAX 200

static bool sniff(const char *text, size_t size)
{
    static const char magic[] = "Piskvorky ";
    return size >= sizeof magic - 1 && memcmp(text, magic, sizeof magic - 1) == 0;
}

struct header {
    int width, height, first;
};

static enum by_status read_header(struct by_gomocup *in, struct header *out)
{
    int level[2];
    size_t begin = in->at;
    bool read = by_gomocup_skip(in, "Piskvorky ") && by_gomocup_number(in, &out->width) &&
                by_gomocup_skip(in, "x") && by_gomocup_number(in, &out->height) &&
                by_gomocup_skip(in, ", ") && by_gomocup_number(in, &level[0]) &&
                by_gomocup_skip(in, ":") && by_gomocup_number(in, &level[1]) &&
                by_gomocup_skip(in, ", ") && by_gomocup_number(in, &out->first);
    if (!read || (out->first != 0 && out->first != 1) || !by_gomocup_end_line(in))
        return by_gomocup_fail(in, in->at, "a PSQ record begins like 'Piskvorky 20x20, 11:11, 0'");
    if (out->width < 5 || out->width > 25 || out->height < 5 || out->height > 25)
        return by_gomocup_fail(in, begin + strlen("Piskvorky "),
                               "a board of %dx%d cannot be played on: 5 to 25 each", out->width,
                               out->height);
    return BY_OK;
}

/* Does a move begin here? A name may begin with a digit, too, but not go on with a comma. */
static bool is_move(const struct by_gomocup *in)
{
    struct by_gomocup ahead = *in;
    int number;
    return by_gomocup_number(&ahead, &number) && by_gomocup_skip(&ahead, ",");
}

static enum by_status read_move(struct by_gomocup *in, struct by_gomocup_point *out)
{
    bool good = by_gomocup_number(in, &out->x) && by_gomocup_skip(in, ",") &&
                by_gomocup_number(in, &out->y);
    if (good && by_gomocup_skip(in, ","))
        good = in->at < in->size && in->text[in->at] >= '0' && in->text[in->at] <= '9';
    while (good && in->at < in->size && in->text[in->at] >= '0' && in->text[in->at] <= '9')
        in->at++; /* the time, however long */
    if (!good || in->at == in->size || !by_gomocup_end_line(in))
        return by_gomocup_fail(in, in->at, "a move is 'x,y,milliseconds' on a line of its own");
    out->x--;
    out->y--;
    return BY_OK;
}

static enum by_status play_moves(struct by_gomocup *in, struct by_record *record)
{
    enum by_status status = BY_OK;
    while (status == BY_OK && is_move(in)) {
        struct by_gomocup_point point = {0, 0};
        size_t begin = in->at;
        status = read_move(in, &point);
        if (status == BY_OK)
            status = by_gomocup_play(in, record, point, begin);
    }
    return status;
}

/* Freestyle, or exactly five where the moves go on behind the end of a freestyle game. */
static enum by_status play_by_some_rule(struct by_gomocup *in, struct by_record *record,
                                        const struct header *header)
{
    size_t begin = in->at;
    struct by_error first = {.status = BY_OK}, *err = in->err;
    in->err = &first;
    enum by_status status =
        by_gomocup_open(record, header->width, header->height, "freestyle", &first);
    if (status == BY_OK)
        status = play_moves(in, record);
    const struct by_rules *rules = record->rules;
    bool ended = record->line && rules->game->over(rules, by_line_position(record->line));
    if (status == BY_BAD_INPUT && ended) {
        struct by_error second = {.status = BY_OK};
        in->at = begin;
        in->err = &second;
        status = by_gomocup_open(record, header->width, header->height, "exact", &second);
        if (status == BY_OK)
            status = play_moves(in, record);
    }
    in->err = err;
    return status == BY_OK ? BY_OK : by_fail(err, status, "%s", first.text);
}

/* A name as an information of the record. */
static enum by_status keep_name(struct by_gomocup *in, struct by_record *record, enum by_info info)
{
    const char *line;
    size_t length, begin = in->at;
    by_gomocup_take_line(in, &line, &length);
    if (length == 0 || length > NAME_MAX || memchr(line, '\0', length))
        return by_gomocup_fail(in, begin, "the name of a player has 1 to %d characters", NAME_MAX);
    char *name = by_arena_take(&record->arena, length + 1, 1);
    if (!name)
        return by_fail_memory(in->err, length + 1);
    memcpy(name, line, length);
    name[length] = '\0';
    record->info[info] = name;
    return BY_OK;
}

/* Is what follows the line with the code, the last of the file? Without its line break it may as
 * well be the beginning of a move in a file that was cut. */
static bool is_code(const struct by_gomocup *in)
{
    struct by_gomocup ahead = *in;
    int code;
    if (!by_gomocup_number(&ahead, &code) || ahead.at == ahead.size || !by_gomocup_end_line(&ahead))
        return false;
    while (ahead.at < ahead.size && by_gomocup_end_line(&ahead))
        continue;
    return ahead.at == ahead.size;
}

static enum by_status read_footer(struct by_gomocup *in, struct by_record *record, int first)
{
    enum by_status status = BY_OK;
    if (!is_code(in) && in->at < in->size)
        status = keep_name(in, record, first == 0 ? BY_INFO_first : BY_INFO_second);
    if (status == BY_OK && !is_code(in) && in->at < in->size)
        status = keep_name(in, record, first == 0 ? BY_INFO_second : BY_INFO_first);
    if (status == BY_OK && !is_code(in))
        return by_gomocup_fail(
            in, in->at, "behind the moves come two names or none, and then a line with a number");
    in->at = in->size;
    return status;
}

static enum by_status read_record(struct by_record_source *source, struct by_record *record,
                                  bool *found, struct by_error *err)
{
    struct by_gomocup in = {source->text, source->size, source->at, err};
    struct header header = {0, 0, 0};
    *found = false;
    if (source->at == source->size && source->games > 0)
        return BY_OK;
    enum by_status status = read_header(&in, &header);
    if (status == BY_OK)
        status = play_by_some_rule(&in, record, &header);
    if (status == BY_OK)
        status = read_footer(&in, record, header.first);
    source->at = in.size;
    *found = status == BY_OK;
    return status;
}

/* A name fit for a line; a record without names has the manager's words for people. */
static void write_name(struct by_text *out, const char *name, const char *otherwise)
{
    name = name && *name ? name : otherwise;
    for (int i = 0; i < NAME_MAX && name[i]; i++)
        by_text_char(out, name[i] == '\n' || name[i] == '\r' ? ' ' : name[i]);
    by_text_char(out, '\n');
}

static enum by_status write_record(struct by_record *record, struct by_text *out,
                                   struct by_error *err)
{
    enum by_status status = by_gomocup_check(record, "psq", err);
    if (status != BY_OK)
        return status;
    by_text_format(out, "Piskvorky %dx%d, 0:0, 0\n", record->rules->width, record->rules->height);
    for (int ply = 0; ply < record->line->count; ply++) {
        struct by_gomocup_point point = by_gomocup_point_at(record, ply);
        by_text_format(out, "%d,%d,0\n", point.x + 1, point.y + 1);
    }
    write_name(out, record->info[BY_INFO_first], "homo-1");
    write_name(out, record->info[BY_INFO_second], "homo-2");
    by_text_add(out, "0\n");
    return BY_OK;
}

const struct by_record_format by_record_psq = {
    .name = "psq",
    .title = "Gomoku games of Gomocup's manager Piskvork",
    .extensions = "psq",
    .sniff = sniff,
    .read = read_record,
    .write = write_record,
};
