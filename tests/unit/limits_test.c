/* limits_test.c: a search ends when it should: at its limits, and at a stop. */
#include "search/timing.h"
#include "search_help.h"
#include <pthread.h>
#include <time.h>

/* Every search that can think for long. */
static const char *const specs[] = {
    "minimax",
    "minimax tie=random",
    "minimax tie=fastest",
    "negamax",
    "negamax tie=random",
    "negamax tie=fastest",
    "alphabeta plain=on",
    "alphabeta plain=on order=best",
    "alphabeta plain=on order=worst",
    "alphabeta plain=on order=random",
    "pns",
    "pns table=1K symmetry=off theory=off",
};
#define SPECS ((int)(sizeof specs / sizeof *specs))

/* Proof-number search knows no depth. */
static bool has_depth(const char *spec)
{
    return strncmp(spec, "pns", 3) != 0;
}

/* --- limits -------------------------------------------------------------------------- */

static void nodes_are_never_exceeded(void **state)
{
    (void)state;
    static const int limits[] = {1, 2, 3, 10, 100, 513, 4999};
    struct by_rules *rules = open_rules("connect4", NULL);
    struct by_line *line = open_line(rules);
    for (int i = 0; i < SPECS; i++) {
        for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
            for (int fixed = 0; fixed < 2; fixed++) {
                char spec[128];
                (void)snprintf(spec, sizeof spec, "%s nodes=%d%s", specs[i], limits[k],
                               fixed ? " depth=9" : "");
                bool sorted = strstr(spec, "order="); /* sorting searches all of it first */
                if (fixed && (sorted || !has_depth(specs[i])))
                    continue;
                struct by_decision decision = think(line, spec, 1, NULL);
                assert_int_equal(decision.work.nodes, limits[k]); /* all of it, and no more */
                assert_false(decision.complete);
                assert_false(decision.proven);
                assert_true(is_legal(line, decision.move));
                assert_lists_moves(line, &decision);
                by_decision_close(&decision);
            }
        }
    }
    by_line_close(line);
    by_rules_close(rules);
}

/* A depth out of reach: whatever cuts the search short, there is an opinion by then. */
static void there_is_always_an_answer(void **state)
{
    (void)state;
    static const char *const hurried[] = {"minimax depth=30 nodes=2000",
                                          "negamax depth=30 nodes=2000",
                                          "alphabeta plain=on depth=30 nodes=2000",
                                          "alphabeta depth=30 nodes=2000",
                                          "alphabeta plain=on depth=30 time=0.02",
                                          "pns nodes=2000"};
    struct by_rules *rules =
        open_rules_at("connect4", "size=6x6", "....../....../....../....../OOO.../XXX... X");
    struct by_line *line = open_line(rules);
    for (size_t i = 0; i < sizeof hurried / sizeof *hurried; i++) {
        struct by_decision decision = think(line, hurried[i], 1, NULL);
        assert_int_equal(decision.move, 3); /* d completes four in a row */
        assert_int_equal(decision.bound, BY_BOUND_EXACT);
        by_decision_close(&decision);
    }
    static const char *const stopped[] = {"minimax depth=30", "pns"};
    for (int i = 0; i < 2; i++) {
        struct by_searcher *searcher = open_searcher(rules, stopped[i], 1);
        struct by_decision decision;
        assert_int_equal(by_decision_open(rules, &decision, NULL), BY_OK);
        by_searcher_stop(searcher); /* before it begins: it looks one ply ahead all the same */
        assert_int_equal(by_searcher_think(searcher, line, NULL, NULL, &decision, NULL), BY_OK);
        assert_int_equal(decision.move, 3);
        assert_false(decision.complete);
        by_decision_close(&decision);
        by_searcher_close(searcher);
    }
    by_line_close(line);
    by_rules_close(rules);
}

static void the_smaller_limit_holds(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", NULL);
    struct by_line *line = open_line(rules);
    struct by_decision decision;
    assert_int_equal(by_decision_open(rules, &decision, NULL), BY_OK);
    struct by_searcher *searcher = open_searcher(rules, "negamax nodes=1000 depth=5", 1);
    struct by_limits limits = {.nodes = 400};
    by_searcher_think(searcher, line, &limits, NULL, &decision, NULL);
    assert_int_equal(decision.work.nodes, 400);
    limits.nodes = 5000;
    by_searcher_think(searcher, line, &limits, NULL, &decision, NULL);
    assert_int_equal(decision.work.nodes, 1000);
    limits.depth = 2;
    by_searcher_think(searcher, line, &limits, NULL, &decision, NULL);
    assert_int_equal(decision.work.nodes, (1 + 7) + (1 + 7 + 49)); /* it deepens beside a limit */
    assert_int_equal(decision.depth, 2);
    assert_true(decision.complete);
    by_searcher_close(searcher);
    by_decision_close(&decision);
    by_line_close(line);
    by_rules_close(rules);
}

/* Seconds a think takes on a position far too large to search out. */
static double seconds_of(const char *spec)
{
    struct by_rules *rules = open_rules("breakthrough", "size=8x8");
    struct by_line *line = open_line(rules);
    double begun = by_clock_now();
    struct by_decision decision = think(line, spec, 1, NULL);
    double taken = by_clock_now() - begun;
    assert_true(is_legal(line, decision.move));
    assert_false(decision.complete);
    assert_true(fabs(decision.work.seconds - taken) < 0.05);
    by_decision_close(&decision);
    by_line_close(line);
    by_rules_close(rules);
    return taken;
}

/* The machine may be busy: the best of a few attempts counts, none may be early. */
static void assert_takes(const char *spec, double seconds)
{
    double late = 1000;
    for (int attempt = 0; attempt < 4 && late > 0.05; attempt++) {
        double taken = seconds_of(spec);
        assert_true(taken >= seconds - 0.001);
        late = taken - seconds < late ? taken - seconds : late;
    }
    if (late > 0.05)
        fail_msg("%s is %.3f s late", spec, late);
}

static void time_is_kept(void **state)
{
    (void)state;
    for (int i = 0; i < SPECS; i++) {
        char spec[128];
        (void)snprintf(spec, sizeof spec, "%s time=60ms", specs[i]);
        assert_takes(spec, 0.06);
    }
    assert_takes("alphabeta plain=on time=0.06 depth=30", 0.06);
    assert_takes("alphabeta plain=on time=0.06 depth=30 order=best", 0.06);
}

static void without_a_limit_a_second_is_spent(void **state)
{
    (void)state;
    assert_takes("alphabeta plain=on", 1);
}

/* --- game clocks ----------------------------------------------------------------------- */

/* Seconds a think takes within these limits. */
static double seconds_within(const struct by_line *line, const char *spec,
                             const struct by_limits *limits)
{
    struct by_searcher *searcher = open_searcher(line->rules, spec, 1);
    struct by_decision decision;
    assert_int_equal(by_decision_open(line->rules, &decision, NULL), BY_OK);
    assert_int_equal(by_searcher_think(searcher, line, limits, NULL, &decision, NULL), BY_OK);
    assert_true(is_legal(line, decision.move));
    assert_false(decision.complete);
    double taken = decision.work.seconds;
    by_searcher_close(searcher);
    by_decision_close(&decision);
    return taken;
}

/* No think goes past its hard share, whatever the search, and none ends far before its soft one:
 * a depth is begun until half of it is over. The machine may be busy: the best attempt counts. */
static void a_game_clock_is_kept(void **state)
{
    (void)state;
    static const char *const clocks[] = {"left=20", "left=3 increment=0.1", "period=0.2",
                                         "left=0.5 moves=4", "left=0.1 period=2 stones=10"};
    struct by_rules *rules = open_rules("breakthrough", "size=8x8");
    struct by_line *line = open_line(rules);
    for (int i = 0; i < SPECS; i++) {
        struct by_limits limits = {0};
        const char *text = clocks[i % 5];
        assert_int_equal(by_clock_read(text, &limits.clock, NULL), BY_OK);
        struct by_time_share share = by_time_share(&limits.clock, by_moves_left(rules, 0));
        double late = 1000;
        for (int attempt = 0; attempt < 4 && late > 0.05; attempt++) {
            double taken = seconds_within(line, specs[i], &limits);
            assert_true(taken > share.soft / 2 - 0.001);
            late = taken - share.hard < late ? taken - share.hard : late;
        }
        if (late > 0.05)
            fail_msg("%s is %.3f s late on the clock %s", specs[i], late, text);
    }
    by_line_close(line);
    by_rules_close(rules);
}

/* Beside a clock the other limits hold as ever, in the spec or beside it. */
static void a_clock_joins_the_other_limits(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "size=8x8");
    struct by_line *line = open_line(rules);
    struct by_limits limits = {.clock = {.left = 1000}};
    assert_true(seconds_within(line, "alphabeta plain=on time=50ms", &limits) < 5);
    assert_true(seconds_within(line, "alphabeta nodes=1000", &limits) < 5);
    limits.seconds = 0.05;
    assert_true(seconds_within(line, "alphabeta", &limits) < 5);
    limits = (struct by_limits){.seconds = 1000, .clock = {.left = -1}}; /* it ran out */
    assert_true(seconds_within(line, "alphabeta time=1000", &limits) < 5);
    by_line_close(line);
    by_rules_close(rules);
}

/* --- stopping -------------------------------------------------------------------------- */

struct stopper {
    struct by_searcher *searcher;
    double stopped_at;
};

static void *stop_later(void *argument)
{
    struct stopper *stopper = argument;
    struct timespec pause = {0, 30000000};
    nanosleep(&pause, NULL);
    stopper->stopped_at = by_clock_now();
    by_searcher_stop(stopper->searcher);
    return NULL;
}

/* Seconds from the stop to the answer. */
static double stop_delay(const struct by_line *line, const char *spec)
{
    struct stopper stopper = {.searcher = open_searcher(line->rules, spec, 1)};
    struct by_decision decision;
    pthread_t thread;
    assert_int_equal(by_decision_open(line->rules, &decision, NULL), BY_OK);
    assert_int_equal(pthread_create(&thread, NULL, stop_later, &stopper), 0);
    by_searcher_think(stopper.searcher, line, NULL, NULL, &decision, NULL);
    double returned = by_clock_now();
    pthread_join(thread, NULL);
    assert_true(is_legal(line, decision.move));
    assert_lists_moves(line, &decision);
    assert_false(decision.complete);
    by_decision_close(&decision);
    by_searcher_close(stopper.searcher);
    return returned - stopper.stopped_at;
}

static void a_stop_is_obeyed_at_once(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "size=8x8");
    struct by_line *line = open_line(rules);
    for (int i = 0; i < SPECS; i++) {
        for (int fixed = 0; fixed < (has_depth(specs[i]) ? 2 : 1); fixed++) {
            char spec[128];
            double best = 1000;
            (void)snprintf(spec, sizeof spec, "%s time=1000%s", specs[i], fixed ? " depth=40" : "");
            for (int attempt = 0; attempt < 4 && best > 0.05; attempt++) {
                double delay = stop_delay(line, spec);
                best = delay < best ? delay : best;
            }
            if (best > 0.05)
                fail_msg("%s answers %.3f s after the stop", spec, best);
        }
    }
    by_line_close(line);
    by_rules_close(rules);
}

/* A stop that comes before the think counts for it, and for no later one. */
static void an_early_stop_counts_once(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", NULL);
    struct by_line *line = open_line(rules);
    struct by_decision decision;
    assert_int_equal(by_decision_open(rules, &decision, NULL), BY_OK);
    struct by_searcher *searcher = open_searcher(rules, "minimax depth=6", 1);
    by_searcher_stop(searcher);
    by_searcher_think(searcher, line, NULL, NULL, &decision, NULL);
    assert_false(decision.complete);
    assert_true(is_legal(line, decision.move));
    by_searcher_think(searcher, line, NULL, NULL, &decision, NULL);
    assert_true(decision.complete);
    by_searcher_close(searcher);
    by_decision_close(&decision);
    by_line_close(line);
    by_rules_close(rules);
}

struct watcher {
    const struct by_line *line;
    struct by_searcher *searcher;
    int told;
};

static void see_progress(void *context, const struct by_decision *so_far)
{
    struct watcher *watcher = context;
    assert_true(is_legal(watcher->line, so_far->move));
    assert_int_equal(so_far->pv[0], so_far->move);
    if (++watcher->told == 2)
        by_searcher_stop(watcher->searcher); /* the one call a listener may make */
}

static void progress_shows_decisions_on_the_way(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "size=8x8");
    struct watcher watcher = {.line = open_line(rules)};
    struct by_events events = {.context = &watcher, .progress = see_progress};
    struct by_decision decision;
    assert_int_equal(by_decision_open(rules, &decision, NULL), BY_OK);
    watcher.searcher = open_searcher(rules, "alphabeta plain=on time=20", 1);
    double begun = by_clock_now();
    by_searcher_think(watcher.searcher, watcher.line, NULL, &events, &decision, NULL);
    assert_true(watcher.told >= 2);
    assert_true(by_clock_now() - begun < 15);
    by_searcher_close(watcher.searcher);
    by_decision_close(&decision);
    by_line_close((struct by_line *)watcher.line);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_never_exceeded),
        cmocka_unit_test(there_is_always_an_answer),
        cmocka_unit_test(the_smaller_limit_holds),
        cmocka_unit_test(time_is_kept),
        cmocka_unit_test(without_a_limit_a_second_is_spent),
        cmocka_unit_test(a_game_clock_is_kept),
        cmocka_unit_test(a_clock_joins_the_other_limits),
        cmocka_unit_test(a_stop_is_obeyed_at_once),
        cmocka_unit_test(an_early_stop_counts_once),
        cmocka_unit_test(progress_shows_decisions_on_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
