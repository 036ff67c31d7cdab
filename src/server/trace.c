/* trace.c: the first steps of a search, all at once. */
#include "report/trace.h"
#include "base/clock.h"
#include "report/line.h"
#include "server/api.h"
#include "server/body.h"
#include "server/seat.h"

#include <stdio.h>
#include <stdlib.h>

#define STEPS         200 /* as on the command line, where nobody says how many */
#define STEPS_MOST    20000
#define WIDTH_MOST    1000
#define SECONDS       10
#define LOOK_AT_CLOCK 256 /* steps */

/* What was asked, as the command line has it, and who thinks. */
struct asked {
    struct by_told_line told;
    struct by_page_player seat;
    struct by_player *player;
    uint64_t seed;
    int64_t steps, width; /* width 0: all choices */
    char seed_text[24], steps_text[24], width_text[24];
};

/* The trace listens through this: a search that takes too long, or a server that stops, ends it. */
struct watch {
    struct by_trace *trace;
    struct by_player *player;
    const atomic_bool *stop;
    double deadline;
    unsigned steps;
    bool late;
};

static void on_step(void *context, const struct by_step *step)
{
    struct watch *watch = context;
    by_trace_step(watch->trace, step);
    if (++watch->steps % LOOK_AT_CLOCK != 0 || watch->late)
        return;
    watch->late = by_clock_now() > watch->deadline || atomic_load(watch->stop);
    if (watch->late)
        by_player_stop(watch->player);
}

static enum by_status check_told(const struct asked *a, struct by_error *err)
{
    const struct by_searcher *searcher = by_player_searcher(a->player);
    char names[128];
    struct by_text who = by_text_over(names, sizeof names);
    by_trace_who(&who);
    if (!searcher)
        return by_fail(err, BY_BAD_INPUT, "another program's steps cannot be seen");
    if (!by_trace_can(searcher))
        return by_fail(err, BY_BAD_INPUT, "the search %s does not tell its steps; %s do",
                       by_searcher_search(searcher)->name, names);
    return BY_OK;
}

static enum by_status read_player(struct by_server *server, const char *text, struct asked *a,
                                  struct by_error *err)
{
    enum by_status status = by_page_player_read(server, a->told.rules, text, &a->seat, err);
    if (status == BY_OK && a->seat.kind != BY_SEAT_LEVEL && a->seat.kind != BY_SEAT_SEARCH)
        status = by_fail(err, BY_BAD_INPUT, "the steps of that player cannot be seen");
    if (status == BY_OK)
        status = by_page_player_open(&a->seat, a->told.rules, a->seed, &a->player, err);
    return status == BY_OK ? check_told(a, err) : status;
}

static enum by_status read(struct by_server *server, const json_t *body, struct asked *a,
                           struct by_error *err)
{
    const char *player = NULL;
    a->seed = BY_SEED_USUAL;
    a->steps = STEPS;
    enum by_status status = by_body_line(body, &a->told, err);
    if (status == BY_OK)
        status = by_body_seed(body, &a->seed, err);
    if (status == BY_OK)
        status = by_body_int(body, "steps", 1, STEPS_MOST, &a->steps, err);
    if (status == BY_OK)
        status = by_body_int(body, "width", 1, WIDTH_MOST, &a->width, err);
    if (status == BY_OK)
        status = by_body_text(body, "player", &player, err);
    snprintf(a->seed_text, sizeof a->seed_text, "%llu", (unsigned long long)a->seed);
    snprintf(a->steps_text, sizeof a->steps_text, "%lld", (long long)a->steps);
    snprintf(a->width_text, sizeof a->width_text, "%lld", (long long)a->width);
    return status == BY_OK ? read_player(server, player, a, err) : status;
}

static void put_command(struct by_buffer *out, const struct asked *a)
{
    const struct by_said said[] = {{"player", a->seat.name},
                                   {"seed", a->seed_text},
                                   {"trace", a->steps_text},
                                   {a->width > 0 ? "trace-width" : NULL, a->width_text},
                                   {NULL, NULL}};
    by_put_command(out, "think", a->told.line, said);
}

/* {"thought": {as think --trace --json}, "steps": told, "unseen": those after them, "command"}. */
static enum by_status report(struct by_answer *answer, const struct asked *a,
                             const struct by_decision *decision, struct by_trace *trace,
                             struct by_error *err)
{
    struct by_json json;
    struct by_buffer command, whole;
    by_trace_end(trace);
    by_buffer_open(&command, answer->body.limit);
    by_buffer_open(&whole, answer->body.limit);
    put_command(&command, a);
    by_json_open(&json, &whole, BY_JSON_LINE);
    by_report_thought(&json, a->told.line, decision, by_player_searcher(a->player), trace, NULL);
    bool good = !whole.failed;
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    if (good)
        by_json_written(&json, "thought", &whole);
    by_json_int(&json, "steps", a->steps - trace->left);
    by_json_count(&json, "unseen", trace->unseen);
    by_json_text(&json, "command", by_buffer_text(&command));
    by_json_end_object(&json);
    by_buffer_close(&command);
    by_buffer_close(&whole);
    return good && !answer->body.failed
               ? BY_OK
               : by_fail(err, BY_BAD_INPUT,
                         "so many steps are too much for one answer: ask for fewer \"steps\", or a "
                         "smaller \"width\"");
}

static enum by_status think(struct by_server *server, const struct asked *a,
                            struct by_decision *decision, struct by_trace *trace,
                            struct by_error *err)
{
    struct watch watch = {.trace = trace,
                          .player = a->player,
                          .stop = by_api_stopping(by_server_api(server)),
                          .deadline = by_clock_now() + SECONDS};
    const struct by_events events = {.context = &watch, .trace = on_step};
    const struct by_turn turn = {.events = &events, .watched = true};
    enum by_status status = by_player_turn(a->player, a->told.line, &turn, decision, err);
    if (status == BY_OK && watch.late)
        status = by_fail(err, BY_BAD_INPUT,
                         "the search takes longer than %d s: give it fewer simulations or a "
                         "smaller depth",
                         SECONDS);
    return status;
}

static enum by_status trace_it(struct by_server *server, const struct asked *a,
                               struct by_answer *answer, struct by_error *err)
{
    struct by_trace trace;
    struct by_decision decision = {0};
    enum by_status status = by_decision_open(a->told.rules, &decision, err);
    if (status != BY_OK)
        return status;
    if (!by_trace_open(&trace, a->told.rules, by_player_searcher(a->player), true, a->steps))
        status = by_fail(err, BY_FAILED, "there is not enough memory for the trace");
    trace.width = (int)a->width;
    if (status == BY_OK)
        status = think(server, a, &decision, &trace, err);
    if (status == BY_OK)
        status = report(answer, a, &decision, &trace, err);
    by_trace_close(&trace);
    by_decision_close(&decision);
    return status;
}

static enum by_status answer_trace(struct by_server *server, const struct by_request *request,
                                   struct by_answer *answer, struct by_error *err)
{
    struct asked *a = calloc(1, sizeof *a);
    json_t *body = NULL;
    if (!a)
        return by_fail_memory(err, sizeof *a);
    enum by_status status = by_body_read(request, &body, err);
    if (status == BY_OK)
        status = read(server, body, a, err);
    if (status == BY_OK)
        status = trace_it(server, a, answer, err);
    by_player_close(a->player);
    by_told_line_close(&a->told);
    json_decref(body);
    free(a);
    return status;
}

/* It takes a request thread for as long as the search takes: never all of them. */
enum by_status by_answer_trace(struct by_server *server, const struct by_request *request,
                               struct by_answer *answer, struct by_error *err)
{
    atomic_int *busy = by_api_explaining(by_server_api(server));
    bool fits = atomic_fetch_add(busy, 1) < BY_EXPLAINING_AT_ONCE;
    enum by_status status =
        fits ? answer_trace(server, request, answer, err)
             : by_answer_refuse(answer, err, 429, "%d searches are being told: try again",
                                BY_EXPLAINING_AT_ONCE);
    atomic_fetch_sub(busy, 1);
    return status;
}
