/* game_text_test.c: records of any game as text: what is written is read again as the same game, and what
 * is none is refused with its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "base/spec.h"
#include "record/result.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct by_record_format *format(void)
{
    return by_record_format_find("game");
}

static enum by_status read_text(const char *text, size_t size, struct by_record *out,
                                struct by_error *err)
{
    bool found = false;
    struct by_record_source source = {.format = format(), .text = text, .size = size};
    enum by_status status = by_record_next(&source, out, &found, err);
    assert_true(status != BY_OK || found);
    return status;
}

/* Plays so many legal moves at random, or to the end. */
static void play(struct by_line *line, int most, struct by_rng *rng)
{
    by_move *moves = calloc((size_t)line->rules->max_moves, sizeof *moves);
    assert_non_null(moves);
    for (int i = 0; i < most && !by_line_over(line); i++) {
        int count = by_line_moves(line, moves);
        assert_int_equal(by_line_play(line, moves[by_rng_below(rng, (uint32_t)count)], NULL),
                         BY_OK);
    }
    free(moves);
}

static void check_round_trip(struct by_rules *rules, int plies, struct by_rng *rng)
{
    struct by_line *line;
    struct by_record copy = {0};
    struct by_error err = {.status = BY_OK};
    char *text = NULL, *again = NULL;
    size_t size = 0, size_again = 0;
    const char *info[BY_INFO_COUNT] = {NULL};
    info[BY_INFO_first] = "human";
    info[BY_INFO_second] = "mcts sims=10 \"quoted\"";
    info[BY_INFO_about] = "two\nlines";
    assert_int_equal(by_line_open(rules, &line, &err), BY_OK);
    play(line, plies, rng);
    assert_int_equal(by_record_line_text(line, info, format(), &text, &size, &err), BY_OK);
    if (read_text(text, size, &copy, &err) != BY_OK)
        fail_msg("%s\n%s", err.text, text);
    assert_string_equal(copy.rules->name, rules->name);
    assert_int_equal(copy.line->count, line->count);
    assert_int_equal(copy.line->keys[line->count], line->keys[line->count]);
    assert_string_equal(copy.info[BY_INFO_second], info[BY_INFO_second]);
    assert_string_equal(copy.info[BY_INFO_about], "two lines");
    assert_int_equal(by_record_text(&copy, format(), &again, &size_again, &err), BY_OK);
    assert_string_equal(text, again);
    free(text);
    free(again);
    by_record_close(&copy);
    by_line_close(line);
}

static void check_game(const char *spec_text, const char *position)
{
    struct by_spec spec;
    struct by_rules *rules;
    struct by_error err = {.status = BY_OK};
    struct by_rng rng;
    by_rng_init(&rng, 7, 0);
    assert_int_equal(by_spec_read(spec_text, &spec, &err), BY_OK);
    assert_int_equal(by_rules_open(spec.name, spec.settings, spec.count, position, &rules, &err),
                     BY_OK);
    for (int plies = 0; plies < 1000; plies = 3 * plies + 1)
        check_round_trip(rules, plies, &rng);
    by_rules_close(rules);
}

static void every_game_is_kept(void **state)
{
    (void)state;
    for (int i = 0; by_game_at(i); i++) {
        const struct by_game *game = by_game_at(i);
        check_game(game->name, NULL);
        for (const struct by_alias *alias = game->aliases; alias && alias->name; alias++)
            check_game(alias->name, NULL);
    }
}

static void settings_and_positions_are_kept(void **state)
{
    (void)state;
    check_game("go size=5x5 komi=0.5 superko=on", NULL);
    check_game("othello size=6x6 empties=winner", NULL);
    check_game("mnk m=5 n=4 k=4", NULL);
    check_game("nim", "3 5 7");
    check_game("stones", "1 2 3 -9");
    check_game("tree", "((3 12 8)(2 4 6)(14 5 2))");
    check_game("connect4", "......./......./......./......./...O.../...X... X");
}

static void what_is_wrong_is_named(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "there is no game in this text"},
        {"# banyan game record\n", "there is no game in this text"},
        {"first me\n", "no line that names the game"},
        {"moves d\n", "no line that names the game"},
        {"game nosuch\n", "line 1, column 6: there is no game 'nosuch'"},
        {"game connect4 size=99\n", "line 1, column 6: "},
        {"game connect4\ngame nim\n", "line 2, column 6: a record has one game"},
        {"game connect4\nmoves d d z\n", "line 2, column 11: move 3: "},
        {"game tictactoe\nmoves b2 b2\n", "line 2, column 10: move 2: "},
        {"game tictactoe\nmoves a1 b1 a2 b2 a3 b3\n", "move 6: "},
        {"game tictactoe\nmoves a1\nposition .../.../... X\n", "once, and before the moves"},
        {"game tictactoe\nposition nonsense\n", "line 2, column 10: "},
        {"game tictactoe\nnosuch word\n", "line 2, column 1: 'nosuch' is no word"},
        {"game othello matrix=/etc/hostname\n", "matrix names a file"},
        {"game othello weights=other\n", "weights names a file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct by_record record = {0};
        struct by_error err = {.status = BY_OK};
        assert_int_equal(read_text(cases[i][0], strlen(cases[i][0]), &record, &err), BY_BAD_INPUT);
        if (!strstr(err.text, cases[i][1]))
            fail_msg("got '%s', wanted '%s'", err.text, cases[i][1]);
        by_record_close(&record);
    }
}

static void comments_and_blank_lines_are_skipped(void **state)
{
    (void)state;
    static const char text[] =
        "\n# mine\r\n  game tictactoe  \r\n\r\nresult B+R\n# more\nMOVES b2\ta1 \n";
    struct by_record record = {0};
    struct by_error err = {.status = BY_OK};
    assert_int_equal(read_text(text, strlen(text), &record, &err), BY_OK);
    assert_int_equal(record.line->count, 2);
    assert_string_equal(record.info[BY_INFO_result], "B+R");
    by_record_close(&record);
}

static void lines_have_results(void **state)
{
    (void)state;
    static const struct {
        const char *game, *moves;
        const char *result;
    } cases[] = {
        {"tictactoe", "a1 b1 a2 b2 a3", "B+"},
        {"tictactoe", "a1 b1 a2 b2 c3 b3", "W+"},
        {"tictactoe", "b2 a3 c1 c3 b3 b1 a1 a2 c2", "0"},
        {"go", "e5 pass pass", "B+73.5"},
        {"go", "pass pass", "W+7.5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[32] = "";
        struct by_rules *rules;
        struct by_line *line;
        struct by_text out = by_text_over(text, sizeof text);
        assert_int_equal(by_rules_open(cases[i].game, NULL, 0, NULL, &rules, NULL), BY_OK);
        assert_int_equal(by_line_open(rules, &line, NULL), BY_OK);
        assert_int_equal(by_line_play_list(line, cases[i].moves, NULL), BY_OK);
        by_result_write(rules, by_line_result(line), &out);
        assert_string_equal(text, cases[i].result);
        by_line_close(line);
        by_rules_close(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_kept),
        cmocka_unit_test(settings_and_positions_are_kept),
        cmocka_unit_test(what_is_wrong_is_named),
        cmocka_unit_test(comments_and_blank_lines_are_skipped),
        cmocka_unit_test(lines_have_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
