#include "search/alphabeta/deepening.h"
#include "base/deep.h"
#include "base/thread.h"
#include "base/zobrist.h"
#include "search/alphabeta/own.h"
#include <stdlib.h>
#include <string.h>

/* Half the first aspiration window, in units of the evaluation; a miss makes it this many times
 * wider, and a second miss opens it. */
#define ASPIRATION_HALF  16
#define ASPIRATION_WIDER 8

struct worker {
    struct by_deepening *deepening;
    const struct by_job *job;
    struct by_pvs pvs;
    struct by_decision decision;
    struct by_exact_pulse pulse;
    int root_count; /* root moves that are looked at; the others stand behind them */
    struct by_thread thread;
};

struct by_deepening {
    const struct by_rules *rules;
    bool aspiration;
    bool used; /* something was learned since the last reset */
    atomic_bool halt;
    struct by_table table; /* entries NULL: none */
    struct by_deferred *deferred;
    int threads;
    struct worker *workers;
    const struct worker *told; /* whose decision the last one is; NULL: the game's own search's */
    struct by_own own;         /* the game's own search; its state is NULL without one */
};

/* --- opening ------------------------------------------------------------------ */

static bool flag(const struct by_values *values, const char *name)
{
    return by_values_get(values, name)->flag;
}

static enum by_status open_worker(struct worker *w, struct by_deepening *deepening,
                                  const struct by_values *values, struct by_error *err)
{
    w->deepening = deepening;
    enum by_status status = by_decision_open(deepening->rules, &w->decision, err);
    if (status == BY_OK)
        status = by_pvs_open(&w->pvs, deepening->rules, err);
    if (status != BY_OK)
        return status;
    w->pvs.use = (struct by_pvs_options){.null_windows = flag(values, "pvs"),
                                         .killers = flag(values, "killers"),
                                         .history = flag(values, "history"),
                                         .symmetry = flag(values, "symmetry")};
    w->pvs.frame.walk.eval = by_exact_eval(deepening->rules, values);
    w->pvs.frame.prunes = true;
    by_alphabeta_slots(values, &w->pvs.frame.walk);
    w->pvs.table = deepening->table.entries ? &deepening->table : NULL;
    w->pvs.deferred = deepening->deferred;
    return BY_OK;
}

static enum by_status open_shared(struct by_deepening *deepening, const struct by_values *values,
                                  struct by_error *err)
{
    size_t bytes = (size_t)by_values_get(values, "table")->integer;
    deepening->threads = (int)by_values_get(values, "threads")->integer;
    deepening->aspiration = flag(values, "aspiration");
    enum by_status status = by_thread_allow(deepening->threads, err);
    if (status == BY_OK && bytes > 0)
        status = by_table_open(&deepening->table, bytes, err);
    if (status != BY_OK)
        return status;
    if (deepening->threads > 1)
        deepening->deferred = calloc(1, sizeof *deepening->deferred);
    deepening->workers = calloc((size_t)deepening->threads, sizeof *deepening->workers);
    if (!deepening->workers || (deepening->threads > 1 && !deepening->deferred))
        return by_fail_memory(err, (size_t)deepening->threads * sizeof *deepening->workers);
    return BY_OK;
}

/* The game's own search says what a position is worth by its first best move: not to a few moves, or
 * among equals. */
static enum by_status open_own(struct by_deepening *deepening, const struct by_values *values,
                               struct by_error *err)
{
    const struct by_exact *first = &deepening->workers[0].pvs.frame;
    if (!flag(values, "own") || first->walk.width > 0 || first->tie != BY_TIE_FIRST)
        return BY_OK;
    return by_own_open(&deepening->own, deepening->rules, first->walk.eval,
                       (size_t)by_values_get(values, "table")->integer, deepening->threads, err);
}

enum by_status by_deepening_open(const struct by_rules *rules, const struct by_values *values,
                                 struct by_deepening **out, struct by_error *err)
{
    *out = NULL;
    struct by_deepening *deepening = calloc(1, sizeof *deepening);
    if (!deepening)
        return by_fail_memory(err, sizeof *deepening);
    deepening->rules = rules;
    enum by_status status = open_shared(deepening, values, err);
    for (int i = 0; i < deepening->threads && status == BY_OK; i++)
        status = open_worker(&deepening->workers[i], deepening, values, err);
    if (status == BY_OK)
        status = open_own(deepening, values, err);
    if (status != BY_OK) {
        by_deepening_close(deepening);
        return status;
    }
    *out = deepening;
    return BY_OK;
}

void by_deepening_close(struct by_deepening *deepening)
{
    for (int i = 0; deepening->workers && i < deepening->threads; i++) {
        by_pvs_close(&deepening->workers[i].pvs);
        by_decision_close(&deepening->workers[i].decision);
    }
    by_own_close(&deepening->own);
    by_table_close(&deepening->table);
    free(deepening->deferred);
    free(deepening->workers);
    free(deepening);
}

/* Clearing a large table takes longer than a short game: not without need. */
void by_deepening_reset(struct by_deepening *deepening)
{
    if (!deepening->used)
        return;
    deepening->used = false;
    by_own_reset(&deepening->own);
    if (deepening->table.entries)
        by_table_clear(&deepening->table);
    for (int i = 0; i < deepening->threads; i++)
        by_pvs_forget(&deepening->workers[i].pvs);
}

/* --- one iteration at the root --------------------------------------------------- */

/* The window at the root, and the best value so far. */
struct window {
    int depth;
    int64_t alpha, beta, best;
};

static int64_t max64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The value of a root move: the whole window for the first, an empty one for the others
 * until one of them turns out better. */
static int64_t value_of_move(struct by_pvs *pvs, by_move move, const struct window *w)
{
    struct by_walk *walk = &pvs->frame.walk;
    int64_t alpha = max64(w->alpha, w->best), value = alpha;
    bool scout = pvs->use.null_windows && w->best > -BY_VALUE_INF;
    by_walk_down(walk, move);
    if (scout)
        value = -by_pvs_value(pvs, w->depth - 1, -alpha - 1, -alpha);
    if (!scout || (value > alpha && value < w->beta && !walk->stopped))
        value = -by_pvs_value(pvs, w->depth - 1, -w->beta, -alpha);
    by_walk_up(walk);
    return value;
}

static void search_move(struct by_pvs *pvs, struct by_root_move *r, struct window *w)
{
    struct by_walk *walk = &pvs->frame.walk;
    uint64_t before = walk->nodes;
    int64_t alpha = max64(w->alpha, w->best);
    int64_t value = value_of_move(pvs, r->move, w);
    r->nodes += walk->nodes - before;
    if (walk->stopped)
        return;
    r->searched = true;
    r->value = value;
    r->bound = value <= alpha ? BY_BOUND_UPPER : value >= w->beta ? BY_BOUND_LOWER : BY_BOUND_EXACT;
    by_exact_note_line(&pvs->frame, r);
    if (value > w->best) {
        w->best = value;
        by_walk_best(walk, r->move);
    }
}

/* Searches a root move unless another thread is at it; `force` does not ask. True: searched. */
static bool offer_move(struct by_pvs *pvs, int i, struct window *w, uint64_t key, bool force)
{
    struct by_root_move *r = &pvs->frame.root[i];
    uint64_t mark = by_zobrist(key, (uint64_t)r->move) | 1;
    bool ask = pvs->deferred && i > 0;
    if (ask && !force && by_deferred_is(pvs->deferred, mark))
        return false;
    if (ask)
        by_deferred_begin(pvs->deferred, mark);
    search_move(pvs, r, w);
    if (ask)
        by_deferred_end(pvs->deferred, mark);
    return true;
}

/* All root moves within the window; the ones others are busy with at the end. */
static void search_moves(struct by_pvs *pvs, int count, struct window *w)
{
    const struct by_walk *walk = &pvs->frame.walk;
    uint64_t key = walk->rules->game->key(walk->rules, by_walk_position(walk));
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < count && !walk->stopped && w->best < w->beta; i++)
            if (!pvs->frame.root[i].searched)
                (void)offer_move(pvs, i, w, key, pass == 1);
}

/* The best move of this iteration leads the next one. */
static void best_to_front(struct by_pvs *pvs, int count, int64_t best)
{
    struct by_root_move *root = pvs->frame.root;
    int i = 0;
    while (i < count &&
           !(root[i].searched && root[i].value == best && root[i].bound != BY_BOUND_UPPER))
        i++;
    if (i == count)
        return;
    struct by_root_move front = root[i];
    memmove(root + 1, root, (size_t)i * sizeof *root);
    root[0] = front;
}

static void tell_root(const struct by_pvs *pvs, enum by_step_kind kind, const struct window *w)
{
    const struct by_walk *walk = &pvs->frame.walk;
    if (!by_walk_traced(walk))
        return;
    struct by_step step = {.kind = kind, .depth = w->depth, .alpha = w->alpha, .beta = w->beta};
    if (kind == BY_STEP_LEAVE) {
        step.value = w->best;
        step.reason = walk->stopped        ? BY_REASON_STOPPED
                      : w->best >= w->beta ? BY_REASON_CUT
                                           : BY_REASON_SEARCHED;
    }
    by_walk_tell(walk, &step);
}

static int64_t search_root(struct by_pvs *pvs, int count, int depth, int64_t alpha, int64_t beta)
{
    struct by_walk *walk = &pvs->frame.walk;
    struct window w = {depth, alpha, beta, -BY_VALUE_INF};
    if (!by_walk_count(walk))
        return w.best;
    walk->horizon = false;
    tell_root(pvs, BY_STEP_ENTER, &w);
    for (int i = 0; i < count; i++)
        pvs->frame.root[i].searched = false;
    search_moves(pvs, count, &w);
    best_to_front(pvs, count, w.best);
    tell_root(pvs, BY_STEP_LEAVE, &w);
    return w.best;
}

/* Expects the value of the last iteration again and searches with a narrow window around it;
 * a value outside says only on which side it lies, and the window is opened that way. */
static int64_t search_depth(struct worker *w, int depth, int64_t guess)
{
    int count = w->root_count;
    const struct by_walk *walk = &w->pvs.frame.walk;
    int64_t half = ASPIRATION_HALF, alpha = -BY_VALUE_INF, beta = BY_VALUE_INF;
    if (w->deepening->aspiration && depth > 1) {
        alpha = guess - half;
        beta = guess + half;
    }
    for (;;) {
        int64_t best = search_root(&w->pvs, count, depth, alpha, beta);
        if (walk->stopped || (best > alpha && best < beta))
            return best;
        bool last = half > ASPIRATION_HALF;
        half *= ASPIRATION_WIDER;
        if (best <= alpha)
            alpha = last ? -BY_VALUE_INF : best - half;
        else
            beta = last ? BY_VALUE_INF : best + half;
    }
}

/* --- deepening --------------------------------------------------------------------- */

static void list_root(struct worker *w)
{
    struct by_walk *walk = &w->pvs.frame.walk;
    w->root_count = by_walk_root_moves(walk, w->job->moves, w->job->move_count);
    for (int i = 0; i < w->job->move_count && !walk->starved; i++)
        w->pvs.frame.root[i] = (struct by_root_move){.move = walk->moves[i]};
    walk->move_top = 0;
}

/* Lines end where the table knew the rest. Those behind moves that are no better are made longer
 * where somebody watches, who will be told of them; and once for all at the end (extend_told). */
static void extend_lines(struct worker *w, int depth)
{
    by_pvs_extend_line(&w->pvs, depth);
    for (int i = 0; w->job->events->progress && i < w->root_count; i++)
        by_pvs_extend_other(&w->pvs, depth, &w->pvs.frame.root[i].expected);
}

/* Each depth that is searched out replaces the decision. A search that was cut short in its
 * very first depth still says which of the moves it saw was best. */
static void deepen(struct worker *w)
{
    struct by_walk *walk = &w->pvs.frame.walk;
    int deepest = w->job->limits.depth > 0 ? w->job->limits.depth : BY_LENGTH_MAX;
    int64_t best = 0;
    bool late = false;
    list_root(w);
    for (int depth = 1; depth <= deepest && !late; depth++) {
        uint64_t before = walk->nodes;
        best = by_exact_believed(&w->pvs.frame, w->root_count, search_depth(w, depth, best));
        if (walk->stopped && w->decision.depth > 0)
            break;
        if (!walk->stopped) {
            w->decision.work.last_depth_nodes = walk->nodes - before;
            extend_lines(w, depth);
        }
        by_exact_decide(&w->pvs.frame, w->job, walk->stopped ? 0 : depth, best, &w->decision);
        if (walk->stopped || w->decision.proven)
            break;
        late = depth < deepest && by_exact_late(w->job);
    }
    w->decision.complete = !walk->stopped && !late;
}

/* The caller's stop flag, and its listener, are watched by the first worker for all. */
static void on_pulse(void *context)
{
    struct worker *w = context;
    if (atomic_load_explicit(w->job->stop, memory_order_relaxed))
        atomic_store_explicit(&w->deepening->halt, true, memory_order_relaxed);
    if (w->job->events->progress)
        by_exact_on_pulse(&w->pulse);
}

static void work(void *context)
{
    struct worker *w = context;
    deepen(w);
    atomic_store(&w->deepening->halt, true);
}

static void begin(struct worker *w, const struct by_job *job, const struct by_decision *first)
{
    static const struct by_events nobody = {0};
    struct by_walk *walk = &w->pvs.frame.walk;
    bool leads = w == w->deepening->workers;
    struct by_move_stat *moves = w->decision.moves;
    w->decision = *first;
    w->decision.moves = moves;
    memcpy(moves, first->moves, (size_t)first->move_count * sizeof *moves);
    w->job = job;
    by_exact_begin(&w->pvs.frame, job);
    walk->stop = &w->deepening->halt;
    walk->events = leads ? job->events : &nobody;
    walk->node_limit =
        (job->limits.nodes + (uint64_t)w->deepening->threads - 1) / (uint64_t)w->deepening->threads;
    w->pulse = (struct by_exact_pulse){&w->pvs.frame, job, &w->decision, job->begun};
    walk->pulse = leads ? on_pulse : NULL;
    walk->pulse_context = w;
}

/* --- threads --------------------------------------------------------------------------- */

static bool start_thread(struct worker *w)
{
    return by_thread_start(&w->thread, BY_DEEP_STACK, work, w);
}

/* The first worker runs on this thread, the others on threads with stacks as deep. */
static enum by_status run(struct by_deepening *deepening, struct by_error *err)
{
    int started = 1;
    while (started < deepening->threads && start_thread(&deepening->workers[started]))
        started++;
    bool all = started == deepening->threads;
    if (!all)
        atomic_store(&deepening->halt, true);
    work(&deepening->workers[0]);
    for (int i = 1; i < started; i++)
        by_thread_join(&deepening->workers[i].thread);
    if (!all)
        return by_fail(err, BY_FAILED, "the system gave only %d of %d threads", started,
                       deepening->threads);
    return BY_OK;
}

/* The worker that got deepest; the first among equals. */
static struct worker *deepest(struct by_deepening *deepening)
{
    struct worker *best = &deepening->workers[0];
    for (int i = 1; i < deepening->threads; i++)
        if (deepening->workers[i].decision.depth > best->decision.depth)
            best = &deepening->workers[i];
    return best;
}

/* As the table has it now, so that what is told does not depend on whether somebody watched. */
static void extend_told(struct worker *w)
{
    struct by_exact *exact = &w->pvs.frame;
    for (int i = 0; i < exact->told_count && w->decision.depth > 0; i++)
        by_pvs_extend_other(&w->pvs, w->decision.depth, &exact->told[i]);
}

static void hand_over(struct by_deepening *deepening, const struct by_job *job,
                      struct by_decision *out)
{
    struct worker *w = deepest(deepening);
    struct by_move_stat *moves = out->moves;
    extend_told(w);
    deepening->told = w;
    *out = w->decision;
    out->moves = moves;
    memcpy(moves, w->decision.moves, (size_t)job->move_count * sizeof *moves);
    out->work =
        (struct by_work){.last_depth_nodes = w->decision.work.last_depth_nodes,
                         .tree_bytes = deepening->table.entries ? deepening->table.bytes : 0,
                         .tree_blocks = deepening->table.entries ? 1 : 0};
    for (int i = 0; i < deepening->threads; i++) {
        out->work.nodes += deepening->workers[i].pvs.frame.walk.nodes;
        out->work.leaves += deepening->workers[i].pvs.frame.walk.leaves;
    }
    if (out->pv_count == 0) {
        out->pv[0] = out->move;
        out->pv_count = 1;
    }
}

enum by_status by_deepening_think(struct by_deepening *deepening, const struct by_job *job,
                                  struct by_decision *decision, struct by_error *err)
{
    deepening->used = true;
    deepening->told = NULL;
    if (!job->events->trace && by_own_think(&deepening->own, job, decision))
        return BY_OK;
    deepening->told = &deepening->workers[0];
    atomic_store(&deepening->halt, false);
    if (deepening->table.entries)
        by_table_age(&deepening->table);
    for (int i = 0; i < deepening->threads; i++)
        begin(&deepening->workers[i], job, decision);
    struct by_exact *first = &deepening->workers[0].pvs.frame;
    if (by_exact_forced(first, job, decision)) {
        by_exact_note_work(first, decision);
        return BY_OK;
    }
    enum by_status status = run(deepening, err);
    for (int i = 0; i < deepening->threads && status == BY_OK; i++)
        status = by_exact_starved(&deepening->workers[i].pvs.frame.walk, err);
    if (status == BY_OK)
        hand_over(deepening, job, decision);
    return status;
}

int by_deepening_line(const struct by_deepening *deepening, by_move move, by_move *out)
{
    return deepening->told ? by_exact_line(&deepening->told->pvs.frame, move, out)
                           : by_own_line(&deepening->own, move, out);
}
