/* spsa.c: simultaneous perturbation stochastic approximation, as tune.h says.
 *
 * J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient
 * approximation", IEEE Transactions on Automatic Control 37 (1992). The distances are parts of the
 * ranges: the two players stand SIDE from the point, a bout that is won altogether moves it by
 * MOVE; both fall as Spall advises (1998), as powers 0.101 and 0.602 of the step. */
#include "base/num.h"
#include "learn/tuner.h"

#define SIDE      0.15
#define SIDE_FALL 0.101
#define MOVE      0.3
#define MOVE_FALL 0.602
#define STABLE    0.1 /* of all steps are added to a step's number before its power is taken */

static double power(double base, double exponent)
{
    return by_exp(exponent * by_ln(base));
}

static double clamp(double u)
{
    return u < 0 ? 0 : u > 1 ? 1 : u;
}

/* The share of the points that a's player is ahead by, -1 to 1. */
static double ahead(const struct by_tally *tally)
{
    double games = (double)by_tally_games(tally);
    return games > 0 ? ((double)tally->games[2] - (double)tally->games[0]) / games : 0;
}

struct walk {
    struct by_tuner *tuner;
    int params;
    double at[BY_VARY_MAX];
};

static enum by_status take_step(struct walk *w, int step, struct by_error *err)
{
    struct by_rng rng;
    struct by_tally tally;
    double sides[2 * BY_VARY_MAX] = {0}, sign[BY_VARY_MAX];
    double *plus = sides, *minus = sides + BY_VARY_MAX;
    double stable = STABLE * w->tuner->steps;
    double side = SIDE * power(step + 1, -SIDE_FALL);
    double move = MOVE * power((stable + 1) / (stable + step + 1), MOVE_FALL);
    by_rng_init(&rng, by_tuner_seed(w->tuner, BY_TUNE_MUTANTS, step), 0);
    for (int k = 0; k < w->params; k++) {
        sign[k] = by_rng_below(&rng, 2) ? 1 : -1;
        plus[k] = clamp(w->at[k] + side * sign[k]);
        minus[k] = clamp(w->at[k] - side * sign[k]);
    }
    enum by_status status = by_tuner_bout(
        w->tuner, plus, minus, by_tuner_seed(w->tuner, BY_TUNE_GAMES, step), &tally, err);
    if (status || w->tuner->stopped)
        return status;
    double won = ahead(&tally);
    for (int k = 0; k < w->params; k++)
        w->at[k] = clamp(w->at[k] + move * won * sign[k]);
    const double score[2] = {(1 + won) / 2, (1 - won) / 2};
    const bool kept[2] = {won > 0, won < 0};
    return by_tuner_add_step(w->tuner, 2, sides, score, kept, w->at, err);
}

enum by_status by_tune_by_spsa(struct by_tuner *tuner, struct by_error *err)
{
    const struct by_vary *vary = tuner->plan->vary;
    struct walk w = {.tuner = tuner, .params = vary->count};
    enum by_status status = BY_OK;
    for (int k = 0; k < w.params; k++)
        w.at[k] = by_param_point(&vary->param[k], vary->param[k].start);
    for (int step = 0; step < tuner->steps && !status && !tuner->stopped; step++)
        status = take_step(&w, step, err);
    return status;
}
