/* book_test.c: opening books: reading, images, choice, making, and players that use one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "learn/bookmaking.h"
#include "players/player.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char small[] = "banyan book 1\n"
                            "othello 8x8\n"
                            "# what follows is made up\n"
                            ": f5=3\n"
                            "f5: d6=2 f4=-1 f6=2\n"
                            "f5 f4: e3=7\n";

static struct by_book *read_book(const char *text)
{
    struct by_book *book = NULL;
    struct by_error err = {0};
    if (by_book_read(text, strlen(text), "test", &book, &err) != BY_OK)
        fail_msg("%s", err.text);
    return book;
}

static struct by_line *open_line(const struct by_rules *rules, const char *moves)
{
    struct by_line *line = NULL;
    assert_int_equal(by_line_open(rules, &line, NULL), BY_OK);
    assert_int_equal(by_line_play_list(line, moves, NULL), BY_OK);
    return line;
}

static void text_of(const struct by_line *line, by_move move, char out[16])
{
    (void)by_line_move_text(line, move, out, 16);
}

/* "d6=2 f6=2 f4=-1 " */
static void list(struct by_book *book, const char *moves, char out[256])
{
    struct by_line *line = open_line(by_book_rules(book), moves);
    struct by_book_move found[64];
    int count = by_book_moves(book, line, found);
    out[0] = '\0';
    for (int i = 0; i < count; i++) {
        char word[16];
        text_of(line, found[i].move, word);
        (void)snprintf(out + strlen(out), 256 - strlen(out), "%s=%d ", word, (int)found[i].value);
    }
    by_line_close(line);
}

static void test_moves(void **state)
{
    (void)state;
    struct by_book *book = read_book(small);
    char found[256];
    assert_int_equal(by_book_positions(book), 3);
    assert_int_equal(by_book_plies(book), 2);
    list(book, "f5", found);
    assert_string_equal(found, "d6=2 f6=2 f4=-1 ");
    list(book, "f5 d6", found);
    assert_string_equal(found, "");
    by_book_close(book);
}

/* All four first moves are images of f5; so is what follows them. */
static void test_images(void **state)
{
    (void)state;
    struct by_book *book = read_book(small);
    char found[256];
    list(book, "", found);
    assert_string_equal(found, "d3=3 c4=3 f5=3 e6=3 ");
    list(book, "d3", found);
    assert_string_equal(found, "c3=2 c5=2 e3=-1 ");
    list(book, "c4 e3", found);
    assert_string_equal(found, "");
    list(book, "c4 c5", found);
    assert_string_equal(found, "d6=7 ");
    by_book_close(book);
}

static void test_choice(void **state)
{
    (void)state;
    struct by_book *book = read_book(small);
    struct by_line *line = open_line(by_book_rules(book), "f5");
    int seen[2] = {0, 0};
    for (uint64_t seed = 0; seed < 100; seed++) {
        char word[16];
        by_move move = by_book_choose(book, line, seed);
        text_of(line, move, word);
        assert_true(strcmp(word, "d6") == 0 || strcmp(word, "f6") == 0);
        seen[word[0] == 'f']++;
        assert_int_equal(by_book_choose(book, line, seed), move);
    }
    assert_in_range(seen[0], 20, 80);
    by_line_close(line);
    by_book_close(book);
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"", "begins with 'banyan book 1'"},
        {"banyan book 2\nothello\n", "begins with 'banyan book 1'"},
        {"banyan book 1\n", "line 1: the second line"},
        {"banyan book 1\nothelo 8x8\n", "othello"},
        {"banyan book 1\nothello 8x8\nf5 d6\n", "line 3: a position is followed"},
        {"banyan book 1\nothello 8x8\nf5 f5: d6=1\n", "line 3: move 2"},
        {"banyan book 1\nothello 8x8\nf5: a1=1\n", "line 3:"},
        {"banyan book 1\nothello 8x8\nf5: d6\n", "followed by '='"},
        {"banyan book 1\nothello 8x8\nf5: d6=x\n", "followed by '='"},
        {"banyan book 1\nothello 8x8\nf5:\n", "no move behind"},
        {"banyan book 1\nothello 8x8\nf5: d6=1\nd3: c3=1\n", "line 4: this position was there"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct by_book *book = NULL;
        struct by_error err = {0};
        assert_int_equal(by_book_read(bad[i][0], strlen(bad[i][0]), "test", &book, &err),
                         BY_BAD_INPUT);
        assert_null(book);
        if (!strstr(err.text, bad[i][1]))
            fail_msg("'%s' does not say '%s'", err.text, bad[i][1]);
    }
}

/* --- making ------------------------------------------------------------------------------ */

static void build(const struct by_book_plan *plan, struct by_buffer *out)
{
    struct by_rules *rules = NULL;
    struct by_error err = {0};
    assert_int_equal(by_rules_open("othello", NULL, 0, NULL, &rules, &err), BY_OK);
    by_buffer_open(out, BY_BOOK_BYTES_MAX);
    if (by_book_build(rules, plan, NULL, NULL, out, &err) != BY_OK)
        fail_msg("%s", err.text);
    by_rules_close(rules);
}

/* The best value of a position that is in the book; INT32_MIN where it is not. */
static int32_t best_of(struct by_book *book, const struct by_line *line)
{
    struct by_book_move found[64];
    return by_book_moves(book, line, found) > 0 ? found[0].value : INT32_MIN;
}

/* Values come from the end of the book's lines: each move is worth what the best answer leaves. Returns how
 * many moves were looked at. */
static int check_values(struct by_book *book, struct by_line *line)
{
    struct by_book_move found[64];
    int count = by_book_moves(book, line, found), looked_at = 0;
    for (int i = 0; i < count; i++) {
        assert_int_equal(by_line_play(line, found[i].move, NULL), BY_OK);
        int32_t answer = best_of(book, line);
        if (answer != INT32_MIN) {
            assert_int_equal(found[i].value, -answer);
            looked_at += 1 + check_values(book, line);
        }
        (void)by_line_undo(line);
    }
    return looked_at;
}

static void test_making(void **state)
{
    (void)state;
    const struct by_book_plan plan = {
        .depth = 3, .positions = 40, .plies = 12, .margin = 4, .threads = 1};
    struct by_book_plan threaded = plan;
    struct by_buffer text, again;
    threaded.threads = 3;
    build(&plan, &text);
    build(&threaded, &again);
    assert_string_equal(by_buffer_text(&text), by_buffer_text(&again));
    struct by_book *book = read_book(by_buffer_text(&text));
    assert_int_equal(by_book_positions(book), 40);
    assert_in_range(by_book_plies(book), 3, 11);
    struct by_line *line = open_line(by_book_rules(book), "");
    assert_true(check_values(book, line) >= 40);
    by_line_close(line);
    by_book_close(book);
    by_buffer_close(&text);
    by_buffer_close(&again);
}

/* --- players ----------------------------------------------------------------------------- */

static enum by_status open_player(const struct by_rules *rules, const char *path, unsigned trust,
                                  struct by_player **out, struct by_error *err)
{
    char spec[600];
    (void)snprintf(spec, sizeof spec, "alphabeta depth=1 book=%s", path);
    return by_player_open(rules, spec, &(struct by_player_terms){.seed = 1, .trust = trust}, out,
                          err);
}

static void move_after(struct by_player *player, const struct by_rules *rules, const char *moves,
                       struct by_decision *decision, char out[16])
{
    struct by_line *line = open_line(rules, moves);
    assert_int_equal(by_player_move(player, line, NULL, NULL, decision, NULL), BY_OK);
    text_of(line, decision->move, out);
    by_line_close(line);
}

static void test_player(void **state)
{
    (void)state;
    char path[] = "/tmp/banyan_book_XXXXXX", word[16];
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, small, strlen(small)), (ssize_t)strlen(small));
    (void)close(file);
    struct by_rules *rules = NULL, *smaller = NULL;
    struct by_player *player = NULL;
    struct by_decision decision = {0};
    struct by_error err = {0};
    const struct by_setting size = {"size", "6"};
    assert_int_equal(by_rules_open("othello", NULL, 0, NULL, &rules, &err), BY_OK);
    assert_int_equal(by_rules_open("othello", &size, 1, NULL, &smaller, &err), BY_OK);
    assert_int_equal(by_decision_open(rules, &decision, &err), BY_OK);
    assert_int_equal(open_player(rules, path, BY_TRUST_NONE, &player, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "may not read a file"));
    assert_int_equal(open_player(smaller, path, BY_TRUST_FILES, &player, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "another game"));
    assert_int_equal(open_player(rules, path, BY_TRUST_FILES, &player, &err), BY_OK);
    move_after(player, rules, "f5 f4", &decision, word);
    assert_string_equal(word, "e3");
    assert_int_equal(decision.work.nodes, 0);
    move_after(player, rules, "f5 d6", &decision, word);
    assert_true(decision.work.nodes > 0);
    by_player_close(player);
    by_decision_close(&decision);
    by_rules_close(smaller);
    by_rules_close(rules);
    (void)unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),  cmocka_unit_test(test_images),
        cmocka_unit_test(test_choice), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_making), cmocka_unit_test(test_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
