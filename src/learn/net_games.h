/* net_games.h: many games of a network against itself, side by side.
 *
 * Each game has a tree of its own, searched by PUCT (net_tree.h). A step brings every game to the next position
 * that the network has to be asked about, and gives their planes: one call of the network, on whatever machine,
 * answers for all games. Whoever asks hands the answers to the next step.
 *
 *   beginning   some moves are drawn from the network's policy alone, without a search: a random number, `opening`
 *               in the mean. Before ply `drawn` moves are then drawn in proportion to their visits; later the most
 *               visited one is played
 *   visits      `full` in a share of the searches, which alone are learned from and have noise at the root, and
 *               `fast` in the others (D. Wu, Accelerating Self-Play Learning in Go, 2019). What is kept of the tree
 *               counts; at least two visits are new, where nodes are left
 *   clear       where the chance is beyond CLEAR for either side, the share of the next search is CLEAR_PART of
 *               what it was: there is little to learn. And instead of the most visited move a pass is played that
 *               costs PASS_COSTS at most
 *   end         two passes, or plies_max; the board is counted as it is, all stones alive */
#ifndef BY_LEARN_NET_GAMES_H
#define BY_LEARN_NET_GAMES_H

#include "learn/net_record.h"

struct by_net_plan {
    struct by_rules *const *rules; /* a game draws one of them; they differ in komi alone */
    int rules_count;
    int games;         /* at a time */
    int full, fast;    /* visits of a search, at least 1 */
    double full_share; /* of the searches */
    int opening;       /* plies drawn from the policy, in the mean */
    int drawn;         /* plies, the opening among them, before the most visited move is played */
    int plies_max;
    uint64_t seed;
};

struct by_net_games;

/* Refuses games that networks are not shown. */
enum by_status by_net_games_open(const struct by_net_plan *plan, struct by_net_games **out,
                                 struct by_error *err);
void by_net_games_close(struct by_net_games *all);

/* Brings the games first to first + count - 1 to their next question. Threads may take different ones. All
 * arrays begin at the first of all games: logits of all actions, the logit of the chance, the lead; planes. The
 * first step takes no answers, and what they point at may be NULL. */
void by_net_games_step(struct by_net_games *all, int first, int count, const float *policy,
                       const float *value, const float *lead, uint8_t *planes);

/* The same for all games, on so many threads (64 at most): the same numbers and records at any number. */
void by_net_games_step_all(struct by_net_games *all, int threads, const float *policy,
                           const float *value, const float *lead, uint8_t *planes);

/* Bytes of whole records (net_record.h) of games that have ended; at most `room` of them go into `out` and are
 * forgotten here. */
size_t by_net_games_take(struct by_net_games *all, uint8_t *out, size_t room);

/* Games that have ended, their plies, and wins of the first player (a draw is half a one); answers taken. */
struct by_net_score {
    uint64_t games, plies, evaluations;
    double won;
};
struct by_net_score by_net_games_score(struct by_net_games *all);

#endif
