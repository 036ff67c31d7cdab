/* named.h: names that the user has given to players.
 *
 * They stand in one file that a person can read and write, $XDG_CONFIG_HOME/banyan/engines or
 * ~/.config/banyan/engines: one line each, a name, blanks, a spec. Empty lines and lines that
 * begin with '#' are kept as they are. The file is replaced as a whole, under a lock, so that it is
 * never seen half written and no change is lost; a file with a mistake in it is refused with the line's number, and not changed. */
#ifndef BY_PLAYERS_NAMED_H
#define BY_PLAYERS_NAMED_H

#include "base/error.h"
#include "base/text.h"

#define BY_NAMED_MAX   4096 /* lines */
#define BY_NAME_LENGTH 31
#define BY_NAMED_PATH  4096

/* Called for every name, in the file's order. */
typedef void by_named_fn(void *context, const char *name, const char *spec);

/* Where the file is; "" when the environment does not say where the user's folder is. */
void by_named_path(struct by_text *out);

/* A file that does not exist has no names. */
enum by_status by_named_each(by_named_fn *each, void *context, struct by_error *err);

/* The spec of a name, in either case; "" when there is none. `out` has room for
 * BY_SPEC_LENGTH_MAX + 1. */
enum by_status by_named_find(const char *name, char *out, size_t size, struct by_error *err);

/* Adds a name, or gives it another spec. */
enum by_status by_named_add(const char *name, const char *spec, bool replace, struct by_error *err);
enum by_status by_named_remove(const char *name, struct by_error *err);

#endif
