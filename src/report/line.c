/* line.c: see line.h. */
#include "report/line.h"
#include "base/spec.h"
#include <stdlib.h>
#include <string.h>

/* The rules as text: their name, and settings that open them so again. From malloc. */
static char *spec_string(const struct by_rules *rules)
{
    struct by_text measure = by_text_over(NULL, 0);
    by_rules_write_spec(rules, &measure);
    char *text = malloc(measure.length + 1);
    if (text) {
        struct by_text out = by_text_over(text, measure.length + 1);
        by_rules_write_spec(rules, &out);
    }
    return text;
}

/* The same taken apart; settings that are too long for that are left out. From malloc. */
static struct by_spec *spec_of(const struct by_rules *rules)
{
    struct by_spec *spec = calloc(1, sizeof *spec);
    char *text = spec_string(rules);
    struct by_error error;
    if (spec && (!text || by_spec_read(text, spec, &error) != BY_OK)) {
        spec->name = rules->name;
        spec->count = 0;
    }
    free(text);
    return spec;
}

/* Where the line began, as text from malloc; NULL: as rules of these settings begin. */
static char *start_string(const struct by_line *line, const struct by_spec *spec)
{
    struct by_rules *plain = NULL;
    struct by_error error;
    char *start = by_position_string(line->rules, by_line_position_at(line, 0)), *usual = NULL;
    if (by_rules_open(spec->name, spec->settings, spec->count, NULL, &plain, &error) == BY_OK)
        usual = by_position_string(plain, plain->start);
    if (start && usual && strcmp(start, usual) == 0) {
        free(start);
        start = NULL;
    }
    free(usual);
    by_rules_close(plain);
    return start;
}

void by_report_line(struct by_json *json, const char *name, const struct by_line *line)
{
    struct by_spec *spec = spec_of(line->rules);
    if (!spec) {
        json->out->failed = true;
        return;
    }
    char *start = start_string(line, spec);
    by_json_object(json, name);
    by_json_text(json, "game", spec->name);
    by_json_object(json, "options");
    for (int i = 0; i < spec->count; i++)
        by_json_text(json, spec->settings[i].name, spec->settings[i].value);
    by_json_end_object(json);
    by_json_text(json, "start", start);
    by_report_sequence(json, "moves", line->rules, by_line_position_at(line, 0), line->moves,
                       line->count);
    by_json_end_object(json);
    free(start);
    free(spec);
}

/* --- the same on the command line --------------------------------------------------------------- */

void by_put_word(struct by_buffer *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=:,./@%";
    if (*word && word[strspn(word, plain)] == 0) {
        by_buffer_add(out, word);
        return;
    }
    by_buffer_char(out, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            by_buffer_add(out, "'\\''");
        else
            by_buffer_char(out, *word);
    }
    by_buffer_char(out, '\'');
}

static void put_option(struct by_buffer *out, const char *name, const char *value)
{
    by_buffer_format(out, " --%s", name);
    if (value) {
        by_buffer_char(out, ' ');
        by_put_word(out, value);
    }
}

static void put_setting(struct by_buffer *out, const struct by_setting *setting)
{
    struct by_buffer pair;
    if (strcmp(setting->name, "size") == 0) {
        put_option(out, "size", setting->value);
        return;
    }
    by_buffer_open(&pair, BY_REPORT_LIMIT);
    by_buffer_format(&pair, "%s=%s", setting->name, setting->value);
    put_option(out, "option", by_buffer_text(&pair));
    out->failed |= pair.failed;
    by_buffer_close(&pair);
}

static void put_moves(struct by_buffer *out, const struct by_line *line)
{
    struct by_buffer moves;
    by_buffer_open(&moves, BY_REPORT_LIMIT);
    by_put_sequence(&moves, line->rules, by_line_position_at(line, 0), line->moves, line->count);
    if (line->count > 0)
        put_option(out, "moves", by_buffer_text(&moves));
    out->failed |= moves.failed;
    by_buffer_close(&moves);
}

void by_put_command(struct by_buffer *out, const char *command, const struct by_line *line,
                    const struct by_said *options)
{
    struct by_spec *spec = spec_of(line->rules);
    if (!spec) {
        out->failed = true;
        return;
    }
    char *start = start_string(line, spec);
    by_buffer_format(out, "banyan %s %s", command, spec->name);
    for (int i = 0; i < spec->count; i++)
        put_setting(out, &spec->settings[i]);
    if (start)
        put_option(out, "position", start);
    put_moves(out, line);
    for (; options && options->name; options++)
        put_option(out, options->name, options->value);
    free(start);
    free(spec);
}

void by_report_command(struct by_json *json, const char *command, const struct by_line *line,
                       const struct by_said *options)
{
    struct by_buffer text;
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_command(&text, command, line, options);
    by_json_text(json, "command", by_buffer_text(&text));
    json->out->failed |= text.failed;
    by_buffer_close(&text);
}
