/* played.h: a game that was played, from the referee to the row of a store.
 *
 * One struct all the way: the referee fills it in, a keeper stores or sends it, a match counts it,
 * a report prints it, and what others have stored comes back as the same. Moves and times are text,
 * so that nobody on the way needs the rules. The texts belong to whoever gives it out and are gone
 * after the call; by_played_copy keeps them. Arrays of two are a's and b's. */
#ifndef BY_ARENA_PLAYED_H
#define BY_ARENA_PLAYED_H

#include <stdbool.h>
#include <stdint.h>

struct by_played {
    int64_t number; /* in its match, from 0 */
    bool a_first;   /* a was the first player */
    bool scored;    /* it went to its end by the rules: */
    double score;   /* the result for the first player, in the game's units */
    int points;     /* a's half points: 0, 1, 2 */
    int opening;    /* plies that nobody chose, at the beginning of `moves` */
    int plies;
    const char *moves; /* as the game writes them, separated by blanks; "" when nobody wants them */
    const char *times; /* milliseconds of each move, "-" for those of the opening; likewise */
    const char *ended; /* one word: "rules", "resigned", "time", ... (by_ending_name) */
    const char *reason; /* a sentence; "" when there is nothing to add */
    int moved[2];       /* moves */
    double spent[2];    /* seconds */
    double longest[2];  /* of one move */
    int64_t sims[2];    /* simulations */
    int proven[2];      /* moves whose result was proven: their searches end early */
    uint64_t hash;      /* of the moves: equal games have equal hashes */

    /* What produced it; the keeper's to fill in. */
    const char *version, *host;
    int rank;
    double finished; /* seconds since 1970; 0: not kept yet */
};

#define BY_PLAYED_NUMBER_MAX 999999999

/* The name of the first thing that cannot be (a column of the store); NULL: the game is sound. */
const char *by_played_wrong(const struct by_played *played);

/* A copy with its texts in one piece, for free(); NULL without memory. */
struct by_played *by_played_copy(const struct by_played *played);

/* The score as text, "" when there is none. */
#define BY_PLAYED_SCORE 32
const char *by_played_score(const struct by_played *played, char buffer[BY_PLAYED_SCORE]);

/* The hash as a store writes it: 16 hexadecimal digits. */
#define BY_PLAYED_HASH 17
const char *by_played_hash(const struct by_played *played, char buffer[BY_PLAYED_HASH]);

/* A date or duration that can be: not negative, and finite. */
bool by_played_time(double seconds);

#endif
