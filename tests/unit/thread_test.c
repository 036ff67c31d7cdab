/* thread_test.c: work is done once, a deep stack is deep, and waits end when they should. */
#include "base/clock.h"
#include "base/deep.h"
#include "base/thread.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define THREADS 8
#define TIMES   10000

struct counted {
    struct by_mutex lock;
    int count;
};

static void count(void *context)
{
    struct counted *counted = context;
    for (int i = 0; i < TIMES; i++) {
        by_mutex_lock(&counted->lock);
        counted->count++;
        by_mutex_unlock(&counted->lock);
    }
}

static void test_a_lock_keeps_a_count_whole(void **state)
{
    (void)state;
    struct counted counted = {.count = 0};
    struct by_thread threads[THREADS];
    assert_true(by_mutex_open(&counted.lock));
    for (int i = 0; i < THREADS; i++)
        assert_true(by_thread_start(&threads[i], 0, count, &counted));
    for (int i = 0; i < THREADS; i++)
        by_thread_join(&threads[i]);
    assert_int_equal(counted.count, THREADS * TIMES);
    by_mutex_close(&counted.lock);
}

/* Uses most of a deep stack, a page at a time. */
static int dig(volatile int left)
{
    volatile char page[4096];
    memset((void *)page, left & 1, sizeof page);
    return left == 0 ? page[17] : page[17] + dig(left - 1) - page[4095];
}

static void dig_deep(void *context)
{
    *(int *)context = 1 + dig((int)(BY_DEEP_STACK / 2 / 4096));
}

static void test_a_deep_stack_is_deep(void **state)
{
    (void)state;
    int found = 0;
    assert_int_equal(by_deep_run(dig_deep, &found, NULL), BY_OK);
    assert_int_equal(found, 1);
}

struct meeting {
    struct by_mutex lock;
    struct by_condition changed;
    int arrived;
    bool go;
};

static void meet(void *context)
{
    struct meeting *meeting = context;
    by_mutex_lock(&meeting->lock);
    meeting->arrived++;
    by_condition_wake_all(&meeting->changed);
    while (!meeting->go)
        by_condition_wait(&meeting->changed, &meeting->lock);
    meeting->arrived--;
    by_mutex_unlock(&meeting->lock);
}

static void test_all_who_wait_are_woken(void **state)
{
    (void)state;
    struct meeting meeting = {.arrived = 0};
    struct by_thread threads[THREADS];
    assert_true(by_monitor_open(&meeting.lock, &meeting.changed));
    for (int i = 0; i < THREADS; i++)
        assert_true(by_thread_start(&threads[i], 0, meet, &meeting));
    by_mutex_lock(&meeting.lock);
    while (meeting.arrived < THREADS)
        by_condition_wait(&meeting.changed, &meeting.lock);
    meeting.go = true;
    by_condition_wake_all(&meeting.changed);
    by_mutex_unlock(&meeting.lock);
    for (int i = 0; i < THREADS; i++)
        by_thread_join(&threads[i]);
    assert_int_equal(meeting.arrived, 0);
    by_monitor_close(&meeting.lock, &meeting.changed);
}

static void test_a_wait_ends_at_its_moment(void **state)
{
    (void)state;
    struct meeting meeting = {.arrived = 0};
    assert_true(by_monitor_open(&meeting.lock, &meeting.changed));
    by_mutex_lock(&meeting.lock);
    double begun = by_clock_now(), until = begun + 0.05;
    while (by_condition_wait_until(&meeting.changed, &meeting.lock, until)) {
    }
    assert_true(by_clock_now() >= until - 1e-6);
    assert_true(by_clock_now() < begun + 30); /* the day's clock would be years away */
    assert_false(by_condition_wait_until(&meeting.changed, &meeting.lock, begun));
    by_mutex_unlock(&meeting.lock);
    by_monitor_close(&meeting.lock, &meeting.changed);
}

static void wake_one(void *context)
{
    struct meeting *meeting = context;
    by_mutex_lock(&meeting->lock);
    meeting->go = true;
    by_condition_wake(&meeting->changed);
    by_mutex_unlock(&meeting->lock);
}

static void test_who_is_woken_does_not_wait_to_the_end(void **state)
{
    (void)state;
    struct meeting meeting = {.arrived = 0};
    struct by_thread thread;
    double late = by_clock_now() + 600;
    assert_true(by_monitor_open(&meeting.lock, &meeting.changed));
    by_mutex_lock(&meeting.lock);
    assert_true(by_thread_start(&thread, 0, wake_one, &meeting));
    while (!meeting.go)
        assert_true(by_condition_wait_until(&meeting.changed, &meeting.lock, late));
    by_mutex_unlock(&meeting.lock);
    by_thread_join(&thread);
    by_monitor_close(&meeting.lock, &meeting.changed);
}

static void test_threads_are_allowed(void **state)
{
    (void)state;
    assert_int_equal(by_thread_allow(64, NULL), BY_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_lock_keeps_a_count_whole),
        cmocka_unit_test(test_a_deep_stack_is_deep),
        cmocka_unit_test(test_all_who_wait_are_woken),
        cmocka_unit_test(test_a_wait_ends_at_its_moment),
        cmocka_unit_test(test_who_is_woken_does_not_wait_to_the_end),
        cmocka_unit_test(test_threads_are_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
