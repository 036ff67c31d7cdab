#include "server/body.h"
#include "games/knowledge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the whole ---------------------------------------------------------------------------------- */

/* How deep objects and arrays lie in each other: jansson would follow them much further. */
static int depth_of(const char *text, size_t size)
{
    int depth = 0, most = 0;
    bool quoted = false;
    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '{' || c == '['))
            depth++;
        else if (!quoted && (c == '}' || c == ']'))
            depth--;
        most = depth > most ? depth : most;
    }
    return most;
}

enum by_status by_body_read(const struct by_request *request, json_t **out, struct by_error *err)
{
    json_error_t why;
    *out = NULL;
    if (request->size == 0) {
        *out = json_object();
        return *out ? BY_OK : by_fail_memory(err, 1);
    }
    if (depth_of(request->body, request->size) > BY_BODY_DEPTH)
        return by_fail(err, BY_BAD_INPUT, "the body has more than %d objects in each other",
                       BY_BODY_DEPTH);
    *out = json_loadb(request->body, request->size, JSON_REJECT_DUPLICATES, &why);
    if (!*out && json_error_code(&why) == json_error_numeric_overflow)
        return by_fail(err, BY_BAD_INPUT,
                       "a number is too large for JSON here: line %d, column %d (a seed may be a "
                       "text)",
                       why.line, why.column);
    if (!*out)
        return by_fail(err, BY_BAD_INPUT, "the body is no JSON: line %d, column %d", why.line,
                       why.column);
    if (json_is_object(*out))
        return BY_OK;
    json_decref(*out);
    *out = NULL;
    return by_fail(err, BY_BAD_INPUT, "the body must be a JSON object");
}

/* --- its members -------------------------------------------------------------------------------- */

/* The member; NULL: not given. */
static const json_t *member(const json_t *body, const char *name)
{
    const json_t *value = json_object_get(body, name);
    return json_is_null(value) ? NULL : value;
}

enum by_status by_body_text(const json_t *body, const char *name, const char **out,
                            struct by_error *err)
{
    const json_t *value = member(body, name);
    *out = NULL;
    if (!value)
        return BY_OK;
    if (!json_is_string(value))
        return by_fail(err, BY_BAD_INPUT, "\"%s\" must be a text", name);
    *out = json_string_value(value);
    return BY_OK;
}

enum by_status by_body_int(const json_t *body, const char *name, int64_t low, int64_t high,
                           int64_t *out, struct by_error *err)
{
    const json_t *value = member(body, name);
    int64_t number = 0;
    if (!value)
        return BY_OK;
    bool good = json_is_string(value) ? by_read_int(json_string_value(value), low, high, &number)
                                      : json_is_integer(value);
    if (good && json_is_integer(value))
        number = json_integer_value(value);
    if (!good || number < low || number > high)
        return by_fail(err, BY_BAD_INPUT, "\"%s\" must be a whole number from %lld to %lld", name,
                       (long long)low, (long long)high);
    *out = number;
    return BY_OK;
}

enum by_status by_body_real(const json_t *body, const char *name, double low, double high,
                            double *out, struct by_error *err)
{
    const json_t *value = member(body, name);
    if (!value)
        return BY_OK;
    double number = json_is_number(value) ? json_number_value(value) : low - 1;
    if (!(number >= low && number <= high))
        return by_fail(err, BY_BAD_INPUT, "\"%s\" must be a number from %g to %g", name, low, high);
    *out = number;
    return BY_OK;
}

enum by_status by_body_flag(const json_t *body, const char *name, bool *out, struct by_error *err)
{
    const json_t *value = member(body, name);
    if (value && !json_is_boolean(value))
        return by_fail(err, BY_BAD_INPUT, "\"%s\" must be true or false", name);
    if (value)
        *out = json_is_true(value);
    return BY_OK;
}

enum by_status by_body_client(const json_t *body, char out[BY_CLIENT_MAX + 1], struct by_error *err)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    const char *name;
    out[0] = '\0';
    enum by_status status = by_body_text(body, "client", &name, err);
    if (status != BY_OK || !name)
        return status;
    size_t length = strlen(name);
    if (length < BY_CLIENT_MIN || length > BY_CLIENT_MAX || name[strspn(name, letters)] != '\0')
        return by_fail(err, BY_BAD_INPUT,
                       "\"client\" must have %d to %d letters, digits, '-' and '_'", BY_CLIENT_MIN,
                       BY_CLIENT_MAX);
    memcpy(out, name, length + 1);
    return BY_OK;
}

enum by_status by_body_seed(const json_t *body, uint64_t *out, struct by_error *err)
{
    const json_t *value = member(body, "seed");
    char digits[32];
    if (!value)
        return BY_OK;
    if (json_is_integer(value))
        snprintf(digits, sizeof digits, "%lld", (long long)json_integer_value(value));
    else
        snprintf(digits, sizeof digits, "%.24s",
                 json_is_string(value) ? json_string_value(value) : "");
    if (by_read_seed(digits, out))
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT,
                   "\"seed\" must be a whole number from 0 to 18446744073709551615");
}

/* --- options, a line of play ------------------------------------------------------------------------------ */

/* A setting's value as text: numbers and truth values may come as such. */
static const char *value_text(const json_t *value, char storage[BY_BODY_NUMBER])
{
    if (json_is_string(value))
        return json_string_value(value);
    if (json_is_boolean(value))
        return json_is_true(value) ? "on" : "off";
    if (json_is_integer(value))
        snprintf(storage, BY_BODY_NUMBER, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        snprintf(storage, BY_BODY_NUMBER, "%g", json_real_value(value));
    else
        return NULL;
    return storage;
}

enum by_status by_body_settings(const json_t *body, struct by_told_settings *out,
                                struct by_error *err)
{
    const json_t *options = member(body, "options"), *value;
    const char *name;
    out->count = 0;
    if (!options)
        return BY_OK;
    if (!json_is_object(options))
        return by_fail(err, BY_BAD_INPUT, "\"options\" must be an object");
    json_object_foreach((json_t *)options, name, value)
    {
        if (json_is_null(value))
            continue;
        if (out->count == BY_SPEC_PAIRS_MAX)
            return by_fail(err, BY_BAD_INPUT, "there are more than %d options", BY_SPEC_PAIRS_MAX);
        const char *text = value_text(value, out->storage[out->count]);
        if (!text)
            return by_fail(err, BY_BAD_INPUT, "an option's value must be a text or a number");
        out->each[out->count++] = (struct by_setting){name, text};
    }
    return BY_OK;
}

/* A page may not make the server read its files. */
static enum by_status refuse_files(const char *name, const struct by_told_settings *settings,
                                   struct by_error *err)
{
    const struct by_game *game = by_game_find(name, NULL);
    for (int i = 0; game && i < settings->count; i++)
        if (by_setting_names_file(game->options, &settings->each[i]))
            return by_fail(err, BY_BAD_INPUT, "an option from here may not name a file: %s",
                           settings->each[i].name);
    return BY_OK;
}

static enum by_status play_moves(const json_t *moves, struct by_line *line, struct by_error *err)
{
    size_t index;
    const json_t *move;
    if (json_is_string(moves))
        return by_line_play_list(line, json_string_value(moves), err);
    if (moves && !json_is_array(moves))
        return by_fail(err, BY_BAD_INPUT, "\"moves\" must be an array of texts");
    json_array_foreach(moves, index, move)
    {
        struct by_error why = {.status = BY_OK};
        if (!json_is_string(move))
            return by_fail(err, BY_BAD_INPUT, "\"moves\" must be an array of texts");
        enum by_status status = by_line_play_text(line, json_string_value(move), &why);
        if (status != BY_OK)
            return by_fail(err, status, "move %zu: %.480s", index + 1, why.text);
    }
    return BY_OK;
}

enum by_status by_body_line(const json_t *body, struct by_told_line *out, struct by_error *err)
{
    struct by_told_settings *settings = calloc(1, sizeof *settings);
    const char *game, *start;
    *out = (struct by_told_line){0};
    enum by_status status = settings ? BY_OK : by_fail_memory(err, sizeof *settings);
    if (status == BY_OK)
        status = by_body_text(body, "game", &game, err);
    if (status == BY_OK && !game)
        status = by_fail(err, BY_BAD_INPUT, "\"game\" is missing: the name of a game");
    if (status == BY_OK)
        status = by_body_text(body, "start", &start, err);
    if (status == BY_OK)
        status = by_body_settings(body, settings, err);
    if (status == BY_OK)
        status = refuse_files(game, settings, err);
    if (status == BY_OK)
        status = by_rules_open(game, settings->each, settings->count, start, &out->rules, err);
    if (status == BY_OK)
        status = by_line_open(out->rules, &out->line, err);
    if (status == BY_OK)
        status = play_moves(member(body, "moves"), out->line, err);
    if (status != BY_OK)
        by_told_line_close(out);
    free(settings);
    return status;
}

void by_told_line_close(struct by_told_line *told)
{
    by_line_close(told->line);
    by_rules_close(told->rules);
    *told = (struct by_told_line){0};
}
