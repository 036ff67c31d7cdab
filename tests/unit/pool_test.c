/* pool_test.c: the limit holds, pieces do not overlap, marks and resets give back. */
#include "base/long_test.h"
#include "base/pool.h"
#include "base/rng.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int rounds(int few)
{
    return long_or(20 * few, few);
}

enum { PIECES_MAX = 4096 };

struct piece {
    unsigned char *bytes;
    size_t size;
    unsigned char mark;
};

struct pieces {
    struct piece piece[PIECES_MAX];
    int count;
    size_t bytes; /* handed out, without padding */
};

static bool is_intact(const struct piece *piece)
{
    for (size_t i = 0; i < piece->size; i++)
        if (piece->bytes[i] != piece->mark)
            return false;
    return true;
}

static void assert_intact(const struct pieces *pieces)
{
    for (int i = 0; i < pieces->count; i++)
        assert_true(is_intact(&pieces->piece[i]));
}

static void take_one(struct by_pool *pool, struct pieces *pieces, struct by_rng *rng)
{
    size_t size = by_rng_below(rng, 20) == 0 ? by_rng_below(rng, 100000) : by_rng_below(rng, 300);
    size_t align = (size_t)1 << by_rng_below(rng, 7);
    struct by_pool before = *pool;
    unsigned char *bytes = by_pool_take(pool, size, align);
    if (bytes == NULL) {
        assert_memory_equal(pool, &before, sizeof before);
        return;
    }
    assert_true((uintptr_t)bytes % align == 0);
    struct piece piece = {bytes, size, (unsigned char)by_rng_next(rng)};
    memset(bytes, piece.mark, size);
    pieces->piece[pieces->count++] = piece;
    pieces->bytes += size;
}

static void assert_within_limit(const struct by_pool *pool, const struct pieces *pieces)
{
    assert_true(pool->held <= pool->limit);
    assert_true(pool->used <= pool->held);
    assert_true(pool->used >= pieces->bytes);
}

/* Every piece is filled with its own byte; an overlap would show. */
static void limit_holds_and_pieces_do_not_overlap(void **state)
{
    (void)state;
    static struct pieces pieces;
    struct by_rng rng;
    by_rng_init(&rng, 1, 0);
    for (int round = 0; round < rounds(25); round++) {
        struct by_pool pool;
        by_pool_open(&pool, by_rng_below(&rng, 400000));
        pieces.count = 0;
        pieces.bytes = 0;
        for (int i = 0; i < 1000; i++) {
            take_one(&pool, &pieces, &rng);
            assert_within_limit(&pool, &pieces);
        }
        assert_intact(&pieces);
        by_pool_close(&pool);
        assert_true(pool.held == 0 && pool.last == NULL);
    }
}

static void release_gives_back_exactly_what_came_after(void **state)
{
    (void)state;
    static struct pieces pieces;
    struct by_rng rng;
    by_rng_init(&rng, 2, 0);
    for (int round = 0; round < rounds(25); round++) {
        struct by_pool pool;
        by_pool_open(&pool, 3000000);
        pieces.count = 0;
        pieces.bytes = 0;
        for (int step = 0; step < 10; step++) {
            struct by_pool_mark mark = by_pool_mark(&pool);
            struct by_pool before = pool;
            int count = pieces.count;
            size_t bytes = pieces.bytes;
            for (uint32_t i = by_rng_below(&rng, 200); i > 0; i--)
                take_one(&pool, &pieces, &rng);
            assert_intact(&pieces);
            if (by_rng_below(&rng, 2) == 0)
                continue;
            by_pool_release(&pool, mark);
            pieces.count = count;
            pieces.bytes = bytes;
            assert_memory_equal(&pool, &before, sizeof before);
            assert_intact(&pieces);
        }
        by_pool_close(&pool);
    }
}

/* How many pieces of random sizes fit before the first refusal. */
static int pieces_that_fit(struct by_pool *pool, uint64_t seed)
{
    struct by_rng rng;
    by_rng_init(&rng, seed, 0);
    int count = 0;
    while (by_pool_take(pool, 1 + by_rng_below(&rng, 500), 8) != NULL)
        count++;
    return count;
}

/* A search that runs into its memory limit must do so at the same move in every game. */
static void a_pool_after_reset_is_like_a_new_one(void **state)
{
    (void)state;
    for (size_t limit = 0; limit < 1000000; limit += 12345) {
        struct by_pool pool, fresh;
        by_pool_open(&pool, limit);
        pieces_that_fit(&pool, 1);
        by_pool_reset(&pool);
        assert_true(pool.used == 0);
        assert_true(pool.limit == limit);
        by_pool_open(&fresh, limit);
        assert_int_equal(pieces_that_fit(&pool, 2), pieces_that_fit(&fresh, 2));
        assert_true(pool.used == fresh.used);
        by_pool_close(&pool);
        by_pool_close(&fresh);
    }
}

static void most_of_the_limit_is_usable(void **state)
{
    (void)state;
    struct by_pool pool;
    by_pool_open(&pool, (size_t)10 << 20);
    size_t bytes = 0;
    while (by_pool_take(&pool, 40, 8) != NULL)
        bytes += 40;
    assert_true(bytes > ((size_t)10 << 20) * 99 / 100);
    by_pool_close(&pool);
}

static void absurd_requests_are_refused(void **state)
{
    (void)state;
    struct by_pool pool;
    by_pool_open(&pool, SIZE_MAX);
    assert_null(by_pool_take(&pool, SIZE_MAX, 64));
    assert_null(by_pool_take(&pool, SIZE_MAX - 64, 1));
    assert_null(by_pool_take(&pool, SIZE_MAX - 200, 1));
    assert_true(pool.held == 0);
    by_pool_close(&pool);
    by_pool_open(&pool, 0);
    assert_null(by_pool_take(&pool, 0, 1));
    assert_null(by_pool_take(&pool, 1, 1));
    by_pool_close(&pool);
}

static void empty_pieces_are_distinct(void **state)
{
    (void)state;
    struct by_pool pool;
    by_pool_open(&pool, 100000);
    void *first = by_pool_take(&pool, 0, 1), *second = by_pool_take(&pool, 0, 1);
    assert_non_null(first);
    assert_non_null(second);
    assert_ptr_not_equal(first, second);
    by_pool_close(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limit_holds_and_pieces_do_not_overlap),
        cmocka_unit_test(release_gives_back_exactly_what_came_after),
        cmocka_unit_test(a_pool_after_reset_is_like_a_new_one),
        cmocka_unit_test(most_of_the_limit_is_usable),
        cmocka_unit_test(absurd_requests_are_refused),
        cmocka_unit_test(empty_pieces_are_distinct),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
