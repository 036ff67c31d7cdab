/* Opening rules: a game, its settings, its start position. */
#include "base/spec.h"
#include "games/game.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SETTINGS_MAX BY_SPEC_PAIRS_MAX

static enum by_status unknown_game(const char *name, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], names[256], hint[64];
    struct by_text list = by_text_over(names, sizeof names);
    by_game_names(&list);
    struct by_text near = by_text_over(hint, sizeof hint);
    by_suggest(&near, name, names);
    return by_fail(err, BY_BAD_INPUT, "there is no game '%s'%s; the games are %s",
                   by_quote(name, quoted), hint, names);
}

/* An alias fixes some settings: they come first, and may not be given again. */
static enum by_status add_fixed(const struct by_alias *alias, const struct by_spec *fixed,
                                const struct by_setting *settings, int count,
                                struct by_setting *all, struct by_error *err)
{
    for (int i = 0; i < fixed->count; i++)
        all[i] = fixed->settings[i];
    for (int i = 0; i < count; i++) {
        bool taken = by_same_text(settings[i].name, "size");
        for (int j = 0; j < fixed->count; j++)
            taken |= by_same_text(settings[i].name, fixed->settings[j].name);
        if (taken)
            return by_fail(err, BY_BAD_INPUT,
                           "%s is the game with %s: it takes no %s of its own; use the general "
                           "game instead",
                           alias->name, alias->settings, settings[i].name);
        all[fixed->count + i] = settings[i];
    }
    return BY_OK;
}

static enum by_status read_settings(struct by_rules *rules, const struct by_alias *alias,
                                    const struct by_setting *settings, int count,
                                    struct by_error *err)
{
    struct by_setting all[2 * SETTINGS_MAX];
    struct by_spec fixed = {.count = 0};
    char text[128], owner[64];
    if (count > SETTINGS_MAX)
        return by_fail(err, BY_BAD_INPUT, "a game takes at most %d settings", SETTINGS_MAX);
    if (alias) {
        (void)snprintf(text, sizeof text, "%s %s", alias->name, alias->settings);
        enum by_status status = by_spec_read(text, &fixed, err);
        if (status == BY_OK)
            status = add_fixed(alias, &fixed, settings, count, all, err);
        if (status != BY_OK)
            return status;
    } else if (count > 0) {
        memcpy(all, settings, (size_t)count * sizeof *settings);
    }
    (void)snprintf(owner, sizeof owner, "the game %s", rules->name);
    return by_values_open(owner, rules->game->options, all, fixed.count + count, &rules->values,
                          err);
}

static void check_facts(const struct by_rules *rules)
{
    assert(rules->position_size > 0 && rules->pack_size > 0);
    assert(rules->action_count > 0 && rules->max_moves > 0);
    assert(rules->max_length >= 0 && rules->max_length <= BY_LENGTH_MAX);
    assert(rules->symmetry_count >= 1 && rules->score_scale >= 1);
    assert(rules->symmetry_count == 1 || rules->game->transform);
    assert(rules->label[0] != '\0');
    assert(!rules->game->normal_play ||
           (rules->game->hand_over && rules->max_moves <= BY_NORMAL_MOVES_MAX &&
            rules->position_size <= BY_NORMAL_BYTES_MAX));
    (void)rules;
}

static enum by_status set_up(struct by_rules *rules, const char *position, struct by_error *err)
{
    enum by_status status = rules->game->setup(rules, position, err);
    if (status != BY_OK)
        return status;
    check_facts(rules);
    rules->position_size = (rules->position_size + 15) & ~(size_t)15;
    rules->start = calloc(1, rules->position_size);
    if (!rules->start)
        return by_fail_memory(err, rules->position_size);
    if (position)
        return rules->game->read(rules, position, rules->start, err);
    rules->game->start(rules, rules->start);
    return BY_OK;
}

enum by_status by_rules_open(const char *game, const struct by_setting *settings, int count,
                             const char *position, struct by_rules **out, struct by_error *err)
{
    *out = NULL;
    by_games_check();
    const struct by_alias *alias;
    const struct by_game *found = by_game_find(game, &alias);
    if (!found)
        return unknown_game(game, err);
    struct by_rules *rules = calloc(1, sizeof *rules);
    if (!rules)
        return by_fail_memory(err, sizeof *rules);
    rules->game = found;
    rules->name = alias ? alias->name : found->name;
    rules->symmetry_count = 1;
    rules->score_scale = 1;
    enum by_status status = read_settings(rules, alias, settings, count, err);
    if (status == BY_OK)
        status = set_up(rules, position, err);
    if (status != BY_OK) {
        by_rules_close(rules);
        return status;
    }
    *out = rules;
    return BY_OK;
}

/* After a setup that failed, rules->data is NULL: the game has freed what it took. */
void by_rules_close(struct by_rules *rules)
{
    if (!rules)
        return;
    if (rules->data && rules->game->close)
        rules->game->close(rules);
    else
        free(rules->data);
    free(rules->start);
    by_values_close(&rules->values);
    free(rules);
}

int by_rules_max_moves(const struct by_rules *rules)
{
    return rules->max_moves;
}

int by_rules_action_count(const struct by_rules *rules)
{
    return rules->action_count;
}

/* Is the setting one of those that an alias fixes? */
static bool is_fixed(const struct by_alias *alias, const char *name)
{
    size_t length = strlen(name);
    const char *at = alias ? alias->settings : NULL;
    for (; at && *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return true;
    return false;
}

/* All settings that somebody made, but for those of the alias (NULL: of none), `blank` before the first. */
static void write_settings(const struct by_rules *rules, const struct by_alias *alias,
                           const char *blank, struct by_text *out)
{
    const struct by_values *values = &rules->values;
    for (int i = 0; i < values->count; i++) {
        const struct by_value *value = &values->value[i];
        const struct by_option *option = &values->options[i];
        if (!value->given || is_fixed(alias, option->name))
            continue;
        by_text_format(out, "%s%s=", blank, option->name);
        blank = " ";
        if (option->type == BY_OPTION_SIZE)
            by_text_format(out, "%dx%d", value->width, value->height);
        else if (option->type == BY_OPTION_FLAG)
            by_text_add(out, value->flag ? "on" : "off");
        else
            by_spec_write_value(value->text, out);
    }
}

void by_rules_write_settings(const struct by_rules *rules, struct by_text *out)
{
    write_settings(rules, NULL, "", out);
}

void by_rules_write_spec(const struct by_rules *rules, struct by_text *out)
{
    const struct by_alias *alias = NULL;
    (void)by_game_find(rules->name, &alias);
    by_text_add(out, rules->name);
    write_settings(rules, alias, " ", out);
}

const char *by_rules_name(const struct by_rules *rules)
{
    return rules->name;
}

void by_rules_board(const struct by_rules *rules, int *width, int *height)
{
    *width = rules->width;
    *height = rules->height;
}

size_t by_rules_settings(const struct by_rules *rules, char *buffer, size_t size)
{
    struct by_text out = by_text_over(buffer, size);
    by_rules_write_settings(rules, &out);
    return out.length;
}
