/* perft.h: counting lines of play, the classic check of a move generator. */
#ifndef BY_GAMES_PERFT_H
#define BY_GAMES_PERFT_H

#include "games/game.h"
#include <stdatomic.h>

#define BY_PERFT_DEPTH_MAX   64
#define BY_PERFT_THREADS_MAX 256

/* nodes[d-1]: positions after exactly d plies, counted by lines of play;
 * finished[d-1]: games that were over before ply d, cumulative. */
struct by_perft {
    int depth;
    bool stopped; /* the stop flag ended it early: the counts are short */
    uint64_t nodes[BY_PERFT_DEPTH_MAX];
    uint64_t finished[BY_PERFT_DEPTH_MAX];
};

/* Counts from `position` to `depth` (1..BY_PERFT_DEPTH_MAX) on `threads` threads
 * (1..BY_PERFT_THREADS_MAX), which share out the moves of the first ply. `stop` may be NULL;
 * `done`, if not NULL, counts finished first moves for a progress display. The last ply is
 * counted, not played. */
enum by_status by_perft(const struct by_rules *rules, const void *position, int depth, int threads,
                        const atomic_bool *stop, atomic_int *done, struct by_perft *out,
                        struct by_error *err);

#endif
