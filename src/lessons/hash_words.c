/* hash_words.c: see hash_words.h. */
#include "lessons/hash_words.h"
#include "base/hash/hash.h"
#include <string.h>

#define FIRST_KEYS 5 /* what the table is made for: too few */

static const char *const words_of[BY_HASH_WORDS] = {
    "pi", "go", "nim", "maze", "hash", "hanoi", "nogo", "stones", "queens", "gomoku",
};

/* A word is shown letter by letter: what a terminal cannot show is no letter. */
enum by_status by_hash_words_check(const char *word, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    for (const char *c = word; *c; c++)
        if (*c <= ' ' || *c > '~')
            return by_fail(err, BY_BAD_INPUT, "word=%s: a word is letters and signs of ASCII",
                           by_quote(word, quoted));
    return BY_OK;
}

/* --- the table ---------------------------------------------------------------------------- */

/* Asks the table itself where the words are. */
static void take_snapshot(const struct by_hash *table, const struct by_hash_words *words,
                          struct by_hash_snapshot *out)
{
    struct by_hash_stats stats;
    by_hash_stats(table, &stats);
    out->slots = (int)stats.slots;
    out->count = (int)stats.count;
    for (int i = 0; i < BY_HASH_WORDS; i++)
        out->slot_of[i] = -1;
    for (uint64_t slot = 0; slot < stats.slots; slot++) {
        uint64_t keys[BY_HASH_WORDS];
        enum by_hash_state state;
        uint64_t count = by_hash_slot(table, slot, &state, keys, BY_HASH_WORDS);
        for (uint64_t k = 0; k < count; k++)
            for (int i = 0; i < BY_HASH_WORDS; i++)
                out->slot_of[i] = keys[k] == words->hash[i] ? (int)slot : out->slot_of[i];
    }
}

enum by_status by_hash_words_fill(struct by_hash_words *words, struct by_error *err)
{
    struct by_hash *table = NULL;
    struct by_hash_stats stats = {0};
    const struct by_hash_options options = {.kind = "chain", .keys = FIRST_KEYS};
    enum by_status status = by_hash_open(&options, &table, err);
    for (int i = 0; i < BY_HASH_WORDS; i++)
        words->hash[i] = by_hash_string(words_of[i]);
    for (int i = 0; i < BY_HASH_WORDS && status == BY_OK; i++) {
        status = by_hash_insert(table, words->hash[i], (uint64_t)i, err);
        if (status != BY_OK)
            break;
        take_snapshot(table, words, &words->step[i]);
        by_hash_stats(table, &stats);
        if (stats.resizes == 1 && words->grown == 0)
            words->grown = i;
    }
    words->moved = (int)stats.moved;
    by_hash_close(table);
    return status;
}

/* --- words -------------------------------------------------------------------------------- */

static void put_letters(const char *word, struct by_buffer *out)
{
    uint32_t hash = 0;
    by_buffer_format(out, "  %-8s %6s %14s\n", "letter", "code c", "31 h + c");
    for (const char *c = word; *c; c++) {
        uint32_t code = (unsigned char)*c;
        hash = 31 * hash + code;
        by_buffer_format(out, "  %-8c %6u %14u\n", *c, code, hash);
    }
}

static void put_slot(const struct by_hash_snapshot *step, int slot, struct by_text *out)
{
    for (int i = 0; i < BY_HASH_WORDS; i++)
        if (step->slot_of[i] == slot)
            by_text_format(out, "%s%s", out->length > 0 ? " " : "", words_of[i]);
}

static void put_tables(const struct by_hash_snapshot *before, const struct by_hash_snapshot *after,
                       struct by_buffer *out)
{
    int most = before->slots > after->slots ? before->slots : after->slots;
    by_buffer_format(out, "  slot  %-26s %s\n", before == after ? "words" : "before",
                     before == after ? "" : "after");
    for (int slot = 0; slot < most; slot++) {
        char left[80], right[80];
        struct by_text a = by_text_over(left, sizeof left), b = by_text_over(right, sizeof right);
        put_slot(before, slot, &a);
        put_slot(after, slot, &b);
        by_buffer_format(out, "  %4d  %-26s %s\n", slot,
                         slot >= before->slots ? ""
                         : left[0]             ? left
                                               : ".",
                         before == after ? ""
                         : right[0]      ? right
                                         : ".");
    }
}

void by_hash_words_text(const struct by_hash_words *words, struct by_buffer *out)
{
    const struct by_hash_snapshot *before = &words->step[words->grown - 1];
    const struct by_hash_snapshot *after = &words->step[words->grown];
    by_buffer_format(
        out,
        "\nKeys need not be numbers. A word becomes one letter by letter, h = 31 h + c\n"
        "with the letters' codes c, in 32 bits (what does not fit is cut off): that is\n"
        "hashCode() of Java's strings. \"%s\":\n\n",
        words->word);
    put_letters(words->word, out);
    by_buffer_format(out,
                     "\nIt is quick and far from perfect: \"Aa\" and \"BB\" are both %u, since\n"
                     "31 * 65 + 97 = 31 * 66 + 66, and so are all words made of those two.\n",
                     by_hash_string("Aa"));
    by_buffer_format(
        out,
        "\nA table of %d slots, made for %d keys, gets words: slot h mod %d. The next one,\n"
        "\"%s\", would fill it beyond 75 %%. So it is made anew with %d slots, and every\n"
        "word is hashed again: h is the same, h mod %d is another slot. %d words moved;\n"
        "as the slots double each time, a word moves about once on the average.\n\n",
        before->slots, FIRST_KEYS, before->slots, words_of[words->grown], after->slots,
        after->slots, words->moved);
    put_tables(before, after, out);
}

void by_hash_words_steps(const struct by_hash_words *words, struct by_sink *sink)
{
    for (int i = 0; i < BY_HASH_WORDS; i++) {
        struct by_buffer *out = by_sink_step(sink);
        if (out == NULL)
            return;
        put_tables(&words->step[i], &words->step[i], out);
        by_buffer_format(out, "\n\"%s\" is %u, %s slot %u mod %d = %d\n", words_of[i],
                         words->hash[i],
                         i == words->grown ? "the table grows, and it goes to" : "it goes to",
                         words->hash[i], words->step[i].slots, words->step[i].slot_of[i]);
    }
}

/* --- numbers -------------------------------------------------------------------------------- */

void by_hash_words_figures(const struct by_hash_words *words, struct by_json *figures)
{
    by_json_object(figures, "string");
    by_json_text(figures, "word", words->word);
    by_json_int(figures, "hash", by_hash_string(words->word));
    by_json_end_object(figures);
    by_json_object(figures, "rehash");
    by_json_int(figures, "slots_before", words->step[words->grown - 1].slots);
    by_json_int(figures, "slots_after", words->step[words->grown].slots);
    by_json_int(figures, "moved", words->moved);
    by_json_array(figures, "words");
    for (int i = 0; i <= words->grown; i++) {
        by_json_object(figures, NULL);
        by_json_text(figures, "word", words_of[i]);
        by_json_int(figures, "hash", words->hash[i]);
        if (i < words->grown)
            by_json_int(figures, "before", words->step[words->grown - 1].slot_of[i]);
        else
            by_json_null(figures, "before");
        by_json_int(figures, "after", words->step[words->grown].slot_of[i]);
        by_json_end_object(figures);
    }
    by_json_end_array(figures);
    by_json_end_object(figures);
}

/* --- SVG -------------------------------------------------------------------------------------- */

#define SLOT  24.0
#define RIGHT 420.0

static double slot_y(int slot)
{
    return 16 + SLOT * slot;
}

static void draw_table(struct by_svg *svg, const struct by_hash_snapshot *step, double x)
{
    by_svg_text(svg, x + 28, 0, "text bold", "%d slots", step->slots);
    for (int slot = 0; slot < step->slots; slot++) {
        char text[80];
        struct by_text words = by_text_over(text, sizeof text);
        put_slot(step, slot, &words);
        by_svg_text(svg, x + 20, slot_y(slot) + 16, "text small faint end", "%d", slot);
        by_svg_rect(svg, x + 28, slot_y(slot), 150, SLOT, text[0] ? "soft edge" : "paper edge");
        by_svg_text(svg, x + 36, slot_y(slot) + 17, "text small mono", "%s", text);
    }
}

void by_hash_words_svg(const struct by_hash_words *words, struct by_svg *svg)
{
    const struct by_hash_snapshot *before = &words->step[words->grown - 1];
    const struct by_hash_snapshot *after = &words->step[words->grown];
    draw_table(svg, before, 0);
    draw_table(svg, after, RIGHT);
    for (int i = 0; i < words->grown; i++)
        by_svg_arrow(svg, 184, slot_y(before->slot_of[i]) + SLOT / 2, RIGHT + 4,
                     slot_y(after->slot_of[i]) + SLOT / 2, "line");
    by_svg_text(svg, 28, slot_y(after->slots) + 22, "text",
                "A table that is too small is made anew: every word is put in once more.");
}
