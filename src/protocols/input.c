#include "protocols/input.h"

#include "base/clock.h"
#include "base/thread.h"
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHUNK   4096
#define TICK_MS 100

struct entry {
    char *text;
    double came;
};

struct by_input {
    int from, to;
    int wake[2]; /* a pipe: closing the writing end ends the thread */
    struct by_ear ear;
    struct by_thread thread;

    struct by_mutex lock; /* of all below */
    struct by_condition changed;
    struct entry queue[BY_INPUT_LINES_MAX];
    int first, count;
    bool ended;   /* no more lines */
    bool closing; /* the owner wants to leave */

    /* The reader's own. */
    char line[BY_INPUT_LINE_MAX + 1];
    size_t length;
};

/* --- the reader's thread ------------------------------------------------------- */

/* The lock is held: nobody can take the line, and begin to think about it, before the ear has heard
 * that it is there, and stopped what was thought before. */
static void announce(struct by_input *input)
{
    if (input->ear.queued)
        input->ear.queued(input->ear.context);
    by_condition_wake_all(&input->changed);
}

/* Waits for room; false when the owner leaves. */
static bool queue(struct by_input *input, const char *text, double came)
{
    char *copy = malloc(input->length + 1);
    if (!copy)
        return true; /* a line is lost where there is no memory for it */
    memcpy(copy, text, input->length + 1);
    by_mutex_lock(&input->lock);
    while (input->count == BY_INPUT_LINES_MAX && !input->closing)
        by_condition_wait(&input->changed, &input->lock);
    bool closing = input->closing;
    if (!closing) {
        int at = (input->first + input->count++) % BY_INPUT_LINES_MAX;
        input->queue[at] = (struct entry){copy, came};
        announce(input);
    }
    by_mutex_unlock(&input->lock);
    if (closing)
        free(copy);
    return !closing;
}

static bool end_line(struct by_input *input)
{
    double came = by_clock_now();
    bool going = true;
    input->line[input->length] = 0;
    if (!input->ear.line || input->ear.line(input->ear.context, input->line))
        going = queue(input, input->line, came);
    input->length = 0;
    return going;
}

static bool take(struct by_input *input, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] == '\n') {
            if (!end_line(input))
                return false;
        } else if (bytes[i] && input->length < BY_INPUT_LINE_MAX) {
            input->line[input->length++] = bytes[i];
        }
    }
    return true;
}

static bool must_stop(const struct by_input *input)
{
    return input->ear.stop && atomic_load(input->ear.stop);
}

/* Waits for bytes. Returns how many there are; 0: at the end; -1: the owner leaves. */
static ssize_t wait_and_read(struct by_input *input, char *bytes)
{
    for (;;) {
        struct pollfd files[2] = {{.fd = input->wake[0], .events = POLLIN},
                                  {.fd = input->from, .events = POLLIN}};
        int ready = poll(files, 2, input->ear.stop ? TICK_MS : -1);
        if ((ready < 0 && errno != EINTR) || must_stop(input))
            return 0;
        if (ready <= 0)
            continue;
        if (files[0].revents)
            return -1;
        if (!files[1].revents)
            continue;
        ssize_t size = read(input->from, bytes, CHUNK);
        if (size >= 0)
            return size;
        if (errno != EINTR && errno != EAGAIN)
            return 0;
    }
}

/* Behind the end: looks now and then whether anybody still wants an answer. */
static void watch_end(struct by_input *input)
{
    double begun = by_clock_now();
    bool gone = false;
    for (;;) {
        struct pollfd files[2] = {{.fd = input->wake[0], .events = POLLIN},
                                  {.fd = gone ? -1 : input->to, .events = 0}};
        int ready = poll(files, 2, TICK_MS);
        if (ready > 0 && files[0].revents)
            return;
        gone = gone || must_stop(input) || (ready > 0 && (files[1].revents & (POLLERR | POLLNVAL)));
        if (input->ear.ended)
            input->ear.ended(input->ear.context, by_clock_now() - begun, gone);
    }
}

static void read_lines(void *context)
{
    struct by_input *input = context;
    char bytes[CHUNK];
    ssize_t size;
    while ((size = wait_and_read(input, bytes)) > 0)
        if (!take(input, bytes, (size_t)size))
            return;
    if (size < 0 || (input->length > 0 && !end_line(input)))
        return;
    by_mutex_lock(&input->lock);
    input->ended = true;
    announce(input);
    by_mutex_unlock(&input->lock);
    watch_end(input);
}

/* --- the owner's side ------------------------------------------------------------ */

static void free_input(struct by_input *input)
{
    for (int i = 0; i < input->count; i++)
        free(input->queue[(input->first + i) % BY_INPUT_LINES_MAX].text);
    for (int i = 0; i < 2; i++)
        if (input->wake[i] >= 0)
            close(input->wake[i]);
    by_monitor_close(&input->lock, &input->changed);
    free(input);
}

enum by_status by_input_open(int from, int to, const struct by_ear *ear, struct by_input **out,
                             struct by_error *err)
{
    *out = NULL;
    struct by_input *input = calloc(1, sizeof *input);
    if (!input)
        return by_fail_memory(err, sizeof *input);
    if (!by_monitor_open(&input->lock, &input->changed)) {
        free(input);
        return by_fail(err, BY_FAILED, "the system gave no lock for the input");
    }
    input->from = from;
    input->to = to;
    input->ear = *ear;
    input->wake[0] = input->wake[1] = -1;
    if (pipe(input->wake) != 0 || !by_thread_start(&input->thread, 0, read_lines, input)) {
        free_input(input);
        return by_fail(err, BY_FAILED, "the thread that reads the input could not be started");
    }
    *out = input;
    return BY_OK;
}

void by_input_close(struct by_input *input)
{
    if (!input)
        return;
    by_mutex_lock(&input->lock);
    input->closing = true;
    by_condition_wake_all(&input->changed);
    by_mutex_unlock(&input->lock);
    close(input->wake[1]);
    input->wake[1] = -1;
    by_thread_join(&input->thread);
    free_input(input);
}

bool by_input_next(struct by_input *input, char *line, double *came)
{
    by_mutex_lock(&input->lock);
    while (input->count == 0 && !input->ended)
        by_condition_wait(&input->changed, &input->lock);
    bool found = input->count > 0 && !must_stop(input);
    if (found) {
        struct entry *entry = &input->queue[input->first];
        strcpy(line, entry->text);
        if (came)
            *came = entry->came;
        free(entry->text);
        input->first = (input->first + 1) % BY_INPUT_LINES_MAX;
        input->count--;
        by_condition_wake_all(&input->changed);
    }
    by_mutex_unlock(&input->lock);
    return found;
}

bool by_input_waiting(struct by_input *input)
{
    return by_input_wait(input, 0);
}

bool by_input_wait(struct by_input *input, double seconds)
{
    double until = by_clock_now() + seconds;
    by_mutex_lock(&input->lock);
    while (input->count == 0 && !input->ended && seconds > 0)
        if (!by_condition_wait_until(&input->changed, &input->lock, until))
            break;
    bool waiting = input->count > 0 || input->ended;
    by_mutex_unlock(&input->lock);
    return waiting;
}

enum by_status by_input_answered(int why, struct by_error *err)
{
    if (why == 0 || why == EPIPE)
        return BY_OK;
    return by_fail(err, BY_FAILED, "an answer could not be written: %s", strerror(why));
}
