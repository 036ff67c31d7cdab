/* searched.h: players of measures that search the start position. */
#ifndef BY_LAB_MEASURES_SEARCHED_H
#define BY_LAB_MEASURES_SEARCHED_H

#include "lab/measure.h"

/* Refuses a spec that is no search of this game. */
enum by_status by_check_search(const struct by_rules *rules, const char *spec,
                               struct by_error *err);

/* Gives `value`: what player a, who searches the game out, says that it is worth to the first player. */
enum by_status by_give_searched(const struct by_lab_job *job, struct by_lab_numbers *out,
                                struct by_error *err);

#endif
