/* truth.h: how far a player's moves fall short of perfect play.
 *
 * Positions are taken from games: an opening, then moves of a player that is named for it (`source`),
 * back from the end so many plies, or where so few cells are empty, that the position can be solved.
 * The player is asked for a move there, and loses what the solved position is worth more than the one
 * behind its move. Position number k depends on the seed and on k alone. */
#ifndef BY_ARENA_TRUTH_H
#define BY_ARENA_TRUTH_H

#include "arena/openings.h"
#include "base/stats.h"
#include "players/player.h"
#include <stdatomic.h>

struct by_truth_plan {
    const struct by_rules *rules;
    const char *player; /* whose moves are weighed */
    const char *source; /* who plays the games that the positions are from */
    unsigned trust;     /* of enum by_trust, for both */
    struct by_openings openings;
    uint64_t seed;
    int positions;
    int plies;   /* before the end of a game; a shorter game: anywhere in it */
    int empties; /* instead of `plies`: the first position with no more empty cells; 0: by plies */
    uint64_t most_nodes; /* what solving a position may take; positions beyond it are left out */
    size_t table_bytes;  /* of the solver; 0: its own choice */
    struct by_limits limits; /* of the player's moves */
};

/* One move, the worst of all. */
struct by_truth_worst {
    int32_t loss; /* in the units of `result`; 0: there is none */
    by_move move, best;
    void *position; /* owned */
};

struct by_truth {
    int asked;           /* positions in which the player was asked */
    int forced;          /* games without a position that leaves a choice */
    int left_out;        /* positions that took too long to solve */
    bool stopped;        /* before all were done */
    int best;            /* moves that lost nothing */
    int at_stake;        /* positions that were not lost whatever is played */
    int given;           /* of them: moves that gave the result away, a win or a draw */
    int different;       /* different positions */
    double sum, squares; /* of what was lost, in the units of `result` */
    double seconds;      /* that the player took */
    uint64_t nodes;      /* that solving took */
    struct by_truth_worst worst;
};

/* Loss a move, with the interval of the normal distribution. */
double by_truth_mean(const struct by_truth *truth);
struct by_interval by_truth_interval(const struct by_truth *truth, double confidence);

typedef void by_truth_progress(void *context, const struct by_truth *so_far);

/* Weighs until there are plan->positions, or as many were left out in a row that there is no hope:
 * then it fails. `stop` ends it early; what was found so far is in `out`, closed by by_truth_close
 * also after a failure. The player that is thinking is told by `watch` (NULL: nobody is), for those
 * who want to stop it; it may be NULL. */
typedef void by_truth_watch(struct by_player *player);
enum by_status by_truth(const struct by_truth_plan *plan, const atomic_bool *stop,
                        by_truth_watch *watch, by_truth_progress *progress, void *context,
                        struct by_truth *out, struct by_error *err);
void by_truth_close(struct by_truth *truth);

#endif
