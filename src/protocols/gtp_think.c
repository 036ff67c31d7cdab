/* gtp_think.c: choosing moves, and the clock they are chosen by. */
#include "protocols/gtp_engine.h"

#include "base/clock.h"
#include "base/num.h"
#include "search/timing.h"
#include <string.h>

/* Giving up: so often in a row below the threshold, judged by so many simulations. */
#define HOPELESS_MOVES 3
#define HOPELESS_SIMS  200
#define RESIGN_IN_GO   0.05

#define ON_THE_WAY     0.004 /* seconds a move and its answer take outside of here */

/* How much of a delay is still expected one move later, and how much is believed at most. */
#define LATE_KEPT 0.9
#define LATE_MAX  0.05

/* --- the clock -------------------------------------------------------------------------- */

/* What the clock shows now for that side: since the command came, time has passed. */
static struct by_limits limits_for(const struct by_gtp *gtp, int side)
{
    struct by_limits limits = {.clock = gtp->session->clock[side]};
    struct by_game_clock *clock = &limits.clock;
    double gone = by_clock_now() - gtp->came;
    if (!by_clock_runs(&gtp->whole))
        return (struct by_limits){.simulations = 0};
    clock->lag = by_session_lag(&gtp->whole) + gtp->late;
    if (clock->left > 0)
        clock->left = clock->left > gone ? clock->left - gone : -1;
    else
        clock->period = clock->period > gone ? clock->period - gone : 0;
    if (!by_clock_runs(clock)) /* it has run out: a move at once */
        clock->left = -1;
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
    if (by_clock_runs(&gtp->whole))
        by_session_spend(&gtp->session->clock[side], &gtp->whole,
                         by_clock_now() - gtp->came + ON_THE_WAY);
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

/* Superko is positional with us; suicide, which New Zealand allows, is never played. */
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
    if (!by_gtp_is(gtp, BY_GTP_OWNERS))
        return;
    by_session_settings_put(&settings, "scoring", japanese ? "territory" : "area");
    by_session_settings_put(&settings, "superko", japanese ? "off" : "on");
    if (by_session_change(gtp->session, &settings, &gtp->error) != BY_OK)
        by_gtp_fail_because(gtp, "cannot set rules");
}

/* --- the move --------------------------------------------------------------------------- */

double by_gtp_chance(const struct by_gtp *gtp, double value)
{
    const struct by_session *session = gtp->session;
    const struct by_decision *decision = &session->decision;
    if (decision->scale == BY_SCALE_PROBABILITY)
        return value < 0 ? 0 : value > 1 ? 1 : value;
    if (decision->proven)
        return value > 0 ? 1 : value < 0 ? 0 : 0.5;
    /* Evaluations have units of their own, and a win may be ten of them or ten million: the chance
     * grows with the number of digits. Good for colours on a board, not for betting. */
    const struct by_eval *eval = by_eval_find(session->rules, NULL);
    double size = value < 0 ? -value : value, most = eval ? eval->win : 1;
    double share = by_ln(1 + (size < most ? size : most)) / by_ln(1 + most);
    return value < 0 ? 0.5 - share / 2 : 0.5 + share / 2;
}

static bool is_hopeless(struct by_gtp *gtp, int side)
{
    const struct by_decision *decision = &gtp->session->decision;
    double threshold = gtp->resign >= 0                ? gtp->resign
                       : by_gtp_is(gtp, BY_GTP_OWNERS) ? RESIGN_IN_GO
                                                       : 0;
    bool known = decision->bound != BY_BOUND_NONE &&
                 (decision->work.simulations == 0 || decision->work.simulations >= HOPELESS_SIMS);
    if (known && threshold > 0 && by_gtp_chance(gtp, decision->value) < threshold)
        gtp->hopeless[side]++;
    else
        gtp->hopeless[side] = 0;
    return gtp->hopeless[side] >= HOPELESS_MOVES;
}

/* Whether a stone of the opponent that is dead lies beside the point. */
static bool is_beside_dead(const struct by_gtp *gtp, int side, by_move point)
{
    const struct by_verdict *verdict = &gtp->verdict;
    int near[4], count = by_go_neighbours(gtp->session->rules->width, point, near);
    for (int i = 0; i < count; i++)
        if (verdict->dead[near[i]] && verdict->cell[near[i]] != side)
            return true;
    return false;
}

/* The best move that is no pass and fills no eye of our own; the pass when there is none. In a
 * clean-up, first those that take the liberties of dead stones. */
static by_move best_but_pass(const struct by_gtp *gtp, int side, by_move pass, bool cleanup)
{
    const struct by_session *session = gtp->session;
    const struct by_rules *rules = session->rules;
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const void *position = by_line_position(session->line);
    for (int i = 0; i < session->decision.move_count; i++) {
        by_move move = session->decision.moves[i].move;
        if (move != pass && !shape->kind->eye(rules, position, move, side) &&
            (!cleanup || is_beside_dead(gtp, side, move)))
            return move;
    }
    return cleanup ? best_but_pass(gtp, side, pass, false) : pass;
}

/* The move in a game that is over: who has lost gives up, else there is nothing left to do. */
static const char *after_the_end(const struct by_gtp *gtp, int side)
{
    const struct by_session *session = gtp->session;
    int32_t result = by_line_result(session->line);
    bool lost = side == 0 ? result < 0 : result > 0;
    return by_gtp_is(gtp, BY_GTP_FORCED_PASS) || !lost ? "pass" : "resign";
}

/* Thinks, with the turn given to the side. BY_NO_MOVE: it gives up. */
static bool choose(struct by_gtp *gtp, const struct by_gtp_order *order, by_move *out)
{
    struct by_session *session = gtp->session;
    bool go = by_gtp_is(gtp, BY_GTP_OWNERS);
    by_move pass = go ? by_go_shape_of(session->rules)->points : BY_NO_MOVE;
    if (go && !by_gtp_judge(gtp, BY_JUDGE_PLAYOUTS / 4))
        return false;
    bool wants_pass = go && by_gtp_wants_pass(gtp, order->side, order->cleanup);
    if (wants_pass && gtp->verdict.settled) {
        *out = pass;
        return true;
    }
    struct by_limits limits = limits_for(gtp, order->side);
    if (by_session_think(session, &limits, order->events, !order->events, &gtp->error) != BY_OK) {
        by_gtp_fail_because(gtp, "cannot think");
        return false;
    }
    note_delay(gtp, &limits);
    *out = session->decision.move;
    int32_t passed = order->side == 0 ? gtp->verdict.passed : -gtp->verdict.passed;
    if (wants_pass)
        *out = pass;
    else if (go && (order->cleanup || (*out == pass && passed <= 0)))
        *out = best_but_pass(gtp, order->side, pass, order->cleanup);
    else if (!order->only_tell && is_hopeless(gtp, order->side))
        *out = BY_NO_MOVE;
    return true;
}

bool by_gtp_genmove(struct by_gtp *gtp, const struct by_gtp_order *order,
                    char out[BY_GTP_MOVE_MAX + 1])
{
    struct by_session *session = gtp->session;
    by_move move = BY_NO_MOVE;
    if (by_line_over(session->line) && !by_gtp_is(gtp, BY_GTP_OWNERS)) {
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
    double percent;
    double threshold = gtp->resign >= 0                ? gtp->resign
                       : by_gtp_is(gtp, BY_GTP_OWNERS) ? RESIGN_IN_GO
                                                       : 0;
    if (gtp->command.count == 0)
        by_gtp_say(gtp, "%g", 100 * threshold);
    else if (by_gtp_real_at(gtp, 0, 0, 50, &percent))
        gtp->resign = percent / 100;
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
        by_gtp_say(gtp, "winrate: %.2f %%%s\n", 100 * by_gtp_chance(gtp, d->value),
                   d->proven ? ", proven" : "");
    by_gtp_say(gtp, "simulations: %llu\nnodes: %llu\ndepth: %d\nseconds: %.3f\ntree bytes: %zu",
               (unsigned long long)d->work.simulations, (unsigned long long)d->work.nodes, d->depth,
               d->work.seconds, d->work.tree_bytes);
}
