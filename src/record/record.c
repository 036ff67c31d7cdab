/* record.c: the register of formats, and what all of them share. */
#include "record/record.h"
#include "base/spec.h"
#include "record/sgf_line.h"
#include <stdlib.h>
#include <string.h>

/* Room for as many settings as a spec has, and for those of the record's own. */
#define SETTINGS_MAX (2 * (BY_SPEC_PAIRS_MAX + 1))

/* --- the register ------------------------------------------------------------- */

#define BY_RECORD(name, extensions, title) extern const struct by_record_format by_record_##name;
#include "record/records.def"
#undef BY_RECORD

static const struct by_record_format *const formats[] = {
#define BY_RECORD(name, extensions, title) &by_record_##name,
#include "record/records.def"
#undef BY_RECORD
};

static const char *const extensions_of[] = {
#define BY_RECORD(name, extensions, title) extensions,
#include "record/records.def"
#undef BY_RECORD
};

const struct by_record_format *by_record_format_at(int index)
{
    int count = (int)(sizeof formats / sizeof formats[0]);
    return index >= 0 && index < count ? formats[index] : NULL;
}

const struct by_record_format *by_record_format_find(const char *name)
{
    const struct by_record_format *format;
    for (int i = 0; (format = by_record_format_at(i)); i++)
        if (by_same_text(format->name, name))
            return format;
    return NULL;
}

void by_record_format_names(struct by_text *out)
{
    const struct by_record_format *format;
    for (int i = 0; (format = by_record_format_at(i)); i++)
        by_text_format(out, "%s%s", i > 0 ? "|" : "", format->name);
}

/* Is `word` one of the '|'-separated `list`? */
static bool is_listed(const char *word, const char *list)
{
    char item[32];
    while (*list) {
        size_t length = strcspn(list, "|");
        struct by_text text = by_text_over(item, sizeof item);
        by_text_format(&text, "%.*s", (int)length, list);
        if (by_same_text(word, item))
            return true;
        list += length + (list[length] == '|');
    }
    return false;
}

const struct by_record_format *by_record_format_of(const char *path)
{
    const struct by_record_format *format;
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    for (int i = 0; dot && (format = by_record_format_at(i)); i++)
        if (is_listed(dot + 1, extensions_of[i]))
            return format;
    return NULL;
}

const struct by_record_format *by_record_format_sniff(const char *text, size_t size)
{
    const struct by_record_format *format;
    for (int i = 0; (format = by_record_format_at(i)); i++)
        if (format->sniff(text, size))
            return format;
    return NULL;
}

/* --- records ------------------------------------------------------------------- */

void by_record_close(struct by_record *record)
{
    by_line_close(record->line);
    by_rules_close(record->rules);
    for (int i = 0; i < BY_RECORD_SPARES; i++)
        by_rules_close(record->spare[i].rules);
    by_pool_close(&record->pool);
    *record = (struct by_record){0};
}

/* Lays the rules aside for a game like this one; others are closed. */
static void lay_aside(struct by_record *record)
{
    if (record->rules && record->opened[0]) {
        struct by_record_rules *spare = &record->spare[record->next_spare];
        by_rules_close(spare->rules);
        spare->rules = record->rules;
        memcpy(spare->opened, record->opened, sizeof record->opened);
        record->next_spare = (record->next_spare + 1) % BY_RECORD_SPARES;
    } else {
        by_rules_close(record->rules);
    }
    record->rules = NULL;
    record->opened[0] = '\0';
}

/* What rules are opened with, in one line; "" when it is too long for one. */
static void write_opened(const char *game, const struct by_setting *settings, int count,
                         const char *position, char out[BY_RECORD_SETTINGS_MAX])
{
    struct by_text text = by_text_over(out, BY_RECORD_SETTINGS_MAX);
    by_text_add(&text, game);
    for (int i = 0; i < count; i++)
        by_text_format(&text, "\n%s=%s", settings[i].name, settings[i].value);
    if (position || text.length >= BY_RECORD_SETTINGS_MAX)
        out[0] = '\0';
}

/* Rules opened with the same, out of the record; NULL: there are none. */
static struct by_rules *take_kept(struct by_record *record, const char *opened)
{
    struct by_rules *rules = NULL;
    if (opened[0] && record->rules && strcmp(opened, record->opened) == 0) {
        rules = record->rules;
        record->rules = NULL;
    }
    for (int i = 0; opened[0] && !rules && i < BY_RECORD_SPARES; i++) {
        struct by_record_rules *spare = &record->spare[i];
        if (!spare->rules || strcmp(opened, spare->opened) != 0)
            continue;
        rules = spare->rules;
        spare->rules = NULL;
        record->next_spare = i; /* where they will be laid aside again */
    }
    return rules;
}

enum by_status by_record_begin(struct by_record *record, const char *game,
                               const struct by_setting *settings, int count, const char *position,
                               struct by_error *err)
{
    char opened[BY_RECORD_SETTINGS_MAX];
    enum by_status status = BY_OK;
    struct by_line *line = NULL;
    write_opened(game, settings, count, position, opened);
    struct by_rules *rules = take_kept(record, opened);
    if (!rules)
        status = by_rules_open(game, settings, count, position, &rules, err);
    if (status == BY_OK)
        status = by_line_open(rules, &line, err);
    if (status != BY_OK && !record->rules) { /* the line may have been of these rules */
        by_line_close(record->line);
        record->line = NULL;
    }
    if (status != BY_OK) {
        by_rules_close(rules);
        return status;
    }
    by_line_close(record->line);
    lay_aside(record);
    record->line = line;
    record->rules = rules;
    memcpy(record->opened, opened, sizeof opened);
    return BY_OK;
}

enum by_status by_record_next(struct by_record_source *source, struct by_record *record,
                              bool *found, struct by_error *err)
{
    struct by_record kept = {0};
    by_line_close(record->line);
    record->line = NULL;
    lay_aside(record);
    memcpy(kept.spare, record->spare, sizeof kept.spare);
    kept.next_spare = record->next_spare;
    memset(record->spare, 0, sizeof record->spare);
    by_record_close(record);
    *record = kept;
    record->format = source->format;
    by_pool_open(&record->pool, BY_SGF_ARENA_MAX);
    *found = false;
    enum by_status status = source->format->read(source, record, found, err);
    source->games += status == BY_OK && *found;
    return status;
}

/* Reads the head and, where there is such a game, the game behind it. */
static enum by_status read_part(struct by_record_source *source,
                                const struct by_record_bytes *bytes, char *text,
                                struct by_error *err)
{
    size_t head = source->format->head, each = source->format->each;
    size_t first = bytes->size < head ? bytes->size : head, at = head + source->skipped;
    bool there = bytes->size >= each && at <= bytes->size - each;
    if (!bytes->read(bytes->context, 0, first, text) ||
        (there && !bytes->read(bytes->context, at, each, text + head)))
        return by_fail(err, BY_FAILED, "the file cannot be read at byte %zu", there ? at : 0);
    source->size = there ? head + each : first;
    return BY_OK;
}

enum by_status by_record_at(const struct by_record_format *format,
                            const struct by_record_bytes *bytes, int number,
                            struct by_record *record, bool *found, int *games, struct by_error *err)
{
    size_t room = format->head + format->each;
    char *text = malloc(room);
    struct by_record_source source = {.format = format,
                                      .text = text,
                                      .skipped = ((size_t)number - 1) * format->each,
                                      .whole = bytes->size};
    *games = bytes->size < format->head ? 0 : (int)((bytes->size - format->head) / format->each);
    *found = false;
    enum by_status status = text ? read_part(&source, bytes, text, err) : by_fail_memory(err, room);
    if (status == BY_OK)
        status = by_record_next(&source, record, found, err);
    free(text);
    return status;
}

/* The settings of the record's rules, and those asked for, which win. */
static int all_settings(const struct by_rules *rules, const struct by_record_request *request,
                        struct by_setting *out)
{
    int count = 0;
    for (int i = 0; i < request->setting_count; i++)
        out[count++] = request->settings[i];
    for (int i = 0; i < rules->values.count && count < SETTINGS_MAX; i++) {
        const char *name = rules->values.options[i].name;
        bool asked = !rules->values.value[i].given;
        for (int k = 0; k < request->setting_count; k++)
            asked = asked || by_same_text(request->settings[k].name, name);
        if (!asked)
            out[count++] = (struct by_setting){name, rules->values.value[i].text};
    }
    return count;
}

/* Plays the line once more with other settings. */
static enum by_status play_again(struct by_record *record, const struct by_record_request *request,
                                 struct by_error *err)
{
    struct by_setting settings[SETTINGS_MAX];
    const struct by_line *line = record->line;
    size_t bytes = ((size_t)line->count + 1) * sizeof *line->moves;
    int count = line->count;
    if (request->setting_count > SETTINGS_MAX / 2)
        return by_fail(err, BY_BAD_INPUT, "there are more than %d settings", SETTINGS_MAX / 2);
    struct by_text measure = by_text_over(NULL, 0);
    record->rules->game->write(record->rules, record->rules->start, &measure);
    char *start = malloc(measure.length + 1);
    by_move *moves = malloc(bytes);
    enum by_status status = start && moves ? BY_OK : by_fail_memory(err, bytes + measure.length);
    if (status == BY_OK) {
        struct by_text text = by_text_over(start, measure.length + 1);
        record->rules->game->write(record->rules, record->rules->start, &text);
        memcpy(moves, line->moves, bytes - sizeof *moves);
        status = by_record_begin(record, record->rules->name, settings,
                                 all_settings(record->rules, request, settings), start, err);
    }
    for (int i = 0; i < count && status == BY_OK; i++)
        status = by_line_play(record->line, moves[i], err);
    free(start);
    free(moves);
    return status;
}

/* A record that is a line already only has to stop at the ply asked for. */
static enum by_status cut_line(struct by_record *record, const struct by_record_request *request,
                               struct by_error *err)
{
    if (request->game && !by_same_text(request->game, record->rules->name))
        return by_fail(err, BY_BAD_INPUT, "the record is of the game %s, not %s",
                       record->rules->name, request->game);
    if (request->choice_count > 0)
        return by_fail(err, BY_BAD_INPUT, "a record of the format %s has no variations to choose",
                       record->format->name);
    enum by_status status = BY_OK;
    if (request->setting_count > 0)
        status = play_again(record, request, err);
    if (status != BY_OK)
        return status;
    while (request->ply >= 0 && record->line->count > request->ply)
        by_line_undo(record->line);
    record->plies = record->line->count;
    return BY_OK;
}

enum by_status by_record_play(struct by_record *record, const struct by_record_request *request,
                              struct by_error *err)
{
    return record->tree.root ? by_sgf_play(record, request, err) : cut_line(record, request, err);
}

enum by_status by_record_text(struct by_record *record, const struct by_record_format *format,
                              char **text, size_t *size, struct by_error *err)
{
    *text = NULL;
    for (size_t room = 4096;;) {
        char *buffer = malloc(room);
        if (!buffer)
            return by_fail_memory(err, room);
        struct by_text out = by_text_over(buffer, room);
        enum by_status status = format->write(record, &out, err);
        if (status == BY_OK && out.length < room) {
            *text = buffer;
            *size = out.length;
            return BY_OK;
        }
        free(buffer);
        if (status != BY_OK)
            return status;
        room = out.length + 1;
    }
}

enum by_status by_record_line_text(const struct by_line *line, const char *const *info,
                                   const struct by_record_format *format, char **text, size_t *size,
                                   struct by_error *err)
{
    struct by_record record = {.format = format,
                               .rules = (struct by_rules *)line->rules, /* only read, as is */
                               .line = (struct by_line *)line};
    *text = NULL;
    for (int i = 0; info && i < BY_INFO_COUNT; i++)
        record.info[i] = info[i];
    by_pool_open(&record.pool, BY_SGF_ARENA_MAX);
    enum by_status status = by_record_text(&record, format, text, size, err);
    by_pool_close(&record.pool);
    return status;
}

/* --- information --------------------------------------------------------------- */

struct info_words {
    const char *key, *property, *label;
};

static const struct info_words infos[] = {
#define BY_INFO(key, property, label) {#key, property, label},
#include "record/infos.def"
#undef BY_INFO
};

const char *by_info_key(enum by_info info)
{
    return infos[info].key;
}

const char *by_info_label(enum by_info info)
{
    return infos[info].label;
}

const char *by_info_property(enum by_info info)
{
    return infos[info].property;
}
