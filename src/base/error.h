/* error.h: how a function says what went wrong.
 *
 * A function that can fail returns an enum by_status and fills the caller's
 * struct by_error (both in banyan.h). `err` may be NULL: then only the status
 * tells. Only the command line turns errors into messages and exit codes. */
#ifndef BY_BASE_ERROR_H
#define BY_BASE_ERROR_H

#include <banyan/banyan.h>

/* Writes the sentence and returns `status`: `return by_fail(err, BY_BAD_INPUT, "…");` */
enum by_status by_fail(struct by_error *err, enum by_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The sentence for an allocation of `bytes` that failed. */
enum by_status by_fail_memory(struct by_error *err, size_t bytes);

/* The analyser looks at one file at a time: it must be told that these never return BY_OK. */
#ifdef __clang_analyzer__
#define by_fail(err, status, ...)  ((void)by_fail(err, status, __VA_ARGS__), (status))
#define by_fail_memory(err, bytes) ((void)by_fail_memory(err, bytes), BY_NO_MEMORY)
#endif

#endif
