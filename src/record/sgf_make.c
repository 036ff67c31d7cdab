/* sgf_make.c: from a line of play to a tree; and SGF as a format of records. */
#include "base/spec.h"
#include "record/result.h"
#include "record/sgf_line.h"
#include <stdlib.h>
#include <string.h>

#define TEXT_MAX 1024

struct maker {
    const struct by_rules *rules;
    const struct by_sgf_mapping *mapping;
    struct by_sgf_game *game;
    struct by_sgf_node *node;
    enum by_status status; /* of the first failure; nothing is added after it */
    struct by_error *err;
};

static void add(struct maker *m, const char *name, const char *text)
{
    if (m->status == BY_OK)
        m->status = by_sgf_add(m->game, m->node, name, text, strlen(text), m->err);
}

/* --- the root ---------------------------------------------------------------------- */

static void add_size(struct maker *m)
{
    char text[16];
    struct by_text out = by_text_over(text, sizeof text);
    int width = m->rules->width, height = m->rules->height;
    if (width == 0)
        return; /* there is no board */
    if (width == height)
        by_text_format(&out, "%d", width);
    else
        by_text_format(&out, "%d:%d", width, height);
    add(m, "SZ", text);
}

static void add_settings(struct maker *m)
{
    for (const struct by_sgf_setting *s = m->mapping->settings; s->property; s++) {
        const struct by_value *value = by_values_find(&m->rules->values, s->setting);
        if (value && value->set && !(s->places && strcmp(value->text, "0") == 0))
            add(m, s->property, value->text);
    }
}

/* The spec of a game that has to be named: all settings given, the size too. */
static void add_spec(struct maker *m)
{
    char text[BY_SPEC_LENGTH_MAX + 1];
    struct by_text out = by_text_over(text, sizeof text);
    by_text_format(&out, "%s ", m->rules->game->name);
    by_rules_write_settings(m->rules, &out);
    if (out.length >= sizeof text && m->status == BY_OK)
        m->status = by_fail(m->err, BY_BAD_INPUT, "the settings are too long for a record");
    else if (text[out.length - 1] == ' ')
        text[out.length - 1] = '\0';
    add(m, "RU", text);
}

static void add_rules(struct maker *m)
{
    if (m->mapping->named) {
        add_spec(m);
        return;
    }
    for (const struct by_sgf_rules_word *w = m->mapping->rules_words; w->word; w++) {
        const struct by_value *value = by_values_find(&m->rules->values, w->setting);
        if (value && value->set && by_same_text(value->text, w->value)) {
            add(m, "RU", w->word);
            return;
        }
    }
}

static void add_result(struct maker *m, const struct by_line *line)
{
    char text[32];
    struct by_text out = by_text_over(text, sizeof text);
    if (!by_line_over(line) || by_sgf_find(m->node, "RE"))
        return;
    by_result_write(m->rules, by_line_result(line), &out);
    add(m, "RE", text);
}

static void add_program(struct maker *m)
{
    char text[32];
    struct by_text out = by_text_over(text, sizeof text);
    by_text_format(&out, "banyan:%s", by_version());
    add(m, "AP", text);
}

static void add_root(struct maker *m, const struct by_line *line, const char *const *info)
{
    char number[16];
    struct by_text out = by_text_over(number, sizeof number);
    by_text_format(&out, "%d", m->mapping->number);
    add(m, "FF", "4");
    add(m, "GM", number);
    add(m, "CA", "UTF-8");
    add_size(m);
    add_settings(m);
    add_rules(m);
    for (int i = 0; info && i < BY_INFO_COUNT; i++) {
        const char *property = by_info_property((enum by_info)i);
        if (info[i] && !by_sgf_find(m->node, property))
            add(m, property, info[i]);
    }
    if (!by_sgf_find(m->node, "AP"))
        add_program(m);
    add_result(m, line);
}

/* --- stones set up --------------------------------------------------------------------- */

static bool places_stones(const struct by_sgf_mapping *mapping, const char *setting)
{
    for (const struct by_sgf_setting *s = mapping->settings; s->property; s++)
        if (s->places && by_same_text(s->setting, setting))
            return true;
    return false;
}

static bool has_placed(const struct maker *m)
{
    const struct by_values *values = &m->rules->values;
    for (int i = 0; i < values->count; i++)
        if (values->value[i].given && places_stones(m->mapping, values->options[i].name))
            return true;
    return false;
}

/* The game's own start: these rules may begin elsewhere. */
static enum by_status start_grid(const struct maker *m, struct by_grid *out)
{
    void *position = malloc(m->rules->position_size);
    if (!position)
        return by_fail_memory(m->err, m->rules->position_size);
    m->rules->game->start(m->rules, position);
    enum by_status status = by_sgf_grid(m->rules, position, out, m->err);
    free(position);
    return status;
}

/* What was set, but for what puts stones on the board. Returns how many there are. */
static int given_settings(const struct by_values *values, const struct by_sgf_mapping *mapping,
                          struct by_setting out[BY_SPEC_PAIRS_MAX])
{
    int count = 0;
    for (int i = 0; i < values->count && count < BY_SPEC_PAIRS_MAX; i++)
        if (values->value[i].given && !(mapping && places_stones(mapping, values->options[i].name)))
            out[count++] = (struct by_setting){values->options[i].name, values->value[i].text};
    return count;
}

/* What a reader has on the board before any stones are set up. */
static enum by_status base_grid(const struct maker *m, struct by_grid *out)
{
    if (!has_placed(m))
        return start_grid(m, out);
    struct by_setting settings[BY_SPEC_PAIRS_MAX];
    struct by_rules *base = NULL;
    int count = given_settings(&m->rules->values, m->mapping, settings);
    enum by_status status =
        by_rules_open(m->rules->game->name, settings, count, NULL, &base, m->err);
    if (status == BY_OK)
        status = by_sgf_grid(base, base->start, out, m->err);
    by_rules_close(base);
    return status;
}

static void add_stones(struct maker *m, const struct by_grid *base, const struct by_grid *start,
                       const char *property, char stone)
{
    char point[3];
    for (int row = 0; row < start->height; row++) {
        for (int column = 0; column < start->width; column++) {
            int cell = (start->height - 1 - row) * start->width + column;
            if (start->cell[cell] != stone || base->cell[cell] == stone)
                continue;
            by_sgf_write_point(column, row, point);
            add(m, property, point);
        }
    }
}

/* The text of a position, from malloc; NULL: there is no memory for it. */
static char *position_text(const struct by_rules *rules, const void *position)
{
    struct by_text measure = by_text_over(NULL, 0);
    rules->game->write(rules, position, &measure);
    char *text = malloc(measure.length + 1);
    struct by_text out = by_text_over(text, text ? measure.length + 1 : 0);
    rules->game->write(rules, position, &out);
    return text;
}

/* Where the game begins with the same settings when no position is given: these rules may be made for
 * one. From malloc; NULL: there is no memory for it. */
static char *usual_start(const struct by_rules *rules)
{
    struct by_setting settings[BY_SPEC_PAIRS_MAX];
    struct by_rules *usual = NULL;
    int count = given_settings(&rules->values, NULL, settings);
    if (by_rules_open(rules->game->name, settings, count, NULL, &usual, NULL) != BY_OK)
        return NULL;
    char *text = position_text(usual, usual->start);
    by_rules_close(usual);
    return text;
}

/* A start that is not the game's own, in the game's own words. */
static void add_position(struct maker *m, const struct by_line *line)
{
    if (m->status != BY_OK)
        return;
    char *usual = usual_start(m->rules);
    char *text = position_text(m->rules, by_line_position_at(line, 0));
    if (!text)
        m->status = by_fail_memory(m->err, m->rules->position_size);
    else if (!usual || strcmp(text, usual) != 0)
        add(m, BY_SGF_OWN_POSITION, text);
    free(usual);
    free(text);
}

static void add_setup(struct maker *m, const struct by_line *line)
{
    struct by_grid base, start;
    if (!m->mapping->game) {
        add_position(m, line);
        return;
    }
    if (m->status == BY_OK)
        m->status = base_grid(m, &base);
    if (m->status == BY_OK)
        m->status = by_sgf_grid(m->rules, by_line_position_at(line, 0), &start, m->err);
    if (m->status != BY_OK)
        return;
    add_stones(m, &base, &start, "AB", 'X');
    add_stones(m, &base, &start, "AW", 'O');
    add_stones(m, &base, &start, "AE", '.');
    if (start.side != base.side)
        add(m, "PL", start.side == 0 ? "B" : "W");
}

/* --- moves ------------------------------------------------------------------------------- */

enum by_status by_sgf_add_move(struct by_sgf_game *game, struct by_sgf_node *parent,
                               const struct by_rules *rules, const void *position, by_move move,
                               struct by_sgf_node **out, struct by_error *err)
{
    char text[TEXT_MAX], point[3];
    int x, y;
    const struct by_sgf_mapping *mapping = by_sgf_mapping_of(rules->game->name);
    const char *end = text, *value = text;
    struct by_text words = by_text_over(text, sizeof text);
    rules->game->write_move(rules, position, move, &words);
    *out = mapping ? by_sgf_add_node(game, parent) : NULL;
    if (!*out)
        return by_fail_memory(err, sizeof **out);
    if (mapping->pass && by_same_text(text, mapping->pass)) {
        value = "";
    } else if (mapping->game && /* others are written in their own words */
               by_grid_scan_point(&end, rules->width, rules->height, mapping->skip_i, &x, &y) &&
               *end == '\0') {
        by_sgf_write_point(x, mapping->rows_down ? y : rules->height - 1 - y, point);
        value = point;
    }
    const char *side = rules->game->side(rules, position) == 0 ? "B" : "W";
    return by_sgf_add(game, *out, side, value, strlen(value), err);
}

enum by_status by_sgf_from_line(const struct by_line *line, const char *const *info,
                                struct by_pool *pool, struct by_sgf_game *out, struct by_error *err)
{
    struct maker m = {.rules = line->rules, .game = out, .err = err};
    m.mapping = by_sgf_mapping_of(line->rules->game->name);
    m.status = by_sgf_create(pool, out, err);
    m.node = out->root;
    add_root(&m, line, info);
    add_setup(&m, line);
    for (int ply = 0; ply < line->count && m.status == BY_OK; ply++)
        m.status = by_sgf_add_move(out, m.node, line->rules, by_line_position_at(line, ply),
                                   line->moves[ply], &m.node, err);
    return m.status;
}

/* --- the format ---------------------------------------------------------------------------- */

/* "(;" at the beginning, but for blanks and a byte order mark. */
static bool sniff(const char *text, size_t size)
{
    static const char mark[] = "\xef\xbb\xbf", blanks[] = " \t\r\n\v\f";
    size_t at = size >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
    while (at < size && text[at] && strchr(blanks, text[at]))
        at++;
    if (at == size || text[at++] != '(')
        return false;
    while (at < size && text[at] && strchr(blanks, text[at]))
        at++;
    return at < size && text[at] == ';';
}

static enum by_status read_record(struct by_record_source *source, struct by_record *record,
                                  bool *found, struct by_error *err)
{
    struct by_sgf_reader reader;
    by_sgf_open(&reader, source->text, source->size, NULL);
    reader.at = source->at;
    enum by_status status = by_sgf_next(&reader, &record->pool, &record->tree, err);
    source->at = reader.at;
    *found = record->tree.root != NULL;
    return status;
}

static enum by_status write_record(struct by_record *record, struct by_text *out,
                                   struct by_error *err)
{
    enum by_status status = BY_OK;
    if (!record->tree.root)
        status = by_sgf_from_line(record->line, record->info, &record->pool, &record->tree, err);
    if (status == BY_OK)
        by_sgf_write(&record->tree, out);
    return status;
}

const struct by_record_format by_record_sgf = {
    .name = "sgf",
    .sniff = sniff,
    .read = read_record,
    .write = write_record,
};
