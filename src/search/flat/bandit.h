/* bandit.h: arms that pay by chance, and two ways to play them (GOM 3).
 *
 * Each of `arms` pays a random sum with a mean of its own that the player does not know. Regret is
 * what the best arm would have paid on average in as many rounds, less what was collected.
 *
 *   explore then commit (ETC)   m rounds for every arm in turn, then the best so far for good;
 *                               HMCTS does this with the moves of the root
 *   UCB                         each round the arm with the largest mean + sqrt(2 a ln t / S), S the
 *                               rounds it had, t the number of this round; untried arms first;
 *                               UCT does this in every node
 *
 * The bounds hold for payments that stray no more than a normal variable of deviation 1 does: coins,
 * and normal arms of deviation at most 1. Nothing here allocates; every generator is the caller's. */
#ifndef BY_SEARCH_FLAT_BANDIT_H
#define BY_SEARCH_FLAT_BANDIT_H

#include "base/rng.h"

#define BY_ARMS_MAX 64

enum by_arm_kind { BY_ARM_BERNOULLI, BY_ARM_GAUSSIAN };

struct by_bandit {
    enum by_arm_kind kind;
    int arms;         /* 2 to BY_ARMS_MAX */
    double deviation; /* of Gaussian arms */
    double mean[BY_ARMS_MAX];
};

double by_bandit_pull(const struct by_bandit *bandit, int arm, struct by_rng *rng);
double by_bandit_best(const struct by_bandit *bandit);         /* the largest mean */
double by_bandit_gap(const struct by_bandit *bandit, int arm); /* the best mean minus this one's */

/* --- players ----------------------------------------------------------------------------- */

enum by_bandit_way { BY_BANDIT_UCB, BY_BANDIT_ETC };

/* Who plays, and what he has seen. by_gambler_start for a new game; then by_gambler_choose and
 * by_gambler_see in turn. */
struct by_gambler {
    enum by_bandit_way way;
    double alpha; /* UCB */
    int64_t m;    /* ETC: rounds for each arm, at least 1 */
    int arms;
    int64_t rounds;
    int committed; /* ETC: the arm taken for good; -1: still exploring */
    int64_t tried[BY_ARMS_MAX];
    double sum[BY_ARMS_MAX];
};

void by_gambler_start(struct by_gambler *gambler, int arms);
int by_gambler_choose(struct by_gambler *gambler); /* ties: the first */

/* UCB: what the next round goes by, the mean of an arm and what its few tries may hide; infinite
 * without a try. */
struct by_gambler_index {
    double mean, doubt;
};
struct by_gambler_index by_gambler_index(const struct by_gambler *gambler, int arm);
void by_gambler_see(struct by_gambler *gambler, int arm, double payment);

/* Plays `times[count - 1]` rounds. collected[i] is the regret after times[i] rounds (rising), and
 * by_means[i] the same with each payment replaced by its arm's mean: equal on average, and less
 * noisy. Either may be NULL. */
void by_bandit_play(const struct by_bandit *bandit, struct by_gambler *gambler,
                    const int64_t *times, int count, struct by_rng *rng, double *collected,
                    double *by_means);

/* --- what is proved about the expected regret after T rounds ---------------------------------- */

/* m sum D + (T - m d) sum D exp(-m D^2 / 4), D the gaps of d arms; while m d > T: what exploring
 * alone may have cost. */
double by_etc_bound(const struct by_bandit *bandit, int64_t m, int64_t rounds);

/* a / (a - 2) sum D + sum over D > 0 of 8 a ln T / D, for a > 2. */
double by_ucb_bound(const struct by_bandit *bandit, double alpha, int64_t rounds);

/* 4 sqrt(2 a d T ln T) + a / (a - 2) sum D: however small the gaps. */
double by_ucb_bound_any(const struct by_bandit *bandit, double alpha, int64_t rounds);

/* The m with the smallest by_etc_bound: it takes knowing the gaps, which no player does. */
int64_t by_etc_best_m(const struct by_bandit *bandit, int64_t rounds);

#endif
