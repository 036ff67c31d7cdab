/* The register of searches, and the wrapper through which everybody uses them. */
#include "base/clock.h"
#include "base/deep.h"
#include "base/spec.h"
#include "search/search.h"
#include "search/team.h"
#include "search/timing.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BY_SEARCH(name) extern const struct by_search by_search_##name;
#include "search/searches.def"
#undef BY_SEARCH

static const struct by_search *const register_of_searches[] = {
#define BY_SEARCH(name) &by_search_##name,
#include "search/searches.def"
#undef BY_SEARCH
    NULL,
};

struct by_searcher {
    const struct by_rules *rules;
    struct by_rules *knowing; /* what the search works with when it has knowledge of its own */
    const struct by_search *search;
    struct by_values values;
    struct by_limits limits; /* what the spec says */
    atomic_bool stop;
    void *state;
    struct by_team *team; /* NULL: it works alone */
};

const struct by_search *by_search_at(int index)
{
    int count = (int)(sizeof register_of_searches / sizeof register_of_searches[0]) - 1;
    return index >= 0 && index < count ? register_of_searches[index] : NULL;
}

const struct by_search *by_search_find(const char *name)
{
    for (int i = 0; by_search_at(i); i++)
        if (by_same_text(by_search_at(i)->name, name))
            return by_search_at(i);
    return NULL;
}

void by_search_names(struct by_text *out)
{
    for (int i = 0; by_search_at(i); i++)
        by_text_format(out, "%s%s", i > 0 ? "|" : "", by_search_at(i)->name);
}

void by_searches_check(void)
{
    for (int i = 0; by_search_at(i); i++) {
        const struct by_search *s = by_search_at(i);
        assert(s->name && s->title && s->summary);
        assert(s->create && s->destroy && s->reset && s->think);
        (void)s;
    }
}

/* --- opening -------------------------------------------------------------- */

static enum by_status unknown_search(const char *name, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], names[256], hint[64];
    struct by_text list = by_text_over(names, sizeof names);
    by_search_names(&list);
    struct by_text near = by_text_over(hint, sizeof hint);
    by_suggest(&near, name, names);
    return by_fail(err, BY_BAD_INPUT, "there is no search '%s'%s; the searches are %s",
                   by_quote(name, quoted), hint, names);
}

static enum by_status refuse_chance(const struct by_rules *rules, const struct by_search *search,
                                    struct by_error *err)
{
    char names[128];
    struct by_text list = by_text_over(names, sizeof names);
    for (int i = 0; by_search_at(i); i++)
        if (by_search_at(i)->chance)
            by_text_format(&list, "%s%s", list.length > 0 ? ", " : "", by_search_at(i)->name);
    return by_fail(err, BY_BAD_INPUT,
                   "%s does not understand chance, which this game (%s) has; these do: %s",
                   search->name, rules->name, names);
}

static bool name_fits(const struct by_rules *rules, const char *list, const char *name)
{
    if (strcmp(list, "evaluation") == 0)
        return by_same_text(name, "none") || by_eval_find(rules, name);
    return by_policy_find(rules, name) != NULL;
}

/* Options whose accepted names depend on the game. */
static enum by_status check_names(const struct by_rules *rules, const struct by_values *values,
                                  struct by_error *err)
{
    for (int i = 0; i < values->count; i++) {
        const struct by_option *option = &values->options[i];
        const char *name = values->value[i].text;
        if (option->type != BY_OPTION_NAME || !values->value[i].set ||
            name_fits(rules, option->choices, name))
            continue;
        char quoted[BY_QUOTE_SIZE], names[256];
        struct by_text list = by_text_over(names, sizeof names);
        if (strcmp(option->choices, "evaluation") == 0) {
            by_eval_names(rules, &list);
            by_text_add(&list, list.length > 0 ? "|none" : "none");
        } else {
            by_policy_names(rules, &list);
        }
        return by_fail(err, BY_BAD_INPUT, "%s=%s does not fit the game %s, which has %s",
                       option->name, by_quote(name, quoted), rules->name, names);
    }
    return BY_OK;
}

/* Evaluations and playouts with something behind a colon get rules of their own. */
static enum by_status add_knowledge(struct by_searcher *s, struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int i = 0; i < s->values.count && status == BY_OK; i++) {
        const struct by_value *value = &s->values.value[i];
        const char *colon = value->set ? strchr(value->text, ':') : NULL;
        if (!colon || s->values.options[i].type != BY_OPTION_NAME)
            continue;
        struct by_rules *before = s->knowing;
        status = by_rules_knowing(before ? before : s->rules, colon + 1, &s->knowing, err);
        by_rules_close(before);
    }
    return status;
}

static int64_t whole(const struct by_values *values, const char *name)
{
    const struct by_value *value = by_values_find(values, name);
    return value && value->set ? value->integer : 0;
}

static struct by_limits limits_of(const struct by_values *values)
{
    const struct by_value *time = by_values_find(values, "time");
    return (struct by_limits){
        .simulations = (uint64_t)whole(values, "sims"),
        .nodes = (uint64_t)whole(values, "nodes"),
        .depth = (int)whole(values, "depth"),
        .seconds = time && time->set ? time->real : 0,
        .memory = (size_t)whole(values, "memory"),
    };
}

/* Whether `was`, an option or option=value, is what the setting says. */
static bool says(const struct by_setting *setting, const char *was)
{
    size_t length = strcspn(was, "=");
    return strlen(setting->name) == length && strncmp(setting->name, was, length) == 0 &&
           (was[length] == '\0' || strcmp(setting->value, was + length + 1) == 0);
}

/* A refused spec with an old name in it is refused with the new one. */
static enum by_status name_anew(const struct by_search *search, const struct by_spec *spec,
                                enum by_status status, struct by_error *err)
{
    static const struct {
        const char *search, *was, *is;
    } list[] = {
#define BY_RENAMED(search_name, old_name, new_name) {#search_name, old_name, new_name},
#include "search/renamed.def"
#undef BY_RENAMED
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        for (int k = 0; k < spec->count && strcmp(list[i].search, search->name) == 0; k++)
            if (says(&spec->settings[k], list[i].was))
                return by_fail(err, status, "the search %s has no %s: it is called %s now",
                               search->name, list[i].was, list[i].is);
    return status;
}

static enum by_status set_up(struct by_searcher *s, const struct by_spec *spec,
                             struct by_error *err)
{
    char owner[64];
    (void)snprintf(owner, sizeof owner, "the search %s", s->search->name);
    enum by_status status =
        by_values_open(owner, s->search->options, spec->settings, spec->count, &s->values, err);
    if (status == BY_OK)
        status = check_names(s->rules, &s->values, err);
    if (status != BY_OK)
        return name_anew(s->search, spec, status, err);
    status = add_knowledge(s, err);
    if (status == BY_OK)
        status = s->search->create(s->knowing ? s->knowing : s->rules, &s->values, &s->state, err);
    return status;
}

bool by_searcher_wants_ranks(const struct by_searcher *s)
{
    const struct by_value *ranks = by_values_find(&s->values, "ranks");
    return ranks && ranks->flag;
}

static enum by_status lead(struct by_searcher *s, struct by_error *err)
{
    if (!by_searcher_wants_ranks(s))
        return BY_OK;
    char spec[BY_SPEC_LENGTH_MAX + 1];
    struct by_text text = by_text_over(spec, sizeof spec);
    by_text_add(&text, s->search->name);
    by_values_write(&s->values, NULL, &text);
    if (text.length >= sizeof spec)
        return by_fail(err, BY_BAD_INPUT, "the spec of the search is too long for other ranks");
    return by_team_lead(s->rules, spec, &s->team, err);
}

enum by_status by_searcher_open(const struct by_rules *rules, const char *spec, uint64_t seed,
                                struct by_searcher **out, struct by_error *err)
{
    struct by_spec parsed;
    *out = NULL;
    enum by_status status = by_spec_read(spec, &parsed, err);
    return status == BY_OK ? by_searcher_make(rules, &parsed, seed, out, err) : status;
}

enum by_status by_searcher_make(const struct by_rules *rules, const struct by_spec *spec,
                                uint64_t seed, struct by_searcher **out, struct by_error *err)
{
    *out = NULL;
    by_searches_check();
    const struct by_search *search = by_search_find(spec->name);
    if (!search)
        return unknown_search(spec->name, err);
    if (rules->has_chance && !search->chance)
        return refuse_chance(rules, search, err);
    struct by_searcher *s = calloc(1, sizeof *s);
    if (!s)
        return by_fail_memory(err, sizeof *s);
    s->rules = rules;
    s->search = search;
    enum by_status status = set_up(s, spec, err);
    if (status == BY_OK)
        status = lead(s, err);
    if (status != BY_OK) {
        by_searcher_close(s);
        return status;
    }
    s->limits = limits_of(&s->values);
    by_searcher_reset(s, seed);
    *out = s;
    return BY_OK;
}

void by_searcher_close(struct by_searcher *s)
{
    if (!s)
        return;
    if (by_team_leads(s->team))
        by_team_close(s->team);
    if (s->state)
        s->search->destroy(s->state);
    by_rules_close(s->knowing);
    by_values_close(&s->values);
    free(s);
}

void by_searcher_reset(struct by_searcher *s, uint64_t seed)
{
    atomic_store(&s->stop, false);
    s->search->reset(s->state, seed);
    if (by_team_leads(s->team))
        by_team_reset(s->team, seed);
}

void by_searcher_stop(struct by_searcher *s)
{
    atomic_store(&s->stop, true);
}

int by_searcher_line(const struct by_searcher *s, by_move move, by_move *out)
{
    return s->search->line ? s->search->line(s->state, move, out) : 0;
}

void by_searcher_unstop(struct by_searcher *s)
{
    atomic_store(&s->stop, false);
}

const struct by_search *by_searcher_search(const struct by_searcher *s)
{
    return s->search;
}

const struct by_values *by_searcher_values(const struct by_searcher *s)
{
    return &s->values;
}

void *by_searcher_state(const struct by_searcher *s)
{
    return s->state;
}

void by_searcher_follow(struct by_searcher *s, struct by_team *team)
{
    s->team = team;
}

/* --- decisions ------------------------------------------------------------ */

enum by_status by_decision_open(const struct by_rules *rules, struct by_decision *decision,
                                struct by_error *err)
{
    memset(decision, 0, sizeof *decision);
    decision->move = BY_NO_MOVE;
    size_t bytes = (size_t)rules->max_moves * sizeof *decision->moves;
    decision->moves = calloc((size_t)rules->max_moves, sizeof *decision->moves);
    return decision->moves ? BY_OK : by_fail_memory(err, bytes);
}

void by_decision_close(struct by_decision *decision)
{
    free(decision->moves);
    decision->moves = NULL;
    decision->move_count = 0;
}

static void clear(struct by_decision *decision, const by_move *moves, int count)
{
    struct by_move_stat *keep = decision->moves;
    memset(decision, 0, sizeof *decision);
    decision->moves = keep;
    decision->move = count > 0 ? moves[0] : BY_NO_MOVE;
    decision->move_count = count;
    for (int i = 0; i < count; i++)
        decision->moves[i] = (struct by_move_stat){.move = moves[i], .bound = BY_BOUND_NONE};
}

static bool is_listed(const struct by_decision *decision, int count, by_move move)
{
    for (int i = 0; i < count; i++)
        if (decision->moves[i].move == move)
            return true;
    return false;
}

void by_list_others(const struct by_job *job, int count, struct by_decision *decision)
{
    int next = count;
    for (int i = 0; i < job->move_count && next < job->move_count; i++)
        if (!is_listed(decision, count, job->moves[i]))
            decision->moves[next++] =
                (struct by_move_stat){.move = job->moves[i], .bound = BY_BOUND_NONE};
}

/* Simulations say most by how often they went somewhere. */
static int by_visits(const void *a, const void *b)
{
    const struct by_move_stat *x = a, *y = b;
    if (x->visits != y->visits)
        return x->visits > y->visits ? -1 : 1;
    if (x->value > y->value || x->value < y->value)
        return x->value > y->value ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

static int by_worth(const void *a, const void *b)
{
    const struct by_move_stat *x = a, *y = b;
    bool x_known = x->bound != BY_BOUND_NONE, y_known = y->bound != BY_BOUND_NONE;
    if (x_known != y_known)
        return x_known ? -1 : 1;
    if (x_known && (x->value > y->value || x->value < y->value))
        return x->value > y->value ? -1 : 1;
    if (x->visits != y->visits)
        return x->visits > y->visits ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

/* The chosen move first, the others behind it by value, then visits, then action; by visits first
 * where values are chances. */
static void sort_moves(struct by_decision *decision)
{
    struct by_move_stat *moves = decision->moves;
    for (int i = 1; i < decision->move_count; i++) {
        if (moves[i].move != decision->move)
            continue;
        struct by_move_stat chosen = moves[i];
        moves[i] = moves[0];
        moves[0] = chosen;
    }
    if (decision->move_count > 2)
        qsort(moves + 1, (size_t)decision->move_count - 1, sizeof *moves,
              decision->scale == BY_SCALE_PROBABILITY ? by_visits : by_worth);
}

/* --- thinking ------------------------------------------------------------- */

static uint64_t smaller_u64(uint64_t a, uint64_t b)
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

static struct by_limits join(const struct by_limits *a, const struct by_limits *b)
{
    bool b_sooner = a->seconds <= 0 || (b->seconds > 0 && b->seconds < a->seconds);
    return (struct by_limits){
        .simulations = smaller_u64(a->simulations, b->simulations),
        .nodes = smaller_u64(a->nodes, b->nodes),
        .depth = (int)smaller_u64((uint64_t)a->depth, (uint64_t)b->depth),
        .seconds = b_sooner ? b->seconds : a->seconds,
        .memory = (size_t)smaller_u64(a->memory, b->memory),
        .clock = by_clock_runs(&b->clock) ? b->clock : a->clock,
    };
}

/* Memory alone does not end a search. */
static bool unlimited(const struct by_limits *l)
{
    return l->simulations == 0 && l->nodes == 0 && l->depth == 0 && l->seconds <= 0;
}

/* A game clock becomes a limit on this move, and a time to aim at. */
static void apply_clock(struct by_job *job)
{
    if (!by_clock_runs(&job->limits.clock))
        return;
    struct by_moves_left moves = by_moves_left(job->line->rules, job->line->count);
    struct by_time_share share = by_time_share(&job->limits.clock, moves);
    if (job->limits.seconds <= 0 || job->limits.seconds > share.hard)
        job->limits.seconds = share.hard;
    job->soft_seconds = share.soft < job->limits.seconds ? share.soft : job->limits.seconds;
}

static void set_limits(const struct by_searcher *s, const struct by_limits *more,
                       struct by_job *job)
{
    const struct by_limits none = {0};
    job->limits = join(&s->limits, more ? more : &none);
    apply_clock(job);
    if (unlimited(&job->limits))
        job->limits = join(&job->limits, &s->search->fallback);
}

/* The answer at the end of a game: no move, the result as the side to move sees it. */
static void decide_finished(const struct by_line *line, struct by_decision *decision)
{
    int32_t result = by_line_result(line);
    decision->value = by_line_side(line) == 0 ? result : -result;
    decision->bound = BY_BOUND_EXACT;
    decision->complete = true;
    decision->proven = true;
}

/* One call of the search's think, wherever it runs. */
struct call {
    struct by_searcher *searcher;
    const struct by_job *job;
    struct by_decision *decision;
    struct by_error *err;
    enum by_status status;
};

static void call_think(void *context)
{
    struct call *c = context;
    c->status = c->searcher->search->think(c->searcher->state, c->job, c->decision, c->err);
}

/* On this thread, or on one with a large stack when the game is long enough to need it. */
static enum by_status think_safely(struct by_searcher *s, const struct by_job *job,
                                   struct by_decision *decision, struct by_error *err)
{
    struct call call = {s, job, decision, err, BY_OK};
    if (s->rules->max_length > BY_DEEP_PLIES) {
        enum by_status status = by_deep_run(call_think, &call, err);
        return status == BY_OK ? call.status : status;
    }
    call_think(&call);
    return call.status;
}

static enum by_status think_knowing(struct by_searcher *s, struct by_job *job,
                                    struct by_decision *decision, struct by_error *err)
{
    struct by_line *own = NULL;
    enum by_status status = by_line_retrace(s->knowing, job->line, &own, err);
    job->line = own;
    if (status == BY_OK)
        status = think_safely(s, job, decision, err);
    by_line_close(own);
    return status;
}

enum by_status by_searcher_think(struct by_searcher *s, const struct by_line *line,
                                 const struct by_limits *limits, const struct by_events *events,
                                 struct by_decision *decision, struct by_error *err)
{
    static const struct by_events nobody = {0};
    double begun = by_clock_now();
    if (line->rules != s->rules)
        return by_fail(err, BY_BAD_INPUT, "the line was opened with other rules than the searcher");
    size_t bytes = (size_t)s->rules->max_moves * sizeof(by_move);
    by_move *moves = malloc(bytes);
    if (!moves)
        return by_fail_memory(err, bytes);
    int count = by_line_moves(line, moves);
    clear(decision, moves, count);
    enum by_status status = BY_OK;
    if (count == 0) {
        decide_finished(line, decision);
    } else {
        struct by_job job = {.line = line,
                             .events = events ? events : &nobody,
                             .stop = &s->stop,
                             .begun = begun,
                             .moves = moves,
                             .move_count = count,
                             .team = s->team};
        if (s->team)
            by_team_set_line(s->team, line);
        set_limits(s, limits, &job);
        status = s->knowing ? think_knowing(s, &job, decision, err)
                            : think_safely(s, &job, decision, err);
        sort_moves(decision);
        if (by_line_nature(line)) {
            decision->move = BY_NO_MOVE;
            decision->pv_count = 0;
        }
    }
    decision->work.seconds = by_clock_now() - begun;
    free(moves);
    atomic_store(&s->stop, false);
    return status;
}
