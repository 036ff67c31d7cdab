/* measure.c: the table of measures, and opening the one that a cell names. */
#include "lab/measure.h"
#include "base/buffer.h"
#include "base/spec.h"
#include "lab/keep.h"
#include "lab/parts.h"
#include "players/identity.h"
#include "players/named.h"
#include "players/resolve.h"
#include <string.h>

#define BY_LAB_MEASURE(name) extern const struct by_lab_measure by_lab_measure_##name;
#include "lab/measures.def"
#undef BY_LAB_MEASURE

const struct by_lab_measure *by_lab_measure_at(int index)
{
    static const struct by_lab_measure *const measures[] = {
#define BY_LAB_MEASURE(name) &by_lab_measure_##name,
#include "lab/measures.def"
#undef BY_LAB_MEASURE
        NULL};
    int count = (int)(sizeof measures / sizeof *measures) - 1;
    return index >= 0 && index < count ? measures[index] : NULL;
}

const struct by_lab_measure *by_lab_measure_find(const char *name)
{
    const struct by_lab_measure *measure;
    for (int i = 0; (measure = by_lab_measure_at(i)); i++)
        if (strcmp(measure->name, name) == 0)
            return measure;
    return NULL;
}

static enum by_status unknown(const char *name, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], names[512], hint[64];
    struct by_text list = by_text_over(names, sizeof names);
    const struct by_lab_measure *measure;
    for (int i = 0; (measure = by_lab_measure_at(i)); i++)
        by_text_format(&list, "%s%s", i ? "|" : "", measure->name);
    struct by_text near = by_text_over(hint, sizeof hint);
    by_suggest(&near, name, names);
    return by_fail(err, BY_BAD_INPUT, "there is no measure '%s'%s; the measures are %s",
                   by_quote(name, quoted), hint, names);
}

static enum by_status open_options(const struct by_lab_cell *cell, struct by_lab_opened *out,
                                   struct by_error *err)
{
    struct by_spec spec;
    char owner[BY_LAB_WORD_MAX + 16];
    enum by_status status = by_spec_read(cell->measure, &spec, err);
    if (status != BY_OK)
        return status;
    out->measure = by_lab_measure_find(spec.name);
    if (!out->measure)
        return unknown(spec.name, err);
    struct by_text text = by_text_over(owner, sizeof owner);
    by_text_format(&text, "the measure %s", out->measure->name);
    return by_values_open(owner, out->measure->options, spec.settings, spec.count, &out->options,
                          err);
}

static enum by_status open_game(const struct by_lab_cell *cell, struct by_lab_opened *out,
                                struct by_error *err)
{
    struct by_spec spec;
    if (!*cell->game)
        return BY_OK;
    enum by_status status = by_spec_read(cell->game, &spec, err);
    if (status == BY_OK)
        status = by_rules_open(spec.name, spec.settings, spec.count, NULL, &out->rules, err);
    return status;
}

/* Puts the line of a key before what is wrong with it. */
static enum by_status told(const struct by_lab_cell *cell, enum by_lab_key key,
                           enum by_status status, const struct by_error *inner,
                           struct by_error *err)
{
    const struct by_lab_entry *entry = by_lab_entry(cell->row, key, "");
    if (status != BY_BAD_INPUT) {
        if (err)
            *err = *inner;
        return status;
    }
    return by_lab_fail_at(err, cell->experiment->path, entry ? entry->line : cell->row->line, "%s",
                          inner->text);
}

enum by_status by_lab_measure_open(const struct by_lab_cell *cell, struct by_lab_opened *out,
                                   struct by_error *err)
{
    struct by_error inner = {0};
    *out = (struct by_lab_opened){0};
    enum by_status status = open_options(cell, out, &inner);
    if (status != BY_OK)
        return told(cell, BY_LAB_KEY_MEASURE, status, &inner, err);
    status = open_game(cell, out, &inner);
    return status == BY_OK ? BY_OK : told(cell, BY_LAB_KEY_GAME, status, &inner, err);
}

void by_lab_measure_close(struct by_lab_opened *opened)
{
    if (opened->rules)
        by_rules_close(opened->rules);
    if (opened->options.value)
        by_values_close(&opened->options);
    *opened = (struct by_lab_opened){0};
}

enum by_status by_lab_left_out(const struct by_lab_cell *cell, char why[BY_LAB_WHY],
                               struct by_error *err)
{
    char spec[BY_SPEC_LENGTH_MAX + 1] = "";
    const char *needs = by_lab_text(cell->row, BY_LAB_KEY_NEEDS, "");
    struct by_text text = by_text_over(why, BY_LAB_WHY);
    *why = 0;
    if (needs) {
        enum by_status status = by_named_find(needs, spec, sizeof spec, err);
        if (status != BY_OK)
            return status;
        if (!*spec)
            by_text_format(&text, "no player is called %.60s (banyan engine add)", needs);
    }
    if (!*why && cell->games == 0)
        by_text_format(&text, "too dear for the scale %s", by_lab_scale_name(cell->scale));
    return BY_OK;
}

/* Names, options and their values of players in a match; no program is started. */
static enum by_status check_players(const struct by_lab_cell *cell, const struct by_rules *rules,
                                    struct by_error *err)
{
    static const enum by_lab_key keys[2] = {BY_LAB_KEY_A, BY_LAB_KEY_B};
    const char *const specs[2] = {cell->a, cell->b};
    for (int i = 0; i < 2; i++) {
        struct by_resolved resolved;
        struct by_error inner = {0};
        char form[BY_SPEC_LENGTH_MAX + 1];
        struct by_text text = by_text_over(form, sizeof form);
        enum by_status status = by_player_resolve(rules, specs[i], BY_TRUST_ALL, &resolved, &inner);
        if (status == BY_OK && resolved.level)
            status = by_fail(&inner, BY_BAD_INPUT,
                             "an experiment names whole specs, and the level %s may become another",
                             resolved.level->name);
        if (status == BY_OK)
            status = by_spec_canonical(&resolved, &text, &inner); /* reads its options */
        if (status != BY_OK)
            return told(cell, keys[i], status, &inner, err);
    }
    return BY_OK;
}

enum by_status by_lab_check_cell(const struct by_lab_cell *cell, struct by_error *err)
{
    struct by_lab_opened opened;
    struct by_error inner = {0};
    static const atomic_bool never;
    enum by_status status = by_lab_measure_open(cell, &opened, err);
    const struct by_lab_job job = {cell, opened.rules, &opened.options, 1, &never, NULL, NULL};
    if (status == BY_OK && opened.measure->check) {
        status = opened.measure->check(&job, &inner);
        if (status != BY_OK)
            status = told(cell, BY_LAB_KEY_MEASURE, status, &inner, err);
    }
    if (status == BY_OK && opened.measure->games)
        status = check_players(cell, opened.rules, err);
    by_lab_measure_close(&opened);
    return status;
}

enum by_status by_lab_check(const struct by_lab_experiment *experiment, struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int i = 0; i < experiment->cells && status == BY_OK; i++)
        for (int j = 0; j < BY_LAB_SCALES && status == BY_OK; j++) {
            struct by_lab_cell cell;
            char why[BY_LAB_WHY] = "";
            status = by_lab_cell_open(experiment, i, (enum by_lab_scale)j, 0, &cell, err);
            if (status == BY_OK)
                status = by_lab_left_out(&cell, why, err);
            if (status == BY_OK && !*why)
                status = by_lab_check_cell(&cell, err);
            by_lab_cell_close(&cell);
        }
    return status;
}

/* --- running ----------------------------------------------------------------------------- */

static void nobody_looks(void *context, double done)
{
    (void)context;
    (void)done;
}

enum by_status by_lab_measure_cell(const struct by_lab_cell *cell, int threads,
                                   const atomic_bool *stop,
                                   void (*progress)(void *context, double done), void *context,
                                   struct by_buffer *text, struct by_error *err)
{
    struct by_lab_opened opened;
    struct by_lab_numbers numbers = {0};
    enum by_status status = by_lab_measure_open(cell, &opened, err);
    if (status == BY_OK) {
        const struct by_lab_job job = {.cell = cell,
                                       .rules = opened.rules,
                                       .options = &opened.options,
                                       .threads = threads,
                                       .stop = stop,
                                       .progress = progress ? progress : nobody_looks,
                                       .context = context};
        status = opened.measure->run(&job, &numbers, err);
    }
    if (status == BY_OK && numbers.failed)
        status = by_fail(err, numbers.failed,
                         "the measure gave more, or other, numbers than a result can hold");
    if (status == BY_OK)
        by_lab_numbers_write(&numbers, text);
    if (status == BY_OK && text->failed)
        status = by_fail_memory(err, text->length);
    by_lab_numbers_close(&numbers);
    by_lab_measure_close(&opened);
    return status;
}
