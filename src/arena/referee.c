/* referee.c: see referee.h. */
#include "arena/referee.h"
#include "base/clock.h"
#include "base/spec.h"
#include "search/timing.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOVE_MAX 256                /* bytes of a move as text */
#define TEXT_MAX ((size_t)64 << 20) /* bytes of a game's moves */

/* --- why games end -------------------------------------------------------------- */

const char *by_ending_name(int ending)
{
    static const char *const own[] = {
#define BY_ENDING(id, name) name,
#include "arena/endings.def"
#undef BY_ENDING
    };
    if (ending < BY_END_FAULT)
        return own[ending];
    int fault = ending - BY_END_FAULT + 1;
    return fault < BY_FAULT_COUNT ? by_fault_name((enum by_fault)fault) : NULL;
}

int by_ending_find(const char *word)
{
    const char *name;
    for (int i = 0; (name = by_ending_name(i)) != NULL; i++)
        if (strcmp(name, word) == 0)
            return i;
    return BY_ENDINGS_MAX - 1;
}

static int ending_of(enum by_fault fault)
{
    return fault == BY_FAULT_TIME ? BY_END_TIME : BY_END_FAULT + (int)fault - 1;
}

/* --- the seats -------------------------------------------------------------------- */

enum by_status by_seats_open(struct by_seats *seats, const struct by_rules *rules,
                             const struct by_terms *terms, const char *a, const char *b,
                             unsigned trust, struct by_error *err)
{
    const struct by_player_terms with = {.trust = trust};
    *seats = (struct by_seats){.rules = rules, .terms = terms};
    enum by_status status = by_player_open(rules, a, &with, &seats->player[0], err);
    if (!status)
        status = by_player_open(rules, b, &with, &seats->player[1], err);
    if (!status)
        status = by_line_open(rules, &seats->line, err);
    if (!status)
        status = by_decision_open(rules, &seats->decision, err);
    if (status)
        return status;
    size_t bytes = (size_t)rules->max_length * sizeof *seats->seconds;
    seats->seconds = malloc(bytes);
    return seats->seconds ? BY_OK : by_fail_memory(err, bytes);
}

void by_seats_close(struct by_seats *seats)
{
    for (int i = 0; i < 2; i++)
        by_player_close(seats->player[i]);
    if (seats->line)
        by_line_close(seats->line);
    by_decision_close(&seats->decision);
    free(seats->seconds);
    by_buffer_close(&seats->moves);
    by_buffer_close(&seats->times);
    *seats = (struct by_seats){0};
}

/* --- one game --------------------------------------------------------------------------- */

struct game {
    struct by_seats *seats;
    struct by_played *out;
    struct by_game_clock clock[2]; /* a's, b's */
    int streak[2];                 /* plies in a row that gave a, or b, up */
    bool over;
};

/* The game ends here: the loser is 0 (a), 1 (b), or neither. */
static void end_game(struct game *game, int ending, int loser, const char *reason)
{
    game->over = true;
    game->out->ended = by_ending_name(ending);
    game->out->points = loser < 0 ? 1 : 2 * loser;
    struct by_text text = by_text_over(game->seats->reason, sizeof game->seats->reason);
    by_text_add(&text, reason);
}

static void end_by_rules(struct game *game)
{
    int32_t result = by_line_result(game->seats->line);
    int scale = game->seats->rules->score_scale;
    int first = game->out->a_first ? 0 : 1;
    end_game(game, BY_END_RULES, result == 0 ? -1 : result > 0 ? 1 - first : first, "");
    game->out->scored = true;
    game->out->score = (double)result / (scale ? scale : 1);
}

/* Judges the time of a move. */
static void count_time(struct game *game, int mover, double used)
{
    const struct by_terms *terms = game->seats->terms;
    struct by_played *out = game->out;
    char reason[96];
    out->moved[mover]++;
    out->spent[mover] += used;
    out->longest[mover] = used > out->longest[mover] ? used : out->longest[mover];
    double margin = by_player_margin(game->seats->player[mover], terms->margin);
    bool in_time = terms->per_move == 0 || used <= terms->per_move + margin;
    if (in_time && by_clock_runs(&terms->clock))
        in_time = by_clock_charge(&game->clock[mover], &terms->clock, used, margin);
    if (in_time)
        return;
    (void)snprintf(reason, sizeof reason, "%c used %.3f s for move %d", "ab"[mover], used,
                   game -> seats -> line -> count + 1);
    end_game(game, BY_END_TIME, mover, reason);
}

/* The chance of the player who moved, if the decision has an opinion; negative otherwise. */
static double chance_of(const struct by_decision *decision)
{
    if (decision->bound == BY_BOUND_NONE)
        return -1;
    if (decision->scale == BY_SCALE_PROBABILITY)
        return decision->value;
    return decision->proven ? decision->value > 0 ? 1 : decision->value < 0 ? 0 : 0.5 : -1;
}

static void adjudicate_proven(struct game *game, int mover, double chance)
{
    char reason[64];
    (void)snprintf(reason, sizeof reason, "proven by %c", "ab"[mover]);
    end_game(game, BY_END_ADJUDICATED,
             chance > 0.5   ? 1 - mover
             : chance < 0.5 ? mover
                            : -1,
             reason);
}

static void adjudicate(struct game *game, int mover)
{
    const struct by_terms *terms = game->seats->terms;
    const struct by_decision *decision = &game->seats->decision;
    double chance = chance_of(decision);
    if (terms->proven && decision->proven && chance >= 0) {
        adjudicate_proven(game, mover, chance);
        return;
    }
    for (int side = 0; side < 2 && terms->moves > 0; side++) {
        double his = chance < 0 ? 1 : side == mover ? chance : 1 - chance;
        game->streak[side] = his <= terms->hopeless ? game->streak[side] + 1 : 0;
        if (game->streak[side] >= 2 * terms->moves)
            end_game(game, BY_END_ADJUDICATED, side, "both players gave it up");
    }
    if (!game->over && terms->plies > 0 && game->seats->line->count >= terms->plies)
        end_game(game, BY_END_ADJUDICATED, -1, "too long");
}

/* The player to move has failed, or given up. False: it is we who failed. */
static bool blame(struct game *game, int mover, enum by_status status, const struct by_error *err)
{
    const struct by_player *player = game->seats->player[mover];
    enum by_fault fault = by_player_fault(player);
    if (fault != BY_FAULT_NONE)
        end_game(game, ending_of(fault), mover, err->text);
    else if (status == BY_OK)
        end_game(game, BY_END_RESIGNED, mover, "");
    return game->over;
}

static struct by_limits limits_for(const struct game *game, int mover)
{
    const struct by_terms *terms = game->seats->terms;
    struct by_limits limits = {.seconds = terms->per_move};
    if (by_clock_runs(&terms->clock))
        limits.clock = game->clock[mover];
    return limits;
}

/* One move. A move that a player was hurried into must not count, so the flag is read after it. */
static enum by_status make_move(struct game *game, struct by_error *err)
{
    struct by_seats *seats = game->seats;
    int mover = (by_line_side(seats->line) == 0) == game->out->a_first ? 0 : 1;
    const struct by_limits limits = limits_for(game, mover);
    struct by_error error = {0};
    double begun = by_clock_now();
    enum by_status status =
        by_player_move(seats->player[mover], seats->line, &limits, NULL, &seats->decision, &error);
    double used = by_clock_now() - begun;
    if (seats->halted(seats->context))
        return BY_OK;
    if (status != BY_OK || seats->decision.move == BY_NO_MOVE) {
        if (blame(game, mover, status, &error))
            return BY_OK;
        return by_fail(err, status, "player %c: %.490s", 'A' + mover, error.text);
    }
    seats->seconds[seats->line->count] = (float)used;
    game->out->sims[mover] += (int64_t)seats->decision.work.simulations;
    game->out->proven[mover] += seats->decision.proven;
    count_time(game, mover, used);
    if (game->over)
        return BY_OK;
    status = by_line_play(seats->line, seats->decision.move, err);
    if (status == BY_OK && by_line_over(seats->line))
        end_by_rules(game);
    else if (status == BY_OK)
        adjudicate(game, mover);
    return status;
}

/* Nature moves: nobody thinks, and no clock runs. */
static enum by_status let_nature_move(struct game *game, struct by_error *err)
{
    struct by_seats *seats = game->seats;
    by_move move;
    enum by_status status = by_line_draw_nature(seats->line, seats->seed, &move, err);
    if (status != BY_OK)
        return status;
    seats->seconds[seats->line->count] = -1;
    status = by_line_play(seats->line, move, err);
    if (status == BY_OK && by_line_over(seats->line))
        end_by_rules(game);
    return status;
}

static uint64_t hash_moves(const by_move *moves, int count)
{
    uint64_t hash = by_mix64((uint64_t)count);
    for (int i = 0; i < count; i++)
        hash = by_mix64((hash ^ (uint32_t)moves[i]) + 0x9e3779b97f4a7c15U);
    return hash;
}

/* Writes the moves and their times as text. */
static enum by_status write_moves(struct by_seats *seats, struct by_error *err)
{
    const struct by_line *line = seats->line;
    for (int i = 0; i < line->count; i++) {
        char move[MOVE_MAX], time[32];
        struct by_text move_text = by_text_over(move, sizeof move);
        struct by_text time_text = by_text_over(time, sizeof time);
        line->rules->game->write_move(line->rules, by_line_position_at(line, i), line->moves[i],
                                      &move_text);
        if (seats->seconds[i] >= 0)
            by_text_format(&time_text, "%.0f", 1000 * (double)seats->seconds[i]);
        by_buffer_add(&seats->moves, i > 0 ? " " : "");
        by_buffer_add(&seats->moves, move);
        by_buffer_add(&seats->times, i > 0 ? " " : "");
        by_buffer_add(&seats->times, seats->seconds[i] >= 0 ? time : "-");
    }
    return seats->moves.failed || seats->times.failed ? by_fail_memory(err, TEXT_MAX) : BY_OK;
}

/* Takes the moves and their times along. */
static enum by_status keep_moves(struct by_seats *seats, struct by_played *out,
                                 struct by_error *err)
{
    out->plies = seats->line->count;
    out->hash = hash_moves(seats->line->moves, seats->line->count);
    by_buffer_close(&seats->moves);
    by_buffer_close(&seats->times);
    by_buffer_open(&seats->moves, TEXT_MAX);
    by_buffer_open(&seats->times, TEXT_MAX);
    enum by_status status = seats->texts ? write_moves(seats, err) : BY_OK;
    out->moves = by_buffer_text(&seats->moves);
    out->times = by_buffer_text(&seats->times);
    return status;
}

static void show(const struct by_seats *seats)
{
    if (seats->moved)
        seats->moved(seats->moved_context, seats->line);
}

enum by_status by_referee_play(struct by_seats *seats, bool a_first, struct by_played *out,
                               bool *finished, struct by_error *err)
{
    struct game game = {.seats = seats, .out = out};
    game.clock[0] = game.clock[1] = seats->terms->clock;
    *finished = false;
    *out = (struct by_played){.a_first = a_first,
                              .opening = seats->line->count,
                              .reason = seats->reason,
                              .version = "",
                              .host = ""};
    for (int i = 0; i < seats->line->count; i++)
        seats->seconds[i] = -1;
    enum by_status status = BY_OK;
    show(seats);
    while (status == BY_OK && !game.over && !seats->halted(seats->context)) {
        status = by_line_nature(seats->line) ? let_nature_move(&game, err) : make_move(&game, err);
        show(seats);
    }
    if (status != BY_OK || !game.over)
        return status;
    status = keep_moves(seats, out, err);
    *finished = status == BY_OK;
    return status;
}

/* --- terms as text -------------------------------------------------------------------- */

enum by_status by_terms_time(const char *text, struct by_terms *terms, struct by_error *err)
{
    static const struct by_option per_move[] = {
        {"time", BY_OPTION_TIME, NULL, 0.001, 1e6, NULL, "for each move"}, {.name = NULL}};
    if (strchr(text, '='))
        return by_clock_read(text, &terms->clock, err);
    struct by_values values;
    struct by_setting setting = {"time", text};
    enum by_status status = by_values_open("the match", per_move, &setting, 1, &values, err);
    if (status != BY_OK)
        return status;
    terms->per_move = by_values_get(&values, "time")->real;
    by_values_close(&values);
    return BY_OK;
}

static const struct by_option ways[] = {
    {"hopeless", BY_OPTION_REAL, "0.02", 0, 0.49, NULL, "a chance that counts as none"},
    {"moves", BY_OPTION_INT, NULL, 1, 1000, NULL, "moves of each player that must agree on it"},
    {"plies", BY_OPTION_INT, NULL, 1, BY_LENGTH_MAX, NULL, "a game of this length is drawn"},
    {"proven", BY_OPTION_FLAG, "off", 0, 0, NULL, "a proven result counts"},
    {.name = NULL},
};

enum by_status by_terms_adjudicate(const char *text, struct by_terms *terms, struct by_error *err)
{
    char named[BY_SPEC_LENGTH_MAX + 2]; /* a spec begins with a name */
    struct by_spec spec;
    struct by_values values;
    (void)snprintf(named, sizeof named, "adjudicate %s", text);
    enum by_status status = by_spec_read(named, &spec, err);
    if (status == BY_OK)
        status = by_values_open("adjudication", ways, spec.settings, spec.count, &values, err);
    if (status != BY_OK)
        return status;
    terms->hopeless = by_values_get(&values, "hopeless")->real;
    terms->moves = (int)by_values_get(&values, "moves")->integer;
    terms->plies = (int)by_values_get(&values, "plies")->integer;
    terms->proven = by_values_get(&values, "proven")->flag;
    if (by_values_get(&values, "hopeless")->given && terms->moves == 0)
        terms->moves = 3;
    by_values_close(&values);
    if (terms->moves == 0 && terms->plies == 0 && !terms->proven)
        return by_fail(err, BY_BAD_INPUT,
                       "nothing to adjudicate by: say hopeless=0.02 moves=4, plies=300 or "
                       "proven=on");
    return BY_OK;
}

static void write_clock(const struct by_game_clock *clock, struct by_text *out)
{
    by_text_format(out, " left=%g", clock->left);
    if (clock->increment > 0)
        by_text_format(out, " increment=%g", clock->increment);
    if (clock->period > 0)
        by_text_format(out, " period=%g", clock->period);
    if (clock->periods > 0)
        by_text_format(out, " periods=%d", clock->periods);
    if (clock->stones > 0)
        by_text_format(out, " stones=%d", clock->stones);
    if (clock->moves_to_go > 0)
        by_text_format(out, " to-go=%d", clock->moves_to_go);
    if (clock->lag > 0)
        by_text_format(out, " lag=%g", clock->lag);
}

void by_terms_write(const struct by_terms *terms, struct by_text *out)
{
    size_t begun = out->length;
    if (terms->per_move > 0)
        by_text_format(out, " time=%g", terms->per_move);
    if (by_clock_runs(&terms->clock))
        write_clock(&terms->clock, out);
    if (out->length > begun)
        by_text_format(out, " margin=%g", terms->margin);
    if (terms->moves > 0)
        by_text_format(out, " hopeless=%g moves=%d", terms->hopeless, terms->moves);
    if (terms->plies > 0)
        by_text_format(out, " plies=%d", terms->plies);
    if (terms->proven)
        by_text_add(out, " proven=on");
}
