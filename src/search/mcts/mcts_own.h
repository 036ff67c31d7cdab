/* mcts_own.h: a Monte Carlo search as the files see it that it is made of: mcts.c (thinking), votes.c (what its
 * trees and other ranks know of the root moves), ranks.c (telling other ranks, and hearing them). */
#ifndef BY_SEARCH_MCTS_MCTS_OWN_H
#define BY_SEARCH_MCTS_MCTS_OWN_H

#include "search/mcts/settings.h"
#include "search/team.h"

struct by_mcts_thread; /* of mcts.c */

struct by_mcts {
    const struct by_rules *rules;
    struct by_core *cores;
    struct by_mcts_thread *threads;
    int roots;
    bool reuse;
    enum by_early early;
    enum by_final final;
    double c;
    struct by_expr *expr;
    struct by_ballot ballot;
    struct by_core_move *more; /* of another tree */
    int *place;                /* by action: its place in the ballot */
    struct by_visits *lent;    /* by place: what the first tree has from other ranks ... */
    struct by_visits *wanted;  /* ... and shall have */
    bool lends;                /* in this think */

    /* One think. */
    const struct by_job *job;
    struct by_decision *decision;
    double deadline, aim; /* 0: none */
    uint64_t sims;        /* 0: as many as time allows; of all ranks together */
    uint64_t nodes;       /* likewise, for this rank */
    bool hurried;         /* it ended before its share was done */
    double told;
    uint64_t pulses, next_look, look_every;
    double last_look;
};

/* Into the ballot: the votes of this rank's trees, and with those that other ranks have reported. */
void by_mcts_count_own(struct by_mcts *m);
void by_mcts_count_all(struct by_mcts *m);

/* What a vote won, in the parts of a tree's tallies. */
static inline uint64_t by_mcts_parts(const struct by_vote *vote, const struct by_visits *tally)
{
    return vote->parts / (BY_VOTE_PARTS / tally->whole);
}

/* What it has cost so far, with what other ranks have reported. */
void by_mcts_work(const struct by_mcts *m, struct by_work *work);

/* Of another rank's team, which decides. */
bool by_mcts_is_member(const struct by_mcts *m);

/* Of a member. */
void by_mcts_tell_leader(struct by_mcts *m, bool done, double now);

/* Hears what other ranks say, and tells them what is due; whether that ends the search. With simulations
 * alone to limit it nothing that a rank says does: the same is found every time. */
bool by_mcts_hear_ranks(struct by_mcts *m, double now);

/* Takes out of the first tree what other ranks have lent it (lend.c). */
void by_mcts_give_back(struct by_mcts *m);

#endif
