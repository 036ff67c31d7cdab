/* Tests of the lesson pi: its rows are what they say, and its intervals cover pi as often. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "lesson_help.h"

#define PI 3.14159265358979323846

static void rows_grow_by_ten_to_the_number_asked_for(void **state)
{
    (void)state;
    json_t *figures = figures_of("pi points=25000");
    const json_t *rows = member(figures, "rows");
    static const long long points[] = {10, 100, 1000, 10000, 25000};
    assert_int_equal(json_array_size(rows), 5);
    for (size_t i = 0; i < 5; i++) {
        const json_t *row = json_array_get(rows, i), *interval = member(row, "interval");
        double share = (double)whole(row, "within") / (double)points[i];
        assert_int_equal(whole(row, "points"), points[i]);
        assert_true(whole(row, "within") <= points[i]);
        near(real(row, "estimate"), 4 * share);
        near(real(row, "error"), 4 * share - PI);
        assert_true(json_number_value(json_array_get(interval, 0)) < 4 * share);
        assert_true(json_number_value(json_array_get(interval, 1)) > 4 * share);
    }
    json_decref(figures);
}

/* The hits counted once more, from the generator's own stream. */
static void hits_are_counted_right(void **state)
{
    (void)state;
    struct by_rng rng;
    long long hits = 0;
    by_rng_init(&rng, 77, 0);
    for (int i = 0; i < 12345; i++) {
        double x = by_rng_unit(&rng), y = by_rng_unit(&rng);
        hits += x * x + y * y < 1;
    }
    json_t *figures = figures_of("pi points=12345 seed=77");
    const json_t *rows = member(figures, "rows");
    assert_int_equal(whole(json_array_get(rows, 4), "within"), hits);
    json_decref(figures);
}

/* A 95 % interval covers in 95 of 100: over N experiments the count has a standard deviation of
 * sqrt(.95 .05 / N), and Wilson's interval is within half a point of its level here. */
static void the_interval_covers_pi_in_95_of_100(void **state)
{
    (void)state;
    int experiments = long_tests() ? 20000 : 2000, covered = 0;
    for (int seed = 0; seed < experiments; seed++) {
        char line[64];
        snprintf(line, sizeof line, "pi points=1000 seed=%d", seed);
        json_t *figures = figures_of(line);
        const json_t *row = json_array_get(member(figures, "rows"), 2);
        const json_t *interval = member(row, "interval");
        covered += json_number_value(json_array_get(interval, 0)) <= PI &&
                   PI <= json_number_value(json_array_get(interval, 1));
        json_decref(figures);
    }
    double share = (double)covered / experiments;
    double slack = long_tests() ? 0.011 : 0.021; /* 4 standard deviations, and half a point */
    print_message("covered in %.4f\n", share);
    assert_true(share > 0.95 - slack && share < 0.95 + slack);
}

static void seeds_use_64_bits_and_nonsense_is_refused(void **state)
{
    (void)state;
    json_t *figures = figures_of("pi points=10 seed=18446744073709551615");
    json_decref(figures);
    refuses("pi seed=18446744073709551616", "18446744073709551615");
    refuses("pi seed=-1", "seed");
    refuses("pi seed=1x", "seed");
    refuses("pi points=0", "from 1 to 100000000");
    refuses("pi points=100000001", "from 1 to 100000000");
    refuses("pi points=many", "whole number");
    refuses("pi n=3", "accepts points, seed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_grow_by_ten_to_the_number_asked_for),
        cmocka_unit_test(hits_are_counted_right),
        cmocka_unit_test(the_interval_covers_pi_in_95_of_100),
        cmocka_unit_test(seeds_use_64_bits_and_nonsense_is_refused),
    };
    return cmocka_run_group_tests_name("pi", tests, NULL, NULL);
}
