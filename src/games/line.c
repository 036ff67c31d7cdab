/* A line of play: positions are kept whole, so taking back is dropping one. */
#include "games/line.h"
#include <stdlib.h>
#include <string.h>

const void *by_line_position_at(const struct by_line *line, int ply)
{
    return line->positions + (size_t)ply * line->rules->position_size;
}

const void *by_line_position(const struct by_line *line)
{
    return by_line_position_at(line, line->count);
}

/* Makes room for `room` moves. What was allocated before stays valid on failure. */
static enum by_status grow(struct by_line *line, int room, struct by_error *err)
{
    size_t places = (size_t)room + 1;
    size_t bytes = places * line->rules->position_size;
    by_move *moves = realloc(line->moves, places * sizeof *moves);
    if (moves)
        line->moves = moves;
    uint64_t *keys = realloc(line->keys, places * sizeof *keys);
    if (keys)
        line->keys = keys;
    uint64_t *repeats = realloc(line->repeats, places * sizeof *repeats);
    if (repeats)
        line->repeats = repeats;
    unsigned char *positions = realloc(line->positions, bytes);
    if (positions)
        line->positions = positions;
    if (!moves || !keys || !repeats || !positions)
        return by_fail_memory(err, bytes);
    line->room = room;
    return BY_OK;
}

/* Notes the keys of the position that has just been written behind the last move. */
static void note_keys(struct by_line *line)
{
    const struct by_game *game = line->rules->game;
    const void *position = by_line_position(line);
    line->keys[line->count] = game->key(line->rules, position);
    line->repeats[line->count] =
        game->repeat_key ? game->repeat_key(line->rules, position, BY_NO_MOVE) : 0;
}

enum by_status by_line_open(const struct by_rules *rules, struct by_line **out,
                            struct by_error *err)
{
    *out = NULL;
    struct by_line *line = calloc(1, sizeof *line);
    if (!line)
        return by_fail_memory(err, sizeof *line);
    line->rules = rules;
    enum { FIRST_ROOM = 16 };
    enum by_status status = grow(line, FIRST_ROOM, err);
    if (status != BY_OK) {
        by_line_close(line);
        return status;
    }
    memcpy(line->positions, rules->start, rules->position_size);
    note_keys(line);
    *out = line;
    return BY_OK;
}

void by_line_begin(struct by_line *line, const void *position)
{
    line->count = 0;
    memmove(line->positions, position, line->rules->position_size);
    note_keys(line);
}

void by_line_close(struct by_line *line)
{
    if (!line)
        return;
    free(line->moves);
    free(line->keys);
    free(line->repeats);
    free(line->positions);
    free(line);
}

/* Plays a move already known to be legal. */
static enum by_status play_legal(struct by_line *line, by_move move, struct by_error *err)
{
    if (line->count == line->room) {
        enum by_status status = grow(line, 2 * line->room, err);
        if (status != BY_OK)
            return status;
    }
    const struct by_rules *rules = line->rules;
    unsigned char *next = line->positions + (size_t)(line->count + 1) * rules->position_size;
    memcpy(next, by_line_position(line), rules->position_size);
    rules->game->play(rules, next, move, NULL);
    line->moves[line->count++] = move;
    note_keys(line);
    return BY_OK;
}

/* The number of moves after which the position stood that `move` would bring back; -1: none. */
static int repeated(const struct by_line *line, by_move move)
{
    const struct by_game *game = line->rules->game;
    uint64_t key =
        game->repeat_key ? game->repeat_key(line->rules, by_line_position(line), move) : 0;
    for (int i = line->count; key && i >= 0; i--)
        if (line->repeats[i] == key)
            return i;
    return -1;
}

void by_line_resume(struct by_line *line)
{
    const struct by_rules *rules = line->rules;
    if (!rules->game->resume || !by_line_over(line))
        return;
    rules->game->resume(rules, line->positions + (size_t)line->count * rules->position_size);
    note_keys(line);
}

bool by_looks_back(const struct by_rules *rules)
{
    return rules->game->repeat_key && rules->game->repeat_key(rules, rules->start, BY_NO_MOVE) != 0;
}

bool by_line_repeats(const struct by_line *line, by_move move)
{
    return repeated(line, move) >= 0;
}

enum by_status by_line_read(const struct by_line *line, const char *text, by_move *out,
                            struct by_error *err)
{
    by_move move;
    enum by_status status = by_move_read(line->rules, by_line_position(line), text, &move, err);
    if (status != BY_OK)
        return status;
    int earlier = repeated(line, move);
    if (earlier >= 0) {
        char quoted[BY_QUOTE_SIZE];
        return by_fail(err, BY_BAD_INPUT,
                       "the move '%s' is not legal here: it brings back the position after move %d",
                       by_quote(text, quoted), earlier);
    }
    *out = move;
    return BY_OK;
}

enum by_status by_line_play_text(struct by_line *line, const char *move, struct by_error *err)
{
    by_move read = BY_NO_MOVE;
    enum by_status status = by_line_read(line, move, &read, err);
    return status == BY_OK ? play_legal(line, read, err) : status;
}

enum by_status by_line_play(struct by_line *line, by_move move, struct by_error *err)
{
    size_t bytes = (size_t)line->rules->max_moves * sizeof(by_move);
    by_move *scratch = malloc(bytes);
    if (!scratch)
        return by_fail_memory(err, bytes);
    bool legal = by_move_legal(line->rules, by_line_position(line), move, scratch);
    free(scratch);
    if (!legal || by_line_repeats(line, move))
        return by_fail(err, BY_BAD_INPUT, "action %d is not legal here", (int)move);
    return play_legal(line, move, err);
}

static enum by_status begin_where(const struct by_line *line, struct by_line *own,
                                  struct by_error *err)
{
    void *first = malloc(own->rules->position_size);
    if (!first)
        return by_fail_memory(err, own->rules->position_size);
    enum by_status status =
        by_rules_carry(line->rules, by_line_position_at(line, 0), own->rules, first, err);
    if (status == BY_OK)
        by_line_begin(own, first);
    free(first);
    return status;
}

enum by_status by_line_retrace(const struct by_rules *rules, const struct by_line *line,
                               struct by_line **out, struct by_error *err)
{
    enum by_status status = by_line_open(rules, out, err);
    if (status == BY_OK)
        status = begin_where(line, *out, err);
    for (int i = 0; i < line->count && status == BY_OK; i++) {
        status = by_line_play(*out, line->moves[i], err);
        if (status == BY_OK && by_line_over(*out) &&
            !line->rules->game->over(line->rules, by_line_position_at(line, i + 1)))
            by_line_resume(*out);
    }
    return status;
}

/* Copies the next word of a move list into `word`; false at the end. Words that are too
 * long are cut, and then refused as moves. */
static bool next_word(const char **cursor, char *word, size_t size)
{
    static const char blanks[] = " \t\r\n,";
    *cursor += strspn(*cursor, blanks);
    size_t length = strcspn(*cursor, blanks);
    if (length == 0)
        return false;
    size_t copied = length < size ? length : size - 1;
    memcpy(word, *cursor, copied);
    word[copied] = '\0';
    *cursor += length;
    return true;
}

enum by_status by_line_play_list(struct by_line *line, const char *moves, struct by_error *err)
{
    char word[64];
    for (int number = 1; next_word(&moves, word, sizeof word); number++) {
        struct by_error why = {.status = BY_OK};
        enum by_status status = by_line_play_text(line, word, &why);
        if (status != BY_OK)
            return by_fail(err, status, "move %d: %.480s", number, why.text);
    }
    return BY_OK;
}

bool by_line_undo(struct by_line *line)
{
    if (line->count == 0)
        return false;
    line->count--;
    return true;
}

int by_line_moves(const struct by_line *line, by_move *out)
{
    const struct by_rules *rules = line->rules;
    if (by_line_over(line))
        return 0;
    int kept = 0, count = rules->game->moves(rules, by_line_position(line), out);
    if (!rules->game->repeat_key)
        return count;
    for (int i = 0; i < count; i++)
        if (!by_line_repeats(line, out[i]))
            out[kept++] = out[i];
    return kept;
}

bool by_line_over(const struct by_line *line)
{
    return line->rules->game->over(line->rules, by_line_position(line));
}

int by_line_side(const struct by_line *line)
{
    return line->rules->game->side(line->rules, by_line_position(line));
}

int32_t by_line_result(const struct by_line *line)
{
    return by_line_over(line) ? line->rules->game->result(line->rules, by_line_position(line)) : 0;
}

size_t by_line_text(const struct by_line *line, char *buffer, size_t size)
{
    struct by_text out = by_text_over(buffer, size);
    line->rules->game->write(line->rules, by_line_position(line), &out);
    return out.length;
}

size_t by_line_draw(const struct by_line *line, char *buffer, size_t size)
{
    struct by_text out = by_text_over(buffer, size);
    line->rules->game->draw(line->rules, by_line_position(line), &out);
    return out.length;
}

size_t by_line_move_text(const struct by_line *line, by_move move, char *buffer, size_t size)
{
    struct by_text out = by_text_over(buffer, size);
    line->rules->game->write_move(line->rules, by_line_position(line), move, &out);
    return out.length;
}

enum by_status by_line_copy(const struct by_line *line, struct by_line **out, struct by_error *err)
{
    enum by_status status = by_line_open(line->rules, out, err);
    if (status == BY_OK && line->count > (*out)->room)
        status = grow(*out, line->count, err);
    if (status != BY_OK) {
        by_line_close(*out);
        *out = NULL;
        return status;
    }
    struct by_line *copy = *out;
    size_t places = (size_t)line->count + 1;
    copy->count = line->count;
    memcpy(copy->moves, line->moves, (size_t)line->count * sizeof *line->moves);
    memcpy(copy->keys, line->keys, places * sizeof *line->keys);
    memcpy(copy->repeats, line->repeats, places * sizeof *line->repeats);
    memcpy(copy->positions, line->positions, places * line->rules->position_size);
    return BY_OK;
}

int by_line_count(const struct by_line *line)
{
    return line->count;
}

by_move by_line_move(const struct by_line *line, int ply)
{
    return ply >= 0 && ply < line->count ? line->moves[ply] : BY_NO_MOVE;
}

bool by_line_cells(const struct by_line *line, struct by_cells *out)
{
    const struct by_rules *rules = line->rules;
    if (!rules->game->cells)
        return false;
    memset(out, 0, sizeof *out);
    rules->game->cells(rules, by_line_position(line), by_line_move(line, line->count - 1), out);
    return true;
}
