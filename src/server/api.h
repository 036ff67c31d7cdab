/* api.h: what the requests under /api/v1 share: sessions, jobs, the store. */
#ifndef BY_SERVER_API_H
#define BY_SERVER_API_H

#include "server/http.h"

/* Called once the server has its workers and queues, before the first request. */
enum by_status by_api_open(struct by_server *server, struct by_api **out, struct by_error *err);

/* Stops all searches and keeps all games, in at most 2 s: called before the workers are closed. */
void by_api_stop(struct by_api *api);
void by_api_close(struct by_api *api); /* after the last request */

#endif
