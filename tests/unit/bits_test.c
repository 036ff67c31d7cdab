/* Tests of sets in a word: choosing a member by its rank. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/bits.h"

/* By taking the smallest member out `rank` times. */
static uint64_t plainly(uint64_t set, int rank)
{
    for (int i = 0; i < rank; i++)
        set &= set - 1;
    return set & -set;
}

static void the_nth_member_is_found_in_every_set(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 1, 0);
    for (int i = 0; i < 20000; i++) {
        uint64_t set = by_rng_next(&rng);
        for (uint32_t thin = by_rng_below(&rng, 5); thin > 0; thin--)
            set &= by_rng_next(&rng);
        int rank = (int)by_rng_below(&rng, 64);
        assert_int_equal(by_bits_nth(set, rank), plainly(set, rank));
        assert_int_equal(by_bits_nth_counted(set, rank), plainly(set, rank));
    }
    assert_int_equal(by_bits_nth_counted(UINT64_MAX, 63), UINT64_C(1) << 63);
    assert_int_equal(by_bits_nth_counted(0, 0), 0);
    assert_int_equal(by_bits_nth(UINT64_MAX, 63), UINT64_C(1) << 63);
    assert_int_equal(by_bits_nth(0, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nth_member_is_found_in_every_set),
    };
    return cmocka_run_group_tests_name("bits", tests, NULL, NULL);
}
