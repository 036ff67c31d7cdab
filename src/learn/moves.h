/* moves.h: the strengths of the features of moves (games/move_model.h) from games.
 *
 * Every move that was played is a competition that it won against the other legal moves. First the patterns
 * are gathered that were played often, in the games that are learned from; the smaller ones come first where
 * two were played equally often. Then bradley_terry.h does the rest, for one kind of boards after the other.
 * Passes are learned from like all moves. */
#ifndef BY_LEARN_MOVES_H
#define BY_LEARN_MOVES_H

#include "games/line.h"
#include "games/move_model.h"
#include "learn/bradley_terry.h"

struct by_moves_plan {
    const struct by_move_model *model;
    int every; /* of so many positions of a game one is learned from */
    int rounds;
    int patterns;    /* at most so many, of each kind of boards */
    int seen;        /* those that were played so often */
    double belief;   /* bradley_terry.h's b */
    double hold_out; /* the share of games that only measure */
    uint64_t seed;   /* which */
    size_t memory;   /* bytes for teams */
};

/* Who has the games. They are gone through several times, in the same order. */
struct by_moves_games {
    void *context;
    /* The next one, valid until the next call, NULL behind the last; `first`: begins anew. Games of others
     * are left out. */
    enum by_status (*next)(void *context, bool first, const struct by_line **out,
                           struct by_error *err);
};

/* After a round, from 1 on, for one kind of boards. */
struct by_moves_round {
    const char *set;
    int round, patterns;
    struct by_bt_score fitted, held;
};
typedef void by_moves_told(void *context, const struct by_moves_round *round);

/* The file that the game reads; from malloc. A kind of boards without games has strengths of 1 alone. Stopped,
 * it has nothing to give, and `*bytes` is NULL. */
enum by_status by_moves_learn(const struct by_moves_plan *plan, const struct by_moves_games *games,
                              const atomic_bool *stop, by_moves_told *told, void *context,
                              uint8_t **bytes, size_t *size, struct by_error *err);

#endif
