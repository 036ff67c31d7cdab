/* knowledge.c: the same game with knowledge of one player's own: what stands behind the colon in
 * `eval=matrix:FILE` and `eval=mixed:opening=20,corner=5`. */
#include "games/knowledge.h"
#include "base/spec.h"
#include <stdlib.h>
#include <string.h>

struct knowledge {
    const struct by_game *game;
    int count;
    struct by_setting settings[BY_SPEC_PAIRS_MAX];
};

static bool is_tunable(const struct by_game *game, const char *name)
{
    for (const char *const *t = game->tunable; *t; t++)
        if (by_same_text(*t, name))
            return true;
    return false;
}

/* A later word about an option replaces an earlier one. */
static bool set(struct knowledge *knowledge, const char *name, const char *value)
{
    int i = 0;
    while (i < knowledge->count && !by_same_text(knowledge->settings[i].name, name))
        i++;
    if (i == BY_SPEC_PAIRS_MAX)
        return false;
    knowledge->settings[i] = (struct by_setting){name, value};
    knowledge->count += i == knowledge->count;
    return true;
}

static enum by_status refuse_key(const struct by_game *game, const char *key, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], names[256];
    struct by_text list = by_text_over(names, sizeof names);
    for (const char *const *t = game->tunable; *t; t++)
        by_text_format(&list, "%s%s", t == game->tunable ? "" : "|", *t);
    return by_fail(err, BY_BAD_INPUT,
                   "'%s' cannot be set behind the colon of an evaluation or playout; the game %s "
                   "takes %s there",
                   by_quote(key, quoted), game->name, names);
}

/* The length of the word before '=' when the text begins with one; 0: it is a value. */
static size_t key_length(const char *text)
{
    const char *digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    size_t length = *text >= '0' && *text <= '9' ? 0 : strspn(text, digits);
    return text[length] == '=' ? length : 0;
}

/* "key=value,key=value", or the value of the game's first tunable option alone. Cuts `text`. */
static enum by_status read_argument(struct knowledge *knowledge, char *text, struct by_error *err)
{
    if (key_length(text) == 0)
        return set(knowledge, knowledge->game->tunable[0], text)
                   ? BY_OK
                   : refuse_key(knowledge->game, text, err);
    for (char *next = text; next; text = next) {
        size_t length = key_length(text);
        next = strchr(text, ',');
        if (next)
            *next++ = '\0';
        if (length > 0)
            text[length] = '\0';
        if (length == 0 || !is_tunable(knowledge->game, text) ||
            !set(knowledge, text, text + length + 1))
            return refuse_key(knowledge->game, text, err);
    }
    return BY_OK;
}

static bool is_among(const char *names, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = names; *at; at += strcspn(at, "|"), at += *at == '|')
        if (strcspn(at, "|") == length && strncmp(at, word, length) == 0)
            return true;
    return false;
}

bool by_setting_names_file(const struct by_option *options, const struct by_setting *setting)
{
    for (const struct by_option *option = options; option && option->name; option++)
        if (by_same_text(option->name, setting->name))
            return option->type == BY_OPTION_TEXT && option->choices &&
                   !is_among(option->choices, setting->value);
    return false;
}

/* What cannot be read is refused by who opens it. False: without memory nobody knows. */
static bool walk_files(const struct by_rules *rules, const char *argument,
                       by_knowledge_file_fn *each, void *context)
{
    struct knowledge knowledge = {.game = rules->game};
    char *text = rules->game->tunable ? strdup(argument) : NULL;
    if (!text)
        return rules->game->tunable == NULL;
    if (read_argument(&knowledge, text, NULL) == BY_OK)
        for (int i = 0; i < knowledge.count; i++)
            if (by_setting_names_file(rules->game->options, &knowledge.settings[i]))
                each(context, knowledge.settings[i].value);
    free(text);
    return true;
}

void by_knowledge_files(const struct by_rules *rules, const char *argument,
                        by_knowledge_file_fn *each, void *context)
{
    (void)walk_files(rules, argument, each, context);
}

static void note_file(void *context, const char *path)
{
    (void)path;
    *(bool *)context = true;
}

bool by_knowledge_reads_file(const struct by_rules *rules, const char *argument)
{
    bool found = false;
    return !walk_files(rules, argument, note_file, &found) || found;
}

static enum by_status open_knowing(const struct by_rules *rules, char *text, struct by_rules **out,
                                   struct by_error *err)
{
    struct knowledge knowledge = {.game = rules->game};
    for (int i = 0; i < rules->values.count; i++)
        if (rules->values.value[i].given)
            (void)set(&knowledge, rules->values.options[i].name, rules->values.value[i].text);
    enum by_status status = read_argument(&knowledge, text, err);
    if (status == BY_OK)
        status =
            by_rules_open(rules->game->name, knowledge.settings, knowledge.count, NULL, out, err);
    return status;
}

enum by_status by_rules_carry(const struct by_rules *from, const void *position,
                              const struct by_rules *to, void *out, struct by_error *err)
{
    uint8_t *pack = malloc(from->pack_size);
    if (!pack)
        return by_fail_memory(err, from->pack_size);
    size_t size = from->game->pack(from, position, pack);
    enum by_status status = to->game->unpack(to, pack, size, out, err);
    free(pack);
    return status;
}

enum by_status by_rules_knowing(const struct by_rules *rules, const char *argument,
                                struct by_rules **out, struct by_error *err)
{
    *out = NULL;
    if (!rules->game->tunable)
        return by_fail(err, BY_BAD_INPUT,
                       "the game %s has nothing to set behind the colon of an evaluation or "
                       "playout",
                       rules->name);
    size_t size = strlen(argument) + 1;
    char *text = malloc(size);
    if (!text)
        return by_fail_memory(err, size);
    memcpy(text, argument, size);
    enum by_status status = open_knowing(rules, text, out, err);
    free(text);
    if (status == BY_OK) {
        (*out)->name = rules->name;
        status = by_rules_carry(rules, rules->start, *out, (*out)->start, err);
    }
    if (status != BY_OK) {
        by_rules_close(*out);
        *out = NULL;
    }
    return status;
}
