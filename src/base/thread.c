/* thread.c: see thread.h. */
#include "base/thread.h"
#include <errno.h>
#include <limits.h>
#include <time.h>
#include <unistd.h>

int by_thread_processors(void)
{
    long count = BY_THREADS ? sysconf(_SC_NPROCESSORS_ONLN) : 1;
    return count < 1 ? 1 : count > INT_MAX ? INT_MAX : (int)count;
}

#if BY_THREADS

static void *run(void *argument)
{
    const struct by_thread *thread = argument;
    thread->work(thread->context);
    return NULL;
}

bool by_thread_start(struct by_thread *thread, size_t stack, void (*work)(void *context),
                     void *context)
{
    pthread_attr_t attributes;
    thread->work = work;
    thread->context = context;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool started = (stack == 0 || pthread_attr_setstacksize(&attributes, stack) == 0) &&
                   pthread_create(&thread->id, &attributes, run, thread) == 0;
    (void)pthread_attr_destroy(&attributes);
    return started;
}

void by_thread_join(struct by_thread *thread)
{
    pthread_join(thread->id, NULL);
}

enum by_status by_thread_allow(int threads, struct by_error *err)
{
    (void)threads;
    (void)err;
    return BY_OK;
}

bool by_mutex_open(struct by_mutex *mutex)
{
    return pthread_mutex_init(&mutex->body, NULL) == 0;
}

void by_mutex_close(struct by_mutex *mutex)
{
    pthread_mutex_destroy(&mutex->body);
}

void by_mutex_lock(struct by_mutex *mutex)
{
    pthread_mutex_lock(&mutex->body);
}

void by_mutex_unlock(struct by_mutex *mutex)
{
    pthread_mutex_unlock(&mutex->body);
}

bool by_condition_open(struct by_condition *condition)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    bool opened = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                  pthread_cond_init(&condition->body, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return opened;
}

void by_condition_close(struct by_condition *condition)
{
    pthread_cond_destroy(&condition->body);
}

void by_condition_wait(struct by_condition *condition, struct by_mutex *mutex)
{
    pthread_cond_wait(&condition->body, &mutex->body);
}

bool by_condition_wait_until(struct by_condition *condition, struct by_mutex *mutex, double when)
{
    double second = (double)(long)when; /* `when` is not negative: it rounds down */
    const struct timespec until = {(time_t)second, (long)((when - second) * 1e9)};
    return pthread_cond_timedwait(&condition->body, &mutex->body, &until) != ETIMEDOUT;
}

void by_condition_wake(struct by_condition *condition)
{
    pthread_cond_signal(&condition->body);
}

void by_condition_wake_all(struct by_condition *condition)
{
    pthread_cond_broadcast(&condition->body);
}

#else

bool by_thread_start(struct by_thread *thread, size_t stack, void (*work)(void *context),
                     void *context)
{
    (void)stack;
    *thread = (struct by_thread){0, work, context};
    work(context);
    return true;
}

void by_thread_join(struct by_thread *thread)
{
    (void)thread;
}

enum by_status by_thread_allow(int threads, struct by_error *err)
{
    if (threads <= 1)
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT, "this build has no threads: threads=1, not threads=%d",
                   threads);
}

bool by_mutex_open(struct by_mutex *mutex)
{
    mutex->body = 0;
    return true;
}

void by_mutex_close(struct by_mutex *mutex)
{
    (void)mutex;
}

void by_mutex_lock(struct by_mutex *mutex)
{
    (void)mutex;
}

void by_mutex_unlock(struct by_mutex *mutex)
{
    (void)mutex;
}

bool by_condition_open(struct by_condition *condition)
{
    condition->body = 0;
    return true;
}

void by_condition_close(struct by_condition *condition)
{
    (void)condition;
}

void by_condition_wait(struct by_condition *condition, struct by_mutex *mutex)
{
    (void)condition;
    (void)mutex;
}

bool by_condition_wait_until(struct by_condition *condition, struct by_mutex *mutex, double when)
{
    (void)condition;
    (void)mutex;
    (void)when;
    return false;
}

void by_condition_wake(struct by_condition *condition)
{
    (void)condition;
}

void by_condition_wake_all(struct by_condition *condition)
{
    (void)condition;
}

#endif

bool by_monitor_open(struct by_mutex *mutex, struct by_condition *condition)
{
    if (!by_mutex_open(mutex))
        return false;
    if (by_condition_open(condition))
        return true;
    by_mutex_close(mutex);
    return false;
}

void by_monitor_close(struct by_mutex *mutex, struct by_condition *condition)
{
    by_condition_close(condition);
    by_mutex_close(mutex);
}
