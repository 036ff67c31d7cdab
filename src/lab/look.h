/* look.h: a cell is a claim that one can look into and check: its games, one of them as a line of play, and
 * the same games once more.
 *
 * The command line and the page ask here for the same bytes. */
#ifndef BY_LAB_LOOK_H
#define BY_LAB_LOOK_H

#include "base/json.h"
#include "lab/run.h"

/* Scale and seed of the last run that a store (NULL: none) knows of; else quick and 1. */
enum by_status by_lab_which(struct by_store *store, const char *experiment,
                            enum by_lab_scale *scale, uint64_t *seed, struct by_error *err);

/* Results of an experiment, and what they are called on a command line. */
struct by_lab_look {
    const char *name;       /* of the experiment, or its file's path */
    const char *path;       /* of the store */
    struct by_store *store; /* NULL: there is none */
    const struct by_lab_results *results;
};

/* "banyan lab ACTION NAME --cell CELL --scale quick --seed 1 --store FILE"; `cell` NULL: all. */
void by_lab_put_command(const struct by_lab_look *look, const char *action, const char *cell,
                        struct by_buffer *out);

/* The one line that plays the same games again and compares them. */
void by_lab_put_check_line(const struct by_lab_look *look, const struct by_lab_result *result,
                           struct by_buffer *out);

/* The games of a cell, in the order of their numbers; false ends the walk. */
typedef bool by_lab_game_fn(void *context, const struct by_played *game);
enum by_status by_lab_games(const struct by_lab_look *look, const struct by_lab_result *result,
                            by_lab_game_fn *call, void *context, struct by_error *err);

/* An array: every cell that is chosen, with its games. */
enum by_status by_report_lab_cells(struct by_json *json, const struct by_lab_look *look,
                                   const bool *chosen, struct by_error *err);

/* One game, from 1: {"cell", "a", "b", "game", "line"}; `line` opens it on a board. */
enum by_status by_report_lab_game(struct by_json *json, const struct by_lab_look *look,
                                  const struct by_lab_result *result, int64_t number,
                                  struct by_error *err);

/* What one experiment of an order has come to, as the store has it: `call` gets the results and which cells
 * the order chose, and keeps neither. */
typedef void by_lab_results_fn(void *context, const struct by_lab_results *results,
                               const bool *chosen);
enum by_status by_lab_look_results(struct by_store *store, const struct by_lab_order *order,
                                   const struct by_lab_experiment *experiment,
                                   by_lab_results_fn *call, void *context, struct by_error *err);

/* What a run has come to, as the store has it: {"experiments": [...]}. */
enum by_status by_report_lab_run(struct by_json *json, struct by_store *store,
                                 const struct by_lab_order *order, struct by_error *err);

/* --- checking ------------------------------------------------------------------------------------- */

/* What a cell's checking came to. */
struct by_lab_checked {
    const struct by_lab_result *result;
    struct by_lab_again again;
    bool checked, good;
    char words[200];
};

/* How it is played again. */
struct by_lab_checking {
    const char *sum; /* the checksum that it shall have, too; NULL: none is known */
    int concurrency;
    const atomic_bool *stop;
    void (*progress)(void *context, double done);
    void *context;
};

/* Cells that depend on time, and those of which nothing is there, are not checked: the words say so. Neither
 * is one that was stopped. */
enum by_status by_lab_check_cell_again(const struct by_lab_look *look,
                                       const struct by_lab_result *result,
                                       const struct by_lab_checking *how,
                                       struct by_lab_checked *out, struct by_error *err);

/* {"cell", "checked", "same", "checksum", "words"}. */
void by_report_lab_checked(struct by_json *json, const struct by_lab_checked *checked);

#endif
