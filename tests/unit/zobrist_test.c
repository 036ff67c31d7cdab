/* zobrist_test.c: keys differ, also between salts and in their XORs, and never change. */
#include "base/zobrist.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int compare_words(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x < y ? -1 : x > y;
}

static void assert_distinct(uint64_t *words, size_t count)
{
    qsort(words, count, sizeof *words, compare_words);
    for (size_t i = 1; i < count; i++)
        assert_true(words[i] != words[i - 1]);
}

static void table_holds_the_keys(void **state)
{
    (void)state;
    uint64_t table[100];
    by_zobrist_fill(table, 100, 42);
    for (uint64_t i = 0; i < 100; i++)
        assert_true(table[i] == by_zobrist(42, i));
}

static void keys_of_several_games_are_distinct(void **state)
{
    (void)state;
    enum { SALTS = 16, FEATURES = 4096, COUNT = SALTS * FEATURES };
    uint64_t *keys = malloc(COUNT * sizeof *keys);
    assert_non_null(keys);
    for (uint64_t salt = 0; salt < SALTS; salt++)
        by_zobrist_fill(keys + salt * FEATURES, FEATURES, salt);
    assert_distinct(keys, COUNT);
    free(keys);
}

/* Positions that differ in two stones must not collide: neither may pairs of keys. */
static void xors_of_pairs_are_distinct(void **state)
{
    (void)state;
    enum { FEATURES = 722, COUNT = FEATURES * (FEATURES - 1) / 2 };
    uint64_t table[FEATURES], *pairs = malloc(COUNT * sizeof *pairs);
    assert_non_null(pairs);
    by_zobrist_fill(table, FEATURES, 7);
    size_t count = 0;
    for (int i = 0; i < FEATURES; i++)
        for (int j = 0; j < i; j++)
            pairs[count++] = table[i] ^ table[j];
    assert_distinct(pairs, count);
    free(pairs);
}

/* A table indexed by any part of the key relies on every bit being set half of the time. */
static void every_bit_is_balanced(void **state)
{
    (void)state;
    enum { FEATURES = 20000 };
    for (int bit = 0; bit < 64; bit++) {
        int set = 0;
        for (uint64_t i = 0; i < FEATURES; i++)
            set += (int)(by_zobrist(3, i) >> bit & 1);
        assert_true(fabs(set - FEATURES / 2.0) < 5 * sqrt(FEATURES / 4.0));
    }
}

/* splitmix64 with the salt as its seed, as published: stored keys stay valid. */
static void keys_are_splitmix64(void **state)
{
    (void)state;
    assert_true(by_zobrist(0, 0) == 0xe220a8397b1dcdafU);
    assert_true(by_zobrist(0, 1) == 0x6e789e6aa1b965f4U);
    assert_true(by_zobrist(0, 2) == 0x06c45d188009454fU);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_holds_the_keys),
        cmocka_unit_test(keys_of_several_games_are_distinct),
        cmocka_unit_test(xors_of_pairs_are_distinct),
        cmocka_unit_test(every_bit_is_balanced),
        cmocka_unit_test(keys_are_splitmix64),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
