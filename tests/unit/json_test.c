/* json_test.c: what the writer writes, byte by byte; and a reader of JSON agrees. */
#include "base/json.h"
#include "base/rng.h"
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LIMIT 100000

/* A small value of every kind. */
static void write_sample(struct by_json *json)
{
    by_json_object(json, NULL);
    by_json_int(json, "int", -3);
    by_json_count(json, "count", UINT64_MAX);
    by_json_array(json, "list");
    by_json_flag(json, NULL, true);
    by_json_null(json, NULL);
    by_json_object(json, NULL);
    by_json_end_object(json);
    by_json_end_array(json);
    by_json_array(json, "none");
    by_json_end_array(json);
    by_json_text(json, "text", "a\"b");
    by_json_text(json, "no text", NULL);
    by_json_range(json, "range", 0.25, 1);
    struct by_buffer before;
    by_buffer_open(&before, LIMIT);
    by_buffer_add(&before, "[1, 2]");
    by_json_written(json, "before", &before);
    by_buffer_close(&before);
    by_json_end_object(json);
}

static void assert_sample(enum by_json_style style, const char *expected)
{
    struct by_buffer out;
    struct by_json json;
    by_buffer_open(&out, LIMIT);
    by_json_open(&json, &out, style);
    write_sample(&json);
    assert_string_equal(by_buffer_text(&out), expected);
    assert_false(out.failed);
    by_buffer_close(&out);
}

static void test_one_line(void **state)
{
    (void)state;
    assert_sample(BY_JSON_LINE, "{\"int\": -3, \"count\": 18446744073709551615, \"list\": [true, "
                                "null, {}], \"none\": [], \"text\": \"a\\\"b\", \"no text\": null, "
                                "\"range\": [0.25, 1.0], \"before\": [1, 2]}");
}

static void test_compact(void **state)
{
    (void)state;
    assert_sample(BY_JSON_COMPACT,
                  "{\"int\":-3,\"count\":18446744073709551615,\"list\":[true,null,{}],\"none\":[],"
                  "\"text\":\"a\\\"b\",\"no text\":null,\"range\":[0.25,1.0],\"before\":[1, 2]}");
}

static void test_lines(void **state)
{
    (void)state;
    assert_sample(
        BY_JSON_LINES,
        "{\n  \"int\": -3,\n  \"count\": 18446744073709551615,\n  \"list\": [\n    true,\n"
        "    null,\n    {}\n  ],\n  \"none\": [],\n  \"text\": \"a\\\"b\",\n"
        "  \"no text\": null,\n  \"range\": [\n    0.25,\n    1.0\n  ],\n"
        "  \"before\": [1, 2]\n}");
}

static const char *number_text(void (*write)(struct by_json *, const char *, double), double value,
                               enum by_json_style style, char text[64])
{
    struct by_buffer out;
    struct by_json json;
    by_buffer_open(&out, LIMIT);
    by_json_open(&json, &out, style);
    write(&json, NULL, value);
    snprintf(text, 64, "%s", by_buffer_text(&out));
    by_buffer_close(&out);
    return text;
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *real, *number, *exact;
    } cases[] = {{0, "0.0", "0", "0.0"},
                 {-2, "-2.0", "-2", "-2.0"},
                 {0.1, "0.1", "0.1", "0.10000000000000001"},
                 {1.5e-7, "1.5e-7", "1.5e-7", "1.4999999999999999e-7"},
                 {1e-5, "1e-5", "1e-5", "1.0000000000000001e-5"},
                 {1e20, "1e20", "1e20", "1e20"},
                 {-1e300, "-1e300", "-1e300", "-1.0000000000000001e300"},
                 {123456789012345, "123456789012345.0", "123456789012345", "123456789012345.0"},
                 {INFINITY, "null", "null", "null"},
                 {NAN, "null", "null", "null"}};
    char text[64];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = cases[i].value;
        assert_string_equal(number_text(by_json_real, value, BY_JSON_LINE, text), cases[i].real);
        assert_string_equal(number_text(by_json_number, value, BY_JSON_LINE, text),
                            cases[i].number);
        assert_string_equal(number_text(by_json_real, value, BY_JSON_COMPACT, text),
                            cases[i].exact);
    }
    assert_string_equal(number_text(by_json_figure, 1100.0000000000002, BY_JSON_LINE, text),
                        "1100");
    assert_string_equal(number_text(by_json_figure, 1e-5, BY_JSON_LINE, text), "1e-05");
    assert_string_equal(number_text(by_json_figure, -INFINITY, BY_JSON_LINE, text), "null");
    assert_string_equal(number_text(by_json_seconds, 1.23456789, BY_JSON_LINE, text), "1.234568");
}

static const char *text_of(const char *value, enum by_json_style style, char text[64])
{
    struct by_buffer out;
    struct by_json json;
    by_buffer_open(&out, LIMIT);
    by_json_open(&json, &out, style);
    by_json_text(&json, NULL, value);
    snprintf(text, 64, "%s", by_buffer_text(&out));
    by_buffer_close(&out);
    return text;
}

static void test_text_is_escaped(void **state)
{
    (void)state;
    char text[64];
    assert_string_equal(text_of("\b\f\n\r\t\"\\/", BY_JSON_LINE, text),
                        "\"\\b\\f\\n\\r\\t\\\"\\\\/\"");
    assert_string_equal(text_of("\001\037\177", BY_JSON_LINE, text), "\"\\u0001\\u001F\177\"");
    assert_string_equal(text_of("é €\xf0\x9f\x8c\xb3", BY_JSON_LINE, text),
                        "\"é €\xf0\x9f\x8c\xb3\"");
    assert_string_equal(text_of("é €\xf0\x9f\x8c\xb3\n", BY_JSON_COMPACT, text),
                        "\"\\u00E9 \\u20AC\\uD83C\\uDF33\\n\"");
}

/* Lone and cut bytes, overlong forms, surrogates, and what is past the last character. */
static void test_text_that_is_no_utf8_keeps_its_ascii(void **state)
{
    (void)state;
    static const char *const odd[] = {"a\x80z",
                                      "a\xffz",
                                      "a\xc3",
                                      "a\xc0\xafz",
                                      "a\xe0\x80\xafz",
                                      "a\xed\xa0\x80z",
                                      "a\xf0\x80\x80\xafz",
                                      "a\xf4\x90\x80\x80z",
                                      "a\xe2\x82"};
    static const char *const plain[] = {"\"a?z\"",    "\"a?z\"",    "\"a?\"",
                                        "\"a??z\"",   "\"a???z\"",  "\"a???z\"",
                                        "\"a????z\"", "\"a????z\"", "\"a??\""};
    char text[64];
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        assert_string_equal(text_of(odd[i], BY_JSON_LINE, text), plain[i]);
}

/* Random values come back from a reader as they went in. */
static void test_a_reader_agrees(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 7, 0);
    for (int round = 0; round < 2000; round++) {
        char bytes[16], text[200];
        size_t length = by_rng_below(&rng, 16);
        for (size_t i = 0; i < length; i++)
            bytes[i] = (char)(1 + by_rng_below(&rng, round % 2 == 0 ? 127 : 255));
        bytes[length] = 0;
        double value = ldexp((double)by_rng_below(&rng, 1U << 30) - 0x1p29,
                             (int)by_rng_below(&rng, 200) - 100);
        struct by_buffer out;
        struct by_json json;
        by_buffer_open(&out, LIMIT);
        by_json_open(&json, &out, BY_JSON_COMPACT);
        by_json_array(&json, NULL);
        by_json_text(&json, NULL, bytes);
        by_json_real(&json, NULL, value);
        by_json_end_array(&json);
        snprintf(text, sizeof text, "%s", by_buffer_text(&out));
        json_t *read = json_loads(text, 0, NULL), *kept = json_string(bytes);
        assert_non_null(read);
        assert_true(json_real_value(json_array_get(read, 1)) == value);
        const char *back = json_string_value(json_array_get(read, 0));
        if (kept)
            assert_string_equal(back, bytes);
        else
            assert_int_equal(strlen(back), length);
        json_decref(read);
        json_decref(kept);
        by_buffer_close(&out);
    }
}

static void test_too_long_is_told(void **state)
{
    (void)state;
    struct by_buffer out;
    struct by_json json;
    by_buffer_open(&out, 64);
    by_json_open(&json, &out, BY_JSON_LINE);
    by_json_array(&json, NULL);
    for (int i = 0; i < 100; i++)
        by_json_int(&json, NULL, i);
    assert_true(out.failed);
    struct by_buffer whole;
    by_buffer_open(&whole, LIMIT);
    by_json_open(&json, &whole, BY_JSON_LINE);
    by_json_written(&json, NULL, &out);
    assert_true(whole.failed);
    by_buffer_close(&whole);
    by_buffer_close(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_line),
        cmocka_unit_test(test_compact),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_text_is_escaped),
        cmocka_unit_test(test_text_that_is_no_utf8_keeps_its_ascii),
        cmocka_unit_test(test_a_reader_agrees),
        cmocka_unit_test(test_too_long_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
