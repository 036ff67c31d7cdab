/* ranks.h, with messages that the test itself puts in and takes out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/ranks.h"
#include "base/thread.h"
#include <stdlib.h>
#include <string.h>

#define ROOM 64

/* Letters in the order in which they came; called under the lock of ranks.c, and by the test before
 * and after. */
struct post {
    int count;
    struct {
        int rank, channel;
        size_t size;
        unsigned char bytes[16];
    } in[ROOM];
    int taken;
    atomic_int beats, sent;
    int last_to, last_channel;
};

static bool post_send(void *context, int to, int channel, const void *bytes, size_t size)
{
    struct post *post = context;
    if (channel == BY_CHANNEL_CONTROL && size > 0 && *(const char *)bytes == 'b') {
        atomic_fetch_add(&post->beats, 1);
        return true;
    }
    post->last_to = to;
    post->last_channel = channel;
    atomic_fetch_add(&post->sent, 1);
    return true;
}

static bool post_take(void *context, int channel, int *from, unsigned char **bytes, size_t *size)
{
    struct post *post = context;
    if (post->taken >= post->count || post->in[post->taken].channel != channel)
        return false;
    *from = post->in[post->taken].rank;
    *size = post->in[post->taken].size;
    *bytes = malloc(*size + 1);
    memcpy(*bytes, post->in[post->taken].bytes, *size);
    post->taken++;
    return true;
}

static void arrives(struct post *post, int rank, int channel, const void *bytes, size_t size)
{
    post->in[post->count].rank = rank;
    post->in[post->count].channel = channel;
    post->in[post->count].size = size;
    memcpy(post->in[post->count].bytes, bytes, size);
    post->count++;
}

static void open_job(struct post *post, int rank, int size)
{
    const struct by_ranks_carrier carrier = {rank, size, post_send, post_take, NULL, post};
    assert_int_equal(by_ranks_open(&carrier, NULL), BY_OK);
}

/* Waits until it is so, for ten seconds at most: the assertion behind it says what was missing. */
#define until(condition)                                                                           \
    do {                                                                                           \
        double rest = 0;                                                                           \
        for (int i = 0; i < 500 && !(condition); i++)                                              \
            by_ranks_rest(&rest);                                                                  \
        assert_true(condition);                                                                    \
    } while (0)

static void alone_there_is_rank_0_of_1(void **state)
{
    (void)state;
    int from;
    unsigned char *bytes;
    size_t size;
    assert_int_equal(by_ranks_rank(), 0);
    assert_int_equal(by_ranks_size(), 1);
    assert_false(by_ranks_send(0, BY_CHANNEL_GAMES, "x", 1));
    assert_false(by_ranks_take(BY_CHANNEL_GAMES, &from, &bytes, &size));
    assert_false(by_ranks_lost(0));
    assert_true(by_ranks_dismiss());
    by_ranks_close();
}

static void messages_go_to_ranks_that_there_are(void **state)
{
    (void)state;
    struct post post = {0};
    open_job(&post, 0, 3);
    assert_int_equal(by_ranks_size(), 3);
    assert_true(by_ranks_send(2, BY_CHANNEL_SEARCH, "abc", 3));
    assert_int_equal(post.last_to, 2);
    assert_int_equal(post.last_channel, BY_CHANNEL_SEARCH);
    assert_false(by_ranks_send(3, BY_CHANNEL_SEARCH, "abc", 3));
    assert_false(by_ranks_send(-1, BY_CHANNEL_SEARCH, "abc", 3));
    assert_false(by_ranks_send(1, BY_CHANNEL_SEARCH, "abc", BY_RANKS_BYTES_MAX + 1));
    by_ranks_close();
    assert_int_equal(by_ranks_size(), 1);
}

static void rank_0_beats_for_all_others(void **state)
{
    (void)state;
    struct post post = {0};
    open_job(&post, 0, 4);
    until(atomic_load(&post.beats) >= 3);
    by_ranks_close();
}

static void the_silent_are_lost_until_they_are_heard_of(void **state)
{
    (void)state;
    struct post post = {0};
    int from;
    unsigned char *bytes;
    size_t size;
    open_job(&post, 0, 2);
    assert_false(by_ranks_lost(1));
    by_ranks_set_lease(1e-9);
    until(by_ranks_lost(1));
    assert_false(by_ranks_send(1, BY_CHANNEL_GAMES, "x", 1));
    by_ranks_set_lease(1000);
    assert_false(by_ranks_lost(1));
    assert_true(by_ranks_any_lost());
    arrives(&post, 1, BY_CHANNEL_GAMES, "hello", 5);
    assert_true(by_ranks_take(BY_CHANNEL_GAMES, &from, &bytes, &size));
    assert_int_equal(from, 1);
    assert_int_equal(size, 5);
    assert_memory_equal(bytes, "hello", 5);
    free(bytes);
    assert_true(by_ranks_dismiss()); /* it came back: all will end in order */
    by_ranks_set_lease(1e-9);
    until(by_ranks_lost(1));
    assert_false(by_ranks_dismiss());
    by_ranks_close();
}

static bool count_turn(void *context)
{
    return ++*(int *)context < 3;
}

static void others_serve_until_the_end(void **state)
{
    (void)state;
    struct post post = {0};
    int turns = 0;
    const struct by_ranks_service service = {count_turn, &turns};
    double lease = 7;
    unsigned char beat[1 + sizeof lease] = {'b'};
    memcpy(beat + 1, &lease, sizeof lease);
    arrives(&post, 0, BY_CHANNEL_CONTROL, "nonsense", 8);
    arrives(&post, 0, BY_CHANNEL_CONTROL, beat, sizeof beat);
    arrives(&post, 0, BY_CHANNEL_CONTROL, "e", 1);
    open_job(&post, 1, 2);
    assert_true(by_ranks_serve(&service, 1, NULL));
    assert_true(by_ranks_lease() == 7);
    assert_true(by_ranks_whole());
    by_ranks_close();
}

static void others_go_home_without_rank_0(void **state)
{
    (void)state;
    struct post post = {0};
    atomic_bool stop = false;
    open_job(&post, 1, 2);
    by_ranks_set_lease(0.01);
    assert_false(by_ranks_serve(NULL, 0, &stop));
    by_ranks_set_lease(1000);
    stop = true;
    assert_false(by_ranks_serve(NULL, 0, &stop));
    by_ranks_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alone_there_is_rank_0_of_1),
        cmocka_unit_test(messages_go_to_ranks_that_there_are),
        cmocka_unit_test(rank_0_beats_for_all_others),
        cmocka_unit_test(the_silent_are_lost_until_they_are_heard_of),
        cmocka_unit_test(others_serve_until_the_end),
        cmocka_unit_test(others_go_home_without_rank_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
