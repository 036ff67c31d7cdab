#include "lessons/regret.h"
#include "base/num.h"
#include "base/stats.h"
#include <math.h>

void by_regret_times(struct by_regret *study)
{
    double whole = by_ln((double)study->horizon);
    int count = 0;
    for (int i = 0; i < BY_REGRET_TIMES; i++) {
        int64_t t = (int64_t)(by_exp(whole * i / (BY_REGRET_TIMES - 1)) + 0.5);
        t = t < study->horizon ? t : study->horizon;
        if (count == 0 || t > study->times[count - 1])
            study->times[count++] = t;
    }
    study->times[count - 1] = study->horizon;
    study->time_count = count;
}

static int64_t rounds_on_best(const struct by_bandit *bandit, const struct by_gambler *gambler)
{
    int64_t rounds = 0;
    for (int i = 0; i < bandit->arms; i++)
        rounds += by_bandit_gap(bandit, i) <= 0 ? gambler->tried[i] : 0;
    return rounds;
}

/* Welford's running mean and sum of squares, for each time: `half` holds the squares meanwhile. */
static void add_run(struct by_regret_player *player, const double *regret, int count, int run)
{
    for (int i = 0; i < count; i++) {
        double before = regret[i] - player->mean[i];
        player->mean[i] += before / (run + 1);
        player->half[i] += before * (regret[i] - player->mean[i]);
    }
}

static void run_player(struct by_regret *study, int place)
{
    struct by_regret_player *player = &study->player[place];
    double regret[BY_REGRET_TIMES], z = by_normal_quantile(0.975);
    int64_t best = 0;
    for (int run = 0; run < study->runs && !(study->stop && atomic_load(study->stop)); run++) {
        struct by_rng rng;
        by_rng_init(&rng, study->seed, (uint64_t)run * BY_REGRET_PLAYERS + (uint64_t)place);
        by_bandit_play(&study->bandit, &player->gambler, study->times, study->time_count, &rng,
                       study->by_means ? NULL : regret, study->by_means ? regret : NULL);
        add_run(player, regret, study->time_count, run);
        best += rounds_on_best(&study->bandit, &player->gambler);
    }
    for (int i = 0; i < study->time_count; i++)
        player->half[i] = z * sqrt(player->half[i] / (study->runs - 1) / study->runs);
    player->best_share = (double)best / ((double)study->runs * (double)study->horizon);
}

void by_regret_run(struct by_regret *study)
{
    for (int i = 0; i < study->players; i++)
        run_player(study, i);
}

double by_regret_bound(const struct by_regret *study, const struct by_regret_player *player, int i,
                       bool any)
{
    const struct by_gambler *gambler = &player->gambler;
    if (gambler->way == BY_BANDIT_ETC)
        return by_etc_bound(&study->bandit, gambler->m, study->times[i]);
    return any ? by_ucb_bound_any(&study->bandit, gambler->alpha, study->times[i])
               : by_ucb_bound(&study->bandit, gambler->alpha, study->times[i]);
}
