/* words_test.c: moves and games as the Gomocup and the NBoard protocol write them. */
#include "record/record.h"
#include "wire/gomocup.h"
#include "wire/nboard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/rules_test.h"

/* --- Gomocup ---------------------------------------------------------------------- */

/* "0,0" is the top left corner, whose name here is a15. */
static void points_count_from_the_top_left(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("gomoku", NULL);
    static const struct {
        const char *theirs, *ours;
    } points[] = {{"0,0", "a15"}, {"14,0", "p15"}, {"0,14", "a1"}, {"7,7", "h8"}, {"8,0", "j15"}};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        char text[16];
        by_move ours = BY_NO_MOVE, theirs = BY_NO_MOVE;
        struct by_text out = by_text_over(text, sizeof text);
        assert_int_equal(rules->game->read_move(rules, rules->start, points[i].ours, &ours, NULL),
                         BY_OK);
        assert_int_equal(by_gomocup_read_move(rules, points[i].theirs, &theirs, NULL), BY_OK);
        assert_int_equal(ours, theirs);
        by_gomocup_write_move(rules, ours, &out);
        assert_string_equal(text, points[i].theirs);
    }
    by_rules_close(rules);
}

static void what_is_no_point_is_refused(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("gomoku", "size=15x10");
    static const char *const bad[] = {
        "",    "7",     "7,", ",7",    "7,7,1", "15,0", "0,10", "-1,0",
        "7;7", "7,7 x", "OK", "7.0,7", "7,,7",  "h8",   "0,0,", "99999999999999999999,0"};
    by_move move = 3;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct by_error err = {.status = BY_OK};
        if (by_gomocup_read_move(rules, bad[i], &move, &err) != BY_BAD_INPUT)
            fail_msg("'%s' was taken for a move", bad[i]);
        assert_int_equal(move, 3);
        assert_true(strlen(err.text) > 0);
    }
    assert_int_equal(by_gomocup_read_move(rules, " 7 , 9 \r", &move, NULL), BY_OK);
    assert_int_equal(move, 7);
    by_rules_close(rules);
}

static void stones_say_whose_they_are(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("gomoku", NULL);
    enum by_gomocup_who who;
    by_move move;
    assert_int_equal(by_gomocup_read_stone(rules, "0,14,2", &move, &who, NULL), BY_OK);
    assert_int_equal(move, 0);
    assert_int_equal(who, BY_GOMOCUP_OTHER);
    assert_int_equal(by_gomocup_read_stone(rules, "0,14", &move, &who, NULL), BY_BAD_INPUT);
    assert_int_equal(by_gomocup_read_stone(rules, "0,14,4", &move, &who, NULL), BY_BAD_INPUT);
    by_rules_close(rules);
}

static void rules_are_bits(void **state)
{
    (void)state;
    struct by_rules *free_rules = open_rules("gomoku", NULL);
    struct by_rules *exact = open_rules("gomoku", "rule=exact");
    struct by_rules *renju = open_rules("gomoku", "rule=renju");
    assert_int_equal(by_gomocup_rule_of(free_rules), 0);
    assert_int_equal(by_gomocup_rule_of(exact), 1);
    assert_int_equal(by_gomocup_rule_of(renju), 4);
    assert_string_equal(by_gomocup_rule_name(0), "freestyle");
    assert_string_equal(by_gomocup_rule_name(3), "exact");
    assert_string_equal(by_gomocup_rule_name(4), "renju");
    assert_null(by_gomocup_rule_name(8));
    by_rules_close(free_rules);
    by_rules_close(exact);
    by_rules_close(renju);
}

static void lines_are_of_four_kinds(void **state)
{
    (void)state;
    assert_int_equal(by_gomocup_kind_of("7,7"), BY_GOMOCUP_ANSWER);
    assert_int_equal(by_gomocup_kind_of("OK"), BY_GOMOCUP_ANSWER);
    assert_int_equal(by_gomocup_kind_of("MESSAGE depth 7"), BY_GOMOCUP_MESSAGE);
    assert_int_equal(by_gomocup_kind_of("debug"), BY_GOMOCUP_MESSAGE);
    assert_int_equal(by_gomocup_kind_of("ERROR too large"), BY_GOMOCUP_ERROR);
    assert_int_equal(by_gomocup_kind_of("UNKNOWN command"), BY_GOMOCUP_UNKNOWN);
    assert_int_equal(by_gomocup_kind_of("ERRORS"), BY_GOMOCUP_ANSWER);
}

/* --- NBoard ----------------------------------------------------------------------- */

static void moves_of_othello(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", NULL);
    char text[16];
    by_move move;
    struct by_text out = by_text_over(text, sizeof text);
    assert_int_equal(by_nboard_read_move(rules, rules->start, "F5/1.50/0.3", &move, NULL), BY_OK);
    assert_int_equal(move, 4 * 8 + 5);
    by_nboard_write_move(rules, rules->start, move, &out);
    assert_string_equal(text, "F5");
    assert_int_equal(by_nboard_read_move(rules, rules->start, "PA", &move, NULL), BY_OK);
    assert_int_equal(move, 64);
    out = by_text_over(text, sizeof text);
    by_nboard_write_move(rules, rules->start, move, &out);
    assert_string_equal(text, "PA");
    assert_int_equal(by_nboard_read_move(rules, rules->start, "", &move, NULL), BY_BAD_INPUT);
    assert_int_equal(by_nboard_read_move(rules, rules->start, "Z9", &move, NULL), BY_BAD_INPUT);
    by_rules_close(rules);
}

/* What is written the reader of GGF files understands: the same start and the same moves. */
static void assert_ggf_says(const struct by_line *line)
{
    char text[2048];
    struct by_error err = {.status = BY_OK};
    struct by_text out = by_text_over(text, sizeof text);
    assert_true(by_nboard_write_game(line, &out));
    assert_true(out.length < sizeof text);
    struct by_record_source source = {
        .format = by_record_format_find("ggf"), .text = text, .size = strlen(text)};
    struct by_record_request request = {.ply = -1};
    struct by_record record = {.format = NULL};
    bool found = false;
    if (by_record_next(&source, &record, &found, &err) != BY_OK ||
        by_record_play(&record, &request, &err) != BY_OK)
        fail_msg("%s: %s", text, err.text);
    assert_true(found);
    assert_int_equal(record.line->count, line->count);
    assert_memory_equal(record.line->moves, line->moves, (size_t)line->count * sizeof *line->moves);
    by_record_close(&record);
}

static void games_are_ggf(void **state)
{
    (void)state;
    struct by_error err = {.status = BY_OK};
    struct by_rules *rules = open_rules("othello", NULL);
    struct by_line *line = NULL;
    assert_int_equal(by_line_open(rules, &line, &err), BY_OK);
    assert_ggf_says(line);
    for (int ply = 0; ply < 60 && !by_line_over(line); ply++) {
        by_move moves[128];
        int count = by_line_moves(line, moves);
        assert_int_equal(by_line_play(line, moves[ply * 7 % count], &err), BY_OK);
    }
    assert_ggf_says(line);
    by_line_close(line);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_count_from_the_top_left),
        cmocka_unit_test(what_is_no_point_is_refused),
        cmocka_unit_test(stones_say_whose_they_are),
        cmocka_unit_test(rules_are_bits),
        cmocka_unit_test(lines_are_of_four_kinds),
        cmocka_unit_test(moves_of_othello),
        cmocka_unit_test(games_are_ggf),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
