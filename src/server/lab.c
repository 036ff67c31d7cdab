/* lab.c: the laboratory's requests: what there is, one experiment, its plot, its plan, its games. */
#include "server/lab.h"
#include "lab/plot.h"
#include "lab/report.h"
#include "lab/words.h"
#include "server/api.h"
#include "server/body.h"

#include <stdlib.h>
#include <string.h>

#define SMALL_POINTS 48   /* of a series in a small plot */
#define POINTS       2000 /* in a large one */
#define CELL_SIZE    2000

static struct by_laboratory *laboratory(struct by_server *server)
{
    return by_api_laboratory(by_server_api(server));
}

static const atomic_bool *stopping(struct by_server *server)
{
    return by_api_stopping(by_server_api(server));
}

/* --- all of them -------------------------------------------------------------------------------- */

/* Calls `report` for every experiment; the store is NULL where there is none. */
typedef enum by_status one_fn(struct by_json *json, const struct by_lab_experiment *experiment,
                              struct by_store *store, struct by_error *err);

static enum by_status each(struct by_server *server, one_fn *report, struct by_store *store,
                           struct by_json *json, struct by_error *err)
{
    char name[BY_LAB_WORD_MAX];
    enum by_status status = BY_OK;
    for (int i = 0; status == BY_OK && by_laboratory_name(laboratory(server), i, name); i++) {
        struct by_lab_experiment experiment;
        struct by_error gone;
        if (by_laboratory_load(laboratory(server), name, &experiment, &gone) == BY_OK)
            status = report(json, &experiment, store, err);
        by_lab_close(&experiment); /* one of the reader's may have gone meanwhile */
    }
    return status;
}

static enum by_status report_listed(struct by_json *json,
                                    const struct by_lab_experiment *experiment,
                                    struct by_store *store, struct by_error *err)
{
    struct by_lab_listed listed;
    enum by_status status = by_lab_list_one(experiment, store, &listed, err);
    if (status == BY_OK)
        by_report_lab_listed(json, &listed);
    return status;
}

static enum by_status report_small_plot(struct by_json *json,
                                        const struct by_lab_experiment *experiment,
                                        struct by_store *store, struct by_error *err)
{
    struct by_lab_results results = {0};
    struct by_lab_judged judged = {0};
    enum by_lab_scale scale;
    uint64_t seed;
    enum by_status status = by_lab_which(store, experiment->name, &scale, &seed, err);
    if (status == BY_OK)
        status = by_lab_collect(store, experiment, scale, seed, &results, err);
    if (status == BY_OK)
        status = by_lab_judge(&results, &judged, err);
    if (status == BY_OK)
        status = by_report_lab_plot(json, experiment->name, &judged, SMALL_POINTS, err);
    by_lab_judged_close(&judged);
    by_lab_results_close(&results);
    return status;
}

static enum by_status answer_all(struct by_server *server, struct by_answer *answer, one_fn *report,
                                 bool list, struct by_error *err)
{
    struct by_laboratory *lab = laboratory(server);
    struct by_store *store = NULL;
    struct by_json json;
    enum by_status status = by_laboratory_store(lab, stopping(server), &store, err);
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    if (list) {
        by_json_text(&json, "store", by_laboratory_path(lab));
        by_json_flag(&json, "empty", !store);
        by_json_array(&json, "experiments");
    } else {
        by_json_object(&json, "plots");
    }
    if (status == BY_OK)
        status = each(server, report, store, &json, err);
    if (list)
        by_json_end_array(&json);
    else
        by_json_end_object(&json);
    by_json_end_object(&json);
    by_store_close(store);
    return status;
}

static enum by_status answer_known(struct by_server *server, struct by_answer *answer,
                                   enum by_lab_answer which, struct by_error *err)
{
    struct by_lab_stamp stamp;
    bool list = which == BY_LAB_ANSWER_LIST;
    if (by_laboratory_recall(laboratory(server), which, &answer->body, &stamp))
        return BY_OK;
    enum by_status status =
        answer_all(server, answer, list ? report_listed : report_small_plot, list, err);
    if (status == BY_OK && !answer->body.failed)
        by_laboratory_remember(laboratory(server), which, &answer->body, &stamp);
    return status;
}

enum by_status by_answer_lab(struct by_server *server, const struct by_request *request,
                             struct by_answer *answer, struct by_error *err)
{
    (void)request;
    return answer_known(server, answer, BY_LAB_ANSWER_LIST, err);
}

enum by_status by_answer_lab_plots(struct by_server *server, const struct by_request *request,
                                   struct by_answer *answer, struct by_error *err)
{
    (void)request;
    return answer_known(server, answer, BY_LAB_ANSWER_PLOTS, err);
}

/* --- one of them -------------------------------------------------------------------------------- */

/* The experiment that the request names, at its scale and seed, with the cells that it names. */
static enum by_status open_view(struct by_server *server, const struct by_request *request,
                                struct by_answer *answer, struct by_laboratory_view *out,
                                struct by_error *err)
{
    struct by_lab_experiment known;
    char scale[32], seed_text[32], cells[CELL_SIZE];
    uint64_t seed = 0;
    bool has_scale = by_request_value(request, "scale", scale, sizeof scale);
    bool has_seed = by_request_value(request, "seed", seed_text, sizeof seed_text);
    bool has_cells = by_request_value(request, "cell", cells, sizeof cells);
    *out = (struct by_laboratory_view){0};
    enum by_status status = by_laboratory_load(laboratory(server), request->word[0], &known, err);
    by_lab_close(&known);
    if (status != BY_OK) {
        answer->status = 404;
        return status;
    }
    if (has_seed && !by_read_seed(seed_text, &seed))
        return by_fail(err, BY_BAD_INPUT, "a seed is a whole number: 0 to 18446744073709551615");
    return by_laboratory_view(laboratory(server), request->word[0], has_scale ? scale : NULL,
                              has_seed ? &seed : NULL, has_cells ? cells : "", stopping(server),
                              out, err);
}

static enum by_status report_judged(const struct by_lab_judged *judged, struct by_answer *answer,
                                    struct by_error *err)
{
    char cpu[BY_CPU_SIZE];
    by_lab_cpu(cpu);
    const struct by_lab_report report = {.format = BY_LAB_REPORT_JSON,
                                         .title = judged->results->experiment->name,
                                         .intro = "",
                                         .images = "",
                                         .origin = by_origin_now(),
                                         .cpu = cpu};
    return by_lab_report(&report, judged, 1, &answer->body, err);
}

static enum by_status report_plot(const struct by_lab_judged *judged, struct by_answer *answer,
                                  struct by_error *err)
{
    struct by_json json;
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    return by_report_lab_plot(&json, NULL, judged, POINTS, err);
}

static enum by_status report_svg(const struct by_lab_judged *judged, struct by_answer *answer,
                                 struct by_error *err)
{
    enum by_status status = by_lab_plot(judged, &answer->body, err);
    if (status == BY_OK && answer->body.length == 0)
        return by_answer_refuse(answer, err, 404, "this experiment has no plot");
    answer->type = "image/svg+xml";
    return status;
}

typedef enum by_status judged_fn(const struct by_lab_judged *judged, struct by_answer *answer,
                                 struct by_error *err);

static enum by_status answer_judged(struct by_server *server, const struct by_request *request,
                                    struct by_answer *answer, judged_fn *report,
                                    struct by_error *err)
{
    struct by_laboratory_view view;
    struct by_lab_judged judged = {0};
    enum by_status status = open_view(server, request, answer, &view, err);
    if (status == BY_OK)
        status = by_lab_judge(&view.results, &judged, err);
    if (status == BY_OK)
        status = report(&judged, answer, err);
    by_lab_judged_close(&judged);
    by_laboratory_view_close(&view);
    return status;
}

enum by_status by_answer_lab_experiment(struct by_server *server, const struct by_request *request,
                                        struct by_answer *answer, struct by_error *err)
{
    return answer_judged(server, request, answer, report_judged, err);
}

enum by_status by_answer_lab_plot(struct by_server *server, const struct by_request *request,
                                  struct by_answer *answer, struct by_error *err)
{
    return answer_judged(server, request, answer, report_plot, err);
}

enum by_status by_answer_lab_svg(struct by_server *server, const struct by_request *request,
                                 struct by_answer *answer, struct by_error *err)
{
    return answer_judged(server, request, answer, report_svg, err);
}

enum by_status by_answer_lab_plan(struct by_server *server, const struct by_request *request,
                                  struct by_answer *answer, struct by_error *err)
{
    struct by_laboratory_view view;
    struct by_lab_plan plan = {0};
    struct by_json json;
    char cells[CELL_SIZE];
    enum by_status status = open_view(server, request, answer, &view, err);
    bool some = by_request_value(request, "cell", cells, sizeof cells);
    const struct by_lab_order order = {.experiments = &view.experiment,
                                       .count = 1,
                                       .cells = some ? cells : NULL,
                                       .scale = view.results.scale,
                                       .seed = view.results.seed,
                                       .concurrency = by_laboratory_concurrency()};
    if (status == BY_OK)
        status = by_lab_plan_open(&order, view.store, &plan, err);
    if (status == BY_OK) {
        by_json_open(&json, &answer->body, BY_JSON_LINE);
        by_json_object(&json, NULL);
        by_report_lab_plan(&json, &order, &plan);
        by_json_end_object(&json);
    }
    by_lab_plan_end(&plan);
    by_laboratory_view_close(&view);
    return status;
}

enum by_status by_answer_lab_cells(struct by_server *server, const struct by_request *request,
                                   struct by_answer *answer, struct by_error *err)
{
    struct by_laboratory_view view;
    struct by_json json;
    enum by_status status = open_view(server, request, answer, &view, err);
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    if (status == BY_OK)
        status = by_report_lab_cells(&json, &view.look, view.chosen, err);
    by_laboratory_view_close(&view);
    return status;
}

/* The one cell that was chosen. */
static enum by_status only_cell(const struct by_laboratory_view *view, int *out,
                                struct by_error *err)
{
    int count = 0;
    for (int i = 0; i < view->results.count; i++)
        if (view->chosen[i]) {
            *out = i;
            count++;
        }
    return count == 1 ? BY_OK
                      : by_fail(err, BY_BAD_INPUT, "\"cell\" must name one cell, not %d", count);
}

enum by_status by_answer_lab_game(struct by_server *server, const struct by_request *request,
                                  struct by_answer *answer, struct by_error *err)
{
    struct by_laboratory_view view;
    struct by_json json;
    char text[32];
    int64_t number = 0;
    int cell = 0;
    enum by_status status = open_view(server, request, answer, &view, err);
    if (status == BY_OK && (!by_request_value(request, "number", text, sizeof text) ||
                            !by_read_int(text, 1, BY_PLAYED_NUMBER_MAX, &number)))
        status = by_fail(err, BY_BAD_INPUT, "\"number\" must be that of a game, from 1");
    if (status == BY_OK)
        status = only_cell(&view, &cell, err);
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    if (status == BY_OK)
        status = by_report_lab_game(&json, &view.look, &view.results.list[cell], number, err);
    by_laboratory_view_close(&view);
    return status;
}

/* --- the reader's own --------------------------------------------------------------------------- */

enum by_status by_answer_lab_own(struct by_server *server, const struct by_request *request,
                                 struct by_answer *answer, struct by_error *err)
{
    json_t *body = NULL;
    const char *text = NULL;
    struct by_lab_experiment experiment = {0};
    struct by_store *store = NULL;
    struct by_json json;
    enum by_status status = by_body_read(request, &body, err);
    if (status == BY_OK)
        status = by_body_text(body, "text", &text, err);
    if (status == BY_OK && !text)
        status = by_fail(err, BY_BAD_INPUT, "\"text\" is missing: an experiment (docs/LAB.md)");
    if (status == BY_OK)
        status = by_laboratory_keep(laboratory(server), text, strlen(text), &experiment, err);
    if (status == BY_OK)
        status = by_laboratory_store(laboratory(server), stopping(server), &store, err);
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    if (status == BY_OK)
        status = report_listed(&json, &experiment, store, err);
    if (status == BY_OK)
        answer->status = 201;
    by_store_close(store);
    by_lab_close(&experiment);
    json_decref(body);
    return status;
}
