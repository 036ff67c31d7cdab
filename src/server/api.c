#include "server/api.h"
#include "server/arena.h"
#include "server/jobs.h"
#include "server/lab.h"
#include "server/sittings.h"

#include <stdlib.h>

struct by_api {
    struct by_jobs *jobs;
    struct by_sittings *sittings;
    struct by_laboratory *laboratory;
    atomic_int explaining, searching;
    struct by_arena *arena;
    atomic_bool stopping;
};

enum by_status by_api_open(struct by_server *server, struct by_api **out, struct by_error *err)
{
    struct by_api *api = calloc(1, sizeof *api);
    *out = NULL;
    if (!api)
        return by_fail_memory(err, sizeof *api);
    enum by_status status = by_jobs_open(server, &api->jobs, err);
    if (status == BY_OK)
        status = by_sittings_open(server, &api->sittings, err);
    if (status == BY_OK)
        status = by_laboratory_open(server, &api->laboratory, err);
    if (status == BY_OK)
        status = by_arena_open(server, &api->arena, err);
    if (status == BY_OK)
        *out = api;
    else
        by_api_close(api);
    return status;
}

void by_api_stop(struct by_api *api)
{
    atomic_store(&api->stopping, true);
    by_jobs_stop(api->jobs);
    by_sittings_stop(api->sittings);
    by_arena_stop(api->arena);
}

void by_api_tick(struct by_api *api)
{
    by_jobs_tick(api->jobs);
    by_sittings_tick(api->sittings);
    by_arena_tick(api->arena);
}

void by_api_close(struct by_api *api)
{
    if (!api)
        return;
    by_jobs_close(api->jobs);
    by_sittings_close(api->sittings);
    by_laboratory_close(api->laboratory);
    by_arena_close(api->arena);
    free(api);
}

struct by_jobs *by_api_jobs(struct by_api *api)
{
    return api->jobs;
}

struct by_sittings *by_api_sittings(struct by_api *api)
{
    return api->sittings;
}

struct by_laboratory *by_api_laboratory(struct by_api *api)
{
    return api->laboratory;
}

struct by_arena *by_api_arena(struct by_api *api)
{
    return api->arena;
}

atomic_int *by_api_explaining(struct by_api *api)
{
    return &api->explaining;
}

atomic_int *by_api_searching(struct by_api *api)
{
    return &api->searching;
}

const atomic_bool *by_api_stopping(const struct by_api *api)
{
    return &api->stopping;
}

void by_answer_forget(struct by_answer *answer)
{
    size_t limit = answer->body.limit;
    by_buffer_close(&answer->body);
    by_buffer_open(&answer->body, limit);
}
