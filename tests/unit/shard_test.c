/* Parts of a match: each game is in one of them. */
#include "arena/shard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void every_game_is_in_one_part(void **state)
{
    (void)state;
    for (int of = 1; of <= 12; of++)
        for (int games = 0; games <= 40; games++)
            for (int first = 0; first < 30; first += 7) {
                int64_t sum = 0;
                int seen[40] = {0};
                for (int part = 1; part <= of; part++) {
                    const struct by_shard whole = {part, of};
                    const struct by_shard shard = by_shard_from(&whole, first);
                    int64_t count = by_shard_games(&shard, games);
                    sum += count;
                    for (int64_t i = 0; i < count; i++) {
                        int64_t number = by_shard_number(&shard, i);
                        assert_in_range(number, 0, games - 1);
                        assert_true(by_shard_has(&shard, number));
                        assert_true(by_shard_has(&whole, number + first));
                        seen[number]++;
                    }
                }
                assert_int_equal(sum, games);
                for (int i = 0; i < games; i++)
                    assert_int_equal(seen[i], 1);
            }
}

static void parts_are_read(void **state)
{
    (void)state;
    struct by_shard shard;
    static const struct {
        const char *text;
        struct by_shard wanted;
    } good[] = {{"1/3", {1, 3}}, {"3/3", {3, 3}}, {"0/3", {3, 3}},
                {"1/1", {1, 1}}, {"0/1", {1, 1}}, {"7/100000", {7, 100000}}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(by_shard_read(good[i].text, &shard, NULL), BY_OK);
        assert_int_equal(shard.part, good[i].wanted.part);
        assert_int_equal(shard.of, good[i].wanted.of);
        assert_int_equal(by_shard_any(&shard), shard.of > 1);
    }
    static const char *const bad[] = {"",
                                      "/",
                                      "1",
                                      "1/",
                                      "/3",
                                      "4/3",
                                      "1/0",
                                      "-1/3",
                                      "a/3",
                                      "1/3/",
                                      "1/100001",
                                      "1 /3x",
                                      "11111111111111111111111/3"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct by_error err = {0};
        assert_int_equal(by_shard_read(bad[i], &shard, &err), BY_BAD_INPUT);
        assert_non_null(strstr(err.text, "a part is written I/N"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_in_one_part),
        cmocka_unit_test(parts_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
