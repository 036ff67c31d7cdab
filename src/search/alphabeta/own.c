#include "search/alphabeta/own.h"
#include "base/clock.h"

bool by_own_speaks(const struct by_line *line)
{
    const struct by_rules *rules = line->rules;
    const struct by_game *game = rules->game;
    return game->own_search &&
           !(game->repeat_key && game->repeat_key(rules, by_line_position(line), BY_NO_MOVE));
}

struct watch {
    const struct by_job *job;
    double deadline; /* 0: none */
};

static bool go_on(void *context, uint64_t nodes)
{
    const struct watch *watch = context;
    (void)nodes;
    return !atomic_load(watch->job->stop) &&
           (watch->deadline == 0 || by_clock_now() < watch->deadline);
}

static double half_time(const struct by_job *job)
{
    double seconds = job->soft_seconds > 0 ? job->soft_seconds : job->limits.seconds;
    return seconds > 0 ? job->begun + seconds / 2 : 0;
}

static void decide(const struct by_job *job, const struct by_own_search *found,
                   struct by_decision *decision)
{
    decision->move = decision->pv[0] = found->move;
    decision->pv_count = 1;
    decision->value = found->value;
    decision->bound = BY_BOUND_EXACT;
    decision->proven = decision->complete = true;
    decision->depth = job->line->rules->max_length; /* to the end of the game */
    decision->work.nodes = found->nodes;
    for (int i = 0; i < job->move_count; i++) {
        if (job->moves[i] != found->move)
            continue;
        decision->moves[i].value = found->value;
        decision->moves[i].bound = BY_BOUND_EXACT;
        decision->moves[i].visits = found->nodes;
    }
}

bool by_own_think(const struct by_job *job, struct by_decision *decision)
{
    const struct by_rules *rules = job->line->rules;
    struct watch watch = {job, half_time(job)};
    struct by_own_search search = {
        .low = -INT32_MAX,
        .high = INT32_MAX,
        .most_nodes = (job->limits.nodes + 1) / 2,
        .memory = job->limits.memory,
        .tell = go_on,
        .context = &watch,
    };
    if (!by_own_speaks(job->line) ||
        !rules->game->own_search(rules, by_line_position(job->line), &search))
        return false;
    decide(job, &search, decision);
    return true;
}
