/* keeper.h: which game is next, and where the finished ones go.
 *
 * Without a store it counts. With one, a thread of its own claims numbers some time before they are
 * needed, stores what has been finished meanwhile in one transaction, and reads what others have
 * stored: a game takes no longer because it is kept. A finished game has arrived when it is on the
 * disk, never before. */
#ifndef BY_ARENA_KEEPER_H
#define BY_ARENA_KEEPER_H

#include "arena/match.h"
#include "arena/store/store.h"

struct by_keeper;

/* A game has arrived: played here and now (`played`), or read back from the store. One call at a
 * time. */
struct by_arrival {
    const struct by_played *played; /* one of these two */
    const struct by_store_game *stored;
};
typedef enum by_status by_arrived_fn(void *context, const struct by_arrival *arrival,
                                     struct by_error *err);

/* Nothing is left but games that others play: who they are. Called once, when it takes a while. */
typedef void by_waiting_fn(void *context, const char *whom);

struct by_keeper_events {
    by_arrived_fn *arrived;
    by_waiting_fn *waiting;
    void *context;
};

/* With a store, the games that it has already arrive before this returns. */
enum by_status by_keeper_open(const struct by_match_plan *plan, const atomic_bool *stop,
                              const struct by_keeper_events *events, struct by_keeper **out,
                              struct by_error *err);

/* The number of a game to play; waits while others play the last ones. False: there is none left,
 * or the keeper was halted. */
bool by_keeper_next(struct by_keeper *keeper, int *number);

/* Takes a finished game; frees it when it has arrived. `line` stands at its end. */
void by_keeper_give(struct by_keeper *keeper, struct by_played *played, const struct by_line *line);

/* No more numbers; those who wait are sent away. */
void by_keeper_halt(struct by_keeper *keeper);
bool by_keeper_halted(const struct by_keeper *keeper);

/* Stores what was given, gives claims back, ends. Returns the first failure, of arriving games
 * too. */
enum by_status by_keeper_close(struct by_keeper *keeper, struct by_error *err);

#endif
