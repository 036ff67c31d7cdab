/* http.h: THE HANDLER CONTRACT: from a request to an answer, and events to pages.
 *
 * A handler is a function with a line in routes.def. It runs on one of a few request threads, never on
 * the thread that serves the sockets: it may read files and ask the store, but what takes longer than
 * about a tenth of a second is a job on the workers (workers.h), whose news goes out as events
 * (by_events_send). Several handlers run at once, also the same one.
 *
 * What comes in was read by request.h: bounded, checked for its Host, its Origin and its token. A
 * handler that fails returns a status and a sentence; it becomes {"error": "..."} with 400 for bad
 * input, 503 for no memory and 500 for the rest, unless the handler has set answer->status itself. What it had
 * written until then is dropped. */
#ifndef BY_SERVER_HTTP_H
#define BY_SERVER_HTTP_H

#include "base/buffer.h"
#include "base/error.h"

enum by_method {
    BY_METHOD_NONE, /* one that nobody answers */
    BY_METHOD_GET,
    BY_METHOD_POST,
    BY_METHOD_DELETE
};

/* A page names itself: 8 to 64 letters, digits, '-' and '_', chosen by chance when it is opened. */
#define BY_CLIENT_MIN 8
#define BY_CLIENT_MAX 64

#define BY_WORDS_MAX  4 /* words of a path that a route leaves open */

struct by_request {
    enum by_method method;
    const char *path;               /* decoded, without the query: "/api/v1/jobs/17" */
    const char *word[BY_WORDS_MAX]; /* what stood where the route has '*', in order: "17" */
    const char *query;              /* as it came, without '?'; "" when there is none */
    const char *body;               /* a zero stands behind it, which does not count */
    size_t size;                    /* of the body */
    const char *last_event;         /* Last-Event-ID; NULL: none */
    const char *known_tag;          /* If-None-Match; NULL: none */
    char client[BY_CLIENT_MAX + 1]; /* ?client=, where it is a page's name; "": none */
};

/* The value of a name in the query, decoded into `out` (cut never: one that does not fit is none). */
bool by_request_value(const struct by_request *request, const char *name, char *out, size_t size);

struct by_answer {
    int status;            /* 200 before the handler is called */
    const char *type;      /* "application/json" before it is called */
    struct by_buffer body; /* opened and empty; written with base/json.h */
    bool stream;           /* the events of the page request->client are the answer */

    /* Of the page's files and of redirections alone. */
    const void *bytes; /* constant, instead of a body */
    size_t size;
    char tag[24];     /* ETag; "": none */
    char cookie[256]; /* Set-Cookie; "": none */
    const char *location;
    bool last; /* the connection is closed behind it */
};

struct by_server;

typedef enum by_status by_handler(struct by_server *server, const struct by_request *request,
                                  struct by_answer *answer, struct by_error *err);

/* Status and sentence: `return by_answer_refuse(answer, err, 404, "there is no job %d", id);` */
enum by_status by_answer_refuse(struct by_answer *answer, struct by_error *err, int status,
                                const char *format, ...) __attribute__((format(printf, 4, 5)));

/* --- what handlers ask of the server (server.c) --------------------------------------- */

struct by_api; /* sessions and jobs: api.h */

struct by_api *by_server_api(struct by_server *server);
struct by_workers *by_server_workers(struct by_server *server);
const struct by_server_settings *by_server_asked(const struct by_server *server); /* server.h */
const char *by_server_boot(const struct by_server *server); /* another one at every start */

/* --- events ----------------------------------------------------------------------------- */

/* Puts one event into the queue of the page `client`, or of all pages (NULL): `event` is a word, `data`
 * one JSON value. Never waits; any thread may call it, also one that holds locks of its own. Where an event of
 * the same `key` (NULL: none) still waits, this one takes its place: for progress, of which only the last
 * counts. False: there is no such page (it may come back: nothing is lost that can be asked for). */
bool by_events_send(struct by_server *server, const char *client, const char *event,
                    const char *key, const struct by_buffer *data);

/* For how many seconds that page has had no stream: 0: it is there; infinite: nobody knows it (any more). */
double by_events_away(struct by_server *server, const char *client);

#endif
