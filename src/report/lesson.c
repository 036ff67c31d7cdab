/* lesson.c: see lesson.h. */
#include "report/lesson.h"
#include "report/line.h"
#include <string.h>

static void report_steps(struct by_json *json, const struct by_sink *sink)
{
    struct by_buffer one;
    int count = sink->step_count < BY_TAUGHT_STEPS_MAX ? sink->step_count : BY_TAUGHT_STEPS_MAX;
    if (!by_sink_wants(sink, BY_WANT_STEPS)) {
        by_json_null(json, "steps");
        return;
    }
    by_json_array(json, "steps");
    for (int i = 0; i < count; i++) {
        size_t length;
        const char *picture = by_sink_step_text(sink, i, &length);
        by_buffer_open(&one, BY_STEPS_BYTES_MAX);
        by_buffer_format(&one, "%.*s", (int)length, picture);
        by_json_text(json, NULL, by_buffer_text(&one));
        json->out->failed |= one.failed;
        by_buffer_close(&one);
    }
    by_json_end_array(json);
    by_json_flag(json, "steps_cut", sink->steps_cut || sink->step_count > count);
}

/* The lesson zobrist takes numbers, which on the command line are in a file. */
static void report_command(struct by_json *json, const struct by_lesson *lesson,
                           const struct by_setting *settings, int count)
{
    struct by_buffer text;
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_buffer_format(&text, "banyan lesson %s", lesson->name);
    for (int i = 0; i < count; i++) {
        by_buffer_format(&text, " --%s ", settings[i].name);
        by_put_word(&text, strcmp(settings[i].name, "numbers") == 0 ? "FILE" : settings[i].value);
    }
    by_json_text(json, "command", by_buffer_text(&text));
    json->out->failed |= text.failed;
    by_buffer_close(&text);
}

void by_report_taught(struct by_json *json, const struct by_lesson *lesson,
                      const struct by_sink *sink, const struct by_setting *settings, int count)
{
    bool svg = by_sink_wants(sink, BY_WANT_SVG);
    by_json_object(json, NULL);
    by_json_text(json, "lesson", lesson->name);
    by_json_written(json, "figures", &sink->json);
    by_json_text(json, "text", by_buffer_text(&sink->text));
    by_json_text(json, "svg", svg ? by_buffer_text(&sink->svg) : NULL);
    report_steps(json, sink);
    report_command(json, lesson, settings, count);
    by_json_end_object(json);
}
