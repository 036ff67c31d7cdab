/* psq.c: the records of Gomocup's manager Piskvork, one game a file:
 *
 *      Piskvorky 20x20, 11:11, 0       columns x rows, the players' levels, who begins: 0 or 1
 *      11,10,1500                      x from the left, y from the top, from 1; milliseconds
 *      ...
 *      pbrain-one.exe                  the players: two lines, or none where people played
 *      pbrain-two.exe
 *      -1                              how the game ended for the manager
 *      1,Freestyle                     the player who won, or 0, and the rule; newer files have it
 *
 * A player that is not known is '?' where the other is. Where the rule is not stated, a record that goes
 * on behind a row of six or more is taken for one of the rule that wants exactly five, any
 * other for freestyle. A game that goes on where the stated rule ends it, or where a move is
 * forbidden (such a move loses, and the manager writes it down), is read by these two as well.
 * Times and levels are not kept. Source: what Piskvork's savePsq writes, and Gomocup's files. */
#include "record/gomocup.h"

#include <string.h>

#define NAME_MAX 200
#define NOBODY   "?"

static bool sniff(const char *text, size_t size)
{
    static const char magic[] = "Piskvorky ";
    return size >= sizeof magic - 1 && memcmp(text, magic, sizeof magic - 1) == 0;
}

struct header {
    int width, height, first;
};

static enum by_status read_header(struct by_gomocup_text *in, struct header *out)
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
static bool is_move(const struct by_gomocup_text *in)
{
    struct by_gomocup_text ahead = *in;
    int number;
    return by_gomocup_number(&ahead, &number) && by_gomocup_skip(&ahead, ",");
}

static enum by_status read_move(struct by_gomocup_text *in, struct by_gomocup_point *out)
{
    out->from = in->at;
    bool good = by_gomocup_number(in, &out->x) && by_gomocup_skip(in, ",") &&
                by_gomocup_number(in, &out->y);
    out->to = in->at;
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

static enum by_status play_moves(struct by_gomocup_text *in, struct by_record *record)
{
    enum by_status status = BY_OK;
    while (status == BY_OK && is_move(in)) {
        struct by_gomocup_point point = {0};
        status = read_move(in, &point);
        if (status == BY_OK)
            status = by_gomocup_play(in, record, &point);
    }
    return status;
}

/* --- who won, by which rule ---------------------------------------------------------------- */

static const struct {
    const char *word; /* of Gomocup */
    const char *rule;
} rules_words[] = {
    {"Freestyle", "freestyle"},
    {"Standard", "exact"},
    {"Renju", "renju"},
    {"Caro", NULL}, /* a five shut in at both ends does not win: not played here */
};
#define RULES_WORDS (int)(sizeof rules_words / sizeof rules_words[0])

struct verdict {
    int winner;       /* 1, 2: the player named first, second; else nobody */
    const char *rule; /* NULL: not stated */
};

/* "1,Freestyle" on a line of its own. */
static bool read_verdict(struct by_gomocup_text *in, struct verdict *out)
{
    if (!by_gomocup_number(in, &out->winner) || out->winner < -1 || out->winner > 2 ||
        !by_gomocup_skip(in, ","))
        return false;
    for (int i = 0; i < RULES_WORDS; i++) {
        struct by_gomocup_text ahead = *in;
        if (!by_gomocup_skip(&ahead, rules_words[i].word) || !by_gomocup_end_line(&ahead))
            continue;
        in->at = ahead.at;
        out->rule = rules_words[i].rule;
        return true;
    }
    return false;
}

/* The rule that the last line states; NULL: none. */
static const char *stated_rule(const struct by_gomocup_text *in)
{
    size_t end = in->size;
    struct verdict verdict = {0, NULL};
    while (end > in->at && strchr(" \t\r\n", in->text[end - 1]) && in->text[end - 1])
        end--;
    struct by_gomocup_text last = {in->text, end, end, NULL};
    while (last.at > in->at && last.text[last.at - 1] != '\n' && last.text[last.at - 1] != '\r')
        last.at--;
    return read_verdict(&last, &verdict) ? verdict.rule : NULL;
}

/* Plays by the first of the rules that allows all moves: the stated one; freestyle; exactly five
 * where a freestyle game ends before its moves do. */
static enum by_status play_by_some_rule(struct by_gomocup_text *in, struct by_record *record,
                                        const struct header *header)
{
    const char *const tried[] = {stated_rule(in), "freestyle", "exact"};
    struct by_error first = {.status = BY_OK}, *err = in->err;
    enum by_status status = BY_BAD_INPUT;
    size_t begin = in->at;
    for (int i = 0; i < 3 && status == BY_BAD_INPUT; i++) {
        struct by_error why = {.status = BY_OK};
        if (!tried[i] || (i == 2 && (!record->line || !by_line_over(record->line))))
            continue;
        in->at = begin;
        in->err = &why;
        status = by_gomocup_open(record, header->width, header->height, tried[i], &why);
        if (status == BY_OK)
            status = play_moves(in, record);
        if (first.status == BY_OK)
            first = why;
    }
    in->err = err;
    return status == BY_OK ? BY_OK : by_fail(err, status, "%s", first.text);
}

/* --- behind the moves ------------------------------------------------------------------------ */

/* A name as an information of the record. */
static enum by_status keep_name(struct by_gomocup_text *in, struct by_record *record,
                                enum by_info info)
{
    const char *line;
    size_t length, begin = in->at;
    by_gomocup_take_line(in, &line, &length);
    if (length == 0 || length > NAME_MAX || memchr(line, '\0', length))
        return by_gomocup_fail(in, begin, "the name of a player has 1 to %d characters", NAME_MAX);
    if (length == strlen(NOBODY) && memcmp(line, NOBODY, length) == 0)
        return BY_OK;
    char *name = by_pool_take(&record->pool, length + 1, 1);
    if (!name)
        return by_fail_memory(in->err, length + 1);
    memcpy(name, line, length);
    name[length] = '\0';
    record->info[info] = name;
    return BY_OK;
}

/* The lines at the end, if all that follows is such: the code, then perhaps the verdict. Without names
 * before it, a number without its line break may be the beginning of a move in a file that was cut. */
static bool take_end(struct by_gomocup_text *in, bool named, struct verdict *out)
{
    struct by_gomocup_text ahead = *in;
    int code;
    *out = (struct verdict){0, NULL};
    bool good = by_gomocup_number(&ahead, &code) && (named || ahead.at < ahead.size) &&
                by_gomocup_end_line(&ahead);
    if (!good)
        return false;
    while (ahead.at < ahead.size && by_gomocup_end_line(&ahead))
        continue;
    if (ahead.at < ahead.size && !read_verdict(&ahead, out))
        return false;
    while (ahead.at < ahead.size && by_gomocup_end_line(&ahead))
        continue;
    if (ahead.at == ahead.size)
        in->at = ahead.at;
    return ahead.at == ahead.size;
}

/* What stands where the end should be: the place, and the sentence for it. */
static enum by_status refuse_end(struct by_gomocup_text *in)
{
    int code;
    bool coded = by_gomocup_number(in, &code) && in->at < in->size && by_gomocup_end_line(in);
    if (coded)
        return by_gomocup_fail(in, in->at,
                               "the last line has the winner, 1, 2 or 0, and the rule, as in "
                               "1,Freestyle (or Standard, Renju, Caro)");
    return by_gomocup_fail(
        in, in->at, "behind the moves come two names or none, and then a line with a number");
}

/* A game that is over on the board needs no verdict. */
static void note_winner(struct by_record *record, const struct verdict *verdict, int first)
{
    if ((verdict->winner == 1 || verdict->winner == 2) && !by_line_over(record->line))
        record->info[BY_INFO_result] = (verdict->winner == 1) == (first == 0) ? "B+" : "W+";
}

static enum by_status read_footer(struct by_gomocup_text *in, struct by_record *record, int first)
{
    struct verdict verdict;
    bool ended = take_end(in, false, &verdict);
    for (int i = 0; i < 2 && !ended && in->at < in->size; i++) {
        enum by_status status =
            keep_name(in, record, (i == 0) == (first == 0) ? BY_INFO_first : BY_INFO_second);
        if (status != BY_OK)
            return status;
    }
    if (!ended && !take_end(in, true, &verdict))
        return refuse_end(in);
    note_winner(record, &verdict, first);
    return BY_OK;
}

static enum by_status read_record(struct by_record_source *source, struct by_record *record,
                                  bool *found, struct by_error *err)
{
    struct by_gomocup_text in = {source->text, source->size, source->at, err};
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

/* --- writing ----------------------------------------------------------------------------------- */

/* A name fit for a line; it must not look like a move either. */
static void write_name(struct by_text *out, const char *name)
{
    name = name && *name ? name : NOBODY;
    struct by_gomocup_text in = {name, strlen(name), 0, NULL};
    bool moves = is_move(&in);
    for (int i = 0; i < NAME_MAX && name[i]; i++) {
        bool bad = name[i] == '\n' || name[i] == '\r' || (moves && name[i] == ',');
        by_text_char(out, (char)(bad ? ' ' : name[i]));
    }
    by_text_char(out, '\n');
}

/* 1, 2 or 0: nobody, or not known. */
static int winner_of(const struct by_record *record)
{
    const char *said = record->info[BY_INFO_result];
    if (by_line_over(record->line)) {
        int32_t result = by_line_result(record->line);
        return result > 0 ? 1 : result < 0 ? 2 : 0;
    }
    if (!said || said[0] == '\0' || said[1] != '+')
        return 0;
    return said[0] == 'B' ? 1 : said[0] == 'W' ? 2 : 0;
}

/* The verdict, where the moves and the rule that is usual do not say as much. */
static void write_verdict(const struct by_record *record, struct by_text *out)
{
    const char *rule = by_values_get(&record->rules->values, "rule")->text;
    int winner = winner_of(record), i = 0;
    while (i < RULES_WORDS - 1 && !by_same_text(rules_words[i].rule, rule))
        i++;
    if (i > 0 || (winner > 0 && !by_line_over(record->line)))
        by_text_format(out, "%d,%s\n", winner, rules_words[i].word);
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
    const char *first = record->info[BY_INFO_first], *second = record->info[BY_INFO_second];
    if ((first && *first) || (second && *second)) {
        write_name(out, first);
        write_name(out, second);
    }
    by_text_add(out, "0\n");
    write_verdict(record, out);
    return BY_OK;
}

const struct by_record_format by_record_psq = {
    .single = true,
    .name = "psq",
    .sniff = sniff,
    .read = read_record,
    .write = write_record,
};
