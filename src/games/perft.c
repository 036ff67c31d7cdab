#include "games/perft.h"
#include "base/thread.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The last plies, which a game may count by itself. So few that a stop flag is seen soon. */
#define TALLY_PLIES 5

/* What the threads share: the first ply's moves, handed out one by one. */
struct task {
    const struct by_rules *rules;
    const void *position;
    const by_move *moves;
    int move_count;
    int depth;
    atomic_int next;
    const atomic_bool *stop;
    atomic_int *done;
};

/* One thread's counts, and its stacks: entry i belongs to the position after i plies. */
struct worker {
    struct task *task;
    bool stopped;
    uint64_t *nodes;      /* nodes[d]: after d plies */
    uint64_t *ended;      /* ended[d]: games over after exactly d plies */
    by_move *moves;       /* max_moves for each ply */
    unsigned char *stack; /* one position for each ply */
    struct by_thread thread;
};

static void *position_at(const struct worker *w, int ply)
{
    return w->stack + (size_t)ply * w->task->rules->position_size;
}

/* Counts below the position at `ply`, which stands on the stack. */
static void count(struct worker *w, int ply)
{
    const struct task *t = w->task;
    const struct by_game *game = t->rules->game;
    const void *position = position_at(w, ply);
    if (game->tally && t->depth - ply <= TALLY_PLIES) {
        game->tally(t->rules, position, t->depth - ply, &w->nodes[ply + 1], &w->ended[ply]);
        return;
    }
    if (game->over(t->rules, position)) {
        w->ended[ply]++;
        return;
    }
    by_move *moves = w->moves + (size_t)ply * (size_t)t->rules->max_moves;
    int n = game->moves(t->rules, position, moves);
    w->nodes[ply + 1] += (uint64_t)n;
    if (ply + 1 == t->depth)
        return;
    if (t->stop && atomic_load_explicit(t->stop, memory_order_relaxed)) {
        w->stopped = true;
        return;
    }
    void *next = position_at(w, ply + 1);
    for (int i = 0; i < n && !w->stopped; i++) {
        memcpy(next, position, t->rules->position_size);
        game->play(t->rules, next, moves[i], NULL);
        count(w, ply + 1);
    }
}

static void work(void *context)
{
    struct worker *w = context;
    struct task *t = w->task;
    while (!w->stopped) {
        int i = atomic_fetch_add(&t->next, 1);
        if (i >= t->move_count)
            break;
        void *next = position_at(w, 1);
        memcpy(next, t->position, t->rules->position_size);
        t->rules->game->play(t->rules, next, t->moves[i], NULL);
        count(w, 1);
        if (t->done)
            atomic_fetch_add(t->done, 1);
    }
}

static enum by_status worker_open(struct worker *w, struct task *task, struct by_error *err)
{
    size_t plies = (size_t)task->depth + 1;
    size_t bytes = plies * ((size_t)task->rules->max_moves * sizeof(by_move) +
                            task->rules->position_size + 2 * sizeof(uint64_t));
    w->task = task;
    w->nodes = calloc(plies, sizeof *w->nodes);
    w->ended = calloc(plies, sizeof *w->ended);
    w->moves = malloc(plies * (size_t)task->rules->max_moves * sizeof *w->moves);
    w->stack = malloc(plies * task->rules->position_size);
    if (!w->nodes || !w->ended || !w->moves || !w->stack)
        return by_fail_memory(err, bytes);
    return BY_OK;
}

static void worker_close(struct worker *w)
{
    free(w->nodes);
    free(w->ended);
    free(w->moves);
    free(w->stack);
}

/* Runs workers[0] here and the others on threads of their own. */
static enum by_status run(struct worker *workers, int threads, struct by_error *err)
{
    int started = 1;
    while (started < threads &&
           by_thread_start(&workers[started].thread, 0, work, &workers[started]))
        started++;
    work(&workers[0]);
    for (int i = 1; i < started; i++)
        by_thread_join(&workers[i].thread);
    if (started < threads)
        return by_fail(err, BY_FAILED, "the system gave only %d of %d threads", started, threads);
    return BY_OK;
}

static void add_up(const struct worker *workers, int threads, struct by_perft *out)
{
    for (int i = 0; i < threads; i++) {
        out->stopped |= workers[i].stopped;
        for (int d = 1; d <= out->depth; d++) {
            out->nodes[d - 1] += workers[i].nodes[d];
            if (d > 1)
                out->finished[d - 1] += workers[i].ended[d - 1];
        }
    }
    for (int d = 2; d <= out->depth; d++)
        out->finished[d - 1] += out->finished[d - 2];
}

/* A thread without a first move of its own would idle. */
static int useful_threads(int threads, int move_count, int depth)
{
    if (depth < 2 || move_count < 1)
        return 1;
    return threads < move_count ? threads : move_count;
}

static enum by_status count_on_threads(struct task *task, int threads, struct by_perft *out,
                                       struct by_error *err)
{
    assert(threads >= 1);
    struct worker *workers = calloc((size_t)threads, sizeof *workers);
    if (!workers)
        return by_fail_memory(err, (size_t)threads * sizeof *workers);
    enum by_status status = BY_OK;
    for (int i = 0; i < threads && status == BY_OK; i++)
        status = worker_open(&workers[i], task, err);
    if (status == BY_OK)
        status = run(workers, threads, err);
    if (status == BY_OK)
        add_up(workers, threads, out);
    for (int i = 0; i < threads; i++)
        worker_close(&workers[i]);
    free(workers);
    return status;
}

enum by_status by_perft(const struct by_rules *rules, const void *position, int depth, int threads,
                        const atomic_bool *stop, atomic_int *done, struct by_perft *out,
                        struct by_error *err)
{
    memset(out, 0, sizeof *out);
    out->depth = depth;
    if (depth < 1 || depth > BY_PERFT_DEPTH_MAX)
        return by_fail(err, BY_BAD_INPUT, "perft counts to a depth from 1 to %d",
                       BY_PERFT_DEPTH_MAX);
    if (threads < 1 || threads > BY_PERFT_THREADS_MAX)
        return by_fail(err, BY_BAD_INPUT, "perft runs on 1 to %d threads", BY_PERFT_THREADS_MAX);
    if (rules->game->over(rules, position)) {
        for (int d = 0; d < depth; d++)
            out->finished[d] = 1;
        return BY_OK;
    }
    by_move *moves = malloc((size_t)rules->max_moves * sizeof *moves);
    if (!moves)
        return by_fail_memory(err, (size_t)rules->max_moves * sizeof *moves);
    struct task task = {.rules = rules,
                        .position = position,
                        .moves = moves,
                        .depth = depth,
                        .stop = stop,
                        .done = done};
    task.move_count = rules->game->moves(rules, position, moves);
    atomic_init(&task.next, 0);
    enum by_status status = BY_OK;
    if (depth > 1)
        status = count_on_threads(&task, useful_threads(threads, task.move_count, depth), out, err);
    out->nodes[0] = (uint64_t)task.move_count;
    free(moves);
    return status;
}
