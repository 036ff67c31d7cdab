/* rng_test.c: the generator against its published definition, its draws against chance. */
#include "base/long_test.h"
#include "base/rng.h"
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int rounds(int few)
{
    return long_or(50 * few, few);
}

/* --- the published definitions, written out plainly ---------------------- */

static uint64_t rotate_left(uint64_t x, unsigned k)
{
    return (x << k) | (x >> (64 - k));
}

/* Blackman and Vigna, "Scrambled linear pseudorandom number generators", figure for
 * xoshiro256**: A = 17, B = 45, scrambler (5, 7, 9) on s1. */
static uint64_t plain_xoshiro(uint64_t s[4])
{
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t next[4] = {
        s[0] ^ s[1] ^ s[3],
        s[0] ^ s[1] ^ s[2],
        s[0] ^ s[2] ^ (s[1] << 17),
        rotate_left(s[1] ^ s[3], 45),
    };
    memcpy(s, next, sizeof next);
    return result;
}

/* Steele, Lea and Flood, "Fast splittable pseudorandom number generators", variant 13. */
static uint64_t plain_splitmix(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15U;
    z ^= z >> 30;
    z *= 0xbf58476d1ce4e5b9U;
    z ^= z >> 27;
    z *= 0x94d049bb133111ebU;
    return z ^ z >> 31;
}

static void generator_is_xoshiro256starstar(void **state)
{
    (void)state;
    /* The first outputs from the state 1, 2, 3, 4, as published with other libraries. */
    const uint64_t known[] = {11520U, 0U, 1509978240U, 1215971899390074240U};
    struct by_rng rng = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_true(by_rng_next(&rng) == known[i]);
    for (uint64_t seed = 0; seed < 100; seed++) {
        by_rng_init(&rng, seed, seed * seed);
        uint64_t plain[4];
        memcpy(plain, rng.s, sizeof plain);
        for (int i = 0; i < 1000; i++)
            assert_true(by_rng_next(&rng) == plain_xoshiro(plain));
    }
}

static void state_comes_from_splitmix64(void **state)
{
    (void)state;
    /* splitmix64 from 0, as published. */
    uint64_t zero = 0;
    assert_true(plain_splitmix(&zero) == 0xe220a8397b1dcdafU);
    assert_true(by_mix64(0x9e3779b97f4a7c15U) == 0xe220a8397b1dcdafU);
    for (uint64_t seed = 0; seed < 1000; seed++) {
        struct by_rng rng;
        by_rng_init(&rng, seed, seed % 7);
        uint64_t mixer = by_seed_derive(seed, seed % 7);
        for (int i = 0; i < 4; i++)
            assert_true(rng.s[i] == plain_splitmix(&mixer));
    }
}

/* --- bounded draws --------------------------------------------------------- */

/* The probability of a chi-square at least this large must not be absurdly small, nor
 * absurdly near 1. Seeds are fixed, so that the test always says the same. */
static void assert_fits(const uint64_t *count, int cells, uint64_t draws)
{
    double expected = (double)draws / cells, sum = 0;
    for (int i = 0; i < cells; i++)
        sum += ((double)count[i] - expected) * ((double)count[i] - expected) / expected;
    double p = gsl_cdf_chisq_Q(sum, cells - 1);
    if (p < 1e-5 || p > 1 - 1e-5)
        fail_msg("chi-square %.2f with %d cells: p = %g", sum, cells, p);
}

static void small_draws_are_uniform(void **state)
{
    (void)state;
    const uint32_t bounds[] = {2, 3, 5, 6, 7, 10, 17, 64, 100, 361, 1000};
    uint64_t draws = (uint64_t)rounds(200000);
    for (size_t b = 0; b < sizeof bounds / sizeof bounds[0]; b++) {
        struct by_rng rng;
        uint64_t count[1000] = {0};
        by_rng_init(&rng, 11, b);
        for (uint64_t i = 0; i < draws; i++) {
            uint32_t draw = by_rng_below(&rng, bounds[b]);
            assert_true(draw < bounds[b]);
            count[draw]++;
        }
        assert_fits(count, (int)bounds[b], draws);
    }
}

/* With n = 3 * 2^30 a plain multiply or remainder would draw every third value (or the
 * lower third) twice as often: both the thirds and the residues must be even. */
static void large_draws_are_uniform(void **state)
{
    (void)state;
    const uint32_t bounds[] = {3U << 30, 0xffffffffU, (1U << 31) + 1, 0xaaaaaaabU, 1U << 31};
    uint64_t draws = (uint64_t)rounds(300000);
    for (size_t b = 0; b < sizeof bounds / sizeof bounds[0]; b++) {
        struct by_rng rng;
        uint64_t third[3] = {0}, residue[3] = {0};
        by_rng_init(&rng, 12, b);
        for (uint64_t i = 0; i < draws; i++) {
            uint32_t draw = by_rng_below(&rng, bounds[b]);
            assert_true(draw < bounds[b]);
            third[(uint64_t)draw * 3 / bounds[b]]++;
            residue[draw % 3]++;
        }
        assert_fits(third, 3, draws);
        assert_fits(residue, 3, draws);
    }
}

/* Bits drawn by the caller give what a draw gives, whether they are rejected or not. */
static void draws_from_given_bits_are_the_same(void **state)
{
    (void)state;
    const uint32_t bounds[] = {1, 2, 9, 48, 361, (1U << 31) + 1, 3U << 30, 0xffffffffU};
    for (size_t b = 0; b < sizeof bounds / sizeof bounds[0]; b++) {
        struct by_rng rng, other;
        by_rng_init(&rng, 15, b);
        other = rng;
        for (int i = 0; i < 10000; i++) {
            uint32_t bits = (uint32_t)(by_rng_next(&other) >> 32);
            assert_int_equal(by_rng_below_from(&other, bits, bounds[b]),
                             by_rng_below(&rng, bounds[b]));
        }
        assert_memory_equal(&rng, &other, sizeof rng);
    }
}

static void draws_below_one_are_zero(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 13, 0);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(by_rng_below(&rng, 1), 0);
}

static void units_are_uniform_below_one(void **state)
{
    (void)state;
    struct by_rng rng;
    uint64_t count[256] = {0}, draws = (uint64_t)rounds(500000);
    by_rng_init(&rng, 14, 0);
    for (uint64_t i = 0; i < draws; i++) {
        double u = by_rng_unit(&rng);
        assert_true(u >= 0 && u < 1);
        count[(int)(u * 256)]++;
    }
    assert_fits(count, 256, draws);
    /* The state whose output is all ones: the scrambler undone with the inverses of 9 and 5. */
    uint64_t turned = -0x8e38e38e38e38e39U;
    struct by_rng largest = {{0, rotate_left(turned, 57) * 0xcccccccccccccccdU, 0, 0}};
    struct by_rng same = largest;
    assert_true(by_rng_next(&same) == UINT64_MAX);
    assert_true(by_rng_unit(&largest) == 1 - 0x1p-53);
}

/* --- streams --------------------------------------------------------------- */

static int compare_words(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x < y ? -1 : x > y;
}

/* If two streams overlapped, they would share whole runs. A 64-bit word repeats by
 * chance about once in 10^7 such tests. */
static void streams_do_not_overlap(void **state)
{
    (void)state;
    enum { SEEDS = 8, STREAMS = 64, LENGTH = 500, WORDS = SEEDS * STREAMS * LENGTH };
    uint64_t *words = malloc(WORDS * sizeof *words);
    assert_non_null(words);
    size_t count = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        for (uint64_t stream = 0; stream < STREAMS; stream++) {
            struct by_rng rng;
            by_rng_init(&rng, seed, stream);
            for (int i = 0; i < LENGTH; i++)
                words[count++] = by_rng_next(&rng);
        }
    qsort(words, WORDS, sizeof *words, compare_words);
    for (size_t i = 1; i < WORDS; i++)
        assert_true(words[i] != words[i - 1]);
    free(words);
}

/* Bits of two streams agree half of the time: neighbouring streams, neighbouring seeds,
 * seed and stream exchanged. */
static void assert_unrelated(struct by_rng a, struct by_rng b)
{
    enum { WORDS = 2000 };
    int agree = 0;
    for (int i = 0; i < WORDS; i++)
        agree += 64 - __builtin_popcountll(by_rng_next(&a) ^ by_rng_next(&b));
    double deviations = (agree - WORDS * 32) / sqrt(WORDS * 64 / 4.0);
    assert_true(fabs(deviations) < 5);
}

static void streams_are_uncorrelated(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 300; i++) {
        struct by_rng here, next_stream, next_seed, exchanged;
        by_rng_init(&here, i, i + 1);
        by_rng_init(&next_stream, i, i + 2);
        by_rng_init(&next_seed, i + 1, i + 1);
        by_rng_init(&exchanged, i + 1, i);
        assert_unrelated(here, next_stream);
        assert_unrelated(here, next_seed);
        assert_unrelated(here, exchanged);
    }
}

/* The first draw over many streams of one seed: what the openings of a match are made of. */
static void first_draws_over_streams_are_uniform(void **state)
{
    (void)state;
    uint64_t count[9] = {0}, draws = (uint64_t)rounds(100000);
    for (uint64_t stream = 0; stream < draws; stream++) {
        struct by_rng rng;
        by_rng_init(&rng, 1, stream);
        count[by_rng_below(&rng, 9)]++;
    }
    assert_fits(count, 9, draws);
}

static void derived_seeds_differ(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    uint64_t *seeds = malloc(COUNT * sizeof *seeds);
    assert_non_null(seeds);
    for (uint64_t i = 0; i < COUNT; i++)
        seeds[i] = by_seed_derive(i % 10, i / 10);
    qsort(seeds, COUNT, sizeof *seeds, compare_words);
    for (size_t i = 1; i < COUNT; i++)
        assert_true(seeds[i] != seeds[i - 1]);
    free(seeds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generator_is_xoshiro256starstar),
        cmocka_unit_test(state_comes_from_splitmix64),
        cmocka_unit_test(small_draws_are_uniform),
        cmocka_unit_test(large_draws_are_uniform),
        cmocka_unit_test(draws_from_given_bits_are_the_same),
        cmocka_unit_test(draws_below_one_are_zero),
        cmocka_unit_test(units_are_uniform_below_one),
        cmocka_unit_test(streams_do_not_overlap),
        cmocka_unit_test(streams_are_uncorrelated),
        cmocka_unit_test(first_draws_over_streams_are_uniform),
        cmocka_unit_test(derived_seeds_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
