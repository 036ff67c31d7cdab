/* progress.h: a bar on standard error for work that takes long.
 *
 * Shown only when standard error is a terminal, and only after two seconds. The working
 * thread keeps `done` and `total` current; a thread of the bar's own draws. `positions`
 * is shown when it is not 0: where one of `total` takes long, something is seen to happen. */
#ifndef BY_CLI_PROGRESS_H
#define BY_CLI_PROGRESS_H

#include "base/thread.h"
#include <stdatomic.h>
#include <stdbool.h>

struct by_progress {
    const char *label;
    atomic_int done, total;
    atomic_ullong positions;
    double begun;
    bool running; /* the drawing thread exists */
    bool shown;   /* something stands on the line; under the lock, as are: */
    bool finish;
    char note[96]; /* shown behind the numbers */
    struct by_thread thread;
    struct by_mutex lock;
    struct by_condition wake;
};

void by_progress_open(struct by_progress *progress, const char *label);
void by_progress_close(struct by_progress *progress); /* wipes the line */

/* What else is to be seen on the line. */
void by_progress_note(struct by_progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A remark on a line of its own, as by_cli_note says it. */
void by_progress_say(struct by_progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
