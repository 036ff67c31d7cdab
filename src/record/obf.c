/* obf.c: positions of Othello with what is known of their moves, one a line.
 *
 *   line   = squares blank side ";" { blanks move ":" score ";" } [ "%" comment ]
 *   square = "X" | "x" | "*" (black) | "O" | "o" (white) | "-" | "." ; a1 b1 ... h8
 *   side   = "X" | "x" | "*" | "O" | "o"
 *
 * 64 squares are a board of 8x8; 16, 36 and 100 make the other boards. Lines that begin with '%'
 * are comments. The scores are the record's known moves, and stay as they are in its comment; moves
 * to be played are not part of the format: what is written is the position after the last one. */
#include "record/flat.h"
#include <string.h>

#define SQUARES "XxOo*-."
#define MOST    100 /* squares of the largest board */

struct reader {
    struct by_record_source *source;
    struct by_record *record;
    struct by_error *err;
    struct by_known_move known[MOST]; /* what is more can only repeat moves */
    int known_count;
};

static bool is_one_of(char c, const char *list)
{
    return c != '\0' && strchr(list, c);
}

static size_t count_squares(const char *text, size_t size, size_t at)
{
    size_t count = 0;
    while (at + count < size && is_one_of(text[at + count], SQUARES))
        count++;
    return count;
}

static enum by_status read_board(struct reader *r, size_t *at)
{
    char position[BY_FLAT_POSITION_MAX];
    const struct by_record_source *source = r->source;
    struct by_error why = {.status = BY_OK};
    size_t from = *at, count = count_squares(source->text, source->size, from);
    size_t side = by_flat_skip_blanks(source, from + count);
    if (side == from + count || side == source->size || !is_one_of(source->text[side], "XxOo*"))
        return by_flat_fail(source, side, r->err,
                            "the side to move, X or O, must stand here, behind a blank");
    int size = by_flat_position(source->text + from, count <= MOST ? count : 0,
                                is_one_of(source->text[side], "Oo"), position);
    if (size == 0)
        return by_flat_fail(source, from, r->err,
                            "%zu squares are no board: there are 16, 36, 64 or 100", count);
    *at = side + 1;
    enum by_status status = by_flat_begin(r->record, "othello", size, position, &why);
    return status == BY_OK ? BY_OK : by_flat_fail(source, from, r->err, "%.400s", why.text);
}

/* One word up to the character `end`, which must follow; *at moves behind that. */
static enum by_status read_word(struct reader *r, size_t *at, char end, char word[BY_FLAT_WORD_MAX])
{
    const struct by_record_source *source = r->source;
    size_t length = 0;
    while (*at + length < source->size && source->text[*at + length] &&
           !is_one_of(source->text[*at + length], ":; \t\r\n%") && length + 1 < BY_FLAT_WORD_MAX) {
        word[length] = source->text[*at + length];
        length++;
    }
    word[length] = '\0';
    *at += length;
    if (*at < source->size && source->text[*at] == end && length > 0) {
        ++*at;
        return BY_OK;
    }
    return by_flat_fail(source, *at, r->err,
                        "a move and its score look like F5:+12; and here is "
                        "no '%c'",
                        end);
}

static enum by_status read_score(struct reader *r, size_t *at)
{
    char word[BY_FLAT_WORD_MAX], quoted[BY_QUOTE_SIZE];
    struct by_known_move known;
    size_t from = *at;
    struct by_error why = {.status = BY_OK};
    const struct by_record *record = r->record;
    enum by_status status = read_word(r, at, ':', word);
    if (status != BY_OK)
        return status;
    const char *move = by_flat_is_pass(word) ? "pass" : word;
    if (by_move_read(record->rules, by_line_position(record->line), move, &known.move, &why) !=
        BY_OK)
        return by_flat_fail(r->source, from, r->err, "%.400s", why.text);
    from = *at;
    status = read_word(r, at, ';', word);
    if (status == BY_OK && !by_read_real(word, -1000, 1000, &known.score))
        return by_flat_fail(r->source, from, r->err, "'%s' is no score", by_quote(word, quoted));
    if (status == BY_OK && r->known_count < MOST)
        r->known[r->known_count++] = known;
    return status;
}

/* What is known of the moves, up to the end of the line or a comment. */
static enum by_status read_scores(struct reader *r, size_t *at)
{
    const struct by_record_source *source = r->source;
    size_t from = by_flat_skip_blanks(source, *at), end = from;
    for (*at = from;; end = *at, *at = by_flat_skip_blanks(source, *at)) {
        if (*at == source->size || is_one_of(source->text[*at], "%\r\n"))
            break;
        enum by_status status = read_score(r, at);
        if (status != BY_OK)
            return status;
    }
    if (end > from)
        r->record->comment = by_flat_keep(r->record, source->text + from, end - from);
    return BY_OK;
}

static enum by_status keep_known(const struct reader *r)
{
    size_t bytes = (size_t)r->known_count * sizeof *r->known;
    void *copy = bytes > 0 ? by_pool_take(&r->record->pool, bytes, _Alignof(double)) : NULL;
    if (bytes > 0 && !copy)
        return by_fail_memory(r->err, bytes);
    if (copy)
        memcpy(copy, r->known, bytes);
    r->record->known = copy;
    r->record->known_count = r->known_count;
    return BY_OK;
}

static enum by_status read_record(struct by_record_source *source, struct by_record *record,
                                  bool *found, struct by_error *err)
{
    struct reader r = {.source = source, .record = record, .err = err};
    size_t at = by_flat_skip_lines(source, source->at, "%");
    source->at = at;
    if (at == source->size)
        return by_flat_end(source, "position", err);
    enum by_status status = read_board(&r, &at);
    if (status != BY_OK)
        return status;
    at = by_flat_skip_blanks(source, at);
    if (at < source->size && source->text[at] == ';')
        at++;
    else if (at < source->size && !is_one_of(source->text[at], "%\r\n"))
        return by_flat_fail(source, at, err, "a ';' must follow the side to move");
    status = read_scores(&r, &at);
    if (status == BY_OK)
        status = keep_known(&r);
    source->at = by_flat_line_end(source, at);
    *found = status == BY_OK;
    return status;
}

static enum by_status write_record(struct by_record *record, struct by_text *out,
                                   struct by_error *err)
{
    if (!by_flat_is_othello(record, err))
        return BY_BAD_INPUT;
    by_flat_squares(record->rules, by_line_position(record->line), 'X', out);
    by_text_char(out, ';');
    if (record->comment && strcmp(record->format->name, "obf") == 0 && record->line->count == 0)
        by_text_format(out, " %s", record->comment);
    by_text_char(out, '\n');
    return BY_OK;
}

/* A board of squares, and the side to move behind it. */
static bool sniff(const char *text, size_t size)
{
    struct by_record_source source = {.text = text, .size = size};
    size_t at = by_flat_skip_lines(&source, 0, "%");
    size_t count = count_squares(text, size, at);
    return (count == 16 || count == 36 || count == 64 || count == 100) && at + count + 1 < size &&
           text[at + count] == ' ' && is_one_of(text[at + count + 1], "XxOo*");
}

const struct by_record_format by_record_obf = {
    .name = "obf",
    .sniff = sniff,
    .read = read_record,
    .write = write_record,
};
