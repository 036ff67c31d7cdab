/* hash.c: five answers to the question what to do when two keys want the same slot (LOG). */
#include "base/hash/hash.h"
#include "base/draw/svg.h"
#include "lessons/hash_compare.h"
#include "lessons/hash_fill.h"
#include "lessons/hash_own.h"
#include "lessons/hash_words.h"
#include "lessons/lesson.h"
#include <stdlib.h>

#define SMALL_SLOTS 11 /* a prime of form 4k + 3, which suits every kind; java takes 16 */
#define SMALL_ROOM  16
#define SMALL_KEYS  8
#define KINDS       BY_HASH_KINDS_MAX

/* A small table of each kind, filled with the same few keys. */
struct small {
    int kinds;
    struct by_hash *table[KINDS];
    const struct by_hash_kind *kind[KINDS];
    uint64_t slots[KINDS];
    uint64_t probes[KINDS][SMALL_KEYS]; /* that putting in each key took */
    const uint64_t *keys;
};

struct lesson {
    struct by_sink *sink;
    struct by_hash_comparison measured;
    struct small small;
    struct by_hash_words words;
    uint64_t slots;
};

/* --- the small tables ------------------------------------------------------------------------ */

static enum by_status open_small(struct small *small, struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int i = 0; i < KINDS && by_hash_kind_at(i) != NULL && status == BY_OK; i++) {
        struct by_hash_stats stats;
        struct by_hash_options options = {.kind = by_hash_kind_at(i)->name, .slots = SMALL_SLOTS};
        small->kind[i] = by_hash_kind_at(i);
        status = by_hash_open(&options, &small->table[i], err);
        if (status != BY_OK)
            break;
        by_hash_stats(small->table[i], &stats);
        small->slots[i] = stats.slots;
        small->kinds = i + 1;
    }
    return status;
}

static void close_small(struct small *small)
{
    for (int i = 0; i < KINDS; i++)
        by_hash_close(small->table[i]);
}

static enum by_status insert_small(struct small *small, int key, struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int i = 0; i < small->kinds && status == BY_OK; i++) {
        struct by_hash_stats stats;
        status = by_hash_insert(small->table[i], small->keys[key], (uint64_t)key, err);
        by_hash_stats(small->table[i], &stats);
        small->probes[i][key] = stats.last;
    }
    return status;
}

/* The keys of a slot as letters, in the order of the chain: "AC". */
static void slot_letters(const struct small *small, int kind, uint64_t slot, struct by_text *out)
{
    uint64_t keys[SMALL_KEYS];
    enum by_hash_state state;
    uint64_t count = by_hash_slot(small->table[kind], slot, &state, keys, SMALL_KEYS);
    for (uint64_t i = 0; i < count && i < SMALL_KEYS; i++)
        for (int k = 0; k < SMALL_KEYS; k++)
            if (small->keys[k] == keys[i])
                by_text_char(out, (char)('A' + k));
}

static uint64_t home_of(const struct small *small, int kind, int key)
{
    if (small->kind[kind]->power_only)
        return by_hash_spread(by_hash_long(small->keys[key])) & (small->slots[kind] - 1);
    return small->keys[key] % small->slots[kind];
}

/* --- characters ---------------------------------------------------------------------------------- */

static void draw_tables(const struct small *small, struct by_buffer *out)
{
    char letters[SMALL_KEYS + 1];
    by_buffer_add(out, "  slot");
    for (int i = 0; i < small->kinds; i++)
        by_buffer_format(out, "  %-10s", small->kind[i]->name);
    by_buffer_char(out, '\n');
    for (uint64_t slot = 0; slot < SMALL_ROOM; slot++) {
        by_buffer_format(out, "  %4d", (int)slot);
        for (int i = 0; i < small->kinds; i++) {
            struct by_text text = by_text_over(letters, sizeof letters);
            if (slot < small->slots[i])
                slot_letters(small, i, slot, &text);
            by_buffer_format(out, "  %-10s",
                             slot >= small->slots[i] ? ""
                             : text.length > 0       ? letters
                                                     : ".");
        }
        by_buffer_char(out, '\n');
    }
}

static void write_keys(const struct small *small, int first, int count, struct by_buffer *out)
{
    by_buffer_format(out, "  %-19s  home", "key");
    for (int i = 0; i < small->kinds; i++)
        by_buffer_format(out, " %9s", small->kind[i]->name);
    by_buffer_char(out, '\n');
    for (int k = first; k < count; k++) {
        by_buffer_format(out, "  %c  %016llx  %4d", 'A' + k, (unsigned long long)small->keys[k],
                         (int)home_of(small, 0, k));
        for (int i = 0; i < small->kinds; i++)
            by_buffer_format(out, " %9d", (int)small->probes[i][k]);
        by_buffer_char(out, '\n');
    }
}

static enum by_status fill_small(struct lesson *lesson, struct by_error *err)
{
    struct small *small = &lesson->small;
    enum by_status status = open_small(small, err);
    for (int k = 0; k < SMALL_KEYS && status == BY_OK; k++) {
        status = insert_small(small, k, err);
        struct by_buffer *out = status == BY_OK ? by_sink_step(lesson->sink) : NULL;
        if (out == NULL)
            continue;
        draw_tables(small, out);
        by_buffer_format(out, "\n%c goes in; the probes that it took:\n", 'A' + k);
        write_keys(small, k, k + 1, out);
    }
    return status;
}

/* One measured column per kind; `which` picks it. */
static void write_means(const struct lesson *lesson, bool found, struct by_buffer *out)
{
    const struct by_hash_comparison *measured = &lesson->measured;
    by_buffer_add(out, "\n load");
    for (int i = 0; i < measured->kinds; i++)
        by_buffer_format(out, " %14s", measured->result[i].kind->name);
    by_buffer_char(out, '\n');
    for (int load = 0; load < BY_HASH_LOADS; load++) {
        by_buffer_format(out, " %3.0f%%", 100 * by_hash_load(load));
        for (int i = 0; i < measured->kinds; i++) {
            const struct by_hash_row *row = &measured->result[i].row[load];
            double theory = found ? row->expected_found : row->expected_missed;
            by_buffer_format(out, " %6.2f (%5.*f)", found ? row->found : row->missed,
                             theory < 10 ? 2 : 1, theory);
        }
        by_buffer_char(out, '\n');
    }
}

static void write_costs(const struct lesson *lesson, struct by_buffer *out)
{
    const struct by_hash_comparison *measured = &lesson->measured;
    by_buffer_add(out, "\n load");
    for (int i = 0; i < measured->kinds; i++)
        by_buffer_format(out, " %14s", measured->result[i].kind->name);
    by_buffer_char(out, '\n');
    for (int load = 0; load < BY_HASH_LOADS; load++) {
        by_buffer_format(out, " %3.0f%%", 100 * by_hash_load(load));
        for (int i = 0; i < measured->kinds; i++) {
            const struct by_hash_row *row = &measured->result[i].row[load];
            by_buffer_format(out, " %7d %6.1f", (int)row->longest,
                             (double)row->bytes / (double)row->keys);
        }
        by_buffer_char(out, '\n');
    }
}

static void write_text(const struct lesson *lesson)
{
    char count[BY_COMMAS_SIZE];
    struct by_buffer *out = &lesson->sink->text;
    by_buffer_add(
        out, "A hash table puts a key into the slot that its hash names, its home: key mod the\n"
             "number of slots. Sooner or later two keys want the same slot. What then?\n\n");
    for (int i = 0; i < lesson->small.kinds; i++)
        by_buffer_format(out, "  %-10s %s\n", lesson->small.kind[i]->name,
                         lesson->small.kind[i]->title);
    by_buffer_format(
        out,
        "\n%d keys in %d slots (java: 16, and homes of its own), and the probes, looks at a\n"
        "slot or a link, that putting each in took:\n\n",
        SMALL_KEYS, SMALL_SLOTS);
    write_keys(&lesson->small, 0, SMALL_KEYS, out);
    by_buffer_char(out, '\n');
    draw_tables(&lesson->small, out);
    by_buffer_format(out,
                     "\nNow larger: %s slots (or the next prime), keys of positions met in random\n"
                     "games of Connect 4. Mean probes to find a key, and in brackets what theory\n"
                     "(Knuth) expects of random keys:\n",
                     by_commas(lesson->slots, count));
    write_means(lesson, true, out);
    by_buffer_add(out, "\nMean probes to learn that a key is not there:\n");
    write_means(lesson, false, out);
    by_buffer_add(out, "\nThe most probes that any key in the table takes, and bytes per key:\n");
    write_costs(lesson, out);
    by_buffer_add(
        out, "\nChains do not mind a full table but pay for pointers. Open addressing is lean\n"
             "and breaks down near 100 %: linear probing first, as its runs grow together.\n"
             "Hence the rule to stay below 75 %. Zobrist keys are as good as random: counts\n"
             "are what theory says. Only linear probing in a nearly full table stays below,\n"
             "because theory speaks of endless tables.\n");
    by_hash_words_text(&lesson->words, out);
}

/* --- SVG ----------------------------------------------------------------------------------------------- */

#define PLOT_WIDTH  360.0
#define PLOT_HEIGHT 220.0

static const char *const line_class[KINDS] = {
    "line medium first-line",       "line medium bad-line",
    "line medium second-line",      "line medium good-line",
    "line medium dashed gold-line", "line medium ink-line",
    "line medium dim-line",         "line medium"};

/* One of the two plots: mean probes, up to `most`, against the load. */
struct plot {
    const char *title;
    double most;
    bool found;
};

static double plot_value(const struct plot *plot, const struct by_hash_row *row)
{
    return plot->found ? row->found : row->missed;
}

static double plot_y(const struct plot *plot, double probes)
{
    return PLOT_HEIGHT * (1 - probes / plot->most);
}

static void draw_axes(struct by_svg *svg, const struct plot *plot)
{
    by_svg_text(svg, 0, -12, "text bold", "%s", plot->title);
    for (int i = 0; i <= 5; i++) {
        double y = plot_y(plot, plot->most / 5 * i);
        by_svg_line(svg, 0, y, PLOT_WIDTH, y, "grid");
        by_svg_text(svg, -8, y + 4, "text small faint end", "%.0f", plot->most / 5 * i);
    }
    for (int i = 0; i < BY_HASH_LOADS; i++) {
        double x = by_hash_load(i) * PLOT_WIDTH;
        by_svg_line(svg, x, 0, x, PLOT_HEIGHT, "grid");
        if (i + 1 < BY_HASH_LOADS) /* the last two stand too close */
            by_svg_text(svg, x, PLOT_HEIGHT + 16, "text small faint mid", "%.0f%%",
                        100 * by_hash_load(i));
    }
}

/* A line leaves the plot at its upper edge. */
static void draw_line(struct by_svg *svg, const struct plot *plot,
                      const struct by_hash_result *result, const char *classes)
{
    double x = 0, y = 0;
    by_svg_path(svg, classes);
    for (int load = 0; load < BY_HASH_LOADS; load++) {
        double next_x = by_hash_load(load) * PLOT_WIDTH;
        double next_y = plot_y(plot, plot_value(plot, &result->row[load]));
        if (next_y < 0) {
            by_svg_to(svg, x + (next_x - x) * y / (y - next_y), 0);
            break;
        }
        by_svg_to(svg, next_x, next_y);
        x = next_x;
        y = next_y;
    }
    by_svg_path_end(svg);
}

static void draw_plot(struct by_svg *svg, const struct by_hash_comparison *measured,
                      const struct plot *plot)
{
    draw_axes(svg, plot);
    for (int i = 0; i < measured->kinds; i++)
        draw_line(svg, plot, &measured->result[i], line_class[i]);
}

static void draw_legend(struct by_svg *svg, const struct by_hash_comparison *measured)
{
    for (int i = 0; i < measured->kinds; i++) {
        double x = 160.0 * i;
        by_svg_line(svg, x, 0, x + 28, 0, line_class[i]);
        by_svg_text(svg, x + 36, 5, "text", "%s", measured->result[i].kind->name);
    }
}

/* A slot with the first key, and the rest of its chain beside it. */
static void draw_slot(struct by_svg *svg, const char *letters, double x, double y)
{
    const double box = 24;
    by_svg_rect(svg, x, y, 36, box, *letters ? "soft edge" : "paper edge");
    for (int k = 0; letters[k] != '\0'; k++) {
        double left = x + 6 + 36.0 * k;
        if (k > 0) {
            by_svg_line(svg, left - 12, y + box / 2, left, y + box / 2, "line");
            by_svg_round(svg, left, y + 3, 24, box - 6, 4, "gold edge");
        }
        by_svg_text(svg, left + 12, y + 17, "text mid bold", "%c", letters[k]);
    }
}

static void draw_small(struct by_svg *svg, const struct small *small)
{
    const double box = 24, pitch = 168;
    char letters[SMALL_KEYS + 1];
    for (int i = 0; i < small->kinds; i++) {
        by_svg_text(svg, pitch * i + 28, -12, "text bold", "%s", small->kind[i]->name);
        for (uint64_t slot = 0; slot < small->slots[i]; slot++) {
            struct by_text text = by_text_over(letters, sizeof letters);
            slot_letters(small, i, slot, &text);
            by_svg_text(svg, pitch * i + 20, box * (double)slot + 16, "text small faint end", "%d",
                        (int)slot);
            draw_slot(svg, letters, pitch * i + 28, box * (double)slot);
        }
    }
}

static void draw_svg(const struct lesson *lesson)
{
    static const struct plot plots[2] = {{"probes to find a key, by load", 10, true},
                                         {"probes to learn that a key is not there", 40, false}};
    struct by_svg svg;
    by_svg_begin(
        &svg, &lesson->sink->svg, 880, 850 + BY_HASH_WORDS_HEIGHT,
        "Hash tables: when two keys want one slot",
        "Above: keys of positions of Connect 4. Below: the same eight keys, A to H, in small "
        "tables.");
    for (int i = 0; i < 2; i++) {
        by_svg_move(&svg, BY_SVG_MARGIN + 24 + 430.0 * i, BY_SVG_TOP + 26);
        draw_plot(&svg, &lesson->measured, &plots[i]);
        by_svg_back(&svg);
    }
    by_svg_move(&svg, BY_SVG_MARGIN + 24, BY_SVG_TOP + 286);
    draw_legend(&svg, &lesson->measured);
    by_svg_back(&svg);
    by_svg_move(&svg, BY_SVG_MARGIN + 4, BY_SVG_TOP + 350);
    draw_small(&svg, &lesson->small);
    by_svg_back(&svg);
    by_svg_move(&svg, BY_SVG_MARGIN + 4, 870);
    by_hash_words_svg(&lesson->words, &svg);
    by_svg_back(&svg);
    by_svg_end(&svg);
}

/* --- the lesson -------------------------------------------------------------------------------------------- */

static void write_row(struct by_json *figures, const struct by_hash_row *row, double load)
{
    by_json_object(figures, NULL);
    by_json_figure(figures, "load", load);
    by_json_count(figures, "keys", row->keys);
    by_json_figure(figures, "found", row->found);
    by_json_figure(figures, "expected_found", row->expected_found);
    by_json_figure(figures, "missed", row->missed);
    by_json_figure(figures, "expected_missed", row->expected_missed);
    by_json_count(figures, "longest", row->longest);
    by_json_count(figures, "bytes", row->bytes);
    by_json_end_object(figures);
}

static void write_figures(const struct lesson *lesson)
{
    struct by_json *figures = &lesson->sink->figures;
    by_json_array(figures, "kinds");
    for (int i = 0; i < lesson->measured.kinds; i++) {
        const struct by_hash_result *result = &lesson->measured.result[i];
        by_json_object(figures, NULL);
        by_json_text(figures, "kind", result->kind->name);
        by_json_count(figures, "slots", result->slots);
        by_json_array(figures, "rows");
        for (int load = 0; load < BY_HASH_LOADS; load++)
            write_row(figures, &result->row[load], by_hash_load(load));
        by_json_end_array(figures);
        by_json_end_object(figures);
    }
    by_json_end_array(figures);
    by_hash_words_figures(&lesson->words, figures);
}

static enum by_status teach(struct lesson *lesson, uint64_t seed, struct by_error *err)
{
    uint64_t *keys = NULL;
    enum by_status status = by_hash_position_keys(2 * lesson->slots, seed, &keys, err);
    if (status != BY_OK)
        return status;
    status = by_hash_compare(keys, lesson->slots, &lesson->measured, err);
    /* The last ones met: which these are depends on the seed the most. */
    lesson->small.keys = keys + 2 * lesson->slots - SMALL_KEYS;
    if (status == BY_OK)
        status = fill_small(lesson, err);
    if (status == BY_OK)
        status = by_hash_words_fill(&lesson->words, err);
    if (status == BY_OK) {
        write_text(lesson);
        by_hash_words_steps(&lesson->words, lesson->sink);
        write_figures(lesson);
        if (by_sink_wants(lesson->sink, BY_WANT_SVG))
            draw_svg(lesson);
    }
    close_small(&lesson->small);
    free(keys);
    return status;
}

static bool any_given(const struct by_values *values, const char *const names[], int count)
{
    for (int i = 0; i < count; i++)
        if (by_values_get(values, names[i])->given)
            return true;
    return false;
}

static enum by_status run(const struct by_values *values, struct by_sink *sink,
                          struct by_error *err)
{
    static const char *const of_keys[] = {"keys", "size", "function", "method"};
    static const char *const of_measures[] = {"slots", "word", "seed"};
    bool own = any_given(values, of_keys, 4);
    if (own && any_given(values, of_measures, 3))
        return by_fail(err, BY_BAD_INPUT,
                       "slots, word and seed are for the tables that are measured, "
                       "not for keys of one's own");
    if (own)
        return by_hash_own_teach(values, sink, err);
    static const uint64_t slots[] = {1024, 4096, 16384, 65536};
    struct lesson lesson = {.sink = sink, .slots = slots[by_values_get(values, "slots")->choice]};
    uint64_t seed;
    lesson.words.word = by_values_get(values, "word")->text;
    enum by_status status = by_lesson_seed(values, &seed, err);
    if (status == BY_OK)
        status = by_hash_words_check(lesson.words.word, err);
    return status == BY_OK ? teach(&lesson, seed, err) : status;
}

static const struct by_option options[] = {
    {.name = "slots",
     .type = BY_OPTION_CHOICE,
     .fallback = "4096",
     .choices = "1024|4096|16384|65536",
     .help = "slots of the tables that are measured"},
    {.name = "word",
     .type = BY_OPTION_TEXT,
     .fallback = "banyan",
     .low = 1,
     .high = 24,
     .help = "a word that is hashed letter by letter"},
    {.name = "keys",
     .type = BY_OPTION_TEXT,
     .fallback = "LOG320 GTI770 LOG550 LOG100",
     .low = 1,
     .high = 1000,
     .help = "keys of one's own, words or numbers: one table is filled with them, step by step"},
    {.name = "size",
     .type = BY_OPTION_INT,
     .low = 1,
     .high = BY_FILL_SLOTS,
     .help = "with keys: slots; without it the smallest prime above 1.3 times the keys, java 16"},
    {.name = "function",
     .type = BY_OPTION_CHOICE,
     .choices = BY_FILL_FUNCTIONS,
     .help = "with keys: h = 31 h + c over the letters, or the number itself; without it what the "
             "keys look like"},
    {.name = "method",
     .type = BY_OPTION_CHOICE,
     .fallback = "chain",
     .choices = BY_FILL_METHODS,
     .help = "with keys: lists, h + i, h + i^2, double hashing, or Java's HashMap"},
    BY_LESSON_SEED,
    {.name = NULL},
};

const struct by_lesson by_lesson_hash = {
    .name = "hash",
    .title = "Hash tables: when two keys want one slot",
    .summary = "five kinds of hash table, filled and measured on keys of positions",
    .options = options,
    .run = run,
};
