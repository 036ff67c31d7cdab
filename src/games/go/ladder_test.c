/* Tests of the ladder reader, in diagrams. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/go/ladder.h"

#include <string.h>

#define SIZE 9

/* Rows from the top; 'o' is a white stone, too: that of the chain in question. */
static enum by_go_ladder read_diagram(const char *const rows[SIZE])
{
    uint8_t cell[SIZE * SIZE];
    int point = -1;
    for (int line = 0; line < SIZE; line++) {
        assert_int_equal(strlen(rows[line]), SIZE);
        for (int x = 0; x < SIZE; x++) {
            int at = (SIZE - 1 - line) * SIZE + x;
            char c = rows[line][x];
            cell[at] = c == 'X' ? BY_GO_BLACK : c == '.' ? BY_GO_EMPTY : BY_GO_WHITE;
            point = c == 'o' ? at : point;
        }
    }
    return by_go_read_ladder(SIZE, cell, point);
}

#define LADDER(...) read_diagram((const char *const[SIZE]){__VA_ARGS__})

static void a_ladder_runs_to_the_edge(void **state)
{
    (void)state;
    assert_int_equal(LADDER(".........", ".........", "..XX.....", "..Xo.....", "...X.....",
                            ".........", ".........", ".........", "........."),
                     BY_GO_ESCAPES); /* one side is open */
    assert_int_equal(LADDER(".........", "..XX.....", ".XoX.....", ".X.X.....", "..X......",
                            ".........", ".........", ".........", "........."),
                     BY_GO_CAUGHT); /* running ends at once */
    assert_int_equal(LADDER(".........", "..XX.....", ".Xo......", ".X.......", ".........",
                            ".........", ".........", ".........", "........."),
                     BY_GO_CAUGHT); /* two liberties: black begins, and the edge is far */
}

static void a_stone_of_its_own_in_the_way_breaks_it(void **state)
{
    (void)state;
    assert_int_equal(LADDER(".........", "..XX.....", ".Xo......", ".X.......", ".........",
                            ".........", "......O..", ".........", "........."),
                     BY_GO_ESCAPES);
}

static void taking_stones_of_the_ladder_breaks_it(void **state)
{
    (void)state;
    assert_int_equal(LADDER(".........", ".OXX.....", "OXoX.....", "OX.X.....", ".OX......",
                            ".........", ".........", ".........", "........."),
                     BY_GO_ESCAPES); /* by its last liberty */
    assert_int_equal(LADDER("..XX.....", ".XoX.....", ".X.XO....", "..X.O....", "...OO....",
                            ".........", ".........", ".........", "........."),
                     BY_GO_CAUGHT); /* those it could take have liberties */
}

static void three_liberties_are_no_ladder(void **state)
{
    (void)state;
    assert_int_equal(LADDER(".........", ".........", ".........", "...X.....", "...o.....",
                            ".........", ".........", ".........", "........."),
                     BY_GO_NO_LADDER);
}

static void a_chain_has_its_stones_and_liberties(void **state)
{
    (void)state;
    uint8_t cell[9] = {BY_GO_BLACK, BY_GO_BLACK, BY_GO_EMPTY, BY_GO_WHITE, BY_GO_EMPTY,
                       BY_GO_EMPTY, BY_GO_EMPTY, BY_GO_EMPTY, BY_GO_BLACK};
    struct by_go_chain chain;
    by_go_chain_at(3, cell, 0, &chain);
    assert_int_equal(chain.stone_count, 2);
    assert_int_equal(chain.liberty_count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ladder_runs_to_the_edge),
        cmocka_unit_test(a_stone_of_its_own_in_the_way_breaks_it),
        cmocka_unit_test(taking_stones_of_the_ladder_breaks_it),
        cmocka_unit_test(three_liberties_are_no_ladder),
        cmocka_unit_test(a_chain_has_its_stones_and_liberties),
    };
    return cmocka_run_group_tests_name("ladder", tests, NULL, NULL);
}
