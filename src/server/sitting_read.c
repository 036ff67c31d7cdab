/* sitting_read.c: a sitting from the body of a request, and from what was kept of it. */
#include "base/clock.h"
#include "games/grid.h"
#include "search/timing.h"
#include "server/sitting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- what both have ------------------------------------------------------------------------------------ */

static enum by_status make(struct by_server *server, struct by_sitting **out, struct by_error *err)
{
    struct by_sitting *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s || !by_mutex_open(&s->lock)) {
        free(s);
        return by_fail_memory(err, sizeof *s);
    }
    s->server = server;
    s->turn_begun = by_clock_now();
    *out = s;
    return BY_OK;
}

static enum by_status read_players(struct by_sitting *s, const json_t *body, struct by_error *err)
{
    const json_t *players = json_object_get(body, "players");
    enum by_status status = BY_OK;
    if (!json_is_array(players) || json_array_size(players) != 2)
        return by_fail(err, BY_BAD_INPUT, "\"players\" must be an array of two players");
    for (size_t side = 0; side < 2 && status == BY_OK; side++) {
        const json_t *name = json_array_get(players, side);
        status = json_is_string(name)
                     ? by_page_player_read(s->server, s->told.rules, json_string_value(name),
                                           &s->seat[side], err)
                     : by_fail(err, BY_BAD_INPUT, "a player is a text: human, a level, a spec");
    }
    return status;
}

/* "5:00+3", "10+5", "1:30:00": main time as hours, minutes and seconds, and what a move adds. A number alone
 * is minutes. False: it is not written so. */
static bool read_short_clock(const char *text, char out[BY_CLOCK_TEXT])
{
    int64_t part = 0, seconds = 0;
    int parts = 0;
    double increment = 0;
    do {
        if (!by_scan_int(&text, &part) || part < 0 || part > 100000 || parts == 3)
            return false;
        seconds = seconds * 60 + part;
        parts++;
    } while (*text == ':' && text++);
    if (parts == 1)
        seconds *= 60;
    if (*text == '+' && !by_read_real(text + 1, 0, 100000, &increment))
        return false;
    if (*text != '\0' && *text != '+')
        return false;
    snprintf(out, BY_CLOCK_TEXT, increment > 0 ? "left=%lld increment=%g" : "left=%lld",
             (long long)seconds, increment);
    return true;
}

static enum by_status read_clock(struct by_sitting *s, const json_t *body, struct by_error *err)
{
    const char *text;
    enum by_status status = by_body_text(body, "clock", &text, err);
    if (status != BY_OK || !text || !*text)
        return status;
    if (strlen(text) >= sizeof s->clock_text)
        return by_fail(err, BY_BAD_INPUT, "\"clock\" is too long");
    if (!read_short_clock(text, s->clock_text))
        strcpy(s->clock_text, text);
    status = by_clock_read(s->clock_text, &s->given, err);
    s->clock[0] = s->clock[1] = s->given;
    return status;
}

enum by_status by_sitting_read(struct by_server *server, const json_t *body,
                               struct by_sitting **out, struct by_error *err)
{
    enum by_status status = make(server, out, err);
    struct by_sitting *s = *out;
    if (status != BY_OK)
        return status;
    s->seed = by_seed_of_the_moment();
    status = by_body_line(body, &s->told, err);
    if (status == BY_OK)
        status = read_players(s, body, err);
    if (status == BY_OK)
        status = by_body_seed(body, &s->seed, err);
    if (status == BY_OK)
        status = by_body_client(body, s->client, err);
    if (status == BY_OK)
        status = read_clock(s, body, err);
    if (status != BY_OK) {
        by_sitting_free(s);
        *out = NULL;
    }
    return status;
}

/* --- what was kept --------------------------------------------------------------------------------------- */

static double number_at(const json_t *array, size_t index)
{
    return json_number_value(json_array_get(array, index));
}

static void restore_clocks(struct by_sitting *s, const json_t *body)
{
    const json_t *clocks = json_object_get(body, "clocks");
    for (size_t side = 0; side < 2; side++) {
        const json_t *kept = json_array_get(clocks, side);
        if (json_array_size(kept) != 5)
            continue;
        s->clock[side].left = number_at(kept, 0);
        s->clock[side].period = number_at(kept, 1);
        s->clock[side].periods = (int)json_integer_value(json_array_get(kept, 2));
        s->clock[side].stones = (int)json_integer_value(json_array_get(kept, 3));
        s->clock[side].moves_to_go = (int)json_integer_value(json_array_get(kept, 4));
    }
}

static void restore_points(struct by_sitting *s, const json_t *points,
                           enum by_status (*turn)(struct by_agreement *, const char *,
                                                  struct by_error *),
                           const bool *set)
{
    size_t index;
    const json_t *point;
    char name[16];
    struct by_error error;
    json_array_foreach(points, index, point)
    {
        json_int_t cell = json_integer_value(point);
        struct by_text text = by_text_over(name, sizeof name);
        if (cell < 0 || cell >= s->agreement->points || set[cell])
            continue;
        by_cells_name(&s->agreement->cells, (int)cell, &text);
        (void)turn(s->agreement, name, &error);
    }
}

static void restore_agreement(struct by_sitting *s, const json_t *body)
{
    if (!by_line_over(s->told.line) || !by_agreement_wanted(s->told.line))
        return;
    s->agreement = calloc(1, sizeof *s->agreement);
    if (!s->agreement)
        return;
    by_agreement_alive(s->agreement, s->told.line);
    restore_points(s, json_object_get(body, "dead"), by_agreement_turn, s->agreement->dead);
    restore_points(s, json_object_get(body, "seki"), by_agreement_seki, s->agreement->seki);
    s->counted = json_is_true(json_object_get(body, "counted"));
}

static void restore_notes(struct by_sitting *s, const json_t *body)
{
    const json_t *notes = json_object_get(body, "notes"), *note;
    size_t index;
    json_array_foreach(notes, index, note)
    {
        if (index < (size_t)s->told.line->count)
            by_sitting_note(s, (int)index, json_is_object(note) ? json_dumps(note, 0) : NULL);
    }
}

/* 1 + a side, or 0. */
static int side_kept(const json_t *body, const char *name)
{
    json_int_t side = json_integer_value(json_object_get(body, name));
    return side == 1 || side == 2 ? (int)side : 0;
}

/* Who is not known here any more, as an engine that may not be started, keeps his seat and cannot move:
 * the game can be looked at, and another player take the seat. */
static void restore_players(struct by_sitting *s, const json_t *body)
{
    const json_t *players = json_object_get(body, "players");
    struct by_error error;
    for (size_t side = 0; side < 2; side++) {
        const char *name = json_string_value(json_array_get(players, side));
        struct by_page_player *seat = &s->seat[side];
        if (by_page_player_read(s->server, s->told.rules, name ? name : "", seat, &error) == BY_OK)
            continue;
        *seat = (struct by_page_player){.kind = BY_SEAT_SEARCH, .trust = BY_TRUST_NONE};
        snprintf(seat->name, sizeof seat->name, "%s", name ? name : "");
        snprintf(s->error, sizeof s->error, "%s", error.text);
    }
}

static enum by_status restore(struct by_sitting *s, const json_t *body, struct by_error *err)
{
    enum by_status status = by_body_line(json_object_get(body, "line"), &s->told, err);
    if (status == BY_OK)
        restore_players(s, body);
    if (status == BY_OK)
        status = by_body_seed(body, &s->seed, err);
    if (status == BY_OK)
        status = read_clock(s, body, err);
    if (status != BY_OK)
        return status;
    restore_clocks(s, body);
    s->resigned = side_kept(body, "resigned");
    s->late = side_kept(body, "late");
    s->faulty = side_kept(body, "faulty");
    const char *error = json_string_value(json_object_get(body, "error"));
    if (error && !s->error[0])
        snprintf(s->error, sizeof s->error, "%s", error);
    s->change = json_integer_value(json_object_get(body, "change"));
    restore_agreement(s, body);
    restore_notes(s, body);
    return BY_OK;
}

enum by_status by_sitting_restore(struct by_server *server, const char *id, const char *text,
                                  struct by_sitting **out, struct by_error *err)
{
    json_t *body = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    *out = NULL;
    if (!json_is_object(body)) {
        json_decref(body);
        return by_fail(err, BY_FAILED, "what was kept of the session cannot be read");
    }
    enum by_status status = make(server, out, err);
    if (status == BY_OK) {
        snprintf((*out)->id, sizeof(*out)->id, "%s", id);
        status = restore(*out, body, err);
    }
    if (status != BY_OK) {
        by_sitting_free(*out);
        *out = NULL;
    }
    json_decref(body);
    return status;
}
