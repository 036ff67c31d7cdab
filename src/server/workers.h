/* workers.h: threads that take tasks: requests, and searches at lower priority.
 *
 * Tasks begin in the order in which they came, as many at once as there are threads; all that run share
 * the processors, so that each makes progress. Threads are started when they are first needed. A task is
 * stopped by its owner, who knows what runs in it (by_player_stop); one that waits can be taken back. */
#ifndef BY_SERVER_WORKERS_H
#define BY_SERVER_WORKERS_H

#include "base/error.h"

struct by_workers;

/* `at_once` tasks run, `waiting` more may wait; each thread, and what it starts, is `nicer` by so many steps
 * than who opened it. */
enum by_status by_workers_open(int at_once, int waiting, int nicer, struct by_workers **out,
                               struct by_error *err);

/* Everything that was added is done when it returns: who wants an end soon stops his tasks first. */
void by_workers_close(struct by_workers *workers);

typedef void by_task(void *context);

/* False: too many wait, or there is no thread to be had. */
bool by_workers_add(struct by_workers *workers, by_task *task, void *context);

/* True: it waited and will not be run. False: it runs, or is done. */
bool by_workers_take_back(struct by_workers *workers, void *context);

#endif
