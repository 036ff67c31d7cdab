/* position.c: one position: the board, what may be done on it, and how to have it again. */
#include "report/position.h"
#include "report/board.h"
#include "report/line.h"
#include "server/api.h"
#include "server/body.h"

void by_report_table(struct by_json *json, const char *name, const struct by_line *line)
{
    by_json_object(json, name);
    by_report_state(json, line);
    by_report_line(json, "line", line);
    by_json_text(json, "label", line->rules->label);
    by_json_int(json, "ply", line->count);
    by_report_board(json, "board", line);
    by_report_command(json, "show", line, NULL);
    by_json_end_object(json);
}

enum by_status by_answer_position(struct by_server *server, const struct by_request *request,
                                  struct by_answer *answer, struct by_error *err)
{
    json_t *body;
    struct by_told_line told;
    struct by_json json;
    (void)server;
    enum by_status status = by_body_read(request, &body, err);
    if (status != BY_OK)
        return status;
    status = by_body_line(body, &told, err);
    if (status == BY_OK) {
        by_json_open(&json, &answer->body, BY_JSON_LINE);
        by_report_table(&json, NULL, told.line);
        by_told_line_close(&told);
    }
    json_decref(body);
    return status;
}
