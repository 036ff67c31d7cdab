/* job_hint.c: three moves that a person might play, and why. */
#include "report/hint.h"
#include "report/line.h"
#include "server/jobs.h"

#include <stdlib.h>

#define SECONDS 1.5 /* a person waits for it */

static enum by_status read(struct by_page_job *job, const json_t *body, struct by_error *err)
{
    double *seconds = job->own = malloc(sizeof *seconds);
    if (!seconds)
        return by_fail_memory(err, sizeof *seconds);
    *seconds = SECONDS;
    if (by_line_over(job->told.line) || by_line_nature(job->told.line))
        return by_fail(err, BY_BAD_INPUT, "nobody is to move here");
    return by_body_real(body, "time", 0.01, 60, seconds, err);
}

static void tell(struct by_page_job *job, const struct by_hints *hints)
{
    struct by_buffer out;
    struct by_json json;
    by_buffer_open(&out, BY_JOB_RESULT_BYTES);
    by_json_open(&json, &out, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_report_hints(&json, "hints", job->told.line, hints);
    by_json_end_object(&json);
    by_job_tell(job, &out, 1, 0);
}

static enum by_status run(struct by_page_job *job, struct by_error *err)
{
    struct by_player *player = NULL;
    struct by_hints hints;
    enum by_status status =
        by_page_player_open(job->player, job->told.rules, job->seed, &player, err);
    if (status == BY_OK) {
        by_job_busy(job, player);
        status =
            by_hints_find(player, job->told.line, *(double *)job->own, &job->stop, &hints, err);
        by_job_busy(job, NULL);
    }
    if (status == BY_OK)
        tell(job, &hints);
    by_player_close(player);
    return status;
}

/* On the command line a person asks for it while he plays. */
static void command(const struct by_page_job *job, struct by_buffer *out)
{
    const struct by_said said[] = {{"first", "human"}, {"second", "human"}, {NULL, NULL}};
    by_put_command(out, "play", job->told.line, said);
}

const struct by_job_kind by_job_hint = {
    .name = "hint",
    .read = read,
    .run = run,
    .command = command,
};
