/* worker.h: what the threads of Othello's own search share. */
#ifndef BY_OTHELLO_WORKER_H
#define BY_OTHELLO_WORKER_H

#include "base/thread.h"
#include "games/game.h"
#include "games/othello/othello.h"
#include "games/othello/pattern_eval.h"
#include "games/othello/search/busy.h"
#include "games/othello/search/probcut.h"
#include "games/othello/search/stability.h"
#include "games/othello/search/table.h"

#define BY_OTHELLO_SCORE_INF 127 /* above every score */

/* Legal squares of a position, in which any discs may stand. Each of the opponent's discs is the first that turns for at
 * most four of them, one on each line, for behind it stands a disc; each own disc is where at most eight lines end;
 * and a legal square is empty. So L legal squares need L / 4 and L / 8 discs besides: 11 / 8 L is at most 64.
 * (35 are known to be possible; in games from the start 33.) */
#define BY_OTHELLO_MOVES_MAX (64 * 8 / 11)

/* What an opened search keeps. */
struct by_othello_search {
    const struct by_rules *rules;
    const struct by_othello_shape *shape;
    const struct by_othello_kernel *kernel;
    const struct by_othello_weights *weights; /* NULL: no evaluation; then exact values only */
    int threads;
    struct by_othello_squares squares;
    struct by_othello_table table;
    struct by_othello_table *near; /* one for each thread */
    struct by_othello_busy busy;
};

/* One question on its way. */
struct by_othello_job {
    struct by_othello_search *search;
    struct by_own_search *asked;
    uint64_t me, you; /* who moves and who does not, once a pass is over */
    int symmetry;     /* through which they are seen */
    bool passed;      /* who asked can only pass: the question is about the opponent's move */
    atomic_bool halt;
    _Atomic uint64_t nodes; /* of all threads, but for the last few */
};

/* The search, compiled once for each kind of machine. */
struct by_othello_kernel {
    bool (*run)(struct by_othello_job *job);
};

extern const struct by_othello_kernel by_othello_search_any;
extern const struct by_othello_kernel by_othello_search_avx2; /* only where BY_OTHELLO_HAS_AVX2 */

#endif
