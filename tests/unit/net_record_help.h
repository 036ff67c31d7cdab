/* net_record_help.h: records that networks learn from, taken apart as net_record.h says, not by the code under test.
 * cmocka.h comes first. */
#ifndef BY_TESTS_NET_RECORD_HELP_H
#define BY_TESTS_NET_RECORD_HELP_H

#include "games/game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct taken {
    int points, planes, actions;
    const uint8_t *plane; /* each 1 + plane_bytes bytes */
    size_t plane_bytes;
    const uint8_t *policy;
    const uint8_t *owner;
    float won, chance, lead;
};

static inline float float_at(const uint8_t *at)
{
    uint32_t bits =
        (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static inline struct taken take_apart(const struct by_rules *rules, const uint8_t *record)
{
    struct taken t = {.points = rules->width * rules->height,
                      .planes = rules->game->plane_count,
                      .actions = rules->action_count,
                      .plane = record};
    t.plane_bytes = ((size_t)t.points + 7) / 8;
    t.policy = record + (size_t)t.planes * (1 + t.plane_bytes);
    t.owner = t.policy + t.actions;
    const uint8_t *floats = t.owner + t.points;
    t.won = float_at(floats);
    t.chance = float_at(floats + 4);
    t.lead = float_at(floats + 8);
    return t;
}

/* What the network is shown there. */
static inline int plane_at(const struct taken *t, int plane, int point)
{
    const uint8_t *at = t->plane + (size_t)plane * (1 + t->plane_bytes);
    return at[1 + point / 8] >> point % 8 & 1 ? at[0] : 0;
}

static inline int owner_at(const struct taken *t, int point)
{
    return t->owner[point] < 128 ? t->owner[point] : t->owner[point] - 256;
}

/* All of them are those of the position. */
static inline void assert_planes(const struct by_rules *rules, const struct taken *t,
                                 const void *position)
{
    uint8_t *planes = malloc((size_t)t->points * (size_t)t->planes);
    assert_non_null(planes);
    rules->game->planes(rules, position, planes);
    for (int p = 0; p < t->planes; p++)
        for (int i = 0; i < t->points; i++)
            if (plane_at(t, p, i) != planes[i * t->planes + p])
                fail_msg("plane %d, point %d: %d, not %d", p, i, plane_at(t, p, i),
                         planes[i * t->planes + p]);
    free(planes);
}

/* The move with the largest share. */
static inline by_move most_visited(const struct taken *t)
{
    by_move best = 0;
    for (by_move move = 1; move < t->actions; move++)
        if (t->policy[move] > t->policy[best])
            best = move;
    return best;
}

#endif
