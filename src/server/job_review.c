/* job_review.c: a whole game looked at again, move by move. */
#include "base/clock.h"
#include "report/line.h"
#include "report/review.h"
#include "server/api.h"
#include "server/review.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_ROOM    256
#define NEWS_SECONDS 1 /* what was found so far is long: once a second will do */

extern const struct by_job_kind by_job_review;

struct own {
    double seconds; /* for each position; 0: the player's own limits hold */
    char care[16], time[32];
    int64_t worst;
    char worst_text[24];
    char names[2][NAME_ROOM], result[NAME_ROOM];
    struct by_review review;
    double told_at;
};

/* --- reading ------------------------------------------------------------------------------------------- */

/* As much of it as there is room for, in whole letters. */
static void put_name(const char *text, char out[NAME_ROOM])
{
    snprintf(out, NAME_ROOM, "%.*s", (int)by_letters_bytes(text, 60), text);
}

static enum by_status copy_text(const json_t *body, const char *name, char out[NAME_ROOM],
                                struct by_error *err)
{
    const char *text;
    enum by_status status = by_body_text(body, name, &text, err);
    if (status == BY_OK && text)
        put_name(text, out);
    return status;
}

static enum by_status read_care(struct own *own, const json_t *body, struct by_error *err)
{
    static const struct {
        const char *name;
        double seconds;
    } cares[] = {{"quick", BY_CARE_QUICK}, {"normal", BY_CARE_NORMAL}, {"deep", BY_CARE_DEEP}};
    const char *care, *player;
    double time = 0;
    enum by_status status = by_body_text(body, "care", &care, err);
    if (status == BY_OK)
        status = by_body_text(body, "player", &player, err);
    if (status == BY_OK)
        status = by_body_real(body, "time", 0.001, BY_JOB_SECONDS, &time, err);
    if (status != BY_OK)
        return status;
    if (time > 0) {
        own->seconds = time;
        snprintf(own->time, sizeof own->time, "%gs", time);
        return BY_OK;
    }
    if (player && !care)
        return BY_OK;
    for (size_t i = 0; i < sizeof cares / sizeof *cares; i++)
        if (strcmp(care ? care : "normal", cares[i].name) == 0) {
            own->seconds = cares[i].seconds;
            snprintf(own->care, sizeof own->care, "%s", care ? care : "");
            return BY_OK;
        }
    return by_fail(err, BY_BAD_INPUT, "\"care\" must be quick, normal or deep");
}

static enum by_status read(struct by_page_job *job, const json_t *body, struct by_error *err)
{
    struct own *own = job->own = calloc(1, sizeof *own);
    const json_t *names = json_object_get(body, "names");
    if (!own)
        return by_fail_memory(err, sizeof *own);
    own->worst = 5;
    if (job->told.rules->has_chance)
        return by_fail(err, BY_BAD_INPUT, "games of chance are not reviewed");
    if (job->told.line->count == 0)
        return by_fail(err, BY_BAD_INPUT, "there are no moves to look at");
    enum by_status status = read_care(own, body, err);
    if (status == BY_OK)
        status = by_body_int(body, "worst", 0, BY_REVIEW_WORST_MAX, &own->worst, err);
    if (status == BY_OK)
        status = copy_text(body, "result", own->result, err);
    for (size_t i = 0; i < 2; i++)
        if (json_is_string(json_array_get(names, i)))
            put_name(json_string_value(json_array_get(names, i)), own->names[i]);
    snprintf(own->worst_text, sizeof own->worst_text, "%lld", (long long)own->worst);
    return status;
}

static void close(struct by_page_job *job)
{
    if (job->own)
        by_review_close(&((struct own *)job->own)->review);
}

/* --- thinking -------------------------------------------------------------------------------------------- */

static struct by_review_facts facts_of(const struct by_page_job *job)
{
    const struct own *own = job->own;
    return (struct by_review_facts){
        .player = job->player->name,
        .names = {own->names[0][0] ? own->names[0] : NULL, own->names[1][0] ? own->names[1] : NULL},
        .result = own->result[0] ? own->result : NULL,
        .worst = (int)own->worst};
}

static void tell(struct by_page_job *job, const struct by_review *review)
{
    const struct by_review_facts facts = facts_of(job);
    struct by_buffer out;
    struct by_json json;
    double done = (double)(review->count - review->first) / review->count;
    double spent = by_clock_now() - job->begun;
    by_buffer_open(&out, BY_JOB_RESULT_BYTES);
    by_json_open(&json, &out, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_report_review(&json, review, &facts);
    by_json_end_object(&json);
    by_job_tell(job, &out, done, done > 0 ? spent / done - spent : -1);
}

static void on_progress(void *context, const struct by_review *so_far)
{
    struct by_page_job *job = context;
    struct own *own = job->own;
    if (by_clock_now() - own->told_at < NEWS_SECONDS)
        return;
    own->told_at = by_clock_now();
    tell(job, so_far);
}

static enum by_status run(struct by_page_job *job, struct by_error *err)
{
    struct own *own = job->own;
    struct by_review_terms terms = {.limits = {.seconds = own->seconds},
                                    .stop = &job->stop,
                                    .progress = on_progress,
                                    .context = job};
    enum by_status status =
        by_page_player_open(job->player, job->told.rules, job->seed, &terms.player, err);
    if (status == BY_OK) {
        by_job_busy(job, terms.player);
        status = by_review_run(&own->review, job->told.line, &terms, err);
        by_job_busy(job, NULL);
    }
    if (status == BY_OK)
        tell(job, &own->review);
    by_player_close(terms.player);
    return status;
}

static void command(const struct by_page_job *job, struct by_buffer *out)
{
    const struct own *own = job->own;
    const struct by_said all[] = {{"player", job->player->name},
                                  {"care", own->care},
                                  {"time", own->time},
                                  {"worst", own->worst_text},
                                  {"seed", job->seed_text}};
    struct by_said said[sizeof all / sizeof *all + 1] = {{NULL, NULL}};
    int count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].value[0])
            said[count++] = all[i];
    by_put_command(out, "review", job->told.line, said);
}

const struct by_job_kind by_job_review = {
    .name = "review",
    .read = read,
    .close = close,
    .run = run,
    .command = command,
};

/* --- in the record ------------------------------------------------------------------------------------------ */

/* The nodes of the moves of a record, as it is played. */
struct nodes {
    struct by_sgf_node **each;
    int count, room;
};

static void note_node(void *context, int ply, const struct by_sgf_node *node)
{
    struct nodes *nodes = context;
    nodes->count = ply < nodes->room ? ply + 1 : nodes->count;
    if (ply < nodes->room)
        nodes->each[ply] = (struct by_sgf_node *)node; /* the tree is ours: it is written into */
}

static bool same_line(const struct by_line *a, const struct by_line *b)
{
    return a->rules->game == b->rules->game && a->rules->action_count == b->rules->action_count &&
           a->count == b->count && a->keys[0] == b->keys[0] &&
           memcmp(a->moves, b->moves, (size_t)a->count * sizeof *a->moves) == 0;
}

bool by_job_is_of(const struct by_page_job *job, const struct by_line *line)
{
    return same_line(job->told.line, line);
}

static enum by_status read_original(struct by_page_job *job, const char *text,
                                    struct by_record *record, struct nodes *nodes,
                                    struct by_error *err)
{
    struct by_record_source source = {
        .format = by_record_format_find("sgf"), .text = text, .size = strlen(text)};
    const struct by_record_request request = {.ply = -1, .moved = note_node, .context = nodes};
    bool found = false;
    enum by_status status = by_record_next(&source, record, &found, err);
    if (status == BY_OK && found)
        status = by_record_play(record, &request, err);
    if (status == BY_OK && (!found || !same_line(record->line, job->told.line)))
        status = by_fail(err, BY_BAD_INPUT, "the review is not of this record's game");
    return status;
}

enum by_status by_job_review_text(struct by_page_job *job, const char *original, char **text,
                                  size_t *size, struct by_error *err)
{
    struct own *own = job->own;
    const struct by_review_facts facts = facts_of(job);
    struct by_record record = {0};
    struct nodes nodes = {0};
    if (job->kind != &by_job_review ||
        !by_job_ended(by_api_jobs(by_server_api(job->server)), job) || !own->review.moves)
        return by_fail(err, BY_BAD_INPUT, "this job is no review that has ended");
    nodes.room = own->review.count;
    nodes.each = calloc((size_t)nodes.room + 1, sizeof *nodes.each);
    enum by_status status = nodes.each ? BY_OK : by_fail_memory(err, sizeof *nodes.each);
    if (status == BY_OK && original)
        status = read_original(job, original, &record, &nodes, err);
    record.info[BY_INFO_result] = original ? record.info[BY_INFO_result] : facts.result;
    if (status == BY_OK)
        status =
            by_review_text(&own->review, &facts, &record, nodes.each, nodes.count, text, size, err);
    free(nodes.each);
    by_record_close(&record);
    return status;
}
