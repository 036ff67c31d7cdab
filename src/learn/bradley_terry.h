/* bradley_terry.h: strengths of features from competitions between teams of them, by
 * minorization-maximization (D. Hunter, MM algorithms for generalized Bradley-Terry models, 2004; R. Coulom,
 * Computing Elo ratings of move patterns in the game of Go, 2007).
 *
 * A team has one feature of each group, and wins against the others of its competition with the chance of its
 * product of strengths among all their products. One round goes through the groups. In each, a feature with
 * W wins becomes
 *
 *      (W + b) / (sum over competitions of (what its teams are worth without it) / (what all teams are worth)
 *                 + 2 b / (its strength + 1))
 *
 * which never makes what was seen less likely; b wins and as many losses against a strength of 1 keep what was
 * seen rarely near 1. Feature 0 of a group has strength 1. Sums are in double and in a fixed order: the same
 * competitions give the same bits. */
#ifndef BY_LEARN_BRADLEY_TERRY_H
#define BY_LEARN_BRADLEY_TERRY_H

#include "base/error.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BY_BT_GROUPS_MAX 16
#define BY_BT_VALUES_MAX 65536

struct by_bt {
    int groups, values[BY_BT_GROUPS_MAX];
    uint16_t *column[BY_BT_GROUPS_MAX]; /* the feature of each team, group by group */
    double *strength[BY_BT_GROUPS_MAX];
    size_t teams, room, most;
    size_t *first; /* of each competition, the winner; and behind the last; */
    bool *held;    /* competitions that only measure */
    size_t count, count_room;
};

/* How well strengths foretell the competitions held out, or the others. A tie is shared out. */
struct by_bt_score {
    size_t count;
    double ln_likelihood;     /* the mean over competitions */
    double top_one, top_five; /* the share in which the winner was among the strongest */
};

/* Takes at most so many teams. */
enum by_status by_bt_open(struct by_bt *bt, int groups, const int *values, size_t most,
                          struct by_error *err);
void by_bt_close(struct by_bt *bt);

/* Begins a competition; the first team added is the one that wins it. */
enum by_status by_bt_begin(struct by_bt *bt, bool held, struct by_error *err);
enum by_status by_bt_add(struct by_bt *bt, const uint16_t *feature, struct by_error *err);

/* Called after each round, from 1 on; may be NULL. */
typedef void by_bt_told(void *context, int round, const struct by_bt_score *fitted,
                        const struct by_bt_score *held);
enum by_status by_bt_fit(struct by_bt *bt, int rounds, double belief, const atomic_bool *stop,
                         by_bt_told *told, void *context, struct by_error *err);

#endif
