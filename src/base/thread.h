/* thread.h: threads, locks, and waiting for one another: the only place that knows pthreads.
 *
 * With BY_NO_THREADS (Meson: -Dthreads=false) there are none, for machines that have none:
 *   - by_thread_start calls the work in place and comes back when it is done. Work that only
 *     shares out a task (perft, the games of a match) needs nothing else.
 *   - A lock locks nothing; a wait comes back at once, since nobody could end it.
 *   - by_deep_run (deep.h) calls in place: the caller's stack has to be deep enough.
 *   - mcts: roots= and leaves= run one after another, with the numbers they have on threads.
 *     threads= above 1 in mcts and alphabeta is refused with a sentence: threads on one tree meet
 *     in it, and by turns they would find something else.
 * BY_THREADS is 1 or 0, for code that needs to ask. */
#ifndef BY_BASE_THREAD_H
#define BY_BASE_THREAD_H

#include "base/error.h"

#ifdef BY_NO_THREADS
#define BY_THREADS 0
typedef char by_thread_id;
typedef char by_mutex_body;
typedef char by_condition_body;
#else
#define BY_THREADS 1
#include <pthread.h>
typedef pthread_t by_thread_id;
typedef pthread_mutex_t by_mutex_body;
typedef pthread_cond_t by_condition_body;
#endif

/* Stays where it is from start to join. */
struct by_thread {
    by_thread_id id;
    void (*work)(void *context);
    void *context;
};

/* `stack` bytes, 0: as the system has it. False: there is no thread to be had, nothing was begun.
 * Each that was started is joined, once. */
bool by_thread_start(struct by_thread *thread, size_t stack, void (*work)(void *context),
                     void *context);
void by_thread_join(struct by_thread *thread);

/* How many can run at once: the processors, at least 1. */
int by_thread_processors(void);

/* Refuses more than one thread where there are none. */
enum by_status by_thread_allow(int threads, struct by_error *err);

struct by_mutex {
    by_mutex_body body;
};

/* Open: false when the system has no more; what was not opened is not closed. */
bool by_mutex_open(struct by_mutex *mutex);
void by_mutex_close(struct by_mutex *mutex);
void by_mutex_lock(struct by_mutex *mutex);
void by_mutex_unlock(struct by_mutex *mutex);

/* Something that others change under a lock. A wait may end without a reason: look again. */
struct by_condition {
    by_condition_body body;
};

bool by_condition_open(struct by_condition *condition);
void by_condition_close(struct by_condition *condition);
void by_condition_wait(struct by_condition *condition, struct by_mutex *mutex);

/* Waits until by_clock_now() is `when` at the latest, however the day's clock is set meanwhile.
 * False: it is that late. */
bool by_condition_wait_until(struct by_condition *condition, struct by_mutex *mutex, double when);
void by_condition_wake(struct by_condition *condition);     /* one who waits */
void by_condition_wake_all(struct by_condition *condition); /* all of them */

/* A mutex and a condition that go together: both or none. */
bool by_monitor_open(struct by_mutex *mutex, struct by_condition *condition);
void by_monitor_close(struct by_mutex *mutex, struct by_condition *condition);

#endif
