/* catalogue.c: what there is: games, searches, registered engines. */
#include "report/catalogue.h"
#include "players/named.h"
#include "players/program.h"
#include "server/api.h"
#include "server/server.h"

static struct by_json begin(struct by_answer *answer)
{
    struct by_json json;
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    return json;
}

enum by_status by_answer_games(struct by_server *server, const struct by_request *request,
                               struct by_answer *answer, struct by_error *err)
{
    struct by_json json = begin(answer);
    (void)server, (void)request, (void)err;
    by_report_games(&json);
    return BY_OK;
}

enum by_status by_answer_game(struct by_server *server, const struct by_request *request,
                              struct by_answer *answer, struct by_error *err)
{
    struct by_json json = begin(answer);
    char quoted[BY_QUOTE_SIZE];
    const struct by_game *game = by_game_find(request->word[0], NULL);
    (void)server;
    if (!game)
        return by_answer_refuse(answer, err, 404, "there is no game '%s'",
                                by_quote(request->word[0], quoted));
    by_report_game(&json, game);
    return BY_OK;
}

enum by_status by_answer_searches(struct by_server *server, const struct by_request *request,
                                  struct by_answer *answer, struct by_error *err)
{
    struct by_json json = begin(answer);
    (void)server, (void)request, (void)err;
    by_report_searches(&json);
    return BY_OK;
}

enum by_status by_answer_search(struct by_server *server, const struct by_request *request,
                                struct by_answer *answer, struct by_error *err)
{
    struct by_json json = begin(answer);
    char quoted[BY_QUOTE_SIZE];
    const struct by_search *search = by_search_find(request->word[0]);
    (void)server;
    if (!search)
        return by_answer_refuse(answer, err, 404, "there is no search '%s'",
                                by_quote(request->word[0], quoted));
    by_report_entry(&json, search->name, search->title, search->summary, search->options);
    return BY_OK;
}

/* What a name stands for is not told: it may say where things lie on this machine. */
static void report_engine(void *context, const char *name, const char *spec)
{
    (void)spec;
    by_json_object(context, NULL);
    by_json_text(context, "name", name);
    by_json_end_object(context);
}

enum by_status by_answer_engines(struct by_server *server, const struct by_request *request,
                                 struct by_answer *answer, struct by_error *err)
{
    struct by_json json = begin(answer);
    bool allowed = by_server_asked(server)->engines;
    enum by_status status = BY_OK;
    (void)request;
    by_json_object(&json, NULL);
    by_json_flag(&json, "allowed", allowed);
    by_json_array(&json, "engines");
    if (allowed)
        status = by_named_each(report_engine, &json, err);
    by_json_end_array(&json);
    by_json_end_object(&json);
    return status;
}
