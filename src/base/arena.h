/* arena.h: memory handed out front to back, with a hard byte limit, freed all at once.
 *
 * The arena takes blocks from malloc as it grows and never holds more than `limit`
 * bytes of them, its own bookkeeping included. Pointers stay valid until
 * by_arena_release to an earlier mark, by_arena_reset or by_arena_close. */
#ifndef BY_BASE_ARENA_H
#define BY_BASE_ARENA_H

#include <stddef.h>

struct by_arena_block;

struct by_arena {
    size_t limit; /* bytes it may take from malloc */
    size_t held;  /* bytes it has taken */
    size_t used;  /* bytes handed out, padding included */
    struct by_arena_block *last;
};

struct by_arena_mark {
    struct by_arena_block *block;
    size_t block_used;
    size_t used;
};

void by_arena_open(struct by_arena *arena, size_t limit);
void by_arena_close(struct by_arena *arena);

/* `bytes` bytes at a multiple of `align` (a power of two, at most 64), not cleared.
 * NULL when the limit or malloc says no; the arena is unchanged then. */
void *by_arena_take(struct by_arena *arena, size_t bytes, size_t align);

/* Everything taken after the mark is given back; blocks begun after it are freed. */
struct by_arena_mark by_arena_mark(const struct by_arena *arena);
void by_arena_release(struct by_arena *arena, struct by_arena_mark mark);

/* Gives everything back: the arena is as after by_arena_open, with the same limit. */
void by_arena_reset(struct by_arena *arena);

#endif
