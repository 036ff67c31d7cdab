#include "search/solve/save.h"
#include "base/file.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERSION 1

static const unsigned char magic[8] = {'b', 'a', 'n', 'y', 'a', 'n', 0x1a, 0x0a};

/* --- streams --------------------------------------------------------------------- */

/* A file being read or written, with the sum of the words so far. Once something fails, the
 * rest does nothing: it is asked about at the end. */
struct stream {
    FILE *file;
    uint64_t sum;
    bool failed;
};

static void add_to_sum(struct stream *s, uint64_t word)
{
    s->sum = by_mix64(s->sum ^ word) + 0x9e3779b97f4a7c15U;
}

static void put(struct stream *s, uint64_t word, int bytes)
{
    unsigned char raw[8] = {0};
    for (int i = 0; i < bytes; i++)
        raw[i] = (unsigned char)(word >> (8 * i));
    add_to_sum(s, word);
    if (!s->failed && fwrite(raw, (size_t)bytes, 1, s->file) != 1)
        s->failed = true;
}

static uint64_t get(struct stream *s, int bytes)
{
    unsigned char raw[8];
    uint64_t word = 0;
    if (s->failed || fread(raw, (size_t)bytes, 1, s->file) != 1) {
        s->failed = true;
        return 0;
    }
    for (int i = 0; i < bytes; i++)
        word |= (uint64_t)raw[i] << (8 * i);
    add_to_sum(s, word);
    return word;
}

static void put_text(struct stream *s, const char *text)
{
    size_t length = strlen(text);
    put(s, length, 4);
    for (size_t i = 0; i < length; i++)
        put(s, (unsigned char)text[i], 1);
}

/* Reads a text and says whether it is the one wanted; its beginning is left in `shown`. */
#define SHOWN 64
static bool is_text(struct stream *s, const char *wanted, char shown[SHOWN])
{
    uint64_t length = get(s, 4);
    bool same = length == strlen(wanted);
    memset(shown, 0, SHOWN);
    for (uint64_t i = 0; i < length && !s->failed; i++) {
        char c = (char)get(s, 1);
        same = same && c == wanted[i];
        if (i + 1 < SHOWN)
            shown[i] = c;
    }
    return same;
}

/* --- what a file is about ----------------------------------------------------------- */

static void write_setting(const struct by_option *option, const struct by_value *value,
                          struct by_text *out)
{
    by_text_format(out, " %s=", option->name);
    if (option->type == BY_OPTION_SIZE) /* 5 and 5x5 are the same */
        by_text_format(out, "%dx%d", value->width, value->height);
    else if (option->type == BY_OPTION_INT || option->type == BY_OPTION_BYTES)
        by_text_format(out, "%lld", (long long)value->integer);
    else if (option->type == BY_OPTION_FLAG)
        by_text_add(out, value->flag ? "on" : "off");
    else
        by_text_add(out, value->text);
}

static void write_game(const struct by_save *save, struct by_text *out)
{
    const struct by_rules *rules = save->line->rules;
    by_text_add(out, rules->game->name);
    for (int i = 0; i < rules->values.count; i++)
        if (rules->values.value[i].set)
            write_setting(&rules->values.options[i], &rules->values.value[i], out);
}

static void write_position(const struct by_save *save, struct by_text *out)
{
    const struct by_rules *rules = save->line->rules;
    rules->game->write(rules, by_line_position(save->line), out);
    by_text_char(out, '\n');
    rules->game->write(rules, rules->start, out);
}

/* The text that `write` makes, from malloc. */
static char *text_of(const struct by_save *save,
                     void (*write_it)(const struct by_save *save, struct by_text *out))
{
    struct by_text measure = by_text_over(NULL, 0);
    write_it(save, &measure);
    char *text = malloc(measure.length + 1);
    if (!text)
        return NULL;
    struct by_text out = by_text_over(text, measure.length + 1);
    write_it(save, &out);
    return text;
}

static uint64_t root_key(const struct by_save *save)
{
    const struct by_rules *rules = save->line->rules;
    return rules->game->key(rules, by_line_position(save->line));
}

/* --- writing ---------------------------------------------------------------------- */

static void put_moves(struct stream *s, const by_move *moves, int count)
{
    for (int i = 0; i < count; i++)
        put(s, (uint32_t)moves[i], 4);
}

static void put_head(struct stream *s, const struct by_save *save, const char *game,
                     const char *position)
{
    for (int i = 0; i < 8; i++)
        put(s, magic[i], 1);
    put(s, VERSION, 4);
    put_text(s, save->solver->name);
    put_text(s, game);
    put_text(s, position);
    put(s, root_key(save), 8);
}

static void put_work(struct stream *s, const struct by_save *save)
{
    const struct by_solution *solution = save->solution;
    uint64_t notes[BY_SOLVER_NOTES_MAX];
    size_t note_count = save->solver->notes(save->state, notes, BY_SOLVER_NOTES_MAX), cursor = 0;
    struct by_solver_entry entry;
    put(s, (uint32_t)save->done, 4);
    put(s, (uint32_t)solution->value, 4);
    put(s, (uint32_t)solution->best_count, 4);
    put(s, (uint32_t)solution->pv_count, 4);
    put(s, solution->nodes, 8);
    put(s, (uint64_t)(solution->seconds * 1e6), 8);
    put(s, note_count, 4);
    put_moves(s, solution->best, solution->best_count);
    put_moves(s, solution->pv, solution->pv_count);
    for (size_t i = 0; i < note_count; i++)
        put(s, notes[i], 8);
    while (!s->failed && save->solver->next(save->state, &cursor, &entry)) {
        put(s, entry.key, 8);
        put(s, entry.data, 8);
    }
    put(s, 0, 8);
}

enum by_status by_save_write(const char *path, const struct by_save *save, struct by_error *err)
{
    struct by_file_writing writing;
    char *game = text_of(save, write_game), *position = text_of(save, write_position);
    enum by_status status = game && position ? by_file_begin(&writing, path, BY_FILE_SHARED, err)
                                             : by_fail_memory(err, strlen(path));
    if (status == BY_OK) {
        struct stream s = {.file = writing.out};
        put_head(&s, save, game, position);
        put_work(&s, save);
        put(&s, s.sum, 8);
        status = by_file_end(&writing, err);
    }
    free(game);
    free(position);
    return status;
}

/* --- reading ----------------------------------------------------------------------- */

static enum by_status damaged(const char *path, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    return by_fail(err, BY_BAD_INPUT,
                   "the file '%s' is damaged or cut short: remove it to start afresh",
                   by_quote(path, quoted));
}

/* One of the three texts: what the file is about must be what is asked for. */
static enum by_status check_text(struct stream *s, const char *path, const char *what,
                                 const char *wanted, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], theirs[BY_QUOTE_SIZE], shown[SHOWN];
    bool same = is_text(s, wanted, shown);
    if (s->failed)
        return damaged(path, err);
    if (same)
        return BY_OK;
    by_quote(path, quoted);
    shown[strcspn(shown, "\n")] = 0;
    return by_fail(err, BY_BAD_INPUT, "the file '%s' is about another %s: '%s'", quoted, what,
                   by_quote(shown, theirs));
}

static enum by_status check_head(struct stream *s, const char *path, const struct by_save *save,
                                 struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    by_quote(path, quoted);
    for (int i = 0; i < 8; i++)
        if (get(s, 1) != magic[i])
            return by_fail(err, BY_BAD_INPUT, "'%s' is not a file that 'solve' has saved", quoted);
    uint64_t version = get(s, 4);
    if (!s->failed && version != VERSION)
        return by_fail(err, BY_BAD_INPUT,
                       "the file '%s' has version %llu of the layout, and this program reads %d",
                       quoted, (unsigned long long)version, VERSION);
    char *game = text_of(save, write_game), *position = text_of(save, write_position);
    enum by_status status = game && position ? BY_OK : by_fail_memory(err, strlen(path));
    if (status == BY_OK)
        status = check_text(s, path, "method", save->solver->name, err);
    if (status == BY_OK)
        status = check_text(s, path, "game", game, err);
    if (status == BY_OK)
        status = check_text(s, path, "position", position, err);
    free(game);
    free(position);
    if (status == BY_OK && get(s, 8) != root_key(save))
        status = s->failed ? damaged(path, err)
                           : by_fail(err, BY_BAD_INPUT,
                                     "the file '%s' is of another version of the program", quoted);
    return status;
}

static bool get_moves(struct stream *s, by_move *moves, int count)
{
    for (int i = 0; i < count; i++)
        moves[i] = (by_move)(uint32_t)get(s, 4);
    return !s->failed;
}

/* The best moves are root moves that were solved, in their order. */
static bool best_is_right(const struct by_save *save)
{
    int found = 0;
    for (int i = 0; i < save->done && found < save->solution->best_count; i++)
        found += save->moves[i] == save->solution->best[found];
    return found == save->solution->best_count;
}

/* The line can be played from the root. */
static bool line_is_right(const struct by_save *save)
{
    const struct by_rules *rules = save->line->rules;
    const struct by_solution *solution = save->solution;
    by_move *scratch = malloc((size_t)rules->max_moves * sizeof *scratch);
    void *position = malloc(rules->position_size);
    bool right = scratch && position;
    if (right)
        memcpy(position, by_line_position(save->line), rules->position_size);
    for (int i = 0; i < solution->pv_count && right; i++) {
        right = !rules->game->over(rules, position) &&
                by_move_legal(rules, position, solution->pv[i], scratch);
        if (right)
            rules->game->play(rules, position, solution->pv[i], NULL);
    }
    free(scratch);
    free(position);
    return right;
}

static bool get_table(struct stream *s, const struct by_save *save, uint64_t *entries)
{
    for (;; ++*entries) {
        struct by_solver_entry entry = {get(s, 8), 0};
        if (s->failed || entry.key == 0)
            return !s->failed;
        entry.data = get(s, 8);
        if (s->failed || !save->solver->insert(save->state, &entry))
            return false;
    }
}

static bool get_notes(struct stream *s, const struct by_save *save, size_t count)
{
    uint64_t notes[BY_SOLVER_NOTES_MAX];
    if (count > BY_SOLVER_NOTES_MAX)
        return false;
    for (size_t i = 0; i < count; i++)
        notes[i] = get(s, 8);
    return !s->failed && save->solver->take_notes(save->state, notes, count);
}

static bool get_work(struct stream *s, struct by_save *save, uint64_t *entries)
{
    struct by_solution *solution = save->solution;
    uint64_t done = get(s, 4);
    solution->value = (int32_t)(uint32_t)get(s, 4);
    uint64_t best = get(s, 4), pv = get(s, 4);
    solution->nodes = get(s, 8);
    solution->seconds = (double)get(s, 8) / 1e6;
    size_t notes = (size_t)get(s, 4);
    if (s->failed || done > (uint64_t)save->move_count || best > done || pv > BY_PV_MAX ||
        (best == 0) != (done == 0))
        return false;
    save->done = (int)done;
    solution->best_count = (int)best;
    solution->pv_count = (int)pv;
    return get_moves(s, solution->best, solution->best_count) && best_is_right(save) &&
           get_moves(s, solution->pv, solution->pv_count) && line_is_right(save) &&
           get_notes(s, save, notes) && get_table(s, save, entries);
}

/* A table that is too small forgets as it is filled, and what it forgot would be gone from the file as soon as that
 * is written again. */
static enum by_status check_room(const char *path, const struct by_save *save, uint64_t entries,
                                 struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    struct by_solver_entry entry;
    size_t cursor = 0;
    uint64_t held = 0;
    while (save->solver->next(save->state, &cursor, &entry))
        held++;
    if (held >= entries - entries / 4)
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT,
                   "of the %llu entries in the file '%s' the table has room for %llu: ask for a "
                   "larger one, as large as it was",
                   (unsigned long long)entries, by_quote(path, quoted), (unsigned long long)held);
}

static enum by_status read_file(FILE *file, const char *path, struct by_save *save,
                                struct by_error *err)
{
    struct stream s = {.file = file};
    enum by_status status = check_head(&s, path, save, err);
    if (status != BY_OK)
        return status;
    uint64_t entries = 0;
    bool good = get_work(&s, save, &entries);
    uint64_t sum = s.sum;
    if (!good || get(&s, 8) != sum || s.failed || fgetc(file) != EOF)
        return damaged(path, err);
    return check_room(path, save, entries, err);
}

enum by_status by_save_read(const char *path, struct by_save *save, bool *found,
                            struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    *found = false;
    if (!*path)
        return by_fail(err, BY_BAD_INPUT, "a file to save in has a name");
    FILE *file = fopen(path, "rb");
    if (!file && errno != ENOENT)
        return by_fail(err, BY_FAILED, "cannot read '%s': %s", by_quote(path, quoted),
                       strerror(errno));
    enum by_status status = BY_OK;
    if (file) {
        *found = true;
        status = read_file(file, path, save, err);
        (void)fclose(file);
    }
    return status == BY_OK ? by_file_can_save(path, err) : status; /* better now than after hours */
}
