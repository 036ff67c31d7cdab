#include "server/api.h"

#include <stdlib.h>

struct by_api {
    struct by_server *server;
};

enum by_status by_api_open(struct by_server *server, struct by_api **out, struct by_error *err)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return by_fail_memory(err, sizeof **out);
    (*out)->server = server;
    return BY_OK;
}

void by_api_stop(struct by_api *api)
{
    (void)api;
}

void by_api_close(struct by_api *api)
{
    free(api);
}
