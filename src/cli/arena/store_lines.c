/* store_lines.c: stores as JSON lines and tables, and back. */
#include "arena/store/results.h"
#include "cli/arena/store.h"
#include "cli/file.h"

#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* --- out ----------------------------------------------------------------------------- */

struct writing {
    struct by_cli *cli;
    struct by_store *store;
    int64_t only;
    const struct by_store_match *match; /* whose games are written */
    bool any;
    bool csv;
    enum by_status status;
    struct by_buffer line;
};

/* A line at a time: a store may be larger than memory. */
static bool send_line(struct writing *writing)
{
    if (writing->line.failed)
        writing->status = by_fail_memory(&writing->cli->error, writing->line.room);
    else if (writing->csv)
        fputs(by_buffer_text(&writing->line), writing->cli->out);
    else
        by_output_bytes(writing->cli, by_buffer_text(&writing->line), writing->line.length);
    writing->line.length = 0;
    return writing->status == BY_OK;
}

static bool write_game(void *context, const struct by_played *game)
{
    struct writing *writing = context;
    struct by_json json;
    if (writing->csv) {
        by_put_stored_row(&writing->line, writing->match, game);
        return send_line(writing);
    }
    by_json_open(&json, &writing->line, BY_JSON_COMPACT);
    by_json_object(&json, NULL);
    by_report_stored_game(&json, "game", game);
    by_json_end_object(&json);
    by_buffer_char(&writing->line, '\n');
    return send_line(writing);
}

static bool write_head(struct writing *writing, const struct by_store_match *match)
{
    struct by_json json;
    by_json_open(&json, &writing->line, BY_JSON_COMPACT);
    by_json_object(&json, NULL);
    by_json_object(&json, "match");
    by_report_stored_match(&json, match);
    by_json_int(&json, "games", match->games);
    by_json_end_object(&json);
    by_json_end_object(&json);
    by_buffer_char(&writing->line, '\n');
    return send_line(writing);
}

static bool write_match(void *context, const struct by_store_match *match)
{
    struct writing *writing = context;
    if (writing->only && match->id != writing->only)
        return true;
    writing->match = match;
    writing->any = true;
    if (!writing->csv)
        (void)write_head(writing, match);
    if (writing->status == BY_OK) {
        enum by_status status = by_store_games(writing->store, match->id, NULL, write_game, writing,
                                               &writing->cli->error);
        writing->status = writing->status ? writing->status : status;
    }
    return writing->status == BY_OK;
}

static bool write_result(void *context, const struct by_store_result *result)
{
    struct writing *writing = context;
    struct by_json json;
    by_json_open(&json, &writing->line, BY_JSON_COMPACT);
    by_json_object(&json, NULL);
    by_json_object(&json, "result");
    by_json_text(&json, "owner", result->owner);
    by_json_text(&json, "key", result->key);
    by_json_text(&json, "text", result->text);
    by_json_flag(&json, "timed", result->timed);
    by_json_number(&json, "seconds", result->seconds);
    by_json_text(&json, "version", result->version);
    by_json_text(&json, "host", result->host);
    by_json_number(&json, "finished", result->finished);
    by_json_end_object(&json);
    by_json_end_object(&json);
    by_buffer_char(&writing->line, '\n');
    return send_line(writing);
}

int by_store_export(struct by_cli *cli, struct by_store *store, int64_t only, bool csv)
{
    struct writing writing = {.cli = cli, .store = store, .only = only, .csv = csv};
    by_buffer_open(&writing.line, BY_REPORT_LIMIT);
    if (csv) {
        by_put_stored_columns(&writing.line);
        (void)send_line(&writing);
    }
    enum by_status status = by_store_matches(store, write_match, &writing, &cli->error);
    if (status == BY_OK && writing.status == BY_OK && !only && !csv)
        status = by_store_results(store, NULL, write_result, &writing, &cli->error);
    by_buffer_close(&writing.line);
    if (status == BY_OK)
        status = writing.status;
    if (status == BY_OK && only && !writing.any)
        return by_cli_refuse(cli, "there is no match %" PRId64 " in the store", only);
    return status == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

/* --- in -------------------------------------------------------------------------------- */

static bool read_match(json_t *value, struct by_store_match *out)
{
    *out = (struct by_store_match){.version = "", .created = 0};
    return json_unpack(value,
                       "{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s?s, s?F, s?s, s?s, s?s, s?s}",
                       "game", &out->game, "settings", &out->settings, "position", &out->position,
                       "a", &out->a, "b", &out->b, "openings", &out->openings, "terms", &out->terms,
                       "seed", &out->seed, "version", &out->version, "created", &out->created,
                       "a_name", &out->a_name, "b_name", &out->b_name, "a_who", &out->a_who,
                       "b_who", &out->b_who) == 0;
}

static bool read_result(json_t *value, struct by_store_result *out)
{
    int timed = 0;
    *out = (struct by_store_result){.timed = false};
    bool good =
        json_unpack(value, "{s:s, s:s, s:s, s:b, s:F, s:s, s:s, s:F}", "owner", &out->owner, "key",
                    &out->key, "text", &out->text, "timed", &timed, "seconds", &out->seconds,
                    "version", &out->version, "host", &out->host, "finished", &out->finished) == 0;
    out->timed = timed != 0;
    return good;
}

static bool narrow(const json_int_t *from, int *const *to, int count)
{
    for (int i = 0; i < count; i++) {
        if (from[i] < INT_MIN || from[i] > INT_MAX)
            return false;
        *to[i] = (int)from[i];
    }
    return true;
}

/* Whether the values can be is for the store to say (by_played_wrong). */
static bool read_game(json_t *value, struct by_played *out)
{
    enum { OPENING, PLIES, POINTS, MOVED, PROVEN = MOVED + 2, RANK = PROVEN + 2, WHOLES };
    const char *first = "", *score = "", *hash = "";
    json_int_t number = 0, sims[2] = {0, 0}, whole[WHOLES] = {0};
    *out = (struct by_played){0};
    int *const places[WHOLES] = {&out->opening,  &out->plies,     &out->points,    &out->moved[0],
                                 &out->moved[1], &out->proven[0], &out->proven[1], &out->rank};
    bool good =
        json_unpack(value,
                    "{s:I, s:s, s:I, s:I, s:s, s:s, s:I, s:s, s:s, s:s, s:[I,I], s:[F,F], s:[F,F], "
                    "s:[I,I], s:s, s:s, s:s, s:I, s:F, s?[I,I]}",
                    "number", &number, "first", &first, "opening", &whole[OPENING], "plies",
                    &whole[PLIES], "moves", &out->moves, "times", &out->times, "points",
                    &whole[POINTS], "score", &score, "ended", &out->ended, "reason", &out->reason,
                    "moved", &whole[MOVED], &whole[MOVED + 1], "seconds", &out->spent[0],
                    &out->spent[1], "longest", &out->longest[0], &out->longest[1], "sims", &sims[0],
                    &sims[1], "hash", &hash, "version", &out->version, "host", &out->host, "rank",
                    &whole[RANK], "finished", &out->finished, "proven", &whole[PROVEN],
                    &whole[PROVEN + 1]) == 0;
    out->number = number > 0 ? number - 1 : -1;
    out->a_first = strcmp(first, "a") == 0;
    out->sims[0] = sims[0];
    out->sims[1] = sims[1];
    out->scored = *score != 0;
    out->hash = strtoull(hash, NULL, 16);
    return good && narrow(whole, places, WHOLES) && strlen(hash) == BY_PLAYED_HASH - 1 &&
           strspn(hash, "0123456789abcdef") == BY_PLAYED_HASH - 1 &&
           (!out->scored || by_read_real(score, -1e9, 1e9, &out->score));
}

struct reading {
    struct by_cli *cli;
    struct by_store *store;
    int64_t match;
    int64_t games;
};

static enum by_status take_line(struct reading *reading, json_t *line)
{
    struct by_error *err = &reading->cli->error;
    json_t *match = json_object_get(line, "match"), *game = json_object_get(line, "game");
    struct by_store_match as_match;
    struct by_played as_game;
    const struct by_played *one = &as_game;
    struct by_store_result as_result;
    json_t *result = json_object_get(line, "result");
    if (result && read_result(result, &as_result))
        return by_store_put_result(reading->store, &as_result, false, err);
    if (match && read_match(match, &as_match))
        return by_store_begin(reading->store, &as_match, &reading->match, err);
    if (game && reading->match && read_game(game, &as_game)) {
        reading->games++;
        return by_store_put(reading->store, reading->match, &one, 1, NULL, NULL, err);
    }
    return by_fail(err, BY_BAD_INPUT,
                   "it is neither a match, a game after its match, nor a result");
}

/* A line is taken whole or not at all; what came before it stays. */
static int read_lines(struct reading *reading, char *text, const char *path)
{
    char quoted[BY_QUOTE_SIZE], *place = NULL;
    int number = 1;
    for (char *line = text; line && *line; number++) {
        json_error_t problem;
        place = strchr(line, '\n');
        if (place)
            *place++ = 0;
        enum by_status status = BY_OK;
        json_t *value = line[strspn(line, " \t\r")] ? json_loads(line, 0, &problem) : json_null();
        if (!value)
            status = by_fail(&reading->cli->error, BY_BAD_INPUT, "column %d: %s", problem.column,
                             problem.text);
        else if (!json_is_null(value))
            status = take_line(reading, value);
        json_decref(value);
        if (status != BY_OK)
            return by_cli_refuse(reading->cli, "%s, line %d: %s", by_cli_file_name(path, quoted),
                                 number, reading->cli->error.text);
        line = place;
    }
    return BY_EXIT_OK;
}

int by_store_import(struct by_cli *cli, struct by_store *store, const char *path)
{
    struct reading reading = {.cli = cli, .store = store};
    size_t size = 0;
    char *text = by_cli_read(cli, path, BY_SGF_BYTES_MAX, &size);
    char *ended = text ? realloc(text, size + 1) : NULL;
    if (!ended) {
        free(text);
        return text ? by_cli_failed(cli, "there is not enough memory") : BY_EXIT_USAGE;
    }
    ended[size] = 0;
    int status = read_lines(&reading, ended, path);
    free(ended);
    if (status != BY_EXIT_OK)
        return status;
    if (by_cli_flag(cli, "json")) {
        struct by_json *json = by_cli_json(cli);
        by_json_object(json, NULL);
        by_json_int(json, "games", reading.games);
        by_json_end_object(json);
        return by_cli_json_end(cli);
    }
    fprintf(cli->out, "%" PRId64 " games read\n", reading.games);
    return BY_EXIT_OK;
}
