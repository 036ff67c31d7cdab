/* indexset_test.c: the set against an array of bools, its picks against chance. */
#include "base/indexset.h"
#include "base/long_test.h"
#include <gsl/gsl_cdf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int rounds(int few)
{
    return long_or(20 * few, few);
}

static struct by_indexset *new_set(int capacity)
{
    struct by_indexset *set = malloc(by_indexset_size(capacity));
    assert_non_null(set);
    by_indexset_init(set, capacity);
    return set;
}

/* The list holds exactly the members, each once. */
static void assert_same(const struct by_indexset *set, const bool *member, int capacity)
{
    int count = 0;
    for (int i = 0; i < capacity; i++) {
        assert_true(by_indexset_has(set, i) == member[i]);
        count += member[i];
    }
    assert_int_equal(set->count, count);
    bool *listed = calloc((size_t)capacity + 1, sizeof *listed);
    assert_non_null(listed);
    for (int i = 0; i < count; i++) {
        assert_true(member[set->slot[i]]);
        assert_false(listed[set->slot[i]]);
        listed[set->slot[i]] = true;
    }
    free(listed);
}

static void one_operation(struct by_indexset *set, bool *member, int capacity, struct by_rng *rng)
{
    int index = (int)by_rng_below(rng, (uint32_t)capacity);
    switch (by_rng_below(rng, 3)) {
    case 0:
        assert_true(by_indexset_insert(set, index) == !member[index]);
        member[index] = true;
        break;
    case 1:
        assert_true(by_indexset_remove(set, index) == member[index]);
        member[index] = false;
        break;
    default:
        if (set->count > 0)
            assert_true(member[by_indexset_pick(set, rng)]);
    }
    assert_true(by_indexset_has(set, index) == member[index]);
}

static void a_million_operations_match_a_bool_array(void **state)
{
    (void)state;
    const int capacities[] = {1, 2, 9, 81, 361, 1000, BY_INDEXSET_CAPACITY_MAX};
    for (size_t c = 0; c < sizeof capacities / sizeof capacities[0]; c++) {
        int capacity = capacities[c];
        struct by_indexset *set = new_set(capacity);
        bool *member = calloc((size_t)capacity, sizeof *member);
        assert_non_null(member);
        struct by_rng rng;
        by_rng_init(&rng, 1, c);
        for (int i = 0; i < rounds(150000); i++) {
            one_operation(set, member, capacity, &rng);
            if (i % 5000 == 0)
                assert_same(set, member, capacity);
        }
        assert_same(set, member, capacity);
        free(member);
        free(set);
    }
}

static void a_set_fills_up_and_empties(void **state)
{
    (void)state;
    int capacity = BY_INDEXSET_CAPACITY_MAX;
    struct by_indexset *set = new_set(capacity);
    for (int i = 0; i < capacity; i++)
        assert_true(by_indexset_insert(set, i));
    assert_int_equal(set->count, capacity);
    for (int i = 0; i < capacity; i++)
        assert_true(by_indexset_remove(set, i));
    assert_int_equal(set->count, 0);
    free(set);
}

static void picks_are_uniform(void **state)
{
    (void)state;
    enum { CAPACITY = 50 };
    struct by_indexset *set = new_set(CAPACITY);
    struct by_rng rng;
    by_rng_init(&rng, 2, 0);
    for (int i = 0; i < CAPACITY; i++)
        by_indexset_insert(set, i);
    for (int i = 0; i < CAPACITY; i += 2)
        by_indexset_remove(set, i);
    int count[CAPACITY] = {0}, draws = rounds(250000);
    for (int i = 0; i < draws; i++)
        count[by_indexset_pick(set, &rng)]++;
    double expected = draws / 25.0, sum = 0;
    for (int i = 0; i < CAPACITY; i++) {
        if (i % 2 == 0)
            assert_int_equal(count[i], 0);
        else
            sum += (count[i] - expected) * (count[i] - expected) / expected;
    }
    double p = gsl_cdf_chisq_Q(sum, 24);
    assert_true(p > 1e-5 && p < 1 - 1e-5);
    free(set);
}

static void a_copy_lives_on_its_own(void **state)
{
    (void)state;
    enum { CAPACITY = 361 };
    struct by_indexset *set = new_set(CAPACITY), *copy = new_set(CAPACITY);
    bool member[CAPACITY] = {false}, member_of_copy[CAPACITY];
    struct by_rng rng;
    by_rng_init(&rng, 3, 0);
    for (int i = 0; i < 1000; i++)
        one_operation(set, member, CAPACITY, &rng);
    memcpy(copy, set, by_indexset_size(CAPACITY));
    memcpy(member_of_copy, member, sizeof member);
    for (int i = 0; i < 1000; i++) {
        one_operation(set, member, CAPACITY, &rng);
        one_operation(copy, member_of_copy, CAPACITY, &rng);
    }
    assert_same(set, member, CAPACITY);
    assert_same(copy, member_of_copy, CAPACITY);
    free(set);
    free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_million_operations_match_a_bool_array),
        cmocka_unit_test(a_set_fills_up_and_empties),
        cmocka_unit_test(picks_are_uniform),
        cmocka_unit_test(a_copy_lives_on_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
