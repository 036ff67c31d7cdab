/* deepening.h: the default alphabeta: iterative deepening over pvs.h, on any number of threads.
 *
 * Every thread searches the whole tree by itself, deeper and deeper; they share the table and
 * the marks of deferred.h, and so divide the work. The first to finish the last depth stops the
 * others. With one thread the search is deterministic; with several the value at a given depth
 * still is, the choice among equal moves and the counts are not. */
#ifndef BY_SEARCH_ALPHABETA_DEEPENING_H
#define BY_SEARCH_ALPHABETA_DEEPENING_H

#include "search/alphabeta/pvs.h"

struct by_deepening;

enum by_status by_deepening_open(const struct by_rules *rules, const struct by_values *values,
                                 struct by_deepening **out, struct by_error *err);
void by_deepening_close(struct by_deepening *deepening);
void by_deepening_reset(struct by_deepening *deepening);
enum by_status by_deepening_think(struct by_deepening *deepening, const struct by_job *job,
                                  struct by_decision *decision, struct by_error *err);

/* What its last decision expects behind a move. */
int by_deepening_line(const struct by_deepening *deepening, by_move move, by_move *out);

/* Takes width= and forced= from the options of alphabeta (alphabeta.c). */
void by_alphabeta_slots(const struct by_values *values, struct by_walk *walk);

#define BY_DEEPENING_THREADS_MAX 256

#endif
