/* deferred.h: moves put off because another thread is searching them just now.
 *
 * Threads that search one tree help each other through the transposition table, if they do not
 * all look at the same move at the same time. Before a thread searches a move that is not the
 * first of its node, it looks here: a move that another thread is busy with is put off until the
 * others are done, and by then the table usually knows it (the idea of ABDADA, Weill 1996, with
 * the busy marks in a table of their own, as Kerrigan proposed). The marks are advice: a lost or
 * a stale one costs work, never truth, so plain relaxed atomics do. */
#ifndef BY_SEARCH_ALPHABETA_DEFERRED_H
#define BY_SEARCH_ALPHABETA_DEFERRED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define BY_DEFERRED_SLOTS 4096 /* far more than threads times plies: few marks share a slot */

struct by_deferred {
    _Atomic uint64_t slot[BY_DEFERRED_SLOTS];
};

static inline bool by_deferred_is(const struct by_deferred *deferred, uint64_t mark)
{
    return atomic_load_explicit(&deferred->slot[mark % BY_DEFERRED_SLOTS], memory_order_relaxed) ==
           mark;
}

static inline void by_deferred_begin(struct by_deferred *deferred, uint64_t mark)
{
    atomic_store_explicit(&deferred->slot[mark % BY_DEFERRED_SLOTS], mark, memory_order_relaxed);
}

static inline void by_deferred_end(struct by_deferred *deferred, uint64_t mark)
{
    if (by_deferred_is(deferred, mark))
        atomic_store_explicit(&deferred->slot[mark % BY_DEFERRED_SLOTS], 0, memory_order_relaxed);
}

#endif
