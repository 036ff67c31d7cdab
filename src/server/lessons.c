/* lessons.c: the lessons: which there are, and what one says with options of one's own. */
#include "report/catalogue.h"
#include "report/lesson.h"
#include "server/api.h"
#include "server/body.h"

#include <stdlib.h>
#include <string.h>

enum by_status by_answer_lessons(struct by_server *server, const struct by_request *request,
                                 struct by_answer *answer, struct by_error *err)
{
    struct by_json json;
    (void)server, (void)request, (void)err;
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_report_lessons(&json);
    return BY_OK;
}

/* "want": an array of "svg", "steps" and "frames"; all of them where nothing is said. */
static enum by_status read_wants(const json_t *body, unsigned *out, struct by_error *err)
{
    static const struct {
        const char *name;
        unsigned bit;
    } all[] = {{"svg", BY_WANT_SVG}, {"steps", BY_WANT_STEPS}, {"frames", BY_WANT_FRAMES}};
    const json_t *want = json_object_get(body, "want"), *one;
    size_t index;
    *out = want && !json_is_null(want) ? 0 : BY_WANT_SVG | BY_WANT_STEPS | BY_WANT_FRAMES;
    bool good = *out || json_is_array(want);
    json_array_foreach(want, index, one)
    {
        unsigned bit = 0;
        for (size_t i = 0; json_is_string(one) && i < sizeof all / sizeof *all; i++)
            bit |= strcmp(json_string_value(one), all[i].name) == 0 ? all[i].bit : 0;
        good = good && bit;
        *out |= bit;
    }
    return good ? BY_OK
                : by_fail(err, BY_BAD_INPUT,
                          "\"want\" must be an array of \"svg\", \"steps\" and \"frames\"");
}

static enum by_status teach(const struct by_lesson *lesson, const json_t *body,
                            struct by_told_settings *told, struct by_answer *answer,
                            struct by_error *err)
{
    struct by_sink sink;
    struct by_json json;
    unsigned wants;
    enum by_status status = by_body_settings(body, told, err);
    if (status == BY_OK)
        status = read_wants(body, &wants, err);
    if (status != BY_OK)
        return status;
    by_sink_open(&sink, wants, false);
    status = by_lesson_run(lesson, told->each, told->count, &sink, err);
    if (status == BY_OK) {
        by_json_open(&json, &answer->body, BY_JSON_LINE);
        by_report_taught(&json, lesson, &sink, told->each, told->count);
    }
    by_sink_close(&sink);
    return status;
}

static enum by_status read_and_teach(const struct by_lesson *lesson,
                                     const struct by_request *request, struct by_answer *answer,
                                     struct by_error *err)
{
    struct by_told_settings *told = calloc(1, sizeof *told);
    json_t *body = NULL;
    enum by_status status =
        told ? by_body_read(request, &body, err) : by_fail_memory(err, sizeof *told);
    if (status == BY_OK)
        status = teach(lesson, body, told, answer, err);
    json_decref(body);
    free(told);
    return status;
}

/* As the page asks, a lesson takes some milliseconds; with the largest options it is a matter of seconds, and
 * so it counts among the explanations: never all request threads. */
enum by_status by_answer_lesson(struct by_server *server, const struct by_request *request,
                                struct by_answer *answer, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    const struct by_lesson *lesson = by_lesson_find(request->word[0]);
    if (!lesson)
        return by_answer_refuse(answer, err, 404, "there is no lesson '%s'",
                                by_quote(request->word[0], quoted));
    atomic_int *explaining = by_api_explaining(by_server_api(server));
    bool fits = atomic_fetch_add(explaining, 1) < BY_EXPLAINING_AT_ONCE;
    enum by_status status =
        fits ? read_and_teach(lesson, request, answer, err)
             : by_answer_refuse(answer, err, 429,
                                "%d explanations and lessons are being worked out: try again",
                                BY_EXPLAINING_AT_ONCE);
    atomic_fetch_sub(explaining, 1);
    return status;
}
