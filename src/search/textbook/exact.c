#include "search/textbook/exact.h"
#include "base/clock.h"
#include <stdlib.h>
#include <string.h>

const char by_tie_words[] = ""
#define BY_TIE(id, name) "|" name
#include "search/textbook/ties.def"
#undef BY_TIE
    ;
const char by_seen_words[] = ""
#define BY_SEEN(id, name) "|" name
#include "search/textbook/seen.def"
#undef BY_SEEN
    ;
const char by_order_words[] = ""
#define BY_ORDER(id, name) "|" name
#include "search/textbook/orders.def"
#undef BY_ORDER
    ;

/* Progress is told at most so often. */
#define TELL_EVERY 0.05

/* How many positions the root may spend on a forced win: a few hundredths of a second. */
#define FORCED_ROOT_NODES 20000

enum by_status by_exact_init(struct by_exact *exact, const struct by_rules *rules,
                             struct by_error *err)
{
    memset(exact, 0, sizeof *exact);
    enum by_status status = by_walk_open(&exact->walk, rules, err);
    if (status != BY_OK)
        return status;
    exact->root = calloc((size_t)rules->max_moves, sizeof *exact->root);
    exact->ranked = calloc((size_t)rules->max_moves, sizeof *exact->ranked);
    exact->told = calloc((size_t)rules->max_moves, sizeof *exact->told);
    if (exact->root && exact->ranked && exact->told)
        return BY_OK;
    by_exact_clear(exact);
    return by_fail_memory(err, (size_t)rules->max_moves * sizeof *exact->root);
}

void by_exact_clear(struct by_exact *exact)
{
    by_seen_close(exact->walk.seen);
    by_walk_close(&exact->walk);
    free(exact->root);
    free(exact->ranked);
    free(exact->told);
    exact->root = NULL;
    exact->ranked = NULL;
    exact->told = NULL;
}

enum by_status by_exact_open(const struct by_rules *rules, by_child_value *child,
                             struct by_exact **out, struct by_error *err)
{
    *out = NULL;
    struct by_exact *exact = malloc(sizeof *exact);
    if (!exact)
        return by_fail_memory(err, sizeof *exact);
    enum by_status status = by_exact_init(exact, rules, err);
    if (status != BY_OK) {
        free(exact);
        return status;
    }
    exact->child = child;
    *out = exact;
    return BY_OK;
}

const struct by_eval *by_exact_eval(const struct by_rules *rules, const struct by_values *values)
{
    const struct by_value *eval = by_values_get(values, "eval");
    if (eval->set && by_same_text(eval->text, "none"))
        return NULL;
    return by_eval_find(rules, eval->set ? eval->text : NULL);
}

enum by_status by_exact_create(const struct by_rules *rules, const struct by_values *values,
                               by_child_value *child, void **state, struct by_error *err)
{
    struct by_exact *exact;
    const struct by_value *tie = by_values_find(values, "tie");
    if (rules->has_chance && tie && tie->choice == BY_TIE_FASTEST)
        return by_fail(err, BY_BAD_INPUT,
                       "tie=fastest counts the moves to the end, which chance leaves open");
    enum by_status status = by_exact_open(rules, child, &exact, err);
    if (status != BY_OK)
        return status;
    exact->walk.eval = by_exact_eval(rules, values);
    enum by_seen_choice choice = (enum by_seen_choice)by_values_get(values, "seen")->choice;
    if (choice != BY_SEEN_OFF)
        status = by_seen_open(rules, choice == BY_SEEN_SYMMETRY, &exact->walk.seen, err);
    if (status != BY_OK) {
        by_exact_destroy(exact);
        return status;
    }
    *state = exact;
    return BY_OK;
}

void by_exact_destroy(void *state)
{
    by_exact_clear(state);
    free(state);
}

void by_exact_reset(void *state, uint64_t seed)
{
    struct by_exact *exact = state;
    by_rng_init(&exact->rng, seed, 0);
}

/* --- lines ----------------------------------------------------------------- */

void by_exact_note_line(const struct by_exact *exact, struct by_root_move *r)
{
    const struct by_walk *walk = &exact->walk;
    int below = walk->pv_count[1] < BY_PV_MAX ? walk->pv_count[1] : BY_PV_MAX - 1;
    r->expected.line[0] = r->move;
    memcpy(r->expected.line + 1, walk->pv[1], (size_t)below * sizeof(by_move));
    r->expected.count = r->expected.searched = 1 + below;
}

int by_exact_line(const void *state, by_move move, by_move *out)
{
    const struct by_exact *exact = state;
    int i = 0;
    while (i < exact->told_count && exact->told[i].line[0] != move)
        i++;
    if (i == exact->told_count)
        return 0;
    memcpy(out, exact->told[i].line, (size_t)exact->told[i].count * sizeof *out);
    return exact->told[i].count;
}

/* The next iteration writes over those of the root. */
static void keep_lines(struct by_exact *exact, int count)
{
    exact->told_count = 0;
    for (int i = 0; i < count; i++)
        if (exact->root[i].searched)
            exact->told[exact->told_count++] = exact->root[i].expected;
}

/* --- one iteration at the root -------------------------------------------- */

static void tell_root(const struct by_exact *exact, enum by_step_kind kind,
                      enum by_step_reason reason, int depth, int64_t value)
{
    if (!by_walk_traced(&exact->walk))
        return;
    by_walk_tell(&exact->walk, &(struct by_step){.kind = kind,
                                                 .reason = reason,
                                                 .depth = depth,
                                                 .maximise = exact->sees_as_root,
                                                 .alpha = -BY_VALUE_INF,
                                                 .beta = BY_VALUE_INF,
                                                 .value = value});
}

/* What is left of the window when the best so far is `best`. Whether a move is as good as that, not
 * whether it is no better, is known only from a window that `best` lies in: drawing among equal
 * moves costs one more value. */
static int64_t root_alpha(const struct by_exact *exact, int64_t best)
{
    if (!exact->prunes || best <= -BY_VALUE_INF)
        return -BY_VALUE_INF;
    return exact->tie == BY_TIE_RANDOM ? best - 1 : best;
}

/* Searches root move `i` with what is left of the window. */
static void search_root_move(struct by_exact *exact, int i, int depth, int64_t best)
{
    struct by_walk *walk = &exact->walk;
    struct by_root_move *r = &exact->root[i];
    uint64_t before = walk->nodes;
    int64_t alpha = root_alpha(exact, best);
    by_walk_down(walk, r->move);
    int64_t value = exact->child(exact, depth - 1, alpha, BY_VALUE_INF);
    by_walk_up(walk);
    r->nodes = walk->nodes - before;
    if (walk->stopped)
        return;
    r->searched = true;
    r->value = value;
    r->bound = value > alpha ? BY_BOUND_EXACT : BY_BOUND_UPPER;
    by_exact_note_line(exact, r);
}

/* Whether root move `i` is the one to play so far, so that the walk keeps its line. Of equal moves
 * one is drawn: a better move begins the draw anew, from the same numbers. */
static bool leads(struct by_exact *exact, int i, int64_t best)
{
    const struct by_root_move *r = &exact->root[i];
    if (r->value > best) {
        exact->draw = exact->rng;
        exact->equal = 1;
        exact->leader = i;
        return true;
    }
    if (exact->tie != BY_TIE_RANDOM || r->value != best || r->bound != BY_BOUND_EXACT ||
        by_rng_below(&exact->draw, ++exact->equal) != 0)
        return false;
    exact->leader = i;
    return true;
}

/* What comes of the values at the root: of what nature may do the mean, else that of the move to
 * play, whose line becomes the walk's line 0. */
static int64_t value_of_root(struct by_exact *exact, int count, int depth)
{
    struct by_walk *walk = &exact->walk;
    const struct by_rules *rules = walk->rules;
    bool chance = by_walk_chance(walk);
    int64_t best = -BY_VALUE_INF;
    struct by_mean mean = {.total = 1};
    if (chance)
        mean.total = rules->game->chance(rules, by_walk_position(walk), BY_NO_MOVE);
    for (int i = 0; i < count && !walk->stopped; i++) {
        struct by_root_move *r = &exact->root[i];
        search_root_move(exact, i, depth, best);
        if (walk->stopped)
            break;
        if (chance) {
            by_mean_add(&mean, rules->game->chance(rules, by_walk_position(walk), r->move),
                        r->value);
        } else if (leads(exact, i, best)) {
            best = r->value;
            by_walk_best(walk, r->move);
        }
    }
    return chance ? by_mean_value(&mean) : best;
}

int64_t by_exact_believed(struct by_exact *exact, int count, int64_t best)
{
    if (best <= -BY_VALUE_INF)
        return best;
    int64_t value = by_walk_root_believed(&exact->walk, best);
    for (int i = 0; i < count && value != best; i++)
        if (exact->root[i].searched && exact->root[i].value == best)
            exact->root[i].value = value;
    return value;
}

/* Looks at every root move. Returns the value of the root. */
static int64_t search_root(struct by_exact *exact, const struct by_job *job, int depth)
{
    struct by_walk *walk = &exact->walk;
    if (!by_walk_count(walk))
        return -BY_VALUE_INF;
    tell_root(exact, BY_STEP_ENTER, BY_REASON_NONE, depth, 0);
    if (walk->seen)
        (void)by_seen_before(walk->seen, by_walk_position(walk));
    int count = by_walk_root_moves(walk, job->moves, job->move_count);
    by_exact_sort(exact, 0, count, depth);
    for (int i = 0; i < job->move_count && !walk->starved; i++)
        exact->root[i] = (struct by_root_move){.move = walk->moves[i]};
    int64_t best = by_exact_believed(exact, count, value_of_root(exact, count, depth));
    walk->move_top = 0;
    tell_root(exact, BY_STEP_LEAVE,
              walk->stopped          ? BY_REASON_STOPPED
              : by_walk_chance(walk) ? BY_REASON_CHANCE
                                     : BY_REASON_SEARCHED,
              depth, best);
    return best;
}

/* --- from an iteration to a decision --------------------------------------- */

/* The root move to play among those with the best value: the first, or the one that `leads` has
 * drawn; what is drawn here moves the generator on, for the next time. Ties by length are no ties any
 * more: the values differ. */
static int choose(struct by_exact *exact, int count, int64_t best)
{
    int chosen = -1;
    uint32_t equal = 0;
    for (int i = 0; i < count; i++) {
        const struct by_root_move *r = &exact->root[i];
        if (!r->searched || r->bound != BY_BOUND_EXACT || r->value != best)
            continue;
        equal++;
        if (chosen < 0 || (exact->tie == BY_TIE_RANDOM && by_rng_below(&exact->rng, equal) == 0))
            chosen = i;
    }
    return chosen >= 0 && exact->tie == BY_TIE_RANDOM ? exact->leader : chosen;
}

/* True when the value of a root move is the game's result and not an estimate: every line was
 * played to its end, or a finished game decides in a game without margins. Where moves were left
 * out it is only the second (by_walk_believed). */
static bool is_result(const struct by_exact *exact, int64_t value)
{
    const struct by_walk *walk = &exact->walk;
    if (walk->width == 0 && !walk->horizon && !walk->guessed)
        return true;
    int64_t plain = by_walk_plain(walk, value);
    int64_t win = (walk->eval ? walk->eval->win : 1) * walk->unit;
    return (plain >= win || plain <= -win) && !walk->rules->game->has_margin;
}

/* With a depth limit values are the evaluation's; a deepening search that has come to the
 * end of the game speaks in results. */
static double shown(const struct by_exact *exact, int64_t value, bool as_result)
{
    const struct by_walk *walk = &exact->walk;
    int64_t plain = by_walk_plain(walk, value);
    if (walk->rules->has_chance) {
        bool in_wins = as_result && walk->eval && !walk->rules->game->has_margin;
        return by_walk_fraction(plain, walk->unit) / (in_wins ? walk->eval->win : 1);
    }
    return (double)(as_result ? by_walk_result(&exact->walk, plain) : plain);
}

static const char *units_of(const struct by_exact *exact, bool as_result)
{
    return as_result || !exact->walk.eval ? NULL : exact->walk.eval->name;
}

/* Among results an estimate says nothing: such a move is left without a value. */
static void fill_moves(const struct by_exact *exact, int count, bool as_result,
                       struct by_decision *decision)
{
    for (int i = 0; i < count; i++) {
        const struct by_root_move *r = &exact->root[i];
        bool known = r->searched && (!as_result || is_result(exact, r->value));
        decision->moves[i] = (struct by_move_stat){
            .move = r->move,
            .visits = r->nodes,
            .bound = known ? r->bound : BY_BOUND_NONE,
            .value = known ? shown(exact, r->value, as_result) : 0,
        };
    }
}

/* The line of the chosen move. When the search has none of it, as before its first move was
 * searched out, only the move itself is known. */
static void fill_line(const struct by_exact *exact, struct by_decision *decision)
{
    const struct by_walk *walk = &exact->walk;
    if (walk->pv_count[0] == 0 || walk->pv[0][0] != decision->move) {
        decision->pv[0] = decision->move;
        decision->pv_count = 1;
        return;
    }
    decision->pv_count = walk->pv_count[0];
    memcpy(decision->pv, walk->pv[0], (size_t)walk->pv_count[0] * sizeof(by_move));
}

void by_exact_decide(struct by_exact *exact, const struct by_job *job, int depth, int64_t best,
                     struct by_decision *decision)
{
    bool chance = by_walk_chance(&exact->walk);
    int chosen = chance ? 0 : choose(exact, job->move_count, best);
    if (chosen < 0 || (chance && exact->walk.stopped))
        return;
    bool result = !exact->walk.stopped && is_result(exact, best);
    bool as_result = result && job->limits.depth == 0;
    decision->proven = result && !exact->walk.rules->has_chance;
    decision->move = exact->root[chosen].move;
    decision->bound = exact->walk.stopped ? BY_BOUND_LOWER : BY_BOUND_EXACT;
    decision->complete = !exact->walk.stopped;
    decision->depth = depth;
    decision->value = shown(exact, best, as_result);
    decision->eval = units_of(exact, as_result);
    fill_moves(exact, job->move_count, as_result, decision);
    keep_lines(exact, job->move_count);
    fill_line(exact, decision);
}

bool by_exact_forced(struct by_exact *exact, const struct by_job *job, struct by_decision *decision)
{
    struct by_walk *walk = &exact->walk;
    struct by_forced f;
    int i = 0;
    if (walk->forced == 0 || !by_walk_forced(walk, FORCED_ROOT_NODES, &f))
        return false;
    while (i < job->move_count && job->moves[i] != f.line[0])
        i++;
    if (i == job->move_count)
        return false;
    bool as_result = job->limits.depth == 0;
    decision->move = f.line[0];
    decision->proven = decision->complete = true;
    decision->bound = BY_BOUND_EXACT;
    decision->value = shown(exact, by_walk_win(walk, f.length), as_result);
    decision->eval = units_of(exact, as_result);
    decision->depth = f.length;
    decision->moves[i].bound = BY_BOUND_EXACT;
    decision->moves[i].value = decision->value;
    decision->moves[i].visits = (uint64_t)f.nodes;
    decision->pv_count = f.length < BY_PV_MAX ? f.length : BY_PV_MAX;
    memcpy(decision->pv, f.line, (size_t)decision->pv_count * sizeof *f.line);
    return true;
}

/* --- thinking ------------------------------------------------------------- */

void by_exact_begin(struct by_exact *exact, const struct by_job *job)
{
    struct by_walk *walk = &exact->walk;
    walk->stop = job->stop;
    walk->events = job->events;
    walk->node_limit = job->limits.nodes;
    walk->deadline = job->limits.seconds > 0 ? job->begun + job->limits.seconds : 0;
    walk->by_length = exact->tie == BY_TIE_FASTEST;
    exact->told_count = 0;
    by_walk_start(walk, by_line_position(job->line));
}

void by_exact_note_work(const struct by_exact *exact, struct by_decision *decision)
{
    decision->work.nodes = exact->walk.nodes;
    decision->work.leaves = exact->walk.leaves;
    if (!exact->walk.seen)
        return;
    decision->work.states = exact->walk.seen->states;
    decision->work.saved = exact->walk.seen->saved;
    decision->work.tree_bytes = exact->walk.seen->held;
    decision->work.tree_blocks = exact->walk.seen->set.block_count + 1; /* and its slots */
}

void by_exact_on_pulse(void *context)
{
    struct by_exact_pulse *p = context;
    double now = by_clock_now();
    if (now - p->told < TELL_EVERY)
        return;
    p->told = now;
    by_exact_note_work(p->exact, p->decision);
    p->decision->work.seconds = now - p->job->begun;
    p->job->events->progress(p->job->events->context, p->decision);
}

enum by_status by_exact_starved(const struct by_walk *walk, struct by_error *err)
{
    return walk->starved ? by_fail_memory(err, 2 * walk->move_room * sizeof *walk->moves) : BY_OK;
}

/* Where the iterations begin. A depth alone is searched as it stands. With another limit beside
 * it the search deepens towards it, so that there is an answer when that limit strikes. */
static int first_depth(const struct by_limits *limits)
{
    bool alone = limits->nodes == 0 && limits->seconds <= 0;
    return limits->depth > 0 && alone ? limits->depth : 1;
}

/* Stopped before the first move was searched out: the best by a look one ply ahead, which takes
 * no time. */
static void look_once(struct by_exact *exact, const struct by_job *job,
                      struct by_decision *decision)
{
    struct by_walk *walk = &exact->walk;
    if (decision->bound != BY_BOUND_NONE || walk->node_limit != 0 || walk->starved)
        return;
    const atomic_bool *stop = walk->stop;
    uint64_t nodes = walk->nodes, leaves = walk->leaves;
    double deadline = walk->deadline;
    by_walk_start(walk, by_line_position(job->line));
    walk->stop = NULL;
    walk->deadline = 0;
    int64_t best = search_root(exact, job, 1);
    by_exact_decide(exact, job, 1, best, decision);
    decision->proven = decision->proven && !walk->horizon;
    walk->stop = stop;
    walk->deadline = deadline;
    walk->nodes += nodes;
    walk->leaves += leaves;
}

/* The next depth takes longer than all before it together. */
bool by_exact_late(const struct by_job *job)
{
    return job->soft_seconds > 0 && by_clock_now() - job->begun > job->soft_seconds / 2;
}

/* Every depth is a search of its own: what it meets it meets for the first time. */
static enum by_status begin_depth(struct by_walk *walk, struct by_error *err)
{
    walk->horizon = walk->guessed = false;
    return walk->seen ? by_seen_clear(walk->seen, err) : BY_OK;
}

/* Ever deeper, keeping the last depth that was finished: an interrupted deeper look says less
 * than a complete shallower one. */
enum by_status by_exact_think(void *state, const struct by_job *job, struct by_decision *decision,
                              struct by_error *err)
{
    struct by_exact *exact = state;
    struct by_walk *walk = &exact->walk;
    int last = job->limits.depth > 0 ? job->limits.depth : BY_LENGTH_MAX + 1;
    struct by_exact_pulse pulse = {exact, job, decision, job->begun};
    enum by_status status = BY_OK;
    by_exact_begin(exact, job);
    if (walk->seen)
        status = by_seen_begin(walk->seen, job->limits.memory, err);
    walk->pulse = job->events->progress ? by_exact_on_pulse : NULL;
    walk->pulse_context = &pulse;
    if (by_exact_forced(exact, job, decision)) {
        by_exact_note_work(exact, decision);
        return BY_OK;
    }
    bool late = false;
    for (int depth = first_depth(&job->limits); depth <= last && !late; depth++) {
        if (status == BY_OK)
            status = begin_depth(walk, err);
        if (status != BY_OK)
            return status;
        uint64_t before = walk->nodes;
        int64_t best = search_root(exact, job, depth);
        if (!walk->stopped)
            decision->work.last_depth_nodes = walk->nodes - before;
        if (!walk->stopped || decision->depth == 0)
            by_exact_decide(exact, job, walk->stopped ? 0 : depth, best, decision);
        if (walk->stopped || !walk->horizon || (decision->proven && job->limits.depth == 0))
            break;
        late = depth < last && by_exact_late(job);
    }
    bool complete = !walk->stopped && !late;
    look_once(exact, job, decision);
    decision->complete = complete;
    if (decision->pv_count == 0)
        fill_line(exact, decision);
    by_exact_note_work(exact, decision);
    return by_exact_starved(walk, err);
}
