/* count.h: how many positions can be reached, and how many games can be played.
 *
 * Every reachable position is visited once, the first one and finished ones included; the games
 * that can be played from it, split by who wins, are the sums over its moves. */
#ifndef BY_SEARCH_SOLVE_COUNT_H
#define BY_SEARCH_SOLVE_COUNT_H

#include "search/search.h"

#define BY_COUNT_MEMORY ((size_t)2 << 30) /* bytes, when nobody says otherwise */
#define BY_COUNT_MANY   UINT64_MAX        /* a number of games that 64 bits do not hold */

struct by_count_options {
    bool symmetry; /* also count positions that are images of each other as one */
    size_t memory; /* bytes at most; 0: BY_COUNT_MEMORY */
};

struct by_count {
    bool stopped; /* the rest means nothing then */
    uint64_t positions;
    uint64_t positions_symmetric; /* without `symmetry`: 0 */
    uint64_t games;               /* complete games: lines of play to the end */
    uint64_t x, o, draws;         /* of them */
};

/* Told about ten times a second: `done` of `total` first moves, and the positions so far. */
typedef void by_count_progress(void *context, int done, int total, uint64_t positions);

/* `options` (NULL: with symmetry), `stop` and `progress` may be NULL. Fails with BY_NO_MEMORY
 * when the positions do not fit into the memory allowed. */
enum by_status by_count(const struct by_rules *rules, const void *position,
                        const struct by_count_options *options, const atomic_bool *stop,
                        by_count_progress *progress, void *context, struct by_count *out,
                        struct by_error *err);

#endif
