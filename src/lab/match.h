/* match.h: a cell whose measure is a match: the plan of its games. */
#ifndef BY_LAB_MATCH_H
#define BY_LAB_MATCH_H

#include "arena/match.h"
#include "lab/measure.h"

/* Makes a plan of what the cell says: players, openings, colours, terms, seed, number of games. `opened`
 * and the cell live as long as the plan, whose openings by_lab_match_plan_close frees; shard, concurrency,
 * keeper and store are the caller's to fill in. */
enum by_status by_lab_match_plan(const struct by_lab_cell *cell, const struct by_lab_opened *opened,
                                 struct by_match_plan *out, struct by_error *err);
void by_lab_match_plan_close(struct by_match_plan *plan);

#endif
