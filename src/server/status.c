/* status.c: what this server is, and what it will not do. */
#include "base/json.h"
#include "base/version.h"
#include "server/server.h"

by_handler by_answer_status;

static void put_first(struct by_json *json, struct by_server *server)
{
    struct by_first first;
    if (!by_server_first(server, &first)) {
        by_json_null(json, "first");
        return;
    }
    by_json_object(json, "first");
    by_json_text(json, "game", first.game);
    by_json_text(json, "move", first.move);
    by_json_figure(json, "speed", first.per_second);
    by_json_text(json, "unit", first.unit);
    by_json_end_object(json);
}

enum by_status by_answer_status(struct by_server *server, const struct by_request *request,
                                struct by_answer *answer, struct by_error *err)
{
    struct by_json json;
    char build[BY_BUILD_SIZE];
    (void)request;
    (void)err;
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_text(&json, "name", "banyan");
    by_json_text(&json, "version", by_build(build));
    by_json_int(&json, "api", 1);
    by_json_text(&json, "boot", by_server_boot(server));
    put_first(&json, server);
    by_json_flag(&json, "engines", by_server_asked(server)->engines);
    by_json_object(&json, "limits");
#define BY_SERVER_LIMIT(id, name, value, help) by_json_int(&json, #name, value);
#include "server/limits.def"
#undef BY_SERVER_LIMIT
    by_json_end_object(&json);
    by_json_end_object(&json);
    return BY_OK;
}
