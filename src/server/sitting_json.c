/* sitting_json.c: a sitting as the API tells it, and as it is kept. */
#include "base/clock.h"
#include "games/grid.h"
#include "games/value.h"
#include "report/counted.h"
#include "report/line.h"
#include "report/value.h"
#include "search/timing.h"
#include "server/api.h"
#include "server/sitting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- how it ended ----------------------------------------------------------------------------------- */

/* Who lost by something that he did, from 1; 0: the board decided. */
static int loser_of(const struct by_sitting *s)
{
    return s->resigned ? s->resigned : s->late ? s->late : s->faulty;
}

static void put_why(struct by_buffer *out, const struct by_sitting *s)
{
    const struct by_rules *rules = s->told.rules;
    int loser = loser_of(s);
    const char *name = by_player_name(rules, loser > 0 ? loser - 1 : 0);
    if (s->resigned)
        by_buffer_format(out, "%s resigned.", name);
    else if (s->late)
        by_buffer_format(out, "%s ran out of time.", name);
    else if (s->faulty)
        by_buffer_format(out, "%s made a mistake that ends the game: %s.", name, s->error);
    else if (s->counted && s->agreement)
        by_put_counted(out, rules, &s->agreement->count, true);
    else
        by_buffer_format(out, "%s.", rules->game->summary);
    while (out->length > 0 && out->data[out->length - 1] == '\n')
        out->data[--out->length] = '\0';
}

static const char *reason_of(const struct by_sitting *s)
{
    return s->resigned  ? "resigned"
           : s->late    ? "time"
           : s->faulty  ? "fault"
           : s->counted ? "agreed"
                        : "rules";
}

static void report_result(struct by_json *json, const struct by_sitting *s)
{
    const struct by_rules *rules = s->told.rules;
    char words[BY_WORTH_BUFFER];
    struct by_buffer why;
    int loser = loser_of(s);
    if (by_sitting_state(s) != BY_SITTING_OVER) {
        by_json_null(json, "result");
        return;
    }
    int32_t result = loser > 0    ? 0
                     : s->counted ? s->agreement->count.result
                                  : by_line_result(s->told.line);
    if (loser > 0)
        snprintf(words, sizeof words, "%s wins", by_player_name(rules, 2 - loser));
    else
        by_result_string(rules, result, words);
    by_buffer_open(&why, BY_SITTING_BYTES);
    put_why(&why, s);
    by_json_object(json, "result");
    by_json_text(json, "winner", loser > 0 ? by_side_name(2 - loser) : by_winner_name(result));
    if (loser > 0)
        by_json_null(json, "score");
    else
        by_report_score(json, "score", rules, result);
    by_json_text(json, "text", words);
    by_json_text(json, "reason", reason_of(s));
    by_json_text(json, "why", by_buffer_text(&why));
    by_json_end_object(json);
    by_buffer_close(&why);
}

/* --- what is dead ------------------------------------------------------------------------------------ */

static void report_points(struct by_json *json, const char *name, const bool *points, int count)
{
    by_json_array(json, name);
    for (int i = 0; i < count; i++)
        if (points[i])
            by_json_int(json, NULL, i);
    by_json_end_array(json);
}

static void report_count(struct by_json *json, const struct by_sitting *s)
{
    const struct by_agreement *a = s->agreement;
    struct by_buffer words;
    if (!a) {
        by_json_null(json, "count");
        return;
    }
    by_buffer_open(&words, BY_SITTING_BYTES);
    by_put_counted(&words, a->rules, &a->count, false);
    by_json_object(json, "count");
    by_report_counted(json, "points", a);
    by_json_text(json, "words", by_buffer_text(&words));
    report_points(json, "dead", a->dead, a->points);
    report_points(json, "seki", a->seki, a->points);
    by_json_array(json, "owners");
    for (int i = 0; i < a->points; i++)
        by_json_int(json, NULL, a->count.owner[i]);
    by_json_end_array(json);
    by_json_end_object(json);
    by_buffer_close(&words);
}

/* --- who plays ---------------------------------------------------------------------------------------- */

static void put_overtime(struct by_buffer *out, const struct by_game_clock *clock)
{
    if (clock->period > 0 && clock->stones > 0)
        by_buffer_format(out, "%d moves in %g s", clock->stones, clock->period);
    else if (clock->period > 0)
        by_buffer_format(out, "%d x %g s", clock->periods, clock->period);
}

static void report_clock(struct by_json *json, const struct by_sitting *s, int side)
{
    struct by_game_clock clock = s->clock[side];
    struct by_buffer words;
    bool runs = by_sitting_state(s) == BY_SITTING_PLAYING && by_line_side(s->told.line) == side;
    if (!s->clock_text[0]) {
        by_json_null(json, "left");
        by_json_null(json, "overtime");
        return;
    }
    if (runs)
        by_clock_tick(&clock, by_clock_now() - s->turn_begun);
    if (s->late == 1 + side)
        clock.left = 0; /* a clock is not charged with more than it has */
    by_buffer_open(&words, BY_SITTING_BYTES);
    put_overtime(&words, &clock);
    by_json_seconds(json, "left", clock.left > 0 ? clock.left : 0);
    by_json_text(json, "overtime", words.length > 0 ? by_buffer_text(&words) : NULL);
    by_buffer_close(&words);
}

static void report_players(struct by_json *json, const struct by_sitting *s)
{
    by_json_array(json, "players");
    for (int side = 0; side < 2; side++) {
        const struct by_page_player *seat = &s->seat[side];
        by_json_object(json, NULL);
        by_json_text(json, "side", by_side_name(side));
        by_json_text(json, "title", by_player_name(s->told.rules, side));
        by_json_text(json, "name", seat->name);
        by_json_text(json, "kind", by_seat_kind_name(seat->kind));
        by_json_text(json, "spec", seat->spec[0] ? seat->spec : NULL);
        report_clock(json, s, side);
        by_json_end_object(json);
    }
    by_json_end_array(json);
}

static void report_notes(struct by_json *json, const char *name, const struct by_sitting *s)
{
    by_json_array(json, name);
    for (int i = 0; i < s->told.line->count; i++) {
        char *note = i < s->note_count ? s->notes[i] : NULL;
        const struct by_buffer text = {.data = note, .length = note ? strlen(note) : 0};
        if (note)
            by_json_written(json, NULL, &text);
        else
            by_json_null(json, NULL);
    }
    by_json_end_array(json);
}

/* --- all of it ----------------------------------------------------------------------------------------- */

static const char *seed_text(const struct by_sitting *s, char text[24])
{
    snprintf(text, 24, "%llu", (unsigned long long)s->seed);
    return text;
}

void by_report_sitting(struct by_json *json, const struct by_sitting *s)
{
    char seed[24];
    const struct by_line *line = s->told.line;
    enum by_sitting_state state = by_sitting_state(s);
    const struct by_said said[] = {{"first", s->seat[0].name},
                                   {"second", s->seat[1].name},
                                   {"seed", seed_text(s, seed)},
                                   {NULL, NULL}};
    by_json_object(json, NULL);
    by_json_text(json, "id", s->id);
    by_json_int(json, "change", s->change);
    by_json_int(json, "ply", line->count);
    by_json_text(json, "state", by_sitting_state_name(state));
    by_json_text(json, "to_move", state == BY_SITTING_OVER ? NULL : by_mover_name(line));
    by_report_line(json, "line", line);
    report_players(json, s);
    report_result(json, s);
    report_count(json, s);
    by_json_text(json, "seed", seed);
    by_json_text(json, "clock", s->clock_text[0] ? s->clock_text : NULL);
    report_notes(json, "analysis", s);
    by_json_text(json, "error", s->error[0] ? s->error : s->unkept[0] ? s->unkept : NULL);
    by_report_table(json, "position", line);
    by_report_command(json, "play", line, said);
    by_json_end_object(json);
}

static void write_clock(struct by_json *json, const struct by_game_clock *clock)
{
    by_json_array(json, NULL);
    by_json_real(json, NULL, clock->left);
    by_json_real(json, NULL, clock->period);
    by_json_int(json, NULL, clock->periods);
    by_json_int(json, NULL, clock->stones);
    by_json_int(json, NULL, clock->moves_to_go);
    by_json_end_array(json);
}

void by_write_sitting(struct by_json *json, const struct by_sitting *s)
{
    char seed[24];
    by_json_object(json, NULL);
    by_report_line(json, "line", s->told.line);
    by_json_text(json, "label", s->told.rules->label);
    by_json_text(json, "state", by_sitting_state_name(by_sitting_state(s)));
    by_json_array(json, "players");
    by_json_text(json, NULL, s->seat[0].name);
    by_json_text(json, NULL, s->seat[1].name);
    by_json_end_array(json);
    by_json_text(json, "seed", seed_text(s, seed));
    by_json_text(json, "clock", s->clock_text[0] ? s->clock_text : NULL);
    by_json_array(json, "clocks");
    write_clock(json, &s->clock[0]);
    write_clock(json, &s->clock[1]);
    by_json_end_array(json);
    by_json_int(json, "resigned", s->resigned);
    by_json_int(json, "late", s->late);
    by_json_int(json, "faulty", s->faulty);
    by_json_text(json, "error", s->faulty ? s->error : NULL);
    by_json_flag(json, "counted", s->counted);
    report_points(json, "dead", s->agreement ? s->agreement->dead : NULL,
                  s->agreement ? s->agreement->points : 0);
    report_points(json, "seki", s->agreement ? s->agreement->seki : NULL,
                  s->agreement ? s->agreement->points : 0);
    by_json_int(json, "change", s->change);
    report_notes(json, "notes", s);
    by_json_end_object(json);
}
