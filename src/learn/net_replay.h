/* net_replay.h: games that somebody played, as records that networks learn from (net_record.h): in each position
 * the move that was played, and who won. Who owned the points is known where the game was played to an end at
 * which nothing was left to fight about. */
#ifndef BY_LEARN_NET_REPLAY_H
#define BY_LEARN_NET_REPLAY_H

#include "learn/net_record.h"

struct by_net_replay {
    const char *path; /* records in any format */
    const char *game;
    int width;       /* of the board; games on others are passed over */
    int first, step; /* every step-th game, from this one on, 0 being the first of the file */
    double share;    /* of their positions, drawn */
    uint64_t seed;
};

/* `*out` is for free(). */
enum by_status by_net_replay(const struct by_net_replay *plan, uint8_t **out, size_t *size,
                             struct by_error *err);

#endif
