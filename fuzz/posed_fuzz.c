/* posed_fuzz.c: any bytes as a student's answers. The first line names an exercise ("alphabeta 5 small"), each further one a field and
 * what is written in it ("value:1.2 <= 3"). Every field gets a verdict, what is wrong a reason; and what the readers understand
 * they understand again when it is written plainly. */
#include "base/text.h"
#include "fuzz.h"
#include "report/exercise.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHEET_MAX 64 /* answers that are looked at */

struct answered {
    int count;
    struct {
        const char *id, *text;
    } line[SHEET_MAX];
};

static const char *find(void *context, const char *id)
{
    const struct answered *answered = context;
    for (int i = 0; i < answered->count; i++)
        if (strcmp(answered->line[i].id, id) == 0)
            return answered->line[i].text;
    return NULL;
}

static const char *find_right(void *context, const char *id)
{
    const struct by_posed_field *field = by_posed_find(context, id);
    return field ? by_posed_answer(field) : NULL;
}

static void read_lines(char *text, struct answered *out)
{
    out->count = 0;
    while (*text && out->count < SHEET_MAX) {
        char *next = by_fuzz_split(text), *answer = strchr(text, ' ');
        if (answer)
            *answer++ = '\0';
        out->line[out->count].id = text;
        out->line[out->count++].text = answer ? answer : "";
        text = next;
    }
}

/* What a reader took is within its bounds, and is read as the same once more. */
static void read_again(const char *answer)
{
    char plain[BY_POSED_TEXT], sign = '?', other = '?';
    int64_t number, again;
    double real;
    struct by_recorder_window window, same;
    if (by_answer_number(answer, &sign, &number)) {
        snprintf(plain, sizeof plain, "%.1s%s%" PRId64, &sign, sign ? "= " : "", number);
        by_fuzz_demand(by_answer_number(plain, &other, &again) && again == number && other == sign,
                       "a number is read again");
    }
    if (by_answer_real(answer, &real))
        by_fuzz_demand(real >= -1e9 && real <= 1e9, "a real number is within bounds");
    if (by_answer_window(answer, &window)) {
        snprintf(plain, sizeof plain, "(%" PRId64 ", %" PRId64 ")", window.alpha, window.beta);
        bool open = window.alpha == -BY_VALUE_INF || window.beta == BY_VALUE_INF ||
                    window.alpha == BY_VALUE_INF || window.beta == -BY_VALUE_INF;
        by_fuzz_demand(open || (by_answer_window(plain, &same) && same.alpha == window.alpha &&
                                same.beta == window.beta),
                       "a window is read again");
    }
    if (strlen(answer) < BY_POSED_TEXT / 3)
        by_fuzz_demand(by_answer_same_words(answer, answer), "an answer is itself");
}

static int count_right(const struct by_posed *posed, const struct by_answers *answers)
{
    int right = 0;
    for (int i = 0; i < posed->count; i++) {
        struct by_checked checked = by_posed_check(posed, &posed->field[i], answers);
        by_fuzz_demand(checked.hint < BY_HINTS, "a hint is one of those there are");
        by_fuzz_demand((checked.verdict == BY_ANSWER_RIGHT) == (checked.hint == BY_HINT_NONE),
                       "what is not right has a reason");
        right += checked.verdict == BY_ANSWER_RIGHT;
    }
    return right;
}

static void check(struct by_posed *posed, struct answered *answered)
{
    const struct by_answers theirs = {answered, find}, ours = {posed, find_right};
    struct by_buffer out;
    struct by_json json;
    for (int i = 0; i < answered->count; i++)
        read_again(answered->line[i].text);
    (void)count_right(posed, &theirs);
    by_fuzz_demand(count_right(posed, &ours) == posed->count, "the solution is right");
    by_buffer_open(&out, BY_REPORT_LIMIT);
    by_json_open(&json, &out, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_report_question(&json, posed);
    by_report_checked(&json, posed, &theirs);
    by_json_end_object(&json);
    by_fuzz_demand(!out.failed, "it is told");
    by_buffer_close(&out);
}

/* "alphabeta 5 small"; false: there is no such exercise. */
static bool name_exercise(char *name, const struct by_exercise_kind **kind,
                          struct by_exercise_id *id)
{
    static const char *const sizes[] = {"small", "normal", "large"};
    struct by_error err = {.status = BY_OK};
    char *seed = strchr(name, ' '), *size = seed ? strchr(seed + 1, ' ') : NULL;
    int64_t number;
    if (!size)
        return false;
    *seed++ = *size++ = '\0';
    *id = (struct by_exercise_id){.size = BY_EXERCISE_SMALL};
    for (int i = 0; i < 3; i++)
        if (strcmp(size, sizes[i]) == 0)
            id->size = (enum by_exercise_size)i;
    if (!by_read_int(seed, 0, 1000, &number))
        return false;
    id->seed = (uint64_t)number;
    if (by_exercise_kind_find(name, kind, &err) == BY_OK)
        return true;
    by_fuzz_sentence(&err);
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *name = by_fuzz_text(data, size), *rest = by_fuzz_split(name);
    const struct by_exercise_kind *kind;
    struct by_exercise_id id;
    struct by_posed posed;
    struct by_error err = {.status = BY_OK};
    struct answered answered;
    read_lines(rest, &answered);
    if (name_exercise(name, &kind, &id)) {
        by_fuzz_demand(by_posed_open(&posed, kind, &id, &err) == BY_OK, "it is posed");
        check(&posed, &answered);
        by_posed_close(&posed);
    }
    free(name);
    return 0;
}
