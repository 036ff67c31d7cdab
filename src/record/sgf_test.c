/* sgf_test.c: the syntax of SGF, what values mean, places in messages, walking and building. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "record/sgf_test.h"

#define MEMORY ((size_t)1 << 24)

static void expect(const char *text, const char *dump, const char *written)
{
    struct bytes got = {0}, again = {0};
    struct by_error err = {0};
    if (read_all(text, strlen(text), MEMORY, &got, &again, &err) != BY_OK)
        fail_msg("%s: %s", text, err.text);
    assert_string_equal(got.data, dump);
    if (written)
        assert_string_equal(again.data, written);
    free(got.data);
    free(again.data);
}

static void refuse(const char *text, const char *sentence)
{
    struct by_error err = {0};
    if (read_all(text, strlen(text), MEMORY, NULL, NULL, &err) != BY_BAD_INPUT)
        fail_msg("accepted: %s", text);
    if (strncmp(err.text, sentence, strlen(sentence)) != 0)
        fail_msg("%s: '%s' does not begin with '%s'", text, err.text, sentence);
    assert_sentence(&err);
}

/* --- syntax ------------------------------------------------------------------------ */

/* The tree drawn in "SGF File Format FF[4]", section 2.2, and how it says it is written. */
static void the_example_of_the_specification(void **state)
{
    (void)state;
    expect("(;FF[4]C[root](;C[a];C[b](;C[c])\n(;C[d];C[e]))\n(;C[f](;C[g];C[h];C[i])\n(;C[j])))",
           "{FF<4>C<root>{C<a>{C<b>{C<c>}{C<d>{C<e>}}}}{C<f>{C<g>{C<h>{C<i>}}}{C<j>}}}",
           "(;FF[4]C[root]\n(;C[a];C[b]\n(;C[c])\n(;C[d];C[e]))\n(;C[f]\n(;C[g];C[h];C[i])\n"
           "(;C[j])))\n");
}

static void blanks_may_stand_everywhere(void **state)
{
    (void)state;
    expect(" \r\n( \t;\nGM \f[1]\v[2] \r SZ\n\n[9]\n(\n;B\n[aa]\n)\r(;W[bb]\t)\n)\n\n",
           "{GM<1><2>SZ<9>{B<aa>}{W<bb>}}", "(;GM[1][2]SZ[9]\n(;B[aa])\n(;W[bb]))\n");
}

static void small_letters_in_names_do_not_count(void **state)
{
    (void)state;
    expect("(;GaMe[1]SiZe[9]CoPyright[x]AddBlack[aa][bb];Black[cc];White[dd];KGSb1A[z])",
           "{GM<1>SZ<9>CP<x>AB<aa><bb>{B<cc>{W<dd>{KGS1A<z>}}}}",
           "(;GM[1]SZ[9]CP[x]AB[aa][bb]\n;B[cc];W[dd];KGS1A[z])\n");
}

static void needless_parentheses_go(void **state)
{
    (void)state;
    expect("(;A[](;B[](;C[];D[])))", "{A<>{B<>{C<>{D<>}}}}", "(;A[]\n;B[];C[];D[])\n");
    expect("(;)", "{}", "(;)\n");
}

static void what_stands_before_the_first_game_is_skipped(void **state)
{
    (void)state;
    expect("\xef\xbb\xbf(;A[1])", "{A<1>}", "(;A[1])\n");
    expect("From: me (a friend)\nSubject: ((\n\n ( \n;A[1])", "{A<1>}", "(;A[1])\n");
}

static void several_games_make_a_collection(void **state)
{
    (void)state;
    expect("(;A[1])(;B[2];C[3])\n\n(;)\n", "{A<1>}{B<2>{C<3>}}{}",
           "(;A[1])\n(;B[2]\n;C[3])\n(;)\n");
}

static void every_property_is_kept_in_order(void **state)
{
    (void)state;
    expect("(;ZZZ[1]C[a]C[b]Q[][][]AB[aa]ABCDEFGHIJKLMNOP[x]AB[bb])",
           "{ZZZ<1>C<a>C<b>Q<><><>AB<aa>ABCDEFGHIJKLMNOP<x>AB<bb>}",
           "(;ZZZ[1]C[a]C[b]Q[][][]AB[aa]ABCDEFGHIJKLMNOP[x]AB[bb])\n");
}

/* GBK and Shift-JIS text has bytes that look like "\"; whatever they are, they stay. */
static void bytes_of_values_are_kept(void **state)
{
    (void)state;
    expect("(;C[a\\]b\\\\c\\\nd\\:e\r\nf;(g)\x95\\\x5c h\xff\x80])",
           "{C<a\\]b\\\\c\\\nd\\:e\r\nf;(g)\x95\\\x5c h\xff\x80>}",
           "(;C[a\\]b\\\\c\\\nd\\:e\r\nf;(g)\x95\\\x5c h\xff\x80])\n");
}

static void long_lines_are_broken_between_nodes(void **state)
{
    (void)state;
    struct bytes text = {0}, once = {0}, twice = {0};
    struct by_error err = {0};
    add_string(&text, "(;SZ[19]");
    add_times(&text, ";B[aa];W[bb]", 100);
    add_string(&text, ")");
    assert_int_equal(read_all(text.data, text.size, MEMORY, NULL, &once, &err), BY_OK);
    assert_int_equal(read_all(once.data, once.size, MEMORY, NULL, &twice, &err), BY_OK);
    assert_string_equal(once.data, twice.data);
    for (char *line = strtok(once.data, "\n"); line; line = strtok(NULL, "\n"))
        assert_true(strlen(line) <= 83);
    free(text.data);
    free(once.data);
    free(twice.data);
}

/* --- messages ---------------------------------------------------------------------- */

static void mistakes_are_found_where_they_are(void **state)
{
    (void)state;
    refuse("", "line 1, column 1: there is no game");
    refuse("hello\nworld", "line 1, column 1: there is no game");
    refuse("()", "line 1, column 1: there is no game");
    refuse("((;A[1]))", "line 1, column 9: there is a ')' too many");
    refuse("(;A[1]\n(;B[2]", "line 1, column 1: the game that begins here does not end");
    refuse("\n\n  (;A[1]", "line 3, column 3: the game that begins here does not end");
    refuse("(;A[1]\n;B[2", "line 2, column 3: the value that begins here has no ']'");
    refuse("(;A[1\\]", "line 1, column 4: the value that begins here has no ']'");
    refuse("(;A[1\\", "line 1, column 4: the value that begins here has no ']'");
    refuse("(;A[1])\n)", "line 2, column 1: there is a ')' too many");
    refuse("(;A[1])\nThe end", "line 2, column 1: only another game");
    refuse("(;A[1](B[2]))", "line 1, column 8: a property stands in a node");
    refuse("(;A[1](;B[2])C[3])", "line 1, column 14: a property stands in a node");
    refuse("(;A[1](;B[2]);C[3])", "line 1, column 14: a node cannot follow a variation");
    refuse("(;A[1](()))", "line 1, column 8: a ';' must follow a '(', not another '('");
    refuse("(;A[1]())", "line 1, column 8: a ';' must follow a '(', not a ')'");
    refuse("(;A)", "line 1, column 3: this property has no value");
    refuse("(;A[1]B;C[2])", "line 1, column 7: this property has no value");
    refuse("(;a[1])", "line 1, column 3: the name of a property begins with a capital");
    refuse("(;1A[1])", "line 1, column 3: the name of a property begins with a capital");
    refuse("(;[1])", "line 1, column 3: '[' is out of place");
    refuse("(;A[1]])", "line 1, column 7: ']' is out of place");
    refuse("(;A[1]\x01)", "line 1, column 7: the byte 0x01 is out of place");
    refuse("(;\xc3\xa4[1])", "line 1, column 3: the byte 0xc3 is out of place");
}

static void every_kind_of_line_break_counts_once(void **state)
{
    (void)state;
    refuse("(;A[1]\n\n;?", "line 3, column 2:");
    refuse("(;A[1]\r\n\r\n;?", "line 3, column 2:");
    refuse("(;A[1]\n\r\n\r;?", "line 3, column 2:");
    refuse("(;A[1]\r\r;?", "line 3, column 2:");
    refuse("(;A[1\r\n]?", "line 2, column 2:");
}

static void zero_bytes_stay_in_values_and_are_refused_elsewhere(void **state)
{
    (void)state;
    static const char in_value[] = "(;A[1\0002])", outside[] = "(;A[1]\0;B[2])", after[] = "(;)\0";
    struct bytes dump = {0};
    struct by_error err = {0};
    assert_int_equal(read_all(in_value, sizeof in_value - 1, MEMORY, &dump, NULL, &err), BY_OK);
    assert_int_equal(dump.size, sizeof "{A<1.2>}" - 1);
    assert_memory_equal(dump.data, "{A<1\0002>}", dump.size);
    assert_int_equal(read_all(outside, sizeof outside - 1, MEMORY, NULL, NULL, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "line 1, column 7: the byte 0x00 is out of place"));
    assert_int_equal(read_all(after, sizeof after - 1, MEMORY, NULL, NULL, &err), BY_BAD_INPUT);
    free(dump.data);
}

/* --- values -------------------------------------------------------------------------- */

static struct by_sgf_value value_of(const char *raw)
{
    return (struct by_sgf_value){NULL, raw, (uint32_t)strlen(raw)};
}

static void expect_text(const char *raw, const char *text, const char *simple)
{
    char buffer[256];
    struct by_sgf_value value = value_of(raw);
    struct by_text out = by_text_over(buffer, sizeof buffer);
    by_sgf_text(&value, BY_SGF_TEXT, &out);
    assert_string_equal(buffer, text);
    out = by_text_over(buffer, sizeof buffer);
    by_sgf_text(&value, BY_SGF_SIMPLE, &out);
    assert_string_equal(buffer, simple);
}

/* FF[4], "Text" and "SimpleText": escapes go, soft line breaks go, other blanks become spaces. */
static void text_is_unescaped(void **state)
{
    (void)state;
    expect_text("plain", "plain", "plain");
    expect_text("a\\]b\\\\c\\:d\\e", "a]b\\c:de", "a]b\\c:de");
    expect_text("one\ntwo\r\nthree\n\rfour\rfive", "one\ntwo\nthree\nfour\nfive",
                "one two three four five");
    expect_text("so\\\nft, so\\\r\nft, so\\\n\rft", "soft, soft, soft", "soft, soft, soft");
    expect_text("tab\there\vand\\\tthere", "tab here and there", "tab here and there");
    expect_text("two\n\nbreaks", "two\n\nbreaks", "two  breaks");
    expect_text("\xe5\x9b\xb2\xe7\xa2\x81", "\xe5\x9b\xb2\xe7\xa2\x81", "\xe5\x9b\xb2\xe7\xa2\x81");
}

static void composed_values_split_at_the_first_plain_colon(void **state)
{
    (void)state;
    struct by_sgf_value value = value_of("a\\:b\\\\:c:d"), left, right;
    assert_true(by_sgf_split(&value, &left, &right));
    assert_int_equal(left.size, 6);
    assert_memory_equal(left.data, "a\\:b\\\\", 6);
    assert_int_equal(right.size, 3);
    assert_memory_equal(right.data, "c:d", 3);
    value = value_of("no\\:colon\\");
    assert_false(by_sgf_split(&value, &left, &right));
}

static void expect_points(const char *raw, int width, int height, int left, int top, int right,
                          int bottom)
{
    struct by_sgf_area area;
    struct by_sgf_value value = value_of(raw);
    if (!by_sgf_points(&value, width, height, &area))
        fail_msg("%s is no point", raw);
    assert_int_equal(area.left, left);
    assert_int_equal(area.top, top);
    assert_int_equal(area.right, right);
    assert_int_equal(area.bottom, bottom);
}

static void no_points(const char *raw, int width, int height)
{
    struct by_sgf_area area;
    struct by_sgf_value value = value_of(raw);
    if (by_sgf_points(&value, width, height, &area))
        fail_msg("%s is a point", raw);
}

static void points_are_two_letters(void **state)
{
    (void)state;
    expect_points("aa", 19, 19, 0, 0, 0, 0);
    expect_points("dp", 19, 19, 3, 15, 3, 15);
    expect_points(" s\ns ", 19, 19, 18, 18, 18, 18);
    expect_points("zA", 52, 52, 25, 26, 25, 26);
    expect_points("ZZ", 52, 52, 51, 51, 51, 51);
    expect_points("aa:cb", 9, 7, 0, 0, 2, 1);
    expect_points("cb:aa", 9, 7, 0, 0, 2, 1);
    expect_points("ig", 9, 7, 8, 6, 8, 6);
    no_points("jg", 9, 7);
    no_points("ih", 9, 7);
    no_points("aa:jg", 9, 7);
    no_points("tt", 19, 19);
    no_points("", 19, 19);
    no_points("a", 19, 19);
    no_points("aaa", 19, 19);
    no_points("a1", 19, 19);
    no_points("aa:", 19, 19);
    no_points(":aa", 19, 19);
    no_points("aa:bb:cc", 19, 19);
    no_points("[]", 19, 19);
}

static void sizes_are_one_number_or_two(void **state)
{
    (void)state;
    static const struct {
        const char *raw;
        int width, height; /* 0: refused */
    } cases[] = {{"19", 19, 19},
                 {"9:7", 9, 7},
                 {" 9 : 7 ", 9, 7},
                 {"1", 1, 1},
                 {"52:52", 52, 52},
                 {"53", 0, 0},
                 {"0", 0, 0},
                 {"-3", 0, 0},
                 {"", 0, 0},
                 {":", 0, 0},
                 {"9:", 0, 0},
                 {":9", 0, 0},
                 {"9x7", 0, 0},
                 {"9.5", 0, 0},
                 {"9:7:5", 0, 0},
                 {"nan", 0, 0},
                 {"99999999999999999999", 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int width = 0, height = 0;
        struct by_sgf_value value = value_of(cases[i].raw);
        bool good = by_sgf_board_size(&value, &width, &height);
        if (good != (cases[i].width > 0))
            fail_msg("SZ[%s]", cases[i].raw);
        if (good) {
            assert_int_equal(width, cases[i].width);
            assert_int_equal(height, cases[i].height);
        }
    }
}

/* --- walking and building ------------------------------------------------------------- */

static const char *comment(const struct by_sgf_node *node, char buffer[32])
{
    const struct by_sgf_property *c = by_sgf_find(node, "C");
    struct by_text out = by_text_over(buffer, 32);
    assert_non_null(c);
    by_sgf_text(&c->value, BY_SGF_TEXT, &out);
    return buffer;
}

static void expect_way(const struct by_sgf_game *game, const int *choices, int count, int missed,
                       const char *way)
{
    char text[64] = "", buffer[32];
    struct by_sgf_path path = {.choices = choices, .count = count};
    for (const struct by_sgf_node *node = game->root; node; node = by_sgf_forward(node, &path))
        strcat(text, comment(node, buffer));
    assert_string_equal(text, way);
    assert_int_equal(path.missed, missed);
}

static void paths_lead_through_the_tree(void **state)
{
    (void)state;
    static const char text[] =
        "(;C[r](;C[a];C[b](;C[c])(;C[d];C[e]))(;C[f](;C[g];C[h];C[i])(;C[j])))";
    struct by_sgf_reader reader;
    struct by_sgf_game game;
    struct by_pool pool;
    struct by_error err = {0};
    char all[64] = "", buffer[32];
    by_pool_open(&pool, MEMORY);
    by_sgf_open(&reader, text, sizeof text - 1, NULL);
    assert_int_equal(by_sgf_next(&reader, &pool, &game, &err), BY_OK);
    assert_int_equal(game.nodes, 11);
    assert_int_equal(game.values, 11);
    expect_way(&game, NULL, 0, 0, "rabc");
    expect_way(&game, (int[]){0, 1}, 2, 0, "rabde");
    expect_way(&game, (int[]){1}, 1, 0, "rfghi");
    expect_way(&game, (int[]){1, 1}, 2, 0, "rfj");
    expect_way(&game, (int[]){1, 7}, 2, 2, "rfghi");
    for (const struct by_sgf_node *n = game.root; n; n = by_sgf_after(n, game.root))
        strcat(all, comment(n, buffer));
    assert_string_equal(all, "rabcdefghij");
    all[0] = '\0';
    const struct by_sgf_node *a = game.root->child;
    for (const struct by_sgf_node *n = a; n; n = by_sgf_after(n, a))
        strcat(all, comment(n, buffer));
    assert_string_equal(all, "abcde");
    by_pool_close(&pool);
}

static void what_is_built_reads_back(void **state)
{
    (void)state;
    static const char odd[] = "a]b\\c\nd\0e:f";
    struct by_pool pool;
    struct by_sgf_game game;
    struct by_error err = {0};
    char buffer[256];
    by_pool_open(&pool, MEMORY);
    assert_int_equal(by_sgf_create(&pool, &game, &err), BY_OK);
    assert_int_equal(by_sgf_add(&game, game.root, "C", odd, sizeof odd - 1, &err), BY_OK);
    assert_int_equal(by_sgf_add(&game, game.root, "AB", "aa", 2, &err), BY_OK);
    assert_int_equal(by_sgf_add(&game, game.root, "SZ", "9:7", 3, &err), BY_OK);
    assert_int_equal(by_sgf_add(&game, game.root, "AB", "bb", 2, &err), BY_OK);
    for (int i = 0; i < 3; i++) {
        struct by_sgf_node *child = by_sgf_add_node(&game, game.root);
        assert_non_null(child);
        assert_int_equal(by_sgf_add(&game, child, "N", &"123"[i], 1, &err), BY_OK);
    }
    assert_int_equal(game.nodes, 4);
    assert_int_equal(game.values, 7);
    struct by_text out = by_text_over(buffer, sizeof buffer);
    by_sgf_write(&game, &out);
    static const char wanted[] =
        "(;C[a\\]b\\\\c\nd\0e:f]AB[aa][bb]SZ[9:7]\n(;N[1])\n(;N[2])\n(;N[3]))\n";
    assert_int_equal(out.length, sizeof wanted - 1);
    assert_memory_equal(buffer, wanted, sizeof wanted);
    struct by_sgf_value *c = &game.root->properties->value;
    out = by_text_over(buffer, sizeof buffer);
    by_sgf_text(c, BY_SGF_TEXT, &out);
    assert_int_equal(out.length, sizeof odd - 1);
    assert_memory_equal(buffer, odd, sizeof odd);
    by_pool_close(&pool);
}

/* Writing into too small a buffer counts on and never writes behind its end. */
static void writing_is_bounded(void **state)
{
    (void)state;
    static const char text[] = "(;FF[4]C[some text](;B[aa])(;B[bb];W[cc]))";
    struct bytes whole = {0};
    struct by_error err = {0};
    struct by_pool pool;
    struct by_sgf_reader reader;
    struct by_sgf_game game;
    assert_int_equal(read_all(text, sizeof text - 1, MEMORY, NULL, &whole, &err), BY_OK);
    by_pool_open(&pool, MEMORY);
    by_sgf_open(&reader, text, sizeof text - 1, NULL);
    assert_int_equal(by_sgf_next(&reader, &pool, &game, &err), BY_OK);
    for (size_t size = 0; size <= whole.size + 1; size++) {
        char *buffer = malloc(size > 0 ? size : 1); /* so that a sanitizer sees its end */
        struct by_text out = by_text_over(buffer, size);
        by_sgf_write(&game, &out);
        assert_int_equal(out.length, whole.size);
        if (size > 0)
            assert_memory_equal(buffer, whole.data, size - 1);
        free(buffer);
    }
    by_pool_close(&pool);
    free(whole.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_specification),
        cmocka_unit_test(blanks_may_stand_everywhere),
        cmocka_unit_test(small_letters_in_names_do_not_count),
        cmocka_unit_test(needless_parentheses_go),
        cmocka_unit_test(what_stands_before_the_first_game_is_skipped),
        cmocka_unit_test(several_games_make_a_collection),
        cmocka_unit_test(every_property_is_kept_in_order),
        cmocka_unit_test(bytes_of_values_are_kept),
        cmocka_unit_test(long_lines_are_broken_between_nodes),
        cmocka_unit_test(mistakes_are_found_where_they_are),
        cmocka_unit_test(every_kind_of_line_break_counts_once),
        cmocka_unit_test(zero_bytes_stay_in_values_and_are_refused_elsewhere),
        cmocka_unit_test(text_is_unescaped),
        cmocka_unit_test(composed_values_split_at_the_first_plain_colon),
        cmocka_unit_test(points_are_two_letters),
        cmocka_unit_test(sizes_are_one_number_or_two),
        cmocka_unit_test(paths_lead_through_the_tree),
        cmocka_unit_test(what_is_built_reads_back),
        cmocka_unit_test(writing_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
