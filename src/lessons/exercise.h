/* exercise.h: exam sheets: exercises of several kinds, made from a seed, and their solutions.
 *
 * An exercise is its kind, the seed and its number: whoever asks for the question and later for the
 * solution gets those of the same exercise; exercises on trees take a tree of somebody's own as well. Solutions are what the searches, tables and formulas of this
 * program give. */
#ifndef BY_LESSONS_EXERCISE_H
#define BY_LESSONS_EXERCISE_H

#include "base/draw/page.h"
#include "base/error.h"
#include "base/text.h"
#include <stdint.h>

#define BY_EXERCISES_MAX 200 /* of a sheet */

enum by_solutions { BY_SOLUTIONS_APART, BY_SOLUTIONS_WITH, BY_SOLUTIONS_NONE };
#define BY_SOLUTIONS_WORDS "apart|with|none" /* in that order */

enum by_exercise_size { BY_EXERCISE_SMALL, BY_EXERCISE_NORMAL, BY_EXERCISE_LARGE };
#define BY_EXERCISE_SIZES "small|normal|large" /* in that order */
const char *by_exercise_size_name(enum by_exercise_size size);

/* Which exercise of its kind. */
struct by_exercise_id {
    uint64_t seed;
    int number; /* on the sheet of that seed, from 0 */
    enum by_exercise_size size;
    const char *tree; /* somebody's own, instead of one made from the seed; NULL: none */
};

struct by_posed;

/* One kind. */
struct by_exercise_kind {
    const char *name;
    const char *title; /* of an exercise: "Minimax: what is every node worth?" */
    bool trees;        /* it takes trees that somebody wrote down */

    /* Writes the exercise: the question, or the solution. */
    enum by_status (*write)(struct by_page *page, const struct by_exercise_id *id, bool solution,
                            struct by_error *err);

    /* The same exercise as data (posed.h): adds its fields. */
    enum by_status (*pose)(struct by_posed *posed, struct by_error *err);
};

/* The kinds in the order of exercises.def; NULL past the end. */
const struct by_exercise_kind *by_exercise_kind_at(int index);
void by_exercise_kind_names(struct by_text *out); /* "minimax|alphabeta|..." */
enum by_status by_exercise_kind_find(const char *name, const struct by_exercise_kind **out,
                                     struct by_error *err);

/* Whether this kind can be asked of that exercise: only those on trees take somebody's own. */
enum by_status by_exercise_fits(const struct by_exercise_kind *kind,
                                const struct by_exercise_id *id, struct by_error *err);

struct by_sheet {
    const char *kinds; /* names separated by commas, which take turns; NULL: all */
    int count;
    uint64_t seed;
    enum by_exercise_size size;
    const char *tree; /* as in an exercise's id */
    enum by_page_format format;
    enum by_solutions solutions;
};

/* The whole document into a buffer. */
enum by_status by_sheet_write(const struct by_sheet *sheet, struct by_buffer *out,
                              struct by_error *err);

/* The kind of the exercise with that number, from 0; an error where `kinds` names none. */
enum by_status by_sheet_kind(const struct by_sheet *sheet, int number,
                             const struct by_exercise_kind **out, struct by_error *err);

#endif
