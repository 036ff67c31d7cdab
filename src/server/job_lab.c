/* job_lab.c: running an experiment, and playing cells of it again to check what the store says.
 *
 * What is done is in the store: a run that was stopped, by whomever, goes on when the same is asked for again. */
#include "base/clock.h"
#include "lab/words.h"
#include "server/api.h"
#include "server/jobs.h"
#include "server/lab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS_SIZE 2000

struct own {
    struct by_lab_experiment experiment;
    bool asked_scale, asked_seed; /* not those of the last run */
    enum by_lab_scale scale;
    char cells[CELLS_SIZE]; /* "": all */

    /* Of a check. */
    double total, done, part; /* seconds of one core, about; of the cell that is played */
    int count;                /* cells to be checked */
    struct by_buffer checked; /* what was found, without the bracket at the end */
    int same, differ, left_alone;
    const char *cell;
    atomic_flag telling; /* measures tell of themselves from any thread */
};

static struct by_laboratory *laboratory(const struct by_page_job *job)
{
    return by_api_laboratory(by_server_api(job->server));
}

static enum by_status read_scale(struct own *own, const json_t *body, struct by_error *err)
{
    const char *scale = NULL;
    char quoted[BY_QUOTE_SIZE];
    enum by_status status = by_body_text(body, "scale", &scale, err);
    own->scale = BY_LAB_QUICK;
    own->asked_scale = scale != NULL;
    if (status == BY_OK && scale && !by_lab_scale_find(scale, &own->scale))
        status = by_fail(err, BY_BAD_INPUT, "there is no scale '%s': smoke, quick, standard, paper",
                         by_quote(scale, quoted));
    return status;
}

static enum by_status read_cells(struct own *own, const json_t *body, struct by_error *err)
{
    const char *cells = NULL;
    bool *chosen = malloc((size_t)own->experiment.cells + 1);
    enum by_status status = chosen ? by_body_text(body, "cell", &cells, err)
                                   : by_fail_memory(err, (size_t)own->experiment.cells);
    if (status == BY_OK && cells && strlen(cells) >= CELLS_SIZE)
        status = by_fail(err, BY_BAD_INPUT, "\"cell\" is too long");
    if (status == BY_OK && cells) {
        strcpy(own->cells, cells);
        status = by_lab_select(&own->experiment, cells, chosen, err);
    }
    free(chosen);
    return status;
}

static enum by_status read(struct by_page_job *job, const json_t *body, struct by_error *err)
{
    const char *name = NULL;
    struct own *own = job->own = calloc(1, sizeof *own);
    if (!own)
        return by_fail_memory(err, sizeof *own);
    by_buffer_open(&own->checked, BY_JOB_RESULT_BYTES);
    atomic_flag_clear(&own->telling);
    enum by_status status = by_body_text(body, "experiment", &name, err);
    if (status == BY_OK && !name)
        status = by_fail(err, BY_BAD_INPUT, "\"experiment\" is missing: a name of GET /lab");
    if (status == BY_OK)
        status = by_laboratory_load(laboratory(job), name, &own->experiment, err);
    if (status == BY_OK)
        status = read_scale(own, body, err);
    if (status == BY_OK)
        status = read_cells(own, body, err);
    const json_t *seed = json_object_get(body, "seed");
    own->asked_seed = seed && !json_is_null(seed);
    return status;
}

static void close_own(struct by_page_job *job)
{
    struct own *own = job->own;
    if (!own)
        return;
    by_lab_close(&own->experiment);
    by_buffer_close(&own->checked);
}

/* --- running ------------------------------------------------------------------------------------ */

static void on_news(void *context, const struct by_lab_news *news)
{
    struct by_page_job *job = context;
    struct own *own = job->own;
    struct by_buffer out;
    struct by_json json;
    if (!by_job_due(job))
        return;
    by_buffer_open(&out, BY_JOB_RESULT_BYTES);
    by_json_open(&json, &out, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_text(&json, "experiment", own->experiment.name);
    by_json_text(&json, "scale", by_lab_scale_name(own->scale));
    by_json_text(&json, "cell", news->step->had.cell.label);
    by_json_real(&json, "cell_progress", news->done);
    by_json_int(&json, "cells_done", news->cells_done);
    by_json_int(&json, "cells", news->cells);
    by_json_end_object(&json);
    by_job_tell(job, &out, news->overall, news->left > 0 ? news->left : -1);
}

static struct by_lab_order order_of(struct by_page_job *job)
{
    struct own *own = job->own;
    return (struct by_lab_order){.experiments = &own->experiment,
                                 .count = 1,
                                 .cells = own->cells[0] ? own->cells : NULL,
                                 .scale = own->scale,
                                 .seed = job->seed,
                                 .concurrency = by_laboratory_concurrency(),
                                 .store = by_laboratory_path(laboratory(job))};
}

static enum by_status tell_results(struct by_page_job *job, const struct by_lab_order *order,
                                   double progress, struct by_error *err)
{
    struct by_store *store = NULL;
    struct by_buffer out;
    struct by_json json;
    by_buffer_open(&out, BY_JOB_RESULT_BYTES);
    by_json_open(&json, &out, BY_JSON_LINE);
    enum by_status status = by_laboratory_store(laboratory(job), NULL, &store, err);
    if (status == BY_OK)
        status = by_report_lab_run(&json, store, order, err);
    by_store_close(store);
    if (status == BY_OK)
        by_job_tell(job, &out, progress, -1);
    else
        by_buffer_close(&out);
    return status;
}

static enum by_status run(struct by_page_job *job, struct by_error *err)
{
    const struct by_lab_order order = order_of(job);
    struct by_lab_plan plan = {0};
    struct by_store *store = NULL;
    struct by_error first = {.status = BY_OK}, other;
    enum by_status status = by_laboratory_store(laboratory(job), &job->stop, &store, err);
    if (status == BY_OK)
        status = by_lab_plan_open(&order, store, &plan, err);
    by_store_close(store);
    if (status != BY_OK) {
        by_lab_plan_end(&plan);
        return status;
    }
    status = by_lab_run(&order, &plan, &job->stop, on_news, job, &first);
    int failed = plan.failed;
    by_lab_plan_end(&plan);
    if (status == BY_OK)
        return tell_results(job, &order, atomic_load(&job->stop) ? job->progress : 1, err);
    (void)tell_results(job, &order, 1, &other); /* what could be run is there all the same */
    return failed > 0 ? by_fail(err, status, "%d cell%s could not be run: %s", failed,
                                failed == 1 ? "" : "s", first.text)
                      : by_fail(err, status, "%s", first.text);
}

static void put_line(const struct by_page_job *job, const char *action, struct by_buffer *out)
{
    const struct own *own = job->own;
    const struct by_lab_results asked = {.scale = own->scale, .seed = job->seed};
    const struct by_lab_look look = {own->experiment.name, by_laboratory_path(laboratory(job)),
                                     NULL, &asked};
    by_lab_put_command(&look, action, own->cells[0] ? own->cells : NULL, out);
}

static void command(const struct by_page_job *job, struct by_buffer *out)
{
    put_line(job, "run", out);
}

const struct by_job_kind by_job_lab = {
    .name = "lab",
    .bare = true,
    .stays = true,
    .alone = "an experiment is being run already: wait until it has ended, or stop it",
    .read = read,
    .close = close_own,
    .run = run,
    .command = command,
};

/* --- checking ------------------------------------------------------------------------------------- */

/* {"experiment", "scale", "seed", "cell", "cells": [...], "same", "differ", "left_alone", "all"} */
static void tell_checked(struct by_page_job *job)
{
    struct own *own = job->own;
    struct by_buffer out, list;
    struct by_json json;
    double done = own->total > 0 ? (own->done + own->part) / own->total : 0;
    double spent = by_clock_now() - job->begun;
    by_buffer_open(&out, BY_JOB_RESULT_BYTES);
    by_buffer_open(&list, BY_JOB_RESULT_BYTES);
    by_buffer_format(&list, "[%s]", by_buffer_text(&own->checked));
    by_json_open(&json, &out, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_text(&json, "experiment", own->experiment.name);
    by_json_text(&json, "scale", by_lab_scale_name(own->scale));
    by_json_count(&json, "seed", job->seed);
    by_json_text(&json, "cell", own->cell);
    by_json_written(&json, "cells", &list);
    by_json_int(&json, "same", own->same);
    by_json_int(&json, "differ", own->differ);
    by_json_int(&json, "left_alone", own->left_alone);
    by_json_int(&json, "all", own->count);
    by_json_end_object(&json);
    by_buffer_close(&list);
    by_job_tell(job, &out, done, done > 0.01 ? spent / done - spent : -1);
}

static void on_done(void *context, double done)
{
    struct by_page_job *job = context;
    struct own *own = job->own;
    if (atomic_flag_test_and_set(&own->telling))
        return;
    if (by_job_due(job)) {
        double part = own->part;
        own->part = part * done; /* for this telling alone */
        tell_checked(job);
        own->part = part;
    }
    atomic_flag_clear(&own->telling);
}

static double cost(const struct by_lab_result *result)
{
    return result->spent > 0 ? result->spent : 0.01;
}

static void note(struct own *own, const struct by_lab_checked *checked)
{
    struct by_json json;
    if (own->checked.length > 0)
        by_buffer_add(&own->checked, ", ");
    by_json_open(&json, &own->checked, BY_JSON_LINE);
    by_report_lab_checked(&json, checked);
    own->same += checked->checked && checked->good;
    own->differ += checked->checked && !checked->good;
    own->left_alone += !checked->checked;
}

static enum by_status check_cells(struct by_page_job *job, const struct by_laboratory_view *view,
                                  struct by_error *err)
{
    struct own *own = job->own;
    const struct by_lab_checking how = {.concurrency = by_laboratory_concurrency(),
                                        .stop = &job->stop,
                                        .progress = on_done,
                                        .context = job};
    enum by_status status = BY_OK;
    for (int i = 0; i < view->results.count && status == BY_OK && !atomic_load(&job->stop); i++) {
        const struct by_lab_result *result = &view->results.list[i];
        struct by_lab_checked checked;
        if (!view->chosen[i])
            continue;
        own->cell = result->cell.label;
        own->part = cost(result);
        status = by_lab_check_cell_again(&view->look, result, &how, &checked, err);
        own->part = 0;
        own->done += cost(result);
        if (status == BY_OK && !atomic_load(&job->stop))
            note(own, &checked);
        if (status == BY_OK && by_job_due(job))
            tell_checked(job);
    }
    own->cell = NULL;
    return status;
}

/* What is not said is that of the last run. */
static enum by_status read_check(struct by_page_job *job, const json_t *body, struct by_error *err)
{
    struct by_store *store = NULL;
    enum by_lab_scale scale = BY_LAB_QUICK;
    uint64_t seed = job->seed;
    enum by_status status = read(job, body, err);
    struct own *own = job->own;
    if (status == BY_OK)
        status = by_laboratory_store(laboratory(job), NULL, &store, err);
    if (status == BY_OK && !store)
        status = by_fail(err, BY_BAD_INPUT, "nothing was run yet: there is nothing to check");
    if (status == BY_OK)
        status = by_lab_which(store, own->experiment.name, &scale, &seed, err);
    by_store_close(store);
    if (status == BY_OK && !own->asked_scale)
        own->scale = scale;
    if (status == BY_OK && !own->asked_seed)
        job->seed = seed;
    return status;
}

static enum by_status run_check(struct by_page_job *job, struct by_error *err)
{
    struct own *own = job->own;
    struct by_laboratory_view view;
    enum by_status status =
        by_laboratory_view(laboratory(job), own->experiment.name, by_lab_scale_name(own->scale),
                           &job->seed, own->cells, &job->stop, &view, err);
    if (status == BY_OK) {
        for (int i = 0; i < view.results.count; i++)
            if (view.chosen[i]) {
                own->total += cost(&view.results.list[i]);
                own->count++;
            }
        status = check_cells(job, &view, err);
    }
    if (status == BY_OK)
        tell_checked(job);
    by_laboratory_view_close(&view);
    return status;
}

static void command_check(const struct by_page_job *job, struct by_buffer *out)
{
    put_line(job, "check", out);
}

const struct by_job_kind by_job_lab_check = {
    .name = "lab-check",
    .bare = true,
    .stays = true,
    .alone = "a claim is being checked already: wait until that has ended, or stop it",
    .read = read_check,
    .close = close_own,
    .run = run_check,
    .command = command_check,
};
