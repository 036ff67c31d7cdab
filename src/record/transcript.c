/* transcript.c: games of Othello as their moves, one game a line: "f5d6c3d3c4".
 *
 * Blanks may stand between moves; passes may be left out, and are left out in writing. Lines that
 * begin with '#' are comments, but "# othello 6x6" says that the next game is on such a board. */
#include "record/flat.h"
#include <stdlib.h>
#include <string.h>

#define HEAD "# othello "

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A move at `at`: letters and the digits behind them, or "--". Returns where it ends. */
static size_t move_end(const struct by_record_source *source, size_t at)
{
    size_t end = at;
    while (end < source->size && source->text[end] == '-' && end < at + 2)
        end++;
    if (end > at)
        return end;
    if (source->size - at >= 4 && strncmp(source->text + at, "pass", 4) == 0)
        return at + 4;
    while (end < source->size && is_letter(source->text[end]) && end < at + 4)
        end++;
    while (end > at && end < source->size && is_digit(source->text[end]) && end < at + 7)
        end++;
    return end;
}

/* The size that a comment names for the next game; *at moves behind all comments. */
static enum by_status skip_comments(const struct by_record_source *source, size_t *at, int *size,
                                    struct by_error *err)
{
    int64_t side;
    char word[BY_FLAT_WORD_MAX];
    size_t head = strlen(HEAD);
    *size = 8;
    for (*at = by_flat_skip_lines(source, *at, ""); *at < source->size && source->text[*at] == '#';
         *at = by_flat_skip_lines(source, *at, "")) {
        size_t from = *at, end = by_flat_line_end(source, from);
        *at = end;
        if (end - from < head || strncmp(source->text + from, HEAD, head) != 0)
            continue;
        struct by_text out = by_text_over(word, sizeof word);
        by_text_format(&out, "%.*s", end - from - head < 16 ? (int)(end - from - head) : 16,
                       source->text + from + head);
        char *cross = strchr(word, 'x');
        if (cross)
            *cross = '\0';
        if (!cross || !by_read_int(word, 4, 10, &side) || !by_same_text(word, cross + 1) ||
            side % 2)
            return by_flat_fail(source, from + head, err, "a board is 4x4, 6x6, 8x8 or 10x10");
        *size = (int)side;
    }
    return BY_OK;
}

static enum by_status read_moves(struct by_record_source *source, struct by_record *record,
                                 struct by_error *err)
{
    char word[BY_FLAT_WORD_MAX], quoted[BY_QUOTE_SIZE];
    size_t end = by_flat_line_end(source, source->at);
    for (size_t at = source->at; at < end; at = by_flat_skip_blanks(source, at)) {
        struct by_error why = {.status = BY_OK};
        size_t next = move_end(source, at);
        if (next == at)
            return by_flat_fail(source, at, err, "'%s' is no move",
                                by_flat_quote(source, at, at + 1, quoted));
        memcpy(word, source->text + at, next - at);
        word[next - at] = '\0';
        if (by_flat_play(record, word, &why) != BY_OK)
            return by_flat_fail(source, at, err, "move %d: %.400s", record->line->count + 1,
                                why.text);
        at = next;
    }
    source->at = end;
    return BY_OK;
}

static enum by_status read_record(struct by_record_source *source, struct by_record *record,
                                  bool *found, struct by_error *err)
{
    int size;
    enum by_status status = skip_comments(source, &source->at, &size, err);
    if (status != BY_OK)
        return status;
    if (source->at == source->size)
        return by_flat_end(source, "game", err);
    status = by_flat_begin(record, "othello", size, NULL, err);
    if (status == BY_OK)
        status = read_moves(source, record, err);
    *found = status == BY_OK;
    return status;
}

/* A transcript has no way to say where it begins. */
static bool begins_at_start(const struct by_record *record, struct by_error *err)
{
    uint8_t first[64], second[64];
    const struct by_rules *rules = record->rules;
    void *start = malloc(rules->position_size);
    if (!start) {
        (void)by_fail_memory(err, rules->position_size);
        return false;
    }
    rules->game->start(rules, start);
    size_t size = rules->game->pack(rules, by_line_position_at(record->line, 0), first);
    bool same = rules->game->pack(rules, start, second) == size && memcmp(first, second, size) == 0;
    free(start);
    if (!same)
        (void)by_fail(err, BY_BAD_INPUT,
                      "a transcript begins at the start of the game, and this record does not");
    return same;
}

static enum by_status write_record(struct by_record *record, struct by_text *out,
                                   struct by_error *err)
{
    const struct by_line *line = record->line;
    const struct by_rules *rules = record->rules;
    int pass = rules->action_count - 1;
    if (!by_flat_is_othello(record, err) || !begins_at_start(record, err))
        return BY_BAD_INPUT;
    if (line->count == 0)
        return by_fail(err, BY_BAD_INPUT, "a transcript has at least one move, this game has none");
    if (rules->width != 8)
        by_text_format(out, HEAD "%dx%d\n", rules->width, rules->height);
    for (int i = 0; i < line->count; i++)
        if (line->moves[i] != pass)
            rules->game->write_move(rules, by_line_position_at(line, i), line->moves[i], out);
    by_text_char(out, '\n');
    return BY_OK;
}

/* One of Othello's first moves, with another or nothing behind it; or the comment. */
static bool sniff(const char *text, size_t size)
{
    static const char *const firsts[] = {"d3", "c4", "f5", "e6"};
    struct by_record_source source = {.text = text, .size = size};
    size_t at = by_flat_skip_lines(&source, 0, "");
    size_t head = strlen(HEAD);
    if (size - at >= head && strncmp(text + at, HEAD, head) == 0)
        return true;
    at = by_flat_skip_lines(&source, at, "#");
    for (size_t i = 0; size - at >= 2 && i < sizeof firsts / sizeof firsts[0]; i++) {
        char c = size - at > 2 ? text[at + 2] : ' ';
        char first[3] = {text[at], text[at + 1], '\0'};
        if (by_same_text(first, firsts[i]))
            return is_letter(c) || c == ' ' || c == '\n' || c == '\r';
    }
    return false;
}

const struct by_record_format by_record_transcript = {
    .name = "transcript",
    .sniff = sniff,
    .read = read_record,
    .write = write_record,
};
