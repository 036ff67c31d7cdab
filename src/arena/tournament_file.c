/* tournament_file.c: what a tournament's file may say. */
#include "arena/tournament.h"
#include "base/options.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char format_words[] = ""
#define BY_FORMAT(id, name, title) "|" name
#include "arena/formats.def"
#undef BY_FORMAT
    ;

static const struct by_option whole_options[] = {
    {"title", BY_OPTION_TEXT, "tournament", 1, 200, NULL, "its name"},
    {"game", BY_OPTION_TEXT, NULL, 1, 100, NULL, "the game"},
    {"size", BY_OPTION_TEXT, NULL, 1, 20, NULL, "the board"},
    {"settings", BY_OPTION_TEXT, NULL, 0, 4000, NULL, "options of the game"},
    {"position", BY_OPTION_TEXT, NULL, 1, 4000, NULL, "where games begin"},
    {"format", BY_OPTION_CHOICE, "round-robin", 0, 0, BY_CHOICES(format_words), "who meets whom"},
    {"games", BY_OPTION_INT, "2", 1, 1000000, NULL, "games of each pairing"},
    {"rounds", BY_OPTION_INT, NULL, 1, 1000, NULL, "rounds of a Swiss tournament"},
    {"colours", BY_OPTION_CHOICE, "alternate", 0, 0, BY_CHOICES(by_colours_words),
     "who is the first player: a is who stands first in the file"},
    {"openings", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
     "as in `match`: of players without a margin= of their own"},
    {"time", BY_OPTION_TEXT, NULL, 1, 400, NULL, "as in `match`"},
    {"adjudicate", BY_OPTION_TEXT, NULL, 1, 400, NULL, "as in `match`"},
    {"margin", BY_OPTION_TIME, "50ms", 0, 3600, NULL, "as in `match`"},
    {"seed", BY_OPTION_INT, "1", 0, 9e15, NULL, "for chance"},
    {"concurrency", BY_OPTION_INT, "1", 1, 256, NULL, "games at a time"},
    {"store", BY_OPTION_TEXT, NULL, 1, 4000, NULL, "where games are kept"},
    {"records", BY_OPTION_TEXT, NULL, 1, 3900, NULL, "a folder for every game as SGF"},
    {.name = NULL},
};

static const struct by_option player_options[] = {
    {"name", BY_OPTION_TEXT, NULL, 1, 60, NULL, "how it is called"},
    {"spec", BY_OPTION_TEXT, NULL, 1, 4095, NULL, "the player"},
    {.name = NULL},
};

/* Names are printed on terminals and in tables. */
static bool is_printable(const char *text)
{
    size_t length = strlen(text), bytes;
    for (; length > 0; text += bytes, length -= bytes) {
        bytes = by_printable(text, length);
        if (bytes == 0)
            return false;
    }
    return true;
}

/* Checks one entry by the table; a text where a number belongs is refused and the other way round. */
static enum by_status check_entry(const struct by_entry *entry, const struct by_option *options,
                                  struct by_error *err)
{
    struct by_values values;
    struct by_error inner = {0};
    struct by_setting setting = {entry->key, entry->text};
    if (by_values_open(entry->part ? "a player" : "the tournament", options, &setting, 1, &values,
                       &inner) != BY_OK)
        return by_fail(err, inner.status, "line %d: %s", entry->line, inner.text);
    const struct by_option *option = values.options;
    while (strcmp(option->name, entry->key) != 0)
        option++;
    bool number = option->type == BY_OPTION_INT;
    by_values_close(&values);
    if (!is_printable(entry->text))
        return by_fail(err, BY_BAD_INPUT,
                       "line %d: there is a control character, or what is no UTF-8, in %s",
                       entry->line, entry->key);
    if (entry->kind == BY_ENTRY_FLAG || (entry->kind == BY_ENTRY_TEXT && number))
        return by_fail(err, BY_BAD_INPUT, "line %d: %s wants a %s", entry->line, entry->key,
                       number ? "number without quotes" : "text in quotes");
    return BY_OK;
}

static const struct by_entry *find(const struct by_entries *entries, int part, const char *key)
{
    for (int i = 0; i < entries->count; i++)
        if (entries->list[i].part == part && strcmp(entries->list[i].key, key) == 0)
            return &entries->list[i];
    return NULL;
}

int by_tournament_line(const struct by_tournament *tournament, const char *key)
{
    const struct by_entry *entry = find(&tournament->entries, 0, key);
    return entry ? entry->line : 1;
}

static const char *text_of(const struct by_entries *entries, const char *key)
{
    const struct by_entry *entry = find(entries, 0, key);
    return entry ? entry->text : NULL;
}

/* Everything that is not about one player. */
static enum by_status read_whole(struct by_tournament *t, struct by_error *err)
{
    struct by_setting settings[32];
    struct by_values values;
    int count = 0;
    for (int i = 0; i < t->entries.count && count < 32; i++)
        if (t->entries.list[i].part == 0)
            settings[count++] =
                (struct by_setting){t->entries.list[i].key, t->entries.list[i].text};
    enum by_status status =
        by_values_open("the tournament", whole_options, settings, count, &values, err);
    if (status != BY_OK)
        return status;
    t->games = (int)by_values_get(&values, "games")->integer;
    t->rounds = (int)by_values_get(&values, "rounds")->integer;
    t->seed = (uint64_t)by_values_get(&values, "seed")->integer;
    t->concurrency = (int)by_values_get(&values, "concurrency")->integer;
    t->margin = by_values_get(&values, "margin")->real;
    t->format = (enum by_tournament_format)by_values_get(&values, "format")->choice;
    t->colours = (enum by_colours)by_values_get(&values, "colours")->choice;
    by_values_close(&values);
    t->title = text_of(&t->entries, "title");
    t->title = t->title ? t->title : "tournament";
    t->game = text_of(&t->entries, "game");
    t->size = text_of(&t->entries, "size");
    t->settings = text_of(&t->entries, "settings");
    t->position = text_of(&t->entries, "position");
    t->openings = text_of(&t->entries, "openings");
    t->time = text_of(&t->entries, "time");
    t->adjudicate = text_of(&t->entries, "adjudicate");
    t->store = text_of(&t->entries, "store");
    t->records = text_of(&t->entries, "records");
    return t->game ? BY_OK : by_fail(err, BY_BAD_INPUT, "line 1: it does not say game = \"...\"");
}

static enum by_status read_player(struct by_tournament *t, int k, struct by_error *err)
{
    struct by_entrant *player = &t->players[k];
    const struct by_entry *spec = find(&t->entries, k + 1, "spec");
    const struct by_entry *name = find(&t->entries, k + 1, "name");
    player->line = t->entries.part_line[k];
    if (!spec)
        return by_fail(err, BY_BAD_INPUT, "line %d: this player has no spec = \"...\"",
                       player->line);
    player->spec = spec->text;
    player->name = name ? name->text : spec->text;
    for (int i = 0; i < k; i++)
        if (strcmp(t->players[i].name, player->name) == 0)
            return by_fail(err, BY_BAD_INPUT,
                           "line %d: the player of line %d has the same name: give each a name of "
                           "its own",
                           player->line, t->players[i].line);
    return BY_OK;
}

static enum by_status read_players(struct by_tournament *t, struct by_error *err)
{
    t->count = t->entries.parts;
    if (t->count < 2 || t->count > BY_TOURNAMENT_PLAYERS_MAX)
        return by_fail(err, BY_BAD_INPUT,
                       "a tournament has 2 to %d players ([[player]] and spec = \"...\"), not %d",
                       BY_TOURNAMENT_PLAYERS_MAX, t->count);
    t->players = calloc((size_t)t->count, sizeof *t->players);
    if (!t->players)
        return by_fail_memory(err, (size_t)t->count * sizeof *t->players);
    enum by_status status = BY_OK;
    for (int k = 0; k < t->count && status == BY_OK; k++)
        status = read_player(t, k, err);
    return status;
}

/* A Swiss tournament of n players has its winner after log2 n rounds. */
static enum by_status choose_rounds(struct by_tournament *t, struct by_error *err)
{
    const struct by_entry *entry = find(&t->entries, 0, "rounds");
    if (t->format != BY_SWISS && entry)
        return by_fail(err, BY_BAD_INPUT, "line %d: only a Swiss tournament has rounds",
                       entry->line);
    int needed = 1;
    while (1 << needed < t->count)
        needed++;
    if (t->rounds == 0)
        t->rounds = t->format == BY_SWISS ? needed : 1;
    return BY_OK;
}

enum by_status by_tournament_read(const char *text, size_t size, struct by_tournament *out,
                                  struct by_error *err)
{
    *out = (struct by_tournament){0};
    enum by_status status = by_entries_read(text, size, "player", &out->entries, err);
    for (int i = 0; i < out->entries.count && status == BY_OK; i++) {
        const struct by_entry *entry = &out->entries.list[i];
        status = check_entry(entry, entry->part ? player_options : whole_options, err);
    }
    if (status == BY_OK)
        status = read_whole(out, err);
    if (status == BY_OK)
        status = read_players(out, err);
    if (status == BY_OK)
        status = choose_rounds(out, err);
    if (status != BY_OK)
        by_tournament_close(out);
    return status;
}

void by_tournament_close(struct by_tournament *tournament)
{
    by_entries_close(&tournament->entries);
    free(tournament->players);
    *tournament = (struct by_tournament){0};
}
