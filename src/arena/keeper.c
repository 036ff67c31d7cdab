/* keeper.c: what keepers share. */
#include "arena/keeper.h"

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
