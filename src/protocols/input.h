/* input.h: lines that come in while a search runs.
 *
 * A thread of its own reads a descriptor and queues its lines with the time at which they came. An
 * ear hears every line as it comes, on that thread, before the others have been dealt with: there
 * "stop" acts at once. The queue is bounded: when it is full the reader waits, and so does, in the
 * end, whoever floods us. */
#ifndef BY_PROTOCOLS_INPUT_H
#define BY_PROTOCOLS_INPUT_H

#include "base/error.h"
#include <stdatomic.h>
#include <stdbool.h>

/* A longer line is cut. Zero bytes are dropped. */
#define BY_INPUT_LINE_MAX  65535
#define BY_INPUT_LINES_MAX 256

struct by_ear {
    void *context;
    /* A line came; false: it is dropped, not queued. */
    bool (*line)(void *context, const char *line);
    /* A line was queued; nobody has taken it yet. It must not ask the input anything. */
    void (*queued)(void *context);
    /* There will be no more lines. Called again and again until the input is closed, every tenth
     * of a second; `seconds` since then; `gone`: nobody reads our answers any more. */
    void (*ended)(void *context, double seconds, bool gone);
    /* May be NULL. Set by anybody, it is as if the lines had ended and nobody read our answers. */
    const atomic_bool *stop;
};

struct by_input;

/* Reads `from`; `to` is where answers go: it is only watched. The descriptors stay the caller's. */
enum by_status by_input_open(int from, int to, const struct by_ear *ear, struct by_input **out,
                             struct by_error *err);
void by_input_close(struct by_input *input);

/* Waits for the next line and copies it to `line` (BY_INPUT_LINE_MAX + 1 bytes), without its end;
 * false: there are no more. `came` (may be NULL) is by_clock_now() when it came. */
bool by_input_next(struct by_input *input, char *line, double *came);

/* Whether a line is waiting, or there will be no more. */
bool by_input_waiting(struct by_input *input);

/* Waits at most so many seconds until by_input_waiting is true; whether it is. */
bool by_input_wait(struct by_input *input, double seconds);

/* How it ended: `why` is the errno of an answer that could not be written (0: all were), which is a
 * failure unless who should read it has gone. */
enum by_status by_input_answered(int why, struct by_error *err);

#endif
