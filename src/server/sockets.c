#include "server/sockets.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "base/thread.h"
#include "server/server.h"

#include <errno.h>
#include <microhttpd.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Where a connection is. Only in ASLEEP and STREAM others than the thread of the sockets touch it. */
enum phase {
    IDLE,     /* no request yet, or its head is on its way */
    ARRIVING, /* the head is there, the body comes */
    ASLEEP,   /* a request thread has it */
    SENDING,  /* the answer goes out */
    STREAM
};

struct link {
    struct link *next, **to_this;
    struct by_sockets *sockets;
    struct MHD_Connection *connection;
    int descriptor;
    enum phase phase;
    double since; /* in this phase */

    /* The request, and its answer. */
    char *target;
    char path[BY_TARGET_MAX];
    struct by_request request;
    char *body;
    size_t room;
    struct by_answer answer;
    bool answered;
    size_t held; /* bytes that count against the limit of all together */
    struct by_reader *reader;
};

struct by_sockets {
    struct by_sockets_terms terms;
    struct MHD_Daemon *daemon;
    struct by_mutex lock; /* of the list of links, their phases and times */
    struct link *links;
    atomic_size_t held;
    atomic_bool quiet;
};

static void enter(struct link *link, enum phase phase)
{
    by_mutex_lock(&link->sockets->lock);
    link->phase = phase;
    link->since = by_clock_now();
    by_mutex_unlock(&link->sockets->lock);
}

/* --- connections ------------------------------------------------------------------------- */

static struct link *link_open(struct by_sockets *sockets, struct MHD_Connection *connection)
{
    struct link *link = calloc(1, sizeof *link);
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (!link)
        return NULL;
    link->sockets = sockets;
    link->connection = connection;
    link->descriptor = info ? info->connect_fd : -1;
    link->since = by_clock_now();
    by_mutex_lock(&sockets->lock);
    link->next = sockets->links;
    link->to_this = &sockets->links;
    if (link->next)
        link->next->to_this = &link->next;
    sockets->links = link;
    by_mutex_unlock(&sockets->lock);
    return link;
}

/* All that belongs to one request. */
static void clear(struct link *link)
{
    if (link->reader)
        by_reader_leave(link->reader);
    atomic_fetch_sub(&link->sockets->held, link->held);
    by_buffer_close(&link->answer.body);
    free(link->body);
    free(link->target);
    link->reader = NULL;
    link->body = link->target = NULL;
    link->room = link->held = 0;
    link->answered = false;
    memset(&link->request, 0, sizeof link->request);
    memset(&link->answer, 0, sizeof link->answer);
}

static void link_close(struct link *link)
{
    by_mutex_lock(&link->sockets->lock);
    *link->to_this = link->next;
    if (link->next)
        link->next->to_this = link->to_this;
    by_mutex_unlock(&link->sockets->lock);
    clear(link);
    free(link);
}

static void on_connection(void *context, struct MHD_Connection *connection, void **own,
                          enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        *own = link_open(context, connection);
    else if (*own)
        link_close(*own);
}

static struct link *link_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* The first that is known of a request: its target, as it was sent. */
static void *on_target(void *context, const char *target, struct MHD_Connection *connection)
{
    struct link *link = link_of(connection);
    (void)context;
    if (link)
        link->target = strdup(target);
    return link;
}

static void on_completed(void *context, struct MHD_Connection *connection, void **own,
                         enum MHD_RequestTerminationCode code)
{
    struct link *link = *own;
    (void)context;
    (void)connection;
    (void)code;
    if (!link)
        return;
    enter(link, IDLE); /* first: nobody looks for its stream any more */
    clear(link);
    *own = NULL;
}

/* --- answers -------------------------------------------------------------------------------- */

/* One sentence as {"error": "..."}. */
static void put_error(struct by_answer *answer, int status, const char *sentence)
{
    struct by_json json;
    by_buffer_close(&answer->body);
    by_buffer_open(&answer->body, 4096);
    answer->status = status;
    answer->type = "application/json";
    answer->bytes = NULL;
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_text(&json, "error", sentence);
    by_json_end_object(&json);
}

static const char *const headers[][2] = {
    {"Content-Security-Policy",
     "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
     "form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
};

static void add_headers(struct MHD_Response *response, const struct by_answer *answer)
{
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        (void)MHD_add_response_header(response, headers[i][0], headers[i][1]);
    (void)MHD_add_response_header(response, "Content-Type", answer->type);
    /* Who has a file asks whether it is still the same; answers of the API are never kept. */
    (void)MHD_add_response_header(response, "Cache-Control",
                                  answer->tag[0] ? "no-cache" : "no-store");
    if (answer->tag[0])
        (void)MHD_add_response_header(response, "ETag", answer->tag);
    if (answer->cookie[0])
        (void)MHD_add_response_header(response, "Set-Cookie", answer->cookie);
    if (answer->location)
        (void)MHD_add_response_header(response, "Location", answer->location);
    if (answer->last)
        (void)MHD_add_response_header(response, "Connection", "close");
}

static enum MHD_Result queue(struct link *link, struct MHD_Response *response)
{
    if (!response)
        return MHD_NO;
    add_headers(response, &link->answer);
    enum MHD_Result result =
        MHD_queue_response(link->connection, (unsigned)link->answer.status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result send_answer(struct link *link)
{
    struct by_answer *answer = &link->answer;
    if (answer->body.failed)
        put_error(answer, 500, "the answer is too long, or there is not enough memory for it");
    enter(link, SENDING);
    if (answer->bytes)
        return queue(link, MHD_create_response_from_buffer(answer->size, (void *)answer->bytes,
                                                           MHD_RESPMEM_PERSISTENT));
    /* The body stays where it is until the request is completed. */
    return queue(link, MHD_create_response_from_buffer(answer->body.length,
                                                       (void *)by_buffer_text(&answer->body),
                                                       MHD_RESPMEM_PERSISTENT));
}

static enum MHD_Result refuse(struct link *link, int status, const char *sentence)
{
    put_error(&link->answer, status, sentence);
    link->answer.last = true; /* who sent something odd may send more of it: begin anew */
    return send_answer(link);
}

/* --- streams ----------------------------------------------------------------------------------- */

static void sleep_stream(void *context)
{
    struct link *link = context;
    MHD_suspend_connection(link->connection);
}

static void wake_stream(void *context)
{
    struct link *link = context;
    MHD_resume_connection(link->connection);
}

static ssize_t read_stream(void *context, uint64_t position, char *out, size_t room)
{
    struct link *link = context;
    bool ended = false;
    (void)position;
    size_t size = by_reader_take(link->reader, out, room, &ended);
    return ended ? MHD_CONTENT_READER_END_OF_STREAM : (ssize_t)size;
}

static enum MHD_Result send_stream(struct link *link)
{
    const struct by_reader_hooks hooks = {sleep_stream, wake_stream, link};
    struct by_error err;
    if (by_queues_join(link->sockets->terms.queues, link->request.client, link->request.last_event,
                       &hooks, &link->reader, &err) != BY_OK)
        return refuse(link, 503, err.text);
    link->answer.type = "text/event-stream";
    enter(link, STREAM);
    return queue(link, MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BY_LIMIT_HEAD_BYTES / 2,
                                                         read_stream, link, NULL));
}

/* --- requests ---------------------------------------------------------------------------------- */

static enum by_method method_of(const char *method)
{
    if (strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0)
        return BY_METHOD_GET;
    if (strcmp(method, "POST") == 0)
        return BY_METHOD_POST;
    return strcmp(method, "DELETE") == 0 ? BY_METHOD_DELETE : BY_METHOD_NONE;
}

struct heads {
    struct by_head head;
    struct by_request *request;
    const char *length, *coding;
};

static enum MHD_Result note_header(void *context, enum MHD_ValueKind kind, const char *name,
                                   const char *value)
{
    struct heads *heads = context;
    const struct {
        const char *name;
        const char **where;
    } known[] = {
        {"Host", &heads->head.host},
        {"Origin", &heads->head.origin},
        {"Sec-Fetch-Site", &heads->head.site},
        {"Sec-Fetch-Mode", &heads->head.mode},
        {"Authorization", &heads->head.authorization},
        {"Cookie", &heads->head.cookie},
        {"Content-Length", &heads->length},
        {"Transfer-Encoding", &heads->coding},
        {"Last-Event-ID", &heads->request->last_event},
        {"If-None-Match", &heads->request->known_tag},
    };
    (void)kind;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcasecmp(known[i].name, name) != 0)
            continue;
        heads->head.twice |= *known[i].where != NULL;
        *known[i].where = value ? value : "";
    }
    return MHD_YES;
}

/* What the client declares of its body: 0, or the status to refuse it with. */
static int check_length(const struct heads *heads, struct by_error *err)
{
    int64_t length = 0;
    if (heads->coding) {
        by_fail(err, BY_BAD_INPUT, "a request says how long it is, and does not come in chunks");
        return 411;
    }
    if (heads->length && !by_read_int(heads->length, 0, INT64_MAX, &length))
        by_fail(err, BY_BAD_INPUT, "the length of the body is no number");
    else if (length > BY_LIMIT_BODY_BYTES) {
        by_fail(err, BY_BAD_INPUT, "a request has at most %d bytes", BY_LIMIT_BODY_BYTES);
        return 413;
    } else {
        return 0;
    }
    return 400;
}

static int read_head(struct link *link, const char *method, struct by_error *err)
{
    struct by_request *request = &link->request;
    struct heads heads = {.request = request};
    request->method = method_of(method);
    request->path = link->path;
    request->body = "";
    if (!link->target)
        return by_fail_memory(err, BY_TARGET_MAX), 503;
    if (by_target_read(link->target, link->path, &request->query, err) != BY_OK)
        return 400;
    if (request->method == BY_METHOD_NONE)
        return by_fail(err, BY_BAD_INPUT, "GET, POST and DELETE are answered"), 405;
    MHD_get_connection_values(link->connection, MHD_HEADER_KIND, note_header, &heads);
    char client[BY_CLIENT_MAX + 1];
    if (by_request_value(request, "client", client, sizeof client) && by_client_valid(client))
        memcpy(request->client, client, sizeof client);
    int status = check_length(&heads, err);
    const struct by_sockets_terms *terms = &link->sockets->terms;
    return status ? status : terms->check(terms->context, request, &heads.head, &link->answer, err);
}

static enum MHD_Result begin(struct link *link, const char *method)
{
    struct by_error err;
    enter(link, ARRIVING);
    link->answer.status = 200;
    link->answer.type = "application/json";
    by_buffer_open(&link->answer.body, BY_LIMIT_ANSWER_BYTES);
    int status = read_head(link, method, &err);
    if (status == 0)
        return MHD_YES;
    return link->answer.location ? (link->answer.status = status, send_answer(link))
                                 : refuse(link, status, err.text);
}

/* Counts bytes against what all requests together may hold. */
static bool hold(struct link *link, size_t bytes)
{
    if (atomic_fetch_add(&link->sockets->held, bytes) + bytes > BY_LIMIT_HELD_BYTES) {
        atomic_fetch_sub(&link->sockets->held, bytes);
        return false;
    }
    link->held += bytes;
    return true;
}

/* More of the body, whose length is known to be allowed; false: away with the connection. */
static bool take_body(struct link *link, const char *data, size_t size)
{
    struct by_request *request = &link->request;
    size_t needed = request->size + size + 1;
    if (needed > BY_LIMIT_BODY_BYTES + 1)
        return false;
    if (needed > link->room) {
        size_t room = needed < 4096 ? 4096 : 2 * needed;
        char *body = hold(link, room - link->room) ? realloc(link->body, room) : NULL;
        if (!body)
            return false;
        link->body = body;
        link->room = room;
    }
    memcpy(link->body + request->size, data, size);
    request->size += size;
    link->body[request->size] = '\0';
    request->body = link->body;
    return true;
}

/* On a request thread: nobody else touches the link until its connection is resumed. */
static void answer_link(void *context)
{
    struct link *link = context;
    const struct by_sockets_terms *terms = &link->sockets->terms;
    terms->answer(terms->context, &link->request, &link->answer);
    if (!hold(link, link->answer.body.room))
        put_error(&link->answer, 503, "too many answers wait to be taken: try again");
    link->answered = true;
    MHD_resume_connection(link->connection);
}

static enum MHD_Result hand_over(struct link *link)
{
    if (atomic_load(&link->sockets->quiet))
        return refuse(link, 503, "the server is stopping");
    enter(link, ASLEEP);
    MHD_suspend_connection(link->connection);
    if (by_workers_add(link->sockets->terms.requests, answer_link, link))
        return MHD_YES;
    put_error(&link->answer, 503, "there are too many requests: try again");
    link->answered = true;
    MHD_resume_connection(link->connection);
    return MHD_YES;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *data,
                                  size_t *size, void **own)
{
    struct link *link = *own;
    (void)context;
    (void)connection;
    (void)url;
    (void)version;
    if (!link)
        return MHD_NO;
    if (link->phase == IDLE)
        return begin(link, method);
    if (*size > 0) {
        bool taken = take_body(link, data, *size);
        *size = 0;
        return taken ? MHD_YES : MHD_NO;
    }
    if (!link->answered)
        return hand_over(link);
    return link->answer.stream ? send_stream(link) : send_answer(link);
}

/* --- all of them --------------------------------------------------------------------------------- */

static bool start(struct by_sockets *sockets)
{
    const unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC;
    sockets->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, on_request, sockets, MHD_OPTION_LISTEN_SOCKET,
        sockets->terms.listener, MHD_OPTION_CONNECTION_LIMIT, (unsigned)BY_LIMIT_CONNECTIONS,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, (unsigned)BY_LIMIT_CONNECTIONS_OF_ONE,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)BY_LIMIT_HEAD_BYTES,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)BY_LIMIT_SECONDS, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_URI_LOG_CALLBACK, on_target, sockets, MHD_OPTION_NOTIFY_CONNECTION,
        on_connection, sockets, MHD_OPTION_NOTIFY_COMPLETED, on_completed, sockets, MHD_OPTION_END);
    return sockets->daemon != NULL;
}

enum by_status by_sockets_open(const struct by_sockets_terms *terms, struct by_sockets **out,
                               struct by_error *err)
{
    struct by_sockets *sockets = calloc(1, sizeof *sockets);
    *out = NULL;
    if (!sockets)
        return by_fail_memory(err, sizeof *sockets);
    sockets->terms = *terms;
    if (by_mutex_open(&sockets->lock)) {
        if (start(sockets)) {
            *out = sockets;
            return BY_OK;
        }
        by_mutex_close(&sockets->lock);
    }
    free(sockets);
    return by_fail(err, BY_FAILED, "the server could not be started: %s", strerror(errno));
}

void by_sockets_quiet(struct by_sockets *sockets)
{
    atomic_store(&sockets->quiet, true);
    MHD_socket listener = MHD_quiesce_daemon(sockets->daemon);
    if (listener != MHD_INVALID_SOCKET)
        close(listener);
}

static bool is_sending(struct by_sockets *sockets)
{
    bool sending = false;
    by_mutex_lock(&sockets->lock);
    for (const struct link *link = sockets->links; link; link = link->next)
        sending |= link->phase == ASLEEP || link->phase == SENDING || link->phase == STREAM;
    by_mutex_unlock(&sockets->lock);
    return sending;
}

void by_sockets_close(struct by_sockets *sockets)
{
    enum { MOMENTS = 50 }; /* of 20 ms */
    const struct timespec moment = {.tv_nsec = 20 * 1000 * 1000};
    if (!sockets)
        return;
    for (int i = 0; i < MOMENTS && is_sending(sockets); i++)
        nanosleep(&moment, NULL);
    MHD_stop_daemon(sockets->daemon);
    by_mutex_close(&sockets->lock);
    free(sockets);
}

/* Has the other side closed? Nobody listens to a connection that sleeps. */
static bool has_gone(int descriptor)
{
    char byte;
    return recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

void by_sockets_tick(struct by_sockets *sockets, double now)
{
    by_mutex_lock(&sockets->lock);
    for (struct link *link = sockets->links; link; link = link->next) {
        bool slow =
            link->phase != ASLEEP && link->phase != STREAM && now - link->since > BY_LIMIT_SECONDS;
        if (slow)
            (void)shutdown(link->descriptor, SHUT_RDWR);
        else if (link->phase == STREAM && has_gone(link->descriptor))
            by_reader_end(link->reader);
    }
    by_mutex_unlock(&sockets->lock);
}
