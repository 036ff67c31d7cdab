/* events.c: the requests that are about the event streams themselves. */
#include "base/json.h"
#include "base/text.h"
#include "server/server.h"

by_handler by_answer_events, by_answer_ping;

static enum by_status want_client(const struct by_request *request, struct by_answer *answer,
                                  struct by_error *err)
{
    if (request->client[0])
        return BY_OK;
    return by_answer_refuse(answer, err, 400,
                            "client=NAME is missing: %d to %d letters, digits, '-' and '_' that "
                            "name the page",
                            BY_CLIENT_MIN, BY_CLIENT_MAX);
}

enum by_status by_answer_events(struct by_server *server, const struct by_request *request,
                                struct by_answer *answer, struct by_error *err)
{
    (void)server;
    answer->stream = true;
    return want_client(request, answer, err);
}

/* Is my stream there, and how long does an event take? The answer comes both ways. */
enum by_status by_answer_ping(struct by_server *server, const struct by_request *request,
                              struct by_answer *answer, struct by_error *err)
{
    struct by_json json;
    int64_t number = 0;
    char given[24];
    if (want_client(request, answer, err) != BY_OK)
        return BY_BAD_INPUT;
    if (by_request_value(request, "n", given, sizeof given) &&
        !by_read_int(given, 0, INT64_MAX, &number))
        return by_answer_refuse(answer, err, 400, "n is a whole number");
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_int(&json, "n", number);
    by_json_end_object(&json);
    if (by_events_send(server, request->client, "pong", NULL, &answer->body))
        return BY_OK;
    by_buffer_close(&answer->body);
    by_buffer_open(&answer->body, BY_LIMIT_ANSWER_BYTES);
    return by_answer_refuse(answer, err, 404, "this page has no event stream");
}
