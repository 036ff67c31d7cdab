/* explain.c: what is thought of a position before any search. */
#include "report/explain.h"
#include "games/knowledge.h"
#include "report/line.h"
#include "server/api.h"
#include "server/body.h"
#include "server/seat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAYOUTS_MAX 2000 /* of a request that is answered at once */

/* What was asked, as the command line has it. */
struct asked {
    struct by_told_line told;
    struct by_explain_question question;
    const char *player;
    struct by_page_player seat;
    char seed[24], playouts[24];
};

/* What stands behind the colon of a name may not be a file. */
static enum by_status check_name(const struct by_rules *rules, const char *name,
                                 struct by_error *err)
{
    const char *colon = name ? strchr(name, ':') : NULL;
    if (colon && by_knowledge_reads_file(rules, colon + 1))
        return by_fail(err, BY_BAD_INPUT, "a name from here may not read a file");
    return BY_OK;
}

static enum by_status read_player(struct by_server *server, struct asked *a, struct by_error *err)
{
    enum by_status status = by_page_player_read(server, a->told.rules, a->player, &a->seat, err);
    if (status == BY_OK && a->seat.kind != BY_SEAT_LEVEL && a->seat.kind != BY_SEAT_SEARCH)
        status = by_fail(err, BY_BAD_INPUT, "what that player thinks cannot be seen");
    return status == BY_OK ? by_page_player_open(&a->seat, a->told.rules, a->question.seed,
                                                 &a->question.player, err)
                           : status;
}

static enum by_status read(struct by_server *server, const json_t *body, struct asked *a,
                           struct by_error *err)
{
    struct by_explain_question *q = &a->question;
    q->playouts = 1000;
    q->seed = BY_SEED_USUAL;
    enum by_status status = by_body_line(body, &a->told, err);
    if (status == BY_OK)
        status = by_body_text(body, "eval", &q->eval, err);
    if (status == BY_OK)
        status = by_body_text(body, "playout", &q->playout, err);
    if (status == BY_OK)
        status = by_body_text(body, "player", &a->player, err);
    if (status == BY_OK)
        status = by_body_int(body, "playouts", 1, PLAYOUTS_MAX, &q->playouts, err);
    if (status == BY_OK)
        status = by_body_seed(body, &q->seed, err);
    if (status == BY_OK)
        status = check_name(a->told.rules, q->eval, err);
    if (status == BY_OK)
        status = check_name(a->told.rules, q->playout, err);
    q->line = a->told.line;
    snprintf(a->seed, sizeof a->seed, "%llu", (unsigned long long)q->seed);
    snprintf(a->playouts, sizeof a->playouts, "%lld", (long long)q->playouts);
    return status == BY_OK && a->player ? read_player(server, a, err) : status;
}

static void put_command(struct by_buffer *out, const struct asked *a)
{
    const struct by_explain_question *q = &a->question;
    const struct by_said all[] = {{"eval", q->eval},
                                  {"playout", q->playout},
                                  {"player", a->player},
                                  {"playouts", q->playouts != 1000 ? a->playouts : NULL},
                                  {"seed", q->seed != BY_SEED_USUAL ? a->seed : NULL}};
    struct by_said said[sizeof all / sizeof *all + 1] = {{NULL, NULL}};
    int count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].value)
            said[count++] = all[i];
    by_put_command(out, "explain", q->line, said);
}

/* {"explanation": {as explain --json}, "command"}. */
static void report(struct by_answer *answer, const struct asked *a,
                   const struct by_explain_answer *found)
{
    struct by_json json;
    struct by_buffer command, whole;
    by_buffer_open(&command, answer->body.limit);
    by_buffer_open(&whole, answer->body.limit);
    put_command(&command, a);
    by_json_open(&json, &whole, BY_JSON_LINE);
    by_report_explanation(&json, &found->why, &found->told);
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_written(&json, "explanation", &whole);
    by_json_text(&json, "command", by_buffer_text(&command));
    by_json_end_object(&json);
    by_buffer_close(&command);
    by_buffer_close(&whole);
}

static enum by_status explain(struct by_server *server, const struct by_request *request,
                              struct by_answer *answer, struct by_error *err)
{
    struct asked *a = calloc(1, sizeof *a);
    struct by_explain_answer *found = calloc(1, sizeof *found);
    json_t *body = NULL;
    enum by_status status = a && found ? by_body_read(request, &body, err)
                                       : by_fail_memory(err, sizeof *a + sizeof *found);
    if (status == BY_OK)
        status = read(server, body, a, err);
    if (status == BY_OK) {
        a->question.stop = by_api_stopping(by_server_api(server));
        status = by_explain(&a->question, found, err);
        if (status == BY_OK)
            report(answer, a, found);
        by_explain_close(found);
    }
    if (a) {
        by_player_close(a->question.player);
        by_told_line_close(&a->told);
    }
    json_decref(body);
    free(a);
    free(found);
    return status;
}

/* It takes a request thread for a second or two: never all of them. */
enum by_status by_answer_explain(struct by_server *server, const struct by_request *request,
                                 struct by_answer *answer, struct by_error *err)
{
    atomic_int *explaining = by_api_explaining(by_server_api(server));
    bool fits = atomic_fetch_add(explaining, 1) < BY_EXPLAINING_AT_ONCE;
    enum by_status status =
        fits ? explain(server, request, answer, err)
             : by_answer_refuse(answer, err, 429, "%d explanations are being worked out: try again",
                                BY_EXPLAINING_AT_ONCE);
    atomic_fetch_sub(explaining, 1);
    return status;
}
