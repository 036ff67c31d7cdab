/* record.c: the register of formats, and what all of them share. */
#include "games/record/record.h"
#include "games/record/sgf_line.h"
#include <stdlib.h>
#include <string.h>

/* --- the register ------------------------------------------------------------- */

#define BY_RECORD(name) extern const struct by_record_format by_record_##name;
#include "games/record/records.def"
#undef BY_RECORD

static const struct by_record_format *const formats[] = {
#define BY_RECORD(name) &by_record_##name,
#include "games/record/records.def"
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
        if (is_listed(dot + 1, format->extensions))
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
    if (record->line)
        by_line_close(record->line);
    if (record->rules)
        by_rules_close(record->rules);
    by_arena_close(&record->arena);
    *record = (struct by_record){0};
}

enum by_status by_record_next(struct by_record_source *source, struct by_record *record,
                              bool *found, struct by_error *err)
{
    by_record_close(record);
    record->format = source->format;
    by_arena_open(&record->arena, BY_SGF_ARENA_MAX);
    *found = false;
    enum by_status status = source->format->read(source, record, found, err);
    source->games += status == BY_OK && *found;
    return status;
}

/* A record that is a line already only has to stop at the ply asked for. */
static enum by_status cut_line(struct by_record *record, const struct by_record_request *request,
                               struct by_error *err)
{
    if (request->game && !by_same_text(request->game, record->rules->name))
        return by_fail(err, BY_BAD_INPUT, "the record is of the game %s, not %s",
                       record->rules->name, request->game);
    if (request->setting_count > 0 || request->choice_count > 0)
        return by_fail(err, BY_BAD_INPUT,
                       "a record of the format %s has neither settings nor variations to choose",
                       record->format->name);
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

/* --- information --------------------------------------------------------------- */

struct info_words {
    const char *key, *property, *label;
};

static const struct info_words infos[] = {
#define BY_INFO(key, property, label) {#key, property, label},
#include "games/record/infos.def"
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
