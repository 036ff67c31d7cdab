/* measure.h: what is done in a cell, and what comes out of it.
 *
 * THE MEASURE CONTRACT: a constant table, one line in measures.def. `run` computes one cell and gives
 * numbers and series to the sink; the first number is the one that stands for the cell. It looks at
 * `stop` at least every 50 ms and, once that is true, returns BY_OK and leaves the sink as it is: what a
 * stopped measure has given is thrown away. Same cell, same seed, same build: the same numbers, unless
 * the row is timed; nothing may depend on job->threads but the time that it takes.
 *
 * A match is a measure, too, but one whose result is games: they go to the store one by one, and its
 * numbers are made of them (match.c). */
#ifndef BY_LAB_MEASURE_H
#define BY_LAB_MEASURE_H

#include "base/options.h"
#include "games/game.h"
#include "lab/lab.h"
#include <stdatomic.h>

#define BY_LAB_NUMBERS_MAX 256
#define BY_LAB_SERIES_MAX  64
#define BY_LAB_POINTS_MAX  10000 /* of all series of a cell */

struct by_lab_number {
    char name[BY_LAB_WORD_MAX]; /* letters, digits, '-', '_', '.' */
    double value;
    bool bounded; /* there is a 95 % interval: */
    double low, high;
    int64_t count; /* of how many games, runs, ...; 0: it is not a mean of anything */
};

struct by_lab_series {
    char name[BY_LAB_WORD_MAX];
    int count, room;
    double *x, *y;
};

/* What a cell came to. All zero: nothing. */
struct by_lab_numbers {
    int count;
    struct by_lab_number *list;
    int series_count;
    struct by_lab_series *series;
    int points;
    enum by_status
        failed; /* a name or a number that cannot be, too many, no memory: told at the end */
};

/* For measures. Names are given once; what is not finite is left out. */
void by_lab_give(struct by_lab_numbers *out, const char *name, double value);
void by_lab_give_mean(struct by_lab_numbers *out, const char *name, double value, double low,
                      double high, int64_t count);
void by_lab_give_point(struct by_lab_numbers *out, const char *name, double x, double y);

const struct by_lab_number *by_lab_number(const struct by_lab_numbers *numbers, const char *name);
const struct by_lab_series *by_lab_series(const struct by_lab_numbers *numbers, const char *name);
void by_lab_numbers_close(struct by_lab_numbers *numbers);

/* As a store keeps them: one line each; and back, trusting nothing. */
struct by_buffer;
void by_lab_numbers_write(const struct by_lab_numbers *numbers, struct by_buffer *out);
enum by_status by_lab_numbers_read(const char *text, struct by_lab_numbers *out,
                                   struct by_error *err);

struct by_lab_job {
    const struct by_lab_cell *cell;
    const struct by_rules *rules; /* of cell->game; NULL where the row names none */
    const struct by_values *options;
    int threads;             /* that it may use, 1 or more */
    const atomic_bool *stop; /* never NULL */

    /* How much is done, from 0 to 1; may be called from any thread. */
    void (*progress)(void *context, double done);
    void *context;
};

struct by_lab_measure {
    const char *name;
    const char *help;                /* one line: what it does and which numbers it gives */
    const struct by_option *options; /* of "measure: name key=value"; may be NULL */
    bool games;                      /* it is the match */
    bool alone;                      /* it measures time: nothing else is run beside it */

    /* Refuses what `run` could not do (may be NULL): players, games that do not fit. */
    enum by_status (*check)(const struct by_lab_job *job, struct by_error *err);
    enum by_status (*run)(const struct by_lab_job *job, struct by_lab_numbers *out,
                          struct by_error *err);
};

const struct by_lab_measure *by_lab_measure_at(int index); /* NULL past the end */
const struct by_lab_measure *by_lab_measure_find(const char *name);

/* The measure that a cell names, its options read and its rules opened; `job` is closed by
 * by_lab_job_close, after a failure too. */
struct by_lab_opened {
    const struct by_lab_measure *measure;
    struct by_rules *rules;
    struct by_values options;
};
enum by_status by_lab_measure_open(const struct by_lab_cell *cell, struct by_lab_opened *out,
                                   struct by_error *err);
void by_lab_measure_close(struct by_lab_opened *opened);

/* Why a cell is left out at its scale, in one clause: it has no games, or what it needs is not there; "":
 * it is not. */
#define BY_LAB_WHY 128
enum by_status by_lab_left_out(const struct by_lab_cell *cell, char why[BY_LAB_WHY],
                               struct by_error *err);

/* Whether it could be run: its game, its players, its measure. Starts no program. */
enum by_status by_lab_check_cell(const struct by_lab_cell *cell, struct by_error *err);

#endif
