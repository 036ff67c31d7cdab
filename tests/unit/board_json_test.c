/* board_json_test.c: the board as data says what the rules say, in every game. */
#include "base/long_test.h"
#include "report/board.h"
#include "report/line.h"
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/rules_test.h"

static json_t *board_of(const struct by_line *line)
{
    struct by_buffer out;
    struct by_json json;
    by_buffer_open(&out, BY_REPORT_LIMIT);
    by_json_open(&json, &out, BY_JSON_LINE);
    by_report_board(&json, NULL, line);
    assert_false(out.failed);
    json_t *board = json_loads(by_buffer_text(&out), 0, NULL);
    assert_non_null(board);
    by_buffer_close(&out);
    return board;
}

static const char *text_of(const json_t *board, const char *name)
{
    return json_string_value(json_object_get(board, name));
}

static bool has_cell(const json_t *cells, int cell)
{
    size_t i;
    const json_t *value;
    json_array_foreach(cells, i, value)
    {
        if (json_integer_value(value) == cell)
            return true;
    }
    return false;
}

static void check_cells(const json_t *board, const struct by_line *line)
{
    struct by_cells cells;
    assert_true(by_line_cells(line, &cells));
    const json_t *rows = json_object_get(board, "rows");
    assert_int_equal(json_array_size(rows), cells.height);
    for (int i = 0; i < cells.width * cells.height; i++) {
        const char *row = json_string_value(json_array_get(rows, (size_t)(i / cells.width)));
        assert_int_equal(row[i % cells.width], cells.cell[i]);
        assert_int_equal(has_cell(json_object_get(board, "last"), i),
                         (cells.mark[i] & BY_MARK_LAST) != 0);
        assert_int_equal(has_cell(json_object_get(board, "closed"), i),
                         (cells.mark[i] & BY_MARK_BARRED) != 0);
    }
}

/* The legal moves as they are listed, and where the next board marks the one that is played. */
static void check_legal(const json_t *board, struct by_line *line, by_move *moves,
                        struct by_rng *rng)
{
    char text[BY_MOVE_BUFFER];
    struct by_error err;
    const json_t *legal = json_object_get(board, "legal"), *move;
    int count = by_line_over(line) ? 0 : by_line_moves(line, moves);
    size_t i;
    assert_int_equal(json_array_size(legal), count);
    json_array_foreach(legal, i, move)
    {
        by_move_string(line->rules, by_line_position(line), moves[i], text);
        assert_string_equal(text_of(move, "move"), text);
    }
    if (count == 0)
        return;
    uint32_t pick = by_rng_below(rng, (uint32_t)count);
    const json_t *cells = json_object_get(json_array_get(legal, pick), "cells");
    assert_int_equal(by_line_play(line, moves[pick], &err), BY_OK);
    json_t *next = board_of(line);
    const json_t *last = json_object_get(next, "last"), *from = json_object_get(next, "from");
    if (last) {
        assert_int_equal(json_array_size(cells), json_array_size(last) + json_array_size(from));
        for (size_t j = 0; j < json_array_size(last); j++)
            assert_true(has_cell(cells, (int)json_integer_value(json_array_get(last, j))));
    }
    json_decref(next);
}

static void play_through(struct by_rules *rules, struct by_rng *rng)
{
    struct by_line *line;
    by_move *moves = calloc((size_t)rules->max_moves, sizeof *moves);
    assert_int_equal(by_line_open(rules, &line, NULL), BY_OK);
    for (int ply = 0; ply < 40 && !by_line_over(line); ply++) {
        json_t *board = board_of(line);
        if (rules->game->cells)
            check_cells(board, line);
        check_legal(board, line, moves, rng);
        json_decref(board);
    }
    by_line_close(line);
    free(moves);
}

static void test_every_game_is_drawn_as_its_rules_say(void **state)
{
    struct by_rng rng;
    (void)state;
    by_rng_init(&rng, 1, 0);
    for (int i = 0; by_game_at(i); i++)
        for (int k = 0; k < long_or(20, 1); k++) {
            const char *const *sample = by_game_at(i)->samples;
            struct by_rules *rules = open_rules(by_game_at(i)->name, NULL);
            play_through(rules, &rng);
            by_rules_close(rules);
            for (; sample && *sample; sample++) {
                rules = open_rules(by_game_at(i)->name, *sample);
                play_through(rules, &rng);
                by_rules_close(rules);
            }
        }
}

static json_t *board_after(const char *game, const char *settings, const char *moves)
{
    struct by_rules *rules = open_rules(game, settings);
    struct by_line *line;
    struct by_error err = {0};
    assert_int_equal(by_line_open(rules, &line, NULL), BY_OK);
    if (by_line_play_list(line, moves, &err) != BY_OK)
        fail_msg("%s", err.text);
    json_t *board = board_of(line);
    by_line_close(line);
    by_rules_close(rules);
    return board;
}

static void check_list(const json_t *board, const char *name, const char *expected)
{
    char *text = json_dumps(json_object_get(board, name), JSON_COMPACT | JSON_ENCODE_ANY);
    assert_string_equal(text, expected);
    free(text);
}

/* The squares turned over by Black's first move in Othello, and a stone taken in Go. */
static void test_what_a_move_takes(void **state)
{
    (void)state;
    json_t *board = board_after("othello", "", "d3");
    assert_string_equal(text_of(board, "kind"), "cells");
    check_list(board, "last", "[19]");
    check_list(board, "taken", "[27]");
    json_decref(board);
    board = board_after("go", "size=5", "b1 a1 a2");
    assert_string_equal(text_of(board, "kind"), "lines");
    check_list(board, "taken", "[0]");
    check_list(board, "rows", "[\".X...\",\"X....\",\".....\",\".....\",\".....\"]");
    json_decref(board);
}

static void test_a_piece_that_steps_is_not_taken(void **state)
{
    (void)state;
    json_t *board = board_after("breakthrough", "size=5x6", "a2a3");
    check_list(board, "from", "[5]");
    check_list(board, "last", "[10]");
    check_list(board, "taken", "[]");
    assert_true(json_is_true(json_object_get(board, "steps")));
    json_decref(board);
}

static void test_heaps_and_the_moves_that_change_them(void **state)
{
    (void)state;
    json_t *board = board_after("nim", "heaps=\"3 5 3\"", "");
    assert_string_equal(text_of(board, "kind"), "heaps");
    check_list(board, "heaps", "[3,3,5]");
    check_list(json_array_get(json_object_get(board, "legal"), 0), "cells", "[0]");
    check_list(json_array_get(json_object_get(board, "legal"), 1), "cells", "[2]");
    json_decref(board);
    board = board_after("stones", "row=\"4 4 1 4\"", "1");
    check_list(board, "heaps", "[4,1,4]");
    check_list(json_array_get(json_object_get(board, "legal"), 1), "cells", "[0,1]");
    json_decref(board);
}

/* --- lines ------------------------------------------------------------------------------------ */

static void check_command(const char *game, const char *settings, const char *position,
                          const char *moves, const char *expected)
{
    struct by_rules *rules = open_rules_at(game, settings, position);
    struct by_line *line;
    struct by_buffer out;
    const struct by_said said[] = {{"seed", "1"}, {"json", NULL}, {NULL, NULL}};
    assert_int_equal(by_line_open(rules, &line, NULL), BY_OK);
    assert_int_equal(by_line_play_list(line, moves, NULL), BY_OK);
    by_buffer_open(&out, BY_REPORT_LIMIT);
    by_put_command(&out, "think", line, said);
    assert_string_equal(by_buffer_text(&out), expected);
    by_buffer_close(&out);
    by_line_close(line);
    by_rules_close(rules);
}

static void test_the_same_on_the_command_line(void **state)
{
    (void)state;
    check_command("go", "size=9 komi=7", NULL, "e5 c3",
                  "banyan think go --size 9x9 --option komi=7 --moves 'e5 c3' --seed 1 --json");
    check_command("tictactoe", NULL, NULL, "", "banyan think tictactoe --seed 1 --json");
    check_command("nim", "heaps=\"3 5\"", NULL, "",
                  "banyan think nim --option 'heaps=3 5' --seed 1 --json");
    check_command("tictactoe", NULL, "X../.O./... X", "c3",
                  "banyan think tictactoe --position 'X../.O./... X' --moves c3 --seed 1 --json");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_game_is_drawn_as_its_rules_say),
        cmocka_unit_test(test_what_a_move_takes),
        cmocka_unit_test(test_a_piece_that_steps_is_not_taken),
        cmocka_unit_test(test_heaps_and_the_moves_that_change_them),
        cmocka_unit_test(test_the_same_on_the_command_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
