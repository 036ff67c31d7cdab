/* sittings.h: all sittings: those at hand, and the others in the store. */
#ifndef BY_SERVER_SITTINGS_H
#define BY_SERVER_SITTINGS_H

#include "server/api.h"
#include "server/sitting.h"

#define BY_SITTINGS_AT_HAND 64
#define BY_SITTINGS_AWAKE   16 /* with what their players remember */
#define BY_SITTINGS_LISTED  100

enum by_status by_sittings_open(struct by_server *server, struct by_sittings **out,
                                struct by_error *err);
void by_sittings_stop(struct by_sittings *all);
void by_sittings_close(struct by_sittings *all);
void by_sittings_tick(struct by_sittings *all); /* sees who has run out of time */
bool by_sittings_stopping(struct by_sittings *all);

/* A sitting that is held is not freed. */
void by_sitting_hold(struct by_sittings *all, struct by_sitting *sitting);
void by_sitting_release(struct by_sittings *all, struct by_sitting *sitting);

#endif
