/* contest_read.c: what a contest is, from the body of a request or from what was kept of it. */
#include "base/clock.h"
#include "base/json.h"
#include "server/contest.h"
#include "server/seat.h"

#include <stdlib.h>
#include <string.h>

#define WORD_ROOM     400
#define TITLE_LETTERS 20 /* of a player's name */
#define NAME_LETTERS  48 /* of a player, " (32)" included: it is read again after a restart */

/* The words of the setup that are texts of the tournament's file, too. */
static const char *const texts[] = {"title", "colours", "openings", "time", "adjudicate"};

/* --- the setup ------------------------------------------------------------------------------ */

static enum by_status copy_text(const json_t *body, json_t *setup, const char *name,
                                struct by_error *err)
{
    const char *text;
    enum by_status status = by_body_text(body, name, &text, err);
    if (status != BY_OK || !text || !*text)
        return status;
    if (strlen(text) > WORD_ROOM)
        return by_fail(err, BY_BAD_INPUT, "\"%s\" is too long", name);
    json_object_set_new(setup, name, json_string(text));
    return BY_OK;
}

static enum by_status copy_number(const json_t *body, json_t *setup, const char *name, int64_t low,
                                  int64_t high, int64_t usual, struct by_error *err)
{
    int64_t value = usual;
    enum by_status status = by_body_int(body, name, low, high, &value, err);
    json_object_set_new(setup, name, json_integer(value));
    return status;
}

static enum by_status copy_format(const json_t *body, json_t *setup, struct by_error *err)
{
    static const char *const formats[] = {
        "match",
#define BY_FORMAT(id, name, title) name,
#include "arena/formats.def"
#undef BY_FORMAT
    };
    const char *text;
    enum by_status status = by_body_text(body, "format", &text, err);
    if (status != BY_OK)
        return status;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(text ? text : "match", formats[i]) == 0) {
            json_object_set_new(setup, "format", json_string(formats[i]));
            return BY_OK;
        }
    return by_fail(err, BY_BAD_INPUT, "\"format\" must be match, round-robin, gauntlet or swiss");
}

static bool has_name(const json_t *players, const char *name)
{
    size_t i;
    const json_t *player;
    json_array_foreach(players, i, player)
    {
        if (strcmp(json_string_value(json_object_get(player, "name")), name) == 0)
            return true;
    }
    return false;
}

static enum by_status check_name(const char *name, struct by_error *err)
{
    size_t length = strlen(name), at = 0, step = 1;
    if (by_letters(name) > NAME_LETTERS)
        return by_fail(err, BY_BAD_INPUT, "a player's name has at most %d letters", NAME_LETTERS);
    while (at < length && (step = by_printable(name + at, length - at)) > 0)
        at += step;
    return step > 0
               ? BY_OK
               : by_fail(err, BY_BAD_INPUT,
                         "there is a control character, or what is no UTF-8, in a player's name");
}

/* A player without a name is called as its spec; the second such one, "easy (2)". */
static enum by_status add_player(const json_t *given, json_t *players, struct by_error *err)
{
    const char *spec = json_string_value(given), *name = NULL;
    char made[BY_SPEC_LENGTH_MAX + 16];
    struct by_text text = by_text_over(made, sizeof made);
    enum by_status status = BY_OK;
    if (json_is_object(given))
        status = by_body_text(given, "spec", &spec, err);
    if (json_is_object(given) && status == BY_OK)
        status = by_body_text(given, "name", &name, err);
    if (status == BY_OK && (!spec || !*spec || strlen(spec) > BY_SPEC_LENGTH_MAX))
        status = by_fail(err, BY_BAD_INPUT,
                         "a player is a text, or {\"name\", \"spec\"}: a level, a search with its "
                         "options, a registered engine");
    if (status == BY_OK && name)
        status = check_name(name, err);
    if (status != BY_OK)
        return status;
    by_text_format(&text, "%.*s", (int)by_letters_bytes(name && *name ? name : spec, NAME_LETTERS),
                   name && *name ? name : spec);
    for (int k = 2; has_name(players, made) && !(name && *name); k++) {
        text = by_text_over(made, sizeof made);
        by_text_format(&text, "%.*s (%d)", (int)by_letters_bytes(spec, NAME_LETTERS - 6), spec, k);
    }
    if (has_name(players, made))
        return by_fail(err, BY_BAD_INPUT, "two players have the same name: give each its own");
    json_array_append_new(players, json_pack("{s:s, s:s}", "name", made, "spec", spec));
    return BY_OK;
}

static enum by_status copy_players(const json_t *body, json_t *setup, struct by_error *err)
{
    const json_t *given = json_object_get(body, "players");
    size_t count = json_array_size(given);
    bool match = strcmp(json_string_value(json_object_get(setup, "format")), "match") == 0;
    json_t *players = json_array();
    enum by_status status = BY_OK;
    json_object_set_new(setup, "players", players);
    if (!json_is_array(given) || count < 2 || count > (match ? 2 : BY_CONTEST_PLAYERS))
        return match ? by_fail(err, BY_BAD_INPUT, "a match has two players: \"players\": [A, B]")
                     : by_fail(err, BY_BAD_INPUT, "a tournament here has 2 to %d \"players\"",
                               BY_CONTEST_PLAYERS);
    for (size_t i = 0; i < count && status == BY_OK; i++)
        status = add_player(json_array_get(given, i), players, err);
    return status;
}

static enum by_status copy_seed(const json_t *body, json_t *setup, struct by_error *err)
{
    uint64_t seed = BY_SEED_USUAL;
    enum by_status status = by_body_seed(body, &seed, err);
    if (status == BY_OK && seed > BY_CONTEST_SEED_MAX)
        status = by_fail(err, BY_BAD_INPUT, "\"seed\" must be 0 to %lld here",
                         (long long)BY_CONTEST_SEED_MAX);
    json_object_set_new(setup, "seed", json_integer((json_int_t)seed));
    return status;
}

static void copy_given(const json_t *body, json_t *setup, const char *name)
{
    json_t *value = json_object_get(body, name);
    if (value && !json_is_null(value))
        json_object_set(setup, name, value);
}

/* All that was said, in one form; what was not said and has no usual value is not there. */
static enum by_status make_setup(struct by_contest *c, const json_t *body, struct by_error *err)
{
    json_t *setup = c->setup = json_object();
    enum by_status status = copy_format(body, setup, err);
    for (size_t i = 0; i < sizeof texts / sizeof *texts && status == BY_OK; i++)
        status = copy_text(body, setup, texts[i], err);
    if (status == BY_OK)
        status = copy_text(body, setup, "sprt", err);
    if (status == BY_OK)
        status = copy_players(body, setup, err);
    if (status == BY_OK)
        status = copy_number(body, setup, "games", 1, BY_CONTEST_GAMES, 20, err);
    if (status == BY_OK)
        status = copy_number(body, setup, "concurrency", 1, BY_CONTEST_AT_ONCE, 1, err);
    if (status == BY_OK && json_object_get(body, "rounds") &&
        !json_is_null(json_object_get(body, "rounds")))
        status = copy_number(body, setup, "rounds", 1, 1000, 1, err);
    if (status == BY_OK)
        status = copy_seed(body, setup, err);
    json_object_set(setup, "game", json_object_get(body, "game"));
    copy_given(body, setup, "options");
    copy_given(body, setup, "start");
    return status;
}

/* --- the tournament's file ------------------------------------------------------------------- */

static void write_rules(struct by_json *json, const struct by_contest *c)
{
    char settings[BY_SPEC_LENGTH_MAX + 1];
    struct by_text text = by_text_over(settings, sizeof settings);
    const json_t *start = json_object_get(c->setup, "start");
    by_rules_write_settings(c->told.rules, &text);
    by_json_text(json, "game", c->told.rules->name);
    if (settings[0])
        by_json_text(json, "settings", settings);
    if (json_is_string(start))
        by_json_text(json, "position", json_string_value(start));
}

static const char *name_of(const json_t *setup, size_t player)
{
    const json_t *players = json_object_get(setup, "players");
    return json_string_value(json_object_get(json_array_get(players, player), "name"));
}

static void write_title(struct by_json *json, const json_t *setup)
{
    char title[200];
    const char *a = name_of(setup, 0), *b = name_of(setup, 1);
    struct by_text text = by_text_over(title, sizeof title);
    by_text_format(&text, "%.*s against %.*s", (int)by_letters_bytes(a, TITLE_LETTERS), a,
                   (int)by_letters_bytes(b, TITLE_LETTERS), b);
    by_json_text(json, "title", title);
}

static void write_file(struct by_contest *c)
{
    struct by_json json;
    size_t i;
    const json_t *player, *setup = c->setup;
    const char *format = json_string_value(json_object_get(setup, "format"));
    by_buffer_open(&c->file, BY_CONTEST_BYTES);
    by_json_open(&json, &c->file, BY_JSON_LINES);
    by_json_object(&json, NULL);
    write_rules(&json, c);
    by_json_text(&json, "format", c->is_match ? "round-robin" : format);
    if (c->is_match && !json_object_get(setup, "title"))
        write_title(&json, setup);
    for (i = 0; i < sizeof texts / sizeof *texts; i++)
        if (json_object_get(setup, texts[i]))
            by_json_text(&json, texts[i], json_string_value(json_object_get(setup, texts[i])));
    static const char *const numbers[] = {"games", "rounds", "seed", "concurrency"};
    for (i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (json_object_get(setup, numbers[i]))
            by_json_int(&json, numbers[i], json_integer_value(json_object_get(setup, numbers[i])));
    by_json_array(&json, "players");
    json_array_foreach(json_object_get(setup, "players"), i, player)
    {
        by_json_object(&json, NULL);
        by_json_text(&json, "name", json_string_value(json_object_get(player, "name")));
        by_json_text(&json, "spec", json_string_value(json_object_get(player, "spec")));
        by_json_end_object(&json);
    }
    by_json_end_array(&json);
    by_json_end_object(&json);
    by_buffer_char(&c->file, '\n');
}

/* The same words mean the same as on the command line, as the same function reads them. */
static enum by_status read_file(struct by_contest *c, struct by_error *err)
{
    struct by_error inner = {0};
    write_file(c);
    if (c->file.failed)
        return by_fail_memory(err, c->file.limit);
    enum by_status status =
        by_tournament_read(by_buffer_text(&c->file), c->file.length, &c->tournament, &inner);
    const char *sentence = inner.text;
    if (strncmp(sentence, "line ", 5) == 0 && strstr(sentence, ": "))
        sentence = strstr(sentence, ": ") + 2; /* the file is ours */
    return status == BY_OK ? BY_OK : by_fail(err, status, "%s", sentence);
}

/* --- what it means ----------------------------------------------------------------------------- */

/* "random:4": files are not read for a page. */
static enum by_status read_openings(struct by_contest *c, struct by_error *err)
{
    static const char prefix[] = "random:";
    const char *text = c->tournament.openings;
    int64_t plies = 0;
    if (!text)
        return BY_OK;
    if (strncmp(text, prefix, strlen(prefix)) != 0 ||
        !by_read_int(text + strlen(prefix), 0, BY_OPENING_PLIES_MAX, &plies))
        return by_fail(
            err, BY_BAD_INPUT,
            "\"openings\" must be random:PLIES, with a whole number of plies from 0 to %d",
            BY_OPENING_PLIES_MAX);
    if (plies > c->told.rules->max_length)
        return by_fail(err, BY_BAD_INPUT, "openings of %s have 0 to %d random plies, not %lld",
                       c->told.rules->name, c->told.rules->max_length, (long long)plies);
    c->how.openings.plies = (int)plies;
    return BY_OK;
}

static enum by_status read_terms(struct by_contest *c, struct by_error *err)
{
    const struct by_tournament *t = &c->tournament;
    enum by_status status = BY_OK;
    c->how.terms.margin = t->margin;
    if (t->time)
        status = by_terms_time(t->time, &c->how.terms, err);
    if (status == BY_OK && t->adjudicate)
        status = by_terms_adjudicate(t->adjudicate, &c->how.terms, err);
    if (status == BY_OK && c->how.terms.per_move > BY_LIMIT_JOB_SECONDS)
        status =
            by_fail(err, BY_BAD_INPUT, "a move may take %d s at most here", BY_LIMIT_JOB_SECONDS);
    return status;
}

static enum by_status read_test(struct by_contest *c, struct by_error *err)
{
    const char *text = json_string_value(json_object_get(c->setup, "sprt"));
    if (!text)
        return BY_OK;
    if (!c->is_match)
        return by_fail(err, BY_BAD_INPUT, "only a match has a sequential test (\"sprt\")");
    const struct by_match_plan plan = by_tournament_plan(&c->tournament, &c->how, 0, 0, 1);
    c->how.sprt = &c->sprt;
    return by_sprt_read(text, by_match_paired(&plan), &c->sprt, err);
}

/* How many games it has in all, which has a limit. */
static enum by_status count_games(struct by_contest *c, struct by_error *err)
{
    const struct by_tournament *t = &c->tournament;
    int64_t n = t->count, meetings = t->format == BY_GAUNTLET ? n - 1
                                     : t->format == BY_SWISS  ? t->rounds * (n / 2)
                                                              : n * (n - 1) / 2;
    if (meetings * t->games > BY_CONTEST_GAMES)
        return by_fail(err, BY_BAD_INPUT, "a tournament here has at most %d games, not %lld",
                       BY_CONTEST_GAMES, (long long)(meetings * t->games));
    c->planned = (int)(meetings * t->games);
    return BY_OK;
}

enum by_status by_contest_try(struct by_contest *c, struct by_error *err)
{
    struct by_page_player *player = calloc(1, sizeof *player);
    enum by_status status = player ? BY_OK : by_fail_memory(err, sizeof *player);
    unsigned trust = BY_TRUST_NONE;
    for (int i = 0; i < c->tournament.count && status == BY_OK; i++) {
        struct by_error inner = {0};
        status = by_page_player_read(c->server, c->told.rules, c->tournament.players[i].spec,
                                     player, &inner);
        if (status == BY_OK && player->kind == BY_SEAT_HUMAN)
            status = by_fail(&inner, BY_BAD_INPUT, "a person cannot play a match");
        if (status != BY_OK)
            (void)by_fail(err, status, "player %d: %s", i + 1, inner.text);
        trust |= player->trust;
    }
    free(player);
    by_mutex_lock(&c->lock);
    if (status == BY_OK)
        c->how.trust = trust;
    by_mutex_unlock(&c->lock);
    return status;
}

static enum by_status open_seats(struct by_contest *c, struct by_error *err)
{
    size_t count = (size_t)c->tournament.concurrency;
    size_t bytes = (size_t)c->told.rules->max_length * sizeof(by_move);
    c->seats = calloc(count, sizeof *c->seats);
    bool good = c->seats != NULL;
    for (size_t i = 0; i < count && good; i++)
        good = (c->seats[i].moves = malloc(bytes)) != NULL;
    return good ? BY_OK : by_fail_memory(err, count * bytes);
}

static enum by_status read_all(struct by_contest *c, const json_t *body, struct by_error *err)
{
    enum by_status status = by_body_line(body, &c->told, err);
    if (status == BY_OK && c->told.line->count > 0)
        status = by_fail(err, BY_BAD_INPUT, "a match has no \"moves\": give \"start\"");
    if (status == BY_OK && by_line_over(c->told.line))
        status = by_fail(err, BY_BAD_INPUT, "the game is over at the start position");
    if (status == BY_OK)
        status = make_setup(c, body, err);
    if (status != BY_OK)
        return status;
    c->is_match = strcmp(json_string_value(json_object_get(c->setup, "format")), "match") == 0;
    status = read_file(c, err);
    c->how.rules = c->told.rules;
    /* To know what names stand for; who plays is tried before (by_contest_try). */
    c->how.trust =
        by_server_asked(c->server)->engines ? BY_TRUST_PROGRAMS | BY_TRUST_FILES : BY_TRUST_NONE;
    c->tournament.store = by_server_asked(c->server)->store;
    if (status == BY_OK)
        status = read_openings(c, err);
    if (status == BY_OK)
        status = read_terms(c, err);
    if (status == BY_OK)
        status = read_test(c, err);
    if (status == BY_OK)
        status = count_games(c, err);
    return status == BY_OK ? open_seats(c, err) : status;
}

enum by_status by_contest_read(struct by_server *server, const json_t *body, bool fresh,
                               struct by_contest **out, struct by_error *err)
{
    struct by_contest *c = calloc(1, sizeof *c);
    *out = NULL;
    if (!c || !by_mutex_open(&c->lock)) {
        free(c);
        return by_fail_memory(err, sizeof *c);
    }
    c->server = server;
    c->created = by_clock_date();
    by_buffer_open(&c->report, BY_CONTEST_BYTES);
    by_buffer_open(&c->match, BY_CONTEST_BYTES);
    enum by_status status = read_all(c, body, err);
    if (status == BY_OK && fresh)
        status = by_contest_try(c, err);
    if (status == BY_OK)
        *out = c;
    else
        by_contest_free(c);
    return status;
}

void by_contest_free(struct by_contest *c)
{
    if (!c)
        return;
    for (int i = 0; c->seats && i < c->tournament.concurrency; i++)
        free(c->seats[i].moves);
    free(c->seats);
    by_tournament_result_close(&c->last);
    by_buffer_close(&c->report);
    by_buffer_close(&c->match);
    by_buffer_close(&c->file);
    by_tournament_close(&c->tournament);
    by_told_line_close(&c->told);
    json_decref(c->setup);
    by_mutex_close(&c->lock);
    free(c);
}
