/* keeper.h: the keeper of a match whose games go into a store.
 *
 * A thread of its own claims numbers some time before they are needed, stores what has been finished
 * meanwhile in one transaction, and reads what others have stored: a game takes no longer because it
 * is kept. */
#ifndef BY_ARENA_STORE_KEEPER_H
#define BY_ARENA_STORE_KEEPER_H

#include "arena/keeper.h"

/* The store is the file plan->store, made when there is none. */
by_keeper_open_fn by_keeper_store;

#endif
