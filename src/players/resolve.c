#include "players/resolve.h"
#include "base/text.h"
#include "games/knowledge.h"
#include "players/levels.h"
#include "players/named.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool by_player_is_reserved(const char *name)
{
    return by_same_text(name, "human") || by_protocol_find(name) || by_search_find(name);
}

/* --- names --------------------------------------------------------------------------- */

static void add_name(void *context, const char *name, const char *spec)
{
    (void)spec;
    by_text_format(context, "|%s", name);
}

/* A program is named by its protocol and the command that starts it; which protocol a file of text
 * speaks can often be seen in it. */
static const char *protocol_in(const char *path)
{
    static const char *const marks[][2] = {{"genmove", "gtp"},
                                           {"nboard", "nboard"},
                                           {"pong", "nboard"},
                                           {"ABOUT", "gomocup"},
                                           {"TURN", "gomocup"}};
    char text[32768];
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        (void)fclose(file);
    for (size_t i = 0; i < size; i++)
        text[i] = text[i] ? text[i] : ' ';
    text[size] = '\0';
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strstr(text, marks[i][0]))
            return marks[i][1];
    return "gtp";
}

/* Somebody names a file where a player belongs: what to type instead. False: the text is no path. */
static bool names_file(const char *text, struct by_error *err)
{
    char path[256];
    struct by_text word = by_text_over(path, sizeof path);
    text += strspn(text, " \t");
    size_t length = strcspn(text, " \t=");
    by_text_format(&word, "%.*s", (int)(length < sizeof path ? length : sizeof path - 1), text);
    const char *here = strchr(path, '/') ? "" : "./";
    if ((*here && (!strchr(path, '.') || access(path, R_OK) != 0)) || text[length] == '=')
        return false;
    if (access(path, R_OK) != 0) {
        (void)by_fail(err, BY_BAD_INPUT,
                      "there is no file '%s'; a program is written as a player so: gtp cmd=\"...\" "
                      "(or gomocup, nboard)",
                      path);
        return true;
    }
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
        (void)by_fail(err, BY_BAD_INPUT, "'%s' is a folder or a device, not a player", path);
        return true;
    }
    const char *protocol = protocol_in(path);
    (void)by_fail(err, BY_BAD_INPUT,
                  "'%s' is a file, not a player; type '%s cmd=\"%s%s\"' if it speaks %s (the "
                  "protocols are gtp, gomocup and nboard)",
                  path, protocol, here, path, protocol);
    return true;
}

static enum by_status refuse_name(const struct by_rules *rules, const char *name, unsigned trust,
                                  struct by_error *err)
{
    char names[1024], hint[96], quoted[BY_QUOTE_SIZE];
    const struct by_protocol *protocol;
    struct by_text list = by_text_over(names, sizeof names);
    by_search_names(&list);
    for (int i = 0; (protocol = by_protocol_at(i)); i++)
        by_text_format(&list, "|%s", protocol->name);
    by_text_add(&list, "|human");
    by_level_names(rules ? rules->game : NULL, &list);
    if (trust & BY_TRUST_FILES)
        (void)by_named_each(add_name, &list, NULL);
    struct by_text suggestion = by_text_over(hint, sizeof hint);
    by_suggest(&suggestion, name, names);
    return by_fail(err, BY_BAD_INPUT, "there is no player called '%s'%s (players: %.300s)",
                   by_quote(name, quoted), hint, names);
}

/* What a name stands for: one given by the user, or a level of the game. "": nothing. */
static enum by_status find_name(const struct by_rules *rules, const char *name, unsigned trust,
                                char stored[BY_SPEC_LENGTH_MAX + 1], const struct by_level **level,
                                struct by_error *err)
{
    enum by_status status = BY_OK;
    stored[0] = '\0';
    if (trust & BY_TRUST_FILES)
        status = by_named_find(name, stored, BY_SPEC_LENGTH_MAX + 1, err);
    *level = rules && !stored[0] ? by_level_find(rules->game, name) : NULL;
    if (status == BY_OK && *level) {
        struct by_text copy = by_text_over(stored, BY_SPEC_LENGTH_MAX + 1);
        by_text_add(&copy, (*level)->spec);
    }
    return status;
}

/* An option behind a name that the name brings with it. */
static enum by_status refuse_twice(const struct by_spec *given, const char *stored,
                                   const struct by_level *level, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    struct by_spec own;
    enum by_status status = by_spec_read(stored, &own, err);
    if (status != BY_OK)
        return status;
    for (int i = 0; i < given->count; i++)
        for (int j = 0; j < own.count; j++)
            if (by_same_text(given->settings[i].name, own.settings[j].name))
                return by_fail(err, BY_BAD_INPUT,
                               "%s%s gives %s=%.40s itself: it stands for \"%s\"; write that out "
                               "to change it",
                               level ? "the level " : "", level ? level->name : given->name,
                               own.settings[j].name, own.settings[j].value,
                               by_quote(stored, quoted));
    return BY_OK;
}

/* What a name stands for, with the options that follow it in `text`: in out->text. */
static enum by_status look_up(const struct by_rules *rules, const char *text, unsigned trust,
                              struct by_resolved *out, struct by_error *err)
{
    char stored[BY_SPEC_LENGTH_MAX + 1];
    const char *name = out->spec.name;
    struct by_text whole = by_text_over(out->text, sizeof out->text);
    enum by_status status = find_name(rules, name, trust, stored, &out->level, err);
    if (status != BY_OK)
        return status;
    if (!stored[0] && !rules && by_level_find(NULL, name))
        by_text_add(&whole, text); /* of which game will be seen later */
    if (!stored[0])
        return whole.length > 0 ? BY_OK : refuse_name(rules, name, trust, err);
    text += strspn(text, " \t\r\n");
    by_text_format(&whole, "%s %s", stored, text + strlen(name));
    while (whole.length <= BY_SPEC_LENGTH_MAX && whole.length > 0 &&
           out->text[whole.length - 1] == ' ')
        out->text[--whole.length] = '\0';
    if (whole.length <= BY_SPEC_LENGTH_MAX)
        return refuse_twice(&out->spec, stored, out->level, err);
    return by_fail(err, BY_BAD_INPUT, "the spec of %s is too long with these options", name);
}

/* --- trust --------------------------------------------------------------------------- */

static enum by_status distrust(const char *what, const char *name, const char *value,
                               struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    return by_fail(err, BY_BAD_INPUT, "a spec from here may not %s: %s%s%s", what, name,
                   value ? "=" : "", value ? by_quote(value, quoted) : "");
}

static enum by_status ask_program(const struct by_resolved *resolved, unsigned trust,
                                  struct by_error *err)
{
    const struct by_spec *spec = &resolved->spec;
    if (!(trust & BY_TRUST_PROGRAMS))
        return distrust("start a program", resolved->protocol->name, NULL, err);
    for (int i = 0; i < spec->count; i++)
        if (by_same_text(spec->settings[i].name, "transcript") && !(trust & BY_TRUST_TRANSCRIPTS))
            return distrust("write a file", "transcript", spec->settings[i].value, err);
    return BY_OK;
}

/* An option of the search that names a file, or one of the game's behind the colon of a name:
 * `eval=matrix:FILE`. */
static bool reads_file(const struct by_rules *rules, const struct by_search *search,
                       const struct by_setting *setting)
{
    const char *colon = strchr(setting->value, ':');
    for (const struct by_option *option = search->options; option && option->name; option++) {
        if (!by_same_text(option->name, setting->name))
            continue;
        if (option->type == BY_OPTION_NAME)
            return colon && by_knowledge_reads_file(rules, colon + 1);
        return by_setting_names_file(option, setting);
    }
    return false;
}

static enum by_status ask_search(const struct by_rules *rules, const struct by_resolved *resolved,
                                 unsigned trust, struct by_error *err)
{
    const struct by_spec *spec = &resolved->spec;
    if (!rules || (trust & BY_TRUST_FILES))
        return BY_OK;
    for (int i = 0; i < spec->count; i++)
        if (reads_file(rules, resolved->search, &spec->settings[i]) ||
            by_manners_reads_file(&spec->settings[i]))
            return distrust("read a file", spec->settings[i].name, spec->settings[i].value, err);
    return BY_OK;
}

/* --- all of it ------------------------------------------------------------------------- */

/* A name's own name is not looked up again: a spec in the list names a search or a protocol. */
static enum by_status read_text(const struct by_rules *rules, const char *text, unsigned trust,
                                struct by_resolved *out, struct by_error *err)
{
    if ((trust & BY_TRUST_FILES) && names_file(text, err))
        return BY_BAD_INPUT;
    enum by_status status = by_spec_read(text, &out->spec, err);
    out->level = NULL;
    if (status != BY_OK)
        return status;
    struct by_text copy = by_text_over(out->text, sizeof out->text);
    by_text_add(&copy, text);
    if (by_player_is_reserved(out->spec.name))
        return BY_OK;
    status = look_up(rules, text, trust, out, err);
    if (status == BY_OK)
        status = by_spec_read(out->text, &out->spec, err);
    bool open = !rules && by_level_find(NULL, out->spec.name);
    if (status == BY_OK && !open && !by_player_is_reserved(out->spec.name))
        status = refuse_name(rules, out->spec.name, trust, err);
    return status;
}

enum by_status by_player_resolve(const struct by_rules *rules, const char *text, unsigned trust,
                                 struct by_resolved *out, struct by_error *err)
{
    enum by_status status = read_text(rules, text, trust, out, err);
    if (status != BY_OK)
        return status;
    out->protocol = by_protocol_find(out->spec.name);
    out->search = by_search_find(out->spec.name);
    if (out->protocol)
        return ask_program(out, trust, err);
    return out->search ? ask_search(rules, out, trust, err) : BY_OK;
}

static const struct by_option *find_option(const struct by_search *search, const char *name)
{
    for (const struct by_option *option = search->options; option && option->name; option++)
        if (strcmp(option->name, name) == 0)
            return option;
    return NULL;
}

static bool says(const struct by_spec *spec, const char *name)
{
    for (int i = 0; i < spec->count; i++)
        if (by_same_text(spec->settings[i].name, name))
            return true;
    return false;
}

enum by_status by_player_threads(const struct by_rules *rules, const char *text, int threads,
                                 unsigned trust, char *out, struct by_error *err)
{
    struct by_resolved resolved;
    struct by_text whole = by_text_over(out, BY_SPEC_LENGTH_MAX + 1);
    by_text_add(&whole, text);
    enum by_status status = by_player_resolve(rules, text, trust, &resolved, err);
    if (status != BY_OK || threads <= 1 || !resolved.search || resolved.level ||
        says(&resolved.spec, "threads"))
        return status;
    if (!find_option(resolved.search, "threads"))
        return by_fail(err, BY_BAD_INPUT,
                       "the search %s thinks on one thread: leave --threads at 1",
                       resolved.search->name);
    by_text_format(&whole, " threads=%d", threads);
    return whole.length <= BY_SPEC_LENGTH_MAX
               ? BY_OK
               : by_fail(err, BY_BAD_INPUT, "the spec is too long with threads=%d", threads);
}
