/* ranks.c: see ranks.h. */
#include "base/ranks.h"
#include "base/clock.h"
#include "base/thread.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BEATS      6    /* in a lease */
#define BEAT_MOST  5.0  /* seconds between two, at most */
#define BEAT_LEAST 0.05 /* and at least */
#define GAP        0.25 /* seconds after which a rank takes itself for one that was stopped */
#define GRACE      3.0  /* seconds between being told to end and ending alone */
#define REST_FIRST 0.0002
#define REST_MOST  0.02

/* Messages on the control channel: a letter, and with a beat of rank 0 the lease behind it. */
enum { BEAT = 'b', END = 'e', END_BROKEN = 'x' };

struct ranks {
    struct by_ranks_carrier carrier;
    char host[BY_RANKS_HOST];
    _Atomic(double) lease;
    _Atomic(double) *heard; /* when, of each rank */
    atomic_uint_fast64_t tickets;
    atomic_bool any_lost, ended, broken, closing;

    struct by_mutex lock; /* for the carrier */
    struct by_mutex idle; /* for the wait between two beats */
    struct by_condition wake;
    struct by_thread thread;
};

/* The job is the process's: there is one, or none. */
static struct ranks *_Atomic job;

int by_ranks_rank(void)
{
    const struct ranks *ranks = atomic_load(&job);
    return ranks ? ranks->carrier.rank : 0;
}

int by_ranks_size(void)
{
    const struct ranks *ranks = atomic_load(&job);
    return ranks ? ranks->carrier.size : 1;
}

const char *by_ranks_host(void)
{
    const struct ranks *ranks = atomic_load(&job);
    return ranks ? ranks->host : "";
}

uint64_t by_ranks_ticket(void)
{
    struct ranks *ranks = atomic_load(&job);
    return ranks ? (uint64_t)atomic_fetch_add(&ranks->tickets, 1) + 1 : 0;
}

/* --- messages -------------------------------------------------------------------------------- */

static bool send(struct ranks *ranks, int to, int channel, const void *bytes, size_t size)
{
    by_mutex_lock(&ranks->lock);
    bool sent = ranks->carrier.send(ranks->carrier.context, to, channel, bytes, size);
    by_mutex_unlock(&ranks->lock);
    return sent;
}

bool by_ranks_send(int to, enum by_channel channel, const void *bytes, size_t size)
{
    struct ranks *ranks = atomic_load(&job);
    if (!ranks || to < 0 || to >= ranks->carrier.size || size > BY_RANKS_BYTES_MAX ||
        by_ranks_lost(to))
        return false;
    return send(ranks, to, (int)channel, bytes, size);
}

bool by_ranks_take(enum by_channel channel, int *from, unsigned char **bytes, size_t *size)
{
    struct ranks *ranks = atomic_load(&job);
    if (!ranks)
        return false;
    by_mutex_lock(&ranks->lock);
    bool taken = ranks->carrier.take(ranks->carrier.context, (int)channel, from, bytes, size);
    by_mutex_unlock(&ranks->lock);
    if (taken)
        atomic_store(&ranks->heard[*from], by_clock_now());
    return taken;
}

static double within(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

void by_ranks_rest(double *rest)
{
    *rest = *rest > 0 ? within(1.5 * *rest, REST_FIRST, REST_MOST) : REST_FIRST;
    const struct timespec time = {0, (long)(*rest * 1e9)};
    (void)nanosleep(&time, NULL);
}

void by_ranks_note(const char *format, ...)
{
    struct ranks *ranks = atomic_load(&job);
    char sentence[1024];
    va_list arguments;
    if (!ranks || !ranks->carrier.note)
        return;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    ranks->carrier.note(ranks->carrier.context, sentence);
}

/* --- who is alive ------------------------------------------------------------------------------ */

void by_ranks_set_lease(double seconds)
{
    struct ranks *ranks = atomic_load(&job);
    if (ranks && seconds > 0 && atomic_exchange(&ranks->lease, seconds) != seconds) {
        by_mutex_lock(&ranks->idle); /* who beats has looked at the lease before, or will */
        by_condition_wake_all(&ranks->wake);
        by_mutex_unlock(&ranks->idle);
    }
}

double by_ranks_lease(void)
{
    struct ranks *ranks = atomic_load(&job);
    return ranks ? atomic_load(&ranks->lease) : BY_RANKS_LEASE;
}

double by_ranks_silence(int rank)
{
    struct ranks *ranks = atomic_load(&job);
    return ranks && rank != ranks->carrier.rank ? by_clock_now() - atomic_load(&ranks->heard[rank])
                                                : 0;
}

bool by_ranks_lost(int rank)
{
    bool lost = by_ranks_silence(rank) > by_ranks_lease();
    struct ranks *ranks = atomic_load(&job);
    if (lost && ranks)
        atomic_store(&ranks->any_lost, true);
    return lost;
}

void by_ranks_give_up(int rank)
{
    struct ranks *ranks = atomic_load(&job);
    if (!ranks || rank < 0 || rank >= ranks->carrier.size || rank == ranks->carrier.rank)
        return;
    atomic_store(&ranks->heard[rank], by_clock_now() - 2 * by_ranks_lease());
    atomic_store(&ranks->any_lost, true);
}

bool by_ranks_any_lost(void)
{
    struct ranks *ranks = atomic_load(&job);
    return ranks && atomic_load(&ranks->any_lost);
}

/* Takes what stands on the control channel. */
static void listen(struct ranks *ranks)
{
    int from;
    unsigned char *bytes;
    size_t size;
    while (by_ranks_take(BY_CHANNEL_CONTROL, &from, &bytes, &size)) {
        double lease;
        if (from == 0 && size == 1 + sizeof lease && bytes[0] == BEAT) {
            memcpy(&lease, bytes + 1, sizeof lease);
            by_ranks_set_lease(lease); /* a shorter one wants beats at once */
        } else if (from == 0 && size == 1 && (bytes[0] == END || bytes[0] == END_BROKEN)) {
            atomic_store(&ranks->broken, bytes[0] == END_BROKEN);
            atomic_store(&ranks->ended, true);
        }
        free(bytes);
    }
}

/* Rank 0 beats for all who are not lost; the others for rank 0, also where they hear nothing of it: that is how
 * it hears again of a rank that was lost. */
static void beat(struct ranks *ranks)
{
    char message[1 + sizeof(double)] = {BEAT};
    double lease = atomic_load(&ranks->lease);
    int rank = ranks->carrier.rank;
    memcpy(message + 1, &lease, sizeof lease);
    if (rank > 0)
        (void)send(ranks, 0, BY_CHANNEL_CONTROL, message, sizeof message);
    for (int to = 1; rank == 0 && to < ranks->carrier.size; to++)
        (void)by_ranks_send(to, BY_CHANNEL_CONTROL, message, sizeof message);
}

static void tend(void *context)
{
    struct ranks *ranks = context;
    while (!atomic_load(&ranks->closing)) {
        beat(ranks);
        listen(ranks);
        by_mutex_lock(&ranks->idle);
        double pause = within(atomic_load(&ranks->lease) / BEATS, BEAT_LEAST, BEAT_MOST);
        if (!atomic_load(&ranks->closing))
            (void)by_condition_wait_until(&ranks->wake, &ranks->idle, by_clock_now() + pause);
        by_mutex_unlock(&ranks->idle);
    }
}

/* --- serving, and the end ------------------------------------------------------------------------ */

/* For how long something has been so: `*since` is 0 while it is not. */
static double lasting(bool so, double *since)
{
    double now = by_clock_now();
    *since = !so ? 0 : *since > 0 ? *since : now;
    return so ? now - *since : 0;
}

/* A process that was stopped for a while beats at once when it wakes up, so that rank 0 hears of it again, and finds
 * rank 0 silent: that counts only when it stays so. A rank that is told to end gives rank 0, which is told the same, time to end the job. */
bool by_ranks_serve(const struct by_ranks_service *services, int count, const atomic_bool *stop)
{
    struct ranks *ranks = atomic_load(&job);
    double rest = 0, alone = 0, stopped = 0, last = by_clock_now();
    while (ranks && !atomic_load(&ranks->ended)) {
        bool done = false;
        if (by_clock_now() - last > GAP)
            beat(ranks);
        last = by_clock_now();
        listen(ranks);
        for (int i = 0; i < count; i++)
            done |= services[i].poll(services[i].context);
        if (lasting(by_ranks_lost(0), &alone) > by_ranks_lease() ||
            lasting(stop && atomic_load(stop), &stopped) > GRACE)
            return false;
        if (done)
            rest = 0;
        else
            by_ranks_rest(&rest);
    }
    return ranks != NULL;
}

bool by_ranks_dismiss(void)
{
    struct ranks *ranks = atomic_load(&job);
    if (!ranks)
        return true;
    listen(ranks);
    bool whole = true;
    for (int to = 1; to < ranks->carrier.size; to++)
        whole &= !by_ranks_lost(to);
    const char message = whole ? END : END_BROKEN;
    for (int to = 1; to < ranks->carrier.size; to++)
        (void)by_ranks_send(to, BY_CHANNEL_CONTROL, &message, 1);
    atomic_store(&ranks->broken, !whole);
    return whole;
}

bool by_ranks_whole(void)
{
    struct ranks *ranks = atomic_load(&job);
    return !ranks || !atomic_load(&ranks->broken);
}

/* --- opening and closing --------------------------------------------------------------------------- */

static void free_ranks(struct ranks *ranks)
{
    free((void *)ranks->heard);
    free(ranks);
}

static struct ranks *make(const struct by_ranks_carrier *carrier)
{
    struct ranks *ranks = calloc(1, sizeof *ranks);
    if (!ranks)
        return NULL;
    ranks->carrier = *carrier;
    ranks->heard = calloc((size_t)carrier->size, sizeof *ranks->heard);
    if (!ranks->heard) {
        free(ranks);
        return NULL;
    }
    atomic_store(&ranks->lease, BY_RANKS_LEASE);
    for (int i = 0; i < carrier->size; i++)
        atomic_store(&ranks->heard[i], by_clock_now());
    if (gethostname(ranks->host, sizeof ranks->host - 1) != 0)
        strcpy(ranks->host, "unknown");
    return ranks;
}

enum by_status by_ranks_open(const struct by_ranks_carrier *carrier, struct by_error *err)
{
    if (carrier->size < 1 || carrier->size > BY_RANKS_MAX || carrier->rank < 0 ||
        carrier->rank >= carrier->size)
        return by_fail(err, BY_BAD_INPUT, "a job has 1 to %d ranks", BY_RANKS_MAX);
    struct ranks *ranks = make(carrier);
    if (!ranks)
        return by_fail_memory(err, sizeof *ranks);
    if (!by_mutex_open(&ranks->lock)) {
        free_ranks(ranks);
        return by_fail(err, BY_FAILED, "the system refused a lock");
    }
    bool monitor = by_monitor_open(&ranks->idle, &ranks->wake);
    atomic_store(&job, ranks);
    if (monitor && by_thread_start(&ranks->thread, 0, tend, ranks))
        return BY_OK;
    atomic_store(&job, NULL);
    if (monitor)
        by_monitor_close(&ranks->idle, &ranks->wake);
    by_mutex_close(&ranks->lock);
    free_ranks(ranks);
    return by_fail(err, BY_FAILED,
                   "the system refused a thread that tells other ranks of this one");
}

void by_ranks_close(void)
{
    struct ranks *ranks = atomic_load(&job);
    if (!ranks)
        return;
    by_mutex_lock(&ranks->idle);
    atomic_store(&ranks->closing, true);
    by_condition_wake_all(&ranks->wake);
    by_mutex_unlock(&ranks->idle);
    by_thread_join(&ranks->thread);
    atomic_store(&job, NULL);
    by_monitor_close(&ranks->idle, &ranks->wake);
    by_mutex_close(&ranks->lock);
    free_ranks(ranks);
}
