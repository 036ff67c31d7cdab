/* Tests of the formats for Othello: what they say, round trips, and texts that are wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "record/record.h"

#define START8 "......../......../......../...OX.../...XO.../......../......../........ X"

/* --- reading -------------------------------------------------------------------------------- */

struct reading {
    struct by_record_source source;
    struct by_record record;
    struct by_error err;
    bool found;
};

static enum by_status next(struct reading *r)
{
    struct by_record_request whole = {.ply = -1};
    r->err = (struct by_error){.status = BY_OK};
    enum by_status status = by_record_next(&r->source, &r->record, &r->found, &r->err);
    if (status == BY_OK && r->found)
        status = by_record_play(&r->record, &whole, &r->err);
    return status;
}

static struct reading open_bytes(const char *format, const char *text, size_t size)
{
    struct reading r = {.source = {.format = by_record_format_find(format)}};
    assert_non_null(r.source.format);
    r.source.text = text;
    r.source.size = size;
    return r;
}

/* The first game of a text. */
static struct reading read_game(const char *format, const char *text)
{
    struct reading r = open_bytes(format, text, strlen(text));
    if (next(&r) != BY_OK || !r.found)
        fail_msg("%s '%.60s': %s", format, text, r.err.text);
    return r;
}

static void assert_line(const struct reading *r, const char *position, int moves)
{
    assert_position(r->record.rules, by_line_position(r->record.line), position);
    assert_int_equal(r->record.line->count, moves);
}

static void assert_refused_text(const char *format, const char *text, size_t size,
                                const char *sentence)
{
    struct reading r = open_bytes(format, text, size);
    enum by_status status = BY_OK;
    do
        status = next(&r);
    while (status == BY_OK && r.found);
    if (status != BY_BAD_INPUT || !strstr(r.err.text, sentence))
        fail_msg("%s '%.60s': status %d, '%s' is not '%s'", format, text, (int)status, r.err.text,
                 sentence);
    by_record_close(&r.record);
}

static void refuse(const char *format, const char *text, const char *sentence)
{
    assert_refused_text(format, text, strlen(text), sentence);
}

static char *write_game(struct reading *r, const char *format)
{
    char *text = NULL;
    size_t size = 0;
    if (by_record_text(&r->record, by_record_format_find(format), &text, &size, &r->err) != BY_OK)
        fail_msg("%s", r->err.text);
    assert_int_equal(strlen(text), size);
    return text;
}

static void assert_written(const char *from, const char *text, const char *to, const char *expected)
{
    struct reading r = read_game(from, text);
    char *written = write_game(&r, to);
    assert_string_equal(written, expected);
    free(written);
    by_record_close(&r.record);
}

static void assert_not_written(const char *from, const char *text, const char *to,
                               const char *sentence)
{
    char *written = NULL;
    size_t size;
    struct reading r = read_game(from, text);
    assert_int_equal(by_record_text(&r.record, by_record_format_find(to), &written, &size, &r.err),
                     BY_BAD_INPUT);
    assert_non_null(strstr(r.err.text, sentence));
    by_record_close(&r.record);
}

/* --- what they say ---------------------------------------------------------------------------- */

static const char obf[] = "---------------------------XO------OX--------------------------- O; "
                          "D3:+1.5;  F5:-2; E6:+0;\n";

static void obf_is_positions(void **state)
{
    (void)state;
    struct reading r = read_game("obf", obf);
    assert_line(&r, "......../......../......../...XO.../...OX.../......../......../........ O", 0);
    assert_string_equal(r.record.comment, "D3:+1.5;  F5:-2; E6:+0;");
    by_record_close(&r.record);
    assert_written("obf", obf, "obf", obf);
    assert_written("obf", "% two\n\n-----XO--OX----- x % one\r\n", "obf", "-----XO--OX----- X;\n");
    assert_written("transcript", "f5", "obf",
                   "---------------------------OX------XXX-------------------------- O;\n");
    assert_not_written("obf", obf, "transcript", "begins at the start of the game");
}

/* Programs agree on no word for a pass. */
static void obf_knows_what_a_pass_is_worth(void **state)
{
    (void)state;
    static const char *const words[] = {"PASS", "pass", "PA", "ps", "--"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[64];
        snprintf(text, sizeof text, "XXXXXXXXXXXXXXO- O; %s:-16;\n", words[i]);
        struct reading r = read_game("obf", text);
        assert_int_equal(r.record.known_count, 1);
        assert_int_equal(r.record.known[0].move, 16);
        by_record_close(&r.record);
    }
    refuse("obf", "-----XO--OX----- X; PS:+2;", "column 21: the move 'pass' is not legal");
}

static void transcripts_are_moves(void **state)
{
    (void)state;
    struct reading r = read_game("transcript", "f5 D6C3d3\r\nc4\n");
    assert_line(&r, "......../......../..XO..../...OX.../...OXX../...O..../......../........ X", 4);
    assert_int_equal(next(&r), BY_OK);
    assert_int_equal(r.record.line->count, 1);
    assert_int_equal(next(&r), BY_OK);
    assert_false(r.found);
    by_record_close(&r.record);
    assert_written("transcript", "F5d6 C3d3", "transcript", "f5d6c3d3\n");
    assert_written("transcript", "# any\n# othello 6x6\nc2b2", "transcript",
                   "# othello 6x6\nc2b2\n");
    assert_written("transcript", "f5d6", "sgf",
                   "(;FF[4]GM[2]CA[UTF-8]SZ[8]AP[banyan:0.1.0]\n;B[fe];W[df])\n");
    assert_written("sgf", "(;GM[2];B[fe];W[df])", "transcript", "f5d6\n");
    assert_written("sgf", "(;GM[2];B[f5];W[d6])", "transcript", "f5d6\n");
}

static const char ggf[] = "(;GM[Othello]PB[one]PW[two]RB[1500]DT[2004.01.02]TY[8]RE[+2.000]"
                          "BO[8 ---------------------------O*------*O--------------------------- *]"
                          "B[f5]W[d6];)\n";

static void ggf_is_games(void **state)
{
    (void)state;
    struct reading r = read_game("ggf", "1 (;GM[othello]PC[GGS/os]PB[one]TY[8]\n"
                                        "BO[8 -------- -------- -------- ---O*--- ---*O--- "
                                        "-------- -------- -------- *]B[F5//0.01]W[d6/-1.2];)");
    assert_line(&r, "......../......../......../...OX.../...OXX../...O..../......../........ X", 2);
    assert_string_equal(r.record.info[BY_INFO_first], "one");
    assert_string_equal(r.record.info[BY_INFO_place], "GGS/os");
    by_record_close(&r.record);
    assert_written("ggf", ggf, "ggf", ggf);
    assert_written("ggf", "(;;)", "obf",
                   "---------------------------OX------XO--------------------------- X;\n");
    assert_written("ggf", ggf, "transcript", "f5d6\n");
    assert_written("ggf", "(;GM[Othello]BO[4 *O-------------- O]W[PA]B[c1];)", "ggf",
                   "(;GM[Othello]TY[4]RE[+3.000]BO[4 *O-------------- O]W[PA]B[c1];)\n");
    assert_written("ggf", "(;BO[4 *O-------------- O]B[c1];)", "ggf",
                   "(;GM[Othello]TY[4]RE[+3.000]BO[4 *O-------------- O]W[PA]B[c1];)\n");
}

/* A file with one game, of so many moves. */
static size_t make_wthor(unsigned char *out, const unsigned char *moves, size_t count)
{
    memset(out, 0, 16 + 68);
    memcpy(out, (const unsigned char[]){20, 4, 5, 6, 1, 0, 0, 0, 0, 0, 0xd1, 7, 8, 0, 24, 0}, 16);
    memcpy(out + 16, (const unsigned char[]){1, 0, 2, 1, 3, 0, 40, 38}, 8);
    memcpy(out + 24, moves, count);
    return 16 + 68;
}

static void wthor_is_years(void **state)
{
    (void)state;
    unsigned char bytes[100];
    size_t size = make_wthor(bytes, (const unsigned char[]){56, 64, 33}, 3);
    assert_ptr_equal(by_record_format_sniff((char *)bytes, size), by_record_format_find("wthor"));
    struct reading r = open_bytes("wthor", (char *)bytes, size);
    assert_int_equal(next(&r), BY_OK);
    assert_line(&r, "......../......../..X...../...XX.../...OXX../...O..../......../........ O", 3);
    assert_string_equal(r.record.info[BY_INFO_first], "player 258");
    assert_string_equal(r.record.info[BY_INFO_result], "B+16");
    assert_string_equal(r.record.info[BY_INFO_date], "2001");
    char *text = write_game(&r, "transcript");
    assert_string_equal(text, "f5d6c3\n");
    free(text);
    assert_int_equal(next(&r), BY_OK);
    assert_false(r.found);
    by_record_close(&r.record);
    assert_not_written("transcript", "f5", "wthor", "can be read, not written");
}

/* A year of many games, each with a move more or less than the one before; what is read is counted. */
struct year {
    unsigned char *bytes;
    size_t read;
};

#define YEAR_GAMES 5000

static void open_year(struct year *year)
{
    year->bytes = malloc(16 + (size_t)YEAR_GAMES * 68);
    assert_non_null(year->bytes);
    for (size_t i = 0; i < YEAR_GAMES; i++) {
        unsigned char one[16 + 68];
        (void)make_wthor(one, (const unsigned char[]){56, 64, 33}, i % 4);
        memcpy(one + 18, &(uint16_t){(uint16_t)i}, 2); /* the number of the first player */
        memcpy(year->bytes + (i == 0 ? 0 : 16 + i * 68), one + (i == 0 ? 0 : 16),
               sizeof one - (i == 0 ? 0 : 16));
    }
    memcpy(year->bytes + 4, (const unsigned char[]){YEAR_GAMES & 255, YEAR_GAMES >> 8}, 2);
}

static bool read_year(void *context, size_t at, size_t count, char *out)
{
    struct year *year = context;
    assert_true(at + count <= 16 + (size_t)YEAR_GAMES * 68);
    memcpy(out, year->bytes + at, count);
    year->read += count;
    return true;
}

/* Asks for one game. Whatever its number, the head and 68 bytes are read. */
static enum by_status ask_year(struct year *year, size_t size, int number, struct reading *r)
{
    int games;
    const struct by_record_bytes bytes = {year, size, read_year};
    const struct by_record_format *wthor = by_record_format_find("wthor");
    year->read = 0;
    r->err = (struct by_error){.status = BY_OK};
    enum by_status status =
        by_record_at(wthor, &bytes, number, &r->record, &r->found, &games, &r->err);
    assert_true(year->read <= 16 + 68);
    assert_int_equal(games, size < 16 ? 0 : (size - 16) / 68);
    return status;
}

static void a_game_of_wthor_is_read_at_its_place(void **state)
{
    (void)state;
    struct year year;
    struct reading r = {.found = false};
    size_t size = 16 + (size_t)YEAR_GAMES * 68;
    open_year(&year);
    for (int number = 1; number <= YEAR_GAMES; number += number < 5 ? 1 : 1665) {
        char player[32];
        (void)snprintf(player, sizeof player, "player %d", number - 1);
        assert_int_equal(ask_year(&year, size, number, &r), BY_OK);
        assert_true(r.found);
        assert_string_equal(r.record.info[BY_INFO_first], player);
        assert_int_equal(r.record.line->count, (number - 1) % 4);
    }
    assert_int_equal(ask_year(&year, size, YEAR_GAMES + 1, &r), BY_OK);
    assert_false(r.found);
    year.bytes[16 + 3 * 68 + 8] = 99; /* game 4 is broken: no other one is */
    assert_int_equal(ask_year(&year, size, 5, &r), BY_OK);
    assert_int_equal(ask_year(&year, size, 4, &r), BY_BAD_INPUT);
    assert_string_equal(r.err.text, "byte 228: move 1, 99, is off the board");
    assert_int_equal(ask_year(&year, size - 1, 1, &r), BY_BAD_INPUT);
    assert_non_null(strstr(r.err.text, "the header says 5000 games"));
    assert_int_equal(ask_year(&year, 15, 1, &r), BY_BAD_INPUT);
    by_record_close(&r.record);
    free(year.bytes);
}

static void texts_show_their_format(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"ggf", ggf},
        {"obf", obf},
        {"transcript", "f5d6"},
        {"transcript", "C4\n"},
        {"sgf", "(;GM[2])"},
        {"transcript", "# othello 4x4\nb1"},
        {NULL, "some text\n"},
        {NULL, "f55"},
        {NULL, ""},
        {NULL, "XO X"},
        {NULL, "(GM[Othello])"},
        {"pos", "h8i9j10"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct by_record_format *format =
            by_record_format_sniff(texts[i][1], strlen(texts[i][1]));
        const struct by_record_format *expected =
            texts[i][0] ? by_record_format_find(texts[i][0]) : NULL;
        if (format != expected)
            fail_msg("'%s' is taken for %s", texts[i][1], format ? format->name : "nothing");
    }
}

/* --- round trips -------------------------------------------------------------------------------- */

/* A random game of at most `plies`, as a line of moves. */
static struct by_line *random_line(const struct by_rules *rules, struct by_rng *rng, int plies)
{
    struct by_line *line;
    by_move moves[100];
    assert_int_equal(by_line_open(rules, &line, NULL), BY_OK);
    for (int i = 0; i < plies && !by_line_over(line); i++) {
        int count = by_line_moves(line, moves);
        assert_int_equal(by_line_play(line, moves[by_rng_below(rng, (uint32_t)count)], NULL),
                         BY_OK);
    }
    return line;
}

static void assert_same_line(const struct by_line *a, const struct by_line *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->moves, b->moves, (size_t)a->count * sizeof *a->moves);
    assert_int_equal(a->keys[a->count], b->keys[b->count]);
}

/* Written, read, the same; written again, the same bytes. */
static void check_round_trip(const char *format, struct by_line *line)
{
    struct reading first = {.record = {.line = line}};
    first.record.rules = (struct by_rules *)line->rules;
    first.record.format = by_record_format_find(format);
    by_pool_open(&first.record.pool, BY_SGF_ARENA_MAX);
    char *text = write_game(&first, format);
    struct reading second = read_game(format, text);
    assert_same_line(second.record.line, line);
    char *again = write_game(&second, format);
    assert_string_equal(text, again);
    free(again);
    by_record_close(&second.record);
    by_pool_close(&first.record.pool);
    free(text);
}

static void games_survive_every_format(void **state)
{
    (void)state;
    static const char *const sizes[] = {"size=8", "size=4", "size=6", "size=10"};
    static const char *const formats[] = {"sgf", "ggf", "transcript"};
    struct by_rng rng;
    by_rng_init(&rng, 9, 0);
    for (int i = 0; i < (long_tests() ? 4000 : 200); i++) {
        struct by_rules *rules = open_rules("othello", sizes[i % 4]);
        struct by_line *line = random_line(rules, &rng, i % 5 == 0 ? 1 + i % 40 : 1000);
        bool ends_in_pass = line->moves[line->count - 1] == rules->action_count - 1;
        for (int f = 0; f < 3; f++)
            if (f < 2 || !ends_in_pass) /* which a transcript leaves out */
                check_round_trip(formats[f], line);
        by_line_close(line);
        by_rules_close(rules);
    }
}

static void positions_survive_obf(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 10, 0);
    struct by_rules *rules = open_rules("othello", "");
    for (int i = 0; i < 100; i++) {
        struct by_line *line = random_line(rules, &rng, i);
        struct reading first = {.record = {.line = line, .rules = rules}};
        first.record.format = by_record_format_find("sgf");
        char *text = write_game(&first, "obf");
        struct reading second = read_game("obf", text);
        assert_int_equal(second.record.line->keys[0], line->keys[line->count]);
        by_record_close(&second.record);
        free(text);
        by_line_close(line);
    }
    by_rules_close(rules);
}

/* --- texts that are wrong ----------------------------------------------------------------------- */

static void bad_texts_are_refused_with_their_place(void **state)
{
    (void)state;
    refuse("obf", "", "line 1, column 1: there is no position");
    refuse("obf", "% nothing\n", "line 2, column 1: there is no position");
    refuse("obf", "-----XO--OX----- X;\n---XX--- X;", "line 2, column 1: 8 squares are no board");
    refuse("obf", "-----XO--OX-----", "line 1, column 17: the side to move");
    refuse("obf", "-----XO--OX----- Z", "line 1, column 18: the side to move");
    refuse("obf", "-----XO--OX-----X X", "17 squares are no board");
    refuse("obf", "-----XO--OX----- X a1", "line 1, column 20: a ';' must follow");
    refuse("obf", "-----XO--OX----- X; d2:+2", "line 1, column 26: a move and its score");
    refuse("obf", "-----XO--OX----- X; i9:+2;", "column 21: 'i9' is not a square");
    refuse("obf", "-----XO--OX----- X; a1:+2;", "column 21: the move 'a1' is not legal");
    refuse("obf", "-----XO--OX----- X; d2:two;", "column 24: 'two' is no score");
    refuse("obf", "-----XO--OX----- X; d2:;", "column 24: a move and its score");
    assert_refused_text("obf", "-----XO--OX----- X; d2\0:+2;", 27,
                        "column 23: a move and its score");
    refuse("transcript", "\r\n\r\n", "there is no game");
    refuse("transcript", "f5d6\r\nf5d6a1", "line 2, column 5: move 3: the move 'a1' is not legal");
    refuse("transcript", "f5d6i9", "column 5: move 3: 'i9' is not a square");
    refuse("transcript", "f5 d", "column 4: move 2: 'd' is not a square");
    refuse("transcript", "f5?", "column 3: '?' is no move");
    refuse("transcript", "f5pass", "column 3: move 2: the move 'pass' is not legal");
    refuse("transcript", "f5d9999999999", "column 3: move 2: ");
    refuse("transcript", "# othello 5x5\nb1", "line 1, column 11: a board is 4x4");
    refuse("transcript", "# othello 8x6\nb1", "line 1, column 11: a board is 4x4");
    assert_refused_text("transcript", "f5\0d6", 5, "column 3: '?' is no move");
    refuse("ggf", "no game", "there is no game");
    refuse("ggf", "x (;GM[Othello]", "line 1, column 3: the game that begins here does not end");
    refuse("ggf", "(;GM[Othello];", "line 1, column 1: the game that begins here does not end");
    refuse("ggf", "(;GM[Othello]PB[x;)", "column 16: the value that begins here has no ']'");
    refuse("ggf", "(;GM[Othello]?[x];)", "column 14: '?' is out of place");
    refuse("ggf", "(;GM[Chess];)", "column 6: GM[Chess] is a game that is not read");
    refuse("ggf", "(;BO[8 --*O *];)", "column 6: BO[...] is a board");
    refuse("ggf", "(;BO[6 *O-------------- O];)", "the numbers do not fit");
    refuse("ggf", "(;BO[4 *O-------------- -];)", "nobody is to move");
    refuse("ggf", "(;BO[4 *O--Z----------- *];)", "column 12: here is none of");
    refuse("ggf", "(;\nB[f5]W[f5];)",
           "line 2, column 8: move 2, W[f5]: the move 'f5' is not legal");
    refuse("ggf", "(;B[f5]B[d6];)", "column 10: move 2, B[d6]: it is not Black's turn");
    refuse("ggf", "(;B[z9];)", "column 5: move 1, B[z9]: 'z9' is not a square");
    refuse("ggf", "(;B[f5]BO[4 *O-------------- O];)", "column 8: the board is given twice");
    refuse("sgf", "(;GM[2];B[zz])", "column 11: 'zz' is no point of a 8x8 board");
    refuse("sgf", "(;GM[2];B[aa])", "column 11: move 1, B[aa]: the move 'a1' is not legal");
    refuse("sgf", "(;GM[2]SZ[5];B[aa])", "boards are 4x4, 6x6, 8x8 or 10x10, not 5x5");
}

/* A copy of exactly so many bytes: reading past the end would be seen. */
static void assert_survives(const char *format, const char *text, size_t size, bool refused)
{
    char *copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    struct reading r = open_bytes(format, copy, size);
    enum by_status status = BY_OK;
    do
        status = next(&r);
    while (status == BY_OK && r.found);
    if (status != BY_OK)
        assert_true(r.err.text[0] != '\0');
    if (refused && status == BY_OK)
        fail_msg("%s: the first %zu bytes were read", format, size);
    by_record_close(&r.record);
    free(copy);
}

static void bad_years_are_refused_with_their_byte(void **state)
{
    (void)state;
    unsigned char bytes[100];
    size_t size = make_wthor(bytes, (const unsigned char[]){56, 64, 33}, 3);
    bytes[26] = 11;
    assert_refused_text("wthor", (char *)bytes, size,
                        "byte 26: move 3: the move 'a1' is not legal");
    bytes[26] = 99;
    assert_refused_text("wthor", (char *)bytes, size, "byte 26: move 3, 99, is off the board");
    bytes[26] = 40;
    assert_refused_text("wthor", (char *)bytes, size, "byte 26: move 3, 40, is off the board");
    bytes[22] = 65;
    assert_refused_text("wthor", (char *)bytes, size, "byte 22: 65 discs on 64 squares");
    bytes[12] = 10;
    assert_refused_text("wthor", (char *)bytes, size, "byte 12: the board is 10x10");
    bytes[12] = 8, bytes[13] = 1;
    assert_refused_text("wthor", (char *)bytes, size, "byte 13: kind 1");
    bytes[13] = 0, bytes[7] = 255;
    assert_refused_text("wthor", (char *)bytes, size, "byte 4: the header says 4278190081 games");
    bytes[7] = 0, bytes[4] = 0;
    assert_refused_text("wthor", (char *)bytes, 16, "there is no game");
}

/* The shortest game, after which White has no disc: 64 for Black, who gets the empty squares. */
static void years_must_have_the_discs_they_state(void **state)
{
    (void)state;
    unsigned char bytes[100];
    static const unsigned char moves[] = {65, 46, 35, 66, 57, 64, 75, 56, 53};
    size_t size = make_wthor(bytes, moves, sizeof moves);
    assert_refused_text("wthor", (char *)bytes, size,
                        "byte 22: the record says 40 discs for Black, and its moves end with 64");
    bytes[22] = 64;
    struct reading r = open_bytes("wthor", (char *)bytes, size);
    assert_int_equal(next(&r), BY_OK);
    assert_true(by_line_over(r.record.line));
    by_record_close(&r.record);
    size = make_wthor(bytes, moves, sizeof moves - 1); /* broken off: anything may be stated */
    assert_survives("wthor", (char *)bytes, size, false);
}

static void cut_texts_are_refused(void **state)
{
    (void)state;
    unsigned char bytes[100];
    size_t size = make_wthor(bytes, (const unsigned char[]){56, 64, 33}, 3);
    for (size_t i = 0; i < size; i++)
        assert_survives("wthor", (char *)bytes, i, true);
    for (size_t i = 0; i < sizeof ggf - 2; i++)
        assert_survives("ggf", ggf, i, true);
    for (size_t i = 0; i < sizeof obf - 1; i++) /* without scores it is whole already */
        assert_survives("obf", obf, i, i < 66);
    for (size_t i = 0; i < 8; i++) /* as it is between two moves */
        assert_survives("transcript", "f5d6c3d3", i, i % 2 == 1 || i == 0);
}

/* Bytes changed at random: read or refused, nothing worse. */
static void changed_texts_do_no_harm(void **state)
{
    (void)state;
    char bytes[512];
    struct by_rng rng;
    unsigned char year[100];
    size_t year_size = make_wthor(year, (const unsigned char[]){56, 64, 33}, 3);
    const struct {
        const char *format, *text;
        size_t size;
    } texts[] = {{"ggf", ggf, sizeof ggf - 1},
                 {"obf", obf, sizeof obf - 1},
                 {"transcript", "f5d6c3d3\r\n# othello 6x6\nc2b2", 28},
                 {"wthor", (char *)year, year_size}};
    by_rng_init(&rng, 11, 0);
    for (int i = 0; i < (long_tests() ? 400000 : 4000); i++) {
        size_t size = texts[i % 4].size;
        memcpy(bytes, texts[i % 4].text, size);
        for (uint32_t k = 1 + by_rng_below(&rng, 4); k > 0; k--)
            bytes[by_rng_below(&rng, (uint32_t)size)] = (char)by_rng_below(&rng, 256);
        assert_survives(texts[i % 4].format, bytes, size, false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obf_is_positions),
        cmocka_unit_test(obf_knows_what_a_pass_is_worth),
        cmocka_unit_test(transcripts_are_moves),
        cmocka_unit_test(ggf_is_games),
        cmocka_unit_test(wthor_is_years),
        cmocka_unit_test(a_game_of_wthor_is_read_at_its_place),
        cmocka_unit_test(texts_show_their_format),
        cmocka_unit_test(games_survive_every_format),
        cmocka_unit_test(positions_survive_obf),
        cmocka_unit_test(bad_texts_are_refused_with_their_place),
        cmocka_unit_test(bad_years_are_refused_with_their_byte),
        cmocka_unit_test(years_must_have_the_discs_they_state),
        cmocka_unit_test(cut_texts_are_refused),
        cmocka_unit_test(changed_texts_do_no_harm),
    };
    return cmocka_run_group_tests_name("records of Othello", tests, NULL, NULL);
}
