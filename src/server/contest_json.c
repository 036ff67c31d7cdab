/* contest_json.c: a contest as the API tells it, and as it is kept. */
#include "base/clock.h"
#include "report/board.h"
#include "report/line.h"
#include "server/contest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the same on the command line ------------------------------------------------------------- */

static void put_match_command(struct by_buffer *out, const struct by_contest *c)
{
    const struct by_tournament *t = &c->tournament;
    const char *sprt = json_string_value(json_object_get(c->setup, "sprt"));
    char games[24], seed[24], concurrency[24];
    snprintf(games, sizeof games, "%d", t->games);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)t->seed);
    snprintf(concurrency, sizeof concurrency, "%d", t->concurrency);
    const struct by_said all[] = {
        {"a", t->players[0].spec},
        {"b", t->players[1].spec},
        {"games", games},
        {"colours", t->colours == BY_COLOURS_ALTERNATE ? NULL : by_colours_name(t->colours)},
        {"openings", t->openings},
        {"time", t->time},
        {"adjudicate", t->adjudicate},
        {"sprt", sprt},
        {"concurrency", t->concurrency > 1 ? concurrency : NULL},
        {"seed", seed},
        {"store", t->store}};
    struct by_said said[sizeof all / sizeof *all + 1] = {{NULL, NULL}};
    int count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].value)
            said[count++] = all[i];
    by_put_command(out, "match", c->told.line, said);
}

void by_put_contest_command(struct by_buffer *out, const struct by_contest *c)
{
    if (c->is_match) {
        put_match_command(out, c);
        return;
    }
    by_buffer_format(out, "banyan tournament %s.json --store ", c->id);
    by_put_word(out, c->tournament.store);
}

/* --- what is being played ------------------------------------------------------------------------ */

/* A game as it stands: its own copy of the moves, as players go on. */
struct shown {
    struct by_contest_seat seat;
    by_move *moves;
};

static int copy_seats(struct by_contest *c, struct shown *out)
{
    int count = 0;
    by_mutex_lock(&c->lock);
    for (int i = 0; i < c->tournament.concurrency; i++) {
        const struct by_contest_seat *seat = &c->seats[i];
        size_t bytes = (size_t)seat->count * sizeof *seat->moves;
        by_move *moves = seat->busy ? malloc(bytes + 1) : NULL;
        if (!moves)
            continue;
        memcpy(moves, seat->moves, bytes);
        out[count++] = (struct shown){*seat, moves};
    }
    by_mutex_unlock(&c->lock);
    return count;
}

static void report_board(struct by_json *json, const struct by_contest *c,
                         const struct shown *shown)
{
    struct by_line *line = NULL;
    enum by_status status = by_line_open(c->told.rules, &line, NULL);
    for (int i = 0; i < shown->seat.count && status == BY_OK; i++)
        status = by_line_play(line, shown->moves[i], NULL);
    if (status == BY_OK)
        by_report_board(json, "board", line);
    else
        by_json_null(json, "board");
    by_line_close(line);
}

static void report_running(struct by_json *json, struct by_contest *c)
{
    struct shown shown[BY_CONTEST_AT_ONCE];
    int count = copy_seats(c, shown);
    by_json_array(json, "running");
    for (int i = 0; i < count; i++) {
        const struct by_contest_seat *seat = &shown[i].seat;
        by_json_object(json, NULL);
        by_json_int(json, "game", (int64_t)seat->meeting * c->tournament.games + seat->number + 1);
        by_json_int(json, "first", seat->a_first ? seat->a : seat->b);
        by_json_int(json, "second", seat->a_first ? seat->b : seat->a);
        by_json_int(json, "ply", seat->count);
        report_board(json, c, &shown[i]);
        by_json_end_object(json);
        free(shown[i].moves);
    }
    by_json_end_array(json);
}

/* --- all of it --------------------------------------------------------------------------------------- */

static void report_json(struct by_json *json, const char *name, const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    struct by_buffer out;
    by_buffer_open(&out, BY_CONTEST_BYTES);
    by_buffer_add(&out, text ? text : "null");
    by_json_written(json, name, &out);
    by_buffer_close(&out);
    free(text);
}

/* The seconds that the rest will take, going by what this run has played. Under the lock. */
static void report_left(struct by_json *json, const struct by_contest *c)
{
    int fresh = c->played - c->played_before;
    if (c->state != BY_CONTEST_RUNNING || c->played_before < 0 || fresh < 1)
        by_json_null(json, "left");
    else
        by_json_number(json, "left",
                       (by_clock_now() - c->begun) / fresh * (c->planned - c->played));
}

static void report_written(struct by_json *json, const char *name, const struct by_buffer *text)
{
    if (text->length > 0)
        by_json_written(json, name, text);
    else
        by_json_null(json, name);
}

/* Under the lock. */
static void report_standing(struct by_json *json, const struct by_contest *c)
{
    by_json_text(json, "id", c->id);
    by_json_text(json, "title", json_string_value(json_object_get(c->setup, "title")));
    by_json_text(json, "format", json_string_value(json_object_get(c->setup, "format")));
    by_json_text(json, "game", c->told.rules->name);
    by_json_text(json, "label", c->told.rules->label);
    by_json_text(json, "state", by_contest_state_name(c->state));
    by_json_text(json, "error", c->error[0] ? c->error : NULL);
    by_json_int(json, "change", c->change);
    by_json_number(json, "created", c->created);
    by_json_int(json, "played", c->played);
    by_json_int(json, "planned", c->planned);
    by_json_flag(json, "decided", c->decided);
    report_left(json, c);
}

void by_report_contest_line(struct by_json *json, struct by_contest *c)
{
    by_json_object(json, NULL);
    by_mutex_lock(&c->lock);
    report_standing(json, c);
    by_mutex_unlock(&c->lock);
    by_json_array(json, "players");
    for (int i = 0; i < c->tournament.count; i++)
        by_json_text(json, NULL, c->tournament.players[i].name);
    by_json_end_array(json);
    by_json_end_object(json);
}

void by_report_contest(struct by_json *json, struct by_contest *c)
{
    struct by_buffer command;
    by_json_object(json, NULL);
    by_mutex_lock(&c->lock);
    report_standing(json, c);
    by_json_flag(json, "reading", c->looking || !c->known);
    report_written(json, "report", &c->report);
    report_written(json, "match", &c->match);
    by_mutex_unlock(&c->lock);
    report_json(json, "setup", c->setup);
    report_running(json, c);
    by_buffer_open(&command, BY_CONTEST_BYTES);
    by_put_contest_command(&command, c);
    by_json_text(json, "command", by_buffer_text(&command));
    by_buffer_close(&command);
    by_json_text(json, "file", c->is_match ? NULL : by_buffer_text(&c->file));
    by_json_end_object(json);
}

void by_write_contest(struct by_json *json, struct by_contest *c)
{
    by_json_object(json, NULL);
    by_mutex_lock(&c->lock);
    by_json_text(json, "state", by_contest_state_name(c->state));
    by_json_int(json, "played", c->played);
    by_json_flag(json, "decided", c->decided);
    by_json_text(json, "error", c->error[0] ? c->error : NULL);
    by_mutex_unlock(&c->lock);
    by_json_real(json, "created", c->created);
    report_json(json, "setup", c->setup);
    by_json_end_object(json);
}
