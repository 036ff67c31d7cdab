/* sockets.h: HTTP over libmicrohttpd, which nobody else knows.
 *
 * One thread serves all sockets (epoll). A request that has arrived and was let in goes to a request
 * thread, and its connection sleeps until the answer is there; a stream sleeps until it has an event. A
 * sleeping connection costs no processor time. */
#ifndef BY_SERVER_SOCKETS_H
#define BY_SERVER_SOCKETS_H

#include "server/http.h"
#include "server/queues.h"
#include "server/request.h"
#include "server/workers.h"

struct by_sockets;

struct by_sockets_terms {
    int listener; /* a socket that listens; closed with the rest */
    struct by_queues *queues;
    struct by_workers *requests; /* who answers */

    /* 0: the request may come in; else the status to refuse it with. Called before the body is read, on the
     * thread of the sockets. */
    int (*check)(void *context, const struct by_request *request, const struct by_head *head,
                 struct by_answer *answer, struct by_error *err);
    /* On a request thread. */
    void (*answer)(void *context, const struct by_request *request, struct by_answer *answer);
    void *context;
};

enum by_status by_sockets_open(const struct by_sockets_terms *terms, struct by_sockets **out,
                               struct by_error *err);

/* No new connections; what is asked from now on is refused. */
void by_sockets_quiet(struct by_sockets *sockets);

/* After by_sockets_quiet, with the request threads and the queues ended: lets answers go out for a
 * moment, and closes. */
void by_sockets_close(struct by_sockets *sockets);

/* Once a second: cuts off the slow, ends the streams of those who have gone. */
void by_sockets_tick(struct by_sockets *sockets, double now);

/* --- listening (listen.c) ------------------------------------------------------------------- */

/* A socket on `address` and `port`, or on the next free port; 0: any. `*port` is the one it has. */
enum by_status by_listen(const char *address, int *port, int *listener, struct by_error *err);

/* Is it an address of this machine that others cannot reach? */
bool by_listen_is_local(const char *address);

#endif
