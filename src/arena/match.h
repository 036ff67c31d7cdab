/* match.h: games between two players, with an honest result.
 *
 * Game k (from 0) belongs to pair k / 2: both games of a pair start from the same
 * opening, a is the first player (X) in the even one, b in the odd one. Openings and
 * players take their seeds from (seed, pair) and (seed, k) alone, so with players that
 * think under work limits the games are the same at any concurrency, and game k can be
 * played again by itself. */
#ifndef BY_ARENA_MATCH_H
#define BY_ARENA_MATCH_H

#include "players/player.h"
#include <stdatomic.h>

struct by_match_plan {
    const struct by_rules *rules;
    const char *a, *b; /* specs */
    int games;         /* 1 to 10,000,000 */
    int opening_plies; /* random legal plies before the players take over; 0: none. Openings in
                          which the game ends are drawn again */
    int concurrency;   /* threads, 1 to 256 */
    uint64_t seed;
};

/* Why a game was over. Who resigns loses; so does another program that does what it may not,
 * whatever stands on the board. It is started anew for its next game. */
enum by_match_end { BY_ENDED_BY_RULES, BY_ENDED_BY_RESIGNING, BY_ENDED_BY_FAULT };

struct by_match_game {
    bool finished;
    bool a_first; /* a was player 0, b player 1; the opening's moves are nobody's */
    int opening_count;
    int count;      /* moves in all, the opening's included */
    by_move *moves; /* owned by the result */
    int32_t result; /* for player 0; 1 or -1 when the game was not played to its end */
    enum by_match_end ended;
    enum by_fault fault; /* of who lost */
    char *why;           /* a sentence about the fault, owned by the result; NULL: none */
    uint64_t hash;       /* of the move list: equal games have equal hashes */
};

struct by_match_result {
    int played; /* finished games */
    int a_wins, b_wins, draws;
    int distinct;     /* different move lists among them; 0 while the match runs */
    double score;     /* a's: (wins + draws / 2) / played; 0.5 when nothing was played */
    double low, high; /* 95 % interval of it, Wilson; wider than need be when there are draws */
    struct by_match_game *games; /* plan->games entries, in order */
};

/* Called after each finished game, one call at a time, from any worker's thread. Games are
 * finished in any order: `so_far` tells how many, not which. */
typedef void by_match_progress(void *context, const struct by_match_result *so_far);

/* Plays the match. `stop` may be NULL; when it becomes true, running games are given up within
 * about 50 ms and the finished ones are kept. A person cannot play here. Specs are checked
 * before the first game begins; a failure that is no player's fault ends the match. `out` is closed by
 * by_match_close, also after a failure. */
enum by_status by_match(const struct by_match_plan *plan, const atomic_bool *stop,
                        by_match_progress *progress, void *context, struct by_match_result *out,
                        struct by_error *err);
void by_match_close(const struct by_match_plan *plan, struct by_match_result *result);

#endif
