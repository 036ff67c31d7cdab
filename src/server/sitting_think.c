/* sitting_think.c: a player of ours moves in a sitting, on a worker. */
#include "base/clock.h"
#include "games/value.h"
#include "report/decision.h"
#include "report/value.h"
#include "search/timing.h"
#include "server/server.h"
#include "server/sitting.h"
#include "server/sittings.h"
#include "server/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEWS_SECONDS 0.1
#define ROWS         24
#define MARGIN       0.5 /* seconds by which a player of ours may be late: the machine is shared */

/* One move, as it is thought about without the lock. */
struct turn {
    struct by_sitting *sitting;
    struct by_line *line; /* a copy */
    struct by_page_player *seat;
    struct by_player *player;
    struct by_decision decision;
    struct by_limits limits;
    bool agrees; /* a person plays: the end is agreed on */
    int side;
    int64_t version;
    double spent;
    enum by_status status;
    struct by_error error;
};

/* --- what is told ----------------------------------------------------------------------------------- */

/* The chance that the first player wins. */
static double chance_of(const struct turn *t)
{
    double chance = by_chance_of(t->line->rules, &t->decision, t->decision.value);
    return t->side == 0 ? chance : 1 - chance;
}

/* What was thought before the move, for the list of moves and the graph; NULL: nothing. */
static char *note_of(const struct turn *t)
{
    enum { PLIES = 12 };
    const struct by_decision *d = &t->decision;
    char words[BY_WORTH_BUFFER];
    struct by_buffer out;
    struct by_json json;
    struct by_worth worth = by_worth_of(t->line, d);
    if (d->bound == BY_BOUND_NONE)
        return NULL;
    by_buffer_open(&out, BY_SITTING_BYTES);
    by_json_open(&json, &out, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_text(&json, "by", by_side_name(t->side));
    by_json_number(&json, "value",
                   d->scale == BY_SCALE_PROBABILITY ? d->value : by_worth_number(&worth));
    by_json_text(&json, "scale", d->scale == BY_SCALE_PROBABILITY ? "probability" : "score");
    by_json_text(&json, "meaning", by_worth_string(&worth, words));
    by_json_real(&json, "chance", chance_of(t));
    by_json_count(&json, "visits", d->work.simulations > 0 ? d->work.simulations : d->work.nodes);
    by_json_seconds(&json, "seconds", d->work.seconds);
    by_json_flag(&json, "proven", d->proven);
    by_report_sequence(&json, "pv", t->line->rules, by_line_position(t->line), d->pv,
                       d->pv_count < PLIES ? d->pv_count : PLIES);
    by_json_end_object(&json);
    if (!out.failed)
        return out.data;
    by_buffer_close(&out);
    return NULL;
}

static void on_progress(void *context, const struct by_decision *so_far)
{
    struct turn *t = context;
    struct by_sitting *sitting = t->sitting;
    struct by_buffer data;
    struct by_json json;
    char client[BY_CLIENT_MAX + 1];
    if (by_clock_now() - sitting->told_at < NEWS_SECONDS)
        return;
    sitting->told_at = by_clock_now();
    by_mutex_lock(&sitting->lock);
    memcpy(client, sitting->client, sizeof client);
    by_mutex_unlock(&sitting->lock);
    if (!client[0])
        return;
    by_buffer_open(&data, BY_SITTING_BYTES);
    by_json_open(&json, &data, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_text(&json, "session", sitting->id);
    by_json_int(&json, "ply", t->line->count);
    by_json_object(&json, "decision");
    by_report_decision(&json, t->line, so_far, by_player_searcher(t->player), ROWS);
    by_json_end_object(&json);
    by_json_end_object(&json);
    if (!data.failed)
        (void)by_events_send(sitting->server, client, "progress", sitting->id, &data);
    by_buffer_close(&data);
}

/* --- thinking --------------------------------------------------------------------------------------- */

/* Under the lock: those that left their seat go, and what is needed without it is copied. */
static enum by_status prepare(struct by_sitting *sitting, struct turn *t)
{
    for (int side = 0; side < 2; side++)
        if (sitting->reseat[side]) {
            by_player_close(sitting->player[side]);
            sitting->player[side] = NULL;
            sitting->reseat[side] = false;
        }
    *t = (struct turn){.sitting = sitting,
                       .side = by_line_side(sitting->told.line),
                       .version = sitting->version,
                       .agrees = by_sitting_has_people(sitting)};
    if (sitting->clock_text[0])
        t->limits.clock = sitting->clock[t->side];
    t->seat = malloc(sizeof *t->seat);
    if (!t->seat)
        return by_fail_memory(&t->error, sizeof *t->seat);
    *t->seat = sitting->seat[t->side];
    enum by_status status = by_line_copy(sitting->told.line, &t->line, &t->error);
    return status == BY_OK ? by_decision_open(sitting->told.rules, &t->decision, &t->error)
                           : status;
}

/* Opens the player where that is still to be done: another program takes its time. */
static enum by_status sit_down(struct by_sitting *sitting, struct turn *t)
{
    struct by_player **player = &sitting->player[t->side];
    if (!*player) {
        uint64_t seed = by_seed_derive(sitting->seed, (uint64_t)t->side);
        t->status = by_page_player_open(t->seat, sitting->told.rules, seed, player, &t->error);
    }
    t->player = *player;
    return t->status;
}

/* Without the lock. Who was told to stop meanwhile does not begin. */
static void think(struct by_sitting *sitting, struct turn *t)
{
    const struct by_events events = {.context = t, .progress = on_progress};
    const struct by_turn turn = {.limits = &t->limits, .events = &events, .agrees = t->agrees};
    if (sit_down(sitting, t) != BY_OK)
        return;
    by_mutex_lock(&sitting->lock);
    bool wanted = t->version == sitting->version && !sitting->gone;
    sitting->thinking = wanted ? t->player : NULL;
    sitting->thinking_since = by_clock_now();
    if (wanted && sitting->hurried)
        by_player_stop(t->player);
    by_mutex_unlock(&sitting->lock);
    if (!wanted)
        return;
    double begun = by_clock_now();
    t->status = by_player_turn(t->player, t->line, &turn, &t->decision, &t->error);
    t->spent = by_clock_now() - begun;
}

/* Under the lock: what it came to is done. */
static void apply(struct by_sitting *sitting, struct turn *t)
{
    struct by_line *line = sitting->told.line;
    bool in_time = !sitting->clock_text[0] ||
                   by_clock_charge(&sitting->clock[t->side], &sitting->given, t->spent, MARGIN);
    if (t->status != BY_OK && t->player && by_player_fault(t->player) != BY_FAULT_NONE)
        sitting->faulty = 1 + t->side;
    if (t->status != BY_OK)
        snprintf(sitting->error, sizeof sitting->error, "%s", t->error.text);
    else if (!in_time)
        sitting->late = 1 + t->side;
    else if (by_player_resigned(t->player))
        sitting->resigned = 1 + t->side;
    else if (t->decision.move == BY_NO_MOVE ||
             by_line_play(line, t->decision.move, &t->error) != BY_OK)
        snprintf(sitting->error, sizeof sitting->error, "the player has no move");
    else
        by_sitting_note(sitting, line->count - 1, note_of(t));
}

/* Under the lock, which is given back while the player thinks. */
static void one_turn(struct by_sitting *sitting)
{
    struct turn t;
    t.status = prepare(sitting, &t);
    if (t.status == BY_OK) {
        by_mutex_unlock(&sitting->lock);
        think(sitting, &t);
        by_mutex_lock(&sitting->lock);
    }
    sitting->thinking = NULL;
    if (t.player && by_player_searcher(t.player))
        by_searcher_unstop(
            by_player_searcher(t.player)); /* what came too late is not for the next */
    if (t.version == sitting->version && !sitting->gone) {
        sitting->hurried = false;
        apply(sitting, &t);
        by_sitting_go_on(sitting);
    }
    by_line_close(t.line);
    by_decision_close(&t.decision);
    free(t.seat);
}

static void work(void *context)
{
    struct by_sitting *sitting = context;
    struct by_sittings *sittings = by_api_sittings(by_server_api(sitting->server));
    by_mutex_lock(&sitting->lock);
    while (!sitting->gone && !sitting->error[0] && !by_sittings_stopping(sittings) &&
           by_sitting_state(sitting) == BY_SITTING_THINKING)
        one_turn(sitting);
    sitting->busy = false;
    by_mutex_unlock(&sitting->lock);
    by_sitting_release(sittings, sitting);
}

void by_sitting_think(struct by_sitting *sitting)
{
    struct by_sittings *sittings = by_api_sittings(by_server_api(sitting->server));
    if (sitting->busy || sitting->error[0] || by_sittings_stopping(sittings))
        return;
    sitting->busy = true;
    by_sitting_hold(sittings, sitting);
    if (by_workers_add(by_server_workers(sitting->server), work, sitting))
        return;
    sitting->busy = false;
    by_sitting_release(sittings, sitting); /* too many wait: who asks next tries again */
}
