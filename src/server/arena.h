/* arena.h: all contests: matches and tournaments that pages have set up. */
#ifndef BY_SERVER_ARENA_H
#define BY_SERVER_ARENA_H

#include "arena/store/store.h"
#include "server/api.h"
#include "server/contest.h"

struct by_arena;

/* What was kept is there again; what ran when the server ended is stopped. */
enum by_status by_arena_open(struct by_server *server, struct by_arena **out, struct by_error *err);
void by_arena_stop(struct by_arena *arena);
void by_arena_tick(struct by_arena *arena); /* tells what had to wait */
void by_arena_close(struct by_arena *arena);

/* Keeps how a contest stands; waits for the disk, and no reader waits with it. */
void by_arena_keep(struct by_contest *contest);

/* The contest of a request, held; and how to let it go. */
enum by_status by_arena_find(struct by_server *server, const struct by_request *request,
                             struct by_answer *answer, struct by_contest **out,
                             struct by_error *err);
void by_arena_release(struct by_contest *contest);

/* The store to read from, for one thread at a time: nothing is written by it. */
struct by_store *by_arena_reader(struct by_arena *arena);
void by_arena_reader_done(struct by_arena *arena);

#endif
