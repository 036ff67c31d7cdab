/* review.h: a game looked at again: what each of its moves was worth.
 *
 * A player of ours thinks about every position of the game, from the last one back to the first, so that
 * what its tables hold of later positions helps with the earlier ones. Where it would have played another
 * move, it also looks at the position behind that one: a move has lost the value behind the player's own
 * move less the value behind the move, both seen by who made it, and both found in the same way. Where
 * the player would have gone the same way, and where the move turned out to be as good, nothing was lost.
 * Where players agree on the end of a game, as in Go, it is counted without the stones that look dead.
 *
 * Values are chances to win, unless all of them are in the units of the game's result: then what was
 * lost is counted in these. A search that does not see the end of a game may still think in its units,
 * as that of Othello does in discs. */
#ifndef BY_PLAYERS_REVIEW_H
#define BY_PLAYERS_REVIEW_H

#include "games/value.h"
#include "players/player.h"
#include <stdatomic.h>

/* What a position is worth. */
struct by_review_standing {
    bool known;
    bool certain;          /* the game's true result, or at least who wins */
    bool scored;           /* `score` is known: */
    double score;          /* for the first player, in the game's units */
    double chance;         /* that the first player wins, 0..1; of evaluations a rough one */
    struct by_worth worth; /* as the search says it, for the side to move */
};

/* How much a move has lost. */
enum by_grade {
    BY_GRADE_GOOD,     /* nothing, or next to nothing */
    BY_GRADE_DOUBTFUL, /* 5 % of a chance to win, or 2 points */
    BY_GRADE_BAD,      /* 10 %, or 4 points, or half a result that was certain: a win for a draw */
    BY_GRADE_BLUNDER,  /* 25 %, or 8 points, or a certain win for a certain loss */
};

#define BY_REVIEW_LINE 16 /* plies of a better line, at most */

struct by_reviewed {
    by_move move;   /* as played */
    by_move better; /* what the player would have done, where that is worth more; or BY_NO_MOVE */
    int side;       /* who moved */
    bool forced;    /* there was no other move */
    double loss;    /* of who moved, at least 0, in the unit of the review */
    double lost_chance; /* the same in chances to win, 0..1 */
    enum by_grade grade;
    int line_count; /* what is expected, `better` first; or, behind a good move, behind the move */
    by_move line[BY_REVIEW_LINE];
};

enum by_review_unit {
    BY_REVIEW_CHANCE, /* losses are of chances to win, 0..1 */
    BY_REVIEW_SCORE,  /* losses are in the game's units; without margins a win is 1, a loss -1 */
};

struct by_review {
    const struct by_line *line;
    enum by_review_unit unit;
    int count;                 /* moves of the game */
    int first;                 /* those before it have not been looked at; `count`: none has */
    struct by_reviewed *moves; /* one for each */
    struct by_review_standing
        *standings; /* of the positions: count + 1, those before `first` are not known */
    uint64_t nodes, simulations;
    double seconds;
};

/* How long to look at a position, in seconds, by name. */
#define BY_CARE_QUICK  0.1
#define BY_CARE_NORMAL 0.5
#define BY_CARE_DEEP   3.0

struct by_review_terms {
    struct by_player *player;
    struct by_limits limits; /* of each position; all zero: those of the player */
    const atomic_bool *stop; /* or NULL. Whoever sets it also stops the player */
    void (*progress)(void *context, const struct by_review *so_far); /* or NULL */
    void *context;
};

/* Looks at all moves of the line, which must outlive the review. Stopped before the end, it has the
 * moves from `first` on. Refused: games of chance, lines without a move, players that do not say what
 * moves are standing. Closed by by_review_close, also after a failure. */
enum by_status by_review_run(struct by_review *review, const struct by_line *line,
                             const struct by_review_terms *terms, struct by_error *err);
void by_review_close(struct by_review *review);

/* The moves that lost most, the worst first: at most `most` indices of moves. Returns how many. */
int by_review_worst(const struct by_review *review, int most, int *out);

/* What a position is worth to a side, in the unit of the review; the same for people. */
double by_review_value(const struct by_review *review, int ply, int side);
struct by_worth by_review_worth(const struct by_review *review, int ply, int side);

/* Sums over the moves of a side that were looked at. */
struct by_review_sum {
    int moves;
    int graded[BY_GRADE_BLUNDER + 1];
    double loss; /* of all moves together */
};
struct by_review_sum by_review_sum(const struct by_review *review, int side);

#endif
