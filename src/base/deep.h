/* deep.h: running a function that recurses deeply.
 *
 * Recursive searches go as deep as a game is long (BY_LENGTH_MAX plies), and the stack of the
 * calling thread may be small: a library cannot know. by_deep_run gives the work a thread of
 * its own with a stack that is large enough, and waits for it. Without threads (thread.h) it calls
 * the work in place. */
#ifndef BY_BASE_DEEP_H
#define BY_BASE_DEEP_H

#include "base/error.h"

/* Recursion deeper than this many plies should not rely on the caller's stack: a ply takes some
 * 600 bytes (measured on x86-64 at -O2), three times that under a sanitizer. */
#define BY_DEEP_PLIES 200
#define BY_DEEP_STACK ((size_t)64 << 20)

enum by_status by_deep_run(void (*work)(void *context), void *context, struct by_error *err);

#endif
