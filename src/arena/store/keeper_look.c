/* keeper_look.c: the games of a match that are in a store, and no more of them. */
#include "arena/store/keeper.h"
#include "arena/store/store.h"
#include <stdlib.h>

static bool next(struct by_keeper *keeper, int *number)
{
    (void)keeper, (void)number;
    return false;
}

static void give(struct by_keeper *keeper, const struct by_played *played)
{
    (void)keeper, (void)played; /* nothing was played */
}

static void halt(struct by_keeper *keeper)
{
    (void)keeper; /* nobody waits */
}

static enum by_status close(struct by_keeper *keeper, struct by_error *err)
{
    (void)err;
    free(keeper);
    return BY_OK;
}

static const struct by_keeper_kind kind = {next, give, halt, close};

struct reading {
    const struct by_keeper_job *job;
    enum by_status status;
    struct by_error *err;
};

static bool read_one(void *context, const struct by_played *played)
{
    struct reading *reading = context;
    const struct by_match_plan *plan = reading->job->plan;
    if (played->number < plan->games && by_shard_has(&plan->shard, played->number))
        reading->status = reading->job->arrived(reading->job->context, played, reading->err);
    return reading->status == BY_OK && !by_keeper_over(reading->job);
}

static enum by_status find(const struct by_keeper_job *job, struct by_store *store, int64_t *id,
                           struct by_error *err)
{
    struct by_match_words *words = malloc(sizeof *words);
    struct by_store_match match;
    if (!words)
        return by_fail_memory(err, sizeof *words);
    enum by_status status = by_keeper_describe(job->plan, job->who, words, &match, err);
    if (!status)
        status = by_store_find(store, &match, id, err);
    free(words);
    return status;
}

static enum by_status read_all(const struct by_keeper_job *job, struct by_error *err)
{
    struct by_store *store = NULL;
    struct reading reading = {job, BY_OK, err};
    int64_t id = 0, mark = 0;
    enum by_status status = by_store_open(job->plan->store, BY_STORE_READ, job->stop, &store, err);
    if (!status)
        status = find(job, store, &id, err);
    if (!status && id > 0)
        status = by_store_games(store, id, &mark, read_one, &reading, err);
    by_store_close(store);
    return status ? status : reading.status;
}

enum by_status by_keeper_look(const struct by_keeper_job *job, struct by_keeper **out,
                              struct by_error *err)
{
    *out = NULL;
    struct by_keeper *keeper = calloc(1, sizeof *keeper);
    if (!keeper)
        return by_fail_memory(err, sizeof *keeper);
    keeper->kind = &kind;
    enum by_status status = read_all(job, err);
    if (status)
        free(keeper);
    else
        *out = keeper;
    return status;
}
