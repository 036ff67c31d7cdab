/* posed.h: an exercise as data: what is asked for, field by field, and whether answers are right.
 *
 * A kind of exercise (exercise.h) fills the fields; each has one right answer as text and, where that is
 * not all, a look at the mistake that was made (`diagnose`). Checking tells which answers are right and why
 * others are not; only by_posed_answer gives the right ones away. */
#ifndef BY_LESSONS_POSED_H
#define BY_LESSONS_POSED_H

#include "lessons/exercise.h"
#include "search/textbook/recorder.h"

#define BY_POSED_FIELDS 160
#define BY_POSED_TEXT   160 /* an answer that is longer is none */
#define BY_POSED_ROWS   16

/* How a field is answered. */
enum by_ask {
    BY_ASK_NUMBER, /* a whole number; at a node that alpha-beta left also "<= 2" */
    BY_ASK_REAL,   /* to two decimals */
    BY_ASK_WINDOW, /* (alpha, beta); an open end is -inf or +inf */
    BY_ASK_CHOICE, /* one of the field's choices */
    BY_ASK_LIST,   /* numbers, in order */
    BY_ASK_KEYS,   /* words, in order; none: "." */
    BY_ASK_CUTS, /* names of nodes, in any order, or "none"; an inner node stands for all below it */
};

enum by_answer_hint {
#define BY_HINT(id, word, sentence) BY_HINT_##id,
#include "lessons/hints.def"
#undef BY_HINT
    BY_HINTS
};
const char *by_answer_hint_word(enum by_answer_hint hint);
const char *by_answer_hint_sentence(enum by_answer_hint hint);

enum by_answer_state { BY_ANSWER_RIGHT, BY_ANSWER_WRONG, BY_ANSWER_MISSING };
const char *by_answer_state_word(enum by_answer_state verdict); /* "right", "wrong", "missing" */

struct by_posed_field {
    char id[48];     /* "value:2.1", "cut", "slot:4" */
    char label[112]; /* for people: "the value of 2.1" */
    enum by_ask ask;
    int32_t node;              /* of a tree; BY_RECORDER_NONE */
    char choices[160];         /* of a choice, with '|' between */
    char right[BY_POSED_TEXT]; /* "": the search never comes to this node */
    char also[BY_POSED_TEXT];  /* of a choice: others that are right too, with '|' between */
    double number;             /* of a number that is compared as such */
    enum by_answer_hint hint;  /* when it is wrong and nothing better can be said */
};

/* What a student wrote: NULL or "" where nothing is. */
struct by_answers {
    void *context;
    const char *(*find)(void *context, const char *id);
};

struct by_checked {
    enum by_answer_state verdict;
    enum by_answer_hint hint;
};

struct by_posed {
    const struct by_exercise_kind *kind;
    struct by_exercise_id id;
    int count;
    struct by_posed_field *field;

    /* What there is to see beside the tree: rows of a table, the first its head. */
    int rows, columns;
    char cell[BY_POSED_ROWS][4][24];

    /* Facts of the question, as a program that writes its own words needs them. */
    int facts;
    struct {
        const char *name;
        char value[160];
    } fact[8];

    struct by_exercise_search *search; /* of trees and games (exercise_trees.h); NULL: none */
    const void *table;                 /* of others: what `diagnose` looks at; from malloc */

    /* Why this answer is wrong; NULL: the field's own hint. */
    enum by_answer_hint (*diagnose)(const struct by_posed *posed,
                                    const struct by_posed_field *field, const char *answer,
                                    const struct by_answers *answers);
};

/* To be closed in either case. */
enum by_status by_posed_open(struct by_posed *posed, const struct by_exercise_kind *kind,
                             const struct by_exercise_id *id, struct by_error *err);
void by_posed_close(struct by_posed *posed);

/* The field of that id; NULL: there is none. */
const struct by_posed_field *by_posed_find(const struct by_posed *posed, const char *id);

/* Looks at one answer. */
struct by_checked by_posed_check(const struct by_posed *posed, const struct by_posed_field *field,
                                 const struct by_answers *answers);

/* Of a tree: whether an answer crosses out this node, or one above it; and whether that is right. */
bool by_posed_crossed(const struct by_posed *posed, const char *cuts, int32_t node);
struct by_checked by_posed_check_crossed(const struct by_posed *posed, int32_t node);

/* The right answer; "cut" where a node is never looked at, "none" where nothing is cut. */
const char *by_posed_answer(const struct by_posed_field *field);

/* --- for the kinds ---------------------------------------------------------------------------------- */

/* Another field, whose members the kind fills further; never NULL. */
struct by_posed_field *by_posed_add(struct by_posed *posed, enum by_ask ask, const char *id, ...)
    __attribute__((format(printf, 3, 4)));
void by_posed_fact(struct by_posed *posed, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* --- answers as text (posed_read.c) -------------------------------------------------------------------- */

/* A whole number, which may have a sign of a bound before it: '<', '>' or 0 in `*sign`. Real ones may have a comma
 * for the point. False: it is none. */
bool by_answer_number(const char *text, char *sign, int64_t *out);
bool by_answer_real(const char *text, double *out);

/* Two ends; an open one is +-BY_VALUE_INF. Brackets of any kind, a comma, semicolon or blank between. */
bool by_answer_window(const char *text, struct by_recorder_window *out);

/* The same words, whatever stands between them: blanks, commas, semicolons, arrows. */
bool by_answer_same_words(const char *a, const char *b);

#endif
