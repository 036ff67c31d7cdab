/* queues_test.c: events reach the pages they are for, in order, once; and what is kept for them is bounded. */
#include "base/clock.h"
#include "base/rng.h"
#include "base/thread.h"
#include "server/queues.h"
#include "server/server.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct stream {
    struct by_reader *reader;
    int slept, woken;
};

static void on_sleep(void *context)
{
    ((struct stream *)context)->slept++;
}

static void on_wake(void *context)
{
    ((struct stream *)context)->woken++;
}

static struct by_queues *open_queues(void)
{
    struct by_queues *queues;
    assert_int_equal(by_queues_open("boot", &queues, NULL), BY_OK);
    return queues;
}

static void join(struct by_queues *queues, struct stream *stream, const char *client,
                 const char *last)
{
    const struct by_reader_hooks hooks = {on_sleep, on_wake, stream};
    *stream = (struct stream){0};
    assert_int_equal(by_queues_join(queues, client, last, &hooks, &stream->reader, NULL), BY_OK);
}

/* All that comes, taken in pieces of `room` bytes. */
static const char *take(struct stream *stream, size_t room)
{
    static char all[1 << 22];
    size_t length = 0, size;
    bool ended = false;
    while ((size = by_reader_take(stream->reader, all + length, room, &ended)) > 0)
        length += size;
    all[length] = '\0';
    return ended ? "ended" : all;
}

static bool send_text(struct by_queues *queues, const char *client, const char *key,
                      const char *text)
{
    struct by_buffer data;
    by_buffer_open(&data, 1 << 22);
    by_buffer_add(&data, text);
    bool sent = by_queues_send(queues, client, "news", key, &data);
    by_buffer_close(&data);
    return sent;
}

static void an_event_is_sent_as_the_standard_says(void **state)
{
    struct by_queues *queues = open_queues();
    struct stream one;
    (void)state;
    join(queues, &one, "page-one", NULL);
    assert_string_equal(take(&one, 5),
                        "retry: 1000\nid: boot.0\nevent: hello\ndata: {\"boot\": \"boot\"}\n\n");
    assert_int_equal(one.slept, 1);
    assert_true(send_text(queues, "page-one", NULL, "{\"a\":\n1}"));
    assert_int_equal(one.woken, 1);
    assert_string_equal(take(&one, 3), "id: boot.1\nevent: news\ndata: {\"a\":\ndata: 1}\n\n");
    by_reader_leave(one.reader);
    by_queues_close(queues);
}

static void events_go_to_one_page_or_to_all(void **state)
{
    struct by_queues *queues = open_queues();
    struct stream one, two;
    (void)state;
    join(queues, &one, "page-one", NULL);
    join(queues, &two, "page-two", NULL);
    take(&one, 100);
    take(&two, 100);
    assert_false(send_text(queues, "page-six", NULL, "0"));
    assert_true(send_text(queues, "page-two", NULL, "2"));
    assert_string_equal(take(&one, 100), "");
    assert_string_equal(take(&two, 100), "id: boot.1\nevent: news\ndata: 2\n\n");
    assert_true(send_text(queues, NULL, NULL, "3"));
    assert_string_equal(take(&one, 100), "id: boot.1\nevent: news\ndata: 3\n\n");
    assert_string_equal(take(&two, 100), "id: boot.2\nevent: news\ndata: 3\n\n");
    by_reader_leave(one.reader);
    by_reader_leave(two.reader);
    by_queues_close(queues);
}

static void of_one_key_only_the_last_waits(void **state)
{
    struct by_queues *queues = open_queues();
    struct stream one;
    (void)state;
    join(queues, &one, "page-one", NULL);
    take(&one, 100);
    send_text(queues, "page-one", "job 1", "1");
    send_text(queues, "page-one", "job 2", "2");
    send_text(queues, "page-one", NULL, "3");
    send_text(queues, "page-one", "job 1", "4");
    assert_string_equal(take(&one, 100), "id: boot.2\nevent: news\ndata: 2\n\n"
                                         "id: boot.3\nevent: news\ndata: 3\n\n"
                                         "id: boot.4\nevent: news\ndata: 4\n\n");
    send_text(queues, "page-one", "job 1", "5");
    assert_string_equal(take(&one, 100), "id: boot.5\nevent: news\ndata: 5\n\n");
    by_reader_leave(one.reader);
    by_queues_close(queues);
}

static void a_stream_goes_on_where_it_broke(void **state)
{
    struct by_queues *queues = open_queues();
    struct stream one;
    (void)state;
    join(queues, &one, "page-one", NULL);
    for (int i = 0; i < 3; i++)
        send_text(queues, "page-one", NULL, "x");
    take(&one, 100);
    by_reader_leave(one.reader);
    send_text(queues, "page-one", NULL, "y");
    join(queues, &one, "page-one", "boot.2");
    const char *text = take(&one, 100);
    assert_non_null(strstr(text, "id: boot.2\nevent: hello"));
    assert_non_null(
        strstr(text, "id: boot.3\nevent: news\ndata: x\n\nid: boot.4\nevent: news\ndata: y\n\n"));
    assert_null(strstr(text, "gap"));
    by_reader_leave(one.reader);
    by_queues_close(queues);
}

static void what_is_kept_is_bounded_and_a_loss_is_told(void **state)
{
    enum { LARGE = 100 * 1000 };
    struct by_queues *queues = open_queues();
    struct stream one;
    char *large = calloc(LARGE + 1, 1);
    (void)state;
    assert_non_null(large);
    memset(large, '7', LARGE);
    join(queues, &one, "page-one", NULL);
    take(&one, 100);
    for (int i = 0; i < 50; i++)
        assert_true(send_text(queues, "page-one", NULL, large));
    const char *text = take(&one, 1000);
    assert_memory_equal(text, "event: gap\ndata: {}\n\n", 20);
    assert_true(strlen(text) <= BY_LIMIT_QUEUE_BYTES + 1000);
    assert_true(strlen(text) > BY_LIMIT_QUEUE_BYTES / 2);
    for (int i = 0; i < BY_LIMIT_QUEUE_EVENTS; i++)
        send_text(queues, "page-one", NULL, "1");
    assert_null(strstr(take(&one, 1000), "gap"));
    for (int i = 0; i < BY_LIMIT_QUEUE_EVENTS + 1; i++)
        send_text(queues, "page-one", NULL, "1");
    assert_memory_equal(take(&one, 1000), "event: gap", 10);
    free(large);
    by_reader_leave(one.reader);
    by_queues_close(queues);
}

static void one_event_has_a_limit(void **state)
{
    struct by_queues *queues = open_queues();
    struct stream one;
    char *large = calloc(BY_LIMIT_QUEUE_BYTES, 1);
    (void)state;
    assert_non_null(large);
    memset(large, '7', BY_LIMIT_QUEUE_BYTES - 1);
    join(queues, &one, "page-one", NULL);
    take(&one, 100);
    assert_false(send_text(queues, "page-one", NULL, large));
    assert_string_equal(take(&one, 100), "");
    free(large);
    by_reader_leave(one.reader);
    by_queues_close(queues);
}

static void streams_are_counted(void **state)
{
    struct by_queues *queues = open_queues();
    static struct stream streams[BY_LIMIT_STREAMS];
    const struct by_reader_hooks hooks = {on_sleep, on_wake, &streams[0]};
    struct by_reader *more;
    struct by_error err;
    char name[32];
    (void)state;
    for (int i = 0; i < BY_LIMIT_STREAMS; i++) {
        (void)snprintf(name, sizeof name, "page-%d", i);
        join(queues, &streams[i], name, NULL);
    }
    assert_int_equal(by_queues_streams(queues), BY_LIMIT_STREAMS);
    assert_int_not_equal(by_queues_join(queues, "one-more", NULL, &hooks, &more, &err), BY_OK);
    assert_non_null(strstr(err.text, "streams"));
    by_reader_leave(streams[0].reader);
    join(queues, &streams[0], "one-more", NULL);
    for (int i = 0; i < BY_LIMIT_STREAMS; i++)
        by_reader_leave(streams[i].reader);
    /* Many pages that come and go: the oldest are forgotten. */
    for (int i = 0; i < 3 * BY_LIMIT_STREAMS; i++) {
        (void)snprintf(name, sizeof name, "again-%d", i);
        join(queues, &streams[0], name, NULL);
        by_reader_leave(streams[0].reader);
    }
    assert_true(isinf(by_queues_away(queues, "again-0", by_clock_now())));
    double soon = by_queues_away(queues, name, by_clock_now() + 70);
    assert_true(soon >= 70 && soon < 1000);
    by_queues_tick(queues, by_clock_now() + 1000);
    assert_true(isinf(by_queues_away(queues, name, by_clock_now())));
    by_queues_close(queues);
}

static void quiet_streams_get_a_sign_of_life(void **state)
{
    struct by_queues *queues = open_queues();
    struct stream one;
    (void)state;
    join(queues, &one, "page-one", NULL);
    take(&one, 100);
    by_queues_tick(queues, by_clock_now() + 10);
    assert_string_equal(take(&one, 100), "");
    by_queues_tick(queues, by_clock_now() + 16);
    assert_int_equal(one.woken, 1);
    assert_string_equal(take(&one, 100), ": here\n\n");
    by_reader_leave(one.reader);
    by_queues_close(queues);
}

static void all_streams_end(void **state)
{
    struct by_queues *queues = open_queues();
    struct stream one, two;
    const struct by_reader_hooks hooks = {on_sleep, on_wake, &two};
    (void)state;
    join(queues, &one, "page-one", NULL);
    join(queues, &two, "page-one", NULL);
    assert_string_equal(take(&one, 100), "ended");
    take(&two, 100);
    by_queues_end(queues);
    assert_int_equal(two.woken, 1);
    assert_string_equal(take(&two, 100), "ended");
    by_reader_leave(one.reader);
    by_reader_leave(two.reader);
    assert_int_not_equal(by_queues_join(queues, "page-two", NULL, &hooks, &one.reader, NULL),
                         BY_OK);
    by_queues_close(queues);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_is_sent_as_the_standard_says),
        cmocka_unit_test(events_go_to_one_page_or_to_all),
        cmocka_unit_test(of_one_key_only_the_last_waits),
        cmocka_unit_test(a_stream_goes_on_where_it_broke),
        cmocka_unit_test(what_is_kept_is_bounded_and_a_loss_is_told),
        cmocka_unit_test(one_event_has_a_limit),
        cmocka_unit_test(streams_are_counted),
        cmocka_unit_test(quiet_streams_get_a_sign_of_life),
        cmocka_unit_test(all_streams_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
