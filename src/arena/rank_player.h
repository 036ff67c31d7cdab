/* rank_player.h: what the ranks above 0 do for a match that all ranks play (keeper_ranks.c is the other
 * side): they are told the match, play what they are given, and send the games back. */
#ifndef BY_ARENA_RANK_PLAYER_H
#define BY_ARENA_RANK_PLAYER_H

#include "base/error.h"
#include "base/ranks.h"

struct by_rank_player;

/* NULL: there is no memory. Closing ends a match that runs. */
struct by_rank_player *by_rank_player_open(void);
void by_rank_player_close(struct by_rank_player *player);

/* The service (by_ranks_serve); its context is the player. */
by_ranks_poll_fn by_rank_player_poll;

#endif
