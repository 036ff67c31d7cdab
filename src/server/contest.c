/* contest.c: playing, and what is told of it. See contest.h. */
#include "server/contest.h"
#include "arena/store/keeper.h"
#include "base/clock.h"
#include "report/match.h"
#include "report/tournament.h"
#include "server/arena.h"

#include <stdlib.h>
#include <string.h>

static const char *const state_names[] = {[BY_CONTEST_WAITING] = "waiting",
                                          [BY_CONTEST_RUNNING] = "running",
                                          [BY_CONTEST_STOPPED] = "stopped",
                                          [BY_CONTEST_DONE] = "done",
                                          [BY_CONTEST_FAILED] = "failed"};

const char *by_contest_state_name(enum by_contest_state state)
{
    return state_names[state];
}

bool by_contest_state_find(const char *name, enum by_contest_state *out)
{
    for (size_t i = 0; name && i < sizeof state_names / sizeof *state_names; i++)
        if (strcmp(name, state_names[i]) == 0) {
            *out = (enum by_contest_state)i;
            return true;
        }
    return false;
}

/* --- telling pages ----------------------------------------------------------------------------- */

/* {"id", "change", "state", "played", "planned"}: who shows it asks for the rest. */
static void send(struct by_contest *c, int64_t change, const char *state, int played)
{
    struct by_buffer data;
    struct by_json json;
    by_buffer_open(&data, 1024);
    by_json_open(&json, &data, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_text(&json, "id", c->id);
    by_json_int(&json, "change", change);
    by_json_text(&json, "state", state);
    by_json_int(&json, "played", played);
    by_json_int(&json, "planned", c->planned);
    by_json_end_object(&json);
    (void)by_events_send(c->server, NULL, "arena", c->id, &data);
    by_buffer_close(&data);
}

void by_contest_changed(struct by_contest *c, bool now)
{
    double clock = by_clock_now();
    by_mutex_lock(&c->lock);
    bool due = now || clock - c->told_at >= BY_CONTEST_NEWS;
    c->change++;
    c->untold = !due;
    if (due)
        c->told_at = clock;
    int64_t change = c->change;
    const char *state = c->gone ? "forgotten" : by_contest_state_name(c->state);
    int played = c->played;
    by_mutex_unlock(&c->lock);
    if (due)
        send(c, change, state, played);
}

/* --- games that are being played ------------------------------------------------------------------ */

static void on_move(void *context, int meeting, int a, int b, const struct by_watched *game)
{
    struct by_contest *c = context;
    struct by_contest_seat *seat = &c->seats[game->seat];
    by_mutex_lock(&c->lock);
    if (c->played_before < 0) { /* what the store had was counted before anybody moves */
        c->played_before = c->played;
        c->begun = by_clock_now();
    }
    if (!game->line) {
        seat->busy = false;
    } else {
        bool same = seat->busy && seat->meeting == meeting && seat->number == game->number;
        int from = same && seat->count <= game->line->count ? seat->count : 0;
        memcpy(seat->moves + from, game->line->moves + from,
               (size_t)(game->line->count - from) * sizeof *seat->moves);
        *seat = (struct by_contest_seat){
            true, meeting, a, b, game->number, game->a_first, game->line->count, seat->moves};
    }
    by_mutex_unlock(&c->lock);
    by_contest_changed(c, false);
}

/* --- reports ------------------------------------------------------------------------------------------ */

static void write_report(const struct by_contest *c, const struct by_tournament_result *result,
                         struct by_buffer *out)
{
    const struct by_tournament_report report = {&c->tournament, c->told.rules, result,
                                                by_origin_now()};
    struct by_json json;
    by_buffer_open(out, BY_CONTEST_BYTES);
    by_json_open(&json, out, BY_JSON_LINE);
    by_report_tournament(&json, &report);
}

static void write_match(const struct by_tournament_news *news, struct by_buffer *out)
{
    const struct by_origin origin = by_origin_now();
    struct by_match_result result = *news->match;
    struct by_json json;
    result.score = by_tally_score(&result.tally, by_match_paired(news->plan), 0.95);
    by_buffer_open(out, BY_CONTEST_BYTES);
    by_json_open(&json, out, BY_JSON_LINE);
    by_report_match(&json, news->plan, &result, &origin, false);
}

/* Takes over what was written; what failed for want of memory leaves what was there. */
static void swap(struct by_buffer *place, struct by_buffer *fresh)
{
    struct by_buffer old = *place;
    if (fresh->failed) {
        by_buffer_close(fresh);
        return;
    }
    *place = *fresh;
    by_buffer_close(&old);
}

static void take_result(struct by_contest *c, struct by_tournament_result *result, bool whole)
{
    struct by_buffer report;
    write_report(c, result, &report);
    by_mutex_lock(&c->lock);
    swap(&c->report, &report);
    struct by_tournament_result old = c->last;
    c->last = *result;
    c->known = true;
    if (whole || c->played < result->games_played)
        c->played = result->games_played;
    by_mutex_unlock(&c->lock);
    by_tournament_result_close(&old);
}

/* --- a run ------------------------------------------------------------------------------------------------ */

struct run {
    struct by_contest *contest;
    bool look;
    double written; /* when the last report was */
};

/* Counts a game; whether that is all, as it is too early for a report: games that come out of the store are many. */
static bool only_count(struct run *run, const struct by_tournament_news *news)
{
    struct by_contest *c = run->contest;
    bool due = !run->look && by_clock_now() - run->written >= BY_CONTEST_NEWS;
    by_mutex_lock(&c->lock);
    if (!run->look && news->done > c->played)
        c->played = news->done;
    due = due && c->played_before >= 0;
    by_mutex_unlock(&c->lock);
    return !news->ended && !due;
}

static void on_news(void *context, const struct by_tournament_news *news)
{
    struct run *run = context;
    struct by_contest *c = run->contest;
    struct by_tournament_result so_far;
    struct by_buffer match;
    if (only_count(run, news))
        return;
    write_match(news, &match);
    by_mutex_lock(&c->lock);
    c->decided = news->match->verdict != BY_SPRT_OPEN;
    if (c->is_match)
        swap(&c->match, &match);
    by_mutex_unlock(&c->lock);
    if (!c->is_match)
        by_buffer_close(&match);
    if (run->look)
        return;
    if (by_tournament_so_far(news, &so_far, NULL) == BY_OK)
        take_result(c, &so_far, false);
    else
        by_tournament_result_close(&so_far);
    run->written = by_clock_now();
    by_contest_changed(c, false);
}

static enum by_status go(struct run *run, struct by_error *err)
{
    struct by_contest *c = run->contest;
    struct by_tournament_result result;
    by_mutex_lock(&c->lock);
    struct by_tournament_setup how = c->how;
    by_mutex_unlock(&c->lock);
    how.keeper = run->look ? by_keeper_look : by_keeper_store;
    how.look = run->look;
    how.watch = run->look ? NULL : on_move;
    how.watch_context = c;
    enum by_status status = by_tournament_play(&c->tournament, &how, run->look ? NULL : &c->stop,
                                               on_news, run, &result, err);
    take_result(c, &result, true);
    return status;
}

void by_contest_look(struct by_contest *c)
{
    struct run run = {.contest = c, .look = true};
    struct by_error error = {0};
    enum by_status status = go(&run, &error);
    by_mutex_lock(&c->lock);
    c->looking = c->cut = false;
    if (status != BY_OK && !c->error[0]) {
        struct by_text text = by_text_over(c->error, sizeof c->error);
        by_text_add(&text, error.text);
    }
    by_mutex_unlock(&c->lock);
    by_arena_keep(c);
    by_contest_changed(c, true);
}

/* The state after a run, under the lock. */
static void conclude(struct by_contest *c, enum by_status status, const struct by_error *error)
{
    struct by_text text = by_text_over(c->error, sizeof c->error);
    bool over = c->played >= c->planned || c->decided;
    for (int i = 0; i < c->tournament.concurrency; i++)
        c->seats[i].busy = false;
    if (status != BY_OK)
        by_text_add(&text, error->text);
    c->state = status != BY_OK ? BY_CONTEST_FAILED : over ? BY_CONTEST_DONE : BY_CONTEST_STOPPED;
}

void by_contest_play(struct by_contest *c)
{
    struct run run = {.contest = c};
    struct by_error error = {0};
    by_mutex_lock(&c->lock);
    c->state = BY_CONTEST_RUNNING;
    c->begun = by_clock_now();
    c->played_before = -1;
    c->decided = false;
    by_mutex_unlock(&c->lock);
    by_contest_changed(c, true);
    enum by_status status = go(&run, &error);
    struct run look = {.contest = c, .look = true};
    if (status != BY_OK || atomic_load(&c->stop))
        (void)go(&look, NULL); /* meetings that it did not come to may be in the store */
    by_mutex_lock(&c->lock);
    conclude(c, status, &error);
    by_mutex_unlock(&c->lock);
    by_arena_keep(c);
    by_contest_changed(c, true);
}

enum by_status by_contest_result(struct by_contest *c, struct by_tournament_result *out,
                                 struct by_error *err)
{
    size_t n = (size_t)c->tournament.count;
    by_mutex_lock(&c->lock);
    size_t meetings = (size_t)c->last.meeting_count;
    *out = c->last;
    out->meetings = malloc((meetings + 1) * sizeof *out->meetings);
    out->standings = calloc(n, sizeof *out->standings);
    bool good = out->meetings && out->standings;
    if (good && meetings > 0)
        memcpy(out->meetings, c->last.meetings, meetings * sizeof *out->meetings);
    if (good && c->last.standings)
        memcpy(out->standings, c->last.standings, n * sizeof *out->standings);
    by_mutex_unlock(&c->lock);
    return good ? BY_OK : by_fail_memory(err, n * sizeof *out->standings);
}
