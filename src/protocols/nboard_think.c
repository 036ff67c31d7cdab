/* nboard_think.c: go, hint and analyze. */
#include "protocols/nboard_engine.h"

#include "base/clock.h"
#include "games/value.h"
#include "search/timing.h"
#include <string.h>

#define HURRIED_S   0.001
#define GO_S        10 /* without a clock, however deep the search is to be */
#define HINT_S      60
#define HINT_DEPTH  8 /* where nobody said how deep */
#define FIRST_DEPTH 2
#define TELL_S      0.1 /* between two lines about a search */
#define DISCS       64.0
#define HALF        100.0 /* an evaluation that stands for half of all discs */
#define MOVES_MAX   65    /* squares, and the pass */

/* --- values ---------------------------------------------------------------------------------- */

/* The value in discs. A search that saw the end of the game knows them; what evaluations and
 * chances say of them is a guess. */
static double discs_of(const struct by_nboard *nboard, const struct by_decision *d, double value)
{
    const struct by_rules *rules = nboard->session->rules;
    const struct by_eval *eval = d->eval ? by_eval_find(rules, d->eval) : NULL;
    double size = value < 0 ? -value : value, sign = value < 0 ? -1 : 1;
    if (d->scale == BY_SCALE_PROBABILITY)
        return DISCS * (2 * value - 1);
    if (!eval)
        return value;
    if (size >= eval->win)
        return sign * (size - eval->win);
    if (by_eval_counts(rules, eval, rules->game->margin))
        return value / by_eval_unit(rules, eval);
    return DISCS * value / (size + HALF);
}

/* The board has words of its own for values that are certain. */
static const char *certainty(const struct by_decision *d)
{
    if (!d->proven)
        return NULL;
    return d->scale == BY_SCALE_SCORE ? "100%" : "100%W";
}

/* --- lines about a search ----------------------------------------------------------------------- */

/* The moves as they follow from the line's end, without blanks. */
static void write_pv(const struct by_nboard *nboard, const by_move *moves, int count,
                     struct by_text *out)
{
    const struct by_rules *rules = nboard->session->rules;
    const void *here = by_line_position(nboard->session->line);
    for (int i = 0; i < count; i++)
        by_nboard_write_move(rules, here, moves[i], out);
}

static void tell_move(struct by_nboard *nboard, const by_move *pv, int count, double discs,
                      const char *depth)
{
    char moves[3 * BY_PV_MAX];
    struct by_text text = by_text_over(moves, sizeof moves);
    write_pv(nboard, pv, count, &text);
    by_nboard_say(nboard, "search %s %.2f 0 %s", moves, discs, depth);
}

static const char *depth_text(const char *certain, int depth, char out[16])
{
    struct by_text text = by_text_over(out, 16);
    by_text_format(&text, "%d", depth);
    return certain ? certain : out;
}

static void tell_best(struct by_nboard *nboard, const struct by_decision *d)
{
    char depth[16];
    tell_move(nboard, d->pv_count > 0 ? d->pv : &d->move, d->pv_count > 0 ? d->pv_count : 1,
              discs_of(nboard, d, d->value), depth_text(certainty(d), d->depth, depth));
}

static void tell_work(struct by_nboard *nboard, uint64_t nodes, double seconds)
{
    by_nboard_say(nboard, "nodestats %llu %.2f", (unsigned long long)nodes, seconds);
}

static uint64_t nodes_of(const struct by_decision *d)
{
    return d->work.nodes > 0 ? d->work.nodes : d->work.simulations;
}

/* On the searching thread, which is ours. */
static void watch(void *context, const struct by_decision *so_far)
{
    struct by_nboard *nboard = context;
    double now = by_clock_now();
    if (nboard->told < 0)
        nboard->told = now;
    if (by_nboard_hurried(nboard))
        by_player_stop(nboard->session->player);
    if (so_far->bound == BY_BOUND_NONE || now - nboard->told < TELL_S)
        return;
    nboard->told = now;
    if (so_far->depth != nboard->told_depth || so_far->scale == BY_SCALE_PROBABILITY)
        tell_best(nboard, so_far);
    nboard->told_depth = so_far->depth;
    tell_work(nboard, nodes_of(so_far), now - nboard->session->begun);
}

/* --- thinking ------------------------------------------------------------------------------------ */

static struct by_limits limits_for(struct by_nboard *nboard, double seconds)
{
    struct by_limits limits = {.depth = (int)nboard->depth, .seconds = seconds};
    if (by_nboard_hurried(nboard))
        limits.seconds = HURRIED_S;
    return limits;
}

/* What the game's clock allows, where there is one. */
static struct by_limits limits_of_game(struct by_nboard *nboard)
{
    struct by_limits limits = limits_for(nboard, GO_S);
    int side = by_line_side(nboard->session->line);
    double left = nboard->whole - nboard->used[side] - (by_clock_now() - nboard->came);
    if (nboard->whole <= 0)
        return limits;
    limits.clock =
        (struct by_game_clock){.left = left > 0 ? left : -1, .increment = nboard->increment};
    limits.clock.lag = by_clock_lag(&(const struct by_game_clock){.left = nboard->whole});
    if (limits.seconds > HURRIED_S)
        limits.seconds = 0;
    return limits;
}

static bool think(struct by_nboard *nboard, const struct by_limits *limits, bool aloud,
                  bool patient)
{
    const struct by_events events = {.context = nboard, .progress = watch};
    nboard->told = aloud ? -1 : by_clock_now() + 1e9; /* opening a player takes its time, too */
    nboard->told_depth = -1;
    if (by_session_think(nboard->session, limits, &events, patient, &nboard->error) == BY_OK)
        return true;
    by_nboard_say(nboard, "status cannot think: %s", nboard->error.text);
    return false;
}

/* The position is not changed: the board says `move` if it wants the move. */
void by_nboard_run_go(struct by_nboard *nboard)
{
    struct by_session *session = nboard->session;
    const struct by_decision *d = &session->decision;
    char move[8] = "PA";
    struct by_text text = by_text_over(move, sizeof move);
    if (by_line_over(session->line)) {
        by_nboard_say(nboard, "status the game is over"); /* a pass would be no move either */
        return;
    }
    by_nboard_say(nboard, "status Banyan is thinking");
    struct by_limits limits = limits_of_game(nboard);
    if (!think(nboard, &limits, true, true)) {
        by_move moves[MOVES_MAX];
        by_line_moves(session->line, moves);
        by_nboard_write_move(session->rules, by_line_position(session->line), moves[0], &text);
        by_nboard_say(nboard, "=== %s", move);
        return;
    }
    tell_work(nboard, nodes_of(d), d->work.seconds);
    nboard->said = d->move;
    by_nboard_write_move(session->rules, by_line_position(session->line), d->move, &text);
    if (d->bound == BY_BOUND_NONE || d->move_count == 1)
        by_nboard_say(nboard, "=== %s//%.2f", move, d->work.seconds);
    else
        by_nboard_say(nboard, "=== %s/%.2f/%.2f", move, discs_of(nboard, d, d->value),
                      d->work.seconds);
    by_nboard_say(nboard, "status Banyan is waiting");
}

/* --- hints ----------------------------------------------------------------------------------------- */

struct hint {
    by_move move;
    int count; /* of the line: the move, and what is expected behind it */
    by_move line[BY_PV_MAX];
    double discs;
    const char *certain;
};

/* A move by itself: the value of the position behind it, `depth` - 1 plies deep. False: it was
 * interrupted. */
static bool judge(struct by_nboard *nboard, int depth, double deadline, struct hint *hint,
                  uint64_t *nodes)
{
    struct by_session *session = nboard->session;
    struct by_limits limits = limits_for(nboard, deadline - by_clock_now());
    const struct by_decision *d = &session->decision;
    if (limits.seconds <= HURRIED_S ||
        by_session_play(session, by_line_side(session->line), hint->move, NULL) != BY_OK)
        return false;
    limits.depth = depth - 1;
    bool judged = think(nboard, &limits, false, false);
    *nodes += nodes_of(d);
    hint->discs = -discs_of(nboard, d, d->value);
    hint->certain = certainty(d);
    hint->count = 1 + (d->pv_count < BY_PV_MAX ? d->pv_count : BY_PV_MAX - 1);
    memcpy(hint->line + 1, d->pv, (size_t)(hint->count - 1) * sizeof *d->pv);
    judged = judged && (d->complete || d->proven) && d->bound != BY_BOUND_NONE;
    by_session_undo(session);
    return judged;
}

static void sort_hints(struct hint *hints, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && hints[j].discs > hints[j - 1].discs; j--) {
            struct hint swap = hints[j];
            hints[j] = hints[j - 1];
            hints[j - 1] = swap;
        }
}

static void tell_hints(struct by_nboard *nboard, const struct hint *hints, int count, int depth)
{
    char text[16];
    for (int i = 0; i < count; i++)
        tell_move(nboard, hints[i].line, hints[i].count, hints[i].discs,
                  depth_text(hints[i].certain, depth, text));
}

/* Every move by itself, ever deeper: an alpha-beta search from the root knows of the others only
 * that they are not better. */
static void hint_each(struct by_nboard *nboard, int best)
{
    struct hint hints[MOVES_MAX], next[MOVES_MAX];
    by_move moves[MOVES_MAX];
    double begun = by_clock_now();
    int count = by_line_moves(nboard->session->line, moves), depth = FIRST_DEPTH;
    int last = nboard->depth == 0 ? HINT_DEPTH : nboard->depth < depth ? depth : (int)nboard->depth;
    uint64_t nodes = 0;
    bool going = true;
    for (int i = 0; i < count; i++)
        hints[i] = (struct hint){.move = moves[i], .count = 1, .line = {moves[i]}};
    for (; depth <= last && going; depth++) {
        memcpy(next, hints, sizeof next);
        for (int i = 0; i < count && going; i++)
            going = judge(nboard, depth, begun + HINT_S, &next[i], &nodes) &&
                    !by_input_waiting(nboard->input);
        if (!going)
            break;
        memcpy(hints, next, sizeof next);
        sort_hints(hints, count);
        tell_hints(nboard, hints, best < count ? best : count, depth);
        tell_work(nboard, nodes, by_clock_now() - begun);
    }
    struct by_limits hurried = {.seconds = HURRIED_S};
    if (depth == FIRST_DEPTH && think(nboard, &hurried, false, true)) /* interrupted at once */
        tell_best(nboard, &nboard->session->decision);
}

/* One search tells about all moves where it counts visits. */
static void hint_all(struct by_nboard *nboard, int best)
{
    const struct by_decision *d = &nboard->session->decision;
    struct by_limits limits = limits_for(nboard, HINT_S);
    char depth[16];
    if (!think(nboard, &limits, true, false))
        return;
    tell_best(nboard, d);
    for (int i = 1; d->scale == BY_SCALE_PROBABILITY && i < best && i < d->move_count; i++) {
        by_move line[BY_PV_MAX];
        int count = by_session_line(nboard->session, d, d->moves[i].move, line);
        if (d->moves[i].bound != BY_BOUND_NONE)
            tell_move(nboard, line, count, discs_of(nboard, d, d->moves[i].value),
                      depth_text(certainty(d), d->depth, depth));
    }
    tell_work(nboard, nodes_of(d), d->work.seconds);
}

/* Whether the player looks ahead to a depth, and is no Monte Carlo search. */
static bool looks_ahead(const struct by_nboard *nboard)
{
    struct by_searcher *searcher = by_player_searcher(nboard->session->player);
    const struct by_values *values = searcher ? by_searcher_values(searcher) : NULL;
    return values && by_values_find(values, "depth") && !by_values_find(values, "sims");
}

void by_nboard_run_hint(struct by_nboard *nboard)
{
    int64_t best;
    if (!by_read_int(nboard->argument, 1, 1000, &best)) {
        by_nboard_say(nboard, "status hint takes how many moves to judge");
        return;
    }
    if (by_line_over(nboard->session->line)) {
        by_nboard_say(nboard, "status the game is over");
        return;
    }
    by_nboard_say(nboard, "status Banyan is analysing");
    if (best > 1 && looks_ahead(nboard))
        hint_each(nboard, (int)best);
    else
        hint_all(nboard, (int)best);
    by_nboard_say(nboard, "status");
}

/* --- the whole game ---------------------------------------------------------------------------------- */

/* The value of the line's end, for the side to move. */
static bool value_here(struct by_nboard *nboard, double *discs)
{
    const struct by_session *session = nboard->session;
    const struct by_decision *d = &session->decision;
    if (by_line_over(session->line)) {
        int32_t result = by_line_result(session->line) / session->rules->score_scale;
        *discs = by_line_side(session->line) == 0 ? result : -result;
        return true;
    }
    struct by_limits limits = limits_for(nboard, GO_S);
    if (!think(nboard, &limits, false, false) || d->bound == BY_BOUND_NONE)
        return false;
    *discs = discs_of(nboard, d, d->value);
    return d->complete || d->proven || !by_input_waiting(nboard->input);
}

/* From the end backwards: so a search profits from what the ones before it have found. */
void by_nboard_run_analyze(struct by_nboard *nboard)
{
    struct by_session *session = nboard->session;
    by_move moves[BY_NBOARD_PLIES_MAX];
    int count = session->step_count < BY_NBOARD_PLIES_MAX ? session->step_count : 0;
    int undone = 0;
    double discs;
    by_nboard_say(nboard, "status Banyan is analysing");
    for (int i = 0; i < count; i++)
        moves[i] = session->steps[i].move;
    for (int i = count; i >= 0 && value_here(nboard, &discs); i--) {
        by_nboard_say(nboard, "analysis %d %.2f", i, discs);
        if (i == 0 || !by_session_undo(session))
            break;
        undone++;
    }
    for (int i = count - undone; i < count; i++)
        (void)by_session_play(session, by_line_side(session->line), moves[i], NULL);
    by_nboard_say(nboard, "status");
}
