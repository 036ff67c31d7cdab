/* bouts.h: the bouts of a tuning as matches (arena/match.h), through a keeper: in memory, or in a
 * store, where several processes may share them. */
#ifndef BY_LEARN_BOUTS_H
#define BY_LEARN_BOUTS_H

#include "arena/match.h"
#include "learn/tune.h"

struct by_bout_terms {
    const struct by_rules *rules;
    struct by_openings openings; /* the caller's */
    struct by_terms terms;
    unsigned trust;
    int concurrency;
    by_keeper_open_fn *keeper; /* NULL: in memory */
    const char *store;
};

/* A by_bout_fn whose context is a struct by_bout_terms. */
by_bout_fn by_bout_by_match;

/* What decides the games besides the players and the seed: lines of "key value". */
void by_bout_identity(const struct by_bout_terms *terms, struct by_text *out);

#endif
