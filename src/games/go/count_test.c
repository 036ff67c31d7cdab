/* count_test.c: how many positions of Go are legal (every chain has a liberty), counted by letting
 * the library accept or refuse every way to put stones on the board. Published: John Tromp and
 * Gunnar Farneback, Combinatorics of Go (2007): 1x1 1, 2x2 57, 3x3 12,675, 4x4 24,318,165. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/go/go.h"

/* The next way after `cell`, counted in base three; false after the last. */
static bool next(uint8_t *cell, int points)
{
    for (int i = 0; i < points; i++) {
        if (++cell[i] <= BY_GO_EMPTY)
            return true;
        cell[i] = 0;
    }
    return false;
}

/* The bytes of by_go_pack with X to move at the first move. */
static size_t to_bytes(const uint8_t *cell, int points, uint8_t *out)
{
    enum { HEAD = 5 };
    size_t bytes = HEAD + ((size_t)points + 3) / 4;
    memset(out, 0, bytes);
    for (int i = 0; i < points; i++)
        out[HEAD + i / 4] |= (uint8_t)(cell[i] << 2 * (i % 4));
    return bytes;
}

static long count_legal(const char *settings)
{
    struct by_rules *rules = open_rules("go", settings);
    void *position = new_position(rules);
    uint8_t cell[BY_GO_POINTS_MAX] = {0}, bytes[16];
    int points = rules->width * rules->height;
    long legal = 0;
    do {
        size_t size = to_bytes(cell, points, bytes);
        legal += by_go_unpack(rules, bytes, size, position, NULL) == BY_OK;
    } while (next(cell, points));
    free(position);
    by_rules_close(rules);
    return legal;
}

static void legal_positions_are_as_many_as_published(void **state)
{
    (void)state;
    assert_int_equal(count_legal("size=2"), 57);
    assert_int_equal(count_legal("size=3"), 12675);
    assert_int_equal(count_legal("size=3 board=array"), 12675);
    if (long_tests())
        assert_int_equal(count_legal("size=4"), 24318165);
}

/* --- every legal position of 3x3, and every move there ---------------------------- */

static uint64_t stones_of(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct by_go_head *)position)->stones_key;
}

/* All stones lie as the naive board has them after the same move. */
static void compare_moves(const struct by_rules *fast, const struct by_rules *naive, const void *a,
                          const void *b, void *after_a, void *after_b)
{
    by_move list[16], other[16];
    int count = fast->game->moves(fast, a, list);
    assert_int_equal(naive->game->moves(naive, b, other), count);
    assert_memory_equal(list, other, (size_t)count * sizeof *list);
    for (int i = 0; i < count; i++) {
        memcpy(after_a, a, fast->position_size);
        memcpy(after_b, b, naive->position_size);
        fast->game->play(fast, after_a, list[i], NULL);
        naive->game->play(naive, after_b, list[i], NULL);
        assert_int_equal(fast->game->key(fast, after_a), naive->game->key(naive, after_b));
        if (list[i] < fast->width * fast->height)
            assert_true(stones_of(fast, after_a) != stones_of(fast, a));
    }
}

static void all_moves_of_all_positions_of_3x3_agree(void **state)
{
    (void)state;
    struct by_rules *fast = open_rules("go", "size=3"),
                    *naive = open_rules("go", "size=3 board=array");
    void *a = new_position(fast), *b = new_position(naive);
    void *after_a = new_position(fast), *after_b = new_position(naive);
    uint8_t cell[BY_GO_POINTS_MAX] = {0}, bytes[16];
    do {
        size_t size = to_bytes(cell, 9, bytes);
        bytes[0] = cell[0] == 0; /* either side to move */
        if (by_go_unpack(fast, bytes, size, a, NULL) != BY_OK)
            continue;
        assert_int_equal(by_go_unpack(naive, bytes, size, b, NULL), BY_OK);
        compare_moves(fast, naive, a, b, after_a, after_b);
    } while (next(cell, 9));
    free(a);
    free(b);
    free(after_a);
    free(after_b);
    by_rules_close(fast);
    by_rules_close(naive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_positions_are_as_many_as_published),
        cmocka_unit_test(all_moves_of_all_positions_of_3x3_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
