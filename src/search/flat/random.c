/* random: every legal move equally likely (OTH 2). The yardstick of all players. */
#include "search/search.h"
#include <stdlib.h>

static enum by_status create(const struct by_rules *rules, const struct by_values *values,
                             void **state, struct by_error *err)
{
    (void)rules;
    (void)values;
    *state = calloc(1, sizeof(struct by_rng));
    return *state ? BY_OK : by_fail_memory(err, sizeof(struct by_rng));
}

static void reset(void *state, uint64_t seed)
{
    by_rng_init(state, seed, 0);
}

static enum by_status think(void *state, const struct by_job *job, struct by_decision *decision,
                            struct by_error *err)
{
    (void)err;
    decision->move = job->moves[by_rng_below(state, (uint32_t)job->move_count)];
    decision->pv[0] = decision->move;
    decision->pv_count = 1;
    decision->complete = true;
    return BY_OK;
}

const struct by_search by_search_random = {
    .name = "random",
    .title = "Random",
    .summary = "every legal move equally likely",
    .chance = true,
    .create = create,
    .destroy = free,
    .reset = reset,
    .think = think,
};
