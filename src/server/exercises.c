/* exercises.c: exercises for the page: asked for, checked, solved. A question never has its answers in it. */
#include "report/exercise.h"
#include "report/line.h"
#include "server/api.h"
#include "server/body.h"

#include <stdio.h>
#include <string.h>

#define COMMAND_BYTES ((size_t)4096)

struct asked {
    const struct by_exercise_kind *kind;
    struct by_exercise_id id;
};

/* --- reading ---------------------------------------------------------------------------------------------- */

static enum by_status read_size(const json_t *body, enum by_exercise_size *out,
                                struct by_error *err)
{
    const char *size;
    enum by_status status = by_body_text(body, "size", &size, err);
    if (status != BY_OK || !size)
        return status;
    for (int i = BY_EXERCISE_SMALL; i <= BY_EXERCISE_LARGE; i++) {
        *out = (enum by_exercise_size)i;
        if (strcmp(by_exercise_size_name(*out), size) == 0)
            return BY_OK;
    }
    return by_fail(err, BY_BAD_INPUT, "\"size\" must be small, normal or large");
}

static enum by_status read(const json_t *body, struct asked *a, struct by_error *err)
{
    const char *kind;
    int64_t number = 1;
    a->id = (struct by_exercise_id){.seed = BY_SEED_USUAL, .size = BY_EXERCISE_NORMAL};
    enum by_status status = by_body_text(body, "kind", &kind, err);
    if (status == BY_OK && !kind)
        status = by_fail(err, BY_BAD_INPUT, "\"kind\" is missing: the kind of exercise");
    if (status == BY_OK)
        status = by_exercise_kind_find(kind, &a->kind, err);
    if (status == BY_OK)
        status = by_body_seed(body, &a->id.seed, err);
    if (status == BY_OK)
        status = by_body_text(body, "tree", &a->id.tree, err);
    if (status == BY_OK)
        status = by_body_int(body, "number", 1, BY_EXERCISES_MAX, &number, err);
    a->id.number = (int)number - 1;
    return status == BY_OK ? read_size(body, &a->id.size, err) : status;
}

/* --- answering ---------------------------------------------------------------------------------------------- */

static void report_command(struct by_json *json, const struct asked *a)
{
    struct by_buffer text;
    by_buffer_open(&text, COMMAND_BYTES);
    by_buffer_format(&text, "banyan exercise --kind %s", a->kind->name);
    if (a->id.tree) {
        by_buffer_format(&text, " --tree ");
        by_put_word(&text, a->id.tree);
    } else {
        by_buffer_format(&text, " --seed %llu --count %d", (unsigned long long)a->id.seed,
                         a->id.number + 1);
        if (a->id.size != BY_EXERCISE_NORMAL)
            by_buffer_format(&text, " --size %s", by_exercise_size_name(a->id.size));
    }
    by_json_text(json, "command", by_buffer_text(&text));
    by_buffer_close(&text);
}

static enum by_status report_question(struct by_json *json, const struct asked *a,
                                      const struct by_posed *posed, const json_t *body,
                                      struct by_error *err)
{
    (void)body;
    by_report_question(json, posed);
    report_command(json, a);
    return by_report_written(json, "question", a->kind, &a->id, false, err);
}

static const char *find_answer(void *context, const char *id)
{
    return json_string_value(json_object_get(context, id));
}

static enum by_status check_answers(const json_t *answers, struct by_error *err)
{
    const char *id;
    const json_t *value;
    if (!json_is_object(answers))
        return by_fail(err, BY_BAD_INPUT, "\"answers\" must be an object: texts by fields");
    json_object_foreach((json_t *)answers, id, value)
    {
        if (!json_is_string(value) && !json_is_null(value))
            return by_fail(err, BY_BAD_INPUT, "an answer must be a text");
    }
    return BY_OK;
}

static enum by_status report_checked(struct by_json *json, const struct asked *a,
                                     const struct by_posed *posed, const json_t *body,
                                     struct by_error *err)
{
    json_t *given = json_object_get(body, "answers");
    const struct by_answers answers = {given, find_answer};
    enum by_status status = check_answers(given, err);
    (void)a;
    if (status == BY_OK)
        by_report_checked(json, posed, &answers);
    return status;
}

static enum by_status report_solution(struct by_json *json, const struct asked *a,
                                      const struct by_posed *posed, const json_t *body,
                                      struct by_error *err)
{
    (void)body;
    by_report_answers(json, posed);
    return by_report_written(json, "solution", a->kind, &a->id, true, err);
}

typedef enum by_status report_fn(struct by_json *json, const struct asked *a,
                                 const struct by_posed *posed, const json_t *body,
                                 struct by_error *err);

static enum by_status answer_with(const struct by_request *request, struct by_answer *answer,
                                  report_fn *report, struct by_error *err)
{
    struct asked a;
    struct by_posed posed = {0};
    struct by_json json;
    json_t *body = NULL;
    enum by_status status = by_body_read(request, &body, err);
    if (status == BY_OK)
        status = read(body, &a, err);
    if (status == BY_OK)
        status = by_posed_open(&posed, a.kind, &a.id, err);
    if (status == BY_OK) {
        by_json_open(&json, &answer->body, BY_JSON_LINE);
        by_json_object(&json, NULL);
        status = report(&json, &a, &posed, body, err);
        by_json_end_object(&json);
    }
    by_posed_close(&posed);
    json_decref(body);
    return status;
}

enum by_status by_answer_exercise(struct by_server *server, const struct by_request *request,
                                  struct by_answer *answer, struct by_error *err)
{
    (void)server;
    return answer_with(request, answer, report_question, err);
}

enum by_status by_answer_exercise_check(struct by_server *server, const struct by_request *request,
                                        struct by_answer *answer, struct by_error *err)
{
    (void)server;
    return answer_with(request, answer, report_checked, err);
}

enum by_status by_answer_exercise_solution(struct by_server *server,
                                           const struct by_request *request,
                                           struct by_answer *answer, struct by_error *err)
{
    (void)server;
    return answer_with(request, answer, report_solution, err);
}

/* The kinds there are. */
enum by_status by_answer_exercises(struct by_server *server, const struct by_request *request,
                                   struct by_answer *answer, struct by_error *err)
{
    struct by_json json;
    (void)server, (void)request, (void)err;
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_array(&json, "kinds");
    for (int i = 0; by_exercise_kind_at(i); i++) {
        by_json_object(&json, NULL);
        by_json_text(&json, "name", by_exercise_kind_at(i)->name);
        by_json_text(&json, "title", by_exercise_kind_at(i)->title);
        by_json_end_object(&json);
    }
    by_json_end_array(&json);
    by_json_end_object(&json);
    return BY_OK;
}
