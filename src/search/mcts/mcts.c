/* mcts: the search, from options to a decision.
 *
 * The calling thread is the first worker of the first tree. Between simulations it looks at the
 * clock, at the stop flag and at whether the outcome can still change, and tells listeners how it
 * goes. Everybody else works until told to halt. */
#include "base/clock.h"
#include "search/mcts/mcts_own.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define EVENTS_A_SECOND 20
#define LOOK_S          0.0005 /* the clock is looked at about so often */
#define SIMS_A_NODE     10     /* most of them under a limit of nodes alone */
#define GRACE_S         0.010 /* how long a search that is late waits for the last reports of ranks */

struct by_mcts_thread {
    struct by_core *core;
    struct by_thread thread;
    bool started;
    enum by_status status;
    struct by_error error;
};

extern const struct by_search by_search_mcts;

/* --- opening ---------------------------------------------------------------------------------- */

static void destroy(void *state)
{
    struct by_mcts *m = state;
    for (int i = 0; m->cores && i < m->roots; i++)
        if (m->cores[i].rules)
            by_core_close(&m->cores[i]);
    by_expr_close(m->expr);
    free(m->cores);
    free(m->threads);
    free(m->ballot.moves);
    free(m->more);
    free(m->place);
    free(m->lent);
    free(m->wanted);
    free(m);
}

static enum by_status open_cores(struct by_mcts *m, const struct by_mcts_settings *settings,
                                 struct by_error *err)
{
    size_t memory = settings->memory / (size_t)m->roots;
    size_t moves = (size_t)m->rules->max_moves, actions = (size_t)m->rules->action_count;
    m->cores = aligned_alloc(BY_LINE_BYTES, (size_t)m->roots * sizeof *m->cores);
    if (m->cores)
        memset(m->cores, 0, (size_t)m->roots * sizeof *m->cores);
    m->threads = calloc((size_t)m->roots, sizeof *m->threads);
    m->ballot.moves = calloc(moves, sizeof *m->ballot.moves);
    m->more = calloc(moves, sizeof *m->more);
    m->place = calloc(actions, sizeof *m->place);
    m->lent = calloc(moves, sizeof *m->lent);
    m->wanted = calloc(moves, sizeof *m->wanted);
    if (!m->cores || !m->threads || !m->ballot.moves || !m->more || !m->place || !m->lent ||
        !m->wanted)
        return by_fail_memory(err, actions * sizeof *m->place);
    enum by_status status = BY_OK;
    for (int i = 0; status == BY_OK && i < m->roots; i++)
        status =
            by_core_open(&m->cores[i], m->rules, &settings->core, &settings->rule, memory, err);
    return status;
}

static enum by_status create(const struct by_rules *rules, const struct by_values *values,
                             void **state, struct by_error *err)
{
    struct by_mcts *m = calloc(1, sizeof *m);
    struct by_mcts_settings settings;
    if (!m)
        return by_fail_memory(err, sizeof *m);
    enum by_status status = by_mcts_read(rules, values, &settings, err);
    m->rules = rules;
    m->roots = settings.roots;
    m->reuse = settings.reuse;
    m->early = settings.early;
    m->final = settings.final;
    m->ballot.tie_first = settings.tie_first;
    m->c = by_values_get(values, "c")->real;
    m->expr = settings.expr;
    if (status == BY_OK)
        status = open_cores(m, &settings, err);
    if (status != BY_OK) {
        destroy(m);
        return status;
    }
    *state = m;
    return BY_OK;
}

/* Trees draw from separate streams. */
static void reset(void *state, uint64_t seed)
{
    struct by_mcts *m = state;
    for (int i = 0; i < m->roots; i++)
        by_core_reset(&m->cores[i], seed, (uint64_t)i << 32);
}

/* --- the decision ------------------------------------------------------------------------------- */

static double within(double chance)
{
    return chance < 0 ? 0 : chance > 1 ? 1 : chance;
}

static bool all_known(const struct by_ballot *ballot)
{
    for (int i = 0; i < ballot->count; i++)
        if (!by_link_is_known(ballot->moves[i].link))
            return false;
    return true;
}

/* dynkomi: moves were judged by another komi; what is said of them is by the rules'. */
static void unbalance(struct by_mcts *m)
{
    struct by_decision *d = m->decision;
    double gap = by_core_balance_gap(&m->cores[0]);
    for (int i = 0; gap != 0 && i < m->ballot.count; i++)
        if (d->moves[i].bound == BY_BOUND_ESTIMATE)
            d->moves[i].value = within(d->moves[i].value + gap);
    if (gap != 0 && d->bound == BY_BOUND_ESTIMATE)
        d->value = within(d->value + gap);
}

static void decide(struct by_mcts *m)
{
    struct by_decision *d = m->decision;
    by_mcts_count_all(m);
    int best = by_ballot_best(&m->ballot, m->final, m->c);
    d->scale = BY_SCALE_PROBABILITY;
    by_ballot_decide(&m->ballot, best, &m->cores[0], d);
    unbalance(m);
    by_list_others(m->job, m->ballot.count, d);
    d->proven = m->ballot.moves[best].link == BY_LINK_WON ||
                (m->ballot.count == m->job->move_count && all_known(&m->ballot));
    by_mcts_work(m, &d->work);
    d->depth = 0;
    for (int i = 0; i < m->roots; i++) {
        int depth = by_core_depth(&m->cores[i]);
        d->depth = depth > d->depth ? depth : d->depth;
    }
    const struct by_report *report;
    for (int i = 0; (report = by_team_report(m->job->team, i)); i++)
        d->depth = report->depth > d->depth ? report->depth : d->depth;
}

/* --- thinking ------------------------------------------------------------------------------------ */

static void halt(struct by_mcts *m)
{
    for (int i = 0; i < m->roots; i++)
        atomic_store(&m->cores[i].halt, true);
}

/* How many simulations may still come. */
static double still_to_come(const struct by_mcts *m, double now)
{
    double done = (double)by_core_simulations(&m->cores[0]) * m->roots, left = INFINITY;
    done *= by_team_size(m->job->team);
    double end = m->aim > 0 ? m->aim : m->deadline, begun = m->job->begun;
    if (m->sims > 0)
        left = (double)m->sims - done;
    if (end > 0 && now > begun && done / (now - begun) * (end - now) < left)
        left = done / (now - begun) * (end - now);
    return left;
}

/* Whether the most visited move stays that whatever comes. */
static bool is_settled(struct by_mcts *m, double now)
{
    uint64_t first = 0, second = 0;
    bool timed = m->deadline > 0;
    if (m->early == BY_EARLY_OFF || m->final != BY_FINAL_VISITS ||
        (m->early == BY_EARLY_TIMED && (!timed || m->sims > 0)) || by_mcts_is_member(m))
        return false;
    if (by_tree_node(&m->cores[0].tree, m->cores[0].root)->chance)
        return false;
    if (m->job->move_count == 1)
        return true;
    by_mcts_count_all(m);
    for (int i = 0; i < m->ballot.count; i++) {
        uint64_t visits = m->ballot.moves[i].tally.visits;
        if (visits > first) {
            second = first;
            first = visits;
        } else if (visits > second) {
            second = visits;
        }
    }
    return (double)(first - second) > still_to_come(m, now);
}

static void tell_progress(struct by_mcts *m, double now)
{
    if (!m->job->events->progress || now - m->told < 1.0 / EVENTS_A_SECOND)
        return;
    m->told = now;
    decide(m);
    m->job->events->progress(m->job->events->context, m->decision);
}

static bool too_many_nodes(const struct by_mcts *m)
{
    uint64_t limit = m->nodes, nodes = 0;
    for (int i = 0; limit > 0 && i < m->roots; i++)
        nodes += by_tree_nodes(&m->cores[i].tree);
    return limit > 0 && nodes >= limit;
}

static bool has_failed(const struct by_mcts *m)
{
    for (int i = 0; i < m->roots; i++)
        if (atomic_load_explicit(&m->cores[i].failed, memory_order_relaxed))
            return true;
    return false;
}

static void look(struct by_mcts *m, double now)
{
    bool late = (m->deadline > 0 && now >= m->deadline) || (m->aim > 0 && now >= m->aim);
    if (late || has_failed(m) || by_mcts_hear_ranks(m, now) || is_settled(m, now)) {
        m->hurried = true;
        halt(m);
    } else {
        tell_progress(m, now);
    }
}

/* Between two simulations of the first worker. Looking at the clock costs, so it is done as often
 * as simulations take LOOK_S together. */
static void pulse(void *context)
{
    struct by_mcts *m = context;
    if (atomic_load_explicit(m->job->stop, memory_order_relaxed)) {
        m->hurried = true;
        halt(m);
    }
    if (too_many_nodes(m))
        halt(m);
    if (++m->pulses < m->next_look)
        return;
    double now = by_clock_now(), gap = now - m->last_look;
    m->look_every = gap < LOOK_S / 2 && m->look_every < 1 << 20 ? 2 * m->look_every
                    : gap > LOOK_S && m->look_every > 1         ? m->look_every / 2
                                                                : m->look_every;
    m->next_look = m->pulses + m->look_every;
    m->last_look = now;
    look(m, now);
}

/* Without threads (thread.h): a simulation of the first tree, then one of every other. Each tree
 * draws from a stream of its own, so that so many simulations find the same in either form, and
 * looking at the clock and telling listeners stay as they are. */
static void pulse_by_turns(void *context)
{
    struct by_mcts *m = context;
    pulse(m);
    for (int i = 1; i < m->roots; i++)
        (void)by_core_turn(&m->cores[i], (unsigned)m->pulses);
}

static enum by_status run_by_turns(struct by_mcts *m, struct by_error *err)
{
    enum by_status status = by_core_run(&m->cores[0], pulse_by_turns, m, err);
    if (atomic_load(&m->cores[0].halt) || by_core_decided(&m->cores[0]))
        halt(m);
    for (int i = 1; i < m->roots; i++)
        for (unsigned count = 1; by_core_turn(&m->cores[i], count); count++) {
        }
    return status;
}

static void run_tree(void *context)
{
    struct by_mcts_thread *t = context;
    t->status = by_core_run(t->core, NULL, NULL, &t->error);
}

static enum by_status run_all(struct by_mcts *m, struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int i = 1; i < m->roots; i++) {
        struct by_mcts_thread *t = &m->threads[i];
        t->core = &m->cores[i];
        t->started = by_thread_start(&t->thread, 0, run_tree, t);
        if (!t->started)
            status = by_fail(err, BY_FAILED, "a thread for tree %d could not be started", i + 1);
    }
    if (status != BY_OK)
        halt(m);
    enum by_status mine = by_core_run(&m->cores[0], pulse, m, err);
    if (atomic_load(&m->cores[0].halt) || by_core_decided(&m->cores[0]))
        halt(m);
    for (int i = 1; i < m->roots; i++) {
        if (m->threads[i].started)
            by_thread_join(&m->threads[i].thread);
        if (m->threads[i].started && m->threads[i].status != BY_OK)
            status = by_fail(err, m->threads[i].status, "%s", m->threads[i].error.text);
    }
    return mine != BY_OK ? mine : status;
}

/* Simulations that there may be; 0: as many as time allows. A limit of depth does not end the
 * search, nor does one of nodes when the tree has no more to grow. */
static uint64_t simulations_in(const struct by_limits *limits)
{
    if (limits->simulations > 0 || limits->seconds > 0)
        return limits->simulations;
    return limits->nodes > 0 ? SIMS_A_NODE * limits->nodes : BY_MCTS_FALLBACK;
}

/* For other ranks; 0: the clock does not end it. */
static double time_for(const struct by_job *job)
{
    double seconds = job->soft_seconds > 0 ? job->soft_seconds : job->limits.seconds;
    double left = seconds - (by_clock_now() - job->begun);
    return seconds <= 0 ? 0 : left > 0.001 ? left : 0.001;
}

static enum by_status begin(struct by_mcts *m, const struct by_job *job,
                            struct by_decision *decision, struct by_error *err)
{
    uint64_t sims = simulations_in(&job->limits);
    m->sims = sims;
    m->nodes = job->limits.nodes;
    m->hurried = false;
    m->job = job;
    if (by_team_leads(job->team))
        by_team_begin(job->team, &sims, &m->nodes, job->limits.depth, time_for(job));
    uint64_t share = sims / (uint64_t)m->roots;
    m->decision = decision;
    m->deadline = job->limits.seconds > 0 ? job->begun + job->limits.seconds : 0;
    m->aim = job->soft_seconds > 0 ? job->begun + job->soft_seconds : 0;
    m->told = m->last_look = job->begun;
    m->pulses = 0;
    m->next_look = m->look_every = 1;
    enum by_status status = BY_OK;
    for (int i = 0; status == BY_OK && i < m->roots; i++) {
        status = by_core_begin(&m->cores[i], job, m->reuse, err);
        uint64_t rest = (uint64_t)i < sims % (uint64_t)m->roots ? 1 : 0;
        m->cores[i].limit = share + rest;
        m->cores[i].first = i == 0;
        if (sims > 0 && share + rest == 0) {
            atomic_store(&m->cores[i].halt, true);
            atomic_store(&m->cores[i].spent, true);
        }
    }
    return status;
}

/* All that was asked for has been done. */
static bool is_complete(const struct by_mcts *m)
{
    uint64_t wanted = m->sims;
    const struct by_decision *d = m->decision;
    if (d->proven || wanted == 0)
        return d->proven;
    if (by_team_leads(m->job->team) && by_team_has_lost(m->job->team))
        return false;
    if (d->work.simulations >= wanted)
        return true;
    for (int i = 0; i < m->roots; i++)
        if (!atomic_load(&m->cores[i].spent))
            return false;
    return true;
}

/* The others' shares are a part of the search. Who is late stops them, and waits no longer than it
 * takes to say what they have. */
static void wait_for_ranks(struct by_mcts *m)
{
    struct by_team *team = m->job->team;
    double now = by_clock_now(), until = 0;
    long ns = 20000;
    while (by_team_listen(team, now), by_team_waiting(team) > 0) {
        bool late = (m->deadline > 0 && now >= m->deadline) || m->hurried ||
                    atomic_load_explicit(m->job->stop, memory_order_relaxed);
        if (late && until <= 0) {
            by_team_stop(team);
            until = now + GRACE_S;
        }
        if (until > 0 && now >= until)
            break;
        tell_progress(m, now);
        nanosleep(&(struct timespec){0, ns}, NULL);
        ns = ns < 1000000 ? ns + ns / 8 : ns;
        now = by_clock_now();
    }
}

static enum by_status think(void *state, const struct by_job *job, struct by_decision *decision,
                            struct by_error *err)
{
    struct by_mcts *m = state;
    enum by_status status = begin(m, job, decision, err);
    m->lends = status == BY_OK && job->team && m->deadline > 0 && m->sims == 0 && m->roots == 1 &&
               by_core_lend_begin(&m->cores[0]);
    if (status == BY_OK && !atomic_load(job->stop))
        status = BY_THREADS ? run_all(m, err) : run_by_turns(m, err);
    for (int i = 0; i < m->roots && status == BY_OK; i++)
        if (atomic_load(&m->cores[i].failed))
            status = by_fail(err, m->cores[i].failure.status, "%s", m->cores[i].failure.text);
    by_mcts_give_back(m);
    if (status == BY_OK && by_team_leads(job->team))
        wait_for_ranks(m);
    if (status == BY_OK && by_mcts_is_member(m))
        by_mcts_tell_leader(m, true, by_clock_now());
    if (status == BY_OK) {
        decide(m);
        decision->complete = is_complete(m);
    }
    if (by_team_leads(job->team))
        by_team_end(job->team);
    return status;
}

/* As the last decision has it: the ballot's links are the first tree's. */
static int line(const void *state, by_move move, by_move *out)
{
    const struct by_mcts *m = state;
    for (int i = 0; i < m->ballot.count; i++)
        if (m->ballot.moves[i].move == move)
            return by_core_line(&m->cores[0], &m->ballot.moves[i], out);
    return 0;
}

/* --- for others to look at ------------------------------------------------------------------------- */

struct by_mcts *by_mcts_of(const struct by_searcher *searcher)
{
    return by_searcher_search(searcher) == &by_search_mcts ? by_searcher_state(searcher) : NULL;
}

const struct by_core *by_mcts_core(const struct by_mcts *mcts, int index)
{
    return index >= 0 && index < mcts->roots ? &mcts->cores[index] : NULL;
}

void by_mcts_formula(const struct by_searcher *searcher, struct by_text *out)
{
    const char *text = by_values_get(by_searcher_values(searcher), "selection")->text;
    const struct by_mcts *m = by_searcher_state(searcher);
    bool draws;
    const char *own = by_mcts_own(text, &draws);
    by_rule_formula(&m->cores[0].rule, own ? own + strspn(own, " ") : "", out);
}

const struct by_search by_search_mcts = {
    .name = "mcts",
    .title = "Monte Carlo tree search",
    .summary = "grows a tree towards good moves by playing games out at random (UCT, RAVE, ...)",
    .options = by_mcts_options,
    .chance = true,
    .traced = true,
    .fallback = {.simulations = BY_MCTS_FALLBACK},
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .think = think,
    .line = line,
    .topics = by_mcts_topics,
};
