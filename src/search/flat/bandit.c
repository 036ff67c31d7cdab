#include "search/flat/bandit.h"
#include "base/error.h"
#include "base/num.h"
#include <math.h>
#include <string.h>

/* --- arms ---------------------------------------------------------------------------------- */

/* Marsaglia's polar method; the second variable that it makes is not kept. */
static double normal(struct by_rng *rng)
{
    double x, y, square;
    do {
        x = 2 * by_rng_unit(rng) - 1;
        y = 2 * by_rng_unit(rng) - 1;
        square = x * x + y * y;
    } while (square >= 1 || square <= 0);
    return x * sqrt(-2 * by_ln(square) / square);
}

double by_bandit_pull(const struct by_bandit *bandit, int arm, struct by_rng *rng)
{
    double mean = bandit->mean[arm];
    if (bandit->kind == BY_ARM_BERNOULLI)
        return by_rng_unit(rng) < mean ? 1 : 0;
    return mean + bandit->deviation * normal(rng);
}

double by_bandit_best(const struct by_bandit *bandit)
{
    double best = bandit->mean[0];
    for (int i = 1; i < bandit->arms; i++)
        best = bandit->mean[i] > best ? bandit->mean[i] : best;
    return best;
}

double by_bandit_gap(const struct by_bandit *bandit, int arm)
{
    return by_bandit_best(bandit) - bandit->mean[arm];
}

/* --- players --------------------------------------------------------------------------------- */

void by_gambler_start(struct by_gambler *gambler, int arms)
{
    gambler->arms = arms;
    gambler->rounds = 0;
    gambler->committed = -1;
    memset(gambler->tried, 0, sizeof gambler->tried);
    memset(gambler->sum, 0, sizeof gambler->sum);
}

static int best_mean(const struct by_gambler *gambler)
{
    int best = 0;
    for (int i = 1; i < gambler->arms; i++)
        if (gambler->sum[i] / (double)gambler->tried[i] >
            gambler->sum[best] / (double)gambler->tried[best])
            best = i;
    return best;
}

static int choose_etc(struct by_gambler *gambler)
{
    if (gambler->rounds < gambler->m * gambler->arms)
        return (int)(gambler->rounds % gambler->arms);
    if (gambler->committed < 0)
        gambler->committed = best_mean(gambler);
    return gambler->committed;
}

static double reach_of(const struct by_gambler *gambler)
{
    return 2 * gambler->alpha * by_ln((double)gambler->rounds + 1);
}

static struct by_gambler_index index_of(const struct by_gambler *gambler, double reach, int arm)
{
    double tried = (double)gambler->tried[arm];
    if (!(tried > 0))
        return (struct by_gambler_index){0, INFINITY};
    return (struct by_gambler_index){gambler->sum[arm] / tried, sqrt(reach / tried)};
}

struct by_gambler_index by_gambler_index(const struct by_gambler *gambler, int arm)
{
    return index_of(gambler, reach_of(gambler), arm);
}

/* The first of the largest indices: untried arms come first. */
static int choose_ucb(const struct by_gambler *gambler)
{
    double reach = reach_of(gambler), most = 0;
    int best = -1;
    for (int i = 0; i < gambler->arms; i++) {
        struct by_gambler_index index = index_of(gambler, reach, i);
        double value = index.mean + index.doubt;
        if (best < 0 || value > most) {
            best = i;
            most = value;
        }
    }
    return best;
}

int by_gambler_choose(struct by_gambler *gambler)
{
    return gambler->way == BY_BANDIT_ETC ? choose_etc(gambler) : choose_ucb(gambler);
}

void by_gambler_see(struct by_gambler *gambler, int arm, double payment)
{
    gambler->rounds++;
    gambler->tried[arm]++;
    gambler->sum[arm] += payment;
}

void by_bandit_play(const struct by_bandit *bandit, struct by_gambler *gambler,
                    const int64_t *times, int count, struct by_rng *rng, double *collected,
                    double *by_means)
{
    double best = by_bandit_best(bandit), got = 0, expected = 0;
    by_gambler_start(gambler, bandit->arms);
    for (int i = 0; i < count; i++) {
        while (gambler->rounds < times[i]) {
            int arm = by_gambler_choose(gambler);
            double payment = by_bandit_pull(bandit, arm, rng);
            by_gambler_see(gambler, arm, payment);
            got += payment;
            expected += bandit->mean[arm];
        }
        if (collected)
            collected[i] = (double)times[i] * best - got;
        if (by_means)
            by_means[i] = (double)times[i] * best - expected;
    }
}

/* --- for others' programs -------------------------------------------------------------------- */

static enum by_status check_game(const struct by_bandit_game *game, struct by_error *err)
{
    if (game->arms < 2 || game->arms > BY_ARMS_MAX)
        return by_fail(err, BY_BAD_INPUT, "a bandit has 2 to %d arms, not %d", BY_ARMS_MAX,
                       game->arms);
    if (game->rounds < 1 || game->rounds > 1000000000)
        return by_fail(err, BY_BAD_INPUT, "a bandit is played for 1 to 1000000000 rounds");
    if (game->m < 0 || game->m > game->rounds / game->arms)
        return by_fail(err, BY_BAD_INPUT, "m rounds for every arm must fit into the rounds");
    if (game->m == 0 && !(game->alpha > 2))
        return by_fail(err, BY_BAD_INPUT, "UCB wants an alpha above 2");
    if (game->gaussian && !(game->deviation > 0 && game->deviation <= 1e6))
        return by_fail(err, BY_BAD_INPUT, "normal arms want a deviation above 0");
    for (int i = 0; i < game->arms; i++) {
        double mean = game->means[i], most = game->gaussian ? 1e6 : 1;
        if (!(mean >= (game->gaussian ? -1e6 : 0) && mean <= most))
            return by_fail(err, BY_BAD_INPUT, "the mean of arm %d is not one it can have", i + 1);
    }
    return BY_OK;
}

enum by_status by_bandit_regret(const struct by_bandit_game *game, double *regret,
                                struct by_error *err)
{
    enum by_status status = check_game(game, err);
    if (status != BY_OK)
        return status;
    struct by_bandit bandit = {.kind = game->gaussian ? BY_ARM_GAUSSIAN : BY_ARM_BERNOULLI,
                               .arms = game->arms,
                               .deviation = game->deviation};
    memcpy(bandit.mean, game->means, (size_t)game->arms * sizeof *game->means);
    struct by_gambler gambler = {
        .way = game->m > 0 ? BY_BANDIT_ETC : BY_BANDIT_UCB, .alpha = game->alpha, .m = game->m};
    struct by_rng rng;
    by_rng_init(&rng, game->seed, 0);
    by_bandit_play(&bandit, &gambler, &game->rounds, 1, &rng, regret, NULL);
    return BY_OK;
}

/* --- bounds ---------------------------------------------------------------------------------- */

static double sum_of_gaps(const struct by_bandit *bandit)
{
    double sum = 0;
    for (int i = 0; i < bandit->arms; i++)
        sum += by_bandit_gap(bandit, i);
    return sum;
}

double by_etc_bound(const struct by_bandit *bandit, int64_t m, int64_t rounds)
{
    double best = by_bandit_best(bandit), explored = 0, committed = 0;
    int64_t rest = rounds - m * bandit->arms;
    for (int i = 0; i < bandit->arms; i++) {
        double gap = best - bandit->mean[i];
        explored += (double)m * gap;
        committed += gap * by_exp(-(double)m * gap * gap / 4);
    }
    return explored + (rest > 0 ? (double)rest * committed : 0);
}

double by_ucb_bound(const struct by_bandit *bandit, double alpha, int64_t rounds)
{
    double sum = alpha / (alpha - 2) * sum_of_gaps(bandit);
    for (int i = 0; i < bandit->arms; i++) {
        double gap = by_bandit_gap(bandit, i);
        if (gap > 0)
            sum += 8 * alpha * by_ln((double)rounds) / gap;
    }
    return sum;
}

double by_ucb_bound_any(const struct by_bandit *bandit, double alpha, int64_t rounds)
{
    double t = (double)rounds;
    return 4 * sqrt(2 * alpha * bandit->arms * t * by_ln(t)) +
           alpha / (alpha - 2) * sum_of_gaps(bandit);
}

int64_t by_etc_best_m(const struct by_bandit *bandit, int64_t rounds)
{
    int64_t best = 1;
    double least = by_etc_bound(bandit, 1, rounds);
    for (int64_t m = 2; m * bandit->arms <= rounds; m++) {
        double bound = by_etc_bound(bandit, m, rounds);
        if (bound < least) {
            least = bound;
            best = m;
        }
    }
    return best;
}
