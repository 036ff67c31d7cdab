/* mcts: the search, from options to a decision.
 *
 * The calling thread is the first worker of the first tree. Between simulations it looks at the
 * clock, at the stop flag and at whether the outcome can still change, and tells listeners how it
 * goes. Everybody else works until told to halt. */
#include "search/mcts/mcts.h"
#include "base/clock.h"
#include "base/num.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EVENTS_A_SECOND 20
#define LOOK_S          0.0005 /* the clock is looked at about so often */
#define LEAST_BYTES     (64 << 10)
#define MOST_BYTES      0x1p36 /* 64G, what links reach (tree.h) */
#define EXPR_PREFIX     "expr:"
#define FALLBACK        10000 /* simulations, when nothing else ends it */
#define SIMS_A_NODE     10    /* most of them under a limit of nodes alone */

struct tree_thread {
    struct by_core *core;
    struct by_thread thread;
    bool started;
    enum by_status status;
    struct by_error error;
};

struct by_mcts {
    const struct by_rules *rules;
    struct by_core *cores;
    struct tree_thread *threads;
    int roots;
    bool reuse;
    int early; /* 0 off, 1 on, 2: on under a time limit */
    enum by_final final;
    double c;
    struct by_expr *expr;
    struct by_ballot ballot;
    struct by_core_move *more; /* of another tree */
    int *place;                /* by action: its place in the ballot */

    /* One think. */
    const struct by_job *job;
    struct by_decision *decision;
    double deadline, aim; /* 0: none */
    uint64_t sims;        /* 0: as many as time allows */
    double told;
    uint64_t pulses, next_look, look_every;
    double last_look;
};

extern const struct by_search by_search_mcts;

/* --- options ---------------------------------------------------------------------------------- */

static const char *const selections[] = {
#define BY_SELECTION(id, name, letters) name,
#include "search/mcts/selections.def"
#undef BY_SELECTION
};
#define SELECTIONS ((int)(sizeof selections / sizeof selections[0]))

/* Lists of names, for BY_CHOICES. */
static const char selection_help[] = ""
#define BY_SELECTION(id, name, letters) "|" name
#include "search/mcts/selections.def"
#undef BY_SELECTION
                                     ", or your own: \"expr: w/n + c*sqrt(ln(N)/n)\"";
static const char schedule_words[] = ""
#define BY_SCHEDULE(id, name, letters) "|" name
#include "search/mcts/schedules.def"
#undef BY_SCHEDULE
    ;
static const char final_words[] = ""
#define BY_FINAL(id, name) "|" name
#include "search/mcts/finals.def"
#undef BY_FINAL
    ;

static const struct by_option options[] = {
    {"sims", BY_OPTION_INT, NULL, 1, 1e15, NULL,
     "simulations a move, at most (10000 when there is no limit at all)"},
    {"time", BY_OPTION_TIME, NULL, 0.001, 1e6, NULL, "time for a move"},
    {"nodes", BY_OPTION_INT, NULL, 1, 1e15, NULL, "stop when the tree has so many nodes"},
    {"depth", BY_OPTION_INT, NULL, 1, BY_LENGTH_MAX, NULL, "the tree grows no deeper than this"},
    {"memory", BY_OPTION_BYTES, "256M", LEAST_BYTES, MOST_BYTES, NULL,
     "memory for all trees together"},
    {"full", BY_OPTION_CHOICE, "prune", 0, 0, "prune|stop",
     "a tree without room loses its least visited nodes, or stops growing"},
    {"playout", BY_OPTION_NAME, "uniform", 0, 0, "playout", "how games are played out"},
    {"moves", BY_OPTION_CHOICE, "all", 0, 0, "all|active",
     "the moves of a node: all, or those near what has been played (Gomoku)"},
    {"selection", BY_OPTION_TEXT, "uct", 1, 1000, NULL, BY_CHOICES(selection_help)},
    {"c", BY_OPTION_REAL, "0.4", 0, 1000, NULL, "weight of exploration"},
    {"rave", BY_OPTION_FLAG, "off", 0, 0, NULL, "mix in what moves were worth later (AMAF)"},
    {"k", BY_OPTION_REAL, "500", 1e-6, 1e9, NULL, "visits at which AMAF and mean weigh the same"},
    {"schedule", BY_OPTION_CHOICE, "hyperbolic", 0, 0, BY_CHOICES(schedule_words),
     "how AMAF's weight falls: k/(k+n), sqrt(k/(3n+k)), or least mean square error"},
    {"b", BY_OPTION_REAL, "0.1", 0, 10, NULL, "schedule=mse: the bias of AMAF"},
    {"amaf", BY_OPTION_CHOICE, "state", 0, 0, "state|global",
     "AMAF of each state, or one table for the whole search"},
    {"epsilon", BY_OPTION_REAL, "0", 0, 1, NULL, "how often a move is taken at random"},
    {"prior", BY_OPTION_FLAG, "off", 0, 0, NULL,
     "add how strong the game thinks a move is, over n+1"},
    {"widening", BY_OPTION_FLAG, "off", 0, 0, NULL,
     "look at the 1 + ln n / ln mu strongest moves only"},
    {"mu", BY_OPTION_REAL, "1.4", 1.0001, 1000, NULL, "how slowly widening widens"},
    {"fpu", BY_OPTION_REAL, NULL, -1000, 1000, NULL,
     "value of a move without a visit; default: infinite, with puct 0.5"},
    {"total", BY_OPTION_CHOICE, "parent", 0, 0, "parent|root",
     "whose visits N is in the formula: the parent's, or the root's (OTH)"},
    {"omc", BY_OPTION_CHOICE, "sample", 0, 0, "sample|max",
     "selection=omc: draw in proportion to fairness, or take the largest"},
    {"draw", BY_OPTION_CHOICE, "0.5", 0, 0, "0.5|0", "what a draw is worth"},
    {"expand", BY_OPTION_CHOICE, "all", 0, 0, "all|one",
     "moves without a visit are judged like the others, or come first at random"},
    {"iteration", BY_OPTION_CHOICE, "simulation", 0, 0, "simulation|oth",
     "oth: making a node is an iteration of its own, without a game"},
    {"z", BY_OPTION_INT, "1", 0, 10000, NULL, "a move gets a node on the visit after its z-th"},
    {"reuse", BY_OPTION_FLAG, "off", 0, 0, NULL, "keep the tree between moves"},
    {"dag", BY_OPTION_FLAG, "off", 0, 0, NULL, "equal positions share a node (one thread)"},
    {"final", BY_OPTION_CHOICE, "visits", 0, 0, BY_CHOICES(final_words),
     "the move to play: with most visits, or the best mean, UCB1 or lower bound"},
    {"tie", BY_OPTION_CHOICE, "mean", 0, 0, "mean|random",
     "among equal moves to play: the one with the better mean, or any of them"},
    {"proofs", BY_OPTION_FLAG, "on", 0, 0, NULL,
     "keep results that are certain, and look one move ahead; off: plain MCTS, to the last "
     "simulation"},
    {"early", BY_OPTION_CHOICE, "auto", 0, 0, "auto|on|off",
     "stop when no other move can catch up (auto: not under sims=, nor with proofs=off)"},
    {"threads", BY_OPTION_INT, "1", 1, 64, NULL, "threads on one tree"},
    {"roots", BY_OPTION_INT, "1", 1, 64, NULL, "trees, each on a thread, that vote"},
    {"leaves", BY_OPTION_INT, "1", 1, 64, NULL,
     "playouts from each leaf, each on a thread or all by the batch; simulations come by so many"},
    {.name = NULL},
};

static bool flag(const struct by_values *values, const char *name)
{
    return by_values_get(values, name)->flag;
}

static int choice(const struct by_values *values, const char *name)
{
    return by_values_get(values, name)->choice;
}

static int whole(const struct by_values *values, const char *name)
{
    return (int)by_values_get(values, name)->integer;
}

static double real(const struct by_values *values, const char *name)
{
    return by_values_get(values, name)->real;
}

static enum by_status unknown_selection(const char *text, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], names[128] = "expr", hint[64];
    struct by_text list = by_text_over(names + strlen(names), sizeof names - strlen(names));
    for (int i = 0; i < SELECTIONS; i++)
        by_text_format(&list, "|%s", selections[i]);
    struct by_text near = by_text_over(hint, sizeof hint);
    by_suggest(&near, text, names);
    return by_fail(err, BY_BAD_INPUT, "selection=%s is unknown%s: it is %s", by_quote(text, quoted),
                   hint, BY_CHOICES(selection_help));
}

static enum by_status read_selection(struct by_mcts *m, const char *text, struct by_rule *rule,
                                     struct by_error *err)
{
    if (strncmp(text, EXPR_PREFIX, strlen(EXPR_PREFIX)) == 0) {
        struct by_error why = {.status = BY_OK};
        rule->selection = BY_SELECT_EXPR;
        enum by_status status = by_expr_open(text + strlen(EXPR_PREFIX), &m->expr, &why);
        rule->expr = m->expr;
        return status == BY_OK ? BY_OK : by_fail(err, status, "selection: %.490s", why.text);
    }
    for (int i = 0; i < SELECTIONS; i++) {
        if (!by_same_text(text, selections[i]))
            continue;
        rule->selection = (enum by_selection)i;
        return BY_OK;
    }
    return unknown_selection(text, err);
}

/* The value of a move without a visit: infinite, so that each is seen once, unless the formula
 * has one (AMAF, a prior, the user's own). */
static void read_first_play(const struct by_values *values, struct by_rule *rule)
{
    const struct by_value *fpu = by_values_get(values, "fpu");
    bool own = rule->rave || rule->selection == BY_SELECT_EXPR;
    rule->fpu = fpu->set ? (float)fpu->real : rule->selection == BY_SELECT_PUCT ? 0.5F : INFINITY;
    rule->untried_first =
        choice(values, "expand") == 1 || (!own && isinf(rule->fpu) && !rule->prior);
}

static enum by_status read_rule(struct by_mcts *m, const struct by_values *values,
                                struct by_rule *rule, struct by_error *err)
{
    enum by_status status = read_selection(m, by_values_get(values, "selection")->text, rule, err);
    rule->schedule = (enum by_schedule)choice(values, "schedule");
    rule->rave = flag(values, "rave");
    rule->prior = flag(values, "prior");
    rule->omc_max = choice(values, "omc") == 1;
    rule->c = (float)real(values, "c");
    rule->k = (float)real(values, "k");
    rule->b = (float)real(values, "b");
    rule->epsilon = real(values, "epsilon");
    rule->widening = flag(values, "widening") ? by_ln(real(values, "mu")) : 0;
    read_first_play(values, rule);
    if (status == BY_OK && rule->selection == BY_SELECT_EXPR &&
        (by_expr_uses(m->expr) & BY_EXPR_AMAF))
        rule->rave = true;
    return status;
}

static enum by_status check(const struct by_rules *rules, const struct by_values *values,
                            const struct by_rule *rule, struct by_error *err)
{
    int together = (whole(values, "threads") > 1) + (whole(values, "roots") > 1) +
                   (whole(values, "leaves") > 1);
    if (by_thread_allow(whole(values, "threads"), err) != BY_OK)
        return BY_BAD_INPUT;
    if (rules->action_count > BY_TREE_MOVES)
        return by_fail(err, BY_BAD_INPUT, "mcts takes games of at most %d different moves, not %d",
                       BY_TREE_MOVES, rules->action_count);
    if (together > 1)
        return by_fail(err, BY_BAD_INPUT,
                       "threads=, roots= and leaves= are three ways to use several threads: choose "
                       "one of them");
    if (flag(values, "dag") && whole(values, "threads") > 1)
        return by_fail(err, BY_BAD_INPUT, "dag=on takes one thread, not threads=%d",
                       whole(values, "threads"));
    if (rule->rave && (rule->selection == BY_SELECT_OMC || rule->selection == BY_SELECT_TUNED))
        return by_fail(err, BY_BAD_INPUT, "rave=on goes with selection ratio, ucb1, uct and puct");
    if (rule->rave && by_values_get(values, "fpu")->given && rule->selection != BY_SELECT_EXPR)
        return by_fail(err, BY_BAD_INPUT,
                       "fpu= says nothing with rave=on: AMAF values moves without a visit");
    if (!flag(values, "proofs") && choice(values, "early") == 1)
        return by_fail(
            err, BY_BAD_INPUT,
            "early=on needs proofs=on: with proofs=off a search ends at its limits alone");
    if (choice(values, "moves") == 1 && (!rules->game->active || rules->game->repeat_key))
        return by_fail(err, BY_BAD_INPUT, "moves=active: the game %s has no active moves",
                       rules->name);
    if (choice(values, "iteration") == 1 && whole(values, "z") == 0)
        return by_fail(
            err, BY_BAD_INPUT,
            "iteration=oth with z=0 would make nodes only and play no game: z is 1 or more");
    if ((rule->widening > 0 || rule->prior) && !rules->game->strengths)
        return by_fail(err, BY_BAD_INPUT,
                       "%s needs the strength of moves, which the game %s does not have",
                       rule->widening > 0 ? "widening=on" : "prior=on", rules->name);
    return BY_OK;
}

static struct by_core_options read_core(const struct by_rules *rules,
                                        const struct by_values *values, const struct by_rule *rule)
{
    return (struct by_core_options){
        .z = whole(values, "z"),
        .draw_halves = choice(values, "draw") == 0 ? 1 : 0,
        .leaves = whole(values, "leaves"),
        .threads = whole(values, "threads"),
        .proofs = flag(values, "proofs") && !rules->has_chance,
        .active = choice(values, "moves") == 1,
        .total_root = choice(values, "total") == 1,
        .expansion_only = choice(values, "iteration") == 1,
        .prune = choice(values, "full") == 0,
        .dag = flag(values, "dag"),
        .amaf = !rule->rave                   ? BY_AMAF_OFF
                : choice(values, "amaf") == 0 ? BY_AMAF_STATE
                                              : BY_AMAF_GLOBAL,
        .policy = by_policy_find(rules, by_values_get(values, "playout")->text)};
}

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
    free(m);
}

static enum by_status open_cores(struct by_mcts *m, const struct by_values *values,
                                 const struct by_rule *rule, struct by_error *err)
{
    struct by_core_options core = read_core(m->rules, values, rule);
    size_t memory = (size_t)by_values_get(values, "memory")->integer / (size_t)m->roots;
    size_t moves = (size_t)m->rules->max_moves, actions = (size_t)m->rules->action_count;
    m->cores = aligned_alloc(BY_LINE_BYTES, (size_t)m->roots * sizeof *m->cores);
    if (m->cores)
        memset(m->cores, 0, (size_t)m->roots * sizeof *m->cores);
    m->threads = calloc((size_t)m->roots, sizeof *m->threads);
    m->ballot.moves = calloc(moves, sizeof *m->ballot.moves);
    m->more = calloc(moves, sizeof *m->more);
    m->place = calloc(actions, sizeof *m->place);
    if (!m->cores || !m->threads || !m->ballot.moves || !m->more || !m->place)
        return by_fail_memory(err, actions * sizeof *m->place);
    enum by_status status = BY_OK;
    for (int i = 0; status == BY_OK && i < m->roots; i++)
        status = by_core_open(&m->cores[i], m->rules, &core, rule, memory, err);
    return status;
}

static enum by_status create(const struct by_rules *rules, const struct by_values *values,
                             void **state, struct by_error *err)
{
    struct by_mcts *m = calloc(1, sizeof *m);
    struct by_rule rule = {0};
    if (!m)
        return by_fail_memory(err, sizeof *m);
    m->rules = rules;
    m->roots = whole(values, "roots");
    m->reuse = flag(values, "reuse");
    m->early = choice(values, "early") == 0 ? 2 : choice(values, "early") == 1;
    if (!flag(values, "proofs"))
        m->early = 0;
    m->final = (enum by_final)choice(values, "final");
    m->ballot.tie_first = choice(values, "tie") == 1; /* children stand in random order */
    m->c = real(values, "c");
    enum by_status status = read_rule(m, values, &rule, err);
    if (status == BY_OK)
        status = check(rules, values, &rule, err);
    if (status == BY_OK)
        status = open_cores(m, values, &rule, err);
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

/* A result that one tree has proven holds in all of them. */
static void add_votes(struct by_mcts *m, struct by_core *core)
{
    int count = by_core_moves_locked(core, m->more);
    for (int i = 0; i < count; i++) {
        struct by_core_move *to = &m->ballot.moves[m->place[m->more[i].move]];
        to->tally.visits += m->more[i].tally.visits;
        to->tally.halves += m->more[i].tally.halves;
        if (by_link_is_known(m->more[i].link))
            to->link = m->more[i].link;
    }
}

static void count_votes(struct by_mcts *m)
{
    m->ballot.count = by_core_moves(&m->cores[0], m->ballot.moves);
    for (int i = 0; i < m->ballot.count; i++)
        m->place[m->ballot.moves[i].move] = i;
    for (int i = 1; i < m->roots; i++)
        add_votes(m, &m->cores[i]);
}

static bool all_known(const struct by_ballot *ballot)
{
    for (int i = 0; i < ballot->count; i++)
        if (!by_link_is_known(ballot->moves[i].link))
            return false;
    return true;
}

static void add_work(struct by_mcts *m, struct by_work *work)
{
    *work = (struct by_work){.seconds = by_clock_now() - m->job->begun};
    for (int i = 0; i < m->roots; i++) {
        work->simulations += by_core_simulations(&m->cores[i]);
        work->nodes += by_tree_nodes(&m->cores[i].tree);
        work->tree_bytes += by_tree_bytes(&m->cores[i].tree);
    }
    work->leaves = work->simulations;
}

static void decide(struct by_mcts *m)
{
    struct by_decision *d = m->decision;
    count_votes(m);
    int best = by_ballot_best(&m->ballot, m->final, m->c);
    d->scale = BY_SCALE_PROBABILITY;
    by_ballot_decide(&m->ballot, best, &m->cores[0], d);
    by_list_others(m->job, m->ballot.count, d);
    d->proven = m->ballot.moves[best].link == BY_LINK_WON ||
                (m->ballot.count == m->job->move_count && all_known(&m->ballot));
    add_work(m, &d->work);
    d->depth = 0;
    for (int i = 0; i < m->roots; i++) {
        int depth = by_core_depth(&m->cores[i]);
        d->depth = depth > d->depth ? depth : d->depth;
    }
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
    if (m->early == 0 || m->final != BY_FINAL_VISITS || (m->early == 2 && (!timed || m->sims > 0)))
        return false;
    if (by_tree_node(&m->cores[0].tree, m->cores[0].root)->chance)
        return false;
    if (m->job->move_count == 1)
        return true;
    count_votes(m);
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
    uint64_t limit = m->job->limits.nodes, nodes = 0;
    for (int i = 0; limit > 0 && i < m->roots; i++)
        nodes += by_tree_nodes(&m->cores[i].tree);
    return limit > 0 && nodes >= limit;
}

static void look(struct by_mcts *m, double now)
{
    bool late = (m->deadline > 0 && now >= m->deadline) || (m->aim > 0 && now >= m->aim);
    if (late || is_settled(m, now))
        halt(m);
    else
        tell_progress(m, now);
}

/* Between two simulations of the first worker. Looking at the clock costs, so it is done as often
 * as simulations take LOOK_S together. */
static void pulse(void *context)
{
    struct by_mcts *m = context;
    if (atomic_load_explicit(m->job->stop, memory_order_relaxed) || too_many_nodes(m))
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
    struct tree_thread *t = context;
    t->status = by_core_run(t->core, NULL, NULL, &t->error);
}

static enum by_status run_all(struct by_mcts *m, struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int i = 1; i < m->roots; i++) {
        struct tree_thread *t = &m->threads[i];
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
    return limits->nodes > 0 ? SIMS_A_NODE * limits->nodes : FALLBACK;
}

static enum by_status begin(struct by_mcts *m, const struct by_job *job,
                            struct by_decision *decision, struct by_error *err)
{
    uint64_t sims = simulations_in(&job->limits), share = sims / (uint64_t)m->roots;
    m->sims = sims;
    m->job = job;
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
        uint64_t leaves = (uint64_t)m->cores[i].options.leaves;
        m->cores[i].limit = share + rest > 0 && share + rest < leaves ? leaves : share + rest;
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
    if (d->work.simulations + (uint64_t)m->cores[0].options.leaves > wanted)
        return true;
    for (int i = 0; i < m->roots; i++)
        if (!atomic_load(&m->cores[i].spent))
            return false;
    return true;
}

static enum by_status think(void *state, const struct by_job *job, struct by_decision *decision,
                            struct by_error *err)
{
    struct by_mcts *m = state;
    enum by_status status = begin(m, job, decision, err);
    if (status == BY_OK && !atomic_load(job->stop))
        status = BY_THREADS ? run_all(m, err) : run_by_turns(m, err);
    if (status != BY_OK)
        return status;
    decide(m);
    decision->complete = is_complete(m);
    return BY_OK;
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
    bool own = strncmp(text, EXPR_PREFIX, strlen(EXPR_PREFIX)) == 0;
    text += own ? strlen(EXPR_PREFIX) : 0;
    by_rule_formula(&m->cores[0].rule, text + strspn(text, " "), out);
}

const struct by_search by_search_mcts = {
    .name = "mcts",
    .title = "Monte Carlo tree search",
    .summary = "grows a tree towards good moves by playing games out at random (UCT, RAVE, ...)",
    .options = options,
    .chance = true,
    .fallback = {.simulations = FALLBACK},
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .think = think,
    .line = line,
};
