/* lesson_help.h: what the tests of the lessons share: running one and reading its numbers as a
 * program would, with another library than the one that wrote them. Include it after cmocka.h. */
#ifndef BY_TESTS_LESSON_HELP_H
#define BY_TESTS_LESSON_HELP_H

#include "base/long_test.h"
#include "base/spec.h"
#include "lessons/lesson.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs a lesson from a line such as `queens n=6 show=4`. */
static inline enum by_status try_lesson(const char *line, unsigned wants, bool colour,
                                        struct by_sink *sink, struct by_error *err)
{
    struct by_spec spec;
    assert_int_equal(by_spec_read(line, &spec, err), BY_OK);
    const struct by_lesson *lesson = by_lesson_find(spec.name);
    assert_non_null(lesson);
    by_sink_open(sink, wants, colour);
    return by_lesson_run(lesson, spec.settings, spec.count, sink, err);
}

static inline void run_lesson(const char *line, unsigned wants, bool colour, struct by_sink *sink)
{
    struct by_error err = {0};
    if (try_lesson(line, wants, colour, sink, &err) != BY_OK)
        fail_msg("%s: %s", line, err.text);
}

/* The numbers of a lesson; the caller drops the reference. */
static inline json_t *figures_of(const char *line)
{
    struct by_sink sink;
    json_error_t error;
    run_lesson(line, 0, false, &sink);
    json_t *figures = json_loads(by_buffer_text(&sink.json), JSON_REJECT_DUPLICATES, &error);
    if (!figures)
        fail_msg("%s: %s in %.200s", line, error.text, by_buffer_text(&sink.json));
    by_sink_close(&sink);
    return figures;
}

static inline json_t *member(const json_t *object, const char *name)
{
    json_t *value = json_object_get(object, name);
    if (!value)
        fail_msg("there is no %s", name);
    return value;
}

static inline long long whole(const json_t *object, const char *name)
{
    const json_t *value = member(object, name);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

static inline double real(const json_t *object, const char *name)
{
    const json_t *value = member(object, name);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static inline const char *words(const json_t *object, const char *name)
{
    const json_t *value = member(object, name);
    assert_true(json_is_string(value));
    return json_string_value(value);
}

static inline long long whole_at(const json_t *array, size_t index)
{
    const json_t *value = json_array_get(array, index);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

static inline void near(double got, double wanted)
{
    double distance = got > wanted ? got - wanted : wanted - got;
    if (!(distance < 1e-9))
        fail_msg("%.15g is not %.15g", got, wanted);
}

/* A lesson refuses the line with a sentence that holds `says`. */
static inline void refuses(const char *line, const char *says)
{
    struct by_sink sink;
    struct by_error err = {0};
    assert_int_equal(try_lesson(line, BY_WANT_SVG | BY_WANT_STEPS, false, &sink, &err),
                     BY_BAD_INPUT);
    if (!strstr(err.text, says))
        fail_msg("%s: '%s' does not say '%s'", line, err.text, says);
    by_sink_close(&sink);
}

#endif
