/* gomocup_test.c: PSQ records and the two forms of openings: what they mean, round trips, and texts
 * that are refused with line and column. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "record/record.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- reading ------------------------------------------------------------------------ */

/* Reads game `number` (from 1) of a text of exactly `size` bytes, so that reading past it is seen. */
static enum by_status read_bytes(const char *format, const char *bytes, size_t size, int number,
                                 struct by_record *record, struct by_error *err)
{
    bool found = true;
    char *text = malloc(size > 0 ? size : 1);
    assert_non_null(text);
    memcpy(text, bytes, size);
    struct by_record_source source = {
        .format = by_record_format_find(format), .text = text, .size = size};
    enum by_status status = BY_OK;
    for (int i = 0; i < number && status == BY_OK && found; i++)
        status = by_record_next(&source, record, &found, err);
    assert_true(status != BY_OK || found);
    free(text);
    return status;
}

static void moves_of(const struct by_record *record, char *out, size_t size)
{
    struct by_text text = by_text_over(out, size);
    by_text_format(&text, "%dx%d", record->rules->width, record->rules->height);
    for (int i = 0; i < record->line->count; i++) {
        by_text_char(&text, ' ');
        record->rules->game->write_move(record->rules, NULL, record->line->moves[i], &text);
    }
}

static void expect(const char *format, const char *text, int number, const char *expected)
{
    char moves[8000];
    struct by_record record = {0};
    struct by_error err = {0};
    if (read_bytes(format, text, strlen(text), number, &record, &err) != BY_OK)
        fail_msg("%s: %s", text, err.text);
    moves_of(&record, moves, sizeof moves);
    assert_string_equal(moves, expected);
    by_record_close(&record);
}

static void refuse_bytes(const char *format, const char *text, size_t size, int number,
                         const char *sentence)
{
    struct by_record record = {0};
    struct by_error err = {0};
    if (read_bytes(format, text, size, number, &record, &err) != BY_BAD_INPUT)
        fail_msg("accepted: %s", text);
    if (!strstr(err.text, sentence))
        fail_msg("'%s' was refused with: %s", text, err.text);
    by_record_close(&record);
}

static void refuse(const char *format, const char *text, const char *sentence)
{
    refuse_bytes(format, text, strlen(text), 1, sentence);
}

/* --- what they mean ------------------------------------------------------------------- */

static void psq_counts_from_the_top_left(void **state)
{
    (void)state;
    expect("psq", "Piskvorky 20x20, 11:11, 0\n1,1,0\n20,1,1234567\n1,20,5\n-1\n", 1,
           "20x20 a20 u20 a1");
    expect("psq", "Piskvorky 7x5, 0:0, 0\r\n7,1,0\r\n1,5,0\r\nA\r\nB\r\n0\r\n", 1, "7x5 g5 a1");
    expect("psq", "Piskvorky 15x15, 0:11, 1\n8,8\n0\n", 1, "15x15 h8");
    expect("psq", "Piskvorky 15x15, 0:11, 1\n0\n\n", 1, "15x15");
}

static void psq_names_belong_to_who_begins(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        char text[128];
        struct by_record record = {0};
        struct by_error err = {0};
        (void)snprintf(text, sizeof text, "Piskvorky 9x9, 1:1, %d\n5,5,0\n5one\ntwo, 2\n0\n",
                       first);
        assert_int_equal(read_bytes("psq", text, strlen(text), 1, &record, &err), BY_OK);
        assert_string_equal(record.info[first ? BY_INFO_second : BY_INFO_first], "5one");
        assert_string_equal(record.info[first ? BY_INFO_first : BY_INFO_second], "two, 2");
        by_record_close(&record);
    }
}

/* Six in a row, and on it goes: then the rule must be the one for exactly five. */
static void psq_finds_the_rule(void **state)
{
    (void)state;
    static const char six[] = "Piskvorky 9x9, 1:1, 0\n1,1,0\n1,9,0\n2,1,0\n3,9,0\n3,1,0\n5,9,0\n"
                              "5,1,0\n7,9,0\n6,1,0\n9,9,0\n4,1,0\n";
    char text[300];
    struct by_record record = {0};
    struct by_error err = {0};
    (void)snprintf(text, sizeof text, "%s0\n", six);
    assert_int_equal(read_bytes("psq", text, strlen(text), 1, &record, &err), BY_OK);
    assert_true(record.rules->game->over(record.rules, by_line_position(record.line)));
    (void)snprintf(text, sizeof text, "%s5,5,0\n0\n", six);
    assert_int_equal(read_bytes("psq", text, strlen(text), 1, &record, &err), BY_OK);
    assert_int_equal(record.line->count, 12);
    assert_string_equal(by_values_get(&record.rules->values, "rule")->text, "exact");
    by_record_close(&record);
}

/* Lines behind the moves as Piskvork and Gomocup's files have them. */
static void psq_ends_as_real_files_do(void **state)
{
    (void)state;
    static const struct {
        const char *end, *rule, *result;
    } ends[] = {
        {"-1\n", "freestyle", NULL},
        {"0\r\n\r\n", "freestyle", NULL},
        {"homo-1\npbrain-x.exe\n15\n", "freestyle", NULL},
        {"one\ntwo\n-1\n1,Freestyle", "freestyle", "B+"},
        {"one\ntwo\n-1\n2,Freestyle\n", "freestyle", "W+"},
        {"one\ntwo\n0\n0,Standard\n", "exact", NULL},
        {"one\ntwo\n0\n2,Renju\r\n\r\n", "renju", "W+"},
        {"one\ntwo\n0\n1,Caro\n", "freestyle", "B+"},
        {"0\n1,Standard\n", "exact", "B+"},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char text[160];
        struct by_record record = {0};
        struct by_error err = {0};
        (void)snprintf(text, sizeof text, "Piskvorky 9x9, 1:1, 0\n5,5,0\n%s", ends[i].end);
        if (read_bytes("psq", text, strlen(text), 1, &record, &err) != BY_OK)
            fail_msg("%s: %s", text, err.text);
        assert_int_equal(record.line->count, 1);
        assert_string_equal(by_values_get(&record.rules->values, "rule")->text, ends[i].rule);
        const char *result = record.info[BY_INFO_result];
        assert_string_equal(result ? result : "none", ends[i].result ? ends[i].result : "none");
        by_record_close(&record);
    }
}

static void openings_count_as_documented(void **state)
{
    (void)state;
    expect("offset", "0,0, 1,1, -7,7\n", 1, "15x15 h8 j7 a1");
    expect("offset", "8,-3, 6,-4\r\n\r\n0,0\r\n", 1, "20x20 t13 r14");
    expect("offset", "8,-3, 6,-4\r\n\r\n0,0", 2, "15x15 h8");
    expect("offset", "0,0,1,0\n", 1, "15x15 h8 j8");
    expect("pos", "b7d6e6f7h2k5\n", 1, "15x15 b9 d10 e10 f9 h14 l11");
    expect("pos", "\n\nH8\ni8t20\n", 2, "20x20 j13 u1");
}

static void formats_are_recognised(void **state)
{
    (void)state;
    static const struct {
        const char *text, *format;
    } looks[] = {
        {"Piskvorky 20x20, 11:11, 0\n", "psq"},
        {"0,0, 1,1\n", "offset"},
        {"-3,4\n", "offset"},
        {"h8i9j10\n", "pos"},
    };
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        assert_ptr_equal(by_record_format_sniff(looks[i].text, strlen(looks[i].text)),
                         by_record_format_find(looks[i].format));
    const struct by_record_format *othello = by_record_format_sniff("f5d6c3\n", 7);
    assert_true(othello != by_record_format_find("pos"));
}

/* --- round trips ------------------------------------------------------------------------ */

static char *text_of(struct by_record *record, const char *format, size_t *size)
{
    char *text = NULL;
    struct by_error err = {0};
    if (by_record_text(record, by_record_format_find(format), &text, size, &err) != BY_OK)
        fail_msg("%s: %s", format, err.text);
    return text;
}

/* A record of a random game of at most `most` plies. */
static void random_record(struct by_record *record, struct by_rng *rng, const char *size, int most)
{
    by_move list[625];
    struct by_setting setting = {"size", size};
    by_pool_open(&record->pool, BY_SGF_ARENA_MAX);
    assert_int_equal(by_rules_open("gomoku", &setting, 1, NULL, &record->rules, NULL), BY_OK);
    assert_int_equal(by_line_open(record->rules, &record->line, NULL), BY_OK);
    const struct by_game *game = record->rules->game;
    for (int i = 0; i < most; i++) {
        const void *here = by_line_position(record->line);
        if (game->over(record->rules, here))
            break;
        int count = game->moves(record->rules, here, list);
        by_move move = list[by_rng_below(rng, (uint32_t)count)];
        assert_int_equal(by_line_play(record->line, move, NULL), BY_OK);
    }
}

/* Through `format` and back: the same moves, and writing again gives the same bytes. */
static void check_round_trip(struct by_record *record, const char *format)
{
    char before[8000], after[8000];
    size_t size, again_size;
    struct by_record back = {0};
    struct by_error err = {0};
    char *text = text_of(record, format, &size);
    bool found = false;
    struct by_record_request whole = {.ply = -1};
    struct by_record_source source = {
        .format = by_record_format_find(format), .text = text, .size = size};
    if (by_record_next(&source, &back, &found, &err) != BY_OK ||
        by_record_play(&back, &whole, &err) != BY_OK)
        fail_msg("%s: %s", text, err.text);
    moves_of(record, before, sizeof before);
    moves_of(&back, after, sizeof after);
    assert_string_equal(before, after);
    char *again = text_of(&back, format, &again_size);
    assert_int_equal(size, again_size);
    assert_memory_equal(text, again, size);
    free(text);
    free(again);
    by_record_close(&back);
}

static void expect_written(const char *from, const char *text, const char *to, const char *expected)
{
    size_t size;
    struct by_record record = {0};
    struct by_record_request whole = {.ply = -1};
    struct by_error err = {0};
    bool found = false;
    struct by_record_source source = {
        .format = by_record_format_find(from), .text = text, .size = strlen(text)};
    if (by_record_next(&source, &record, &found, &err) != BY_OK ||
        by_record_play(&record, &whole, &err) != BY_OK)
        fail_msg("%s: %s", text, err.text);
    char *written = text_of(&record, to, &size);
    assert_string_equal(written, expected);
    free(written);
    by_record_close(&record);
}

/* Nothing is said that the record did not say: no names for players without names, and the rule
 * where it is not the usual one. */
static void psq_invents_nothing(void **state)
{
    (void)state;
#define ROOT "(;FF[4]GM[4]CA[UTF-8]SZ[9]"
    expect_written("sgf", ROOT ";B[aa])", "psq", "Piskvorky 9x9, 0:0, 0\n1,1,0\n0\n");
    expect_written("sgf", ROOT "PW[two];B[aa])", "psq",
                   "Piskvorky 9x9, 0:0, 0\n1,1,0\n?\ntwo\n0\n");
    expect_written("psq", "Piskvorky 9x9, 0:0, 0\n1,1,0\n?\ntwo\n0\n", "sgf",
                   ROOT "RU[Freestyle]PW[two]AP[banyan:0.1.0]\n;B[aa])\n");
    expect_written("psq", "Piskvorky 9x9, 0:0, 0\n1,1,0\n0\n", "sgf",
                   ROOT "RU[Freestyle]AP[banyan:0.1.0]\n;B[aa])\n");
    expect_written("sgf", ROOT "RU[Renju]RE[B+T];B[aa])", "psq",
                   "Piskvorky 9x9, 0:0, 0\n1,1,0\n0\n1,Renju\n");
    expect_written("psq", "Piskvorky 9x9, 0:0, 0\n1,1,0\n0\n1,Renju\n", "sgf",
                   ROOT "RU[Renju]RE[B+]AP[banyan:0.1.0]\n;B[aa])\n");
    expect_written("sgf", ROOT "PB[8,8]PW[a,b];B[aa])", "psq",
                   "Piskvorky 9x9, 0:0, 0\n1,1,0\n8 8\na,b\n0\n"); /* a name is no move */
    expect_written("sgf", ROOT "RU[Standard];B[aa])", "psq",
                   "Piskvorky 9x9, 0:0, 0\n1,1,0\n0\n0,Standard\n");
}

static void random_games_come_back(void **state)
{
    (void)state;
    struct by_rng rng;
    static const char *const sizes[] = {"15", "20", "5", "25", "9x12"};
    by_rng_init(&rng, 1, 0);
    for (int i = 0; i < 60; i++) {
        struct by_record record = {0};
        random_record(&record, &rng, sizes[i % 5], 1 + (int)by_rng_below(&rng, 300));
        check_round_trip(&record, "psq");
        if (i % 5 == 0) {
            check_round_trip(&record, "pos");
            check_round_trip(&record, "offset");
        }
        by_record_close(&record);
        random_record(&record, &rng, sizes[i % 5], 1 + (int)by_rng_below(&rng, 300));
        check_round_trip(&record, "sgf");
        by_record_close(&record);
    }
}

/* Games of one kind share their rules, those of another do not, and positions never do. */
static void rules_are_used_again(void **state)
{
    (void)state;
    static const char text[] = "h8\nh9\na20\nh8\n";
    struct by_record record = {0};
    struct by_record_source source = {
        .format = by_record_format_find("pos"), .text = text, .size = strlen(text)};
    const struct by_rules *rules[4];
    for (int i = 0; i < 4; i++) {
        bool found = false;
        assert_int_equal(by_record_next(&source, &record, &found, NULL), BY_OK);
        assert_int_equal(record.line->count, 1);
        rules[i] = record.rules;
        assert_int_equal(rules[i]->width, i == 2 ? 20 : 15);
    }
    assert_ptr_equal(rules[0], rules[1]);
    assert_ptr_equal(rules[0], rules[3]);
    struct by_setting setting = {"size", "5"};
    const char *position = "X..../...../...../...../..... O";
    assert_int_equal(by_record_begin(&record, "gomoku", &setting, 1, position, NULL), BY_OK);
    assert_int_equal(by_record_begin(&record, "gomoku", &setting, 1, NULL, NULL), BY_OK);
    assert_int_equal(by_line_side(record.line), 0);
    assert_int_equal(by_record_begin(&record, "gomoku", &setting, 1, "nonsense", NULL),
                     BY_BAD_INPUT);
    assert_int_equal(record.rules->width, 5);
    by_record_close(&record);
}

/* --- what is refused ---------------------------------------------------------------------- */

#define HEAD "Piskvorky 15x15, 1:1, 0\n"

/* Nine moves: black's five in the first row end the game. */
#define ROW_OF_FIVE "1,1,0\n1,9,0\n2,1,0\n3,9,0\n3,1,0\n5,9,0\n4,1,0\n7,9,0\n5,1,0\n"

static void bad_psq_is_refused_with_line_and_column(void **state)
{
    (void)state;
    refuse("psq", "", "line 1, column 1: a PSQ record begins like");
    refuse("psq", "Piskvorky 15y15, 1:1, 0\n", "line 1, column 13: ");
    refuse("psq", "Piskvorky 15x15, 1:1, 2\n", "line 1, column 24: ");
    refuse("psq", "Piskvorky 4x15, 1:1, 0\n", "line 1, column 11: a board of 4x15");
    refuse("psq", "Piskvorky 15x99999, 1:1, 0\n", "line 1, column 11: a board of 15x99999");
    refuse("psq", "Piskvorky 15x999999999999, 1:1, 0\n", "line 1, column 14: ");
    refuse("psq", HEAD "16,1,0\n0\n",
           "line 2, column 1: the point '16,1' is off the board of 15x15");
    refuse("psq", HEAD "1,1,0\n0,1,0\n0\n", "line 3, column 1: the point '0,1' is off the board");
    refuse("psq", HEAD "1,1,0\n1,1,0\n0\n", "line 3, column 1: move 2: the point '1,1' is taken");
    refuse("psq", HEAD "1,1,0\n2,1,0x\n0\n", "line 3, column 6: a move is 'x,y,milliseconds'");
    refuse("psq", HEAD "1,1,0\n2,-1,0\n0\n", "line 3, column 1: the point '2,-1' is off");
    refuse("psq", HEAD "1,1,0\n0\n1,Frestyle\n", "line 5, column 1: behind the moves");
    refuse("psq", HEAD "1,1,0\na\nb\n0\n3,Freestyle\n", "line 6, column 1: the last line has the");
    refuse("psq", HEAD "1,1,0\na\nb\n0\n1,Renju\n0\n", "line 6, column 1: the last line has the");
    refuse("psq", HEAD "1,1,0\na\nb\n0\n1,Renjuu\n", "line 6, column 1: the last line has the");
    refuse("psq", "Piskvorky 9x9, 0:0, 0\n" ROW_OF_FIVE "7,7,0\n0\n",
           "line 11, column 1: move 10: the point '7,7' comes after the end of the game");
    refuse("psq", HEAD "1,1,0\na\nb\nc\n0\n", "line 5, column 1: behind the moves");
    refuse("psq", HEAD "1,1,0\n0\n1,2,0\n", "line 5, column 1: ");
    refuse("psq", HEAD "1,1,0\nnobody\n", "line 4, column 1: behind the moves");
    refuse_bytes("psq", HEAD "1,1\0,0\n0\n", strlen(HEAD) + 9, 1, "line 2, column 4: ");
    refuse_bytes("psq", HEAD "a\0b\nb\n0\n", strlen(HEAD) + 8, 1, "line 2, column 1: ");
}

static void bad_openings_are_refused_with_line_and_column(void **state)
{
    (void)state;
    refuse("offset", "", "line 1, column 1: there is no opening");
    refuse("offset", "\n\n", "there is no opening");
    refuse("offset", "0,0, 1\n", "line 1, column 7: ");
    refuse("offset", "0,0, \n", "line 1, column 6: ");
    refuse("offset", "0,0, 0,0\n", "line 1, column 6: move 2: the point '0,0' is taken");
    refuse("offset", "0,0, 13,0\n", "line 1, column 6: the point '13,0' is off the board of 25x25");
    refuse("offset", "0,0; 1,1\n", "line 1, column 4: ");
    refuse_bytes("offset", "1,1\n0,0\0\n", 9, 2, "line 2, column 4: ");
    refuse("pos", "h8h\n", "line 1, column 4: ");
    refuse("pos", "h8h8\n", "line 1, column 3: move 2: the point 'h8' is taken");
    refuse("pos", "h0\n", "line 1, column 1: the point 'h0' is off the board");
    refuse("pos", "z1\n", "line 1, column 1: the point 'z1' is off the board");
    refuse_bytes("pos", "h8\nh8\nk26\n", 10, 3, "line 3, column 1: ");
}

/* Cut anywhere, a record is refused, or it is a shorter record. */
static void records_cut_at_every_byte(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"psq", HEAD "8,8,10\n9,9,20\n10,10,3\none\ntwo\n0\n"},
        {"offset", "8,-3, 6,-4, 5,-4, 4,-3\r\n-1,-5, 0,0\r\n"},
        {"pos", "b7d6e6f7h2k5\r\nh8j10\r\n"},
    };
    for (int i = 0; i < 3; i++) {
        for (size_t size = 0; size < strlen(texts[i][1]); size++) {
            struct by_record record = {0};
            struct by_error err = {0};
            enum by_status status = read_bytes(texts[i][0], texts[i][1], size, 1, &record, &err);
            if (status != BY_OK)
                assert_non_null(strstr(err.text, "line "));
            else if (i == 0) /* of PSQ nothing may be missing but the last line break */
                assert_int_equal(size, strlen(texts[i][1]) - 1);
            by_record_close(&record);
        }
    }
}

/* Many bytes of one kind: an end in time, and no memory but that of one game. */
static void huge_texts_are_refused(void **state)
{
    (void)state;
    size_t size = 8 << 20;
    char *text = malloc(size);
    assert_non_null(text);
    static const char *const fill[][3] = {
        {"psq", HEAD, "1,1,0\n"}, {"psq", HEAD, "1"},         {"psq", HEAD, "name\n"},
        {"psq", HEAD, "\n"},      {"offset", "0,0", ", 0,0"}, {"offset", "0,0", ", "},
        {"pos", "a1", "a1"},      {"pos", "a", "1"},
    };
    for (size_t i = 0; i < sizeof fill / sizeof *fill; i++) {
        size_t head = strlen(fill[i][1]), unit = strlen(fill[i][2]);
        memcpy(text, fill[i][1], head);
        for (size_t at = head; at < size; at++)
            text[at] = fill[i][2][(at - head) % unit];
        refuse_bytes(fill[i][0], text, size, 1, "line ");
    }
    free(text);
}

static void what_cannot_be_written_is_said(void **state)
{
    (void)state;
    struct by_record record = {0};
    struct by_error err = {0};
    char *text = NULL;
    size_t size;
    assert_int_equal(by_rules_open("nogo", NULL, 0, NULL, &record.rules, NULL), BY_OK);
    assert_int_equal(by_line_open(record.rules, &record.line, NULL), BY_OK);
    assert_int_equal(by_record_text(&record, by_record_format_find("psq"), &text, &size, &err),
                     BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "is for gomoku, not for nogo"));
    by_record_close(&record);
    struct by_setting setting = {"size", "5"};
    assert_int_equal(by_rules_open("gomoku", &setting, 1, "X..../...../...../...../..... O",
                                   &record.rules, NULL),
                     BY_OK);
    assert_int_equal(by_line_open(record.rules, &record.line, NULL), BY_OK);
    assert_int_equal(by_record_text(&record, by_record_format_find("pos"), &text, &size, &err),
                     BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "begins with stones set up"));
    by_record_close(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(psq_counts_from_the_top_left),
        cmocka_unit_test(psq_names_belong_to_who_begins),
        cmocka_unit_test(psq_finds_the_rule),
        cmocka_unit_test(psq_ends_as_real_files_do),
        cmocka_unit_test(openings_count_as_documented),
        cmocka_unit_test(formats_are_recognised),
        cmocka_unit_test(psq_invents_nothing),
        cmocka_unit_test(random_games_come_back),
        cmocka_unit_test(rules_are_used_again),
        cmocka_unit_test(bad_psq_is_refused_with_line_and_column),
        cmocka_unit_test(bad_openings_are_refused_with_line_and_column),
        cmocka_unit_test(records_cut_at_every_byte),
        cmocka_unit_test(huge_texts_are_refused),
        cmocka_unit_test(what_cannot_be_written_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
