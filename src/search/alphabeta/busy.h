/* busy.h: what the other threads are searching just now.
 *
 * Threads that search one tree help each other through the transposition table, if they do not
 * all look at the same move at the same time. Before a thread searches a move that is not the
 * first of its node, it looks here: a move that another thread is busy with is put off until the
 * others are done, and by then the table usually knows it (the idea of ABDADA, Weill 1996, with
 * the busy marks in a table of their own, as Kerrigan proposed). The marks are advice: a lost or
 * a stale one costs work, never truth, so plain relaxed atomics do. */
#ifndef BY_SEARCH_ALPHABETA_BUSY_H
#define BY_SEARCH_ALPHABETA_BUSY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define BY_BUSY_SLOTS 4096 /* far more than threads times plies: few marks share a slot */

struct by_busy {
    _Atomic uint64_t slot[BY_BUSY_SLOTS];
};

static inline bool by_busy_is(const struct by_busy *busy, uint64_t mark)
{
    return atomic_load_explicit(&busy->slot[mark % BY_BUSY_SLOTS], memory_order_relaxed) == mark;
}

static inline void by_busy_begin(struct by_busy *busy, uint64_t mark)
{
    atomic_store_explicit(&busy->slot[mark % BY_BUSY_SLOTS], mark, memory_order_relaxed);
}

static inline void by_busy_end(struct by_busy *busy, uint64_t mark)
{
    if (by_busy_is(busy, mark))
        atomic_store_explicit(&busy->slot[mark % BY_BUSY_SLOTS], 0, memory_order_relaxed);
}

#endif
