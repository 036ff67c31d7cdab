/* identity.c: see identity.h. */
#include "players/identity.h"
#include "base/file.h"
#include "base/version.h"
#include "games/knowledge.h"
#include "players/program.h"
#include "players/resolve.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_SIZE 4096

/* --- the files of a command ------------------------------------------------------------ */

static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* The first of the folders in PATH that has it; false: none has. */
static bool find_in_path(const char *name, char out[PATH_SIZE])
{
    const char *folders = getenv("PATH");
    while (folders && *folders) {
        size_t length = strcspn(folders, ":");
        struct by_text text = by_text_over(out, PATH_SIZE);
        by_text_format(&text, "%.*s/%s", (int)length, folders, name);
        if (text.length < PATH_SIZE && is_file(out))
            return true;
        folders += length + (folders[length] == ':');
    }
    return false;
}

/* Reads the next word as the shell would; false at the end, and where the shell would do more than
 * split and unquote. */
static bool next_word(const char **at, char out[PATH_SIZE])
{
    struct by_text text = by_text_over(out, PATH_SIZE);
    const char *c = *at + strspn(*at, " \t\n");
    char quote = 0;
    if (!*c)
        return false;
    for (; *c && (quote || !strchr(" \t\n", *c)); c++) {
        if (quote ? *c == quote : *c == '\'' || *c == '"') {
            quote = quote ? 0 : *c;
        } else if (quote != '\'' && strchr("$`|;&<>()*?[#~", *c) && (!quote || strchr("$`", *c))) {
            return false;
        } else {
            if (*c == '\\' && quote != '\'' && c[1])
                c++;
            by_text_char(&text, *c);
        }
    }
    *at = c;
    return !quote && text.length < PATH_SIZE;
}

/* Is this what a program writes, rather than reads? `option`: the word before it. */
static bool is_written(const char *path, const char *option)
{
    static const char *const endings[] = {".log", ".txt", ".out", ".err", ".tmp", ".sgf"};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (length > 4 && strcmp(path + length - 4, endings[i]) == 0)
            return true;
    return option[0] == '-' && strstr(option, "log") != NULL;
}

/* The program itself: by its path, or through PATH. NULL: this word is none. */
static const char *find_program(const char *word, char found[PATH_SIZE])
{
    if (strchr(word, '/'))
        return is_file(word) ? word : NULL;
    return find_in_path(word, found) ? found : NULL;
}

void by_command_files(const char *command, by_command_file_fn *each, void *context)
{
    enum { MOST = 4 };
    char word[PATH_SIZE], before[PATH_SIZE] = "", found[PATH_SIZE];
    int count = 0;
    for (bool last = false; !last && next_word(&command, word); memcpy(before, word, PATH_SIZE)) {
        const char *path = count == 0                                   ? find_program(word, found)
                           : is_file(word) && !is_written(word, before) ? word
                                                                        : NULL;
        if (!path)
            continue;
        each(context, path);
        last = ++count == MOST || access(path, X_OK) != 0;
    }
}

/* --- who it is -------------------------------------------------------------------------- */

/* "gnugo (1a2b3c4d, 5234 bytes)": folders differ from machine to machine. */
static void add_file(void *context, const char *path)
{
    struct by_text *out = context;
    const char *slash = strrchr(path, '/');
    uint32_t sum;
    uint64_t size;
    if (by_file_sum(path, &sum, &size))
        by_text_format(out, "%s%.60s (%08x, %llu bytes)", out->length > 0 ? ", " : "",
                       slash ? slash + 1 : path, (unsigned)sum, (unsigned long long)size);
}

static const struct by_option *find_option(const struct by_option *options, const char *name)
{
    for (; options && options->name; options++)
        if (strcmp(options->name, name) == 0)
            return options;
    return NULL;
}

/* The files that options of a search name, or have behind their colon. */
static void add_files(const struct by_rules *rules, const struct by_resolved *resolved,
                      struct by_text *out)
{
    const struct by_option *options = resolved->search->options;
    for (int i = 0; i < resolved->spec.count; i++) {
        const struct by_setting *setting = &resolved->spec.settings[i];
        const struct by_option *option = find_option(options, setting->name);
        const char *colon = strchr(setting->value, ':');
        if (option && option->type == BY_OPTION_NAME && colon)
            by_knowledge_files(rules, colon + 1, add_file, out);
        else if (by_manners_reads_file(setting) ||
                 (option && by_setting_names_file(option, setting)))
            add_file(out, setting->value);
    }
}

static void add_program(const struct by_resolved *resolved, struct by_program *program,
                        struct by_text *out)
{
    by_text_add(out, by_program_about(program));
    for (int i = 0; i < resolved->spec.count; i++)
        if (strcmp(resolved->spec.settings[i].name, "cmd") == 0)
            by_command_files(resolved->spec.settings[i].value, add_file, out);
    if (out->length == 0)
        by_text_add(out, "a program that says nothing of itself");
}

/* --- the spec ------------------------------------------------------------------------------ */

/* Writes the options of manners, or all others, by their table. */
static enum by_status write_options(const struct by_resolved *resolved,
                                    const struct by_option *options, bool manners,
                                    const char *const *aside, struct by_text *out,
                                    struct by_error *err)
{
    struct by_setting mine[BY_SPEC_PAIRS_MAX];
    struct by_values values;
    int count = 0;
    for (int i = 0; i < resolved->spec.count; i++) {
        const struct by_setting *setting = &resolved->spec.settings[i];
        bool of_manners = resolved->search && find_option(by_manners_options, setting->name);
        if (of_manners == manners)
            mine[count++] = *setting;
    }
    enum by_status status = by_values_open(resolved->spec.name, options, mine, count, &values, err);
    if (status != BY_OK)
        return status;
    by_values_write(&values, aside, out);
    by_values_close(&values);
    return BY_OK;
}

enum by_status by_spec_canonical(const struct by_resolved *resolved, struct by_text *out,
                                 struct by_error *err)
{
    const struct by_protocol *protocol = resolved->protocol;
    const struct by_search *search = resolved->search;
    enum by_status status = BY_OK;
    by_text_add(out, protocol ? protocol->name : search ? search->name : resolved->spec.name);
    if (protocol)
        status = write_options(resolved, protocol->options, false, protocol->aside, out, err);
    if (search)
        status = write_options(resolved, search->options, false, NULL, out, err);
    if (search && status == BY_OK)
        status = write_options(resolved, by_manners_options, true, NULL, out, err);
    if (status == BY_OK && out->length >= out->size)
        status = by_fail(err, BY_BAD_INPUT, "the player's spec is too long");
    return status;
}

enum by_status by_player_identity(const struct by_rules *rules, struct by_player *player,
                                  struct by_identity *out, struct by_error *err)
{
    struct by_resolved resolved;
    char build[BY_BUILD_SIZE];
    struct by_text spec = by_text_over(out->spec, sizeof out->spec);
    struct by_text who = by_text_over(out->who, sizeof out->who);
    enum by_status status =
        by_player_resolve(rules, by_player_spec(player), BY_TRUST_ALL, &resolved, err);
    if (status == BY_OK)
        status = by_spec_canonical(&resolved, &spec, err);
    if (status != BY_OK)
        return status;
    if (resolved.protocol) {
        add_program(&resolved, by_player_program(player), &who);
    } else if (resolved.search) {
        by_text_format(&who, "banyan %s", by_build(build));
        add_files(rules, &resolved, &who);
    }
    return BY_OK;
}
