/* read.c: the text of a file into an experiment (docs/LAB.md has the grammar).
 *
 * Two passes. The first makes entries of lines: keys are known, each stands where it may and once. The
 * second makes rows of entries: what the head says holds for every row that does not say otherwise. */
#include "base/checksum.h"
#include "base/pool.h"
#include "lab/agree.h"
#include "lab/parts.h"
#include "lab/plot.h"
#include "lab/points.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY_MAX      ((size_t)32 << 20)
#define ENTRIES_MAX     4000
#define BYTE_ORDER_MARK "\xef\xbb\xbf" /* some editors begin a file with it */

struct by_lab_memory {
    struct by_pool pool;
};

enum where { HEAD, ROW };
enum qualifier { NONE, SOME, ANY };

static const struct key {
    const char *name;
    enum where where;
    enum qualifier qualifier;
} keys[BY_LAB_KEYS] = {
#define BY_LAB_KEY(id, name, where, qualifier, help) {name, where, qualifier},
#include "lab/keys.def"
#undef BY_LAB_KEY
};

static const char key_names[] = ""
#define BY_LAB_KEY(id, name, where, qualifier, help) "|" name
#include "lab/keys.def"
#undef BY_LAB_KEY
    ;

/* A section of the file: the head, or a row. */
struct section {
    const char *name;
    int line, first, count; /* its entries */
};

struct reader {
    struct by_lab_memory *memory;
    const char *path;
    char *at; /* a copy of the text: lines are cut out of it */
    int line;
    struct by_lab_entry *entries;
    int entry_count;
    struct section sections[BY_LAB_ROWS_MAX + 1]; /* the head first */
    int section_count;
    struct by_error *err;
};

enum by_status by_lab_fail_at(struct by_error *err, const char *path, int line, const char *format,
                              ...)
{
    char sentence[400];
    va_list arguments;
    struct by_text text = by_text_over(sentence, sizeof sentence);
    va_start(arguments, format);
    by_text_vformat(&text, format, arguments);
    va_end(arguments);
    by_make_printable(sentence, strlen(sentence), "");
    char quoted[BY_QUOTE_SIZE];
    return by_fail(err, BY_BAD_INPUT, "%s, line %d: %s", by_quote(path, quoted), line, sentence);
}

#define refuse(r, at_line, ...) by_lab_fail_at((r)->err, (r)->path, at_line, __VA_ARGS__)

static void *take(struct reader *r, size_t count, size_t size)
{
    void *memory = by_pool_take(&r->memory->pool, count * size + 1, 16);
    if (memory)
        memset(memory, 0, count * size + 1);
    return memory;
}

/* --- lines ----------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static char *trim(char *text)
{
    while (is_blank(*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && is_blank(text[length - 1]))
        text[--length] = 0;
    return text;
}

bool by_lab_is_word(const char *text)
{
    size_t length =
        strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.");
    return length > 0 && length < BY_LAB_WORD_MAX && text[length] == 0;
}

/* The next line, cut off where a comment begins: a '#' at its beginning or behind a blank. NULL past
 * the last one. */
static char *next_line(struct reader *r)
{
    char *line = r->at;
    if (!*line)
        return NULL;
    char *end = line + strcspn(line, "\n");
    r->at = *end ? end + 1 : end;
    *end = 0;
    r->line++;
    for (char *c = line; *c; c++)
        if (*c == '#' && (c == line || is_blank(c[-1]))) {
            *c = 0;
            break;
        }
    return line;
}

/* A line that begins with a blank goes on with the entry above it. */
static enum by_status go_on(struct reader *r, char *text)
{
    if (r->entry_count == 0 || r->sections[r->section_count - 1].count == 0)
        return refuse(r, r->line,
                      "a line that begins with a blank goes on with the one above it, "
                      "and there is none");
    struct by_lab_entry *entry = &r->entries[r->entry_count - 1];
    size_t length = strlen(entry->text), more = strlen(text);
    char *joined = take(r, length + more + 2, 1);
    if (!joined)
        return by_fail_memory(r->err, length + more);
    (void)snprintf(joined, length + more + 2, "%s%s%s", entry->text, length ? " " : "", text);
    entry->text = joined;
    return BY_OK;
}

static enum by_status open_section(struct reader *r, const char *name)
{
    if (r->section_count > BY_LAB_ROWS_MAX)
        return refuse(r, r->line, "there are more than %d rows", BY_LAB_ROWS_MAX);
    for (int i = 1; i < r->section_count; i++)
        if (strcmp(r->sections[i].name, name) == 0)
            return refuse(r, r->line, "there is a row [%s] in line %d already", name,
                          r->sections[i].line);
    r->sections[r->section_count++] = (struct section){name, r->line, r->entry_count, 0};
    return BY_OK;
}

/* "[name]" */
static enum by_status read_row_head(struct reader *r, char *text)
{
    size_t length = strlen(text);
    if (text[length - 1] != ']')
        return refuse(r, r->line, "a row begins with its name in brackets: [name]");
    text[length - 1] = 0;
    char *name = trim(text + 1);
    if (!by_lab_is_word(name))
        return refuse(r, r->line,
                      "the name of a row is letters, digits, '-', '_' and '.', at most %d",
                      BY_LAB_WORD_MAX - 1);
    return open_section(r, name);
}

static enum by_status find_key(struct reader *r, const char *word, enum by_lab_key *out)
{
    char quoted[BY_QUOTE_SIZE], hint[64];
    for (int i = 0; i < BY_LAB_KEYS; i++)
        if (strcmp(keys[i].name, word) == 0) {
            *out = (enum by_lab_key)i;
            return BY_OK;
        }
    struct by_text near = by_text_over(hint, sizeof hint);
    by_suggest(&near, word, key_names + 1);
    return refuse(r, r->line, "there is no key '%s'%s", by_quote(word, quoted), hint);
}

static enum by_status check_place(struct reader *r, enum by_lab_key key, const char *of)
{
    const struct key *known = &keys[key];
    if (known->where == HEAD && r->section_count > 1)
        return refuse(r, r->line, "'%s' stands before the first row", known->name);
    if (known->qualifier == NONE && *of)
        return refuse(r, r->line, "'%s' takes no name: '%s: ...'", known->name, known->name);
    if (known->qualifier == SOME && !*of)
        return refuse(r, r->line, "'%s' takes a name: '%s NAME: ...'", known->name, known->name);
    if (*of && !by_lab_is_word(of))
        return refuse(r, r->line,
                      "the name behind '%s' is letters, digits, '-', '_' and '.', at most %d",
                      known->name, BY_LAB_WORD_MAX - 1);
    const struct section *section = &r->sections[r->section_count - 1];
    for (int i = section->first; i < r->entry_count; i++)
        if (r->entries[i].key == key && strcmp(r->entries[i].of, of) == 0)
            return refuse(r, r->line, "'%s' was said before, in line %d", known->name,
                          r->entries[i].line);
    return BY_OK;
}

/* "key: text" or "key name: text". */
static enum by_status read_entry(struct reader *r, char *text)
{
    struct by_lab_entry entry = {.of = "", .line = r->line};
    char *colon = strchr(text, ':');
    if (!colon)
        return refuse(r, r->line, "a line is `key: text`, and there is no ':'");
    *colon = 0;
    entry.text = trim(colon + 1);
    char *head = trim(text), *blank = head + strcspn(head, " \t");
    if (*blank) {
        *blank = 0;
        entry.of = trim(blank + 1);
    }
    enum by_status status = find_key(r, head, &entry.key);
    if (status == BY_OK)
        status = check_place(r, entry.key, entry.of);
    if (status != BY_OK)
        return status;
    if (r->entry_count >= ENTRIES_MAX)
        return refuse(r, r->line, "there are more than %d entries", ENTRIES_MAX);
    r->entries[r->entry_count++] = entry;
    r->sections[r->section_count - 1].count++;
    return BY_OK;
}

static enum by_status read_lines(struct reader *r)
{
    enum by_status status = open_section(r, "");
    if (strncmp(r->at, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0)
        r->at += strlen(BYTE_ORDER_MARK);
    for (char *line; status == BY_OK && (line = next_line(r));) {
        if (!by_is_utf8(line))
            return refuse(r, r->line, "there are bytes in it that are no UTF-8");
        bool indented = is_blank(*line);
        char *text = trim(line);
        if (!*text)
            continue;
        if (indented)
            status = go_on(r, text);
        else if (*text == '[')
            status = read_row_head(r, text);
        else
            status = read_entry(r, text);
    }
    return status;
}

/* --- rows ------------------------------------------------------------------------------- */

const struct by_lab_entry *by_lab_entry(const struct by_lab_row *row, enum by_lab_key key,
                                        const char *of)
{
    for (int i = 0; i < row->entry_count; i++)
        if (row->entries[i].key == key && strcmp(row->entries[i].of, of) == 0)
            return &row->entries[i];
    return NULL;
}

const char *by_lab_text(const struct by_lab_row *row, enum by_lab_key key, const char *of)
{
    const struct by_lab_entry *entry = by_lab_entry(row, key, of);
    return entry ? entry->text : NULL;
}

/* The head's entries, replaced in their place by the row's own; "-" takes one away. */
static enum by_status join_entries(struct reader *r, const struct section *section,
                                   struct by_lab_row *row)
{
    const struct section *head = &r->sections[0];
    int own = section == head ? 0 : section->count;
    struct by_lab_entry *all = take(r, (size_t)(head->count + own), sizeof *all);
    if (!all)
        return by_fail_memory(r->err, (size_t)(head->count + own) * sizeof *all);
    int count = head->count;
    memcpy(all, r->entries + head->first, (size_t)count * sizeof *all);
    for (int i = 0; i < own; i++) {
        const struct by_lab_entry *entry = &r->entries[section->first + i];
        int at = 0;
        while (at < count && (all[at].key != entry->key || strcmp(all[at].of, entry->of) != 0))
            at++;
        all[at] = *entry;
        count += at == count;
    }
    row->entries = all;
    for (int i = 0; i < count; i++)
        if (strcmp(all[i].text, "-") != 0)
            all[row->entry_count++] = all[i];
    return BY_OK;
}

/* Cuts a text into words at blanks; the words are in memory of the experiment's. */
static enum by_status cut(struct reader *r, const struct by_lab_entry *entry, int most,
                          const char ***words, int *count)
{
    size_t length = strlen(entry->text);
    char *copy = take(r, length + 1, 1);
    const char **list = take(r, (size_t)most, sizeof *list);
    if (!copy || !list)
        return by_fail_memory(r->err, length);
    memcpy(copy, entry->text, length);
    *count = 0;
    for (char *at = copy; *(at += strspn(at, " \t\r"));) {
        if (*count >= most)
            return refuse(r, entry->line, "there are more than %d values", most);
        list[(*count)++] = at;
        at += strcspn(at, " \t\r");
        if (*at)
            *at++ = 0;
    }
    *words = list;
    return BY_OK;
}

static enum by_status read_axis(struct reader *r, const struct by_lab_entry *entry,
                                struct by_lab_row *row)
{
    if (row->axis_count >= BY_LAB_AXES_MAX)
        return refuse(r, entry->line, "a row has at most %d axes", BY_LAB_AXES_MAX);
    if (strcmp(entry->of, "row") == 0)
        return refuse(r, entry->line, "'row' is no name for an axis: cells are chosen by it");
    struct by_lab_axis *axis = &row->axes[row->axis_count++];
    const char **values = NULL;
    enum by_status status = cut(r, entry, BY_LAB_VALUES_MAX, &values, &axis->count);
    if (status != BY_OK)
        return status;
    *axis = (struct by_lab_axis){entry->of, axis->count, values};
    if (axis->count == 0)
        return refuse(r, entry->line, "the axis %s has no values", axis->name);
    for (int i = 0; i < axis->count; i++) {
        if (strpbrk(values[i], ",|{}"))
            return refuse(r, entry->line, "a value has no ',', '|', '{' or '}' in it");
        for (int j = 0; j < i; j++)
            if (strcmp(values[i], values[j]) == 0)
                return refuse(r, entry->line, "the axis %s has the value %.40s twice", axis->name,
                              values[i]);
    }
    if ((row->cells *= axis->count) > BY_LAB_CELLS_MAX)
        return refuse(r, entry->line, "there are more than %d cells", BY_LAB_CELLS_MAX);
    return BY_OK;
}

static enum by_status read_axes(struct reader *r, struct by_lab_row *row)
{
    enum by_status status = BY_OK;
    row->cells = 1;
    for (int i = 0; i < row->entry_count && status == BY_OK; i++)
        if (row->entries[i].key == BY_LAB_KEY_AXIS)
            status = read_axis(r, &row->entries[i], row);
    return status;
}

static enum by_status read_timed(struct reader *r, struct by_lab_row *row)
{
    const struct by_lab_entry *entry = by_lab_entry(row, BY_LAB_KEY_TIMED, "");
    if (!entry || strcmp(entry->text, "no") == 0)
        return BY_OK;
    if (strcmp(entry->text, "yes") != 0)
        return refuse(r, entry->line, "timed is yes or no");
    row->timed = true;
    return BY_OK;
}

/* --- published figures ---------------------------------------------------------------------- */

/* What qualifies a number's figures: said of it, or of all of them. */
static const struct by_lab_entry *about(const struct by_lab_row *row, enum by_lab_key key,
                                        const char *number)
{
    const struct by_lab_entry *own = by_lab_entry(row, key, number);
    return own || !*number ? own : by_lab_entry(row, key, "");
}

static enum by_status read_about(struct reader *r, const struct by_lab_row *row, const char *of,
                                 struct by_lab_published *out, long *games)
{
    const struct by_lab_entry *interval = about(row, BY_LAB_KEY_INTERVAL, of);
    const struct by_lab_entry *rounded = about(row, BY_LAB_KEY_ROUNDED, of);
    const struct by_lab_entry *number = about(row, BY_LAB_KEY_PUBLISHED_GAMES, of);
    int64_t whole = 0;
    out->interval = interval ? interval->text : "";
    if (interval && strcmp(interval->text, "1sd") != 0 && strcmp(interval->text, "2sd") != 0 &&
        strcmp(interval->text, "95%") != 0)
        return refuse(r, interval->line, "an interval is 1sd, 2sd or 95%%");
    if (rounded && !by_read_real(rounded->text, 1e-9, 1e9, &out->rounded))
        return refuse(r, rounded->line, "figures are rounded to multiples of a number above 0");
    if (number && !by_read_int(number->text, 1, BY_LAB_GAMES_MAX, &whole))
        return refuse(r, number->line, "published-games is a number from 1 to %d",
                      BY_LAB_GAMES_MAX);
    *games = (long)whole;
    return BY_OK;
}

static enum by_status read_figures(struct reader *r, const struct by_lab_row *row,
                                   const struct by_lab_entry *entry, struct by_lab_published *out)
{
    const char **words = NULL;
    long games = 0;
    enum by_status status = cut(r, entry, BY_LAB_CELLS_MAX, &words, &out->count);
    if (status == BY_OK)
        status = read_about(r, row, entry->of, out, &games);
    if (status != BY_OK)
        return status;
    if (out->count != row->cells)
        return refuse(r, entry->line, "there are %d figures, and %d cells: '-' stands for none",
                      out->count, row->cells);
    struct by_lab_figure *figures = take(r, (size_t)out->count, sizeof *figures);
    if (!figures)
        return by_fail_memory(r->err, (size_t)out->count * sizeof *figures);
    for (int i = 0; i < out->count; i++) {
        char quoted[BY_QUOTE_SIZE];
        if (!by_lab_figure_read(words[i], &figures[i]))
            return refuse(r, entry->line,
                          "'%s' is no figure: 56, 56+-5, 183/300, 138-65, 54:38 and - are",
                          by_quote(words[i], quoted));
        figures[i].games = figures[i].games ? figures[i].games : games;
    }
    out->figures = figures;
    return BY_OK;
}

static enum by_status read_published(struct reader *r, struct by_lab_row *row)
{
    struct by_lab_published *list = take(r, (size_t)row->entry_count + 1, sizeof *list);
    enum by_status status = list ? BY_OK : by_fail_memory(r->err, sizeof *list);
    row->published = list;
    for (int i = 0; i < row->entry_count && status == BY_OK; i++) {
        const struct by_lab_entry *entry = &row->entries[i];
        if (entry->key != BY_LAB_KEY_PUBLISHED)
            continue;
        struct by_lab_published *out = &list[row->published_count++];
        *out = (struct by_lab_published){.number = *entry->of ? entry->of : "score",
                                         .line = entry->line};
        status = read_figures(r, row, entry, out);
    }
    return status;
}

/* --- the whole -------------------------------------------------------------------------------- */

static enum by_status read_row(struct reader *r, const struct section *section, int first,
                               struct by_lab_row *row)
{
    *row = (struct by_lab_row){.name = section->name, .line = section->line, .first = first};
    enum by_status status = join_entries(r, section, row);
    if (status == BY_OK)
        status = read_axes(r, row);
    if (status == BY_OK)
        status = read_timed(r, row);
    if (status == BY_OK)
        status = read_published(r, row);
    row->title = "";
    for (int i = 0; i < section->count && section != &r->sections[0]; i++)
        if (r->entries[section->first + i].key == BY_LAB_KEY_TITLE)
            row->title = r->entries[section->first + i].text;
    return status;
}

static const char *said(const struct reader *r, enum by_lab_key key)
{
    const struct section *head = &r->sections[0];
    for (int i = 0; i < head->count; i++)
        if (r->entries[i].key == key)
            return r->entries[i].text;
    return "";
}

static enum by_status read_head(struct reader *r, struct by_lab_experiment *out)
{
    out->name = said(r, BY_LAB_KEY_NAME);
    out->document = said(r, BY_LAB_KEY_DOCUMENT);
    out->source = said(r, BY_LAB_KEY_SOURCE);
    out->title = said(r, BY_LAB_KEY_TITLE);
    out->claim = said(r, BY_LAB_KEY_CLAIM);
    if (!by_lab_is_word(out->name))
        return refuse(r, 1,
                      "an experiment has a name: 'name: my-experiment', of letters, digits, '-', "
                      "'_' and '.', at most %d",
                      BY_LAB_WORD_MAX - 1);
    if (!*out->title)
        return refuse(r, 1, "an experiment has a title: 'title: what it shows'");
    return BY_OK;
}

static enum by_status read_rows(struct reader *r, struct by_lab_experiment *out)
{
    int first = r->section_count > 1 ? 1 : 0;
    struct by_lab_row *rows = take(r, (size_t)(r->section_count - first), sizeof *rows);
    if (!rows)
        return by_fail_memory(r->err, sizeof *rows);
    out->rows = rows;
    for (int i = first; i < r->section_count; i++) {
        struct by_lab_row *row = &rows[out->row_count++];
        enum by_status status = read_row(r, &r->sections[i], out->cells, row);
        if (status != BY_OK)
            return status;
        if ((out->cells += row->cells) > BY_LAB_CELLS_MAX)
            return refuse(r, row->line, "there are more than %d cells", BY_LAB_CELLS_MAX);
    }
    return BY_OK;
}

static enum by_status open_memory(struct by_lab_experiment *out, struct by_error *err)
{
    *out = (struct by_lab_experiment){
        .name = "", .document = "", .source = "", .title = "", .claim = ""};
    out->memory = malloc(sizeof *out->memory);
    if (!out->memory)
        return by_fail_memory(err, sizeof *out->memory);
    by_pool_open(&out->memory->pool, MEMORY_MAX);
    return BY_OK;
}

static enum by_status read_all(struct reader *r, const char *text, size_t size,
                               struct by_lab_experiment *out)
{
    char *copy = take(r, size + 1, 1), *path = take(r, strlen(r->path) + 1, 1);
    r->entries = take(r, ENTRIES_MAX, sizeof *r->entries);
    if (!copy || !path || !r->entries)
        return by_fail_memory(r->err, size);
    memcpy(copy, text, size);
    strcpy(path, r->path);
    out->path = path;
    out->checksum = by_crc32(0, text, size);
    r->at = copy;
    enum by_status status = read_lines(r);
    if (status == BY_OK)
        status = read_head(r, out);
    if (status == BY_OK)
        status = read_rows(r, out);
    if (status == BY_OK)
        status = by_lab_check_words(out, r->err);
    if (status == BY_OK)
        status = by_lab_check_agreement(out, r->err);
    if (status == BY_OK)
        status = by_lab_check_points(out, r->err);
    return status == BY_OK ? by_lab_check_plot(out, r->err) : status;
}

static int line_of(const char *text, const char *place)
{
    int line = 1;
    while (text < place)
        line += *text++ == '\n';
    return line;
}

enum by_status by_lab_read(const char *path, const char *text, size_t size,
                           struct by_lab_experiment *out, struct by_error *err)
{
    enum by_status status = open_memory(out, err);
    if (status != BY_OK)
        return status;
    struct reader *r = calloc(1, sizeof *r);
    if (!r)
        status = by_fail_memory(err, sizeof *r);
    else
        *r = (struct reader){.memory = out->memory, .path = path, .err = err};
    if (r && size > BY_LAB_BYTES_MAX)
        status = refuse(r, 1, "the file is larger than %zu bytes", BY_LAB_BYTES_MAX);
    else if (r && memchr(text, 0, size))
        status = refuse(r, line_of(text, memchr(text, 0, size)),
                        "there is a zero byte in it: it is no text");
    else if (r)
        status = read_all(r, text, size, out);
    free(r);
    if (status != BY_OK)
        by_lab_close(out);
    return status;
}

void by_lab_close(struct by_lab_experiment *experiment)
{
    if (experiment->memory)
        by_pool_close(&experiment->memory->pool);
    free(experiment->memory);
    *experiment = (struct by_lab_experiment){0};
}
