/* lease.h: one server at a time plays the games of a store.
 *
 * Two would each have a board of their own for the same game, and the last to write would win. So a server locks
 * a file beside the store, FILE-serve, in which it says its address; the lock goes with the process, however
 * that ends. Matches and the laboratory write into the same store as ever: they do not touch games in progress. */
#ifndef BY_SERVER_LEASE_H
#define BY_SERVER_LEASE_H

#include "base/error.h"

struct by_lease;

/* Refused with a sentence that names the address where another server has it. Where no such file can be made
 * there is no lease (*out is NULL): what is wrong with the place the store says itself. */
enum by_status by_lease_take(const char *store, struct by_lease **out, struct by_error *err);
void by_lease_tell(struct by_lease *lease, const char *address);
void by_lease_drop(struct by_lease *lease);

#endif
