/* lessons.c: the register of lessons, and the wrapper that runs one. */
#include "lessons/lesson.h"
#include <stdio.h>
#include <string.h>

#define BY_LESSON(name) extern const struct by_lesson by_lesson_##name;
#include "lessons/lessons.def"
#undef BY_LESSON

static const struct by_lesson *const lessons[] = {
#define BY_LESSON(name) &by_lesson_##name,
#include "lessons/lessons.def"
#undef BY_LESSON
    NULL,
};

const struct by_lesson *by_lesson_at(int index)
{
    int count = (int)(sizeof lessons / sizeof lessons[0]) - 1;
    return index >= 0 && index < count ? lessons[index] : NULL;
}

const struct by_lesson *by_lesson_find(const char *name)
{
    for (int i = 0; lessons[i] != NULL; i++)
        if (by_same_text(lessons[i]->name, name))
            return lessons[i];
    return NULL;
}

void by_lesson_names(struct by_text *out)
{
    for (int i = 0; lessons[i] != NULL; i++) {
        by_text_add(out, i > 0 ? "|" : "");
        by_text_add(out, lessons[i]->name);
    }
}

static void write_heading(const struct by_lesson *lesson, struct by_sink *sink)
{
    by_buffer_format(&sink->text, "%s%s%s\n", by_mark(sink, BY_MARK_BOLD), lesson->title,
                     by_mark(sink, BY_MARK_PLAIN));
    by_buffer_repeat(&sink->text, '=', (int)strlen(lesson->title));
    by_buffer_add(&sink->text, "\n\n");
}

static void join_frames(struct by_sink *sink)
{
    by_json_end_array(&sink->frames);
    if (!by_sink_wants(sink, BY_WANT_FRAMES))
        return;
    by_json_written(&sink->figures, "frames", &sink->frames_json);
    by_json_flag(&sink->figures, "frames_cut", sink->frames_cut);
}

enum by_status by_lesson_run(const struct by_lesson *lesson, const struct by_setting *settings,
                             int count, struct by_sink *sink, struct by_error *err)
{
    struct by_values values;
    char owner[64];
    snprintf(owner, sizeof owner, "the lesson %s", lesson->name);
    enum by_status status = by_values_open(owner, lesson->options, settings, count, &values, err);
    if (status != BY_OK)
        return status;
    write_heading(lesson, sink);
    by_json_object(&sink->figures, NULL);
    by_json_text(&sink->figures, "lesson", lesson->name);
    status = lesson->run(&values, sink, err);
    join_frames(sink);
    by_json_end_object(&sink->figures);
    by_values_close(&values);
    if (status == BY_OK && (sink->text.failed || sink->svg.failed || sink->json.failed))
        return by_fail(err, BY_NO_MEMORY, "there is not enough memory for the lesson's text");
    return status;
}

/* --- what several lessons use ------------------------------------------------ */

int by_lesson_int(const struct by_values *values, const char *name)
{
    return (int)by_values_get(values, name)->integer;
}

enum by_status by_lesson_seed(const struct by_values *values, uint64_t *seed, struct by_error *err)
{
    const char *text = by_values_get(values, "seed")->text;
    char quoted[BY_QUOTE_SIZE];
    uint64_t value = 0;
    bool good = true;
    for (const char *c = text; good && *c != '\0'; c++) {
        uint64_t digit = (uint64_t)(*c - '0');
        good = *c >= '0' && *c <= '9' && value <= (UINT64_MAX - digit) / 10;
        value = value * 10 + digit;
    }
    if (!good)
        return by_fail(err, BY_BAD_INPUT,
                       "seed takes a whole number from 0 to 18446744073709551615, not '%s'",
                       by_quote(text, quoted));
    *seed = value;
    return BY_OK;
}

const char *by_signed(int value, char buffer[BY_SIGNED_SIZE])
{
    struct by_text text = by_text_over(buffer, BY_SIGNED_SIZE);
    by_text_format(&text, value == 0 ? "%d" : "%+d", value);
    return buffer;
}

const char *by_commas(uint64_t count, char buffer[BY_COMMAS_SIZE])
{
    char digits[BY_COMMAS_SIZE];
    struct by_text plain = by_text_over(digits, sizeof digits);
    by_text_format(&plain, "%llu", (unsigned long long)count);
    struct by_text out = by_text_over(buffer, BY_COMMAS_SIZE);
    for (size_t i = 0; i < plain.length; i++) {
        if (i > 0 && (plain.length - i) % 3 == 0)
            by_text_char(&out, ',');
        by_text_char(&out, digits[i]);
    }
    return buffer;
}
