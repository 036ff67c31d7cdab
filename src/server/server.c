#include "server/server.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/rng.h"
#include "base/thread.h"
#include "server/api.h"
#include "server/assets.h"
#include "server/lease.h"
#include "server/sockets.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define QUICK_THREADS   4 /* for requests that are answered at once, whatever else is worked on */
#define REQUEST_THREADS (BY_EXPLAINING_AT_ONCE + BY_SEARCHING_AT_ONCE + QUICK_THREADS)
#define SEARCH_NICER    10

struct by_server {
    struct by_server_settings settings;
    char *address, *token, *store, *lab_store; /* what the settings point to */
    char boot[17];
    struct by_lease *lease; /* of the store */
    struct by_api *api;
    struct by_workers *requests, *workers;
    struct by_queues *queues;
    struct by_sockets *sockets;

    struct by_mutex lock; /* of what follows */
    struct by_condition changed;
    struct by_thread keeper; /* of the time */
    bool keeping, closing;
    struct by_first first;
    bool thought;
};

/* --- what handlers ask --------------------------------------------------------------------- */

struct by_api *by_server_api(struct by_server *server)
{
    return server->api;
}

struct by_workers *by_server_workers(struct by_server *server)
{
    return server->workers;
}

const struct by_server_settings *by_server_asked(const struct by_server *server)
{
    return &server->settings;
}

const char *by_server_boot(const struct by_server *server)
{
    return server->boot;
}

bool by_events_send(struct by_server *server, const char *client, const char *event,
                    const char *key, const struct by_buffer *data)
{
    return by_queues_send(server->queues, client, event, key, data);
}

double by_events_away(struct by_server *server, const char *client)
{
    return by_queues_away(server->queues, client, by_clock_now());
}

void by_server_told(struct by_server *server, const struct by_first *first)
{
    by_mutex_lock(&server->lock);
    server->first = *first;
    server->thought = true;
    by_mutex_unlock(&server->lock);
}

bool by_server_first(struct by_server *server, struct by_first *out)
{
    by_mutex_lock(&server->lock);
    *out = server->first;
    bool thought = server->thought;
    by_mutex_unlock(&server->lock);
    return thought;
}

static void put_address(const struct by_server *server, const char *token, char out[BY_ADDRESS_MAX])
{
    const struct by_server_settings *settings = &server->settings;
    const bool six = strchr(settings->address, ':') != NULL;
    (void)snprintf(out, BY_ADDRESS_MAX, "http://%s%s%s:%d/%s%s", six ? "[" : "", settings->address,
                   six ? "]" : "", settings->port, token ? "?token=" : "", token ? token : "");
}

void by_server_address(const struct by_server *server, char out[BY_ADDRESS_MAX])
{
    put_address(server, server->settings.token, out);
}

/* --- from a request to an answer ------------------------------------------------------------ */

#define BY_ROUTE(method, path, handler) extern by_handler by_answer_##handler;
#include "server/routes.def"
#undef BY_ROUTE

static const struct route {
    enum by_method method;
    const char *path;
    by_handler *handler;
} routes[] = {
#define BY_ROUTE(method, path, handler) {BY_METHOD_##method, path, by_answer_##handler},
#include "server/routes.def"
#undef BY_ROUTE
};

/* NULL: there is none; `*known` tells whether there is one for another method. */
static const struct route *find_route(struct by_request *request, char *storage, bool *known)
{
    *known = false;
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        memset(request->word, 0, sizeof request->word);
        if (!by_route_fits(routes[i].path, request->path, storage, request->word))
            continue;
        *known = true;
        if (routes[i].method == request->method)
            return &routes[i];
    }
    return NULL;
}

static int status_for(enum by_status status)
{
    if (status == BY_BAD_INPUT)
        return 400;
    return status == BY_NO_MEMORY ? 503 : 500;
}

static void put_failure(struct by_answer *answer, enum by_status status, const struct by_error *err)
{
    struct by_json json;
    if (answer->status < 400)
        answer->status = status_for(status);
    answer->stream = false;
    by_answer_forget(answer); /* what the handler had written before it failed */
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_text(&json, "error", err->text[0] ? err->text : "that failed");
    by_json_end_object(&json);
}

static enum by_status dispatch(struct by_server *server, struct by_request *request,
                               struct by_answer *answer, struct by_error *err)
{
    char storage[BY_TARGET_MAX];
    bool known;
    const struct route *route = find_route(request, storage, &known);
    if (route)
        return route->handler(server, request, answer, err);
    if (known)
        return by_answer_refuse(answer, err, 405, "this address does not answer to that method");
    if (request->method == BY_METHOD_GET && by_asset_answer(request, answer))
        return BY_OK;
    return by_answer_refuse(answer, err, 404, "there is nothing at this address");
}

static void answer_request(void *context, const struct by_request *asked, struct by_answer *answer)
{
    struct by_error err = {.status = BY_OK};
    struct by_request request = *asked;
    enum by_status status = dispatch(context, &request, answer, &err);
    if (status != BY_OK)
        put_failure(answer, status, &err);
}

enum by_status by_answer_refuse(struct by_answer *answer, struct by_error *err, int status,
                                const char *format, ...)
{
    char sentence[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    answer->status = status;
    return by_fail(err, BY_BAD_INPUT, "%s", sentence);
}

/* Whoever comes with the token in the address gets it as a cookie, and an address without it. */
static bool takes_token(struct by_server *server, const struct by_request *request,
                        struct by_answer *answer)
{
    char given[BY_TARGET_MAX], name[BY_COOKIE_SIZE];
    const char *token = server->settings.token;
    if (!token || request->method != BY_METHOD_GET || strcmp(request->path, "/") != 0 ||
        !by_request_value(request, "token", given, sizeof given) ||
        !by_token_same(token, given, strlen(given)))
        return false;
    by_cookie_name(server->settings.port, name);
    (void)snprintf(answer->cookie, sizeof answer->cookie,
                   "%s=%s; Path=/; HttpOnly; SameSite=Strict", name, token);
    answer->location = "/";
    return true;
}

static int check_request(void *context, const struct by_request *request,
                         const struct by_head *head, struct by_answer *answer, struct by_error *err)
{
    struct by_server *server = context;
    int status =
        by_head_check(head, request->method, server->settings.token, server->settings.port, err);
    return status == 401 && takes_token(server, request, answer) ? 303 : status;
}

/* --- the keeper of the time ------------------------------------------------------------------ */

static void keep_time(void *context)
{
    struct by_server *server = context;
    by_mutex_lock(&server->lock);
    while (!server->closing) {
        (void)by_condition_wait_until(&server->changed, &server->lock, by_clock_now() + 1);
        by_mutex_unlock(&server->lock);
        by_sockets_tick(server->sockets, by_clock_now());
        by_queues_tick(server->queues, by_clock_now());
        if (server->api)
            by_api_tick(server->api);
        by_mutex_lock(&server->lock);
    }
    by_mutex_unlock(&server->lock);
}

/* --- beginning and end ------------------------------------------------------------------------ */

static bool copy_settings(struct by_server *server, const struct by_server_settings *asked)
{
    server->settings = *asked;
    server->settings.address = server->address =
        strdup(asked->address ? asked->address : "127.0.0.1");
    server->settings.token = server->token = asked->token ? strdup(asked->token) : NULL;
    server->settings.store = server->store = asked->store ? strdup(asked->store) : NULL;
    server->settings.lab_store = server->lab_store =
        asked->lab_store ? strdup(asked->lab_store) : NULL;
    return server->address && (server->token || !asked->token) &&
           (server->store || !asked->store) && (server->lab_store || !asked->lab_store);
}

static enum by_status check_settings(const struct by_server *server, struct by_error *err)
{
    const char *token = server->settings.token;
    if (!token && !by_listen_is_local(server->settings.address))
        return by_fail(err, BY_BAD_INPUT,
                       "others can reach %.60s: give a token that they have to know (--token)",
                       server->settings.address);
    if (token && strlen(token) < BY_TOKEN_MIN)
        return by_fail(err, BY_BAD_INPUT, "a token has at least %d characters", BY_TOKEN_MIN);
    if (token &&
        (strlen(token) > 128 ||
         token[strspn(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                             "-_")] != '\0'))
        return by_fail(err, BY_BAD_INPUT,
                       "a token is made of at most 128 letters, digits, '-' and '_'");
    return BY_OK;
}

static void name_boot(struct by_server *server)
{
    uint64_t moment = (uint64_t)(by_clock_date() * 1e6);
    (void)snprintf(server->boot, sizeof server->boot, "%016" PRIx64,
                   by_mix64(by_mix64(moment) ^ (uint64_t)getpid()));
}

static enum by_status open_sockets(struct by_server *server, struct by_error *err)
{
    struct by_sockets_terms terms = {.queues = server->queues,
                                     .requests = server->requests,
                                     .check = check_request,
                                     .answer = answer_request,
                                     .context = server};
    enum by_status status =
        by_listen(server->settings.address, &server->settings.port, &terms.listener, err);
    if (status == BY_OK && (status = by_sockets_open(&terms, &server->sockets, err)) != BY_OK)
        close(terms.listener);
    return status;
}

static enum by_status open_parts(struct by_server *server, struct by_error *err)
{
    char address[BY_ADDRESS_MAX];
    enum by_status status = check_settings(server, err);
    name_boot(server);
    if (status == BY_OK)
        status = by_lease_take(server->settings.store, &server->lease, err);
    if (status == BY_OK)
        status = by_queues_open(server->boot, &server->queues, err);
    if (status == BY_OK)
        status = by_workers_open(REQUEST_THREADS, BY_LIMIT_CONNECTIONS, 0, &server->requests, err);
    if (status == BY_OK)
        status = by_workers_open(BY_LIMIT_JOBS, BY_LIMIT_JOBS_WAITING, SEARCH_NICER,
                                 &server->workers, err);
    if (status == BY_OK)
        status = by_api_open(server, &server->api, err);
    if (status == BY_OK)
        status = open_sockets(server, err);
    if (status != BY_OK)
        return status;
    put_address(server, NULL, address);
    by_lease_tell(server->lease, address);
    server->keeping = by_thread_start(&server->keeper, 0, keep_time, server);
    return server->keeping ? BY_OK : by_fail(err, BY_NO_MEMORY, "there is no thread to be had");
}

enum by_status by_server_open(const struct by_server_settings *settings, struct by_server **out,
                              struct by_error *err)
{
    struct by_server *server = calloc(1, sizeof *server);
    *out = NULL;
    if (!server || !by_monitor_open(&server->lock, &server->changed)) {
        free(server);
        return by_fail_memory(err, sizeof *server);
    }
    enum by_status status = copy_settings(server, settings) ? open_parts(server, err)
                                                            : by_fail_memory(err, BY_TARGET_MAX);
    if (status == BY_OK)
        *out = server;
    else
        by_server_close(server);
    return status;
}

static void stop_keeper(struct by_server *server)
{
    by_mutex_lock(&server->lock);
    server->closing = true;
    by_condition_wake_all(&server->changed);
    by_mutex_unlock(&server->lock);
    if (server->keeping)
        by_thread_join(&server->keeper);
}

void by_server_close(struct by_server *server)
{
    if (!server)
        return;
    stop_keeper(server);
    if (server->sockets)
        by_sockets_quiet(server->sockets);
    if (server->api)
        by_api_stop(server->api);
    by_workers_close(server->requests);
    by_workers_close(server->workers);
    if (server->queues)
        by_queues_end(server->queues);
    by_sockets_close(server->sockets);
    by_api_close(server->api);
    by_lease_drop(server->lease);
    by_queues_close(server->queues);
    by_monitor_close(&server->lock, &server->changed);
    free(server->address);
    free(server->token);
    free(server->store);
    free(server->lab_store);
    free(server);
}
