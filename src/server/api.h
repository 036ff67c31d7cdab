/* api.h: what the requests under /api/v1 share: sessions, jobs, the store. */
#ifndef BY_SERVER_API_H
#define BY_SERVER_API_H

#include "games/line.h"
#include "report/pieces.h"
#include "server/http.h"
#include <stdatomic.h>

/* Called once the server has its workers and queues, before the first request. */
enum by_status by_api_open(struct by_server *server, struct by_api **out, struct by_error *err);

/* Stops all searches and keeps all games, in at most 2 s: called before the workers are closed. */
void by_api_stop(struct by_api *api);
void by_api_close(struct by_api *api); /* after the last request */
void by_api_tick(struct by_api *api);  /* once a second */

struct by_jobs;
struct by_jobs *by_api_jobs(struct by_api *api); /* jobs.h */
struct by_sittings;
struct by_sittings *by_api_sittings(struct by_api *api); /* sittings.h */

/* What takes a request thread for a second or more is counted, and no more than so many are worked on at
 * once: there are always threads for other requests (server.c). */
#define BY_EXPLAINING_AT_ONCE 8
#define BY_SEARCHING_AT_ONCE  4
atomic_int *by_api_explaining(struct by_api *api); /* also lessons and searches step by step */
atomic_int *by_api_searching(struct by_api *api);  /* trees */

struct by_laboratory;
struct by_laboratory *by_api_laboratory(struct by_api *api); /* lab.h */
struct by_arena;
struct by_arena *by_api_arena(struct by_api *api); /* arena.h */

/* Set when the server is about to stop: for who works in a request. */
const atomic_bool *by_api_stopping(const struct by_api *api);

/* Takes back what was written into an answer that failed after all. */
void by_answer_forget(struct by_answer *answer);

/* A position with its board and the commands that have it again: the answer of POST /position, and a
 * part of others. One object. */
void by_report_table(struct by_json *json, const char *name, const struct by_line *line);

/* The handlers (http.h), one for each line of routes.def. */
#define BY_ROUTE(method, path, handler) by_handler by_answer_##handler;
#include "server/routes.def"
#undef BY_ROUTE

#endif
