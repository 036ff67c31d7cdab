/* keeper_memory.c: the keeper of a match that leaves nothing behind. */
#include "arena/keeper.h"
#include "base/thread.h"
#include <stdlib.h>

struct memory {
    struct by_keeper base;
    struct by_keeper_job job;
    struct by_mutex lock; /* for what stands below, and while games arrive */
    int next;             /* the place in the part that is played here */
    struct by_keeper_failure failure;
};

static bool next(struct by_keeper *keeper, int *number)
{
    struct memory *memory = (struct memory *)keeper;
    by_mutex_lock(&memory->lock);
    const struct by_match_plan *plan = memory->job.plan;
    bool found = memory->next < by_match_games(plan) && !by_keeper_over(&memory->job);
    *number = found ? (int)by_shard_number(&plan->shard, memory->next++) : 0;
    by_mutex_unlock(&memory->lock);
    return found;
}

static void give(struct by_keeper *keeper, const struct by_played *played)
{
    struct memory *memory = (struct memory *)keeper;
    struct by_error error = {0};
    by_mutex_lock(&memory->lock);
    enum by_status status = memory->job.arrived(memory->job.context, played, &error);
    if (status)
        by_keeper_fail(&memory->job, &memory->failure, status, &error);
    by_mutex_unlock(&memory->lock);
}

static void halt(struct by_keeper *keeper)
{
    (void)keeper; /* nobody waits */
}

static enum by_status close(struct by_keeper *keeper, struct by_error *err)
{
    struct memory *memory = (struct memory *)keeper;
    enum by_status status = memory->failure.status;
    if (status && err)
        *err = memory->failure.error;
    by_mutex_close(&memory->lock);
    free(memory);
    return status;
}

static const struct by_keeper_kind kind = {next, give, halt, close};

enum by_status by_keeper_memory(const struct by_keeper_job *job, struct by_keeper **out,
                                struct by_error *err)
{
    *out = NULL;
    struct memory *memory = calloc(1, sizeof *memory);
    if (!memory)
        return by_fail_memory(err, sizeof *memory);
    memory->base.kind = &kind;
    memory->job = *job;
    if (!by_mutex_open(&memory->lock)) {
        free(memory);
        return by_fail(err, BY_FAILED, "the system refused a lock");
    }
    *out = &memory->base;
    return BY_OK;
}
