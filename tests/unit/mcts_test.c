/* mcts_test.c: Monte Carlo tree search from outside: few simulations, threads, limits, stopping. */
#include "search/mcts/mcts.h"
#include "search_help.h"
#include <pthread.h>
#include <time.h>

static uint64_t visits_of(const struct by_decision *d)
{
    uint64_t sum = 0;
    for (int i = 0; i < d->move_count; i++)
        sum += d->moves[i].visits;
    return sum;
}

static struct by_decision open_decision(const struct by_rules *rules)
{
    struct by_decision decision;
    assert_int_equal(by_decision_open(rules, &decision, NULL), BY_OK);
    return decision;
}

/* --- few simulations --------------------------------------------------------------------------- */

static const char *const ways[] = {
    "",
    "rave=on",
    "rave=on amaf=global",
    "selection=omc",
    "selection=puct",
    "final=ratio",
    "final=ucb",
    "final=lower",
    "threads=4",
    "roots=3",
    "z=0 dag=on",
    "reuse=on",
    "full=stop",
};
#define WAYS ((int)(sizeof ways / sizeof *ways))

static void check_sensible(const struct by_line *line, const struct by_decision *d, uint64_t most)
{
    assert_true(is_legal(line, d->move));
    assert_int_equal(d->scale, BY_SCALE_PROBABILITY);
    assert_true(d->value >= 0 && d->value <= 1);
    assert_true(d->pv_count >= 1 && d->pv[0] == d->move);
    assert_true(d->work.simulations <= most);
    assert_true(visits_of(d) == d->work.simulations || d->proven);
    assert_int_equal(d->moves[0].move, d->move);
    for (int i = 2; i < d->move_count; i++)
        assert_true(d->moves[i - 1].visits >= d->moves[i].visits);
}

struct few {
    int sims;
};

static void think_little(const struct by_rules *rules, void *context)
{
    const struct few *few = context;
    struct by_line *line = open_line(rules);
    struct by_decision decision = open_decision(rules);
    for (int i = 0; i < WAYS && !by_line_over(line); i++) {
        char spec[128];
        (void)snprintf(spec, sizeof spec, "mcts memory=1M sims=%d %s",
                       few->sims > 0 ? few->sims : 1000, ways[i]);
        struct by_searcher *searcher = open_searcher(rules, spec, 1);
        if (few->sims == 0)
            by_searcher_stop(searcher);
        assert_int_equal(by_searcher_think(searcher, line, NULL, NULL, &decision, NULL), BY_OK);
        check_sensible(line, &decision, (uint64_t)few->sims);
        if (!decision.proven) {
            assert_int_equal(decision.work.simulations, few->sims);
            assert_int_equal(decision.complete, few->sims > 0);
        }
        by_searcher_close(searcher);
    }
    by_decision_close(&decision);
    by_line_close(line);
}

static void few_simulations_are_enough_for_an_answer(void **state)
{
    (void)state;
    for (struct few few = {0}; few.sims <= 3; few.sims++)
        for_every_game(think_little, &few);
}

/* Positions of every game, late ones too, where moves end it and lines are proven. */
static void think_plainly(const struct by_rules *rules, void *context)
{
    static const char *const plain[] = {"",
                                        "rave=on",
                                        "selection=ucb1 expand=one",
                                        "z=5 roots=2",
                                        "threads=3",
                                        "epsilon=0.1 leaves=2"};
    struct by_rng *rng = context;
    struct by_line *line = open_line(rules);
    for (int i = 0; i < long_or(60, 6) && !by_line_over(line); i++) {
        char spec[128];
        (void)snprintf(spec, sizeof spec, "mcts proofs=off memory=1M sims=%d %s",
                       i == 0 ? 10000 : 200, plain[i % 6]);
        walk(line, (int)by_rng_below(rng, 100), rng);
        if (by_line_over(line)) /* it was over at its start */
            break;
        struct by_decision decision = think(line, spec, 1, NULL);
        assert_int_equal(decision.work.simulations, i == 0 ? 10000 : 200);
        assert_int_equal(visits_of(&decision), decision.work.simulations);
        assert_true(decision.complete && !decision.proven);
        for (int j = 0; j < decision.move_count; j++)
            assert_int_not_equal(decision.moves[j].bound, BY_BOUND_EXACT);
        by_decision_close(&decision);
    }
    by_line_close(line);
}

static void without_proofs_every_simulation_is_made(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 12, 0);
    for_every_game(think_plainly, &rng);
}

/* Under a time limit, too: nothing ends it but the clock, not even that there is one move. */
static void without_proofs_there_is_no_early_end(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules_at("nim", NULL, "3");
    struct by_line *line = open_line(rules);
    struct by_searcher *searcher = NULL;
    struct by_error err = {0};
    struct by_decision decision = think(line, "mcts time=20ms proofs=off", 1, NULL);
    assert_true(decision.work.seconds >= 0.02 && decision.work.simulations > 0);
    by_decision_close(&decision);
    assert_int_equal(by_searcher_open(rules, "mcts proofs=off early=on", 1, &searcher, &err),
                     BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "early=on needs proofs=on"));
    by_line_close(line);
    by_rules_close(rules);
}

static void one_legal_move_is_played(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules_at("nim", NULL, "3"); /* 3 can only become 1 and 2 */
    struct by_line *line = open_line(rules);
    for (int i = 0; i < WAYS; i++) {
        char spec[128];
        (void)snprintf(spec, sizeof spec, "mcts sims=20 %s", ways[i]);
        struct by_decision decision = think(line, spec, 1, NULL);
        assert_int_equal(decision.move_count, 1);
        assert_true(decision.proven && decision.value == 1);
        by_decision_close(&decision);
    }
    by_line_close(line);
    by_rules_close(rules);
}

static void a_finished_game_has_no_move(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_line *line = open_line(rules);
    by_line_play_list(line, "a1 a2 b1 b2 c1", NULL);
    assert_true(by_line_over(line));
    struct by_decision decision = think(line, "mcts sims=100", 1, NULL);
    assert_int_equal(decision.move, BY_NO_MOVE);
    assert_true(decision.proven && decision.complete);
    assert_int_equal(decision.work.simulations, 0);
    by_decision_close(&decision);
    by_line_close(line);
    by_rules_close(rules);
}

static void an_iteration_may_be_a_node(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("nogo", "size=5x5");
    struct by_line *line = open_line(rules);
    struct by_decision decision = think(line, "mcts iteration=oth sims=3000", 1, NULL);
    assert_int_equal(decision.work.simulations + decision.work.nodes, 3000 + 1); /* and the root */
    assert_true(decision.complete);
    by_decision_close(&decision);
    by_line_close(line);
    by_rules_close(rules);
}

/* --- threads ------------------------------------------------------------------------------------- */

static void every_thread_counts(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        int sims;
    } cases[] = {
        {"threads=2", 15000},
        {"threads=4 rave=on", 12000},
        {"threads=4 z=0 memory=1M", 3000},
        {"roots=2 rave=on", 9001},
        {"roots=4", 6002},
        {"leaves=2", 4000},
        {"leaves=4 rave=on", 4000},
        {"roots=2 memory=128K", 9000},
        {"threads=3 memory=64K", 9000},
        {"threads=2 rave=on amaf=global", 9000},
    };
    struct by_rules *rules = open_rules("nogo", "size=6x6");
    struct by_line *line = open_line(rules);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int turn = 0; turn < long_or(20, 1); turn++) {
            char spec[128];
            (void)snprintf(spec, sizeof spec, "mcts %s sims=%d", cases[i].spec, cases[i].sims);
            struct by_decision decision = think(line, spec, (uint64_t)turn, NULL);
            assert_int_equal(decision.work.simulations, cases[i].sims);
            assert_int_equal(visits_of(&decision), cases[i].sims);
            assert_true(decision.complete);
            by_decision_close(&decision);
        }
    by_line_close(line);
    by_rules_close(rules);
}

/* A number of simulations that leaves= does not divide is met all the same, on threads, with records of the
 * plies, and by the batch. */
static void the_last_leaf_gets_what_is_left(void **state)
{
    (void)state;
    static const char *const ways_to_play[] = {"", "rave=on", "rave=on amaf=global", "z=0"};
    static const char *const games[][2] = {{"nogo", "size=6x6"}, {"othello", ""}};
    static const int sims[] = {1, 2, 15, 16, 17, 333};
    for (int k = 0; k < 6 * 4 * 2; k++) {
        struct by_rules *rules = open_rules(games[k % 2][0], games[k % 2][1]);
        struct by_line *line = open_line(rules);
        char spec[128];
        (void)snprintf(spec, sizeof spec, "mcts leaves=16 %s sims=%d", ways_to_play[k / 2 % 4],
                       sims[k / 8]);
        struct by_decision decision = think(line, spec, 1, NULL);
        assert_int_equal(decision.work.simulations, sims[k / 8]);
        assert_int_equal(visits_of(&decision), sims[k / 8]);
        assert_true(decision.complete);
        by_decision_close(&decision);
        by_line_close(line);
        by_rules_close(rules);
    }
}

/* Visits are promised to nodes near the root before they are made (core.h). A search that is cut
 * short takes back those that were not made. Past the width of narrow tallies some may be lost. */
static void promises_are_kept_or_taken_back(void **state)
{
    (void)state;
    static const char *const specs[] = {"mcts threads=3 nodes=700 sims=1000000",
                                        "mcts threads=2 nodes=1500 sims=1000000 rave=on"};
    struct by_rules *rules = open_rules("nogo", "size=6x6");
    struct by_line *line = open_line(rules);
    int checked = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct by_decision decision = think(line, specs[seed % 2], seed, NULL);
        uint64_t made = decision.work.simulations;
        checked += made > BY_BATCH_VISITS && made < BY_TREE_GROW;
        if (made < BY_TREE_GROW)
            assert_int_equal(visits_of(&decision), made);
        by_decision_close(&decision);
    }
    assert_true(checked > 0);
    by_line_close(line);
    by_rules_close(rules);
}

/* Past the width of narrow tallies a few that come during the change may be lost (tree.h). */
static void few_visits_are_lost_while_tallies_grow(void **state)
{
    (void)state;
    int sims = long_or(1000000, 40000);
    struct by_rules *rules = open_rules("nogo", "size=6x6");
    struct by_line *line = open_line(rules);
    for (int threads = 2; threads <= 4; threads += 2) {
        char spec[128];
        (void)snprintf(spec, sizeof spec, "mcts threads=%d sims=%d rave=on", threads, sims);
        struct by_decision decision = think(line, spec, 1, NULL);
        assert_int_equal(decision.work.simulations, sims);
        assert_true(visits_of(&decision) <= (uint64_t)sims);
        assert_true(visits_of(&decision) >= (uint64_t)(sims - BY_BATCH * threads));
        by_decision_close(&decision);
    }
    by_line_close(line);
    by_rules_close(rules);
}

struct counter {
    pthread_t thread;
    int steps, told, elsewhere, empty;
};

static void count_step(void *context, const struct by_step *step)
{
    struct counter *counter = context;
    counter->elsewhere += !pthread_equal(counter->thread, pthread_self());
    counter->steps += step->kind == BY_STEP_BACKUP;
}

static void count_progress(void *context, const struct by_decision *so_far)
{
    struct counter *counter = context;
    counter->elsewhere += !pthread_equal(counter->thread, pthread_self());
    counter->empty += visits_of(so_far) == 0 || so_far->work.tree_bytes == 0;
    counter->told++;
}

/* Listeners hear the calling thread alone, also while other trees are pruned. */
static void events_come_on_the_calling_thread(void **state)
{
    (void)state;
    static const char *const specs[] = {"roots=3 memory=200K", "threads=3 memory=64K", "leaves=3",
                                        "memory=64K", "roots=2 memory=200K early=on"};
    struct by_rules *rules = open_rules("nogo", "size=6x6");
    struct by_line *line = open_line(rules);
    int told = 0;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (int traced = 0; traced < 2; traced++) {
            char spec[128];
            struct counter counter = {.thread = pthread_self()};
            struct by_events events = {.context = &counter,
                                       .progress = count_progress,
                                       .trace = traced ? count_step : NULL};
            (void)snprintf(spec, sizeof spec, "mcts %s time=0.3", specs[i]);
            struct by_decision decision = think(line, spec, 1, &events);
            assert_int_equal(counter.elsewhere + counter.empty, 0);
            assert_true(counter.told <= 20 * decision.work.seconds + 1); /* at most 20 a second */
            told += counter.told;
            assert_true(!traced || counter.steps > 0);
            by_decision_close(&decision);
        }
    assert_true(told > 0); /* a busy machine may let a deadline pass before a word is said */
    by_line_close(line);
    by_rules_close(rules);
}

/* --- time ------------------------------------------------------------------------------------------ */

static double seconds_of(const struct by_line *line, const char *spec)
{
    double begun = by_clock_now();
    struct by_decision decision = think(line, spec, 1, NULL);
    double taken = decision.work.seconds;
    assert_true(taken <= by_clock_now() - begun);
    assert_true(is_legal(line, decision.move));
    assert_false(decision.complete);
    by_decision_close(&decision);
    return taken;
}

/* The machine may be busy: the best of a few attempts counts, none may be early. */
static void deadlines_are_kept(void **state)
{
    (void)state;
    static const char *const specs[] = {"",
                                        "rave=on",
                                        "threads=2",
                                        "roots=2",
                                        "leaves=2",
                                        "memory=1M",
                                        "memory=8M threads=2 z=0",
                                        "sims=100000000 roots=2",
                                        "z=0 memory=200M",
                                        "z=0 memory=64M dag=on"};
    struct by_rules *rules = open_rules("nogo", "size=9x9");
    struct by_line *line = open_line(rules);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        char spec[128];
        double late = 1000, wanted = strstr(specs[i], "M") ? 0.3 : 0.06;
        (void)snprintf(spec, sizeof spec, "mcts %s time=%g early=off", specs[i], wanted);
        for (int attempt = 0; attempt < 4 && late > 0.02; attempt++) {
            double over = seconds_of(line, spec) - wanted;
            assert_true(over > -0.001);
            late = over < late ? over : late;
        }
        print_message("# %s: %.1f ms late\n", spec, 1000 * late);
        assert_true(late < 0.1);
    }
    by_line_close(line);
    by_rules_close(rules);
}

struct stopper {
    struct by_searcher *searcher;
    double delay, stopped_at;
};

static void *stop_later(void *argument)
{
    struct stopper *stopper = argument;
    struct timespec pause = {(time_t)stopper->delay, (long)(fmod(stopper->delay, 1) * 1e9)};
    nanosleep(&pause, NULL);
    stopper->stopped_at = by_clock_now();
    by_searcher_stop(stopper->searcher);
    return NULL;
}

/* Seconds from the stop to the answer. */
static double stop_delay(const struct by_line *line, const char *spec, double delay)
{
    struct stopper stopper = {.searcher = open_searcher(line->rules, spec, 1), .delay = delay};
    struct by_decision decision = open_decision(line->rules);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, stop_later, &stopper), 0);
    by_searcher_think(stopper.searcher, line, NULL, NULL, &decision, NULL);
    double returned = by_clock_now();
    pthread_join(thread, NULL);
    check_sensible(line, &decision, UINT64_MAX);
    assert_false(decision.complete);
    by_decision_close(&decision);
    by_searcher_close(stopper.searcher);
    return returned - stopper.stopped_at;
}

/* Whenever it comes, also while a large tree is pruned: z=0 fills it in a moment. */
static void a_stop_is_obeyed_at_once(void **state)
{
    (void)state;
    static const char *const specs[] = {"rave=on",
                                        "threads=4",
                                        "roots=4",
                                        "leaves=2",
                                        "z=0 memory=100M",
                                        "z=0 memory=20M threads=2",
                                        "z=0 memory=40M dag=on",
                                        "z=0 memory=20M roots=2"};
    struct by_rng rng;
    by_rng_init(&rng, 4, 0);
    for (int size = 7; size <= 19; size += 12) {
        char settings[32];
        (void)snprintf(settings, sizeof settings, "size=%dx%d", size, size);
        struct by_rules *rules = open_rules("nogo", settings);
        struct by_line *line = open_line(rules);
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
            char spec[128];
            double best = 1000, worst = 0;
            (void)snprintf(spec, sizeof spec, "mcts time=1000 %s", specs[i]);
            for (int attempt = 0; attempt < long_or(50, 3); attempt++) {
                double delay = stop_delay(line, spec, 0.02 + 0.2 * by_rng_unit(&rng));
                best = delay < best ? delay : best;
                worst = delay > worst ? delay : worst;
            }
            print_message("# %s %s: %.1f to %.1f ms\n", settings, spec, 1000 * best, 1000 * worst);
            assert_true(best < 0.1);
        }
        by_line_close(line);
        by_rules_close(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_simulations_are_enough_for_an_answer),
        cmocka_unit_test(without_proofs_every_simulation_is_made),
        cmocka_unit_test(without_proofs_there_is_no_early_end),
        cmocka_unit_test(one_legal_move_is_played),
        cmocka_unit_test(a_finished_game_has_no_move),
        cmocka_unit_test(an_iteration_may_be_a_node),
        cmocka_unit_test(every_thread_counts),
        cmocka_unit_test(the_last_leaf_gets_what_is_left),
        cmocka_unit_test(promises_are_kept_or_taken_back),
        cmocka_unit_test(few_visits_are_lost_while_tallies_grow),
        cmocka_unit_test(events_come_on_the_calling_thread),
        cmocka_unit_test(deadlines_are_kept),
        cmocka_unit_test(a_stop_is_obeyed_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
