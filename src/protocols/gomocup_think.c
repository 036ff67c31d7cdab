/* gomocup_think.c: choosing moves. */
#include "protocols/gomocup_engine.h"
#include "report/value.h"

#include "base/clock.h"
#include <string.h>

#define HURRIED_S 0.001
#define BEST_MAX  32
#define PV_SHOWN  8

/* On the searching thread: a stop may come between the look at it and the search. */
static void look_for_stop(void *context, const struct by_decision *so_far)
{
    struct by_gomocup *gomocup = context;
    (void)so_far;
    if (by_gomocup_hurried(gomocup))
        by_player_stop(gomocup->session->player);
}

bool by_gomocup_think(struct by_gomocup *gomocup, double part)
{
    const struct by_events events = {.context = gomocup, .progress = look_for_stop};
    struct by_limits limits = by_gomocup_limits(gomocup, part);
    if (by_gomocup_hurried(gomocup))
        limits.seconds = HURRIED_S;
    gomocup->due = limits.seconds > 0 ? by_clock_now() + limits.seconds : 0;
    return by_session_think(gomocup->session, &limits, &events, true, &gomocup->error) == BY_OK &&
           gomocup->session->decision.move != BY_NO_MOVE;
}

by_move by_gomocup_sound(const struct by_session *session)
{
    const struct by_rules *rules = session->rules;
    const struct by_decision *d = &session->decision;
    const void *position = by_line_position(session->line);
    by_move active[BY_GOMOKU_CELLS_MAX], best = d->move;
    bool is_active[BY_GOMOKU_CELLS_MAX] = {false};
    int64_t most = -1;
    for (int i = by_gomoku_active(rules, position, active) - 1; i >= 0; i--)
        is_active[active[i]] = true;
    for (int i = 0; i < d->move_count && !is_active[d->move]; i++) {
        by_move move = d->moves[i].move;
        int64_t worth =
            by_gomoku_score(rules, position, 0, move) + by_gomoku_score(rules, position, 1, move);
        if (is_active[move] && worth > most) {
            most = worth;
            best = move;
        }
    }
    return best;
}

/* --- messages -------------------------------------------------------------------------------- */

static void write_line(const struct by_gomocup *gomocup, const by_move *line, int count,
                       struct by_text *out)
{
    for (int i = 0; i < count && i < PV_SHOWN; i++) {
        by_text_char(out, ' ');
        by_gomocup_write_move(gomocup->session->rules, line[i], out);
    }
}

static void tell_search(struct by_gomocup *gomocup)
{
    char text[512], value[BY_WORTH_BUFFER];
    struct by_text out = by_text_over(text, sizeof text);
    const struct by_decision *d = &gomocup->session->decision;
    uint64_t done = d->work.simulations > 0 ? d->work.simulations : d->work.nodes;
    by_text_format(&out, "depth %d value ", d->depth);
    by_text_add(&out, by_value_string(gomocup->session->line, d, value));
    by_text_format(&out, " %s %llu time %.0f ms pv",
                   d->work.simulations > 0 ? "simulations" : "nodes", (unsigned long long)done,
                   1000 * d->work.seconds);
    write_line(gomocup, d->pv, d->pv_count, &out);
    by_gomocup_say(gomocup, "MESSAGE %s", text);
}

static void tell_best(struct by_gomocup *gomocup, int best)
{
    const struct by_decision *d = &gomocup->session->decision;
    for (int i = 0; i < best && i < d->move_count; i++) {
        char text[256], value[BY_WORTH_BUFFER];
        by_move line[BY_PV_MAX];
        struct by_text out = by_text_over(text, sizeof text);
        int count = by_session_line(gomocup->session, d, d->moves[i].move, line);
        by_text_format(&out, "%d. ", i + 1);
        by_gomocup_write_move(gomocup->session->rules, d->moves[i].move, &out);
        if (d->moves[i].bound != BY_BOUND_NONE) {
            by_text_format(&out, " value %s",
                           by_move_value_string(gomocup->session->line, d, &d->moves[i], value));
        }
        if (count > 1) {
            by_text_add(&out, " pv");
            write_line(gomocup, line, count, &out);
        }
        by_gomocup_say(gomocup, "MESSAGE %s", text);
    }
}

/* --- answers ---------------------------------------------------------------------------------- */

/* Who asks for a move gets one as long as there is an empty point: the manager may know rules
 * that we do not, and judges himself when a game is over. */
static by_move choose(struct by_gomocup *gomocup, int best)
{
    bool plays_on = (gomocup->info.rule & BY_GOMOCUP_CONTINUOUS) != 0;
    by_gomocup_seat(gomocup);
    if (!by_gomocup_follow(gomocup, &gomocup->stones)) {
        if (!plays_on)
            by_gomocup_say(gomocup, "MESSAGE the game is over by the rules told to us");
        return by_gomocup_any(gomocup, &gomocup->stones);
    }
    if (gomocup->stones.count == 0 && !gomocup->spec &&
        best == 0) /* there is nothing to think about */
        return by_gomocup_any(gomocup, &gomocup->stones);
    if (!by_gomocup_think(gomocup, 1)) {
        by_gomocup_say(gomocup, "MESSAGE cannot think: %s", gomocup->error.text);
        return by_gomocup_any(gomocup, &gomocup->stones);
    }
    if (gomocup->info.detail || best > 0)
        tell_search(gomocup);
    tell_best(gomocup, best);
    return gomocup->spec ? gomocup->session->decision.move : by_gomocup_sound(gomocup->session);
}

/* The line goes on with our move, for the search to go on behind it. The next stone leads it further. */
static void await(struct by_gomocup *gomocup, by_move move)
{
    struct by_session *session = gomocup->session;
    if (session->ponders && !by_line_over(session->line) &&
        by_session_play(session, by_line_side(session->line), move, NULL) == BY_OK)
        by_session_await(session);
}

void by_gomocup_answer(struct by_gomocup *gomocup, int best)
{
    struct by_gomocup_stones *stones = &gomocup->stones;
    const struct by_rules *rules = gomocup->session->rules;
    char text[32];
    struct by_text writer = by_text_over(text, sizeof text);
    if (stones->count >= rules->width * rules->height) {
        by_gomocup_error(gomocup, "the board is full");
        return;
    }
    by_move move = choose(gomocup, best);
    stones->stone[stones->count++] = (struct by_gomocup_stone){move, BY_GOMOCUP_OWN};
    by_gomocup_write_move(rules, move, &writer);
    by_gomocup_say(gomocup, "%s", text);
    by_gomocup_spend(gomocup);
    await(gomocup, move);
}

/* Yixin: the best moves of the board, then the move as usual. */
void by_gomocup_run_yxnbest(struct by_gomocup *gomocup)
{
    int64_t best;
    if (!gomocup->started)
        by_gomocup_error(gomocup, "no game has been started: START comes first");
    else if (!by_read_int(gomocup->argument, 1, BY_GOMOKU_CELLS_MAX, &best))
        by_gomocup_error(gomocup, "YXNBEST takes how many moves to tell about");
    else
        by_gomocup_answer(gomocup, best < BEST_MAX ? (int)best : BEST_MAX);
}

void by_gomocup_run_yxhashclear(struct by_gomocup *gomocup)
{
    by_session_clear(gomocup->session);
    by_gomocup_say(gomocup, "MESSAGE nothing is remembered of earlier searches");
}
