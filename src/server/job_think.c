/* job_think.c: a search of one position, watched while it goes on. */
#include "base/clock.h"
#include "report/decision.h"
#include "report/explain.h"
#include "report/limits.h"
#include "report/line.h"
#include "server/api.h"
#include "server/jobs.h"
#include "server/snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 24 /* moves that news tells of: the best ones */

struct think {
    struct by_limits limits;
    char sims[24], nodes[24], depth[24], seconds[32]; /* as the command line has them; "": none */
    struct by_player *player;
    struct by_snapshot tree;
};

static enum by_status read_count(const json_t *limits, const char *name, int64_t most,
                                 uint64_t *out, char text[24], struct by_error *err)
{
    int64_t number = 0;
    enum by_status status = by_body_int(limits, name, 1, most, &number, err);
    *out = (uint64_t)number;
    if (number > 0)
        snprintf(text, 24, "%lld", (long long)number);
    return status;
}

/* A slip would be a search without an end. */
static enum by_status check_names(const json_t *limits, struct by_error *err)
{
    static const char *const names[] = {"sims", "nodes", "depth", "time"};
    const char *name;
    const json_t *value;
    char quoted[BY_QUOTE_SIZE];
    json_object_foreach((json_t *)limits, name, value)
    {
        bool known = false;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            known |= strcmp(names[i], name) == 0;
        if (!known)
            return by_fail(err, BY_BAD_INPUT,
                           "there is no limit '%s': limits are sims, nodes, depth and time",
                           by_quote(name, quoted));
    }
    return BY_OK;
}

static enum by_status read_limits(const json_t *limits, struct think *think, struct by_error *err)
{
    const int64_t most = 1000000000000000;
    uint64_t depth = 0;
    double seconds = 0;
    enum by_status status =
        read_count(limits, "sims", most, &think->limits.simulations, think->sims, err);
    if (status == BY_OK)
        status = read_count(limits, "nodes", most, &think->limits.nodes, think->nodes, err);
    if (status == BY_OK)
        status = read_count(limits, "depth", BY_LENGTH_MAX, &depth, think->depth, err);
    if (status == BY_OK)
        status = by_body_real(limits, "time", 0.001, BY_JOB_SECONDS, &seconds, err);
    think->limits.depth = (int)depth;
    think->limits.seconds = seconds;
    if (seconds > 0)
        snprintf(think->seconds, sizeof think->seconds, "%gs", seconds);
    return status;
}

/* Who would look past them is not asked: the page would wait without end. */
static enum by_status check_limits(const struct by_page_job *job, struct by_error *err)
{
    const struct think *think = job->own;
    struct by_resolved resolved;
    const struct by_page_player *player = job->player;
    enum by_status status =
        by_player_resolve(job->told.rules, player->name, player->trust, &resolved, err);
    return status == BY_OK ? by_limits_check(resolved.search, &think->limits, err) : status;
}

static enum by_status read(struct by_page_job *job, const json_t *body, struct by_error *err)
{
    struct think *think = job->own = calloc(1, sizeof *think);
    const json_t *limits = json_object_get(body, "limits");
    if (!think)
        return by_fail_memory(err, sizeof *think);
    enum by_status status = by_snapshot_open(&think->tree, body, job->told.line, err);
    if (status != BY_OK || !limits || json_is_null(limits))
        return status;
    if (!json_is_object(limits))
        return by_fail(err, BY_BAD_INPUT, "\"limits\" must be an object");
    status = check_names(limits, err);
    if (status == BY_OK)
        status = read_limits(limits, think, err);
    return status == BY_OK ? check_limits(job, err) : status;
}

/* How far it is: by the limit that is nearest. */
static double progress_of(const struct think *think, const struct by_decision *decision)
{
    const struct by_limits *limits = &think->limits;
    double most = 0;
    const double parts[] = {
        limits->simulations ? (double)decision->work.simulations / (double)limits->simulations : 0,
        limits->nodes ? (double)decision->work.nodes / (double)limits->nodes : 0,
        limits->depth ? (double)decision->depth / limits->depth : 0,
        limits->seconds > 0 ? decision->work.seconds / limits->seconds : 0,
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        most = parts[i] > most ? parts[i] : most;
    return most;
}

static void tell(struct by_page_job *job, const struct by_decision *decision, int rows, bool last)
{
    struct think *think = job->own;
    struct by_buffer out;
    struct by_json json;
    double progress = progress_of(think, decision), spent = decision->work.seconds;
    by_buffer_open(&out, BY_JOB_RESULT_BYTES);
    by_json_open(&json, &out, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_report_decision(&json, job->told.line, decision, by_player_searcher(think->player), rows);
    if (think->tree.wanted)
        by_report_snapshot(&json, &think->tree, think->player, job->told.line, decision, last);
    by_json_end_object(&json);
    by_job_tell(job, &out, progress,
                progress > 0.01 && progress <= 1 ? spent / progress - spent : -1);
}

static void on_progress(void *context, const struct by_decision *so_far)
{
    struct by_page_job *job = context;
    const struct think *think = job->own;
    bool due =
        think->tree.wanted ? by_clock_now() - job->told_at >= BY_SNAPSHOT_SECONDS : by_job_due(job);
    if (due)
        tell(job, so_far, ROWS, false);
}

static enum by_status think(struct by_page_job *job, struct by_decision *decision,
                            struct by_error *err)
{
    const struct think *own = job->own;
    const struct by_events events = {.context = job, .progress = on_progress};
    const struct by_turn turn = {.limits = &own->limits, .events = &events, .watched = true};
    by_job_busy(job, own->player);
    enum by_status status = by_player_turn(own->player, job->told.line, &turn, decision, err);
    by_job_busy(job, NULL);
    if (status != BY_OK)
        return status;
    if (by_player_resigned(own->player))
        return by_fail(err, BY_FAILED, "the player resigns: there is no move");
    tell(job, decision, 0, true);
    return BY_OK;
}

/* Whose the points will be, as `explain` says it with the same seed. */
static void judge(struct by_page_job *job)
{
    const struct by_line *line = job->told.line;
    struct by_explanation *why = calloc(1, sizeof *why);
    struct by_error error;
    struct by_buffer out;
    struct by_json json;
    if (!why)
        return;
    if (job->told.rules->game->judge && !by_line_over(line) &&
        by_explanation_open(why, line, NULL, job->seed, &error) == BY_OK) {
        by_buffer_open(&out, BY_JOB_RESULT_BYTES);
        by_json_open(&json, &out, BY_JSON_LINE);
        by_report_verdict(&json, NULL, why);
        by_job_judged(job, &out);
    }
    by_explanation_close(why);
    free(why);
}

static enum by_status run(struct by_page_job *job, struct by_error *err)
{
    struct think *own = job->own;
    const struct by_rules *rules = job->told.rules;
    struct by_decision decision = {0};
    enum by_status status = by_decision_open(rules, &decision, err);
    if (status == BY_OK)
        status = by_page_player_open(job->player, rules, job->seed, &own->player, err);
    if (status == BY_OK)
        judge(job);
    if (status == BY_OK)
        status = think(job, &decision, err);
    by_player_close(own->player);
    own->player = NULL;
    by_decision_close(&decision);
    return status;
}

static void command(const struct by_page_job *job, struct by_buffer *out)
{
    const struct think *own = job->own;
    const struct by_said all[] = {{"player", job->player->name},
                                  {"sims", own->sims},
                                  {"nodes", own->nodes},
                                  {"depth", own->depth},
                                  {"time", own->seconds},
                                  {"seed", job->seed_text},
                                  {"tree", own->tree.wanted ? "tree.svg" : ""}};
    struct by_said said[sizeof all / sizeof *all + 1] = {{NULL, NULL}};
    int count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].value[0])
            said[count++] = all[i];
    by_put_command(out, "think", job->told.line, said);
}

static void close_think(struct by_page_job *job)
{
    struct think *own = job->own;
    if (own)
        by_snapshot_close(&own->tree);
}

const struct by_job_kind by_job_think = {
    .name = "think",
    .read = read,
    .close = close_think,
    .run = run,
    .command = command,
};

/* --- looking elsewhere ------------------------------------------------------------------- */

static enum by_status look(struct by_page_job *job, const struct by_request *request,
                           struct by_error *err)
{
    struct think *own = job->kind == &by_job_think ? job->own : NULL;
    json_t *body = NULL;
    if (!own || !own->tree.wanted)
        return by_fail(err, BY_BAD_INPUT, "the job was not asked for a tree");
    enum by_status status = by_body_read(request, &body, err);
    if (status == BY_OK)
        status = by_snapshot_look(&own->tree, body, job->told.line, err);
    json_decref(body);
    return status;
}

/* {"job", "ended"}: what is told next begins at the position that was asked for; after the end nothing is. */
enum by_status by_answer_look_job(struct by_server *server, const struct by_request *request,
                                  struct by_answer *answer, struct by_error *err)
{
    struct by_jobs *jobs = by_api_jobs(by_server_api(server));
    struct by_page_job *job = by_jobs_find(jobs, request->word[0]);
    struct by_json json;
    if (!job)
        return by_answer_refuse(answer, err, 404, "there is no such job (any more)");
    enum by_status status = look(job, request, err);
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_text(&json, "job", job->id);
    by_json_flag(&json, "ended", by_job_ended(jobs, job));
    by_json_end_object(&json);
    by_job_release(jobs, job);
    return status;
}
