/* tutor.c: a student's trace, checked: what `banyan tutor --json` prints. */
#include "report/tutor.h"
#include "server/api.h"
#include "server/body.h"

#include <string.h>

static enum by_status read_said(const json_t *body, struct by_tutor_said *said, const char **trace,
                                struct by_error *err)
{
    enum by_status status = by_body_text(body, "trace", trace, err);
    for (int key = 0; key < BY_TUTOR_KEYS && status == BY_OK; key++) {
        status =
            by_body_text(body, by_tutor_key_name((enum by_tutor_key)key), &said->text[key], err);
        if (status == BY_OK && said->text[key] && said->text[key][0] == '\0')
            said->text[key] = NULL;
    }
    if (status == BY_OK && !*trace)
        status = by_fail(err, BY_BAD_INPUT, "\"trace\" is missing: what the program printed");
    return status;
}

enum by_status by_answer_tutor(struct by_server *server, const struct by_request *request,
                               struct by_answer *answer, struct by_error *err)
{
    json_t *body;
    const char *trace = NULL;
    struct by_tutor_said said = {{NULL}};
    struct by_tutor tutor = {.line = NULL};
    struct by_json json;
    int64_t nodes = BY_TUTOR_NODES;
    (void)server;
    enum by_status status = by_body_read(request, &body, err);
    if (status != BY_OK)
        return status;
    status = read_said(body, &said, &trace, err);
    if (status == BY_OK)
        status = by_body_int(body, "nodes", 1, BY_TUTOR_EVENTS_MAX, &nodes, err);
    if (status == BY_OK)
        status = by_tutor_open(&tutor, trace, strlen(trace), &said, err);
    if (status == BY_OK) {
        by_json_open(&json, &answer->body, BY_JSON_LINE);
        by_report_tutor(&json, &tutor, (int)nodes);
    }
    by_tutor_close(&tutor);
    json_decref(body);
    return status;
}
