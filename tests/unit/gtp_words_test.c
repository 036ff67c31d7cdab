/* GTP as text: what the draft of version 2 says of lines, and squares as other programs write
 * them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/line.h"
#include "wire/gtp.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads a command and writes what was understood: "id|name|arg,arg". */
static const char *understood(const char *line, char out[256])
{
    static struct by_gtp_command command;
    char copy[256];
    (void)snprintf(copy, sizeof copy, "%s", line);
    struct by_text text = by_text_over(out, 256);
    if (!by_gtp_read_command(copy, &command))
        return "nothing";
    by_text_format(&text, "%s|%s|", command.id, command.name);
    for (int i = 0; i < command.count; i++)
        by_text_format(&text, "%s%s", i ? "," : "", command.arguments[i]);
    return out;
}

static void test_commands(void **state)
{
    (void)state;
    static const struct {
        const char *line, *expected;
    } cases[] = {
        {"name", "|name|"},
        {"12 play b d4\n", "12|play|b,d4"},
        {"\t1\tplay\tblack   D4  \r\n", "1|play|black,D4"},
        {"", "nothing"},
        {"   \t\r\n", "nothing"},
        {"# a comment", "nothing"},
        {"genmove w # now", "|genmove|w"},
        {"na\x01me\x7f", "|name|"},
        {"\v\fversion", "|version|"},
        {"7", "7||"},
        {"007 quit", "007|quit|"},
        {"12345678901234567890 x", "|12345678901234567890|x"},
        {"-1 name", "|-1|name"},
        {"5#name", "5||"},
    };
    char out[256];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(understood(cases[i].line, out), cases[i].expected);
}

static void test_many_arguments(void **state)
{
    (void)state;
    struct by_gtp_command *command = malloc(sizeof *command);
    char *line = malloc(BY_GTP_LINE_MAX);
    strcpy(line, "play_sequence");
    for (int i = 0; i < BY_GTP_ARGUMENTS_MAX; i++)
        strcat(line, " b");
    char *copy = strdup(line);
    assert_true(by_gtp_read_command(line, command));
    assert_int_equal(command->count, BY_GTP_ARGUMENTS_MAX);
    assert_false(command->cut);
    strcpy(line, copy);
    strcat(line, " w");
    assert_true(by_gtp_read_command(line, command));
    assert_true(command->cut);
    free(copy);
    free(line);
    free(command);
}

static void test_interrupt(void **state)
{
    (void)state;
    assert_true(by_gtp_is_interrupt("# interrupt\r\n"));
    assert_true(by_gtp_is_interrupt("#interrupt"));
    assert_false(by_gtp_is_interrupt("# interrupted"));
    assert_false(by_gtp_is_interrupt("name # interrupt"));
}

static void test_writing_answers(void **state)
{
    (void)state;
    struct by_buffer out;
    by_buffer_open(&out, 1000);
    by_gtp_write_answer(&out, "", true, "");
    by_gtp_write_answer(&out, "12", true, "D4");
    by_gtp_write_answer(&out, "3", false, "illegal move");
    by_gtp_write_answer(&out, "", true, "\na\n\n\nb\n");
    assert_string_equal(by_buffer_text(&out), "=\n\n=12 D4\n\n?3 illegal move\n\n=\na\nb\n\n");
    by_buffer_close(&out);
}

static void test_reading_answers(void **state)
{
    (void)state;
    char data[] = "\r\n=12 D4\r\n\r\n? no\n\n=\n\nhello\n= a\nb\tc\n\n=5";
    size_t size = sizeof data - 1, at = 0;
    struct by_gtp_answer answer;
    assert_int_equal(by_gtp_read_answer(data, 10, &answer), BY_GTP_MORE);
    assert_int_equal(by_gtp_read_answer(data, size, &answer), BY_GTP_ANSWER);
    assert_true(answer.good);
    assert_string_equal(answer.id, "12");
    assert_string_equal(answer.text, "D4");
    at += answer.used;
    assert_int_equal(by_gtp_read_answer(data + at, size - at, &answer), BY_GTP_ANSWER);
    assert_false(answer.good);
    assert_string_equal(answer.text, "no");
    at += answer.used;
    assert_int_equal(by_gtp_read_answer(data + at, size - at, &answer), BY_GTP_ANSWER);
    assert_string_equal(answer.text, "");
    at += answer.used;
    assert_int_equal(by_gtp_read_answer(data + at, size - at, &answer), BY_GTP_GARBAGE);
    assert_string_equal(answer.text, "hello");
    at += answer.used;
    assert_int_equal(by_gtp_read_answer(data + at, size - at, &answer), BY_GTP_ANSWER);
    assert_string_equal(answer.text, "a\nb c");
    at += answer.used;
    assert_int_equal(by_gtp_read_answer(data + at, size - at, &answer), BY_GTP_MORE);
}

/* What was written is read back, also when it comes byte by byte. */
static void test_answers_in_pieces(void **state)
{
    (void)state;
    struct by_buffer out;
    struct by_gtp_answer answer;
    by_buffer_open(&out, 1000);
    by_gtp_write_answer(&out, "77", true, "line 1\nline 2");
    for (size_t i = 0; i < out.length; i++)
        assert_int_equal(by_gtp_read_answer(out.data, i, &answer), BY_GTP_MORE);
    assert_int_equal(by_gtp_read_answer(out.data, out.length, &answer), BY_GTP_ANSWER);
    assert_string_equal(answer.id, "77");
    assert_string_equal(answer.text, "line 1\nline 2");
    assert_int_equal(answer.used, out.length);
    by_buffer_close(&out);
}

static void test_colours_and_games(void **state)
{
    (void)state;
    int side;
    assert_true(by_gtp_read_colour("W", &side) && side == 1);
    assert_true(by_gtp_read_colour("Black", &side) && side == 0);
    assert_false(by_gtp_read_colour("grey", &side));
    struct by_gtp_game game;
    assert_true(by_gtp_game_find("OTHELLO", &game));
    assert_string_equal(game.game, "othello");
    assert_true(by_gtp_game_find("nogo", &game));
    assert_string_equal(game.name, "NoGo");
    assert_string_equal(game.gogui, "Nogo");
    assert_true(by_gtp_game_find("Connectfour", &game));
    assert_string_equal(game.name, "Connect4");
    assert_true(by_gtp_game_find("tictactoe", &game));
    assert_string_equal(game.name, "TicTacToe");
    assert_string_equal(game.gogui, "Tictactoe");
    assert_false(by_gtp_game_find("chess", &game));
    for (int i = 0; by_gtp_game_at(i, &game); i++)
        assert_non_null(by_game_find(game.game, NULL));
}

static struct by_line *open_line(const char *game, const char *size, struct by_rules **rules)
{
    struct by_setting setting = {"size", size};
    struct by_line *line;
    assert_int_equal(by_rules_open(game, &setting, size ? 1 : 0, NULL, rules, NULL), BY_OK);
    assert_int_equal(by_line_open(*rules, &line, NULL), BY_OK);
    return line;
}

/* In a random game every legal move reads back as itself, in either case. */
static void check_game(const char *game, const char *size)
{
    struct by_rules *rules;
    struct by_line *line = open_line(game, size, &rules);
    struct by_rng rng;
    by_rng_init(&rng, 1, 0);
    by_move *moves = calloc((size_t)rules->max_moves, sizeof *moves);
    while (!by_line_over(line)) {
        int count = by_line_moves(line, moves);
        for (int i = 0; i < count; i++) {
            char upper[32], lower[32];
            by_move back = BY_NO_MOVE;
            struct by_text text = by_text_over(upper, sizeof upper);
            by_gtp_write_move(rules, by_line_position(line), moves[i], &text);
            for (size_t c = 0; c <= strlen(upper); c++)
                lower[c] = (char)(upper[c] >= 'A' && upper[c] <= 'Z' ? upper[c] + 32 : upper[c]);
            assert_int_equal(by_gtp_read_move(rules, by_line_position(line), upper, &back, NULL),
                             BY_OK);
            assert_int_equal(back, moves[i]);
            assert_int_equal(by_gtp_read_move(rules, by_line_position(line), lower, &back, NULL),
                             BY_OK);
            assert_int_equal(back, moves[i]);
        }
        by_line_play(line, moves[by_rng_below(&rng, (uint32_t)count)], NULL);
    }
    free(moves);
    by_line_close(line);
    by_rules_close(rules);
}

static void test_moves_read_back(void **state)
{
    (void)state;
    struct by_gtp_game game;
    for (int i = 0; by_gtp_game_at(i, &game); i++)
        check_game(game.game, NULL);
    check_game("go", "9");
    check_game("go", "25");
    check_game("nogo", "5x12");
    check_game("othello", NULL);
    check_game("othello", "10");
    check_game("gomoku", "20");
    check_game("breakthrough", NULL);
    check_game("connect4", NULL);
    check_game("connect4", "9x5");
    check_game("mnk", "8x3");
}

static const char *first_move(const char *game, const char *size, const char *text, char out[32])
{
    struct by_rules *rules;
    struct by_line *line = open_line(game, size, &rules);
    by_move move;
    struct by_text writer = by_text_over(out, 32);
    if (by_gtp_read_move(rules, by_line_position(line), text, &move, NULL) != BY_OK)
        by_text_add(&writer, "refused");
    else
        by_line_move_text(line, move, out, 32);
    by_line_close(line);
    by_rules_close(rules);
    return out;
}

/* GTP's squares against the games' own words. */
static void test_squares(void **state)
{
    (void)state;
    char out[32];
    assert_string_equal(first_move("go", "9", "J9", out), "j9");
    assert_string_equal(first_move("go", "9", "I9", out), "refused");
    assert_string_equal(first_move("go", "9", "PASS", out), "pass");
    assert_string_equal(first_move("go", "9", "resign", out), "refused");
    assert_string_equal(first_move("othello", NULL, "D3", out), "d3");
    assert_string_equal(first_move("othello", "10", "I3", out), "i3");
    assert_string_equal(first_move("connect4", "9x5", "J1", out), "i");
    assert_string_equal(first_move("connect4", "9x5", "J", out), "i");
    assert_string_equal(first_move("connect4", NULL, "D2", out), "refused");
    assert_string_equal(first_move("connect4", NULL, "D0", out), "refused");
    assert_string_equal(first_move("connect4", NULL, "", out), "refused");
    assert_string_equal(first_move("breakthrough", NULL, "E2-E3", out), "e2e3");
    assert_string_equal(first_move("breakthrough", NULL, "E2E3E4E5E6E7E8E9", out), "refused");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commands),          cmocka_unit_test(test_many_arguments),
        cmocka_unit_test(test_interrupt),         cmocka_unit_test(test_writing_answers),
        cmocka_unit_test(test_reading_answers),   cmocka_unit_test(test_answers_in_pieces),
        cmocka_unit_test(test_colours_and_games), cmocka_unit_test(test_moves_read_back),
        cmocka_unit_test(test_squares),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
