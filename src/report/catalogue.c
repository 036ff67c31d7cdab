/* catalogue.c: see catalogue.h. */
#include "report/catalogue.h"
#include "players/levels.h"
#include "players/player.h"
#include "players/program.h"
#include "record/record.h"
#include <stdlib.h>

void by_report_entry(struct by_json *json, const char *name, const char *title, const char *summary,
                     const struct by_option *options)
{
    by_json_object(json, NULL);
    by_json_text(json, "name", name);
    by_json_text(json, "title", title);
    by_json_text(json, "summary", summary);
    by_report_options(json, "options", options);
    by_json_end_object(json);
}

static void report_topic(struct by_json *json, const struct by_topic *topic)
{
    by_json_array(json, topic->name);
    for (const struct by_topic_entry *e = topic->entries; e->name; e++) {
        by_json_object(json, NULL);
        by_json_text(json, "name", e->name);
        by_json_text(json, "text", e->text);
        if (e->note)
            by_json_text(json, "note", e->note);
        by_json_end_object(json);
    }
    by_json_end_array(json);
}

void by_report_option_page(struct by_json *json, const struct by_option *option,
                           const struct by_topic *topics)
{
    by_json_object(json, NULL);
    by_report_option_members(json, option);
    by_json_object(json, "topics");
    for (; topics && topics->name; topics++)
        report_topic(json, topics);
    by_json_end_object(json);
    by_json_end_object(json);
}

#define NAME_COLUMN 22

/* What is meant to be copied is never broken: it stands on a line of its own. */
static void put_entry(struct by_buffer *out, const struct by_topic_entry *entry)
{
    if (entry->note)
        by_buffer_format(out, "  %s: %s\n      %s\n", entry->name, entry->note, entry->text);
    else
        by_buffer_format(out, "  %-*s %s\n", NAME_COLUMN, entry->name, entry->text);
}

void by_put_topics(struct by_buffer *out, const struct by_topic *topics,
                   const struct by_marks *marks)
{
    for (; topics && topics->name; topics++) {
        by_buffer_format(out, "\n%s%s:%s\n", marks->strong, topics->title, marks->plain);
        for (const struct by_topic_entry *e = topics->entries; e->name; e++)
            put_entry(out, e);
    }
}

static void report_aliases(struct by_json *json, const struct by_alias *alias)
{
    by_json_array(json, "aliases");
    for (; alias && alias->name; alias++) {
        by_json_object(json, NULL);
        by_json_text(json, "name", alias->name);
        by_json_text(json, "title", alias->title);
        by_json_text(json, "settings", alias->settings);
        by_json_end_object(json);
    }
    by_json_end_array(json);
}

static void report_help(struct by_json *json, const char *name, const char *help)
{
    by_json_object(json, NULL);
    by_json_text(json, "name", name);
    by_json_text(json, "help", help);
    by_json_end_object(json);
}

static void report_knowledge(struct by_json *json, const struct by_game *game)
{
    const struct by_policy *policy;
    by_json_array(json, "evals");
    for (const struct by_eval *eval = game->evals; eval && eval->name; eval++)
        report_help(json, eval->name, eval->help);
    by_json_end_array(json);
    by_json_array(json, "policies");
    for (int i = 0; (policy = by_policy_at(game, i)); i++)
        report_help(json, policy->name, policy->help);
    by_json_end_array(json);
    by_json_array(json, "tunable");
    for (const char *const *t = game->tunable; t && *t; t++)
        by_json_text(json, NULL, *t);
    by_json_end_array(json);
}

static void report_levels(struct by_json *json, const struct by_game *game)
{
    const struct by_level *level;
    by_json_array(json, "levels");
    for (int i = 0; (level = by_level_at(game, i)); i++) {
        by_json_object(json, NULL);
        by_json_text(json, "name", level->name);
        by_json_text(json, "spec", level->spec);
        by_json_end_object(json);
    }
    by_json_end_array(json);
}

/* "lines", "cells", "heaps" or "text": how its positions are drawn. */
static const char *kind_of(const struct by_game *game)
{
    if (game->cells)
        return game->stars ? "lines" : "cells";
    return game->heaps ? "heaps" : "text";
}

/* Whether a format can hold a game of one move. */
static bool takes(const struct by_record_format *format, const struct by_line *line)
{
    char *text = NULL;
    size_t size;
    struct by_error error;
    bool taken = by_record_line_text(line, NULL, format, &text, &size, &error) == BY_OK;
    free(text);
    return taken;
}

static struct by_line *line_of_one_move(const struct by_rules *rules)
{
    struct by_line *line = NULL;
    struct by_error error;
    by_move *moves = calloc((size_t)rules->max_moves, sizeof *moves);
    if (moves && by_line_open(rules, &line, &error) == BY_OK && by_line_moves(line, moves) > 0)
        (void)by_line_play(line, moves[0], &error);
    free(moves);
    return line;
}

/* The formats that records of the game can be written in, by trying. */
static void report_formats(struct by_json *json, const struct by_game *game)
{
    const struct by_record_format *format;
    struct by_rules *rules = NULL;
    struct by_error error;
    bool opened = by_rules_open(game->name, NULL, 0, NULL, &rules, &error) == BY_OK;
    struct by_line *line = opened ? line_of_one_move(rules) : NULL;
    by_json_array(json, "formats");
    for (int i = 0; line && (format = by_record_format_at(i)); i++)
        if (takes(format, line))
            by_json_text(json, NULL, format->name);
    by_json_end_array(json);
    by_line_close(line);
    by_rules_close(rules);
}

static void report_play(struct by_json *json, const struct by_game *game)
{
    by_json_text(json, "kind", kind_of(game));
    by_json_array(json, "sides");
    for (int side = 0; side < 2; side++)
        by_json_text(json, NULL, game->sides[side] ? game->sides[side] : by_side_name(side));
    by_json_end_array(json);
    by_json_array(json, "asked");
    for (const char *const *a = game->asked; a && *a; a++)
        by_json_text(json, NULL, *a);
    by_json_end_array(json);
    report_formats(json, game);
}

void by_report_game(struct by_json *json, const struct by_game *game)
{
    by_json_object(json, NULL);
    by_json_text(json, "name", game->name);
    by_json_text(json, "title", game->title);
    by_json_text(json, "summary", game->summary);
    by_json_text(json, "moves", game->move_help);
    by_json_text(json, "player", by_player_default(game));
    report_levels(json, game);
    report_aliases(json, game->aliases);
    by_report_options(json, "options", game->options);
    report_knowledge(json, game);
    report_play(json, game);
    by_json_end_object(json);
}

void by_report_games(struct by_json *json)
{
    by_json_object(json, NULL);
    by_json_array(json, "games");
    for (int i = 0; by_game_at(i); i++)
        by_report_game(json, by_game_at(i));
    by_json_end_array(json);
    by_json_end_object(json);
}

void by_report_searches(struct by_json *json)
{
    const struct by_search *search;
    const struct by_protocol *protocol;
    by_json_object(json, NULL);
    by_json_array(json, "searches");
    for (int i = 0; (search = by_search_at(i)); i++)
        by_report_entry(json, search->name, search->title, search->summary, search->options);
    by_json_end_array(json);
    by_json_array(json, "programs");
    for (int i = 0; (protocol = by_protocol_at(i)); i++)
        by_report_entry(json, protocol->name, protocol->title, protocol->summary,
                        protocol->options);
    by_json_end_array(json);
    by_json_end_object(json);
}

void by_report_lessons(struct by_json *json)
{
    const struct by_lesson *lesson;
    by_json_object(json, NULL);
    by_json_array(json, "lessons");
    for (int i = 0; (lesson = by_lesson_at(i)); i++)
        by_report_entry(json, lesson->name, lesson->title, lesson->summary, lesson->options);
    by_json_end_array(json);
    by_json_end_object(json);
}
