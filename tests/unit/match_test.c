/* match_test.c: a match is the same match on any number of threads, and counts honestly. */
#include "arena/match.h"
#include "base/clock.h"
#include "base/long_test.h"
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "games/rules_test.h"

static void assert_near(double got, double expected, double tolerance)
{
    if (!(fabs(got - expected) <= tolerance))
        fail_msg("%.12g is not within %g of %.12g", got, tolerance, expected);
}

static struct by_match_plan plan_of(const struct by_rules *rules, const char *a, const char *b,
                                    int games)
{
    return (struct by_match_plan){
        .rules = rules, .a = a, .b = b, .games = games, .concurrency = 2, .seed = 1};
}

static struct by_match_result play(const struct by_match_plan *plan)
{
    struct by_match_result result;
    struct by_error err = {0};
    if (by_match(plan, NULL, NULL, NULL, &result, &err))
        fail_msg("%s", err.text);
    return result;
}

static bool same_game(const struct by_match_outcome *a, const struct by_match_outcome *b)
{
    const struct by_played *game = a->game, *other = b->game;
    return a->finished == b->finished && a->points == b->points && a->plies == b->plies &&
           a->hash == b->hash && game->a_first == other->a_first &&
           game->opening == other->opening && game->score == other->score &&
           strcmp(game->moves, other->moves) == 0;
}

/* --- independence of concurrency and of the number of games ------------------ */

static void the_same_games_at_any_concurrency(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", NULL);
    struct by_match_plan plan =
        plan_of(rules, "negamax depth=2 tie=random", "random", long_tests() ? 2000 : 200);
    plan.openings.plies = 3;
    plan.concurrency = 1;
    struct by_match_result alone = play(&plan);
    static const int threads[] = {2, 4, 7};
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        plan.concurrency = threads[t];
        struct by_match_result shared = play(&plan);
        for (int k = 0; k < plan.games; k++)
            assert_true(same_game(&alone.games[k], &shared.games[k]));
        assert_int_equal(alone.a_wins, shared.a_wins);
        assert_int_equal(alone.distinct, shared.distinct);
        by_match_close(&plan, &shared);
    }
    by_match_close(&plan, &alone);
    by_rules_close(rules);
}

static void a_longer_match_begins_with_the_shorter_one(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "size=4x5");
    struct by_match_plan small = plan_of(rules, "random", "alphabeta plain=on depth=1", 21);
    small.openings.plies = 2;
    struct by_match_plan large = small;
    large.games = 64;
    large.concurrency = 3;
    struct by_match_result few = play(&small), many = play(&large);
    for (int k = 0; k < small.games; k++)
        assert_true(same_game(&few.games[k], &many.games[k]));
    by_match_close(&small, &few);
    by_match_close(&large, &many);
    by_rules_close(rules);
}

static void another_seed_gives_other_games(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", NULL);
    struct by_match_plan plan = plan_of(rules, "random", "random", 100);
    struct by_match_result first = play(&plan);
    plan.seed = 2;
    struct by_match_result second = play(&plan);
    for (int k = 0; k < plan.games; k++)
        assert_int_not_equal(first.games[k].hash, second.games[k].hash);
    assert_int_equal(first.distinct, plan.games); /* no two games share a stream */
    by_match_close(&plan, &first);
    by_match_close(&plan, &second);
    by_rules_close(rules);
}

/* --- what a game is ------------------------------------------------------------ */

static void replay(const struct by_rules *rules, const struct by_played *game)
{
    struct by_line *line = NULL;
    assert_int_equal(by_line_open(rules, &line, NULL), BY_OK);
    assert_int_equal(by_line_play_list(line, game->moves, NULL), BY_OK);
    assert_int_equal(line->count, game->plies);
    assert_true(by_line_over(line));
    assert_true(game->scored && by_line_result(line) == game->score);
    by_line_close(line);
}

static void openings_come_in_pairs_and_colours_alternate(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_match_plan plan = plan_of(rules, "random", "random", 301);
    plan.openings.plies = 6;
    struct by_match_result result = play(&plan);
    int different = 0;
    for (int k = 0; k < plan.games; k++) {
        const struct by_played *game = result.games[k].game;
        replay(rules, game);
        assert_int_equal(game->opening, 6);
        assert_true(game->plies > 6); /* the players had something to do */
        assert_int_equal(game->a_first, k % 2 == 0);
        enum { BYTES = 6 * 3 }; /* "a1 ", six times */
        const char *before = k > 0 ? result.games[k - 1].game->moves : "";
        if (k % 2 == 1)
            assert_memory_equal(game->moves, before, BYTES);
        else if (k > 0)
            different += memcmp(game->moves, before, BYTES) != 0;
    }
    assert_true(different > 140);
    by_match_close(&plan, &result);
    by_rules_close(rules);
}

/* Nobody changes places, and every game begins in its own way. */
static void colours_can_be_fixed(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    for (int first = 0; first < 2; first++) {
        struct by_match_plan plan = plan_of(rules, "random", "random", 200);
        plan.colours = first == 0 ? BY_COLOURS_A_FIRST : BY_COLOURS_B_FIRST;
        plan.openings.plies = 4;
        struct by_match_result result = play(&plan);
        int different = 0;
        for (int k = 0; k < plan.games; k++) {
            const struct by_played *game = result.games[k].game;
            replay(rules, game);
            assert_int_equal(game->a_first, first == 0);
            if (k % 2 == 1)
                different += memcmp(game->moves, result.games[k - 1].game->moves, 4 * 3L) != 0;
        }
        assert_true(different > 90);
        assert_false(result.score.by_pairs);
        assert_int_equal(result.tally.pairs[0] + result.tally.pairs[2] + result.tally.pairs[4], 0);
        const int *never = result.as[1 - first];
        assert_int_equal(never[0] + never[1] + never[2], 0);
        by_match_close(&plan, &result);
    }
    by_rules_close(rules);
}

static void terms_name_colours_that_do_not_alternate(void **state)
{
    (void)state;
    char words[200];
    struct by_match_plan plan = {.terms = {.plies = 30}};
    struct by_text text = by_text_over(words, sizeof words);
    by_match_terms(&plan, &text);
    assert_string_equal(words, " plies=30"); /* as in stores that were made before */
    assert_true(by_match_terms_alternate(words));
    plan.colours = BY_COLOURS_B_FIRST;
    text = by_text_over(words, sizeof words);
    by_match_terms(&plan, &text);
    assert_string_equal(words, " plies=30 colours=b-first");
    assert_false(by_match_terms_alternate(words));
}

/* The numbers of a result, counted again from its games. */
static void totals_are_what_the_games_say(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_match_plan plan = plan_of(rules, "negamax depth=2 tie=random", "random", 600);
    plan.openings.plies = 4;
    struct by_match_result result = play(&plan);
    int wins = 0, draws = 0, distinct = 0;
    for (int k = 0; k < plan.games; k++) {
        const struct by_played *game = result.games[k].game;
        double for_a = game->a_first ? game->score : -game->score;
        wins += for_a > 0;
        draws += for_a == 0;
        bool seen = false;
        for (int j = 0; j < k && !seen; j++)
            seen = strcmp(result.games[j].game->moves, game->moves) == 0;
        distinct += !seen;
    }
    assert_int_equal(result.played, plan.games);
    assert_int_equal(result.a_wins, wins);
    assert_int_equal(result.draws, draws);
    assert_int_equal(result.a_wins + result.b_wins + result.draws, plan.games);
    assert_int_equal(result.distinct, distinct);
    assert_true(result.a_wins > 2 * result.b_wins);

    /* Wilson's interval for n pairs that vary by a part of what 0 and 1 alone would. */
    double n = plan.games / 2.0, p = (wins + draws / 2.0) / plan.games, inside = 0;
    for (int k = 0; k < plan.games; k += 2) {
        double x = (result.games[k].points + result.games[k + 1].points) / 4.0;
        inside += x * (1 - x) / (n + 0.5);
    }
    double k = 1.959963984540054 * 1.959963984540054 / n * (1 - inside / (p * (1 - p)));
    double centre = (p + k / 2) / (1 + k), half = sqrt(k * (p * (1 - p) + k / 4)) / (1 + k);
    assert_near(result.score.score, p, 1e-12);
    assert_near(result.score.interval.low, centre - half, 1e-9);
    assert_near(result.score.interval.high, centre + half, 1e-9);
    by_match_close(&plan, &result);
    by_rules_close(rules);
}

struct calls {
    int count;
    int last;
    bool in_step;
};

static void count_call(void *context, const struct by_match_result *so_far)
{
    struct calls *calls = context;
    calls->count++;
    calls->in_step = calls->in_step && so_far->played == calls->last + 1 &&
                     so_far->a_wins + so_far->b_wins + so_far->draws == so_far->played;
    calls->last = so_far->played;
}

static void progress_is_told_of_every_game(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_match_plan plan = plan_of(rules, "random", "random", 500);
    plan.concurrency = 4;
    struct by_match_result result;
    struct calls calls = {.in_step = true};
    assert_int_equal(by_match(&plan, NULL, count_call, &calls, &result, NULL), BY_OK);
    assert_int_equal(calls.count, 500);
    assert_true(calls.in_step);
    by_match_close(&plan, &result);
    by_rules_close(rules);
}

/* --- known results --------------------------------------------------------------- */

static void assert_share(int hits, int trials, double expected)
{
    double sigma = sqrt(expected * (1 - expected) / trials);
    assert_near((double)hits / trials, expected, 5 * sigma);
}

/* Uniformly random tic-tac-toe: X wins 737/1260, O 121/420, 8/63 are drawn. */
static void random_tictactoe_has_its_known_shares(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_match_plan plan = plan_of(rules, "random", "random", long_tests() ? 200000 : 2000);
    struct by_match_result result = play(&plan);
    int first = 0;
    for (int k = 0; k < plan.games; k++)
        first += result.games[k].game->score > 0;
    assert_share(first, plan.games, 737.0 / 1260);
    assert_share(result.draws, plan.games, 8.0 / 63);
    double decided = (1 - 8.0 / 63) / 2;
    assert_share(result.a_wins, plan.games, decided);
    assert_share(result.b_wins, plan.games, decided);
    by_match_close(&plan, &result);
    by_rules_close(rules);
}

static void perfect_play_never_loses_to_random(void **state)
{
    (void)state;
    static const char *const perfect[] = {
        "minimax depth=9 tie=fastest", "negamax depth=9 tie=random", "alphabeta plain=on depth=9"};
    static const int games[] = {10, 10, 60};
    struct by_rules *rules = open_rules("tictactoe", NULL);
    for (int i = 0; i < 3; i++) {
        struct by_match_plan plan = plan_of(rules, "random", perfect[i], games[i]);
        struct by_match_result result = play(&plan);
        assert_int_equal(result.a_wins, 0);
        assert_true(result.b_wins > games[i] / 2);
        assert_true(result.score.interval.high < 0.5);
        by_match_close(&plan, &result);
    }
    by_rules_close(rules);
}

static void players_without_chance_repeat_themselves(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", NULL);
    struct by_match_plan plan =
        plan_of(rules, "alphabeta plain=on depth=3", "alphabeta plain=on depth=3", 20);
    struct by_match_result result = play(&plan);
    assert_int_equal(result.distinct, 1); /* colours change, the moves do not */
    by_match_close(&plan, &result);
    plan.b = "minimax depth=2";
    result = play(&plan);
    assert_in_range(result.distinct, 1, 2);
    by_match_close(&plan, &result);
    by_rules_close(rules);
}

/* --- stopping ---------------------------------------------------------------------- */

struct brake {
    atomic_bool stop;
    int after;
};

static void pull_brake(void *context, const struct by_match_result *so_far)
{
    struct brake *brake = context;
    if (so_far->played == brake->after)
        atomic_store(&brake->stop, true);
}

static void a_stopped_match_keeps_its_finished_games(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", NULL);
    struct by_match_plan plan = plan_of(rules, "random", "random", 1000000);
    plan.concurrency = 4;
    struct by_match_plan prefix = plan;
    prefix.games = 100;
    struct brake brake = {.after = 60};
    struct by_match_result result, whole = play(&prefix);
    assert_int_equal(by_match(&plan, &brake.stop, pull_brake, &brake, &result, NULL), BY_OK);
    assert_in_range(result.played, 60, 64); /* others may just have been ending theirs */
    int finished = 0;
    for (int k = 0; k < plan.games; k++)
        finished += result.games[k].finished;
    assert_int_equal(finished, result.played);
    for (int k = 0; k < prefix.games; k++)
        if (result.games[k].finished)
            assert_true(same_game(&result.games[k], &whole.games[k]));
    assert_int_equal(result.distinct, result.played);
    by_match_close(&prefix, &whole);
    by_match_close(&plan, &result);
    by_rules_close(rules);
}

struct stopper {
    atomic_bool stop;
    double stopped_at;
};

static void *stop_later(void *argument)
{
    struct stopper *stopper = argument;
    struct timespec pause = {0, 100000000};
    nanosleep(&pause, NULL);
    stopper->stopped_at = by_clock_now();
    atomic_store(&stopper->stop, true);
    return NULL;
}

/* Seconds from the stop to the match's return, with both players deep in thought. */
static double stop_delay(const struct by_match_plan *plan)
{
    struct stopper stopper = {0};
    struct by_match_result result;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, stop_later, &stopper), 0);
    assert_int_equal(by_match(plan, &stopper.stop, NULL, NULL, &result, NULL), BY_OK);
    double returned = by_clock_now();
    pthread_join(thread, NULL);
    assert_int_equal(result.played, 0);
    assert_near(result.score.score, 0.5, 0);
    by_match_close(plan, &result);
    return returned - stopper.stopped_at;
}

static void a_stop_acts_while_players_think(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "size=8x8");
    struct by_match_plan plan =
        plan_of(rules, "alphabeta plain=on time=1000", "minimax time=1000", 8);
    double best = 1000;
    for (int attempt = 0; attempt < 5 && best > 0.05; attempt++) { /* the machine may be busy */
        double delay = stop_delay(&plan);
        best = delay < best ? delay : best;
    }
    assert_true(best <= 0.05);
    by_rules_close(rules);
}

/* O wins with the first move it looks at and then goes on thinking about the others: when it
 * is stopped, that move must not be played for it, or a game would be finished by the stop. */
static void a_hurried_move_finishes_no_game(void **state)
{
    (void)state;
    struct by_rules *rules =
        open_rules_at("breakthrough", NULL,
                      "OOOOOOOO/OOOOOOO./......../......../XXXXXXXX/XXXXXXXX/O......./........ O");
    struct by_match_plan plan =
        plan_of(rules, "minimax depth=40 time=1000", "minimax depth=40 time=1000", 2);
    stop_delay(&plan);
    by_rules_close(rules);
}

static void a_stop_before_the_start_plays_nothing(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_match_plan plan = plan_of(rules, "random", "random", 100000);
    atomic_bool stop = true;
    struct by_match_result result;
    assert_int_equal(by_match(&plan, &stop, NULL, NULL, &result, NULL), BY_OK);
    assert_int_equal(result.played, 0);
    assert_int_equal(result.distinct, 0);
    by_match_close(&plan, &result);
    by_rules_close(rules);
}

/* --- refusals ------------------------------------------------------------------------ */

static void assert_refused(const struct by_match_plan *plan, const char *words)
{
    struct by_match_result result;
    struct by_error err = {0};
    struct calls calls = {0};
    assert_int_equal(by_match(plan, NULL, count_call, &calls, &result, &err), BY_BAD_INPUT);
    assert_int_equal(err.status, BY_BAD_INPUT);
    if (!strstr(err.text, words))
        fail_msg("'%s' does not say '%s'", err.text, words);
    assert_int_equal(calls.count, 0);
    assert_int_equal(result.played, 0);
    by_match_close(plan, &result);
    assert_int_equal(by_match(plan, NULL, NULL, NULL, &result, NULL), BY_BAD_INPUT);
    by_match_close(plan, &result);
}

static void bad_specs_are_refused_before_the_start(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    static const struct {
        const char *spec, *words;
    } bad[] = {
        {"human", "person"},
        {"nonsense", "minimax"},
        {"minimax depth=0", "depth"},
        {"minimax frog=1", "frog"},
        {"", ""},
        {"minimax depth=", "depth"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct by_match_plan plan = plan_of(rules, bad[i].spec, "random", 10);
        assert_refused(&plan, bad[i].words);
        plan = plan_of(rules, "random", bad[i].spec, 10);
        assert_refused(&plan, bad[i].words);
    }
    by_rules_close(rules);
}

static void bad_plans_are_refused(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    const struct by_match_plan good = plan_of(rules, "random", "random", 10);
    static const int games[] = {0, -1, 10000001}, threads[] = {0, -5, 257}, plies[] = {-1, 10};
    struct by_match_plan plan;
    for (int i = 0; i < 3; i++) {
        plan = good;
        plan.games = games[i];
        assert_refused(&plan, "10000000 games");
        plan = good;
        plan.concurrency = threads[i];
        assert_refused(&plan, "256 threads");
    }
    for (int i = 0; i < 2; i++) {
        plan = good;
        plan.openings.plies = plies[i];
        assert_refused(&plan, "0 to 9");
    }
    by_rules_close(rules);
}

/* After nine plies every game of tic-tac-toe is over; after eight some are not. */
static void openings_must_leave_a_game_to_play(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_match_plan plan = plan_of(rules, "random", "random", 10);
    plan.concurrency = 4;
    plan.openings.plies = 9;
    assert_refused(&plan, "9 random plies");
    plan.openings.plies = 8;
    struct by_match_result result = play(&plan);
    assert_int_equal(result.played, 10);
    for (int k = 0; k < plan.games; k++)
        assert_int_equal(result.games[k].plies, 9);
    by_match_close(&plan, &result);
    by_rules_close(rules);

    rules = open_rules_at("tictactoe", NULL, "XXX/OO./... O");
    plan = plan_of(rules, "random", "random", 10);
    assert_refused(&plan, "over");
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_games_at_any_concurrency),
        cmocka_unit_test(a_longer_match_begins_with_the_shorter_one),
        cmocka_unit_test(another_seed_gives_other_games),
        cmocka_unit_test(openings_come_in_pairs_and_colours_alternate),
        cmocka_unit_test(colours_can_be_fixed),
        cmocka_unit_test(terms_name_colours_that_do_not_alternate),
        cmocka_unit_test(totals_are_what_the_games_say),
        cmocka_unit_test(progress_is_told_of_every_game),
        cmocka_unit_test(random_tictactoe_has_its_known_shares),
        cmocka_unit_test(perfect_play_never_loses_to_random),
        cmocka_unit_test(players_without_chance_repeat_themselves),
        cmocka_unit_test(a_stopped_match_keeps_its_finished_games),
        cmocka_unit_test(a_stop_acts_while_players_think),
        cmocka_unit_test(a_hurried_move_finishes_no_game),
        cmocka_unit_test(a_stop_before_the_start_plays_nothing),
        cmocka_unit_test(bad_specs_are_refused_before_the_start),
        cmocka_unit_test(bad_plans_are_refused),
        cmocka_unit_test(openings_must_leave_a_game_to_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
