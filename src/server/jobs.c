#include "server/jobs.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/thread.h"
#include "server/api.h"
#include "server/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEWS_SECONDS      0.1
#define KEEP_SECONDS      3600 /* a job that has ended */
#define KEEP_BYTES        ((size_t)64 << 20)

#define BY_JOB_KIND(name) extern const struct by_job_kind by_job_##name;
#include "server/job_kinds.def"
#undef BY_JOB_KIND

static const struct by_job_kind *const kinds[] = {
#define BY_JOB_KIND(name) &by_job_##name,
#include "server/job_kinds.def"
#undef BY_JOB_KIND
};

struct by_jobs {
    struct by_server *server;
    struct by_mutex lock;
    bool stopping;
    uint64_t made;
    int count;
    struct by_page_job *job[BY_JOBS_KEPT]; /* the oldest first */
};

static const char *state_name(enum by_job_state state)
{
    static const char *const names[] = {[BY_JOB_WAITING] = "waiting",
                                        [BY_JOB_RUNNING] = "running",
                                        [BY_JOB_DONE] = "done",
                                        [BY_JOB_STOPPED] = "stopped",
                                        [BY_JOB_FAILED] = "failed"};
    return names[state];
}

static bool has_ended(const struct by_page_job *job)
{
    return job->state >= BY_JOB_DONE;
}

static struct by_jobs *jobs_of(const struct by_page_job *job)
{
    return by_api_jobs(by_server_api(job->server));
}

/* --- opening and closing ---------------------------------------------------------------------- */

enum by_status by_jobs_open(struct by_server *server, struct by_jobs **out, struct by_error *err)
{
    struct by_jobs *jobs = calloc(1, sizeof *jobs);
    *out = NULL;
    if (!jobs || !by_mutex_open(&jobs->lock)) {
        free(jobs);
        return by_fail_memory(err, sizeof *jobs);
    }
    jobs->server = server;
    *out = jobs;
    return BY_OK;
}

static void free_job(struct by_page_job *job)
{
    if (!job)
        return;
    if (job->kind && job->kind->close)
        job->kind->close(job);
    free(job->own);
    free(job->player);
    by_told_line_close(&job->told);
    by_buffer_close(&job->result);
    by_buffer_close(&job->judged);
    free(job);
}

/* Under the lock; what nobody holds any more is freed by the caller, outside of it. */
static struct by_page_job *let_go(struct by_page_job *job)
{
    return --job->holders == 0 ? job : NULL;
}

void by_job_release(struct by_jobs *jobs, struct by_page_job *job)
{
    by_mutex_lock(&jobs->lock);
    struct by_page_job *gone = let_go(job);
    by_mutex_unlock(&jobs->lock);
    free_job(gone);
}

void by_jobs_close(struct by_jobs *jobs)
{
    if (!jobs)
        return;
    for (int i = 0; i < jobs->count; i++)
        free_job(jobs->job[i]);
    by_mutex_close(&jobs->lock);
    free(jobs);
}

/* --- news ------------------------------------------------------------------------------------- */

static void report_left(struct by_json *json, double left)
{
    if (left < 0)
        by_json_null(json, "left");
    else
        by_json_number(json, "left", left);
}

static void report_judged(struct by_json *json, const struct by_page_job *job)
{
    if (job->judged.length > 0)
        by_json_written(json, "judged", &job->judged);
    else
        by_json_null(json, "judged");
}

/* {"job", "kind", "state", "progress", "left", "result", "judged", "error"}: an event's data. */
static void send(struct by_page_job *job, const char *event, const struct by_buffer *result)
{
    struct by_buffer data;
    struct by_json json;
    if (!job->client[0])
        return;
    by_buffer_open(&data, BY_JOB_RESULT_BYTES);
    by_json_open(&json, &data, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_text(&json, "job", job->id);
    by_json_text(&json, "kind", job->kind->name);
    by_json_text(&json, "state", state_name(job->state));
    by_json_real(&json, "progress", job->progress);
    report_left(&json, job->left);
    if (result) {
        by_json_written(&json, "result", result);
        report_judged(&json, job);
    }
    by_json_text(&json, "error", job->error[0] ? job->error : NULL);
    by_json_end_object(&json);
    if (!data.failed)
        (void)by_events_send(job->server, job->client, event, result ? job->id : NULL, &data);
    by_buffer_close(&data);
}

void by_job_busy(struct by_page_job *job, struct by_player *player)
{
    struct by_jobs *jobs = jobs_of(job);
    by_mutex_lock(&jobs->lock);
    job->busy = player;
    if (player && atomic_load(&job->stop))
        by_player_stop(player);
    by_mutex_unlock(&jobs->lock);
}

void by_job_judged(struct by_page_job *job, struct by_buffer *judged)
{
    struct by_jobs *jobs = jobs_of(job);
    by_mutex_lock(&jobs->lock);
    struct by_buffer before = job->judged;
    job->judged = *judged;
    by_mutex_unlock(&jobs->lock);
    by_buffer_close(&before);
}

bool by_job_due(const struct by_page_job *job)
{
    return by_clock_now() - job->told_at >= NEWS_SECONDS;
}

void by_job_tell(struct by_page_job *job, struct by_buffer *result, double progress, double left)
{
    struct by_jobs *jobs = jobs_of(job);
    struct by_buffer before = {.data = NULL};
    job->told_at = by_clock_now();
    by_mutex_lock(&jobs->lock);
    job->progress = progress < 0 ? 0 : progress > 1 ? 1 : progress;
    job->left = left;
    if (!result->failed) {
        before = job->result;
        job->result = *result;
        send(job, "progress", result);
    }
    by_mutex_unlock(&jobs->lock);
    if (result->failed)
        by_buffer_close(result);
    else
        by_buffer_close(&before);
}

/* --- running ---------------------------------------------------------------------------------- */

/* Under the lock. */
static void end(struct by_page_job *job, enum by_job_state state)
{
    job->state = state;
    job->ended = by_clock_now();
    job->left = -1;
    if (state == BY_JOB_DONE)
        job->progress = 1;
    send(job, state == BY_JOB_FAILED ? "failed" : "done", NULL);
}

static void run(void *context)
{
    struct by_page_job *job = context;
    struct by_jobs *jobs = jobs_of(job);
    struct by_error error = {.status = BY_OK};
    by_mutex_lock(&jobs->lock);
    job->state = BY_JOB_RUNNING;
    job->begun = by_clock_now();
    by_mutex_unlock(&jobs->lock);
    enum by_status status = atomic_load(&job->stop) ? BY_OK : job->kind->run(job, &error);
    by_mutex_lock(&jobs->lock);
    job->busy = NULL;
    if (status != BY_OK)
        snprintf(job->error, sizeof job->error, "%s", error.text);
    end(job, status != BY_OK           ? BY_JOB_FAILED
             : atomic_load(&job->stop) ? BY_JOB_STOPPED
                                       : BY_JOB_DONE);
    struct by_page_job *gone = let_go(job);
    by_mutex_unlock(&jobs->lock);
    free_job(gone);
}

/* Under the lock. Whoever waited is not run any more: the worker's hold is let go here. */
static void stop(struct by_page_job *job)
{
    if (has_ended(job))
        return;
    atomic_store(&job->stop, true);
    if (by_workers_take_back(by_server_workers(job->server), job)) {
        end(job, BY_JOB_STOPPED);
        job->holders--;
    } else if (job->busy) {
        by_player_stop(job->busy);
    }
}

/* Whether nobody waits for it any more: its page has gone, and did not come back. */
static bool is_alone(const struct by_page_job *job, double now)
{
    double patience = by_server_asked(job->server)->patience;
    return job->client[0] && now - job->asked > patience &&
           by_events_away(job->server, job->client) > patience;
}

static bool is_too_much(const struct by_page_job *job, double now)
{
    return !has_ended(job) && !job->kind->stays &&
           ((job->state == BY_JOB_RUNNING && now - job->begun > BY_JOB_SECONDS) ||
            is_alone(job, now));
}

void by_jobs_tick(struct by_jobs *jobs)
{
    double now = by_clock_now();
    by_mutex_lock(&jobs->lock);
    for (int i = 0; i < jobs->count; i++)
        if (is_too_much(jobs->job[i], now))
            stop(jobs->job[i]);
    by_mutex_unlock(&jobs->lock);
}

bool by_job_ended(struct by_jobs *jobs, const struct by_page_job *job)
{
    by_mutex_lock(&jobs->lock);
    bool ended = has_ended(job);
    by_mutex_unlock(&jobs->lock);
    return ended;
}

void by_jobs_stop(struct by_jobs *jobs)
{
    by_mutex_lock(&jobs->lock);
    jobs->stopping = true;
    for (int i = 0; i < jobs->count; i++)
        stop(jobs->job[i]);
    by_mutex_unlock(&jobs->lock);
}

/* --- the list ----------------------------------------------------------------------------------- */

static struct by_page_job *find(struct by_jobs *jobs, const char *id)
{
    for (int i = 0; i < jobs->count; i++)
        if (strcmp(jobs->job[i]->id, id) == 0)
            return jobs->job[i];
    return NULL;
}

struct by_page_job *by_jobs_find(struct by_jobs *jobs, const char *id)
{
    by_mutex_lock(&jobs->lock);
    struct by_page_job *job = find(jobs, id);
    if (job)
        job->holders++;
    by_mutex_unlock(&jobs->lock);
    return job;
}

/* Under the lock: takes job `index` out of the list. Returns it when nobody else holds it. */
static struct by_page_job *drop(struct by_jobs *jobs, int index)
{
    struct by_page_job *job = jobs->job[index];
    memmove(&jobs->job[index], &jobs->job[index + 1],
            (size_t)(--jobs->count - index) * sizeof *jobs->job);
    return let_go(job);
}

static size_t bytes_kept(const struct by_jobs *jobs)
{
    size_t bytes = 0;
    for (int i = 0; i < jobs->count; i++)
        bytes += jobs->job[i]->result.room;
    return bytes;
}

/* Under the lock: one that may be forgotten, for its age or because there is no room. -1: none. */
static int oldest(const struct by_jobs *jobs)
{
    double now = by_clock_now();
    bool full = jobs->count == BY_JOBS_KEPT || bytes_kept(jobs) > KEEP_BYTES;
    for (int i = 0; i < jobs->count; i++)
        if (has_ended(jobs->job[i]) && (full || now - jobs->job[i]->ended > KEEP_SECONDS))
            return i;
    return -1;
}

static void tidy(struct by_jobs *jobs)
{
    for (;;) {
        by_mutex_lock(&jobs->lock);
        int index = oldest(jobs);
        struct by_page_job *gone = index >= 0 ? drop(jobs, index) : NULL;
        by_mutex_unlock(&jobs->lock);
        free_job(gone);
        if (index < 0)
            return;
    }
}

static int unfinished(const struct by_jobs *jobs, const char *client)
{
    int count = 0;
    for (int i = 0; i < jobs->count; i++)
        count += !has_ended(jobs->job[i]) && strcmp(jobs->job[i]->client, client) == 0;
    return count;
}

/* Under the lock: another one of the same kind that has not ended. */
static bool has_other(const struct by_jobs *jobs, const struct by_page_job *job)
{
    for (int i = 0; i < jobs->count; i++)
        if (!has_ended(jobs->job[i]) && jobs->job[i]->kind == job->kind)
            return true;
    return false;
}

/* Under the lock. A sentence why not, or NULL. */
static const char *begin(struct by_jobs *jobs, struct by_page_job *job)
{
    if (jobs->stopping)
        return "the server is about to stop";
    if (job->kind->alone && has_other(jobs, job))
        return job->kind->alone;
    if (jobs->count == BY_JOBS_KEPT || unfinished(jobs, job->client) >= BY_JOBS_OF_ONE)
        return "there are too many jobs already: wait until one has ended, or stop one";
    snprintf(job->id, sizeof job->id, "%.20s-%llu", by_server_boot(jobs->server),
             (unsigned long long)++jobs->made);
    job->holders = 2;
    if (!by_workers_add(by_server_workers(jobs->server), run, job))
        return "all searches are busy, and too many wait already: try again later";
    jobs->job[jobs->count++] = job;
    return NULL;
}

/* --- requests ----------------------------------------------------------------------------------- */

static enum by_status refuse_kind(struct by_error *err)
{
    char names[200];
    struct by_text text = by_text_over(names, sizeof names);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        by_text_format(&text, "%s%s", i > 0 ? ", " : "", kinds[i]->name);
    return by_fail(err, BY_BAD_INPUT, "\"kind\" must be one of %s", names);
}

static enum by_status read_kind(const json_t *body, const struct by_job_kind **out,
                                struct by_error *err)
{
    const char *name;
    enum by_status status = by_body_text(body, "kind", &name, err);
    for (size_t i = 0; status == BY_OK && name && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i]->name, name) == 0) {
            *out = kinds[i];
            return BY_OK;
        }
    return status == BY_OK ? refuse_kind(err) : status;
}

/* The position that it is about, and who thinks. */
static enum by_status read_line(struct by_page_job *job, const json_t *body, struct by_error *err)
{
    const char *player = NULL;
    job->player = calloc(1, sizeof *job->player);
    enum by_status status = job->player ? BY_OK : by_fail_memory(err, sizeof *job->player);
    if (status == BY_OK)
        status = by_body_line(body, &job->told, err);
    if (status == BY_OK)
        status = by_body_text(body, "player", &player, err);
    if (status == BY_OK)
        status = by_page_player_read(job->server, job->told.rules, player, job->player, err);
    if (status == BY_OK)
        job->player->later = true; /* who is slow to start can be stopped */
    if (status == BY_OK && job->player->kind == BY_SEAT_HUMAN)
        status = by_fail(err, BY_BAD_INPUT, "\"player\" must be one that the server can ask");
    return status;
}

static enum by_status read_job(struct by_page_job *job, const json_t *body, struct by_error *err)
{
    enum by_status status = read_kind(body, &job->kind, err);
    if (status == BY_OK)
        status = by_body_client(body, job->client, err);
    if (status == BY_OK)
        status = by_body_seed(body, &job->seed, err);
    if (status == BY_OK && !job->kind->bare)
        status = read_line(job, body, err);
    snprintf(job->seed_text, sizeof job->seed_text, "%llu", (unsigned long long)job->seed);
    if (status == BY_OK && job->kind->read)
        status = job->kind->read(job, body, err);
    return status;
}

enum by_status by_answer_new_job(struct by_server *server, const struct by_request *request,
                                 struct by_answer *answer, struct by_error *err)
{
    struct by_jobs *jobs = by_api_jobs(by_server_api(server));
    struct by_page_job *job = calloc(1, sizeof *job);
    struct by_json json;
    json_t *body = NULL;
    const char *why = NULL;
    char id[BY_JOB_ID];
    if (!job)
        return by_fail_memory(err, sizeof *job);
    job->server = server;
    job->asked = by_clock_now();
    job->seed = BY_SEED_USUAL;
    job->left = -1;
    enum by_status status = by_body_read(request, &body, err);
    if (status == BY_OK)
        status = read_job(job, body, err);
    json_decref(body);
    if (status == BY_OK) {
        tidy(jobs);
        by_mutex_lock(&jobs->lock);
        why = begin(jobs, job);
        memcpy(id, job->id, sizeof id); /* the worker may be done with it at once */
        by_mutex_unlock(&jobs->lock);
    }
    if (status != BY_OK || why) {
        free_job(job);
        return why ? by_answer_refuse(answer, err, 429, "%s", why) : status;
    }
    answer->status = 202;
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_text(&json, "job", id);
    by_json_end_object(&json);
    return BY_OK;
}

/* Under the lock. */
static void report_job(struct by_json *json, const struct by_page_job *job, bool whole)
{
    struct by_buffer command;
    by_json_object(json, NULL);
    by_json_text(json, "job", job->id);
    by_json_text(json, "kind", job->kind->name);
    by_json_text(json, "state", state_name(job->state));
    by_json_real(json, "progress", job->progress);
    report_left(json, job->left);
    if (whole) {
        by_buffer_open(&command, BY_JOB_RESULT_BYTES);
        job->kind->command(job, &command);
        if (job->result.length > 0)
            by_json_written(json, "result", &job->result);
        else
            by_json_null(json, "result");
        report_judged(json, job);
        by_json_text(json, "command", by_buffer_text(&command));
        by_buffer_close(&command);
    }
    by_json_text(json, "error", job->error[0] ? job->error : NULL);
    by_json_end_object(json);
}

/* Finds a job, stops it where that is asked for, and tells of it. */
static enum by_status answer_job(struct by_server *server, const struct by_request *request,
                                 struct by_answer *answer, bool stopping, struct by_error *err)
{
    struct by_jobs *jobs = by_api_jobs(by_server_api(server));
    struct by_json json;
    char quoted[BY_QUOTE_SIZE];
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_mutex_lock(&jobs->lock);
    struct by_page_job *job = find(jobs, request->word[0]);
    if (job && stopping)
        stop(job);
    if (job)
        report_job(&json, job, true);
    by_mutex_unlock(&jobs->lock);
    return job ? BY_OK
               : by_answer_refuse(answer, err, 404, "there is no job '%s'",
                                  by_quote(request->word[0], quoted));
}

enum by_status by_answer_job(struct by_server *server, const struct by_request *request,
                             struct by_answer *answer, struct by_error *err)
{
    return answer_job(server, request, answer, false, err);
}

enum by_status by_answer_stop_job(struct by_server *server, const struct by_request *request,
                                  struct by_answer *answer, struct by_error *err)
{
    return answer_job(server, request, answer, true, err);
}

enum by_status by_answer_jobs(struct by_server *server, const struct by_request *request,
                              struct by_answer *answer, struct by_error *err)
{
    struct by_jobs *jobs = by_api_jobs(by_server_api(server));
    struct by_json json;
    (void)request, (void)err;
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_array(&json, "jobs");
    by_mutex_lock(&jobs->lock);
    for (int i = jobs->count - 1; i >= 0; i--)
        report_job(&json, jobs->job[i], false);
    by_mutex_unlock(&jobs->lock);
    by_json_end_array(&json);
    by_json_end_object(&json);
    return BY_OK;
}
