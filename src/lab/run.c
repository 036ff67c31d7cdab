/* run.c: see run.h.
 *
 * Threads: `lock` guards what is told and the first failure. Measures are run by threads of our own, each
 * with the next cell; where there are other ranks one more thread gives cells to them. Matches are run by
 * by_match, which has threads itself. */
#include "lab/run.h"
#include "arena/store/keeper.h"
#include "arena/store/results.h"
#include "base/buffer.h"
#include "base/clock.h"
#include "base/thread.h"
#include "base/version.h"
#include "lab/keep.h"
#include "lab/match.h"
#include "lab/rank_cells.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STACK_BYTES ((size_t)16 << 20)
#define UNKNOWN     1.0 /* seconds of a cell of which nobody knows what it takes, for the bar alone */

struct run {
    const struct by_lab_order *order;
    struct by_lab_plan *plan;
    const atomic_bool *stop;
    by_lab_news_fn *news;
    void *context;
    struct by_store *store; /* for results; under the lock */
    char build[BY_BUILD_SIZE], host[64];
    struct by_lab_step **queue; /* what is missing, in the order in which it is run */
    int queued;
    atomic_int next; /* of the measures */
    struct by_lab_step *
        *returned; /* of other ranks: cells that they did not compute; of one thread */
    int returned_count;
    int last; /* behind the last measure that needs no quiet */
    double begun;

    struct by_mutex lock; /* for what stands below */
    double total, done;   /* estimated seconds of one core: all, and of the steps that are over */
    int cells_done;
    enum by_status status;
    struct by_error error;
};

/* One step that is being run. */
struct work {
    struct run *run;
    struct by_lab_step *step;
    double begun, part;
};

static bool over(const struct run *run)
{
    return atomic_load(run->stop);
}

/* --- what is told ------------------------------------------------------------------------------ */

static double weight(const struct by_lab_step *step)
{
    return step->seconds > 0 ? step->seconds : UNKNOWN;
}

/* Time goes on as it went so far: that, and not the estimates, says how long the rest takes. */
static void tell(struct work *work, bool finished)
{
    struct run *run = work->run;
    double now = by_clock_now(), part = work->part;
    struct by_lab_news news = {.step = work->step, .done = part, .finished = finished};
    by_mutex_lock(&run->lock);
    double done = run->done + (finished ? 0 : part * weight(work->step));
    news.overall = run->total > 0 ? fmin(1, done / run->total) : 1;
    news.cells_done = run->cells_done;
    news.cells = run->queued;
    if (part > 0 && !finished)
        news.cell_left = (now - work->begun) * (1 - part) / part;
    if (news.overall > 0)
        news.left = (now - run->begun) * (1 - news.overall) / news.overall;
    if (run->news)
        run->news(run->context, &news);
    by_mutex_unlock(&run->lock);
}

static void finish(struct work *work)
{
    struct run *run = work->run;
    by_mutex_lock(&run->lock);
    run->done += weight(work->step);
    run->cells_done++;
    by_mutex_unlock(&run->lock);
    work->part = 1;
    tell(work, true);
}

static void fail(struct run *run, const struct by_lab_step *step, enum by_status status,
                 const struct by_error *error)
{
    by_mutex_lock(&run->lock);
    if (run->status == BY_OK)
        run->status = by_fail(&run->error, status, "%s, cell %s: %s",
                              step->had.cell.experiment->name, step->had.cell.label, error->text);
    run->plan->failed++;
    by_mutex_unlock(&run->lock);
}

/* --- measures ------------------------------------------------------------------------------------ */

static void measure_progress(void *context, double done)
{
    struct work *work = context;
    work->part = fmax(0, fmin(1, done));
    tell(work, false);
}

static enum by_status keep_result(struct run *run, const struct by_lab_step *step, const char *text,
                                  double seconds, const char *host, struct by_error *err)
{
    const struct by_lab_cell *cell = &step->had.cell;
    struct by_buffer key;
    by_buffer_open(&key, BY_LAB_BYTES_MAX);
    by_lab_key(cell, &key);
    const struct by_store_result result = {.owner = cell->experiment->name,
                                           .key = by_buffer_text(&key),
                                           .text = text,
                                           .timed = cell->timed,
                                           .seconds = seconds,
                                           .version = run->build,
                                           .host = host,
                                           .finished = by_clock_date()};
    by_mutex_lock(&run->lock);
    enum by_status status = key.failed ? by_fail_memory(err, key.length)
                                       : by_store_put_result(run->store, &result, false, err);
    by_mutex_unlock(&run->lock);
    by_buffer_close(&key);
    return status;
}

static void run_measure(struct run *run, struct by_lab_step *step, int threads)
{
    struct work work = {run, step, by_clock_now(), 0};
    struct by_error error = {0};
    struct by_buffer text;
    by_buffer_open(&text, BY_LAB_BYTES_MAX);
    tell(&work, false);
    enum by_status status = by_lab_measure_cell(&step->had.cell, threads, run->stop,
                                                measure_progress, &work, &text, &error);
    bool stopped = atomic_load(run->stop);
    if (status == BY_OK && !stopped)
        status = keep_result(run, step, by_buffer_text(&text), by_clock_now() - work.begun,
                             run->host, &error);
    by_buffer_close(&text);
    if (status != BY_OK) {
        fail(run, step, status, &error);
    } else if (!stopped) {
        step->fresh = 1;
        finish(&work);
    }
}

static void measure_thread(void *argument)
{
    struct run *run = argument;
    int at;
    while (!over(run) && (at = atomic_fetch_add(&run->next, 1)) < run->last)
        run_measure(run, run->queue[at], 1);
}

/* --- measures on other ranks ------------------------------------------------------------------------ */

/* What a rank is doing: nothing where there is no ticket. */
struct hand {
    uint64_t ticket;
    struct work work; /* its step is NULL when another does it meanwhile */
    bool unfit;       /* it has failed once: it gets nothing more */
};

/* Nobody has computed it: this rank will. */
static void hand_back(struct hand *hand)
{
    struct run *run = hand->work.run;
    if (hand->work.step)
        run->returned[run->returned_count++] = hand->work.step;
    hand->work.step = NULL;
}

/* One with another ticket is of a run before, and late. */
static void take_answer(struct hand *hand, const struct by_lab_answer *answer)
{
    struct work *work = &hand->work;
    struct by_error error = {0};
    enum by_status status = BY_OK;
    if (answer->ticket != hand->ticket)
        return;
    if (!answer->done) {
        by_ranks_note("%s", answer->text);
        hand->unfit = true;
        hand_back(hand);
    } else if (work->step) {
        status =
            keep_result(work->run, work->step, answer->text, answer->seconds, answer->host, &error);
        work->step->fresh = status == BY_OK;
        if (status == BY_OK)
            finish(work);
        else
            fail(work->run, work->step, status, &error);
        work->step = NULL; /* it is done, also where the rank dies later */
    }
    hand->ticket = 0;
}

/* The next cell for a rank that has none. */
static void give_task(struct run *run, struct hand *hand, int rank)
{
    int at = atomic_fetch_add(&run->next, 1);
    if (at >= run->last)
        return;
    *hand = (struct hand){by_ranks_ticket(), {run, run->queue[at], by_clock_now(), 0}, false};
    tell(&hand->work, false);
    if (!by_lab_task_send(rank, hand->ticket, &run->queue[at]->had.cell)) {
        hand_back(hand);
        hand->ticket = 0;
    }
}

/* One look at every rank. Returns how many are computing. */
static int look_round(struct run *run, struct hand *hands)
{
    struct by_lab_answer answer;
    int busy = 0;
    while (by_lab_answer_take(&answer)) {
        if (answer.from > 0)
            take_answer(&hands[answer.from], &answer);
        free(answer.bytes);
    }
    for (int rank = 1; rank < by_ranks_size(); rank++) {
        bool lost = by_ranks_lost(rank);
        if (lost)
            hand_back(&hands[rank]);
        else if (!hands[rank].ticket && !hands[rank].unfit)
            give_task(run, &hands[rank], rank);
        busy += !lost && hands[rank].work.step != NULL && hands[rank].ticket;
    }
    return busy;
}

static void ranks_thread(void *argument)
{
    struct run *run = argument;
    struct hand *hands = calloc((size_t)by_ranks_size(), sizeof *hands);
    double rest = 0;
    for (int i = 0; hands && i < by_ranks_size(); i++)
        hands[i].work.run = run;
    while (hands && !over(run) && look_round(run, hands) > 0)
        by_ranks_rest(&rest);
    free(hands);
}

/* Those that need no quiet, several at a time. */
static void run_measures(struct run *run)
{
    int count = run->order->concurrency < run->last ? run->order->concurrency : run->last;
    struct by_thread *threads = calloc((size_t)count + 1, sizeof *threads);
    int started = 0;
    struct by_thread ranks;
    bool shared =
        by_ranks_size() > 1 && run->last > 0 && by_thread_start(&ranks, 0, ranks_thread, run);
    while (threads && started < count &&
           by_thread_start(&threads[started], STACK_BYTES, measure_thread, run))
        started++;
    if (started == 0)
        measure_thread(run);
    for (int i = 0; i < started; i++)
        by_thread_join(&threads[i]);
    if (shared)
        by_thread_join(&ranks);
    for (int i = 0; i < run->returned_count && !over(run); i++)
        run_measure(run, run->returned[i], run->order->concurrency);
    free(threads);
}

/* --- matches ----------------------------------------------------------------------------------------- */

static void match_progress(void *context, const struct by_match_result *so_far)
{
    struct work *work = context;
    int missing = work->step->games, before = work->step->had.played;
    int done = so_far->played - before;
    work->part = missing > 0 ? fmax(0, fmin(1, (double)done / missing)) : 1;
    tell(work, false);
}

static enum by_status play(struct run *run, struct work *work, struct by_error *err)
{
    struct by_lab_step *step = work->step;
    struct by_lab_opened opened;
    struct by_match_plan plan = {0};
    struct by_match_result result = {0};
    enum by_status status = by_lab_measure_open(&step->had.cell, &opened, err);
    if (status == BY_OK)
        status = by_lab_match_plan(&step->had.cell, &opened, &plan, err);
    if (status == BY_OK) {
        plan.shard = run->order->shard;
        plan.concurrency = run->order->concurrency;
        plan.keeper = by_keeper_store;
        plan.store = run->order->store;
        status = by_match(&plan, run->stop, match_progress, work, &result, err);
        step->fresh = result.fresh;
    }
    bool whole = status == BY_OK && result.played >= by_match_games(&plan);
    by_match_close(&plan, &result);
    by_lab_match_plan_close(&plan);
    by_lab_measure_close(&opened);
    if (whole)
        finish(work);
    return status;
}

static void run_match(struct run *run, struct by_lab_step *step)
{
    struct work work = {run, step, by_clock_now(), 0};
    struct by_error error = {0};
    tell(&work, false);
    enum by_status status = play(run, &work, &error);
    if (status != BY_OK)
        fail(run, step, status, &error);
}

/* --- the whole ----------------------------------------------------------------------------------------- */

/* Measures that need no quiet, matches, measures alone. */
static int turn(const struct by_lab_step *step)
{
    return step->had.match ? 1 : step->alone ? 2 : 0;
}

static int compare(const void *left, const void *right)
{
    const struct by_lab_step *a = *(struct by_lab_step *const *)left;
    const struct by_lab_step *b = *(struct by_lab_step *const *)right;
    if (turn(a) != turn(b))
        return turn(a) - turn(b);
    if (a->seconds != b->seconds)
        return a->seconds < b->seconds ? -1 : 1;
    return (a > b) - (a < b); /* as they stand in the plan */
}

static enum by_status make_queue(struct run *run, struct by_error *err)
{
    struct by_lab_plan *plan = run->plan;
    run->queue = calloc((size_t)plan->count + 1, sizeof(struct by_lab_step *));
    run->returned = calloc((size_t)plan->count + 1, sizeof(struct by_lab_step *));
    if (!run->queue || !run->returned)
        return by_fail_memory(err, (size_t)plan->count * sizeof(struct by_lab_step *));
    for (int i = 0; i < plan->count; i++)
        if (plan->steps[i].games > 0) {
            run->queue[run->queued++] = &plan->steps[i];
            run->total += weight(&plan->steps[i]);
        }
    qsort(run->queue, (size_t)run->queued, sizeof *run->queue, compare);
    while (run->last < run->queued && turn(run->queue[run->last]) == 0)
        run->last++;
    return BY_OK;
}

static enum by_status note_runs(struct run *run, struct by_error *err)
{
    const struct by_lab_order *order = run->order;
    enum by_status status = BY_OK;
    for (int i = 0; i < order->count && status == BY_OK; i++)
        status = by_lab_note_run(run->store, order->experiments[i].name, order->scale, order->seed,
                                 run->build, by_clock_date(), err);
    return status;
}

static void run_queue(struct run *run)
{
    run_measures(run);
    for (int i = run->last; i < run->queued && !over(run); i++) {
        if (run->queue[i]->had.match)
            run_match(run, run->queue[i]);
        else
            run_measure(run, run->queue[i], run->order->concurrency);
    }
}

static enum by_status run_all(struct run *run, struct by_error *err)
{
    enum by_status status = make_queue(run, err);
    if (status == BY_OK)
        status = by_store_open(run->order->store, BY_STORE_CREATE, run->stop, &run->store, err);
    if (status == BY_OK)
        status = note_runs(run, err);
    if (status == BY_OK) {
        run->begun = by_clock_now();
        run_queue(run);
    }
    by_store_close(run->store);
    free(run->queue);
    free(run->returned);
    if (status == BY_OK && run->status != BY_OK) {
        if (err)
            *err = run->error;
        return run->status;
    }
    return status;
}

enum by_status by_lab_run(const struct by_lab_order *order, struct by_lab_plan *plan,
                          const atomic_bool *stop, by_lab_news_fn *news, void *context,
                          struct by_error *err)
{
    struct by_condition unused;
    struct run *run = calloc(1, sizeof *run);
    if (!run)
        return by_fail_memory(err, sizeof *run);
    run->order = order;
    run->plan = plan;
    run->stop = stop;
    run->news = news;
    run->context = context;
    (void)by_build(run->build);
    if (gethostname(run->host, sizeof run->host - 1) != 0)
        strcpy(run->host, "unknown");
    enum by_status status = BY_OK;
    if (!by_monitor_open(&run->lock, &unused)) {
        status = by_fail(err, BY_FAILED, "the system refused a lock");
    } else {
        status = run_all(run, err);
        by_monitor_close(&run->lock, &unused);
    }
    free(run);
    return status;
}
