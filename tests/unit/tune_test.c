/* tune_test.c: tuning finds a planted optimum, goes on after any interruption, and refuses what cannot
 * be. The bouts here are drawn, not played: a player is as strong as it is near to the optimum. */
#include "base/file.h"
#include "base/long_test.h"
#include "base/num.h"
#include "base/rng.h"
#include "learn/bouts.h"
#include "learn/tune_log.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "games/rules_test.h"

/* --- a planted optimum ------------------------------------------------------------------- */

#define LOSS 400.0 /* Elo at a distance of one half of a range, more farther off: a parabola */

struct planted {
    const struct by_vary *vary;
    double best[BY_VARY_MAX]; /* points */
    int played;               /* games */
    int stop_after;           /* bouts; 0: never */
    int bouts;
};

/* Reads the values back out of a spec: what was written is what is played. */
static double elo_of(const struct planted *planted, const char *spec)
{
    double elo = 0;
    for (int k = 0; k < planted->vary->count; k++) {
        char key[BY_VARY_NAME + 2];
        const struct by_param *param = &planted->vary->param[k];
        (void)snprintf(key, sizeof key, " %s=", param->name);
        const char *at = strstr(spec, key);
        assert_non_null(at);
        double away = by_param_point(param, strtod(at + strlen(key), NULL)) - planted->best[k];
        elo -= 4 * LOSS * away * away;
    }
    return elo;
}

static enum by_status draw_bout(void *context, const struct by_bout *bout, const atomic_bool *stop,
                                struct by_tally *out, struct by_error *err)
{
    struct planted *planted = context;
    struct by_rng rng;
    (void)err;
    (void)stop;
    double chance = by_elo_score(elo_of(planted, bout->a) - elo_of(planted, bout->b));
    uint64_t salt = 0;
    for (const char *at = bout->a; *at; at++)
        salt = by_mix64(salt + (unsigned char)*at);
    for (const char *at = bout->b; *at; at++)
        salt = by_mix64(salt + (unsigned char)*at + 256);
    by_rng_init(&rng, bout->seed, salt);
    if (planted->stop_after && ++planted->bouts > planted->stop_after)
        return BY_OK; /* stopped: no games */
    for (int pair = 0; pair < bout->games / 2; pair++) {
        int points = 0;
        for (int i = 0; i < 2; i++) {
            int won = by_rng_unit(&rng) < chance ? 2 : 0;
            by_tally_game(out, won);
            points += won;
        }
        by_tally_pair(out, points);
    }
    planted->played += bout->games;
    return BY_OK;
}

struct fixture {
    struct by_rules *rules;
    struct by_vary vary;
    struct planted planted;
    struct by_tune_plan plan;
};

static struct fixture *open_fixture(const char *player, const char *vary)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct by_error err = {0};
    f->rules = open_rules("tictactoe", NULL);
    if (by_vary_read(f->rules, player, vary, 0, &f->vary, &err))
        fail_msg("%s", err.text);
    f->planted.vary = &f->vary;
    f->plan = (struct by_tune_plan){.vary = &f->vary,
                                    .identity = "game planted\n",
                                    .games = 2400,
                                    .final_games = 400,
                                    .population = 8,
                                    .pairing = 4,
                                    .seed = 1,
                                    .paired = true,
                                    .play = draw_bout,
                                    .play_context = &f->planted};
    return f;
}

static void close_fixture(struct fixture *f)
{
    by_rules_close(f->rules);
    free(f);
}

static void tune(struct fixture *f, struct by_tune_result *out)
{
    struct by_error err = {0};
    if (by_tune(&f->plan, NULL, NULL, NULL, out, &err))
        fail_msg("%s", err.text);
}

/* The mean distance from the optimum over some seeds, as a part of the range. */
static double distance(const char *player, const char *vary, enum by_tune_method method,
                       const double *best, int *won)
{
    int runs = long_tests() ? 100 : 12;
    struct fixture *f = open_fixture(player, vary);
    double sum = 0;
    memcpy(f->planted.best, best, (size_t)f->vary.count * sizeof *best);
    f->plan.method = method;
    *won = 0;
    for (int i = 0; i < runs; i++) {
        struct by_tune_result result;
        f->plan.seed = (uint64_t)i + 1;
        f->planted.played = 0;
        tune(f, &result);
        assert_true(result.complete);
        assert_true(result.games <= f->plan.games);
        assert_int_equal(result.games, f->planted.played);
        for (int k = 0; k < f->vary.count; k++) {
            double u = by_param_point(&f->vary.param[k], result.best[k]);
            sum += fabs(u - best[k]) / f->vary.count / runs;
        }
        *won += result.score.interval.low > 0.5;
        by_tune_close(&result);
    }
    if (getenv("BY_TUNE_SHOW"))
        printf("# %s, %s: distance %.3f, %d of %d better with an interval above one half\n", vary,
               by_tune_method_name(method), sum, *won, runs);
    *won = *won * 12 / runs; /* of twelve */
    close_fixture(f);
    return sum;
}

static void both_methods_find_a_planted_optimum(void **state)
{
    (void)state;
    const double one[] = {0.7}, two[] = {0.3, 0.6}, three[] = {0.2, 0.5, 0.8};
    for (int method = 0; method < 2; method++) {
        enum by_tune_method m = (enum by_tune_method)method;
        int won;
        assert_true(distance("mcts sims=10 c=0.1", "c=0..1", m, one, &won) < 0.08);
        assert_true(won >= 11);
        assert_true(distance("mcts sims=10 c=0.01", "c=0.01..10:log", m, one, &won) < 0.08);
        assert_true(won >= 11);
        assert_true(distance("mcts sims=100", "sims=1..100", m, one, &won) < 0.08);
        assert_true(distance("mcts sims=10 c=1 k=1000", "c=0..1 k=1..1000:log", m, two, &won) <
                    0.1);
        assert_true(won >= 11);
        assert_true(distance("mcts sims=10 c=1 k=10 z=10", "c=0..1 k=1..1000:log z=1..10", m, three,
                             &won) < 0.15);
        assert_true(won >= 10);
    }
}

/* --- interruptions ------------------------------------------------------------------------ */

#define LOG "tune_test.tmp"

static void assert_same(const struct by_tune_result *a, const struct by_tune_result *b)
{
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->step_count, b->step_count);
    for (int i = 0; i < a->step_count; i++) {
        assert_int_equal(a->steps[i].games, b->steps[i].games);
        assert_memory_equal(a->steps[i].value, b->steps[i].value, sizeof a->steps[i].value);
        assert_memory_equal(a->steps[i].entries, b->steps[i].entries,
                            (size_t)a->steps[i].count * sizeof *a->steps[i].entries);
    }
    assert_string_equal(a->best_spec, b->best_spec);
    assert_memory_equal(&a->final, &b->final, sizeof a->final);
}

static void read_log(char **text, size_t *size)
{
    assert_int_equal(by_file_load(LOG, 1 << 20, text, size, NULL), BY_OK);
}

/* Stopped after every few bouts, it comes to the same result and to the same log. */
static void an_interrupted_tuning_comes_to_the_same(void **state)
{
    (void)state;
    for (int method = 0; method < 2; method++) {
        struct fixture *f = open_fixture("mcts sims=10 c=0.1", "c=0..1");
        struct by_tune_result whole, part = {0};
        size_t size, again;
        int rests = 0;
        f->planted.best[0] = 0.7;
        f->plan.method = (enum by_tune_method)method;
        f->plan.games = 900;
        f->plan.final_games = 90; /* no multiple of a bout */
        f->plan.log = LOG;
        (void)unlink(LOG);
        tune(f, &whole);
        char *log = NULL;
        read_log(&log, &size);
        (void)unlink(LOG);
        do {
            by_tune_close(&part);
            f->planted.bouts = 0;
            f->planted.stop_after = 7 + rests;
            tune(f, &part);
            assert_true(part.complete || part.fresh <= 20 * (7 + rests));
            rests++;
        } while (!part.complete);
        assert_true(rests > 5);
        assert_same(&whole, &part);
        char *after = NULL;
        read_log(&after, &again);
        assert_int_equal(size, again);
        assert_memory_equal(log, after, size);
        by_tune_close(&part);
        f->planted.played = 0;
        tune(f, &part); /* there is nothing left to play */
        assert_int_equal(f->planted.played + part.fresh, 0);
        assert_same(&whole, &part);
        by_tune_close(&part);
        by_tune_close(&whole);
        free(log);
        free(after);
        (void)unlink(LOG);
        close_fixture(f);
    }
}

/* --- what is refused -------------------------------------------------------------------------- */

static void assert_refused(struct fixture *f, const char *words)
{
    struct by_tune_result result;
    struct by_error err = {0};
    assert_int_equal(by_tune(&f->plan, NULL, NULL, NULL, &result, &err), BY_BAD_INPUT);
    if (!strstr(err.text, words))
        fail_msg("'%s' does not say '%s'", err.text, words);
    by_tune_close(&result);
}

static void budgets_that_cannot_be_are_refused(void **state)
{
    (void)state;
    struct fixture *f = open_fixture("mcts c=1", "c=0..1");
    f->plan.games = 623;
    assert_refused(f, "too small: 2 steps of 112 games and a final match of 400 take 624");
    f->plan.games = 624;
    struct by_tune_result result;
    tune(f, &result);
    assert_int_equal(result.step_count, 2);
    by_tune_close(&result);
    f->plan.population = 7;
    assert_refused(f, "the population is an even number from 2 to 64, not 7");
    f->plan.population = 8;
    f->plan.pairing = 0;
    assert_refused(f, "a pairing is an even number");
    f->plan.pairing = 2;
    f->plan.method = BY_TUNE_SPSA;
    f->plan.games = 1000000;
    assert_refused(f, "499800 steps are more than 20000");
    close_fixture(f);
}

static void put_log(const char *text)
{
    assert_int_equal(by_file_save(LOG, text, strlen(text), NULL), BY_OK);
}

static void logs_that_cannot_be_are_refused(void **state)
{
    (void)state;
    struct fixture *f = open_fixture("mcts c=1", "c=0..1");
    struct by_tune_result result;
    size_t size;
    f->plan.games = 700;
    f->plan.log = LOG;
    (void)unlink(LOG);
    tune(f, &result);
    by_tune_close(&result);
    char *log = NULL;
    read_log(&log, &size);
    const struct {
        const char *from, *to, *words;
    } spoilt[] = {
        {"banyan tune 1", "banyan tune 2", "not the log of a tuning"},
        {"seed 1", "seed 2", "it says 'seed 2', this one 'seed 1'"},
        {"c=0..1 from 1", "c=0..2 from 1", "another tuning"},
        {"game planted", "game other", "another tuning"},
        {"\n1  ", "\n2  ", "line 12: it is not what bout 1"},
        {"\n2  ", "\n2 -", "line 13: it is not what bout 2"},
        {"\n3  ", "\n3  x", "line 14: it is not what bout 3"},
        {"\n4  ", "\n4  9", "bout 4 has 9"}, /* games more than there were */
        {"\n5  ", "\n5  99999999999", "line 16: it is not what bout 5"},
    };
    for (size_t i = 0; i < sizeof spoilt / sizeof *spoilt; i++) {
        struct by_buffer text;
        const char *at = strstr(log, spoilt[i].from);
        assert_non_null(at);
        by_buffer_open(&text, 1 << 20);
        by_buffer_format(&text, "%.*s%s%s", (int)(at - log), log, spoilt[i].to,
                         at + strlen(spoilt[i].from));
        put_log(by_buffer_text(&text));
        assert_refused(f, spoilt[i].words);
        by_buffer_close(&text);
    }
    put_log("");
    assert_refused(f, "another tuning");
    for (size_t cut = 1; cut < size; cut += 37) { /* cut anywhere: refused, or gone on with */
        struct by_error err = {0};
        log[cut] = '\0';
        put_log(log);
        enum by_status status = by_tune(&f->plan, NULL, NULL, NULL, &result, &err);
        assert_true(status == BY_OK || (status == BY_BAD_INPUT && err.text[0]));
        by_tune_close(&result);
        free(log);
        put_log("");
        (void)unlink(LOG);
        tune(f, &result);
        by_tune_close(&result);
        read_log(&log, &size);
    }
    free(log);
    (void)unlink(LOG);
    close_fixture(f);
}

/* --- what is varied ------------------------------------------------------------------------------ */

static void assert_vary_refused(const char *game, const char *player, const char *vary,
                                const char *words)
{
    struct by_rules *rules = open_rules(game, NULL);
    struct by_vary out;
    struct by_error err = {0};
    if (by_vary_read(rules, player, vary, 0, &out, &err) == BY_OK)
        fail_msg("%s was taken", vary);
    if (!strstr(err.text, words))
        fail_msg("'%s' does not say '%s'", err.text, words);
    by_rules_close(rules);
}

static void ranges_that_cannot_be_are_refused(void **state)
{
    (void)state;
    assert_vary_refused("nogo", "mcts", "d=1..2", "no option 'd' to vary");
    assert_vary_refused("nogo", "mcts", "simz=1..2", "did you mean 'sims'?");
    assert_vary_refused("nogo", "mcts", "rave=0..1",
                        "only numbers can be varied, and rave is on|off");
    assert_vary_refused("nogo", "mcts", "c=1", "c=1 is no range: say c=LOW..HIGH");
    assert_vary_refused("nogo", "mcts", "c=0.4..0.4", "is empty");
    assert_vary_refused("nogo", "mcts", "c=3..0.1", "is empty: it must end above where it begins");
    assert_vary_refused("nogo", "mcts", "c=0..x", "both ends must be a number from 0 to 1000");
    assert_vary_refused("nogo", "mcts", "c=0..1001", "both ends must be a number from 0 to 1000");
    assert_vary_refused("nogo", "mcts", "c=0..3:log", "begins above 0");
    assert_vary_refused("nogo", "mcts", "z=1.5..3", "both ends must be a whole number");
    assert_vary_refused("nogo", "mcts", "c=1..3",
                        "c begins at 0.4, which is not in its range 1..3");
    assert_vary_refused("nogo", "mcts", "c=0..1 c=0..2", "c is varied twice");
    assert_vary_refused("nogo", "mcts", "fpu=0..2", "nobody says where fpu begins");
    assert_vary_refused("nogo", "mcts", "", "nothing is varied");
    assert_vary_refused("nogo", "mcts", "c", "=");
    assert_vary_refused("nogo", "mtcs", "c=0..1", "mcts");
    assert_vary_refused("nogo", "human", "c=0..1", "only players of our own");
    assert_vary_refused("nogo", "alphabeta", "eval=mobility:x=0..1",
                        "nothing to vary behind the colon");
    assert_vary_refused("othello", "alphabeta", "eval=matrix:e9=0..1",
                        "'e9' is no option of the game");
    assert_vary_refused("othello", "alphabeta eval=mixed", "eval=matrix:b2=0..1",
                        "another one than the 'matrix'");
    assert_vary_refused("othello", "alphabeta", "eval=matrix:b2=0..1",
                        "nobody says where eval:b2 begins");
    assert_vary_refused("othello", "alphabeta", "eval=mixed:matrix=1..2",
                        "only numbers can be varied");
    assert_vary_refused("othello", "alphabeta", "eval=mixed:", "names nothing to vary");
}

static void assert_spec(const char *game, const char *player, const char *vary, double u,
                        const char *start, const char *at)
{
    struct by_rules *rules = open_rules(game, NULL);
    struct by_vary out;
    struct by_error err = {0};
    char spec[BY_SPEC_LENGTH_MAX + 1];
    double points[BY_VARY_MAX], values[BY_VARY_MAX];
    if (by_vary_read(rules, player, vary, 0, &out, &err) != BY_OK)
        fail_msg("%s: %s", vary, err.text);
    by_vary_start(&out, values);
    assert_true(by_vary_spec(&out, values, spec, sizeof spec));
    assert_string_equal(spec, start);
    for (int k = 0; k < out.count; k++)
        points[k] = u;
    by_vary_values(&out, points, values);
    assert_true(by_vary_spec(&out, values, spec, sizeof spec));
    assert_string_equal(spec, at);
    by_rules_close(rules);
}

static void what_is_varied_is_written_into_the_player(void **state)
{
    (void)state;
    assert_spec("nogo", "mcts sims=50", "c=0..2", 0.5, "mcts sims=50 c=0.4", "mcts sims=50 c=1");
    assert_spec("nogo", "mcts C=2 sims=50", "c=0.01..100:log", 0.25, "mcts c=2 sims=50",
                "mcts c=0.1 sims=50");
    assert_spec("nogo", "mcts", "z=1..10 k=1..1000:log", 0.333, "mcts z=1 k=500",
                "mcts z=4 k=9.977");
    assert_spec("nogo", "mcts selection=\"expr: w/n + c\" c=0.123456789", "c=0..1", 1,
                "mcts selection=\"expr: w/n + c\" c=0.123456789",
                "mcts selection=\"expr: w/n + c\" c=1");
    assert_spec("othello", "alphabeta depth=2 eval=matrix:b2=50,a1=9", "eval=matrix:b2=-100..100",
                0.25, "alphabeta depth=2 eval=matrix:a1=9,b2=50",
                "alphabeta depth=2 eval=matrix:a1=9,b2=-50");
    assert_spec("othello", "alphabeta depth=2 eval=matrix:1", "eval=matrix:corner=0..20", 0.25,
                "alphabeta depth=2 eval=matrix:matrix=1,corner=10",
                "alphabeta depth=2 eval=matrix:matrix=1,corner=5");
    assert_spec("othello", "alphabeta depth=2", "eval=mixed:opening=0..40,ending=10..20", 0.5,
                "alphabeta depth=2 eval=mixed:opening=22,ending=13",
                "alphabeta depth=2 eval=mixed:opening=20,ending=15");
}

static void points_and_values_are_each_others_inverse(void **state)
{
    (void)state;
    const struct by_param params[] = {{.low = -3, .high = 5},
                                      {.low = 0.001, .high = 1000, .log = true},
                                      {.low = 1, .high = 1000, .whole = true},
                                      {.low = 1, .high = 100000, .log = true, .whole = true}};
    for (size_t i = 0; i < sizeof params / sizeof *params; i++)
        for (double u = 0; u <= 1; u += 1.0 / 64) {
            double value = by_param_value(&params[i], u);
            assert_true(value >= params[i].low && value <= params[i].high);
            double again = by_param_value(&params[i], by_param_point(&params[i], value));
            assert_true(fabs(again - value) <= 1e-3 * fabs(value));
            assert_true(!params[i].whole || value == floor(value));
        }
}

/* --- real games ------------------------------------------------------------------------------------ */

/* One more simulation is never worse: the end of the range is where it goes, at any concurrency. */
static void games_tune_too(void **state)
{
    (void)state;
    struct by_error err = {0};
    struct by_vary vary;
    struct by_tune_result result[2];
    struct by_rules *rules = open_rules("tictactoe", NULL);
    assert_int_equal(by_vary_read(rules, "mcts sims=2", "sims=1..100", 0, &vary, &err), BY_OK);
    for (int i = 0; i < 2; i++) {
        struct by_bout_terms bouts = {
            .rules = rules, .openings = {.plies = 2}, .concurrency = 1 + 2 * i};
        const struct by_tune_plan plan = {.vary = &vary,
                                          .identity = "",
                                          .games = 400,
                                          .final_games = 100,
                                          .population = 4,
                                          .pairing = 4,
                                          .seed = 3,
                                          .paired = true,
                                          .play = by_bout_by_match,
                                          .play_context = &bouts};
        if (by_tune(&plan, NULL, NULL, NULL, &result[i], &err))
            fail_msg("%s", err.text);
    }
    assert_same(&result[0], &result[1]);
    assert_true(result[0].best[0] > 20);
    assert_true(result[0].score.interval.low > 0.5);
    by_tune_close(&result[0]);
    by_tune_close(&result[1]);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_methods_find_a_planted_optimum),
        cmocka_unit_test(an_interrupted_tuning_comes_to_the_same),
        cmocka_unit_test(budgets_that_cannot_be_are_refused),
        cmocka_unit_test(logs_that_cannot_be_are_refused),
        cmocka_unit_test(ranges_that_cannot_be_are_refused),
        cmocka_unit_test(what_is_varied_is_written_into_the_player),
        cmocka_unit_test(points_and_values_are_each_others_inverse),
        cmocka_unit_test(games_tune_too),
    };
    return cmocka_run_group_tests_name("tuning", tests, NULL, NULL);
}
