/* openings.c: see openings.h. */
#include "arena/openings.h"
#include "games/chance.h"
#include "record/record.h"
#include <stdlib.h>
#include <string.h>

/* Openings drawn for one pair before giving up on it. Where one in a hundred random lines
 * lasts long enough, all of these fail with probability e^-100. */
#define TRIES 10000

/* A line of an opening file is at most this long. */
#define LINE_MAX_BYTES 65536

bool by_openings_any(const struct by_openings *openings)
{
    return openings->plies > 0 || openings->count > 0;
}

void by_openings_close(struct by_openings *openings)
{
    for (int i = 0; i < openings->count; i++)
        free(openings->list[i].moves);
    free(openings->list);
    *openings = (struct by_openings){0};
}

void by_openings_write(const struct by_openings *openings, struct by_text *out)
{
    if (openings->count > 0)
        by_text_format(out, "%d from a file, %016llx", openings->count,
                       (unsigned long long)openings->hash);
    else if (openings->plies > 0)
        by_text_format(out, "random:%d", openings->plies);
}

/* --- reading --------------------------------------------------------------------- */

/* Adds the moves of a line. */
static enum by_status keep(struct by_openings *openings, const struct by_line *line,
                           struct by_error *err)
{
    int count = openings->count;
    if (count >= BY_OPENINGS_MAX)
        return by_fail(err, BY_BAD_INPUT, "there are more than %d openings", BY_OPENINGS_MAX);
    if ((count & (count - 1)) == 0) { /* full: room for twice as many */
        size_t bytes = (size_t)(count ? 2 * count : 1) * sizeof *openings->list;
        struct by_opening *list = realloc(openings->list, bytes);
        if (!list)
            return by_fail_memory(err, bytes);
        openings->list = list;
    }
    size_t bytes = (size_t)line->count * sizeof *line->moves;
    by_move *moves = malloc(bytes + 1);
    if (!moves)
        return by_fail_memory(err, bytes);
    memcpy(moves, line->moves, bytes);
    openings->list[count] = (struct by_opening){line->count, moves};
    openings->count++;
    for (int i = 0; i < line->count; i++)
        openings->hash = by_mix64(openings->hash + (uint64_t)moves[i] + 0x9e3779b97f4a7c15U);
    openings->hash = by_mix64(openings->hash + 1); /* here one ends */
    return BY_OK;
}

/* A record's moves are played again under the rules of the match. */
static enum by_status replay(const struct by_record *record, struct by_line *line,
                             struct by_error *err)
{
    const struct by_rules *rules = line->rules;
    const struct by_line *theirs = record->line;
    char word[64], quoted[BY_QUOTE_SIZE];
    if (!by_rules_of(record->rules, rules->game->name) || record->rules->width != rules->width ||
        record->rules->height != rules->height)
        return by_fail(err, BY_BAD_INPUT, "it is a game of %s %s, the match is one of %s %s",
                       record->rules->name, record->rules->label, rules->name, rules->label);
    if (record->dropped > 0)
        return by_fail(err, BY_BAD_INPUT, "it sets up stones; an opening is made of moves");
    for (int i = 0; i < theirs->count; i++) {
        struct by_text text = by_text_over(word, sizeof word);
        record->rules->game->write_move(record->rules, by_line_position_at(theirs, i),
                                        theirs->moves[i], &text);
        if (by_line_play_text(line, word, NULL) != BY_OK)
            return by_fail(err, BY_BAD_INPUT, "move %d, '%s', cannot be played in this match",
                           i + 1, by_quote(word, quoted));
    }
    return BY_OK;
}

static void rewind_line(struct by_line *line)
{
    while (by_line_undo(line))
        ;
}

static enum by_status check_end(const struct by_line *line, struct by_error *err)
{
    if (by_line_over(line))
        return by_fail(err, BY_BAD_INPUT, "the game is over at its end");
    return BY_OK;
}

static enum by_status name_opening(const char *what, int number, struct by_error *err)
{
    if (!err)
        return BY_BAD_INPUT;
    struct by_error inner = *err;
    return by_fail(err, inner.status, "%s %d: %s", what, number, inner.text);
}

static enum by_status read_records(struct by_record_source *source, struct by_line *line,
                                   struct by_openings *out, struct by_error *err)
{
    struct by_record record = {0};
    struct by_record_request request = {.game = line->rules->name, .ply = -1};
    bool found = true;
    enum by_status status = BY_OK;
    while (status == BY_OK) {
        status = by_record_next(source, &record, &found, err);
        if (status != BY_OK || !found)
            break;
        rewind_line(line);
        status = by_record_play(&record, &request, err);
        if (status == BY_OK)
            status = replay(&record, line, err);
        if (status == BY_OK)
            status = check_end(line, err);
        if (status == BY_OK)
            status = keep(out, line, err);
        if (status != BY_OK)
            status = name_opening("opening", source->games, err);
    }
    by_record_close(&record);
    return status;
}

/* One line of the text, without its comment; the text moves on. */
static bool next_line(const char **at, const char *end, char *line, size_t size, bool *fits)
{
    if (*at >= end)
        return false;
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    stop = stop ? stop : end;
    size_t length = (size_t)(stop - *at);
    *fits = length < size && !memchr(*at, 0, length);
    length = length < size ? length : size - 1;
    memcpy(line, *at, length);
    line[length] = 0;
    line[strcspn(line, "#\r")] = 0;
    *at = stop + 1;
    return true;
}

static enum by_status read_lines(const char *text, size_t size, struct by_line *line,
                                 struct by_openings *out, struct by_error *err)
{
    enum by_status status = BY_OK;
    const char *at = text, *end = text + size;
    bool fits;
    char *words = malloc(LINE_MAX_BYTES);
    if (!words)
        return by_fail_memory(err, LINE_MAX_BYTES);
    for (int number = 1; status == BY_OK && next_line(&at, end, words, LINE_MAX_BYTES, &fits);
         number++) {
        if (fits && words[strspn(words, " \t")] == 0)
            continue;
        rewind_line(line);
        status = fits ? by_line_play_list(line, words, err)
                      : by_fail(err, BY_BAD_INPUT, "it is too long, or not text");
        if (status == BY_OK)
            status = check_end(line, err);
        if (status == BY_OK)
            status = keep(out, line, err);
        if (status != BY_OK)
            status = name_opening("line", number, err);
    }
    free(words);
    return status;
}

enum by_status by_openings_read(const struct by_rules *rules, const char *path, const char *text,
                                size_t size, struct by_openings *out, struct by_error *err)
{
    struct by_line *line = NULL;
    *out = (struct by_openings){0};
    const struct by_record_format *format = by_record_format_of(path);
    enum by_status status = by_line_open(rules, &line, err);
    if (status != BY_OK)
        return status;
    if (!format)
        format = by_record_format_sniff(text, size);
    if (format) {
        struct by_record_source source = {
            .format = format, .text = text, .size = size, .board = rules->width};
        status = read_records(&source, line, out, err);
    } else {
        status = read_lines(text, size, line, out, err);
    }
    by_line_close(line);
    if (status == BY_OK && out->count == 0)
        status = by_fail(err, BY_BAD_INPUT, "there is no opening in it");
    if (status != BY_OK)
        by_openings_close(out);
    return status;
}

static enum by_status play_listed(const struct by_opening *opening, struct by_line *line,
                                  struct by_error *err)
{
    enum by_status status = BY_OK;
    rewind_line(line);
    for (int i = 0; i < opening->count && status == BY_OK; i++)
        status = by_line_play(line, opening->moves[i], err);
    return status;
}

bool by_openings_are_rule(const struct by_rules *rules, const char *text)
{
    return rules->game->opening_rule && by_same_text(text, rules->game->opening_rule);
}

enum by_status by_openings_by_rule(const struct by_rules *rules, struct by_openings *out,
                                   struct by_error *err)
{
    by_move moves[BY_OPENING_MOVES];
    struct by_line *line = NULL;
    *out = (struct by_openings){0};
    enum by_status status = by_line_open(rules, &line, err);
    for (int count;
         status == BY_OK && (count = rules->game->opening(rules, out->count, moves)) > 0;) {
        status = play_listed(&(struct by_opening){count, moves}, line, err);
        if (status == BY_OK)
            status = keep(out, line, err);
    }
    by_line_close(line);
    if (status == BY_OK && out->count == 0)
        status = by_fail(err, BY_BAD_INPUT, "%s has no openings for this board", rules->name);
    if (status != BY_OK)
        by_openings_close(out);
    return status;
}

/* --- playing ----------------------------------------------------------------------- */

/* Random moves from the start; the game may end within them. */
static enum by_status draw(const struct by_openings *openings, struct by_line *line,
                           struct by_rng *rng, by_move *moves, struct by_error *err)
{
    rewind_line(line);
    for (int ply = 0; ply < openings->plies && !by_line_over(line); ply++) {
        int count = by_line_moves(line, moves);
        by_move move = by_line_nature(line)
                           ? by_chance_draw(line->rules, by_line_position(line), moves, count, rng)
                           : moves[by_rng_below(rng, (uint32_t)count)];
        enum by_status status = by_line_play(line, move, err);
        if (status)
            return status;
    }
    return BY_OK;
}

enum by_status by_openings_play(const struct by_openings *openings, struct by_line *line, int pair,
                                uint64_t seed, by_move *moves, bool (*halted)(const void *context),
                                const void *context, struct by_error *err)
{
    struct by_rng rng;
    if (openings->count > 0)
        return play_listed(&openings->list[pair % openings->count], line, err);
    by_rng_init(&rng, seed, 0);
    for (int try = 0; try < TRIES && !halted(context); try++) {
        enum by_status status = draw(openings, line, &rng, moves, err);
        if (status || !by_line_over(line))
            return status;
    }
    if (halted(context))
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT,
                   "no opening of %d random plies leaves the game unfinished (%d tried); ask for "
                   "fewer plies",
                   openings->plies, TRIES);
}
