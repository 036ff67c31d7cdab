/* keeper.c: what keepers share. */
#include "arena/keeper.h"
#include "base/ranks.h"

by_keeper_open_fn *by_keeper_of(const struct by_match_plan *plan)
{
    if (by_ranks_size() > 1 && by_ranks_rank() == 0)
        return by_keeper_ranks;
    return plan->keeper ? plan->keeper : by_keeper_memory;
}

bool by_keeper_over(const struct by_keeper_job *job)
{
    return atomic_load(job->halt) || (job->stop && atomic_load(job->stop));
}

void by_keeper_fail(const struct by_keeper_job *job, struct by_keeper_failure *failure,
                    enum by_status status, const struct by_error *error)
{
    if (!failure->status) {
        failure->status = status;
        failure->error = *error;
    }
    atomic_store(job->halt, true);
}
