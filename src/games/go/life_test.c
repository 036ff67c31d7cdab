/* life_test.c: what becomes of stones, in positions after published cases (life_cases.def). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/go/life.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct life_case {
    const char *name, *source, *board;
} cases[] = {
#define LIFE_CASE(name, source, board) {name, source, board},
#include "games/go/life_cases.def"
#undef LIFE_CASE
};
#define CASES (sizeof cases / sizeof *cases)

enum fate { LIVES, DIES, SEKI };

static bool is_black(char c)
{
    return c == 'X' || c == 'x' || c == 'B';
}

static enum fate fate_of(char c)
{
    return c == 'x' || c == 'o' ? DIES : c == 'B' || c == 'W' ? SEKI : LIVES;
}

static int size_of(const char *board)
{
    return (int)strcspn(board, "/");
}

/* What the diagram has at a point: rows from the top there, from the bottom here. */
static char at(const char *board, int point)
{
    int size = size_of(board), row = size - 1 - point / size;
    return board[row * (size + 1) + point % size];
}

/* The board, with the colours turned round or not, judged with `side` to move. */
static void judge_board(const char *board, int turned, int side, struct by_go_view *view,
                        struct by_verdict *out)
{
    char settings[32];
    int size = size_of(board);
    (void)snprintf(settings, sizeof settings, "size=%d", size);
    struct by_rules *rules = open_rules("go", settings);
    void *position = new_position(rules);
    *view = (struct by_go_view){.head = {.ko = BY_GO_NO_POINT, .side = (uint8_t)side}};
    assert_int_equal(strlen(board), (size_t)(size * (size + 1) - 1));
    for (int p = 0; p < size * size; p++)
        view->cell[p] = at(board, p) == '.'                ? BY_GO_EMPTY
                        : is_black(at(board, p)) != turned ? BY_GO_BLACK
                                                           : BY_GO_WHITE;
    by_go_shape_of(rules)->kind->make(rules, view, position);
    assert_true(
        by_go_judge(rules, position, &(struct by_judging){.seed = 1, .playouts = 400}, out));
    free(position);
    by_rules_close(rules);
}

/* Stones of one case that are judged otherwise than written. */
static int count_wrong(const struct life_case *c, int turned, int side, int *stones)
{
    struct by_go_view view;
    struct by_verdict verdict;
    int wrong = 0;
    judge_board(c->board, turned, side, &view, &verdict);
    for (int p = 0; p < verdict.points; p++) {
        if (view.cell[p] == BY_GO_EMPTY)
            continue;
        enum fate fate = verdict.dead[p] ? DIES : verdict.seki[p] ? SEKI : LIVES;
        wrong += fate != fate_of(at(c->board, p));
        ++*stones;
    }
    return wrong;
}

static void the_fate_of_stones_is_as_published(void **state)
{
    (void)state;
    int asked = 0, missed = 0, stones = 0, wrong = 0;
    for (size_t i = 0; i < CASES; i++)
        for (int turn = 0; turn < 4; turn++) {
            int found = count_wrong(&cases[i], turn & 1, turn >> 1, &stones);
            asked++;
            missed += found > 0;
            wrong += found;
            if (found)
                print_message("missed: %s (%s), %d stones%s, %s to move\n", cases[i].name,
                              cases[i].source, found, turn & 1 ? ", colours turned" : "",
                              turn >> 1 ? "White" : "Black");
        }
    print_message("%d positions, %d times asked: %d missed; %d of %d stones wrong\n", (int)CASES,
                  asked, missed, wrong, stones);
    assert_true(CASES >= 80);
    assert_true(missed * 20 <= asked);
    assert_true(wrong * 20 <= stones);
}

/* --- what is left to be played ------------------------------------------------------ */

#define POINT(x, y) (((y)-1) * 9 + (x))
enum { A, B, C, D, E, F, G, H, J };

/* Positions of games that were ended too early. */
static const struct left {
    const char *what, *board;
    int open; /* a point */
} left_open[] = {
    {"a ko of one stone, at j6",
     ".XOOXXX.X/XXOOX.XXX/X.XOOXXXO/XXOOOOOO./XOOOOXXOO/XXXXO.OOO/OOOOOOOO./OO.O.OO.O/.XO.OOOXX",
     POINT(J, 6)},
    {"a ko for an eye, at f3",
     "XXXXXX..X/XXXXOOOOO/XX.OXXXXX/XXOXXXXOX/X.XXXXOOO/XXX.XOOOX/XXXXO.OO./OO.XXOOOX/.XX.XOXXX",
     POINT(F, 3)},
    {"a neutral point that is Black's in the end, c9",
     "XX.O.O.OX/.XXXO.OO./XO.XOOOOX/XXXOOXOOO/XXOOOXXOO/XXXOXXXOX/XXOOXXXXX/.XXOXX..X/...X.XXX.",
     POINT(C, 9)},
    {"two neutral points, one for each, g3",
     "XXXXXX.OX/OXXOXX.XX/OOXOXOX.X/.OOOOOOX./OOO.OOX.O/..X.OO.X./.OOO.O.XX/OXXXOOX../.O.XOXXXO",
     POINT(G, 3)},
};

static void a_board_with_something_left_is_not_settled(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof left_open / sizeof *left_open; i++)
        for (int turn = 0; turn < 4; turn++) {
            struct by_go_view view;
            struct by_verdict verdict;
            judge_board(left_open[i].board, turn & 1, turn >> 1, &view, &verdict);
            if (verdict.settled || !verdict.open[left_open[i].open])
                fail_msg("%s: %s", left_open[i].what, verdict.settled ? "settled" : "not open");
        }
}

static void a_board_with_nothing_left_is_settled(void **state)
{
    (void)state;
    static const char *const done[] = {SMALL(".O.O", "OOOO", "XXXX"),
                                       LARGE("XXX.o", ".oooo", "ooXXX", "XXXXX"),
                                       SIDE(".BBB.WX.X", "WWWWWWXXX", "XXXXXXX.X")};
    for (size_t i = 0; i < sizeof done / sizeof *done; i++)
        for (int turn = 0; turn < 4; turn++) {
            struct by_go_view view;
            struct by_verdict verdict;
            judge_board(done[i], turn & 1, turn >> 1, &view, &verdict);
            if (!verdict.settled)
                fail_msg("%s is not settled", done[i]);
        }
}

/* --- unconditional life ------------------------------------------------------------- */

static int count_benson(const char *board, int colour)
{
    int size = size_of(board), count = 0;
    uint8_t cell[BY_GO_POINTS_MAX] = {0};
    bool alive[BY_GO_POINTS_MAX] = {false};
    for (int p = 0; p < size * size; p++)
        cell[p] = at(board, p) == '.'      ? BY_GO_EMPTY
                  : is_black(at(board, p)) ? BY_GO_BLACK
                                           : BY_GO_WHITE;
    by_go_benson(size, cell, colour, alive);
    for (int p = 0; p < size * size; p++)
        count += alive[p];
    return count;
}

static void two_small_eyes_live_whatever_happens(void **state)
{
    (void)state;
    assert_int_equal(count_benson(".X.X./XXXX./...../...../.....", BY_GO_BLACK), 6);
    assert_int_equal(count_benson(".X.X./XXXX./...../...../.....", BY_GO_WHITE), 0);
    assert_int_equal(count_benson(".XX../XX.../...../...../.....", BY_GO_BLACK), 0);
    assert_int_equal(count_benson("..X../XXX../...../...../.....", BY_GO_BLACK), 0);
}

static void eyes_that_two_chains_share_let_both_live(void **state)
{
    (void)state;
    /* Neither chain has an eye of its own, and both points are liberties of both. */
    assert_int_equal(count_benson(".XXXX/X...X/X...X/X...X/XXXX.", BY_GO_BLACK), 14);
    assert_int_equal(count_benson(".XXXX/X.O.X/X...X/X...X/XXX..", BY_GO_BLACK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fate_of_stones_is_as_published),
        cmocka_unit_test(a_board_with_something_left_is_not_settled),
        cmocka_unit_test(a_board_with_nothing_left_is_settled),
        cmocka_unit_test(two_small_eyes_live_whatever_happens),
        cmocka_unit_test(eyes_that_two_chains_share_let_both_live),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
