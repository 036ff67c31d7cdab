/* listen.c: a socket that listens, on the first free port. */
#include "server/sockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define TRIES   100 /* ports, from the one that was asked for */
#define BACKLOG 256

static int try_port(struct addrinfo *where)
{
    int on = 1;
    int listener = socket(where->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0)
        return -1;
    /* A port whose last user has just gone is free; one that is in use is not. */
    (void)setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, where->ai_addr, where->ai_addrlen) == 0 && listen(listener, BACKLOG) == 0)
        return listener;
    int reason = errno;
    close(listener);
    errno = reason;
    return -1;
}

static int port_of(int listener)
{
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    if (getsockname(listener, (struct sockaddr *)&own, &size) != 0)
        return 0;
    return ntohs(own.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&own)->sin6_port
                                           : ((struct sockaddr_in *)&own)->sin_port);
}

static struct addrinfo *find(const char *address, int port)
{
    struct addrinfo hints, *found = NULL;
    char number[12];
    memset(&hints, 0, sizeof hints);
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    (void)snprintf(number, sizeof number, "%d", port);
    return getaddrinfo(address, number, &hints, &found) == 0 ? found : NULL;
}

enum by_status by_listen(const char *address, int *port, int *listener, struct by_error *err)
{
    int last = *port == 0 ? 0 : *port + TRIES - 1 < 65535 ? *port + TRIES - 1 : 65535;
    int reason = 0;
    for (int at = *port; at <= last; at++) {
        struct addrinfo *where = find(address, at);
        if (!where)
            return by_fail(err, BY_BAD_INPUT,
                           "'%.60s' is no address of a machine, such as 127.0.0.1 or ::1", address);
        *listener = try_port(where);
        reason = errno;
        freeaddrinfo(where);
        if (*listener >= 0) {
            *port = port_of(*listener);
            return BY_OK;
        }
        if (reason != EADDRINUSE && reason != EACCES)
            break;
    }
    return by_fail(err, BY_FAILED, "no port from %d to %d of %s can be listened on: %s", *port,
                   last, address, strerror(reason));
}

bool by_listen_is_local(const char *address)
{
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, address, &four) == 1)
        return ntohl(four.s_addr) >> 24 == 127;
    return inet_pton(AF_INET6, address, &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}
