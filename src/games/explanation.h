/* explanation.h: what is thought of a position before anybody searches it, collected: evaluations
 * with their terms, what the game says of moves and cells, what theory and forced wins know, and how
 * games go that a policy plays from here. For reports; a search never needs it. */
#ifndef BY_GAMES_EXPLANATION_H
#define BY_GAMES_EXPLANATION_H

#include "games/line.h"
#include <stdatomic.h>

struct by_told_eval {
    const struct by_eval *eval;
    int32_t value; /* for the side to move */
    int term_count, term_room;
    struct by_term *terms; /* none where the evaluation does not say */
};

/* A legal move. Values are those of who makes it. */
struct by_told_move {
    by_move move;
    int cell;       /* where it goes, on games with cells; else -1 */
    bool over;      /* it ends the game: */
    int32_t result; /* and how */
    int32_t after;  /* else: the first of the evaluations after it */
    bool has_theory;
    int32_t theory; /* what theory says of it, as `result` counts */
    double share;   /* of the strengths of all moves, or how likely nature makes it; NAN: unknown */
    int rank;       /* its place in the game's own order, from 1; 0: not in it */
};

/* Games from here by one policy. */
struct by_told_playouts {
    const struct by_policy *policy; /* NULL: nobody asked */
    int64_t games;
    int64_t wins[2], draws;
    int64_t results, plies; /* sums; results as the first player sees them */
    int64_t *first;         /* how often each of the moves came first, in their order */
};

struct by_explanation {
    const struct by_line *line;
    int eval_count;
    struct by_told_eval *evals;
    int move_count;
    struct by_told_move *moves;
    int remark_count, remark_room;
    struct by_remark *remarks;
    bool by_nature; /* nature moves: moves are seen by the player who comes next */
    bool has_cells; /* the game has a board: */
    struct by_cells cells;
    bool has_theory;
    int32_t theory; /* for the side to move, as `result` counts */
    bool has_forced;
    struct by_forced forced;
    bool has_verdict;
    struct by_verdict verdict;
    struct by_told_playouts playouts;
    bool failed; /* there was not enough memory */
};

/* Explains the last position of a line, in which the game is not over: by the evaluation called
 * `eval` (NULL: by all of them, the game's own first). `seed` is for games that judge by playouts.
 * To be closed in either case. */
enum by_status by_explanation_open(struct by_explanation *why, const struct by_line *line,
                                   const char *eval, uint64_t seed, struct by_error *err);
void by_explanation_close(struct by_explanation *why);

/* Plays `games` of a policy from here and adds up how they go, until `stop`; `done` (may be NULL)
 * counts them in per mille. */
enum by_status by_explanation_play(struct by_explanation *why, const struct by_policy *policy,
                                   int64_t games, uint64_t seed, const atomic_bool *stop,
                                   atomic_int *done, struct by_error *err);

/* The sum of the terms that touch a cell; false: none does. */
bool by_told_at(const struct by_told_eval *told, int cell, int64_t *sum);

/* The table that begins at remark `from`: how many remarks it has. */
int by_told_table(const struct by_explanation *why, int from);

#endif
