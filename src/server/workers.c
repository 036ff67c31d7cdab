#include "server/workers.h"
#include "base/thread.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

struct task {
    by_task *run;
    void *context;
};

struct by_workers {
    struct by_mutex lock;
    struct by_condition changed;
    struct by_thread *threads;
    int started, idle, at_once; /* threads: there are, have nothing to do, at most */
    int running;                /* tasks */
    struct task *waiting;       /* a ring */
    int first, count, room;     /* room: for those that run, too */
    int nicer;
    bool closing;
};

enum by_status by_workers_open(int at_once, int waiting, int nicer, struct by_workers **out,
                               struct by_error *err)
{
    struct by_workers *workers = calloc(1, sizeof *workers);
    *out = NULL;
    if (!workers)
        return by_fail_memory(err, sizeof *workers);
    workers->at_once = at_once;
    workers->room = at_once + waiting;
    workers->nicer = nicer;
    workers->threads = calloc((size_t)at_once, sizeof *workers->threads);
    workers->waiting = calloc((size_t)workers->room, sizeof *workers->waiting);
    if (workers->threads && workers->waiting &&
        by_monitor_open(&workers->lock, &workers->changed)) {
        *out = workers;
        return BY_OK;
    }
    free(workers->threads);
    free(workers->waiting);
    free(workers);
    return by_fail(err, BY_NO_MEMORY, "there is not enough memory for worker threads");
}

static struct task take(struct by_workers *workers)
{
    struct task task = workers->waiting[workers->first];
    workers->first = (workers->first + 1) % workers->room;
    workers->count--;
    return task;
}

static void work(void *context)
{
    struct by_workers *workers = context;
    /* On Linux 0 is the calling thread, and what it starts inherits it. */
    if (workers->nicer > 0)
        (void)setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + workers->nicer);
    by_mutex_lock(&workers->lock);
    for (;;) {
        workers->idle++;
        while (workers->count == 0 && !workers->closing)
            by_condition_wait(&workers->changed, &workers->lock);
        workers->idle--;
        if (workers->count == 0)
            break;
        struct task task = take(workers);
        workers->running++;
        by_mutex_unlock(&workers->lock);
        task.run(task.context);
        by_mutex_lock(&workers->lock);
        workers->running--;
    }
    by_mutex_unlock(&workers->lock);
}

/* One more thread where all have something to do; false: nobody will ever come. */
static bool staff(struct by_workers *workers)
{
    if (workers->count <= workers->idle || workers->started == workers->at_once)
        return true;
    if (by_thread_start(&workers->threads[workers->started], 0, work, workers))
        workers->started++;
    return workers->started > 0;
}

bool by_workers_add(struct by_workers *workers, by_task *task, void *context)
{
    by_mutex_lock(&workers->lock);
    bool fits = workers->running + workers->count < workers->room && !workers->closing;
    if (fits) {
        int last = (workers->first + workers->count++) % workers->room;
        workers->waiting[last] = (struct task){task, context};
        fits = staff(workers);
        workers->count -= !fits;
        by_condition_wake(&workers->changed);
    }
    by_mutex_unlock(&workers->lock);
    return fits;
}

bool by_workers_take_back(struct by_workers *workers, void *context)
{
    bool found = false;
    by_mutex_lock(&workers->lock);
    for (int i = 0; i < workers->count; i++) {
        struct task *task = &workers->waiting[(workers->first + i) % workers->room];
        struct task *next = &workers->waiting[(workers->first + i + 1) % workers->room];
        found |= task->context == context;
        if (found && i + 1 < workers->count)
            *task = *next;
    }
    workers->count -= found;
    by_mutex_unlock(&workers->lock);
    return found;
}

void by_workers_close(struct by_workers *workers)
{
    if (!workers)
        return;
    by_mutex_lock(&workers->lock);
    workers->closing = true;
    by_condition_wake_all(&workers->changed);
    by_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->started; i++)
        by_thread_join(&workers->threads[i]);
    by_monitor_close(&workers->lock, &workers->changed);
    free(workers->threads);
    free(workers->waiting);
    free(workers);
}
