/* queues.h: events that wait for pages, and the streams that take them there.
 *
 * A page is known by the name it gives itself. Its events are numbered; the last ones are kept, those that
 * were sent too, so that a stream that breaks goes on where it broke (Last-Event-ID). Both the number and
 * the bytes that are kept have a limit: what is pushed out before it was sent is lost, and the page is told
 * so by an event "gap", after which it asks for the state of things again. The same comes after "hello"
 * where the page names an event that is not known any more. A page that has gone is forgotten after a while.
 *
 * A second stream of the same page ends the first one. */
#ifndef BY_SERVER_QUEUES_H
#define BY_SERVER_QUEUES_H

#include "base/buffer.h"
#include "base/error.h"

struct by_queues;
struct by_reader; /* one stream */

/* What a stream does when there is nothing to send, and when there is again: both are called with the lock
 * of the queues held, so that no event falls between. */
struct by_reader_hooks {
    void (*sleep)(void *context);
    void (*wake)(void *context);
    void *context;
};

enum by_status by_queues_open(const char *boot, struct by_queues **out, struct by_error *err);
void by_queues_close(struct by_queues *queues); /* all streams have left */

/* by_events_send and by_events_away (http.h). */
bool by_queues_send(struct by_queues *queues, const char *client, const char *event,
                    const char *key, const struct by_buffer *data);
double by_queues_away(struct by_queues *queues, const char *client, double now);

/* A stream begins, with "hello". Fails where there are too many of them. */
enum by_status by_queues_join(struct by_queues *queues, const char *client, const char *last_event,
                              const struct by_reader_hooks *hooks, struct by_reader **out,
                              struct by_error *err);

/* The next bytes, at most `room`; 0: it sleeps now, or has ended. */
size_t by_reader_take(struct by_reader *reader, char *out, size_t room, bool *ended);
void by_reader_end(struct by_reader *reader); /* its next take says so */
void by_reader_leave(struct by_reader *reader);

/* Once a second: signs of life on quiet streams, pages forgotten. */
void by_queues_tick(struct by_queues *queues, double now);

/* All streams end, and no more begin. */
void by_queues_end(struct by_queues *queues);

/* How many streams there are. */
int by_queues_streams(struct by_queues *queues);

#endif
