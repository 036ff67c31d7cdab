/* pieces.c: see pieces.h. */
#include "report/pieces.h"
#include "games/value.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- text ------------------------------------------------------------------------- */

typedef void write_fn(const struct by_rules *rules, const void *position, struct by_text *out);

static char *to_string(write_fn *write, const struct by_rules *rules, const void *position)
{
    struct by_text measure = by_text_over(NULL, 0);
    write(rules, position, &measure);
    char *buffer = malloc(measure.length + 1);
    if (!buffer)
        return NULL;
    struct by_text text = by_text_over(buffer, measure.length + 1);
    write(rules, position, &text);
    return buffer;
}

char *by_position_string(const struct by_rules *rules, const void *position)
{
    return to_string(rules->game->write, rules, position);
}

char *by_drawing_string(const struct by_rules *rules, const void *position)
{
    return to_string(rules->game->draw, rules, position);
}

const char *by_move_string(const struct by_rules *rules, const void *position, by_move move,
                           char buffer[BY_MOVE_BUFFER])
{
    struct by_text text = by_text_over(buffer, BY_MOVE_BUFFER);
    rules->game->write_move(rules, position, move, &text);
    return buffer;
}

void by_put_moves(struct by_buffer *out, const struct by_rules *rules, const void *position,
                  const by_move *moves, int count)
{
    char text[BY_MOVE_BUFFER];
    for (int i = 0; i < count; i++)
        by_buffer_format(out, "%s%s", i > 0 ? " " : "",
                         by_move_string(rules, position, moves[i], text));
}

void by_put_fact(struct by_buffer *out, const struct by_rules *rules, const struct by_fact *fact)
{
    if (fact->each)
        by_buffer_format(out, "%s %lld, %s %lld", by_player_name(rules, 0),
                         (long long)fact->each[0], by_player_name(rules, 1),
                         (long long)fact->each[1]);
    else if (fact->is_number)
        by_buffer_format(out, "%lld", (long long)fact->number);
    else
        by_buffer_add(out, fact->text ? fact->text : "none");
}

void by_put_sequence(struct by_buffer *out, const struct by_rules *rules, const void *position,
                     const by_move *moves, int count)
{
    char text[BY_MOVE_BUFFER];
    void *copy = malloc(rules->position_size);
    if (!copy) {
        out->failed = true;
        return;
    }
    memcpy(copy, position, rules->position_size);
    for (int i = 0; i < count; i++) {
        by_buffer_format(out, "%s%s", i > 0 ? " " : "",
                         by_move_string(rules, copy, moves[i], text));
        rules->game->play(rules, copy, moves[i], NULL);
    }
    free(copy);
}

const char *by_side_name(int side)
{
    return side == 0 ? "X" : "O";
}

const char *by_mover_name(const struct by_line *line)
{
    return by_line_nature(line) ? "nature" : by_side_name(by_line_side(line));
}

const char *by_winner_name(int32_t result)
{
    return result > 0 ? "X" : result < 0 ? "O" : "draw";
}

const char *by_outcome_name(int result)
{
    return result < 0 ? "lost" : result > 0 ? "won" : "drawn";
}

const char *by_bound_name(enum by_bound bound)
{
    switch (bound) { /* the compiler finds what banyan.h has and the list has not */
#define BY_BOUND(id, name)                                                                         \
    case BY_BOUND_##id:                                                                            \
        return name;
#include "report/bounds.def"
#undef BY_BOUND
    }
    return NULL;
}

const char *by_score_string(const struct by_rules *rules, int32_t score,
                            char buffer[BY_SCORE_BUFFER])
{
    snprintf(buffer, BY_SCORE_BUFFER, "%.10g", (double)score / rules->score_scale);
    return buffer;
}

const char *by_short_number(double value, char buffer[BY_SCORE_BUFFER])
{
    static const char units[] = " kMGTP";
    int unit = 0;
    while (value >= 999.5 && units[unit + 1]) {
        value /= 1000;
        unit++;
    }
    if (unit == 0)
        snprintf(buffer, BY_SCORE_BUFFER, "%.4g", value);
    else
        snprintf(buffer, BY_SCORE_BUFFER, "%.3g %c", value, units[unit]);
    return buffer;
}

/* --- JSON ------------------------------------------------------------------------- */

void by_report_score(struct by_json *json, const char *name, const struct by_rules *rules,
                     int32_t score)
{
    by_json_number(json, name, (double)score / rules->score_scale);
}

void by_report_position(struct by_json *json, const char *name, const struct by_rules *rules,
                        const void *position)
{
    char *text = by_position_string(rules, position);
    if (!text)
        json->out->failed = true;
    by_json_text(json, name, text);
    free(text);
}

void by_report_move(struct by_json *json, const char *name, const struct by_rules *rules,
                    const void *position, by_move move)
{
    char text[BY_MOVE_BUFFER];
    by_json_text(json, name,
                 move == BY_NO_MOVE ? NULL : by_move_string(rules, position, move, text));
}

void by_report_moves(struct by_json *json, const char *name, const struct by_rules *rules,
                     const void *position, const by_move *moves, int count)
{
    by_json_array(json, name);
    for (int i = 0; i < count; i++)
        by_report_move(json, NULL, rules, position, moves[i]);
    by_json_end_array(json);
}

void by_report_sequence(struct by_json *json, const char *name, const struct by_rules *rules,
                        const void *position, const by_move *moves, int count)
{
    void *copy = malloc(rules->position_size);
    if (!copy) {
        json->out->failed = true;
        return;
    }
    memcpy(copy, position, rules->position_size);
    by_json_array(json, name);
    for (int i = 0; i < count; i++) {
        by_report_move(json, NULL, rules, copy, moves[i]);
        rules->game->play(rules, copy, moves[i], NULL);
    }
    by_json_end_array(json);
    free(copy);
}

static void report_fact(void *context, const struct by_fact *fact)
{
    struct by_json *json = context;
    if (fact->each) {
        by_json_object(json, fact->name);
        by_json_int(json, "x", fact->each[0]);
        by_json_int(json, "o", fact->each[1]);
        by_json_end_object(json);
    } else if (fact->is_number) {
        by_json_int(json, fact->name, fact->number);
    } else {
        by_json_text(json, fact->name, fact->text);
    }
}

void by_report_facts(struct by_json *json, const struct by_rules *rules, const void *position)
{
    if (rules->game->facts)
        rules->game->facts(rules, position, report_fact, json);
}

void by_report_known(struct by_json *json, const char *name, uint64_t count, uint64_t most)
{
    if (count > most)
        by_json_null(json, name);
    else
        by_json_count(json, name, count);
}

static const char *type_name(enum by_option_type type)
{
    static const char *const names[] = {
#define BY_OPTION_TYPE(id, name) name,
#include "base/option_types.def"
#undef BY_OPTION_TYPE
    };
    return names[type];
}

void by_report_option_members(struct by_json *json, const struct by_option *option)
{
    char accepts[256];
    struct by_text text = by_text_over(accepts, sizeof accepts);
    by_option_accepts(option, &text);
    by_json_text(json, "name", option->name);
    by_json_text(json, "type", type_name(option->type));
    by_json_text(json, "accepts", accepts);
    by_json_text(json, "default", option->fallback);
    by_json_text(json, "help", option->help);
}

void by_report_options(struct by_json *json, const char *name, const struct by_option *options)
{
    by_json_array(json, name);
    for (; options && options->name; options++) {
        by_json_object(json, NULL);
        by_report_option_members(json, options);
        by_json_end_object(json);
    }
    by_json_end_array(json);
}

bool by_is_name_for(const char *spec, const char *stands_for)
{
    size_t length = strcspn(stands_for, " ");
    spec += strspn(spec, " \t");
    return *stands_for &&
           (strcspn(spec, " \t") != length || strncmp(spec, stands_for, length) != 0);
}

void by_report_shard(struct by_json *json, const struct by_shard *shard, int games)
{
    by_json_object(json, "shard");
    by_json_int(json, "part", shard->part);
    by_json_int(json, "of", shard->of);
    by_json_int(json, "games", games);
    by_json_end_object(json);
}
