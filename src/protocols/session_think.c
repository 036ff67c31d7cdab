/* session_think.c: the searches of a session: asked for, stopped, and in the opponent's time. */
#include "protocols/session.h"

#include "base/clock.h"
#include "protocols/input.h"
#include <string.h>

#define FOREVER_S 1e6 /* a search without any limit would set one itself */

static struct by_searcher *searcher_of(const struct by_session *session)
{
    return by_player_searcher(session->player);
}

/* --- asked for --------------------------------------------------------------------- */

/* False: it was not to begin any more, as a line came after the session had begun to listen. */
static bool begin(struct by_session *session, bool patient, bool listens)
{
    by_mutex_lock(&session->lock);
    bool begun = !listens || !session->heard;
    session->thinking = begun;
    session->patient = patient;
    session->stopped = false;
    session->begun = by_clock_now();
    by_mutex_unlock(&session->lock);
    return begun;
}

static void end(struct by_session *session)
{
    by_mutex_lock(&session->lock);
    session->thinking = false;
    if (session->stopped && searcher_of(session))
        by_searcher_unstop(searcher_of(session));
    by_mutex_unlock(&session->lock);
}

enum by_status by_session_move(struct by_session *session, const struct by_turn *turn, bool patient,
                               struct by_error *err)
{
    (void)begin(session, patient, false);
    enum by_status status =
        by_player_turn(session->player, session->line, turn, &session->decision, err);
    end(session);
    return status;
}

enum by_status by_session_think(struct by_session *session, const struct by_limits *limits,
                                const struct by_events *events, bool patient, struct by_error *err)
{
    const struct by_turn turn = {.limits = limits, .events = events, .bare = true};
    return by_session_move(session, &turn, patient, err);
}

int by_session_line(const struct by_session *session, const struct by_decision *decision,
                    by_move move, by_move *out)
{
    const struct by_searcher *searcher = searcher_of(session);
    int count = searcher ? by_searcher_line(searcher, move, out) : 0;
    if (decision->pv_count > count && decision->pv[0] == move) {
        count = decision->pv_count;
        memcpy(out, decision->pv, (size_t)count * sizeof *out);
    }
    if (count == 0)
        out[count++] = move;
    return count;
}

/* --- stopped ------------------------------------------------------------------------ */

/* The lock is held. */
static void stop_it(struct by_session *session)
{
    session->stopped = true;
    by_player_stop(session->player);
}

void by_session_stop(struct by_session *session)
{
    by_mutex_lock(&session->lock);
    if (session->thinking)
        stop_it(session);
    by_mutex_unlock(&session->lock);
}

void by_session_heard(struct by_session *session)
{
    by_mutex_lock(&session->lock);
    session->heard = true;
    if (session->thinking && !session->patient)
        stop_it(session);
    by_mutex_unlock(&session->lock);
}

void by_session_ended(struct by_session *session, double seconds, bool gone)
{
    enum { GRACE_S = 3 }; /* a script that ended still wants its last move */
    by_mutex_lock(&session->lock);
    double since = by_clock_now() - session->begun;
    bool late = since > GRACE_S && seconds > GRACE_S;
    if (session->thinking && (gone || late || !session->patient))
        stop_it(session);
    by_mutex_unlock(&session->lock);
}

/* --- in the opponent's time ----------------------------------------------------------- */

/* Trees are kept by reuse=on, tables always. */
bool by_session_can_ponder(const struct by_session *session)
{
    const struct by_searcher *searcher = searcher_of(session);
    if (!searcher)
        return false;
    const struct by_values *values = by_searcher_values(searcher);
    const struct by_value *reuse = by_values_find(values, "reuse"),
                          *table = by_values_find(values, "table"),
                          *plain = by_values_find(values, "plain");
    return (reuse && reuse->flag) || (table && !(plain && plain->flag));
}

void by_session_await(struct by_session *session)
{
    const struct by_line *line = session->line;
    session->awaits = true;
    session->awaited_at = line->count;
    session->awaited_key = line->keys[line->count];
}

static bool is_awaiting(const struct by_session *session)
{
    const struct by_line *line = session->line;
    return session->awaits && line->count == session->awaited_at &&
           line->keys[line->count] == session->awaited_key && !by_line_over(line) &&
           !by_line_nature(line);
}

void by_session_ponder(struct by_session *session, struct by_input *input)
{
    const struct by_limits limits = {.seconds = FOREVER_S};
    struct by_decision decision;
    if (!session->ponders || !is_awaiting(session) || !by_session_can_ponder(session))
        return;
    by_mutex_lock(&session->lock);
    session->heard = false;
    by_mutex_unlock(&session->lock);
    if (by_input_waiting(input) || by_decision_open(session->rules, &decision, NULL) != BY_OK)
        return;
    if (begin(session, false, true)) {
        (void)by_searcher_think(searcher_of(session), session->line, &limits, NULL, &decision,
                                NULL);
        end(session);
    }
    by_decision_close(&decision);
}
