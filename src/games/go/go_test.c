/* go_test.c: the rules of Go on diagrams, as a player would check them, on all boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/go/go.h"
#include "games/line.h"

static const char *const boards[] = {"fast", "array", "halfway", "unionfind"};
#define BOARDS (int)(sizeof boards / sizeof *boards)

struct game {
    struct by_rules *rules;
    struct by_line *line;
};

/* A game on board number `board` that begins with the diagram: rows from the top, without the
 * blanks; `rest` is the side to move and what else a position says. */
static struct game begin(int board, const char *settings, const char *diagram, const char *rest)
{
    char text[256], position[1024];
    struct by_spec spec;
    struct game game = {0};
    struct by_error err = {0};
    int length = 0;
    for (const char *c = diagram; *c; c++)
        if (*c != ' ')
            position[length++] = *c == '|' ? '/' : *c;
    (void)snprintf(position + length, sizeof position - (size_t)length, " %s", rest);
    (void)snprintf(text, sizeof text, "go board=%s %s", boards[board], settings);
    if (by_spec_read(text, &spec, &err) != BY_OK ||
        by_rules_open("go", spec.settings, spec.count, position, &game.rules, &err) != BY_OK ||
        by_line_open(game.rules, &game.line, &err) != BY_OK)
        fail_msg("%s, %s: %s", settings, position, err.text);
    return game;
}

static void end(struct game *game)
{
    by_line_close(game->line);
    by_rules_close(game->rules);
}

static bool may_play(const struct game *game, const char *move)
{
    by_move read;
    return by_line_read(game->line, move, &read, NULL) == BY_OK;
}

static void play(struct game *game, const char *moves)
{
    struct by_error err = {0};
    if (by_line_play_list(game->line, moves, &err) != BY_OK)
        fail_msg("%s: %s", moves, err.text);
}

/* The stones, without what comes behind them. */
static void assert_stones(const struct game *game, const char *diagram)
{
    char buffer[1024], expected[1024];
    int length = 0;
    by_line_text(game->line, buffer, sizeof buffer);
    *strchr(buffer, ' ') = '\0';
    for (const char *c = diagram; *c; c++)
        if (*c != ' ')
            expected[length++] = *c == '|' ? '/' : *c;
    expected[length] = '\0';
    assert_string_equal(buffer, expected);
}

static const struct by_go_head *head(const struct game *game)
{
    return by_line_position(game->line);
}

/* --- captures ----------------------------------------------------------------- */

/* X to move: the stones before, the move, the stones after. */
static const struct {
    const char *size, *before, *move, *after;
    int taken;
} captures[] = {
    /* in the corners and at the edges */
    {"size=3", "OX. | ... | ...", "a2", ".X. | X.. | ...", 1},
    {"size=3", ".XO | ... | ...", "c2", ".X. | ..X | ...", 1},
    {"size=3", "... | ... | OX.", "a2", "... | X.. | .X.", 1},
    {"size=3", "... | ... | .XO", "c2", "... | ..X | .X.", 1},
    {"size=3", "XOX | ... | ...", "b2", "X.X | .X. | ...", 1},
    {"size=3", "... | ... | XOX", "b2", "... | .X. | X.X", 1},
    {"size=3", "X.. | O.. | X..", "b2", "X.. | .X. | X..", 1},
    {"size=3", "..X | ..O | ..X", "b2", "..X | .X. | ..X", 1},
    /* a chain; a chain whose last liberty is inside it */
    {"size=5", ".XX.. | XOOX. | .XO.. | ..X.. | .....", "d3",
     ".XX.. | X..X. | .X.X. | ..X.. | .....", 3},
    {"size=5", "OOOX. | O.OX. | OOOX. | XXX.. | .....", "b4",
     "...X. | .X.X. | ...X. | XXX.. | .....", 8},
    /* two, three and four chains with one stone */
    {"size=5", "..XOX | ..... | ..XOX | ...X. | .....", "d4",
     "..X.X | ...X. | ..X.X | ...X. | .....", 2},
    {"size=5", "..X.. | .XOX. | XO.OX | .XXX. | .....", "c3",
     "..X.. | .X.X. | X.X.X | .XXX. | .....", 3},
    {"size=5", "..X.. | .XOX. | XO.OX | .XOX. | ..X..", "c3",
     "..X.. | .X.X. | X.X.X | .X.X. | ..X..", 4},
};

static void stones_without_liberties_are_taken(void **state)
{
    (void)state;
    for (int board = 0; board < BOARDS; board++) {
        for (size_t i = 0; i < sizeof captures / sizeof captures[0]; i++) {
            struct game game = begin(board, captures[i].size, captures[i].before, "X");
            play(&game, captures[i].move);
            assert_stones(&game, captures[i].after);
            assert_int_equal(head(&game)->captures[0], captures[i].taken);
            assert_int_equal(head(&game)->captures[1], 0);
            end(&game);
        }
    }
}

static void a_stone_without_liberties_is_illegal_unless_it_takes(void **state)
{
    (void)state;
    for (int board = 0; board < BOARDS; board++) {
        struct game game = begin(board, "size=3", ".O. | O.. | ...", "X");
        assert_false(may_play(&game, "a3")); /* one stone */
        end(&game);
        /* a chain of three fills its own last liberty */
        game = begin(board, "size=4", "X.O. | XXO. | OOO. | ....", "X");
        assert_false(may_play(&game, "b4"));
        end(&game);
        /* the same with a liberty elsewhere, and with something to take */
        game = begin(board, "size=4", "X.O. | XXO. | .OO. | ....", "X");
        assert_true(may_play(&game, "b4"));
        end(&game);
        game = begin(board, "size=5", "X.OX. | XXOX. | OOOX. | XXX.. | .....", "X");
        play(&game, "b5");
        assert_stones(&game, "XX.X. | XX.X. | ...X. | XXX.. | .....");
        end(&game);
    }
}

/* --- ko ------------------------------------------------------------------------ */

static void a_ko_may_not_be_taken_back_at_once(void **state)
{
    (void)state;
    for (int board = 0; board < BOARDS; board++) {
        struct game game = begin(board, "size=5", ".XO.. | XO.O. | .XO.. | ..... | .....", "X");
        play(&game, "c4");
        assert_stones(&game, ".XO.. | X.XO. | .XO.. | ..... | .....");
        assert_int_equal(head(&game)->ko, 3 * 5 + 1);
        assert_false(may_play(&game, "b4"));
        play(&game, "e1 e2"); /* a threat and its answer */
        assert_int_equal(head(&game)->ko, BY_GO_NO_POINT);
        play(&game, "b4");
        assert_stones(&game, ".XO.. | XO.O. | .XO.. | ....X | ....O");
        assert_false(may_play(&game, "c4"));
        end(&game);
    }
}

static void a_pass_lifts_the_ko(void **state)
{
    (void)state;
    for (int board = 0; board < BOARDS; board++) {
        struct game game = begin(board, "size=5", ".XO.. | XO.O. | .XO.. | ..... | .....", "X");
        play(&game, "c4 pass pass");
        assert_true(by_line_over(game.line));
        end(&game);
        game = begin(board, "size=5", ".XO.. | XO.O. | .XO.. | ..... | .....", "X");
        play(&game, "c4 pass e1");
        assert_true(may_play(&game, "b4"));
        end(&game);
    }
}

/* X throws a stone in at b5, O takes it with a5 and stands without liberties but b5. */
static void a_snapback_is_no_ko(void **state)
{
    (void)state;
    for (int board = 0; board < BOARDS; board++) {
        struct game game = begin(board, "size=5", "..OX. | OOOX. | XXX.. | ..... | .....", "X");
        play(&game, "b5 a5");
        assert_int_equal(head(&game)->captures[1], 1);
        assert_int_equal(head(&game)->ko, BY_GO_NO_POINT);
        play(&game, "b5");
        assert_int_equal(head(&game)->captures[0], 5);
        assert_stones(&game, ".X.X. | ...X. | XXX.. | ..... | .....");
        end(&game);
    }
}

static void of_two_kos_one_may_always_be_taken(void **state)
{
    (void)state;
    static const char two[] = ".XO.... | XO.O... | .XO.... | ....... |"
                              "....OX. | ...OX.X | ....OX.";
    for (int board = 0; board < BOARDS; board++) {
        struct game game = begin(board, "size=7", two, "X");
        play(&game, "c6");
        assert_false(may_play(&game, "b6"));
        play(&game, "f2"); /* the other one instead */
        assert_false(may_play(&game, "e2"));
        play(&game, "a1");
        assert_true(may_play(&game, "b6"));
        end(&game);
    }
}

/* Each takes a ko, and then each takes one back: after six moves the board is as it was. */
static const char three_kos[] = ".XO...XO. | XO.O.X.XO | .XO...XO. | ......... | ......... |"
                                "......... | .XO...... | XO.O..... | .XO......";

static void three_kos_go_round_without_superko(void **state)
{
    (void)state;
    for (int board = 0; board < BOARDS; board++) {
        struct game game = begin(board, "size=9", three_kos, "X");
        play(&game, "c8 g8 c2 b8 h8 b2");
        assert_stones(&game, three_kos);
        assert_true(game.line->keys[0] != game.line->keys[6]); /* the end has come nearer */
        end(&game);
    }
}

static bool listed(const struct game *game, const char *name)
{
    by_move list[BY_GO_POINTS_MAX + 1] = {0};
    by_move move = move_of(game->rules, by_line_position(game->line), name);
    return holds(list, by_line_moves(game->line, list), move);
}

static void superko_stops_three_kos(void **state)
{
    (void)state;
    for (int board = 0; board < BOARDS; board++) {
        struct game game = begin(board, "size=9 superko=on", three_kos, "X");
        struct by_error err = {0};
        by_move move;
        play(&game, "c8 g8 c2 b8 h8");
        assert_int_equal(by_line_read(game.line, "b2", &move, &err), BY_BAD_INPUT);
        assert_non_null(strstr(err.text, "brings back the position after move 0"));
        assert_int_equal(by_line_play(game.line, 1 * 9 + 1, &err), BY_BAD_INPUT);
        assert_false(listed(&game, "b2"));
        assert_true(listed(&game, "b6") && listed(&game, "pass"));
        play(&game, "pass pass"); /* to pass is no repetition */
        end(&game);
    }
}

/* O makes its stone in the corner two, X takes both, O takes the one that did: the stones are as
 * they were, if with the other side to move. Positional superko looks at the stones alone. */
static void superko_stops_sending_two_and_returning_one(void **state)
{
    (void)state;
    static const char before[] = ".O.O. | XXO.. | ..... | ..... | .....";
    for (int board = 0; board < BOARDS; board++) {
        struct game game = begin(board, "size=5", before, "O");
        play(&game, "a5 c5 b5");
        assert_stones(&game, before);
        end(&game);
        game = begin(board, "size=5 superko=on", before, "O");
        play(&game, "a5 c5");
        assert_false(may_play(&game, "b5"));
        end(&game);
    }
}

/* With the side to move it is another position, until each has done it: X passes, and O sends two again. */
static void situational_superko_looks_at_the_turn(void **state)
{
    (void)state;
    static const char before[] = ".O.O. | XXO.. | ..... | ..... | .....";
    for (int board = 0; board < BOARDS; board++) {
        struct game game = begin(board, "size=5 superko=situational", before, "O");
        play(&game, "a5 c5");
        assert_true(may_play(&game, "b5") && listed(&game, "b5"));
        play(&game, "b5");
        assert_stones(&game, before);
        play(&game,
             "pass"); /* the stones as at the start, and O to move: to pass is no repetition */
        assert_false(may_play(&game, "a5") || listed(&game, "a5"));
        assert_true(may_play(&game, "a1"));
        end(&game);
        game = begin(board, "size=9 superko=situational", three_kos, "X");
        play(&game, "c8 g8 c2 b8 h8");
        assert_false(may_play(&game, "b2"));
        end(&game);
    }
}

/* --- the end --------------------------------------------------------------------- */

static void assert_result(const char *settings, const char *diagram, const char *rest, int halves)
{
    for (int board = 0; board < BOARDS; board++) {
        struct game game = begin(board, settings, diagram, rest);
        assert_true(by_line_over(game.line));
        assert_int_equal(by_line_result(game.line), halves);
        end(&game);
    }
}

static void two_passes_end_the_game(void **state)
{
    (void)state;
    for (int board = 0; board < BOARDS; board++) {
        struct game game = begin(board, "size=3", "... | ... | ...", "X");
        play(&game, "b2 pass");
        assert_false(by_line_over(game.line));
        play(&game, "pass");
        assert_true(by_line_over(game.line));
        assert_int_equal(by_line_result(game.line), 2 * 9 - 1); /* komi 0.5 */
        end(&game);
    }
}

/* Column a is X's, column e is O's, column c lies between them. */
static const char walls[] = ".X.O. | .X.O. | .X.O. | .X.O. | .X.O.";
static const char gaps[] = ".X.O. | .X.O. | XX.O. | XX.O. | .X.O.";

static void area_counts_stones_and_what_they_surround(void **state)
{
    (void)state;
    assert_result("size=5 komi=0", walls, "X passes=2", 0);
    assert_result("size=5 komi=6.5", walls, "X passes=2", -13);
    assert_result("size=5 komi=-2", walls, "O passes=2", 4);
    assert_result("size=5 komi=0", gaps, "X passes=2", 0); /* to fill one's own costs nothing */
    assert_result("size=3 komi=0", "... | ... | ...", "X passes=2", 0);
    assert_result("size=3 komi=0", "... | .O. | ...", "X passes=2", -18);
}

static void territory_counts_empty_points_and_prisoners(void **state)
{
    (void)state;
    assert_result("size=5 komi=0 scoring=territory", walls, "X passes=2", 0);
    assert_result("size=5 komi=0 scoring=territory", walls, "X passes=2 captures=3,1", 4);
    assert_result("size=5 komi=0.5 scoring=territory", walls, "X passes=2 captures=0,2", -5);
    assert_result("size=5 komi=0 scoring=territory", gaps, "X passes=2", -4);
    assert_result("size=3 komi=0 scoring=territory", "... | ... | ...", "X passes=2", 0);
}

/* The inner chains, of X in the columns c and d, of O in e, live on the two points they share. */
static void shared_points_of_a_seki_are_nobodys(void **state)
{
    (void)state;
    static const char seki[] =
        ".OX.OX. | .OXXOX. | .OXXOX. | .OXXOX. | .OXXOX. | .OXXOX. | .OX.OX.";
    for (int board = 0; board < BOARDS; board++) {
        struct game game = begin(board, "size=7", seki, "X");
        assert_true(may_play(&game, "d7"));
        play(&game, "d7 d1"); /* whoever begins is taken */
        assert_int_equal(head(&game)->captures[1], 13);
        end(&game);
        game = begin(board, "size=7", seki, "O");
        play(&game, "d1 d7");
        assert_int_equal(head(&game)->captures[0], 8);
        end(&game);
    }
    assert_result("size=7 komi=0", seki, "X passes=2", 2 * (26 - 21));
    assert_result("size=7 komi=0 scoring=territory", seki, "X passes=2", 0);
}

static void at_the_length_cap_the_area_counts(void **state)
{
    (void)state;
    assert_result("size=5 komi=0", gaps, "X ply=75", 0);
    assert_result("size=5 komi=0 scoring=territory", gaps, "X ply=75", 0);
    for (int board = 0; board < BOARDS; board++) {
        struct game game = begin(board, "size=5 scoring=territory", walls, "X ply=74");
        play(&game, "c3");
        assert_true(by_line_over(game.line));
        end(&game);
    }
}

/* --- eyes ------------------------------------------------------------------------- */

static void assert_eye(const char *diagram, const char *point, int colour, bool expected)
{
    for (int board = 0; board < BOARDS; board++) {
        struct game game = begin(board, "size=5", diagram, "X");
        const void *position = by_line_position(game.line);
        int at = move_of(game.rules, position, point);
        assert_int_equal(by_go_shape_of(game.rules)->kind->eye(game.rules, position, at, colour),
                         expected);
        end(&game);
    }
}

static void eyes_are_told_from_false_ones(void **state)
{
    (void)state;
    assert_eye("..... | ..X.. | .X.X. | ..X.. | .....", "c3", 0, true);
    assert_eye("..... | ..X.. | .X.X. | ..X.. | .....", "c3", 1, false);
    assert_eye("..... | .OX.. | .X.X. | ..X.. | .....", "c3", 0, true);
    assert_eye("..... | .OXO. | .X.X. | ..X.. | .....", "c3", 0, false);
    assert_eye("..... | .OX.. | .X.X. | ..XO. | .....", "c3", 0, false);
    assert_eye(".X... | X.... | ..... | ..... | .....", "a5", 0, true);
    assert_eye(".X... | XO... | ..... | ..... | .....", "a5", 0, false);
    assert_eye("..O.O | ...O. | ..... | ..... | .....", "d5", 1, true);
    assert_eye("..O.O | ..XO. | ..... | ..... | .....", "d5", 1, false);
    assert_eye("..O.X | ...O. | ..... | ..... | .....", "d5", 1, false);
}

/* --- facts ---------------------------------------------------------------------- */

struct facts {
    char ko[8];
    int64_t captures[2];
};

static void note_fact(void *context, const struct by_fact *fact)
{
    struct facts *facts = context;
    assert_string_equal(fact->name, fact->each ? "captures" : "ko");
    if (fact->each)
        memcpy(facts->captures, fact->each, sizeof facts->captures);
    else
        (void)snprintf(facts->ko, sizeof facts->ko, "%s", fact->text ? fact->text : "none");
}

static void facts_tell_ko_and_captures(void **state)
{
    (void)state;
    struct facts facts = {0};
    struct game game = begin(0, "size=4", ".XO. | XO.O | .XO. | ....", "X");
    by_go_facts(game.rules, by_line_position(game.line), note_fact, &facts);
    assert_string_equal(facts.ko, "none");
    play(&game, "c3");
    by_go_facts(game.rules, by_line_position(game.line), note_fact, &facts);
    assert_string_equal(facts.ko, "b3");
    assert_int_equal(facts.captures[0], 1);
    assert_int_equal(facts.captures[1], 0);
    end(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stones_without_liberties_are_taken),
        cmocka_unit_test(a_stone_without_liberties_is_illegal_unless_it_takes),
        cmocka_unit_test(a_ko_may_not_be_taken_back_at_once),
        cmocka_unit_test(a_pass_lifts_the_ko),
        cmocka_unit_test(a_snapback_is_no_ko),
        cmocka_unit_test(of_two_kos_one_may_always_be_taken),
        cmocka_unit_test(three_kos_go_round_without_superko),
        cmocka_unit_test(superko_stops_three_kos),
        cmocka_unit_test(superko_stops_sending_two_and_returning_one),
        cmocka_unit_test(situational_superko_looks_at_the_turn),
        cmocka_unit_test(two_passes_end_the_game),
        cmocka_unit_test(area_counts_stones_and_what_they_surround),
        cmocka_unit_test(territory_counts_empty_points_and_prisoners),
        cmocka_unit_test(shared_points_of_a_seki_are_nobodys),
        cmocka_unit_test(at_the_length_cap_the_area_counts),
        cmocka_unit_test(eyes_are_told_from_false_ones),
        cmocka_unit_test(facts_tell_ko_and_captures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
