/* gtp_think.c: choosing moves, and the clock they are chosen by. */
#include "protocols/gtp_engine.h"

#include "base/clock.h"
#include "search/timing.h"
#include <string.h>

#define ON_THE_WAY 0.004 /* seconds a move and its answer take outside of here */

#define LATEST     1e12 /* seconds: no margin that anybody could exceed */

/* How much of a delay is still expected one move later, and how much is believed at most. */
#define LATE_KEPT 0.9
#define LATE_MAX  0.05

/* --- the clock -------------------------------------------------------------------------- */

/* What the clock shows now for that side: since the command came, time has passed. */
static struct by_limits limits_for(const struct by_gtp *gtp, int side)
{
    struct by_limits limits = {.clock = gtp->session->clock[side]};
    if (!by_clock_runs(&gtp->whole))
        return (struct by_limits){.simulations = 0};
    limits.clock.lag = by_clock_lag(&gtp->whole) + gtp->late;
    by_clock_tick(&limits.clock, by_clock_now() - gtp->came);
    return limits;
}

/* A machine that is busy with others lets a search wait when it should stop. What that costs is
 * learnt from the last moves: at once when it grows, slowly forgotten. */
static void note_delay(struct by_gtp *gtp, const struct by_limits *limits)
{
    const struct by_session *session = gtp->session;
    if (!by_clock_runs(&limits->clock))
        return;
    struct by_moves_left moves = by_moves_left(session->rules, session->line->count);
    double late = session->decision.work.seconds - by_time_share(&limits->clock, moves).hard;
    gtp->late = late > LATE_KEPT * gtp->late ? late : LATE_KEPT * gtp->late;
    if (gtp->late > LATE_MAX)
        gtp->late = LATE_MAX;
}

static void note_time(struct by_gtp *gtp, int side)
{
    if (by_clock_runs(&gtp->whole)) /* who lost on time is told so by others */
        (void)by_clock_charge(&gtp->session->clock[side], &gtp->whole,
                              by_clock_now() - gtp->came + ON_THE_WAY, LATEST);
}

/* Most controllers tell whole seconds, rounded down. What we have counted ourselves is finer, and
 * counts where it agrees with them. */
static double finer(double told, double counted)
{
    bool whole = told == (double)(int64_t)told;
    return whole && counted > told && counted < told + 1 ? counted : told;
}

static void set_clock(struct by_gtp *gtp, struct by_game_clock clock)
{
    gtp->whole = gtp->session->clock[0] = gtp->session->clock[1] = clock;
}

/* A period without stones in it means that there is no limit (GTP 2, time_settings). */
void by_gtp_run_time_settings(struct by_gtp *gtp)
{
    double main_time, period;
    int64_t stones;
    if (!by_gtp_real_at(gtp, 0, 0, 1e9, &main_time) || !by_gtp_real_at(gtp, 1, 0, 1e9, &period) ||
        !by_gtp_int_at(gtp, 2, 0, 1000000, &stones))
        return;
    struct by_game_clock clock = {.left = main_time};
    if (period > 0 && stones == 0) {
        clock.left = 0;
    } else if (period > 0) {
        clock.period = period;
        clock.stones = (int)stones;
    } else if (main_time <= 0) {
        clock.left = 0.001; /* no time at all */
    }
    set_clock(gtp, clock);
}

/* Where periods are Japanese, KGS sends how many of them are left for the stones. */
void by_gtp_run_time_left(struct by_gtp *gtp)
{
    int side;
    double seconds;
    int64_t stones;
    if (!by_gtp_colour_at(gtp, 0, &side) || !by_gtp_real_at(gtp, 1, -1e9, 1e9, &seconds) ||
        !by_gtp_int_at(gtp, 2, 0, 1000000, &stones))
        return;
    struct by_game_clock *clock = &gtp->session->clock[side];
    double counted = clock->left;
    if (!by_clock_runs(&gtp->whole)) /* nobody has said what is played: what is left is all */
        gtp->whole = (struct by_game_clock){
            .left = seconds, .period = stones > 0 ? seconds : 0, .stones = (int)stones};
    *clock = gtp->whole;
    clock->left = stones == 0 ? finer(seconds > 0 ? seconds : 0, counted) : 0;
    if (stones == 0 && clock->left <= 0)
        clock->left = -1; /* it has run out, and runs */
    if (stones == 0)
        return;
    clock->period = seconds;
    if (gtp->whole.periods > 0)
        clock->periods = (int)stones;
    else
        clock->stones = (int)stones;
}

void by_gtp_run_kgs_time_settings(struct by_gtp *gtp)
{
    const char *kind = gtp->command.arguments[0];
    bool absolute = by_same_text(kind, "absolute"), japanese = by_same_text(kind, "byoyomi");
    bool canadian = by_same_text(kind, "canadian"), none = by_same_text(kind, "none");
    int count = none ? 1 : absolute ? 2 : 4;
    double main_time = 0, period = 0;
    int64_t number = 0;
    if ((!none && !absolute && !japanese && !canadian) || gtp->command.count != count) {
        by_gtp_fail(gtp, "syntax error: none, absolute MAIN, byoyomi MAIN PERIOD PERIODS, or "
                         "canadian MAIN PERIOD STONES");
        return;
    }
    if ((count > 1 && !by_gtp_real_at(gtp, 1, 0, 1e9, &main_time)) ||
        (count > 2 &&
         (!by_gtp_real_at(gtp, 2, 0, 1e9, &period) || !by_gtp_int_at(gtp, 3, 0, 1000000, &number))))
        return;
    struct by_game_clock clock = {.left = main_time, .period = period};
    clock.periods = japanese ? (int)number : 0;
    clock.stones = canadian ? (int)number : 0;
    set_clock(gtp, clock);
}

/* Superko as KGS has it; suicide, which New Zealand allows, is never played. */
static const char *superko_of(const char *rules)
{
    return by_same_text(rules, "japanese")  ? "off"
           : by_same_text(rules, "chinese") ? "on"
                                            : "situational";
}

void by_gtp_run_kgs_rules(struct by_gtp *gtp)
{
    const char *name = gtp->command.arguments[0];
    struct by_session_settings settings = gtp->session->settings;
    bool japanese = by_same_text(name, "japanese");
    if (!japanese && !by_same_text(name, "chinese") && !by_same_text(name, "aga") &&
        !by_same_text(name, "new_zealand")) {
        by_gtp_fail(gtp, "syntax error: japanese, chinese, aga or new_zealand");
        return;
    }
    if (!by_gtp_is(gtp, BY_TRAIT_OWNERS))
        return;
    by_session_settings_put(&settings, "scoring", japanese ? "territory" : "area");
    by_session_settings_put(&settings, "superko", superko_of(name));
    if (by_session_change(gtp->session, &settings, &gtp->error) != BY_OK)
        by_gtp_fail_because(gtp, "cannot set rules");
}

/* --- the move --------------------------------------------------------------------------- */

/* The move in a game that is over: who has lost gives up, else there is nothing left to do. */
static const char *after_the_end(const struct by_gtp *gtp, int side)
{
    const struct by_session *session = gtp->session;
    int32_t result = by_line_result(session->line);
    bool lost = side == 0 ? result < 0 : result > 0;
    return by_gtp_is(gtp, BY_TRAIT_FORCED_PASS) || !lost ? "pass" : "resign";
}

/* Thinks, with the turn given to the side. BY_NO_MOVE: it gives up. */
static bool choose(struct by_gtp *gtp, const struct by_gtp_order *order, by_move *out)
{
    struct by_session *session = gtp->session;
    const struct by_limits limits = limits_for(gtp, order->side);
    const struct by_turn turn = {.limits = &limits,
                                 .events = order->events,
                                 .clean_up = order->cleanup,
                                 .aside = order->only_tell};
    if (by_session_move(session, &turn, !order->events, &gtp->error) != BY_OK) {
        by_gtp_fail_because(gtp, "cannot think");
        return false;
    }
    note_delay(gtp, &limits);
    *out = session->decision.move;
    return true;
}

bool by_gtp_genmove(struct by_gtp *gtp, const struct by_gtp_order *order,
                    char out[BY_GTP_MOVE_MAX + 1])
{
    struct by_session *session = gtp->session;
    by_move move = BY_NO_MOVE;
    if (by_line_over(session->line) && !by_gtp_has_judge(gtp)) {
        strcpy(out, after_the_end(gtp, order->side));
        return true;
    }
    if (by_line_over(session->line) ||
        by_session_turn(session, order->side, &gtp->error) != BY_OK) {
        strcpy(out, "pass"); /* two passes ended it, or it has become too long */
        if (gtp->error.status == BY_OK)
            return true;
        by_gtp_fail_because(gtp, "cannot move");
        return false;
    }
    if (by_line_nature(session->line)) {
        by_session_restore(session);
        by_gtp_fail(gtp, "cannot move: nature is to move; play one of its moves");
        return false;
    }
    bool chosen = choose(gtp, order, &move);
    if (chosen)
        strcpy(out, "resign");
    if (chosen && move != BY_NO_MOVE)
        by_gtp_move_text(gtp, move, out);
    by_session_restore(session);
    if (chosen && move != BY_NO_MOVE && !order->only_tell &&
        by_session_play(session, order->side, move, &gtp->error) != BY_OK) {
        by_gtp_fail_because(gtp, "cannot move");
        return false;
    }
    if (!order->only_tell)
        note_time(gtp, order->side);
    if (chosen && move != BY_NO_MOVE && !order->only_tell)
        by_session_await(session);
    return chosen;
}

static void answer_move(struct by_gtp *gtp, struct by_gtp_order order)
{
    char move[BY_GTP_MOVE_MAX + 1];
    if (by_gtp_colour_at(gtp, 0, &order.side) && by_gtp_genmove_squares(gtp, &order, move))
        by_gtp_say(gtp, "%s", move);
}

void by_gtp_run_genmove(struct by_gtp *gtp)
{
    answer_move(gtp, (struct by_gtp_order){.side = 0});
}

void by_gtp_run_reg_genmove(struct by_gtp *gtp)
{
    answer_move(gtp, (struct by_gtp_order){.only_tell = true});
}

void by_gtp_run_kgs_genmove_cleanup(struct by_gtp *gtp)
{
    answer_move(gtp, (struct by_gtp_order){.cleanup = true});
}

/* --- about it ------------------------------------------------------------------------------- */

void by_gtp_run_banyan_resign(struct by_gtp *gtp)
{
    struct by_session *session = gtp->session;
    double percent;
    if (gtp->command.count == 0) {
        by_gtp_say(gtp, "%g", 100 * by_player_resign(session->player, session->rules->game));
    } else if (by_gtp_real_at(gtp, 0, 0, 50, &percent)) {
        session->resign = percent / 100;
        by_player_set_resign(session->player, session->resign);
    }
}

void by_gtp_run_banyan_stats(struct by_gtp *gtp)
{
    const struct by_decision *d = &gtp->session->decision;
    if (d->move_count == 0) {
        by_gtp_say(gtp, "no search yet");
        return;
    }
    by_gtp_say(gtp, "spec: %s\n", by_player_spec(gtp->session->player));
    if (d->bound != BY_BOUND_NONE)
        by_gtp_say(gtp, "winrate: %.2f %%%s\n",
                   100 * by_chance_of(gtp->session->rules, d, d->value),
                   d->proven ? ", proven" : "");
    by_gtp_say(gtp, "simulations: %llu\nnodes: %llu\ndepth: %d\nseconds: %.3f\ntree bytes: %zu",
               (unsigned long long)d->work.simulations, (unsigned long long)d->work.nodes, d->depth,
               d->work.seconds, d->work.tree_bytes);
}
