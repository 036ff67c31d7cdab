/* hash_java_test.c: the java table and its hash functions against a real Java.
 *
 * What is said to be Java's was seen in the HashMap of OpenJDK 17 (which in this has not
 * changed since Java 11) by looking at its table through reflection. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash/bintree.h"
#include "base/rng.h"
#include "hash_help.h"

/* --- Java --------------------------------------------------------------- */

static uint64_t same_hash(uint64_t i)
{
    return i << 32 | i; /* Long.hashCode gives 0 */
}

static void java_chains_turn_into_trees_and_back(void **state)
{
    (void)state;
    struct by_hash *table = open_or_fail((struct by_hash_options){.kind = "java"});
    /* Seen in Java: 16 slots up to 8 keys, 32 with 9, 64 with 10, a tree with 11. */
    for (uint64_t i = 1; i <= 14; i++) {
        put(table, same_hash(i));
        uint64_t slots = i <= 8 ? 16 : i == 9 ? 32 : 64;
        assert_true(stats_of(table).slots == slots);
        assert_int_equal(state_of(table, 0), i <= 10 ? BY_HASH_USED : BY_HASH_TREE);
    }
    /* Java goes by the shape here: a chain with 3 or with 6 left, as the order may be. */
    for (uint64_t i = 14; i >= 1; i--) {
        assert_true(by_hash_remove(table, same_hash(i)));
        assert_int_equal(state_of(table, 0), i - 1 > 6   ? BY_HASH_TREE
                                             : i - 1 > 0 ? BY_HASH_USED
                                                         : BY_HASH_FREE);
    }
    by_hash_close(table);
    /* With 64 slots from the start: a chain of 8, a tree of 9. */
    table = open_or_fail((struct by_hash_options){.kind = "java", .keys = 48});
    for (uint64_t i = 1; i <= 9; i++) {
        put(table, same_hash(i));
        assert_int_equal(state_of(table, 0), i <= 8 ? BY_HASH_USED : BY_HASH_TREE);
        assert_true(stats_of(table).slots == 64);
    }
    by_hash_close(table);
}

/* A tree of 11 keys in a table of 64, `high` of them with bit 6 set, is split by the 49th key. */
static void java_splits_trees_when_it_doubles(void **state)
{
    (void)state;
    for (uint64_t high = 0; high <= 11; high++) {
        struct by_hash *table = open_or_fail((struct by_hash_options){.kind = "java", .keys = 48});
        for (uint64_t i = 0; i < 11; i++)
            put(table, 128 * i + (i < high ? 64 : 0));
        for (uint64_t i = 1; by_hash_count(table) < 48; i++)
            put(table, i);
        assert_true(stats_of(table).slots == 64 && state_of(table, 0) == BY_HASH_TREE);
        put(table, 63);
        assert_true(stats_of(table).slots == 128 && stats_of(table).resizes == 1);
        /* Seen in Java: 6 or fewer become a chain. */
        uint64_t part[2] = {11 - high, high};
        for (int p = 0; p < 2; p++)
            assert_int_equal(state_of(table, 64 * (uint64_t)p), part[p] > 6   ? BY_HASH_TREE
                                                                : part[p] > 0 ? BY_HASH_USED
                                                                              : BY_HASH_FREE);
        for (uint64_t i = 0; i < 11; i++)
            assert_true(by_hash_find(table, 128 * i + (i < high ? 64 : 0), NULL));
        by_hash_close(table);
    }
}

/* The 49th key is the ninth of its slot: Java makes the tree, then doubles the table, and a
 * tree of 8 stays where a chain of 8 would have been none. */
static void java_grows_after_the_key_is_in(void **state)
{
    (void)state;
    struct by_hash *table = open_or_fail((struct by_hash_options){.kind = "java", .keys = 48});
    for (uint64_t i = 0; i < 8; i++)
        put(table, i == 0 ? 64 : 128 * i);
    for (uint64_t i = 1; by_hash_count(table) < 48; i++)
        put(table, i);
    assert_int_equal(state_of(table, 0), BY_HASH_USED);
    put(table, 128 * 20);
    assert_true(stats_of(table).slots == 128);
    assert_int_equal(state_of(table, 0), BY_HASH_TREE);
    assert_int_equal(state_of(table, 64), BY_HASH_USED);
    by_hash_close(table);
}

static void java_doubles_past_three_quarters(void **state)
{
    (void)state;
    /* Seen in Java: the number of keys with which each size appears. */
    const uint64_t seen[][2] = {{1, 16},   {13, 32},   {25, 64},    {49, 128},
                                {97, 256}, {193, 512}, {385, 1024}, {769, 2048}};
    struct by_hash *table = open_or_fail((struct by_hash_options){.kind = "java"});
    size_t step = 0;
    for (uint64_t n = 1; n <= 1000; n++) {
        put(table, n - 1);
        step += step + 1 < 8 && n >= seen[step + 1][0];
        assert_true(stats_of(table).slots == seen[step][1]);
    }
    by_hash_close(table);
}

/* 10,000 keys with one and the same hash, in order and in disorder. */
static void java_survives_a_single_crowded_slot(void **state)
{
    (void)state;
    const uint64_t n = 10000;
    for (uint64_t stride = 1; stride <= 7919; stride += 7918) {
        struct by_hash *table = open_or_fail((struct by_hash_options){.kind = "java"});
        for (uint64_t i = 0; i < n; i++)
            put(table, same_hash(i * stride % n));
        uint64_t deepest = by_hash_longest(table);
        assert_true(stats_of(table).trees == 1 && deepest >= 14);
        assert_true((double)deepest <= 1.5 * log2((double)n)); /* 19; the bound is 2.41 log2 n */
        by_hash_reset_stats(table);
        for (uint64_t i = 0; i < n; i++)
            assert_true(by_hash_find(table, same_hash(i), NULL));
        for (uint64_t i = n; i < 2 * n; i++)
            assert_false(by_hash_find(table, same_hash(i), NULL));
        struct by_hash_stats s = stats_of(table);
        assert_true(s.hits.longest == deepest && s.misses.longest <= deepest);
        assert_true(mean(s.hits) < log2((double)n));
        by_hash_close(table);
    }
}

static void hashes_are_those_of_java(void **state)
{
    (void)state;
    const struct {
        const char *text;
        int64_t hash; /* as Java prints it */
    } strings[] = {{"", 0},
                   {"hello", 99162322},
                   {"Aa", 2112},
                   {"BB", 2112},
                   {"LOG320", -2044027891},
                   {"banyan", -1396332553},
                   {"polygenelubricants", INT32_MIN}};
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++)
        assert_true(by_hash_string(strings[i].text) == (uint32_t)strings[i].hash);
    const struct {
        uint64_t key;
        uint32_t hash, spread;
    } longs[] = {{0, 0, 0},
                 {1, 1, 1},
                 {UINT64_MAX, 0, 0},
                 {(uint64_t)1 << 32, 1, 1},
                 {0x123456789abcdef0U, 0x88888888U, 0x88880000U},
                 {0xfedcba9876543210U, 0x88888888U, 0x88880000U}};
    for (size_t i = 0; i < sizeof longs / sizeof longs[0]; i++) {
        assert_true(by_hash_long(longs[i].key) == longs[i].hash);
        assert_true(by_hash_spread(longs[i].hash) == longs[i].spread);
    }
}

/* --- the trees alone ---------------------------------------------------- */

/* Checks order, sizes and balance; returns the number of nodes. */
static uint32_t check_tree(const struct by_branch *node, uint64_t low, uint64_t high)
{
    if (!node)
        return 0;
    assert_true(node->item.key >= low && node->item.key <= high);
    uint32_t left = check_tree(node->left, low, node->item.key - 1);
    uint32_t right = check_tree(node->right, node->item.key + 1, high);
    assert_true(left + 1 <= 3 * (right + 1) && right + 1 <= 3 * (left + 1));
    assert_true(node->item.size == left + right + 1);
    return node->item.size;
}

static void trees_stay_in_balance(void **state)
{
    (void)state;
    enum { KEYS = 300 };
    static struct by_branch node[KEYS + 1];
    static bool present[KEYS + 1];
    struct by_branch *root = NULL;
    struct by_rng rng;
    by_rng_init(&rng, 11, 0);
    memset(present, 0, sizeof present);
    uint32_t count = 0;
    for (int n = 0; n < rounds(20000); n++) {
        /* Tides, so that the tree is now nearly full, now nearly empty; and runs, which
         * strain the balance most. */
        bool rising = n / 700 % 2 == 0;
        uint64_t k = 1 + (n / 100 % 3 == 0 ? (uint64_t)n % KEYS : by_rng_below(&rng, KEYS));
        uint64_t probes = 0;
        assert_int_equal(by_branch_find(root, 0, k, &probes) != NULL, present[k]);
        assert_true(probes <= by_branch_depth(root));
        if (rising && !present[k]) {
            node[k].item.key = k;
            by_branch_insert(&root, &node[k]);
            present[k] = true;
            count++;
        } else if (!rising) {
            struct by_branch *gone = by_branch_remove(&root, 0, k, &probes);
            assert_ptr_equal(gone, present[k] ? &node[k] : NULL);
            count -= present[k];
            present[k] = false;
        }
        assert_int_equal(check_tree(root, 1, KEYS), count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(java_chains_turn_into_trees_and_back),
        cmocka_unit_test(java_splits_trees_when_it_doubles),
        cmocka_unit_test(java_grows_after_the_key_is_in),
        cmocka_unit_test(java_doubles_past_three_quarters),
        cmocka_unit_test(java_survives_a_single_crowded_slot),
        cmocka_unit_test(hashes_are_those_of_java),
        cmocka_unit_test(trees_stay_in_balance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
