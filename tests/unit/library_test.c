/* library_test.c: the public header as a stranger uses it: lists, boards, copies, records. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game.h"
#include "search/search.h"
#include <string.h>

static void the_interface_can_be_told_apart(void **state)
{
    (void)state;
    assert_int_equal(by_abi(), BY_ABI);
    assert_int_equal(by_struct_size("by_decision"), sizeof(struct by_decision));
    assert_int_equal(by_struct_size("by_cells"), sizeof(struct by_cells));
    assert_int_equal(by_struct_size("by_step"), sizeof(struct by_step));
    assert_int_equal(by_struct_size("by_nothing"), 0);
}

static void every_game_and_search_is_listed_with_its_options(void **state)
{
    (void)state;
    struct by_listed entry;
    struct by_listed_option option;
    int games = 0, aliases = 0, searches = 0;
    for (; by_list_games(games, &entry); games++) {
        const struct by_alias *alias;
        const struct by_game *game = by_game_find(entry.name, &alias);
        assert_non_null(game);
        assert_true((alias != NULL) == (entry.settings != NULL));
        int options = 0;
        while (by_list_game_options(entry.name, options, &option))
            options++;
        assert_int_equal(options, alias ? 0 : by_options_count(game->options));
        aliases += alias != NULL;
        assert_true(by_list_playouts(entry.name, 0, &entry));
    }
    assert_null(by_game_at(games - aliases));
    for (; by_list_searches(searches, &entry); searches++) {
        int options = 0;
        while (by_list_search_options(entry.name, options, &option))
            options++;
        assert_int_equal(options, by_options_count(by_search_find(entry.name)->options));
    }
    assert_null(by_search_at(searches));
    assert_false(by_list_games(-1, &entry));
    assert_false(by_list_evaluations("nosuch", 0, &entry));
    assert_false(by_list_evaluations("connect4", -1, &entry));
    assert_true(by_list_evaluations("connect4", 0, &entry));
    assert_string_equal(entry.name, "lines");
    assert_false(by_list_search_options("nosuch", 0, &option));
    assert_true(by_list_game_options("connect4", 0, &option));
    assert_string_equal(option.type, "size");
    assert_string_equal(option.fallback, "7x6");
    int formats = 0;
    while (by_list_formats(formats, &entry) && strcmp(entry.name, "sgf") != 0)
        formats++;
    assert_string_equal(entry.name, "sgf");
}

static struct by_line *open(const char *game, struct by_rules **rules)
{
    struct by_line *line;
    assert_int_equal(by_rules_open(game, NULL, 0, NULL, rules, NULL), BY_OK);
    assert_int_equal(by_line_open(*rules, &line, NULL), BY_OK);
    return line;
}

static void boards_and_copies(void **state)
{
    (void)state;
    struct by_rules *rules;
    struct by_cells cells;
    struct by_line *line = open("tictactoe", &rules), *copy;
    int width, height;
    char settings[64];
    by_rules_board(rules, &width, &height);
    assert_int_equal(width * 10 + height, 33);
    assert_string_equal(by_rules_name(rules), "tictactoe");
    assert_true(by_rules_settings(rules, settings, sizeof settings) > 0);
    assert_string_equal(settings, "m=3 n=3 k=3");
    assert_int_equal(by_line_play_text(line, "b2", NULL), BY_OK);
    assert_true(by_line_cells(line, &cells));
    assert_int_equal(cells.cell[4], 'X');
    assert_int_equal(cells.mark[4], BY_MARK_LAST);
    assert_int_equal(by_line_copy(line, &copy, NULL), BY_OK);
    assert_int_equal(by_line_play_text(copy, "a1", NULL), BY_OK);
    assert_int_equal(by_line_count(line), 1);
    assert_int_equal(by_line_count(copy), 2);
    assert_int_equal(by_line_move(copy, 0), 4);
    assert_int_equal(by_line_move(copy, 2), BY_NO_MOVE);
    assert_int_equal(by_line_move(copy, -1), BY_NO_MOVE);
    by_line_close(line);
    by_line_close(copy);
    by_rules_close(rules);
    line = open("nim", &rules);
    assert_false(by_line_cells(line, &cells));
    by_line_close(line);
    by_rules_close(rules);
}

/* A long line, beyond the room that a new one has. */
static void a_copy_goes_its_own_way(void **state)
{
    (void)state;
    struct by_rules *rules;
    struct by_line *line = open("go", &rules), *copy;
    char a[1024], b[1024];
    by_move moves[400];
    for (int i = 0; i < 60; i++) {
        int count = by_line_moves(line, moves);
        assert_int_equal(by_line_play(line, moves[i * 7 % count], NULL), BY_OK);
    }
    assert_int_equal(by_line_copy(line, &copy, NULL), BY_OK);
    while (by_line_count(line) > 0) {
        (void)by_line_text(line, a, sizeof a);
        (void)by_line_text(copy, b, sizeof b);
        assert_string_equal(a, b);
        assert_true(by_line_undo(line) && by_line_undo(copy));
    }
    assert_false(by_line_undo(copy));
    by_line_close(line);
    by_line_close(copy);
    by_rules_close(rules);
}

static void records_are_read_and_taken(void **state)
{
    (void)state;
    static const char text[] = "(;GM[4]RU[mnk k=3]SZ[3]PB[Ada]RE[B+];B[bb];W[aa]C[why?])"
                               "(;GM[1000]RU[nim];B[7=3+4])";
    struct by_records *records;
    struct by_rules *rules = NULL;
    struct by_line *line = NULL;
    bool found;
    assert_int_equal(by_records_open(text, strlen(text), NULL, &records, NULL), BY_OK);
    assert_null(by_records_line(records));
    assert_null(by_records_info(records, "first"));
    assert_false(by_records_take(records, &rules, &line));
    assert_int_equal(by_records_next(records, &found, NULL), BY_OK);
    assert_true(found);
    assert_int_equal(by_line_count(by_records_line(records)), 2);
    assert_string_equal(by_records_info(records, "first"), "Ada");
    assert_string_equal(by_records_info(records, "comment"), "why?");
    assert_null(by_records_info(records, "second"));
    assert_null(by_records_info(records, "nosuch"));
    assert_true(by_records_take(records, &rules, &line));
    assert_false(by_records_take(records, &rules, &line));
    assert_int_equal(by_records_next(records, &found, NULL), BY_OK);
    assert_string_equal(by_rules_name(by_records_rules(records)), "nim");
    assert_int_equal(by_records_next(records, &found, NULL), BY_OK);
    assert_false(found);
    assert_null(by_records_rules(records));
    by_records_close(records);
    assert_int_equal(by_line_play_text(line, "c3", NULL), BY_OK); /* it outlives the records */
    by_line_close(line);
    by_rules_close(rules);
}

static void records_are_written(void **state)
{
    (void)state;
    struct by_rules *rules;
    struct by_line *line = open("tictactoe", &rules);
    struct by_setting info[] = {{"first", "Ada"}, {"nosuch", "x"}};
    struct by_error err;
    char *text;
    size_t size;
    assert_int_equal(by_line_play_text(line, "b2", NULL), BY_OK);
    assert_int_equal(by_line_record(line, "sgf", info, 1, &text, &size, &err), BY_OK);
    assert_int_equal(strlen(text), size);
    assert_non_null(strstr(text, "PB[Ada]"));
    assert_non_null(strstr(text, ";B[bb])"));
    by_free(text);
    assert_int_equal(by_line_record(line, "sgf", info, 2, &text, &size, &err), BY_BAD_INPUT);
    assert_string_equal(err.text, "a record has nothing called 'nosuch'");
    assert_null(text);
    assert_int_equal(by_line_record(line, "pdf", NULL, 0, &text, &size, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "there is no format 'pdf': the formats are "));
    assert_int_equal(by_line_record(line, "psq", NULL, 0, &text, &size, &err), BY_BAD_INPUT);
    by_line_close(line);
    by_rules_close(rules);
}

static void bad_records_are_refused(void **state)
{
    (void)state;
    struct by_records *records = NULL;
    struct by_error err;
    bool found;
    static const char broken[] = "(;GM[4]RU[mnk k=3]SZ[3];B[bb];W[bb])";
    assert_int_equal(by_records_open("hello", 5, NULL, &records, &err), BY_BAD_INPUT);
    assert_null(records);
    assert_non_null(strstr(err.text, "looks like no format known here: the formats are "));
    assert_int_equal(by_records_open("x", 1, "pdf", &records, &err), BY_BAD_INPUT);
    assert_int_equal(by_records_load("/nonexistent/x.sgf", NULL, &records, &err), BY_BAD_INPUT);
    assert_null(records);
    assert_int_equal(by_records_open(broken, strlen(broken), "sgf", &records, &err), BY_OK);
    assert_int_equal(by_records_next(records, &found, &err), BY_BAD_INPUT);
    assert_false(found);
    assert_null(by_records_line(records));
    assert_non_null(strstr(err.text, "line 1, column "));
    by_records_close(records);
    by_records_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_interface_can_be_told_apart),
        cmocka_unit_test(every_game_and_search_is_listed_with_its_options),
        cmocka_unit_test(boards_and_copies),
        cmocka_unit_test(a_copy_goes_its_own_way),
        cmocka_unit_test(records_are_read_and_taken),
        cmocka_unit_test(records_are_written),
        cmocka_unit_test(bad_records_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
