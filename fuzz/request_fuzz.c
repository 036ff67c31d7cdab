/* request_fuzz.c: any lines as what a client sends: target, Host, Origin, Authorization, Cookie, a route.
 * Each is refused, or understood as a path that cannot leave its place and a client that may ask. */
#include "fuzz.h"
#include "server/request.h"

#include <stdlib.h>
#include <string.h>

#define TOKEN "correct-horse-battery"

static void try_target(const char *target)
{
    static char path[BY_TARGET_MAX];
    const char *query = NULL;
    struct by_error err = {.status = BY_OK};
    if (by_target_read(target, path, &query, &err) != BY_OK) {
        by_fuzz_sentence(&err);
        return;
    }
    by_fuzz_demand(path[0] == '/' && strlen(path) <= strlen(target), "a path begins with /");
    by_fuzz_demand(!strstr(path, "/../") && !strstr(path, "/./"), "it stays where it is");
    size_t length = strlen(path);
    by_fuzz_demand(length < 3 || strcmp(path + length - 3, "/..") != 0, "to its end");
    by_fuzz_demand(by_is_utf8(path) && !strpbrk(path, "\r\n\\"), "it is plain text");
    const struct by_request request = {.path = path, .query = query};
    char value[32];
    if (by_request_value(&request, "client", value, sizeof value))
        by_fuzz_demand(strlen(value) < sizeof value && by_is_utf8(value),
                       "a value is text that fits");
}

static void try_head(const struct by_head *head)
{
    struct by_error err = {.status = BY_OK};
    int plain = by_head_check(head, BY_METHOD_POST, NULL, 8017, &err);
    if (plain != 0)
        by_fuzz_sentence(&err);
    by_fuzz_demand(plain == 0 || plain == 400 || plain == 403,
                   "without a token it is nobody's or ours");
    int asked = by_head_check(head, BY_METHOD_GET, TOKEN, 8017, &err);
    bool has = (head->authorization && strstr(head->authorization, TOKEN)) ||
               (head->cookie && strstr(head->cookie, TOKEN));
    by_fuzz_demand(asked != 0 || has, "who comes in has the token");
    if (plain == 0)
        by_fuzz_demand(strpbrk(head->host, "lL127[") != NULL,
                       "who comes in asked for this machine");
}

static void try_route(const char *route, const char *path)
{
    const char *words[BY_WORDS_MAX] = {0};
    char *storage = malloc(strlen(path) + 1);
    if (!storage)
        abort();
    if (by_route_fits(route, path, storage, words))
        for (int i = 0; i < BY_WORDS_MAX && words[i]; i++)
            by_fuzz_demand(words[i][0] && !strchr(words[i], '/'), "a word is one");
    free(storage);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *target = by_fuzz_text(data, size);
    char *host = by_fuzz_split(target), *origin = by_fuzz_split(host);
    char *authorization = by_fuzz_split(origin), *cookie = by_fuzz_split(authorization);
    char *route = by_fuzz_split(cookie);
    try_target(target);
    try_head(&(struct by_head){.host = host,
                               .origin = origin[0] ? origin : NULL,
                               .authorization = authorization,
                               .cookie = cookie});
    try_route(route, target);
    (void)by_client_valid(cookie);
    free(target);
    return 0;
}
