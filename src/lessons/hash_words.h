/* hash_words.h: words as keys: the string hash h = 31 h + c, letter by letter, and a table that
 * becomes too small and is made anew (LOG). A part of the lesson hash. */
#ifndef BY_LESSONS_HASH_WORDS_H
#define BY_LESSONS_HASH_WORDS_H

#include "base/draw/svg.h"
#include "lessons/lesson.h"

#define BY_HASH_WORDS 10

/* Where each word was when a table stood like this; -1: not in it yet. */
struct by_hash_snapshot {
    int slots, count;
    int slot_of[BY_HASH_WORDS];
};

struct by_hash_words {
    const char *word; /* the one that is hashed letter by letter */
    uint32_t hash[BY_HASH_WORDS];
    struct by_hash_snapshot step[BY_HASH_WORDS]; /* after each word */
    int grown;                                   /* the step at which the table was made anew */
    int moved;                                   /* keys that were put in once more for it */
};

enum by_status by_hash_words_check(const char *word, struct by_error *err);
enum by_status by_hash_words_fill(struct by_hash_words *words, struct by_error *err);
void by_hash_words_text(const struct by_hash_words *words, struct by_buffer *out);
void by_hash_words_steps(const struct by_hash_words *words, struct by_sink *sink);
void by_hash_words_figures(const struct by_hash_words *words, struct by_json *figures);

/* The table before and after, in a drawing of this height. */
#define BY_HASH_WORDS_HEIGHT 500.0
void by_hash_words_svg(const struct by_hash_words *words, struct by_svg *svg);

#endif
