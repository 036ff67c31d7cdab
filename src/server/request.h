/* request.h: reading what a client sends: the target, who it says it is, and which route it means.
 *
 * Everything here is plain text in, a verdict out, and trusts nothing (fuzz/request_fuzz.c).
 *
 * A foreign web page in the user's browser can send requests here; what keeps it out:
 *   - Host: without a token only names of this machine itself are answered. A name that was
 *     turned to 127.0.0.1 afterwards (DNS rebinding) is not among them.
 *   - Origin: where the browser gives one, it is the address that was asked for.
 *   - Sec-Fetch-Site: where the browser gives one, no other site has asked, but for the opening of a page.
 *   - The token, where there is one: as a cookie that no other site's request carries, or as a header. */
#ifndef BY_SERVER_REQUEST_H
#define BY_SERVER_REQUEST_H

#include "server/http.h"

#define BY_TARGET_MAX 4096

/* What stands behind the method: "/api/v1/jobs/17?client=..". The path is decoded; `query` points into
 * `target`. Refuses what is no path, bytes that are no text, and "." and ".." in it. */
enum by_status by_target_read(const char *target, char path[BY_TARGET_MAX], const char **query,
                              struct by_error *err);

/* Text with %41 and, in queries, '+': decoded up to `end`. False: damaged, no UTF-8, or it does not fit. */
bool by_decode(const char *text, const char *end, bool plus, char *out, size_t size);

/* What a client says about itself; each NULL where it says nothing. */
struct by_head {
    const char *host, *origin, *site, *mode; /* Host, Origin, Sec-Fetch-Site, Sec-Fetch-Mode */
    const char *authorization, *cookie;
    bool twice; /* one of them, or the length, came more than once */
};

/* 0: welcome; else the status to refuse with (400, 401, 403), and why. `port` names the cookie. */
int by_head_check(const struct by_head *head, enum by_method method, const char *token, int port,
                  struct by_error *err);

/* Takes as long for a wrong token as for a right one. */
bool by_token_same(const char *token, const char *given, size_t length);

/* The name of the cookie: browsers keep those of all ports together. */
#define BY_COOKIE_SIZE 24
void by_cookie_name(int port, char out[BY_COOKIE_SIZE]);

/* Does `path` fit the route, word by word? Fills `words` where it has '*': they point into `storage`,
 * which has room for the path. */
bool by_route_fits(const char *route, const char *path, char *storage, const char **words);

/* A page's own name as http.h has it. */
bool by_client_valid(const char *name);

#endif
