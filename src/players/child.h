/* child.h: a program that runs beside us and is spoken to in lines.
 *
 * It runs in a process group of its own, under /bin/sh, so that `cmd` may be anything that a
 * shell understands; whatever it starts ends with it. What has left the group (setsid) is found by a
 * mark in its environment, on Linux; who takes even that off is not found. Nothing it does
 * can stop us: pipes never block, everything it says is bounded, every wait has a deadline. Its
 * standard error is read whenever it is waited for, and the end of it kept.
 *
 * A child belongs to one thread. Any thread, or a signal handler, may ring the wake: then waiting
 * ends at once. No descriptor of ours reaches a child, its own three apart, however many threads
 * start children. No signal handler is installed and none is needed: writing to a child that is
 * gone raises nothing here. */
#ifndef BY_PLAYERS_CHILD_H
#define BY_PLAYERS_CHILD_H

#include "base/error.h"
#include <stdatomic.h>
#include <stdio.h>

/* --- a bell that ends waiting ---------------------------------------------- */

struct by_wake {
    atomic_bool rung;
    int end[2]; /* a pipe: what waits polls end[0] */
};

enum by_status by_wake_open(struct by_wake *wake, struct by_error *err);
void by_wake_close(struct by_wake *wake);
void by_wake_ring(struct by_wake *wake);  /* from anywhere */
void by_wake_clear(struct by_wake *wake); /* by who waits */
void by_wake_empty(struct by_wake *wake); /* the pipe alone; by who waits */

/* --- the end of a long text ------------------------------------------------ */

#define BY_TAIL_BYTES 65536

struct by_tail {
    size_t total; /* bytes there were in all; the last BY_TAIL_BYTES of them are kept */
    char data[BY_TAIL_BYTES];
};

void by_tail_add(struct by_tail *tail, const char *data, size_t size);

/* The last line that is not empty, cut to fit and made fit for a message; "" when there is none. */
void by_tail_line(const struct by_tail *tail, char *out, size_t size);

/* All that is kept, as a text; `out` has room for BY_TAIL_BYTES + 1. */
void by_tail_text(const struct by_tail *tail, char *out);

/* --- what was said ---------------------------------------------------------- */

struct by_transcript {
    FILE *file; /* NULL: nobody wants one */
    int failed; /* errno of a line that could not be written; 0: all were */
};

/* --- what it leaves behind -------------------------------------------------- */

/* Ends every process whose environment has BANYAN_CHILD with this mark in it; waits a moment until
 * they are gone. Does nothing where there is no /proc. */
#define BY_CHILD_MARK "BANYAN_CHILD"
#define BY_MARK_SIZE  64
void by_strays_end(const char *mark);

/* --- the child ------------------------------------------------------------- */

/* The most that is kept of what it said and nobody has taken yet, and of what it has not read. */
#define BY_CHILD_UNREAD 131072
#define BY_CHILD_UNSENT 1048576

struct by_child_plan {
    const char *command;
    size_t memory;                    /* bytes of address space of each process; 0: no limit */
    double cpu;                       /* seconds of processor time of each process; 0: no limit */
    struct by_wake *wake;             /* ends waiting; may be NULL */
    struct by_tail *tail;             /* gets its standard error; may be NULL */
    struct by_transcript *transcript; /* gets every line with its time; may be NULL */
};

struct by_child;

/* What the plan points to must outlive the child, the command apart. A command that does not
 * exist is not seen here: the shell says so on its standard error and ends with status 127. */
enum by_status by_child_open(const struct by_child_plan *plan, struct by_child **out,
                             struct by_error *err);

/* Sends a line; the newline is added. What its pipe does not take now is sent while we wait. False:
 * it has not read a megabyte, and this line was dropped. */
bool by_child_say(struct by_child *child, const char *line);

enum by_heard {
    BY_HEARD_SOMETHING,
    BY_HEARD_NOTHING, /* the deadline has passed */
    BY_HEARD_END,     /* it has closed its output, or is gone; all it said before was heard */
    BY_HEARD_FLOOD,   /* there is no room left for what it says */
    BY_HEARD_BELL,    /* the wake was rung */
};

/* What it has said and nobody has taken, and taking some of it. by_child_wait ends when there are
 * more than `known` bytes. Deadlines are by_clock_now's. */
char *by_child_unread(struct by_child *child, size_t *size);
void by_child_take(struct by_child *child, size_t bytes);
enum by_heard by_child_wait(struct by_child *child, size_t known, double deadline);

/* The next line, without its end; valid until the next call. Zero bytes become '?'. */
enum by_heard by_child_hear(struct by_child *child, double deadline, const char **line);

/* How it ended: by a signal, or with a status. */
struct by_fate {
    int signal; /* 0: none */
    int status;
};

/* Waits at most `patience` seconds for its end; false: it is still there. */
bool by_child_fate(struct by_child *child, double patience, struct by_fate *out);

/* The usual name of a signal; "signal" for others. */
const char *by_signal_name(int signal);

/* Ends it, with all that it started: waits `patience` seconds for it to go by itself (it may
 * have been told to; its input is closed), then asks (TERM), then does not ask (KILL). */
void by_child_close(struct by_child *child, double patience);

#endif
