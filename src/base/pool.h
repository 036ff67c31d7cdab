/* pool.h: memory handed out front to back, with a hard byte limit, freed all at once.
 *
 * The pool takes blocks from malloc as it grows and never holds more than `limit`
 * bytes of them, its own bookkeeping included. Pointers stay valid until
 * by_pool_release to an earlier mark, by_pool_reset or by_pool_close. */
#ifndef BY_BASE_POOL_H
#define BY_BASE_POOL_H

#include <stddef.h>

struct by_pool_block;

struct by_pool {
    size_t limit; /* bytes it may take from malloc */
    size_t held;  /* bytes it has taken */
    size_t used;  /* bytes handed out, padding included */
    struct by_pool_block *last;
};

struct by_pool_mark {
    struct by_pool_block *block;
    size_t block_used;
    size_t used;
};

void by_pool_open(struct by_pool *pool, size_t limit);
void by_pool_close(struct by_pool *pool);

/* `bytes` bytes at a multiple of `align` (a power of two, at most 64), not cleared.
 * NULL when the limit or malloc says no; the pool is unchanged then. */
void *by_pool_take(struct by_pool *pool, size_t bytes, size_t align);

/* Everything taken after the mark is given back; blocks begun after it are freed. */
struct by_pool_mark by_pool_mark(const struct by_pool *pool);
void by_pool_release(struct by_pool *pool, struct by_pool_mark mark);

/* Gives everything back: the pool is as after by_pool_open, with the same limit. */
void by_pool_reset(struct by_pool *pool);

#endif
