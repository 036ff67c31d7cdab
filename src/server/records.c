/* records.c: game records, read from what somebody pastes or drops, and written. */
#include "record/record.h"
#include "report/line.h"
#include "report/position.h"
#include "report/review.h"
#include "server/api.h"
#include "server/body.h"
#include "server/jobs.h"
#include "server/review.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAMES_MAX    1000
#define CHOICES_MAX  64
#define COMMENT_ROOM 4001
#define ANSWER_MAX   ((size_t)12 << 20) /* bytes after which no further game is told */

/* --- what came ---------------------------------------------------------------------------------------- */

/* A text of a request: its bytes, from malloc. */
struct bytes {
    char *data;
    size_t size;
};

static int digit_of(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

static enum by_status decode(const char *text, struct bytes *out, struct by_error *err)
{
    uint32_t bits = 0;
    int count = 0;
    out->data = malloc(strlen(text) + 1);
    if (!out->data)
        return by_fail_memory(err, strlen(text) + 1);
    for (; *text && *text != '='; text++) {
        if (strchr(" \t\r\n", *text))
            continue;
        if (digit_of(*text) < 0)
            return by_fail(err, BY_BAD_INPUT, "\"base64\" is no such text");
        bits = bits << 6 | (uint32_t)digit_of(*text);
        count += 6;
        if (count >= 8) {
            count -= 8;
            out->data[out->size++] = (char)(bits >> count & 0xff);
        }
    }
    out->data[out->size] = '\0';
    return BY_OK;
}

static enum by_status read_bytes(const json_t *body, struct bytes *out, struct by_error *err)
{
    const char *text, *coded;
    enum by_status status = by_body_text(body, "text", &text, err);
    if (status == BY_OK)
        status = by_body_text(body, "base64", &coded, err);
    if (status != BY_OK)
        return status;
    if (coded)
        return decode(coded, out, err);
    if (!text)
        return by_fail(err, BY_BAD_INPUT, "\"text\" is missing: a game record");
    out->data = strdup(text);
    out->size = strlen(text);
    return out->data ? BY_OK : by_fail_memory(err, out->size);
}

/* --- which format ---------------------------------------------------------------------------------------- */

struct asked {
    struct bytes bytes;
    const char *name, *game;
    int choices[CHOICES_MAX];
    int choice_count;
    int64_t from;
};

static enum by_status read_choices(const json_t *body, struct asked *out, struct by_error *err)
{
    const json_t *choices = json_object_get(body, "variation"), *choice;
    size_t index;
    if (choices && !json_is_null(choices) && !json_is_array(choices))
        return by_fail(err, BY_BAD_INPUT, "\"variation\" must be an array of numbers from 1 on");
    json_array_foreach(choices, index, choice)
    {
        json_int_t number = json_integer_value(choice);
        if (!json_is_integer(choice) || number < 1 || number > 1000000 || index == CHOICES_MAX)
            return by_fail(err, BY_BAD_INPUT, "\"variation\" has at most %d numbers from 1 on",
                           CHOICES_MAX);
        out->choices[out->choice_count++] = (int)number - 1;
    }
    return BY_OK;
}

static enum by_status read_asked(const json_t *body, struct asked *out, struct by_error *err)
{
    enum by_status status = read_bytes(body, &out->bytes, err);
    if (status == BY_OK)
        status = by_body_text(body, "name", &out->name, err);
    if (status == BY_OK)
        status = by_body_text(body, "game", &out->game, err);
    if (status == BY_OK)
        status = by_body_int(body, "from", 1, 1000000000, &out->from, err);
    return status == BY_OK ? read_choices(body, out, err) : status;
}

static enum by_status next(const struct asked *asked, struct by_record_source *source,
                           struct by_record *record, bool *found,
                           void (*moved)(void *, int, const struct by_sgf_node *), void *context,
                           struct by_error *err)
{
    const struct by_record_request request = {.choices = asked->choices,
                                              .choice_count = asked->choice_count,
                                              .ply = -1,
                                              .moved = moved,
                                              .context = context};
    enum by_status status = by_record_next(source, record, found, err);
    return status == BY_OK && *found ? by_record_play(record, &request, err) : status;
}

/* Whether the first game of the text can be read so, and is of the game that is on the board. */
static bool reads(const struct asked *asked, const struct by_record_format *format,
                  struct by_error *err)
{
    struct by_record_source source = {
        .format = format, .text = asked->bytes.data, .size = asked->bytes.size};
    struct by_record record = {0};
    const struct by_game *wanted = asked->game ? by_game_find(asked->game, NULL) : NULL;
    bool found = false;
    bool good = next(asked, &source, &record, &found, NULL, NULL, err) == BY_OK && found &&
                (!wanted || by_rules_of(record.rules, wanted->name));
    by_record_close(&record);
    return good;
}

/* By the name's ending; else the first format that takes the text for its own and reads it, one of the game on
 * the board before others. */
static const struct by_record_format *format_of(struct asked *asked, struct by_error *err)
{
    const struct by_record_format *format = asked->name ? by_record_format_of(asked->name) : NULL;
    const struct by_record_format *sniffed =
        by_record_format_sniff(asked->bytes.data, asked->bytes.size);
    if (format)
        return format;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; (format = by_record_format_at(i)); i++)
            if (format->sniff && format->sniff(asked->bytes.data, asked->bytes.size) &&
                reads(asked, format, err))
                return format;
        asked->game = NULL;
    }
    return sniffed;
}

/* --- what is told ------------------------------------------------------------------------------------------ */

struct comments {
    struct by_json json;
    struct by_buffer out;
    const struct by_sgf_node *root_told;
};

static void put_comment(struct comments *c, const struct by_sgf_node *node, int ply)
{
    char text[COMMENT_ROOM];
    const struct by_sgf_property *comment = node ? by_sgf_find(node, "C") : NULL;
    struct by_text out = by_text_over(text, sizeof text);
    if (!comment)
        return;
    by_sgf_text(&comment->value, BY_SGF_TEXT, &out);
    by_json_object(&c->json, NULL);
    by_json_int(&c->json, "ply", ply);
    by_json_text(&c->json, "text", text);
    by_json_end_object(&c->json);
}

static void begin_comments(struct comments *c)
{
    by_buffer_close(&c->out);
    by_buffer_open(&c->out, ANSWER_MAX);
    by_json_open(&c->json, &c->out, BY_JSON_LINE);
    by_json_array(&c->json, NULL);
}

static void on_move(void *context, int ply, const struct by_sgf_node *node)
{
    struct comments *c = context;
    if (ply == 0) { /* it may begin again, where stones are set up */
        begin_comments(c);
        if (node && node->parent && !node->parent->parent)
            put_comment(c, node->parent, 0);
    }
    put_comment(c, node, ply + 1);
}

static void report_known(struct by_json *json, const struct by_record *record)
{
    by_json_array(json, "known");
    for (int i = 0; i < record->known_count; i++) {
        by_json_object(json, NULL);
        by_report_move(json, "move", record->rules, by_line_position(record->line),
                       record->known[i].move);
        by_json_number(json, "score", record->known[i].score);
        by_json_end_object(json);
    }
    by_json_end_array(json);
}

static void report_game(struct by_json *json, const struct by_record *record, struct comments *c)
{
    by_json_object(json, NULL);
    by_report_line(json, "line", record->line);
    by_report_info(json, record);
    by_json_end_array(&c->json);
    by_json_written(json, "comments", &c->out);
    by_report_branches(json, record);
    by_json_int(json, "ply", record->plies);
    by_json_int(json, "dropped", record->dropped);
    report_known(json, record);
    by_json_end_object(json);
}

/* All games from `from` on, as far as there is room. */
static enum by_status report_games(struct by_json *json, const struct asked *asked,
                                   const struct by_record_format *format, struct by_error *err)
{
    struct by_record_source source = {
        .format = format, .text = asked->bytes.data, .size = asked->bytes.size};
    struct by_record record = {0};
    struct comments c = {.root_told = NULL};
    int64_t number = 0, told = 0;
    bool found = true;
    enum by_status status = BY_OK;
    by_json_text(json, "format", format->name);
    by_json_array(json, "games");
    while (status == BY_OK && found) {
        begin_comments(&c);
        status = next(asked, &source, &record, &found, on_move, &c, err);
        if (status != BY_OK || !found || ++number < asked->from || told >= GAMES_MAX ||
            json->out->length > ANSWER_MAX)
            continue;
        report_game(json, &record, &c);
        told++;
    }
    by_json_end_array(json);
    if (status == BY_OK)
        by_json_int(json, "total", number);
    else
        by_json_null(json, "total");
    by_json_text(json, "problem", status == BY_OK ? NULL : err->text);
    by_record_close(&record);
    by_buffer_close(&c.out);
    return told > 0 ? BY_OK
           : status == BY_OK
               ? by_fail(err, BY_BAD_INPUT, "there are only %lld games", (long long)number)
               : status;
}

/* Moves alone, as people write them to each other: of the game on the board. */
static enum by_status read_moves(struct by_json *json, const json_t *body,
                                 const struct asked *asked, struct by_error *err)
{
    struct by_told_line told;
    json_t *line = json_deep_copy(body);
    if (!line)
        return by_fail_memory(err, 1);
    json_object_set_new(line, "moves", json_stringn(asked->bytes.data, asked->bytes.size));
    enum by_status status = by_body_line(line, &told, err);
    json_decref(line);
    if (status != BY_OK)
        return status;
    by_json_text(json, "format", "moves");
    by_json_array(json, "games");
    by_json_object(json, NULL);
    by_report_line(json, "line", told.line);
    by_json_array(json, "comments");
    by_json_end_array(json);
    by_json_end_object(json);
    by_json_end_array(json);
    by_json_int(json, "total", 1);
    by_told_line_close(&told);
    return BY_OK;
}

static enum by_status answer_read(const json_t *body, struct asked *asked, struct by_answer *answer,
                                  struct by_error *err)
{
    struct by_json json;
    const char *game = asked->game;
    const struct by_record_format *format = format_of(asked, err);
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    enum by_status status = BY_BAD_INPUT;
    if (format)
        status = report_games(&json, asked, format, err);
    else if (game)
        status = read_moves(&json, body, asked, err);
    else
        status = by_fail(err, BY_BAD_INPUT, "this looks like no game record that is known here");
    by_json_end_object(&json);
    return status;
}

enum by_status by_answer_records_read(struct by_server *server, const struct by_request *request,
                                      struct by_answer *answer, struct by_error *err)
{
    struct asked asked = {.from = 1};
    json_t *body;
    (void)server;
    enum by_status status = by_body_read(request, &body, err);
    if (status != BY_OK)
        return status;
    status = read_asked(body, &asked, err);
    if (status == BY_OK)
        status = answer_read(body, &asked, answer, err);
    free(asked.bytes.data);
    json_decref(body);
    return status;
}

/* --- writing --------------------------------------------------------------------------------------------------- */

static enum by_status read_info(const json_t *body, const char *info[BY_INFO_COUNT],
                                struct by_error *err)
{
    const json_t *given = json_object_get(body, "info");
    enum by_status status = BY_OK;
    for (int i = 0; i < BY_INFO_COUNT; i++)
        info[i] = NULL;
    if (!given || json_is_null(given))
        return BY_OK;
    if (!json_is_object(given))
        return by_fail(err, BY_BAD_INPUT, "\"info\" must be an object of texts");
    for (int i = 0; i < BY_INFO_COUNT && status == BY_OK; i++)
        status = by_body_text(given, by_info_key((enum by_info)i), &info[i], err);
    return status;
}

static enum by_status find_format(const char *name, const struct by_record_format **out,
                                  struct by_error *err)
{
    char names[256], quoted[BY_QUOTE_SIZE];
    struct by_text list = by_text_over(names, sizeof names);
    *out = by_record_format_find(name ? name : "sgf");
    if (*out)
        return BY_OK;
    by_record_format_names(&list);
    return by_fail(err, BY_BAD_INPUT, "there is no format '%s'; there are %s",
                   by_quote(name, quoted), names);
}

static void report_text(struct by_answer *answer, const char *game, const char *format,
                        const char *text)
{
    struct by_json json;
    char name[96];
    snprintf(name, sizeof name, "%.60s.%.20s", game, format);
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_text(&json, "name", name);
    by_json_text(&json, "format", format);
    by_json_text(&json, "text", text);
    by_json_end_object(&json);
}

static enum by_status write_line(const json_t *body, struct by_answer *answer, struct by_error *err)
{
    const struct by_record_format *format = NULL;
    const char *name, *info[BY_INFO_COUNT];
    struct by_told_line told = {0};
    char *text = NULL;
    size_t size;
    enum by_status status = by_body_text(body, "format", &name, err);
    if (status == BY_OK)
        status = find_format(name, &format, err);
    if (status == BY_OK)
        status = read_info(body, info, err);
    if (status == BY_OK)
        status = by_body_line(body, &told, err);
    if (status == BY_OK)
        status = by_record_line_text(told.line, info, format, &text, &size, err);
    if (status == BY_OK)
        report_text(answer, told.rules->name, format->name, text);
    by_told_line_close(&told);
    free(text);
    return status;
}

/* The line may be left out; where it is there, the review must be of it. */
static enum by_status check_line(const json_t *body, const struct by_page_job *job,
                                 struct by_error *err)
{
    struct by_told_line told = {0};
    if (!json_object_get(body, "game"))
        return BY_OK;
    enum by_status status = by_body_line(body, &told, err);
    if (status == BY_OK && !by_job_is_of(job, told.line))
        status = by_fail(err, BY_BAD_INPUT, "the review is of another game than this line");
    by_told_line_close(&told);
    return status;
}

/* A review is written into the record that it is of, if there is one, and that is a tree. */
static enum by_status write_review(struct by_server *server, const json_t *body, const char *id,
                                   struct by_answer *answer, struct by_error *err)
{
    struct by_jobs *jobs = by_api_jobs(by_server_api(server));
    struct by_page_job *job = by_jobs_find(jobs, id);
    const char *original;
    char *text = NULL;
    size_t size = 0;
    char quoted[BY_QUOTE_SIZE];
    if (!job)
        return by_answer_refuse(answer, err, 404, "there is no review '%s'", by_quote(id, quoted));
    enum by_status status = by_body_text(body, "text", &original, err);
    if (status == BY_OK)
        status = check_line(body, job, err);
    if (status == BY_OK)
        status = by_job_review_text(job, original, &text, &size, err);
    if (status == BY_OK)
        report_text(answer, job->told.rules->name, "sgf", text);
    by_job_release(jobs, job);
    free(text);
    return status;
}

enum by_status by_answer_records_write(struct by_server *server, const struct by_request *request,
                                       struct by_answer *answer, struct by_error *err)
{
    const char *review;
    json_t *body;
    enum by_status status = by_body_read(request, &body, err);
    if (status != BY_OK)
        return status;
    status = by_body_text(body, "review", &review, err);
    if (status == BY_OK)
        status = review ? write_review(server, body, review, answer, err)
                        : write_line(body, answer, err);
    json_decref(body);
    return status;
}
