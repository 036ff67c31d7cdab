/* sgf_go_test.c: what is special in SGF of Go: passes, handicap, komi, rules, captures, moves out of
 * turn. Skipped in a program without Go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "record/sgf_line_test.h"

static void need_game(const char *name)
{
    if (!by_game_find(name, NULL))
        skip();
}

static const char *setting(const struct by_record *record, const char *name)
{
    const struct by_value *value = by_values_find(&record->rules->values, name);
    return value && value->set ? value->text : "";
}

static struct by_record played(const char *text)
{
    struct by_record record = {0};
    struct by_error err = {0};
    if (play(text, NULL, &record, &err) != BY_OK)
        fail_msg("%s: %s", text, err.text);
    return record;
}

static int stones(const struct by_record *record, char stone)
{
    struct by_grid grid;
    assert_int_equal(by_sgf_grid(record->rules, by_line_position(record->line), &grid, NULL),
                     BY_OK);
    return by_grid_count(&grid, stone);
}

static void captured_stones_leave_the_board(void **state)
{
    (void)state;
    need_game("go");
    expect("(;GM[1]SZ[5];B[ab];W[aa];B[ba])", 3, 0, ".X.../X..../...../...../..... O");
    expect("(;SZ[5]AB[ab]AW[aa];B[ba])", 1, 0, ".X.../X..../...../...../..... O");
}

/* FF[3] writes "tt" for a pass on boards up to 19x19, FF[4] nothing. */
static void both_kinds_of_pass_are_read(void **state)
{
    (void)state;
    need_game("go");
    struct by_record record = played("(;GM[1];B[aa];W[tt];B[ss];W[])");
    assert_int_equal(record.rules->width, 19);
    assert_int_equal(record.line->count, 4);
    assert_int_equal(stones(&record, 'X'), 2);
    assert_false(by_line_over(record.line));
    by_record_close(&record);
    record = played("(;GM[1]SZ[9];B[tt];W[tt];B[tt];W[])");
    assert_true(by_line_over(record.line));
    assert_int_equal(record.plies, 2);
    by_record_close(&record);
    record = played("(;GM[1]SZ[21];B[tt])");
    assert_int_equal(stones(&record, 'X'), 1); /* here it is a point */
    by_record_close(&record);
}

static void play_goes_on_after_two_passes(void **state)
{
    (void)state;
    need_game("go");
    expect("(;GM[1]SZ[5];B[aa];W[];B[];W[bb])", 4, 0, "X..../.O.../...../...../..... X");
    expect("(;GM[1]SZ[5];B[aa];W[];B[];B[bb])", 4, 0, "X..../.X.../...../...../..... O");
    /* What White has taken before the passes is his after them. */
    struct by_record record =
        played("(;GM[1]SZ[5]RU[Japanese];B[ae];W[be];B[bc];W[ad];B[];W[];B[cc])");
    char text[200];
    (void)by_line_text(record.line, text, sizeof text);
    assert_non_null(strstr(text, "captures=0,1"));
    by_record_close(&record);
}

static void whoever_moves_out_of_turn_was_let(void **state)
{
    (void)state;
    need_game("go");
    struct by_record record = played("(;GM[1]SZ[5];B[aa];B[bb];W[cc])");
    assert_int_equal(record.plies, 3);
    assert_int_equal(record.line->count, 4); /* White has passed in between */
    by_record_close(&record);
    expect("(;GM[1]SZ[5];W[aa];B[bb])", 2, 0, "O..../.X.../...../...../..... O");
    expect("(;GM[1]SZ[5];B[];B[aa])", 2, 1, "X..../...../...../...../..... O");
    expect("(;GM[1]SZ[5]PL[W])", 0, 0, "...../...../...../...../..... O");
}

static void handicap_stones_are_the_files_or_the_games(void **state)
{
    (void)state;
    need_game("go");
    expect("(;GM[1]SZ[5]HA[2]AB[bb][dd];W[cc])", 1, 0, "...../.X.../..O../...X./..... X");
    expect("(;GM[1]SZ[5]HA[2]AB[bb][dd])", 0, 0, "...../.X.../...../...X./..... O");
    expect("(;GM[1]SZ[5]HA[0])", 0, 0, "...../...../...../...../..... X");
    expect("(;GM[1]SZ[5]HA[2];B[bb];B[dd];W[cc])", 3, 0, "...../.X.../..O../...X./..... X");
    struct by_record record = played("(;GM[1]SZ[9]HA[3];W[aa])");
    assert_int_equal(stones(&record, 'X'), 3);
    assert_int_equal(stones(&record, 'O'), 1);
    by_record_close(&record);
    record = played("(;GM[1]SZ[9]HA[3])");
    assert_int_equal(stones(&record, 'X'), 3);
    assert_int_equal(by_line_side(record.line), 1);
    by_record_close(&record);
}

static void komi_and_rules_are_settings(void **state)
{
    (void)state;
    need_game("go");
    static const char *const komi[][2] = {
        {"6.5", "6.5"}, {"6,5", "6.5"}, {" 0 ", "0"}, {"-3.5", "-3.5"}};
    for (size_t i = 0; i < sizeof komi / sizeof komi[0]; i++) {
        char text[64];
        (void)snprintf(text, sizeof text, "(;GM[1]SZ[9]KM[%s])", komi[i][0]);
        struct by_record record = played(text);
        assert_string_equal(setting(&record, "komi"), komi[i][1]);
        by_record_close(&record);
    }
    struct by_record record = played("(;GM[1]SZ[9]RU[japanese])");
    assert_string_equal(setting(&record, "scoring"), "territory");
    by_record_close(&record);
    record = played("(;GM[1]SZ[9]RU[Chinese])");
    assert_string_equal(setting(&record, "scoring"), "area");
    by_record_close(&record);
    refuse("(;GM[1]SZ[9]KM[much])", "line 1, column 16: komi=much");
    refuse("(;GM[1]SZ[9]\nHA[77])", "line 2, column 4: ");
    refuse("(;GM[1]KM[6.5]SZ[40])", "line 1, column 18: ");
    refuse("(;GM[1]SZ[40]KM[much])", "line 1, column 17: "); /* both are wrong */
}

static void lines_survive_the_round_trip(void **state)
{
    (void)state;
    need_game("go");
    static const char *const sizes[] = {"5", "9", "13", "19"}, *const komis[] = {"0", "6.5", "7"};
    struct by_rng rng;
    by_rng_init(&rng, 6, 0);
    for (int i = long_tests() ? 2000 : 40; i > 0; i--) {
        struct by_setting settings[] = {{"size", sizes[by_rng_below(&rng, 4)]},
                                        {"komi", komis[by_rng_below(&rng, 3)]}};
        check_round_trip("go", settings, 2, &rng);
    }
}

static void a_handicap_game_is_written_with_its_stones(void **state)
{
    (void)state;
    need_game("go");
    struct by_rules *rules;
    struct by_setting settings[] = {{"size", "9"}, {"handicap", "2"}};
    struct by_line *line = open_line("go", settings, 2, NULL, &rules);
    char *text = text_of(line, NULL);
    assert_non_null(strstr(text, "HA[2]"));
    assert_non_null(strstr(text, "AB["));
    assert_non_null(strstr(text, "PL[W]"));
    struct by_record record = played(text);
    assert_same_line(line, record.line);
    by_record_close(&record);
    free(text);
    by_line_close(line);
    by_rules_close(rules);
}

static void nogo_is_told_from_go_by_its_rules(void **state)
{
    (void)state;
    need_game("nogo");
    struct by_record record = played("(;GM[1]RU[NoGo]SZ[7:5];B[aa];W[gc])");
    assert_string_equal(record.rules->name, "nogo");
    assert_int_equal(record.rules->width, 7);
    assert_int_equal(record.rules->height, 5);
    by_record_close(&record);
    refuse("(;GM[1]RU[nogo]SZ[7];B[])", "is a pass, and nogo has none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(captured_stones_leave_the_board),
        cmocka_unit_test(both_kinds_of_pass_are_read),
        cmocka_unit_test(play_goes_on_after_two_passes),
        cmocka_unit_test(whoever_moves_out_of_turn_was_let),
        cmocka_unit_test(handicap_stones_are_the_files_or_the_games),
        cmocka_unit_test(komi_and_rules_are_settings),
        cmocka_unit_test(lines_survive_the_round_trip),
        cmocka_unit_test(a_handicap_game_is_written_with_its_stones),
        cmocka_unit_test(nogo_is_told_from_go_by_its_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
