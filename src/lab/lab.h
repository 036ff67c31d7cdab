/* lab.h: an experiment as data.
 *
 * An experiment is a text file, lab/NAME.lab (docs/LAB.md has the grammar, keys.def the keys). It has
 * one or more rows; a row has axes, parameters with their values, and every combination of values is a
 * cell. In a cell something is measured: mostly a match between the players a and b, whose specs name
 * the parameters in braces, else what a measure in code does (measure.h). Beside the cells stand the
 * figures that a document has published.
 *
 * What is run (run.h), found in a store (result.h), judged and reported are cells. */
#ifndef BY_LAB_LAB_H
#define BY_LAB_LAB_H

#include "base/error.h"
#include "base/text.h"

#define BY_LAB_BYTES_MAX  ((size_t)1 << 20) /* of a file */
#define BY_LAB_ROWS_MAX   64
#define BY_LAB_AXES_MAX   6
#define BY_LAB_VALUES_MAX 256 /* of an axis */
#define BY_LAB_CELLS_MAX  4096
#define BY_LAB_GAMES_MAX  1000000
#define BY_LAB_WORD_MAX   64 /* names of experiments, rows, axes, numbers */

enum by_lab_scale {
#define BY_LAB_SCALE(id, name, help) BY_LAB_##id,
#include "lab/scales.def"
#undef BY_LAB_SCALE
    BY_LAB_SCALES
};
const char *by_lab_scale_name(enum by_lab_scale scale);
bool by_lab_scale_find(const char *name, enum by_lab_scale *out);
extern const char by_lab_scale_words[]; /* "|smoke|quick|...", for BY_CHOICES */

enum by_lab_key {
#define BY_LAB_KEY(id, name, where, qualifier, help) BY_LAB_KEY_##id,
#include "lab/keys.def"
#undef BY_LAB_KEY
    BY_LAB_KEYS
};

/* One line of the file, put together with those that continue it. */
struct by_lab_entry {
    enum by_lab_key key;
    const char *of; /* "sims" in "axis sims: 50 500"; "" */
    const char *text;
    int line;
};

struct by_lab_axis {
    const char *name;
    int count;
    const char *const *values; /* as written: "0.4" */
};

/* A figure as a document prints it. */
enum by_lab_form {
#define BY_LAB_FORM(id, name, example) BY_LAB_FORM_##id,
#include "lab/forms.def"
#undef BY_LAB_FORM
};

struct by_lab_figure {
    enum by_lab_form form; /* NONE: the document has none for this cell */
    const char *text;      /* as written in the file: "56+-5" */
    double value;          /* in the unit of the number: for scores per cent, draws counting half */
    double spread;         /* the 5 of "56+-5"; 0: none */
    double won, lost;      /* WINS, BALANCE: games; SHARES: per cent; else 0 */
    long games;            /* that it comes from; 0: nobody says */
};

/* The figures of one number of a row's cells. */
struct by_lab_published {
    const char *number; /* "score" where the file does not say */
    int count;          /* as many as the row has cells */
    const struct by_lab_figure *figures;
    const char *interval; /* what +- is: "1sd", "2sd", "95%"; "": nobody says */
    double rounded;       /* the figures are multiples of it; 0: they are not rounded */
    int line;
};

struct by_lab_row {
    const char *name;  /* "" when the file has no rows */
    const char *title; /* the row's own; "" */
    int line;
    int axis_count;
    struct by_lab_axis axes[BY_LAB_AXES_MAX]; /* the last one's values change fastest */
    int first, cells;                         /* its cells are those from `first` on */
    bool timed;
    int published_count;
    const struct by_lab_published *published;
    int entry_count; /* all that holds for the row: the head's and its own */
    const struct by_lab_entry *entries;
};

struct by_lab_experiment {
    const char *name, *document, *source, *title, *claim; /* never NULL */
    const char *path;                                     /* what messages call the file */
    int row_count;
    const struct by_lab_row *rows;
    int cells;         /* of all rows */
    uint32_t checksum; /* of the file's text */
    struct by_lab_memory *memory;
};

/* Reads a file's text. What is wrong is told with file and line: "x.lab, line 7: ...". */
enum by_status by_lab_read(const char *path, const char *text, size_t size,
                           struct by_lab_experiment *out, struct by_error *err);
void by_lab_close(struct by_lab_experiment *experiment);

/* An experiment by its name, of those that are part of the program, or by the path of a file: what has
 * a '/' in it or ends in ".lab". */
enum by_status by_lab_load(const char *name, struct by_lab_experiment *out, struct by_error *err);

/* The names of those that are part of the program, in the order of the alphabet; NULL past the end. */
const char *by_lab_name(int index);

/* What the file says under a key; NULL: nothing. `of` is "" for lines without one. */
const struct by_lab_entry *by_lab_entry(const struct by_lab_row *row, enum by_lab_key key,
                                        const char *of);
const char *by_lab_text(const struct by_lab_row *row, enum by_lab_key key, const char *of);

/* --- cells (cell.c) ----------------------------------------------------------------- */

/* A cell at a scale: every parameter replaced by its value. */
struct by_lab_cell {
    const struct by_lab_experiment *experiment;
    const struct by_lab_row *row;
    int number; /* in the experiment, from 0 */
    int place;  /* in its row, from 0: published->figures[place] */
    int at[BY_LAB_AXES_MAX];
    enum by_lab_scale scale;
    const char *label;        /* "row=go,sims=200,c=0.4"; "all" where there is nothing to tell */
    const char *game, *a, *b; /* a and b are "" where the row has none */
    const char *measure;      /* "match openings=random:2" */
    int games;                /* 0: left out at this scale */
    double cost;              /* seconds of one game on one core; 0: nobody says */
    bool timed;
    uint64_t seed; /* its own: of the seed that was asked for, the experiment and the label */
    char *storage;
};

enum by_status by_lab_cell_open(const struct by_lab_experiment *experiment, int number,
                                enum by_lab_scale scale, uint64_t seed, struct by_lab_cell *out,
                                struct by_error *err);
void by_lab_cell_close(struct by_lab_cell *cell);

/* The value of an axis in this cell, or "row"; NULL: there is no such axis. */
const char *by_lab_cell_value(const struct by_lab_cell *cell, const char *axis);

/* Replaces {parameters} in a text as it is done for the cell's own. */
enum by_status by_lab_fill(const struct by_lab_cell *cell, const char *text, struct by_text *out,
                           struct by_error *err);

/* Which cells are meant: "sims=50,c=0.4|0.8"; "" means all. Names that the experiment does not have,
 * and values that no cell has, are refused. */
enum by_status by_lab_select(const struct by_lab_experiment *experiment, const char *cells,
                             bool *chosen, struct by_error *err);

/* What was published about a number of this cell; NULL: nothing. */
const struct by_lab_published *by_lab_published(const struct by_lab_row *row, const char *number);
const struct by_lab_figure *by_lab_figure(const struct by_lab_cell *cell, const char *number);

/* Opens every cell's game, players and measure at every scale, so that what cannot be run is known
 * before anything is; starts no program. */
enum by_status by_lab_check(const struct by_lab_experiment *experiment, struct by_error *err);

#endif
