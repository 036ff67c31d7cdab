/* server.h: the page's server: one process, one store, HTTP on one port.
 *
 * Four kinds of threads: one for all sockets (http.c), a few for requests (requests.c), the workers
 * with lower priority for searches (workers.h), and one that looks after the time: slow clients are cut
 * off, streams get a sign of life, pages that do not come back are forgotten. All that clients can make
 * grow has a limit here. */
#ifndef BY_SERVER_SERVER_H
#define BY_SERVER_SERVER_H

#include "server/http.h"
#include <stdint.h>

enum by_server_limit {
#define BY_SERVER_LIMIT(id, name, value, help) BY_LIMIT_##id = (value),
#include "server/limits.def"
#undef BY_SERVER_LIMIT
};

struct by_server_settings {
    const char *address;   /* NULL: 127.0.0.1 */
    int port;              /* 0: any; one that is taken gives way to the next free one */
    const char *token;     /* NULL: none; needed where the address is not this machine's own */
    const char *store;     /* the SQLite file; made where there is none */
    const char *lab_store; /* of the laboratory; NULL: lab.db beside it, made by the first run */
    bool engines;          /* may the page use engines that the user has registered? */
    double patience;       /* seconds in which a page may come back to its searches */
};

#define BY_TOKEN_MIN 16

/* Listens and answers from then on. */
enum by_status by_server_open(const struct by_server_settings *settings, struct by_server **out,
                              struct by_error *err);

/* Stops everything, in at most 5 s: searches end, requests that are being answered are, streams close. */
void by_server_close(struct by_server *server);

/* One thought about the opening of a game, for `seconds`; /status tells it from then on. */
struct by_first {
    char game[64];
    char move[64];
    double per_second; /* simulations or positions */
    const char *unit;
};
enum by_status by_server_think(struct by_server *server, const char *game, double seconds,
                               struct by_first *out, struct by_error *err);
void by_server_told(struct by_server *server, const struct by_first *first);
bool by_server_first(struct by_server *server, struct by_first *out);

/* http://127.0.0.1:8017/, with the token where there is one. */
#define BY_ADDRESS_MAX 512
void by_server_address(const struct by_server *server, char out[BY_ADDRESS_MAX]);

#endif
