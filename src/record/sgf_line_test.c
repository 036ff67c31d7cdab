/* sgf_line_test.c: from SGF to lines of play and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "record/sgf_line_test.h"

/* --- reading ---------------------------------------------------------------------------- */

#define MNK "(;FF[4]GM[4]RU[mnk k=3]SZ[3]"

static void moves_are_played(void **state)
{
    (void)state;
    expect(MNK ";B[bb];W[aa];B[ca])", 3, 0, "O.X/.X./... O");
    expect(MNK ")", 0, 0, ".../.../... X");
    expect("(;GaMe[4]RUles[mnk k=4]SiZe[5:4];Black[ed];White[a\na])", 2, 0,
           "O..../...../...../....X X");
    expect(MNK ";B[bb]C[x](;W[aa])(;W[cc]))", 2, 0, "O../.X./... X");
}

static void the_way_can_be_chosen(void **state)
{
    (void)state;
    static const char text[] = MNK ";B[bb](;W[aa](;B[ab])(;B[ac]))(;W[cc];B[ba]C[end]))";
    expect_asked(text,
                 &(struct by_record_request){.ply = -1, .choices = (int[]){1}, .choice_count = 1},
                 3, 0, ".X./.X./..O O");
    expect_asked(
        text, &(struct by_record_request){.ply = -1, .choices = (int[]){0, 1}, .choice_count = 2},
        3, 0, "O../.X./X.. O");
    expect_asked(text, &(struct by_record_request){.ply = 2}, 2, 0, "O../.X./... X");
    expect_asked(text, &(struct by_record_request){.ply = 0}, 0, 0, ".../.../... X");
    expect_asked(text, &(struct by_record_request){.ply = 9}, 3, 0, "O../XX./... O");
    refuse_asked(text,
                 &(struct by_record_request){.ply = -1, .choices = (int[]){2}, .choice_count = 1},
                 "choice 1 of variations: there is no variation 3");
    refuse_asked(
        text, &(struct by_record_request){.ply = -1, .choices = (int[]){1, 0}, .choice_count = 2},
        "2 choices of variations, but there are only 1");
}

static void stones_are_set_up(void **state)
{
    (void)state;
    expect(MNK "AB[aa][cc]AW[bb]PL[W])", 0, 0, "X../.O./..X O");
    expect(MNK "AB[aa][cc]AW[bb])", 0, 0, "X../.O./..X O"); /* it can only be White's turn */
    expect(MNK "AB[aa:ba]AW[ab:bb]PL[B];B[cc])", 1, 0, "XX./OO./..X O");
    expect(MNK "AB[aa]AW[bb]AB[bb]AE[aa]AE[]PL[w])", 0, 0, ".../.X./... O");
    expect(MNK ";B[aa];W[bb];AB[cc]AW[ac];B[ba])", 3, 2, "XX./.O./O.X O");
    expect_asked(MNK ";B[aa];W[bb];AB[cc]AW[ac];B[ba])", &(struct by_record_request){.ply = 1}, 1,
                 0, "X../.../... O");
    refuse(MNK "AB[aa]\nAW[dd])", "line 2, column 4: 'dd' is no point of a 3x3 board");
    refuse(MNK "AB[aa:ad])", "'aa:ad' is no point of a 3x3 board");
    refuse(MNK "AB[aa][bb][cc])", "line 1, column 2: ");
    refuse(MNK "PL[red])", "PL[red] is neither B nor W");
    refuse(MNK ";B[aa];PL[B])", "line 1, column 35: 1 X and 0 O do not fit X to move");
}

static void bad_moves_are_found_where_they_are(void **state)
{
    (void)state;
    refuse(MNK "\n;B[aa]\n;W[aa])", "line 3, column 4: move 2, W[aa]: ");
    refuse(MNK ";B[dd])", "'dd' is no point of a 3x3 board");
    refuse(MNK ";B[a])", "'a' is no point of a 3x3 board");
    refuse(MNK ";B[b2])", "'b2' is no point of a 3x3 board");
    refuse(MNK ";B[])", "'' is a pass, and mnk has none");
    refuse(MNK ";B[tt])", "'tt' is a pass, and mnk has none");
    refuse(MNK ";B[aa];B[bb])", "move 2, B[bb]: it is not Black's turn");
    refuse(MNK ";W[aa])", "move 1, W[aa]: it is not White's turn");
    refuse(MNK ";B[aa];W[ab];B[ba];W[bb];B[ca];W[cb])", "move 6, W[cb]: the game is over");
    refuse(MNK ";B[\x01\xff])", "'?\?' is no point");
    refuse(MNK ";B[aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa])",
           "is no move");
    expect(MNK ";B[aa];W[ab];B[ba];W[bb];B[ca];W[];B[tt])", 5, 0, "XXX/OO./... O");
}

static void games_and_sizes_are_checked(void **state)
{
    (void)state;
    refuse("(;GM[x])", "line 1, column 6: GM[x] is not the number of a game");
    refuse("(;GM[0])", "GM[0] is not the number of a game");
    refuse("(;GM[40])", "GM[40] is a game that cannot be played here");
    refuse("(;GM[4]RU[mnk]SZ[0])", "line 1, column 18: SZ[0] is not the size of a board");
    refuse("(;GM[4]RU[mnk]SZ[9])", "line 1, column 18: ");
    refuse("(;GM[4]RU[mnk k=x]SZ[4])", "line 1, column 11: ");
    refuse("(;GM[4]RU[mnk]SZ[nan])", "SZ[nan] is not the size of a board");
    refuse("(;GM[4]RU[mnk k=x])", "k");
    refuse_asked(MNK ")", &(struct by_record_request){.ply = -1, .game = "nosuch"},
                 "there is no game 'nosuch'");
    refuse_asked(MNK ")", &(struct by_record_request){.ply = -1, .game = "nim"},
                 "GM[4] is another game than nim");
}

static void the_user_knows_better(void **state)
{
    (void)state;
    struct by_setting settings[] = {{"size", "4x4"}, {"k", "4"}};
    expect_asked("(;GM[40]SZ[3];B[aa])", &(struct by_record_request){.ply = -1, .game = "mnk"}, 1,
                 0, "X../.../... O");
    expect_asked(MNK ";B[aa])",
                 &(struct by_record_request){.ply = -1, .settings = settings, .setting_count = 2},
                 1, 0, "X.../..../..../.... O");
    expect_asked(MNK ";B[aa])", &(struct by_record_request){.ply = -1, .game = "tictactoe"}, 1, 0,
                 "X../.../... O");
}

static void information_is_collected(void **state)
{
    (void)state;
    struct by_record record = {0};
    struct by_error err = {0};
    assert_int_equal(play(MNK "PB[A \\] b]PW[two\nlines]GC[two\r\nlines]EV[];B[aa]C[first]"
                              "RE[B+];W[bb]C[sec\\\nond])",
                          NULL, &record, &err),
                     BY_OK);
    assert_string_equal(record.info[BY_INFO_first], "A ] b");
    assert_string_equal(record.info[BY_INFO_second], "two lines");
    assert_string_equal(record.info[BY_INFO_about], "two\nlines");
    assert_string_equal(record.info[BY_INFO_event], "");
    assert_string_equal(record.info[BY_INFO_result], "B+");
    assert_string_equal(record.info[BY_INFO_rules], "mnk k=3");
    assert_null(record.info[BY_INFO_date]);
    assert_string_equal(record.comment, "second");
    by_record_close(&record);
}

/* A long text is cut, and not within a character. */
static void long_information_is_cut(void **state)
{
    (void)state;
    struct bytes text = {0};
    struct by_record record = {0};
    struct by_error err = {0};
    add_string(&text, MNK "PB[x");
    add_times(&text, "\xe5\x9b\xb2", 3000);
    add_string(&text, "])");
    assert_int_equal(play(text.data, NULL, &record, &err), BY_OK);
    size_t length = strlen(record.info[BY_INFO_first]);
    assert_true(length <= BY_INFO_MAX);
    assert_true(length == 1 || (length - 1) % 3 == 0);
    by_record_close(&record);
    free(text.data);
}

/* Setting up costs more than other things: there is an end to it. */
static void endless_setting_up_is_refused(void **state)
{
    (void)state;
    struct bytes text = {0};
    add_string(&text, MNK);
    add_times(&text, ";AB[aa]AW[bb]PL[B]", 20000);
    add_string(&text, ")");
    refuse(text.data, "stones are set up more than 10000 times");
    free(text.data);
}

/* --- writing ------------------------------------------------------------------------------ */

static void a_line_becomes_a_record(void **state)
{
    (void)state;
    struct by_rules *rules;
    struct by_error err = {0};
    char wanted[256];
    const char *info[BY_INFO_COUNT] = {[BY_INFO_first] = "One [1]", [BY_INFO_event] = "x\\y"};
    struct by_setting settings[] = {{"size", "4x3"}, {"k", "3"}};
    struct by_line *line = open_line("mnk", settings, 2, ".X../..O./.... X", &rules);
    assert_int_equal(by_line_play_list(line, "a3 b2 c3", &err), BY_OK);
    char *text = text_of(line, info);
    (void)snprintf(wanted, sizeof wanted,
                   "(;FF[4]GM[4]CA[UTF-8]SZ[4:3]RU[mnk size=4x3 k=3]PB[One [1\\]]EV[x\\\\y]"
                   "AP[banyan:%s]RE[B+]AB[ba]AW[cb]\n;B[aa];W[bb];B[ca])\n",
                   by_version());
    assert_string_equal(text, wanted);
    free(text);
    by_line_close(line);
    by_rules_close(rules);
}

/* Games that SGF has no number for, from their own start and from another. */
static void games_without_a_number_are_written_in_their_own_words(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 9, 0);
    struct by_setting heaps = {"heaps", "3 5 7"}, small = {"size", "5x6"};
    for (int i = long_tests() ? 2000 : 100; i > 0; i--) {
        check_round_trip("nim", &heaps, 1, &rng);
        check_round_trip("breakthrough", &small, 1, &rng);
        check_round_trip("connect4", NULL, 0, &rng);
        check_round_trip("coins", NULL, 0, &rng);
        check_round_trip("stones", NULL, 0, &rng);
        check_round_trip("tree", NULL, 0, &rng);
    }
    struct by_rules *rules;
    struct by_line *line = open_line("nim", NULL, 0, "4 9 | O", &rules);
    assert_int_equal(by_line_play_text(line, "9=4+5", NULL), BY_OK);
    char *text = text_of(line, NULL);
    assert_non_null(strstr(text, "GM[1000]"));
    assert_non_null(strstr(text, "RU[nim]"));
    assert_non_null(strstr(text, "POSITION[4 9 | O]"));
    assert_non_null(strstr(text, ";W[9=4+5]"));
    struct by_record record = {0};
    struct by_error err = {0};
    assert_int_equal(play(text, NULL, &record, &err), BY_OK);
    assert_same_line(line, record.line);
    by_record_close(&record);
    free(text);
    by_line_close(line);
    by_rules_close(rules);
    refuse("(;GM[1000])", "GM[1000] is a game that RU names, and RU names none that is here");
    refuse("(;GM[1000]RU[chess])", "RU names none");
    refuse("(;GM[1000]RU[nim]POSITION[x])", "line 1, column 27: ");
    refuse("(;GM[1000]RU[nim];W[7=3+4])", "it is not White's turn");
    refuse("(;GM[1000]RU[nim];B[dd])", "move 1, B[dd]: ");
    refuse("(;GM[1000]RU[nim];B[])", "move 1, B[]: ");
    refuse("(;GM[1000]RU[nim]AB[dd])", "");
}

static void lines_survive_the_round_trip(void **state)
{
    (void)state;
    static const char *const sizes[] = {"3x3", "8x8", "5x4", "1x7", "8x3"};
    struct by_rng rng;
    by_rng_init(&rng, 5, 0);
    for (int i = long_tests() ? 20000 : 1000; i > 0; i--) {
        struct by_setting settings[] = {{"size", sizes[by_rng_below(&rng, 5)]}, {"k", "3"}};
        check_round_trip("mnk", settings, 2, &rng);
        check_round_trip("tictactoe", NULL, 0, &rng);
    }
}

/* --- the table and the register -------------------------------------------------------------- */

/* Whatever a game calls its points, each one comes back from SGF as the same move. */
static void every_point_maps_to_itself(void **state)
{
    (void)state;
    const struct by_sgf_mapping *mapping;
    int tried = 0;
    for (int i = 0; (mapping = by_sgf_mapping_at(i)); i++) {
        struct by_rules *rules;
        if (!by_game_find(mapping->game, NULL))
            continue;
        struct by_line *line = open_line(mapping->game, NULL, 0, NULL, &rules);
        by_move *moves = malloc((size_t)rules->max_moves * sizeof *moves);
        assert_non_null(moves);
        for (int m = by_line_moves(line, moves) - 1; m >= 0; m--, tried++) {
            struct by_record record = {0};
            struct by_error err = {0};
            assert_int_equal(by_line_play(line, moves[m], &err), BY_OK);
            char *text = text_of(line, NULL);
            if (play(text, NULL, &record, &err) != BY_OK)
                fail_msg("%s: %s", err.text, text);
            assert_same_line(line, record.line);
            by_record_close(&record);
            free(text);
            by_line_undo(line);
        }
        free(moves);
        by_line_close(line);
        by_rules_close(rules);
    }
    assert_true(tried >= 9);
}

static void formats_are_found(void **state)
{
    (void)state;
    const struct by_record_format *sgf = by_record_format_find("SGF");
    char names[64];
    struct by_text out = by_text_over(names, sizeof names);
    assert_non_null(sgf);
    assert_non_null(by_record_format_at(0));
    assert_null(by_record_format_at(-1));
    assert_null(by_record_format_find("nosuch"));
    assert_ptr_equal(by_record_format_of("a/b.c/game.SGF"), sgf);
    assert_ptr_equal(by_record_format_of("game.mgt"), sgf);
    assert_null(by_record_format_of("dir.sgf/game"));
    assert_null(by_record_format_of("game.sg"));
    assert_null(by_record_format_of("sgf"));
    assert_null(by_record_format_of(""));
    assert_ptr_equal(by_record_format_sniff("\xef\xbb\xbf \n(\n;", 8), sgf);
    assert_null(by_record_format_sniff("(x;", 3));
    assert_null(by_record_format_sniff("", 0));
    assert_null(by_record_format_sniff("(\0;", 3));
    by_record_format_names(&out);
    assert_non_null(strstr(names, "sgf"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_played),
        cmocka_unit_test(the_way_can_be_chosen),
        cmocka_unit_test(stones_are_set_up),
        cmocka_unit_test(bad_moves_are_found_where_they_are),
        cmocka_unit_test(games_and_sizes_are_checked),
        cmocka_unit_test(the_user_knows_better),
        cmocka_unit_test(information_is_collected),
        cmocka_unit_test(long_information_is_cut),
        cmocka_unit_test(endless_setting_up_is_refused),
        cmocka_unit_test(a_line_becomes_a_record),
        cmocka_unit_test(games_without_a_number_are_written_in_their_own_words),
        cmocka_unit_test(lines_survive_the_round_trip),
        cmocka_unit_test(every_point_maps_to_itself),
        cmocka_unit_test(formats_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
