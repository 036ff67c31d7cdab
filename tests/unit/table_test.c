/* The transposition table: what it stores it gives back or has forgotten, and it never takes one
 * position for another, also when threads write into the same bucket. */
#include "base/long_test.h"
#include "base/rng.h"
#include "search/alphabeta/table.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Everything about an entry follows from its key, so that a reader can tell a true one. */
static struct by_known known_for(uint64_t key)
{
    uint64_t mixed = by_mix64(key);
    return (struct by_known){.value = (int32_t)(uint32_t)mixed,
                             .depth = (int)(mixed >> 32 & 0x3fff),
                             .bound = (enum by_bound)(1 + (mixed >> 46) % 3),
                             .closed = (mixed >> 48 & 1) != 0,
                             .action = (by_move)((mixed >> 49) % 1024) - 1};
}

static bool same(const struct by_known *a, const struct by_known *b)
{
    return a->value == b->value && a->depth == b->depth && a->bound == b->bound &&
           a->closed == b->closed && a->action == b->action;
}

static void every_field_comes_back(void **state)
{
    (void)state;
    struct by_table table;
    struct by_rng rng;
    by_rng_init(&rng, 1, 0);
    assert_int_equal(by_table_open(&table, 1 << 20, NULL), BY_OK);
    for (int i = 0; i < 100000; i++) {
        uint64_t key = by_rng_next(&rng);
        struct by_known in = known_for(key), out;
        by_table_store(&table, key, &in);
        assert_true(by_table_find(&table, key, &out));
        assert_true(same(&in, &out));
    }
    by_table_close(&table);
}

static void actions_that_do_not_fit_are_left_out(void **state)
{
    (void)state;
    struct by_table table;
    struct by_known in = {.bound = BY_BOUND_EXACT, .action = 100000}, out;
    assert_int_equal(by_table_open(&table, BY_TABLE_MIN_BYTES, NULL), BY_OK);
    by_table_store(&table, 5, &in);
    assert_true(by_table_find(&table, 5, &out));
    assert_int_equal(out.action, BY_NO_MOVE);
    by_table_close(&table);
}

static void sizes_are_powers_of_two_within_the_limit(void **state)
{
    (void)state;
    static const size_t asked[] = {0, 64, 256, 1000, 65536, 100000, 16 << 20};
    static const size_t got[] = {64, 64, 256, 512, 65536, 65536, 16 << 20};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct by_table table;
        assert_int_equal(by_table_open(&table, asked[i], NULL), BY_OK);
        assert_int_equal(table.bytes, got[i]);
        assert_int_equal((uintptr_t)table.entries % 64, 0);
        by_table_close(&table);
    }
}

/* Sixteen entries, many keys: most is forgotten, nothing is wrong. */
static void a_full_table_forgets_but_does_not_lie(void **state)
{
    (void)state;
    struct by_table table;
    struct by_rng rng;
    by_rng_init(&rng, 2, 0);
    assert_int_equal(by_table_open(&table, BY_TABLE_MIN_BYTES, NULL), BY_OK);
    int found = 0;
    for (int i = 0; i < 200000; i++) {
        uint64_t key = by_rng_below(&rng, 64), asked = by_rng_below(&rng, 64);
        struct by_known in = known_for(key), out, truth = known_for(asked);
        by_table_store(&table, key, &in);
        if (!by_table_find(&table, asked, &out))
            continue;
        found++;
        assert_true(same(&out, &truth));
    }
    assert_true(found > 20000 && found < 100000);
    assert_int_equal(by_table_permille(&table), 1000);
    by_table_clear(&table);
    assert_int_equal(by_table_permille(&table), 0);
    by_table_close(&table);
}

/* Clearing forgets everything, after a few stores as after many. */
static void cleared_tables_are_empty(void **state)
{
    (void)state;
    static const int stores[] = {0, 1, 10, BY_TABLE_LOG - 1, BY_TABLE_LOG, BY_TABLE_LOG + 1, 50000};
    struct by_table table;
    struct by_rng rng;
    by_rng_init(&rng, 3, 0);
    assert_int_equal(by_table_open(&table, 1 << 20, NULL), BY_OK);
    for (size_t round = 0; round < 3 * (sizeof stores / sizeof *stores); round++) {
        for (int i = 0; i < stores[round % (sizeof stores / sizeof *stores)]; i++) {
            uint64_t key = by_rng_next(&rng);
            struct by_known in = known_for(key);
            by_table_store(&table, key, &in);
        }
        by_table_clear(&table);
        for (size_t i = 0; i < table.bytes / sizeof *table.entries; i++)
            assert_true(table.entries[i].data == 0 && table.entries[i].check == 0);
    }
    by_table_close(&table);
}

/* In a full bucket the shallow entry goes; a deep one goes too once it is old enough. */
static void shallow_and_old_entries_go_first(void **state)
{
    (void)state;
    struct by_table table;
    struct by_known out;
    assert_int_equal(by_table_open(&table, 64, NULL), BY_OK); /* one bucket */
    for (int i = 0; i < 4; i++) {
        struct by_known in = {.bound = BY_BOUND_EXACT, .depth = 5 + i, .action = BY_NO_MOVE};
        by_table_store(&table, (uint64_t)i + 1, &in);
    }
    struct by_known shallow = {.bound = BY_BOUND_EXACT, .depth = 1, .action = BY_NO_MOVE};
    by_table_store(&table, 10, &shallow);
    assert_false(by_table_find(&table, 1, &out));
    assert_true(by_table_find(&table, 4, &out) && by_table_find(&table, 10, &out));
    by_table_age(&table);
    by_table_age(&table);
    by_table_store(&table, 10, &shallow);
    by_table_store(&table, 11, &shallow);
    assert_false(by_table_find(&table, 2, &out));
    assert_true(by_table_find(&table, 10, &out) && by_table_find(&table, 11, &out));
    by_table_close(&table);
}

/* --- threads ------------------------------------------------------------------------- */

struct hammer {
    struct by_table *table;
    uint64_t seed;
    int rounds, wrong, found;
};

static void *hammer(void *context)
{
    struct hammer *h = context;
    struct by_rng rng;
    by_rng_init(&rng, h->seed, 0);
    for (int i = 0; i < h->rounds; i++) {
        uint64_t key = by_rng_below(&rng, 12), asked = by_rng_below(&rng, 12);
        struct by_known in = known_for(key), out, truth = known_for(asked);
        by_table_store(h->table, key, &in);
        if (!by_table_find(h->table, asked, &out))
            continue;
        h->found++;
        h->wrong += !same(&out, &truth);
    }
    return NULL;
}

static void torn_entries_count_as_absent(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    int rounds = long_or(20000000, 300000);
    struct by_table table;
    struct hammer hammers[THREADS];
    pthread_t threads[THREADS];
    assert_int_equal(by_table_open(&table, 64, NULL), BY_OK); /* all in one bucket */
    for (int i = 0; i < THREADS; i++) {
        hammers[i] = (struct hammer){&table, (uint64_t)i, rounds, 0, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, hammer, &hammers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(hammers[i].wrong, 0);
        assert_true(hammers[i].found > 0);
    }
    by_table_close(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_comes_back),
        cmocka_unit_test(actions_that_do_not_fit_are_left_out),
        cmocka_unit_test(sizes_are_powers_of_two_within_the_limit),
        cmocka_unit_test(a_full_table_forgets_but_does_not_lie),
        cmocka_unit_test(cleared_tables_are_empty),
        cmocka_unit_test(shallow_and_old_entries_go_first),
        cmocka_unit_test(torn_entries_count_as_absent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
