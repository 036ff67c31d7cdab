/* The laboratory's cells on other ranks: whatever those say and whenever they die, each cell is done once. */
#include "lab/rank_cells.h"
#include "lab/run.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define CELLS 24
#define RANKS 3
#define QUIET 20 /* looks of rank 0 without news */
#define TRIES 20 /* until rank 0 has not done all itself */

/* --- two ranks, as rank 0 hears them -------------------------------------------------------------- */

/* Rank 1 is slow: it answers when rank 2 is dead and has been missed. Rank 2 first sends an answer of a run before, then
 * the one that is asked for; when there is nothing more to do it dies. Called under the lock of ranks.c. */
struct post {
    uint64_t ticket[RANKS]; /* of what each is doing; 0: nothing */
    int tasks[RANKS], looks, dead_for;
    bool early, dead;
    bool wrong; /* no task was sent, or two at a time */
};

static bool post_send(void *context, int to, int channel, const void *bytes, size_t size)
{
    struct post *post = context;
    struct by_lab_task task;
    if (channel != BY_CHANNEL_CELLS)
        return true;
    post->wrong |= !by_lab_task_read(bytes, size, &task) || post->ticket[to] != 0;
    post->ticket[to] = task.ticket;
    post->tasks[to]++;
    post->early = true;
    return true;
}

static bool write_answer(uint64_t ticket, unsigned char **bytes, size_t *size)
{
    struct by_buffer out;
    by_buffer_open(&out, 1000);
    by_bytes_put_u64(&out, ticket);
    by_bytes_put_int(&out, 1);
    by_bytes_put_text(&out, "n=1");
    by_bytes_put_text(&out, "elsewhere");
    by_bytes_put_real(&out, 0.5);
    *size = out.length;
    *bytes = malloc(out.length);
    memcpy(*bytes, out.data, out.length);
    by_buffer_close(&out);
    return true;
}

static bool answer_as(struct post *post, int rank, int *from, unsigned char **bytes, size_t *size)
{
    uint64_t ticket = post->ticket[rank];
    *from = rank;
    post->ticket[rank] = 0;
    return write_answer(ticket, bytes, size);
}

static bool post_take(void *context, int channel, int *from, unsigned char **bytes, size_t *size)
{
    struct post *post = context;
    if (channel != BY_CHANNEL_CELLS)
        return false;
    *from = 2;
    if (post->ticket[2] && post->early) {
        post->early = false;
        post->looks = 0;
        return write_answer(1000000, bytes, size);
    }
    post->looks++;
    if (post->ticket[2] && post->looks > 2)
        return answer_as(post, 2, from, bytes, size);
    if (!post->ticket[2] && post->looks > QUIET && !post->dead) {
        by_ranks_give_up(2);
        post->dead = true;
    }
    post->dead_for += post->dead;
    return post->ticket[1] && post->dead_for > QUIET && answer_as(post, 1, from, bytes, size);
}

/* --- a run ---------------------------------------------------------------------------------------- */

struct seen {
    const struct by_lab_plan *plan;
    int finished[CELLS];
};

static void on_news(void *context, const struct by_lab_news *news)
{
    struct seen *seen = context;
    if (news->finished)
        seen->finished[news->step - seen->plan->steps]++;
}

static void run(const char *store, struct post *post, struct seen *seen)
{
    char text[1000] =
        "name: t\ndocument: own\ntitle: t\nclaim: none\nmeasure: plays\n"
        "game: stones row=\"1 2 3 {last}\"\na: minimax nodes=100000\nb: -\ngames: 1\naxis last:";
    struct by_lab_experiment experiment;
    struct by_lab_plan plan;
    struct by_error err = {0};
    atomic_bool stop = false;
    for (int i = 0; i < CELLS; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), " %d", 10 + i);
    strcat(text, "\n");
    if (by_lab_read("t.lab", text, strlen(text), &experiment, &err) != BY_OK)
        fail_msg("%s", err.text);
    const struct by_lab_order order = {.experiments = &experiment,
                                       .count = 1,
                                       .scale = BY_LAB_SMOKE,
                                       .seed = 1,
                                       .concurrency = 1,
                                       .store = store};
    const struct by_ranks_carrier carrier = {0, RANKS, post_send, post_take, NULL, post};
    assert_int_equal(by_lab_plan_open(&order, NULL, &plan, &err), BY_OK);
    assert_int_equal(plan.count, CELLS);
    *seen = (struct seen){.plan = &plan};
    assert_int_equal(by_ranks_open(&carrier, NULL), BY_OK);
    if (by_lab_run(&order, &plan, &stop, on_news, seen, &err) != BY_OK)
        fail_msg("%s", err.text);
    by_ranks_close();
    by_lab_plan_end(&plan);
    by_lab_close(&experiment);
}

static void each_cell_is_done_once(void **state)
{
    (void)state;
    char folder[] = "/tmp/by_lab_ranks_test_XXXXXX", store[64];
    struct post post = {0};
    struct seen seen;
    assert_non_null(mkdtemp(folder));
    snprintf(store, sizeof store, "%s/lab.db", folder);
    for (int i = 0; i < TRIES && (post.tasks[1] == 0 || post.tasks[2] < 2); i++) {
        post = (struct post){0};
        run(store, &post, &seen);
        assert_false(post.wrong);
        for (int j = 0; j < CELLS; j++)
            assert_int_equal(seen.finished[j], 1);
        assert_int_equal(unlink(store), 0);
    }
    assert_true(post.tasks[1] > 0 && post.tasks[2] > 1 && post.dead);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_cell_is_done_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
