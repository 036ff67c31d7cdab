/* text_test.c: bounded writing and strict reading. */
#include "base/rng.h"
#include "base/text.h"
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* --- writing ------------------------------------------------------------------- */

/* Whatever the size of the buffer, a writer behaves like one snprintf of it all. */
static void writers_count_and_cut_like_snprintf(void **state)
{
    (void)state;
    for (size_t size = 0; size < 40; size++) {
        char got[48], want[48];
        memset(got, '#', sizeof got);
        memset(want, '#', sizeof want);
        struct by_text text = by_text_over(got, size);
        by_text_add(&text, "depth");
        by_text_char(&text, '=');
        by_text_format(&text, "%d and %s", 12, "some more");
        by_text_char(&text, '.');
        by_text_add(&text, "");
        int length = snprintf(want, size, "depth=%d and %s.", 12, "some more");
        assert_int_equal(text.length, length);
        assert_memory_equal(got, want, sizeof got);
    }
}

/* No locale of the host program may bring a decimal comma into JSON or into reading. */
static void numbers_have_a_point_in_every_locale(void **state)
{
    (void)state;
    const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "de_DE.utf8"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        setlocale(LC_ALL, names[i]); /* fails where it is not installed: then this tests less */
        char buffer[16];
        struct by_text text = by_text_over(buffer, sizeof buffer);
        double value = 0;
        by_text_format(&text, "%.2f", 1.5);
        assert_string_equal(buffer, "1.50");
        assert_true(by_read_real("2.5", 0, 10, &value) && value == 2.5);
        assert_false(by_read_real("2,5", 0, 10, &value));
        setlocale(LC_ALL, "C");
    }
}

/* --- reading integers ------------------------------------------------------------ */

static void assert_int(const char *text, int64_t want)
{
    int64_t got = ~want;
    if (!by_read_int(text, INT64_MIN, INT64_MAX, &got) || got != want)
        fail_msg("'%s' must read as an integer", text);
}

static void assert_no_int(const char *text)
{
    int64_t got = 77;
    if (by_read_int(text, INT64_MIN, INT64_MAX, &got) || got != 77)
        fail_msg("'%s' must not read as an integer", text);
}

static void whole_numbers_read(void **state)
{
    (void)state;
    assert_int("0", 0);
    assert_int("-0", 0);
    assert_int("+3", 3);
    assert_int("-12", -12);
    assert_int("007", 7);
    assert_int("9223372036854775807", INT64_MAX);
    assert_int("-9223372036854775808", INT64_MIN);
    assert_int("0000000000000000000000000000001", 1);
}

static void everything_else_is_not_a_whole_number(void **state)
{
    (void)state;
    const char *const bad[] = {"",
                               " ",
                               " 1",
                               "1 ",
                               "+",
                               "-",
                               "+-1",
                               "--1",
                               "1.0",
                               "1e3",
                               "0x10",
                               "nan",
                               "inf",
                               "1\n",
                               "\t1",
                               "1_0",
                               "1,0",
                               "a",
                               "1a",
                               "9223372036854775808",
                               "١",
                               "1..2",
                               "-9223372036854775809",
                               "99999999999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_no_int(bad[i]);
}

static void ranges_include_their_ends(void **state)
{
    (void)state;
    int64_t got = 0;
    assert_true(by_read_int("1", 1, 8, &got) && got == 1);
    assert_true(by_read_int("8", 1, 8, &got) && got == 8);
    assert_false(by_read_int("0", 1, 8, &got));
    assert_false(by_read_int("9", 1, 8, &got));
    assert_int_equal(got, 8);
}

static void integers_round_trip(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 1, 0);
    for (int i = 0; i < 100000; i++) {
        int64_t value = (int64_t)by_rng_next(&rng) >> by_rng_below(&rng, 64);
        char buffer[32];
        snprintf(buffer, sizeof buffer, "%lld", (long long)value);
        assert_int(buffer, value);
    }
}

static void scanning_stops_behind_the_number(void **state)
{
    (void)state;
    const char *cursor = "12 -3x";
    int64_t got = 0;
    assert_true(by_scan_int(&cursor, &got) && got == 12);
    assert_string_equal(cursor, " -3x");
    assert_false(by_scan_int(&cursor, &got));
    assert_string_equal(cursor, " -3x");
    cursor++;
    assert_true(by_scan_int(&cursor, &got) && got == -3);
    assert_string_equal(cursor, "x");
    cursor = "99999999999999999999";
    assert_false(by_scan_int(&cursor, &got));
    assert_string_equal(cursor, "99999999999999999999");
}

/* --- reading reals ----------------------------------------------------------------- */

static void assert_real(const char *text, double want)
{
    double got = -77;
    if (!by_read_real(text, -HUGE_VAL, HUGE_VAL, &got) || got != want)
        fail_msg("'%s' must read as a number", text);
}

static void assert_no_real(const char *text)
{
    double got = 77;
    if (by_read_real(text, -HUGE_VAL, HUGE_VAL, &got) || got != 77)
        fail_msg("'%s' must not read as a number", text);
}

static void decimal_numbers_read(void **state)
{
    (void)state;
    assert_real("0.5", 0.5);
    assert_real("1e-3", 1e-3);
    assert_real("1E+3", 1000);
    assert_real("-2.25", -2.25);
    assert_real("+7", 7);
    assert_real(".5", 0.5);
    assert_real("5.", 5);
    assert_real("1e-400", 0);
    assert_real("0.1", 0.1);
    assert_real("1.7976931348623157e308", 1.7976931348623157e308);
}

static void everything_else_is_not_a_number(void **state)
{
    (void)state;
    const char *const bad[] = {"",    " ",     ".",      "+.",     "-",     "nan",   "NAN",
                               "inf", "-inf",  "1e999",  "-1e999", "0x1p3", "0x10",  "infinity",
                               "1e",  "1e+",   "e5",     " 1",     "1 ",    "1.2.3", "1,5",
                               "1f",  "1_000", "nan(1)", "--1",    "1e5.5", "\n1",   "1\n"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_no_real(bad[i]);
}

static void real_ranges_include_their_ends(void **state)
{
    (void)state;
    double got = -1;
    assert_true(by_read_real("0", 0, 1, &got) && got == 0);
    assert_true(by_read_real("1", 0, 1, &got) && got == 1);
    assert_false(by_read_real("1.0000000000000002", 0, 1, &got));
    assert_false(by_read_real("-0.0001", 0, 1, &got));
    assert_true(got == 1);
}

static void reals_round_trip(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 2, 0);
    for (int i = 0; i < 50000; i++) {
        uint64_t bits = by_rng_next(&rng);
        double value;
        memcpy(&value, &bits, sizeof value);
        char buffer[64];
        snprintf(buffer, sizeof buffer, "%.17g", value);
        if (isfinite(value))
            assert_real(buffer, value);
        else
            assert_no_real(buffer);
    }
}

/* --- words ------------------------------------------------------------------------- */

static void case_does_not_matter(void **state)
{
    (void)state;
    assert_true(by_same_text("", ""));
    assert_true(by_same_text("B2", "b2"));
    assert_true(by_same_text("aZ_[", "Az_["));
    assert_false(by_same_text("b2", "b"));
    assert_false(by_same_text("b", "b2"));
    assert_false(by_same_text("[", "{")); /* differ by the bit that tells cases apart */
    assert_false(by_same_text("@", "`"));
}

/* The definition, straight from its recursion. */
static int slow_distance(const char *a, const char *b)
{
    if (*a == '\0' || *b == '\0')
        return (int)(strlen(a) + strlen(b));
    int change = slow_distance(a + 1, b + 1) + (*a != *b);
    int drop = slow_distance(a + 1, b) + 1, add = slow_distance(a, b + 1) + 1;
    int best = drop < add ? drop : add;
    return change < best ? change : best;
}

static void edit_distance_is_levenshteins(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 3, 0);
    for (int i = 0; i < 2000; i++) {
        char a[8] = "", b[8] = "";
        uint32_t length_a = by_rng_below(&rng, 7), length_b = by_rng_below(&rng, 7);
        for (uint32_t j = 0; j < length_a; j++)
            a[j] = (char)('a' + by_rng_below(&rng, 3));
        for (uint32_t j = 0; j < length_b; j++)
            b[j] = (char)('a' + by_rng_below(&rng, 3));
        assert_int_equal(by_edit_distance(a, b), slow_distance(a, b));
    }
    assert_int_equal(by_edit_distance("kitten", "sitting"), 3);
    assert_int_equal(by_edit_distance("dept", "depth"), 1);
}

static void long_words_are_far_apart(void **state)
{
    (void)state;
    const char *full = "abcdefghijklmnopqrstuvwxyzabcde"; /* 31 characters */
    const char *over = "abcdefghijklmnopqrstuvwxyzabcdef";
    assert_int_equal(by_edit_distance(full, full), 0);
    assert_true(by_edit_distance(over, over) > 31);
    assert_true(by_edit_distance("", over) > 31);
}

static void quotes_are_short_and_plain(void **state)
{
    (void)state;
    char buffer[BY_QUOTE_SIZE];
    assert_string_equal(by_quote("depth", buffer), "depth");
    assert_string_equal(by_quote("a\nb\033[1m\177", buffer), "a?b?[1m?");
    assert_string_equal(by_quote("Zo\303\251 \346\235\216", buffer), "Zo\303\251 \346\235\216");
    assert_string_equal(by_quote("\303", buffer), "?"); /* cut in two */
    assert_string_equal(by_quote("\xff\xc0\x80", buffer), "???");
    assert_string_equal(by_quote("a\302\233\342\200\256z", buffer),
                        "a?????z"); /* a terminal obeys */
    assert_string_equal(by_quote("0123456789012345678901234567890123456789", buffer),
                        "0123456789012345678901234567890123456789");
    assert_string_equal(by_quote("0123456789012345678901234567890123456789x", buffer),
                        "0123456789012345678901234567890123456789...");
    char wide[4 * 41 + 1] = "";
    for (int i = 0; i < 41; i++)
        memcpy(wide + 4 * i, "\360\237\214\263", 5);
    assert_int_equal(strlen(by_quote(wide, buffer)), 4 * 11 + 3); /* no character is cut in two */
    assert_memory_equal(buffer, wide, 44);
    assert_ptr_equal(by_quote("", buffer), buffer);
    assert_string_equal(buffer, "");
}

/* Whole characters pass; what a terminal obeys does not, nor what is no UTF-8. */
static void only_what_a_terminal_shows_is_printable(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t bytes;
    } cases[] = {
        {"a", 1},
        {"~", 1},
        {" ", 1},
        {"\303\244", 2},         /* a with two dots */
        {"\342\230\205", 3},     /* a star */
        {"\360\237\214\263", 4}, /* a tree */
        {"\t", 0},
        {"\n", 0},
        {"\033", 0},
        {"\177", 0},
        {"\302\233", 0},         /* C1's way to begin an escape sequence */
        {"\302\240", 2},         /* a blank that does not break */
        {"\342\200\256", 0},     /* from right to left */
        {"\342\201\246", 0},     /* an isolate */
        {"\233", 0},             /* C1 as a byte */
        {"\303", 0},             /* cut off */
        {"\300\257", 0},         /* a slash in two bytes */
        {"\355\240\200", 0},     /* half of a pair */
        {"\364\220\200\200", 0}, /* past the last character */
        {"\370\210\200\200", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(by_printable(cases[i].text, strlen(cases[i].text)), cases[i].bytes);
    assert_int_equal(by_printable("", 0), 0);
    assert_int_equal(by_printable("\303\244", 1), 0);
}

static void text_from_elsewhere_is_made_printable(void **state)
{
    (void)state;
    char text[] = "a\033]0;X\007\tb\n\303\244\302\233\342\200\256\377z";
    by_make_printable(text, strlen(text), "\t\n");
    assert_string_equal(text, "a?]0;X?\tb\n\303\244??"
                              "???"
                              "?z");
    char zero[] = "a\0b";
    by_make_printable(zero, 3, "\n");
    assert_string_equal(zero, "a?b");
}

static void letters_are_counted_and_not_bytes(void **state)
{
    (void)state;
    assert_int_equal(by_letters(""), 0);
    assert_int_equal(by_letters("abc"), 3);
    assert_int_equal(by_letters("\303\244b\342\202\254\360\237\214\263"), 4);
    assert_int_equal(by_letters("\303"), 1);
    assert_int_equal(by_letters("a\377\303z"), 4);
    const char *text = "\303\244b\342\202\254";
    const size_t bytes[] = {0, 2, 3, 6, 6};
    for (size_t most = 0; most < 5; most++)
        assert_int_equal(by_letters_bytes(text, most), bytes[most]);
    assert_int_equal(by_letters_bytes("\342\202", 1), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writers_count_and_cut_like_snprintf),
        cmocka_unit_test(numbers_have_a_point_in_every_locale),
        cmocka_unit_test(whole_numbers_read),
        cmocka_unit_test(everything_else_is_not_a_whole_number),
        cmocka_unit_test(ranges_include_their_ends),
        cmocka_unit_test(integers_round_trip),
        cmocka_unit_test(scanning_stops_behind_the_number),
        cmocka_unit_test(decimal_numbers_read),
        cmocka_unit_test(everything_else_is_not_a_number),
        cmocka_unit_test(real_ranges_include_their_ends),
        cmocka_unit_test(reals_round_trip),
        cmocka_unit_test(case_does_not_matter),
        cmocka_unit_test(edit_distance_is_levenshteins),
        cmocka_unit_test(long_words_are_far_apart),
        cmocka_unit_test(quotes_are_short_and_plain),
        cmocka_unit_test(only_what_a_terminal_shows_is_printable),
        cmocka_unit_test(text_from_elsewhere_is_made_printable),
        cmocka_unit_test(letters_are_counted_and_not_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
