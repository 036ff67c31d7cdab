/* worker.h: what the threads of Gomoku's own search share, on every size of board.
 *
 * Values are seen by the side to move. A proven win in n plies is MATE - n, a proven loss the same
 * below zero: nothing that could have changed it was left out. HOPELESS and what is beyond it, up to
 * PROVEN, looks decided, but moves were left out on the way: an ordinary value, only a large one.
 * Evaluations stay within EVAL_MOST. */
#ifndef BY_GOMOKU_SEARCH_WORKER_H
#define BY_GOMOKU_SEARCH_WORKER_H

#include "base/thread.h"
#include "games/gomoku/gomoku.h"
#include "games/gomoku/search/table.h"

#define BY_GOMOKU_INF       32000
#define BY_GOMOKU_MATE      31000
#define BY_GOMOKU_PROVEN    (BY_GOMOKU_MATE - BY_GOMOKU_CELLS_MAX - 1)
#define BY_GOMOKU_HOPELESS  20000
#define BY_GOMOKU_EVAL_MOST 10000

/* What an opened search keeps. */
struct by_gomoku_search {
    const struct by_rules *rules;
    int threads;
    struct by_gomoku_table table;
};

/* One question on its way. */
struct by_gomoku_job {
    struct by_gomoku_search *search;
    struct by_own_search *asked;
    const void *position;
    atomic_bool halt;
    _Atomic uint64_t nodes; /* of all threads, but for the last few */
};

/* How early a point is tried: what a player's patterns in its four directions make it worth. The
 * lowest bits of the sum are small change; above them threes, fours and open fours are counted. */
#define BY_GOMOKU_A_THREE (1 << 16)
#define BY_GOMOKU_A_FOUR  (1 << 20)
#define BY_GOMOKU_OPENED  (1 << 24)
extern const int32_t by_gomoku_rank_part[BY_GOMOKU_PATTERNS];
static inline int32_t by_gomoku_rank(const uint8_t pattern[BY_GOMOKU_DIRECTIONS])
{
    int32_t sum = by_gomoku_rank_part[pattern[0]] + by_gomoku_rank_part[pattern[1]] +
                  by_gomoku_rank_part[pattern[2]] + by_gomoku_rank_part[pattern[3]];
    int32_t small = sum & (BY_GOMOKU_A_THREE - 1);
    if (sum < 2 * BY_GOMOKU_A_THREE)
        return small;
    int threes = sum / BY_GOMOKU_A_THREE % 16, fours = sum / BY_GOMOKU_A_FOUR % 16;
    return small + (sum >= BY_GOMOKU_OPENED || fours > 1 ? 40000
                    : fours > 0 && threes > 0            ? 20000
                    : threes > 1                         ? 5000
                                                         : 0);
}

/* --- slots and halves of slots that do not depend on the board: own.c ------------------ */

enum by_status by_gomoku_own_open(const struct by_rules *rules, size_t memory, int threads,
                                  void **state, struct by_error *err);
void by_gomoku_own_close(void *state);
void by_gomoku_own_forget(void *state);

#endif
