/* results.h: what was measured and is no game: a row of text in a store.
 *
 * A result belongs to an owner (an experiment) and is unique by its key, which names everything that
 * decides it. Nobody computes it twice, and merging stores finds it again: two different texts for one
 * key are refused, unless they are timed and so never the same. */
#ifndef BY_ARENA_STORE_RESULTS_H
#define BY_ARENA_STORE_RESULTS_H

#include "arena/store/store.h"

struct by_store_result {
    const char *owner, *key, *text;
    bool timed;
    double seconds; /* that it took */
    const char *version, *host;
    double finished; /* seconds since 1970 */
};

/* Texts are gone after the call. False ends the walk. */
typedef bool by_store_result_fn(void *context, const struct by_store_result *result);

/* Those of an owner (NULL: all), in the order of their keys. */
enum by_status by_store_results(struct by_store *store, const char *owner, by_store_result_fn *call,
                                void *context, struct by_error *err);

/* Stores a result, which is on the disk afterwards. One that is there already stays, unless it is to be
 * replaced. */
enum by_status by_store_put_result(struct by_store *store, const struct by_store_result *result,
                                   bool replace, struct by_error *err);

#endif
