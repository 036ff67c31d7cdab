/* sink.c: where a lesson's words, drawing, numbers and steps go. */
#include "lessons/lesson.h"
#include <stdlib.h>

#define TEXT_LIMIT ((size_t)64 << 20)

void by_sink_open(struct by_sink *sink, unsigned wants, bool colour)
{
    *sink = (struct by_sink){.wants = wants, .colour = colour};
    by_buffer_open(&sink->text, TEXT_LIMIT);
    by_buffer_open(&sink->svg, TEXT_LIMIT);
    by_buffer_open(&sink->json, TEXT_LIMIT);
    by_buffer_open(&sink->steps, BY_STEPS_BYTES_MAX);
    by_buffer_open(&sink->frames_json, BY_FRAMES_BYTES_MAX);
    by_json_open(&sink->figures, &sink->json, BY_JSON_LINE);
    by_json_open(&sink->frames, &sink->frames_json, BY_JSON_LINE);
    by_json_array(&sink->frames, NULL);
}

void by_sink_close(struct by_sink *sink)
{
    by_buffer_close(&sink->text);
    by_buffer_close(&sink->svg);
    by_buffer_close(&sink->json);
    by_buffer_close(&sink->steps);
    by_buffer_close(&sink->frames_json);
    free(sink->step_starts);
    free(sink->chapter_starts);
    sink->step_starts = NULL;
    sink->chapter_starts = NULL;
}

bool by_sink_wants(const struct by_sink *sink, enum by_want want)
{
    return (sink->wants & (unsigned)want) != 0;
}

struct by_buffer *by_sink_step(struct by_sink *sink)
{
    /* A picture is far smaller than this. */
    const size_t spare = BY_STEPS_BYTES_MAX / 16;
    if (!by_sink_wants(sink, BY_WANT_STEPS) || sink->steps_cut)
        return NULL;
    if (sink->step_starts == NULL)
        sink->step_starts = calloc(BY_STEPS_MAX, sizeof *sink->step_starts);
    if (sink->step_starts == NULL || sink->steps.failed || sink->step_count == BY_STEPS_MAX ||
        sink->steps.length > BY_STEPS_BYTES_MAX - spare) {
        sink->steps_cut = true;
        return NULL;
    }
    sink->step_starts[sink->step_count++] = sink->steps.length;
    return &sink->steps;
}

struct by_json *by_sink_frame(struct by_sink *sink)
{
    const size_t spare = BY_FRAMES_BYTES_MAX / 16; /* far more than one takes */
    if (!by_sink_wants(sink, BY_WANT_FRAMES) || sink->frames_cut)
        return NULL;
    if (sink->frame_count == BY_FRAMES_MAX ||
        sink->frames_json.length > BY_FRAMES_BYTES_MAX - spare) {
        sink->frames_cut = true;
        return NULL;
    }
    sink->frame_count++;
    by_json_object(&sink->frames, NULL);
    return &sink->frames;
}

void by_sink_chapter(struct by_sink *sink, const char *what)
{
    if (sink->step_count == 0)
        return;
    if (!sink->chapter_starts)
        sink->chapter_starts = calloc(BY_STEPS_MAX, sizeof *sink->chapter_starts);
    if (!sink->chapter_starts || sink->chapter_count == BY_STEPS_MAX)
        return;
    sink->chapter = what;
    sink->chapter_starts[sink->chapter_count++] = sink->step_count - 1;
}

int by_sink_next_chapter(const struct by_sink *sink, int index)
{
    int i = 0;
    while (i < sink->chapter_count && sink->chapter_starts[i] <= index)
        i++;
    return i < sink->chapter_count ? sink->chapter_starts[i] : sink->step_count - 1;
}

const char *by_sink_step_text(const struct by_sink *sink, int index, size_t *length)
{
    size_t start = sink->step_starts[index];
    bool last = index + 1 == sink->step_count;
    *length = (last ? sink->steps.length : sink->step_starts[index + 1]) - start;
    return by_buffer_text(&sink->steps) + start;
}

const char *by_mark(const struct by_sink *sink, enum by_mark mark)
{
    static const char *const escapes[] = {
        [BY_MARK_PLAIN] = "\033[0m",   [BY_MARK_BOLD] = "\033[1m", [BY_MARK_DIM] = "\033[2m",
        [BY_MARK_GOOD] = "\033[1;32m", [BY_MARK_BAD] = "\033[31m", [BY_MARK_NEW] = "\033[1;36m",
    };
    return sink->colour ? escapes[mark] : "";
}
