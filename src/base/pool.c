/* pool.c: see pool.h.
 *
 * When a take is refused depends only on the limit and on what was taken since the
 * last reset, never on addresses or on what came before the reset: a search that
 * fills its memory must decide the same way every time. So blocks start at a multiple
 * of 64, their sizes follow from the bytes held, and a reset gives every block back:
 * keeping one would shift where the next block begins. */
#include "base/pool.h"
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define ALIGN_MAX   ((size_t)64)
#define BLOCK_FIRST ((size_t)1 << 16)
#define BLOCK_MAX   ((size_t)1 << 26)

struct by_pool_block {
    struct by_pool_block *before;
    size_t size; /* with this header, a multiple of ALIGN_MAX */
    size_t used; /* the same way: starts at HEADER */
};

#define HEADER ALIGN_MAX
_Static_assert(sizeof(struct by_pool_block) <= HEADER, "the header fits its place");

void by_pool_open(struct by_pool *pool, size_t limit)
{
    *pool = (struct by_pool){.limit = limit};
}

static void drop_last(struct by_pool *pool)
{
    struct by_pool_block *block = pool->last;
    pool->last = block->before;
    pool->held -= block->size;
    free(block);
}

void by_pool_close(struct by_pool *pool)
{
    while (pool->last != NULL)
        drop_last(pool);
    *pool = (struct by_pool){0};
}

static size_t round_up(size_t value, size_t align)
{
    return (value + align - 1) & ~(align - 1);
}

/* As much again as is held already, so that the number of blocks stays small; at
 * least `need`, and no more than the limit leaves. 0 when that is too little. */
static size_t next_block_size(const struct by_pool *pool, size_t need)
{
    size_t room = (pool->limit - pool->held) & ~(ALIGN_MAX - 1);
    if (need > room)
        return 0;
    size_t size = pool->held < BLOCK_FIRST ? BLOCK_FIRST : pool->held;
    size = size > BLOCK_MAX ? BLOCK_MAX : round_up(size, ALIGN_MAX);
    size = size < need ? need : size;
    return size > room ? room : size;
}

/* Adds a block with room for `bytes` at any alignment; false when that cannot be. */
static bool add_block(struct by_pool *pool, size_t bytes)
{
    if (bytes > PTRDIFF_MAX - HEADER - ALIGN_MAX)
        return false;
    size_t size = next_block_size(pool, round_up(HEADER + bytes, ALIGN_MAX));
    struct by_pool_block *block = size > 0 ? aligned_alloc(ALIGN_MAX, size) : NULL;
    if (block == NULL)
        return false;
    *block = (struct by_pool_block){pool->last, size, HEADER};
    pool->last = block;
    pool->held += size;
    return true;
}

static void *take_from_last(struct by_pool *pool, size_t bytes, size_t align)
{
    struct by_pool_block *block = pool->last;
    if (block == NULL)
        return NULL;
    size_t start = round_up(block->used, align);
    if (start > block->size || bytes > block->size - start)
        return NULL;
    pool->used += start + bytes - block->used;
    block->used = start + bytes;
    return (char *)block + start;
}

void *by_pool_take(struct by_pool *pool, size_t bytes, size_t align)
{
    assert(align > 0 && align <= ALIGN_MAX && (align & (align - 1)) == 0);
    bytes = bytes > 0 ? bytes : 1; /* distinct pointers even for empty things */
    void *place = take_from_last(pool, bytes, align);
    if (place == NULL && add_block(pool, bytes))
        place = take_from_last(pool, bytes, align);
    return place;
}

struct by_pool_mark by_pool_mark(const struct by_pool *pool)
{
    size_t block_used = pool->last != NULL ? pool->last->used : 0;
    return (struct by_pool_mark){pool->last, block_used, pool->used};
}

void by_pool_release(struct by_pool *pool, struct by_pool_mark mark)
{
    while (pool->last != mark.block)
        drop_last(pool);
    if (pool->last != NULL)
        pool->last->used = mark.block_used;
    pool->used = mark.used;
}

void by_pool_reset(struct by_pool *pool)
{
    by_pool_release(pool, (struct by_pool_mark){NULL, 0, 0});
}
