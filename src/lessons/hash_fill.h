/* hash_fill.h: a small hash table filled by hand, key by key, as an exercise has it (LOG): any keys,
 * any number of slots, the textbook's formulas. A part of the lesson hash, and of exercises.
 *
 *   chain      a list at every slot; a new key goes to its end
 *   linear     h_i = (h + i) mod m
 *   quadratic  h_i = (h + i^2) mod m, which may miss free slots
 *   double     h_i = (h + i s) mod m with the step s = 1 + h mod (m - 1)
 *   java       a list at slot (h xor h >> 16) and (m - 1), m a power of two, doubled when more than
 *              three quarters as many keys are in it
 *
 * base/hash has the same designs as real tables, with sequences that miss no slot. */
#ifndef BY_LESSONS_HASH_FILL_H
#define BY_LESSONS_HASH_FILL_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/text.h"
#include <stdint.h>

#define BY_FILL_KEYS  40
#define BY_FILL_SLOTS 128
#define BY_FILL_NAME  24

enum by_fill_function { BY_FILL_JAVA31, BY_FILL_MOD };
enum by_fill_method {
    BY_FILL_CHAIN,
    BY_FILL_LINEAR,
    BY_FILL_QUADRATIC,
    BY_FILL_DOUBLE,
    BY_FILL_JAVA
};

/* Their names, in that order, for options. */
#define BY_FILL_FUNCTIONS "java31|mod"
#define BY_FILL_METHODS   "chain|linear|quadratic|double|java"

struct by_fill_key {
    char name[BY_FILL_NAME + 1];
    uint64_t hash;
    int slots;  /* of the table once it is in */
    int home;   /* in that table */
    int step;   /* double: s */
    int tried;  /* slots looked at */
    int first;  /* of them in by_fill.probe */
    int slot;   /* where it went; -1: no free slot was found */
    bool again; /* the key was there already */
};

struct by_fill {
    enum by_fill_function function;
    enum by_fill_method method;
    int slots; /* in the end */
    int count;
    struct by_fill_key key[BY_FILL_KEYS];
    int probes;
    int probe[BY_FILL_KEYS * BY_FILL_SLOTS];
};

/* Reads keys separated by blanks or commas. `function` -1: mod where all of them are numbers, else
 * java31. `slots` 0: the smallest prime above 1.3 times the keys (LOG), for java 16. */
enum by_status by_fill_keys(struct by_fill *fill, const char *keys, int function,
                            enum by_fill_method method, int slots, struct by_error *err);

/* The formulas: "h(key) mod 7", and what happens when that slot is taken. */
void by_fill_rule(const struct by_fill *fill, struct by_buffer *out);

/* How a word becomes its number, letter by letter: nothing for numbers. */
void by_fill_letters(const struct by_fill *fill, int key, struct by_buffer *out);

/* The keys of a slot once the first `count` keys are in: "LOG320 -> GTI770"; "" : it is free. */
void by_fill_slot(const struct by_fill *fill, int count, int slot, struct by_text *out);

/* How many slots the table has once the first `count` keys are in. */
int by_fill_slots(const struct by_fill *fill, int count);

/* "3, 4, 5": the slots that were looked at for a key. */
void by_fill_tried(const struct by_fill *fill, int key, struct by_text *out);

#endif
