/* keeper.h: which game is next, and where the finished ones go.
 *
 * THE KEEPER CONTRACT: a constant table of four functions. A match asks a keeper for numbers, plays
 * them and gives the games back; the keeper tells the match what has arrived. A game that was given
 * arrives when it is kept (in a store: when it is on the disk), and never before; what others have
 * played of the same match arrives, too. Whoever keeps games elsewhere, on other machines, say,
 * writes one file with these four functions and a function that opens it (a by_keeper_open_fn):
 * keeper_memory.c is the smallest, store/keeper.c the one that shares the work among processes,
 * keeper_ranks.c the one that shares it among the ranks of a job and keeps the games in one of the others.
 *
 * Threads: `next` and `give` are called by the threads that play, at once; `halt` by any thread, also
 * from within `arrived`; opening and `close` by the one that runs the match, before and after all
 * others. */
#ifndef BY_ARENA_KEEPER_H
#define BY_ARENA_KEEPER_H

#include "arena/match.h"
#include "arena/played.h"

/* A game has arrived. One call at a time; the game's texts are gone after it. */
typedef enum by_status by_arrived_fn(void *context, const struct by_played *played,
                                     struct by_error *err);

/* Nothing is left but games that others play: who they are. Called once, when it takes a while. */
typedef void by_waiting_fn(void *context, const char *whom);

/* What a keeper is opened for; lives as long as it. */
struct by_keeper_job {
    const struct by_match_plan *plan;
    const atomic_bool *stop; /* the user's; may be NULL */
    atomic_bool *halt;       /* no more games: set by the match, and by a keeper that fails */
    by_arrived_fn *arrived;
    by_waiting_fn *waiting; /* may be NULL */
    void *context;
    const struct by_identity *who; /* of a and of b; NULL: nobody knows */
    atomic_int *fresh; /* games played now: who takes games of others adds them; may be NULL */
    int ahead;         /* numbers to have at hand; 0: by the plan's concurrency */
};

struct by_keeper_kind {
    /* The number of a game to play; waits while others play the last ones. False: there is none
     * left, or the job was stopped or halted. */
    bool (*next)(struct by_keeper *keeper, int *number);

    /* Takes a finished game; copies what it needs of it. */
    void (*give)(struct by_keeper *keeper, const struct by_played *played);

    /* The job was halted: those who wait in `next` are sent away. Takes no lock that is held while
     * games arrive. */
    void (*halt)(struct by_keeper *keeper);

    /* Keeps what was given, tells what arrived, ends. Returns the first failure, of `arrived`
     * too. */
    enum by_status (*close)(struct by_keeper *keeper, struct by_error *err);
};

/* The first member of every keeper. */
struct by_keeper {
    const struct by_keeper_kind *kind;
};

/* A by_keeper_open_fn (match.h) opens a keeper; what it has already arrives before it returns.
 *
 * This one counts, and keeps nothing: a game arrives when it is given. */
by_keeper_open_fn by_keeper_memory;

/* The keeper of a plan: the one it names, or memory; and on rank 0 of a job of several ranks
 * (base/ranks.h) by_keeper_ranks over that one. */
by_keeper_open_fn *by_keeper_of(const struct by_match_plan *plan);

/* Hands the games of the match to all ranks, this one among them, and what they finish to the plan's
 * own keeper. Rank 0 plays like the others: with few ranks it would be missed, with many it is one of
 * many. A match whose players search on all ranks together (ranks=on) is not handed out. */
by_keeper_open_fn by_keeper_ranks;

/* For keepers: has the job been stopped or halted? */
bool by_keeper_over(const struct by_keeper_job *job);

/* For keepers: the first failure, which halts the job. */
struct by_keeper_failure {
    enum by_status status;
    struct by_error error;
};
void by_keeper_fail(const struct by_keeper_job *job, struct by_keeper_failure *failure,
                    enum by_status status, const struct by_error *error);

#endif
