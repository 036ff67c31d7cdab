/* team.h: who leads a search goes on without those of whom nothing is heard, and only without those. */
#include "base/clock.h"
#include "search/team.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* --- a member that reports nothing ---------------------------------------------------------------- */

static bool member_send(void *context, int to, int channel, const void *bytes, size_t size)
{
    (void)context, (void)to, (void)channel, (void)bytes, (void)size;
    return true;
}

/* It beats while `*context` says so. */
static bool member_take(void *context, int channel, int *from, unsigned char **bytes, size_t *size)
{
    atomic_int *beats = context;
    if (channel != BY_CHANNEL_CONTROL || atomic_load(beats) == 0)
        return false;
    atomic_fetch_sub(beats, 1);
    *from = 1;
    *size = 1;
    *bytes = calloc(1, 1);
    return true;
}

struct leader {
    atomic_int beats;
    struct by_rules *rules;
    struct by_line *line;
    struct by_team *team;
};

static void open_leader(struct leader *leader, double lease)
{
    const struct by_ranks_carrier carrier = {0, 2, member_send, member_take, NULL, &leader->beats};
    uint64_t sims = 1000, nodes = 0;
    assert_int_equal(by_ranks_open(&carrier, NULL), BY_OK);
    by_ranks_set_lease(lease);
    assert_int_equal(by_rules_open("tictactoe", NULL, 0, NULL, &leader->rules, NULL), BY_OK);
    assert_int_equal(by_line_open(leader->rules, &leader->line, NULL), BY_OK);
    assert_int_equal(by_team_lead(leader->rules, "mcts", &leader->team, NULL), BY_OK);
    by_team_set_line(leader->team, leader->line);
    by_team_begin(leader->team, &sims, &nodes, 0, 0);
    assert_int_equal(sims, 500);
    assert_int_equal(by_team_waiting(leader->team), 1);
}

static void close_leader(struct leader *leader)
{
    by_team_end(leader->team);
    by_team_close(leader->team);
    by_line_close(leader->line);
    by_rules_close(leader->rules);
    by_ranks_close();
}

static void who_beats_is_alive_and_has_ten_seconds_to_report(void **state)
{
    (void)state;
    struct leader leader = {0};
    open_leader(&leader, 5);
    atomic_store(&leader.beats, 1);
    while (atomic_load(&leader.beats) > 0) { /* one of two threads takes it */
        int from;
        unsigned char *bytes;
        size_t size;
        if (by_ranks_take(BY_CHANNEL_CONTROL, &from, &bytes, &size))
            free(bytes);
    }
    (void)by_team_listen(leader.team, by_clock_now() + 6);
    assert_false(by_team_has_lost(leader.team));
    assert_int_equal(by_team_waiting(leader.team), 1);
    (void)by_team_listen(leader.team, by_clock_now() + BY_TEAM_LEASE_S + 1);
    assert_true(by_team_has_lost(leader.team));
    assert_int_equal(by_team_waiting(leader.team), 0);
    close_leader(&leader);
}

static void who_is_lost_is_done_without_after_the_lease(void **state)
{
    (void)state;
    struct leader leader = {0};
    double rest = 0;
    open_leader(&leader, 0.1);
    while (!by_ranks_lost(1))
        by_ranks_rest(&rest);
    (void)by_team_listen(leader.team, by_clock_now() + 1);
    assert_true(by_team_has_lost(leader.team));
    close_leader(&leader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_beats_is_alive_and_has_ten_seconds_to_report),
        cmocka_unit_test(who_is_lost_is_done_without_after_the_lease),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
