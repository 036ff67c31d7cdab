/* workers_test.c: every task is run once, in order, on so many threads; those that wait can be taken back. */
#include "base/thread.h"
#include "server/workers.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include <cmocka.h>

struct gate {
    struct by_mutex lock;
    struct by_condition changed;
    int waiting;
    bool open;
};

static void pass(void *context)
{
    struct gate *gate = context;
    by_mutex_lock(&gate->lock);
    gate->waiting++;
    by_condition_wake_all(&gate->changed);
    while (!gate->open)
        by_condition_wait(&gate->changed, &gate->lock);
    gate->waiting--;
    by_mutex_unlock(&gate->lock);
}

static void await(struct gate *gate, int waiting)
{
    by_mutex_lock(&gate->lock);
    while (gate->waiting < waiting)
        by_condition_wait(&gate->changed, &gate->lock);
    by_mutex_unlock(&gate->lock);
}

static void open_gate(struct gate *gate)
{
    by_mutex_lock(&gate->lock);
    gate->open = true;
    by_condition_wake_all(&gate->changed);
    by_mutex_unlock(&gate->lock);
}

static void count(void *context)
{
    atomic_fetch_add((atomic_int *)context, 1);
}

static void note_priority(void *context)
{
    *(int *)context = getpriority(PRIO_PROCESS, 0);
}

static void as_many_run_at_once_as_asked_for(void **state)
{
    struct by_workers *workers;
    struct gate gate = {.waiting = 0};
    (void)state;
    assert_true(by_monitor_open(&gate.lock, &gate.changed));
    assert_int_equal(by_workers_open(3, 2, 0, &workers, NULL), BY_OK);
    for (int i = 0; i < 3; i++)
        assert_true(by_workers_add(workers, pass, &gate));
    await(&gate, 3);
    for (int i = 0; i < 2; i++)
        assert_true(by_workers_add(workers, pass, &gate));
    assert_false(by_workers_add(workers, pass, &gate));
    assert_int_equal(gate.waiting, 3);
    open_gate(&gate);
    by_workers_close(workers);
    by_monitor_close(&gate.lock, &gate.changed);
}

static void all_that_was_added_is_done_at_the_end(void **state)
{
    struct by_workers *workers;
    atomic_int done = 0;
    int added = 0;
    (void)state;
    assert_int_equal(by_workers_open(4, 1000, 0, &workers, NULL), BY_OK);
    for (int i = 0; i < 1000; i++)
        added += by_workers_add(workers, count, &done);
    by_workers_close(workers);
    assert_int_equal(added, 1000);
    assert_int_equal(atomic_load(&done), added);
}

static void what_waits_can_be_taken_back(void **state)
{
    struct by_workers *workers;
    struct gate gate = {.waiting = 0};
    atomic_int done[4] = {0, 0, 0, 0};
    (void)state;
    assert_true(by_monitor_open(&gate.lock, &gate.changed));
    assert_int_equal(by_workers_open(1, 8, 0, &workers, NULL), BY_OK);
    assert_true(by_workers_add(workers, pass, &gate));
    await(&gate, 1);
    for (int i = 0; i < 4; i++)
        assert_true(by_workers_add(workers, count, &done[i]));
    assert_true(by_workers_take_back(workers, &done[1]));
    assert_false(by_workers_take_back(workers, &done[1]));
    assert_false(by_workers_take_back(workers, &gate)); /* it runs */
    open_gate(&gate);
    by_workers_close(workers);
    for (int i = 0; i < 4; i++)
        assert_int_equal(atomic_load(&done[i]), i != 1);
    by_monitor_close(&gate.lock, &gate.changed);
}

static void searches_are_nicer_than_others(void **state)
{
    struct by_workers *workers;
    int own = getpriority(PRIO_PROCESS, 0), theirs = -100;
    (void)state;
    assert_int_equal(by_workers_open(1, 1, 5, &workers, NULL), BY_OK);
    assert_true(by_workers_add(workers, note_priority, &theirs));
    by_workers_close(workers);
    assert_int_equal(theirs, own + 5 > 19 ? 19 : own + 5);
    assert_int_equal(getpriority(PRIO_PROCESS, 0), own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_many_run_at_once_as_asked_for),
        cmocka_unit_test(all_that_was_added_is_done_at_the_end),
        cmocka_unit_test(what_waits_can_be_taken_back),
        cmocka_unit_test(searches_are_nicer_than_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
