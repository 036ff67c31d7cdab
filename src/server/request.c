#include "server/request.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- the target ------------------------------------------------------------------------ */

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* One character of coded text; -1: damaged. */
static int decode_one(const char **at, const char *end, bool plus)
{
    char c = *(*at)++;
    if (c == '+' && plus)
        return ' ';
    if (c != '%')
        return (unsigned char)c;
    if (end - *at < 2)
        return -1;
    int high = hex_digit((*at)[0]), low = hex_digit((*at)[1]);
    *at += 2;
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

bool by_decode(const char *text, const char *end, bool plus, char *out, size_t size)
{
    size_t length = 0;
    while (text < end) {
        int c = decode_one(&text, end, plus);
        bool control = c < ' ' && c != '\n' && c != '\t' && c != '\r';
        if (c < 0 || control || c == 127 || length + 1 >= size)
            return false;
        out[length++] = (char)c;
    }
    if (size == 0)
        return false;
    out[length] = '\0';
    return by_is_utf8(out);
}

/* A word of a path that means a step in it. */
static bool is_step(const char *word, size_t length)
{
    return (length == 1 && word[0] == '.') || (length == 2 && word[0] == '.' && word[1] == '.');
}

static bool has_steps(const char *path)
{
    while (*path) {
        size_t length = strcspn(path + 1, "/");
        if (is_step(path + 1, length))
            return true;
        path += 1 + length;
    }
    return false;
}

enum by_status by_target_read(const char *target, char path[BY_TARGET_MAX], const char **query,
                              struct by_error *err)
{
    const char *end = target + strcspn(target, "?#");
    *query = *end == '?' ? end + 1 : "";
    if (target[0] != '/')
        return by_fail(err, BY_BAD_INPUT, "a request is for a path that begins with /");
    if (strlen(target) >= BY_TARGET_MAX)
        return by_fail(err, BY_BAD_INPUT, "the address is longer than %d characters",
                       BY_TARGET_MAX - 1);
    if (!by_decode(target, end, false, path, BY_TARGET_MAX) || strpbrk(path, "\r\n\t\\"))
        return by_fail(err, BY_BAD_INPUT, "the address is not well coded");
    if (has_steps(path))
        return by_fail(err, BY_BAD_INPUT, "a path has no . or .. in it");
    return BY_OK;
}

bool by_request_value(const struct by_request *request, const char *name, char *out, size_t size)
{
    const char *at = request->query;
    while (*at) {
        const char *end = at + strcspn(at, "&"), *is = at + strcspn(at, "=&");
        char key[64];
        if (by_decode(at, is, true, key, sizeof key) && strcmp(key, name) == 0)
            return by_decode(is + (*is == '='), end, true, out, size);
        at = end + (*end == '&');
    }
    return false;
}

bool by_client_valid(const char *name)
{
    size_t length =
        strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
    return name[length] == '\0' && length >= BY_CLIENT_MIN && length <= BY_CLIENT_MAX;
}

/* --- who asks ---------------------------------------------------------------------------- */

/* The name in "name:port", "[::1]:port" or "name"; 0: neither. */
static size_t host_name(const char *host)
{
    size_t length = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
    if (host[0] == '[' && (length < 2 || length > strlen(host)))
        return 0;
    const char *port = host + length;
    size_t digits = *port == ':' ? strspn(port + 1, "0123456789") : 0;
    bool whole = *port == '\0' || (digits > 0 && digits <= 5 && port[1 + digits] == '\0');
    return whole ? length : 0;
}

static bool is_well_formed(const char *host)
{
    size_t length = host_name(host);
    return length > 0 && length < 256 &&
           strspn(host, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:[]%") ==
               strlen(host);
}

static bool is_this_machine(const char *host)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    char name[16];
    size_t length = host_name(host);
    if (length >= sizeof name)
        return false;
    (void)snprintf(name, sizeof name, "%.*s", (int)length, host);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (by_same_text(name, names[i]))
            return true;
    return false;
}

/* The address that was asked for, by http or, behind somebody's own front, by https. */
static bool is_own_origin(const char *origin, const char *host)
{
    bool plain = strncmp(origin, "http://", 7) == 0, safe = strncmp(origin, "https://", 8) == 0;
    return (plain && by_same_text(origin + 7, host)) || (safe && by_same_text(origin + 8, host));
}

/* A page may be opened from anywhere; everything else is asked for by our own page alone. */
static bool is_own_site(const struct by_head *head, enum by_method method)
{
    if (!head->site || strcmp(head->site, "same-origin") == 0 || strcmp(head->site, "none") == 0)
        return true;
    return method == BY_METHOD_GET && head->mode && strcmp(head->mode, "navigate") == 0;
}

bool by_token_same(const char *token, const char *given, size_t length)
{
    size_t own = strlen(token);
    unsigned differ = own != length;
    for (size_t i = 0; i < length; i++)
        differ |= (unsigned)(unsigned char)given[i] ^ (unsigned char)token[own ? i % own : 0];
    return own > 0 && differ == 0;
}

void by_cookie_name(int port, char out[BY_COOKIE_SIZE])
{
    (void)snprintf(out, BY_COOKIE_SIZE, "banyan-%d", port);
}

static bool has_cookie(const char *cookies, const char *name, const char *token)
{
    size_t length = strlen(name);
    while (*cookies) {
        cookies += strspn(cookies, "; ");
        size_t size = strcspn(cookies, ";");
        if (size > length && strncmp(cookies, name, length) == 0 && cookies[length] == '=' &&
            by_token_same(token, cookies + length + 1, size - length - 1))
            return true;
        cookies += size;
    }
    return false;
}

static bool has_token(const struct by_head *head, const char *token, int port)
{
    char name[BY_COOKIE_SIZE];
    const char *given = head->authorization;
    by_cookie_name(port, name);
    if (given && strncmp(given, "Bearer ", 7) == 0 &&
        by_token_same(token, given + 7, strlen(given + 7)))
        return true;
    return head->cookie && has_cookie(head->cookie, name, token);
}

static int refuse(int status, struct by_error *err, const char *sentence)
{
    by_fail(err, BY_BAD_INPUT, "%s", sentence);
    return status;
}

int by_head_check(const struct by_head *head, enum by_method method, const char *token, int port,
                  struct by_error *err)
{
    if (head->twice)
        return refuse(400, err, "a header came twice");
    if (!head->host || !is_well_formed(head->host))
        return refuse(400, err, "a request says by Host whom it is for");
    if (!token && !is_this_machine(head->host))
        return refuse(403, err, "this server answers to 127.0.0.1 and localhost only");
    if (head->origin && !is_own_origin(head->origin, head->host))
        return refuse(403, err, "another site's page may not ask this server");
    if (!is_own_site(head, method))
        return refuse(403, err, "another site's page may not ask this server");
    if (token && !has_token(head, token, port))
        return refuse(401, err, "open the address that banyan serve has printed: it has the token");
    return 0;
}

/* --- routes -------------------------------------------------------------------------------- */

bool by_route_fits(const char *route, const char *path, char *storage, const char **words)
{
    int count = 0;
    while (*route && *path) {
        if (*route != '*') {
            if (*route++ != *path++)
                return false;
            continue;
        }
        size_t length = strcspn(path, "/");
        if (length == 0 || count == BY_WORDS_MAX)
            return false;
        memcpy(storage, path, length);
        storage[length] = '\0';
        words[count++] = storage;
        storage += length + 1;
        path += length;
        route++;
    }
    return *route == '\0' && *path == '\0';
}
