#include "players/named.h"
#include "base/buffer.h"
#include "base/file.h"
#include "base/spec.h"
#include "players/resolve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FILE_MAX ((size_t)4 << 20)

/* --- where -------------------------------------------------------------------------- */

void by_named_path(struct by_text *out)
{
    const char *config = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    if (config && config[0] == '/') /* others are to be ignored, its specification says */
        by_text_format(out, "%s/banyan/engines", config);
    else if (home && home[0])
        by_text_format(out, "%s/.config/banyan/engines", home);
    else
        by_text_add(out, "");
}

static enum by_status find_path(char path[BY_NAMED_PATH], struct by_error *err)
{
    struct by_text text = by_text_over(path, BY_NAMED_PATH);
    by_named_path(&text);
    if (text.length == 0 || text.length >= BY_NAMED_PATH)
        return by_fail(err, BY_FAILED,
                       "there is no folder for your settings: neither XDG_CONFIG_HOME nor HOME is "
                       "set to one");
    return BY_OK;
}

/* --- reading ------------------------------------------------------------------------- */

/* The whole file; empty when there is none. */
static enum by_status read_file(const char *path, char **text, struct by_error *err)
{
    size_t size;
    enum by_status status = by_file_load(path, FILE_MAX, text, &size, err);
    if (status != BY_OK && errno == ENOENT) {
        *text = calloc(1, 1);
        return *text ? BY_OK : by_fail_memory(err, 1);
    }
    for (size_t i = 0; status == BY_OK && i < size; i++)
        (*text)[i] = (char)((*text)[i] ? (*text)[i] : '?');
    return status;
}

/* A line of the file; name "" where it is a comment or empty. */
struct entry {
    char name[BY_NAME_LENGTH + 1];
    const char *spec;
};

static enum by_status bad_line(const char *path, int number, const char *why, struct by_error *err)
{
    return by_fail(err, BY_BAD_INPUT, "%s, line %d: %s", path, number, why);
}

static bool is_name(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        bool other = (c >= '0' && c <= '9') || c == '-' || c == '_';
        if (!letter && (i == 0 || !other))
            return false;
    }
    return length > 0 && length <= BY_NAME_LENGTH;
}

static enum by_status read_line(const char *path, int number, const char *line, struct entry *out,
                                struct by_error *err)
{
    struct by_error why = {.status = BY_OK};
    struct by_spec spec;
    size_t length = strcspn(line, " \t");
    out->name[0] = '\0';
    if (line[strspn(line, " \t")] == '\0' || line[0] == '#')
        return BY_OK;
    if (!is_name(line, length))
        return bad_line(path, number,
                        "a line begins with a name of at most 31 letters, digits, '-' and '_'",
                        err);
    memcpy(out->name, line, length);
    out->name[length] = '\0';
    out->spec = line + length + strspn(line + length, " \t");
    if (by_player_is_reserved(out->name))
        return bad_line(path, number, "this name is a player's own", err);
    if (by_spec_read(out->spec, &spec, &why) == BY_OK)
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT, "%s, line %d: %.400s", path, number, why.text);
}

/* Calls `each` for every line: entry.name is "" for those without one. */
typedef void line_fn(void *context, const char *line, const struct entry *entry);

static enum by_status each_line(const char *path, char *text, line_fn *each, void *context,
                                struct by_error *err)
{
    int number = 0;
    while (*text) {
        struct entry entry;
        size_t length = strcspn(text, "\n");
        char *next = text + length + (text[length] == '\n');
        text[length] = '\0';
        if (length > 0 && text[length - 1] == '\r')
            text[length - 1] = '\0';
        if (++number > BY_NAMED_MAX)
            return bad_line(path, number, "there are too many lines", err);
        enum by_status status = read_line(path, number, text, &entry, err);
        if (status != BY_OK)
            return status;
        each(context, text, &entry);
        text = next;
    }
    return BY_OK;
}

static enum by_status read_all(line_fn *each, void *context, struct by_error *err)
{
    char path[BY_NAMED_PATH], *text = NULL;
    enum by_status status = find_path(path, err);
    if (status == BY_OK)
        status = read_file(path, &text, err);
    if (status == BY_OK)
        status = each_line(path, text, each, context, err);
    free(text);
    return status;
}

struct listing {
    by_named_fn *each;
    void *context;
};

static void list_line(void *context, const char *line, const struct entry *entry)
{
    const struct listing *listing = context;
    (void)line;
    if (entry->name[0])
        listing->each(listing->context, entry->name, entry->spec);
}

enum by_status by_named_each(by_named_fn *each, void *context, struct by_error *err)
{
    struct listing listing = {each, context};
    return read_all(list_line, &listing, err);
}

struct looking {
    const char *name;
    struct by_text out;
};

static void look_at_line(void *context, const char *line, const struct entry *entry)
{
    struct looking *looking = context;
    (void)line;
    if (entry->name[0] && looking->out.length == 0 && by_same_text(entry->name, looking->name))
        by_text_add(&looking->out, entry->spec);
}

enum by_status by_named_find(const char *name, char *out, size_t size, struct by_error *err)
{
    struct looking looking = {name, by_text_over(out, size)};
    by_text_add(&looking.out, "");
    return read_all(look_at_line, &looking, err);
}

/* --- writing -------------------------------------------------------------------------- */

/* The file's next text, with one name changed, added or left out. */
struct change {
    const char *name;
    const char *spec; /* NULL: leave the name out */
    bool found;
    struct by_buffer text;
};

static void put_entry(struct change *change)
{
    by_buffer_format(&change->text, "%s %s\n", change->name, change->spec);
}

static void change_line(void *context, const char *line, const struct entry *entry)
{
    struct change *change = context;
    bool this_one = entry->name[0] && by_same_text(entry->name, change->name);
    if (!this_one)
        by_buffer_format(&change->text, "%s\n", line);
    else if (change->spec && !change->found)
        put_entry(change);
    change->found |= this_one;
}

static enum by_status make_folders(const char *path, struct by_error *err)
{
    char folder[BY_NAMED_PATH];
    struct by_text text = by_text_over(folder, sizeof folder);
    by_text_add(&text, path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            return by_fail(err, BY_FAILED, "the folder %s cannot be made: %s", folder,
                           strerror(errno));
        *slash = '/';
    }
    return BY_OK;
}

/* A command may hold a password: others need not read a file that is new. */
static enum by_status write_text(const char *path, const struct by_buffer *text,
                                 struct by_error *err)
{
    struct by_file_writing writing;
    if (text->failed)
        return by_fail(err, BY_FAILED, "%s would become too large", path);
    enum by_status status = by_file_begin(&writing, path, BY_FILE_PRIVATE, err);
    if (status != BY_OK)
        return status;
    (void)fwrite(by_buffer_text(text), 1, text->length, writing.out);
    return by_file_end(&writing, err);
}

/* Reads the file, changes it and puts it back, while nobody else does. `may_be` says whether there
 * may be such a name, `must_be` whether there must be one. */
static enum by_status change_file(struct change *change, bool may_be, bool must_be,
                                  struct by_error *err)
{
    char path[BY_NAMED_PATH], quoted[BY_QUOTE_SIZE];
    int lock = -1;
    enum by_status status = find_path(path, err);
    if (status == BY_OK)
        status = make_folders(path, err);
    if (status == BY_OK)
        status = by_file_lock(path, &lock, err);
    if (status != BY_OK)
        return status;
    by_buffer_open(&change->text, FILE_MAX);
    status = read_all(change_line, change, err);
    if (status == BY_OK && change->found && !may_be)
        status = by_fail(err, BY_BAD_INPUT, "there is an engine called %s already", change->name);
    if (status == BY_OK && !change->found && must_be)
        status = by_fail(err, BY_BAD_INPUT, "there is no engine called '%s'",
                         by_quote(change->name, quoted));
    if (status == BY_OK && !change->found)
        put_entry(change);
    if (status == BY_OK)
        status = write_text(path, &change->text, err);
    by_buffer_close(&change->text);
    by_file_unlock(lock);
    return status;
}

enum by_status by_named_add(const char *name, const char *spec, bool replace, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    struct change change = {.name = name, .spec = spec};
    if (!is_name(name, strlen(name)))
        return by_fail(err, BY_BAD_INPUT,
                       "'%s' is no name: at most %d letters, digits, '-' and '_', a letter first",
                       by_quote(name, quoted), BY_NAME_LENGTH);
    if (by_player_is_reserved(name))
        return by_fail(err, BY_BAD_INPUT, "'%s' is a player's own name and cannot be given",
                       by_quote(name, quoted));
    if (strpbrk(spec, "\n\r"))
        return by_fail(err, BY_BAD_INPUT, "a spec in the list stands on one line");
    return change_file(&change, replace, false, err);
}

enum by_status by_named_remove(const char *name, struct by_error *err)
{
    struct change change = {.name = name};
    return change_file(&change, true, true, err);
}
