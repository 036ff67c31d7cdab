/* files.c: the experiments that are part of the program (lab/, by tools/embed.sh), and those of users. */
#include "base/file.h"
#include "lab/parts.h"
#include <stdlib.h>
#include <string.h>

#define ENDING ".lab"

/* What tools/embed.sh writes; a NULL name ends it. A plain compiler line takes none in. */
#ifdef BY_HAS_LAB
extern const struct by_lab_file {
    const char *name;
    const uint8_t *bytes, *end;
} by_lab_files[];
#else
static const struct by_lab_file {
    const char *name;
    const uint8_t *bytes, *end;
} by_lab_files[] = {{NULL, NULL, NULL}};
#endif

static bool is_path(const char *name)
{
    size_t length = strlen(name), ending = strlen(ENDING);
    return strchr(name, '/') || (length > ending && strcmp(name + length - ending, ENDING) == 0);
}

/* Is NAME.lab the file's name? */
static bool is_named(const struct by_lab_file *file, const char *name)
{
    size_t length = strlen(name);
    return strncmp(file->name, name, length) == 0 && strcmp(file->name + length, ENDING) == 0;
}

const char *by_lab_name(int index)
{
    const struct by_lab_file *file = by_lab_files;
    while (index-- > 0 && file->name)
        file++;
    return file->name;
}

static enum by_status load_own(const struct by_lab_file *file, struct by_lab_experiment *out,
                               struct by_error *err)
{
    return by_lab_read(file->name, (const char *)file->bytes, (size_t)(file->end - file->bytes),
                       out, err);
}

static enum by_status load_path(const char *path, struct by_lab_experiment *out,
                                struct by_error *err)
{
    char *text = NULL;
    size_t size = 0;
    enum by_status status = by_file_load(path, BY_LAB_BYTES_MAX, &text, &size, err);
    if (status == BY_OK)
        status = by_lab_read(path, text, size, out, err);
    free(text);
    return status;
}

static enum by_status unknown(const char *name, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], hint[64], names[4096];
    struct by_text list = by_text_over(names, sizeof names);
    for (const struct by_lab_file *file = by_lab_files; file->name; file++)
        by_text_format(&list, "%s%.*s", list.length ? "|" : "",
                       (int)(strlen(file->name) - strlen(ENDING)), file->name);
    struct by_text near = by_text_over(hint, sizeof hint);
    by_suggest(&near, name, names);
    return by_fail(err, BY_BAD_INPUT,
                   "there is no experiment '%s'%s; `banyan lab` lists them, and a file of your own "
                   "is named by its path",
                   by_quote(name, quoted), hint);
}

enum by_status by_lab_load(const char *name, struct by_lab_experiment *out, struct by_error *err)
{
    *out = (struct by_lab_experiment){0};
    if (is_path(name))
        return load_path(name, out, err);
    for (const struct by_lab_file *file = by_lab_files; file->name; file++)
        if (is_named(file, name))
            return load_own(file, out, err);
    return unknown(name, err);
}
