/* lesson_fuzz.c: what lessons read of their own: on the first line "hash", and behind it keys, or
 * "zobrist", and behind it a file of numbers. */
#include "fuzz.h"
#include "lessons/lesson.h"

#include <stdlib.h>
#include <string.h>

static void teach(const char *name, const char *option, const char *text)
{
    struct by_sink sink;
    struct by_error err = {.status = BY_OK};
    const struct by_setting setting = {option, text};
    by_sink_open(&sink, BY_WANT_SVG | BY_WANT_STEPS, false);
    if (by_lesson_run(by_lesson_find(name), &setting, 1, &sink, &err) != BY_OK)
        by_fuzz_sentence(&err);
    else
        by_fuzz_demand(sink.text.length > 0 && sink.svg.length > 0 && sink.step_count > 0,
                       "a lesson has words, a drawing and steps");
    by_sink_close(&sink);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *name = by_fuzz_text(data, size), *text = by_fuzz_split(name);
    if (strcmp(name, "hash") == 0)
        teach(name, "keys", text);
    else if (strcmp(name, "zobrist") == 0)
        teach(name, "numbers", text);
    free(name);
    return 0;
}
