/* keeper_test.c: what a match may expect of a keeper, for each there is, and one of the test's own. */
#include "arena/keeper.h"
#include "arena/store/keeper.h"
#include "arena/store/store.h"
#include "base/thread.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { GAMES = 12 };

/* A job, and what has arrived of it. */
struct desk {
    char folder[64], path[96];
    struct by_rules *rules;
    struct by_match_plan plan;
    struct by_keeper_job job;
    atomic_bool stop, halt;
    int arrived[GAMES];
    char moves[GAMES][16];
    bool refuse; /* `arrived` fails */
};

static enum by_status take(void *context, const struct by_played *played, struct by_error *err)
{
    struct desk *desk = context;
    assert_in_range(played->number, 0, GAMES - 1);
    desk->arrived[played->number]++;
    snprintf(desk->moves[played->number], sizeof desk->moves[0], "%s", played->moves);
    return desk->refuse ? by_fail(err, BY_FAILED, "no room for game %d", (int)played->number)
                        : BY_OK;
}

static int open_desk(void **state)
{
    struct desk *desk = calloc(1, sizeof *desk);
    strcpy(desk->folder, "/tmp/by_keeper_test_XXXXXX");
    if (!mkdtemp(desk->folder))
        return -1;
    snprintf(desk->path, sizeof desk->path, "%s/a.db", desk->folder);
    if (by_rules_open("tictactoe", NULL, 0, NULL, &desk->rules, NULL) != BY_OK)
        return -1;
    desk->plan = (struct by_match_plan){.rules = desk->rules,
                                        .a = "random",
                                        .b = "random",
                                        .games = GAMES,
                                        .concurrency = 1,
                                        .seed = 1,
                                        .store = desk->path};
    desk->job = (struct by_keeper_job){&desk->plan, &desk->stop, &desk->halt, take, NULL,
                                       desk,        NULL,        NULL,        0};
    *state = desk;
    return 0;
}

static int close_desk(void **state)
{
    struct desk *desk = *state;
    char command[128];
    by_rules_close(desk->rules);
    snprintf(command, sizeof command, "rm -rf %s", desk->folder);
    int status = system(command);
    free(desk);
    return status;
}

static struct by_keeper *opened(struct desk *desk, by_keeper_open_fn *open)
{
    struct by_keeper *keeper = NULL;
    struct by_error err = {0};
    memset(desk->arrived, 0, sizeof desk->arrived);
    if (open(&desk->job, &keeper, &err) != BY_OK)
        fail_msg("%s", err.text);
    return keeper;
}

static struct by_played game_of(int number)
{
    return (struct by_played){.number = number,
                              .a_first = number % 2 == 0,
                              .scored = true,
                              .score = 1,
                              .points = 2,
                              .plies = 5,
                              .moves = "a1 b1 a2 b2 a3",
                              .times = "1 0 0 0 0",
                              .ended = "rules",
                              .reason = "",
                              .moved = {3, 2},
                              .version = "",
                              .host = ""};
}

static void give(struct by_keeper *keeper, int number)
{
    struct by_played game = game_of(number);
    keeper->kind->give(keeper, &game);
}

static void finish(struct by_keeper *keeper)
{
    struct by_error err = {0};
    if (keeper->kind->close(keeper, &err) != BY_OK)
        fail_msg("%s", err.text);
}

/* --- what holds for all ------------------------------------------------------------------ */

static by_keeper_open_fn *const kinds[] = {by_keeper_memory, by_keeper_store};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void every_number_once_and_every_game_arrives(void **state)
{
    struct desk *desk = *state;
    for (int k = 0; k < KINDS; k++) {
        struct by_keeper *keeper = opened(desk, kinds[k]);
        int number = -1;
        for (int i = 0; i < GAMES; i++) {
            assert_true(keeper->kind->next(keeper, &number));
            assert_int_equal(number, i);
            give(keeper, number);
        }
        assert_false(keeper->kind->next(keeper, &number));
        finish(keeper);
        for (int i = 0; i < GAMES; i++) {
            assert_int_equal(desk->arrived[i], 1);
            assert_string_equal(desk->moves[i], "a1 b1 a2 b2 a3");
        }
    }
}

static void no_numbers_after_a_halt_or_a_stop(void **state)
{
    struct desk *desk = *state;
    for (int k = 0; k < KINDS; k++) {
        for (int stopped = 0; stopped < 2; stopped++) {
            struct by_keeper *keeper = opened(desk, kinds[k]);
            int number;
            assert_true(keeper->kind->next(keeper, &number));
            give(keeper, number);
            atomic_store(stopped ? &desk->stop : &desk->halt, true);
            keeper->kind->halt(keeper);
            assert_false(keeper->kind->next(keeper, &number));
            finish(keeper);
            assert_int_equal(desk->arrived[stopped && k == 1 ? 1 : 0], 1); /* it goes on there */
            atomic_store(&desk->stop, false);
            atomic_store(&desk->halt, false);
        }
    }
}

static void a_game_that_cannot_arrive_ends_the_job(void **state)
{
    struct desk *desk = *state;
    desk->refuse = true;
    for (int k = 0; k < KINDS; k++) {
        struct by_keeper *keeper = opened(desk, kinds[k]);
        struct by_error err = {0};
        int number;
        assert_true(keeper->kind->next(keeper, &number));
        give(keeper, number);
        assert_int_equal(keeper->kind->close(keeper, &err), BY_FAILED);
        assert_string_equal(err.text, "no room for game 0");
        assert_true(atomic_load(&desk->halt));
        atomic_store(&desk->halt, false);
    }
}

/* --- with a store ------------------------------------------------------------------------ */

static void what_is_there_arrives_at_once_and_is_not_played(void **state)
{
    struct desk *desk = *state;
    struct by_keeper *keeper = opened(desk, by_keeper_store);
    int number = -1;
    for (int i = 0; i < 3; i++) {
        assert_true(keeper->kind->next(keeper, &number));
        if (i != 1)
            give(keeper, number); /* 1 is given back */
    }
    finish(keeper);
    keeper = opened(desk, by_keeper_store);
    assert_int_equal(desk->arrived[0] + desk->arrived[1] + desk->arrived[2], 2);
    assert_true(keeper->kind->next(keeper, &number));
    assert_int_equal(number, 1);
    assert_true(keeper->kind->next(keeper, &number));
    assert_int_equal(number, 3);
    finish(keeper);
}

static void play_all(void *context)
{
    struct by_keeper *keeper = context;
    int number;
    while (keeper->kind->next(keeper, &number))
        give(keeper, number);
}

/* Two keepers of one match: each hears of all games, of each once. */
static void games_of_others_arrive(void **state)
{
    struct desk *desk = *state;
    struct desk other = *desk;
    other.job.context = &other;
    other.job.stop = &other.stop;
    other.job.halt = &other.halt;
    struct by_keeper *one = opened(desk, by_keeper_store), *two = opened(&other, by_keeper_store);
    struct by_thread thread; /* each waits at the end for what the other has claimed */
    assert_true(by_thread_start(&thread, 0, play_all, two));
    play_all(one);
    by_thread_join(&thread);
    finish(one);
    finish(two);
    for (int i = 0; i < GAMES; i++) {
        assert_int_equal(desk->arrived[i], 1);
        assert_int_equal(other.arrived[i], 1);
    }
}

static void moves_of_others_must_be_moves(void **state)
{
    struct desk *desk = *state;
    struct by_keeper *keeper = opened(desk, by_keeper_store), *again = NULL;
    struct by_played game = game_of(0);
    struct by_error err = {0};
    int number;
    game.moves = "a1 a1 a1 a1 a1";
    assert_true(keeper->kind->next(keeper, &number));
    keeper->kind->give(keeper, &game);
    finish(keeper);
    assert_int_equal(by_keeper_store(&desk->job, &again, &err), BY_FAILED);
    assert_non_null(strstr(err.text, "cannot be played"));
    assert_null(again);
    desk->plan.forget = true; /* then nobody asks for them */
    finish(opened(desk, by_keeper_store));
}

/* --- a third kind ------------------------------------------------------------------------ */

/* Gives every other number out, last first, as if somebody far away played the rest; nothing
 * arrives before the end. */
struct far {
    struct by_keeper base;
    struct by_keeper_job job;
    struct by_mutex lock;
    int next, count;
    struct by_played *games[GAMES];
};

static bool far_next(struct by_keeper *keeper, int *number)
{
    struct far *far = (struct far *)keeper;
    by_mutex_lock(&far->lock);
    *number = far->next;
    far->next -= 2;
    by_mutex_unlock(&far->lock);
    return *number >= 0;
}

static void far_give(struct by_keeper *keeper, const struct by_played *played)
{
    struct far *far = (struct far *)keeper;
    by_mutex_lock(&far->lock);
    far->games[far->count++] = by_played_copy(played);
    by_mutex_unlock(&far->lock);
}

static void far_halt(struct by_keeper *keeper)
{
    (void)keeper;
}

static enum by_status far_close(struct by_keeper *keeper, struct by_error *err)
{
    struct far *far = (struct far *)keeper;
    enum by_status status = BY_OK;
    for (int i = 0; i < far->count; i++) {
        struct by_played other = game_of((int)far->games[i]->number - 1);
        other.ended = "crash";
        other.reason = "far away";
        status = status ? status : far->job.arrived(far->job.context, far->games[i], err);
        status = status ? status : far->job.arrived(far->job.context, &other, err);
        free(far->games[i]);
    }
    by_mutex_close(&far->lock);
    free(far);
    return status;
}

static enum by_status open_far(const struct by_keeper_job *job, struct by_keeper **out,
                               struct by_error *err)
{
    static const struct by_keeper_kind kind = {far_next, far_give, far_halt, far_close};
    struct far *far = calloc(1, sizeof *far);
    if (!far || !by_mutex_open(&far->lock))
        return by_fail(err, BY_FAILED, "no keeper");
    far->base.kind = &kind;
    far->job = *job;
    far->next = job->plan->games - 1;
    *out = &far->base;
    return BY_OK;
}

static void a_match_counts_what_arrives_whoever_played_it(void **state)
{
    struct desk *desk = *state;
    struct by_match_result result;
    struct by_error err = {0};
    desk->plan.store = NULL;
    desk->plan.keeper = open_far;
    desk->plan.concurrency = 2;
    if (by_match(&desk->plan, NULL, NULL, NULL, &result, &err) != BY_OK)
        fail_msg("%s", err.text);
    assert_int_equal(result.played, GAMES);
    assert_int_equal(result.fresh, GAMES / 2);
    for (int i = 0; i < GAMES; i += 2) { /* theirs: a wins them, b crashes */
        assert_string_equal(result.games[i].game->reason, "far away");
        assert_string_equal(result.games[i].game->moves, "a1 b1 a2 b2 a3");
        assert_int_equal(result.games[i].points, 2);
        assert_string_equal(result.games[i + 1].game->reason, "");
    }
    assert_int_equal(result.endings[by_ending_find("crash")][2], GAMES / 2);
    by_match_close(&desk->plan, &result);
}

static void a_store_wants_its_keeper(void **state)
{
    struct desk *desk = *state;
    struct by_match_result result;
    struct by_error err = {0};
    assert_int_equal(by_match(&desk->plan, NULL, NULL, NULL, &result, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "store"));
    by_match_close(&desk->plan, &result);
}

/* --- the game itself ---------------------------------------------------------------------- */

static void copies_stand_alone(void **state)
{
    (void)state;
    char moves[] = "a1 b2", reason[] = "why";
    struct by_played game = game_of(7);
    game.moves = moves;
    game.reason = reason;
    struct by_played *copy = by_played_copy(&game);
    moves[0] = reason[0] = '?';
    assert_string_equal(copy->moves, "a1 b2");
    assert_string_equal(copy->reason, "why");
    assert_string_equal(copy->ended, "rules");
    assert_int_equal(copy->number, 7);
    assert_null(by_played_wrong(copy));
    copy->opening = 6;
    assert_string_equal(by_played_wrong(copy), "opening");
    free(copy);
}

#define AT_DESK(test) cmocka_unit_test_setup_teardown(test, open_desk, close_desk)

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT_DESK(every_number_once_and_every_game_arrives),
        AT_DESK(no_numbers_after_a_halt_or_a_stop),
        AT_DESK(a_game_that_cannot_arrive_ends_the_job),
        AT_DESK(what_is_there_arrives_at_once_and_is_not_played),
        AT_DESK(games_of_others_arrive),
        AT_DESK(moves_of_others_must_be_moves),
        AT_DESK(a_match_counts_what_arrives_whoever_played_it),
        AT_DESK(a_store_wants_its_keeper),
        cmocka_unit_test(copies_stand_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
