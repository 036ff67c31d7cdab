/* cell.c: the cells of an experiment: parameters replaced by their values. */
#include "base/rng.h"
#include "base/spec.h"
#include "lab/parts.h"
#include "lab/terms.h"
#include <stdlib.h>
#include <string.h>

#define TEXT_SIZE (BY_SPEC_LENGTH_MAX + 1)

/* The texts of a cell, in the order in which they lie in its storage. */
enum { LABEL, GAME, A, B, MEASURE, TEXTS };

static const struct by_lab_row *row_of(const struct by_lab_experiment *experiment, int number)
{
    const struct by_lab_row *row = experiment->rows;
    while (number >= row->first + row->cells)
        row++;
    return row;
}

static void place(struct by_lab_cell *cell)
{
    int rest = cell->place = cell->number - cell->row->first;
    for (int i = cell->row->axis_count - 1; i >= 0; i--) {
        cell->at[i] = rest % cell->row->axes[i].count;
        rest /= cell->row->axes[i].count;
    }
}

static void write_label(const struct by_lab_cell *cell, struct by_text *out)
{
    const struct by_lab_row *row = cell->row;
    if (*row->name)
        by_text_format(out, "row=%s", row->name);
    for (int i = 0; i < row->axis_count; i++)
        by_text_format(out, "%s%s=%s", out->length ? "," : "", row->axes[i].name,
                       row->axes[i].values[cell->at[i]]);
    if (!out->length)
        by_text_add(out, "all");
}

/* FNV-1a over the names, then mixed with the seed: cells are independent of each other, also those of
 * different experiments. */
static uint64_t cell_seed(const struct by_lab_cell *cell, uint64_t seed, const char *label)
{
    uint64_t hash = 0xcbf29ce484222325U;
    const char *const names[] = {cell->experiment->name, "\n", label};
    for (int i = 0; i < 3; i++)
        for (const char *c = names[i]; *c; c++)
            hash = (hash ^ (unsigned char)*c) * 0x100000001b3U;
    return by_seed_derive(seed, hash);
}

/* Puts a line number before a sentence. */
static enum by_status at_line(const struct by_lab_cell *cell, const struct by_lab_entry *entry,
                              const struct by_error *inner, struct by_error *err)
{
    return by_lab_fail_at(err, cell->experiment->path, entry->line, "%s", inner->text);
}

static enum by_status fill(const struct by_lab_cell *cell, enum by_lab_key key, struct by_text *out,
                           struct by_error *err)
{
    struct by_error inner = {0};
    const struct by_lab_entry *entry = by_lab_entry(cell->row, key, "");
    if (!entry)
        return BY_OK;
    if (by_lab_fill(cell, entry->text, out, &inner) != BY_OK)
        return at_line(cell, entry, &inner, err);
    if (out->length >= out->size)
        return by_lab_fail_at(err, cell->experiment->path, entry->line,
                              "it is longer than %d characters", BY_SPEC_LENGTH_MAX);
    return BY_OK;
}

static enum by_status count_games(struct by_lab_cell *cell, struct by_error *err)
{
    struct by_error inner = {0};
    const struct by_lab_entry *entry =
        by_lab_entry(cell->row, BY_LAB_KEY_GAMES, by_lab_scale_name(cell->scale));
    double games = 1;
    bool found = true;
    entry = entry ? entry : by_lab_entry(cell->row, BY_LAB_KEY_GAMES, "");
    if (entry && by_lab_choose(cell, entry->text, &games, &found, &inner) != BY_OK)
        return at_line(cell, entry, &inner, err);
    if (entry && found && !(games >= 0 && games <= BY_LAB_GAMES_MAX))
        return by_lab_fail_at(err, cell->experiment->path, entry->line, "a cell has 0 to %d games",
                              BY_LAB_GAMES_MAX);
    cell->games = found ? (int)games : 0;
    return BY_OK;
}

static enum by_status estimate(struct by_lab_cell *cell, struct by_error *err)
{
    struct by_error inner = {0};
    const struct by_lab_entry *entry = by_lab_entry(cell->row, BY_LAB_KEY_COST, "");
    if (entry && by_lab_sum(cell, entry->text, &cell->cost, &inner) != BY_OK)
        return at_line(cell, entry, &inner, err);
    if (cell->cost < 0)
        return by_lab_fail_at(err, cell->experiment->path, entry->line, "a cost is not below 0");
    return BY_OK;
}

/* Moves the texts into one piece of their size. */
static enum by_status keep_texts(struct by_lab_cell *cell, const struct by_text *texts,
                                 struct by_error *err)
{
    const char **const places[TEXTS] = {&cell->label, &cell->game, &cell->a, &cell->b,
                                        &cell->measure};
    size_t size = 0;
    for (int i = 0; i < TEXTS; i++)
        size += texts[i].length + 1;
    char *at = cell->storage = malloc(size);
    if (!at)
        return by_fail_memory(err, size);
    for (int i = 0; i < TEXTS; i++) {
        memcpy(at, texts[i].data, texts[i].length + 1);
        *places[i] = at;
        at += texts[i].length + 1;
    }
    return BY_OK;
}

static enum by_status write_texts(struct by_lab_cell *cell, uint64_t seed, struct by_error *err)
{
    static const enum by_lab_key keys[TEXTS] = {[GAME] = BY_LAB_KEY_GAME,
                                                [A] = BY_LAB_KEY_A,
                                                [B] = BY_LAB_KEY_B,
                                                [MEASURE] = BY_LAB_KEY_MEASURE};
    char *room = malloc((size_t)TEXTS * TEXT_SIZE);
    struct by_text texts[TEXTS];
    if (!room)
        return by_fail_memory(err, (size_t)TEXTS * TEXT_SIZE);
    enum by_status status = BY_OK;
    for (int i = 0; i < TEXTS && status == BY_OK; i++) {
        texts[i] = by_text_over(room + (ptrdiff_t)i * TEXT_SIZE, TEXT_SIZE);
        if (i == LABEL)
            write_label(cell, &texts[i]);
        else
            status = fill(cell, keys[i], &texts[i], err);
    }
    if (status == BY_OK && texts[LABEL].length >= TEXT_SIZE)
        status = by_lab_fail_at(err, cell->experiment->path, cell->row->line,
                                "the names of its cells are too long");
    if (status == BY_OK)
        cell->seed = cell_seed(cell, seed, texts[LABEL].data);
    if (status == BY_OK)
        status = keep_texts(cell, texts, err);
    free(room);
    return status;
}

enum by_status by_lab_cell_open(const struct by_lab_experiment *experiment, int number,
                                enum by_lab_scale scale, uint64_t seed, struct by_lab_cell *out,
                                struct by_error *err)
{
    *out = (struct by_lab_cell){.experiment = experiment, .number = number, .scale = scale};
    out->row = row_of(experiment, number);
    out->timed = out->row->timed;
    place(out);
    enum by_status status = count_games(out, err);
    if (status == BY_OK)
        status = estimate(out, err);
    return status == BY_OK ? write_texts(out, seed, err) : status;
}

void by_lab_cell_close(struct by_lab_cell *cell)
{
    free(cell->storage);
    *cell = (struct by_lab_cell){0};
}

/* --- checking ------------------------------------------------------------------------------ */

static enum by_status check_row(const struct by_lab_experiment *experiment,
                                const struct by_lab_row *row, struct by_error *err)
{
    enum by_lab_scale scale;
    if (!by_lab_text(row, BY_LAB_KEY_MEASURE, ""))
        return by_lab_fail_at(err, experiment->path, row->line ? row->line : 1,
                              "there is no measure: 'measure: match openings=random:2' is one");
    for (int i = 0; i < row->entry_count; i++) {
        const struct by_lab_entry *entry = &row->entries[i];
        if (entry->key == BY_LAB_KEY_GAMES && *entry->of && !by_lab_scale_find(entry->of, &scale))
            return by_lab_fail_at(err, experiment->path, entry->line,
                                  "games are those of a scale: smoke, quick, standard, paper");
        if (entry->key == BY_LAB_KEY_LET && by_lab_entry(row, BY_LAB_KEY_AXIS, entry->of))
            return by_lab_fail_at(err, experiment->path, entry->line,
                                  "there is an axis of the same name");
    }
    return BY_OK;
}

enum by_status by_lab_check_words(const struct by_lab_experiment *experiment, struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int i = 0; i < experiment->row_count && status == BY_OK; i++)
        status = check_row(experiment, &experiment->rows[i], err);
    for (int i = 0; i < experiment->cells && status == BY_OK; i++)
        for (int j = 0; j < BY_LAB_SCALES && status == BY_OK; j++) {
            struct by_lab_cell cell;
            status = by_lab_cell_open(experiment, i, (enum by_lab_scale)j, 0, &cell, err);
            by_lab_cell_close(&cell);
        }
    return status;
}

/* --- choosing ------------------------------------------------------------------------------ */

/* Is `value` one of "a|b|c"? Numbers are compared as numbers. */
static bool listed(const char *value, const char *list)
{
    double number, wanted;
    char one[BY_LAB_WORD_MAX];
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, "|");
        struct by_text text = by_text_over(one, sizeof one);
        by_text_format(&text, "%.*s", (int)(length < sizeof one ? length : sizeof one), at);
        if (strcmp(one, value) == 0 ||
            (by_read_real(one, -1e15, 1e15, &wanted) && by_read_real(value, -1e15, 1e15, &number) &&
             number == wanted))
            return true;
        at += length;
        if (!*at)
            return false;
    }
}

/* Takes away the cells whose `name` is none of `list`; how many of all have one that is. */
static int narrow(const struct by_lab_experiment *experiment, const char *name, const char *list,
                  bool *known, bool *chosen)
{
    int fitting = 0;
    *known = false;
    for (int i = 0; i < experiment->cells; i++) {
        struct by_lab_cell cell = {.experiment = experiment, .number = i};
        cell.row = row_of(experiment, i);
        place(&cell);
        const char *value = by_lab_cell_value(&cell, name);
        bool fits = value && listed(value, list);
        *known |= value != NULL;
        fitting += fits;
        chosen[i] &= fits;
    }
    return fitting;
}

static enum by_status select_one(const struct by_lab_experiment *experiment, char *text,
                                 bool *chosen, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], list[BY_QUOTE_SIZE];
    bool known;
    char *equals = strchr(text, '=');
    if (!equals || equals == text)
        return by_fail(err, BY_BAD_INPUT,
                       "cells are named as AXIS=VALUE,...: '%s' has no value behind a '='",
                       by_quote(text, quoted));
    *equals = 0;
    int fitting = narrow(experiment, text, equals + 1, &known, chosen);
    if (!known)
        return by_fail(err, BY_BAD_INPUT, "%s has no axis '%s'", experiment->name,
                       by_quote(text, quoted));
    if (!fitting)
        return by_fail(err, BY_BAD_INPUT, "no cell of %s has %s=%s", experiment->name,
                       by_quote(text, quoted), by_quote(equals + 1, list));
    return BY_OK;
}

enum by_status by_lab_select(const struct by_lab_experiment *experiment, const char *cells,
                             bool *chosen, struct by_error *err)
{
    enum by_status status = BY_OK;
    char *copy = strdup(cells);
    if (!copy)
        return by_fail_memory(err, strlen(cells));
    memset(chosen, 1, (size_t)experiment->cells);
    char *next = NULL;
    bool all = !*cells || strcmp(cells, "all") == 0;
    for (char *at = copy; !all && at && status == BY_OK; at = next) {
        next = strchr(at, ',');
        if (next)
            *next++ = 0;
        status = select_one(experiment, at, chosen, err);
    }
    int count = 0;
    for (int i = 0; i < experiment->cells; i++)
        count += chosen[i];
    if (status == BY_OK && !count)
        status = by_fail(err, BY_BAD_INPUT, "no cell of %s has all of that", experiment->name);
    free(copy);
    return status;
}
