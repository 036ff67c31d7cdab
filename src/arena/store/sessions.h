/* sessions.h: games at the board, and contests of the arena, in a store: a text each, by an id, for who goes on with them after a
 * restart. Stores in which nobody has kept one have no table for them. */
#ifndef BY_ARENA_STORE_SESSIONS_H
#define BY_ARENA_STORE_SESSIONS_H

#include "arena/store/store.h"

#define BY_STORE_SESSIONS_MAX 1000 /* the oldest go when there are more */

/* What is kept survives kill -9 and a power cut once this has returned. */
enum by_status by_store_keep_session(struct by_store *store, const char *id, const char *text,
                                     struct by_error *err);
enum by_status by_store_forget_session(struct by_store *store, const char *id,
                                       struct by_error *err);

/* The text is gone after the call; `changed`: seconds since 1970. False ends the walk. */
typedef bool by_store_session_fn(void *context, const char *id, const char *text, double changed);

/* The one with this id, or (NULL) the last `most` that were kept, newest first. */
enum by_status by_store_sessions(struct by_store *store, const char *id, int most,
                                 by_store_session_fn *call, void *context, struct by_error *err);

/* The same for matches and tournaments that were set up: what they are. Their games are in the store as those of
 * every match; forgetting one leaves them there. */
#define BY_STORE_CONTESTS_MAX 500

enum by_status by_store_keep_contest(struct by_store *store, const char *id, const char *text,
                                     struct by_error *err);
enum by_status by_store_forget_contest(struct by_store *store, const char *id,
                                       struct by_error *err);
enum by_status by_store_contests(struct by_store *store, by_store_session_fn *call, void *context,
                                 struct by_error *err); /* all, newest first */

#endif
