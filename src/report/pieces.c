#include "cli/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 15 digits: 0.1 prints as 0.1, and no figure here is known better. */
#define DUMP_FLAGS (JSON_REAL_PRECISION(15) | JSON_ENCODE_ANY)

int by_json_print(struct by_cli *cli, json_t *value)
{
    char *text = value ? json_dumps(value, DUMP_FLAGS) : NULL;
    json_decref(value);
    if (!text)
        return by_cli_failed(cli, "there is not enough memory for the JSON text");
    by_output_bytes(cli, text, strlen(text));
    fputc('\n', cli->out);
    free(text);
    return BY_EXIT_OK;
}

/* Text that is no UTF-8 (a user's odd bytes) keeps its ASCII part. */
json_t *by_json_text(const char *text)
{
    if (!text)
        return json_null();
    json_t *value = json_string(text);
    if (value)
        return value;
    char *copy = malloc(strlen(text) + 1);
    if (!copy)
        return NULL;
    size_t length = strlen(text);
    for (size_t i = 0; i <= length; i++)
        copy[i] = (unsigned char)text[i] < 128 ? text[i] : '?';
    value = json_string(copy);
    free(copy);
    return value;
}

json_t *by_json_count(uint64_t count)
{
    return json_integer((json_int_t)count);
}

json_t *by_json_number(double value)
{
    if (!isfinite(value))
        return json_null();
    if (value > -9e15 && value < 9e15 && value == (double)(json_int_t)value)
        return json_integer((json_int_t)value);
    return json_real(value);
}

json_t *by_json_seconds(double seconds)
{
    return json_real(floor(seconds * 1e6 + 0.5) / 1e6);
}

json_t *by_json_score(const struct by_rules *rules, int32_t score)
{
    return by_json_number((double)score / rules->score_scale);
}

json_t *by_json_position(const struct by_rules *rules, const void *position)
{
    char *text = by_position_string(rules, position);
    json_t *value = text ? by_json_text(text) : NULL;
    free(text);
    return value;
}

void by_json_fact(void *context, const struct by_fact *fact)
{
    json_t *value = fact->is_number ? json_integer(fact->number) : NULL;
    if (fact->each)
        value =
            json_pack("{s:I, s:I}", "x", (json_int_t)fact->each[0], "o", (json_int_t)fact->each[1]);
    else if (!fact->is_number)
        value = by_json_text(fact->text);
    json_object_set_new(context, fact->name, value);
}

json_t *by_json_move(const struct by_rules *rules, const void *position, by_move move)
{
    char text[BY_MOVE_BUFFER];
    return move == BY_NO_MOVE ? json_null()
                              : by_json_text(by_move_string(rules, position, move, text));
}

json_t *by_json_moves(const struct by_rules *rules, const void *position, const by_move *moves,
                      int count)
{
    json_t *array = json_array();
    for (int i = 0; array && i < count; i++)
        json_array_append_new(array, by_json_move(rules, position, moves[i]));
    return array;
}

json_t *by_json_sequence(const struct by_rules *rules, const void *position, const by_move *moves,
                         int count)
{
    void *copy = malloc(rules->position_size);
    json_t *array = copy ? json_array() : NULL;
    if (copy)
        memcpy(copy, position, rules->position_size);
    for (int i = 0; array && i < count; i++) {
        json_array_append_new(array, by_json_move(rules, copy, moves[i]));
        rules->game->play(rules, copy, moves[i], NULL);
    }
    free(copy);
    return array;
}

static const char *type_name(enum by_option_type type)
{
    switch (type) {
    case BY_OPTION_FLAG:
        return "flag";
    case BY_OPTION_INT:
        return "int";
    case BY_OPTION_REAL:
        return "real";
    case BY_OPTION_CHOICE:
        return "choice";
    case BY_OPTION_TEXT:
        return "text";
    case BY_OPTION_SIZE:
        return "size";
    case BY_OPTION_TIME:
        return "time";
    case BY_OPTION_BYTES:
        return "bytes";
    case BY_OPTION_NAME:
        return "name";
    }
    return "text";
}

static json_t *one_option(const struct by_option *option)
{
    char accepts[256];
    struct by_text text = by_text_over(accepts, sizeof accepts);
    by_option_accepts(option, &text);
    return json_pack("{s:s, s:s, s:s, s:o, s:s}", "name", option->name, "type",
                     type_name(option->type), "accepts", accepts, "default",
                     by_json_text(option->fallback), "help", option->help);
}

json_t *by_json_options(const struct by_option *options)
{
    json_t *array = json_array();
    for (; array && options && options->name; options++)
        json_array_append_new(array, one_option(options));
    return array;
}
