/* keeper.h: the keeper of a match whose games go into a store.
 *
 * A thread of its own claims numbers some time before they are needed, stores what has been finished
 * meanwhile in one transaction, and reads what others have stored: a game takes no longer because it
 * is kept. */
#ifndef BY_ARENA_STORE_KEEPER_H
#define BY_ARENA_STORE_KEEPER_H

#include "arena/keeper.h"

/* The match of a plan as a store knows it, for who looks for its games: without version and date. `who`
 * are a and b (NULL: their specs as they are typed); what is found with their specs alone
 * (by_spec_canonical) may be another's. The texts are in `words` and in the plan. */
struct by_match_words {
    char settings[8192], position[8192], openings[8192], terms[8192], seed[8192];
};
struct by_store_match;
enum by_status by_keeper_describe(const struct by_match_plan *plan, const struct by_identity *who,
                                  struct by_match_words *words, struct by_store_match *out,
                                  struct by_error *err);

/* The store is the file plan->store, made when there is none. */
by_keeper_open_fn by_keeper_store;

/* Gives out what the store has, whoever played it, and no number to play: for plans that only look. */
by_keeper_open_fn by_keeper_look;

#endif
