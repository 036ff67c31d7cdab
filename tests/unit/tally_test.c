/* tally_test.c: scores, intervals, sequential tests and ratings against GSL and by simulation. */
#include "arena/rating.h"
#include "arena/sprt.h"
#include "base/long_test.h"
#include "base/rng.h"
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multimin.h>
#include <gsl/gsl_roots.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_close(double got, double want, double tolerance, const char *what)
{
    if (!(fabs(got - want) <= tolerance * fmax(1, fabs(want))))
        fail_msg("%s: got %.15g, want %.15g", what, got, want);
}

static struct by_tally tally_of(long losses, long draws, long wins)
{
    return (struct by_tally){.games = {losses, draws, wins}};
}

/* --- intervals ------------------------------------------------------------------ */

/* How far a mean is beyond what the expectation m allows, in squared units of z. */
struct surprise {
    double mean, inside, count, z;
};

static double surprise_at(double m, void *context)
{
    const struct surprise *s = context;
    double part =
        1 - s->inside / (s->mean * (1 - s->mean)); /* of what 0 and 1 alone would vary by */
    double variance = part * m * (1 - m) / s->count;
    return (s->mean - m) * (s->mean - m) - s->z * s->z * variance;
}

static double root_between(struct surprise *s, double low, double high)
{
    gsl_function function = {surprise_at, s};
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    gsl_root_fsolver_set(solver, &function, low, high);
    for (int i = 0; i < 200; i++)
        gsl_root_fsolver_iterate(solver);
    double root = gsl_root_fsolver_root(solver);
    gsl_root_fsolver_free(solver);
    return root;
}

/* Pair results of random counts: the mean and the mean of x (1 - x), by hand. */
static void the_interval_is_where_gsl_finds_it(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 1, 0);
    for (int round = 0; round < long_or(50000, 2000); round++) {
        struct by_tally tally = {0};
        double sum = 0, inside = 0, count = 0;
        for (int i = 0; i < 5; i++) {
            long here = (long)by_rng_below(&rng, 1U << by_rng_below(&rng, 12)) + (i == 0);
            tally.pairs[i] = here;
            tally.games[0] += here * (i == 0 ? 2 : i == 1);
            tally.games[1] += here * (i == 1 || i == 3 ? 1 : i == 2 ? 2 : 0);
            tally.games[2] += here * (i == 4 ? 2 : i == 3);
            count += (double)here;
            sum += (double)here * i / 4;
            inside += (double)here * i / 4.0 * (1 - i / 4.0);
        }
        struct surprise s = {sum / count, inside / count * count / (count + 0.5), count,
                             gsl_cdf_ugaussian_Pinv(0.975)};
        struct by_score score = by_tally_score(&tally, true, 0.95);
        assert_true(score.by_pairs);
        assert_close(score.score, s.mean, 1e-12, "score");
        if (s.mean == 0 || s.mean == 1)
            continue; /* Wilson's, below */
        assert_close(score.interval.high, root_between(&s, s.mean, 1), 1e-9, "high");
        assert_close(score.interval.low, root_between(&s, 0, s.mean), 1e-9, "low");
        assert_close(score.elo_interval.high,
                     400 * log10(score.interval.high / (1 - score.interval.high)), 1e-9, "Elo");
    }
}

static void without_draws_it_is_wilsons(void **state)
{
    (void)state;
    for (long wins = 0; wins <= 40; wins++) {
        struct by_tally tally = tally_of(40 - wins, 0, wins);
        struct by_score score = by_tally_score(&tally, false, 0.95);
        struct by_interval wilson = by_wilson((double)wins, 40, 0.95);
        assert_close(score.interval.low, wilson.low, 1e-12, "low");
        assert_close(score.interval.high, wilson.high, 1e-12, "high");
        assert_close(score.superiority, by_superiority(wins, 40 - wins), 1e-12, "superiority");
    }
}

static void draws_narrow_it_but_never_to_nothing(void **state)
{
    (void)state;
    struct by_tally clear = tally_of(50, 0, 50), drawn = tally_of(0, 100, 0),
                    few = tally_of(0, 4, 0);
    struct by_score wide = by_tally_score(&clear, false, 0.95);
    struct by_score narrow = by_tally_score(&drawn, false, 0.95);
    struct by_score start = by_tally_score(&few, false, 0.95);
    assert_true(narrow.interval.high - narrow.interval.low <
                0.3 * (wide.interval.high - wide.interval.low));
    assert_true(narrow.interval.high > 0.505);
    assert_true(start.interval.high > 0.6);
    struct by_tally none = {0};
    struct by_score nothing = by_tally_score(&none, true, 0.95);
    assert_true(nothing.score == 0.5 && nothing.interval.low == 0 && nothing.interval.high == 1);
    assert_true(nothing.superiority == 0.5 && nothing.games == 0);
}

/* A model of pairs: an opening favours its first player by `tilt` or not at all, so that the two
 * games of a pair hang together; some games are drawn. */
struct model {
    double strength; /* logits */
    double tilt;
    double draws;
};

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

static int draw_game(const struct model *model, double logit, struct by_rng *rng)
{
    if (by_rng_unit(rng) < model->draws)
        return 1;
    return by_rng_unit(rng) < logistic(logit) ? 2 : 0;
}

static int play_pair(const struct model *model, struct by_tally *tally, struct by_rng *rng)
{
    double tilt = by_rng_below(rng, 2) ? model->tilt : 0;
    int first = draw_game(model, model->strength + tilt, rng);
    int second = draw_game(model, model->strength - tilt, rng);
    by_tally_game(tally, first);
    by_tally_game(tally, second);
    by_tally_pair(tally, first + second);
    return first + second;
}

static double expected(const struct model *model)
{
    double decisive =
        0.5 * logistic(model->strength) +
        0.25 * (logistic(model->strength + model->tilt) + logistic(model->strength - model->tilt));
    return model->draws / 2 + (1 - model->draws) * decisive;
}

static void the_interval_covers_as_often_as_it_says(void **state)
{
    (void)state;
    static const struct model models[] = {{0, 0, 0},      {0.3, 0, 0.3}, {0.2, 2, 0.1},
                                          {-0.5, 1, 0.4}, {1, 3, 0},     {0, 3, 0.5}};
    static const int pairs[] = {50, 100, 500};
    struct by_rng rng;
    by_rng_init(&rng, 2, 0);
    int tests = long_or(60000, 6000);
    for (size_t m = 0; m < sizeof models / sizeof *models; m++)
        for (size_t n = 0; n < sizeof pairs / sizeof *pairs; n++) {
            int covered = 0;
            double truth = expected(&models[m]);
            for (int test = 0; test < tests; test++) {
                struct by_tally tally = {0};
                for (int i = 0; i < pairs[n]; i++)
                    play_pair(&models[m], &tally, &rng);
                struct by_score score = by_tally_score(&tally, true, 0.95);
                covered += score.interval.low <= truth && truth <= score.interval.high;
            }
            double share = (double)covered / tests;
            double slack = 3 * sqrt(0.95 * 0.05 / tests); /* what the simulation itself varies by */
            if (share < 0.94 - slack || share > 0.965 + slack)
                fail_msg("model %zu, %d pairs: covered %.4f", m, pairs[n], share);
        }
}

/* Scores near the end: pairs that were won, and a few that were nearly won. */
static void the_interval_covers_one_sided_scores(void **state)
{
    (void)state;
    static const double shares[][5] = {
        {0, 0, 0.02, 0.08, 0.9}, {0, 0, 0, 0.2, 0.8}, {0, 0, 0, 0.06, 0.94}, {0, 0, 0.2, 0.3, 0.5}};
    struct by_rng rng;
    by_rng_init(&rng, 8, 0);
    int tests = long_or(60000, 4000);
    for (size_t d = 0; d < sizeof shares / sizeof *shares; d++) {
        double truth = 0;
        int covered = 0;
        for (int i = 0; i < 5; i++)
            truth += shares[d][i] * i / 4;
        for (int test = 0; test < tests; test++) {
            struct by_tally tally = {0};
            for (int k = 0; k < 200; k++) {
                double u = by_rng_unit(&rng);
                int points = 0;
                while (points < 4 && u >= shares[d][points])
                    u -= shares[d][points++];
                by_tally_game(&tally, points / 2);
                by_tally_game(&tally, points - points / 2);
                by_tally_pair(&tally, points);
            }
            struct by_score score = by_tally_score(&tally, true, 0.95);
            covered += score.interval.low <= truth && truth <= score.interval.high;
        }
        double share = (double)covered / tests, slack = 3 * sqrt(0.95 * 0.05 / tests);
        if (share < 0.94 - slack || share > 0.965 + slack)
            fail_msg("distribution %zu: covered %.4f", d, share);
    }
}

static void games_needed_have_the_stated_power(void **state)
{
    (void)state;
    double games = by_games_needed(50, 0.3, 0.05, 0.9), score = by_elo_score(50);
    double z = gsl_cdf_ugaussian_Pinv(0.975) + gsl_cdf_ugaussian_Pinv(0.9);
    double variance = score * (1 - score) - 0.3 / 4;
    assert_close(games, ceil(z * z * variance / pow(score - 0.5, 2)), 1e-12, "games");
    int found = 0, tests = long_or(40000, 4000);
    struct by_rng rng;
    by_rng_init(&rng, 3, 0);
    for (int test = 0; test < tests; test++) {
        struct by_tally tally = {0};
        for (int i = 0; i < (int)games; i++) {
            double u = by_rng_unit(&rng), win = score - 0.15;
            by_tally_game(&tally, u < win ? 2 : u < win + 0.3 ? 1 : 0);
        }
        found += by_tally_score(&tally, false, 0.95).superiority > 0.975;
    }
    assert_close((double)found / tests, 0.9, 0.02, "power");
    assert_true(isinf(by_games_needed(0, 0, 0.05, 0.9)));
}

/* --- the sequential test ----------------------------------------------------------- */

/* The likelihood of counts under distributions with a given mean, maximized by GSL over the free
 * probabilities: for three results one is free. */
struct free_share {
    const double *counts;
    double score;
};

static double minus_likelihood(double draws, void *context)
{
    const struct free_share *f = context;
    double win = f->score - draws / 2, loss = 1 - draws - win;
    return -(f->counts[0] * log(loss) + f->counts[1] * log(draws) + f->counts[2] * log(win));
}

static double best_likelihood(const double *counts, double score)
{
    struct free_share f = {counts, score};
    double low = 1e-12, high = 2 * fmin(score, 1 - score) - 1e-12;
    double golden = (sqrt(5) - 1) / 2;
    for (int i = 0; i < 200; i++) { /* one peak: golden section */
        double a = high - golden * (high - low), b = low + golden * (high - low);
        if (minus_likelihood(a, &f) < minus_likelihood(b, &f))
            high = b;
        else
            low = a;
    }
    return -minus_likelihood((low + high) / 2, &f);
}

static void the_ratio_is_that_of_the_best_likelihoods(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 4, 0);
    for (int round = 0; round < long_or(5000, 300); round++) {
        double counts[3];
        struct by_tally tally = {0};
        for (int i = 0; i < 3; i++) {
            tally.games[i] = 1 + by_rng_below(&rng, 500);
            counts[i] = (double)tally.games[i];
        }
        double elo0 = -100 + 200 * by_rng_unit(&rng);
        struct by_sprt test = {elo0, elo0 + 1 + 100 * by_rng_unit(&rng), 0.05, 0.05, false};
        double want = best_likelihood(counts, by_elo_score(test.elo1)) -
                      best_likelihood(counts, by_elo_score(test.elo0));
        assert_close(by_sprt_llr(&test, &tally), want, 1e-9, "ratio");
    }
}

/* A distribution of pairs with the expected score of `elo`, found on the model's strength. */
static struct model model_with(double elo, double tilt, double draws)
{
    struct model model = {0, tilt, draws};
    double low = -5, high = 5;
    for (int i = 0; i < 100; i++) {
        model.strength = (low + high) / 2;
        if (expected(&model) < by_elo_score(elo))
            low = model.strength;
        else
            high = model.strength;
    }
    return model;
}

/* One test on simulated players; -1 when it does not end. */
static int test_once(const struct by_sprt *test, const struct model *model, struct by_rng *rng)
{
    struct by_tally tally = {0};
    for (int i = 0; i < 100000; i++) {
        play_pair(model, &tally, rng);
        enum by_sprt_verdict verdict = by_sprt_judge(test, &tally);
        if (verdict != BY_SPRT_OPEN)
            return verdict == BY_SPRT_H1;
    }
    return -1;
}

static void check_errors(const struct by_sprt *test, double tilt, double draws, int tests,
                         struct by_rng *rng)
{
    const struct model null = model_with(test->elo0, tilt, draws);
    const struct model other = model_with(test->elo1, tilt, draws);
    int wrong[2] = {0, 0};
    for (int i = 0; i < tests; i++) {
        int first = test_once(test, &null, rng), second = test_once(test, &other, rng);
        assert_true(first >= 0 && second >= 0);
        wrong[0] += first == 1;
        wrong[1] += second == 0;
    }
    double slack = 3 * sqrt(0.05 * 0.95 / tests);
    if (wrong[0] > (0.05 + slack) * tests || wrong[1] > (0.05 + slack) * tests)
        fail_msg("%s, tilt %g, draws %g: errors %.4f and %.4f", test->pairs ? "pairs" : "games",
                 tilt, draws, (double)wrong[0] / tests, (double)wrong[1] / tests);
}

static void the_test_errs_as_seldom_as_it_says(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 5, 0);
    int tests = long_or(10000, 500);
    check_errors(&(struct by_sprt){0, 60, 0.05, 0.05, true}, 2, 0.3, tests, &rng);
    check_errors(&(struct by_sprt){-20, 40, 0.05, 0.05, true}, 0, 0, tests, &rng);
    check_errors(&(struct by_sprt){0, 60, 0.05, 0.05, false}, 0, 0.3, tests, &rng);
}

static void one_sided_matches_end(void **state)
{
    (void)state;
    const struct by_sprt test = {0, 10, 0.05, 0.05, false}, pairs = {0, 10, 0.05, 0.05, true};
    for (int points = 0; points <= 2; points += 2) {
        struct by_tally tally = {0};
        enum by_sprt_verdict want = points ? BY_SPRT_H1 : BY_SPRT_H0;
        while (by_sprt_judge(&test, &tally) == BY_SPRT_OPEN) {
            by_tally_game(&tally, points);
            assert_true(by_tally_games(&tally) < 1000);
        }
        assert_int_equal(by_sprt_judge(&test, &tally), want);
        struct by_tally twice = {0};
        while (by_sprt_judge(&pairs, &twice) == BY_SPRT_OPEN) {
            by_tally_pair(&twice, 2 * points);
            assert_true(twice.pairs[2 * points] < 1000);
        }
        assert_int_equal(by_sprt_judge(&pairs, &twice), want);
    }
    struct by_tally huge = tally_of(1000000000, 0, 1000000000);
    assert_true(isfinite(by_sprt_llr(&test, &huge)));
}

static void all_draws_are_judged_too(void **state)
{
    (void)state;
    const struct by_sprt test = {0, 10, 0.05, 0.05, true};
    struct by_tally tally = {0};
    while (by_sprt_judge(&test, &tally) == BY_SPRT_OPEN) {
        by_tally_pair(&tally, 2);
        assert_true(tally.pairs[2] < 1000);
    }
    assert_int_equal(by_sprt_judge(&test, &tally), BY_SPRT_H0);
    assert_true(tally.pairs[2] > 20); /* and not at once */
}

static void hypotheses_are_read_from_text(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "elo0=0",
                                        "elo0=10 elo1=0",
                                        "elo0=5 elo1=5",
                                        "elo0=x",
                                        "elo1=10 elo0=0 alpha=0",
                                        "elo0=0 elo1=10 beta=0.9",
                                        "elo0=0 elo1=10 gamma=1",
                                        "elo0=0 elo1",
                                        "elo0=0 elo1=10 model=five",
                                        "elo0=0 elo1=1e999"};
    struct by_sprt test;
    struct by_error err = {0};
    assert_int_equal(by_sprt_read("elo0=-5 elo1=5 alpha=0.01", true, &test, &err), BY_OK);
    assert_true(test.elo0 == -5 && test.elo1 == 5 && test.alpha == 0.01 && test.beta == 0.05);
    assert_true(test.pairs);
    assert_int_equal(by_sprt_read("elo0=0 elo1=5 model=games", true, &test, &err), BY_OK);
    assert_false(test.pairs);
    assert_int_equal(by_sprt_read("elo0=0 elo1=5 model=pairs", false, &test, &err), BY_BAD_INPUT);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        err.text[0] = 0;
        assert_int_equal(by_sprt_read(wrong[i], true, &test, &err), BY_BAD_INPUT);
        assert_true(strlen(err.text) > 0);
    }
}

/* --- ratings ------------------------------------------------------------------------ */

enum { PLAYERS = 6 };

static double minus_posterior(const gsl_vector *elo, void *context)
{
    const struct by_pairing *pairings = context;
    double sum = 0;
    for (size_t i = 0; i < PLAYERS; i++) { /* the drawn game against strength 1 */
        double t = gsl_vector_get(elo, i);
        sum += 0.5 * log(logistic(t)) + 0.5 * log(logistic(-t));
    }
    for (int i = 0; i < PLAYERS * (PLAYERS - 1) / 2; i++) {
        const struct by_pairing *p = &pairings[i];
        double off = gsl_vector_get(elo, (size_t)p->a) - gsl_vector_get(elo, (size_t)p->b);
        sum += ((double)p->wins + (double)p->draws / 2) * log(logistic(off)) +
               ((double)p->losses + (double)p->draws / 2) * log(logistic(-off));
    }
    return -sum;
}

static void gsl_ratings(struct by_pairing *pairings, double *out)
{
    gsl_multimin_function function = {minus_posterior, PLAYERS, pairings};
    gsl_vector *start = gsl_vector_calloc(PLAYERS), *step = gsl_vector_alloc(PLAYERS);
    gsl_vector_set_all(step, 0.5);
    gsl_multimin_fminimizer *search =
        gsl_multimin_fminimizer_alloc(gsl_multimin_fminimizer_nmsimplex2, PLAYERS);
    gsl_multimin_fminimizer_set(search, &function, start, step);
    for (int i = 0; i < 5000; i++)
        if (gsl_multimin_fminimizer_iterate(search))
            break;
    double mean = 0;
    for (size_t i = 0; i < PLAYERS; i++)
        mean += gsl_vector_get(search->x, i) / PLAYERS;
    for (size_t i = 0; i < PLAYERS; i++)
        out[i] = 400 / log(10) * (gsl_vector_get(search->x, i) - mean);
    gsl_multimin_fminimizer_free(search);
    gsl_vector_free(start);
    gsl_vector_free(step);
}

static int draw_pairings(const double *elo, double draws, long games, struct by_rng *rng,
                         struct by_pairing *out)
{
    int count = 0;
    for (int a = 0; a < PLAYERS; a++)
        for (int b = a + 1; b < PLAYERS; b++) {
            struct by_pairing pairing = {.a = a, .b = b};
            double win = by_elo_score(elo[a] - elo[b]) - draws / 2;
            for (long k = 0; k < games; k++) {
                double u = by_rng_unit(rng);
                pairing.wins += u < win;
                pairing.draws += u >= win && u < win + draws;
                pairing.losses += u >= win + draws;
            }
            out[count++] = pairing;
        }
    return count;
}

static const double truth[PLAYERS] = {-150, -80, -10, 20, 90, 130}; /* mean 0 */

static void ratings_are_where_gsl_finds_them(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 6, 0);
    for (int round = 0; round < long_or(200, 20); round++) {
        struct by_pairing pairings[PLAYERS * PLAYERS];
        struct by_rating ratings[PLAYERS];
        struct by_error err;
        double want[PLAYERS];
        int count = draw_pairings(truth, 0.2, 5 + by_rng_below(&rng, 50), &rng, pairings);
        assert_int_equal(
            by_ratings(PLAYERS, pairings, count, BY_RATED_BY_MEAN, 0.95, ratings, &err), BY_OK);
        gsl_ratings(pairings, want);
        for (int i = 0; i < PLAYERS; i++)
            assert_close(ratings[i].elo, want[i], 1e-4, "rating");
    }
}

static void ratings_recover_strengths(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 7, 0);
    int covered = 0, tests = long_or(10000, 400);
    for (int test = 0; test < tests; test++) {
        struct by_pairing pairings[PLAYERS * PLAYERS];
        struct by_rating ratings[PLAYERS];
        struct by_error err;
        int count = draw_pairings(truth, 0.3, 200, &rng, pairings);
        assert_int_equal(
            by_ratings(PLAYERS, pairings, count, BY_RATED_BY_MEAN, 0.95, ratings, &err), BY_OK);
        for (int i = 0; i < PLAYERS; i++) {
            covered += ratings[i].interval.low <= truth[i] && truth[i] <= ratings[i].interval.high;
            assert_true(fabs(ratings[i].elo - truth[i]) < 75);
            assert_close(ratings[i].games, 1000, 1e-12, "games");
        }
    }
    double share = (double)covered / (tests * PLAYERS);
    if (share < 0.935 || share > 0.97)
        fail_msg("intervals cover %.4f", share);
}

/* Pairs whose second game ends as the first did for a player with chance `alike`, or else for the colour. */
static void pair_games(struct by_pairing *pairing, double win, double alike, struct by_rng *rng)
{
    for (int k = 0; k < 100; k++) {
        int first = by_rng_unit(rng) < win, second = by_rng_unit(rng) < win;
        if (by_rng_unit(rng) < fabs(alike))
            second = alike > 0 ? first : !first;
        pairing->wins += first + second;
        pairing->losses += 2 - first - second;
        pairing->pairs[2 * (first + second)]++;
    }
}

/* How often intervals of equal players have the truth, by pairs or by games. */
static double share_covered(double alike, bool by_pairs, struct by_rng *rng)
{
    int covered = 0, tests = long_or(2000, 200);
    for (int test = 0; test < tests; test++) {
        struct by_pairing pairings[PLAYERS * PLAYERS];
        struct by_rating ratings[PLAYERS];
        int count = 0;
        for (int a = 0; a < PLAYERS; a++)
            for (int b = a + 1; b < PLAYERS; b++) {
                pairings[count] = (struct by_pairing){.a = a, .b = b};
                pair_games(&pairings[count], 0.5, alike, rng);
                if (!by_pairs)
                    memset(pairings[count].pairs, 0, sizeof pairings[count].pairs);
                count++;
            }
        assert_int_equal(
            by_ratings(PLAYERS, pairings, count, BY_RATED_BY_MEAN, 0.95, ratings, NULL), BY_OK);
        for (int i = 0; i < PLAYERS; i++)
            covered += ratings[i].interval.low <= 0 && 0 <= ratings[i].interval.high;
    }
    return (double)covered / (tests * PLAYERS);
}

static void ratings_know_of_pairs(void **state)
{
    static const double alike[] = {0, 0.8, -0.8};
    struct by_rng rng;
    (void)state;
    by_rng_init(&rng, 8, 0);
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        double share = share_covered(alike[i], true, &rng);
        if (share < 0.93 || share > 0.975)
            fail_msg("intervals by pairs cover %.4f with %.1f", share, alike[i]);
    }
    assert_true(share_covered(0.8, false, &rng) < 0.9);
    assert_true(share_covered(-0.8, false, &rng) > 0.99);
}

static void ratings_stay_finite(void **state)
{
    (void)state;
    struct by_pairing all_won = {0, 1, 50, 0, 0, {0}}, odd = {0, 0, 1, 0, 0, {0}},
                      out_of = {0, 9, 1, 0, 0, {0}};
    struct by_rating ratings[4];
    struct by_error err = {0};
    assert_int_equal(by_ratings(4, &all_won, 1, BY_RATED_BY_MEAN, 0.95, ratings, &err), BY_OK);
    for (int i = 0; i < 4; i++)
        assert_true(isfinite(ratings[i].elo) && isfinite(ratings[i].interval.low));
    assert_true(ratings[0].elo > ratings[2].elo && ratings[2].elo > ratings[1].elo);
    assert_true(ratings[3].interval.high - ratings[3].interval.low > 500);
    assert_int_equal(by_ratings(4, &odd, 1, BY_RATED_BY_MEAN, 0.95, ratings, &err), BY_BAD_INPUT);
    assert_int_equal(by_ratings(4, &out_of, 1, BY_RATED_BY_MEAN, 0.95, ratings, &err),
                     BY_BAD_INPUT);
    assert_int_equal(by_ratings(0, NULL, 0, BY_RATED_BY_MEAN, 0.95, ratings, &err), BY_BAD_INPUT);
}

/* OTH 6.1, table 6.1: its published pairings. */
static void points_of_a_pairing(void **state)
{
    (void)state;
    assert_int_equal(by_pairing_points(80, 16, 100), 64); /* alpha-beta against random */
    assert_int_equal(by_pairing_points(84, 16, 100), 68);
    assert_int_equal(by_pairing_points(65, 35, 100), 30);
    assert_int_equal(by_pairing_points(27, 19, 50), 16); /* positional against absolute */
    assert_int_equal(by_pairing_points(16, 80, 100), 0);
    assert_int_equal(by_pairing_points(5, 5, 10), 0);
    assert_int_equal(by_pairing_points(2, 1, 3), 33);
    assert_int_equal(by_pairing_points(0, 0, 0), 0);
}

int main(void)
{
    gsl_set_error_handler_off();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_a_pairing),
        cmocka_unit_test(the_interval_is_where_gsl_finds_it),
        cmocka_unit_test(without_draws_it_is_wilsons),
        cmocka_unit_test(draws_narrow_it_but_never_to_nothing),
        cmocka_unit_test(the_interval_covers_as_often_as_it_says),
        cmocka_unit_test(the_interval_covers_one_sided_scores),
        cmocka_unit_test(games_needed_have_the_stated_power),
        cmocka_unit_test(the_ratio_is_that_of_the_best_likelihoods),
        cmocka_unit_test(the_test_errs_as_seldom_as_it_says),
        cmocka_unit_test(one_sided_matches_end),
        cmocka_unit_test(all_draws_are_judged_too),
        cmocka_unit_test(hypotheses_are_read_from_text),
        cmocka_unit_test(ratings_are_where_gsl_finds_them),
        cmocka_unit_test(ratings_recover_strengths),
        cmocka_unit_test(ratings_stay_finite),
        cmocka_unit_test(ratings_know_of_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
