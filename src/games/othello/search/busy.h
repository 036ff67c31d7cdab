/* busy.h: positions that a thread is searching now, so that the others take another move first.
 *
 * Each thread searches the whole tree; what one has found the others have from the table. The marks only
 * say which moves to put off: a mark that was overwritten or is out of date costs some work twice, never
 * the answer. (Tom Kerrigan's simplified ABDADA.) */
#ifndef BY_OTHELLO_BUSY_H
#define BY_OTHELLO_BUSY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define BY_OTHELLO_BUSY 4096

struct by_othello_busy {
    _Atomic uint64_t mark[BY_OTHELLO_BUSY];
};

static inline bool by_othello_is_busy(const struct by_othello_busy *busy, uint64_t hash)
{
    return atomic_load_explicit(&busy->mark[hash % BY_OTHELLO_BUSY], memory_order_relaxed) == hash;
}

static inline void by_othello_set_busy(struct by_othello_busy *busy, uint64_t hash, bool on)
{
    atomic_store_explicit(&busy->mark[hash % BY_OTHELLO_BUSY], on ? hash : 0, memory_order_relaxed);
}

#endif
