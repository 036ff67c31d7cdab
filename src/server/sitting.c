#include "server/sitting.h"
#include "base/clock.h"
#include "games/chance.h"
#include "search/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void by_sitting_free(struct by_sitting *sitting)
{
    if (!sitting)
        return;
    by_sitting_cut_notes(sitting, 0);
    free(sitting->notes);
    free(sitting->agreement);
    by_player_close(sitting->player[0]);
    by_player_close(sitting->player[1]);
    by_told_line_close(&sitting->told);
    by_mutex_close(&sitting->lock);
    free(sitting);
}

/* --- facts ---------------------------------------------------------------------------------------- */

bool by_sitting_has_people(const struct by_sitting *sitting)
{
    return sitting->seat[0].kind == BY_SEAT_HUMAN || sitting->seat[1].kind == BY_SEAT_HUMAN;
}

enum by_sitting_state by_sitting_state(const struct by_sitting *sitting)
{
    const struct by_line *line = sitting->told.line;
    if (sitting->resigned || sitting->late || sitting->faulty || sitting->counted)
        return BY_SITTING_OVER;
    if (by_line_over(line))
        return sitting->agreement ? BY_SITTING_AGREEING : BY_SITTING_OVER;
    return sitting->seat[by_line_side(line)].kind == BY_SEAT_HUMAN ? BY_SITTING_PLAYING
                                                                   : BY_SITTING_THINKING;
}

const char *by_sitting_state_name(enum by_sitting_state state)
{
    static const char *const names[] = {[BY_SITTING_PLAYING] = "playing",
                                        [BY_SITTING_THINKING] = "thinking",
                                        [BY_SITTING_AGREEING] = "agreeing",
                                        [BY_SITTING_OVER] = "over"};
    return names[state];
}

/* --- notes ---------------------------------------------------------------------------------------- */

void by_sitting_cut_notes(struct by_sitting *sitting, int plies)
{
    while (sitting->note_count > plies)
        free(sitting->notes[--sitting->note_count]);
}

void by_sitting_note(struct by_sitting *sitting, int ply, char *note)
{
    by_sitting_cut_notes(sitting, ply);
    if (ply >= sitting->note_room) {
        int room = ply + 64;
        char **more = realloc(sitting->notes, (size_t)room * sizeof *more);
        if (!more) {
            free(note);
            return;
        }
        sitting->notes = more;
        sitting->note_room = room;
    }
    while (sitting->note_count < ply)
        sitting->notes[sitting->note_count++] = NULL;
    sitting->notes[sitting->note_count++] = note;
}

/* --- time ----------------------------------------------------------------------------------------- */

/* Takes the time of the person to move off the clock; true: it was too much. */
static bool charge(struct by_sitting *sitting)
{
    int side = by_line_side(sitting->told.line);
    double used = by_clock_now() - sitting->turn_begun;
    if (!sitting->clock_text[0] || by_clock_charge(&sitting->clock[side], &sitting->given, used, 0))
        return false;
    sitting->late = 1 + side;
    return true;
}

bool by_sitting_tick(struct by_sitting *sitting)
{
    if (!sitting->clock_text[0] || by_sitting_state(sitting) != BY_SITTING_PLAYING)
        return false;
    struct by_game_clock clock = sitting->clock[by_line_side(sitting->told.line)];
    if (by_clock_charge(&clock, &sitting->given, by_clock_now() - sitting->turn_begun, 0))
        return false;
    (void)charge(sitting);
    by_sitting_changed(sitting);
    return true;
}

/* --- going on ------------------------------------------------------------------------------------- */

static void draw_nature(struct by_sitting *sitting)
{
    struct by_line *line = sitting->told.line;
    struct by_error error;
    by_move move;
    while (!by_line_over(line) && by_line_nature(line) &&
           by_line_draw_nature(line, sitting->seed, &move, &error) == BY_OK &&
           by_line_play(line, move, &error) == BY_OK)
        by_sitting_note(sitting, line->count - 1, NULL);
}

/* Both have stopped: people are asked what is dead, programs count by the rules. */
static void see_end(struct by_sitting *sitting)
{
    const struct by_line *line = sitting->told.line;
    struct by_error error;
    if (!by_line_over(line) || sitting->agreement || sitting->resigned || sitting->late ||
        !by_agreement_wanted(line))
        return;
    sitting->agreement = calloc(1, sizeof *sitting->agreement);
    if (!sitting->agreement)
        return;
    if (!by_sitting_has_people(sitting)) {
        by_agreement_alive(sitting->agreement, line);
        sitting->counted = true;
    } else if (by_agreement_open(sitting->agreement, line, sitting->seed, &error) != BY_OK) {
        by_agreement_alive(sitting->agreement, line);
    }
}

void by_sitting_go_on(struct by_sitting *sitting)
{
    draw_nature(sitting);
    see_end(sitting);
    sitting->turn_begun = by_clock_now();
    by_sitting_changed(sitting);
    if (by_sitting_state(sitting) == BY_SITTING_THINKING)
        by_sitting_think(sitting);
}

/* The game is not over any more, or it is another one: whoever thinks about it may stop. */
static void take_back_end(struct by_sitting *sitting)
{
    sitting->resigned = sitting->late = sitting->faulty = 0;
    sitting->counted = false;
    sitting->error[0] = '\0';
    free(sitting->agreement);
    sitting->agreement = NULL;
    sitting->hurried = false;
    sitting->version++;
    by_sitting_hurry(sitting);
}

void by_sitting_hurry(struct by_sitting *sitting)
{
    if (sitting->thinking)
        by_player_stop(sitting->thinking);
}

/* --- what a person can do --------------------------------------------------------------------------- */

enum by_status by_sitting_move(struct by_sitting *sitting, const char *move, struct by_error *err)
{
    struct by_line *line = sitting->told.line;
    by_move legal;
    enum by_sitting_state state = by_sitting_state(sitting);
    if (state != BY_SITTING_PLAYING)
        return by_fail(err, BY_BAD_INPUT,
                       state == BY_SITTING_OVER       ? "the game is over"
                       : state == BY_SITTING_AGREEING ? "both have passed: agree on what is dead, "
                                                        "or play on"
                                                      : "it is not your turn");
    enum by_status status = by_line_read(line, move, &legal, err);
    if (status != BY_OK)
        return status;
    if (!charge(sitting)) {
        status = by_line_play(line, legal, err);
        if (status == BY_OK)
            by_sitting_note(sitting, line->count - 1, NULL);
    }
    if (status == BY_OK)
        by_sitting_go_on(sitting);
    return status;
}

/* The last position in which a person moved; of a game without people the one before this. */
static int own_ply(const struct by_sitting *sitting)
{
    const struct by_line *line = sitting->told.line;
    const struct by_rules *rules = sitting->told.rules;
    int ply = line->count - 1;
    while (ply >= 0 && by_sitting_has_people(sitting)) {
        const void *position = by_line_position_at(line, ply);
        int mover = rules->game->side(rules, position);
        if (!by_is_chance(rules, position) && sitting->seat[mover].kind == BY_SEAT_HUMAN)
            break;
        ply--;
    }
    return ply;
}

enum by_status by_sitting_undo(struct by_sitting *sitting, int64_t to, struct by_error *err)
{
    struct by_line *line = sitting->told.line;
    int64_t ply = to >= 0 ? to : own_ply(sitting);
    bool ended = sitting->resigned || sitting->late;
    if (to < 0 && ended)
        ply = line->count; /* it goes on where somebody gave up */
    if (ply < 0 || ply > line->count)
        return by_fail(err, BY_BAD_INPUT,
                       ply < 0 ? "there is nothing to take back" : "the game has no so many moves");
    take_back_end(sitting);
    while (line->count > ply)
        by_line_undo(line);
    by_sitting_cut_notes(sitting, line->count);
    by_sitting_go_on(sitting);
    return BY_OK;
}

enum by_status by_sitting_resign(struct by_sitting *sitting, int side, struct by_error *err)
{
    bool first = sitting->seat[0].kind == BY_SEAT_HUMAN;
    bool second = sitting->seat[1].kind == BY_SEAT_HUMAN;
    if (by_sitting_state(sitting) == BY_SITTING_OVER)
        return by_fail(err, BY_BAD_INPUT, "the game is over");
    if (side < 0)
        side = first != second ? second : by_line_side(sitting->told.line);
    sitting->resigned = 1 + side;
    sitting->version++;
    by_sitting_hurry(sitting);
    by_sitting_changed(sitting);
    return BY_OK;
}

enum by_status by_sitting_reseat(struct by_sitting *sitting, int side, const char *player,
                                 struct by_error *err)
{
    struct by_page_player *seat = calloc(1, sizeof *seat);
    enum by_status status = seat ? BY_OK : by_fail_memory(err, sizeof *seat);
    if (status == BY_OK)
        status = by_page_player_read(sitting->server, sitting->told.rules, player, seat, err);
    if (status == BY_OK) {
        sitting->seat[side] = *seat;
        sitting->reseat[side] = true;
        sitting->error[0] = '\0';
        sitting->hurried = false;
        sitting->version++;
        by_sitting_hurry(sitting);
        by_sitting_go_on(sitting);
    }
    free(seat);
    return status;
}

/* --- the end that is agreed on ----------------------------------------------------------------------- */

/* All that is dead, by one stone of each chain. */
static enum by_status set_dead(const struct by_sitting *sitting, const json_t *dead,
                               struct by_agreement *agreement, struct by_error *err)
{
    size_t index;
    const json_t *point;
    by_agreement_alive(agreement, sitting->told.line);
    enum by_status status = json_is_array(dead)
                                ? BY_OK
                                : by_fail(err, BY_BAD_INPUT, "\"dead\" must be an array of points");
    json_array_foreach(dead, index, point)
    {
        by_move move = BY_NO_MOVE;
        const char *text = json_is_string(point) ? json_string_value(point) : "";
        const struct by_game *game = sitting->told.rules->game;
        if (status == BY_OK)
            status = game->read_move(sitting->told.rules, agreement->position, text, &move, err);
        if (status == BY_OK && (move < 0 || move >= agreement->points || !agreement->dead[move]))
            status = by_agreement_turn(agreement, text, err);
    }
    return status;
}

/* All of what is asked for, or nothing. */
static enum by_status mark(struct by_sitting *sitting, const json_t *dead, const char *turn,
                           const char *seki, struct by_error *err)
{
    struct by_agreement *wanted = malloc(sizeof *wanted);
    enum by_status status = wanted ? BY_OK : by_fail_memory(err, sizeof *wanted);
    if (wanted)
        *wanted = *sitting->agreement;
    if (status == BY_OK && dead && !json_is_null(dead))
        status = set_dead(sitting, dead, wanted, err);
    if (status == BY_OK && turn)
        status = by_agreement_turn(wanted, turn, err);
    if (status == BY_OK && seki)
        status = by_agreement_seki(wanted, seki, err);
    if (status == BY_OK)
        *sitting->agreement = *wanted;
    free(wanted);
    return status;
}

/* Takes back the passes that ended the game. */
static void play_on(struct by_sitting *sitting)
{
    struct by_line *line = sitting->told.line;
    take_back_end(sitting);
    if (line->count < 2)
        by_line_resume(line);
    for (int i = 0; i < 2 && line->count > 0; i++)
        by_line_undo(line);
    by_sitting_cut_notes(sitting, line->count);
}

enum by_status by_sitting_agree(struct by_sitting *sitting, const json_t *body,
                                struct by_error *err)
{
    const char *turn, *seki;
    const json_t *dead = json_object_get(body, "dead");
    bool yes = false, on = false;
    if (by_sitting_state(sitting) != BY_SITTING_AGREEING)
        return by_fail(err, BY_BAD_INPUT, "there is nothing to agree on now");
    enum by_status status = by_body_text(body, "turn", &turn, err);
    if (status == BY_OK)
        status = by_body_text(body, "seki", &seki, err);
    if (status == BY_OK)
        status = by_body_flag(body, "yes", &yes, err);
    if (status == BY_OK)
        status = by_body_flag(body, "play_on", &on, err);
    if (status == BY_OK)
        status = mark(sitting, dead, turn, seki, err);
    if (status != BY_OK)
        return status;
    if (on)
        play_on(sitting);
    sitting->counted = yes && !on;
    by_sitting_go_on(sitting);
    return BY_OK;
}
