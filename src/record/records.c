/* records.c: games in texts and files, for those who use the library (banyan.h). */
#include "base/file.h"
#include "record/record.h"
#include <stdlib.h>
#include <string.h>

struct by_records {
    char *text;
    struct by_record_source source;
    struct by_record record;
    bool at_game; /* `record` has one */
};

/* --- formats ------------------------------------------------------------------ */

bool by_list_formats(int index, struct by_listed *out)
{
    static const char *const title[] = {
#define BY_RECORD(name, extensions, words) words,
#include "record/records.def"
#undef BY_RECORD
    };
    const struct by_record_format *format = by_record_format_at(index);
    if (!format)
        return false;
    *out = (struct by_listed){format->name, format->name, title[index], NULL};
    return true;
}

static enum by_status unknown_format(const char *what, struct by_error *err)
{
    char names[256];
    struct by_text list = by_text_over(names, sizeof names);
    by_record_format_names(&list);
    return by_fail(err, BY_BAD_INPUT, "%s: the formats are %s", what, names);
}

static enum by_status find_format(const char *name, const struct by_record_format **out,
                                  struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], what[2 * BY_QUOTE_SIZE];
    struct by_text words = by_text_over(what, sizeof what);
    *out = by_record_format_find(name);
    if (*out)
        return BY_OK;
    by_text_format(&words, "there is no format '%s'", by_quote(name, quoted));
    return unknown_format(what, err);
}

/* --- reading ------------------------------------------------------------------- */

/* Takes the text over, also when it fails. */
static enum by_status open_text(char *text, size_t size, const struct by_record_format *format,
                                struct by_records **out, struct by_error *err)
{
    if (!format)
        format = by_record_format_sniff(text, size);
    if (!format) {
        free(text);
        return unknown_format("the text looks like no format known here", err);
    }
    struct by_records *records = calloc(1, sizeof *records);
    if (!records) {
        free(text);
        return by_fail_memory(err, sizeof *records);
    }
    records->text = text;
    records->source = (struct by_record_source){.format = format, .text = text, .size = size};
    *out = records;
    return BY_OK;
}

enum by_status by_records_open(const char *text, size_t size, const char *format,
                               struct by_records **out, struct by_error *err)
{
    const struct by_record_format *found = NULL;
    *out = NULL;
    enum by_status status = format ? find_format(format, &found, err) : BY_OK;
    if (status != BY_OK)
        return status;
    if (size > BY_SGF_BYTES_MAX)
        return by_fail(err, BY_BAD_INPUT, "the text has more than %zu bytes",
                       (size_t)BY_SGF_BYTES_MAX);
    char *copy = malloc(size + 1);
    if (!copy)
        return by_fail_memory(err, size + 1);
    memcpy(copy, text, size);
    copy[size] = '\0';
    return open_text(copy, size, found, out, err);
}

enum by_status by_records_load(const char *path, const char *format, struct by_records **out,
                               struct by_error *err)
{
    const struct by_record_format *found = by_record_format_of(path);
    char *text = NULL;
    size_t size = 0;
    *out = NULL;
    enum by_status status = format ? find_format(format, &found, err) : BY_OK;
    if (status == BY_OK)
        status = by_file_load(path, BY_SGF_BYTES_MAX, &text, &size, err);
    return status == BY_OK ? open_text(text, size, found, out, err) : status;
}

void by_records_close(struct by_records *records)
{
    if (!records)
        return;
    by_record_close(&records->record);
    free(records->text);
    free(records);
}

enum by_status by_records_next(struct by_records *records, bool *found, struct by_error *err)
{
    const struct by_record_request whole = {.ply = -1};
    records->at_game = *found = false;
    enum by_status status = by_record_next(&records->source, &records->record, found, err);
    if (status == BY_OK && *found)
        status = by_record_play(&records->record, &whole, err);
    *found = records->at_game = status == BY_OK && *found;
    return status;
}

const struct by_rules *by_records_rules(const struct by_records *records)
{
    return records->at_game ? records->record.rules : NULL;
}

const struct by_line *by_records_line(const struct by_records *records)
{
    return records->at_game ? records->record.line : NULL;
}

bool by_records_take(struct by_records *records, struct by_rules **rules, struct by_line **line)
{
    if (!records->at_game || !records->record.line)
        return false;
    *rules = records->record.rules;
    *line = records->record.line;
    records->record.rules = NULL;
    records->record.line = NULL;
    return true;
}

const char *by_records_info_name(int index)
{
    if (index == BY_INFO_COUNT)
        return "comment";
    return index >= 0 && index < BY_INFO_COUNT ? by_info_key((enum by_info)index) : NULL;
}

const char *by_records_info(const struct by_records *records, const char *name)
{
    if (!records->at_game)
        return NULL;
    if (strcmp(name, "comment") == 0)
        return records->record.comment;
    for (int i = 0; i < BY_INFO_COUNT; i++)
        if (strcmp(name, by_info_key((enum by_info)i)) == 0)
            return records->record.info[i];
    return NULL;
}

/* --- writing ------------------------------------------------------------------- */

static enum by_status note_info(const struct by_setting *info, const char **out,
                                struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    for (int i = 0; i < BY_INFO_COUNT; i++)
        if (strcmp(info->name, by_info_key((enum by_info)i)) == 0) {
            out[i] = info->value;
            return BY_OK;
        }
    return by_fail(err, BY_BAD_INPUT, "a record has nothing called '%s'",
                   by_quote(info->name, quoted));
}

enum by_status by_line_record(const struct by_line *line, const char *format,
                              const struct by_setting *info, int count, char **text, size_t *size,
                              struct by_error *err)
{
    const struct by_record_format *found;
    const char *stated[BY_INFO_COUNT] = {NULL};
    *text = NULL;
    enum by_status status = find_format(format, &found, err);
    for (int i = 0; i < count && status == BY_OK; i++)
        status = note_info(&info[i], stated, err);
    return status == BY_OK ? by_record_line_text(line, stated, found, text, size, err) : status;
}

void by_free(void *memory)
{
    free(memory);
}
