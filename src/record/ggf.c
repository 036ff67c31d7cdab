/* ggf.c: the Generic Game Format of the GGS server, for Othello.
 *
 *   game     = "(;" { property } ";)"        anything may stand between two games
 *   property = name "[" bytes "]"            blanks may stand between properties
 *
 * GM[Othello] is the game, BO[8 squares side] the board at the beginning (black '*', white 'O', empty
 * '-', blanks anywhere); B[f5/evaluation/seconds] and W[...] are the moves, PA a pass, which may be left
 * out. PB, PW, RB, RW, DT, PC, TI, RE say who, how strong, when, where, how fast, how it
 * ended. Evaluations, seconds and other properties are left behind. Source: M. Buro's note on GGF. */
#include "record/flat.h"
#include "record/result.h"
#include <string.h>

#define NAME_MAX_LENGTH 8
#define SQUARES_MAX     101 /* and the side to move */

struct property {
    char name[NAME_MAX_LENGTH + 1];
    size_t at;       /* of the name */
    size_t from, to; /* the bytes of the value */
};

struct reader {
    struct by_record_source *source;
    struct by_record *record;
    size_t at, begun;
    struct by_error *err;
};

static char upper(char c)
{
    return (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* --- syntax -------------------------------------------------------------------------------- */

static enum by_status unclosed(struct reader *r)
{
    return by_flat_fail(r->source, r->begun, r->err, "the game that begins here does not end");
}

static enum by_status read_name(struct reader *r, struct property *out)
{
    char quoted[BY_QUOTE_SIZE];
    const struct by_record_source *s = r->source;
    int length = 0;
    out->at = r->at;
    for (; r->at < s->size && upper(s->text[r->at]) >= 'A' && upper(s->text[r->at]) <= 'Z';
         r->at++) {
        if (length == NAME_MAX_LENGTH)
            return by_flat_fail(s, out->at, r->err, "the name of a property has at most %d letters",
                                NAME_MAX_LENGTH);
        out->name[length++] = upper(s->text[r->at]);
    }
    out->name[length] = '\0';
    if (r->at == s->size)
        return unclosed(r);
    if (length == 0 || s->text[r->at] != '[')
        return by_flat_fail(s, r->at, r->err, "'%s' is out of place: properties look like PB[name]",
                            by_flat_quote(s, r->at, r->at + 1, quoted));
    return BY_OK;
}

/* The next property; *end behind the ";)" instead. */
static enum by_status next_property(struct reader *r, struct property *out, bool *end)
{
    const struct by_record_source *s = r->source;
    while (r->at < s->size && is_space(s->text[r->at]))
        r->at++;
    *end = s->size - r->at >= 2 && s->text[r->at] == ';' && s->text[r->at + 1] == ')';
    if (*end) {
        r->at += 2;
        return BY_OK;
    }
    if (r->at == s->size || (s->text[r->at] == ';' && r->at + 1 == s->size))
        return unclosed(r);
    enum by_status status = read_name(r, out);
    if (status != BY_OK)
        return status;
    out->from = ++r->at;
    while (r->at < s->size && s->text[r->at] != ']')
        r->at++;
    if (r->at == s->size)
        return by_flat_fail(s, out->from - 1, r->err, "the value that begins here has no ']'");
    out->to = r->at++;
    return BY_OK;
}

/* --- the board -------------------------------------------------------------------------------- */

static enum by_status bad_board(struct reader *r, const struct property *p, const char *why)
{
    return by_flat_fail(
        r->source, p->from, r->err,
        "BO[...] is a board: its size (4, 6, 8, 10), its squares and the side to move, "
        "of '*', 'O' and '-'; %s",
        why);
}

/* "8 --- ... *": the size must be that of the squares. */
static enum by_status read_board(struct reader *r, const struct property *p)
{
    char squares[SQUARES_MAX] = {0}, position[BY_FLAT_POSITION_MAX];
    struct by_error why = {.status = BY_OK};
    size_t count = 0, at = p->from;
    int said = 0;
    for (; at < p->to && r->source->text[at] >= '0' && r->source->text[at] <= '9' && said < 100;
         at++)
        said = 10 * said + (r->source->text[at] - '0');
    for (; at < p->to; at++) {
        char c = r->source->text[at];
        if (is_space(c))
            continue;
        if (c == '\0' || !strchr("*Oo-", c))
            return by_flat_fail(r->source, at, r->err, "here is none of '*', 'O' and '-'");
        if (count == SQUARES_MAX)
            return bad_board(r, p, "there are too many");
        squares[count++] = c;
    }
    char side = (char)(count > 0 ? squares[count - 1] : '-');
    int size = by_flat_position(squares, count > 0 ? count - 1 : 0, side != '*', position);
    if (size == 0 || size != said)
        return bad_board(r, p, "the numbers do not fit");
    if (side == '-')
        return bad_board(r, p, "nobody is to move");
    if (r->record->line)
        return by_flat_fail(r->source, p->at, r->err, "the board is given twice, or too late");
    enum by_status status = by_flat_begin(r->record, "othello", size, position, &why);
    return status == BY_OK ? BY_OK : by_flat_fail(r->source, p->from, r->err, "%.400s", why.text);
}

/* --- moves and the rest ----------------------------------------------------------------------- */

static enum by_status play_move(struct reader *r, const struct property *p)
{
    char word[BY_FLAT_WORD_MAX], quoted[BY_QUOTE_SIZE];
    struct by_error why = {.status = BY_OK};
    const char *text = r->source->text;
    size_t length = 0;
    int side = p->name[0] == 'W';
    while (p->from + length < p->to && text[p->from + length] != '/' && length + 1 < sizeof word) {
        word[length] = text[p->from + length] ? text[p->from + length] : '?';
        length++;
    }
    word[length] = '\0';
    if (!r->record->line && by_flat_begin(r->record, "othello", 8, NULL, r->err) != BY_OK)
        return r->err ? r->err->status : BY_FAILED;
    struct by_line *line = r->record->line;
    if (by_line_side(line) != side)
        (void)by_line_play_text(line, "pass", NULL); /* left out, or a mistake */
    enum by_status status = BY_BAD_INPUT;
    if (by_line_side(line) != side)
        (void)by_fail(&why, status, "it is not %s's turn", side == 0 ? "Black" : "White");
    else
        status = by_flat_play(r->record, word, &why);
    if (status == BY_OK && by_line_side(line) == side) /* a pass on the way */
        status = by_fail(&why, BY_BAD_INPUT, "%s has to pass", side == 0 ? "Black" : "White");
    return status == BY_OK
               ? BY_OK
               : by_flat_fail(r->source, p->from, r->err, "move %d, %s[%s]: %.380s",
                              line->count + 1, p->name,
                              by_flat_quote(r->source, p->from, p->to, quoted), why.text);
}

static const struct {
    const char *name;
    enum by_info info;
} infos[] = {
    {"PB", BY_INFO_first},       {"PW", BY_INFO_second}, {"RB", BY_INFO_first_rank},
    {"RW", BY_INFO_second_rank}, {"DT", BY_INFO_date},   {"PC", BY_INFO_place},
    {"TI", BY_INFO_time},
};
#define INFOS (sizeof infos / sizeof infos[0])

static void note(struct reader *r, const struct property *p)
{
    for (size_t i = 0; i < INFOS; i++)
        if (strcmp(infos[i].name, p->name) == 0 && !r->record->info[infos[i].info])
            r->record->info[infos[i].info] =
                by_flat_keep(r->record, r->source->text + p->from, p->to - p->from);
}

/* The result in the words that all formats share; its own are kept for GGF. */
static void note_result(struct reader *r, const struct property *p)
{
    char text[64];
    if (r->record->own_result)
        return;
    struct by_text out = by_text_over(text, sizeof text);
    r->record->own_result = by_flat_keep(r->record, r->source->text + p->from, p->to - p->from);
    if (r->record->own_result)
        by_result_from_ggf(r->record->own_result, &out);
    r->record->info[BY_INFO_result] = by_flat_keep(r->record, text, out.length);
}

static enum by_status check_game(struct reader *r, const struct property *p)
{
    char word[16], quoted[BY_QUOTE_SIZE];
    size_t length = p->to - p->from;
    struct by_text out = by_text_over(word, sizeof word);
    by_text_format(&out, "%.*s", (int)(length < 15 ? length : 15), r->source->text + p->from);
    if (length < 15 && by_same_text(word, "Othello"))
        return BY_OK;
    return by_flat_fail(r->source, p->from, r->err,
                        "GM[%s] is a game that is not read from GGF here; Othello is",
                        by_flat_quote(r->source, p->from, p->to, quoted));
}

static enum by_status take(struct reader *r, const struct property *p)
{
    if (strcmp(p->name, "GM") == 0)
        return check_game(r, p);
    if (strcmp(p->name, "BO") == 0)
        return read_board(r, p);
    if (strcmp(p->name, "B") == 0 || strcmp(p->name, "W") == 0)
        return play_move(r, p);
    if (strcmp(p->name, "RE") == 0)
        note_result(r, p);
    else
        note(r, p);
    return BY_OK;
}

static bool find_game(struct by_record_source *source)
{
    for (size_t at = source->at; at + 1 < source->size; at++) {
        if (source->text[at] != '(' || source->text[at + 1] != ';')
            continue;
        source->at = at;
        return true;
    }
    return false;
}

static enum by_status read_record(struct by_record_source *source, struct by_record *record,
                                  bool *found, struct by_error *err)
{
    struct property property = {.at = 0};
    bool end = false;
    if (!find_game(source))
        return by_flat_end(source, "game", err);
    struct reader r = {source, record, source->at + 2, source->at, err};
    enum by_status status = BY_OK;
    while (status == BY_OK && !end) {
        status = next_property(&r, &property, &end);
        if (status == BY_OK && !end)
            status = take(&r, &property);
    }
    if (status == BY_OK && !record->line)
        status = by_flat_begin(record, "othello", 8, NULL, err);
    source->at = r.at;
    *found = status == BY_OK;
    return status;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Text of another format may hold what would end the value. */
static void add_value(struct by_text *out, const char *name, const char *value)
{
    by_text_format(out, "%s[", name);
    for (; *value; value++)
        by_text_char(out, (char)(*value == ']' || *value == '\n' || *value == '\r' ? ' ' : *value));
    by_text_char(out, ']');
}

/* As it was said; else the margin of a finished game; else that it is not known. */
static void add_result(const struct by_record *record, struct by_text *out)
{
    char text[64];
    const char *said = record->info[BY_INFO_result];
    int squares = record->rules->width * record->rules->height;
    struct by_text words = by_text_over(text, sizeof text);
    if (said && record->own_result && strcmp(record->format->name, "ggf") == 0)
        add_value(out, "RE", record->own_result);
    else if (said && by_result_to_ggf(said, squares, &words))
        add_value(out, "RE", text);
    else if (by_line_over(record->line))
        by_text_format(out, "RE[%+.3f]", (double)by_line_result(record->line));
    else if (said)
        add_value(out, "RE", "?");
}

static void add_moves(const struct by_record *record, struct by_text *out)
{
    const struct by_rules *rules = record->rules;
    const struct by_line *line = record->line;
    for (int i = 0; i < line->count; i++) {
        const void *position = by_line_position_at(line, i);
        by_text_add(out, rules->game->side(rules, position) == 0 ? "B[" : "W[");
        if (line->moves[i] == rules->action_count - 1)
            by_text_add(out, "PA");
        else
            rules->game->write_move(rules, position, line->moves[i], out);
        by_text_char(out, ']');
    }
}

static enum by_status write_record(struct by_record *record, struct by_text *out,
                                   struct by_error *err)
{
    char board[BY_FLAT_POSITION_MAX];
    if (!by_flat_is_othello(record, err))
        return BY_BAD_INPUT;
    struct by_text squares = by_text_over(board, sizeof board);
    by_flat_squares(record->rules, by_line_position_at(record->line, 0), '*', &squares);
    by_text_add(out, "(;GM[Othello]");
    for (size_t i = 0; i < INFOS; i++)
        if (record->info[infos[i].info])
            add_value(out, infos[i].name, record->info[infos[i].info]);
    by_text_format(out, "TY[%d]", record->rules->width);
    add_result(record, out);
    by_text_format(out, "BO[%d %s]", record->rules->width, board);
    add_moves(record, out);
    by_text_add(out, ";)\n");
    return BY_OK;
}

/* "(;GM[O": SGF has numbers there. */
static bool sniff(const char *text, size_t size)
{
    static const char mark[] = "(;GM[";
    for (size_t at = 0; at + sizeof mark < size && at < 4096; at++)
        if (text[at] == '(')
            return strncmp(text + at, mark, sizeof mark - 1) == 0 &&
                   (text[at + sizeof mark - 1] < '0' || text[at + sizeof mark - 1] > '9');
    return false;
}

const struct by_record_format by_record_ggf = {
    .name = "ggf",
    .sniff = sniff,
    .read = read_record,
    .write = write_record,
};
