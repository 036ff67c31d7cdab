/* net_tree.h: the tree of one of the games in net_games.h. Values are of who moves at a node.
 *
 *   u        (1 - LEAD_PART) * chance + LEAD_PART / (1 + exp(-2 lead / LEAD_SCALE)): what a search looks for is a
 *            win, and a little more than that
 *   choice   the largest w/n + PULL * prior * sqrt(N) / (1 + n), where w is the sum of u behind a branch, n its
 *            visits and N those of the node. Without a visit, w/n is the mean of u behind the node, or what the
 *            network said of it, less REDUCTION * sqrt(priors of the branches that have one)
 *   noise    of the root: NOISE_PART of each prior is drawn, about as by a Dirichlet distribution whose parameters
 *            are NOISE_SUM in all (D. Silver et al., Mastering the Game of Go without Human Knowledge, 2017) */
#ifndef BY_LEARN_NET_TREE_H
#define BY_LEARN_NET_TREE_H

#include "games/game.h"

#define BY_NET_NO_NODE (-1)

struct by_net_branch {
    float prior, sum; /* of u, for who moves at the node */
    int32_t visits;
    int32_t node; /* BY_NET_NO_NODE: there is none yet */
    by_move move;
};

/* In memory a position and the branches follow. */
struct by_net_node {
    int32_t count, visits, side;
    bool asked, over; /* the network has answered; the game is over here */
    float u, chance;  /* what was said or counted here */
    float chances;    /* sum over the visits */
};

struct by_net_step {
    int32_t node, branch;
};

/* The root is node 0. */
struct by_net_tree {
    const struct by_rules *rules; /* of this game: its komi counts */
    unsigned char *nodes, *spare; /* what is kept is copied into the spare ones */
    size_t node_bytes;
    int count, room;
    struct by_net_step *path; /* to the node where the last descent ended */
    int depth;
    by_move *moves;
};

/* Room for so many nodes by these rules or such that differ in komi alone. False: there is no memory; to be
 * closed, too. */
bool by_net_tree_open(struct by_net_tree *tree, const struct by_rules *rules, int room);
void by_net_tree_close(struct by_net_tree *tree);

/* Begins anew at a position; goes on behind a branch of the root that has a node. */
void by_net_tree_plant(struct by_net_tree *tree, const struct by_rules *rules,
                       const void *position);
void by_net_tree_keep(struct by_net_tree *tree, const struct by_net_branch *branch);

struct by_net_node *by_net_tree_at(const struct by_net_tree *tree, int index);
void *by_net_tree_position(struct by_net_node *node);
struct by_net_branch *by_net_tree_branches(const struct by_net_tree *tree,
                                           struct by_net_node *node);

/* Goes down to a node that is over, or that nobody has been asked about: its index. There is room for one more. */
int by_net_tree_descend(struct by_net_tree *tree);

/* What the network answers there: logits of all actions, the logit of the chance, the lead. */
void by_net_tree_answer(struct by_net_tree *tree, struct by_net_node *node, const float *policy,
                        float value, float lead);

/* A visit for the whole path to it. */
void by_net_tree_back_up(struct by_net_tree *tree, struct by_net_node *leaf);

void by_net_tree_add_noise(struct by_net_tree *tree, struct by_rng *rng);

#endif
