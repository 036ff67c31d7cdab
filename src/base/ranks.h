/* ranks.h: the processes of one job that speak to each other, and nothing about how.
 *
 * A job of n processes has ranks 0 to n - 1. Rank 0 is the one that people see: it reads, decides,
 * keeps and prints. The others serve it: they wait for its messages (by_ranks_serve) and do what those
 * say. Who brings the messages is a table of functions that the program fills in
 * (by_ranks_open); without one there is this process alone, rank 0 of 1, and every function here
 * may still be called.
 *
 * Messages are bytes on a channel, from any thread. Between two ranks those of one channel arrive in
 * the order in which they were sent. Nobody waits for anybody: sending comes back at once, taking too.
 * A message may get lost when a rank dies, and only then.
 *
 * Who is alive: every rank sends a beat every so often, from a thread of its own, so that ten minutes
 * of thinking are no silence. A rank that has been silent for longer than the lease is lost: it gets
 * no messages until it is heard of again. A rank that hears nothing from rank 0 for
 * longer than the lease goes home.
 *
 * How to build on it: take a channel below; let rank 0 send orders on it and take the answers
 * (by_ranks_take, and by_ranks_rest while there are none), counting only on ranks that are not lost
 * (by_ranks_lost, looked at while waiting); and write a by_ranks_poll_fn that takes one order on the other ranks, for the
 * table of services in cli/main.c. An order that takes long runs in a thread of its own: a service
 * comes back at once, or the others do not get their turn. */
#ifndef BY_BASE_RANKS_H
#define BY_BASE_RANKS_H

#include "base/error.h"
#include <stdatomic.h>
#include <stdint.h>

enum by_channel {
    BY_CHANNEL_CONTROL, /* ranks.c's own: beats, the end */
    BY_CHANNEL_GAMES,   /* arena: games for ranks */
    BY_CHANNEL_CELLS,   /* lab: cells for ranks */
    BY_CHANNEL_SEARCH,  /* search: one search on all ranks */
    BY_CHANNELS
};

#define BY_RANKS_MAX       100000
#define BY_RANKS_BYTES_MAX ((size_t)64 << 20) /* of one message */
#define BY_RANKS_HOST      64

/* What brings messages; called by one thread at a time. */
struct by_ranks_carrier {
    int rank, size;
    /* Takes a copy. False: it cannot be sent. */
    bool (*send)(void *context, int to, int channel, const void *bytes, size_t size);
    /* A message that has arrived, for free(). False: there is none. */
    bool (*take)(void *context, int channel, int *from, unsigned char **bytes, size_t *size);
    /* Tells people something that is no failure, once it has happened; may be NULL. */
    void (*note)(void *context, const char *sentence);
    void *context;
};

/* Begins, with the thread that sends beats; `carrier` is copied, its context stays the caller's.
 * Ends: after it no function of the carrier is called. */
enum by_status by_ranks_open(const struct by_ranks_carrier *carrier, struct by_error *err);
void by_ranks_close(void);

int by_ranks_rank(void);         /* 0 when there is no job */
int by_ranks_size(void);         /* 1 when there is no job */
const char *by_ranks_host(void); /* this machine's name */

/* A number that no other call in this job got: the name of a task, by which late messages are known. */
uint64_t by_ranks_ticket(void);

/* False: nothing was sent, because the rank is lost, or for want of memory. */
bool by_ranks_send(int to, enum by_channel channel, const void *bytes, size_t size);

/* The next message on a channel, for free(); false: none has arrived. */
bool by_ranks_take(enum by_channel channel, int *from, unsigned char **bytes, size_t *size);

/* Waits a little, longer every time: 0.2 ms to 20 ms. `*rest` is 0 at first and after something was
 * done. A thread that waits costs next to nothing, and what comes is seen soon. */
void by_ranks_rest(double *rest);

/* The lease in seconds; rank 0's, which tells it to the others. */
#define BY_RANKS_LEASE 30.0
void by_ranks_set_lease(double seconds);
double by_ranks_lease(void);

/* Seconds since anything was heard of a rank; whether that is longer than the lease; and whether any
 * rank has ever been lost in this job. */
double by_ranks_silence(int rank);
bool by_ranks_lost(int rank);
bool by_ranks_any_lost(void);

/* For who knows better than the lease that a rank is gone: it is lost until it is heard of again. */
void by_ranks_give_up(int rank);

/* A remark for people, on rank 0: that a rank is lost, or does not take part. */
void by_ranks_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* One turn of a service: takes what has come and does it. True: something was done. */
typedef bool by_ranks_poll_fn(void *context);
struct by_ranks_service {
    by_ranks_poll_fn *poll;
    void *context;
};

/* For ranks above 0: serves until rank 0 ends the job. False: rank 0 is lost and stays so for a lease, or
 * it did not end the job within 3 s after `stop` became true. */
bool by_ranks_serve(const struct by_ranks_service *services, int count, const atomic_bool *stop);

/* For rank 0: tells the others that the job is over. True: no rank is lost, so that all
 * will end together; it is the answer that they got, too (by_ranks_whole). */
bool by_ranks_dismiss(void);
bool by_ranks_whole(void);

#endif
