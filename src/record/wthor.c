/* wthor.c: WTHOR, the tournament base of the French federation, as files of one year (.wtb).
 * They can be read, not written.
 *
 * All numbers are little-endian. The header has 16 bytes: century, year, month, day of the file; the
 * number of games (4); a number of other records, 0 here (2); the year of the games (2); the
 * size of the board, 0 for 8 (1); the kind, 0 for games (1); the depth of the theoretical scores
 * (1); one byte unused. A game has 68 bytes: tournament, black, white, numbers in files of
 * names (2 each); the discs of black, and those with best play (1 each); 60 moves, 10 * row +
 * column, both from 1, and 0 behind the last. Passes are left out. The winner has got the empty
 * squares: a game whose moves come to their end must have the discs that it states. */
#include "record/flat.h"
#include <string.h>

#define HEADER 16
#define GAME   68
#define MOVES  60

/* A byte of the text, as one of the file: the games before the one asked for may be left out. */
static size_t place(const struct by_record_source *source, size_t at)
{
    return at < HEADER ? at : at + source->skipped;
}

static unsigned byte_at(const struct by_record_source *source, size_t at)
{
    return (unsigned char)source->text[at];
}

static unsigned number_at(const struct by_record_source *source, size_t at, int bytes)
{
    unsigned number = 0;
    for (int i = bytes - 1; i >= 0; i--)
        number = number << 8 | byte_at(source, at + (size_t)i);
    return number;
}

static enum by_status check_header(const struct by_record_source *source, struct by_error *err)
{
    if (source->size < HEADER)
        return by_fail(err, BY_BAD_INPUT, "byte %zu: a WTHOR file begins with %d bytes of header",
                       source->size, HEADER);
    size_t whole = source->whole > 0 ? source->whole : source->size;
    size_t games = number_at(source, 4, 4), rest = whole - HEADER;
    if (byte_at(source, 12) != 0 && byte_at(source, 12) != 8)
        return by_fail(err, BY_BAD_INPUT, "byte 12: the board is %ux%u; only 8x8 is read here",
                       byte_at(source, 12), byte_at(source, 12));
    if (byte_at(source, 13) != 0)
        return by_fail(err, BY_BAD_INPUT, "byte 13: kind %u, which is not that of games",
                       byte_at(source, 13));
    if (rest != games * GAME)
        return by_fail(err, BY_BAD_INPUT,
                       "byte 4: the header says %zu games of %d bytes, and %zu bytes follow it",
                       games, GAME, rest);
    if (games == 0)
        return by_fail(err, BY_BAD_INPUT, "byte 4: there is no game in this file");
    return BY_OK;
}

static const char *keep_number(struct by_record *record, const char *what, unsigned number)
{
    char text[64];
    struct by_text out = by_text_over(text, sizeof text);
    by_text_format(&out, "%s%u", what, number);
    return by_flat_keep(record, text, strlen(text));
}

/* As SGF writes results. */
static const char *keep_result(struct by_record *record, int black)
{
    char text[16];
    struct by_text out = by_text_over(text, sizeof text);
    int margin = 2 * black - 64;
    if (margin == 0)
        by_text_char(&out, '0');
    else
        by_text_format(&out, "%c+%d", margin > 0 ? 'B' : 'W', margin > 0 ? margin : -margin);
    return by_flat_keep(record, text, strlen(text));
}

static enum by_status read_info(const struct by_record_source *source, struct by_record *record,
                                size_t at, struct by_error *err)
{
    unsigned black = byte_at(source, at + 6);
    if (black > 64)
        return by_fail(err, BY_BAD_INPUT, "byte %zu: %u discs on 64 squares", place(source, at + 6),
                       black);
    record->info[BY_INFO_event] = keep_number(record, "tournament ", number_at(source, at, 2));
    record->info[BY_INFO_first] = keep_number(record, "player ", number_at(source, at + 2, 2));
    record->info[BY_INFO_second] = keep_number(record, "player ", number_at(source, at + 4, 2));
    record->info[BY_INFO_result] = keep_result(record, (int)black);
    if (number_at(source, 10, 2) != 0)
        record->info[BY_INFO_date] = keep_number(record, "", number_at(source, 10, 2));
    return BY_OK;
}

static enum by_status read_moves(const struct by_record_source *source, struct by_record *record,
                                 size_t at, struct by_error *err)
{
    size_t count = MOVES; /* zeros fill up a game that was broken off */
    while (count > 0 && byte_at(source, at + count - 1) == 0)
        count--;
    for (size_t i = 0; i < count; i++) {
        struct by_error why = {.status = BY_OK};
        unsigned move = byte_at(source, at + i), row = move / 10, column = move % 10;
        char word[3] = {(char)('a' + column - 1), (char)('0' + row), '\0'};
        if (row < 1 || row > 8 || column < 1 || column > 8)
            return by_fail(err, BY_BAD_INPUT, "byte %zu: move %zu, %u, is off the board",
                           place(source, at + i), i + 1, move);
        if (by_flat_play(record, word, &why) != BY_OK)
            return by_fail(err, BY_BAD_INPUT, "byte %zu: move %zu: %.400s", place(source, at + i),
                           i + 1, why.text);
    }
    return BY_OK;
}

/* Black's discs at the end, with the empty squares where Black has won. */
static int count_black(const struct by_record *record)
{
    char text[BY_FLAT_POSITION_MAX];
    int black = 0, white = 0;
    struct by_text out = by_text_over(text, sizeof text);
    by_flat_squares(record->rules, by_line_position(record->line), 'X', &out);
    for (int i = 0; i < 64; i++) {
        black += text[i] == 'X';
        white += text[i] == 'O';
    }
    return black > white ? 64 - white : black < white ? black : 32;
}

static enum by_status check_discs(const struct by_record_source *source,
                                  const struct by_record *record, size_t at, struct by_error *err)
{
    int said = (int)byte_at(source, at), played = count_black(record);
    if (!by_line_over(record->line) || said == played)
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT,
                   "byte %zu: the record says %d discs for Black, and its moves end with %d",
                   place(source, at), said, played);
}

static enum by_status read_record(struct by_record_source *source, struct by_record *record,
                                  bool *found, struct by_error *err)
{
    size_t at = source->at == 0 ? HEADER : source->at;
    enum by_status status = source->at == 0 ? check_header(source, err) : BY_OK;
    if (status != BY_OK || at == source->size)
        return status;
    status = by_flat_begin(record, "othello", 8, NULL, err);
    if (status == BY_OK)
        status = read_info(source, record, at, err);
    if (status == BY_OK)
        status = read_moves(source, record, at + GAME - MOVES, err);
    if (status == BY_OK)
        status = check_discs(source, record, at + 6, err);
    source->at = at + GAME;
    *found = status == BY_OK;
    return status;
}

static enum by_status write_record(struct by_record *record, struct by_text *out,
                                   struct by_error *err)
{
    (void)record, (void)out;
    return by_fail(err, BY_BAD_INPUT,
                   "WTHOR names players by numbers in other files: it can be read, not written");
}

/* A header with a possible date, and games to the last byte. */
static bool sniff(const char *text, size_t size)
{
    struct by_record_source source = {.text = text, .size = size};
    return size >= HEADER && check_header(&source, NULL) == BY_OK && byte_at(&source, 0) >= 19 &&
           byte_at(&source, 0) <= 21 && byte_at(&source, 2) >= 1 && byte_at(&source, 2) <= 12;
}

const struct by_record_format by_record_wthor = {
    .name = "wthor",
    .head = HEADER,
    .each = GAME,
    .sniff = sniff,
    .read = read_record,
    .write = write_record,
};
