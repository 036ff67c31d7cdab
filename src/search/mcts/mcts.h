/* mcts.h: Monte Carlo tree search, and a look at its tree for those who draw or test it. */
#ifndef BY_SEARCH_MCTS_MCTS_H
#define BY_SEARCH_MCTS_MCTS_H

#include "search/mcts/core.h"

struct by_mcts;

/* The search behind a searcher; NULL when it is another one. */
struct by_mcts *by_mcts_of(const struct by_searcher *searcher);

/* Its tree number `index` (roots= has several); NULL past the end. After a think the core's root
 * is that of the tree, BY_LINK_NONE before the first one. */
const struct by_core *by_mcts_core(const struct by_mcts *mcts, int index);

/* What its rule computes, in letters (rule.h). */
void by_mcts_formula(const struct by_searcher *searcher, struct by_text *out);

/* --- in first.c ----------------------------------------------------------------------------- */

/* What the rule says of each root move before the first simulation: its prior, and the formula where
 * nothing has a visit. After a think, of any length; `out` has room for rules->max_moves. `*width`: so
 * many of them, in this order, may be looked at first (widening). */
enum by_status by_core_first(const struct by_core *core, struct by_choice *out, int *count,
                             int *width, struct by_error *err);

/* --- in lend.c ------------------------------------------------------------------------------ */

/* Whether the root can be lent tallies: what others know of its moves, which the rule then takes for
 * its own. Before the first loan of a think. */
bool by_core_lend_begin(struct by_core *core);

/* Makes the loan of each root move, in the tree's order, `wanted` instead of `lent`, and says so there.
 * All zero before the end of a think: the tree's own visits are left. Between simulations of the
 * first worker. */
void by_core_lend(struct by_core *core, const struct by_visits *wanted, struct by_visits *lent);

/* --- in decide.c ---------------------------------------------------------------------------- */

enum by_final {
#define BY_FINAL(id, name) BY_FINAL_##id,
#include "search/mcts/finals.def"
#undef BY_FINAL
};

/* What the root moves are worth, all trees together. */
struct by_ballot {
    int count;
    bool tie_first; /* equal moves: the first in the tree, where they stand at random; else the one
                       with the better mean */
    struct by_core_move *moves;
};

/* The place of the move to play. `c` is that of the rule, for final=ucb. */
int by_ballot_best(const struct by_ballot *ballot, enum by_final final, double c);

/* The share of points of a move for who plays it: known results as they are; 0.5 when unseen. */
double by_core_move_value(const struct by_core_move *move);

/* The line that the tree expects behind a root move, that move first; room for BY_PV_MAX. */
int by_core_line(const struct by_core *core, const struct by_core_move *first, by_move *out);

/* Writes the decision's move, value, statistics and line. */
void by_ballot_decide(const struct by_ballot *ballot, int best, const struct by_core *core,
                      struct by_decision *decision);

#endif
