/* renju_test.c: Renju's forbidden points. Every case is published: the position, which points are
 * forbidden to X there and which are not. They are those of test/game/test_renju.cpp in
 * MaciejKozarzewski/AlphaGomoku (M. Fontan and M. Kozarzewski, 2021), under their names; "chained
 * forbidden" and those behind it need the recursive definition of a three (International Rules of
 * Renju, 9.3). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"

struct published {
    const char *name;
    const char *rows; /* 15, from the top */
    const char *forbidden, *allowed;
};

static const struct published cases[] = {
    {"win in1",
     ".............../X............../X............../"
     "X............../X............../.............../"
     ".............../.............../.............../"
     ".............../.............../.............../"
     ".............../.............../...............",
     "", "a15 a10"},
    {"overline",
     ".............../X............../X............../"
     "X............../X............../.............../"
     "X............../.............../.............../"
     ".............../.............../.............../"
     ".............../.............../...............",
     "a10", "a15"},
    {"win inside overline",
     ".............../X............../X............../"
     "X............../X............../.XXXX........../"
     "X............../.............../.............../"
     ".............../.............../.............../"
     ".............../.............../...............",
     "", "a15 a10"},
    {"four and four",
     ".........X..XX./..X.XXO......../............X../"
     "...X.........X./...X..OXXX....X/...X......X..../"
     "X..O......X..../X.........X..../..........O..../"
     ".....X.X.X.X.../X............../.............../"
     "X............../X............../O....XXX...XXX.",
     "l15 d14 l11 a6 j6 k1", ""},
    {"four and free three",
     ".............../........O.X.X.O/..XX.......X.../"
     ".X.X.......X.../...X.......X.../...O.......O.../"
     ".....XX......../.......X......./.......X......./"
     ".......X......./X......O...X.../..........X..../"
     "....XX.....XXXO/...X.........../....X..........",
     "", "d14 m14 h9 c3 k3"},
    {"three and three",
     ".............../.............../.OX.X.....X..X./"
     "...X........X../...X........X../........X....../"
     ".............../......XX......./.......X......./"
     ".............../..X..........X./...X.X......X../"
     ".............../...X....XX...../...............",
     "n13 h9 e3 l2", "d13"},
    {"dead three",
     ".............../.............../............X../"
     ".............../.............../......XX......./"
     "........X....../.......X......./.............../"
     ".....O........./.............../.............../"
     ".............../.............../...............",
     "", "k10"},
    {"forbidden patterns",
     ".............../..............X/....X........../"
     "X...XX..X....../..X........X.X./..........X..X./"
     ".........X...X./........O....O./.............../"
     ".............../..X.......OXO../..X..X....O.O../"
     "....X.....X.X../.........OOXOO./......O...O.O..",
     "d4 m3", "o13 d12"},
    {"two death ends",
     ".............../.............../.............../"
     "......O......../.......O......./........O....../"
     "........X.X..../.......XOXOX.../......OXOXOXO../"
     ".......X...X.../.......O...O.../.............../"
     ".............../.............../...............",
     "", "k9"},
    {"chained forbidden",
     ".............../.............../.............../"
     "....O.....O..../....X.....X..../....X.....X..../"
     "..XX.......XX../.....X...X...../......X.X....../"
     ".............../.......X......./.......X......./"
     "......X.X....../....XXX.XXX..../...............",
     "d10 m10 e9 l9 h6 f3 k3 h2", "h3"},
    {"chained forbidden, e12 taken away",
     ".............../.............../.............../"
     "..........O..../....X.....X..../....X.....X..../"
     "..XX.......XX../.....X...X...../......X.X....../"
     ".............../.......X......./.......X......./"
     "......X.X....../....XXX.XXX..../...............",
     "h3", ""},
    {"legal move",
     ".............../.............../.......OX....../"
     ".....X.OX....../......O.X....../.....OXO.X...../"
     "......XOOXOO.../......OXOXX..../........XO...../"
     "........O.X..../.............../.............../"
     ".............../.............../...............",
     "", "h11"},
    {"no33 blocked by44",
     ".............../.............../.............../"
     ".............../.........O...../........O....../"
     "....OOXOO....../....X..X......./....XO........./"
     "....XXX......../....X........../....O........../"
     ".............../.............../...............",
     "", "g8"},
    {"multiple forks",
     "...........OXO./.X........XOXOX/..........OXXXO/"
     "..X.X........../..XOX......X.../.XO.O.........X/"
     ".............../.............../.............../"
     "............X../.XX.XO....X..X./..OXXO....OXXOO/"
     "..OXOX....XO.../...X.....X...../...O....O......",
     "d12 n12 d5 n5", ""},
    {"win in fork",
     "...........OXO./.X........XOXOX/..........OXXXO/"
     "XXX.X........../..XOX......X.X./.XO.O.........X/"
     ".............../.............../.............../"
     ".............X./XXX.XO....X..X./..OXXO....OXXOO/"
     "..OXOX....XO.../...X.....X...../...O....O......",
     "", "d12 n12 d5 n5"},
    {"forced forbidden",
     ".............../.............../.............../"
     ".............../.............../........X....../"
     ".......OOXX..../.......XOO.O.../.......XOXX..../"
     ".......O......./.............../.............../"
     ".............../.............../...............",
     "l8", ""},
    {"forced forbidden, after l10 j5",
     ".............../.............../.............../"
     ".............../.............../........X.X..../"
     ".......OOXX..../.......XOO.O.../.......XOXX..../"
     ".......O......./........O....../.............../"
     ".............../.............../...............",
     "", "l8"},
    {"forced forbidden, after j6 n8",
     ".............../.............../.............../"
     ".............../.............../........X.X..../"
     ".......OOXX..../.......XOO.OO../.......XOXX..../"
     ".......OX....../........O....../.............../"
     ".............../.............../...............",
     "l8", ""},
    {"remove forbidden",
     ".............../.............../.............../"
     ".............../......X.O....../.....XX......../"
     "....X.OXX....../...O.OOXOX...../......OX..O..../"
     ".......O......./.............../.............../"
     ".............../.............../...............",
     "h10", ""},
    {"remove forbidden, after h12 j13",
     ".............../.............../........O....../"
     ".......X......./......X.O....../.....XX......../"
     "....X.OXX....../...O.OOXOX...../......OX..O..../"
     ".......O......./.............../.............../"
     ".............../.............../...............",
     "", "h10"},
    {"fake433",
     ".............../...XO........../....X........../"
     ".X.X.O........./....X........../OX.XX........../"
     "..XX.........../.............../.............../"
     ".............../.............../.............../"
     ".............../.............../...............",
     "", "c13 e9"},
    {"foul R2225",
     ".............../.............../.............../"
     "......O......../.............../......O.X....../"
     ".......XOX...../......OX......./......XX.O...../"
     ".....X.O......./......O......../...O.X........./"
     ".............../.............../...............",
     "f7", ""},
    {"foul R2225, after j8",
     ".............../.............../.............../"
     "......O......../.............../......O.X....../"
     ".......XOX...../......OXX....../......XX.O...../"
     ".....X.O......./......O......../...O.X........./"
     ".............../.............../...............",
     "", "f7"},
    {"foul R2225, after g6",
     ".............../.............../.............../"
     "......O......../.............../......O.X....../"
     ".......XOX...../......OXX....../......XX.O...../"
     ".....XOO......./......O......../...O.X........./"
     ".............../.............../...............",
     "f7", ""},
};

/* Is the move among the legal ones? */
static bool is_legal(const struct by_rules *rules, const void *position, const char *point)
{
    by_move list[225];
    int count = rules->game->moves(rules, position, list);
    return holds(list, count, move_of(rules, position, point));
}

static void assert_points(const struct by_rules *rules, const void *position, const char *points,
                          bool legal, const char *name)
{
    char point[8];
    int length;
    for (; sscanf(points, "%7s%n", point, &length) == 1; points += length)
        if (is_legal(rules, position, point) != legal)
            fail_msg("%s: %s is%s legal", name, point, legal ? " not" : "");
}

static void published_cases_are_judged_alike(void **state)
{
    (void)state;
    for (int naive = 0; naive < 2; naive++) {
        struct by_rules *rules = open_rules("gomoku", naive ? "rule=renju naive=on" : "rule=renju");
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            char text[256];
            (void)snprintf(text, sizeof text, "%s X", cases[i].rows);
            void *position = read_text(rules, text);
            assert_points(rules, position, cases[i].forbidden, false, cases[i].name);
            assert_points(rules, position, cases[i].allowed, true, cases[i].name);
            free(position);
        }
        by_rules_close(rules);
    }
}

/* O may go everywhere, and in the other rules so may X. */
static void nothing_is_forbidden_to_others(void **state)
{
    (void)state;
    static const char *const settings[] = {"rule=renju", "rule=freestyle", "rule=exact"};
    for (int i = 0; i < 3; i++) {
        struct by_rules *rules = open_rules("gomoku", settings[i]);
        for (size_t j = 0; j < sizeof cases / sizeof *cases; j++) {
            char text[256];
            (void)snprintf(text, sizeof text, "%s %c", cases[j].rows, i == 0 ? 'O' : 'X');
            void *position = read_text(rules, text);
            assert_points(rules, position, cases[j].forbidden, true, cases[j].name);
            free(position);
        }
        by_rules_close(rules);
    }
}

/* Every empty point is an overline for X: there is nothing left to play, a draw. */
static void x_without_a_move_is_a_draw(void **state)
{
    (void)state;
    for (int naive = 0; naive < 2; naive++) {
        struct by_rules *rules =
            open_rules("gomoku", naive ? "size=7x5 rule=renju naive=on" : "size=7x5 rule=renju");
        assert_finished(rules, "OOOXOOO/XXXOXXX/OOOXOOO/XXX.XXX/OOOXOOO X", 0);
        assert_open(rules, "OOOXOOO/XXXOXXX/OOOXOOO/XXX.XXX/OOOXOOO O");
        by_rules_close(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_cases_are_judged_alike),
        cmocka_unit_test(nothing_is_forbidden_to_others),
        cmocka_unit_test(x_without_a_move_is_a_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
