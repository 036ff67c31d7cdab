/* body.h: what stands in the body of a request: one JSON object, read with bounds and checked word by
 * word. A name that is not there, and null, are "not given"; what has another type than asked for is
 * refused with a sentence that names it. */
#ifndef BY_SERVER_BODY_H
#define BY_SERVER_BODY_H

#include "base/spec.h"
#include "games/line.h"
#include "server/http.h"
#include <jansson.h>

#define BY_BODY_DEPTH 16 /* objects and arrays in each other */

/* The object; freed by json_decref. An empty body is an empty object. */
enum by_status by_body_read(const struct by_request *request, json_t **out, struct by_error *err);

/* A text; "" is one. NULL in `*out`: not given. */
enum by_status by_body_text(const json_t *body, const char *name, const char **out,
                            struct by_error *err);

/* A whole number, as such or as text; `*out` stays as it is where none is given. */
enum by_status by_body_int(const json_t *body, const char *name, int64_t low, int64_t high,
                           int64_t *out, struct by_error *err);
enum by_status by_body_real(const json_t *body, const char *name, double low, double high,
                            double *out, struct by_error *err);
enum by_status by_body_flag(const json_t *body, const char *name, bool *out, struct by_error *err);

/* "client": the page's own name (http.h); "" where none is given. */
enum by_status by_body_client(const json_t *body, char out[BY_CLIENT_MAX + 1],
                              struct by_error *err);

#define BY_SEED_USUAL 1 /* as on the command line, where nobody says one */

/* A seed: 0 to 18446744073709551615, as a number or, beyond what numbers of a page hold, as text. */
enum by_status by_body_seed(const json_t *body, uint64_t *out, struct by_error *err);

/* "options": an object of names and values; numbers and truth values may come as such. The texts are the body's. */
#define BY_BODY_NUMBER 32
struct by_told_settings {
    int count;
    struct by_setting each[BY_SPEC_PAIRS_MAX];
    char storage[BY_SPEC_PAIRS_MAX][BY_BODY_NUMBER];
};
enum by_status by_body_settings(const json_t *body, struct by_told_settings *out,
                                struct by_error *err);

/* A line of play: {"game", "options", "start", "moves"}. The line goes before the rules. */
struct by_told_line {
    struct by_rules *rules;
    struct by_line *line;
};
enum by_status by_body_line(const json_t *body, struct by_told_line *out, struct by_error *err);
void by_told_line_close(struct by_told_line *told);

#endif
