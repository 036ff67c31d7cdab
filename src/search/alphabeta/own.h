/* own.h: a game's own search (the slots own_...) as a decision.
 *
 * There are two kinds. A search with an evaluation of its own (`own_eval`) thinks instead of ours: it
 * gets all of the time and its word is the decision. One without speaks of exact values only: it gets
 * half of the time and of the nodes, and where it proves nothing the search goes on otherwise. */
#ifndef BY_SEARCH_ALPHABETA_OWN_H
#define BY_SEARCH_ALPHABETA_OWN_H

#include "search/search.h"

/* A game's search, opened: kept from move to move. */
struct by_own {
    const struct by_rules *rules;
    void *state; /* NULL: the game has no such search for these rules and this evaluation */
    bool used;   /* since it was opened or forgot */
    int pv_count;
    by_move pv[BY_PV_MAX]; /* of its last decision */
};

/* True where the slot speaks of this line: the game has one, and no rule looks back, for a position
 * alone does not tell what came before it. */
bool by_own_speaks(const struct by_line *line);

/* Opens the search that goes with an evaluation (NULL: none); `own->state` stays NULL where there is
 * none. */
enum by_status by_own_open(struct by_own *own, const struct by_rules *rules,
                           const struct by_eval *eval, size_t memory, int threads,
                           struct by_error *err);
void by_own_close(struct by_own *own);
void by_own_reset(struct by_own *own);

/* Asks it. True: it is the decision, work included. */
bool by_own_think(struct by_own *own, const struct by_job *job, struct by_decision *decision);

/* What its last decision expects behind a move. */
int by_own_line(const struct by_own *own, by_move move, by_move *out);

#endif
