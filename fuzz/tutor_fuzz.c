/* tutor_fuzz.c: a student's trace; what is understood has a verdict, and a fault has a line and a sentence. */
#include "fuzz.h"
#include "report/tutor.h"

#include <stdlib.h>
#include <string.h>

static void look(const struct by_tutor *tutor, const char *text)
{
    const struct by_marks marks = {.strong = "", .plain = ""};
    struct by_buffer out;
    struct by_json json;
    bool right = tutor->fault.kind == BY_TUTOR_RIGHT;
    by_fuzz_demand(right == (tutor->fault.sentence[0] == '\0'), "a fault has a sentence");
    by_fuzz_demand(right || (tutor->fault.line >= 1 && tutor->fault.line <= tutor->line_count),
                   "a fault has a line");
    by_fuzz_demand(tutor->node_count <= tutor->event_count, "a node has a step");
    by_buffer_open(&out, BY_REPORT_LIMIT);
    by_put_tutor(&out, tutor, text, &marks);
    by_json_open(&json, &out, BY_JSON_LINE);
    by_report_tutor(&json, tutor, 20);
    by_fuzz_demand(!out.failed, "it is told");
    by_buffer_close(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct by_tutor tutor;
    struct by_error err = {.status = BY_OK};
    char *text = by_fuzz_text(data, size);
    if (by_tutor_open(&tutor, text, strlen(text), NULL, &err) != BY_OK)
        by_fuzz_sentence(&err);
    else
        look(&tutor, text);
    by_tutor_close(&tutor);
    free(text);
    return 0;
}
