/* hash_own.c: see hash_own.h. */
#include "lessons/hash_own.h"
#include "base/draw/svg.h"
#include "lessons/hash_fill.h"
#include <stdlib.h>

#define WORDS 1024 /* room for the keys of one slot */

static const char *const methods[] = {"chaining", "linear probing", "quadratic probing",
                                      "double hashing", "Java's HashMap"};

/* --- characters ---------------------------------------------------------------------------- */

static void put_rule(const struct by_fill *fill, struct by_buffer *out)
{
    struct by_buffer rule;
    by_buffer_open(&rule, 4096);
    by_fill_rule(fill, &rule);
    by_buffer_format(out, "%s, %d slots\n\n", methods[fill->method], by_fill_slots(fill, 0));
    for (const char *part = by_buffer_text(&rule); *part;) {
        const char *end = part;
        while (*end && *end != ';')
            end++;
        by_buffer_format(out, "  %.*s\n", (int)(end - part), part);
        for (part = end; *part == ';' || *part == ' ';)
            part++;
    }
    by_buffer_close(&rule);
}

static void put_outcome(const struct by_fill_key *key, struct by_text *out)
{
    if (key->slot < 0)
        by_text_add(out, "no free slot found");
    else
        by_text_format(out, "%d%s", key->slot, key->again ? ", where it is already" : "");
}

/* One line of the table of keys. */
static void put_key(const struct by_fill *fill, int index, struct by_buffer *out)
{
    char tried[4 * BY_FILL_SLOTS + 8], slot[48];
    const struct by_fill_key *key = &fill->key[index];
    struct by_text text = by_text_over(tried, sizeof tried);
    struct by_text outcome = by_text_over(slot, sizeof slot);
    by_fill_tried(fill, index, &text);
    put_outcome(key, &outcome);
    by_buffer_format(out, "  %-12s %19llu %5d", key->name, (unsigned long long)key->hash,
                     key->home);
    if (fill->method == BY_FILL_DOUBLE)
        by_buffer_format(out, " %4d", key->step);
    by_buffer_format(out, "  %-18s %s\n", tried, slot);
}

static void put_keys(const struct by_fill *fill, int count, struct by_buffer *out)
{
    by_buffer_format(out, "  %-12s %19s %5s%s  %-18s %s\n", "key", "h", "home",
                     fill->method == BY_FILL_DOUBLE ? "    s" : "", "slots tried", "slot");
    for (int i = 0; i < count; i++)
        put_key(fill, i, out);
}

static void put_table(const struct by_fill *fill, int count, struct by_buffer *out)
{
    by_buffer_add(out, "  slot  key\n");
    for (int slot = 0; slot < by_fill_slots(fill, count); slot++) {
        char words[WORDS];
        struct by_text text = by_text_over(words, sizeof words);
        by_fill_slot(fill, count, slot, &text);
        by_buffer_format(out, "  %4d  %s\n", slot, words[0] ? words : ".");
    }
}

static int placed(const struct by_fill *fill)
{
    int keys = 0;
    for (int i = 0; i < fill->count; i++)
        keys += fill->key[i].slot >= 0 && !fill->key[i].again;
    return keys;
}

static void write_text(const struct by_fill *fill, struct by_buffer *out)
{
    int keys = placed(fill);
    by_buffer_format(out, "%d keys by ", fill->count);
    put_rule(fill, out);
    by_buffer_char(out, '\n');
    put_keys(fill, fill->count, out);
    by_buffer_char(out, '\n');
    put_table(fill, fill->count, out);
    by_buffer_format(out, "\n%d keys in %d slots: load %.0f %%; %d slots were looked at.", keys,
                     fill->slots, 100.0 * keys / fill->slots, fill->probes);
    by_buffer_add(out, " --step shows\nevery key on its way.\n");
}

static void write_steps(const struct by_fill *fill, struct by_sink *sink)
{
    for (int i = 0; i < fill->count; i++) {
        struct by_buffer *out = by_sink_step(sink);
        const struct by_fill_key *key = &fill->key[i];
        char tried[4 * BY_FILL_SLOTS + 8], slot[48];
        struct by_text text = by_text_over(tried, sizeof tried);
        struct by_text outcome = by_text_over(slot, sizeof slot);
        if (out == NULL)
            return;
        by_fill_tried(fill, i, &text);
        put_outcome(key, &outcome);
        by_buffer_format(out, "%s\n", key->name);
        by_fill_letters(fill, i, out);
        by_buffer_format(out, "  h = %llu, home %d; tried %s; slot %s\n",
                         (unsigned long long)key->hash, key->home, tried, slot);
        if (key->slots != by_fill_slots(fill, i))
            by_buffer_format(out,
                             "  The table was too full and has %d slots now: every key is put "
                             "in anew.\n",
                             key->slots);
        by_buffer_char(out, '\n');
        put_table(fill, i + 1, out);
    }
}

/* --- SVG ------------------------------------------------------------------------------------- */

#define ROW 26.0

static void draw_svg(const struct by_fill *fill, struct by_buffer *out)
{
    struct by_svg svg;
    struct by_buffer rule;
    char title[96];
    struct by_text head = by_text_over(title, sizeof title);
    by_text_format(&head, "Hash table: %s, %d slots", methods[fill->method], fill->slots);
    by_buffer_open(&rule, 4096);
    by_fill_rule(fill, &rule);
    int rows = fill->slots > fill->count + 1 ? fill->slots : fill->count + 1;
    by_svg_begin(&svg, out, 860, BY_SVG_TOP + ROW * rows + BY_SVG_MARGIN, title,
                 by_buffer_text(&rule));
    by_buffer_close(&rule);
    by_svg_move(&svg, BY_SVG_MARGIN, BY_SVG_TOP);
    for (int slot = 0; slot < fill->slots; slot++) {
        char words[WORDS];
        struct by_text text = by_text_over(words, sizeof words);
        by_fill_slot(fill, fill->count, slot, &text);
        by_svg_text(&svg, 26, ROW * slot + 17, "text small faint end", "%d", slot);
        by_svg_rect(&svg, 34, ROW * slot, 300, ROW, words[0] ? "soft edge" : "paper edge");
        by_svg_text(&svg, 42, ROW * slot + 17, "text small", "%.44s", words);
    }
    for (int i = 0; i <= fill->count; i++) {
        char tried[4 * BY_FILL_SLOTS + 8] = "slots tried";
        struct by_text text = by_text_over(tried, sizeof tried);
        const char *classes = i == 0 ? "text small bold" : "text small";
        if (i > 0)
            by_fill_tried(fill, i - 1, &text);
        by_svg_text(&svg, 370, ROW * i + 17, classes, "%s", i == 0 ? "key" : fill->key[i - 1].name);
        if (i > 0)
            by_svg_text(&svg, 620, ROW * i + 17, "text small mono end", "%llu",
                        (unsigned long long)fill->key[i - 1].hash);
        else
            by_svg_text(&svg, 620, 17, "text small bold end", "h");
        by_svg_text(&svg, 640, ROW * i + 17, classes, "%.28s", i == 0 ? "slots tried" : tried);
    }
    by_svg_back(&svg);
    by_svg_end(&svg);
}

/* --- the lesson -------------------------------------------------------------------------------- */

static void write_figures(const struct by_fill *fill, struct by_json *figures)
{
    by_json_int(figures, "slots", fill->slots);
    by_json_array(figures, "keys");
    for (int i = 0; i < fill->count; i++) {
        const struct by_fill_key *key = &fill->key[i];
        by_json_object(figures, NULL);
        by_json_text(figures, "key", key->name);
        by_json_count(figures, "hash", key->hash);
        by_json_int(figures, "home", key->home);
        by_json_array(figures, "tried");
        for (int probe = 0; probe < key->tried; probe++)
            by_json_int(figures, NULL, fill->probe[key->first + probe]);
        by_json_end_array(figures);
        if (key->slot >= 0)
            by_json_int(figures, "slot", key->slot);
        else
            by_json_null(figures, "slot");
        by_json_end_object(figures);
    }
    by_json_end_array(figures);
}

static void teach(const struct by_fill *fill, struct by_sink *sink)
{
    write_text(fill, &sink->text);
    write_steps(fill, sink);
    write_figures(fill, &sink->figures);
    if (by_sink_wants(sink, BY_WANT_SVG))
        draw_svg(fill, &sink->svg);
}

enum by_status by_hash_own_teach(const struct by_values *values, struct by_sink *sink,
                                 struct by_error *err)
{
    const struct by_value *function = by_values_get(values, "function");
    struct by_fill *fill = malloc(sizeof *fill);
    if (fill == NULL)
        return by_fail_memory(err, sizeof *fill);
    enum by_status status = by_fill_keys(
        fill, by_values_get(values, "keys")->text, function->set ? function->choice : -1,
        (enum by_fill_method)by_values_get(values, "method")->choice,
        (int)by_values_get(values, "size")->integer, err);
    if (status == BY_OK)
        teach(fill, sink);
    free(fill);
    return status;
}
