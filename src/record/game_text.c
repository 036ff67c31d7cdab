/* game_text.c: a game of any kind as lines of text, one game a file:
 *
 *      # banyan game record            known by this beginning; other lines with '#' are comments
 *      game connect4 size=7x6          the game and its settings, as specs are written
 *      position ...                    where it begins, when that is not the game's own start
 *      first human                     what is known of it: the keys of infos.def, a line each
 *      result B+R                      in the words of SGF: the first player is Black
 *      moves d d e c                   as the game writes them; any number of such lines
 *
 * For games that no other format knows, and for people, who can read and write it. A file that somebody
 * else wrote makes nobody read another file: settings that name one are refused. */
#include "base/spec.h"
#include "games/knowledge.h"
#include "record/flat.h"
#include <stdlib.h>
#include <string.h>

#define HEAD      "# banyan game record"
#define WORD_MAX  256
#define LINE_WIDE 76

static bool sniff(const char *text, size_t size)
{
    return size >= strlen(HEAD) && strncmp(text, HEAD, strlen(HEAD)) == 0;
}

/* --- reading ------------------------------------------------------------------------------ */

struct reading {
    struct by_record_source *source;
    struct by_record *record;
    struct by_error *err;
    struct by_spec spec;
    bool named;           /* there was a line "game" */
    size_t game_at;       /* where that spec stands */
    const char *position; /* in the pool, or NULL */
    size_t position_at;
};

static enum by_status refuse(struct reading *r, size_t at, const char *sentence)
{
    return by_flat_fail(r->source, at, r->err, "%s", sentence);
}

/* What stands between two bytes, without blanks at its end, in the record's pool. */
static const char *keep(struct reading *r, size_t from, size_t end)
{
    const char *text = r->source->text;
    while (end > from && (text[end - 1] == ' ' || text[end - 1] == '\t'))
        end--;
    char *copy = by_pool_take(&r->record->pool, end - from + 1, 1);
    if (!copy)
        return NULL;
    for (size_t i = from; i < end; i++)
        copy[i - from] = text[i] ? text[i] : ' ';
    copy[end - from] = '\0';
    return copy;
}

static enum by_status read_game(struct reading *r, size_t from, size_t end)
{
    struct by_error why = {.status = BY_OK};
    const char *text = keep(r, from, end);
    if (!text)
        return by_fail_memory(r->err, end - from);
    if (r->named)
        return refuse(r, from, "a record has one game");
    if (by_spec_read(text, &r->spec, &why) != BY_OK)
        return by_flat_fail(r->source, from, r->err, "%.400s", why.text);
    const struct by_game *game = by_game_find(r->spec.name, NULL);
    for (int i = 0; game && i < r->spec.count; i++)
        if (by_setting_names_file(game->options, &r->spec.settings[i]))
            return by_flat_fail(r->source, from, r->err,
                                "%s names a file, and a record does not open others",
                                r->spec.settings[i].name);
    r->named = true;
    r->game_at = from;
    return BY_OK;
}

/* The game begins with the first line of moves, or at the end of the text. */
static enum by_status begin(struct reading *r)
{
    struct by_error why = {.status = BY_OK};
    if (r->record->line)
        return BY_OK;
    if (!r->named)
        return refuse(r, r->source->at, "there is no line that names the game, as in 'game nim'");
    enum by_status status = by_record_begin(r->record, r->spec.name, r->spec.settings,
                                            r->spec.count, r->position, &why);
    if (status == BY_BAD_INPUT)
        return by_flat_fail(r->source, r->position ? r->position_at : r->game_at, r->err, "%.400s",
                            why.text);
    return status == BY_OK ? BY_OK : by_fail(r->err, status, "%s", why.text);
}

static enum by_status read_moves(struct reading *r, size_t from, size_t end)
{
    char word[WORD_MAX];
    const struct by_record_source *source = r->source;
    enum by_status status = begin(r);
    for (size_t at = from; status == BY_OK && at < end; at = by_flat_skip_blanks(source, at)) {
        struct by_error why = {.status = BY_OK};
        size_t length = 0;
        while (at + length < end && source->text[at + length] != ' ' &&
               source->text[at + length] != '\t')
            length++;
        if (length >= sizeof word)
            return refuse(r, at, "this is too long for a move");
        memcpy(word, source->text + at, length);
        word[length] = '\0';
        by_line_resume(r->record->line); /* as people may agree to do */
        if (by_line_play_text(r->record->line, word, &why) != BY_OK)
            return by_flat_fail(source, at, r->err, "move %d: %.400s", r->record->line->count + 1,
                                why.text);
        at += length;
    }
    return status;
}

static enum by_status read_position(struct reading *r, size_t from, size_t end)
{
    if (r->record->line || r->position)
        return refuse(r, from, "the position stands once, and before the moves");
    r->position = keep(r, from, end);
    r->position_at = from;
    return r->position ? BY_OK : by_fail_memory(r->err, end - from);
}

static enum by_status read_info(struct reading *r, const char *word, size_t at, size_t from,
                                size_t end)
{
    char quoted[BY_QUOTE_SIZE];
    for (int i = 0; i < BY_INFO_COUNT; i++) {
        if (!by_same_text(word, by_info_key((enum by_info)i)))
            continue;
        r->record->info[i] = by_flat_keep(r->record, r->source->text + from, end - from);
        return r->record->info[i] ? BY_OK : by_fail_memory(r->err, end - from);
    }
    return by_flat_fail(r->source, at, r->err,
                        "'%s' is no word that a line of a record begins with",
                        by_quote(word, quoted));
}

static enum by_status read_line(struct reading *r)
{
    char word[BY_FLAT_WORD_MAX];
    const struct by_record_source *source = r->source;
    size_t at = source->at, end = by_flat_line_end(source, at), length = 0;
    while (at + length < end && source->text[at + length] != ' ' &&
           source->text[at + length] != '\t')
        length++;
    if (length >= sizeof word)
        return refuse(r, at, "this is too long for the word that a line begins with");
    memcpy(word, source->text + at, length);
    word[length] = '\0';
    size_t from = by_flat_skip_blanks(source, at + length);
    from = from < end ? from : end;
    r->source->at = end;
    if (by_same_text(word, "game"))
        return read_game(r, from, end);
    if (by_same_text(word, "position"))
        return read_position(r, from, end);
    if (by_same_text(word, "moves"))
        return read_moves(r, from, end);
    return read_info(r, word, at, from, end);
}

static enum by_status read_record(struct by_record_source *source, struct by_record *record,
                                  bool *found, struct by_error *err)
{
    struct reading r = {.source = source, .record = record, .err = err};
    enum by_status status = BY_OK;
    source->at = by_flat_skip_lines(source, source->at, "#");
    if (source->at == source->size)
        return by_flat_end(source, "game", err);
    while (status == BY_OK && source->at < source->size) {
        status = read_line(&r);
        source->at = by_flat_skip_lines(source, source->at, "#");
    }
    if (status == BY_OK)
        status = begin(&r);
    *found = status == BY_OK;
    return status;
}

/* --- writing ------------------------------------------------------------------------------ */

static char *text_of(const struct by_rules *rules, const void *position)
{
    struct by_text measure = by_text_over(NULL, 0);
    rules->game->write(rules, position, &measure);
    char *text = malloc(measure.length + 1);
    struct by_text out = by_text_over(text, text ? measure.length + 1 : 0);
    if (text)
        rules->game->write(rules, position, &out);
    return text;
}

/* Does the spec alone bring a reader to this position? */
static bool is_own_start(const char *spec_text, const char *position)
{
    struct by_spec spec;
    struct by_rules *rules = NULL;
    bool same = false;
    if (by_spec_read(spec_text, &spec, NULL) == BY_OK &&
        by_rules_open(spec.name, spec.settings, spec.count, NULL, &rules, NULL) == BY_OK) {
        char *start = text_of(rules, rules->start);
        same = start && strcmp(start, position) == 0;
        free(start);
    }
    by_rules_close(rules);
    return same;
}

/* One line; what would end it becomes a blank. */
static void write_info(const char *key, const char *text, struct by_text *out)
{
    by_text_format(out, "%s ", key);
    for (const char *c = text; *c; c++)
        by_text_char(out, (unsigned char)*c < ' ' ? ' ' : *c);
    by_text_char(out, '\n');
}

static void write_moves(const struct by_line *line, struct by_text *out)
{
    const struct by_rules *rules = line->rules;
    size_t begun = out->length;
    for (int i = 0; i < line->count; i++) {
        char word[WORD_MAX];
        struct by_text text = by_text_over(word, sizeof word);
        rules->game->write_move(rules, by_line_position_at(line, i), line->moves[i], &text);
        bool fresh = i == 0 || out->length - begun + text.length >= LINE_WIDE;
        if (fresh && i > 0)
            by_text_char(out, '\n');
        if (fresh)
            begun = out->length;
        by_text_format(out, "%s %s", fresh ? "moves" : "", word);
    }
    if (line->count > 0)
        by_text_char(out, '\n');
}

static enum by_status write_record(struct by_record *record, struct by_text *out,
                                   struct by_error *err)
{
    char spec[BY_SPEC_LENGTH_MAX + 1];
    struct by_text settings = by_text_over(spec, sizeof spec);
    const struct by_line *line = record->line;
    by_rules_write_spec(record->rules, &settings);
    if (settings.length >= sizeof spec)
        return by_fail(err, BY_BAD_INPUT, "the settings of this game are too long for a record");
    char *position = text_of(record->rules, by_line_position_at(line, 0));
    if (!position)
        return by_fail_memory(err, record->rules->position_size);
    by_text_format(out, HEAD "\ngame %s\n", spec);
    if (!is_own_start(spec, position))
        by_text_format(out, "position %s\n", position);
    free(position);
    for (int i = 0; i < BY_INFO_COUNT; i++)
        if (record->info[i] && record->info[i][0])
            write_info(by_info_key((enum by_info)i), record->info[i], out);
    write_moves(line, out);
    return BY_OK;
}

const struct by_record_format by_record_game = {
    .name = "game",
    .single = true,
    .sniff = sniff,
    .read = read_record,
    .write = write_record,
};
