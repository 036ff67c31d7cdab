/* child_test.c: a process is spoken to in lines; nothing it does can hold us up. */
#include "base/clock.h"
#include "players/child.h"
#include "program_help.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

static struct by_child *begin(const char *command, struct by_tail *tail, struct by_wake *wake)
{
    struct by_child_plan plan = {.command = command, .tail = tail, .wake = wake};
    struct by_child *child = NULL;
    struct by_error err = {.status = BY_OK};
    if (by_child_open(&plan, &child, &err) != BY_OK)
        fail_msg("%s", err.text);
    return child;
}

static double soon(void)
{
    return by_clock_now() + 20;
}

static void assert_hears(struct by_child *child, const char *expected)
{
    const char *line = NULL;
    assert_int_equal(by_child_hear(child, soon(), &line), BY_HEARD_SOMETHING);
    assert_string_equal(line, expected);
}

static void lines_come_and_go(void **state)
{
    (void)state;
    const char *line;
    struct by_child *child = begin("cat", NULL, NULL);
    assert_true(by_child_say(child, "one"));
    assert_true(by_child_say(child, ""));
    assert_true(by_child_say(child, "three\r"));
    assert_hears(child, "one");
    assert_hears(child, "");
    assert_hears(child, "three");
    double begun = by_clock_now();
    assert_int_equal(by_child_hear(child, begun + 0.05, &line), BY_HEARD_NOTHING);
    assert_true(by_clock_now() - begun >= 0.05);
    by_child_close(child, 5);
    assert_no_children();
}

static void the_end_comes_after_all_that_was_said(void **state)
{
    (void)state;
    const char *line;
    struct by_fate fate;
    struct by_child *child = begin("printf 'a\\0b\\nhalf'; exit 3", NULL, NULL);
    assert_hears(child, "a?b");
    assert_int_equal(by_child_hear(child, soon(), &line), BY_HEARD_END);
    size_t size;
    const char *rest = by_child_unread(child, &size);
    assert_int_equal(size, 4);
    assert_memory_equal(rest, "half", 4);
    assert_true(by_child_fate(child, 20, &fate));
    assert_int_equal(fate.status, 3);
    assert_int_equal(fate.signal, 0);
    by_child_close(child, 0);
    assert_no_children();
}

/* Also when a shell stands between us and what crashed. */
static void a_crash_is_a_signal(void **state)
{
    (void)state;
    static const char *const commands[] = {"sh -c 'kill -SEGV $$'",
                                           "sh -c 'kill -SEGV $$'; exit $?"};
    for (int i = 0; i < 2; i++) {
        struct by_fate fate;
        struct by_child *child = begin(commands[i], NULL, NULL);
        assert_true(by_child_fate(child, 20, &fate));
        assert_int_equal(fate.signal, 11);
        assert_string_equal(by_signal_name(fate.signal), "SIGSEGV");
        by_child_close(child, 0);
    }
    assert_no_children();
}

/* It never reads: what is said stays with us, up to a limit, and nothing waits. */
static void speaking_never_waits(void **state)
{
    (void)state;
    static char line[10000];
    int sent = 0;
    memset(line, 'x', sizeof line - 1);
    struct by_child *child = begin("sleep 100", NULL, NULL);
    double begun = by_clock_now();
    while (sent < 1000 && by_child_say(child, line))
        sent++;
    assert_true(by_clock_now() - begun < 10);
    assert_in_range(sent, BY_CHILD_UNSENT / 10000, BY_CHILD_UNSENT / 10000 + 20);
    by_child_close(child, 0);
    assert_no_children();
}

/* Longer than a pipe holds, there and back. */
static void long_lines_pass(void **state)
{
    (void)state;
    static char line[120000];
    const char *heard;
    memset(line, 'y', sizeof line - 1);
    struct by_child *child = begin("cat", NULL, NULL);
    assert_true(by_child_say(child, line));
    assert_int_equal(by_child_hear(child, soon(), &heard), BY_HEARD_SOMETHING);
    assert_string_equal(heard, line);
    by_child_close(child, 5);
}

static void too_much_is_a_flood(void **state)
{
    (void)state;
    const char *line;
    struct by_child *child = begin("tr '\\0' x </dev/zero", NULL, NULL);
    assert_int_equal(by_child_hear(child, soon(), &line), BY_HEARD_FLOOD);
    by_child_close(child, 0);
    assert_no_children();
}

static void the_end_of_its_errors_is_kept(void **state)
{
    (void)state;
    static struct by_tail tail;
    static char text[BY_TAIL_BYTES + 1];
    char last[32];
    const char *line;
    struct by_child *child =
        begin("i=0; while [ $i -lt 20000 ]; do echo line $i >&2; i=$((i+1)); done; echo >&2", &tail,
              NULL);
    assert_int_equal(by_child_hear(child, soon(), &line), BY_HEARD_END);
    by_child_close(child, 20);
    by_tail_line(&tail, last, sizeof last);
    assert_string_equal(last, "line 19999");
    by_tail_text(&tail, text);
    assert_int_equal(strlen(text), BY_TAIL_BYTES);
    assert_string_equal(text + BY_TAIL_BYTES - 12, "line 19999\n\n");
}

static void *ring_soon(void *wake)
{
    nanosleep(&(struct timespec){0, 50000000}, NULL);
    by_wake_ring(wake);
    return NULL;
}

static void a_bell_ends_waiting(void **state)
{
    (void)state;
    struct by_wake wake;
    pthread_t thread;
    const char *line;
    assert_int_equal(by_wake_open(&wake, NULL), BY_OK);
    struct by_child *child = begin("cat", NULL, &wake);
    assert_int_equal(pthread_create(&thread, NULL, ring_soon, &wake), 0);
    assert_int_equal(by_child_hear(child, by_clock_now() + 100, &line), BY_HEARD_BELL);
    pthread_join(thread, NULL);
    assert_int_equal(by_child_hear(child, by_clock_now() + 100, &line), BY_HEARD_BELL);
    by_wake_clear(&wake);
    assert_true(by_child_say(child, "again"));
    assert_hears(child, "again");
    by_child_close(child, 5);
    by_wake_close(&wake);
}

static void limits_are_set_before_it_runs(void **state)
{
    (void)state;
    struct by_child_plan plan = {.command = "ulimit -v; ulimit -t", .memory = 1 << 30, .cpu = 7};
    struct by_child *child = NULL;
    assert_int_equal(by_child_open(&plan, &child, NULL), BY_OK);
    assert_hears(child, "1048576");
    assert_hears(child, "7");
    by_child_close(child, 5);
}

/* Nothing of ours is open in it but its own three, and the folder that it lists. */
static void it_inherits_nothing(void **state)
{
    (void)state;
    struct by_child *other = begin("cat", NULL, NULL);
    struct by_child *child = begin("ls /proc/self/fd | tr '\\n' ' '; echo", NULL, NULL);
    assert_hears(child, "0 1 2 3 ");
    by_child_close(child, 5);
    by_child_close(other, 5);
    assert_no_children();
}

/* Whether a process runs; one that is dead and that nobody has looked after does not. */
static bool runs(const char *pid)
{
    char path[64], line[512] = "";
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    bool there = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    const char *behind = strrchr(line, ')'); /* the state comes behind the name */
    return there && behind && !strchr("ZX", behind[2]);
}

/* Its parent ends before it, and it is in a session of its own. */
static void what_has_left_the_group_ends_too(void **state)
{
    (void)state;
    char pid[32];
    const char *line;
    struct by_child *child =
        begin("(setsid sh -c 'echo $$; exec sleep 1000' &) ; exec cat", NULL, NULL);
    struct by_child *other = begin(
        "setsid sh -c 'trap \"\" TERM HUP; echo ready; while :; do sleep 0.1; done'", NULL, NULL);
    assert_hears(other, "ready");
    assert_int_equal(by_child_hear(child, soon(), &line), BY_HEARD_SOMETHING);
    snprintf(pid, sizeof pid, "%s", line);
    assert_true(runs(pid));
    by_child_close(other, 0);
    assert_true(runs(pid)); /* it was not the other's */
    by_child_close(child, 0);
    assert_false(runs(pid));
    assert_no_children();
}

static void a_transcript_that_cannot_be_written_says_so(void **state)
{
    (void)state;
    struct by_transcript transcript = {.file = fopen("/dev/full", "a")};
    struct by_child_plan plan = {.command = "cat", .transcript = &transcript};
    struct by_child *child = NULL;
    assert_non_null(transcript.file);
    assert_int_equal(by_child_open(&plan, &child, NULL), BY_OK);
    by_child_close(child, 0);
    assert_int_equal(transcript.failed, ENOSPC);
    (void)fclose(transcript.file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_and_go),
        cmocka_unit_test(the_end_comes_after_all_that_was_said),
        cmocka_unit_test(a_crash_is_a_signal),
        cmocka_unit_test(speaking_never_waits),
        cmocka_unit_test(long_lines_pass),
        cmocka_unit_test(too_much_is_a_flood),
        cmocka_unit_test(the_end_of_its_errors_is_kept),
        cmocka_unit_test(a_bell_ends_waiting),
        cmocka_unit_test(limits_are_set_before_it_runs),
        cmocka_unit_test(it_inherits_nothing),
        cmocka_unit_test(what_has_left_the_group_ends_too),
        cmocka_unit_test(a_transcript_that_cannot_be_written_says_so),
    };
    return cmocka_run_group_tests_name("child", tests, NULL, NULL);
}
