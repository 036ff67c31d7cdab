/* job_match.c: games between two players. */
#include "arena/match.h"
#include "base/clock.h"
#include "report/line.h"
#include "report/match.h"
#include "server/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAMES_MAX 1000
#define WORD_ROOM 400

struct own {
    struct by_page_player a, b;
    int64_t games;
    char games_text[24], openings[WORD_ROOM], colours[16], time[WORD_ROOM];
    struct by_match_plan plan;
};

static enum by_status read_side(struct by_page_job *job, const json_t *body, const char *name,
                                struct by_page_player *out, struct by_error *err)
{
    const char *text;
    enum by_status status = by_body_text(body, name, &text, err);
    if (status == BY_OK && !text)
        status = by_fail(err, BY_BAD_INPUT, "\"%s\" is missing: a player", name);
    if (status == BY_OK)
        status = by_page_player_read(job->server, job->told.rules, text, out, err);
    if (status == BY_OK && out->kind == BY_SEAT_HUMAN)
        status = by_fail(err, BY_BAD_INPUT, "a person cannot play a match");
    return status;
}

static enum by_status copy_word(const json_t *body, const char *name, char *out, size_t room,
                                struct by_error *err)
{
    const char *text;
    enum by_status status = by_body_text(body, name, &text, err);
    if (status == BY_OK && text && strlen(text) >= room)
        return by_fail(err, BY_BAD_INPUT, "\"%s\" is too long", name);
    if (status == BY_OK && text)
        strcpy(out, text);
    return status;
}

/* "random:4": files are not read for a page. */
static enum by_status read_openings(struct own *own, struct by_error *err)
{
    static const char prefix[] = "random:";
    int64_t plies = 0;
    if (!own->openings[0])
        return BY_OK;
    if (strncmp(own->openings, prefix, strlen(prefix)) != 0 ||
        !by_read_int(own->openings + strlen(prefix), 0, BY_OPENING_PLIES_MAX, &plies))
        return by_fail(
            err, BY_BAD_INPUT,
            "\"openings\" must be random:PLIES, with a whole number of plies from 0 to %d",
            BY_OPENING_PLIES_MAX);
    own->plan.openings.plies = (int)plies;
    return BY_OK;
}

static enum by_status read_colours(struct own *own, struct by_error *err)
{
    for (int i = 0; i < BY_COLOURS_COUNT; i++)
        if (strcmp(own->colours, by_colours_name((enum by_colours)i)) == 0) {
            own->plan.colours = (enum by_colours)i;
            return BY_OK;
        }
    return own->colours[0] ? by_fail(err, BY_BAD_INPUT, "\"colours\" must be one of %s",
                                     BY_CHOICES(by_colours_words))
                           : BY_OK;
}

static enum by_status read(struct by_page_job *job, const json_t *body, struct by_error *err)
{
    struct own *own = job->own = calloc(1, sizeof *own);
    if (!own)
        return by_fail_memory(err, sizeof *own);
    own->games = 2;
    enum by_status status = read_side(job, body, "a", &own->a, err);
    if (status == BY_OK)
        status = read_side(job, body, "b", &own->b, err);
    if (status == BY_OK)
        status = by_body_int(body, "games", 1, GAMES_MAX, &own->games, err);
    if (status == BY_OK)
        status = copy_word(body, "openings", own->openings, sizeof own->openings, err);
    if (status == BY_OK)
        status = copy_word(body, "colours", own->colours, sizeof own->colours, err);
    if (status == BY_OK)
        status = copy_word(body, "time", own->time, sizeof own->time, err);
    if (status == BY_OK)
        status = read_openings(own, err);
    if (status == BY_OK)
        status = read_colours(own, err);
    own->plan.terms.margin = BY_MARGIN;
    if (status == BY_OK && own->time[0])
        status = by_terms_time(own->time, &own->plan.terms, err);
    if (status == BY_OK && job->told.line->count > 0)
        status = by_fail(err, BY_BAD_INPUT, "a match has no \"moves\": give \"start\"");
    snprintf(own->games_text, sizeof own->games_text, "%lld", (long long)own->games);
    return status;
}

static void tell(struct by_page_job *job, const struct by_match_result *result)
{
    const struct own *own = job->own;
    const struct by_origin origin = by_origin_now();
    struct by_buffer out;
    struct by_json json;
    double done = (double)result->played / own->plan.games, spent = by_clock_now() - job->begun;
    by_buffer_open(&out, BY_JOB_RESULT_BYTES);
    by_json_open(&json, &out, BY_JSON_LINE);
    by_report_match(&json, &own->plan, result, &origin, true);
    by_job_tell(job, &out, done, done > 0 ? spent / done - spent : -1);
}

static void on_progress(void *context, const struct by_match_result *so_far)
{
    struct by_page_job *job = context;
    const struct own *own = job->own;
    struct by_buffer out;
    struct by_json json;
    double done = (double)so_far->played / own->plan.games, spent = by_clock_now() - job->begun;
    if (!by_job_due(job))
        return;
    by_buffer_open(&out, BY_JOB_RESULT_BYTES);
    by_json_open(&json, &out, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_int(&json, "played", so_far->played);
    by_json_int(&json, "games", own->plan.games);
    by_json_int(&json, "a_wins", so_far->a_wins);
    by_json_int(&json, "b_wins", so_far->b_wins);
    by_json_int(&json, "draws", so_far->draws);
    by_json_end_object(&json);
    by_job_tell(job, &out, done, done > 0 ? spent / done - spent : -1);
}

static enum by_status run(struct by_page_job *job, struct by_error *err)
{
    struct own *own = job->own;
    struct by_match_result result = {0};
    own->plan.rules = job->told.rules;
    own->plan.a = own->a.name;
    own->plan.b = own->b.name;
    own->plan.trust = own->a.trust | own->b.trust;
    own->plan.games = (int)own->games;
    own->plan.concurrency = 1;
    own->plan.seed = job->seed;
    enum by_status status = by_match(&own->plan, &job->stop, on_progress, job, &result, err);
    if (status == BY_OK)
        tell(job, &result);
    by_match_close(&own->plan, &result);
    return status;
}

static void command(const struct by_page_job *job, struct by_buffer *out)
{
    const struct own *own = job->own;
    const struct by_said all[] = {{"a", own->a.name},          {"b", own->b.name},
                                  {"games", own->games_text},  {"colours", own->colours},
                                  {"openings", own->openings}, {"time", own->time},
                                  {"seed", job->seed_text}};
    struct by_said said[sizeof all / sizeof *all + 1] = {{NULL, NULL}};
    int count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].value[0])
            said[count++] = all[i];
    by_put_command(out, "match", job->told.line, said);
}

const struct by_job_kind by_job_match = {
    .name = "match",
    .read = read,
    .run = run,
    .command = command,
};
