/* keep.h: how cells are found in a store and put into it. Only for this room. */
#ifndef BY_LAB_KEEP_H
#define BY_LAB_KEEP_H

#include "arena/match.h"
#include "lab/result.h"

/* One cell of by_lab_collect. `out` is closed by by_lab_result_close, after a failure too. */
enum by_status by_lab_collect_cell(struct by_store *store,
                                   const struct by_lab_experiment *experiment, int number,
                                   enum by_lab_scale scale, uint64_t seed,
                                   struct by_lab_result *out, struct by_error *err);
void by_lab_result_close(struct by_lab_result *result);

/* The match of a plan in a store, whoever played it; 0: there is none. */
enum by_status by_lab_find_match(struct by_store *store, const struct by_match_plan *plan,
                                 int64_t *id, struct by_error *err);

/* Everything that decides the result of a cell that is no match: its key in a store. */
struct by_buffer;
void by_lab_key(const struct by_lab_cell *cell, struct by_buffer *out);

/* Computes a cell that is no match and writes its numbers; when it was stopped they mean nothing. `progress`
 * (measure.h) may be NULL. */
enum by_status by_lab_measure_cell(const struct by_lab_cell *cell, int threads,
                                   const atomic_bool *stop,
                                   void (*progress)(void *context, double done), void *context,
                                   struct by_buffer *text, struct by_error *err);

/* Sums of what a cell came to: of texts, and of a game after those before it (0: it is the first). Times
 * are no part of it. */
#define BY_LAB_SUM 0xcbf29ce484222325U /* of nothing */
uint64_t by_lab_sum_text(uint64_t sum, const char *text);
uint64_t by_lab_sum_game(uint64_t sum, const struct by_played *game);

/* Notes that an experiment was run, for by_lab_last. */
enum by_status by_lab_note_run(struct by_store *store, const char *experiment,
                               enum by_lab_scale scale, uint64_t seed, const char *version,
                               double when, struct by_error *err);

#endif
